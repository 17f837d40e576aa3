/* Going through all puzzles of all files of a call. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/console.h"
#include "cli/options.h"
#include "pulma/pulma.h"

/* One puzzle and where what is said about it goes. */
struct cli_item {
    const struct cli_call *call;
    const char *file; /* as the user wrote it */
    long number;      /* 1 for the first puzzle of the call */
    bool several;     /* there is more than one puzzle */
    int shift;        /* to be added to lines of the puzzle */
    bool relative;    /* they are counted from the beginning of a share (source.h) */
    int threads;      /* for this puzzle alone */
    int at_once;      /* how many puzzles are worked on at the same time */
    pulma_puzzle *puzzle;
    FILE *out, *complaints;
    bool terminal;                 /* out ends at a terminal */
    struct cli_progress *progress; /* NULL: told elsewhere */
    void *context;                 /* of the task */
    void *prepared;                /* by the task for this puzzle; NULL: nothing */
    const atomic_bool *unwanted; /* true: nobody will see it any more; NULL: it is wanted */
};

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

/* With several puzzles: the line that tells which one follows. */
void cli_header(const struct cli_item *item);
/* "FILE:LINE: " before the one line that a command prints for each of several puzzles. */
void cli_line_start(const struct cli_item *item);
/* The model to solve it by; NULL: none.  A solver without a model takes the
 * kind's first one. */
const char *cli_item_model(const struct cli_item *item);
/* A failure with this puzzle; returns how to end. */
int cli_item_fail(const struct cli_item *item, const pulma_error *err);
/* A remark on standard error: "file:line: what: detail". */
void cli_item_note(const struct cli_item *item, const char *what, const char *detail);
/* The remark that a limit came first, and which one. */
void cli_item_stopped(const struct cli_item *item, const pulma_error *err);
/* A job for the puzzle within the limits of the call, and by its method; NULL after a complaint. */
pulma_job *cli_item_bounded_job(const struct cli_item *item);
pulma_job *cli_item_job(const struct cli_item *item);
/* Effort in millions where none is given: some 15 seconds for all steps, as what takes longer no
 * person would follow, and a few for a hint, which is waited for. */
enum cli_effort { CLI_USUAL_EFFORT = 2000, CLI_HINT_EFFORT = 400 };

/* An explainer for the puzzle within --time and --memory, and --effort or else the usual one,
 * so that without them the same comes out on every machine.  NULL: no memory. */
pulma_explainer *cli_item_explainer(const struct cli_item *item, enum cli_effort usual);
/* For jobs and explainers: whether the work is wanted no more.  Shows the progress. */
bool cli_item_stops(void *item);
/* The first answer, for a picture: CLI_DONE, or how to end, after a remark on why there is none. */
int cli_item_answer(const struct cli_item *item, int *answer);
/* A puzzle as text, with a blank line before it where one is needed after the puzzle before. */
void cli_print_puzzle(FILE *out, const char *text, long number);
/* The work of 'solve'; and whether the call names a method and a model, which is complained of. */
struct cli_task cli_solving(const struct cli_call *call);
bool cli_one_method(const struct cli_call *call); /* it does not */
/* An answer: drawn if a person looks and the picture is not too wide, otherwise as text,
 * perhaps with places marked in the drawing; its cost in a line; or both forms of it as members
 * of a document ("answer", "values"). */
void cli_print_answer(const struct cli_item *item, const int *answer);
void cli_print_marked(const struct cli_item *item, const int *answer, const int *places,
                      int place_count);
void cli_print_cost(const struct cli_item *item, int64_t cost, bool optimal, int64_t bound);
void cli_json_answer(const struct cli_item *item, const int *answer);
/* ,"file":...,"line":... and the title: the end of every document about a puzzle. */
void cli_json_origin(const struct cli_item *item);
/* ,"seconds":...,"nodes":... that the job took. */
void cli_json_effort(const struct cli_item *item, const pulma_job *job);

#endif
