/* Lines that cover a grid without ever running beside themselves: Flow Free with `touch: no`.
 *
 * Such lines turn in few places only.  Look at a cell in which a line turns, say it leaves
 * to the right and downwards.  The cell diagonally below to the right is joined neither to the one
 * above it nor to the one at its left, or three sides of a square would belong to one line; so it
 * is a dot or turns the same way, and the next one on the diagonal again.  Corners therefore
 * stand in rows that start at a dot (or at a hole), and most cells can only be passed
 * straight.
 *
 * The search goes through the grid diagonal by diagonal from one corner.  At each cell
 * the lines from above and from the left are known, so at most two ways are left, and
 * mostly one.  Of the lines so far only their ends matter: each end knows the other one. */
#ifndef PM_CORNERS_H
#define PM_CORNERS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/limits.h"
#include "pulma/pulma.h"

struct pm_corners_board {
    int rows, columns;
    const int *given; /* in reading order: 0, a dot's colour (two of each), < 0: a hole */
    /* A line may run beside itself as long as no three sides of a square belong to it: it has
     * walked around other lines then. */
    bool far_contacts;
};

/* The directions in which lines leave a cell, as bits. */
enum { PM_CORNER_UP = 1, PM_CORNER_RIGHT = 2, PM_CORNER_DOWN = 4, PM_CORNER_LEFT = 8 };

struct pm_corners_search {
    const struct pm_limits *limits;
    /* Called with each answer, the directions of the lines per cell; false: stop. */
    bool (*found)(void *context, const unsigned char *lines);
    void *context;
    int64_t nodes;      /* are counted here */
    int64_t most_nodes; /* 0: any number; found() may change it */
};

/* PULMA_OK: all answers were reported, or found() had enough.  PULMA_UNAVAILABLE: too many
 * nodes.  PULMA_LIMIT, PULMA_NO_MEMORY. */
pulma_status pm_corners_search(const struct pm_corners_board *board,
                               struct pm_corners_search *search);

#endif
