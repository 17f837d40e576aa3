#include "mpi/work.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_LISTED = 2, /* answers that a piece tells */
    SPLITS_WORTH = 4 /* a piece is worked on as long as so many splits take, at least */
};

double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Pieces as bytes ------------------------------------------------------------- */

struct piece *new_piece(const struct fixed *fixed, int count)
{
    struct piece *piece = malloc(sizeof *piece + (size_t)count * sizeof *fixed);
    if (!piece)
        return NULL;
    *piece = (struct piece){.parent = -1, .count = count};
    if (fixed && count > 0)
        memcpy(piece->fixed, fixed, (size_t)count * sizeof *fixed);
    return piece;
}

void put_piece(struct pm_out *out, const struct fixed *fixed, int count)
{
    team_put(out, count);
    for (int i = 0; i < count; i++) {
        team_put(out, fixed[i].place);
        team_put(out, fixed[i].value);
    }
}

struct piece *get_piece(struct team_reading *reading)
{
    const int count = team_get_int(reading);
    reading->failed |= count < 0 || count > (reading->end - reading->at) / 16;
    struct piece *piece = reading->failed ? NULL : new_piece(NULL, count);
    for (int i = 0; piece && i < count; i++) {
        piece->fixed[i].place = team_get_int(reading);
        piece->fixed[i].value = team_get_int(reading);
    }
    return piece;
}

/* ---- Questions ------------------------------------------------------------------- */

pulma_status put_question(struct pm_out *out, const pulma_puzzle *puzzle,
                          const struct worker *question, pulma_error *err)
{
    char *text = NULL;
    pulma_status status = pulma_puzzle_write(puzzle, "pulma", &text, err);
    if (status)
        return status;
    team_put(out, question->question);
    team_put(out, question->listing);
    team_put(out, (int64_t)question->limit);
    team_put(out, (int64_t)question->seed);
    team_put_text(out, text, strlen(text));
    pulma_free(text);
    return PULMA_OK;
}

static void begin(struct worker *worker, const struct team_message *m)
{
    struct team_reading reading = {m->bytes, m->bytes + m->len, false};
    size_t len;
    worker->split_seconds = 0;
    worker->question = team_get(&reading);
    worker->listing = team_get(&reading) != 0;
    worker->limit = (uint64_t)team_get(&reading);
    worker->seed = (uint64_t)team_get(&reading);
    const char *text = team_get_text(&reading, &len);
    pulma_puzzle_free(worker->puzzle);
    pulma_puzzle_read(NULL, text, len, &worker->puzzle, NULL); /* tasks tell if it fails */
}

/* ---- A job within a budget ------------------------------------------------------- */

struct task {
    struct team *team;
    struct worker *worker;
    int64_t slot;  /* or the number of a beginning */
    double until;  /* on cpu_now() */
    bool spent;    /* the budget is */
    bool splits;   /* a piece, if it is */
    double since;  /* on cpu_now() */
    int64_t nodes; /* of jobs that are freed */
    int places;
    int *board;      /* fixed values, or the board to begin with */
    pulma_error err; /* of PIECE_FAILED and PIECE_STOPPED */
    /* Answers. */
    uint64_t found;
    int64_t cost;
    int *answers; /* the first MOST_LISTED */
};

static bool stops(void *context)
{
    struct task *task = context;
    task->spent = task->spent || cpu_now() > task->until;
    return task->spent || team_cancelled(task->team) || cli_interrupted();
}

static pulma_job *new_job(struct task *task)
{
    const struct cli_call *call = task->worker->call;
    pulma_job *job = pulma_job_new(task->worker->puzzle);
    if (!job)
        return NULL;
    pulma_job_set_seconds(job, cli_seconds_left(call));
    pulma_job_set_memory(job, call->memory, 1);
    pulma_job_set_stop(job, stops, task);
    if (cli_given(call, CLI_METHOD) &&
        pulma_job_set_method(job, call->text[CLI_METHOD], &task->err) != PULMA_OK) {
        pulma_job_free(job);
        return NULL;
    }
    return job;
}

/* The head of a result, and its end. */
static void head(const struct task *task, enum outcome outcome, struct pm_out *out)
{
    team_put(out, task->worker->question);
    team_put(out, task->slot);
    team_put(out, outcome);
}

static void foot(const struct task *task, struct pm_out *out)
{
    team_put(out, (int64_t)((cpu_now() - task->since) * 1e6));
    team_put(out, task->nodes);
    team_say(task->team, TEAM_RESULT, out);
    pm_out_free(out);
}

static void fail(const struct task *task, struct pm_out *out)
{
    const pulma_error *err = &task->err;
    const bool memory = err->status == PULMA_OK;
    head(task, PIECE_FAILED, out);
    team_put(out, memory ? PULMA_NO_MEMORY : err->status);
    team_put(out, err->text);
    team_put(out, err->line);
    team_put(out, err->column);
    const char *words = memory ? pulma_status_text(PULMA_NO_MEMORY) : err->message;
    team_put_text(out, words, strlen(words));
}

pulma_status get_failure(struct team_reading *reading, pulma_error *err)
{
    size_t len;
    *err = (pulma_error){.status = (pulma_status)team_get_int(reading)};
    err->text = (pulma_text)team_get_int(reading);
    err->line = team_get_int(reading);
    err->column = team_get_int(reading);
    const char *words = team_get_text(reading, &len);
    snprintf(err->message, sizeof err->message, "%.*s", (int)(len < 400 ? len : 400),
             words);
    return err->status;
}

pulma_status no_memory(pulma_error *err)
{
    *err = (pulma_error){.status = PULMA_NO_MEMORY, .message = "out of memory"};
    return err->status;
}

static void stop(const struct task *task, struct pm_out *out)
{
    head(task, PIECE_STOPPED, out);
    team_put(out, task->err.limit);
}

/* ---- Pieces ---------------------------------------------------------------------- */

static bool take_answer(void *context, const int *answer)
{
    struct task *task = context;
    const size_t places = (size_t)task->places;
    const uint64_t limit = task->worker->limit;
    task->cost = pulma_cost(task->worker->puzzle, answer);
    if (task->found < MOST_LISTED)
        memcpy(task->answers + task->found * places, answer, places * sizeof *answer);
    task->found++;
    return limit == 0 || task->found < limit;
}

static void put_done(const struct task *task, bool listed, const char *digits,
                     struct pm_out *out)
{
    const uint64_t shown = task->found < MOST_LISTED ? task->found : MOST_LISTED;
    head(task, PIECE_DONE, out);
    team_put(out, listed);
    team_put(out, task->cost);
    team_put_text(out, digits, strlen(digits));
    team_put(out, listed ? (int64_t)shown : 0);
    for (size_t i = 0; listed && i < shown * (size_t)task->places; i++)
        team_put(out, task->answers[i]);
}

/* Counts the answers of the piece.  With a cost they are listed, to know that of the cheapest; but the
 * whole question, if it is answered in one piece, needs to be counted only. */
static pulma_status count(struct task *task, bool whole, struct pm_out *out)
{
    pulma_job *job = new_job(task);
    pulma_status status = PULMA_NO_MEMORY;
    const bool listing = task->worker->listing ||
                         (!whole && pulma_puzzle_has_objective(task->worker->puzzle));
    if (job)
        status = pulma_job_set_fixed(job, task->board, &task->err);
    if (!status && listing) {
        struct pm_out digits = {0};
        status = pulma_job_each(job, take_answer, task, &task->err);
        status = status == PULMA_NONE ? PULMA_OK : status;
        pm_out_count(&digits, task->found);
        if (!status && !digits.failed)
            put_done(task, true, digits.data, out);
        status = digits.failed ? PULMA_NO_MEMORY : status;
        pm_out_free(&digits);
    } else if (!status) {
        status = pulma_job_count_share(job, task->worker->limit, &task->err);
        if (!status)
            put_done(task, false, pulma_job_count_text(job), out);
    }
    task->nodes += job ? pulma_job_nodes(job) : 0;
    pulma_job_free(job);
    return status;
}

/* The pieces of a piece, told instead of it. */
static pulma_status split(struct task *task, const struct piece *piece, struct pm_out *out)
{
    const int *values = NULL;
    int place = -1, count = 1;
    struct fixed *fixed = malloc(((size_t)task->places + 1) * sizeof *fixed);
    int n = piece->count;
    pulma_status status = fixed ? PULMA_OK : PULMA_NO_MEMORY;
    pulma_job *job = NULL;
    if (fixed && n > 0)
        memcpy(fixed, piece->fixed, (size_t)n * sizeof *fixed);
    for (; !status && count == 1; task->board[place] = fixed[n++].value) {
        pulma_job_free(job);
        job = new_job(task);
        status = job ? pulma_job_set_fixed(job, task->board, &task->err) : PULMA_NO_MEMORY;
        if (!status)
            status = pulma_job_split(job, &place, &values, &count, &task->err);
        if (status || count != 1)
            break;
        fixed[n] = (struct fixed){place, values[0]};
    }
    if (!status) {
        head(task, PIECE_SPLIT, out);
        team_put(out, count);
        for (int i = 0; i < count; i++) {
            fixed[n] = (struct fixed){place, values[i]};
            put_piece(out, fixed, n + 1);
        }
    }
    pulma_job_free(job);
    free(fixed);
    return status;
}

/* Counts, or splits what takes too long.  A full board cannot be split, and takes no time. */
static void answer_piece(struct task *task, const struct piece *piece, struct pm_out *out)
{
    pulma_status status = count(task, piece->count == 0, out);
    const bool spent = status == PULMA_LIMIT && task->spent && !team_cancelled(task->team);
    if (spent && !task->splits) {
        head(task, PIECE_SPENT, out);
        return;
    }
    if (spent) {
        const double since = cpu_now();
        status = split(task, piece, out);
        task->worker->split_seconds = cpu_now() - since;
        if (status == PULMA_NONE) {
            task->until = task->since + 1e9;
            task->spent = false;
            task->found = 0;
            status = count(task, false, out);
        }
    }
    if (status == PULMA_LIMIT)
        stop(task, out);
    else if (status)
        fail(task, out);
}

static bool prepare(struct task *task, struct team *team, struct worker *worker)
{
    *task = (struct task){.team = team, .worker = worker, .since = cpu_now()};
    task->places = pulma_puzzle_places(worker->puzzle);
    task->board = malloc(((size_t)task->places + 1) * sizeof *task->board);
    task->answers = calloc((size_t)task->places * MOST_LISTED + 1, sizeof *task->answers);
    for (int i = 0; task->board && i < task->places; i++)
        task->board[i] = PULMA_EMPTY;
    return worker->puzzle && task->board && task->answers;
}

/* Works on a task: what all of them have in common, and `act` for the rest; false: it could not even
 * begin. */
static void work(struct team *team, struct worker *worker, const struct team_message *m,
                 bool (*act)(struct task *, struct team_reading *, struct pm_out *))
{
    struct team_reading reading = {m->bytes, m->bytes + m->len, false};
    struct pm_out out = {0};
    struct task task;
    if (m->tag == TEAM_BEGIN) {
        begin(worker, m);
        return;
    }
    bool good = prepare(&task, team, worker);
    task.slot = team_get(&reading);
    task.until = task.since + 1e-6 * (double)team_get(&reading);
    if (!good || !act(&task, &reading, &out))
        fail(&task, &out);
    foot(&task, &out);
    free(task.board);
    free(task.answers);
}

static bool act_on_piece(struct task *task, struct team_reading *reading,
                         struct pm_out *out)
{
    task->splits = team_get(reading) != 0;
    struct piece *piece = get_piece(reading);
    bool good = piece != NULL;
    /* To split takes time, too: what is solved meanwhile need not be split. */
    task->until += SPLITS_WORTH * task->worker->split_seconds;
    for (int i = 0; good && i < piece->count; i++) {
        const int place = piece->fixed[i].place;
        good = 0 <= place && place < task->places;
        if (good)
            task->board[place] = piece->fixed[i].value;
    }
    if (good)
        answer_piece(task, piece, out);
    free(piece);
    return good;
}

void work_on_piece(struct team *team, void *context, const struct team_message *m)
{
    work(team, context, m, act_on_piece);
}

/* ---- Beginnings ------------------------------------------------------------------ */

static void tell_better(void *context, const int *answer)
{
    const struct task *task = context;
    struct pm_out out = {0};
    team_put(&out, task->worker->question);
    for (int i = 0; i < task->places; i++)
        team_put(&out, answer[i]);
    team_say(task->team, TEAM_BETTER, &out);
    pm_out_free(&out);
}

static bool take_best(void *context, const int *answer)
{
    tell_better(context, answer);
    return false; /* one is enough */
}

/* Numbers that follow each other give seeds that have nothing in common (splitmix64). */
static uint64_t seed_of(uint64_t seed, int64_t number)
{
    uint64_t z = seed + ((uint64_t)number + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void search(struct task *task, bool has_start, struct pm_out *out)
{
    pulma_job *job = new_job(task);
    pulma_status status = PULMA_NO_MEMORY;
    if (job) {
        pulma_job_set_seed(job, seed_of(task->worker->seed, task->slot));
        pulma_job_set_better(job, tell_better, task);
        status = has_start ? pulma_job_set_start(job, task->board, &task->err) : PULMA_OK;
    }
    if (!status)
        status = pulma_job_each(job, take_best, task, &task->err);
    const int *best = job ? pulma_job_best(job) : NULL;
    if (status == PULMA_LIMIT && best)
        tell_better(task, best);
    task->nodes += job ? pulma_job_nodes(job) : 0;
    const bool optimal = job && pulma_job_optimal(job);
    if (status == PULMA_NONE || (status == PULMA_OK && optimal))
        head(task, PIECE_DONE, out);
    else if (status == PULMA_OK || (status == PULMA_LIMIT && task->spent))
        head(task, PIECE_SPLIT,
             out); /* there is more to be searched, from other beginnings */
    else if (status == PULMA_LIMIT)
        stop(task, out);
    else
        fail(task, out);
    pulma_job_free(job);
}

static bool act_on_beginning(struct task *task, struct team_reading *reading,
                             struct pm_out *out)
{
    const bool has_start = team_get(reading) != 0;
    for (int i = 0; has_start && i < task->places; i++)
        task->board[i] = team_get_int(reading);
    if (!reading->failed)
        search(task, has_start, out);
    return !reading->failed;
}

void work_on_beginning(struct team *team, void *context, const struct team_message *m)
{
    work(team, context, m, act_on_beginning);
}

/* ---- All puzzles of a call ------------------------------------------------------- */

int ask_all(const struct cli_call *call, team_work *desk, const char *what,
            int (*ask)(const struct cli_item *item))
{
    struct asking asking = {.worker = {.call = call}};
    int ending = CLI_DONE;
    if (!team_open(&asking.team, desk, &asking.worker))
        return cli_no_memory(call, stdout, stderr);
    if (asking.team.rank == 0)
        ending = cli_each_puzzle(
            call, &(struct cli_task){.what = what, .work = ask, .context = &asking});
    else
        team_serve(&asking.team);
    team_close(&asking.team);
    pulma_puzzle_free(asking.worker.puzzle);
    return ending;
}
