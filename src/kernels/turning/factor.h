/* Degree-constrained subgraphs: choose edges of a graph so that each node has a given number
 * of them (an f-factor).  In polynomial time, by matching. */
#ifndef PM_FACTOR_H
#define PM_FACTOR_H

#include <stdint.h>

#include "core/search.h"
#include "pulma/pulma.h"

struct pm_graph {
    int node_count, edge_count;
    const int (*ends)[2]; /* the two nodes of each edge, different ones */
    const int *wanted;    /* chosen edges at each node; -1: any number */
};

/* `chosen` gets 0 or 1 for each edge.  PULMA_OK; PULMA_NONE: proved that it cannot be;
 * PULMA_UNAVAILABLE: nodes of very high degree would take too much memory; PULMA_LIMIT;
 * PULMA_NO_MEMORY.  The nodes are searches for an augmenting path. */
pulma_status pm_factor(const struct pm_graph *graph, struct pm_search *search,
                       unsigned char *chosen);

#endif
