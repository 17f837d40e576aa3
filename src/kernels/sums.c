/* Sums of different digits by search with reasoning on sets.
 *
 * Each cell has the set of digits that it may still hold.  A rule of one part (a run of kakuro,
 * a cage, a house of sudoku) is looked at in stages, cheap ones first:
 *
 * LIKELY  Used digits leave the other cells of the part.  The sets of digits that have the sum,
 *         at most 12, are gone through: a digit of none of them leaves, a digit of all of them
 *         that has one cell only goes there.  Two open cells are settled completely.
 * EXACT   What remains is what stands in some way to fill the part.  A few ways are tried one
 *         by one; where they are many, families of sets (512 bits, a bit for each set of
 *         digits) are built up cell by cell, and pruned backwards from those that fit the sum.
 *         A part with as many cells as there are digits is left out: it costs more than it saves.
 * LOCKED  A digit that the part needs, and that has all its cells there within another part,
 *         leaves the rest of that other part.
 *
 * A rule of several parts has an EXACT stage only: which sums each part may have, as bits of a
 * word, and which of them the others complete to the whole.  A part that is subtracted counts
 * as 10 - d for each of its digits d, so that all parts are added.
 *
 * Whatever changes a cell wakes the other rules that it belongs to.  When nothing follows any
 * more, the search guesses where few digits are left and many contradictions arose ("domain
 * over weighted degree").  Changes are noted on a trail, so that a guess costs what it changes
 * and boards may be large.
 *
 * Invariants: no cell has an empty set; a rule waits at most once in each stage; while a rule is
 * looked at it is not woken by itself, since each stage leaves nothing that it would find again. */
#include "kernels/sums.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"

enum {
    MAX_DIGITS = PM_SUMS_MAX_DIGITS,
    MAX_PARTS = PM_SUMS_MAX_PARTS,
    SETS = 1 << MAX_DIGITS,
    WORDS = SETS / 64,
    MAX_SUM = MAX_DIGITS * (MAX_DIGITS + 1) / 2,
    FEW_WAYS = 40, /* choices for all but two cells that are tried one by one */
};

enum stage { LIKELY, EXACT, LOCKED, STAGES };

typedef uint16_t digit_set; /* bit d - 1: digit d */

/* A set of sets: bit x stands for the set of digits whose bits are those of x. */
struct family {
    uint64_t word[WORDS];
};

/* What depends on the digits alone. */
struct tables {
    uint8_t size[SETS], total[SETS]; /* how many digits, and their sum */
    digit_set reversed[SETS];        /* 10 - d for each digit d */
    /* Sets of n digits with a sum: sets[first[n][sum]] to before sets[first[n][sum + 1]]. */
    uint16_t first[MAX_DIGITS + 1][MAX_SUM + 2];
    digit_set sets[SETS];
    struct family with_sum[MAX_SUM + 1];
};

/* Rules that wait for a stage, first come, first served. */
struct ring {
    int *rules;
    int head, count;
};

/* Two parts that share cells, seen from one of them. */
struct overlap {
    const int *cells; /* of the other one */
    digit_set inside; /* bit i: my cell i lies in the other one, too */
    digit_set beyond; /* bit i: the other one's cell i does not lie in mine */
};

struct change {
    int cell;
    digit_set was;
};

struct guess {
    int cell;
    digit_set digit;
    int trail; /* its length before */
};

struct search {
    const struct pm_sums *board;
    struct pm_sums_task *task;
    digit_set *at; /* what each cell may hold */
    int *weight;   /* contradictions in rules of the cell, and 1 */
    int *woken;    /* rules of the cells, and where they begin for each cell */
    int *woken_from;
    uint8_t *waiting; /* for each rule, bit s: it waits for stage s */
    struct ring rings[STAGES];
    int current; /* the rule that is looked at, or -1 */
    struct change *trail;
    int trail_count;
    struct guess *guesses;
    int guess_count;
    struct overlap *overlaps; /* NULL before they are asked for */
    int *overlaps_from;       /* for each rule */
    int *answer;
    int64_t last_found; /* nodes at the last answer */
    struct pm_arena arena;
    struct tables t;
};

static inline bool single(unsigned set)
{
    return (set & (set - 1)) == 0;
}

static inline unsigned lowest(unsigned set)
{
    return set & -set;
}

static inline int lowest_digit(unsigned set)
{
    return __builtin_ctz(set) + 1;
}

static void make_tables(struct tables *t)
{
    uint16_t next[MAX_DIGITS + 1][MAX_SUM + 2] = {{0}}; /* counts, then places */
    for (unsigned set = 0; set < SETS; set++) {
        if (set) {
            unsigned rest = set & (set - 1);
            t->size[set] = (uint8_t)(t->size[rest] + 1);
            t->total[set] = (uint8_t)(t->total[rest] + lowest_digit(set));
            t->reversed[set] = (digit_set)(t->reversed[rest] | SETS >> lowest_digit(set));
        }
        next[t->size[set]][t->total[set]]++;
        t->with_sum[t->total[set]].word[set / 64] |= (uint64_t)1 << set % 64;
    }
    int before = 0;
    for (int n = 0; n <= MAX_DIGITS; n++)
        for (int sum = 0; sum <= MAX_SUM + 1; sum++) {
            t->first[n][sum] = (uint16_t)before;
            before += next[n][sum];
            next[n][sum] = t->first[n][sum];
        }
    for (unsigned set = 0; set < SETS; set++)
        t->sets[next[t->size[set]][t->total[set]]++] = (digit_set)set;
}

/* ---- Waiting rules ------------------------------------------------------------------- */

static void let_wait(struct search *s, enum stage stage, int rule)
{
    if (s->waiting[rule] >> stage & 1)
        return;
    struct ring *ring = &s->rings[stage];
    int at = ring->head + ring->count++, room = s->board->rule_count;
    ring->rules[at < room ? at : at - room] = rule;
    s->waiting[rule] |= (uint8_t)(1 << stage);
}

static int next_waiting(struct search *s, enum stage stage)
{
    struct ring *ring = &s->rings[stage];
    int rule = ring->rules[ring->head++];
    if (ring->head == s->board->rule_count)
        ring->head = 0;
    ring->count--;
    s->waiting[rule] &= (uint8_t) ~(1 << stage);
    return rule;
}

static enum stage first_stage(const struct pm_sums_rule *rule)
{
    return rule->n == 1 ? LIKELY : EXACT;
}

/* Sets what a cell may hold, a part of what it could before; false: nothing. */
static bool put(struct search *s, int cell, unsigned set)
{
    assert((set & ~s->at[cell]) == 0);
    if (set == s->at[cell])
        return true;
    if (set == 0)
        return false;
    s->trail[s->trail_count++] = (struct change){cell, s->at[cell]};
    s->at[cell] = (digit_set)set;
    for (int i = s->woken_from[cell]; i < s->woken_from[cell + 1]; i++)
        if (s->woken[i] != s->current)
            let_wait(s, first_stage(&s->board->rules[s->woken[i]]), s->woken[i]);
    return true;
}

/* ---- LIKELY -------------------------------------------------------------------------- */

/* What a part looks like. */
struct glance {
    unsigned used;        /* digits of cells that have one only */
    unsigned once, twice; /* digits that an open cell may hold; those that two may hold */
    int open;             /* cells */
};

/* False: a digit is used twice. */
static inline bool glance_at(const struct search *s, const int *cells, int n,
                             struct glance *g)
{
    unsigned used = 0, once = 0, twice = 0, clash = 0;
    int open = 0;
    for (int i = 0; i < n; i++) {
        unsigned set = s->at[cells[i]], more = set & (set - 1);
        unsigned alone = more ? 0 : set;
        set ^= alone;
        clash |= used & alone;
        used |= alone;
        twice |= once & set;
        once |= set;
        open += more != 0;
    }
    *g = (struct glance){used, once, twice, open};
    return !clash;
}

/* Takes the used digits from the open cells. */
static bool strip(struct search *s, const int *cells, int n, unsigned used)
{
    for (int i = 0; i < n; i++) {
        unsigned set = s->at[cells[i]];
        if (set & used && !single(set) && !put(s, cells[i], set & ~used))
            return false;
    }
    return true;
}

/* What makes the sum with a digit of the set. */
static inline unsigned completing(const struct tables *t, unsigned set, int sum)
{
    if (sum < 2 || sum > 2 * MAX_DIGITS)
        return 0;
    return (unsigned)t->reversed[set] << sum >> (MAX_DIGITS + 1) & (SETS - 1);
}

/* What of the first set makes the sum with another digit, of the second set. */
static inline unsigned first_of_two(const struct tables *t, unsigned first, unsigned second,
                                    int sum)
{
    unsigned half = sum % 2 == 0 && sum > 0 ? 1u << (sum / 2 - 1) : 0;
    return first & completing(t, second, sum) & ~half;
}

static const int *open_cell(const struct search *s, const int *cells)
{
    while (single(s->at[*cells]))
        cells++;
    return cells;
}

/* One or two open cells that make the sum `rest`. */
static bool settle(struct search *s, const int *cells, int open, int rest)
{
    const int *first = open_cell(s, cells);
    if (open == 1)
        return rest <= MAX_DIGITS && put(s, *first, s->at[*first] & 1u << (rest - 1));
    const int *second = open_cell(s, first + 1);
    unsigned set = first_of_two(&s->t, s->at[*first], s->at[*second], rest);
    return put(s, *first, set) && put(s, *second, completing(&s->t, set, rest));
}

/* The digits that occur in some, and in every set of n digits out of `all` with this sum (or
 * any sum); false if there is no such set. */
static bool sets_among(const struct tables *t, unsigned all, int n, int sum, unsigned *some,
                       unsigned *every)
{
    *some = *every = all;
    if (t->size[all] <= n)
        return t->size[all] == n && (sum == PM_SUMS_ANY || t->total[all] == sum);
    if (sum == PM_SUMS_ANY) {
        *every = 0;
        return true;
    }
    *some = 0;
    if (sum > MAX_SUM)
        return false;
    for (int i = t->first[n][sum]; i < t->first[n][sum + 1]; i++)
        if (!(t->sets[i] & ~all)) {
            *some |= t->sets[i];
            *every &= t->sets[i];
        }
    return *some != 0;
}

/* Leaves `some` in the open cells, and a digit of `alone` where there is one. */
static bool confine(struct search *s, const int *cells, int n, unsigned some,
                    unsigned alone)
{
    for (int i = 0; i < n; i++) {
        unsigned set = s->at[cells[i]], left = set & some;
        if (single(set))
            continue;
        if (left & alone)
            left &= alone;
        if ((left & alone && !single(left)) || !put(s, cells[i], left))
            return false; /* two digits have this cell only, or no digit is left */
    }
    return true;
}

static bool look_likely(struct search *s, int rule)
{
    const struct pm_sums_rule *r = &s->board->rules[rule];
    const struct pm_sums_part *part = &s->board->parts[r->first];
    const int *cells = s->board->list + part->first, n = part->n;
    struct glance g;
    for (;;) {
        unsigned some, every;
        if (!glance_at(s, cells, n, &g))
            return false;
        if (g.used & g.once) {
            if (!strip(s, cells, n, g.used))
                return false;
            continue;
        }
        int rest = r->sum == PM_SUMS_ANY ? PM_SUMS_ANY : r->sum - s->t.total[g.used];
        if (g.open == 0)
            return rest == PM_SUMS_ANY || rest == 0;
        if (rest != PM_SUMS_ANY && rest <= 0)
            return false;
        if (rest != PM_SUMS_ANY && g.open <= 2)
            return settle(s, cells, g.open, rest);
        if (!sets_among(&s->t, g.once, g.open, rest, &some, &every))
            return false;
        unsigned alone = every & ~g.twice;
        if (some == g.once && !alone)
            break;
        if (!confine(s, cells, n, some, alone))
            return false;
    }
    let_wait(s, n < s->board->digits ? EXACT : LOCKED, rule);
    return true;
}

/* ---- EXACT: one part ----------------------------------------------------------------- */

/* The open cells of a part. */
struct view {
    int n;
    int cell[MAX_DIGITS];
    digit_set set[MAX_DIGITS];
    int sum; /* of the digits used */
};

/* Looks at a part and takes the used digits from its open cells; false: a contradiction. */
static bool view_of(struct search *s, const struct pm_sums_part *part, struct view *v)
{
    const int *cells = s->board->list + part->first;
    struct glance g;
    for (;;) {
        if (part->n > s->board->digits || !glance_at(s, cells, part->n, &g))
            return false;
        if (!(g.used & g.once))
            break;
        if (!strip(s, cells, part->n, g.used))
            return false;
    }
    v->n = 0;
    v->sum = s->t.total[g.used];
    for (int i = 0; i < part->n; i++) {
        unsigned set = s->at[cells[i]];
        if (single(set))
            continue;
        v->cell[v->n] = cells[i];
        v->set[v->n++] = (digit_set)set;
    }
    return true;
}

/* Small sets first; says how many choices there are for all but the last two cells. */
static int sort_view(const struct tables *t, struct view *v)
{
    int ways = 1;
    for (int i = 1; i < v->n; i++) {
        digit_set set = v->set[i];
        int cell = v->cell[i], j = i;
        for (; j > 0 && t->size[v->set[j - 1]] > t->size[set]; j--) {
            v->set[j] = v->set[j - 1];
            v->cell[j] = v->cell[j - 1];
        }
        v->set[j] = set;
        v->cell[j] = cell;
    }
    for (int i = 0; i + 2 < v->n; i++)
        ways *= t->size[v->set[i]];
    return ways;
}

/* Notes in `kept` all that stands in some way to fill n cells, at least two, with different
 * digits outside `used` that make the sum; false if there is no way. */
static bool try_ways(const struct tables *t, const digit_set *set, int n, int sum,
                     unsigned used, digit_set *kept)
{
    if (n == 2) {
        unsigned first = first_of_two(t, set[0] & ~used, set[1] & ~used, sum);
        kept[0] |= (digit_set)first;
        kept[1] |= (digit_set)completing(t, first, sum);
        return first != 0;
    }
    bool some = false;
    for (unsigned left = set[0] & ~used; left; left &= left - 1) {
        unsigned digit = lowest(left);
        if (!try_ways(t, set + 1, n - 1, sum - lowest_digit(digit), used | digit, kept + 1))
            continue;
        kept[0] |= (digit_set)digit;
        some = true;
    }
    return some;
}

/* Bit x of a word: the set x lacks this digit; for the six digits within a word. */
static const uint64_t lacking[6] = {
    0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
    0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
};

/* Adds to `to` the sets of `from` that lack a digit, with that digit. */
static void add_with(struct family *to, const struct family *from, int bit)
{
    if (bit < 6) {
        for (int i = 0; i < WORDS; i++)
            to->word[i] |= (from->word[i] & lacking[bit]) << (1 << bit);
        return;
    }
    int step = 1 << (bit - 6);
    for (int i = 0; i < WORDS; i++)
        if (i & step)
            to->word[i] |= from->word[i ^ step];
}

/* Adds to `to` the sets of `from` that have a digit, without it, as far as they are among
 * others; says whether there is one. */
static bool add_without(struct family *to, const struct family *from, int bit,
                        const struct family *among)
{
    uint64_t any = 0;
    int step = bit < 6 ? 0 : 1 << (bit - 6);
    for (int i = 0; i < WORDS; i++) {
        uint64_t sets = bit < 6      ? from->word[i] >> (1 << bit) & lacking[bit]
                        : (i & step) ? 0
                                     : from->word[i ^ step];
        sets &= among->word[i];
        to->word[i] |= sets;
        any |= sets;
    }
    return any != 0;
}

/* What the first i cells can hold together, for each i up to their number. */
static void build_families(const struct view *v, struct family *made)
{
    memset(made, 0, (size_t)(v->n + 1) * sizeof *made);
    made[0].word[0] = 1;
    for (int i = 0; i < v->n; i++)
        for (unsigned set = v->set[i]; set; set &= set - 1)
            add_with(&made[i + 1], &made[i], lowest_digit(set) - 1);
}

/* Leaves in the cells what leads to one of the wanted families. */
static bool prune(struct search *s, const struct view *v, const struct family *made,
                  const struct family *wanted)
{
    struct family now, before;
    for (int i = 0; i < WORDS; i++)
        now.word[i] = made[v->n].word[i] & wanted->word[i];
    for (int cell = v->n - 1; cell >= 0; cell--) {
        unsigned left = 0;
        memset(&before, 0, sizeof before);
        for (unsigned set = v->set[cell]; set; set &= set - 1)
            if (add_without(&before, &now, lowest_digit(set) - 1, &made[cell]))
                left |= lowest(set);
        if (!put(s, v->cell[cell], left))
            return false;
        now = before;
    }
    return true;
}

static bool prune_to_sum(struct search *s, const struct view *v, int rest)
{
    struct family made[MAX_DIGITS + 1], all;
    memset(&all, 0xff, sizeof all);
    build_families(v, made);
    return prune(s, v, made, rest == PM_SUMS_ANY ? &all : &s->t.with_sum[rest]);
}

static bool look_exactly(struct search *s, int rule)
{
    const struct pm_sums_rule *r = &s->board->rules[rule];
    struct view v;
    if (!view_of(s, &s->board->parts[r->first], &v))
        return false;
    int rest = r->sum == PM_SUMS_ANY ? PM_SUMS_ANY : r->sum - v.sum;
    let_wait(s, LOCKED, rule);
    if (v.n <= 2 || (rest != PM_SUMS_ANY && (rest < 0 || rest > MAX_SUM)))
        return v.n <= 2; /* which LIKELY has settled */
    if (sort_view(&s->t, &v) > FEW_WAYS || rest == PM_SUMS_ANY)
        return prune_to_sum(s, &v, rest);
    digit_set kept[MAX_DIGITS] = {0};
    if (!try_ways(&s->t, v.set, v.n, rest, 0, kept))
        return false;
    for (int i = 0; i < v.n; i++)
        put(s, v.cell[i], kept[i]);
    return true;
}

/* ---- EXACT: several parts ------------------------------------------------------------ */

/* Sums up to 63 as bits of a word: those of the part. */
static uint64_t sums_of(const struct tables *t, const struct view *v)
{
    uint64_t sums = v->n == 0 ? 1 : 0;
    if (v->n == 1)
        sums = (uint64_t)v->set[0] << 1;
    if (v->n == 2)
        for (unsigned set = v->set[0]; set; set &= set - 1)
            sums |= (uint64_t)(v->set[1] & ~lowest(set)) << (1 + lowest_digit(set));
    if (v->n <= 2)
        return sums << v->sum;
    struct family made[MAX_DIGITS + 1];
    build_families(v, made);
    for (int sum = 0; sum + v->sum <= MAX_SUM; sum++) {
        uint64_t any = 0;
        for (int i = 0; i < WORDS; i++)
            any |= made[v->n].word[i] & t->with_sum[sum].word[i];
        sums |= (uint64_t)(any != 0) << sum;
    }
    return sums << v->sum;
}

/* Leaves in the part what makes one of these sums. */
static bool keep_sums(struct search *s, const struct view *v, uint64_t sums)
{
    sums >>= v->sum;
    if (v->n == 0)
        return sums & 1;
    if (v->n == 1)
        return put(s, v->cell[0], v->set[0] & (unsigned)(sums >> 1 & (SETS - 1)));
    if (v->n == 2) {
        unsigned first = 0, second = 0;
        for (unsigned set = v->set[0]; set; set &= set - 1) {
            unsigned fit = v->set[1] & ~lowest(set) &
                           (unsigned)(sums >> (1 + lowest_digit(set)) & (SETS - 1));
            first |= fit ? lowest(set) : 0;
            second |= fit;
        }
        return put(s, v->cell[0], first) && put(s, v->cell[1], second);
    }
    struct family made[MAX_DIGITS + 1], wanted = {{0}};
    build_families(v, made);
    for (int sum = 0; sum <= MAX_SUM; sum++)
        for (int i = 0; i < WORDS && sums >> sum & 1; i++)
            wanted.word[i] |= s->t.with_sum[sum].word[i];
    return prune(s, v, made, &wanted);
}

static uint64_t reversed(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}

/* sum - x for each x, as far as that is 0 to 63. */
static uint64_t taken_from(int sum, uint64_t x)
{
    int shift = 63 - sum; /* reversed, x is 63 - x */
    return shift > 63 || shift < -63 ? 0
           : shift >= 0              ? reversed(x) >> shift
                                     : reversed(x) << -shift;
}

static uint64_t added(uint64_t a, uint64_t b)
{
    uint64_t sums = 0;
    for (; a; a &= a - 1)
        sums |= b << __builtin_ctzll(a);
    return sums;
}

static int least(uint64_t sums)
{
    return __builtin_ctzll(sums);
}

static int most(uint64_t sums)
{
    return 63 - __builtin_clzll(sums);
}

/* The numbers from a to b that a word can tell. */
static uint64_t range(int a, int b)
{
    uint64_t to_b = b < 0 ? 0 : b >= 63 ? ~(uint64_t)0 : ((uint64_t)2 << b) - 1;
    return a <= 0 ? to_b : a > 63 ? 0 : to_b >> a << a;
}

/* What fits of the sums of each part so that all together make `total`.  If a word cannot tell
 * the whole, only the least and the most of the others count: then it says false, since what
 * fits may change what fits. */
static bool fit_sums(int n, const uint64_t *sums, int total, uint64_t *fitting)
{
    uint64_t before = 1, behind[MAX_PARTS + 1] = {0};
    int all_least = 0, all_most = 0;
    for (int i = 0; i < n; i++) {
        all_least += least(sums[i]);
        all_most += most(sums[i]);
    }
    if (all_most > 63) {
        for (int i = 0; i < n; i++)
            fitting[i] = sums[i] & range(total - (all_most - most(sums[i])),
                                         total - (all_least - least(sums[i])));
        return false;
    }
    behind[n] = 1;
    for (int i = n - 1; i > 0; i--)
        behind[i] = added(sums[i], behind[i + 1]);
    for (int i = 0; i < n; i++) {
        fitting[i] = sums[i] & taken_from(total, added(before, behind[i + 1]));
        before = added(sums[i], before);
    }
    return true;
}

/* A digit that is subtracted counts as what it lacks to this. */
enum { MINUS = MAX_DIGITS + 1 };

static bool look_at_total(struct search *s, int rule)
{
    const struct pm_sums_rule *r = &s->board->rules[rule];
    const struct pm_sums_part *parts = &s->board->parts[r->first];
    struct view v[MAX_PARTS];
    uint64_t sums[MAX_PARTS], fitting[MAX_PARTS];
    int total = r->sum;
    for (int i = 0; i < r->n; i++) {
        if (!view_of(s, &parts[i], &v[i]) || !(sums[i] = sums_of(&s->t, &v[i])))
            return false;
        if (!parts[i].minus)
            continue;
        sums[i] = taken_from(MINUS * parts[i].n, sums[i]);
        total += MINUS * parts[i].n;
    }
    bool exact = fit_sums(r->n, sums, total, fitting);
    for (int i = 0; i < r->n; i++) {
        if (fitting[i] == sums[i])
            continue;
        if (!exact)
            let_wait(s, EXACT, rule);
        if (parts[i].minus)
            fitting[i] = taken_from(MINUS * parts[i].n, fitting[i]);
        if (!keep_sums(s, &v[i], fitting[i]))
            return false;
    }
    return true;
}

/* ---- LOCKED -------------------------------------------------------------------------- */

/* What two parts share, seen from the first. */
static struct overlap overlap_with(const int *cells, int n, const int *others, int m,
                                   digit_set inside)
{
    struct overlap o = {others, inside, 0};
    for (int j = 0; j < m; j++) {
        int i = 0;
        while (i < n && cells[i] != others[j])
            i++;
        o.beyond |= (digit_set)((i == n) << j);
    }
    return o;
}

/* The overlaps of a rule with those of one part that share two cells or more.  `inside` is
 * scratch for each rule, all zero; `met` likewise. */
static int find_overlaps(const struct search *s, int rule, digit_set *inside, int *met,
                         struct overlap *found)
{
    const struct pm_sums *b = s->board;
    const struct pm_sums_part *part = &b->parts[b->rules[rule].first];
    const int *cells = b->list + part->first;
    int met_count = 0, n = 0;
    for (int i = 0; i < part->n; i++)
        for (int k = s->woken_from[cells[i]]; k < s->woken_from[cells[i] + 1]; k++) {
            int other = s->woken[k];
            if (other == rule || b->rules[other].n > 1)
                continue;
            if (!inside[other])
                met[met_count++] = other;
            inside[other] |= (digit_set)(1 << i);
        }
    for (int i = 0; i < met_count; i++) {
        const struct pm_sums_part *its = &b->parts[b->rules[met[i]].first];
        if (!single(inside[met[i]]))
            found[n++] =
                overlap_with(cells, part->n, b->list + its->first, its->n, inside[met[i]]);
        inside[met[i]] = 0;
    }
    return n;
}

/* The overlaps of all rules, when they are needed first; false: no memory. */
static bool list_overlaps(struct search *s)
{
    const struct pm_sums *b = s->board;
    size_t rules = (size_t)b->rule_count, room = 1;
    for (int cell = 0; cell < b->cells;
         cell++) { /* each shares each of its cells with each */
        size_t n = (size_t)(s->woken_from[cell + 1] - s->woken_from[cell]);
        room += n * n / 2;
    }
    digit_set *inside = pm_new(&s->arena, rules, digit_set);
    int *met = pm_new(&s->arena, rules, int), n = 0;
    s->overlaps_from = pm_new(&s->arena, rules + 1, int);
    s->overlaps = pm_new(&s->arena, room, struct overlap);
    if (!inside || !met || !s->overlaps_from || !s->overlaps)
        return false;
    for (int rule = 0; rule < b->rule_count; rule++) {
        s->overlaps_from[rule] = n;
        if (b->rules[rule].n == 1)
            n += find_overlaps(s, rule, inside, met, s->overlaps + n);
    }
    s->overlaps_from[b->rule_count] = n;
    return true;
}

/* Takes digits that are locked into the overlap from the cells beyond it. */
static bool unlock(struct search *s, const struct overlap *o, unsigned digits)
{
    for (unsigned beyond = o->beyond; beyond; beyond &= beyond - 1) {
        int cell = o->cells[lowest_digit(beyond) - 1];
        if (!put(s, cell, s->at[cell] & ~digits))
            return false;
    }
    return true;
}

static bool look_beyond(struct search *s, int rule)
{
    int from = s->overlaps_from[rule], to = s->overlaps_from[rule + 1];
    const struct pm_sums_rule *r = &s->board->rules[rule];
    const struct pm_sums_part *part = &s->board->parts[r->first];
    const int *cells = s->board->list + part->first;
    struct glance g;
    unsigned some, every;
    if (from == to || r->sum == PM_SUMS_ANY || !glance_at(s, cells, part->n, &g) || !g.open)
        return true;
    if (!sets_among(&s->t, g.once, g.open, r->sum - s->t.total[g.used], &some, &every))
        return false;
    for (int k = from; k < to && every; k++) {
        const struct overlap *o = &s->overlaps[k];
        unsigned outside = 0;
        for (int i = 0; i < part->n; i++)
            outside |= o->inside >> i & 1 ? 0 : s->at[cells[i]];
        if (every & ~outside && !unlock(s, o, every & ~outside))
            return false;
    }
    return true;
}

/* ---- Search -------------------------------------------------------------------------- */

static bool look(struct search *s, enum stage stage, int rule)
{
    return stage == LIKELY                ? look_likely(s, rule)
           : stage == LOCKED              ? look_beyond(s, rule)
           : s->board->rules[rule].n == 1 ? look_exactly(s, rule)
                                          : look_at_total(s, rule);
}

/* A contradiction: its cells are of interest for the next guesses. */
static void blame(struct search *s, int rule)
{
    const struct pm_sums *b = s->board;
    const struct pm_sums_rule *r = &b->rules[rule];
    for (int i = r->first; i < r->first + r->n; i++)
        for (int k = 0; k < b->parts[i].n; k++)
            s->weight[b->list[b->parts[i].first + k]]++;
    for (int stage = 0; stage < STAGES; stage++)
        while (s->rings[stage].count)
            next_waiting(s, (enum stage)stage);
}

/* Draws all conclusions; false: a contradiction. */
static bool conclude(struct search *s)
{
    for (int stage = LIKELY; stage < STAGES;) {
        if (s->rings[stage].count == 0 || (stage == LOCKED && !s->overlaps)) {
            stage++;
            continue;
        }
        s->current = next_waiting(s, (enum stage)stage);
        bool sound = look(s, (enum stage)stage, s->current);
        if (!sound)
            blame(s, s->current);
        s->current = -1;
        if (!sound)
            return false;
        stage = LIKELY;
    }
    return true;
}

/* The open cell with the fewest digits for its weight; -1: none is open. */
static int choose(const struct search *s)
{
    int best = -1, fewest = 1, heaviest = 0;
    for (int cell = 0; cell < s->board->cells; cell++) {
        int n = s->t.size[s->at[cell]], weight = s->weight[cell];
        if (n == 1 || (int64_t)n * heaviest >= (int64_t)fewest * weight)
            continue;
        best = cell;
        fewest = n;
        heaviest = weight;
    }
    return best;
}

static bool report(struct search *s)
{
    for (int cell = 0; cell < s->board->cells; cell++)
        s->answer[cell] = lowest_digit(s->at[cell]);
    s->last_found = s->task->nodes;
    return s->task->found(s->task->context, s->answer);
}

static pulma_status count_guess(const struct search *s)
{
    struct pm_sums_task *task = s->task;
    task->nodes++;
    if (task->limits->conflicts > 0 && task->nodes > task->limits->conflicts)
        return PULMA_LIMIT;
    if (task->patience > 0 && task->nodes - s->last_found > task->patience)
        return PULMA_UNAVAILABLE;
    return task->nodes % 256 == 0 && pm_stop(task->limits) ? PULMA_LIMIT : PULMA_OK;
}

static bool guess(struct search *s, int cell)
{
    unsigned digit = lowest(s->at[cell]);
    s->guesses[s->guess_count++] = (struct guess){cell, (digit_set)digit, s->trail_count};
    return put(s, cell, digit) && conclude(s);
}

/* Takes the last guess back, which is refuted or exhausted, and its digit from the cell. */
static bool go_back(struct search *s)
{
    const struct guess *g = &s->guesses[--s->guess_count];
    while (s->trail_count > g->trail) {
        const struct change *c = &s->trail[--s->trail_count];
        s->at[c->cell] = c->was;
    }
    return put(s, g->cell, s->at[g->cell] & ~g->digit) && conclude(s);
}

static pulma_status run(struct search *s, bool sound)
{
    for (;;) {
        int cell = sound ? choose(s) : -1;
        if (cell >= 0) {
            pulma_status status = count_guess(s);
            if (status)
                return status;
            sound = guess(s, cell);
            continue;
        }
        if ((sound && !report(s)) || s->guess_count == 0)
            return PULMA_OK;
        sound = go_back(s);
    }
}

/* ---- The beginning ------------------------------------------------------------------- */

static bool allocate(struct search *s, size_t listed)
{
    size_t cells = (size_t)s->board->cells, rules = (size_t)s->board->rule_count;
    struct pm_arena *a = &s->arena;
    s->at = pm_new(a, cells, digit_set);
    s->weight = pm_new(a, cells, int);
    s->woken = pm_new(a, listed, int);
    s->woken_from = pm_new(a, cells + 2, int);
    s->waiting = pm_new(a, rules, uint8_t);
    s->trail = pm_new(a, cells * MAX_DIGITS, struct change); /* each takes a digit away */
    s->guesses = pm_new(a, cells, struct guess);
    s->answer = pm_new(a, cells, int);
    bool complete = s->at && s->weight && s->woken && s->woken_from && s->waiting &&
                    s->trail && s->guesses && s->answer;
    for (int stage = 0; stage < STAGES; stage++) {
        s->rings[stage].rules = pm_new(a, rules, int);
        complete = complete && s->rings[stage].rules;
    }
    return complete;
}

/* Counts the rules of each cell, or lists them. */
static void count_rules(struct search *s, bool list)
{
    const struct pm_sums *b = s->board;
    for (int rule = 0; rule < b->rule_count; rule++)
        for (int i = 0; i < b->rules[rule].n; i++) {
            const struct pm_sums_part *part = &b->parts[b->rules[rule].first + i];
            for (int k = part->first; k < part->first + part->n; k++)
                if (list)
                    s->woken[s->woken_from[b->list[k] + 1]++] = rule;
                else
                    s->woken_from[b->list[k] + 2]++;
        }
}

/* The rules of each cell, one behind the other: counted two places ahead, added up, and moved
 * on by one while they are listed. */
static void list_rules(struct search *s)
{
    count_rules(s, false);
    for (int cell = 0; cell < s->board->cells; cell++)
        s->woken_from[cell + 2] += s->woken_from[cell + 1];
    count_rules(s, true);
}

/* False: some cell may hold nothing. */
static bool set_board(struct search *s)
{
    const struct pm_sums *b = s->board;
    bool sound = true;
    for (int cell = 0; cell < b->cells; cell++) {
        s->at[cell] = (digit_set)(b->allowed[cell] >> 1 & ((1 << b->digits) - 1));
        s->weight[cell] = 1;
        sound &= s->at[cell] != 0;
    }
    list_rules(s);
    for (int rule = 0; rule < b->rule_count; rule++)
        let_wait(s, first_stage(&b->rules[rule]), rule);
    return sound;
}

static pulma_status search(struct search *s)
{
    const struct pm_sums *b = s->board;
    bool sound = set_board(s) && conclude(s);
    if (sound && choose(s) >= 0) { /* it does not go by itself */
        if (!list_overlaps(s))
            return PULMA_NO_MEMORY;
        sound = conclude(s);
    }
    if (s->task->narrowed)
        for (int cell = 0; cell < b->cells; cell++)
            s->task->narrowed[cell] = (uint16_t)(sound ? s->at[cell] << 1 : 0);
    return run(s, sound);
}

pulma_status pm_sums_search(const struct pm_sums *board, struct pm_sums_task *task)
{
    assert(1 <= board->digits && board->digits <= MAX_DIGITS);
    size_t listed = 0;
    for (int i = 0; i < board->rule_count; i++) {
        const struct pm_sums_rule *r = &board->rules[i];
        assert(r->n >= 1 && r->n <= MAX_PARTS && (r->n == 1 || r->sum != PM_SUMS_ANY));
        for (int k = r->first; k < r->first + r->n; k++)
            listed += (size_t)board->parts[k].n;
    }
    struct search *s = calloc(1, sizeof *s);
    if (!s)
        return PULMA_NO_MEMORY;
    s->board = board;
    s->task = task;
    s->current = -1;
    s->last_found = task->nodes;
    pm_arena_init(&s->arena, 0);
    make_tables(&s->t);
    pulma_status status = allocate(s, listed) ? search(s) : PULMA_NO_MEMORY;
    pm_arena_free(&s->arena);
    free(s);
    return status;
}
