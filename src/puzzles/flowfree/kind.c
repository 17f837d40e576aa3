/* Flow Free, also known as Numberlink or Arukone.
 *
 * Rules.  A grid holds pairs of dots.  A line runs from cell to cell, sideways or up and down,
 * and joins the two dots of each colour.  Lines do not cross or branch, and pass through no
 * dot.  `cover: yes` (the default, and the rule of the app): every cell lies on a line;
 * `cover: no`: cells may stay free.  `touch: yes` (the default): a line may run beside itself;
 * `touch: no`: neighbouring cells of one colour are always joined, so the colours alone tell
 * the lines.
 *
 * Notation.  A dot is a letter or digit, its partner the same one; . is an open cell and # a
 * hole.  Colours with longer names need blanks between all cells.  Models with directed lines
 * lead them from the dot that comes first in reading order to the other one; `reversed: A C`
 * turns the lines of these colours round, which is no part of the puzzle.
 *
 *     flowfree
 *     touch: no
 *     A.BC
 *     ..A.
 *     .B..
 *     ...C
 *
 * An answer is the drawing: a letter per cell, - and | between cells that are joined.  A cell
 * that stays free is _, an open question is a dot.  Letters alone are read as well, and the
 * lines found from them.
 *
 *     A B-B C
 *     | |   |
 *     A B A C
 *     | | | |
 *     A B A C
 *     |   | |
 *     A-A-A C
 *
 * Origin: the app Flow Free by Big Duck Games; the pencil puzzle Numberlink, older than a
 * hundred years (Loyd, Dudeney); models by Hartmann (2018), who lets lines touch themselves. */
#include "puzzles/flowfree/flowfree.h"
#include "puzzles/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Places ------------------------------------------------------------------------ */

/* First the cells in reading order (0: free or a hole, else the colour), then the edges
 * between neighbours (1: the line runs across), sideways ones first. */
static int places(const void *puzzle)
{
    const struct pm_flow *f = puzzle;
    return f->cells + f->edges;
}

static struct pm_range values(const void *puzzle, int place)
{
    const struct pm_flow *f = puzzle;
    if (place >= f->cells)
        return (struct pm_range){0, 1};
    int given = f->given[place];
    if (given == PM_FLOW_HOLE)
        return (struct pm_range){0, 0};
    return given ? (struct pm_range){given, given}
                 : (struct pm_range){f->cover ? 1 : 0, f->colours};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_flow *f = puzzle;
    if (place < f->cells) {
        pm_grid_place_name(f->columns, place, name, size);
        return;
    }
    int a = f->ends[place - f->cells][0], b = f->ends[place - f->cells][1];
    int row = a / f->columns + 1, column = a % f->columns + 1;
    if (b == a + 1)
        snprintf(name, size, "row %d between columns %d and %d", row, column, column + 1);
    else
        snprintf(name, size, "column %d between rows %d and %d", column, row, row + 1);
}

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    const struct pm_flow *f = puzzle;
    if (place >= f->cells)
        snprintf(name, size, "%s", value ? "a line" : "no line");
    else if (value > 0)
        snprintf(name, size, "%s", f->name[value]);
    else
        snprintf(name, size, "free");
}

/* ---- Answers: writing ---------------------------------------------------------------- */

static const char *cell_mark(const struct pm_flow *f, const int *answer, int cell)
{
    if (f->given[cell] == PM_FLOW_HOLE)
        return "#";
    return answer[cell] == PULMA_EMPTY ? "." : answer[cell] ? f->name[answer[cell]] : "_";
}

static char edge_mark(const int *answer, int place, char joined)
{
    return place < 0 || answer[place] == 0 ? ' ' : answer[place] == 1 ? joined : '.';
}

/* Ends a line, without the blanks at its end. */
static void end_line(struct pm_out *line, struct pm_out *out)
{
    while (line->len > 0 && line->data[line->len - 1] == ' ')
        line->len--;
    pm_out_bytes(out, line->data, line->len);
    pm_out_char(out, '\n');
    out->failed |= line->failed;
    line->len = 0;
}

/* Names shorter than the longest are filled up, with the line where it goes on. */
static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_flow *f = puzzle;
    const int width = pm_flow_name_width(f);
    struct pm_out line = {0};
    for (int row = 0; row < f->rows; row++) {
        for (int column = 0; column < f->columns; column++) {
            int cell = row * f->columns + column, right = f->edge[cell][PM_RIGHT_OF];
            const char *mark = cell_mark(f, answer, cell);
            char to_right = edge_mark(answer, right, '-');
            pm_out_text(&line, mark);
            pm_out_repeat(&line, to_right == '-' ? '-' : ' ', width - (int)strlen(mark));
            pm_out_char(&line, to_right);
        }
        end_line(&line, out);
        for (int column = 0; column < f->columns && row + 1 < f->rows; column++) {
            int below = f->edge[row * f->columns + column][PM_BELOW];
            pm_out_char(&line, edge_mark(answer, below, '|'));
            pm_out_repeat(&line, ' ', width);
        }
        if (row + 1 < f->rows)
            end_line(&line, out);
    }
    pm_out_free(&line);
}

/* ---- Answers: reading ---------------------------------------------------------------- */

/* The byte at this column of a line, a blank past its end. */
static char char_at(const struct pm_text *line, int column)
{
    return column < (int)pm_text_len(line) ? line->at[column] : ' ';
}

static struct pm_text text_at(const struct pm_text *line, int column, int len)
{
    int have = (int)pm_text_len(line), from = column < have ? column : have;
    int to = column + len < have ? column + len : have;
    return (struct pm_text){line->at + from, line->at + to, line->line, line->column + from,
                            0};
}

static pulma_status read_cell(const struct pm_flow *f, struct pm_text name, int cell,
                              int *answer, pulma_error *err)
{
    const int row = cell / f->columns + 1, column = cell % f->columns + 1;
    const struct pm_range range = values(f, cell);
    if (f->given[cell] == PM_FLOW_HOLE) {
        answer[cell] = 0;
        return pm_text_is(&name, "#")
                   ? PULMA_OK
                   : pm_fail_expected(err, &name, "'#' at row %d, column %d", row, column);
    }
    answer[cell] = -2;
    if (pm_text_is(&name, "."))
        answer[cell] = PULMA_EMPTY;
    else if (pm_text_is(&name, "_"))
        answer[cell] = 0;
    for (int q = 1; q <= f->colours && answer[cell] == -2; q++)
        if (pm_text_is(&name, f->name[q]))
            answer[cell] = q;
    if (answer[cell] == PULMA_EMPTY ||
        (range.min <= answer[cell] && answer[cell] <= range.max))
        return PULMA_OK;
    if (f->given[cell])
        return pm_fail_expected(err, &name, "the dot %s at row %d, column %d",
                                f->name[f->given[cell]], row, column);
    return pm_fail_expected(err, &name, "the colour of row %d, column %d", row, column);
}

static pulma_status read_edge(const struct pm_text *line, int column, int place,
                              char joined, int *answer, pulma_error *err)
{
    char c = char_at(line, column);
    struct pm_text at = text_at(line, column, 1);
    if (place < 0)
        return c == ' ' ? PULMA_OK : pm_fail_expected(err, &at, "a blank");
    answer[place] = c == joined ? 1 : c == ' ' ? 0 : PULMA_EMPTY;
    if (c != joined && c != ' ' && c != '.')
        return pm_fail_expected(err, &at, "'%c' or a blank between two cells", joined);
    return PULMA_OK;
}

/* One row of a drawing and the line below it. */
static pulma_status read_drawn_row(const struct pm_flow *f, const struct pm_text *line,
                                   const struct pm_text *below, int row, int *answer,
                                   pulma_error *err)
{
    const int width = pm_flow_name_width(f);
    for (int column = 0; column < f->columns; column++) {
        int cell = row * f->columns + column, from = column * (width + 1);
        struct pm_text name = text_at(line, from, width);
        while (name.end > name.at + 1 && (name.end[-1] == ' ' || name.end[-1] == '-'))
            name.end--;
        pulma_status status = read_cell(f, name, cell, answer, err);
        if (!status)
            status =
                read_edge(line, from + width, f->edge[cell][PM_RIGHT_OF], '-', answer, err);
        if (!status && below)
            status = read_edge(below, from, f->edge[cell][PM_BELOW], '|', answer, err);
        for (int i = 1; i <= width && below && !status; i++)
            status = read_edge(below, from + i, -1, '|', answer, err);
        if (status)
            return status;
    }
    struct pm_text rest = text_at(line, f->columns * (width + 1), INT_MAX / 2);
    return pm_text_done(&rest, err);
}

/* A row of letters alone. */
static pulma_status read_plain_row(const struct pm_flow *f, struct pm_text line, int row,
                                   int *answer, pulma_error *err)
{
    struct pm_text probe = line;
    pm_text_token(&probe);
    pm_text_blanks(&probe);
    const bool words = pm_flow_name_width(f) > 1 || !pm_text_ended(&probe);
    for (int column = 0; column < f->columns; column++) {
        pm_text_blanks(&line);
        struct pm_text name = words ? pm_text_token(&line) : text_at(&line, 0, 1);
        if (!words && !pm_text_ended(&line))
            pm_text_take(&line);
        pulma_status status = read_cell(f, name, row * f->columns + column, answer, err);
        if (status)
            return status;
    }
    return pm_text_done(&line, err);
}

/* Joins all neighbours of one colour: right unless a line runs beside itself.  True if every
 * cell then has as many lines as it needs. */
static bool join_equals(const struct pm_flow *f, int *answer)
{
    for (int e = 0; e < f->edges; e++) {
        int a = answer[f->ends[e][0]], b = answer[f->ends[e][1]];
        answer[f->cells + e] =
            a == PULMA_EMPTY || b == PULMA_EMPTY ? PULMA_EMPTY : a && a == b;
    }
    for (int cell = 0; cell < f->cells; cell++) {
        int lines = 0;
        for (int d = 0; d < 4; d++)
            lines += f->edge[cell][d] >= 0 && answer[f->edge[cell][d]] == 1;
        if (answer[cell] > 0 && lines != (f->given[cell] ? 1 : 2))
            return false;
    }
    return true;
}

/* Cells whose colours are all known. */
struct coloured {
    const struct pm_flow *f;
    const int *answer;
};

static struct pm_range values_left(const void *puzzle, int place)
{
    const struct coloured *c = puzzle;
    return place < c->f->cells ? (struct pm_range){c->answer[place], c->answer[place]}
                               : values(c->f, place);
}

static void state_left(const void *puzzle, struct pm_rules *r)
{
    pm_flow_state(((const struct coloured *)puzzle)->f, r);
}

/* Lets the rules find lines through cells whose colours are all known.  If there are none
 * the answer stays as it is, for the referee to tell what is wrong. */
static pulma_status find_lines(const struct pm_flow *f, int *answer, pulma_error *err)
{
    const size_t size = (size_t)places(f) * sizeof *answer;
    int *found = malloc(size);
    if (!found)
        return pm_fail_memory(err);
    pulma_status status = pm_question_answer(
        &(struct pm_question){.places = places(f),
                              .values = values_left,
                              .state = state_left,
                              .puzzle = &(struct coloured){f, answer},
                              .limits = &(struct pm_limits){.conflicts = 200000}},
        found, err);
    if (status == PULMA_OK)
        memcpy(answer, found, size);
    free(found);
    if (status == PULMA_LIMIT)
        return pm_fail(
            err, PULMA_BAD_TEXT, NULL,
            "the colours leave too much open to find the lines: expected a drawing");
    return status == PULMA_NO_MEMORY ? pm_fail_memory(err) : PULMA_OK;
}

static pulma_status lines_from_colours(const struct pm_flow *f, int *answer,
                                       pulma_error *err)
{
    bool finished = true, settled = join_equals(f, answer) || !f->touch;
    for (int cell = 0; cell < f->cells; cell++)
        finished &= answer[cell] != PULMA_EMPTY;
    for (int place = f->cells; place < places(f) && !finished && !settled; place++)
        if (answer[place] == 1)
            answer[place] = PULMA_EMPTY; /* side by side, but who knows whether joined */
    return settled || !finished ? PULMA_OK : find_lines(f, answer, err);
}

static int count_lines(struct pm_text t)
{
    int n = 0;
    for (int i = 1; !pm_text_ended(&t); i++) {
        struct pm_text line = pm_text_trim(pm_text_line(&t));
        if (!pm_text_ended(&line))
            n = i;
    }
    return n;
}

/* A drawing has a line between every two rows; on a board of one row it is wider. */
static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_flow *f = puzzle;
    struct pm_text probe = *t, first = pm_text_trim(pm_text_line(&probe));
    while (pm_text_ended(&first) && !pm_text_ended(&probe)) {
        *t = probe;
        first = pm_text_trim(pm_text_line(&probe));
    }
    const int lines = count_lines(*t), width = pm_flow_name_width(f);
    const bool wide = (int)pm_text_len(&first) > (f->columns - 1) * (width + 1);
    const bool drawn = f->rows > 1 ? lines == 2 * f->rows - 1 : wide;
    if (!drawn && lines != f->rows)
        return pm_fail(err, PULMA_BAD_TEXT, t,
                       "expected the %d lines of a drawing or %d rows of letters, found %d",
                       2 * f->rows - 1, f->rows, lines);
    for (int row = 0; row < f->rows; row++) {
        struct pm_text line = pm_text_line(t), below = line;
        bool more = drawn && row + 1 < f->rows;
        if (more)
            below = pm_text_line(t);
        pulma_status status =
            drawn ? read_drawn_row(f, &line, more ? &below : NULL, row, answer, err)
                  : read_plain_row(f, line, row, answer, err);
        if (status)
            return status;
    }
    return drawn ? PULMA_OK : lines_from_colours(f, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

static void where(const struct pm_flow *f, int cell, char name[static 40])
{
    pm_grid_place_name(f->columns, cell, name, 40);
}

/* Both sides of a joined edge have one colour; under touch: no also the other way round. */
static pulma_verdict check_edge(const struct pm_flow *f, const int *answer, int e,
                                pulma_finding *found)
{
    const int *ends = f->ends[e], a = answer[ends[0]], b = answer[ends[1]];
    const int joined = answer[f->cells + e], spots[3] = {ends[0], ends[1], f->cells + e};
    const bool into_free = joined == 1 && (a == 0 || b == 0);
    const bool known = a != PULMA_EMPTY && b != PULMA_EMPTY;
    const bool mixed = known && joined == 1 && a != b;
    const bool beside = known && joined == 0 && a > 0 && a == b && !f->touch;
    if (!into_free && !mixed && !beside)
        return PULMA_RIGHT;
    char first[40], second[40];
    where(f, ends[0], first);
    where(f, ends[1], second);
    if (into_free)
        return pm_found(found, 3, spots, "a line runs into %s, which stays free",
                        a == 0 ? first : second);
    if (mixed)
        return pm_found(found, 3, spots,
                        "the line between %s and %s joins the colours %s and %s", first,
                        second, f->name[a], f->name[b]);
    return pm_found(found, 3, spots,
                    "the line of colour %s runs beside itself at %s and %s", f->name[a],
                    first, second);
}

/* How many lines a cell has, and how many it may still get. */
static void count_lines_at(const struct pm_flow *f, const int *answer, int cell, int *lines,
                           int *open)
{
    const int colour = answer[cell];
    *lines = *open = 0;
    for (int d = 0; d < 4; d++) {
        int place = f->edge[cell][d];
        if (place < 0)
            continue;
        int other = answer[pm_paths_beyond(f->columns, cell, d)];
        *lines += answer[place] == 1;
        *open += answer[place] == PULMA_EMPTY &&
                 (colour == PULMA_EMPTY || other == PULMA_EMPTY || colour == other);
    }
}

static pulma_verdict check_cell(const struct pm_flow *f, const int *answer, int cell,
                                pulma_finding *found)
{
    const int colour = answer[cell];
    const bool dot = f->given[cell] > 0;
    int lines, open;
    count_lines_at(f, answer, cell, &lines, &open);
    const bool may_be_free = lines == 0 && (colour == 0 || (colour < 0 && !f->cover));
    if (dot ? lines <= 1 && lines + open >= 1
            : lines <= 2 && (lines + open >= 2 || may_be_free))
        return PULMA_RIGHT;
    char here[40];
    where(f, cell, here);
    if (dot && lines > 1)
        return pm_found(found, 1, &cell,
                        "the line of colour %s passes through its dot at %s",
                        f->name[colour], here);
    if (dot)
        return pm_found(found, 1, &cell, "the dot %s at %s is not joined to anything",
                        f->name[colour], here);
    if (lines > 2)
        return pm_found(found, 1, &cell, "%d lines meet at %s", lines, here);
    if (lines == 0 && colour > 0 && open == 0)
        return pm_found(found, 1, &cell, "%s has the colour %s, but no line runs there",
                        here, f->name[colour]);
    if (lines == 0 && open == 0)
        return pm_found(found, 1, &cell, "no line runs through %s", here);
    if (colour > 0)
        return pm_found(found, 1, &cell, "the line of colour %s ends at %s",
                        f->name[colour], here);
    return pm_found(found, 1, &cell, "a line ends at %s", here);
}

/* Walks along joined edges from a cell to the last one; true if it comes back to the start.
 * Every cell has at most two lines when this is asked. */
static bool walk(const struct pm_flow *f, const int *answer, int start, int *last,
                 bool *seen)
{
    int cell = start, came = -1;
    for (;;) {
        int next = -1;
        for (int d = 0; d < 4 && next < 0; d++) {
            int place = f->edge[cell][d];
            if (place >= 0 && place != came && answer[place] == 1) {
                next = pm_paths_beyond(f->columns, cell, d);
                came = place;
            }
        }
        *last = cell;
        if (next < 0 || next == start)
            return next == start;
        seen[next] = true;
        cell = next;
    }
}

static pulma_verdict check_loops(const struct pm_flow *f, const int *answer, bool *seen,
                                 pulma_finding *found)
{
    char here[40], there[40];
    int last;
    for (int q = 1; q <= f->colours; q++)
        for (int side = 0; side < 2; side++) {
            int start = f->dot[q][side];
            seen[start] = true;
            walk(f, answer, start, &last, seen);
            where(f, start, here);
            where(f, last, there);
            const int spots[2] = {start, last};
            if (last != start && f->given[last] > 0 && f->given[last] != q)
                return pm_found(found, 2, spots,
                                "a line joins the dot %s at %s to the dot %s at %s",
                                f->name[q], here, f->name[f->given[last]], there);
        }
    for (int cell = 0; cell < f->cells; cell++) {
        if (seen[cell])
            continue;
        where(f, cell, here);
        seen[cell] = true;
        if (!walk(f, answer, cell, &last, seen))
            continue;
        if (answer[cell] > 0)
            return pm_found(found, 1, &cell,
                            "a line of colour %s through %s is a closed loop",
                            f->name[answer[cell]], here);
        return pm_found(found, 1, &cell, "a line through %s is a closed loop", here);
    }
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_flow *f = puzzle;
    for (int e = 0; e < f->edges; e++)
        if (check_edge(f, answer, e, found))
            return PULMA_WRONG;
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] != PM_FLOW_HOLE && check_cell(f, answer, cell, found))
            return PULMA_WRONG;
    bool seen[PM_FLOW_MAX_SIDE * PM_FLOW_MAX_SIDE] = {false};
    if (check_loops(f, answer, seen, found))
        return PULMA_WRONG;
    return pm_found_nothing(places(f), answer, found);
}

/* ---- Data for the models ------------------------------------------------------------- */

/* The holes (side -1), the sources (0) or the targets (1). */
static void put_cells(const struct pm_flow *f, const char *set, int side,
                      struct pm_out *out)
{
    pm_out_f(out, "set %s :=", set);
    for (int cell = 0; cell < f->cells; cell++) {
        int given = f->given[cell];
        if (side < 0 ? given == PM_FLOW_HOLE
                     : given > 0 && f->dot[given][side ^ f->reversed[given]] == cell)
            pm_out_f(out, " (%d,%d)", cell / f->columns + 1, cell % f->columns + 1);
    }
    pm_out_text(out, ";\n");
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_flow *f = puzzle;
    pm_out_f(out, "data;\nparam m := %d;\nparam n := %d;\nparam Q := %d;\n", f->rows,
             f->columns, f->colours);
    pm_out_f(out, "param cover := %d;\nparam touch := %d;\n", f->cover, f->touch);
    put_cells(f, "S", 0, out);
    put_cells(f, "T", 1, out);
    put_cells(f, "H", -1, out);
    pm_out_text(out, "param C :=");
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] > 0)
            pm_out_f(out, " [%d,%d] %d", cell / f->columns + 1, cell % f->columns + 1,
                     f->given[cell]);
    pm_out_text(out, ";\nparam name :=");
    for (int q = 1; q <= f->colours; q++)
        pm_out_f(out, " %d '%s'", q, f->name[q]);
    pm_out_f(out, ";\nparam width := %d;\nend;\n", pm_flow_name_width(f));
}

/* ---- Drawing ------------------------------------------------------------------------- */

/* An edge's colour is that of a side whose colour is known. */
static void draw_lines(const struct pm_flow *f, const int *answer, const int *inks,
                       struct pm_picture *p)
{
    for (int e = 0; e < f->edges; e++) {
        if (answer[f->cells + e] != 1)
            continue;
        const int a = f->ends[e][0], b = f->ends[e][1];
        int colour = answer[a] > 0 ? answer[a] : answer[b];
        pm_picture_place(p, f->cells + e);
        pm_picture_line(p, a % f->columns + 0.5, a / f->columns + 0.5, b % f->columns + 0.5,
                        b / f->columns + 0.5, PM_PIPE,
                        colour > 0 ? inks[colour] : PM_ANSWER);
    }
}

static void draw_dot(const struct pm_flow *f, int cell, const int *inks,
                     struct pm_picture *p)
{
    double x = cell % f->columns + 0.5, y = cell / f->columns + 0.5;
    const char *name = f->name[f->given[cell]];
    double size = strlen(name) == 1   ? 0.5
                  : strlen(name) == 2 ? 0.38
                                      : 0.9 / (double)strlen(name);
    int ink = inks[f->given[cell]];
    pm_picture_circle(p, x, y, 0.38, ink, ink == PM_SHADE ? PM_INK : PM_NO_INK, PM_THIN);
    pm_picture_text(p, x, y, size, PM_CENTRE, PM_PAPER, name);
}

/* A cell whose colour is known: its letter, on the line or on a drop of the colour. */
static void draw_colour(const struct pm_flow *f, const int *answer, int cell,
                        const int *inks, struct pm_picture *p)
{
    double x = cell % f->columns + 0.5, y = cell / f->columns + 0.5;
    bool on_line = false;
    for (int d = 0; d < 4; d++)
        on_line |= f->edge[cell][d] >= 0 && answer[f->edge[cell][d]] == 1;
    if (!on_line)
        pm_picture_circle(p, x, y, PM_PIPE / 2, inks[answer[cell]], PM_NO_INK, 0);
    pm_picture_text(p, x, y, 0.24, PM_CENTRE, PM_PAPER, f->name[answer[cell]]);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct pm_flow *f = puzzle;
    int *inks = calloc((size_t)f->colours + 1, sizeof *inks);
    if (!inks) {
        pm_picture_fail(p);
        return;
    }
    pm_inks_for(f->colours, f->name + 1, inks + 1);
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] == PM_FLOW_HOLE)
            pm_picture_box(p, cell % f->columns, cell / f->columns, 1, 1, PM_DARK,
                           PM_NO_INK, 0);
    pm_picture_grid(p, 0, 0, f->rows, f->columns);
    pm_draw_spots(p, f->columns, f->cells, NULL);
    if (answer)
        draw_lines(f, answer, inks, p);
    for (int cell = 0; cell < f->cells; cell++) {
        pm_picture_place(p, cell);
        if (f->given[cell] > 0)
            draw_dot(f, cell, inks, p);
        else if (answer && answer[cell] > 0)
            draw_colour(f, answer, cell, inks, p);
    }
    if (!f->cover)
        pm_draw_note(p, f->columns, f->rows + 0.5, "cells may stay free");
    if (!f->touch)
        pm_draw_note(p, f->columns, f->rows + (f->cover ? 0.5 : 1),
                     "no line runs beside itself");
    pm_picture_place(p, -1);
    free(inks);
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_flow *f = puzzle;
    int cell = row * f->columns + column, given = f->given[cell];
    int value = answer ? answer[cell] : PULMA_EMPTY;
    if (given == PM_FLOW_HOLE)
        snprintf(text, size, "hole");
    else if (given > 0)
        snprintf(text, size, "dot %s", f->name[given]);
    else if (value == PULMA_EMPTY)
        snprintf(text, size, "empty");
    else
        value_name(f, cell, value, text, size);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_flow *f = puzzle;
    pm_words_size(f->rows, f->columns, out);
    if (!f->cover)
        pm_out_text(out, "Cells may stay free.\n");
    if (!f->touch)
        pm_out_text(out, "No line runs beside itself.\n");
    pm_words_rows(f, answer, f->rows, f->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_paths board = pm_flow_paths(puzzle);
    return pm_paths_search(&board, search);
}

/* Two drawings with the same colours look alike. */
static void look(const void *puzzle, const int *answer, int *image)
{
    const struct pm_flow *f = puzzle;
    for (int place = 0; place < places(f); place++)
        image[place] = place < f->cells ? answer[place] : 0;
}

extern const struct pm_kind pm_kind_flowfree;
const struct pm_kind pm_kind_flowfree = {
    .name = "flowfree",
    .title = "Flow Free",
    .rules = "Join the two dots of each colour by a line that runs from cell to cell.\n"
             "Lines do not cross, branch or pass through dots.\n"
             "Every cell lies on a line (cover: no lets cells stay free).\n"
             "A line may run beside itself (touch: no forbids it).\n",
    .read = pm_flow_read,
    .write = pm_flow_write,
    .notations = pm_flow_notations,
    .line_notations = (const char *const[]){"pack", "puzz.link", NULL},
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 1.4, 1.6, 2},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = pm_flow_state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_PATH,
    .rest_is_zero = true,
    .move = pm_flow_move,
    .invent = pm_flow_invent,
    .options = "touch=yes|no  the answer is the only one even if lines may run beside "
               "themselves (yes)\n"
               "holes=NUMBER  cells that belong to no line (0)\n"
               "colours=NUMBER  so many lines (any)\n",
    .kernel = kernel,
    .look = look,
    .looks_name = "colourings",
};
