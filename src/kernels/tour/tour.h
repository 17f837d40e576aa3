/* Knight's tours: a way of knight's moves over all squares of a board. */
#ifndef PM_TOUR_H
#define PM_TOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/search.h"
#include "pulma/pulma.h"

struct pm_tour {
    int rows, columns;
    const unsigned char *hole; /* per square, in reading order; NULL: none */
    int start;
    int end;     /* -1: anywhere */
    bool closed; /* from the last square a move leads back to the start; `end` is then -1 */
};

/* The eight moves, in the order of the clock from "two up, one right". */
extern const int pm_knight_down[8], pm_knight_right[8];

/* A tour: next[s] is the square after s, -1 after the last one and for holes.  PULMA_OK;
 * PULMA_NONE: proved that there is none; PULMA_UNAVAILABLE: gave up, nothing is known;
 * PULMA_LIMIT, PULMA_NO_MEMORY.  The nodes are squares and exchanges tried.
 *
 * Boards without holes are put together from small tours, in time proportional to the board.
 * Others are merged from circles of moves, or searched, always to the square with the fewest
 * ways out (Warnsdorff's rule). */
pulma_status pm_tour_find(const struct pm_tour *tour, struct pm_search *search, int *next);

/* Why there is no tour, in words, if that is easy to see: colours that do not fit, a square
 * without enough ways out.  NULL otherwise.  `*square` gets a square that it speaks of. */
const char *pm_tour_refuted(const struct pm_tour *tour, int *square);

#endif
