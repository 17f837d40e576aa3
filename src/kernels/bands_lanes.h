/* What bands.c and the instances of bands_settle.h share: how a board lies in vectors.
 *
 * A board is nine vectors, one for each of the nine positions within a box.  Lane 4 I + J of
 * the vector 3 i + j is the cell in row i, column j of the box in band I, stack J; its nine low
 * bits are the digits that may still stand there.  So what happens inside of a box happens
 * between vectors, in all boxes and for all digits at once, and what happens between the boxes
 * of a band or a stack is a fixed shuffle of lanes.  Lanes with I or J = 3 are no cells; they
 * keep all digits and no rule changes that.
 *
 * Two boards lie side by side in wide vectors (lanes 0 to 15 and 16 to 31): the two sides of a
 * guess, which are worked out together. */
#ifndef PM_BANDS_LANES_H
#define PM_BANDS_LANES_H

#include <stdbool.h>
#include <stdint.h>

enum { PM_BANDS_LANES = 16, PM_BANDS_ALL = 0x1FF };

typedef uint16_t pm_lanes __attribute__((vector_size(64)));
typedef uint16_t pm_half __attribute__((vector_size(32)));

union pm_bands_pair {
    pm_lanes wide[9];
    uint16_t cell[9][2][PM_BANDS_LANES];
};

union pm_bands_board {
    pm_half half[9];
    uint16_t cell[9][PM_BANDS_LANES];
};

/* The two functions that each path has its own version of. */
struct pm_bands_moves {
    /* Applies all rules to both boards until nothing changes.  Bit 0 (1) of the result: the
     * first (second) board shows no contradiction. */
    unsigned (*settle)(union pm_bands_pair *pair, bool diagonals);
    /* The cell of a settled board to guess in: bits 0 to 3 its lane, bits 4 to 7 its vector;
     * 0xFFFF: the board is solved. */
    unsigned (*choose)(const union pm_bands_board *board);
};

extern const struct pm_bands_moves pm_bands_avx512;
extern const struct pm_bands_moves pm_bands_avx2;
extern const struct pm_bands_moves pm_bands_portable;

#endif
