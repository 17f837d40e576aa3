/* Facts about the engine.  Rules are stated over a few small numbers, all answers are asked
 * for, and the list must be the one that trying every assignment gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "engine/engine.h"
#include "engine/rules.h"
#include "engine/store.h"

enum { MAX_PLACES = 16, MAX_ITEMS = 24 };

static const struct pm_limits no_limits = {0};

/* ---- Scenes: one random rule, stated and judged ---- */

enum rule { COUNT, SUM, SUM_NUMBERS, ALL_DIFFERENT, TABLE, AND, OR, XOR, REACHES, RULES };

/* A rule over places and what its random parts are.  Literals are place + 1 with a sign (the
 * place has its largest value), or a constant. */
struct scene {
    int place_count;
    struct pm_range ranges[MAX_PLACES];
    enum rule rule;
    int guard; /* a place whose largest value switches the rule on; -1: none */
    int n;
    int items[MAX_ITEMS]; /* literals, or numbers */
    int weights[MAX_ITEMS];
    enum pm_relation relation;
    int bound;
    int rows;
    int table[64];
};

static pm_lit literal(struct pm_rules *r, int item)
{
    if (item == PM_TRUE || item == PM_FALSE)
        return item;
    int place = abs(item) - 1;
    pm_lit is = pm_is(r, place, pm_max(r, place));
    return item > 0 ? is : -is;
}

static bool truth(const struct scene *s, const int *answer, int item)
{
    if (item == PM_TRUE || item == PM_FALSE)
        return item == PM_TRUE;
    int place = abs(item) - 1;
    return (answer[place] == s->ranges[place].max) == (item > 0);
}

static void state_rule(const struct scene *s, struct pm_rules *r)
{
    pm_lit lits[MAX_ITEMS];
    if (s->rule == COUNT || s->rule == SUM || s->rule >= AND)
        for (int i = 0; i < s->n; i++)
            lits[i] = literal(r, s->items[i]);
    switch (s->rule) {
    case COUNT:
        pm_count(r, s->n, lits, s->relation, s->bound);
        break;
    case SUM:
        pm_sum(r, s->n, lits, s->weights, s->relation, s->bound);
        break;
    case SUM_NUMBERS:
        pm_sum_numbers(r, s->n, s->items, s->weights, s->relation, s->bound);
        break;
    case ALL_DIFFERENT:
        pm_all_different(r, s->n, s->items);
        break;
    case TABLE:
        pm_table(r, s->n, s->items, s->rows, s->table);
        break;
    case AND:
        PM_CLAUSE(r, pm_and(r, s->n, lits));
        break;
    case OR:
        PM_CLAUSE(r, -pm_or(r, s->n, lits));
        break;
    case XOR:
        PM_CLAUSE(r, pm_xor(r, lits[0], lits[1]));
        break;
    default:
        PM_CLAUSE(r, pm_reaches(r, 0, s->bound), lits[0]);
    }
}

static bool compared(int64_t sum, enum pm_relation relation, int64_t bound)
{
    return relation == PM_AT_MOST ? sum <= bound
           : relation == PM_EQUAL ? sum == bound
                                  : sum >= bound;
}

static bool in_table(const struct scene *s, const int *answer)
{
    for (int row = 0; row < s->rows; row++) {
        bool equal = true;
        for (int i = 0; i < s->n; i++)
            equal &= answer[s->items[i]] == s->table[row * s->n + i];
        if (equal)
            return true;
    }
    return false;
}

static bool holds(const struct scene *s, const int *answer)
{
    if (s->guard >= 0 && answer[s->guard] != s->ranges[s->guard].max)
        return true;
    int64_t sum = 0;
    int trues = 0;
    for (int i = 0;
         i < s->n && s->rule != SUM_NUMBERS && s->rule != ALL_DIFFERENT && s->rule != TABLE;
         i++) {
        bool t = truth(s, answer, s->items[i]);
        trues += t;
        sum += t ? (s->rule == SUM ? s->weights[i] : 1) : 0;
    }
    switch (s->rule) {
    case COUNT:
    case SUM:
        return compared(sum, s->relation, s->bound);
    case SUM_NUMBERS:
        for (int i = 0; i < s->n; i++)
            sum += s->weights[i] * answer[s->items[i]];
        return compared(sum, s->relation, s->bound);
    case ALL_DIFFERENT:
        for (int i = 0; i < s->n; i++)
            for (int j = 0; j < i; j++)
                if (answer[s->items[i]] == answer[s->items[j]])
                    return false;
        return true;
    case TABLE:
        return in_table(s, answer);
    case AND:
        return trues == s->n;
    case OR:
        return trues == 0;
    case XOR:
        return trues == 1;
    default:
        return answer[0] >= s->bound || trues == 1;
    }
}

/* The next assignment; false after the last. */
static bool advance(const struct scene *s, int *answer)
{
    for (int place = 0; place < s->place_count; place++) {
        if (answer[place]++ < s->ranges[place].max)
            return true;
        answer[place] = s->ranges[place].min;
    }
    return false;
}

static int brute_count(const struct scene *s)
{
    int answer[MAX_PLACES], count = 0;
    for (int place = 0; place < s->place_count; place++)
        answer[place] = s->ranges[place].min;
    do
        count += holds(s, answer);
    while (advance(s, answer));
    return count;
}

static struct pm_rules *rules_of(const struct scene *s, bool explaining)
{
    struct pm_rules *r = pm_rules_new(s->place_count, s->ranges, explaining);
    assert_non_null(r);
    if (s->guard >= 0)
        pm_under(r, literal(r, s->guard + 1));
    state_rule(s, r);
    if (s->guard >= 0)
        pm_under_end(r);
    return r;
}

/* Every answer is right, and there are as many as there should be; answers differ, since
 * otherwise there would be no end. */
static void compare_with_brute_force(const struct scene *s, uint64_t seed)
{
    struct pm_rules *r = rules_of(s, false);
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    int expected = brute_count(s), count = 0, answer[MAX_PLACES];
    pulma_status status;
    while ((status = pm_engine_next(e, answer, NULL)) == PULMA_OK && count <= expected) {
        if (!holds(s, answer))
            fail_msg("seed %llu: a wrong answer", (unsigned long long)seed);
        count++;
    }
    if (status != PULMA_NONE || count != expected)
        fail_msg("seed %llu, rule %d, %d items, relation %d, bound %d, guard %d: "
                 "%d answers instead of %d (status %d)",
                 (unsigned long long)seed, (int)s->rule, s->n, (int)s->relation, s->bound,
                 s->guard, count, expected, (int)status);
    pm_engine_free(e);
    pm_rules_free(r);
}

/* ---- Random scenes ---- */

static int random_literal(struct pm_rng *rng, int places)
{
    int kind = pm_rng_below(rng, 12);
    if (kind < 2)
        return kind ? PM_TRUE : PM_FALSE;
    int item = pm_rng_below(rng, places) + 1;
    return pm_rng_below(rng, 2) ? item : -item;
}

static void make_places(struct scene *s, struct pm_rng *rng, int count, int max_values)
{
    s->place_count = count;
    for (int place = 0; place < count; place++) {
        int min = pm_rng_below(rng, 3), more = pm_rng_below(rng, max_values);
        if (max_values == 2) /* yes/no */
            min = 0, more = 1;
        s->ranges[place] = (struct pm_range){min, min + more};
    }
}

static void make_scene(struct scene *s, enum rule rule, struct pm_rng *rng)
{
    bool numbers =
        rule == SUM_NUMBERS || rule == ALL_DIFFERENT || rule == TABLE || rule == REACHES;
    *s = (struct scene){.rule = rule, .guard = -1};
    make_places(s, rng, numbers ? 1 + pm_rng_below(rng, 4) : 1 + pm_rng_below(rng, 6),
                numbers ? 6 : 2);
    s->n = rule == XOR ? 2 : rule == REACHES ? 1 : pm_rng_below(rng, numbers ? 5 : 8);
    for (int i = 0; i < s->n; i++) {
        s->items[i] = numbers && rule != REACHES ? pm_rng_below(rng, s->place_count)
                                                 : random_literal(rng, s->place_count);
        s->weights[i] = pm_rng_below(rng, 9) - 3;
        if (pm_rng_below(rng, 8) == 0)
            s->weights[i] *= 1000003;
    }
    s->relation = (enum pm_relation)pm_rng_below(rng, 3);
    s->bound = pm_rng_below(rng, rule == COUNT ? s->n + 3 : 24) - (rule == COUNT ? 1 : 6);
    s->rows = s->n ? pm_rng_below(rng, 8) : pm_rng_below(rng, 2);
    for (int i = 0; i < s->rows * s->n; i++)
        s->table[i] = pm_rng_below(rng, 6);
    if (pm_rng_below(rng, 3) == 0)
        s->guard = pm_rng_below(rng, s->place_count);
}

static void rules_mean_what_they_say(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct scene s;
        make_scene(&s, (enum rule)(seed % RULES), &rng);
        compare_with_brute_force(&s, seed);
    }
}

static void counts_are_right_at_every_size(void **state)
{
    (void)state;
    for (int n = 0; n <= 10; n++)
        for (int k = -1; k <= n + 1; k++)
            for (int relation = 0; relation < 3; relation++) {
                struct scene s = {.rule = COUNT, .guard = -1, .n = n, .place_count = n};
                s.relation = (enum pm_relation)relation;
                s.bound = k;
                for (int i = 0; i < n; i++) {
                    s.ranges[i] = (struct pm_range){0, 1};
                    s.items[i] = i % 3 == 2 ? -(i + 1) : i + 1;
                }
                if (n > 0)
                    compare_with_brute_force(&s, 0);
            }
}

/* The literal for "the sum is at most `bound`", held true or false: all answers agree. */
static void try_total(const struct pm_range *ranges, const int *weights, int n,
                      int64_t bound, bool more, size_t max_edges, uint64_t seed)
{
    struct pm_rules *r = pm_rules_new(n, ranges, false);
    struct pm_term terms[8];
    struct pm_step steps[64];
    int step_count = 0;
    for (int i = 0; i < n; i++) {
        terms[i] = (struct pm_term){step_count, ranges[i].max - ranges[i].min};
        for (int value = ranges[i].min + 1; value <= ranges[i].max; value++)
            steps[step_count++] = (struct pm_step){
                pm_reaches(r, i, value), (int64_t)weights[i] * (value - ranges[i].min)};
    }
    struct pm_total *total = pm_total_new(r, n, terms, steps, max_edges);
    pm_lit lit = pm_total_at_most(total, bound);
    pm_total_tie(total, bound, more ? PM_MORE : PM_MOST);
    PM_CLAUSE(r, more ? -lit : lit);
    pm_total_free(total);
    struct scene s = {.rule = SUM_NUMBERS, .guard = -1, .n = n, .place_count = n};
    s.relation = more ? PM_AT_LEAST : PM_AT_MOST;
    s.bound = (int)bound + more;
    memcpy(s.ranges, ranges, (size_t)n * sizeof *ranges);
    for (int i = 0; i < n; i++) {
        s.items[i] = i;
        s.weights[i] = weights[i];
        s.bound += weights[i] * ranges[i].min;
    }
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    int count = 0, expected = brute_count(&s), answer[MAX_PLACES];
    while (pm_engine_next(e, answer, NULL) == PULMA_OK)
        count += holds(&s, answer);
    if (count != expected)
        fail_msg("seed %llu, bound %d, edges %zu: %d answers instead of %d",
                 (unsigned long long)seed, (int)bound, max_edges, count, expected);
    pm_engine_free(e);
    pm_rules_free(r);
}

/* By diagram, and (no edges allowed) added up in binary. */
static void sums_have_literals_for_their_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_range ranges[4];
        int weights[4], n = 1 + pm_rng_below(&rng, 4), max = 0;
        for (int i = 0; i < n; i++) {
            ranges[i].min = pm_rng_below(&rng, 3);
            ranges[i].max = ranges[i].min + 1 + pm_rng_below(&rng, 4);
            weights[i] = 1 + pm_rng_below(&rng, 9);
            max += weights[i] * (ranges[i].max - ranges[i].min);
        }
        for (int side = 0; side < 2; side++) {
            int bound = pm_rng_below(&rng, max + 3) - 1;
            try_total(ranges, weights, n, bound, side, 0, seed);
            try_total(ranges, weights, n, bound, side, PM_MAX_EDGES, seed);
        }
    }
}

static void one_of_many_is_one(void **state)
{
    (void)state;
    enum { N = 90 };
    for (int relation = 0; relation < 3; relation++) {
        struct pm_range ranges[N];
        for (int i = 0; i < N; i++)
            ranges[i] = (struct pm_range){0, 1};
        struct pm_rules *r = pm_rules_new(N, ranges, false);
        pm_lit lits[N];
        for (int i = 0; i < N; i++)
            lits[i] = i % 2 ? pm_is(r, i, 1) : pm_is(r, i, 0);
        pm_fix(r, 5, 0);
        pm_count(r, N, lits, (enum pm_relation)relation, 1);
        if (relation == PM_AT_LEAST)
            pm_count(r, N, lits, PM_AT_MOST, 2);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        int answer[N], count = 0;
        while (pm_engine_next(e, answer, NULL) == PULMA_OK)
            count++;
        const int expected[] = {N, N - 1, (N - 1) + (N - 1) * (N - 2) / 2};
        assert_int_equal(count, expected[relation]);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* ---- Several rules at once ---- */

enum { MAX_RULES = 8 };

/* Some random rules over the same places, each under a reason of its own. */
struct board {
    int rule_count;
    struct scene rules[MAX_RULES];
    int cost_weights[MAX_PLACES]; /* of "the place has its largest value" */
};

static void make_board(struct board *b, int rule_count, struct pm_rng *rng)
{
    struct scene places;
    make_places(&places, rng, 3 + pm_rng_below(rng, 3), 4);
    b->rule_count = rule_count;
    for (int i = 0; i < rule_count; i++) {
        struct scene *s = &b->rules[i];
        make_scene(s, (enum rule)pm_rng_below(rng, RULES), rng);
        bool numbers =
            s->rule == SUM_NUMBERS || s->rule == ALL_DIFFERENT || s->rule == TABLE;
        s->place_count = places.place_count;
        memcpy(s->ranges, places.ranges, sizeof s->ranges);
        s->guard = s->guard < places.place_count ? s->guard : -1;
        for (int j = 0; j < s->n; j++)
            s->items[j] = numbers ? pm_rng_below(rng, s->place_count)
                                  : random_literal(rng, s->place_count);
    }
    for (int i = 0; i < MAX_PLACES; i++)
        b->cost_weights[i] = pm_rng_below(rng, 15) - 4;
}

static struct pm_rules *rules_of_board(const struct board *b, bool explaining, bool costs)
{
    const struct scene *places = &b->rules[0];
    struct pm_rules *r = pm_rules_new(places->place_count, places->ranges, explaining);
    assert_non_null(r);
    for (int i = 0; i < b->rule_count; i++) {
        pm_reason(r, "rule %d", i);
        pm_reason_place(r, i % places->place_count);
        if (b->rules[i].guard >= 0)
            pm_under(r, literal(r, b->rules[i].guard + 1));
        state_rule(&b->rules[i], r);
        if (b->rules[i].guard >= 0)
            pm_under_end(r);
    }
    pm_lit lits[MAX_PLACES];
    for (int i = 0; i < places->place_count; i++)
        lits[i] = literal(r, i + 1);
    if (costs)
        pm_minimise(r, places->place_count, lits, b->cost_weights, 100);
    return r;
}

static bool board_holds(const struct board *b, const int *answer, unsigned without)
{
    for (int i = 0; i < b->rule_count; i++)
        if ((without >> i & 1) == 0 && !holds(&b->rules[i], answer))
            return false;
    return true;
}

static int64_t cost_of(const struct board *b, const int *answer)
{
    int64_t cost = 100;
    for (int i = 0; i < b->rules[0].place_count; i++)
        cost += truth(&b->rules[0], answer, i + 1) ? b->cost_weights[i] : 0;
    return cost;
}

/* What trying everything gives. */
struct tried {
    int count, cheapest_count;
    int64_t cheapest;
    int shared[MAX_PLACES]; /* by all answers */
};

static struct tried try_all(const struct board *b, unsigned without, bool costs)
{
    const struct scene *places = &b->rules[0];
    struct tried tried = {.cheapest = INT64_MAX};
    int answer[MAX_PLACES];
    for (int place = 0; place < places->place_count; place++)
        answer[place] = places->ranges[place].min;
    do {
        if (!board_holds(b, answer, without))
            continue;
        int64_t cost = cost_of(b, answer);
        bool better = costs && cost < tried.cheapest;
        if (tried.count++ == 0 || better)
            memcpy(tried.shared, answer, sizeof answer);
        if (cost < tried.cheapest) {
            tried.cheapest = cost;
            tried.cheapest_count = 0;
        }
        if (cost > tried.cheapest && costs)
            continue;
        tried.cheapest_count += cost == tried.cheapest;
        for (int place = 0; place < places->place_count; place++)
            if (answer[place] != tried.shared[place])
                tried.shared[place] = PULMA_EMPTY;
    } while (advance(places, answer));
    return tried;
}

#define SEED(seed) ((unsigned long long)(seed))

static void the_cheapest_answers_are_found(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 1 + pm_rng_below(&rng, 3), &rng);
        struct tried tried = try_all(&b, 0, true);
        struct pm_rules *r = rules_of_board(&b, seed % 2, true);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        int answer[MAX_PLACES], count = 0;
        while (pm_engine_next(e, answer, NULL) == PULMA_OK &&
               count <= tried.cheapest_count) {
            if (!board_holds(&b, answer, 0) || cost_of(&b, answer) != tried.cheapest ||
                pm_engine_best(e) != tried.cheapest || pm_engine_bound(e) != tried.cheapest)
                fail_msg("seed %llu: not a cheapest answer", SEED(seed));
            count++;
        }
        if (count != tried.cheapest_count)
            fail_msg("seed %llu: %d cheapest answers instead of %d", SEED(seed), count,
                     tried.cheapest_count);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

static void what_all_answers_share_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 1 + pm_rng_below(&rng, 4), &rng);
        bool costs = seed % 3 == 0;
        struct tried tried = try_all(&b, 0, costs);
        struct pm_rules *r = rules_of_board(&b, false, costs);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        int answer[MAX_PLACES];
        if (seed % 2) /* answers given before do not matter */
            pm_engine_next(e, answer, NULL);
        pulma_status status = pm_engine_forced(e, answer, NULL);
        assert_int_equal(status, tried.count ? PULMA_OK : PULMA_NONE);
        for (int i = 0; tried.count && i < b.rules[0].place_count; i++)
            if (answer[i] != tried.shared[i])
                fail_msg("seed %llu: place %d is %d, not %d", SEED(seed), i, answer[i],
                         tried.shared[i]);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

static void reasons_contradict_and_none_is_idle(void **state)
{
    (void)state;
    int contradictions = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 3 + pm_rng_below(&rng, 5), &rng);
        struct pm_rules *r = rules_of_board(&b, true, false);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        pulma_status status = pm_engine_why(e, NULL);
        bool impossible = try_all(&b, 0, false).count == 0;
        assert_int_equal(status, impossible ? PULMA_OK : PULMA_NONE);
        unsigned without = (1u << b.rule_count) - 1;
        for (int i = 0; impossible && i < pm_engine_why_count(e); i++) {
            int rule = pm_engine_why_text(e, i)[5] - '0';
            const int *places;
            assert_int_equal(pm_engine_why_places(e, i, &places), 1);
            assert_int_equal(places[0], rule % b.rules[0].place_count);
            without &= ~(1u << rule);
        }
        if (impossible && try_all(&b, without, false).count != 0)
            fail_msg("seed %llu: the reasons do not contradict", SEED(seed));
        for (int i = 0; impossible && i < b.rule_count; i++)
            if ((without >> i & 1) == 0 && try_all(&b, without | 1u << i, false).count == 0)
                fail_msg("seed %llu: rule %d is not needed", SEED(seed), i);
        contradictions += impossible;
        pm_engine_free(e);
        pm_rules_free(r);
    }
    assert_true(contradictions > 50);
}

static void suppositions_can_be_taken_back(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 2, &rng);
        bool costs = seed % 2;
        struct pm_rules *r = rules_of_board(&b, false, costs);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        for (int round = 0; round < 4; round++) {
            int place = pm_rng_below(&rng, b.rules[0].place_count);
            struct pm_range range = b.rules[0].ranges[place];
            int value = range.min + pm_rng_below(&rng, range.max - range.min + 2);
            struct board supposed = b;
            supposed.rules[supposed.rule_count] =
                (struct scene){.rule = SUM_NUMBERS,
                               .guard = -1,
                               .n = 1,
                               .items = {place},
                               .weights = {1},
                               .relation = PM_EQUAL,
                               .bound = value,
                               .place_count = b.rules[0].place_count};
            memcpy(supposed.rules[supposed.rule_count++].ranges, b.rules[0].ranges,
                   sizeof b.rules[0].ranges);
            pm_engine_suppose(e, 1, &place, &value);
            struct tried tried = try_all(&supposed, 0, costs);
            int answer[MAX_PLACES];
            pulma_status status = pm_engine_forced(e, answer, NULL);
            assert_int_equal(status, tried.count ? PULMA_OK : PULMA_NONE);
            for (int i = 0; tried.count && i < b.rules[0].place_count; i++)
                if (answer[i] != tried.shared[i])
                    fail_msg("seed %llu: place %d is %d, not %d", SEED(seed), i, answer[i],
                             tried.shared[i]);
        }
        pm_engine_suppose(e, 0, NULL, NULL);
        struct tried tried = try_all(&b, 0, costs);
        int answer[MAX_PLACES], count = 0;
        while (pm_engine_next(e, answer, NULL) == PULMA_OK)
            count++;
        assert_int_equal(count, costs ? tried.cheapest_count : tried.count);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* Rules can be asked by one engine after another. */
static void engines_do_not_disturb_each_other(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 3, &rng);
        struct pm_rules *r = rules_of_board(&b, false, false);
        int expected = try_all(&b, 0, false).count;
        for (int i = 0; i < 2; i++) {
            struct pm_engine *e = pm_engine_new(r, &no_limits);
            int answer[MAX_PLACES], count = 0;
            while (count <= expected && pm_engine_next(e, answer, NULL) == PULMA_OK)
                count += board_holds(&b, answer, 0) ? 1 : expected + 1;
            if (count != expected)
                fail_msg("seed %llu: %d answers instead of %d", SEED(seed), count,
                         expected);
            pm_engine_free(e);
        }
        pm_rules_free(r);
    }
}

/* ---- Larger boards: pigeons, one more than holes ---- */

static struct pm_rules *pigeons(int count, int holes, bool explaining)
{
    struct pm_range ranges[32];
    int numbers[32];
    for (int i = 0; i < count; i++) {
        ranges[i] = (struct pm_range){1, holes};
        numbers[i] = i;
    }
    struct pm_rules *r = pm_rules_new(count, ranges, explaining);
    assert_non_null(r);
    for (int hole = 1; hole <= holes; hole++) {
        pm_lit lits[32];
        for (int i = 0; i < count; i++)
            lits[i] = pm_is(r, i, hole);
        pm_reason(r, "hole %d holds one", hole);
        pm_reason_places(r, count, numbers);
        pm_count(r, count, lits, PM_AT_MOST, 1);
    }
    return r;
}

static bool stop_now(void *context)
{
    return --*(int *)context < 0;
}

static void a_limit_is_never_an_answer(void **state)
{
    (void)state;
    int calls = 3, answer[32];
    const struct pm_limits limits[] = {
        {.conflicts = 10},
        {.deadline = 1e-9},
        {.stop = stop_now, .context = &calls},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct pm_rules *r = pigeons(12, 11, true);
        struct pm_engine *e = pm_engine_new(r, &limits[i]);
        pulma_error err;
        assert_int_equal(pm_engine_next(e, answer, &err), PULMA_LIMIT);
        assert_int_equal(err.status, PULMA_LIMIT);
        assert_int_equal(pm_engine_forced(e, answer, NULL), PULMA_LIMIT);
        assert_int_equal(pm_engine_why(e, NULL), PULMA_LIMIT);
        assert_int_equal(pm_engine_why_count(e), 0);
        assert_true(pm_engine_conflicts(e) < 100);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* The cheapest answer of a board that is easy to meet and hard to finish. */
static void a_limit_leaves_the_best_so_far(void **state)
{
    (void)state;
    enum { N = 60 };
    struct pm_range ranges[N];
    for (int i = 0; i < N; i++)
        ranges[i] = (struct pm_range){0, 1};
    struct pm_rules *r = pm_rules_new(N, ranges, false);
    struct pm_rng rng;
    pm_rng_init(&rng, 7);
    pm_lit lits[N];
    int weights[N];
    for (int i = 0; i < N; i++) {
        lits[i] = pm_is(r, i, 1);
        weights[i] = 1;
    }
    for (int i = 0; i < 6 * N; i++)
        PM_CLAUSE(r, lits[pm_rng_below(&rng, N)], lits[pm_rng_below(&rng, N)],
                  lits[pm_rng_below(&rng, N)]);
    pm_minimise(r, N, lits, weights, 0);
    const struct pm_limits limits = {.conflicts = 300};
    struct pm_engine *e = pm_engine_new(r, &limits);
    int answer[N];
    assert_int_equal(pm_engine_next(e, answer, NULL), PULMA_LIMIT);
    assert_true(pm_engine_has_best(e));
    int cost = 0;
    for (int i = 0; i < N; i++)
        cost += answer[i];
    assert_int_equal(pm_engine_best(e), cost);
    assert_true(pm_engine_bound(e) > 0 && pm_engine_bound(e) < cost);
    pm_engine_free(e);
    pm_rules_free(r);
}

static void the_same_seed_gives_the_same_answers(void **state)
{
    (void)state;
    int first[3][20], again[20];
    int64_t conflicts = 0;
    for (int run = 0; run < 2; run++) {
        struct pm_rules *r = pigeons(20, 24, false);
        const struct pm_limits limits = {.seed = 99};
        struct pm_engine *e = pm_engine_new(r, &limits);
        int wish[20];
        for (int i = 0; i < 20; i++)
            wish[i] = (7 * i + 3) % 24 + 1;
        pm_engine_prefer(e, wish);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(pm_engine_next(e, run ? again : first[i], NULL), PULMA_OK);
            if (run)
                assert_memory_equal(first[i], again, sizeof again);
        }
        assert_memory_equal(first[0], wish, sizeof wish);
        if (run)
            assert_int_equal(conflicts, pm_engine_conflicts(e));
        conflicts = pm_engine_conflicts(e);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* ---- Lazy rules ---- */

/* Neighbours differ; stated only when somebody breaks it. */
static int neighbours_differ(struct pm_rules *r, const int *answer, const void *context)
{
    int n = *(const int *)context, faults = 0;
    for (int i = 0; i + 1 < n; i++) {
        if (answer[i] != answer[i + 1])
            continue;
        pm_reason(r, "places %d and %d differ", i, i + 1);
        pm_reason_place(r, i);
        PM_CLAUSE(r, -pm_is(r, i, answer[i]), -pm_is(r, i + 1, answer[i]));
        faults++;
    }
    return faults;
}

static void lazy_rules_hold_in_every_answer(void **state)
{
    (void)state;
    enum { N = 5, VALUES = 3 };
    static const int n = N;
    struct pm_range ranges[N];
    for (int i = 0; i < N; i++)
        ranges[i] = (struct pm_range){1, VALUES};
    struct pm_rules *r = pm_rules_new(N, ranges, false);
    pm_lazy(r, neighbours_differ, &n);
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    int answer[N], count = 0;
    while (pm_engine_next(e, answer, NULL) == PULMA_OK) {
        for (int i = 0; i + 1 < N; i++)
            assert_int_not_equal(answer[i], answer[i + 1]);
        count++;
    }
    assert_int_equal(count, 3 * 2 * 2 * 2 * 2);
    pm_engine_free(e);
    pm_rules_free(r);
}

static void lazy_rules_are_reasons_too(void **state)
{
    (void)state;
    enum { N = 4 };
    static const int n = N;
    const struct pm_range ranges[N] = {{1, 2}, {1, 2}, {1, 2}, {1, 2}};
    struct pm_rules *r = pm_rules_new(N, ranges, true);
    pm_reason(r, "the first is 1");
    pm_fix(r, 0, 1);
    pm_reason(r, "the last is 2");
    pm_fix(r, N - 1, 2);
    pm_reason(r, "the third is 2");
    pm_fix(r, 2, 2);
    pm_lazy(r, neighbours_differ, &n);
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    assert_int_equal(pm_engine_why(e, NULL), PULMA_OK);
    /* Either way round: third, last and one difference, or first, third and two. */
    int count = pm_engine_why_count(e), differences = 0;
    for (int i = 0; i < count; i++)
        differences += strncmp(pm_engine_why_text(e, i), "places", 6) == 0;
    assert_true((count == 3 && differences == 1) || (count == 4 && differences == 2));
    assert_int_equal(pm_engine_why(e, NULL), PULMA_OK);
    pm_engine_free(e);
    pm_rules_free(r);
}

/* ---- Proofs ---- */

static char *read_whole(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 24);
    assert_non_null(text);
    *len = fread(text, 1, 1 << 24, file);
    assert_true(*len < 1 << 24);
    fclose(file);
    return text;
}

/* The files of one test. */
struct proof {
    char path[64], formula_path[64];
    char *formula, *steps;
    size_t formula_len, steps_len;
};

static void proof_begin(struct proof *p, struct pm_engine *e)
{
    strcpy(p->path, "/tmp/pulma-proof-XXXXXX");
    int file = mkstemp(p->path);
    assert_true(file >= 0);
    fclose(fdopen(file, "w"));
    snprintf(p->formula_path, sizeof p->formula_path, "%s.cnf", p->path);
    assert_int_equal(pm_engine_prove(e, p->path, NULL), PULMA_OK);
}

static void proof_read(struct proof *p)
{
    p->formula = read_whole(p->formula_path, &p->formula_len);
    p->steps = read_whole(p->path, &p->steps_len);
    remove(p->path);
    remove(p->formula_path);
}

static void proof_end(struct proof *p)
{
    free(p->formula);
    free(p->steps);
}

static pulma_status verify(const struct proof *p, pulma_error *err)
{
    return pm_proof_verify(p->formula, p->formula_len, p->steps, p->steps_len, err);
}

static void proofs_are_accepted(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 1 + pm_rng_below(&rng, 4), &rng);
        struct pm_rules *r = rules_of_board(&b, seed % 2, seed % 3 == 0);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        struct proof p;
        proof_begin(&p, e);
        int answer[MAX_PLACES], supposed = 0;
        if (seed % 5 == 0) {
            int value = b.rules[0].ranges[0].min;
            pm_engine_suppose(e, 1, &supposed, &value);
        }
        pulma_status status;
        while ((status = pm_engine_next(e, answer, NULL)) == PULMA_OK)
            continue;
        assert_int_equal(status, PULMA_NONE);
        proof_read(&p);
        pulma_error err = {0};
        if (verify(&p, &err) != PULMA_OK)
            fail_msg("seed %llu: line %d: %s", SEED(seed), err.line, err.message);
        proof_end(&p);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* A refutation that takes some hundred conflicts, with all of CaDiCaL's inprocessing. */
static void make_hard_proof(struct proof *p)
{
    struct pm_rules *r = pigeons(8, 7, false);
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    proof_begin(p, e);
    int answer[8];
    assert_int_equal(pm_engine_next(e, answer, NULL), PULMA_NONE);
    assert_true(pm_engine_conflicts(e) > 500);
    proof_read(p);
    pm_engine_free(e);
    pm_rules_free(r);
}

static void damaged_proofs_are_refused(void **state)
{
    (void)state;
    struct proof p;
    make_hard_proof(&p);
    pulma_error err;
    assert_int_equal(verify(&p, &err), PULMA_OK);
    struct pm_rng rng;
    pm_rng_init(&rng, 1);
    for (int i = 0; i < 20; i++) { /* bytes that mean nothing: never a crash */
        size_t at = (size_t)pm_rng_below(&rng, (int)p.steps_len);
        char byte = p.steps[at];
        p.steps[at] = (char)pm_rng_below(&rng, 256);
        verify(&p, &err);
        p.steps[at] = byte;
    }
    struct proof part = p;
    part.steps_len = p.steps_len / 2;
    while (part.steps[part.steps_len - 1] != '\n')
        part.steps_len--;
    assert_int_equal(verify(&part, &err), PULMA_NONE); /* it ends too early */
    part.steps = (char *)(uintptr_t) "0\n";
    part.steps_len = 2;
    assert_int_equal(verify(&part, &err), PULMA_NONE); /* too large a step */
    assert_int_equal(err.line, 1);
    proof_end(&p);
}

static void the_checker_reads_with_care(void **state)
{
    (void)state;
    static const char square[] = "p cnf 2 4\n1 2 0 -1 2 0\n1 -2 0\n-1 -2 0\n";
    static const struct {
        const char *formula, *proof;
        pulma_status status;
    } cases[] = {
        {square, "1 0\n0\n", PULMA_OK},
        {square, "c a comment\n2 0 0", PULMA_OK},
        {square, "1 0", PULMA_OK},
        {square, "", PULMA_NONE},
        {square, "0", PULMA_NONE},
        {square, "d 1 2 0\n1 0\n", PULMA_NONE},
        {square, "d 2 1 0\n-1 0\n2 0\n", PULMA_NONE},
        {square, "d 1 -1 0\nd 7 0\n1 0\n", PULMA_BAD_TEXT},
        {square, "1 -1 0\n1 1 0\n0\n", PULMA_OK},
        {square, "3 0\n", PULMA_BAD_TEXT},
        {square, "x 1 0\n", PULMA_BAD_TEXT},
        {square, "1", PULMA_BAD_TEXT},
        {square, "1x 0", PULMA_BAD_TEXT},
        {square, "-0 0", PULMA_BAD_TEXT},
        {"p cnf 0 1\n0\n", "", PULMA_OK},
        {"p cnf 0 0\n", "", PULMA_NONE},
        {"p cnf 1 2\n1 0 -1 0", "", PULMA_OK},
        {"p cnf 1 2\n1 0 -1", "", PULMA_BAD_TEXT},
        {"p cnf 1 1\n1 0 -1 0", "", PULMA_BAD_TEXT},
        {"p cnf 1 3\n1 0 -1 0", "", PULMA_BAD_TEXT},
        {"p cnf 999999999999 1\n1 0", "", PULMA_BAD_TEXT},
        {"p dnf 1 1\n1 0", "", PULMA_BAD_TEXT},
        {"1 0", "", PULMA_BAD_TEXT},
        {"", "", PULMA_BAD_TEXT},
        /* Only satisfiability is kept by this step, the formula does not imply it. */
        {"p cnf 3 1\n1 2 0\n", "3 0\n", PULMA_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_error err = {0};
        pulma_status status = pm_proof_verify(cases[i].formula, strlen(cases[i].formula),
                                              cases[i].proof, strlen(cases[i].proof), &err);
        if (status != cases[i].status)
            fail_msg("case %zu: status %d, %s", i, (int)status, err.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_mean_what_they_say),
        cmocka_unit_test(counts_are_right_at_every_size),
        cmocka_unit_test(sums_have_literals_for_their_bounds),
        cmocka_unit_test(one_of_many_is_one),
        cmocka_unit_test(the_cheapest_answers_are_found),
        cmocka_unit_test(what_all_answers_share_is_found),
        cmocka_unit_test(reasons_contradict_and_none_is_idle),
        cmocka_unit_test(suppositions_can_be_taken_back),
        cmocka_unit_test(engines_do_not_disturb_each_other),
        cmocka_unit_test(a_limit_is_never_an_answer),
        cmocka_unit_test(a_limit_leaves_the_best_so_far),
        cmocka_unit_test(the_same_seed_gives_the_same_answers),
        cmocka_unit_test(lazy_rules_hold_in_every_answer),
        cmocka_unit_test(lazy_rules_are_reasons_too),
        cmocka_unit_test(proofs_are_accepted),
        cmocka_unit_test(damaged_proofs_are_refused),
        cmocka_unit_test(the_checker_reads_with_care),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
