/* Belief propagation on the lines of a board in several colours; belief.c says what it is.
 *
 * A way through a line is a way through the places of its clue here too.  Each place but the last
 * has one paint that moves on from it, and at some an empty cell may stay; what a line tells of a cell
 * is a share for each paint.  Paints that a cell cannot have weigh nothing and stay so.  Before cell i
 * only those places are looked at that can be reached and from which the end can be. */
#include "kernels/lines/belief.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = PM_LINES_LEARN_SIDE, ROOM = MAX_SIDE + 3 };

struct believer {
    const struct pm_lines *board;
    const uint32_t *can;
    int paints;        /* with the background */
    int n, end;        /* of the line at hand: its cells, the last place of its clue */
    int paint[ROOM];   /* that moves on from a place; the last one has none, -1 */
    float waits[ROOM]; /* 1: an empty cell stays */
    float layers[MAX_SIDE + 1][ROOM]; /* before each cell, entry place + 1 */
    int from[MAX_SIDE + 1],
        to[MAX_SIDE + 1]; /* places that can be reached; 0 beside them */
    float *told[2];       /* to each cell, for each paint, by its row and by its column */
};

/* The places of a line's clue; false: it does not fit. */
static bool prepare(struct believer *b, int line)
{
    const struct pm_lines *board = b->board;
    int place = 0;
    b->n = pm_lines_length(board, line);
    memset(b->waits, 0, sizeof b->waits);
    for (int k = board->first[line]; k < board->first[line + 1]; k++) {
        const struct pm_lines_block *block = &board->blocks[k];
        bool parted = k > board->first[line] && block[-1].paint == block->paint;
        if (place + parted + block->length > b->n)
            return false;
        if (parted)
            b->paint[place++] = 0;
        b->waits[place] = 1;
        for (int i = 0; i < block->length; i++)
            b->paint[place++] = block->paint;
    }
    b->waits[place] = 1;
    b->paint[place] = -1;
    b->end = place;
    return true;
}

static bool has_open_cell(const struct believer *b, int line)
{
    int n = pm_lines_length(b->board, line);
    for (int i = 0; i < n; i++) {
        uint32_t can = b->can[pm_lines_cell(b->board, line, i)];
        if (can & (can - 1))
            return true;
    }
    return false;
}

static int first_place(const struct believer *b, int i)
{
    int slack = b->n - b->end;
    return i > slack ? i - slack : 0;
}

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

static int max_of(int a, int b)
{
    return a > b ? a : b;
}

/* What the paint that moves on from each place weighs in this cell. */
static void weigh_moves(const struct believer *b, const float *weight, int from, int to,
                        float *moves)
{
    for (int place = from; place <= to; place++)
        moves[place] = b->paint[place] < 0 ? 0 : weight[b->paint[place]];
}

/* So that the weights of a layer do not become too small. */
static bool scale(float *weights, int from, int to)
{
    float sum = 0;
    for (int place = from; place <= to; place++)
        sum += weights[place];
    if (sum <= 0)
        return false;
    const float factor = 1 / sum;
    for (int place = from; place <= to; place++)
        weights[place] *= factor;
    return true;
}

/* The weights of all ways from the left end to each place; false: there is none. */
static bool go_right(struct believer *b, int line, const float *told)
{
    float moves[ROOM];
    b->layers[0][0] = b->layers[0][2] = 0;
    b->layers[0][1] = 1;
    b->from[0] = b->to[0] = 0;
    for (int i = 0; i + 1 < b->n; i++) {
        const float *weight = told + pm_lines_cell(b->board, line, i) * b->paints;
        const float *at = b->layers[i] + 1, empty = weight[0];
        float *restrict next = b->layers[i + 1] + 1;
        int from = max_of(first_place(b, i + 1), b->from[i]);
        int to = min_of(b->end, b->to[i] + 1);
        next[from - 1] = next[to + 1] = 0;
        weigh_moves(b, weight, from ? from - 1 : 0, to, moves + 1);
        moves[0] = 0;
        for (int place = from; place <= to; place++)
            next[place] =
                at[place] * b->waits[place] * empty + at[place - 1] * moves[place];
        while (from <= to && next[from] <= 0)
            from++;
        while (from <= to && next[to] <= 0)
            to--;
        b->from[i + 1] = from;
        b->to[i + 1] = to;
        if (!scale(next, from, to))
            return false;
    }
    return true;
}

/* The parts of the ways in which cell i has each paint.  `behind` has the weights of the ways from
 * behind the cell to the right end; it gets those from the cell itself.  False: there is none. */
static bool join(const struct believer *b, int i, const float *weight, float *behind,
                 float *part)
{
    const float *at = b->layers[i] + 1;
    float moves[ROOM], through[ROOM], stays = 0;
    int from = b->from[i], to = b->to[i];
    weigh_moves(b, weight, from, to, moves);
    for (int place = from; place <= to; place++) {
        through[place] = at[place] * behind[place + 1];
        stays += at[place] * b->waits[place] * behind[place];
    }
    for (int place = from; place <= to; place++) {
        behind[place] =
            b->waits[place] * behind[place] * weight[0] + behind[place + 1] * moves[place];
        if (b->paint[place] >= 0)
            part[b->paint[place]] += through[place];
    }
    part[0] += stays;
    behind[to + 1] = 0;
    return scale(behind, from, to);
}

/* What a line tells its crossing lines.  Nobody is ever quite sure, and after the first round
 * old news fades slowly. */
static void tell(struct believer *b, int line, bool first_round)
{
    const float *from = b->told[line < b->board->rows];
    float *to = b->told[line >= b->board->rows], behind[ROOM] = {0};
    const float sure = 1e-6F, fading = first_round ? 0 : 0.3F;
    if (!has_open_cell(b, line) || !prepare(b, line) || !go_right(b, line, from))
        return;
    behind[b->end] = 1;
    for (int i = b->n - 1; i >= 0; i--) {
        int cell = pm_lines_cell(b->board, line, i);
        const float *weight = from + cell * b->paints;
        float *news = to + cell * b->paints, sum = 0;
        float part[PM_LINES_MAX_PAINTS + 1] = {0};
        if (!join(b, i, weight, behind, part))
            return;
        for (int p = 0; p < b->paints; p++)
            if (b->can[cell] >> p & 1) /* the others' parts are not known */
                sum += part[p];
        for (int p = 0; p < b->paints && sum > 0; p++)
            if (b->can[cell] >> p & 1) {
                float share = part[p] / sum < sure ? sure : part[p] / sum;
                news[p] = fading * news[p] + (1 - fading) * share;
            }
    }
}

/* Both lines of a cell together. */
static void conclude(const struct believer *b, int cells, float *shares)
{
    for (int cell = 0; cell < cells; cell++) {
        float *mine = shares + cell * b->paints, sum = 0;
        for (int p = 0; p < b->paints; p++) {
            int i = cell * b->paints + p;
            sum += mine[p] = b->told[0][i] * b->told[1][i];
        }
        for (int p = 0; p < b->paints && sum > 0; p++)
            mine[p] /= sum;
    }
}

/* Nobody has told anything yet, or (not fresh) no longer tells of paints that are impossible. */
static void start(struct believer *b, int all, bool fresh)
{
    for (int i = 0; i < all; i++)
        if (!(b->can[i / b->paints] >> i % b->paints & 1))
            b->told[0][i] = b->told[1][i] = 0;
        else if (fresh)
            b->told[0][i] = b->told[1][i] = 1;
}

bool pm_lines_belief_colours(const struct pm_lines *board, const uint32_t *can, int rounds,
                             bool fresh, float *told, float *shares)
{
    int cells = board->rows * board->columns, paints = board->paints + 1;
    struct believer *b = malloc(sizeof *b);
    if (!b)
        return false;
    *b = (struct believer){.board = board, .can = can, .paints = paints};
    b->told[0] = told;
    b->told[1] = told + cells * paints;
    start(b, cells * paints, fresh);
    for (int round = 0; round < rounds; round++)
        for (int line = 0; line < board->rows + board->columns; line++)
            tell(b, line, fresh && round == 0);
    conclude(b, cells, shares);
    free(b);
    return true;
}
