/* Orders: columns that only have to grow along what is chosen.
 *
 * That lines and tours close no circle is often said by numbers: z[k] >= z[i] + 1 - M (1 - x) where
 * x leads from i to k (Miller, Tucker and Zemlin 1960).  The numbers say nothing else, so they are
 * no part of the search.  They follow from the binaries, as shortest paths; and where there are none,
 * the rows of a circle, or of a path that is too long for the range of the numbers, add up to a
 * row of binaries, which is stated when an answer breaks it. */
#ifndef PM_ORDERS_H
#define PM_ORDERS_H

#include "program/exact.h"

struct pm_orders;

/* The orders of a program: columns without a cost and with more than two values, whose rows have two
 * of them each, with opposite coefficients, one side, and binaries besides.  Each row forces the one
 * to be less than the other for some values of the binaries, and nothing for others.  Columns with
 * taken[column] (may be NULL) are left alone.  Lives in the program's arena.  NULL: no memory. */
struct pm_orders *pm_orders_new(struct pm_program *program, const struct pm_exact *exact,
                                const bool *taken);
bool pm_orders_column(const struct pm_orders *orders, int column);
bool pm_orders_row(const struct pm_orders *orders, int row);

/* A row of binaries that an answer breaks: the weights of its columns, which count from 0, add up to
 * at most `bound`. */
struct pm_order_cut {
    int count;
    const int *columns, *weights;
    int64_t bound;
};
/* Looks for such rows, which have nothing in common; returns how many, 0 if the order exists.
 * `cut(context, ...)` gets each. */
int pm_orders_cuts(const struct pm_orders *orders, const int *answer,
                   void (*cut)(void *context, const struct pm_order_cut *cut),
                   void *context);
/* The values of the columns in an answer in which the order exists. */
void pm_orders_fill(const struct pm_orders *orders, const int *answer, double *values);

#endif
