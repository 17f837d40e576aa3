/* Explaining: a step, from the search for the easiest one to what is told of it. */
#include "explain/explain.h"

#include <assert.h>
#include <stdlib.h>

#include "core/text.h"
#include "explain/inside.h"

/* ---- The easiest one ---- */

/* How many facts a set needs, about. */
static int count_facts(struct pm_explainer *x, const struct pm_target *t)
{
    struct pm_net *net = x->net;
    pm_net_trace(net);
    bool traced = pm_explain_trace(x, &t->found, t->conclusion);
    net->tracing = false;
    if (!traced) /* the solver does not tell: any of them */
        for (int i = 0; i < net->usual_count; i++)
            if (net->because[abs(net->trail[i])] == PM_NET_KNOWN)
                pm_net_use(net, abs(net->trail[i]));
    return net->used_count;
}

static int grade_of(const struct pm_explainer *x, const struct pm_target *t)
{
    int grade = 0;
    for (size_t i = 0; i < t->found.len; i++) {
        int other = x->rules->reasons[t->found.data[i]].grade;
        grade = other > grade ? other : grade;
    }
    return grade;
}

/* How many variables of places are open in the target's set: what there is to look through. */
static int count_open(const struct pm_explainer *x, const struct pm_target *t)
{
    const struct pm_net *net = x->net;
    int open = 0;
    for (size_t i = 0; i < t->found.len; i++) {
        const struct pm_instance *instance = &net->instances[t->found.data[i]];
        for (int r = instance->first_row; r < instance->first_row + instance->row_count;
             r++)
            for (int j = 0; j < net->rows[r].n; j++) {
                int variable = abs(net->terms[net->rows[r].first + (size_t)j].lit);
                open += net->value[variable] == 0 && net->place_of[variable] >= 0;
            }
    }
    return open;
}

/* The same, counted anew only where something was learnt. */
static int open_of(const struct pm_explainer *x, struct pm_target *t)
{
    bool valid = t->open_at > 0;
    for (size_t i = 0; i < t->found.len; i++)
        valid = valid && x->touched[t->found.data[i]] <= t->open_at;
    if (!valid)
        t->open = count_open(x, t);
    t->open_at = x->learnt;
    return t->open;
}

/* Of targets that are equal in all this, the one that comes first. */
static bool is_easier(const struct pm_explainer *x, struct pm_target *a,
                      struct pm_target *b)
{
    if (a->size != b->size)
        return a->size < b->size;
    if (a->grade != b->grade || a->fact_count != b->fact_count)
        return a->grade != b->grade ? a->grade < b->grade : a->fact_count < b->fact_count;
    int more = a->fact_count > 1 ? open_of(x, a) - open_of(x, b) : 0;
    return more != 0 ? more < 0 : a < b;
}

static void take_easier(const struct pm_explainer *x, struct pm_target *t, int size,
                        struct pm_target **best)
{
    if (!t->settled && t->found.len > 0 && t->size <= size &&
        (!*best || is_easier(x, t, *best)))
        *best = t;
}

/* The target whose set is smallest, and among these has the easiest reasons, needs the fewest
 * facts, and leaves the least to look through. */
static struct pm_target *easiest(struct pm_explainer *x, int size)
{
    struct pm_target *best = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < x->ready.len; i++) {
        struct pm_target *t = &x->targets[x->ready.data[i]];
        take_easier(x, t, size, &best);
        x->ready.data[kept] = x->ready.data[i];
        kept += !t->settled;
    }
    x->net->effort += (int64_t)x->ready.len;
    x->ready.len = kept;
    for (int i = 0; size > 1 && i < x->target_count; i++)
        take_easier(x, &x->targets[i], size, &best);
    return best;
}

/* Of the single instances that do, as hard as the one that was found, the one that needs the fewest
 * facts and leaves the least to look through. */
static void choose_single(struct pm_explainer *x, struct pm_target *t)
{
    const struct pm_net *net = x->net;
    const struct pm_because *reasons = x->rules->reasons;
    int variable = abs(t->conclusion), best = t->found.data[0], best_facts = t->fact_count;
    int best_open = count_open(x, t);
    for (size_t u = net->first_user[variable]; u < net->first_user[variable + 1]; u++) {
        int other = net->users[u];
        if (other == best || other == 0 || reasons[other].price > 1 ||
            reasons[other].grade != reasons[best].grade)
            continue;
        t->found.data[0] = other;
        if (!pm_explain_trace(x, &t->found, t->conclusion))
            continue;
        int facts = count_facts(x, t), open = count_open(x, t);
        if (facts > best_facts || (facts == best_facts && open >= best_open))
            continue;
        best = other;
        best_facts = facts;
        best_open = open;
    }
    t->found.data[0] = best;
    t->fact_count = best_facts;
}

/* Whether something was learnt that an instance with the target's variable speaks of. */
static bool is_touched(const struct pm_explainer *x, const struct pm_target *t)
{
    const struct pm_net *net = x->net;
    size_t u = net->first_user[abs(t->conclusion)];
    size_t end = net->first_user[abs(t->conclusion) + 1];
    while (u < end && x->touched[net->users[u]] <= t->found_at)
        u++;
    return u < end;
}

/* Looks for a set of this size for a target; false: there may be one that was missed. */
static bool search_one(struct pm_explainer *x, struct pm_target *t, int size)
{
    bool found = t->found.len > 0 && t->size <= size;
    if (size == 1 && t->grade > 0 && is_touched(x, t)) /* an easier rule may do by now */
        found = false;
    if (t->settled || t->proved >= size || found)
        return true;
    if (!pm_explain_search(x, t, size, PM_ANY_TRIES))
        return t->proved >= size;
    t->fact_count = count_facts(x, t);
    if (size == 1 && t->fact_count > 1)
        choose_single(x, t);
    t->grade = size == 1 && t->fact_count <= 1 ? 0 : grade_of(x, t);
    t->open_at = 0;
    t->found_at = x->learnt;
    return true;
}

/* For targets that have a single instance an easier one may do by now, or fewer facts. */
static void search_easier(struct pm_explainer *x)
{
    for (size_t i = 0; i < x->ready.len && !x->stopped && !x->failed; i++) {
        struct pm_target *t = &x->targets[x->ready.data[i]];
        if (t->grade > 0 && !t->settled && is_touched(x, t))
            search_one(x, t, 1);
    }
}

/* Looks for single instances where something has changed, and lists the targets that have one.  The
 * others would be found to be as before. */
static bool search_singles(struct pm_explainer *x)
{
    size_t i = 0, kept = 0;
    search_easier(x);
    for (; i < x->stirred.len && !x->stopped && !x->failed; i++) {
        struct pm_target *t = &x->targets[x->stirred.data[i]];
        bool complete = search_one(x, t, 1);
        if (!t->ready && t->found.len > 0 && t->size == 1) {
            x->failed |= !pm_push(&x->ready, x->stirred.data[i]);
            t->ready = true;
        }
        t->stirred = !complete;
        x->stirred.data[kept] = x->stirred.data[i];
        kept += !complete;
    }
    x->net->effort += (int64_t)x->stirred.len;
    bool complete = kept == 0;
    for (; i < x->stirred.len; i++) /* a limit ended it */
        x->stirred.data[kept++] = x->stirred.data[i];
    x->stirred.len = kept;
    return complete;
}

/* ---- What the kind foresees ---- */

pulma_fact pm_explain_fact(const struct pm_explainer *x, pm_lit lit)
{
    int place = x->net->place_of[abs(lit)];
    const struct pm_number *n = &x->rules->numbers[place];
    if (n->max == n->min + 1)
        return (pulma_fact){place, lit > 0 ? n->max : n->min, true};
    return (pulma_fact){place, n->min + (abs(lit) - n->first), lit > 0};
}

/* The values that are not out. */
static void list_open(const struct pm_explainer *x)
{
    for (int place = 0; place < x->rules->place_count; place++) {
        const struct pm_number *n = &x->rules->numbers[place];
        x->open[place] = x->in[place] = x->out[place] = 0;
        for (int value = n->min; value <= n->max; value++)
            if (pm_explainer_known(x, place, value) >= 0)
                x->open[place] |= UINT64_C(1) << value;
    }
}

void pm_explain_foresee(struct pm_explainer *x, int size)
{
    struct pm_outlook outlook = {size, x->open, x->in, x->out};
    if (!x->foresee)
        return;
    list_open(x);
    if (!x->foresee(x->puzzle, &outlook))
        return;
    for (int i = 0; i < x->target_count; i++) {
        struct pm_target *t = &x->targets[i];
        pulma_fact fact = pm_explain_fact(x, t->conclusion);
        const uint64_t *may = fact.holds ? x->in : x->out;
        if (!(may[fact.place] >> fact.value & 1))
            t->proved = size;
        else if (t->proved > 1) /* perhaps by the same means, before more was known */
            t->proved = 1;
    }
    x->net->effort += x->target_count;
}

/* Looks for sets of this size for all targets; false: some may have been missed. */
static bool search_all(struct pm_explainer *x, int size)
{
    pm_explain_forget(x);
    x->effort = x->net->effort + PM_SEARCH_EFFORT;
    if (size == 1)
        return search_singles(x);
    pm_explain_foresee(x, size);
    bool complete = true;
    for (int i = 0; i < x->target_count && !x->stopped && !x->failed; i++)
        complete &= search_one(x, &x->targets[i], size);
    x->net->effort += x->target_count;
    return complete;
}

/* `*smallest`: proved to be. */
static struct pm_target *find_step(struct pm_explainer *x, bool *smallest)
{
    struct pm_target *t = NULL;
    *smallest = true;
    for (int size = 1; size <= PM_PROVED_SIZE && !t && !x->stopped; size++) {
        if (size > 1 && size < x->least)
            continue;
        bool complete = search_all(x, size);
        t = easiest(x, size);
        *smallest = *smallest && (t || complete);
        if (!t && !x->stopped && x->tentative)
            pm_explain_keep_shared(x);
    }
    if (t || x->stopped || x->failed || x->settled_count == x->target_count)
        return t;
    t = pm_explain_large(x);
    *smallest = *smallest && t && t->size == PM_PROVED_SIZE + 1;
    return t;
}

/* ---- What it needs and concludes ---- */

/* The net with these facts only, and the instances on. */
static bool set_scene(struct pm_explainer *x, const struct pm_ints *facts,
                      const struct pm_ints *instances)
{
    struct pm_net *net = x->net;
    bool ok = true;
    pm_net_back(net, x->empty);
    net->usual_count = 0;
    for (size_t i = 0; i < facts->len && ok; i++)
        ok = facts->data[i] == 0 || pm_net_assume(net, facts->data[i], PM_NET_KNOWN);
    for (size_t i = 0; i < instances->len && ok; i++)
        ok = pm_net_switch_on(net, instances->data[i]);
    assert(ok);
    net->usual_count = net->trail_count;
    return ok;
}

/* The net and its twin change places. */
static void change_scene(struct pm_explainer *x)
{
    struct pm_net *other = x->scene;
    other->effort = x->net->effort;
    x->scene = x->net;
    x->net = other;
}

/* In the order in which they were learnt. */
static void sort_used(struct pm_net *net)
{
    for (int i = 1; i < net->used_count; i++) {
        int variable = net->used[i], j = i;
        for (; j > 0 && net->at[net->used[j - 1]] > net->at[variable]; j--)
            net->used[j] = net->used[j - 1];
        net->used[j] = variable;
    }
}

/* The facts that the target's set uses, first those that say what is out. */
static bool list_facts(struct pm_explainer *x, const struct pm_target *t,
                       struct pm_ints *facts)
{
    struct pm_net *net = x->net;
    bool ok = true;
    count_facts(x, t);
    sort_used(net);
    for (int values = 0; values < 2; values++)
        for (int i = 0; i < net->used_count; i++) {
            pm_lit lit = net->trail[net->at[net->used[i]]];
            if (net->place_of[abs(lit)] >= 0 && pm_explain_tells_value(x, lit) == values)
                ok = ok && pm_push(facts, lit);
        }
    return ok;
}

/* Those that the solver's refutation did not use. */
static void drop_unused(const struct pm_explainer *x, struct pm_ints *facts)
{
    for (size_t i = 0; i < facts->len; i++)
        if (facts->data[i] && !pm_engine_used(x->engine, facts->data[i]))
            facts->data[i] = 0;
}

/* The facts that the target's set needs, in the scene: each is left out if it can be, as what is in
 * is said more easily. */
static bool find_facts(struct pm_explainer *x, const struct pm_target *t,
                       struct pm_ints *facts)
{
    bool ok = true;
    for (size_t i = 0; ok && i < facts->len && !x->stopped; i++) {
        pm_lit fact = facts->data[i];
        if (!fact)
            continue;
        facts->data[i] = 0;
        set_scene(x, facts, &t->found);
        if (!pm_explain_refutes(x, &t->found, t->conclusion))
            facts->data[i] = fact;
        else if (x->by_solver)
            drop_unused(x, facts);
    }
    size_t kept = 0;
    for (size_t i = 0; i < facts->len; i++)
        if (facts->data[i])
            facts->data[kept++] = facts->data[i];
    facts->len = kept;
    return ok;
}

/* Whether the target may follow from a set of this size: it is open, and has not been proved to
 * need more. */
static bool may_follow(const struct pm_explainer *x, int target, int size)
{
    return target >= 0 && !x->targets[target].settled && x->targets[target].proved < size;
}

/* What else follows from the same instances and facts; of large sets, as far as that is soon told. */
static bool find_conclusions(struct pm_explainer *x, const struct pm_target *t,
                             const struct pm_ints *facts, struct pm_ints *conclusions)
{
    const struct pm_net *net = x->net;
    const int64_t until = pm_explainer_effort(x) + PM_TRIAL_EFFORT;
    set_scene(x, facts, &t->found);
    bool ok = pm_push(conclusions, t->conclusion);
    x->denial++;
    for (size_t i = 0; i < t->found.len; i++) {
        const struct pm_instance *instance = &net->instances[t->found.data[i]];
        for (int r = instance->first_row; r < instance->first_row + instance->row_count;
             r++)
            for (int j = 0; j < net->rows[r].n && ok && !x->stopped; j++) {
                int variable = abs(net->terms[net->rows[r].first + (size_t)j].lit);
                int other = x->target_of[variable];
                if (!may_follow(x, other, t->size) || &x->targets[other] == t)
                    continue;
                if (x->targets[other].denied == x->denial)
                    continue;
                if (pm_explainer_effort(x) > until)
                    return ok;
                size_t k = 0;
                while (k < conclusions->len && abs(conclusions->data[k]) != variable)
                    k++;
                if (k == conclusions->len &&
                    pm_explain_refutes(x, &t->found, x->targets[other].conclusion))
                    ok = pm_push(conclusions, x->targets[other].conclusion);
            }
    }
    return ok;
}

/* ---- What is told ---- */

static const pulma_fact *facts_of(struct pm_explainer *x, const struct pm_ints *lits)
{
    pulma_fact *facts = pm_new(&x->step_arena, lits->len, pulma_fact);
    for (size_t i = 0; facts && i < lits->len; i++)
        facts[i] = pm_explain_fact(x, lits->data[i]);
    return facts;
}

static bool describe(struct pm_explainer *x, const struct pm_target *t, bool smallest,
                     const struct pm_ints *facts, const struct pm_ints *conclusions,
                     const struct pm_ints *left)
{
    pm_arena_free(&x->step_arena);
    pm_arena_init(&x->step_arena, 0);
    struct pm_step_reason *reasons =
        pm_new(&x->step_arena, t->found.len, struct pm_step_reason);
    for (size_t i = 0; reasons && i < t->found.len; i++) {
        const struct pm_because *b = &x->rules->reasons[t->found.data[i]];
        reasons[i] = (struct pm_step_reason){
            .text = b->text,
            .rule = t->found.data[i],
            .number = b->number,
            .price = b->price,
            .places = pm_because_places(x->rules, b),
            .place_count = b->place_count,
        };
    }
    x->step = (struct pm_step){.conclusion_count = (int)conclusions->len,
                               .fact_count = (int)facts->len,
                               .reason_count = (int)t->found.len,
                               .conclusions = facts_of(x, conclusions),
                               .facts = facts_of(x, facts),
                               .reasons = reasons,
                               .left_count = (int)left->len,
                               .left = facts_of(x, left),
                               .size = t->size,
                               .smallest = smallest,
                               .grade = grade_of(x, t)};
    return reasons && x->step.conclusions && x->step.facts && x->step.left;
}

/* Learns what stands in places first, and drops of the rest what that says already. */
static bool learn_all(struct pm_explainer *x, struct pm_ints *conclusions)
{
    struct pm_ints told = {0};
    bool ok = true;
    for (int values = 1; values >= 0; values--)
        for (size_t i = 0; i < conclusions->len && ok; i++) {
            pm_lit lit = conclusions->data[i];
            if (pm_explain_tells_value(x, lit) == values && pm_net_value(x->net, lit) == 0)
                ok = pm_push(&told, lit) && pm_explain_learn(x, lit);
        }
    free(conclusions->data);
    *conclusions = told;
    return ok;
}

/* What became known of places besides the conclusions. */
static bool find_left(const struct pm_explainer *x, int before,
                      const struct pm_ints *conclusions, struct pm_ints *left)
{
    for (int i = before; i < x->net->trail_count; i++) {
        pm_lit lit = x->net->trail[i];
        size_t k = 0;
        if (x->net->place_of[abs(lit)] < 0 || !pm_explain_tells_value(x, lit))
            continue;
        while (k < conclusions->len && conclusions->data[k] != lit)
            k++;
        if (k == conclusions->len && !pm_push(left, lit))
            return false;
    }
    return true;
}

/* False: no memory, or a limit came before all that can be left out was. */
static bool take_step(struct pm_explainer *x, const struct pm_target *t, bool smallest)
{
    struct pm_ints facts = {0}, conclusions = {0}, left = {0};
    bool ok = list_facts(x, t, &facts);
    change_scene(x);
    ok = ok && find_facts(x, t, &facts) && find_conclusions(x, t, &facts, &conclusions);
    change_scene(x);
    int before = x->net->trail_count;
    ok = ok && !x->stopped && learn_all(x, &conclusions);
    assert(!ok || conclusions.len > 0); /* a step that concludes nothing would come again */
    ok = ok && find_left(x, before, &conclusions, &left) &&
         describe(x, t, smallest, &facts, &conclusions, &left);
    free(facts.data);
    free(conclusions.data);
    free(left.data);
    return ok;
}

pulma_status pm_explainer_next(struct pm_explainer *x, const struct pm_step **step,
                               pulma_error *err)
{
    *step = NULL;
    if (x->settled_count == x->target_count)
        return PULMA_NONE;
    x->stopped = x->failed = false;
    bool smallest;
    const struct pm_target *t = find_step(x, &smallest);
    if (x->failed)
        return pm_fail_memory(err);
    if (t && take_step(x, t, smallest)) {
        *step = &x->step;
        return PULMA_OK;
    }
    if (!t && !x->stopped && x->settled_count == x->target_count)
        return PULMA_NONE;
    return t && !x->stopped ? pm_fail_memory(err)
                            : pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit");
}
