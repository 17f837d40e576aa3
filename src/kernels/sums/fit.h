/* What cells can hold if their digits make a sum: pure functions on sets of digits, without any
 * board.  They exist in the words of several instruction sets, with the same results. */
#ifndef PM_SUMS_FIT_H
#define PM_SUMS_FIT_H

#include "kernels/houses/bands.h"
#include "kernels/houses/bands_lanes.h"
#include "kernels/sums/tables.h"

/* Cells in parts; the digits within a part are all different, and all of them add up to `sum`.
 * Cells from `minus` on are subtracted. */
struct pm_sums_total {
    int cells, minus, sum;
    int parts;
    const uint8_t *size; /* cells of each part, at most nine */
};

/* Cells of a board: lane b, bit k is the cell of box b in the vector k (bands_lanes.h).  Which bit
 * of which word that is depends on the machine; the last word has no cells. */
enum { PM_SUMS_CELL_WORDS = 3, PM_SUMS_CELL_BITS = 64 * PM_SUMS_CELL_WORDS };
union pm_sums_cells {
    pm_lanes vector;
    uint16_t lane[PM_BANDS_LANES];
    uint64_t word[PM_SUMS_CELL_WORDS + 1];
};

/* A sum whose cells lie on a board. */
struct pm_sums_view {
    struct pm_sums_total total;
    const uint8_t *cell, *at; /* its cells: their numbers, and their places on the board */
    union pm_sums_cells own;  /* the same as a set */
    /* For each cell of the board, by number: all bits where its digit may stand as well. */
    const union pm_bands_board *unseen;
};

enum pm_sums_found { PM_SUMS_NOTHING, PM_SUMS_SOMETHING, PM_SUMS_CONTRADICTION };

struct pm_sums_fits {
    /* One part of n cells, at most nine: leaves in the sets what stands in some way to fill the
     * cells with different digits that make the sum (PM_SUMS_ANY: any), and notes the digits that
     * all these ways have in common as far as they lie in cells with several candidates; false:
     * there is no way. */
    bool (*part)(const struct pm_sums_tables *t, pm_sums_set *set, int n, int sum,
                 unsigned *needed);
    /* Several parts.  What it leaves stands in some sum of its part that fits the others. */
    bool (*total)(const struct pm_sums_tables *t, const struct pm_sums_total *total,
                  pm_sums_set *set);
    /* Makes a board like another one, which it may be; returns the cells that differ from `before`. */
    void (*renew)(union pm_bands_board *board, const union pm_bands_board *before,
                  const union pm_bands_board *like, union pm_sums_cells *changed);
    /* Looks at a sum whose cells have no more digits than `most`, together.  If something was found,
     * `after` is the board that remains: of one part, also without digits that it needs in cells
     * that see all of their places there. */
    enum pm_sums_found (*look)(const struct pm_sums_tables *t, const struct pm_sums_view *v,
                               int most, const union pm_bands_board *board,
                               union pm_bands_board *after);
};

extern const struct pm_sums_fits pm_sums_fits_avx512;
extern const struct pm_sums_fits pm_sums_fits_avx2;
extern const struct pm_sums_fits pm_sums_fits_portable;

/* Those of a path that this machine can go. */
const struct pm_sums_fits *pm_sums_fits_by(enum pm_cpu path);

#endif
