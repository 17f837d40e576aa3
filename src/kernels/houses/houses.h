/* A search for boards on which houses of n cells hold each of n digits once, that is, are all
 * different: sudoku with boxes or regions, with or without diagonals, Latin squares. */
#ifndef PM_HOUSES_H
#define PM_HOUSES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/search.h"
#include "pulma/pulma.h"

enum { PM_HOUSES_MAX_DIGITS = 25, PM_HOUSES_MAX_PER_CELL = 5 };

struct pm_houses {
    int digits;              /* n, at most PM_HOUSES_MAX_DIGITS */
    int cells;               /* at most n * n */
    int house_count;         /* at most PM_HOUSES_MAX_PER_CELL of them hold the same cell */
    const int *houses;       /* house_count times n cells, all different in one house */
    const uint32_t *allowed; /* for each cell, bit d: digit d may stand there, d = 1 to n */
};

/* Reports all answers; the nodes are guesses.  PULMA_OK: these are all, or found() had enough;
 * PULMA_LIMIT: a limit was reached; PULMA_UNAVAILABLE: out of patience; PULMA_NO_MEMORY. */
pulma_status pm_houses_search(const struct pm_houses *board, struct pm_search *search);

#endif
