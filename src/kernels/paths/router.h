/* Lines between pairs of dots of a grid that do not meet, cells in between may stay free: found
 * by negotiation, as the wires of chips are.
 *
 * Each line takes the cheapest way, at first as if it were alone.  Cells that several lines
 * use become dearer with each round, for those that use them now and, a little, for ever; the
 * lines that use them look for another way, until each cell has one line at most.  A line that
 * has another way yields to one that has none.  (McMurchie and Ebeling, PathFinder, 1995.)
 * Nothing is proved by this, but an answer that leaves cells free is mostly found in
 * milliseconds. */
#ifndef PM_ROUTER_H
#define PM_ROUTER_H

#include "kernels/paths/paths.h"

struct pm_router;
/* NULL: no memory. */
struct pm_router *pm_router_new(const struct pm_paths *board, uint64_t seed);
void pm_router_free(struct pm_router *router);

/* Goes on for so many steps.  PULMA_OK: `colour` gets the colour of each cell, 0 if it stays free;
 * no line runs beside itself.  PULMA_UNAVAILABLE: none found yet.  PULMA_NONE: there is no way
 * between two dots.  PULMA_LIMIT. */
pulma_status pm_router_run(struct pm_router *router, int64_t steps,
                           const struct pm_search *search, int *colour);

#endif
