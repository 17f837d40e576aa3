/* Smallest sets of instances that refute, by implicit hitting sets.
 *
 * A world of a target is an assignment in which its opposite holds, and all that is known, and some
 * instances; it is kept as the places that differ from the usual world and the instances that
 * are broken.  A set that refutes must break every world, so from a world that is not hit by what
 * has been chosen so far the search branches over its broken instances; where all worlds are
 * hit, the net either finds a new one or refutes.  Sets are tried once: an instance that has
 * been tried is barred for its later siblings. */
#include "explain/inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DECISIONS = 500,      /* for one repair; a line of a nonogram needs a few dozen */
    SOLVER_CONFLICTS = 20000, /* for the solver, where that does not do */
    QUESTION_EFFORT = 4000, /* what the solver takes in terms of the net's effort, about */
    CONFLICT_EFFORT = 2000
};

pulma_status pm_explain_ask_solver(struct pm_explainer *x, const struct pm_ints *instances,
                                   pm_lit conclusion)
{
    const struct pm_net *net = x->net;
    struct pm_ints lits = {0};
    memset(x->on, 0, (size_t)net->instance_count);
    for (size_t i = 0; i < instances->len; i++)
        x->on[instances->data[i]] = true;
    bool ok = pm_push(&lits, -conclusion);
    for (int i = 0; i < net->trail_count && ok; i++)
        if (net->because[abs(net->trail[i])] == PM_NET_KNOWN)
            ok = pm_push(&lits, net->trail[i]);
    x->failed |= !ok;
    int64_t before = pm_engine_conflicts(x->engine);
    pulma_status status = ok ? pm_engine_refute(x->engine, (int)lits.len, lits.data, x->on,
                                                SOLVER_CONFLICTS, NULL)
                             : PULMA_NO_MEMORY;
    x->net->effort +=
        QUESTION_EFFORT + CONFLICT_EFFORT * (pm_engine_conflicts(x->engine) - before);
    x->stopped |= pm_stop(x->limits);
    free(lits.data);
    return status;
}

/* Assumes the opposite of a literal, with these instances at work. */
static enum pm_net_result suppose(struct pm_explainer *x, const struct pm_ints *instances,
                                  pm_lit conclusion)
{
    struct pm_net *net = x->net;
    bool ok = pm_net_assume(net, -conclusion, PM_NET_ASSUMED);
    for (size_t i = 0; i < instances->len && ok; i++)
        ok = net->instances[instances->data[i]].on ||
             pm_net_switch_on(net, instances->data[i]);
    return ok ? pm_net_repair(net, MAX_DECISIONS) : PM_NET_REFUTED;
}

bool pm_explain_trace(struct pm_explainer *x, const struct pm_ints *instances,
                      pm_lit conclusion)
{
    struct pm_net_mark mark = pm_net_now(x->net);
    enum pm_net_result result = suppose(x, instances, conclusion);
    pm_net_back(x->net, mark);
    return result == PM_NET_REFUTED;
}

/* ---- Lazy rules ----
 *
 * The net has what they have stated so far.  So a refutation is sure, but a world in which such a
 * rule is to hold counts only if the rule itself is content with it. */

/* The world that the net stands in, as an answer. */
static void fill_candidate(struct pm_explainer *x)
{
    const struct pm_net *net = x->net;
    for (int place = 0; place < x->rules->place_count; place++) {
        const struct pm_number *n = &x->rules->numbers[place];
        bool two = n->max == n->min + 1;
        int value = n->min;
        while (value < n->max) {
            int variable = two ? n->first : n->first + value - n->min;
            int is = net->value[variable] ? net->value[variable] : net->usual[variable];
            if ((is > 0) != two)
                break;
            value++;
        }
        x->candidate[place] = value;
    }
}

bool pm_explain_content(struct pm_explainer *x, int reason, bool keep)
{
    fill_candidate(x);
    return pm_lazies_content(x->rules, reason, x->candidate, keep);
}

/* Whether all lazy rules that work are content. */
static bool all_content(struct pm_explainer *x, bool keep)
{
    const struct pm_rules *r = x->rules;
    bool content = true;
    for (int i = 0; i < r->lazy_count; i++)
        content = content && (!x->net->instances[r->lazies[i].reason].on ||
                              pm_explain_content(x, r->lazies[i].reason, keep));
    return content;
}

bool pm_explain_refutes(struct pm_explainer *x, const struct pm_ints *instances,
                        pm_lit conclusion)
{
    struct pm_net_mark mark = pm_net_now(x->net);
    enum pm_net_result result = suppose(x, instances, conclusion);
    if (result == PM_NET_WORLD && !all_content(x, false))
        result = PM_NET_GAVE_UP;
    pm_net_back(x->net, mark);
    if (result == PM_NET_GAVE_UP)
        return pm_explain_ask_solver(x, instances, conclusion) == PULMA_NONE;
    return result == PM_NET_REFUTED;
}

/* ---- Worlds ----
 *
 * In target->worlds, one after another: length of the rest, number of differing variables, these,
 * broken instances. */

static void push(struct pm_explainer *x, struct pm_ints *ints, int value)
{
    if (!pm_push(ints, value))
        x->failed = true;
}

static bool is_broken(const struct pm_target *t, size_t first, int instance)
{
    size_t i = first;
    while (i < t->worlds.len && t->worlds.data[i] != instance)
        i++;
    return i < t->worlds.len;
}

static void add_broken(struct pm_explainer *x, struct pm_target *t, size_t first,
                       int variable)
{
    struct pm_net *net = x->net;
    for (size_t u = net->first_user[variable]; u < net->first_user[variable + 1]; u++) {
        int instance = net->users[u];
        if (!net->instances[instance].on && !is_broken(t, first, instance) &&
            !pm_net_holds(net, instance))
            push(x, &t->worlds, instance);
    }
}

static void add_broken_lazies(struct pm_explainer *x, struct pm_target *t, size_t first)
{
    for (int i = 0; i < x->rules->lazy_count; i++) {
        int instance = x->rules->lazies[i].reason;
        if (!x->net->instances[instance].on && !is_broken(t, first, instance) &&
            !pm_explain_content(x, instance, false))
            push(x, &t->worlds, instance);
    }
}

/* Easy ones are tried first. */
static void sort_by_grade(const struct pm_explainer *x, int *instances, size_t n)
{
    const struct pm_because *reasons = x->rules->reasons;
    for (size_t i = 1; i < n; i++) {
        int instance = instances[i];
        size_t j = i;
        for (; j > 0 && reasons[instances[j - 1]].grade > reasons[instance].grade; j--)
            instances[j] = instances[j - 1];
        instances[j] = instance;
    }
}

/* The world that the net stands in. */
static void keep_world(struct pm_explainer *x, struct pm_target *t)
{
    struct pm_net *net = x->net;
    size_t start = t->worlds.len;
    int end = net->trail_count;
    push(x, &t->worlds, 0);
    push(x, &t->worlds, 0);
    for (int i = net->usual_count; i < end; i++) {
        int variable = abs(net->trail[i]);
        if (net->place_of[variable] >= 0 && net->value[variable] != net->usual[variable])
            push(x, &t->worlds, variable);
    }
    if (x->failed)
        return;
    size_t first = t->worlds.len;
    t->worlds.data[start + 1] = (int)(first - start - 2);
    for (size_t i = start + 2; i < first && !x->failed; i++)
        add_broken(x, t, first, t->worlds.data[i]);
    add_broken_lazies(x, t, first);
    if (!x->failed)
        sort_by_grade(x, t->worlds.data + first, t->worlds.len - first);
    t->worlds.data[start] = (int)(t->worlds.len - start - 1);
}

/* The world that is not hit and has the fewest broken instances left to be chosen: `*first` is
 * where they begin.  False: all are hit. */
static bool unhit_world(struct pm_explainer *x, const struct pm_target *t, size_t *first,
                        size_t *last)
{
    const int *data = t->worlds.data;
    int fewest = -1;
    x->net->effort += (int64_t)t->worlds.len;
    for (size_t at = 0, end; at < t->worlds.len; at = end) {
        end = at + 1 + (size_t)data[at];
        size_t from = at + 2 + (size_t)data[at + 1], i = from;
        int left = 0;
        for (; i < end && !x->is_chosen[data[i]]; i++)
            left += !x->barred[data[i]];
        if (i < end || (fewest >= 0 && left >= fewest))
            continue;
        fewest = left;
        *first = from;
        *last = end;
        if (left == 0)
            break;
    }
    return fewest >= 0;
}

/* PM_NET_WORLD: a new world has been kept.  Calls itself again after a lazy rule has spoken up,
 * which it does finitely often, as `tries` bounds. */
static enum pm_net_result new_world(struct pm_explainer *x, struct pm_target *t)
{
    struct pm_net *net = x->net;
    if (x->tries-- <= 0 || net->effort > x->effort) {
        x->gave_up = true;
        return PM_NET_GAVE_UP;
    }
    if (pm_stop(x->limits)) {
        x->stopped = true;
        return PM_NET_GAVE_UP;
    }
    struct pm_net_mark mark = pm_net_now(net);
    enum pm_net_result result = suppose(x, &x->chosen, t->conclusion);
    bool content = result != PM_NET_WORLD || all_content(x, true);
    if (result == PM_NET_WORLD && content)
        keep_world(x, t);
    pm_net_back(net, mark);
    if (!content)
        return pm_explain_renew(x) ? new_world(x, t) : PM_NET_GAVE_UP;
    if (result == PM_NET_GAVE_UP &&
        pm_explain_ask_solver(x, &x->chosen, t->conclusion) == PULMA_NONE)
        result = PM_NET_REFUTED;
    x->gave_up |= result == PM_NET_GAVE_UP;
    return result;
}

void pm_explain_forget(struct pm_explainer *x, int n, const pm_lit *learnt)
{
    bool *marked = x->net->marked;
    for (int i = 0; i < n; i++)
        marked[abs(learnt[i])] = true;
    for (int k = 0; k < x->target_count; k++) {
        struct pm_target *t = &x->targets[k];
        int *data = t->worlds.data;
        size_t kept = 0;
        for (size_t at = 0, end; at < t->worlds.len && !t->settled; at = end) {
            end = at + 1 + (size_t)data[at];
            size_t i = at + 2, last = i + (size_t)data[at + 1];
            while (i < last && !marked[data[i]])
                i++;
            if (i < last)
                continue;
            for (size_t j = at; kept != at && j < end; j++)
                data[kept + j - at] = data[j];
            kept += end - at;
        }
        if (kept < t->worlds.len)
            t->proved = 0;
        t->worlds.len = kept;
    }
    for (int i = 0; i < n; i++)
        marked[abs(learnt[i])] = false;
}

/* ---- The search ---- */

static void choose(struct pm_explainer *x, int instance)
{
    push(x, &x->chosen, instance);
    x->is_chosen[instance] = true;
}

static void unchoose(struct pm_explainer *x)
{
    x->is_chosen[x->chosen.data[--x->chosen.len]] = false;
}

/* Recursion is as deep as the set may be large. */
static bool search(struct pm_explainer *x, struct pm_target *t, int left)
{
    size_t first, last;
    if (!unhit_world(x, t, &first, &last)) {
        enum pm_net_result result = new_world(x, t);
        if (result == PM_NET_REFUTED)
            return true;
        if (result == PM_NET_GAVE_UP || left == 0 || !unhit_world(x, t, &first, &last))
            return false;
    }
    size_t bars = x->bars.len;
    bool found = false;
    for (size_t i = first; left > 0 && i < last && !found; i++) {
        if (x->net->effort > x->effort) {
            x->gave_up = true;
            break;
        }
        int instance = t->worlds.data[i];
        if (x->barred[instance])
            continue;
        choose(x, instance);
        if (x->failed || x->stopped)
            return false;
        found = search(x, t, left - 1);
        if (found)
            break;
        unchoose(x);
        push(x, &x->bars, instance);
        x->barred[instance] = true;
    }
    while (x->bars.len > bars)
        x->barred[x->bars.data[--x->bars.len]] = false;
    return found;
}

bool pm_explain_search(struct pm_explainer *x, struct pm_target *t, int size, int64_t tries)
{
    x->tries = tries;
    x->gave_up = false;
    bool found = search(x, t, size);
    if (found) {
        t->found.len = 0;
        for (size_t i = 0; i < x->chosen.len; i++)
            push(x, &t->found, x->chosen.data[i]);
    } else if (!x->gave_up && !x->stopped && !x->failed) {
        t->proved = size;
    }
    while (x->chosen.len > 0)
        unchoose(x);
    return found && !x->failed;
}
