/* One answer of a model after another.
 *
 * The statements after `solve;` are all that prints, and they know the solution by the names of
 * variables, constraints and the objective only.  So the columns of the variables that are named
 * there tell answers apart, and every further answer differs in one of them.  (A name may also be
 * one of an index, which does no harm: more columns than necessary make more vectors, and some of
 * them print the same.)
 *
 * Continuous columns are taken to be whole.  Most of them follow from integers by an equation.  For
 * the others it is shown in the end that they follow from the integers as well; if not, it is
 * asked whether one of them can be anything else. */
#include "models/model.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "mathprog/formula.h"
#include "models/minizinc.h"
#include "program/build.h"
#include "program/exact.h"

struct pm_sweep {
    const struct pm_source *source;
    struct pm_model_options options;
    struct pm_arena arena;
    bool started, surveyed;

    int column_count, *columns; /* that are printed */
    int unsure_count, *unsure;  /* those that may be other than whole */
    bool *is_integer;           /* per printed column */
    bool whole_vertices;   /* with the integers chosen, the others are whole in a vertex */
    int total;             /* of all columns of the program */
    struct pm_out vectors; /* integers as they lie in memory */
    struct pm_exclude exclude;
    double *last; /* values of the last answer; NULL: none */
    bool last_excluded;
};

struct pm_sweep *pm_sweep_new(const struct pm_source *source,
                              const struct pm_model_options *options)
{
    struct pm_sweep *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->source = source;
    s->options = *options;
    pm_arena_init(&s->arena, 0);
    return s;
}

void pm_sweep_free(struct pm_sweep *s)
{
    if (!s)
        return;
    pm_arena_free(&s->arena);
    pm_out_free(&s->vectors);
    free(s->last);
    free(s);
}

/* ---- What is printed ---- */

static void put_name(struct pm_out *names, const struct pm_text *name)
{
    pm_out_char(names, ' ');
    pm_out_bytes(names, name->at, pm_text_len(name));
}

static bool has_name(const struct pm_out *names, const char *name, size_t len)
{
    for (const char *at = names->data ? names->data : ""; *at;) {
        at++;
        const size_t n = strcspn(at, " ");
        if (n == len && memcmp(at, name, len) == 0)
            return true;
        at += n;
    }
    return false;
}

/* The names after `solve;`.  False if the text cannot be read, or names an objective there, whose
 * value all columns may have a part in. */
static bool printed_names(const struct pm_source *source, struct pm_out *names)
{
    struct pm_formula f;
    struct pm_out nothing = {0}, goals = {0};
    bool first = true, solved = false, goal = false, named = false;
    pm_formula_open(&f, source->model, source->model_len, &nothing, NULL);
    while (f.kind != PM_TOKEN_END) {
        const struct pm_text token = f.token;
        const bool name = f.kind == PM_TOKEN_NAME, begins = first;
        if (goal && name)
            put_name(&goals, &token);
        goal = begins && (pm_formula_is(&f, "minimize") || pm_formula_is(&f, "maximize"));
        const bool solve = begins && pm_formula_is(&f, "solve");
        first = pm_formula_is(&f, ";") || pm_formula_is(&f, "}");
        pm_formula_next(&f);
        if (solve && pm_formula_is(&f, ";"))
            solved = true;
        else if (solved && name) {
            put_name(names, &token);
            named |= has_name(&goals, token.at, pm_text_len(&token));
        }
    }
    const bool good = f.status == PULMA_OK && !named && !names->failed && !goals.failed;
    pm_out_free(&nothing);
    pm_out_free(&goals);
    return good;
}

/* Marks the columns that are printed: of variables that are named, and in rows that are. */
static void mark(const struct pm_program *p, const struct pm_out *names, bool *printed)
{
    for (int j = 0; j < p->column_count; j++) {
        const char *name = p->columns[j].name;
        printed[j] = has_name(names, name, strcspn(name, "["));
    }
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        if (has_name(names, row->name, pm_family_len(row->name)))
            for (int k = row->first; k < row->first + row->count; k++)
                printed[p->entries[k].column] = true;
    }
}

int *pm_printed_columns(const struct pm_source *source, const struct pm_program *p,
                        struct pm_arena *arena, int *count)
{
    const size_t columns = (size_t)p->column_count + 1;
    struct pm_out names = {0};
    bool *printed = pm_new(arena, columns, bool);
    int *numbers = pm_new(arena, columns, int);
    *count = 0;
    if (!printed || !numbers)
        return NULL;
    if (printed_names(source, &names))
        mark(p, &names, printed);
    else
        memset(printed, true, columns);
    pm_out_free(&names);
    for (int j = 0; j < p->column_count; j++)
        if (printed[j])
            numbers[(*count)++] = j;
    return numbers;
}

/* Whether continuous columns are whole in every vertex, whatever the integers are. */
static bool has_whole_vertices(struct pm_program *p)
{
    struct pm_exact exact;
    for (int j = 0; j < p->column_count; j++)
        if (p->columns[j].type == PM_CONTINUOUS && p->columns[j].cost != 0)
            return false; /* the row of the best value would cut vertices off */
    return pm_exact_make(p, true, &exact, NULL) == PULMA_OK;
}

static pulma_status survey(struct pm_sweep *s, struct pm_program *p, pulma_error *err)
{
    const size_t columns = (size_t)p->column_count + 1;
    s->columns = pm_printed_columns(s->source, p, &s->arena, &s->column_count);
    s->unsure = pm_new(&s->arena, columns, int);
    s->is_integer = pm_new(&s->arena, columns, bool);
    if (!s->columns || !s->unsure || !s->is_integer)
        return pm_fail_memory(err);
    s->total = p->column_count;
    for (int c = 0; c < s->column_count; c++) {
        const int j = s->columns[c];
        s->is_integer[c] = p->columns[j].type != PM_CONTINUOUS;
        if (!pm_exclude_whole(p, j))
            s->unsure[s->unsure_count++] = j;
    }
    s->whole_vertices = s->unsure_count > 0 && has_whole_vertices(p);
    s->surveyed = true;
    return PULMA_OK;
}

/* ---- Answers ---- */

static pulma_status unknown(pulma_error *err, const char *reason)
{
    char why[300]; /* the reason may be the message that is replaced */
    snprintf(why, sizeof why, "%s", reason);
    pm_fail(err, PULMA_LIMIT, NULL,
            "%s; whether the model has further answers is not known", why);
    if (err)
        err->limit = PULMA_LIMIT_OWN;
    return PULMA_LIMIT;
}

/* Keeps what tells the answer apart. */
static pulma_status keep(struct pm_sweep *s, const struct pm_model_result *result,
                         pulma_error *err)
{
    const size_t bytes = (size_t)result->value_count * sizeof *s->last;
    if (result->value_count == 0 && !result->values)
        return PULMA_OK; /* of MiniZinc */
    if (!s->last) {
        s->last = malloc(bytes + 1);
        s->total = result->value_count;
    }
    if (!s->last)
        return pm_fail_memory(err);
    if (result->value_count != s->total)
        return pm_fail(err, PULMA_SOLVER, NULL,
                       "the model gave another program the second time");
    memcpy(s->last, result->values, bytes);
    s->last_excluded = false;
    if (!s->exclude.has_best) {
        s->exclude.has_best = result->has_objective;
        s->exclude.best = result->objective;
    }
    return PULMA_OK;
}

/* Excludes the last answer. */
static pulma_status exclude_last(struct pm_sweep *s, pulma_error *err)
{
    const size_t before = s->vectors.len, bytes = (size_t)s->column_count * sizeof(int);
    for (int c = 0; c < s->column_count; c++) {
        const double value = s->last[s->columns[c]];
        const int whole = fabs(value) < INT_MAX ? (int)round(value) : 0;
        if (fabs(value - whole) > 1e-6)
            return unknown(err, "the model prints a variable that is not whole");
        pm_out_bytes(&s->vectors, (const char *)&whole, sizeof whole);
    }
    if (s->vectors.failed || s->exclude.count == INT_MAX)
        return pm_fail_memory(err);
    for (size_t at = 0; bytes > 0 && at < before; at += bytes)
        if (memcmp(s->vectors.data + at, s->vectors.data + before, bytes) == 0)
            return pm_fail(err, PULMA_SOLVER, NULL,
                           "an excluded answer came again: the model is not always the "
                           "same program");
    s->last_excluded = true;
    s->exclude.count++;
    s->exclude.column_count = s->column_count;
    s->exclude.columns = s->columns;
    s->exclude.values = (const int *)(const void *)s->vectors.data;
    return PULMA_OK;
}

static bool same_integers(const struct pm_sweep *s, int a, int b)
{
    const int *first = s->exclude.values + (size_t)a * (size_t)s->column_count;
    const int *second = s->exclude.values + (size_t)b * (size_t)s->column_count;
    for (int c = 0; c < s->column_count; c++)
        if (s->is_integer[c] && first[c] != second[c])
            return false;
    return true;
}

/* Choose the integers: what the others may be is the convex hull of vertices, which are whole.  All
 * whole answers are known, and no two have the same integers, so the hull is one point. */
static bool follow_from_integers(const struct pm_sweep *s)
{
    for (int a = 0; s->whole_vertices && a < s->exclude.count; a++)
        for (int b = 0; b < a; b++)
            if (same_integers(s, a, b))
                return false;
    return s->whole_vertices;
}

/* Nothing else is whole: whether anything else is an answer at all. */
static pulma_status look_for_fractions(struct pm_sweep *s, const struct pm_limits *limits,
                                       struct pm_model_result *result, pulma_error *err)
{
    if (s->unsure_count == 0 || follow_from_integers(s))
        return PULMA_OK;
    struct pm_model_result other = {0};
    struct pm_exclude exclude = s->exclude;
    struct pm_model_options options = s->options;
    exclude.fraction = true;
    exclude.count = 0;
    exclude.column_count = s->unsure_count;
    exclude.columns = s->unsure;
    options.exclude = &exclude;
    options.solver = "glpk"; /* the one that is always here and knows fractions */
    options.why = false;
    pulma_status status = pm_model_solve(s->source, &options, limits, &other, NULL);
    result->nodes += other.nodes;
    result->other_seconds += other.other_seconds;
    const bool none = status == PULMA_OK && other.status == PM_MIP_INFEASIBLE;
    pm_model_result_free(&other);
    return none ? PULMA_OK
                : unknown(err, "the model prints a continuous variable that may be other "
                               "than whole");
}

static pulma_status solve_first(struct pm_sweep *s, const struct pm_limits *limits,
                                struct pm_model_result *result, pulma_error *err)
{
    s->started = true;
    return pm_model_solve(s->source, &s->options, limits, result, err);
}

/* The program of the first answer, to see what it prints. */
static pulma_status prepare(struct pm_sweep *s, const struct pm_limits *limits,
                            pulma_error *err)
{
    struct pm_program *program;
    pulma_status status =
        pm_model_translate(s->source, &s->options, false, limits, &program, err);
    if (status == PULMA_OK && program->column_count != s->total)
        status = pm_fail(err, PULMA_SOLVER, NULL,
                         "the model gave another program the second time");
    if (status == PULMA_OK)
        status = survey(s, program, err);
    pm_program_free(program);
    return status;
}

static pulma_status solve_further(struct pm_sweep *s, const struct pm_limits *limits,
                                  struct pm_model_result *result, pulma_error *err)
{
    if (!s->last)
        return unknown(err, "MiniZinc gives one answer");
    pulma_status status = s->surveyed ? PULMA_OK : prepare(s, limits, err);
    if (status == PULMA_OK && !s->last_excluded)
        status = exclude_last(s, err);
    s->options.exclude = &s->exclude;
    if (status == PULMA_OK)
        status = pm_model_solve(s->source, &s->options, limits, result, err);
    if (status == PULMA_UNAVAILABLE)
        return unknown(err, err ? err->message : "an answer cannot be excluded");
    if (status == PULMA_OK && result->status == PM_MIP_INFEASIBLE)
        status = look_for_fractions(s, limits, result, err);
    return status;
}

void pm_sweep_worsen(struct pm_sweep *s)
{
    s->exclude.has_best = false;
}

pulma_status pm_sweep_next(struct pm_sweep *s, const struct pm_limits *limits,
                           struct pm_model_result *result, pulma_error *err)
{
    *result = (struct pm_model_result){.status = PM_MIP_LIMIT};
    pulma_status status =
        (s->started ? solve_further : solve_first)(s, limits, result, err);
    if (status == PULMA_OK && result->status <= PM_MIP_FEASIBLE)
        status = keep(s, result, err);
    return status;
}
