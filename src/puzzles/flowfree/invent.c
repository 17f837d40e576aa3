/* New boards of Flow Free: a random cover of the grid by lines, then dots at their ends, then
 * more dots until the answer is the only one.
 *
 * The cover is made of lines that never run beside themselves and have three cells or more,
 * so that no two dots of a colour are neighbours.  Each line is drawn at random, towards cells that
 * have few ways out, until it must stop; then the next one begins.  What stays too short
 * takes over a part of a neighbour.  While the board has another answer, a
 * line is cut in two where the answers differ: each cut makes the board easier to settle.
 * Hard boards then get back every joint that they can do without. */
#include "puzzles/flowfree/flowfree.h"

#include <stdio.h>
#include <string.h>

enum {
    SHORTEST = 3,       /* cells of a line */
    MAX_SIDE = 40,      /* of a board to be invented */
    MAX_TRIES = 200,    /* covers */
    REPAIRS = 30,       /* steps to make short lines longer, per cell */
    PATIENCE = 200,     /* of these for a line, then those around it are drawn anew */
    MAX_JOINTS = 20,    /* questions to make a board harder */
    HARD_BOARDS = 5,    /* of which the hardest is chosen, */
    LARGE = 400,        /* unless there are more cells: then the first is hard enough */
    HARD_ENOUGH = 5000, /* conflicts of a question */
    MAX_COLOURS = 500,
};

/* Instead of the number of a line. */
enum { HOLE = -1, UNCOVERED = -2 };

struct sketch {
    struct pm_flow *f;
    struct pm_rng *rng;
    int longest;         /* cells of a line */
    unsigned char *line; /* per edge (counted from 0): the line runs across */
    int *path;           /* per cell: the number of its line */
    int *size;           /* per number: how many cells */
    int *order;          /* room for shuffling edges or cells */
    int *joints;         /* room for another order of the edges */
    int *other;          /* an answer that may differ */
    int *best;           /* the dots of the best board so far */
    int best_colours;
};

static int lines_at(const struct sketch *s, int cell)
{
    int n = 0;
    for (int d = 0; d < 4; d++)
        n += s->f->edge[cell][d] >= 0 && s->line[s->f->edge[cell][d] - s->f->cells];
    return n;
}

/* ---- Lines: relabel, cut, join ------------------------------------------------------- */

/* Gives the line through a cell a number; walks it from there in both directions. */
static void relabel(struct sketch *s, int start, int number)
{
    const struct pm_flow *f = s->f;
    for (int first = 0; first < 4; first++) {
        int cell = start, d = first;
        while (d < 4 && f->edge[cell][d] >= 0 && s->line[f->edge[cell][d] - f->cells]) {
            int next = pm_paths_beyond(f->columns, cell, d), came = d ^ 2;
            cell = next;
            s->size[s->path[cell]]--;
            s->path[cell] = number;
            s->size[number]++;
            for (d = 0; d < 4; d++)
                if (d != came && f->edge[cell][d] >= 0 &&
                    s->line[f->edge[cell][d] - f->cells])
                    break;
        }
    }
    s->size[s->path[start]]--;
    s->path[start] = number;
    s->size[number]++;
}

static int unused_number(const struct sketch *s)
{
    int number = 0;
    while (s->size[number] > 0)
        number++;
    return number;
}

static void cut(struct sketch *s, int e)
{
    s->line[e] = 0;
    relabel(s, s->f->ends[e][1], unused_number(s));
}

/* Whether two lines have no other neighbours in each other than the ends of this edge. */
static bool apart(const struct sketch *s, int e)
{
    const struct pm_flow *f = s->f;
    const int a = s->path[f->ends[e][0]], b = s->path[f->ends[e][1]];
    int contacts = 0;
    for (int i = 0; i < f->edges && contacts < 2; i++) {
        int p = s->path[f->ends[i][0]], q = s->path[f->ends[i][1]];
        contacts += (p == a && q == b) || (p == b && q == a);
    }
    return contacts == 1;
}

static bool can_join(const struct sketch *s, int e)
{
    const int a = s->f->ends[e][0], b = s->f->ends[e][1];
    return s->path[a] != s->path[b] && lines_at(s, a) < 2 && lines_at(s, b) < 2 &&
           s->size[s->path[a]] + s->size[s->path[b]] <= s->longest && apart(s, e);
}

static void join(struct sketch *s, int e)
{
    relabel(s, s->f->ends[e][1], s->path[s->f->ends[e][0]]);
    s->line[e] = 1;
}

/* ---- Covers -------------------------------------------------------------------------- */

/* How many neighbours belong to no line yet, and how many to this one. */
static int neighbours(const struct sketch *s, int cell, int number)
{
    int n = 0;
    for (int d = 0; d < 4; d++)
        n += s->f->edge[cell][d] >= 0 &&
             s->path[pm_paths_beyond(s->f->columns, cell, d)] == number;
    return n;
}

/* The direction in which a line goes on from its end: mostly to a cell that has few ways out,
 * so that none is left behind alone; -1 if it must stop. */
static int way_on(const struct sketch *s, int cell)
{
    const struct pm_flow *f = s->f;
    const bool anywhere = pm_rng_below(s->rng, 4) == 0;
    int best = -1, fewest = 0, equals = 0;
    for (int d = 0; d < 4; d++) {
        const int next = f->edge[cell][d] < 0 ? -1 : pm_paths_beyond(f->columns, cell, d);
        if (next < 0 || s->path[next] != UNCOVERED ||
            neighbours(s, next, s->path[cell]) > 1)
            continue;
        int ways = anywhere ? 0 : neighbours(s, next, UNCOVERED);
        if (best >= 0 && ways < fewest)
            equals = 0;
        if (best >= 0 && ways > fewest)
            continue;
        fewest = ways;
        if (pm_rng_below(s->rng, ++equals) == 0)
            best = d;
    }
    return best;
}

static void grow(struct sketch *s, int cell)
{
    const struct pm_flow *f = s->f;
    const int number = s->path[cell];
    for (int d; s->size[number] < s->longest && (d = way_on(s, cell)) >= 0;) {
        s->line[f->edge[cell][d] - f->cells] = 1;
        cell = pm_paths_beyond(f->columns, cell, d);
        s->path[cell] = number;
        s->size[number]++;
    }
}

/* Draws line after line, each to both sides of its first cell, until no cell is left. */
static void draw_lines(struct sketch *s)
{
    const int cells = s->f->cells;
    for (int i = 0; i < cells; i++)
        s->order[i] = i;
    pm_rng_shuffle(s->rng, s->order, cells);
    for (;;) {
        int start = -1, fewest = 5;
        for (int i = 0; i < cells; i++) {
            int cell = s->order[i], ways = neighbours(s, cell, UNCOVERED);
            if (s->path[cell] == UNCOVERED && ways < fewest) {
                start = cell;
                fewest = ways;
            }
        }
        if (start < 0)
            return;
        const int number = unused_number(s);
        s->path[start] = number;
        s->size[number] = 1;
        grow(s, start);
        grow(s, start);
    }
}

/* A line that is too short takes over part of the line beside one of its ends: that one is
 * cut at the neighbour, on a random side.  The rest may be too short then, in its turn. */
static void lengthen(struct sketch *s, int cell)
{
    const struct pm_flow *f = s->f;
    const int d = pm_rng_below(s->rng, 4), side = pm_rng_below(s->rng, 4);
    if (f->edge[cell][d] < 0)
        return;
    const int e = f->edge[cell][d] - f->cells,
              beside = pm_paths_beyond(f->columns, cell, d);
    if (s->path[beside] == s->path[cell])
        return;
    int cut_off = -1;
    if (lines_at(s, beside) == 2) {
        cut_off = f->edge[beside][side] - f->cells;
        if (f->edge[beside][side] < 0 || !s->line[cut_off])
            return;
        cut(s, cut_off);
    }
    if (can_join(s, e))
        join(s, e);
    else if (cut_off >= 0)
        join(s, cut_off);
}

static void wipe_out(struct sketch *s, int number)
{
    const struct pm_flow *f = s->f;
    for (int e = 0; e < f->edges; e++)
        if (s->path[f->ends[e][0]] == number && s->path[f->ends[e][1]] == number)
            s->line[e] = 0;
    for (int cell = 0; cell < f->cells; cell++)
        if (s->path[cell] == number)
            s->path[cell] = UNCOVERED;
    s->size[number] = 0;
}

/* Draws the lines at a cell and beside it anew. */
static void redraw_around(struct sketch *s, int cell)
{
    const struct pm_flow *f = s->f;
    wipe_out(s, s->path[cell]);
    for (int d = 0; d < 4; d++)
        if (f->edge[cell][d] >= 0 && s->path[pm_paths_beyond(f->columns, cell, d)] >= 0)
            wipe_out(s, s->path[pm_paths_beyond(f->columns, cell, d)]);
    draw_lines(s);
}

/* Repairs until all lines are long enough; false if that takes too many steps. */
static bool lengthen_all(struct sketch *s)
{
    const int cells = s->f->cells;
    int left = REPAIRS * cells, good = 0;
    for (int cell = 0; good < cells; cell = (cell + 1) % cells, good++)
        for (int steps = 1; s->path[cell] >= 0 && s->size[s->path[cell]] < SHORTEST &&
                            lines_at(s, cell) < 2;
             steps++) {
            if (left-- == 0)
                return false;
            if (steps % PATIENCE == 0)
                redraw_around(s, cell);
            else
                lengthen(s, cell);
            good = -1; /* others may be shorter now */
        }
    return true;
}

static bool make_cover(struct sketch *s)
{
    const struct pm_flow *f = s->f;
    memset(s->line, 0, (size_t)f->edges);
    for (int cell = 0; cell < f->cells; cell++) {
        s->path[cell] = f->given[cell] == PM_FLOW_HOLE ? HOLE : UNCOVERED;
        s->size[cell] = 0;
    }
    draw_lines(s);
    return lengthen_all(s);
}

/* ---- Boards -------------------------------------------------------------------------- */

/* Dots at the ends of all lines, colours numbered in reading order. */
static void place_dots(struct sketch *s)
{
    struct pm_flow *f = s->f;
    f->colours = 0;
    for (int i = 0; i < f->cells; i++)
        s->order[i] = 0; /* the colour of each line */
    for (int cell = 0; cell < f->cells; cell++) {
        if (f->given[cell] == PM_FLOW_HOLE)
            continue;
        f->given[cell] = 0;
        if (lines_at(s, cell) != 1)
            continue;
        int *colour = &s->order[s->path[cell]];
        if (*colour == 0)
            *colour = ++f->colours;
        f->given[cell] = *colour;
    }
    pm_flow_finish(f);
}

/* Letters, as long as there are enough; else numbers. */
static bool name_colours(struct pm_flow *f, struct pm_arena *arena)
{
    for (int q = 1; q <= f->colours; q++) {
        char name[16];
        if (f->colours <= 52)
            snprintf(name, sizeof name, "%c", q <= 26 ? 'A' + q - 1 : 'a' + q - 27);
        else
            snprintf(name, sizeof name, "%d", q);
        if (!(f->name[q] = pm_copy(arena, name, strlen(name))))
            return false;
    }
    return true;
}

/* Whether cutting here leaves two lines that are long enough. */
static bool can_cut(struct sketch *s, int e)
{
    if (!s->line[e])
        return false;
    const int path = s->path[s->f->ends[e][0]];
    if (s->size[path] < 2 * SHORTEST)
        return false;
    cut(s, e);
    bool fits = s->size[path] >= SHORTEST && s->size[s->path[s->f->ends[e][1]]] >= SHORTEST;
    join(s, e);
    return fits;
}

/* Cuts a line where the other answer runs differently, if it does; else anywhere. */
static bool cut_somewhere(struct sketch *s)
{
    const struct pm_flow *f = s->f;
    for (int e = 0; e < f->edges; e++)
        s->order[e] = e;
    pm_rng_shuffle(s->rng, s->order, f->edges);
    for (int anywhere = 0; anywhere < 2; anywhere++)
        for (int i = 0; i < f->edges; i++) {
            int e = s->order[i];
            bool differs = s->other[f->cells + e] != s->line[e];
            if ((differs || anywhere) && can_cut(s, e)) {
                cut(s, e);
                return true;
            }
        }
    return false;
}

static bool settle(struct sketch *s, const struct pm_wish *wish)
{
    do {
        place_dots(s);
        if (s->f->colours > MAX_COLOURS || wish->stop(wish))
            return false;
        for (int i = 0; i < s->f->cells + s->f->edges; i++)
            s->other[i] = PULMA_EMPTY;
        if (wish->answers(wish, s->f, 2, s->other) == 1)
            return true;
    } while (cut_somewhere(s));
    return false;
}

/* Joins lines again while the answer stays the only one; asks a last time, for the effort.  A
 * question that takes long, or too long to be answered, means that the board is hard enough. */
static void harden(struct sketch *s, const struct pm_wish *wish)
{
    const int edges = s->f->edges;
    for (int e = 0; e < edges; e++)
        s->joints[e] = e;
    pm_rng_shuffle(s->rng, s->joints, edges);
    int asked = 0, answers = 1;
    for (int i = 0; i < edges && asked < MAX_JOINTS && answers >= 0 && !wish->stop(wish);
         i++) {
        const int e = s->joints[i];
        if (!can_join(s, e))
            continue;
        join(s, e);
        place_dots(s);
        asked++;
        answers = wish->answers(wish, s->f, 2, NULL);
        if (answers != 1)
            cut(s, e);
        if (wish->effort(wish) > HARD_ENOUGH)
            break;
    }
    place_dots(s);
    wish->answers(wish, s->f, 2, NULL);
}

/* Joins or cuts lines, as long as the answer stays the only one, until there are `colours` of
 * them; false if that cannot be had from here. */
static bool tune(struct sketch *s, const struct pm_wish *wish, int colours)
{
    const int edges = s->f->edges;
    for (int e = 0; e < edges; e++)
        s->joints[e] = e;
    pm_rng_shuffle(s->rng, s->joints, edges);
    int asked = 0;
    for (int i = 0; i < edges && asked < MAX_JOINTS && s->f->colours != colours; i++) {
        const int e = s->joints[i];
        const bool fewer = s->f->colours > colours;
        if (!(fewer ? can_join(s, e) : can_cut(s, e)) || wish->stop(wish))
            continue;
        (fewer ? join : cut)(s, e);
        place_dots(s);
        asked++;
        if (wish->answers(wish, s->f, 2, NULL) == 1)
            continue;
        (fewer ? cut : join)(s, e);
        place_dots(s);
    }
    return s->f->colours == colours;
}

static void place_holes(struct sketch *s, int holes)
{
    struct pm_flow *f = s->f;
    for (int cell = 0; cell < f->cells; cell++) {
        s->order[cell] = cell;
        f->given[cell] = 0;
    }
    pm_rng_shuffle(s->rng, s->order, f->cells);
    for (int i = 0; i < holes; i++)
        f->given[s->order[i]] = PM_FLOW_HOLE;
    f->colours = 0;
    pm_flow_finish(f);
}

static bool new_sketch(struct sketch *s, struct pm_arena *arena, int rows, int columns)
{
    size_t cells = (size_t)rows * (size_t)columns, edges = 2 * cells;
    s->f = pm_flow_new(arena, rows, columns);
    s->line = pm_new(arena, edges, unsigned char);
    s->path = pm_new(arena, cells, int);
    s->size = pm_new(arena, cells + 1, int);
    s->order = pm_new(arena, edges, int);
    s->joints = pm_new(arena, edges, int);
    s->other = pm_new(arena, cells + edges, int);
    s->best = pm_new(arena, cells, int);
    return s->f && s->line && s->path && s->size && s->order && s->joints && s->other &&
           s->best;
}

/* The first board that can be settled; for hard ones the one of several that takes the most
 * search.  False: none within the tries, or the user wants to stop. */
static bool find_board(struct sketch *s, const struct pm_wish *wish, int holes, int colours)
{
    const bool hard = wish->difficulty == PULMA_HARD;
    const size_t bytes = (size_t)s->f->cells * sizeof *s->best;
    const int wanted = hard && s->f->cells <= LARGE ? HARD_BOARDS : 1;
    int64_t most = -1;
    for (int tries = 0, made = 0; tries < MAX_TRIES && made < wanted; tries++) {
        if (wish->stop(wish))
            return false;
        place_holes(s, holes);
        if (!make_cover(s) || !settle(s, wish))
            continue;
        if (colours && !tune(s, wish, colours))
            continue;
        if (hard && !colours)
            harden(s, wish);
        made++;
        if (wish->effort(wish) <= most)
            continue;
        most = wish->effort(wish);
        memcpy(s->best, s->f->given, bytes);
        s->best_colours = s->f->colours;
    }
    memcpy(s->f->given, s->best, bytes);
    s->f->colours = s->best_colours;
    pm_flow_finish(s->f);
    return most >= 0;
}

pulma_status pm_flow_invent(const struct pm_wish *wish, struct pm_rng *rng,
                            struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    const int rows = wish->rows ? wish->rows : 8,
              columns = wish->columns ? wish->columns : 8;
    if (rows > MAX_SIDE || columns > MAX_SIDE || rows * columns < SHORTEST)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size of %d cells to %dx%d",
                       SHORTEST, MAX_SIDE, MAX_SIDE);
    bool touch = true;
    int holes = 0, colours = 0;
    pulma_status status = pm_wish_bool(wish, "touch", &touch, err);
    if (!status)
        status =
            pm_wish_int(wish, "colours", 1,
                        rows * columns / SHORTEST < MAX_COLOURS ? rows * columns / SHORTEST
                                                                : MAX_COLOURS,
                        &colours, err);
    if (!status)
        status = pm_wish_int(wish, "holes", 0, rows * columns - SHORTEST, &holes, err);
    if (status)
        return status;
    struct sketch s = {.rng = rng};
    if (!new_sketch(&s, arena, rows, columns))
        return pm_fail_memory(err);
    s.f->touch = touch;
    s.longest =
        wish->difficulty == PULMA_EASY ? SHORTEST + (rows + columns) / 2 : rows * columns;
    if (!find_board(&s, wish, holes, colours))
        return pm_fail(err, PULMA_LIMIT, NULL, "no board found in %d tries%s", MAX_TRIES,
                       colours ? "; another number of colours may help" : "");
    *puzzle = s.f;
    return name_colours(s.f, arena) ? PULMA_OK : pm_fail_memory(err);
}
