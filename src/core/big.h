/* Natural numbers of any length, for counts of answers that outgrow every machine word. */
#ifndef PM_BIG_H
#define PM_BIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/out.h"

/* Starts as {0}, which is the number 0.  After lack of memory `failed` is true and stays so. */
struct pm_big {
    uint32_t *limb; /* n digits to the base 2^32, the lowest first, the highest not 0 */
    size_t n, room;
    bool failed;
};

void pm_big_free(struct pm_big *big);
void pm_big_set(struct pm_big *big, uint64_t value);
/* From n limbs, the lowest first; the highest ones may be 0. */
void pm_big_set_limbs(struct pm_big *big, const uint32_t *limbs, size_t n);
/* From decimal digits. */
void pm_big_set_digits(struct pm_big *big, const char *digits);
void pm_big_add(struct pm_big *big, const struct pm_big *other);
void pm_big_times(struct pm_big *big, const struct pm_big *other);
/* Below, at, or above a machine number: -1, 0, 1. */
int pm_big_compare(const struct pm_big *big, uint64_t value);
/* Decimal digits. */
void pm_big_write(const struct pm_big *big, struct pm_out *out);

#endif
