/* Going through all puzzles of a call, one at a time or several at once.
 *
 * The source reads the files one after another, bit by bit, and gives puzzles, always one
 * ahead, so that the first puzzle knows whether it is the only one.  Alone (-j 1) a puzzle prints straight to
 * standard output.  With threads the puzzles stand in a ring of slots: this thread fills slots
 * and empties them in order, the workers take them in the same order, and each writes into its
 * slot.  So the output is the same for any -j, and a batch of any length needs the memory of a
 * ring. */
#define _DEFAULT_SOURCE /* open_memstream with older C libraries */
#include "cli/batch.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- The source ---- */

/* What the source gives: a puzzle, or what went wrong with a file. */
struct found {
    pulma_status status; /* PULMA_NONE: there is nothing more */
    pulma_puzzle *puzzle;
    const char *file;
    pulma_error err;
};

struct source {
    const struct cli_call *call;
    int next_argument;
    const char *file; /* its name */
    struct cli_file open;
    pulma_reader *reader;       /* NULL: no file is open */
    struct found ahead, second; /* the second only if `peeked` */
    bool peeked;
    bool several; /* there is more than one puzzle */
};

static void close_file(struct source *source)
{
    if (!source->reader)
        return;
    pulma_reader_free(source->reader);
    cli_file_close(&source->open);
    source->reader = NULL;
}

/* Opens the next file; PULMA_NONE after the last. */
static pulma_status open_file(struct source *source, pulma_error *err)
{
    const struct cli_call *call = source->call;
    if (source->next_argument == call->argument_count)
        return PULMA_NONE;
    source->file = call->arguments[source->next_argument++];
    if (!cli_file_open(&source->open, source->file, err))
        return err->status;
    source->reader = pulma_reader_new_stream(cli_file_pull, &source->open,
                                             call->text[CLI_KIND], call->text[CLI_FROM]);
    if (source->reader)
        return PULMA_OK;
    cli_file_close(&source->open);
    *err = (pulma_error){.status = PULMA_NO_MEMORY};
    snprintf(err->message, sizeof err->message, "%s", pulma_status_text(PULMA_NO_MEMORY));
    return PULMA_NO_MEMORY;
}

static struct found look_ahead(struct source *source)
{
    struct found found = {.status = PULMA_OK};
    for (;;) {
        if (!source->reader)
            found.status = open_file(source, &found.err);
        if (found.status == PULMA_OK)
            found.status = pulma_reader_next(source->reader, &found.puzzle, &found.err);
        else if (found.status == PULMA_NONE)
            return found;
        found.file = source->file;
        if (found.status == PULMA_OK)
            return found;
        close_file(source);
        if (found.status != PULMA_NONE)
            return found;
        found.status = PULMA_OK;
    }
}

static void source_open(struct source *source, const struct cli_call *call)
{
    *source = (struct source){.call = call};
    source->ahead = look_ahead(source);
}

static struct found source_next(struct source *source)
{
    struct found found = source->ahead;
    if (source->peeked)
        source->ahead = source->second;
    else if (found.status != PULMA_NONE)
        source->ahead = look_ahead(source);
    source->peeked = false;
    source->several |= source->ahead.status != PULMA_NONE;
    return found;
}

/* Whether there are two puzzles at least, or complaints.  Asked before the first is taken. */
static bool source_has_two(struct source *source)
{
    source->second = source->ahead;
    source->peeked = source->ahead.status != PULMA_NONE;
    if (source->peeked)
        source->second = look_ahead(source);
    return source->second.status != PULMA_NONE;
}

static void source_close(struct source *source)
{
    pulma_puzzle_free(source->ahead.puzzle);
    if (source->peeked)
        pulma_puzzle_free(source->second.puzzle);
    close_file(source);
}

/* ---- One puzzle after another ---- */

/* Hands the output over now and then, so that whoever reads it need not wait. */
static void flush_when_due(double *flushed)
{
    double now = cli_now();
    if (now - *flushed < 0.02)
        return;
    fflush(stdout);
    *flushed = now;
}

/* Whether the rest is to be left alone: Ctrl-C, an output that takes nothing more, or the time
 * long over.  Up to a second after the deadline puzzles are still told to be stopped, one by
 * one; a million of them are not. */
static bool leaves_rest(const struct source *source)
{
    if (ferror(stdout))
        cli_stop(); /* the other threads too */
    bool late = source->call->deadline > 0 && cli_now() > source->call->deadline + 1;
    if (source->ahead.status == PULMA_NONE || !(cli_interrupted() || late))
        return false;
    if (late && !cli_interrupted())
        fputs("pulma: the time is over, the puzzles from here on are not read\n", stderr);
    return true;
}

static void prepare(struct cli_item *item, const struct cli_task *task)
{
    item->prepared = item->puzzle && task->prepare ? task->prepare(item) : NULL;
}

static int work_alone(struct source *source, struct cli_item item,
                      const struct cli_task *task)
{
    int status = CLI_DONE;
    double flushed = 0;
    for (;;) {
        if (leaves_rest(source))
            return cli_worse(status, CLI_STOPPED);
        struct found found = source_next(source);
        if (found.status == PULMA_NONE)
            break;
        item.file = found.file;
        item.puzzle = found.puzzle;
        item.number++;
        item.several = source->several;
        prepare(&item, task);
        int one = found.puzzle ? task->work(&item) : cli_item_fail(&item, &found.err);
        status = cli_worse(status, one);
        free(item.prepared);
        pulma_puzzle_free(found.puzzle);
        item.progress->done++;
        flush_when_due(&flushed);
    }
    return status;
}

/* ---- Several at once ---- */

enum { MAX_WORKERS = 256, SLOTS_PER_WORKER = 64, MOST_AT_ONCE = 16 };

static const double patience =
    0.0005; /* seconds until what is done is told to other threads */

struct slot {
    struct cli_item item;
    char *out, *complaints;
    size_t out_len, complaints_len;
    int status;
    bool done;
};

struct ring {
    pthread_mutex_t lock;
    pthread_cond_t filled, finished;
    struct slot *slots;
    long size;
    /* Counted from the start, never reset; slot i stands at i % size.
     * emptied <= taken <= filled_to <= emptied + size. */
    long emptied, taken, filled_to;
    bool closed;    /* nothing more will come */
    bool no_memory; /* for a slot */
    int worker_count;
    const struct cli_task *task;
};

/* How many slots a worker takes at once: so few that the others get their share, and several
 * where boards are so small that taking them one by one would cost more than solving them. */
static long share(const struct ring *ring)
{
    long waiting = ring->filled_to - ring->taken, n = waiting / (2 * ring->worker_count);
    return n < 1 ? 1 : n > MOST_AT_ONCE ? MOST_AT_ONCE : n;
}

/* Tells that the slots from `first` up to `end` are done; called with the lock held. */
static void finish_slots(struct ring *ring, long first, long end)
{
    for (long i = first; i < end; i++)
        ring->slots[i % ring->size].done = true;
    if (first <= ring->emptied) /* it is the oldest that is waited for */
        pthread_cond_signal(&ring->finished);
}

static void work_on(struct ring *ring, struct slot *slot)
{
    if (slot->item.puzzle) /* not a failure of reading, which has been told */
        slot->status = cli_interrupted() ? CLI_STOPPED : ring->task->work(&slot->item);
}

static void *worker(void *context)
{
    struct ring *ring = context;
    pthread_mutex_lock(&ring->lock);
    for (;;) {
        while (ring->taken == ring->filled_to && !ring->closed)
            pthread_cond_wait(&ring->filled, &ring->lock);
        if (ring->taken == ring->filled_to)
            break;
        long first = ring->taken, end = first + share(ring);
        ring->taken = end;
        for (long i = first; i < end;) {
            pthread_mutex_unlock(&ring->lock);
            double since = cli_now();
            do
                work_on(ring, &ring->slots[i++ % ring->size]);
            while (i < end && cli_now() - since < patience);
            pthread_mutex_lock(&ring->lock);
            finish_slots(ring, first, i);
            first = i;
        }
    }
    pthread_mutex_unlock(&ring->lock);
    return NULL;
}

static void drop_slot(struct slot *slot)
{
    if (slot->item.out)
        fclose(slot->item.out);
    if (slot->item.complaints)
        fclose(slot->item.complaints);
    free(slot->out);
    free(slot->complaints);
    free(slot->item.prepared);
    pulma_puzzle_free(slot->item.puzzle);
}

/* Puts the next puzzle, or what went wrong with it, into the next slot.  False: there is none,
 * or no memory. */
static bool fill_slot(struct ring *ring, long index, struct source *source,
                      const struct cli_item *base)
{
    struct found found = source_next(source);
    if (found.status == PULMA_NONE)
        return false;
    struct slot *slot = &ring->slots[index % ring->size];
    *slot = (struct slot){.item = *base};
    slot->item.number = index + 1;
    slot->item.several = source->several;
    slot->item.file = found.file;
    slot->item.puzzle = found.puzzle;
    slot->item.progress = NULL;
    slot->item.out = open_memstream(&slot->out, &slot->out_len);
    slot->item.complaints = open_memstream(&slot->complaints, &slot->complaints_len);
    if (!slot->item.out || !slot->item.complaints) {
        drop_slot(slot);
        ring->no_memory = true;
        fprintf(stderr, "pulma: %s\n", pulma_status_text(PULMA_NO_MEMORY));
        return false;
    }
    prepare(&slot->item, ring->task);
    if (!found.puzzle)
        slot->status = cli_item_fail(&slot->item, &found.err);
    return true;
}

static void print_slot(struct slot *slot, struct cli_progress *progress)
{
    fflush(slot->item.out);
    fflush(slot->item.complaints);
    cli_progress_hide(progress);
    fwrite(slot->out, 1, slot->out_len, stdout);
    if (!ferror(stdout)) /* otherwise nobody listens any more */
        fwrite(slot->complaints, 1, slot->complaints_len, stderr);
    progress->done++;
}

/* Waits until the oldest puzzle is finished, showing meanwhile that work goes on. */
static void await_oldest(struct ring *ring, struct cli_progress *progress)
{
    const struct slot *oldest = &ring->slots[ring->emptied % ring->size];
    while (!oldest->done) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 250000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&ring->finished, &ring->lock, &until);
        cli_progress_show(progress);
    }
}

/* Fills all free slots; called with the lock held.  False: there is nothing more. */
static bool fill_ring(struct ring *ring, struct source *source, const struct cli_item *base)
{
    bool more = true;
    while (more && ring->filled_to < ring->emptied + ring->size) {
        long index = ring->filled_to, end = ring->emptied + ring->size;
        pthread_mutex_unlock(&ring->lock);
        double since = cli_now();
        do {
            more = fill_slot(ring, index, source, base);
            index += more;
        } while (more && index < end && cli_now() - since < patience);
        pthread_mutex_lock(&ring->lock);
        ring->filled_to = index;
        pthread_cond_broadcast(&ring->filled);
    }
    return more;
}

/* Fills and empties until there is nothing more; called with the lock held. */
static int attend(struct ring *ring, struct source *source, const struct cli_item *base)
{
    int status = CLI_DONE;
    double flushed = 0;
    bool more = true;
    while (more || ring->emptied < ring->filled_to) {
        if (more && leaves_rest(source)) {
            more = false;
            status = cli_worse(status, CLI_STOPPED);
        }
        if (more && ring->filled_to - ring->emptied <= ring->size / 2)
            more = fill_ring(ring, source, base);
        if (ring->emptied == ring->filled_to)
            break;
        await_oldest(ring, base->progress);
        struct slot *oldest = &ring->slots[ring->emptied % ring->size];
        pthread_mutex_unlock(&ring->lock);
        print_slot(oldest, base->progress);
        flush_when_due(&flushed);
        pthread_mutex_lock(&ring->lock);
        status = cli_worse(status, oldest->status);
        drop_slot(oldest);
        *oldest = (struct slot){0};
        ring->emptied++;
    }
    return ring->no_memory ? CLI_BAD : status;
}

static int work_together(struct source *source, const struct cli_item *base,
                         const struct cli_task *task, int worker_count)
{
    struct ring ring = {.size = SLOTS_PER_WORKER * (long)worker_count,
                        .task = task,
                        .worker_count = worker_count};
    pthread_t workers[MAX_WORKERS];
    int started = 0;
    ring.slots = calloc((size_t)ring.size, sizeof *ring.slots);
    if (!ring.slots)
        return work_alone(source, *base, task);
    pthread_mutex_init(&ring.lock, NULL);
    pthread_cond_init(&ring.filled, NULL);
    pthread_cond_init(&ring.finished, NULL);
    while (started < worker_count &&
           !pthread_create(&workers[started], NULL, worker, &ring))
        started++;
    int status;
    if (started > 0) {
        pthread_mutex_lock(&ring.lock);
        status = attend(&ring, source, base);
        ring.closed = true;
        pthread_cond_broadcast(&ring.filled);
        pthread_mutex_unlock(&ring.lock);
        for (int i = 0; i < started; i++)
            pthread_join(workers[i], NULL);
    } else {
        status = work_alone(source, *base, task);
    }
    pthread_cond_destroy(&ring.finished);
    pthread_cond_destroy(&ring.filled);
    pthread_mutex_destroy(&ring.lock);
    free(ring.slots);
    return status;
}

int cli_each_puzzle(const struct cli_call *call, const struct cli_task *task)
{
    struct source source;
    struct cli_progress progress;
    uint64_t workers = cli_given(call, CLI_JOBS) ? call->number[CLI_JOBS] : 1;
    source_open(&source, call);
    cli_progress_start(&progress, task->what);
    struct cli_item base = {.call = call,
                            .out = stdout,
                            .complaints = stderr,
                            .threads = 1,
                            .terminal = isatty(STDOUT_FILENO) == 1,
                            .progress = &progress,
                            .context = task->context};
    int threads = workers > MAX_WORKERS ? MAX_WORKERS : (int)workers, status;
    if (threads > 1 && source_has_two(&source)) {
        status = work_together(&source, &base, task, threads);
    } else {
        base.threads = threads;
        status = work_alone(&source, base, task);
    }
    cli_progress_hide(&progress);
    source_close(&source);
    return status;
}

/* ---- What the commands say about a puzzle ---- */

void cli_header(const struct cli_item *item)
{
    if (!item->several)
        return;
    const char *title = pulma_puzzle_title(item->puzzle);
    fputs(item->number > 1 ? "\n% " : "% ", item->out);
    cli_print_clean(item->out, cli_file_name(item->file));
    fprintf(item->out, ":%d: %s%s", pulma_puzzle_line(item->puzzle),
            pulma_kind_name(pulma_puzzle_kind(item->puzzle)), *title ? ": " : "");
    cli_print_clean(item->out, title);
    fputc('\n', item->out);
}

const char *cli_item_model(const struct cli_item *item)
{
    const struct cli_call *call = item->call;
    int kind = pulma_puzzle_kind(item->puzzle);
    if (cli_given(call, CLI_MODEL))
        return call->text[CLI_MODEL];
    bool any = cli_given(call, CLI_SOLVER) && pulma_model_count(kind) > 0;
    return any ? pulma_model_name(kind, 0) : NULL;
}

int cli_item_fail(const struct cli_item *item, const pulma_error *err)
{
    pulma_error placed = *err;
    const char *model = item->puzzle ? cli_item_model(item) : NULL;
    cli_progress_hide(item->progress);
    /* The puzzle has been read: a position is one in the model. */
    if (model && err->line > 0)
        return cli_fail(item->call, item->out, item->complaints, model, err);
    /* What is wrong beyond the text is said of the line where the puzzle began. */
    if (item->puzzle && item->several && placed.line == 0) {
        placed.line = pulma_puzzle_line(item->puzzle);
        placed.column = 1;
    }
    return cli_fail(item->call, item->out, item->complaints, item->file, &placed);
}

void cli_item_note(const struct cli_item *item, const char *what, const char *detail)
{
    cli_progress_hide(item->progress);
    cli_print_clean(item->complaints, cli_file_name(item->file));
    fprintf(item->complaints, ":%d: %s: ", pulma_puzzle_line(item->puzzle), what);
    cli_print_clean(item->complaints, detail);
    fputc('\n', item->complaints);
}

void cli_item_stopped(const struct cli_item *item, const pulma_error *err)
{
    const struct cli_call *call = item->call;
    const char *reason = err->message[0] ? err->message : "a limit is reached";
    if (cli_interrupted())
        reason = "interrupted";
    else if (cli_given(call, CLI_CONFLICTS) && !cli_out_of_time(call))
        reason = "too many conflicts";
    else if (cli_given(call, CLI_TIME)) /* solvers may end a little before it */
        reason = "the time is over";
    cli_item_note(item, "stopped", reason);
}

static bool wants_to_stop(void *context)
{
    const struct cli_item *item = context;
    cli_progress_show(item->progress);
    return cli_interrupted();
}

/* By an integer program if the call names a model or a solver; a solver alone takes the
 * kind's first model. */
static pulma_status choose_method(const struct cli_item *item, pulma_job *job,
                                  pulma_error *err)
{
    const struct cli_call *call = item->call;
    const char *model = cli_item_model(item), *solver = call->text[CLI_SOLVER];
    if (model)
        return pulma_job_set_model(job, model, solver, err);
    if (!solver)
        return cli_given(call, CLI_METHOD)
                   ? pulma_job_set_method(job, call->text[CLI_METHOD], err)
                   : PULMA_OK;
    *err = (pulma_error){.status = PULMA_BAD_CALL};
    snprintf(err->message, sizeof err->message, "there is no model of %s: name one",
             pulma_kind_title(pulma_puzzle_kind(item->puzzle)));
    return PULMA_BAD_CALL;
}

pulma_job *cli_item_job(const struct cli_item *item)
{
    const struct cli_call *call = item->call;
    pulma_error err = {.status = PULMA_NO_MEMORY};
    pulma_job *job = pulma_job_new(item->puzzle);
    if (!job) {
        snprintf(err.message, sizeof err.message, "%s", pulma_status_text(err.status));
        cli_item_fail(item, &err);
        return NULL;
    }
    pulma_job_set_seconds(job, cli_seconds_left(call));
    if (cli_given(call, CLI_CONFLICTS))
        pulma_job_set_conflicts(job, call->number[CLI_CONFLICTS] > INT64_MAX
                                         ? INT64_MAX
                                         : (int64_t)call->number[CLI_CONFLICTS]);
    if (cli_given(call, CLI_SEED))
        pulma_job_set_seed(job, call->number[CLI_SEED]);
    pulma_job_set_threads(job, item->threads);
    pulma_job_set_stop(job, wants_to_stop, (void *)item);
    if (choose_method(item, job, &err) == PULMA_OK)
        return job;
    cli_item_fail(item, &err);
    pulma_job_free(job);
    return NULL;
}

void cli_json_effort(const struct cli_item *item, const pulma_job *job)
{
    fprintf(item->out, ",\"seconds\":%.6f,\"nodes\":%" PRId64, pulma_job_seconds(job),
            pulma_job_nodes(job));
}

void cli_json_origin(const struct cli_item *item)
{
    const char *title = pulma_puzzle_title(item->puzzle);
    fputs(",\"file\":", item->out);
    cli_json_text(item->out, item->file);
    fprintf(item->out, ",\"line\":%d", pulma_puzzle_line(item->puzzle));
    if (*title) {
        fputs(",\"title\":", item->out);
        cli_json_text(item->out, title);
    }
}

void cli_print_puzzle(FILE *out, const char *text, long number)
{
    /* Notations of one line know their end; pulma's own has a blank line between puzzles. */
    const char *newline = strchr(text, '\n');
    if (number > 1 && newline && newline[1])
        fputc('\n', out);
    fputs(text, out);
}
