/* Flow Free's rules for the engine.
 *
 * They speak of all places, and name their reasons: a yes/no per cell and colour, and one per
 * edge.  What does not depend on names is said by the rules of paths, which the search uses as
 * well. */
#include "puzzles/flowfree/flowfree.h"

#include "kernels/paths/rules.h"

struct pm_paths pm_flow_paths(const struct pm_flow *f)
{
    return (struct pm_paths){.rows = f->rows,
                             .columns = f->columns,
                             .cells = f->cells,
                             .edges = f->edges,
                             .cover = f->cover,
                             .touch = f->touch,
                             .colours = f->colours,
                             .given = f->given,
                             .dot = f->dot,
                             .edge = f->edge,
                             .ends = f->ends};
}

/* ---- Reasons ------------------------------------------------------------------------- */

static void name_cell(const struct pm_flow *f, struct pm_rules *r, int cell)
{
    const int row = cell / f->columns + 1, column = cell % f->columns + 1;
    if (f->given[cell] > 0)
        pm_reason(r, "the dot %s at row %d, column %d has one line",
                  f->name[f->given[cell]], row, column);
    else if (f->cover)
        pm_reason(r, "a line runs through row %d, column %d", row, column);
    else
        pm_reason(r, "no line ends or branches at row %d, column %d", row, column);
    pm_reason_family(r, f->given[cell] > 0 ? "every dot has one line"
                        : f->cover         ? "a line runs through every cell"
                                           : "no line ends or branches between its dots");
    pm_reason_place(r, cell);
}

/* What a line may not do as a whole. */
static void name_shape(const struct pm_flow *f, struct pm_rules *r)
{
    pm_reason(r, "%s",
              f->touch ? "no line is a closed loop"
                       : "no line is a closed loop or runs beside itself");
    pm_reason_family(r, f->touch ? "no line is a closed loop"
                                 : "no line is a closed loop or runs beside itself");
}

/* Two lines that would have to cross. */
static void name_crossing(const struct pm_flow *f, struct pm_rules *r, int p, int q)
{
    pm_reason(r,
              "the lines %s and %s would have to cross: their dots take turns on the rim",
              f->name[p], f->name[q]);
    pm_reason_places(r, 2, f->dot[p]);
    pm_reason_places(r, 2, f->dot[q]);
}

/* ---- Rules --------------------------------------------------------------------------- */

static void keep_colour(const struct pm_paths_rules *s, int e)
{
    const int a = s->board->ends[e][0], b = s->board->ends[e][1];
    const pm_lit line = pm_paths_line_on(s, e);
    for (int q = 1; q <= s->board->colours; q++) {
        PM_CLAUSE(s->r, -line, -pm_is(s->r, a, q), pm_is(s->r, b, q));
        PM_CLAUSE(s->r, -line, -pm_is(s->r, b, q), pm_is(s->r, a, q));
    }
    PM_CLAUSE(s->r, -line, -pm_is(s->r, a, 0));
    PM_CLAUSE(s->r, -line, -pm_is(s->r, b, 0));
}

/* Two cells of one colour side by side are joined. */
static void keep_apart(const struct pm_paths_rules *s, int e)
{
    const int a = s->board->ends[e][0], b = s->board->ends[e][1];
    for (int q = 1; q <= s->board->colours; q++)
        PM_CLAUSE(s->r, pm_paths_line_on(s, e), -pm_is(s->r, a, q), -pm_is(s->r, b, q));
}

/* A coloured cell has a line. */
static void colour_needs_line(const struct pm_paths_rules *s, int cell)
{
    PM_CLAUSE(s->r, pm_is(s->r, cell, 0), pm_paths_line_to(s, cell, PM_RIGHT_OF),
              pm_paths_line_to(s, cell, PM_BELOW), pm_paths_line_to(s, cell, PM_LEFT_OF),
              pm_paths_line_to(s, cell, PM_ABOVE));
}

static int forbid_loops(struct pm_rules *r, const int *answer, const void *context)
{
    const struct pm_flow *f = context;
    const struct pm_paths board = pm_flow_paths(f);
    const struct pm_paths_rules s = {&board, r, f->cells, f->touch};
    return pm_explaining(r) ? pm_paths_forbid_rings(&s, answer + f->cells)
                            : pm_paths_forbid_loops(&s, answer + f->cells, NULL);
}

/* Where cells of one colour lie side by side a person looks at two cells, or at four. */
static void name_beside(const struct pm_flow *f, struct pm_rules *r, int e)
{
    const int a = f->ends[e][0], b = f->ends[e][1];
    if (!pm_stepwise(r))
        return;
    pm_reason(
        r, "row %d, column %d and row %d, column %d are joined if they have one colour",
        a / f->columns + 1, a % f->columns + 1, b / f->columns + 1, b % f->columns + 1);
    pm_reason_places(r, 2, f->ends[e]);
}

void pm_flow_state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_flow *f = puzzle;
    const struct pm_paths board = pm_flow_paths(f);
    const struct pm_paths_rules s = {&board, r, f->cells, f->touch};
    for (int e = 0; e < f->edges; e++)
        keep_colour(&s, e);
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] != PM_FLOW_HOLE) {
            name_cell(f, r, cell);
            pm_paths_count_lines(&s, cell);
            colour_needs_line(&s, cell);
        }
    for (int p = 1; p <= f->colours; p++)
        for (int q = p + 1; q <= f->colours; q++)
            if (pm_paths_must_cross(&board, p, q)) {
                name_crossing(f, r, p, q);
                pm_clause(r, 0, NULL);
            }
    name_shape(f, r);
    for (int e = 0; e < f->edges && !f->touch; e++) {
        name_beside(f, r, e);
        keep_apart(&s, e);
    }
    if (!pm_stepwise(r))
        pm_paths_no_tight_turns(&s);
    else if (!f->touch) /* otherwise that is the reason already */
        pm_reason(r, "no line is a closed loop");
    pm_lazy(r, forbid_loops, f);
}
