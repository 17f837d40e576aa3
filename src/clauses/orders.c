#include "clauses/orders.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, MAX_SIDE = 1 << 30 };

/* less <= more + width: what a row says, with the width that its binaries leave. */
struct link {
    int row;
    int less, more; /* columns */
    int64_t width;  /* in the present answer */
    bool off;       /* it leads into a cut that has been found */
};

struct pm_orders {
    struct pm_program *program;
    const struct pm_exact *exact;
    bool *follows; /* per column */
    int link_count;
    struct link *links;
    int *link_of; /* per row; -1: none */
    /* For one answer. */
    int64_t *most; /* per column: it is at most so much */
    int *by;       /* per column: the link that says so; -1: its bound */
    int *mark;     /* per column */
    /* For one cut. */
    int64_t *sums; /* per column; 0 between cuts */
    bool *in_cut;
    int *columns, *weights;
};

/* ---- Finding orders ---- */

static bool may_order(const struct pm_orders *o, int column, const bool *taken)
{
    const struct pm_exact *x = o->exact;
    return (!taken || !taken[column]) && x->costs[column] == 0 &&
           x->upper[column] - x->lower[column] > 1 && o->program->defined_by[column] < 0 &&
           abs(x->lower[column]) <= MAX_SIDE;
}

/* The row as sign * weights <= side; 0: it has two sides, or none. */
static int sign_of(const struct pm_exact *x, int row, int64_t *side)
{
    const struct pm_exact_row *r = &x->rows[row];
    if ((r->lower == INT64_MIN) == (r->upper == INT64_MAX))
        return 0;
    *side = r->lower == INT64_MIN ? r->upper : -r->lower;
    return r->lower == INT64_MIN ? 1 : -1;
}

/* Reads a row as unit * (less - more) + binaries <= side.  False: it is none. */
static bool read_link(const struct pm_orders *o, int row, struct link *link)
{
    const struct pm_row *r = &o->program->rows[row];
    const struct pm_exact *x = o->exact;
    int64_t side = 0, least = 0, most = 0;
    int unit = 0;
    const int sign = sign_of(x, row, &side);
    *link = (struct link){.row = row, .less = NONE, .more = NONE};
    for (int k = r->first; k < r->first + r->count; k++) {
        const int column = o->program->entries[k].column, weight = sign * x->weights[k];
        if (weight == 0)
            continue;
        if (!o->follows[column]) {
            if (x->lower[column] < 0 || x->upper[column] > 1)
                return false;
            most += (int64_t)weight * (weight > 0 ? x->upper[column] : x->lower[column]);
            least += (int64_t)weight * (weight > 0 ? x->lower[column] : x->upper[column]);
            continue;
        }
        int *end = weight > 0 ? &link->less : &link->more;
        if (*end != NONE || (unit && abs(weight) != unit))
            return false;
        *end = column;
        unit = abs(weight);
    }
    /* With a unit of 1 every sum is exact. */
    return sign != 0 && (r->role == PM_LINEAR || r->role == PM_GIVEN) && unit == 1 &&
           llabs(side) <= MAX_SIDE && link->less != NONE && link->more != NONE &&
           side - most < 0 && side - least >= x->upper[link->less] - x->lower[link->more];
}

/* Columns that share a row with one that is none are none. */
static void spoil(struct pm_orders *o)
{
    bool again = true;
    while (again) {
        again = false;
        for (int i = 0; i < o->program->row_count; i++) {
            const struct pm_row *r = &o->program->rows[i];
            struct link link;
            bool touches = false;
            for (int k = r->first; k < r->first + r->count; k++)
                touches |=
                    o->exact->weights[k] != 0 && o->follows[o->program->entries[k].column];
            if (!touches || read_link(o, i, &link))
                continue;
            again = true;
            for (int k = r->first; k < r->first + r->count; k++)
                o->follows[o->program->entries[k].column] = false;
        }
    }
}

struct pm_orders *pm_orders_new(struct pm_program *p, const struct pm_exact *exact,
                                const bool *taken)
{
    struct pm_arena *arena = &p->arena;
    const size_t rows = (size_t)p->row_count + 1, columns = (size_t)p->column_count + 1;
    struct pm_orders *o = pm_new(arena, 1, struct pm_orders);
    if (!o)
        return NULL;
    o->program = p;
    o->exact = exact;
    o->follows = pm_new(arena, columns, bool);
    o->links = pm_new(arena, rows, struct link);
    o->link_of = pm_new(arena, rows, int);
    o->most = pm_new(arena, columns, int64_t);
    o->by = pm_new(arena, columns, int);
    o->mark = pm_new(arena, columns, int);
    o->sums = pm_new(arena, columns, int64_t);
    o->in_cut = pm_new(arena, columns, bool);
    o->columns = pm_new(arena, columns, int);
    o->weights = pm_new(arena, columns, int);
    if (!o->follows || !o->links || !o->link_of || !o->most || !o->by || !o->mark ||
        !o->sums || !o->in_cut || !o->columns || !o->weights)
        return NULL;
    bool *tied = pm_new(arena, columns, bool);
    if (!tied)
        return NULL;
    for (int j = 0; j < p->column_count; j++)
        o->follows[j] = may_order(o, j, taken);
    spoil(o);
    for (int i = 0; i < p->row_count; i++) {
        struct link *link = &o->links[o->link_count];
        o->link_of[i] = NONE;
        if (!read_link(o, i, link))
            continue;
        tied[link->less] = tied[link->more] = true;
        o->link_of[i] = o->link_count++;
    }
    memcpy(o->follows, tied, (size_t)p->column_count * sizeof *tied);
    return o;
}

bool pm_orders_column(const struct pm_orders *o, int column)
{
    return o->follows[column];
}

bool pm_orders_row(const struct pm_orders *o, int row)
{
    return o->link_of[row] != NONE;
}

/* ---- Is there an order? ---- */

/* The width that the binaries of a row leave. */
static int64_t width_of(const struct pm_orders *o, int row, const int *answer)
{
    const struct pm_row *r = &o->program->rows[row];
    int64_t width = 0;
    const int sign = sign_of(o->exact, row, &width);
    for (int k = r->first; k < r->first + r->count; k++) {
        const int column = o->program->entries[k].column;
        if (!o->follows[column])
            width -= (int64_t)sign * o->exact->weights[k] *
                     (o->exact->lower[column] + answer[column]);
    }
    return width;
}

/* Lowers what columns are at most, as the links say.  Returns a column for which nothing is left, or
 * -1: then these are values. */
static int lower_all(const struct pm_orders *o)
{
    const struct pm_exact *x = o->exact;
    bool again = true;
    for (int j = 0; j < o->program->column_count; j++) {
        o->most[j] = x->upper[j];
        o->by[j] = NONE;
    }
    while (again) {
        again = false;
        for (int l = 0; l < o->link_count; l++) {
            const struct link *link = &o->links[l];
            if (link->off || o->most[link->less] <= o->most[link->more] + link->width)
                continue;
            o->most[link->less] = o->most[link->more] + link->width;
            o->by[link->less] = l;
            again = true;
            if (o->most[link->less] < x->lower[link->less])
                return link->less;
        }
    }
    return NONE;
}

static void measure(const struct pm_orders *o, const int *answer)
{
    const struct pm_exact *x = o->exact;
    for (int l = 0; l < o->link_count; l++) {
        struct link *link = &o->links[l];
        link->width = width_of(o, link->row, answer);
        link->off = link->width >= x->upper[link->less] - x->lower[link->more];
    }
}

void pm_orders_fill(const struct pm_orders *o, const int *answer, double *values)
{
    if (o->link_count == 0)
        return;
    measure(o, answer);
    const int fault = lower_all(o);
    assert(fault == NONE);
    (void)fault;
    for (int j = 0; j < o->program->column_count; j++)
        if (o->follows[j])
            values[j] = (double)o->most[j];
}

/* ---- Cuts ---- */

/* Adds the binaries of a row, which add up to at most its side. */
static void add_row(const struct pm_orders *o, int row, struct pm_order_cut *cut)
{
    const struct pm_row *r = &o->program->rows[row];
    int64_t side = 0;
    const int sign = sign_of(o->exact, row, &side);
    cut->bound += side;
    for (int k = r->first; k < r->first + r->count; k++) {
        const int column = o->program->entries[k].column;
        const int64_t weight = sign * o->exact->weights[k];
        if (o->follows[column] || weight == 0)
            continue;
        if (o->exact->upper[column] == o->exact->lower[column]) {
            cut->bound -= weight * o->exact->lower[column];
            continue;
        }
        if (!o->in_cut[column])
            o->columns[cut->count++] = column;
        o->in_cut[column] = true;
        o->sums[column] += weight;
    }
}

/* The columns from one for which nothing is left backwards until one comes again, which is then on
 * the circle, or until the first, which has its bound.  Returns the one where the sum begins. */
static int walk_back(const struct pm_orders *o, int column, int stamp)
{
    while (o->mark[column] != stamp && o->by[column] != NONE) {
        o->mark[column] = stamp;
        column = o->links[o->by[column]].more;
    }
    return column;
}

/* Adds up the rows of a circle, or of a path between the bounds of its ends. */
static struct pm_order_cut add_up(const struct pm_orders *o, int fault, int stamp)
{
    struct pm_order_cut cut = {.columns = o->columns, .weights = o->weights};
    const int end = walk_back(o, fault, stamp);
    const bool circle = o->by[end] != NONE;
    const int begin = circle ? end : fault;
    int column = begin;
    if (!circle)
        cut.bound += (int64_t)o->exact->upper[end] - o->exact->lower[fault];
    do {
        struct link *link = &o->links[o->by[column]];
        add_row(o, link->row, &cut);
        link->off = true;
        column = link->more;
    } while (column != end);
    return cut;
}

/* Takes the weights and clears the sums.  Numbers that are too large say less: one of the binaries
 * that make the sum too large changes. */
static void take_weights(const struct pm_orders *o, const int *answer,
                         struct pm_order_cut *cut)
{
    bool large = llabs(cut->bound) > INT_MAX;
    for (int k = 0; k < cut->count; k++)
        large |= llabs(o->sums[o->columns[k]]) > MAX_SIDE;
    cut->bound = large ? -1 : cut->bound;
    for (int k = 0; k < cut->count; k++) {
        const int column = o->columns[k];
        const int64_t sum = o->sums[column];
        const int one = (sum > 0) == (answer[column] > 0) ? (sum > 0) - (sum < 0) : 0;
        o->weights[k] = large ? one : (int)sum;
        cut->bound += large && one > 0;
        o->sums[column] = 0;
        o->in_cut[column] = false;
    }
}

int pm_orders_cuts(const struct pm_orders *o, const int *answer,
                   void (*cut)(void *context, const struct pm_order_cut *cut),
                   void *context)
{
    int found = 0;
    measure(o, answer);
    memset(o->mark, 0, (size_t)o->program->column_count * sizeof *o->mark);
    for (int fault; (fault = lower_all(o)) != NONE; found++) {
        struct pm_order_cut row = add_up(o, fault, found + 1);
        take_weights(o, answer, &row);
        cut(context, &row);
    }
    return found;
}
