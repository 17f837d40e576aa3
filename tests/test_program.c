/* Facts about mathematical programs: translating, solving, refusing, exporting.  Small models
 * whose answers are known or found by trying everything, on every solver that is there; models
 * that mean harm; files read back by other programs where these are installed. */
/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/process.h"
#include "core/random.h"
#include "program/build.h"
#include "program/models.h"
#include "program/solvers.h"
#include "program/wire.h"

static const char *const solvers[] = {"glpk", "cbc", "sat"};
enum { SOLVERS = 3 };

static struct pm_source source_of(const char *model, const char *data)
{
    return (struct pm_source){model, strlen(model), data, strlen(data)};
}

static pulma_status solve_text(const char *solver, const char *model, const char *data,
                               double seconds, struct pm_model_result *result,
                               pulma_error *err)
{
    struct pm_source source = source_of(model, data);
    struct pm_model_options options = {.solver = solver};
    struct pm_limits limits = {.deadline = seconds > 0 ? pm_clock() + seconds : 0};
    *err = (pulma_error){0};
    return pm_model_solve(&source, &options, &limits, result, err);
}

static struct pm_program *translate(const char *model, bool linearise)
{
    struct pm_source source = source_of(model, "");
    struct pm_program *program;
    pulma_error err = {0};
    pulma_status status =
        pm_model_translate(&source, NULL, linearise, NULL, &program, &err);
    if (status != PULMA_OK)
        fail_msg("%s", err.message);
    return program;
}

/* ---- Answers ---- */

static const char knapsack[] = "set I;\n"
                               "param value{I};\n"
                               "param weight{I};\n"
                               "param most;\n"
                               "var x{I}, binary;\n"
                               "maximize worth: sum{i in I} value[i] * x[i] + 10;\n"
                               "s.t. bag: sum{i in I} weight[i] * x[i] <= most;\n"
                               "printf \"before\\n\";\n"
                               "solve;\n"
                               "printf{i in I} \"%s%d\", i, x[i];\n"
                               "printf \"\\n\";\n"
                               "end;\n";
static const char knapsack_data[] = "data;\n"
                                    "param: I: value weight :=\n"
                                    "  a 5 4\n"
                                    "  b 4 3\n"
                                    "  c 3 2;\n"
                                    "param most := 6;\n"
                                    "end;\n";

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

static const char products[] =
    "var x{1..3}, binary; var y{1..3}, binary;\n"
    "var s{1..3, 1..3}, binary;\n"
    "maximize o: sum{i in 1..3, j in 1..3} (2*i - j) * s[i,j];\n"
    "s.t. few: sum{i in 1..3} (x[i] + y[i]) <= 4;\n"
    "s.t. meet: sum{i in 1..3} s[i,i] <= 1;\n"
    "s.t. product_s{i in 1..3, j in 1..3}: 0 <= x[i] + y[j] - 2*s[i,j] <= 1;\n"
    "solve;\n"
    "printf{i in 1..3, j in 1..3} \"%d\", s[i,j] - x[i] * y[j];\n"
    "end;\n";
static const char distances[] =
    "var x{1..3}, integer, >= 1, <= 4;\n"
    "var d{1..3, 1..3}, binary;\n"
    "minimize o: sum{i in 1..3} i * x[i];\n"
    "s.t. abs_far{i in 1..3, j in i+1..3}: 2 <= x[i] - x[j] + 6*d[i,j] <= 4;\n"
    "s.t. abs_near: -3 <= x[1] - x[3] <= 3;\n"
    "solve;\n"
    "printf{i in 1..3} \"%d\", x[i];\n"
    "end;\n";

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
        assert_int_equal(pm_program_size(program, &size), PULMA_OK);
        assert_int_equal(size.variables, cases[i].variables);
        assert_int_equal(size.constraints, cases[i].constraints);
        assert_int_equal(size.nonzeros, cases[i].nonzeros);
        assert_string_equal(size.kind, cases[i].kind);
        pm_program_free(program);
    }
}

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
         "data;\nparam q := 3;\nend;\n", 0, "line 2 of the data"},
        {"param p;\nvar x >= p;\ns.t. a: x >= 2;\nsolve;\nend;\n",
         "data;\nparam p := x;\nend;\n", 0, "line 2 of the data"},
        {"param p := 3;\ncheck: p < 3;\nvar x;\nsolve;\nend;\n", "", 2,
         "not made for such data"},
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

/* ---- Models that mean harm ---- */

/* `n` times the text. */
static char *repeated(const char *before, const char *text, int n, const char *after)
{
    struct pm_out out = {0};
    pm_out_text(&out, before);
    for (int i = 0; i < n; i++)
        pm_out_text(&out, text);
    pm_out_text(&out, after);
    return out.data;
}

static void a_model_writes_and_reads_no_file(void **state)
{
    (void)state;
    char folder[] = "/tmp/pulma-test-XXXXXX", file[100], secret[100], model[2000];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/new.csv", folder);
    snprintf(secret, sizeof secret, "%s/old.csv", folder);
    FILE *old = fopen(secret, "w");
    assert_non_null(old);
    fputs("i,p\n1,42\n", old);
    fclose(old);
    static const char *const models[] = {
        "var x; solve; printf \"a\" > \"%s\"; end;\n",
        "printf \"a\" > \"%s\"; var x; solve; end;\n",
        "var x; solve; printf \"a\" >> \"%s\"; end;\n",
        "set I := 1..2; var x{I}; solve; table t{i in I} OUT \"CSV\" \"%s\": i, i~x; "
        "end;\n",
        "set I; param p{I}; table t IN \"CSV\" \"%s\": I <- [i], p; var x; solve; "
        "printf{i in I} \"%%d\", p[i]; end;\n",
        "set I; param p{I}; table t IN \"xBASE\" \"%s\": I <- [i], p; var x; solve; end;\n",
        "set I; param p{I}; table t IN \"ODBC\" \"DSN=x\" \"%s\": I <- [i], p; var x; "
        "solve; end;\n",
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int target = 0; target < 2; target++) {
            struct pm_model_result result;
            pulma_error err;
            snprintf(model, sizeof model, models[i], target ? secret : file);
            pulma_status status = solve_text("glpk", model, "", 0, &result, &err);
            if (status != PULMA_BAD_TEXT || !err.message[0])
                fail_msg("%s: %d %s", model, (int)status, err.message);
            assert_null(result.printed.data);
            assert_int_not_equal(access(file, F_OK), 0);
            pm_model_result_free(&result);
        }
    char content[40] = "";
    old = fopen(secret, "r");
    assert_non_null(old);
    assert_true(fread(content, 1, sizeof content - 1, old) > 0);
    fclose(old);
    assert_string_equal(content, "i,p\n1,42\n");
    unlink(secret);
    assert_int_equal(rmdir(folder), 0); /* nothing else is in it */
}

static void a_model_that_goes_too_deep_or_too_far_ends_with_a_sentence(void **state)
{
    (void)state;
    char *deep = repeated("var x >= ", "(", 400000, "1;\nsolve;\nend;\n");
    char *nested = repeated("var x >= ", "abs(", 400000, "1;\nsolve;\nend;\n");
    const char *recursive =
        "param f{n in 0..9999999} := if n >= 9999999 then 0 else f[n+1] + 1;\n"
        "var x >= f[0]; s.t. c: x >= 0; solve; end;\n";
    const char *hungry =
        "set S := setof{i in 1..100000000} i; var x{S} >= 0; s.t. c: sum{i in S} "
        "x[i] >= 1; solve; end;\n";
    const char *endless = "param p := sum{i in 1..100000000, j in 1..100000000} 1;\n"
                          "var x >= p; s.t. c: x >= 0; solve; end;\n";
    const char *chatty =
        "var x; solve; for {i in 1..100000000} printf \"%1000d\", i; end;\n";
    static const struct {
        size_t memory;
        double seconds;
        pulma_status status;
    } expected[] = {
        {0, 0, PULMA_SOLVER}, {0, 0, PULMA_SOLVER},
        {0, 0, PULMA_SOLVER}, {(size_t)256 << 20, 0, PULMA_SOLVER},
        {0, 0.7, PULMA_OK},   {(size_t)256 << 20, 0, PULMA_SOLVER},
    };
    const char *models[] = {deep, nested, recursive, hungry, endless, chatty};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct pm_source source = source_of(models[i], "");
        struct pm_model_options options = {.solver = "glpk",
                                           .memory_bytes = expected[i].memory};
        struct pm_limits limits = {
            .deadline = expected[i].seconds > 0 ? pm_clock() + expected[i].seconds : 0};
        struct pm_model_result result;
        pulma_error err = {0};
        pulma_status status = pm_model_solve(&source, &options, &limits, &result, &err);
        if (status != expected[i].status || (status && !err.message[0]))
            fail_msg("model %d: %d %s", (int)i, (int)status, err.message);
        if (status == PULMA_OK)
            assert_int_equal(result.status, PM_MIP_LIMIT);
        pm_model_result_free(&result);
    }
    free(deep);
    free(nested);
}

static void solvers_out_of_memory_are_heard_of(void **state)
{
    (void)state;
    static const char big[] =
        "set I := 1..400; var x{I,I}, binary; maximize o: sum{i in I, j in I} (i*j mod "
        "7) * x[i,j]; s.t. a{i in I}: sum{j in I} x[i,j] <= 1; s.t. b{j in I}: "
        "sum{i in I} x[i,j] <= 1; solve; end;\n";
    for (int s = 0; s < 2; s++)
        for (size_t megabytes = 60; megabytes <= 180; megabytes += 60) {
            struct pm_source source = source_of(big, "");
            struct pm_model_options options = {.solver = solvers[s],
                                               .memory_bytes = megabytes << 20};
            struct pm_limits limits = {.deadline = pm_clock() + 3};
            struct pm_model_result result;
            pulma_error err = {0};
            pulma_status status = pm_model_solve(&source, &options, &limits, &result, &err);
            assert_true(status == PULMA_OK || (status == PULMA_SOLVER && err.message[0]) ||
                        (status == PULMA_UNAVAILABLE && err.message[0]));
            if (status == PULMA_OK)
                assert_true(result.status != PM_MIP_INFEASIBLE &&
                            result.status != PM_MIP_UNBOUNDED);
            pm_model_result_free(&result);
        }
}

/* In a child where the kernel seems to know no seccomp: starts the helper on this input. */
static void start_in_an_old_world(const char *path, bool unconfined, int in, int out)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {4, program};
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        _exit(99);
    execl(path, path, unconfined ? "--unconfined" : (char *)NULL, (char *)NULL);
    _exit(99);
}

/* The helper's reply to this request in such a world; false if that cannot be tried here. */
static bool reply_in_an_old_world(const struct pm_out *request, bool unconfined,
                                  struct pm_out *reply)
{
    char path[1000];
    int in[2], out[2], status;
    assert_true(pm_process_find("pulma-mip", path, sizeof path));
    assert_true(pipe(in) == 0 && pipe(out) == 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(in[1]); /* or it would wait for itself */
        start_in_an_old_world(path, unconfined, in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    signal(SIGPIPE, SIG_IGN); /* a helper that refuses reads nothing */
    ssize_t sent = write(in[1], request->data, request->len);
    (void)sent;
    close(in[1]);
    char bytes[4096];
    ssize_t n;
    while ((n = read(out[0], bytes, sizeof bytes)) > 0)
        pm_out_bytes(reply, bytes, (size_t)n);
    close(out[0]);
    assert_true(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && WEXITSTATUS(status) != 99;
}

static void without_walls_the_helper_refuses(void **state)
{
    (void)state;
    struct pm_mip_request request = {.task = PM_MIP_SOLVE,
                                     .source = source_of(knapsack, knapsack_data)};
    for (int unconfined = 0; unconfined < 2; unconfined++) {
        struct pm_out message = {0}, bytes = {0};
        struct pm_mip_reply reply;
        struct pm_arena arena;
        pm_wire_put_request(&message, &request);
        if (!reply_in_an_old_world(&message, unconfined, &bytes))
            skip();
        pm_arena_init(&arena, 0);
        struct pm_wire in = {bytes.data, bytes.data + bytes.len, bytes.len == 0};
        assert_true(pm_wire_reply(&in, &arena, &reply));
        assert_int_equal(reply.outcome, unconfined ? PM_MIP_DONE : PM_MIP_OPEN);
        assert_true(unconfined ? reply.printed_len > 0 : reply.message_len > 10);
        pm_arena_free(&arena);
        pm_out_free(&message);
        pm_out_free(&bytes);
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

/* ---- Exports ---- */

static bool installed(const char *name)
{
    char path[1000];
    return pm_command_find(name, path, sizeof path);
}

/* Writes the text to a file, runs `command file` by the shell, gives what it printed. */
static char *run_on(const char *text, const char *suffix, const char *command)
{
    char folder[] = "/tmp/pulma-test-XXXXXX", file[100], line[400];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/program.%s", folder, suffix);
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    snprintf(line, sizeof line, command, file);
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    struct pm_process process = {.argv = argv};
    struct pm_out out = {0}, complaints = {0};
    struct pm_ended ended;
    pulma_error err;
    assert_int_equal(pm_process_run(&process, 1 << 24, &out, &complaints, &ended, &err),
                     PULMA_OK);
    pm_out_bytes(&out, complaints.data ? complaints.data : "", complaints.len);
    pm_out_free(&complaints);
    unlink(file);
    rmdir(folder);
    return out.data;
}

static char *export_text(const char *model, bool linearise, const char *format)
{
    struct pm_program *program = translate(model, linearise);
    struct pm_out out = {0};
    pulma_error err = {0};
    if (pm_program_write(program, format, &out, &err) != PULMA_OK)
        fail_msg("%s: %s", format, err.message);
    pm_program_free(program);
    return out.data;
}

/* All that a format has to carry: both senses, constants, ranges, equations, every sort of bound,
 * names that clash, a row without variables. */
static const char everything[] =
    "var x{1..3}, binary; var n, integer, >= -2, <= 7; var k, integer, >= 3, <= 3;\n"
    "var z >= -5, <= 2.5; var X{1..1}, binary; var e1, binary; var end_, binary;\n"
    "maximize o: 2*x[1] + 3*x[2] - x[3] + n - 0.5*z + 4 + e1 - 2*k + X[1] + end_;\n"
    "s.t. range: -1 <= x[1] + x[2] - n <= 1;\n"
    "s.t. same: x[1] + x[3] + X[1] = 1;\n"
    "s.t. more: z + 2*n >= -3;\n"
    "s.t. Same: e1 + end_ <= 1;\n"
    "s.t. empty: 0 * x[1] <= 1;\n"
    "s.t. hold: z + k >= 1;\n"
    "solve; printf \"%g\\n\", 2*x[1] + 3*x[2] - x[3] + n - 0.5*z + 4 + e1 - 2*k + X[1] + "
    "end_; end;\n";

/* The best objective by our own way. */
static double best_objective(const char *model)
{
    struct pm_model_result result;
    pulma_error err;
    assert_int_equal(solve_text("glpk", model, "", 0, &result, &err), PULMA_OK);
    assert_int_equal(result.status, PM_MIP_OPTIMAL);
    double objective = result.objective;
    pm_model_result_free(&result);
    return objective;
}

static void other_programs_read_what_is_written(void **state)
{
    (void)state;
    static const struct {
        const char *reader, *format, *command;
        const char *before; /* the words before the objective */
        int sense;          /* -1: the file has the objective negated */
        const char *model;
        bool linearise;
    } cases[] = {
        {"glpsol", "lp", "glpsol --lp %s -o /dev/stdout", "Objective:  obj = ", 1,
         everything, false},
        {"glpsol", "mps", "glpsol --freemps %s -o /dev/stdout",
         "Objective:  objective = ", -1, everything, false},
        {"cbc", "lp", "cbc %s solve", "Objective value:", 1, everything, false},
        {"cbc", "mps", "cbc %s solve", "Objective value:", -1, everything, false},
        {"glpsol", "lp", "glpsol --lp %s -o /dev/stdout", "Objective:  obj = ", 1, products,
         true},
        {"cbc", "lp", "cbc %s solve", "Objective value:", 1, products, true},
        {"glpsol", "mps", "glpsol --freemps %s -o /dev/stdout",
         "Objective:  objective = ", -1, products, false},
        {"clasp", "opb", "clasp %s", "Optimization   :", -1, products, false},
        {"clasp", "opb", "clasp %s", "Optimization   :", -1, products, true},
    };
    int read = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!installed(cases[i].reader))
            continue;
        char *text = export_text(cases[i].model, cases[i].linearise, cases[i].format);
        char *said = run_on(text, cases[i].format, cases[i].command);
        const char *found = said ? strstr(said, cases[i].before) : NULL;
        double got = found ? cases[i].sense * strtod(found + strlen(cases[i].before), NULL)
                           : HUGE_VAL;
        if (fabs(got - best_objective(cases[i].model)) > 1e-6)
            fail_msg("%s finds %g, not %g in\n%s\n%s", cases[i].reader, got,
                     best_objective(cases[i].model), text, said);
        free(text);
        free(said);
        read++;
    }
    if (read == 0)
        skip();
}

static void clauses_mean_the_same_as_the_program(void **state)
{
    (void)state;
    if (!installed("clasp"))
        skip();
    static const struct {
        const char *model, *words;
    } cases[] = {
        {"var x{1..4}, binary; s.t. a: sum{i in 1..4} x[i] = 2; s.t. b: x[1] + x[2] <= 1; "
         "solve; end;\n",
         "Models         : 5"},
        {"var n, integer, >= 2, <= 9; var m, integer, >= 0, <= 9; s.t. a: n - m = 3; s.t. "
         "b: n + m <= 12; "
         "solve; end;\n",
         "s SATISFIABLE"},
        {"var n, integer, >= 2, <= 9; var m, integer, >= 0, <= 9; s.t. a: n - m = 3; s.t. "
         "b: n + m "
         "= 8; solve; end;\n",
         "UNSATISFIABLE"},
        {"var n, integer, >= 2, <= 9; s.t. a: n >= 5; s.t. b: n <= 4; solve; end;\n",
         "UNSATISFIABLE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = export_text(cases[i].model, false, "cnf");
        char *said = run_on(text, "cnf", "clasp --models 0 -q %s");
        if (!said || !strstr(said, cases[i].words))
            fail_msg("clasp does not say '%s' of\n%s\nbut\n%s", cases[i].words, text, said);
        free(text);
        free(said);
    }
    struct pm_program *program = translate(products, false);
    struct pm_out out = {0};
    pulma_error err = {0};
    assert_int_equal(pm_program_write(program, "cnf", &out, &err), PULMA_UNAVAILABLE);
    assert_non_null(strstr(err.message, "objective"));
    pm_program_free(program);
    pm_out_free(&out);
}

static void products_are_written_as_products(void **state)
{
    (void)state;
    char *lp = export_text(products, false, "lp"),
         *gams = export_text(products, false, "gams");
    char *opb = export_text(products, false, "opb"),
         *far = export_text(distances, false, "gams");
    assert_non_null(strstr(lp, "x(1) * y(1)"));
    assert_non_null(strstr(lp, "] / 2"));
    assert_null(strstr(lp, "s(1,1)"));
    assert_non_null(strstr(gams, "x_1*y_1"));
    assert_non_null(strstr(gams, "using minlp maximizing"));
    assert_null(strstr(gams, "s_1_1"));
    assert_non_null(strstr(opb, "#product= 9 sizeproduct= 18"));
    assert_non_null(strstr(far, "abs( x_1 - x_2 ) =g= 2;"));
    assert_non_null(strstr(far, "abs( x_1 - x_3 ) =l= 3;"));
    assert_null(strstr(far, "d_1_2"));
    free(lp);
    free(gams);
    free(opb);
    free(far);
}

static void model_and_data_in_one_file_run_elsewhere(void **state)
{
    (void)state;
    static const struct {
        const char *model, *data;
    } cases[] = {
        {knapsack, knapsack_data},
        {"param p; # not the end; yet\nvar x >= p, <= 5; maximize o: x; s.t. c: x >= "
         "0;\nsolve;\n"
         "printf \"end; %d\\n\", x;\ndata;\nparam p := 9;\nend;\n# behind the end;\n",
         "data;\nparam p := 1;\nend;\n"},
    };
    if (!installed("glpsol"))
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_source source = source_of(cases[i].model, cases[i].data);
        struct pm_out joined = {0};
        struct pm_model_result result;
        pulma_error err;
        pm_model_join(&source, &joined);
        char *said = run_on(joined.data, "mod", "glpsol -m %s");
        assert_int_equal(
            solve_text("glpk", cases[i].model, cases[i].data, 0, &result, &err), PULMA_OK);
        if (!said || !strstr(said, result.printed.data))
            fail_msg("glpsol says\n%s", said);
        pm_out_free(&joined);
        free(said);
        pm_model_result_free(&result);
    }
}

/* ---- LaTeX ---- */

static void models_become_formulas(void **state)
{
    (void)state;
    static const struct {
        const char *model, *formula;
    } cases[] = {
        {"set I; # things\nset J within {I, 1..3};\n",
         "\\item $I$ \\quad things\n\\item $J \\subseteq I "
         "\\times \\{1,\\ldots,3\\}$\n"},
        {"param width{i in I, j in 1..n: i <> j}, integer, >= 0, default 2*n;\n",
         "\\item $\\mathit{width}_{i,j} \\in \\mathbb{Z}, \\ge 0,\\ \\text{by default } "
         "2\\,n\\quad \\forall\\, i "
         "\\in I,\\, j \\in \\{1,\\ldots,n\\} \\colon i \\ne j$"},
        {"var x{I}, binary;", "\\item $x_{I} \\in \\{0,1\\}$"},
        {"maximize o: sum{i in I} x[i] * 2 / 3 - 1;",
         "\\max\\quad & \\sum_{i \\in I} \\frac{x_{i} \\cdot 2}{3} - 1"},
        {"s.t. few{i in I}: -1 <= x[i] + y <= abs(a) ** 2;",
         "& -1 \\le x_{i} + y \\le \\left|a\\right|^{2} && \\forall\\, i \\in I "
         "\\tag{\\textsf{few}}"},
        {"subject to a_b: (if i in J and not k then 1 else 0) = a + 1 mod 3;",
         "(\\begin{cases}1 & \\text{if } i \\in J \\land \\lnot k\\\\ 0 & "
         "\\text{otherwise}\\end{cases}) = a + 1 "
         "\\bmod 3 &&  \\tag{\\textsf{a\\_b}}"},
        {"set K := setof{(i,j) in J: i not in I} (j,i) union {1, 2};",
         "\\item $K = \\{(j,i) \\mid (i,j) \\in J \\colon i \\notin I\\} \\cup \\{1,2\\}$"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_out out = {0};
        pulma_error err = {0};
        pulma_status status =
            pm_model_latex(cases[i].model, strlen(cases[i].model), &out, &err);
        if (status != PULMA_OK)
            fail_msg("%s: %s", cases[i].model, err.message);
        if (!strstr(out.data, cases[i].formula))
            fail_msg("'%s' is not in\n%s", cases[i].formula, out.data);
        pm_out_free(&out);
    }
}

static void what_is_no_model_is_not_typeset(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        int line, column;
    } cases[] = {
        {"var x\nvar y;", 2, 1},
        {"s.t. c: x + >= 2;", 1, 13},
        {"s.t. c{i in I: x = 1;", 1, 21},
        {"for {i in I} { }", 1, 1},
        {"var 3;", 1, 5},
        {"s.t. c: x['a;", 1, 11},
        {"param p := (1 + 2;", 1, 18},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_out out = {0};
        pulma_error err = {0};
        assert_int_equal(pm_model_latex(cases[i].model, strlen(cases[i].model), &out, &err),
                         PULMA_BAD_TEXT);
        if (err.line != cases[i].line || err.column != cases[i].column)
            fail_msg("%s: %d:%d %s", cases[i].model, err.line, err.column, err.message);
        pm_out_free(&out);
    }
    char *deep = repeated("var x >= ", "(", 100000, "1;");
    struct pm_out out = {0};
    pulma_error err;
    assert_int_equal(pm_model_latex(deep, strlen(deep), &out, &err), PULMA_BAD_TEXT);
    pm_out_free(&out);
    free(deep);
    /* Damaged models: any status, no crash. */
    struct pm_rng rng;
    pm_rng_init(&rng, 7);
    for (int round = 0; round < 2000; round++) {
        char text[sizeof knapsack];
        memcpy(text, knapsack, sizeof text);
        for (int k = 0; k < 3; k++)
            text[pm_rng_below(&rng, (int)sizeof text - 1)] =
                "(){}[];:,'\"<=+x0 #*/."[pm_rng_below(&rng, 21)];
        pm_model_latex(text, sizeof text - 1, &out, &err);
        pm_out_free(&out);
    }
}

/* ---- The embedded models ---- */

static void embedded_models_are_in_order_and_introduce_themselves(void **state)
{
    (void)state;
    for (int i = 0; i < pm_models_count; i++) {
        const struct pm_model *m = &pm_models[i];
        assert_int_equal(strlen(m->text), m->len);
        if (!m->title[0] || !m->source[0] || !m->teaches[0])
            fail_msg("models/%s/%s.mod lacks a title, a source or what it teaches", m->kind,
                     m->name);
        assert_ptr_equal(pm_model_find(m->kind, m->name), m);
        struct pm_out out = {0};
        pulma_error err;
        if (pm_model_latex(m->text, m->len, &out, &err) != PULMA_OK)
            fail_msg("models/%s/%s.mod:%d:%d: %s", m->kind, m->name, err.line, err.column,
                     err.message);
        pm_out_free(&out);
        if (i > 0 && strcmp(pm_models[i - 1].kind, m->kind) == 0)
            assert_true(strcmp(pm_models[i - 1].name, m->name) < 0);
    }
    assert_null(pm_model_find("nothing", "nothing"));
    assert_int_equal(pm_model_count("nothing"), 0);
}

/* ---- Messages and solution files ---- */

static void damaged_messages_are_noticed(void **state)
{
    (void)state;
    struct pm_program *program = translate(products, false);
    struct pm_out message = {0};
    struct pm_rng rng;
    pm_wire_put_program(&message, program);
    pm_rng_init(&rng, 3);
    for (int round = 0; round < 3000; round++) {
        char *copy = malloc(message.len);
        assert_non_null(copy);
        memcpy(copy, message.data, message.len);
        size_t len = round % 2 ? message.len : (size_t)pm_rng_below(&rng, (int)message.len);
        for (int k = 0; k < 4; k++)
            copy[pm_rng_below(&rng, (int)message.len)] = (char)pm_rng_below(&rng, 256);
        struct pm_wire in = {copy, copy + len, false};
        struct pm_program *other = pm_wire_program(&in);
        pulma_error err;
        if (other)
            pm_program_settle(other, &err);
        pm_program_free(other);
        struct pm_arena arena;
        struct pm_mip_reply reply;
        pm_arena_init(&arena, 0);
        in = (struct pm_wire){copy, copy + len, false};
        pm_wire_reply(&in, &arena, &reply);
        pm_arena_free(&arena);
        free(copy);
    }
    struct pm_wire in = {message.data, message.data + message.len, false};
    struct pm_program *same = pm_wire_program(&in);
    assert_non_null(same);
    assert_int_equal(same->row_count, program->row_count);
    assert_string_equal(same->rows[3].name, program->rows[3].name);
    pm_program_free(same);
    pm_program_free(program);
    pm_out_free(&message);
}

static void solution_files_of_installed_solvers_are_read(void **state)
{
    (void)state;
    static const struct {
        const struct pm_command *command;
        const char *text;
        pulma_status status;
        enum pm_mip_status solved;
        double second;
    } cases[] = {
        {&pm_command_highs,
         "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 3\n# "
         "Columns 3\nC1 1\nC2 "
         "2.5e-1\nC3 -0\n# Rows 1\nR1 1\n\n# Dual solution values\nNone\n",
         PULMA_OK, PM_MIP_OPTIMAL, 0.25},
        {&pm_command_highs, "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
         PULMA_OK, PM_MIP_INFEASIBLE, 0},
        {&pm_command_highs,
         "Model status\nTime limit reached\n\n# Primal solution "
         "values\nFeasible\nObjective 1\n# Columns "
         "3\nC1 1\nC2 7\nC3 0\n",
         PULMA_OK, PM_MIP_FEASIBLE, 7},
        {&pm_command_highs,
         "Model status\nTime limit reached\n\n# Primal solution values\nNone\n", PULMA_OK,
         PM_MIP_LIMIT, 0},
        {&pm_command_highs, "nonsense\n", PULMA_SOLVER, PM_MIP_LIMIT, 0},
        {&pm_command_scip,
         "solution status: optimal solution found\nobjective value:                 13\nC2 "
         "     "
         "       1 \t(obj:3)\nC9 4 \t(obj:0)\nC3 x\n",
         PULMA_OK, PM_MIP_OPTIMAL, 1},
        {&pm_command_scip, "solution status: infeasible\nno solution available\n", PULMA_OK,
         PM_MIP_INFEASIBLE, 0},
        {&pm_command_scip, "solution status: time limit reached\nno solution available\n",
         PULMA_OK, PM_MIP_LIMIT, 0},
        {&pm_command_scip,
         "solution status: time limit reached\nobjective value: 3\nC2 5 (obj:1)\n",
         PULMA_OK, PM_MIP_FEASIBLE, 5},
        {&pm_command_scip, "", PULMA_SOLVER, PM_MIP_LIMIT, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double values[3] = {0};
        struct pm_solved solved = {.status = PM_MIP_LIMIT, .values = values};
        pulma_error err;
        assert_int_equal(
            cases[i].command->read(cases[i].text, strlen(cases[i].text), 3, &solved, &err),
            cases[i].status);
        assert_int_equal(solved.status, cases[i].solved);
        assert_true(fabs(values[1] - cases[i].second) < 1e-12);
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
        cmocka_unit_test(a_model_writes_and_reads_no_file),
        cmocka_unit_test(a_model_that_goes_too_deep_or_too_far_ends_with_a_sentence),
        cmocka_unit_test(solvers_out_of_memory_are_heard_of),
        cmocka_unit_test(without_walls_the_helper_refuses),
        cmocka_unit_test(sat_refuses_what_it_cannot_represent),
        cmocka_unit_test(why_names_constraints_that_conflict),
        cmocka_unit_test(other_programs_read_what_is_written),
        cmocka_unit_test(clauses_mean_the_same_as_the_program),
        cmocka_unit_test(products_are_written_as_products),
        cmocka_unit_test(model_and_data_in_one_file_run_elsewhere),
        cmocka_unit_test(models_become_formulas),
        cmocka_unit_test(what_is_no_model_is_not_typeset),
        cmocka_unit_test(embedded_models_are_in_order_and_introduce_themselves),
        cmocka_unit_test(damaged_messages_are_noticed),
        cmocka_unit_test(solution_files_of_installed_solvers_are_read),
        cmocka_unit_test(solvers_say_how_to_get_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
