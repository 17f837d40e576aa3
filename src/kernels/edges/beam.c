/* Beginnings of boards, by keeping at each depth the boards that promise most.
 *
 * What the rest of a board promises is counted by its colours.  Let n of the sides that are not yet
 * joined have colour c, where each side that a placed piece shows is joined already, in thought, to
 * one of a piece to come.  Joined to each other at random, all sides meet their own colour with a
 * chance that is proportional to the product over the colours of (n - 1)!! = (n - 1)(n - 3)...1.
 * So the worth of a board is the sum of ln (n - 1)!!.  It prefers few colours with many sides to many
 * colours with few, and sees which they can be on this board, where a fixed choice of colours to use
 * up would have to guess.
 *
 * The weight of each colour and each worth are shifted a little by chance, so that each run finds
 * other boards.  Boards that have used the same pieces and show the same sides are one. */
#include "kernels/edges/beam.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"
#include "kernels/edges/tables.h"

/* ---- Types -------------------------------------------------------------------------------- */

/* From NOISE on tuned on Eternity II, by how many joins match in the end. */
enum {
    COLOURS = 32, /* at most, with grey */
    PIECES = 448, /* at most */
    SIDES = 255,  /* of one colour, at most */
    SLOTS = 32,   /* sides that may wait for a neighbour at the same time */
    LIST_END = 0xffff,
    NAT = 1024,     /* worth is in such parts of a natural logarithm */
    NOISE = 1024,   /* shift of a worth by chance, at most */
    FRAME = 40,     /* percents that the colours of the frame weigh */
    CONTRAST = 10,  /* shift of a colour's weight by chance, at most, in parts of NAT */
    FAILURE = 2900, /* what a join that fails takes from a worth */
    OFFERS = 24,    /* for each board kept */
    APPROACH = 6,   /* depths before a narrow place on which */
    BROADER = 4     /* times as many boards are kept */
};

/* Where a cell gets its colours from and leaves them to.  Slot 0 always shows grey. */
struct place {
    int key[2]; /* slots */
    int outs, out[2], out_side[2];
    int width;    /* boards to keep */
    size_t steps; /* where those to here begin */
    const struct menu *menu;
};

/* What choices suit a place, in lists up to LIST_END: by the colours of the key, and by one of them
 * alone. */
struct menu {
    struct pm_shape shape;
    const uint16_t **exact, **alone[2];
};

struct board {
    uint64_t used[PIECES / 64];
    uint64_t hash;
    uint8_t left[COLOURS]; /* sides to be joined */
    uint8_t shown[SLOTS];
    int32_t worth;
    int32_t failed; /* joins */
};

/* A board that could be made of another one. */
struct offer {
    uint64_t hash;
    int32_t worth, shifted; /* shifted by chance, and for the joins that failed */
    uint32_t parent;
    uint16_t choice, failing; /* which side of the key fails, from 1; 0: none */
};

struct step {
    uint32_t parent;
    uint16_t choice;
};

struct beam {
    const struct pm_beam *wish;
    const struct pm_edges *e;
    struct place *places;
    struct menu *menus;
    int menu_count;
    uint8_t *colour; /* of each side of each choice */
    uint16_t *piece; /* of each choice */
    int32_t *value;  /* by colour * values + n: of n sides of that colour */
    int values;
    uint64_t (*slot_mark)[COLOURS], *piece_mark; /* for hashes */
    struct board *boards, *next;
    int count;
    struct offer *offers;
    int offer_count, offer_room;
    uint32_t *seen; /* of the hashes of boards, each in the one place where it may be */
    size_t seen_mask;
    struct step *steps;
    int widest;
};

/* ---- The board as places ------------------------------------------------------------------ */

static bool suits(const struct beam *b, const struct pm_shape *s, int choice)
{
    for (int side = 0; side < b->e->sides; side++) {
        int colour = b->colour[4 * choice + side];
        if ((s->rim >> side & 1) != (colour == 0) ||
            (s->fixed[side] >= 0 && s->fixed[side] != colour))
            return false;
    }
    return true;
}

static int side_colour(const struct beam *b, int choice, int side)
{
    return side < 0 ? 0 : b->colour[4 * choice + side];
}

/* The list of a choice in one of three sets: by both colours of the key, or by one. */
static int list_of(const struct beam *b, const struct pm_shape *s, int set, int choice)
{
    int first = side_colour(b, choice, s->key[0]),
        second = side_colour(b, choice, s->key[1]);
    return set == 0 ? first * COLOURS + second : set == 1 ? first : second;
}

static const uint16_t **fill_lists(const struct beam *b, const struct pm_shape *s, int set,
                                   const bool *given, struct pm_arena *arena)
{
    enum { MOST = COLOURS * COLOURS };
    int count[MOST] = {0}, choices = b->e->cells * b->e->sides, total = MOST;
    for (int choice = 0; choice < choices; choice++)
        if (!given[b->piece[choice]] && suits(b, s, choice)) {
            count[list_of(b, s, set, choice)]++;
            total++;
        }
    const uint16_t **lists = pm_new(arena, MOST, const uint16_t *);
    uint16_t *all = pm_new(arena, (size_t)total, uint16_t), *end[MOST];
    if (!lists || !all)
        return NULL;
    for (int i = 0; i < MOST; i++) {
        lists[i] = end[i] = all;
        all += count[i];
        *all++ = LIST_END;
    }
    for (int choice = 0; choice < choices; choice++)
        if (!given[b->piece[choice]] && suits(b, s, choice))
            *end[list_of(b, s, set, choice)]++ = (uint16_t)choice;
    return lists;
}

static const struct menu *menu_for(struct beam *b, const struct pm_shape *s,
                                   const bool *given, struct pm_arena *arena)
{
    for (int i = 0; i < b->menu_count; i++)
        if (pm_shape_equal(&b->menus[i].shape, s))
            return &b->menus[i];
    assert(b->menu_count < b->wish->depth);
    struct menu *m = &b->menus[b->menu_count++];
    m->shape = *s;
    m->exact = fill_lists(b, s, 0, given, arena);
    for (int i = 0; i < 2; i++)
        m->alone[i] = fill_lists(b, s, 1 + i, given, arena);
    return m->exact && m->alone[0] && m->alone[1] ? m : NULL;
}

/* Slots that are free, and the slot that each cell's sides wait in. */
struct slots {
    int free[SLOTS], count;
    int *of; /* by cell * sides + side, of the cell that will be filled */
};

/* Gives slots to a cell of that shape.  False: there are too few. */
static bool take_slots(const struct pm_edges *e, int cell, const struct pm_shape *s,
                       struct slots *slots, struct place *p)
{
    *p = (struct place){0};
    for (int i = 0; i < 2 && s->key[i] >= 0; i++) {
        p->key[i] = slots->of[cell * e->sides + s->key[i]];
        assert(0 < p->key[i] && slots->count < SLOTS); /* somebody left it to this cell */
        slots->free[slots->count++] = p->key[i];
    }
    for (int i = 0; i < 2 && s->out[i] >= 0; i++) {
        int side = s->out[i], other = e->beside[cell * e->sides + side];
        if (slots->count == 0)
            return false;
        int slot = slots->free[--slots->count];
        slots->of[other * e->sides + pm_edges_facing(e->sides, side)] = slot;
        p->out[p->outs] = slot;
        p->out_side[p->outs++] = side;
    }
    return true;
}

/* How many boards are kept at each depth, and room for them.  Beside hints few choices fit, so more
 * boards are kept on the way there. */
static bool make_room(struct beam *b, struct pm_arena *arena)
{
    size_t steps = 0, seen = 1;
    for (int i = 0; i < b->wish->depth; i++) {
        struct place *p = &b->places[i];
        p->width = b->wish->width;
        for (int j = i; j < b->wish->depth && j < i + APPROACH; j++)
            if (pm_shape_is_narrow(&b->places[j].menu->shape))
                p->width = b->wish->width * BROADER;
        p->steps = steps;
        steps += (size_t)p->width;
        b->widest = p->width > b->widest ? p->width : b->widest;
    }
    size_t width = (size_t)b->widest;
    while (seen < 2 * width)
        seen *= 2;
    b->seen_mask = seen - 1;
    b->offer_room = b->widest * OFFERS;
    b->boards = pm_new(arena, width, struct board);
    b->next = pm_new(arena, width, struct board);
    b->offers = pm_new(arena, (size_t)b->offer_room, struct offer);
    b->seen = pm_new(arena, seen, uint32_t);
    b->steps = pm_new(arena, steps, struct step);
    return b->boards && b->next && b->offers && b->seen && b->steps;
}

/* 1: done; 0: not a board for this method; -1: no memory. */
static int make_places(struct beam *b, struct pm_arena *arena)
{
    const struct pm_edges *e = b->e;
    bool filled[PM_EDGES_MAX] = {false}, given[PM_EDGES_MAX] = {false};
    struct slots slots = {.of = pm_new(arena, (size_t)(e->cells * e->sides), int)};
    if (!slots.of)
        return -1;
    for (int slot = SLOTS - 1; slot > 0; slot--)
        slots.free[slots.count++] = slot;
    for (int cell = 0; cell < e->cells; cell++)
        if (e->given[cell] != PM_EDGES_FREE)
            given[b->piece[e->given[cell]]] = true;
    for (int i = 0, depth = 0; i < e->cells && depth < b->wish->depth; i++) {
        int cell = e->order[i];
        struct place *p = &b->places[depth];
        if (e->given[cell] != PM_EDGES_FREE)
            continue;
        struct pm_shape s = pm_shape_of(e, cell, filled);
        if (!take_slots(e, cell, &s, &slots, p))
            return 0;
        p->menu = menu_for(b, &s, given, arena);
        if (!p->menu)
            return -1;
        filled[cell] = true;
        depth++;
    }
    return make_room(b, arena) ? 1 : -1;
}

/* ---- Worth -------------------------------------------------------------------------------- */

/* ln (n - 1)!!, and for odd n in between. */
static double log_matchings(int n)
{
    if (n % 2)
        return (log_matchings(n - 1) + log_matchings(n + 1)) / 2;
    double sum = 0;
    for (int factor = n - 1; factor > 1; factor -= 2)
        sum += log(factor);
    return sum;
}

static bool make_values(struct beam *b, struct pm_arena *arena)
{
    int total[COLOURS] = {0}, most = 0;
    for (int i = 0; i < b->e->cells * b->e->sides; i++) {
        int colour = b->e->colour[i];
        total[colour]++;
        most = colour > 0 && total[colour] > most ? total[colour] : most;
    }
    b->values = most + 1;
    b->value = pm_new(arena, (size_t)(COLOURS * b->values), int32_t);
    for (int colour = 0; colour < COLOURS && b->value; colour++) {
        int weight = NAT - CONTRAST + pm_rng_below(b->wish->rng, 2 * CONTRAST + 1);
        if (b->wish->rigid[colour])
            weight = weight * FRAME / 100;
        for (int n = 0; n <= most; n++)
            b->value[colour * b->values + n] = (int32_t)lround(weight * log_matchings(n));
    }
    return b->value;
}

/* The empty board: the sides of all pieces but the hints, less those that meet a hint. */
static void start_board(struct beam *b)
{
    const struct pm_edges *e = b->e;
    struct board *first = &b->boards[0];
    *first = (struct board){0};
    for (int i = 0; i < e->cells * e->sides; i++)
        if (e->colour[i] > 0)
            first->left[e->colour[i]]++;
    for (int cell = 0; cell < e->cells; cell++)
        for (int side = 0; side < e->sides && e->given[cell] != PM_EDGES_FREE; side++) {
            int other = e->beside[cell * e->sides + side];
            int colour = pm_edges_colour(e, e->given[cell], side);
            bool open = other != PM_EDGES_RIM && e->given[other] == PM_EDGES_FREE;
            int gone = 1 + open;
            first->left[colour] -=
                (uint8_t)(first->left[colour] >= gone ? gone : first->left[colour]);
        }
    b->count = 1;
}

/* ---- One depth ---------------------------------------------------------------------------- */

/* The worth changes as a colour gets more or fewer sides. */
static inline void change(const struct beam *b, uint8_t *left, int colour, int by,
                          int32_t *worth)
{
    const int32_t *value = &b->value[colour * b->values];
    PM_ASSERT_SLOW(0 <= left[colour] + by && left[colour] + by < b->values);
    *worth -= value[left[colour]];
    left[colour] = (uint8_t)(left[colour] + by);
    *worth += value[left[colour]];
}

/* What a choice does to a board's sides and its worth; `shown` and `colour` are those of the join
 * that fails, if any: one side more to be met elsewhere, one less to meet.  False: a colour is used
 * up whose sides would have to be met. */
static inline bool lay(const struct beam *b, const struct place *p, const uint8_t *colours,
                       int shown, int colour, uint8_t *left, int32_t *worth)
{
    if (shown) {
        if (left[colour] < 1)
            return false;
        change(b, left, shown, 1, worth);
        change(b, left, colour, -1, worth);
    }
    for (int i = 0; i < p->outs; i++) {
        int c = colours[p->out_side[i]];
        if (left[c] < 2)
            return false;
        change(b, left, c, -2, worth);
    }
    return true;
}

/* All that is known of a board before a choice is made for a place. */
struct choosing {
    const struct place *p, *next; /* NULL: no need to look ahead */
    struct board *board;
    uint32_t number;
    int shown[2];
    uint64_t hash; /* without the sides that will be met */
};

/* Whether anything fits the next place after a choice; where joins may fail, something does. */
static inline bool is_followed(const struct beam *b, const struct choosing *at,
                               const uint8_t *colours, int piece)
{
    const struct place *p = at->p, *next = at->next;
    int shown[2];
    if (!next)
        return true;
    for (int i = 0; i < 2; i++) {
        shown[i] = at->board->shown[next->key[i]];
        for (int j = 0; j < p->outs; j++)
            if (p->out[j] == next->key[i])
                shown[i] = colours[p->out_side[j]];
    }
    const uint16_t *choice = next->menu->exact[shown[0] * COLOURS + shown[1]];
    for (; *choice != LIST_END; choice++) {
        int other = b->piece[*choice];
        if (other != piece && !(at->board->used[other / 64] >> other % 64 & 1))
            return true;
    }
    return false;
}

/* `failing` counts from 1. */
static void make_offer(struct beam *b, const struct choosing *at, uint16_t choice,
                       int failing)
{
    const struct place *p = at->p;
    const uint8_t *colours = &b->colour[4 * choice];
    int piece = b->piece[choice];
    struct offer o = {.parent = at->number, .choice = choice, .failing = (uint16_t)failing};
    if ((at->board->used[piece / 64] >> piece % 64 & 1) || b->offer_count == b->offer_room)
        return;
    uint8_t left[COLOURS];
    memcpy(left, at->board->left, sizeof left);
    o.worth = at->board->worth;
    int side = failing ? p->menu->shape.key[failing - 1] : 0;
    if (!lay(b, p, colours, failing ? at->shown[failing - 1] : 0, colours[side], left,
             &o.worth))
        return;
    if (!is_followed(b, at, colours, piece))
        return;
    o.hash = at->hash ^ b->piece_mark[piece];
    for (int i = 0; i < p->outs; i++)
        o.hash ^= b->slot_mark[p->out[i]][colours[p->out_side[i]]];
    o.shifted = o.worth - FAILURE * (at->board->failed + (failing > 0)) +
                (int32_t)(pm_rng_next(b->wish->rng) % NOISE);
    b->offers[b->offer_count++] = o;
}

/* Choices that meet all colours but the one of a key's side. */
static void offer_failing(struct beam *b, const struct choosing *at, int failing)
{
    const struct menu *m = at->p->menu;
    int side = m->shape.key[failing], shown = at->shown[failing];
    if (side < 0 || b->wish->rigid[shown])
        return;
    const uint16_t *choice = m->alone[1 - failing][at->shown[1 - failing]];
    for (; *choice != LIST_END; choice++) {
        int colour = b->colour[4 * *choice + side];
        if (colour != shown && !b->wish->rigid[colour])
            make_offer(b, at, *choice, failing + 1);
    }
}

static void offer_children(struct beam *b, int depth, int number)
{
    struct choosing at = {
        .p = &b->places[depth], .board = &b->boards[number], .number = (uint32_t)number};
    bool last = depth + 1 == b->wish->depth;
    at.next = last || b->wish->may_fail[depth + 1] > 0 ? NULL : &b->places[depth + 1];
    at.hash = at.board->hash;
    for (int i = 0; i < 2; i++) {
        at.shown[i] = at.board->shown[at.p->key[i]];
        at.hash ^= b->slot_mark[at.p->key[i]][at.shown[i]];
    }
    const uint16_t *choice = at.p->menu->exact[at.shown[0] * COLOURS + at.shown[1]];
    for (; *choice != LIST_END; choice++)
        make_offer(b, &at, *choice, 0);
    if (at.board->failed < b->wish->may_fail[depth])
        for (int i = 0; i < 2; i++)
            offer_failing(b, &at, i);
}

/* Keeps the `width` best offers, in their order. */
static void select_offers(struct beam *b, int width)
{
    enum { BUCKETS = 4096 };
    int count[BUCKETS] = {0};
    if (b->offer_count <= width)
        return;
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int i = 0; i < b->offer_count; i++) {
        int32_t worth = b->offers[i].shifted;
        least = worth < least ? worth : least;
        most = worth > most ? worth : most;
    }
    int64_t span = (int64_t)most - least + 1;
    for (int i = 0; i < b->offer_count; i++)
        count[((int64_t)b->offers[i].shifted - least) * BUCKETS / span]++;
    int cut = BUCKETS, above = 0;
    while (above + count[cut - 1] <= width)
        above += count[--cut];
    int kept = 0, marginal = width - above;
    for (int i = 0; i < b->offer_count; i++) {
        int64_t bucket = ((int64_t)b->offers[i].shifted - least) * BUCKETS / span;
        if (bucket >= cut || (bucket == cut - 1 && marginal-- > 0))
            b->offers[kept++] = b->offers[i];
    }
    b->offer_count = kept;
}

/* Of boards that are alike one is kept.  They are few, but would become more and more.  Only those
 * that were selected are looked at, and a small table may forget some, which are met again: a large
 * one would take as long as all the rest, waiting for memory.  Tags of earlier depths do no harm. */
static void drop_twins(struct beam *b)
{
    int kept = 0;
    for (int i = 0; i < b->offer_count; i++) {
        uint64_t hash = b->offers[i].hash;
        uint32_t *seen = &b->seen[hash & b->seen_mask], tag = (uint32_t)(hash >> 32);
        if (*seen != tag)
            b->offers[kept++] = b->offers[i];
        *seen = tag;
    }
    b->offer_count = kept;
}

static void take_offer(const struct beam *b, const struct place *p, const struct offer *o,
                       struct board *board)
{
    int piece = b->piece[o->choice];
    const uint8_t *colours = &b->colour[4 * o->choice];
    *board = b->boards[o->parent];
    int side = o->failing ? p->menu->shape.key[o->failing - 1] : 0,
        shown = o->failing ? board->shown[p->key[o->failing - 1]] : 0;
    lay(b, p, colours, shown, colours[side], board->left, &board->worth);
    assert(board->worth == o->worth);
    assert(!(board->used[piece / 64] >> piece % 64 & 1));
    board->hash = o->hash;
    board->failed += o->failing > 0;
    board->used[piece / 64] |= UINT64_C(1) << piece % 64;
    for (int i = 0; i < p->outs; i++)
        board->shown[p->out[i]] = colours[p->out_side[i]];
}

static void go_deeper(struct beam *b, int depth)
{
    const struct place *p = &b->places[depth];
    b->offer_count = 0;

    for (int i = 0; i < b->count; i++)
        offer_children(b, depth, i);
    select_offers(b, p->width);
    drop_twins(b);
    assert(b->offer_count <= p->width && p->width <= b->widest);
    struct step *steps = &b->steps[p->steps];
    for (int i = 0; i < b->offer_count; i++) {
        take_offer(b, p, &b->offers[i], &b->next[i]);
        steps[i] = (struct step){b->offers[i].parent, b->offers[i].choice};
    }
    struct board *old = b->boards;
    b->boards = b->next;
    b->next = old;
    b->count = b->offer_count;
}

/* ---- All together ------------------------------------------------------------------------- */

static bool make_beam(struct beam *b, struct pm_arena *arena)
{
    const struct pm_edges *e = b->e;
    size_t choices = (size_t)(e->cells * e->sides), depth = (size_t)b->wish->depth;
    b->places = pm_new(arena, depth, struct place);
    b->menus = pm_new(arena, depth, struct menu);
    b->colour = pm_new(arena, 4 * choices, uint8_t);
    b->piece = pm_new(arena, choices, uint16_t);
    b->slot_mark = pm_alloc(arena, SLOTS, sizeof *b->slot_mark);
    b->piece_mark = pm_new(arena, (size_t)e->cells, uint64_t);
    return b->places && b->menus && b->colour && b->piece && b->slot_mark &&
           b->piece_mark && make_values(b, arena);
}

static void fill_constants(struct beam *b)
{
    const struct pm_edges *e = b->e;
    for (int choice = 0; choice < e->cells * e->sides; choice++) {
        b->piece[choice] = (uint16_t)(choice / e->sides);
        for (int side = 0; side < e->sides; side++)
            b->colour[4 * choice + side] = (uint8_t)pm_edges_colour(e, choice, side);
    }
    for (int piece = 0; piece < e->cells; piece++)
        b->piece_mark[piece] = pm_rng_next(b->wish->rng);
    for (int slot = 1; slot < SLOTS; slot++) /* what slot 0 shows never changes */
        for (int colour = 0; colour < COLOURS; colour++)
            b->slot_mark[slot][colour] = pm_rng_next(b->wish->rng);
}

static int by_worth(const void *a, const void *b)
{
    const struct board *x = a, *y = b;
    int32_t first = x->worth - FAILURE * x->failed, second = y->worth - FAILURE * y->failed;
    if (first != second)
        return first < second ? 1 : -1;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

/* The best boards, as choices; their hash makes room for their number. */
static bool deliver(struct beam *b, struct pm_arena *arena, struct pm_beginnings *found)
{
    int depth = b->wish->depth, n = b->count < b->wish->most ? b->count : b->wish->most;
    int *choices = pm_new(arena, (size_t)n * (size_t)depth, int);
    if (!choices)
        return false;
    for (int i = 0; i < b->count; i++)
        b->boards[i].hash = (uint64_t)i;
    qsort(b->boards, (size_t)b->count, sizeof *b->boards, by_worth);
    for (int i = 0; i < n; i++) {
        uint32_t at = (uint32_t)b->boards[i].hash;
        assert(b->boards[i].failed <= b->wish->may_fail[depth - 1]);
        for (int d = depth - 1; d >= 0; d--) {
            const struct step *s = &b->steps[b->places[d].steps + at];
            choices[i * depth + d] = s->choice;
            at = s->parent;
        }
    }
    *found = (struct pm_beginnings){choices, n};
    return true;
}

static bool suitable(const struct pm_edges *e)
{
    int total[COLOURS] = {0};
    for (int i = 0; i < e->cells * e->sides; i++)
        if (e->colour[i] >= COLOURS || (e->colour[i] > 0 && ++total[e->colour[i]] > SIDES))
            return false;
    return e->border && e->cells <= PIECES;
}

bool pm_edges_beam(const struct pm_beam *wish, struct pm_arena *arena,
                   struct pm_beginnings *found)
{
    struct beam b = {.wish = wish, .e = wish->e};
    struct pm_arena own;
    *found = (struct pm_beginnings){0};
    if (!suitable(wish->e))
        return true;
    pm_arena_init(&own, 0);
    int made = -1;
    if (make_beam(&b, &own)) {
        fill_constants(&b);
        made = make_places(&b, &own);
    }
    bool enough_memory = made >= 0;
    if (made > 0) {
        start_board(&b);
        for (int depth = 0; depth < wish->depth && b.count > 0; depth++) {
            go_deeper(&b, depth);
            if (wish->look(wish->context, b.count))
                b.count = 0;
        }
        if (b.count > 0)
            enough_memory = deliver(&b, arena, found);
    }
    pm_arena_free(&own);
    return enough_memory;
}
