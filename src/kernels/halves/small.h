/* The search of halves.h for boards that fit into vectors. */
#ifndef PM_HALVES_SMALL_H
#define PM_HALVES_SMALL_H

#include "kernels/halves/halves.h"

enum { PM_HALVES_SMALL_SIDE = 16 };

/* As pm_halves_search(); at most PM_HALVES_SMALL_SIDE rows and columns. */
pulma_status pm_halves_search_small(const struct pm_halves *board,
                                    struct pm_search *search);

/* Reports a board: bit c of ones[r] is a digit. */
bool pm_halves_found(struct pm_search *search, int rows, int columns, const uint64_t *ones);

#endif
