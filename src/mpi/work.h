/* What is done at the desks: pieces of a question, and searches for better boards.
 *
 * A *piece* is a partial answer; its answers are those with these values.  One that takes longer than
 * its budget of CPU time is given back as several pieces, which together have its answers.  A
 * *beginning* is a number, from which the chances of a search for better boards are drawn. */
#ifndef MPI_WORK_H
#define MPI_WORK_H

#include "cli/batch.h"
#include "mpi/team.h"

/* A piece: values of some places. */
struct piece {
    struct piece *next;
    int64_t number, parent; /* for who looks at the tree of pieces; -1: none */
    int count;
    struct fixed {
        int place, value;
    } fixed[];
};

struct piece *new_piece(const struct fixed *fixed, int count); /* NULL: no memory */
void put_piece(struct pm_out *out, const struct fixed *fixed, int count);
struct piece *get_piece(struct team_reading *reading); /* NULL: no memory, or it failed */

/* What came of a piece. */
enum outcome {
    PIECE_DONE,    /* all its answers are counted */
    PIECE_SPLIT,   /* pieces in its place */
    PIECE_SPENT,   /* nothing: its budget was spent, and it was not to be split */
    PIECE_STOPPED, /* by a limit of the whole run, or it was cancelled */
    PIECE_FAILED
};

/* A worker and the question that it works on. */
struct worker {
    const struct cli_call *call;
    pulma_puzzle *puzzle; /* NULL: none yet */
    int64_t question;     /* its number: results of others are not wanted any more */
    bool listing;         /* answers are wanted, not only their number */
    uint64_t limit;       /* of the count; 0: none */
    uint64_t seed;
    double split_seconds; /* that the last split took */
};

/* A question begins: its puzzle and what is asked, for team_send_all().  PULMA_OK, or why not. */
pulma_status put_question(struct pm_out *out, const pulma_puzzle *puzzle,
                          const struct worker *question, pulma_error *err);

/* A task for a piece: the slot that the result names, its budget in seconds, whether to split it, the piece.  Its result:
 * question, slot, outcome, and
 *   PIECE_DONE     whether costs are known, cost, digits of the count, answers that were listed
 *   PIECE_SPLIT    pieces
 *   PIECE_STOPPED  which limit
 *   PIECE_FAILED   status, text, line, column, sentence
 * and at last seconds, in millionths, and nodes that it took. */
team_work work_on_piece;
/* A task for a beginning: its number, seconds, and the best board so far, if there is one.  Better
 * boards are told as they are found: question, values.  The result: question, number, outcome
 * (PIECE_DONE: the best board is proved to be optimal), and as above. */
team_work work_on_beginning;

/* The failure that a result tells. */
pulma_status get_failure(struct team_reading *reading, pulma_error *err);
pulma_status no_memory(pulma_error *err);

/* What rank 0 keeps from puzzle to puzzle: the context of its items. */
struct asking {
    struct team team;
    struct worker worker; /* of its desk */
    int64_t questions;
};
/* Runs a command: rank 0 asks for each puzzle, the others work at their desks.  Says how to end. */
int ask_all(const struct cli_call *call, team_work *desk, const char *what,
            int (*ask)(const struct cli_item *item));

/* CPU seconds of this thread. */
double cpu_now(void);

#endif
