/* The functions of fit.h for processors with AVX2: what the compiler makes of the same
 * text. */
#include "kernels/sums/fit.h"

#ifdef __x86_64__

#define TARGET __attribute__((target("avx2,bmi")))

#define IS_ZERO(x) ((__typeof__(x))((x) == 0))

#include "kernels/sums/fit_plain.h"

#include "kernels/sums/fit_fold.h"
#include "kernels/sums/fit_ways.h"

const struct pm_sums_fits pm_sums_fits_avx2 = {fit_part, fit_total, renew, look};

#else
const struct pm_sums_fits pm_sums_fits_avx2 = {0};
#endif
