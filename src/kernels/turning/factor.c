/* Tutte's reduction to perfect matching, and Edmonds' algorithm for that.
 *
 * Each end of an edge is a *port*; the two ports of an edge are joined.  A node of degree d that
 * wants w edges has d - w *cores*, each joined to all its ports.  A perfect matching then gives each
 * core a port, which leaves w ports a node that are matched across: the chosen edges.  A node that
 * takes any number has d cores that may stay single.
 *
 * A greedy choice leaves few ports single; from each of them an augmenting path is searched, breadth
 * first.  Odd circles are shrunk by a union-find forest.  Only what a search touched is reset after
 * it, for most searches end nearby. */
#include "kernels/turning/factor.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/arena.h"
#include "core/invariant.h"

enum { NOBODY = -1 };
enum label { UNSEEN, OUTER, INNER };

/* Searching goes through all ports of a node for each of its cores. */
enum { MAX_SCANS = 200000000 };

struct matching {
    const struct pm_graph *g;
    int *owner; /* the node of each vertex (a vertex is a port or a core) */
    int *
        first_port; /* the ports at node v: ports[first_port[v]] to ports[first_port[v+1]-1] */
    int *ports;
    int *first_core; /* the cores of node v: vertices first_core[v] to first_core[v+1]-1 */
    int *mate, *before, *set; /* partner; how the search came here; union-find */
    unsigned char *label;
    int *met, round; /* for common ancestors: the round in which a vertex was met */
    int *queue, queued;
    int *touched, touched_count;
};

static bool is_port(const struct matching *m, int vertex)
{
    return vertex < 2 * m->g->edge_count;
}

/* Cores of a node that takes any number may stay single. */
static bool may_stay_single(const struct matching *m, int vertex)
{
    return !is_port(m, vertex) && m->g->wanted[m->owner[vertex]] < 0;
}

static int find(struct matching *m, int vertex)
{
    while (m->set[vertex] != vertex)
        vertex = m->set[vertex] = m->set[m->set[vertex]];
    return vertex;
}

static void see(struct matching *m, int vertex, enum label label)
{
    if (m->label[vertex] == UNSEEN)
        m->touched[m->touched_count++] = vertex;
    m->label[vertex] = (unsigned char)label;
    if (label == OUTER)
        m->queue[m->queued++] = vertex;
}

/* The nearest vertex, in the shrunk graph, that both ways from the root pass. */
static int common(struct matching *m, int a, int b)
{
    m->round++;
    for (a = find(m, a), b = find(m, b);;) {
        if (a != NOBODY) {
            if (m->met[a] == m->round)
                return a;
            m->met[a] = m->round;
            int up = m->mate[a] == NOBODY ? NOBODY : m->before[m->mate[a]];
            a = up == NOBODY ? NOBODY : find(m, up);
        }
        int other = a;
        a = b;
        b = other;
    }
}

/* One side of an odd circle: from `a` up to its top, every vertex becomes outer. */
static void shrink(struct matching *m, int a, int b, int top)
{
    while (find(m, a) != top) {
        m->before[a] = b;
        b = m->mate[a];
        assert(b != NOBODY); /* the root is the top of all circles through it */
        if (m->label[b] == INNER)
            see(m, b, OUTER);
        /* A circle shrunk earlier joins when the walk comes to its base, not before: until then
         * its other vertices must look unjoined, or the walk would end inside it. */
        if (m->set[a] == a)
            m->set[a] = top;
        if (m->set[b] == b)
            m->set[b] = top;
        a = m->before[b];
    }
}

/* Matches along the way back to the root: `free_end` was reached from before[free_end]. */
static void augment(struct matching *m, int free_end)
{
    while (free_end != NOBODY) {
        int outer = m->before[free_end], next = m->mate[outer];
        assert(outer != NOBODY && m->label[outer] == OUTER);
        m->mate[free_end] = outer;
        m->mate[outer] = free_end;
        free_end = next;
    }
}

/* Looks from the outer vertex at one neighbour; true if the search has succeeded. */
static bool look(struct matching *m, int outer, int vertex)
{
    if (m->label[vertex] == INNER || find(m, outer) == find(m, vertex))
        return false;
    if (m->label[vertex] == OUTER) {
        int top = common(m, outer, vertex);
        shrink(m, outer, vertex, top);
        shrink(m, vertex, outer, top);
        return false;
    }
    see(m, vertex, INNER);
    m->before[vertex] = outer;
    if (m->mate[vertex] == NOBODY) {
        augment(m, vertex);
        return true;
    }
    see(m, m->mate[vertex], OUTER);
    return false;
}

/* All neighbours of an outer vertex. */
static bool look_around(struct matching *m, int outer)
{
    int v = m->owner[outer];
    if (may_stay_single(m, outer)) {
        int rest = m->mate[outer];
        m->mate[outer] = NOBODY;
        augment(m, rest);
        return true;
    }
    if (is_port(m, outer)) {
        if (look(m, outer, outer ^ 1))
            return true;
        for (int core = m->first_core[v]; core < m->first_core[v + 1]; core++)
            if (look(m, outer, core))
                return true;
        return false;
    }
    for (int i = m->first_port[v]; i < m->first_port[v + 1]; i++)
        if (look(m, outer, m->ports[i]))
            return true;
    return false;
}

/* Partners are each other's, a port and its other end or a port and a core of its node. */
static bool is_matching(const struct matching *m)
{
    for (int port = 0; port < 2 * m->g->edge_count; port++) {
        int other = m->mate[port];
        if (other == NOBODY || other == (port ^ 1))
            continue;
        if (m->mate[other] != port || is_port(m, other) ||
            m->owner[other] != m->owner[port])
            return false;
    }
    return true;
}

static pulma_status search_from(struct matching *m, int root,
                                const struct pm_search *search)
{
    pulma_status status = PULMA_NONE;
    m->queued = m->touched_count = 0;
    assert(is_port(m, root) && m->mate[root] == NOBODY && m->label[root] == UNSEEN);
    see(m, root, OUTER);
    for (int i = 0; i < m->queued && status == PULMA_NONE; i++) {
        if (look_around(m, m->queue[i]))
            status = PULMA_OK;
        else if ((i & 0xFFFF) == 0xFFFF && pm_search_stopped(search))
            status = PULMA_LIMIT;
    }
    for (int i = 0; i < m->touched_count; i++) {
        int vertex = m->touched[i];
        m->label[vertex] = UNSEEN;
        m->before[vertex] = NOBODY;
        m->set[vertex] = vertex;
    }
    PM_ASSERT_SLOW(is_matching(m));
    return status;
}

/* ---- Setting up -------------------------------------------------------------------------- */

static pulma_status list_ports(struct matching *m, struct pm_arena *arena)
{
    const struct pm_graph *g = m->g;
    size_t n = (size_t)g->node_count, ports = 2 * (size_t)g->edge_count;
    m->first_port = pm_new(arena, n + 2, int);
    m->first_core = pm_new(arena, n + 2, int);
    m->ports = pm_new(arena, ports, int);
    if (!m->first_port || !m->first_core || !m->ports)
        return PULMA_NO_MEMORY;
    for (int port = 0; port < (int)ports; port++)
        m->first_port[g->ends[port / 2][port % 2] + 2]++;
    for (size_t v = 2; v < n + 2; v++)
        m->first_port[v] += m->first_port[v - 1];
    for (int port = 0; port < (int)ports; port++)
        m->ports[m->first_port[g->ends[port / 2][port % 2] + 1]++] = port;
    int64_t scans = 0;
    m->first_core[0] = (int)ports;
    for (size_t v = 0; v < n; v++) {
        int degree = m->first_port[v + 1] - m->first_port[v];
        if (g->wanted[v] > degree)
            return PULMA_NONE;
        int cores = g->wanted[v] < 0 ? degree : degree - g->wanted[v];
        m->first_core[v + 1] = m->first_core[v] + cores;
        scans += (int64_t)cores * degree;
        if (scans > MAX_SCANS)
            return PULMA_UNAVAILABLE;
    }
    return PULMA_OK;
}

static pulma_status new_matching(struct matching *m, struct pm_arena *arena)
{
    const struct pm_graph *g = m->g;
    pulma_status status = list_ports(m, arena);
    if (status)
        return status;
    size_t n = (size_t)m->first_core[g->node_count];
    int **arrays[] = {&m->owner, &m->mate,  &m->before, &m->set,
                      &m->met,   &m->queue, &m->touched};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = pm_new(arena, n, int)))
            return PULMA_NO_MEMORY;
    if (!(m->label = pm_new(arena, n, unsigned char)))
        return PULMA_NO_MEMORY;
    for (int i = 0; i < (int)n; i++) {
        m->mate[i] = m->before[i] = NOBODY;
        m->set[i] = i;
    }
    for (int port = 0; port < 2 * g->edge_count; port++)
        m->owner[port] = g->ends[port / 2][port % 2];
    for (int v = 0; v < g->node_count; v++)
        for (int core = m->first_core[v]; core < m->first_core[v + 1]; core++)
            m->owner[core] = v;
    return PULMA_OK;
}

/* Takes each edge whose two nodes still want one; the other ports go to cores. */
static void start_greedily(struct matching *m, int *wants)
{
    const struct pm_graph *g = m->g;
    for (int v = 0; v < g->node_count; v++)
        wants[v] = g->wanted[v] < 0 ? 0 : g->wanted[v];
    for (int e = 0; e < g->edge_count; e++) {
        int a = g->ends[e][0], b = g->ends[e][1];
        if (wants[a] <= 0 || wants[b] <= 0)
            continue;
        wants[a]--;
        wants[b]--;
        m->mate[2 * e] = 2 * e + 1;
        m->mate[2 * e + 1] = 2 * e;
    }
    for (int v = 0; v < g->node_count; v++) {
        int core = m->first_core[v];
        for (int i = m->first_port[v]; i < m->first_port[v + 1]; i++) {
            if (m->mate[m->ports[i]] != NOBODY || core == m->first_core[v + 1])
                continue;
            m->mate[m->ports[i]] = core;
            m->mate[core++] = m->ports[i];
        }
    }
}

pulma_status pm_factor(const struct pm_graph *g, struct pm_search *search,
                       unsigned char *chosen)
{
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct matching m = {.g = g};
    int *wants = pm_new(&arena, (size_t)g->node_count, int);
    pulma_status status = wants ? new_matching(&m, &arena) : PULMA_NO_MEMORY;
    if (!status)
        start_greedily(&m, wants);
    for (int port = 0; !status && port < 2 * g->edge_count; port++) {
        if (m.mate[port] != NOBODY)
            continue;
        status = pm_search_node(search);
        if (!status)
            status = search_from(&m, port, search);
    }
    for (int e = 0; !status && e < g->edge_count; e++)
        chosen[e] = m.mate[2 * e] == 2 * e + 1;
    pm_arena_free(&arena);
    return status;
}
