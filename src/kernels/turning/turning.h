/* Tiles that turn in place until the sides that touch agree: Infinity Loop, Match 22.
 *
 * First every tile gives up the turns that no neighbour can answer, until nothing changes (arc
 * consistency; most boards are done then).  What is left falls into parts that have nothing to do
 * with each other.  The answers of a part become a decision diagram (layers.h): a path is an
 * answer, so counting, minimising and listing are sums, minima and walks.  A part too wide for
 * that is searched; where sides are open or closed and nothing else, with a witness (witness.h)
 * that tells which guesses can succeed. */
#ifndef PM_TURNING_H
#define PM_TURNING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/big.h"
#include "core/search.h"
#include "kernels/turning/tiles.h"
#include "pulma/pulma.h"

enum { PM_TURNING_OPEN = 255 };

struct pm_turning;

/* `cheapest`: only answers with the fewest turns in total count as answers.  The board and the
 * search must outlive it.  The nodes are nodes of graphs and guesses.  NULL: no memory. */
struct pm_turning *pm_turning_new(const struct pm_turning_board *board, bool cheapest,
                                  struct pm_search *search);
void pm_turning_free(struct pm_turning *t);

/* The next answer: the turns of every tile.  PULMA_NONE after the last; PULMA_LIMIT;
 * PULMA_NO_MEMORY; PULMA_UNAVAILABLE: a part is too wide and the search too long. */
pulma_status pm_turning_next(struct pm_turning *t, uint8_t *turns);
/* How many answers there are; same statuses, but PULMA_OK also for none.  In haste it is
 * unavailable sooner. */
pulma_status pm_turning_count(struct pm_turning *t, bool in_haste, struct pm_big *count);
/* What all answers agree upon, the backbone: turns, or PM_TURNING_OPEN where they differ.  Same
 * statuses as next, which starts again with the first answer afterwards. */
pulma_status pm_turning_settled(struct pm_turning *t, uint8_t *turns);
/* What is decided by arc consistency, comparing neighbours alone again and again; PULMA_OK,
 * PULMA_NONE. */
pulma_status pm_turning_glance(struct pm_turning *t, uint8_t *turns);

#endif
