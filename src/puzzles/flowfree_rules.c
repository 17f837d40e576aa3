/* Flow Free's rules for the engine.
 *
 * The literals are those of the places: a colour per cell and a yes/no per edge.  How many
 * lines a cell has and that a line keeps its colour are local rules.  Closed loops obey them
 * all, so they are forbidden when one is seen: the cells of a loop hold no dot, hence a line
 * must leave them. */
#include "puzzles/flowfree.h"

static pm_lit line_at(struct pm_rules *r, int place)
{
    return place < 0 ? PM_FALSE : pm_is(r, place, 1);
}

static int edges_of(const struct pm_flow *f, struct pm_rules *r, int cell, pm_lit lits[4])
{
    int n = 0;
    for (int d = 0; d < 4; d++)
        if (f->edge[cell][d] >= 0)
            lits[n++] = line_at(r, f->edge[cell][d]);
    return n;
}

/* ---- Local rules ------------------------------------------------------------------- */

static void keep_colour(const struct pm_flow *f, struct pm_rules *r, int e)
{
    const int a = f->ends[e][0], b = f->ends[e][1];
    const pm_lit line = line_at(r, f->cells + e);
    for (int q = 1; q <= f->colours; q++) {
        pm_lit at_a = pm_is(r, a, q), at_b = pm_is(r, b, q);
        PM_CLAUSE(r, -line, -at_a, at_b);
        PM_CLAUSE(r, -line, -at_b, at_a);
    }
    PM_CLAUSE(r, -line, -pm_is(r, a, 0));
    PM_CLAUSE(r, -line, -pm_is(r, b, 0));
}

static void count_lines(const struct pm_flow *f, struct pm_rules *r, int cell)
{
    const int row = cell / f->columns + 1, column = cell % f->columns + 1;
    pm_lit lines[4];
    int n = edges_of(f, r, cell, lines);
    if (f->given[cell] > 0)
        pm_reason(r, "the dot %s at row %d, column %d has one line",
                  f->name[f->given[cell]], row, column);
    else if (f->cover)
        pm_reason(r, "a line runs through row %d, column %d", row, column);
    else
        pm_reason(r, "no line ends or branches at row %d, column %d", row, column);
    pm_reason_place(r, cell);
    if (f->given[cell] > 0) {
        pm_count(r, n, lines, PM_EQUAL, 1);
        return;
    }
    pm_under(r, -pm_is(r, cell, 0));
    pm_count(r, n, lines, PM_EQUAL, 2);
    pm_under_end(r);
}

/* What a line may not do as a whole. */
static void name_shape(const struct pm_flow *f, struct pm_rules *r)
{
    pm_reason(r, "%s",
              f->touch ? "no line is a closed loop"
                       : "no line is a closed loop or runs beside itself");
}

/* Two cells of one colour side by side are joined. */
static void keep_apart(const struct pm_flow *f, struct pm_rules *r, int e)
{
    const pm_lit line = line_at(r, f->cells + e);
    for (int q = 1; q <= f->colours; q++)
        PM_CLAUSE(r, line, -pm_is(r, f->ends[e][0], q), -pm_is(r, f->ends[e][1], q));
}

/* Around a point where four cells meet no line makes a whole turn.  Where lines may not run
 * beside themselves, three sides are too many as well: the fourth pair would be of one colour
 * without being joined.  This follows from the other rules, but only after the colours are
 * known; said here it saves nine tenths of the search. */
static void no_tight_turns(const struct pm_flow *f, struct pm_rules *r, int cell)
{
    const int across = cell + f->columns + 1;
    const pm_lit side[4] = {
        line_at(r, f->edge[cell][PM_RIGHT_OF]), line_at(r, f->edge[across][PM_ABOVE]),
        line_at(r, f->edge[across][PM_LEFT_OF]), line_at(r, f->edge[cell][PM_BELOW])};
    for (int left_out = 0; left_out < 4 && !f->touch; left_out++)
        PM_CLAUSE(r, -side[(left_out + 1) % 4], -side[(left_out + 2) % 4],
                  -side[(left_out + 3) % 4]);
    if (f->touch)
        PM_CLAUSE(r, -side[0], -side[1], -side[2], -side[3]);
}

/* ---- Loops ------------------------------------------------------------------------- */

/* The walk of a candidate's lines; cells are new, seen, or on the loop at hand. */
enum { NEW, SEEN, ON_LOOP };

struct loops {
    const struct pm_flow *f;
    const int *answer;
    unsigned char *mark;
    pm_lit *crossing; /* room for the edges around a loop */
    int *cells;       /* of the loop at hand */
};

/* The cell behind a joined edge of this cell that is still new; -1 if there is none. */
static int step(const struct loops *l, int cell)
{
    for (int d = 0; d < 4; d++) {
        int place = l->f->edge[cell][d];
        if (place >= 0 && l->answer[place] == 1 &&
            l->mark[pm_flow_beyond(l->f, cell, d)] == NEW)
            return pm_flow_beyond(l->f, cell, d);
    }
    return -1;
}

static void follow(struct loops *l, int cell)
{
    for (; cell >= 0; cell = step(l, cell))
        l->mark[cell] = SEEN;
}

static void forbid_loop(struct loops *l, struct pm_rules *r, int n)
{
    const struct pm_flow *f = l->f;
    int crossing = 0;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++) {
            int place = f->edge[l->cells[i]][d];
            if (place >= 0 && l->mark[pm_flow_beyond(f, l->cells[i], d)] != ON_LOOP)
                l->crossing[crossing++] = line_at(r, place);
        }
    name_shape(f, r);
    for (int i = 0; i < (f->cover ? 1 : n); i++) {
        pm_under(r, -pm_is(r, l->cells[i], 0));
        pm_clause(r, crossing, l->crossing);
        pm_under_end(r);
    }
}

static int forbid_loops(struct pm_rules *r, const int *answer, const void *context)
{
    const struct pm_flow *f = context;
    struct loops l = {.f = f, .answer = answer};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    l.mark = pm_new(&arena, (size_t)f->cells, unsigned char);
    l.cells = pm_new(&arena, (size_t)f->cells, int);
    l.crossing = pm_new(&arena, 4 * (size_t)f->cells, pm_lit);
    int found = 0;
    const bool ready = l.mark && l.cells && l.crossing; /* else the referee will say it */
    for (int q = 1; q <= f->colours && ready; q++)
        follow(&l, f->dot[q][0]);
    for (int cell = 0; cell < f->cells && ready; cell++) {
        if (l.mark[cell] != NEW || step(&l, cell) < 0)
            continue;
        int n = 0;
        for (int at = cell; at >= 0; at = step(&l, at)) {
            l.mark[at] = ON_LOOP;
            l.cells[n++] = at;
        }
        forbid_loop(&l, r, n);
        for (int i = 0; i < n; i++)
            l.mark[l.cells[i]] = SEEN;
        found++;
    }
    pm_arena_free(&arena);
    return found;
}

/* ---- All together -------------------------------------------------------------------- */

void pm_flow_state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_flow *f = puzzle;
    for (int e = 0; e < f->edges; e++)
        keep_colour(f, r, e);
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] != PM_FLOW_HOLE)
            count_lines(f, r, cell);
    name_shape(f, r);
    for (int e = 0; e < f->edges && !f->touch; e++)
        keep_apart(f, r, e);
    for (int cell = 0; cell + f->columns < f->cells; cell++)
        if ((cell + 1) % f->columns)
            no_tight_turns(f, r, cell);
    pm_lazy(r, forbid_loops, f);
}
