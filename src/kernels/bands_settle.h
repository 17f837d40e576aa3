/* The rules of bands.c, written once over the operations that an instance defines before it
 * includes this file (see bands_plain.h for their meaning).  TARGET is the instance's
 * attribute of functions, MOVES the name of its constant.
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
 * Each rule only takes candidates away and takes more the fewer there are, so the board on
 * which they come to rest is the same whatever their order. */

/* Triples are r[a], r[a + in], r[a + 2 in] for a = 0, step, 2 step; TURN1 and TURN2 bring the
 * lanes of the next box and the one behind it. */
#define SETTLE_TRIPLES(r, s, step, in, TURN1, TURN2)                                       \
    do {                                                                                   \
        LANES h[3], claim[3], open[3], next[3], last[3], way[3];                           \
        for (int i = 0; i < 3; i++) {                                                      \
            h[i] = OR3(r[i * step], r[i * step + in], r[i * step + 2 * in]);               \
            claim[i] = OR3(s[i * step], s[i * step + in], s[i * step + 2 * in]);           \
            claim[i] = THREE_ELSE(h[i], claim[i]);                                         \
        }                                                                                  \
        for (int i = 0; i < 3; i++) {                                                      \
            open[i] = AND_NOR(h[i], claim[(i + 1) % 3], claim[(i + 2) % 3]);               \
            next[i] = TURN1(open[i]);                                                      \
            last[i] = TURN2(open[i]);                                                      \
        }                                                                                  \
        for (int i = 0; i < 3; i++)                                                        \
            way[i] = AND3(open[i], next[(i + 1) % 3], last[(i + 2) % 3]) |                 \
                     AND3(open[i], next[(i + 2) % 3], last[(i + 1) % 3]);                  \
        for (int i = 0; i < 3; i++) {                                                      \
            LANES only = AND_NOR(way[i], way[(i + 1) % 3], way[(i + 2) % 3]);              \
            LANES keep = THREE_ELSE(only, way[i]);                                         \
            for (int j = 0; j < 3; j++)                                                    \
                r[i * step + j * in] &= keep;                                              \
        }                                                                                  \
    } while (0)

/* A diagonal: the cells r[a], r[b], r[c] in the three lanes of `here`; NEXT brings the lanes of
 * the next of its boxes.  `lost` collects lanes in which a digit has no place left. */
#define SETTLE_DIAGONAL(r, s, a, b, c, NEXT, here, lost)                                   \
    do {                                                                                   \
        LANES t = OR3(s[a], s[b], s[c]), u = NEXT(t), v = NEXT(u), others = u | v;         \
        LANES at_a = OR3(others, s[b], s[c]) & here,                                       \
              at_b = OR3(others, s[a], s[c]) & here;                                       \
        LANES at_c = OR3(others, s[a], s[b]) & here;                                       \
        r[a] &= ~at_a;                                                                     \
        r[b] &= ~at_b;                                                                     \
        r[c] &= ~at_c;                                                                     \
        t = OR3(r[a], r[b], r[c]), u = NEXT(t), v = NEXT(u);                               \
        LANES more = MAJORITY(t, u, v), twice = MAJORITY(r[a], r[b], r[c]);                \
        LANES twice_next = NEXT(twice), twice_last = NEXT(twice_next);                     \
        more |= OR3(twice, twice_next, twice_last);                                        \
        lost |= ~OR3(t, u, v) & here;                                                      \
        LANES once = ~more & here;                                                         \
        r[a] = SOME_OF(r[a], once);                                                        \
        r[b] = SOME_OF(r[b], once);                                                        \
        r[c] = SOME_OF(r[c], once);                                                        \
    } while (0)

#define FALLING_NEXT(x) NEXT_BAND(NEXT_STACK(x))
#define RISING_NEXT(x)  NEXT_BAND(LAST_STACK(x))

static const union pm_bands_pair diagonal_lanes = {
    .cell = {[0] = {{[0] = PM_BANDS_ALL, [5] = PM_BANDS_ALL, [10] = PM_BANDS_ALL},
                    {[0] = PM_BANDS_ALL, [5] = PM_BANDS_ALL, [10] = PM_BANDS_ALL}},
             [1] = {{[2] = PM_BANDS_ALL, [5] = PM_BANDS_ALL, [8] = PM_BANDS_ALL},
                    {[2] = PM_BANDS_ALL, [5] = PM_BANDS_ALL, [8] = PM_BANDS_ALL}}}};

TARGET static inline void settle_diagonals(LANES *r, const LANES *s, LANES *lost)
{
    const LANES falling = LOAD(&diagonal_lanes, 0, 0);
    const LANES rising = LOAD(&diagonal_lanes, 1, 0);
    SETTLE_DIAGONAL(r, s, 0, 4, 8, FALLING_NEXT, falling, *lost);
    SETTLE_DIAGONAL(r, s, 2, 4, 6, RISING_NEXT, rising, *lost);
}

/* A digit with one place in a box goes there; returns the digits that have some place. */
#define SETTLE_BOXES(r, some)                                                              \
    do {                                                                                   \
        LANES h0 = OR3(r[0], r[1], r[2]), h1 = OR3(r[3], r[4], r[5]);                      \
        LANES h2 = OR3(r[6], r[7], r[8]), m0 = MAJORITY(r[0], r[1], r[2]);                 \
        LANES m1 = MAJORITY(r[3], r[4], r[5]), m2 = MAJORITY(r[6], r[7], r[8]);            \
        LANES once = ~(OR3(m0, m1, m2) | MAJORITY(h0, h1, h2));                            \
        some = OR3(h0, h1, h2);                                                            \
        for (int k = 0; k < 9; k++)                                                        \
            r[k] = SOME_OF(r[k], once);                                                    \
    } while (0)

/* Settles BOARDS_AT_ONCE boards from this side on; bit k of the result: board k is sound. */
TARGET static unsigned settle_from(union pm_bands_pair *pair, int side, bool diagonals)
{
    LANES r[9], s[9], before[9];
    for (int k = 0; k < 9; k++)
        r[k] = LOAD(pair, k, side);
    for (;;) {
        for (int k = 0; k < 9; k++) {
            before[k] = r[k];
            s[k] = IF_SINGLE(r[k]);
        }
        LANES lost = SPLAT(0), some;
        SETTLE_TRIPLES(r, s, 3, 1, NEXT_STACK, LAST_STACK);
        SETTLE_TRIPLES(r, s, 1, 3, NEXT_BAND, LAST_BAND);
        if (diagonals)
            settle_diagonals(r, s, &lost);
        SETTLE_BOXES(r, some);
        lost |= ~some & SPLAT(PM_BANDS_ALL);
        LANES least = r[0], changed = r[0] ^ before[0];
        for (int k = 1; k < 9; k++) {
            least = LESSER(least, r[k]);
            changed = OR_XOR(changed, r[k], before[k]);
        }
        unsigned dead = BOARDS_WITH(lost) | BOARDS_WITHOUT(least);
        unsigned moving = BOARDS_WITH(changed) & ~dead;
        if (moving == 0) {
            for (int k = 0; k < 9; k++)
                STORE(pair, k, side, r[k]);
            return ~dead & ((1U << BOARDS_AT_ONCE) - 1);
        }
    }
}

TARGET static unsigned settle(union pm_bands_pair *pair, bool diagonals)
{
    unsigned sound = settle_from(pair, 0, diagonals);
    return BOARDS_AT_ONCE == 2 ? sound : sound | settle_from(pair, 1, diagonals) << 1;
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

/* A cell with two candidates whose neighbours feel either of them most: cells of its row and
 * column in other boxes that share a digit count 4 if they have two candidates themselves, 2
 * with three, 1 with four.  (With those of its own box the guesses get no better.)  If there is
 * none, a cell with the fewest candidates.  Each cell gets a number that orders them:
 * the kind of cell and score in the high bits, its own index in the low ones. */
TARGET static unsigned choose(const union pm_bands_board *board)
{
    HALF r[9], count[9], weight[9], score[9], best = HALF_SPLAT(0);
    for (int k = 0; k < 9; k++) {
        r[k] = HALF_LOAD(&board->half[k]);
        count[k] = HALF_COUNT(r[k]);
        weight[k] = WEIGHT(count[k]);
        score[k] = HALF_SPLAT(0);
    }
    SCORE_LINES(r, weight, score, 3, 1, HALF_NEXT_STACK, HALF_LAST_STACK);
    SCORE_LINES(r, weight, score, 1, 3, HALF_NEXT_BAND, HALF_LAST_BAND);
    for (int k = 0; k < 9; k++) {
        HALF rank = RANK(count[k], score[k], (uint16_t)(16 * k));
        best = HALF_GREATER(best, rank);
    }
    uint16_t top = HALF_TOP(best);
    return top == 0 ? 0xFFFF : top & 0xFF;
}

const struct pm_bands_moves MOVES = {settle, choose};
