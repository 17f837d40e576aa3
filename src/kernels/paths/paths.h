/* Lines between pairs of dots on a grid that do not meet: numberlink, Flow Free, arukone. */
#ifndef PM_PATHS_H
#define PM_PATHS_H

#include <stdbool.h>

#include "core/search.h"

enum { PM_PATHS_MAX_SIDE = 250 };

/* The directions in which a cell has neighbours; the opposite of d is d ^ 2. */
enum { PM_RIGHT_OF, PM_BELOW, PM_LEFT_OF, PM_ABOVE };

/* Cells are numbered in reading order, edges between neighbours in any order.  An answer is the
 * colour of each cell (0: it stays free), then 1 for each edge that a line crosses, 0 for the
 * others. */
struct pm_paths {
    int rows, columns, cells, edges;
    bool cover;       /* every cell lies on a line */
    bool touch;       /* a line may run beside itself */
    int colours;      /* 1..colours all have dots */
    const int *given; /* per cell: 0, the colour of its dot, or < 0 for a hole */
    int (*dot)[2];    /* the two cells of each colour; dot[0] is not used */
    int (*edge)[4];   /* per cell and direction: cells + number of the edge, -1: none */
    int (*ends)[2];   /* per edge: its cells, the left or upper one first */
};

/* The neighbour of a cell in a direction; only where the edge exists. */
static inline int pm_paths_beyond(int columns, int cell, int direction)
{
    const int step[4] = {1, columns, -1, -columns};
    return cell + step[direction];
}

/* Reports all answers.  PULMA_OK: these are all, or found() had enough; PULMA_LIMIT;
 * PULMA_NO_MEMORY. */
pulma_status pm_paths_search(const struct pm_paths *board, struct pm_search *search);

#endif
