/* Facts about what `sat` knows of an objective before it searches: groups of binaries of which at
 * most one is 1, and bounds with a certificate, of which false ones are refused. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
/* clang-format on */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clauses/bound.h"
#include "clauses/sat.h"
#include "clauses/stating.h"
#include "clauses/twins.h"
#include "core/random.h"
#include "program/build.h"
#include "program/exact.h"
#include "programs.h"

/* ---- Random programs of binaries with groups, against trying everything ---- */

enum { COLUMNS = 10, ROWS = 7, GROUPS = 3 };

/* The first rows are groups or nearly so, the others have weights; an integer column stands behind the
 * binaries. */
static struct pm_program *make_program(struct pm_rng *rng)
{
    struct pm_program *p = pm_program_new(COLUMNS, ROWS, ROWS * COLUMNS);
    p->maximise = pm_rng_below(rng, 2);
    p->entry_count = 0;
    for (int j = 0; j < COLUMNS; j++) {
        bool number = j == COLUMNS - 1;
        p->columns[j] = (struct pm_column){.name = "x",
                                           .type = number ? PM_INTEGER : PM_BINARY,
                                           .upper = number ? 3 : 1,
                                           .cost = pm_rng_below(rng, 9) - 4};
    }
    for (int i = 0; i < ROWS; i++) {
        struct pm_row *row = &p->rows[i];
        const int unit = 1 + pm_rng_below(rng, 2), side = pm_rng_below(rng, 7) - 2;
        const int relation = pm_rng_below(rng, 3);
        *row = (struct pm_row){.name = "row", .first = p->entry_count};
        if (i < GROUPS) {
            row->upper = pm_rng_below(rng, 4) ? unit : 2 * unit; /* two: no group */
            row->lower = relation ? -HUGE_VAL : row->upper;
        } else {
            row->lower = relation == 0 ? -HUGE_VAL : side;
            row->upper = relation == 2 ? HUGE_VAL : side;
        }
        for (int j = 0; j < (i < GROUPS ? COLUMNS - 1 : COLUMNS); j++) {
            double value =
                i < GROUPS ? unit * (pm_rng_below(rng, 2)) : pm_rng_below(rng, 7) - 3;
            if (value != 0)
                p->entries[p->entry_count++] = (struct pm_entry){j, value};
        }
        row->count = p->entry_count - row->first;
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

static void groups_change_no_answer(void **state)
{
    (void)state;
    int feasible = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_program *p = make_program(&rng);
        feasible += check_best(p, (int)seed);
        pm_program_free(p);
    }
    assert_in_range(feasible, 100, 399);
}

/* Cells of which as many as possible are to be filled: the groups are the bound, so the first answer
 * that fills all ends the search.  Without them this needs a proof that 9 holes are too few for 10
 * pigeons, which takes clauses for ever. */
static void groups_bound_the_objective(void **state)
{
    (void)state;
    enum { HOLES = 40, PIGEONS = HOLES + 1, ALL = HOLES * PIGEONS };
    struct pm_program *p = pm_program_new(ALL, HOLES + PIGEONS, 2 * ALL);
    p->maximise = true;
    p->entry_count = 0;
    for (int j = 0; j < ALL; j++)
        p->columns[j] =
            (struct pm_column){.name = "x", .type = PM_BINARY, .upper = 1, .cost = 1};
    for (int i = 0; i < HOLES + PIGEONS; i++) {
        p->rows[i] = (struct pm_row){
            .name = "row", .lower = -HUGE_VAL, .upper = 1, .first = p->entry_count};
        for (int k = 0; k < (i < HOLES ? PIGEONS : HOLES); k++)
            p->entries[p->entry_count++] =
                (struct pm_entry){i < HOLES ? i * PIGEONS + k : k * PIGEONS + i - HOLES, 1};
        p->rows[i].count = p->entry_count - p->rows[i].first;
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    double values[ALL];
    struct pm_solved solved = {.values = values};
    const struct pm_limits limits = {.conflicts = 20000};
    assert_int_equal(pm_sat_solve(p, &limits, NULL, &solved, NULL), PULMA_OK);
    assert_int_equal(solved.status, PM_MIP_OPTIMAL);
    assert_true(pm_program_objective(p, values) == HOLES);
    pm_program_free(p);
}

/* One of forty binaries is 1, and only three of them cost anything: of a group with so many the
 * others are not looked at one by one, but the 1 may be there.  The second row tells them apart. */
static void a_large_group_need_not_pay(void **state)
{
    (void)state;
    enum { ALL = 40 };
    struct pm_program *p = pm_program_new(ALL, 2, 2 * ALL);
    for (int j = 0; j < ALL; j++) {
        p->columns[j] = (struct pm_column){
            .name = "x", .type = PM_BINARY, .upper = 1, .cost = j < 3 ? 1 + j : 0};
        p->entries[j] = (struct pm_entry){j, 1};
        p->entries[ALL + j] = (struct pm_entry){j, ALL - j};
    }
    p->rows[0] = (struct pm_row){.name = "one", .lower = 1, .upper = 1, .count = ALL};
    p->rows[1] = (struct pm_row){
        .name = "row", .lower = 5, .upper = HUGE_VAL, .first = ALL, .count = ALL};
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    double values[ALL];
    struct pm_solved solved = {.values = values};
    assert_int_equal(pm_sat_solve(p, &(struct pm_limits){0}, NULL, &solved, NULL),
                     PULMA_OK);
    assert_int_equal(solved.status, PM_MIP_OPTIMAL);
    assert_true(pm_program_objective(p, values) == 0);
    pm_program_free(p);
}

/* ---- Numbers that binaries switch ---- */

enum { SWITCHES = 3, NUMBERS = 4, SWITCHED = SWITCHES + NUMBERS, SUMS = 3 };

/* Three binaries of which at most one, or one, is 1; four numbers, most of them 0 unless their
 * binary is 1, and sums of all. */
static struct pm_program *make_switches(struct pm_rng *rng)
{
    const int rows = 1 + NUMBERS + SUMS;
    struct pm_program *p = pm_program_new(SWITCHED, rows, rows * SWITCHED);
    p->entry_count = 0;
    for (int j = 0; j < SWITCHED; j++)
        p->columns[j] = (struct pm_column){.name = "x",
                                           .type = j < SWITCHES ? PM_BINARY : PM_INTEGER,
                                           .upper = j < SWITCHES ? 1 : 3,
                                           .cost = pm_rng_below(rng, 7) - 3};
    for (int i = 0; i < rows; i++) {
        struct pm_row *row = &p->rows[i];
        const int number = i - 1, sign = pm_rng_below(rng, 2) ? 1 : -1;
        const int side = pm_rng_below(rng, 8) - 2, relation = pm_rng_below(rng, 3);
        *row = (struct pm_row){.name = "row", .first = p->entry_count};
        const int free = pm_rng_below(rng, 6) == 0; /* it may be 1 by itself */
        row->lower = i == 0 ? -relation : i <= NUMBERS ? -HUGE_VAL : side - 2 * relation;
        row->upper = i == 0 ? 1 : i <= NUMBERS ? free : side + relation;
        if (i == 0 && relation == 2)
            row->lower = 1;
        if (i > 0 && i <= NUMBERS && sign < 0) {
            row->lower = -free;
            row->upper = HUGE_VAL;
        }
        for (int j = 0; j < SWITCHED; j++) {
            const double value = i == 0        ? j < SWITCHES
                                 : i > NUMBERS ? pm_rng_below(rng, 5) - 2
                                 : j == SWITCHES + number
                                     ? sign
                                     : -sign * 3 * (j == number % SWITCHES);
            if (value != 0)
                p->entries[p->entry_count++] = (struct pm_entry){j, value};
        }
        row->count = p->entry_count - row->first;
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

static void switched_numbers_change_no_answer(void **state)
{
    (void)state;
    int feasible = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_program *p = make_switches(&rng);
        feasible += check_best(p, (int)seed);
        pm_program_free(p);
    }
    assert_in_range(feasible, 60, 399);
}

/* ---- Twins ---- */

enum { PAIRS = 4, TWINS = 2 * PAIRS, TWIN_ROWS = 4 };

/* Binaries in pairs whose weights are the same in every row, or in all but one; some rows are groups,
 * of others two columns may be 1. */
static struct pm_program *make_twins(struct pm_rng *rng)
{
    struct pm_program *p = pm_program_new(TWINS, TWIN_ROWS, TWIN_ROWS * TWINS);
    p->maximise = pm_rng_below(rng, 2);
    p->entry_count = 0;
    for (int j = 0; j < TWINS; j++)
        p->columns[j] = (struct pm_column){
            .name = "x", .type = PM_BINARY, .upper = 1, .cost = pm_rng_below(rng, 9) - 4};
    const int other = pm_rng_below(rng, 2 * TWINS), odd = pm_rng_below(rng, TWIN_ROWS);
    for (int i = 0; i < TWIN_ROWS; i++) {
        const bool group = i < TWIN_ROWS / 2;
        struct pm_row *row = &p->rows[i];
        *row = (struct pm_row){.name = "row", .first = p->entry_count};
        row->upper = group ? 1 + (pm_rng_below(rng, 3) == 0) : 1 + pm_rng_below(rng, 3);
        row->lower = pm_rng_below(rng, 2) ? row->upper : -HUGE_VAL;
        double value = 0;
        for (int j = 0; j < TWINS; j++) {
            if (j % 2 == 0)
                value = group ? pm_rng_below(rng, 2) : pm_rng_below(rng, 5) - 2;
            const double own = j == other && i == odd ? value + 1 : value;
            if (own != 0)
                p->entries[p->entry_count++] = (struct pm_entry){j, own};
        }
        row->count = p->entry_count - row->first;
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

static void twins_change_no_best_answer(void **state)
{
    (void)state;
    int feasible = 0, all = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct pm_rng rng;
        struct pm_exact x;
        int dropped;
        pm_rng_init(&rng, seed);
        struct pm_program *p = make_twins(&rng);
        feasible += check_best(p, (int)seed);
        assert_int_equal(pm_exact_make(p, true, &x, NULL), PULMA_OK);
        struct pm_groups *groups = pm_groups_new(p, &x);
        assert_true(pm_twins_drop(p, groups, &x, &dropped));
        all += dropped;
        pm_groups_free(groups);
        pm_program_free(p);
    }
    assert_in_range(feasible, 100, 399);
    assert_in_range(all, 400, 400 * PAIRS);
}

/* ---- Families that make each other equations ---- */

enum { PIECES = 3, PLACES = 4, CELLS = 6, TILES = PIECES * PLACES };

/* Pieces in places, each of which covers two of six cells, now and then but one; no cell is covered
 * twice.  Half of the programs say it the other way round, and some let a piece lie twice. */
static struct pm_program *make_pieces(struct pm_rng *rng)
{
    struct pm_program *p = pm_program_new(TILES, PIECES + CELLS, 3 * TILES);
    const int sign = pm_rng_below(rng, 2) ? 1 : -1, twice = pm_rng_below(rng, 4) == 0;
    int covers[TILES][2];
    p->entry_count = 0;
    for (int j = 0; j < TILES; j++) {
        p->columns[j] = (struct pm_column){
            .name = "x", .type = PM_BINARY, .upper = 1, .cost = pm_rng_below(rng, 9) - 4};
        covers[j][0] = pm_rng_below(rng, CELLS);
        covers[j][1] = (covers[j][0] + 1 + pm_rng_below(rng, CELLS - 1)) % CELLS;
        if (pm_rng_below(rng, 40) == 0)
            covers[j][1] = covers[j][0];
    }
    for (int i = 0; i < PIECES + CELLS; i++) {
        const bool piece = i < PIECES;
        struct pm_row *row = &p->rows[i];
        *row = (struct pm_row){.name = piece ? "piece[1]" : "cell[1]",
                               .lower = piece || sign < 0 ? sign : -HUGE_VAL,
                               .upper = piece || sign > 0 ? sign : HUGE_VAL,
                               .first = p->entry_count};
        if (piece && twice)
            *(sign > 0 ? &row->upper : &row->lower) = 2 * sign;
        for (int j = 0; j < TILES; j++)
            if (piece ? j / PLACES == i
                      : covers[j][0] == i - PIECES || covers[j][1] == i - PIECES)
                p->entries[p->entry_count++] = (struct pm_entry){j, sign};
        row->count = p->entry_count - row->first;
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

static void equations_lose_no_answer(void **state)
{
    (void)state;
    int feasible = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_program *p = make_pieces(&rng);
        feasible += check_best(p, (int)seed);
        pm_program_free(p);
    }
    assert_in_range(feasible, 40, 199);
}

/* As many pigeons as holes, of which nobody may use one.  That every pigeon has a hole makes it an
 * equation that every hole has a pigeon, and there the search ends; else it would not. */
static void families_make_equations(void **state)
{
    (void)state;
    enum { ALL = 30 };
    struct pm_program *p = pm_program_new(ALL * ALL, 2 * ALL, 2 * ALL * ALL);
    p->entry_count = 0;
    for (int j = 0; j < ALL * ALL; j++)
        p->columns[j] =
            (struct pm_column){.name = "x", .type = PM_BINARY, .upper = j % ALL != ALL / 2};
    for (int i = 0; i < 2 * ALL; i++) {
        const bool pigeon = i < ALL;
        p->rows[i] = (struct pm_row){.name = pigeon ? "pigeon[1]" : "hole[1]",
                                     .lower = pigeon ? 1 : -HUGE_VAL,
                                     .upper = 1,
                                     .first = p->entry_count,
                                     .count = ALL};
        for (int k = 0; k < ALL; k++)
            p->entries[p->entry_count++] =
                (struct pm_entry){pigeon ? i * ALL + k : k * ALL + i - ALL, 1};
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    double values[ALL * ALL];
    struct pm_solved solved = {.values = values};
    const struct pm_limits limits = {.conflicts = 1000};
    assert_int_equal(pm_sat_solve(p, &limits, NULL, &solved, NULL), PULMA_OK);
    assert_int_equal(solved.status, PM_MIP_INFEASIBLE);
    pm_program_free(p);
}

/* Two pieces of two cells on four cells, as many as possible: `price` is what one place costs on top. */
static struct pm_program *two_pieces(double price)
{
    static const int cells[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}}; /* per place */
    struct pm_program *p = pm_program_new(4, 6, 12);
    p->maximise = true;
    p->entry_count = 0;
    for (int j = 0; j < 4; j++)
        p->columns[j] = (struct pm_column){
            .name = "x", .type = PM_BINARY, .upper = 1, .cost = j == 0 ? 1 - price : 1};
    for (int i = 0; i < 6; i++) {
        p->rows[i] = (struct pm_row){.name = i < 2 ? "piece[1]" : "cell[1]",
                                     .lower = -HUGE_VAL,
                                     .upper = 1,
                                     .first = p->entry_count};
        for (int j = 0; j < 4; j++)
            if (i < 2 ? j % 2 == i : cells[j][0] == i - 2 || cells[j][1] == i - 2)
                p->entries[p->entry_count++] = (struct pm_entry){j, 1};
        p->rows[i].count = p->entry_count - p->rows[i].first;
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

/* If all pieces are to be used, every piece and every cell is an equation; but not if an answer
 * that uses them all may cost more than the bound says. */
static void the_best_case_is_equations(void **state)
{
    (void)state;
    for (int price = 0; price < 2; price++) {
        struct pm_program *p = two_pieces(price);
        struct pm_sat s = {.program = p};
        assert_int_equal(pm_exact_make(p, true, &s.exact, NULL), PULMA_OK);
        assert_int_equal(pm_sat_best_case(&s), price == 0);
        for (int i = 0; price == 0 && i < 6; i++)
            assert_true(s.exact.rows[i].lower == 1 && s.exact.rows[i].upper == 1);
        assert_true(price > 0 || s.best == -2);
        assert_true(check_best(p, price));
        pm_program_free(p);
    }
}

/* minimise 2x + 2y + 4z + 2u + 2v, 2x + 2y + 4z >= 3 and u + v >= 1.  As costs are even, 5 means 6; so
 * u + v = 1 in answers of that cost, but what satisfies it may cost more. */
static void answers_of_the_best_case_are_judged(void **state)
{
    (void)state;
    static const struct pm_entry entries[] = {{0, 2}, {1, 2}, {2, 4}, {3, 1}, {4, 1}};
    struct pm_program *p = pm_program_new(5, 2, 5);
    for (int j = 0; j < 5; j++)
        p->columns[j] = (struct pm_column){
            .name = "x", .type = PM_BINARY, .upper = 1, .cost = j == 2 ? 4 : 2};
    memcpy(p->entries, entries, sizeof entries);
    p->rows[0] =
        (struct pm_row){.name = "row[1]", .lower = 3, .upper = HUGE_VAL, .count = 3};
    p->rows[1] = (struct pm_row){
        .name = "row[2]", .lower = 1, .upper = HUGE_VAL, .first = 3, .count = 2};
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    struct pm_sat s = {.program = p};
    assert_int_equal(pm_exact_make(p, true, &s.exact, NULL), PULMA_OK);
    assert_true(pm_sat_best_case(&s));
    assert_true(s.best == 6 && s.exact.rows[1].upper == 1);
    assert_true(check_best(p, 0));
    pm_program_free(p);
}

/* ---- Certificates ---- */

static int64_t least_cost(const struct pm_program *p, const struct pm_exact *x, double best)
{
    return (int64_t)llround((best - p->constant) / x->cost_scale);
}

/* Whatever the multipliers are, what is proved is true; what is more than that is refused. */
static void certificates_prove_no_more_than_is_true(void **state)
{
    (void)state;
    int proofs = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct pm_rng rng;
        double best = 0, multipliers[ROWS];
        struct pm_exact x;
        struct pm_bound b;
        pm_rng_init(&rng, seed);
        struct pm_program *p = make_program(&rng);
        assert_int_equal(pm_exact_make(p, true, &x, NULL), PULMA_OK);
        bool found = best_of_all(p, &best);
        for (int i = 0; i < ROWS; i++)
            multipliers[i] = (pm_rng_below(&rng, 13) - 6) / 3.0;
        bool some = seed % 2 ? pm_bound_round(p, &x, multipliers, &b)
                             : pm_bound_family(p, &x, 0, 1 + pm_rng_below(&rng, ROWS),
                                               seed % 4 == 0, &b);
        if (!found || !some) {
            pm_program_free(p);
            continue;
        }
        const int64_t least = least_cost(p, &x, best);
        assert_true(pm_bound_check(p, &x, &b, NULL, NULL));
        if (b.value > least)
            fail_msg("seed %d: %d is proved, but %d is possible", (int)seed, (int)b.value,
                     (int)least);
        proofs++;
        b.value = least + 1;
        assert_false(pm_bound_check(p, &x, &b, NULL, NULL));
        pm_program_free(p);
    }
    assert_in_range(proofs, 50, 300);
}

/* minimise x + y, x + y >= 3 and x - y <= 1, both at most 5. */
static struct pm_program *two_columns(struct pm_exact *x)
{
    static const struct pm_entry entries[] = {{0, 1}, {1, 1}, {0, 1}, {1, -1}};
    struct pm_program *p = pm_program_new(2, 2, 4);
    for (int j = 0; j < 2; j++)
        p->columns[j] =
            (struct pm_column){.name = "x", .type = PM_INTEGER, .upper = 5, .cost = 1};
    p->rows[0] = (struct pm_row){.name = "sum", .lower = 3, .upper = HUGE_VAL, .count = 2};
    p->rows[1] = (struct pm_row){
        .name = "difference", .lower = -HUGE_VAL, .upper = 1, .first = 2, .count = 2};
    memcpy(p->entries, entries, sizeof entries);
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    assert_int_equal(pm_exact_make(p, true, x, NULL), PULMA_OK);
    return p;
}

static void false_certificates_are_refused(void **state)
{
    (void)state;
    static const struct {
        int64_t multipliers[2], denominator, value;
        bool good;
    } cases[] = {
        {{1, 0}, 1, 3, true},
        {{1, 0}, 1, 4, false}, /* claims more than it proves */
        {{1, 0}, 1, 2, true},  /* or less */
        {{2, 0}, 2, 3, true},
        {{2, 0}, 1, 3, false},         /* overshoots: reduced costs of -1 take it back */
        {{-1, 0}, 1, 0, false},        /* the sum has no upper side */
        {{1, 1}, 1, 3, false},         /* nor the difference a lower one */
        {{1, -1}, 1, 3, false},        /* the second row makes it weaker */
        {{1, 0}, 0, 3, false},         /* no denominator */
        {{-1, 0}, -1, 3, false},       /* a negative one turns the sides round */
        {{INT64_MAX, 0}, 1, 3, false}, /* too large to be added up */
        {{1, 0}, INT64_MAX, 2, false}, /* proves next to nothing */
        {{0, INT64_MIN}, 1, 0, false}, /* has no negation */
        {{INT64_MAX / 2, 0}, INT64_MAX / 2, 3, false}, /* right, but it overflows */
    };
    struct pm_exact x;
    struct pm_program *p = two_columns(&x);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t multipliers[2] = {cases[i].multipliers[0], cases[i].multipliers[1]};
        struct pm_bound b = {multipliers, cases[i].denominator, cases[i].value};
        if (pm_bound_check(p, &x, &b, NULL, NULL) != cases[i].good)
            fail_msg("case %d", (int)i);
    }
    pm_program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_change_no_answer),
        cmocka_unit_test(groups_bound_the_objective),
        cmocka_unit_test(a_large_group_need_not_pay),
        cmocka_unit_test(switched_numbers_change_no_answer),
        cmocka_unit_test(twins_change_no_best_answer),
        cmocka_unit_test(equations_lose_no_answer),
        cmocka_unit_test(families_make_equations),
        cmocka_unit_test(the_best_case_is_equations),
        cmocka_unit_test(answers_of_the_best_case_are_judged),
        cmocka_unit_test(certificates_prove_no_more_than_is_true),
        cmocka_unit_test(false_certificates_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
