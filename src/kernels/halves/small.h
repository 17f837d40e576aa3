/* The search of halves.h for boards that fit into vectors. */
#ifndef PM_HALVES_SMALL_H
#define PM_HALVES_SMALL_H

#include "kernels/halves/halves.h"

enum { PM_HALVES_SMALL_SIDE = 16 };

/* As pm_halves_search(); at most PM_HALVES_SMALL_SIDE rows and columns. */
pulma_status pm_halves_search_small(const struct pm_halves *board,
                                    struct pm_halves_task *task);

#endif
