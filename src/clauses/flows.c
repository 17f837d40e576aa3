#include "clauses/flows.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SIDE = 1 << 30, /* of a row: sums of all rows stay far from overflow */
    NONE = -1
};
static const int64_t FREE = INT64_C(1) << 55; /* more than any sum */

/* A column, from one node to another. */
struct arc {
    int column, tail, head;
};

/* A graph with room for flow.  Edge e leads from to[e ^ 1] to to[e]. */
struct graph {
    int node_count, edge_count;
    int *first, *next; /* the edges that leave a node; -1 ends the list */
    int *to;
    int64_t *room;
    /* For one search. */
    int *at, *path;
    bool *seen;
};

struct pm_flows {
    struct pm_program *program;
    const struct pm_exact *exact;
    int *balances;   /* two per column, -1: none */
    int *limit;      /* per column: the first row that bounds it; -1: none */
    int *next_limit; /* per row: the next one for the same column; -1: none */
    bool *counted;   /* per row: a limit or a balance of a flow */
    bool *follows;   /* per column */
    int *sign;       /* per row: 0, or by what a balance is multiplied */
    int *node;       /* per balance */
    /* Nodes are the balances, then the ground, to which a column goes that is in one balance, and
     * then the source and the sink of the search.  Edges come in pairs: the arcs, one for what each
     * balance keeps, which goes to the ground, and two per node for what is missing or too much. */
    int node_count; /* balances */
    int *row;       /* per node */
    int arc_count;
    struct arc *arcs;
    struct graph graph;
    int64_t *excess;
    /* For one cut. */
    int *piece, *next_in_piece; /* per node */
    int64_t *weights;           /* per column; 0 between cuts */
    bool *in_cut;
    int *touched;
    pm_lit *lits;
    int *sizes;
};

/* ---- Finding flows ---- */

static bool may_flow(const struct pm_flows *f, int column)
{
    const struct pm_exact *x = f->exact;
    return x->costs[column] == 0 && x->upper[column] - x->lower[column] > 1 &&
           f->program->defined_by[column] < 0 && abs(x->lower[column]) <= MAX_SIDE;
}

/* The entries of a row that may be flows. */
static int flow_entries(const struct pm_flows *f, int row, int *last)
{
    const struct pm_row *r = &f->program->rows[row];
    int n = 0;
    for (int k = r->first; k < r->first + r->count; k++)
        if (f->exact->weights[k] != 0 && f->follows[f->program->entries[k].column]) {
            n++;
            *last = k;
        }
    return n;
}

static bool good_side(int64_t side, int unit)
{
    return side == INT64_MIN || side == INT64_MAX ||
           (llabs(side) <= MAX_SIDE && side % unit == 0);
}

/* Whether a row is fit for a flow: coefficients `unit` or -unit for flows, multiples for others. */
static bool fits(const struct pm_flows *f, int row, int unit)
{
    const struct pm_row *r = &f->program->rows[row];
    const struct pm_exact *x = f->exact;
    if (!good_side(x->rows[row].lower, unit) || !good_side(x->rows[row].upper, unit) ||
        x->rows[row].lower > x->rows[row].upper ||
        (r->role != PM_LINEAR && r->role != PM_GIVEN))
        return false;
    for (int k = r->first; k < r->first + r->count; k++) {
        const int column = f->program->entries[k].column, weight = x->weights[k];
        if (f->follows[column]
                ? weight != 0 && abs(weight) != unit
                : weight % unit != 0 || x->lower[column] < 0 || x->upper[column] > 1)
            return false;
    }
    return true;
}

/* Whether a row bounds the flow of its entry `flow` from above, never below the least value. */
static bool is_limit(const struct pm_flows *f, int row, int flow)
{
    const struct pm_row *r = &f->program->rows[row];
    const struct pm_exact *x = f->exact;
    const int weight = x->weights[flow];
    if (!fits(f, row, abs(weight)) ||
        (weight > 0 ? x->rows[row].lower != INT64_MIN : x->rows[row].upper != INT64_MAX))
        return false;
    if (x->rows[row].lower == INT64_MIN && x->rows[row].upper == INT64_MAX)
        return true; /* it bounds nothing */
    int64_t least = weight > 0 ? x->rows[row].upper : -x->rows[row].lower;
    for (int k = r->first; k < r->first + r->count; k++) {
        const int64_t w = weight > 0 ? x->weights[k] : -x->weights[k];
        const int column = f->program->entries[k].column;
        if (k != flow)
            least -= w * (w > 0 ? x->upper[column] : x->lower[column]);
    }
    return least >= abs(weight) * (int64_t)x->lower[f->program->entries[flow].column];
}

/* A balance or limit of its columns; a column for which that cannot be goes. */
static void enter_row(struct pm_flows *f, int row, bool *spoilt)
{
    const struct pm_row *r = &f->program->rows[row];
    int last = 0;
    const int n = flow_entries(f, row, &last);
    if (n == 0)
        return;
    const bool good =
        n == 1 ? is_limit(f, row, last) : fits(f, row, abs(f->exact->weights[last]));
    for (int k = r->first; k < r->first + r->count; k++) {
        const int column = f->program->entries[k].column;
        if (f->exact->weights[k] == 0 || !f->follows[column])
            continue;
        int *two = &f->balances[2 * column];
        if (!good || (n > 1 && two[1] != NONE)) {
            spoilt[column] = true;
        } else if (n == 1) {
            f->next_limit[row] = f->limit[column];
            f->limit[column] = row;
        } else {
            two[two[0] != NONE] = row;
        }
    }
}

static int weight_in(const struct pm_flows *f, int row, int column)
{
    const struct pm_row *r = &f->program->rows[row];
    for (int k = r->first; k < r->first + r->count; k++)
        if (f->program->entries[k].column == column)
            return f->exact->weights[k];
    return 0;
}

/* Gives signs to the other balance of a column; false: it has another one already. */
static bool sign_other(struct pm_flows *f, int row, int column, int *queue, int *end)
{
    const int *two = &f->balances[2 * column];
    const int other = two[0] == row ? two[1] : two[0];
    if (other == NONE)
        return true;
    const bool same = (weight_in(f, row, column) > 0) == (weight_in(f, other, column) > 0);
    const int sign = same ? -f->sign[row] : f->sign[row];
    if (f->sign[other] == 0) {
        f->sign[other] = sign;
        queue[(*end)++] = other;
    }
    return f->sign[other] == sign;
}

/* All balances that hang together with the first in the queue.  False: they are no flow. */
static bool take_part(struct pm_flows *f, const bool *spoilt, int *queue, int *end)
{
    bool good = true;
    for (int at = 0; at < *end; at++) {
        const struct pm_row *r = &f->program->rows[queue[at]];
        for (int k = r->first; k < r->first + r->count; k++) {
            const int column = f->program->entries[k].column;
            if (f->exact->weights[k] == 0 || !f->follows[column])
                continue;
            good &= !spoilt[column] && sign_other(f, queue[at], column, queue, end);
        }
    }
    return good;
}

/* The columns of these balances and their limits are flows, or are not. */
static void settle_part(struct pm_flows *f, const int *queue, int end, bool good,
                        bool *settled)
{
    for (int at = 0; at < end; at++) {
        const struct pm_row *r = &f->program->rows[queue[at]];
        f->counted[queue[at]] = good;
        for (int k = r->first; k < r->first + r->count; k++) {
            const int column = f->program->entries[k].column;
            if (!f->follows[column] || settled[column])
                continue;
            settled[column] = good;
            for (int row = f->limit[column]; row != NONE; row = f->next_limit[row])
                f->counted[row] = good;
        }
    }
}

/* Finds the columns that are flows, and their rows. */
static bool find_flows(struct pm_flows *f)
{
    const struct pm_program *p = f->program;
    struct pm_arena *arena = &f->program->arena;
    bool *spoilt = pm_new(arena, (size_t)p->column_count + 1, bool);
    bool *settled = pm_new(arena, (size_t)p->column_count + 1, bool);
    int *queue = pm_new(arena, (size_t)p->row_count + 1, int);
    if (!spoilt || !settled || !queue)
        return false;
    for (int j = 0; j < p->column_count; j++) {
        f->follows[j] = may_flow(f, j);
        f->balances[2 * j] = f->balances[2 * j + 1] = f->limit[j] = NONE;
    }
    for (int i = 0; i < p->row_count; i++) {
        f->next_limit[i] = NONE;
        enter_row(f, i, spoilt);
    }
    for (int i = 0, last; i < p->row_count; i++) {
        int end = 0;
        if (f->sign[i] != 0 || flow_entries(f, i, &last) < 2)
            continue;
        f->sign[i] = 1;
        queue[end++] = i;
        const bool good = take_part(f, spoilt, queue, &end);
        settle_part(f, queue, end, good, settled);
    }
    memcpy(f->follows, settled, (size_t)p->column_count * sizeof *settled);
    return true;
}

/* ---- The graph ---- */

static void join(struct graph *g, int from, int to)
{
    const int e = g->edge_count;
    g->to[e] = to;
    g->to[e + 1] = from;
    g->next[e] = g->first[from];
    g->first[from] = e;
    g->next[e + 1] = g->first[to];
    g->first[to] = e + 1;
    g->edge_count += 2;
}

static int ground(const struct pm_flows *f)
{
    return f->node_count;
}

static int source(const struct pm_flows *f)
{
    return f->node_count + 1;
}

static int sink(const struct pm_flows *f)
{
    return f->node_count + 2;
}

/* The edges behind those of the arcs. */
static int kept_edge(const struct pm_flows *f, int node)
{
    return 2 * (f->arc_count + node);
}

static int extra_edge(const struct pm_flows *f, int node)
{
    return 2 * (f->arc_count + f->node_count + 2 * node);
}

static void make_arcs(struct pm_flows *f)
{
    const struct pm_program *p = f->program;
    for (int i = 0; i < p->row_count; i++)
        if (f->counted[i] && f->sign[i] != 0) {
            f->node[i] = f->node_count;
            f->row[f->node_count++] = i;
        }
    for (int j = 0; j < p->column_count; j++) {
        if (!f->follows[j])
            continue;
        struct arc *arc = &f->arcs[f->arc_count++];
        *arc = (struct arc){j, ground(f), ground(f)};
        for (int k = 0; k < 2; k++) {
            const int row = f->balances[2 * j + k];
            if (row != NONE)
                *(weight_in(f, row, j) * f->sign[row] > 0 ? &arc->head : &arc->tail) =
                    f->node[row];
        }
    }
}

static bool make_graph(struct pm_flows *f)
{
    struct pm_arena *arena = &f->program->arena;
    struct graph *g = &f->graph;
    const size_t nodes = (size_t)f->node_count + 3;
    const size_t edges = 2 * ((size_t)f->arc_count + 3 * nodes);
    g->node_count = (int)nodes;
    g->first = pm_new(arena, nodes, int);
    g->next = pm_new(arena, edges, int);
    g->to = pm_new(arena, edges, int);
    g->room = pm_new(arena, edges, int64_t);
    g->at = pm_new(arena, nodes, int);
    g->path = pm_new(arena, nodes, int);
    g->seen = pm_new(arena, nodes, bool);
    f->excess = pm_new(arena, nodes, int64_t);
    f->piece = pm_new(arena, nodes, int);
    f->next_in_piece = pm_new(arena, nodes, int);
    if (!g->first || !g->next || !g->to || !g->room || !g->at || !g->path || !g->seen ||
        !f->excess || !f->piece || !f->next_in_piece)
        return false;
    for (size_t v = 0; v < nodes; v++)
        g->first[v] = NONE;
    for (int k = 0; k < f->arc_count; k++)
        join(g, f->arcs[k].tail, f->arcs[k].head);
    for (int v = 0; v < f->node_count; v++)
        join(g, v, ground(f));
    for (int v = 0; v <= f->node_count; v++) {
        join(g, source(f), v);
        join(g, v, sink(f));
    }
    return true;
}

struct pm_flows *pm_flows_new(struct pm_program *p, const struct pm_exact *exact)
{
    struct pm_arena *arena = &p->arena;
    const size_t rows = (size_t)p->row_count + 1, columns = (size_t)p->column_count + 1;
    struct pm_flows *f = pm_new(arena, 1, struct pm_flows);
    if (!f)
        return NULL;
    f->program = p;
    f->exact = exact;
    f->balances = pm_new(arena, 2 * columns, int);
    f->limit = pm_new(arena, columns, int);
    f->next_limit = pm_new(arena, rows, int);
    f->counted = pm_new(arena, rows, bool);
    f->follows = pm_new(arena, columns, bool);
    f->sign = pm_new(arena, rows, int);
    f->node = pm_new(arena, rows, int);
    f->row = pm_new(arena, rows, int);
    f->arcs = pm_new(arena, columns, struct arc);
    f->weights = pm_new(arena, columns, int64_t);
    f->in_cut = pm_new(arena, columns, bool);
    f->touched = pm_new(arena, columns, int);
    f->lits = pm_new(arena, columns, pm_lit);
    f->sizes = pm_new(arena, columns, int);
    if (!f->balances || !f->limit || !f->next_limit || !f->counted || !f->follows ||
        !f->sign || !f->node || !f->row || !f->arcs || !f->weights || !f->in_cut ||
        !f->touched || !f->lits || !f->sizes || !find_flows(f))
        return NULL;
    make_arcs(f);
    return make_graph(f) ? f : NULL;
}

bool pm_flows_column(const struct pm_flows *f, int column)
{
    return f->follows[column];
}

bool pm_flows_row(const struct pm_flows *f, int row)
{
    return f->counted[row];
}

/* ---- Rows given an answer ---- */

/* What the binaries of a row add up to. */
static int64_t worth(const struct pm_flows *f, int row, const int *answer)
{
    const struct pm_row *r = &f->program->rows[row];
    int64_t sum = 0;
    for (int k = r->first; k < r->first + r->count; k++) {
        const int column = f->program->entries[k].column;
        if (!f->follows[column])
            sum +=
                (int64_t)f->exact->weights[k] * (f->exact->lower[column] + answer[column]);
    }
    return sum;
}

/* The coefficient of the flows of a row. */
static int unit_of(const struct pm_flows *f, int row)
{
    int last = 0;
    const int n = flow_entries(f, row, &last);
    assert(n > 0);
    (void)n;
    return abs(f->exact->weights[last]);
}

/* The side of a limit that bounds its flow. */
static int64_t limit_of(const struct pm_flows *f, int row, int column, const int *answer)
{
    const int weight = weight_in(f, row, column);
    const struct pm_exact_row *r = &f->exact->rows[row];
    if (r->lower == INT64_MIN && r->upper == INT64_MAX)
        return INT64_MAX;
    return ((weight > 0 ? r->upper : r->lower) - worth(f, row, answer)) / weight;
}

/* The most that an arc carries, and the limit that says so; -1: the column's bound. */
static int64_t most_of(const struct pm_flows *f, const struct arc *arc, const int *answer,
                       int *by)
{
    int64_t most = f->exact->upper[arc->column];
    *by = NONE;
    for (int row = f->limit[arc->column]; row != NONE; row = f->next_limit[row]) {
        const int64_t own = limit_of(f, row, arc->column, answer);
        if (own < most) {
            most = own;
            *by = row;
        }
    }
    return most;
}

/* The least (or the most) that a node keeps, without its binaries: -FREE or FREE if any. */
static int64_t side_of(const struct pm_flows *f, int node, bool most)
{
    const int row = f->row[node], sign = f->sign[row];
    const struct pm_exact_row *r = &f->exact->rows[row];
    const int64_t side = most == (sign > 0) ? r->upper : r->lower;
    if (side == INT64_MIN || side == INT64_MAX)
        return most ? FREE : -FREE;
    return sign * side / unit_of(f, row);
}

/* ---- Is there a flow? ---- */

/* An edge that carries from `least` to `most`: what it carries at first is its finite end. */
static void open_edge(const struct pm_flows *f, int edge, int64_t least, int64_t most)
{
    const struct graph *g = &f->graph;
    const int64_t carries = least > -FREE ? least : most < FREE ? most : 0;
    g->room[edge] = most < FREE ? most - carries : FREE;
    g->room[edge + 1] = least > -FREE ? carries - least : FREE;
    f->excess[g->to[edge]] += carries;
    f->excess[g->to[edge + 1]] -= carries;
}

static void open_all(const struct pm_flows *f, const int *answer)
{
    const struct graph *g = &f->graph;
    int by;
    memset(f->excess, 0, (size_t)g->node_count * sizeof *f->excess);
    for (int k = 0; k < f->arc_count; k++)
        open_edge(f, 2 * k, f->exact->lower[f->arcs[k].column],
                  most_of(f, &f->arcs[k], answer, &by));
    for (int v = 0; v < f->node_count; v++) {
        const int row = f->row[v];
        const int64_t own = f->sign[row] * worth(f, row, answer) / unit_of(f, row);
        const int64_t least = side_of(f, v, false), most = side_of(f, v, true);
        open_edge(f, kept_edge(f, v), least > -FREE ? least - own : least,
                  most < FREE ? most - own : most);
    }
    for (int v = 0; v <= f->node_count; v++) {
        const int64_t excess = f->excess[v];
        const int edge = extra_edge(f, v);
        g->room[edge] = excess > 0 ? excess : 0;
        g->room[edge + 2] = excess < 0 ? -excess : 0;
        g->room[edge + 1] = g->room[edge + 3] = 0;
    }
}

/* Sends along a path as much as it takes; returns the number of its first edge that is full. */
static int send(const struct graph *g, int length)
{
    int64_t amount = INT64_MAX;
    int full = 0;
    for (int d = length - 1; d >= 0; d--)
        if (g->room[g->path[d]] <= amount) {
            amount = g->room[g->path[d]];
            full = d;
        }
    for (int d = 0; d < length; d++) {
        g->room[g->path[d]] -= amount;
        g->room[g->path[d] ^ 1] += amount;
    }
    return full;
}

/* One search in depth for paths from `node` to `to`; a node from which nothing was found is not
 * entered again.  False: there was none at all, and `seen` are the nodes that can be reached. */
static bool send_all(const struct graph *g, int node, int to)
{
    bool sent = false;
    int depth = 0;
    memset(g->seen, 0, (size_t)g->node_count * sizeof *g->seen);
    memcpy(g->at, g->first, (size_t)g->node_count * sizeof *g->at);
    g->seen[node] = true;
    for (;;) {
        int e = g->at[node];
        while (e != NONE && (g->room[e] == 0 || g->seen[g->to[e]]))
            e = g->next[e];
        g->at[node] = e;
        if (e == NONE && depth == 0)
            return sent;
        if (e == NONE) {
            node = g->to[g->path[--depth] ^ 1];
            continue;
        }
        g->path[depth++] = e;
        node = g->to[e];
        g->seen[node] = true;
        if (node != to)
            continue;
        const int full = send(g, depth);
        while (depth > full)
            g->seen[g->to[g->path[--depth]]] = false;
        node = g->to[g->path[full] ^ 1];
        sent = true;
    }
}

/* Whether there is a flow; if so, the graph has it. */
static bool find_flow(const struct pm_flows *f, const int *answer)
{
    open_all(f, answer);
    while (send_all(&f->graph, source(f), sink(f)))
        continue;
    for (int v = 0; v <= f->node_count; v++)
        if (f->graph.room[extra_edge(f, v)] > 0)
            return false;
    return true;
}

void pm_flows_fill(const struct pm_flows *f, const int *answer, double *values)
{
    if (f->arc_count == 0)
        return;
    const bool found = find_flow(f, answer);
    assert(found);
    (void)found;
    for (int k = 0; k < f->arc_count; k++)
        values[f->arcs[k].column] =
            f->exact->lower[f->arcs[k].column] + (double)f->graph.room[2 * k + 1];
}

/* ---- Cuts ---- */

/* A row of binaries in the making: their weights (in `weights`) and a constant add up to at least 0. */
struct cut {
    int64_t constant;
    int touched;
};

/* Adds `times` what the binaries of a row are worth, divided by `unit`. */
static void add_binaries(const struct pm_flows *f, struct cut *cut, int row, int unit,
                         int times)
{
    const struct pm_row *r = &f->program->rows[row];
    for (int k = r->first; k < r->first + r->count; k++) {
        const int column = f->program->entries[k].column;
        const int64_t weight = times * (int64_t)f->exact->weights[k] / unit;
        if (f->follows[column] || weight == 0)
            continue;
        if (f->exact->lower[column] == f->exact->upper[column]) {
            cut->constant += weight * f->exact->lower[column];
            continue;
        }
        if (!f->in_cut[column])
            f->touched[cut->touched++] = column;
        f->in_cut[column] = true;
        f->weights[column] += weight;
    }
}

/* Adds the most that an arc carries. */
static void add_most(const struct pm_flows *f, struct cut *cut, const struct arc *arc,
                     const int *answer)
{
    int by;
    const int64_t most = most_of(f, arc, answer, &by);
    if (by == NONE) {
        cut->constant += most;
        return;
    }
    const int weight = weight_in(f, by, arc->column), unit = abs(weight);
    const struct pm_exact_row *r = &f->exact->rows[by];
    cut->constant += (weight > 0 ? r->upper : r->lower) / weight;
    add_binaries(f, cut, by, unit, weight > 0 ? -1 : 1);
}

/* Adds what the nodes of a piece get at most and need at least (or, with `surplus`, can give away at
 * most and have to): the more they get in, the better. */
static struct cut cut_of(const struct pm_flows *f, int first, bool surplus,
                         const int *answer)
{
    const struct graph *g = &f->graph;
    struct cut cut = {0};
    for (int v = first; v != NONE; v = f->next_in_piece[v]) {
        for (int e = g->first[v]; e != NONE; e = g->next[e]) {
            if (e >= kept_edge(f, 0) ||
                (g->to[e] != ground(f) && f->piece[g->to[e]] == f->piece[v]))
                continue;
            const struct arc *arc = &f->arcs[e / 2];
            if ((e % 2 == 0) == surplus)
                add_most(f, &cut, arc, answer);
            else
                cut.constant -= f->exact->lower[arc->column];
        }
        const int row = f->row[v];
        cut.constant += surplus ? side_of(f, v, true) : -side_of(f, v, false);
        add_binaries(f, &cut, row, unit_of(f, row), surplus ? -f->sign[row] : f->sign[row]);
    }
    return cut;
}

/* What a row of binaries lacks in an answer; not positive: nothing. */
static int64_t lacks(const struct pm_flows *f, const struct cut *cut, const int *answer)
{
    int64_t sum = cut->constant;
    for (int k = 0; k < cut->touched; k++)
        sum += f->weights[f->touched[k]] * answer[f->touched[k]];
    return -sum;
}

/* States the row as literals with positive sizes, none larger than what they must add up to. */
static void state_cut(const struct pm_flows *f, struct pm_rules *r, const struct cut *cut,
                      const int *answer)
{
    int64_t need = -cut->constant;
    int n = 0;
    for (int k = 0; k < cut->touched; k++) {
        const int64_t weight = f->weights[f->touched[k]];
        need -= weight < 0 ? weight : 0;
    }
    const bool large = need > INT_MAX;
    for (int k = 0; k < cut->touched; k++) {
        const int column = f->touched[k];
        const int64_t weight = f->weights[column];
        /* Numbers that are too large are left out: one of those that are missing comes. */
        if (weight == 0 || (large && (weight > 0) == (answer[column] > 0)))
            continue;
        const pm_lit lit = pm_reaches(r, column, 1);
        f->lits[n] = weight > 0 ? lit : -lit;
        f->sizes[n++] = (int)(llabs(weight) < need ? llabs(weight) : need);
    }
    bool single = true;
    for (int k = 0; k < n; k++)
        single &= f->sizes[k] == need;
    if (large || single)
        pm_clause(r, n, f->lits);
    else
        pm_sum(r, n, f->lits, f->sizes, PM_AT_LEAST, need);
}

/* States the cut of a piece if the answer breaks it. */
static int cut_piece(const struct pm_flows *f, struct pm_rules *r, int first, bool surplus,
                     const int *answer)
{
    const struct cut cut = cut_of(f, first, surplus, answer);
    const bool broken = lacks(f, &cut, answer) > 0;
    if (broken)
        state_cut(f, r, &cut, answer);
    for (int k = 0; k < cut.touched; k++) {
        f->weights[f->touched[k]] = 0;
        f->in_cut[f->touched[k]] = false;
    }
    return broken;
}

static int root_of(const struct pm_flows *f, int node)
{
    while (f->piece[node] != node)
        node = f->piece[node] = f->piece[f->piece[node]];
    return node;
}

/* Splits the nodes that are seen (or those that are not) where arcs can carry nothing in this
 * answer, and chains the nodes of each piece to the first of them.  What all of them lack together is the sum of what
 * the pieces lack. */
static void split(const struct pm_flows *f, bool seen)
{
    const struct graph *g = &f->graph;
    for (int v = 0; v <= f->node_count; v++) {
        f->piece[v] = v;
        f->next_in_piece[v] = NONE;
    }
    for (int k = 0; k < f->arc_count; k++) {
        const int tail = f->arcs[k].tail, head = f->arcs[k].head;
        const bool open = g->room[2 * k] + g->room[2 * k + 1] > 0 ||
                          f->exact->lower[f->arcs[k].column] != 0;
        if (open && tail != ground(f) && head != ground(f) && g->seen[tail] == seen &&
            g->seen[head] == seen) {
            const int a = root_of(f, tail), b = root_of(f, head);
            f->piece[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (int v = f->node_count - 1; v >= 0; v--) {
        const int root = f->piece[v] = root_of(f, v);
        if (root != v) {
            f->next_in_piece[v] = f->next_in_piece[root];
            f->next_in_piece[root] = v;
        }
    }
}

/* The lazy rule. */
static int find_cuts(struct pm_rules *r, const int *answer, const void *context)
{
    const struct pm_flows *f = context;
    int faults = 0;
    if (find_flow(f, answer))
        return 0;
    /* What the source reaches has too much and cannot get rid of it; if the ground is among that, the
     * others get too little. */
    const bool surplus = !f->graph.seen[ground(f)];
    split(f, surplus);
    for (int v = 0; v < f->node_count; v++)
        if (f->graph.seen[v] == surplus && f->piece[v] == v)
            faults += cut_piece(f, r, v, surplus, answer);
    assert(faults > 0);
    return faults;
}

void pm_flows_state(const struct pm_flows *f, struct pm_rules *r)
{
    if (f->arc_count > 0)
        pm_lazy(r, find_cuts, f);
}
