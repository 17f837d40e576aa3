/* Knight's tours on boards with holes: circles first, then one tour of them.
 *
 * A closed tour uses two moves at every square; so do the circles of a 2-factor.  As the knight
 * changes colour with each move, these are flows from light squares to dark ones (Dinic's
 * phases of shortest ways), found or proved impossible in no time.  An open tour is closed by
 * one more node, the return, which lies between the start and every square where the tour may
 * end.  Then moves are exchanged along alternating trails: out of the factor, into it, out of
 * it, and so on until the trail closes.  Every square keeps its two moves, and the number of
 * circles changes.  An exchange that makes no more circles is kept, one that makes more seldom;
 * so they grow together until one is left. */
#include "kernels/tour/merge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/invariant.h"
#include "core/random.h"

/* Moves put in by one exchange at most; one exchange in so many may make a circle more.  (Half or
 * twice as many made no difference on boards of 30x30 to 50x50 with a tenth of holes.) */
enum { TRAIL = 8, BRAVE = 100 };

struct change {
    int a, b;
    bool put; /* into the factor; else taken out */
};

struct merge {
    const struct pm_tour *t;
    struct pm_search *search;
    struct pm_arena arena;
    struct pm_rng rng;
    int nodes;      /* squares, holes among them, and the return */
    int back;       /* the return; -1: the tour is closed */
    int ends;       /* the colour of the squares where an open tour may end */
    int *begin;     /* of a node: where its neighbours begin */
    int *beside;    /* the neighbours */
    int (*link)[2]; /* the two neighbours in the factor, -1 while one is missing */
    int *kept;      /* nodes that are not holes */
    int kept_count;

    /* While the factor grows. */
    int *level; /* of a node: how many edges from a square that lacks moves; -1: far */
    int *tried; /* of a node: twice the neighbours that were tried in this phase */
    int *queue;
    int *lights; /* the way under search: light nodes ... */
    int *darks;  /* ... and before each but the first the dark node that it will lose */

    /* The circles: their number, of a node that of its circle and where it is there. */
    int circles, *circle, *place;
    int *size;                          /* of a circle */
    int *unused, unused_count;          /* numbers of circles */
    struct change trail[2 * TRAIL + 2]; /* the exchange under way */
    int trail_len;
};

/* ---- The graph ------------------------------------------------------------------------- */

static bool is_hole(const struct pm_tour *t, int square)
{
    return t->hole && t->hole[square];
}

static int colour(const struct pm_tour *t, int square)
{
    return (square / t->columns + square % t->columns) % 2;
}

static bool may_end(const struct merge *m, int square)
{
    const struct pm_tour *t = m->t;
    if (is_hole(t, square) || square == t->start)
        return false;
    return t->end >= 0 ? square == t->end : colour(t, square) == m->ends;
}

/* As many squares of the start's colour as of the other: then the tour ends on the other. */
static int end_colour(const struct pm_tour *t)
{
    int surplus = 0;
    for (int s = 0; s < t->rows * t->columns; s++)
        if (!is_hole(t, s))
            surplus += colour(t, s) == colour(t, t->start) ? 1 : -1;
    return surplus == 1 ? colour(t, t->start) : 1 - colour(t, t->start);
}

/* Lists the neighbours of a node; returns where the next list begins. */
static int list_neighbours(struct merge *m, int node, int at)
{
    const struct pm_tour *t = m->t;
    int squares = t->rows * t->columns;
    for (int s = 0; s < squares && node == m->back; s++)
        if (s == t->start || may_end(m, s))
            m->beside[at++] = s;
    if (node == m->back || is_hole(t, node))
        return at;
    for (int move = 0; move < 8; move++) {
        int row = node / t->columns + pm_knight_down[move];
        int column = node % t->columns + pm_knight_right[move];
        if (row >= 0 && row < t->rows && column >= 0 && column < t->columns &&
            !is_hole(t, row * t->columns + column))
            m->beside[at++] = row * t->columns + column;
    }
    if (m->back >= 0 && (node == t->start || may_end(m, node)))
        m->beside[at++] = m->back;
    return at;
}

static bool allocate(struct merge *m)
{
    size_t n = (size_t)m->nodes;
    m->begin = pm_new(&m->arena, n + 1, int);
    m->beside = pm_new(&m->arena, 10 * n, int);
    m->link = pm_alloc(&m->arena, n, sizeof *m->link);
    m->kept = pm_new(&m->arena, n, int);
    m->level = pm_new(&m->arena, n, int);
    m->tried = pm_new(&m->arena, n, int);
    m->queue = pm_new(&m->arena, n, int);
    m->lights = pm_new(&m->arena, n, int);
    m->darks = pm_new(&m->arena, n, int);
    m->circle = pm_new(&m->arena, n, int);
    m->place = pm_new(&m->arena, n, int);
    m->size = pm_new(&m->arena, n, int);
    m->unused = pm_new(&m->arena, n, int);
    return m->begin && m->beside && m->link && m->kept && m->level && m->tried &&
           m->queue && m->lights && m->darks && m->circle && m->place && m->size &&
           m->unused;
}

static bool make_graph(struct merge *m)
{
    int squares = m->t->rows * m->t->columns, at = 0;
    m->back = m->t->closed ? -1 : squares;
    m->nodes = squares + !m->t->closed;
    m->ends = end_colour(m->t);
    if (!allocate(m))
        return false;
    for (int node = 0; node < m->nodes; node++) {
        m->begin[node] = at;
        at = list_neighbours(m, node, at);
        pm_rng_shuffle(&m->rng, m->beside + m->begin[node], at - m->begin[node]);
        if (node == m->back || !is_hole(m->t, node))
            m->kept[m->kept_count++] = node;
    }
    m->begin[m->nodes] = at;
    return true;
}

/* ---- The factor ---------------------------------------------------------------------------- */

static void put_link(struct merge *m, int node, int other)
{
    int k = m->link[node][0] >= 0;
    assert(m->link[node][k] < 0);
    m->link[node][k] = other;
}

static void add_edge(struct merge *m, int a, int b)
{
    put_link(m, a, b);
    put_link(m, b, a);
}

static void remove_edge(struct merge *m, int a, int b)
{
    m->link[a][m->link[a][0] != b] = -1;
    m->link[b][m->link[b][0] != a] = -1;
}

static bool linked(const struct merge *m, int a, int b)
{
    return m->link[a][0] == b || m->link[a][1] == b;
}

/* The move between the return and the start always stays. */
static bool is_fixed(const struct merge *m, int a, int b)
{
    return m->back >= 0 && a + b == m->back + m->t->start && (a == m->back || b == m->back);
}

/* Flows go from light nodes to dark ones; the return is of the colour where no tour ends. */
static bool is_light(const struct merge *m, int node)
{
    return node == m->back ? m->ends != 0 : colour(m->t, node) == 0;
}

static bool lacks(const struct merge *m, int node)
{
    return m->link[node][0] < 0 || m->link[node][1] < 0;
}

/* The levels, by breadth; false: no dark node that lacks moves can be reached. */
static bool find_levels(struct merge *m)
{
    int head = 0, count = 0;
    bool reached = false;
    for (int i = 0; i < m->kept_count; i++) {
        int node = m->kept[i];
        bool source = is_light(m, node) && lacks(m, node);
        m->level[node] = source ? 0 : -1;
        m->tried[node] = 0;
        if (source)
            m->queue[count++] = node;
    }
    while (head < count) {
        int node = m->queue[head++];
        bool light = is_light(m, node);
        reached |= !light && lacks(m, node);
        int n = light ? m->begin[node + 1] - m->begin[node] : 2;
        for (int k = 0; k < n; k++) {
            int other = light ? m->beside[m->begin[node] + k] : m->link[node][k];
            bool usable = other >= 0 && !is_fixed(m, node, other) && m->level[other] < 0 &&
                          (!light || !linked(m, node, other));
            if (usable) {
                m->level[other] = m->level[node] + 1;
                m->queue[count++] = other;
            }
        }
    }
    return reached;
}

/* The way ends at a dark node that lacks a move: all its edges change sides. */
static void augment(struct merge *m, int len, int last)
{
    for (int i = 1; i < len; i++)
        remove_edge(m, m->lights[i], m->darks[i]);
    for (int i = 1; i < len; i++)
        add_edge(m, m->lights[i - 1], m->darks[i]);
    add_edge(m, m->lights[len - 1], last);
}

/* A way from a light node, by depth along the levels. */
static bool find_way(struct merge *m, int start)
{
    int len = 1;
    m->lights[0] = start;
    while (len > 0) {
        int light = m->lights[len - 1], k = m->tried[light]++;
        if (m->begin[light] + k / 2 == m->begin[light + 1]) {
            m->level[light] = -1;
            len--;
            continue;
        }
        int dark = m->beside[m->begin[light] + k / 2], other = m->link[dark][k % 2];
        if (m->level[dark] != m->level[light] + 1 || linked(m, light, dark))
            continue;
        if (lacks(m, dark)) {
            augment(m, len, dark);
            return true;
        }
        if (m->level[other] == m->level[dark] + 1 && !is_fixed(m, dark, other)) {
            m->lights[len] = other;
            m->darks[len++] = dark;
        }
    }
    return false;
}

static pulma_status find_factor(struct merge *m)
{
    memset(m->link, 0xFF, (size_t)m->nodes * sizeof *m->link); /* all -1 */
    if (m->back >= 0)
        add_edge(m, m->back, m->t->start);
    while (find_levels(m)) {
        for (int i = 0; i < m->kept_count; i++)
            while (is_light(m, m->kept[i]) && lacks(m, m->kept[i]) &&
                   m->level[m->kept[i]] == 0 && find_way(m, m->kept[i]))
                continue;
        if (pm_search_stopped(m->search))
            return PULMA_LIMIT;
    }
    for (int i = 0; i < m->kept_count; i++)
        if (lacks(m, m->kept[i]))
            return PULMA_NONE;
    return PULMA_OK;
}

/* ---- Circles -------------------------------------------------------------------------------- */

/* Gives the circle through a node a number, and its nodes their places. */
static void number_circle(struct merge *m, int node, int number)
{
    int before = -1, at = node, n = 0;
    do {
        m->circle[at] = number;
        m->place[at] = n++;
        int go = m->link[at][m->link[at][0] == before];
        before = at;
        at = go;
    } while (at != node);
    m->size[number] = n;
}

static void number_circles(struct merge *m)
{
    m->circles = m->unused_count = 0;
    for (int i = 0; i < m->kept_count; i++)
        m->circle[m->kept[i]] = -1;
    for (int i = 0; i < m->kept_count; i++)
        if (m->circle[m->kept[i]] < 0)
            number_circle(m, m->kept[i], m->circles++);
    for (int i = m->nodes - 1; i >= m->circles; i--)
        m->unused[m->unused_count++] = i;
}

/* Edges that were taken out cut old circles into pieces, which those put in join to new ones.  A
 * piece is named by the cut at its end: where it is in the trail. */
static int cut_place(const struct merge *m, const struct change *cut)
{
    int a = m->place[cut->a], b = m->place[cut->b];
    int low = a < b ? a : b;
    return abs(a - b) == 1 ? low : m->size[m->circle[cut->a]] - 1;
}

static int piece_of(const struct merge *m, int node)
{
    int best = -1, best_away = 0, circle = m->circle[node];
    for (int i = 0; i < m->trail_len; i++) {
        const struct change *c = &m->trail[i];
        if (c->put || m->circle[c->a] != circle)
            continue;
        int away = cut_place(m, c) - m->place[node];
        away += away < 0 ? m->size[circle] : 0;
        if (best < 0 || away < best_away) {
            best = i;
            best_away = away;
        }
    }
    return best;
}

static int root(const int *parent, int piece)
{
    while (parent[piece] != piece)
        piece = parent[piece];
    return piece;
}

/* How many circles more there are after the trail. */
static int more_circles(const struct merge *m)
{
    int parent[2 * TRAIL + 2], now = 0, before = 0;
    for (int i = 0; i < m->trail_len; i++) {
        parent[i] = i;
        bool first = !m->trail[i].put;
        now += first;
        for (int k = 0; k < i; k++)
            first &=
                m->trail[k].put || m->circle[m->trail[k].a] != m->circle[m->trail[i].a];
        before += first;
    }
    for (int i = 0; i < m->trail_len; i++) {
        if (!m->trail[i].put)
            continue;
        int a = root(parent, piece_of(m, m->trail[i].a));
        int b = root(parent, piece_of(m, m->trail[i].b));
        now -= a != b;
        parent[a] = b;
    }
    return now - before;
}

/* Numbers the circles anew that the trail has changed.  Old numbers have no size until all nodes
 * have new ones. */
static void renumber(struct merge *m)
{
    int old[2 * TRAIL + 2], old_count = 0;
    for (int i = 0; i < m->trail_len; i++) {
        int number = m->circle[m->trail[i].a];
        if (!m->trail[i].put && m->size[number] > 0) {
            m->size[number] = 0;
            old[old_count++] = number;
        }
    }
    m->circles -= old_count;
    for (int i = 0; i < m->trail_len; i++) {
        int node = m->trail[i].a;
        if (m->size[m->circle[node]] > 0)
            continue;
        number_circle(m, node, m->unused[--m->unused_count]);
        m->circles++;
    }
    while (old_count > 0)
        m->unused[m->unused_count++] = old[--old_count];
}

/* ---- Exchanges ------------------------------------------------------------------------------ */

static void change(struct merge *m, int a, int b, bool put)
{
    if (put)
        add_edge(m, a, b);
    else
        remove_edge(m, a, b);
    m->trail[m->trail_len++] = (struct change){a, b, put};
}

static void undo(struct merge *m)
{
    while (m->trail_len > 0) {
        struct change c = m->trail[--m->trail_len];
        if (c.put)
            remove_edge(m, c.a, c.b);
        else
            add_edge(m, c.a, c.b);
    }
}

/* Whether the trail has changed this edge already. */
static bool is_changed(const struct merge *m, int a, int b)
{
    for (int i = 0; i < m->trail_len; i++) {
        const struct change *c = &m->trail[i];
        if ((c->a == a && c->b == b) || (c->a == b && c->b == a))
            return true;
    }
    return false;
}

static bool beside(const struct merge *m, int a, int b)
{
    /* The return has many neighbours, squares have few. */
    int from = a == m->back ? b : a, to = a == m->back ? a : b;
    for (int k = m->begin[from]; k < m->begin[from + 1]; k++)
        if (m->beside[k] == to)
            return true;
    return false;
}

/* One more pair of moves: node `at` gets a move to w, which loses one.  Returns the node that it
 * lost, -1: nothing fits. */
static int lengthen(struct merge *m, int first, int at)
{
    for (int tries = 0; tries < 4; tries++) {
        int count = m->begin[at + 1] - m->begin[at];
        int w = m->beside[m->begin[at] + pm_rng_below(&m->rng, count)];
        if (w == first || linked(m, at, w) || lacks(m, w) || is_changed(m, at, w))
            continue;
        if (m->circle[w] == m->circle[at] && tries < 2 && m->trail_len == 1)
            continue; /* rather another circle */
        int x = m->link[w][pm_rng_below(&m->rng, 2)];
        if (x == first || is_fixed(m, w, x) || is_changed(m, w, x))
            continue;
        change(m, w, x, false);
        change(m, at, w, true);
        return x;
    }
    return -1;
}

/* Tries one trail; true: it closed. */
static bool try_trail(struct merge *m)
{
    int first = m->kept[pm_rng_below(&m->rng, m->kept_count)];
    for (int i = 0; i < 32 && 2 * m->size[m->circle[first]] > m->kept_count; i++)
        first = m->kept[pm_rng_below(&m->rng, m->kept_count)];
    int at = m->link[first][pm_rng_below(&m->rng, 2)];
    m->trail_len = 0;
    assert(at >= 0);
    if (is_fixed(m, first, at))
        return false;
    change(m, first, at, false);
    for (int pairs = 1; pairs < TRAIL; pairs++) {
        at = lengthen(m, first, at);
        if (at < 0)
            return false;
        if (beside(m, at, first) && !linked(m, at, first) && !is_changed(m, at, first)) {
            change(m, at, first, true);
            return true;
        }
    }
    return false;
}

/* Every node has two neighbours in the factor, which have it, too, and lie on its circle. */
static bool circles_are_sound(const struct merge *m)
{
    for (int i = 0; i < m->kept_count; i++)
        for (int side = 0; side < 2; side++) {
            int node = m->kept[i], other = m->link[node][side];
            if (other < 0 || !linked(m, other, node) || m->circle[other] != m->circle[node])
                return false;
        }
    return true;
}

static pulma_status merge_circles(struct merge *m)
{
    number_circles(m);
    PM_ASSERT_SLOW(circles_are_sound(m));
    while (m->circles > 1) {
        pulma_status status = pm_search_node(m->search);
        if (status)
            return status;
        int more = try_trail(m) ? more_circles(m) : 2;
        if (more <= 0 || (more == 1 && pm_rng_below(&m->rng, BRAVE) == 0))
            renumber(m);
        else
            undo(m);
        assert(m->circles > 0);
        PM_ASSERT_SLOW(circles_are_sound(m));
    }
    return PULMA_OK;
}

/* From the start, away from the return. */
static void follow(const struct merge *m, int *next)
{
    const struct pm_tour *t = m->t;
    int before = m->back >= 0 ? m->back : m->link[t->start][0], at = t->start;
    for (int s = 0; s < t->rows * t->columns; s++)
        next[s] = -1;
    do {
        int go = m->link[at][m->link[at][0] == before];
        next[at] = go == m->back ? -1 : go;
        before = at;
        at = go;
    } while (at != t->start && at != m->back);
}

pulma_status pm_tour_merge(const struct pm_tour *t, struct pm_search *search, int *next)
{
    struct merge m = {.t = t, .search = search};
    pm_arena_init(&m.arena, 0);
    pm_rng_init(&m.rng, pm_search_seed(search) + 1);
    pulma_status status = make_graph(&m) ? PULMA_OK : PULMA_NO_MEMORY;
    if (!status)
        status = m.kept_count < 4 ? PULMA_UNAVAILABLE : find_factor(&m);
    if (!status)
        status = merge_circles(&m);
    if (!status)
        follow(&m, next);
    pm_arena_free(&m.arena);
    return status;
}
