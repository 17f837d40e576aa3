/* Sums compared with constants, as clauses.
 *
 * The way of choice is a decision diagram with one layer a term.  A node of layer i stands
 * for "terms i, i + 1, ... sum to at most t".  All t that cannot be told apart share one node,
 * so a layer keeps disjoint intervals [low, high] of t, and a node is looked for before it
 * is made: only reachable sums cost anything, and for terms of equal weight the diagram is
 * the sequential counter.  A node's child for step j is the node of the next layer for t
 * minus the step's weight.  Clauses follow the edges downwards where the node must be kept
 * true (PM_MOST) or false (PM_MORE); either way unit propagation finds all that follows from
 * the single comparison.
 *
 * Where weights are so different that the diagram would grow too large the sum is
 * added up in binary, which is always small but propagates less. */
#include "engine/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The two ends of every path. */
enum { NEVER = 0, ALWAYS = 1 };

/* A stretch of bounds, and the node that stands for all of them. */
struct stretch {
    int64_t low, high;
    int node;
};

struct layer {
    struct stretch *stretches; /* sorted, disjoint */
    size_t size;
    int count;
};

struct node {
    int term;       /* its layer */
    int first_edge; /* in edges: the child without a step, then one child a step */
    pm_lit lit;
    int tied; /* pm_side bits whose clauses are stated */
};

/* A bound that some node still waits for. */
struct wanted {
    int term;
    int64_t bound;
};

struct pm_total {
    struct pm_rules *rules;
    int term_count;
    struct pm_term *terms; /* heaviest first: fewer nodes */
    struct pm_term_step *steps;
    int64_t *rest; /* largest sum of terms i, i + 1, ... */

    struct layer *layers;
    struct node *nodes;
    size_t node_size;
    int node_count;
    struct pm_ints edges;
    struct wanted *wanted;
    size_t wanted_size;
    struct pm_ints open; /* nodes whose clauses are to be stated */

    size_t max_edges;
    bool binary; /* too large for a diagram */
    pm_lit bits[64];
    int bit_count; /* 0: not added up yet */
    struct compared {
        int64_t bound;
        pm_lit lit;
        int tied;
    } * compared;
    size_t compared_size;
    int compared_count;
};

/* ---- Making and freeing ---- */

static int64_t term_max(const struct pm_term *term, const struct pm_term_step *steps)
{
    return term->step_count ? steps[term->first_step + term->step_count - 1].weight : 0;
}

struct ranked {
    struct pm_term term;
    int64_t max;
};

/* By falling weight; equal ones stay in the order in which they came. */
static int by_weight(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->max != y->max)
        return x->max < y->max ? 1 : -1;
    return (x->term.first_step > y->term.first_step) -
           (x->term.first_step < y->term.first_step);
}

static bool sort_terms(struct pm_total *t)
{
    struct ranked *ranked = calloc((size_t)t->term_count + 1, sizeof *ranked);
    if (!ranked)
        return false;
    for (int i = 0; i < t->term_count; i++)
        ranked[i] = (struct ranked){t->terms[i], term_max(&t->terms[i], t->steps)};
    qsort(ranked, (size_t)t->term_count, sizeof *ranked, by_weight);
    for (int i = 0; i < t->term_count; i++)
        t->terms[i] = ranked[i].term;
    free(ranked);
    for (int i = t->term_count - 1; i >= 0; i--)
        t->rest[i] = t->rest[i + 1] + term_max(&t->terms[i], t->steps);
    return true;
}

struct pm_total *pm_total_new(struct pm_rules *r, int term_count,
                              const struct pm_term *terms, const struct pm_term_step *steps,
                              size_t max_edges)
{
    size_t n = (size_t)term_count, step_count = 0;
    for (int i = 0; i < term_count; i++) {
        step_count += (size_t)terms[i].step_count;
        for (int k = terms[i].first_step; k < terms[i].first_step + terms[i].step_count;
             k++)
            assert(steps[k].weight > (k > terms[i].first_step ? steps[k - 1].weight : 0));
    }
    struct pm_total *t = calloc(1, sizeof *t);
    if (!t) {
        r->failed = PULMA_NO_MEMORY;
        return NULL;
    }
    t->rules = r;
    t->max_edges = max_edges;
    t->term_count = term_count;
    t->terms = calloc(n + 1, sizeof *t->terms);
    t->steps = calloc(step_count + 1, sizeof *t->steps);
    t->rest = calloc(n + 1, sizeof *t->rest);
    t->layers = calloc(n + 1, sizeof *t->layers);
    bool ok = t->terms && t->steps && t->rest && t->layers &&
              pm_grow((void **)&t->nodes, &t->node_size, 2, sizeof *t->nodes);
    if (ok && term_count > 0) {
        memcpy(t->terms, terms, n * sizeof *terms);
        memcpy(t->steps, steps, step_count * sizeof *steps);
        ok = sort_terms(t);
    }
    if (!ok) {
        r->failed = PULMA_NO_MEMORY;
        pm_total_free(t);
        return NULL;
    }
    t->nodes[NEVER] = (struct node){.lit = PM_FALSE, .tied = PM_MOST | PM_MORE};
    t->nodes[ALWAYS] = (struct node){.lit = PM_TRUE, .tied = PM_MOST | PM_MORE};
    t->node_count = 2;
    return t;
}

void pm_total_free(struct pm_total *t)
{
    if (!t)
        return;
    for (int i = 0; t->layers && i < t->term_count; i++)
        free(t->layers[i].stretches);
    free(t->terms);
    free(t->steps);
    free(t->rest);
    free(t->layers);
    free(t->nodes);
    free(t->edges.data);
    free(t->wanted);
    free(t->open.data);
    free(t->compared);
    free(t);
}

int pm_total_terms(const struct pm_total *t)
{
    return t->term_count;
}

struct pm_term pm_total_term(const struct pm_total *t, int term)
{
    return t->terms[term];
}

const struct pm_term_step *pm_total_steps(const struct pm_total *t)
{
    return t->steps;
}

/* ---- The diagram ---- */

/* Where in the layer a bound belongs: the first stretch that does not end before it. */
static int search(const struct layer *layer, int64_t bound)
{
    int low = 0, high = layer->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (layer->stretches[middle].high < bound)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool find(const struct pm_total *t, int term, int64_t bound, struct stretch *found)
{
    if (bound < 0) {
        *found = (struct stretch){INT64_MIN / 2, -1, NEVER};
        return true;
    }
    if (bound >= t->rest[term]) {
        *found = (struct stretch){t->rest[term], INT64_MAX / 2, ALWAYS};
        return true;
    }
    const struct layer *layer = &t->layers[term];
    int at = search(layer, bound);
    if (at == layer->count || layer->stretches[at].low > bound)
        return false;
    *found = layer->stretches[at];
    return true;
}

static int64_t edge_weight(const struct pm_total *t, int term, int edge)
{
    return edge == 0 ? 0 : t->steps[t->terms[term].first_step + edge - 1].weight;
}

static bool want(struct pm_total *t, int *count, int term, int64_t bound)
{
    size_t n = (size_t)*count + 1;
    if (!pm_grow((void **)&t->wanted, &t->wanted_size, n, sizeof *t->wanted))
        return false;
    t->wanted[(*count)++] = (struct wanted){term, bound};
    return true;
}

static bool insert(struct pm_total *t, int term, struct stretch stretch)
{
    struct layer *layer = &t->layers[term];
    size_t n = (size_t)layer->count + 1;
    if (!pm_grow((void **)&layer->stretches, &layer->size, n, sizeof stretch))
        return false;
    int at = search(layer, stretch.low);
    assert(stretch.low <= stretch.high);
    assert(at == layer->count || stretch.high < layer->stretches[at].low);
    memmove(layer->stretches + at + 1, layer->stretches + at,
            (size_t)(layer->count - at) * sizeof stretch);
    layer->stretches[at] = stretch;
    layer->count++;
    return true;
}

/* A node whose children exist: its stretch is where all children stay the same. */
static bool make_node(struct pm_total *t, int term, int64_t bound)
{
    int edge_count = t->terms[term].step_count + 1;
    struct stretch own = {INT64_MIN / 2, INT64_MAX / 2, t->node_count};
    int first_edge = (int)t->edges.len;
    bool all_same = true;
    for (int edge = 0; edge < edge_count; edge++) {
        struct stretch child;
        int64_t weight = edge_weight(t, term, edge);
        bool found = find(t, term + 1, bound - weight, &child);
        assert(found);
        (void)found;
        if (child.low + weight > own.low)
            own.low = child.low + weight;
        if (child.high + weight < own.high)
            own.high = child.high + weight;
        if (!pm_push(&t->edges, child.node))
            return false;
        all_same &= child.node == t->edges.data[first_edge];
    }
    assert(own.low <= bound && bound <= own.high);
    if (all_same) { /* the term makes no difference here */
        own.node = t->edges.data[first_edge];
        t->edges.len = (size_t)first_edge;
        return insert(t, term, own);
    }
    size_t n = (size_t)t->node_count + 1;
    if (!pm_grow((void **)&t->nodes, &t->node_size, n, sizeof *t->nodes))
        return false;
    t->nodes[t->node_count++] = (struct node){.term = term, .first_edge = first_edge};
    return insert(t, term, own);
}

/* Makes the node of layer 0 for the bound and all below it.  False: no memory, or too large
 * (then `binary` is set). */
static bool build(struct pm_total *t, int64_t root_bound)
{
    int count = 0;
    if (!want(t, &count, 0, root_bound))
        return false;
    while (count > 0) {
        struct wanted top = t->wanted[count - 1];
        struct stretch found;
        if (find(t, top.term, top.bound, &found)) {
            count--;
            continue;
        }
        int before = count;
        for (int edge = 0; edge <= t->terms[top.term].step_count; edge++) {
            int64_t bound = top.bound - edge_weight(t, top.term, edge);
            if (!find(t, top.term + 1, bound, &found) &&
                !want(t, &count, top.term + 1, bound))
                return false;
        }
        if (count > before)
            continue;
        if (t->edges.len >= t->max_edges) {
            t->binary = true;
            return false;
        }
        if (!make_node(t, top.term, top.bound))
            return false;
        count--;
    }
    return true;
}

static pm_lit node_literal(struct pm_total *t, int node)
{
    if (!t->nodes[node].lit)
        t->nodes[node].lit = pm_new_lit(t->rules);
    return t->nodes[node].lit;
}

static void open_child(struct pm_total *t, int child, int side)
{
    if ((t->nodes[child].tied & side) == 0 && !pm_push(&t->open, child))
        t->rules->failed = PULMA_NO_MEMORY;
}

/* The node is true: each step that is true makes its child true. */
static void tie_most(struct pm_total *t, int node)
{
    const struct node n = t->nodes[node];
    const struct pm_term *term = &t->terms[n.term];
    int before = ALWAYS;
    for (int edge = 0; edge <= term->step_count && before != NEVER; edge++) {
        int child = t->edges.data[n.first_edge + edge];
        if (child == before)
            continue; /* follows from the step before */
        pm_lit step = edge == 0 ? PM_TRUE : t->steps[term->first_step + edge - 1].lit;
        open_child(t, child, PM_MOST);
        PM_DEFINE(t->rules, -n.lit, -step, node_literal(t, child));
        before = child;
    }
}

/* The node is false: each step that is false makes the child before it false. */
static void tie_more(struct pm_total *t, int node)
{
    const struct node n = t->nodes[node];
    const struct pm_term *term = &t->terms[n.term];
    int before = NEVER;
    for (int edge = term->step_count; edge >= 0 && before != ALWAYS; edge--) {
        int child = t->edges.data[n.first_edge + edge];
        if (child == before)
            continue;
        pm_lit next =
            edge == term->step_count ? PM_FALSE : t->steps[term->first_step + edge].lit;
        open_child(t, child, PM_MORE);
        PM_DEFINE(t->rules, n.lit, next, -node_literal(t, child));
        before = child;
    }
}

static void tie_side(struct pm_total *t, int root, int side)
{
    t->open.len = 0;
    open_child(t, root, side);
    while (t->open.len > 0 && !t->rules->failed) {
        int node = t->open.data[--t->open.len];
        if (t->nodes[node].tied & side)
            continue;
        assert(t->nodes[node].lit != 0);
        t->nodes[node].tied |= side;
        if (side == PM_MOST)
            tie_most(t, node);
        else
            tie_more(t, node);
    }
}

/* ---- Adding up in binary ---- */

/* Three bits of one column: their sum bit, and the carry into the next column. */
static void full_adder(struct pm_rules *r, const pm_lit in[3], pm_lit *sum, pm_lit *carry)
{
    *sum = pm_xor(r, pm_xor(r, in[0], in[1]), in[2]);
    pm_lit c = pm_new_lit(r);
    for (int i = 0; i < 3; i++) {
        pm_lit a = in[i], b = in[(i + 1) % 3];
        PM_DEFINE(r, -a, -b, c);
        PM_DEFINE(r, a, b, -c);
    }
    *carry = c;
}

/* Reduces a column to one bit; carries go to the column above. */
static pm_lit add_column(struct pm_rules *r, struct pm_ints *column, struct pm_ints *above)
{
    size_t at = 0;
    while (column->len - at > 1 && !r->failed) {
        pm_lit in[3] = {column->data[at], column->data[at + 1], PM_FALSE};
        at += 2;
        if (at < column->len)
            in[2] = column->data[at++];
        pm_lit sum, carry;
        full_adder(r, in, &sum, &carry);
        if (!pm_push(column, sum) || !pm_push(above, carry))
            r->failed = PULMA_NO_MEMORY;
    }
    return at < column->len ? column->data[at] : PM_FALSE;
}

/* A term is the sum of its steps, each with what it adds to the one before. */
static void fill_columns(const struct pm_total *t, struct pm_ints *columns)
{
    for (int i = 0; i < t->term_count; i++) {
        int64_t before = 0;
        for (int j = 0; j < t->terms[i].step_count; j++) {
            const struct pm_term_step *step = &t->steps[t->terms[i].first_step + j];
            int64_t adds = step->weight - before;
            before = step->weight;
            for (int bit = 0; adds >> bit; bit++)
                if (adds >> bit & 1 && !pm_push(&columns[bit], step->lit))
                    t->rules->failed = PULMA_NO_MEMORY;
        }
    }
}

static void add_up(struct pm_total *t)
{
    struct pm_ints columns[65] = {{0}};
    fill_columns(t, columns);
    while (t->rest[0] >> t->bit_count && !t->rules->failed) {
        int bit = t->bit_count++;
        assert(bit < 64);
        t->bits[bit] = add_column(t->rules, &columns[bit], &columns[bit + 1]);
    }
    for (int i = 0; i < 65; i++)
        free(columns[i].data);
}

/* Every bit of `bound` that is `0` caps the sum unless a higher bit already is smaller. */
static void compare_bits(struct pm_total *t, pm_lit lit, int64_t bound, int side)
{
    int sign = side == PM_MOST ? 1 : -1; /* PM_MORE: the mirror image, at least bound + 1 */
    int64_t edge = side == PM_MOST ? bound : bound + 1;
    for (int bit = 0; bit < t->bit_count; bit++) {
        if ((edge >> bit & 1) == (side == PM_MOST))
            continue;
        pm_lit clause[66];
        int n = 0;
        clause[n++] = -sign * lit;
        clause[n++] = -sign * t->bits[bit];
        for (int higher = bit + 1; higher < t->bit_count; higher++)
            if ((edge >> higher & 1) == (side == PM_MOST))
                clause[n++] = -sign * t->bits[higher];
        pm_define(t->rules, n, clause);
    }
}

static struct compared *find_compared(struct pm_total *t, int64_t bound)
{
    for (int i = 0; i < t->compared_count; i++)
        if (t->compared[i].bound == bound)
            return &t->compared[i];
    size_t n = (size_t)t->compared_count + 1;
    if (!pm_grow((void **)&t->compared, &t->compared_size, n, sizeof *t->compared)) {
        t->rules->failed = PULMA_NO_MEMORY;
        return NULL;
    }
    struct compared *c = &t->compared[t->compared_count++];
    *c = (struct compared){.bound = bound, .lit = pm_new_lit(t->rules)};
    return c;
}

/* ---- Both ways ---- */

/* Whether the diagram has the bound; makes it unless that is too large. */
static bool in_diagram(struct pm_total *t, int64_t bound, struct stretch *found)
{
    if (find(t, 0, bound, found))
        return true;
    if (!t->binary && !build(t, bound) && !t->binary)
        t->rules->failed = PULMA_NO_MEMORY;
    return !t->rules->failed && find(t, 0, bound, found);
}

pm_lit pm_total_at_most(struct pm_total *t, int64_t bound)
{
    struct stretch found;
    if (in_diagram(t, bound, &found))
        return node_literal(t, found.node);
    if (t->rules->failed)
        return PM_FALSE;
    const struct compared *c = find_compared(t, bound);
    return c ? c->lit : PM_FALSE;
}

void pm_total_tie(struct pm_total *t, int64_t bound, int sides)
{
    struct stretch found;
    if (in_diagram(t, bound, &found)) {
        node_literal(t, found.node);
        for (int side = PM_MOST; side <= PM_MORE; side++)
            if (sides & side)
                tie_side(t, found.node, side);
        return;
    }
    if (t->rules->failed)
        return;
    if (t->bit_count == 0)
        add_up(t);
    struct compared *c = find_compared(t, bound);
    for (int side = PM_MOST; c && side <= PM_MORE; side++)
        if (sides & side & ~c->tied)
            compare_bits(t, c->lit, bound, side);
    if (c)
        c->tied |= sides;
}
