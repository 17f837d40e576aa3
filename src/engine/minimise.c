/* The cheapest answer.  Each model lowers what is possible (`best`), each refusal raises what
 * is needed (`bound`); they meet at the optimum.
 *
 * From below: the solver is asked for an answer without any cost.  If it refuses, it names a few
 * costs of which at least one must be paid (a *core*).  The bound rises by the smallest of them, and
 * a count of those costs takes their place: one may be paid now, a second one costs again.  So
 * what the solver is asked for stays a set of assumptions, and an answer to it is a
 * cheapest one (OLL: Andres, Kaufmann, Matheis and Schaub 2012).
 *
 * From above: the cost is a sum whose bounds are literals, so "at most so much" is one more
 * assumption, and asking for a little less than the best again and again ends with a refusal.
 * What is summed up is what the cores have left over: less than the gap, so it is short.
 *
 * At the floor: somebody may know a bound that the cores would take long to reach, and what answers
 * of that cost have in common; they are asked for first.
 *
 * Which of them ends first nobody knows.  Every question has a budget of conflicts; they take
 * turns with budgets that grow, and a limit that comes in the middle finds all advanced. */
#include "engine/asking.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum {
    SHORT_BUDGET = 300,  /* conflicts of the first question */
    FIRST_BUDGET = 2000, /* of another one */
    FLOOR_SHARE = 5,     /* times as many where an answer is likely */
    EASY_CORES = 600,    /* and conflicts, before a bound that is dear */
    TRIM_BUDGET = 200,   /* for naming fewer costs in a core */
    MAX_TRIMS = 3,
    SMALL_CORE = 3,                   /* costs, which are too few to look for less */
    MAX_ROUNDS = 8,                   /* of answers that pay for different things */
    MAX_GAP_EDGES = PM_MAX_EDGES / 4, /* of a sum of what the cores have left over */
};

/* Something that may have to be paid for: a term's step, or one more of a core's costs. */
struct item {
    pm_lit paid; /* false: it need not be paid */
    int64_t weight;
    int count;  /* of a count of costs: more than so many are paid; 0: no count */
    int core;   /* whose costs are counted */
    bool named; /* in the present core */
};

struct pm_cores {
    struct item *items; /* with weights > 0, or done with */
    size_t size;
    int item_count;
    struct pm_total **counts; /* one a core */
    size_t count_size;
    int core_count;
    int64_t bound; /* what the cores cost; the items are to be paid on top of that */
    int64_t floor; /* a bound from elsewhere */
    pm_lit
        at_floor;   /* what answers of that cost satisfy; 0: nothing, or they are refuted */
    bool tie_floor; /* it does not imply the cost */
    struct pm_total *rest; /* the sum of the items; NULL: they have changed */
};

/* ---- What is known ---- */

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

/* The literal "this sum is at most so much"; the clauses that tie it to the terms are no rules. */
static pm_lit tie(struct pm_engine *e, struct pm_total *total, int64_t most)
{
    size_t start = pm_in_row(e->rules);
    pm_lit limit = pm_total_at_most(total, most);
    pm_total_tie(total, most, PM_MOST);
    pm_in_row_end(e->rules, start);
    return limit;
}

void pm_keep_optimal(struct pm_engine *e)
{
    if (!e->optimal || e->keeps_optimal)
        return;
    assert(e->total);
    pm_lit limit = tie(e, e->total, e->best - e->offset);
    e->cost_limit = limit == PM_TRUE ? 0 : limit;
    e->keeps_optimal = true;
}

/* ---- Items ---- */

static struct item *new_item(struct pm_engine *e, struct pm_cores *c)
{
    size_t n = (size_t)c->item_count + 1;
    if (!pm_grow((void **)&c->items, &c->size, n, sizeof *c->items)) {
        e->rules->failed = PULMA_NO_MEMORY;
        return NULL;
    }
    c->items[c->item_count] = (struct item){0};
    return &c->items[c->item_count++];
}

/* One for each step of each term, with what it adds. */
static void first_items(struct pm_engine *e, struct pm_cores *c)
{
    const struct pm_term_step *steps = pm_total_steps(e->total);
    c->bound = e->offset;
    for (int i = 0; i < pm_total_terms(e->total); i++) {
        const struct pm_term term = pm_total_term(e->total, i);
        int64_t before = 0;
        for (int k = term.first_step; k < term.first_step + term.step_count; k++) {
            struct item *item = new_item(e, c);
            if (!item)
                return;
            item->paid = steps[k].lit;
            item->weight = steps[k].weight - before;
            before = steps[k].weight;
        }
    }
}

static void cores_free(struct pm_cores *c)
{
    for (int i = 0; i < c->core_count; i++)
        pm_total_free(c->counts[i]);
    free(c->counts);
    free(c->items);
    pm_total_free(c->rest);
}

/* Forgets items that are done with, and that the sum of them is known. */
static void sweep(struct pm_cores *c)
{
    int kept = 0;
    for (int i = 0; i < c->item_count; i++)
        if (c->items[i].weight > 0)
            c->items[kept++] = c->items[i];
    c->item_count = kept;
    pm_total_free(c->rest);
    c->rest = NULL;
}

/* ---- From below ---- */

/* Asks for an answer in which none of the items (with `named`, none of those) is paid. */
static pulma_status ask_without(struct pm_engine *e, struct pm_cores *c, bool named,
                                int64_t budget, pulma_error *err)
{
    e->cost_off.len = 0;
    for (int i = 0; i < c->item_count; i++)
        if ((!named || c->items[i].named) && !pm_push(&e->cost_off, c->items[i].paid))
            return pm_fail_memory(err);
    pulma_status status = pm_ask(e, false, budget, err);
    e->cost_off.len = 0;
    return status;
}

/* Marks what the last refusal names; returns how many, and the least weight. */
static int name_core(struct pm_engine *e, struct pm_cores *c, bool named, int64_t *least)
{
    int n = 0;
    *least = INT64_MAX;
    for (int i = 0; i < c->item_count; i++) {
        struct item *item = &c->items[i];
        item->named = (!named || item->named) && pm_cadical_failed(e->solver, -item->paid);
        n += item->named;
        if (item->named && item->weight < *least)
            *least = item->weight;
    }
    return n;
}

/* The literal "more than `most` of a core's costs are paid". */
static void count_more(struct pm_engine *e, struct pm_cores *c, int core, int most,
                       int64_t weight)
{
    if (most >= pm_total_terms(c->counts[core]))
        return;
    pm_lit limit = tie(e, c->counts[core], most);
    struct item *item = limit == PM_TRUE || e->rules->failed ? NULL : new_item(e, c);
    if (item)
        *item =
            (struct item){.paid = -limit, .weight = weight, .count = most, .core = core};
}

/* A count of the costs that are named. */
static bool new_count(struct pm_engine *e, struct pm_cores *c, int n)
{
    struct pm_term *terms = calloc((size_t)n, sizeof *terms);
    struct pm_term_step *steps = calloc((size_t)n, sizeof *steps);
    int at = 0;
    for (int i = 0; terms && steps && i < c->item_count; i++)
        if (c->items[i].named) {
            terms[at] = (struct pm_term){at, 1};
            steps[at++] = (struct pm_term_step){c->items[i].paid, 1};
        }
    size_t wanted = (size_t)c->core_count + 1;
    struct pm_total *count = NULL;
    if (terms && steps &&
        pm_grow((void **)&c->counts, &c->count_size, wanted, sizeof *c->counts))
        count = pm_total_new(e->rules, n, terms, steps, PM_MAX_EDGES);
    if (count)
        c->counts[c->core_count++] = count;
    else
        e->rules->failed = PULMA_NO_MEMORY;
    free(terms);
    free(steps);
    return count != NULL;
}

/* Of the costs that are named one must be paid, at least the smallest.  What is left of their
 * weights can be named again. */
static void pay_core(struct pm_engine *e, struct pm_cores *c, int n, int64_t least)
{
    const int before = c->item_count;
    assert(n > 0 && least > 0);
    c->bound += least;
    e->bound = c->bound > e->bound ? c->bound : e->bound;
    if (n > 1 && new_count(e, c, n))
        count_more(e, c, c->core_count - 1, 1, least);
    for (int i = 0; i < before; i++) {
        if (!c->items[i].named)
            continue;
        c->items[i].weight -= least;
        c->items[i].named = false;
        if (c->items[i].count > 0)
            count_more(e, c, c->items[i].core, c->items[i].count + 1, least);
    }
    sweep(c);
}

/* What the solver has found to be so in any answer is no question any more: it is paid, or never
 * will be.  Returns whether anything is to be paid. */
static bool pay_settled(struct pm_engine *e, struct pm_cores *c)
{
    const int before = c->item_count;
    bool pays = false;
    for (int i = 0; i < before && !e->rules->failed; i++) {
        const struct item item = c->items[i];
        const int settled = item.weight > 0 ? pm_cadical_fixed(e->solver, item.paid) : 0;
        if (settled == 0)
            continue;
        c->items[i].weight = 0;
        if (settled < 0)
            continue;
        pays = true;
        c->bound += item.weight;
        if (item.count > 0)
            count_more(e, c, item.core, item.count + 1, item.weight);
    }
    e->bound = c->bound > e->bound ? c->bound : e->bound;
    sweep(c);
    return pays;
}

/* Raises the bound core by core until an answer comes (PULMA_OK), which is a cheapest one, or the
 * budget of a question is spent, or cores and conflicts together have become so many
 * (PULMA_LIMIT), or the two sides meet (PULMA_OK), or there is no answer (PULMA_NONE). */
static pulma_status raise_bound(struct pm_engine *e, struct pm_cores *c, int64_t budget,
                                int64_t most, pulma_error *err)
{
    const int64_t start = pm_cadical_conflicts(e->solver) + c->core_count;
    while (!e->has_best || e->bound < e->best) {
        pulma_status status = ask_without(e, c, false, budget, err);
        if (status == PULMA_OK) {
            keep_model(e);
            assert(e->best == c->bound && e->best == e->bound);
        }
        if (status != PULMA_NONE)
            return status;
        if (pay_settled(e, c))
            continue;
        int64_t least;
        int n = name_core(e, c, false, &least);
        for (int trim = 0; n > SMALL_CORE && trim < MAX_TRIMS; trim++) {
            const int before = n;
            if (ask_without(e, c, true, TRIM_BUDGET, NULL) != PULMA_NONE)
                break;
            n = name_core(e, c, true, &least);
            if (n == before)
                break;
        }
        if (pm_cadical_broken(e->solver))
            return pm_fail_memory(err);
        assert(n > 0 || !e->has_best);
        if (n == 0)
            return PULMA_NONE;
        if (pm_cadical_conflicts(e->solver) + c->core_count - start > most)
            return PULMA_LIMIT;
        pay_core(e, c, n, least);
        if (e->rules->failed)
            return pm_rules_failure(e->rules, err);
    }
    return PULMA_OK;
}

/* Is there an answer without some of the costs that the last model pays, all that are common to
 * answers so far?  If not, all answers pay them, and there is one question instead of one for
 * each.  Where an answer is the only one, that is all. */
static pulma_status pay_common(struct pm_engine *e, struct pm_cores *c, int64_t budget,
                               pulma_error *err)
{
    pulma_status status = PULMA_OK;
    for (int i = 0; i < c->item_count; i++)
        c->items[i].named = c->items[i].count == 0;
    for (int round = 0; round < MAX_ROUNDS && status == PULMA_OK; round++) {
        e->extra.len = 0;
        for (int i = 0; i < c->item_count; i++) {
            struct item *item = &c->items[i];
            item->named &= pm_cadical_true(e->solver, item->paid);
            if (item->named && !pm_push(&e->extra, -item->paid))
                status = pm_fail_memory(err);
        }
        if (e->extra.len == 0 || status != PULMA_OK)
            break;
        status = pm_ask(e, false, budget, err);
        if (status == PULMA_OK)
            keep_model(e);
    }
    e->extra.len = 0;
    for (int i = 0; i < c->item_count && status == PULMA_NONE; i++)
        if (c->items[i].named) {
            c->bound += c->items[i].weight;
            c->items[i].weight = 0;
        }
    e->bound = c->bound > e->bound ? c->bound : e->bound;
    sweep(c);
    return status == PULMA_NONE ? PULMA_OK : status;
}

/* ---- From above ---- */

/* A sum in the making. */
struct rest {
    struct pm_term *terms;
    struct pm_term_step *steps;
    size_t term_size, step_size;
    int term_count, step_count;
};

static void add_step(struct pm_engine *e, struct rest *rest, pm_lit lit, int64_t weight)
{
    size_t n = (size_t)rest->step_count + 1;
    if (!pm_grow((void **)&rest->steps, &rest->step_size, n, sizeof *rest->steps)) {
        e->rules->failed = PULMA_NO_MEMORY;
        return;
    }
    rest->steps[rest->step_count++] = (struct pm_term_step){lit, weight};
    rest->terms[rest->term_count - 1].step_count++;
}

/* One more of a core's costs, and a second, and so on as far as the gap reaches. */
static void add_count(struct pm_engine *e, const struct pm_cores *c, struct rest *rest,
                      const struct item *item, int64_t gap)
{
    struct pm_total *count = c->counts[item->core];
    pm_lit below = -item->paid;
    int64_t weight = item->weight;
    add_step(e, rest, item->paid, weight);
    for (int most = item->count + 1; most < pm_total_terms(count) && weight <= gap;
         most++) {
        pm_lit limit = tie(e, count, most);
        if (limit == PM_TRUE || e->rules->failed)
            return;
        PM_DEFINE(e->rules, -below, limit); /* each step implies the one before */
        weight += item->weight;
        add_step(e, rest, -limit, weight);
        below = limit;
    }
}

/* The sum of what the cores have left over, for bounds up to the gap; NULL: not made. */
static struct pm_total *rest_of(struct pm_engine *e, struct pm_cores *c, int64_t gap)
{
    if (c->rest || c->core_count == 0 || c->item_count * (gap + 1) > MAX_GAP_EDGES)
        return c->rest;
    struct rest rest = {0};
    size_t n = (size_t)c->item_count + 1;
    if (!pm_grow((void **)&rest.terms, &rest.term_size, n, sizeof *rest.terms))
        e->rules->failed = PULMA_NO_MEMORY;
    for (int i = 0; i < c->item_count && !e->rules->failed; i++) {
        rest.terms[rest.term_count++] = (struct pm_term){.first_step = rest.step_count};
        if (c->items[i].count > 0)
            add_count(e, c, &rest, &c->items[i], gap);
        else
            add_step(e, &rest, c->items[i].paid, c->items[i].weight);
    }
    if (!e->rules->failed)
        c->rest =
            pm_total_new(e->rules, rest.term_count, rest.terms, rest.steps, PM_MAX_EDGES);
    free(rest.terms);
    free(rest.steps);
    return c->rest;
}

/* Is there an answer that costs less than the best? */
static pulma_status lower_best(struct pm_engine *e, struct pm_cores *c, int64_t budget,
                               pulma_error *err)
{
    const int64_t gap = e->best - 1 - c->bound;
    struct pm_total *rest = rest_of(e, c, gap);
    pm_lit limit = rest ? tie(e, rest, gap) : tie(e, e->total, e->best - 1 - e->offset);
    e->cost_limit = limit == PM_TRUE || limit == PM_FALSE ? 0 : limit;
    pulma_status status = limit == PM_FALSE ? PULMA_NONE : pm_ask(e, false, budget, err);
    e->cost_limit = 0;
    assert(status != PULMA_OK || e->model_cost < e->best);
    if (status == PULMA_OK)
        keep_model(e);
    else if (status == PULMA_NONE)
        e->bound = e->best;
    assert(e->bound <= e->best);
    return status;
}

/* ---- At the floor ---- */

static void find_floor(struct pm_engine *e, struct pm_cores *c)
{
    int64_t floor = e->bound;
    if (!e->rules->floor || pm_exhausted(e))
        return;
    int *hint = malloc(((size_t)e->rules->place_count + 1) * sizeof *hint);
    for (int i = 0; hint && i < e->rules->place_count; i++)
        hint[i] = PULMA_EMPTY;
    pm_lit lit =
        hint ? e->rules->floor(e->rules, e->rules->floor_context, &floor, hint) : PM_FALSE;
    if (lit != PM_FALSE && floor >= e->bound && !e->rules->failed)
        pm_prefer_values(e, hint);
    free(hint);
    if (lit == PM_FALSE || floor < e->bound || e->rules->failed)
        return;
    assert(!e->has_best || floor <= e->best);
    e->bound = floor;
    c->floor = floor;
    c->at_floor = lit;
}

/* Is there an answer that costs as little as the floor? */
static pulma_status ask_floor(struct pm_engine *e, struct pm_cores *c, int64_t budget,
                              pulma_error *err)
{
    pm_lit limit = c->tie_floor ? tie(e, e->total, c->floor - e->offset) : PM_TRUE;
    e->cost_limit = limit == PM_TRUE || limit == PM_FALSE ? 0 : limit;
    e->cost_off.len = 0;
    if (!pm_push(&e->cost_off, -c->at_floor))
        return pm_fail_memory(err);
    pulma_status status = limit == PM_FALSE ? PULMA_NONE : pm_ask(e, false, budget, err);
    e->cost_limit = 0;
    e->cost_off.len = 0;
    if (status == PULMA_OK) {
        keep_model(e);
        c->tie_floor = true;
    } else if (status == PULMA_NONE) {
        e->bound = e->bound > c->floor ? e->bound : c->floor + 1;
        c->at_floor = 0;
    }
    return status;
}

/* ---- All together ---- */

static pulma_status close_gap(struct pm_engine *e, struct pm_cores *c, pulma_error *err)
{
    enum { FLOOR, ABOVE, BELOW, SIDES };
    int64_t budget = FIRST_BUDGET;
    int from = FLOOR;
    while (e->bound < e->best) {
        if (from == FLOOR && (!c->at_floor || e->bound > c->floor))
            from = ABOVE;
        pulma_status status = from == FLOOR   ? ask_floor(e, c, FLOOR_SHARE * budget, err)
                              : from == BELOW ? raise_bound(e, c, budget, INT64_MAX, err)
                                              : lower_best(e, c, budget, err);
        if (status == PULMA_LIMIT && !pm_exhausted(e)) {
            budget += from == BELOW ? budget / 2 : 0;
            from = (from + 1) % SIDES;
        } else if (status != PULMA_OK && status != PULMA_NONE) {
            return status;
        }
    }
    return PULMA_OK;
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Any answer, and then cores as long as they are easy: where they are, a bound that takes long to
 * find is not needed.  No question takes more than `most`. */
static pulma_status try_cores(struct pm_engine *e, struct pm_cores *c, int64_t most,
                              pulma_error *err)
{
    /* The more there is to pay, the longer such a bound takes. */
    const int64_t budget = lesser(SHORT_BUDGET, most);
    pulma_status status = pm_ask(e, false, lesser(budget + c->item_count / 8, most), err);
    if (status != PULMA_OK)
        return status;
    keep_model(e);
    status = pay_common(e, c, budget, err);
    return status == PULMA_OK || status == PULMA_LIMIT
               ? raise_bound(e, c, budget, lesser(EASY_CORES, most), err)
               : status;
}

/* Asks for a floor, and for an answer there. */
static pulma_status try_floor(struct pm_engine *e, struct pm_cores *c, int64_t budget,
                              pulma_error *err)
{
    find_floor(e, c);
    return c->at_floor ? ask_floor(e, c, budget, err) : PULMA_LIMIT;
}

static bool met(const struct pm_engine *e)
{
    return e->has_best && e->bound == e->best;
}

/* An answer, whatever it costs, so that a limit leaves one; but first a short try without any cost,
 * and one at the floor: many objectives only ask for something that every answer has.  All are tried
 * in the same order whatever the limit, so that it does not decide which answer comes first. */
static pulma_status first_answer(struct pm_engine *e, struct pm_cores *c, pulma_error *err)
{
    const int64_t left = pm_conflicts_left(e);
    const bool scarce = left >= 0 && left < 8 * FIRST_BUDGET;
    const int64_t floor_budget = scarce ? left / 8 : FLOOR_SHARE * FIRST_BUDGET;
    pulma_status status;
    do {
        status = ask_without(e, c, false, scarce ? left / 8 : SHORT_BUDGET, err);
    } while (status == PULMA_NONE && pay_settled(e, c));
    if (status == PULMA_OK)
        keep_model(e);
    if (!met(e) && !pm_exhausted(e))
        status = try_floor(e, c, floor_budget, err);
    if (!met(e) && !c->at_floor && !pm_exhausted(e)) {
        status = try_cores(e, c, scarce ? left / 8 : INT64_MAX, err);
        if (status == PULMA_NONE)
            return status;
    }
    if (!met(e) && !c->at_floor && !pm_exhausted(e))
        status = try_floor(e, c, floor_budget, err);
    if (!e->has_best && (status != PULMA_LIMIT || !pm_exhausted(e))) {
        status = pm_ask(e, false, -1, err);
        if (status == PULMA_OK)
            keep_model(e);
    }
    return e->has_best && (status == PULMA_NONE || status == PULMA_LIMIT) ? PULMA_OK
                                                                          : status;
}

static pulma_status minimise(struct pm_engine *e, struct pm_cores *c, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    first_items(e, c);
    if (e->rules->failed)
        return pm_rules_failure(e->rules, err);
    const bool anew = !e->bound_known;
    e->bound = anew ? e->offset : e->bound;
    e->bound_known = true;
    if (!e->has_best)
        status = first_answer(e, c, err);
    if (status == PULMA_OK && anew)
        status = raise_bound(e, c, FIRST_BUDGET, INT64_MAX, err);
    if (status != PULMA_OK && (status != PULMA_LIMIT || !e->has_best || pm_exhausted(e)))
        return status; /* the solver may stop some conflicts before the limit */
    return close_gap(e, c, err);
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
    struct pm_cores cores = {0};
    pulma_status status = minimise(e, &cores, err);
    cores_free(&cores);
    if (status != PULMA_OK)
        return status;
    assert(e->bound == e->best);
    e->optimal = true;
    e->keeps_optimal = false;
    return PULMA_OK;
}
