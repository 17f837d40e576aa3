/* The moves of bands.c with one board a vector, for processors with AVX2 and more: the same text as for
 * any machine, with instructions of the processor where the compiler finds none by itself.  TARGET says
 * which others it may use. */
#include <immintrin.h>

#include "kernels/houses/bands_plain.h"

#undef IS_ZERO
#undef IS_ONE
#undef LESSER
#undef NEXT_STACK
#undef LAST_STACK
#undef BOARDS_WITH
#undef BOARDS_WITHOUT
#undef HALF_COUNT
#undef WEIGHT
#undef HALF_GREATER
#undef HALF_TOP
#undef PAIRS
#undef LANES_THAT_DIFFER

#define WIDE(x)    ((__m256i)(x))
#define IS_ZERO(x) ((LANES)((x) == 0))
/* A number with one bit, and no other, is less than it was with a borrow from it. */
#define IS_ONE(x)                                                                          \
    ((LANES)((signed_lanes)((x) ^ ((x)-SPLAT(1))) > (signed_lanes)((x)-SPLAT(1))))
#define LESSER(a, b) ((LANES)_mm256_min_epu16(WIDE(a), WIDE(b)))
/* The bytes of four lanes change places; both halves of a register are alike. */
#define SHUFFLED(x, ...)                                                                   \
    ((LANES)_mm256_shuffle_epi8(WIDE(x),                                                   \
                                _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))))
#define NEXT_STACK(x) SHUFFLED(x, 2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15)
#define LAST_STACK(x) SHUFFLED(x, 4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15)

#define BOARDS_WITH(x) ((unsigned)!_mm256_testz_si256(WIDE(x), WIDE(x)))
#define BOARDS_WITHOUT(x)                                                                  \
    ((unsigned)(_mm256_movemask_epi8(                                                      \
                    _mm256_cmpeq_epi16(WIDE(x), _mm256_setzero_si256())) != 0))

/* A table of 16 bytes, looked up by the low bytes of lanes below 16; the high ones find a 0. */
#define LOOK_UP(x, ...)                                                                    \
    ((LANES)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__)),   \
                                WIDE(x)))
#define BITS_OF(x)         LOOK_UP(x, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
#define HALF_COUNT(x)      (BITS_OF((x)&15) + BITS_OF(((x) >> 4) & 15) + ((x) >> 8))
#define WEIGHT(count)      LOOK_UP(count, 0, 0, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
#define HALF_GREATER(a, b) ((LANES)_mm256_max_epu16(WIDE(a), WIDE(b)))
#define HALF_TOP(x)        top_lane(WIDE(x))
#define PAIRS(count)       pairs_in(WIDE(count))
#define LANES_THAT_DIFFER(x, y)                                                            \
    (~(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi16(WIDE(x), WIDE(y))) & 0x55555555)

/* The processor finds the least lane in one instruction: the greatest is its complement. */
TARGET static inline uint16_t top_lane(__m256i x)
{
    __m128i top = _mm_max_epu16(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    top = _mm_minpos_epu16(_mm_xor_si128(top, _mm_set1_epi16(-1)));
    return (uint16_t)~_mm_cvtsi128_si32(top);
}

/* Bit k: lane k of the counts is 2, and is a cell. */
TARGET static inline unsigned pairs_in(__m256i count)
{
    enum { CELLS = 0x0777 };
    const __m256i two = _mm256_cmpeq_epi16(count, _mm256_set1_epi16(2));
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
    return (unsigned)_mm_movemask_epi8(bytes) & CELLS;
}

#ifdef COUNTED /* the processor counts the bits of lanes */
#undef IS_THREE
#undef HALF_COUNT
#undef IF_TWO
#undef LANES_THAT_DIFFER
#undef PAIRS
#define LANES_THAT_DIFFER(x, y) _mm256_cmpneq_epi16_mask(WIDE(x), WIDE(y))
#define PAIRS(count)            (_mm256_cmpeq_epi16_mask(WIDE(count), _mm256_set1_epi16(2)) & 0x0777u)
#define HALF_COUNT(x)           ((LANES)COUNTED(WIDE(x)))
#define IS_THREE(x)             ((LANES)(HALF_COUNT(x) == 3))
#define IF_TWO(x)               HALF_COUNT(x)
#endif

#include "kernels/houses/bands_rows.h"
#include "kernels/houses/bands_settle.h"
#include "kernels/houses/bands_sides.h"
