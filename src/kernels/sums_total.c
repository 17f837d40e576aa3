/* What follows from sums of different digits, for a rule of several parts.
 *
 * It has an EXACT stage only: which sums each part may have, as bits of a word, and which of them
 * the others complete to the whole.  A part that is subtracted counts as 10 - d for each of its
 * digits d, so that all parts are added. */
#include "kernels/sums_inside.h"

/* Sums up to 63 as bits of a word: those of the part. */
static uint64_t sums_of(const struct pm_sums_tables *t, const struct pm_sums_view *v)
{
    uint64_t sums = v->n == 0 ? 1 : 0;
    if (v->n == 1)
        sums = (uint64_t)v->set[0] << 1;
    if (v->n == 2)
        for (unsigned set = v->set[0]; set; set &= set - 1)
            sums |= (uint64_t)(v->set[1] & ~lowest(set)) << (1 + lowest_digit(set));
    if (v->n <= 2)
        return sums << v->sum;
    struct pm_sums_family made[MAX_DIGITS + 1];
    pm_sums_families(v, made);
    for (int sum = 0; sum + v->sum <= MAX_SUM; sum++) {
        uint64_t any = 0;
        for (int i = 0; i < WORDS; i++)
            any |= made[v->n].word[i] & t->with_sum[sum].word[i];
        sums |= (uint64_t)(any != 0) << sum;
    }
    return sums << v->sum;
}

/* Leaves in the part what makes one of these sums. */
static bool keep_sums(struct pm_sums_state *s, const struct pm_sums_view *v, uint64_t sums)
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
    struct pm_sums_family made[MAX_DIGITS + 1], wanted = {{0}};
    pm_sums_families(v, made);
    for (int sum = 0; sum <= MAX_SUM; sum++)
        for (int i = 0; i < WORDS && sums >> sum & 1; i++)
            wanted.word[i] |= s->t.with_sum[sum].word[i];
    return pm_sums_prune(s, v, made, &wanted);
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

bool pm_sums_look_at_total(struct pm_sums_state *s, int rule)
{
    const struct pm_sums_rule *r = &s->board->rules[rule];
    const struct pm_sums_part *parts = &s->board->parts[r->first];
    struct pm_sums_view v[MAX_PARTS];
    uint64_t sums[MAX_PARTS], fitting[MAX_PARTS];
    int total = r->sum;
    for (int i = 0; i < r->n; i++) {
        if (!pm_sums_view(s, &parts[i], &v[i]) || !(sums[i] = sums_of(&s->t, &v[i])))
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
