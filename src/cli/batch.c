/* Going through all puzzles of a call, one at a time or several at once.
 *
 * The source reads the files one after another, bit by bit, and gives puzzles, always one
 * ahead, so that the first puzzle knows whether it is the only one.  Alone (-j 1) a puzzle prints
 * straight to standard output.  With threads the puzzles stand in a chain of pieces: this thread
 * adds pieces at one end and prints and drops them at the other, the workers take them in the
 * same order, and each says what it has to say into its piece.  So the output is the same for any
 * -j, and a batch of any length needs the memory of a chain.
 *
 * A piece may have many puzzles, which are read by its worker, so that small ones cost this
 * thread little more than a look at a line.  If they take long, the rest of the piece is cut into
 * single ones for all workers.
 *
 * After a puzzle that cannot be read the next one is looked for; with --strict, what stands after
 * it in its file is unwanted. */
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
    pulma_lot *lot; /* several puzzles instead of one */
    const char *file;
    int file_number;
    pulma_error err;
};

struct source {
    const struct cli_call *call;
    int next_argument; /* after that of the file: its number */
    const char *file;  /* its name */
    int most;          /* how many puzzles a lot may have; 0: puzzles come one by one */
    bool (*idle)(void *context); /* as in struct cli_file */
    void *idle_context;
    struct cli_file open;
    pulma_reader *reader;       /* NULL: no file is open */
    long bad;                   /* puzzles that could not be read */
    int bad_in_a_row;           /* of them, the last ones */
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

/* Whether to go on in a file with a puzzle that cannot be read.  After many in a row it is
 * something else than a file of puzzles. */
static bool goes_on(struct source *source, pulma_status status)
{
    enum { MOST_IN_A_ROW = 20 };
    return status == PULMA_BAD_TEXT && !cli_given(source->call, CLI_STRICT) &&
           ++source->bad_in_a_row < MOST_IN_A_ROW && pulma_reader_skip(source->reader);
}

static struct found look_ahead(struct source *source)
{
    struct found found = {.status = PULMA_OK};
    for (;;) {
        if (!source->reader)
            found.status = open_file(source, &found.err);
        if (found.status == PULMA_NONE)
            return found;
        source->open.idle = source->idle;
        source->open.context = source->idle_context;
        if (found.status == PULMA_OK && source->most > 0)
            found.status =
                pulma_reader_next_lot(source->reader, source->most, &found.lot, &found.err);
        else if (found.status == PULMA_OK)
            found.status = pulma_reader_next(source->reader, &found.puzzle, &found.err);
        found.file = source->file;
        found.file_number = source->next_argument;
        if (found.status == PULMA_OK)
            source->bad_in_a_row = 0;
        source->bad += source->reader && found.status == PULMA_BAD_TEXT;
        if (found.status == PULMA_OK || (source->reader && goes_on(source, found.status)))
            return found;
        close_file(source);
        source->bad_in_a_row = 0;
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

static void drop_found(struct found *found)
{
    pulma_puzzle_free(found->puzzle);
    pulma_lot_free(found->lot);
    *found = (struct found){.status = PULMA_NONE};
}

/* Goes on with the file after this one, unless it is there already. */
static void source_leave(struct source *source, int file_number)
{
    if (source->ahead.file_number > file_number || source->ahead.status == PULMA_NONE)
        return;
    drop_found(&source->ahead);
    if (source->next_argument == file_number)
        close_file(source);
    source->ahead = look_ahead(source);
}

static void source_close(struct source *source)
{
    drop_found(&source->ahead);
    if (source->peeked)
        drop_found(&source->second);
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
        fputs("pulma: time limit reached, the remaining puzzles are not read\n", stderr);
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

enum { MAX_WORKERS = 256, PIECES_PER_WORKER = 32, MOST_IN_PIECE = 64 };

/* Seconds after which the rest of a piece is for others, too. */
static const double patience = 0.005;

enum state { WAITING, TAKEN, DONE };

/* One puzzle (in the item), puzzles `from` up to `to` of a lot, or a failure of reading. */
struct piece {
    struct piece *next;
    struct cli_item item;
    pulma_lot *lot;
    int from, to;
    bool has_lot_end; /* the lot goes with this piece */
    pulma_error err;  /* without puzzle and lot */
    int file_number;
    enum state state;
    long bad;       /* puzzles that could not be read */
    bool ends_file; /* there are such */
    atomic_bool unwanted;
    char *out, *complaints;
    size_t out_len, complaints_len;
    int status;
};

struct chain {
    pthread_mutex_t lock;
    pthread_cond_t filled, finished;
    struct piece *oldest, *newest;
    struct piece *waiting; /* the first one in this state; NULL: none */
    int count, most;       /* pieces */
    bool closed;           /* nothing more will come */
    bool no_memory;        /* for a piece */
    int bad_file;          /* of a puzzle that could not be read, the highest number */
    const struct cli_task *task;
    struct cli_progress *progress;
    const struct source *source;
    double flushed; /* when the output was handed over */
    long bad;       /* puzzles of lots that could not be read */
    int status;     /* how what was printed ended */
};

/* ---- Several at once: the workers ---- */

/* The first piece from here on that nobody has taken; NULL: none. */
static struct piece *first_waiting(struct piece *piece)
{
    while (piece && piece->state != WAITING)
        piece = piece->next;
    return piece;
}

/* Cuts a piece that takes too long after its first `to` puzzles: each of the rest becomes a
 * piece of its own. */
static void cut_piece(struct chain *chain, struct piece *piece, int to)
{
    pthread_mutex_lock(&chain->lock);
    while (piece->to > to) {
        struct piece *last = calloc(1, sizeof *last);
        if (!last)
            break; /* then the worker does it all */
        last->item = piece->item;
        last->item.puzzle = NULL;
        last->item.number += piece->to - 1 - piece->from;
        last->item.unwanted = &last->unwanted;
        last->lot = piece->lot;
        last->to = piece->to--;
        last->from = piece->to;
        last->has_lot_end = piece->has_lot_end;
        piece->has_lot_end = false;
        last->file_number = piece->file_number;
        atomic_store(&last->unwanted, atomic_load(&piece->unwanted));
        last->next = piece->next;
        piece->next = last;
        chain->newest = chain->newest == piece ? last : chain->newest;
        chain->count++;
    }
    chain->waiting = first_waiting(chain->oldest);
    pthread_cond_broadcast(&chain->filled);
    pthread_mutex_unlock(&chain->lock);
}

/* One puzzle of the piece's lot; false: it cannot be read. */
static bool work_on_one(struct chain *chain, struct piece *piece, struct cli_item *item,
                        int index)
{
    pulma_error err = {.message = ""};
    if (piece->lot && pulma_lot_take(piece->lot, index, &item->puzzle, &err) != PULMA_OK) {
        piece->status = cli_worse(piece->status, cli_item_fail(item, &err));
        piece->bad++;
        return false;
    }
    piece->status = cli_worse(piece->status, chain->task->work(item));
    if (piece->lot) {
        pulma_puzzle_free(item->puzzle);
        item->puzzle = NULL;
    }
    return true;
}

static void work_on_piece(struct chain *chain, struct piece *piece)
{
    struct cli_item item = piece->item;
    if (!piece->lot && !item.puzzle) {
        piece->status = cli_item_fail(&item, &piece->err);
        return;
    }
    double since = cli_now();
    bool cut = false;
    for (int i = piece->from; i < piece->to && !piece->ends_file; i++, item.number++) {
        if (cli_interrupted() || atomic_load(&piece->unwanted)) {
            piece->status = cli_worse(piece->status, CLI_STOPPED);
            return;
        }
        piece->ends_file =
            !work_on_one(chain, piece, &item, i) && cli_given(item.call, CLI_STRICT);
        if (!cut && i + 1 < piece->to && cli_now() - since > patience) {
            cut_piece(chain, piece, i + 1);
            cut = true;
        }
    }
}

/* Opens the piece's ears, works, and closes them: what was said is then in its memory. */
static void do_piece(struct chain *chain, struct piece *piece)
{
    struct cli_item *item = &piece->item;
    item->out = open_memstream(&piece->out, &piece->out_len);
    item->complaints = open_memstream(&piece->complaints, &piece->complaints_len);
    if (item->out && item->complaints) {
        work_on_piece(chain, piece);
    } else {
        piece->status = cli_no_memory(item->call, stdout, stderr);
    }
    if (item->out)
        fclose(item->out);
    if (item->complaints)
        fclose(item->complaints);
}

/* Called with the lock held, like those below up to worker(). */
static struct piece *take_piece(struct chain *chain)
{
    struct piece *piece = chain->waiting;
    if (piece) {
        piece->state = TAKEN;
        chain->waiting = first_waiting(piece->next);
    }
    return piece;
}

/* What stands after a puzzle that cannot be read is not for anybody to see. */
static void end_file(struct chain *chain, const struct piece *piece)
{
    for (struct piece *p = piece->next; p; p = p->next)
        if (p->file_number == piece->file_number)
            atomic_store(&p->unwanted, true);
    if (piece->file_number > chain->bad_file)
        chain->bad_file = piece->file_number;
}

static void finish_piece(struct chain *chain, struct piece *piece)
{
    piece->state = DONE;
    if (piece->ends_file)
        end_file(chain, piece);
    if (piece == chain->oldest) /* which is waited for */
        pthread_cond_signal(&chain->finished);
}

static void *worker(void *context)
{
    struct chain *chain = context;
    pthread_mutex_lock(&chain->lock);
    for (;;) {
        struct piece *piece = take_piece(chain);
        if (!piece && chain->closed)
            break;
        if (!piece) {
            pthread_cond_wait(&chain->filled, &chain->lock);
            continue;
        }
        pthread_mutex_unlock(&chain->lock);
        do_piece(chain, piece);
        pthread_mutex_lock(&chain->lock);
        finish_piece(chain, piece);
    }
    pthread_mutex_unlock(&chain->lock);
    return NULL;
}

/* ---- Several at once: this thread ---- */

static void free_piece(struct piece *piece)
{
    if (!piece)
        return;
    free(piece->out);
    free(piece->complaints);
    free(piece->item.prepared);
    pulma_puzzle_free(piece->item.puzzle);
    if (piece->has_lot_end)
        pulma_lot_free(piece->lot);
    free(piece);
}

/* The next puzzles, or what went wrong with them, as a piece; NULL: there is none, or no
 * memory.  `*number` counts the puzzles. */
static struct piece *new_piece(struct chain *chain, struct source *source,
                               const struct cli_item *base, long *number)
{
    struct found found = source_next(source);
    if (found.status == PULMA_NONE)
        return NULL;
    struct piece *piece = calloc(1, sizeof *piece);
    if (!piece) {
        drop_found(&found);
        chain->no_memory = true;
        cli_no_memory(base->call, stdout, stderr);
        return NULL;
    }
    piece->item = *base;
    piece->item.number = *number + 1;
    piece->item.several = source->several;
    piece->item.file = found.file;
    piece->item.puzzle = found.puzzle;
    piece->item.progress = NULL;
    piece->item.unwanted = &piece->unwanted;
    piece->lot = found.lot;
    piece->to = found.lot ? pulma_lot_count(found.lot) : 1;
    piece->has_lot_end = found.lot != NULL;
    piece->err = found.err;
    piece->file_number = found.file_number;
    *number += piece->to;
    prepare(&piece->item, chain->task);
    return piece;
}

/* Called with the lock held, like those below. */
static void add_piece(struct chain *chain, struct piece *piece)
{
    if (chain->newest)
        chain->newest->next = piece;
    else
        chain->oldest = piece;
    chain->newest = piece;
    if (!chain->waiting)
        chain->waiting = piece;
    chain->count++;
    pthread_cond_signal(&chain->filled);
}

/* Fills the chain.  False: there is nothing more. */
static bool fill_chain(struct chain *chain, struct source *source,
                       const struct cli_item *base, long *number)
{
    bool more = true;
    while (more && chain->count < chain->most) {
        int bad_file = chain->bad_file;
        if (chain->task->only_speaks)
            source->most = MOST_IN_PIECE;
        pthread_mutex_unlock(&chain->lock);
        source_leave(source, bad_file);
        struct piece *piece = new_piece(chain, source, base, number);
        pthread_mutex_lock(&chain->lock);
        more = piece != NULL;
        if (piece && piece->file_number > chain->bad_file)
            add_piece(chain, piece);
        else
            free_piece(piece);
    }
    return more;
}

/* Waits until the oldest piece is finished, showing meanwhile that work goes on. */
static void await_oldest(struct chain *chain)
{
    while (chain->oldest->state != DONE) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 250000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&chain->finished, &chain->lock, &until);
        cli_progress_show(chain->progress);
    }
}

/* Prints what was said, unless it is unwanted. */
static void print_piece(struct chain *chain, const struct piece *piece)
{
    chain->progress->done += piece->to - piece->from;
    if (atomic_load(&piece->unwanted))
        return;
    cli_progress_hide(chain->progress);
    fwrite(piece->out, 1, piece->out_len, stdout);
    if (!ferror(stdout)) /* otherwise nobody listens any more */
        fwrite(piece->complaints, 1, piece->complaints_len, stderr);
    chain->status = cli_worse(chain->status, piece->status);
    chain->bad += piece->bad;
    flush_when_due(&chain->flushed);
}

/* The oldest piece, which is finished, leaves the chain. */
static void print_oldest(struct chain *chain)
{
    struct piece *piece = chain->oldest;
    chain->oldest = piece->next;
    chain->newest = chain->oldest ? chain->newest : NULL;
    chain->count--;
    pthread_mutex_unlock(&chain->lock);
    print_piece(chain, piece);
    free_piece(piece);
    pthread_mutex_lock(&chain->lock);
}

/* Whoever writes to our input may wait for what we have to say about it.  False: a worker found
 * meanwhile that the rest of the file is unwanted.  Called without the lock. */
static bool print_finished(void *context)
{
    struct chain *chain = context;
    pthread_mutex_lock(&chain->lock);
    while (chain->oldest && chain->oldest->state == DONE)
        print_oldest(chain);
    bool wanted = chain->source->next_argument > chain->bad_file;
    pthread_mutex_unlock(&chain->lock);
    flush_when_due(&chain->flushed);
    return wanted;
}

/* Fills and empties until there is nothing more. */
static int attend(struct chain *chain, struct source *source, const struct cli_item *base)
{
    long number = 0;
    bool more = true;
    while (more || chain->oldest) {
        if (more && leaves_rest(source)) {
            more = false;
            chain->status = cli_worse(chain->status, CLI_STOPPED);
        }
        if (more && chain->count <= chain->most / 2)
            more = fill_chain(chain, source, base, &number);
        if (chain->oldest) {
            await_oldest(chain);
            print_oldest(chain);
        }
    }
    source->bad += chain->bad;
    return chain->no_memory ? cli_worse(chain->status, CLI_STOPPED) : chain->status;
}

static int work_together(struct source *source, const struct cli_item *base,
                         const struct cli_task *task, int worker_count)
{
    struct chain chain = {.most = PIECES_PER_WORKER * worker_count,
                          .task = task,
                          .progress = base->progress,
                          .source = source,
                          .status = CLI_DONE};
    source->idle = print_finished;
    source->idle_context = &chain;
    pthread_t workers[MAX_WORKERS];
    int started = 0;
    pthread_mutex_init(&chain.lock, NULL);
    pthread_cond_init(&chain.filled, NULL);
    pthread_cond_init(&chain.finished, NULL);
    while (started < worker_count &&
           !pthread_create(&workers[started], NULL, worker, &chain))
        started++;
    int status;
    if (started > 0) {
        pthread_mutex_lock(&chain.lock);
        status = attend(&chain, source, base);
        chain.closed = true;
        pthread_cond_broadcast(&chain.filled);
        pthread_mutex_unlock(&chain.lock);
        for (int i = 0; i < started; i++)
            pthread_join(workers[i], NULL);
    } else {
        source->idle = NULL;
        status = work_alone(source, *base, task);
    }
    source->idle = NULL; /* the chain ends */
    pthread_cond_destroy(&chain.finished);
    pthread_cond_destroy(&chain.filled);
    pthread_mutex_destroy(&chain.lock);
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
                            .at_once = 1,
                            .terminal = isatty(STDOUT_FILENO) == 1,
                            .progress = &progress,
                            .context = task->context};
    int threads = workers > MAX_WORKERS ? MAX_WORKERS : (int)workers, status;
    if (threads > 1 && source_has_two(&source)) {
        base.at_once = threads;
        status = work_together(&source, &base, task, threads);
    } else {
        base.threads = threads;
        status = work_alone(&source, base, task);
    }
    cli_progress_hide(&progress);
    if (source.bad > 0 && source.several && !cli_given(call, CLI_JSON))
        fprintf(stderr, "pulma: %ld puzzle%s could not be read\n", source.bad,
                source.bad == 1 ? "" : "s");
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

void cli_line_start(const struct cli_item *item)
{
    if (!item->several)
        return;
    cli_print_clean(item->out, cli_file_name(item->file));
    fprintf(item->out, ":%d: ", pulma_puzzle_line(item->puzzle));
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
    cli_progress_hide(item->progress);
    if (err->text == PULMA_TEXT_MODEL)
        return cli_fail(item->call, item->out, item->complaints, cli_item_model(item), err);
    /* What is wrong beyond the text is said of the line where the puzzle began. */
    bool elsewhere = err->text != PULMA_TEXT_PUZZLE;
    if (elsewhere)
        placed.line = placed.column = 0;
    if (item->puzzle && item->several && elsewhere) {
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
    cli_item_note(item, "stopped", cli_limit_words(item->call, err));
}

static bool wants_to_stop(void *context)
{
    const struct cli_item *item = context;
    cli_progress_show(item->progress);
    return cli_interrupted() || (item->unwanted && atomic_load(item->unwanted));
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
    snprintf(err->message, sizeof err->message,
             "%s has no models of its own: give one with --model",
             pulma_kind_title(pulma_puzzle_kind(item->puzzle)));
    return PULMA_BAD_CALL;
}

pulma_job *cli_item_bounded_job(const struct cli_item *item)
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
    pulma_job_set_memory(job, call->memory, item->at_once);
    if (cli_given(call, CLI_CONFLICTS))
        pulma_job_set_conflicts(job, call->number[CLI_CONFLICTS] > INT64_MAX
                                         ? INT64_MAX
                                         : (int64_t)call->number[CLI_CONFLICTS]);
    if (cli_given(call, CLI_SEED))
        pulma_job_set_seed(job, call->number[CLI_SEED]);
    pulma_job_set_threads(job, item->threads);
    pulma_job_set_stop(job, wants_to_stop, (void *)item);
    return job;
}

pulma_job *cli_item_job(const struct cli_item *item)
{
    pulma_error err = {0};
    pulma_job *job = cli_item_bounded_job(item);
    if (!job || choose_method(item, job, &err) == PULMA_OK)
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
