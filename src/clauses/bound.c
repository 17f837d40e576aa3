#include "clauses/bound.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/build.h"

/* *sum += a * b; false if that is no int64_t. */
static bool add_product(int64_t *sum, int64_t a, int64_t b)
{
    int64_t product;
    return !__builtin_mul_overflow(a, b, &product) &&
           !__builtin_add_overflow(*sum, product, sum);
}

/* What the sides of the rows are worth, and what is left of the costs. */
static bool add_rows(const struct pm_program *p, const struct pm_exact *x,
                     const struct pm_bound *b, int64_t *sum, int64_t *reduced)
{
    for (int j = 0; j < p->column_count; j++) {
        reduced[j] = 0;
        if (!add_product(&reduced[j], b->denominator, x->costs[j]))
            return false;
    }
    for (int i = 0; i < p->row_count; i++) {
        const int64_t y = b->multipliers[i];
        const int64_t side = y > 0 ? x->rows[i].lower : x->rows[i].upper;
        if (y == 0)
            continue;
        if (side == INT64_MIN || side == INT64_MAX || !add_product(sum, y, side))
            return false;
        for (int k = p->rows[i].first; k < p->rows[i].first + p->rows[i].count; k++)
            if (y == INT64_MIN ||
                !add_product(&reduced[p->entries[k].column], -y, x->weights[k]))
                return false;
    }
    return true;
}

/* What rows and columns add up to: the denominator times the cost is no less. */
static bool total_of(const struct pm_program *p, const struct pm_exact *x,
                     const struct pm_bound *b, int64_t *total, int64_t *reduced)
{
    *total = 0;
    if (b->denominator <= 0 || !add_rows(p, x, b, total, reduced))
        return false;
    for (int j = 0; j < p->column_count; j++)
        if (!add_product(total, reduced[j], reduced[j] > 0 ? x->lower[j] : x->upper[j]))
            return false;
    return true;
}

/* What all costs can be divided by. */
static int64_t step_of(const struct pm_program *p, const struct pm_exact *x)
{
    int64_t step = 0;
    for (int j = 0; j < p->column_count; j++)
        for (int64_t a = llabs(x->costs[j]); a != 0;) {
            const int64_t left = step % a;
            step = a;
            a = left;
        }
    return step ? step : 1;
}

/* The least multiple of `step` that is no less than total / denominator. */
static bool round_up(int64_t total, int64_t denominator, int64_t step, int64_t *value)
{
    int64_t unit;
    if (__builtin_mul_overflow(denominator, step, &unit))
        return false;
    const int64_t times = total / unit + (total > 0 && total % unit != 0);
    return !__builtin_mul_overflow(times, step, value);
}

bool pm_bound_check(const struct pm_program *p, const struct pm_exact *x,
                    const struct pm_bound *b, int64_t *rest, int64_t *reduced)
{
    int64_t total, proved, product;
    int64_t *own = reduced ? reduced : calloc((size_t)p->column_count + 1, sizeof *own);
    bool good = own && total_of(p, x, b, &total, own) &&
                round_up(total, b->denominator, step_of(p, x), &proved) &&
                b->value <= proved &&
                !__builtin_mul_overflow(b->denominator, b->value, &product) &&
                !__builtin_sub_overflow(product, total, &product);
    if (good && rest)
        *rest = product;
    if (!reduced)
        free(own);
    return good;
}

/* Rounds the multipliers to this denominator; those whose side is open are left out. */
static bool round_to(const struct pm_program *p, const struct pm_exact *x,
                     const double *from, int64_t denominator, struct pm_bound *b)
{
    b->denominator = denominator;
    for (int i = 0; i < p->row_count; i++) {
        const double y = round(from[i] * (double)denominator);
        if (!(fabs(y) < 1e15))
            return false;
        const bool open =
            y > 0 ? x->rows[i].lower == INT64_MIN : x->rows[i].upper == INT64_MAX;
        b->multipliers[i] = open ? 0 : (int64_t)y;
    }
    return true;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The largest multiplier that leaves no negative reduced cost, over the columns of some rows whose
 * weights in them add up to weights[]; 0: none.  Clears weights[]. */
static int64_t multiplier_of(const struct pm_program *p, const struct pm_exact *x,
                             int first, int end, int64_t *weights)
{
    int64_t most = INT64_MAX;
    const int from = p->rows[first].first,
              to = p->rows[end - 1].first + p->rows[end - 1].count;
    for (int k = from; k < to; k++)
        weights[p->entries[k].column] += x->weights[k];
    for (int k = from; k < to; k++) {
        const int column = p->entries[k].column;
        const int64_t weight = weights[column];
        if (weight > 0 && x->upper[column] > x->lower[column]) {
            const int64_t own = floor_div(x->costs[column], weight);
            most = own < most ? own : most;
        }
    }
    for (int k = from; k < to; k++)
        weights[p->entries[k].column] = 0;
    return most == INT64_MAX ? 0 : most;
}

bool pm_bound_family(struct pm_program *p, const struct pm_exact *x, int first, int end,
                     bool same, struct pm_bound *b)
{
    int64_t total;
    int64_t *work = pm_new(&p->arena, (size_t)p->column_count + 1, int64_t);
    *b = (struct pm_bound){.denominator = 1};
    b->multipliers = pm_new(&p->arena, (size_t)p->row_count + 1, int64_t);
    if (!work || !b->multipliers)
        return false;
    int64_t all = same ? multiplier_of(p, x, first, end, work) : 0;
    for (int i = first; i < end; i++) {
        const int64_t y = same ? all : multiplier_of(p, x, i, i + 1, work);
        const bool open =
            y > 0 ? x->rows[i].lower == INT64_MIN : x->rows[i].upper == INT64_MAX;
        b->multipliers[i] = open ? 0 : y;
    }
    return total_of(p, x, b, &total, work) &&
           round_up(total, b->denominator, step_of(p, x), &b->value);
}

bool pm_bound_round(struct pm_program *p, const struct pm_exact *x,
                    const double *multipliers, struct pm_bound *bound)
{
    /* Vertices have small denominators, mostly. */
    static const int64_t denominators[] = {1, 2, 3, 4, 5, 6, 12, 60, 840, 27720, 720720};
    const size_t rows = (size_t)p->row_count + 1;
    int64_t *reduced = pm_new(&p->arena, (size_t)p->column_count + 1, int64_t);
    struct pm_bound tried = {.multipliers = pm_new(&p->arena, rows, int64_t)};
    const int64_t step = step_of(p, x);
    bool found = false;
    *bound = (struct pm_bound){.multipliers = pm_new(&p->arena, rows, int64_t)};
    if (!reduced || !tried.multipliers || !bound->multipliers)
        return false;
    for (size_t d = 0; d < sizeof denominators / sizeof *denominators; d++) {
        int64_t total;
        if (!round_to(p, x, multipliers, denominators[d], &tried) ||
            !total_of(p, x, &tried, &total, reduced) ||
            !round_up(total, tried.denominator, step, &tried.value) ||
            (found && tried.value <= bound->value))
            continue;
        memcpy(bound->multipliers, tried.multipliers, rows * sizeof *tried.multipliers);
        bound->denominator = tried.denominator;
        bound->value = tried.value;
        found = true;
    }
    return found;
}

struct pm_program *pm_bound_program(const struct pm_program *p, const struct pm_exact *x)
{
    struct pm_program *q = pm_program_new(p->column_count, p->row_count, p->entry_count);
    if (!q)
        return NULL;
    for (int j = 0; j < p->column_count; j++)
        q->columns[j] = (struct pm_column){.name = "",
                                           .type = PM_CONTINUOUS,
                                           .lower = x->lower[j],
                                           .upper = x->upper[j],
                                           .cost = x->costs[j]};
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_exact_row *row = &x->rows[i];
        q->rows[i] = p->rows[i];
        q->rows[i].name = "";
        q->rows[i].lower = row->lower == INT64_MIN ? -HUGE_VAL : (double)row->lower;
        q->rows[i].upper = row->upper == INT64_MAX ? HUGE_VAL : (double)row->upper;
    }
    for (int k = 0; k < p->entry_count; k++)
        q->entries[k] = (struct pm_entry){p->entries[k].column, x->weights[k]};
    return q;
}

/* ---- Families that make each other equations ---- */

enum { MAX_EQUATED = 200000 }; /* entries of a program whose families are compared */

/* Whether all rows of a family have this side, and no other if it is the `only` one. */
static bool family_has(const struct pm_exact *x, int first, int end, bool upper, bool only)
{
    for (int i = first; i < end; i++) {
        const bool has_lower = x->rows[i].lower != INT64_MIN;
        const bool has_upper = x->rows[i].upper != INT64_MAX;
        if (!(upper ? has_upper : has_lower) || (only && has_lower == has_upper))
            return false;
    }
    return true;
}

/* The sum of a family's rows, of which each is at most its upper side (or, with `upper` false, at
 * least its lower side), becomes the cost of `x`, so that more than `*least` is impossible if it is a bound.
 * False: numbers are too large. */
static bool sum_family(const struct pm_program *p, struct pm_exact *x, int first, int end,
                       bool upper, int64_t *least)
{
    const int sign = upper ? 1 : -1;
    *least = 0;
    memset(x->costs, 0, (size_t)p->column_count * sizeof *x->costs);
    for (int i = first; i < end; i++) {
        const int64_t side = upper ? x->rows[i].upper : x->rows[i].lower;
        if (llabs(side) > INT_MAX)
            return false;
        *least += sign * side;
        for (int k = p->rows[i].first; k < p->rows[i].first + p->rows[i].count; k++) {
            int *cost = &x->costs[p->entries[k].column];
            if (__builtin_add_overflow(*cost, sign * x->weights[k], cost))
                return false;
        }
    }
    return true;
}

/* Whether another family says that the sum, which is the cost of `x`, cannot be less. */
static bool family_bounds(struct pm_program *p, const struct pm_exact *x, int64_t least)
{
    for (int first = 0, end; first < p->row_count; first = end) {
        struct pm_bound b;
        end = pm_family_end(p, first);
        if (family_has(x, first, end, false, false) &&
            pm_bound_family(p, x, first, end, false, &b) && b.value >= least &&
            pm_bound_check(p, x, &b, NULL, NULL))
            return true;
    }
    return false;
}

void pm_bound_equate(struct pm_program *p, struct pm_exact *x)
{
    if (p->entry_count > MAX_EQUATED)
        return;
    for (int first = 0, end; first < p->row_count; first = end) {
        end = pm_family_end(p, first);
        for (int upper = 0; upper < 2; upper++) {
            int64_t least;
            if (!family_has(x, first, end, upper, true) ||
                !sum_family(p, x, first, end, upper, &least) || !family_bounds(p, x, least))
                continue;
            for (int i = first; i < end; i++)
                *(upper ? &x->rows[i].lower : &x->rows[i].upper) =
                    upper ? x->rows[i].upper : x->rows[i].lower;
        }
    }
}
