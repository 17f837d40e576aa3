/* The pieces of a tiling and all the ways to lay them on the board. */
#include "puzzles/tiling/tiling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Turning ------------------------------------------------------------------------- */

bool pm_tiling_allows(bool turns, bool flips, int way)
{
    return (turns || (way & 3) == 0) && (flips || way < 4);
}

static int by_reading(const void *a, const void *b)
{
    const struct pm_cell *p = a, *q = b;
    return p->row != q->row ? p->row - q->row : p->column - q->column;
}

/* Ways 1 to 3 are quarter turns; 4 to 7 the same after a flip from left to right. */
void pm_tiling_turn(const struct pm_cell *cells, int n, int way, struct pm_cell *turned)
{
    int top = INT32_MAX, left = INT32_MAX;
    for (int i = 0; i < n; i++) {
        struct pm_cell c = cells[i];
        if (way & 4)
            c.column = -c.column;
        for (int k = way & 3; k > 0; k--)
            c = (struct pm_cell){c.column, -c.row};
        top = c.row < top ? c.row : top;
        left = c.column < left ? c.column : left;
        turned[i] = c;
    }
    for (int i = 0; i < n; i++) {
        turned[i].row -= top;
        turned[i].column -= left;
    }
    qsort(turned, (size_t)n, sizeof *turned, by_reading);
}

static bool same_cells(const struct pm_cell *a, const struct pm_cell *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i].row != b[i].row || a[i].column != b[i].column)
            return false;
    return true;
}

bool pm_tiling_same(const struct pm_tiling *t, const struct pm_piece *a,
                    const struct pm_piece *b)
{
    struct pm_cell turned[PM_TILING_PIECE_CELLS];
    for (int way = 0; a->size == b->size && way < 8; way++) {
        if (!pm_tiling_allows(t->turns, t->flips, way))
            continue;
        pm_tiling_turn(a->cells, a->size, way, turned);
        if (same_cells(turned, b->cells, b->size))
            return true;
    }
    return false;
}

/* The different ways to lay a piece, one after another; returns how many. */
static int all_ways(const struct pm_tiling *t, const struct pm_piece *p,
                    struct pm_cell *ways)
{
    int count = 0;
    for (int way = 0; way < 8; way++) {
        struct pm_cell *turned = ways + count * p->size;
        bool is_new = pm_tiling_allows(t->turns, t->flips, way);
        if (is_new)
            pm_tiling_turn(p->cells, p->size, way, turned);
        for (int k = 0; k < count && is_new; k++)
            is_new = !same_cells(ways + k * p->size, turned, p->size);
        count += is_new;
    }
    return count;
}

/* ---- Placements ---------------------------------------------------------------------- */

/* Where placements are collected; without arrays they are only counted. */
struct collection {
    int placements;
    int64_t incidences;
    bool store;
};

static bool fits(const struct pm_tiling *t, const struct pm_cell *cells, int n, int row,
                 int column)
{
    for (int i = 0; i < n; i++) {
        int r = row + cells[i].row, c = column + cells[i].column;
        if (r >= t->rows || c >= t->columns || t->cell_at[r * t->columns + c] < 0)
            return false;
    }
    return true;
}

static void add_placement(struct pm_tiling *t, struct collection *all, int piece,
                          const struct pm_cell *cells, int row, int column)
{
    int n = t->pieces[piece].size;
    if (all->store) {
        t->piece_of[all->placements] = piece;
        for (int i = 0; i < n; i++)
            t->cell[all->incidences + i] =
                t->cell_at[(row + cells[i].row) * t->columns + column + cells[i].column];
        t->first[all->placements + 1] = (int)all->incidences + n;
    }
    all->placements++;
    all->incidences += n;
}

static void collect(struct pm_tiling *t, struct collection *all)
{
    struct pm_cell ways[8 * PM_TILING_PIECE_CELLS];
    for (int piece = 0; piece < t->piece_count; piece++) {
        int size = t->pieces[piece].size, count = all_ways(t, &t->pieces[piece], ways);
        for (int k = 0; k < count; k++)
            for (int spot = 0; spot < t->rows * t->columns; spot++) {
                int row = spot / t->columns, column = spot % t->columns;
                if (all->incidences <= PM_TILING_INCIDENCES &&
                    fits(t, ways + k * size, size, row, column))
                    add_placement(t, all, piece, ways + k * size, row, column);
            }
    }
}

/* The placements by cell, and the values that say them. */
static pulma_status sort_by_cell(struct pm_tiling *t, pulma_error *err)
{
    int n = t->first[t->placement_count];
    for (int k = 0; k < n; k++)
        t->value[k] = t->choice_first[t->cell[k] + 1]++;
    for (int c = 0; c < t->cell_count; c++) {
        if (t->choice_first[c + 1] > PM_TILING_CHOICE)
            return pm_fail(err, PULMA_BAD_TEXT, NULL,
                           "expected at most %d ways to cover a cell, found %d",
                           PM_TILING_CHOICE, t->choice_first[c + 1]);
        t->choice_first[c + 1] += t->choice_first[c];
    }
    for (int p = 0; p < t->placement_count; p++)
        for (int k = t->first[p]; k < t->first[p + 1]; k++)
            t->choice[t->choice_first[t->cell[k]] + t->value[k]] = p;
    return PULMA_OK;
}

pulma_status pm_tiling_complete(struct pm_tiling *t, struct pm_arena *arena,
                                pulma_error *err)
{
    struct collection all = {0};
    collect(t, &all);
    if (all.incidences > PM_TILING_INCIDENCES)
        return pm_fail(err, PULMA_BAD_TEXT, NULL,
                       "there are too many ways to lay the pieces on this board");
    size_t n = (size_t)all.incidences, placements = (size_t)all.placements;
    t->placement_count = all.placements;
    t->piece_of = pm_new(arena, placements, int);
    t->first = pm_new(arena, placements + 1, int);
    t->cell = pm_new(arena, n, int);
    t->value = pm_new(arena, n, int);
    t->choice = pm_new(arena, n, int);
    t->choice_first = pm_new(arena, (size_t)t->cell_count + 1, int);
    if (!t->piece_of || !t->first || !t->cell || !t->value || !t->choice ||
        !t->choice_first)
        return pm_fail_memory(err);
    all = (struct collection){.store = true};
    collect(t, &all);
    return sort_by_cell(t, err);
}

bool pm_tiling_board(struct pm_tiling *t, const bool *hole, struct pm_arena *arena)
{
    size_t n = (size_t)t->rows * (size_t)t->columns;
    t->cell_at = pm_new(arena, n, int);
    t->spot_of = pm_new(arena, n, int);
    if (!t->cell_at || !t->spot_of)
        return false;
    t->cell_count = 0;
    for (int spot = 0; spot < t->rows * t->columns; spot++) {
        t->cell_at[spot] = hole[spot] ? -1 : t->cell_count;
        if (!hole[spot])
            t->spot_of[t->cell_count++] = spot;
    }
    return true;
}

/* ---- Cells ------------------------------------------------------------------------------ */

/* The cell above, right of, below or left of a cell, -1: none. */
int pm_tiling_neighbour(const struct pm_tiling *t, int cell, int side)
{
    static const int step[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
    int row = t->spot_of[cell] / t->columns + step[side][0];
    int column = t->spot_of[cell] % t->columns + step[side][1];
    bool inside = row >= 0 && row < t->rows && column >= 0 && column < t->columns;
    return inside ? t->cell_at[row * t->columns + column] : -1;
}

/* The placement that an answer has over a cell, -1: none. */
int pm_tiling_over(const struct pm_tiling *t, const int *answer, int cell)
{
    bool some = t->choice_first[cell + 1] > t->choice_first[cell];
    return answer[cell] == PULMA_EMPTY || !some
               ? -1
               : t->choice[t->choice_first[cell] + answer[cell]];
}
