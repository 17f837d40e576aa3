/* Reading the factors of folded products (fold.h) from the rows that tell them.
 *
 * Rows of one family that agree in their outer indices follow each other: they are a *list*, of the
 * columns of one factor as the sum runs on.  The sum of a column is then two lists side by side. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "program/build.h"
#include "program/fold.h"

/* So that what is counted of them stays an int. */
static const int64_t most_products = INT_MAX / 8;

struct list {
    const int *outer; /* `linked` of them */
    int linked;
    int first, count; /* in the columns of its side */
    bool single;      /* some row says that at most one of the columns is 1 */
};

/* One family of rows that tell factors. */
struct side {
    int first, end; /* rows */
    int linked, inner;
    int *columns, *outer, *inners; /* as many of the latter two per row as said above */
    uint64_t *keys;                /* what the inner indices of a row add to the key */
    struct list *lists;
    int list_count;
};

struct taker {
    struct pm_program *program;
    const struct pm_folding *folding;
    struct side (*sides)[2]; /* per part */
    /* The rows of which at most one column is 1, per column: of[first[j]] .. of[first[j + 1] - 1]. */
    size_t *first;
    int *of;
};

static pulma_status unlike(const char *name, pulma_error *err)
{
    return pm_fail(err, PULMA_BAD_TEXT, NULL, "%s is not as it was when it was folded",
                   name);
}

/* ---- Indices ---- */

/* The n numbers in "name[1,2,3]"; false: there are others. */
static bool read_indices(const char *name, int n, int *indices)
{
    const char *at = strchr(name, '[');
    for (int i = 0; i < n; i++) {
        if (!at || *at != (i == 0 ? '[' : ','))
            return false;
        const size_t digits = strspn(++at, "0123456789");
        if (digits == 0 || digits > 9 || (*at == '0' && digits > 1))
            return false;
        indices[i] = (int)strtol(at, NULL, 10);
        at += digits;
    }
    return n == 0 ? !at : strcmp(at, "]") == 0;
}

static int compare_indices(const int *a, const int *b, int n)
{
    int i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i < n ? (a[i] > b[i]) - (a[i] < b[i]) : 0;
}

static int by_outer(const void *a, const void *b)
{
    const struct list *x = a, *y = b;
    return compare_indices(x->outer, y->outer, x->linked);
}

/* ---- Lists of factors ---- */

static bool has_family(const char *name, const char *family)
{
    const size_t len = strlen(family);
    return strncmp(name, family, len) == 0 && (name[len] == '[' || name[len] == '\0');
}

static void find_rows(const struct pm_program *p, const char *family, struct side *s)
{
    while (s->first < p->row_count && !has_family(p->rows[s->first].name, family))
        s->first++;
    s->end = s->first;
    while (s->end < p->row_count && has_family(p->rows[s->end].name, family))
        s->end++;
}

static pulma_status read_row(const struct pm_program *p, struct side *s, int i,
                             pulma_error *err)
{
    const struct pm_row *row = &p->rows[s->first + i];
    const struct pm_entry *e = &p->entries[row->first];
    int indices[2 * PM_FOLD_INDICES];
    if (!read_indices(row->name, s->linked + s->inner, indices) || row->count != 1 ||
        e->value != 1 || p->columns[e->column].type != PM_BINARY)
        return unlike(row->name, err);
    s->columns[i] = e->column;
    memcpy(s->outer + (size_t)i * (size_t)s->linked, indices,
           (size_t)s->linked * sizeof *indices);
    memcpy(s->inners + (size_t)i * (size_t)s->inner, indices + s->linked,
           (size_t)s->inner * sizeof *indices);
    return PULMA_OK;
}

/* Rows with the same outer indices become a list. */
static pulma_status make_lists(struct side *s, pulma_error *err)
{
    for (int i = 0; i < s->end - s->first; i++) {
        const int *outer = s->outer + (size_t)i * (size_t)s->linked;
        struct list *last = s->list_count > 0 ? &s->lists[s->list_count - 1] : NULL;
        if (last && compare_indices(last->outer, outer, s->linked) == 0)
            last->count++;
        else
            s->lists[s->list_count++] = (struct list){outer, s->linked, i, 1, false};
    }
    qsort(s->lists, (size_t)s->list_count, sizeof *s->lists, by_outer);
    for (int i = 1; i < s->list_count; i++)
        if (by_outer(&s->lists[i - 1], &s->lists[i]) == 0)
            return unlike("a list", err);
    return PULMA_OK;
}

static pulma_status read_side(struct taker *t, int part, int side, pulma_error *err)
{
    struct pm_program *p = t->program;
    struct side *s = &t->sides[part][side];
    char family[40];
    *s = (struct side){.inner = t->folding->parts[part].inner};
    for (int i = 0; i < t->folding->parts[part].outer; i++)
        s->linked += t->folding->parts[part].linked[side][i];
    snprintf(family, sizeof family, "%s_%d", side == 0 ? "pm_left" : "pm_right", part + 1);
    find_rows(p, family, s);
    const size_t n = (size_t)(s->end - s->first);
    s->columns = pm_new(&p->arena, n + 1, int);
    s->outer = pm_new(&p->arena, n * (size_t)s->linked + 1, int);
    s->inners = pm_new(&p->arena, n * (size_t)s->inner + 1, int);
    s->keys = pm_new(&p->arena, n + 1, uint64_t);
    s->lists = pm_new(&p->arena, n + 1, struct list);
    if (!s->columns || !s->outer || !s->inners || !s->keys || !s->lists)
        return pm_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        pulma_status status = read_row(p, s, (int)i, err);
        if (status != PULMA_OK)
            return status;
    }
    return make_lists(s, err);
}

/* ---- At most one ---- */

/* x + y + z <= 1, all binary. */
static bool allows_one(const struct pm_program *p, const struct pm_row *row)
{
    const struct pm_entry *e = &p->entries[row->first];
    for (int k = 0; k < row->count; k++)
        if (e[k].value != e[0].value || p->columns[e[k].column].type != PM_BINARY)
            return false;
    return row->count > 1 && e[0].value > 0 && row->upper < 2 * e[0].value;
}

static bool gather_rows(struct taker *t)
{
    struct pm_program *p = t->program;
    const size_t columns = (size_t)p->column_count;
    t->first = pm_new(&p->arena, columns + 2, size_t);
    for (int pass = 0; t->first && pass < 2; pass++) {
        for (int i = 0; i < p->row_count; i++) {
            const struct pm_row *row = &p->rows[i];
            if (!allows_one(p, row))
                continue;
            for (int k = row->first; k < row->first + row->count; k++)
                if (pass == 0)
                    t->first[p->entries[k].column + 2]++;
                else
                    t->of[t->first[p->entries[k].column + 1]++] = i;
        }
        for (size_t j = 2; pass == 0 && j < columns + 2; j++)
            t->first[j] += t->first[j - 1];
        if (pass == 0 && !(t->of = pm_new(&p->arena, t->first[columns + 1] + 1, int)))
            return false;
    }
    return t->first != NULL;
}

static bool is_in(const struct taker *t, int column, int row)
{
    for (size_t at = t->first[column]; at < t->first[column + 1]; at++)
        if (t->of[at] == row)
            return true;
    return false;
}

static bool is_single(const struct taker *t, const int *columns, int count)
{
    for (size_t at = t->first[columns[0]]; at < t->first[columns[0] + 1]; at++) {
        int n = 1;
        while (n < count && is_in(t, columns[n], t->of[at]))
            n++;
        if (n == count)
            return true;
    }
    return count == 1;
}

/* ---- Keys ---- */

/* The part of a key that n of the indices, from number `from` on, make. */
static uint64_t key_of(const struct taker *t, int part, int from, int n, const int *indices)
{
    const struct pm_folding_part *f = &t->folding->parts[part];
    const uint64_t *scale = t->program->fold_families[part].scale;
    uint64_t key = 0;
    for (int i = 0; i < f->outer + f->inner; i++)
        if (f->places[i] >= from && f->places[i] < from + n)
            key += (uint64_t)indices[f->places[i] - from] * scale[i + 1];
    return key;
}

static void raise(const int *indices, int n, int *most)
{
    for (int i = 0; i < n; i++)
        most[i] = indices[i] > most[i] ? indices[i] : most[i];
}

/* Room for the largest value of every index. */
static pulma_status set_scale(struct taker *t, int part, int count, const int *outer,
                              pulma_error *err)
{
    const struct pm_folding_part *f = &t->folding->parts[part];
    const struct side *left = &t->sides[part][0];
    const int n = f->outer + f->inner;
    int most[PM_FOLD_INDICES] = {0};
    for (int i = 0; i < count; i++)
        raise(outer + (size_t)i * (size_t)f->outer, f->outer, most);
    for (int i = 0; i < left->end - left->first; i++)
        raise(left->inners + (size_t)i * (size_t)f->inner, f->inner, most + f->outer);
    uint64_t *scale = pm_new(&t->program->arena, (size_t)n + 1, uint64_t);
    if (!scale)
        return pm_fail_memory(err);
    scale[n] = 1;
    for (int i = n - 1; i >= 0; i--)
        if (__builtin_mul_overflow(scale[i + 1], (uint64_t)most[f->places[i]] + 1,
                                   &scale[i]))
            return unlike("an index", err);
    t->program->fold_families[part].scale = scale;
    return PULMA_OK;
}

/* ---- Sums ---- */

/* The list that belongs to a sum with these outer indices; NULL: it runs over nothing. */
static const struct list *find_list(const struct taker *t, int part, int side,
                                    const int *outer)
{
    const struct pm_folding_part *f = &t->folding->parts[part];
    const struct side *s = &t->sides[part][side];
    int key[PM_FOLD_INDICES], n = 0;
    for (int i = 0; i < f->outer; i++)
        if (f->linked[side][i])
            key[n++] = outer[i];
    const struct list wanted = {.outer = key, .linked = n};
    return s->list_count > 0 ? bsearch(&wanted, s->lists, (size_t)s->list_count,
                                       sizeof *s->lists, by_outer)
                             : NULL;
}

/* Puts two lists side by side, which must run over the same indices. */
static bool join(const struct taker *t, int part, const struct list *left,
                 const struct list *right, struct pm_fold *fold)
{
    const struct side *sides = t->sides[part];
    const size_t inner = (size_t)sides->inner;
    if (left->count != right->count ||
        memcmp(sides[0].inners + (size_t)left->first * inner,
               sides[1].inners + (size_t)right->first * inner,
               (size_t)left->count * inner * sizeof(int)) != 0)
        return false;
    fold->count = left->count;
    fold->left = sides[0].columns + left->first;
    fold->right = sides[1].columns + right->first;
    fold->keys = sides[0].keys + left->first;
    for (int i = 0; i < fold->count; i++)
        if (fold->left[i] == fold->right[i])
            return false;
    return true;
}

static pulma_status take_column(struct taker *t, int part, int column, const int *outer,
                                pulma_error *err)
{
    struct pm_program *p = t->program;
    struct pm_column *c = &p->columns[column];
    struct pm_fold *fold = &p->folds[p->fold_count++];
    struct pm_fold_family *family = &p->fold_families[part];
    const struct list *left = find_list(t, part, 0, outer),
                      *right = find_list(t, part, 1, outer);
    *fold = (struct pm_fold){
        .column = column, .key = key_of(t, part, 0, t->folding->parts[part].outer, outer)};
    if ((left || right) && !(left && right && join(t, part, left, right, fold)))
        return unlike(c->name, err);
    c->upper = left && !left->single && !right->single ? fold->count : left != NULL;
    c->type = c->upper > 1 ? PM_INTEGER : PM_BINARY;
    family->fold_count++;
    family->products += fold->count;
    return PULMA_OK;
}

/* The sums of one definition; `columns` are theirs, with the outer indices of each. */
static pulma_status take_sums(struct taker *t, int part, int count, const int *columns,
                              const int *outer, pulma_error *err)
{
    const struct pm_folding_part *f = &t->folding->parts[part];
    struct side *left = &t->sides[part][0];
    pulma_status status = set_scale(t, part, count, outer, err);
    for (int i = 0; i < left->end - left->first && status == PULMA_OK; i++)
        left->keys[i] = key_of(t, part, f->outer, f->inner,
                               left->inners + (size_t)i * (size_t)f->inner);
    for (int i = 0; i < count && status == PULMA_OK; i++)
        status =
            take_column(t, part, columns[i], outer + (size_t)i * (size_t)f->outer, err);
    if (status == PULMA_OK && t->program->fold_families[part].products > most_products)
        status = pm_fail(err, PULMA_NO_MEMORY, NULL, "the model has %lld products",
                         (long long)t->program->fold_families[part].products);
    return status;
}

static void find_singles(struct taker *t, struct side *s)
{
    for (int i = 0; i < s->list_count; i++)
        s->lists[i].single =
            is_single(t, s->columns + s->lists[i].first, s->lists[i].count);
}

/* Every row of a family that has a sum has one of its own.  A sum with the coefficient 0 has no column,
 * and its products would be forgotten. */
static bool has_all_sums(const struct taker *t, int part, int count)
{
    const struct pm_program *p = t->program;
    const struct pm_text *user = &t->folding->parts[part].user;
    char family[120];
    int rows = 0;
    snprintf(family, sizeof family, "%.*s", (int)pm_text_len(user), user->at);
    for (int i = 0; i < p->row_count; i++)
        rows += has_family(p->rows[i].name, family);
    return rows == count;
}

static pulma_status take_part(struct taker *t, int part, pulma_error *err)
{
    struct pm_program *p = t->program;
    const struct pm_folding_part *f = &t->folding->parts[part];
    char variable[40];
    p->fold_families[part] = (struct pm_fold_family){
        .name = pm_copy(&p->arena, f->family.at, pm_text_len(&f->family)),
        .variable = pm_copy(&p->arena, f->variable.at, pm_text_len(&f->variable)),
        .indices = f->outer + f->inner,
        .first = p->fold_count};
    int *columns = pm_new(&p->arena, (size_t)p->column_count + 1, int), count = 0;
    find_singles(t, &t->sides[part][0]);
    find_singles(t, &t->sides[part][1]);
    snprintf(variable, sizeof variable, "pm_fold_%d", part + 1);
    for (int j = 0; columns && j < p->column_count; j++)
        if (has_family(p->columns[j].name, variable))
            columns[count++] = j;
    int *outer = pm_new(&p->arena, (size_t)count * (size_t)f->outer + 1, int);
    if (!columns || !outer || !p->fold_families[part].name ||
        !p->fold_families[part].variable)
        return pm_fail_memory(err);
    if (!has_all_sums(t, part, count))
        return unlike(variable, err);
    for (int i = 0; i < count; i++) /* they stand together, as unfolding relies on */
        if (columns[i] != columns[0] + i ||
            !read_indices(p->columns[columns[i]].name, f->outer,
                          outer + (size_t)i * (size_t)f->outer))
            return unlike(p->columns[columns[i]].name, err);
    return take_sums(t, part, count, columns, outer, err);
}

/* ---- Taking rows out ---- */

static bool tells_factors(const struct taker *t, int i, int *part)
{
    for (*part = 0; *part < t->folding->count; ++*part)
        for (int side = 0; side < 2; side++)
            if (t->sides[*part][side].first <= i && i < t->sides[*part][side].end)
                return true;
    return false;
}

static void drop_rows(struct taker *t)
{
    struct pm_program *p = t->program;
    int rows = 0, entries = 0, part;
    for (int i = 0; i < p->row_count; i++) {
        struct pm_row row = p->rows[i];
        if (tells_factors(t, i, &part)) {
            p->fold_families[part].before = rows;
            continue;
        }
        memmove(p->entries + entries, p->entries + row.first,
                (size_t)row.count * sizeof *p->entries);
        row.first = entries;
        entries += row.count;
        p->rows[rows++] = row;
    }
    p->row_count = rows;
    p->entry_count = entries;
}

pulma_status pm_fold_take(struct pm_program *p, const struct pm_folding *folding,
                          pulma_error *err)
{
    struct taker t = {.program = p, .folding = folding};
    const size_t parts = (size_t)folding->count;
    if (parts == 0)
        return PULMA_OK;
    p->folds = pm_new(&p->arena, (size_t)p->column_count + 1, struct pm_fold);
    p->fold_families = pm_new(&p->arena, parts, struct pm_fold_family);
    t.sides = pm_alloc(&p->arena, parts, sizeof *t.sides);
    if (!p->folds || !p->fold_families || !t.sides || !gather_rows(&t))
        return pm_fail_memory(err);
    pulma_status status = PULMA_OK;
    for (int part = 0; part < folding->count && status == PULMA_OK; part++) {
        status = read_side(&t, part, 0, err);
        if (status == PULMA_OK)
            status = read_side(&t, part, 1, err);
        if (status == PULMA_OK)
            status = take_part(&t, part, err);
    }
    p->fold_family_count = folding->count;
    if (status == PULMA_OK)
        drop_rows(&t);
    return status;
}
