/* The search of stars.c for processors with AVX2, which have instructions to count and find bits: what
 * the compiler makes of the same text. */
#include "kernels/stars.h"

#ifdef __x86_64__

/* What stars.c includes is for all processors. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("popcnt,bmi,bmi2"))),                   \
                             apply_to = function)
#else
#pragma GCC target("popcnt,bmi,bmi2")
#endif

#define STARS_AVX2
#include "kernels/stars.c"

#ifdef __clang__
#pragma clang attribute pop
#endif

#else
pulma_status pm_stars_search_avx2(const struct pm_stars *board, struct pm_search *search)
{
    return pm_stars_search_by(PM_CPU_PLAIN, board, search);
}
#endif
