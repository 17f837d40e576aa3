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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_mean_what_they_say),
        cmocka_unit_test(counts_are_right_at_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
