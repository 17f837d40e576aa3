/* How likely the cells of a black and white board are painted, by belief propagation. */
#ifndef PM_LINES_BELIEF_H
#define PM_LINES_BELIEF_H

#include "kernels/lines/learn.h"

/* For lines of up to PM_LINES_LEARN_SIDE cells.  Fills `painted` with a number from 0 to 1 for
 * each cell.  It is an estimate: what the lines tell each other in some rounds, as if no news
 * ever came back to where it started.  `told` has two numbers for each cell: what its lines told.
 * If it is not `fresh` they go on from there; further cells may be given since then.  False: no
 * memory. */
bool pm_lines_belief(const struct pm_lines *board, int rounds, bool fresh, float *told,
                     float *painted);
/* The same in several colours: `can` has a bit for each paint that a cell may have, `shares` gets a
 * number for each cell and paint, the background first, and `told` has two for each.  No length of a
 * block is unknown. */
bool pm_lines_belief_colours(const struct pm_lines *board, const uint32_t *can, int rounds,
                             bool fresh, float *told, float *shares);

#endif
