/* Flow Free's rules for the engine, in two forms.
 *
 * How many lines a cell has and that a line keeps its colour are local rules.  Closed loops
 * obey them all, so they are forbidden when one is seen: the cells of a loop hold no dot,
 * hence a line must leave them.
 *
 * state() speaks of all places, and names its reasons: a yes/no per cell and colour, and one
 * per edge.  The kernel wants speed and leaves the cells out: their colours follow from the
 * lines.  A cell then only has the colour's number in binary, so a board with 100 colours
 * needs seven yes/nos a cell instead of a hundred; measured on boards of 40x40 and 50x50 this
 * is four to eight times faster.  That a line does not run beside itself is said around
 * points where four cells meet; what is left is as rare as loops, and likewise forbidden when
 * it is seen. */
#include "puzzles/flowfree/flowfree.h"

#include <string.h>

#include "engine/engine.h"

enum { MAX_BITS = 24 }; /* more than any number of colours has */

struct stating {
    const struct pm_flow *f;
    struct pm_rules *r;
    int first_edge; /* the number of edge 0 in the rules */
    bool touch;
};

/* The line across the edge in this direction; PM_FALSE where there is no edge. */
static pm_lit line_to(const struct stating *s, int cell, int direction)
{
    const int place = s->f->edge[cell][direction];
    return place < 0 ? PM_FALSE : pm_is(s->r, s->first_edge + place - s->f->cells, 1);
}

static pm_lit line_on(const struct stating *s, int e)
{
    return pm_is(s->r, s->first_edge + e, 1);
}

/* ---- Lines ------------------------------------------------------------------------- */

static void name_cell(const struct stating *s, int cell)
{
    const struct pm_flow *f = s->f;
    const int row = cell / f->columns + 1, column = cell % f->columns + 1;
    if (f->given[cell] > 0)
        pm_reason(s->r, "the dot %s at row %d, column %d has one line",
                  f->name[f->given[cell]], row, column);
    else if (f->cover)
        pm_reason(s->r, "a line runs through row %d, column %d", row, column);
    else
        pm_reason(s->r, "no line ends or branches at row %d, column %d", row, column);
    pm_reason_place(s->r, cell);
}

/* One line at a dot, two in another cell, or none where it may stay free. */
static void count_lines(const struct stating *s, int cell)
{
    pm_lit lines[4];
    int n = 0;
    for (int d = 0; d < 4; d++)
        if (s->f->edge[cell][d] >= 0)
            lines[n++] = line_to(s, cell, d);
    if (s->f->given[cell] > 0 || s->f->cover) {
        pm_count(s->r, n, lines, PM_EQUAL, s->f->given[cell] > 0 ? 1 : 2);
        return;
    }
    pm_count(s->r, n, lines, PM_AT_MOST, 2);
    for (int i = 0; i < n; i++) { /* each line goes on */
        lines[i] = -lines[i];
        pm_clause(s->r, n, lines);
        lines[i] = -lines[i];
    }
}

/* What a line may not do as a whole. */
static void name_shape(const struct stating *s)
{
    pm_reason(s->r, "%s",
              s->touch ? "no line is a closed loop"
                       : "no line is a closed loop or runs beside itself");
}

/* Around a point where four cells meet no line makes a whole turn.  Where lines may not run
 * beside themselves, three sides are too many as well: the fourth pair would be of one colour
 * without being joined.  This follows from the other rules, but only after the colours are
 * known; said here it saves nine tenths of the search. */
static void no_tight_turn(const struct stating *s, int cell)
{
    const int across = cell + s->f->columns + 1;
    const pm_lit side[4] = {line_to(s, cell, PM_RIGHT_OF), line_to(s, across, PM_ABOVE),
                            line_to(s, across, PM_LEFT_OF), line_to(s, cell, PM_BELOW)};
    for (int left_out = 0; left_out < 4 && !s->touch; left_out++)
        PM_CLAUSE(s->r, -side[(left_out + 1) % 4], -side[(left_out + 2) % 4],
                  -side[(left_out + 3) % 4]);
    if (s->touch)
        PM_CLAUSE(s->r, -side[0], -side[1], -side[2], -side[3]);
}

static void no_tight_turns(const struct stating *s)
{
    const struct pm_flow *f = s->f;
    for (int cell = 0; cell + f->columns < f->cells; cell++)
        if ((cell + 1) % f->columns)
            no_tight_turn(s, cell);
}

/* ---- Lines that would have to cross -------------------------------------------------- */

/* The number of a cell in a walk around the rim, -1 inside. */
static int rim_position(const struct pm_flow *f, int cell)
{
    const int row = cell / f->columns, column = cell % f->columns;
    if (row == 0)
        return column;
    if (column == f->columns - 1)
        return f->columns + row;
    if (row == f->rows - 1)
        return 2 * f->columns + f->rows - column;
    return column == 0 ? 2 * f->columns + 2 * f->rows - row : -1;
}

/* Two pairs of dots that take turns on the rim cannot both be joined: each line cuts the
 * board in two.  The search would find that out only by trying all ways. */
static void no_crossing(const struct stating *s)
{
    const struct pm_flow *f = s->f;
    for (int p = 1; p <= f->colours; p++) {
        int a = rim_position(f, f->dot[p][0]), b = rim_position(f, f->dot[p][1]);
        for (int q = p + 1; q <= f->colours && a >= 0 && b >= 0; q++) {
            int c = rim_position(f, f->dot[q][0]), d = rim_position(f, f->dot[q][1]);
            bool c_between = (a < c) != (b < c), d_between = (a < d) != (b < d);
            if (c < 0 || d < 0 || c_between == d_between)
                continue;
            pm_reason(s->r,
                      "the lines %s and %s would have to cross: their dots take turns on "
                      "the rim",
                      f->name[p], f->name[q]);
            pm_reason_places(s->r, 2, f->dot[p]);
            pm_reason_places(s->r, 2, f->dot[q]);
            pm_clause(s->r, 0, NULL);
        }
    }
}

/* ---- Loops ------------------------------------------------------------------------- */

/* The walk of a candidate's lines; cells are new, seen, or on the loop at hand. */
enum { NEW, SEEN, ON_LOOP };

struct loops {
    struct stating s;
    const int *lines; /* the candidate's values of the edges */
    unsigned char *mark;
    int *colour;      /* per cell on a line from a dot */
    pm_lit *crossing; /* room for the edges around a loop */
    int *cells;       /* of the loop at hand */
};

static bool joined(const struct loops *l, int cell, int direction)
{
    const int place = l->s.f->edge[cell][direction];
    return place >= 0 && l->lines[place - l->s.f->cells] == 1;
}

/* The cell behind a joined edge of this cell that is still new; -1 if there is none. */
static int step(const struct loops *l, int cell)
{
    for (int d = 0; d < 4; d++)
        if (joined(l, cell, d) && l->mark[pm_flow_beyond(l->s.f, cell, d)] == NEW)
            return pm_flow_beyond(l->s.f, cell, d);
    return -1;
}

/* If any line of the loop is there, or in any case if all cells must be covered, then some
 * line leads out of its cells. */
static void forbid_loop(struct loops *l, int n)
{
    const struct pm_flow *f = l->s.f;
    int crossing = 0;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++)
            if (f->edge[l->cells[i]][d] >= 0 &&
                l->mark[pm_flow_beyond(f, l->cells[i], d)] != ON_LOOP)
                l->crossing[crossing++] = line_to(&l->s, l->cells[i], d);
    name_shape(&l->s);
    if (f->cover)
        pm_clause(l->s.r, crossing, l->crossing);
    for (int i = 0; i < n && !f->cover; i++)
        for (int d = 0; d < 2; d++) {
            if (!joined(l, l->cells[i], d))
                continue;
            pm_under(l->s.r, line_to(&l->s, l->cells[i], d));
            pm_clause(l->s.r, crossing, l->crossing);
            pm_under_end(l->s.r);
        }
}

static int forbid_loops(struct loops *l)
{
    const struct pm_flow *f = l->s.f;
    int found = 0;
    for (int q = 1; q <= f->colours; q++)
        for (int at = f->dot[q][0]; at >= 0; at = step(l, at)) {
            l->mark[at] = SEEN;
            l->colour[at] = q;
        }
    for (int cell = 0; cell < f->cells; cell++) {
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

static bool new_loops(struct loops *l, const struct stating *s, const int *lines,
                      struct pm_arena *arena)
{
    const size_t cells = (size_t)s->f->cells;
    *l = (struct loops){.s = *s,
                        .lines = lines,
                        .mark = pm_new(arena, cells, unsigned char),
                        .colour = pm_new(arena, cells, int),
                        .crossing = pm_new(arena, 4 * cells, pm_lit),
                        .cells = pm_new(arena, cells, int)};
    return l->mark && l->colour && l->crossing && l->cells;
}

/* ---- The rules of all places ------------------------------------------------------------ */

static void keep_colour(const struct stating *s, int e)
{
    const int a = s->f->ends[e][0], b = s->f->ends[e][1];
    const pm_lit line = line_on(s, e);
    for (int q = 1; q <= s->f->colours; q++) {
        PM_CLAUSE(s->r, -line, -pm_is(s->r, a, q), pm_is(s->r, b, q));
        PM_CLAUSE(s->r, -line, -pm_is(s->r, b, q), pm_is(s->r, a, q));
    }
    PM_CLAUSE(s->r, -line, -pm_is(s->r, a, 0));
    PM_CLAUSE(s->r, -line, -pm_is(s->r, b, 0));
}

/* Two cells of one colour side by side are joined. */
static void keep_apart(const struct stating *s, int e)
{
    const int a = s->f->ends[e][0], b = s->f->ends[e][1];
    for (int q = 1; q <= s->f->colours; q++)
        PM_CLAUSE(s->r, line_on(s, e), -pm_is(s->r, a, q), -pm_is(s->r, b, q));
}

/* A coloured cell has a line. */
static void colour_needs_line(const struct stating *s, int cell)
{
    PM_CLAUSE(s->r, pm_is(s->r, cell, 0), line_to(s, cell, PM_RIGHT_OF),
              line_to(s, cell, PM_BELOW), line_to(s, cell, PM_LEFT_OF),
              line_to(s, cell, PM_ABOVE));
}

static int loops_of_places(struct pm_rules *r, const int *answer, const void *context)
{
    const struct pm_flow *f = context;
    const struct stating s = {f, r, f->cells, f->touch};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct loops l;
    int found = 0;
    if (new_loops(&l, &s, answer + f->cells, &arena))
        found = forbid_loops(&l);
    else
        pm_rules_fail(r);
    pm_arena_free(&arena);
    return found;
}

void pm_flow_state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_flow *f = puzzle;
    const struct stating s = {f, r, f->cells, f->touch};
    for (int e = 0; e < f->edges; e++)
        keep_colour(&s, e);
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] != PM_FLOW_HOLE) {
            name_cell(&s, cell);
            count_lines(&s, cell);
            colour_needs_line(&s, cell);
        }
    no_crossing(&s);
    name_shape(&s);
    for (int e = 0; e < f->edges && !f->touch; e++)
        keep_apart(&s, e);
    no_tight_turns(&s);
    pm_lazy(r, loops_of_places, f);
}

/* ---- The kernel: edges and binary colours --------------------------------------------------- */

/* The kernel's literals; the context of its lazy rule. */
struct edge_form {
    struct stating s;
    int bits;
    pm_lit *bit;     /* per cell: `bits` literals, the colour's number */
    pm_lit *covered; /* per cell: a line runs through it */
    pm_lit *turn;    /* per cell and direction: lines in this and the next one */
};

static void state_bits(const struct edge_form *c)
{
    const struct pm_flow *f = c->s.f;
    struct pm_rules *r = c->s.r;
    for (int cell = 0; cell < f->cells; cell++)
        for (int k = 0; k < c->bits; k++)
            c->bit[cell * c->bits + k] =
                f->given[cell] > 0 ? (f->given[cell] >> k & 1 ? PM_TRUE : PM_FALSE)
                                   : pm_new_lit(r);
    for (int e = 0; e < f->edges; e++) {
        const pm_lit line = line_on(&c->s, e);
        const pm_lit *a = c->bit + f->ends[e][0] * c->bits;
        const pm_lit *b = c->bit + f->ends[e][1] * c->bits;
        for (int k = 0; k < c->bits; k++) {
            PM_CLAUSE(r, -line, -a[k], b[k]);
            PM_CLAUSE(r, -line, -b[k], a[k]);
        }
    }
}

/* Some line runs through the cell; true of dots. */
static pm_lit covered(const struct stating *s, int cell)
{
    pm_lit lines[4];
    for (int d = 0; d < 4; d++)
        lines[d] = line_to(s, cell, d);
    return s->f->cover || s->f->given[cell] > 0 ? PM_TRUE : pm_or(s->r, 4, lines);
}

/* Two cells differ in a bit, unless one of them stays free or the literal holds. */
static void differ(const struct edge_form *c, int one, int two, pm_lit unless)
{
    struct pm_rules *r = c->s.r;
    pm_lit lits[MAX_BITS + 3];
    int n = 0;
    for (; n < c->bits; n++) {
        const pm_lit a = c->bit[one * c->bits + n], b = c->bit[two * c->bits + n];
        lits[n] = pm_new_lit(r);
        PM_CLAUSE(r, -lits[n], a, b);
        PM_CLAUSE(r, -lits[n], -a, -b);
    }
    lits[n++] = unless;
    lits[n++] = -c->covered[one];
    lits[n++] = -c->covered[two];
    pm_clause(r, n, lits);
}

/* ---- Turns --------------------------------------------------------------------------------- */

/* The cell inside a turn with lines in direction d and the next one; -1 outside the board. */
static int inside_turn(const struct pm_flow *f, int cell, int d)
{
    static const int down[4] = {1, 1, -1, -1}, right[4] = {1, -1, -1, 1};
    const int row = cell / f->columns + down[d], column = cell % f->columns + right[d];
    return row < 0 || row >= f->rows || column < 0 || column >= f->columns
               ? -1
               : row * f->columns + column;
}

/* Where all cells are covered and no line runs beside itself, a line turns only around a dot
 * or a hole: the cell inside the turn is one of these, or turns as well, because else three
 * sides of a square would belong to one line.  Turn by turn the search would find that out;
 * with a yes/no for each turn it learns far more from a conflict (half the time). */
static void name_turns(const struct stating *s, pm_lit *turn)
{
    const struct pm_flow *f = s->f;
    for (int cell = 0; cell < f->cells; cell++)
        for (int d = 0; d < 4 && f->given[cell] == 0; d++) {
            const pm_lit lines[2] = {line_to(s, cell, d), line_to(s, cell, (d + 1) % 4)};
            int inside = inside_turn(f, cell, d);
            while (inside >= 0 && f->given[inside] == 0)
                inside = inside_turn(f, inside, d);
            turn[4 * cell + d] = inside < 0 ? PM_FALSE : pm_and(s->r, 2, lines);
            if (inside < 0)
                PM_CLAUSE(s->r, -lines[0], -lines[1]);
        }
}

/* A turn inside each turn, and a line that goes straight on unless it turns. */
static void state_turns(const struct stating *s, const pm_lit *turn)
{
    const struct pm_flow *f = s->f;
    for (int cell = 0; cell < f->cells; cell++)
        for (int d = 0; d < 4 && f->given[cell] == 0; d++) {
            const int inside = inside_turn(f, cell, d), from = d ^ 2;
            if (inside >= 0 && f->given[inside] == 0)
                pm_implies(s->r, turn[4 * cell + d], turn[4 * inside + d]);
            PM_CLAUSE(s->r, -line_to(s, cell, from), line_to(s, cell, d),
                      turn[4 * cell + from], turn[4 * cell + (from + 3) % 4]);
        }
}

/* Beside a dot only its own line has its colour. */
static void keep_off_dots(const struct edge_form *c)
{
    const struct pm_flow *f = c->s.f;
    for (int e = 0; e < f->edges; e++)
        for (int side = 0; side < 2; side++) {
            const int dot = f->ends[e][side], beside = f->ends[e][1 - side];
            if (f->given[dot] <= 0)
                continue;
            pm_lit lits[MAX_BITS + 1];
            for (int k = 0; k < c->bits; k++) {
                const pm_lit bit = c->bit[beside * c->bits + k];
                lits[k] = f->given[dot] >> k & 1 ? -bit : bit;
            }
            lits[c->bits] = line_on(&c->s, e);
            pm_clause(c->s.r, c->bits + 1, lits);
        }
}

/* ---- The whole form ------------------------------------------------------------------------ */

/* Where cells may stay free: if there is an answer at all, there is one with the least number
 * of lines, and among these one whose lines lie as high as possible.  In that one no free cell
 * could shorten a line, by joining the cells at its left and right or above and below it, and
 * none could lift a corner. */
static void pull_tight(const struct edge_form *c, int cell)
{
    const struct stating *s = &c->s;
    const struct pm_flow *f = s->f;
    const int *edge = f->edge[cell];
    if (f->given[cell] != 0)
        return;
    for (int d = 0; d < 2; d++)
        if (edge[d] >= 0 && edge[d ^ 2] >= 0)
            differ(c, pm_flow_beyond(f, cell, d), pm_flow_beyond(f, cell, d ^ 2),
                   c->covered[cell]);
    for (int side = PM_RIGHT_OF; side <= PM_LEFT_OF && edge[PM_BELOW] >= 0; side += 2) {
        if (edge[side] < 0)
            continue;
        const int corner = pm_flow_beyond(f, pm_flow_beyond(f, cell, PM_BELOW), side);
        PM_CLAUSE(s->r, c->covered[cell], -line_to(s, corner, PM_ABOVE),
                  -line_to(s, corner, side ^ 2));
    }
}

/* The candidate's cells of one colour side by side that are not joined. */
static int forbid_contacts(const struct loops *l, const struct edge_form *c)
{
    const struct pm_flow *f = c->s.f;
    int found = 0;
    for (int e = 0; e < f->edges; e++) {
        const int a = f->ends[e][0], b = f->ends[e][1];
        if (l->lines[e] == 1 || l->colour[a] == 0 || l->colour[a] != l->colour[b])
            continue;
        differ(c, a, b, line_on(&c->s, e));
        found++;
    }
    return found;
}

static int faults_of_edges(struct pm_rules *r, const int *answer, const void *context)
{
    const struct edge_form *c = context;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct loops l;
    int found = 0;
    if (new_loops(&l, &c->s, answer, &arena)) {
        found = forbid_loops(&l);
        if (!c->s.touch)
            found += forbid_contacts(&l, c);
    } else {
        pm_rules_fail(r);
    }
    pm_arena_free(&arena);
    return found;
}

static bool new_form(struct edge_form *c, const struct pm_flow *f, bool touch,
                     struct pm_arena *arena)
{
    struct pm_range *ranges = pm_new(arena, (size_t)f->edges, struct pm_range);
    for (int e = 0; e < f->edges && ranges; e++)
        ranges[e] = (struct pm_range){0, 1};
    c->bits = 1;
    while (f->colours >> c->bits)
        c->bits++;
    c->bit = pm_new(arena, (size_t)f->cells * (size_t)c->bits, pm_lit);
    c->covered = pm_new(arena, (size_t)f->cells, pm_lit);
    c->turn = pm_new(arena, 4 * (size_t)f->cells, pm_lit);
    if (!ranges || !c->bit || !c->covered || !c->turn)
        return false;
    c->s = (struct stating){f, pm_rules_new(f->edges, ranges, false, NULL), 0, touch};
    return c->s.r != NULL;
}

struct pm_rules *pm_flow_edge_rules(const struct pm_flow *f, bool touch, bool tight,
                                    struct pm_arena *arena)
{
    struct edge_form *c = pm_new(arena, 1, struct edge_form);
    if (!c || !new_form(c, f, touch, arena))
        return NULL;
    no_crossing(&c->s);
    for (int cell = 0; cell < f->cells; cell++) {
        if (f->given[cell] == PM_FLOW_HOLE)
            continue;
        count_lines(&c->s, cell);
        c->covered[cell] = touch ? PM_TRUE : covered(&c->s, cell);
    }
    no_tight_turns(&c->s);
    if (f->cover && !touch) {
        name_turns(&c->s, c->turn);
        state_turns(&c->s, c->turn);
    }
    state_bits(c);
    if (f->cover && !touch)
        keep_off_dots(c);
    for (int e = 0; e < f->edges && !touch && !f->cover; e++)
        differ(c, f->ends[e][0], f->ends[e][1], line_on(&c->s, e));
    for (int cell = 0; cell < f->cells && tight && !f->cover; cell++)
        pull_tight(c, cell);
    pm_lazy(c->s.r, faults_of_edges, c);
    return c->s.r;
}
