/* Belief propagation on the lines of a black and white board.
 *
 * Among all ways to place the blocks of a line, each weighed by what the crossing lines believe
 * of its cells, in some part a cell is painted; this part, without what the crossing line itself
 * believes, is what the line tells that one.  Told back and forth often enough, the beliefs
 * come close to the true shares of answers in which a cell is painted, though nothing
 * guarantees it.  Random boards, which mostly have many answers, are found with a tenth of the
 * guesses when guessing follows the beliefs.
 *
 * A way through a line is a way through the places of its clue ("so much of the clue is behind
 * us", as in ways.h).  A cell moves on to the next place or stays; at most `slack` cells
 * stay, since the clue needs the others.  So before cell i only places from i - slack to i are
 * possible, and a layer is an array of slack + 1 weights: entry e is place i - slack + e.
 * Moving on keeps e, staying lowers it by one.  Layers are filled up with zeros to a multiple of
 * LANES, so that the compiler can take several entries at a time. */
#include "kernels/lines/belief.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 8, MAX_SIDE = PM_LINES_LEARN_SIDE, MAX_WIDTH = MAX_SIDE + 1 + LANES };

/* Which cells move on from a place or stay there, 1 or 0; entry slack + p is place p, so that
 * there are zeros for the places that do not exist. */
struct moves {
    float painted_on[MAX_SIDE + MAX_WIDTH + LANES], empty_on[MAX_SIDE + MAX_WIDTH + LANES];
    float painted_stays[MAX_SIDE + MAX_WIDTH + LANES],
        empty_stays[MAX_SIDE + MAX_WIDTH + LANES];
};

struct believer {
    const struct pm_lines *board;
    struct moves moves;  /* of the line at hand */
    int n, slack, width; /* width: slack + 1, filled up */
    bool open_end;       /* the clue ends with a block of unknown length */
    float *layers;       /* before each cell, slack + 2 weights; the last one stays 0 */
    float *told[2];      /* to each cell by its row and by its column: is it painted? */
};

static float *layer(const struct believer *b, int i)
{
    return b->layers + (size_t)i * (size_t)(b->width + 1);
}

static int cells_needed(const struct pm_lines *board, int line)
{
    int sum = -1;
    for (int k = board->first[line]; k < board->first[line + 1]; k++)
        sum += 1 + (board->blocks[k].length ? board->blocks[k].length : 1);
    return sum < 0 ? 0 : sum;
}

/* The moves of a line's clue; false: it does not fit. */
static bool prepare(struct believer *b, int line)
{
    const struct pm_lines *board = b->board;
    struct moves *m = &b->moves;
    b->n = pm_lines_length(board, line);
    b->slack = b->n - cells_needed(board, line);
    if (b->slack < 0)
        return false;
    b->width = (b->slack + LANES) / LANES * LANES;
    size_t used = (size_t)(b->n + b->width + 1) * sizeof(float);
    memset(m->painted_on, 0, used);
    memset(m->empty_on, 0, used);
    memset(m->painted_stays, 0, used);
    memset(m->empty_stays, 0, used);
    b->open_end = false;
    int place = b->slack;
    m->empty_stays[place] = 1;
    for (int k = board->first[line]; k < board->first[line + 1]; k++) {
        if (k > board->first[line]) {
            m->empty_on[place++] = 1;
            m->empty_stays[place] = 1;
        }
        b->open_end = board->blocks[k].length == 0;
        for (int i = b->open_end ? 1 : board->blocks[k].length; i > 0; i--)
            m->painted_on[place++] = 1;
        m->painted_stays[place] = b->open_end;
    }
    if (b->open_end)
        m->empty_on[place++] = 1;
    m->empty_stays[place] = 1;
    assert(place <= b->n + 1);
    return true;
}

/* What the cell may be, by what its crossing line tells: the weights of painted and empty. */
static void weigh(const struct believer *b, int cell, const float *told, float *painted,
                  float *empty)
{
    int given = b->board->given[cell];
    *painted = given == 0 ? 0 : given > 0 ? 1 : told[cell];
    *empty = given > 0 ? 0 : given == 0 ? 1 : 1 - told[cell];
}

static float sum_of(const float *weights, int width)
{
    float sums[LANES] = {0}, sum = 0;
    for (int e = 0; e < width; e += LANES)
        for (int k = 0; k < LANES; k++)
            sums[k] += weights[e + k];
    for (int k = 0; k < LANES; k++)
        sum += sums[k];
    return sum;
}

/* So that the weights of a layer do not become too small. */
static bool scale(float *weights, int width)
{
    float sum = sum_of(weights, width);
    if (sum <= 0)
        return false;
    const float factor = 1 / sum;
    for (int e = 0; e < width; e++)
        weights[e] *= factor;
    return true;
}

/* The weights of all ways from the left end to each place; false: there is none. */
static bool go_right(const struct believer *b, int line, const float *told)
{
    const struct moves *m = &b->moves;
    const int width = b->width;
    float *at = layer(b, 0), painted, empty;
    memset(at, 0, (size_t)(width + 1) * sizeof *at);
    at[b->slack] = 1;
    for (int i = 0; i + 1 < b->n; i++) {
        float *restrict next = layer(b, i + 1);
        weigh(b, pm_lines_cell(b->board, line, i), told, &painted, &empty);
        for (int e = 0; e < width; e++)
            next[e] =
                at[e] * (m->painted_on[i + e] * painted + m->empty_on[i + e] * empty) +
                at[e + 1] * (m->painted_stays[i + e + 1] * painted +
                             m->empty_stays[i + e + 1] * empty);
        next[width] = 0;
        if (!scale(next, width))
            return false;
        at = next;
    }
    return true;
}

/* The parts of the ways with cell i painted and empty.  `behind` has the weights of the ways from
 * behind the cell to the right end, entry e at e + 1; `before` gets those from the cell itself.
 * (Entries past the slack may be wrong; no way leads there.) */
static void join(const struct believer *b, int i, const float *restrict behind,
                 float *restrict before, float painted, float empty, float *part_painted,
                 float *part_empty)
{
    const struct moves *m = &b->moves;
    const int width = b->width;
    const float *at = layer(b, i);
    float if_painted[MAX_WIDTH], if_empty[MAX_WIDTH];
    for (int e = 0; e < width; e++) {
        float yes =
            m->painted_on[i + e] * behind[e + 1] + m->painted_stays[i + e] * behind[e];
        float no = m->empty_on[i + e] * behind[e + 1] + m->empty_stays[i + e] * behind[e];
        if_painted[e] = at[e] * yes;
        if_empty[e] = at[e] * no;
        before[e + 1] = yes * painted + no * empty;
    }
    *part_painted = sum_of(if_painted, width);
    *part_empty = sum_of(if_empty, width);
}

static bool has_open_cell(const struct believer *b, int line)
{
    int n = pm_lines_length(b->board, line);
    for (int i = 0; i < n; i++)
        if (b->board->given[pm_lines_cell(b->board, line, i)] < 0)
            return true;
    return false;
}

/* What a line tells its crossing lines.  Nobody is ever quite sure, and after the first round
 * old news fades slowly, so that beliefs do not swing. */
static void tell(struct believer *b, int line, bool first_round)
{
    const float *from = b->told[line < b->board->rows];
    float *to = b->told[line >= b->board->rows], layers[2][MAX_WIDTH + 1] = {{0}};
    const float sure = 1e-6F, fading = first_round ? 0 : 0.3F;
    if (!has_open_cell(b, line) || !prepare(b, line) || !go_right(b, line, from))
        return;
    float *behind = layers[0], *before = layers[1];
    behind[1] = 1;
    behind[2] = b->open_end && b->slack > 0;
    for (int i = b->n - 1; i >= 0; i--) {
        int cell = pm_lines_cell(b->board, line, i);
        float painted, empty, part_painted, part_empty;
        weigh(b, cell, from, &painted, &empty);
        join(b, i, behind, before, painted, empty, &part_painted, &part_empty);
        if (!scale(before + 1, b->width) || part_painted + part_empty <= 0)
            return;
        float news = part_painted / (part_painted + part_empty);
        assert(0 <= news && news <= 1);
        news = news < sure ? sure : news > 1 - sure ? 1 - sure : news;
        to[cell] = fading * to[cell] + (1 - fading) * news;
        float *done = behind;
        behind = before;
        before = done;
    }
}

/* Both lines of a cell together. */
static void conclude(const struct believer *b, size_t cells, float *painted)
{
    for (size_t cell = 0; cell < cells; cell++) {
        float yes = b->told[0][cell] * b->told[1][cell];
        float no = (1 - b->told[0][cell]) * (1 - b->told[1][cell]);
        int given = b->board->given[cell];
        painted[cell] = given >= 0 ? (float)given : yes / (yes + no);
    }
}

bool pm_lines_belief(const struct pm_lines *board, int rounds, bool fresh, float *told,
                     float *painted)
{
    size_t cells = (size_t)board->rows * (size_t)board->columns;
    size_t side = (size_t)(board->rows > board->columns ? board->rows : board->columns);
    struct believer *b = malloc(sizeof *b);
    float *layers = malloc(side * (side + 2 + LANES) * sizeof *layers);
    bool done = b && layers;
    if (done) {
        *b = (struct believer){.board = board, .layers = layers};
        b->told[0] = told;
        b->told[1] = told + cells;
        for (size_t cell = 0; fresh && cell < 2 * cells; cell++)
            told[cell] = 0.5F;
        for (int round = 0; round < rounds; round++)
            for (int line = 0; line < board->rows + board->columns; line++)
                tell(b, line, fresh && round == 0);
        conclude(b, cells, painted);
    }
    free(b);
    free(layers);
    return done;
}
