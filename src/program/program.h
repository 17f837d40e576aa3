/* Mathematical programs: from the text of a model and the text of its data to an answer.
 *
 * A *model* is a GNU MathProg text that ends by printing an answer; with a data section it is
 * translated into a *program*: named columns, named rows, an objective.  A *solver* gives the
 * columns values; with the values put back the model prints, and what it printed is all that
 * the caller sees of the answer.  Nothing here knows a puzzle.
 *
 * Products and absolute values stand in a model as definition rows (docs/models.md): linear rows
 * that are exact for any solver, and that pulma reads as x*y = s, |e| >= a or |e| <= a.  So the
 * same text gives the nonlinear program with its published size and, by the usual rewriting, the
 * linear one.
 *
 * The translator and the solvers GLPK and CBC live in the helper program pulma-mip, which shuts
 * itself in before it reads a model.  `sat` works in this process, on the program that the
 * helper sends back. */
#ifndef PM_PROGRAM_H
#define PM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/limits.h"
#include "core/out.h"
#include "core/text.h"
#include "pulma/pulma.h"

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
struct pm_source;
const char *pm_solver_usual(const struct pm_source *source); /* the one for such a model */
/* Of a name that may be followed by switches: "glpk --pcost".  -1: no such solver. */
int pm_solver_find(const char *name);
/* Whether a name and its switches make sense, and the solver is here: PULMA_OK, PULMA_BAD_CALL
 * or PULMA_UNAVAILABLE. */
pulma_status pm_solver_check(const char *name, pulma_error *err);
/* Whether it can be used now; if not, `how` (may be NULL) says how to get it. */
bool pm_solver_available(int solver, char *how, size_t size);

/* ---- From texts to an answer --------------------------------------------------------------- */

/* What is to be solved.  The data section may be empty (len 0) for a model that has its own. */
struct pm_source {
    const char *model;
    size_t model_len;
    const char *data; /* "data; ... end;" */
    size_t data_len;
};

/* Answers that are not wanted again: vectors of whole values of some columns. */
struct pm_exclude {
    int column_count; /* the columns that tell answers apart, numbers as in the program */
    const int *columns;
    int count; /* of vectors */
    const int *values;
    bool has_best; /* none that is worse than this value of the objective; else the best */
    double best;
    bool fraction; /* instead: some of the columns is not whole, by a hundredth or more */
};

struct pm_model_options {
    const char *solver; /* a name from above, switches may follow; NULL: "glpk" */
    bool why;           /* if nothing is feasible, find constraints that conflict */
    bool unconfined; /* go on where the kernel cannot shut the helper in: the model may then
                          * write files, so this is for texts that the user trusts */
    size_t memory_bytes;              /* of the helper; 0: a sensible amount */
    const struct pm_exclude *exclude; /* NULL: nothing */
};

enum pm_mip_status {
    PM_MIP_OPTIMAL,    /* an answer; with an objective, proved to be a best one */
    PM_MIP_FEASIBLE,   /* a limit struck; an answer, the best so far */
    PM_MIP_INFEASIBLE, /* proved: the constraints contradict each other */
    PM_MIP_UNBOUNDED,  /* proved: the objective has no end */
    PM_MIP_LIMIT       /* a limit struck before anything was found: nothing is known */
};

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

/* ---- Programs ------------------------------------------------------------------------------ */

enum pm_column_type { PM_BINARY, PM_INTEGER, PM_CONTINUOUS };

/* Bounds are -HUGE_VAL and HUGE_VAL where there are none. */
struct pm_column {
    const char *name; /* "x[1,2]" */
    enum pm_column_type type;
    double lower, upper;
    double cost;
};

/* What a row is besides a linear row. */
enum pm_row_role {
    PM_LINEAR,
    PM_GIVEN,   /* family "given": data of the puzzle, not counted as a constraint */
    PM_PRODUCT, /* family "product_...": 0 <= x + y - 2 s <= 1 says s = x*y, all binary */
    PM_ABS_AT_LEAST, /* family "abs_...": a <= e + M d <= M - a says |e| >= a, d binary */
    PM_ABS_AT_MOST,  /* family "abs_...": -a <= e <= a says |e| <= a */
    PM_ABS_WITHIN, /* families "abs_..._more" and "abs_..._less": e + f <= a and, in another */
    PM_ABS_WITHIN_2 /* row, - e + f <= a say |e| + f <= a; the second one is not counted */
};

struct pm_entry {
    int column;
    double value;
};

struct pm_row {
    const char *name; /* "digit[3,4]": family and index */
    double lower, upper;
    int first, count; /* its entries */
    enum pm_row_role role;
    int stand_in;   /* column s of a product, d of an absolute value; -1: none */
    int factors[2]; /* columns x and y of a product */
    int partner; /* the other row of PM_ABS_WITHIN, with the same columns in the same order;
                     * -1: none */
};

/* A column that stands for a sum of products of binary columns (fold.h).  A product is known by the
 * indices that its own column would have, written as one number, its *key*. */
struct pm_fold {
    int column;
    int count;               /* of products */
    const int *left, *right; /* the factors of each; sums share these lists */
    uint64_t key;            /* plus keys[i] is the key of product i */
    const uint64_t *keys;
};

/* The products of one definition, which have no rows and no columns here. */
struct pm_fold_family {
    const char *name, *variable; /* "product_s" and "s" */
    int before;                  /* the row that their rows would stand before */
    int first, fold_count;       /* the sums that they are in, each in one */
    int64_t products;
    int indices;
    const uint64_t *scale; /* index i of a key is key % scale[i] / scale[i + 1] */
};

struct pm_program {
    struct pm_arena arena;
    char name[64];
    bool maximise;
    bool has_objective;
    double constant; /* of the objective */
    int column_count, row_count, entry_count;
    struct pm_column *columns;
    struct pm_row *rows;
    struct pm_entry *entries;
    int *defined_by; /* per column: the row whose stand-in it is, or -1 */
    bool nonlinear; /* some row is a product or an absolute value, or something is folded */
    int fold_count, fold_family_count; /* mostly 0 */
    struct pm_fold *folds;
    struct pm_fold_family *fold_families;
};

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
void pm_program_free(struct pm_program *program); /* NULL is allowed */

/* How many rows a family has. */
struct pm_family {
    const char *name;
    int rows;
    bool counted; /* false for givens */
};

/* The columns of the published tables.  Stand-ins are no variables, product definitions and
 * givens are no constraints. */
struct pm_size {
    int binary, integer, continuous, variables;
    int constraints;
    int single; /* constraints on one variable: some publications call them bounds */
    int64_t nonzeros;
    const char
        *kind; /* "LP", "BLP", "ILP", "MILP", or "MINLP" with products or absolute values */
    int products, absolutes;
    int family_count;
    struct pm_family *families; /* in the order of the model; lives in the program */
};
/* With `linear`, of the program that linearising would make of it. */
pulma_status pm_program_size(struct pm_program *program, bool linear, struct pm_size *size);
/* The same as a JSON document for pulma_model_size(). */
pulma_status pm_program_size_json(struct pm_program *program, bool linear,
                                  struct pm_out *out, pulma_error *err);

/* Writes the program for other programs: "lp" (CPLEX), "mps" (free), "gams", "opb", "cnf".
 * PULMA_UNAVAILABLE, with the reason, for a program that the format cannot say. */
pulma_status pm_program_write(struct pm_program *program, const char *format,
                              struct pm_out *out, pulma_error *err);

/* ---- The model's text -------------------------------------------------------------------------- */

/* Model and data in one text that plain `glpsol -m` solves. */
void pm_model_join(const struct pm_source *source, struct pm_out *out);
/* The model as formulas: a LaTeX document.  PULMA_BAD_TEXT, with line and column, for what it
 * cannot read. */
pulma_status pm_model_latex(const char *model, size_t len, struct pm_out *out,
                            pulma_error *err);
/* The model's formulas as a GAMS text with the puzzle's data; `program` is its translation.  Products
 * stand as products unless `linearise`.  PULMA_UNAVAILABLE, with the place, for what it does not know.
 */
pulma_status pm_model_gams(const struct pm_source *source, const struct pm_program *program,
                           bool linearise, const struct pm_limits *limits,
                           struct pm_out *out, pulma_error *err);
/* The rows of a program as formulas, if they are not too many: a section of such a document. */
void pm_program_latex(const struct pm_program *program, struct pm_out *out);
/* The model as formulas in MathML, a JSON document; PULMA_BAD_TEXT as above. */
pulma_status pm_model_formulas(const char *model, size_t len, struct pm_out *out,
                               pulma_error *err);
/* One row as a list of such formulas, to be put one after another. */
void pm_row_formula(const struct pm_program *program, int row, struct pm_out *out);

#endif
