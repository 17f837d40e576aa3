#include "kernels/turning/layers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"

enum { NOWHERE = -1, DEAD = INT32_MAX };

/* A slot of the hash table that finds the node of a key in the layer being made.  Slots of
 * earlier layers are told by their stamp, so the table is never cleared. */
struct slot {
    struct pm_key key;
    int32_t node;
    uint32_t stamp;
};

struct pm_scratch {
    struct slot *slots;
    size_t size; /* a power of two */
    uint32_t stamp;
    struct pm_key *keys[2]; /* of the present layer's nodes and of the next one's */
    size_t key_room[2];
    int32_t *to_go; /* cost from a node to the end */
    size_t to_go_room;
};

void pm_layers_free(struct pm_layers *all)
{
    if (all->scratch) {
        free(all->scratch->slots);
        free(all->scratch->keys[0]);
        free(all->scratch->keys[1]);
        free(all->scratch->to_go);
    }
    free(all->scratch);
    free(all->next);
    free(all->start);
    *all = (struct pm_layers){0};
}

/* Makes room for `n` items; grows by doubling. */
static bool reserve(void **items, size_t *room, size_t n, size_t size)
{
    if (n <= *room)
        return true;
    size_t wanted = *room ? *room : 64;
    while (wanted < n)
        wanted *= 2;
    void *more = wanted > SIZE_MAX / size ? NULL : realloc(*items, wanted * size);
    if (!more)
        return false;
    *items = more;
    *room = wanted;
    return true;
}

/* ---- Making ------------------------------------------------------------------------- */

static uint64_t hash(struct pm_key key)
{
    uint64_t h = (key.low ^ key.high * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    return h ^ h >> 32;
}

/* The layer being made: its nodes have the numbers `first` to `first + n - 1`. */
struct front {
    struct pm_scratch *s;
    struct pm_key **keys;
    size_t *room;
    size_t mask; /* how much of the table this layer uses */
    int32_t first;
    size_t n;
};

/* Takes `size` slots of the table into use (a power of two), all of them free. */
static bool take_slots(struct front *f, size_t size)
{
    struct pm_scratch *s = f->s;
    if (size > s->size) {
        struct slot *slots = calloc(size, sizeof *slots);
        if (!slots)
            return false;
        free(s->slots);
        s->slots = slots;
        s->size = size;
        s->stamp = 0;
    }
    s->stamp++;
    if (s->stamp == 0) { /* all stamps have been used once */
        memset(s->slots, 0, s->size * sizeof *s->slots);
        s->stamp = 1;
    }
    PM_ASSERT_SLOW(size > 0 && (size & (size - 1)) == 0 && s->stamp > 0);
    f->mask = size - 1;
    return true;
}

/* The slot of this key, or the free one where it belongs. */
static struct slot *slot_of(const struct front *f, struct pm_key key)
{
    const struct pm_scratch *s = f->s;
    size_t i = (size_t)hash(key) & f->mask;
    while (s->slots[i].stamp == s->stamp &&
           (s->slots[i].key.low != key.low || s->slots[i].key.high != key.high))
        i = (i + 1) & f->mask;
    return &s->slots[i];
}

static bool grow_front(struct front *f)
{
    if (!take_slots(f, 2 * (f->mask + 1)))
        return false;
    for (size_t i = 0; i < f->n; i++)
        *slot_of(f, (*f->keys)[i]) =
            (struct slot){(*f->keys)[i], f->first + (int32_t)i, f->s->stamp};
    return true;
}

/* The node of this key, a new one if need be; NOWHERE: no memory. */
static int32_t node_of(struct front *f, struct pm_key key)
{
    struct slot *slot = slot_of(f, key);
    if (slot->stamp == f->s->stamp)
        return slot->node;
    if (2 * f->n > f->mask) {
        if (!grow_front(f))
            return NOWHERE;
        slot = slot_of(f, key);
    }
    if (!reserve((void **)f->keys, f->room, f->n + 1, sizeof key))
        return NOWHERE;
    PM_ASSERT_SLOW(f->n <= f->mask); /* so a search for a slot ends */
    int32_t node = f->first + (int32_t)f->n;
    (*f->keys)[f->n++] = key;
    *slot = (struct slot){key, node, f->s->stamp};
    return node;
}

/* Opens the layer after one with `before` nodes. */
static bool open_front(struct pm_scratch *s, int side, int32_t first, size_t before,
                       struct front *f)
{
    *f = (struct front){s, &s->keys[side], &s->key_room[side], 0, first, 0};
    size_t size = 64;
    while (size < 4 * before)
        size *= 2;
    return take_slots(f, size);
}

/* Makes the edges out of node number `node`, which has the given key. */
static bool expand(struct front *f, const struct pm_step *step, struct pm_key key,
                   int32_t *next)
{
    struct pm_key seen = {key.low & step->close.low, key.high & step->close.high};
    struct pm_key rest = {key.low ^ seen.low, key.high ^ seen.high};
    for (int v = 0; v < 4; v++) {
        next[v] = NOWHERE;
        if (!(step->choices >> v & 1) || seen.low != step->need[v].low ||
            seen.high != step->need[v].high)
            continue;
        PM_ASSERT_SLOW(!(rest.low & step->give[v].low) &&
                       !(rest.high & step->give[v].high));
        struct pm_key after = {rest.low | step->give[v].low,
                               rest.high | step->give[v].high};
        next[v] = node_of(f, after);
        if (next[v] == NOWHERE)
            return false;
    }
    return true;
}

/* Makes layer k + 1 from layer k.  Relative numbers: the part's first node is 0. */
static pulma_status make_layer(struct pm_layers *all, const struct pm_part *part, int k,
                               const struct pm_step *step, const struct pm_search *search)
{
    struct pm_scratch *s = all->scratch;
    int32_t *start = all->start + part->starts;
    size_t n = (size_t)(start[k + 1] - start[k]);
    struct front front;
    if (!reserve((void **)&all->next, &all->node_room, all->nodes + n, sizeof *all->next) ||
        !open_front(s, (k + 1) & 1, start[k + 1], n, &front))
        return PULMA_NO_MEMORY;
    const struct pm_key *keys = s->keys[k & 1];
    for (size_t i = 0; i < n; i++) {
        if (!expand(&front, step, keys[i], all->next[all->nodes + i]))
            return PULMA_NO_MEMORY;
        if (i % 65536 == 65535 && pm_search_stopped(search))
            return PULMA_LIMIT;
    }
    all->nodes += n;
    search->effort->nodes += (int64_t)n;
    start[k + 2] = start[k + 1] + (int32_t)front.n;
    return front.n ? PULMA_OK : PULMA_NONE;
}

/* ---- Cutting away ---------------------------------------------------------------------- */

/* Edges go from each layer to the next one. */
static bool edges_lead_on(const struct pm_layers *all, const struct pm_part *part)
{
    const int32_t *start = all->start + part->starts;
    for (int k = 0; k < part->n; k++)
        for (int32_t node = start[k]; node < start[k + 1]; node++)
            for (int v = 0; v < 4; v++) {
                int32_t to = all->next[part->first_node + (size_t)node][v];
                if (to != NOWHERE && (to < start[k + 1] || to >= start[k + 2]))
                    return false;
            }
    return true;
}

/* Keeps the edges that lead to the end (on a cheapest path); from the last node to the first. */
static pulma_status prune(struct pm_layers *all, struct pm_part *part, bool cheapest)
{
    struct pm_scratch *s = all->scratch;
    int32_t end = all->start[part->starts + (size_t)part->n];
    int32_t(*next)[4] = all->next + part->first_node;
    if (!reserve((void **)&s->to_go, &s->to_go_room, (size_t)end + 1, sizeof *s->to_go))
        return PULMA_NO_MEMORY;
    s->to_go[end] = 0; /* the last layer has one node: nothing is open any more */
    for (int32_t node = end - 1; node >= 0; node--) {
        int32_t best = DEAD, cost[4];
        for (int v = 0; v < 4; v++) {
            int32_t to_go = next[node][v] == NOWHERE ? DEAD : s->to_go[next[node][v]];
            cost[v] = to_go == DEAD ? DEAD : to_go + v;
            best = cost[v] < best ? cost[v] : best;
        }
        for (int v = 0; v < 4; v++)
            if (cost[v] == DEAD || (cheapest && cost[v] > best))
                next[node][v] = NOWHERE;
        s->to_go[node] = best;
    }
    part->cost = s->to_go[0];
    PM_ASSERT_SLOW(edges_lead_on(all, part));
    return part->cost == DEAD ? PULMA_NONE : PULMA_OK;
}

pulma_status pm_layers_add(struct pm_layers *all, int n, const struct pm_step *steps,
                           bool cheapest, size_t budget, const struct pm_search *search,
                           struct pm_part *part)
{
    if (!all->scratch)
        all->scratch = calloc(1, sizeof *all->scratch);
    *part = (struct pm_part){n, all->nodes, all->starts, 0};
    if (!all->scratch || !reserve((void **)&all->start, &all->start_room,
                                  all->starts + (size_t)n + 2, sizeof *all->start))
        return PULMA_NO_MEMORY;
    struct pm_scratch *s = all->scratch;
    if (!reserve((void **)&s->keys[0], &s->key_room[0], 1, sizeof *s->keys[0]))
        return PULMA_NO_MEMORY;
    s->keys[0][0] = (struct pm_key){0, 0};
    int32_t *start = all->start + part->starts;
    start[0] = 0;
    start[1] = 1;
    pulma_status status = PULMA_OK;
    for (int k = 0; k < n && !status; k++) {
        status = make_layer(all, part, k, &steps[k], search);
        if (!status && (size_t)start[k + 2] > budget)
            status = PULMA_UNAVAILABLE;
    }
    if (!status) {
        assert(start[n + 1] - start[n] == 1);
        status = prune(all, part, cheapest);
    }
    if (status)
        all->nodes = part->first_node;
    else
        all->starts += (size_t)n + 2;
    return status;
}

/* ---- Reading ----------------------------------------------------------------------------- */

void pm_layers_first(const struct pm_layers *all, const struct pm_part *part, int k,
                     int32_t *path, uint8_t *choices)
{
    const int32_t(*next)[4] = (const int32_t(*)[4])all->next + part->first_node;
    if (k == 0)
        path[0] = 0;
    for (; k < part->n; k++) {
        uint8_t v = 0;
        while (v < 4 && next[path[k]][v] == NOWHERE)
            v++;
        assert(v < 4); /* what leads nowhere is cut away */
        choices[k] = v;
        if (k + 1 < part->n)
            path[k + 1] = next[path[k]][v];
    }
}

bool pm_layers_advance(const struct pm_layers *all, const struct pm_part *part,
                       int32_t *path, uint8_t *choices)
{
    const int32_t(*next)[4] = (const int32_t(*)[4])all->next + part->first_node;
    for (int k = part->n - 1; k >= 0; k--)
        for (uint8_t v = (uint8_t)(choices[k] + 1); v < 4; v++) {
            if (next[path[k]][v] == NOWHERE)
                continue;
            choices[k] = v;
            if (k + 1 < part->n)
                path[k + 1] = next[path[k]][v];
            pm_layers_first(all, part, k + 1, path, choices);
            return true;
        }
    return false;
}

pulma_status pm_layers_choices(const struct pm_layers *all, const struct pm_part *part,
                               uint8_t *choices)
{
    const int32_t *start = all->start + part->starts;
    const int32_t(*next)[4] = (const int32_t(*)[4])all->next + part->first_node;
    bool *reached = calloc((size_t)start[part->n] + 1, sizeof *reached);
    if (!reached)
        return PULMA_NO_MEMORY;
    reached[0] = true;
    for (int k = 0; k < part->n; k++) {
        choices[k] = 0;
        for (int32_t node = start[k]; node < start[k + 1]; node++)
            for (int v = 0; reached[node] && v < 4; v++)
                if (next[node][v] != NOWHERE) {
                    choices[k] |= (uint8_t)(1 << v);
                    reached[next[node][v]] = true;
                }
    }
    free(reached);
    return PULMA_OK;
}

/* sum += item, both of `limbs` limbs; false if it does not fit. */
static bool add_limbs(uint32_t *sum, const uint32_t *item, size_t limbs)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < limbs; i++) {
        carry += (uint64_t)sum[i] + item[i];
        sum[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

/* Counts the paths with numbers of `limbs` limbs, layer by layer from the end, which needs two
 * layers at a time.  False if a number does not fit. */
static bool count_within(const struct pm_layers *all, const struct pm_part *part,
                         size_t limbs, uint32_t *here, uint32_t *behind,
                         struct pm_big *count)
{
    const int32_t *start = all->start + part->starts;
    const int32_t(*next)[4] = (const int32_t(*)[4])all->next + part->first_node;
    memset(behind, 0, limbs * sizeof *behind);
    behind[0] = 1;
    for (int k = part->n - 1; k >= 0; k--) {
        memset(here, 0, (size_t)(start[k + 1] - start[k]) * limbs * sizeof *here);
        for (int32_t node = start[k]; node < start[k + 1]; node++)
            for (int v = 0; v < 4; v++) {
                int32_t to = next[node][v];
                if (to != NOWHERE &&
                    !add_limbs(here + (size_t)(node - start[k]) * limbs,
                               behind + (size_t)(to - start[k + 1]) * limbs, limbs))
                    return false;
            }
        uint32_t *swap = here;
        here = behind;
        behind = swap;
    }
    assert(start[1] - start[0] == 1); /* one node to begin with */
    pm_big_set_limbs(count, behind, limbs);
    return true;
}

pulma_status pm_layers_count(const struct pm_layers *all, const struct pm_part *part,
                             struct pm_big *count)
{
    const int32_t *start = all->start + part->starts;
    size_t widest = 1;
    for (int k = 0; k < part->n; k++)
        if ((size_t)(start[k + 1] - start[k]) > widest)
            widest = (size_t)(start[k + 1] - start[k]);
    bool fits = false;
    for (size_t limbs = 2; !fits; limbs *= 2) {
        uint32_t *here = calloc(widest, limbs * sizeof *here);
        uint32_t *behind = calloc(widest, limbs * sizeof *behind);
        if (here && behind)
            fits = count_within(all, part, limbs, here, behind, count);
        bool lacking = !here || !behind;
        free(here);
        free(behind);
        if (lacking)
            return PULMA_NO_MEMORY;
    }
    return count->failed ? PULMA_NO_MEMORY : PULMA_OK;
}
