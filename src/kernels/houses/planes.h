/* The search of houses.h for boards of up to 9 digits, with whole boards in machine words. */
#ifndef PM_PLANES_H
#define PM_PLANES_H

#include "kernels/houses/houses.h"

enum { PM_PLANES_MAX_DIGITS = 9, PM_PLANES_MAX_CELLS = 128 };

/* As pm_houses_search(); the search must not ask for chance. */
pulma_status pm_planes_search(const struct pm_houses *board, struct pm_search *search);

#endif
