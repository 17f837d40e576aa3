/* What kinds whose tiles turn in place (Infinity Loop, Match 22) ask of `turning`: its answers,
 * given per cell, become theirs, given per place. */
#ifndef PM_TURNS_H
#define PM_TURNS_H

#include "core/search.h"
#include "core/tally.h"
#include "kernels/turning/turning.h"
#include "pulma/pulma.h"

struct pm_turns {
    struct pm_turning_board board;
    int place_count;
    const int *cell_of; /* the cell of each place */
    bool cheapest;      /* only answers with the fewest turns */
};

/* The kernel and the tally of a kind, once it has made the board. */
pulma_status pm_turns_kernel(const struct pm_turns *turns, struct pm_search *search);
pulma_status pm_turns_tally(const struct pm_turns *turns, uint64_t limit,
                            struct pm_search *search, struct pm_tally *tally);
/* For inventors: which cells differ between the answers; how many, or -1: not known.
 * `at_a_glance`: which cells stay open to somebody who only ever compares neighbours.  `nodes`
 * may be NULL; it gets the kernel's. */
int pm_turns_open(const struct pm_turns *turns, bool at_a_glance, bool *open,
                  int64_t *nodes);

/* In how many ways a tile with these four sides can lie: 1, 2 or 4. */
int pm_turns_ways(const uint8_t side[4]);

#endif
