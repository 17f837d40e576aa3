/* Counting exact covers without listing them.
 *
 * Items are covered in their order: the next option always covers the first item that is still
 * bare.  What matters for the rest is then only which of the following items are covered
 * already and how often each kind with bounds was used.  Such a position is met again and
 * again, along different ways; it is counted once and remembered.  Dominoes on the chessboard
 * have 12,988,816 tilings and some two thousand positions.
 *
 * A position is the first bare item, a word whose bit i tells whether the i-th item from there is
 * covered, and a word with one field of bits for each kind with bounds.  The number of answers
 * from it on has as many 32-bit limbs as the number of answers can possibly need. */
#include "kernels/cover/cover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/invariant.h"

enum { SPAN = 64, HALF = SPAN / 2, MEMORY = 400 << 20, ISLAND = 16, BATCH = 8 };

struct step {
    uint64_t mask; /* the items of the option, counted from its first */
    int option;
};

struct position {
    uint64_t covered, used;
    int32_t item; /* the first bare one */
    bool some;    /* there are answers */
};

/* The tag is a part of the hash: positions themselves, which lie far apart in memory, are looked
 * at only if it agrees. */
struct slot {
    uint32_t number, tag; /* number 0: free */
};

struct counting {
    const struct pm_cover *cover;
    struct pm_search *search;
    struct pm_arena arena;
    int *begin;           /* of an item: where its steps begin; items + 1 of them */
    struct step *steps;   /* by first item */
    int *shift;           /* of a kind: where its field of bits begins; -1: it has none */
    uint64_t *field;      /* of a kind: its field, not shifted */
    bool sum[ISLAND + 1]; /* whether options can have so many items together */
    int island;           /* larger islands are not looked at */
    uint64_t *near; /* of an item: its neighbours, itself being bit HALF; NULL: not told */
    int limbs;

    struct position *positions; /* number 0 is the board that is done */
    uint32_t *counts;           /* `limbs` for each position */
    size_t position_count, room, most;
    struct slot *table; /* a hash table of positions */
    size_t table_size;

    int *chosen; /* while answers are listed */
    bool enough;
    pulma_status status;
};

/* ---- Setting up -------------------------------------------------------------------------- */

static int bits_of(unsigned n)
{
    int bits = 0;
    for (; n; n >>= 1)
        bits++;
    return bits;
}

/* One field for each kind with bounds; false: they do not fit into a word. */
static bool lay_out_fields(struct counting *c)
{
    int at = 0;
    for (int kind = 0; kind < c->cover->kinds; kind++) {
        int least = c->cover->least[kind], most = c->cover->most[kind];
        c->shift[kind] = -1;
        if (least == 0 && (most == PM_COVER_FREELY || most >= c->cover->items))
            continue;
        /* Without an upper bound the field saturates at the lower one. */
        int bits = bits_of((unsigned)(most == PM_COVER_FREELY ? least : most));
        if (at + bits > 64)
            return false;
        c->shift[kind] = at;
        c->field[kind] = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
        at += bits;
    }
    return true;
}

/* The options by their first items; false: one reaches too far. */
static bool sort_steps(struct counting *c)
{
    const struct pm_cover *cover = c->cover;
    for (int o = 0; o < cover->options; o++)
        c->begin[cover->item[cover->first[o]] + 1]++;
    for (int i = 0; i < cover->items; i++)
        c->begin[i + 1] += c->begin[i];
    for (int o = cover->options - 1; o >= 0; o--) {
        int head = cover->item[cover->first[o]];
        struct step step = {.option = o};
        for (int k = cover->first[o]; k < cover->first[o + 1]; k++) {
            if (cover->item[k] - head >= SPAN)
                return false;
            step.mask |= (uint64_t)1 << (cover->item[k] - head);
        }
        c->steps[--c->begin[head + 1]] = step;
    }
    /* begin[i + 1] has moved down to where the steps of item i begin. */
    for (int i = 0; i < cover->items; i++)
        c->begin[i] = c->begin[i + 1];
    c->begin[cover->items] = cover->options;
    assert(c->begin[0] == 0);
    return true;
}

/* Islands of twice the smallest option's size and more are rarely hopeless. */
static void add_up_sizes(struct counting *c)
{
    const struct pm_cover *cover = c->cover;
    bool size[ISLAND + 1] = {false};
    c->island = ISLAND;
    for (int o = 0; o < cover->options; o++) {
        int n = cover->first[o + 1] - cover->first[o];
        if (n <= ISLAND)
            size[n] = true;
        c->island = 2 * n - 1 < c->island ? 2 * n - 1 : c->island;
    }
    c->sum[0] = true;
    for (int n = 1; n <= ISLAND; n++)
        for (int k = 1; k <= n; k++)
            c->sum[n] |= size[k] && c->sum[n - k];
}

/* The neighbours as words, unless some are too far apart. */
static void note_neighbours(struct counting *c, uint64_t *near)
{
    const int *beside = c->cover->beside;
    for (int i = 0; beside && i < 4 * c->cover->items; i++) {
        int away = beside[i] - i / 4;
        if (beside[i] < 0)
            continue;
        if (away < -HALF || away >= HALF)
            return;
        near[i / 4] |= (uint64_t)1 << (away + HALF);
    }
    c->near = beside ? near : NULL;
}

/* No more answers than ways to choose a step as often as the smallest options fit. */
static int limbs_needed(const struct counting *c)
{
    const struct pm_cover *cover = c->cover;
    int choices = 1, smallest = cover->items + 1;
    for (int i = 0; i < cover->items; i++)
        if (c->begin[i + 1] - c->begin[i] > choices)
            choices = c->begin[i + 1] - c->begin[i];
    for (int o = 0; o < cover->options; o++)
        if (cover->first[o + 1] - cover->first[o] < smallest)
            smallest = cover->first[o + 1] - cover->first[o];
    int64_t bits = (int64_t)bits_of((unsigned)choices) * (cover->items / smallest) + 1;
    return (int)(bits / 32 + 1);
}

static bool allocate(struct counting *c)
{
    const struct pm_cover *cover = c->cover;
    c->begin = pm_new(&c->arena, (size_t)cover->items + 2, int);
    c->steps = pm_new(&c->arena, (size_t)cover->options, struct step);
    c->shift = pm_new(&c->arena, (size_t)cover->kinds, int);
    c->field = pm_new(&c->arena, (size_t)cover->kinds, uint64_t);
    c->chosen = pm_new(&c->arena, (size_t)cover->items + 1, int);
    return c->begin && c->steps && c->shift && c->field && c->chosen;
}

/* ---- Positions ---------------------------------------------------------------------------- */

static uint64_t hash(const struct position *p)
{
    uint64_t h = p->covered * 0x9e3779b97f4a7c15u;
    h ^= (p->used + (uint64_t)p->item) * 0xc2b2ae3d27d4eb4fu;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return h ^ h >> 32;
}

static bool same(const struct position *p, const struct position *q)
{
    return p->covered == q->covered && p->used == q->used && p->item == q->item;
}

/* Where the position is in the table, or where it would be. */
static struct slot *slot_of(const struct counting *c, const struct position *p)
{
    uint64_t h = hash(p);
    size_t at = (size_t)h & (c->table_size - 1);
    while (c->table[at].number && (c->table[at].tag != (uint32_t)(h >> 32) ||
                                   !same(&c->positions[c->table[at].number], p)))
        at = (at + 1) & (c->table_size - 1);
    return &c->table[at];
}

static void enter(struct counting *c, size_t number)
{
    const struct position *p = &c->positions[number];
    *slot_of(c, p) = (struct slot){(uint32_t)number, (uint32_t)(hash(p) >> 32)};
}

static bool grow_table(struct counting *c)
{
    size_t size = c->table_size ? 2 * c->table_size : 1 << 12;
    struct slot *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    free(c->table);
    c->table = table;
    c->table_size = size;
    for (size_t i = 1; i < c->position_count; i++)
        enter(c, i);
    return true;
}

static bool grow_positions(struct counting *c)
{
    size_t room = c->room ? 2 * c->room : 1 << 11;
    struct position *positions = realloc(c->positions, room * sizeof *positions);
    if (positions)
        c->positions = positions;
    uint32_t *counts = realloc(c->counts, room * (size_t)c->limbs * sizeof *counts);
    if (counts)
        c->counts = counts;
    if (!positions || !counts)
        return false;
    c->room = room;
    return true;
}

/* A new position, with no answers so far; 0 and a status if that cannot be. */
static uint32_t new_position(struct counting *c, const struct position *p)
{
    if (c->position_count >= c->most) {
        c->status = PULMA_UNAVAILABLE;
        return 0;
    }
    if ((c->position_count == c->room && !grow_positions(c)) ||
        (2 * c->position_count >= c->table_size && !grow_table(c))) {
        c->status = PULMA_NO_MEMORY;
        return 0;
    }
    assert(c->position_count < c->room && c->position_count < UINT32_MAX);
    size_t n = c->position_count++;
    c->positions[n] = *p;
    memset(c->counts + n * (size_t)c->limbs, 0, (size_t)c->limbs * sizeof *c->counts);
    if (n > 0)
        enter(c, n);
    return (uint32_t)n;
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* The position after a step; false: the step does not fit. */
static inline bool after(const struct counting *c, const struct position *p,
                         const struct step *step, struct position *next)
{
    if (p->covered & step->mask)
        return false;
    int kind = c->cover->kind[step->option];
    *next = *p;
    next->some = false;
    if (c->shift[kind] >= 0) {
        int most = c->cover->most[kind];
        uint64_t n = p->used >> c->shift[kind] & c->field[kind];
        if (n >= (uint64_t)most)
            return false;
        if (most != PM_COVER_FREELY || n < (uint64_t)c->cover->least[kind])
            next->used += (uint64_t)1 << c->shift[kind];
    }
    next->covered |= step->mask;
    int run = ~next->covered ? __builtin_ctzll(~next->covered) : SPAN;
    next->covered = run == SPAN ? 0 : next->covered >> run;
    next->item += run;
    PM_ASSERT_SLOW(next->item > p->item); /* the step covered the first bare item */
    return true;
}

/* The bare items that hang together with the first one are an island.  A small one whose size is
 * no sum of sizes of options is never covered.  This cuts off most of the dead ends at once. */
static bool is_hopeless(const struct counting *c, const struct position *p)
{
    uint64_t bare = ~p->covered, fresh = 1;
    for (int size = 0; c->near && p->item < c->cover->items; size++) {
        if (!fresh)
            return !c->sum[size];
        int at = __builtin_ctzll(fresh);
        if (size == c->island || at >= SPAN - HALF)
            return false;
        bare &= ~((uint64_t)1 << at);
        fresh &= bare;
        uint64_t near = c->near[p->item + at];
        fresh |= bare & (at < HALF ? near >> (HALF - at) : near << (at - HALF));
    }
    return false;
}

/* All items are covered: has every kind been used often enough? */
static bool finished_well(const struct counting *c, const struct position *p)
{
    for (int kind = 0; kind < c->cover->kinds; kind++) {
        int least = c->cover->least[kind];
        if (least > 0 && (p->used >> c->shift[kind] & c->field[kind]) < (uint64_t)least)
            return false;
    }
    return true;
}

static void add(struct counting *c, uint32_t to, uint32_t from)
{
    uint32_t *sum = c->counts + (size_t)to * (size_t)c->limbs;
    const uint32_t *more = c->counts + (size_t)from * (size_t)c->limbs;
    uint64_t carry = 0;
    for (int i = 0; i < c->limbs; i++) {
        carry += (uint64_t)sum[i] + more[i];
        sum[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert(carry == 0);
    c->positions[to].some |= c->positions[from].some;
}

/* The positions after some of a position's steps, from step *k on; returns how many.  Their slots
 * are called from memory early, for waiting there is most of the work. */
static int step_ahead(const struct counting *c, const struct position *p, int *k,
                      struct position *next)
{
    int n = 0;
    for (; *k < c->begin[p->item + 1] && n < BATCH; ++*k) {
        if (!after(c, p, &c->steps[*k], &next[n]) || is_hopeless(c, &next[n]))
            continue;
        __builtin_prefetch(&c->table[(size_t)hash(&next[n]) & (c->table_size - 1)]);
        n++;
    }
    return n;
}

/* The number of a position whose answers are counted.  As deep as options are chosen. */
static uint32_t counted(struct counting *c, const struct position *p)
{
    uint32_t known = slot_of(c, p)->number;
    if (known)
        return known;
    c->status = pm_search_node(c->search);
    uint32_t number = c->status ? 0 : new_position(c, p);
    for (int k = c->begin[p->item]; k < c->begin[p->item + 1] && !c->status;) {
        struct position next[BATCH];
        int n = step_ahead(c, p, &k, next);
        for (int i = 0; i < n && !c->status; i++)
            if (next[i].item < c->cover->items)
                add(c, number, counted(c, &next[i]));
            else if (finished_well(c, &next[i]))
                add(c, number, 0);
    }
    return number;
}

/* ---- Listing ------------------------------------------------------------------------------- */

/* Walks along positions that have answers only, so no step is in vain. */
static void list(struct counting *c, const struct position *p, int depth)
{
    for (int k = c->begin[p->item]; k < c->begin[p->item + 1] && !c->enough; k++) {
        struct position next;
        if (!after(c, p, &c->steps[k], &next) || is_hopeless(c, &next))
            continue;
        assert(depth < c->cover->items);
        c->chosen[depth] = c->steps[k].option;
        if (next.item == c->cover->items) {
            c->chosen[depth + 1] = PM_COVER_END;
            if (finished_well(c, &next))
                c->enough = !pm_search_found(c->search, c->chosen);
        } else if (c->positions[slot_of(c, &next)->number].some) {
            list(c, &next, depth + 1);
        }
    }
}

static void count_all(struct counting *c, uint64_t listed, struct pm_big *count)
{
    struct position start = {.item = 0};
    struct position done = {.item = c->cover->items, .some = true};
    c->limbs = limbs_needed(c);
    c->most = MEMORY / (sizeof start + (size_t)c->limbs * 4 + 16);
    if (!grow_table(c)) {
        c->status = PULMA_NO_MEMORY;
        return;
    }
    new_position(c, &done);
    if (c->status)
        return;
    c->counts[0] = 1;
    uint32_t n = counted(c, &start);
    if (c->status)
        return;
    pm_big_set_limbs(count, c->counts + (size_t)n * (size_t)c->limbs, (size_t)c->limbs);
    if (pm_big_compare(count, listed) <= 0 && c->positions[n].some)
        list(c, &start, 0);
}

pulma_status pm_cover_count(const struct pm_cover *cover, uint64_t listed,
                            struct pm_search *search, struct pm_big *count)
{
    struct counting c = {.cover = cover, .search = search};
    pm_arena_init(&c.arena, 0);
    uint64_t *near = pm_new(&c.arena, (size_t)cover->items, uint64_t);
    if (!near || !allocate(&c))
        c.status = PULMA_NO_MEMORY;
    else if (!lay_out_fields(&c) || !sort_steps(&c))
        c.status = PULMA_UNAVAILABLE;
    else {
        add_up_sizes(&c);
        note_neighbours(&c, near);
        count_all(&c, listed, count);
    }
    free(c.positions);
    free(c.counts);
    free(c.table);
    pm_arena_free(&c.arena);
    return c.status;
}
