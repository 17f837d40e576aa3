/* Comparing: puzzles by formulations by solvers, timed alike and told as tables and charts.
 *
 * A study has puzzles, and for each puzzle ways to solve it: a model by a solver, or the kernel
 * or the rules without a model.  Every way gets the same limit of CPU time and a process of its
 * own.  What came out is a list of cases, one for each puzzle and way, and study_write() puts
 * them into words, in every format from the same cells.
 *
 *     struct study *study = study_new(&(struct study_wish){.seconds = 10}, &host);
 *     study_add(study, puzzle, "board.txt", 1, &err);
 *     study_add_ways(study, &err);
 *     study_run(study);
 *     study_write(study, STUDY_MARKDOWN, &text, &len, &err);
 *     study_free(study);
 *
 * Nothing in this room prints, exits or catches signals: the host hears of the work through
 * callbacks and decides.  A study belongs to one thread. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "pulma/pulma.h"

struct study;

/* ---- The host: who asks for the study ---- */

/* What is going on. */
struct study_progress {
    const char *what;           /* "translating" or "comparing" */
    long done, total;           /* runs */
    const char *puzzle;         /* in few letters; "" while translating */
    const char *model, *solver; /* of the present run */
    double seconds, left;       /* of this run so far; of all that follow, guessed */
};

/* Every callback may be NULL. */
struct study_host {
    /* Asked often, also in the processes of the runs: true stops the study.  A host that makes
     * its stop() true on SIGTERM lets a run that is late end its solver in order. */
    bool (*stop)(void *context);
    /* Called some times a second while there is work. */
    void (*progress)(void *context, const struct study_progress *progress);
    /* A sentence that the user should see at once: a disagreement, a board left out. */
    void (*say)(void *context, const char *sentence);
    /* A whole file, freed with free(): puzzles of publications, and models that are files. */
    char *(*read)(void *context, const char *path, size_t *len, pulma_error *err);
    void *context;
};

/* What is wanted. */
struct study_wish {
    double seconds;      /* of CPU time, the limit of each run (<= 0: 10) */
    int repeat;          /* how often everything is run (0: once) */
    const char *models;  /* "a,b,./mine.mod"; NULL or "all": all */
    const char *solvers; /* "glpk,glpk --pcost,rules"; NULL or "all": all that are here */
    const char *own; /* the text of a further model, which is called "own"; NULL: none */
    bool
        in_process; /* solve in this process, where there are no others: no crash is caught */
};

/* ---- Making one ---- */

/* The texts of the wish must live as long as the study.  NULL: no memory. */
struct study *study_new(const struct study_wish *wish, const struct study_host *host);
void study_free(struct study *study); /* NULL is allowed */

/* Takes a copy of a puzzle, which begins in this line of this file. */
pulma_status study_add(struct study *study, const pulma_puzzle *puzzle, const char *file,
                       int line, pulma_error *err);
/* Makes a square board by this wish, whose size and stop it sets, and takes it.  With such
 * boards study_write() tells how the formulations grow. */
pulma_status study_add_board(struct study *study, pulma_wish *wish, int side,
                             pulma_error *err);
/* Takes the puzzles of a publication ("hartmann2018") and the ways that it tells about;
 * study_write() then puts its tables beside our results.  `examples` is the folder that has
 * the folder "seeds".  A puzzle that cannot be read is said and left out. */
pulma_status study_add_paper(struct study *study, const char *paper, const char *examples,
                             pulma_error *err);
/* The publications, by number; NULL: there are no more. */
const char *study_paper_name(int index);
/* All ways that the wish names, for all puzzles.  PULMA_BAD_CALL: it names what there is not. */
pulma_status study_add_ways(struct study *study, pulma_error *err);
/* Keeps every run in this file as soon as it has ended, a JSON document a line, and leaves out
 * what the file knows already.  Comes after the ways. */
pulma_status study_keep(struct study *study, const char *path, pulma_error *err);

/* Runs only part `part` (from 1 on) of `parts` equal ones, and writes each run to `record` as above. */
void study_set_part(struct study *study, int part, int parts, FILE *record);
/* What was written so, by one part or all of them: none of it is run again, whatever came out. */
pulma_status study_take(struct study *study, const char *text, size_t len,
                        pulma_error *err);

/* ---- Running it ---- */

/* Does all runs that are not done yet, one at a time: each way in turn, so that whatever else
 * the machine does meanwhile hits all of them alike.  Then compares what they say; who is wrong
 * is said.  PULMA_LIMIT: the host stopped it, and what was done is there.
 * PULMA_BAD_CALL: the file of study_keep() cannot be written. */
pulma_status study_run(struct study *study, pulma_error *err);
/* How many cases failed or are contradicted. */
int study_faults(const struct study *study);

/* ---- What came out ---- */

enum study_format {
    STUDY_TEXT, /* for a terminal */
    STUDY_JSON, /* a document a row */
    STUDY_CSV,
    STUDY_MARKDOWN,
    STUDY_LATEX, /* booktabs and longtable */
    STUDY_HTML,
    STUDY_SVG /* a chart: time against size, and how many are solved in which time */
};

/* The whole report; `*text` is freed with free().  PULMA_NONE: there is nothing to draw. */
pulma_status study_write(const struct study *study, enum study_format format, char **text,
                         size_t *len, pulma_error *err);

/* How a run ended. */
enum study_outcome {
    STUDY_SOLVED,     /* with an objective: and proved to be the cheapest */
    STUDY_IMPOSSIBLE, /* proved: there is no answer */
    STUDY_LIMIT,      /* not known; with an objective perhaps an answer */
    STUDY_REFUSED,    /* the model, the solver or the kernel does not do such puzzles */
    STUDY_FAULT,      /* the model does not describe the puzzle */
    STUDY_BROKEN,     /* it crashed, hung or gave a wrong answer */
    STUDY_OUTCOMES
};

/* "solved", "impossible", "limit", "does not apply", "wrong model", "failed". */
const char *study_outcome_word(enum study_outcome outcome);

/* One run, as the process that did it reports it: plain bytes, no pointers. */
struct study_run {
    enum study_outcome outcome;
    double seconds; /* of CPU time */
    int64_t nodes;
    bool has_cost; /* an answer was found and has a cost */
    int64_t cost;
    bool has_size;
    pulma_size size;
    bool has_relaxation; /* of a model with an objective */
    double relaxation;   /* INFINITY: even the relaxation has no solution */
    bool has_optimum;    /* of the model's own objective, which need not be the cost */
    double optimum;
    char message[200]; /* why, where the outcome needs a reason */
};

/* A puzzle by one way. */
struct study_case {
    int puzzle;            /* 0 for the one that was added first */
    char model[64];        /* "": by the kernel or the rules */
    char solver[200];      /* with its switches; "kernel", "rules" without a model */
    uint64_t key;          /* of the puzzle's and the model's text */
    int done;              /* runs; 0: there is no result */
    int stopped;           /* of these, at the limit */
    double *seconds;       /* of each; the limit if it was stopped */
    struct study_run last; /* but one that was stopped does not replace a result */
    bool contradicted;     /* by another way, with an answer that the referee accepted */
};

/* The cases by number, those of a puzzle together; NULL: there are no more. */
const struct study_case *study_case(const struct study *study, int index);
/* Whether it gave a result, and more than half of its runs did so before the limit: then the
 * median tells something. */
bool study_case_timed(const struct study_case *one);
double study_case_median(const struct study_case *one);
double study_case_fastest(const struct study_case *one);
double study_case_slowest(const struct study_case *one);

#endif
