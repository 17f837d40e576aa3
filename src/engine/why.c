/* Why nothing fits: a set of reasons that contradict each other, none of which can be left
 * out.  The solver names the assumptions that it used in a refutation; then each of them
 * is left out in turn, and either the rest still contradicts (and the new refutation may
 * use even less), or the reason is needed. */
#include "engine/asking.h"

#include <assert.h>

#include "core/text.h"

/* Conflicts after which what the kind knows to clash is made use of: it has more reasons than what a
 * solver finds soon. */
enum { SHORT_TRY = 2000 };

/* Another solver pays where this part of the reasons is on, or less. */
enum { NARROW_SHARE = 4 };

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

/* Tries to do without each reason; later ones first, as kinds state clues last.  After so many
 * conflicts (negative: only the engine's limits) it gives up. */
static pulma_status shrink(struct pm_engine *e, int64_t budget, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    const int64_t until = pm_engine_conflicts(e) + budget;
    for (int i = r->reason_count - 1; i > 0; i--) {
        if (r->reasons[i].off)
            continue;
        r->reasons[i].off = true;
        int reasons_before = r->reason_count;
        const int64_t left = until - pm_engine_conflicts(e);
        pulma_status status = pm_ask(e, false, budget < 0 ? -1 : left > 0 ? left : 0, err);
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

/* The same; where few are on, with a solver that has nothing else.  It does not know what the other has
 * learnt. */
static pulma_status shrink_on(struct pm_engine *e, int64_t budget, pulma_error *err)
{
    int on = 0;
    for (int i = 1; i < e->rules->reason_count; i++)
        on += !e->rules->reasons[i].off;
    if (on >= e->rules->reason_count / NARROW_SHARE)
        return shrink(e, budget, err);
    struct pm_engine *narrow = pm_narrowed(e);
    if (!narrow)
        return pm_fail_memory(err);
    pulma_status status = shrink(narrow, budget, err);
    pm_narrowed_free(narrow, e);
    return status;
}

/* Leaves on a set of reasons that contradict, as few as that takes; `*refuted` once what is on is known to.
 * PULMA_NONE: there is an answer. */
static pulma_status cut_down(struct pm_engine *e, int64_t budget, bool *refuted,
                             pulma_error *err)
{
    pulma_status status = pm_ask(e, false, budget, err);
    if (status != PULMA_NONE)
        return status == PULMA_OK ? PULMA_NONE : status;
    *refuted = true;
    if (e->absurd) {
        switch_all(e->rules, true);
        return PULMA_OK;
    }
    status = keep_used(e, err);
    return status ? status : shrink_on(e, budget, err);
}

/* What the kind knows to clash. */
static pulma_status cut_down_clash(struct pm_engine *e, bool *refuted, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    switch_all(r, true);
    for (size_t i = 0; i < r->clash.len; i++)
        r->reasons[r->clash.data[i]].off = false;
    *refuted = true;
    return shrink_on(e, -1, err);
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
    const bool clash = r->clash.len > 0 && e->suppositions.len == 0;
    bool refuted = false;
    pulma_status status = cut_down(e, clash ? SHORT_TRY : -1, &refuted, err);
    if (clash && status == PULMA_LIMIT && !pm_exhausted(e)) {
        if (err)
            *err = (pulma_error){0};
        status = cut_down_clash(e, &refuted, err);
    }
    for (int i = 1; i < r->reason_count && refuted; i++)
        if (!r->reasons[i].off && !pm_push(&e->why, i))
            status = pm_fail_memory(err);
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
