/* Lines that cover a grid without ever running beside themselves.
 *
 * Such lines turn in few places only.  Look at a cell in which a line turns, say it leaves
 * to the right and downwards.  The cell diagonally below to the right is joined neither to the one
 * above it nor to the one at its left, or three sides of a square would belong to one line; so it
 * is a dot or turns the same way, and the next one on the diagonal again.  Corners therefore
 * stand in rows that start at a dot (or at a hole), and most cells can only be passed
 * straight.
 *
 * The search goes through the grid diagonal by diagonal from one corner.  At each cell
 * the lines from above and from the left are known, so at most two ways are left, and
 * mostly one.  Of the lines so far only their ends matter: each end knows the other one. */
#ifndef PM_CORNERS_H
#define PM_CORNERS_H

#include "kernels/paths/paths.h"

enum {
    PM_CORNERS_STEPS = 256
}; /* cells that make a node: as long as a conflict of the engine */

/* Reports all answers that cover the board, as the values of its edges.  `far_contacts`: a line may
 * run beside itself as long as no three sides of a square belong to it; it has walked around other
 * lines then.  PULMA_OK: these are all, or found() had enough; PULMA_UNAVAILABLE: out of patience;
 * PULMA_LIMIT; PULMA_NO_MEMORY. */
pulma_status pm_corners_search(const struct pm_paths *board, bool far_contacts,
                               struct pm_search *search);

#endif
