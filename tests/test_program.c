/* Facts about mathematical programs: translating, solving, refusing.  Small models whose
 * answers are known or found by trying everything, on every solver that is there. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
/* clang-format on */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "program/switches.h"
#include "programs.h"

static const char *const solvers[] = {"glpk", "cbc", "sat"};
enum { SOLVERS = 3 };

/* ---- Answers ---- */

static void every_solver_gives_the_best_answer(void **state)
{
    (void)state;
    for (int s = 0; s < SOLVERS; s++) {
        struct pm_model_result result;
        pulma_error err;
        assert_int_equal(solve_text(solvers[s], knapsack, knapsack_data, 0, &result, &err),
                         PULMA_OK);
        assert_int_equal(result.status, PM_MIP_OPTIMAL);
        assert_string_equal(result.printed.data, "a1b0c1\n");
        assert_true(result.has_objective && result.maximise && result.has_bound);
        assert_true(result.objective == 18 && result.bound == 18);
        pm_model_result_free(&result);
    }
}

static void what_has_no_answer_is_told_from_what_has_no_end(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        enum pm_mip_status status;
        bool sat; /* can represent it */
    } cases[] = {
        {"var x, binary; var y, binary; s.t. a: x + y >= 2; s.t. b: x + y <= 1; solve; "
         "end;\n",
         PM_MIP_INFEASIBLE, true},
        {"var x >= 0, <= 3; s.t. a: x >= 4; solve; end;\n", PM_MIP_INFEASIBLE, true},
        /* No fraction is an integer, though the relaxation has one. */
        {"var x, integer, >= 0, <= 9; s.t. a: 2 * x = 7; solve; end;\n", PM_MIP_INFEASIBLE,
         true},
        {"var x, integer, >= 0; maximize o: x; s.t. a: x >= 1; solve; end;\n",
         PM_MIP_UNBOUNDED, false},
        {"var x >= 0; var y >= 0; maximize o: x; s.t. a: x - y <= 1; solve; end;\n",
         PM_MIP_UNBOUNDED, false},
        /* Without an end and without an answer: the second counts. */
        {"var x, integer, >= 0; var y, binary; maximize o: x; s.t. a: x >= 1; s.t. b: 2 * "
         "y = 1; "
         "solve; end;\n",
         PM_MIP_INFEASIBLE, false},
        {"var x >= 0; maximize o: x; s.t. a: x <= 2.5; solve; printf \"%g\", x; end;\n",
         PM_MIP_OPTIMAL, false},
        {"solve; printf \"nothing to do\\n\"; end;\n", PM_MIP_OPTIMAL, true},
        {"param n := 0; var x{1..3}, binary; s.t. none{i in 1..n}: x[i] = 1; minimize o: "
         "7; solve; "
         "end;\n",
         PM_MIP_OPTIMAL, true},
        {"var x, binary; s.t. a: 0 * x >= 1; solve; end;\n", PM_MIP_INFEASIBLE, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int s = 0; s < SOLVERS; s++) {
            struct pm_model_result result;
            pulma_error err;
            pulma_status status =
                solve_text(solvers[s], cases[i].model, "", 0, &result, &err);
            bool refused = s == 2 && !cases[i].sat;
            if (status != (refused ? PULMA_UNAVAILABLE : PULMA_OK))
                fail_msg("%s on %s: %d %s", solvers[s], cases[i].model, (int)status,
                         err.message);
            if (!refused && result.status != cases[i].status)
                fail_msg("%s on %s: status %d", solvers[s], cases[i].model,
                         (int)result.status);
            pm_model_result_free(&result);
        }
}

/* Thirteen pigeons in twelve holes, as a plain count and as pairs: hard for all of them. */
static const char pigeons[] =
    "param n := 13;\n"
    "var x{1..n, 1..n-1}, binary;\n"
    "s.t. home{p in 1..n}: sum{h in 1..n-1} x[p,h] = 1;\n"
    "s.t. alone{p in 1..n, q in p+1..n, h in 1..n-1}: x[p,h] + x[q,h] <= 1;\n"
    "s.t. parity: sum{p in 1..n, h in 1..n-1} (p * h mod 7) * x[p,h] = 37;\n"
    "solve; end;\n";

static void a_limit_is_not_an_answer(void **state)
{
    (void)state;
    for (int s = 0; s < SOLVERS; s++) {
        struct pm_source source = source_of(pigeons, "");
        struct pm_model_options options = {.solver = solvers[s]};
        struct pm_limits limits = {.deadline = pm_clock() + 1.5};
        struct pm_model_result result;
        pulma_error err = {0};
        pulma_status status = pm_model_solve(&source, &options, &limits, &result, &err);
        assert_int_equal(status, PULMA_OK);
        /* A fast machine may prove it in time; nobody may find an answer. */
        assert_true(result.status == PM_MIP_LIMIT || result.status == PM_MIP_INFEASIBLE);
        pm_model_result_free(&result);
    }
    /* A limit of nodes strikes at the same place every time: a program with an answer is never
     * called infeasible. */
    static const char feasible[] =
        "set I := 1..30; var x{I}, binary; maximize o: sum{i in I} (i * i mod 17 + 3) * "
        "x[i];\n"
        "s.t. a: sum{i in I} (i * 7 mod 13 + 5) * x[i] <= 97;\n"
        "s.t. b: sum{i in I} (i * 5 mod 11 + 2) * x[i] = 61; solve; end;\n";
    for (int s = 0; s < SOLVERS; s++) {
        struct pm_source source = source_of(feasible, "");
        struct pm_model_options options = {.solver = solvers[s]};
        struct pm_limits limits = {.conflicts = 1};
        struct pm_model_result result;
        pulma_error err = {0};
        assert_int_equal(pm_model_solve(&source, &options, &limits, &result, &err),
                         PULMA_OK);
        assert_true(result.status == PM_MIP_LIMIT || result.status == PM_MIP_FEASIBLE ||
                    result.status == PM_MIP_OPTIMAL);
        if (result.status == PM_MIP_FEASIBLE && result.has_bound)
            assert_true(result.bound >= result.objective - 1e-6);
        pm_model_result_free(&result);
    }
}

/* ---- Random programs against trying everything ---- */

enum { COLUMNS = 5, ROWS = 5 };

struct tiny {
    int lower[COLUMNS], upper[COLUMNS], cost[COLUMNS], weight[ROWS][COLUMNS], side[ROWS];
    int relation[ROWS]; /* 0 <=, 1 =, 2 >= */
    bool maximise;
};

static void make_tiny(struct pm_rng *rng, struct tiny *t)
{
    *t = (struct tiny){.maximise = pm_rng_below(rng, 2)};
    for (int j = 0; j < COLUMNS; j++) {
        t->lower[j] = pm_rng_below(rng, 3) - 1;
        t->upper[j] = t->lower[j] + (pm_rng_below(rng, 2) ? 1 : pm_rng_below(rng, 5));
        t->cost[j] = pm_rng_below(rng, 7) - 3;
    }
    for (int i = 0; i < ROWS; i++) {
        t->relation[i] = pm_rng_below(rng, 5) % 3;
        t->side[i] = pm_rng_below(rng, 9) - 2;
        int shape = pm_rng_below(rng, 3); /* sparse, of ones, or with a big number */
        for (int j = 0; j < COLUMNS; j++)
            t->weight[i][j] = shape == 0   ? pm_rng_below(rng, 3) - 1
                              : shape == 1 ? 1
                                           : (pm_rng_below(rng, 3) - 1) * (j ? 1 : 5);
    }
}

static void write_tiny(const struct tiny *t, struct pm_out *out)
{
    for (int j = 0; j < COLUMNS; j++)
        pm_out_f(out, "var x%d, integer, >= %d, <= %d;\n", j, t->lower[j], t->upper[j]);
    pm_out_f(out, "%s o: 0", t->maximise ? "maximize" : "minimize");
    for (int j = 0; j < COLUMNS; j++)
        pm_out_f(out, " + (%d) * x%d", t->cost[j], j);
    pm_out_text(out, ";\n");
    for (int i = 0; i < ROWS; i++) {
        pm_out_f(out, "s.t. r%d: 0", i);
        for (int j = 0; j < COLUMNS; j++)
            pm_out_f(out, " + (%d) * x%d", t->weight[i][j], j);
        pm_out_f(out, " %s %d;\n",
                 t->relation[i] == 0   ? "<="
                 : t->relation[i] == 1 ? "="
                                       : ">=",
                 t->side[i]);
    }
    pm_out_text(out, "solve;\nprintf \"%d %d %d %d %d\\n\", x0, x1, x2, x3, x4;\nend;\n");
}

static bool satisfies(const struct tiny *t, const int *x)
{
    for (int i = 0; i < ROWS; i++) {
        int sum = 0;
        for (int j = 0; j < COLUMNS; j++)
            sum += t->weight[i][j] * x[j];
        if (t->relation[i] == 0   ? sum > t->side[i]
            : t->relation[i] == 1 ? sum != t->side[i]
                                  : sum < t->side[i])
            return false;
    }
    return true;
}

static int cost_of(const struct tiny *t, const int *x)
{
    int sum = 0;
    for (int j = 0; j < COLUMNS; j++)
        sum += t->cost[j] * x[j];
    return sum;
}

/* Tries everything; false if nothing fits. */
static bool best_of(const struct tiny *t, int *best)
{
    int x[COLUMNS];
    bool found = false;
    memcpy(x, t->lower, sizeof x);
    for (;;) {
        if (satisfies(t, x)) {
            int cost = cost_of(t, x);
            if (!found || (t->maximise ? cost > *best : cost < *best))
                *best = cost;
            found = true;
        }
        int j = 0;
        while (j < COLUMNS && ++x[j] > t->upper[j]) {
            x[j] = t->lower[j];
            j++;
        }
        if (j == COLUMNS)
            return found;
    }
}

static void solvers_agree_with_trying_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct pm_rng rng;
        struct tiny t;
        struct pm_out text = {0};
        int best = 0;
        pm_rng_init(&rng, seed);
        make_tiny(&rng, &t);
        write_tiny(&t, &text);
        bool found = best_of(&t, &best);
        for (int s = 0; s < SOLVERS; s++) {
            struct pm_model_result result;
            pulma_error err;
            if (solve_text(solvers[s], text.data, "", 0, &result, &err) != PULMA_OK)
                fail_msg("seed %d, %s: %s\n%s", (int)seed, solvers[s], err.message,
                         text.data);
            if (result.status != (found ? PM_MIP_OPTIMAL : PM_MIP_INFEASIBLE))
                fail_msg("seed %d, %s: status %d\n%s", (int)seed, solvers[s],
                         (int)result.status, text.data);
            int x[COLUMNS];
            if (found && (sscanf(result.printed.data, "%d %d %d %d %d", &x[0], &x[1], &x[2],
                                 &x[3], &x[4]) != 5 ||
                          !satisfies(&t, x) || cost_of(&t, x) != best))
                fail_msg("seed %d, %s: %s, but %d is possible\n%s", (int)seed, solvers[s],
                         result.printed.data, best, text.data);
            pm_model_result_free(&result);
        }
        pm_out_free(&text);
    }
}

/* ---- Products and absolute values ---- */

static void products_and_absolute_values_have_their_published_size(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        bool linearise;
        int variables, constraints;
        int64_t nonzeros;
        const char *kind;
    } cases[] = {
        {products, false, 6, 2, 9, "MINLP"},
        {products, true, 15, 20, 9 + 54, "BLP"},
        {distances, false, 3, 4, 8, "MINLP"},
        {distances, true, 6, 8, 18 + 4, "ILP"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_program *program = translate(cases[i].model, cases[i].linearise);
        struct pm_size size;
        assert_int_equal(pm_program_size(program, false, &size), PULMA_OK);
        assert_int_equal(size.variables, cases[i].variables);
        assert_int_equal(size.constraints, cases[i].constraints);
        assert_int_equal(size.nonzeros, cases[i].nonzeros);
        assert_string_equal(size.kind, cases[i].kind);
        pm_program_free(program);
    }
}

/* As few products as possible: each is there as soon as both its factors are. */
static const char few_products[] =
    "var x{1..3}, binary; var y{1..3}, binary; var s{1..3, 1..3}, binary;\n"
    "minimize o: sum{i in 1..3, j in 1..3} i * s[i,j];\n"
    "s.t. some: sum{i in 1..3} x[i] = 2; s.t. others: sum{i in 1..3} y[i] = 2;\n"
    "s.t. product_s{i in 1..3, j in 1..3}: 0 <= x[i] + y[j] - 2*s[i,j] <= 1;\n"
    "solve; printf \"%d\", sum{i in 1..3, j in 1..3} s[i,j]; end;\n";

static void products_and_absolute_values_mean_what_they_say(void **state)
{
    (void)state;
    for (int s = 0; s < SOLVERS; s++) {
        struct pm_model_result result;
        pulma_error err;
        assert_int_equal(solve_text(solvers[s], products, "", 0, &result, &err), PULMA_OK);
        assert_string_equal(result.printed.data, "000000000");
        assert_true(result.objective == 14); /* x2, x3, y1, y2 */
        pm_model_result_free(&result);
        assert_int_equal(solve_text(solvers[s], few_products, "", 0, &result, &err),
                         PULMA_OK);
        assert_string_equal(result.printed.data, "4");
        assert_true(result.objective == 6); /* x1, x2 */
        pm_model_result_free(&result);
        /* No three numbers of 1..4 are two apart. */
        assert_int_equal(solve_text(solvers[s], distances, "", 0, &result, &err), PULMA_OK);
        assert_int_equal(result.status, PM_MIP_INFEASIBLE);
        pm_model_result_free(&result);
    }
}

static void definitions_are_held_to_their_form(void **state)
{
    (void)state;
    static const struct {
        const char *model, *words;
    } cases[] = {
        {"var x, binary; var y, binary; var s, binary; s.t. product_s: x + y - s <= 1; "
         "solve; end;\n",
         "0 <= x + y - 2*s <= 1"},
        {"var x >= 0, <= 1; var y, binary; var s, binary; s.t. product_s: 0 <= x + y - 2*s "
         "<= 1; "
         "solve; end;\n",
         "binary"},
        {"var x, binary; var y, binary; var s, binary; s.t. product_s{i in 1..2}: 0 <= x + "
         "y - 2*s "
         "<= 1; solve; end;\n",
         "second time"},
        {"var x >= 0, <= 8; var y >= 0, <= 8; var d, binary; s.t. abs_d: 1 <= x - y + 8*d "
         "<= 7; solve; "
         "end;\n",
         "needs at least 9"},
        {"var x >= 0, <= 8; var d, binary; s.t. abs_d: 1 <= x + 9*d <= 8; s.t. use: d = 1; "
         "solve; "
         "end;\n",
         "occurs nowhere else"},
        {"var x >= 0, <= 8; var y >= 0, <= 8; s.t. abs_d_more: x - y <= 3; solve; end;\n",
         "'less' for 'more'"},
        {"var x >= 0, <= 8; var y >= 0, <= 8; s.t. abs_d_less: x - y <= 3; solve; end;\n",
         "'more' for 'less'"},
        {"var x >= 0, <= 8; var y, binary; s.t. abs_d_more: x + 8*y <= 8; s.t. abs_d_less: "
         "-x + 8*y <= 7; solve; end;\n",
         "-e + f <= a"},
        {"var x >= 0, <= 8; var y, binary; s.t. abs_d_more: x + 8*y <= 8; s.t. abs_d_less: "
         "-x + 7*y <= 8; solve; end;\n",
         "-e + f <= a"},
        {"var x >= 0, <= 8; var y, binary; s.t. abs_d_more: x + 8*y <= 8; s.t. abs_d_less: "
         "x + 8*y <= 8; solve; end;\n",
         "-e + f <= a"},
        {"var x >= 0, <= 8; var y, binary; s.t. abs_d_more{i in 1..2}: x + 8*y <= 8; s.t. "
         "abs_d_less{i in 2..3}: -x + 8*y <= 8; solve; end;\n",
         "abs_d_more[1]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_model_result result;
        pulma_error err;
        assert_int_equal(solve_text("glpk", cases[i].model, "", 0, &result, &err),
                         PULMA_BAD_TEXT);
        if (!strstr(err.message, cases[i].words))
            fail_msg("%s: %s", cases[i].model, err.message);
        pm_model_result_free(&result);
    }
}

/* ---- Errors ---- */

static void errors_point_at_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *model, *data;
        int line;
        const char *words;
    } cases[] = {
        {"var x;\ns.t. a: x >= 1\ns.t. b: x <= 2;\nsolve;\nend;\n", "", 3, "syntax error"},
        {"var x;\nsolve;\nprintf \"%d\", y;\nend;\n", "", 3, "y not defined"},
        {"param p;\nvar x >= p;\ns.t. a: x >= 2;\nsolve;\nend;\n", "", 3, "no value for p"},
        {"param p;\nvar x >= p;\ns.t. a: x >= 2;\nsolve;\nend;\n",
         "data;\nparam q := 3;\nend;\n", 3, "no value for p; the puzzle gives q"},
        {"set p;\nvar x >= card(p);\ns.t. a: x >= 2;\nsolve;\nend;\n",
         "data;\nparam p := 3;\nend;\n", 2, "line 2 of the data"},
        {"param p;\nvar x >= p;\ns.t. a: x >= 2;\nsolve;\nend;\n",
         "data;\nparam p := x;\nend;\n", 2, "line 2 of the data"},
        {"var x;\nsolve;\nprintf \"%d\",\n 1 / 0;\nend;\n", "", 3, "zero divide"},
        {"", "", 1, "empty"},
        {"\x01\xFF", "", 1, ""},
        {"var x; /* unfinished", "", 1, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_model_result result;
        pulma_error err;
        pulma_status status =
            solve_text("glpk", cases[i].model, cases[i].data, 0, &result, &err);
        if (status != PULMA_BAD_TEXT)
            fail_msg("case %d: %d %s", (int)i, (int)status, err.message);
        if (cases[i].line != err.line || !strstr(err.message, cases[i].words))
            fail_msg("case %d: line %d: %s", (int)i, err.line, err.message);
        pm_model_result_free(&result);
    }
}

/* That a model does not do such puzzles is no fault of it. */
static void models_may_refuse(void **state)
{
    (void)state;
    static const char *const names[] = {"glpk", "sat"};
    for (int i = 0; i < 2; i++) {
        struct pm_model_result result;
        pulma_error err;
        assert_int_equal(solve_text(names[i],
                                    "param p;\ncheck: p < 3;\nvar x;\nsolve;\nend;\n",
                                    "data;\nparam p := 3;\nend;\n", 0, &result, &err),
                         PULMA_UNAVAILABLE);
        assert_int_equal(err.line, 2);
        assert_non_null(strstr(err.message, "it needs p < 3"));
        pm_model_result_free(&result);
    }
}

/* ---- What sat cannot represent ---- */

static void sat_refuses_what_it_cannot_represent(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        bool fits;
    } cases[] = {
        /* An ordering and a flow: whole in every vertex. */
        {"set I := 1..3; var z{I} >= 1, <= 3; var x{I,I}, binary; s.t. o{i in I, j in I: i "
         "<> j}: "
         "z[j] >= z[i] + 1 - 3 * (1 - x[i,j]); s.t. c: sum{i in I, j in I: i < j} x[i,j] = "
         "3; solve; "
         "end;\n",
         true},
        {"set I := 1..3; var y{I} >= 0, <= 4; s.t. keep: y[1] - y[2] = 0; s.t. on: y[2] - "
         "y[3] = 1; "
         "s.t. c: y[1] >= 2; solve; end;\n",
         true},
        {"var y{1..4} >= 0, <= 4; minimize o: y[1]; s.t. a: y[1] + y[2] + y[3] = 4; s.t. "
         "b: "
         "y[3] + y[4] - y[2] = 1; s.t. c: y[4] >= 1; solve; end;\n",
         false},
        {"var y{1..4} >= 0, <= 4; minimize o: y[1]; s.t. a: y[1] + y[2] + y[3] = 4; s.t. "
         "b: "
         "y[2] + y[3] - y[4] = 1; s.t. c: y[4] >= 1; solve; end;\n",
         true},
        /* A triangle of sums: 1/2 is a vertex. */
        {"var y{1..3} >= 0, <= 1; s.t. a: y[1] + y[2] = 1; s.t. b: y[2] + y[3] = 1; s.t. "
         "c: y[1] + y[3] "
         "= 1; solve; end;\n",
         false},
        {"var y >= 0, <= 4; s.t. a: 2 * y = 3; solve; end;\n", false},
        {"var y >= 0; s.t. a: y >= 1; solve; end;\n", false},
        {"var y >= 0.5, <= 2; s.t. a: y >= 1; solve; end;\n", false},
        {"var x, integer, >= 0, <= 1000000; s.t. a: x >= 3; solve; end;\n", false},
        {"var x, binary; var y, binary; s.t. a: 0.123456789 * x + y <= 1; solve; end;\n",
         false},
        {"var x, binary; minimize o: 0.25 * x; s.t. a: 0.5 * x >= 0.5; solve; end;\n",
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_model_result result;
        pulma_error err;
        pulma_status status = solve_text("sat", cases[i].model, "", 0, &result, &err);
        if (status != (cases[i].fits ? PULMA_OK : PULMA_UNAVAILABLE))
            fail_msg("%s: %d %s", cases[i].model, (int)status, err.message);
        if (cases[i].fits)
            assert_int_equal(result.status, PM_MIP_OPTIMAL);
        else
            assert_true(strlen(err.message) > 10);
        pm_model_result_free(&result);
    }
}

/* ---- Why ---- */

static void why_names_constraints_that_conflict(void **state)
{
    (void)state;
    static const struct {
        const char *model, *why;
    } cases[] = {
        {"set I := 1..4; var x{I}, binary; s.t. low{i in I}: x[i] >= i mod 2; s.t. pair{i "
         "in 1..3}: x[i] + "
         "x[i+1] <= 1; s.t. some: x[1] + x[2] + x[4] >= 2; solve; "
         "end;\n",
         "low[3] pair[1] pair[3] some"},
        /* Too wide for sat: found by leaving out, in the relaxation and with integers. */
        {"var x >= 0, <= 1e6; var y >= 0, <= 1e6; s.t. a: x + y <= 7; s.t. b: x - y >= 8; "
         "s.t. c: x <= 900; "
         "s.t. d: y >= 1.5; solve; end;\n",
         "a b"},
        {"var x, integer, >= 0, <= 100000; var y, integer, >= 0, <= 9; s.t. a: 2 * x - 4 * "
         "y = 1; s.t. b: "
         "x <= 5; s.t. c: y >= 0; solve; end;\n",
         "a"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int s = 0; s < 2; s++) {
            struct pm_source source = source_of(cases[i].model, "");
            struct pm_model_options options = {.solver = solvers[s], .why = true};
            struct pm_model_result result;
            struct pm_out got = {0};
            pulma_error err = {0};
            assert_int_equal(pm_model_solve(&source, &options, NULL, &result, &err),
                             PULMA_OK);
            assert_int_equal(result.status, PM_MIP_INFEASIBLE);
            for (int k = 0; k < result.why_count; k++)
                pm_out_f(&got, k ? " %s" : "%s", result.why[k]);
            assert_non_null(got.data);
            assert_string_equal(got.data, cases[i].why);
            assert_true(result.why_minimal);
            pm_out_free(&got);
            pm_model_result_free(&result);
        }
}

static void solvers_say_how_to_get_them(void **state)
{
    (void)state;
    assert_true(pm_solver_count() >= 5);
    for (int s = 0; s < pm_solver_count(); s++) {
        char how[300] = "?";
        bool here = pm_solver_available(s, how, sizeof how);
        assert_true(pm_solver_find(pm_solver_name(s)) == s && pm_solver_title(s)[0]);
        assert_true(here ? how[0] == '\0' : strlen(how) > 20);
        if (s < SOLVERS)
            assert_true(here);
    }
    struct pm_model_result result;
    pulma_error err;
    assert_int_equal(solve_text("abacus", knapsack, knapsack_data, 0, &result, &err),
                     PULMA_BAD_CALL);
    pm_model_result_free(&result);
}

/* Things for three bags at once: enough for a search of some hundred nodes. */
static const char bags[] =
    "param n := 22;\n"
    "var x{1..n}, binary;\n"
    "maximize worth: sum{i in 1..n} (7 * i mod 13 + 5) * x[i];\n"
    "s.t. bag{k in 1..3}: sum{i in 1..n} (i * k * 17 mod 23 + 3) * x[i] <= 101;\n"
    "solve;\n"
    "printf \"%d\\n\", worth;\n"
    "end;\n";

static int64_t nodes_with(const char *solver, double *worth)
{
    struct pm_model_result result;
    pulma_error err;
    pulma_status status = solve_text(solver, bags, "", 0, &result, &err);
    if (status != PULMA_OK || result.status != PM_MIP_OPTIMAL)
        fail_msg("%s: status %d, %s", solver, (int)status, err.message);
    int64_t nodes = result.nodes;
    *worth = result.objective;
    pm_model_result_free(&result);
    return nodes;
}

/* A switch with each of its values; every one gives the same best answer. */
static void try_switch(const struct pm_switch *s, double best)
{
    const char *values = s->text + strcspn(s->text, "= ");
    bool has_value = *values == '=';
    for (values += has_value; *values;) {
        char call[200];
        double worth;
        size_t len = strcspn(values, "| ");
        bool number = has_value && values[0] == 'N';
        snprintf(call, sizeof call, "%s %.*s%s%.*s", s->solver, (int)strcspn(s->text, "= "),
                 s->text, has_value ? "=" : "", has_value ? (int)len : 0,
                 number ? "7" : values);
        nodes_with(call, &worth);
        assert_true(worth == best);
        if (!has_value || values[len] == ' ')
            return;
        values += len + 1;
    }
}

static void switches_choose_the_search_and_not_the_answer(void **state)
{
    (void)state;
    double best, worth;
    int64_t usual = nodes_with("glpk", &best);
    for (const struct pm_switch *s = pm_switches; s->solver; s++)
        try_switch(s, best);
    assert_int_equal(nodes_with("glpk  --pcost --gomory --mir ", &worth), usual);
    assert_int_not_equal(nodes_with("glpk --intopt", &worth), usual);
    assert_int_not_equal(nodes_with("glpk --first", &worth),
                         nodes_with("glpk --last", &best));
    assert_int_not_equal(
        nodes_with("cbc --cuts=off --preprocess=off --heuristicsOnOff=off", &worth),
        nodes_with("cbc", &best));
}

static void switches_that_are_none_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *solver, *words;
    } cases[] = {
        {"glpk --fast", "glpk has no switch '--fast'; it has --first, --last, "},
        {"glpk pcost", "no switch 'pcost'"},
        {"glpk --cuts=on", "expected --cuts, found '--cuts=on'"},
        {"cbc --cuts", "expected --cuts=on|off|root|ifmove|forceOn, found '--cuts'"},
        {"cbc --cuts=", "expected --cuts=on|off"},
        {"cbc --cuts=o", "expected --cuts=on|off"},
        {"cbc --presolve=off|on", "found '--presolve=off|on'"},
        {"cbc --strongBranching=many", "expected --strongBranching=N, found"},
        {"cbc --pcost", "cbc has no switch '--pcost'; it has --presolve, "},
        {"sat --pcost", "sat takes no switches, found '--pcost'"},
        {"glpkx --pcost", "unknown solver 'glpkx --pcost'; there are glpk, cbc, sat, "},
        {"", "unknown solver ''"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_error err = {.message = ""};
        if (pm_solver_check(cases[i].solver, &err) != PULMA_BAD_CALL ||
            !strstr(err.message, cases[i].words))
            fail_msg("\"%s\": %s", cases[i].solver, err.message);
    }
}

static void relaxations_are_bounds(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        pulma_status status;
        double value;
    } cases[] = {
        {"var x, integer, >= 0; maximize z: 2 * x + 1; s.t. a: 2 * x <= 3; solve; end;",
         PULMA_OK, 4},
        {"var x, integer, >= 0; minimize z: x; s.t. a: 2 * x >= 3; solve; end;", PULMA_OK,
         1.5},
        {"var x, binary; minimize z: x; s.t. a: x >= 2; solve; end;", PULMA_NONE, 0},
        {"var x, binary; s.t. a: x >= 1; solve; end;", PULMA_UNAVAILABLE, 0},
        {"var x, integer; minimize z: x; s.t. a: x <= 2; solve; end;", PULMA_UNAVAILABLE,
         0},
        {"var x, nonsense;", PULMA_BAD_TEXT, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_source source = source_of(cases[i].model, "");
        pulma_error err = {.message = ""};
        double value = 0;
        pulma_status status = pm_model_relax(&source, NULL, NULL, &value, &err);
        if (status != cases[i].status || fabs(value - cases[i].value) > 1e-9)
            fail_msg("%s: status %d, %g, %s", cases[i].model, (int)status, value,
                     err.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_gives_the_best_answer),
        cmocka_unit_test(what_has_no_answer_is_told_from_what_has_no_end),
        cmocka_unit_test(a_limit_is_not_an_answer),
        cmocka_unit_test(solvers_agree_with_trying_everything),
        cmocka_unit_test(products_and_absolute_values_have_their_published_size),
        cmocka_unit_test(products_and_absolute_values_mean_what_they_say),
        cmocka_unit_test(definitions_are_held_to_their_form),
        cmocka_unit_test(errors_point_at_their_line),
        cmocka_unit_test(models_may_refuse),
        cmocka_unit_test(sat_refuses_what_it_cannot_represent),
        cmocka_unit_test(why_names_constraints_that_conflict),
        cmocka_unit_test(solvers_say_how_to_get_them),
        cmocka_unit_test(switches_choose_the_search_and_not_the_answer),
        cmocka_unit_test(switches_that_are_none_are_refused),
        cmocka_unit_test(relaxations_are_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
