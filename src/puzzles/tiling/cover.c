/* Tilings by the exact cover kernels: listing, counting, and counting up to symmetry.
 *
 * Where board and pieces have symmetries, a small board is searched for one tiling of each sort
 * only: a piece that is used once and never falls on itself when the board is turned (the opener)
 * is laid in one of its symmetric places.  The others are images of what is found. */
#include "puzzles/tiling/tiling.h"

#include <stdlib.h>
#include <string.h>

#include "core/big.h"
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

static bool has_symmetry(const struct pm_tiling *t)
{
    for (int way = 1; way < 8; way++)
        if (is_symmetry(t, way))
            return true;
    return false;
}

/* ---- The board as an exact cover --------------------------------------------------------- */

/* Its cells are numbered along the shorter side, which keeps what a piece reaches over short. */
struct covering {
    struct pm_cover cover;
    struct pm_cover_task task;
    const struct pm_tiling *t;
    struct pm_arena arena;
    struct pm_search *search; /* where answers go; NULL: they are looked at only */
    int64_t told;             /* of the task's nodes */
    int *answer, *image, *other;
    int *moved
        [WAYS]; /* of a placement: where it lies when the board is turned; NULL: no way */
    int symmetries;     /* with the one that changes nothing */
    int *kept, *turned; /* placements of the smaller cover; an answer of it, turned */
    uint64_t count, limit, looks;
};

static void tell_nodes(struct covering *c)
{
    c->search->effort->nodes += c->task.nodes - c->told;
    c->told = c->task.nodes;
}

static void number_cells(const struct pm_tiling *t, int *number)
{
    bool across = t->columns > t->rows;
    for (int k = 0, count = 0; k < t->rows * t->columns; k++) {
        int spot = across ? k % t->rows * t->columns + k / t->rows : k;
        if (t->cell_at[spot] >= 0)
            number[t->cell_at[spot]] = count++;
    }
}

static pulma_status covering_init(struct covering *c, const struct pm_tiling *t,
                                  struct pm_search *search)
{
    size_t n = (size_t)t->first[t->placement_count], cells = (size_t)t->cell_count;
    *c = (struct covering){.t = t, .search = search, .symmetries = 1};
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
    number_cells(t, number);
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

/* ---- One tiling of each sort --------------------------------------------------------------- */

/* The placement with these cells, in growing order. */
static int placement_on(const struct pm_tiling *t, int piece, const int *cells, int n)
{
    for (int k = t->choice_first[cells[0]]; k < t->choice_first[cells[0] + 1]; k++) {
        int p = t->choice[k];
        if (t->piece_of[p] == piece &&
            memcmp(t->cell + t->first[p], cells, (size_t)n * sizeof *cells) == 0)
            return p;
    }
    return -1;
}

static pulma_status move_placements(struct covering *c, int way)
{
    const struct pm_tiling *t = c->t;
    c->moved[way] = pm_new(&c->arena, (size_t)t->placement_count, int);
    if (!c->moved[way])
        return PULMA_NO_MEMORY;
    c->symmetries++;
    for (int p = 0; p < t->placement_count; p++) {
        int cells[PM_TILING_PIECE_CELLS], n = t->first[p + 1] - t->first[p];
        for (int i = 0; i < n; i++) {
            int spot = t->spot_of[t->cell[t->first[p] + i]];
            cells[i] = t->cell_at[moved(t, way, spot / t->columns, spot % t->columns)];
        }
        qsort(cells, (size_t)n, sizeof *cells, by_number);
        c->moved[way][p] = placement_on(t, t->piece_of[p], cells, n);
        if (c->moved[way][p] < 0)
            return PULMA_UNAVAILABLE; /* the pieces do not share this symmetry */
    }
    return PULMA_OK;
}

/* Whether a piece is used once and has no place that falls on itself; and how many it has. */
static bool can_open(const struct covering *c, int piece, int *count)
{
    const struct pm_tiling *t = c->t;
    *count = 0;
    for (int p = 0; p < t->placement_count; p++)
        for (int way = 1; t->piece_of[p] == piece && way < WAYS; way++) {
            *count += way == 1;
            if (c->moved[way] && c->moved[way][p] == p)
                return false;
        }
    return t->pieces[piece].least == 1 && t->pieces[piece].most == 1;
}

static int opener(const struct covering *c)
{
    int best = -1, fewest = 0;
    for (int piece = 0; piece < c->t->piece_count; piece++) {
        int count;
        if (can_open(c, piece, &count) && (best < 0 || count < fewest)) {
            best = piece;
            fewest = count;
        }
    }
    return best;
}

/* Whether a placement comes first among its images. */
static bool leads(const struct covering *c, int placement)
{
    for (int way = 1; way < WAYS; way++)
        if (c->moved[way] && c->moved[way][placement] < placement)
            return false;
    return true;
}

/* From so many places of the opener on, laying it first takes longer than it saves. */
enum { MANY = 40 };

/* Leaves out all places of the opener but one of each symmetric set. */
static pulma_status keep_leaders(struct covering *c, int piece)
{
    const struct pm_cover full = c->cover;
    size_t n = (size_t)full.options;
    int *first = pm_new(&c->arena, n + 1, int), *kind = pm_new(&c->arena, n, int);
    int *item = pm_new(&c->arena, (size_t)full.first[full.options], int), count = 0;
    if (!first || !kind || !item)
        return PULMA_NO_MEMORY;
    for (int p = 0; p < full.options; p++) {
        if (full.kind[p] == piece && !leads(c, p))
            continue;
        int size = full.first[p + 1] - full.first[p];
        memcpy(item + first[count], full.item + full.first[p], (size_t)size * sizeof *item);
        kind[count] = full.kind[p];
        c->kept[count++] = p;
        first[count] = first[count - 1] + size;
    }
    c->cover.options = count;
    c->cover.first = first;
    c->cover.item = item;
    c->cover.kind = kind;
    if (full.options - count >= (c->symmetries - 1) * MANY)
        return PULMA_OK;
    c->task.opener = piece + 1;
    return PULMA_OK;
}

static pulma_status reduce(struct covering *c)
{
    const struct pm_tiling *t = c->t;
    pulma_status status = PULMA_OK;
    c->kept = pm_new(&c->arena, (size_t)t->placement_count, int);
    c->turned = pm_new(&c->arena, (size_t)t->cell_count, int);
    if (!c->kept || !c->turned)
        return PULMA_NO_MEMORY;
    for (int p = 0; p < t->placement_count; p++)
        c->kept[p] = p;
    for (int way = 1; way < WAYS && !status; way++)
        if (is_symmetry(t, way))
            status = move_placements(c, way);
    int piece = status || c->symmetries == 1 ? -1 : opener(c);
    if (!status && piece >= 0)
        return keep_leaders(c, piece);
    memset(c->moved, 0, sizeof c->moved);
    return status == PULMA_NO_MEMORY ? status : PULMA_OK;
}

/* ---- Listing --------------------------------------------------------------------------------- */

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
    tell_nodes(c);
    return c->search->found(c->search, c->answer);
}

/* An answer of the smaller cover, and its images. */
static bool report_sort(void *context, int n, const int *options)
{
    struct covering *c = context;
    bool more = true;
    for (int way = 0; way < WAYS && more; way++) {
        if (way > 0 && !c->moved[way])
            continue;
        for (int i = 0; i < n; i++)
            c->turned[i] = way ? c->moved[way][c->kept[options[i]]] : c->kept[options[i]];
        more = report(c, n, c->turned);
    }
    return more;
}

/* More than any board needs that a search without learning can do at all. */
enum { PATIENCE = 2000000, FILL_PATIENCE = 20000000 };

static pulma_status list_by_filling(const struct pm_tiling *t, struct pm_search *search)
{
    struct covering c;
    pulma_status status = covering_init(&c, t, search);
    c.task.found = report_sort;
    c.task.patience = FILL_PATIENCE;
    if (!status)
        status = reduce(&c);
    if (!status)
        status = pm_cover_fill(&c.cover, &c.task);
    tell_nodes(&c);
    pm_arena_free(&c.arena);
    return status;
}

static pulma_status list_by_search(const struct pm_tiling *t, struct pm_search *search)
{
    struct covering c;
    pulma_status status = covering_init(&c, t, search);
    c.task.found = report;
    c.task.patience = PATIENCE;
    if (!status)
        status = pm_cover_search(&c.cover, &c.task);
    tell_nodes(&c);
    pm_arena_free(&c.arena);
    return status;
}

/* Filling knows nothing about the best cell to begin with, so it is for small boards. */
enum { SMALL = 64 };

pulma_status pm_tiling_kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_tiling *t = puzzle;
    pulma_status status = PULMA_UNAVAILABLE;
    if (t->cell_count <= SMALL)
        status = list_by_filling(t, search);
    return status == PULMA_UNAVAILABLE ? list_by_search(t, search) : status;
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

static pulma_status count_by_boards(struct covering *c, struct pm_big *count)
{
    c->task.found = count_look;
    pulma_status status = pm_cover_count(&c->cover, &c->task, LOOKED_AT, count);
    return !status && count->failed ? PULMA_NO_MEMORY : status;
}

static bool count_sort(void *context, int n, const int *options)
{
    struct covering *c = context;
    c->count += (uint64_t)c->symmetries;
    c->looks++;
    (void)n;
    (void)options;
    return c->limit == 0 || c->count < c->limit;
}

/* Every tiling counts for its images, none of which looks the same as another. */
static pulma_status count_by_filling(struct covering *c, struct pm_big *count)
{
    c->task.found = count_sort;
    c->task.patience = FILL_PATIENCE;
    pulma_status status = reduce(c);
    if (!status && c->symmetries > 1 && c->cover.options == c->t->placement_count)
        return PULMA_UNAVAILABLE;
    if (!status)
        status = pm_cover_fill(&c->cover, &c->task);
    pm_big_set(count, c->count);
    return !status && count->failed ? PULMA_NO_MEMORY : status;
}

/* Where every piece is used once, half-covered boards are seldom equal, and the answers few. */
static bool better_filled(const struct pm_tiling *t)
{
    for (int i = 0; i < t->piece_count; i++)
        if (t->pieces[i].most > 1)
            return false;
    return t->cell_count <= SMALL;
}

static pulma_status tally_by(pulma_status (*method)(struct covering *, struct pm_big *),
                             const struct pm_tiling *t, uint64_t limit,
                             struct pm_search *search, struct pm_tally *result)
{
    struct covering c;
    struct pm_big count = {0};
    pulma_status status = covering_init(&c, t, search);
    c.limit = limit;
    if (!status)
        status = method(&c, &count);
    tell_nodes(&c);
    if (!status) {
        result->exact = limit == 0 || pm_big_compare(&count, limit) < 0;
        if (!result->exact)
            pm_big_set(&count, limit);
        pm_big_write(&count, &result->count);
        bool looked = method == count_by_filling || pm_big_compare(&count, LOOKED_AT) <= 0;
        if (result->exact && has_symmetry(t) && looked)
            pm_out_f(&result->looks, "%llu", (unsigned long long)c.looks);
    }
    pm_big_free(&count);
    pm_arena_free(&c.arena);
    return status;
}

pulma_status pm_tiling_tally(const void *puzzle, uint64_t limit, struct pm_search *search,
                             struct pm_tally *result)
{
    pulma_status status = PULMA_UNAVAILABLE;
    if (better_filled(puzzle))
        status = tally_by(count_by_filling, puzzle, limit, search, result);
    if (status == PULMA_UNAVAILABLE)
        status = tally_by(count_by_boards, puzzle, limit, search, result);
    return status;
}
