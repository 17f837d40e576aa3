/* Edge matching: good beginnings for the search of best.h. */
#ifndef PM_EDGES_BEAM_H
#define PM_EDGES_BEAM_H

#include "core/random.h"
#include "kernels/edges/edges.h"

struct pm_beam {
    const struct pm_edges *e;
    int depth;           /* so many free cells are filled, the first of the board's order */
    int width;           /* boards kept at each depth */
    int most;            /* beginnings wanted */
    const int *may_fail; /* joins, by depth */
    const bool *rigid;   /* colours whose joins never fail */
    struct pm_rng *rng;
    /* Called now and then with the pieces placed since the last time; true: stop. */
    bool (*look)(void *context, int64_t placed);
    void *context;
};

struct pm_beginnings {
    const int *choices; /* `depth` for each beginning, best first */
    int count;
};

/* Finds boards whose first cells are filled so that the colours of the pieces that are left are as
 * few as possible.  There are none if no board got so deep, if it was stopped, or if the board is
 * none for this method (no border, too large, too many colours).  False: no memory. */
bool pm_edges_beam(const struct pm_beam *beam, struct pm_arena *arena,
                   struct pm_beginnings *found);

#endif
