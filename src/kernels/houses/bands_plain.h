/* The operations that bands_settle.h is written over, in the compiler's own vectors: it makes
 * the best of them on any machine.  A vector has one board; the two of a pair come in turn. */
#define LANES         pm_lanes
#define HALF          pm_lanes
#define LOAD(at)      (*(const LANES *)(at))
#define SPLAT(n)      ((LANES){0} + (uint16_t)(n))
#define HALF_LOAD(at) LOAD(at)
#define HALF_SPLAT(n) SPLAT(n)

#define OR3(a, b, c)      ((a) | (b) | (c))
#define AND3(a, b, c)     ((a) & (b) & (c))
#define AND_NOR(a, b, c)  ((a) & ~((b) | (c)))
#define OR_AND(a, b, c)   ((a) | ((b) & (c)))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) | (b))))
#define PLUS(a, b)        ((a) + (b))

#define IS_ZERO(x) PM_LANES_ZERO(x)
/* x without its lowest bit, without its two lowest bits. */
#define LESS1(x) ((x) & ((x)-SPLAT(1)))
#define LESS2(x) LESS1(LESS1(x))
/* All bits of the lanes in which x has one bit, in which it has three. */
#define IS_ONE(x)   (IS_ZERO(LESS1(x)) & ~IS_ZERO(x))
#define IS_THREE(x) IS_ONE(LESS2(x))

/* y where it has one bit, else x, which is a part of it; x unless it is 0, else y; x where it has three
 * bits, else y. */
#define OR_SINGLE(x, y)  OR_AND(x, y, IS_ZERO(LESS1(y)))
#define OR_ELSE(x, y)    OR_AND(x, y, IS_ZERO(x))
#define THREE_ELSE(x, y) ((((x) ^ (y)) & IS_THREE(x)) ^ (y))
/* The lesser of two lanes; the highest bit is never set. */
#define LESSER(a, b) ((((a) ^ (b)) & (0 - (((a) - (b)) >> 15))) ^ (b))

/* Lanes of the next box of the band and of the one after it: four lanes are a word whose
 * first three change places.  Which bits of the word these are depends on the machine. */
#define NEXT_STACK(x)                                                                      \
    ((LANES)((FORTH(QUADS(x), 16) & LANES01) | (BACK(QUADS(x), 32) & LANE2) |              \
             (QUADS(x) & LANE3)))
#define LAST_STACK(x)                                                                      \
    ((LANES)((FORTH(QUADS(x), 32) & LANE0) | (BACK(QUADS(x), 16) & LANES12) |              \
             (QUADS(x) & LANE3)))
#define QUADS(x) ((quads)(x))
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define FORTH(q, n) ((q) << (n)) /* to lanes of lower numbers */
#define BACK(q, n)  ((q) >> (n))
#define LANE0       UINT64_C(0xFFFF000000000000)
#define LANE2       UINT64_C(0x00000000FFFF0000)
#define LANE3       UINT64_C(0x000000000000FFFF)
#define LANES01     UINT64_C(0xFFFFFFFF00000000)
#define LANES12     UINT64_C(0x0000FFFFFFFF0000)
#else
#define FORTH(q, n) ((q) >> (n))
#define BACK(q, n)  ((q) << (n))
#define LANE0       UINT64_C(0x000000000000FFFF)
#define LANE2       UINT64_C(0x0000FFFF00000000)
#define LANE3       UINT64_C(0xFFFF000000000000)
#define LANES01     UINT64_C(0x00000000FFFFFFFF)
#define LANES12     UINT64_C(0x0000FFFFFFFF0000)
#endif
/* The same in the stack. */
#define NEXT_BAND(x) ((LANES)(quads){QUADS(x)[1], QUADS(x)[2], QUADS(x)[0], QUADS(x)[3]})
#define LAST_BAND(x) ((LANES)(quads){QUADS(x)[2], QUADS(x)[0], QUADS(x)[1], QUADS(x)[3]})

#define HALF_NEXT_STACK(x) NEXT_STACK(x)
#define HALF_LAST_STACK(x) LAST_STACK(x)
#define HALF_NEXT_BAND(x)  NEXT_BAND(x)
#define HALF_LAST_BAND(x)  LAST_BAND(x)

typedef int16_t signed_lanes __attribute__((vector_size(32)));
typedef uint64_t quads __attribute__((vector_size(32)));

/* Whether the board has a lane that is not 0, one that is 0. */
#define BOARDS_WITH(x)    boards_with(&(x))
#define BOARDS_WITHOUT(x) boards_without(&(x))

TARGET static inline unsigned boards_with(const LANES *x)
{
    const quads q = (quads)*x;
    return (q[0] | q[1] | q[2] | q[3]) != 0;
}

TARGET static inline unsigned boards_without(const LANES *x)
{
    const LANES zero = IS_ZERO(*x);
    return boards_with(&zero);
}

/* ---- For the choice of a guess ---- */

#define SHARED                  LANES
#define SHARE(x, y)             ((LANES)(((x) & (y)) != 0))
#define ADD_WHERE(sum, mask, y) ((sum) += (mask) & (y))
#define BITS2(x)                ((x) - (((x) >> 1) & 0x5555))
#define BITS4(x)                ((BITS2(x) & 0x3333) + ((BITS2(x) >> 2) & 0x3333))
#define BITS8(x)                ((BITS4(x) + (BITS4(x) >> 4)) & 0x0F0F)
#define HALF_COUNT(x)           ((BITS8(x) + (BITS8(x) >> 8)) & 0x1F)
#define WHERE(condition, n)     ((LANES)(condition)&SPLAT(n))
#define WEIGHT(count)                                                                      \
    (WHERE((count) == 2, 4) | WHERE((count) == 3, 2) | WHERE((count) == 4, 1))
/* What orders the cells to guess in; 0 for cells with one candidate and for no cells. */
#define RANK(count, score, index)                                                          \
    (((((LANES)((count) == 2)) & (SPLAT(0x8000) + ((score) << 8))) +                       \
      ((LANES)((count) > 2) & ((SPLAT(16) - (count)) << 8)) +                              \
      ((LANES)((count) > 1) & (lane_numbers + (index)))) &                                 \
     real_lanes)
#define HALF_GREATER(a, b) ((((a) ^ (b)) & (LANES)((a) > (b))) ^ (b))
#define HALF_TOP(x)        half_top(&(x))
#define PAIRS(count)       lanes_with_two(&(count))
/* A bit for each lane in which x and y differ, none of which is no cell. */
#define LANES_THAT_DIFFER(x, y) lanes_that_differ(&(x), &(y))
/* 2 where x has two bits. */
#define IF_TWO(x) ((LANES)(LESS2(x) == 0) & ~(LANES)(LESS1(x) == 0) & SPLAT(2))
/* Whether all cells of a board, none of which has 0, have a count of 1. */
#define ARE_ONE(counts) are_one(&(counts))

static const LANES lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const LANES real_lanes = {0xFFFF, 0xFFFF, 0xFFFF, 0, 0xFFFF, 0xFFFF, 0xFFFF, 0,
                                 0xFFFF, 0xFFFF, 0xFFFF, 0, 0,      0,      0,      0};

TARGET static inline bool are_one(const LANES *counts)
{
    const LANES more = *counts & ~SPLAT(1) & real_lanes;
    return !boards_with(&more);
}

/* Bit k: lane k of the counts is 2. */
TARGET static inline unsigned lanes_with_two(const LANES *count)
{
    /* Lane 4 k + i gives bit 4 k + i: masks of four lanes each, as clang 14 never ends over a
     * vector of sixteen when it compiles this for WebAssembly. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    static const quads bits = {0x0001000200040000, 0x0010002000400000, 0x0100020004000000,
                               0};
#else
    static const quads bits = {0x000400020001, 0x004000200010, 0x040002000100, 0};
#endif
    const quads q = (quads)(LANES)(*count == 2) & bits;
    uint64_t word = q[0] | q[1] | q[2];
    return (unsigned)((word | word >> 16 | word >> 32 | word >> 48) & 0xFFFF);
}

TARGET static inline unsigned lanes_that_differ(const LANES *x, const LANES *y)
{
    const LANES differ = (LANES)(*x != *y) & 2;
    return lanes_with_two(&differ);
}

TARGET static inline uint16_t half_top(const LANES *x)
{
    uint16_t top = 0;
    for (int lane = 0; lane < PM_BANDS_LANES; lane++)
        top = (*x)[lane] > top ? (*x)[lane] : top;
    return top;
}
