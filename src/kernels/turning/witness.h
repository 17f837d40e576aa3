/* An answer to the open tiles of a board whose sides are open (1) or closed (0), in polynomial time.
 *
 * An end takes one of its open sides, a tile with three connections all but one, a corner one of top
 * and bottom and one of left and right: so answers are degree-constrained subgraphs (factor.h), and
 * whether there is one is decided by matching.  Only straight tiles are more than that: they are
 * taken for tiles that want any two sides, so "none" is always right, and an answer is one only if
 * the straight tiles happen to agree. */
#ifndef PM_WITNESS_H
#define PM_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/search.h"
#include "kernels/turning/tiles.h"
#include "pulma/pulma.h"

struct pm_witness;

/* Whether the board has two colours, and every side is joined to another tile or closed. */
bool pm_witness_suits(const struct pm_turning_board *board);
/* The board must outlive it.  NULL: no memory. */
struct pm_witness *pm_witness_new(const struct pm_turning_board *board);
void pm_witness_free(struct pm_witness *w);

/* Bit v of turns[tile] is set while the tile may be turned v times; neighbours are compared (arc
 * consistent), and all open tiles are among the n `tiles`.  On PULMA_OK chosen[tile] is a turn of
 * each open one, and these are an answer.  PULMA_NONE: there is none; PULMA_UNAVAILABLE: straight
 * tiles leave it undecided; PULMA_LIMIT; PULMA_NO_MEMORY. */
pulma_status pm_witness_find(struct pm_witness *w, const uint8_t *turns, const int *tiles,
                             int n, struct pm_search *search, uint8_t *chosen);

/* Whether the tile is one whose turns a witness does not tell. */
bool pm_witness_is_straight(const struct pm_turning_tile *tile);

#endif
