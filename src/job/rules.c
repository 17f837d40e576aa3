/* By the rules: the kind states them, the engine answers.
 *
 * next() keeps its engine, which excludes the answers that it gave; every other question gets
 * an engine of its own, so that none disturbs another. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "job/job.h"

/* ---- An engine for a question ------------------------------------------------------------- */

/* The limits as they are now, for an engine that has worked before. */
static pulma_status renew(pulma_job *job, struct pm_asked *asked, pulma_error *err)
{
    assert(asked->engine && !job->engine);
    pulma_status status = pm_job_limits(job, &asked->limits, err);
    int64_t before = pm_engine_conflicts(asked->engine);
    if (asked->limits.conflicts > 0)
        asked->limits.conflicts += before;
    job->used = "rules";
    job->engine = asked->engine;
    job->engine_before = before;
    return status;
}

/* The question is answered: what it took is the job's. */
static void settle(pulma_job *job, const struct pm_asked *asked)
{
    if (!asked->engine || job->engine != asked->engine)
        return;
    assert(pm_engine_conflicts(asked->engine) >= job->engine_before);
    job->nodes += pm_engine_conflicts(asked->engine) - job->engine_before;
    job->engine = NULL;
}

pulma_status pm_rules_open(pulma_job *job, bool explaining, struct pm_asked *asked,
                           pulma_error *err)
{
    *asked = (struct pm_asked){0};
    if (!job->kind->state)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no rules for the engine",
                       job->kind->name);
    struct pm_range *ranges = pm_puzzle_ranges(job->puzzle, &job->arena);
    asked->limits = job->limits;
    asked->rules =
        ranges ? pm_rules_new(job->places, ranges, explaining, &asked->limits) : NULL;
    if (!asked->rules)
        return pm_fail_memory(err);
    /* First: what is settled makes the rules after it smaller. */
    for (int place = 0; job->fixed && place < job->places; place++)
        if (job->fixed[place] != PULMA_EMPTY)
            PM_CLAUSE(asked->rules, pm_is(asked->rules, place, job->fixed[place]));
    job->kind->state(job->puzzle->data, asked->rules);
    asked->engine = pm_engine_new(asked->rules, &asked->limits);
    return asked->engine ? renew(job, asked, err) : pm_fail_memory(err);
}

void pm_rules_close(pulma_job *job, struct pm_asked *asked)
{
    settle(job, asked);
    pm_engine_free(asked->engine);
    pm_rules_free(asked->rules);
}

/* ---- Answers ------------------------------------------------------------------------------- */

/* The engine's next answer.  The best so far, if that is all there is, goes to the referee. */
static pulma_status next_of(pulma_job *job, struct pm_asked *asked, int *answer,
                            pulma_error *err)
{
    pulma_status status = pm_engine_next(asked->engine, answer, err);
    if (status == PULMA_LIMIT && job->costs && pm_engine_has_best(asked->engine)) {
        pulma_status verdict = pm_referee(job, answer, PM_BEST_SO_FAR, err);
        status = verdict ? verdict : pm_fail(err, status, NULL, "stopped at a limit");
    }
    if (job->costs && status == PULMA_LIMIT)
        job->bound = pm_engine_bound(asked->engine);
    return status;
}

static pulma_status each(struct pm_gate *gate, pulma_error *err)
{
    pulma_job *job = gate->job;
    struct pm_asked asked;
    pulma_status status = pm_rules_open(job, false, &asked, err);
    int *answer = pm_new(&job->arena, (size_t)job->places, int);
    if (!status && !answer)
        status = pm_fail_memory(err);
    bool more = true;
    while (!status && more) {
        status = next_of(job, &asked, answer, err);
        more = !status && pm_gate_pass(gate, answer);
    }
    pm_rules_close(job, &asked);
    return status == PULMA_NONE ? PULMA_OK : status;
}

static void release(void *state)
{
    struct pm_asked *asked = state;
    if (asked) {
        pm_engine_free(asked->engine);
        pm_rules_free(asked->rules);
    }
    free(asked);
}

static pulma_status next(pulma_job *job, void **state, int *answer, pulma_error *err)
{
    struct pm_asked *asked = *state;
    pulma_status status;
    if (asked) {
        status = renew(job, asked, err);
    } else {
        asked = *state = calloc(1, sizeof *asked);
        status = asked ? pm_rules_open(job, false, asked, err) : pm_fail_memory(err);
    }
    if (!status)
        status = next_of(job, asked, answer, err);
    if (!status)
        status = pm_referee(job, answer, PM_CHEAPEST, err);
    if (asked)
        settle(job, asked);
    if (asked && !asked->engine) { /* it could not be opened */
        release(asked);
        *state = NULL;
    }
    return status;
}

/* ---- What all answers share, and why there are none ----------------------------------------- */

static bool judge_witness(void *context, const int *answer)
{
    return pm_referee(context, answer, PM_CHEAPEST, NULL) == PULMA_OK;
}

/* The answers that the engine compares are judged; that there is none with another value is its
 * word alone. */
static pulma_status forced(pulma_job *job, int *answer, pulma_error *err)
{
    struct pm_asked asked;
    pulma_status status = pm_rules_open(job, false, &asked, err);
    if (!status)
        pm_engine_witness(asked.engine, judge_witness, job);
    if (!status)
        status = pm_engine_forced(asked.engine, answer, err);
    pm_rules_close(job, &asked);
    return status;
}

static pulma_status copy_reasons(pulma_job *job, const struct pm_engine *engine,
                                 pulma_error *err)
{
    int n = pm_engine_why_count(engine);
    job->reasons = pm_new(&job->arena, (size_t)n, struct pm_because_of);
    if (!job->reasons)
        return pm_fail_memory(err);
    for (int i = 0; i < n; i++) {
        const char *text = pm_engine_why_text(engine, i);
        const int *places;
        int count = pm_engine_why_places(engine, i, &places);
        int *copy = pm_new(&job->arena, (size_t)count, int);
        const char *words = pm_copy(&job->arena, text, strlen(text));
        if (!copy || !words)
            return pm_fail_memory(err);
        if (count)
            memcpy(copy, places, (size_t)count * sizeof *copy);
        job->reasons[i] = (struct pm_because_of){words, copy, count};
    }
    job->reason_count = n;
    return PULMA_OK;
}

/* The places that are fixed become suppositions. */
static pulma_status suppose(pulma_job *job, struct pm_engine *engine, const int *fixed,
                            pulma_error *err)
{
    int *places = pm_new(&job->arena, (size_t)job->places, int);
    int *values = pm_new(&job->arena, (size_t)job->places, int);
    if (!places || !values)
        return pm_fail_memory(err);
    int n = 0;
    for (int i = 0; i < job->places; i++)
        if (fixed[i] != PULMA_EMPTY) {
            places[n] = i;
            values[n++] = fixed[i];
        }
    pm_engine_suppose(engine, n, places, values);
    return PULMA_OK;
}

static pulma_status why(pulma_job *job, const int *fixed, pulma_error *err)
{
    struct pm_asked asked;
    pulma_status status = pm_rules_open(job, true, &asked, err);
    if (!status && fixed)
        status = suppose(job, asked.engine, fixed, err);
    if (!status) {
        status = pm_engine_why(asked.engine, err);
        if (status == PULMA_OK || status == PULMA_LIMIT) {
            pulma_status copied = copy_reasons(job, asked.engine, err);
            status = copied ? copied : status;
        }
    }
    pm_rules_close(job, &asked);
    return status;
}

const struct pm_method pm_by_rules = {
    .name = "rules",
    .each = each,
    .next = next,
    .free = release,
    .forced = forced,
    .why = why,
};
