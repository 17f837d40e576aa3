/* A square of digits with regions and cages: each row, column and region holds every digit once,
 * and the digits of a cage have a known sum. */
#ifndef PM_KILLER_H
#define PM_KILLER_H

#include "kernels/sums/sums.h"

/* Cells are numbered in reading order. */
struct pm_killer {
    int size;                /* rows, columns, digits, and cells of a region; at most 9 */
    const int *region;       /* of each cell, 0 to size - 1 */
    bool boxes;              /* 9 regions of 3 x 3 */
    bool diagonals;          /* both hold each digit once */
    bool repeats;            /* a cage may hold a digit twice */
    const uint16_t *allowed; /* as in struct pm_sums */
    const int *cage;         /* of each cell, 0 to cage_count - 1; -1: in none */
    int cage_count;          /* at most one for each cell */
    const int *sum;          /* of each cage */
};

/* Reports all answers, as pm_sums_search() does.  Chooses its own patience. */
pulma_status pm_killer_search(const struct pm_killer *board, struct pm_search *search);

#endif
