/* The ranks of a run and their messages.
 *
 * Rank 0 coordinates; every rank, rank 0 too, has a desk: a thread that works on one task after
 * another, while the rank's first thread alone speaks to MPI.  So a rank hears that its work is not
 * wanted any more, and rank 0 answers at once, however long a task takes.  Nobody waits busily:
 * where ranks share cores, waiting would cost the others their time. */
#ifndef MPI_TEAM_H
#define MPI_TEAM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/out.h"

/* What a message is. */
enum team_tag {
    TEAM_BEGIN = 1, /* a puzzle, for all tasks that follow; what was cancelled is over */
    TEAM_TASK,      /* from rank 0 */
    TEAM_CANCEL,    /* nobody wants the result of the present tasks */
    TEAM_END,       /* there will be none any more */
    TEAM_RESULT,    /* to rank 0 */
    TEAM_BETTER     /* to rank 0, in the middle of a task */
};

struct team_message {
    struct team_message *next;
    int rank; /* who sent it */
    enum team_tag tag;
    size_t len;
    char bytes[];
};

struct team_queue {
    struct team_message *first, *last;
};

struct team;
/* Works on a TEAM_BEGIN or TEAM_TASK, in the desk's thread, and says by team_say() what came of it. */
typedef void team_work(struct team *team, void *context,
                       const struct team_message *message);

struct team {
    int rank, size;
    team_work *work;
    void *context;
    struct team_sending *sendings; /* messages that MPI has not taken yet */
    double rest;                   /* seconds until the next look, while nothing happens */
    /* The desk. */
    bool has_desk;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t given, said; /* a task; a message of the desk */
    struct team_queue tasks, words;
    bool closed;
    atomic_bool cancelled;
    /* For who measures. */
    int64_t messages, bytes;
};

int team_rank(void); /* of this process */
/* The team of this process.  With `work` it has a desk. */
bool team_open(struct team *team, team_work *work, void *context);
/* Rank 0 sends the others home; all end here. */
void team_close(struct team *team);

/* Sends a message to a rank, which may be the own one: then its desk gets it.  The bytes are
 * copied. */
void team_send(struct team *team, int rank, enum team_tag tag, const char *bytes,
               size_t len);
void team_send_all(struct team *team, enum team_tag tag, const char *bytes, size_t len);
/* The next message to rank 0, from whatever rank and its own desk, freed by the caller with
 * free(); NULL: none came within `seconds`. */
struct team_message *team_receive(struct team *team, double seconds);
/* Rests so long, or until the own desk says something. */
void team_rest(struct team *team, double seconds);
/* From the desk's thread: a message to rank 0. */
void team_say(struct team *team, enum team_tag tag, const struct pm_out *out);
/* All other ranks than 0: work until they are sent home. */
void team_serve(struct team *team);

/* Whether the task at the desk is wanted no more. */
bool team_cancelled(const struct team *team);

/* ---- Numbers and texts in messages ---- */

void team_put(struct pm_out *out, int64_t number);
void team_put_text(struct pm_out *out, const char *bytes, size_t len);

/* Reads what was put; after a failure all further numbers are 0 and texts empty. */
struct team_reading {
    const char *at, *end;
    bool failed;
};
int64_t team_get(struct team_reading *reading);
int team_get_int(struct team_reading *reading);
const char *team_get_text(struct team_reading *reading, size_t *len); /* no NUL after it */

#endif
