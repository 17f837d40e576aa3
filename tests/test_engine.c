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

#include "engine/store.h"
#include "scenes.h"

static const struct pm_limits no_limits = {0};

#define SEED(seed) ((unsigned long long)(seed))

/* ---- One rule ---- */

/* Every answer is right, and there are as many as there should be; answers differ, since
 * otherwise there would be no end. */
static void compare_with_brute_force(const struct scene *s, uint64_t seed)
{
    struct pm_rules *r = rules_of(s, seed / RULES % 2 ? PM_PROOF : PM_PLAIN);
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
    struct pm_rules *r = pm_rules_new(n, ranges, false, NULL);
    struct pm_term terms[8];
    struct pm_term_step steps[64];
    int step_count = 0;
    for (int i = 0; i < n; i++) {
        terms[i] = (struct pm_term){step_count, ranges[i].max - ranges[i].min};
        for (int value = ranges[i].min + 1; value <= ranges[i].max; value++)
            steps[step_count++] = (struct pm_term_step){
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
        struct pm_rules *r = pm_rules_new(N, ranges, false, NULL);
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

/* ---- Limits ---- */

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

/* Reasons: each of these birds has a hole; each hole has one bird at most.  Two birds too many make what can be
 * left out hard to see.  `idle`: variables that say nothing, for which a conflict counts more. */
static struct pm_rules *crowd(int birds, int holes, int idle)
{
    pm_lit sits[12][12];
    assert_true(birds <= 12 && holes <= 12);
    struct pm_rules *r = pm_rules_new(0, NULL, PM_REASONS, NULL);
    for (int i = 0; i < birds; i++) {
        for (int k = 0; k < holes; k++)
            sits[i][k] = pm_new_lit(r);
        pm_reason(r, "bird %d", i);
        pm_clause(r, holes, sits[i]);
    }
    for (int k = 0; k < holes; k++) {
        pm_reason(r, "hole %d", k);
        for (int i = 0; i < birds; i++)
            for (int j = 0; j < i; j++)
                PM_CLAUSE(r, -sits[i][k], -sits[j][k]);
    }
    while (idle-- > 0)
        pm_new_lit(r);
    return r;
}

/* Reasons that take several rounds: all holes and one bird more than these. */
static void what_takes_long_is_left_out_too(void **state)
{
    (void)state;
    for (int holes = 3; holes <= 6; holes++) {
        struct pm_rules *r = crowd(holes + 3, holes, 0);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        pulma_error err = {0};
        assert_int_equal(pm_engine_why(e, &err), PULMA_OK);
        assert_int_equal(err.status, PULMA_OK);
        assert_int_equal(pm_engine_why_count(e), 2 * holes + 1);
        int birds = 0;
        for (int i = 0; i < pm_engine_why_count(e); i++)
            birds += strncmp(pm_engine_why_text(e, i), "bird", 4) == 0;
        assert_int_equal(birds, holes + 1);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* Without limits of the caller's; with them it goes on. */
static void leaving_out_ends_after_some_effort(void **state)
{
    (void)state;
    enum { BIRDS = 9, HOLES = 6, IDLE = 1000000 };
    const struct pm_limits limits[] = {{0}, {.conflicts = 1000000}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct pm_rules *r = crowd(BIRDS, HOLES, IDLE);
        struct pm_engine *e = pm_engine_new(r, &limits[i]);
        pulma_error err = {0};
        assert_int_equal(pm_engine_why(e, &err), i ? PULMA_OK : PULMA_LIMIT);
        assert_int_equal(err.status, i ? PULMA_OK : PULMA_LIMIT);
        const int count = pm_engine_why_count(e);
        assert_true(i ? count == 2 * HOLES + 1 : count > 2 * HOLES + 1);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* Places of which some must be 1, one of each three, and as few as possible: easy to meet and hard to
 * finish. */
struct covering {
    int n, triple_count;
    int triples[360][3];
};

static struct covering make_covering(int n, uint64_t seed)
{
    struct covering c = {.n = n, .triple_count = 6 * n};
    struct pm_rng rng;
    pm_rng_init(&rng, seed);
    for (int i = 0; i < c.triple_count; i++)
        for (int k = 0; k < 3; k++)
            c.triples[i][k] = pm_rng_below(&rng, n);
    return c;
}

static struct pm_rules *rules_of_covering(const struct covering *c)
{
    struct pm_range ranges[60];
    pm_lit lits[60];
    int weights[60];
    for (int i = 0; i < c->n; i++)
        ranges[i] = (struct pm_range){0, 1};
    struct pm_rules *r = pm_rules_new(c->n, ranges, false, NULL);
    for (int i = 0; i < c->n; i++) {
        lits[i] = pm_is(r, i, 1);
        weights[i] = 1;
    }
    for (int i = 0; i < c->triple_count; i++)
        PM_CLAUSE(r, lits[c->triples[i][0]], lits[c->triples[i][1]],
                  lits[c->triples[i][2]]);
    pm_minimise(r, c->n, lits, weights, 0);
    return r;
}

/* By trying everything. */
static int fewest(const struct covering *c)
{
    int least = c->n;
    for (unsigned set = 0; set < 1u << c->n; set++) {
        int i = 0;
        while (i < c->triple_count &&
               set & (1u << c->triples[i][0] | 1u << c->triples[i][1] |
                      1u << c->triples[i][2]))
            i++;
        int size = __builtin_popcount(set);
        least = i == c->triple_count && size < least ? size : least;
    }
    return least;
}

static int sum_of(int n, const int *answer)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += answer[i];
    return sum;
}

static void a_limit_leaves_the_best_so_far(void **state)
{
    (void)state;
    const struct covering c = make_covering(60, 7);
    struct pm_rules *r = rules_of_covering(&c);
    const struct pm_limits limits = {.conflicts = 300};
    struct pm_engine *e = pm_engine_new(r, &limits);
    int answer[60];
    assert_int_equal(pm_engine_next(e, answer, NULL), PULMA_LIMIT);
    assert_true(pm_engine_has_best(e));
    int cost = sum_of(c.n, answer);
    assert_int_equal(pm_engine_best(e), cost);
    assert_true(pm_engine_bound(e) > 0 && pm_engine_bound(e) < cost);
    pm_engine_free(e);
    pm_rules_free(r);
}

/* Whoever asks again after a limit gets on from there, and to the same end. */
static void what_a_limit_left_open_is_finished_later(void **state)
{
    (void)state;
    int gaps = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const struct covering c = make_covering(16, seed);
        struct pm_rules *r = rules_of_covering(&c);
        struct pm_limits limits = {.conflicts = 1 + (int64_t)seed};
        struct pm_engine *e = pm_engine_new(r, &limits);
        int answer[16];
        pulma_status status = pm_engine_next(e, answer, NULL);
        if (status == PULMA_LIMIT) {
            gaps += pm_engine_has_best(e) && pm_engine_bound(e) < pm_engine_best(e);
            limits.conflicts = 0;
            status = pm_engine_next(e, answer, NULL);
        }
        assert_int_equal(status, PULMA_OK);
        assert_int_equal(sum_of(c.n, answer), fewest(&c));
        pm_engine_free(e);
        pm_rules_free(r);
    }
    assert_true(gaps > 0);
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
    struct pm_rules *r = pm_rules_new(N, ranges, false, NULL);
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
    struct pm_rules *r = pm_rules_new(N, ranges, true, NULL);
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
    for (int i = 0; i < count; i++) {
        const int *places;
        bool difference = strncmp(pm_engine_why_text(e, i), "places", 6) == 0;
        differences += difference;
        assert_int_equal(pm_engine_why_places(e, i, &places), difference ? 1 : 0);
        assert_true(difference == (places != NULL));
    }
    assert_true((count == 3 && differences == 1) || (count == 4 && differences == 2));
    assert_int_equal(pm_engine_why(e, NULL), PULMA_OK);
    pm_engine_free(e);
    pm_rules_free(r);
}

/* What they say of boards that are found is no part of why there is none. */
static void lazy_rules_say_nothing_idle(void **state)
{
    (void)state;
    enum { N = 12 };
    for (int at = 0; at + 1 < N; at++) {
        static const int n = N;
        struct pm_range ranges[N];
        for (int i = 0; i < N; i++)
            ranges[i] = (struct pm_range){1, 3};
        struct pm_rules *r = pm_rules_new(N, ranges, PM_REASONS, NULL);
        pm_lazy(r, neighbours_differ, &n);
        for (int i = 0; i < N; i++) { /* all neighbours differ but two */
            const int value = i == at || i == at + 1 ? 2 : i % 2 ? 1 : 3;
            pm_reason(r, "place %d is %d", i, value);
            pm_fix(r, i, value);
        }
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        assert_int_equal(pm_engine_why(e, NULL), PULMA_OK);
        assert_int_equal(pm_engine_why_count(e), 3);
        pm_engine_free(e);
        pm_rules_free(r);
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
        cmocka_unit_test(what_takes_long_is_left_out_too),
        cmocka_unit_test(leaving_out_ends_after_some_effort),
        cmocka_unit_test(suppositions_can_be_taken_back),
        cmocka_unit_test(engines_do_not_disturb_each_other),
        cmocka_unit_test(a_limit_is_never_an_answer),
        cmocka_unit_test(a_limit_leaves_the_best_so_far),
        cmocka_unit_test(what_a_limit_left_open_is_finished_later),
        cmocka_unit_test(the_same_seed_gives_the_same_answers),
        cmocka_unit_test(lazy_rules_hold_in_every_answer),
        cmocka_unit_test(lazy_rules_are_reasons_too),
        cmocka_unit_test(lazy_rules_say_nothing_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
