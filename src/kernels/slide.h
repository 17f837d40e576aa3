/* Sliding on ice: where a block stops, and the fewest slides from one cell to all others. */
#ifndef PM_SLIDE_H
#define PM_SLIDE_H

#include <stdbool.h>

#include "core/arena.h"
#include "core/limits.h"
#include "pulma/pulma.h"

enum pm_direction { PM_NORTH, PM_EAST, PM_SOUTH, PM_WEST };

struct pm_ice {
    int rows, columns;
    const unsigned char *wall; /* per cell, in reading order */
    int target;                /* no slide leaves it */
    bool stops;                /* a block that comes over the target stops there */
};

/* Where a block from this cell comes to rest; the cell itself if it cannot move. */
int pm_slide(const struct pm_ice *ice, int cell, enum pm_direction direction);

/* The fewest slides from `start` to each cell in which a block can come to rest, -1 for the
 * others.  Breadth-first, in time proportional to the board: where each slide ends is found
 * for all cells of a line in one sweep.  PULMA_OK, PULMA_LIMIT or PULMA_NO_MEMORY. */
pulma_status pm_slide_distances(const struct pm_ice *ice, int start,
                                const struct pm_limits *limits, struct pm_arena *arena,
                                int *distance);

#endif
