/* Why nothing fits: a set of reasons that contradict each other, none of which can be left
 * out.  The solver names the assumptions that it used in a refutation; then each of them
 * is left out in turn, and either the rest still contradicts (and the new refutation may
 * use even less), or the reason is needed.
 *
 * Both can be shown of most reasons within a few conflicts, of a few only within thousands, and nobody
 * knows of which before.  So each gets a few at first, and what was not settled more in the next round, by a
 * solver that knows for good what was: it has fewer assumptions to name in what it learns. */
#include "engine/asking.h"

#include <assert.h>

#include "core/text.h"

/* Conflicts after which what the kind knows to clash is made use of: it has more reasons than what a
 * solver finds soon. */
enum { SHORT_TRY = 2000 };

/* Another solver pays where this part of the reasons is on, or less. */
enum { NARROW_SHARE = 4 };

/* Conflicts for a reason in the first round, and how many times as many in the next one. */
enum { PATIENCE = 10, PATIENCE_RISES = 3 };

/* Where nobody set a limit, leaving out ends after this effort, of which a conflict takes some, one for each
 * reason, and one for each variable, as far as reasons are on; a question takes as much as a few conflicts.
 * That is a second or two. */
static const int64_t usual_effort = 50000000;
enum { EFFORT_OF_CONFLICT = 1000, CONFLICTS_OF_QUESTION = 5 };

static void switch_all(struct pm_rules *r, bool off)
{
    for (int i = 1; i < r->reason_count; i++) {
        r->reasons[i].off = off;
        r->reasons[i].needed = false;
    }
}

static void forget(pulma_error *err)
{
    if (err)
        *err = (pulma_error){0};
}

static int count_on(const struct pm_rules *r)
{
    int on = 0;
    for (int i = 1; i < r->reason_count; i++)
        on += !r->reasons[i].off;
    return on;
}

static int64_t effort_of_conflict(const struct pm_rules *r)
{
    return EFFORT_OF_CONFLICT + r->reason_count +
           (int64_t)r->variable_count * count_on(r) / r->reason_count;
}

/* What leaving out may take. */
static int64_t usual_budget(const struct pm_limits *limits)
{
    if (limits->deadline > 0 || limits->conflicts > 0)
        return INT64_MAX;
    return usual_effort;
}

/* Switches off what the last refutation did not use. */
static pulma_status keep_used(struct pm_engine *e, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    for (int i = 1; i < r->reason_count; i++) {
        struct pm_because *because = &r->reasons[i];
        assert(because->selector != 0);
        if (!because->off && !pm_is_told(e, because->selector))
            because->off = !pm_cadical_failed(e->solver, because->selector);
    }
    return pm_cadical_broken(e->solver) ? pm_fail_memory(err) : PULMA_OK;
}

/* Tells a solver that has no other task what is settled. */
static void tell_settled(struct pm_engine *e)
{
    const struct pm_rules *r = e->rules;
    for (int i = 1; i < r->reason_count && e->narrow; i++) {
        const struct pm_because *because = &r->reasons[i];
        const pm_lit lit = because->off ? -because->selector : because->selector;
        if ((because->off || because->needed) && because->selector < e->known_count &&
            !pm_is_told(e, lit))
            pm_tell(e, lit);
    }
}

/* Tries to do without a reason. */
static pulma_status try_without(struct pm_engine *e, int reason, int64_t conflicts,
                                pulma_error *err)
{
    struct pm_rules *r = e->rules;
    const int known = r->reason_count;
    r->reasons[reason].off = true;
    const pulma_status status = pm_ask(e, false, conflicts, err);
    r->reasons[reason].off = status == PULMA_NONE;
    r->reasons[reason].needed = status == PULMA_OK;
    /* What lazy rules said in vain is not part of the last refutation. */
    for (int i = known; i < r->reason_count && status != PULMA_NONE; i++)
        r->reasons[i].off = true;
    return status == PULMA_NONE ? keep_used(e, err) : status;
}

/* Tries to do without each reason that is not known to be needed, with so many conflicts each; later ones
 * first, as kinds state clues last.  `*open`: for how many that was too few. */
static pulma_status shrink_once(struct pm_engine *e, int64_t patience, int64_t *budget,
                                int *open, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    *open = 0;
    for (int i = r->reason_count - 1; i > 0; i--) {
        if (r->reasons[i].off || r->reasons[i].needed)
            continue;
        if (*budget <= 0)
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit");
        const int known = r->reason_count;
        const int64_t before = pm_engine_conflicts(e), effort = effort_of_conflict(r);
        const pulma_status status = try_without(e, i, patience, err);
        *budget -= (pm_engine_conflicts(e) - before + CONFLICTS_OF_QUESTION) * effort;
        if (status != PULMA_OK && (status != PULMA_LIMIT || pm_exhausted(e)))
            return status;
        *open += status == PULMA_LIMIT;
        tell_settled(e);
        if (r->reason_count > known && r->reasons[i].off)
            i = r->reason_count; /* lazy rules spoke up: look at theirs too */
    }
    return PULMA_OK;
}

/* Leaves on only what is needed, unless the effort is too little.  A new solver does not know what the
 * other has learnt, and takes time to make. */
static pulma_status shrink(struct pm_engine *e, int64_t budget, pulma_error *err)
{
    int64_t patience = PATIENCE;
    int open = count_on(e->rules);
    pulma_status status = PULMA_OK;
    if (open >= e->rules->reason_count / NARROW_SHARE)
        status = shrink_once(e, patience, &budget, &open, err);
    if (status || open == 0)
        return status;
    struct pm_engine *narrow = pm_narrowed(e);
    if (!narrow)
        return pm_fail_memory(err);
    for (; !status && open > 0; patience *= PATIENCE_RISES)
        status = shrink_once(narrow, patience, &budget, &open, err);
    pm_narrowed_free(narrow, e);
    if (!status)
        forget(err); /* that a round was too short */
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
    const int64_t most =
        budget < 0 ? usual_budget(e->limits) : budget * effort_of_conflict(e->rules);
    return status ? status : shrink(e, most, err);
}

/* What the kind knows to clash. */
static pulma_status cut_down_clash(struct pm_engine *e, bool *refuted, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    switch_all(r, true);
    for (size_t i = 0; i < r->clash.len; i++)
        r->reasons[r->clash.data[i]].off = false;
    *refuted = true;
    return shrink(e, usual_budget(e->limits), err);
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
        forget(err);
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
