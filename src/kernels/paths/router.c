/* The negotiation; router.h tells the idea.  The grid has a rim of holes around it, so that no
 * step needs to ask whether it leaves the board.  Ways are found by A*, costs are whole
 * numbers: the outcome is the same on every machine. */
#include "kernels/paths/router.h"

#include <assert.h>
#include <string.h>

#include "core/arena.h"
#include "core/random.h"

enum { HOLE = -1, NOWHERE = -1 };
/* Found by trial on 29 boards of 5x5 to 14x14 and on the contest boards of adc2015. */
enum {
    CELL = 16,        /* the cost of a cell */
    AIR = 2,          /* and for each side at which nothing is: lines keep close together */
    GRUDGE = 32,      /* and for each time that it was used by two */
    UNIT = 16,        /* of the pressure, which multiplies the cost of a cell in use */
    LOW_PRESSURE = 8, /* at first, */
    HIGH_PRESSURE = 16000, /* growing by a tenth each round until here */
    MAX_ROUNDS = 500,      /* then all grudges are forgotten */
    QUIET = 10, /* of so many lines without a conflict one looks for another way */
    STEPS_PER_LOOK = 1 << 16,
};

/* A line: the cells of its way, and its dots. */
struct line {
    int dot[2];
    int *way;
    int n, room;
};

/* A cell to be looked at: how far it is to the end on a way through it, at least. */
struct entry {
    int64_t length;
    int cell;
};

struct pm_router {
    struct pm_arena arena;
    struct pm_rng rng;
    int rows, columns;
    int stride, cells; /* with the rim */
    int *given;
    int *uses;         /* per cell: how many lines */
    int *grudge;       /* per cell: the cost of old conflicts */
    int64_t *distance; /* per cell: from the line's first dot */
    int *from;         /* per cell: the one before */
    struct entry *heap;
    int heap_count;
    struct line *line; /* of colour 1..lines */
    int lines;
    int *order;
    int round, pressure;
    int64_t steps;
};

/* ---- The board ----------------------------------------------------------------------- */

static bool new_arrays(struct pm_router *r, int colours)
{
    const size_t n = (size_t)r->cells;
    r->given = pm_new(&r->arena, n, int);
    r->uses = pm_new(&r->arena, n, int);
    r->grudge = pm_new(&r->arena, n, int);
    r->distance = pm_new(&r->arena, n, int64_t);
    r->from = pm_new(&r->arena, n, int);
    r->heap = pm_new(&r->arena, 4 * n, struct entry);
    r->line = pm_new(&r->arena, (size_t)colours + 1, struct line);
    r->order = pm_new(&r->arena, (size_t)colours + 1, int);
    return r->given && r->uses && r->grudge && r->distance && r->from && r->heap &&
           r->line && r->order;
}

static void lay_out(struct pm_router *r, const struct pm_paths *b)
{
    for (int cell = 0; cell < r->cells; cell++)
        r->given[cell] = HOLE;
    for (int row = 0; row < b->rows; row++)
        for (int column = 0; column < b->columns; column++) {
            const int given = b->given[row * b->columns + column];
            const int cell = (row + 1) * r->stride + column + 1;
            r->given[cell] = given < 0 ? HOLE : given;
            if (given <= 0)
                continue;
            struct line *l = &r->line[given];
            l->dot[l->dot[0] > 0] = cell;
        }
    for (int q = 1; q <= b->colours; q++)
        r->order[q - 1] = q;
}

struct pm_router *pm_router_new(const struct pm_paths *board, uint64_t seed)
{
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct pm_router *r = pm_new(&arena, 1, struct pm_router);
    if (!r)
        return NULL;
    r->arena = arena;
    r->rows = board->rows;
    r->columns = board->columns;
    r->stride = board->columns + 2;
    r->cells = r->stride * (board->rows + 2);
    r->lines = board->colours;
    r->pressure = LOW_PRESSURE;
    pm_rng_init(&r->rng, seed);
    if (!new_arrays(r, board->colours)) {
        pm_router_free(r);
        return NULL;
    }
    lay_out(r, board);
    return r;
}

void pm_router_free(struct pm_router *router)
{
    if (!router)
        return;
    struct pm_arena arena = router->arena; /* which holds the router as well */
    pm_arena_free(&arena);
}

/* ---- The heap ------------------------------------------------------------------------ */

static void push(struct pm_router *r, struct entry e)
{
    assert(r->heap_count < 4 * r->cells);
    int i = r->heap_count++;
    for (; i > 0 && r->heap[(i - 1) / 2].length > e.length; i = (i - 1) / 2)
        r->heap[i] = r->heap[(i - 1) / 2];
    r->heap[i] = e;
}

static struct entry pop(struct pm_router *r)
{
    assert(r->heap_count > 0);
    const struct entry first = r->heap[0], last = r->heap[--r->heap_count];
    int i = 0;
    for (int below = 1; below < r->heap_count; below = 2 * i + 1) {
        if (below + 1 < r->heap_count && r->heap[below + 1].length < r->heap[below].length)
            below++;
        if (r->heap[below].length >= last.length)
            break;
        r->heap[i] = r->heap[below];
        i = below;
    }
    r->heap[i] = last;
    return first;
}

/* ---- Ways ---------------------------------------------------------------------------- */

static bool is_open(const struct pm_router *r, int cell, int colour)
{
    return r->given[cell] == 0 || r->given[cell] == colour;
}

static int64_t cost(struct pm_router *r, int cell, int colour)
{
    const int beside[4] = {cell + 1, cell + r->stride, cell - 1, cell - r->stride};
    int64_t c = CELL + r->grudge[cell] + (int)(pm_rng_next(&r->rng) >> 63);
    for (int d = 0; d < 4; d++)
        if (is_open(r, beside[d], colour) && r->uses[beside[d]] == 0)
            c += AIR;
    return c * (UNIT + (int64_t)r->uses[cell] * r->pressure) / UNIT;
}

/* The least that the way from a cell to another can cost. */
static int64_t least_cost(const struct pm_router *r, int a, int b)
{
    const int down = a / r->stride - b / r->stride, right = a % r->stride - b % r->stride;
    return (int64_t)CELL * ((down < 0 ? -down : down) + (right < 0 ? -right : right));
}

/* Finds the cheapest way of a line from its first dot, backwards in `from`; false: none. */
static bool find_way(struct pm_router *r, int colour)
{
    const int start = r->line[colour].dot[0], goal = r->line[colour].dot[1];
    for (int cell = 0; cell < r->cells; cell++)
        r->distance[cell] = INT64_MAX;
    r->heap_count = 0;
    r->distance[start] = 0;
    r->from[start] = NOWHERE;
    push(r, (struct entry){least_cost(r, start, goal), start});
    while (r->heap_count > 0) {
        const struct entry e = pop(r);
        if (e.cell == goal)
            return true;
        r->steps++;
        const int64_t distance = r->distance[e.cell];
        if (e.length > distance + least_cost(r, e.cell, goal))
            continue; /* reached on a better way since */
        const int beside[4] = {e.cell + 1, e.cell + r->stride, e.cell - 1,
                               e.cell - r->stride};
        for (int d = 0; d < 4; d++) {
            const int next = beside[d];
            if (!is_open(r, next, colour) || r->distance[next] <= distance + CELL)
                continue;
            const int64_t there = distance + cost(r, next, colour);
            if (there >= r->distance[next])
                continue;
            r->distance[next] = there;
            r->from[next] = e.cell;
            push(r, (struct entry){there + least_cost(r, next, goal), next});
        }
    }
    return false;
}

static void add_uses(struct pm_router *r, const struct line *l, int more)
{
    for (int i = 0; i < l->n; i++) {
        r->uses[l->way[i]] += more;
        assert(r->uses[l->way[i]] >= 0);
    }
}

/* Gives a line the cheapest way. */
static pulma_status lay(struct pm_router *r, int colour)
{
    struct line *l = &r->line[colour];
    add_uses(r, l, -1);
    if (!find_way(r, colour))
        return PULMA_NONE;
    l->n = 0;
    for (int cell = l->dot[1]; cell != NOWHERE; cell = r->from[cell])
        l->n++;
    if (l->n > l->room) {
        l->room = 2 * l->n;
        l->way = pm_new(&r->arena, (size_t)l->room, int);
        if (!l->way)
            return PULMA_NO_MEMORY;
    }
    for (int cell = l->dot[1], i = 0; cell != NOWHERE; cell = r->from[cell])
        l->way[i++] = cell;
    add_uses(r, l, 1);
    return PULMA_OK;
}

static bool meets_others(const struct pm_router *r, const struct line *l)
{
    for (int i = 0; i < l->n; i++)
        if (r->uses[l->way[i]] > 1)
            return true;
    return l->n == 0;
}

/* ---- Rounds -------------------------------------------------------------------------- */

/* How many cells are used too often; they will be remembered. */
static int bear_grudges(struct pm_router *r)
{
    int conflicts = 0;
    for (int cell = 0; cell < r->cells; cell++)
        if (r->uses[cell] > 1) {
            r->grudge[cell] += GRUDGE * (r->uses[cell] - 1);
            conflicts++;
        }
    return conflicts;
}

static void forgive(struct pm_router *r)
{
    memset(r->grudge, 0, (size_t)r->cells * sizeof *r->grudge);
    r->pressure = LOW_PRESSURE;
    r->round = 0;
}

/* PULMA_OK: no two lines meet. */
static pulma_status negotiate(struct pm_router *r, const struct pm_search *search)
{
    pm_rng_shuffle(&r->rng, r->order, r->lines);
    for (int i = 0; i < r->lines; i++) {
        const int colour = r->order[i];
        const int64_t looks = r->steps / STEPS_PER_LOOK;
        if (!meets_others(r, &r->line[colour]) && pm_rng_below(&r->rng, QUIET) > 0)
            continue;
        pulma_status status = lay(r, colour);
        if (status)
            return status;
        if (r->steps / STEPS_PER_LOOK > looks && pm_search_stopped(search))
            return PULMA_LIMIT;
    }
    if (bear_grudges(r) == 0)
        return PULMA_OK;
    if (r->pressure < HIGH_PRESSURE)
        r->pressure += r->pressure / 10 + 1;
    if (++r->round == MAX_ROUNDS)
        forgive(r);
    return PULMA_UNAVAILABLE;
}

/* ---- Answers ------------------------------------------------------------------------- */

/* Colours the cells of a line, but not those between two that are neighbours. */
static void colour_line(struct pm_router *r, int q, int *colour)
{
    const struct line *l = &r->line[q];
    for (int i = 0; i < l->n; i++)
        r->from[l->way[i]] = i;
    for (int i = 0, last = 0; i < l->n; i = last) {
        const int cell = l->way[i];
        const int beside[4] = {cell + 1, cell + r->stride, cell - 1, cell - r->stride};
        colour[(cell / r->stride - 1) * r->columns + cell % r->stride - 1] = q;
        last = i + 1;
        for (int d = 0; d < 4; d++) {
            const int at = r->uses[beside[d]] ? r->from[beside[d]] : 0;
            if (at > last && at < l->n && l->way[at] == beside[d])
                last = at;
        }
    }
}

pulma_status pm_router_run(struct pm_router *router, int64_t steps,
                           const struct pm_search *search, int *colour)
{
    const int64_t end = router->steps + steps;
    pulma_status status = PULMA_UNAVAILABLE;
    while (status == PULMA_UNAVAILABLE && router->steps < end)
        status = negotiate(router, search);
    if (status)
        return status;
    memset(colour, 0, (size_t)router->rows * (size_t)router->columns * sizeof *colour);
    for (int q = 1; q <= router->lines; q++)
        colour_line(router, q, colour);
    return PULMA_OK;
}
