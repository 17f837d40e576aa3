/* Knight's tours (Hamiltonian cycles) from a 2-factor whose circles are merged. */
#ifndef PM_TOUR_MERGE_H
#define PM_TOUR_MERGE_H

#include "kernels/tour/tour.h"

/* As pm_tour_find(), for any board whose colours fit.  PULMA_UNAVAILABLE: out of patience.
 * PULMA_NONE: not even circles go through all squares. */
pulma_status pm_tour_merge(const struct pm_tour *tour, struct pm_search *search, int *next);

#endif
