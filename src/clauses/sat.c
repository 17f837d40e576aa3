/* Programs to clauses: the solver `sat`.
 *
 * Every column is a place of the engine, counted from its lower bound, unless it follows from the
 * others: stand-ins of absolute values, flows (flows.h) and orders (orders.h) do.  rows.c states the
 * rows, floor.c the objective and its bounds. */
#include "clauses/sat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clauses/bound.h"
#include "clauses/stating.h"
#include "clauses/twins.h"
#include "core/text.h"
#include "engine/engine.h"
#include "program/build.h"

enum { BEST_CONFLICTS = 20000 }; /* in search of an answer that the families allow */

static bool domains_empty(const struct pm_sat *s)
{
    for (int j = 0; j < s->program->column_count; j++)
        if (s->exact.upper[j] < s->exact.lower[j])
            return true;
    return false;
}

/* Rows that must be equations become such. */
static bool equate(struct pm_sat *s)
{
    struct pm_exact tight;
    if (!pm_sat_copy(s, &tight))
        return false;
    pm_bound_equate(s->program, &tight);
    s->exact.rows = tight.rows;
    return true;
}

/* Finds the groups, and again without columns that are not needed. */
static bool find_groups(struct pm_sat *s)
{
    int dropped = 0;
    s->groups = pm_groups_new(s->program, &s->exact);
    if (!s->groups ||
        (s->lazy && !pm_twins_drop(s->program, s->groups, &s->exact, &dropped)))
        return false;
    if (dropped > 0)
        s->groups = pm_groups_new(s->program, &s->exact);
    return s->groups != NULL;
}

/* Finds what is no part of the search. */
static bool find_followers(struct pm_sat *s)
{
    struct pm_program *p = s->program;
    bool *flows = pm_new(&p->arena, (size_t)p->column_count + 1, bool);
    s->self = s;
    s->flows = pm_flows_new(p, &s->exact);
    if (!s->flows || !flows)
        return false;
    for (int j = 0; j < p->column_count; j++)
        flows[j] = pm_flows_column(s->flows, j);
    s->orders = pm_orders_new(p, &s->exact, flows);
    return s->orders != NULL;
}

/* States everything.  `rules` is to be freed, unless it is NULL. */
static pulma_status compile(struct pm_sat *s, bool why, pulma_error *err)
{
    struct pm_program *p = s->program;
    pulma_status status = pm_exact_make(p, !why, &s->exact, err);
    if (status != PULMA_OK || domains_empty(s))
        return status;
    const size_t columns = (size_t)p->column_count + 1;
    struct pm_range *ranges = pm_new(&p->arena, columns, struct pm_range);
    s->numbers = pm_new(&p->arena, columns, int);
    s->weights = pm_new(&p->arena, columns, int);
    s->lits = pm_new(&p->arena, columns, pm_lit);
    if (!ranges || !s->numbers || !s->weights || !s->lits)
        return pm_fail_memory(err);
    if (!why && !equate(s))
        return pm_fail_memory(err);
    if (s->at_best && !pm_sat_best_case(s))
        return PULMA_OK;
    if (!why && !find_groups(s))
        return pm_fail_memory(err);
    if (s->lazy && !find_followers(s))
        return pm_fail_memory(err);
    for (int j = 0; j < p->column_count; j++)
        ranges[j] = (struct pm_range){0, pm_sat_follows(s, j) ? 0 : pm_sat_span(s, j)};
    s->rules = pm_rules_new(p->column_count, ranges, why, s->limits);
    if (!s->rules)
        return pm_fail_memory(err);
    if (!pm_sat_rows(s) || !pm_sat_sums(s))
        return pm_fail(err, PULMA_LIMIT, NULL,
                       "time ran out while the rows became clauses");
    if (p->has_objective && !why && !s->at_best) {
        pm_sat_objective(s);
        pm_minimise_floor(s->rules, pm_sat_floor, s);
    }
    return status;
}

/* What a sum of products comes to. */
static double value_of(const struct pm_fold *fold, const double *values)
{
    double sum = 0;
    for (int i = 0; i < fold->count; i++)
        sum += values[fold->left[i]] * values[fold->right[i]];
    return sum;
}

/* Values of the columns from the places; stand-ins of absolute values, sums of products and flows
 * follow from the rest. */
static void take_values(const struct pm_sat *s, const int *answer, double *values)
{
    const struct pm_program *p = s->program;
    for (int j = 0; j < p->column_count; j++)
        values[j] = s->exact.lower[j] + answer[j];
    for (int i = 0; i < p->fold_count; i++)
        values[p->folds[i].column] = value_of(&p->folds[i], values);
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        double e = 0, big = 0;
        for (int k = row->first; k < row->first + row->count; k++)
            if (p->entries[k].column == row->stand_in)
                big = p->entries[k].value;
            else
                e += p->entries[k].value * values[p->entries[k].column];
        if (row->role == PM_ABS_AT_LEAST)
            values[row->stand_in] = (e < 0) == (big > 0);
    }
    if (s->flows)
        pm_flows_fill(s->flows, answer, values);
    if (s->orders)
        pm_orders_fill(s->orders, answer, values);
}

static pulma_status find_why(struct pm_sat *s, const struct pm_limits *limits,
                             struct pm_solved *solved, pulma_error *err)
{
    struct pm_engine *engine = pm_engine_new(s->rules, limits);
    if (!engine)
        return pm_fail_memory(err);
    pulma_status status = pm_engine_why(engine, err);
    if (status == PULMA_OK || status == PULMA_LIMIT) {
        solved->why_minimal = status == PULMA_OK;
        for (int i = 0; i < pm_engine_why_count(engine); i++)
            solved->why[solved->why_count++] = pm_engine_why_number(engine, i);
        status = PULMA_OK;
    }
    pm_engine_free(engine);
    return status == PULMA_NONE ? PULMA_OK : status;
}

pulma_status pm_sat_why(struct pm_program *program, const struct pm_limits *limits,
                        struct pm_solved *solved, pulma_error *err)
{
    const struct pm_limits none = {0};
    struct pm_sat s = {.program = program, .limits = limits ? limits : &none};
    pulma_status status = compile(&s, true, err);
    if (status == PULMA_OK && s.rules)
        status = find_why(&s, s.limits, solved, err);
    pm_groups_free(s.groups);
    pm_rules_free(s.rules);
    return status;
}

/* The objective of a cost in the engine's whole numbers. */
static double objective_of(const struct pm_sat *s, int64_t cost)
{
    return s->program->constant + s->exact.cost_scale * (double)cost;
}

static pulma_status run(struct pm_sat *s, const struct pm_limits *limits,
                        struct pm_solved *solved, pulma_error *err)
{
    int *answer = pm_new(&s->program->arena, (size_t)s->program->column_count + 1, int);
    struct pm_engine *engine = answer ? pm_engine_new(s->rules, limits) : NULL;
    if (!engine)
        return pm_fail_memory(err);
    pulma_status status = pm_engine_next(engine, answer, err);
    solved->nodes = pm_engine_conflicts(engine);
    const bool best =
        status == PULMA_LIMIT && s->program->has_objective && pm_engine_has_best(engine);
    if (status == PULMA_OK || best)
        take_values(s, answer, solved->values);
    if (best) {
        solved->has_bound = true;
        solved->bound = objective_of(s, pm_engine_bound(engine));
    }
    pm_engine_free(engine);
    switch (status) {
    case PULMA_OK:
        solved->status = PM_MIP_OPTIMAL;
        return PULMA_OK;
    case PULMA_NONE:
        solved->status = PM_MIP_INFEASIBLE;
        return PULMA_OK;
    case PULMA_LIMIT:
        solved->status = best ? PM_MIP_FEASIBLE : PM_MIP_LIMIT;
        return PULMA_OK;
    default:
        return status;
    }
}

/* What the values cost, in whole numbers. */
static int64_t cost_of(const struct pm_sat *s, const double *values)
{
    int64_t cost = 0;
    for (int j = 0; j < s->program->column_count; j++)
        cost += s->exact.costs[j] * (int64_t)llround(values[j]);
    return cost;
}

/* Many maxima say that everything is used.  If the rows that say so are equations for good, instead of
 * under a condition, such an answer is found in a third of the time.  Whether this one is best. */
static bool try_best_case(struct pm_sat s, struct pm_solved *solved)
{
    struct pm_limits limits = *s.limits;
    s.at_best = true;
    if (limits.conflicts == 0 || limits.conflicts > 8 * BEST_CONFLICTS)
        limits.conflicts = BEST_CONFLICTS;
    else
        limits.conflicts /= 8;
    bool best = limits.conflicts > 0 && s.program->has_objective &&
                compile(&s, false, NULL) == PULMA_OK && s.rules &&
                run(&s, &limits, solved, NULL) == PULMA_OK &&
                solved->status == PM_MIP_OPTIMAL && cost_of(&s, solved->values) == s.best;
    pm_groups_free(s.groups);
    pm_rules_free(s.rules);
    return best;
}

pulma_status pm_sat_solve(struct pm_program *program, const struct pm_limits *limits,
                          const struct pm_model_options *options, struct pm_solved *solved,
                          pulma_error *err)
{
    const struct pm_limits none = {0};
    double start = pm_cpu_clock();
    struct pm_sat s = {.program = program,
                       .limits = limits ? limits : &none,
                       .options = options,
                       .lazy = true,
                       .started = pm_clock()};
    if (try_best_case(s, solved)) {
        solved->seconds = pm_cpu_clock() - start;
        return PULMA_OK;
    }
    const int64_t nodes = solved->nodes;
    pulma_status status = compile(&s, false, err);
    if (status == PULMA_OK && s.rules)
        status = run(&s, s.limits, solved, err);
    else if (status == PULMA_OK)
        solved->status = PM_MIP_INFEASIBLE;
    solved->nodes += status == PULMA_OK && s.rules ? nodes : 0;
    if (status == PULMA_LIMIT) {
        solved->status = PM_MIP_LIMIT;
        status = PULMA_OK;
    }
    pm_groups_free(s.groups);
    pm_rules_free(s.rules);
    solved->seconds = pm_cpu_clock() - start;
    solved->helper_seconds = s.helper_seconds;
    return status;
}

pulma_status pm_sat_dimacs(struct pm_program *program, struct pm_out *out, pulma_error *err)
{
    if (program->has_objective)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "CNF files have no objective: write OPB instead");
    const struct pm_limits none = {0};
    struct pm_sat s = {.program = program, .limits = &none};
    pulma_status status = compile(&s, false, err);
    if (status == PULMA_OK && !s.rules)
        pm_out_text(out, "c a variable has no value left\np cnf 1 2\n1 0\n-1 0\n");
    else if (status == PULMA_OK) {
        for (int j = 0; j < program->column_count; j++)
            pm_out_f(out, "c place %d is %s, counted from %d\n", j,
                     program->columns[j].name, s.exact.lower[j]);
        pm_rules_dimacs(s.rules, out);
    }
    pm_groups_free(s.groups);
    pm_rules_free(s.rules);
    return status;
}
