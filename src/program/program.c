/* Programs: columns, rows, entries; what definition rows mean; their linear rewriting; sizes.
 *
 * A program comes from the translator as plain linear rows.  pm_program_settle() gives the rows
 * their roles by the names of their families.  A definition row is exact as it stands, so a
 * program may be solved before or after linearising, with the same answers. */
#include "program/program.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "notations/json.h"
#include "program/build.h"

/* A row may miss its bound by this much, for a row with coefficients around 1. */
static const double tolerance = 1e-6;

struct pm_program *pm_program_new(int columns, int rows, int entries)
{
    assert(columns >= 0 && rows >= 0 && entries >= 0);
    struct pm_program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    pm_arena_init(&p->arena, 0);
    p->column_count = columns;
    p->row_count = rows;
    p->entry_count = entries;
    p->columns = pm_new(&p->arena, (size_t)columns + 1, struct pm_column);
    p->rows = pm_new(&p->arena, (size_t)rows + 1, struct pm_row);
    p->entries = pm_new(&p->arena, (size_t)entries + 1, struct pm_entry);
    p->defined_by = pm_new(&p->arena, (size_t)columns + 1, int);
    if (!p->columns || !p->rows || !p->entries || !p->defined_by) {
        pm_program_free(p);
        return NULL;
    }
    return p;
}

void pm_program_free(struct pm_program *program)
{
    if (!program)
        return;
    pm_arena_free(&program->arena);
    free(program);
}

/* ---- The roles of rows ---- */

size_t pm_family_len(const char *row_name)
{
    return strcspn(row_name, "[.");
}

int pm_family_end(const struct pm_program *p, int first)
{
    const size_t len = pm_family_len(p->rows[first].name);
    int end = first + 1;
    while (end < p->row_count && pm_family_len(p->rows[end].name) == len &&
           strncmp(p->rows[end].name, p->rows[first].name, len) == 0)
        end++;
    return end;
}

/* Whether the row's family is `word`, or begins with it and an underscore. */
static bool family_is(const struct pm_row *row, const char *word)
{
    size_t len = strlen(word);
    return strncmp(row->name, word, len) == 0 &&
           (row->name[len] == '_' || row->name[len] == '[' || row->name[len] == '\0');
}

static bool is_binary(const struct pm_program *p, int column)
{
    return p->columns[column].type == PM_BINARY;
}

/* 0 <= x + y - 2 s <= 1, all binary. */
static pulma_status settle_product(struct pm_program *p, int i, pulma_error *err)
{
    struct pm_row *row = &p->rows[i];
    int factors = 0;
    bool fits = row->count == 3 && row->lower == 0 && row->upper == 1;
    for (int k = row->first; fits && k < row->first + row->count; k++) {
        const struct pm_entry *e = &p->entries[k];
        fits = is_binary(p, e->column);
        if (e->value == -2)
            row->stand_in = e->column;
        else if (e->value == 1 && factors < 2)
            row->factors[factors++] = e->column;
        else
            fits = false;
    }
    if (!fits || factors != 2 || row->stand_in < 0)
        return pm_fail(err, PULMA_BAD_TEXT, NULL,
                       "constraint %s must read 0 <= x + y - 2*s <= 1 with binary x, y, s, "
                       "as it defines a product",
                       row->name);
    if (p->defined_by[row->stand_in] >= 0)
        return pm_fail(err, PULMA_BAD_TEXT, NULL, "constraint %s defines %s a second time",
                       row->name, p->columns[row->stand_in].name);
    p->defined_by[row->stand_in] = i;
    row->role = PM_PRODUCT;
    return PULMA_OK;
}

/* What settling needs to know about columns. */
struct facts {
    int *uses;             /* in how many rows (and the objective) each occurs */
    double *lower, *upper; /* its bounds, also those that are written as constraints */
    int *at;               /* a zero per column, to work with */
};

/* The range of the row's expression without one of its columns. */
static void activity(const struct pm_program *p, const struct facts *facts,
                     const struct pm_row *row, int without, double *least, double *most)
{
    *least = *most = 0;
    for (int k = row->first; k < row->first + row->count; k++) {
        const struct pm_entry *e = &p->entries[k];
        const double lower = facts->lower[e->column], upper = facts->upper[e->column];
        if (e->column == without)
            continue;
        *least += e->value * (e->value > 0 ? lower : upper);
        *most += e->value * (e->value > 0 ? upper : lower);
    }
}

/* a <= e + M d <= M - a.  With M < 0 it is the same with 1 - d for d. */
static pulma_status settle_at_least(struct pm_program *p, const struct facts *facts, int i,
                                    int k, pulma_error *err)
{
    struct pm_row *row = &p->rows[i];
    const double big = p->entries[k].value;
    const double a = big > 0 ? row->lower : -row->upper, room = fabs(big) - a;
    double least, most;
    activity(p, facts, row, p->entries[k].column, &least, &most);
    if (a <= 0)
        return pm_fail(err, PULMA_BAD_TEXT, NULL,
                       "constraint %s says that an absolute value is at least %g, as it "
                       "always is",
                       row->name, a);
    if (isfinite(least) && isfinite(most) && (most > room + 1e-9 || -least > room + 1e-9))
        return pm_fail(err, PULMA_BAD_TEXT, NULL,
                       "constraint %s has the big number %g, and needs at least %g",
                       row->name, fabs(big), a + fmax(most, -least));
    row->role = PM_ABS_AT_LEAST;
    row->stand_in = p->entries[k].column;
    p->defined_by[row->stand_in] = i;
    return PULMA_OK;
}

static pulma_status settle_abs(struct pm_program *p, const struct facts *facts, int i,
                               pulma_error *err)
{
    struct pm_row *row = &p->rows[i];
    const double sum = row->lower + row->upper;
    for (int k = row->first; isfinite(sum) && k < row->first + row->count; k++) {
        const struct pm_entry *e = &p->entries[k];
        if (is_binary(p, e->column) && facts->uses[e->column] == 1 &&
            fabs(e->value - sum) < 1e-9)
            return settle_at_least(p, facts, i, k, err);
    }
    if (isfinite(sum) && sum == 0 && row->upper > 0) {
        row->role = PM_ABS_AT_MOST;
        return PULMA_OK;
    }
    return pm_fail(err, PULMA_BAD_TEXT, NULL,
                   "constraint %s must read a <= e + M*d <= M - a with a binary d that "
                   "occurs nowhere else, or -a <= e <= a, as it defines an absolute value",
                   row->name);
}

/* Puts the entries of row `less` in the order of those of `more`; false if the columns differ.
 * `at` is a zero per column, and is so again afterwards. */
static bool align(struct pm_program *p, const struct pm_row *more,
                  const struct pm_row *less, int *at)
{
    const struct pm_entry *first = p->entries + more->first;
    struct pm_entry *second = p->entries + less->first;
    bool same = more->count == less->count;
    for (int k = 0; k < more->count; k++)
        at[first[k].column] = k + 1;
    for (int k = 0; same && k < less->count; k++) {
        same = at[second[k].column] > 0;
        while (same && at[second[k].column] != k + 1) {
            struct pm_entry *place = &second[at[second[k].column] - 1], kept = *place;
            *place = second[k];
            second[k] = kept;
            same = at[kept.column] > 0;
        }
    }
    for (int k = 0; k < more->count; k++)
        at[first[k].column] = 0;
    return same;
}

/* Whether the rows read e + f <= a and - e + f <= a with an e that is not empty. */
static bool are_mirrored(struct pm_program *p, const struct facts *facts,
                         const struct pm_row *more, const struct pm_row *less)
{
    if (isfinite(more->lower) || isfinite(less->lower) || !isfinite(more->upper) ||
        more->upper != less->upper || !align(p, more, less, facts->at))
        return false;
    bool differ = false, fit = true;
    for (int k = 0; k < more->count; k++) {
        const double a = p->entries[more->first + k].value,
                     b = p->entries[less->first + k].value;
        differ |= a == -b;
        fit &= a == b || a == -b;
    }
    return differ && fit;
}

/* Whether `less` is the name of `more`, with less for more at the end of its family. */
static bool are_partners(const char *more, const char *less)
{
    const size_t stem = pm_family_len(more) - strlen("more");
    return strncmp(more, less, stem) == 0 && strncmp(less + stem, "less", 4) == 0 &&
           strcmp(more + stem + 4, less + stem + 4) == 0;
}

/* The rows of both families come in the same order, so the partner of the row after a pair is
 * the one after its partner; only the first of a family is looked for. */
static pulma_status settle_within(struct pm_program *p, const struct facts *facts, int i,
                                  pulma_error *err)
{
    struct pm_row *row = &p->rows[i];
    int other = i > 0 && p->rows[i - 1].partner >= 0 ? p->rows[i - 1].partner + 1 : 0;
    if (other >= p->row_count || !are_partners(row->name, p->rows[other].name))
        for (other = 0; other < p->row_count; other++)
            if (are_partners(row->name, p->rows[other].name))
                break;
    if (other == p->row_count || !are_mirrored(p, facts, row, &p->rows[other]))
        return pm_fail(
            err, PULMA_BAD_TEXT, NULL,
            "constraint %s must read e + f <= a and have a partner with 'less' for "
            "'more' in its name that reads -e + f <= a, as they define an absolute "
            "value",
            row->name);
    row->role = PM_ABS_WITHIN;
    p->rows[other].role = PM_ABS_WITHIN_2;
    row->partner = other;
    p->rows[other].partner = i;
    return PULMA_OK;
}

/* Whether the row's family ends with `word`. */
static bool family_ends(const struct pm_row *row, const char *word)
{
    const size_t family = pm_family_len(row->name), len = strlen(word);
    return family > len && strncmp(row->name + family - len, word, len) == 0;
}

static bool gather_facts(struct pm_program *p, struct facts *f)
{
    const size_t columns = (size_t)p->column_count + 1;
    f->uses = pm_new(&p->arena, columns, int);
    f->lower = pm_new(&p->arena, columns, double);
    f->upper = pm_new(&p->arena, columns, double);
    f->at = pm_new(&p->arena, columns, int);
    if (!f->uses || !f->lower || !f->upper || !f->at)
        return false;
    for (int j = 0; j < p->column_count; j++) {
        f->uses[j] = p->columns[j].cost != 0;
        f->lower[j] = p->columns[j].lower;
        f->upper[j] = p->columns[j].upper;
    }
    for (int k = 0; k < p->entry_count; k++)
        f->uses[p->entries[k].column]++;
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        const struct pm_entry *e = &p->entries[row->first];
        if (row->count != 1 || e->value <= 0)
            continue;
        f->lower[e->column] = fmax(f->lower[e->column], row->lower / e->value);
        f->upper[e->column] = fmin(f->upper[e->column], row->upper / e->value);
    }
    return true;
}

static bool is_less(const struct pm_row *row)
{
    return strncmp(row->name, "abs_", 4) == 0 && family_ends(row, "_less");
}

static pulma_status settle_row(struct pm_program *p, const struct facts *facts, int i,
                               pulma_error *err)
{
    const struct pm_row *row = &p->rows[i];
    if (strncmp(row->name, "product_", 8) == 0)
        return settle_product(p, i, err);
    if (strncmp(row->name, "abs_", 4) != 0 || is_less(row))
        return PULMA_OK;
    return family_ends(row, "_more") ? settle_within(p, facts, i, err)
                                     : settle_abs(p, facts, i, err);
}

pulma_status pm_program_settle(struct pm_program *p, pulma_error *err)
{
    struct facts facts;
    if (!gather_facts(p, &facts))
        return pm_fail_memory(err);
    p->has_objective = false;
    p->nonlinear = p->fold_count > 0;
    for (int j = 0; j < p->column_count; j++) {
        p->defined_by[j] = -1;
        p->has_objective |= p->columns[j].cost != 0;
    }
    for (int i = 0; i < p->row_count; i++) {
        struct pm_row *row = &p->rows[i];
        row->role = family_is(row, "given") ? PM_GIVEN : PM_LINEAR;
        row->stand_in = row->factors[0] = row->factors[1] = row->partner = -1;
    }
    for (int i = 0; i < p->row_count; i++) {
        pulma_status status = settle_row(p, &facts, i, err);
        if (status != PULMA_OK)
            return status;
        p->nonlinear |= p->rows[i].role >= PM_PRODUCT;
    }
    for (int i = 0; i < p->row_count; i++)
        if (is_less(&p->rows[i]) && p->rows[i].partner < 0)
            return pm_fail(
                err, PULMA_BAD_TEXT, NULL,
                "constraint %s has no partner with 'more' for 'less' in its name",
                p->rows[i].name);
    /* A product of products has no quadratic form; nobody has needed one. */
    for (int i = 0; i < p->row_count; i++)
        for (int f = 0; p->rows[i].role == PM_PRODUCT && f < 2; f++)
            if (p->defined_by[p->rows[i].factors[f]] >= 0)
                return pm_fail(
                    err, PULMA_BAD_TEXT, NULL,
                    "constraint %s defines a product of %s, which is itself defined "
                    "by one",
                    p->rows[i].name, p->columns[p->rows[i].factors[f]].name);
    return PULMA_OK;
}

/* ---- Linearising ---- */

/* Appends a row to `q`, which has room. */
static struct pm_row *add_row(struct pm_program *q, const char *name, double lower,
                              double upper)
{
    struct pm_row *row = &q->rows[q->row_count++];
    *row = (struct pm_row){.name = name,
                           .lower = lower,
                           .upper = upper,
                           .first = q->entry_count,
                           .stand_in = -1,
                           .factors = {-1, -1},
                           .partner = -1};
    return row;
}

static void add_entry(struct pm_program *q, struct pm_row *row, int column, double value)
{
    q->entries[q->entry_count++] = (struct pm_entry){column, value};
    row->count++;
}

static void add_entries(struct pm_program *q, struct pm_row *row,
                        const struct pm_program *p, const struct pm_row *from)
{
    for (int k = from->first; k < from->first + from->count; k++)
        add_entry(q, row, p->entries[k].column, p->entries[k].value);
}

/* "family[index].which" */
static const char *half_name(struct pm_program *q, const char *name, const char *which)
{
    size_t len = strlen(name), more = strlen(which);
    char *both = pm_new(&q->arena, len + more + 1, char);
    if (!both)
        return NULL;
    memcpy(both, name, len);
    memcpy(both + len, which, more);
    return both;
}

/* s >= x + y - 1 and 2 s <= x + y. */
static void linearise_product(struct pm_program *q, const struct pm_row *row)
{
    for (int half = 0; half < 2; half++) {
        struct pm_row *to = half == 0
                                ? add_row(q, half_name(q, row->name, ".low"), -1, HUGE_VAL)
                                : add_row(q, half_name(q, row->name, ".up"), -HUGE_VAL, 0);
        add_entry(q, to, row->stand_in, half == 0 ? 1 : 2);
        add_entry(q, to, row->factors[0], -1);
        add_entry(q, to, row->factors[1], -1);
    }
}

static void linearise_row(struct pm_program *q, const struct pm_program *p,
                          const struct pm_row *row)
{
    switch (row->role) {
    case PM_PRODUCT:
        linearise_product(q, row);
        break;
    case PM_ABS_AT_LEAST:
    case PM_ABS_AT_MOST: /* either bound of the row becomes a row */
        add_entries(q, add_row(q, half_name(q, row->name, ".low"), row->lower, HUGE_VAL), p,
                    row);
        add_entries(q, add_row(q, half_name(q, row->name, ".up"), -HUGE_VAL, row->upper), p,
                    row);
        break;
    default: {
        struct pm_row *to = add_row(q, pm_copy(&q->arena, row->name, strlen(row->name)),
                                    row->lower, row->upper);
        to->role = row->role == PM_GIVEN ? PM_GIVEN : PM_LINEAR;
        add_entries(q, to, p, row);
    }
    }
}

pulma_status pm_program_linearise(const struct pm_program *p, struct pm_program **linear,
                                  pulma_error *err)
{
    struct pm_program *q =
        pm_program_new(p->column_count, 2 * p->row_count, 2 * p->entry_count);
    *linear = q;
    if (!q)
        return pm_fail_memory(err);
    q->row_count = q->entry_count = 0;
    memcpy(q->name, p->name, sizeof q->name);
    q->maximise = p->maximise;
    q->has_objective = p->has_objective;
    q->constant = p->constant;
    bool copied = true;
    for (int j = 0; j < p->column_count; j++) {
        q->columns[j] = p->columns[j];
        q->columns[j].name =
            pm_copy(&q->arena, p->columns[j].name, strlen(p->columns[j].name));
        q->defined_by[j] = -1;
        copied = copied && q->columns[j].name;
    }
    for (int i = 0; i < p->row_count; i++) {
        linearise_row(q, p, &p->rows[i]);
        copied = copied && q->rows[q->row_count - 1].name;
    }
    if (copied)
        return PULMA_OK;
    pm_program_free(q);
    *linear = NULL;
    return pm_fail_memory(err);
}

/* ---- Values ---- */

void pm_program_round(const struct pm_program *p, double *values)
{
    for (int j = 0; j < p->column_count; j++) {
        double whole = round(values[j]);
        if (p->columns[j].type != PM_CONTINUOUS || fabs(values[j] - whole) < tolerance)
            values[j] = whole + 0.0; /* no negative zero: it would be printed */
    }
}

bool pm_program_satisfied(const struct pm_program *p, const double *values, int *row)
{
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        double slack = tolerance * fmax(1, fabs(values[j]));
        *row = -1 - j;
        if (!(values[j] >= c->lower - slack && values[j] <= c->upper + slack))
            return false;
    }
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *r = &p->rows[i];
        double sum = 0, size = 1;
        for (int k = r->first; k < r->first + r->count; k++) {
            double term = p->entries[k].value * values[p->entries[k].column];
            sum += term;
            size = fmax(size, fabs(term));
        }
        *row = i;
        if (!(sum >= r->lower - tolerance * size && sum <= r->upper + tolerance * size))
            return false;
    }
    return true;
}

double pm_program_objective(const struct pm_program *p, const double *values)
{
    double sum = p->constant;
    for (int j = 0; j < p->column_count; j++)
        sum += p->columns[j].cost * values[j];
    return sum;
}

/* ---- Sizes ---- */

/* A size while it is counted. */
struct tally {
    struct pm_program *program;
    struct pm_size *size;
    bool linear; /* the program is counted as linearising would leave it */
    int *terms;  /* per column: how many it stands for, or NULL: one each */
};

static bool is_counted(const struct tally *t, enum pm_row_role role)
{
    return role != PM_GIVEN &&
           (t->linear || (role != PM_PRODUCT && role != PM_ABS_WITHIN_2));
}

static struct pm_family *family_of(struct tally *t, const char *name, enum pm_row_role role)
{
    struct pm_size *size = t->size;
    size_t len = pm_family_len(name);
    /* Rows of a family follow each other, so the search is short from the end. */
    for (int f = size->family_count - 1; f >= 0; f--)
        if (strlen(size->families[f].name) == len &&
            strncmp(size->families[f].name, name, len) == 0)
            return &size->families[f];
    struct pm_family *family = &size->families[size->family_count++];
    family->name = pm_copy(&t->program->arena, name, len);
    family->counted = is_counted(t, role);
    return family->name ? family : NULL;
}

static bool count_terms(struct tally *t)
{
    const struct pm_program *p = t->program;
    if (p->fold_count == 0)
        return true;
    t->terms = pm_new(&t->program->arena, (size_t)p->column_count + 1, int);
    for (int j = 0; t->terms && j < p->column_count; j++)
        t->terms[j] = 1;
    for (int i = 0; t->terms && i < p->fold_count; i++)
        t->terms[p->folds[i].column] = p->folds[i].count;
    return t->terms != NULL;
}

static void count_columns(struct tally *t)
{
    const struct pm_program *p = t->program;
    struct pm_size *size = t->size;
    int64_t products = 0;
    for (int j = 0; j < p->column_count; j++) {
        if (!t->linear && p->defined_by[j] >= 0)
            continue;
        size->binary += p->columns[j].type == PM_BINARY;
        size->integer += p->columns[j].type == PM_INTEGER;
        size->continuous += p->columns[j].type == PM_CONTINUOUS;
    }
    for (int i = 0; i < p->fold_count; i++) {
        const bool binary = p->columns[p->folds[i].column].type == PM_BINARY;
        *(binary ? &size->binary : &size->integer) -= 1;
        products += p->folds[i].count;
    }
    size->binary += t->linear ? (int)products : 0;
    size->variables = size->binary + size->integer + size->continuous;
}

static const char *class_of(const struct tally *t)
{
    const struct pm_size *size = t->size;
    if (t->program->nonlinear && !t->linear)
        return "MINLP";
    if (size->binary + size->integer == 0)
        return "LP";
    if (size->continuous)
        return "MILP";
    return size->integer ? "ILP" : "BLP";
}

/* `rows` rows of one family with `terms` terms each. */
static void count_rows(struct tally *t, struct pm_family *family, int rows, int terms)
{
    family->rows += rows;
    if (!family->counted)
        return;
    t->size->constraints += rows;
    t->size->single += terms == 1 ? rows : 0;
    t->size->nonzeros += (int64_t)rows * terms;
}

static bool count_row(struct tally *t, const struct pm_row *row)
{
    struct pm_family *family = family_of(t, row->name, row->role);
    const bool halves = row->role == PM_PRODUCT || row->role == PM_ABS_AT_LEAST ||
                        row->role == PM_ABS_AT_MOST;
    int terms = row->count - (!t->linear && row->stand_in >= 0);
    for (int k = row->first; t->terms && k < row->first + row->count; k++)
        terms += t->terms[t->program->entries[k].column] - 1;
    if (!family)
        return false;
    count_rows(t, family, t->linear && halves ? 2 : 1, terms);
    if (!t->linear) {
        t->size->products += row->role == PM_PRODUCT;
        t->size->absolutes += row->role == PM_ABS_AT_LEAST || row->role == PM_ABS_AT_MOST ||
                              row->role == PM_ABS_WITHIN;
    }
    return true;
}

/* The definition rows of products that are folded. */
static bool count_products(struct tally *t, const struct pm_fold_family *folded)
{
    const int products = (int)folded->products;
    struct pm_family *family = products > 0 ? family_of(t, folded->name, PM_PRODUCT) : NULL;
    if (!family)
        return products == 0;
    count_rows(t, family, t->linear ? 2 * products : products, 3);
    t->size->products += t->linear ? 0 : products;
    return true;
}

pulma_status pm_program_size(struct pm_program *p, bool linear, struct pm_size *size)
{
    struct tally t = {.program = p, .size = size, .linear = linear};
    *size = (struct pm_size){0};
    const size_t families = (size_t)p->row_count + (size_t)p->fold_family_count;
    size->families = pm_new(&p->arena, families + 1, struct pm_family);
    bool good = size->families && count_terms(&t);
    if (good)
        count_columns(&t);
    for (int i = 0; i <= p->row_count && good; i++) {
        for (int f = 0; f < p->fold_family_count && good; f++)
            if (p->fold_families[f].before == i)
                good = count_products(&t, &p->fold_families[f]);
        if (i < p->row_count && good)
            good = count_row(&t, &p->rows[i]);
    }
    size->kind = good ? class_of(&t) : "";
    return good ? PULMA_OK : PULMA_NO_MEMORY;
}

pulma_status pm_program_size_json(struct pm_program *program, bool linear,
                                  struct pm_out *out, pulma_error *err)
{
    struct pm_size size;
    if (pm_program_size(program, linear, &size) != PULMA_OK)
        return pm_fail_memory(err);
    pm_out_f(out,
             "{\"binary\": %d, \"integer\": %d, \"continuous\": %d, \"variables\": %d, "
             "\"constraints\": %d, \"single\": %d, \"nonzeros\": %lld, \"class\": \"%s\", "
             "\"products\": %d, \"absolutes\": %d, \"families\": [",
             size.binary, size.integer, size.continuous, size.variables, size.constraints,
             size.single, (long long)size.nonzeros, size.kind, size.products,
             size.absolutes);
    for (int f = 0; f < size.family_count; f++) {
        pm_out_text(out, f ? ", {\"name\": " : "{\"name\": ");
        pm_json_put(out, size.families[f].name, strlen(size.families[f].name));
        pm_out_f(out, ", \"rows\": %d, \"counted\": %s}", size.families[f].rows,
                 size.families[f].counted ? "true" : "false");
    }
    pm_out_text(out, "]}\n");
    return out->failed ? pm_fail_memory(err) : PULMA_OK;
}
