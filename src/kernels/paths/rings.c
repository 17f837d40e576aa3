/* Rings: how answers turn into others, where every cell is covered and lines may
 * run beside themselves.
 *
 * A ring is a closed walk around a small block of cells, such as the four edges of a square.  It
 * hangs on a line by one of its sides if the line comes in by one of the two links there, goes
 * around, and leaves by the other one:
 *
 *      line  a-b d-e        a-b-d-e        a-b-d-e
 *              | |
 *      ring    c f            c-f            c-f
 *              | |     =      | |     =      | |
 *              g-h            g-h            g h
 *                                            | |
 *      line  i-j-k-l        i-j-k-l        i-j k-l
 *
 * Cut off, it leaves the line whole, and it can be hung on any other line that runs along one of
 * its sides.  No line's ends change by that, so the outcome is another answer.  (The drawing in
 * the middle is none.)  The smallest ring is an edge that is walked to and fro.
 *
 * Each side has a value, which makes a ring hang better at one side than at another.  An answer in
 * which no ring could hang better is *settled*.  If it is not, move rings until it is.  That
 * ends: the value of a side is plus or minus the value of the square between the ring and the
 * line, depending on whether the links there run up and down or sideways.  Weigh the edges such
 * that in each square the upright two weigh its value more than the others (going from left
 * to right there is always such a weight); then each move makes the lines lighter.
 *
 * So all answers are found from the settled ones by moving rings back: if there is one settled
 * answer, and no ring in it can move, then there is one answer.  Settled answers are few,
 * and far easier to search for than all.
 *
 * The walk through the others needs no memory of where it has been.  Say the parent of an answer is
 * what the first move for the better makes of it.  The walk goes from parents to children and back:
 * reverse search (Avis and Fukuda 1996). */
#include <assert.h>

#include "kernels/paths/inside.h"

enum { MAX_SIDES = 6, STEPS_PER_LOOK = 1024 };

struct side {
    int own;     /* the ring's edge */
    int outer;   /* the edge beside it outside; -1: there is none, nothing to hang on */
    int link[2]; /* the edges between the ends of these */
    int value;   /* the less, the better the ring hangs here; different at all sides */
};

struct ring {
    int n;
    struct side side[MAX_SIDES];
};

struct pm_paths_rings {
    struct ring *ring;
    int count;
};

/* A ring moves from a side to another. */
struct move {
    int ring, from, to;
};

/* Clockwise around a block, from its upper left cell. */
static const struct {
    int n;
    unsigned char way[MAX_SIDES];
} blocks[] = {
    {2, {PM_RIGHT_OF, PM_LEFT_OF}},
    {2, {PM_BELOW, PM_ABOVE}},
    {4, {PM_RIGHT_OF, PM_BELOW, PM_LEFT_OF, PM_ABOVE}},
    {6, {PM_RIGHT_OF, PM_RIGHT_OF, PM_BELOW, PM_LEFT_OF, PM_LEFT_OF, PM_ABOVE}},
    {6, {PM_RIGHT_OF, PM_BELOW, PM_BELOW, PM_LEFT_OF, PM_ABOVE, PM_ABOVE}},
};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

/* ---- Rings --------------------------------------------------------------------------- */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The side of a ring that walks from a cell in direction d. */
static struct side side_at(const struct pm_paths *board, int cell, int d)
{
    const int out = (d + 3) % 4, next = pm_paths_beyond(board->columns, cell, d);
    struct side s = {.own = board->edge[cell][d] - board->cells, .outer = -1};
    if (board->edge[cell][out] < 0 || board->edge[next][out] < 0)
        return s;
    const int beside = pm_paths_beyond(board->columns, cell, out);
    s.outer = board->edge[beside][d] - board->cells;
    s.link[0] = board->edge[cell][out] - board->cells;
    s.link[1] = board->edge[next][out] - board->cells;
    /* The square between the two edges, by its upper left cell. */
    const int square =
        least(least(cell, next), least(beside, pm_paths_beyond(board->columns, next, out)));
    const int row = square / board->columns, column = square % board->columns;
    /* Any values would do.  Those that change their sign like the colours of a chessboard leave
     * the least to be searched: of two places side by side rings prefer the same one from
     * both, instead of all going one way (measured: half the time). */
    assert(row < PM_PATHS_MAX_SIDE && column < PM_PATHS_MAX_SIDE);
    const int value = 2 * PM_PATHS_MAX_SIDE + column - row;
    s.value = (row + column + d) % 2 == 0 ? -value : value;
    return s;
}

/* The ring around a block; false: it does not fit on the board. */
static bool ring_at(const struct pm_paths *board, int cell, int block, struct ring *g)
{
    g->n = blocks[block].n;
    for (int i = 0; i < g->n; i++) {
        const int d = blocks[block].way[i];
        if (board->edge[cell][d] < 0)
            return false;
        g->side[i] = side_at(board, cell, d);
        cell = pm_paths_beyond(board->columns, cell, d);
    }
    return true;
}

struct pm_paths_rings *pm_paths_rings_new(const struct pm_paths *board,
                                          struct pm_arena *arena)
{
    struct pm_paths_rings *all = pm_new(arena, 1, struct pm_paths_rings);
    if (!all)
        return NULL;
    all->ring = pm_new(arena, BLOCKS * (size_t)board->cells, struct ring);
    for (int block = 0; block < BLOCKS && all->ring; block++)
        for (int cell = 0; cell < board->cells; cell++)
            all->count += ring_at(board, cell, block, &all->ring[all->count]);
    return all->ring ? all : NULL;
}

/* ---- Rules --------------------------------------------------------------------------- */

/* A ring does not hang at one side while it could hang better at another. */
static void state_move(struct pm_rules *r, const struct ring *g, int from, int to)
{
    pm_lit lits[MAX_SIDES + 2];
    int n = 0;
    for (int i = 0; i < g->n; i++)
        if (i != from)
            lits[n++] = -pm_is(r, g->side[i].own, 1);
    lits[n++] = -pm_is(r, g->side[from].link[0], 1);
    lits[n++] = -pm_is(r, g->side[from].link[1], 1);
    lits[n++] = -pm_is(r, g->side[to].outer, 1);
    pm_clause(r, n, lits);
}

/* Whether a ring that hangs at one side could hang better at the other, if there is a line. */
static bool improves(const struct ring *g, int from, int to)
{
    return g->side[from].outer >= 0 && g->side[to].outer >= 0 &&
           g->side[to].value < g->side[from].value;
}

void pm_paths_rings_state(const struct pm_paths_rings *all, struct pm_rules *r)
{
    for (int i = 0; i < all->count; i++) {
        const struct ring *g = &all->ring[i];
        for (int from = 0; from < g->n; from++)
            for (int to = 0; to < g->n; to++)
                if (improves(g, from, to))
                    state_move(r, g, from, to);
    }
}

/* ---- Moves --------------------------------------------------------------------------- */

/* The side at which a ring hangs, -1 if it does not. */
static int hangs_at(const struct ring *g, const int *lines)
{
    int open = -1;
    for (int i = 0; i < g->n; i++)
        if (!lines[g->side[i].own]) {
            if (open >= 0)
                return -1;
            open = i;
        }
    for (int i = 0; i < g->n; i++) {
        const struct side *s = &g->side[i];
        if ((g->n == 2 || i == open) && s->outer >= 0 && lines[s->link[0]] &&
            lines[s->link[1]])
            return i;
    }
    return -1;
}

static void apply(const struct pm_paths_rings *all, struct move m, int *lines)
{
    const struct side *from = &all->ring[m.ring].side[m.from];
    const struct side *to = &all->ring[m.ring].side[m.to];
    assert(lines[from->link[0]] && lines[from->link[1]] && lines[to->outer]);
    lines[from->link[0]] = lines[from->link[1]] = lines[to->own] = lines[to->outer] = 0;
    lines[to->link[0]] = lines[to->link[1]] = lines[from->own] = lines[from->outer] = 1;
}

/* The first move from here on (by ring and side), for the better or for the worse. */
static bool next_move(const struct pm_paths_rings *all, const int *lines, bool better,
                      struct move *m)
{
    for (; m->ring < all->count; m->ring++, m->to = 0) {
        const struct ring *g = &all->ring[m->ring];
        m->from = hangs_at(g, lines);
        for (; m->from >= 0 && m->to < g->n; m->to++)
            if (g->side[m->to].outer >= 0 && lines[g->side[m->to].outer] &&
                (better ? improves(g, m->from, m->to) : improves(g, m->to, m->from)))
                return true;
    }
    return false;
}

static bool first_better(const struct pm_paths_rings *all, const int *lines, struct move *m)
{
    *m = (struct move){0};
    return next_move(all, lines, true, m);
}

void pm_paths_rings_settle(const struct pm_paths_rings *all, int *lines)
{
    for (struct move m; first_better(all, lines, &m);)
        apply(all, m, lines);
}

/* ---- The walk ------------------------------------------------------------------------ */

/* Makes a move for the worse, if that leads to a child: a move back is its first one for the
 * better. */
static bool descend(const struct pm_paths_rings *all, struct move m, int *lines)
{
    const struct move back = {m.ring, m.to, m.from};
    struct move first;
    apply(all, m, lines);
    first_better(all, lines, &first);
    if (first.ring == back.ring && first.from == back.from && first.to == back.to)
        return true;
    apply(all, back, lines);
    return false;
}

pulma_status pm_paths_rings_walk(const struct pm_paths_rings *all, int *lines,
                                 struct pm_search *search)
{
    int64_t steps = 0;
    struct move m = {0};
    bool wanted = pm_search_found(search, lines);
    for (int64_t depth = 0; wanted;) {
        if (++steps % STEPS_PER_LOOK == 0 && pm_search_stopped(search))
            return PULMA_LIMIT;
        if (next_move(all, lines, false, &m)) {
            if (descend(all, m, lines)) {
                wanted = pm_search_found(search, lines);
                depth++;
                m = (struct move){0};
            } else {
                m.to++;
            }
        } else if (depth-- > 0) {
            bool has_parent = first_better(all, lines, &m);
            assert(has_parent);
            (void)has_parent;
            apply(all, m, lines);
            m.to = m.from + 1;
        } else {
            wanted = false;
        }
    }
    return PULMA_OK;
}
