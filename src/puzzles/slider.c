/* Slider.
 *
 * Rules.  A block stands on ice.  A move slides it up, down, left or right until an obstacle or
 * the rim stops it.  It must come to rest on the target, in as few moves as possible.
 *
 * Notation.  # is an obstacle, S the start, T the target, . free ice.  The field `stop` tells
 * whether a block that comes over the target stops there by itself; as published it does not.
 *
 *     slider
 *     stop: no
 *     .#..
 *     ...#
 *     .S..
 *     ....
 *     ..T.
 *     ..#.
 *
 * An answer is the same grid: ^ > v < where the block rests and then slides on, - elsewhere, #
 * for obstacles.  This one takes three moves: up, right, down.
 *
 *     -#--
 *     ->v#
 *     -^--
 *     ----
 *     ----
 *     --#-
 *
 * Origin: the app Slider, in Hartmann (2018), whose integer program (repaired) is in
 * models/slider. */
#include "puzzles/kind.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/slide.h"

/* ---- Types ------------------------------------------------------------------------- */

enum { MAX_SIDE = 5000, MAX_CELLS = 1 << 23 };
enum { CELLS_A_LOOK = 1 << 12 }; /* at the limits, while slides are listed */

/* Values of a place: 0 no move begins here, else 1 + the direction. */
enum { NO_MOVE };

struct slider {
    int rows, columns;
    int start, target;
    bool stops;
    unsigned char *wall; /* per cell */
};

static struct pm_ice ice_of(const struct slider *s)
{
    return (struct pm_ice){s->rows, s->columns, s->wall, s->target, s->stops};
}

/* ---- Text -------------------------------------------------------------------------- */

/* What each notation calls the four sorts of cells. */
struct signs {
    char free, wall, start, target;
    const char *other; /* signs that do not stand for an empty cell */
};

static const struct signs own_signs = {'.', '#', 'S', 'T', ""};
static const struct signs maze_signs = {'.', '0', 'S', 'F', "_x-*0"};

static struct slider *new_slider(struct pm_arena *arena, int rows, int columns)
{
    struct slider *s = pm_new(arena, 1, struct slider);
    if (!s)
        return NULL;
    *s = (struct slider){
        rows, columns, -1,
        -1,   false,   pm_new(arena, (size_t)rows * (size_t)columns, unsigned char)};
    return s->wall ? s : NULL;
}

static pulma_status read_cell(struct slider *s, int cell, const struct signs *signs,
                              struct pm_text *line, pulma_error *err)
{
    int c = pm_text_peek(line);
    int *mark = c == signs->start ? &s->start : c == signs->target ? &s->target : NULL;
    if (mark && *mark >= 0)
        return pm_fail(err, PULMA_BAD_TEXT, line, "expected one %c, found a second", c);
    if (mark)
        *mark = cell;
    else if (c == signs->wall)
        s->wall[cell] = 1;
    else if (!pm_grid_is_open(c, signs->other))
        return pm_fail_expected(err, line, "'%c', '%c', '%c' or '%c'", signs->free,
                                signs->wall, signs->start, signs->target);
    pm_text_take(line);
    return PULMA_OK;
}

static pulma_status read_row(struct slider *s, int row, const struct signs *signs,
                             struct pm_text line, pulma_error *err)
{
    for (int column = 0; column < s->columns; column++) {
        pulma_status status = read_cell(s, row * s->columns + column, signs, &line, err);
        if (status)
            return status;
    }
    return pm_text_done(&line, err);
}

static pulma_status both_marks(const struct slider *s, const struct signs *signs,
                               const struct pm_text *at, pulma_error *err)
{
    if (s->start >= 0 && s->target >= 0)
        return PULMA_OK;
    return pm_fail(err, PULMA_BAD_TEXT, at, "expected a %s (%c) on the board, found none",
                   s->start < 0 ? "start" : "target",
                   s->start < 0 ? signs->start : signs->target);
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    int rows, columns;
    pulma_status status = pm_grid_block(form, MAX_SIDE, &grid, &rows, &columns, err);
    if (status)
        return status;
    if (rows > MAX_CELLS / columns)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0], "expected at most %d cells",
                       MAX_CELLS);
    struct slider *s = new_slider(arena, rows, columns);
    if (!s)
        return pm_fail_memory(err);
    for (int row = 0; row < rows && !status; row++)
        status = read_row(s, row, &own_signs, pm_text_trim(grid->lines[row]), err);
    if (!status)
        status = both_marks(s, &own_signs, &grid->lines[0], err);
    if (!status)
        status = pm_form_bool(form, "stop", &s->stops, err);
    *puzzle = s;
    return status;
}

static void cell_signs(const struct slider *s, int row, const struct signs *signs,
                       char *line)
{
    for (int column = 0; column < s->columns; column++) {
        int cell = row * s->columns + column;
        line[column] = cell == s->start    ? signs->start
                       : cell == s->target ? signs->target
                       : s->wall[cell]     ? signs->wall
                                           : signs->free;
    }
    line[s->columns] = '\0';
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct slider *s = puzzle;
    if (s->stops)
        pm_form_put_bool(form, "stop", true);
    pm_form_open(form, "grid");
    for (int row = 0; row < s->rows; row++) {
        char line[MAX_SIDE + 1];
        cell_signs(s, row, &own_signs, line);
        pm_form_line(form, line);
    }
}

/* Ice mazes of course work: WIDTH HEIGHT, then rows of '.', '0' (a stone), 'S' and 'F'.  There
 * the block stops at the finish. */
static int sniff_maze(const struct pm_text *t)
{
    struct pm_text rest = *t, line = pm_text_trim(pm_text_line(&rest));
    int columns, rows;
    if (pm_text_int(&line, 1, MAX_SIDE, &columns, NULL))
        return 0;
    pm_text_blanks(&line);
    if (pm_text_int(&line, 1, MAX_SIDE, &rows, NULL) || !pm_text_ended(&line))
        return 0;
    struct pm_text row = pm_text_trim(pm_text_line(&rest));
    if (pm_text_columns(&row) != columns)
        return 0;
    while (!pm_text_ended(&row))
        if (!memchr(".0SF", pm_text_take(&row), 4))
            return 0;
    return 1;
}

static pulma_status read_maze(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    struct pm_text head = pm_text_trim(pm_text_line(t));
    const struct pm_text start = head;
    int rows, columns;
    pulma_status status = pm_text_int(&head, 1, MAX_SIDE, &columns, err);
    pm_text_blanks(&head);
    if (!status)
        status = pm_text_int(&head, 1, MAX_SIDE, &rows, err);
    if (!status)
        status = pm_text_done(&head, err);
    if (status)
        return status;
    if (rows > MAX_CELLS / columns || pm_text_len(t) / (size_t)columns + 1 < (size_t)rows)
        return pm_fail_expected(err, t, "%d rows of %d cells", rows, columns);
    struct slider *s = new_slider(arena, rows, columns);
    if (!s)
        return pm_fail_memory(err);
    s->stops = true;
    for (int row = 0; row < rows && !status; row++)
        status = read_row(s, row, &maze_signs, pm_text_trim(pm_text_line(t)), err);
    *puzzle = s;
    return status ? status : both_marks(s, &maze_signs, &start, err);
}

static pulma_status write_maze(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct slider *s = puzzle;
    if (!s->stops)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "a maze of this notation has a target that stops the block");
    pm_out_f(out, "%d %d\n", s->columns, s->rows);
    for (int row = 0; row < s->rows; row++) {
        char line[MAX_SIDE + 1];
        cell_signs(s, row, &maze_signs, line);
        pm_out_f(out, "%s\n", line);
    }
    return PULMA_OK;
}

static const struct pm_notation notations[] = {
    {"maze", "ice maze: WIDTH HEIGHT, rows of . 0 S F", sniff_maze, read_maze, write_maze},
    {0}};

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    const struct slider *s = puzzle;
    return s->rows * s->columns;
}

static struct pm_range values(const void *puzzle, int place)
{
    const struct slider *s = puzzle;
    bool leaves = !s->wall[place] && place != s->target;
    return (struct pm_range){NO_MOVE, leaves ? 4 : NO_MOVE};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    pm_grid_place_name(((const struct slider *)puzzle)->columns, place, name, size);
}

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    static const char *const ways[] = {"no stop", "where the block sets off upwards",
                                       "where the block sets off to the right",
                                       "where the block sets off downwards",
                                       "where the block sets off to the left"};
    (void)puzzle, (void)place;
    snprintf(name, size, "%s", ways[value]);
}

/* ---- Answers ----------------------------------------------------------------------- */

static const char move_signs[] = "-^>v<";

static char answer_sign(const void *puzzle, int place, int value)
{
    const struct slider *s = puzzle;
    return s->wall[place] ? '#' : move_signs[value];
}

static int answer_value(const void *puzzle, int place, int c)
{
    const struct slider *s = puzzle;
    if (s->wall[place])
        return c == '#' ? NO_MOVE : -1;
    const char *at = c ? strchr(move_signs, c) : NULL;
    return at ? (int)(at - move_signs) : -1;
}

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct slider *s = puzzle;
    pm_grid_write(s->rows, s->columns, answer, answer_sign, s, out);
}

/* "(3,2)" */
static pulma_status read_place(const struct slider *s, struct pm_text *t, int *cell,
                               pulma_error *err)
{
    int row = 0, column = 0;
    if (!pm_text_word(t, "("))
        return pm_fail_expected(err, t, "'(' and a cell as in (3,2)");
    pulma_status status = pm_text_int(t, 1, s->rows, &row, err);
    if (!status && !pm_text_word(t, ","))
        status = pm_fail_expected(err, t, "','");
    if (!status)
        status = pm_text_int(t, 1, s->columns, &column, err);
    if (!status && !pm_text_word(t, ")"))
        status = pm_fail_expected(err, t, "')'");
    *cell = (row - 1) * s->columns + column - 1;
    return status;
}

/* The move "(3,2) --> (2,2)"; its value at the first cell is its direction. */
static pulma_status read_move(const struct slider *s, struct pm_text *t, int *answer,
                              pulma_error *err)
{
    const struct pm_text start = *t;
    int from, to;
    pulma_status status = read_place(s, t, &from, err);
    pm_text_blanks(t);
    if (!status && !pm_text_word(t, "-->"))
        status = pm_fail_expected(err, t, "'-->'");
    pm_text_blanks(t);
    if (!status)
        status = read_place(s, t, &to, err);
    if (status)
        return status;
    const bool along = from / s->columns == to / s->columns;
    if (from == to || (!along && from % s->columns != to % s->columns))
        return pm_fail_expected(err, &start, "a move along a row or a column");
    if (values(s, from).max == NO_MOVE || answer[from] != NO_MOVE)
        return pm_fail_expected(err, &start, "a cell to leave, once");
    answer[from] = along ? (to > from ? 2 : 4) : to > from ? 3 : 1;
    return PULMA_OK;
}

/* The moves in any order, as the publication lists them. */
static pulma_status read_moves(const struct slider *s, struct pm_text *t, int *answer,
                               pulma_error *err)
{
    pulma_status status = PULMA_OK;
    for (int cell = 0; cell < places(s); cell++)
        answer[cell] = NO_MOVE;
    while (!status && pm_text_starts(t, "(")) {
        status = read_move(s, t, answer, err);
        pm_text_space(t);
    }
    return status;
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct slider *s = puzzle;
    pm_text_space(t);
    if (pm_text_starts(t, "("))
        return read_moves(s, t, answer, err);
    return pm_grid_read(t, s->rows, s->columns, answer_value, s, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

static const char *const direction_names[] = {"up", "right", "down", "left"};

/* Where the block comes to rest, by the words of the rules: step by step. */
static int slide_by_hand(const struct slider *s, int cell, int direction)
{
    static const int down[] = {-1, 0, 1, 0}, right[] = {0, 1, 0, -1};
    int row = cell / s->columns, column = cell % s->columns;
    for (;;) {
        int next_row = row + down[direction], next_column = column + right[direction];
        if (next_row < 0 || next_row >= s->rows || next_column < 0 ||
            next_column >= s->columns || s->wall[next_row * s->columns + next_column])
            return row * s->columns + column;
        row = next_row;
        column = next_column;
        if (s->stops && row * s->columns + column == s->target)
            return s->target;
    }
}

static pulma_verdict found_stuck(const struct slider *s, int cell, int direction,
                                 pulma_finding *found)
{
    return pm_found(found, 1, &cell, "the block cannot slide %s from row %d, column %d",
                    direction_names[direction], cell / s->columns + 1,
                    cell % s->columns + 1);
}

/* Follows the moves from the start; `*length` counts them.  The cell where it ends: the
 * target, an empty place, or (with a finding) where something is wrong. */
static pulma_verdict follow(const struct slider *s, const int *answer, int *cell,
                            int *length, pulma_finding *found)
{
    *cell = s->start;
    for (*length = 0; *cell != s->target && answer[*cell] != PULMA_EMPTY; ++*length) {
        int value = answer[*cell], row = *cell / s->columns + 1,
            column = *cell % s->columns + 1;
        if (value == NO_MOVE)
            return pm_found(found, 1, cell,
                            "the block rests at row %d, column %d and goes no "
                            "further",
                            row, column);
        int end = slide_by_hand(s, *cell, value - 1);
        if (end == *cell)
            return found_stuck(s, *cell, value - 1, found);
        if (*length == s->rows * s->columns)
            return pm_found(found, 1, cell,
                            "the block slides in circles and never reaches "
                            "the target");
        *cell = end;
    }
    return PULMA_RIGHT;
}

static bool is_blocked(const struct slider *s, int row, int column)
{
    return row < 0 || row >= s->rows || column < 0 || column >= s->columns ||
           s->wall[row * s->columns + column];
}

/* Whether a move that is there, or may yet come, brings the block to rest in a cell. */
static bool can_come_to(const struct slider *s, const int *answer, int cell)
{
    static const int down[] = {-1, 0, 1, 0}, right[] = {0, 1, 0, -1};
    int row = cell / s->columns, column = cell % s->columns;
    for (int d = 0; d < 4; d++) {
        if (!is_blocked(s, row + down[d], column + right[d]))
            continue;
        for (int r = row - down[d], c = column - right[d]; !is_blocked(s, r, c);
             r -= down[d], c -= right[d]) {
            int from = r * s->columns + c;
            if (from == s->target && s->stops)
                break;
            if (from == s->target) /* no move begins there */
                continue;
            if (answer[from] == PULMA_EMPTY || answer[from] == d + 1)
                return true;
        }
    }
    return false;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct slider *s = puzzle;
    int cell, length, moves = 0, n = s->rows * s->columns;
    if (follow(s, answer, &cell, &length, found))
        return PULMA_WRONG;
    for (int i = 0; i < n; i++)
        moves += answer[i] != PULMA_EMPTY && answer[i] != NO_MOVE;
    for (int i = 0; i < n && moves > length; i++)
        if (answer[i] > NO_MOVE && i != s->start && !can_come_to(s, answer, i))
            return pm_found(
                found, 1, &i,
                "no move brings the block to row %d, column %d, where one begins",
                i / s->columns + 1, i % s->columns + 1);
        else if (answer[i] > NO_MOVE && slide_by_hand(s, i, answer[i] - 1) == i)
            return found_stuck(s, i, answer[i] - 1, found);
    if (cell == s->target && moves > length) {
        /* Some moves are not on the way: find one, by walking the way again. */
        int *way = calloc((size_t)n, sizeof *way), stray = s->target;
        for (int at = s->start; way && at != s->target;
             at = slide_by_hand(s, at, answer[at] - 1))
            way[at] = 1;
        for (int i = 0; way && i < n; i++)
            if (answer[i] != PULMA_EMPTY && answer[i] != NO_MOVE && !way[i])
                stray = i;
        free(way);
        return pm_found(found, 1, &stray, "the move at row %d, column %d is not on the way",
                        stray / s->columns + 1, stray % s->columns + 1);
    }
    return pm_found_nothing(n, answer, found);
}

static int64_t cost(const void *puzzle, const int *answer)
{
    const struct slider *s = puzzle;
    int64_t moves = 0;
    for (int i = 0; i < s->rows * s->columns; i++)
        moves += answer[i] > NO_MOVE;
    return moves;
}

/* ---- Rules ------------------------------------------------------------------------- */

/* The slides of a board: slide 4*cell + direction is a literal (PM_FALSE where the block cannot
 * move), and the slides that end in a cell stand together. */
struct slides {
    pm_lit *lit;
    int *end; /* the cell in which a slide ends, or -1 */
    int *first,
        *into; /* slides that end in cell i: into[first[i]] to into[first[i + 1] - 1] */
};

static bool list_slides(const struct slider *s, struct pm_rules *r, struct pm_arena *arena,
                        struct slides *all)
{
    const struct pm_ice ice = ice_of(s);
    size_t n = (size_t)s->rows * (size_t)s->columns;
    *all = (struct slides){pm_new(arena, 4 * n, pm_lit), pm_new(arena, 4 * n, int),
                           pm_new(arena, n + 2, int), pm_new(arena, 4 * n, int)};
    if (!all->lit || !all->end || !all->first || !all->into)
        return false;
    for (int i = 0; i < 4 * (int)n; i++) {
        int cell = i / 4, end = cell;
        if (i % CELLS_A_LOOK == 0 && pm_rules_ended(r))
            return false;
        if (values(s, cell).max)
            end = pm_slide(&ice, cell, (enum pm_direction)(i % 4));
        all->end[i] = end == cell ? -1 : end;
        all->lit[i] = end == cell ? PM_FALSE : pm_is(r, cell, 1 + i % 4);
        if (end != cell)
            all->first[end + 2]++;
        else if (values(s, cell).max)
            PM_CLAUSE(r, -pm_is(r, cell, 1 + i % 4));
    }
    for (size_t i = 2; i < n + 2; i++)
        all->first[i] += all->first[i - 1];
    for (int i = 0; i < 4 * (int)n; i++)
        if (all->end[i] >= 0)
            all->into[all->first[all->end[i] + 1]++] = i;
    return true;
}

/* Whoever comes to rest somewhere slides on: exactly as many slides leave as enter. */
static void state_cell(const struct slider *s, struct pm_rules *r, const struct slides *all,
                       int cell, pm_lit *in)
{
    int n = all->first[cell + 1] - all->first[cell];
    for (int k = 0; k < n; k++)
        in[k] = all->lit[all->into[all->first[cell] + k]];
    pm_reason(r,
              cell == s->start ? "the block leaves the start at row %d, column %d"
              : cell == s->target
                  ? "the block comes to rest on the target at row %d, column %d"
                  : "a block that rests at row %d, column %d slides on",
              cell / s->columns + 1, cell % s->columns + 1);
    pm_reason_family(r, cell == s->start    ? "the path begins at the start"
                        : cell == s->target ? "the path ends on the target"
                                            : "a block that rests somewhere slides on");
    pm_reason_place(r, cell);
    if (cell == s->start) {
        pm_count(r, n, in, PM_EQUAL, 0);
        PM_CLAUSE(r, -pm_is(r, cell, NO_MOVE));
    } else if (cell == s->target) {
        pm_count(r, n, in, PM_EQUAL, 1);
    } else {
        pm_lit stays = pm_is(r, cell, NO_MOVE);
        pm_count(r, n, in, PM_AT_MOST, 1);
        for (int k = 0; k < n; k++)
            pm_implies(r, in[k], -stays);
        pm_under(r, -stays);
        pm_clause(r, n, in);
        pm_under_end(r);
    }
}

/* A path as a flow of one unit.  A circle apart from the path would be allowed, but it costs
 * moves, so no cheapest answer has one. */
static void state(const void *puzzle, struct pm_rules *r)
{
    const struct slider *s = puzzle;
    int n = s->rows * s->columns;
    struct pm_arena arena;
    struct slides all;
    pm_arena_init(&arena, 0);
    int *weights = pm_new(&arena, 4 * (size_t)n, int);
    pm_lit *in = pm_new(&arena, 4 * (size_t)n, pm_lit);
    if (!weights || !in || !list_slides(s, r, &arena, &all)) {
        pm_rules_fail(r);
        pm_arena_free(&arena);
        return;
    }
    for (int cell = 0; cell < n; cell++)
        if (!s->wall[cell])
            state_cell(s, r, &all, cell, in);
    for (int i = 0; i < 4 * n; i++)
        weights[i] = 1;
    pm_minimise(r, 4 * n, all.lit, weights, 0);
    pm_arena_free(&arena);
}

/* ---- Data for the model --------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct slider *s = puzzle;
    const struct pm_ice ice = ice_of(s);
    int n = s->rows * s->columns;
    pm_out_f(out, "data;\nparam m := %d;\nparam n := %d;\n", s->rows, s->columns);
    pm_out_f(out, "param si := %d;\nparam sj := %d;\n", s->start / s->columns + 1,
             s->start % s->columns + 1);
    pm_out_f(out, "param ti := %d;\nparam tj := %d;\n", s->target / s->columns + 1,
             s->target % s->columns + 1);
    pm_out_text(out, "set O :=");
    for (int i = 0; i < n; i++)
        if (s->wall[i])
            pm_out_f(out, " (%d,%d)", i / s->columns + 1, i % s->columns + 1);
    pm_out_text(out, ";\nset A :=");
    for (int i = 0; i < 4 * n && !out->failed; i++) {
        int cell = i / 4;
        if (!values(s, cell).max)
            continue;
        int end = pm_slide(&ice, cell, (enum pm_direction)(i % 4));
        if (end != cell)
            pm_out_f(out, "%s(%d,%d,%d,%d)", i % 4 ? " " : "\n  ", cell / s->columns + 1,
                     cell % s->columns + 1, end / s->columns + 1, end % s->columns + 1);
    }
    pm_out_text(out, ";\nend;\n");
}

/* ---- Kernel --------------------------------------------------------------------------- */

/* Breadth-first search, then back from the target: a cell is on a shortest way if a slide from
 * it ends in a cell on a shortest way that is one move farther. */
struct ways {
    const struct slider *s;
    struct pm_ice ice;
    int *distance;
    bool *useful; /* on a shortest way */
    int *answer;
    struct pm_search *search;
    int *stack; /* the cells of the way so far */
};

static void mark_useful(struct ways *w, struct pm_arena *arena)
{
    int n = w->s->rows * w->s->columns, far = w->distance[w->s->target];
    /* Cells by distance, so that each is looked at after all that are farther. */
    int *count = pm_new(arena, (size_t)far + 2, int),
        *order = pm_new(arena, (size_t)n, int);
    if (!count || !order)
        return;
    for (int i = 0; i < n; i++)
        if (w->distance[i] >= 0 && w->distance[i] <= far)
            count[w->distance[i] + 1]++;
    for (int d = 1; d <= far + 1; d++)
        count[d] += count[d - 1];
    int known = count[far + 1];
    for (int i = 0; i < n; i++)
        if (w->distance[i] >= 0 && w->distance[i] <= far)
            order[count[w->distance[i]]++] = i;
    w->useful[w->s->target] = true;
    for (int k = known - 1; k >= 0; k--) {
        int cell = order[k];
        for (int d = 0; d < 4 && cell != w->s->target; d++) {
            int end = pm_slide(&w->ice, cell, (enum pm_direction)d);
            if (w->distance[end] == w->distance[cell] + 1 && w->useful[end])
                w->useful[cell] = true;
        }
    }
}

/* Reports every shortest way, depth-first along useful cells, without recursion: `answer` holds
 * the direction tried last at each cell of the way. */
static pulma_status report_ways(struct ways *w)
{
    int depth = 0, far = w->distance[w->s->target];
    w->stack[0] = w->s->start;
    for (;;) {
        int cell = w->stack[depth];
        if (depth == far) {
            pulma_status status = pm_search_node(w->search);
            if (status || !pm_search_found(w->search, w->answer))
                return status;
            if (pm_search_stopped(w->search)) /* an answer may be long */
                return PULMA_LIMIT;
        } else {
            int end = -1;
            while (end < 0 && w->answer[cell] < 4) {
                int next = pm_slide(&w->ice, cell, (enum pm_direction)w->answer[cell]++);
                if (w->distance[next] == depth + 1 && w->useful[next])
                    end = next;
            }
            if (end >= 0) {
                w->stack[++depth] = end;
                continue;
            }
            w->answer[cell] = NO_MOVE;
        }
        if (depth-- == 0)
            return PULMA_OK;
    }
}

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct slider *s = puzzle;
    size_t n = (size_t)s->rows * (size_t)s->columns;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct ways w = {s,
                     ice_of(s),
                     pm_new(&arena, n, int),
                     pm_new(&arena, n, bool),
                     pm_new(&arena, n, int),
                     search,
                     NULL};
    pulma_status status = PULMA_NO_MEMORY;
    if (w.distance && w.useful && w.answer)
        status = pm_slide_distances(&w.ice, s->start, search->limits, &arena, w.distance);
    if (!status && w.distance[s->target] >= 0) {
        w.stack = pm_new(&arena, (size_t)w.distance[s->target] + 1, int);
        if (w.stack) {
            mark_useful(&w, &arena);
            status = report_ways(&w);
        } else {
            status = PULMA_NO_MEMORY;
        }
    }
    pm_arena_free(&arena);
    return status;
}

/* ---- Invention ------------------------------------------------------------------------ */

enum { TRIES = 3000 };

/* A random board and a target with the wanted number of moves; false: this one has none. */
static bool try_board(struct slider *s, struct pm_rng *rng, int length, int stones,
                      struct pm_arena *scratch)
{
    int n = s->rows * s->columns, *distance = pm_new(scratch, (size_t)n, int);
    int *choices = pm_new(scratch, (size_t)n, int), choice_count = 0;
    const struct pm_limits limits = {0};
    if (!distance || !choices)
        return false;
    memset(s->wall, 0, (size_t)n);
    for (int k = 0; k < stones; k++)
        s->wall[pm_rng_below(rng, n)] = 1;
    do
        s->start = pm_rng_below(rng, n);
    while (s->wall[s->start]);
    s->target = -1; /* look at the whole board first */
    struct pm_ice ice = ice_of(s);
    ice.stops = false;
    if (pm_slide_distances(&ice, s->start, &limits, scratch, distance))
        return false;
    for (int i = 0; i < n; i++)
        if (distance[i] == length)
            choices[choice_count++] = i;
    if (choice_count == 0)
        return false;
    s->target = choices[pm_rng_below(rng, choice_count)];
    return true;
}

static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    static const int usual[] = {[PULMA_EASY] = 4, [PULMA_MEDIUM] = 7, [PULMA_HARD] = 8};
    int rows = wish->rows ? wish->rows : 10, columns = wish->columns ? wish->columns : 10;
    int more = wish->difficulty == PULMA_HARD ? pm_rng_below(rng, 5) : 0;
    int length = usual[wish->difficulty] + more;
    bool stops = false;
    pulma_status status = pm_wish_int(wish, "length", 1, 1000, &length, err);
    if (!status)
        status = pm_wish_bool(wish, "stop", &stops, err);
    if (status)
        return status;
    if (rows < 2 || columns < 2 || rows > 300 || columns > 300)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 2x2 to 300x300");
    struct slider *s = new_slider(arena, rows, columns);
    if (!s)
        return pm_fail_memory(err);
    s->stops = stops;
    for (int k = 0; k < TRIES; k++) {
        struct pm_arena scratch;
        pm_arena_init(&scratch, 0);
        int stones = rows * columns * (8 + pm_rng_below(rng, 12)) / 100;
        bool good = try_board(s, rng, length, stones, &scratch);
        pm_arena_free(&scratch);
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        int *answer = good ? pm_new(arena, (size_t)rows * (size_t)columns, int) : NULL;
        if (answer && wish->answers(wish, s, 2, answer) == 1 && cost(s, answer) == length) {
            *puzzle = s;
            return PULMA_OK;
        }
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "found no %dx%d board of %d moves in %d tries",
                   columns, rows, length, TRIES);
}

/* ---- Playing --------------------------------------------------------------------------- */

/* Where the block rests after the moves so far. */
static int resting(const struct slider *s, const int *answer)
{
    int at = s->start;
    for (int n = 0; answer[at] > NO_MOVE && n < s->rows * s->columns; n++)
        at = slide_by_hand(s, at, answer[at] - 1);
    return at;
}

/* Slides the block; a way in a circle is forgotten. */
static bool move(const void *puzzle, int *answer, int from, int place, int value)
{
    const struct slider *s = puzzle;
    int at = resting(s, answer);
    (void)from, (void)place;
    int end = value > NO_MOVE && at != s->target ? slide_by_hand(s, at, value - 1) : at;
    if (end == at)
        return false;
    answer[at] = value;
    for (int back = end, next; answer[back] > NO_MOVE; back = next) {
        next = slide_by_hand(s, back, answer[back] - 1);
        answer[back] = PULMA_EMPTY;
    }
    return true;
}

/* The cells in which the block rests and goes on, as far as that is known. */
static int way(const void *puzzle, const int *answer, int *places)
{
    const struct slider *s = puzzle;
    int n = 0;
    for (int at = s->start;
         at != s->target && answer[at] > NO_MOVE && n < s->rows * s->columns; n++) {
        places[n] = at;
        at = slide_by_hand(s, at, answer[at] - 1);
    }
    return n;
}

/* ---- Drawing --------------------------------------------------------------------------- */

static void draw_move(const struct slider *s, int cell, int direction, struct pm_picture *p)
{
    static const double right[] = {0, 1, 0, -1}, down[] = {-1, 0, 1, 0};
    int end = slide_by_hand(s, cell, direction);
    double x = end % s->columns + 0.5, y = end / s->columns + 0.5;
    double dx = right[direction], dy = down[direction];
    double gap = end == s->target ? 0.3 : 0.08; /* room for its letter */
    x -= gap * dx;
    y -= gap * dy;
    pm_picture_line(p, cell % s->columns + 0.5, cell / s->columns + 0.5, x - 0.22 * dx,
                    y - 0.22 * dy, PM_THICK, PM_ANSWER);
    const double head[] = {x,
                           y,
                           x - 0.28 * dx - 0.16 * dy,
                           y - 0.28 * dy + 0.16 * dx,
                           x - 0.28 * dx + 0.16 * dy,
                           y - 0.28 * dy - 0.16 * dx};
    pm_picture_polygon(p, 3, head, PM_ANSWER, PM_NO_INK, 0);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct slider *s = puzzle;
    int n = s->rows * s->columns;
    for (int i = 0; i < n; i++)
        if (s->wall[i])
            pm_picture_box(p, i % s->columns, i / s->columns, 1, 1, PM_DARK, PM_NO_INK, 0);
    pm_picture_box(p, s->target % s->columns, s->target / s->columns, 1, 1, PM_TINT,
                   PM_NO_INK, 0);
    pm_picture_grid(p, 0, 0, s->rows, s->columns);
    pm_draw_spots(p, s->columns, n, NULL);
    for (int i = 0; answer && i < n; i++) {
        if (answer[i] <= NO_MOVE)
            continue;
        pm_picture_place(p, i);
        draw_move(s, i, answer[i] - 1, p);
    }
    pm_picture_place(p, -1);
    if (pm_is_partial(n, answer) && resting(s, answer) != s->start) {
        int at = resting(s, answer);
        pm_picture_circle(p, at % s->columns + 0.5, at / s->columns + 0.5, 0.36, PM_NO_INK,
                          PM_ACCENT, PM_THICK);
    }
    pm_picture_circle(p, s->start % s->columns + 0.5, s->start / s->columns + 0.5, 0.3,
                      PM_ACCENT, PM_NO_INK, 0);
    pm_picture_text(p, s->start % s->columns + 0.5, s->start / s->columns + 0.5, 0.4,
                    PM_CENTRE, PM_INK, "S");
    pm_picture_text(p, s->target % s->columns + 0.5, s->target / s->columns + 0.5, 0.5,
                    PM_CENTRE, PM_INK, "T");
    if (s->stops)
        pm_draw_note(p, s->columns, s->rows + 0.5, "T stops the block");
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct slider *s = puzzle;
    int cell = row * s->columns + column;
    (void)answer;
    snprintf(text, size, "%s",
             s->wall[cell]       ? "obstacle"
             : cell == s->start  ? "the block"
             : cell == s->target ? "the target"
                                 : "free");
}

/* "The block slides up from row 3, column 2." */
static void tell_moves(const struct slider *s, const int *answer, struct pm_out *out)
{
    int *stops = calloc((size_t)s->rows * (size_t)s->columns, sizeof *stops);
    out->failed |= !stops;
    int n = stops ? way(s, answer, stops) : 0;
    for (int i = 0; i < n; i++) {
        char name[60], value[60];
        place_name(s, stops[i], name, sizeof name);
        value_name(s, stops[i], answer[stops[i]], value, sizeof value);
        pm_out_f(out, "Move %d: from %s, %s.\n", i + 1, name, value);
    }
    free(stops);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct slider *s = puzzle;
    pm_words_size(s->rows, s->columns, out);
    if (s->stops)
        pm_out_text(out, "The block may stop on the target by itself.\n");
    pm_words_rows(s, answer, s->rows, s->columns, cell_words, out);
    if (answer)
        tell_moves(s, answer, out);
}

/* ---- The kind --------------------------------------------------------------------------- */

const struct pm_kind pm_kind_slider = {
    .name = "slider",
    .title = "Slider",
    .rules =
        "Slide the block up, down, left or right; only an obstacle or the rim stops it.\n"
        "Bring it to rest on the target in as few moves as possible.\n",
    .read = read,
    .write = write,
    .notations = notations,
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_COST, 5, 8, 11},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .cost = cost,
    .cost_unit = "moves",
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_SLIDE,
    .rest_is_zero = true,
    .move = move,
    .way = way,
    .invent = invent,
    .options =
        "length=N  the fewest moves that solve it (usual: 4, 7 or 8 to 12 by difficulty)\n"
        "stop=yes|no  whether the block stops when it comes over the target\n",
    .kernel = kernel,
};
