/* Why nothing fits: a set of reasons that contradict each other, none of which can be left
 * out.  The solver names the assumptions that it used in a refutation; then each of them
 * is left out in turn, and either the rest still contradicts (and the new refutation may
 * use even less), or the reason is needed. */
#include "engine/asking.h"

#include <assert.h>

#include "core/text.h"

static void switch_all(struct pm_rules *r, bool off)
{
    for (int i = 1; i < r->reason_count; i++)
        r->reasons[i].off = off;
}

/* Switches off what the last refutation did not use. */
static pulma_status keep_used(struct pm_engine *e, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    for (int i = 1; i < r->reason_count; i++)
        assert(r->reasons[i].selector != 0);
    for (int i = 1; i < r->reason_count; i++)
        if (!r->reasons[i].off && !pm_cadical_failed(e->solver, r->reasons[i].selector))
            r->reasons[i].off = true;
    return pm_cadical_broken(e->solver) ? pm_fail_memory(err) : PULMA_OK;
}

/* Tries to do without each reason; later ones first, as kinds state clues last. */
static pulma_status shrink(struct pm_engine *e, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    for (int i = r->reason_count - 1; i > 0; i--) {
        if (r->reasons[i].off)
            continue;
        r->reasons[i].off = true;
        int reasons_before = r->reason_count;
        pulma_status status = pm_ask(e, false, -1, err);
        if (status == PULMA_NONE) {
            if ((status = keep_used(e, err)))
                return status;
            if (r->reason_count > reasons_before)
                i = r->reason_count; /* lazy rules spoke up: look at theirs too */
            continue;
        }
        r->reasons[i].off = false;
        if (status != PULMA_OK)
            return status;
    }
    return PULMA_OK;
}

pulma_status pm_engine_why(struct pm_engine *e, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    if (!pm_explaining(r))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "the rules were stated without reasons");
    e->why.len = 0;
    switch_all(r, false);
    pm_lit cost_limit = e->cost_limit;
    e->cost_limit = 0;
    pulma_status status = pm_ask(e, false, -1, err);
    if (status == PULMA_OK) {
        status = PULMA_NONE;
    } else if (status == PULMA_NONE) {
        if (e->absurd)
            switch_all(r, true);
        status = e->absurd ? PULMA_OK : keep_used(e, err);
        if (!status && !e->absurd)
            status = shrink(e, err);
        for (int i = 1; i < r->reason_count; i++)
            if (!r->reasons[i].off && !pm_push(&e->why, i))
                status = pm_fail_memory(err);
    }
    switch_all(r, false);
    e->cost_limit = cost_limit;
    return status;
}

pulma_status pm_engine_refute(struct pm_engine *e, int n, const pm_lit *lits, bool *on,
                              int64_t conflicts, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    assert(pm_stepwise(r));
    e->suppositions.len = 0;
    e->absurd = false;
    for (int i = 0; i < n; i++)
        if (!pm_push(&e->suppositions, lits[i]))
            return pm_fail_memory(err);
    pm_lit cost_limit = e->cost_limit; /* where it counts it has been stated as a rule */
    e->cost_limit = 0;
    for (int i = 1; i < r->reason_count; i++)
        r->reasons[i].off = !on[i];
    int reason_count = r->reason_count;
    r->closed = true; /* the caller knows no further reasons */
    pulma_status status = pm_ask(e, false, conflicts, err);
    r->closed = false;
    if (status == PULMA_NONE) {
        if (keep_used(e, err))
            status = PULMA_NO_MEMORY;
        for (int i = 1; i < reason_count && status == PULMA_NONE; i++)
            on[i] = !r->reasons[i].off;
    }
    switch_all(r, false);
    e->suppositions.len = 0;
    e->cost_limit = cost_limit;
    return status;
}

bool pm_engine_used(const struct pm_engine *e, pm_lit lit)
{
    return pm_cadical_failed(e->solver, lit);
}

int pm_engine_why_count(const struct pm_engine *e)
{
    return (int)e->why.len;
}

static const struct pm_because *because(const struct pm_engine *e, int i)
{
    assert(0 <= i && (size_t)i < e->why.len && e->why.data[i] < e->rules->reason_count);
    return &e->rules->reasons[e->why.data[i]];
}

const char *pm_engine_why_text(const struct pm_engine *e, int i)
{
    return because(e, i)->text;
}

int pm_engine_why_number(const struct pm_engine *e, int i)
{
    return because(e, i)->number;
}

int pm_engine_why_places(const struct pm_engine *e, int i, const int **places)
{
    *places = pm_because_places(e->rules, because(e, i));
    return because(e, i)->place_count;
}
