/* A board of tiles that turn in place.
 *
 * Sides are counted against the clock: 0 top, 1 left, 2 bottom, 3 right.  So one turn to the
 * left moves what is on side h to side h + 1, and after v turns side h shows the colour that
 * stood at (h - v) mod 4; the side opposite to h is h ^ 2. */
#ifndef PM_TILES_H
#define PM_TILES_H

#include <stdbool.h>
#include <stdint.h>

enum { PM_TURNING_COLOURS = 64 };

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

static inline int pm_tile_beside(const struct pm_turning_board *b, int tile, int side)
{
    int columns = b->columns, column = tile % columns, n = b->rows * columns;
    switch (side) {
    case 0:
        return tile >= columns ? tile - columns : tile + n - columns;
    case 1:
        return column > 0 ? tile - 1 : tile + columns - 1;
    case 2:
        return tile < n - columns ? tile + columns : tile - n + columns;
    default:
        return column < columns - 1 ? tile + 1 : tile - columns + 1;
    }
}

static inline int pm_tile_shows(const struct pm_turning_tile *tile, int side, int turns)
{
    return tile->colour[(side - turns) & 3];
}

/* Whether a set of turns, as bits, has more than one. */
static inline bool pm_tile_is_open(uint8_t turns)
{
    return (turns & (turns - 1)) != 0;
}

#endif
