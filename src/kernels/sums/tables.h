/* Sets of digits, sets of such sets, and what is known about them beforehand: for all searches
 * about sums of different digits.  Only these include it, so that its inline functions do without
 * a prefix. */
#ifndef PM_SUMS_TABLES_H
#define PM_SUMS_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/sums/sums.h"

enum {
    PM_SUMS_SETS = 1 << PM_SUMS_MAX_DIGITS,
    PM_SUMS_WORDS = PM_SUMS_SETS / 64,
    PM_SUMS_MAX_SUM = PM_SUMS_MAX_DIGITS * (PM_SUMS_MAX_DIGITS + 1) / 2,
    PM_SUMS_LANES = 16, /* sets that are looked at together */
};

typedef uint16_t pm_sums_set; /* bit d - 1: digit d */

/* A set of sets: bit x stands for the set of digits whose bits are those of x.  The alignment is
 * written out because GCC's own depends on the instructions that a file may use. */
enum { PM_SUMS_FAMILY_BYTES = 8 * PM_SUMS_WORDS };
typedef uint64_t pm_sums_family
    __attribute__((vector_size(PM_SUMS_FAMILY_BYTES), aligned(PM_SUMS_FAMILY_BYTES)));

struct pm_sums_tables {
    pm_sums_family with_sum[PM_SUMS_MAX_SUM + 1];
    uint8_t size[PM_SUMS_SETS], total[PM_SUMS_SETS]; /* how many digits, and their sum */
    pm_sums_set reversed[PM_SUMS_SETS];              /* 10 - d for each digit d */
    /* Sets of n digits with a sum, never more than 12: from sets[first[n][sum]] to before
     * sets[first[n][sum + 1]]. */
    uint16_t first[PM_SUMS_MAX_DIGITS + 1][PM_SUMS_MAX_SUM + 2];
    pm_sums_set sets[PM_SUMS_SETS + PM_SUMS_LANES];
};

void pm_sums_make_tables(struct pm_sums_tables *t);

static inline bool single(unsigned set)
{
    return (set & (set - 1)) == 0;
}

static inline unsigned lowest(unsigned set)
{
    return set & -set;
}

static inline int lowest_digit(unsigned set)
{
    return __builtin_ctz(set) + 1;
}

#endif
