/* Cells are filled in a fixed order.  When a cell's turn comes, the colours that its placed
 * neighbours show are known, and a table leads from them straight to the list of candidates that
 * fit.
 *
 * The search takes about as long as the branches that a processor guesses wrong, so it has few.  All
 * candidates for a cell go onto a stack at once; the next one to try is always the topmost, whether
 * that leads on or back.  What is known of the board is kept per level, so nothing has to be
 * undone.  Pieces that lie on the first levels, which stay as they are for a long time, are taken
 * out of the lists; whether one of the others lies already is seen when it is tried.
 *
 * A search that takes long is shared by two, which lay pieces in turn; whoever comes to an end takes
 * over some of what the other one has left.  With AVX-512 both lay their pieces at once
 * (lay_avx512.c), which is faster; what is tried, and in which order, is the same everywhere.
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
    int most = -1, count[PM_EDGES_MAX] = {0}; /* of pieces, be they free or given */
    for (int piece = 0; piece < s->e->cells; piece++)
        count[s->type_of[piece]]++;
    for (int type = 0; type < s->types; type++) {
        int grey = 0;
        for (int side = 0; side < s->e->sides; side++)
            grey += paint_of(s, s->first_of[type], 0, side) == 0;
        if (count[type] != 1 || s->period[type] != s->e->sides || grey <= most)
            continue;
        most = grey;
        s->pinned = type;
        s->pinned_turns = s->e->turns_alike;
        s->pinned_from = turn_for_first_cell(s, type);
    }
}

static bool turned_as_pinned(const struct pm_edges_search *s, int turn)
{
    const int sides = s->e->sides;
    return (turn - s->pinned_from + sides) % sides < s->pinned_turns;
}

/* Whether the pinned piece is given, and turned otherwise. */
static bool pin_contradicts(const struct pm_edges_search *s)
{
    const struct pm_edges *e = s->e;
    for (int cell = 0; cell < e->cells && s->pinned >= 0; cell++)
        if (e->given[cell] != PM_EDGES_FREE &&
            s->type_of[e->given[cell] / e->sides] == s->pinned &&
            !turned_as_pinned(s, e->given[cell] % e->sides))
            return true;
    return false;
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
    if (c->type == s->pinned && !turned_as_pinned(s, c->turn))
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

static int key_of(const struct pm_edges_search *s, const struct table *t,
                  const struct candidate *c)
{
    int near = t->shape.key[0], far = t->shape.key[1];
    return (far < 0 ? 0 : c->colour[far]) * s->colours + (near < 0 ? 0 : c->colour[near]);
}

static int key_count(const struct pm_edges_search *s, const struct table *t)
{
    return t->shape.key[1] < 0 ? s->colours : s->colours * s->colours;
}

static bool meets_hints(const struct pm_edges_search *s, const struct pm_shape *shape,
                        const struct candidate *c)
{
    for (int side = 0; side < s->e->sides; side++)
        if (shape->fixed[side] >= 0 && shape->fixed[side] != c->colour[side])
            return false;
    return s->free_count[c->type] > 0;
}

/* On sides that are not known: what cells that come later must show to meet a candidate. */
static void turn_to_partners(const struct pm_edges_search *s, const struct pm_shape *shape,
                             struct candidate *c)
{
    for (int side = 0; side < s->e->sides; side++)
        if (shape->fixed[side] < 0 && side != shape->key[0] && side != shape->key[1])
            c->colour[side] = s->partner[c->colour[side]];
}

static struct table *table_for(struct pm_edges_search *s, const struct pm_shape *shape,
                               struct pm_arena *arena)
{
    for (int i = 0; i < s->table_count; i++)
        if (pm_shape_equal(&s->tables[i].shape, shape))
            return &s->tables[i];
    struct table *t = &s->tables[s->table_count++];
    t->shape = *shape;
    t->all = pm_new(arena, (size_t)s->types * (size_t)s->e->sides, struct candidate);
    t->lists = pm_new(arena, (size_t)key_count(s, t), struct span);
    if (!t->all || !t->lists)
        return NULL;
    int n = pm_edges_candidates(s, shape->rim, t->all);
    for (int i = 0; i < n; i++)
        if (meets_hints(s, shape, &t->all[i])) {
            t->all[t->count] = t->all[i];
            turn_to_partners(s, shape, &t->all[t->count++]);
        }
    s->option_count += (uint32_t)t->count;
    return t;
}

/* ---- Options -------------------------------------------------------------------------------- */

enum { AT_ONCE = 3 }; /* options that go onto the stack whether a list is as long or not */

static option option_of(const struct pm_edges_search *s, const struct table *t, int number)
{
    const struct candidate *c = &t->all[number];
    const int *out = t->shape.out;
    return (option)s->first_slot[c->type] | (option)number << 32 |
           (option)(out[1] < 0 ? 0 : c->colour[out[1]]) << 48 |
           (option)(out[0] < 0 ? 0 : c->colour[out[0]]) << 56;
}

/* Enters the lists of a table behind those before, each backwards, since what is on top of the stack
 * is tried first.  The counts are right once thin_lists() was called. */
static void file_table(struct pm_edges_search *s, struct table *t)
{
    for (int i = 0; i < t->count; i++)
        t->lists[key_of(s, t, &t->all[i])].count++;
    for (int key = 0; key < key_count(s, t); key++) {
        struct span *list = &t->lists[key];
        if (list->count == 0)
            continue;
        list->start = s->option_count;
        s->option_count += (list->count + GROUP - 1) / GROUP * GROUP;
        s->whole[s->list_count++] = (struct whole){list, list->count};
        t->longest = (int)list->count > t->longest ? (int)list->count : t->longest;
    }
    for (int i = 0; i < t->count; i++) {
        struct span *list = &t->lists[key_of(s, t, &t->all[i])];
        s->options[list->start + --list->count] = option_of(s, t, i);
    }
}

static void number_slots(struct pm_edges_search *s)
{
    int n = 0;
    for (int type = 0; type < s->types; type++) {
        s->first_slot[type] = n;
        for (int i = 0; i < s->free_count[type]; i++, n++) {
            s->head_slot[n] = (uint16_t)s->first_slot[type];
            s->has_mates |= i > 0;
            s->next_slot[n] = (uint16_t)(i + 1 < s->free_count[type] ? n + 1 : NO_SLOT);
        }
    }
    for (int slot = 0; slot <= n; slot++)
        s->laid_on[slot] = (uint16_t)s->level_count;
}

/* From now on lists are without the pieces that lie before level `from`; those levels must be as
 * they will stay. */
static void thin_lists(struct pm_edges_search *s, size_t from)
{
    uint16_t left[PM_EDGES_MAX] = {0};
    for (int type = 0; type < s->types; type++)
        if (s->free_count[type] > 0)
            left[s->first_slot[type]] = s->free_count[type];
    for (size_t i = 0; i < from; i++)
        left[s->head_slot[option_slot(s->laid[i])]]--;
    for (uint32_t i = 0; i < s->list_count; i++) {
        struct span *list = s->whole[i].list;
        const option *all = &s->options[list->start];
        option *thin = &s->thin[list->start];
        uint32_t n = 0;
        for (uint32_t j = 0; j < s->whole[i].count; j++) {
            thin[n] = all[j];
            n += left[option_slot(all[j])] > 0;
        }
        list->count = s->thin_count[list->start] = n;
        for (; n % GROUP != 0; n++)
            thin[n] = NO_SLOT;
    }
    s->thin_from = from > 1 ? from : 1;
}

/* ---- The order of filling -------------------------------------------------------------------- */

/* The colour that a hint asks a cell for on this side; -1: there is none. */
static int asked_by_hint(const struct pm_edges_search *s, int cell, int side)
{
    const struct pm_edges *e = s->e;
    int other = e->beside[cell * e->sides + side];
    if (other == PM_EDGES_RIM || e->given[other] == PM_EDGES_FREE)
        return -1;
    int piece = e->given[other] / e->sides, turn = e->given[other] % e->sides;
    return s->partner[paint_of(s, piece, turn, pm_edges_facing(e->sides, side))];
}

/* Whether a given piece suits the rim and other given ones. */
static bool given_fits(const struct pm_edges_search *s, int cell)
{
    const struct pm_edges *e = s->e;
    int piece = e->given[cell] / e->sides, turn = e->given[cell] % e->sides;
    for (int side = 0; side < e->sides; side++) {
        bool at_rim = e->beside[cell * e->sides + side] == PM_EDGES_RIM;
        int colour = paint_of(s, piece, turn, side), asked = asked_by_hint(s, cell, side);
        if ((at_rim ? e->border && colour != 0 : s->tight && colour == 0) ||
            (asked >= 0 && asked != colour))
            return false;
    }
    return true;
}

/* How the cell of a level meets the others. */
static struct pm_shape shape_of(const struct pm_edges_search *s, int number,
                                const int *level_of)
{
    struct pm_shape shape = {.key = {-1, -1}, .out = {-1, -1}};
    int cell = s->levels[number].cell, sides = s->e->sides;
    for (int side = 0; side < 4; side++)
        shape.fixed[side] = side < sides ? asked_by_hint(s, cell, side) : -1;
    for (int side = 0; side < sides; side++) {
        int other = s->e->beside[cell * sides + side];
        if (other == PM_EDGES_RIM)
            shape.rim |= 1 << side;
        if (other == PM_EDGES_RIM || shape.fixed[side] >= 0)
            continue;
        int away = level_of[other] - number;
        int *where = away < 0 ? &shape.key[away < -1] : &shape.out[away > 1];
        assert(*where < 0);
        *where = side;
    }
    return shape;
}

/* Who leaves rows to whom; other rows never change.  `none`: of empty lists. */
static void connect_levels(struct pm_edges_search *s, const int *level_of,
                           const struct span *none)
{
    for (int i = 0; i < s->level_count; i++) {
        struct level *l = &s->levels[i];
        int side = l->table->shape.out[1];
        l->later_row = &s->levels[s->level_count + 1].row; /* which nobody reads */
        l->later_lists = none;
        l->row = l->table->lists;
        if (side < 0)
            continue;
        int later = level_of[s->e->beside[l->cell * s->e->sides + side]];
        l->later_row = &s->levels[later].row;
        l->later_lists = s->levels[later].table->lists;
    }
    s->levels[s->level_count].row = none;
}

/* The stack has room for the longest lists of all levels. */
static bool make_stack(struct pm_edges_search *s, struct pm_arena *arena)
{
    size_t room = 1 + GROUP;
    for (int i = 0; i < s->level_count; i++)
        room += (size_t)s->levels[i].table->longest;
    s->stack = s->top = pm_new(arena, room, struct waiting);
    s->room = room;
    if (!s->stack)
        return false;
    thin_lists(s, 0);
    const struct span *first = s->levels[0].row;
    *s->top++ =
        (struct waiting){(option)s->level_count, {0, 0}}; /* no piece has that slot */
    for (uint32_t i = 0; i < first->count; i++) {
        option o = s->thin[first->start + i];
        *s->top++ = (struct waiting){o, s->levels[1].row[option_next(o)]};
    }
    return true;
}

static bool make_levels(struct pm_edges_search *s, struct pm_arena *arena)
{
    const struct pm_edges *e = s->e;
    int level_of[PM_EDGES_MAX];
    for (int i = 0; i < e->cells; i++)
        if (e->given[e->order[i]] == PM_EDGES_FREE) {
            level_of[e->order[i]] = s->level_count;
            s->levels[s->level_count++].cell = e->order[i];
        }
    number_slots(s);
    for (int i = 0; i < s->level_count; i++) {
        const struct pm_shape shape = shape_of(s, i, level_of);
        s->levels[i].table = table_for(s, &shape, arena);
        if (!s->levels[i].table)
            return false;
    }
    size_t most = (s->option_count + 1) * GROUP;
    const struct span *none = pm_new(arena, 256, struct span);
    s->options = pm_new(arena, most, option);
    s->thin = pm_new(arena, most, option);
    s->thin_count = pm_new(arena, most, uint32_t);
    s->whole = pm_new(arena, most, struct whole);
    if (!none || !s->options || !s->thin || !s->thin_count || !s->whole)
        return false;
    for (s->option_count = 0; s->option_count < GROUP; s->option_count++)
        s->thin[s->option_count] = NO_SLOT; /* for all empty lists, which begin at 0 */
    for (int i = 0; i < s->table_count; i++)
        file_table(s, &s->tables[i]);
    connect_levels(s, level_of, none);
    return s->level_count == 0 || make_stack(s, arena);
}

static bool prepare(struct pm_edges_search *s, bool turned, struct pm_arena *arena)
{
    const struct pm_edges *e = s->e;
    bool *given = pm_new(arena, (size_t)e->cells, bool);
    if (!given)
        return false;
    number_colours(s);
    sort_into_types(s);
    count_sides(s);
    int given_count = 0;
    for (int cell = 0; cell < e->cells; cell++)
        if (e->given[cell] != PM_EDGES_FREE) {
            given[e->given[cell] / e->sides] = true;
            given_count++;
            s->hopeless |= !given_fits(s, cell);
        }
    list_free_pieces(s, given);
    s->pinned = -1;
    if (turned && (given_count == 0 || e->piece) && e->turns_alike > 0)
        pin_a_piece(s);
    s->hopeless |= pin_contradicts(s);
    return make_levels(s, arena);
}

struct pm_edges_search *pm_edges_start(const struct pm_edges *e, bool turned,
                                       struct pm_arena *arena)
{
    size_t n = (size_t)e->cells;
    struct pm_edges_search *s = pm_new(arena, 1, struct pm_edges_search);
    if (!s)
        return NULL;
    s->e = e;
    s->arena = arena;
    s->turned = turned;
    s->state = PULMA_LIMIT;
    s->paint = pm_new(arena, n * (size_t)e->sides, uint8_t);
    s->type_of = pm_new(arena, n, int);
    s->offset = pm_new(arena, n, int);
    s->first_of = pm_new(arena, n, int);
    s->period = pm_new(arena, n, int);
    s->mate = pm_new(arena, n, int);
    s->free_of = pm_new(arena, n, int);
    s->free_count = pm_new(arena, n, uint16_t);
    s->first_slot = pm_new(arena, n, int);
    s->head_slot = pm_new(arena, n, uint16_t);
    s->next_slot = pm_new(arena, n, uint16_t);
    s->laid_on = pm_new(arena, n + 1, uint16_t);
    s->laid = pm_new(arena, n + 1, option);
    s->levels = pm_new(arena, n + 2, struct level);
    s->tables = pm_new(arena, n, struct table);
    if (!s->paint || !s->type_of || !s->offset || !s->first_of || !s->period || !s->mate ||
        !s->free_of || !s->free_count || !s->first_slot || !s->head_slot || !s->next_slot ||
        !s->laid_on || !s->laid || !s->levels || !s->tables)
        return NULL;
    return prepare(s, turned, arena) ? s : NULL;
}

/* ---- The search -------------------------------------------------------------------------------- */

enum { NODES_BETWEEN_LOOKS = 1 << 16 };

/* Whether a piece lies before a level. */
INNER bool lies(const uint16_t *laid_on, const option *laid, unsigned slot, size_t level)
{
    const size_t at = laid_on[slot];
    return ((option_slot(laid[at]) ^ slot) | (at >= level)) == 0; /* one branch, not two */
}

/* The same with a piece of its type that is free, or with NO_SLOT. */
INNER option with_free_piece(const struct pm_edges_search *s, option o)
{
    uint16_t slot = option_slot(o);
    while (slot != NO_SLOT && lies(s->laid_on, s->laid, slot, option_level(o)))
        slot = s->next_slot[slot];
    return o - option_slot(o) + slot;
}

/* A few more levels may end soon, so they are left out of account. */
void pm_edges_thin_for(struct pm_edges_search *s, size_t level)
{
    enum { MARGIN = 8 };
    thin_lists(s, level > MARGIN ? level - MARGIN : 0);
}

/* The same, and the stack up to `top` knows of it. */
static void thin_for(struct pm_edges_search *s, size_t level, const struct waiting *top)
{
    pm_edges_thin_for(s, level);
    for (struct waiting *w = s->stack; w <= top; w++)
        w->next.count = s->thin_count[w->next.start];
}

/* All pieces before the level that comes next are where they were laid last. */
static bool pieces_lie(const struct pm_edges_search *s)
{
    for (size_t i = 0; i < option_level(s->top[-1].option); i++)
        if (s->laid_on[option_slot(s->laid[i])] != i || option_level(s->laid[i]) != i)
            return false;
    return s->stack < s->top;
}

/* Puts a list for a level onto the stack; returns its new top. */
INNER struct waiting *push(struct waiting *top, const option *list, uint32_t count,
                           size_t level, const struct span *row)
{
    struct waiting *const end = top + count;
    const option mark = (option)level << 16;
    for (int i = 0; i < AT_ONCE;
         i++) /* without a branch: what is too much is overwritten */
        top[i] = (struct waiting){list[i] | mark, row[option_next(list[i])]};
    for (top += AT_ONCE, list += AT_ONCE; top < end; top++, list++)
        *top = (struct waiting){*list | mark, row[option_next(*list)]};
    return end;
}

/* The inner loop, until a turn ends; `mates`: some types have several pieces. */
INNER void lay_pieces(struct pm_edges_search *s, bool mates)
{
    uint16_t *const laid_on = s->laid_on;
    option *const laid = s->laid;
    const option *const thin = s->thin;
    const struct level *const levels = s->levels;
    const unsigned last = (unsigned)s->level_count - 1;
    struct waiting *top = s->top;
    int left = s->left;
    while (left > 0) {
        option o = (--top)->option;
        const unsigned level = option_level(o);
        if (mates)
            o = with_free_piece(s, o);
        if (mates ? option_slot(o) == NO_SLOT : lies(laid_on, laid, option_slot(o), level))
            continue;
        laid_on[option_slot(o)] = (uint16_t)level;
        laid[level] = o;
        if (level < s->thin_from) {
            if (top == s->stack) {
                s->state = PULMA_NONE;
                break;
            }
            thin_for(s, level, top);
        }
        left--;
        if (level == last) {
            s->state = PULMA_OK;
            break;
        }
        const struct level *l = &levels[level];
        *l->later_row = l->later_lists + (unsigned)s->colours * option_later(o);
        top = push(top, &thin[top->next.start], top->next.count, level + 1, l[2].row);
    }
    s->top = top;
    s->left = left;
}

/* Takes off the stack what will not be tried, as no piece is free for it.  With AVX-512 it is not on
 * the stack to begin with; without this the halves that are taken over would differ, and so would
 * the order in which boards are found. */
static void clear_stack(struct pm_edges_search *s)
{
    struct waiting *to = s->stack + 1;
    for (const struct waiting *w = to; w < s->top; w++) {
        *to = *w;
        to += option_slot(with_free_piece(s, w->option)) != NO_SLOT;
    }
    s->top = to;
}

/* Lays the pieces that lie before a level in another search. */
static void lay_as(struct pm_edges_search *s, const struct pm_edges_search *other,
                   size_t level)
{
    for (size_t i = 0; i < level; i++) {
        const option o = s->laid[i] = other->laid[i];
        const struct level *l = &s->levels[i];
        s->laid_on[option_slot(o)] = (uint16_t)i;
        *l->later_row = l->later_lists + (unsigned)s->colours * option_later(o);
    }
}

/* Takes over about half of the oldest options of another search, if that keeps some. */
static void take_over(struct pm_edges_search *s, struct pm_edges_search *from)
{
    clear_stack(from);
    struct waiting *const first = from->stack + 1, *end = first;
    const size_t level = option_level(first->option);
    while (end < from->top && option_level(end->option) == level)
        end++;
    const size_t taken = (size_t)(end - first + (end < from->top)) / 2;
    if (taken == 0)
        return;
    lay_as(s, from, level);
    s->top = s->stack + 1;
    for (size_t i = 0; i < taken; i++) {
        const option o = first[i].option;
        *s->top++ = (struct waiting){o, s->levels[level + 1].row[option_next(o)]};
    }
    s->state = PULMA_LIMIT;
    thin_for(s, level, s->top - 1);
    from->top -= taken;
    memmove(first, first + taken, (size_t)(from->top - first) * sizeof *first);
}

/* The twin of a search, with nothing to do so far. */
static struct pm_edges_search *make_twin(const struct pm_edges_search *s)
{
    struct pm_edges_search *twin = pm_edges_start(s->e, s->turned, s->arena);
    if (twin) {
        twin->level_count = s->level_count;
        twin->state = PULMA_NONE;
    }
    return twin;
}

/* A search that has laid many pieces in vain gets a twin, and whoever has nothing to do takes over
 * half of what the other one has: some processors lay pieces for both at once, faster than for
 * one.  Without memory it goes on alone. */
static void share_with_twin(struct pm_edges_search *s)
{
    if (!s->twin) {
        s->twin = make_twin(s);
        s->wide = pm_edges_wide_new(s);
    }
    if (s->twin && s->twin->state == PULMA_NONE && s->state == PULMA_LIMIT)
        take_over(s->twin, s);
    if (s->twin && s->state == PULMA_NONE && s->twin->state == PULMA_LIMIT)
        take_over(s, s->twin);
}

/* A turn of one search. */
static void go_alone(struct pm_edges_search *s)
{
    if (s->state == PULMA_LIMIT && s->has_mates)
        lay_pieces(s, true);
    else if (s->state == PULMA_LIMIT)
        lay_pieces(s, false);
    if (s->state == PULMA_LIMIT)
        thin_for(s, option_level(s->top[-1].option), s->top - 1);
    PM_ASSERT_SLOW(s->state == PULMA_NONE || pieces_lie(s));
}

/* A turn of a search and of its twin: for each a board, or so many pieces; the same whether they
 * are laid in turn or at once.  Returns how many there were. */
static int go_a_while(struct pm_edges_search *s)
{
    struct pm_edges_search *twin = s->twin;
    const int most = NODES_BETWEEN_LOOKS;
    s->left = most;
    if (!twin) {
        go_alone(s);
        return most - s->left;
    }
    twin->left = most;
    if (s->wide && s->state == PULMA_LIMIT && twin->state == PULMA_LIMIT)
        pm_edges_lay_avx512(s, twin);
    go_alone(s);
    go_alone(twin);
    return 2 * most - s->left - twin->left;
}

/* Whether a search has found a board; then the levels of `s` tell it. */
static bool tell_board(struct pm_edges_search *s, struct pm_edges_search *finder)
{
    if (!finder || finder->state != PULMA_OK)
        return false;
    finder->state = PULMA_LIMIT;
    for (int i = 0; i < s->level_count; i++)
        s->levels[i].placed = &s->levels[i].table->all[option_number(finder->laid[i])];
    return true;
}

pulma_status pm_edges_go(struct pm_edges_search *s, uint64_t want, struct pm_search *search,
                         uint64_t *found)
{
    assert(want >= 1);
    if (s->hopeless || s->finished)
        return PULMA_NONE;
    if (s->level_count == 0) { /* everything is given */
        s->finished = true;
        ++*found;
        return want == 1 ? PULMA_OK : PULMA_NONE;
    }
    /* A limit that came together with the last board. */
    pulma_status limit = pm_search_nodes(search, 0);
    for (;;) {
        while (tell_board(s, s) || tell_board(s, s->twin)) {
            ++*found;
            if (--want == 0)
                return PULMA_OK;
        }
        s->finished = s->state == PULMA_NONE && (!s->twin || s->twin->state == PULMA_NONE);
        if (s->finished || limit)
            return s->finished ? PULMA_NONE : limit;
        int placed = go_a_while(s);
        limit = pm_search_nodes(search, placed);
        if (placed >= NODES_BETWEEN_LOOKS || s->twin)
            share_with_twin(s);
    }
}

const struct pm_edges *pm_edges_board(const struct pm_edges_search *s)
{
    return s->e;
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
