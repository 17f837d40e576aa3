/* Knight's tours from circles that are merged. */
#ifndef PM_TOUR_MERGE_H
#define PM_TOUR_MERGE_H

#include "kernels/tour/tour.h"

/* As pm_tour_find(), for any board whose colours fit; tries `budget` exchanges.  PULMA_NONE: not
 * even circles go through all squares. */
pulma_status pm_tour_merge(const struct pm_tour *tour, const struct pm_limits *limits,
                           int64_t budget, int *next, int64_t *nodes);

#endif
