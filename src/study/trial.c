/* One run of a comparison, in a process of its own.
 *
 * The child is a fork of the host that solves one puzzle by one way and reports through a pipe.
 * So every way gets the same limits and an address space of its own, and whatever crashes or
 * hangs ends that run only.  Integer programs go to a further process behind the library, which
 * the child ends when it is asked to stop: it is therefore asked before it is killed.
 *
 * The limit of a run is one of CPU time, but solvers are stopped by the clock, and on a busy
 * machine that takes CPU time from them.  A run that was stopped so is made once more, with as
 * much longer on the clock as it lacked, up to STUDY_PATIENCE times the limit. */
#include "study/inside.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/limits.h"

/* How long after the limit a run may still be: to stop, and to clear away. */
static const double grace = 5;

/* ---- In the child ---- */

/* What the library's status means for a comparison. */
static enum study_outcome outcome_of(pulma_status status)
{
    switch (status) {
    case PULMA_OK:
        return STUDY_SOLVED;
    case PULMA_NONE:
        return STUDY_IMPOSSIBLE;
    case PULMA_LIMIT:
        return STUDY_LIMIT;
    case PULMA_UNAVAILABLE:
        return STUDY_REFUSED;
    case PULMA_MODEL_FAULT:
        return STUDY_FAULT;
    default:
        return STUDY_BROKEN;
    }
}

/* The model as the library takes it. */
static const char *model_of(const struct study *study, const struct study_case *one)
{
    return study_is_own(study, one->model) ? study->wish.own : one->model;
}

static pulma_status solve(const struct study *study, const struct study_case *one,
                          double seconds, struct study_run *run, pulma_error *err)
{
    const pulma_puzzle *puzzle = study->puzzles[one->puzzle].puzzle;
    int places = pulma_puzzle_places(puzzle);
    int *answer = calloc((size_t)places + 1, sizeof *answer);
    pulma_job *job = answer ? pulma_job_new(puzzle) : NULL;
    if (!job) {
        snprintf(err->message, sizeof err->message, "out of memory");
        return PULMA_NO_MEMORY;
    }
    pulma_job_set_seconds(job, seconds);
    pulma_job_set_stop(job, study->host.stop, study->host.context);
    pulma_status status =
        one->model[0] ? pulma_job_set_model(job, model_of(study, one), one->solver, err)
                      : pulma_job_set_method(job, one->solver, err);
    if (status == PULMA_OK)
        status = pulma_job_next(job, answer, err);
    run->seconds = pulma_job_seconds(job);
    run->nodes = pulma_job_nodes(job);
    bool answered = status == PULMA_OK ||
                    (status == PULMA_LIMIT && places > 0 && answer[0] != PULMA_EMPTY);
    run->has_cost = answered && pulma_job_has_objective(job);
    if (run->has_cost)
        run->cost = pulma_job_objective(job);
    run->has_optimum = pulma_job_program_value(job, &run->optimum);
    pulma_job_free(job);
    free(answer);
    return status;
}

/* The value of the relaxation, where the model has an objective. */
static void relax(const struct study *study, const struct study_case *one,
                  struct study_run *run)
{
    pulma_status status =
        pulma_model_relaxation(study->puzzles[one->puzzle].puzzle, model_of(study, one),
                               study->wish.seconds, &run->relaxation, NULL);
    run->has_relaxation = status == PULMA_OK || status == PULMA_NONE;
    if (status == PULMA_NONE)
        run->relaxation = INFINITY;
}

/* The size, if it is not known yet, and the answer. */
static void work(const struct study *study, const struct study_case *one, double seconds,
                 struct study_run *run)
{
    pulma_error err = {.message = ""}, unmeasured;
    memset(run, 0, sizeof *run);
    if (one->model[0] && !one->last.has_size)
        run->has_size = pulma_model_size(study->puzzles[one->puzzle].puzzle,
                                         model_of(study, one), false, study->wish.seconds,
                                         &run->size, NULL, &unmeasured) == PULMA_OK;
    if (run->has_size)
        relax(study, one, run);
    run->outcome = outcome_of(solve(study, one, seconds, run, &err));
    snprintf(run->message, sizeof run->message, "%.199s", err.message);
}

/* All that the child does; its memory goes with it. */
static void work_and_report(const struct study *study, const struct study_case *one,
                            double seconds, int out)
{
    struct study_run run;
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    work(study, one, seconds, &run);
    const char *bytes = (const char *)&run;
    size_t sent = 0;
    while (sent < sizeof run) {
        ssize_t n = write(out, bytes + sent, sizeof run - sent);
        if (n <= 0 && errno != EINTR)
            _exit(1);
        sent += n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

/* ---- Beside it ---- */

/* A run that reported nothing. */
static void fail_run(struct study_run *run, const char *words, int number)
{
    memset(run, 0, sizeof *run);
    run->outcome = STUDY_BROKEN;
    snprintf(run->message, sizeof run->message, words, number);
}

/* Asks the child to stop, waits two seconds for that, and kills it. */
static int end_child(pid_t child)
{
    int status = 0;
    kill(child, SIGTERM);
    for (int i = 0; i < 200; i++) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            return status;
        poll(NULL, 0, 10);
    }
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Reads the report until it is whole, the child's end, the deadline or Ctrl-C.  Returns how
 * many bytes came. */
static size_t listen_to(const struct study *study, int from, double deadline,
                        void (*wait)(void *), void *context, struct study_run *run)
{
    size_t got = 0;
    while (got < sizeof *run && pm_clock() < deadline && !study_stopped(study)) {
        struct pollfd input = {from, POLLIN, 0};
        wait(context);
        if (poll(&input, 1, 100) <= 0)
            continue;
        ssize_t n = read(from, (char *)run + got, sizeof *run - got);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        got += n > 0 ? (size_t)n : 0;
    }
    return got;
}

/* As study_try(), but once, with this many seconds on the clock. */
static bool try_once(const struct study *study, const struct study_case *one,
                     double seconds, void (*wait)(void *context), void *context,
                     struct study_run *run)
{
    int ends[2];
    if (study->wish.in_process) {
        wait(context);
        work(study, one, seconds, run);
        return !(study_stopped(study) && run->outcome == STUDY_LIMIT);
    }
    memset(run, 0, sizeof *run);
    fflush(NULL); /* what is not printed yet would be printed twice */
    if (pipe(ends) != 0) {
        fail_run(run, "cannot open a pipe (error %d)", errno);
        return true;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        work_and_report(study, one, seconds, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        fail_run(run, "cannot start a process (error %d)", errno);
        return true;
    }
    /* Measuring the size and the relaxation may take the limit twice more. */
    double deadline = pm_clock() + 2 * study->wish.seconds + seconds + grace;
    size_t got = listen_to(study, ends[0], deadline, wait, context, run);
    bool late = got < sizeof *run && pm_clock() >= deadline;
    /* Ctrl-C reaches the child as well, which may report its limit before we look. */
    bool stopped =
        study_stopped(study) && (got < sizeof *run || run->outcome == STUDY_LIMIT);
    int status = 0;
    if (late || got < sizeof *run)
        status = end_child(child);
    else
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
    close(ends[0]);
    if (stopped)
        return false;
    if (late)
        fail_run(run, "did not stop %d s after its limit", (int)grace);
    else if (WIFSIGNALED(status))
        fail_run(run, "crashed by signal %d", WTERMSIG(status));
    else if (got < sizeof *run)
        fail_run(run, "ended with status %d and without a result", WEXITSTATUS(status));
    return true;
}

/* Solvers may end a little before their limit, and short times are not exact. */
bool study_is_starved(const struct study *study, const struct study_run *run)
{
    return run->outcome == STUDY_LIMIT && run->seconds < 0.75 * study->wish.seconds &&
           run->seconds < study->wish.seconds - 0.05;
}

bool study_try(const struct study *study, const struct study_case *one,
               void (*wait)(void *context), void *context, struct study_run *run)
{
    const double limit = study->wish.seconds;
    if (!try_once(study, one, limit, wait, context, run))
        return false;
    if (!study_is_starved(study, run))
        return true;
    double longer = 1.25 * limit * limit / fmax(run->seconds, limit / 100);
    if (!try_once(study, one, fmin(longer, STUDY_PATIENCE * limit), wait, context, run))
        return false;
    /* Now it may have had more than its share. */
    if ((run->outcome == STUDY_SOLVED || run->outcome == STUDY_IMPOSSIBLE) &&
        run->seconds > limit)
        run->outcome = STUDY_LIMIT;
    return true;
}
