/* Going through all puzzles of all files of a call. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "cli/item.h"

/* Workers in other processes, perhaps on other machines.  run() takes pieces of the work while
 * there are some (cli_chain_wait), has them done elsewhere and finishes them.  It is called in a
 * thread of its own, while one more works here. */
struct cli_chain;
struct cli_agency {
    int workers;
    void (*run)(void *context, struct cli_chain *chain);
    void *context;
};

/* What a command does with its puzzles. */
struct cli_task {
    const char *what; /* told while it lasts: "solving" */
    /* Does the work on one puzzle and returns how to end.  With -j it is called from several
     * threads at once. */
    int (*work)(const struct cli_item *item);
    /* Optional: called before the work, for one puzzle after the other in order.  What it
     * returns is the item's `prepared`, freed with free() after the work. */
    void *(*prepare)(const struct cli_item *item);
    void *context;
    /* The work does nothing but say something, and asks of the puzzle's number only whether it is
     * the first.  Then work may be done in vain, behind a puzzle that cannot be read. */
    bool only_speaks;
    bool in_parts;                   /* the command has --part and --output */
    const struct cli_agency *agency; /* has workers in other processes; NULL: none */
};

/* Works on all puzzles of all files of the call, -j at a time, and prints what they say in
 * order.  Returns the worst ending. */
int cli_each_puzzle(const struct cli_call *call, const struct cli_task *task);

/* For agencies.  A piece of the work: puzzles `from` up to `to` of a lot. */
struct cli_piece;
struct cli_parcel {
    pulma_lot *lot;
    int from, to;
    const char *file;
    long number; /* of the first one */
    int shift;   /* as in struct cli_item, and the rest */
    bool several, terminal;
};
/* What was said about the first `done` of them, in memory that the chain frees. */
struct cli_said {
    int done;
    char *out;
    size_t out_len;
    char *complaints;
    size_t complaints_len;
    int status;
    long bad;       /* puzzles that could not be read */
    bool ends_file; /* and nothing after them is wanted */
};
/* The next piece; NULL: there is none at the moment. */
struct cli_piece *cli_chain_take(struct cli_chain *chain, struct cli_parcel *parcel);
/* A piece that was taken is done, its rest goes back to the chain; or it is done here and now. */
void cli_chain_finish(struct cli_chain *chain, struct cli_piece *piece,
                      const struct cli_said *said);
void cli_chain_work(struct cli_chain *chain, struct cli_piece *piece);
/* Waits for a piece, but not longer; false: there will be none. */
bool cli_chain_wait(struct cli_chain *chain, double seconds);
/* In the other process: works on the puzzles, and after CLI_PATIENCE_ELSEWHERE leaves the rest:
 * long enough for a message to cost little. */
#define CLI_PATIENCE_ELSEWHERE 0.02 /* seconds */
void cli_do_parcel(const struct cli_call *call, const struct cli_task *task,
                   const struct cli_parcel *parcel, struct cli_said *said);

/* The work of 'solve'; and whether the call names a method and a model, which is complained of. */
struct cli_task cli_solving(const struct cli_call *call);
bool cli_one_method(const struct cli_call *call); /* it does not */

#endif
