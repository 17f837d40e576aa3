/* What stands in some lane of each of a few vectors, for processors with AVX2: halves of several vectors
 * are joined side by side, which takes a third of the instructions of one vector after the
 * other. */
#include <immintrin.h>

TARGET static inline __m256i fold_pairs(__m256i a, __m256i b)
{
    return _mm256_or_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
}

TARGET static inline __m256i fold_fours(__m256i a, __m256i b)
{
    const __m256 x = _mm256_castsi256_ps(a), y = _mm256_castsi256_ps(b);
    return _mm256_or_si256(
        _mm256_castps_si256(_mm256_shuffle_ps(x, y, _MM_SHUFFLE(2, 0, 2, 0))),
        _mm256_castps_si256(_mm256_shuffle_ps(x, y, _MM_SHUFFLE(3, 1, 3, 1))));
}

/* Either half of 32 bits joined with the other, alone. */
TARGET static inline __m256i fold_halves(__m256i x)
{
    return _mm256_srli_epi32(_mm256_or_si256(x, _mm256_slli_epi32(x, 16)), 16);
}

/* n is a constant, at most six; `any` has room for eight. */
TARGET static inline __attribute__((always_inline)) void fold(const LANES *x, const int n,
                                                              pm_sums_set *any)
{
    __m256i pair[3];
    for (int i = 0; i < 3; i++)
        pair[i] = fold_pairs((__m256i)x[2 * i < n ? 2 * i : 0],
                             (__m256i)x[2 * i + 1 < n ? 2 * i + 1 : 0]);
    const __m256i all = _mm256_packus_epi32(fold_halves(fold_fours(pair[0], pair[1])),
                                            fold_halves(fold_fours(pair[2], pair[2])));
    _mm_storeu_si128((__m128i *)any, _mm_or_si128(_mm256_castsi256_si128(all),
                                                  _mm256_extracti128_si256(all, 1)));
}
