/* Explaining: from the start to what is known before the first step, and how something is learnt.  A
 * target holds in all answers; where that takes a long question, all that holds in one answer is taken
 * for targets until single rules conclude nothing more. */
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
    free(x->open);
    x->net = x->scene = NULL;
    x->targets = NULL;
    x->deniers = NULL;
    x->target_count = 0;
    x->stirred.len = x->ready.len = 0;
    x->target_of = x->touched = x->barred = x->candidate = x->distance = NULL;
    x->on = NULL;
    x->open = x->in = x->out = NULL;
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

void pm_explainer_foresee(struct pm_explainer *x,
                          bool (*foresee)(const void *puzzle, struct pm_outlook *outlook),
                          const void *puzzle)
{
    x->foresee = foresee;
    x->puzzle = puzzle;
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

bool pm_explain_tells_value(const struct pm_explainer *x, pm_lit lit)
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
    size_t places = (size_t)x->rules->place_count + 1;
    x->open = calloc(places, 3 * sizeof *x->open);
    x->in = x->open ? x->open + places : NULL;
    x->out = x->in ? x->in + places : NULL;
    for (size_t v = 0; x->target_of && v < variables; v++)
        x->target_of[v] = -1;
    x->empty = pm_net_now(x->net);
    return x->targets && x->target_of && x->deniers && x->touched && x->barred &&
           x->candidate && x->on && x->distance && x->open;
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
            if (pm_explain_tells_value(
                    x, net->trail[i])) /* one fact instead of all that are out */
                net->because[abs(net->trail[i])] = PM_NET_KNOWN;
        }
    net->usual_count = net->trail_count;
    return true;
}

bool pm_explain_learn(struct pm_explainer *x, pm_lit lit)
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
            if (!pm_explain_learn(x,
                                  net->terms[net->rows[instance->first_row + r].first].lit))
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
        if (is != PM_TRUE && !pm_explain_learn(x, is))
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

/* `shared`: the literals of all places are those that all answers share, or are taken for that. */
static pulma_status list_targets(struct pm_explainer *x, const signed char *world,
                                 bool shared, pulma_error *err)
{
    size_t n;
    pm_lit *lits = place_literals(x, world, &n);
    signed char *again = NULL;
    pulma_status status = lits ? PULMA_OK : pm_fail_memory(err);
    if (!status && !shared)
        status = pm_engine_shared(x->engine, &n, lits, -1, err);
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
    /* Single rules often do before that is known; only lazy ones may have more to say. */
    x->tentative = !only && !x->rules->has_objective && x->rules->lazy_count == 0;
    if (!status)
        status = list_targets(x, world, only || x->tentative, err);
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

/* ---- Later ---- */

static pulma_status suppose_known(struct pm_explainer *x)
{
    int *known = calloc((size_t)x->rules->place_count + 1, sizeof *known);
    for (int place = 0; known && place < x->rules->place_count; place++)
        known[place] = pm_explainer_known(x, place, x->answer[place]) > 0 ? x->answer[place]
                                                                          : PULMA_EMPTY;
    pulma_status status = known ? suppose(x, known, NULL) : PULMA_NO_MEMORY;
    free(known);
    return status;
}

/* With half of the effort that is left, as a step may be found for what was not decided. */
void pm_explain_keep_shared(struct pm_explainer *x)
{
    pm_lit *lits = calloc((size_t)x->target_count + 1, sizeof *lits);
    size_t n = 0, shared = 0;
    for (int i = 0; lits && i < x->target_count; i++)
        if (!x->targets[i].settled)
            lits[n++] = x->targets[i].conclusion;
    int64_t before = pm_engine_conflicts(x->engine), budget = -1;
    if (x->most > 0)
        budget = (x->most - pm_explainer_effort(x)) / 2 / PM_START_EFFORT + 1;
    pulma_status status = lits ? suppose_known(x) : PULMA_NO_MEMORY;
    if (!status)
        status = pm_engine_shared(x->engine, &n, lits, budget, NULL);
    x->net->effort += PM_START_EFFORT * (pm_engine_conflicts(x->engine) - before);
    x->tentative = x->stays_near = false;
    x->failed |= status != PULMA_OK && status != PULMA_LIMIT;
    x->stopped |= pm_explain_stop(x);
    for (int i = 0; i < x->target_count && !x->failed; i++) {
        struct pm_target *t = &x->targets[i];
        if (t->settled)
            continue;
        if (shared < n && lits[shared] == t->conclusion) {
            shared++;
            continue;
        }
        t->settled = true;
        x->settled_count++;
        x->target_of[abs(t->conclusion)] = -1;
    }
    free(lits);
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
