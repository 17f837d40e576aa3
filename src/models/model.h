/* From the text of a model and the text of its data to an answer.
 *
 * A *model* is a GNU MathProg text that ends by printing an answer; with a data section it is
 * translated into a *program* (program/program.h).  A *solver* gives the columns values; with the
 * values put back the model prints, and what it printed is all that the caller sees of the answer.
 * Nothing here knows a puzzle.
 *
 * The translator and the solvers GLPK and CBC live in the helper program pulma-mip, which shuts
 * itself in before it reads a model.  `sat` works in this process, on the program that the
 * helper sends back. */
#ifndef PM_MODEL_H
#define PM_MODEL_H

#include "mathprog/source.h"
#include "program/program.h"
#include "program/solver.h"

/* ---- The models that come with pulma --------------------------------------------------- */

/* One formulation, models/<kind>/<name>.mod, with what its head comment says. */
struct pm_model {
    const char *kind, *name;
    const char *title, *source, *teaches; /* "" where the head comment is silent */
    const char *faulty;                   /* "" unless it is known to be wrong */
    const char *text;                     /* the whole file, NUL behind it */
    size_t len;
    const char *minizinc; /* the file beside it in MiniZinc, or NULL */
    size_t minizinc_len;
};

/* The models of a kind are numbered from 0, in the order of their names; faulty ones, which are
 * there to be found out, come after the others. */
int pm_model_count(const char *kind);
int pm_model_faulty_count(const char *kind);
const struct pm_model *pm_model_get(const char *kind, int i);
const struct pm_model *pm_model_find(const char *kind, const char *name); /* NULL: none */

/* ---- Solvers ----------------------------------------------------------------------------- */

/* "glpk", "cbc", "sat", then those that are used where they are installed: "highs", "scip". */
int pm_solver_count(void);
const char *pm_solver_name(int solver);
const char *pm_solver_title(int solver);
const char *pm_solver_usual(const struct pm_source *source); /* the one for such a model */
/* Of a name that may be followed by switches: "glpk --pcost".  -1: no such solver. */
int pm_solver_find(const char *name);
/* Whether a name and its switches make sense, and the solver is here: PULMA_OK, PULMA_BAD_CALL
 * or PULMA_UNAVAILABLE. */
pulma_status pm_solver_check(const char *name, pulma_error *err);
/* Whether it can be used now; if not, `how` (may be NULL) says how to get it. */
bool pm_solver_available(int solver, char *how, size_t size);

/* ---- From texts to an answer --------------------------------------------------------------- */

struct pm_model_result {
    enum pm_mip_status status;
    struct pm_out
        printed;        /* what the model printed after `solve;` (OPTIMAL and FEASIBLE) */
    bool has_objective; /* some column has a cost; a constant objective is none */
    double objective;   /* of the answer */
    double bound;       /* no answer is better; equals the objective when OPTIMAL */
    bool has_bound;
    bool maximise;                           /* the sense of the objective */
    int64_t nodes;                           /* branch-and-bound nodes or conflicts */
    double translate_seconds, solve_seconds; /* CPU time of the two steps, if they ended */
    double
        other_seconds; /* CPU time of all other processes, even of those that were ended */
    int why_count;     /* options.why and INFEASIBLE: rows that conflict, by name */
    char **why;        /* "digit[3,4]"; none can be left out if why_minimal */
    bool why_minimal;
    int value_count; /* OPTIMAL and FEASIBLE, but not by MiniZinc: one value per column */
    double *values;
};

/* Translates, solves, prints.  PULMA_OK: the result's status tells how it ended.
 * PULMA_BAD_TEXT: the model or its data is wrong; err->line is the line of the model, or of the
 * data if err->text says so.  PULMA_UNAVAILABLE: a `check` of the model refuses such data, or
 * this solver cannot represent this program or is not here; the message says why.
 * PULMA_SOLVER: the helper failed or refused what the model wanted to do.  The result is to be
 * freed in every case. */
pulma_status pm_model_solve(const struct pm_source *source,
                            const struct pm_model_options *options,
                            const struct pm_limits *limits, struct pm_model_result *result,
                            pulma_error *err);
/* The value of the linear relaxation: the best objective if integers need not be whole.
 * PULMA_NONE: even that has no solution.  PULMA_UNAVAILABLE: there is no objective, or it has no
 * end. */
pulma_status pm_model_relax(const struct pm_source *source,
                            const struct pm_model_options *options,
                            const struct pm_limits *limits, double *value,
                            pulma_error *err);
/* The same with bounds of its columns in place of their own, lower and upper in turn for `columns` of
 * them, whose values are wanted, too.  Without an objective the value is 0. */
pulma_status pm_model_relax_within(const struct pm_source *source, const double *bounds,
                                   int columns, const struct pm_limits *limits,
                                   double *value, double *values, pulma_error *err);
/* What was printed without a heading, as listings in papers have it: a first line that ends with a
 * colon. */
struct pm_text pm_without_heading(const char *printed, size_t len);
void pm_model_result_free(struct pm_model_result *result);

/* What the model prints with these values of its columns, which must satisfy all rows; whole
 * numbers are rounded first. */
pulma_status pm_model_print(const struct pm_source *source,
                            const struct pm_program *program, const double *values,
                            const struct pm_limits *limits, struct pm_out *printed,
                            pulma_error *err);
/* Translates a model with its data.  `linearise`: products and absolute values become linear
 * rows (definition rows are split in two and play no role any more).  The program is the
 * caller's to free.  Statuses as in pm_model_solve; PULMA_LIMIT if time ran out. */
pulma_status pm_model_translate(const struct pm_source *source,
                                const struct pm_model_options *options, bool linearise,
                                const struct pm_limits *limits, struct pm_program **program,
                                pulma_error *err);
/* The same, but sums of products that can be folded are columns (fold.h): what its size is counted from. */
pulma_status pm_model_translate_folded(const struct pm_source *source,
                                       const struct pm_model_options *options,
                                       const struct pm_limits *limits,
                                       struct pm_program **program, pulma_error *err);
/* Model and data in one text that plain `glpsol -m` solves. */
void pm_model_join(const struct pm_source *source, struct pm_out *out);

/* ---- One answer after another ---------------------------------------------------------------- */

/* A sweep has a model print one answer after another; with an objective, as good as the first.
 * What the model prints is a function of the variables that it names after `solve;`, so excluding
 * their values excludes nothing else.  Different values may print the same. */
struct pm_sweep;
/* The source and what `options` points at must outlive it; options->exclude is the sweep's.  NULL:
 * no memory. */
struct pm_sweep *pm_sweep_new(const struct pm_source *source,
                              const struct pm_model_options *options);
void pm_sweep_free(struct pm_sweep *sweep); /* NULL is allowed */
/* After the last: the next one may be worse, and then others as good as that follow. */
void pm_sweep_worsen(struct pm_sweep *sweep);
/* As pm_model_solve().  PM_MIP_INFEASIBLE: there is none, or no further one.  PULMA_LIMIT: it cannot
 * be told whether there is a further one, and `err` says why. */
pulma_status pm_sweep_next(struct pm_sweep *sweep, const struct pm_limits *limits,
                           struct pm_model_result *result, pulma_error *err);

/* ---- An answer that a model has not ----------------------------------------------------------- */

/* The answer, as the caller knows it. */
struct pm_missed {
    int places;
    const int *answer;
    /* Reads what a model printed; false: it is no complete answer. */
    bool (*read)(void *context, const char *text, size_t len, int *answer);
    void *context;
};
/* Rows that exclude the answer, as result->why: with them it contradicts the model, and without any
 * one of them it does not.  None: they were not found.  The result is to be freed in every case. */
pulma_status pm_model_against(const struct pm_source *source,
                              const struct pm_missed *wanted,
                              const struct pm_limits *limits,
                              struct pm_model_result *result, pulma_error *err);

/* ---- What these questions share ---------------------------------------------------------- */

/* The columns that the model's text names after `solve;`: what it prints is a function of these.  NULL:
 * no memory. */
int *pm_printed_columns(const struct pm_source *source, const struct pm_program *program,
                        struct pm_arena *arena, int *count);
/* Copies the names of rows that conflict to the result. */
pulma_status pm_result_take_why(const struct pm_program *program, int count,
                                const int *rows, bool minimal,
                                struct pm_model_result *result, pulma_error *err);

#endif
