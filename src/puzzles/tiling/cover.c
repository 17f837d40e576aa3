/* Tilings for the exact cover kernels, and what they look like up to symmetry. */
#include "puzzles/tiling/tiling.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/cover/cover.h"

enum { WAYS = 8 };

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* ---- Symmetries of the board ----------------------------------------------------------- */

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

/* ---- The board as an exact cover --------------------------------------------------------- */

/* Its cells are numbered along the shorter side, which keeps what a piece reaches over short. */
struct covering {
    struct pm_cover cover;
    const struct pm_tiling *t;
    struct pm_arena arena;
    struct pm_search *search; /* where answers go */
    int *number;              /* of a cell: its item */
    int *kept;                /* of an option: its placement */
    int *answer;
};

/* The k-th spot of the board, holes among them; a hole is -1. */
static int cell_in_order(const struct pm_tiling *t, int k)
{
    bool across = t->columns > t->rows;
    return t->cell_at[across ? k % t->rows * t->columns + k / t->rows : k];
}

static void number_cells(const struct pm_tiling *t, int *number)
{
    for (int k = 0, count = 0; k < t->rows * t->columns; k++)
        if (cell_in_order(t, k) >= 0)
            number[cell_in_order(t, k)] = count++;
}

int pm_tiling_split_at(const void *puzzle, const int *fixed)
{
    const struct pm_tiling *t = puzzle;
    for (int k = 0; k < t->rows * t->columns; k++) {
        const int cell = cell_in_order(t, k);
        if (cell >= 0 && fixed[cell] == PULMA_EMPTY)
            return cell;
    }
    return -1;
}

/* Whether a placement agrees with what is fixed: all its cells are open, or fixed to it. */
static bool is_allowed(const struct covering *c, int placement)
{
    const struct pm_tiling *t = c->t;
    const int *fixed = c->search->fixed;
    for (int k = t->first[placement]; fixed && k < t->first[placement + 1]; k++)
        if (fixed[t->cell[k]] != PULMA_EMPTY && fixed[t->cell[k]] != t->value[k])
            return false;
    return true;
}

/* The placements that are allowed are the options; of a share, all are, and `allowed` tells
 * which may be chosen.  False: no memory. */
static bool add_options(struct covering *c)
{
    const struct pm_tiling *t = c->t;
    const size_t n = (size_t)t->placement_count;
    int *first = pm_new(&c->arena, n + 1, int), *kind = pm_new(&c->arena, n, int);
    int *item = pm_new(&c->arena, (size_t)t->first[n], int), options = 0, items = 0;
    bool *allowed = pm_new(&c->arena, n, bool);
    c->kept = pm_new(&c->arena, n, int);
    if (!first || !kind || !item || !allowed || !c->kept)
        return false;
    for (int p = 0; p < t->placement_count; p++) {
        allowed[p] = is_allowed(c, p);
        if (!allowed[p] && !c->search->shares)
            continue;
        c->kept[options] = p;
        kind[options++] = t->piece_of[p];
        for (int k = t->first[p]; k < t->first[p + 1]; k++)
            item[items++] = c->number[t->cell[k]];
        first[options] = items;
        qsort(item + first[options - 1], (size_t)(items - first[options - 1]), sizeof *item,
              by_number);
    }
    c->cover.options = options;
    c->cover.first = first;
    c->cover.kind = kind;
    c->cover.item = item;
    c->cover.allowed = c->search->shares ? allowed : NULL;
    return true;
}

static bool add_neighbours(struct covering *c)
{
    const struct pm_tiling *t = c->t;
    int *beside = pm_new(&c->arena, 4 * (size_t)t->cell_count, int);
    if (!beside)
        return false;
    for (int cell = 0; cell < t->cell_count; cell++)
        for (int side = 0; side < 4; side++) {
            int other = pm_tiling_neighbour(t, cell, side);
            beside[4 * c->number[cell] + side] = other < 0 ? -1 : c->number[other];
        }
    c->cover.beside = beside;
    return true;
}

static bool add_bounds(struct covering *c)
{
    const struct pm_tiling *t = c->t;
    int *least = pm_new(&c->arena, (size_t)t->piece_count, int);
    int *most = pm_new(&c->arena, (size_t)t->piece_count, int);
    if (!least || !most)
        return false;
    for (int i = 0; i < t->piece_count; i++) {
        least[i] = t->pieces[i].least;
        most[i] =
            t->pieces[i].most == PM_TILING_FREELY ? PM_COVER_FREELY : t->pieces[i].most;
    }
    c->cover.least = least;
    c->cover.most = most;
    return true;
}

static bool add_symmetries(struct covering *c)
{
    const struct pm_tiling *t = c->t;
    for (int way = 1; way < WAYS; way++) {
        if (!is_symmetry(t, way))
            continue;
        int *turned = pm_new(&c->arena, (size_t)t->cell_count, int);
        if (!turned)
            return false;
        for (int cell = 0; cell < t->cell_count; cell++) {
            int spot = t->spot_of[cell];
            int to = t->cell_at[moved(t, way, spot / t->columns, spot % t->columns)];
            turned[c->number[cell]] = c->number[to];
        }
        c->cover.turned[c->cover.turns++] = turned;
    }
    return true;
}

/* False: no memory.  The arena is to be freed in any case. */
static bool covering_init(struct covering *c, const struct pm_tiling *t,
                          struct pm_search *search)
{
    *c = (struct covering){.t = t,
                           .search = search,
                           .cover = {.items = t->cell_count, .kinds = t->piece_count}};
    pm_arena_init(&c->arena, 0);
    c->number = pm_new(&c->arena, (size_t)t->cell_count, int);
    c->answer = pm_new(&c->arena, (size_t)t->cell_count, int);
    if (!c->number || !c->answer)
        return false;
    number_cells(t, c->number);
    /* A board with something fixed on it is not turned, but for shares. */
    return add_options(c) && add_neighbours(c) && add_bounds(c) &&
           ((search->fixed && !search->shares) || add_symmetries(c));
}

/* ---- The kernel -------------------------------------------------------------------------- */

static bool report(struct pm_search *part, const int *options)
{
    struct covering *c = part->context;
    const struct pm_tiling *t = c->t;
    for (; *options != PM_COVER_END; options++)
        for (int p = c->kept[*options], k = t->first[p]; k < t->first[p + 1]; k++)
            c->answer[t->cell[k]] = t->value[k];
    return pm_search_found(c->search, c->answer);
}

pulma_status pm_tiling_kernel(const void *puzzle, struct pm_search *search)
{
    struct covering c;
    pulma_status status = covering_init(&c, puzzle, search) ? PULMA_OK : PULMA_NO_MEMORY;
    struct pm_search part = pm_search_part(search, report, &c);
    if (!status)
        status = pm_cover_list(&c.cover, &part);
    pm_arena_free(&c.arena);
    return status;
}

pulma_status pm_tiling_tally(const void *puzzle, uint64_t limit, struct pm_search *search,
                             struct pm_tally *result)
{
    struct covering c;
    struct pm_cover_counts counts = {0};
    pulma_status status = covering_init(&c, puzzle, search) ? PULMA_OK : PULMA_NO_MEMORY;
    if (!status && search->shares)
        status = pm_cover_share(&c.cover, limit, search, &counts.all);
    else if (!status)
        status = pm_cover_tally(&c.cover, limit, search, &counts);
    if (!status) {
        result->exact = limit == 0 || pm_big_compare(&counts.all, limit) < 0;
        if (!result->exact)
            pm_big_set(&counts.all, limit);
        pm_big_write(&counts.all, &result->count);
        if (result->exact && c.cover.turns > 0 && counts.looked)
            pm_out_f(&result->looks, "%llu", (unsigned long long)counts.looks);
    }
    pm_big_free(&counts.all);
    pm_arena_free(&c.arena);
    return status;
}

/* ---- Looks: answers up to the symmetry of the board -------------------------------------- */

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
