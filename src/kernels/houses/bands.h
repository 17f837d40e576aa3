/* A search for sudokus of 9 x 9 cells with boxes of 3 x 3, as fast as the machine allows.  Any
 * cell may be restricted to any set of digits; both diagonals may be houses, too. */
#ifndef PM_BANDS_H
#define PM_BANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cpu.h"
#include "kernels/houses/houses.h"

struct pm_bands {
    uint16_t
        allowed[81]; /* for each cell in reading order, bit d: digit d may stand there */
    bool diagonals;  /* both hold each digit once */
};

/* Reports all answers; statuses and counting as those of pm_houses_search().  The search must
 * not ask for chance. */
pulma_status pm_bands_search(const struct pm_bands *board, struct pm_search *search);
/* The same where cells hold a digit or, with 0, may hold any: that takes less to load. */
pulma_status pm_bands_search_digits(const int *given, bool diagonals,
                                    struct pm_search *search);

/* The same in the words of an instruction set, for tests: it tries the same things in the same
 * order and counts the same guesses on each of them. */
pulma_status pm_bands_search_by(enum pm_cpu path, const struct pm_bands *board,
                                struct pm_search *search);
pulma_status pm_bands_search_digits_by(enum pm_cpu path, const int *given, bool diagonals,
                                       struct pm_search *search);

#endif
