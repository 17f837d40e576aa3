/* What all kinds share: findings, wishes, grids of characters, puzz.link's codes, and the
 * table of kinds made from the roll-call. */
#include "puzzles/kind.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct pm_kind *const pm_kinds[] = {
#define PM_KIND(name) &pm_kind_##name,
#include "puzzles/list.h"
#undef PM_KIND
};
const int pm_kind_count = (int)(sizeof pm_kinds / sizeof *pm_kinds);

/* ---- Findings ------------------------------------------------------------------ */

pulma_verdict pm_found(pulma_finding *found, int place_count, const int *places,
                       const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(found->text, sizeof found->text, format, list);
    va_end(list);
    const int room = (int)(sizeof found->places / sizeof *found->places);
    found->place_count = place_count < room ? place_count : room;
    for (int i = 0; i < found->place_count; i++)
        found->places[i] = places[i];
    return PULMA_WRONG;
}

pulma_verdict pm_found_nothing(int place_count, const int *answer, pulma_finding *found)
{
    found->text[0] = '\0';
    found->place_count = 0;
    int empty = 0, first = 0;
    for (int i = 0; i < place_count; i++)
        empty += answer[i] == PULMA_EMPTY;
    if (empty == 0)
        return PULMA_RIGHT;
    while (answer[first] != PULMA_EMPTY)
        first++;
    pm_found(found, 1, &first, "%d place%s still empty", empty,
             empty == 1 ? " is" : "s are");
    return PULMA_UNFINISHED;
}

void pm_better(struct pm_search *search, const int *answer)
{
    if (search->better)
        search->better(search, answer);
}

/* ---- Wishes --------------------------------------------------------------------- */

bool pm_wish_bytes(const struct pm_wish *wish, const char *name, struct pm_text *bytes)
{
    for (int i = 0; i < wish->option_count; i++)
        if (strcmp(wish->option_names[i], name) == 0) {
            *bytes = pm_text_of(wish->option_values[i], wish->option_lens[i]);
            return true;
        }
    return false;
}

const char *pm_wish_option(const struct pm_wish *wish, const char *name)
{
    struct pm_text value;
    return pm_wish_bytes(wish, name, &value) ? value.at : NULL;
}

pulma_status pm_wish_bool(const struct pm_wish *wish, const char *name, bool *value,
                          pulma_error *err)
{
    const char *text = pm_wish_option(wish, name);
    if (!text)
        return PULMA_OK;
    if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected %s=yes or %s=no, found %s",
                       name, name, text);
    *value = text[0] == 'y';
    return PULMA_OK;
}

pulma_status pm_wish_int(const struct pm_wish *wish, const char *name, int min, int max,
                         int *value, pulma_error *err)
{
    const char *text = pm_wish_option(wish, name);
    if (!text)
        return PULMA_OK;
    struct pm_text t = pm_text_of(text, strlen(text));
    if (pm_text_int(&t, min, max, value, NULL) || !pm_text_ended(&t))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected %s=%d to %d, found %s", name,
                       min, max, text);
    return PULMA_OK;
}

struct pm_question pm_question_of(const struct pm_kind *kind, const void *puzzle)
{
    return (struct pm_question){.places = kind->places(puzzle),
                                .values = kind->values,
                                .state = kind->state,
                                .puzzle = puzzle};
}

/* ---- Grids ------------------------------------------------------------------------ */

pulma_status pm_grid_size(const struct pm_field *block, int max_rows, int max_columns,
                          int *rows, int *columns, pulma_error *err)
{
    if (block->line_count > max_rows)
        return pm_fail(err, PULMA_BAD_TEXT, &block->lines[max_rows],
                       "expected at most %d rows, found %d", max_rows, block->line_count);
    for (int row = 0; row < block->line_count; row++) {
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

pulma_status pm_cells_read(struct pm_text *t, int rows, int columns, const int *place_at,
                           int (*value)(const void *puzzle, int place, int c),
                           const void *puzzle, int *answer, pulma_error *err)
{
    for (int cell = 0; cell < rows * columns; cell++) {
        if (cell % columns == 0)
            pm_text_space(t);
        else
            pm_text_blanks(t);
        int place = place_at[cell], c = pm_text_peek(t);
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

pulma_status pm_counts_read(struct pm_form *form, const char *name, int n, int max,
                            int *counts, pulma_error *err)
{
    const struct pm_field *field = pm_form_field(form, name);
    int found = 0;
    for (int i = 0; i < n; i++)
        counts[i] = PM_UNKNOWN;
    for (int i = 0; field && i < field->line_count; i++) {
        struct pm_text line = field->lines[i];
        for (pm_text_blanks(&line); !pm_text_ended(&line); pm_text_blanks(&line), found++) {
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

/* ---- puzz.link ---------------------------------------------------------------------- */

/* Takes the name of the puzzle and its '/', with an ending that only says how the page opens. */
static bool take_pid(struct pm_text *t, const char *pid)
{
    struct pm_text name = *t;
    if (!pm_text_word(&name, pid))
        return false;
    if (!pm_text_word(&name, "_edit"))
        pm_text_word(&name, "_play");
    if (!pm_text_word(&name, "/"))
        return false;
    *t = name;
    return true;
}

/* Moves behind "...?PID/" or "PID/" at the beginning of the line. */
static bool find_pid(struct pm_text *t, const char *pid)
{
    struct pm_text rest = *t, line = pm_text_line(&rest);
    pm_text_blanks(&line);
    struct pm_text start = line;
    if (take_pid(&line, pid)) {
        t->at = line.at;
        t->column = line.column;
        return true;
    }
    while (!pm_text_ended(&start) && pm_text_peek(&start) > ' ')
        if (pm_text_take(&start) == '?') {
            pm_text_word(&start, "p?"); /* some hosts repeat it */
            if (!take_pid(&start, pid))
                return false;
            t->at = start.at;
            t->column = start.column;
            return true;
        }
    return false;
}

int pm_link_sniff(const struct pm_text *t, const char *pid)
{
    struct pm_text copy = *t;
    return find_pid(&copy, pid) ? 3 : 0;
}

static struct pm_text take_until_slash(struct pm_text *t)
{
    struct pm_text part = *t;
    while (!pm_text_ended(t) && pm_text_peek(t) != '/')
        pm_text_take(t);
    part.end = t->at;
    return part;
}

pulma_status pm_link_head(struct pm_text *t, const char *pid, int max_rows, int max_columns,
                          int *rows, int *columns, struct pm_text *flags,
                          struct pm_text *body, pulma_error *err)
{
    if (!find_pid(t, pid))
        return pm_fail_expected(err, t, "a %s link", pid);
    struct pm_text link = pm_text_line(t);
    link = pm_text_trim(link);
    struct pm_text flag = link;
    flag.end = flag.at;
    while (!pm_text_ended(&link) &&
           !(pm_text_peek(&link) >= '0' && pm_text_peek(&link) <= '9')) {
        if (!flags)
            return pm_fail_expected(err, &link, "the number of columns");
        take_until_slash(&link);
        flag.end = link.at;
        pm_text_word(&link, "/");
    }
    if (flags)
        *flags = flag;
    pulma_status status = pm_text_int(&link, 1, max_columns, columns, err);
    if (!status && !pm_text_word(&link, "/"))
        status = pm_fail_expected(err, &link, "'/' and the number of rows");
    if (!status)
        status = pm_text_int(&link, 1, max_rows, rows, err);
    if (!status && !pm_text_ended(&link) && !pm_text_word(&link, "/"))
        status = pm_fail_expected(err, &link, "'/'");
    *body = link;
    if (body->end > body->at && body->end[-1] == '/')
        body->end--; /* added so that chat programs do not cut the link */
    return status;
}

static int hex(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The prefixes of longer numbers: so many hexadecimal digits, plus an offset. */
static const struct {
    char prefix;
    int digits, offset;
} long_numbers[] = {{'-', 2, 0},    {'+', 3, 0},     {'=', 3, 4096}, {'@', 3, 8192},
                    {'%', 3, 8192}, {'*', 4, 12240}, {'$', 5, 77776}};

pulma_status pm_link_number(struct pm_text *body, int *skip, int *value, pulma_error *err)
{
    *skip = 0;
    *value = -1;
    int c;
    while ((c = pm_text_peek(body)) >= 'g' && c <= 'z') {
        *skip += c - 'f';
        pm_text_take(body);
        if (*skip > 1 << 24)
            return pm_fail(err, PULMA_BAD_TEXT, body, "the link skips too many cells");
    }
    if (c < 0)
        return PULMA_OK;
    if (c == '.') {
        pm_text_take(body);
        *value = -2;
        return PULMA_OK;
    }
    int n = 1, offset = 0;
    for (size_t i = 0; i < sizeof long_numbers / sizeof *long_numbers; i++)
        if (c == long_numbers[i].prefix) {
            n = long_numbers[i].digits;
            offset = long_numbers[i].offset;
            pm_text_take(body);
            break;
        }
    int sum = 0;
    for (; n > 0; n--) {
        int digit = hex(pm_text_peek(body));
        if (digit < 0)
            return pm_fail_expected(err, body, "a hexadecimal digit of a number");
        sum = 16 * sum + digit;
        pm_text_take(body);
    }
    *value = sum + offset;
    return PULMA_OK;
}

void pm_link_put_number(struct pm_out *out, int skip, int value)
{
    for (; skip > 20; skip -= 20)
        pm_out_char(out, 'z');
    if (skip > 0)
        pm_out_char(out, (char)('f' + skip));
    if (value == -2)
        pm_out_char(out, '.');
    else if (value >= 8192)
        pm_out_f(out,
                 value < 12240   ? "@%03x"
                 : value < 77776 ? "*%04x"
                                 : "$%05x",
                 (unsigned)(value - (value < 12240   ? 8192
                                     : value < 77776 ? 12240
                                                     : 77776)));
    else if (value >= 0)
        pm_out_f(out,
                 value < 16     ? "%x"
                 : value < 256  ? "-%02x"
                 : value < 4096 ? "+%03x"
                                : "=%03x",
                 (unsigned)(value < 4096 ? value : value - 4096));
}

/* The walls of a border stream are bits, five to a character, in two lists: between horizontal
 * neighbours, then between vertical ones. */
static int wall_count(int rows, int columns, bool below)
{
    return below ? (rows - 1) * columns : rows * (columns - 1);
}

/* The upper or left cell at a wall; the other one is a step behind it. */
static int wall_cell(int columns, bool below, int wall)
{
    return below ? wall : wall / (columns - 1) * columns + wall % (columns - 1);
}

/* The representative of a cell's part: links lead to cells with smaller numbers. */
static int part_of(int *link, int cell)
{
    while (link[cell] != cell)
        cell = link[cell] = link[link[cell]]; /* halves the way for the next one */
    return cell;
}

static void join_parts(int *link, int a, int b)
{
    a = part_of(link, a);
    b = part_of(link, b);
    if (a < b)
        link[b] = a;
    else
        link[a] = b;
}

static int base32(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'v' ? c - 'a' + 10 : -1;
}

static pulma_status read_walls(struct pm_text *body, int rows, int columns, bool below,
                               int *link, pulma_error *err)
{
    int n = wall_count(rows, columns, below), step = below ? columns : 1;
    for (int first = 0; first < n; first += 5) {
        int bits = base32(pm_text_peek(body));
        if (bits < 0)
            return pm_fail_expected(err, body, "five walls as one character 0-9 or a-v");
        pm_text_take(body);
        for (int i = first; i < first + 5 && i < n; i++)
            if (!(bits >> (4 - (i - first)) & 1)) {
                int cell = wall_cell(columns, below, i);
                join_parts(link, cell, cell + step);
            }
    }
    return PULMA_OK;
}

pulma_status pm_link_regions(struct pm_text *body, int rows, int columns, int *region,
                             int *region_count, pulma_error *err)
{
    int n = rows * columns;
    for (int cell = 0; cell < n; cell++)
        region[cell] = cell;
    pulma_status status = read_walls(body, rows, columns, false, region, err);
    if (!status)
        status = read_walls(body, rows, columns, true, region, err);
    if (status)
        return status;
    /* Links lead backwards, so a cell's link is its part's number already. */
    *region_count = 0;
    for (int cell = 0; cell < n; cell++)
        region[cell] = region[cell] == cell ? (*region_count)++ : region[region[cell]];
    return PULMA_OK;
}

void pm_link_put_regions(struct pm_out *out, int rows, int columns, const int *region)
{
    for (int below = 0; below < 2; below++) {
        int n = wall_count(rows, columns, below), step = below ? columns : 1;
        for (int first = 0; first < n; first += 5) {
            int bits = 0;
            for (int i = first; i < first + 5 && i < n; i++) {
                int cell = wall_cell(columns, below, i);
                bits |= (region[cell] != region[cell + step]) << (4 - (i - first));
            }
            pm_out_char(out, "0123456789abcdefghijklmnopqrstuv"[bits]);
        }
    }
}
