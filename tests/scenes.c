#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scenes.h"

#include <stdlib.h>
#include <string.h>

/* ---- One rule ---- */

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

bool holds(const struct scene *s, const int *answer)
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

int brute_count(const struct scene *s)
{
    int answer[MAX_PLACES], count = 0;
    for (int place = 0; place < s->place_count; place++)
        answer[place] = s->ranges[place].min;
    do
        count += holds(s, answer);
    while (advance(s, answer));
    return count;
}

struct pm_rules *rules_of(const struct scene *s, enum pm_detail detail)
{
    struct pm_rules *r = pm_rules_new(s->place_count, s->ranges, detail, NULL);
    assert_non_null(r);
    if (s->guard >= 0)
        pm_under(r, literal(r, s->guard + 1));
    state_rule(s, r);
    if (s->guard >= 0)
        pm_under_end(r);
    return r;
}

/* ---- By chance ---- */

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

void make_scene(struct scene *s, enum rule rule, struct pm_rng *rng)
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

/* ---- Several rules at once ---- */

void make_board(struct board *b, int rule_count, struct pm_rng *rng)
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

static void state_board(const struct board *b, struct pm_rules *r, bool costs)
{
    const struct scene *places = &b->rules[0];
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
}

struct pm_rules *rules_of_board(const struct board *b, bool explaining, bool costs)
{
    const struct scene *places = &b->rules[0];
    struct pm_rules *r =
        pm_rules_new(places->place_count, places->ranges, explaining, NULL);
    assert_non_null(r);
    state_board(b, r, costs);
    return r;
}

static struct pm_range values_of_board(const void *board, int place)
{
    return ((const struct board *)board)->rules[0].ranges[place];
}

static void state_without_costs(const void *board, struct pm_rules *r)
{
    state_board(board, r, false);
}

static void state_with_costs(const void *board, struct pm_rules *r)
{
    state_board(board, r, true);
}

struct pm_question question_of_board(const struct board *b, bool costs)
{
    return (struct pm_question){.places = b->rules[0].place_count,
                                .values = values_of_board,
                                .state = costs ? state_with_costs : state_without_costs,
                                .puzzle = b};
}

bool board_holds(const struct board *b, const int *answer, unsigned without)
{
    for (int i = 0; i < b->rule_count; i++)
        if ((without >> i & 1) == 0 && !holds(&b->rules[i], answer))
            return false;
    return true;
}

int64_t cost_of(const struct board *b, const int *answer)
{
    int64_t cost = 100;
    for (int i = 0; i < b->rules[0].place_count; i++)
        cost += truth(&b->rules[0], answer, i + 1) ? b->cost_weights[i] : 0;
    return cost;
}

struct tried try_all(const struct board *b, unsigned without, bool costs)
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

/* ---- Larger boards ---- */

static struct pm_range values_of_pigeon(const void *holes, int pigeon)
{
    (void)pigeon;
    return (struct pm_range){1, ((const int *)holes)[1]};
}

static void state_pigeons(const void *holes_of, struct pm_rules *r)
{
    const int count = ((const int *)holes_of)[0], holes = ((const int *)holes_of)[1];
    int numbers[32];
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    for (int hole = 1; hole <= holes; hole++) {
        pm_lit lits[32];
        for (int i = 0; i < count; i++)
            lits[i] = pm_is(r, i, hole);
        pm_reason(r, "hole %d holds one", hole);
        pm_reason_places(r, count, numbers);
        pm_count(r, count, lits, PM_AT_MOST, 1);
    }
}

struct pm_rules *pigeons(int count, int holes, bool explaining)
{
    const int both[2] = {count, holes};
    struct pm_range ranges[32];
    for (int i = 0; i < count; i++)
        ranges[i] = values_of_pigeon(both, i);
    struct pm_rules *r = pm_rules_new(count, ranges, explaining, NULL);
    assert_non_null(r);
    state_pigeons(both, r);
    return r;
}

struct pm_question question_of_pigeons(const int *count_and_holes)
{
    return (struct pm_question){.places = count_and_holes[0],
                                .values = values_of_pigeon,
                                .state = state_pigeons,
                                .puzzle = count_and_holes};
}
