/* What the files of this room share. */
#ifndef STUDY_INSIDE_H
#define STUDY_INSIDE_H

#include <stdio.h>

#include "study/study.h"
#include "study/table.h"

struct study_puzzle {
    char *file;     /* as the user wrote it; "" for a generated one */
    char *name;     /* for people: file, line, title */
    int line, side; /* side: of a board made for a growth study, else 0 */
    uint64_t hash;  /* of its text */
    pulma_puzzle *puzzle;
};

enum { STUDY_MOST_SOLVERS = 16, STUDY_WORD = sizeof((struct study_case *)0)->solver };

struct study {
    struct study_wish wish; /* with its defaults filled in */
    struct study_host host;
    /* What the wish names, or all solvers, the kernel and the rules.  Tables have a column for
     * each. */
    char solvers[STUDY_MOST_SOLVERS][STUDY_WORD];
    int solver_count;
    struct study_puzzle *puzzles;
    int puzzle_count;
    struct study_case *cases; /* those of a puzzle stand together */
    int case_count;
    int first_case, last_case; /* those to be run; the last one is not */
    struct study_paper *paper; /* NULL: the study is of given puzzles */
    FILE *record;              /* NULL: nothing is kept */
    bool borrowed;             /* it is somebody else's to close */
    int faults;
};

/* ---- plan.c ---- */

/* Whether a list of the wish ("a,b,c") has this word; NULL and "all" have any. */
bool study_lists(const char *list, const char *word);
/* The next word of such a list, cut to `size`; NULL at its end.  Begins with the list itself. */
const char *study_next_word(const char *list, char *word, size_t size);
/* Whether it is the model that the wish has the text of. */
bool study_is_own(const struct study *study, const char *model);
/* Whether it is "kernel" or "rules", which need no model. */
bool study_is_engine(const char *solver);
/* Whether the solvers of the wish make sense. */
pulma_status study_check_solvers(const struct study *study, pulma_error *err);
/* A model by all solvers that are here; "": the kernel and the rules.  What there is already
 * is left alone. */
pulma_status study_add_model(struct study *study, int puzzle, const char *model,
                             pulma_error *err);
/* As study_add(), for a board of a growth study. */
pulma_status study_add_copy(struct study *study, const pulma_puzzle *puzzle,
                            const char *file, int line, int side, pulma_error *err);
/* A sentence for the host. */
void study_say(const struct study *study, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool study_stopped(const struct study *study);

/* ---- run.c ---- */

/* Adds a run. */
void study_case_take(const struct study *study, struct study_case *one,
                     const struct study_run *run);
/* Whether the run says that there is an answer, or none. */
bool study_gives_result(const struct study_run *run);

/* ---- trial.c ---- */

enum { STUDY_PATIENCE = 10 }; /* how many times the limit a run may take on the clock */

/* Whether a run was stopped by the clock before it had its CPU time. */
bool study_is_starved(const struct study *study, const struct study_run *run);
/* Solves the case's puzzle, in a process of its own.  `wait` is called some times a second
 * meanwhile.  False: interrupted, and nothing is known. */
bool study_try(const struct study *study, const struct study_case *one,
               void (*wait)(void *context), void *context, struct study_run *run);

/* ---- record.c ---- */

/* False: it cannot be written. */
bool study_record_add(const struct study *study, const struct study_case *one,
                      const struct study_run *run);

/* ---- What is written: results.c, growth.c, paper.c, plot.c ---- */

/* Puts what a case took into one cell: "0.0123", "> 10", "failed"; NULL or nothing to say: "". */
void study_put_seconds(struct study_table *t, const struct study *study,
                       const struct study_case *one);
/* The case of a puzzle by a model and solver, or by the kernel or the rules whatever the model
 * is; NULL: there is none. */
const struct study_case *study_find_case(const struct study *study, int puzzle,
                                         const char *model, const char *solver);
/* Sentences about what the seconds are. */
void study_say_limits(const struct study *study, struct study_sheet *sheet);

void study_results(const struct study *study, struct study_sheet *sheet);
void study_growth(const struct study *study, struct study_sheet *sheet);
void study_paper_tables(const struct study *study, struct study_sheet *sheet);
pulma_status study_plot(const struct study *study, struct pm_out *out, pulma_error *err);

/* Translates what the publication's sizes need; part of study_run(). */
void study_paper_measure(struct study *study);
void study_paper_free(struct study_paper *paper);

#endif
