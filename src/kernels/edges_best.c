/* A search in rounds.  Each round fills the board in the fixed order and goes back where nothing
 * fits, as the search for a full match does, with two differences, both from what contestants of
 * Eternity II have found out:
 *
 *   - Towards the end some joins may fail.  How many in all is one less than on the best board so
 *     far, and from which cell on is a schedule.
 *   - A few colours are chosen to be used up early: at each depth a certain share of their sides
 *     must lie already.  The last rows then deal with fewer colours, and more pieces fit.
 *
 * The order of candidates and the chosen colours are random and change with each round.  When a
 * round gets deeper than any before, the cells that are left are filled as well as a greedy choice
 * can, so there is a full board from the first moment on. */
#include "kernels/edges_best.h"

#include <assert.h>
#include <string.h>

#include "core/random.h"

/* A piece with a turn; `favoured` sides have one of the chosen colours. */
struct candidate {
    uint16_t piece; /* as many as there are cells: the end of a list */
    uint8_t turn, favoured;
    uint8_t colour[4];
};

/* How a list of candidates was found: all known sides match, or one of the two that lead to the
 * list does not.  HINTS_FAIL are on the list of those that match, but a further known side, which
 * only neighbours of hints have, does not match; that may happen anywhere on the board. */
enum stage { ALL_MATCH, SECOND_FAILS, FIRST_FAILS, STAGES, HINTS_FAIL };

struct table {
    int rim, known; /* sets of sides, as bits */
    int key[2];     /* two known sides; -1: none */
    const struct candidate *
        *list[STAGES]; /* by both colours, by the first, by the second */
};

struct level {
    const struct table *table;
    const struct candidate *next, *placed;
    enum stage stage;
    int cell;
    int edge[4]; /* of each side */
    int out[4];  /* those that it is the first to show; else a spare one */
    int key[2];  /* edges of the table's key, or the edge that is always 0 */
    int more[2], more_count;
    int failed, favoured; /* up to here, this level included */
    int may_fail, must_favour;
};

struct best {
    const struct pm_edges *e;
    struct pm_rng rng;
    int colours;
    int total_of[256]; /* sides of each colour */
    bool chosen[256];
    struct table *tables;
    int table_count;
    struct level *levels;
    int level_count, most; /* and how many joins may fail in all */
    bool *used;            /* per piece, and one that is never used */
    uint8_t *shown;
    struct candidate *scratch;
    int *choices, failures; /* the best board */
    int64_t nodes;
};

enum { FAVOURED_COLOURS = 3, MANY_COLOURS = 10 };

/* ---- Boards ------------------------------------------------------------------------------- */

static int colour_of(const struct pm_edges *e, int choice, int side)
{
    int piece = choice / e->sides, turn = choice % e->sides;
    return e->colour[piece * e->sides + (side - turn + e->sides) % e->sides];
}

static int failures_of(const struct pm_edges *e, const int *choices)
{
    int failures = 0;
    for (int cell = 0; cell < e->cells; cell++)
        for (int side = 0; side < e->sides; side++) {
            int other = e->beside[cell * e->sides + side];
            failures += other > cell &&
                        colour_of(e, choices[cell], side) !=
                            colour_of(e, choices[other], pm_edges_facing(e->sides, side));
        }
    return failures;
}

/* How many joins with filled neighbours fail; -1: the choice does not suit the rim. */
static int failures_in(const struct pm_edges *e, const int *choices, int cell, int choice)
{
    int failures = 0;
    for (int side = 0; side < e->sides; side++) {
        int other = e->beside[cell * e->sides + side], colour = colour_of(e, choice, side);
        if (other == PM_EDGES_RIM ? e->border && colour != 0 : e->border && colour == 0)
            return -1;
        if (other != PM_EDGES_RIM && choices[other] != PM_EDGES_FREE)
            failures +=
                colour != colour_of(e, choices[other], pm_edges_facing(e->sides, side));
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

/* The board of the first `depth` levels, completed, if it is the best so far. */
static void keep(struct best *b, int depth)
{
    int choices[PM_EDGES_MAX];
    memcpy(choices, b->e->given, (size_t)b->e->cells * sizeof *choices);
    for (int i = 0; i < depth; i++) {
        const struct candidate *c = b->levels[i].placed;
        choices[b->levels[i].cell] = c->piece * b->e->sides + c->turn;
    }
    complete(b->e, choices);
    int failures = failures_of(b->e, choices);
    if (failures < b->failures) {
        b->failures = failures;
        memcpy(b->choices, choices, (size_t)b->e->cells * sizeof *choices);
    }
}

/* ---- Candidates -------------------------------------------------------------------------------- */

static bool suits(const struct pm_edges *e, const struct candidate *c, int rim)
{
    for (int side = 0; side < e->sides && e->border; side++)
        if ((rim >> side & 1) != (c->colour[side] == 0))
            return false;
    return true;
}

/* All that suit the rim, in random order, those with more favoured sides first. */
static int candidates(struct best *b, int rim)
{
    const struct pm_edges *e = b->e;
    int n = 0, order[4 * PM_EDGES_MAX];
    struct candidate *all = b->scratch, *mixed = b->scratch + e->cells * e->sides;
    for (int choice = 0; choice < e->cells * e->sides; choice++) {
        struct candidate c = {
            (uint16_t)(choice / e->sides), (uint8_t)(choice % e->sides), 0, {0}};
        for (int side = 0; side < e->sides; side++) {
            c.colour[side] = (uint8_t)colour_of(e, choice, side);
            c.favoured += b->chosen[c.colour[side]];
        }
        if (suits(e, &c, rim)) {
            order[n] = n;
            mixed[n++] = c;
        }
    }
    pm_rng_shuffle(&b->rng, order, n);
    int sorted = 0;
    for (int favoured = e->sides; favoured >= 0; favoured--)
        for (int i = 0; i < n; i++)
            if (mixed[order[i]].favoured == favoured)
                all[sorted++] = mixed[order[i]];
    return n;
}

static int key_at(const struct best *b, enum stage stage, int first, int second)
{
    return stage == ALL_MATCH      ? first * b->colours + second
           : stage == SECOND_FAILS ? first
                                   : second;
}

static int side_colour(const struct candidate *c, int side)
{
    return side < 0 ? 0 : c->colour[side];
}

static bool fill_list(struct best *b, struct table *t, enum stage stage, int n,
                      struct pm_arena *arena)
{
    size_t keys = (size_t)b->colours * (stage == ALL_MATCH ? (size_t)b->colours : 1);
    int *start = pm_new(arena, keys + 1, int);
    struct candidate *sorted = pm_new(arena, (size_t)n + keys, struct candidate);
    t->list[stage] = pm_new(arena, keys, const struct candidate *);
    if (!start || !sorted || !t->list[stage])
        return false;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n; i++) {
            const struct candidate *c = &b->scratch[i];
            int key =
                key_at(b, stage, side_colour(c, t->key[0]), side_colour(c, t->key[1]));
            if (pass == 0)
                start[key + 1]++;
            else
                sorted[start[key]++] = *c;
        }
        for (size_t key = 0; pass == 0 && key < keys; key++) {
            start[key + 1] += start[key] + 1;
            t->list[stage][key] = &sorted[start[key]];
            sorted[start[key + 1] - 1].piece = (uint16_t)b->e->cells;
        }
    }
    return true;
}

static const struct table *table_for(struct best *b, int rim, int known,
                                     struct pm_arena *arena)
{
    for (int i = 0; i < b->table_count; i++)
        if (b->tables[i].rim == rim && b->tables[i].known == known)
            return &b->tables[i];
    struct table *t = &b->tables[b->table_count++];
    *t = (struct table){.rim = rim, .known = known, .key = {-1, -1}};
    for (int side = 0, n = 0; side < b->e->sides && n < 2; side++)
        if (known >> side & 1)
            t->key[n++] = side;
    int n = candidates(b, rim);
    for (enum stage stage = ALL_MATCH; stage < STAGES; stage++)
        if (!fill_list(b, t, stage, n, arena))
            return NULL;
    return t;
}

/* ---- Rounds -------------------------------------------------------------------------------------- */

static int edge_of(const struct pm_edges *e, int cell, int side)
{
    int other = e->beside[cell * e->sides + side];
    return cell < other ? cell * e->sides + side
                        : other * e->sides + pm_edges_facing(e->sides, side);
}

static bool make_level(struct best *b, struct level *l, int cell, const bool *filled,
                       struct pm_arena *arena)
{
    const struct pm_edges *e = b->e;
    int rim = 0, known = 0, zero = e->cells * e->sides, spare = zero + 1;
    *l = (struct level){.cell = cell, .out = {spare, spare, spare, spare}};
    for (int side = 0; side < e->sides; side++) {
        int other = e->beside[cell * e->sides + side];
        if (other == PM_EDGES_RIM) {
            rim |= 1 << side;
            continue;
        }
        known |= filled[other] << side;
        l->edge[side] = edge_of(e, cell, side);
        if (!filled[other])
            l->out[side] = l->edge[side];
    }
    l->table = table_for(b, rim, known, arena);
    if (!l->table)
        return false;
    for (int i = 0; i < 2; i++)
        l->key[i] = l->table->key[i] < 0 ? zero : l->edge[l->table->key[i]];
    for (int side = 0; side < e->sides; side++)
        if (known >> side & 1 && side != l->table->key[0] && side != l->table->key[1])
            l->more[l->more_count++] = side;
    return true;
}

/* The share of the favoured sides that must lie once a share of the board is filled, in
 * thousandths; linear in between. */
static int favoured_share(int filled)
{
    static const int points[][2] = {{0, 0},     {62, 40},   {102, 150}, {219, 420},
                                    {297, 550}, {398, 680}, {625, 870}};
    enum { N = sizeof points / sizeof *points };
    if (filled > points[N - 1][0])
        return 0; /* from here on the search is free */
    int i = 1;
    while (points[i][0] < filled)
        i++;
    int span = points[i][0] - points[i - 1][0], rise = points[i][1] - points[i - 1][1];
    return points[i - 1][1] + rise * (filled - points[i - 1][0]) / span;
}

/* Where joins may fail and what must be favoured, to beat the best board.  Even at first few
 * joins may fail: with many the search would lose itself near the end. */
static void schedule(struct best *b)
{
    enum { FIRST = 785, LAST = 935 }; /* thousandths of the board */
    int favoured = 0, n = b->level_count, most = n / 20 + 1;
    most = b->failures - 1 < most ? b->failures - 1 : most;
    b->most = most;
    for (int colour = 0; colour < 256; colour++)
        favoured += b->chosen[colour] ? b->total_of[colour] : 0;
    for (int i = 0; i < n; i++) {
        struct level *l = &b->levels[i];
        int filled = 1000 * (i + 1) / n;
        l->may_fail = filled < FIRST   ? 0
                      : filled >= LAST ? most
                                       : 1 + (most - 1) * (filled - FIRST) / (LAST - FIRST);
        l->may_fail = l->may_fail > most ? most : l->may_fail;
        l->must_favour = favoured * favoured_share(filled) / 1000;
    }
}

/* A few colours that lie on no border piece, if there are many colours. */
static void choose_colours(struct best *b)
{
    int inner[256], n = 0;
    bool framed[256] = {false};
    const struct pm_edges *e = b->e;
    memset(b->chosen, 0, sizeof b->chosen);
    for (int i = 0; i < e->cells * e->sides; i++) {
        int before = i / e->sides * e->sides + (i + e->sides - 1) % e->sides;
        int after = i / e->sides * e->sides + (i + 1) % e->sides;
        framed[e->colour[i]] |= e->colour[before] == 0 || e->colour[after] == 0;
    }
    for (int colour = 1; colour < b->colours; colour++)
        if (b->total_of[colour] > 0 && !framed[colour])
            inner[n++] = colour;
    if (n < MANY_COLOURS)
        return;
    pm_rng_shuffle(&b->rng, inner, n);
    for (int i = 0; i < FAVOURED_COLOURS; i++)
        b->chosen[inner[i]] = true;
}

static void open_level(const struct best *b, struct level *l)
{
    l->stage = ALL_MATCH;
    l->next =
        l->table->list[ALL_MATCH][b->shown[l->key[0]] * b->colours + b->shown[l->key[1]]];
}

static bool prepare_round(struct best *b, struct pm_arena *arena)
{
    const struct pm_edges *e = b->e;
    bool filled[PM_EDGES_MAX] = {false};
    choose_colours(b);
    memset(b->used, 0, (size_t)e->cells * sizeof *b->used);
    b->tables =
        pm_new(arena, 256, struct table); /* 16 sets of rim sides, 16 of known ones */
    b->table_count = b->level_count = 0;
    if (!b->tables)
        return false;
    for (int cell = 0; cell < e->cells; cell++) {
        if (e->given[cell] == PM_EDGES_FREE)
            continue;
        filled[cell] = b->used[e->given[cell] / e->sides] = true;
        for (int side = 0; side < e->sides; side++)
            if (e->beside[cell * e->sides + side] != PM_EDGES_RIM)
                b->shown[edge_of(e, cell, side)] =
                    (uint8_t)colour_of(e, e->given[cell], side);
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

/* How many of the further known sides do not match. */
static int hints_failing(const struct best *b, const struct level *l,
                         const struct candidate *c)
{
    int failing = 0;
    for (int i = 0; i < l->more_count; i++)
        failing += c->colour[l->more[i]] != b->shown[l->edge[l->more[i]]];
    return failing;
}

/* Whether a candidate of the current list may lie on this level. */
static inline bool fits(const struct best *b, const struct level *l,
                        const struct candidate *c, int favoured)
{
    if (b->used[c->piece])
        return false;
    const struct table *t = l->table;
    if (l->stage == SECOND_FAILS && side_colour(c, t->key[1]) == b->shown[l->key[1]])
        return false; /* it was among those that match */
    if (l->stage == FIRST_FAILS && side_colour(c, t->key[0]) == b->shown[l->key[0]])
        return false;
    if (l->more_count > 0 && (hints_failing(b, l, c) > 0) != (l->stage == HINTS_FAIL))
        return false;
    return favoured + c->favoured >= l->must_favour;
}

/* On to the next list of a level; false: there is none. */
static bool next_stage(const struct best *b, struct level *l, int failed)
{
    if (l->stage == ALL_MATCH && l->more_count > 0 && failed < b->most) {
        open_level(b, l);
        l->stage = HINTS_FAIL;
        return true;
    }
    if (l->stage == FIRST_FAILS || failed >= l->may_fail)
        return false;
    l->stage = l->stage == SECOND_FAILS ? FIRST_FAILS : SECOND_FAILS;
    l->next = l->stage == SECOND_FAILS ? l->table->list[SECOND_FAILS][b->shown[l->key[0]]]
                                       : l->table->list[FIRST_FAILS][b->shown[l->key[1]]];
    return true;
}

/* The next candidate of a level, of whatever stage; NULL: there are no more. */
static const struct candidate *advance(const struct best *b, struct level *l, int failed,
                                       int favoured)
{
    do {
        const struct candidate *c = l->next;
        while (c->piece != b->e->cells && !fits(b, l, c, favoured))
            c++;
        l->next = c + 1;
        if (c->piece != b->e->cells)
            return c;
    } while (next_stage(b, l, failed));
    return NULL;
}

/* Takes back the piece on the deepest level; returns the new depth. */
static int take_back(struct best *b, int depth)
{
    if (depth > 0)
        b->used[b->levels[depth - 1].placed->piece] = false;
    return depth - 1;
}

/* A full board: the next one must be better.  Goes back to where the new schedule is kept. */
static int go_for_better(struct best *b)
{
    int depth = b->level_count, keeps = 0;
    keep(b, depth);
    schedule(b);
    while (keeps < depth && b->levels[keeps].failed <= b->levels[keeps].may_fail)
        keeps++;
    while (depth > keeps)
        depth = take_back(b, depth);
    return depth;
}

/* Most rounds get stuck early, and are given up after a short while. */
enum { LOOK = 1 << 16, SHORT_ROUND = 1 << 22, LONG_ROUND = 1 << 28 };

static bool round_is_over(const struct best *b, int64_t since, int deepest,
                          const struct pm_limits *limits)
{
    bool promising = deepest >= b->level_count * 3 / 4;
    return b->nodes - since >= (promising ? LONG_ROUND : SHORT_ROUND) || pm_stop(limits);
}

/* Fills and goes back until the round is over, or nothing is left to try. */
static void run_round(struct best *b, int64_t nodes, const struct pm_limits *limits)
{
    int depth = 0, deepest = 0;
    const int64_t since = b->nodes;
    open_level(b, &b->levels[0]);
    while (depth >= 0 && b->failures > 0) {
        struct level *l = &b->levels[depth];
        int failed = depth ? l[-1].failed : 0, favoured = depth ? l[-1].favoured : 0;
        const struct candidate *c = advance(b, l, failed, favoured);
        if (!c) {
            depth = take_back(b, depth);
            continue;
        }
        l->placed = c;
        l->failed = failed + (l->stage == HINTS_FAIL ? hints_failing(b, l, c)
                                                     : l->stage != ALL_MATCH);
        l->favoured = favoured + c->favoured;
        b->used[c->piece] = true;
        for (int side = 0; side < 4; side++)
            b->shown[l->out[side]] = c->colour[side];
        if (++depth > deepest) {
            deepest = depth;
            if (depth > b->level_count / 2)
                keep(b, depth);
        }
        if (depth == b->level_count)
            depth = go_for_better(b);
        else
            open_level(b, &b->levels[depth]);
        if (++b->nodes - since >= nodes ||
            (b->nodes % LOOK == 0 && round_is_over(b, since, deepest, limits)))
            break;
    }
}

/* ---- All together ----------------------------------------------------------------------------------- */

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
            bool grey = colour_of(e, e->given[cell], side) == 0;
            if (grey != (e->beside[cell * e->sides + side] == PM_EDGES_RIM))
                return false;
        }
    return true;
}

static bool make_best(struct best *b, const struct pm_edges *e, uint64_t seed,
                      struct pm_arena *arena)
{
    size_t n = (size_t)e->cells, sides = n * (size_t)e->sides;
    *b = (struct best){.e = e, .colours = 1};
    pm_rng_init(&b->rng, seed);
    for (size_t i = 0; i < sides; i++) {
        b->total_of[e->colour[i]]++;
        b->colours = e->colour[i] >= b->colours ? e->colour[i] + 1 : b->colours;
    }
    b->levels = pm_new(arena, n, struct level);
    b->used = pm_new(arena, n + 1, bool);
    b->shown = pm_new(arena, sides + 2, uint8_t);
    b->scratch = pm_new(arena, 2 * sides, struct candidate);
    b->failures = (int)sides;
    return b->levels && b->used && b->shown && b->scratch;
}

pulma_status pm_edges_best(const struct pm_edges *e, const struct pm_limits *limits,
                           int64_t *nodes, int *choices, int *failures)
{
    struct pm_arena arena, round;
    struct best b;
    if (!classes_fit(e) || !hints_suit_the_rim(e))
        return PULMA_UNAVAILABLE;
    pm_arena_init(&arena, 0);
    pulma_status status =
        make_best(&b, e, limits->seed, &arena) ? PULMA_OK : PULMA_NO_MEMORY;
    b.choices = choices;
    while (!status && b.failures > 0) {
        pm_arena_init(&round, 0);
        if (prepare_round(&b, &round)) {
            if (b.failures > e->cells * e->sides - 1)
                keep(&b, 0);
            schedule(&b);
            if (b.level_count > 0)
                run_round(&b, *nodes - b.nodes, limits);
        } else {
            status = PULMA_NO_MEMORY;
        }
        pm_arena_free(&round);
        if (!status && b.failures > 0 &&
            (b.level_count == 0 || pm_stop(limits) || b.nodes >= *nodes))
            status = PULMA_LIMIT;
    }
    *failures = b.failures;
    *nodes = b.nodes;
    pm_arena_free(&arena);
    return status;
}
