/* The functions of fit.h for any machine, and which of them this one can use. */
#include "kernels/sums/fit.h"

#include <assert.h>

#define TARGET
#define IS_ZERO(x) PM_LANES_ZERO(x)

#include "kernels/sums/fit_plain.h"

/* As fit_fold.h has it. */
static inline void fold(const LANES *x, int n, pm_sums_set *any)
{
    for (int i = 0; i < n; i++) {
        any[i] = 0;
        for (int k = 0; k < PM_SUMS_LANES; k++)
            any[i] |= x[i][k];
    }
}

#include "kernels/sums/fit_ways.h"

const struct pm_sums_fits pm_sums_fits_portable = {fit_part, fit_total, renew, look};

const struct pm_sums_fits *pm_sums_fits_by(enum pm_cpu path)
{
    static const struct pm_sums_fits *const fits[] = {
        [PM_CPU_PLAIN] = &pm_sums_fits_portable,
        [PM_CPU_AVX2] = &pm_sums_fits_avx2,
        [PM_CPU_AVX512] = &pm_sums_fits_avx512};
    assert(pm_cpu_can(path));
    return fits[path];
}
