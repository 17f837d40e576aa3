/* Cells are filled in a fixed order.  When a cell's turn comes, the colours that its placed
 * neighbours show are known, and a table leads from (up to two of) these colours straight to the
 * candidates that fit; a further known side is compared one by one.
 *
 * Pieces that are equal up to turning form a type, and a candidate is a type with a turn that
 * looks different from its other turns.  So each board that looks different is met once, and the
 * number of answers behind it is the same for all: the free pieces of a type may be permuted, and
 * each free piece turned in all ways that look the same. */
#include "kernels/edges/edges.h"

#include <assert.h>
#include <string.h>

#include "core/invariant.h"
#include "kernels/edges/inside.h"

int pm_edges_facing(int sides, int side)
{
    return sides == 4 ? side ^ 2 : side;
}

/* ---- Types of pieces ------------------------------------------------------------------ */

/* How often `piece` must be turned to be as `other`, or -1. */
static int turns_between(const struct pm_edges_search *s, int piece, int other, int from)
{
    for (int turn = from; turn < s->e->sides; turn++) {
        int side = 0;
        while (side < s->e->sides &&
               paint_of(s, piece, turn, side) == paint_of(s, other, 0, side))
            side++;
        if (side == s->e->sides)
            return turn;
    }
    return -1;
}

static uint8_t number_of(struct pm_edges_search *s, int *number, int colour)
{
    if (number[colour] < 0)
        number[colour] = s->colours++;
    return (uint8_t)number[colour];
}

static void number_colours(struct pm_edges_search *s)
{
    const struct pm_edges *e = s->e;
    int number[256], n = e->cells * e->sides;
    memset(number, -1, sizeof number);
    number[0] = 0;
    s->colours = 1;
    for (int i = 0; i < n; i++) {
        uint8_t here = number_of(s, number, e->colour[i]);
        uint8_t there = e->partner ? number_of(s, number, e->partner[e->colour[i]]) : here;
        s->paint[i] = here;
        s->partner[here] = there;
        s->partner[there] = here;
    }
}

static void sort_into_types(struct pm_edges_search *s)
{
    for (int piece = 0; piece < s->e->cells; piece++) {
        int type = 0, turns = -1;
        while (type < s->types &&
               (turns = turns_between(s, piece, s->first_of[type], 0)) < 0)
            type++;
        if (type == s->types) {
            int period = turns_between(s, piece, piece, 1);
            s->first_of[type] = piece;
            s->period[type] = period < 0 ? s->e->sides : period;
            s->types++;
            turns = 0;
        }
        s->type_of[piece] = type;
        s->offset[piece] = turns;
    }
}

/* The pieces of each type that are not given, lowest first. */
static void list_free_pieces(struct pm_edges_search *s, const bool *given)
{
    for (int type = 0; type < s->types; type++)
        s->free_of[type] = -1;
    for (int piece = s->e->cells - 1; piece >= 0; piece--) {
        int type = s->type_of[piece];
        if (given[piece])
            continue;
        s->mate[piece] = s->free_of[type];
        s->free_of[type] = piece;
        s->free_count[type]++;
    }
}

/* The turn with which a type shows grey just at the rim of the first cell; 0 if there is none. */
static int turn_for_first_cell(const struct pm_edges_search *s, int type)
{
    for (int turn = 0; turn < s->e->sides; turn++) {
        bool suits = true;
        for (int side = 0; side < s->e->sides; side++)
            suits &= (s->e->beside[side] == PM_EDGES_RIM) ==
                     (paint_of(s, s->first_of[type], turn, side) == 0);
        if (suits)
            return turn;
    }
    return 0;
}

/* Of boards that are turns of each other exactly one shows this piece with a given turn (or, when
 * only half turns lead to a board, with that or the next).  A piece with much grey is best: with a
 * border it is a corner, and lies in the first cell, where most searches begin. */
static void pin_a_piece(struct pm_edges_search *s)
{
    int most = -1;
    for (int type = 0; type < s->types; type++) {
        int grey = 0;
        for (int side = 0; side < s->e->sides; side++)
            grey += paint_of(s, s->first_of[type], 0, side) == 0;
        if (s->free_count[type] != 1 || s->period[type] != s->e->sides || grey <= most)
            continue;
        most = grey;
        s->pinned = type;
        s->pinned_turns = s->e->turns_alike;
        s->pinned_from = turn_for_first_cell(s, type);
    }
}

/* ---- What can be seen at the start ------------------------------------------------------- */

/* With a border every colour 0 at the rim needs a side, and every other colour needs a partner;
 * so sides of colour 0 are too few, just enough (none is inside), or more. */
static void count_sides(struct pm_edges_search *s)
{
    int rim = 0, n = s->e->cells * s->e->sides, count[256] = {0};
    if (!s->e->border)
        return;
    for (int i = 0; i < n; i++) {
        rim += s->e->beside[i] == PM_EDGES_RIM;
        count[s->paint[i]]++;
    }
    s->tight = count[0] == rim;
    s->hopeless |= count[0] < rim;
    for (int colour = 1; colour < s->colours; colour++)
        s->hopeless |= s->partner[colour] == colour
                           ? count[colour] % 2 == 1
                           : count[colour] != count[s->partner[colour]];
}

/* ---- Tables -------------------------------------------------------------------------------- */

static bool suits(const struct pm_edges_search *s, const struct candidate *c, int rim)
{
    int sides = s->e->sides;
    if (c->type == s->pinned &&
        (c->turn - s->pinned_from + sides) % sides >= s->pinned_turns)
        return false;
    for (int side = 0; side < s->e->sides; side++) {
        bool at_rim = rim >> side & 1;
        if (s->e->border && at_rim && c->colour[side] != 0)
            return false;
        if (s->tight && !at_rim && c->colour[side] == 0)
            return false;
    }
    return true;
}

static int key_of(const struct pm_edges_search *s, const struct table *t,
                  const struct candidate *c)
{
    int first = t->key[0] < 0 ? 0 : c->colour[t->key[0]];
    return first * s->colours + (t->key[1] < 0 ? 0 : c->colour[t->key[1]]);
}

/* Where the pinned piece must lie because no other cell has such a rim. */
static bool only_pinned_suits(const struct pm_edges_search *s, int rim)
{
    const struct pm_edges *e = s->e;
    int cells = 0, grey = 0;
    if (s->pinned < 0 || s->pinned_turns != 1 || !s->tight)
        return false;
    for (int side = 0; side < e->sides; side++)
        if (paint_of(s, s->first_of[s->pinned], s->pinned_from, side) == 0)
            grey |= 1 << side;
    for (int cell = 0; cell < e->cells; cell++) {
        int sides = 0;
        for (int side = 0; side < e->sides; side++)
            if (e->beside[cell * e->sides + side] == PM_EDGES_RIM)
                sides |= 1 << side;
        cells += sides == rim;
    }
    return grey == rim && cells == 1;
}

int pm_edges_candidates(const struct pm_edges_search *s, int rim, struct candidate *all)
{
    bool pinned_only = only_pinned_suits(s, rim);
    int n = 0;
    for (int type = 0; type < s->types; type++)
        for (int turn = 0; turn < s->period[type]; turn++) {
            if (pinned_only && type != s->pinned)
                continue;
            struct candidate c = {(uint16_t)type, (uint16_t)turn, {0}};
            for (int side = 0; side < s->e->sides; side++)
                c.colour[side] = (uint8_t)paint_of(s, s->first_of[type], turn, side);
            if (suits(s, &c, rim))
                all[n++] = c;
        }
    return n;
}

/* What cells that come later must show to meet these candidates. */
static void turn_to_partners(const struct pm_edges_search *s, int known, int n,
                             struct candidate *all)
{
    for (int i = 0; i < n; i++)
        for (int side = 0; side < s->e->sides; side++)
            if (!(known >> side & 1))
                all[i].colour[side] = s->partner[all[i].colour[side]];
}

static bool fill_table(struct pm_edges_search *s, struct table *t, struct pm_arena *arena)
{
    size_t keys = (size_t)s->colours * (size_t)s->colours;
    size_t most = (size_t)s->types * (size_t)s->e->sides;
    struct candidate *all = pm_new(arena, most, struct candidate);
    struct candidate *sorted = pm_new(arena, most + keys, struct candidate);
    int *start = pm_new(arena, keys + 1, int);
    t->list = pm_new(arena, keys, const struct candidate *);
    if (!all || !sorted || !start || !t->list)
        return false;
    int n = pm_edges_candidates(s, t->rim, all);
    if (s->e->partner)
        turn_to_partners(s, t->known, n, all);
    for (int i = 0; i < n; i++)
        start[key_of(s, t, &all[i]) + 1]++;
    for (size_t key = 0; key < keys; key++) {
        start[key + 1] += start[key] + 1; /* one more to end the list */
        t->list[key] = &sorted[start[key]];
        sorted[start[key + 1] - 1].type = (uint16_t)s->types;
    }
    for (int i = 0; i < n; i++)
        sorted[start[key_of(s, t, &all[i])]++] = all[i];
    return true;
}

static const struct table *table_for(struct pm_edges_search *s, int rim, int known,
                                     struct pm_arena *arena)
{
    for (int i = 0; i < s->table_count; i++)
        if (s->tables[i].rim == rim && s->tables[i].known == known)
            return &s->tables[i];
    struct table *t = &s->tables[s->table_count++];
    *t = (struct table){rim, known, {-1, -1}, NULL};
    for (int side = 0, n = 0; side < s->e->sides && n < 2; side++)
        if (known >> side & 1)
            t->key[n++] = side;
    return fill_table(s, t, arena) ? t : NULL;
}

/* ---- The order of filling -------------------------------------------------------------------- */

/* Edges are numbered by the smaller of their two cells. */
static int edge_of(const struct pm_edges *e, int cell, int side)
{
    int other = e->beside[cell * e->sides + side];
    assert(other != PM_EDGES_RIM);
    return cell < other ? cell * e->sides + side
                        : other * e->sides + pm_edges_facing(e->sides, side);
}

static bool make_level(struct pm_edges_search *s, struct level *l, int cell,
                       const bool *filled, struct pm_arena *arena)
{
    const struct pm_edges *e = s->e;
    int rim = 0, known = 0, zero = e->cells * e->sides, spare = zero + 1;
    *l = (struct level){.cell = cell, .out_edge = {spare, spare}};
    for (int side = 0; side < e->sides; side++) {
        int other = e->beside[cell * e->sides + side];
        if (other == PM_EDGES_RIM)
            rim |= 1 << side;
        else if (filled[other])
            known |= 1 << side;
        if (other == PM_EDGES_RIM || filled[other])
            continue;
        int n = l->out_count++;
        (n < 2 ? l->out_side : l->further_side)[n % 2] = side;
        (n < 2 ? l->out_edge : l->further_edge)[n % 2] = edge_of(e, cell, side);
    }
    const struct table *table = table_for(s, rim, known, arena);
    if (!table)
        return false;
    l->list = table->list;
    for (int i = 0; i < 2; i++)
        l->key[i] = table->key[i] < 0 ? zero : edge_of(e, cell, table->key[i]);
    for (int side = 0; side < e->sides; side++)
        if (known >> side & 1 && side != table->key[0] && side != table->key[1]) {
            l->more_edge[l->more_count] = edge_of(e, cell, side);
            l->more_side[l->more_count++] = side;
        }
    return true;
}

/* Shows the colours of a given piece; false: they contradict the rim or another given one. */
static bool show_given(struct pm_edges_search *s, int cell, bool *filled)
{
    const struct pm_edges *e = s->e;
    int piece = e->given[cell] / e->sides, turn = e->given[cell] % e->sides;
    for (int side = 0; side < e->sides; side++) {
        int other = e->beside[cell * e->sides + side];
        int colour = paint_of(s, piece, turn, side);
        if (other == PM_EDGES_RIM ? e->border && colour != 0 : s->tight && colour == 0)
            return false;
        if (other == PM_EDGES_RIM)
            continue;
        uint8_t *shown = &s->shown[edge_of(e, cell, side)];
        if (filled[other] && *shown != colour)
            return false;
        *shown = s->partner[colour];
    }
    filled[cell] = true;
    return true;
}

static inline const struct candidate *list_at(const struct pm_edges_search *s,
                                              const struct level *l)
{
    return l->list[s->shown[l->key[0]] * s->colours + s->shown[l->key[1]]];
}

static bool prepare(struct pm_edges_search *s, bool turned, struct pm_arena *arena)
{
    const struct pm_edges *e = s->e;
    bool *given = pm_new(arena, (size_t)e->cells, bool);
    bool *filled = pm_new(arena, (size_t)e->cells, bool);
    if (!given || !filled)
        return false;
    number_colours(s);
    sort_into_types(s);
    count_sides(s);
    int given_count = 0;
    for (int cell = 0; cell < e->cells; cell++)
        if (e->given[cell] != PM_EDGES_FREE) {
            given[e->given[cell] / e->sides] = true;
            given_count++;
            s->hopeless |= !show_given(s, cell, filled);
            filled[cell] = true;
        }
    list_free_pieces(s, given);
    s->pinned = -1;
    if (turned && given_count == 0 && e->turns_alike > 0)
        pin_a_piece(s);
    for (int i = 0; i < e->cells; i++) {
        int cell = e->order[i];
        if (filled[cell])
            continue;
        if (!make_level(s, &s->levels[s->level_count++], cell, filled, arena))
            return false;
        filled[cell] = true;
    }
    memcpy(s->left, s->free_count, (size_t)s->types * sizeof *s->left);
    assert(s->level_count + given_count == e->cells);
    s->left[s->types] = 1;
    if (s->level_count > 0)
        s->levels[0].next = list_at(s, &s->levels[0]);
    return true;
}

struct pm_edges_search *pm_edges_start(const struct pm_edges *e, bool turned,
                                       struct pm_arena *arena)
{
    size_t n = (size_t)e->cells, edges = n * (size_t)e->sides + 2;
    struct pm_edges_search *s = pm_new(arena, 1, struct pm_edges_search);
    if (!s)
        return NULL;
    s->e = e;
    s->paint = pm_new(arena, edges, uint8_t);
    s->type_of = pm_new(arena, n, int);
    s->offset = pm_new(arena, n, int);
    s->first_of = pm_new(arena, n, int);
    s->period = pm_new(arena, n, int);
    s->mate = pm_new(arena, n, int);
    s->free_of = pm_new(arena, n, int);
    s->free_count = pm_new(arena, n, uint16_t);
    s->left = pm_new(arena, n + 1, uint16_t);
    s->shown = pm_new(arena, edges, uint8_t);
    s->levels = pm_new(arena, n, struct level);
    s->tables =
        pm_new(arena, 256, struct table); /* 16 sets of rim sides, 16 of known ones */
    if (!s->paint || !s->type_of || !s->offset || !s->first_of || !s->period || !s->mate ||
        !s->free_of || !s->free_count || !s->left || !s->shown || !s->levels || !s->tables)
        return NULL;
    return prepare(s, turned, arena) ? s : NULL;
}

/* ---- The search -------------------------------------------------------------------------------- */

static bool agrees(const struct pm_edges_search *s, const struct level *l,
                   const struct candidate *c)
{
    for (int i = 0; i < l->more_count; i++)
        if (c->colour[l->more_side[i]] != s->shown[l->more_edge[i]])
            return false;
    return true;
}

/* From the candidate on, the first whose type has a piece left. */
static inline const struct candidate *choose(const struct pm_edges_search *s,
                                             const struct level *l,
                                             const struct candidate *c,
                                             const uint16_t *left)
{
    while (left[c->type] == 0)
        c++;
    if (l->more_count > 0)
        while (c->type != s->types && (left[c->type] == 0 || !agrees(s, l, c)))
            c++;
    return c;
}

static inline void show(const struct level *l, const struct candidate *c, uint8_t *shown)
{
    shown[l->out_edge[0]] = c->colour[l->out_side[0]];
    shown[l->out_edge[1]] = c->colour[l->out_side[1]];
    for (int i = 2; i < l->out_count; i++)
        shown[l->further_edge[i - 2]] = c->colour[l->further_side[i - 2]];
}

enum { NODES_BETWEEN_LOOKS = 1 << 16 };

/* The free pieces of each type lie on the first `depth` levels or are left. */
static bool pieces_are_counted(const struct pm_edges_search *s, int depth)
{
    int missing[PM_EDGES_MAX] = {0};
    for (int type = 0; type < s->types; type++)
        missing[type] = s->free_count[type] - s->left[type];
    for (int i = 0; i < depth; i++)
        missing[s->levels[i].next[-1].type]--;
    for (int type = 0; type < s->types; type++)
        if (missing[type] != 0)
            return false;
    return s->left[s->types] == 1;
}

/* At most NODES_BETWEEN_LOOKS nodes.  PULMA_OK: a board is found, and stays until the next call. */
static pulma_status go_a_while(struct pm_edges_search *s, int *placed)
{
    uint16_t *const left = s->left;
    uint8_t *const shown = s->shown;
    const int colours = s->colours, types = s->types;
    struct level *const first = s->levels, *const last = &first[s->level_count - 1];
    struct level *l = &first[s->depth];
    const struct candidate *c = l->next;
    int nodes = 0;
    pulma_status status = PULMA_LIMIT;
    while (nodes < NODES_BETWEEN_LOOKS) {
        c = choose(s, l, c, left);
        if (c->type == types) {
            if (l == first) {
                status = PULMA_NONE;
                break;
            }
            l--;
            c = l->next;
            left[c[-1].type]++;
            continue;
        }
        nodes++;
        l->next = c + 1;
        if (l == last) {
            status = PULMA_OK;
            break;
        }
        left[c->type]--;
        show(l, c, shown);
        l++;
        c = l->list[shown[l->key[0]] * colours + shown[l->key[1]]];
    }
    if (status == PULMA_LIMIT)
        l->next = c;
    for (struct level *k = first; status == PULMA_OK && k <= last; k++)
        k->placed = k->next - 1;
    *placed = nodes;
    assert(first <= l && l <= last);
    PM_ASSERT_SLOW(pieces_are_counted(s, (int)(l - first)));
    s->depth = status == PULMA_NONE ? -1 : (int)(l - first);
    return status;
}

pulma_status pm_edges_go(struct pm_edges_search *s, uint64_t want, struct pm_search *search,
                         uint64_t *found)
{
    assert(want >= 1);
    if (s->hopeless || s->depth < 0)
        return PULMA_NONE;
    if (s->level_count == 0) { /* everything is given */
        s->depth = -1;
        ++*found;
        return want == 1 ? PULMA_OK : PULMA_NONE;
    }
    for (;;) {
        int placed;
        pulma_status status = go_a_while(s, &placed);
        pulma_status limit = pm_search_nodes(search, placed);
        if (status == PULMA_NONE)
            return status;
        if (status == PULMA_OK) {
            ++*found;
            if (--want == 0)
                return status;
        }
        if (limit)
            return limit;
    }
}

int pm_edges_cells(const struct pm_edges_search *s)
{
    return s->e->cells;
}

/* ---- Answers behind a board ---------------------------------------------------------------------- */

/* The board being turned into answers, one free cell after another. */
struct naming {
    const struct pm_edges_search *s;
    bool *used; /* per piece */
    int *choices;
    struct pm_search *search;
};

static bool name_from(const struct naming *n, int level)
{
    const struct pm_edges_search *s = n->s;
    if (level == s->level_count)
        return pm_search_found(n->search, n->choices);
    const struct candidate *c = s->levels[level].placed;
    assert(c && c->type < s->types);
    int sides = s->e->sides, period = s->period[c->type];
    for (int piece = s->free_of[c->type]; piece >= 0; piece = s->mate[piece]) {
        if (n->used[piece])
            continue;
        n->used[piece] = true;
        for (int more = 0; more < sides; more += period) {
            int turn = (c->turn + s->offset[piece] + more) % sides;
            n->choices[s->levels[level].cell] = piece * sides + turn;
            if (!name_from(n, level + 1))
                return false;
        }
        n->used[piece] = false;
    }
    return true;
}

bool pm_edges_answers(const struct pm_edges_search *s, struct pm_search *search)
{
    bool used[PM_EDGES_MAX] = {false};
    int choices[PM_EDGES_MAX];
    assert(s->e->cells <= PM_EDGES_MAX);
    memcpy(choices, s->e->given, (size_t)s->e->cells * sizeof *choices);
    const struct naming n = {s, used, choices, search};
    return name_from(&n, 0);
}

/* ---- Counting --------------------------------------------------------------------------------- */

/* How many answers stand behind `found` boards. */
static void weigh(const struct pm_edges_search *s, uint64_t found, struct pm_big *answers)
{
    struct pm_big factor = {0};
    pm_big_set(&factor, s->pinned < 0 ? 1 : (uint64_t)(s->e->sides / s->pinned_turns));
    pm_big_set(answers, found);
    pm_big_times(answers, &factor);
    for (int type = 0; type < s->types; type++)
        for (int i = 1; i <= s->free_count[type]; i++) {
            pm_big_set(&factor, (uint64_t)(i * (s->e->sides / s->period[type])));
            pm_big_times(answers, &factor);
        }
    answers->failed |= factor.failed;
    pm_big_free(&factor);
}

/* Where a board has very many answers, it is cut in two.  The first half is filled in all ways,
 * and a hash table counts them by the pieces that they use and the colours that they show along
 * the cut; then the other half is filled in all ways, backwards, and each finds its partners. */
struct half {
    struct pm_edges_search *s;
    int cut_count;
    int cut_level[PM_EDGES_MAX],
        cut_side[PM_EDGES_MAX]; /* who shows the colours on the cut */
};

struct slot {
    uint64_t key, count; /* count 0: free */
};

struct halves {
    struct half front, back;
    struct slot *slots;
    size_t used;
    uint64_t unit[PM_EDGES_MAX + 1]; /* per type: what one piece adds to the key */
    uint64_t whole;                  /* all pieces together */
    int colour_bits, cut_shift;
};

enum { SLOT_BITS = 22, SLOTS = 1 << SLOT_BITS };

/* The numbers of pieces of each type, then the colours, side by side; false: too many bits. */
static bool plan_key(struct halves *h)
{
    const struct pm_edges_search *s = h->front.s;
    int shift = 0;
    for (int type = 0; type < s->types; type++) {
        if (s->free_count[type] == 0 || shift > 60)
            continue;
        h->unit[type] = (uint64_t)1 << shift;
        h->whole += s->free_count[type] * h->unit[type];
        for (int n = s->free_count[type]; n > 0; n /= 2)
            shift++;
    }
    for (h->colour_bits = 1; 1 << h->colour_bits < s->colours; h->colour_bits++)
        ;
    h->cut_shift = shift;
    return shift + h->front.cut_count * h->colour_bits <= 64;
}

static uint64_t key_of_half(const struct halves *h, const struct half *half)
{
    const struct level *levels = half->s->levels;
    uint64_t used = 0, key = 0;
    for (int i = 0; i < half->s->level_count; i++)
        used += h->unit[levels[i].placed->type];
    for (int i = 0; i < half->cut_count; i++) {
        int asked = levels[half->cut_level[i]].placed->colour[half->cut_side[i]];
        key = key << h->colour_bits |
              (uint64_t)(half == &h->front ? asked : half->s->partner[asked]);
    }
    assert(used <= h->whole);
    return key << h->cut_shift | (half == &h->front ? used : h->whole - used);
}

static struct slot *slot_of(const struct halves *h, uint64_t key)
{
    size_t i = (size_t)(key * 0x9E3779B97F4A7C15u >> (64 - SLOT_BITS));
    while (h->slots[i].count != 0 && h->slots[i].key != key)
        i = (i + 1) & (SLOTS - 1);
    return &h->slots[i];
}

/* The edges with one cell among the front's levels and one among the back's. */
static void find_cut(struct halves *h, const struct pm_edges *e)
{
    int level_at[PM_EDGES_MAX], *n = &h->front.cut_count;
    bool in_front[PM_EDGES_MAX];
    memset(level_at, -1, sizeof level_at);
    for (int back = 0; back < 2; back++) {
        const struct pm_edges_search *s = back ? h->back.s : h->front.s;
        for (int i = 0; i < s->level_count; i++) {
            level_at[s->levels[i].cell] = i;
            in_front[s->levels[i].cell] = !back;
        }
    }
    for (int cell = 0; cell < e->cells; cell++)
        for (int side = 0; side < e->sides; side++) {
            int other = e->beside[cell * e->sides + side];
            if (other < 0 || level_at[cell] < 0 || level_at[other] < 0 || !in_front[cell] ||
                in_front[other])
                continue;
            h->front.cut_level[*n] = level_at[cell];
            h->front.cut_side[*n] = side;
            h->back.cut_level[*n] = level_at[other];
            h->back.cut_side[(*n)++] = pm_edges_facing(e->sides, side);
        }
    assert(*n <= PM_EDGES_MAX);
    h->back.cut_count = *n;
}

/* Fills one half in all ways: PULMA_NONE when that is done; PULMA_LIMIT; PULMA_UNAVAILABLE: there
 * are too many. */
static pulma_status fill_half(struct halves *h, struct half *half,
                              const struct pm_search *search, uint64_t *total)
{
    pulma_status status;
    uint64_t found = 0;
    struct pm_search filling = pm_search_part(search, NULL, NULL);
    filling.patience = (1 << 29) - 1; /* so no sum outgrows 64 bits */
    while (!(status = pm_edges_go(half->s, 1, &filling, &found))) {
        uint64_t key = key_of_half(h, half);
        struct slot *slot = slot_of(h, key);
        if (half == &h->back) {
            *total += slot->count;
            continue;
        }
        if (slot->count == 0 && ++h->used > SLOTS / 4 * 3)
            return PULMA_UNAVAILABLE;
        slot->key = key;
        slot->count++;
    }
    return status;
}

/* The back's order is the front's reversed. */
static bool make_halves(struct halves *h, const struct pm_edges *e,
                        struct pm_edges *reversed, struct pm_arena *arena)
{
    int *order = pm_new(arena, (size_t)e->cells, int);
    if (!order)
        return false;
    for (int i = 0; i < e->cells; i++)
        order[i] = e->order[e->cells - 1 - i];
    *reversed = *e;
    reversed->order = order;
    h->front.s = pm_edges_start(e, true, arena);
    h->back.s = pm_edges_start(reversed, true, arena);
    h->slots = pm_new(arena, SLOTS, struct slot);
    if (!h->front.s || !h->back.s || !h->slots)
        return false;
    int levels = h->front.s->level_count;
    h->front.s->level_count = levels / 2;
    h->back.s->level_count = levels - levels / 2;
    if (levels < 2)
        return false;
    find_cut(h, e);
    return plan_key(h);
}

/* PULMA_NONE: these are all; PULMA_LIMIT; PULMA_UNAVAILABLE: this board cannot be counted so. */
static pulma_status count_by_halves(const struct pm_edges *e,
                                    const struct pm_search *search, uint64_t *found)
{
    struct pm_arena arena;
    struct pm_edges reversed;
    pulma_status status = PULMA_UNAVAILABLE;
    *found = 0;
    pm_arena_init(&arena, 0);
    struct halves *h = pm_new(&arena, 1, struct halves);
    if (h && make_halves(h, e, &reversed, &arena))
        status = fill_half(h, &h->front, search, found);
    if (status == PULMA_NONE)
        status = fill_half(h, &h->back, search, found);
    pm_arena_free(&arena);
    return status;
}

/* Counts by the search that looks ahead.  PULMA_UNAVAILABLE: it does not suit the board, or is out of
 * patience. */
static pulma_status count_ahead(const struct pm_edges *e, uint64_t want, int64_t patience,
                                const struct pm_search *search, uint64_t *found)
{
    struct pm_arena arena;
    struct pm_search ahead = pm_search_part(search, NULL, NULL);
    pulma_status status = PULMA_UNAVAILABLE;
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(e, true, &arena);
    struct pm_edges_narrow *n =
        s && pm_edges_narrow_suits(s) ? pm_edges_narrow_start(s, NULL, &arena) : NULL;
    *found = 0;
    ahead.patience = patience;
    if (n)
        do {
            status = pm_edges_narrow_go(n, &ahead);
            *found += status == PULMA_OK;
        } while (status == PULMA_OK && *found < want);
    pm_arena_free(&arena);
    return status;
}

/* So many pieces placed before a board is cut in two, some tenths of a second; and by looking
 * ahead, which takes longer for each. */
enum { NODES_BEFORE_HALVES = (1 << 24) - 1, NODES_AHEAD = (1 << 20) - 1 };

/* For boards that take long, by the way that ends first.  PULMA_UNAVAILABLE: none did. */
static pulma_status count_hard(const struct pm_edges *e, uint64_t want,
                               const struct pm_search *search, uint64_t *found)
{
    uint64_t all;
    pulma_status status = count_ahead(e, want, NODES_AHEAD, search, &all);
    if (status == PULMA_UNAVAILABLE && want == UINT64_MAX)
        status = count_by_halves(e, search, &all);
    if (status == PULMA_UNAVAILABLE)
        status = count_ahead(e, want, 0, search, &all);
    if (status == PULMA_OK || status == PULMA_NONE || all > *found)
        *found = all;
    return status;
}

/* Whether the board that was found last looks the same when it is turned by `times` of the least
 * turn. */
static bool looks_same_turned(const struct pm_edges_search *s, int times)
{
    const struct candidate *at[PM_EDGES_MAX];
    const struct pm_edges *e = s->e;
    assert(s->level_count == e->cells && e->cells <= PM_EDGES_MAX);
    for (int i = 0; i < s->level_count; i++)
        at[s->levels[i].cell] = s->levels[i].placed;
    for (int cell = 0; cell < e->cells; cell++) {
        int to = cell;
        for (int i = 0; i < times; i++)
            to = e->turned[to];
        int turn = at[cell]->turn + times * e->turns_alike;
        if (at[to]->type != at[cell]->type ||
            (turn - at[to]->turn + e->sides) % s->period[at[to]->type] != 0)
            return false;
    }
    return true;
}

/* Of `found` boards that look different: how many there are up to turns, of which a board has
 * `turns`.  Each is counted once for every turn that leaves it as it is (Burnside).  False: that
 * took too long. */
static bool count_up_to_turns(const struct pm_edges *e, uint64_t found, int turns,
                              const struct pm_search *search, uint64_t *boards)
{
    struct pm_arena arena;
    struct pm_search shortly = pm_search_part(search, NULL, NULL);
    uint64_t met = 0, sum = found;
    pulma_status status = PULMA_NO_MEMORY;
    shortly.patience = NODES_BEFORE_HALVES;
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(e, false, &arena);
    while (s && !(status = pm_edges_go(s, 1, &shortly, &met)))
        for (int times = 1; times < turns; times++)
            sum += looks_same_turned(s, times);
    pm_arena_free(&arena);
    assert(status != PULMA_NONE || (met == found && sum % (uint64_t)turns == 0));
    *boards = sum / (uint64_t)turns;
    return status == PULMA_NONE;
}

/* The boards up to turns behind `found` ones. */
static void count_boards(const struct pm_edges_search *s, uint64_t found,
                         const struct pm_search *search, struct pm_edges_total *total)
{
    const struct pm_edges *e = s->e;
    bool turns_over = s->level_count == e->cells && e->turns_alike > 0 && s->pinned < 0;
    int turns = turns_over ? e->sides / e->turns_alike : 1;
    total->boards = found / (uint64_t)turns + (found % (uint64_t)turns > 0);
    total->boards_known = !total->exact || turns == 1 || found == 0 ||
                          count_up_to_turns(e, found, turns, search, &total->boards);
}

pulma_status pm_edges_count(const struct pm_edges *e, uint64_t enough,
                            struct pm_search *search, struct pm_edges_total *total)
{
    struct pm_arena arena;
    uint64_t found = 0, want = enough ? enough : UINT64_MAX;
    struct pm_search first = pm_search_part(search, NULL, NULL);
    first.patience = NODES_BEFORE_HALVES;
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(e, true, &arena);
    pulma_status status = PULMA_NO_MEMORY;
    if (s) {
        status = pm_edges_go(s, want, &first, &found);
        uint64_t here = found;
        if (status == PULMA_UNAVAILABLE)
            status = count_hard(e, want, search, &found);
        if (status == PULMA_UNAVAILABLE) {
            status = pm_edges_go(s, want - here, search, &here);
            found = here;
        }
        total->exact = status == PULMA_NONE;
        weigh(s, found, &total->answers);
        count_boards(s, found, search, total);
    }
    assert(status != PULMA_UNAVAILABLE);
    pm_arena_free(&arena);
    return status == PULMA_NONE ? PULMA_OK : status;
}
