/* Edge matching where a full match is out of reach: a full board on which few joins fail. */
#ifndef PM_EDGES_BEST_H
#define PM_EDGES_BEST_H

#include "kernels/edges.h"

/* Looks for better and better boards until a limit is reached (PULMA_LIMIT) or no join fails
 * (PULMA_OK).  `choices` gets the best board, on which *failures joins fail; its rim is grey where
 * there is a border.  `nodes` bounds the pieces placed and gets how many there were.
 * PULMA_UNAVAILABLE: the grey sides of the pieces, or the hints, are not just as the rim needs them,
 * so that even a full board may be hard to find; PULMA_NO_MEMORY. */
pulma_status pm_edges_best(const struct pm_edges *e, const struct pm_limits *limits,
                           int64_t *nodes, int *choices, int *failures);

#endif
