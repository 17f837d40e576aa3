/* Steps that need more instances than can be searched through.
 *
 * First somewhat larger sets are searched with a bound on the work.  If none is found, a
 * refutation by propagation, else one by the solver, tells a set, and instances are left out of
 * it one by one. */
#include "explain/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGE_TRIES = 400, /* repairs for a target */
    MAX_CORES = 40,    /* targets for which the solver is asked */
    MAX_SHRUNK = 10,   /* the smallest of its cores are cut down */
    MAX_TRIMS = 4,     /* how often it is asked again about a core */
    SLACK = 2,         /* what propagation needs more than cases do, about */
};

static struct pm_target *search_larger(struct pm_explainer *x, int size)
{
    struct pm_target *best = NULL;
    pm_explain_foresee(x, size);
    for (int i = 0; i < x->target_count && !x->stopped && !x->failed; i++) {
        struct pm_target *t = &x->targets[i];
        if (t->settled || t->proved >= size)
            continue;
        bool known = t->found.len > 0 && t->size <= size;
        if (!known && !pm_explain_search(x, t, size, LARGE_TRIES))
            continue;
        if (!best || t->size < best->size)
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
    net->propagates = true;
    bool ok = pm_net_assume(net, -t->conclusion, PM_NET_ASSUMED);
    for (size_t i = 0; i < instances->len && ok; i++)
        ok = pm_net_switch_on(net, instances->data[i]);
    net->tracing = false;
    pm_net_back(net, mark);
    net->propagates = false;
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

/* Reaches the instances with an open variable; gives how many of them are wanted. */
static size_t reach_users(struct pm_explainer *x, int variable, int distance,
                          struct pm_ints *queue)
{
    const struct pm_net *net = x->net;
    size_t wanted = 0;
    net->marked[variable] = true;
    for (size_t u = net->first_user[variable]; u < net->first_user[variable + 1]; u++)
        if (!x->distance[net->users[u]]) {
            x->distance[net->users[u]] = distance;
            wanted += x->on[net->users[u]];
            x->failed |= !pm_push(queue, net->users[u]);
        }
    return wanted;
}

/* How far the instances of the core are from the target: 1 if they have its variable, else one more than
 * another with which they share an open variable. */
static void measure(struct pm_explainer *x, const struct pm_target *t,
                    const struct pm_ints *core)
{
    const struct pm_net *net = x->net;
    struct pm_ints queue = {0};
    memset(x->distance, 0, (size_t)net->instance_count * sizeof *x->distance);
    memset(x->on, 0, (size_t)net->instance_count);
    memset(net->marked, 0, (size_t)net->variable_count + 1);
    for (size_t i = 0; i < core->len; i++)
        x->on[core->data[i]] = true;
    size_t left = core->len - reach_users(x, abs(t->conclusion), 1, &queue);
    for (size_t next = 0; next < queue.len && left > 0 && !x->failed; next++) {
        const struct pm_instance *i = &net->instances[queue.data[next]];
        int distance = x->distance[queue.data[next]] + 1;
        for (int r = i->first_row; r < i->first_row + i->row_count; r++)
            for (int j = 0; j < net->rows[r].n; j++) {
                int variable = abs(net->terms[net->rows[r].first + (size_t)j].lit);
                if (net->value[variable] == 0 && !net->marked[variable])
                    left -= reach_users(x, variable, distance, &queue);
            }
    }
    memset(net->marked, 0, (size_t)net->variable_count + 1);
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
        x->stopped |= pm_explain_stop(x);
    }
    return core->len <= most && !x->stopped;
}

static void offer(struct pm_explainer *x, struct pm_target *t, struct pm_ints *core,
                  bool by_solver, struct pm_target **best)
{
    size_t most = *best ? (*best)->found.len - 1 : SIZE_MAX;
    measure(x, t, core);
    sort_by_distance(x, core);
    size_t at_first = by_solver || !*best ? most : most + SLACK;
    if (!shrink(x, t, by_solver ? BY_SOLVER : BY_PROPAGATION, core, at_first))
        return;
    sort_by_distance(x, core);
    if (!by_solver && !shrink(x, t, BY_CASES, core, most))
        return;
    t->found.len = 0;
    for (size_t i = 0; i < core->len; i++)
        x->failed |= !pm_push(&t->found, core->data[i]);
    t->size = pm_explain_size(x, &t->found);
    *best = t;
}

/* What a refutation used, to be cut down. */
struct core {
    int target;
    size_t first, n; /* in the list of all cores */
};

/* Small ones first, equal ones by target. */
static int by_length(const void *a, const void *b)
{
    const struct core *p = a, *q = b;
    if (p->n != q->n)
        return p->n < q->n ? -1 : 1;
    return p->target < q->target ? -1 : p->target > q->target;
}

static void keep_core(struct pm_explainer *x, int target, const struct pm_ints *instances,
                      struct core *core, struct pm_ints *lists)
{
    *core = (struct core){target, lists->len, instances->len};
    for (size_t i = 0; i < instances->len; i++)
        x->failed |= !pm_push(lists, instances->data[i]);
}

/* The cores of all targets that propagation refutes when every instance is at work. */
static size_t cores_by_propagation(struct pm_explainer *x, const struct pm_ints *all,
                                   struct core *cores, struct pm_ints *lists)
{
    struct pm_net *net = x->net;
    struct pm_net_mark before = pm_net_now(net);
    size_t n = 0;
    x->denial++;
    net->propagates = true;
    for (size_t i = 0; i < all->len; i++)
        if (!pm_net_switch_on(net, all->data[i]))
            assert(false); /* what is known does not contradict the rules */
    struct pm_net_mark mark = pm_net_now(net);
    struct pm_ints core = {0};
    for (int i = 0; i < x->target_count && !x->failed; i++) {
        const struct pm_target *t = &x->targets[i];
        if (t->settled || t->denied == x->denial)
            continue;
        pm_net_trace(net);
        bool refuted = !pm_net_assume(net, -t->conclusion, PM_NET_ASSUMED);
        net->tracing = false;
        if (!refuted) /* nor is what follows from it */
            pm_explain_deny(x);
        pm_net_back(net, mark);
        if (!refuted)
            continue;
        used_instances(x, &core);
        keep_core(x, i, &core, &cores[n++], lists);
    }
    free(core.data);
    pm_net_back(net, before);
    net->propagates = false;
    return n;
}

/* All instances that are not clues. */
static void list_all(struct pm_explainer *x, struct pm_ints *all)
{
    for (int k = 1; k < x->net->instance_count; k++)
        if (!x->net->instances[k].given)
            x->failed |= !pm_push(all, k);
}

/* Those of the first targets, by the solver, which is asked again while that makes them smaller. */
static size_t cores_by_solver(struct pm_explainer *x, const struct pm_ints *all,
                              struct core *cores, struct pm_ints *lists)
{
    struct pm_ints core = {0}, smaller = {0};
    size_t n = 0;
    for (int i = 0; i < x->target_count && n < MAX_CORES && !x->stopped && !x->failed;
         i++) {
        const struct pm_target *t = &x->targets[i];
        if (t->settled || !core_by_solver(x, t, all, &core))
            continue;
        for (int k = 0; k < MAX_TRIMS && core_by_solver(x, t, &core, &smaller) &&
                        smaller.len < core.len;
             k++) {
            struct pm_ints swap = core;
            core = smaller;
            smaller = swap;
        }
        keep_core(x, i, &core, &cores[n++], lists);
    }
    free(core.data);
    free(smaller.data);
    return n;
}

/* Cuts cores down, in this order, and gives the target with the smallest. */
static struct pm_target *best_of(struct pm_explainer *x, size_t n, const struct core *cores,
                                 const struct pm_ints *lists, bool by_solver)
{
    struct pm_target *best = NULL;
    struct pm_ints core = {0};
    const int64_t before = pm_explainer_effort(x);
    for (size_t i = 0; i < n && !x->stopped && !x->failed; i++) {
        core.len = 0;
        for (size_t k = 0; k < cores[i].n; k++)
            x->failed |= !pm_push(&core, lists->data[cores[i].first + k]);
        offer(x, &x->targets[cores[i].target], &core, by_solver, &best);
        x->stopped |= pm_explain_stop(x);
        if (best && best->size > PM_TRIAL_SIZE &&
            pm_explainer_effort(x) - before > PM_TRIAL_EFFORT)
            break; /* nobody follows it, nor one that is somewhat smaller */
    }
    free(core.data);
    return best;
}

/* The best of the cores that propagation gives. */
static struct pm_target *best_by_propagation(struct pm_explainer *x,
                                             const struct pm_ints *all)
{
    struct pm_target *best = NULL;
    struct pm_ints lists = {0};
    struct pm_net *net = x->net;
    struct core *cores = calloc((size_t)x->target_count + 1, sizeof *cores);
    x->net = pm_net_narrow(net);
    size_t n = cores && x->net ? cores_by_propagation(x, all, cores, &lists) : 0;
    x->failed |= !cores || !x->net;
    if (n > 0) {
        qsort(cores, n, sizeof *cores, by_length);
        best = best_of(x, n, cores, &lists, false);
    }
    if (x->net)
        net->effort = x->net->effort;
    pm_net_free(x->net);
    x->net = net;
    free(cores);
    free(lists.data);
    return best;
}

/* The best of those that the solver gives. */
static struct pm_target *best_by_solver(struct pm_explainer *x, const struct pm_ints *all)
{
    struct core cores[MAX_CORES];
    struct pm_ints lists = {0};
    size_t n = cores_by_solver(x, all, cores, &lists);
    qsort(cores, n, sizeof *cores, by_length);
    struct pm_target *best =
        best_of(x, n < MAX_SHRUNK ? n : MAX_SHRUNK, cores, &lists, true);
    free(lists.data);
    return best;
}

struct pm_target *pm_explain_large(struct pm_explainer *x)
{
    struct pm_target *best = NULL;
    x->effort = x->net->effort + PM_SEARCH_EFFORT;
    for (int size = PM_PROVED_SIZE + 1; size <= PM_SEARCHED_SIZE && !best && !x->stopped;
         size++)
        best = search_larger(x, size);
    struct pm_ints all = {0};
    list_all(x, &all);
    if (!best && !x->stopped && !x->failed)
        best = best_by_propagation(x, &all);
    if (!best && !x->stopped && !x->failed)
        best = best_by_solver(x, &all);
    free(all.data);
    return best;
}
