/* A search for digits in cells where sums of different digits are known: kakuro, killer sudoku,
 * and whatever else is made of cells, sets of different digits and sums. */
#ifndef PM_SUMS_H
#define PM_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/search.h"

enum {
    PM_SUMS_MAX_DIGITS = 9,
    PM_SUMS_MAX_PARTS = 81, /* of one rule, and cells of one with several parts */
    PM_SUMS_ANY = INT32_MIN,
};

/* Some cells whose digits are all different. */
struct pm_sums_part {
    int first, n; /* n cells from list[first] on, at least one, each once */
    bool minus;   /* to be subtracted */
};

/* The digits of some parts add up to `sum`; a single part may have PM_SUMS_ANY.  Cells of
 * different parts may hold the same digit. */
struct pm_sums_rule {
    int first, n; /* n parts from parts[first] on, at least one */
    int sum;
};

struct pm_sums {
    int digits; /* 1 to so many, at most PM_SUMS_MAX_DIGITS */
    int cells;
    const uint16_t *allowed; /* for each cell, bit d: digit d may stand there */
    const int *list;         /* cells, for the parts to point to */
    const struct pm_sums_part *parts;
    const struct pm_sums_rule *rules; /* each part belongs to one of them */
    int rule_count;
};

/* Reports all answers; nodes are guesses.  `narrowed`, if it is not NULL, gets what each cell may
 * hold as far as is known without a guess, as in `allowed`; all zero if there is no answer.
 * PULMA_OK: these are all, or found() had enough; PULMA_LIMIT: a limit was reached;
 * PULMA_UNAVAILABLE: out of patience; PULMA_NO_MEMORY. */
pulma_status pm_sums_search(const struct pm_sums *board, struct pm_search *search,
                            uint16_t *narrowed);

#endif
