/* Steps: the public functions that give hints, explain and rate. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "engine/engine.h"
#include "engine/statement.h"
#include "engine/store.h"
#include "explain/explain.h"
#include "handle.h"
#include "pulma/pulma.h"
#include "puzzles/words.h"

/* A step with its words. */
struct pulma_step {
    const struct pm_step *step;
    const char *technique;
    struct pm_out text;
};

enum { MAX_COUNTED = 64 }; /* larger steps are counted as this */

struct pulma_explainer {
    const pulma_puzzle *puzzle;
    const struct pm_kind *kind;
    int places;
    struct pm_limits limits;
    double allowed_seconds;
    int64_t effort; /* 0: any; before the first step limits.conflicts stand for it */
    struct pm_memory memory;
    struct pm_arena arena; /* ranges */
    struct pm_rules *rules;
    struct pm_engine *engine;
    struct pm_explainer *explainer;
    struct pulma_step step;
    struct pm_look look;             /* of pictures */
    struct pm_exclusions exclusions; /* of the steps so far, for proofs */
    int counts[MAX_COUNTED + 1];     /* steps by size */
    int above;                       /* steps that need more than one rule */
    int several; /* steps of one rule and several facts that told several places */
    int plain;   /* steps that do not follow from one rule and one fact */
    bool started;
    int hardest_single; /* the largest grade of a single reason that told what stands in a place */
};

pulma_explainer *pulma_explainer_new(const pulma_puzzle *puzzle)
{
    pulma_explainer *e = puzzle ? calloc(1, sizeof *e) : NULL;
    if (!e)
        return NULL;
    e->puzzle = puzzle;
    e->kind = pm_kind_of(puzzle);
    e->places = pulma_puzzle_places(puzzle);
    pm_arena_init(&e->arena, 0);
    return e;
}

static void forget(pulma_explainer *e)
{
    pm_explainer_free(e->explainer);
    pm_engine_free(e->engine);
    pm_rules_free(e->rules);
    e->step.step = NULL;
    e->explainer = NULL;
    e->engine = NULL;
    e->rules = NULL;
    free(e->exclusions.lits.data);
    e->exclusions = (struct pm_exclusions){0};
    memset(e->counts, 0, sizeof e->counts);
    e->hardest_single = 0;
    e->above = e->several = e->plain = 0;
    e->started = false;
}

void pulma_explainer_free(pulma_explainer *e)
{
    if (!e)
        return;
    forget(e);
    pm_out_free(&e->step.text);
    pm_arena_free(&e->arena);
    free(e);
}

void pulma_explainer_set_seconds(pulma_explainer *e, double seconds)
{
    if (e)
        e->allowed_seconds = seconds > 0 ? seconds : 0;
}

void pulma_explainer_set_effort(pulma_explainer *e, int64_t effort)
{
    if (!e)
        return;
    e->effort = effort > 0 ? effort : 0;
    e->limits.conflicts = pm_explainer_conflicts(e->effort);
}

void pulma_explainer_set_memory(pulma_explainer *e, size_t bytes)
{
    if (!e)
        return;
    e->memory.most = bytes;
    e->limits.memory = &e->memory;
}

void pulma_explainer_set_stop(pulma_explainer *e, bool (*stop)(void *context),
                              void *context)
{
    if (!e)
        return;
    e->limits.stop = stop;
    e->limits.context = context;
}

/* ---- Starting ----------------------------------------------------------------------- */

static void start_clock(pulma_explainer *e)
{
    if (e->allowed_seconds > 0 && e->limits.deadline == 0)
        e->limits.deadline = pm_clock() + e->allowed_seconds;
}

static pulma_status tell_limit(pulma_error *err, pulma_limit limit, const char *words)
{
    pm_fail(err, PULMA_LIMIT, NULL, "%s", words);
    if (err)
        err->limit = limit;
    return PULMA_LIMIT;
}

/* The end of every question: a limit is told by its name. */
static pulma_status finish(const pulma_explainer *e, pulma_status status, pulma_error *err)
{
    const struct pm_limits *l = &e->limits;
    bool memory = l->memory && l->memory->most > 0;
    if (status == PULMA_NO_MEMORY && memory) /* the budget is that limit */
        return tell_limit(err, PULMA_LIMIT_MEMORY, "the limit of memory was reached");
    if (status != PULMA_LIMIT)
        return pm_done(err, status, PULMA_TEXT_NONE);
    if (l->stop && l->stop(l->context))
        return tell_limit(err, PULMA_LIMIT_STOPPED, "stopped by the caller");
    if (memory && l->memory->reached)
        return tell_limit(err, PULMA_LIMIT_MEMORY, "the limit of memory was reached");
    if (l->deadline > 0 && pm_clock() >= l->deadline)
        return tell_limit(err, PULMA_LIMIT_TIME, "the time limit was reached");
    if (e->started ? pm_explainer_is_spent(e->explainer) : e->effort > 0)
        return tell_limit(err, PULMA_LIMIT_EFFORT, "the limit of effort was reached");
    return tell_limit(err, PULMA_LIMIT_OWN, "no step was found with a fixed effort");
}

static pulma_status not_started(pulma_error *err)
{
    return pm_fail(err, PULMA_BAD_CALL, NULL, "the explanation has not been started");
}

/* The puzzle's rules; NULL: no memory. */
static struct pm_rules *new_rules(pulma_explainer *e, enum pm_detail detail)
{
    struct pm_range *ranges = pm_puzzle_ranges(e->puzzle, &e->arena);
    struct pm_rules *r =
        ranges ? pm_rules_new(e->places, ranges, detail, &e->limits) : NULL;
    if (r)
        e->kind->state(e->puzzle->data, r);
    return r;
}

static pulma_status state_rules(pulma_explainer *e, pulma_error *err)
{
    if (!e->kind->state)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no rules for the engine",
                       e->kind->name);
    e->rules = new_rules(e, PM_STEPS);
    if (!e->rules)
        return pm_fail_memory(err);
    pm_rules_end(e->rules);
    e->engine = pm_engine_new(e->rules, &e->limits);
    return e->engine ? PULMA_OK : pm_fail_memory(err);
}

static void why_cheap(void *context, int64_t cost, char *text, size_t size)
{
    const pulma_explainer *e = context;
    char words[120];
    pulma_cost_text(e->puzzle, cost, words, sizeof words);
    if (e->kind->cost_unit)
        snprintf(text, size, "no answer has fewer than %lld %s", (long long)cost,
                 e->kind->cost_unit);
    else
        snprintf(text, size, "no answer is better than %s", words);
}

/* A job within what is left of the limits; NULL: no memory. */
static pulma_job *new_job(const pulma_explainer *e)
{
    pulma_job *job = pulma_job_new(e->puzzle);
    if (!job)
        return NULL;
    if (e->limits.deadline > 0) {
        double left = e->limits.deadline - pm_clock();
        pulma_job_set_seconds(job, left > 0.001 ? left : 0.001);
    }
    pulma_job_set_conflicts(job, e->limits.conflicts);
    pulma_job_set_stop(job, e->limits.stop, e->limits.context);
    return job;
}

/* For the kernel; what takes longer is left to the rules. */
enum { ONLY_NODES = 20000 };

/* The only answer, where a kernel soon finds that there is one; false: perhaps not. */
static bool find_only(const pulma_explainer *e, int *only)
{
    pulma_job *job =
        e->kind->kernel && !pulma_puzzle_has_objective(e->puzzle) ? new_job(e) : NULL;
    if (!job)
        return false;
    pulma_job_set_conflicts(job, ONLY_NODES);
    bool found = pulma_job_set_method(job, "kernel", NULL) == PULMA_OK &&
                 pm_job_answers(job, 2, only) == 1;
    pulma_job_free(job);
    return found;
}

static bool has_entries(const pulma_explainer *e, const int *answer, const int *entries)
{
    for (int place = 0; entries && place < e->places; place++)
        if (entries[place] != PULMA_EMPTY && entries[place] != answer[place])
            return false;
    return true;
}

static pulma_status start(pulma_explainer *e, const int *answer, pulma_error *err)
{
    pulma_finding finding;
    pulma_status status = state_rules(e, err);
    if (status)
        return status;
    e->explainer = pm_explainer_new(e->rules, e->engine, &e->limits);
    int *only = calloc((size_t)e->places + 1, sizeof *only);
    if (!e->explainer || !only) {
        free(only);
        return pm_fail_memory(err);
    }
    pm_explainer_bound(e->explainer, e->effort);
    pm_explainer_foresee(e->explainer, e->kind->foresee, e->puzzle->data);
    bool found = find_only(e, only);
    status = found && !has_entries(e, only, answer)
                 ? PULMA_NONE
                 : pm_explainer_start(e->explainer, answer, found ? only : NULL, why_cheap,
                                      e, err);
    free(only);
    if (!status &&
        pulma_check(e->puzzle, pm_explainer_answer(e->explainer), &finding) != PULMA_RIGHT)
        status = pm_fail(err, PULMA_SOLVER, NULL, "the rules gave a wrong answer: %s",
                         finding.text);
    return status;
}

pulma_status pulma_explainer_start(pulma_explainer *e, const int *answer, pulma_error *err)
{
    pm_error_clear(err);
    if (!e)
        return pm_fail_null(err, "the explainer");
    start_clock(e);
    forget(e);
    pulma_status status = finish(e, start(e, answer, err), err);
    e->started = status == PULMA_OK;
    if (status) {
        pm_explainer_free(e->explainer);
        e->explainer = NULL;
    }
    return status;
}

/* ---- Words ---------------------------------------------------------------------------- */

void pulma_fact_text(const pulma_puzzle *puzzle, pulma_fact fact, char *text, size_t size)
{
    struct pm_out words = {0};
    bool is_place = 0 <= fact.place && fact.place < pulma_puzzle_places(puzzle);
    if (is_place)
        pm_words_facts(pm_kind_of(puzzle), puzzle->data, 1, &fact, &words);
    snprintf(text, size, "%s", !is_place || words.failed ? "" : words.data);
    pm_out_free(&words);
}

pulma_status pulma_places_text(const pulma_puzzle *puzzle, int n, const int *places,
                               char **text, pulma_error *err)
{
    struct pm_out out = {0};
    *text = NULL;
    pm_error_clear(err);
    if (!puzzle || (n > 0 && !places))
        return pm_fail_null(err, puzzle ? "the list of places" : "the puzzle");
    pm_words_places(pm_kind_of(puzzle), puzzle->data, n, places, &out);
    return pm_out_give(&out, text, NULL, err);
}

/* The value that a place has by now; PULMA_EMPTY: none. */
static int value_of(const pulma_explainer *e, int place)
{
    struct pm_range range = e->kind->values(e->puzzle->data, place);
    int value = range.max;
    while (value >= range.min && pulma_explainer_known(e, place, value) <= 0)
        value--;
    return value < range.min ? PULMA_EMPTY : value;
}

static pulma_status word_step(pulma_explainer *e, const struct pm_step *step,
                              pulma_error *err)
{
    const void *data = e->puzzle->data;
    e->step.step = step;
    e->step.technique = e->kind->technique ? e->kind->technique(data, step) : NULL;
    pm_out_free(&e->step.text);
    e->step.text = (struct pm_out){0};
    if (!e->kind->tell || !e->kind->tell(data, step, &e->step.text))
        pm_words_step(e->kind, data, step, &e->step.text);
    if (step->left_count > 0) {
        pm_out_text(&e->step.text, " So ");
        pm_words_facts(e->kind, data, step->left_count, step->left, &e->step.text);
        pm_out_text(&e->step.text, ".");
    }
    return e->step.text.failed ? pm_fail_memory(err) : PULMA_OK;
}

/* ---- Steps ------------------------------------------------------------------------------ */

static void count_step(pulma_explainer *e, const struct pm_step *step)
{
    e->counts[step->size < MAX_COUNTED ? step->size : MAX_COUNTED]++;
    e->above += step->size > 1;
    e->plain += step->size > 1 || step->fact_count > 1;
    if (step->size > 1 || step->fact_count <= 1)
        return;
    e->several += step->conclusion_count > 1;
    for (int i = 0; i < step->conclusion_count; i++)
        if (step->conclusions[i].holds && step->grade > e->hardest_single)
            e->hardest_single = step->grade;
}

static bool keep_facts(pulma_explainer *e, int n, const pulma_fact *facts)
{
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        pm_lit is = pm_is(e->rules, facts[i].place, facts[i].value);
        ok = pm_push(&e->exclusions.lits, facts[i].holds ? is : -is);
    }
    return ok;
}

/* What the step says, for pulma_explainer_prove(). */
static bool keep_exclusion(pulma_explainer *e, const struct pm_step *step)
{
    struct pm_ints *lits = &e->exclusions.lits;
    bool ok = keep_facts(e, step->fact_count, step->facts);
    for (int i = 0; ok && i < step->reason_count; i++)
        ok = pm_push(lits, e->rules->reasons[step->reasons[i].rule].selector);
    ok = ok && pm_push(lits, 0) &&
         keep_facts(e, step->conclusion_count, step->conclusions) && pm_push(lits, 0);
    e->exclusions.count += ok;
    return ok;
}

pulma_status pulma_explainer_prove(pulma_explainer *e, const char *path, pulma_error *err)
{
    pm_error_clear(err);
    if (!e || !path)
        return pm_fail_null(err, e ? "the path" : "the explainer");
    if (!e->explainer)
        return not_started(err);
    return finish(e, pm_exclusions_prove(e->rules, &e->exclusions, &e->limits, path, err),
                  err);
}

pulma_status pulma_explainer_next(pulma_explainer *e, const pulma_step **step,
                                  pulma_error *err)
{
    const struct pm_step *found;
    pm_error_clear(err);
    if (step)
        *step = NULL;
    if (!e)
        return pm_fail_null(err, "the explainer");
    if (!e->explainer)
        return not_started(err);
    const int64_t conflicts = e->limits.conflicts;
    e->limits.conflicts = 0;
    pulma_status status = pm_explainer_next(e->explainer, &found, err);
    e->limits.conflicts = conflicts;
    if (!status && step)
        status = word_step(e, found, err);
    if (!status && !keep_exclusion(e, found))
        status = pm_fail_memory(err);
    if (!status)
        count_step(e, found);
    if (!status && step)
        *step = &e->step;
    return finish(e, status, err);
}

int64_t pm_steps_effort(const pulma_explainer *e)
{
    return e->started ? pm_explainer_effort(e->explainer) : e->effort;
}

int pulma_step_size(const pulma_step *step)
{
    return step ? step->step->size : 0;
}

bool pulma_step_smallest(const pulma_step *step)
{
    return step && step->step->smallest;
}

static bool is_trivial(const struct pm_step *step)
{
    return step->size <= 1 && step->fact_count <= 1;
}

bool pulma_step_trivial(const pulma_step *step)
{
    return step && is_trivial(step->step);
}

bool pulma_step_needs_trial(const pulma_step *step)
{
    return step && step->step->size > PM_TRIAL_SIZE;
}

int pulma_step_conclusions(const pulma_step *step, const pulma_fact **conclusions)
{
    *conclusions = step ? step->step->conclusions : NULL;
    return step ? step->step->conclusion_count : 0;
}

int pulma_step_facts(const pulma_step *step, const pulma_fact **facts)
{
    *facts = step ? step->step->facts : NULL;
    return step ? step->step->fact_count : 0;
}

/* NULL: there is no such reason. */
static const struct pm_step_reason *reason_of(const pulma_step *step, int reason)
{
    bool is_one = step && 0 <= reason && reason < step->step->reason_count;
    return is_one ? &step->step->reasons[reason] : NULL;
}

int pulma_step_left(const pulma_step *step, const pulma_fact **left)
{
    *left = step->step->left;
    return step->step->left_count;
}

int pulma_step_reason_count(const pulma_step *step)
{
    return step ? step->step->reason_count : 0;
}

int pulma_step_reason_price(const pulma_step *step, int reason)
{
    const struct pm_step_reason *told = reason_of(step, reason);
    return told ? told->price : 0;
}

const char *pulma_step_reason_text(const pulma_step *step, int reason)
{
    const struct pm_step_reason *told = reason_of(step, reason);
    return told ? told->text : "";
}

int pulma_step_reason_rule(const pulma_step *step, int reason)
{
    const struct pm_step_reason *told = reason_of(step, reason);
    return told ? told->rule : 0;
}

int pulma_step_reason_places(const pulma_step *step, int reason, const int **places)
{
    const struct pm_step_reason *told = reason_of(step, reason);
    *places = told ? told->places : NULL;
    return told ? told->place_count : 0;
}

const char *pulma_step_technique(const pulma_step *step)
{
    return step ? step->technique : NULL;
}

const char *pulma_step_text(const pulma_step *step)
{
    return step && step->text.data ? step->text.data : "";
}

int pulma_explainer_known(const pulma_explainer *e, int place, int value)
{
    bool is_place = e && e->explainer && 0 <= place && place < e->places;
    return is_place ? pm_explainer_known(e->explainer, place, value) : 0;
}

void pulma_explainer_board(const pulma_explainer *e, int *answer)
{
    for (int place = 0; e && answer && place < e->places; place++)
        answer[place] = value_of(e, place);
}

/* ---- Mistakes ----------------------------------------------------------------------------- */

/* Some answer, by the usual way. */
static pulma_status some_answer(pulma_explainer *e, int *right, pulma_error *err)
{
    pulma_job *job = new_job(e);
    if (!job)
        return pm_fail_memory(err);
    pulma_status status = pulma_job_next(job, right, err);
    pulma_job_free(job);
    return status;
}

/* An answer that keeps as many of the entries as possible. */
static pulma_status nearest_answer(pulma_explainer *e, const int *answer, int *right,
                                   pulma_error *err)
{
    pm_lit *lits = calloc((size_t)e->places + 1, sizeof *lits);
    int *ones = calloc((size_t)e->places + 1, sizeof *ones), n = 0;
    struct pm_rules *r = new_rules(e, PM_PLAIN);
    struct pm_engine *engine = NULL;
    if (r && lits && ones) {
        for (int place = 0; place < e->places; place++)
            if (answer[place] != PULMA_EMPTY) {
                ones[n] = 1;
                lits[n++] = -pm_is(r, place, answer[place]);
            }
        pm_minimise(r, n, lits, ones, 0);
        engine = pm_engine_new(r, &e->limits);
    }
    pulma_status status = engine ? pm_engine_next(engine, right, err) : pm_fail_memory(err);
    pm_engine_free(engine);
    pm_rules_free(r);
    free(lits);
    free(ones);
    return status;
}

pulma_status pulma_explainer_mistakes(pulma_explainer *e, const int *answer, bool *wrong,
                                      int *count, pulma_error *err)
{
    pm_error_clear(err);
    if (!e || !answer)
        return pm_fail_null(err, e ? "the answer" : "the explainer");
    *count = 0;
    memset(wrong, 0, (size_t)e->places * sizeof *wrong);
    int *right = calloc((size_t)e->places + 1, sizeof *right);
    if (!right)
        return pm_fail_memory(err);
    start_clock(e);
    /* With a cost of its own a puzzle seldom has several best answers. */
    bool own_cost = pulma_puzzle_has_objective(e->puzzle);
    pulma_status status = own_cost || !e->kind->state
                              ? some_answer(e, right, err)
                              : nearest_answer(e, answer, right, err);
    for (int place = 0; !status && place < e->places; place++) {
        wrong[place] = answer[place] != PULMA_EMPTY && answer[place] != right[place];
        *count += wrong[place];
    }
    free(right);
    return finish(e, status, err);
}

/* ---- Hints -------------------------------------------------------------------------------- */

/* Tours have too much freedom for conclusions if these do not do. */
enum { WAY_CONFLICTS = 5000 };

/* An answer with these entries, the cheapest one if there is a cost.  Who follows the hints has
 * those of the answer that is found first. */
static pulma_status complete(pulma_explainer *e, const int *entries, int *answer,
                             pulma_error *err)
{
    pulma_status status = some_answer(e, answer, err);
    if (status || has_entries(e, answer, entries))
        return status;
    int *places = calloc((size_t)e->places + 1, 2 * sizeof *places), n = 0;
    struct pm_engine *engine = NULL;
    struct pm_rules *r = places ? new_rules(e, PM_PLAIN) : NULL;
    if (r)
        engine = pm_engine_new(r, &e->limits);
    for (int place = 0; engine && place < e->places; place++)
        if (entries[place] != PULMA_EMPTY) {
            places[n] = place;
            places[e->places + n++] = entries[place];
        }
    if (engine) {
        pm_engine_suppose(engine, n, places, places + e->places);
        status = pm_engine_next(engine, answer, err);
    } else {
        status = pm_fail_memory(err);
    }
    if (!status && pulma_check(e->puzzle, answer, NULL) != PULMA_RIGHT)
        status = pm_fail(err, PULMA_SOLVER, NULL, "the rules gave a wrong answer");
    pm_engine_free(engine);
    pm_rules_free(r);
    free(places);
    return status;
}

/* A step that says where the way goes on. */
static pulma_status word_move(pulma_explainer *e, pulma_fact move, int remain,
                              pulma_error *err)
{
    bool shortest = e->kind->cost;
    struct pm_step *step = pm_new(&e->arena, 1, struct pm_step);
    pulma_fact *fact = pm_new(&e->arena, 1, pulma_fact);
    struct pm_step_reason *reason = pm_new(&e->arena, 1, struct pm_step_reason);
    char text[120];
    snprintf(text, sizeof text, "%s %d move%s",
             shortest ? "a shortest way from here has"
                      : "there is an answer that goes on like this, with",
             remain, remain == 1 ? "" : "s");
    const char *kept = pm_copy(&e->arena, text, strlen(text));
    if (!step || !fact || !reason || !kept)
        return pm_fail_memory(err);
    *fact = move;
    *reason = (struct pm_step_reason){.text = kept, .price = 1};
    *step = (struct pm_step){.conclusion_count = 1,
                             .reason_count = 1,
                             .conclusions = fact,
                             .reasons = reason,
                             .size = 1,
                             .smallest = true};
    return word_step(e, step, err);
}

/* The next move of a way with these entries; none if the way is at its end. */
static pulma_status next_move(pulma_explainer *e, const int *entries,
                              const pulma_step **step, pulma_error *err)
{
    int *answer = calloc((size_t)e->places + 1, sizeof *answer), n = 0, done = 0;
    int *way = calloc((size_t)e->places + 1, sizeof *way);
    pulma_status status =
        answer && way ? complete(e, entries, answer, err) : pm_fail_memory(err);
    if (!status)
        n = e->kind->way(e->puzzle->data, answer, way);
    while (done < n && entries && entries[way[done]] != PULMA_EMPTY)
        done++;
    if (!status && done < n) {
        pulma_fact move = {way[done], answer[way[done]], true};
        status = word_move(e, move, n - done, err);
        *step = status ? NULL : &e->step;
    }
    free(answer);
    free(way);
    return status;
}

static bool all_known(const pulma_explainer *e)
{
    int place = 0;
    while (place < e->places && value_of(e, place) != PULMA_EMPTY)
        place++;
    return place == e->places;
}

/* An upkeep of notes, which a person with the board in hand sees at once. */
static bool is_upkeep(const struct pm_step *step)
{
    bool fills = step->left_count > 0;
    for (int i = 0; i < step->conclusion_count; i++)
        fills |= step->conclusions[i].holds;
    return is_trivial(step) && !fills;
}

/* The first step that is more than an upkeep of notes.  PULMA_OK without one: there is none. */
static pulma_status first_step(pulma_explainer *e, const pulma_step **step,
                               pulma_error *err)
{
    const struct pm_step *found;
    pulma_status status;
    do {
        status = pm_explainer_next(e->explainer, &found, err);
        if (!status)
            count_step(e, found);
    } while (!status && is_upkeep(found));
    if (!status)
        status = word_step(e, found, err);
    *step = status ? NULL : &e->step;
    return status == PULMA_NONE ? PULMA_OK : status;
}

pulma_status pulma_explainer_hint(pulma_explainer *e, const int *answer,
                                  const pulma_step **step, pulma_error *err)
{
    pm_error_clear(err);
    if (!e || !step)
        return pm_fail_null(err, e ? "the step" : "the explainer");
    *step = NULL;
    if (e->kind->way && e->kind->cost) {
        start_clock(e);
        forget(e);
        return finish(e, next_move(e, answer, step, err), err);
    }
    const int64_t conflicts = e->limits.conflicts;
    if (e->kind->way)
        e->limits.conflicts = WAY_CONFLICTS;
    pulma_status status = pulma_explainer_start(e, answer, err);
    if (!e->kind->way)
        e->limits.conflicts = 0;
    if (status == PULMA_OK)
        status = first_step(e, step, err);
    e->limits.conflicts = conflicts;
    bool known = status == PULMA_OK && (*step || all_known(e));
    if (e->kind->way && !known && (status == PULMA_OK || status == PULMA_LIMIT))
        status = next_move(e, answer, step, err);
    return finish(e, status, err);
}

/* ---- Pictures ----------------------------------------------------------------------------- */

static void tint(const double b[4], struct pm_picture *p)
{
    pm_picture_box(p, b[0], b[1], b[2] - b[0], b[3] - b[1], PM_TINT, PM_NO_INK, 0);
}

/* A tint alone could not be seen under what is filled, nor in black and white. */
static void frame_lightly(const double b[4], struct pm_picture *p)
{
    pm_picture_dashes(p, b[0], b[1], b[2], b[1], PM_THIN, PM_ACCENT);
    pm_picture_dashes(p, b[2], b[1], b[2], b[3], PM_THIN, PM_ACCENT);
    pm_picture_dashes(p, b[2], b[3], b[0], b[3], PM_THIN, PM_ACCENT);
    pm_picture_dashes(p, b[0], b[3], b[0], b[1], PM_THIN, PM_ACCENT);
}

static void mark_reasons(const struct pm_step *step, const struct pm_picture *where,
                         void (*mark)(const double b[4], struct pm_picture *p),
                         struct pm_picture *p)
{
    for (int i = 0; i < step->reason_count; i++)
        for (int k = 0; k < step->reasons[i].place_count; k++) {
            double b[4];
            if (pm_picture_place_box(where, step->reasons[i].places[k], b))
                mark(b, p);
        }
}

/* "not 4 7", in small print at the foot of a place whose value is still open; where that does not fit,
 * how many are out. */
static void write_out(const pulma_explainer *e, const struct pm_step *step, int place,
                      const double b[4], struct pm_picture *p)
{
    enum { LETTERS = 9 }; /* in a width of 1 */
    char text[120] = "not";
    size_t at = 3;
    int n = 0;
    for (int i = 0; i < step->conclusion_count; i++) {
        char value[60];
        const pulma_fact *fact = &step->conclusions[i];
        if (fact->place == place && fact->holds)
            return;
        if (fact->place != place)
            continue;
        n++;
        pm_words_value(e->kind, e->puzzle->data, place, fact->value, value, sizeof value);
        if (at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, " %s", value);
    }
    if ((double)at > LETTERS * (b[2] - b[0]))
        snprintf(text, sizeof text, n == 1 ? "one is out" : "%d are out", n);
    if (n > 0)
        pm_picture_text(p, (b[0] + b[2]) / 2, b[3] - 0.13, 0.2, PM_CENTRE, PM_ACCENT, text);
}

static void frame_conclusions(const pulma_explainer *e, const struct pm_step *step,
                              const struct pm_picture *where, struct pm_picture *p)
{
    for (int i = 0; i < step->conclusion_count; i++) {
        double b[4];
        int place = step->conclusions[i].place, first = 0;
        while (step->conclusions[first].place != place)
            first++;
        if (first < i || !pm_picture_place_box(where, place, b))
            continue;
        pm_picture_box(p, b[0], b[1], b[2] - b[0], b[3] - b[1], PM_NO_INK, PM_ACCENT,
                       PM_THICK);
        write_out(e, step, place, b, p);
    }
}

pulma_status pulma_explainer_set_look(pulma_explainer *e, const char *theme, double scale,
                                      int width, pulma_error *err)
{
    pm_error_clear(err);
    if (!e)
        return pm_fail_null(err, "the explainer");
    return pm_done(err, pm_look_of(theme, scale, width, &e->look, err), PULMA_TEXT_NONE);
}

pulma_status pulma_explainer_draw(const pulma_explainer *e, pulma_picture_format format,
                                  char **bytes, size_t *len, pulma_error *err)
{
    *bytes = NULL;
    *len = 0;
    pm_error_clear(err);
    if (!e)
        return pm_fail_null(err, "the explainer");
    if (!e->explainer)
        return not_started(err);
    struct pm_picture *where = pm_picture_new(), *p = pm_picture_new();
    int *board = calloc((size_t)e->places + 1, sizeof *board);
    struct pm_out out = {0};
    pulma_status status = where && p && board ? PULMA_OK : pm_fail_memory(err);
    if (!status) {
        e->kind->draw(e->puzzle->data, pm_explainer_answer(e->explainer), where);
        pulma_explainer_board(e, board);
        if (e->step.step)
            mark_reasons(e->step.step, where, tint, p);
        e->kind->draw(e->puzzle->data, board, p);
        if (e->step.step)
            mark_reasons(e->step.step, where, frame_lightly, p);
        if (e->step.step)
            frame_conclusions(e, e->step.step, where, p);
        pm_picture_look(p, e->look);
        if (format == PULMA_WORDS)
            pm_tell_board(e->puzzle, board, &out);
        else
            status = pm_picture_show(p, e->puzzle, format, &out, err);
    }
    free(board);
    pm_picture_free(where);
    pm_picture_free(p);
    if (!status)
        return pm_out_give(&out, bytes, len, err);
    pm_out_free(&out);
    return pm_done(err, status, PULMA_TEXT_NONE);
}

/* ---- Rating --------------------------------------------------------------------------------- */

int pulma_explainer_steps(const pulma_explainer *e, int size)
{
    if (!e || size > 0)
        return e && size <= MAX_COUNTED ? e->counts[size] : 0;
    int sum = 0;
    for (int i = 0; i <= MAX_COUNTED; i++)
        sum += e->counts[i];
    return sum;
}

int pulma_explainer_hardest(const pulma_explainer *e)
{
    int size = e ? MAX_COUNTED : 0;
    while (size > 0 && e->counts[size] == 0)
        size--;
    return size;
}

static struct pm_scale scale_of(const pulma_puzzle *puzzle)
{
    static const struct pm_scale common = {PM_LARGEST_SHARE, 1.3, 2, 4};
    const struct pm_kind *kind = pm_kind_of(puzzle);
    return kind->scale               ? kind->scale(puzzle->data)
           : kind->levels.expert > 0 ? kind->levels
                                     : common;
}

static double largest(const pulma_explainer *e)
{
    int hardest = pulma_explainer_hardest(e);
    return hardest == 1 ? pm_single_rating(e->hardest_single) : hardest;
}

/* Before the end the share may still fall: as far as if every literal that is left took a step of
 * its own, from one rule and one fact. */
static double largest_and_share(const pulma_explainer *e)
{
    int steps = pulma_explainer_steps(e, 0);
    int most = steps + (e->explainer ? pm_explainer_left(e->explainer) : 0);
    return pm_share_rating(pulma_explainer_hardest(e), e->plain, most);
}

/* At most a candidate for each digit of a cell is out after each step. */
static double few_tenths(const pulma_explainer *e)
{
    int candidates = 0;
    for (int place = 0; place < e->places; place++) {
        struct pm_range range = e->kind->values(e->puzzle->data, place);
        candidates += range.max - range.min + 1;
    }
    return candidates > 0 ? 0.099 * pulma_explainer_steps(e, 0) / candidates : 0;
}

static double cost(const pulma_explainer *e)
{
    return e->explainer && e->kind->cost
               ? (double)e->kind->cost(e->puzzle->data, pm_explainer_answer(e->explainer))
               : 0;
}

double pulma_explainer_rating(const pulma_explainer *e)
{
    if (!e)
        return 0;
    switch (scale_of(e->puzzle).measure) {
    case PM_LARGEST:
        return largest(e);
    case PM_LARGEST_SHARE:
        return largest_and_share(e);
    case PM_COST:
        return cost(e);
    case PM_LARGEST_SEVERAL:
        return pulma_explainer_hardest(e) +
               (pulma_explainer_hardest(e) == 1 && e->several ? 0.5 : 0);
    case PM_STEPS_TWICE:
        return pulma_explainer_steps(e, 0) + e->above;
    case PM_LARGEST_STEPS:
        return largest(e) + few_tenths(e);
    }
    return 0;
}

static pulma_level level_of(const pulma_puzzle *puzzle, double rating)
{
    struct pm_scale scale = scale_of(puzzle);
    return rating < scale.medium   ? PULMA_LEVEL_EASY
           : rating < scale.hard   ? PULMA_LEVEL_MEDIUM
           : rating < scale.expert ? PULMA_LEVEL_HARD
                                   : PULMA_LEVEL_EXPERT;
}

pulma_level pulma_explainer_level(const pulma_explainer *e)
{
    return e ? level_of(e->puzzle, pulma_explainer_rating(e)) : PULMA_LEVEL_EASY;
}

bool pm_steps_rate_soon(const pulma_puzzle *puzzle, double *rating, pulma_level *level)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    if (!kind->rate_soon || !kind->rate_soon(puzzle->data, rating))
        return false;
    *level = level_of(puzzle, *rating);
    return true;
}

const char *pulma_level_name(pulma_level level)
{
    static const char *const names[] = {"easy", "medium", "hard", "expert"};
    return level <= PULMA_LEVEL_EXPERT ? names[level] : NULL;
}
