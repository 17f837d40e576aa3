/* A study: puzzles, the ways to solve them, and what came out. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/table.h"
#include "pulma/pulma.h"

/* How a run ended. */
enum cli_outcome {
    CLI_SOLVED,     /* with an objective: and proved to be the cheapest */
    CLI_IMPOSSIBLE, /* proved: there is no answer */
    CLI_LIMIT_HIT,  /* not known; with an objective perhaps an answer */
    CLI_REFUSED,    /* the model, the solver or the kernel does not do such puzzles */
    CLI_BROKEN,     /* it crashed, hung or gave a wrong answer */
    CLI_OUTCOMES
};

/* One run, as the process that did it reports it: plain bytes, no pointers. */
struct cli_run {
    enum cli_outcome outcome;
    double seconds; /* of CPU time */
    int64_t nodes;
    bool has_cost; /* an answer was found and has a cost */
    int64_t cost;
    bool has_size;
    pulma_size size;
    char message[200]; /* why, where the outcome needs a reason */
};

struct cli_study_puzzle {
    char *file;     /* as the user wrote it; "" for a generated one */
    char *name;     /* for people: file, line, title */
    int line, side; /* side: of a board of a size study, else 0 */
    uint64_t hash;  /* of its text */
    pulma_puzzle *puzzle;
};

/* A puzzle by one way: a row of the table. */
struct cli_case {
    int puzzle;
    char model[64];     /* "": by the kernel or the rules */
    const char *solver; /* constant: of pulma_solver_name(), or "kernel", "rules" */
    uint64_t key;       /* of the puzzle's and the model's text */
    int done;           /* runs */
    int stopped;        /* of these, at the limit */
    double *seconds;    /* of each; the limit if it was stopped */
    struct cli_run last; /* but one that was stopped does not replace a result */
    bool disagrees; /* with another way, about the same puzzle */
};

struct cli_study {
    const struct cli_call *call;
    double seconds; /* the limit of each run, in CPU time */
    int repeat;
    struct cli_study_puzzle *puzzles;
    int puzzle_count;
    struct cli_case *cases; /* those of a puzzle stand together */
    int case_count;
    const char *record_path; /* of --resume; NULL: none */
    FILE *record;
    int status;    /* how to end, so far */
    bool complete; /* every run was done */
};

/* ---- Making one (study.c) ---- */

/* An empty study with the limits of the call. */
void cli_study_open(struct cli_study *study, const struct cli_call *call);
void cli_study_close(struct cli_study *study);
/* Takes all puzzles of the call's files. */
void cli_study_add_files(struct cli_study *study);
/* Takes one puzzle, which it copies.  `side` as above. */
bool cli_study_add(struct cli_study *study, const pulma_puzzle *puzzle, const char *file,
                   int line, int side);
/* Whether a list of --models or --solvers ("a,b,c") has this word; NULL and "all" have any. */
bool cli_lists(const char *list, const char *word);
/* Whether the call wants this solver, or "kernel" or "rules", and it is here. */
bool cli_study_wants(const struct cli_study *study, const char *solver);
/* Whether --solvers makes sense.  False after a complaint. */
bool cli_study_check_solvers(struct cli_study *study);
/* All ways that --models and --solvers name, for all puzzles.  False after a complaint. */
bool cli_study_add_cases(struct cli_study *study);
/* One way for one puzzle; `model` "" for the kernel and the rules. */
bool cli_study_add_case(struct cli_study *study, int puzzle, const char *model,
                        const char *solver);

/* The ways of the call, and what its --resume file knows.  False after a complaint. */
bool cli_study_prepare(struct cli_study *study);
/* Draws what --plot wants. */
void cli_study_finish(struct cli_study *study);

/* Does all runs that are not done yet, one at a time: each way in turn, puzzle by puzzle, and
 * that --repeat times.  Then looks for disagreement. */
void cli_study_run(struct cli_study *study);

/* Whether the case's runs have been done, so that its row says something. */
bool cli_case_ended(const struct cli_case *one);
/* Adds a run. */
void cli_case_take(const struct cli_study *study, struct cli_case *one,
                   const struct cli_run *run);
/* Whether it gave a result, and more than half of its runs did so before the limit: then the
 * median tells something. */
bool cli_case_timed(const struct cli_case *one);
double cli_case_median(const struct cli_case *one);
double cli_case_fastest(const struct cli_case *one);
double cli_case_slowest(const struct cli_case *one);
/* "0.0123": seconds with three digits that count, to a microsecond at most. */
const char *cli_seconds_text(double seconds, char *text, size_t size);
/* How a run ended, in a word: "solved", "impossible", "limit", "does not apply", "failed". */
const char *cli_outcome_word(enum cli_outcome outcome);

/* ---- One run (trial.c) ---- */

enum { CLI_PATIENCE = 3 }; /* how many times the limit a run may take on the clock */

/* Whether a run was stopped by the clock before it had its CPU time. */
bool cli_is_starved(const struct cli_study *study, const struct cli_run *run);
/* Solves the case's puzzle in a process of its own.  `wait` is called some times a second
 * meanwhile.  False: interrupted, and nothing is known. */
bool cli_try(const struct cli_study *study, const struct cli_case *one,
             void (*wait)(void *context), void *context, struct cli_run *run);

/* ---- What was done (record.c) ---- */

/* Reads what a file of --resume knows about the study's cases, and opens it to go on.  False
 * after a complaint. */
bool cli_record_open(struct cli_study *study, const char *path);
void cli_record_add(struct cli_study *study, const struct cli_case *one,
                    const struct cli_run *run);

/* ---- What came out ---- */

void cli_study_table(const struct cli_study *study, enum cli_table_format format);
/* A sentence about what the seconds are. */
void cli_study_say_limits(const struct cli_study *study, enum cli_table_format format);
/* Two pictures in one SVG file: time against size, and how many are solved in which time. */
bool cli_study_plot(const struct cli_study *study, const char *path, pulma_error *err);

/* ---- Other studies than those of given files ---- */

int cli_compare_paper(const struct cli_call *call, enum cli_table_format format);
int cli_compare_sizes(const struct cli_call *call, enum cli_table_format format);

#endif
