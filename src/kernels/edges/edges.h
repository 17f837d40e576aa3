/* Edge matching: pieces with coloured sides fill a board so that sides that meet have the same
 * colour, or colours that belong together. */
#ifndef PM_EDGES_H
#define PM_EDGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/big.h"
#include "core/search.h"
#include "pulma/pulma.h"

enum { PM_EDGES_RIM = -1, PM_EDGES_FREE = -1, PM_EDGES_MAX = 1024 };

/* A board of as many cells as pieces.  Turned t times clockwise, a piece shows on side s the
 * colour of its side s - t (modulo the number of sides).  A choice is piece * sides + turn. */
struct pm_edges {
    int sides;             /* 4: side s meets side s + 2; 3: side s meets side s */
    int cells;             /* 1 to PM_EDGES_MAX */
    const uint8_t *colour; /* cells * sides, the pieces clockwise */
    const int *beside;     /* cells * sides: the cell at that side, or PM_EDGES_RIM */
    bool border;           /* sides at the rim have colour 0 */
    const int *given;      /* per cell: its choice, or PM_EDGES_FREE; no piece twice */
    /* All cells in the order in which to fill them.  For a full match line by line, from any
     * corner: beside the cell just before and just after it, a cell meets at most one that comes
     * earlier and one that comes later. */
    const int *order;
    int turns_alike;   /* the board turns onto itself by every so many turns of a piece:
                            * 1 for squares and triangles, 2 for rectangles, 0: not at all */
    const int *turned; /* where each cell comes to lie by the least such turn */
    bool
        piece; /* `given` is a piece of a count: boards stand for their turns all the same */
    const uint8_t *partner; /* per colour: the one that it meets, whose partner it is;
                             * NULL: each meets itself.  0 meets 0. */
};

/* The side of the neighbour that meets this side. */
int pm_edges_facing(int sides, int side);

/* A search that can be interrupted.  It tells apart only boards that look different: equal
 * pieces, and turns that show the same, are one choice. */
struct pm_edges_search;

/* NULL: no memory.  `turned`: of boards that are turns of each other it finds only one, where
 * there is a piece to tell them apart by. */
struct pm_edges_search *pm_edges_start(const struct pm_edges *e, bool turned,
                                       struct pm_arena *arena);
/* Goes on until `want` >= 1 more boards are found (PULMA_OK), there are no more (PULMA_NONE), a
 * limit is reached (PULMA_LIMIT), or it is out of patience (PULMA_UNAVAILABLE).  The nodes are
 * pieces placed.  *found grows by the boards found; they are not reported, so patience bounds all
 * nodes. */
pulma_status pm_edges_go(struct pm_edges_search *s, uint64_t want, struct pm_search *search,
                         uint64_t *found);
const struct pm_edges *pm_edges_board(const struct pm_edges_search *s);

/* After PULMA_OK: reports all choices of pieces and turns that look like the board that was found
 * last; false: that was enough. */
bool pm_edges_answers(const struct pm_edges_search *s, struct pm_search *search);

/* A search that looks ahead, for hard boards: see narrow.c.  It finds the same boards as `s`,
 * which it does not move, in another order; pm_edges_answers(s) tells the last one.  Searches on
 * several threads with the same `share`, each with a search of its own for the same board, find
 * each board once together.  NULL: no memory. */
struct pm_edges_share {
    _Atomic int64_t taken; /* branches, in the order in which every search meets them */
};
struct pm_edges_narrow;
/* Whether it can be used: neither too many cells, nor colours, nor sorts of pieces, and every colour
 * meets itself. */
bool pm_edges_narrow_suits(const struct pm_edges_search *s);
struct pm_edges_narrow *pm_edges_narrow_start(struct pm_edges_search *s,
                                              struct pm_edges_share *share,
                                              struct pm_arena *arena);
/* Whether it judges frames (ring.c): then it is by far the best search for what is hard. */
bool pm_edges_narrow_judges(const struct pm_edges_narrow *n);
/* As pm_edges_go(), for one board. */
pulma_status pm_edges_narrow_go(struct pm_edges_narrow *n, struct pm_search *search);

/* A portfolio: several searches at once for any one board: `s`, and as many others as there are
 * boards in `others`, which are the same but for the order, each in a thread of its own.
 * PULMA_OK: `choices` gets it; PULMA_NONE: there is none; otherwise as pm_edges_go(). */
pulma_status pm_edges_race(struct pm_edges_search *s, const struct pm_edges *others,
                           int count, struct pm_search *search, int *choices);
/* The same by searches that look ahead and share one tree, as many as the threads that `search` may
 * use.  The first is `n`, begun with `s` and `share`, which may have gone on for a while; the others
 * begin with the branches that it has left. */
pulma_status pm_edges_narrow_race(struct pm_edges_search *s, struct pm_edges_narrow *n,
                                  struct pm_edges_share *share, struct pm_search *search,
                                  int *choices);

struct pm_edges_total {
    struct pm_big answers; /* the caller's to free */
    uint64_t boards;       /* that look different and are no turns of each other */
    bool boards_known;     /* false: finding their number would take too long */
    bool exact;            /* false: these are lower bounds */
};
/* Counts all answers, and boards as above.  PULMA_LIMIT: as far as it came.  With `enough` > 0 it
 * stops at that many boards: PULMA_OK, but not exact. */
pulma_status pm_edges_count(const struct pm_edges *e, uint64_t enough,
                            struct pm_search *search, struct pm_edges_total *total);

#endif
