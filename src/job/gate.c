/* The gate: nothing leaves a kernel, an engine or a model that the referee does not find right.
 *
 * What cannot be judged answer by answer (counts without listing, that there is no further
 * answer, that none is cheaper) rests on the method alone; the tests compare methods there. */
#include <assert.h>
#include <string.h>

#include "core/text.h"
#include "job/job.h"

/* The cheapest so far is kept: at a limit it is what the job has to show. */
static pulma_status keep_best(pulma_job *job, const int *answer, int64_t cost,
                              pulma_error *err)
{
    if (job->best && job->best_cost <= cost)
        return PULMA_OK;
    if (!job->best)
        job->best = pm_new(&job->arena, (size_t)job->places, int);
    if (!job->best)
        return pm_fail_memory(err);
    memcpy(job->best, answer, (size_t)job->places * sizeof *answer);
    job->best_cost = cost;
    return PULMA_OK;
}

static pulma_status judge_cost(pulma_job *job, const int *answer, enum pm_claim claim,
                               pulma_error *err)
{
    int64_t cost = job->kind->cost(job->puzzle->data, answer);
    if (claim == PM_CHEAPEST && job->best && job->best_cost < cost)
        return pm_fail(err, PULMA_SOLVER, NULL,
                       "%s says that an answer is the cheapest, but a cheaper one is known",
                       job->used);
    job->objective = cost;
    job->optimal = claim == PM_CHEAPEST;
    if (job->optimal)
        job->bound = cost;
    assert(!job->optimal || !job->best || job->best_cost >= job->bound);
    return keep_best(job, answer, cost, err);
}

pulma_status pm_referee(pulma_job *job, const int *answer, enum pm_claim claim,
                        pulma_error *err)
{
    pulma_finding finding;
    assert(job->used && answer);
    if (pulma_check(job->puzzle, answer, &finding) != PULMA_RIGHT)
        return pm_fail(err, PULMA_SOLVER, NULL, "%s gave a wrong answer: %s", job->used,
                       finding.text);
    if (!pm_job_allows(job, answer))
        return pm_fail(err, PULMA_SOLVER, NULL, "%s changed a place that is fixed",
                       job->used);
    job->checked++;
    return job->costs ? judge_cost(job, answer, claim, err) : PULMA_OK;
}

/* A wrong one will be found out when it is reported in the end. */
void pm_referee_better(pulma_job *job, const int *answer)
{
    assert(job->costs && job->asking);
    if (pm_referee(job, answer, PM_BEST_SO_FAR, NULL) == PULMA_OK && job->better)
        job->better(job->better_context, answer);
}

bool pm_gate_pass(struct pm_gate *gate, const int *answer)
{
    assert(!gate->enough && !gate->status);
    if (gate->known && pm_set_has(gate->known, answer))
        return true;
    gate->status = pm_referee(gate->job, answer, PM_CHEAPEST, gate->err);
    if (gate->status)
        return false;
    if (gate->first && gate->passed == 0)
        memcpy(gate->first, answer, (size_t)gate->job->places * sizeof *answer);
    gate->passed++;
    gate->enough = !gate->take(gate->context, answer);
    return !gate->enough;
}
