/* The method for who does not choose: the kind's kernel, and the rules for what that leaves.
 *
 * A kernel may give up at any time.  Where it had given answers, they are not given again. */
#include <assert.h>
#include <stdlib.h>

#include "core/text.h"
#include "job/job.h"

/* ---- A list --------------------------------------------------------------------------------- */

/* The rules go on where the kernel gave up. */
static pulma_status each_by_rules(struct pm_gate *gate, pulma_error *err)
{
    pulma_job *job = gate->job;
    pulma_status status = PULMA_OK;
    assert(!gate->enough && !gate->status);
    if (gate->forget) {
        gate->forget(gate->context);
        gate->passed = 0;
    } else if (gate->passed > 0) {
        struct pm_set *known = pm_set_new(job->places);
        status = known ? pm_kernel_recall(job, gate->passed, gate->first, known, err)
                       : pm_fail_memory(err);
        gate->known = known; /* freed by each() */
    }
    return status ? status : pm_by_rules.each(gate, err);
}

static pulma_status each(struct pm_gate *gate, pulma_error *err)
{
    pulma_job *job = gate->job;
    pulma_status status = PULMA_UNAVAILABLE;
    assert(!gate->known);
    if (job->kind->kernel) {
        if (!gate->forget)
            gate->first = pm_new(&job->arena, (size_t)job->places, int);
        if (!gate->forget && !gate->first)
            return pm_fail_memory(err);
        status = pm_by_kernel.each(gate, err);
    }
    if (status == PULMA_UNAVAILABLE && job->kind->state)
        status = each_by_rules(gate, err);
    pm_set_free(gate->known);
    gate->known = NULL;
    return status;
}

/* ---- One after the other ----------------------------------------------------------------------- */

struct both {
    void *kernel, *rules; /* states of the two */
    bool handed_over;
    struct pm_set *known; /* what the kernel gave before */
};

static void release(void *state)
{
    struct both *b = state;
    if (b) {
        pm_by_kernel.free(b->kernel);
        pm_by_rules.free(b->rules);
        pm_set_free(b->known);
    }
    free(b);
}

static pulma_status hand_over(pulma_job *job, struct both *b, pulma_error *err)
{
    const int *first;
    uint64_t given = pm_kernel_given(b->kernel, &first);
    assert(!b->handed_over && !b->rules && (given == 0 || first));
    if (!b->known)
        b->known = pm_set_new(job->places);
    pulma_status status =
        b->known ? pm_kernel_recall(job, given, first, b->known, err) : pm_fail_memory(err);
    b->handed_over = status == PULMA_OK;
    return status;
}

static pulma_status next(pulma_job *job, void **state, int *answer, pulma_error *err)
{
    struct both *b = *state ? *state : (*state = calloc(1, sizeof *b));
    if (!b)
        return pm_fail_memory(err);
    pulma_status status = PULMA_UNAVAILABLE;
    if (job->kind->kernel && !b->handed_over) {
        status = pm_by_kernel.next(job, &b->kernel, answer, err);
        if (status != PULMA_UNAVAILABLE || !job->kind->state)
            return status;
        status = hand_over(job, b, err);
        if (status)
            return status;
    }
    do
        status = pm_by_rules.next(job, &b->rules, answer, err);
    while (status == PULMA_OK && b->known && pm_set_has(b->known, answer));
    return status;
}

/* ---- Without a list ------------------------------------------------------------------------------ */

static pulma_status count(pulma_job *job, uint64_t limit, pulma_error *err)
{
    return job->kind->kernel ? pm_by_kernel.count(job, limit, err) : PULMA_UNAVAILABLE;
}

static pulma_status forced(pulma_job *job, int *answer, pulma_error *err)
{
    return job->kind->state ? pm_by_rules.forced(job, answer, err) : PULMA_UNAVAILABLE;
}

static pulma_status why(pulma_job *job, const int *fixed, pulma_error *err)
{
    return pm_by_rules.why(job, fixed, err);
}

const struct pm_method pm_by_auto = {
    .name = "auto",
    .each = each,
    .next = next,
    .free = release,
    .count = count,
    .forced = forced,
    .why = why,
};
