/* Tilings by the exact cover kernel: listing, counting, and counting up to symmetry. */
#include "puzzles/tiling.h"

#include <stdlib.h>
#include <string.h>

#include "core/big.h"
#include "kernels/cover.h"

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* ---- Kernel ---------------------------------------------------------------------------- */

/* The board as an exact cover, its cells numbered along the shorter side, which keeps what a
 * piece reaches over short. */
struct covering {
    struct pm_cover cover;
    struct pm_cover_task task;
    const struct pm_tiling *t;
    struct pm_arena arena;
    struct pm_search *search; /* where answers go; NULL: they are looked at only */
    int *answer, *image, *other;
    uint64_t looks;
};

static pulma_status covering_init(struct covering *c, const struct pm_tiling *t,
                                  struct pm_search *search)
{
    size_t n = (size_t)t->first[t->placement_count], cells = (size_t)t->cell_count;
    *c = (struct covering){.t = t, .search = search};
    pm_arena_init(&c->arena, 0);
    int *number = pm_new(&c->arena, cells, int), *item = pm_new(&c->arena, n, int);
    int *least = pm_new(&c->arena, (size_t)t->piece_count, int);
    int *most = pm_new(&c->arena, (size_t)t->piece_count, int);
    int *beside = pm_new(&c->arena, 4 * cells, int);
    c->answer = pm_new(&c->arena, cells, int);
    c->image = pm_new(&c->arena, cells, int);
    c->other = pm_new(&c->arena, cells, int);
    if (!number || !item || !least || !most || !beside || !c->answer || !c->image ||
        !c->other)
        return PULMA_NO_MEMORY;
    bool across = t->columns > t->rows;
    for (int k = 0, count = 0; k < t->rows * t->columns; k++) {
        int spot = across ? k % t->rows * t->columns + k / t->rows : k;
        if (t->cell_at[spot] >= 0)
            number[t->cell_at[spot]] = count++;
    }
    for (size_t k = 0; k < n; k++)
        item[k] = number[t->cell[k]];
    for (int p = 0; p < t->placement_count; p++)
        qsort(item + t->first[p], (size_t)(t->first[p + 1] - t->first[p]), sizeof *item,
              by_number);
    for (int i = 0; i < t->piece_count; i++) {
        least[i] = t->pieces[i].least;
        most[i] =
            t->pieces[i].most == PM_TILING_FREELY ? PM_COVER_FREELY : t->pieces[i].most;
    }
    for (int cell = 0; cell < t->cell_count; cell++)
        for (int side = 0; side < 4; side++) {
            int other = pm_tiling_neighbour(t, cell, side);
            beside[4 * number[cell] + side] = other < 0 ? -1 : number[other];
        }
    c->cover =
        (struct pm_cover){t->cell_count, t->placement_count, t->piece_count, t->first,
                          item,          t->piece_of,        least,          most,
                          beside};
    c->task = (struct pm_cover_task){.limits = search->limits, .context = c};
    return PULMA_OK;
}

static void set_answer(struct covering *c, int n, const int *placements)
{
    const struct pm_tiling *t = c->t;
    for (int i = 0; i < n; i++)
        for (int k = t->first[placements[i]]; k < t->first[placements[i] + 1]; k++)
            c->answer[t->cell[k]] = t->value[k];
}

static bool report(void *context, int n, const int *placements)
{
    struct covering *c = context;
    set_answer(c, n, placements);
    c->search->nodes = c->task.nodes;
    return c->search->found(c->search, c->answer);
}

/* More than any board needs that a search without learning can do at all. */
enum { PATIENCE = 2000000 };

pulma_status pm_tiling_kernel(const void *puzzle, struct pm_search *search)
{
    struct covering c;
    pulma_status status = covering_init(&c, puzzle, search);
    c.task.found = report;
    c.task.patience = PATIENCE;
    if (!status)
        status = pm_cover_search(&c.cover, &c.task);
    search->nodes = c.task.nodes;
    pm_arena_free(&c.arena);
    return status;
}

/* ---- Looks: answers up to the symmetry of the board -------------------------------------- */

/* Where a spot comes to lie when the board is turned the k-th way. */
static int moved(const struct pm_tiling *t, int way, int row, int column)
{
    int last_row = t->rows - 1, last_column = t->columns - 1;
    if (way & 4)
        column = last_column - column;
    for (int k = way & 3; k > 0; k--) {
        int kept = row;
        row = column;
        column = last_row - kept;
        last_row ^= last_column;
        last_column ^= last_row;
        last_row ^= last_column;
    }
    return row * t->columns + column;
}

/* Whether the board falls on itself that way, and the pieces may do the same. */
static bool is_symmetry(const struct pm_tiling *t, int way)
{
    if (!pm_tiling_allows(t->turns, t->flips, way) || ((way & 1) && t->rows != t->columns))
        return false;
    for (int spot = 0; spot < t->rows * t->columns; spot++) {
        int to = moved(t, way, spot / t->columns, spot % t->columns);
        if ((t->cell_at[spot] < 0) != (t->cell_at[to] < 0))
            return false;
    }
    return true;
}

static bool has_symmetry(const struct pm_tiling *t)
{
    for (int way = 1; way < 8; way++)
        if (is_symmetry(t, way))
            return true;
    return false;
}

/* The tiling seen that way: for each cell its piece and which of its sides are rims of it. */
static void see(const struct pm_tiling *t, const int *answer, int way, int *image)
{
    for (int cell = 0; cell < t->cell_count; cell++) {
        int row = t->spot_of[cell] / t->columns, column = t->spot_of[cell] % t->columns;
        int to = moved(t, way, row, column), p = pm_tiling_over(t, answer, cell), sides = 0;
        for (int side = 0; side < 4; side++) {
            int other = pm_tiling_neighbour(t, cell, side);
            if (other >= 0 && pm_tiling_over(t, answer, other) == p)
                continue;
            int turned = ((way & 4) && side % 2 ? 4 - side : side) + (way & 3);
            sides |= 1 << turned % 4;
        }
        image[t->cell_at[to]] = 16 * (p < 0 ? t->piece_count : t->piece_of[p]) + sides;
    }
}

static bool before(const int *a, const int *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

void pm_tiling_look(const void *puzzle, const int *answer, int *image)
{
    const struct pm_tiling *t = puzzle;
    int *other = calloc((size_t)t->cell_count, sizeof *other);
    see(t, answer, 0, image);
    for (int way = 1; other && way < 8; way++) {
        if (!is_symmetry(t, way))
            continue;
        see(t, answer, way, other);
        if (before(other, image, t->cell_count))
            memcpy(image, other, (size_t)t->cell_count * sizeof *image);
    }
    free(other);
}

/* Of the answers that look the same exactly one comes first. */
static bool comes_first(struct covering *c)
{
    const struct pm_tiling *t = c->t;
    see(t, c->answer, 0, c->image);
    for (int way = 1; way < 8; way++) {
        if (!is_symmetry(t, way))
            continue;
        see(t, c->answer, way, c->other);
        if (before(c->other, c->image, t->cell_count))
            return false;
    }
    return true;
}

static bool count_look(void *context, int n, const int *placements)
{
    struct covering *c = context;
    set_answer(c, n, placements);
    c->looks += comes_first(c);
    return true;
}

/* ---- Counting -------------------------------------------------------------------------- */

/* Up to so many answers are also looked at one by one. */
enum { LOOKED_AT = 200000 };

pulma_status pm_tiling_tally(const void *puzzle, uint64_t limit, struct pm_search *search,
                             struct pm_tally *result)
{
    struct covering c;
    struct pm_big count = {0};
    pulma_status status = covering_init(&c, puzzle, search);
    c.task.found = count_look;
    if (!status)
        status = pm_cover_count(&c.cover, &c.task, LOOKED_AT, &count);
    search->nodes = c.task.nodes;
    if (!status && count.failed)
        status = PULMA_NO_MEMORY;
    if (!status) {
        result->exact = limit == 0 || pm_big_compare(&count, limit) < 0;
        if (!result->exact)
            pm_big_set(&count, limit);
        pm_big_write(&count, &result->count);
        if (result->exact && has_symmetry(puzzle) && pm_big_compare(&count, LOOKED_AT) <= 0)
            pm_out_f(&result->looks, "%llu", (unsigned long long)c.looks);
    }
    pm_big_free(&count);
    pm_arena_free(&c.arena);
    return status;
}
