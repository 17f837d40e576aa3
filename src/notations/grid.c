#include "notations/grid.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool is_between(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

int pm_grid_gap(const struct pm_text *line)
{
    int gap = -1, run = 0;
    if (line->at == line->end || is_between(*line->at))
        return 0;
    for (const char *c = line->at + 1; c < line->end; c++) {
        if (is_between(*c)) {
            run++;
            continue;
        }
        if (((unsigned char)*c & 0xC0) == 0x80) /* the rest of a character */
            continue;
        if (run == 0 || (gap >= 0 && run != gap))
            return 0;
        gap = run;
        run = 0;
    }
    return gap > 0 ? gap : 0;
}

/* Replaces "a,,c," by "a.c.": a row of a table in which empty cells are left out.  False: it is no
 * such row, or has none left out. */
static bool fill_in(const struct pm_text *from, char *to, size_t *len)
{
    bool empty = true, any = false; /* the cell at hand; one before */
    *len = 0;
    for (const char *c = from->at; c <= from->end; c++) {
        if (c < from->end && *c != ',') {
            if (is_between(*c) || !empty)
                return false;
            to[(*len)++] = *c;
            empty = false;
            continue;
        }
        if (empty)
            to[(*len)++] = '.';
        any |= empty;
        empty = true;
    }
    return any;
}

/* Replaces "a b c" and "a,b,c" by "abc". */
static pulma_status close_up(struct pm_text *line, struct pm_arena *arena, pulma_error *err)
{
    const struct pm_text from = pm_text_trim(*line);
    size_t filled;
    if (memchr(from.at, ',', pm_text_len(&from))) {
        char *to = pm_new(arena, pm_text_len(&from) + 1, char);
        if (!to)
            return pm_fail_memory(err);
        if (fill_in(&from, to, &filled)) {
            *line = from;
            line->at = to;
            line->end = to + filled;
            return PULMA_OK;
        }
    }
    const int gap = pm_grid_gap(&from);
    if (gap == 0)
        return PULMA_OK;
    char *to = pm_new(arena, pm_text_len(&from), char);
    if (!to)
        return pm_fail_memory(err);
    *line = from;
    line->at = line->end = to;
    for (const char *c = from.at; c < from.end; c++)
        if (!is_between(*c))
            *to++ = *c;
    line->end = to;
    line->between = gap;
    return PULMA_OK;
}

bool pm_grid_is_open(int c, const char *other_use)
{
    return c == '.' || (c > 0 && strchr("_x-*0", c) && !strchr(other_use, c));
}

pulma_status pm_grid_size(const struct pm_field *block, int max_rows, int max_columns,
                          int *rows, int *columns, pulma_error *err)
{
    if (block->line_count > max_rows)
        return pm_fail(err, PULMA_BAD_TEXT, &block->lines[max_rows],
                       "expected at most %d rows, found %d", max_rows, block->line_count);
    for (int row = 0; row < block->line_count; row++) {
        pulma_status status = close_up(&block->lines[row], block->arena, err);
        if (status)
            return status;
        struct pm_text line = pm_text_trim(block->lines[row]);
        int n = pm_text_columns(&line);
        if (row == 0) {
            *columns = n;
            if (n < 1 || n > max_columns)
                return pm_fail(err, PULMA_BAD_TEXT, &line,
                               "expected 1 to %d columns, found %d", max_columns, n);
        } else if (n != *columns) {
            return pm_fail(err, PULMA_BAD_TEXT, &line,
                           "expected %d columns as in the first row, found %d", *columns,
                           n);
        }
    }
    *rows = block->line_count;
    return PULMA_OK;
}

pulma_status pm_grid_block(struct pm_form *form, int max_side, const struct pm_field **grid,
                           int *rows, int *columns, pulma_error *err)
{
    pulma_status status = pm_form_block(form, "grid", grid, err);
    return status ? status : pm_grid_size(*grid, max_side, max_side, rows, columns, err);
}

void pm_grid_place_name(int columns, int place, char *name, size_t size)
{
    snprintf(name, size, "row %d, column %d", place / columns + 1, place % columns + 1);
}

void pm_grid_write(int rows, int columns, const int *answer,
                   char (*digit)(const void *puzzle, int place, int value),
                   const void *puzzle, struct pm_out *out)
{
    char some[256]; /* of the characters of a row */
    for (int row = 0; row < rows; row++) {
        size_t n = 0;
        for (int column = 0; column < columns; column++) {
            int place = row * columns + column;
            bool empty = answer[place] == PULMA_EMPTY;
            some[n++] = empty ? '.' : digit(puzzle, place, answer[place]);
            if (n == sizeof some) {
                pm_out_bytes(out, some, n);
                n = 0;
            }
        }
        some[n++] = '\n';
        pm_out_bytes(out, some, n);
    }
}

pulma_status pm_grid_read(struct pm_text *t, int rows, int columns,
                          int (*value)(const void *puzzle, int place, int c),
                          const void *puzzle, int *answer, pulma_error *err)
{
    for (int place = 0; place < rows * columns; place++) {
        if (place % columns == 0)
            pm_text_space(t);
        else
            pm_text_blanks(t);
        int c = pm_text_peek(t);
        answer[place] = c == '.' ? PULMA_EMPTY : c < 0 ? -1 : value(puzzle, place, c);
        if (c < 0 || (c != '.' && answer[place] < 0))
            return pm_fail_expected(err, t, "the value for row %d, column %d",
                                    place / columns + 1, place % columns + 1);
        pm_text_take(t);
    }
    return PULMA_OK;
}

void pm_cells_write(int rows, int columns, const int *place_at, const int *answer,
                    char (*digit)(const void *puzzle, int place, int value),
                    const void *puzzle, struct pm_out *out)
{
    for (int cell = 0; cell < rows * columns; cell++) {
        int place = place_at[cell];
        char c = '#';
        if (place >= 0)
            c = answer[place] == PULMA_EMPTY ? '.' : digit(puzzle, place, answer[place]);
        pm_out_char(out, c);
        if (cell % columns == columns - 1)
            pm_out_char(out, '\n');
    }
}

/* Skips to the next row, and gives the beginning of its line, or the row's own if it is not the
 * first thing in its line.  The first row of all begins with the text. */
static const char *row_start(struct pm_text *t, bool first)
{
    const char *const before = t->at;
    pm_text_space(t);
    const char *line = t->at;
    while (line > before && line[-1] != '\n')
        line--;
    return first || line > before ? line : t->at;
}

pulma_status pm_cells_read(struct pm_text *t, int rows, int columns, const int *place_at,
                           int (*value)(const void *puzzle, int place, int c),
                           const void *puzzle, int *answer, pulma_error *err)
{
    const char *row = t->at; /* where the line of this row began */
    for (int cell = 0; cell < rows * columns; cell++) {
        if (cell % columns == 0)
            row = row_start(t, cell == 0);
        else
            pm_text_blanks(t);
        int place = place_at[cell], c = pm_text_peek(t);
        if (place < 0 && c != '#' && t->at > row && t->at[-1] == ' ')
            continue; /* a hole that is left blank */
        bool fits = c == '#';
        if (place >= 0) {
            answer[place] = c < 0 || c == '.' ? PULMA_EMPTY : value(puzzle, place, c);
            fits = c == '.' || answer[place] >= 0;
        }
        if (!fits)
            return pm_fail_expected(err, t, "%s row %d, column %d",
                                    place >= 0 ? "the value for" : "'#' for the hole in",
                                    cell / columns + 1, cell % columns + 1);
        pm_text_take(t);
    }
    return PULMA_OK;
}

static const char digits[] =
    "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

char pm_digit(int value)
{
    assert(value >= 1 && value < (int)sizeof digits);
    return digits[value - 1];
}

int pm_digit_value(int c)
{
    return c >= '1' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'Z' ? c - 'A' + 10
           : c >= 'a' && c <= 'z' ? c - 'a' + 36
                                  : -1;
}

/* ---- Numbers at the rim -------------------------------------------------------------- */

static void skip_between(struct pm_text *t)
{
    while (!pm_text_ended(t) && is_between(*t->at))
        pm_text_take(t);
}

pulma_status pm_counts_read(struct pm_form *form, const char *name, int n, int max,
                            int *counts, pulma_error *err)
{
    const struct pm_field *field = pm_form_field(form, name);
    int found = 0;
    for (int i = 0; i < n; i++)
        counts[i] = PM_UNKNOWN;
    for (int i = 0; field && i < field->line_count; i++) {
        struct pm_text line = field->lines[i];
        for (skip_between(&line); !pm_text_ended(&line); skip_between(&line), found++) {
            if (found == n)
                return pm_fail_expected(err, &line, "only %d number%s", n,
                                        n == 1 ? "" : "s");
            pulma_status status = pm_text_word(&line, "?")
                                      ? PULMA_OK
                                      : pm_text_int(&line, 0, max, &counts[found], err);
            if (status)
                return status;
        }
    }
    if (field && found < n)
        return pm_fail(err, PULMA_BAD_TEXT, &field->name,
                       "expected %d number%s in the field '%s', found %d", n,
                       n == 1 ? "" : "s", name, found);
    return PULMA_OK;
}

void pm_counts_write(struct pm_form_out *form, const char *name, int n, const int *counts)
{
    struct pm_out line = {0};
    for (int i = 0; i < n; i++)
        if (counts[i] == PM_UNKNOWN)
            pm_out_text(&line, i ? " ?" : "?");
        else
            pm_out_f(&line, i ? " %d" : "%d", counts[i]);
    pm_form_put(form, name, "%s", line.failed ? "" : line.data);
    form->out->failed |= line.failed;
    pm_out_free(&line);
}
