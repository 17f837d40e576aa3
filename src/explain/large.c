/* Steps that need more instances than can be searched through.
 *
 * First somewhat larger sets are searched with a bound on the work.  If none is found, a
 * refutation by propagation, else one by the solver, tells a set, and instances are left out of
 * it one by one. */
#include "explain/inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    LARGE_SIZE = 4,    /* searched up to this */
    LARGE_TRIES = 400, /* repairs for a target */
    MAX_CORES = 10,    /* targets for which the solver is asked */
};

static struct pm_target *search_larger(struct pm_explainer *x, int size)
{
    struct pm_target *best = NULL;
    for (int i = 0; i < x->target_count && !x->stopped && !x->failed; i++) {
        struct pm_target *t = &x->targets[i];
        if (t->settled || t->proved >= size)
            continue;
        bool known = t->found.len > 0 && t->found.len <= (size_t)size;
        if (!known && !pm_explain_search(x, t, size, LARGE_TRIES))
            continue;
        if (!best || t->found.len < best->found.len)
            best = t;
    }
    return best;
}

/* ---- Cores ---- */

/* The instances that the last traced refutation used. */
static void used_instances(struct pm_explainer *x, struct pm_ints *core)
{
    core->len = 0;
    for (int i = 1; i < x->net->instance_count; i++)
        if (x->net->used_instance[i] && !pm_push(core, i))
            x->failed = true;
}

/* Whether propagation alone refutes the opposite of the target. */
static bool propagates(struct pm_explainer *x, const struct pm_target *t,
                       const struct pm_ints *instances)
{
    struct pm_net *net = x->net;
    struct pm_net_mark mark = pm_net_now(net);
    pm_net_trace(net);
    bool ok = pm_net_assume(net, -t->conclusion, PM_NET_ASSUMED);
    for (size_t i = 0; i < instances->len && ok; i++)
        ok = pm_net_switch_on(net, instances->data[i]);
    net->tracing = false;
    pm_net_back(net, mark);
    return !ok;
}

static bool core_by_solver(struct pm_explainer *x, const struct pm_target *t,
                           const struct pm_ints *all, struct pm_ints *core)
{
    core->len = 0;
    if (pm_explain_ask_solver(x, all, t->conclusion) != PULMA_NONE)
        return false;
    for (size_t i = 0; i < all->len; i++)
        if (x->on[all->data[i]])
            x->failed |= !pm_push(core, all->data[i]);
    return true;
}

static void reach_users(struct pm_explainer *x, int variable, int distance,
                        struct pm_ints *queue)
{
    const struct pm_net *net = x->net;
    for (size_t u = net->first_user[variable]; u < net->first_user[variable + 1]; u++)
        if (!x->distance[net->users[u]]) {
            x->distance[net->users[u]] = distance;
            x->failed |= !pm_push(queue, net->users[u]);
        }
}

/* How far the instances are from the target: 1 if they have its variable, else one more than
 * another with which they share an open variable. */
static void measure(struct pm_explainer *x, const struct pm_target *t)
{
    const struct pm_net *net = x->net;
    struct pm_ints queue = {0};
    memset(x->distance, 0, (size_t)net->instance_count * sizeof *x->distance);
    reach_users(x, abs(t->conclusion), 1, &queue);
    for (size_t next = 0; next < queue.len && !x->failed; next++) {
        const struct pm_instance *i = &net->instances[queue.data[next]];
        int distance = x->distance[queue.data[next]] + 1;
        for (int r = i->first_row; r < i->first_row + i->row_count; r++)
            for (int j = 0; j < net->rows[r].n; j++) {
                int variable = abs(net->terms[net->rows[r].first + (size_t)j].lit);
                if (net->value[variable] == 0)
                    reach_users(x, variable, distance, &queue);
            }
    }
    free(queue.data);
}

/* Near ones first; equal ones by their number. */
static void sort_by_distance(const struct pm_explainer *x, struct pm_ints *core)
{
    for (size_t i = 1; i < core->len; i++) {
        int instance = core->data[i];
        size_t j = i;
        for (; j > 0 && x->distance[core->data[j - 1]] > x->distance[instance]; j--)
            core->data[j] = core->data[j - 1];
        core->data[j] = instance;
    }
}

/* Whether the set refutes: by propagation, by the net with cases, or by the solver.  Unless with
 * cases, x->net->used_instance or x->on tell what was used, and `core` is cut down to that; the
 * first `*needed` count those of them that are known to be needed. */
enum means { BY_PROPAGATION, BY_CASES, BY_SOLVER };

static bool refutes(struct pm_explainer *x, const struct pm_target *t, enum means means,
                    struct pm_ints *core, size_t *needed)
{
    bool refuted = means == BY_CASES ? pm_explain_refutes(x, core, t->conclusion)
                   : means == BY_SOLVER
                       ? pm_explain_ask_solver(x, core, t->conclusion) == PULMA_NONE
                       : propagates(x, t, core);
    const bool *used = means == BY_SOLVER ? x->on : x->net->used_instance;
    size_t kept = 0;
    if (!refuted || means == BY_CASES)
        return refuted;
    for (size_t i = 0, first = *needed; i < core->len; i++) {
        *needed -= i < first && !used[core->data[i]];
        core->data[kept] = core->data[i];
        kept += used[core->data[i]];
    }
    core->len = kept;
    return true;
}

/* Leaves out what can be left out, the farthest first.  False as soon as more than `most` are
 * needed. */
static bool shrink(struct pm_explainer *x, const struct pm_target *t, enum means means,
                   struct pm_ints *core, size_t most)
{
    size_t needed = 0; /* the first ones have been tried */
    while (needed < core->len && !x->stopped && !x->failed) {
        int last = core->data[--core->len];
        if (refutes(x, t, means, core, &needed))
            continue;
        for (size_t i = core->len++; i > needed; i--)
            core->data[i] = core->data[i - 1];
        core->data[needed++] = last;
        if (needed > most)
            return false;
        x->stopped |= pm_stop(x->limits);
    }
    return core->len <= most && !x->stopped;
}

static void offer(struct pm_explainer *x, struct pm_target *t, struct pm_ints *core,
                  bool by_solver, struct pm_target **best)
{
    size_t most = *best ? (*best)->found.len - 1 : SIZE_MAX;
    measure(x, t);
    sort_by_distance(x, core);
    shrink(x, t, by_solver ? BY_SOLVER : BY_PROPAGATION, core, SIZE_MAX);
    sort_by_distance(x, core);
    if (!by_solver && !shrink(x, t, BY_CASES, core, most))
        return;
    if (core->len > most || x->stopped)
        return;
    t->found.len = 0;
    for (size_t i = 0; i < core->len; i++)
        x->failed |= !pm_push(&t->found, core->data[i]);
    *best = t;
}

static struct pm_target *best_core(struct pm_explainer *x, bool by_solver)
{
    struct pm_net *net = x->net;
    struct pm_target *best = NULL;
    struct pm_ints core = {0}, all = {0};
    int asked = 0;
    for (int k = 1; k < net->instance_count; k++)
        if (!net->instances[k].given)
            x->failed |= !pm_push(&all, k);
    for (int i = 0; i < x->target_count && !x->stopped && !x->failed; i++) {
        struct pm_target *t = &x->targets[i];
        if (t->settled || (by_solver && asked++ >= MAX_CORES))
            continue;
        bool refuted =
            by_solver ? core_by_solver(x, t, &all, &core) : propagates(x, t, &all);
        if (refuted && !by_solver)
            used_instances(x, &core);
        if (refuted && !x->failed)
            offer(x, t, &core, by_solver, &best);
        x->stopped |= pm_stop(x->limits);
    }
    free(core.data);
    free(all.data);
    return best;
}

struct pm_target *pm_explain_large(struct pm_explainer *x)
{
    struct pm_target *best = NULL;
    x->effort = x->net->effort + PM_SEARCH_EFFORT;
    for (int size = PM_PROVED_SIZE + 1; size <= LARGE_SIZE && !best && !x->stopped; size++)
        best = search_larger(x, size);
    if (!best && !x->stopped && !x->failed)
        best = best_core(x, false);
    if (!best && !x->stopped && !x->failed)
        best = best_core(x, true);
    return best;
}
