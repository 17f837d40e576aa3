/* The rules of paths for the engine; rules.h tells what they are for.
 *
 * How many lines a cell has and that a line keeps its colour are local rules.  Closed loops
 * obey them all, so they are forbidden when one is seen: the cells of a loop hold no dot,
 * hence a line must leave them. */
#include "kernels/paths/rules.h"

#include <assert.h>

#include "core/arena.h"

pm_lit pm_paths_line_to(const struct pm_paths_rules *s, int cell, int direction)
{
    const int place = s->board->edge[cell][direction];
    return place < 0 ? PM_FALSE : pm_is(s->r, s->first_edge + place - s->board->cells, 1);
}

pm_lit pm_paths_line_on(const struct pm_paths_rules *s, int e)
{
    return pm_is(s->r, s->first_edge + e, 1);
}

/* ---- Lines ------------------------------------------------------------------------- */

void pm_paths_count_lines(const struct pm_paths_rules *s, int cell)
{
    pm_lit lines[4];
    int n = 0;
    assert(s->board->given[cell] >= 0);
    for (int d = 0; d < 4; d++)
        if (s->board->edge[cell][d] >= 0)
            lines[n++] = pm_paths_line_to(s, cell, d);
    if (s->board->given[cell] > 0 || s->board->cover) {
        pm_count(s->r, n, lines, PM_EQUAL, s->board->given[cell] > 0 ? 1 : 2);
        return;
    }
    pm_count(s->r, n, lines, PM_AT_MOST, 2);
    for (int i = 0; i < n; i++) { /* each line goes on */
        lines[i] = -lines[i];
        pm_clause(s->r, n, lines);
        lines[i] = -lines[i];
    }
}

/* Three sides are too many where lines may not run beside themselves: the fourth pair would be of
 * one colour without being joined.  This follows from the other rules, but only after the colours
 * are known; said here it saves nine tenths of the search. */
static void no_tight_turn(const struct pm_paths_rules *s, int cell)
{
    const int across = cell + s->board->columns + 1;
    const pm_lit side[4] = {
        pm_paths_line_to(s, cell, PM_RIGHT_OF), pm_paths_line_to(s, across, PM_ABOVE),
        pm_paths_line_to(s, across, PM_LEFT_OF), pm_paths_line_to(s, cell, PM_BELOW)};
    for (int left_out = 0; left_out < 4 && !s->touch; left_out++)
        PM_CLAUSE(s->r, -side[(left_out + 1) % 4], -side[(left_out + 2) % 4],
                  -side[(left_out + 3) % 4]);
    if (s->touch)
        PM_CLAUSE(s->r, -side[0], -side[1], -side[2], -side[3]);
}

void pm_paths_no_tight_turns(const struct pm_paths_rules *s)
{
    const struct pm_paths *board = s->board;
    for (int cell = 0; cell + board->columns < board->cells; cell++)
        if ((cell + 1) % board->columns)
            no_tight_turn(s, cell);
}

/* ---- Lines that would have to cross -------------------------------------------------- */

/* The number of a cell in a walk around the rim, -1 inside. */
static int rim_position(const struct pm_paths *board, int cell)
{
    const int row = cell / board->columns, column = cell % board->columns;
    if (row == 0)
        return column;
    if (column == board->columns - 1)
        return board->columns + row;
    if (row == board->rows - 1)
        return 2 * board->columns + board->rows - column;
    return column == 0 ? 2 * board->columns + 2 * board->rows - row : -1;
}

bool pm_paths_must_cross(const struct pm_paths *board, int one, int other)
{
    const int a = rim_position(board, board->dot[one][0]);
    const int b = rim_position(board, board->dot[one][1]);
    const int c = rim_position(board, board->dot[other][0]);
    const int d = rim_position(board, board->dot[other][1]);
    assert(one != other);
    return a >= 0 && b >= 0 && c >= 0 && d >= 0 &&
           ((a < c) != (b < c)) != ((a < d) != (b < d));
}

/* ---- Loops ------------------------------------------------------------------------- */

/* The walk of a candidate's lines; cells are new, seen, or on the loop at hand. */
enum { NEW, SEEN, ON_LOOP };

struct loops {
    struct pm_paths_rules s;
    const int *lines; /* the candidate's values of the edges */
    unsigned char *mark;
    int *colour;      /* per cell on a line from a dot; may be NULL */
    pm_lit *crossing; /* room for the edges around a loop */
    int *cells;       /* of the loop at hand */
};

static bool joined(const struct loops *l, int cell, int direction)
{
    const int place = l->s.board->edge[cell][direction];
    return place >= 0 && l->lines[place - l->s.board->cells] == 1;
}

/* The cell beyond a joined edge of this cell that is still new; -1 if there is none. */
static int step(const struct loops *l, int cell)
{
    for (int d = 0; d < 4; d++)
        if (joined(l, cell, d) &&
            l->mark[pm_paths_beyond(l->s.board->columns, cell, d)] == NEW)
            return pm_paths_beyond(l->s.board->columns, cell, d);
    return -1;
}

/* If any line of the loop is there, or in any case if all cells must be covered, then some
 * line leads out of its cells. */
static void forbid_loop(struct loops *l, int n)
{
    const struct pm_paths *board = l->s.board;
    int crossing = 0;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++)
            if (board->edge[l->cells[i]][d] >= 0 &&
                l->mark[pm_paths_beyond(board->columns, l->cells[i], d)] != ON_LOOP)
                l->crossing[crossing++] = pm_paths_line_to(&l->s, l->cells[i], d);
    assert(n >= 4); /* no shorter walk on a grid is closed */
    if (board->cover)
        pm_clause(l->s.r, crossing, l->crossing);
    for (int i = 0; i < n && !board->cover; i++)
        for (int d = 0; d < 2; d++) {
            if (!joined(l, l->cells[i], d))
                continue;
            pm_under(l->s.r, pm_paths_line_to(&l->s, l->cells[i], d));
            pm_clause(l->s.r, crossing, l->crossing);
            pm_under_end(l->s.r);
        }
}

/* Marks what hangs on dots; what is left are loops. */
static int find_loops(struct loops *l)
{
    const struct pm_paths *board = l->s.board;
    int found = 0;
    for (int q = 1; q <= board->colours; q++)
        for (int at = board->dot[q][0]; at >= 0; at = step(l, at)) {
            l->mark[at] = SEEN;
            if (l->colour)
                l->colour[at] = q;
        }
    for (int cell = 0; cell < board->cells; cell++) {
        if (l->mark[cell] != NEW || step(l, cell) < 0)
            continue;
        int n = 0;
        for (int at = cell; at >= 0; at = step(l, at)) {
            l->mark[at] = ON_LOOP;
            l->cells[n++] = at;
        }
        forbid_loop(l, n);
        for (int i = 0; i < n; i++)
            l->mark[l->cells[i]] = SEEN;
        found++;
    }
    return found;
}

int pm_paths_forbid_loops(const struct pm_paths_rules *s, const int *lines, int *colour)
{
    const size_t cells = (size_t)s->board->cells;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct loops l = {.s = *s,
                      .lines = lines,
                      .colour = colour,
                      .mark = pm_new(&arena, cells, unsigned char),
                      .crossing = pm_new(&arena, 4 * cells, pm_lit),
                      .cells = pm_new(&arena, cells, int)};
    int found = 0;
    if (l.mark && l.crossing && l.cells)
        found = find_loops(&l);
    else
        pm_rules_fail(s->r);
    pm_arena_free(&arena);
    return found;
}

/* ---- Rings --------------------------------------------------------------------------- */

/* The lines of a candidate as trees: each cell's edge to its parent, and its depth. */
struct trees {
    int *parent, *edge, *depth, *queue;
};

static void grow_tree(const struct pm_paths_rules *s, const int *lines, struct trees *t,
                      int root)
{
    const struct pm_paths *board = s->board;
    int n = 0;
    t->queue[n++] = root;
    t->parent[root] = root;
    t->edge[root] = -1;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++) {
            const int cell = t->queue[i], place = board->edge[cell][d];
            if (place < 0 || lines[place - board->cells] != 1)
                continue;
            const int other = pm_paths_beyond(board->columns, cell, d);
            if (t->parent[other] >= 0)
                continue;
            t->parent[other] = cell;
            t->edge[other] = place - board->cells;
            t->depth[other] = t->depth[cell] + 1;
            t->queue[n++] = other;
        }
}

/* The ring that edge e closes: from both its ends up the tree until they meet. */
static void forbid_ring(const struct pm_paths_rules *s, const struct trees *t, int e,
                        pm_lit *lits)
{
    int a = s->board->ends[e][0], b = s->board->ends[e][1], n = 0;
    lits[n++] = -pm_paths_line_on(s, e);
    while (a != b) {
        int *deeper = t->depth[a] >= t->depth[b] ? &a : &b;
        lits[n++] = -pm_paths_line_on(s, t->edge[*deeper]);
        *deeper = t->parent[*deeper];
    }
    pm_clause(s->r, n, lits);
}

int pm_paths_forbid_rings(const struct pm_paths_rules *s, const int *lines)
{
    const struct pm_paths *board = s->board;
    const size_t cells = (size_t)board->cells;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct trees t = {pm_new(&arena, cells, int), pm_new(&arena, cells, int),
                      pm_new(&arena, cells, int), pm_new(&arena, cells, int)};
    pm_lit *lits = pm_new(&arena, cells + 1, pm_lit);
    int found = 0;
    if (t.parent && t.edge && t.depth && t.queue && lits) {
        for (int cell = 0; cell < board->cells; cell++)
            t.parent[cell] = -1;
        for (int cell = 0; cell < board->cells; cell++)
            if (t.parent[cell] < 0)
                grow_tree(s, lines, &t, cell);
        for (int e = 0; e < board->edges; e++) {
            const int a = board->ends[e][0], b = board->ends[e][1];
            if (lines[e] != 1 || t.edge[a] == e || t.edge[b] == e)
                continue;
            forbid_ring(s, &t, e, lits);
            found++;
        }
    } else {
        pm_rules_fail(s->r);
    }
    pm_arena_free(&arena);
    return found;
}
