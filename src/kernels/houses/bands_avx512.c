/* The moves of bands.c for processors with AVX-512 and its BITALG part: both boards of a pair
 * are one register, three inputs make one instruction, lanes are counted and chosen in one. */
#include "kernels/houses/bands_lanes.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET __attribute__((PM_BANDS_AVX512))

#define LANES         __m512i
#define HALF          __m256i
#define LOAD(at)      _mm512_load_si512(at)
#define SPLAT(n)      _mm512_set1_epi16(n)
#define HALF_LOAD(at) _mm256_load_si256((const __m256i *)(at))
#define HALF_SPLAT(n) _mm256_set1_epi16(n)

/* The number is the truth table: a is 0xF0, b 0xCC, c 0xAA. */
#define TABLE(a, b, c, n) _mm512_ternarylogic_epi32(a, b, c, n)
#define OR3(a, b, c)      TABLE(a, b, c, 0xFE)
#define AND3(a, b, c)     TABLE(a, b, c, 0x80)
#define AND_NOR(a, b, c)  TABLE(a, b, c, 0x10)
#define OR_AND(a, b, c)   TABLE(a, b, c, 0xF8)
#define MAJORITY(a, b, c) TABLE(a, b, c, 0xE8)
#define PLUS(a, b)        _mm512_add_epi16(a, b)

#define ARE_THREE(x) _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(x), SPLAT(3))
#define OR_SINGLE(x, y)                                                                    \
    _mm512_mask_mov_epi16(x, _mm512_testn_epi16_mask(y, _mm512_add_epi16(y, SPLAT(-1))), y)
#define OR_ELSE(x, y)    _mm512_mask_mov_epi16(x, _mm512_testn_epi16_mask(x, x), y)
#define THREE_ELSE(x, y) _mm512_mask_mov_epi16(y, ARE_THREE(x), x)
#define LESSER(a, b)     _mm512_min_epu16(a, b)

#define NEXT_STACK(x)                                                                      \
    _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(_mm_setr_epi8(                           \
                               2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15)))
#define LAST_STACK(x)                                                                      \
    _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(_mm_setr_epi8(                           \
                               4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15)))
#define NEXT_BAND(x) _mm512_permutex_epi64(x, _MM_SHUFFLE(3, 0, 2, 1))
#define LAST_BAND(x) _mm512_permutex_epi64(x, _MM_SHUFFLE(3, 1, 0, 2))
#define HALF_NEXT_STACK(x)                                                                 \
    _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(                      \
                               2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15)))
#define HALF_LAST_STACK(x)                                                                 \
    _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_setr_epi8(                      \
                               4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15)))
#define HALF_NEXT_BAND(x) _mm256_permute4x64_epi64(x, _MM_SHUFFLE(3, 0, 2, 1))
#define HALF_LAST_BAND(x) _mm256_permute4x64_epi64(x, _MM_SHUFFLE(3, 1, 0, 2))

#define BOARDS_WITH(x)    boards_of(_mm512_test_epi16_mask(x, x))
#define BOARDS_WITHOUT(x) boards_of(_mm512_testn_epi16_mask(x, x))

static inline unsigned boards_of(__mmask32 lanes)
{
    return ((lanes & 0xFFFF) != 0) | (unsigned)((lanes >> 16) != 0) << 1;
}

#define SHARED                  __mmask16
#define SHARE(x, y)             _mm256_test_epi16_mask(x, y)
#define ADD_WHERE(sum, mask, y) ((sum) = _mm256_mask_add_epi16(sum, mask, sum, y))
#define HALF_COUNT(x)           _mm256_popcnt_epi16(x)
#define OPEN(count)             _mm256_cmpgt_epi16_mask(count, HALF_SPLAT(1))
#define WEIGHT(count)           _mm256_maskz_srlv_epi16(OPEN(count), HALF_SPLAT(16), count)
#define REAL_LANES              0x0777
#define RANK(count, score, index)                                                          \
    _mm256_maskz_add_epi16(                                                                \
        OPEN(count) & REAL_LANES,                                                          \
        _mm256_mask_add_epi16(                                                             \
            _mm256_slli_epi16(_mm256_sub_epi16(HALF_SPLAT(16), count), 8),                 \
            _mm256_cmpeq_epi16_mask(count, HALF_SPLAT(2)), HALF_SPLAT((short)0x8000),      \
            _mm256_slli_epi16(score, 8)),                                                  \
        _mm256_add_epi16(                                                                  \
            _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),       \
            HALF_SPLAT((short)(index))))
#define PAIRS(count)       (_mm256_cmpeq_epi16_mask(count, HALF_SPLAT(2)) & REAL_LANES)
#define ARE_ONE(counts)    ((OPEN(counts) & REAL_LANES) == 0)
#define HALF_GREATER(a, b) _mm256_max_epu16(a, b)
#define HALF_TOP(x)        half_top(x)

/* The processor finds the least lane in one instruction: the greatest is its complement. */
TARGET static inline uint16_t half_top(__m256i x)
{
    __m128i top = _mm_max_epu16(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    top = _mm_minpos_epu16(_mm_xor_si128(top, _mm_set1_epi16(-1)));
    return (uint16_t)~_mm_cvtsi128_si32(top);
}

#include "kernels/houses/bands_settle.h"

/* Low in the lanes 0 to 15, rest above; the cell's lane is put in by a mask, since storing it
 * would make the load after it wait. */
TARGET static unsigned settle(const union pm_bands_board *board,
                              const struct pm_bands_guess *guess, bool diagonals, bool deep,
                              union pm_bands_board *low, union pm_bands_board *rest)
{
    if (guess->low == guess->rest)
        return pm_bands_avx512_one.settle(board, guess, diagonals, deep, low, rest);
    __m512i r[9], sides = _mm512_inserti64x4(_mm512_set1_epi16((short)guess->low),
                                             _mm256_set1_epi16((short)guess->rest), 1);
    __mmask32 lane = UINT32_C(0x10001) << (guess->cell & 15);
    for (unsigned k = 0; k < 9; k++) {
        r[k] = _mm512_broadcast_i64x4(HALF_LOAD(&board->vector[k]));
        r[k] = _mm512_mask_mov_epi16(r[k], guess->cell >> 4 == k ? lane : 0, sides);
    }
    unsigned sound = settle_lanes(r, diagonals, deep, false);
    for (int k = 0; k < 9; k++) {
        _mm256_store_si256((__m256i *)&low->vector[k], _mm512_castsi512_si256(r[k]));
        _mm256_store_si256((__m256i *)&rest->vector[k], _mm512_extracti64x4_epi64(r[k], 1));
    }
    return sound & 3;
}

static bool dive(const union pm_bands_board *board, const struct pm_bands_guess *guess,
                 int *most, struct pm_bands_waiting *waiting, union pm_bands_board *now)
{
    return pm_bands_avx512_one.dive(board, guess, most, waiting, now);
}

#include "kernels/houses/bands_rows.h"

const struct pm_bands_moves pm_bands_avx512 = {settle,      choose, dive, load,
                                               load_digits, digits, true};

#else
const struct pm_bands_moves pm_bands_avx512 = {0};
#endif
