/* Tables for the searches that lay pieces cell by cell.  For each shape of cell (which sides lie at
 * the rim, which are known, what the hints beside it show) a table leads from the colours of the
 * known sides to a list of candidates, each in one word of 64 bits, those that match first, then
 * those that fail. */
#include "kernels/edges/tables.h"

#include <assert.h>
#include <string.h>

#include "core/invariant.h"

/* ---- Shapes ------------------------------------------------------------------------------- */

struct pm_shape pm_shape_of(const struct pm_edges *e, int cell, const bool *filled)
{
    struct pm_shape s = {.fixed = {-1, -1, -1, -1}, .key = {-1, -1}, .out = {-1, -1}};
    int keys = 0, outs = 0;
    for (int side = 0; side < e->sides; side++) {
        int other = e->beside[cell * e->sides + side];
        if (other == PM_EDGES_RIM) {
            s.rim |= 1 << side;
        } else if (e->given[other] != PM_EDGES_FREE) {
            s.fixed[side] =
                pm_edges_colour(e, e->given[other], pm_edges_facing(e->sides, side));
        } else if (filled[other]) {
            assert(keys < 2);
            s.key[keys++] = side;
        } else {
            assert(outs < 2);
            s.out[outs++] = side;
        }
    }
    return s;
}

bool pm_shape_equal(const struct pm_shape *a, const struct pm_shape *b)
{
    return a->rim == b->rim && a->most_failing == b->most_failing &&
           memcmp(a->fixed, b->fixed, sizeof a->fixed) == 0 &&
           memcmp(a->key, b->key, sizeof a->key) == 0 &&
           memcmp(a->out, b->out, sizeof a->out) == 0;
}

bool pm_shape_is_narrow(const struct pm_shape *s)
{
    int met = (s->key[0] >= 0) + (s->key[1] >= 0);
    for (int side = 0; side < 4; side++)
        met += s->fixed[side] >= 0;
    return met > 2;
}

/* ---- Lists -------------------------------------------------------------------------------- */

/* Whether a piece with a turn may lie in such a cell; fills in the candidate. */
static bool suits(const struct pm_tables *t, const struct pm_shape *s, int choice,
                  struct pm_candidate *c)
{
    const struct pm_edges *e = t->e;
    *c = (struct pm_candidate){.piece = choice / e->sides, .turn = choice % e->sides};
    for (int side = 0; side < 4 && side < e->sides; side++) {
        int colour = pm_edges_colour(e, choice, side);
        c->colour[side] = (uint8_t)colour;
        c->favoured += t->chosen[colour];
        if (e->border && (s->rim >> side & 1) != (colour == 0))
            return false;
        c->failed += s->fixed[side] >= 0 && s->fixed[side] != colour;
    }
    return c->failed <= s->most_failing && !t->used[c->piece];
}

/* All candidates in random order, those with more favoured sides first.  False: no memory. */
static bool find_candidates(struct pm_tables *t, struct pm_table *table,
                            struct pm_arena *arena)
{
    const struct pm_edges *e = t->e;
    int n = 0, order[4 * PM_EDGES_MAX];
    for (int choice = 0; choice < e->cells * e->sides; choice++)
        if (suits(t, &table->shape, choice, &t->scratch[n])) {
            order[n] = n;
            n++;
        }
    table->all = pm_new(arena, (size_t)n, struct pm_candidate);
    if (!table->all)
        return false;
    pm_rng_shuffle(t->rng, order, n);
    for (int favoured = e->sides; favoured >= 0; favoured--)
        for (int i = 0; i < n; i++)
            if (t->scratch[order[i]].favoured == favoured)
                table->all[table->count++] = t->scratch[order[i]];
    return true;
}

static int side_colour(const struct pm_candidate *c, int side)
{
    return side < 0 ? 0 : c->colour[side];
}

/* A table on the way: how many words each list has, and then the next of each. */
struct filing {
    int *count;
    pm_word **next; /* NULL in a first pass, where they are only counted */
};

static inline void file_word(struct filing *f, int key, pm_word w)
{
    if (f->next)
        *f->next[key]++ = w;
    else
        f->count[key]++;
}

/* Enters a candidate in all lists on which exactly `failing` joins fail. */
static void file_candidate(const struct pm_tables *t, const struct pm_shape *s,
                           const struct pm_candidate *c, int failing, struct filing *f)
{
    int x = side_colour(c, s->key[0]), y = side_colour(c, s->key[1]);
    int n = t->colours, stride = t->stride;
    PM_ASSERT_SLOW(x < n && y < n && n <= stride);
    pm_word w = pm_word_of(c->piece, c->turn, side_colour(c, s->out[0]),
                           side_colour(c, s->out[1]), c->favoured, failing);
    bool first = s->key[0] >= 0 && !t->rigid[x], second = s->key[1] >= 0 && !t->rigid[y];
    switch (failing - c->failed) {
    case 0:
        file_word(f, x * stride + y, w);
        break;
    case 1:
        for (int other = 0; other < n; other++) {
            if (first && other != x)
                file_word(f, other * stride + y, w);
            if (second && other != y)
                file_word(f, x * stride + other, w);
        }
        break;
    case 2:
        for (int i = 0; i < n && first && second; i++)
            for (int j = 0; j < n && i != x; j++)
                if (j != y)
                    file_word(f, i * stride + j, w);
        break;
    default:
        break;
    }
}

static void file_all(const struct pm_tables *t, const struct pm_table *table,
                     struct filing *f)
{
    for (int failing = 0; failing <= table->shape.most_failing; failing++)
        for (int i = 0; i < table->count; i++)
            file_candidate(t, &table->shape, &table->all[i], failing, f);
}

static inline pm_word end_of_list(void)
{
    return pm_word_of(PM_WORD_NO_PIECE, 0, 0, 0, 0, PM_WORD_MOST_FAILURES);
}

/* Counts the words, each list with one more, its end; then enters them. */
static bool fill_lists(const struct pm_tables *t, struct pm_table *table,
                       struct pm_arena *arena)
{
    size_t keys = (size_t)t->stride * (size_t)t->stride;
    struct filing f = {.count = pm_new(arena, keys, int)};
    table->list = pm_new(arena, keys, const pm_word *);
    pm_word **next = pm_new(arena, keys, pm_word *);
    if (!f.count || !table->list || !next)
        return false;
    file_all(t, table, &f);
    for (size_t key = 0; key < keys; key++)
        table->words += (size_t)f.count[key] + 1;
    pm_word *words = pm_new(arena, table->words, pm_word);
    if (!words)
        return false;
    for (size_t key = 0; key < keys; key++) {
        table->list[key] = next[key] = words;
        words += f.count[key];
        *words++ = end_of_list();
    }
    f.next = next;
    file_all(t, table, &f);
    PM_ASSERT_SLOW(*next[0] == end_of_list() && *next[keys - 1] == end_of_list());
    return true;
}

struct pm_table *pm_tables_find(struct pm_tables *t, const struct pm_shape *s,
                                struct pm_arena *arena)
{
    for (int i = 0; i < t->count; i++)
        if (pm_shape_equal(&t->all[i].shape, s))
            return &t->all[i];
    struct pm_table *table = &t->all[t->count++];
    table->shape = *s;
    if (!find_candidates(t, table, arena) || !fill_lists(t, table, arena))
        return NULL;
    t->room = t->room > table->words ? t->room - table->words : 0;
    return table;
}

size_t pm_tables_words(const struct pm_tables *t, const struct pm_shape *s)
{
    size_t choices = (size_t)t->e->cells * (size_t)t->e->sides, n = (size_t)t->colours;
    return choices * (s->most_failing == 1 ? 2 * n : n * n) + n * n;
}

/* ---- Thin lists --------------------------------------------------------------------------- */

bool pm_tables_make_room(struct pm_tables *t, struct pm_arena *arena)
{
    size_t keys = (size_t)t->stride * (size_t)t->stride, words = 0;
    for (int i = 0; i < t->count; i++) {
        t->all[i].thin = pm_new(arena, keys, const pm_word *);
        words += t->all[i].words;
        if (!t->all[i].thin)
            return false;
    }
    t->thin_words = t->thin_end = pm_new(arena, words, pm_word);
    t->thinned = pm_new(arena, keys * (size_t)t->count, const pm_word **);
    t->thinned_count = 0;
    return t->thin_words && t->thinned;
}

void pm_tables_forget(struct pm_tables *t)
{
    while (t->thinned_count > 0)
        *t->thinned[--t->thinned_count] = NULL;
    t->thin_end = t->thin_words;
}

const pm_word *pm_tables_thin(struct pm_tables *t, const pm_word *whole,
                              const pm_word **thin)
{
    pm_word *list = t->thin_end, *to = list;
    for (; *whole != end_of_list(); whole++) {
        *to = *whole;
        to += !t->gone[pm_word_piece(*whole)];
    }
    *to++ = end_of_list();
    PM_ASSERT_SLOW(!*thin);
    t->thin_end = to;
    t->thinned[t->thinned_count++] = thin;
    return *thin = list;
}
