#include "kernels/turning/turning.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"
#include "kernels/turning/layers.h"
#include "kernels/turning/witness.h"

enum {
    /* Nodes of one part's graph, and of all graphs together (16 bytes each). */
    PART_NODES = 6000000,
    ALL_NODES = 24000000,
    /* Nodes of one part's graph in haste: answers of what is wider, others find sooner. */
    HASTY_NODES = 500000,
    /* Guesses in parts without a graph: there a search is lucky soon or never.  With a witness
     * it needs some for each tile. */
    SEARCH_GUESSES = 50000,
    GUESSES_PER_TILE = 8,
    /* How often a witness may leave it undecided: each time costs as much as many guesses. */
    WITNESS_PATIENCE = 100,
    /* Tiles in a part for which an order is sought by looking at all neighbours at each step. */
    CAREFUL_ORDER = 40000,
};

/* A tile's possible turns before the search took some away. */
struct change {
    int tile;
    uint8_t turns;
};

/* A guess of the search: a tile, the turns not tried yet, and what to undo. */
struct guess {
    int at; /* of the tile among the searched ones */
    uint8_t untried;
    size_t changes;
};

struct pm_turning {
    struct pm_turning_board board;
    struct pm_search *search;
    bool cheapest;
    size_t part_nodes; /* of one graph at most */
    int n;             /* tiles */

    /* Propagation: `turns` has bit v while tile may be turned v times. */
    uint8_t *turns;
    bool *queued;
    int *queue; /* a ring of n + 1 */
    int head, tail;
    bool logging; /* changes are kept, for the search */
    struct change *changes;
    size_t change_count, change_room;
    bool failed; /* no memory */

    /* The undecided tiles: those of part 0, in the order of its steps, then part 1's, ... */
    int *order;
    int order_count;
    struct pm_layers layers;
    struct pm_part *parts;
    int *part_first; /* per part: its first tile in `order` */
    int part_count;
    int *searched; /* tiles of the parts without a graph */
    int searched_count;
    struct pm_witness *witness; /* NULL: there is none for them */
    uint8_t *hoped;             /* an answer to the open ones of them, while `hoping` */
    bool hoping;
    int undecided; /* by the witness, so many times */
    bool compared, prepared;
    pulma_status status; /* of the preparation so far */

    /* Where the listing of answers is. */
    bool started;
    int32_t *path;    /* per tile of `order`: its node */
    uint8_t *choices; /* and its turns */
    struct guess *guesses;
    int guess_count;
};

/* The colours that a side can show, as bits. */
static uint64_t colours(const struct pm_turning *t, int tile, int side)
{
    const struct pm_turning_tile *at = &t->board.tiles[tile];
    uint64_t set = 0;
    for (int v = 0; v < 4; v++)
        if (t->turns[tile] >> v & 1)
            set |= (uint64_t)1 << pm_tile_shows(at, side, v);
    return set;
}

/* ---- Propagation ------------------------------------------------------------------------ */

static void wake(struct pm_turning *t, int tile)
{
    if (t->queued[tile])
        return;
    PM_ASSERT_SLOW(0 <= tile && tile < t->n && t->board.tiles[tile].turns > 0);
    t->queued[tile] = true;
    t->queue[t->tail] = tile;
    t->tail = t->tail == t->n ? 0 : t->tail + 1;
}

static void set_turns(struct pm_turning *t, int tile, uint8_t turns)
{
    if (t->logging) {
        if (t->change_count == t->change_room) {
            size_t room = t->change_room ? 2 * t->change_room : 1024;
            struct change *more = realloc(t->changes, room * sizeof *more);
            if (!more) {
                t->failed = true;
                return;
            }
            t->changes = more;
            t->change_room = room;
        }
        t->changes[t->change_count++] = (struct change){tile, t->turns[tile]};
    }
    t->turns[tile] = turns;
    for (int side = 0; side < 4; side++)
        if (t->board.tiles[tile].joined >> side & 1)
            wake(t, pm_tile_beside(&t->board, tile, side));
}

static void undo(struct pm_turning *t, size_t changes)
{
    assert(changes <= t->change_count);
    while (t->change_count > changes) {
        struct change c = t->changes[--t->change_count];
        t->turns[c.tile] = c.turns;
    }
}

/* What the neighbours leave of a tile's turns. */
static uint8_t supported(const struct pm_turning *t, int tile)
{
    const struct pm_turning_tile *at = &t->board.tiles[tile];
    uint8_t turns = t->turns[tile];
    for (int side = 0; side < 4 && turns; side++) {
        if (!(at->joined >> side & 1))
            continue;
        uint64_t wanted = colours(t, pm_tile_beside(&t->board, tile, side), side ^ 2);
        for (int v = 0; v < 4; v++)
            if (!(wanted >> pm_tile_shows(at, side, v) & 1))
                turns &= (uint8_t) ~(1 << v);
    }
    return turns;
}

/* Every tile can lie in some way, and each of its ways suits its neighbours. */
static bool board_is_settled(const struct pm_turning *t)
{
    for (int tile = 0; tile < t->n; tile++)
        if (t->board.tiles[tile].turns > 0 &&
            (t->turns[tile] == 0 || supported(t, tile) != t->turns[tile]))
            return false;
    return true;
}

/* Until nothing changes; false: a tile cannot lie in any way. */
static bool propagate(struct pm_turning *t)
{
    bool possible = true;
    while (t->head != t->tail) {
        int tile = t->queue[t->head];
        t->head = t->head == t->n ? 0 : t->head + 1;
        t->queued[tile] = false;
        if (!possible)
            continue; /* only to empty the queue */
        uint8_t turns = supported(t, tile);
        PM_ASSERT_SLOW((turns & ~t->turns[tile]) == 0);
        if (turns != t->turns[tile])
            set_turns(t, tile, turns);
        possible = turns != 0 && !t->failed;
    }
    PM_ASSERT_SLOW(!possible || board_is_settled(t));
    return possible;
}

/* The turns that a tile allows by itself: sides that must show colour 0 do, and where it is
 * its own neighbour around the rim it agrees with itself. */
static uint8_t own_turns(const struct pm_turning_board *b, int tile)
{
    const struct pm_turning_tile *at = &b->tiles[tile];
    uint8_t turns = 0;
    for (int v = 0; v < at->turns; v++) {
        bool fits = true;
        for (int side = 0; side < 4 && fits; side++) {
            bool own = at->joined >> side & 1 && pm_tile_beside(b, tile, side) == tile;
            fits = !(at->closed >> side & 1) || pm_tile_shows(at, side, v) == 0;
            fits &= !own || pm_tile_shows(at, side, v) == pm_tile_shows(at, side ^ 2, v);
        }
        turns |= (uint8_t)(fits << v);
    }
    return turns;
}

static bool settle_board(struct pm_turning *t)
{
    bool possible = true;
    for (int tile = 0; tile < t->n; tile++) {
        t->turns[tile] = own_turns(&t->board, tile);
        if (t->board.tiles[tile].turns == 0)
            continue;
        possible &= t->turns[tile] != 0;
        wake(t, tile);
    }
    return possible && propagate(t);
}

/* ---- Parts ------------------------------------------------------------------------------- */

/* Whether the colour on this side is open: then both tiles are, and they belong together. */
static bool is_link(const struct pm_turning *t, int tile, int side)
{
    if (!(t->board.tiles[tile].joined >> side & 1) ||
        pm_tile_beside(&t->board, tile, side) == tile)
        return false;
    uint64_t set = colours(t, tile, side);
    return (set & (set - 1)) != 0;
}

/* What finding a good order needs to know of each tile. */
struct plan {
    uint8_t *links; /* bits of the sides with an open colour */
    int *place;     /* in the order, or -1 */
    int *tiles;     /* the order being made */
    int *best;      /* the best one so far */
    double best_cost;
    int *rim; /* tiles beside those that have their place */
    bool *in_rim;
};

/* Collects the part of `start` into tiles[0..], by breadth; returns its size. */
static int collect(const struct pm_turning *t, struct plan *plan, int start, int *tiles,
                   bool *seen)
{
    int n = 0;
    tiles[n++] = start;
    seen[start] = true;
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 4; side++) {
            if (!(plan->links[tiles[i]] >> side & 1))
                continue;
            int other = pm_tile_beside(&t->board, tiles[i], side);
            if (!seen[other]) {
                seen[other] = true;
                tiles[n++] = other;
            }
        }
    return n;
}

/* How many links lead from a tile to tiles that have no place yet, less those that do. */
static int growth(const struct pm_turning *t, const struct plan *plan, int tile)
{
    int sum = 0;
    for (int side = 0; side < 4; side++)
        if (plan->links[tile] >> side & 1)
            sum += plan->place[pm_tile_beside(&t->board, tile, side)] < 0 ? 1 : -1;
    return sum;
}

/* The cost of an order: about how many keys there can be, over all steps. */
static double order_cost(const struct pm_turning *t, struct plan *plan, const int *tiles,
                         int n)
{
    static const int too_wide = 60;
    double cost = 0;
    int width = 0;
    for (int i = 0; i < n; i++) {
        width += growth(t, plan, tiles[i]);
        plan->place[tiles[i]] = i;
        cost += (double)((uint64_t)1 << (width < too_wide ? width : too_wide)) +
                (width > too_wide ? 1e18 * (width - too_wide) : 0);
    }
    for (int i = 0; i < n; i++)
        plan->place[tiles[i]] = -1;
    return cost;
}

/* Takes the order in `tiles` if it is better than the best so far. */
static void consider(const struct pm_turning *t, struct plan *plan, const int *tiles, int n)
{
    double cost = order_cost(t, plan, tiles, n);
    if (plan->best_cost >= 0 && cost >= plan->best_cost)
        return;
    plan->best_cost = cost;
    memcpy(plan->best, tiles, (size_t)n * sizeof *tiles);
}

/* From `start`, always the tile at the rim that opens the fewest links; the oldest of these. */
static void grow_order(const struct pm_turning *t, struct plan *plan, int start, int n)
{
    int rim = 0;
    plan->rim[rim++] = start;
    plan->in_rim[start] = true;
    for (int i = 0; i < n; i++) {
        int chosen = 0, least = 5;
        for (int k = 0; k < rim; k++) {
            int g = growth(t, plan, plan->rim[k]);
            if (g < least) {
                least = g;
                chosen = k;
            }
        }
        PM_ASSERT_SLOW(rim > 0); /* a part hangs together */
        int tile = plan->rim[chosen];
        memmove(plan->rim + chosen, plan->rim + chosen + 1,
                (size_t)(--rim - chosen) * sizeof *plan->rim);
        plan->tiles[i] = tile;
        plan->place[tile] = i;
        for (int side = 0; side < 4; side++) {
            int other = pm_tile_beside(&t->board, tile, side);
            if (plan->links[tile] >> side & 1 && !plan->in_rim[other]) {
                plan->in_rim[other] = true;
                plan->rim[rim++] = other;
            }
        }
    }
    for (int i = 0; i < n; i++) {
        plan->place[plan->tiles[i]] = -1;
        plan->in_rim[plan->tiles[i]] = false;
    }
    consider(t, plan, plan->tiles, n);
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Sorts tiles into columns, top to bottom: transposes the numbers, sorts, transposes back. */
static void sort_by_column(const struct pm_turning_board *b, int *tiles, int n)
{
    for (int i = 0; i < n; i++)
        tiles[i] = tiles[i] % b->columns * b->rows + tiles[i] / b->columns;
    qsort(tiles, (size_t)n, sizeof *tiles, by_number);
    for (int i = 0; i < n; i++)
        tiles[i] = tiles[i] % b->rows * b->columns + tiles[i] / b->rows;
    PM_ASSERT_SLOW(n < 2 || tiles[0] % b->columns <= tiles[n - 1] % b->columns);
}

/* Puts the n tiles of a part, collected by breadth, into the best order that is found. */
static void choose_order(const struct pm_turning *t, struct plan *plan, int *tiles, int n)
{
    if (n <= 2)
        return;
    int far = tiles[n - 1];
    plan->best_cost = -1;
    consider(t, plan, tiles, n);
    qsort(tiles, (size_t)n, sizeof *tiles, by_number);
    int first = tiles[0];
    consider(t, plan, tiles, n);
    sort_by_column(&t->board, tiles, n);
    consider(t, plan, tiles, n);
    if (n <= CAREFUL_ORDER) {
        grow_order(t, plan, first, n);
        grow_order(t, plan, far, n);
    }
    memcpy(tiles, plan->best, (size_t)n * sizeof *tiles);
}

/* ---- Steps of a part ----------------------------------------------------------------------- */

/* The colours that are open on links, and the bits of the key where they are kept. */
struct wires {
    uint8_t *at; /* per link (two per tile: its bottom and its right): the first bit */
    struct pm_key used;
};

static struct pm_key bits(uint64_t value, int at)
{
    return at < 64 ? (struct pm_key){value << at, 0}
                   : (struct pm_key){0, value << (at - 64)};
}

static void join(struct pm_key *to, struct pm_key more)
{
    to->low |= more.low;
    to->high |= more.high;
}

/* A free place for `width` bits (1 or 2, aligned), or -1. */
static int free_bits(const struct wires *w, int width)
{
    for (int at = 0; at < 128; at += width) {
        struct pm_key wanted = bits(width == 1 ? 1 : 3, at);
        if (!(wanted.low & w->used.low) && !(wanted.high & w->used.high))
            return at;
    }
    return -1;
}

/* The link of a side: it belongs to the upper or left one of its two tiles. */
static int link_of(const struct pm_turning_board *b, int tile, int side)
{
    int owner = side >= 2 ? tile : pm_tile_beside(b, tile, side);
    return 2 * owner + (side & 1);
}

/* The number of a colour among those of a set. */
static uint64_t rank(uint64_t set, int colour)
{
    uint64_t below = set & (((uint64_t)1 << colour) - 1), n = 0;
    for (; below; below &= below - 1)
        n++;
    return n;
}

/* States the step of a tile; `place` tells which tiles come before it.  False: the key is
 * too short. */
static bool make_step(const struct pm_turning *t, const struct plan *plan, struct wires *w,
                      int tile, struct pm_step *step)
{
    const struct pm_turning_tile *at = &t->board.tiles[tile];
    *step = (struct pm_step){.choices = t->turns[tile]};
    struct pm_key freed = {0, 0};
    for (int side = 0; side < 4; side++) {
        if (!(plan->links[tile] >> side & 1))
            continue;
        int other = pm_tile_beside(&t->board, tile, side),
            link = link_of(&t->board, tile, side);
        uint64_t set = colours(t, tile, side);
        int width = rank(set, 63) + (set >> 63) > 2 ? 2 : 1;
        bool opens = plan->place[other] > plan->place[tile];
        int first = opens ? free_bits(w, width) : w->at[link];
        if (first < 0)
            return false;
        PM_ASSERT_SLOW(first < 128 && width <= 2);
        w->at[link] = (uint8_t)first;
        struct pm_key mask = bits(width == 1 ? 1 : 3, first);
        join(opens ? &w->used : &freed, mask);
        if (!opens)
            join(&step->close, mask);
        for (int v = 0; v < 4; v++)
            if (t->turns[tile] >> v & 1)
                join(opens ? &step->give[v] : &step->need[v],
                     bits(rank(set, pm_tile_shows(at, side, v)), first));
    }
    w->used.low &= ~freed.low;
    w->used.high &= ~freed.high;
    return true;
}

/* The graph of the part order[first..first + n); PULMA_UNAVAILABLE: too wide for one. */
static pulma_status add_part(struct pm_turning *t, struct plan *plan, struct wires *w,
                             int first, int n)
{
    struct pm_step *steps = calloc((size_t)n, sizeof *steps);
    if (!steps)
        return PULMA_NO_MEMORY;
    for (int i = 0; i < n; i++)
        plan->place[t->order[first + i]] = i;
    w->used = (struct pm_key){0, 0};
    bool fits = true;
    for (int i = 0; i < n && fits; i++)
        fits = make_step(t, plan, w, t->order[first + i], &steps[i]);
    for (int i = 0; i < n; i++)
        plan->place[t->order[first + i]] = -1;
    pulma_status status = PULMA_UNAVAILABLE;
    if (fits && t->layers.nodes < ALL_NODES)
        status = pm_layers_add(&t->layers, n, steps, t->cheapest, t->part_nodes, t->search,
                               &t->parts[t->part_count]);
    free(steps);
    if (status == PULMA_OK)
        t->part_first[t->part_count++] = first;
    return status;
}

/* ---- Preparation ----------------------------------------------------------------------------- */

static pulma_status split(struct pm_turning *t, struct plan *plan, struct wires *w,
                          bool *seen)
{
    for (int tile = 0; tile < t->n; tile++) {
        plan->place[tile] = -1;
        for (int side = 0; pm_tile_is_open(t->turns[tile]) && side < 4; side++)
            plan->links[tile] |= (uint8_t)(is_link(t, tile, side) << side);
    }
    for (int tile = 0; tile < t->n; tile++) {
        if (!pm_tile_is_open(t->turns[tile]) || seen[tile])
            continue;
        int first = t->order_count;
        int n = collect(t, plan, tile, t->order + first, seen);
        choose_order(t, plan, t->order + first, n);
        pulma_status status = add_part(t, plan, w, first, n);
        if (status == PULMA_OK) {
            t->order_count += n;
        } else if (status == PULMA_UNAVAILABLE) {
            memcpy(t->searched + t->searched_count, t->order + first,
                   (size_t)n * sizeof *t->order);
            t->searched_count += n;
        } else {
            return status;
        }
        if (pm_search_stopped(t->search))
            return PULMA_LIMIT;
    }
    return PULMA_OK;
}

/* Runs split() with what it needs only for the time being. */
static pulma_status find_parts(struct pm_turning *t)
{
    size_t n = (size_t)t->n;
    struct plan plan = {.links = calloc(n, 1),
                        .place = calloc(n, sizeof(int)),
                        .tiles = calloc(n, sizeof(int)),
                        .best = calloc(n, sizeof(int)),
                        .rim = calloc(n, sizeof(int)),
                        .in_rim = calloc(n, sizeof(bool))};
    struct wires wires = {.at = calloc(n, 2)};
    bool *seen = calloc(n, sizeof *seen);
    pulma_status status = PULMA_NO_MEMORY;
    if (plan.links && plan.place && plan.tiles && plan.best && plan.rim && plan.in_rim &&
        wires.at && seen)
        status = split(t, &plan, &wires, seen);
    free(plan.links);
    free(plan.place);
    free(plan.tiles);
    free(plan.best);
    free(plan.rim);
    free(plan.in_rim);
    free(wires.at);
    free(seen);
    return status;
}

/* Compares neighbours, once. */
static pulma_status compare(struct pm_turning *t)
{
    if (!t->compared && !settle_board(t))
        t->status = t->failed ? PULMA_NO_MEMORY : PULMA_NONE;
    t->compared = true;
    return t->status;
}

/* Straight tiles are guessed first: what is left then, a witness decides. */
static void put_straight_ones_first(struct pm_turning *t)
{
    assert(t->head == t->tail); /* the queue lends its room */
    int n = 0;
    for (int straight = 1; straight >= 0; straight--)
        for (int i = 0; i < t->searched_count; i++)
            if (pm_witness_is_straight(&t->board.tiles[t->searched[i]]) == straight)
                t->queue[n++] = t->searched[i];
    memcpy(t->searched, t->queue, (size_t)n * sizeof *t->searched);
}

static pulma_status call_witness(struct pm_turning *t)
{
    if (!pm_witness_suits(&t->board))
        return PULMA_OK;
    put_straight_ones_first(t);
    t->hoped = calloc((size_t)t->n, 1);
    t->witness = pm_witness_new(&t->board);
    return t->hoped && t->witness ? PULMA_OK : PULMA_NO_MEMORY;
}

/* Everything up to the first answer, once. */
static pulma_status prepare(struct pm_turning *t)
{
    if (t->prepared || compare(t))
        return t->status;
    t->prepared = true;
    t->status = find_parts(t);
    assert(t->status || t->order_count + t->searched_count <= t->n);
    if (!t->status &&
        t->searched_count > 0) /* a search finds answers, but proves no minimum */
        t->status = t->cheapest ? PULMA_UNAVAILABLE : call_witness(t);
    t->logging = true;
    return t->status;
}

/* A part that is too wide may have to be counted, and where the fewest turns count, nothing
 * else proves them; otherwise give it up early. */
static void hasten(struct pm_turning *t)
{
    if (!t->prepared && !t->cheapest)
        t->part_nodes = HASTY_NODES;
}

struct pm_turning *pm_turning_new(const struct pm_turning_board *board, bool cheapest,
                                  struct pm_search *search)
{
    assert(board->rows > 0 && board->columns > 0);
    struct pm_turning *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    size_t n = (size_t)board->rows * (size_t)board->columns;
    t->board = *board;
    t->cheapest = cheapest;
    t->part_nodes = PART_NODES;
    t->search = search;
    t->n = (int)n;
    t->turns = calloc(n, 1);
    t->queued = calloc(n, sizeof *t->queued);
    t->queue = calloc(n + 1, sizeof *t->queue);
    t->order = calloc(n, sizeof *t->order);
    t->parts = calloc(n, sizeof *t->parts);
    t->part_first = calloc(n, sizeof *t->part_first);
    t->searched = calloc(n, sizeof *t->searched);
    t->path = calloc(n, sizeof *t->path);
    t->choices = calloc(n, 1);
    t->guesses = calloc(n, sizeof *t->guesses);
    if (t->turns && t->queued && t->queue && t->order && t->parts && t->part_first &&
        t->searched && t->path && t->choices && t->guesses)
        return t;
    pm_turning_free(t);
    return NULL;
}

void pm_turning_free(struct pm_turning *t)
{
    if (!t)
        return;
    pm_layers_free(&t->layers);
    pm_witness_free(t->witness);
    free(t->hoped);
    free(t->turns);
    free(t->queued);
    free(t->queue);
    free(t->changes);
    free(t->order);
    free(t->parts);
    free(t->part_first);
    free(t->searched);
    free(t->path);
    free(t->choices);
    free(t->guesses);
    free(t);
}

/* ---- Search in parts without a graph ------------------------------------------------- */

/* The searched tile after the last guess. */
static int next_at(const struct pm_turning *t)
{
    return t->guess_count > 0 ? t->guesses[t->guess_count - 1].at + 1 : 0;
}

/* Guesses the first open tile after the last guess; false: all are decided. */
static bool guess_next(struct pm_turning *t)
{
    int at = next_at(t);
    while (at < t->searched_count && !pm_tile_is_open(t->turns[t->searched[at]]))
        at++;
    if (at == t->searched_count)
        return false;
    assert(t->guess_count < t->n);
    t->guesses[t->guess_count++] =
        (struct guess){at, t->turns[t->searched[at]], t->change_count};
    return true;
}

/* Takes the next turn of the last guess, the hoped one if there is hope; false: it has no further
 * one. */
static bool take_turn(struct pm_turning *t)
{
    assert(t->guess_count > 0 && t->head == t->tail); /* nothing waits */
    struct guess *g = &t->guesses[t->guess_count - 1];
    undo(t, g->changes);
    if (g->untried == 0) {
        t->guess_count--;
        return false;
    }
    uint8_t turn = t->hoping ? (uint8_t)(1 << t->hoped[t->searched[g->at]])
                             : g->untried & (uint8_t)-g->untried;
    assert(g->untried & turn);
    g->untried ^= turn;
    set_turns(t, t->searched[g->at], turn);
    return true;
}

/* Asks the witness about what is open, unless its last answer still holds.  PULMA_NONE: nothing
 * comes of the guesses. */
static pulma_status hope(struct pm_turning *t)
{
    if (!t->witness || t->hoping || t->undecided == WITNESS_PATIENCE)
        return PULMA_OK;
    int at = next_at(t);
    pulma_status status = pm_witness_find(t->witness, t->turns, t->searched + at,
                                          t->searched_count - at, t->search, t->hoped);
    t->hoping = status == PULMA_OK;
    t->undecided += status == PULMA_UNAVAILABLE;
    return status == PULMA_UNAVAILABLE ? PULMA_OK : status;
}

/* Guesses once more; `*possible`: nothing speaks against it so far. */
static pulma_status guess(struct pm_turning *t, struct pm_search *guessing, bool *possible)
{
    *possible = take_turn(t);
    if (!*possible)
        return PULMA_OK;
    pulma_status status = pm_search_node(guessing);
    if (status)
        return status;
    *possible = propagate(t);
    if (*possible && (status = hope(t)) == PULMA_NONE) {
        *possible = false;
        status = PULMA_OK;
    }
    return t->failed ? PULMA_NO_MEMORY : status;
}

/* The next way to decide all searched tiles; `again`: after the present one.  Hope lasts while
 * guesses follow it: then no guess fails. */
static pulma_status search(struct pm_turning *t, bool again)
{
    struct pm_search guessing = pm_search_part(t->search, NULL, NULL);
    guessing.patience = SEARCH_GUESSES;
    if (t->witness)
        guessing.patience += (int64_t)GUESSES_PER_TILE * t->searched_count;
    t->hoping = false;
    pulma_status status = again ? PULMA_OK : hope(t);
    for (bool possible = !again; !status;) {
        if (possible && !guess_next(t))
            return PULMA_OK;
        if (t->guess_count == 0)
            return PULMA_NONE;
        status = guess(t, &guessing, &possible);
        t->hoping &= possible;
    }
    return status;
}

/* ---- Answers --------------------------------------------------------------------------- */

static void first_path(struct pm_turning *t, int part)
{
    int first = t->part_first[part];
    pm_layers_first(&t->layers, &t->parts[part], 0, t->path + first, t->choices + first);
}

/* The next combination of the parts' answers: like the wheels of a counter. */
static bool advance_parts(struct pm_turning *t)
{
    for (int part = t->part_count - 1; part >= 0; part--) {
        int first = t->part_first[part];
        if (pm_layers_advance(&t->layers, &t->parts[part], t->path + first,
                              t->choices + first))
            return true;
        first_path(t, part);
    }
    return false;
}

/* 0 where there is no tile. */
static uint8_t lowest(uint8_t turns)
{
    uint8_t v = 0;
    while (turns && !(turns >> v & 1))
        v++;
    return v;
}

/* What answers promise: joined sides show the same colour. */
static bool sides_agree(const struct pm_turning *t, const uint8_t *turns)
{
    for (int tile = 0; tile < t->n; tile++)
        for (int side = 0; side < 4; side++) {
            int other = pm_tile_beside(&t->board, tile, side);
            if (t->board.tiles[tile].joined >> side & 1 &&
                pm_tile_shows(&t->board.tiles[tile], side, turns[tile]) !=
                    pm_tile_shows(&t->board.tiles[other], side ^ 2, turns[other]))
                return false;
        }
    return true;
}

pulma_status pm_turning_next(struct pm_turning *t, uint8_t *turns)
{
    hasten(t);
    pulma_status status = prepare(t);
    if (status)
        return status;
    if (!t->started) {
        for (int part = 0; part < t->part_count; part++)
            first_path(t, part);
        status = search(t, false);
    } else if (!advance_parts(t)) {
        status = search(t, true);
    }
    t->started = true;
    if (status)
        return status;
    for (int tile = 0; tile < t->n; tile++)
        turns[tile] = lowest(t->turns[tile]);
    for (int i = 0; i < t->order_count; i++) {
        PM_ASSERT_SLOW(t->turns[t->order[i]] >> t->choices[i] & 1);
        turns[t->order[i]] = t->choices[i];
    }
    PM_ASSERT_SLOW(sides_agree(t, turns));
    return PULMA_OK;
}

pulma_status pm_turning_count(struct pm_turning *t, bool in_haste, struct pm_big *count)
{
    if (in_haste)
        hasten(t);
    pulma_status status = prepare(t);
    pm_big_set(count, status ? 0 : 1);
    if (status == PULMA_NONE)
        return PULMA_OK;
    if (!status && t->searched_count > 0)
        status = PULMA_UNAVAILABLE;
    for (int part = 0; part < t->part_count && !status; part++) {
        struct pm_big answers = {0};
        status = pm_layers_count(&t->layers, &t->parts[part], &answers);
        pm_big_times(count, &answers);
        pm_big_free(&answers);
    }
    return status ? status : count->failed ? PULMA_NO_MEMORY : PULMA_OK;
}

pulma_status pm_turning_settled(struct pm_turning *t, uint8_t *turns)
{
    pulma_status status = prepare(t);
    if (!status && t->searched_count > 0)
        status = PULMA_UNAVAILABLE;
    for (int tile = 0; tile < t->n && !status; tile++)
        turns[tile] = lowest(t->turns[tile]);
    for (int part = 0; part < t->part_count && !status; part++) {
        uint8_t *possible = t->choices + t->part_first[part];
        status = pm_layers_choices(&t->layers, &t->parts[part], possible);
        for (int i = 0; i < t->parts[part].n && !status; i++)
            turns[t->order[t->part_first[part] + i]] =
                pm_tile_is_open(possible[i]) ? PM_TURNING_OPEN : lowest(possible[i]);
    }
    t->started = false; /* the choices were overwritten */
    return status;
}

pulma_status pm_turning_glance(struct pm_turning *t, uint8_t *turns)
{
    pulma_status status = compare(t);
    for (int tile = 0; tile < t->n && !status; tile++)
        turns[tile] =
            pm_tile_is_open(t->turns[tile]) ? PM_TURNING_OPEN : lowest(t->turns[tile]);
    return status;
}
