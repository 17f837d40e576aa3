/* Explaining: from the start to the last step. */
#include "explain/explain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "explain/inside.h"

struct pm_explainer *pm_explainer_new(struct pm_rules *rules, struct pm_engine *engine,
                                      const struct pm_limits *limits)
{
    struct pm_explainer *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->rules = rules;
    x->engine = engine;
    x->limits = limits;
    pm_arena_init(&x->step_arena, 0);
    return x;
}

/* What pm_explainer_start() makes, apart from x->answer. */
static void forget(struct pm_explainer *x)
{
    for (int i = 0; i < x->target_count; i++) {
        free(x->targets[i].worlds.data);
        free(x->targets[i].found.data);
    }
    for (int v = 0; x->deniers && v <= x->net->variable_count; v++)
        free(x->deniers[v].data);
    pm_net_free(x->scene);
    pm_net_free(x->net);
    free(x->deniers);
    free(x->targets);
    free(x->target_of);
    free(x->touched);
    free(x->barred);
    free(x->candidate);
    free(x->on);
    free(x->distance);
    x->net = x->scene = NULL;
    x->targets = NULL;
    x->deniers = NULL;
    x->target_count = 0;
    x->stirred.len = x->ready.len = 0;
    x->target_of = x->touched = x->barred = x->candidate = x->distance = NULL;
    x->on = NULL;
}

void pm_explainer_free(struct pm_explainer *x)
{
    if (!x)
        return;
    forget(x);
    free(x->known.data);
    free(x->stirred.data);
    free(x->ready.data);
    free(x->answer);
    free(x->chosen.data);
    free(x->bars.data);
    free(x->unhit.data);
    pm_arena_free(&x->step_arena);
    free(x);
}

/* ---- Effort ---- */

void pm_explainer_bound(struct pm_explainer *x, int64_t effort)
{
    x->most = effort;
}

int64_t pm_explainer_conflicts(int64_t effort)
{
    return effort > 0 ? effort / PM_START_EFFORT + 1 : 0;
}

int64_t pm_explainer_effort(const struct pm_explainer *x)
{
    return x->net->effort + PM_ASKED_EFFORT * x->asked;
}

bool pm_explainer_is_spent(const struct pm_explainer *x)
{
    return x->most > 0 && pm_explainer_effort(x) >= x->most;
}

bool pm_explain_stop(const struct pm_explainer *x)
{
    return pm_explainer_is_spent(x) || pm_stop(x->limits);
}

int pm_explain_size(const struct pm_explainer *x, const struct pm_ints *instances)
{
    int size = 0;
    for (size_t i = 0; i < instances->len; i++)
        size += x->rules->reasons[instances->data[i]].price;
    return size;
}

/* ---- Literals and facts ---- */

static pulma_fact fact_of(const struct pm_explainer *x, pm_lit lit)
{
    int place = x->net->place_of[abs(lit)];
    const struct pm_number *n = &x->rules->numbers[place];
    if (n->max == n->min + 1)
        return (pulma_fact){place, lit > 0 ? n->max : n->min, true};
    return (pulma_fact){place, n->min + (abs(lit) - n->first), lit > 0};
}

/* A literal that says what stands in a place of more than two values. */
static bool tells_value(const struct pm_explainer *x, pm_lit lit)
{
    const struct pm_number *n = &x->rules->numbers[x->net->place_of[abs(lit)]];
    return lit > 0 && n->max > n->min + 1;
}

/* ---- Starting ---- */

static pulma_status find_world(struct pm_explainer *x, signed char **world,
                               pulma_error *err)
{
    pulma_status status;
    int n;
    do { /* asking may make more variables */
        n = x->rules->variable_count;
        free(*world);
        *world = calloc((size_t)n + 1, 1);
        status = *world ? pm_engine_world(x->engine, n, *world, err) : pm_fail_memory(err);
    } while (!status && x->rules->variable_count > n);
    return status;
}

/* What the cheapest answer costs becomes a rule. */
static void state_cost(struct pm_explainer *x, const char *sentence, int64_t cost)
{
    struct pm_rules *r = x->rules;
    pm_reason(r, "%s", sentence);
    pm_sum(r, (int)r->cost_lits.len, r->cost_lits.data, r->cost_weights.data, PM_AT_MOST,
           cost - r->cost_constant);
}

static pulma_status suppose(struct pm_explainer *x, const int *answer, pulma_error *err)
{
    int *places = calloc((size_t)x->rules->place_count + 1, 2 * sizeof *places), n = 0;
    if (!places)
        return pm_fail_memory(err);
    int *values = places + x->rules->place_count;
    for (int place = 0; place < x->rules->place_count; place++)
        if (answer[place] != PULMA_EMPTY) {
            places[n] = place;
            values[n++] = answer[place];
        }
    pm_engine_suppose(x->engine, n, places, values);
    free(places);
    return PULMA_OK;
}

static bool prepare(struct pm_explainer *x, const signed char *world, size_t target_count)
{
    x->net = pm_net_new(x->rules, world);
    x->scene = x->net ? pm_net_twin(x->net) : NULL;
    if (!x->scene)
        return false;
    size_t instances = (size_t)x->net->instance_count;
    size_t variables = (size_t)x->net->variable_count + 1;
    x->targets = calloc(target_count + 1, sizeof *x->targets);
    x->target_of = calloc(variables, sizeof *x->target_of);
    x->deniers = calloc(variables, sizeof *x->deniers);
    x->touched = calloc(instances, sizeof *x->touched);
    x->barred = calloc(instances, sizeof *x->barred);
    x->candidate = calloc((size_t)x->rules->place_count + 1, sizeof *x->candidate);
    x->on = calloc(instances, 1);
    x->distance = calloc(instances, sizeof *x->distance);
    for (size_t v = 0; x->target_of && v < variables; v++)
        x->target_of[v] = -1;
    x->empty = pm_net_now(x->net);
    return x->targets && x->target_of && x->deniers && x->touched && x->barred &&
           x->candidate && x->on && x->distance;
}

static void settle(struct pm_explainer *x, pm_lit lit)
{
    int target = x->target_of[abs(lit)];
    if (target < 0 || x->targets[target].settled)
        return;
    x->targets[target].settled = true;
    x->settled_count++;
}

static void touch(struct pm_explainer *x, int variable)
{
    const struct pm_net *net = x->net;
    for (size_t u = net->first_user[variable]; u < net->first_user[variable + 1]; u++)
        x->touched[net->users[u]] = x->learnt;
}

/* Tells the net; what instance 0 makes of it is known as well. */
static bool tell_net(struct pm_explainer *x, pm_lit lit)
{
    struct pm_net *net = x->net;
    int before = net->trail_count;
    x->learnt++;
    if (!pm_net_assume(net, lit, PM_NET_KNOWN))
        return false;
    if (pm_net_value(net, lit) > 0 && net->because[abs(lit)] >= 0)
        net->because[abs(lit)] = PM_NET_KNOWN;
    for (int i = before; i < net->trail_count; i++)
        if (net->place_of[abs(net->trail[i])] >= 0) {
            settle(x, net->trail[i]);
            touch(x, abs(net->trail[i]));
            if (tells_value(x, net->trail[i])) /* one fact instead of all that are out */
                net->because[abs(net->trail[i])] = PM_NET_KNOWN;
        }
    net->usual_count = net->trail_count;
    return true;
}

static bool learn(struct pm_explainer *x, pm_lit lit)
{
    return pm_push(&x->known, lit) && tell_net(x, lit);
}

/* What instance 0 says by itself and clues are known from the start. */
static bool learn_clues(struct pm_explainer *x)
{
    const struct pm_net *net = x->net;
    for (int i = 0; i < net->trail_count; i++)
        if (net->place_of[abs(net->trail[i])] >= 0)
            settle(x, net->trail[i]);
    for (int i = 1; i < net->instance_count; i++) {
        const struct pm_instance *instance = &net->instances[i];
        for (int r = 0; instance->given && r < instance->row_count; r++)
            if (!learn(x, net->terms[net->rows[instance->first_row + r].first].lit))
                return false;
    }
    return true;
}

static bool learn_entries(struct pm_explainer *x, const int *answer)
{
    for (int place = 0; answer && place < x->rules->place_count; place++) {
        if (answer[place] == PULMA_EMPTY)
            continue;
        pm_lit is = pm_is(x->rules, place, answer[place]);
        if (is != PM_TRUE && !learn(x, is))
            return false;
    }
    return true;
}

/* The literals of all places, as they are in the world; `n` gets how many. */
static pm_lit *place_literals(const struct pm_explainer *x, const signed char *world,
                              size_t *n)
{
    const struct pm_rules *r = x->rules;
    pm_lit *lits = calloc((size_t)r->variable_count + 1, sizeof *lits);
    *n = 0;
    for (int place = 0; lits && place < r->place_count; place++) {
        const struct pm_number *number = &r->numbers[place];
        int count = number->max - number->min + 1;
        for (int i = 0; count > 1 && i < (count == 2 ? 1 : count); i++)
            lits[(*n)++] = world[number->first + i] * (number->first + i);
    }
    return lits;
}

/* `shared`: the literals of all places are those that all answers share. */
static pulma_status list_targets(struct pm_explainer *x, const signed char *world,
                                 bool shared, pulma_error *err)
{
    size_t n;
    pm_lit *lits = place_literals(x, world, &n);
    signed char *again = NULL;
    pulma_status status = lits ? PULMA_OK : pm_fail_memory(err);
    if (!status && !shared)
        status = pm_engine_shared(x->engine, &n, lits, err);
    if (!status && !shared) /* lazy rules may have spoken up */
        status = find_world(x, &again, err);
    if (!status && !prepare(x, again ? again : world, n))
        status = pm_fail_memory(err);
    for (size_t i = 0; !status && i < n; i++) {
        x->targets[i].conclusion = lits[i];
        x->target_of[abs(lits[i])] = (int)i;
        x->target_count++;
        pm_explain_stir(x, &x->targets[i]);
    }
    free(lits);
    free(again);
    return status;
}

/* The world of an answer, as far as places go. */
static signed char *world_of(const struct pm_explainer *x, const int *answer)
{
    const struct pm_rules *r = x->rules;
    signed char *world = malloc((size_t)r->variable_count + 1);
    if (world)
        memset(world, -1, (size_t)r->variable_count + 1);
    for (int place = 0; world && place < r->place_count; place++) {
        pm_lit is = pm_is(x->rules, place, answer[place]);
        if (is != PM_TRUE)
            world[abs(is)] = is > 0 ? 1 : -1;
    }
    return world;
}

/* Starts from the only answer without a question to the solver, which it would take longest to
 * tell the rules.  That needs rules about places alone, all of them; false: they are not, or a
 * limit or the memory ended them. */
static bool start_at_once(struct pm_explainer *x, const int *only)
{
    if (!only || x->rules->failed || x->rules->has_objective || x->rules->lazy_count > 0)
        return false;
    signed char *world = world_of(x, only);
    bool started = world && list_targets(x, world, true, NULL) == PULMA_OK;
    free(world);
    for (int i = 0; started && i < x->net->instance_count; i++)
        started = !x->net->instances[i].helped;
    if (!started)
        forget(x);
    return started;
}

static void keep_answer(struct pm_explainer *x)
{
    for (int place = 0; place < x->rules->place_count; place++) {
        const struct pm_number *n = &x->rules->numbers[place];
        int value = n->min;
        if (n->max == n->min + 1)
            value += x->net->usual[n->first] > 0;
        else
            while (value < n->max && x->net->usual[n->first + value - n->min] < 0)
                value++;
        x->answer[place] = value;
    }
}

/* The solver finds an answer, and what all answers share; of the only one, just its helping
 * variables. */
static pulma_status
start_by_solver(struct pm_explainer *x, const int *answer, const int *only,
                void (*why_cheap)(void *context, int64_t cost, char *text, size_t size),
                void *context, pulma_error *err)
{
    signed char *world = NULL;
    pulma_status status = PULMA_OK;
    if (x->rules->has_objective) { /* of all answers, whatever the entries are */
        char sentence[200];
        status = find_world(x, &world, err);
        why_cheap(context, pm_engine_best(x->engine), sentence, sizeof sentence);
        if (!status)
            state_cost(x, sentence, pm_engine_best(x->engine));
    }
    if (!status && (only || answer))
        status = suppose(x, only ? only : answer, err);
    if (!status)
        status = find_world(x, &world, err);
    if (!status)
        status = list_targets(x, world, only != NULL, err);
    free(world);
    return status;
}

pulma_status pm_explainer_start(struct pm_explainer *x, const int *answer, const int *only,
                                void (*why_cheap)(void *context, int64_t cost, char *text,
                                                  size_t size),
                                void *context, pulma_error *err)
{
    assert(!x->net);
    x->answer = calloc((size_t)x->rules->place_count + 1, sizeof *x->answer);
    if (!x->answer)
        return pm_fail_memory(err);
    pulma_status status = start_at_once(x, only)
                              ? PULMA_OK
                              : start_by_solver(x, answer, only, why_cheap, context, err);
    if (status)
        return status;
    x->net->effort += PM_START_EFFORT * pm_engine_conflicts(x->engine);
    keep_answer(x);
    /* What a lazy rule has not said yet may touch anything; a single one may be dear. */
    bool dear = false;
    for (int i = 1; i < x->net->instance_count; i++)
        dear |= x->rules->reasons[i].price > 1;
    x->least = dear || x->rules->lazy_count > 0 ? 2 : pm_explain_least(x);
    return learn_clues(x) && learn_entries(x, answer) ? PULMA_OK : pm_fail_memory(err);
}

int pm_explainer_known(const struct pm_explainer *x, int place, int value)
{
    pm_lit lit = pm_is(x->rules, place, value);
    return lit == PM_TRUE ? 1 : lit == PM_FALSE ? -1 : pm_net_value(x->net, lit);
}

int pm_explainer_left(const struct pm_explainer *x)
{
    return x->target_count - x->settled_count;
}

const int *pm_explainer_answer(const struct pm_explainer *x)
{
    return x->answer;
}

/* ---- A step ---- */

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

/* Looks for a set of this size for a target; false: there may be one that was missed. */
static bool search_one(struct pm_explainer *x, struct pm_target *t, int size)
{
    bool found = t->found.len > 0 && t->size <= size;
    if (size == 1 && t->grade > 0) /* an easier rule may do by now */
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
    return true;
}

/* Looks for single instances where something has changed, and lists the targets that have one.  The
 * others would be found to be as before. */
static bool search_singles(struct pm_explainer *x)
{
    size_t i = 0, kept = 0;
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

/* Looks for sets of this size for all targets; false: some may have been missed. */
static bool search_all(struct pm_explainer *x, int size)
{
    pm_explain_forget(x);
    x->effort = x->net->effort + PM_SEARCH_EFFORT;
    if (size == 1)
        return search_singles(x);
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
    }
    if (t || x->stopped || x->failed)
        return t;
    t = pm_explain_large(x);
    *smallest = *smallest && t && t->size == PM_PROVED_SIZE + 1;
    return t;
}

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
            if (net->place_of[abs(lit)] >= 0 && tells_value(x, lit) == values)
                ok = ok && pm_push(facts, lit);
        }
    return ok;
}

/* The facts that the target's set needs, in the scene: each is left out if it can be, as what is in
 * is said more easily. */
static bool find_facts(struct pm_explainer *x, const struct pm_target *t,
                       struct pm_ints *facts)
{
    bool ok = true;
    for (size_t i = 0; ok && i < facts->len; i++) {
        pm_lit fact = facts->data[i];
        facts->data[i] = 0;
        set_scene(x, facts, &t->found);
        if (!pm_explain_refutes(x, &t->found, t->conclusion))
            facts->data[i] = fact;
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

/* What else follows from the same instances and facts. */
static bool find_conclusions(struct pm_explainer *x, const struct pm_target *t,
                             const struct pm_ints *facts, struct pm_ints *conclusions)
{
    const struct pm_net *net = x->net;
    set_scene(x, facts, &t->found);
    bool ok = pm_push(conclusions, t->conclusion);
    for (size_t i = 0; i < t->found.len; i++) {
        const struct pm_instance *instance = &net->instances[t->found.data[i]];
        for (int r = instance->first_row; r < instance->first_row + instance->row_count;
             r++)
            for (int j = 0; j < net->rows[r].n && ok; j++) {
                int variable = abs(net->terms[net->rows[r].first + (size_t)j].lit);
                int other = x->target_of[variable];
                if (!may_follow(x, other, t->size) || &x->targets[other] == t)
                    continue;
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

bool pm_explain_renew(struct pm_explainer *x)
{
    assert(x->rules->variable_count == x->net->variable_count);
    struct pm_net *net = pm_net_new(x->rules, x->net->usual);
    if (net) {
        for (int r = 0; r < net->row_count; r++)
            net->effort += net->rows[r].n;
        net->effort += x->net->effort;
        pm_net_free(x->scene);
        pm_net_free(x->net);
        x->net = net;
        x->scene = pm_net_twin(net);
        x->empty = pm_net_now(net);
        x->looked_at = 0; /* of another trail */
    }
    x->failed |= !net || !x->scene;
    for (size_t i = 0; i < x->known.len && !x->failed; i++)
        x->failed = !tell_net(x, x->known.data[i]);
    return !x->failed;
}

static const pulma_fact *facts_of(struct pm_explainer *x, const struct pm_ints *lits)
{
    pulma_fact *facts = pm_new(&x->step_arena, lits->len, pulma_fact);
    for (size_t i = 0; facts && i < lits->len; i++)
        facts[i] = fact_of(x, lits->data[i]);
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
            .places = x->rules->reason_places.data + b->first_place,
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
            if (tells_value(x, lit) == values && pm_net_value(x->net, lit) == 0)
                ok = pm_push(&told, lit) && learn(x, lit);
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
        if (x->net->place_of[abs(lit)] < 0 || !tells_value(x, lit))
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
    return t && !x->stopped ? pm_fail_memory(err)
                            : pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit");
}
