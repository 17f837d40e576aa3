/* Playing Flow Free: a line follows the finger from cell to cell. */
#include "puzzles/flowfree/flowfree.h"

/* The edge between two cells, -1: they are no neighbours. */
static int edge_between(const struct pm_flow *f, int a, int b)
{
    for (int d = 0; d < 4; d++) {
        int e = f->edge[a][d];
        if (e >= 0 && (f->ends[e - f->cells][0] == b || f->ends[e - f->cells][1] == b))
            return e;
    }
    return -1;
}

/* The neighbour along the line that is not `before`, -1 at the end of the line. */
static int next_on_line(const struct pm_flow *f, const int *answer, int cell, int before)
{
    for (int d = 0; d < 4; d++) {
        int e = f->edge[cell][d];
        if (e < 0 || answer[e] != 1)
            continue;
        const int *ends = f->ends[e - f->cells];
        int other = ends[0] == cell ? ends[1] : ends[0];
        if (other != before)
            return other;
    }
    return -1;
}

static void clear_cell(const struct pm_flow *f, int *answer, int cell)
{
    if (f->given[cell] == 0)
        answer[cell] = PULMA_EMPTY;
}

/* Takes the line away from `cell` on, in the direction of `next`; `cell` itself stays. */
static void cut(const struct pm_flow *f, int *answer, int cell, int next)
{
    while (next >= 0) {
        int after = next_on_line(f, answer, next, cell);
        answer[edge_between(f, cell, next)] = PULMA_EMPTY;
        clear_cell(f, answer, next);
        cell = next;
        next = after;
    }
}

/* The end of the line that is reached from `cell` by way of `next`; any cell of a closed one. */
static int line_end(const struct pm_flow *f, const int *answer, int cell, int next)
{
    for (int n = 0; next >= 0 && n < f->cells; n++) {
        int after = next_on_line(f, answer, next, cell);
        cell = next;
        next = after;
    }
    return cell;
}

/* Makes `cell` a loose end of its line, or a dot without a line: of the two sides the one goes
 * that does not lead to a dot, else the one behind the second dot of the colour. */
static void loosen(const struct pm_flow *f, int *answer, int cell)
{
    int one = next_on_line(f, answer, cell, -1);
    int two = one < 0 ? -1 : next_on_line(f, answer, cell, one);
    if (f->given[cell] > 0 && one >= 0) {
        cut(f, answer, cell, one);
    } else if (two >= 0) {
        int end = line_end(f, answer, cell, one);
        bool keep = f->given[end] > 0 && f->dot[f->given[end]][0] == end;
        int other = line_end(f, answer, cell, two);
        keep |= f->given[end] > 0 && f->given[other] <= 0;
        cut(f, answer, cell, keep ? two : one);
    }
}

/* A cell goes over to another line: what is left of its own stays where it leads to a dot. */
static void give_way(const struct pm_flow *f, int *answer, int cell)
{
    for (int next; (next = next_on_line(f, answer, cell, -1)) >= 0;) {
        if (f->given[line_end(f, answer, cell, next)] > 0)
            answer[edge_between(f, cell, next)] = PULMA_EMPTY;
        else
            cut(f, answer, cell, next);
    }
}

/* Whether both cells lie on one line. */
static bool joined(const struct pm_flow *f, const int *answer, int a, int b)
{
    int start = next_on_line(f, answer, a, -1);
    for (int side = 0; side < 2 && start >= 0; side++) {
        int cell = a, next = start;
        for (int n = 0; next >= 0 && n < f->cells; n++) {
            if (next == b)
                return true;
            int after = next_on_line(f, answer, next, cell);
            cell = next;
            next = after;
        }
        start = next_on_line(f, answer, a, start);
    }
    return false;
}

/* Draws the line of `from` on to the neighbour `to`. */
static bool extend(const struct pm_flow *f, int *answer, int from, int to)
{
    int e = edge_between(f, from, to), colour = answer[from];
    if (e < 0 || colour <= 0 || (f->given[to] > 0 && f->given[to] != colour))
        return false;
    if (joined(f, answer, from, to)) { /* back along itself */
        int beside = next_on_line(f, answer, to, -1);
        if (answer[e] != 1)
            return false;
        cut(f, answer, to, beside == from ? beside : next_on_line(f, answer, to, beside));
        return true;
    }
    loosen(f, answer, from);
    if (answer[to] > 0 && answer[to] != colour) {
        give_way(f, answer, to);
    } else if (answer[to] == colour) {
        loosen(f, answer, to);
    }
    answer[to] = colour;
    answer[e] = 1;
    return true;
}

/* A drag from a neighbour, or a touch: that takes away the line of a dot, and the loose part of a
 * line behind any other cell. */
bool pm_flow_move(const void *puzzle, int *answer, int from, int place, int value)
{
    const struct pm_flow *f = puzzle;
    (void)value;
    if (place >= f->cells || from >= f->cells || f->given[place] == PM_FLOW_HOLE)
        return false;
    if (from >= 0)
        return extend(f, answer, from, place);
    if (answer[place] <= 0)
        return false;
    loosen(f, answer, place);
    return true;
}
