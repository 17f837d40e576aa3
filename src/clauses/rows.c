/* Rows to clauses.
 *
 * Every column is a place of the engine, counted from its lower bound.  A row is looked at
 * before it is stated, since the general way to say a sum is seldom the best:
 *
 *     clause             x + y + (1 - z) >= 1
 *     count              x + y + z <= 1, = 1, >= 2: at most, exactly, at least so many
 *     weighted           3 x + 2 y + z <= 4
 *     difference         z <= w - 1 + M (1 - x): a comparison of two numbers (or one) under few
 *                        conditions, as orderings and links under a big M are
 *     sum                any other sum of numbers
 *
 * Binaries of which at most one is 1 count as one number in sums (groups.h).
 *
 * Products are stated as conjunctions and absolute values as two cases, without the numbers that
 * their definition rows need for other solvers.  The stand-in of an absolute value is no part of
 * the search: it follows from the answer.  So do flows (flows.h) and orders (orders.h).  A sum of which
 * one product at most is 1 (fold.h) needs no literals for its products: x and y imply it. */
#include "clauses/stating.h"

#include <math.h>
#include <stdlib.h>

#include "program/build.h"

enum {
    MAX_SUBSETS = 200, /* of the conditions of a difference row */
    MAX_CONDITIONS = 64
};

static bool two_values(const struct pm_sat *s, int column)
{
    return s->exact.upper[column] - s->exact.lower[column] <= 1;
}

/* column >= lower + 1: the upper one of two values. */
static pm_lit upper_value(struct pm_sat *s, int column)
{
    return pm_reaches(s->rules, column, 1);
}

/* One side of a row: the sum of weights times places is at most `bound`.  (Places count from
 * their lower bounds, which are in the bound by now.) */
struct side {
    int count;
    const int *columns, *weights;
    int64_t bound;
    int row; /* where it comes from; -1: from several */
};

/* ---- Rows of binaries ---- */

/* Clause or count: all weights of the same size.  False if they are not. */
static bool state_count(struct pm_sat *s, const struct side *row, bool equal)
{
    int64_t bound = row->bound;
    const int unit = abs(row->weights[0]);
    for (int k = 0; k < row->count; k++) {
        if (abs(row->weights[k]) != unit)
            return false;
        pm_lit lit = upper_value(s, row->columns[k]);
        s->lits[k] = row->weights[k] > 0 ? lit : -lit;
        bound += row->weights[k] < 0 ? unit : 0;
    }
    if (equal && bound % unit != 0) {
        pm_clause(s->rules, 0, NULL);
        return true;
    }
    int64_t most = bound >= 0 ? bound / unit : -1; /* rounded down */
    if (most < 0)
        pm_clause(s->rules, 0, NULL);
    else if (equal && most > row->count)
        pm_clause(s->rules, 0, NULL);
    else if (equal)
        pm_count(s->rules, row->count, s->lits, PM_EQUAL, (int)most);
    else if (most == row->count - 1) {
        for (int k = 0; k < row->count; k++)
            s->lits[k] = -s->lits[k];
        pm_clause(s->rules, row->count, s->lits);
    } else if (most < row->count)
        pm_count(s->rules, row->count, s->lits, PM_AT_MOST, (int)most);
    return true;
}

/* ---- Differences under conditions ---- */

/* weight * (a - b) + conditions <= bound, where a or b may be missing (-1). */
struct difference {
    int a, b;
    int64_t unit;
    int count; /* of conditions; each costs its weight where it is true */
    pm_lit lits[MAX_CONDITIONS];
    int64_t weights[MAX_CONDITIONS];
    int64_t bound;
    int64_t least, most; /* of a - b */
};

/* Reads a row as such a difference. */
static bool read_difference(struct pm_sat *s, const struct side *row, struct difference *d)
{
    *d = (struct difference){.a = -1, .b = -1, .bound = row->bound};
    for (int k = 0; k < row->count; k++) {
        const int column = row->columns[k], weight = row->weights[k];
        if (two_values(s, column)) {
            if (d->count == MAX_CONDITIONS)
                return false;
            pm_lit lit = upper_value(s, column);
            d->lits[d->count] = weight > 0 ? lit : -lit;
            d->weights[d->count++] = abs(weight);
            d->bound += weight < 0 ? abs(weight) : 0;
            continue;
        }
        int *side = weight > 0 ? &d->a : &d->b;
        if (*side >= 0 || (d->unit && d->unit != abs(weight)))
            return false;
        *side = column;
        d->unit = abs(weight);
    }
    d->least = -pm_sat_span(s, d->b);
    d->most = pm_sat_span(s, d->a);
    return d->unit > 0;
}

/* a - b <= most, unless one of the conditions fails. */
static void state_at_most(struct pm_sat *s, const struct difference *d, int64_t most, int n,
                          const pm_lit *conditions)
{
    pm_lit clause[MAX_CONDITIONS + 2];
    for (int i = 0; i < n; i++)
        clause[i] = -conditions[i];
    if (most < d->least) {
        pm_clause(s->rules, n, clause);
        return;
    }
    /* a >= v implies b >= v - most, for every v that says something. */
    for (int v = 0; v <= pm_sat_span(s, d->a); v++) {
        int64_t reached = v - most;
        if (reached <= 0)
            continue;
        int count = n;
        if (d->a >= 0)
            clause[count++] = -pm_reaches(s->rules, d->a, v);
        if (d->b >= 0 && reached <= pm_sat_span(s, d->b))
            clause[count++] = pm_reaches(s->rules, d->b, (int)reached);
        pm_clause(s->rules, count, clause);
        if (reached > pm_sat_span(s, d->b))
            break; /* a cannot be v, nor more */
    }
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* A set of conditions, what is left of the bound when they hold, and their last one's number. */
struct subset {
    pm_lit lits[MAX_CONDITIONS];
    int n, next;
    int64_t bound;
};

/* States what follows when exactly these conditions are known to hold, then adds further ones, in
 * order.  Nothing is added to a set that is impossible.  Counts the sets; with `dry` nothing is
 * stated.  The depth is at most MAX_SUBSETS, as every level counts one. */
static int state_subsets(struct pm_sat *s, const struct difference *d, struct subset *set,
                         int64_t stated, bool dry, int count)
{
    const int64_t most = floor_div(set->bound, d->unit);
    if (++count > MAX_SUBSETS)
        return count;
    if (most < d->most && most < stated) { /* else it is true, or said already */
        if (!dry)
            state_at_most(s, d, most, set->n, set->lits);
        stated = most;
    }
    const int first = set->next;
    for (int i = first; i < d->count && most >= d->least && count <= MAX_SUBSETS; i++) {
        set->lits[set->n++] = d->lits[i];
        set->bound -= d->weights[i];
        set->next = i + 1;
        count = state_subsets(s, d, set, stated, dry, count);
        set->bound += d->weights[i];
        set->n--;
    }
    set->next = first;
    return count;
}

/* Conditions of equal weight of which two are impossible: then at most one holds, and each is
 * stated alone.  This is an ordering under a sum of binaries. */
static bool state_single_conditions(struct pm_sat *s, const struct difference *d)
{
    for (int i = 1; i < d->count; i++)
        if (d->weights[i] != d->weights[0])
            return false;
    if (d->count < 2 || floor_div(d->bound - 2 * d->weights[0], d->unit) >= d->least)
        return false;
    const int64_t free_bound = floor_div(d->bound, d->unit);
    const int64_t bound = floor_div(d->bound - d->weights[0], d->unit);
    if (free_bound < d->most)
        state_at_most(s, d, free_bound, 0, NULL);
    if (bound < d->least) {
        for (int i = 0; i < d->count; i++)
            PM_CLAUSE(s->rules, -d->lits[i]);
        return true;
    }
    pm_count(s->rules, d->count, d->lits, PM_AT_MOST, 1);
    for (int i = 0; i < d->count && bound < d->most; i++)
        state_at_most(s, d, bound, 1, &d->lits[i]);
    return true;
}

static bool state_difference(struct pm_sat *s, const struct side *row)
{
    struct difference d;
    if (!read_difference(s, row, &d))
        return false;
    if (state_single_conditions(s, &d))
        return true;
    struct subset set = {.bound = d.bound};
    if (state_subsets(s, &d, &set, INT64_MAX, true, 0) > MAX_SUBSETS)
        return false;
    set = (struct subset){.bound = d.bound};
    state_subsets(s, &d, &set, INT64_MAX, false, 0);
    return true;
}

/* ---- Rows ---- */

static bool all_two_valued(const struct pm_sat *s, const struct side *row)
{
    for (int k = 0; k < row->count; k++)
        if (!two_values(s, row->columns[k]))
            return false;
    return true;
}

/* A row that has several columns of a group. */
static bool state_grouped(struct pm_sat *s, const struct side *row,
                          enum pm_relation relation)
{
    if (!s->groups || (row->row >= 0 && pm_groups_made_by(s->groups, row->row)) ||
        !pm_groups_meet(s->groups, row->count, row->columns))
        return false;
    struct pm_grouped sum =
        pm_groups_sum(s->groups, s->rules, row->count, row->columns, row->weights);
    if (sum.failed)
        pm_rules_fail(s->rules);
    pm_sum_terms(s->rules, sum.term_count, sum.terms, sum.steps, relation,
                 row->bound - sum.constant);
    return true;
}

/* The sum is at most (or, with `equal`, equals) the bound. */
static void state_side(struct pm_sat *s, const struct side *row, bool equal)
{
    const enum pm_relation relation = equal ? PM_EQUAL : PM_AT_MOST;
    if (row->count == 0) {
        if (equal ? row->bound != 0 : row->bound < 0)
            pm_clause(s->rules, 0, NULL);
        return;
    }
    if (all_two_valued(s, row)) {
        if (state_grouped(s, row, relation) || state_count(s, row, equal))
            return;
        for (int k = 0; k < row->count; k++)
            s->lits[k] = upper_value(s, row->columns[k]);
        pm_sum(s->rules, row->count, s->lits, row->weights, relation, row->bound);
        return;
    }
    if ((!equal && state_difference(s, row)) || state_grouped(s, row, relation))
        return;
    pm_sum_numbers(s->rules, row->count, row->columns, row->weights, relation, row->bound);
}

/* The row without columns that have one value, which go into the bounds; returns how many are
 * left in numbers[] and weights[].  `skip` is left out altogether. */
static int gather(struct pm_sat *s, int i, int skip, int64_t *base)
{
    const struct pm_row *row = &s->program->rows[i];
    int n = 0;
    *base = 0;
    for (int k = row->first; k < row->first + row->count; k++) {
        const int column = s->program->entries[k].column, weight = s->exact.weights[k];
        if (column == skip || weight == 0)
            continue;
        *base += (int64_t)weight * s->exact.lower[column];
        if (s->exact.upper[column] == s->exact.lower[column])
            continue;
        s->numbers[n] = column;
        s->weights[n++] = weight;
    }
    return n;
}

void pm_sat_bounds(struct pm_sat *s, int i, int skip, int64_t lower, int64_t upper)
{
    int64_t base;
    int n = gather(s, i, skip, &base);
    struct side side = {n, s->numbers, s->weights, 0, i};
    if (upper != INT64_MAX)
        side.bound = upper - base;
    bool equal = lower == upper;
    /* An equation of few numbers is said best by its two sides. */
    if (equal && (all_two_valued(s, &side) || n > 2)) {
        struct difference d;
        if (all_two_valued(s, &side) || !read_difference(s, &side, &d) || d.count > 3) {
            state_side(s, &side, true);
            return;
        }
    }
    if (upper != INT64_MAX)
        state_side(s, &side, false);
    if (lower == INT64_MIN)
        return;
    for (int k = 0; k < n; k++)
        s->weights[k] = -s->weights[k];
    side.bound = base - lower;
    state_side(s, &side, false);
}

/* Of a binary column, which a bound may have fixed. */
static pm_lit is_one(struct pm_sat *s, int column)
{
    return pm_reaches(s->rules, column, 1 - s->exact.lower[column]);
}

static void state_product(struct pm_sat *s, const struct pm_row *row)
{
    const pm_lit product = is_one(s, row->stand_in);
    const pm_lit both[2] = {is_one(s, row->factors[0]), is_one(s, row->factors[1])};
    pm_implies(s->rules, product, both[0]);
    pm_implies(s->rules, product, both[1]);
    PM_CLAUSE(s->rules, -both[0], -both[1], product);
}

/* ---- Sums of products ---- */

/* Marks the columns that some row, or the objective, would rather have larger than they are. */
static void mark_wanted(const struct pm_sat *s, bool *wanted)
{
    const struct pm_program *p = s->program;
    for (int j = 0; j < p->column_count; j++)
        wanted[j] = s->exact.costs[j] < 0;
    for (int i = 0; i < p->row_count; i++)
        for (int k = p->rows[i].first; k < p->rows[i].first + p->rows[i].count; k++) {
            const bool rises = s->exact.weights[k] > 0;
            wanted[p->entries[k].column] |=
                rises ? isfinite(p->rows[i].lower) : isfinite(p->rows[i].upper);
        }
}

/* In full: each product is a literal. */
static bool state_large_sum(struct pm_sat *s, const struct pm_fold *fold)
{
    const int steps = pm_sat_span(s, fold->column), n = fold->count + steps;
    pm_lit *lits = malloc(((size_t)n + 1) * sizeof *lits);
    int *weights = malloc(((size_t)n + 1) * sizeof *weights);
    for (int i = 0; lits && weights && i < n; i++) {
        const int product = i < fold->count;
        weights[i] = product ? 1 : -1;
        lits[i] =
            product
                ? pm_and(s->rules, 2,
                         (pm_lit[]){is_one(s, fold->left[i]), is_one(s, fold->right[i])})
                : pm_reaches(s->rules, fold->column, i - fold->count + 1);
    }
    const bool good = lits && weights;
    if (good)
        pm_sum(s->rules, n, lits, weights, PM_EQUAL, s->exact.lower[fold->column]);
    free(lits);
    free(weights);
    return good;
}

/* The column is 1 as soon as one of the products is. */
static void state_small_sum(struct pm_sat *s, const struct pm_fold *fold)
{
    const pm_lit sum = is_one(s, fold->column);
    for (int i = 0; i < fold->count; i++)
        PM_CLAUSE(s->rules, -is_one(s, fold->left[i]), -is_one(s, fold->right[i]), sum);
}

bool pm_sat_sums(struct pm_sat *s)
{
    const struct pm_program *p = s->program;
    if (p->fold_count == 0)
        return true;
    bool *wanted = pm_new(&s->program->arena, (size_t)p->column_count + 1, bool);
    bool good = wanted != NULL;
    if (good)
        mark_wanted(s, wanted);
    for (int i = 0; good && i < p->fold_count; i++) {
        const struct pm_fold *fold = &p->folds[i];
        if (i % 16 == 0 && pm_stop(s->limits))
            return false;
        /* A sum that nobody wants is 1 only where it must be. */
        if (p->columns[fold->column].type == PM_BINARY && !wanted[fold->column])
            state_small_sum(s, fold);
        else
            good = state_large_sum(s, fold);
    }
    if (!good)
        pm_rules_fail(s->rules);
    return true;
}

/* ---- Absolute values ---- */

/* x and y, each with the coefficient 1 or -1, differ: no value is taken by both. */
static bool state_differ(struct pm_sat *s, int n)
{
    if (n != 2 || s->weights[0] + s->weights[1] != 0 || abs(s->weights[0]) != 1)
        return false;
    const int a = s->numbers[0], b = s->numbers[1];
    for (int v = s->exact.lower[a]; v <= s->exact.upper[a]; v++)
        if (v >= s->exact.lower[b] && v <= s->exact.upper[b])
            PM_CLAUSE(s->rules, -pm_is(s->rules, a, v - s->exact.lower[a]),
                      -pm_is(s->rules, b, v - s->exact.lower[b]));
    return true;
}

/* The number a of |e| >= a. */
static int64_t amount(const struct pm_sat *s, int i)
{
    const struct pm_exact_row *row = &s->exact.rows[i];
    return row->lower + row->upper > 0 ? row->lower : -row->upper;
}

static void state_at_least(struct pm_sat *s, int i)
{
    const int d = s->program->rows[i].stand_in;
    const int64_t a = amount(s, i);
    int64_t base;
    int n = gather(s, i, d, &base);
    if (a == 1 && n == 2 && state_differ(s, n))
        return;
    const pm_lit above = pm_new_lit(s->rules);
    pm_under(s->rules, above);
    pm_sat_bounds(s, i, d, a, INT64_MAX);
    pm_under_end(s->rules);
    pm_under(s->rules, -above);
    pm_sat_bounds(s, i, d, INT64_MIN, -a);
    pm_under_end(s->rules);
}

bool pm_sat_follows(const struct pm_sat *s, int column)
{
    const int by = s->program->defined_by[column];
    return (by >= 0 && s->program->rows[by].role == PM_ABS_AT_LEAST) ||
           (s->flows && pm_flows_column(s->flows, column)) ||
           (s->orders && pm_orders_column(s->orders, column));
}

bool pm_sat_row_follows(const struct pm_sat *s, int row)
{
    return (s->flows && pm_flows_row(s->flows, row)) ||
           (s->orders && pm_orders_row(s->orders, row));
}

/* Weights go into the room for a row, as a side may be changed while it is stated. */
static void state_cut(void *context, const struct pm_order_cut *cut)
{
    struct pm_sat *s = context;
    int n = 0;
    for (int k = 0; k < cut->count; k++)
        if (cut->weights[k] != 0) {
            s->numbers[n] = cut->columns[k];
            s->weights[n++] = cut->weights[k];
        }
    const struct side side = {n, s->numbers, s->weights, cut->bound, -1};
    state_side(s, &side, false);
}

/* A lazy rule: there is an order. */
static int find_circles(struct pm_rules *rules, const int *answer, const void *context)
{
    struct pm_sat *s = *(struct pm_sat *const *)context;
    (void)rules;
    return pm_orders_cuts(s->orders, answer, state_cut, s);
}

bool pm_sat_rows(struct pm_sat *s)
{
    for (int i = 0; i < s->program->row_count; i++) {
        const struct pm_row *row = &s->program->rows[i];
        if (i % 16 == 0 && pm_stop(s->limits))
            return false;
        if (pm_sat_row_follows(s, i))
            continue;
        pm_reason(s->rules, "%s", row->name);
        pm_reason_number(s->rules, i);
        if (row->role == PM_PRODUCT)
            state_product(s, row);
        else if (row->role == PM_ABS_AT_LEAST)
            state_at_least(s, i);
        else
            pm_sat_bounds(s, i, -1, s->exact.rows[i].lower, s->exact.rows[i].upper);
    }
    if (s->flows)
        pm_flows_state(s->flows, s->rules);
    if (s->orders)
        pm_lazy(s->rules, find_circles, &s->self);
    return true;
}
