/* A search for boards of 0s and 1s whose rows and columns hold as many 0s as 1s, never three
 * equal digits in succession, and, if wanted, are all different. */
#ifndef PM_HALVES_H
#define PM_HALVES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/search.h"
#include "pulma/pulma.h"

enum { PM_HALVES_SIDE = 64 };

struct pm_halves {
    int rows, columns;        /* even, at most PM_HALVES_SIDE */
    bool different;           /* no two rows and no two columns are equal */
    const signed char *given; /* for each cell in reading order: 0, 1, or -1 */
};

/* The columns of a row with a given 0 and with a given 1. */
static inline void pm_halves_givens(const struct pm_halves *board, int row, uint64_t *zeros,
                                    uint64_t *ones)
{
    const signed char *given = board->given + row * board->columns;
    *zeros = *ones = 0;
    for (int column = board->columns; column-- > 0;) {
        *zeros = *zeros << 1 | (given[column] == 0);
        *ones = *ones << 1 | (given[column] == 1);
    }
}

/* Reports all answers, a digit for each cell; the nodes are branchings.  PULMA_OK: these are all,
 * or found() had enough; PULMA_LIMIT: a limit was reached; PULMA_UNAVAILABLE: out of patience;
 * PULMA_NO_MEMORY. */
pulma_status pm_halves_search(const struct pm_halves *board, struct pm_search *search);
/* The same by the way for large boards, whatever the size of this one. */
pulma_status pm_halves_search_large(const struct pm_halves *board,
                                    struct pm_search *search);

#endif
