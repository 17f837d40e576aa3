/* Caps: what keeps a tight line from turning back sooner.
 *
 * A cap is a piece of a line that runs straight from a cell to another and turns to the same side
 * in both:
 *
 *      a-b-c-d-e        If the cells f, g, h between its legs stay free, the line can take the
 *      |       |        short way through them, so in a tight answer one of these is a dot or lies
 *      i f g h k        on another line.  That can turn neither up nor into the legs; so it
 *                       is a cap as well, between these, at most from f to h.  And so on: the last
 * cap has nothing but a dot to hold it.  Hence a cap needs a dot in the triangle with the corners f, h
 * and the cell that caps narrow down to, and if there is none in the first row of it, then some cap
 * in that row passes over a dot of the triangle, by both edges beside the dot's column.
 *
 * A solver that knows only that cells f to h are not all free finds this out for each size and
 * place anew. */
#include "kernels/paths/inside.h"
#include "kernels/paths/rules.h"

/* Longer ones are rare, and would be most of the clauses on large boards. */
enum { LONGEST = 20 };

/* A straight run of cells and the side to which both of its ends turn. */
struct cap {
    int first, length;  /* of the run */
    int along, in;      /* directions */
    bool held[LONGEST]; /* per cell of the run: the triangle has a dot in line with it */
};

/* How many cells the board has in that direction. */
static int rows_before(const struct pm_paths *board, const struct cap *cap)
{
    const int row = cap->first / board->columns, column = cap->first % board->columns;
    switch (cap->in) {
    case PM_RIGHT_OF:
        return board->columns - 1 - column;
    case PM_BELOW:
        return board->rows - 1 - row;
    case PM_LEFT_OF:
        return column;
    default:
        return row;
    }
}

/* Looks for dots where the triangle has grown with the last cell of the run; false: there is one in
 * its first row, or a hole. */
static bool find_dots(const struct pm_paths *board, struct cap *cap)
{
    const int along = pm_paths_beyond(board->columns, 0, cap->along);
    const int in = pm_paths_beyond(board->columns, 0, cap->in);
    const int rows = rows_before(board, cap);
    for (int depth = 1; depth <= rows && 2 * depth < cap->length; depth++) {
        const int k = cap->length - 1 - depth;
        const int given = board->given[cap->first + k * along + depth * in];
        if (given < 0 || (given > 0 && depth == 1))
            return false;
        cap->held[k] |= given > 0;
    }
    return true;
}

/* `lits` has n literals: no cap of this length.  Adds the edges in the first row of the triangle on
 * one side of the columns with dots; whether there are any. */
static bool hold(const struct pm_paths_rules *s, const struct cap *cap, int side, int n,
                 pm_lit *lits)
{
    const int given = n, along = pm_paths_beyond(s->board->columns, 0, cap->along);
    const int inner = pm_paths_beyond(s->board->columns, cap->first, cap->in);
    for (int k = 0; k < cap->length; k++)
        if (cap->held[k])
            lits[n++] = pm_paths_line_to(s, inner + k * along, side);
    pm_clause(s->r, n, lits);
    return n > given;
}

/* All caps that begin in a cell. */
static void state_caps_from(const struct pm_paths_rules *s, int first, int along, int in)
{
    const struct pm_paths *board = s->board;
    struct cap cap = {.first = first, .length = 1, .along = along, .in = in};
    pm_lit lits[2 * LONGEST + 1];
    int n = 0, last = first;
    lits[n++] = -pm_paths_line_to(s, first, in);
    while (board->edge[last][along] >= 0 && cap.length < LONGEST) {
        lits[n++] = -pm_paths_line_to(s, last, along);
        last = pm_paths_beyond(board->columns, last, along);
        cap.length++;
        if (board->given[last] != 0 || board->edge[last][in] < 0)
            return;
        if (cap.length == 2)
            continue; /* a narrow turn */
        if (!find_dots(board, &cap))
            return; /* nor is there more to say of longer ones */
        lits[n] = -pm_paths_line_to(s, last, in);
        if (hold(s, &cap, along, n + 1, lits))
            hold(s, &cap, along ^ 2, n + 1, lits);
    }
}

void pm_paths_state_caps(const struct pm_paths_rules *s)
{
    const struct pm_paths *board = s->board;
    for (int cell = 0; cell < board->cells; cell++)
        for (int in = 0; in < 4 && board->given[cell] == 0; in++)
            if (board->edge[cell][in] >= 0)
                state_caps_from(s, cell, in % 2 == 0 ? PM_BELOW : PM_RIGHT_OF, in);
}
