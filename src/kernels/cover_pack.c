/* Packing: as many kinds as possible, each chosen once, where a cover cannot be hoped for.
 *
 * A beam search.  Its states are half-covered boards with the same number of options chosen; each
 * is continued at its first bare item, in all ways that fit, or that item is given up and the next
 * ones are tried.  Of all the boards with one option more the best ones are kept: those that gave
 * up few items and have a short rim between what is covered and what is bare.  (To use those kinds
 * first that seldom fit does not help: they cost more than they save.)  Runs follow each other,
 * with other chances and wider beams, until a limit is reached. */
#include "kernels/cover.h"

#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/random.h"

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

/* How a board came about: the option, and the step before, -1: none. */
struct step {
    int option, before;
};

struct packing {
    const struct pm_cover *cover;
    struct pm_cover_task *task;
    struct pm_arena arena;
    struct pm_rng rng;
    int words;       /* of a board */
    int *begin;      /* of an item: where the options begin whose first item it is */
    int *options;    /* by first item */
    uint16_t *items; /* of the options in this order */
    int *item_begin; /* where they begin */
    int *mark;       /* of an item: 1 + the option that it was last looked at for */
    int width;
    struct board *boards, *next;
    uint64_t *store; /* the words of both */
    struct child *children;
    struct step *steps;
    int step_count, *chosen, best;
    bool enough;
    pulma_status status;
};

/* ---- Setting up ------------------------------------------------------------------------ */

static bool allocate(struct packing *p)
{
    const struct pm_cover *c = p->cover;
    size_t options = (size_t)c->options, kinds = (size_t)c->kinds;
    p->words = (c->items + 63) / 64 + (c->kinds + 63) / 64;
    p->begin = pm_new(&p->arena, (size_t)c->items + 2, int);
    p->options = pm_new(&p->arena, options, int);
    p->items = pm_new(&p->arena, (size_t)c->first[c->options], uint16_t);
    p->item_begin = pm_new(&p->arena, options + 1, int);
    p->mark = pm_new(&p->arena, (size_t)c->items, int);
    p->boards = pm_new(&p->arena, WIDE, struct board);
    p->next = pm_new(&p->arena, WIDE, struct board);
    p->store = pm_new(&p->arena, 2 * WIDE * (size_t)p->words, uint64_t);
    p->children = pm_new(&p->arena, WIDE * CHILDREN, struct child);
    p->steps = pm_new(&p->arena, WIDE * (kinds + 1), struct step);
    p->chosen = pm_new(&p->arena, kinds + 1, int);
    if (!p->begin || !p->options || !p->items || !p->item_begin || !p->mark || !p->boards ||
        !p->next || !p->store || !p->children || !p->steps || !p->chosen)
        return false;
    for (size_t i = 0; i < WIDE; i++) {
        p->boards[i].words = p->store + 2 * i * (size_t)p->words;
        p->next[i].words = p->boards[i].words + p->words;
    }
    return true;
}

static void sort_options(struct packing *p)
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

/* ---- Boards ------------------------------------------------------------------------------- */

static bool has(const uint64_t *words, int bit)
{
    return words[bit / 64] >> bit % 64 & 1;
}

static void put(uint64_t *words, int bit)
{
    words[bit / 64] |= (uint64_t)1 << bit % 64;
}

/* Where the bit of a kind is, behind those of the items. */
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
    p->task->nodes++;
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
    memcpy(words, from->words, (size_t)p->words * sizeof *words);
    for (int i = p->item_begin[c->option]; i < p->item_begin[c->option + 1]; i++)
        put(words, p->items[i]);
    int option = p->options[c->option];
    put(words, kind_bit(p, p->cover->kind[option]));
    p->steps[p->step_count] = (struct step){option, from->step};
    *to = (struct board){words, c->waste, c->rim, c->head, p->step_count++};
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void tell(struct packing *p, const struct board *b, int count)
{
    for (int n = 0, s = b->step; s >= 0; s = p->steps[s].before)
        p->chosen[n++] = p->steps[s].option;
    p->best = count;
    p->enough = !p->task->found(p->task->context, count, p->chosen);
}

static void begin(struct packing *p)
{
    struct board *b = &p->boards[0];
    memset(b->words, 0, (size_t)p->words * sizeof *b->words);
    *b = (struct board){.words = b->words, .step = -1};
    p->step_count = 0;
}

/* The boards with one option more; returns how many. */
static int next_level(struct packing *p, int count)
{
    int children = 0;
    for (int i = 0; i < count && !p->status; i++) {
        children = expand(p, i, children);
        if (p->task->limits && p->task->nodes % 64 == 0 && pm_stop(p->task->limits))
            p->status = PULMA_LIMIT;
    }
    if (p->status)
        return 0;
    qsort(p->children, (size_t)children, sizeof *p->children, by_cost);
    count = children < p->width ? children : p->width;
    for (int i = 0; i < count; i++)
        grow_up(p, &p->children[i], &p->next[i]);
    return count;
}

static void run(struct packing *p)
{
    int level = 0;
    begin(p);
    for (int count = 1; (count = next_level(p, count)) > 0; level++) {
        struct board *swap = p->boards;
        p->boards = p->next;
        p->next = swap;
    }
    if (level > p->best)
        tell(p, &p->boards[0], level);
}

pulma_status pm_cover_pack(const struct pm_cover *cover, struct pm_cover_task *task,
                           int best)
{
    struct packing p = {.cover = cover, .task = task, .width = NARROW, .best = best};
    if (cover->items > UINT16_MAX)
        return PULMA_UNAVAILABLE;
    pm_arena_init(&p.arena, 0);
    pm_rng_init(&p.rng, task->limits ? task->limits->seed : 0);
    if (!allocate(&p))
        p.status = PULMA_NO_MEMORY;
    else
        sort_options(&p);
    for (int runs = 1; !p.status && !p.enough && p.best < cover->kinds; runs++) {
        run(&p);
        if (runs % 2 == 0 && p.width < WIDE)
            p.width *= 2;
    }
    pm_arena_free(&p.arena);
    return p.status;
}
