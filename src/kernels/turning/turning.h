/* Tiles that turn in place until the sides that touch agree: Infinity Loop, Match 22.
 *
 * Sides are counted against the clock: 0 top, 1 left, 2 bottom, 3 right.  So one turn to the
 * left moves what is on side h to side h + 1, and after v turns side h shows the colour that
 * stood at (h - v) mod 4; the side opposite to h is h ^ 2.
 *
 * First every tile gives up the turns that no neighbour can answer, until nothing changes (arc
 * consistency; most boards are done then).  What is left falls into parts that have nothing to do
 * with each other.  The answers of a part become a decision diagram (layers.h): a path is an
 * answer, so counting, minimising and listing are sums, minima and walks.  A part too wide for
 * that is searched. */
#ifndef PM_TURNING_H
#define PM_TURNING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/big.h"
#include "core/search.h"
#include "pulma/pulma.h"

enum { PM_TURNING_COLOURS = 64, PM_TURNING_OPEN = 255 };

struct pm_turning_tile {
    uint8_t colour[4]; /* of the four sides before any turn, each < PM_TURNING_COLOURS */
    uint8_t turns;  /* how many different ways it can lie: 1, 2 or 4; 0: there is no tile */
    uint8_t joined; /* bit h: side h must agree with the neighbour there */
    uint8_t closed; /* bit h: side h must show colour 0 */
};

/* Neighbours are found around the rim too: `joined` says whether they matter.  Side h of a
 * tile is joined exactly if side h ^ 2 of the neighbour is. */
struct pm_turning_board {
    int rows, columns;
    const struct pm_turning_tile *tiles; /* in reading order */
};

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
