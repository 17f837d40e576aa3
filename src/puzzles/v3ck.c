/* V3ck.
 *
 * Rules.  Give each edge of a graph a colour.  The numbers at a node tell how many of its edges
 * have which colour; "?" tells nothing.
 *
 * Notation.  `colours` names the colours.  In the block `nodes` a line has a node's name, where
 * it is drawn (x to the right, y downwards, whole numbers), and a number or ? for each colour.
 * In the block `edges` a line has the names of two nodes.
 *
 *     v3ck
 *     colours: r b
 *     nodes:
 *     A 0 0 1 1
 *     B 2 0 2 0
 *     C 1 2 ? 1
 *     edges:
 *     A B
 *     A C
 *     B C
 *
 * An answer has a line for each edge, in the order of the puzzle: `A B r`, or `A B .` where it
 * has no colour yet.
 *
 * Origin: the app V3ck, in Hartmann's second paper, whose integer program is in models/v3ck. */
#include "puzzles/kind.h"
#include "puzzles/words.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/turning/factor.h"

/* ---- Types ------------------------------------------------------------------------- */

enum {
    MAX_NODES = 200000,
    MAX_EDGES = 500000,
    MAX_COLOURS = 12,
    MAX_NAME = 15,
    MAX_XY = 10000
};

struct node {
    char name[MAX_NAME + 1];
    int x, y;
    int count[MAX_COLOURS]; /* PM_UNKNOWN: not told */
    int first;              /* its edges stand in `around` from here */
    int degree;
};

struct edge {
    int node[2];
};

struct v3ck {
    int node_count, edge_count, colour_count;
    char colour[MAX_COLOURS][MAX_NAME + 1];
    struct node *nodes;
    struct edge *edges;
    int *around; /* the edges at each node, node after node */
};

/* ---- Text -------------------------------------------------------------------------- */

static bool in_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

static pulma_status take_name(struct pm_text *t, char name[MAX_NAME + 1], pulma_error *err)
{
    pm_text_blanks(t);
    const struct pm_text start = *t;
    int len = 0;
    while (in_name(pm_text_peek(t))) {
        if (len == MAX_NAME)
            return pm_fail(err, PULMA_BAD_TEXT, &start,
                           "expected a name of at most %d characters", MAX_NAME);
        name[len++] = (char)pm_text_take(t);
    }
    name[len] = '\0';
    return len ? PULMA_OK : pm_fail_expected(err, t, "a name (letters, digits, _)");
}

static pulma_status read_colours(struct pm_form *form, struct v3ck *v, pulma_error *err)
{
    struct pm_text t;
    if (!pm_form_value(form, "colours", &t))
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected the field 'colours' with their names");
    do {
        if (v->colour_count == MAX_COLOURS)
            return pm_fail(err, PULMA_BAD_TEXT, &t, "expected at most %d colours",
                           MAX_COLOURS);
        const struct pm_text at = t;
        pulma_status status = take_name(&t, v->colour[v->colour_count], err);
        if (status)
            return status;
        for (int i = 0; i < v->colour_count; i++)
            if (strcmp(v->colour[i], v->colour[v->colour_count]) == 0)
                return pm_fail(err, PULMA_BAD_TEXT, &at, "the colour %s is named twice",
                               v->colour[i]);
        v->colour_count++;
        pm_text_blanks(&t);
    } while (!pm_text_ended(&t));
    return PULMA_OK;
}

static pulma_status read_node(struct v3ck *v, struct node *node, struct pm_text line,
                              pulma_error *err)
{
    pulma_status status = take_name(&line, node->name, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 0, MAX_XY, &node->x, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 0, MAX_XY, &node->y, err);
    for (int k = 0; k < v->colour_count && !status; k++) {
        pm_text_blanks(&line);
        if (pm_text_word(&line, "?"))
            node->count[k] = PM_UNKNOWN;
        else
            status = pm_text_int(&line, 0, MAX_EDGES, &node->count[k], err);
    }
    return status ? status : pm_text_done(&line, err);
}

/* Nodes by name: sorted once, then found by halving. */
struct by_name {
    const struct v3ck *v;
    const struct node **sorted;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const struct node *const *)a)->name,
                  (*(const struct node *const *)b)->name);
}

static pulma_status sort_names(const struct v3ck *v, const struct pm_field *block,
                               struct pm_arena *arena, struct by_name *names,
                               pulma_error *err)
{
    names->v = v;
    names->sorted = pm_new(arena, (size_t)v->node_count, const struct node *);
    if (!names->sorted)
        return pm_fail_memory(err);
    for (int i = 0; i < v->node_count; i++)
        names->sorted[i] = &v->nodes[i];
    qsort(names->sorted, (size_t)v->node_count, sizeof *names->sorted, compare_names);
    for (int i = 1; i < v->node_count; i++)
        if (strcmp(names->sorted[i - 1]->name, names->sorted[i]->name) == 0) {
            ptrdiff_t a = names->sorted[i - 1] - v->nodes, b = names->sorted[i] - v->nodes;
            return pm_fail(err, PULMA_BAD_TEXT, &block->lines[a > b ? a : b],
                           "the node %s is listed twice", names->sorted[i]->name);
        }
    return PULMA_OK;
}

static pulma_status take_node(struct pm_text *t, const struct by_name *names, int *node,
                              pulma_error *err)
{
    struct node wanted, *key = &wanted;
    pm_text_blanks(t);
    const struct pm_text at = *t;
    pulma_status status = take_name(t, wanted.name, err);
    if (status)
        return status;
    const struct node *const *found =
        bsearch(&key, names->sorted, (size_t)names->v->node_count, sizeof *names->sorted,
                compare_names);
    if (!found)
        return pm_fail(err, PULMA_BAD_TEXT, &at, "there is no node %s", wanted.name);
    *node = (int)(*found - names->v->nodes);
    return PULMA_OK;
}

/* The edges at each node, and that no two edges join the same nodes. */
static pulma_status link_edges(struct v3ck *v, struct pm_arena *arena, pulma_error *err,
                               const struct pm_field *block)
{
    v->around = pm_new(arena, 2 * (size_t)v->edge_count, int);
    int *seen = pm_new(arena, (size_t)v->node_count, int);
    if (!v->around || !seen)
        return pm_fail_memory(err);
    for (int i = 0; i < v->node_count; i++)
        v->nodes[i].degree = 0;
    for (int e = 0; e < v->edge_count; e++)
        for (int k = 0; k < 2; k++)
            v->nodes[v->edges[e].node[k]].degree++;
    for (int i = 0, at = 0; i < v->node_count; i++) {
        v->nodes[i].first = at;
        at += v->nodes[i].degree;
        v->nodes[i].degree = 0;
    }
    for (int e = 0; e < v->edge_count; e++)
        for (int k = 0; k < 2; k++) {
            struct node *node = &v->nodes[v->edges[e].node[k]];
            v->around[node->first + node->degree++] = e;
        }
    for (int i = 0; block && i < v->node_count; i++)
        for (int k = 0; k < v->nodes[i].degree; k++) {
            int e = v->around[v->nodes[i].first + k];
            int other =
                v->edges[e].node[0] == i ? v->edges[e].node[1] : v->edges[e].node[0];
            if (seen[other] == i + 1)
                return pm_fail(err, PULMA_BAD_TEXT, &block->lines[e],
                               "the nodes %s and %s are joined twice", v->nodes[i].name,
                               v->nodes[other].name);
            seen[other] = i + 1;
        }
    return PULMA_OK;
}

static pulma_status read_edges(struct v3ck *v, const struct pm_field *block,
                               const struct by_name *names, pulma_error *err)
{
    for (int e = 0; e < v->edge_count; e++) {
        struct pm_text line = pm_text_trim(block->lines[e]);
        pulma_status status = take_node(&line, names, &v->edges[e].node[0], err);
        if (!status)
            status = take_node(&line, names, &v->edges[e].node[1], err);
        if (!status)
            status = pm_text_done(&line, err);
        if (status)
            return status;
        if (v->edges[e].node[0] == v->edges[e].node[1])
            return pm_fail(err, PULMA_BAD_TEXT, &block->lines[e],
                           "expected two different nodes");
    }
    return PULMA_OK;
}

static struct v3ck *new_v3ck(struct pm_arena *arena, int nodes, int edges)
{
    struct v3ck *v = pm_new(arena, 1, struct v3ck);
    if (!v || !(v->nodes = pm_new(arena, (size_t)nodes, struct node)) ||
        !(v->edges = pm_new(arena, (size_t)edges, struct edge)))
        return NULL;
    v->node_count = nodes;
    v->edge_count = edges;
    return v;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *nodes, *edges;
    struct by_name names;
    pulma_status status = pm_form_block(form, "nodes", &nodes, err);
    if (!status)
        status = pm_form_block(form, "edges", &edges, err);
    if (status)
        return status;
    if (nodes->line_count > MAX_NODES || edges->line_count > MAX_EDGES)
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected at most %d nodes and %d edges", MAX_NODES, MAX_EDGES);
    struct v3ck *v = new_v3ck(arena, nodes->line_count, edges->line_count);
    if (!v)
        return pm_fail_memory(err);
    status = read_colours(form, v, err);
    for (int i = 0; i < v->node_count && !status; i++)
        status = read_node(v, &v->nodes[i], pm_text_trim(nodes->lines[i]), err);
    if (!status && !(status = sort_names(v, nodes, arena, &names, err)) &&
        !(status = read_edges(v, edges, &names, err)))
        status = link_edges(v, arena, err, edges);
    *puzzle = v;
    return status;
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct v3ck *v = puzzle;
    char line[MAX_COLOURS * (MAX_NAME + 1) + 64] = "";
    size_t at = 0;
    for (int k = 0; k < v->colour_count; k++)
        at += (size_t)snprintf(line + at, sizeof line - at, k ? " %s" : "%s", v->colour[k]);
    pm_form_put(form, "colours", "%s", line);
    pm_form_open(form, "nodes");
    for (int i = 0; i < v->node_count; i++) {
        const struct node *node = &v->nodes[i];
        at = (size_t)snprintf(line, sizeof line, "%s %d %d", node->name, node->x, node->y);
        for (int k = 0; k < v->colour_count; k++)
            at +=
                node->count[k] == PM_UNKNOWN
                    ? (size_t)snprintf(line + at, sizeof line - at, " ?")
                    : (size_t)snprintf(line + at, sizeof line - at, " %d", node->count[k]);
        pm_form_line(form, line);
    }
    pm_form_open(form, "edges");
    for (int e = 0; e < v->edge_count; e++) {
        snprintf(line, sizeof line, "%s %s", v->nodes[v->edges[e].node[0]].name,
                 v->nodes[v->edges[e].node[1]].name);
        pm_form_line(form, line);
    }
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct v3ck *)puzzle)->edge_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)place;
    return (struct pm_range){0, ((const struct v3ck *)puzzle)->colour_count - 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct v3ck *v = puzzle;
    snprintf(name, size, "the edge from %s to %s", v->nodes[v->edges[place].node[0]].name,
             v->nodes[v->edges[place].node[1]].name);
}

/* A letter is said to be a colour, a word says it itself. */
static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    const struct v3ck *v = puzzle;
    (void)place;
    snprintf(name, size, v->colour[value][1] ? "%s" : "of colour %s", v->colour[value]);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct v3ck *v = puzzle;
    for (int e = 0; e < v->edge_count; e++)
        pm_out_f(out, "%s %s %s\n", v->nodes[v->edges[e].node[0]].name,
                 v->nodes[v->edges[e].node[1]].name,
                 answer[e] == PULMA_EMPTY ? "." : v->colour[answer[e]]);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct v3ck *v = puzzle;
    for (int e = 0; e < v->edge_count; e++) {
        pm_text_space(t);
        const char *a = v->nodes[v->edges[e].node[0]].name,
                   *b = v->nodes[v->edges[e].node[1]].name;
        const struct pm_text at = *t;
        struct pm_text first = pm_text_token(t), second = pm_text_token(t);
        if (!pm_text_is(&first, a) || !pm_text_is(&second, b))
            return pm_fail_expected(err, &at, "the edge '%s %s' and its colour", a, b);
        struct pm_text colour = pm_text_token(t);
        answer[e] = pm_text_is(&colour, ".") ? PULMA_EMPTY : v->colour_count;
        for (int k = 0; k < v->colour_count; k++)
            if (pm_text_is(&colour, v->colour[k]))
                answer[e] = k;
        if (answer[e] == v->colour_count)
            return pm_fail_expected(err, &colour, "the name of a colour");
    }
    return PULMA_OK;
}

/* ---- Truth ------------------------------------------------------------------------- */

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct v3ck *v = puzzle;
    for (int i = 0; i < v->node_count; i++) {
        const struct node *node = &v->nodes[i];
        const int *edges = v->around + node->first;
        int have[MAX_COLOURS] = {0}, open = 0;
        for (int k = 0; k < node->degree; k++) {
            if (answer[edges[k]] == PULMA_EMPTY)
                open++;
            else
                have[answer[edges[k]]]++;
        }
        for (int k = 0; k < v->colour_count; k++) {
            if (node->count[k] == PM_UNKNOWN ||
                (have[k] <= node->count[k] && node->count[k] <= have[k] + open))
                continue;
            int none = 0;
            return pm_found(found, node->degree ? node->degree : 1,
                            node->degree ? edges : &none,
                            "the node %s has %d edge%s of colour %s, not %d", node->name,
                            have[k], have[k] == 1 ? "" : "s", v->colour[k], node->count[k]);
        }
    }
    return pm_found_nothing(v->edge_count, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct v3ck *v = puzzle;
    pm_lit *lits = malloc(((size_t)v->edge_count + 1) * sizeof *lits);
    if (!lits)
        pm_rules_fail(r);
    for (int i = 0; lits && i < v->node_count; i++) {
        const struct node *node = &v->nodes[i];
        const int *edges = v->around + node->first;
        for (int k = 0; k < v->colour_count; k++) {
            if (node->count[k] == PM_UNKNOWN)
                continue;
            for (int j = 0; j < node->degree; j++)
                lits[j] = pm_is(r, edges[j], k);
            pm_reason(r, "the node %s has %d edge%s of colour %s", node->name,
                      node->count[k], node->count[k] == 1 ? "" : "s", v->colour[k]);
            pm_reason_family(r, "every node has its numbers of edges");
            pm_reason_places(r, node->degree, edges);
            pm_count(r, node->degree, lits, PM_EQUAL, node->count[k]);
        }
    }
    free(lits);
}

/* ---- Data for the model --------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct v3ck *v = puzzle;
    pm_out_f(out, "data;\nparam n := %d;\nparam C := %d;\nset L :=", v->node_count,
             v->colour_count);
    for (int e = 0; e < v->edge_count; e++)
        pm_out_f(out, " (%d,%d,%d)", e + 1, v->edges[e].node[0] + 1,
                 v->edges[e].node[1] + 1);
    pm_out_text(out, ";\nparam a :=");
    for (int i = 0; i < v->node_count; i++)
        for (int k = 0; k < v->colour_count; k++)
            if (v->nodes[i].count[k] != PM_UNKNOWN)
                pm_out_f(out, " [%d,%d] %d", i + 1, k + 1, v->nodes[i].count[k]);
    pm_out_text(out, ";\nparam node :=");
    for (int i = 0; i < v->node_count; i++)
        pm_out_f(out, " %d '%s'", i + 1, v->nodes[i].name);
    pm_out_text(out, ";\nparam colour :=");
    for (int k = 0; k < v->colour_count; k++)
        pm_out_f(out, " %d '%s'", k + 1, v->colour[k]);
    pm_out_text(out, ";\nend;\n");
}

/* ---- Kernel --------------------------------------------------------------------------- */

/* How many edges of the first colour a node wants: told, or what the second leaves; -1 if
 * neither is told.  False if the two contradict the degree. */
static bool first_colour_wanted(const struct node *node, int *wanted)
{
    int first = node->count[0], second = node->count[1];
    *wanted = first != PM_UNKNOWN    ? first
              : second != PM_UNKNOWN ? node->degree - second
                                     : -1;
    bool both = first != PM_UNKNOWN && second != PM_UNKNOWN;
    return (!both || first + second == node->degree) && second <= node->degree;
}

/* Two colours ask for a degree-constrained subgraph, which is polynomial.  More colours, and
 * whoever wants more than one answer, are left to the rules. */
static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct v3ck *v = puzzle;
    if (v->colour_count != 2)
        return PULMA_UNAVAILABLE;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    size_t edges = (size_t)v->edge_count;
    int *wanted = pm_new(&arena, (size_t)v->node_count, int),
        *answer = pm_new(&arena, edges, int);
    int(*ends)[2] = pm_alloc(&arena, edges, sizeof *ends);
    unsigned char *chosen = pm_new(&arena, edges, unsigned char);
    pulma_status status = wanted && answer && ends && chosen ? PULMA_OK : PULMA_NO_MEMORY;
    for (int e = 0; !status && e < v->edge_count; e++)
        for (int k = 0; k < 2; k++)
            ends[e][k] = v->edges[e].node[k];
    for (int i = 0; !status && i < v->node_count; i++)
        if (!first_colour_wanted(&v->nodes[i], &wanted[i]))
            status = PULMA_NONE;
    if (!status) {
        const struct pm_graph graph = {v->node_count, v->edge_count, (const int(*)[2])ends,
                                       wanted};
        status = pm_factor(&graph, search, chosen);
    }
    for (int e = 0; !status && e < v->edge_count; e++)
        answer[e] = !chosen[e];
    if (!status && pm_search_found(search, answer))
        status = PULMA_UNAVAILABLE;
    pm_arena_free(&arena);
    return status == PULMA_NONE ? PULMA_OK : status;
}

/* The palette begins with red, blue, yellow, green, purple and orange. */
static const char colour_letters[] = "rbygpo";

/* ---- Invention ------------------------------------------------------------------------ */

/* Counts every edge's colour at its two nodes. */
static void count_colours(struct v3ck *v, const int *colour)
{
    for (int i = 0; i < v->node_count; i++)
        memset(v->nodes[i].count, 0, sizeof v->nodes[i].count);
    for (int e = 0; e < v->edge_count; e++)
        for (int k = 0; k < 2; k++)
            v->nodes[v->edges[e].node[k]].count[colour[e]]++;
}

/* Neighbours on a grid of points are joined, mostly; of two crossing diagonals at most one. */
static void join_points(struct v3ck *v, struct pm_rng *rng, int rows, int columns)
{
    v->edge_count = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int here = row * columns + column, falling = pm_rng_below(rng, 2);
            const struct {
                bool fits;
                int from, to, percent;
            } tries[] = {
                {column + 1 < columns, here, here + 1, 80},
                {row + 1 < rows, here, here + columns, 80},
                {column + 1 < columns && row + 1 < rows, here + !falling,
                 here + columns + falling, 40},
            };
            for (int k = 0; k < 3; k++)
                if (pm_rng_below(rng, 100) < tries[k].percent && tries[k].fits)
                    v->edges[v->edge_count++] = (struct edge){{tries[k].from, tries[k].to}};
        }
}

/* Drops one edge that has different colours in two answers: that ends at the latest when no
 * edge is left, and each step makes the puzzle clearer. */
static void drop_edge(struct v3ck *v, int *colour, const int *other)
{
    int e = 0;
    while (colour[e] == other[e])
        e++;
    v->edge_count--;
    memmove(v->edges + e, v->edges + e + 1, (size_t)(v->edge_count - e) * sizeof *v->edges);
    memmove(colour + e, colour + e + 1, (size_t)(v->edge_count - e) * sizeof *colour);
}

/* Takes numbers away as long as the answer stays the only one. */
static void hide_counts(const struct pm_wish *wish, struct v3ck *v, struct pm_rng *rng,
                        int *order, int *scratch)
{
    static const int percent[] = {
        [PULMA_EASY] = 0, [PULMA_MEDIUM] = 30, [PULMA_HARD] = 100};
    int n = v->node_count * v->colour_count;
    for (int i = 0; i < n; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, n);
    for (int i = 0; i < n * percent[wish->difficulty] / 100; i++) {
        int *count =
            &v->nodes[order[i] / v->colour_count].count[order[i] % v->colour_count];
        int was = *count;
        *count = PM_UNKNOWN;
        if (wish->stop(wish) || wish->answers(wish, v, 2, scratch) != 1)
            *count = was;
    }
}

/* The first answer that differs from the planted one; false: there is none (or it was not
 * found in time). */
static bool another_answer(const struct pm_wish *wish, const struct v3ck *v,
                           const int *colour, int *other, bool *unique)
{
    int found = wish->answers(wish, v, 2, other);
    *unique = found == 1;
    bool differs = memcmp(colour, other, (size_t)v->edge_count * sizeof *other) != 0;
    return found >= 1 && differs;
}

static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    int rows = wish->rows ? wish->rows : 4, columns = wish->columns ? wish->columns : 5;
    int colours = 3, n = rows * columns;
    pulma_status status = pm_wish_int(wish, "colours", 2, 6, &colours, err);
    if (status)
        return status;
    if (rows < 2 || columns < 2 || rows > 20 || columns > 20)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 2x2 to 20x20");
    struct v3ck *v = new_v3ck(arena, n, 3 * n);
    int *colour = pm_new(arena, 3 * (size_t)n, int),
        *other = pm_new(arena, 3 * (size_t)n, int);
    int *order = pm_new(arena, (size_t)(n * colours), int);
    if (!v || !colour || !other || !order)
        return pm_fail_memory(err);
    v->colour_count = colours;
    for (int k = 0; k < colours; k++)
        snprintf(v->colour[k], sizeof v->colour[k], "%c", colour_letters[k]);
    for (int i = 0; i < n; i++) {
        v->nodes[i].x = 2 * (i % columns);
        v->nodes[i].y = 2 * (i / columns);
        snprintf(v->nodes[i].name, sizeof v->nodes[i].name, "%c%d", 'A' + i / columns,
                 i % columns + 1);
    }
    join_points(v, rng, rows, columns);
    for (int e = 0; e < v->edge_count; e++)
        colour[e] = pm_rng_below(rng, colours);
    /* Where the planted answer is found first, the second one is not shown: then some edge is
     * dropped blindly, by planting another colour first. */
    for (bool unique = false; !unique && v->edge_count > 0;) {
        count_colours(v, colour);
        if ((status = link_edges(v, arena, err, NULL)))
            return status;
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        if (another_answer(wish, v, colour, other, &unique))
            drop_edge(v, colour, other);
        else if (!unique) {
            memcpy(other, colour, (size_t)v->edge_count * sizeof *other);
            other[pm_rng_below(rng, v->edge_count)] = colours;
            drop_edge(v, colour, other);
        }
    }
    hide_counts(wish, v, rng, order, other);
    *puzzle = v;
    return v->edge_count
               ? PULMA_OK
               : pm_fail(err, PULMA_LIMIT, NULL, "found no graph with one answer");
}

/* ---- Drawing --------------------------------------------------------------------------- */

/* How a graph is drawn: in which inks, how large the boxes of nodes are, and how far apart nodes
 * stand, so that no box covers another and an edge has room between them. */
struct look {
    int ink[MAX_COLOURS];
    double width, height;
    double stretch;
};

enum { LINE_LENGTH = 10, MAX_LINES = MAX_COLOURS, LINE_ROOM = 2 * (MAX_NAME + 8) };

/* What stands at a node: its name, then all counts, in lines of about LINE_LENGTH characters. */
static int node_lines(const struct v3ck *v, const struct node *node,
                      char lines[MAX_LINES + 1][LINE_ROOM])
{
    int n = 0;
    snprintf(lines[0], LINE_ROOM, "%s", node->name);
    for (int k = 0; k < v->colour_count; k++) {
        char part[MAX_NAME + 8] = "?";
        if (node->count[k] != PM_UNKNOWN)
            snprintf(part, sizeof part, "%d", node->count[k]);
        strcat(part, v->colour[k]);
        size_t len = n > 0 ? strlen(lines[n]) : LINE_LENGTH;
        if (len + 1 + strlen(part) > LINE_LENGTH)
            snprintf(lines[++n], LINE_ROOM, "%s", part);
        else
            snprintf(lines[n] + len, LINE_ROOM - len, " %s", part);
    }
    return n + 1;
}

/* Nodes differ by a multiple of this in both directions. */
static int common_step(const struct v3ck *v)
{
    int step = 0;
    for (int i = 1; i < v->node_count; i++)
        for (int k = 0; k < 2; k++) {
            int a = abs(k ? v->nodes[i].y - v->nodes[0].y : v->nodes[i].x - v->nodes[0].x);
            while (a) {
                int rest = step % a;
                step = a;
                a = rest;
            }
        }
    return step ? step : 1;
}

/* How much a pair has to be moved apart; on large boards, any pair at most. */
static double stretch_for(const struct v3ck *v, double width, double height)
{
    enum { FEW = 1000 };
    if (v->node_count > FEW)
        return fmax(width, height) / common_step(v);
    double most = 0;
    for (int i = 0; i < v->node_count; i++)
        for (int k = 0; k < i; k++) {
            double x = abs(v->nodes[i].x - v->nodes[k].x);
            double y = abs(v->nodes[i].y - v->nodes[k].y);
            most = fmax(most,
                        fmin(x > 0 ? width / x : HUGE_VAL, y > 0 ? height / y : HUGE_VAL));
        }
    return most;
}

static struct look find_look(const struct v3ck *v)
{
    struct look look = {.width = 0.5};
    const char *names[MAX_COLOURS];
    char lines[MAX_LINES + 1][LINE_ROOM];
    for (int k = 0; k < v->colour_count; k++)
        names[k] = v->colour[k];
    pm_inks_for(v->colour_count, names, look.ink);
    for (int i = 0; i < v->node_count; i++) {
        int n = node_lines(v, &v->nodes[i], lines);
        for (int k = 0; k < n; k++)
            look.width = fmax(look.width, 0.25 * (double)(strlen(lines[k]) + 1));
        look.height = fmax(look.height, 0.5 * n + 0.25);
    }
    const double gap = 0.75; /* for an edge's colour */
    look.stretch = fmax(1, stretch_for(v, look.width + gap, look.height + gap));
    look.stretch = ceil(4 * look.stretch) / 4;
    return look;
}

/* Whether the straight line of an edge would run through a third node. */
static bool node_between(const struct v3ck *v, const struct node *a, const struct node *b)
{
    int64_t dx = b->x - a->x, dy = b->y - a->y, length = dx * dx + dy * dy;
    for (int i = 0; i < v->node_count; i++) {
        int64_t x = v->nodes[i].x - a->x, y = v->nodes[i].y - a->y, along = x * dx + y * dy;
        if (x * dy == y * dx && along > 0 && along < length)
            return true;
    }
    return false;
}

/* The middle of an edge, before stretching: beside the straight line where that would hide
 * behind a node.  On very large boards nobody follows a single line, and looking at all nodes
 * would take long. */
static void middle_of(const struct v3ck *v, const struct node *a, const struct node *b,
                      double *x, double *y)
{
    *x = (a->x + b->x) / 2.0;
    *y = (a->y + b->y) / 2.0;
    if (v->node_count > 1000 || !node_between(v, a, b))
        return;
    double dx = b->x - a->x, dy = b->y - a->y, length = hypot(dx, dy);
    *x += 0.7 * dy / length;
    *y -= 0.7 * dx / length;
}

static void draw_edge(const struct v3ck *v, const struct look *look, int e,
                      const int *answer, struct pm_picture *p)
{
    const struct node *a = &v->nodes[v->edges[e].node[0]],
                      *b = &v->nodes[v->edges[e].node[1]];
    bool coloured = answer && answer[e] != PULMA_EMPTY;
    double width = coloured ? 2 * PM_THICK : PM_THICK, x, y;
    int ink = coloured ? look->ink[answer[e]] : PM_FAINT;
    middle_of(v, a, b, &x, &y);
    x *= look->stretch;
    y *= look->stretch;
    pm_picture_place(p, e);
    pm_picture_line(p, look->stretch * a->x, look->stretch * a->y, x, y, width, ink);
    pm_picture_line(p, x, y, look->stretch * b->x, look->stretch * b->y, width, ink);
    if (!coloured)
        return;
    pm_picture_circle(p, x, y, 0.2, PM_PAPER, ink, PM_THIN);
    pm_picture_text(p, x, y, 0.28, PM_CENTRE, PM_INK, v->colour[answer[e]]);
}

static void draw_node(const struct v3ck *v, const struct look *look,
                      const struct node *node, struct pm_picture *p)
{
    char lines[MAX_LINES + 1][LINE_ROOM];
    double x = look->stretch * node->x, y = look->stretch * node->y;
    int n = node_lines(v, node, lines);
    pm_picture_box(p, x - look->width / 2, y - look->height / 2, look->width, look->height,
                   PM_PAPER, PM_INK, PM_THIN);
    for (int k = 0; k < n; k++)
        pm_picture_text(p, x, y + 0.5 * (k - (n - 1) / 2.0), 0.32, PM_CENTRE,
                        k == 0 ? PM_PRINTED : PM_INK, lines[k]);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct v3ck *v = puzzle;
    const struct look look = find_look(v);
    for (int e = 0; e < v->edge_count; e++)
        draw_edge(v, &look, e, answer, p);
    pm_picture_place(p, -1);
    for (int i = 0; i < v->node_count; i++)
        draw_node(v, &look, &v->nodes[i], p);
}

/* ---- In words ------------------------------------------------------------------------ */

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct v3ck *v = puzzle;
    for (int i = 0; i < v->node_count; i++) {
        const struct node *node = &v->nodes[i];
        pm_out_f(out, "Node %s at (%d, %d): ", node->name, node->x, node->y);
        for (int k = 0; k < v->colour_count; k++) {
            pm_out_text(out, k ? ", " : "");
            if (node->count[k] == PM_UNKNOWN)
                pm_out_f(out, "any number of %s", v->colour[k]);
            else
                pm_out_f(out, "%d of %s", node->count[k], v->colour[k]);
        }
        pm_out_text(out, ".\n");
    }
    for (int e = 0; e < v->edge_count; e++) {
        char name[2 * MAX_NAME + 40], value[MAX_NAME + 40] = "without a colour";
        place_name(v, e, name, sizeof name);
        if (answer && answer[e] != PULMA_EMPTY)
            value_name(v, e, answer[e], value, sizeof value);
        name[0] = 'T';
        pm_out_f(out, answer ? "%s is %s.\n" : "%s.\n", name, value);
    }
}

/* ---- The kind --------------------------------------------------------------------------- */

const struct pm_kind pm_kind_v3ck = {
    .name = "v3ck",
    .title = "V3ck",
    .rules = "Give each edge of the graph a colour.\n"
             "The numbers at a node say how many of its edges have each colour.\n",
    .read = read,
    .write = write,
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 1.18, 1.26, 3},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_CYCLE,
    .invent = invent,
    .kernel = kernel,
    .options = "colours=2..6  how many colours (usual: 3)\n",
};
