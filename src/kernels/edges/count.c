/* Counting full matches: by the search that fills line by line, by the one that looks ahead, or by
 * two halves of a board. */
#include <assert.h>
#include <string.h>

#include "kernels/edges/inside.h"

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
enum {
    NODES_BEFORE_HALVES = (1 << 24) - 1,
    NODES_AHEAD = (1 << 20) - 1,
    NODES_OF_A_PIECE = (1 << 18) - 1 /* before looking ahead, for what is small already */
};

/* For boards that take long, by the way that ends first.  PULMA_UNAVAILABLE: none did. */
static pulma_status count_hard(const struct pm_edges *e, uint64_t want,
                               const struct pm_search *search, uint64_t *found)
{
    uint64_t all = 0;
    pulma_status status = PULMA_UNAVAILABLE;
    if (!e->piece)
        status = count_ahead(e, want, NODES_AHEAD, search, &all);
    if (status == PULMA_UNAVAILABLE && want == UINT64_MAX && !e->piece)
        status = count_by_halves(e, search, &all);
    if (status == PULMA_UNAVAILABLE && (e->border || !e->piece))
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
    first.patience = e->piece ? NODES_OF_A_PIECE : NODES_BEFORE_HALVES;
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
