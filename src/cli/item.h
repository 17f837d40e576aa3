/* A puzzle that a command works on, and what all commands do with one. */
#ifndef CLI_ITEM_H
#define CLI_ITEM_H

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
