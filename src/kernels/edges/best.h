/* Edge matching where a full match is out of reach: a full board on which few joins fail. */
#ifndef PM_EDGES_BEST_H
#define PM_EDGES_BEST_H

#include "kernels/edges/edges.h"

/* Looks for better and better boards until a limit is reached (PULMA_LIMIT), or until no board is
 * better (PULMA_OK).  The nodes are pieces placed.  `choices` gets the best board, *failures how many
 * joins fail on it; its rim is grey where there is a border.  The
 * board's order must leave at most two known and two unknown neighbours of any cell.
 * PULMA_UNAVAILABLE: the grey sides of the pieces, or the hints, are not just as the rim needs them,
 * so that even a full board may be hard to find, or colours have partners; PULMA_NO_MEMORY. */
pulma_status pm_edges_best(const struct pm_edges *e, struct pm_search *search, int *choices,
                           int *failures);

/* A good order for it, for a board of squares: line by line along the shorter side, but the last
 * lines together, column by column, and their end in corners, so that what is unknown shrinks
 * evenly. */
void pm_edges_best_order(int rows, int columns, int *order);

#endif
