/* Jobs: the public functions that solve, count and explain, and the frame of their questions.
 *
 * A job holds what was asked for and a method (job.h).  The questions that a method does not
 * answer in a way of its own are answered here from its list of answers. */
#include "job/job.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

pulma_job *pulma_job_new(const pulma_puzzle *puzzle)
{
    struct pm_arena arena;
    if (!puzzle || !pm_arena_init_small(&arena, PM_ARENA_SMALL))
        return NULL;
    pulma_job *job = pm_new(&arena, 1, pulma_job);
    if (!job) {
        pm_arena_free(&arena);
        return NULL;
    }
    job->arena = arena;
    job->puzzle = puzzle;
    job->kind = pm_kind_of(puzzle);
    job->places = pulma_puzzle_places(puzzle);
    job->costs = pulma_puzzle_has_objective(puzzle);
    job->method = &pm_by_auto;
    job->threads = 1;
    job->used = "";
    return job;
}

static void forget_state(pulma_job *job)
{
    job->method->free(job->state);
    job->state = NULL;
    job->given = 0;
}

void pulma_job_free(pulma_job *job)
{
    if (!job)
        return;
    assert(!job->asking);
    forget_state(job);
    pulma_puzzle_free(job->filled);
    pm_out_free(&job->count);
    pm_out_free(&job->looks);
    free(job->model);
    free(job->solver);
    free(job->program_values);
    struct pm_arena arena = job->arena; /* which the job itself lies in */
    pm_arena_free(&arena);
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

/* A helper needs some 40 MB for its libraries before it does anything. */
static const size_t least_for_helper = (size_t)64 << 20;

void pulma_job_set_memory(pulma_job *job, size_t bytes, int jobs)
{
    size_t share = bytes / (size_t)(jobs > 1 ? jobs : 1);
    job->memory.most = bytes;
    job->memory.helper_most = bytes == 0                 ? 0
                              : share < least_for_helper ? least_for_helper
                                                         : share;
    job->limits.memory = &job->memory;
}

void pulma_job_set_seed(pulma_job *job, uint64_t seed)
{
    job->limits.seed = seed;
}

void pulma_job_set_stop(pulma_job *job, bool (*stop)(void *context), void *context)
{
    job->stop = stop;
    job->stop_context = context;
}

void pulma_job_set_blame(pulma_job *job, bool blame)
{
    job->blames_nobody = !blame;
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
    pm_error_clear(err);
    if (!job || !answer)
        return pm_fail_null(err, job ? "the answer" : "the job");
    if (!job->costs)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "all answers of this puzzle are equally good: none can be improved");
    if (pulma_check(job->puzzle, answer, &finding) != PULMA_RIGHT)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "this answer is not right: %s",
                       finding.text);
    if (!pm_job_allows(job, answer))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "this answer has other values in places that are fixed");
    int *start = pm_new(&job->arena, (size_t)job->places, int);
    if (!start)
        return pm_fail_memory(err);
    memcpy(start, answer, (size_t)job->places * sizeof *answer);
    job->start = start;
    return pm_referee(job, start, PM_BEST_SO_FAR, err);
}

static void set_method(pulma_job *job, const struct pm_method *method)
{
    forget_state(job);
    job->method = method;
}

pulma_status pulma_job_set_method(pulma_job *job, const char *name, pulma_error *err)
{
    static const struct pm_method *const methods[] = {&pm_by_auto, &pm_by_kernel,
                                                      &pm_by_rules};
    pm_error_clear(err);
    if (!job || !name)
        return pm_fail_null(err, job ? "the method" : "the job");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(name, methods[i]->name) != 0)
            continue;
        if ((methods[i] == &pm_by_kernel && !job->kind->kernel) ||
            (methods[i] == &pm_by_rules && !job->kind->state))
            return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no %s", job->kind->name,
                           name);
        set_method(job, methods[i]);
        return PULMA_OK;
    }
    return pm_fail(err, PULMA_BAD_CALL, NULL,
                   "expected the method auto, kernel or rules, found '%s'", name);
}

static void set_text(char **to, const char *text)
{
    free(*to);
    *to = text ? strdup(text) : NULL;
}

pulma_status pulma_job_set_model(pulma_job *job, const char *model, const char *solver,
                                 pulma_error *err)
{
    pm_error_clear(err);
    if (!job || !model)
        return pm_fail_null(err, job ? "the model" : "the job");
    if (solver && pm_solver_find(solver) < 0)
        return pm_solver_check(solver, err); /* which lists the choices */
    if (job->fixed)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "models know nothing of fixed places");
    pulma_status status = pm_load_model(job->kind, model, &job->arena, &job->source.model,
                                        &job->source.model_len, err);
    if (status)
        return status;
    if (!job->kind->data)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no data for models",
                       job->kind->name);
    set_text(&job->model, strchr(model, '\n') ? "text" : model);
    set_text(&job->solver, solver ? solver : pm_solver_usual(&job->source));
    if (!job->finding)
        job->finding = pm_new(&job->arena, 1, pulma_finding);
    if (!job->model || !job->solver || !job->finding)
        return pm_fail_memory(err);
    set_method(job, &pm_by_model);
    return PULMA_OK;
}

/* ---- The frame of a question ------------------------------------------------------------ */

/* Remembers that the caller wanted to stop. */
static bool stops(void *context)
{
    pulma_job *job = context;
    job->stopped = job->stopped || (job->stop && job->stop(job->stop_context));
    return job->stopped;
}

pulma_status pm_job_begin(pulma_job *job, struct pm_watch *watch, pulma_error *err)
{
    pm_error_clear(err);
    if (!job)
        return pm_fail_null(err, "the job");
    if (job->asking)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "a question was asked while the same job answers another");
    *watch = pm_watch_start();
    if (!job->started && job->allowed_seconds > 0)
        job->limits.deadline = watch->clock + job->allowed_seconds;
    job->fault = PULMA_FAULT_NONE;
    job->lost = NULL;
    job->blamed_count = 0;
    job->cheapest_by_model = job->complete_by_model = false;
    job->started = job->asking = true;
    job->stopped = false;
    job->limits.stop = stops;
    job->limits.context = job;
    return PULMA_OK;
}

/* Which limit ended the question. */
static pulma_limit limit_of(const pulma_job *job)
{
    if (job->stopped)
        return PULMA_LIMIT_STOPPED;
    if (job->limits.conflicts > 0 && job->nodes >= job->limits.conflicts)
        return PULMA_LIMIT_CONFLICTS;
    if (job->limits.deadline > 0 && pm_clock() >= job->limits.deadline)
        return PULMA_LIMIT_TIME;
    if (job->limits.memory && job->limits.memory->reached)
        return PULMA_LIMIT_MEMORY;
    /* Solvers may end a little before their limit. */
    return job->limits.deadline > 0    ? PULMA_LIMIT_TIME
           : job->limits.conflicts > 0 ? PULMA_LIMIT_CONFLICTS
                                       : PULMA_LIMIT_OWN;
}

static void tell_limit(const pulma_job *job, pulma_error *err)
{
    static const char *const words[] = {
        [PULMA_LIMIT_TIME] = "the time limit was reached",
        [PULMA_LIMIT_CONFLICTS] = "the limit of conflicts or nodes was reached",
        [PULMA_LIMIT_STOPPED] = "stopped by the caller",
        [PULMA_LIMIT_MEMORY] = "the limit of memory was reached",
        [PULMA_LIMIT_OWN] = "the search ended without a proof"};
    pulma_limit limit = limit_of(job);
    bool said = err && err->limit != PULMA_LIMIT_NONE; /* by who knows better */
    if (said)
        return;
    pm_fail(err, PULMA_LIMIT, NULL, "%s", words[limit]);
    if (err)
        err->limit = limit;
}

pulma_status pm_job_end(pulma_job *job, const struct pm_watch *watch, pulma_status status,
                        pulma_error *err)
{
    assert(job->asking && !job->effort && !job->engine);
    job->asking = false;
    job->seconds += pm_watch_seconds(watch);
    if (status == PULMA_NO_MEMORY && job->memory.most > 0) { /* the budget is that limit */
        job->memory.reached = true;
        status = PULMA_LIMIT;
    }
    if (status == PULMA_LIMIT)
        tell_limit(job, err);
    /* The puzzle has been read: a position is one in the model. */
    return pm_done(err, status, PULMA_TEXT_MODEL);
}

pulma_status pm_job_limits(const pulma_job *job, struct pm_limits *limits, pulma_error *err)
{
    assert(job->asking);
    *limits = job->limits;
    if (limits->conflicts > 0) {
        limits->conflicts -= job->nodes;
        if (limits->conflicts <= 0)
            return pm_fail(err, PULMA_LIMIT, NULL, "no conflicts are left");
    }
    return PULMA_OK;
}

void pm_job_clear(const pulma_job *job, int *answer)
{
    for (int i = 0; i < job->places; i++)
        answer[i] = PULMA_EMPTY;
}

/* All answers, to `take`, by the job's method. */
static pulma_status list(pulma_job *job, struct pm_gate *gate, pulma_error *err)
{
    assert(job->asking && gate->take);
    gate->job = job;
    gate->err = err;
    pulma_status status = job->method->each(gate, err);
    return gate->status ? gate->status : status;
}

/* ---- Answers ------------------------------------------------------------------------------ */

pulma_status pulma_job_each(pulma_job *job, pulma_found *found, void *context,
                            pulma_error *err)
{
    struct pm_watch watch;
    struct pm_gate gate = {.take = found, .context = context};
    pulma_status status =
        found ? pm_job_begin(job, &watch, err) : pm_fail_null(err, "found()");
    if (status)
        return status;
    status = list(job, &gate, err);
    if (status == PULMA_OK && !gate.enough)
        status = PULMA_NONE;
    return pm_job_end(job, &watch, status, err);
}

/* At a limit, before there was an answer: the best so far is better than nothing. */
static void show_best(pulma_job *job, int *answer)
{
    assert(job->costs && job->best);
    memcpy(answer, job->best, (size_t)job->places * sizeof *answer);
    job->objective = job->best_cost;
    job->optimal = false;
}

pulma_status pulma_job_next(pulma_job *job, int *answer, pulma_error *err)
{
    struct pm_watch watch;
    pulma_status status =
        answer ? pm_job_begin(job, &watch, err) : pm_fail_null(err, "the answer");
    if (status)
        return status;
    pm_job_clear(job, answer);
    status = job->method->next(job, &job->state, answer, err);
    if (status == PULMA_OK)
        job->given++;
    else
        pm_job_clear(job, answer);
    if (status == PULMA_LIMIT && job->best && job->given == 0)
        show_best(job, answer);
    return pm_job_end(job, &watch, status, err);
}

const int *pulma_job_best(const pulma_job *job)
{
    return job->best;
}

/* For generation: the answers up to a limit, and the first of them. */
struct some {
    int found, limit;
    int *first; /* NULL: nobody wants it */
    size_t bytes;
};

static bool take_some(void *context, const int *answer)
{
    struct some *some = context;
    if (some->found++ == 0 && some->first)
        memcpy(some->first, answer, some->bytes);
    return some->found < some->limit;
}

static void forget_some(void *context)
{
    ((struct some *)context)->found = 0;
}

int pm_job_answers(pulma_job *job, int limit, int *answer)
{
    assert(limit > 0);
    struct pm_watch watch;
    struct some some = {
        .limit = limit, .first = answer, .bytes = (size_t)job->places * sizeof *answer};
    struct pm_gate gate = {.take = take_some, .forget = forget_some, .context = &some};
    if (pm_job_begin(job, &watch, NULL) != PULMA_OK)
        return -1;
    pulma_status status = pm_job_end(job, &watch, list(job, &gate, NULL), NULL);
    return status == PULMA_OK ? some.found : -1;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Counting by listing: the answers so far, and how many of them look different. */
struct census {
    pulma_job *job;
    uint64_t count, limit; /* limit 0: none */
    struct pm_set *looks;  /* NULL where the kind has none */
    int *image;
    bool failed; /* no memory */
};

static bool enter(void *context, const int *answer)
{
    struct census *c = context;
    c->count++;
    if (c->looks) {
        c->job->kind->look(c->job->puzzle->data, answer, c->image);
        c->failed = !pm_set_add(c->looks, c->image);
    }
    return !c->failed && (c->limit == 0 || c->count < c->limit);
}

static void enter_anew(void *context)
{
    struct census *c = context;
    c->count = 0;
    pm_set_clear(c->looks);
}

static pulma_status count_by_listing(pulma_job *job, uint64_t limit, pulma_error *err)
{
    struct census c = {.job = job, .limit = limit};
    struct pm_gate gate = {.take = enter, .forget = enter_anew, .context = &c};
    if (job->kind->look) {
        c.looks = pm_set_new(job->places);
        c.image = pm_new(&job->arena, (size_t)job->places, int);
        c.failed = !c.looks || !c.image;
    }
    pulma_status status = c.failed ? PULMA_NO_MEMORY : list(job, &gate, err);
    if (c.failed)
        status = pm_fail_memory(err);
    /* A model that is too strict has no further answers either. */
    const bool ended = status == PULMA_OK || (status == PULMA_MODEL_FAULT &&
                                              job->fault == PULMA_FAULT_TOO_STRICT);
    job->exact = ended && !gate.enough;
    pm_out_count(&job->count, c.count);
    if (c.looks && !c.failed)
        pm_out_count(&job->looks, pm_set_count(c.looks));
    pm_set_free(c.looks);
    return status;
}

static pulma_status count(pulma_job *job, uint64_t limit, bool shares, pulma_error *err)
{
    struct pm_watch watch;
    pulma_status status = pm_job_begin(job, &watch, err);
    if (status)
        return status;
    pm_out_free(&job->count);
    pm_out_free(&job->looks);
    job->exact = false;
    job->shares = shares && job->kind->shares;
    status = PULMA_UNAVAILABLE;
    if (job->method->count)
        status = job->method->count(job, limit, err);
    if (status == PULMA_UNAVAILABLE)
        status = count_by_listing(job, limit, err);
    if (!status && (job->count.failed || job->looks.failed))
        status = pm_fail_memory(err);
    return pm_job_end(job, &watch, status, err);
}

pulma_status pulma_job_count(pulma_job *job, uint64_t limit, pulma_error *err)
{
    return count(job, limit, false, err);
}

pulma_status pulma_job_count_share(pulma_job *job, uint64_t limit, pulma_error *err)
{
    return count(job, limit, true, err);
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

/* ---- Forced places -------------------------------------------------------------------------- */

/* What the answers of a list have in common. */
struct common {
    int *shared, places;
    bool some; /* there was an answer */
};

static bool compare(void *context, const int *answer)
{
    struct common *c = context;
    bool any = false;
    for (int i = 0; i < c->places; i++) {
        if (!c->some)
            c->shared[i] = answer[i];
        else if (c->shared[i] != answer[i])
            c->shared[i] = PULMA_EMPTY;
        any |= c->shared[i] != PULMA_EMPTY;
    }
    c->some = true;
    return any;
}

static void compare_anew(void *context)
{
    ((struct common *)context)->some = false;
}

static pulma_status forced_by_listing(pulma_job *job, int *answer, pulma_error *err)
{
    struct common c = {answer, job->places, false};
    struct pm_gate gate = {.take = compare, .forget = compare_anew, .context = &c};
    pulma_status status = list(job, &gate, err);
    return status ? status : c.some ? PULMA_OK : PULMA_NONE;
}

pulma_status pulma_job_forced(pulma_job *job, int *answer, pulma_error *err)
{
    struct pm_watch watch;
    pulma_status status =
        answer ? pm_job_begin(job, &watch, err) : pm_fail_null(err, "the answer");
    if (status)
        return status;
    pm_job_clear(job, answer);
    status = PULMA_UNAVAILABLE;
    if (job->method->forced)
        status = job->method->forced(job, answer, err);
    if (status == PULMA_UNAVAILABLE)
        status = forced_by_listing(job, answer, err);
    if (status)
        pm_job_clear(job, answer);
    return pm_job_end(job, &watch, status, err);
}

/* ---- Reasons ---------------------------------------------------------------------------------- */

pulma_status pulma_job_why(pulma_job *job, const int *fixed, pulma_error *err)
{
    struct pm_watch watch;
    pulma_status status = pm_job_begin(job, &watch, err);
    if (status)
        return status;
    job->reason_count = 0;
    return pm_job_end(job, &watch, job->method->why(job, fixed, err), err);
}

int pulma_job_reason_count(const pulma_job *job)
{
    return job->reason_count;
}

const char *pulma_job_reason_text(const pulma_job *job, int reason)
{
    bool known = 0 <= reason && reason < job->reason_count;
    return known ? job->reasons[reason].text : "";
}

int pulma_job_reason_places(const pulma_job *job, int reason, const int **places)
{
    bool known = 0 <= reason && reason < job->reason_count;
    *places = known ? job->reasons[reason].places : NULL;
    return known ? job->reasons[reason].place_count : 0;
}

/* ---- Texts and pictures within limits ------------------------------------------------------- */

pulma_status pulma_job_set_look(pulma_job *job, const char *theme, double scale, int width,
                                pulma_error *err)
{
    pm_error_clear(err);
    if (!job)
        return pm_fail_null(err, "the job");
    return pm_done(err, pm_look_of(theme, scale, width, &job->look, err), PULMA_TEXT_NONE);
}

pulma_status pulma_job_draw(pulma_job *job, const int *answer, const int *places,
                            int place_count, pulma_picture_format format, char **bytes,
                            size_t *len, pulma_error *err)
{
    struct pm_watch watch;
    *bytes = NULL;
    *len = 0;
    pulma_status status = pm_job_begin(job, &watch, err);
    if (status)
        return status;
    const struct pm_drawing drawing = {answer, places,    place_count,
                                       format, job->look, &job->limits};
    status = pm_draw(job->puzzle, &drawing, bytes, len, err);
    return pm_job_end(job, &watch, status, err);
}

pulma_status pulma_job_export(pulma_job *job, const char *model, const char *format,
                              bool linearise, char **text, pulma_error *err)
{
    struct pm_watch watch;
    *text = NULL;
    pulma_status status = pm_job_begin(job, &watch, err);
    if (status)
        return status;
    status = pm_export(job->puzzle, model, format, linearise, &job->limits, text, err);
    return pm_job_end(job, &watch, status, err);
}

/* ---- What it can tell ------------------------------------------------------------------------ */

pulma_fault pulma_job_fault(const pulma_job *job)
{
    return job->fault;
}

const int *pulma_job_refused(const pulma_job *job)
{
    return job->fault ? job->refused : NULL;
}

const pulma_finding *pulma_job_finding(const pulma_job *job)
{
    return job->fault && job->refused ? job->finding : NULL;
}

const int *pulma_job_lost(const pulma_job *job)
{
    return job->fault ? job->lost : NULL;
}

int pulma_job_blamed_count(const pulma_job *job)
{
    return pulma_job_lost(job) ? job->blamed_count : 0;
}

const char *pulma_job_blamed_text(const pulma_job *job, int row)
{
    bool known = 0 <= row && row < pulma_job_blamed_count(job);
    return known ? job->blamed[row].text : "";
}

bool pulma_job_complete_by_model(const pulma_job *job)
{
    return job->complete_by_model;
}

bool pulma_job_cheapest_by_model(const pulma_job *job)
{
    return job->cheapest_by_model;
}

double pulma_job_seconds(const pulma_job *job)
{
    return job->seconds;
}

int64_t pulma_job_nodes(const pulma_job *job)
{
    int64_t now = job->effort ? job->effort->nodes : 0;
    if (job->engine)
        now += pm_engine_conflicts(job->engine) - job->engine_before;
    return job->nodes + now;
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
    return job->costs;
}

int64_t pulma_job_objective(const pulma_job *job)
{
    return job->objective;
}

bool pulma_job_program_value(const pulma_job *job, double *value)
{
    *value = job->program_value;
    return job->has_program_value;
}

int pulma_job_program_values(const pulma_job *job, const double **values)
{
    *values = job->program_values;
    return job->program_value_count;
}

bool pulma_job_optimal(const pulma_job *job)
{
    return job->optimal;
}

int64_t pulma_job_bound(const pulma_job *job)
{
    return job->bound;
}
