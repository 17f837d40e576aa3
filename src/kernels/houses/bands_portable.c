/* The moves of bands.c for any machine. */
#include <string.h>

#include "core/invariant.h"
#include "kernels/houses/bands_lanes.h"

#define TARGET

#include "kernels/houses/bands_plain.h"
#include "kernels/houses/bands_settle.h"
#include "kernels/houses/bands_sides.h"

/* A cell by its band, its row in the band, its stack and its column in the stack; loops over all four
 * go through the cells in reading order. */
#define CELL(board, band, row, stack, column)                                              \
    ((board)->cell[3 * (row) + (column)][4 * (band) + (stack)])

static int load(const uint16_t *allowed, union pm_bands_board *board)
{
    int givens = 0;
    for (int k = 0; k < 9; k++)
        board->vector[k] = SPLAT(PM_BANDS_ALL);
    for (int band = 0; band < 3; band++)
        for (int row = 0; row < 3; row++)
            for (int stack = 0; stack < 3; stack++)
                for (int column = 0; column < 3; column++) {
                    const unsigned set = *allowed++ >> 1 & PM_BANDS_ALL;
                    givens += (set & (set - 1)) == 0;
                    CELL(board, band, row, stack, column) = (uint16_t)set;
                }
    return givens;
}

static int load_digits(const int *given, union pm_bands_board *board)
{
    uint16_t allowed[81];
    for (int i = 0; i < 81; i++) {
        /* 2^n as a float with that exponent, which vectors of every machine can make */
        const uint32_t bits = (uint32_t)(given[i] + 127) << 23;
        float power;
        memcpy(&power, &bits, sizeof power);
        allowed[i] = (uint16_t)(given[i] == 0 ? 2 * PM_BANDS_ALL : (int)power);
    }
    return load(allowed, board);
}

static void digits(const union pm_bands_board *board, int *answer)
{
    for (int band = 0; band < 3; band++)
        for (int row = 0; row < 3; row++)
            for (int stack = 0; stack < 3; stack++)
                for (int column = 0; column < 3; column++) {
                    const unsigned set = CELL(board, band, row, stack, column);
                    PM_ASSERT_SLOW(set != 0 && (set & (set - 1)) == 0);
                    *answer++ = __builtin_ctz(set) + 1;
                }
}

const struct pm_bands_moves pm_bands_portable = {settle,      choose, dive, load,
                                                 load_digits, digits, false};
