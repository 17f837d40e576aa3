/* Which search suits a board, and what its symmetries save.
 *
 * A small board is searched for one answer of each sort only: a kind that is chosen once and whose
 * options never fall on themselves when the board is turned (the opener) keeps one option of each
 * symmetric set.  The other answers are images of what is found. */
#include "kernels/cover/cover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"

enum {
    /* Filling knows nothing about the best item to begin with, so it is for small boards. */
    SMALL = 64,
    /* From so many options of the opener on, laying it first takes longer than it saves.
     * (Laid first the pentominoes take a ninth of the time on 6x10, half of it on 8x8 without
     * its centre, and twice the time on 3x20.) */
    MANY = 40,
    /* Nodes without an answer: more than any tiling needed that a search without learning could do
     * at all.  What takes over are dancing cells after filling, and the rules after those. */
    FILL_PATIENCE = 20000000,
    PATIENCE = 2000000,
    LOOKED_AT =
        200000, /* up to so many counted answers are also looked at one by one: a second */
};

struct orbits {
    const struct pm_cover *full;
    struct pm_cover cover; /* what is searched: without the options that are images */
    struct pm_search *search;
    struct pm_arena arena;
    int *moved[PM_COVER_TURNS]; /* of an option: what it is when the board is turned */
    bool reduced;
    int opener;         /* the kind to be laid first, -1: none */
    int *kept;          /* of an option of `cover`: which it is in the full one */
    int *turned;        /* an answer, turned */
    int *image, *other; /* for looks */
    uint64_t limit, count, looks;
};

/* ---- Options that fall on each other ----------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The options by their first items: those of item i from order[begin[i]] on. */
static bool sort_options(struct orbits *o, int **begin, int **order)
{
    const struct pm_cover *c = o->full;
    int *from = *begin = pm_new(&o->arena, (size_t)c->items + 2, int);
    *order = pm_new(&o->arena, (size_t)c->options, int);
    if (!from || !*order)
        return false;
    for (int p = 0; p < c->options; p++)
        from[c->item[c->first[p]] + 2]++;
    for (int i = 0; i < c->items; i++)
        from[i + 2] += from[i + 1];
    for (int p = 0; p < c->options; p++)
        (*order)[from[c->item[c->first[p]] + 1]++] = p;
    return true;
}

/* The option of a kind with these items, in growing order. */
static int option_on(const struct pm_cover *c, const int *begin, const int *order, int kind,
                     const int *items, int n)
{
    for (int k = begin[items[0]]; k < begin[items[0] + 1]; k++) {
        const int p = order[k];
        if (c->kind[p] == kind && c->first[p + 1] - c->first[p] == n &&
            memcmp(c->item + c->first[p], items, (size_t)n * sizeof *items) == 0)
            return p;
    }
    return -1;
}

static pulma_status move_options(struct orbits *o)
{
    const struct pm_cover *c = o->full;
    int *begin, *order, items[SMALL];
    if (!sort_options(o, &begin, &order))
        return PULMA_NO_MEMORY;
    for (int turn = 0; turn < c->turns; turn++) {
        int *moved = o->moved[turn] = pm_new(&o->arena, (size_t)c->options, int);
        for (int p = 0; p < c->options && moved; p++) {
            const int n = c->first[p + 1] - c->first[p];
            for (int i = 0; i < n; i++)
                items[i] = c->turned[turn][c->item[c->first[p] + i]];
            qsort(items, (size_t)n, sizeof *items, by_number);
            moved[p] = option_on(c, begin, order, c->kind[p], items, n);
            assert(moved[p] >= 0);
        }
        if (!moved)
            return PULMA_NO_MEMORY;
    }
    return PULMA_OK;
}

/* ---- One answer of each sort ------------------------------------------------------------- */

/* Whether a kind is chosen once and has no option that falls on itself; how many it has. */
static bool can_open(const struct orbits *o, int kind, int *count)
{
    const struct pm_cover *c = o->full;
    *count = 0;
    for (int p = 0; p < c->options; p++) {
        if (c->kind[p] != kind)
            continue;
        ++*count;
        for (int turn = 0; turn < c->turns; turn++)
            if (o->moved[turn][p] == p)
                return false;
    }
    return c->least[kind] == 1 && c->most[kind] == 1;
}

static int find_opener(const struct orbits *o)
{
    int best = -1, fewest = 0;
    for (int kind = 0; kind < o->full->kinds; kind++) {
        int count;
        if (can_open(o, kind, &count) && (best < 0 || count < fewest)) {
            best = kind;
            fewest = count;
        }
    }
    return best;
}

/* Whether an option comes first among its images. */
static bool leads(const struct orbits *o, int option)
{
    for (int turn = 0; turn < o->full->turns; turn++)
        if (o->moved[turn][option] < option)
            return false;
    return true;
}

/* Leaves out all options of the kind but one of each symmetric set. */
static pulma_status keep_leaders(struct orbits *o, int kind)
{
    const struct pm_cover *full = o->full;
    const size_t n = (size_t)full->options;
    int *first = pm_new(&o->arena, n + 1, int), *kinds = pm_new(&o->arena, n, int);
    int *item = pm_new(&o->arena, (size_t)full->first[full->options], int), count = 0;
    if (!first || !kinds || !item)
        return PULMA_NO_MEMORY;
    for (int p = 0; p < full->options; p++) {
        if (full->kind[p] == kind && !leads(o, p))
            continue;
        const int size = full->first[p + 1] - full->first[p];
        memcpy(item + first[count], full->item + full->first[p],
               (size_t)size * sizeof *item);
        kinds[count] = full->kind[p];
        o->kept[count++] = p;
        first[count] = first[count - 1] + size;
    }
    assert((full->options - count) % full->turns == 0); /* whole sets but their leaders */
    o->cover.options = count;
    o->cover.first = first;
    o->cover.item = item;
    o->cover.kind = kinds;
    o->reduced = true;
    if (full->options - count < full->turns * MANY)
        o->opener = kind;
    return PULMA_OK;
}

static pulma_status reduce(struct orbits *o)
{
    const struct pm_cover *c = o->full;
    assert(c->items <= SMALL);
    o->kept = pm_new(&o->arena, (size_t)c->options, int);
    o->turned = pm_new(&o->arena, (size_t)c->items + 1, int);
    if (!o->kept || !o->turned)
        return PULMA_NO_MEMORY;
    for (int p = 0; p < c->options; p++)
        o->kept[p] = p;
    pulma_status status = c->turns > 0 ? move_options(o) : PULMA_OK;
    const int kind = status || c->turns == 0 ? -1 : find_opener(o);
    return kind < 0 ? status : keep_leaders(o, kind);
}

static void begin(struct orbits *o, const struct pm_cover *cover, struct pm_search *search)
{
    *o = (struct orbits){.full = cover, .cover = *cover, .search = search, .opener = -1};
    assert(cover->turns <= PM_COVER_TURNS);
    pm_arena_init(&o->arena, 0);
}

/* ---- Listing ----------------------------------------------------------------------------- */

/* An answer of the smaller cover, and its images.  After the first one nothing else may take
 * over. */
static bool report_sort(struct pm_search *part, const int *options)
{
    struct orbits *o = part->context;
    part->patience = 0;
    for (int turn = -1; turn < (o->reduced ? o->full->turns : 0); turn++) {
        int n = 0;
        for (; options[n] != PM_COVER_END; n++) {
            const int option = o->kept[options[n]];
            o->turned[n] = turn < 0 ? option : o->moved[turn][option];
        }
        o->turned[n] = PM_COVER_END;
        if (!pm_search_found(o->search, o->turned))
            return false;
    }
    return true;
}

static pulma_status list_by_filling(const struct pm_cover *cover, struct pm_search *search)
{
    struct orbits o;
    begin(&o, cover, search);
    struct pm_search part = pm_search_part(search, report_sort, &o);
    part.patience = FILL_PATIENCE;
    pulma_status status = reduce(&o);
    if (!status)
        status = pm_cover_fill(&o.cover, o.opener, &part);
    pm_arena_free(&o.arena);
    return status;
}

static bool pass_on(struct pm_search *part, const int *options)
{
    part->patience = 0;
    return pm_search_found(part->context, options);
}

pulma_status pm_cover_list(const struct pm_cover *cover, struct pm_search *search)
{
    pulma_status status = PULMA_UNAVAILABLE;
    if (cover->items <= SMALL)
        status = list_by_filling(cover, search);
    if (status != PULMA_UNAVAILABLE)
        return status;
    struct pm_search part = pm_search_part(search, pass_on, search);
    part.patience = PATIENCE;
    return pm_cover_search(cover, &part);
}

/* ---- Counting ---------------------------------------------------------------------------- */

/* What an answer looks like when the board is turned (NULL: as it lies): of each item, the kind
 * that covers it and the first item of that option. */
static void see(const struct pm_cover *c, const int *options, const int *turned, int *image)
{
    for (; *options != PM_COVER_END; options++) {
        const int *item = c->item + c->first[*options];
        const int n = c->first[*options + 1] - c->first[*options];
        int first = turned ? turned[item[0]] : item[0];
        for (int i = 1; i < n && turned; i++)
            first = turned[item[i]] < first ? turned[item[i]] : first;
        for (int i = 0; i < n; i++)
            image[turned ? turned[item[i]] : item[i]] =
                first * c->kinds + c->kind[*options];
    }
}

static bool before(const int *a, const int *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

/* Of the answers that look the same exactly one comes first. */
static bool count_look(struct pm_search *part, const int *options)
{
    struct orbits *o = part->context;
    bool comes_first = true;
    see(o->full, options, NULL, o->image);
    for (int turn = 0; turn < o->full->turns && comes_first; turn++) {
        see(o->full, options, o->full->turned[turn], o->other);
        comes_first = !before(o->other, o->image, o->full->items);
    }
    o->looks += comes_first;
    return true;
}

static pulma_status count_by_boards(struct orbits *o, struct pm_cover_counts *counts)
{
    const size_t items = (size_t)o->full->items;
    struct pm_search part = pm_search_part(o->search, count_look, o);
    o->image = pm_new(&o->arena, items, int);
    o->other = pm_new(&o->arena, items, int);
    if (!o->image || !o->other)
        return PULMA_NO_MEMORY;
    pulma_status status = pm_cover_count(o->full, LOOKED_AT, &part, &counts->all);
    counts->looked = pm_big_compare(&counts->all, LOOKED_AT) <= 0;
    return status;
}

/* Every answer counts for its images, none of which looks the same as another. */
static bool count_sort(struct pm_search *part, const int *options)
{
    struct orbits *o = part->context;
    (void)options;
    part->patience = 0;
    o->count += o->reduced ? (uint64_t)o->full->turns + 1 : 1;
    o->looks++;
    return o->limit == 0 || o->count < o->limit;
}

static pulma_status count_by_filling(struct orbits *o, struct pm_cover_counts *counts)
{
    struct pm_search part = pm_search_part(o->search, count_sort, o);
    part.patience = FILL_PATIENCE;
    pulma_status status = reduce(o);
    if (!status && o->full->turns > 0 && !o->reduced)
        return PULMA_UNAVAILABLE;
    if (!status)
        status = pm_cover_fill(&o->cover, o->opener, &part);
    pm_big_set(&counts->all, o->count);
    counts->looked = true;
    return status;
}

/* Where every kind is chosen once, half-covered boards are seldom equal, and the answers few. */
static bool better_filled(const struct pm_cover *c)
{
    for (int kind = 0; kind < c->kinds; kind++)
        if (c->most[kind] > 1)
            return false;
    return c->items <= SMALL;
}

pulma_status pm_cover_tally(const struct pm_cover *cover, uint64_t limit,
                            struct pm_search *search, struct pm_cover_counts *counts)
{
    struct orbits o;
    begin(&o, cover, search);
    o.limit = limit;
    pulma_status status =
        better_filled(cover) ? count_by_filling(&o, counts) : PULMA_UNAVAILABLE;
    if (status == PULMA_UNAVAILABLE) {
        o.looks = 0;
        status = count_by_boards(&o, counts);
    }
    counts->looks = o.looks;
    pm_arena_free(&o.arena);
    return !status && counts->all.failed ? PULMA_NO_MEMORY : status;
}

/* ---- Shares of a count ------------------------------------------------------------------- */

/* Leaves out the options that are not allowed. */
static pulma_status keep_allowed(struct orbits *o)
{
    struct pm_cover *c = &o->cover;
    int *first = pm_new(&o->arena, (size_t)c->options + 1, int), count = 0;
    int *kinds = pm_new(&o->arena, (size_t)c->options, int);
    int *item = pm_new(&o->arena, (size_t)c->first[c->options], int);
    if (!first || !kinds || !item)
        return PULMA_NO_MEMORY;
    for (int p = 0; p < c->options; p++) {
        if (!c->allowed[o->kept ? o->kept[p] : p])
            continue;
        const int size = c->first[p + 1] - c->first[p];
        memcpy(item + first[count], c->item + c->first[p], (size_t)size * sizeof *item);
        kinds[count++] = c->kind[p];
        first[count] = first[count - 1] + size;
    }
    c->options = count;
    c->first = first;
    c->item = item;
    c->kind = kinds;
    return PULMA_OK;
}

/* What stands for others is decided before anything is left out. */
static pulma_status reduce_share(struct orbits *o)
{
    pulma_status status = o->full->items <= SMALL ? reduce(o) : PULMA_OK;
    return status || !o->full->allowed ? status : keep_allowed(o);
}

static pulma_status count_share(struct orbits *o, struct pm_big *count)
{
    struct pm_search part = pm_search_part(o->search, count_sort, o);
    const bool filled = better_filled(o->full);
    pulma_status status = PULMA_UNAVAILABLE;
    if (filled)
        status = pm_cover_fill(&o->cover, o->opener, &part);
    if (!filled) {
        status = pm_cover_count(&o->cover, 0, &part, count);
        struct pm_big images = {0};
        pm_big_set(&images, o->reduced ? (uint64_t)o->full->turns + 1 : 1);
        pm_big_times(count, &images);
        count->failed |= images.failed;
        pm_big_free(&images);
        if (status != PULMA_UNAVAILABLE)
            return status;
    }
    if (status == PULMA_UNAVAILABLE)
        status = pm_cover_search(&o->cover, &part);
    pm_big_set(count, o->count);
    return status;
}

pulma_status pm_cover_share(const struct pm_cover *cover, uint64_t limit,
                            struct pm_search *search, struct pm_big *count)
{
    struct orbits o;
    begin(&o, cover, search);
    o.limit = limit;
    pulma_status status = reduce_share(&o);
    if (!status)
        status = count_share(&o, count);
    pm_arena_free(&o.arena);
    return !status && count->failed ? PULMA_NO_MEMORY : status;
}
