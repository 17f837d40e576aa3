/* A search in rounds.  Each round fills the board in the fixed order and goes back where nothing
 * fits, as the search for a full match does, but towards the end some joins may fail: how many in
 * all is one less than on the best board so far, and how many up to which cell is a schedule.
 *
 * How many boards a round completes depends most on which pieces are left for the end: the fewer
 * colours they have, the more of them fit.  On large boards rounds therefore begin with the first
 * seven tenths of the board filled, as found by a beam (beam.c); one beam gives thousands of
 * such starts, and each is searched to its end with lists of the pieces that it leaves, made when
 * they are first asked for: most starts end soon.
 *
 * Where beams find nothing, and on small boards, rounds begin with an empty board.  A few colours
 * are then chosen to be used up early (Blackwood's way of 2020, after McGavin and Verhaard): at each
 * depth a certain share of their sides must lie already.  The order of candidates and the chosen
 * colours are random and change with each round.  Where rounds get stuck early, on boards with many
 * hints or without a full match, the schedule is eased step by step; the last step allows
 * everything, and a round that comes to its end there has proved what is best.
 *
 * When a search gets deeper than any before, the cells that are left are filled as well as a greedy
 * choice can, so there is a full board from the first moment on.  Threads work on rounds of their
 * own and share the best board. */
#include "kernels/edges/best.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/crew.h"
#include "core/invariant.h"
#include "kernels/edges/beam.h"
#include "kernels/edges/tables.h"

/* ---- Types -------------------------------------------------------------------------------- */

/* Sums of levels, favoured below and failed above: with the level's bias added, the first bit is
 * set if enough is favoured, the second if too many fail. */
static const uint32_t enough_favoured = 0x8000, too_many_fail = 0x80000000;

struct level {
    const pm_word *next;  /* candidate to try, once the level is left for a deeper one */
    const pm_word **list; /* NULL in it: still to be made of the whole list */
    const pm_word *const *whole;
    uint32_t bias, sum;      /* of the schedule; of all levels before */
    uint16_t key[2], out[2]; /* edges, for what is shown there */
    pm_word placed;
    struct pm_table *exact, *failing; /* the second allows joins to fail */
    int cell, may;                    /* joins that may fail */
};

/* What the threads share. */
struct hunt {
    const struct pm_edges *e;
    struct pm_search *search;
    pthread_mutex_t lock;
    int *choices;     /* the best board, under the lock */
    atomic_int best;  /* how many joins fail on it */
    atomic_bool stop; /* whatever the reason */
    atomic_bool proved;
    atomic_llong nodes;
    int64_t most_nodes;
    int told; /* what the caller knows: joins that fail, */
    int64_t told_nodes;
};

/* Starts, found by beams.  All numbers of this search were tuned on Eternity II. */
enum {
    FEWEST_LEVELS = 100, /* fewer are filled quickly enough without */
    START = 690,         /* thousandths of the board that a start fills */
    LATEST_START = 800,  /* at most, if hints are in the way */
    NARROW = 500,
    WIDE = 20000, /* boards in a beam, the first time and at most */
    MOST_STARTS = 20000,
    VAIN = 1 << 26 /* pieces placed by beams that found nothing: then none is tried again */
};

/* One thread. */
struct best {
    struct hunt *hunt;
    const struct pm_edges *e;
    struct pm_rng rng;
    bool leads;        /* the caller's own thread, which looks at limits */
    int total_of[256]; /* sides of each colour */
    bool chosen[256];  /* favoured colours */
    bool rigid[256];   /* colours of the frame alone: their joins never fail */
    int ease, stuck;   /* how much the schedule is eased; rounds without success */
    int64_t round;     /* the successful ones, counted from 1 */
    struct pm_tables tables;
    bool all_in; /* they had room: nothing is left out */
    struct level *levels;
    int level_count;
    uint8_t used[PM_WORD_PIECES], gone[PM_WORD_PIECES]; /* `gone`: in the start */
    uint8_t *shown;

    int64_t nodes, counted; /* placed; told to the others */
    int left;               /* nodes until the next look around */
    int aim;                /* fewer joins must fail */
    int first;              /* level after the start */
    int failed;             /* joins in the start */
    int deepest;            /* levels filled so far, without the start's */
    int beams;              /* tried */
    int64_t vain;           /* pieces placed by those since one that found starts */
};

enum {
    FAVOURED_IN = 17, /* of so many colours within the frame */
    FAVOURED = 3,     /* so many are favoured */
    MANY_COLOURS = 6, /* fewer leave no choice */
    FEW_COLOURS = 32, /* a power of two makes the loop faster */
    EASIEST = 12,     /* step: everything is allowed */
    PATIENCE = 6,     /* rounds without success before the next step */
    ROOM = 1 << 23    /* words in all tables of a thread */
};

/* ---- Boards ------------------------------------------------------------------------------- */

static int failures_of(const struct pm_edges *e, const int *choices)
{
    int failures = 0;
    for (int cell = 0; cell < e->cells; cell++)
        for (int side = 0; side < e->sides; side++) {
            int other = e->beside[cell * e->sides + side];
            failures +=
                other > cell &&
                pm_edges_colour(e, choices[cell], side) !=
                    pm_edges_colour(e, choices[other], pm_edges_facing(e->sides, side));
        }
    return failures;
}

/* How many joins with filled neighbours fail; -1: the choice does not suit the rim. */
static int failures_in(const struct pm_edges *e, const int *choices, int cell, int choice)
{
    int failures = 0;
    for (int side = 0; side < e->sides; side++) {
        int other = e->beside[cell * e->sides + side],
            colour = pm_edges_colour(e, choice, side);
        if (other == PM_EDGES_RIM ? e->border && colour != 0 : e->border && colour == 0)
            return -1;
        if (other != PM_EDGES_RIM && choices[other] != PM_EDGES_FREE)
            failures += colour !=
                        pm_edges_colour(e, choices[other], pm_edges_facing(e->sides, side));
    }
    return failures;
}

/* Fills the free cells one after another with what fails least there.  Always possible, since
 * corner, border and inner pieces are just as many as their cells. */
static void complete(const struct pm_edges *e, int *choices)
{
    bool lies[PM_EDGES_MAX] = {false};
    for (int cell = 0; cell < e->cells; cell++)
        if (choices[cell] != PM_EDGES_FREE)
            lies[choices[cell] / e->sides] = true;
    for (int i = 0; i < e->cells; i++) {
        int cell = e->order[i], best = -1, least = e->sides + 1;
        if (choices[cell] != PM_EDGES_FREE)
            continue;
        for (int choice = 0; choice < e->cells * e->sides; choice++) {
            int failures =
                lies[choice / e->sides] ? -1 : failures_in(e, choices, cell, choice);
            if (failures >= 0 && failures < least) {
                best = choice;
                least = failures;
            }
        }
        assert(best >= 0);
        choices[cell] = best;
        lies[best / e->sides] = true;
    }
}

/* Every piece lies once, the hints where they belong. */
static bool is_full_board(const struct pm_edges *e, const int *choices)
{
    bool lies[PM_EDGES_MAX] = {false};
    for (int cell = 0; cell < e->cells; cell++) {
        if (choices[cell] < 0 || lies[choices[cell] / e->sides] ||
            (e->given[cell] != PM_EDGES_FREE && e->given[cell] != choices[cell]))
            return false;
        lies[choices[cell] / e->sides] = true;
    }
    return true;
}

/* A full board: the best so far? */
static bool offer(struct hunt *h, const int *choices)
{
    int failures = failures_of(h->e, choices);
    assert(0 <= failures && failures < h->e->cells * h->e->sides);
    PM_ASSERT_SLOW(is_full_board(h->e, choices));
    if (failures >= atomic_load(&h->best))
        return false;
    pthread_mutex_lock(&h->lock);
    bool better = failures < atomic_load(&h->best);
    if (better) {
        memcpy(h->choices, choices, (size_t)h->e->cells * sizeof *choices);
        atomic_store(&h->best, failures);
    }
    pthread_mutex_unlock(&h->lock);
    return better;
}

/* The board of the first `depth` levels, completed. */
static void keep(struct best *b, int depth)
{
    int choices[PM_EDGES_MAX];
    assert(0 <= depth && depth <= b->level_count);
    memcpy(choices, b->e->given, (size_t)b->e->cells * sizeof *choices);
    for (int i = 0; i < depth; i++) {
        pm_word w = b->levels[i].placed;
        choices[b->levels[i].cell] = pm_word_piece(w) * b->e->sides + pm_word_turn(w);
    }
    complete(b->e, choices);
    offer(b->hunt, choices);
}

/* ---- Rounds ------------------------------------------------------------------------------- */

static int edge_of(const struct pm_edges *e, int cell, int side)
{
    int other = e->beside[cell * e->sides + side];
    return cell < other ? cell * e->sides + side
                        : other * e->sides + pm_edges_facing(e->sides, side);
}

/* Where a level finds the colours that it has to meet, and where it shows its own. */
static void set_edges(const struct pm_edges *e, struct level *l, const struct pm_shape *s)
{
    int zero = e->cells * e->sides, spare = zero + 1;
    for (int i = 0; i < 2; i++) {
        l->key[i] = (uint16_t)(s->key[i] < 0 ? zero : edge_of(e, l->cell, s->key[i]));
        l->out[i] = (uint16_t)(s->out[i] < 0 ? spare : edge_of(e, l->cell, s->out[i]));
    }
}

static bool make_level(struct best *b, struct level *l, int cell, const bool *filled,
                       struct pm_arena *arena)
{
    *l = (struct level){.cell = cell};
    struct pm_shape s = pm_shape_of(b->e, cell, filled);
    set_edges(b->e, l, &s);
    l->exact = l->failing = pm_tables_find(&b->tables, &s, arena);
    s.most_failing = b->ease == EASIEST ? 4 : 1;
    if (l->exact && pm_tables_words(&b->tables, &s) <= b->tables.room)
        l->failing = pm_tables_find(&b->tables, &s, arena);
    else
        b->all_in = false;
    return l->exact && l->failing;
}

/* A curve through points, in thousandths; flat beyond them. */
static int curve(const int points[][2], int n, int x)
{
    int i = 0;
    assert(n > 0 && x >= 0);
    while (i < n && points[i][0] <= x)
        i++;
    if (i == 0 || i == n)
        return points[i ? n - 1 : 0][1];
    int span = points[i][0] - points[i - 1][0], rise = points[i][1] - points[i - 1][1];
    return points[i - 1][1] + rise * (x - points[i - 1][0]) / span;
}

/* The share of the favoured sides that must lie once a share of the board is filled. */
static int favoured_share(int filled)
{
    static const int points[][2] = {{62, 0},    {102, 188}, {219, 476},
                                    {297, 597}, {398, 711}, {625, 800}};
    enum { N = sizeof points / sizeof *points };
    return filled > points[N - 1][0] ? 0 : curve(points, N, filled);
}

/* How many joins may fail by then, on a board of a thousand cells.  The curve is the best one in a
 * model of Eternity II's search tree, where a node has as many children as pieces are left, times
 * the chance that their colours fit. */
static int failing_share(int filled)
{
    static const int points[][2] = {{761, 0},  {765, 4},  {792, 8},  {824, 12}, {847, 16},
                                    {867, 20}, {882, 24}, {898, 28}, {910, 32}, {921, 36},
                                    {933, 40}, {941, 43}, {949, 47}, {957, 51}, {964, 55},
                                    {968, 59}, {972, 63}, {976, 67}, {980, 71}, {984, 75}};
    return curve(points, sizeof points / sizeof *points, filled);
}

static bool is_narrow(const struct level *l)
{
    return pm_shape_is_narrow(&l->exact->shape);
}

/* What each level asks for, so as to beat the best board: enough favoured sides, and not too many
 * joins that fail.  Each step of ease lets joins fail earlier and asks for less. */
static void schedule(struct best *b)
{
    enum {
        LAST = 4,         /* levels on which all that may fail at all may fail */
        NARROW_FAIL = 650 /* from here on one more may fail at each narrow level */
    };
    int favoured = 0, n = b->level_count, most = b->aim - 1, narrow = 0;
    bool free = b->ease == EASIEST;
    for (int colour = 0; colour < 256; colour++)
        favoured += b->chosen[colour] ? b->total_of[colour] : 0;
    for (int i = 0; i < n; i++) {
        struct level *l = &b->levels[i];
        int filled = 1000 * i / n, eased = filled * (EASIEST + b->ease) / EASIEST;
        narrow += filled >= NARROW_FAIL && is_narrow(l);
        int may = free || i >= n - LAST ? most : failing_share(eased) * n / 1000 + narrow;
        int must =
            free ? 0
                 : favoured * favoured_share(filled) / 1000 * (EASIEST - b->ease) / EASIEST;
        may = may > most ? most : may;
        l->may = may;
        const struct pm_table *table = may > 0 ? l->failing : l->exact;
        l->whole = table->list;
        l->list = b->first > 0 ? table->thin : table->list;
        l->bias = (enough_favoured - (uint32_t)must) | (uint32_t)(0x7fff - may) << 16;
    }
}

/* Which colours lie beside grey, on the frame, and whether on no other side. */
static void find_frame(struct best *b)
{
    const struct pm_edges *e = b->e;
    bool framed[256] = {false}, inside[256] = {false};
    for (int i = 0; i < e->cells * e->sides && e->border; i++) {
        int first = i / e->sides * e->sides;
        int before = first + (i + e->sides - 1 - first) % e->sides;
        int after = first + (i + 1 - first) % e->sides;
        bool frame = e->colour[before] == 0 || e->colour[after] == 0;
        if (e->colour[i] != 0)
            (frame ? framed : inside)[e->colour[i]] = true;
    }
    for (int colour = 0; colour < 256; colour++)
        b->rigid[colour] = e->border && framed[colour] && !inside[colour];
}

/* A few colours that are not the frame's alone, if there are many. */
static void choose_colours(struct best *b)
{
    int inner[256], n = 0;
    memset(b->chosen, 0, sizeof b->chosen);
    for (int colour = 1; colour < b->tables.colours; colour++)
        if (b->total_of[colour] > 0 && !b->rigid[colour])
            inner[n++] = colour;
    if (n < MANY_COLOURS || b->ease == EASIEST)
        return;
    pm_rng_shuffle(&b->rng, inner, n);
    for (int i = 0; i < (n * FAVOURED + FAVOURED_IN / 2) / FAVOURED_IN; i++)
        b->chosen[inner[i]] = true;
}

static bool prepare_round(struct best *b, struct pm_arena *arena)
{
    const struct pm_edges *e = b->e;
    bool filled[PM_EDGES_MAX] = {false};
    choose_colours(b);
    if (b->ease == EASIEST)
        memset(b->rigid, 0, sizeof b->rigid);
    memset(b->used, 0, sizeof b->used);
    b->tables.all = pm_new(arena, 2 * (size_t)e->cells, struct pm_table);
    b->tables.count = b->level_count = 0;
    b->tables.room = ROOM;
    b->all_in = true;
    if (!b->tables.all)
        return false;
    for (int cell = 0; cell < e->cells; cell++)
        if (e->given[cell] != PM_EDGES_FREE) {
            filled[cell] = true;
            b->used[e->given[cell] / e->sides] = 1;
        }
    for (int i = 0; i < e->cells; i++) {
        int cell = e->order[i];
        if (filled[cell])
            continue;
        if (!make_level(b, &b->levels[b->level_count++], cell, filled, arena))
            return false;
        filled[cell] = true;
    }
    return true;
}

/* ---- The inner loop ------------------------------------------------------------------------ */

/* How long a round lasts, in nodes.  Many get stuck early, and are given up after a short while;
 * how long the others deserve nobody knows, so their lengths follow Luby's sequence 1, 1, 2, 1, 1,
 * 2, 4, ... which is never far from the best choice. */
enum {
    LOOK = 1 << 16,
    SHORT_ROUND = 1 << 22,
    LONG_ROUND = 1 << 25,
    START_LENGTH = 1 << 25
};

static int64_t luby(int64_t i) /* from 1 on */
{
    assert(i >= 1);
    int64_t power = 1;
    while (2 * power - 1 < i)
        power *= 2;
    return i == 2 * power - 1 ? power : luby(i - power + 1);
}

/* Tells the caller what there is. */
static void tell(struct hunt *h)
{
    int choices[PM_EDGES_MAX];
    bool better = atomic_load(&h->best) < h->told;
    if (better) {
        pthread_mutex_lock(&h->lock);
        h->told = atomic_load(&h->best);
        memcpy(choices, h->choices, (size_t)h->e->cells * sizeof *choices);
        pthread_mutex_unlock(&h->lock);
    }
    int64_t nodes = atomic_load(&h->nodes);
    assert(nodes >= h->told_nodes);
    h->search->effort->nodes += nodes - h->told_nodes;
    h->told_nodes = nodes;
    if (better)
        pm_search_better(h->search, choices);
}

/* Looks at limits and at what others did; true: it is time to stop. */
static bool look_around(struct best *b)
{
    struct hunt *h = b->hunt;
    atomic_fetch_add(&h->nodes, b->nodes - b->counted);
    b->counted = b->nodes;
    if (b->leads) {
        tell(h);
        if (pm_search_stopped(h->search))
            atomic_store(&h->stop, true);
    }
    if (atomic_load(&h->nodes) >= h->most_nodes || atomic_load(&h->best) == 0)
        atomic_store(&h->stop, true);
    return atomic_load(&h->stop);
}

/* Every LOOK nodes.  True: the round is over. */
static bool round_is_over(struct best *b, int64_t since, int deepest)
{
    int64_t length = b->first > 0                        ? START_LENGTH
                     : b->ease == EASIEST                ? INT64_MAX
                     : deepest >= b->level_count * 2 / 5 ? LONG_ROUND * luby(b->round)
                                                         : SHORT_ROUND;
    if (look_around(b))
        return true;
    int best = atomic_load(&b->hunt->best);
    if (best < b->aim) { /* another thread was better */
        b->aim = best;
        schedule(b);
    }
    return b->nodes - since >= length;
}

/* A new depth: a board for the caller, perhaps.  Returns the depth at which to call again. */
static int go_deeper(struct best *b, int depth)
{
    if (depth <= b->deepest)
        return b->deepest + 1;
    if (2 * depth > b->level_count)
        keep(b, depth);
    if (depth < b->level_count) {
        b->deepest = depth;
        return depth + 1;
    }
    b->aim = atomic_load(&b->hunt->best);
    schedule(b);
    return depth; /* the next full board will be better, too */
}

/* The candidates for a level, by what its neighbours show. */
static inline __attribute__((always_inline)) const pm_word *
list_for(struct best *b, const struct level *l, int stride)
{
    int key = b->shown[l->key[0]] * stride + b->shown[l->key[1]];
    const pm_word *list = l->list[key];
    return list ? list : pm_tables_thin(&b->tables, l->whole[key], &l->list[key]);
}

/* Fills and goes back until the round is over or nothing is left to try; returns how deep it got,
 * -1 if all was tried.  `stride` is b->tables.stride, perhaps as a constant. */
static inline __attribute__((always_inline)) int fill_and_go_back(struct best *b,
                                                                  const int stride)
{
    const int64_t since = b->nodes;
    int left = b->left;
    uint8_t *const used = b->used, *const shown = b->shown;
    struct level *const all = b->levels, *const first = all + b->first,
                        *const end = all + b->level_count;
    struct level *l = first, *call_at = all + b->deepest + 1;
    const pm_word *next = list_for(b, l, stride);
    uint32_t before = (uint32_t)b->failed << 16;
    for (;;) {
        const pm_word w = *next++;
        uint32_t sum = before + (uint32_t)(w >> 32);
        if (((sum + l->bias) & (enough_favoured | too_many_fail)) != enough_favoured) {
            /* The list is sorted: nothing after it does better, used or not. */
            if (l-- == first)
                break;
            next = l->next;
            before = l->sum;
            used[l->placed & (PM_WORD_PIECES - 1)] = 0;
            continue;
        }
        if (used[w & (PM_WORD_PIECES - 1)])
            continue;
        l->next = next;
        l->placed = w;
        l->sum = before;
        shown[l->out[0]] = (uint8_t)(w >> 16);
        shown[l->out[1]] = (uint8_t)(w >> 24);
        left--;
        if (++l == call_at) {
            call_at = all + go_deeper(b, (int)(l - all));
            if (l == end) { /* as if it did not fit */
                l--;
                continue;
            }
        }
        used[w & (PM_WORD_PIECES - 1)] = 1;
        before = sum;
        next = list_for(b, l, stride);
        if (left <= 0) {
            b->nodes += b->left - left;
            b->left = left = LOOK;
            assert(first < l && l < end);
            if (round_is_over(b, since, b->deepest))
                return b->deepest;
        }
    }
    b->nodes += b->left - left;
    b->left = left;
    assert(0 < left && left <= LOOK);
    return -1;
}

static int run_round(struct best *b)
{
    return b->tables.stride == FEW_COLOURS ? fill_and_go_back(b, FEW_COLOURS)
                                           : fill_and_go_back(b, b->tables.stride);
}

/* ---- Starts ------------------------------------------------------------------------------- */

/* Lays the pieces of a start. */
static void place_start(struct best *b, const int *start)
{
    const struct pm_edges *e = b->e;
    memset(b->used, 0, sizeof b->used);
    for (int cell = 0; cell < e->cells; cell++)
        if (e->given[cell] != PM_EDGES_FREE)
            b->used[e->given[cell] / e->sides] = 1;
    b->failed = 0;
    for (int i = 0; i < b->first; i++) {
        struct level *l = &b->levels[i];
        for (int j = 0; j < 2; j++) {
            int side = l->exact->shape.key[j];
            b->failed +=
                side >= 0 && b->shown[l->key[j]] != pm_edges_colour(e, start[i], side);
        }
        int piece = start[i] / e->sides, turn = start[i] % e->sides;
        assert(!b->used[piece]);
        l->placed = pm_word_of(piece, turn, 0, 0, 0, 0);
        b->used[piece] = 1;
        for (int j = 0; j < 2; j++) {
            int side = l->exact->shape.out[j];
            if (side >= 0)
                b->shown[l->out[j]] = (uint8_t)pm_edges_colour(e, start[i], side);
        }
    }
    memcpy(b->gone, b->used, sizeof b->gone);
    pm_tables_forget(&b->tables);
}

static bool look_at_beam(void *context, int64_t placed)
{
    struct best *b = context;
    b->nodes += placed;
    return look_around(b);
}

static bool find_starts(struct best *b, struct pm_arena *arena, struct pm_beginnings *found)
{
    int may[PM_EDGES_MAX];
    for (int i = 0; i < b->level_count; i++)
        may[i] = b->levels[i].may;
    int width = b->beams < 8 ? NARROW << b->beams : WIDE;
    struct pm_beam beam = {.e = b->e,
                           .depth = b->first,
                           .width = width < WIDE ? width : WIDE,
                           .most = MOST_STARTS,
                           .may_fail = may,
                           .rigid = b->rigid,
                           .rng = &b->rng,
                           .look = look_at_beam,
                           .context = b};
    int64_t before = b->nodes;
    b->beams++;
    bool done = pm_edges_beam(&beam, arena, found);
    int64_t placed = b->nodes - before;
    b->vain = found->count > 0 ? 0 : placed > 0 ? b->vain + placed + VAIN / 64 : VAIN;
    return done;
}

/* How deep starts are: some way into the board, and past narrow levels. */
static int start_depth(const struct best *b)
{
    enum { MARGIN = 6 };
    int depth = b->level_count * START / 1000, most = b->level_count * LATEST_START / 1000;
    for (int i = depth; i < most && i < depth + MARGIN; i++)
        if (is_narrow(&b->levels[i]))
            depth = i + 1;
    return depth;
}

/* Rounds from good starts.  False: no memory. */
static bool run_from_starts(struct best *b, struct pm_arena *arena)
{
    struct pm_beginnings found;
    b->first = start_depth(b);
    if (!pm_tables_make_room(&b->tables, arena))
        return false;
    schedule(b);
    bool done = find_starts(b, arena, &found);
    b->deepest = b->deepest < b->first ? b->first : b->deepest;
    for (int i = 0; i < found.count && !atomic_load(&b->hunt->stop); i++) {
        place_start(b, &found.choices[(size_t)i * (size_t)b->first]);
        run_round(b);
    }
    b->first = b->failed = 0;
    return done;
}

/* ---- The order ----------------------------------------------------------------------------- */

void pm_edges_best_order(int rows, int columns, int *order)
{
    bool upright = columns > rows;
    int length = upright ? rows : columns, lines = upright ? columns : rows, n = 0;
    int last = (5 * lines + 8) / 16, line = lines - last,
        at = last < length ? last : length;
    for (int i = 0; i < line * length; i++)
        order[n++] = i;
    for (int i = line; i < lines; i++)
        for (int j = 0; j < at; j++)
            order[n++] = i * length + j;
    for (; at <= length - last; at++)
        for (int i = line; i < lines; i++)
            order[n++] = i * length + at;
    while (line < lines && at < length) {
        for (int j = at; j < length; j++)
            order[n++] = line * length + j;
        line++;
        for (int i = line; i < lines; i++)
            order[n++] = i * length + at;
        at++;
    }
    assert(n == rows * columns);
    for (int i = 0; i < n && upright; i++)
        order[i] = order[i] % length * columns + order[i] / length;
}

/* ---- All together ------------------------------------------------------------------------- */

/* Corner, border and inner pieces are as many as their cells, also without the hints. */
static bool classes_fit(const struct pm_edges *e)
{
    int surplus[16] = {0}; /* by the set of grey sides, turned to its smallest number */
    for (int i = 0; i < e->cells; i++) {
        int rim = 0, grey = 0, best_rim = 15, best_grey = 15;
        for (int side = 0; side < e->sides; side++) {
            rim |= (e->beside[i * e->sides + side] == PM_EDGES_RIM) << side;
            grey |= (e->colour[i * e->sides + side] == 0) << side;
        }
        for (int turn = 0; turn < e->sides; turn++) {
            int mask = (1 << e->sides) - 1;
            int r = (rim << turn | rim >> (e->sides - turn)) & mask;
            int g = (grey << turn | grey >> (e->sides - turn)) & mask;
            best_rim = r < best_rim ? r : best_rim;
            best_grey = g < best_grey ? g : best_grey;
        }
        surplus[best_rim]++;
        surplus[best_grey]--;
    }
    for (int i = 0; i < 16 && e->border; i++)
        if (surplus[i] != 0)
            return false;
    return true;
}

static bool hints_suit_the_rim(const struct pm_edges *e)
{
    for (int cell = 0; cell < e->cells; cell++)
        for (int side = 0; side < e->sides && e->given[cell] != PM_EDGES_FREE && e->border;
             side++) {
            bool grey = pm_edges_colour(e, e->given[cell], side) == 0;
            if (grey != (e->beside[cell * e->sides + side] == PM_EDGES_RIM))
                return false;
        }
    return true;
}

/* Rounds that get nowhere make the next ones easier. */
static void learn(struct best *b, int depth)
{
    if (depth >= b->level_count * 4 / 5) {
        b->stuck = 0;
        b->round++;
    } else if (++b->stuck >= PATIENCE && b->ease < EASIEST) {
        b->ease++;
        b->stuck = 0;
    }
}

/* One round, or one for each of many starts. */
static pulma_status go_once(struct best *b, struct pm_arena *arena)
{
    if (!prepare_round(b, arena))
        return PULMA_NO_MEMORY;
    if (atomic_load(&b->hunt->best) > b->e->cells * b->e->sides)
        keep(b, 0);
    b->aim = atomic_load(&b->hunt->best);
    if (b->level_count >= FEWEST_LEVELS && b->ease == 0 && b->vain < VAIN && b->aim > 0)
        return run_from_starts(b, arena) ? PULMA_OK : PULMA_NO_MEMORY;
    schedule(b);
    bool nothing_to_do = b->level_count == 0 || b->aim == 0;
    b->deepest = 0;
    int depth = nothing_to_do ? -1 : run_round(b);
    if (nothing_to_do || (depth < 0 && b->ease == EASIEST && b->all_in)) {
        atomic_store(&b->hunt->proved, true);
        atomic_store(&b->hunt->stop, true);
    }
    learn(b, depth);
    return PULMA_OK;
}

/* Rounds until there is a reason to stop. */
static pulma_status go_round(struct best *b)
{
    pulma_status status = PULMA_OK;
    while (!status && !atomic_load(&b->hunt->stop)) {
        struct pm_arena round;
        pm_arena_init(&round, 0);
        status = go_once(b, &round);
        if (!status)
            look_around(b);
        pm_arena_free(&round);
    }
    return status;
}

static bool make_best(struct best *b, struct hunt *hunt, int number, struct pm_arena *arena)
{
    const struct pm_edges *e = hunt->e;
    size_t n = (size_t)e->cells, sides = n * (size_t)e->sides;
    *b =
        (struct best){.hunt = hunt, .e = e, .round = 1, .left = LOOK, .leads = number == 0};
    b->tables = (struct pm_tables){.e = e,
                                   .rng = &b->rng,
                                   .colours = 1,
                                   .chosen = b->chosen,
                                   .rigid = b->rigid,
                                   .used = b->used,
                                   .gone = b->gone};
    pm_rng_init(&b->rng, pm_search_seed(hunt->search));
    for (int i = 0; i < number; i++) /* far from each other */
        pm_rng_init(&b->rng, pm_rng_next(&b->rng));
    for (size_t i = 0; i < sides; i++) {
        b->total_of[e->colour[i]]++;
        b->tables.colours =
            e->colour[i] >= b->tables.colours ? e->colour[i] + 1 : b->tables.colours;
    }
    b->tables.stride = b->tables.colours <= FEW_COLOURS ? FEW_COLOURS : b->tables.colours;
    find_frame(b);
    b->levels = pm_new(arena, n + 1, struct level);
    b->shown = pm_new(arena, sides + 2, uint8_t);
    b->tables.scratch = pm_new(arena, sides + 1, struct pm_candidate);
    return b->levels && b->shown && b->tables.scratch;
}

/* What a further thread does. */
static void help(void *hunt, int number)
{
    struct pm_arena arena;
    struct best *b = malloc(sizeof *b);
    pm_arena_init(&arena, 0);
    if (b && make_best(b, hunt, number, &arena))
        go_round(b); /* without memory the others go on alone */
    pm_arena_free(&arena);
    free(b);
}

static pulma_status hunt_together(struct hunt *h)
{
    struct pm_crew crew;
    struct pm_arena arena;
    struct best *b = malloc(sizeof *b);
    pm_arena_init(&arena, 0);
    pulma_status status = b && make_best(b, h, 0, &arena) ? PULMA_OK : PULMA_NO_MEMORY;
    pm_crew_start(&crew, status ? 0 : h->search->threads - 1, help, h);
    if (!status)
        status = go_round(b);
    atomic_store(&h->stop, true);
    h->search->effort->seconds += pm_crew_join(&crew);
    if (!status)
        look_around(b); /* for what the others found last */
    pm_arena_free(&arena);
    free(b);
    return status;
}

pulma_status pm_edges_best(const struct pm_edges *e, struct pm_search *search, int *choices,
                           int *failures)
{
    struct hunt h = {.e = e,
                     .search = search,
                     .choices = choices,
                     .most_nodes = pm_search_nodes_left(search)};
    if (e->partner || !classes_fit(e) || !hints_suit_the_rim(e) ||
        e->cells >= PM_WORD_NO_PIECE)
        return PULMA_UNAVAILABLE;
    atomic_init(&h.best, INT_MAX);
    pthread_mutex_init(&h.lock, NULL);
    if (search->start)
        offer(&h, search->start);
    h.told = atomic_load(&h.best);
    pulma_status status = hunt_together(&h);
    pthread_mutex_destroy(&h.lock);
    *failures = atomic_load(&h.best);
    return status ? status : atomic_load(&h.proved) || !*failures ? PULMA_OK : PULMA_LIMIT;
}
