#include "mpi/team.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/console.h"

/* How long a rank rests before it looks for messages again: the longest and the shortest time. */
static const double longest_rest = 1e-3, shortest_rest = 20e-6;

struct team_sending {
    struct team_sending *next;
    MPI_Request request;
    char bytes[];
};

/* Without memory for a message nothing can be said to the others: the run ends, as when a rank
 * dies, and what was saved is whole. */
static _Noreturn void give_up(void)
{
    fputs("pulma-mpi: out of memory for a message\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
    abort();
}

/* ---- Queues --------------------------------------------------------------------------------- */

static struct team_message *new_message(int rank, enum team_tag tag, size_t len)
{
    struct team_message *m = malloc(sizeof *m + len + 1);
    if (!m)
        give_up();
    *m = (struct team_message){.rank = rank, .tag = tag, .len = len};
    m->bytes[len] = '\0';
    return m;
}

static void append(struct team_queue *queue, struct team_message *m)
{
    m->next = NULL;
    if (queue->last)
        queue->last->next = m;
    else
        queue->first = m;
    queue->last = m;
}

static struct team_message *take_first(struct team_queue *queue)
{
    struct team_message *m = queue->first;
    if (m) {
        queue->first = m->next;
        queue->last = queue->first ? queue->last : NULL;
        m->next = NULL;
    }
    return m;
}

static void clear(struct team_queue *queue)
{
    for (struct team_message *m; (m = take_first(queue));)
        free(m);
}

/* ---- The desk ------------------------------------------------------------------------------- */

static void *sit_at_desk(void *context)
{
    struct team *team = context;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        struct team_message *m = take_first(&team->tasks);
        if (!m && team->closed)
            break;
        if (!m) {
            pthread_cond_wait(&team->given, &team->lock);
            continue;
        }
        if (m->tag == TEAM_BEGIN)
            atomic_store(&team->cancelled, false);
        pthread_mutex_unlock(&team->lock);
        team->work(team, team->context, m);
        free(m);
        pthread_mutex_lock(&team->lock);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

/* What rank 0 sent arrives at the desk. */
static void arrive(struct team *team, struct team_message *m)
{
    pthread_mutex_lock(&team->lock);
    if (m->tag == TEAM_CANCEL || m->tag == TEAM_END) {
        clear(&team->tasks);
        atomic_store(&team->cancelled, true);
        team->closed |= m->tag == TEAM_END;
        free(m);
    } else {
        append(&team->tasks, m);
    }
    pthread_cond_signal(&team->given);
    pthread_mutex_unlock(&team->lock);
}

static struct team_message *overhear(struct team *team)
{
    pthread_mutex_lock(&team->lock);
    struct team_message *m = take_first(&team->words);
    pthread_mutex_unlock(&team->lock);
    return m;
}

void team_say(struct team *team, enum team_tag tag, const struct pm_out *out)
{
    if (out->failed)
        give_up();
    struct team_message *m = new_message(team->rank, tag, out->len);
    if (out->len > 0)
        memcpy(m->bytes, out->data, out->len);
    pthread_mutex_lock(&team->lock);
    append(&team->words, m);
    pthread_cond_signal(&team->said);
    pthread_mutex_unlock(&team->lock);
}

bool team_cancelled(const struct team *team)
{
    return atomic_load(&team->cancelled);
}

void team_rest(struct team *team, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&team->lock);
    if (!team->words.first)
        pthread_cond_timedwait(&team->said, &team->lock, &until);
    pthread_mutex_unlock(&team->lock);
}

/* ---- Messages between processes --------------------------------------------------------------- */

/* Frees what MPI has taken; with `wait`, waits for all of it. */
static void settle(struct team *team, bool wait)
{
    for (struct team_sending **at = &team->sendings; *at;) {
        struct team_sending *s = *at;
        int done = 0;
        if (wait)
            done = MPI_Wait(&s->request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        else
            MPI_Test(&s->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *at = s->next;
            free(s);
        } else {
            at = &s->next;
        }
    }
}

static void post(struct team *team, int rank, enum team_tag tag, const char *bytes,
                 size_t len)
{
    struct team_sending *s = len < INT_MAX ? malloc(sizeof *s + len + 1) : NULL;
    if (!s)
        give_up();
    if (len > 0)
        memcpy(s->bytes, bytes, len);
    s->next = team->sendings;
    team->sendings = s;
    MPI_Isend(s->bytes, (int)len, MPI_BYTE, rank, (int)tag, MPI_COMM_WORLD, &s->request);
    team->messages++;
    team->bytes += (int64_t)len;
    team->rest = shortest_rest;
}

void team_send(struct team *team, int rank, enum team_tag tag, const char *bytes,
               size_t len)
{
    if (rank != team->rank) {
        post(team, rank, tag, bytes, len);
    } else if (team->has_desk) {
        struct team_message *m = new_message(rank, tag, len);
        if (len > 0)
            memcpy(m->bytes, bytes, len);
        arrive(team, m);
    }
}

void team_send_all(struct team *team, enum team_tag tag, const char *bytes, size_t len)
{
    for (int rank = 0; rank < team->size; rank++)
        team_send(team, rank, tag, bytes, len);
}

/* A message that is there; NULL: none. */
static struct team_message *collect(struct team *team)
{
    MPI_Status status;
    int there = 0, len = 0;
    settle(team, false);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return NULL;
    MPI_Get_count(&status, MPI_BYTE, &len);
    struct team_message *m =
        new_message(status.MPI_SOURCE, (enum team_tag)status.MPI_TAG, (size_t)len);
    MPI_Recv(m->bytes, len, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    team->messages++;
    team->bytes += len;
    team->rest = shortest_rest;
    return m;
}

struct team_message *team_receive(struct team *team, double seconds)
{
    const double until = cli_now() + seconds;
    for (;;) {
        struct team_message *m = overhear(team);
        if (!m && team->size > 1)
            m = collect(team);
        const double left = until - cli_now();
        if (m || left <= 0)
            return m;
        const double pause = team->size > 1 ? team->rest : longest_rest * 50;
        team_rest(team, pause < left ? pause : left);
        team->rest = 2 * team->rest < longest_rest ? 2 * team->rest : longest_rest;
    }
}

void team_serve(struct team *team)
{
    assert(team->rank > 0 && team->has_desk);
    while (!team->closed) {
        struct team_message *m = team_receive(team, 1);
        if (m && m->rank == team->rank) { /* the desk's word, for rank 0 */
            post(team, 0, m->tag, m->bytes, m->len);
            free(m);
        } else if (m) {
            arrive(team, m);
        }
    }
}

/* ---- Beginning and end --------------------------------------------------------------------------- */

int team_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

bool team_open(struct team *team, team_work *work, void *context)
{
    *team = (struct team){.work = work, .context = context, .rest = shortest_rest};
    team->rank = team_rank();
    MPI_Comm_size(MPI_COMM_WORLD, &team->size);
    atomic_init(&team->cancelled, false);
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->given, NULL);
    pthread_cond_init(&team->said, NULL);
    team->has_desk = work && pthread_create(&team->thread, NULL, sit_at_desk, team) == 0;
    return !work || team->has_desk;
}

void team_close(struct team *team)
{
    if (team->rank == 0)
        team_send_all(team, TEAM_END, NULL, 0);
    if (team->has_desk) {
        pthread_mutex_lock(&team->lock);
        team->closed = true;
        pthread_cond_signal(&team->given);
        pthread_mutex_unlock(&team->lock);
        pthread_join(team->thread, NULL);
    }
    /* Words that nobody waits for any more may still be on their way to rank 0. */
    MPI_Request all_here = MPI_REQUEST_NULL;
    int everybody = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &all_here);
    while (!everybody) {
        free(collect(team));
        team_rest(team, shortest_rest);
        MPI_Test(&all_here, &everybody, MPI_STATUS_IGNORE);
    }
    settle(team, true);
    clear(&team->tasks);
    clear(&team->words);
    pthread_cond_destroy(&team->given);
    pthread_cond_destroy(&team->said);
    pthread_mutex_destroy(&team->lock);
}

/* ---- Numbers and texts ---------------------------------------------------------------------------- */

void team_put(struct pm_out *out, int64_t number)
{
    char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)((uint64_t)number >> 8 * i);
    pm_out_bytes(out, bytes, sizeof bytes);
}

void team_put_text(struct pm_out *out, const char *bytes, size_t len)
{
    team_put(out, (int64_t)len);
    pm_out_bytes(out, bytes ? bytes : "", len);
}

int64_t team_get(struct team_reading *reading)
{
    uint64_t number = 0;
    reading->failed |= reading->end - reading->at < 8;
    for (int i = 7; i >= 0 && !reading->failed; i--)
        number = number << 8 | (unsigned char)reading->at[i];
    reading->at += reading->failed ? 0 : 8;
    return (int64_t)number;
}

int team_get_int(struct team_reading *reading)
{
    int64_t number = team_get(reading);
    reading->failed |= number < INT_MIN || number > INT_MAX;
    return reading->failed ? 0 : (int)number;
}

const char *team_get_text(struct team_reading *reading, size_t *len)
{
    const char *text = "";
    int64_t wanted = team_get(reading);
    reading->failed |= wanted < 0 || wanted > reading->end - reading->at;
    *len = reading->failed ? 0 : (size_t)wanted;
    if (!reading->failed) {
        text = reading->at;
        reading->at += wanted;
    }
    return text;
}
