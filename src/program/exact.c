#include "program/exact.h"

#include <math.h>
#include <stdlib.h>

#include "core/text.h"

enum {
    MAX_SCALE = 1000,
    MAX_WEIGHT = (1 << 30) - 1, /* so a difference of two is an int */
    MAX_SPAN = 1 << 13,         /* values of one column */
    MAX_ROUNDS = 20             /* of tightening bounds */
};

static bool whole(double value)
{
    return fabs(value - round(value)) <= 1e-9 * fmax(1, fabs(value));
}

static bool continuous(const struct pm_program *p, int column)
{
    return p->columns[column].type == PM_CONTINUOUS;
}

/* ---- Rows in whole numbers ---- */

/* The smallest factor that makes all n numbers whole; 0: none up to MAX_SCALE. */
static int scale_of(int n, const struct pm_entry *entries, double lower, double upper)
{
    for (int scale = 1; scale <= MAX_SCALE; scale++) {
        bool fits = (isinf(lower) || whole(lower * scale)) &&
                    (isinf(upper) || whole(upper * scale));
        for (int k = 0; fits && k < n; k++)
            fits = whole(entries[k].value * scale);
        if (fits)
            return scale;
    }
    return 0;
}

static bool fits_weight(double value)
{
    return fabs(value) <= MAX_WEIGHT;
}

static pulma_status scale_row(const struct pm_program *p, int i, struct pm_exact *x,
                              pulma_error *err)
{
    const struct pm_row *row = &p->rows[i];
    const struct pm_entry *entries = p->entries + row->first;
    const int scale = scale_of(row->count, entries, row->lower, row->upper);
    bool fits = scale > 0;
    for (int k = 0; fits && k < row->count; k++) {
        double weight = round(entries[k].value * scale);
        fits = fits_weight(weight);
        x->weights[row->first + k] = fits ? (int)weight : 0;
    }
    if (!fits || (isfinite(row->lower) && fabs(row->lower * scale) > 1e15) ||
        (isfinite(row->upper) && fabs(row->upper * scale) > 1e15))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "constraint %s has numbers that are not whole, or too large",
                       row->name);
    x->rows[i].lower = isinf(row->lower) ? INT64_MIN : (int64_t)round(row->lower * scale);
    x->rows[i].upper = isinf(row->upper) ? INT64_MAX : (int64_t)round(row->upper * scale);
    return PULMA_OK;
}

/* ---- Continuous columns that are whole in every vertex ---- */

/* Divided by the coefficient of its continuous columns, is everything in the row whole? */
static bool row_divides(const struct pm_program *p, int i, const struct pm_exact *x)
{
    const struct pm_row *row = &p->rows[i];
    int unit = 0;
    for (int k = row->first; k < row->first + row->count; k++)
        if (continuous(p, p->entries[k].column)) {
            int size = abs(x->weights[k]);
            if (unit && size != unit)
                return false;
            unit = size;
        }
    if (unit <= 1)
        return true;
    for (int k = row->first; k < row->first + row->count; k++)
        if (x->weights[k] % unit != 0)
            return false;
    return (x->rows[i].lower == INT64_MIN || x->rows[i].lower % unit == 0) &&
           (x->rows[i].upper == INT64_MAX || x->rows[i].upper % unit == 0);
}

/* Sets that grow together, each member in one of two classes relative to its root. */
struct classes {
    int *parent;
    bool *other; /* than its parent */
};

static int find(struct classes *c, int item, bool *other)
{
    *other = false;
    while (c->parent[item] != item) {
        int up = c->parent[item]; /* hang it one higher on the way: paths stay short */
        c->other[item] ^= c->other[up];
        c->parent[item] = c->parent[up];
        *other ^= c->other[item];
        item = c->parent[item];
    }
    return item;
}

/* Puts two items into the same or into different classes; false if they are otherwise already. */
static bool join(struct classes *c, int a, int b, bool differ)
{
    bool other_a, other_b;
    int root_a = find(c, a, &other_a), root_b = find(c, b, &other_b);
    if (root_a == root_b)
        return (other_a ^ other_b) == differ;
    c->parent[root_a] = root_b;
    c->other[root_a] = other_a ^ other_b ^ differ;
    return true;
}

/* The continuous part of a program, as far as rows with two or more of its columns go. */
struct part {
    struct pm_program *program;
    const struct pm_exact *exact;
    int *in_row;                /* per row: how many continuous entries */
    int *in_rows;               /* per column: in how many rows that have two or more */
    struct classes group;       /* of columns that hang together */
    bool *by_columns, *by_rows; /* per group (its root): the classes work out */
};

static bool *flags(struct pm_arena *arena, int n, bool value)
{
    bool *all = pm_new(arena, (size_t)n + 1, bool);
    for (int i = 0; all && i < n; i++)
        all[i] = value;
    return all;
}

static bool classes_new(struct pm_arena *arena, int n, struct classes *c)
{
    c->parent = pm_new(arena, (size_t)n + 1, int);
    c->other = flags(arena, n, false);
    for (int i = 0; c->parent && i < n; i++)
        c->parent[i] = i;
    return c->parent && c->other;
}

static int group_of(struct part *part, int column)
{
    bool other;
    return find(&part->group, column, &other);
}

/* Counts entries and joins columns that share a row. */
static void survey(struct part *part)
{
    const struct pm_program *p = part->program;
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        int first = -1;
        for (int k = row->first; k < row->first + row->count; k++)
            part->in_row[i] += continuous(p, p->entries[k].column);
        for (int k = row->first; part->in_row[i] > 1 && k < row->first + row->count; k++) {
            int column = p->entries[k].column;
            if (!continuous(p, column))
                continue;
            part->in_rows[column]++;
            if (first >= 0) {
                int a = group_of(part, first), b = group_of(part, column);
                part->group.parent[a] = b;
            }
            first = column;
        }
    }
}

/* First sort of network: rows with two entries put their columns into classes. */
static bool class_columns(struct part *part, struct classes *columns)
{
    const struct pm_program *p = part->program;
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        int first = -1;
        if (part->in_row[i] < 2)
            continue;
        for (int k = row->first; k < row->first + row->count; k++) {
            if (!continuous(p, p->entries[k].column))
                continue;
            int group = group_of(part, p->entries[k].column);
            if (part->in_row[i] > 2) {
                part->by_columns[group] = false;
            } else if (first >= 0) {
                bool differ =
                    (part->exact->weights[first] > 0) == (part->exact->weights[k] > 0);
                if (!join(columns, p->entries[first].column, p->entries[k].column, differ))
                    part->by_columns[group] = false;
            }
            first = k;
        }
    }
    return true;
}

/* Second sort: columns with two entries put their rows into classes. */
static bool class_rows(struct part *part, struct classes *rows)
{
    const struct pm_program *p = part->program;
    int *first_row = pm_new(&part->program->arena, (size_t)p->column_count + 1, int);
    bool *first_positive = flags(&part->program->arena, p->column_count, false);
    if (!first_row || !first_positive)
        return false;
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        for (int k = row->first; part->in_row[i] > 1 && k < row->first + row->count; k++) {
            int column = p->entries[k].column;
            if (!continuous(p, column))
                continue;
            bool positive = part->exact->weights[k] > 0;
            if (part->in_rows[column] > 2 ||
                (first_row[column] &&
                 !join(rows, first_row[column] - 1, i, positive == first_positive[column])))
                part->by_rows[group_of(part, column)] = false;
            first_row[column] = i + 1;
            first_positive[column] = positive;
        }
    }
    return true;
}

/* PULMA_OK if every continuous column is whole in every vertex. */
static pulma_status check_vertices(struct pm_program *p, const struct pm_exact *x,
                                   pulma_error *err)
{
    for (int i = 0; i < p->row_count; i++)
        if (!row_divides(p, i, x))
            return pm_fail(
                err, PULMA_UNAVAILABLE, NULL,
                "constraint %s can give a continuous variable a value that is not whole",
                p->rows[i].name);
    struct part part = {.program = p, .exact = x};
    struct classes columns, rows;
    part.in_row = pm_new(&p->arena, (size_t)p->row_count + 1, int);
    part.in_rows = pm_new(&p->arena, (size_t)p->column_count + 1, int);
    part.by_columns = flags(&p->arena, p->column_count, true);
    part.by_rows = flags(&p->arena, p->column_count, true);
    if (!part.in_row || !part.in_rows || !part.by_columns || !part.by_rows ||
        !classes_new(&p->arena, p->column_count, &part.group) ||
        !classes_new(&p->arena, p->column_count, &columns) ||
        !classes_new(&p->arena, p->row_count, &rows))
        return pm_fail_memory(err);
    survey(&part);
    if (!class_columns(&part, &columns) || !class_rows(&part, &rows))
        return pm_fail_memory(err);
    for (int j = 0; j < p->column_count; j++) {
        int group = group_of(&part, j);
        if (continuous(p, j) && !part.by_columns[group] && !part.by_rows[group])
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "continuous variable %s need not be whole in the best answer",
                           p->columns[j].name);
    }
    return PULMA_OK;
}

/* ---- Bounds ---- */

struct bounds {
    double *lower, *upper;
};

/* The bounds that one row leaves to one of its columns, given the others. */
static bool tighten_entry(const struct pm_program *p, const struct pm_row *row, int k,
                          struct bounds *b)
{
    double least = 0, most = 0;
    for (int o = row->first; o < row->first + row->count; o++) {
        double a = p->entries[o].value;
        int column = p->entries[o].column;
        if (o == k)
            continue;
        least += a * (a > 0 ? b->lower[column] : b->upper[column]);
        most += a * (a > 0 ? b->upper[column] : b->lower[column]);
    }
    const double a = p->entries[k].value;
    const int column = p->entries[k].column;
    double low = (row->lower - most) / a, high = (row->upper - least) / a;
    if (a < 0) {
        double swap = low;
        low = high;
        high = swap;
    }
    bool tighter = false;
    if (isfinite(low) && ceil(low - 1e-7) > b->lower[column]) {
        b->lower[column] = ceil(low - 1e-7);
        tighter = true;
    }
    if (isfinite(high) && floor(high + 1e-7) < b->upper[column]) {
        b->upper[column] = floor(high + 1e-7);
        tighter = true;
    }
    return tighter;
}

/* Rows tell bounds of columns that are not binary: rows with one column always, others where
 * the model gives none. */
static void tighten_all(const struct pm_program *p, struct bounds *b)
{
    bool tighter = true;
    for (int round = 0; tighter && round < MAX_ROUNDS; round++) {
        tighter = false;
        for (int i = 0; i < p->row_count; i++) {
            const struct pm_row *row = &p->rows[i];
            for (int k = row->first; row->count <= 200 && k < row->first + row->count;
                 k++) {
                int column = p->entries[k].column;
                bool open = isinf(b->lower[column]) || isinf(b->upper[column]);
                if ((open || row->count == 1) && p->columns[column].type != PM_BINARY &&
                    p->entries[k].value != 0)
                    tighter |= tighten_entry(p, row, k, b);
            }
        }
    }
}

static pulma_status set_bounds(struct pm_program *p, bool tighten, struct pm_exact *x,
                               pulma_error *err)
{
    struct bounds b = {pm_new(&p->arena, (size_t)p->column_count + 1, double),
                       pm_new(&p->arena, (size_t)p->column_count + 1, double)};
    if (!b.lower || !b.upper)
        return pm_fail_memory(err);
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        bool fits = c->type != PM_CONTINUOUS || ((isinf(c->lower) || whole(c->lower)) &&
                                                 (isinf(c->upper) || whole(c->upper)));
        if (!fits)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "continuous variable %s has a bound that is not whole", c->name);
        b.lower[j] = ceil(c->lower - 1e-7);
        b.upper[j] = floor(c->upper + 1e-7);
    }
    if (tighten)
        tighten_all(p, &b);
    for (int j = 0; j < p->column_count; j++) {
        if (isinf(b.lower[j]) || isinf(b.upper[j]))
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "variable %s has no %s bound, which the model should give it",
                           p->columns[j].name, isinf(b.lower[j]) ? "lower" : "upper");
        if (b.upper[j] - b.lower[j] > MAX_SPAN || fabs(b.lower[j]) > MAX_WEIGHT)
            return pm_fail(
                err, PULMA_UNAVAILABLE, NULL,
                "variable %s can take more values (%g to %g) than can be distinguished",
                p->columns[j].name, b.lower[j], b.upper[j]);
        x->lower[j] = (int)b.lower[j];
        x->upper[j] = (int)b.upper[j]; /* below lower: nothing is feasible */
    }
    return PULMA_OK;
}

/* ---- The objective ---- */

static pulma_status scale_costs(struct pm_program *p, struct pm_exact *x, pulma_error *err)
{
    struct pm_entry *costs =
        pm_new(&p->arena, (size_t)p->column_count + 1, struct pm_entry);
    if (!costs)
        return pm_fail_memory(err);
    for (int j = 0; j < p->column_count; j++)
        costs[j] = (struct pm_entry){j, p->columns[j].cost};
    const int scale = scale_of(p->column_count, costs, 0, 0);
    x->cost_scale = (p->maximise ? -1.0 : 1.0) / (scale ? scale : 1);
    for (int j = 0; j < p->column_count; j++) {
        double weight = round(costs[j].value * scale) * (p->maximise ? -1 : 1);
        if (!scale || !fits_weight(weight))
            return pm_fail(
                err, PULMA_UNAVAILABLE, NULL,
                "the objective has coefficients that are not whole, or too large");
        x->costs[j] = (int)weight;
    }
    return PULMA_OK;
}

pulma_status pm_exact_make(struct pm_program *p, bool tighten, struct pm_exact *x,
                           pulma_error *err)
{
    *x = (struct pm_exact){
        .lower = pm_new(&p->arena, (size_t)p->column_count + 1, int),
        .upper = pm_new(&p->arena, (size_t)p->column_count + 1, int),
        .rows = pm_new(&p->arena, (size_t)p->row_count + 1, struct pm_exact_row),
        .weights = pm_new(&p->arena, (size_t)p->entry_count + 1, int),
        .costs = pm_new(&p->arena, (size_t)p->column_count + 1, int)};
    if (!x->lower || !x->upper || !x->rows || !x->weights || !x->costs)
        return pm_fail_memory(err);
    pulma_status status = PULMA_OK;
    for (int i = 0; i < p->row_count && status == PULMA_OK; i++)
        status = scale_row(p, i, x, err);
    if (status == PULMA_OK)
        status = check_vertices(p, x, err);
    if (status == PULMA_OK)
        status = set_bounds(p, tighten, x, err);
    if (status == PULMA_OK)
        status = scale_costs(p, x, err);
    return status;
}
