#include "clauses/twins.h"

#include <stdlib.h>

/* The program by columns. */
struct columns {
    int *first; /* per column, in the lists */
    int *rows, *weights;
    uint64_t *hash; /* per column, of both */
};

static bool transpose(struct pm_program *p, const struct pm_exact *x, struct columns *c)
{
    c->first = pm_new(&p->arena, (size_t)p->column_count + 2, int);
    c->rows = pm_new(&p->arena, (size_t)p->entry_count + 1, int);
    c->weights = pm_new(&p->arena, (size_t)p->entry_count + 1, int);
    c->hash = pm_new(&p->arena, (size_t)p->column_count + 1, uint64_t);
    if (!c->first || !c->rows || !c->weights || !c->hash)
        return false;
    for (int k = 0; k < p->entry_count; k++)
        c->first[p->entries[k].column + 2]++;
    for (int j = 2; j < p->column_count + 2; j++)
        c->first[j] += c->first[j - 1];
    for (int i = 0; i < p->row_count; i++)
        for (int k = p->rows[i].first; k < p->rows[i].first + p->rows[i].count; k++) {
            const int at = c->first[p->entries[k].column + 1]++;
            c->rows[at] = i;
            c->weights[at] = x->weights[k];
            uint64_t *hash = &c->hash[p->entries[k].column];
            *hash = (*hash ^ (uint64_t)i << 32 ^ (uint32_t)x->weights[k]) *
                    UINT64_C(0xff51afd7ed558ccd);
        }
    return true;
}

/* Whether two columns have the same weight in every row. */
static bool same(const struct columns *c, int a, int b)
{
    const int n = c->first[a + 1] - c->first[a];
    if (c->hash[a] != c->hash[b] || c->first[b + 1] - c->first[b] != n)
        return false;
    for (int i = 0; i < n; i++)
        if (c->rows[c->first[a] + i] != c->rows[c->first[b] + i] ||
            c->weights[c->first[a] + i] != c->weights[c->first[b] + i])
            return false;
    return true;
}

/* Whether a column is a binary that stands for nothing else. */
static bool is_plain(const struct pm_program *p, const struct pm_exact *x, int column)
{
    return x->lower[column] == 0 && x->upper[column] == 1 && p->defined_by[column] < 0;
}

/* Drops the dearer ones of twins in a row of which one column at most is 1. */
static int drop_in(const struct pm_program *p, int row, const struct columns *c,
                   struct pm_exact *x)
{
    const int first = p->rows[row].first, end = first + p->rows[row].count;
    int dropped = 0;
    for (int i = first; i < end; i++) {
        const int b = p->entries[i].column;
        for (int k = first; k < i; k++) {
            const int a = p->entries[k].column;
            if (!same(c, a, b) || x->weights[k] == 0 || !is_plain(p, x, a) ||
                !is_plain(p, x, b))
                continue;
            x->upper[x->costs[a] <= x->costs[b] ? b : a] = 0;
            dropped++;
        }
    }
    return dropped;
}

bool pm_twins_drop(struct pm_program *p, const struct pm_groups *groups, struct pm_exact *x,
                   int *dropped)
{
    enum { MAX_COLUMNS = 100 }; /* of a row whose pairs are looked at */
    struct columns c;
    *dropped = 0;
    if (p->fold_count > 0) /* factors of folded products are in no row */
        return true;
    if (!transpose(p, x, &c))
        return false;
    for (int i = 0; i < p->row_count; i++)
        if (pm_groups_made_by(groups, i) && p->rows[i].count <= MAX_COLUMNS)
            *dropped += drop_in(p, i, &c, x);
    return true;
}
