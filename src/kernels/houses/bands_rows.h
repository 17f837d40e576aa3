/* A board in reading order and in the vectors of bands.c, for processors with AVX2.  A row is nine lanes
 * or bytes, of which one instruction puts those of a column of all boxes side by side, and back.
 * HALF_COUNT is the instance's. */

/* All digits in the lanes that are cells, and in those that are not. */
#define CELLS _mm256_xor_si256(NO_CELLS, _mm256_set1_epi16(PM_BANDS_ALL))
#define NO_CELLS                                                                           \
    _mm256_setr_epi16(0, 0, 0, PM_BANDS_ALL, 0, 0, 0, PM_BANDS_ALL, 0, 0, 0, PM_BANDS_ALL, \
                      PM_BANDS_ALL, PM_BANDS_ALL, PM_BANDS_ALL, PM_BANDS_ALL)

/* Four lanes of each of three rows. */
TARGET static inline __m256i lanes_of(__m128i first, __m128i second, __m128i third)
{
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_unpacklo_epi64(first, second)), third, 1);
}

/* Sets of digits become a vector of the board. */
TARGET static inline void put_vector(__m256i sets, pm_lanes *vector, __m256i *givens)
{
    const __m256i less = _mm256_add_epi16(sets, _mm256_set1_epi16(-1));
    *givens = _mm256_sub_epi16(
        *givens, _mm256_cmpeq_epi16(_mm256_and_si256(sets, less), _mm256_setzero_si256()));
    _mm256_store_si256((__m256i *)vector, sets);
}

TARGET static inline __m256i sets_allowed(__m256i lanes)
{
    return _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(lanes, 1), CELLS), NO_CELLS);
}

/* Tables for the low and the high byte of a set; the index of a high byte is none and finds a 0. */
TARGET static inline __m256i sets_given(__m256i digits)
{
    const __m256i low = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0));
    const __m256i high = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0));
    const __m256i at = _mm256_or_si256(digits, _mm256_set1_epi16((short)0x8000));
    return _mm256_or_si256(_mm256_or_si256(_mm256_shuffle_epi8(low, at), NO_CELLS),
                           _mm256_slli_epi16(_mm256_shuffle_epi8(high, at), 8));
}

/* Eight cells from a row's first one or its second one on, as lanes. */
TARGET static inline __m128i eight_of(const uint16_t *allowed, const int *given, int cell)
{
    if (allowed)
        return _mm_loadu_si128((const __m128i *)(allowed + cell));
    return _mm_packs_epi32(_mm_loadu_si128((const __m128i *)(given + cell)),
                           _mm_loadu_si128((const __m128i *)(given + cell + 4)));
}

/* From sets, or from digits; the other is NULL. */
TARGET static inline __attribute__((always_inline)) int
load_either(const uint16_t *allowed, const int *given, union pm_bands_board *board)
{
    const __m128i columns01 =
        _mm_setr_epi8(0, 1, 6, 7, 12, 13, -1, -1, 2, 3, 8, 9, 14, 15, -1, -1);
    const __m128i column2 =
        _mm_setr_epi8(2, 3, 8, 9, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    __m256i givens = _mm256_setzero_si256();
    for (int i = 0; i < 3; i++) {
        __m128i left[3], right[3]; /* each without one of the nine cells */
        for (int band = 0; band < 3; band++) {
            const int cell = 9 * (3 * band + i);
            left[band] = _mm_shuffle_epi8(eight_of(allowed, given, cell), columns01);
            right[band] = _mm_shuffle_epi8(eight_of(allowed, given, cell + 1), column2);
        }
        __m256i lanes[3] = {lanes_of(left[0], left[1], left[2])};
        for (int band = 0; band < 3; band++)
            left[band] = _mm_unpackhi_epi64(left[band], left[band]);
        lanes[1] = lanes_of(left[0], left[1], left[2]);
        lanes[2] = lanes_of(right[0], right[1], right[2]);
        for (int j = 0; j < 3; j++)
            put_vector(allowed ? sets_allowed(lanes[j]) : sets_given(lanes[j]),
                       &board->vector[3 * i + j], &givens);
    }
    const __m256i sums = _mm256_sad_epu8(givens, _mm256_setzero_si256());
    const __m128i half =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return _mm_cvtsi128_si32(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
}

TARGET static int load(const uint16_t *allowed, union pm_bands_board *board)
{
    return load_either(allowed, NULL, board);
}

TARGET static int load_digits(const int *given, union pm_bands_board *board)
{
    return load_either(NULL, given, board);
}

TARGET static inline void put_row(__m128i bytes, int *row)
{
    _mm256_storeu_si256((__m256i *)row, _mm256_cvtepu8_epi32(bytes));
    row[8] = _mm_extract_epi8(bytes, 8);
}

TARGET static void digits(const union pm_bands_board *board, int *answer)
{
    const __m256i order = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1));
    for (int i = 0; i < 3; i++) {
        __m256i digit[3];
        for (int j = 0; j < 3; j++) {
            const __m256i one =
                _mm256_load_si256((const __m256i *)&board->vector[3 * i + j]);
            const HALF below = (HALF)_mm256_add_epi16(one, _mm256_set1_epi16(-1));
            digit[j] = _mm256_add_epi16((__m256i)HALF_COUNT(below), _mm256_set1_epi16(1));
        }
        digit[0] = _mm256_or_si256(digit[0], _mm256_slli_epi16(digit[1], 8));
        const __m256i even =
            _mm256_shuffle_epi8(_mm256_unpacklo_epi64(digit[0], digit[2]), order);
        const __m256i odd =
            _mm256_shuffle_epi8(_mm256_unpackhi_epi64(digit[0], digit[2]), order);
        put_row(_mm256_castsi256_si128(even), answer + 9 * i);
        put_row(_mm256_castsi256_si128(odd), answer + 9 * (3 + i));
        put_row(_mm256_extracti128_si256(even, 1), answer + 9 * (6 + i));
    }
}
