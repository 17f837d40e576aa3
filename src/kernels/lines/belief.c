/* Belief propagation on the lines of a black and white board.
 *
 * Among all ways to place the blocks of a line, each weighed by what the crossing lines believe
 * of its cells, in some part a cell is painted; this part, without what the crossing line itself
 * believes, is what the line tells that one.  Told back and forth often enough, the beliefs
 * come close to the true shares of answers in which a cell is painted, though nothing
 * guarantees it.  Random boards, which mostly have many answers, are found with a tenth of the
 * guesses when guessing follows the beliefs.
 *
 * A block has slack + 1 places, the same number for all blocks of a line: at place 0 all blocks
 * up to it are as far left as can be, and a place can follow a place of the block before only
 * if it is not less.  So the weights of all that lies on one side of a block are a row of
 * slack + 1 numbers, made from the row of its neighbour by one multiplication and one addition
 * each: a line costs its blocks times its slack, however long it is.  A block of unknown length
 * begins at one place and ends at the same or a later one; its row is made like that of a gap.
 *
 * Lines tell odds, which may be far from evens (a probability would lose that in rounding): where
 * lines talk for long, how sure they are decides which of them gives way.  The weight of a cell is
 * at least 1/2 for what is likelier of it, so doubles do not become too small, except where the
 * line hardly has a way at all: then it tells nothing. */
#include "kernels/lines/belief.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = PM_LINES_LEARN_SIDE, POWERS = 7, MAX_BLOCKS = (MAX_SIDE + 1) / 2 };
enum { GIVEN = -1 }; /* instead of odds: nobody has to tell this cell */

/* A line tells again when what it was told has changed by so much, all cells together. */
static const float worth = 0.1F;
/* A smaller share of all ways is lost in rounding. */
static const double lost = 1e-16;

/* The rows of a block, by place; of unknown length: by the place where it begins or ends. */
struct rows {
    double before[MAX_SIDE + 1]; /* the ways to the left, from which it may begin here */
    double from[MAX_SIDE + 1];   /* those of the block that begins here and to the right */
    double until[MAX_SIDE + 1];  /* the ways to the left and of the block that ends here */
    double behind[MAX_SIDE + 1]; /* the ways to the right, if it ends here */
    /* Where rows end: `until` is 0 before the one, `from` behind the other. */
    int low, high;
};

struct pm_believer {
    const struct pm_lines *board;
    double sure; /* the greatest odds that a line tells */
    bool fresh;  /* nobody has told anything */
    float *told
        [2]; /* to each cell by its row and by its column: the odds that it is painted */
    float news[2 * MAX_SIDE]; /* how much has been told to each line since it last told */
    /* Of the line at hand: */
    int n, count, slack;
    const struct pm_lines_block *blocks;
    int first[MAX_BLOCKS];                     /* cell of each block at place 0 */
    double painted[MAX_SIDE], empty[MAX_SIDE]; /* weights of the cells */
    double runs[POWERS][MAX_SIDE];             /* of 2^j painted cells from here on */
    struct rows rows[MAX_BLOCKS];
    double share[MAX_SIDE + 1]; /* of the ways, where the cell is painted */
};

/* Where the blocks are at place 0; false: the clue does not fit. */
static bool prepare(struct pm_believer *b, int line)
{
    const struct pm_lines *board = b->board;
    int at = 0;
    b->n = pm_lines_length(board, line);
    b->blocks = board->blocks + board->first[line];
    b->count = board->first[line + 1] - board->first[line];
    if (b->count > MAX_BLOCKS)
        return false;
    for (int k = 0; k < b->count; k++) {
        b->first[k] = at;
        at += 1 + (b->blocks[k].length ? b->blocks[k].length : 1);
    }
    b->slack = b->n - at + (b->count > 0);
    return b->slack >= 0;
}

/* The weights of the cells, by what their crossing lines tell. */
static void weigh(struct pm_believer *b, int line, const float *told)
{
    for (int i = 0; i < b->n; i++) {
        const int cell = pm_lines_cell(b->board, line, i), given = b->board->given[cell];
        const double odds = (double)told[cell];
        b->empty[i] = given < 0 ? 1 / (1 + odds) : 1 - given;
        b->painted[i] = given < 0 ? odds * b->empty[i] : given;
    }
}

/* The weights of painted cells in succession. */
static void weigh_runs(struct pm_believer *b)
{
    int longest = 1;
    for (int k = 0; k < b->count; k++)
        longest = b->blocks[k].length > longest ? b->blocks[k].length : longest;
    memcpy(b->runs[0], b->painted, (size_t)b->n * sizeof(double));
    for (int j = 1; 1 << j <= longest; j++)
        for (int i = 0, half = 1 << (j - 1); i + 2 * half <= b->n; i++)
            b->runs[j][i] = b->runs[j - 1][i] * b->runs[j - 1][i + half];
}

/* to[place] = of[place] times the weight of block k, of known length, at this place. */
static void times_block(const struct pm_believer *b, int k, int low, int high,
                        const double *restrict of, double *restrict to)
{
    int at = b->first[k], j = 0;
    memcpy(to + low, of + low, (size_t)(high + 1 - low) * sizeof *to);
    for (int length = b->blocks[k].length; length; length >>= 1, j++)
        if (length & 1) {
            const double *run = b->runs[j] + at;
            for (int place = low; place <= high; place++)
                to[place] *= run[place];
            at += 1 << j;
        }
}

/* The row behind, or before, a stretch of cells that begins at any place of `of`; weight[place]
 * is that of its last one. */
static void stretch_right(int low, int high, const double *weight,
                          const double *restrict of, double *restrict to)
{
    double sum = 0;
    for (int place = low; place <= high; place++)
        to[place] = sum = weight[place] * (of[place] + sum);
}

static void stretch_left(int low, int high, const double *weight, const double *restrict of,
                         double *restrict to)
{
    double sum = 0;
    for (int place = high; place >= low; place--)
        to[place] = sum = weight[place] * (of[place] + sum);
}

/* False: there is no way. */
static bool go_right(struct pm_believer *b)
{
    struct rows *r = b->rows;
    int low = 0;
    r->before[0] = 1;
    for (int place = 0; place < b->slack; place++)
        r->before[place + 1] = r->before[place] * b->empty[place];
    for (int k = 0; k < b->count; k++, r++) {
        const double *painted = b->painted + b->first[k];
        if (k > 0)
            stretch_right(low, b->slack, b->empty + b->first[k] - 1, r[-1].until,
                          r->before);
        if (b->blocks[k].length)
            times_block(b, k, low, b->slack, r->before, r->until);
        else
            stretch_right(low, b->slack, painted, r->before, r->until);
        while (low <= b->slack && r->until[low] <= 0)
            low++;
        r->low = low;
    }
    return low <= b->slack;
}

/* After go_right(); where no way leads from the left, `from` is 0. */
static bool go_left(struct pm_believer *b)
{
    struct rows *r = b->rows + b->count - 1;
    int high = b->slack;
    r->behind[high] = 1;
    for (int place = high; place > r->low; place--)
        r->behind[place - 1] = r->behind[place] * b->empty[b->n - 1 - high + place];
    for (int k = b->count - 1; k >= 0; k--, r--) {
        if (k < b->count - 1)
            stretch_left(r->low, high, b->empty + b->first[k + 1] - 1, r[1].from,
                         r->behind);
        if (b->blocks[k].length)
            times_block(b, k, r->low, high, r->behind, r->from);
        else
            stretch_left(r->low, high, b->painted + b->first[k], r->behind, r->from);
        for (int place = k > 0 ? r[-1].low : r->low; place < r->low; place++)
            r->from[place] = 0;
        while (high >= r->low && r->from[high] <= 0)
            high--;
        r->high = high;
        if (high < r->low)
            return false;
    }
    return true;
}

/* Adds to the share of each cell the ways in which block k covers it.  Of known length: where
 * they begin and end, to be summed up later. */
static void share_known(struct pm_believer *b, int k, double *change)
{
    const struct rows *r = &b->rows[k];
    double *begin = change + b->first[k], *end = begin + b->blocks[k].length;
    for (int place = r->low; place <= r->high; place++) {
        double ways = r->before[place] * r->from[place];
        begin[place] += ways;
        end[place] -= ways;
    }
}

static void share_unknown(struct pm_believer *b, int k)
{
    const struct rows *r = &b->rows[k];
    for (int place = r->low; place <= r->high; place++) {
        double left = r->before[place] + (place > r->low ? r->until[place - 1] : 0);
        b->share[b->first[k] + place] += left * r->from[place];
    }
}

/* The ways in which each cell is painted; returns the weight of all ways. */
static double share_out(struct pm_believer *b)
{
    double change[MAX_SIDE + 1], all = 0, sum = 0;
    memset(change, 0, (size_t)(b->n + 1) * sizeof *change);
    memset(b->share, 0, (size_t)b->n * sizeof *b->share);
    for (int k = 0; k < b->count; k++) {
        if (b->blocks[k].length)
            share_known(b, k, change);
        else
            share_unknown(b, k);
    }
    for (int i = 0; i < b->n; i++)
        b->share[i] += sum += change[i];
    if (b->count == 0)
        return 1;
    for (int place = b->rows->low; place <= b->rows->high; place++)
        all += b->rows->before[place] * b->rows->from[place];
    return all;
}

/* The odds that the cell is painted, if it did not weigh anything itself.  Nobody is ever quite
 * sure. */
static double news_of(const struct pm_believer *b, int i, double all)
{
    const double share = b->share[i] < 0 ? 0 : b->share[i] > all ? all : b->share[i];
    const double painted = (share + lost * all) * b->empty[i];
    const double empty = (all - share + lost * all) * b->painted[i];
    if (painted > b->sure * empty)
        return b->sure;
    return empty > b->sure * painted ? 1 / b->sure : painted / empty;
}

/* What a line tells a cell of it.  Old news fades slowly, so that beliefs do not swing: the
 * geometric mean, in which it counts a third of what is new. */
static void tell_cell(struct pm_believer *b, int line, int i, double news)
{
    const bool down = line >= b->board->rows;
    float *to = &b->told[down][pm_lines_cell(b->board, line, i)];
    const double before = (double)*to;
    const double after = sqrt(news * sqrt(news * before));
    const double change = (after - before) / ((1 + before) * (1 + after)); /* as a share */
    *to = (float)after;
    b->news[down ? i : b->board->rows + i] += (float)fabs(change);
}

/* What a line tells its crossing lines. */
static void tell(struct pm_believer *b, int line)
{
    b->news[line] = 0;
    if (!prepare(b, line))
        return;
    weigh(b, line, b->told[line < b->board->rows]);
    weigh_runs(b);
    if (b->count > 0 && (!go_right(b) || !go_left(b)))
        return;
    const double all = share_out(b);
    for (int i = 0; all > 0 && i < b->n; i++)
        if (b->board->given[pm_lines_cell(b->board, line, i)] < 0)
            tell_cell(b, line, i, news_of(b, i, all));
}

struct pm_believer *pm_believer_new(const struct pm_lines *board, double sure)
{
    const size_t cells = (size_t)board->rows * (size_t)board->columns;
    struct pm_believer *b = malloc(sizeof *b);
    float *told = malloc((2 * cells + 1) * sizeof *told);
    if (!b || !told) {
        free(b);
        free(told);
        return NULL;
    }
    b->board = board;
    b->sure = sure;
    b->told[0] = told;
    b->told[1] = told + cells;
    pm_believer_begin(b);
    return b;
}

void pm_believer_free(struct pm_believer *b)
{
    if (b)
        free(b->told[0]);
    free(b);
}

static void wake(struct pm_believer *b, int cell)
{
    b->news[cell / b->board->columns] = 1;
    b->news[b->board->rows + cell % b->board->columns] = 1;
}

void pm_believer_begin(struct pm_believer *b)
{
    for (int cell = 0; cell < b->board->rows * b->board->columns; cell++)
        pm_believer_tell(b, cell, 1, 1);
}

void pm_believer_tell(struct pm_believer *b, int cell, float across, float down)
{
    const bool given = b->board->given[cell] >= 0;
    b->told[0][cell] = given ? GIVEN : across;
    b->told[1][cell] = given ? GIVEN : down;
    wake(b, cell);
}

/* Lines in which further cells are given have news. */
static void notice_given(struct pm_believer *b)
{
    for (int cell = 0; cell < b->board->rows * b->board->columns; cell++)
        if (b->board->given[cell] >= 0 && b->told[0][cell] >= 0)
            pm_believer_tell(b, cell, GIVEN, GIVEN);
}

bool pm_believer_talk(struct pm_believer *b, int rounds)
{
    bool spoke = true;
    notice_given(b);
    for (int round = 0; spoke && round < rounds; round++) {
        spoke = false;
        for (int line = 0; line < b->board->rows + b->board->columns; line++)
            if (b->news[line] > worth) {
                tell(b, line);
                spoke = true;
            }
    }
    return spoke;
}

void pm_believer_conclude(const struct pm_believer *b, float *painted)
{
    for (int cell = 0; cell < b->board->rows * b->board->columns; cell++) {
        const float odds = b->told[0][cell] * b->told[1][cell];
        const int given = b->board->given[cell];
        painted[cell] = given >= 0 ? (float)given : odds / (1 + odds);
    }
}

float *pm_believer_told(struct pm_believer *b)
{
    return b->told[0];
}
