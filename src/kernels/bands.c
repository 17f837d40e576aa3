/* Sudoku by vectors: depth-first search in which both sides of a guess are worked out together.
 *
 * The board lies in nine vectors (bands_lanes.h), on which every rule is a handful of
 * instructions for all boxes and digits at once (bands_settle.h).  There are no queues and no
 * cases: the rules run over the whole board until nothing changes, four to eight times.  A
 * guess puts the digit's board and the board without it side by side; both are settled in one
 * go, those without a contradiction go on the stack.
 *
 * Invariants: boards on the stack are settled.  A board goes on the stack below its sibling
 * only if that one has a further cell fixed, so the stack never holds more than one board a
 * cell.  What is tried, and in which order, depends on the board alone, not on the path. */
#include "kernels/bands.h"

#include <assert.h>
#include <string.h>

#include "kernels/bands_lanes.h"

enum { MAX_STACK = 83, SOLVED = 0xFFFF };

struct search {
    const struct pm_bands_moves *moves;
    struct pm_houses_task *task;
    bool diagonals;
    int64_t since; /* guesses since the last answer */
    int height;
    union pm_bands_pair pair;
    union pm_bands_board stack[MAX_STACK];
};

/* Where a cell lies: its vector, and its lane in it. */
#define CELL_VECTOR(row, column) ((row) % 3 * 3 + (column) % 3)
#define CELL_LANE(row, column)   ((row) / 3 * 4 + (column) / 3)

/* The first board of the pair becomes the puzzle; the second one stays empty. */
static void load(union pm_bands_pair *pair, const uint16_t *allowed)
{
    for (int k = 0; k < 9; k++)
        pair->wide[k] = (pm_lanes){0} + (uint16_t)PM_BANDS_ALL;
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++)
            pair->cell[CELL_VECTOR(row, column)][0][CELL_LANE(row, column)] =
                (uint16_t)(allowed[9 * row + column] >> 1 & PM_BANDS_ALL);
}

static void push(struct search *s, int side)
{
    assert(s->height < MAX_STACK);
    union pm_bands_board *board = &s->stack[s->height++];
    for (int k = 0; k < 9; k++)
        memcpy(board->cell[k], s->pair.cell[k][side], sizeof board->cell[k]);
}

static bool report(struct search *s, const union pm_bands_board *board)
{
    int answer[81];
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            int set = board->cell[CELL_VECTOR(row, column)][CELL_LANE(row, column)];
            answer[9 * row + column] = __builtin_ctz((unsigned)set) + 1;
        }
    s->since = 0;
    return s->task->found(s->task->context, answer);
}

/* Puts both sides of a guess into the pair: the cell's lowest digit, and the others. */
static void divide(struct search *s, const union pm_bands_board *board, unsigned cell)
{
    unsigned vector = cell >> 4, lane = cell & 15, set = board->cell[vector][lane];
    for (int k = 0; k < 9; k++)
        for (int side = 0; side < 2; side++)
            memcpy(s->pair.cell[k][side], board->cell[k], sizeof board->cell[k]);
    s->pair.cell[vector][0][lane] = (uint16_t)(set & (~set + 1));
    s->pair.cell[vector][1][lane] = (uint16_t)(set & (set - 1));
}

static pulma_status count_guess(struct search *s)
{
    struct pm_houses_task *task = s->task;
    task->nodes++;
    s->since++;
    if (task->limits->conflicts > 0 && task->nodes > task->limits->conflicts)
        return PULMA_LIMIT;
    if (task->patience > 0 && s->since > task->patience)
        return PULMA_UNAVAILABLE;
    return task->nodes % 1024 == 0 && pm_stop(task->limits) ? PULMA_LIMIT : PULMA_OK;
}

static pulma_status search(struct search *s)
{
    if (s->moves->settle(&s->pair, s->diagonals) & 1)
        push(s, 0);
    while (s->height > 0) {
        const union pm_bands_board *board = &s->stack[--s->height];
        unsigned cell = s->moves->choose(board);
        if (cell == SOLVED) {
            if (!report(s, board))
                return PULMA_OK;
            continue;
        }
        pulma_status status = count_guess(s);
        if (status)
            return status;
        divide(s, board, cell);
        unsigned sound = s->moves->settle(&s->pair, s->diagonals);
        if (sound & 2)
            push(s, 1);
        if (sound & 1)
            push(s, 0);
    }
    return PULMA_OK;
}

/* ---- Paths ---------------------------------------------------------------------------- */

bool pm_bands_can(enum pm_bands_path path)
{
#ifdef __x86_64__
    if (path == PM_BANDS_AVX512)
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bitalg");
    if (path == PM_BANDS_AVX2)
        return __builtin_cpu_supports("avx2");
#endif
    return path == PM_BANDS_PORTABLE;
}

pulma_status pm_bands_search_by(enum pm_bands_path path, const struct pm_bands *board,
                                struct pm_houses_task *task)
{
    static const struct pm_bands_moves *const moves[] = {
        [PM_BANDS_PORTABLE] = &pm_bands_portable,
        [PM_BANDS_AVX2] = &pm_bands_avx2,
        [PM_BANDS_AVX512] = &pm_bands_avx512};
    assert(!task->rng && pm_bands_can(path));
    struct search s; /* large, and filled as far as it is used */
    s.moves = moves[path];
    s.task = task;
    s.diagonals = board->diagonals;
    s.since = 0;
    s.height = 0;
    load(&s.pair, board->allowed);
    return search(&s);
}

pulma_status pm_bands_search(const struct pm_bands *board, struct pm_houses_task *task)
{
    enum pm_bands_path path = PM_BANDS_PATHS - 1;
    while (!pm_bands_can(path))
        path--;
    return pm_bands_search_by(path, board, task);
}
