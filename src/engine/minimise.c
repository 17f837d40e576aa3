/* The cheapest answer.  Each model lowers what is possible (`best`), each refusal raises what
 * is needed (`bound`); they meet at the optimum.
 *
 * First the bound rises quickly: the solver is asked for an answer without any cost, and names
 * a few costs of which at least one must be paid.  These are set aside, and so on, until an
 * answer comes, which often is close to the best.
 *
 * Then the best falls.  The cost is a sum whose bounds are literals, so "at most so much" is
 * one more assumption, and asking for a little less than the best again and again ends with a
 * refusal.  That last step can take long, so attempts have a budget of conflicts; when one
 * runs out, a smaller one goes to raising the bound, and the next attempt gets more.  A limit
 * that comes in the middle thus finds both sides advanced. */
#include "engine/asking.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Not sensitive: a tenth and ten times of each budget give the same conflicts on all examples. */
enum {
    FIRST_BUDGET = 20000, /* conflicts */
    CORE_BUDGET = 500,    /* for each set of costs of which one must be paid */
    BOUND_SHARE = 20,     /* raising the bound gets this part of a budget */
};

/* Remembers the model if it is the cheapest so far. */
static void keep_model(struct pm_engine *e)
{
    assert(!e->bound_known || e->model_cost >= e->bound);
    if (e->has_best && e->model_cost >= e->best)
        return;
    e->has_best = true;
    e->best = e->model_cost;
    memcpy(e->best_answer, e->model, (size_t)e->rules->place_count * sizeof *e->model);
}

/* The literal "it costs at most `cost`"; the clauses that tie it to the terms are no rules. */
static pm_lit tie(struct pm_engine *e, int64_t cost)
{
    size_t start = pm_in_row(e->rules);
    pm_lit limit = pm_total_at_most(e->total, cost - e->offset);
    pm_total_tie(e->total, cost - e->offset, PM_MOST);
    pm_in_row_end(e->rules, start);
    return limit;
}

/* Is there an answer that costs at most `cost`? */
static pulma_status attempt(struct pm_engine *e, int64_t cost, int64_t budget,
                            pulma_error *err)
{
    pm_lit limit = tie(e, cost);
    e->cost_limit = limit == PM_TRUE || limit == PM_FALSE ? 0 : limit;
    pulma_status status = limit == PM_FALSE ? PULMA_NONE : pm_ask(e, false, budget, err);
    e->cost_limit = 0;
    if (status == PULMA_OK)
        keep_model(e);
    else if (status == PULMA_NONE)
        e->bound = cost + 1;
    assert(e->bound <= e->best);
    return status;
}

static pulma_status close_gap(struct pm_engine *e, pulma_error *err)
{
    int64_t budget = FIRST_BUDGET;
    bool raise_bound = false;
    while (e->bound < e->best) {
        pulma_status status = raise_bound ? attempt(e, e->bound, budget / BOUND_SHARE, err)
                                          : attempt(e, e->best - 1, budget, err);
        if (status == PULMA_LIMIT && !pm_exhausted(e)) {
            budget = raise_bound ? budget + budget / 2 : budget;
            raise_bound = !raise_bound;
        } else if (status != PULMA_OK && status != PULMA_NONE) {
            return status;
        }
    }
    return PULMA_OK;
}

/* One refusal: of the costs that it names one must be paid, at least the smallest.  What is
 * left of their weights can be named again. */
static void raise_by_core(struct pm_engine *e, int64_t *weights)
{
    int64_t least = INT64_MAX;
    int n = pm_total_terms(e->total);
    for (int i = 0; i < n; i++)
        if (weights[i] > 0 && weights[i] < least &&
            pm_cadical_failed(e->solver, -pm_total_term(e->total, i).lit))
            least = weights[i];
    for (int i = 0; i < n; i++)
        if (weights[i] > 0 && pm_cadical_failed(e->solver, -pm_total_term(e->total, i).lit))
            weights[i] -= least;
    assert(least < INT64_MAX); /* an answer is known, so no refusal does without costs */
    e->bound += least;
}

/* Sets costs aside until an answer comes (PULMA_OK), or the budget of a question is spent. */
static pulma_status raise_by_cores(struct pm_engine *e, int64_t *weights, pulma_error *err)
{
    int n = pm_total_terms(e->total);
    for (;;) {
        e->cost_off.len = 0;
        for (int i = 0; i < n; i++)
            if (weights[i] > 0 && !pm_push(&e->cost_off, pm_total_term(e->total, i).lit))
                return pm_fail_memory(err);
        pulma_status status = pm_ask(e, false, CORE_BUDGET, err);
        if (status == PULMA_OK)
            keep_model(e);
        if (status != PULMA_NONE || e->bound >= e->best)
            return status;
        raise_by_core(e, weights);
    }
}

static pulma_status quick_bound(struct pm_engine *e, pulma_error *err)
{
    int n = pm_total_terms(e->total);
    int64_t *weights = calloc((size_t)n + 1, sizeof *weights);
    if (!weights)
        return pm_fail_memory(err);
    for (int i = 0; i < n; i++)
        weights[i] = pm_total_term(e->total, i).weight;
    pulma_status status = raise_by_cores(e, weights, err);
    e->cost_off.len = 0;
    free(weights);
    bool go_on = status == PULMA_NONE || (status == PULMA_LIMIT && !pm_exhausted(e));
    return go_on ? PULMA_OK : status;
}

/* The solver tries the cheap side of every literal first. */
static void prefer_cheap(struct pm_engine *e)
{
    for (size_t i = 0; i < e->rules->cost_lits.len; i++) {
        pm_lit lit = e->rules->cost_lits.data[i];
        if (lit != PM_TRUE && lit != PM_FALSE)
            pm_cadical_phase(e->solver, e->rules->cost_weights.data[i] > 0 ? -lit : lit);
    }
}

pulma_status pm_minimum(struct pm_engine *e, pulma_error *err)
{
    if (!e->total) {
        e->total = pm_cost_total(e->rules, &e->offset);
        if (!e->total)
            return pm_rules_failure(e->rules, err);
        pm_send(e);
        prefer_cheap(e);
    }
    e->cost_limit = 0;
    if (!e->has_best) {
        pulma_status status = pm_ask(e, false, -1, err);
        if (status != PULMA_OK)
            return status;
        keep_model(e);
    }
    pulma_status status = PULMA_OK;
    if (!e->bound_known) {
        e->bound = e->offset;
        e->bound_known = true;
        status = quick_bound(e, err);
    }
    if (status == PULMA_OK)
        status = close_gap(e, err);
    if (status != PULMA_OK)
        return status;
    assert(e->bound == e->best);
    e->optimal = true;
    pm_lit limit = tie(e, e->best);
    e->cost_limit = limit == PM_TRUE ? 0 : limit;
    return PULMA_OK;
}
