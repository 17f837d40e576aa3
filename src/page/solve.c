/* Calls that ask for answers: solve, count, forced, why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/inside.h"

pulma_job *api_new_job(struct api *api)
{
    double seconds;
    int conflicts, seed;
    const char *method = api_text(api, "method", false);
    const char *model = api->err.status ? NULL : api_model(api, false);
    const char *solver = api->err.status ? NULL : api_text(api, "solver", false);
    if (api->err.status || !api_seconds(api, &seconds) ||
        !api_int(api, "conflicts", 0, 1 << 30, 0, &conflicts) ||
        !api_int(api, "seed", 0, 1 << 30, 0, &seed))
        return NULL;
    pulma_job *job = pulma_job_new(api->puzzle);
    if (!job) {
        api_fail(api, PULMA_NO_MEMORY, "out of memory");
        return NULL;
    }
    pulma_job_set_seconds(job, seconds);
    pulma_job_set_conflicts(job, conflicts);
    pulma_job_set_seed(job, (uint64_t)seed);
    pulma_job_set_stop(job, api_watch, api);
    if ((method && pulma_job_set_method(job, method, &api->err) != PULMA_OK) ||
        (model && pulma_job_set_model(job, model, solver, &api->err) != PULMA_OK)) {
        pulma_job_free(job);
        return NULL;
    }
    api->job = job;
    return job;
}

void api_put_job(struct api *api, const pulma_job *job)
{
    api_put_text(api, "solver", pulma_job_solver(job));
    api_put_text(api, "model", pulma_job_model(job));
    api_put_number(api, "seconds", pulma_job_seconds(job));
    api_put_int(api, "nodes", pulma_job_nodes(job));
}

/* The answers that each() reports, up to a number of them. */
struct listing {
    struct api *api;
    int found, most;
};

static bool put_found(void *context, const int *answer)
{
    struct listing *list = context;
    api_put_answer(list->api, NULL, answer);
    return ++list->found < list->most;
}

/* "solved", "optimal", "impossible", "limit": as `pulma solve --json` tells it. */
static const char *status_word(const pulma_job *job, pulma_status status, int found)
{
    if (status == PULMA_NONE && found == 0)
        return "impossible";
    if (status == PULMA_LIMIT)
        return "limit";
    return pulma_job_has_objective(job) && pulma_job_optimal(job) ? "optimal" : "solved";
}

static bool list_answers(struct api *api, pulma_job *job, int most)
{
    struct listing list = {api, 0, most};
    api_put_name(api, "answers");
    pm_out_char(&api->out, '[');
    pulma_status status = PULMA_OK;
    if (most > 1) {
        status = pulma_job_each(job, put_found, &list, &api->err);
    } else {
        int *answer = pm_new(&api->arena, (size_t)api->places + 1, int);
        if (!answer)
            return api_fail(api, PULMA_NO_MEMORY, "out of memory");
        status = pulma_job_next(job, answer, &api->err);
        if (status == PULMA_OK)
            put_found(&list, answer);
    }
    const int *best = pulma_job_best(job);
    if (status == PULMA_LIMIT && list.found == 0 && best)
        put_found(&list, best);
    pm_out_char(&api->out, ']');
    if (status != PULMA_OK && status != PULMA_NONE && status != PULMA_LIMIT)
        return false;
    api_put_text(api, "status", status_word(job, status, list.found));
    api_put_bool(api, "all", status == PULMA_NONE);
    if (pulma_job_has_objective(job) && list.found > 0) {
        char cost[200];
        pulma_cost_text(api->puzzle, pulma_job_objective(job), cost, sizeof cost);
        api_put_int(api, "objective", pulma_job_objective(job));
        api_put_text(api, "costText", cost);
    }
    api_put_job(api, job);
    return true;
}

static bool call_solve(struct api *api)
{
    int most;
    if (!api_puzzle(api) || !api_int(api, "most", 1, 100000, 1, &most))
        return false;
    pulma_job *job = api_new_job(api);
    bool good = job && list_answers(api, job, most);
    pulma_job_free(job);
    return good;
}

static bool call_count(struct api *api)
{
    int most;
    if (!api_puzzle(api) || !api_int(api, "most", 0, 1 << 30, 0, &most))
        return false;
    pulma_job *job = api_new_job(api);
    pulma_status status =
        job ? pulma_job_count(job, (uint64_t)most, &api->err) : PULMA_BAD_CALL;
    bool good = status == PULMA_OK || status == PULMA_LIMIT;
    if (good) {
        api_put_text(api, "count", pulma_job_count_text(job));
        api_put_bool(api, "exact", pulma_job_count_exact(job));
        api_put_bool(api, "limit", status == PULMA_LIMIT);
        api_put_text(api, "looks", pulma_job_looks_text(job));
        api_put_text(api, "looksName", pulma_job_looks_name(job));
        api_put_job(api, job);
    }
    pulma_job_free(job);
    return good;
}

static bool call_forced(struct api *api)
{
    if (!api_puzzle(api))
        return false;
    int *answer = pm_new(&api->arena, (size_t)api->places + 1, int);
    pulma_job *job = answer ? api_new_job(api) : NULL;
    pulma_status status = job ? pulma_job_forced(job, answer, &api->err) : PULMA_BAD_CALL;
    bool good = status == PULMA_OK || status == PULMA_NONE;
    if (good) {
        api_put_bool(api, "impossible", status == PULMA_NONE);
        api_put_answer(api, "answer", answer);
    }
    pulma_job_free(job);
    return good;
}

void api_put_reasons(struct api *api, const pulma_job *job)
{
    api_put_name(api, "reasons");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < pulma_job_reason_count(job); i++) {
        const int *places;
        int n = pulma_job_reason_places(job, i, &places);
        api_put_reason(api, pulma_job_reason_text(job, i), places, n);
    }
    pm_out_char(&api->out, ']');
}

/* Why nothing fits, perhaps with the entries of "answer". */
static bool call_why(struct api *api)
{
    int *fixed;
    if (!api_puzzle(api) || !api_answer(api, NULL, &fixed))
        return false;
    pulma_job *job = api_new_job(api);
    pulma_status status = job ? pulma_job_why(job, fixed, &api->err) : PULMA_BAD_CALL;
    const bool some = status == PULMA_LIMIT && pulma_job_reason_count(job) > 0;
    bool good = status == PULMA_OK || status == PULMA_NONE || some;
    if (good) {
        api->err = (pulma_error){0};
        api_put_bool(api, "impossible", status != PULMA_NONE);
        api_put_bool(api, "minimal", status == PULMA_OK);
        api_put_reasons(api, job);
    }
    pulma_job_free(job);
    return good;
}

const struct api_call api_calls_solve[] = {
    {"solve", call_solve}, {"count", call_count}, {"forced", call_forced},
    {"why", call_why},     {NULL, NULL},
};
