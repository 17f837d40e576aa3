/* Tables of the sets of digits: made anew for each search in some microseconds, which is less
 * than it takes to look for them in memory that others have used since. */
#include "kernels/sums/tables.h"

#include <assert.h>
#include <string.h>

/* Sizes and sums; counts the sets that have them. */
static void add_up(struct pm_sums_tables *t, uint16_t (*count)[PM_SUMS_MAX_SUM + 2])
{
    uint64_t with_sum[PM_SUMS_MAX_SUM + 1][PM_SUMS_WORDS] = {{0}};
    t->size[0] = t->total[0] = 0;
    t->reversed[0] = 0;
    for (unsigned set = 0; set < PM_SUMS_SETS; set++) {
        unsigned rest = set & (set - 1);
        if (set) {
            t->size[set] = (uint8_t)(t->size[rest] + 1);
            t->total[set] = (uint8_t)(t->total[rest] + lowest_digit(set));
            t->reversed[set] =
                (pm_sums_set)(t->reversed[rest] | PM_SUMS_SETS >> lowest_digit(set));
        }
        count[t->size[set]][t->total[set]]++;
        with_sum[t->total[set]][set / 64] |= (uint64_t)1 << set % 64;
    }
    memcpy(t->with_sum, with_sum, sizeof with_sum);
}

void pm_sums_make_tables(struct pm_sums_tables *t)
{
    uint16_t next[PM_SUMS_MAX_DIGITS + 1][PM_SUMS_MAX_SUM + 2] = {
        {0}}; /* counts, then places */
    add_up(t, next);
    int before = 0;
    for (int n = 0; n <= PM_SUMS_MAX_DIGITS; n++)
        for (int sum = 0; sum <= PM_SUMS_MAX_SUM + 1; sum++) {
            t->first[n][sum] = (uint16_t)before;
            before += next[n][sum];
            next[n][sum] = t->first[n][sum];
        }
    assert(before == PM_SUMS_SETS);
    for (unsigned set = 0; set < PM_SUMS_SETS; set++)
        t->sets[next[t->size[set]][t->total[set]]++] = (pm_sums_set)set;
    memset(t->sets + PM_SUMS_SETS, 0, PM_SUMS_LANES * sizeof *t->sets);
}
