/* The rules of bands.c, written once over the operations that an instance defines before it
 * includes this file (see bands_plain.h for their meaning).  TARGET is the instance's
 * attribute of functions; its settle() loads, calls settle_lanes() and stores.
 *
 * The rules, for all digits, boxes, bands and stacks at once:
 * - Three cells of a box side by side are a triple.  In a band each digit takes one triple in
 *   each box, in three different rows: one of six ways, three even and three odd ones.  A
 *   triple that is in none of the ways still open loses the digit.  (This is what people call
 *   locked candidates, and more.)
 * - A cell with one candidate, or a triple with three, claims these: the other triples of its
 *   box lose them, and by the six ways those of its row.
 * - A triple that three digits cannot do without loses all other digits.
 * - The same with columns and stacks.
 * - A digit with one place in a box goes there.  With the ways settled, one place in a row or
 *   column is one place in a box.
 * Two of these look for three digits in a triple.  They are deep: they save guesses and cost a
 * fifth of the time.  A board at rest stays as it is, so that it may go through further rounds
 * for the sake of the other side. */

/* What the triples of rows, or of columns, leave to their cells, to fit[3].  Triples are r[a], r[a + in],
 * r[a + 2 in] for a = 0, step, 2 step; TURN1 and TURN2 bring the lanes of the next box and the one after it. */
#define FIND_FIT(r, s, step, in, TURN1, TURN2, deep, fit)                                  \
    do {                                                                                   \
        LANES h[3], claim[3], open[3], next[3], last[3], way[3];                           \
        for (int i = 0; i < 3; i++) {                                                      \
            h[i] = OR3(r[i * step], r[i * step + in], r[i * step + 2 * in]);               \
            claim[i] = OR3(s[i * step], s[i * step + in], s[i * step + 2 * in]);           \
            if (deep)                                                                      \
                claim[i] = THREE_ELSE(h[i], claim[i]);                                     \
        }                                                                                  \
        for (int i = 0; i < 3; i++) {                                                      \
            open[i] = AND_NOR(h[i], claim[(i + 1) % 3], claim[(i + 2) % 3]);               \
            next[i] = TURN1(open[i]);                                                      \
            last[i] = TURN2(open[i]);                                                      \
        }                                                                                  \
        for (int i = 0; i < 3; i++)                                                        \
            way[i] = open[i] & OR_AND(next[(i + 1) % 3] & last[(i + 2) % 3],               \
                                      next[(i + 2) % 3], last[(i + 1) % 3]);               \
        for (int i = 0; i < 3; i++) {                                                      \
            fit[i] = AND_NOR(way[i], way[(i + 1) % 3], way[(i + 2) % 3]);                  \
            fit[i] = THREE_ELSE(fit[i], way[i]);                                           \
            if (!deep)                                                                     \
                fit[i] = way[i];                                                           \
        }                                                                                  \
    } while (0)

/* Columns see what rows leave, which saves rounds.  Without deep rules both are found at the same time:
 * such a round waits for its own steps rather than for the processor. */
TARGET static inline __attribute__((always_inline)) void
settle_triples(LANES *r, const LANES *s, bool deep)
{
    LANES row[3], column[3];
    if (deep) {
        FIND_FIT(r, s, 3, 1, NEXT_STACK, LAST_STACK, true, row);
        for (int k = 0; k < 9; k++)
            r[k] &= row[k / 3];
        FIND_FIT(r, s, 1, 3, NEXT_BAND, LAST_BAND, true, column);
        for (int k = 0; k < 9; k++)
            r[k] &= column[k % 3];
    } else { /* shuffles of bands take longer, so they come first */
        FIND_FIT(r, s, 1, 3, NEXT_BAND, LAST_BAND, false, column);
        FIND_FIT(r, s, 3, 1, NEXT_STACK, LAST_STACK, false, row);
        for (int k = 0; k < 9; k++)
            r[k] = AND3(r[k], row[k / 3], column[k % 3]);
    }
}

/* A diagonal: the cells r[a], r[b], r[c] in the three lanes of `here`; NEXT brings the lanes of
 * the next of its boxes.  Cells with one candidate claim it; a digit that has to be in one box
 * of the diagonal, or on the diagonal of its box, is nowhere else in the other one; a digit with
 * one place goes there.  `lost` collects lanes in which a digit has no place left. */
#define SETTLE_DIAGONAL(r, s, a, b, c, NEXT, here, lost)                                   \
    do {                                                                                   \
        LANES t = OR3(s[a], s[b], s[c]), u = NEXT(t), v = NEXT(u), others = u | v;         \
        LANES at_a = OR3(others, s[b], s[c]) & here,                                       \
              at_b = OR3(others, s[a], s[c]) & here;                                       \
        LANES at_c = OR3(others, s[a], s[b]) & here, off = SPLAT(0);                       \
        r[a] &= ~at_a;                                                                     \
        r[b] &= ~at_b;                                                                     \
        r[c] &= ~at_c;                                                                     \
        for (int k = 0; k < 9; k++)                                                        \
            if (k != a && k != b && k != c)                                                \
                off |= r[k];                                                               \
        t = OR3(r[a], r[b], r[c]);                                                         \
        LANES bound = t & ~off & here, bound_next = NEXT(bound);                           \
        others = bound_next | NEXT(bound_next);                                            \
        r[a] &= ~others;                                                                   \
        r[b] &= ~others;                                                                   \
        r[c] &= ~others;                                                                   \
        t = OR3(r[a], r[b], r[c]), u = NEXT(t), v = NEXT(u);                               \
        bound = AND_NOR(t, u, v) & here;                                                   \
        for (int k = 0; k < 9; k++)                                                        \
            if (k != a && k != b && k != c)                                                \
                r[k] &= ~bound;                                                            \
        LANES more = MAJORITY(t, u, v), twice = MAJORITY(r[a], r[b], r[c]);                \
        LANES twice_next = NEXT(twice), twice_last = NEXT(twice_next);                     \
        more |= OR3(twice, twice_next, twice_last);                                        \
        lost |= ~OR3(t, u, v) & here;                                                      \
        LANES once = ~more & here;                                                         \
        r[a] = OR_ELSE(r[a] & once, r[a]);                                                 \
        r[b] = OR_ELSE(r[b] & once, r[b]);                                                 \
        r[c] = OR_ELSE(r[c] & once, r[c]);                                                 \
    } while (0)

#define FALLING_NEXT(x) NEXT_BAND(NEXT_STACK(x))
#define RISING_NEXT(x)  NEXT_BAND(LAST_STACK(x))

/* All digits in the lanes of the three boxes of a diagonal; for one board or two. */
static const struct {
    _Alignas(64) uint16_t lane[2 * PM_BANDS_LANES];
} diagonal_lanes[2] = {{{[0] = PM_BANDS_ALL,
                         [5] = PM_BANDS_ALL,
                         [10] = PM_BANDS_ALL,
                         [16] = PM_BANDS_ALL,
                         [21] = PM_BANDS_ALL,
                         [26] = PM_BANDS_ALL}},
                       {{[2] = PM_BANDS_ALL,
                         [5] = PM_BANDS_ALL,
                         [8] = PM_BANDS_ALL,
                         [18] = PM_BANDS_ALL,
                         [21] = PM_BANDS_ALL,
                         [24] = PM_BANDS_ALL}}};

TARGET static inline void settle_diagonals(LANES *r, const LANES *s, LANES *lost)
{
    const LANES falling = LOAD(&diagonal_lanes[0]);
    const LANES rising = LOAD(&diagonal_lanes[1]);
    SETTLE_DIAGONAL(r, s, 0, 4, 8, FALLING_NEXT, falling, *lost);
    SETTLE_DIAGONAL(r, s, 2, 4, 6, RISING_NEXT, rising, *lost);
}

/* A digit with one place in a box goes there; `some` are the digits that have some place.  `s` becomes the
 * cells with one candidate, as far as they had it before or are such places, so that the next round
 * need not wait for this one's last step. */
#define SETTLE_BOXES(r, s, some)                                                           \
    do {                                                                                   \
        LANES h0 = OR3(r[0], r[1], r[2]), h1 = OR3(r[3], r[4], r[5]);                      \
        LANES h2 = OR3(r[6], r[7], r[8]), m0 = MAJORITY(r[0], r[1], r[2]);                 \
        LANES m1 = MAJORITY(r[3], r[4], r[5]), m2 = MAJORITY(r[6], r[7], r[8]);            \
        LANES twice = OR3(m0, m1, m2), also = MAJORITY(h0, h1, h2);                        \
        some = OR3(h0, h1, h2);                                                            \
        for (int k = 0; k < 9; k++) {                                                      \
            LANES here = AND_NOR(r[k], twice, also);                                       \
            s[k] = OR_SINGLE(here, r[k]);                                                  \
            r[k] = OR_ELSE(here, r[k]);                                                    \
        }                                                                                  \
    } while (0)

/* Cells only lose candidates, so a board has changed where the sums of its lanes have: that takes
 * one vector to remember instead of nine. */
TARGET static inline void sum_up(const LANES *r, LANES *all)
{
    LANES sum[3];
    for (int k = 0; k < 3; k++)
        sum[k] = PLUS(PLUS(r[k], r[k + 3]), r[k + 6]);
    *all = PLUS(PLUS(sum[0], sum[1]), sum[2]);
}

/* The boards that have a cell without candidates. */
TARGET static inline unsigned boards_with_empty(const LANES *r)
{
    LANES least[3];
    for (int k = 0; k < 3; k++)
        least[k] = LESSER(LESSER(r[k], r[k + 3]), r[k + 6]);
    least[0] = LESSER(LESSER(least[0], least[1]), least[2]);
    return BOARDS_WITHOUT(least[0]);
}

/* All rules once, or all but the deep ones; says which boards changed and which are dead, bit k for
 * board k: a digit has no place left in a box or, which may also be looked for in the end, a cell has no
 * candidates. */
TARGET static inline __attribute__((always_inline)) unsigned
settle_round(LANES *r, LANES *s, LANES *sum, bool diagonals, bool deep, bool cells,
             unsigned *dead)
{
    LANES lost = SPLAT(0), some;
    settle_triples(r, s, deep);
    if (diagonals)
        settle_diagonals(r, s, &lost);
    SETTLE_BOXES(r, s, some);
    lost |= some ^ SPLAT(PM_BANDS_ALL);
    const LANES before = *sum;
    sum_up(deep ? r : s, sum);
    const LANES moved = *sum ^ before;
    *dead = BOARDS_WITH(lost);
    if (cells)
        *dead |= boards_with_empty(r);
    return BOARDS_WITH(moved) & ~*dead;
}

/* Applies the deep rules until nothing changes, the others until no more cells have one candidate; bit k
 * of the result: board k is sound.  Boards that may be at rest already are looked at once less, for which
 * their sums must be known. */
TARGET static inline __attribute__((always_inline)) unsigned
settle_lanes(LANES *r, bool diagonals, bool deep, bool may_rest)
{
    unsigned dead;
    LANES s[9], sum = SPLAT(0);
    for (int k = 0; k < 9; k++)
        s[k] = OR_SINGLE(SPLAT(0), r[k]);
    if (may_rest)
        sum_up(deep ? r : s, &sum);
    if (deep)
        while (settle_round(r, s, &sum, diagonals, true, true, &dead))
            ;
    else
        while (settle_round(r, s, &sum, diagonals, false, true, &dead))
            ;
    return ~dead;
}

/* ---- Where to guess -------------------------------------------------------------------- */

/* What the cells x and y add to each other's score: the weight of the other if they share a
 * digit. */
#define MEET(x, y, x_score, x_weight, y_score, y_weight)                                   \
    do {                                                                                   \
        SHARED shared = SHARE(x, y);                                                       \
        ADD_WHERE(x_score, shared, y_weight);                                              \
        ADD_WHERE(y_score, shared, x_weight);                                              \
    } while (0)

#define SCORE_LINES(r, weight, score, step, in, TURN1, TURN2)                              \
    do {                                                                                   \
        for (int i = 0; i < 3; i++) {                                                      \
            HALF far[3], far_weight[3], far_score[3];                                      \
            for (int j = 0; j < 3; j++) {                                                  \
                far[j] = TURN1(r[i * step + j * in]);                                      \
                far_weight[j] = TURN1(weight[i * step + j * in]);                          \
                far_score[j] = HALF_SPLAT(0);                                              \
            }                                                                              \
            for (int j = 0; j < 3; j++)                                                    \
                for (int k = 0; k < 3; k++)                                                \
                    MEET(r[i * step + j * in], far[k], score[i * step + j * in],           \
                         weight[i * step + j * in], far_score[k], far_weight[k]);          \
            for (int j = 0; j < 3; j++)                                                    \
                score[i * step + j * in] += TURN2(far_score[j]);                           \
        }                                                                                  \
    } while (0)

/* Where to guess in a settled board: in the cell with two candidates whose neighbours feel it
 * most.  Cells of its row and column in other boxes that share a digit count 4 if they have two
 * candidates themselves, 2 with three, 1 with four.  (Counting those of its box makes the guesses
 * no better.)  If there is none, in a cell with the fewest candidates.  Each cell gets a number
 * that orders them so: the sort of cell and its score in the high bits, its own index in the low
 * ones.  If no care is asked for, the first cell with two candidates will do.  A board that is solved
 * needs no scores, and every search ends with one. */
TARGET static unsigned choose(const union pm_bands_board *board, bool careful)
{
    HALF r[9], count[9], weight[9], score[9], rank[9], counts = HALF_SPLAT(0);
    for (unsigned k = 0; k < 9; k++) {
        r[k] = HALF_LOAD(&board->vector[k]);
        count[k] = HALF_COUNT(r[k]);
        counts |= count[k];
        const unsigned pairs = careful ? 0 : PAIRS(count[k]);
        if (pairs)
            return 16 * k + (unsigned)__builtin_ctz(pairs);
    }
    if (ARE_ONE(counts))
        return PM_BANDS_SOLVED;
    for (int k = 0; k < 9; k++) {
        weight[k] = WEIGHT(count[k]);
        score[k] = HALF_SPLAT(0);
    }
    SCORE_LINES(r, weight, score, 3, 1, HALF_NEXT_STACK, HALF_LAST_STACK);
    SCORE_LINES(r, weight, score, 1, 3, HALF_NEXT_BAND, HALF_LAST_BAND);
    for (int k = 0; k < 9; k++)
        rank[k] = RANK(count[k], score[k], (uint16_t)(16 * k));
    for (int k = 0; k < 3; k++)
        rank[k] = HALF_GREATER(HALF_GREATER(rank[k], rank[k + 3]), rank[k + 6]);
    HALF best = HALF_GREATER(HALF_GREATER(rank[0], rank[1]), rank[2]);
    return HALF_TOP(best) & 0xFF;
}
