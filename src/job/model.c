/* By a model: an integer program, translated and solved elsewhere, that prints its answer. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "job/job.h"

static pulma_status solve(pulma_job *job, bool why, struct pm_model_result *result,
                          pulma_error *err)
{
    struct pm_out data = {0};
    struct pm_limits limits;
    pulma_status status = pm_job_limits(job, &limits, err);
    if (status)
        return status;
    job->kind->data(job->puzzle->data, &data);
    job->used = job->solver;
    job->source.data = data.data;
    job->source.data_len = data.len;
    struct pm_model_options options = {.solver = job->solver, .why = why};
    status = data.failed ? pm_fail_memory(err)
                         : pm_model_solve(&job->source, &options, &limits, result, err);
    pm_out_free(&data);
    job->nodes += result->nodes;
    job->seconds += result->other_seconds;
    return status;
}

/* Whether a best answer of the model is one of least cost: it minimises the cost itself, or it
 * maximises how many places are filled and the cost is how many are not. */
static bool goal_is_cost(const pulma_job *job, const struct pm_model_result *result,
                         const int *answer)
{
    int64_t cost = pulma_cost(job->puzzle, answer);
    return result->objective == (double)(result->maximise ? job->places - cost : cost);
}

/* What the model printed, judged.  A model may maximise how much it fills in: places are then
 * left empty where it was stopped early, or where it proves that not all can be filled. */
static pulma_status judge_printed(pulma_job *job, const struct pm_model_result *result,
                                  int *answer, pulma_error *err)
{
    pulma_error wrong = {.message = ""};
    const char *printed = result->printed.data ? result->printed.data : "";
    if (pulma_answer_read(job->puzzle, printed, result->printed.len, answer, &wrong))
        return pm_fail(err, PULMA_SOLVER, NULL, "the model printed no answer: line %d: %s",
                       wrong.line, wrong.message);
    bool optimal = result->status == PM_MIP_OPTIMAL;
    for (int i = 0; i < job->places; i++)
        if (answer[i] == PULMA_EMPTY)
            return optimal ? PULMA_NONE : PULMA_LIMIT;
    bool cheapest = job->costs && optimal && goal_is_cost(job, result, answer);
    pulma_status verdict =
        pm_referee(job, answer, cheapest ? PM_CHEAPEST : PM_BEST_SO_FAR, err);
    return verdict ? verdict : job->costs && !optimal ? PULMA_LIMIT : PULMA_OK;
}

static pulma_status ask(pulma_job *job, int *answer, pulma_error *err)
{
    struct pm_model_result result = {0};
    pulma_status status = solve(job, false, &result, err);
    job->has_program_value =
        !status && result.status == PM_MIP_OPTIMAL && result.has_objective;
    job->program_value = result.objective;
    if (!status) {
        switch (result.status) {
        case PM_MIP_OPTIMAL:
        case PM_MIP_FEASIBLE:
            status = judge_printed(job, &result, answer, err);
            break;
        case PM_MIP_INFEASIBLE:
            status = PULMA_NONE;
            break;
        case PM_MIP_UNBOUNDED:
            status = pm_fail(err, PULMA_SOLVER, NULL, "the model's objective is unbounded");
            break;
        case PM_MIP_LIMIT:
            status = PULMA_LIMIT;
            break;
        }
    }
    pm_model_result_free(&result);
    return status;
}

static pulma_status refuse_second(pulma_error *err)
{
    return pm_fail(err, PULMA_BAD_CALL, NULL,
                   "a model gives one answer; leave it out to get all of them");
}

static pulma_status next(pulma_job *job, void **state, int *answer, pulma_error *err)
{
    if (*state)
        return refuse_second(err);
    *state = malloc(1); /* the mark that it has been asked */
    return *state ? ask(job, answer, err) : pm_fail_memory(err);
}

static pulma_status each(struct pm_gate *gate, pulma_error *err)
{
    pulma_job *job = gate->job;
    int *answer = pm_new(&job->arena, (size_t)job->places, int);
    pulma_status status = answer ? ask(job, answer, err) : pm_fail_memory(err);
    if (status)
        return status == PULMA_NONE ? PULMA_OK : status;
    gate->passed++;
    gate->enough = !gate->take(gate->context, answer);
    return gate->enough ? PULMA_OK : refuse_second(err);
}

static pulma_status count(pulma_job *job, uint64_t limit, pulma_error *err)
{
    (void)job, (void)limit;
    return pm_fail(err, PULMA_BAD_CALL, NULL, "a model does not count; leave it out");
}

static pulma_status forced(pulma_job *job, int *answer, pulma_error *err)
{
    (void)job, (void)answer;
    return pm_fail(err, PULMA_BAD_CALL, NULL,
                   "a model does not tell what all answers share; leave it out");
}

/* The constraints that conflict, by name, as reasons. */
static pulma_status why(pulma_job *job, const int *fixed, pulma_error *err)
{
    if (fixed)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "a model knows no given places; leave it out");
    struct pm_model_result result = {0};
    pulma_status status = solve(job, true, &result, err);
    if (!status && result.status == PM_MIP_INFEASIBLE) {
        job->reasons = pm_new(&job->arena, (size_t)result.why_count, struct pm_because_of);
        for (int i = 0; job->reasons && i < result.why_count; i++)
            job->reasons[i].text =
                pm_copy(&job->arena, result.why[i], strlen(result.why[i]));
        if (job->reasons)
            job->reason_count = result.why_count;
        else
            status = pm_fail_memory(err);
    } else if (!status) {
        status = result.status == PM_MIP_LIMIT ? PULMA_LIMIT : PULMA_NONE;
    }
    pm_model_result_free(&result);
    return status;
}

const struct pm_method pm_by_model = {
    .name = "model",
    .each = each,
    .next = next,
    .free = free,
    .count = count,
    .forced = forced,
    .why = why,
};
