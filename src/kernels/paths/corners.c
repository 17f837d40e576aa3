/* The search itself; corners.h tells the idea.  The grid has a rim of cells around it, so that
 * no step needs to ask whether it leaves the board. */
#include "kernels/paths/corners.h"

#include <assert.h>
#include <string.h>

#include "core/arena.h"
#include "core/invariant.h"

/* The directions in which lines leave a cell, as bits. */
enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8 };
/* Instead of a colour; there is no line where this is negative. */
enum { HOLE = -1, RIM = -2 };

/* A line that was drawn: from a cell to the right or down, and what it joined. */
struct joint {
    int cell, direction;
    int ends[2]; /* of the pieces before, the one through `cell` first */
};

/* Where the search had a second way. */
struct fork {
    int step;   /* in the order of cells */
    int way;    /* the directions to try next */
    int joints; /* how many there were */
};

struct sweep {
    int stride; /* from a cell to the one below */
    int cells;  /* with the rim */
    int *given;
    unsigned char *lines; /* per cell: directions in which a line leaves it */
    bool *may_open;       /* a line may turn here from the right to below */
    int *end;             /* at the end of a piece of a line: its other end */
    int *order;           /* cells, diagonal by diagonal, each from above */
    int steps;
    struct joint *joints;
    struct fork *forks;
    int joint_count, fork_count;
    int *colour; /* of the cells of a whole answer */
    int *answer; /* its edges */
};

/* ---- The board ----------------------------------------------------------------------- */

static bool new_sweep(struct sweep *s, struct pm_arena *arena, const struct pm_paths *b)
{
    s->stride = b->columns + 2;
    s->cells = s->stride * (b->rows + 2);
    const size_t n = (size_t)s->cells;
    s->given = pm_new(arena, n, int);
    s->lines = pm_new(arena, n, unsigned char);
    s->may_open = pm_new(arena, n, bool);
    s->end = pm_new(arena, n, int);
    s->order = pm_new(arena, n, int);
    s->joints = pm_new(arena, 2 * n, struct joint);
    s->forks = pm_new(arena, n, struct fork);
    s->colour = pm_new(arena, n, int);
    s->answer = pm_new(arena, (size_t)b->edges, int);
    return s->given && s->lines && s->may_open && s->end && s->order && s->joints &&
           s->forks && s->colour && s->answer;
}

static void lay_out(struct sweep *s, const struct pm_paths *b)
{
    for (int cell = 0; cell < s->cells; cell++) {
        s->given[cell] = RIM;
        s->end[cell] = cell;
    }
    for (int row = 0; row < b->rows; row++)
        for (int column = 0; column < b->columns; column++) {
            const int given = b->given[row * b->columns + column];
            s->given[(row + 1) * s->stride + column + 1] = given < 0 ? HOLE : given;
        }
    for (int cell = s->cells - s->stride - 2; cell > s->stride; cell--) {
        const int inside = cell + s->stride + 1;
        s->may_open[cell] =
            s->given[inside] ? s->given[inside] != RIM : s->may_open[inside];
    }
    for (int diagonal = 0; diagonal < b->rows + b->columns - 1; diagonal++) {
        const int first = diagonal < b->columns ? 0 : diagonal - b->columns + 1;
        for (int row = first; row < b->rows && row <= diagonal; row++) {
            const int cell = (row + 1) * s->stride + diagonal - row + 1;
            if (s->given[cell] >= 0)
                s->order[s->steps++] = cell;
        }
    }
}

/* ---- Lines --------------------------------------------------------------------------- */

/* Draws a line to the right or down; false if it leads to a hole, joins dots of different
 * colours or closes a loop. */
static bool join(struct sweep *s, int cell, int direction)
{
    const int next = cell + (direction == RIGHT ? 1 : s->stride);
    const int a = s->end[cell], b = s->end[next];
    assert(s->end[a] == cell);
    if (s->given[next] < 0 || a == next ||
        (s->given[a] > 0 && s->given[b] > 0 && s->given[a] != s->given[b]))
        return false;
    s->lines[cell] |= (unsigned char)direction;
    s->lines[next] |= direction == RIGHT ? LEFT : UP;
    s->end[a] = b;
    s->end[b] = a;
    s->joints[s->joint_count++] = (struct joint){cell, direction, {a, b}};
    return true;
}

static void take_back(struct sweep *s, int joint_count)
{
    while (s->joint_count > joint_count) {
        const struct joint *j = &s->joints[--s->joint_count];
        PM_ASSERT_SLOW(s->lines[j->cell] & j->direction);
        const bool right = j->direction == RIGHT;
        const int next = j->cell + (right ? 1 : s->stride);
        s->lines[j->cell] &= (unsigned char)~j->direction;
        s->lines[next] &= (unsigned char)(right ? ~LEFT : ~UP);
        s->end[j->ends[0]] = j->cell;
        s->end[j->ends[1]] = next;
    }
}

/* A line that comes from the left and turns down: the cells on the diagonal inside the turn,
 * which come next, must turn as well, down to a dot or a hole. */
static bool may_turn_down(const struct sweep *s, int cell)
{
    if (s->lines[cell - 1] & DOWN)
        return false;
    int inside = cell + s->stride - 1;
    while (s->given[inside] == 0 && s->lines[inside] == LEFT)
        inside += s->stride - 1;
    return (s->given[inside] > 0 || s->given[inside] == HOLE) && !(s->lines[inside] & UP);
}

/* The ways in which the line at a cell can go on, given what comes from above and from the
 * left: sets of directions.  How many there are. */
static int ways_on(const struct sweep *s, int cell, int ways[static 2])
{
    const int from = s->lines[cell];
    const int above = s->lines[cell - s->stride], beside = s->lines[cell - s->stride + 1];
    /* Of the square above to the right two sides are known, besides the one from above. */
    const int sides = !!(above & RIGHT) + !!(beside & DOWN);
    const bool right = sides + !!(from & UP) < 2;
    const bool dot = s->given[cell] > 0;
    int n = 0;
    if (from == (UP | LEFT)) {
        if (!dot && !(above & LEFT) && !(s->lines[cell - 1] & UP))
            ways[n++] = 0;
    } else if (dot && from) {
        ways[n++] = 0;
    } else if (!dot && !from) {
        if (s->may_open[cell] && right)
            ways[n++] = RIGHT | DOWN;
    } else {
        if (from != LEFT || may_turn_down(s, cell))
            ways[n++] = DOWN;
        if (right)
            ways[n++] = RIGHT;
    }
    return n;
}

/* Goes on in these directions, unless that leaves a cell that cannot be covered: without
 * lines from above and from the left it must open a new corner. */
static bool go_on(struct sweep *s, int cell, int way)
{
    const int beside = cell + 1;
    if (!(way & RIGHT) && s->given[beside] == 0 && !(s->lines[beside] & UP) &&
        !s->may_open[beside])
        return false;
    return (!(way & RIGHT) || join(s, cell, RIGHT)) &&
           (!(way & DOWN) || join(s, cell, DOWN));
}

/* ---- Answers ------------------------------------------------------------------------- */

static void colour_line(struct sweep *s, int cell)
{
    const int colour = s->given[cell];
    for (int came = 0, go = s->lines[cell]; go != 0;) {
        s->colour[cell] = colour;
        cell += go == UP ? -s->stride : go == DOWN ? s->stride : go == LEFT ? -1 : 1;
        came = go == UP ? DOWN : go == DOWN ? UP : go == LEFT ? RIGHT : LEFT;
        go = s->lines[cell] & ~came;
    }
    s->colour[cell] = colour;
}

/* Squares tell only whether a line touches itself in a narrow turn.  It can also do so after
 * a walk around other lines, which shows when all is drawn. */
static bool touches_itself(struct sweep *s)
{
    memset(s->colour, 0, (size_t)s->cells * sizeof *s->colour);
    for (int i = 0; i < s->steps; i++)
        if (s->given[s->order[i]] > 0 && s->colour[s->order[i]] == 0)
            colour_line(s, s->order[i]);
    for (int i = 0; i < s->steps; i++) {
        const int cell = s->order[i], colour = s->colour[cell], lines = s->lines[cell];
        if ((!(lines & RIGHT) && s->colour[cell + 1] == colour) ||
            (!(lines & DOWN) && s->colour[cell + s->stride] == colour))
            return true;
    }
    return false;
}

/* False: the caller has enough. */
static bool report(struct sweep *s, const struct pm_paths *b, bool far_contacts,
                   struct pm_search *search)
{
    if (!far_contacts && touches_itself(s))
        return true;
    for (int e = 0; e < b->edges; e++) {
        const int from = b->ends[e][0];
        const int cell = (from / b->columns + 1) * s->stride + from % b->columns + 1;
        const int direction = b->ends[e][1] == from + 1 ? RIGHT : DOWN;
        s->answer[e] = (s->lines[cell] & direction) != 0;
    }
    return pm_search_found(search, s->answer);
}

/* ---- The search ---------------------------------------------------------------------- */

/* Returns to the last fork and takes its other way, again and again until one works; gives
 * the next step, -1 if there is none. */
static int next_fork(struct sweep *s)
{
    while (s->fork_count > 0) {
        const struct fork f = s->forks[--s->fork_count];
        take_back(s, f.joints);
        if (go_on(s, s->order[f.step], f.way))
            return f.step + 1;
    }
    return -1;
}

static pulma_status run(struct sweep *s, const struct pm_paths *b, bool far_contacts,
                        struct pm_search *search)
{
    unsigned steps = 0;
    for (int step = 0; step >= 0;) {
        if (step == s->steps) {
            if (!report(s, b, far_contacts, search))
                return PULMA_OK;
            step = next_fork(s);
            continue;
        }
        if (steps++ % PM_CORNERS_STEPS == 0) {
            pulma_status status = pm_search_node(search);
            if (status)
                return status;
        }
        int ways[2];
        const int n = ways_on(s, s->order[step], ways);
        if (n == 2)
            s->forks[s->fork_count++] = (struct fork){step, ways[1], s->joint_count};
        step = n > 0 && go_on(s, s->order[step], ways[0]) ? step + 1 : next_fork(s);
    }
    assert(s->fork_count == 0);
    return PULMA_OK;
}

pulma_status pm_corners_search(const struct pm_paths *board, bool far_contacts,
                               struct pm_search *search)
{
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct sweep s = {0};
    pulma_status status = PULMA_NO_MEMORY;
    if (new_sweep(&s, &arena, board)) {
        lay_out(&s, board);
        status = run(&s, board, far_contacts, search);
    }
    pm_arena_free(&arena);
    return status;
}
