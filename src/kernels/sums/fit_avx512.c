/* The functions of fit.h for processors with AVX-512 and its BITALG part, which counts the
 * bits of lanes in one instruction. */
#include "kernels/sums/fit.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET                                                                             \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,popcnt,bmi")))

#define LANES    __m256i
#define MASK     __mmask16
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define SPLAT(n) _mm256_set1_epi16((short)(n))

#define FIRST_LANES(n) ((__mmask16)((1u << (n)) - 1))
#define NOT_ZERO(x)    _mm256_test_epi16_mask(x, x)
#define IF_COUNT(x, n) ((x)&_mm256_cmpeq_epi16(_mm256_popcnt_epi16(x), SPLAT(n)))
#define WHERE(mask, x) _mm256_maskz_mov_epi16(mask, x)
#define IS_ANY(mask)   ((mask) != 0)
#define BIT_WHERE(x, k)                                                                    \
    ((pm_lanes)_mm256_maskz_set1_epi16(NOT_ZERO((__m256i)(x)), (short)(1 << (k))))
#define LACKING_BIT(x, k)                                                                  \
    ((pm_lanes)_mm256_maskz_set1_epi16(                                                    \
        _mm256_testn_epi16_mask((__m256i)(x), SPLAT(1 << (k))), -1))
#define IS_ZERO(x)   ((pm_lanes)((x) == 0))
#define IS_FAMILY(f) (_mm512_test_epi64_mask((__m512i)(f), (__m512i)(f)) != 0)

#include "kernels/sums/fit_fold.h"
#include "kernels/sums/fit_ways.h"

const struct pm_sums_fits pm_sums_fits_avx512 = {fit_part, fit_total, renew, look};

#else
const struct pm_sums_fits pm_sums_fits_avx512 = {0};
#endif
