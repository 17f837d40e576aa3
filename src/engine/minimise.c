/* The cheapest answer.  The cost is a sum whose bounds are literals, so "at most so much" is
 * one more assumption.  Each model lowers what is possible (`best`), each refusal raises what
 * is needed (`bound`); they meet at the optimum.
 *
 * Asking for a little less than the best is usually easy, until it is not.  So attempts have a
 * budget of conflicts; when one runs out the question is put elsewhere between the two
 * bounds, and when all of them ran out the budget doubles.  Thus a limit that comes in the
 * middle finds both sides advanced. */
#include "engine/asking.h"

#include <string.h>

#include "core/text.h"

enum { FIRST_BUDGET = 2000 };

/* Remembers the model if it is the cheapest so far. */
static void keep_model(struct pm_engine *e)
{
    if (e->has_best && e->model_cost >= e->best)
        return;
    e->has_best = true;
    e->best = e->model_cost;
    memcpy(e->best_answer, e->model, (size_t)e->rules->place_count * sizeof *e->model);
}

/* Is there an answer that costs at most `cost`? */
static pulma_status attempt(struct pm_engine *e, int64_t cost, int64_t budget,
                            pulma_error *err)
{
    pm_lit limit = pm_total_at_most(e->total, cost - e->offset);
    pm_total_tie(e->total, cost - e->offset, PM_MOST);
    e->cost_limit = limit == PM_TRUE || limit == PM_FALSE ? 0 : limit;
    pulma_status status = limit == PM_FALSE ? PULMA_NONE : pm_ask(e, false, budget, err);
    e->cost_limit = 0;
    if (status == PULMA_OK)
        keep_model(e);
    else if (status == PULMA_NONE)
        e->bound = cost + 1;
    return status;
}

/* The costs to try, from just below the best down to the bound. */
static int64_t target(const struct pm_engine *e, int attempt_number)
{
    switch (attempt_number % 3) {
    case 0:
        return e->best - 1;
    case 1:
        return e->bound;
    default:
        return e->bound + (e->best - 1 - e->bound) / 2;
    }
}

static pulma_status close_gap(struct pm_engine *e, pulma_error *err)
{
    int64_t budget = FIRST_BUDGET;
    int failures = 0;
    while (e->bound < e->best) {
        pulma_status status = attempt(e, target(e, failures), budget, err);
        if (status == PULMA_LIMIT && !pm_exhausted(e)) {
            failures++;
            budget = failures % 3 == 0 ? 2 * budget : budget;
        } else if (status != PULMA_OK && status != PULMA_NONE) {
            return status;
        }
    }
    return PULMA_OK;
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
            return pm_fail_memory(err);
        pm_send(e);
        prefer_cheap(e);
    }
    if (!e->bound_known)
        e->bound = e->offset;
    e->bound_known = true;
    e->cost_limit = 0;
    if (!e->has_best) {
        pulma_status status = pm_ask(e, false, -1, err);
        if (status != PULMA_OK)
            return status;
        keep_model(e);
    }
    pulma_status status = close_gap(e, err);
    if (status != PULMA_OK)
        return status;
    e->optimal = true;
    pm_lit limit = pm_total_at_most(e->total, e->best - e->offset);
    pm_total_tie(e->total, e->best - e->offset, PM_MOST);
    e->cost_limit = limit == PM_TRUE ? 0 : limit;
    return PULMA_OK;
}
