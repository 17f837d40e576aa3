/* Exact cover by dancing cells (Knuth's name for dancing links on arrays).
 *
 * Every item has the set of the options that are still possible and contain it, kept at the
 * front of an array; what was taken out lies behind, the last one first.  So taking back a
 * step means making sets longer again, in reverse order, and needs no more than a trail of
 * items.  A chosen option's items are covered: their sets do not change any more until the
 * choice is taken back, which is why a loop over such a set stands firm.
 *
 * A kind with bounds is an item too, after the ordinary ones.  If it must be chosen exactly
 * once it is like any other; else it is covered when its upper bound is reached, and needs
 * enough options in its set to reach the lower one. */
#include "kernels/cover/cover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/invariant.h"

struct search {
    const struct pm_cover *cover;
    struct pm_search *search;
    struct pm_arena arena;
    int items;    /* with those of the kinds */
    int *first;   /* as in the cover, but with the nodes of the kinds */
    int *item_of; /* of a node: the item */
    int *option_of;
    int *spot;  /* of a node: where it is in `set` */
    int *begin; /* of an item: where its set begins in `set` */
    int *set;   /* nodes */
    int *size;  /* of an item: its possible options */
    int *need; /* of an item: below that size there is no answer; of kinds: still to come */
    int *room; /* of a kind: how many more may be chosen */
    bool *covered;
    int *active,
        *rank; /* items that must be covered and are not; where each stands there */
    int active_count;
    int *trail; /* items whose set became shorter */
    int trail_len;
    int *chosen;
    int chosen_count;
    bool enough; /* found() had enough */
    pulma_status status;
};

static bool bounded(const struct pm_cover *c, int kind)
{
    return c->least[kind] > 0 || c->most[kind] != PM_COVER_FREELY;
}

static bool once(const struct pm_cover *c, int kind)
{
    return c->least[kind] == 1 && c->most[kind] == 1;
}

/* ---- Setting up ------------------------------------------------------------------------ */

static bool allocate(struct search *s)
{
    const struct pm_cover *c = s->cover;
    size_t items = (size_t)c->items + (size_t)c->kinds;
    size_t nodes = (size_t)c->first[c->options] + (size_t)c->options;
    s->items = (int)items;
    s->first = pm_new(&s->arena, (size_t)c->options + 1, int);
    s->item_of = pm_new(&s->arena, nodes, int);
    s->option_of = pm_new(&s->arena, nodes, int);
    s->spot = pm_new(&s->arena, nodes, int);
    s->set = pm_new(&s->arena, nodes, int);
    s->trail = pm_new(&s->arena, nodes, int);
    s->begin = pm_new(&s->arena, items + 1, int);
    s->size = pm_new(&s->arena, items, int);
    s->need = pm_new(&s->arena, items, int);
    s->active = pm_new(&s->arena, items, int);
    s->rank = pm_new(&s->arena, items, int);
    s->covered = pm_new(&s->arena, items, bool);
    s->room = pm_new(&s->arena, (size_t)c->kinds, int);
    s->chosen = pm_new(&s->arena, items + 1, int);
    return s->first && s->item_of && s->option_of && s->spot && s->set && s->trail &&
           s->begin && s->size && s->need && s->active && s->rank && s->covered &&
           s->room && s->chosen;
}

static void add_node(struct search *s, int *nodes, int item, int option)
{
    s->item_of[*nodes] = item;
    s->option_of[(*nodes)++] = option;
    s->begin[item + 1]++;
}

static void fill_sets(struct search *s)
{
    const struct pm_cover *c = s->cover;
    int nodes = 0;
    for (int o = 0; o < c->options; o++) {
        s->first[o] = nodes;
        if (c->most[c->kind[o]] == 0)
            continue; /* never to be chosen */
        for (int k = c->first[o]; k < c->first[o + 1]; k++)
            add_node(s, &nodes, c->item[k], o);
        if (bounded(c, c->kind[o]))
            add_node(s, &nodes, c->items + c->kind[o], o);
    }
    s->first[c->options] = nodes;
    for (int i = 0; i < s->items; i++)
        s->begin[i + 1] += s->begin[i];
    for (int x = 0; x < nodes; x++) {
        int item = s->item_of[x];
        s->spot[x] = s->size[item]++;
        s->set[s->begin[item] + s->spot[x]] = x;
    }
}

/* False: an item cannot be covered at all. */
static bool fill_needs(struct search *s)
{
    const struct pm_cover *c = s->cover;
    for (int i = 0; i < s->items; i++) {
        int kind = i - c->items;
        s->need[i] = kind < 0 ? 1 : c->least[kind];
        if (kind >= 0)
            s->room[kind] = c->most[kind];
        if (kind < 0 || once(c, kind)) {
            s->rank[i] = s->active_count;
            s->active[s->active_count++] = i;
        }
        if (s->size[i] < s->need[i])
            return false;
    }
    return true;
}

/* ---- Steps ------------------------------------------------------------------------------- */

static void cover_item(struct search *s, int item)
{
    assert(!s->covered[item]);
    s->covered[item] = true;
    if (item >= s->cover->items && !once(s->cover, item - s->cover->items))
        return;
    int last = s->active[--s->active_count], at = s->rank[item];
    s->active[at] = last;
    s->rank[last] = at;
    s->active[s->active_count] = item;
    s->rank[item] = s->active_count;
}

/* In reverse order, so the item is just past the end of the list. */
static void uncover_item(struct search *s, int item)
{
    assert(s->covered[item]);
    s->covered[item] = false;
    if (item < s->cover->items || once(s->cover, item - s->cover->items)) {
        assert(s->active[s->active_count] == item);
        s->active_count++;
    }
}

/* Takes an option out of the set of one more item; false: that item has too few now. */
static bool take_out(struct search *s, int node)
{
    int item = s->item_of[node];
    if (s->covered[item] || s->spot[node] >= s->size[item])
        return true;
    int *set = s->set + s->begin[item], last = --s->size[item];
    PM_ASSERT_SLOW(set[s->spot[node]] == node);
    int other = set[last];
    set[s->spot[node]] = other;
    s->spot[other] = s->spot[node];
    set[last] = node;
    s->spot[node] = last;
    s->trail[s->trail_len++] = item;
    return last >= s->need[item];
}

/* The options in a covered item's set are no longer possible.  If `strict`, ends with false as
 * soon as that leaves too few to another item. */
static bool hide_options(struct search *s, int item, bool strict)
{
    for (int k = s->begin[item]; k < s->begin[item] + s->size[item]; k++) {
        int option = s->option_of[s->set[k]];
        for (int x = s->first[option]; x < s->first[option + 1]; x++)
            if (!take_out(s, x) && strict)
                return false;
    }
    return true;
}

static void roll_back(struct search *s, int trail_len)
{
    while (s->trail_len > trail_len)
        s->size[s->trail[--s->trail_len]]++;
}

/* The bounds of the kind, as an option of it is chosen or given back. */
static void use_kind(struct search *s, int option, int n)
{
    int kind = s->cover->kind[option];
    if (s->cover->most[kind] != PM_COVER_FREELY)
        s->room[kind] -= n;
    s->need[s->cover->items + kind] -= n;
}

/* Whether an item becomes covered by the choice of an option: all but kinds with room left. */
static bool is_full(const struct search *s, int item)
{
    return item < s->cover->items || s->room[item - s->cover->items] == 0;
}

/* Covers the option's items but `branch`, which is covered already.  True: no contradiction. */
static bool choose(struct search *s, int option, int branch)
{
    use_kind(s, option, 1);
    for (int x = s->first[option]; x < s->first[option + 1]; x++)
        if (s->item_of[x] != branch && is_full(s, s->item_of[x]))
            cover_item(s, s->item_of[x]);
    for (int x = s->first[option]; x < s->first[option + 1]; x++) {
        int item = s->item_of[x];
        if (item != branch && s->covered[item] && !hide_options(s, item, true))
            return false;
    }
    return true;
}

static void take_back(struct search *s, int option, int branch, int trail_len)
{
    roll_back(s, trail_len);
    for (int x = s->first[option + 1] - 1; x >= s->first[option]; x--)
        if (s->item_of[x] != branch && is_full(s, s->item_of[x]))
            uncover_item(s, s->item_of[x]);
    use_kind(s, option, -1);
}

/* ---- The search ---------------------------------------------------------------------------- */

static int least_choice(const struct search *s)
{
    int best = s->active[0];
    for (int k = 1; k < s->active_count && s->size[best] > 1; k++) {
        int item = s->active[k];
        if (s->size[item] < s->size[best] ||
            (s->size[item] == s->size[best] && item < best))
            best = item;
    }
    return best;
}

/* All items are covered: an answer, if every kind was chosen often enough. */
static void report(struct search *s)
{
    for (int i = s->cover->items; i < s->items; i++)
        if (s->need[i] > 0)
            return;
    assert(s->chosen_count <= s->cover->items);
    s->chosen[s->chosen_count] = PM_COVER_END;
    s->enough = !pm_search_found(s->search, s->chosen);
}

/* What holds whenever the search branches: an item stands in the first part of `active` unless it
 * is covered, and has as many possible options as it needs. */
static bool is_sound(const struct search *s)
{
    int open = 0;
    for (int i = 0; i < s->items; i++) {
        if (s->covered[i])
            continue;
        const bool must = i < s->cover->items || once(s->cover, i - s->cover->items);
        open += must;
        if (s->size[i] < s->need[i] || (must && s->active[s->rank[i]] != i) ||
            (must && s->rank[i] >= s->active_count))
            return false;
    }
    return open == s->active_count;
}

/* As deep as options are chosen, which is at most the number of items. */
static void branch(struct search *s)
{
    PM_ASSERT_SLOW(is_sound(s));
    if (s->active_count == 0) {
        report(s);
        return;
    }
    int item = least_choice(s), trail_len = s->trail_len;
    cover_item(s, item);
    hide_options(s, item, false); /* whichever is chosen covers some of those left empty */
    int inner = s->trail_len;
    for (int k = 0; k < s->size[item] && !s->enough && !s->status; k++) {
        int option = s->option_of[s->set[s->begin[item] + k]];
        s->status = pm_search_node(s->search);
        s->chosen[s->chosen_count++] = option;
        if (choose(s, option, item))
            branch(s);
        take_back(s, option, item, inner);
        s->chosen_count--;
    }
    roll_back(s, trail_len);
    uncover_item(s, item);
}

pulma_status pm_cover_search(const struct pm_cover *cover, struct pm_search *search)
{
    struct search s = {.cover = cover, .search = search};
    pm_arena_init(&s.arena, 0);
    if (!allocate(&s)) {
        s.status = PULMA_NO_MEMORY;
    } else {
        fill_sets(&s);
        if (fill_needs(&s))
            branch(&s);
        assert(s.trail_len == 0 && s.chosen_count == 0);
    }
    pm_arena_free(&s.arena);
    return s.status;
}
