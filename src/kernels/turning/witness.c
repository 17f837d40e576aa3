#include "kernels/turning/witness.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/arena.h"
#include "core/invariant.h"
#include "kernels/turning/factor.h"

/* A link joins two open tiles; it belongs to the upper or left one. */
struct link {
    int tile, side; /* 2: to the bottom, 3: to the right */
};

struct pm_witness {
    const struct pm_turning_board *board;
    struct pm_arena arena;
    int *node;         /* per open tile: its node; of a corner, that of top and bottom, */
    int *wanted;       /* and the next one is that of left and right */
    int (*ends)[2];    /* nodes of each link */
    struct link *link; /* and where it is */
    unsigned char *taken;
    uint8_t *shown; /* per open tile: the sides that are open in the answer */
    int node_count, link_count;
};

static bool is_corner(const struct pm_turning_tile *tile)
{
    return tile->colour[0] != tile->colour[2] && tile->colour[1] != tile->colour[3];
}

bool pm_witness_is_straight(const struct pm_turning_tile *tile)
{
    return tile->colour[0] == tile->colour[2] && tile->colour[1] == tile->colour[3] &&
           tile->colour[0] != tile->colour[1];
}

bool pm_witness_suits(const struct pm_turning_board *b)
{
    for (int tile = 0; tile < b->rows * b->columns; tile++) {
        const struct pm_turning_tile *at = &b->tiles[tile];
        for (int side = 0; side < 4 && at->turns > 0; side++)
            if (at->colour[side] > 1 || (at->joined | at->closed) != 15 ||
                (at->joined >> side & 1 && pm_tile_beside(b, tile, side) == tile))
                return false;
    }
    return true;
}

struct pm_witness *pm_witness_new(const struct pm_turning_board *board)
{
    struct pm_witness *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    size_t n = (size_t)board->rows * (size_t)board->columns;
    w->board = board;
    pm_arena_init(&w->arena, 0);
    w->node = pm_new(&w->arena, n, int);
    w->wanted = pm_new(&w->arena, 2 * n, int);
    w->ends = pm_alloc(&w->arena, 2 * n, sizeof *w->ends);
    w->link = pm_new(&w->arena, 2 * n, struct link);
    w->taken = pm_new(&w->arena, 2 * n, unsigned char);
    w->shown = pm_new(&w->arena, n, uint8_t);
    if (w->node && w->wanted && w->ends && w->link && w->taken && w->shown)
        return w;
    pm_witness_free(w);
    return NULL;
}

void pm_witness_free(struct pm_witness *w)
{
    if (!w)
        return;
    pm_arena_free(&w->arena);
    free(w);
}

/* The sides that are open after v turns, as bits. */
static uint8_t pattern(const struct pm_turning_tile *tile, int v)
{
    uint8_t sides = 0;
    for (int side = 0; side < 4; side++)
        sides |= (uint8_t)(pm_tile_shows(tile, side, v) << side);
    return sides;
}

/* The sides that are open in all of the turns, and in some. */
static void range_of(const struct pm_turning_tile *tile, uint8_t turns, uint8_t *always,
                     uint8_t *sometimes)
{
    *always = 15;
    *sometimes = 0;
    for (int v = 0; v < 4; v++)
        if (turns >> v & 1) {
            *always &= pattern(tile, v);
            *sometimes |= pattern(tile, v);
        }
}

static int node_of(const struct pm_witness *w, int tile, int side)
{
    return w->node[tile] + (is_corner(&w->board->tiles[tile]) && (side & 1));
}

/* The nodes of an open tile, and how many links each wants. */
static void add_nodes(struct pm_witness *w, int tile, uint8_t turns)
{
    static const uint8_t upright = 1 | 4, level = 2 | 8;
    const struct pm_turning_tile *at = &w->board->tiles[tile];
    uint8_t always, sometimes;
    range_of(at, turns, &always, &sometimes);
    uint8_t open = sometimes & (uint8_t)~always;
    w->shown[tile] = always;
    w->node[tile] = w->node_count;
    if (is_corner(at)) {
        w->wanted[w->node_count++] = (open & upright) != 0;
        w->wanted[w->node_count++] = (open & level) != 0;
        return;
    }
    int connections = 0;
    for (int side = 0; side < 4; side++)
        connections += at->colour[side] - (always >> side & 1);
    w->wanted[w->node_count++] = connections;
}

/* The links from an open tile to the bottom and to the right. */
static void add_links(struct pm_witness *w, int tile, const uint8_t *turns)
{
    uint8_t always, sometimes;
    range_of(&w->board->tiles[tile], turns[tile], &always, &sometimes);
    for (int side = 2; side < 4; side++) {
        if (!((sometimes & ~always) >> side & 1))
            continue;
        int other = pm_tile_beside(w->board, tile, side);
        assert(pm_tile_is_open(turns[other])); /* or it would have decided this side */
        w->ends[w->link_count][0] = node_of(w, tile, side);
        w->ends[w->link_count][1] = node_of(w, other, side ^ 2);
        w->link[w->link_count++] = (struct link){tile, side};
    }
}

/* What the chosen links show at each tile. */
static void read_links(struct pm_witness *w)
{
    for (int i = 0; i < w->link_count; i++) {
        struct link link = w->link[i];
        if (!w->taken[i])
            continue;
        w->shown[link.tile] |= (uint8_t)(1 << link.side);
        w->shown[pm_tile_beside(w->board, link.tile, link.side)] |=
            (uint8_t)(1 << (link.side ^ 2));
    }
}

/* The turn that shows what the links do; false: a straight tile that would be bent. */
static bool turn_of(const struct pm_witness *w, int tile, uint8_t turns, uint8_t *chosen)
{
    for (uint8_t v = 0; v < 4; v++)
        if (turns >> v & 1 && pattern(&w->board->tiles[tile], v) == w->shown[tile]) {
            *chosen = v;
            return true;
        }
    assert(pm_witness_is_straight(&w->board->tiles[tile]));
    return false;
}

pulma_status pm_witness_find(struct pm_witness *w, const uint8_t *turns, const int *tiles,
                             int n, struct pm_search *search, uint8_t *chosen)
{
    w->node_count = w->link_count = 0;
    for (int i = 0; i < n; i++)
        if (pm_tile_is_open(turns[tiles[i]]))
            add_nodes(w, tiles[i], turns[tiles[i]]);
    for (int i = 0; i < n; i++)
        if (pm_tile_is_open(turns[tiles[i]]))
            add_links(w, tiles[i], turns);
    const struct pm_graph graph = {w->node_count, w->link_count, (const int(*)[2])w->ends,
                                   w->wanted};
    pulma_status status =
        w->node_count > 0 ? pm_factor(&graph, search, w->taken) : PULMA_OK;
    if (status)
        return status;
    read_links(w);
    for (int i = 0; i < n && !status; i++)
        if (pm_tile_is_open(turns[tiles[i]]) &&
            !turn_of(w, tiles[i], turns[tiles[i]], &chosen[tiles[i]]))
            status = PULMA_UNAVAILABLE;
    return status;
}
