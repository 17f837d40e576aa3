/* Smallest sets of instances that refute, by implicit hitting sets.
 *
 * A world of a target is an assignment in which its opposite holds, and all that is known, and some
 * instances; it is kept as the places that differ from the usual world and the instances that
 * are broken.  A set that refutes must break every world, so from a world that is not hit by what
 * has been chosen so far the search branches over its broken instances; where all worlds are
 * hit, the net either finds a new one or refutes.  Sets are tried once: an instance that has
 * been tried is barred for its later siblings.  Worlds that share no instance need one each: where
 * there are more of them than may still be chosen, a branch ends at once.
 *
 * Most nodes are hit by worlds that are known, so the net follows what is chosen only where it is
 * asked, and stays there while the search goes deeper. */
#include "explain/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DECISIONS = 500,      /* for one repair; a line of a nonogram needs a few dozen */
    FEW_DECISIONS = 8,        /* the same for large sets */
    SOLVER_CONFLICTS = 20000, /* for the solver, where that does not do */
    VARIABLE_EFFORT = 4,      /* of a question to it, for each variable: most get a value */
};

/* How many conflicts a question may take. */
static int64_t conflicts_left(const struct pm_explainer *x)
{
    int64_t left = (x->most - pm_explainer_effort(x)) / PM_ASKED_EFFORT + 1;
    return x->most > 0 && left < SOLVER_CONFLICTS ? (left > 0 ? left : 0)
                                                  : SOLVER_CONFLICTS;
}

pulma_status pm_explain_ask_solver(struct pm_explainer *x, const struct pm_ints *instances,
                                   pm_lit conclusion)
{
    const struct pm_net *net = x->net;
    struct pm_ints lits = {0};
    if (!x->stays_near)
        pm_engine_stay_near(x->engine, net->variable_count, net->usual);
    x->stays_near = true;
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
                                                conflicts_left(x), NULL)
                             : PULMA_NO_MEMORY;
    int64_t conflicts = pm_engine_conflicts(x->engine) - before;
    x->asked += conflicts;
    x->net->effort +=
        VARIABLE_EFFORT * net->variable_count + PM_CONFLICT_EFFORT * conflicts;
    x->stopped |= pm_explain_stop(x);
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
    /* Of many instances the solver knows more at once. */
    bool few = instances->len <= PM_TRIAL_SIZE;
    return ok ? pm_net_repair(net, few ? MAX_DECISIONS : FEW_DECISIONS) : PM_NET_REFUTED;
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

void pm_explain_deny(struct pm_explainer *x)
{
    const struct pm_net *net = x->net;
    for (int i = net->usual_count; i < net->trail_count; i++) {
        int target = x->target_of[abs(net->trail[i])];
        if (target >= 0 && net->trail[i] != x->targets[target].conclusion)
            x->targets[target].denied = x->denial;
    }
}

/* The same for the world that the solver has found. */
static void deny_by_solver(struct pm_explainer *x)
{
    for (int i = 0; i < x->target_count; i++)
        if (pm_engine_found_true(x->engine, -x->targets[i].conclusion))
            x->targets[i].denied = x->denial;
}

bool pm_explain_refutes(struct pm_explainer *x, const struct pm_ints *instances,
                        pm_lit conclusion)
{
    struct pm_net_mark mark = pm_net_now(x->net);
    enum pm_net_result result = suppose(x, instances, conclusion);
    if (result == PM_NET_WORLD && !all_content(x, false))
        result = PM_NET_GAVE_UP;
    if (result == PM_NET_WORLD)
        pm_explain_deny(x);
    pm_net_back(x->net, mark);
    x->by_solver = result == PM_NET_GAVE_UP;
    if (!x->by_solver)
        return result == PM_NET_REFUTED;
    pulma_status asked = pm_explain_ask_solver(x, instances, conclusion);
    if (asked == PULMA_OK)
        deny_by_solver(x);
    return asked == PULMA_NONE;
}

/* ---- Worlds ----
 *
 * In target->worlds, one after another: length of the rest, number of differing variables, a mask
 * of the broken instances (two numbers), the differing variables, broken instances. */
enum { WORLD_MASK = 2, WORLD_HEAD = 4 };

/* The bit of an instance in masks: if it is not set, the instance is not in the world. */
static uint64_t bit_of(int instance)
{
    return (uint64_t)1 << (unsigned)(instance % 64);
}

static uint64_t mask_of(const struct pm_target *t, size_t at)
{
    uint64_t mask;
    memcpy(&mask, &t->worlds.data[at + WORLD_MASK], sizeof mask);
    return mask;
}

/* The broken instances of the world at `at`, from the return value to *end. */
static size_t broken_of(const struct pm_target *t, size_t at, size_t *end)
{
    const int *data = t->worlds.data;
    *end = at + 1 + (size_t)data[at];
    return at + WORLD_HEAD + (size_t)data[at + 1];
}

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
    for (int i = 0; i < WORLD_HEAD; i++)
        push(x, &t->worlds, 0);
    for (int i = net->usual_count; i < end; i++) {
        int variable = abs(net->trail[i]);
        if (net->place_of[variable] < 0 || net->value[variable] == net->usual[variable])
            continue;
        push(x, &t->worlds, variable);
        push(x, &x->deniers[variable], (int)(t - x->targets));
    }
    if (x->failed)
        return;
    size_t first = t->worlds.len;
    t->worlds.data[start + 1] = (int)(first - start - WORLD_HEAD);
    for (size_t i = start + WORLD_HEAD; i < first && !x->failed; i++)
        add_broken(x, t, first, t->worlds.data[i]);
    add_broken_lazies(x, t, first);
    if (!x->failed)
        sort_by_grade(x, t->worlds.data + first, t->worlds.len - first);
    t->worlds.data[start] = (int)(t->worlds.len - start - 1);
    uint64_t mask = 0;
    for (size_t i = first; i < t->worlds.len; i++)
        mask |= bit_of(t->worlds.data[i]);
    memcpy(&t->worlds.data[start + WORLD_MASK], &mask, sizeof mask);
}

static bool is_hit(const struct pm_target *t, size_t at, int instance)
{
    if (!(mask_of(t, at) & bit_of(instance)))
        return false;
    size_t end, i = broken_of(t, at, &end);
    while (i < end && t->worlds.data[i] != instance)
        i++;
    return i < end;
}

static bool is_hit_by_chosen(const struct pm_explainer *x, const struct pm_target *t,
                             size_t at)
{
    size_t i = 0;
    while (i < x->chosen.len && !is_hit(t, at, x->chosen.data[i]))
        i++;
    return i < x->chosen.len;
}

/* What is known of worlds that are not hit, by their masks. */
struct unhit {
    uint64_t common;   /* what hits all of them has one of these bits */
    uint64_t together; /* of those that were counted as apart */
    int apart;         /* so many share no instance */
};

/* Adds a world to x->unhit; false: they cannot be hit with `left` more instances. */
static bool add_unhit(struct pm_explainer *x, const struct pm_target *t, size_t at,
                      int left, struct unhit *unhit)
{
    uint64_t mask = mask_of(t, at);
    unhit->common &= mask;
    if (!(unhit->together & mask)) {
        unhit->together |= mask;
        unhit->apart++;
    }
    push(x, &x->unhit, (int)at);
    return unhit->apart <= left && (left > 1 || unhit->common);
}

/* Adds the worlds that are not hit to x->unhit: of those that were not before the last instance was
 * chosen, in x->unhit from `first` to `last`, and of those at `seen` and after.  False: there is no
 * need to add more, as they cannot be hit with `left` more instances. */
static bool list_unhit(struct pm_explainer *x, const struct pm_target *t, size_t first,
                       size_t last, size_t seen, int left, struct unhit *unhit)
{
    int newest = x->chosen.len > 0 ? x->chosen.data[x->chosen.len - 1] : 0;
    size_t i = first, at = seen;
    bool ok = true;
    *unhit = (struct unhit){.common = UINT64_MAX};
    for (; i < last && ok; i++)
        if (!is_hit(t, (size_t)x->unhit.data[i], newest))
            ok = add_unhit(x, t, (size_t)x->unhit.data[i], left, unhit);
    for (; at < t->worlds.len && ok; at += 1 + (size_t)t->worlds.data[at])
        if (!is_hit_by_chosen(x, t, at))
            ok = add_unhit(x, t, at, left, unhit);
    x->net->effort += (int64_t)(i - first + at - seen);
    return ok;
}

/* Of the worlds in x->unhit from `first` on the one with the fewest broken instances left to be
 * chosen: those from *from to *end.  False: there is none. */
static bool narrowest(struct pm_explainer *x, const struct pm_target *t, size_t first,
                      size_t *from, size_t *end)
{
    int fewest = -1;
    for (size_t i = first; i < x->unhit.len && fewest != 0; i++) {
        size_t last, start = broken_of(t, (size_t)x->unhit.data[i], &last);
        int left = 0;
        for (size_t k = start; k < last && (fewest < 0 || left < fewest); k++)
            left += !x->barred[t->worlds.data[k]];
        if (fewest >= 0 && left >= fewest)
            continue;
        fewest = left;
        *from = start;
        *end = last;
    }
    x->net->effort += (int64_t)(x->unhit.len - first);
    return fewest >= 0;
}

/* The net comes to where the search is: the opposite of the target, and what is chosen.  False: that
 * is refuted. */
static bool follow(struct pm_explainer *x, const struct pm_target *t)
{
    struct pm_net *net = x->net;
    bool ok = true;
    while (ok && x->followed <= x->chosen.len) {
        x->marks[x->followed] = pm_net_now(net);
        ok = x->followed == 0 ? pm_net_assume(net, -t->conclusion, PM_NET_ASSUMED)
                              : pm_net_switch_on(net, x->chosen.data[x->followed - 1]);
        x->followed++;
    }
    return ok;
}

/* The net goes back to the first n of these. */
static void follow_back(struct pm_explainer *x, size_t n)
{
    if (x->followed <= n)
        return;
    pm_net_back(x->net, x->marks[n]);
    x->followed = n;
}

/* What the net could not repair, the solver did: keeps its world.  The net cannot object, as the
 * instances at work hold in it. */
static void keep_found_world(struct pm_explainer *x, struct pm_target *t)
{
    struct pm_net *net = x->net;
    struct pm_net_mark mark = pm_net_now(net);
    bool ok = true;
    for (int v = 1; v <= net->variable_count && ok; v++) {
        bool holds = net->place_of[v] >= 0 && net->value[v] == 0 &&
                     pm_engine_found_true(x->engine, v);
        if (net->place_of[v] >= 0 && net->value[v] == 0 && holds != (net->usual[v] > 0))
            ok = pm_net_assume(net, holds ? v : -v, PM_NET_ASSUMED);
    }
    assert(ok);
    keep_world(x, t);
    pm_net_back(net, mark);
}

/* ---- Worlds of other targets ----
 *
 * In a world several targets may be unusual: when a piece lies elsewhere, all its cells are.  For
 * those that it was not made for it breaks more than need be, so it is taken only where repairs are
 * dear. */

enum {
    DEAR_REPAIR = 2000, /* effort of one, on average */
    MOST_LENDERS = 8,   /* targets that are asked for a world */
};

/* Whether the world at `at` has the variable unusual and keeps all that is chosen. */
static bool suits(const struct pm_explainer *x, const struct pm_target *lender, size_t at,
                  int variable)
{
    const int *first = lender->worlds.data + at + WORLD_HEAD;
    int i = 0, n = lender->worlds.data[at + 1];
    while (i < n && first[i] != variable)
        i++;
    return i < n && !is_hit_by_chosen(x, lender, at);
}

static void copy_world(struct pm_explainer *x, struct pm_target *t,
                       const struct pm_target *lender, size_t at)
{
    const int *world = lender->worlds.data + at;
    for (int i = 0; i <= world[0]; i++)
        push(x, &t->worlds, world[i]);
    for (int i = 0; i < world[1]; i++)
        push(x, &x->deniers[world[WORLD_HEAD + i]], (int)(t - x->targets));
}

/* Whether one was found and kept. */
static bool borrow_world(struct pm_explainer *x, struct pm_target *t)
{
    int variable = abs(t->conclusion), asked = 0;
    const struct pm_target *last = t;
    for (size_t i = x->deniers[variable].len; i > 0 && asked < MOST_LENDERS; i--) {
        const struct pm_target *lender = &x->targets[x->deniers[variable].data[i - 1]];
        if (lender == last || lender == t || lender->settled)
            continue;
        last = lender;
        asked++;
        for (size_t at = 0; at < lender->worlds.len;
             at += 1 + (size_t)lender->worlds.data[at]) {
            x->net->effort += 1 + lender->worlds.data[at + 1];
            if (!suits(x, lender, at, variable))
                continue;
            copy_world(x, t, lender, at);
            return true;
        }
    }
    return false;
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
    if (pm_explain_stop(x)) {
        x->stopped = true;
        return PM_NET_GAVE_UP;
    }
    if (x->repair_effort > DEAR_REPAIR * x->repairs && borrow_world(x, t))
        return PM_NET_WORLD;
    const int64_t before = net->effort;
    if (!follow(x, t))
        return PM_NET_REFUTED;
    struct pm_net_mark mark = pm_net_now(net);
    enum pm_net_result result = pm_net_repair(net, MAX_DECISIONS);
    bool content = result != PM_NET_WORLD || all_content(x, true);
    if (result == PM_NET_WORLD && content)
        keep_world(x, t);
    pm_net_back(net, mark);
    x->repairs++;
    x->repair_effort += net->effort - before;
    if (!content) {
        follow_back(x, 0);
        return pm_explain_renew(x) ? new_world(x, t) : PM_NET_GAVE_UP;
    }
    if (result == PM_NET_GAVE_UP) {
        pulma_status asked = pm_explain_ask_solver(x, &x->chosen, t->conclusion);
        if (asked == PULMA_OK)
            keep_found_world(x, t);
        result = asked == PULMA_NONE ? PM_NET_REFUTED
                 : asked == PULMA_OK ? PM_NET_WORLD
                                     : PM_NET_GAVE_UP;
    }
    x->gave_up |= result == PM_NET_GAVE_UP;
    return result;
}

void pm_explain_stir(struct pm_explainer *x, struct pm_target *t)
{
    if (!t->stirred)
        push(x, &x->stirred, (int)(t - x->targets));
    t->stirred = true;
}

/* Forgets the worlds of a target in which a marked variable is unusual. */
static void forget_worlds(struct pm_explainer *x, struct pm_target *t)
{
    const bool *marked = x->net->marked;
    int *data = t->worlds.data;
    size_t kept = 0;
    for (size_t at = 0, end; at < t->worlds.len; at = end) {
        end = at + 1 + (size_t)data[at];
        size_t i = at + WORLD_HEAD, last = i + (size_t)data[at + 1];
        while (i < last && !marked[data[i]])
            i++;
        if (i < last)
            continue;
        for (size_t j = at; kept != at && j < end; j++)
            data[kept + j - at] = data[j];
        kept += end - at;
    }
    if (kept < t->worlds.len) {
        t->proved = 0;
        pm_explain_stir(x, t);
    }
    t->worlds.len = kept;
}

void pm_explain_forget(struct pm_explainer *x)
{
    const struct pm_net *net = x->net;
    int first = x->looked_at;
    x->looked_at = net->trail_count;
    for (int i = first; i < net->trail_count; i++)
        net->marked[abs(net->trail[i])] = true;
    for (int i = first; i < net->trail_count; i++) {
        struct pm_ints *deniers = &x->deniers[abs(net->trail[i])];
        while (deniers->len > 0) {
            struct pm_target *t = &x->targets[deniers->data[--deniers->len]];
            if (!t->settled && t->looked_at < x->looked_at)
                forget_worlds(x, t);
            t->looked_at = x->looked_at;
        }
    }
    for (int i = first; i < net->trail_count; i++)
        net->marked[abs(net->trail[i])] = false;
}

/* ---- The search ---- */

static void unchoose(struct pm_explainer *x)
{
    x->chosen.len--;
    follow_back(x, x->chosen.len + 1);
}

static void unbar(struct pm_explainer *x, size_t kept)
{
    while (x->bars.len > kept)
        x->barred[x->bars.data[--x->bars.len]] = false;
}

/* From the worlds that were not hit before the last instance was chosen; see list_unhit().
 * Recursion is as deep as the set may be large. */
static bool search(struct pm_explainer *x, struct pm_target *t, int left, size_t unhit,
                   size_t unhit_end, size_t seen)
{
    size_t first = 0, last = 0, mine = x->unhit.len, bars = x->bars.len;
    struct unhit all;
    if (!list_unhit(x, t, unhit, unhit_end, seen, left, &all)) {
        x->unhit.len = mine;
        return false;
    }
    if (mine == x->unhit.len) {
        size_t at = t->worlds.len;
        enum pm_net_result result = new_world(x, t);
        if (result != PM_NET_WORLD || left == 0 || x->failed)
            return result == PM_NET_REFUTED;
        push(x, &x->unhit, (int)at);
    }
    seen = t->worlds.len;
    bool found = false, any = !x->failed && narrowest(x, t, mine, &first, &last);
    for (size_t i = first; any && left > 0 && i < last && !found; i++) {
        if (x->net->effort > x->effort) {
            x->gave_up = true;
            break;
        }
        int instance = t->worlds.data[i], price = x->rules->reasons[instance].price;
        if (x->barred[instance] || price > left ||
            (left == price && !(all.common & bit_of(instance))))
            continue;
        push(x, &x->chosen, instance);
        if (x->failed || x->stopped)
            return false;
        found = search(x, t, left - price, mine, x->unhit.len, seen);
        if (found)
            break;
        unchoose(x);
        push(x, &x->bars, instance);
        x->barred[instance] = true;
    }
    unbar(x, bars);
    x->unhit.len = mine;
    return found;
}

bool pm_explain_search(struct pm_explainer *x, struct pm_target *t, int size, int64_t tries)
{
    assert(size <= PM_SEARCHED_SIZE && x->followed == 0 && x->chosen.len == 0);
    x->tries = tries;
    x->gave_up = false;
    bool found = search(x, t, size, 0, 0, 0);
    if (found) {
        t->found.len = 0;
        for (size_t i = 0; i < x->chosen.len; i++)
            push(x, &t->found, x->chosen.data[i]);
        t->size = pm_explain_size(x, &t->found);
    } else if (!x->gave_up && !x->stopped && !x->failed) {
        t->proved = size;
    }
    follow_back(x, 0);
    unbar(x, 0); /* a limit may have ended it anywhere */
    x->chosen.len = x->unhit.len = 0;
    return found && !x->failed;
}
