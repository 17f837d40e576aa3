/* Inventing sudokus: a random full board, then as few givens (or as large cages) as the
 * difficulty asks for, with exactly one answer at every step.
 *
 * Without cages a search judges each step.  How many guesses the search for houses takes to
 * prove uniqueness is the measure of difficulty.  Easy and medium boards need none (each step
 * is a cell with one candidate or a digit with one place); easy ones keep more givens.  Hard
 * boards need guesses, or the techniques that replace them; of a few boards the hardest is
 * taken, or, if a level is wanted, one that suits it.  Most boards of the level hard are dug as far as a
 * few reasons together do (logic.c), so that they need not be explained.  Killers begin without
 * givens; cages are split until the answer is the only one.  Everything is bounded by steps, so
 * that a seed gives the same puzzle everywhere. */
#include "puzzles/sudoku/sudoku.h"

#include <assert.h>
#include <string.h>

const char pm_sudoku_options[] =
    "diagonals=yes|no  both diagonals hold each digit once\n"
    "jigsaw=yes|no  regions of any shape instead of boxes\n"
    "killer=yes|no  cages with sums instead of givens\n"
    "parity=yes|no  some cells are marked as odd or even\n"
    "symmetry=yes|no  the givens look the same upside down (default yes)\n";

struct plan {
    int size;
    bool diagonals, jigsaw, killer, parity, symmetry;
    pulma_difficulty difficulty;
    bool by_logic; /* givens go while few reasons together do, which are rated at once */
    const struct pm_wish *wish;
    struct pm_rng *rng;
};

static pulma_status read_wish(const struct pm_wish *wish, struct pm_rng *rng,
                              struct plan *plan, pulma_error *err)
{
    int size = wish->rows ? wish->rows : wish->columns ? wish->columns : 9, rows, columns;
    *plan = (struct plan){.size = size,
                          .symmetry = true,
                          .difficulty = wish->difficulty,
                          .wish = wish,
                          .rng = rng};
    pulma_status status = pm_wish_bool(wish, "diagonals", &plan->diagonals, err);
    if (!status)
        status = pm_wish_bool(wish, "jigsaw", &plan->jigsaw, err);
    if (!status)
        status = pm_wish_bool(wish, "killer", &plan->killer, err);
    if (!status)
        status = pm_wish_bool(wish, "parity", &plan->parity, err);
    if (!status)
        status = pm_wish_bool(wish, "symmetry", &plan->symmetry, err);
    if (status)
        return status;
    if (size < 4 || size > PM_SUDOKU_MAX || (wish->columns && wish->columns != size))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a square board from 4x4 to %dx%d", PM_SUDOKU_MAX,
                       PM_SUDOKU_MAX);
    if (plan->killer && size > 12)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected at most 12x12 for a killer");
    if (!plan->jigsaw && !pm_sudoku_usual_boxes(size, &rows, &columns))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "a board of %d x %d has no usual boxes: expected jigsaw=yes", size,
                       size);
    return PULMA_OK;
}

static bool wants_stop(void *context)
{
    const struct pm_wish *wish = context;
    return wish->stop(wish);
}

/* ---- Regions ----------------------------------------------------------------------- */

static int neighbours(int n, int cell, int next[4])
{
    int count = 0;
    if (cell >= n)
        next[count++] = cell - n;
    if (cell % n > 0)
        next[count++] = cell - 1;
    if (cell % n < n - 1)
        next[count++] = cell + 1;
    if (cell < n * (n - 1))
        next[count++] = cell + n;
    return count;
}

/* Whether the region of `start` hangs together and has all its cells. */
static bool hangs_together(const struct pm_sudoku *s, int start)
{
    int queue[PM_SUDOKU_CELLS], from = 0, to = 0, next[4];
    bool seen[PM_SUDOKU_CELLS] = {false};
    queue[to++] = start;
    seen[start] = true;
    while (from < to) {
        int cell = queue[from++], count = neighbours(s->size, cell, next);
        for (int k = 0; k < count; k++)
            if (!seen[next[k]] && s->region[next[k]] == s->region[start]) {
                seen[next[k]] = true;
                queue[to++] = next[k];
            }
    }
    return to == s->size;
}

static bool touches(const struct pm_sudoku *s, int cell, int region)
{
    int next[4], count = neighbours(s->size, cell, next);
    for (int k = 0; k < count; k++)
        if (s->region[next[k]] == region)
            return true;
    return false;
}

/* Two cells of neighbouring regions change sides, if both regions still hang together. */
static void exchange(struct pm_sudoku *s, struct pm_rng *rng)
{
    int n = s->size * s->size, a = pm_rng_below(rng, n), b = pm_rng_below(rng, n);
    int mine = s->region[a], other = s->region[b];
    if (mine == other || !touches(s, a, other) || !touches(s, b, mine))
        return;
    s->region[a] = other;
    s->region[b] = mine;
    if (hangs_together(s, a) && hangs_together(s, b))
        return;
    s->region[a] = mine;
    s->region[b] = other;
}

/* Regions of any shape: boxes whose cells change sides many times. */
static void shake_regions(struct pm_sudoku *s, struct pm_rng *rng, int times)
{
    int rows, columns;
    pm_sudoku_usual_boxes(s->size, &rows, &columns);
    pm_sudoku_set_boxes(s, rows, columns);
    s->box_rows = s->box_columns = 0;
    for (int i = 0; i < times; i++)
        exchange(s, rng);
}

/* ---- Boards ------------------------------------------------------------------------ */

struct collected {
    int count, limit, cells;
    int *first; /* may be NULL */
};

static bool collect(struct pm_search *search, const int *answer)
{
    struct collected *c = search->context;
    if (c->count++ == 0 && c->first)
        memcpy(c->first, answer, (size_t)c->cells * sizeof *answer);
    return c->count < c->limit;
}

/* A random answer of the board as it is; false if none was found soon. */
static bool fill(const struct plan *plan, const struct pm_sudoku *s, int *answer)
{
    struct pm_limits limits = {.stop = wants_stop,
                               .context = (void *)(uintptr_t)plan->wish};
    struct collected c = {0, 1, s->size * s->size, answer};
    struct pm_effort effort = {0};
    struct pm_search search = {.limits = &limits,
                               .effort = &effort,
                               .rng = plan->rng,
                               .patience = 4 * s->size * s->size,
                               .found = collect,
                               .context = &c};
    return pm_sudoku_search(s, &search) == PULMA_OK && c.count == 1;
}

/* How many guesses this search takes to prove that the answer is the only one; -1: it is not,
 * or that takes too long. */
static int64_t guesses(const struct plan *plan, const struct pm_sudoku *s,
                       pulma_status (*method)(const struct pm_sudoku *, struct pm_search *))
{
    struct pm_limits limits = {.stop = wants_stop,
                               .context = (void *)(uintptr_t)plan->wish};
    struct collected c = {0, 2, s->size * s->size, NULL};
    bool easy = plan->difficulty != PULMA_HARD;
    struct pm_effort effort = {0};
    struct pm_search search = {.limits = &limits,
                               .effort = &effort,
                               .patience = easy            ? 1
                                           : s->size <= 9  ? 2000
                                           : s->size <= 16 ? 60
                                                           : 6,
                               .found = collect,
                               .context = &c};
    pulma_status status = method(s, &search);
    if (status || c.count != 1 || (easy && effort.nodes > 0))
        return -1;
    return effort.nodes;
}

/* Whether the answer is the only one, and the board not too hard.  Only where that has to be
 * easy it matters how it is found. */
static bool is_fit(const struct plan *plan, const struct pm_sudoku *s)
{
    bool easy = plan->difficulty != PULMA_HARD;
    double rating;
    if (plan->by_logic)
        return pm_sudoku_rate_soon(s, &rating);
    return guesses(plan, s, easy ? pm_sudoku_search_houses : pm_sudoku_search) >= 0;
}

/* How many of a hundred cells are to stay given at least.  Larger boards need more givens for the
 * same steps: with as few as possible nobody could solve them, so hard ones get some between. */
static int percent_given(const struct plan *plan, int size)
{
    if (plan->difficulty == PULMA_EASY)
        return size <= 9 ? 47 : size <= 16 ? 58 : 60;
    if (plan->difficulty != PULMA_HARD || plan->by_logic || size <= 9)
        return size <= 16 ? 0 : 40;
    bool expert = plan->wish->rated && plan->wish->level == PULMA_LEVEL_EXPERT;
    return (size <= 16 ? 42 : 50) + pm_rng_below(plan->rng, 7) - (expert ? 5 : 0);
}

/* Takes givens away as long as the answer stays the only one. */
static void dig(const struct plan *plan, struct pm_sudoku *s, const int *answer)
{
    int cells = s->size * s->size, order[PM_SUDOKU_CELLS], left = cells;
    int target = cells * percent_given(plan, s->size) / 100;
    if (plan->parity)
        target = target * 2 / 3; /* the marks tell something too */
    for (int i = 0; i < cells; i++) {
        order[i] = i;
        s->given[i] = answer[i];
    }
    pm_rng_shuffle(plan->rng, order, cells);
    for (int i = 0; i < cells && left > target && !plan->wish->stop(plan->wish); i++) {
        int a = order[i], b = plan->symmetry ? cells - 1 - a : a;
        if (s->given[a] == 0 || (b != a && b < a && plan->symmetry))
            continue;
        s->given[a] = s->given[b] = 0;
        if (!is_fit(plan, s)) {
            s->given[a] = answer[a];
            s->given[b] = answer[b];
        } else {
            left -= a == b ? 1 : 2;
        }
    }
}

/* Marks some cells as what their digit is. */
static void mark(const struct plan *plan, struct pm_sudoku *s, const int *answer)
{
    int percent = plan->difficulty == PULMA_EASY   ? 70
                  : plan->difficulty == PULMA_HARD ? 35
                                                   : 50;
    for (int i = 0; i < s->size * s->size; i++)
        if (pm_rng_below(plan->rng, 100) < percent)
            s->parity[i] = answer[i] % 2 ? PM_ODD : PM_EVEN;
}

/* ---- Cages ------------------------------------------------------------------------- */

/* Whether the cage holds the digit already. */
static bool cage_has(const struct pm_sudoku *s, const int *answer, int cage, int digit)
{
    for (int i = 0; i < s->size * s->size; i++)
        if (s->cage[i] == cage && answer[i] == digit)
            return true;
    return false;
}

static int unused_label(const struct pm_sudoku *s)
{
    bool used[PM_SUDOKU_CELLS] = {false};
    int label = 0;
    for (int i = 0; i < s->size * s->size; i++)
        if (s->cage[i] >= 0)
            used[s->cage[i]] = true;
    while (used[label])
        label++;
    return label;
}

/* Lets a cage grow from a free cell up to `wanted` cells, without a digit twice. */
static void grow(const struct plan *plan, const struct pm_sudoku *s, const int *answer,
                 int start, int wanted)
{
    int members[PM_SUDOKU_MAX], n = 0, label = unused_label(s);
    members[n++] = start;
    s->cage[start] = label;
    for (int tries = 0; n < wanted && tries < 20; tries++) {
        int next[4], count = neighbours(s->size, members[pm_rng_below(plan->rng, n)], next);
        int cell = next[pm_rng_below(plan->rng, count)];
        if (s->cage[cell] >= 0 || cage_has(s, answer, label, answer[cell]))
            continue;
        s->cage[cell] = label;
        members[n++] = cell;
    }
}

/* Lets a cell that is left alone join a neighbour's cage, if that does not hold its digit. */
static void join(const struct pm_sudoku *s, const int *answer, int cell)
{
    int next[4], count = neighbours(s->size, cell, next);
    for (int k = 0; k < count; k++)
        if (s->cage[next[k]] == s->cage[cell])
            return;
    for (int k = 0; k < count; k++)
        if (!cage_has(s, answer, s->cage[next[k]], answer[cell])) {
            s->cage[cell] = s->cage[next[k]];
            return;
        }
}

/* Cages of 2 to `largest` cells over all free cells, and the sums of all. */
static void cover(const struct plan *plan, const struct pm_sudoku *s, const int *answer,
                  int largest)
{
    int cells = s->size * s->size, order[PM_SUDOKU_CELLS];
    for (int i = 0; i < cells; i++)
        order[i] = i;
    pm_rng_shuffle(plan->rng, order, cells);
    for (int i = 0; i < cells; i++)
        if (s->cage[order[i]] < 0)
            grow(plan, s, answer, order[i], 2 + pm_rng_below(plan->rng, largest - 1));
    for (int i = 0; i < cells; i++)
        join(s, answer, order[i]);
    memset(s->sum, 0, (size_t)cells * sizeof *s->sum);
    for (int i = 0; i < cells; i++)
        s->sum[s->cage[i]] += answer[i];
}

/* Dissolves the cage of a cell and those beside the cell. */
static void dissolve(const struct pm_sudoku *s, int cell)
{
    int next[4], count = neighbours(s->size, cell, next);
    for (int k = -1; k < count; k++) {
        int cage = s->cage[k < 0 ? cell : next[k]];
        for (int i = 0; i < s->size * s->size && cage >= 0; i++)
            if (s->cage[i] == cage)
                s->cage[i] = -1;
    }
}

/* A cell where the other answer differs, or any cell if that is not known. */
static int doubtful_cell(const struct plan *plan, const int *answer, const int *other)
{
    int cells = plan->size * plan->size, differing[PM_SUDOKU_CELLS], n = 0;
    for (int i = 0; i < cells; i++)
        if (answer[i] != other[i])
            differing[n++] = i;
    return n ? differing[pm_rng_below(plan->rng, n)] : pm_rng_below(plan->rng, cells);
}

/* Cages over the whole board, drawn anew around doubtful cells until the answer is the only
 * one.  They get smaller with the time; cells that still are in doubt at the end are given. */
static pulma_status cage(const struct plan *plan, struct pm_sudoku *s, const int *answer,
                         pulma_error *err)
{
    enum { REDRAWINGS = 80 };
    int cells = s->size * s->size, other[PM_SUDOKU_CELLS];
    int largest = plan->difficulty == PULMA_EASY   ? 3
                  : plan->difficulty == PULMA_HARD ? 6
                                                   : 4;
    if (s->size > 9) /* the proof of uniqueness gets hard otherwise */
        largest = plan->difficulty == PULMA_HARD ? 4 : 3;
    if (largest > s->size)
        largest = s->size;
    cover(plan, s, answer, largest);
    for (int step = 0; step < REDRAWINGS + cells; step++) {
        if (plan->wish->stop(plan->wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        pulma_status status = pm_sudoku_finish(s, NULL, err);
        if (status)
            return status;
        int count = plan->wish->answers(plan->wish, s, 2, other);
        if (count == 1)
            return PULMA_OK;
        if (count < 0)
            memcpy(other, answer, (size_t)cells * sizeof *other);
        int cell = doubtful_cell(plan, answer, other), now = largest - step / 20;
        if (step >= REDRAWINGS)
            s->given[cell] = answer[cell];
        dissolve(s, cell);
        cover(plan, s, answer, now > 3 ? now : 3);
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "no killer of this kind was found");
}

/* ---- All of it --------------------------------------------------------------------- */

/* An empty board with its regions, and a full answer to it. */
static pulma_status begin(const struct plan *plan, struct pm_arena *arena,
                          struct pm_sudoku **board, int *answer, pulma_error *err)
{
    struct pm_sudoku *s = pm_sudoku_new(arena, plan->size);
    if (!s)
        return pm_fail_memory(err);
    *board = s;
    s->diagonals = plan->diagonals;
    int rows, columns;
    if (!plan->jigsaw && pm_sudoku_usual_boxes(plan->size, &rows, &columns))
        pm_sudoku_set_boxes(s, rows, columns);
    for (int tries = 0; tries < 200; tries++) {
        if (plan->wish->stop(plan->wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        if (plan->jigsaw) /* large boards want tamer regions to be filled */
            shake_regions(s, plan->rng, 60 * plan->size * plan->size / (1 + tries / 4));
        if (fill(plan, s, answer))
            return pm_sudoku_finish(s, NULL, err);
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "no board of this kind was found");
}

/* How welcome a hard board is: the more guesses it takes, the better.  For a level so many are few
 * enough for a hard one, but not none at all, and so many are right for experts: with fewer, most boards
 * are of the level below, and with more nobody could follow their steps. */
enum { FEW_GUESSES = 2, EXPERT_GUESSES = 3, MOST_GUESSES = 9 };
#define WELCOME (INT64_MAX - FEW_GUESSES)

static int64_t worth_of(const struct pm_wish *wish, int64_t guesses)
{
    if (!wish->rated || guesses == 0)
        return guesses;
    if (wish->level == PULMA_LEVEL_HARD)
        return INT64_MAX - guesses;
    if (wish->level != PULMA_LEVEL_EXPERT || guesses < EXPERT_GUESSES)
        return guesses;
    return guesses <= MOST_GUESSES ? WELCOME : WELCOME - guesses / 2;
}

/* Whether the level hard is aimed at by reasons that can be rated at once.  Now and then it is not, as
 * these leave out the harder half of the level. */
static bool wants_logic(const struct plan *plan)
{
    enum { OTHERS = 16, SMALLEST = 8 }; /* smaller boards seldom need so much */
    return plan->wish->rated && plan->wish->level == PULMA_LEVEL_HARD &&
           plan->size >= SMALLEST && pm_rng_below(plan->rng, OTHERS) > 0;
}

/* A board with one answer, and how welcome it is. */
static pulma_status make(const struct plan *plan, struct pm_arena *arena,
                         struct pm_sudoku **board, int64_t *worth, pulma_error *err)
{
    int answer[PM_SUDOKU_CELLS];
    double rating;
    pulma_status status = begin(plan, arena, board, answer, err);
    if (status)
        return status;
    if (plan->parity)
        mark(plan, *board, answer);
    if (plan->killer)
        status = cage(plan, *board, answer, err);
    else
        dig(plan, *board, answer);
    if (status)
        return status;
    if (plan->wish->stop(plan->wish))
        return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
    if (plan->by_logic) {
        *worth = pm_sudoku_rate_soon(*board, &rating) && rating >= 2 ? WELCOME : -1;
        return PULMA_OK;
    }
    int64_t effort = plan->killer ? 0 : guesses(plan, *board, pm_sudoku_search_houses);
    if (plan->wish->rated && plan->wish->level == PULMA_LEVEL_EXPERT && effort > 0 &&
        pm_sudoku_rate_soon(*board, &rating))
        effort = 0; /* too easy, whatever guesses say */
    if (effort < 0) /* too hard for that search, but dig() knows that it is fit */
        effort = INT64_MAX;
    *worth = worth_of(plan->wish, effort);
    return PULMA_OK;
}

/* Boards that are made otherwise if logic gave none that is hard enough. */
enum { OTHERWISE = 2 };

pulma_status pm_sudoku_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct plan plan;
    pulma_status status = read_wish(wish, rng, &plan, err);
    if (status)
        return status;
    bool hard = plan.difficulty == PULMA_HARD && !plan.killer && plan.size <= 16;
    const bool logic = hard && wants_logic(&plan);
    int64_t most = -1, worth = -1;
    int boards = !hard ? 1 : plan.size <= 9 ? 8 : 3, answer[PM_SUDOKU_CELLS];
    for (int i = 0; i < boards; i++) {
        struct pm_sudoku *s = NULL;
        plan.by_logic = logic && i + OTHERWISE < boards;
        if ((status = make(&plan, arena, &s, &worth, err)))
            return status;
        if (worth > most) {
            most = worth;
            *puzzle = s;
        }
        if (worth >= WELCOME)
            break;
    }
    return most < 0 || wish->answers(wish, *puzzle, 2, answer) != 1
               ? pm_fail(err, PULMA_LIMIT, NULL, "no puzzle with one answer was found")
               : PULMA_OK;
}
