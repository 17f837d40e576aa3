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
#include "kernels/cover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"

enum { SPAN = 64, MEMORY = 400 << 20, ISLAND = 16 };

struct step {
    uint64_t mask; /* the items of the option, counted from its first */
    int option;
};

struct position {
    uint64_t covered, used;
    int32_t item; /* the first bare one */
    bool some;    /* there are answers */
};

struct counting {
    const struct pm_cover *cover;
    struct pm_cover_task *task;
    struct pm_arena arena;
    int *begin;           /* of an item: where its steps begin; items + 1 of them */
    struct step *steps;   /* by first item */
    int *shift;           /* of a kind: where its field of bits begins; -1: it has none */
    uint64_t *field;      /* of a kind: its field, not shifted */
    bool sum[ISLAND + 1]; /* whether options can have so many items together */
    int limbs;

    struct position *positions; /* number 0 is the board that is done */
    uint32_t *counts;           /* `limbs` for each position */
    size_t position_count, room, most;
    uint32_t *table; /* a hash table of positions, 0: free */
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
    return true;
}

static void add_up_sizes(struct counting *c)
{
    const struct pm_cover *cover = c->cover;
    bool size[ISLAND + 1] = {false};
    for (int o = 0; o < cover->options; o++)
        if (cover->first[o + 1] - cover->first[o] <= ISLAND)
            size[cover->first[o + 1] - cover->first[o]] = true;
    c->sum[0] = true;
    for (int n = 1; n <= ISLAND; n++)
        for (int k = 1; k <= n; k++)
            c->sum[n] |= size[k] && c->sum[n - k];
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

static size_t hash(const struct position *p)
{
    uint64_t h = p->covered * 0x9e3779b97f4a7c15u;
    h ^= (p->used + (uint64_t)p->item) * 0xc2b2ae3d27d4eb4fu;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return (size_t)(h ^ h >> 32);
}

static bool same(const struct position *p, const struct position *q)
{
    return p->covered == q->covered && p->used == q->used && p->item == q->item;
}

/* Where the position is in the table, or where it would be. */
static uint32_t *slot_of(struct counting *c, const struct position *p)
{
    size_t at = hash(p) & (c->table_size - 1);
    while (c->table[at] && !same(&c->positions[c->table[at]], p))
        at = (at + 1) & (c->table_size - 1);
    return &c->table[at];
}

static bool grow_table(struct counting *c)
{
    size_t size = c->table_size ? 2 * c->table_size : 1 << 12;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    free(c->table);
    c->table = table;
    c->table_size = size;
    for (size_t i = 1; i < c->position_count; i++)
        *slot_of(c, &c->positions[i]) = (uint32_t)i;
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
    size_t n = c->position_count++;
    c->positions[n] = *p;
    memset(c->counts + n * (size_t)c->limbs, 0, (size_t)c->limbs * sizeof *c->counts);
    if (n > 0)
        *slot_of(c, p) = (uint32_t)n;
    return (uint32_t)n;
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* The position after a step; false: the step does not fit. */
static bool after(const struct counting *c, const struct position *p,
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
    return true;
}

/* The bare items that hang together with the first one are an island.  A small one whose size is
 * no sum of sizes of options is never covered.  This cuts off most of the dead ends at once. */
static bool is_hopeless(const struct counting *c, const struct position *p)
{
    uint64_t island = 1, fresh = 1;
    int size = 0;
    if (!c->cover->beside || p->item >= c->cover->items)
        return false;
    while (fresh) {
        int at = __builtin_ctzll(fresh);
        fresh &= fresh - 1;
        if (++size > ISLAND || at == SPAN - 1)
            return false;
        const int *beside = c->cover->beside + 4 * (p->item + at);
        for (int side = 0; side < 4; side++) {
            int other = beside[side] - p->item;
            if (other <= 0 || beside[side] < 0)
                continue;
            if (other >= SPAN)
                return false;
            uint64_t bit = (uint64_t)1 << other & ~p->covered & ~island;
            island |= bit;
            fresh |= bit;
        }
    }
    return !c->sum[size];
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

static void count_node(struct counting *c)
{
    const struct pm_limits *limits = c->task->limits;
    c->task->nodes++;
    if (limits && ((c->task->nodes % 4096 == 0 && pm_stop(limits)) ||
                   (limits->conflicts > 0 && c->task->nodes > limits->conflicts)))
        c->status = PULMA_LIMIT;
}

/* The number of a position whose answers are counted.  As deep as options are chosen. */
static uint32_t counted(struct counting *c, const struct position *p)
{
    uint32_t known = *slot_of(c, p);
    if (known)
        return known;
    count_node(c);
    uint32_t n = c->status ? 0 : new_position(c, p);
    for (int k = c->begin[p->item]; k < c->begin[p->item + 1] && !c->status; k++) {
        struct position next;
        if (!after(c, p, &c->steps[k], &next) || is_hopeless(c, &next))
            continue;
        if (next.item < c->cover->items)
            add(c, n, counted(c, &next));
        else if (finished_well(c, &next))
            add(c, n, 0);
    }
    return n;
}

/* ---- Listing ------------------------------------------------------------------------------- */

/* Walks along positions that have answers only, so no step is in vain. */
static void list(struct counting *c, const struct position *p, int depth)
{
    for (int k = c->begin[p->item]; k < c->begin[p->item + 1] && !c->enough; k++) {
        struct position next;
        if (!after(c, p, &c->steps[k], &next) || is_hopeless(c, &next))
            continue;
        c->chosen[depth] = c->steps[k].option;
        if (next.item == c->cover->items) {
            if (finished_well(c, &next))
                c->enough = !c->task->found(c->task->context, depth + 1, c->chosen);
        } else if (c->positions[*slot_of(c, &next)].some) {
            list(c, &next, depth + 1);
        }
    }
}

static void count_all(struct counting *c, uint64_t listed, struct pm_big *count)
{
    struct position start = {.item = 0};
    struct position done = {.item = c->cover->items, .some = true};
    c->limbs = limbs_needed(c);
    c->most = MEMORY / (sizeof start + (size_t)c->limbs * 4 + 8);
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
    if (c->task->found && pm_big_compare(count, listed) <= 0 && c->positions[n].some)
        list(c, &start, 0);
}

pulma_status pm_cover_count(const struct pm_cover *cover, struct pm_cover_task *task,
                            uint64_t listed, struct pm_big *count)
{
    struct counting c = {.cover = cover, .task = task};
    pm_arena_init(&c.arena, 0);
    if (!allocate(&c))
        c.status = PULMA_NO_MEMORY;
    else if (!lay_out_fields(&c) || !sort_steps(&c))
        c.status = PULMA_UNAVAILABLE;
    else {
        add_up_sizes(&c);
        count_all(&c, listed, count);
    }
    free(c.positions);
    free(c.counts);
    free(c.table);
    pm_arena_free(&c.arena);
    return c.status;
}
