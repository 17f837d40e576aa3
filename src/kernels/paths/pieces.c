/* Lines that cover a grid without ever running beside themselves, for boards on which the corners
 * kernel tries the same mistakes again and again: it learns from them.
 *
 * The yes/nos are the edges.  How many lines a cell has, and that no piece of a line closes a loop
 * or joins different dots, is concluded here: of a piece only its ends matter, and each knows the
 * other one.  (The engine needs the colour of each cell for that, several yes/nos a cell which
 * run along with every line.)  So is where lines may turn; edge_rules.c tells why.  (Said in clauses,
 * six of seven clauses looked at were those.)
 *
 * Guesses are made diagonal by diagonal from one corner, like in the corners kernel, and always
 * in this order.  Which corner matters, on large boards up to a factor of four.  Large boards fall
 * apart into regions that have little to do with each other; a search that goes where the last
 * contradictions were jumps between them, and takes two to eight times as many conflicts. */
#include <assert.h>
#include <limits.h>

#include "kernels/learn.h"
#include "kernels/paths/inside.h"

enum { OPEN, ON, OFF };
/* Why an edge is what it is: the lines of its first or its second cell, what it would join, a turn
 * at one of its ends, or the square at its first or its second side. */
enum { FIRST_CELL, SECOND_CELL, JOINT, TURN, FIRST_SQUARE, SECOND_SQUARE, REASONS };

/* Cells are numbered in reading order, with a margin of holes on all sides.  Edge 2c leads from
 * cell c to the right, 2c + 1 downwards; those from or to holes have no line.  Square c has c as
 * its upper left cell. */
struct pieces {
    const struct pm_paths *board;
    struct pm_search *search;
    struct pm_learner *learner;
    int width, cells, edges;
    int step[4];   /* from a cell to its neighbour in a direction */
    int inside[4]; /* and to the cell inside a turn in this direction and the next one */
    int edge[4];   /* added to twice a cell: its edge in this direction */
    int *given;    /* per cell: 0, the colour of its dot, or < 0 for a hole */
    /* Per cell: turns that no dot or hole allows, and turns that need another one inside, a bit for
     * each. */
    unsigned char *never, *both;
    signed char *state; /* per edge, as far as the trail has been read */
    signed char *need;  /* per cell: lines that it still needs */
    signed char *open;  /* per cell: its open edges */
    signed char *sides; /* per square: its sides with a line */
    int *end;           /* per cell at the end of a piece: the other end */
    int *when;          /* per edge that is not open: its place on the trail */
    int (*joined)[2];   /* per place on the trail: the ends of the piece that a line made */
    int read;           /* how much of the trail */
    int *conflict, conflict_count;
    bool broken;
    int *colour; /* of the cells of a whole answer */
    int *answer; /* its edges */
    int corner;  /* where guesses begin: 1 is added at the right, 2 at the bottom */
    int64_t known, conflicts; /* literals on the trail at conflicts, in total */
};

static int edge_at(const struct pieces *p, int cell, int direction)
{
    return 2 * cell + p->edge[direction];
}

/* The second cell of an edge; the first one is e >> 1. */
static int second_cell(const struct pieces *p, int e)
{
    return (e >> 1) + p->step[e & 1];
}

/* The squares at both sides of an edge. */
static int square_at(const struct pieces *p, int e, int side)
{
    return side == 0 ? e >> 1 : (e >> 1) - p->step[1 - (e & 1)];
}

static int side_of_square(const struct pieces *p, int square, int k)
{
    return 2 * (k < 2 ? square : square + p->step[3 - k]) + k % 2;
}

/* The literals that there is a line across an edge, or none. */
static int yes(int e)
{
    return 2 * e;
}

static int no(int e)
{
    return 2 * e + 1;
}

/* ---- Explanations -------------------------------------------------------------------- */

/* Adds the lines of a piece, from its end at a cell, as it was when `read` was so; returns the
 * other end. */
static int explain_piece(const struct pieces *p, int cell, int read, int *others, int *n)
{
    for (int last = -1, next = cell; next >= 0;) {
        cell = next;
        next = -1;
        for (int d = 0; d < 4 && next < 0; d++) {
            const int e = edge_at(p, cell, d);
            if (e == last || p->state[e] != ON || p->when[e] >= read)
                continue;
            next = cell + p->step[d];
            others[(*n)++] = no(e);
            last = e;
        }
    }
    return cell;
}

/* The lines of a cell that are enough, or the edges without one that leave just enough. */
static int explain_lines(const struct pieces *p, int cell, int read, int state, int *others)
{
    int n = 0;
    for (int d = 0; d < 4; d++) {
        const int e = edge_at(p, cell, d);
        if (p->state[e] == state && p->when[e] < read)
            others[n++] = state == ON ? no(e) : yes(e);
    }
    return n;
}

static bool was(const struct pieces *p, int e, int state, int read)
{
    return p->state[e] == state && p->when[e] < read;
}

/* The other line of a turn at a cell, and the edge without a line inside it, if it needs one there;
 * 0: there is no such turn. */
static int explain_missing_turn(const struct pieces *p, int cell, int turn, int e, int read,
                                int *others)
{
    const int next = (turn + 1) % 4, inside = cell + p->inside[turn];
    const int other = edge_at(p, cell, turn) + edge_at(p, cell, next) - e;
    if (!was(p, other, ON, read))
        return 0;
    others[0] = no(other);
    if (p->never[cell] >> turn & 1)
        return 1;
    for (int k = 0; k < 2 && p->both[cell] >> turn & 1; k++) {
        const int inner = edge_at(p, inside, k ? next : turn);
        others[1] = yes(inner);
        if (was(p, inner, OFF, read))
            return 2;
    }
    return 0;
}

/* The lines of a turn around a cell that turns for that reason; 0: there is no such turn. */
static int explain_inner_turn(const struct pieces *p, int cell, int turn, int read,
                              int *others)
{
    const int outer = cell - p->inside[turn];
    const int a = edge_at(p, outer, turn), b = edge_at(p, outer, (turn + 1) % 4);
    others[0] = no(a);
    others[1] = no(b);
    return p->both[outer] >> turn & 1 && was(p, a, ON, read) && was(p, b, ON, read) ? 2 : 0;
}

static int explain_turn(const struct pieces *p, int literal, int read, int *others)
{
    const int e = literal >> 1;
    int n = 0;
    for (int i = 0; i < 4 && n == 0; i++) { /* two turns at each end */
        const int cell = i < 2 ? e >> 1 : second_cell(p, e);
        const int d = i < 2 ? e & 1 : (e & 1) + 2, turn = i % 2 ? (d + 3) % 4 : d;
        n = literal == yes(e) ? explain_inner_turn(p, cell, turn, read, others)
                              : explain_missing_turn(p, cell, turn, e, read, others);
    }
    assert(n > 0);
    return n;
}

/* Two sides of a square are enough. */
static int explain_square(const struct pieces *p, int square, int read, int *others)
{
    int n = 0;
    for (int k = 0; k < 4; k++) {
        const int e = side_of_square(p, square, k);
        if (was(p, e, ON, read))
            others[n++] = no(e);
    }
    return n;
}

static int explain(void *context, struct pm_learner *l, int literal, int tag, int *others)
{
    const struct pieces *p = context;
    const int e = literal >> 1, read = tag / REASONS, reason = tag % REASONS;
    int n = 0;
    (void)l;
    switch (reason) {
    case FIRST_CELL:
    case SECOND_CELL:
        return explain_lines(p, reason == FIRST_CELL ? e >> 1 : second_cell(p, e), read,
                             literal & 1 ? ON : OFF, others);
    case TURN:
        return explain_turn(p, literal, read, others);
    case FIRST_SQUARE:
    case SECOND_SQUARE:
        return explain_square(p, square_at(p, e, reason - FIRST_SQUARE), read, others);
    default:
        if (explain_piece(p, e >> 1, read, others, &n) != second_cell(p, e)) /* no loop */
            explain_piece(p, second_cell(p, e), read, others, &n);
        return n;
    }
}

/* ---- Conclusions --------------------------------------------------------------------- */

static void conclude(struct pieces *p, int literal, int reason)
{
    const int value = pm_learn_value(p->learner, literal);
    const int tag = p->read * REASONS + reason;
    if (value > 0 || p->broken)
        return;
    if (value == 0) {
        pm_learn_follows(p->learner, literal, tag);
        return;
    }
    p->conflict_count = explain(p, p->learner, literal, tag, p->conflict);
    p->conflict[p->conflict_count++] = literal;
    p->broken = true;
}

/* A cell that has its lines gets no more; one with no more open edges than it needs gets all. */
static void count_lines(struct pieces *p, int cell)
{
    const int need = p->need[cell];
    if (need < 0 || need > p->open[cell]) {
        p->conflict_count =
            explain_lines(p, cell, p->read, need < 0 ? ON : OFF, p->conflict);
        p->broken = true;
        return;
    }
    if (p->open[cell] == 0 || (need > 0 && need < p->open[cell]))
        return;
    for (int d = 0; d < 4; d++) {
        const int e = edge_at(p, cell, d);
        if (p->state[e] == OPEN)
            conclude(p, need > 0 ? yes(e) : no(e), d < 2 ? FIRST_CELL : SECOND_CELL);
    }
}

/* Whether a line between the ends of two pieces would close a loop or join different dots. */
static bool clash(const struct pieces *p, int a, int b)
{
    const int one = p->given[p->end[a]], two = p->given[p->end[b]];
    return p->end[a] == b || (one > 0 && two > 0 && one != two);
}

/* Looks around at the end of a piece. */
static void look_around(struct pieces *p, int cell)
{
    for (int d = 0; d < 4 && p->need[cell] > 0; d++) {
        const int e = edge_at(p, cell, d);
        if (p->state[e] != OPEN)
            continue;
        const int other = cell + p->step[d];
        if (p->need[other] > 0 && clash(p, cell, other))
            conclude(p, no(e), JOINT);
    }
}

/* A line has come to a cell, from direction d. */
static void look_at_turns(struct pieces *p, int cell, int d)
{
    for (int side = 0; side < 2; side++) {
        const int turn = side ? (d + 3) % 4 : d, next = (turn + 1) % 4;
        const int f = edge_at(p, cell, side ? turn : next);
        if (p->state[f] == OFF)
            continue;
        if (p->never[cell] >> turn & 1) {
            conclude(p, no(f), TURN);
        } else if (p->both[cell] >> turn & 1) {
            const int inside = cell + p->inside[turn];
            const int a = edge_at(p, inside, turn), b = edge_at(p, inside, next);
            if (p->state[f] == ON) {
                conclude(p, yes(a), TURN);
                conclude(p, yes(b), TURN);
            } else if (p->state[a] == OFF || p->state[b] == OFF) {
                conclude(p, no(f), TURN);
            }
        }
    }
}

/* There is no line from a cell in direction d: it does not turn there, and no line does around it. */
static void look_at_outer_turns(struct pieces *p, int cell, int d)
{
    for (int side = 0; side < 2; side++) {
        const int turn = side ? (d + 3) % 4 : d, outer = cell - p->inside[turn];
        if (!(p->both[outer] >> turn & 1))
            continue;
        const int a = edge_at(p, outer, turn), b = edge_at(p, outer, (turn + 1) % 4);
        if (p->state[a] == ON)
            conclude(p, no(b), TURN);
        else if (p->state[b] == ON)
            conclude(p, no(a), TURN);
    }
}

/* No three sides of a square belong to a line. */
static void look_at_squares(struct pieces *p, int e)
{
    for (int i = 0; i < 2; i++) {
        const int square = square_at(p, e, i);
        for (int k = 0; k < 4 && p->sides[square] == 2; k++) {
            const int f = side_of_square(p, square, k);
            if (p->state[f] == OPEN)
                conclude(p, no(f), square == f / 2 ? FIRST_SQUARE : SECOND_SQUARE);
        }
    }
}

/* The line across an edge joins two pieces. */
static void join(struct pieces *p, int e)
{
    const int one = e >> 1, two = second_cell(p, e), a = p->end[one], b = p->end[two];
    if (clash(p, one, two)) {
        p->conflict_count =
            explain(p, p->learner, no(e), p->read * REASONS + JOINT, p->conflict);
        p->conflict[p->conflict_count++] = no(e);
        p->broken = true;
        return;
    }
    p->joined[p->read][0] = a;
    p->joined[p->read][1] = b;
    p->end[a] = b;
    p->end[b] = a;
}

/* Counts a literal, or takes it back: `by` is 1 or -1. */
static void count(struct pieces *p, int literal, int by)
{
    const int e = literal >> 1;
    for (int i = 0; i < 2; i++) {
        const int cell = i ? second_cell(p, e) : e >> 1, square = square_at(p, e, i);
        p->open[cell] = (signed char)(p->open[cell] - by);
        if (literal == no(e))
            continue;
        p->need[cell] = (signed char)(p->need[cell] - by);
        p->sides[square] = (signed char)(p->sides[square] + by);
    }
}

/* What follows from a line, or from none, across an edge, other than from the numbers of lines. */
static void look_beside(struct pieces *p, int e, const int *joined)
{
    for (int i = 0; i < 2; i++) {
        const int cell = i ? second_cell(p, e) : e >> 1, d = (e & 1) + 2 * i;
        if (p->state[e] == ON)
            look_at_turns(p, cell, d);
        else
            look_at_outer_turns(p, cell, d);
    }
    if (p->state[e] == OFF)
        return;
    look_at_squares(p, e);
    for (int i = 0; i < 2; i++)
        look_around(p, joined[i]);
}

/* Takes note of the next literal on the trail. */
static void note(struct pieces *p, int literal)
{
    const int e = literal >> 1, one = e >> 1, two = second_cell(p, e), place = p->read;
    p->state[e] = literal == yes(e) ? ON : OFF;
    p->when[e] = place;
    p->joined[place][0] = -1;
    count(p, literal, 1);
    if (p->state[e] == ON && p->need[one] >= 0 && p->need[two] >= 0)
        join(p, e);
    p->read++;
    if (!p->broken)
        count_lines(p, one);
    if (!p->broken)
        count_lines(p, two);
    if (!p->broken)
        look_beside(p, e, p->joined[place]);
}

static enum pm_learn_look look(void *context, struct pm_learner *l, int *conflict, int *n)
{
    struct pieces *p = context;
    int count;
    const int *trail = pm_learn_trail(l, &count);
    p->conflict = conflict;
    for (const int end = count; p->read < end && !p->broken;)
        note(p, trail[p->read]);
    *n = p->conflict_count;
    if (p->broken) {
        p->broken = false;
        p->known += count;
        p->conflicts++;
        return PM_LEARN_CONFLICT;
    }
    pm_learn_trail(l, &count);
    return p->read < count ? PM_LEARN_MORE : PM_LEARN_DONE;
}

static void retract(void *context, struct pm_learner *l, int end)
{
    struct pieces *p = context;
    int all;
    const int *trail = pm_learn_trail(l, &all);
    while (p->read > end) {
        const int literal = trail[--p->read], e = literal >> 1;
        const int *joined = p->joined[p->read];
        p->state[e] = OPEN;
        count(p, literal, -1);
        if (joined[0] >= 0) {
            p->end[joined[0]] = e >> 1;
            p->end[joined[1]] = second_cell(p, e);
        }
    }
}

/* ---- Order and answers --------------------------------------------------------------- */

/* Diagonal by diagonal from the corner, each upwards, and downward edges before those to the right;
 * no line is tried first.  (Any order along the diagonals is better than none, by a tenth.)  Other
 * corners: the same on the board's mirror image. */
static void advise(void *context, struct pm_learner *l)
{
    const struct pieces *p = context;
    const bool right = p->corner & 1, bottom = p->corner & 2;
    for (int e = 0; e < p->edges; e++) {
        const int cell = (e & 1 ? bottom : right) ? second_cell(p, e) : e >> 1;
        const int row = cell / p->width, column = cell % p->width;
        const int down = bottom ? p->board->rows + 1 - row : row;
        const int across = right ? p->width - 1 - column : column;
        const int place = (2 * (down + across) - (e & 1)) * p->width - down;
        pm_learn_prefer(l, no(e), -(double)place);
    }
}

/* From the board's numbers to those here. */
static int inner_cell(const struct pieces *p, int cell)
{
    return (cell / p->board->columns + 1) * p->width + cell % p->board->columns + 1;
}

static int inner_edge(const struct pieces *p, int e)
{
    const int *ends = p->board->ends[e];
    return 2 * inner_cell(p, ends[0]) + (ends[1] != ends[0] + 1);
}

static void colour_line(struct pieces *p, int q)
{
    int cell = inner_cell(p, p->board->dot[q][0]);
    for (int last = -1, next = cell; next >= 0;) {
        cell = next;
        next = -1;
        p->colour[cell] = q;
        for (int d = 0; d < 4 && next < 0; d++) {
            const int e = edge_at(p, cell, d);
            if (e == last || p->state[e] != ON)
                continue;
            next = cell + p->step[d];
            last = e;
        }
    }
}

/* After a walk around other lines; narrow turns are ruled out. */
static bool touches_itself(struct pieces *p)
{
    for (int q = 1; q <= p->board->colours; q++)
        colour_line(p, q);
    for (int i = 0; i < p->board->edges; i++) {
        const int e = inner_edge(p, i);
        if (p->state[e] == OFF && p->colour[e >> 1] == p->colour[second_cell(p, e)])
            return true;
    }
    return false;
}

static bool found(void *context, struct pm_learner *l)
{
    struct pieces *p = context;
    (void)l;
    if (touches_itself(p))
        return true;
    for (int e = 0; e < p->board->edges; e++)
        p->answer[e] = p->state[inner_edge(p, e)] == ON;
    return pm_search_found(p->search, p->answer);
}

/* ---- The search ---------------------------------------------------------------------- */

static void measure(struct pieces *p)
{
    const int width = p->board->columns + 2;
    const int step[4] = {1, width, -1, -width};
    p->width = width;
    p->cells = width * (p->board->rows + 2);
    p->edges = 2 * p->cells;
    for (int d = 0; d < 4; d++) {
        p->step[d] = step[d];
        p->inside[d] = step[d] + step[(d + 1) % 4];
        p->edge[d] = d < 2 ? d : 2 * step[d] + d - 2;
    }
}

static bool new_pieces(struct pieces *p, struct pm_arena *arena)
{
    const size_t edges = (size_t)p->edges, cells = (size_t)p->cells;
    p->given = pm_new(arena, cells, int);
    p->never = pm_new(arena, cells, unsigned char);
    p->both = pm_new(arena, cells, unsigned char);
    p->state = pm_new(arena, edges, signed char);
    p->need = pm_new(arena, cells, signed char);
    p->open = pm_new(arena, cells, signed char);
    p->sides = pm_new(arena, cells, signed char);
    p->end = pm_new(arena, cells, int);
    p->when = pm_new(arena, edges, int);
    p->joined = pm_alloc(arena, edges, sizeof *p->joined);
    p->colour = pm_new(arena, cells, int);
    p->answer = pm_new(arena, (size_t)p->board->edges, int);
    p->conflict = pm_new(arena, cells + 1, int);
    return p->given && p->never && p->both && p->state && p->need && p->open && p->sides &&
           p->end && p->when && p->joined && p->colour && p->answer && p->conflict;
}

static bool in_margin(const struct pieces *p, int cell)
{
    const int row = cell / p->width, column = cell % p->width;
    return row == 0 || row > p->board->rows || column == 0 || column > p->board->columns;
}

/* A line turns only around a dot, a hole, or another turn. */
static void lay_out_turns(struct pieces *p, int cell)
{
    for (int d = 0; d < 4 && p->given[cell] == 0; d++) {
        int inside = cell + p->inside[d];
        const bool is_open = p->given[inside] == 0;
        while (p->given[inside] == 0)
            inside += p->inside[d];
        if (in_margin(p, inside))
            p->never[cell] |= (unsigned char)(1 << d);
        else if (is_open)
            p->both[cell] |= (unsigned char)(1 << d);
    }
}

static void lay_out_cells(struct pieces *p)
{
    for (int cell = 0; cell < p->cells; cell++) {
        p->given[cell] = -1;
        p->end[cell] = cell;
    }
    for (int cell = 0; cell < p->board->cells; cell++) {
        const int given = p->board->given[cell], inner = inner_cell(p, cell);
        p->given[inner] = given;
        p->need[inner] = (signed char)(given < 0 ? 0 : given > 0 ? 1 : 2);
    }
}

static void lay_out_edges(struct pieces *p)
{
    for (int e = 0; e < p->edges; e++) {
        if (p->given[e >> 1] >= 0 && p->given[second_cell(p, e)] >= 0) {
            p->open[e >> 1]++;
            p->open[second_cell(p, e)]++;
        } else {
            pm_learn_follows(p->learner, no(e), 0);
            p->state[e] = OFF;
            p->when[e] = p->read++;
        }
    }
}

/* Before anything is decided: some conclusions follow, or a contradiction. */
static void lay_out(struct pieces *p)
{
    lay_out_cells(p);
    lay_out_edges(p);
    for (int cell = 0; cell < p->cells; cell++) {
        lay_out_turns(p, cell);
        count_lines(p, cell);
        if (p->given[cell] > 0)
            look_around(p, cell);
    }
}

pulma_status pm_paths_pieces_search(const struct pm_paths *board, int corner,
                                    struct pm_search *search, double *reach)
{
    struct pieces p = {.board = board, .search = search, .corner = corner};
    const struct pm_learn_rules rules = {.longest = board->cells + 1,
                                         .course = INT_MAX,
                                         .keeps_order = true,
                                         .look = look,
                                         .explain = explain,
                                         .retract = retract,
                                         .advise = advise,
                                         .found = found,
                                         .context = &p};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    pulma_status status = PULMA_NO_MEMORY;
    measure(&p);
    p.learner = pm_learn_new(p.edges, &rules);
    if (p.learner && new_pieces(&p, &arena)) {
        lay_out(&p);
        status = p.broken ? PULMA_OK : pm_learn_search(p.learner, search);
    }
    *reach = p.conflicts > 0 ? (double)p.known / (double)p.conflicts : 0;
    pm_learn_free(p.learner);
    pm_arena_free(&arena);
    return status;
}
