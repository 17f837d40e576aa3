/* A search for sudokus of 9 x 9 cells with boxes of 3 x 3 in which sums of cells are known. */
#ifndef PM_CAGES_H
#define PM_CAGES_H

#include "kernels/houses/bands.h"
#include "kernels/sums/sums.h"

enum { PM_CAGES_MAX_RULES = 384, PM_CAGES_MAX_LISTED = 2048 };

/* Reports all answers, as pm_sums_search() does: 81 cells in reading order, 9 digits.  Rows,
 * columns, boxes (and diagonals) are no rules, but known to the search; there are at most
 * PM_CAGES_MAX_RULES rules with PM_CAGES_MAX_LISTED cells in all.  Parts that are subtracted come
 * last in their rules. */
pulma_status pm_cages_search(const struct pm_sums *board, bool diagonals,
                             struct pm_search *search);

/* The same by a path that this machine can go (pm_cpu_can): for tests. */
pulma_status pm_cages_search_by(enum pm_cpu path, const struct pm_sums *board,
                                bool diagonals, struct pm_search *search);

#endif
