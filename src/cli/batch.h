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
    bool in_parts; /* the command has --part and --output */
};

/* Works on all puzzles of all files of the call, -j at a time, and prints what they say in
 * order.  Returns the worst ending. */
int cli_each_puzzle(const struct cli_call *call, const struct cli_task *task);

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
/* A puzzle as text, with a blank line before it where one is needed after the puzzle before. */
void cli_print_puzzle(FILE *out, const char *text, long number);
/* ,"file":...,"line":... and the title: the end of every document about a puzzle. */
void cli_json_origin(const struct cli_item *item);
/* ,"seconds":...,"nodes":... that the job took. */
void cli_json_effort(const struct cli_item *item, const pulma_job *job);

#endif
