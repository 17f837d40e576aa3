/* Packing: as many kinds as possible, each chosen once, where a cover cannot be hoped for.
 *
 * A beam search.  Its states are half-covered boards with the same number of options chosen; each
 * is continued at its first bare item, in all ways that fit, or that item is given up and the next
 * ones are tried.  Of all the boards with one option more the best ones are kept: those that gave
 * up few items and have a short rim between what is covered and what is bare.  (To use those kinds
 * first that seldom fit does not help: they cost more than they save.)  Runs follow each other,
 * with other chances and wider beams, until a limit is reached.  Most of them do not begin with a
 * bare board but with the first options of the best board so far, and so refill the rest of it.
 * Further threads have runs of their own; the caller's thread reports what they find. */
#include "kernels/cover/cover.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/crew.h"
#include "core/invariant.h"
#include "core/random.h"

/* Found by trial on Eternity I. */
enum {
    GIVE_UP = 12,   /* items that a board may give up for one option */
    CHILDREN = 24,  /* boards that may come from one */
    NARROW = 64,    /* the first beam's width */
    WIDE = 1 << 14, /* and the widest */
    /* What a board costs, for each item given up and each side of its rim, and by chance. */
    WASTE = 10,
    RIM = 7,
    CHANCE = 20,
};

/* One board.  Its words are the covered items, those given up among them, and then the kinds. */
struct board {
    uint64_t *words;
    int waste, rim, head;
    int step; /* the last one */
};

struct child {
    int cost, parent, option, waste, rim, head;
};

/* How a board came about: the option by its number here, and the step before, -1: none. */
struct step {
    int option, before;
};

/* What all threads share. */
struct party {
    const struct pm_cover *cover;
    struct pm_search *search;
    int64_t before; /* nodes */
    struct pm_arena arena;
    int words;       /* of a board */
    int *begin;      /* of an item: where the options begin whose first item it is */
    int *options;    /* by first item */
    uint16_t *items; /* of the options in this order */
    int *item_begin; /* where they begin */
    pthread_mutex_t lock;
    int *chosen, found; /* under the lock: the most options found by any thread */
    atomic_int best;    /* what is to be beaten */
    atomic_bool stop;
    bool enough; /* for the caller, or there is no more */
    _Atomic int64_t nodes;
};

struct packing {
    struct party *party;
    const struct pm_cover *cover;
    const int *begin, *options, *item_begin; /* the party's */
    const uint16_t *items;
    struct pm_arena arena;
    struct pm_rng rng;
    bool leads; /* the caller's thread */
    int words;
    int *mark; /* of an item: 1 + the option that it was last looked at for */
    int width;
    struct board *boards, *next;
    uint64_t *store; /* the words of both */
    struct child *children;
    struct step *steps;
    int step_count, nodes;
    int *mine, laid; /* the most options of this thread, in their order */
};

/* ---- Setting up ------------------------------------------------------------------------ */

static void sort_options(struct party *p)
{
    const struct pm_cover *c = p->cover;
    for (int o = 0; o < c->options; o++)
        p->begin[c->item[c->first[o]] + 2]++;
    for (int i = 0; i < c->items; i++)
        p->begin[i + 2] += p->begin[i + 1];
    for (int o = 0; o < c->options; o++)
        p->options[p->begin[c->item[c->first[o]] + 1]++] = o;
    for (int k = 0, n = 0; k < c->options; k++) {
        p->item_begin[k] = n;
        for (int i = c->first[p->options[k]]; i < c->first[p->options[k] + 1]; i++)
            p->items[n++] = (uint16_t)c->item[i];
        p->item_begin[k + 1] = n;
    }
}

static bool prepare_party(struct party *p)
{
    const struct pm_cover *c = p->cover;
    size_t options = (size_t)c->options;
    p->words = (c->items + 63) / 64 + (c->kinds + 63) / 64;
    p->begin = pm_new(&p->arena, (size_t)c->items + 2, int);
    p->options = pm_new(&p->arena, options, int);
    p->items = pm_new(&p->arena, (size_t)c->first[c->options], uint16_t);
    p->item_begin = pm_new(&p->arena, options + 1, int);
    p->chosen = pm_new(&p->arena, (size_t)c->kinds + 1, int);
    if (!p->begin || !p->options || !p->items || !p->item_begin || !p->chosen)
        return false;
    sort_options(p);
    return true;
}

static bool prepare(struct packing *p, struct party *party, int number)
{
    const struct pm_limits *limits = party->search->limits;
    *p = (struct packing){.party = party,
                          .cover = party->cover,
                          .begin = party->begin,
                          .options = party->options,
                          .items = party->items,
                          .item_begin = party->item_begin,
                          .leads = number == 0,
                          .words = party->words,
                          .width = NARROW};
    pm_arena_init(&p->arena, 0);
    pm_rng_init(&p->rng, limits ? limits->seed : 0);
    for (int i = 0; i < number; i++) /* far from each other */
        pm_rng_init(&p->rng, pm_rng_next(&p->rng));
    p->mark = pm_new(&p->arena, (size_t)p->cover->items, int);
    p->boards = pm_new(&p->arena, WIDE, struct board);
    p->next = pm_new(&p->arena, WIDE, struct board);
    p->store = pm_new(&p->arena, 2 * WIDE * (size_t)p->words, uint64_t);
    p->children = pm_new(&p->arena, WIDE * CHILDREN, struct child);
    p->steps = pm_new(&p->arena, WIDE * ((size_t)p->cover->kinds + 1), struct step);
    p->mine = pm_new(&p->arena, (size_t)p->cover->kinds + 1, int);
    if (!p->mine || !p->mark || !p->boards || !p->next || !p->store || !p->children ||
        !p->steps)
        return false;
    for (size_t i = 0; i < WIDE; i++) {
        p->boards[i].words = p->store + 2 * i * (size_t)p->words;
        p->next[i].words = p->boards[i].words + p->words;
    }
    return true;
}

/* ---- Boards ------------------------------------------------------------------------------- */

static bool has(const uint64_t *words, int bit)
{
    return words[bit / 64] >> bit % 64 & 1;
}

static void put(uint64_t *words, int bit)
{
    words[bit / 64] |= (uint64_t)1 << bit % 64;
}

/* Where the bit of a kind is, after those of the items. */
static int kind_bit(const struct packing *p, int kind)
{
    return (p->cover->items + 63) / 64 * 64 + kind;
}

static int first_bare(const struct packing *p, const uint64_t *words, int from)
{
    int items = p->cover->items;
    if (from >= items)
        return items;
    uint64_t bare = ~words[from / 64] & UINT64_MAX << from % 64;
    for (int w = from / 64; 64 * w < items; bare = ~words[++w])
        if (bare) {
            int item = 64 * w + __builtin_ctzll(bare);
            return item < items ? item : items;
        }
    return items;
}

static bool fits(const struct packing *p, const uint64_t *words, int k)
{
    for (int i = p->item_begin[k]; i < p->item_begin[k + 1]; i++)
        if (has(words, p->items[i]))
            return false;
    return true;
}

/* By how much the rim becomes longer: sides to bare items less those to covered ones. */
static int rim_change(struct packing *p, const uint64_t *words, int k)
{
    const int *beside = p->cover->beside;
    int change = 0;
    for (int i = p->item_begin[k]; i < p->item_begin[k + 1]; i++)
        p->mark[p->items[i]] = k + 1;
    for (int i = p->item_begin[k]; i < p->item_begin[k + 1]; i++)
        for (int side = 0; side < 4; side++) {
            int other = beside[4 * p->items[i] + side];
            if (other >= 0 && p->mark[other] != k + 1)
                change += has(words, other) ? -1 : 1;
        }
    return change;
}

/* ---- One level ------------------------------------------------------------------------------ */

/* Adds the boards that come from one; returns how many children there are now. */
static int expand(struct packing *p, int parent, int count)
{
    const struct board *b = &p->boards[parent];
    int head = first_bare(p, b->words, b->head), added = 0;
    for (int waste = 0; head < p->cover->items && (waste <= GIVE_UP || added == 0);
         waste++) {
        for (int k = p->begin[head]; k < p->begin[head + 1] && added < CHILDREN; k++) {
            int kind = p->cover->kind[p->options[k]];
            if (has(b->words, kind_bit(p, kind)) || !fits(p, b->words, k))
                continue;
            struct child *c = &p->children[count++];
            *c = (struct child){.parent = parent,
                                .option = k,
                                .waste = b->waste + waste,
                                .rim = b->rim + rim_change(p, b->words, k),
                                .head = head};
            c->cost = WASTE * c->waste + RIM * c->rim + pm_rng_below(&p->rng, CHANCE);
            added++;
        }
        head = first_bare(p, b->words, head + 1);
    }
    p->nodes++;
    return count;
}

static int by_cost(const void *x, const void *y)
{
    const struct child *a = x, *b = y;
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return a->parent != b->parent ? (a->parent > b->parent) - (a->parent < b->parent)
                                  : (a->option > b->option) - (a->option < b->option);
}

static void grow_up(struct packing *p, const struct child *c, struct board *to)
{
    const struct board *from = &p->boards[c->parent];
    uint64_t *words = to->words;
    PM_ASSERT_SLOW(fits(p, from->words, c->option));
    if (to != from)
        memcpy(words, from->words, (size_t)p->words * sizeof *words);
    for (int i = p->item_begin[c->option]; i < p->item_begin[c->option + 1]; i++)
        put(words, p->items[i]);
    int option = p->options[c->option];
    put(words, kind_bit(p, p->cover->kind[option]));
    assert(p->step_count < WIDE * (p->cover->kinds + 1));
    p->steps[p->step_count] = (struct step){c->option, from->step};
    *to = (struct board){words, c->waste, c->rim, c->head, p->step_count++};
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* The caller's thread reports the best that any thread has found. */
static void report(struct party *party)
{
    pthread_mutex_lock(&party->lock);
    int found = party->found;
    party->found = 0;
    party->search->effort->nodes = party->before + atomic_load(&party->nodes);
    party->enough |= found > 0 && !pm_search_found(party->search, party->chosen);
    party->enough |= atomic_load(&party->best) >= party->cover->kinds;
    pthread_mutex_unlock(&party->lock);
    if (party->enough)
        atomic_store(&party->stop, true);
}

/* Now and then; true: it is time to end. */
static bool look_around(struct packing *p)
{
    struct party *party = p->party;
    atomic_fetch_add(&party->nodes, p->nodes);
    p->nodes = 0;
    if (p->leads) {
        report(party);
        if (pm_search_stopped(party->search))
            atomic_store(&party->stop, true);
    }
    return atomic_load(&party->stop);
}

static void tell(struct packing *p)
{
    struct party *party = p->party;
    pthread_mutex_lock(&party->lock);
    if (p->laid > atomic_load(&party->best)) {
        for (int i = 0; i < p->laid; i++)
            party->chosen[i] = p->options[p->mine[i]];
        party->chosen[p->laid] = PM_COVER_END;
        party->found = p->laid;
        atomic_store(&party->best, p->laid);
    }
    pthread_mutex_unlock(&party->lock);
}

/* Keeps a board with this many options. */
static void keep(struct packing *p, const struct board *b, int count)
{
    p->laid = count;
    for (int s = b->step; s >= 0; s = p->steps[s].before)
        p->mine[--count] = p->steps[s].option;
    assert(count == 0);
    tell(p);
}

/* An option on the first board of a run, after all others. */
static void lay_first(struct packing *p, struct board *b, int option)
{
    int head = p->items[p->item_begin[option]], waste = b->waste;
    for (int item = first_bare(p, b->words, b->head); item < head;
         item = first_bare(p, b->words, item + 1))
        waste++;
    struct child c = {.parent = 0,
                      .option = option,
                      .waste = waste,
                      .rim = b->rim + rim_change(p, b->words, option),
                      .head = head};
    grow_up(p, &c, b);
}

/* The first board of a run: bare, or with the first options of the best so far, since the last
 * ones were not the best end of it.  Returns how many. */
static int begin(struct packing *p)
{
    struct board *b = &p->boards[0];
    memset(b->words, 0, (size_t)p->words * sizeof *b->words);
    *b = (struct board){.words = b->words, .step = -1};
    p->step_count = 0;
    int kept = p->laid > 0 && pm_rng_below(&p->rng, 4) > 0
                   ? p->laid / 4 + pm_rng_below(&p->rng, p->laid * 3 / 4 + 1)
                   : 0;
    for (int i = 0; i < kept; i++)
        lay_first(p, b, p->mine[i]);
    return kept;
}

/* The boards with one option more; returns how many, 0 also when it is time to end. */
static int next_level(struct packing *p, int count)
{
    int children = 0;
    for (int i = 0; i < count; i++) {
        children = expand(p, i, children);
        if (p->nodes >= 64 && look_around(p))
            return 0;
    }
    qsort(p->children, (size_t)children, sizeof *p->children, by_cost);
    count = children < p->width ? children : p->width;
    for (int i = 0; i < count; i++)
        grow_up(p, &p->children[i], &p->next[i]);
    return count;
}

/* One run; the board that got the furthest is kept even if it is not at its end. */
static void run(struct packing *p)
{
    int level = begin(p);
    for (int count = 1; (count = next_level(p, count)) > 0; level++) {
        struct board *swap = p->boards;
        p->boards = p->next;
        p->next = swap;
    }
    if (level >= p->laid)
        keep(p, &p->boards[0], level);
}

static void run_on(struct packing *p)
{
    for (int runs = 1; !look_around(p); runs++) {
        run(p);
        if (runs % 2 == 0 && p->width < WIDE)
            p->width *= 2;
    }
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void join_in(void *party, int number)
{
    struct packing p;
    if (prepare(&p, party, number))
        run_on(&p); /* without memory the others go on alone */
    pm_arena_free(&p.arena);
}

static pulma_status hold(struct party *party)
{
    struct pm_crew guests;
    struct packing p;
    bool ready = prepare(&p, party, 0);
    pm_crew_start(&guests, ready ? party->search->threads - 1 : 0, join_in, party);
    if (ready)
        run_on(&p);
    party->search->effort->seconds += pm_crew_join(&guests);
    report(party);
    pm_arena_free(&p.arena);
    return ready ? PULMA_OK : PULMA_NO_MEMORY;
}

pulma_status pm_cover_pack(const struct pm_cover *cover, int best, struct pm_search *search)
{
    struct party party = {
        .cover = cover, .search = search, .before = search->effort->nodes};
    assert(cover->beside);
    if (cover->items > UINT16_MAX)
        return PULMA_UNAVAILABLE;
    atomic_init(&party.best, best);
    pm_arena_init(&party.arena, 0);
    pthread_mutex_init(&party.lock, NULL);
    pulma_status status = prepare_party(&party) ? hold(&party) : PULMA_NO_MEMORY;
    pthread_mutex_destroy(&party.lock);
    pm_arena_free(&party.arena);
    return status ? status : party.enough ? PULMA_OK : PULMA_LIMIT;
}
