/* Monodot.
 *
 * Rules.  A list of nodes must be put into cells of a grid, at most one in a cell.  Nodes in
 * cells that touch, also at a corner, are joined.  The number of a node tells how many others
 * it must be joined to.
 *
 * Notation.  `nodes` tells how many nodes have the number 1, 2, 3, ... up to 8 (zeros at the end
 * may be left out).  In the grid . is a free cell, # one that must stay empty, a digit a node
 * that stands there already (it counts as one of the nodes).
 *
 *     monodot
 *     nodes: 2 2 1
 *     ....
 *     .#..
 *     ...1
 *
 * An answer is the grid with a digit for each node and - for each empty cell (# stays).
 *
 * Origin: the app Monodot, in Hartmann's second paper, whose integer program is in
 * models/monodot. */
#include "puzzles/kind.h"
#include "puzzles/words.h"

#include <stdio.h>

/* ---- Types ------------------------------------------------------------------------- */

enum { MAX_SIDE = 60, MAX_DEGREE = 8 };

/* What a cell of the puzzle says besides a node's number 1..8. */
enum { FREE = 0, HOLE = -1 };

struct monodot {
    int rows, columns;
    int nodes[MAX_DEGREE + 1]; /* how many nodes have this number; [0] is not used */
    signed char *cell;         /* FREE, HOLE or the number of a node that is given */
};

/* The cells that touch this one, also at a corner; returns how many. */
static int neighbours(const struct monodot *m, int cell, int list[MAX_DEGREE])
{
    int row = cell / m->columns, column = cell % m->columns, n = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if ((dr || dc) && row + dr >= 0 && row + dr < m->rows && column + dc >= 0 &&
                column + dc < m->columns)
                list[n++] = (row + dr) * m->columns + column + dc;
    return n;
}

/* ---- Text -------------------------------------------------------------------------- */

static pulma_status read_nodes(struct pm_form *form, struct monodot *m, pulma_error *err)
{
    struct pm_text t;
    if (!pm_form_value(form, "nodes", &t))
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected the field 'nodes': how many have the number 1, 2, ...");
    for (int degree = 1; degree <= MAX_DEGREE && !pm_text_ended(&t); degree++) {
        pulma_status status =
            pm_text_int(&t, 0, m->rows * m->columns, &m->nodes[degree], err);
        if (status)
            return status;
        pm_text_blanks(&t);
    }
    return pm_text_ended(&t) ? PULMA_OK
                             : pm_fail_expected(err, &t, "at most %d numbers", MAX_DEGREE);
}

static pulma_status read_cells(const struct pm_field *grid, struct monodot *m,
                               pulma_error *err)
{
    int given[MAX_DEGREE + 1] = {0};
    for (int row = 0; row < m->rows; row++) {
        struct pm_text line = pm_text_trim(grid->lines[row]);
        for (int column = 0; column < m->columns; column++) {
            int c = pm_text_peek(&line);
            signed char *cell = &m->cell[row * m->columns + column];
            if (c >= '1' && c <= '0' + MAX_DEGREE) {
                *cell = (signed char)(c - '0');
                if (++given[*cell] > m->nodes[*cell])
                    return pm_fail(err, PULMA_BAD_TEXT, &line,
                                   "more nodes %d are given than the list has (%d)", *cell,
                                   m->nodes[*cell]);
            } else if (c == '#' || pm_grid_is_open(c, "")) {
                *cell = c == '#' ? HOLE : FREE;
            } else {
                return pm_fail_expected(err, &line, "'.', '#' or a digit from 1 to %d",
                                        MAX_DEGREE);
            }
            pm_text_take(&line);
        }
    }
    return PULMA_OK;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    struct monodot *m = pm_new(arena, 1, struct monodot);
    if (!m)
        return pm_fail_memory(err);
    pulma_status status = pm_grid_block(form, MAX_SIDE, &grid, &m->rows, &m->columns, err);
    if (status)
        return status;
    m->cell = pm_new(arena, (size_t)(m->rows * m->columns), signed char);
    if (!m->cell)
        return pm_fail_memory(err);
    status = read_nodes(form, m, err);
    *puzzle = m;
    return status ? status : read_cells(grid, m, err);
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct monodot *m = puzzle;
    int last = MAX_DEGREE;
    while (last > 1 && m->nodes[last] == 0)
        last--;
    pm_counts_write(form, "nodes", last, m->nodes + 1);
    pm_form_open(form, "grid");
    for (int row = 0; row < m->rows; row++) {
        char line[MAX_SIDE + 1] = "";
        for (int column = 0; column < m->columns; column++) {
            int cell = m->cell[row * m->columns + column];
            line[column] = (char)(cell == FREE ? '.' : cell == HOLE ? '#' : '0' + cell);
        }
        pm_form_line(form, line);
    }
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    const struct monodot *m = puzzle;
    return m->rows * m->columns;
}

static struct pm_range values(const void *puzzle, int place)
{
    const struct monodot *m = puzzle;
    return (struct pm_range){0, m->cell[place] == HOLE ? 0 : MAX_DEGREE};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    pm_grid_place_name(((const struct monodot *)puzzle)->columns, place, name, size);
}

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    (void)puzzle, (void)place;
    if (value > 0)
        snprintf(name, size, "%d", value);
    else
        snprintf(name, size, "empty");
}

/* ---- Answers ----------------------------------------------------------------------- */

static char answer_char(const void *puzzle, int place, int value)
{
    const struct monodot *m = puzzle;
    return (char)(m->cell[place] == HOLE ? '#' : value ? '0' + value : '-');
}

static int answer_value(const void *puzzle, int place, int c)
{
    const struct monodot *m = puzzle;
    if (m->cell[place] == HOLE)
        return c == '#' ? 0 : -1;
    return c == '-' ? 0 : c >= '1' && c <= '0' + MAX_DEGREE ? c - '0' : -1;
}

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct monodot *m = puzzle;
    pm_grid_write(m->rows, m->columns, answer, answer_char, m, out);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct monodot *m = puzzle;
    return pm_grid_read(t, m->rows, m->columns, answer_value, m, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* How many of the cells around hold a node, and how many are not filled in yet. */
static void look_around(const struct monodot *m, const int *answer, int cell, int *joined,
                        int *open)
{
    *joined = *open = 0;
    for (int i = 0; i < m->rows * m->columns; i++) {
        int dr = i / m->columns - cell / m->columns,
            dc = i % m->columns - cell % m->columns;
        if (i == cell || dr < -1 || dr > 1 || dc < -1 || dc > 1)
            continue;
        *joined += answer[i] > 0;
        *open += answer[i] == PULMA_EMPTY;
    }
}

static pulma_verdict check_list(const struct monodot *m, const int *answer,
                                pulma_finding *found)
{
    int used[MAX_DEGREE + 1] = {0}, last[MAX_DEGREE + 1] = {0}, open = 0;
    for (int i = 0; i < m->rows * m->columns; i++) {
        open += answer[i] == PULMA_EMPTY;
        if (answer[i] > 0) {
            used[answer[i]]++;
            last[answer[i]] = i;
        }
    }
    for (int degree = 1; degree <= MAX_DEGREE; degree++)
        if (used[degree] > m->nodes[degree] || used[degree] + open < m->nodes[degree])
            return pm_found(found, 1, &last[degree], "the number of nodes %d is %d, not %d",
                            degree, used[degree], m->nodes[degree]);
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct monodot *m = puzzle;
    int n = m->rows * m->columns;
    for (int i = 0; i < n; i++) {
        int row = i / m->columns + 1, column = i % m->columns + 1, joined, open;
        if (answer[i] == PULMA_EMPTY)
            continue;
        if (m->cell[i] > 0 && answer[i] != m->cell[i])
            return pm_found(found, 1, &i, "the node %d at row %d, column %d is given",
                            m->cell[i], row, column);
        look_around(m, answer, i, &joined, &open);
        if (answer[i] > 0 && (joined > answer[i] || joined + open < answer[i]))
            return pm_found(found, 1, &i,
                            "the node %d at row %d, column %d is joined to %d others",
                            answer[i], row, column, joined);
    }
    if (check_list(m, answer, found))
        return PULMA_WRONG;
    return pm_found_nothing(n, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

static void state_cell(const struct monodot *m, struct pm_rules *r, int cell)
{
    int list[MAX_DEGREE], n = neighbours(m, cell, list);
    pm_lit nodes[MAX_DEGREE];
    for (int k = 0; k < n; k++)
        nodes[k] = -pm_is(r, list[k], 0);
    pm_reason(r, "a node at row %d, column %d has as many neighbours as it says",
              cell / m->columns + 1, cell % m->columns + 1);
    pm_reason_family(r, "every node has as many neighbours as its number says");
    pm_reason_place(r, cell);
    for (int degree = 1; degree <= values(m, cell).max; degree++) {
        pm_under(r, pm_is(r, cell, degree));
        pm_count(r, n, nodes, PM_EQUAL, degree);
        pm_under_end(r);
    }
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct monodot *m = puzzle;
    int n = m->rows * m->columns;
    for (int cell = 0; cell < n; cell++) {
        if (m->cell[cell] <= 0)
            continue;
        pm_reason(r, "the node %d at row %d, column %d is given", m->cell[cell],
                  cell / m->columns + 1, cell % m->columns + 1);
        pm_reason_family(r, "nodes that are given stay");
        pm_reason_place(r, cell);
        pm_fix(r, cell, m->cell[cell]);
    }
    for (int degree = 1; degree <= MAX_DEGREE; degree++) {
        pm_lit which[MAX_SIDE * MAX_SIDE];
        for (int cell = 0; cell < n; cell++)
            which[cell] = pm_is(r, cell, degree);
        int listed = m->nodes[degree];
        if (listed == 0)
            pm_reason(r, "the list has no node with the number %d", degree);
        else
            pm_reason(r, "the list has %d node%s with the number %d", listed,
                      listed == 1 ? "" : "s", degree);
        pm_reason_family(r, "the nodes are those of the list");
        pm_count(r, n, which, PM_EQUAL, m->nodes[degree]);
    }
    for (int cell = 0; cell < n; cell++)
        state_cell(m, r, cell);
}

/* ---- Data for the model --------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct monodot *m = puzzle;
    pm_out_f(out, "data;\nparam m := %d;\nparam n := %d;\nparam a :=", m->rows, m->columns);
    for (int degree = 1; degree <= MAX_DEGREE; degree++)
        pm_out_f(out, " %d %d", degree, m->nodes[degree]);
    pm_out_text(out, ";\nset H :=");
    for (int i = 0; i < m->rows * m->columns; i++)
        if (m->cell[i] == HOLE)
            pm_out_f(out, " (%d,%d)", i / m->columns + 1, i % m->columns + 1);
    pm_out_text(out, ";\nset G :=");
    for (int i = 0; i < m->rows * m->columns; i++)
        if (m->cell[i] > 0)
            pm_out_f(out, " (%d,%d,%d)", i / m->columns + 1, i % m->columns + 1,
                     m->cell[i]);
    pm_out_text(out, ";\nend;\n");
}

/* ---- Invention ------------------------------------------------------------------------ */

/* Random nodes, each joined to another; their numbers follow.  Then nodes are given, one after
 * another, until the answer is the only one. */
static void scatter(const struct monodot *m, struct pm_rng *rng, int *answer)
{
    int n = m->rows * m->columns, list[MAX_DEGREE];
    for (int i = 0; i < n; i++)
        answer[i] = pm_rng_below(rng, 100) < 45;
    for (int i = 0; i < n; i++) {
        int joined = 0, count = neighbours(m, i, list);
        for (int k = 0; k < count; k++)
            joined += answer[list[k]] > 0;
        if (answer[i] && joined == 0)
            answer[i] = 0; /* a node alone has no number */
    }
    for (int i = 0; i < n; i++) {
        int count = neighbours(m, i, list), joined = 0;
        for (int k = 0; k < count; k++)
            joined += answer[list[k]] > 0;
        answer[i] = answer[i] ? joined : 0;
    }
}

static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct monodot *m = pm_new(arena, 1, struct monodot);
    int rows = wish->rows ? wish->rows : 5, columns = wish->columns ? wish->columns : 5;
    if (rows < 2 || columns < 2 || rows > 12 || columns > 12)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 2x2 to 12x12");
    int n = rows * columns, *answer = pm_new(arena, (size_t)n, int);
    int *order = pm_new(arena, (size_t)n, int), *other = pm_new(arena, (size_t)n, int);
    if (!m || !answer || !order || !other)
        return pm_fail_memory(err);
    *m = (struct monodot){rows, columns, {0}, pm_new(arena, (size_t)n, signed char)};
    if (!m->cell)
        return pm_fail_memory(err);
    bool any = false;
    while (!any) {
        scatter(m, rng, answer);
        for (int i = 0; i < n; i++)
            any |= answer[i] > 0;
    }
    for (int i = 0; i < n; i++) {
        m->nodes[answer[i]] += answer[i] > 0;
        order[i] = i;
    }
    pm_rng_shuffle(rng, order, n);
    int spare = wish->difficulty == PULMA_EASY     ? 2
                : wish->difficulty == PULMA_MEDIUM ? 1
                                                   : 0;
    for (int k = 0; k < n && spare >= 0; k++) {
        int cell = order[k];
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        int found = wish->answers(wish, m, 2, other);
        if (found == 1 && spare-- == 0)
            break;
        m->cell[cell] = (signed char)(answer[cell] ? answer[cell] : HOLE);
    }
    *puzzle = m;
    return PULMA_OK;
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct monodot *m = puzzle;
    return m->cell[place] > 0 ? m->cell[place] : PULMA_EMPTY;
}

static void give(void *puzzle, int place, int value)
{
    struct monodot *m = puzzle;
    if (m->cell[place] != HOLE)
        m->cell[place] = (signed char)(value > 0 ? value : FREE);
}

/* ---- Drawing --------------------------------------------------------------------------- */

static void draw_edges(const struct monodot *m, const int *answer, struct pm_picture *p)
{
    for (int i = 0; i < m->rows * m->columns; i++) {
        int list[MAX_DEGREE], n = neighbours(m, i, list);
        for (int k = 0; k < n && answer[i] > 0; k++)
            if (list[k] > i && answer[list[k]] > 0)
                pm_picture_line(p, i % m->columns + 0.5, i / m->columns + 0.5,
                                list[k] % m->columns + 0.5, list[k] / m->columns + 0.5,
                                PM_THICK, PM_ANSWER);
    }
}

/* "15 x (3)": how many nodes of a degree there are.  An entry has the width that the largest number
 * needs, in a terminal, too, where a unit has four characters. */
static void draw_entry(struct pm_picture *p, double x, double y, int count, int degree)
{
    char text[32];
    snprintf(text, sizeof text, "%d \xC3\x97", count);
    pm_picture_text(p, x - 0.5, y, 0.42, PM_RIGHT, PM_INK, text);
    pm_picture_circle(p, x, y, 0.3, PM_PAPER, PM_INK, PM_THIN);
    pm_picture_text(p, x, y, 0.42, PM_CENTRE, PM_INK, (char[]){(char)('0' + degree), '\0'});
}

static void draw_list(const struct monodot *m, struct pm_picture *p)
{
    int most = 0;
    for (int degree = 1; degree <= MAX_DEGREE; degree++)
        most = m->nodes[degree] > most ? m->nodes[degree] : most;
    double width = most < 10 ? 2 : most < 100 ? 2.25 : most < 1000 ? 2.5 : 3;
    double x = width - 0.75, y = m->rows + 0.8;
    for (int degree = 1; degree <= MAX_DEGREE; degree++) {
        if (m->nodes[degree] == 0)
            continue;
        if (x + 0.5 > m->columns && x > width) {
            x = width - 0.75;
            y += 1;
        }
        draw_entry(p, x, y, m->nodes[degree], degree);
        x += width;
    }
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct monodot *m = puzzle;
    int n = m->rows * m->columns;
    for (int i = 0; i < n; i++)
        if (m->cell[i] == HOLE)
            pm_picture_box(p, i % m->columns, i / m->columns, 1, 1, PM_SHADE, PM_NO_INK, 0);
    pm_draw_spots(p, m->columns, n, NULL);
    pm_picture_grid(p, 0, 0, m->rows, m->columns);
    if (answer)
        draw_edges(m, answer, p);
    for (int i = 0; i < n; i++) {
        bool given = m->cell[i] > 0;
        int value = given ? m->cell[i] : answer ? answer[i] : PULMA_EMPTY;
        if (value <= 0)
            continue;
        char text[2] = {(char)('0' + value), '\0'};
        double x = i % m->columns + 0.5, y = i / m->columns + 0.5;
        pm_picture_place(p, i);
        pm_picture_circle(p, x, y, 0.3, PM_PAPER, given ? PM_INK : PM_ANSWER, PM_THICK);
        pm_picture_text(p, x, y, 0.42, PM_CENTRE, given ? PM_PRINTED : PM_ANSWER, text);
    }
    pm_picture_place(p, -1);
    draw_list(m, p);
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct monodot *m = puzzle;
    int cell = row * m->columns + column, given = m->cell[cell];
    int value = given > 0 ? given : answer && given == FREE ? answer[cell] : PULMA_EMPTY;
    char number[12];
    snprintf(number, sizeof number, "%d", value);
    if (given == HOLE)
        snprintf(text, size, "blocked");
    else if (given == FREE && (!answer || value == PULMA_EMPTY))
        snprintf(text, size, answer ? "open" : "free");
    else
        pm_words_entry(answer, given > 0 ? given : PULMA_EMPTY,
                       value == 0 ? PULMA_EMPTY : value, number, text, size);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct monodot *m = puzzle;
    pm_words_size(m->rows, m->columns, out);
    const char *before = "Nodes: ";
    for (int degree = 1; degree <= MAX_DEGREE; degree++)
        if (m->nodes[degree] > 0) {
            pm_out_f(out, "%s%d with the number %d", before, m->nodes[degree], degree);
            before = ", ";
        }
    pm_out_text(out, *before == ',' ? ".\n" : "There are no nodes.\n");
    pm_words_rows(m, answer, m->rows, m->columns, cell_words, out);
}

/* ---- The kind --------------------------------------------------------------------------- */

const struct pm_kind pm_kind_monodot = {
    .name = "monodot",
    .title = "Monodot",
    .rules = "Put each node into a cell of its own.\n"
             "Nodes in cells that touch, also at a corner, are joined.\n"
             "A node's number says how many others it is joined to.\n",
    .read = read,
    .write = write,
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 1.5, 2.5, 3.7},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .given = given,
    .give = give,
    .rest_is_zero = true,
    .invent = invent,
};
