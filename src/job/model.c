/* By a model: an integer program, translated and solved elsewhere, that prints its answer.
 *
 * A model is not the puzzle.  What it gets wrong is a fault of the model and told as such: before a
 * claim of the model becomes one about the puzzle, our own methods have a short look at it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "job/job.h"

static pulma_status solve(pulma_job *job, bool why, struct pm_model_result *result,
                          pulma_error *err)
{
    struct pm_limits limits;
    struct pm_out data = {.limits = &limits};
    pulma_status status = pm_job_limits(job, &limits, err);
    if (status)
        return status;
    job->kind->data(job->puzzle->data, &data);
    job->used = job->solver;
    job->source.data = data.data;
    job->source.data_len = data.len;
    struct pm_model_options options = {.solver = job->solver, .why = why};
    status = data.failed ? pm_out_failure(&data, err)
                         : pm_model_solve(&job->source, &options, &limits, result, err);
    pm_out_free(&data);
    job->nodes += result->nodes;
    job->seconds += result->other_seconds;
    return status;
}

/* ---- A list of answers ------------------------------------------------------------------- */

/* Where a list of the model's answers is. */
struct listing {
    struct pm_source source;
    struct pm_out data;
    struct pm_sweep *sweep;
    struct pm_set *given;
    struct pm_set *looks; /* of those; the same set where the kind has none */
    int *image;           /* room for one look */
    int64_t cost;         /* of the first answer */
    bool has_objective;   /* the model has */
    bool worse;           /* the next answer may be worse than the others */
};

static void listing_free(void *state)
{
    struct listing *list = state;
    if (!list)
        return;
    pm_sweep_free(list->sweep);
    if (list->looks != list->given)
        pm_set_free(list->looks);
    pm_set_free(list->given);
    free(list->image);
    pm_out_free(&list->data);
    free(list);
}

static pulma_status listing_new(pulma_job *job, void **state, pulma_error *err)
{
    struct listing *list = *state = calloc(1, sizeof *list);
    if (!list)
        return pm_fail_memory(err);
    list->data.limits = &job->limits;
    job->kind->data(job->puzzle->data, &list->data);
    list->source = job->source;
    list->source.data = list->data.data;
    list->source.data_len = list->data.len;
    list->given = list->looks = pm_set_new(job->places);
    if (job->kind->look)
        list->looks = pm_set_new(job->places);
    list->image = calloc((size_t)job->places + 1, sizeof *list->image);
    list->sweep =
        pm_sweep_new(&list->source, &(struct pm_model_options){.solver = job->solver});
    if (!list->data.failed && list->given && list->looks && list->image && list->sweep)
        return PULMA_OK;
    pulma_status status =
        list->data.failed ? pm_out_failure(&list->data, err) : pm_fail_memory(err);
    listing_free(list);
    *state = NULL;
    return status;
}

/* What an answer looks like.  A model need not know answers apart that look the same. */
static const int *look_of(const pulma_job *job, const struct listing *list,
                          const int *answer)
{
    if (!job->kind->look)
        return answer;
    job->kind->look(job->puzzle->data, answer, list->image);
    return list->image;
}

/* ---- A second opinion ------------------------------------------------------------------- */

/* What it may take.  Enough for the boards of lessons and publications. */
enum { OPINION_CONFLICTS = 300000 };
static const double opinion_seconds = 2;

static bool stop_opinion(void *context)
{
    const struct pm_limits *limits = &((const pulma_job *)context)->limits;
    return limits->stop(limits->context);
}

/* A job for our own methods, with a short time, which begins now, and no more conflicts than the
 * caller's.  NULL: there is none left. */
static pulma_job *own_job(pulma_job *job, struct pm_watch *watch)
{
    *watch = pm_watch_start();
    double left = opinion_seconds;
    if (job->limits.deadline > 0 && job->limits.deadline - watch->clock < left)
        left = job->limits.deadline - watch->clock;
    const int64_t given = job->limits.conflicts;
    pulma_job *own = left > 0 ? pulma_job_new(job->puzzle) : NULL;
    if (own) {
        pulma_job_set_seconds(own, left);
        pulma_job_set_conflicts(
            own, given > 0 && given < OPINION_CONFLICTS ? given : OPINION_CONFLICTS);
        pulma_job_set_stop(own, stop_opinion, job);
    }
    return own;
}

/* What our own methods find in a short time: PULMA_OK (with an objective `answer` is the
 * cheapest), PULMA_NONE, or PULMA_LIMIT, perhaps with the best so far.  It costs the job nothing. */
static pulma_status second_opinion(pulma_job *job, int *answer)
{
    struct pm_watch watch;
    pulma_job *own = own_job(job, &watch);
    pm_job_clear(job, answer);
    pulma_status status = own ? pulma_job_next(own, answer, NULL) : PULMA_LIMIT;
    pulma_job_free(own);
    job->seconds -= pm_watch_seconds(&watch);
    return status == PULMA_OK || status == PULMA_NONE ? status : PULMA_LIMIT;
}

/* ---- Faults ------------------------------------------------------------------------------- */

/* The names of rows, as reasons. */
static pulma_status take_rows(pulma_job *job, const struct pm_model_result *result,
                              struct pm_because_of **rows, int *count, pulma_error *err)
{
    *count = 0;
    *rows = pm_new(&job->arena, (size_t)result->why_count, struct pm_because_of);
    for (int i = 0; *rows && i < result->why_count; i++) {
        (*rows)[i].text = pm_copy(&job->arena, result->why[i], strlen(result->why[i]));
        if (!(*rows)[i].text)
            *rows = NULL;
    }
    if (!*rows)
        return pm_fail_memory(err);
    *count = result->why_count;
    return PULMA_OK;
}

/* ": row[1], row[2] and island[2]" and what one of them `does` or these `they_do`, as many as there is
 * room for. */
static void name_rows(const struct pm_because_of *rows, int n, const char *does,
                      const char *they_do, char *text, size_t size)
{
    enum { MOST = 8 };
    const int shown = n < MOST ? n : MOST;
    size_t len = 0;
    text[0] = '\0';
    for (int i = 0; i < shown && len < size; i++) {
        const char *between = i == 0 ? ": " : i == n - 1 ? " and " : ", ";
        len += (size_t)snprintf(text + len, size - len, "%s%s", between, rows[i].text);
    }
    if (len < size && n > shown)
        len += (size_t)snprintf(text + len, size - len, " and %d more row%s", n - shown,
                                n - shown > 1 ? "s" : "");
    if (len < size && n > 0)
        snprintf(text + len, size - len, "%s", n == 1 ? does : they_do);
}

/* What a model printed, if it is a complete answer. */
static bool read_printed(void *context, const char *text, size_t len, int *answer)
{
    const pulma_job *job = context;
    if (pulma_answer_read(job->puzzle, text, len, answer, NULL) != PULMA_OK)
        return false;
    for (int i = 0; i < job->places; i++)
        if (answer[i] == PULMA_EMPTY)
            return false;
    return true;
}

/* The rows that exclude the lost answer.  Like an opinion it costs the job nothing. */
static void blame_rows(pulma_job *job, const struct pm_source *source)
{
    struct pm_watch watch = pm_watch_start();
    struct pm_model_result result = {0};
    struct pm_limits limits;
    struct pm_missed wanted = {job->places, job->lost, read_printed, job};
    if (job->blames_nobody || job->places == 0)
        return;
    if (pm_job_limits(job, &limits, NULL) == PULMA_OK &&
        pm_model_against(source, &wanted, &limits, &result, NULL) == PULMA_OK)
        take_rows(job, &result, &job->blamed, &job->blamed_count, NULL);
    pm_model_result_free(&result);
    job->seconds -= pm_watch_seconds(&watch);
}

static pulma_status fault(pulma_job *job, pulma_fault which, const int *refused)
{
    assert(which != PULMA_FAULT_NONE);
    job->fault = which;
    job->refused = refused ? pm_new(&job->arena, (size_t)job->places, int) : NULL;
    if (refused && job->refused)
        memcpy(job->refused, refused, (size_t)job->places * sizeof *refused);
    return PULMA_MODEL_FAULT;
}

/* The model says that there is no answer, in these words. */
static pulma_status doubt_none(pulma_job *job, const char *words, pulma_fault which,
                               const int *refused, int *answer, pulma_error *err)
{
    int *printed = NULL;
    if (refused) { /* which may be `answer` */
        printed = pm_new(&job->arena, (size_t)job->places, int);
        if (!printed)
            return pm_fail_memory(err);
        memcpy(printed, refused, (size_t)job->places * sizeof *refused);
    }
    assert(words[0] && which != PULMA_FAULT_NONE);
    switch (second_opinion(job, answer)) {
    case PULMA_NONE:
        return PULMA_NONE;
    case PULMA_OK:
        fault(job, which, printed);
        return pm_fail(
            err, PULMA_MODEL_FAULT, NULL, "%s; the puzzle has an answer%s", words,
            which == PULMA_FAULT_INFEASIBLE ? ", so the model is too strict" : "");
    default:
        pm_fail(err, PULMA_LIMIT, NULL, "%s; whether the puzzle has an answer is not known",
                words);
        if (err)
            err->limit = PULMA_LIMIT_OWN;
        return PULMA_LIMIT;
    }
}

/* Of a model without a solution: rows that contradict each other may be many, and all but one of
 * them right.  Those that exclude an answer of the puzzle are wrong for certain. */
static pulma_status blame_for_all(pulma_job *job, const struct pm_source *source,
                                  const int *answer, const char *words, pulma_error *err)
{
    char rows[300];
    const size_t bytes = (size_t)job->places * sizeof *answer;
    job->lost = pm_new(&job->arena, (size_t)job->places, int);
    if (!job->lost)
        return pm_fail_memory(err);
    memcpy(job->lost, answer, bytes);
    blame_rows(job, source);
    if (job->blamed_count == 0) {
        job->lost = NULL;
        return PULMA_MODEL_FAULT;
    }
    name_rows(job->blamed, job->blamed_count, " excludes it", " exclude it", rows,
              sizeof rows);
    const bool said = job->reason_count == 1 && job->blamed_count == 1; /* by the words */
    return pm_fail(err, PULMA_MODEL_FAULT, NULL,
                   "%s; the puzzle has an answer, so the model is too strict%s", words,
                   said ? "" : rows);
}

static pulma_status judge_infeasible(pulma_job *job, const struct pm_source *source,
                                     int *answer, pulma_error *err)
{
    struct pm_model_result result = {0};
    char rows[300], words[400];
    job->reason_count = 0;
    if (solve(job, true, &result, NULL) == PULMA_OK && result.status == PM_MIP_INFEASIBLE)
        take_rows(job, &result, &job->reasons, &job->reason_count, NULL);
    pm_model_result_free(&result);
    name_rows(job->reasons, job->reason_count, " cannot be met", " contradict each other",
              rows, sizeof rows);
    snprintf(words, sizeof words, "the model has no solution%s", rows);
    pulma_status status = doubt_none(job, words, PULMA_FAULT_INFEASIBLE, NULL, answer, err);
    return status == PULMA_MODEL_FAULT ? blame_for_all(job, source, answer, words, err)
                                       : status;
}

/* Places are empty.  A model whose goal is to fill in as many as it can was stopped early, or says
 * that not all can be filled. */
static pulma_status judge_unfinished(pulma_job *job, const struct pm_model_result *result,
                                     int empty, int *answer, pulma_error *err)
{
    char words[100];
    if (result->has_objective && result->status != PM_MIP_OPTIMAL)
        return PULMA_LIMIT;
    *job->finding = (pulma_finding){.place_count = 0};
    for (int i = 0; i < job->places && job->finding->place_count < 16; i++)
        if (answer[i] == PULMA_EMPTY)
            job->finding->places[job->finding->place_count++] = i;
    snprintf(job->finding->text, sizeof job->finding->text, "%d places are empty", empty);
    snprintf(words, sizeof words, "the model leaves %d of %d places empty", empty,
             job->places);
    return doubt_none(job, words, PULMA_FAULT_UNFINISHED, answer, answer, err);
}

static pulma_status judge_cost(pulma_job *job, bool claimed, const int *answer,
                               pulma_error *err)
{
    int *own = pm_new(&job->arena, (size_t)job->places, int);
    int64_t cost = pulma_cost(job->puzzle, answer);
    assert(job->costs);
    if (!own)
        return pm_fail_memory(err);
    pulma_status opinion = second_opinion(job, own);
    bool some = opinion != PULMA_NONE && job->places > 0 && own[0] != PULMA_EMPTY;
    int64_t least = some ? pulma_cost(job->puzzle, own) : cost;
    if (least < cost) {
        *job->finding = (pulma_finding){.text = "there is a cheaper answer"};
        fault(job, PULMA_FAULT_NOT_CHEAPEST, answer);
        return pm_fail(err, PULMA_MODEL_FAULT, NULL,
                       "the model calls an answer of cost %lld the cheapest, but there is "
                       "one of cost %lld",
                       (long long)cost, (long long)least);
    }
    job->cheapest_by_model = claimed;
    return pm_referee(job, answer, opinion == PULMA_OK ? PM_CHEAPEST : PM_BEST_SO_FAR, err);
}

/* A further answer: all that the model gives cost the same. */
static pulma_status judge_same_cost(pulma_job *job, const struct listing *list,
                                    const int *answer, pulma_error *err)
{
    const int64_t cost = pulma_cost(job->puzzle, answer);
    if (cost != list->cost) {
        const int64_t least = cost < list->cost ? cost : list->cost;
        *job->finding = (pulma_finding){.text = "there is a cheaper answer"};
        fault(job, PULMA_FAULT_NOT_CHEAPEST, answer);
        return pm_fail(err, PULMA_MODEL_FAULT, NULL,
                       "the model calls answers of cost %lld and %lld the cheapest",
                       (long long)least, (long long)(cost + list->cost - least));
    }
    return pm_referee(job, answer, job->optimal ? PM_CHEAPEST : PM_BEST_SO_FAR, err);
}

/* What the model printed, judged. */
static pulma_status judge_printed(pulma_job *job, const struct listing *list,
                                  const struct pm_model_result *result, int *answer,
                                  pulma_error *err)
{
    pulma_error wrong = {.message = ""};
    const char *printed = result->printed.data ? result->printed.data : "";
    bool optimal = result->status == PM_MIP_OPTIMAL;
    if (pulma_answer_read(job->puzzle, printed, result->printed.len, answer, &wrong)) {
        fault(job, PULMA_FAULT_UNFINISHED, NULL);
        return pm_fail(err, PULMA_MODEL_FAULT, NULL,
                       "the model printed no answer: line %d: %s", wrong.line,
                       wrong.message);
    }
    int empty = 0;
    for (int i = 0; i < job->places; i++)
        empty += answer[i] == PULMA_EMPTY;
    pulma_verdict verdict = pulma_check(job->puzzle, answer, job->finding);
    if (verdict == PULMA_WRONG && (empty == 0 || !result->has_objective)) {
        fault(job, PULMA_FAULT_WRONG_ANSWER, answer);
        return pm_fail(err, PULMA_MODEL_FAULT, NULL, "the model allows this board: %s",
                       job->finding->text);
    }
    if (empty > 0)
        return judge_unfinished(job, result, empty, answer, err);
    if (job->costs && pm_set_count(list->given) > 0)
        return judge_same_cost(job, list, answer, err);
    if (job->costs && optimal)
        return judge_cost(job, result->has_objective, answer, err);
    pulma_status status = pm_referee(job, answer, PM_BEST_SO_FAR, err);
    return status ? status : optimal ? PULMA_OK : job->costs ? PULMA_LIMIT : PULMA_OK;
}

/* ---- One answer after another ----------------------------------------------------------------- */

/* Ends at the first answer that the model has not. */
struct search_lost {
    pulma_job *job;
    const struct listing *list;
    int *lost;
};

static bool is_given(void *context, const int *answer)
{
    struct search_lost *search = context;
    if (pm_set_has(search->list->looks, look_of(search->job, search->list, answer)))
        return true;
    search->lost = pm_new(&search->job->arena, (size_t)search->job->places, int);
    if (search->lost)
        memcpy(search->lost, answer, (size_t)search->job->places * sizeof *answer);
    return false;
}

/* The model has no further solution.  Has the puzzle a further answer? */
static pulma_status judge_end(pulma_job *job, const struct listing *list, pulma_error *err)
{
    struct pm_watch watch;
    struct search_lost search = {.job = job, .list = list};
    pulma_job *own = own_job(job, &watch);
    pulma_status status = own ? pulma_job_each(own, is_given, &search, NULL) : PULMA_LIMIT;
    pulma_job_free(own);
    job->seconds -= pm_watch_seconds(&watch);
    job->complete_by_model = status != PULMA_NONE && !search.lost;
    if (!search.lost)
        return PULMA_NONE;
    const uint64_t n = pm_set_count(list->given);
    fault(job, PULMA_FAULT_TOO_STRICT, NULL);
    job->reason_count = 0;
    job->lost = search.lost;
    char rows[300];
    blame_rows(job, &list->source);
    name_rows(job->blamed, job->blamed_count, " excludes one of them",
              " exclude one of them", rows, sizeof rows);
    return pm_fail(err, PULMA_MODEL_FAULT, NULL,
                   "the model has %llu %s, and the puzzle has others, so the model is too "
                   "strict%s",
                   (unsigned long long)n, n == 1 ? "answer" : "answers", rows);
}

static bool is_right(const pulma_job *job, const struct pm_model_result *result,
                     int *answer)
{
    const char *printed = result->printed.data ? result->printed.data : "";
    return !pulma_answer_read(job->puzzle, printed, result->printed.len, answer, NULL) &&
           pulma_check(job->puzzle, answer, NULL) == PULMA_RIGHT;
}

static pulma_status judge(pulma_job *job, const struct listing *list,
                          const struct pm_model_result *result, int *answer,
                          pulma_error *err)
{
    switch (result->status) {
    case PM_MIP_OPTIMAL:
    case PM_MIP_FEASIBLE:
        return list->worse && !is_right(job, result, answer)
                   ? judge_end(job, list, err)
                   : judge_printed(job, list, result, answer, err);
    case PM_MIP_INFEASIBLE:
        return pm_set_count(list->given) > 0
                   ? judge_end(job, list, err)
                   : judge_infeasible(job, &list->source, answer, err);
    case PM_MIP_UNBOUNDED:
        return pm_fail(err, PULMA_SOLVER, NULL, "the model's objective is unbounded");
    case PM_MIP_LIMIT:
        break;
    }
    return PULMA_LIMIT;
}

/* A goal that the puzzle does not have may be a mere preference, such as the fewest turns: then
 * solutions that are worse are answers as well.  Or it makes boards complete, and they are not. */
static bool may_worsen(const pulma_job *job, const struct listing *list)
{
    return !job->costs && list->has_objective && pm_set_count(list->given) > 0;
}

static pulma_status sweep(pulma_job *job, const struct listing *list,
                          struct pm_model_result *result, pulma_error *err)
{
    struct pm_limits limits;
    pulma_status status = pm_job_limits(job, &limits, err);
    if (status)
        return status;
    job->used = job->solver;
    status = pm_sweep_next(list->sweep, &limits, result, err);
    job->nodes += result->nodes;
    job->seconds += result->other_seconds;
    return status;
}

/* The job takes over the values of the columns. */
static void keep_values(pulma_job *job, struct pm_model_result *result)
{
    free(job->program_values);
    job->program_values = result->values;
    job->program_value_count = result->value_count;
    result->values = NULL;
    result->value_count = 0;
}

/* The model prints once more; the board may be one that it printed before. */
static pulma_status ask(pulma_job *job, struct listing *list, int *answer, pulma_error *err)
{
    struct pm_model_result result = {0};
    pulma_status status = sweep(job, list, &result, err);
    if (pm_set_count(list->given) == 0) {
        list->has_objective = result.has_objective;
        job->has_program_value =
            !status && result.status == PM_MIP_OPTIMAL && result.has_objective;
        job->program_value = result.objective;
    }
    list->worse = !status && result.status == PM_MIP_INFEASIBLE && may_worsen(job, list);
    if (list->worse) {
        pm_model_result_free(&result);
        pm_sweep_worsen(list->sweep);
        status = sweep(job, list, &result, err);
    }
    keep_values(job, &result);
    if (!status)
        status = judge(job, list, &result, answer, err);
    pm_model_result_free(&result);
    return status;
}

static pulma_status next(pulma_job *job, void **state, int *answer, pulma_error *err)
{
    pulma_status status = *state ? PULMA_OK : listing_new(job, state, err);
    struct listing *list = *state;
    if (status)
        return status;
    do
        status = ask(job, list, answer, err);
    while (!status && pm_set_has(list->given, answer));
    if (status)
        return status;
    if (pm_set_count(list->given) == 0)
        list->cost = pulma_cost(job->puzzle, answer);
    return pm_set_add(list->given, answer) &&
                   pm_set_add(list->looks, look_of(job, list, answer))
               ? PULMA_OK
               : pm_fail_memory(err);
}

static pulma_status each(struct pm_gate *gate, pulma_error *err)
{
    pulma_job *job = gate->job;
    void *state = NULL;
    int *answer = pm_new(&job->arena, (size_t)job->places, int);
    pulma_status status = answer ? PULMA_OK : pm_fail_memory(err);
    while (!status && !gate->enough) {
        status = next(job, &state, answer, err);
        if (!status) {
            gate->passed++;
            gate->enough = !gate->take(gate->context, answer);
        }
    }
    listing_free(state);
    return status == PULMA_NONE ? PULMA_OK : status;
}

/* The constraints that conflict, by name, as reasons. */
static pulma_status why(pulma_job *job, const int *fixed, pulma_error *err)
{
    if (fixed)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "a model knows no given places; leave it out");
    struct pm_model_result result = {0};
    pulma_status status = solve(job, true, &result, err);
    if (!status && result.status == PM_MIP_INFEASIBLE)
        status = take_rows(job, &result, &job->reasons, &job->reason_count, err);
    else if (!status)
        status = result.status == PM_MIP_LIMIT ? PULMA_LIMIT : PULMA_NONE;
    pm_model_result_free(&result);
    return status;
}

const struct pm_method pm_by_model = {
    .name = "model",
    .each = each,
    .next = next,
    .free = listing_free,
    .why = why,
};
