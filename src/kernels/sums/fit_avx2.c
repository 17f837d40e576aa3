/* The functions of fit.h for processors with AVX2: what the compiler makes of the same
 * text. */
#include "kernels/sums/fit.h"

#ifdef __x86_64__

#define TARGET __attribute__((target("avx2,bmi")))

#include "kernels/sums/fit_plain.h"
#include "kernels/sums/fit_ways.h"

const struct pm_sums_fits pm_sums_fits_avx2 = {fit_part, fit_total, renew, holding};

#else
const struct pm_sums_fits pm_sums_fits_avx2 = {0};
#endif
