/* A program without answers that are known already.
 *
 * An answer is told from others by some of the columns, those that the model prints.  Each of them
 * is written in bits: a binary is its own bit, any other number gets an equation
 * x = lower + e1 + 2 e2 + 4 e3 ... .  Then one row excludes one vector: some bit differs. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "program/build.h"

enum { MOST_BITS = 31 };

/* What a number must miss every whole one by, to be told from it by any solver. */
static const double fraction = 0.01;

/* ---- Bits ---- */

/* How many bits the values of a column have; -1: no number of them is enough. */
static int bits_of(const struct pm_column *c)
{
    const double span = floor(c->upper) - ceil(c->lower);
    int bits = 0;
    if (!(span < (double)(INT64_C(1) << MOST_BITS)))
        return -1;
    while (span >= (double)(INT64_C(1) << bits))
        bits++;
    return bits;
}

/* A binary between 0 and 1 stands for itself. */
static bool is_bit(const struct pm_column *c)
{
    return c->type != PM_CONTINUOUS && c->lower == 0 && c->upper == 1;
}

bool pm_exclude_whole(const struct pm_program *p, int column)
{
    if (p->columns[column].type != PM_CONTINUOUS)
        return true;
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        double unit = 0;
        for (int k = row->first; k < row->first + row->count; k++)
            if (p->entries[k].column == column)
                unit = p->entries[k].value;
        bool whole = unit != 0 && row->lower == row->upper &&
                     row->lower / unit == round(row->lower / unit);
        for (int k = row->first; whole && k < row->first + row->count; k++) {
            const struct pm_entry *e = &p->entries[k];
            whole = e->column == column || (p->columns[e->column].type != PM_CONTINUOUS &&
                                            e->value / unit == round(e->value / unit));
        }
        if (whole)
            return true;
    }
    return false;
}

/* ---- The larger program ---- */

struct larger {
    const struct pm_program *from;
    const struct pm_exclude *exclude;
    struct pm_program *to;
    int *first_bit, *bits; /* per excluded column */
    bool failed;           /* no memory */
};

static struct pm_row *add_row(struct larger *l, const char *name, int number, double lower,
                              double upper)
{
    struct pm_program *q = l->to;
    struct pm_row *row = &q->rows[q->row_count++];
    char full[80];
    int len = snprintf(full, sizeof full, "%s[%d]", name, number);
    *row = (struct pm_row){.name = pm_copy(&q->arena, full, (size_t)len),
                           .lower = lower,
                           .upper = upper,
                           .first = q->entry_count,
                           .role = PM_LINEAR,
                           .stand_in = -1,
                           .factors = {-1, -1},
                           .partner = -1};
    l->failed |= !row->name;
    return row;
}

static void add_entry(struct larger *l, struct pm_row *row, int column, double value)
{
    l->to->entries[l->to->entry_count++] = (struct pm_entry){column, value};
    row->count++;
}

static int add_column(struct larger *l, const char *name, double lower, double upper)
{
    struct pm_program *q = l->to;
    const int column = q->column_count++;
    char full[80];
    int len = snprintf(full, sizeof full, "%s[%d]", name, column);
    q->columns[column] =
        (struct pm_column){.name = pm_copy(&q->arena, full, (size_t)len),
                           .type = lower == 0 && upper == 1 ? PM_BINARY : PM_INTEGER,
                           .lower = lower,
                           .upper = upper};
    q->defined_by[column] = -1;
    l->failed |= !q->columns[column].name;
    return column;
}

/* Everything that the program has, but for an objective whose best value is a row. */
static void copy(struct larger *l)
{
    const struct pm_program *p = l->from;
    struct pm_program *q = l->to;
    q->column_count = p->column_count;
    q->row_count = p->row_count;
    q->entry_count = p->entry_count;
    q->nonlinear = p->nonlinear;
    q->fold_count = p->fold_count; /* columns keep their numbers */
    q->folds = p->folds;
    q->maximise = p->maximise;
    q->constant = p->constant;
    q->has_objective = p->has_objective && !l->exclude->has_best;
    memcpy(q->name, p->name, sizeof q->name);
    memcpy(q->entries, p->entries, (size_t)p->entry_count * sizeof *p->entries);
    for (int j = 0; j < p->column_count; j++) {
        q->columns[j] = p->columns[j];
        q->columns[j].cost = q->has_objective ? p->columns[j].cost : 0;
        q->columns[j].name =
            pm_copy(&q->arena, p->columns[j].name, strlen(p->columns[j].name));
        q->defined_by[j] = p->defined_by[j];
        l->failed |= !q->columns[j].name;
    }
    for (int i = 0; i < p->row_count; i++) {
        q->rows[i] = p->rows[i];
        q->rows[i].name = pm_copy(&q->arena, p->rows[i].name, strlen(p->rows[i].name));
        l->failed |= !q->rows[i].name;
    }
}

static void keep_best(struct larger *l)
{
    const struct pm_program *p = l->from;
    const double best = l->exclude->best - p->constant;
    if (!l->exclude->has_best)
        return;
    struct pm_row *row = add_row(l, "as_good", 1, p->maximise ? best : -HUGE_VAL,
                                 p->maximise ? HUGE_VAL : best);
    for (int j = 0; j < p->column_count; j++)
        if (p->columns[j].cost != 0)
            add_entry(l, row, j, p->columns[j].cost);
}

/* Writes the excluded columns in bits. */
static void add_bits(struct larger *l)
{
    for (int c = 0; c < l->exclude->column_count; c++) {
        const int column = l->exclude->columns[c], bits = l->bits[c];
        struct pm_column *number = &l->to->columns[column];
        l->first_bit[c] = column;
        if (bits == 0 || is_bit(number))
            continue;
        struct pm_row *row =
            add_row(l, "bits", column, ceil(number->lower), ceil(number->lower));
        add_entry(l, row, column, 1);
        for (int b = 0; b < bits; b++) {
            const int bit = add_column(l, "bit", 0, 1);
            l->first_bit[c] = b == 0 ? bit : l->first_bit[c];
            add_entry(l, row, bit, -(double)(INT64_C(1) << b));
        }
        number->type = PM_INTEGER;
    }
}

static void exclude_vector(struct larger *l, int vector)
{
    const struct pm_exclude *x = l->exclude;
    const int *values = x->values + (size_t)vector * (size_t)x->column_count;
    struct pm_row *row = add_row(l, "excluded", vector + 1, 1, HUGE_VAL);
    for (int c = 0; c < x->column_count; c++) {
        const double lower = ceil(l->from->columns[x->columns[c]].lower);
        const int64_t code = values[c] - (int64_t)lower;
        for (int b = 0; b < l->bits[c]; b++) {
            const bool set = code >> b & 1;
            add_entry(l, row, l->first_bit[c] + b, set ? -1 : 1);
            row->lower -= set;
        }
    }
}

/* Some of the columns misses every whole number: c = t + f, and f is neither 0 nor 1. */
static void ask_for_fraction(struct larger *l)
{
    const struct pm_exclude *x = l->exclude;
    const int first = l->to->column_count;
    for (int c = 0; c < x->column_count; c++) {
        const struct pm_column *number = &l->from->columns[x->columns[c]];
        const int below = add_column(l, "below", floor(number->lower), ceil(number->upper));
        const int misses = add_column(l, "misses", 0, 1);
        for (int side = 0; side < 2; side++) {
            struct pm_row *row =
                add_row(l, side == 0 ? "above" : "under", x->columns[c],
                        side == 0 ? 0 : -HUGE_VAL, side == 0 ? HUGE_VAL : 1);
            add_entry(l, row, x->columns[c], 1);
            add_entry(l, row, below, -1);
            add_entry(l, row, misses, side == 0 ? -fraction : fraction);
        }
    }
    struct pm_row *row = add_row(l, "some", 1, 1, HUGE_VAL);
    for (int c = 0; c < x->column_count; c++)
        add_entry(l, row, first + 2 * c + 1, 1);
}

static pulma_status survey(struct larger *l, int *bits, pulma_error *err)
{
    const struct pm_exclude *x = l->exclude;
    *bits = 0;
    for (int c = 0; c < x->column_count; c++) {
        assert(x->columns[c] >= 0 && x->columns[c] < l->from->column_count);
        const struct pm_column *number = &l->from->columns[x->columns[c]];
        l->bits[c] = bits_of(number);
        if (l->bits[c] < 0)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "the model prints variable %s, which has no bounds, so that an "
                           "answer cannot be excluded",
                           number->name);
        *bits += l->bits[c];
    }
    return PULMA_OK;
}

pulma_status pm_program_exclude(const struct pm_program *p, const struct pm_exclude *x,
                                struct pm_program **larger, pulma_error *err)
{
    struct pm_arena arena;
    struct larger l = {.from = p, .exclude = x};
    int bits = 0;
    *larger = NULL;
    pm_arena_init(&arena, 0);
    l.bits = pm_new(&arena, (size_t)x->column_count + 1, int);
    l.first_bit = pm_new(&arena, (size_t)x->column_count + 1, int);
    pulma_status status = l.bits && l.first_bit ? survey(&l, &bits, err) : PULMA_NO_MEMORY;
    /* Every number has one row and an entry beside its bits; with fractions two rows of three. */
    const int64_t n = x->column_count, entries = p->entry_count + p->column_count + 7 * n +
                                                 ((int64_t)x->count + 1) * bits;
    if (status == PULMA_OK && entries < INT32_MAX)
        l.to = pm_program_new(p->column_count + (int)(2 * n) + bits,
                              p->row_count + (int)(2 * n) + x->count + 2, (int)entries);
    if (l.to) {
        copy(&l);
        keep_best(&l);
        if (x->fraction)
            ask_for_fraction(&l);
        else
            add_bits(&l);
        for (int i = 0; !x->fraction && i < x->count; i++)
            exclude_vector(&l, i);
    }
    pm_arena_free(&arena);
    if (status == PULMA_OK && (!l.to || l.failed))
        status = PULMA_NO_MEMORY;
    if (status == PULMA_OK)
        *larger = l.to;
    else
        pm_program_free(l.to);
    return status == PULMA_NO_MEMORY ? pm_fail_memory(err) : status;
}
