/* A search that looks ahead.  Each open cell keeps, for each of its sides, the set of colours that
 * this side may still show.  A candidate that is used up, or shows a colour outside of these sets,
 * is gone; what the others show is all that the neighbours may meet; and so on until nothing
 * changes (arc consistency).  An open cell without candidates ends a branch, often long before its
 * turn would come.
 *
 * The next cell to fill is the one with the fewest candidates; where all grey belongs at the rim,
 * the frame comes first, and an inner cell only where there is no choice.  The frame closes: few
 * of the ways to begin it lead around the board.  On framed boards with as many colours as make
 * them hard the tree is some hundred times smaller than when the board is filled line by line, and a
 * node costs some twenty times as much.
 *
 * The sets of a cell are one word: 16 bits a side, a bit for each colour.  So a candidate suits if
 * its word has no bit outside of the cell's, and the union of the words of those that do has the
 * sets for all neighbours at once.  Likewise a word has a bit for each type of pieces; types that
 * belong at the rim and those that belong inside never meet, and have words of their own.  Eight
 * candidates are looked at together, with the widest vectors that the processor has.
 *
 * A cell without a known neighbour is not looked at: nearly all pieces suit.  Cells are numbered
 * here in the order in which they are preferred, the frame first. */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "core/cpu.h"
#include "core/invariant.h"
#include "kernels/edges/inside.h"

enum {
    MOST_CELLS = 128,
    NOWHERE = MOST_CELLS, /* always filled, and never narrower */
    LANE = 16,            /* bits a side; the last one is never allowed */
    SIDE = (1 << LANE) - 1,
    RANK_BITS = 7,
    MOST_COUNTED = (INT16_MAX >> RANK_BITS) - 1,
    FILLED = INT16_MAX,
    MANY = 3,
    NODES_BETWEEN_LOOKS = 1 << 13,
};

/* Candidates; after the last one some follow that suit nowhere, up to a full block. */
struct options {
    const block *shows; /* bit LANE * side + colour for each side */
    const block *types; /* the bit of the type */
    const struct candidate *is;
    int count;
};

/* A cell as it was before a piece was placed. */
struct saved {
    uint64_t allowed, shown, types;
    const struct options *list;
    int16_t key;
    int16_t cell;
};

/* One piece on the way down. */
struct step {
    int cell, mark; /* `mark`: the length of the trail before it */
    const struct options *list;
    int next, placed; /* in the list; `placed` -1: none */
};

struct pm_edges_narrow {
    struct pm_edges_search *s;
    struct pm_edges_ring *ring;   /* NULL: not suited */
    struct pm_edges_share *share; /* NULL: there are no other threads */
    int64_t shared;        /* branches that were met at the depth where they are shared */
    int cells, frame;      /* open cells; the first ones lie at the rim */
    int level[MOST_CELLS]; /* the search's level with this cell */
    int rim[MOST_CELLS];   /* sets of sides */
    int16_t beside[MOST_CELLS][4]; /* NOWHERE: the rim or a given piece */
    /* Lists by the sides at the rim, at most two known sides, and their colours. */
    const struct options *lists[16][16];

    /* What is known of each cell; see `saved`. */
    bool filled[MOST_CELLS + 1], waiting[MOST_CELLS];
    uint8_t known[MOST_CELLS];    /* the sides that meet a piece */
    uint8_t meets[MOST_CELLS][4]; /* its colour */
    uint64_t allowed[MOST_CELLS +
                     1]; /* none where a piece lies: colours that each side may show */
    uint64_t shown[MOST_CELLS]; /* colours that its candidates show */
    uint64_t types[MOST_CELLS]; /* of the candidates */
    const struct options *list[MOST_CELLS];
    int16_t key[MOST_CELLS];    /* candidates << RANK_BITS | cell, or FILLED */
    uint64_t stamp[MOST_CELLS]; /* the placement since which the cell is saved */

    uint64_t bit[PM_EDGES_MAX];  /* per type, its bit among those at the rim or inside */
    uint16_t left[PM_EDGES_MAX]; /* free pieces of each type */
    uint64_t gone[2];            /* types at the rim, and inside, with no piece left */
    struct step steps[MOST_CELLS];
    int depth; /* -1: finished */
    int to_look[MOST_CELLS + 1], to_look_count;
    struct saved *trail;
    int trail_count;
    uint64_t placements;
    int64_t nodes, look; /* so many; at so many the limits are looked at */
    int64_t counted;     /* nodes that the search knows of */
};

/* ---- Preparations ---------------------------------------------------------------------- */

INNER uint64_t lane(unsigned colours, int side)
{
    return (uint64_t)colours << (LANE * side);
}

/* The first two sides of a set: they lead to a list. */
INNER int two_of(int known)
{
    int first = known & -known, rest = known & ~first;
    return first | (rest & -rest);
}

INNER int key_of(int two, const uint8_t *colour)
{
    int key = 0;
    for (int side = 0; side < 4; side++)
        if (two >> side & 1)
            key = key << 4 | colour[side];
    return key;
}

/* Room for candidates in whole blocks; NULL: no memory. */
static block *new_blocks(struct pm_arena *arena, size_t count)
{
    char *room = pm_new(arena, (count + 1) * sizeof(block), char);
    if (!room)
        return NULL;
    return (block *)(void *)(room + (sizeof(block) - (uintptr_t)room % sizeof(block)));
}

static uint64_t shown_by(const struct pm_edges_search *s, const struct candidate *c)
{
    uint64_t shows = 0;
    for (int side = 0; side < s->e->sides; side++)
        shows |= lane(1u << c->colour[side], side);
    return shows;
}

/* Copies those of `count` candidates that show the key's colours and are not all given. */
static bool make_list(const struct pm_edges_narrow *n, const struct candidate *all,
                      int count, int two, int key, struct options *list,
                      struct pm_arena *arena)
{
    for (int i = 0; i < count; i++)
        list->count += n->bit[all[i].type] != 0 && key_of(two, all[i].colour) == key;
    size_t blocks = ((size_t)list->count + BLOCK - 1) / BLOCK;
    block *shows = new_blocks(arena, blocks), *types = new_blocks(arena, blocks);
    struct candidate *is = pm_new(arena, (size_t)list->count, struct candidate);
    if (!shows || !types || !is)
        return false;
    list->shows = shows;
    list->types = types;
    list->is = is;
    memset(shows, -1, blocks * sizeof *shows);
    for (int i = 0, at = 0; i < count; i++) {
        if (n->bit[all[i].type] == 0 || key_of(two, all[i].colour) != key)
            continue;
        shows[at / BLOCK][at % BLOCK] = shown_by(n->s, &all[i]);
        types[at / BLOCK][at % BLOCK] = n->bit[all[i].type];
        is[at++] = all[i];
    }
    return true;
}

static bool make_lists(struct pm_edges_narrow *n, int rim, int two, struct pm_arena *arena)
{
    const struct pm_edges_search *s = n->s;
    struct candidate *all =
        pm_new(arena, (size_t)s->types * (size_t)s->e->sides, struct candidate);
    struct options *lists = pm_new(arena, 256, struct options);
    if (!all || !lists)
        return false;
    int count = pm_edges_candidates(s, rim, all);
    for (int key = 0; key < 256; key++)
        if (!make_list(n, all, count, two, key, &lists[key], arena))
            return false;
    n->lists[rim][two] = lists;
    return true;
}

/* Whether a type belongs inside, for cells that are not at the rim. */
static bool belongs_inside(const struct pm_edges_search *s, int type)
{
    bool grey = false;
    for (int side = 0; side < s->e->sides; side++)
        grey |= paint_of(s, s->first_of[type], 0, side) == 0;
    return !grey || !s->tight;
}

bool pm_edges_narrow_suits(const struct pm_edges_search *s)
{
    int count[2] = {0, 0};
    for (int type = 0; type < s->types; type++)
        count[belongs_inside(s, type)] += s->free_count[type] > 0;
    return !s->e->partner && 0 < s->level_count && s->level_count <= MOST_CELLS &&
           s->colours < LANE && count[0] <= 64 && count[1] <= 64;
}

/* Gives each type with free pieces its bit. */
static void number_types(struct pm_edges_narrow *n)
{
    int count[2] = {0, 0};
    for (int type = 0; type < n->s->types; type++)
        if (n->s->free_count[type] > 0)
            n->bit[type] = (uint64_t)1 << count[belongs_inside(n->s, type)]++;
}

/* How far each cell lies from the rim. */
static void measure(const struct pm_edges *e, int *distance)
{
    bool more = true;
    for (int cell = 0; cell < e->cells; cell++)
        distance[cell] = INT_MAX;
    for (int far = 0; more; far++) {
        more = false;
        for (int cell = 0; cell < e->cells; cell++) {
            bool touches = false;
            for (int side = 0; side < e->sides; side++) {
                int other = e->beside[cell * e->sides + side];
                touches |= other == PM_EDGES_RIM || distance[other] < far;
            }
            if (distance[cell] == INT_MAX && touches) {
                distance[cell] = far;
                more = true;
            }
        }
    }
}

/* Numbers the open cells from the rim inwards; `rank` gets the number of each cell of the board. */
static void number_cells(struct pm_edges_narrow *n, int *rank)
{
    const struct pm_edges_search *s = n->s;
    int distance[PM_EDGES_MAX];
    measure(s->e, distance);
    for (int cell = 0; cell < s->e->cells; cell++)
        rank[cell] = -1;
    for (int far = 0; n->cells < s->level_count; far++)
        for (int i = 0; i < s->level_count; i++)
            if (distance[s->levels[i].cell] == far) {
                n->level[n->cells] = i;
                rank[s->levels[i].cell] = n->cells++;
                n->frame += far == 0 && s->tight;
            }
}

/* What the rim and the given pieces say about an open cell. */
static void describe(struct pm_edges_narrow *n, int cell, const int *rank)
{
    const struct pm_edges *e = n->s->e;
    int on_board = n->s->levels[n->level[cell]].cell;
    unsigned any = (unsigned)(1 << n->s->colours) - 1;
    for (int side = 0; side < e->sides; side++) {
        int other = e->beside[on_board * e->sides + side];
        unsigned colours = n->s->tight ? any & ~1u : any;
        n->beside[cell][side] = NOWHERE;
        if (other == PM_EDGES_RIM) {
            n->rim[cell] |= 1 << side;
            colours = e->border ? 1 : any;
        } else if (rank[other] >= 0) {
            n->beside[cell][side] = (int16_t)rank[other];
        } else {
            int given = e->given[other], facing = pm_edges_facing(e->sides, side);
            int colour = paint_of(n->s, given / e->sides, given % e->sides, facing);
            n->known[cell] |= (uint8_t)(1 << side);
            n->meets[cell][side] = (uint8_t)colour;
            colours = 1u << colour;
        }
        n->allowed[cell] |= lane(colours, side);
    }
}

INNER void find_list(struct pm_edges_narrow *n, int cell)
{
    int two = two_of(n->known[cell]);
    n->list[cell] = &n->lists[n->rim[cell]][two][key_of(two, n->meets[cell])];
}

static bool prepare(struct pm_edges_narrow *n, struct pm_arena *arena)
{
    int rank[PM_EDGES_MAX];
    number_types(n);
    number_cells(n, rank);
    for (int cell = 0; cell < n->cells; cell++) {
        describe(n, cell, rank);
        for (int known = 0; known < 1 << n->s->e->sides; known++)
            if ((known & n->rim[cell]) == 0 && !n->lists[n->rim[cell]][two_of(known)] &&
                !make_lists(n, n->rim[cell], two_of(known), arena))
                return false;
        find_list(n, cell);
        n->key[cell] = (int16_t)(MOST_COUNTED << RANK_BITS | cell);
    }
    return true;
}

/* What a version of the search is made for: a number of sides, wide vectors. */
struct way {
    int sides;
    bool wide;
};

/* ---- Looking ahead ------------------------------------------------------------------------ */

INNER void save(struct pm_edges_narrow *n, int cell)
{
    if (n->stamp[cell] == n->placements)
        return;
    n->stamp[cell] = n->placements;
    PM_ASSERT_SLOW(n->trail_count < n->cells * (n->cells + 1));
    n->trail[n->trail_count++] =
        (struct saved){n->allowed[cell], n->shown[cell], n->types[cell],
                       n->list[cell],    n->key[cell],   (int16_t)cell};
}

INNER void restore(struct pm_edges_narrow *n, int mark)
{
    while (n->trail_count > mark) {
        const struct saved *was = &n->trail[--n->trail_count];
        n->allowed[was->cell] = was->allowed;
        n->shown[was->cell] = was->shown;
        n->types[was->cell] = was->types;
        n->list[was->cell] = was->list;
        n->key[was->cell] = was->key;
    }
}

INNER void await(struct pm_edges_narrow *n, int cell)
{
    n->to_look[n->to_look_count] = cell;
    n->to_look_count += !n->waiting[cell];
    n->waiting[cell] = true;
}

INNER int facing(int side, int sides)
{
    return sides == 4 ? side ^ 2 : side;
}

/* The neighbours may meet only what the candidates show. */
INNER void tell_neighbours(struct pm_edges_narrow *n, int cell, uint64_t shown, int sides)
{
    for (int side = 0; side < sides; side++) {
        int other = n->beside[cell][side], there = facing(side, sides);
        uint64_t met = (shown >> (LANE * side) & SIDE) << (LANE * there);
        uint64_t gone = n->allowed[other] & lane(SIDE, there) & ~met;
        if (!gone)
            continue;
        save(n, other);
        n->allowed[other] &= ~gone;
        if (n->known[other])
            await(n, other);
    }
}

/* What the candidates in a list show, and their types, without those that show another colour or
 * are gone. */
INNER void unite(const struct options *list, uint64_t other, uint64_t gone, uint64_t *shown,
                 uint64_t *types)
{
    const quad *show = (const quad *)list->shows, *is = (const quad *)list->types;
    quad shown_here = {0}, types_here = {0};
    for (int i = 0; 4 * i < list->count; i += 2)
        for (int j = i; j < i + 2; j++) {
            quad suits = (quad)(((show[j] & other) | (is[j] & gone)) == 0);
            shown_here |= show[j] & suits;
            types_here |= is[j] & suits;
        }
    *shown = pm_edges_union(&shown_here);
    *types = pm_edges_union(&types_here);
}

/* The same in wide vectors. */
INNER void unite_wide(const struct options *list, uint64_t other, uint64_t gone,
                      uint64_t *shown, uint64_t *types)
{
    block shown_here = {0}, types_here = {0};
    for (int i = 0; i * BLOCK < list->count; i++) {
        block suits = (block)(((list->shows[i] & other) | (list->types[i] & gone)) == 0);
        shown_here |= list->shows[i] & suits;
        types_here |= list->types[i] & suits;
    }
    *shown = pm_edges_union_of_8(&shown_here);
    *types = pm_edges_union_of_8(&types_here);
}

/* Looks over the candidates of an open cell; false: there is none. */
INNER bool look_over(struct pm_edges_narrow *n, int cell, struct way way)
{
    uint64_t shown, types;
    (way.wide ? unite_wide : unite)(n->list[cell], ~n->allowed[cell],
                                    n->gone[cell >= n->frame], &shown, &types);
    if (types == 0)
        return false;
    if (shown == n->shown[cell] && types == n->types[cell])
        return true;
    save(n, cell);
    n->key[cell] = (int16_t)(__builtin_popcountll(types) << RANK_BITS | cell);
    n->types[cell] = types;
    n->shown[cell] = shown;
    tell_neighbours(n, cell, shown, way.sides);
    return true;
}

INNER bool look_over_all(struct pm_edges_narrow *n, struct way way)
{
    bool alive = true;
    while (n->to_look_count > 0 && alive) {
        int cell = n->to_look[--n->to_look_count];
        n->waiting[cell] = false;
        alive = look_over(n, cell, way);
    }
    while (n->to_look_count > 0)
        n->waiting[n->to_look[--n->to_look_count]] = false;
    return alive;
}

/* ---- The search ------------------------------------------------------------------------------ */

INNER void await_all_with(struct pm_edges_narrow *n, uint64_t type, bool inside)
{
    int end = inside ? n->cells : n->frame;
    n->gone[inside] |= type;
    for (int other = inside ? n->frame : 0; other < end; other++) {
        if (!(n->types[other] & type))
            continue;
        if (n->key[other] < MANY << RANK_BITS) {
            await(n, other);
        } else {
            save(n, other);
            n->types[other] &= ~type;
            n->key[other] -= 1 << RANK_BITS;
        }
    }
}

/* Places a piece and looks ahead; false: some cell has no candidate left. */
INNER bool place(struct pm_edges_narrow *n, int cell, const struct candidate *c,
                 struct way way)
{
    n->placements++;
    save(n, cell);
    n->filled[cell] = true;
    n->key[cell] = FILLED;
    n->types[cell] = n->allowed[cell] = 0;
    if (--n->left[c->type] == 0)
        await_all_with(n, n->bit[c->type], cell >= n->frame);
    for (int side = 0; side < way.sides; side++) {
        int other = n->beside[cell][side], there = facing(side, way.sides);
        if (n->filled[other])
            continue;
        save(n, other);
        n->known[other] |= (uint8_t)(1 << there);
        n->meets[other][there] = c->colour[side];
        n->allowed[other] &= ~lane(SIDE, there) | lane(1u << c->colour[side], there);
        find_list(n, other);
        await(n, other);
    }
    return look_over_all(n, way);
}

INNER void take_back(struct pm_edges_narrow *n, const struct step *t, int sides)
{
    const struct candidate *c = &t->list->is[t->placed];
    if (n->left[c->type]++ == 0)
        n->gone[t->cell >= n->frame] &= ~n->bit[c->type];
    n->filled[t->cell] = false;
    for (int side = 0; side < sides; side++) {
        int other = n->beside[t->cell][side];
        if (!n->filled[other])
            n->known[other] &= (uint8_t) ~(1 << facing(side, sides));
    }
    restore(n, t->mark);
}

INNER int16_t least(const int16_t *key, int count)
{
    int16_t best = FILLED;
    for (int i = 0; i < count; i++)
        best = key[i] < best ? key[i] : best;
    return best;
}

/* The cell to fill next. */
INNER int choose(const struct pm_edges_narrow *n)
{
    int at_rim = least(n->key, n->frame);
    int inside = least(n->key + n->frame, n->cells - n->frame);
    bool inside_first = at_rim == FILLED || inside >> RANK_BITS <= 1;
    return (inside_first ? inside : at_rim) & ((1 << RANK_BITS) - 1);
}

INNER void open_step(struct pm_edges_narrow *n)
{
    int cell = choose(n);
    PM_ASSERT_SLOW(cell < n->cells && !n->filled[cell]);
    n->steps[++n->depth] = (struct step){cell, n->trail_count, n->list[cell], 0, -1};
}

/* The next candidate that suits, or -1. */
INNER int next_option(const struct pm_edges_narrow *n, struct step *t)
{
    uint64_t other = ~n->allowed[t->cell], gone = n->gone[t->cell >= n->frame];
    const uint64_t *shows = (const uint64_t *)t->list->shows;
    const uint64_t *types = (const uint64_t *)t->list->types;
    for (; t->next < t->list->count; t->next++)
        if (((shows[t->next] & other) | (types[t->next] & gone)) == 0)
            return t->next++;
    return -1;
}

/* Whether this thread is to search the branch that it has come to. */
static bool is_ours(struct pm_edges_narrow *n)
{
    assert(n->share);
    int64_t number = n->shared++;
    return atomic_compare_exchange_strong(&n->share->taken, &number, number + 1);
}

/* Pieces lie on the cells of the steps, and the others are left. */
static bool pieces_are_counted(const struct pm_edges_narrow *n)
{
    int left = 0, free = 0, filled = 0;
    for (int type = 0; type < n->s->types; type++) {
        left += n->left[type];
        free += n->s->free_count[type];
        if (n->left[type] == 0 && n->bit[type] & ~(n->gone[0] | n->gone[1]))
            return false;
    }
    for (int cell = 0; cell < n->cells; cell++) {
        filled += n->filled[cell];
        if (n->filled[cell] != (n->key[cell] == FILLED))
            return false;
    }
    return left + filled == free && n->to_look_count == 0;
}

/* The board that is found, as the search tells it. */
static void hand_over(struct pm_edges_narrow *n)
{
    for (int i = 0; i < n->cells; i++) {
        const struct step *t = &n->steps[i];
        assert(n->filled[t->cell] && t->placed >= 0);
        n->s->levels[n->level[t->cell]].placed = &t->list->is[t->placed];
    }
}

/* Whether the inside can be filled, now that the frame lies.  A step there is much shorter. */
static bool frame_may_do(struct pm_edges_narrow *n)
{
    enum { STEPS_A_NODE = 16 };
    int64_t steps;
    for (int i = 0; i <= n->depth; i++) {
        const struct step *t = &n->steps[i];
        if (t->cell < n->frame)
            pm_edges_ring_lay(n->ring, n->s->levels[n->level[t->cell]].cell,
                              t->list->is[t->placed].colour);
    }
    bool may = pm_edges_ring_may_fit(n->ring, &steps);
    n->nodes += steps / STEPS_A_NODE;
    return may;
}

/* pm_edges_narrow_go() in one of its ways. */
INNER pulma_status go(struct pm_edges_narrow *n, struct pm_search *search, struct way way)
{
    int share_at = !n->share ? -1 : n->cells < 4 ? 1 : n->cells / 4;
    while (n->depth >= 0) {
        struct step *t = &n->steps[n->depth];
        if (n->nodes >= n->look) {
            pulma_status status = pm_search_nodes(search, n->nodes - n->counted);
            n->counted = n->nodes;
            if (status)
                return status;
            n->look = n->nodes + NODES_BETWEEN_LOOKS;
            assert(n->trail_count >= t->mark && n->depth < n->cells);
            PM_ASSERT_SLOW(pieces_are_counted(n));
        }
        if (t->placed >= 0)
            take_back(n, t, way.sides);
        t->placed = next_option(n, t);
        if (t->placed < 0) {
            n->depth--;
            continue;
        }
        n->nodes++;
        if (!place(n, t->cell, &t->list->is[t->placed], way))
            continue;
        if (n->depth + 1 == share_at && !is_ours(n))
            continue;
        if (n->ring && t->cell < n->frame && least(n->key, n->frame) == FILLED &&
            !frame_may_do(n))
            continue;
        if (n->depth + 1 == n->cells) {
            hand_over(n);
            return PULMA_OK;
        }
        open_step(n);
    }
    return PULMA_NONE;
}

#ifdef __x86_64__
__attribute__((target("avx512f,avx512dq,avx512vl,popcnt"))) static pulma_status
go_avx512(struct pm_edges_narrow *n, struct pm_search *search)
{
    return go(n, search, (struct way){4, true});
}

__attribute__((target("avx2,popcnt"))) static pulma_status
go_avx2(struct pm_edges_narrow *n, struct pm_search *search)
{
    return go(n, search, (struct way){4, false});
}
#endif

static pulma_status go_anywhere(struct pm_edges_narrow *n, struct pm_search *search)
{
    return go(n, search, (struct way){n->s->e->sides, false});
}

static pulma_status go_best(struct pm_edges_narrow *n, struct pm_search *search)
{
#ifdef __x86_64__
    if (n->s->e->sides == 4 && pm_cpu_may(PM_CPU_AVX512) &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return go_avx512(n, search);
    if (n->s->e->sides == 4 && pm_cpu_may(PM_CPU_AVX2) && pm_cpu_can(PM_CPU_AVX2))
        return go_avx2(n, search);
#endif
    return go_anywhere(n, search);
}

pulma_status pm_edges_narrow_go(struct pm_edges_narrow *n, struct pm_search *search)
{
    pulma_status status = go_best(n, search);
    search->effort->nodes += n->nodes - n->counted;
    n->counted = n->nodes;
    return status;
}

bool pm_edges_narrow_judges(const struct pm_edges_narrow *n)
{
    return n->ring != NULL;
}

struct pm_edges_narrow *pm_edges_narrow_start(struct pm_edges_search *s,
                                              struct pm_edges_share *share,
                                              struct pm_arena *arena)
{
    assert(pm_edges_narrow_suits(s));
    struct pm_edges_narrow *n = pm_new(arena, 1, struct pm_edges_narrow);
    size_t cells = (size_t)s->level_count;
    if (!n)
        return NULL;
    n->s = s;
    n->share = share;
    n->trail = pm_new(arena, cells * (cells + 1), struct saved); /* once a step */
    if (!n->trail || !prepare(n, arena))
        return NULL;
    n->ring = pm_edges_ring_new(s, arena);
    memcpy(n->left, s->free_count, (size_t)s->types * sizeof *n->left);
    n->filled[NOWHERE] = true;
    n->placements = 1;
    for (int cell = 0; cell < n->cells; cell++)
        if (n->known[cell])
            await(n, cell);
    n->depth = -1;
    if (!s->hopeless && look_over_all(n, (struct way){s->e->sides, false}))
        open_step(n);
    n->steps[0].mark = n->trail_count = 0; /* this is never taken back */
    return n;
}
