/* Facts about sums of products that are folded (src/program/fold.h): sizes, files, values and answers are
 * those of the same model with a text that cannot be folded. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <string.h>

#include "export/export.h"
#include "program/build.h"
#include "program/fold.h"
#include "programs.h"

/* ---- Models ---- */

/* Three sorts of things on a strip of five cells, numbers z, and what is said of neighbours: SUM tells how
 * often t comes right after k.  By the objective 3 2 3 2 1 is best, where it is twice. */
static const char strip[] =
    "param n := 5; set K := 1..3;\n"
    "var x{1..n, K}, binary; var z{K}, integer, >= 0, <= 3; var w{K}, >= 0, <= 3;\n"
    "var s{i in 1..n-1, k in K, t in K: k <> t}, binary;\n"
    "maximize o: sum{i in 1..n, k in K} (if i mod 2 = k mod 2 then 5 + k else 1) * x[i,k]\n"
    "    - sum{k in K} z[k];\n"
    "s.t. cell{i in 1..n}: sum{k in K} x[i,k] <= 1;\n"
    "s.t. product_s{i in 1..n-1, k in K, t in K: k <> t}:\n"
    "    0 <= x[i,k] + x[i+1,t] - 2*s[i,k,t] <= 1;\n"
    "s.t. all{k in K}: sum{i in 1..n} x[i,k] >= 1;\n"
    "s.t. wide{k in K}: w[k] >= z[k];\n"
    "%s"
    "solve;\n"
    "printf{i in 1..n, k in K} \"%%d\", x[i,k];\n"
    "printf{k in K} \"%%d\", %s;\n"
    "end;\n";

#define FOR      "{k in K, t in K: k <> t}: "
#define SUM      "sum{i in 1..n-1} s[i,k,t]"
#define SAME_SUM "sum{i in 1..n-1} 1 * s[i,k,t]" /* cannot be folded */

/* Rows twice: with sums that can be folded and with others. */
#define BOTH(before, middle, after)                                                        \
    {                                                                                      \
        before FOR middle SUM after, before FOR middle SAME_SUM after                      \
    }

static const struct rows {
    const char *folded, *plain;
} rows[] = {
    /* At most one of the products is 1, and the row would rather have none. */
    BOTH("s.t. once{k in K}: sum{i in 1..n} x[i,k] <= 1; s.t. rise",
         "z[t] >= z[k] + 1 - 4 * (1 - ", ");\n"),
    /* So it would here, but there may be two. */
    BOTH("s.t. apart", "(if k < t then 2 else 1) * ", " <= 1;\n"),
    /* At most one, and the row wants it. */
    BOTH("s.t. once{k in K}: sum{i in 1..n} x[i,k] <= 1; s.t. meet",
         "sum{j in 1..n} x[j,k] - z[t] <= ", ";\n"),
    /* A number of them. */
    BOTH("s.t. tell", "z[k] + z[t] >= 2 * ", " - x[1,k];\n"),
    BOTH("s.t. many", "z[k] <= 1 + ", ";\n"),
    /* Two at once. */
    BOTH("s.t. up", "z[k] <= 2 + x[1,t] - ",
         ";\n s.t. down{k in K, t in K: k <> t}: sum{i in 1..n-1} s[i,k,t] >= x[1,k] + "
         "x[2,t] - 1;\n"),
};
enum { ROWS = sizeof rows / sizeof *rows, PRODUCTS = 24 };

static const char *model_printing(const char *more, const char *printed)
{
    static char text[4000];
    const int len = snprintf(text, sizeof text, strip, more, printed);
    assert_true(len > 0 && (size_t)len < sizeof text);
    return text;
}

static const char *model_of(const char *more)
{
    return model_printing(more, "z[k]");
}

static struct pm_program *translate_folded(const char *model)
{
    const struct pm_source source = source_of(model, "");
    struct pm_program *program;
    pulma_error err = {0};
    if (pm_model_translate_folded(&source, NULL, NULL, &program, &err) != PULMA_OK)
        fail_msg("%s", err.message);
    return program;
}

/* ---- Sizes ---- */

static void same_size(const char *model, const struct pm_size *a, const struct pm_size *b)
{
    if (a->binary != b->binary || a->integer != b->integer ||
        a->continuous != b->continuous || a->variables != b->variables ||
        a->constraints != b->constraints || a->single != b->single ||
        a->nonzeros != b->nonzeros || a->products != b->products ||
        a->absolutes != b->absolutes || strcmp(a->kind, b->kind) != 0)
        fail_msg("%d or %d variables, %d or %d constraints of\n%s", a->variables,
                 b->variables, a->constraints, b->constraints, model);
    assert_int_equal(a->family_count, b->family_count);
    for (int f = 0; f < a->family_count; f++) {
        assert_string_equal(a->families[f].name, b->families[f].name);
        assert_int_equal(a->families[f].rows, b->families[f].rows);
        assert_int_equal(a->families[f].counted, b->families[f].counted);
    }
}

static void sizes_are_counted_without_linearising(void **state)
{
    (void)state;
    const char *const others[] = {products, distances};
    for (int i = 0; i < ROWS + 2; i++)
        for (int linear = 0; linear < 2; linear++) {
            const char *model = i < ROWS ? model_of(rows[i].folded) : others[i - ROWS];
            struct pm_program *folded = translate_folded(model),
                              *whole = translate(model, linear);
            struct pm_size counted, real;
            assert_int_equal(folded->fold_count > 0, i < ROWS);
            assert_int_equal(pm_program_size(folded, linear, &counted), PULMA_OK);
            assert_int_equal(pm_program_size(whole, false, &real), PULMA_OK);
            same_size(model, &counted, &real);
            pm_program_free(folded);
            pm_program_free(whole);
        }
}

/* Table 2 and Table 3 of the thesis, for boards of one colour. */
static void way_2_has_its_published_sizes(void **state)
{
    (void)state;
    static const int sides[] = {2, 4, 10};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const int n = sides[i], n2 = n * n, n3 = n2 * n, n4 = n2 * n2;
        struct pm_out text = {0};
        pulma_puzzle *puzzle;
        pulma_size size;
        for (int k = 0; k < n2; k++)
            pm_out_f(&text, "%d %d %d %d\n", k >= n, k % n < n - 1, k<n2 - n, k % n> 0);
        assert_int_equal(pulma_puzzle_read("edgematch", text.data, text.len, &puzzle, NULL),
                         PULMA_OK);
        assert_int_equal(pulma_model_size(puzzle, "way2", false, 0, &size, NULL, NULL),
                         PULMA_OK);
        assert_int_equal(size.variables, n4 + 7 * n2);
        assert_int_equal(size.constraints, 4 * n4 + 7 * n2);
        assert_int_equal(pulma_model_size(puzzle, "way2", true, 0, &size, NULL, NULL),
                         PULMA_OK);
        assert_int_equal(size.variables, 2 * n2 * n4 - 2 * n * n4 - n4 + 2 * n3 + 7 * n2);
        assert_int_equal(size.constraints, 4 * n2 * n4 - 4 * n * n4 + 4 * n3 + 7 * n2);
        pulma_puzzle_free(puzzle);
        pm_out_free(&text);
    }
}

/* ---- Programs ---- */

static void unfolded_it_is_the_translators_program(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        struct pm_out texts[2] = {{0}, {0}};
        for (int plain = 0; plain < 2; plain++) {
            struct pm_program *p =
                translate(model_of(plain ? rows[i].plain : rows[i].folded), false);
            assert_int_equal(p->fold_count, 0);
            assert_int_equal(pm_program_write(p, "lp", &texts[plain], NULL), PULMA_OK);
            pm_program_free(p);
        }
        assert_string_equal(texts[0].data, texts[1].data);
        pm_out_free(&texts[0]);
        pm_out_free(&texts[1]);
    }
}

/* Texts in which products are more than parts of such sums. */
static void other_products_are_left_alone(void **state)
{
    (void)state;
    static const struct {
        const char *more, *printed;
    } others[] = {
        {"s.t. a" FOR SAME_SUM " <= 1;\n", "z[k]"},
        {"s.t. a" FOR SUM " <= 1; s.t. b: s[1,1,2] <= 1;\n", "z[k]"},
        {"s.t. a" FOR SUM " <= 1; s.t. b{k in K}: sum{i in 1..n-1, t in K: k <> t} "
         "s[i,k,t] <= 2;\n",
         "z[k]"},
        {"s.t. a" FOR "sum{i in 2..n-1} s[i,k,t] <= 1;\n", "z[k]"},
        {"s.t. a" FOR "sum{i in 1..n-1: i > 1} s[i,k,t] <= 1;\n", "z[k]"},
        {"s.t. a{k in K, t in K: k < t}: " SUM " <= 1;\n", "z[k]"},
        {"s.t. a" FOR SUM " <= 1; s.t. pm_b: x[1,1] <= 1;\n", "z[k]"},
        {"s.t. a" FOR SUM " <= 1;\n", "s[1,k,k mod 3 + 1]"},
        {"s.t. a" FOR SUM " <= 1;\n", "w[k]"},
        {"s.t. a" FOR SUM " <= 1;\n", "all[k]"},
        {"s.t. a" FOR SUM " <= 1;\n", "o"},
    };
    struct pm_program *p = translate_folded(model_of("s.t. a" FOR SUM " <= 1;\n"));
    assert_int_equal(p->fold_count, 6);
    pm_program_free(p);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        p = translate_folded(model_printing(others[i].more, others[i].printed));
        struct pm_size size;
        if (p->fold_count > 0)
            fail_msg("it is folded where it prints %s and has\n%s", others[i].printed,
                     others[i].more);
        assert_int_equal(pm_program_size(p, false, &size), PULMA_OK);
        assert_int_equal(size.products, PRODUCTS);
        pm_program_free(p);
    }
}

/* ... and models whose indices are names: that is seen when the factors are read. */
static const char named[] =
    "set K := {'a', 'b', 'c'};\n"
    "var x{1..2, K}, binary; var s{i in 1..1, k in K, t in K}, binary;\n"
    "maximize o: sum{i in 1..2, k in K} x[i,k];\n"
    "s.t. product_s{i in 1..1, k in K, t in K}: 0 <= x[i,k] + x[i+1,t] - 2*s[i,k,t] <= "
    "1;\n"
    "s.t. few{k in K, t in K}: sum{i in 1..1} s[i,k,t] <= 0;\n"
    "solve; printf{i in 1..2} \"%d\", sum{k in K} x[i,k]; end;\n";

static void what_cannot_be_folded_is_translated_as_it_is(void **state)
{
    (void)state;
    struct pm_folding folding;
    const struct pm_source source = source_of(named, "");
    pm_fold(&source, &folding);
    assert_int_equal(folding.count, 1);
    pm_folding_free(&folding);
    struct pm_program *p = translate_folded(named);
    assert_int_equal(p->fold_count, 0);
    pm_program_free(p);
    /* Half of the sums have no coefficient. */
    p = translate_folded(
        model_of("s.t. a" FOR "(if k < t then 1 else 0) * " SUM " <= 1;\n"));
    struct pm_size size;
    assert_int_equal(pm_program_size(p, false, &size), PULMA_OK);
    assert_int_equal(p->fold_count, 0);
    assert_int_equal(size.products, PRODUCTS);
    pm_program_free(p);
    struct pm_model_result result;
    pulma_error err;
    assert_int_equal(solve_text("sat", named, "", 0, &result, &err), PULMA_OK);
    assert_true(result.objective == 3);
    pm_model_result_free(&result);
}

/* The translator's complaint is about the model's own text. */
static void errors_are_those_of_the_text(void **state)
{
    (void)state;
    struct pm_model_result result;
    pulma_error err;
    assert_int_equal(
        solve_text("sat", model_of("s.t. a" FOR SUM " <= y;\n"), "", 0, &result, &err),
        PULMA_BAD_TEXT);
    assert_int_equal(err.line, 11);
    assert_non_null(strstr(err.message, "y not defined"));
    pm_model_result_free(&result);
}

/* ---- Answers ---- */

/* Values are numbered as the whole program's columns, and say of its products what they must. */
static void check_values(const char *model, const struct pm_model_result *result)
{
    struct pm_program *p = translate(model, false);
    int row, definitions = 0;
    assert_int_equal(result->value_count, p->column_count);
    if (!pm_program_satisfied(p, result->values, &row))
        fail_msg("the values do not satisfy %s",
                 row >= 0 ? p->rows[row].name : p->columns[-1 - row].name);
    for (int i = 0; i < p->row_count; i++)
        definitions += p->rows[i].role == PM_PRODUCT;
    assert_int_equal(definitions, PRODUCTS);
    assert_true(pm_program_objective(p, result->values) == result->objective);
    pm_program_free(p);
}

static void clauses_of_sums_mean_what_linear_rows_mean(void **state)
{
    (void)state;
    static const char *const solvers[] = {"glpk", "sat", "sat"};
    for (int i = 0; i < ROWS; i++) {
        double best = 0;
        for (int s = 0; s < 3; s++) { /* the last time with products that are not folded */
            const char *model = model_of(s == 2 ? rows[i].plain : rows[i].folded);
            struct pm_model_result result;
            pulma_error err;
            if (solve_text(solvers[s], model, "", 0, &result, &err) != PULMA_OK)
                fail_msg("%s: %s", solvers[s], err.message);
            assert_int_equal(result.status, PM_MIP_OPTIMAL);
            best = s == 0 ? result.objective : best;
            if (result.objective != best)
                fail_msg("%s finds %g, not %g, for\n%s", solvers[s], result.objective, best,
                         model);
            check_values(model, &result);
            pm_model_result_free(&result);
        }
    }
}

/* How many answers, best or not, the model prints. */
static int count_answers(const char *solver, const char *model)
{
    const struct pm_source source = source_of(model, "");
    const struct pm_model_options options = {.solver = solver};
    struct pm_sweep *sweep = pm_sweep_new(&source, &options);
    struct pm_model_result result;
    pulma_error err = {0};
    for (int n = 0;; n++) {
        if (pm_sweep_next(sweep, NULL, &result, &err) != PULMA_OK)
            fail_msg("%s", err.message);
        const bool none = result.status == PM_MIP_INFEASIBLE;
        pm_model_result_free(&result);
        if (none) {
            pm_sweep_free(sweep);
            return n;
        }
    }
}

static void as_many_answers_are_found(void **state)
{
    (void)state;
    static const char pairs[] =
        "set K := 1..3; var y{K}, binary;\n"
        "var s{k in K, i in 1..2, t in K: k <> t}, binary; var x{1..3, K}, binary;\n"
        "s.t. product_s{k in K, i in 1..2, t in K: k <> t}: 0 <= x[i,k] + x[i+1,t] - "
        "2*s[k,i,t] <= 1;\n"
        "s.t. cell{i in 1..3}: sum{k in K} x[i,k] = 1;\n"
        "s.t. piece{k in K}: sum{i in 1..3} x[i,k] = 1;\n"
        "s.t. a{k in K, t in K: k <> t}: (if k < t then 1 else 0) * y[k] + "
        "sum{i in 1..2} s[k,i,t] <= 1;\n"
        "s.t. b: y[1] + y[2] + y[3] = 1;\n"
        "solve; printf{i in 1..3, k in K} \"%d\", x[i,k]; printf{k in K} \"%d\", y[k]; "
        "end;\n";
    struct pm_program *p = translate_folded(pairs);
    assert_int_equal(p->fold_count, 6);
    pm_program_free(p);
    assert_int_equal(count_answers("glpk", pairs), count_answers("sat", pairs));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_counted_without_linearising),
        cmocka_unit_test(way_2_has_its_published_sizes),
        cmocka_unit_test(unfolded_it_is_the_translators_program),
        cmocka_unit_test(other_products_are_left_alone),
        cmocka_unit_test(what_cannot_be_folded_is_translated_as_it_is),
        cmocka_unit_test(errors_are_those_of_the_text),
        cmocka_unit_test(clauses_of_sums_mean_what_linear_rows_mean),
        cmocka_unit_test(as_many_answers_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
