/* Going through all puzzles of a call, one at a time or several at once.
 *
 * The source (source.h) gives puzzles, one after another.  Alone (-j 1) a puzzle prints
 * straight to standard output.  With threads the puzzles stand in a chain of pieces: this
 * thread adds pieces at one end and prints and drops them at the other, the workers take them
 * in the same order, and each says what it has to say into its piece.  So the output is the
 * same for any -j, and a batch of any length needs the memory of a chain.
 *
 * A piece may have many puzzles, which are read by its worker, so that small ones cost this
 * thread little more than a look at a line.  If they take long, the rest of the piece is cut
 * into single ones for all workers.
 *
 * After a puzzle that cannot be read the next one is looked for; with --strict, what stands
 * after it in its file is unwanted. */
#define _DEFAULT_SOURCE /* open_memstream with older C libraries */
#include "cli/batch.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/part.h"
#include "cli/source.h"

/* ---- One puzzle after another ---- */

/* What was printed, and how far that is. */
struct printed {
    struct cli_part *part; /* NULL: nobody keeps it */
    struct cli_mark mark;
    bool marked;    /* nothing was printed since that `mark` does not tell of */
    double flushed; /* when it was handed over */
};

/* Hands the output over now and then, so that whoever reads it need not wait. */
static void flush_when_due(struct printed *printed)
{
    double now = cli_about_now();
    if (now - printed->flushed < 0.02)
        return;
    if (printed->part && printed->marked)
        cli_part_mark(printed->part, &printed->mark);
    fflush(stdout);
    printed->flushed = now;
}

/* All up to `next` is printed.  What was told to be stopped does not count: whoever continues the run
 * does it again. */
static void note_printed(struct printed *printed, const struct cli_call *call,
                         const struct cli_place *next, long puzzles, int status)
{
    printed->marked = printed->part && !cli_interrupted() && !cli_out_of_time(call);
    if (!printed->marked)
        return;
    printed->mark.next = *next;
    printed->mark.number += puzzles;
    printed->mark.status = status;
}

/* Whether the rest is to be left alone: Ctrl-C, an output that takes nothing more, or the time
 * long over.  Up to a second after the deadline puzzles are still told to be stopped, one by
 * one; a million of them are not. */
static bool leaves_rest(const struct cli_source *source)
{
    if (ferror(stdout))
        cli_stop(); /* the other threads too */
    bool late = source->call->deadline > 0 && cli_now() > source->call->deadline + 1;
    if (source->ahead.status == PULMA_NONE || !(cli_interrupted() || late))
        return false;
    if (late && !cli_interrupted())
        fprintf(stderr, "%s: time limit reached, the remaining puzzles are not read\n",
                cli_program.name);
    return true;
}

static void prepare(struct cli_item *item, const struct cli_task *task)
{
    item->prepared = item->puzzle && task->prepare ? task->prepare(item) : NULL;
}

/* Says what there is to say about one puzzle; lines that are not known yet are found for complaints. */
static int work_on_item(struct cli_source *source, struct cli_item *item,
                        const struct cli_task *task, const pulma_error *err)
{
    char *words = NULL;
    size_t len = 0;
    item->complaints = item->relative ? open_memstream(&words, &len) : stderr;
    if (!item->complaints)
        return cli_no_memory(item->call, stdout, stderr);
    prepare(item, task);
    int status = item->puzzle ? task->work(item) : cli_item_fail(item, err);
    free(item->prepared);
    if (item->relative) {
        fclose(item->complaints);
        cli_source_say(source, stderr, words, len);
        free(words);
    }
    return status;
}

static int work_alone(struct cli_source *source, struct cli_item item,
                      const struct cli_task *task, struct printed *printed)
{
    int status = printed->mark.status;
    pulma_error err;
    for (;;) {
        if (leaves_rest(source))
            return cli_worse(status, CLI_STOPPED);
        struct cli_found found = cli_source_next(source, &err);
        if (found.status == PULMA_NONE)
            break;
        item.file = found.file;
        item.puzzle = found.puzzle;
        item.shift = found.shift;
        item.relative = found.relative;
        item.number++;
        item.several = source->several;
        status = cli_worse(status, work_on_item(source, &item, task, &err));
        pulma_puzzle_free(found.puzzle);
        item.progress->done++;
        note_printed(printed, item.call, &source->ahead.at, 1, status);
        flush_when_due(printed);
    }
    return status;
}

/* ---- Several at once ---- */

enum {
    MAX_WORKERS = 256,
    PIECES_PER_WORKER = 32,
    PIECES_ELSEWHERE = 6, /* per worker that an agency has; they are larger */
    MOST_IN_PIECE = 64,
    MOST_SENT = 1024 /* puzzles in a piece for elsewhere */
};

/* Seconds after which the rest of a piece is for others, too. */
static const double patience = 0.005;

enum state { WAITING, TAKEN, DONE };

/* One puzzle (in the item), puzzles `from` up to `to` of a lot, or a failure of reading. */
struct cli_piece {
    struct cli_piece *next;
    struct cli_item item;
    pulma_lot *lot;
    int from, to;
    bool has_lot_end; /* the lot goes with this piece */
    pulma_error err;  /* without puzzle and lot */
    int file_number;
    struct cli_place after; /* where the next one begins */
    enum state state;
    long bad;       /* puzzles that could not be read */
    bool ends_file; /* there are such */
    atomic_bool unwanted;
    char *out, *complaints;
    size_t out_len, complaints_len;
    int status;
};

struct cli_chain {
    pthread_mutex_t lock;
    pthread_cond_t filled, finished;
    struct cli_piece *oldest, *newest;
    struct cli_piece *waiting; /* the first one in this state; NULL: none */
    int count, most;           /* pieces */
    int in_piece;              /* puzzles of one line in the next piece */
    bool closed;               /* nothing more will come */
    bool no_memory;            /* for a piece */
    int bad_file;              /* of a puzzle that could not be read, the highest number */
    const struct cli_task *task;
    struct cli_progress *progress;
    struct cli_source *source;
    struct printed *printed;
    long undone; /* puzzles that are printed, but not noted: the rest of their lot is not */
    long bad;    /* puzzles of lots that could not be read */
    int status;  /* how what was printed ended */
};

/* ---- Several at once: the workers ---- */

/* The first piece from here on that nobody has taken; NULL: none. */
static struct cli_piece *first_waiting(struct cli_piece *piece)
{
    while (piece && piece->state != WAITING)
        piece = piece->next;
    return piece;
}

/* A piece of the last puzzles of another, from `from` on; NULL: no memory. */
static struct cli_piece *cut_end(struct cli_piece *piece, int from)
{
    struct cli_piece *last = calloc(1, sizeof *last);
    if (!last)
        return NULL;
    last->item = piece->item;
    last->item.puzzle = NULL;
    last->item.number += from - piece->from;
    last->item.unwanted = &last->unwanted;
    last->lot = piece->lot;
    last->to = piece->to;
    last->from = piece->to = from;
    last->has_lot_end = piece->has_lot_end;
    piece->has_lot_end = false;
    last->file_number = piece->file_number;
    last->after = piece->after;
    atomic_store(&last->unwanted, atomic_load(&piece->unwanted));
    last->next = piece->next;
    piece->next = last;
    return last;
}

/* Cuts a piece that takes too long after its first `to` puzzles: the rest becomes pieces of at
 * most `size`.  Without memory the piece stays as long as it has to. */
static void cut_piece(struct cli_chain *chain, struct cli_piece *piece, int to, int size)
{
    pthread_mutex_lock(&chain->lock);
    while (piece->to > to) {
        int from = piece->to - size > to ? piece->to - size : to;
        struct cli_piece *last = cut_end(piece, from);
        if (!last)
            break;
        chain->newest = chain->newest == piece ? last : chain->newest;
        chain->count++;
    }
    chain->waiting = first_waiting(chain->oldest);
    pthread_cond_broadcast(&chain->filled);
    pthread_mutex_unlock(&chain->lock);
}

/* One puzzle of the piece's lot; false: it cannot be read. */
static bool work_on_one(const struct cli_task *task, struct cli_piece *piece,
                        struct cli_item *item, int index)
{
    pulma_error err; /* filled by what fails */
    if (piece->lot && pulma_lot_take(piece->lot, index, &item->puzzle, &err) != PULMA_OK) {
        piece->status = cli_worse(piece->status, cli_item_fail(item, &err));
        piece->bad++;
        return false;
    }
    piece->status = cli_worse(piece->status, task->work(item));
    if (piece->lot) {
        pulma_puzzle_free(item->puzzle);
        item->puzzle = NULL;
    }
    return true;
}

/* Works on the piece's puzzles from number `from` on, as long as patience lasts, but on one at
 * least; returns the number after the last. */
static int work_on_some(const struct cli_task *task, struct cli_piece *piece, int from,
                        double seconds)
{
    struct cli_item item = piece->item;
    const double since = cli_now();
    item.number += from - piece->from;
    for (int i = from; i < piece->to; item.number++) {
        if (cli_interrupted() || atomic_load(&piece->unwanted)) {
            piece->status = cli_worse(piece->status, CLI_STOPPED);
            return piece->to;
        }
        piece->ends_file =
            !work_on_one(task, piece, &item, i) && cli_given(item.call, CLI_STRICT);
        if (piece->ends_file)
            return piece->to;
        if (++i < piece->to && cli_now() - since > seconds)
            return i;
    }
    return piece->to;
}

static void work_on_piece(struct cli_chain *chain, struct cli_piece *piece)
{
    if (!piece->lot && !piece->item.puzzle) {
        piece->status = cli_item_fail(&piece->item, &piece->err);
        return;
    }
    const bool shared = chain->task->agency != NULL;
    int done = work_on_some(chain->task, piece, piece->from,
                            shared ? CLI_PATIENCE_ELSEWHERE : patience);
    if (done < piece->to)
        cut_piece(chain, piece, done, shared ? done - piece->from : 1);
    if (done < piece->to)
        work_on_some(chain->task, piece, done, HUGE_VAL);
}

/* Opens the piece's ears, works, and closes them: what was said is then in its memory. */
static void do_piece(struct cli_chain *chain, struct cli_piece *piece)
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
static struct cli_piece *take_piece(struct cli_chain *chain)
{
    struct cli_piece *piece = chain->waiting;
    if (piece) {
        piece->state = TAKEN;
        chain->waiting = first_waiting(piece->next);
    }
    return piece;
}

/* What stands after a puzzle that cannot be read is not for anybody to see. */
static void end_file(struct cli_chain *chain, const struct cli_piece *piece)
{
    for (struct cli_piece *p = piece->next; p; p = p->next)
        if (p->file_number == piece->file_number)
            atomic_store(&p->unwanted, true);
    if (piece->file_number > chain->bad_file)
        chain->bad_file = piece->file_number;
}

static void finish_piece(struct cli_chain *chain, struct cli_piece *piece)
{
    piece->state = DONE;
    if (piece->ends_file)
        end_file(chain, piece);
    if (piece == chain->oldest) /* which is waited for */
        pthread_cond_signal(&chain->finished);
}

static void *worker(void *context)
{
    struct cli_chain *chain = context;
    pthread_mutex_lock(&chain->lock);
    for (;;) {
        struct cli_piece *piece = take_piece(chain);
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

/* ---- Several at once: workers elsewhere ---- */

struct cli_piece *cli_chain_take(struct cli_chain *chain, struct cli_parcel *parcel)
{
    pthread_mutex_lock(&chain->lock);
    struct cli_piece *piece = take_piece(chain);
    pthread_mutex_unlock(&chain->lock);
    while (piece &&
           !piece->lot) { /* a puzzle by itself, or a complaint: no need to send it */
        do_piece(chain, piece);
        pthread_mutex_lock(&chain->lock);
        finish_piece(chain, piece);
        piece = take_piece(chain);
        pthread_mutex_unlock(&chain->lock);
    }
    if (piece)
        *parcel = (struct cli_parcel){.lot = piece->lot,
                                      .from = piece->from,
                                      .to = piece->to,
                                      .file = piece->item.file,
                                      .number = piece->item.number,
                                      .shift = piece->item.shift,
                                      .several = piece->item.several,
                                      .terminal = piece->item.terminal};
    return piece;
}

void cli_chain_work(struct cli_chain *chain, struct cli_piece *piece)
{
    do_piece(chain, piece);
    pthread_mutex_lock(&chain->lock);
    finish_piece(chain, piece);
    pthread_mutex_unlock(&chain->lock);
}

/* Pieces are about as large as one rank works on without complaint. */
static void learn_size(struct cli_chain *chain, const struct cli_piece *piece, int done)
{
    int size = chain->in_piece;
    if (done < piece->to - piece->from)
        size = 2 * done;
    else if (done == size)
        size = 2 * size;
    chain->in_piece = size < MOST_SENT ? size : MOST_SENT;
}

void cli_chain_finish(struct cli_chain *chain, struct cli_piece *piece,
                      const struct cli_said *said)
{
    pthread_mutex_lock(&chain->lock);
    learn_size(chain, piece, said->done);
    pthread_mutex_unlock(&chain->lock);
    if (said->done < piece->to - piece->from)
        cut_piece(chain, piece, piece->from + said->done, said->done);
    const int missing = piece->to - piece->from - said->done;
    assert(missing == 0 || said->done > 0);
    piece->out = said->out;
    piece->out_len = said->out_len;
    piece->complaints = said->complaints;
    piece->complaints_len = said->complaints_len;
    piece->status = said->status;
    piece->bad = said->bad;
    piece->ends_file = said->ends_file;
    if (missing > 0)
        piece->status = cli_no_memory(piece->item.call, stdout, stderr);
    pthread_mutex_lock(&chain->lock);
    finish_piece(chain, piece);
    pthread_mutex_unlock(&chain->lock);
}

bool cli_chain_wait(struct cli_chain *chain, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&chain->lock);
    if (!chain->waiting && !chain->closed)
        pthread_cond_timedwait(&chain->filled, &chain->lock, &until);
    bool open = chain->waiting || !chain->closed;
    pthread_mutex_unlock(&chain->lock);
    return open;
}

void cli_do_parcel(const struct cli_call *call, const struct cli_task *task,
                   const struct cli_parcel *parcel, struct cli_said *said)
{
    struct cli_piece piece = {.lot = parcel->lot, .from = parcel->from, .to = parcel->to};
    piece.item = (struct cli_item){.call = call,
                                   .file = parcel->file,
                                   .number = parcel->number,
                                   .shift = parcel->shift,
                                   .several = parcel->several,
                                   .threads = 1,
                                   .at_once = 1,
                                   .terminal = parcel->terminal,
                                   .context = task->context,
                                   .unwanted = &piece.unwanted};
    int done = piece.from;
    piece.item.out = open_memstream(&piece.out, &piece.out_len);
    piece.item.complaints = open_memstream(&piece.complaints, &piece.complaints_len);
    if (piece.item.out && piece.item.complaints)
        done = work_on_some(task, &piece, piece.from, CLI_PATIENCE_ELSEWHERE);
    else
        piece.status = CLI_STOPPED;
    if (piece.item.out)
        fclose(piece.item.out);
    if (piece.item.complaints)
        fclose(piece.item.complaints);
    *said = (struct cli_said){
        done - piece.from,    piece.out,    piece.out_len, piece.complaints,
        piece.complaints_len, piece.status, piece.bad,     piece.ends_file};
}

/* ---- Several at once: this thread ---- */

static void free_piece(struct cli_piece *piece)
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
static struct cli_piece *new_piece(struct cli_chain *chain, struct cli_source *source,
                                   const struct cli_item *base, long *number)
{
    pulma_error err;
    struct cli_found found = cli_source_next(source, &err);
    if (found.status == PULMA_NONE)
        return NULL;
    struct cli_piece *piece = calloc(1, sizeof *piece);
    if (!piece) {
        cli_found_drop(&found);
        chain->no_memory = true;
        cli_no_memory(base->call, stdout, stderr);
        return NULL;
    }
    piece->item = *base;
    piece->item.number = *number + 1;
    piece->item.several = source->several;
    piece->item.file = found.file;
    piece->item.shift = found.shift;
    piece->item.relative = found.relative;
    piece->item.puzzle = found.puzzle;
    piece->item.progress = NULL;
    piece->item.unwanted = &piece->unwanted;
    piece->lot = found.lot;
    piece->to = found.lot ? pulma_lot_count(found.lot) : 1;
    piece->has_lot_end = found.lot != NULL;
    if (found.status != PULMA_OK)
        piece->err = err;
    piece->file_number = found.at.file;
    piece->after = source->ahead.at;
    *number += piece->to;
    prepare(&piece->item, chain->task);
    return piece;
}

/* Called with the lock held, like those below. */
static void add_piece(struct cli_chain *chain, struct cli_piece *piece)
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
static bool fill_chain(struct cli_chain *chain, struct cli_source *source,
                       const struct cli_item *base, long *number)
{
    bool more = true;
    while (more && chain->count < chain->most) {
        int bad_file = chain->bad_file;
        if (chain->task->only_speaks)
            source->most = chain->in_piece;
        pthread_mutex_unlock(&chain->lock);
        cli_source_leave(source, bad_file);
        struct cli_piece *piece = new_piece(chain, source, base, number);
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
static void await_oldest(struct cli_chain *chain)
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
static void print_piece(struct cli_chain *chain, const struct cli_piece *piece)
{
    chain->progress->done += piece->to - piece->from;
    if (atomic_load(&piece->unwanted))
        return;
    cli_progress_hide(chain->progress);
    fwrite(piece->out, 1, piece->out_len, stdout);
    if (!ferror(stdout)) /* otherwise nobody listens any more */
        cli_source_say(chain->source, stderr, piece->complaints, piece->complaints_len);
    chain->status = cli_worse(chain->status, piece->status);
    chain->bad += piece->bad;
    chain->undone += piece->to - piece->from;
    chain->printed->marked = false;
    const struct cli_place next_file = {piece->file_number + 1, 0, 1};
    if (piece->ends_file || piece->has_lot_end || !piece->lot) {
        note_printed(chain->printed, piece->item.call,
                     piece->ends_file ? &next_file : &piece->after, chain->undone,
                     chain->status);
        chain->undone = 0;
    }
    flush_when_due(chain->printed);
}

/* The oldest piece, which is finished, leaves the chain. */
static void print_oldest(struct cli_chain *chain)
{
    struct cli_piece *piece = chain->oldest;
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
    struct cli_chain *chain = context;
    pthread_mutex_lock(&chain->lock);
    while (chain->oldest && chain->oldest->state == DONE)
        print_oldest(chain);
    bool wanted = chain->source->next_argument > chain->bad_file;
    pthread_mutex_unlock(&chain->lock);
    flush_when_due(chain->printed);
    return wanted;
}

/* Fills and empties until there is nothing more. */
static int attend(struct cli_chain *chain, struct cli_source *source,
                  const struct cli_item *base)
{
    long number = base->number;
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

static void *agent(void *context)
{
    struct cli_chain *chain = context;
    chain->task->agency->run(chain->task->agency->context, chain);
    return NULL;
}

static int work_together(struct cli_source *source, const struct cli_item *base,
                         const struct cli_task *task, struct printed *printed,
                         int worker_count)
{
    const struct cli_agency *agency = task->agency;
    struct cli_chain chain = {.most = PIECES_PER_WORKER * worker_count,
                              .in_piece = MOST_IN_PIECE,
                              .task = task,
                              .progress = base->progress,
                              .source = source,
                              .printed = printed,
                              .status = printed->mark.status};
    if (agency)
        chain.most += PIECES_ELSEWHERE * agency->workers;
    source->idle = print_finished;
    source->idle_context = &chain;
    pthread_t workers[MAX_WORKERS], agent_thread;
    int started = 0;
    pthread_mutex_init(&chain.lock, NULL);
    pthread_cond_init(&chain.filled, NULL);
    pthread_cond_init(&chain.finished, NULL);
    while (started < worker_count &&
           !pthread_create(&workers[started], NULL, worker, &chain))
        started++;
    bool has_agent =
        agency && started > 0 && !pthread_create(&agent_thread, NULL, agent, &chain);
    int status;
    if (started > 0) {
        pthread_mutex_lock(&chain.lock);
        status = attend(&chain, source, base);
        chain.closed = true;
        pthread_cond_broadcast(&chain.filled);
        pthread_mutex_unlock(&chain.lock);
        for (int i = 0; i < started; i++)
            pthread_join(workers[i], NULL);
        if (has_agent)
            pthread_join(agent_thread, NULL);
    } else {
        source->idle = NULL;
        status = work_alone(source, *base, task, printed);
    }
    source->idle = NULL; /* the chain ends */
    pthread_cond_destroy(&chain.finished);
    pthread_cond_destroy(&chain.filled);
    pthread_mutex_destroy(&chain.lock);
    return status;
}

/* Works on a share of the puzzles.  `printed` begins with how far it is, and has the rest of it at the
 * end; `*whole`: nothing is left. */
static int work_on_share(const struct cli_call *call, const struct cli_task *task,
                         const struct cli_share *share, struct printed *printed,
                         bool *whole)
{
    struct cli_source source;
    struct cli_progress progress;
    uint64_t workers = cli_given(call, CLI_JOBS) ? call->number[CLI_JOBS] : 1;
    cli_source_open(&source, call, share);
    cli_progress_start(&progress, task->what);
    if (printed->mark.from.file == 0) {
        printed->mark.from = printed->mark.next = source.begin;
        printed->mark.relative = source.ahead.relative;
        printed->mark.number = source.several;
    }
    struct cli_item base = {.call = call,
                            .out = stdout,
                            .complaints = stderr,
                            .number = printed->mark.number,
                            .threads = 1,
                            .at_once = 1,
                            .terminal =
                                !cli_program.forwarded && isatty(STDOUT_FILENO) == 1,
                            .progress = &progress,
                            .context = task->context};
    int threads = workers > MAX_WORKERS ? MAX_WORKERS : (int)workers, status;
    if ((threads > 1 || task->agency) && cli_source_has_two(&source)) {
        base.at_once = threads;
        status = work_together(&source, &base, task, printed, threads);
    } else {
        base.threads = threads;
        status = work_alone(&source, base, task, printed);
    }
    cli_progress_hide(&progress);
    if (source.bad > 0 && source.several && !cli_given(call, CLI_JSON))
        fprintf(stderr, "%s: %ld puzzle%s could not be read\n", cli_program.name,
                source.bad, source.bad == 1 ? "" : "s");
    const struct cli_place *end = &source.ahead.at, *next = &printed->mark.next;
    *whole = source.ahead.status == PULMA_NONE && next->file == end->file &&
             next->position == end->position;
    cli_source_close(&source);
    return status;
}

/* The same, with what was printed kept. */
static int keep_share(const struct cli_call *call, const struct cli_task *task)
{
    struct cli_part part;
    struct cli_share share = cli_share_whole(call);
    struct printed printed = {.part = &part};
    bool whole = false;
    int status = CLI_BAD;
    if (cli_part_open(&part, call) &&
        (part.complete || !cli_given(call, CLI_PART) || cli_share_of_part(call, &share))) {
        if (part.resumed) {
            printed.mark = part.mark;
            share.from = part.mark.next;
            share.relative = part.mark.relative && share.from.file == part.mark.from.file;
        }
        status =
            part.complete ? CLI_DONE : work_on_share(call, task, &share, &printed, &whole);
        if (whole)
            printed.mark.status = status;
        status = cli_worse(status, cli_part_close(&part, &printed.mark, whole));
    } else {
        cli_part_close(&part, &printed.mark, false);
    }
    return status;
}

int cli_each_puzzle(const struct cli_call *call, const struct cli_task *task)
{
    if (task->in_parts && cli_part_wanted(call))
        return keep_share(call, task);
    const struct cli_share whole = cli_share_whole(call);
    struct printed printed = {.part = NULL};
    bool all;
    return work_on_share(call, task, &whole, &printed, &all);
}
