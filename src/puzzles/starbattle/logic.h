/* Simple conclusions on star battles, for the generator. */
#ifndef PM_STARBATTLE_LOGIC_H
#define PM_STARBATTLE_LOGIC_H

#include <stdbool.h>
#include <stdint.h>

#include "pulma/pulma.h"

enum { PM_STAR_LOGIC_SIDE = 14 };

/* How many cells of a board, islands by cell in reading order, conclusions up to a size leave open;
 * `known` tells of each cell: 1 a star, 0 none, PULMA_EMPTY.  The board has an answer.  `looked` grows by
 * the work. */
int pm_starbattle_settle(int side, int stars, const signed char *island, int size,
                         signed char *known, int64_t *looked);

#endif
