/* The functions of fit.h, written once over the operations that an instance defines before
 * it includes this file (see fit_plain.h for their meaning).
 *
 * Three to five open cells with a known sum: at most 12 sets of digits have it.  Each gets a
 * lane, in which as many cells as digits are left, so that Hall's theorem tells all: if some k
 * cells have fewer than k of the digits between them, the set is impossible; if they have just
 * k, the other cells do without these; and what remains stands in some way.
 *
 * More cells, or any sum: families of sets (512 bits, a bit for each set of digits) are built up
 * cell by cell, and pruned backwards from those that fit.
 *
 * Several parts: bit s of a word stands for the sum s.  Words of the sums that the first parts can
 * make are built up and pruned backwards likewise.  A digit d that is subtracted counts as 10 - d,
 * so that all are added. */

enum { MANY = 6, MOST_SUM = 63 };

/* ---- Lanes --------------------------------------------------------------------------- */

typedef uint64_t quads __attribute__((vector_size(2 * PM_SUMS_LANES), may_alias));

#define ALL_LANES(x) all_lanes((const quads *)&(x))

/* What stands in some lane. */
TARGET static inline unsigned all_lanes(const quads *x)
{
    uint64_t word = (*x)[0] | (*x)[1] | (*x)[2] | (*x)[3];
    word |= word >> 32;
    return (unsigned)((word | word >> 16) & 0xFFFF);
}

/* `n` is a constant wherever this is called, so that no loop and no case remains.  The least
 * group of cells that have too few digits is a group that has just enough and a further cell,
 * which then has nothing left: so it suffices to look for cells that have nothing left. */
TARGET static inline __attribute__((always_inline)) bool
fit_lanes(const struct pm_sums_tables *t, pm_sums_set *set, const int n, int sum,
          unsigned *needed)
{
    int first = t->first[n][sum], count = t->first[n][sum + 1] - first;
    LANES digits = LOAD(&t->sets[first]), x[MANY], joined[1 << (MANY - 1)], gone[MANY];
    MASK alive = FIRST_LANES(count);
    for (int i = 0; i < n; i++) {
        x[i] = digits & SPLAT(set[i]);
        gone[i] = SPLAT(0);
    }
    joined[0] = SPLAT(0);
#pragma GCC unroll 32
    for (int some = 1; some < (1 << n) - 1; some++) {
        joined[some] = joined[some & (some - 1)] | x[__builtin_ctz((unsigned)some)];
        LANES taken = IF_COUNT(joined[some], __builtin_popcount((unsigned)some));
#pragma GCC unroll 8
        for (int i = 0; i < n; i++)
            if (!(some >> i & 1))
                gone[i] |= taken;
    }
    for (int i = 0; i < n; i++) {
        x[i] = x[i] & ~gone[i];
        alive &= NOT_ZERO(x[i]);
    }
    if (!IS_ANY(alive))
        return false;
    for (int i = 0; i < n; i++)
        x[i] = WHERE(alive, x[i]);
    x[n] = WHERE(alive, ~digits);
    pm_sums_set any[8];
    fold(x, n + 1, any);
    for (int i = 0; i < n; i++)
        set[i] = any[i];
    *needed = ~any[n] & (PM_SUMS_SETS - 1);
    return true;
}

/* ---- Families ------------------------------------------------------------------------ */

/* Bit x of a word: the set x lacks this digit; for the six digits within a word. */
static const uint64_t lacking[6] = {
    0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
    0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
};

#define MOVED(f, ...) __builtin_shufflevector(f, (pm_sums_family){0}, __VA_ARGS__)

/* The sets that lack a digit, with that digit. */
#define ADD_WITH(to, from, bit)                                                            \
    switch (bit) {                                                                         \
    case 8:                                                                                \
        to |= MOVED(from, 8, 8, 8, 8, 0, 1, 2, 3);                                         \
        break;                                                                             \
    case 7:                                                                                \
        to |= MOVED(from, 8, 8, 0, 1, 8, 8, 4, 5);                                         \
        break;                                                                             \
    case 6:                                                                                \
        to |= MOVED(from, 8, 0, 8, 2, 8, 4, 8, 6);                                         \
        break;                                                                             \
    default:                                                                               \
        to |= (from & lacking[bit]) << ((uint64_t)1 << bit);                               \
    }

/* The sets that have a digit, without it. */
#define WITHOUT(to, from, bit)                                                             \
    switch (bit) {                                                                         \
    case 8:                                                                                \
        to = MOVED(from, 4, 5, 6, 7, 8, 8, 8, 8);                                          \
        break;                                                                             \
    case 7:                                                                                \
        to = MOVED(from, 2, 3, 8, 8, 6, 7, 8, 8);                                          \
        break;                                                                             \
    case 6:                                                                                \
        to = MOVED(from, 1, 8, 3, 8, 5, 8, 7, 8);                                          \
        break;                                                                             \
    default:                                                                               \
        to = from >> ((uint64_t)1 << bit) & lacking[bit];                                  \
    }

/* What the first i cells can hold together, for each i up to their number. */
TARGET static void make_families(const pm_sums_set *set, int n, pm_sums_family *made)
{
    made[0] = (pm_sums_family){1};
    for (int i = 0; i < n; i++) {
        pm_sums_family more = {0};
        for (unsigned left = set[i]; left; left &= left - 1) {
            int bit = __builtin_ctz(left);
            ADD_WITH(more, made[i], bit)
        }
        made[i + 1] = more;
    }
}

/* Leaves in the cells what leads to one of the wanted sets. */
TARGET static bool prune(pm_sums_set *set, int n, const pm_sums_family *made,
                         const pm_sums_family *wanted)
{
    pm_sums_family now = made[n] & *wanted;
    for (int i = n - 1; i >= 0; i--) {
        unsigned kept = 0;
        pm_sums_family before = {0};
        for (unsigned left = set[i]; left; left &= left - 1) {
            int bit = __builtin_ctz(left);
            pm_sums_family sets;
            WITHOUT(sets, now, bit)
            sets &= made[i];
            if (IS_FAMILY(sets))
                kept |= lowest(left);
            before |= sets;
        }
        if (!kept)
            return false;
        set[i] = (pm_sums_set)kept;
        now = before;
    }
    return true;
}

/* The digits that all these sets of n digits with this sum have. */
static unsigned common_digits(const struct pm_sums_tables *t, int n, int sum,
                              const pm_sums_family *sets)
{
    unsigned common = PM_SUMS_SETS - 1;
    for (int i = t->first[n][sum]; i < t->first[n][sum + 1]; i++)
        if ((*sets)[t->sets[i] / 64] >> t->sets[i] % 64 & 1)
            common &= t->sets[i];
    return common;
}

TARGET static bool fit_family(const struct pm_sums_tables *t, pm_sums_set *set, int n,
                              int sum, unsigned *needed)
{
    pm_sums_family made[PM_SUMS_MAX_DIGITS + 1];
    make_families(set, n, made);
    if (sum == PM_SUMS_ANY)
        return prune(set, n, made, &made[n]);
    *needed = common_digits(t, n, sum, &made[n]);
    return prune(set, n, made, &t->with_sum[sum]);
}

/* ---- One part ------------------------------------------------------------------------ */

/* What makes the sum with a digit of the set. */
static inline unsigned completing(const struct pm_sums_tables *t, unsigned set, int sum)
{
    if (sum < 2 || sum > 2 * PM_SUMS_MAX_DIGITS)
        return 0;
    return (unsigned)t->reversed[set] << sum >> (PM_SUMS_MAX_DIGITS + 1) &
           (PM_SUMS_SETS - 1);
}

static inline bool fit_two(const struct pm_sums_tables *t, pm_sums_set *set, int sum,
                           unsigned *needed)
{
    unsigned half =
        sum % 2 == 0 ? 1u << (sum / 2 - 1) : 0; /* it would have to stand twice */
    unsigned first = set[0] & completing(t, set[1], sum) & ~half;
    unsigned second = completing(t, first, sum);
    set[0] = (pm_sums_set)first;
    set[1] = (pm_sums_set)second;
    *needed = t->size[first | second] == 2 ? first | second : 0;
    return first != 0;
}

/* Takes digits of cells that have one only from the others, until nothing changes; false: one
 * is used twice or a cell has nothing left. */
static inline bool strip(pm_sums_set *set, int n, unsigned *used)
{
    for (*used = 0;;) {
        unsigned once = 0, twice = 0, empty = 0;
        for (int i = 0; i < n; i++) {
            unsigned alone = single(set[i]) ? set[i] : 0;
            twice |= once & alone;
            once |= alone;
            empty |= set[i] == 0;
        }
        if (twice || empty)
            return false;
        if (once == *used)
            return true;
        *used = once;
        for (int i = 0; i < n; i++)
            set[i] &= (pm_sums_set)(single(set[i]) ? PM_SUMS_SETS - 1 : ~once);
    }
}

/* The open cells, n of them, make the sum. */
TARGET static bool fit_open(const struct pm_sums_tables *t, pm_sums_set *set, int n,
                            int sum, unsigned *needed)
{
    if (sum == PM_SUMS_ANY)
        return n < 2 || fit_family(t, set, n, sum, needed);
    if (n == 0 || sum <= 0 || sum > PM_SUMS_MAX_SUM)
        return n == 0 && sum == 0;
    switch (n) {
    case 1:
        set[0] &= (pm_sums_set)(((uint64_t)1 << sum) >> 1);
        return set[0] != 0;
    case 2:
        return fit_two(t, set, sum, needed);
    case 3:
        return fit_lanes(t, set, 3, sum, needed);
    case 4:
        return fit_lanes(t, set, 4, sum, needed);
    case 5:
        return fit_lanes(t, set, 5, sum, needed);
    default:
        return fit_family(t, set, n, sum, needed);
    }
}

TARGET static bool fit_part(const struct pm_sums_tables *t, pm_sums_set *set, int n,
                            int sum, unsigned *needed)
{
    unsigned used, fixed = 0;
    pm_sums_set open[PM_SUMS_MAX_DIGITS];
    int at[PM_SUMS_MAX_DIGITS], open_count = 0;
    *needed = 0;
    for (int i = 0; i < n; i++)
        fixed |= single(set[i]);
    if (!fixed)
        return fit_open(t, set, n, sum, needed);
    if (!strip(set, n, &used))
        return false;
    for (int i = 0; i < n; i++)
        if (!single(set[i])) {
            open[open_count] = set[i];
            at[open_count++] = i;
        }
    int rest = sum == PM_SUMS_ANY ? sum : sum - t->total[used];
    if (!fit_open(t, open, open_count, rest, needed))
        return false;
    for (int i = 0; i < open_count; i++)
        set[at[i]] = open[i];
    return true;
}

/* ---- Several parts ------------------------------------------------------------------- */

/* The sums that two cells can have, with different digits. */
static inline uint64_t sums_of_two(unsigned first, unsigned second)
{
    uint64_t sums = 0;
    for (unsigned left = first; left; left &= left - 1)
        sums |= (uint64_t)(second & ~lowest(left)) << (1 + lowest_digit(left));
    return sums;
}

/* The sums that a part can have.  Up to three cells have few ways to try. */
TARGET static uint64_t sums_of(const struct pm_sums_tables *t, const pm_sums_set *set,
                               int n)
{
    uint64_t sums = 0;
    if (n == 1)
        return (uint64_t)set[0] << 1;
    if (n == 2)
        return sums_of_two(set[0], set[1]);
    if (n == 3) {
        for (unsigned left = set[0]; left; left &= left - 1)
            sums |= sums_of_two(set[1] & ~lowest(left), set[2] & ~lowest(left))
                    << lowest_digit(left);
        return sums;
    }
    pm_sums_family made[PM_SUMS_MAX_DIGITS + 1];
    make_families(set, n, made);
    int least = n * (n + 1) / 2, most = n * (2 * PM_SUMS_MAX_DIGITS + 1 - n) / 2;
    for (int sum = least; sum <= most; sum++) {
        pm_sums_family fitting = made[n] & t->with_sum[sum];
        sums |= (uint64_t)IS_FAMILY(fitting) << sum;
    }
    return sums;
}

/* Adds what two cells hold with one of these sums to what they keep; says whether there is any. */
static inline bool keep_two(unsigned first, unsigned second, uint64_t sums, unsigned *kept)
{
    unsigned any = 0;
    for (unsigned left = first; left; left &= left - 1) {
        unsigned fit =
            second & ~lowest(left) & (unsigned)(sums >> (1 + lowest_digit(left)));
        kept[0] |= fit ? lowest(left) : 0;
        any |= fit;
    }
    kept[1] |= any;
    return any != 0;
}

/* Leaves in a part what makes one of these sums. */
TARGET static bool keep_sums(const struct pm_sums_tables *t, pm_sums_set *set, int n,
                             uint64_t sums)
{
    unsigned kept[3] = {0}; /* of the last three cells */
    if (n == 1)
        set[0] &= (pm_sums_set)(sums >> 1);
    if (n == 1)
        return set[0] != 0;
    if (n == 2)
        keep_two(set[0], set[1], sums, kept + 1);
    for (unsigned left = n == 3 ? set[0] : 0; left; left &= left - 1)
        if (keep_two(set[1] & ~lowest(left), set[2] & ~lowest(left),
                     sums >> lowest_digit(left), kept + 1))
            kept[0] |= lowest(left);
    if (n <= 3) {
        for (int i = 0; i < n; i++)
            set[i] = (pm_sums_set)kept[i + 3 - n];
        return set[0] != 0;
    }
    pm_sums_family made[PM_SUMS_MAX_DIGITS + 1], wanted = {0};
    for (; sums; sums &= sums - 1)
        if (__builtin_ctzll(sums) <= PM_SUMS_MAX_SUM)
            wanted |= t->with_sum[__builtin_ctzll(sums)];
    make_families(set, n, made);
    return prune(set, n, made, &wanted);
}

/* The sum less each of these numbers; none is negative that a word can tell. */
static inline uint64_t mirrored(uint64_t numbers, int sum)
{
    uint64_t x = __builtin_bswap64(numbers);
    x = (x & 0x0f0f0f0f0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f0f0f0f0f);
    x = (x & 0x3333333333333333) << 2 | (x >> 2 & 0x3333333333333333);
    x = (x & 0x5555555555555555) << 1 | (x >> 1 & 0x5555555555555555);
    return x >> (MOST_SUM - sum);
}

/* All sums of a number of one set and one of the other. */
static inline uint64_t added(uint64_t a, uint64_t b)
{
    uint64_t sums = 0;
    for (; b; b &= b - 1)
        sums |= a << __builtin_ctzll(b);
    return sums;
}

/* The sums of a part that lead from what the parts before it reach to what is wanted, which becomes
 * what is wanted of these. */
static inline uint64_t leading(uint64_t sums, uint64_t reached, uint64_t *wanted)
{
    uint64_t before = 0, fitting = 0;
    for (uint64_t left = sums; left; left &= left - 1) {
        uint64_t from = *wanted >> __builtin_ctzll(left) & reached;
        before |= from;
        fitting |= from ? left & -left : 0;
    }
    *wanted = before;
    return fitting;
}

/* A total that a word can tell; all cells are added.  The last part and the first, often all there
 * are, need no loop over their sums. */
TARGET static bool fit_near(const struct pm_sums_tables *t,
                            const struct pm_sums_total *total, int sum, pm_sums_set *set)
{
    uint64_t reached[PM_SUMS_MAX_PARTS + 1], sums[PM_SUMS_MAX_PARTS];
    const int last = total->parts - 1;
    for (int i = 0, at = 0; i <= last; at += total->size[i++]) {
        sums[i] = sums_of(t, set + at, total->size[i]);
        reached[i] = i == 0 ? 1 : i == 1 ? sums[0] : added(reached[i - 1], sums[i - 1]);
    }
    uint64_t fitting = sums[last] & mirrored(reached[last], sum);
    uint64_t wanted = reached[last] & mirrored(sums[last], sum);
    for (int i = last, at = total->cells; fitting; i--) {
        at -= total->size[i];
        if (fitting != sums[i] && !keep_sums(t, set + at, total->size[i], fitting))
            return false;
        if (i == 0)
            return true;
        fitting = i == 1 ? wanted : leading(sums[i - 1], reached[i - 1], &wanted);
    }
    return false;
}

/* The numbers from a to b that a word can tell. */
static inline uint64_t range(int a, int b)
{
    uint64_t to_b = b < 0 ? 0 : b >= MOST_SUM ? ~(uint64_t)0 : ((uint64_t)2 << b) - 1;
    return a <= 0 ? to_b : a > MOST_SUM ? 0 : to_b >> a << a;
}

static inline int most_of(uint64_t sums)
{
    return MOST_SUM - __builtin_clzll(sums);
}

/* One beyond that: only the least and the most of the other parts count. */
TARGET static bool fit_far(const struct pm_sums_tables *t,
                           const struct pm_sums_total *total, int sum, pm_sums_set *set)
{
    for (bool changed = true; changed;) {
        uint64_t sums[PM_SUMS_MAX_PARTS];
        int least = 0, most = 0;
        for (int i = 0, at = 0; i < total->parts; at += total->size[i++]) {
            sums[i] = sums_of(t, set + at, total->size[i]);
            if (!sums[i])
                return false;
            least += __builtin_ctzll(sums[i]);
            most += most_of(sums[i]);
        }
        changed = false;
        for (int i = 0, at = 0; i < total->parts; at += total->size[i++]) {
            uint64_t fitting = sums[i] & range(sum - (most - most_of(sums[i])),
                                               sum - (least - __builtin_ctzll(sums[i])));
            if (fitting == sums[i])
                continue;
            changed = true;
            if (!keep_sums(t, set + at, total->size[i], fitting))
                return false;
        }
    }
    return true;
}

TARGET static bool fit_total(const struct pm_sums_tables *t,
                             const struct pm_sums_total *total, pm_sums_set *set)
{
    int turned = total->cells - total->minus;
    int sum = total->sum + (PM_SUMS_MAX_DIGITS + 1) * turned;
    for (int i = total->minus; i < total->cells; i++)
        set[i] = t->reversed[set[i]];
    bool fits = sum >= 0 && (sum <= MOST_SUM ? fit_near(t, total, sum, set)
                                             : fit_far(t, total, sum, set));
    for (int i = total->minus; i < total->cells; i++)
        set[i] = t->reversed[set[i]];
    return fits;
}

/* ---- Boards -------------------------------------------------------------------------- */

TARGET static void renew(union pm_bands_board *board, const union pm_bands_board *before,
                         const union pm_bands_board *like, union pm_sums_cells *changed)
{
    pm_lanes cells = {0};
    for (int k = 0; k < 9; k++) {
        const pm_lanes now = like->vector[k];
        cells |= BIT_WHERE(now ^ before->vector[k], k);
        board->vector[k] = now;
    }
    changed->vector = cells;
}

/* Digits with several places. */
static inline unsigned several_places(const pm_sums_set *set, int n)
{
    unsigned once = 0, twice = 0;
    for (int i = 0; i < n; i++) {
        twice |= once & set[i];
        once |= set[i];
    }
    return twice;
}

/* Leaves a digit that the part needs only in cells that some place of it there does not see, and
 * in the part's own cells, which do not see themselves, what was found.  All in whole vectors: the
 * houses would have to wait for a load after stores of single cells. */
TARGET static inline enum pm_sums_found put(const struct pm_sums_view *v,
                                            const pm_sums_set *set, int n, unsigned needed,
                                            const union pm_bands_board *board,
                                            union pm_bands_board *after)
{
    pm_lanes kept[9], changed = {0}, empty = {0};
    for (int k = 0; k < 9; k++)
        kept[k] = LACKING_BIT(v->own.vector, k) & (uint16_t)~needed;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 9; k++)
            kept[k] |= v->unseen[v->cell[i]].vector[k] & set[i];
    for (int k = 0; k < 9; k++) {
        const pm_lanes before = board->vector[k], now = before & kept[k];
        changed |= before ^ now;
        empty |= IS_ZERO(now);
        after->vector[k] = now;
    }
    return ALL_LANES(empty)     ? PM_SUMS_CONTRADICTION
           : ALL_LANES(changed) ? PM_SUMS_SOMETHING
                                : PM_SUMS_NOTHING;
}

/* The candidates of the cells; returns how many they are. */
TARGET static inline int gather(const struct pm_sums_tables *t,
                                const struct pm_sums_view *v, int n,
                                const union pm_bands_board *board, pm_sums_set *set)
{
    int digits = 0;
    for (int i = 0; i < n; i++) {
        set[i] = (&board->cell[0][0])[v->at[i]];
        digits += t->size[set[i]];
    }
    return digits;
}

static inline bool differ(const struct pm_sums_view *v, const pm_sums_set *set, int n,
                          const union pm_bands_board *board)
{
    unsigned differing = 0;
    for (int i = 0; i < n; i++)
        differing |= set[i] ^ (&board->cell[0][0])[v->at[i]];
    return differing != 0;
}

/* One part of two to five cells, whose number is a constant wherever this is called.  Those that have one
 * digit only go through the lanes like the others: to sort them out costs more, as no
 * processor foresees which they are. */
TARGET static inline __attribute__((always_inline)) enum pm_sums_found
look_at_few(const struct pm_sums_tables *t, const struct pm_sums_view *v, const int n,
            int most, const union pm_bands_board *board, union pm_bands_board *after)
{
    pm_sums_set set[MANY];
    unsigned needed = 0;
    if (gather(t, v, n, board, set) > most)
        return PM_SUMS_NOTHING;
    if (!(n == 2 ? fit_two(t, set, v->total.sum, &needed)
                 : fit_lanes(t, set, n, v->total.sum, &needed)))
        return PM_SUMS_CONTRADICTION;
    needed &= several_places(set, n);
    return needed || differ(v, set, n, board) ? put(v, set, n, needed, board, after)
                                              : PM_SUMS_NOTHING;
}

TARGET static enum pm_sums_found look_at_many(const struct pm_sums_tables *t,
                                              const struct pm_sums_view *v, int most,
                                              const union pm_bands_board *board,
                                              union pm_bands_board *after)
{
    const int n = v->total.cells;
    pm_sums_set set[PM_SUMS_MAX_PARTS];
    unsigned needed = 0;
    if (gather(t, v, n, board, set) > most)
        return PM_SUMS_NOTHING;
    if (!(v->total.parts == 1 ? fit_part(t, set, n, v->total.sum, &needed)
                              : fit_total(t, &v->total, set)))
        return PM_SUMS_CONTRADICTION;
    needed &= several_places(set, n);
    if (!needed && !differ(v, set, n, board))
        return PM_SUMS_NOTHING;
    if (v->total.parts == 1)
        return put(v, set, n, needed, board, after);
    *after = *board;
    for (int i = 0; i < n; i++)
        (&after->cell[0][0])[v->at[i]] = set[i];
    return PM_SUMS_SOMETHING;
}

TARGET static enum pm_sums_found look(const struct pm_sums_tables *t,
                                      const struct pm_sums_view *v, int most,
                                      const union pm_bands_board *board,
                                      union pm_bands_board *after)
{
    bool few = v->total.parts == 1 && 0 < v->total.sum && v->total.sum <= PM_SUMS_MAX_SUM;
    switch (few ? v->total.cells : 0) {
    case 2:
        return look_at_few(t, v, 2, most, board, after);
    case 3:
        return look_at_few(t, v, 3, most, board, after);
    case 4:
        return look_at_few(t, v, 4, most, board, after);
    case 5:
        return look_at_few(t, v, 5, most, board, after);
    default:
        return look_at_many(t, v, most, board, after);
    }
}
