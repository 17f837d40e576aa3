/* Programs to clauses: the solver `sat`.
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
 * Binaries of which at most one is 1 count as one number in sums and in the objective (groups.h).
 * If that is not enough to bound the objective, the helper solves the linear relaxation, and its
 * multipliers, checked in whole numbers (bound.h), are a bound and tell which rows and columns
 * lie at their sides in an answer that reaches it.
 *
 * Products are stated as conjunctions and absolute values as two cases, without the numbers that
 * their definition rows need for other solvers.  The stand-in of an absolute value is no part of
 * the search: it follows from the answer.  So do flows (flows.h) and orders (orders.h).  A sum of which
 * one product at most is 1 (fold.h) needs no literals for its products: x and y imply it. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "engine/engine.h"
#include "program/bound.h"
#include "program/build.h"
#include "program/exact.h"
#include "program/flows.h"
#include "program/groups.h"
#include "program/helper.h"
#include "program/orders.h"
#include "program/solvers.h"

enum {
    MAX_SUBSETS = 200, /* of the conditions of a difference row */
    MAX_CONDITIONS = 64
};

struct sat {
    struct pm_program *program;
    struct pm_exact exact;
    const struct pm_limits *limits;
    struct pm_rules *rules;
    const struct pm_model_options *options; /* for the helper; NULL: it is not asked */
    double started, helper_seconds;
    bool lazy;     /* rows may be stated when an answer breaks them */
    bool families; /* they have been asked for a bound */
    struct pm_groups
        *groups;            /* NULL: rows may be switched off, so none relies on another */
    struct pm_flows *flows; /* they and the orders are NULL: all rows are to be stated */
    struct pm_orders *orders;
    struct sat *self; /* for lazy rules */
    /* Room for one row. */
    int *numbers, *weights;
    pm_lit *lits;
};

static bool two_values(const struct sat *s, int column)
{
    return s->exact.upper[column] - s->exact.lower[column] <= 1;
}

/* column >= lower + 1: the upper one of two values. */
static pm_lit upper_value(struct sat *s, int column)
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
static bool state_count(struct sat *s, const struct side *row, bool equal)
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

static int span(const struct sat *s, int column)
{
    return column < 0 ? 0 : s->exact.upper[column] - s->exact.lower[column];
}

/* Reads a row as such a difference. */
static bool read_difference(struct sat *s, const struct side *row, struct difference *d)
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
    d->least = -span(s, d->b);
    d->most = span(s, d->a);
    return d->unit > 0;
}

/* a - b <= most, unless one of the conditions fails. */
static void state_at_most(struct sat *s, const struct difference *d, int64_t most, int n,
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
    for (int v = 0; v <= span(s, d->a); v++) {
        int64_t reached = v - most;
        if (reached <= 0)
            continue;
        int count = n;
        if (d->a >= 0)
            clause[count++] = -pm_reaches(s->rules, d->a, v);
        if (d->b >= 0 && reached <= span(s, d->b))
            clause[count++] = pm_reaches(s->rules, d->b, (int)reached);
        pm_clause(s->rules, count, clause);
        if (reached > span(s, d->b))
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
static int state_subsets(struct sat *s, const struct difference *d, struct subset *set,
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
static bool state_single_conditions(struct sat *s, const struct difference *d)
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

static bool state_difference(struct sat *s, const struct side *row)
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

static bool all_two_valued(const struct sat *s, const struct side *row)
{
    for (int k = 0; k < row->count; k++)
        if (!two_values(s, row->columns[k]))
            return false;
    return true;
}

/* A row that has several columns of a group. */
static bool state_grouped(struct sat *s, const struct side *row, enum pm_relation relation)
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
static void state_side(struct sat *s, const struct side *row, bool equal)
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
static int gather(struct sat *s, int i, int skip, int64_t *base)
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

/* lower <= row <= upper, without column `skip`. */
static void state_bounds(struct sat *s, int i, int skip, int64_t lower, int64_t upper)
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
static pm_lit is_one(struct sat *s, int column)
{
    return pm_reaches(s->rules, column, 1 - s->exact.lower[column]);
}

static void state_product(struct sat *s, const struct pm_row *row)
{
    const pm_lit product = is_one(s, row->stand_in);
    const pm_lit both[2] = {is_one(s, row->factors[0]), is_one(s, row->factors[1])};
    pm_implies(s->rules, product, both[0]);
    pm_implies(s->rules, product, both[1]);
    PM_CLAUSE(s->rules, -both[0], -both[1], product);
}

/* ---- Sums of products ---- */

/* Marks the columns that some row, or the objective, would rather have larger than they are. */
static void mark_wanted(const struct sat *s, bool *wanted)
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
static bool state_large_sum(struct sat *s, const struct pm_fold *fold)
{
    const int steps = span(s, fold->column), n = fold->count + steps;
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
static void state_small_sum(struct sat *s, const struct pm_fold *fold)
{
    const pm_lit sum = is_one(s, fold->column);
    for (int i = 0; i < fold->count; i++)
        PM_CLAUSE(s->rules, -is_one(s, fold->left[i]), -is_one(s, fold->right[i]), sum);
}

/* False if a limit struck on the way. */
static bool state_sums(struct sat *s)
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
static bool state_differ(struct sat *s, int n)
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
static int64_t amount(const struct sat *s, int i)
{
    const struct pm_exact_row *row = &s->exact.rows[i];
    return row->lower + row->upper > 0 ? row->lower : -row->upper;
}

static void state_at_least(struct sat *s, int i)
{
    const int d = s->program->rows[i].stand_in;
    const int64_t a = amount(s, i);
    int64_t base;
    int n = gather(s, i, d, &base);
    if (a == 1 && n == 2 && state_differ(s, n))
        return;
    const pm_lit above = pm_new_lit(s->rules);
    pm_under(s->rules, above);
    state_bounds(s, i, d, a, INT64_MAX);
    pm_under_end(s->rules);
    pm_under(s->rules, -above);
    state_bounds(s, i, d, INT64_MIN, -a);
    pm_under_end(s->rules);
}

/* Whether a column is no part of the search. */
static bool follows(const struct sat *s, int column)
{
    const int by = s->program->defined_by[column];
    return (by >= 0 && s->program->rows[by].role == PM_ABS_AT_LEAST) ||
           (s->flows && pm_flows_column(s->flows, column)) ||
           (s->orders && pm_orders_column(s->orders, column));
}

/* Whether a row is about such columns alone and binaries, so that it is not stated. */
static bool row_follows(const struct sat *s, int row)
{
    return (s->flows && pm_flows_row(s->flows, row)) ||
           (s->orders && pm_orders_row(s->orders, row));
}

/* Weights go into the room for a row, as a side may be changed while it is stated. */
static void state_cut(void *context, const struct pm_order_cut *cut)
{
    struct sat *s = context;
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
    struct sat *s = *(struct sat *const *)context;
    (void)rules;
    return pm_orders_cuts(s->orders, answer, state_cut, s);
}

/* False if a limit struck on the way. */
static bool state_rows(struct sat *s)
{
    for (int i = 0; i < s->program->row_count; i++) {
        const struct pm_row *row = &s->program->rows[i];
        if (i % 16 == 0 && pm_stop(s->limits))
            return false;
        if (row_follows(s, i))
            continue;
        pm_reason(s->rules, "%s", row->name);
        pm_reason_number(s->rules, i);
        if (row->role == PM_PRODUCT)
            state_product(s, row);
        else if (row->role == PM_ABS_AT_LEAST)
            state_at_least(s, i);
        else
            state_bounds(s, i, -1, s->exact.rows[i].lower, s->exact.rows[i].upper);
    }
    if (s->flows)
        pm_flows_state(s->flows, s->rules);
    if (s->orders)
        pm_lazy(s->rules, find_circles, &s->self);
    return true;
}

/* ---- The objective ---- */

static void state_objective(struct sat *s)
{
    const struct pm_exact *x = &s->exact;
    int64_t base = 0;
    int n = 0;
    for (int j = 0; j < s->program->column_count; j++) {
        base += (int64_t)x->costs[j] * x->lower[j];
        if (x->costs[j] == 0 || span(s, j) == 0)
            continue;
        s->numbers[n] = j;
        s->weights[n++] = x->costs[j];
    }
    struct pm_grouped sum = pm_groups_sum(s->groups, s->rules, n, s->numbers, s->weights);
    if (sum.failed)
        pm_rules_fail(s->rules);
    pm_minimise_terms(s->rules, sum.term_count, sum.terms, sum.steps, base + sum.constant);
}

/* ---- A bound by the relaxation ---- */

/* Entries of a program whose relaxation is tried. */
enum { MAX_RELAXED = 2000000 };

/* Asks the helper for the relaxation of the program with these numbers; false if it has none, or
 * none in time: some time more than has been spent already. */
static bool ask_relaxation(struct sat *s, const struct pm_exact *x,
                           struct pm_answer *answer)
{
    struct pm_program *q = pm_bound_program(s->program, x);
    struct pm_out wire = {0};
    struct pm_limits limits = *s->limits;
    const double now = pm_clock(), until = now + 0.5 + 2 * (now - s->started);
    if (limits.deadline == 0 || limits.deadline > until)
        limits.deadline = until;
    if (q)
        pm_wire_put_program(&wire, q);
    struct pm_mip_request request = {.task = PM_MIP_DUAL,
                                     .source = {"", 0, "", 0},
                                     .program = wire.data,
                                     .program_len = wire.len};
    const int64_t count = (int64_t)s->program->row_count + s->program->column_count;
    bool good = q && !wire.failed &&
                pm_helper_ask(&request, s->options, &limits, answer, NULL) == PULMA_OK &&
                !answer->limit && answer->reply.status == PM_MIP_OPTIMAL &&
                answer->reply.value_count == count;
    s->helper_seconds += answer->seconds;
    pm_program_free(q);
    pm_out_free(&wire);
    return good;
}

/* A program for what is tighter in answers that reach the bound. */
static bool copy_exact(const struct sat *s, struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    const size_t columns = (size_t)p->column_count, rows = (size_t)p->row_count;
    *tight = s->exact;
    tight->lower = pm_new(&s->program->arena, columns + 1, int);
    tight->upper = pm_new(&s->program->arena, columns + 1, int);
    tight->costs = pm_new(&s->program->arena, columns + 1, int);
    tight->rows = pm_new(&s->program->arena, rows + 1, struct pm_exact_row);
    if (!tight->lower || !tight->upper || !tight->costs || !tight->rows)
        return false;
    memcpy(tight->lower, s->exact.lower, columns * sizeof *tight->lower);
    memcpy(tight->upper, s->exact.upper, columns * sizeof *tight->upper);
    memcpy(tight->rows, s->exact.rows, rows * sizeof *tight->rows);
    return true;
}

/* In answers that cost what a certificate proves, columns whose reduced cost is more than the rest lie
 * at their side, and so do rows by their multipliers.  False: it proves nothing. */
static bool tighten(const struct sat *s, const struct pm_bound *b, int64_t *reduced,
                    struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    const struct pm_exact *x = &s->exact;
    int64_t rest;
    if (!pm_bound_check(p, x, b, &rest, reduced))
        return false;
    for (int j = 0; j < p->column_count; j++) {
        if (reduced[j] < -rest)
            tight->lower[j] = x->upper[j];
        if (reduced[j] > rest)
            tight->upper[j] = x->lower[j];
    }
    for (int i = 0; i < p->row_count; i++) {
        if (b->multipliers[i] > rest)
            tight->rows[i].upper = x->rows[i].lower;
        if (b->multipliers[i] < -rest)
            tight->rows[i].lower = x->rows[i].upper;
    }
    return true;
}

/* The best bounds of single families of rows, and what answers of that cost have in common. */
static bool try_families(struct sat *s, int64_t *bound, int64_t *reduced,
                         struct pm_exact *tight)
{
    struct pm_program *p = s->program;
    int64_t best = *bound;
    bool found = false;
    for (int pass = 0; pass < 2; pass++) /* first how much, then all who say so */
        for (int first = 0, end; first < p->row_count; first = end) {
            end = pm_family_end(p, first);
            for (int same = 0; same < 2; same++) {
                struct pm_bound b;
                if (!pm_bound_family(p, &s->exact, first, end, same, &b) || b.value < best)
                    continue;
                best = b.value;
                found |= pass == 1 && tighten(s, &b, reduced, tight);
            }
        }
    *bound = best;
    return found;
}

/* Rows that have an upper side alone and are not known to lie at it may have to, in all answers that
 * reach the bound, because all of them together do.  That is a bound of their sum, with a certificate
 * of its own. */
static void tighten_others(struct sat *s, struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    struct pm_answer answer = {0};
    struct pm_bound sum;
    int64_t sides = 0;
    int open = 0;
    memset(tight->costs, 0, (size_t)p->column_count * sizeof *tight->costs);
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_exact_row *row = &tight->rows[i];
        if (row->lower != INT64_MIN || llabs(row->upper) > INT_MAX)
            continue;
        sides += row->upper;
        open++;
        for (int k = p->rows[i].first; k < p->rows[i].first + p->rows[i].count; k++)
            if (__builtin_add_overflow(tight->costs[p->entries[k].column],
                                       tight->weights[k],
                                       &tight->costs[p->entries[k].column]))
                return;
    }
    if (open > 0 && ask_relaxation(s, tight, &answer) &&
        pm_bound_round(s->program, tight, answer.reply.values, &sum) &&
        pm_bound_check(p, tight, &sum, NULL, NULL) && sum.value >= sides)
        for (int i = 0; i < p->row_count; i++)
            if (tight->rows[i].lower == INT64_MIN && llabs(tight->rows[i].upper) <= INT_MAX)
                tight->rows[i].lower = tight->rows[i].upper;
    pm_answer_free(&answer);
}

/* States, under the current condition, what is tighter than in the program. */
static void state_tight(struct sat *s, const struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    const struct pm_exact *x = &s->exact;
    for (int j = 0; j < p->column_count; j++) {
        if (follows(s, j))
            continue;
        if (tight->upper[j] < x->upper[j])
            PM_CLAUSE(s->rules, -pm_reaches(s->rules, j, 1));
        if (tight->lower[j] > x->lower[j])
            PM_CLAUSE(s->rules, pm_reaches(s->rules, j, span(s, j)));
    }
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_exact_row *row = &tight->rows[i];
        if (p->rows[i].role == PM_PRODUCT || p->rows[i].role == PM_ABS_AT_LEAST ||
            row_follows(s, i))
            continue;
        if (row->upper < x->rows[i].upper)
            state_bounds(s, i, -1, INT64_MIN, row->upper);
        if (row->lower > x->rows[i].lower)
            state_bounds(s, i, -1, row->lower, INT64_MAX);
    }
}

/* The nearest whole values of a relaxation. */
static void take_hint(const struct sat *s, const double *values, int *hint)
{
    for (int j = 0; j < s->program->column_count; j++) {
        const double value = round(values[j]) - s->exact.lower[j];
        hint[j] = value >= 0 && value <= span(s, j) ? (int)value : PULMA_EMPTY;
    }
}

/* A better bound by the relaxation. */
static bool try_relaxation(struct sat *s, int64_t *bound, int64_t *reduced,
                           struct pm_exact *tight, int *hint)
{
    struct pm_program *p = s->program;
    struct pm_answer answer = {0};
    struct pm_bound b;
    bool found = p->entry_count <= MAX_RELAXED && ask_relaxation(s, &s->exact, &answer) &&
                 pm_bound_round(p, &s->exact, answer.reply.values, &b) &&
                 b.value >= *bound && tighten(s, &b, reduced, tight);
    if (found) {
        *bound = b.value;
        take_hint(s, answer.reply.values + p->row_count, hint);
    }
    pm_answer_free(&answer);
    return found;
}

/* The engine asks for a bound: at first one that costs nothing, then a better one. */
static pm_lit find_floor(struct pm_rules *rules, void *context, int64_t *bound, int *hint)
{
    struct sat *s = context;
    struct pm_exact tight;
    int64_t *reduced =
        pm_new(&s->program->arena, (size_t)s->program->column_count + 1, int64_t);
    if (!reduced || !copy_exact(s, &tight))
        return PM_FALSE;
    bool found = false;
    if (!s->families)
        found = try_families(s, bound, reduced, &tight);
    else if (s->options)
        found = try_relaxation(s, bound, reduced, &tight, hint);
    s->families = true;
    if (!found)
        return PM_FALSE;
    pm_bound_equate(s->program, &tight);
    if (s->options)
        tighten_others(s, &tight);
    const pm_lit lit = pm_new_lit(rules);
    pm_under(rules, lit);
    state_tight(s, &tight);
    pm_under_end(rules);
    return lit;
}

/* ---- Solving ---- */

static bool domains_empty(const struct sat *s)
{
    for (int j = 0; j < s->program->column_count; j++)
        if (s->exact.upper[j] < s->exact.lower[j])
            return true;
    return false;
}

/* Rows that must be equations become such. */
static bool equate(struct sat *s)
{
    struct pm_exact tight;
    if (!copy_exact(s, &tight))
        return false;
    pm_bound_equate(s->program, &tight);
    s->exact.rows = tight.rows;
    return true;
}

/* Finds what is no part of the search. */
static bool find_followers(struct sat *s)
{
    struct pm_program *p = s->program;
    bool *flows = pm_new(&p->arena, (size_t)p->column_count + 1, bool);
    s->self = s;
    s->flows = pm_flows_new(p, &s->exact);
    if (!s->flows || !flows)
        return false;
    for (int j = 0; j < p->column_count; j++)
        flows[j] = pm_flows_column(s->flows, j);
    s->orders = pm_orders_new(p, &s->exact, flows);
    return s->orders != NULL;
}

/* States everything.  `rules` is to be freed, unless it is NULL. */
static pulma_status compile(struct sat *s, bool why, pulma_error *err)
{
    struct pm_program *p = s->program;
    pulma_status status = pm_exact_make(p, !why, &s->exact, err);
    if (status != PULMA_OK || domains_empty(s))
        return status;
    const size_t columns = (size_t)p->column_count + 1;
    struct pm_range *ranges = pm_new(&p->arena, columns, struct pm_range);
    s->numbers = pm_new(&p->arena, columns, int);
    s->weights = pm_new(&p->arena, columns, int);
    s->lits = pm_new(&p->arena, columns, pm_lit);
    if (!ranges || !s->numbers || !s->weights || !s->lits)
        return pm_fail_memory(err);
    if (!why && !equate(s))
        return pm_fail_memory(err);
    if (s->lazy && !find_followers(s))
        return pm_fail_memory(err);
    for (int j = 0; j < p->column_count; j++)
        ranges[j] = (struct pm_range){0, follows(s, j) ? 0 : span(s, j)};
    s->rules = pm_rules_new(p->column_count, ranges, why, s->limits);
    if (!s->rules)
        return pm_fail_memory(err);
    if (!why) {
        s->groups = pm_groups_new(p, &s->exact);
        if (!s->groups)
            return pm_fail_memory(err);
    }
    if (!state_rows(s) || !state_sums(s))
        return pm_fail(err, PULMA_LIMIT, NULL,
                       "time ran out while the rows became clauses");
    if (p->has_objective && !why) {
        state_objective(s);
        pm_minimise_floor(s->rules, find_floor, s);
    }
    return status;
}

/* What a sum of products comes to. */
static double value_of(const struct pm_fold *fold, const double *values)
{
    double sum = 0;
    for (int i = 0; i < fold->count; i++)
        sum += values[fold->left[i]] * values[fold->right[i]];
    return sum;
}

/* Values of the columns from the places; stand-ins of absolute values, sums of products and flows
 * follow from the rest. */
static void take_values(const struct sat *s, const int *answer, double *values)
{
    const struct pm_program *p = s->program;
    for (int j = 0; j < p->column_count; j++)
        values[j] = s->exact.lower[j] + answer[j];
    for (int i = 0; i < p->fold_count; i++)
        values[p->folds[i].column] = value_of(&p->folds[i], values);
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        double e = 0, big = 0;
        for (int k = row->first; k < row->first + row->count; k++)
            if (p->entries[k].column == row->stand_in)
                big = p->entries[k].value;
            else
                e += p->entries[k].value * values[p->entries[k].column];
        if (row->role == PM_ABS_AT_LEAST)
            values[row->stand_in] = (e < 0) == (big > 0);
    }
    if (s->flows)
        pm_flows_fill(s->flows, answer, values);
    if (s->orders)
        pm_orders_fill(s->orders, answer, values);
}

static pulma_status find_why(struct sat *s, const struct pm_limits *limits,
                             struct pm_solved *solved, pulma_error *err)
{
    struct pm_engine *engine = pm_engine_new(s->rules, limits);
    if (!engine)
        return pm_fail_memory(err);
    pulma_status status = pm_engine_why(engine, err);
    if (status == PULMA_OK || status == PULMA_LIMIT) {
        solved->why_minimal = status == PULMA_OK;
        for (int i = 0; i < pm_engine_why_count(engine); i++)
            solved->why[solved->why_count++] = pm_engine_why_number(engine, i);
        status = PULMA_OK;
    }
    pm_engine_free(engine);
    return status == PULMA_NONE ? PULMA_OK : status;
}

pulma_status pm_sat_why(struct pm_program *program, const struct pm_limits *limits,
                        struct pm_solved *solved, pulma_error *err)
{
    const struct pm_limits none = {0};
    struct sat s = {.program = program, .limits = limits ? limits : &none};
    pulma_status status = compile(&s, true, err);
    if (status == PULMA_OK && s.rules)
        status = find_why(&s, s.limits, solved, err);
    pm_groups_free(s.groups);
    pm_rules_free(s.rules);
    return status;
}

/* The objective of a cost in the engine's whole numbers. */
static double objective_of(const struct sat *s, int64_t cost)
{
    return s->program->constant + s->exact.cost_scale * (double)cost;
}

static pulma_status run(struct sat *s, const struct pm_limits *limits,
                        struct pm_solved *solved, pulma_error *err)
{
    int *answer = pm_new(&s->program->arena, (size_t)s->program->column_count + 1, int);
    struct pm_engine *engine = answer ? pm_engine_new(s->rules, limits) : NULL;
    if (!engine)
        return pm_fail_memory(err);
    pulma_status status = pm_engine_next(engine, answer, err);
    solved->nodes = pm_engine_conflicts(engine);
    const bool best =
        status == PULMA_LIMIT && s->program->has_objective && pm_engine_has_best(engine);
    if (status == PULMA_OK || best)
        take_values(s, answer, solved->values);
    if (best) {
        solved->has_bound = true;
        solved->bound = objective_of(s, pm_engine_bound(engine));
    }
    pm_engine_free(engine);
    switch (status) {
    case PULMA_OK:
        solved->status = PM_MIP_OPTIMAL;
        return PULMA_OK;
    case PULMA_NONE:
        solved->status = PM_MIP_INFEASIBLE;
        return PULMA_OK;
    case PULMA_LIMIT:
        solved->status = best ? PM_MIP_FEASIBLE : PM_MIP_LIMIT;
        return PULMA_OK;
    default:
        return status;
    }
}

pulma_status pm_sat_solve(struct pm_program *program, const struct pm_limits *limits,
                          const struct pm_model_options *options, struct pm_solved *solved,
                          pulma_error *err)
{
    const struct pm_limits none = {0};
    double start = pm_cpu_clock();
    struct sat s = {.program = program,
                    .limits = limits ? limits : &none,
                    .options = options,
                    .lazy = true,
                    .started = pm_clock()};
    pulma_status status = compile(&s, false, err);
    if (status == PULMA_OK && s.rules)
        status = run(&s, s.limits, solved, err);
    else if (status == PULMA_OK)
        solved->status = PM_MIP_INFEASIBLE;
    if (status == PULMA_LIMIT) {
        solved->status = PM_MIP_LIMIT;
        status = PULMA_OK;
    }
    pm_groups_free(s.groups);
    pm_rules_free(s.rules);
    solved->seconds = pm_cpu_clock() - start;
    solved->helper_seconds = s.helper_seconds;
    return status;
}

pulma_status pm_sat_dimacs(struct pm_program *program, struct pm_out *out, pulma_error *err)
{
    if (program->has_objective)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "CNF files have no objective: write OPB instead");
    const struct pm_limits none = {0};
    struct sat s = {.program = program, .limits = &none};
    pulma_status status = compile(&s, false, err);
    if (status == PULMA_OK && !s.rules)
        pm_out_text(out, "c a variable has no value left\np cnf 1 2\n1 0\n-1 0\n");
    else if (status == PULMA_OK) {
        for (int j = 0; j < program->column_count; j++)
            pm_out_f(out, "c place %d is %s, counted from %d\n", j,
                     program->columns[j].name, s.exact.lower[j]);
        pm_rules_dimacs(s.rules, out);
    }
    pm_groups_free(s.groups);
    pm_rules_free(s.rules);
    return status;
}
