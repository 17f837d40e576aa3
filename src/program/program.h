/* Mathematical programs: named columns, named rows, an objective.
 *
 * Products and absolute values stand in a model as definition rows (docs/models.md): linear rows
 * that are exact for any solver, and that pulma reads as x*y = s, |e| >= a or |e| <= a.  So the
 * same text gives the nonlinear program with its published size and, by the usual rewriting, the
 * linear one. */
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

#endif
