/* What the tests of mathematical programs share: short ways to translate and solve a text, and a
 * few models. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include <string.h>

#include "clauses/sat.h"
#include "core/limits.h"
#include "models/model.h"
#include "program/build.h"
#include "program/program.h"

static inline struct pm_source source_of(const char *model, const char *data)
{
    return (struct pm_source){model, strlen(model), data, strlen(data)};
}

static inline pulma_status solve_text(const char *solver, const char *model,
                                      const char *data, double seconds,
                                      struct pm_model_result *result, pulma_error *err)
{
    struct pm_source source = source_of(model, data);
    struct pm_model_options options = {.solver = solver};
    struct pm_limits limits = {.deadline = seconds > 0 ? pm_clock() + seconds : 0};
    *err = (pulma_error){0};
    return pm_model_solve(&source, &options, &limits, result, err);
}

static inline struct pm_program *translate(const char *model, bool linearise)
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

enum { MOST_TRIED = 12 }; /* columns */

/* Tries all whole values of all columns; false if nothing fits. */
static inline bool best_of_all(const struct pm_program *p, double *best)
{
    double values[MOST_TRIED];
    bool found = false;
    assert_in_range(p->column_count, 1, MOST_TRIED);
    for (int j = 0; j < p->column_count; j++)
        values[j] = p->columns[j].lower;
    for (int j = 0; j < p->column_count;) {
        int row;
        const double value = pm_program_objective(p, values);
        if ((!found || (p->maximise ? value > *best : value < *best)) &&
            pm_program_satisfied(p, values, &row)) {
            *best = value;
            found = true;
        }
        for (j = 0; j < p->column_count && ++values[j] > p->columns[j].upper; j++)
            values[j] = p->columns[j].lower;
    }
    return found;
}

/* `sat` finds the best of all answers, or that there is none; true: there is one. */
static inline bool check_best(struct pm_program *p, int seed)
{
    double best = 0, values[MOST_TRIED];
    int row;
    const bool found = best_of_all(p, &best);
    struct pm_solved solved = {.values = values};
    assert_int_equal(pm_sat_solve(p, NULL, NULL, &solved, NULL), PULMA_OK);
    if (solved.status != (found ? PM_MIP_OPTIMAL : PM_MIP_INFEASIBLE))
        fail_msg("seed %d: status %d", seed, (int)solved.status);
    if (found &&
        (!pm_program_satisfied(p, values, &row) || pm_program_objective(p, values) != best))
        fail_msg("seed %d: %g, but %g is possible", seed, pm_program_objective(p, values),
                 best);
    return found;
}

/* `n` times the text. */
static inline char *repeated(const char *before, const char *text, int n, const char *after)
{
    struct pm_out out = {0};
    pm_out_text(&out, before);
    for (int i = 0; i < n; i++)
        pm_out_text(&out, text);
    pm_out_text(&out, after);
    return out.data;
}

/* The best of three things for a bag, nine products, three numbers far apart. */
static const char knapsack[] __attribute__((unused)) =
    "set I;\n"
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
static const char knapsack_data[] __attribute__((unused)) = "data;\n"
                                                            "param: I: value weight :=\n"
                                                            "  a 5 4\n"
                                                            "  b 4 3\n"
                                                            "  c 3 2;\n"
                                                            "param most := 6;\n"
                                                            "end;\n";

static const char products[] __attribute__((unused)) =
    "var x{1..3}, binary; var y{1..3}, binary;\n"
    "var s{1..3, 1..3}, binary;\n"
    "maximize o: sum{i in 1..3, j in 1..3} (2*i - j) * s[i,j];\n"
    "s.t. few: sum{i in 1..3} (x[i] + y[i]) <= 4;\n"
    "s.t. meet: sum{i in 1..3} s[i,i] <= 1;\n"
    "s.t. product_s{i in 1..3, j in 1..3}: 0 <= x[i] + y[j] - 2*s[i,j] <= 1;\n"
    "solve;\n"
    "printf{i in 1..3, j in 1..3} \"%d\", s[i,j] - x[i] * y[j];\n"
    "end;\n";
static const char distances[] __attribute__((unused)) =
    "var x{1..3}, integer, >= 1, <= 4;\n"
    "var d{1..3, 1..3}, binary;\n"
    "minimize o: sum{i in 1..3} i * x[i];\n"
    "s.t. abs_far{i in 1..3, j in i+1..3}: 2 <= x[i] - x[j] + 6*d[i,j] <= 4;\n"
    "s.t. abs_near: -3 <= x[1] - x[3] <= 3;\n"
    "solve;\n"
    "printf{i in 1..3} \"%d\", x[i];\n"
    "end;\n";

#endif
