/* The moves of bands.c for processors with AVX2. */
#include "kernels/houses/bands_lanes.h"

#ifdef __x86_64__

#define TARGET __attribute__((target("avx2")))

#include "kernels/houses/bands_avx2.h"

const struct pm_bands_moves pm_bands_avx2 = {settle,      choose, dive, load,
                                             load_digits, digits, false};

#else
const struct pm_bands_moves pm_bands_avx2 = {0};
#endif
