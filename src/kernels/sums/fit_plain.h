/* The operations that fit_ways.h is written over, in the compiler's own vectors: it makes
 * the best of them on any machine.  An instance says how IS_ZERO finds the lanes that are 0. */
#define LANES    lanes
#define MASK     lanes /* all bits of a lane are the same */
#define LOAD(at) (*(const unaligned_lanes *)(at))
#define SPLAT(n) ((LANES){0} + (uint16_t)(n))

typedef uint16_t lanes __attribute__((vector_size(2 * PM_SUMS_LANES)));
typedef uint16_t unaligned_lanes
    __attribute__((vector_size(2 * PM_SUMS_LANES), aligned(2), may_alias));

static const lanes lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

#define FIRST_LANES(n) ((MASK)(lane_numbers < SPLAT(n)))
#define NOT_ZERO(x)    (~IS_ZERO(x))
#define WHERE(mask, x) ((mask) & (x))
#define IS_ANY(mask)   (ALL_LANES(mask) != 0)
/* x where it has n bits, else 0; with fewer bits it may be either. */
#define IF_COUNT(x, n) ((x)&IS_ZERO(LESS(x, n)))

/* x without its n lowest bits. */
#define LESS1(x) ((x) & ((x)-SPLAT(1)))
#define LESS2(x) LESS1(LESS1(x))
#define LESS4(x) LESS2(LESS2(x))
#define LESS(x, n)                                                                         \
    ((n) == 0   ? (x)                                                                      \
     : (n) == 1 ? LESS1(x)                                                                 \
     : (n) == 2 ? LESS2(x)                                                                 \
     : (n) == 3 ? LESS1(LESS2(x))                                                          \
                : LESS4(x))

/* Bit k in the lanes that are not zero. */
#define BIT_WHERE(x, k) (~IS_ZERO(x) & (uint16_t)(1 << (k)))
/* All bits in the lanes that lack bit k. */
#define LACKING_BIT(x, k) (((x) >> (k)&1) - 1)
#define IS_FAMILY(f)      is_family(&(f))

TARGET static inline bool is_family(const pm_sums_family *f)
{
    uint64_t any = 0;
    for (int i = 0; i < PM_SUMS_WORDS; i++)
        any |= (*f)[i];
    return any != 0;
}
