/* Folded programs (fold.h) in full, column by column as the translator numbers them.
 *
 * The translator has the columns of a variable where it is declared, and the model's text is folded in
 * place: so the columns of the sums of one family follow each other, and where they stand, those of
 * its products do, in the order of their keys.  Their rows come in that order as well. */
#include "program/fold.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "program/build.h"

/* What a program may take: as much as the translator may. */
static const int64_t most_bytes = (int64_t)4 << 30;

/* One product: a column and a row to be. */
struct product {
    uint64_t key;
    int left, right; /* columns of the folded program */
    int fold;
};

struct unfolder {
    const struct pm_program *from;
    struct pm_program *to;
    int *place;               /* per column of `from`: its number in `to` */
    int *first;               /* per fold: its products are of[first[f]] .. */
    int *of;                  /* columns of `to`, rising within a fold */
    int *filled;              /* per fold: how many of them are known */
    int *fold_of;             /* per column of `from`, or -1 */
    struct product *products; /* of one family at a time */
};

static int by_key(const void *a, const void *b)
{
    const struct product *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* The family whose sums begin with this column; NULL: none. */
static const struct pm_fold_family *family_at(const struct pm_program *p, int column)
{
    for (int f = 0; f < p->fold_family_count; f++) {
        const struct pm_fold_family *family = &p->fold_families[f];
        if (family->fold_count > 0 && p->folds[family->first].column == column)
            return family;
    }
    return NULL;
}

static int64_t count_products(const struct pm_program *p)
{
    int64_t n = 0;
    for (int f = 0; f < p->fold_family_count; f++)
        n += p->fold_families[f].products;
    return n;
}

/* The family whose sums come next after this column; NULL: none. */
static const struct pm_fold_family *family_after(const struct pm_program *p, int column)
{
    const struct pm_fold_family *next = NULL;
    for (int f = 0; f < p->fold_family_count; f++) {
        const struct pm_fold_family *family = &p->fold_families[f];
        const int start = family->fold_count > 0 ? p->folds[family->first].column : -1;
        if (start > column && (!next || start < p->folds[next->first].column))
            next = family;
    }
    return next;
}

int pm_fold_column(const struct pm_program *p, int column)
{
    for (int start = -1;;) {
        const struct pm_fold_family *family = family_after(p, start);
        start = family ? p->folds[family->first].column : INT_MAX;
        if (column < start)
            return column;
        if (column < start + family->products)
            return -1;
        column += family->fold_count - (int)family->products;
    }
}

/* ---- The products of a family ---- */

static void list_products(struct unfolder *u, const struct pm_fold_family *family)
{
    int n = 0;
    for (int f = family->first; f < family->first + family->fold_count; f++) {
        const struct pm_fold *fold = &u->from->folds[f];
        for (int i = 0; i < fold->count; i++)
            u->products[n++] = (struct product){fold->key + fold->keys[i], fold->left[i],
                                                fold->right[i], f};
    }
    qsort(u->products, (size_t)n, sizeof *u->products, by_key);
}

/* "s[1,2,3]" with this word before the bracket. */
static const char *name_of(struct pm_arena *arena, const struct pm_fold_family *family,
                           const char *word, uint64_t key)
{
    char name[400]; /* the translator's words have at most 100 letters */
    int len = snprintf(name, sizeof name, "%.100s", word);
    for (int i = 0; i < family->indices; i++)
        len +=
            snprintf(name + len, sizeof name - (size_t)len, "%c%llu", i ? ',' : '[',
                     (unsigned long long)(key % family->scale[i] / family->scale[i + 1]));
    len += snprintf(name + len, sizeof name - (size_t)len, "]");
    return pm_copy(arena, name, (size_t)len);
}

/* ---- Columns ---- */

static bool add_products(struct unfolder *u, const struct pm_fold_family *family, int at)
{
    list_products(u, family);
    for (int i = 0; i < family->products; i++) {
        const struct product *product = &u->products[i];
        struct pm_column *c = &u->to->columns[at + i];
        *c = (struct pm_column){
            .name = name_of(&u->to->arena, family, family->variable, product->key),
            .type = PM_BINARY,
            .upper = 1};
        u->of[u->first[product->fold] + u->filled[product->fold]++] = at + i;
        if (!c->name)
            return false;
    }
    return true;
}

static bool add_columns(struct unfolder *u)
{
    const struct pm_program *p = u->from;
    int at = 0;
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_fold_family *family = family_at(p, j);
        u->place[j] = at;
        if (family) {
            if (!add_products(u, family, at))
                return false;
            at += (int)family->products;
            j += family->fold_count - 1;
            continue;
        }
        struct pm_column *c = &u->to->columns[at++];
        *c = p->columns[j];
        c->name = pm_copy(&u->to->arena, c->name, strlen(c->name));
        if (!c->name)
            return false;
    }
    assert(at == u->to->column_count);
    return true;
}

/* ---- Rows ---- */

static int by_column(const void *a, const void *b)
{
    const struct pm_entry *x = a, *y = b;
    return (x->column > y->column) - (x->column < y->column);
}

static void add_entry(struct unfolder *u, int column, double value)
{
    u->to->entries[u->to->entry_count++] = (struct pm_entry){column, value};
    u->to->rows[u->to->row_count - 1].count++;
}

static struct pm_row *begin_row(struct unfolder *u, const char *name, double lower,
                                double upper)
{
    struct pm_row *row = &u->to->rows[u->to->row_count++];
    *row = (struct pm_row){
        .name = name, .lower = lower, .upper = upper, .first = u->to->entry_count};
    return row;
}

/* 0 <= x + y - 2 s <= 1. */
static bool add_definitions(struct unfolder *u, const struct pm_fold_family *family)
{
    if (family->products == 0)
        return true;
    const int s = u->place[u->from->folds[family->first].column];
    list_products(u, family);
    for (int i = 0; i < family->products; i++) {
        const struct product *product = &u->products[i];
        const char *name = name_of(&u->to->arena, family, family->name, product->key);
        struct pm_row *row = begin_row(u, name, 0, 1);
        add_entry(u, u->place[product->left], 1);
        add_entry(u, u->place[product->right], 1);
        add_entry(u, s + i, -2);
        qsort(u->to->entries + row->first, 3, sizeof *u->to->entries, by_column);
        if (!name)
            return false;
    }
    return true;
}

static bool add_row(struct unfolder *u, const struct pm_row *from)
{
    const struct pm_program *p = u->from;
    const char *name = pm_copy(&u->to->arena, from->name, strlen(from->name));
    struct pm_row *row = begin_row(u, name, from->lower, from->upper);
    for (int k = from->first; k < from->first + from->count; k++) {
        const struct pm_entry *e = &p->entries[k];
        const int fold = u->fold_of[e->column];
        for (int i = 0; fold >= 0 && i < p->folds[fold].count; i++)
            add_entry(u, u->of[u->first[fold] + i], e->value);
        if (fold < 0)
            add_entry(u, u->place[e->column], e->value);
    }
    qsort(u->to->entries + row->first, (size_t)row->count, sizeof *u->to->entries,
          by_column);
    return name != NULL;
}

static bool add_rows(struct unfolder *u)
{
    const struct pm_program *p = u->from;
    for (int i = 0; i <= p->row_count; i++) {
        for (int f = 0; f < p->fold_family_count; f++)
            if (p->fold_families[f].before == i &&
                !add_definitions(u, &p->fold_families[f]))
                return false;
        if (i < p->row_count && !add_row(u, &p->rows[i]))
            return false;
    }
    return true;
}

/* ---- The program ---- */

/* How many entries the rows will have. */
static int64_t count_entries(const struct unfolder *u)
{
    const struct pm_program *p = u->from;
    int64_t n = 3 * count_products(p);
    for (int k = 0; k < p->entry_count; k++) {
        const int fold = u->fold_of[p->entries[k].column];
        n += fold >= 0 ? p->folds[fold].count : 1;
    }
    return n;
}

/* Tells the columns that are sums. */
static bool find_folds(struct unfolder *u, struct pm_arena *arena)
{
    const struct pm_program *p = u->from;
    u->fold_of = pm_new(arena, (size_t)p->column_count + 1, int);
    for (int j = 0; u->fold_of && j < p->column_count; j++)
        u->fold_of[j] = -1;
    for (int f = 0; u->fold_of && f < p->fold_count; f++)
        u->fold_of[p->folds[f].column] = f;
    return u->fold_of != NULL;
}

/* Lists of the work; false: no memory. */
static bool open_lists(struct unfolder *u, struct pm_arena *arena)
{
    const struct pm_program *p = u->from;
    const size_t folds = (size_t)p->fold_count + 1,
                 products = (size_t)count_products(p) + 1;
    u->place = pm_new(arena, (size_t)p->column_count + 1, int);
    u->first = pm_new(arena, folds, int);
    u->filled = pm_new(arena, folds, int);
    u->of = pm_new(arena, products, int);
    u->products = pm_new(arena, products, struct product);
    if (!u->place || !u->first || !u->filled || !u->of || !u->products)
        return false;
    for (int f = 0; f < p->fold_count; f++)
        u->first[f + 1] = u->first[f] + p->folds[f].count;
    return true;
}

/* Bytes of a program; names are mostly shorter than this. */
static int64_t bytes_of(int64_t columns, int64_t rows, int64_t entries)
{
    enum { NAME = 32 };
    return columns * (int64_t)(sizeof(struct pm_column) + NAME) +
           rows * (int64_t)(sizeof(struct pm_row) + NAME) +
           entries * (int64_t)sizeof(struct pm_entry);
}

/* Room for the program, if it is not too large. */
static pulma_status open_program(struct unfolder *u, struct pm_arena *arena,
                                 pulma_error *err)
{
    const struct pm_program *p = u->from;
    const int64_t products = count_products(p);
    if (!find_folds(u, arena))
        return pm_fail_memory(err);
    const int64_t columns = p->column_count - p->fold_count + products,
                  rows = p->row_count + products, entries = count_entries(u);
    if (entries > INT_MAX || bytes_of(columns, rows, entries) > most_bytes)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the program has %lld products, too many to be written out",
                       (long long)products);
    u->to = pm_program_new((int)columns, (int)rows, (int)entries);
    return u->to && open_lists(u, arena) ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status build(struct unfolder *u, struct pm_arena *arena, pulma_error *err)
{
    const struct pm_program *p = u->from;
    pulma_status status = open_program(u, arena, err);
    if (status != PULMA_OK)
        return status;
    memcpy(u->to->name, p->name, sizeof p->name);
    u->to->maximise = p->maximise;
    u->to->constant = p->constant;
    u->to->row_count = u->to->entry_count = 0;
    if (!add_columns(u) || !add_rows(u))
        return pm_fail_memory(err);
    return pm_program_settle(u->to, err);
}

pulma_status pm_unfold(const struct pm_program *folded, struct pm_program **program,
                       pulma_error *err)
{
    struct unfolder u = {.from = folded};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    pulma_status status = build(&u, &arena, err);
    pm_arena_free(&arena);
    *program = status == PULMA_OK ? u.to : NULL;
    if (status != PULMA_OK)
        pm_program_free(u.to);
    return status;
}

/* ---- Values ---- */

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The keys of the products that are 1; returns how many.  `keys` may be NULL. */
static int list_ones(const struct pm_program *p, const struct pm_fold_family *family,
                     const double *values, uint64_t *keys)
{
    int n = 0;
    for (int f = family->first; f < family->first + family->fold_count; f++) {
        const struct pm_fold *fold = &p->folds[f];
        for (int i = 0; i < fold->count; i++) {
            if (values[fold->left[i]] * values[fold->right[i]] == 0)
                continue;
            if (keys)
                keys[n] = fold->key + fold->keys[i];
            n++;
        }
    }
    return n;
}

/* How many of n rising numbers are not larger than this one. */
static int count_up_to(const uint64_t *keys, int n, uint64_t key)
{
    int from = 0, to = n;
    while (from < to) {
        const int middle = from + (to - from) / 2;
        if (keys[middle] <= key)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Those that are 1 stand where as many products as have smaller keys stand before them. */
static bool put_ones(const struct pm_program *p, const struct pm_fold_family *family,
                     const double *values, double *to)
{
    const int n = list_ones(p, family, values, NULL);
    uint64_t *ones = calloc((size_t)n + 1, sizeof *ones);
    int *smaller = calloc((size_t)n + 1, sizeof *smaller);
    if (ones && smaller) {
        list_ones(p, family, values, ones);
        qsort(ones, (size_t)n, sizeof *ones, compare_keys);
        for (int f = family->first; f < family->first + family->fold_count; f++)
            for (int i = 0; i < p->folds[f].count; i++)
                smaller[count_up_to(ones, n, p->folds[f].key + p->folds[f].keys[i])]++;
        for (int i = 0, before = 0; i < n; i++) {
            before += smaller[i];
            to[before] = 1;
        }
    }
    const bool good = ones && smaller;
    free(ones);
    free(smaller);
    return good;
}

double *pm_unfold_values(const struct pm_program *p, const double *values, int *count)
{
    *count = p->column_count - p->fold_count + (int)count_products(p);
    double *all = calloc((size_t)*count + 1, sizeof *all);
    int at = 0;
    bool good = all != NULL;
    for (int j = 0; good && j < p->column_count; j++) {
        const struct pm_fold_family *family = family_at(p, j);
        if (family) {
            good = put_ones(p, family, values, all + at);
            at += (int)family->products;
            j += family->fold_count - 1;
        } else {
            all[at++] = values[j];
        }
    }
    if (good)
        return all;
    free(all);
    return NULL;
}
