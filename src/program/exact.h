/* A program in whole numbers: what `sat`, OPB and CNF files need. */
#ifndef PM_EXACT_H
#define PM_EXACT_H

#include "program/program.h"

/* No bound: INT64_MIN and INT64_MAX.  Rows are multiplied so that all numbers are whole. */
struct pm_exact_row {
    int64_t lower, upper;
};

struct pm_exact {
    int *lower, *upper; /* per column: every column takes whole values in this range */
    struct pm_exact_row *rows;
    int *weights;      /* per entry of the program */
    int *costs;        /* per column, to be minimised */
    double cost_scale; /* objective = constant + cost_scale * sum of costs */
};

/* PULMA_UNAVAILABLE: the program cannot be said in whole numbers; the message names the
 * variable or constraint that stands in the way.  Memory is the program's.  `tighten`: rows may
 * narrow the ranges of columns; without it, every column needs bounds of its own, and no row
 * is taken for granted.
 *
 * Continuous columns must be whole in every vertex once the integers are chosen.  That is
 * granted if, in each row divided by the coefficient of its continuous columns, those are 1 or
 * -1 and everything else is whole, and if among the rows with two or more of them each group
 * that hangs together is a network matrix: either no row has more than two of them and the columns
 * fall into two classes, or no column occurs more than twice and the rows do (two entries of
 * equal sign lie in different classes, of opposite sign in the same: Heller and Tompkins 1956).
 * The orderings of Miller, Tucker and Zemlin are of the first sort, flows of the second. */
pulma_status pm_exact_make(struct pm_program *program, bool tighten, struct pm_exact *exact,
                           pulma_error *err);

#endif
