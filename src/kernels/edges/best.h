/* Edge matching where a full match is out of reach: a full board on which few joins fail. */
#ifndef PM_EDGES_BEST_H
#define PM_EDGES_BEST_H

#include "kernels/edges/edges.h"

/* What is wished of the search. */
struct pm_edges_hunt {
    const struct pm_limits *limits; /* `conflicts` bounds the pieces placed */
    int threads;                    /* 0 and 1: the caller's own alone */
    const int *start;               /* a full board to begin with; NULL: none */
    /* Called now and then from the caller's thread, with a board that is better than all before,
     * or NULL.  May be NULL. */
    void (*tell)(void *context, int64_t nodes, const int *better);
    void *context;
};

struct pm_edges_hunted {
    int failures; /* joins that fail on the best board */
    int64_t nodes;
    double seconds; /* of CPU time of further threads */
};

/* Looks for better and better boards until a limit is reached (PULMA_LIMIT), or until no board is
 * better (PULMA_OK).  `choices` gets the best board; its rim is grey where there is a border.  The
 * board's order must leave at most two known and two unknown neighbours of any cell.
 * PULMA_UNAVAILABLE: the grey sides of the pieces, or the hints, are not just as the rim needs them,
 * so that even a full board may be hard to find; PULMA_NO_MEMORY. */
pulma_status pm_edges_best(const struct pm_edges *e, const struct pm_edges_hunt *hunt,
                           int *choices, struct pm_edges_hunted *result);

/* A good order for it, for a board of squares: line by line along the shorter side, but the last
 * lines together, column by column, and their end in corners, so that what is unknown shrinks
 * evenly. */
void pm_edges_best_order(int rows, int columns, int *order);

#endif
