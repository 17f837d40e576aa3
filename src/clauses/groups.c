#include "clauses/groups.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A literal for "one of these literals is true", to be found again. */
struct known_or {
    uint64_t hash;
    size_t first; /* in `words` */
    int n;        /* 0: a free place */
    pm_lit lit;
};

/* Columns of a group that are looked at one by one. */
enum { MAX_OTHERS = 32 };

/* A value that a column of a group can have in a sum: the literal is true if it has that, or for
 * a number, that or more. */
struct member {
    pm_lit lit;
    int64_t weight;
};

struct pm_groups {
    struct pm_program *program;
    const struct pm_exact *exact;
    int count;
    bool *made_by; /* per row */
    bool *exactly; /* per group: one of its columns is 1 */
    int *size;     /* per group: its columns that are open */
    int *row;      /* per group: that makes it */
    size_t *first; /* per column: its groups are of[first[j]] .. of[first[j + 1] - 1] */
    int *of;
    int *switched_by; /* per number: the binary without which it is 0; -1: none */
    int *switches;    /* per binary: the last number that it switches; -1: none */
    int *next;        /* per number: another one; -1: none */
    /* Room for one sum. */
    int *tally;   /* per group: how many of its columns are in the sum; 0 between sums */
    int *touched; /* groups whose tally is not 0 */
    int *
        where; /* per column: its place in the sum and 1, if it is in no term yet; else 0 */
    struct member *members;
    size_t member_size;
    pm_lit *lits;
    struct pm_term *terms;
    struct pm_term_step *steps;
    size_t step_size;
    int term_count, step_count;
    bool failed;
    /* A hash table with open addressing. */
    struct known_or *ors;
    size_t or_size, or_count; /* a power of two, or 0 */
    int *words;
    size_t word_size, word_count;
};

static bool is_open(const struct pm_exact *x, int column)
{
    return x->upper[column] > x->lower[column];
}

/* ---- Finding groups ---- */

/* Whether a row says that at most one of its open columns is the larger of two values. */
static bool makes_group(const struct pm_program *p, const struct pm_exact *x, int i,
                        bool *exactly, int *size)
{
    const struct pm_row *row = &p->rows[i];
    int64_t base = 0, unit = 0;
    *size = 0;
    for (int k = row->first; k < row->first + row->count; k++) {
        const int column = p->entries[k].column, weight = x->weights[k];
        base += (int64_t)weight * x->lower[column];
        if (weight == 0 || !is_open(x, column))
            continue;
        if (x->upper[column] - x->lower[column] > 1 || weight < 0 ||
            (unit && weight != unit))
            return false;
        unit = weight;
        ++*size;
    }
    const struct pm_exact_row *bounds = &x->rows[i];
    if (*size < 2 || bounds->upper == INT64_MAX || row->role == PM_PRODUCT ||
        row->role == PM_ABS_AT_LEAST)
        return false;
    const int64_t most = bounds->upper - base;
    *exactly = bounds->lower != INT64_MIN && bounds->lower - base > 0;
    return most >= unit && most < 2 * unit;
}

/* A row y <= M x, or the same the other way round: without the binary x the number y is 0. */
static void note_switch(struct pm_groups *g, int i)
{
    const struct pm_exact *x = g->exact;
    const struct pm_row *row = &g->program->rows[i];
    const struct pm_entry *entry = &g->program->entries[row->first];
    if (row->count != 2 || row->role == PM_PRODUCT || row->role == PM_ABS_AT_LEAST)
        return;
    for (int k = 0; k < 2; k++) {
        const int y = entry[k].column, b = entry[1 - k].column;
        const int64_t own = x->weights[row->first + k],
                      other = x->weights[row->first + 1 - k];
        const int64_t side = own > 0 ? x->rows[i].upper : x->rows[i].lower;
        if (own != 0 && side == 0 && x->lower[y] == 0 && x->upper[y] > 1 &&
            x->lower[b] == 0 && x->upper[b] == 1 && (own > 0) != (other > 0) &&
            g->switched_by[y] < 0) {
            g->switched_by[y] = b;
            g->next[y] = g->switches[b];
            g->switches[b] = y;
        }
    }
}

static bool find_switches(struct pm_groups *g)
{
    const struct pm_program *p = g->program;
    const size_t columns = (size_t)p->column_count + 1;
    g->switched_by = pm_new(&g->program->arena, columns, int);
    g->switches = pm_new(&g->program->arena, columns, int);
    g->next = pm_new(&g->program->arena, columns, int);
    if (!g->switched_by || !g->switches || !g->next)
        return false;
    for (int j = 0; j < p->column_count; j++)
        g->switched_by[j] = g->switches[j] = g->next[j] = -1;
    for (int i = 0; i < p->row_count; i++)
        note_switch(g, i);
    return true;
}

/* The column by whose groups a column goes. */
static int key_of(const struct pm_groups *g, int column)
{
    return g->switched_by[column] < 0 ? column : g->switched_by[column];
}

/* Fills in the groups of each column. */
static bool list_groups(struct pm_groups *g)
{
    const struct pm_program *p = g->program;
    const size_t columns = (size_t)p->column_count;
    size_t total = 0;
    g->first = pm_new(&g->program->arena, columns + 2, size_t);
    if (!g->first)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        int group = 0;
        for (int i = 0; i < p->row_count; i++) {
            if (!g->made_by[i])
                continue;
            for (int k = p->rows[i].first; k < p->rows[i].first + p->rows[i].count; k++) {
                const int column = p->entries[k].column;
                if (g->exact->weights[k] == 0 || !is_open(g->exact, column))
                    continue;
                if (pass == 0)
                    g->first[column + 2]++, total++;
                else
                    g->of[g->first[column + 1]++] = group;
            }
            group++;
        }
        for (size_t j = 2; pass == 0 && j < columns + 2; j++)
            g->first[j] += g->first[j - 1];
        if (pass == 0)
            g->of = pm_new(&g->program->arena, total + 1, int);
        if (!g->of)
            return false;
    }
    return true;
}

struct pm_groups *pm_groups_new(struct pm_program *p, const struct pm_exact *exact)
{
    struct pm_arena *arena = &p->arena;
    const size_t rows = (size_t)p->row_count + 1, columns = (size_t)p->column_count + 1;
    struct pm_groups *g = pm_new(arena, 1, struct pm_groups);
    if (!g)
        return NULL;
    *g = (struct pm_groups){.program = p, .exact = exact};
    g->made_by = pm_new(arena, rows, bool);
    g->exactly = pm_new(arena, rows, bool);
    g->size = pm_new(arena, rows, int);
    g->row = pm_new(arena, rows, int);
    g->tally = pm_new(arena, rows, int);
    g->touched = pm_new(arena, rows, int);
    g->where = pm_new(arena, columns, int);
    g->lits = pm_new(arena, columns, pm_lit);
    g->terms = pm_new(arena, columns, struct pm_term);
    if (!g->made_by || !g->exactly || !g->size || !g->row || !g->tally || !g->touched ||
        !g->where || !g->lits || !g->terms)
        return NULL;
    for (int i = 0; i < p->row_count; i++) {
        g->made_by[i] = makes_group(p, exact, i, &g->exactly[g->count], &g->size[g->count]);
        g->row[g->count] = i;
        g->count += g->made_by[i];
    }
    return find_switches(g) && list_groups(g) ? g : NULL;
}

void pm_groups_free(struct pm_groups *g)
{
    if (!g)
        return;
    free(g->steps);
    free(g->members);
    free(g->ors);
    free(g->words);
}

bool pm_groups_made_by(const struct pm_groups *g, int row)
{
    return g->made_by[row];
}

/* Counts the columns of a sum by group; returns how many groups are touched. */
static int tally(struct pm_groups *g, int n, const int *columns, int *most)
{
    int touched = 0;
    *most = 0;
    for (int k = 0; k < n; k++) {
        const int key = key_of(g, columns[k]);
        for (size_t at = g->first[key]; at < g->first[key + 1]; at++) {
            const int group = g->of[at];
            if (g->tally[group]++ == 0)
                g->touched[touched++] = group;
            *most = g->tally[group] > *most ? g->tally[group] : *most;
        }
    }
    return touched;
}

bool pm_groups_meet(struct pm_groups *g, int n, const int *columns)
{
    int most, touched = tally(g, n, columns, &most);
    for (int t = 0; t < touched; t++)
        g->tally[g->touched[t]] = 0;
    return most > 1;
}

/* ---- Literals for "one of these" ---- */

static bool more_room(void **memory, size_t *size, size_t wanted, size_t item)
{
    if (wanted <= *size)
        return true;
    size_t larger = 2 * wanted + 64;
    void *moved = realloc(*memory, larger * item);
    if (!moved)
        return false;
    *memory = moved;
    *size = larger;
    return true;
}

static uint64_t hash_of(int n, const pm_lit *lits)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)n;
    for (int i = 0; i < n; i++)
        hash = (hash ^ (uint64_t)(uint32_t)lits[i]) * UINT64_C(0xff51afd7ed558ccd);
    return hash ^ hash >> 32;
}

/* The place of these literals in the table: theirs, or a free one. */
static struct known_or *place_of(const struct pm_groups *g, uint64_t hash, int n,
                                 const pm_lit *lits)
{
    for (size_t at = (size_t)hash & (g->or_size - 1);; at = (at + 1) & (g->or_size - 1)) {
        struct known_or *o = &g->ors[at];
        if (o->n == 0 || (o->hash == hash && o->n == n &&
                          memcmp(g->words + o->first, lits, (size_t)n * sizeof *lits) == 0))
            return o;
    }
}

static bool grow_table(struct pm_groups *g)
{
    if (2 * g->or_count < g->or_size)
        return true;
    struct pm_groups larger = *g;
    larger.or_size = g->or_size ? 2 * g->or_size : 256;
    larger.ors = calloc(larger.or_size, sizeof *larger.ors);
    if (!larger.ors)
        return false;
    for (size_t i = 0; i < g->or_size; i++)
        if (g->ors[i].n > 0)
            *place_of(&larger, g->ors[i].hash, g->ors[i].n, g->words + g->ors[i].first) =
                g->ors[i];
    free(g->ors);
    *g = larger;
    return true;
}

static pm_lit one_of(struct pm_groups *g, struct pm_rules *r, int n, const pm_lit *lits)
{
    if (n < 2)
        return n ? lits[0] : PM_FALSE;
    if (!grow_table(g) || !more_room((void **)&g->words, &g->word_size,
                                     g->word_count + (size_t)n, sizeof *lits)) {
        g->failed = true;
        return PM_FALSE;
    }
    const uint64_t hash = hash_of(n, lits);
    struct known_or *o = place_of(g, hash, n, lits);
    if (o->n > 0)
        return o->lit;
    memcpy(g->words + g->word_count, lits, (size_t)n * sizeof *lits);
    *o = (struct known_or){hash, g->word_count, n, pm_or(r, n, lits)};
    g->word_count += (size_t)n;
    g->or_count++;
    return o->lit;
}

/* ---- Terms ---- */

static void begin_term(struct pm_groups *g)
{
    g->terms[g->term_count++] = (struct pm_term){.first_step = g->step_count};
}

static void add_step(struct pm_groups *g, pm_lit lit, int64_t weight)
{
    if (!more_room((void **)&g->steps, &g->step_size, (size_t)g->step_count + 1,
                   sizeof *g->steps)) {
        g->failed = true;
        return;
    }
    g->steps[g->step_count++] = (struct pm_term_step){lit, weight};
    g->terms[g->term_count - 1].step_count++;
}

/* A column by itself: one step a value, upwards, or downwards from its largest. */
static int64_t add_column(struct pm_groups *g, struct pm_rules *r, int column,
                          int64_t weight)
{
    const int span = g->exact->upper[column] - g->exact->lower[column];
    begin_term(g);
    for (int v = 1; v <= span; v++)
        add_step(
            g, weight > 0 ? pm_reaches(r, column, v) : -pm_reaches(r, column, span + 1 - v),
            llabs(weight) * v);
    return weight > 0 ? 0 : weight * span;
}

static int by_weight(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return (x->lit > y->lit) - (x->lit < y->lit);
}

/* The end of the run of members of one weight that begins at `at`. */
static int run_end(const struct member *m, int n, int at)
{
    int end = at + 1;
    while (end < n && m[end].weight == m[at].weight)
        end++;
    return end;
}

/* The members of one group as one term.  Its values are their weights and, unless one of them must be
 * 1, zero.  The lower steps say "none of those that are less"; the others "one of those that are as
 * much", each by way of the next: so every step implies the one before, and all of them together are
 * no longer than the group.  Where zero is a value the lower steps are those up to zero; where it is
 * not, those that are shorter to say so.  Returns the least value. */
static int64_t add_group(struct pm_groups *g, struct pm_rules *r, int n, bool zero)
{
    struct member *m = g->members;
    qsort(m, (size_t)n, sizeof *m, by_weight);
    const int64_t least = zero && m[0].weight > 0 ? 0 : m[0].weight;
    begin_term(g);
    pm_lit less = PM_FALSE;
    int at = 0;
    while (at < n && (zero ? m[at].weight < 0 : 2 * run_end(m, n, at) < n)) {
        const int end = run_end(m, n, at);
        int count = 0;
        if (less != PM_FALSE)
            g->lits[count++] = less;
        for (; at < end; at++)
            g->lits[count++] = m[at].lit;
        less = one_of(g, r, count, g->lits);
        const int64_t next = zero && (at == n || m[at].weight > 0) ? 0 : m[at].weight;
        add_step(g, -less, next - least);
    }
    const int64_t base = at > 0 && !zero ? m[at].weight : least;
    /* From above: the steps come in falling order, and are turned round. */
    const int first = g->step_count;
    pm_lit more = PM_FALSE;
    for (int end = n; end > at && m[end - 1].weight > base;) {
        const int64_t weight = m[end - 1].weight;
        int count = 0;
        if (more != PM_FALSE)
            g->lits[count++] = more;
        for (; end > at && m[end - 1].weight == weight; end--)
            g->lits[count++] = m[end - 1].lit;
        more = one_of(g, r, count, g->lits);
        add_step(g, more, weight - least);
    }
    for (int low = first, high = g->step_count - 1; low < high && !g->failed;
         low++, high--) {
        struct pm_term_step kept = g->steps[low];
        g->steps[low] = g->steps[high];
        g->steps[high] = kept;
    }
    if (g->terms[g->term_count - 1].step_count == 0)
        g->term_count--; /* all worth the same */
    return least;
}

/* Largest first, those that must have a 1 before others. */
struct ranked {
    int tally, group;
    bool exactly;
};

static int by_tally(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->tally != y->tally)
        return x->tally > y->tally ? -1 : 1;
    if (x->exactly != y->exactly)
        return x->exactly ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

/* The groups of a sum in the order in which they are served. */
static struct ranked *rank(struct pm_groups *g, int n, const int *columns, int *count)
{
    int most, touched = tally(g, n, columns, &most);
    struct ranked *all = calloc((size_t)touched + 1, sizeof *all);
    *count = 0;
    for (int t = 0; t < touched; t++) {
        const int group = g->touched[t];
        if (all && g->tally[group] > 1)
            all[(*count)++] = (struct ranked){g->tally[group], group, g->exactly[group]};
        g->tally[group] = 0;
    }
    if (all)
        qsort(all, (size_t)*count, sizeof *all, by_tally);
    return all;
}

static bool add_member(struct pm_groups *g, int *n, pm_lit lit, int64_t weight)
{
    if (!more_room((void **)&g->members, &g->member_size, (size_t)*n + 1,
                   sizeof *g->members)) {
        g->failed = true;
        return false;
    }
    g->members[(*n)++] = (struct member){lit, weight};
    return true;
}

/* The column of a group's binary that is in no term yet: itself, or a number that it switches.  Not
 * both: they are not 0 together.  -1: none. */
static int open_column(const struct pm_groups *g, int binary)
{
    if (g->where[binary] > 0)
        return binary;
    int y = g->switches[binary];
    while (y >= 0 && g->where[y] == 0)
        y = g->next[y];
    return y;
}

/* A group of a sum. */
struct found {
    int columns, members;
    bool numbers; /* some can be 0 although their binary is 1 */
};

/* The columns of a group that are in no term yet: how many there are, and, with `take`, what they can
 * be worth comes to members[], and they are in a term. */
static struct found find_members(struct pm_groups *g, struct pm_rules *r, int group,
                                 const int *weights, bool take)
{
    const struct pm_row *row = &g->program->rows[g->row[group]];
    struct found found = {0};
    for (int k = row->first; k < row->first + row->count; k++) {
        const int column = open_column(g, g->program->entries[k].column);
        if (column < 0 || g->exact->weights[k] == 0)
            continue;
        found.columns++;
        found.numbers |= g->switched_by[column] >= 0;
        if (!take)
            continue;
        const int64_t weight = weights[g->where[column] - 1];
        const int span = g->exact->upper[column] - g->exact->lower[column];
        for (int v = 1; v <= span && !g->failed; v++)
            add_member(g, &found.members, pm_reaches(r, column, v), weight * v);
        g->where[column] = 0;
    }
    return found;
}

/* One of the group's columns is 1; those that are not among the members are worth nothing. */
static void add_others(struct pm_groups *g, struct pm_rules *r, int group,
                       struct found *found)
{
    const struct pm_row *row = &g->program->rows[g->row[group]];
    const int members = found->members;
    for (int k = row->first; k < row->first + row->count && !g->failed; k++) {
        const int column = g->program->entries[k].column;
        if (g->exact->weights[k] == 0 || !is_open(g->exact, column))
            continue;
        const pm_lit lit = pm_reaches(r, column, 1);
        bool known = false;
        for (int i = 0; i < members; i++)
            known |= g->members[i].lit == lit;
        if (!known && add_member(g, &found->members, lit, 0))
            found->columns++;
    }
}

struct pm_grouped pm_groups_sum(struct pm_groups *g, struct pm_rules *rules, int n,
                                const int *columns, const int *weights)
{
    int count;
    int64_t constant = 0;
    struct ranked *ranked = rank(g, n, columns, &count);
    g->term_count = g->step_count = 0;
    g->failed = !ranked;
    for (int k = 0; k < n; k++)
        g->where[columns[k]] = k + 1;
    for (int i = 0; i < count && !g->failed; i++) {
        const int group = ranked[i].group;
        if (find_members(g, rules, group, weights, false).columns < 2)
            continue;
        struct found found = find_members(g, rules, group, weights, true);
        if (g->exactly[group] && !found.numbers && g->size[group] <= MAX_OTHERS)
            add_others(g, rules, group, &found);
        if (!g->failed)
            constant += add_group(g, rules, found.members,
                                  !g->exactly[group] || found.numbers ||
                                      found.columns < g->size[group]);
    }
    for (int k = 0; k < n && !g->failed; k++)
        if (g->where[columns[k]])
            constant += add_column(g, rules, columns[k], weights[k]);
    for (int k = 0; k < n; k++)
        g->where[columns[k]] = 0;
    free(ranked);
    return (struct pm_grouped){g->term_count, g->terms, g->steps, constant, g->failed};
}
