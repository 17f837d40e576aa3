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
    /* Bit i of changed[k]: the lanes i of the vectors k of two boards differ. */
    void (*compare)(const union pm_bands_board *a, const union pm_bands_board *b,
                    uint16_t changed[9]);
};

extern const struct pm_sums_fits pm_sums_fits_avx512;
extern const struct pm_sums_fits pm_sums_fits_avx2;
extern const struct pm_sums_fits pm_sums_fits_portable;

/* Those of a path that this machine can go. */
const struct pm_sums_fits *pm_sums_fits_by(enum pm_cpu path);

#endif
