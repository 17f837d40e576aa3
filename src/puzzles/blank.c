/* Blank, the template for a new kind: copy this file and fill it with your rules.  As it
 * stands it is a small puzzle of its own.
 *
 * Rules.  Some cells of a grid are marked.  The numbers at the rim tell how many in each row
 * and in each column; "?" tells nothing.  Some cells are given.
 *
 * Notation.  `rows` and `columns` hold the numbers, the grid the givens: x marked, - not
 * marked, . open.
 *
 *     blank
 *     rows: 1 2
 *     columns: 1 ? 1
 *     ..x
 *     ...
 *
 * An answer is the same grid, filled with x and -.
 *
 * Origin: discrete tomography, the oldest puzzle of this family. */
#include "puzzles/kind.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>

/* ---- Types ------------------------------------------------------------------------- */

enum { MAX_SIDE = 200 };

struct blank {
    int rows, columns;
    int *row_count, *column_count; /* PM_UNKNOWN: "?" */
    signed char *given;            /* 0, 1, or PULMA_EMPTY for an open cell */
};

/* ---- Text -------------------------------------------------------------------------- */

static int mark_value(const void *puzzle, int place, int c)
{
    (void)puzzle, (void)place;
    return c == 'x' ? 1 : c == '-' ? 0 : -1;
}

static char mark_char(const void *puzzle, int place, int value)
{
    (void)puzzle, (void)place;
    return value ? 'x' : '-';
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    struct blank *b = pm_new(arena, 1, struct blank);
    if (!b)
        return pm_fail_memory(err);
    pulma_status status = pm_grid_block(form, MAX_SIDE, &grid, &b->rows, &b->columns, err);
    if (status)
        return status;
    b->row_count = pm_new(arena, (size_t)b->rows, int);
    b->column_count = pm_new(arena, (size_t)b->columns, int);
    b->given = pm_new(arena, (size_t)b->rows * (size_t)b->columns, signed char);
    if (!b->row_count || !b->column_count || !b->given)
        return pm_fail_memory(err);
    for (int row = 0; row < b->rows; row++) {
        struct pm_text line = pm_text_trim(grid->lines[row]);
        for (int column = 0; column < b->columns; column++) {
            int c = pm_text_peek(&line), value = mark_value(NULL, 0, c);
            if (value < 0 && !pm_grid_is_open(c, "x-"))
                return pm_fail_expected(err, &line, "'.', 'x' or '-'");
            b->given[row * b->columns + column] =
                (signed char)(value < 0 ? PULMA_EMPTY : value);
            pm_text_take(&line);
        }
    }
    status = pm_counts_read(form, "rows", b->rows, b->columns, b->row_count, err);
    if (!status)
        status = pm_counts_read(form, "columns", b->columns, b->rows, b->column_count, err);
    *puzzle = b;
    return status;
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct blank *b = puzzle;
    pm_counts_write(form, "rows", b->rows, b->row_count);
    pm_counts_write(form, "columns", b->columns, b->column_count);
    pm_form_open(form, "grid");
    for (int row = 0; row < b->rows; row++) {
        char line[MAX_SIDE + 1] = "";
        for (int column = 0; column < b->columns; column++) {
            int given = b->given[row * b->columns + column];
            line[column] = given == PULMA_EMPTY ? '.' : mark_char(NULL, 0, given);
        }
        pm_form_line(form, line);
    }
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    const struct blank *b = puzzle;
    return b->rows * b->columns;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)puzzle, (void)place;
    return (struct pm_range){0, 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    pm_grid_place_name(((const struct blank *)puzzle)->columns, place, name, size);
}

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    (void)puzzle, (void)place;
    snprintf(name, size, "%s", value ? "a mark" : "no mark");
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct blank *b = puzzle;
    pm_grid_write(b->rows, b->columns, answer, mark_char, b, out);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct blank *b = puzzle;
    return pm_grid_read(t, b->rows, b->columns, mark_value, b, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* One row or column: n cells from `first` in steps of `step`. */
static pulma_verdict check_line(const int *answer, int first, int step, int n, int count,
                                const char *name, int number, pulma_finding *found)
{
    int marked = 0, open = 0;
    for (int i = 0; i < n; i++) {
        marked += answer[first + i * step] == 1;
        open += answer[first + i * step] == PULMA_EMPTY;
    }
    if (count == PM_UNKNOWN || (marked <= count && count <= marked + open))
        return PULMA_RIGHT;
    return pm_found(found, 1, &first, "%s %d has %d marks, not %d", name, number, marked,
                    count);
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct blank *b = puzzle;
    for (int i = 0; i < b->rows * b->columns; i++)
        if (b->given[i] != PULMA_EMPTY && answer[i] != PULMA_EMPTY &&
            answer[i] != b->given[i])
            return pm_found(found, 1, &i, "row %d, column %d is given and was changed",
                            i / b->columns + 1, i % b->columns + 1);
    for (int row = 0; row < b->rows; row++)
        if (check_line(answer, row * b->columns, 1, b->columns, b->row_count[row], "row",
                       row + 1, found))
            return PULMA_WRONG;
    for (int column = 0; column < b->columns; column++)
        if (check_line(answer, column, b->columns, b->rows, b->column_count[column],
                       "column", column + 1, found))
            return PULMA_WRONG;
    return pm_found_nothing(b->rows * b->columns, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

static void state_line(struct pm_rules *r, int first, int step, int n, int count,
                       const char *name, int number)
{
    if (count == PM_UNKNOWN)
        return;
    int cells[MAX_SIDE];
    pm_lit marks[MAX_SIDE];
    assert(n <= MAX_SIDE);
    for (int i = 0; i < n; i++) {
        cells[i] = first + i * step;
        marks[i] = pm_is(r, cells[i], 1);
    }
    pm_reason(r, "%s %d has %d mark%s", name, number, count, count == 1 ? "" : "s");
    pm_reason_family(r,
                     step == 1 ? "every row has its marks" : "every column has its marks");
    pm_reason_places(r, n, cells);
    pm_count(r, n, marks, PM_EQUAL, count);
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct blank *b = puzzle;
    for (int i = 0; i < b->rows * b->columns; i++) {
        if (b->given[i] == PULMA_EMPTY)
            continue;
        pm_reason(r, "row %d, column %d is given", i / b->columns + 1, i % b->columns + 1);
        pm_reason_family(r, "what is given stays");
        pm_reason_place(r, i);
        pm_fix(r, i, b->given[i]);
    }
    for (int row = 0; row < b->rows; row++)
        state_line(r, row * b->columns, 1, b->columns, b->row_count[row], "row", row + 1);
    for (int column = 0; column < b->columns; column++)
        state_line(r, column, b->columns, b->rows, b->column_count[column], "column",
                   column + 1);
}

/* ---- Data for the models ------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct blank *b = puzzle;
    pm_out_f(out, "data;\nparam m := %d;\nparam n := %d;\n", b->rows, b->columns);
    pm_out_text(out, "param row :=");
    for (int row = 0; row < b->rows; row++)
        if (b->row_count[row] != PM_UNKNOWN)
            pm_out_f(out, " %d %d", row + 1, b->row_count[row]);
    pm_out_text(out, ";\nparam column :=");
    for (int column = 0; column < b->columns; column++)
        if (b->column_count[column] != PM_UNKNOWN)
            pm_out_f(out, " %d %d", column + 1, b->column_count[column]);
    pm_out_text(out, ";\nparam given :=");
    for (int i = 0; i < b->rows * b->columns; i++)
        if (b->given[i] != PULMA_EMPTY)
            pm_out_f(out, " [%d,%d] %d", i / b->columns + 1, i % b->columns + 1,
                     b->given[i]);
    pm_out_text(out, ";\nend;\n");
}

/* ---- Invention ----------------------------------------------------------------------- */

/* Random marks; then cells are given one after another until the answer is the only one.
 * Every count is shown, so this ends at the latest when all cells are given. */
static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct blank *b = pm_new(arena, 1, struct blank);
    int rows = wish->rows ? wish->rows : 6, columns = wish->columns ? wish->columns : 6;
    if (rows > 30 || columns > 30)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size of at most 30x30");
    int n = rows * columns, *answer = pm_new(arena, (size_t)n, int);
    int *order = pm_new(arena, (size_t)n, int), *other = pm_new(arena, (size_t)n, int);
    if (!b || !answer || !order || !other)
        return pm_fail_memory(err);
    *b = (struct blank){rows, columns, pm_new(arena, (size_t)rows, int),
                        pm_new(arena, (size_t)columns, int),
                        pm_new(arena, (size_t)n, signed char)};
    if (!b->row_count || !b->column_count || !b->given)
        return pm_fail_memory(err);
    for (int i = 0; i < n; i++) {
        answer[i] = pm_rng_below(rng, 2);
        b->row_count[i / columns] += answer[i];
        b->column_count[i % columns] += answer[i];
        b->given[i] = PULMA_EMPTY;
        order[i] = i;
    }
    pm_rng_shuffle(rng, order, n);
    for (int k = 0; k < n; k++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        if (wish->answers(wish, b, 2, other) == 1)
            break;
        b->given[order[k]] = (signed char)answer[order[k]];
    }
    *puzzle = b;
    return PULMA_OK;
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct blank *b = puzzle;
    return b->given[place];
}

static void give(void *puzzle, int place, int value)
{
    struct blank *b = puzzle;
    b->given[place] = (signed char)value;
}

/* ---- Drawing ------------------------------------------------------------------------- */

static void draw_count(struct pm_picture *p, double x, double y, int count)
{
    char text[16] = "?";
    if (count != PM_UNKNOWN)
        snprintf(text, sizeof text, "%d", count);
    pm_picture_text(p, x, y, 0.5, PM_CENTRE, PM_INK, text);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct blank *b = puzzle;
    pm_draw_spots(p, b->columns, b->rows * b->columns, NULL);
    for (int i = 0; i < b->rows * b->columns; i++) {
        double x = i % b->columns + 0.5, y = i / b->columns + 0.5;
        bool given = b->given[i] != PULMA_EMPTY;
        int value = given ? b->given[i] : answer ? answer[i] : PULMA_EMPTY;
        pm_picture_place(p, i);
        if (value == 1)
            pm_picture_box(p, x - 0.5, y - 0.5, 1, 1, given ? PM_DARK : PM_ANSWER,
                           PM_NO_INK, 0);
        else if (value == 0)
            pm_picture_text(p, x, y, 0.5, PM_CENTRE, given ? PM_PRINTED : PM_ANSWER, "-");
    }
    pm_picture_place(p, -1);
    pm_picture_grid(p, 0, 0, b->rows, b->columns);
    for (int row = 0; row < b->rows; row++)
        draw_count(p, -0.5, row + 0.5, b->row_count[row]);
    for (int column = 0; column < b->columns; column++)
        draw_count(p, column + 0.5, -0.5, b->column_count[column]);
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct blank *b = puzzle;
    int cell = row * b->columns + column, given = b->given[cell];
    int value = given != PULMA_EMPTY ? given : answer ? answer[cell] : PULMA_EMPTY;
    pm_words_entry(answer, given, value, value == 1 ? "marked" : "unmarked", text, size);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct blank *b = puzzle;
    pm_words_size(b->rows, b->columns, out);
    pm_words_counts("Marks in the rows", b->rows, b->row_count, out);
    pm_words_counts("Marks in the columns", b->columns, b->column_count, out);
    pm_words_rows(b, answer, b->rows, b->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

const struct pm_kind pm_kind_blank = {
    .name = "blank",
    .title = "Blank (the template for new kinds)",
    .rules = "Mark some cells.\n"
             "The number beside a row or column says how many of its cells are marked.\n",
    .read = read,
    .write = write,
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
    .value_name = value_name,
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_CYCLE,
    .given = given,
    .give = give,
    .invent = invent,
};
