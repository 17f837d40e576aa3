/* By the kernel: a search for this kind alone, which reports all answers in one go.
 *
 * next() wants them one at a time, and a kernel cannot be left in the middle of its work.  So it
 * runs again for further answers and skips those that were given.  A run that goes on until it
 * has done twice the work of the one before costs no more than all earlier ones together; what it
 * finds beyond the next answer is kept for later. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "job/job.h"

/* One run of the kernel. */
struct run {
    struct pm_search search; /* first, so that found() can come back to the run */
    struct pm_effort effort;
    struct pm_limits limits;
    pulma_job *job;
    struct pm_gate *gate;
    /* Answers that are known: the first in the order of the search, and perhaps one more. */
    uint64_t skip;
    const int *known;
    struct helping *helping; /* NULL: a run to the end */
};

/* Answers that next() has not given yet. */
struct helping {
    int *answers; /* `places` integers each */
    size_t count, handed, room;
    uint64_t given; /* in all; the first of them */
    int *first;
    bool complete; /* there are no more than these */
    int64_t nodes; /* of the last run */
    bool enough;   /* the present run may end */
    bool failed;   /* no memory */
};

/* ---- A run ------------------------------------------------------------------------------------ */

static bool found(struct pm_search *search, const int *answer)
{
    struct run *run = (struct run *)search;
    size_t bytes = (size_t)run->job->places * sizeof *answer;
    assert(search->found == found && run->job->asking);
    if (search->unproved) {
        assert(run->job->costs);
        run->gate->status = pm_referee(run->job, answer, PM_BEST_SO_FAR, run->gate->err);
        return run->gate->status == PULMA_OK;
    }
    if (run->known && memcmp(run->known, answer, bytes) == 0)
        return true;
    if (run->skip > 0) {
        run->skip--;
        return true;
    }
    return pm_gate_pass(run->gate, answer);
}

static void tell_better(struct pm_search *search, const int *answer)
{
    pm_referee_better(((struct run *)search)->job, answer);
}

/* Whether a helping is large enough: there is a new answer, and either so much work was done as
 * the header says or, of a search that does not count it, there are twice as many answers.  None
 * is so large that its memory is felt. */
static bool is_enough(const struct run *run)
{
    enum { FEW_NODES = 1000, MANY_INTEGERS = 1 << 20 };
    const struct helping *h = run->helping;
    if (h->count == 0)
        return false;
    int64_t nodes = run->effort.nodes;
    uint64_t known = h->given + h->count;
    bool worked = nodes >= FEW_NODES && nodes >= 2 * h->nodes;
    bool doubled = nodes == 0 && h->count >= h->given;
    bool full =
        h->count * (size_t)run->job->places >= MANY_INTEGERS && known >= 2 * h->given;
    return h->given == 0 || worked || doubled || full;
}

/* The caller's wish to stop, or ours. */
static bool stop_run(void *context)
{
    struct run *run = context;
    if (run->job->limits.stop(run->job->limits.context))
        return true;
    run->helping->enough = is_enough(run);
    return run->helping->enough;
}

static pulma_status refuse(const pulma_job *job, pulma_error *err)
{
    return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the kernel of %s does not do this puzzle",
                   job->kind->name);
}

static pulma_status prepare(struct run *run, pulma_job *job, struct pm_gate *gate,
                            pulma_error *err)
{
    *run = (struct run){.job = job, .gate = gate};
    run->search = (struct pm_search){.limits = &run->limits,
                                     .effort = &run->effort,
                                     .found = found,
                                     .better = tell_better,
                                     .threads = job->threads > 1 ? job->threads : 1,
                                     .start = job->start,
                                     .fixed = job->fixed};
    job->used = "kernel";
    return job->fit == PM_FITS_NOT && !job->shares ? refuse(job, err)
                                                   : pm_job_limits(job, &run->limits, err);
}

static pulma_status work(struct run *run)
{
    pulma_job *job = run->job;
    struct pm_gate *gate = run->gate;
    assert(!job->effort && !job->engine && !gate->enough);
    if (job->fit == PM_FITS_NO_ANSWER)
        return PULMA_OK;
    job->effort = &run->effort;
    pulma_status status = job->kind->kernel(pm_job_board(job), &run->search);
    job->effort = NULL;
    job->nodes += run->effort.nodes;
    job->seconds += run->effort.seconds;
    return gate->status ? gate->status : gate->enough ? PULMA_OK : status;
}

static pulma_status each(struct pm_gate *gate, pulma_error *err)
{
    struct run run;
    pulma_status status = prepare(&run, gate->job, gate, err);
    if (!status)
        status = work(&run);
    return status == PULMA_UNAVAILABLE ? refuse(gate->job, err) : status;
}

/* ---- One after the other ------------------------------------------------------------------------ */

static void release(void *state)
{
    struct helping *h = state;
    if (h) {
        free(h->answers);
        free(h->first);
    }
    free(h);
}

/* Keeps an answer for later.  False: the helping is large enough. */
static bool keep(void *context, const int *answer)
{
    struct run *run = context;
    struct helping *h = run->helping;
    size_t width = (size_t)run->job->places;
    if (h->count == h->room) {
        size_t room = h->room ? 2 * h->room : 1;
        int *more = width && room > SIZE_MAX / sizeof *more / width
                        ? NULL
                        : realloc(h->answers, (room * width + 1) * sizeof *more);
        if (!more) {
            h->failed = true;
            return false;
        }
        h->answers = more;
        h->room = room;
    }
    memcpy(h->answers + h->count * width, answer, width * sizeof *answer);
    h->count++;
    h->enough = is_enough(run);
    return !h->enough;
}

/* Runs the kernel for further answers. */
static pulma_status help_oneself(pulma_job *job, struct helping *h, pulma_error *err)
{
    struct run run;
    struct pm_gate gate = {.job = job, .take = keep, .context = &run, .err = err};
    pulma_status status = prepare(&run, job, &gate, err);
    if (status)
        return status;
    run.helping = h;
    run.skip = h->given;
    if (job->threads > 1 && h->given > 0) {
        /* Which answer comes first is chance among threads: from now on they come in order. */
        run.search.threads = 1;
        run.known = h->first;
        run.skip--;
    }
    if (h->given > 0) {
        run.limits.stop = stop_run;
        run.limits.context = &run;
    }
    h->count = h->handed = 0;
    h->enough = false;
    status = work(&run);
    h->nodes = run.effort.nodes;
    if (h->failed)
        return pm_fail_memory(err);
    h->complete = status == PULMA_OK && !h->enough;
    assert(h->count <= h->room && (!h->enough || h->count > 0));
    return status == PULMA_LIMIT && h->enough ? PULMA_OK : status;
}

static pulma_status hand_out(pulma_job *job, struct helping *h, int *answer,
                             pulma_error *err)
{
    assert(h->handed < h->count);
    size_t bytes = (size_t)job->places * sizeof *answer;
    memcpy(answer, h->answers + h->handed++ * (size_t)job->places, bytes);
    if (h->given++ > 0)
        return PULMA_OK;
    h->first = malloc(bytes + 1);
    if (!h->first)
        return pm_fail_memory(err);
    memcpy(h->first, answer, bytes);
    return PULMA_OK;
}

static pulma_status next(pulma_job *job, void **state, int *answer, pulma_error *err)
{
    struct helping *h = *state ? *state : (*state = calloc(1, sizeof *h));
    pulma_status status = PULMA_OK;
    if (!h)
        return pm_fail_memory(err);
    if (h->handed == h->count && !h->complete)
        status = help_oneself(job, h, err);
    if (status == PULMA_UNAVAILABLE)
        return refuse(job, err);
    /* What was found before a limit came is right all the same. */
    if (h->handed < h->count && (status == PULMA_OK || status == PULMA_LIMIT))
        return hand_out(job, h, answer, err);
    return status ? status : PULMA_NONE;
}

/* ---- For who goes on with another method ---------------------------------------------------- */

uint64_t pm_kernel_given(const void *state, const int **first)
{
    const struct helping *h = state;
    *first = h ? h->first : NULL;
    return h ? h->given : 0;
}

struct recalled {
    struct pm_set *known;
    uint64_t wanted;
};

static bool recall(void *context, const int *answer)
{
    struct recalled *r = context;
    return pm_set_add(r->known, answer) && pm_set_count(r->known) < r->wanted;
}

pulma_status pm_kernel_recall(pulma_job *job, uint64_t n, const int *first,
                              struct pm_set *known, pulma_error *err)
{
    if (n == 0)
        return PULMA_OK;
    assert(first && pm_set_count(known) <= n);
    if (!pm_set_add(known, first))
        return pm_fail_memory(err);
    struct run run;
    struct recalled recalled = {known, n};
    struct pm_gate gate = {.job = job, .take = recall, .context = &recalled, .err = err};
    pulma_status status = n > 1 ? prepare(&run, job, &gate, err) : PULMA_OK;
    if (n == 1 || status)
        return status;
    run.search.threads = 1;
    run.known = first;
    status = work(&run);
    if (status == PULMA_OK && pm_set_count(known) < n)
        return pm_fail_memory(err);
    return status;
}

/* ---- Counting ----------------------------------------------------------------------------------- */

static pulma_status count(pulma_job *job, uint64_t limit, pulma_error *err)
{
    if (!job->kind->tally)
        return PULMA_UNAVAILABLE;
    struct pm_tally tally = {.exact = true};
    struct pm_gate none = {.job = job};
    struct run run;
    pulma_status status = prepare(&run, job, &none, err);
    if (status)
        return status;
    if (job->fit == PM_FITS_NO_ANSWER) {
        pm_out_count(&job->count, 0);
        job->exact = true;
        return PULMA_OK;
    }
    job->effort = &run.effort;
    run.search.shares = job->shares;
    status = job->kind->tally(job->shares ? job->puzzle->data : pm_job_board(job), limit,
                              &run.search, &tally);
    job->effort = NULL;
    job->nodes += run.effort.nodes;
    job->seconds += run.effort.seconds;
    if (status == PULMA_UNAVAILABLE) {
        pm_out_free(&tally.count);
        pm_out_free(&tally.looks);
        return status;
    }
    job->count = tally.count;
    job->looks = tally.looks;
    job->exact = tally.exact && status == PULMA_OK;
    return status;
}

static pulma_status why(pulma_job *job, const int *fixed, pulma_error *err)
{
    return pm_by_rules.why(job, fixed, err); /* reasons are the rules' */
}

const struct pm_method pm_by_kernel = {
    .name = "kernel",
    .each = each,
    .next = next,
    .free = release,
    .count = count,
    .why = why,
};
