/* The functions of fit.h for any machine, and which of them this one can use. */
#include "kernels/sums/fit.h"

#include <assert.h>

#define TARGET

#include "kernels/sums/fit_plain.h"
#include "kernels/sums/fit_ways.h"

const struct pm_sums_fits pm_sums_fits_portable = {fit_part, fit_total, renew, holding};

const struct pm_sums_fits *pm_sums_fits_by(enum pm_cpu path)
{
    static const struct pm_sums_fits *const fits[] = {
        [PM_CPU_PLAIN] = &pm_sums_fits_portable,
        [PM_CPU_AVX2] = &pm_sums_fits_avx2,
        [PM_CPU_AVX512] = &pm_sums_fits_avx512};
    assert(pm_cpu_can(path));
    return fits[path];
}
