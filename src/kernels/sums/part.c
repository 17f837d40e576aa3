/* What follows from sums of different digits, for a rule of one part: a run of kakuro, a cage, a
 * house of sudoku.  It is looked at in stages, cheap ones first:
 *
 * LIKELY  Used digits leave the other cells of the part.  The sets of digits that have the sum,
 *         at most 12, are gone through: a digit of none of them leaves, a digit of all of them
 *         that has one cell only goes there.  Two open cells are settled completely.
 * EXACT   What remains is what stands in some way to fill the part (fit.h).  A part with as
 *         many cells as there are digits is left out: it costs more than it saves.
 * LOCKED  A digit that the part needs, and that has all its cells there within another part,
 *         leaves the rest of that other part. */
#include "kernels/sums/inside.h"

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
static inline unsigned completing(const struct pm_sums_tables *t, unsigned set, int sum)
{
    if (sum < 2 || sum > 2 * MAX_DIGITS)
        return 0;
    return (unsigned)t->reversed[set] << sum >> (MAX_DIGITS + 1) & (SETS - 1);
}

/* What of the first set makes the sum with another digit, of the second set. */
static inline unsigned first_of_two(const struct pm_sums_tables *t, unsigned first,
                                    unsigned second, int sum)
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
static bool sets_among(const struct pm_sums_tables *t, unsigned all, int n, int sum,
                       unsigned *some, unsigned *every)
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

bool pm_sums_look_likely(struct search *s, int rule)
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

/* ---- EXACT --------------------------------------------------------------------------- */

bool pm_sums_look_exactly(struct search *s, int rule)
{
    const struct pm_sums_rule *r = &s->board->rules[rule];
    const struct pm_sums_part *part = &s->board->parts[r->first];
    const int *cells = s->board->list + part->first;
    pm_sums_set set[MAX_DIGITS];
    unsigned needed;
    if (part->n > s->board->digits)
        return false;
    for (int i = 0; i < part->n; i++)
        set[i] = s->at[cells[i]];
    if (!s->fits->part(&s->t, set, part->n, r->sum, &needed))
        return false;
    let_wait(s, LOCKED, rule);
    for (int i = 0; i < part->n; i++)
        put(s, cells[i], set[i]);
    return true;
}

/* ---- LOCKED -------------------------------------------------------------------------- */

/* What two parts share, seen from the first. */
static struct pm_sums_overlap overlap_with(const int *cells, int n, const int *others,
                                           int m, pm_sums_set inside)
{
    struct pm_sums_overlap o = {others, inside, 0};
    for (int j = 0; j < m; j++) {
        int i = 0;
        while (i < n && cells[i] != others[j])
            i++;
        o.beyond |= (pm_sums_set)((i == n) << j);
    }
    return o;
}

/* The overlaps of a rule with those of one part that share two cells or more.  `inside` is
 * scratch for each rule, all zero; `met` likewise. */
static int find_overlaps(const struct search *s, int rule, pm_sums_set *inside, int *met,
                         struct pm_sums_overlap *found)
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
            inside[other] |= (pm_sums_set)(1 << i);
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

bool pm_sums_list_overlaps(struct search *s)
{
    const struct pm_sums *b = s->board;
    size_t rules = (size_t)b->rule_count, room = 1;
    for (int cell = 0; cell < b->cells;
         cell++) { /* each shares each of its cells with each */
        size_t n = (size_t)(s->woken_from[cell + 1] - s->woken_from[cell]);
        room += n * n / 2;
    }
    pm_sums_set *inside = pm_new(&s->arena, rules, pm_sums_set);
    int *met = pm_new(&s->arena, rules, int), n = 0;
    s->overlaps_from = pm_new(&s->arena, rules + 1, int);
    s->overlaps = pm_new(&s->arena, room, struct pm_sums_overlap);
    if (!inside || !met || !s->overlaps_from || !s->overlaps)
        return false;
    for (int rule = 0; rule < b->rule_count; rule++) {
        s->overlaps_from[rule] = n;
        if (b->rules[rule].n == 1)
            n += find_overlaps(s, rule, inside, met, s->overlaps + n);
    }
    s->overlaps_from[b->rule_count] = n;
    assert((size_t)n <= room);
    return true;
}

/* Takes digits that are locked into the overlap from the cells beyond it. */
static bool unlock(struct search *s, const struct pm_sums_overlap *o, unsigned digits)
{
    for (unsigned beyond = o->beyond; beyond; beyond &= beyond - 1) {
        int cell = o->cells[lowest_digit(beyond) - 1];
        if (!put(s, cell, s->at[cell] & ~digits))
            return false;
    }
    return true;
}

bool pm_sums_look_beyond(struct search *s, int rule)
{
    assert(s->overlaps && s->board->rules[rule].n == 1);
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
        const struct pm_sums_overlap *o = &s->overlaps[k];
        unsigned outside = 0;
        for (int i = 0; i < part->n; i++)
            outside |= o->inside >> i & 1 ? 0 : s->at[cells[i]];
        if (every & ~outside && !unlock(s, o, every & ~outside))
            return false;
    }
    return true;
}
