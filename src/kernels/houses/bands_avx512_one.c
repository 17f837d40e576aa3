/* One board with the instructions of AVX-512: half as wide a register goes through more of the
 * processor's units at a time, so where there is one board to settle this is faster. */
#include "kernels/houses/bands_lanes.h"

#ifdef __x86_64__

#define TARGET __attribute__((PM_BANDS_AVX512))

#define COUNTED(x) _mm256_popcnt_epi16(x)

#include "kernels/houses/bands_avx2.h"

const struct pm_bands_moves pm_bands_avx512_one = {settle,      choose, dive, load,
                                                   load_digits, digits, false};

#else
const struct pm_bands_moves pm_bands_avx512_one = {0};
#endif
