/* Jobs: the public functions that solve, count and explain.
 *
 * A job answers its questions by the kind's kernel, by its rules through the engine, or by a
 * model through a solver of integer programs.  Whichever it is, an answer passes the referee
 * in accept() before anybody sees it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "engine/engine.h"
#include "handle.h"
#include "look.h"
#include "pulma/pulma.h"

enum method { AUTO, KERNEL, RULES, MODEL };

/* One reason of a contradiction, copied from the engine. */
struct reason {
    const char *text;
    const int *places;
    int place_count;
};

struct pulma_job {
    const pulma_puzzle *puzzle;
    const struct pm_kind *kind;
    struct pm_arena arena; /* ranges, reasons */
    int places;

    /* What was asked for. */
    enum method method;
    struct pm_limits limits;
    double allowed_seconds; /* 0: no limit */
    char *proof;
    char *model, *solver;
    struct pm_source source; /* the model's text, in the arena */
    int threads;
    int *start; /* the answer to begin with, in the arena, and its cost */
    int64_t start_cost;
    void (*better)(void *context, const int *answer);
    void *better_context;

    /* How far it is. */
    bool started;        /* the clock runs */
    bool kernel_gave_up; /* AUTO goes on with the rules */
    struct pm_rules *rules;
    struct pm_engine *engine;
    int *
        buffer; /* answers of the kernel that are not handed out yet, `places` integers each */
    size_t buffered, handed, room;
    bool complete; /* the kernel has no more */

    /* What it can tell. */
    struct pm_out count, looks;
    bool exact;
    struct reason *reasons;
    int reason_count;
    struct pm_effort effort; /* `seconds` of all threads */
    int64_t checked;
    const char *used; /* the solver that gave the last answer */
    int64_t objective, bound;
    bool optimal;
};

pulma_job *pulma_job_new(const pulma_puzzle *puzzle)
{
    pulma_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->puzzle = puzzle;
    job->kind = pm_kind_of(puzzle);
    job->places = pulma_puzzle_places(puzzle);
    job->used = "";
    pm_arena_init(&job->arena, 0);
    return job;
}

void pulma_job_free(pulma_job *job)
{
    if (!job)
        return;
    pm_engine_free(job->engine);
    pm_rules_free(job->rules);
    pm_arena_free(&job->arena);
    pm_out_free(&job->count);
    pm_out_free(&job->looks);
    free(job->buffer);
    free(job->proof);
    free(job->model);
    free(job->solver);
    free(job);
}

/* ---- Settings ---------------------------------------------------------------------- */

void pulma_job_set_seconds(pulma_job *job, double seconds)
{
    job->allowed_seconds = seconds > 0 ? seconds : 0;
}

void pulma_job_set_conflicts(pulma_job *job, int64_t limit)
{
    job->limits.conflicts = limit > 0 ? limit : 0;
}

void pulma_job_set_seed(pulma_job *job, uint64_t seed)
{
    job->limits.seed = seed;
}

void pulma_job_set_stop(pulma_job *job, bool (*stop)(void *context), void *context)
{
    job->limits.stop = stop;
    job->limits.context = context;
}

void pulma_job_set_threads(pulma_job *job, int threads)
{
    job->threads = threads > 1 ? threads : 1;
}

void pulma_job_set_better(pulma_job *job, void (*better)(void *context, const int *answer),
                          void *context)
{
    job->better = better;
    job->better_context = context;
}

pulma_status pulma_job_set_start(pulma_job *job, const int *answer, pulma_error *err)
{
    pulma_finding finding = {.text = "places are empty"};
    if (!pulma_puzzle_has_objective(job->puzzle))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "all answers of this puzzle are as good: none is to be improved");
    if (pulma_check(job->puzzle, answer, &finding) != PULMA_RIGHT)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "this answer is not right: %s",
                       finding.text);
    job->start = pm_new(&job->arena, (size_t)job->places, int);
    if (!job->start)
        return pm_fail_memory(err);
    memcpy(job->start, answer, (size_t)job->places * sizeof *answer);
    job->start_cost = job->kind->cost(job->puzzle->data, answer);
    return PULMA_OK;
}

pulma_status pulma_job_set_method(pulma_job *job, const char *method, pulma_error *err)
{
    static const char *const names[] = {
        [AUTO] = "auto", [KERNEL] = "kernel", [RULES] = "rules"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(method, names[i]) != 0)
            continue;
        if ((i == KERNEL && !job->kind->kernel) || (i == RULES && !job->kind->state))
            return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no %s", job->kind->name,
                           names[i]);
        job->method = (enum method)i;
        return PULMA_OK;
    }
    return pm_fail(err, PULMA_BAD_CALL, NULL,
                   "expected the method auto, kernel or rules, found '%s'", method);
}

static void set_text(char **to, const char *text)
{
    free(*to);
    *to = text ? strdup(text) : NULL;
}

void pulma_job_set_proof(pulma_job *job, const char *path)
{
    set_text(&job->proof, path);
}

/* ---- The common frame of all questions ------------------------------------------------ */

static struct pm_watch begin(pulma_job *job)
{
    struct pm_watch watch = pm_watch_start();
    if (!job->started && job->allowed_seconds > 0)
        job->limits.deadline = watch.clock + job->allowed_seconds;
    job->started = true;
    return watch;
}

static pulma_status end(pulma_job *job, struct pm_watch watch, pulma_status status)
{
    job->effort.seconds += pm_watch_seconds(&watch);
    return status;
}

/* The referee's gate: nothing gets out that it does not find right. */
static pulma_status accept(pulma_job *job, const int *answer, pulma_error *err)
{
    pulma_finding finding;
    if (pulma_check(job->puzzle, answer, &finding) != PULMA_RIGHT)
        return pm_fail(err, PULMA_SOLVER, NULL, "%s gave a wrong answer: %s", job->used,
                       finding.text);
    job->checked++;
    if (pulma_puzzle_has_objective(job->puzzle))
        job->objective = job->kind->cost(job->puzzle->data, answer);
    return PULMA_OK;
}

static void clear(const pulma_job *job, int *answer)
{
    for (int i = 0; i < job->places; i++)
        answer[i] = PULMA_EMPTY;
}

/* ---- By kernel -------------------------------------------------------------------------- */

/* How a kernel's answers are collected: the first `skip` are known, `want` in all. */
struct collector {
    struct pm_search search; /* first, so that found() can come back to the collector */
    pulma_job *job;
    size_t seen, skip, want;
    bool has_first; /* the buffer begins with an answer that came out of order */
    bool failed;    /* no memory */
};

static bool collect(struct pm_search *search, const int *answer)
{
    struct collector *c = (struct collector *)search;
    pulma_job *job = c->job;
    size_t width = (size_t)job->places;
    if (c->has_first && memcmp(job->buffer, answer, width * sizeof *answer) == 0)
        return true;
    if (c->seen++ < c->skip)
        return true;
    if (job->buffered == job->room) {
        size_t room = job->room ? 2 * job->room : 1;
        int *more = width && room > SIZE_MAX / sizeof *more / width
                        ? NULL
                        : realloc(job->buffer, (room * width + 1) * sizeof *more);
        if (!more) {
            c->failed = true;
            return false;
        }
        job->buffer = more;
        job->room = room;
    }
    if (width)
        memcpy(job->buffer + job->buffered * width, answer, width * sizeof *answer);
    job->buffered++;
    return c->seen < c->want;
}

/* On the way to the cheapest answer.  A wrong one will be found out when the kernel reports it. */
static void tell_better(struct pm_search *search, const int *answer)
{
    pulma_job *job = ((struct collector *)search)->job;
    if (job->better && accept(job, answer, NULL) == PULMA_OK)
        job->better(job->better_context, answer);
}

/* A kernel's work, for the settings of the job. */
static struct pm_search search_for(pulma_job *job,
                                   bool (*found)(struct pm_search *, const int *))
{
    return (struct pm_search){.limits = &job->limits,
                              .effort = &job->effort,
                              .found = found,
                              .threads = job->threads > 1 ? job->threads : 1,
                              .start = job->start};
}

/* Fills the buffer with the answers behind the first `handed`, up to `want` in all. */
static pulma_status run_kernel(pulma_job *job, size_t want, pulma_error *err)
{
    struct collector c = {.search = search_for(job, collect),
                          .job = job,
                          .skip = job->buffered,
                          .want = want};
    c.search.better = tell_better;
    if (job->threads > 1 && job->buffered > 0 && !pulma_puzzle_has_objective(job->puzzle)) {
        /* Which answer comes first is chance among threads: from now on they come in order. */
        c.search.threads = 1;
        c.has_first = true;
        c.seen = 1;
    }
    job->used = "kernel";
    pulma_status status = job->kind->kernel(job->puzzle->data, &c.search);
    if (c.failed)
        return pm_fail_memory(err);
    job->complete = status == PULMA_OK && c.seen < c.want;
    return status;
}

/* A search starts anew for each further answer that was not in its last helping, so the
 * helpings grow. */
static pulma_status next_by_kernel(pulma_job *job, int *answer, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    if (job->handed == job->buffered && !job->complete)
        status = run_kernel(job, job->buffered ? 8 * job->buffered : 1, err);
    if (status != PULMA_OK && status != PULMA_LIMIT)
        return status;
    clear(job, answer);
    bool has_objective = pulma_puzzle_has_objective(job->puzzle);
    if (job->handed == job->buffered)
        return status ? status : PULMA_NONE;
    size_t width = (size_t)job->places;
    if (width)
        memcpy(answer, job->buffer + job->handed * width, width * sizeof *answer);
    job->handed++;
    pulma_status verdict = accept(job, answer, err);
    job->optimal = has_objective && status == PULMA_OK;
    if (job->optimal)
        job->bound = job->objective;
    return verdict ? verdict : has_objective ? status : PULMA_OK;
}

/* ---- By rules ---------------------------------------------------------------------------- */

static pulma_status state_rules(pulma_job *job, bool explaining, struct pm_rules **rules,
                                struct pm_engine **engine, pulma_error *err)
{
    if (!job->kind->state)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no rules for the engine",
                       job->kind->name);
    struct pm_range *ranges = pm_puzzle_ranges(job->puzzle, &job->arena);
    *rules = ranges ? pm_rules_new(job->places, ranges, explaining, &job->limits) : NULL;
    if (!*rules)
        return pm_fail_memory(err);
    job->kind->state(job->puzzle->data, *rules);
    *engine = pm_engine_new(*rules, &job->limits);
    return *engine ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status start_engine(pulma_job *job, pulma_error *err)
{
    job->used = "rules";
    if (job->engine)
        return PULMA_OK;
    pulma_status status = state_rules(job, false, &job->rules, &job->engine, err);
    if (!status && job->proof)
        status = pm_engine_prove(job->engine, job->proof, err);
    return status;
}

static pulma_status next_by_rules(pulma_job *job, int *answer, pulma_error *err)
{
    pulma_status status = start_engine(job, err);
    if (status)
        return status;
    int64_t before = pm_engine_conflicts(job->engine);
    status = pm_engine_next(job->engine, answer, err);
    job->effort.nodes += pm_engine_conflicts(job->engine) - before;
    bool has_objective = pulma_puzzle_has_objective(job->puzzle);
    bool best_so_far =
        status == PULMA_LIMIT && has_objective && pm_engine_has_best(job->engine);
    if (has_objective)
        job->bound = pm_engine_bound(job->engine);
    if (status != PULMA_OK && !best_so_far) {
        clear(job, answer);
        return status;
    }
    pulma_status verdict = accept(job, answer, err);
    job->optimal = has_objective && status == PULMA_OK;
    return verdict ? verdict : status;
}

/* ---- By model ----------------------------------------------------------------------------- */

pulma_status pulma_job_set_model(pulma_job *job, const char *model, const char *solver,
                                 pulma_error *err)
{
    if (solver && pm_solver_find(solver) < 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no solver '%s'", solver);
    pulma_status status = pm_load_model(job->kind, model, &job->arena, &job->source.model,
                                        &job->source.model_len, err);
    if (status)
        return status;
    if (!job->kind->data)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no data for models",
                       job->kind->name);
    set_text(&job->model, model);
    set_text(&job->solver, solver ? solver : pm_solver_name(0));
    if (!job->model || !job->solver)
        return pm_fail_memory(err);
    job->method = MODEL;
    return PULMA_OK;
}

static pulma_status solve_model(pulma_job *job, bool why, struct pm_model_result *result,
                                pulma_error *err)
{
    struct pm_out data = {0};
    job->kind->data(job->puzzle->data, &data);
    if (data.failed) {
        pm_out_free(&data);
        return pm_fail_memory(err);
    }
    job->used = job->solver;
    job->source.data = data.data;
    job->source.data_len = data.len;
    struct pm_model_options options = {.solver = job->solver, .why = why};
    pulma_status status = pm_model_solve(&job->source, &options, &job->limits, result, err);
    pm_out_free(&data);
    job->effort.nodes += result->nodes;
    job->effort.seconds += result->other_seconds;
    return status;
}

/* Whether a best answer of the model is one of least cost: it minimises the cost itself, or it
 * maximises how many places are filled and the cost is how many are not. */
static bool goal_is_cost(const pulma_job *job, const struct pm_model_result *result)
{
    int64_t filled = job->places - job->objective;
    return result->objective == (double)(result->maximise ? filled : job->objective);
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
    bool costs = pulma_puzzle_has_objective(job->puzzle);
    for (int i = 0; i < job->places; i++)
        if (answer[i] == PULMA_EMPTY) {
            clear(job, answer);
            return optimal ? PULMA_NONE : PULMA_LIMIT;
        }
    pulma_status verdict = accept(job, answer, err);
    if (verdict)
        return verdict;
    job->optimal = costs && optimal && goal_is_cost(job, result);
    if (job->optimal)
        job->bound = job->objective;
    return costs && !optimal ? PULMA_LIMIT : PULMA_OK;
}

static pulma_status next_by_model(pulma_job *job, int *answer, pulma_error *err)
{
    if (job->handed++ > 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "a model gives one answer; leave it out to get all of them");
    struct pm_model_result result = {0};
    pulma_status status = solve_model(job, false, &result, err);
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
    if (status != PULMA_OK && status != PULMA_LIMIT)
        clear(job, answer);
    pm_model_result_free(&result);
    return status;
}

/* The constraints that conflict, by name, as reasons. */
static pulma_status why_by_model(pulma_job *job, pulma_error *err)
{
    struct pm_model_result result = {0};
    pulma_status status = solve_model(job, true, &result, err);
    if (!status && result.status == PM_MIP_INFEASIBLE) {
        job->reasons = pm_new(&job->arena, (size_t)result.why_count, struct reason);
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

/* ---- Questions ----------------------------------------------------------------------------- */

static bool kernel_first(const pulma_job *job)
{
    return job->kind->kernel && !job->kernel_gave_up && !job->proof &&
           (job->method == KERNEL || job->method == AUTO);
}

/* The kernel handed the puzzle back; with the method "kernel" that is the end of it. */
static pulma_status after_kernel(pulma_job *job, pulma_status status, pulma_error *err)
{
    if (status != PULMA_UNAVAILABLE)
        return status;
    if (job->method == KERNEL)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the kernel does not do this puzzle");
    job->kernel_gave_up = true;
    job->buffered =
        job->handed; /* these the caller has: the rules must not give them again */
    job->complete = false;
    return status;
}

static bool was_handed_out(const pulma_job *job, const int *answer)
{
    size_t width = (size_t)job->places;
    for (size_t i = 0; i < job->handed; i++)
        if (memcmp(job->buffer + i * width, answer, width * sizeof *answer) == 0)
            return true;
    return false;
}

/* At a limit the answer that the job began with may be the best that is known. */
static void fall_back_on_start(pulma_job *job, pulma_status status, int *answer)
{
    bool none = job->places > 0 && answer[0] == PULMA_EMPTY;
    if (status != PULMA_LIMIT || !job->start || job->handed > 1 ||
        (!none && job->objective <= job->start_cost))
        return;
    memcpy(answer, job->start, (size_t)job->places * sizeof *answer);
    job->objective = job->start_cost;
}

pulma_status pulma_job_next(pulma_job *job, int *answer, pulma_error *err)
{
    struct pm_watch watch = begin(job);
    pulma_status status = PULMA_UNAVAILABLE;
    clear(job, answer);
    if (job->method == MODEL)
        status = next_by_model(job, answer, err);
    else if (kernel_first(job))
        status = after_kernel(job, next_by_kernel(job, answer, err), err);
    if (status == PULMA_UNAVAILABLE && (job->method == AUTO || job->method == RULES))
        do
            status = next_by_rules(job, answer, err);
        while (status == PULMA_OK && was_handed_out(job, answer));
    fall_back_on_start(job, status, answer);
    return end(job, watch, status);
}

int pm_job_answers(struct pulma_job *job, int limit, int *answer)
{
    int found = 0;
    int *first = answer ? answer : pm_new(&job->arena, (size_t)job->places, int);
    int *other = pm_new(&job->arena, (size_t)job->places, int);
    if (!first || !other)
        return -1;
    begin(job);
    if (kernel_first(job)) {
        pulma_status status = after_kernel(job, run_kernel(job, (size_t)limit, NULL), NULL);
        if (status != PULMA_UNAVAILABLE) {
            bool known = status == PULMA_OK || job->buffered >= (size_t)limit;
            if (job->buffered > 0)
                memcpy(first, job->buffer, (size_t)job->places * sizeof *first);
            return known ? (int)job->buffered : -1;
        }
    }
    while (found < limit) {
        pulma_status status = next_by_rules(job, found ? other : first, NULL);
        if (status == PULMA_NONE)
            break;
        if (status)
            return -1;
        found++;
    }
    return found;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Counting by listing: the answers so far, and how many of them look different. */
struct census {
    struct pm_search search; /* first, as in struct collector */
    pulma_job *job;
    uint64_t count, limit;  /* limit 0: none */
    struct pm_looks *looks; /* NULL where the kind has none */
    int *image;
    pulma_status status;
    pulma_error *err;
};

/* Listing a great many answers need not repeat for each what the first thousand have shown. */
enum { CHECKED_IN_A_CENSUS = 1000 };

static bool enter(struct pm_search *search, const int *answer)
{
    struct census *c = (struct census *)search;
    if (c->count < CHECKED_IN_A_CENSUS)
        c->status = accept(c->job, answer, c->err);
    c->count++;
    if (!c->status && c->looks) {
        c->job->kind->look(c->job->puzzle->data, answer, c->image);
        if (!pm_looks_add(c->looks, c->image))
            c->status = pm_fail_memory(c->err);
    }
    return c->status == PULMA_OK && (c->limit == 0 || c->count < c->limit);
}

static pulma_status census_by_rules(pulma_job *job, struct census *c, pulma_error *err)
{
    int *answer = pm_new(&job->arena, (size_t)job->places, int);
    if (!answer)
        return pm_fail_memory(err);
    for (;;) {
        pulma_status status = start_engine(job, err);
        if (!status)
            status = pm_engine_next(job->engine, answer, err);
        if (status)
            return status == PULMA_NONE ? PULMA_OK : status;
        if (!enter(&c->search, answer))
            return PULMA_OK;
    }
}

static pulma_status take_census(pulma_job *job, struct census *c, pulma_error *err)
{
    pulma_status status = PULMA_UNAVAILABLE;
    if (kernel_first(job)) {
        job->used = "kernel";
        status = after_kernel(job, job->kind->kernel(job->puzzle->data, &c->search), err);
    }
    if (status == PULMA_UNAVAILABLE && job->method != KERNEL) {
        c->count = 0;
        pm_looks_clear(c->looks);
        status = census_by_rules(job, c, err);
        if (job->engine)
            job->effort.nodes += pm_engine_conflicts(job->engine);
    }
    return c->status ? c->status : status;
}

static pulma_status count_by_listing(pulma_job *job, uint64_t limit, pulma_error *err)
{
    struct census c = {
        .search = search_for(job, enter), .job = job, .limit = limit, .err = err};
    if (job->kind->look) {
        c.looks = pm_looks_new(job->places);
        c.image = pm_new(&job->arena, (size_t)job->places, int);
        if (!c.looks || !c.image) {
            pm_looks_free(c.looks);
            return pm_fail_memory(err);
        }
    }
    pulma_status status = take_census(job, &c, err);
    job->exact = status == PULMA_OK && (limit == 0 || c.count < limit);
    pm_out_count(&job->count, c.count);
    if (c.looks)
        pm_out_count(&job->looks, pm_looks_count(c.looks));
    pm_looks_free(c.looks);
    return status;
}

static pulma_status count_by_tally(pulma_job *job, uint64_t limit)
{
    struct pm_tally tally = {.exact = true};
    struct pm_search search = search_for(job, NULL);
    job->used = "kernel";
    pulma_status status = job->kind->tally(job->puzzle->data, limit, &search, &tally);
    job->count = tally.count;
    job->looks = tally.looks;
    job->exact = tally.exact && status == PULMA_OK;
    if (status == PULMA_UNAVAILABLE) {
        pm_out_free(&job->count);
        pm_out_free(&job->looks);
    }
    return status;
}

pulma_status pulma_job_count(pulma_job *job, uint64_t limit, pulma_error *err)
{
    struct pm_watch watch = begin(job);
    pm_out_free(&job->count);
    pm_out_free(&job->looks);
    job->exact = false;
    if (job->method == MODEL)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "a model does not count; leave it out");
    pulma_status status = PULMA_UNAVAILABLE;
    if (job->kind->tally && (job->method == AUTO || job->method == KERNEL))
        status = count_by_tally(job, limit);
    if (status == PULMA_UNAVAILABLE)
        status = count_by_listing(job, limit, err);
    if (!status && job->count.failed)
        status = pm_fail_memory(err);
    return end(job, watch, status);
}

const char *pulma_job_count_text(const pulma_job *job)
{
    return job->count.data ? job->count.data : "0";
}

bool pulma_job_count_exact(const pulma_job *job)
{
    return job->exact;
}

const char *pulma_job_looks_text(const pulma_job *job)
{
    return job->looks.data;
}

const char *pulma_job_looks_name(const pulma_job *job)
{
    return job->kind->looks_name;
}

/* ---- Forced places and reasons ------------------------------------------------------------- */

pulma_status pulma_job_forced(pulma_job *job, int *answer, pulma_error *err)
{
    struct pm_watch watch = begin(job);
    clear(job, answer);
    pulma_status status = start_engine(job, err);
    if (!status)
        status = pm_engine_forced(job->engine, answer, err);
    return end(job, watch, status);
}

static pulma_status copy_reasons(pulma_job *job, const struct pm_engine *engine,
                                 pulma_error *err)
{
    int n = pm_engine_why_count(engine);
    job->reasons = pm_new(&job->arena, (size_t)n, struct reason);
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
        job->reasons[i] = (struct reason){words, copy, count};
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

pulma_status pulma_job_why(pulma_job *job, const int *fixed, pulma_error *err)
{
    struct pm_watch watch = begin(job);
    struct pm_rules *rules = NULL;
    struct pm_engine *engine = NULL;
    job->reason_count = 0;
    if (job->method == MODEL)
        return end(job, watch, why_by_model(job, err));
    pulma_status status = state_rules(job, true, &rules, &engine, err);
    if (!status && fixed)
        status = suppose(job, engine, fixed, err);
    if (!status) {
        status = pm_engine_why(engine, err);
        if (status == PULMA_OK || status == PULMA_LIMIT) {
            pulma_status copied = copy_reasons(job, engine, err);
            status = copied ? copied : status;
        }
    }
    pm_engine_free(engine);
    pm_rules_free(rules);
    return end(job, watch, status);
}

int pulma_job_reason_count(const pulma_job *job)
{
    return job->reason_count;
}

const char *pulma_job_reason_text(const pulma_job *job, int reason)
{
    assert(0 <= reason && reason < job->reason_count);
    return job->reasons[reason].text;
}

int pulma_job_reason_places(const pulma_job *job, int reason, const int **places)
{
    assert(0 <= reason && reason < job->reason_count);
    *places = job->reasons[reason].places;
    return job->reasons[reason].place_count;
}

/* ---- What it can tell ------------------------------------------------------------------------ */

double pulma_job_seconds(const pulma_job *job)
{
    return job->effort.seconds;
}

int64_t pulma_job_nodes(const pulma_job *job)
{
    return job->effort.nodes;
}

int64_t pulma_job_checked(const pulma_job *job)
{
    return job->checked;
}

const char *pulma_job_solver(const pulma_job *job)
{
    return job->used;
}

const char *pulma_job_model(const pulma_job *job)
{
    return job->model ? job->model : "";
}

bool pulma_job_has_objective(const pulma_job *job)
{
    return pulma_puzzle_has_objective(job->puzzle);
}

int64_t pulma_job_objective(const pulma_job *job)
{
    return job->objective;
}

bool pulma_job_optimal(const pulma_job *job)
{
    return job->optimal;
}

int64_t pulma_job_bound(const pulma_job *job)
{
    return job->bound;
}

pulma_status pulma_verify_proof(const char *formula, size_t formula_len, const char *proof,
                                size_t proof_len, pulma_error *err)
{
    return pm_proof_verify(formula, formula_len, proof, proof_len, err);
}
