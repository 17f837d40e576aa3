/* The rules of paths over the edges alone.
 *
 * Cells are left out: their colours follow from the lines.  A cell then only has the colour's
 * number in binary, so a board with 100 colours needs seven yes/nos a cell instead of a hundred;
 * measured on boards of 40x40 and 50x50 this is four to eight times faster.  That a line does not
 * run beside itself is said around points where four cells meet; what is left is as rare as
 * loops, and likewise forbidden when it is seen. */
#include <assert.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "kernels/paths/inside.h"
#include "kernels/paths/rules.h"

enum { MAX_BITS = 24 }; /* more than any number of colours has */

/* The literals; the context of the lazy rule. */
struct edge_form {
    struct pm_paths_rules s;
    int bits;
    pm_lit *bit;     /* per cell: `bits` literals, the colour's number */
    pm_lit *covered; /* per cell: a line runs through it */
    pm_lit *turn;    /* per cell and direction: lines in this and the next one */
};

static void state_bits(const struct edge_form *c)
{
    const struct pm_paths *board = c->s.board;
    struct pm_rules *r = c->s.r;
    for (int cell = 0; cell < board->cells; cell++)
        for (int k = 0; k < c->bits; k++)
            c->bit[cell * c->bits + k] =
                board->given[cell] > 0 ? (board->given[cell] >> k & 1 ? PM_TRUE : PM_FALSE)
                                       : pm_new_lit(r);
    for (int e = 0; e < board->edges; e++) {
        const pm_lit line = pm_paths_line_on(&c->s, e);
        const pm_lit *a = c->bit + board->ends[e][0] * c->bits;
        const pm_lit *b = c->bit + board->ends[e][1] * c->bits;
        for (int k = 0; k < c->bits; k++) {
            PM_CLAUSE(r, -line, -a[k], b[k]);
            PM_CLAUSE(r, -line, -b[k], a[k]);
        }
    }
}

/* Some line runs through the cell; true of dots. */
static pm_lit covered(const struct pm_paths_rules *s, int cell)
{
    pm_lit lines[4];
    for (int d = 0; d < 4; d++)
        lines[d] = pm_paths_line_to(s, cell, d);
    return s->board->cover || s->board->given[cell] > 0 ? PM_TRUE : pm_or(s->r, 4, lines);
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

int pm_paths_inside_turn(const struct pm_paths *board, int cell, int d)
{
    static const int down[4] = {1, 1, -1, -1}, right[4] = {1, -1, -1, 1};
    const int row = cell / board->columns + down[d],
              column = cell % board->columns + right[d];
    return row < 0 || row >= board->rows || column < 0 || column >= board->columns
               ? -1
               : row * board->columns + column;
}

/* Whether the cell inside each such turn has a line or a dot: where all cells are covered; and if
 * lines are tight and the turn is open upwards, since lift_corners() leaves no free cell there. */
static bool is_filled(const struct pm_paths *board, int d)
{
    return board->cover || d == PM_LEFT_OF || d == PM_ABOVE;
}

/* Where no line runs beside itself, a line turns around a filled cell only if it leads to a dot
 * or a hole: the cell inside the turn is one of these, or turns as well, because else three sides
 * of a square would belong to one line.  Turn by turn the search would find that out; with a
 * yes/no for each turn it learns far more from a conflict (half the time). */
static void name_turns(const struct pm_paths_rules *s, pm_lit *turn)
{
    const struct pm_paths *board = s->board;
    for (int cell = 0; cell < board->cells; cell++)
        for (int d = 0; d < 4 && board->given[cell] == 0; d++) {
            const pm_lit lines[2] = {pm_paths_line_to(s, cell, d),
                                     pm_paths_line_to(s, cell, (d + 1) % 4)};
            int inside = pm_paths_inside_turn(board, cell, d);
            while (inside >= 0 && board->given[inside] == 0 && is_filled(board, d))
                inside = pm_paths_inside_turn(board, inside, d);
            turn[4 * cell + d] = inside < 0 ? PM_FALSE : pm_and(s->r, 2, lines);
            if (inside < 0)
                PM_CLAUSE(s->r, -lines[0], -lines[1]);
        }
}

/* A turn inside each turn, and a line that goes straight on unless it turns. */
static void state_turns(const struct pm_paths_rules *s, const pm_lit *turn)
{
    const struct pm_paths *board = s->board;
    for (int cell = 0; cell < board->cells; cell++)
        for (int d = 0; d < 4 && board->given[cell] == 0; d++) {
            const int inside = pm_paths_inside_turn(board, cell, d), from = d ^ 2;
            if (inside >= 0 && board->given[inside] == 0 && is_filled(board, d))
                pm_implies(s->r, turn[4 * cell + d], turn[4 * inside + d]);
            PM_CLAUSE(s->r, -pm_paths_line_to(s, cell, from), pm_paths_line_to(s, cell, d),
                      turn[4 * cell + from], turn[4 * cell + (from + 3) % 4]);
        }
}

/* Beside a dot only its own line has its colour. */
static void keep_off_dots(const struct edge_form *c)
{
    const struct pm_paths *board = c->s.board;
    for (int e = 0; e < board->edges; e++)
        for (int side = 0; side < 2; side++) {
            const int dot = board->ends[e][side], beside = board->ends[e][1 - side];
            if (board->given[dot] <= 0)
                continue;
            pm_lit lits[MAX_BITS + 1];
            for (int k = 0; k < c->bits; k++) {
                const pm_lit bit = c->bit[beside * c->bits + k];
                lits[k] = board->given[dot] >> k & 1 ? -bit : bit;
            }
            lits[c->bits] = pm_paths_line_on(&c->s, e);
            pm_clause(c->s.r, c->bits + 1, lits);
        }
}

/* ---- The whole form ------------------------------------------------------------------------ */

/* Where cells may stay free: if there is an answer at all, there is one with the least number
 * of lines, and among these one whose lines lie as high as possible.  In that one no free cell
 * could shorten a line, by joining the cells at its left and right or above and below it, and
 * none could lift a corner. */
static void pull_straight(const struct edge_form *c, int cell)
{
    const struct pm_paths *board = c->s.board;
    const int *edge = board->edge[cell];
    for (int d = 0; d < 2 && board->given[cell] == 0; d++)
        if (edge[d] >= 0 && edge[d ^ 2] >= 0)
            differ(c, pm_paths_beyond(board->columns, cell, d),
                   pm_paths_beyond(board->columns, cell, d ^ 2), c->covered[cell]);
}

static void lift_corners(const struct edge_form *c, int cell)
{
    const struct pm_paths_rules *s = &c->s;
    const struct pm_paths *board = s->board;
    const int *edge = board->edge[cell];
    if (board->given[cell] != 0 || edge[PM_BELOW] < 0)
        return;
    for (int side = PM_RIGHT_OF; side <= PM_LEFT_OF; side += 2) {
        if (edge[side] < 0)
            continue;
        const int corner = pm_paths_beyond(
            board->columns, pm_paths_beyond(board->columns, cell, PM_BELOW), side);
        PM_CLAUSE(s->r, c->covered[cell], -pm_paths_line_to(s, corner, PM_ABOVE),
                  -pm_paths_line_to(s, corner, side ^ 2));
    }
}

/* The candidate's cells of one colour side by side that are not joined. */
static int forbid_contacts(const struct edge_form *c, const int *lines, const int *colour)
{
    const struct pm_paths *board = c->s.board;
    int found = 0;
    for (int e = 0; e < board->edges; e++) {
        const int a = board->ends[e][0], b = board->ends[e][1];
        if (lines[e] == 1 || colour[a] == 0 || colour[a] != colour[b])
            continue;
        differ(c, a, b, pm_paths_line_on(&c->s, e));
        found++;
    }
    return found;
}

static int faults_of_edges(struct pm_rules *r, const int *answer, const void *context)
{
    const struct edge_form *c = context;
    int *colour = calloc((size_t)c->s.board->cells, sizeof *colour), found = 0;
    if (colour) {
        found = pm_paths_forbid_loops(&c->s, answer, colour);
        if (!c->s.touch)
            found += forbid_contacts(c, answer, colour);
    } else {
        pm_rules_fail(r);
    }
    free(colour);
    return found;
}

static bool new_form(struct edge_form *c, const struct pm_paths *board, bool touch,
                     struct pm_arena *arena)
{
    struct pm_range *ranges = pm_new(arena, (size_t)board->edges, struct pm_range);
    for (int e = 0; e < board->edges && ranges; e++)
        ranges[e] = (struct pm_range){0, 1};
    c->bits = 1;
    while (board->colours >> c->bits)
        c->bits++;
    assert(c->bits <= MAX_BITS);
    c->bit = pm_new(arena, (size_t)board->cells * (size_t)c->bits, pm_lit);
    c->covered = pm_new(arena, (size_t)board->cells, pm_lit);
    c->turn = pm_new(arena, 4 * (size_t)board->cells, pm_lit);
    if (!ranges || !c->bit || !c->covered || !c->turn)
        return false;
    c->s = (struct pm_paths_rules){board, pm_rules_new(board->edges, ranges, false, NULL),
                                   0, touch};
    return c->s.r != NULL;
}

struct pm_rules *pm_paths_edge_rules(const struct pm_paths *board, bool touch,
                                     enum pm_paths_pull pull, struct pm_arena *arena)
{
    struct edge_form *c = pm_new(arena, 1, struct edge_form);
    if (!c || !new_form(c, board, touch, arena))
        return NULL;
    for (int p = 1; p <= board->colours; p++)
        for (int q = p + 1; q <= board->colours; q++)
            if (pm_paths_must_cross(board, p, q))
                pm_clause(c->s.r, 0, NULL);
    for (int cell = 0; cell < board->cells; cell++) {
        if (board->given[cell] < 0)
            continue;
        pm_paths_count_lines(&c->s, cell);
        c->covered[cell] = touch ? PM_TRUE : covered(&c->s, cell);
    }
    pm_paths_no_tight_turns(&c->s);
    if (board->cover && !touch) {
        name_turns(&c->s, c->turn);
        state_turns(&c->s, c->turn);
        pm_straight(c->s.r);
    }
    state_bits(c);
    if (board->cover && !touch)
        keep_off_dots(c);
    const bool tight = pull != PM_PATHS_LOOSE && !board->cover;
    const bool apart = pull != PM_PATHS_SHORT && !board->cover;
    for (int e = 0; e < board->edges && !touch && apart; e++)
        differ(c, board->ends[e][0], board->ends[e][1], pm_paths_line_on(&c->s, e));
    for (int cell = 0; cell < board->cells && tight; cell++) {
        lift_corners(c, cell);
        if (apart)
            pull_straight(c, cell);
    }
    if (pull == PM_PATHS_SHORT)
        pm_paths_state_caps(&c->s);
    if (tight) {
        name_turns(&c->s, c->turn);
        state_turns(&c->s, c->turn);
        pm_paths_state_levels(&c->s, false, arena);
        pm_paths_state_levels(&c->s, true, arena);
        pm_straight(c->s.r); /* a quarter less time, with levels */
    }
    pm_lazy(c->s.r, faults_of_edges, c);
    return c->s.r;
}
