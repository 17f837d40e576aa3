/* Bounds of an objective, each with a certificate.
 *
 * Multiply the rows by whole numbers, add them up, and divide by a common denominator: whatever
 * the columns are worth, the cost is at least what is left.  The multipliers come from a linear
 * relaxation that was solved in floating point somewhere else, or from a guess, and may be
 * anything.  What they prove is computed here in whole numbers, and nothing else is believed. */
#ifndef PM_BOUND_H
#define PM_BOUND_H

#include "program/exact.h"

struct pm_bound {
    int64_t *
        multipliers; /* per row; positive ones multiply its lower, negative ones its upper side */
    int64_t denominator; /* > 0 */
    int64_t value;       /* no answer costs less */
};

/* Whether the certificate proves its value.  `rest` (may be NULL) is the denominator times the value
 * less what the sides of rows and columns add up to: in an answer that costs the value, rows and
 * columns can be away from their sides by so much in all, each times its multiplier or reduced cost.
 * `reduced` (may be NULL) has room for the reduced costs of the columns, times the denominator. */
bool pm_bound_check(const struct pm_program *program, const struct pm_exact *exact,
                    const struct pm_bound *bound, int64_t *rest, int64_t *reduced);

/* A certificate by the rows from `first` to `end` - 1 alone, a family such as "each cell holds one
 * digit": each row with what its cheapest column needs, or all with the same multiplier.  The arrays
 * live in the program's arena.  False: none. */
bool pm_bound_family(struct pm_program *program, const struct pm_exact *exact, int first,
                     int end, bool same, struct pm_bound *bound);

/* Rows that have one side become equations if all of their family lie at it in any answer, because
 * another family says so: twelve pieces of five cells leave none of 60 cells empty.  Costs are
 * lost. */
void pm_bound_equate(struct pm_program *program, struct pm_exact *exact);

/* The best certificate that rounding these multipliers (one per row) gives; its arrays live in the
 * program's arena.  False: none. */
bool pm_bound_round(struct pm_program *program, const struct pm_exact *exact,
                    const double *multipliers, struct pm_bound *bound);

/* The program in whole numbers without names, to be minimised: what the multipliers are asked for.
 * NULL: no memory. */
struct pm_program *pm_bound_program(const struct pm_program *program,
                                    const struct pm_exact *exact);

#endif
