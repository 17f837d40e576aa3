/* A question about one puzzle, answered in pieces by all ranks; the part of rank 0.
 *
 * Open pieces lie on a stack, so that there are never many: a piece that was given back is worked on
 * before older ones, which are larger.  While there are fewer pieces than the ranks need, budgets are
 * small, so that there are soon enough; and at the end of the run nobody waits long for the last. */
#ifndef MPI_PIECES_H
#define MPI_PIECES_H

#include <stdio.h>

#include "core/big.h"
#include "mpi/state.h"
#include "mpi/work.h"

struct search {
    const struct cli_item *item;
    struct team *team;
    struct worker question;
    double budget; /* seconds of CPU time for a piece */
    struct state state;
    struct piece *open; /* the stack */
    int open_count, flying;
    struct piece **slots; /* pieces that ranks work on, some for each rank; NULL: free */

    /* What is known. */
    struct pm_big total;
    bool cost_known; /* the total is of answers with this cost */
    int64_t cost;
    int *answers; /* some of them */
    int answer_count;
    bool racing;         /* rank 0 tries the whole */
    bool won;            /* and has answered it */
    bool enough;         /* the limit of the count is reached */
    pulma_status status; /* PULMA_OK: complete, or enough; PULMA_LIMIT; a failure */
    pulma_error err;

    /* What it took. */
    double seconds;
    int64_t nodes, pieces, splits, replies, numbered;
    FILE *table;         /* of --csv; NULL: none */
    double *busy;        /* CPU seconds of each rank */
    double coordinating; /* CPU seconds for all replies */
};

enum { SEARCH_ANSWERS = 2 };

/* Answers the question; the caller has filled in item, team, question and budget, and frees the rest
 * by search_free(), which also says how to end. */
void search_run(struct search *search);
int search_free(struct search *search, int ending);
/* With --progress: a line about pieces, messages and shares. */
void search_tell(const struct search *search);

#endif
