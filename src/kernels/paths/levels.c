/* Levels: what a search needs to learn that there is no room for so many lines.
 *
 * That five lines do not fit through a gap of four cells takes a solver that knows single edges
 * a great many conflicts, each time anew (the pigeonhole principle).  So here is something to learn
 * with.  Let each line be a current from one of its dots to the other, and give every point where
 * cells meet a level: whoever crosses a line goes up by one if it flows to his right, down if
 * it flows to his left.  Around a cell through which a line runs one comes back to the same level.
 * Around a dot one does not, the level jumps there; let the jump lie along the row of points to the
 * right of the dot.  No line leaves the board, so all levels on the rim are known, and the level of
 * a point inside tells how many lines pass between it and the rim.
 *
 * Lines that flow against each other cancel out.  With all of them directed downwards no two do
 * that in a gap between left and right, and likewise across.  The levels follow from the
 * lines; they forbid nothing by themselves. */
#include "kernels/paths/inside.h"
#include "kernels/paths/rules.h"

enum { FAR = 1 << 20 }; /* no level is so high */

/* Points are numbered in reading order, `across` a row. */
struct levels {
    const struct pm_paths_rules *s;
    struct pm_arena *arena;
    int across, points;
    int *source; /* per cell: 1 if a line starts here, -1 if one ends, else 0 */
    pm_lit *forwards, *backwards; /* per edge: a line flows right or down; left or up */
    int *jump;                    /* per point: what the step down from it adds */
    int *low, *high;              /* per point: the bounds of its level */
    pm_lit **reaches; /* per point: whether its level is more than low, low + 1, ... */
};

/* From a point to the next one the level rises by `jump`, one more if a line flows to the right
 * there, one less if to the left. */
struct step {
    int from, to, jump;
    pm_lit up, down;
};

/* ---- Currents ------------------------------------------------------------------------ */

/* Each line flows downwards, or to the right, on the whole. */
static void place_sources(const struct levels *v, bool sideways)
{
    const struct pm_paths *board = v->s->board;
    for (int q = 1; q <= board->colours; q++) {
        const int a = board->dot[q][0], b = board->dot[q][1];
        const bool forwards = sideways ? a % board->columns <= b % board->columns : a < b;
        v->source[a] = forwards ? 1 : -1;
        v->source[b] = -v->source[a];
    }
}

static void direct_lines(const struct levels *v)
{
    const struct pm_paths *board = v->s->board;
    struct pm_rules *r = v->s->r;
    for (int e = 0; e < board->edges; e++) {
        const int a = v->source[board->ends[e][0]], b = v->source[board->ends[e][1]];
        const pm_lit line = pm_paths_line_on(v->s, e);
        v->forwards[e] = a < 0 || b > 0 ? PM_FALSE : pm_new_lit(r);
        v->backwards[e] = b < 0 || a > 0 ? PM_FALSE : pm_new_lit(r);
        PM_CLAUSE(r, -v->forwards[e], -v->backwards[e]);
        PM_CLAUSE(r, -line, v->forwards[e], v->backwards[e]);
        PM_CLAUSE(r, line, -v->forwards[e]);
        PM_CLAUSE(r, line, -v->backwards[e]);
    }
}

/* A current that comes by one of n edges goes on by another one. */
static void goes_on(struct pm_rules *r, int n, const pm_lit *comes, const pm_lit *goes)
{
    pm_lit lits[4];
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            lits[k] = k == i ? -comes[k] : goes[k];
        pm_clause(r, n, lits);
    }
}

static void flow_through(const struct levels *v, int cell)
{
    const struct pm_paths *board = v->s->board;
    pm_lit in[4], out[4];
    int n = 0;
    for (int d = 0; d < 4; d++) {
        const int e = board->edge[cell][d] - board->cells;
        if (board->edge[cell][d] < 0)
            continue;
        in[n] = d < 2 ? v->backwards[e] : v->forwards[e];
        out[n++] = d < 2 ? v->forwards[e] : v->backwards[e];
    }
    goes_on(v->s->r, n, in, out);
    goes_on(v->s->r, n, out, in);
}

/* ---- Steps ----------------------------------------------------------------------------- */

/* The step from a point to the right, across the edge between the cells above and below. */
static struct step step_right(const struct levels *v, int row, int column)
{
    const struct pm_paths *board = v->s->board;
    const int from = row * v->across + column;
    const int place =
        row > 0 ? board->edge[(row - 1) * board->columns + column][PM_BELOW] : -1;
    if (place < 0)
        return (struct step){from, from + 1, 0, PM_FALSE, PM_FALSE};
    const int e = place - board->cells;
    return (struct step){from, from + 1, 0, v->forwards[e], v->backwards[e]};
}

static struct step step_down(const struct levels *v, int row, int column)
{
    const struct pm_paths *board = v->s->board;
    const int from = row * v->across + column, to = from + v->across, jump = v->jump[from];
    const int place =
        column > 0 ? board->edge[row * board->columns + column - 1][PM_RIGHT_OF] : -1;
    if (place < 0)
        return (struct step){from, to, jump, PM_FALSE, PM_FALSE};
    const int e = place - board->cells;
    return (struct step){from, to, jump, v->backwards[e], v->forwards[e]};
}

/* Calls a function for all steps; whether it said yes to any. */
static bool for_steps(struct levels *v, bool (*work)(struct levels *v, struct step t))
{
    const struct pm_paths *board = v->s->board;
    bool any = false;
    for (int row = 0; row <= board->rows; row++)
        for (int column = 0; column <= board->columns; column++) {
            if (column < board->columns)
                any |= work(v, step_right(v, row, column));
            if (row < board->rows)
                any |= work(v, step_down(v, row, column));
        }
    return any;
}

/* ---- Bounds ---------------------------------------------------------------------------- */

static void lay_jumps(const struct levels *v)
{
    const struct pm_paths *board = v->s->board;
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            const int at = row * v->across + column;
            v->jump[at + 1] = v->jump[at] + v->source[row * board->columns + column];
        }
}

static bool narrow(struct levels *v, int point, int low, int high)
{
    const bool narrower = low > v->low[point] || high < v->high[point];
    if (low > v->low[point])
        v->low[point] = low;
    if (high < v->high[point])
        v->high[point] = high;
    return narrower;
}

static bool narrow_step(struct levels *v, struct step t)
{
    const int least = t.jump - (t.down != PM_FALSE), most = t.jump + (t.up != PM_FALSE);
    const bool ahead = narrow(v, t.to, v->low[t.from] + least, v->high[t.from] + most);
    return narrow(v, t.from, v->low[t.to] - most, v->high[t.to] - least) || ahead;
}

/* False: some gap is too narrow for the lines that have to pass it. */
static bool bound_levels(struct levels *v)
{
    for (int p = 1; p < v->points; p++) {
        v->low[p] = -FAR;
        v->high[p] = FAR;
    }
    while (for_steps(v, narrow_step))
        for (int p = 0; p < v->points; p++)
            if (v->low[p] > v->high[p])
                return false;
    return true;
}

/* ---- Rules ----------------------------------------------------------------------------- */

static pm_lit reaches(const struct levels *v, int point, int level)
{
    if (level <= v->low[point])
        return PM_TRUE;
    return level > v->high[point] ? PM_FALSE : v->reaches[point][level - v->low[point] - 1];
}

static bool state_step(struct levels *v, struct step t)
{
    struct pm_rules *r = v->s->r;
    for (int level = v->low[t.from]; level <= v->high[t.from] + 1; level++) {
        const pm_lit here = reaches(v, t.from, level);
        const pm_lit less = reaches(v, t.to, level + t.jump - 1);
        const pm_lit same = reaches(v, t.to, level + t.jump);
        const pm_lit more = reaches(v, t.to, level + t.jump + 1);
        PM_CLAUSE(r, -here, less);
        PM_CLAUSE(r, -here, same, t.down);
        PM_CLAUSE(r, -here, more, -t.up);
        PM_CLAUSE(r, here, -more);
        PM_CLAUSE(r, here, -same, t.up);
        PM_CLAUSE(r, here, -less, -t.down);
    }
    return false;
}

static void name_levels(const struct levels *v)
{
    for (int p = 0; p < v->points; p++) {
        const int n = v->high[p] - v->low[p];
        v->reaches[p] = pm_new(v->arena, (size_t)n, pm_lit);
        for (int i = 0; i < n && v->reaches[p]; i++) {
            v->reaches[p][i] = pm_new_lit(v->s->r);
            if (i > 0)
                PM_CLAUSE(v->s->r, -v->reaches[p][i], v->reaches[p][i - 1]);
        }
        if (!v->reaches[p])
            pm_rules_fail(v->s->r);
    }
}

static bool new_levels(struct levels *v)
{
    const struct pm_paths *board = v->s->board;
    const size_t points = (size_t)v->points, edges = (size_t)board->edges;
    v->source = pm_new(v->arena, (size_t)board->cells, int);
    v->forwards = pm_new(v->arena, edges, pm_lit);
    v->backwards = pm_new(v->arena, edges, pm_lit);
    v->jump = pm_new(v->arena, points, int);
    v->low = pm_new(v->arena, points, int);
    v->high = pm_new(v->arena, points, int);
    v->reaches = pm_new(v->arena, points, pm_lit *);
    return v->source && v->forwards && v->backwards && v->jump && v->low && v->high &&
           v->reaches;
}

void pm_paths_state_levels(const struct pm_paths_rules *s, bool sideways,
                           struct pm_arena *arena)
{
    const struct pm_paths *board = s->board;
    const int across = board->columns + 1;
    struct levels v = {
        .s = s, .arena = arena, .across = across, .points = across * (board->rows + 1)};
    if (!new_levels(&v)) {
        pm_rules_fail(s->r);
        return;
    }
    place_sources(&v, sideways);
    direct_lines(&v);
    for (int cell = 0; cell < board->cells; cell++)
        if (board->given[cell] == 0)
            flow_through(&v, cell);
    lay_jumps(&v);
    if (!bound_levels(&v)) {
        pm_clause(s->r, 0, NULL);
        return;
    }
    name_levels(&v);
    if (!pm_rules_ended(s->r))
        for_steps(&v, state_step);
}
