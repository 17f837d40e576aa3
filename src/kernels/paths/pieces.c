/* Lines that cover a grid without ever running beside themselves, for boards on which the corners
 * kernel tries the same mistakes again and again: it learns from them.
 *
 * The yes/nos are the edges.  How many lines a cell has, and that no piece of a line closes a loop
 * or joins different dots, is concluded here: of a piece only its ends matter, and each knows the
 * other one.  (The engine needs the colour of each cell for that, several yes/nos a cell which
 * run along with every line.)  Where lines may turn is said in clauses; edge_rules.c tells why.
 *
 * Guesses are made diagonal by diagonal from one corner, like in the corners kernel, and always
 * in this order.  Large boards fall apart into regions that have little to do with each other; a
 * search that goes where the last contradictions were jumps between them, and takes two to eight
 * times as many conflicts. */
#include <assert.h>
#include <limits.h>

#include "kernels/learn.h"
#include "kernels/paths/inside.h"

enum { OPEN, ON, OFF };
/* Why an edge is what it is: the lines of its first or its second cell, or what it would join. */
enum { FIRST_CELL, SECOND_CELL, JOINT, REASONS };

struct pieces {
    const struct pm_paths *board;
    struct pm_search *search;
    struct pm_learner *learner;
    signed char *state; /* per edge, as far as the trail has been read */
    signed char *need;  /* per cell: lines that it still needs */
    signed char *open;  /* per cell: its open edges */
    int *end;           /* per cell at the end of a piece: the other end */
    int *when;          /* per edge that is not open: its place on the trail */
    int (*joined)[2];   /* per place on the trail: the ends of the piece that a line made */
    int read;           /* how much of the trail */
    int *conflict, conflict_count;
    bool broken;
    int *colour; /* of the cells of a whole answer */
    int *answer; /* its edges */
};

static int edge_at(const struct pieces *p, int cell, int direction)
{
    const int place = p->board->edge[cell][direction];
    return place < 0 ? -1 : place - p->board->cells;
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
            if (e < 0 || e == last || p->state[e] != ON || p->when[e] >= read)
                continue;
            next = pm_paths_beyond(p->board->columns, cell, d);
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
        if (e >= 0 && p->state[e] == state && p->when[e] < read)
            others[n++] = state == ON ? no(e) : yes(e);
    }
    return n;
}

static int explain(void *context, struct pm_learner *l, int literal, int tag, int *others)
{
    const struct pieces *p = context;
    const int *ends = p->board->ends[literal >> 1], read = tag / REASONS;
    int n = 0;
    (void)l;
    if (tag % REASONS != JOINT)
        return explain_lines(p, ends[tag % REASONS == SECOND_CELL], read,
                             literal & 1 ? ON : OFF, others);
    if (explain_piece(p, ends[0], read, others, &n) != ends[1]) /* else a loop */
        explain_piece(p, ends[1], read, others, &n);
    return n;
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
    if (need > 0 && need < p->open[cell])
        return;
    for (int d = 0; d < 4; d++) {
        const int e = edge_at(p, cell, d);
        if (e >= 0 && p->state[e] == OPEN)
            conclude(p, need > 0 ? yes(e) : no(e),
                     p->board->ends[e][0] == cell ? FIRST_CELL : SECOND_CELL);
    }
}

/* Whether a line between the ends of two pieces would close a loop or join different dots. */
static bool clash(const struct pieces *p, int a, int b)
{
    const int *given = p->board->given;
    const int one = given[p->end[a]], two = given[p->end[b]];
    return p->end[a] == b || (one > 0 && two > 0 && one != two);
}

/* Looks around at the end of a piece. */
static void look_around(struct pieces *p, int cell)
{
    for (int d = 0; d < 4 && p->need[cell] > 0; d++) {
        const int e = edge_at(p, cell, d);
        if (e < 0 || p->state[e] != OPEN)
            continue;
        const int other = pm_paths_beyond(p->board->columns, cell, d);
        if (p->need[other] > 0 && clash(p, cell, other))
            conclude(p, no(e), JOINT);
    }
}

/* The line across an edge joins two pieces. */
static void join(struct pieces *p, int e)
{
    const int *ends = p->board->ends[e];
    const int a = p->end[ends[0]], b = p->end[ends[1]];
    if (clash(p, ends[0], ends[1])) {
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

/* Takes note of the next literal on the trail. */
static void note(struct pieces *p, int literal)
{
    const int e = literal >> 1, *ends = p->board->ends[e], place = p->read;
    const bool line = literal == yes(e);
    p->state[e] = line ? ON : OFF;
    p->when[e] = place;
    p->joined[place][0] = -1;
    for (int i = 0; i < 2; i++) {
        p->open[ends[i]]--;
        p->need[ends[i]] = (signed char)(p->need[ends[i]] - line);
    }
    if (line && p->need[ends[0]] >= 0 && p->need[ends[1]] >= 0)
        join(p, e);
    p->read++;
    for (int i = 0; i < 2 && !p->broken; i++)
        count_lines(p, ends[i]);
    for (int i = 0; i < 2 && !p->broken && line; i++)
        look_around(p, p->joined[place][i]);
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
        return PM_LEARN_CONFLICT;
    }
    pm_learn_trail(l, &count);
    return p->read < count ? PM_LEARN_MORE : PM_LEARN_DONE;
}

static void retract(void *context, struct pm_learner *l, int count)
{
    struct pieces *p = context;
    int all;
    const int *trail = pm_learn_trail(l, &all);
    while (p->read > count) {
        const int literal = trail[--p->read], e = literal >> 1, *ends = p->board->ends[e];
        const int *joined = p->joined[p->read];
        p->state[e] = OPEN;
        for (int i = 0; i < 2; i++) {
            p->open[ends[i]]++;
            p->need[ends[i]] = (signed char)(p->need[ends[i]] + (literal == yes(e)));
            if (joined[0] >= 0)
                p->end[joined[i]] = ends[i];
        }
    }
}

/* ---- Order and answers --------------------------------------------------------------- */

/* Diagonal by diagonal; no line is tried first. */
static void advise(void *context, struct pm_learner *l)
{
    const struct pieces *p = context;
    for (int e = 0; e < p->board->edges; e++) {
        const int cell = p->board->ends[e][0], columns = p->board->columns;
        pm_learn_prefer(l, no(e), -(double)(cell / columns + cell % columns));
    }
}

static void colour_line(struct pieces *p, int q)
{
    int cell = p->board->dot[q][0];
    for (int last = -1, next = cell; next >= 0;) {
        cell = next;
        next = -1;
        p->colour[cell] = q;
        for (int d = 0; d < 4 && next < 0; d++) {
            const int e = edge_at(p, cell, d);
            if (e < 0 || e == last || p->state[e] != ON)
                continue;
            next = pm_paths_beyond(p->board->columns, cell, d);
            last = e;
        }
    }
}

/* After a walk around other lines; narrow turns are ruled out. */
static bool touches_itself(struct pieces *p)
{
    for (int q = 1; q <= p->board->colours; q++)
        colour_line(p, q);
    for (int e = 0; e < p->board->edges; e++) {
        const int *ends = p->board->ends[e];
        if (p->state[e] == OFF && p->colour[ends[0]] == p->colour[ends[1]])
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
        p->answer[e] = p->state[e] == ON;
    return pm_search_found(p->search, p->answer);
}

/* ---- Turns --------------------------------------------------------------------------- */

/* Whether there is a dot or a hole on the diagonal inside a turn. */
static bool may_turn(const struct pm_paths *board, int cell, int d)
{
    while (cell >= 0 && board->given[cell] == 0)
        cell = pm_paths_inside_turn(board, cell, d);
    return cell >= 0;
}

/* A turn in direction d and the next one only where another turn or a dot is inside it. */
static void state_turn(const struct pieces *p, int cell, int d)
{
    const int next = (d + 1) % 4, a = edge_at(p, cell, d), b = edge_at(p, cell, next);
    if (a < 0 || b < 0)
        return;
    if (!may_turn(p->board, cell, d)) {
        pm_learn_clause(p->learner, 2, (int[]){no(a), no(b)});
        return;
    }
    const int inside = pm_paths_inside_turn(p->board, cell, d);
    if (p->board->given[inside] != 0)
        return;
    for (int i = 0; i < 2; i++) {
        const int e = edge_at(p, inside, i == 0 ? d : next);
        pm_learn_clause(p->learner, e < 0 ? 2 : 3, (int[]){no(a), no(b), yes(e)});
    }
}

/* No three sides of a square, given by its upper left cell. */
static void state_square(const struct pieces *p, int cell)
{
    const int across = cell + p->board->columns + 1;
    const int side[4] = {edge_at(p, cell, PM_RIGHT_OF), edge_at(p, across, PM_ABOVE),
                         edge_at(p, across, PM_LEFT_OF), edge_at(p, cell, PM_BELOW)};
    for (int i = 0; i < 4; i++) {
        const int a = side[i], b = side[(i + 1) % 4], c = side[(i + 2) % 4];
        if (a >= 0 && b >= 0 && c >= 0)
            pm_learn_clause(p->learner, 3, (int[]){no(a), no(b), no(c)});
    }
}

static void state_clauses(const struct pieces *p)
{
    const struct pm_paths *board = p->board;
    for (int cell = 0; cell < board->cells; cell++) {
        for (int d = 0; d < 4 && board->given[cell] == 0; d++)
            state_turn(p, cell, d);
        if ((cell + 1) % board->columns && cell + board->columns < board->cells)
            state_square(p, cell);
    }
}

/* ---- The search ---------------------------------------------------------------------- */

static bool new_pieces(struct pieces *p, struct pm_arena *arena)
{
    const size_t edges = (size_t)p->board->edges, cells = (size_t)p->board->cells;
    p->state = pm_new(arena, edges, signed char);
    p->need = pm_new(arena, cells, signed char);
    p->open = pm_new(arena, cells, signed char);
    p->end = pm_new(arena, cells, int);
    p->when = pm_new(arena, edges, int);
    p->joined = pm_alloc(arena, edges, sizeof *p->joined);
    p->colour = pm_new(arena, cells, int);
    p->answer = pm_new(arena, edges, int);
    p->conflict = pm_new(arena, cells + 1, int);
    return p->state && p->need && p->open && p->end && p->when && p->joined && p->colour &&
           p->answer && p->conflict;
}

/* Before anything is decided: some conclusions follow, or a contradiction. */
static void lay_out(struct pieces *p)
{
    const struct pm_paths *board = p->board;
    for (int cell = 0; cell < board->cells; cell++) {
        const int given = board->given[cell];
        p->end[cell] = cell;
        p->need[cell] = (signed char)(given < 0 ? 0 : given > 0 ? 1 : 2);
        for (int d = 0; d < 4; d++)
            p->open[cell] = (signed char)(p->open[cell] + (edge_at(p, cell, d) >= 0));
    }
    for (int cell = 0; cell < board->cells; cell++) {
        count_lines(p, cell);
        if (board->given[cell] > 0)
            look_around(p, cell);
    }
}

pulma_status pm_paths_pieces_search(const struct pm_paths *board, struct pm_search *search)
{
    struct pieces p = {.board = board, .search = search};
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
    p.learner = pm_learn_new(board->edges, &rules);
    if (p.learner && new_pieces(&p, &arena)) {
        lay_out(&p);
        state_clauses(&p);
        status = p.broken ? PULMA_OK : pm_learn_search(p.learner, search);
    }
    pm_learn_free(p.learner);
    pm_arena_free(&arena);
    return status;
}
