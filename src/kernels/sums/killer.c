/* Nine digits and boxes by cages.c, other shapes by sums.c.
 *
 * The search gets a rule for each house, whose digits all together have a known sum, unless it
 * knows the houses itself; one for each cage; and rules that follow from both.  Some houses side
 * by side have a known sum, too.  A cage that lies inside takes its sum away from that; of one
 * that sticks out either the cells inside stay, or its sum goes and the cells outside are
 * subtracted.  What remains is a sum of a few cells, if it tells anything at all: people call them
 * innies and outies.  No house and no cage tells this alone; with these rules the search finds it
 * without a guess. */
#include "kernels/sums/killer.h"

#include <assert.h>
#include <stdlib.h>

#include "kernels/sums/cages.h"

enum {
    MAX = PM_SUMS_MAX_DIGITS,
    CELLS = MAX * MAX,
    HOUSES = 3 * MAX + 2,
    /* Cells of a rule that follows, and such rules.  (With 4, 5 and 6 cells the first 12 boards of
     * the set sudoku/killer-tarek take 15,200, 9,900 and 8,700 guesses, but 6 take longer.) */
    FEW = 5,
    FOLLOWING = 250,
    MAX_RULES = HOUSES + CELLS + FOLLOWING,
    MAX_LISTED = HOUSES * MAX + CELLS + FOLLOWING * FEW,
    /* Guesses of sums.c and of cages.c; of boards that take more, the rules take fewer.
     * (sudoku/killer-mathemagic: sums.c does not get there, cages.c does.) */
    PATIENCE = 10000,
    LONG_PATIENCE = 400000,
};

_Static_assert((int)MAX_RULES <= (int)PM_CAGES_MAX_RULES,
               "the kernel has room for all rules");
_Static_assert((int)MAX_LISTED <= (int)PM_CAGES_MAX_LISTED, "and for their cells");

/* A set of cells: bit i of word w is cell 64 w + i. */
struct cells {
    uint64_t word[2];
};

struct killer {
    const struct pm_killer *board;
    int cells, house_count;
    struct cells house[HOUSES]; /* rows, columns, regions, diagonals */
    struct cells cage[CELLS];
    int cage_size[CELLS];
    struct cells apart[CELLS]; /* those that have another digit than this one */
    /* What the kernel gets. */
    int list[MAX_LISTED], listed;
    struct pm_sums_part parts[MAX_LISTED];
    int part_count;
    struct pm_sums_rule rules[MAX_RULES];
    struct cells plus[MAX_RULES], minus[MAX_RULES]; /* the cells of the rules */
    int rule_count;
};

/* ---- Sets of cells ------------------------------------------------------------------- */

static bool has(const struct cells *set, int cell)
{
    return set->word[cell / 64] >> cell % 64 & 1;
}

static void add(struct cells *set, int cell)
{
    set->word[cell / 64] |= (uint64_t)1 << cell % 64;
}

static void join(struct cells *set, const struct cells *more)
{
    set->word[0] |= more->word[0];
    set->word[1] |= more->word[1];
}

static bool is_empty(const struct cells *set)
{
    return !(set->word[0] | set->word[1]);
}

static bool are_equal(const struct cells *a, const struct cells *b)
{
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static int count(const struct cells *set)
{
    return __builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]);
}

/* The first cell, which is taken out. */
static int take(struct cells *set)
{
    int w = set->word[0] ? 0 : 1, cell = 64 * w + __builtin_ctzll(set->word[w]);
    set->word[w] &= set->word[w] - 1;
    return cell;
}

/* ---- Rules --------------------------------------------------------------------------- */

/* Lists the cells in parts whose digits are known to be different. */
static void add_parts(struct killer *k, struct cells left, bool minus)
{
    while (!is_empty(&left)) {
        int first = k->listed;
        struct cells fitting = left;
        while (!is_empty(&fitting) && k->listed < first + k->board->size) {
            int cell = take(&fitting);
            k->list[k->listed++] = cell;
            left.word[cell / 64] &= ~((uint64_t)1 << cell % 64);
            for (int w = 0; w < 2; w++)
                fitting.word[w] &= k->apart[cell].word[w];
        }
        k->parts[k->part_count++] = (struct pm_sums_part){first, k->listed - first, minus};
    }
}

static void add_rule(struct killer *k, const struct cells *plus, const struct cells *minus,
                     int sum)
{
    int first = k->part_count;
    assert(k->rule_count < MAX_RULES);
    add_parts(k, *plus, false);
    add_parts(k, *minus, true);
    k->plus[k->rule_count] = *plus;
    k->minus[k->rule_count] = *minus;
    k->rules[k->rule_count++] = (struct pm_sums_rule){first, k->part_count - first, sum};
}

static bool is_known(const struct killer *k, const struct cells *plus,
                     const struct cells *minus)
{
    for (int i = 0; i < k->rule_count; i++)
        if ((are_equal(&k->plus[i], plus) && are_equal(&k->minus[i], minus)) ||
            (are_equal(&k->plus[i], minus) && are_equal(&k->minus[i], plus)))
            return true;
    return false;
}

/* What remains of an area, its sum, and how many cells of cages that stick out it has. */
struct rest {
    struct cells plus, minus;
    int sum, sticking;
};

static void add_rest(struct killer *k, const struct rest *r)
{
    int n = r->sticking > FEW ? r->sticking : count(&r->plus) + count(&r->minus);
    if (n == 0 || n > FEW || k->rule_count == MAX_RULES || is_known(k, &r->plus, &r->minus))
        return;
    if (is_empty(&r->plus))
        add_rule(k, &r->minus, &r->plus, -r->sum);
    else
        add_rule(k, &r->plus, &r->minus, r->sum);
}

/* Takes the sum of a cage away that lies inside but for these cells. */
static void take_cage(struct rest *r, const struct cells *in, const struct cells *out,
                      int sum)
{
    r->sum -= sum;
    for (int w = 0; w < 2; w++) {
        r->plus.word[w] &= ~in->word[w];
        r->minus.word[w] |= out->word[w];
    }
}

/* A cage that lies partly in the area. */
struct sticking {
    struct cells in, out;
    int inside, outside; /* cells */
    int sum;
};

/* Takes the cages that lie inside out of the area and lists those that stick out; false: these
 * have too many cells whichever way they are taken. */
static bool sort_cages(const struct killer *k, struct rest *r, struct sticking *sticking,
                       int *n)
{
    const struct cells area = r->plus;
    for (int cage = 0, fewest = 0; cage < k->board->cage_count; cage++) {
        struct sticking c = {.sum = k->board->sum[cage]};
        for (int w = 0; w < 2; w++) {
            c.in.word[w] = k->cage[cage].word[w] & area.word[w];
            c.out.word[w] = k->cage[cage].word[w] & ~area.word[w];
        }
        if (is_empty(&c.in))
            continue;
        if (is_empty(&c.out)) {
            take_cage(r, &c.in, &c.out, c.sum);
            continue;
        }
        c.inside = count(&c.in);
        c.outside = k->cage_size[cage] - c.inside;
        fewest += c.inside < c.outside ? c.inside : c.outside;
        if (fewest > FEW)
            return false;
        sticking[(*n)++] = c;
    }
    return true;
}

enum way { INSIDE, OUTSIDE, FEWER, WAYS };

/* What the cages leave of this many houses, with the cells inside or those outside of cages that
 * stick out, or for each of them the fewer. */
static void add_rests(struct killer *k, const struct cells *area, int houses)
{
    struct rest whole = {.plus = *area,
                         .sum = houses * k->board->size * (k->board->size + 1) / 2};
    struct sticking sticking[FEW];
    int n = 0;
    if (!sort_cages(k, &whole, sticking, &n))
        return;
    for (int way = INSIDE; way < WAYS; way++) {
        struct rest rest = whole;
        for (int i = 0; i < n; i++) {
            const struct sticking *c = &sticking[i];
            bool taken = way == OUTSIDE || (way == FEWER && c->outside < c->inside);
            rest.sticking += taken ? c->outside : c->inside;
            if (taken)
                take_cage(&rest, &c->in, &c->out, c->sum);
        }
        add_rest(k, &rest);
    }
}

/* Single houses; rows side by side, columns side by side; pairs of regions. */
static void add_following_rules(struct killer *k)
{
    int n = k->board->size;
    for (int i = 0; i < k->house_count; i++) {
        struct cells area = k->house[i];
        int kind = i / n; /* of house; 3: diagonals */
        add_rests(k, &area, 1);
        for (int j = i + 1; j < (kind + 1) * n && kind < 3; j++) {
            if (kind == 2)
                area = k->house[i];
            join(&area, &k->house[j]);
            add_rests(k, &area, kind == 2 ? 2 : j - i + 1);
        }
    }
}

static void find_cells(struct killer *k)
{
    const struct pm_killer *b = k->board;
    int n = b->size;
    k->cells = n * n;
    k->house_count = b->diagonals ? 3 * n + 2 : 3 * n;
    for (int i = 0; i < k->cells; i++) {
        assert(0 <= b->region[i] && b->region[i] < n && b->cage[i] < b->cage_count);
        add(&k->house[i / n], i);
        add(&k->house[n + i % n], i);
        add(&k->house[2 * n + b->region[i]], i);
        if (i / n == i % n)
            add(&k->house[3 * n], i);
        if (i / n == n - 1 - i % n)
            add(&k->house[3 * n + 1], i);
        if (b->cage[i] >= 0) {
            add(&k->cage[b->cage[i]], i);
            k->cage_size[b->cage[i]]++;
        }
    }
    for (int house = 0; house < k->house_count; house++)
        assert(count(&k->house[house]) == n);
    for (int i = 0; i < k->cells; i++) {
        for (int house = 0; house < k->house_count; house++)
            if (has(&k->house[house], i))
                join(&k->apart[i], &k->house[house]);
        if (b->cage[i] >= 0 && !b->repeats)
            join(&k->apart[i], &k->cage[b->cage[i]]);
    }
}

static void add_rules(struct killer *k)
{
    static const struct cells none;
    const struct pm_killer *b = k->board;
    for (int i = 0; i < k->house_count && !b->boxes; i++)
        add_rule(k, &k->house[i], &none, b->size * (b->size + 1) / 2);
    for (int cage = 0; cage < b->cage_count; cage++)
        add_rule(k, &k->cage[cage], &none, b->sum[cage]);
    add_following_rules(k);
}

pulma_status pm_killer_search(const struct pm_killer *board, struct pm_search *search)
{
    assert(1 <= board->size && board->size <= MAX && (board->size == MAX || !board->boxes));
    struct killer *k = calloc(1, sizeof *k);
    if (!k)
        return PULMA_NO_MEMORY;
    k->board = board;
    find_cells(k);
    add_rules(k);
    const struct pm_sums sums = {board->size, k->cells, board->allowed, k->list,
                                 k->parts,    k->rules, k->rule_count};
    search->patience = board->boxes ? LONG_PATIENCE : PATIENCE;
    pulma_status status = board->boxes ? pm_cages_search(&sums, board->diagonals, search)
                                       : pm_sums_search(&sums, search, NULL);
    free(k);
    return status;
}
