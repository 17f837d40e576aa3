/* Thermometers.
 *
 * Rules.  The cells of a grid belong to thermometers: chains of neighbouring cells that begin
 * at a bulb, straight or bent.  Mercury rises from the bulb: a cell is filled only if the one
 * before it is.  The numbers at the rim tell how many cells of a row or column are filled.
 *
 * Notation.  A bulb is an o, every other cell an arrow that tells which way the mercury flows
 * into it: o>> lies with its bulb at the left, and a v after it bends downwards.  # is a cell
 * without a thermometer.  `rows` and `columns` hold the numbers at the rim, ? for one that is
 * not told; a field that is left out tells none.
 *
 *     thermometers
 *     rows: 0 2 1
 *     columns: 2 1 0
 *     ^o>
 *     ^o^
 *     ovo
 *
 * An answer is a grid of 1 (filled), 0 (not filled) and # (no thermometer).
 *
 *     000
 *     110
 *     100
 *
 * Origin: the app Thermometer Puzzles by Frozax Games, in Hartmann (2018), whose integer program
 * is in models/thermometers. */
#include "puzzles/thermometers/thermometers.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types ------------------------------------------------------------------------- */

enum { MAX_SIDE = 200, NOWHERE = -1 };

/* The cell that the mercury comes from, or NOWHERE outside the board and for a bulb. */
static int cell_before(const struct pm_thermometers *p, int cell)
{
    int row = cell / p->columns, column = cell % p->columns;
    switch (p->sign[cell]) {
    case '>':
        return column > 0 ? cell - 1 : NOWHERE;
    case '<':
        return column < p->columns - 1 ? cell + 1 : NOWHERE;
    case 'v':
        return row > 0 ? cell - p->columns : NOWHERE;
    case '^':
        return row < p->rows - 1 ? cell + p->columns : NOWHERE;
    default:
        return NOWHERE;
    }
}

/* ---- Text -------------------------------------------------------------------------- */

struct pm_thermometers *pm_thermometers_new(int rows, int columns, struct pm_arena *arena)
{
    struct pm_thermometers *p = pm_new(arena, 1, struct pm_thermometers);
    size_t n = (size_t)rows * (size_t)columns;
    if (!p)
        return NULL;
    *p = (struct pm_thermometers){.rows = rows, .columns = columns};
    p->row_count = pm_new(arena, (size_t)rows, int);
    p->column_count = pm_new(arena, (size_t)columns, int);
    p->sign = pm_new(arena, n, char);
    p->cell_of = pm_new(arena, n, int);
    p->place_at = pm_new(arena, n, int);
    p->after = pm_new(arena, n, int);
    p->bulb = pm_new(arena, n, int);
    bool complete = p->row_count && p->column_count && p->sign && p->cell_of && p->place_at;
    return complete && p->after && p->bulb ? p : NULL;
}

static const char *no_source(char sign)
{
    return sign == '>'   ? "expected a thermometer to the left of this >, to flow from"
           : sign == '<' ? "expected a thermometer to the right of this <, to flow from"
           : sign == 'v' ? "expected a thermometer above this v, to flow from"
                         : "expected a thermometer below this ^, to flow from";
}

struct pm_fault pm_thermometers_join(struct pm_thermometers *p)
{
    int n = p->rows * p->columns;
    p->place_count = 0;
    for (int cell = 0; cell < n; cell++) {
        p->place_at[cell] = p->sign[cell] == '#' ? NOWHERE : p->place_count;
        if (p->sign[cell] != '#') {
            p->cell_of[p->place_count] = cell;
            p->bulb[p->place_count] = NOWHERE;
            p->after[p->place_count++] = NOWHERE;
        }
    }
    for (int place = 0; place < p->place_count; place++) {
        int cell = p->cell_of[place], before = cell_before(p, cell);
        if (p->sign[cell] == 'o')
            continue;
        if (before == NOWHERE || p->sign[before] == '#')
            return (struct pm_fault){cell, no_source(p->sign[cell])};
        if (p->after[p->place_at[before]] != NOWHERE)
            return (struct pm_fault){cell,
                                     "expected a chain, found a thermometer that forks"};
        p->after[p->place_at[before]] = place;
    }
    for (int place = 0; place < p->place_count; place++)
        if (p->sign[p->cell_of[place]] == 'o')
            for (int at = place; at != NOWHERE; at = p->after[at])
                p->bulb[at] = place;
    for (int place = 0; place < p->place_count; place++)
        if (p->bulb[place] == NOWHERE) /* what no bulb reaches runs in a ring */
            return (struct pm_fault){p->cell_of[place], "expected a bulb, found a ring"};
    if (p->place_count == 0)
        return (struct pm_fault){0, "expected at least one thermometer"};
    return (struct pm_fault){NOWHERE, NULL};
}

static pulma_status read_row(struct pm_thermometers *p, int row, struct pm_text line,
                             pulma_error *err)
{
    for (int column = 0; column < p->columns; column++) {
        int c = pm_text_peek(&line);
        c = c == 'O' ? 'o' : c == 'V' ? 'v' : c;
        if (c <= 0 || !strchr("o<>^v#", c))
            return pm_fail_expected(err, &line, "one of o < > ^ v #");
        p->sign[row * p->columns + column] = (char)c;
        pm_text_take(&line);
    }
    return PULMA_OK;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    int rows, columns;
    pulma_status status = pm_grid_block(form, MAX_SIDE, &grid, &rows, &columns, err);
    if (status)
        return status;
    struct pm_thermometers *p = pm_thermometers_new(rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    for (int row = 0; row < rows && !status; row++)
        status = read_row(p, row, pm_text_trim(grid->lines[row]), err);
    if (!status)
        status = pm_counts_read(form, "rows", rows, columns, p->row_count, err);
    if (!status)
        status = pm_counts_read(form, "columns", columns, rows, p->column_count, err);
    if (status)
        return status;
    struct pm_fault fault = pm_thermometers_join(p);
    if (fault.words) {
        struct pm_text at = pm_text_trim(grid->lines[fault.cell / columns]);
        for (int column = 0; column < fault.cell % columns; column++)
            pm_text_take(&at);
        return pm_fail(err, PULMA_BAD_TEXT, &at, "%s", fault.words);
    }
    *puzzle = p;
    return PULMA_OK;
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_thermometers *p = puzzle;
    pm_counts_write(form, "rows", p->rows, p->row_count);
    pm_counts_write(form, "columns", p->columns, p->column_count);
    pm_form_open(form, "grid");
    for (int row = 0; row < p->rows; row++) {
        char line[MAX_SIDE + 1];
        memcpy(line, p->sign + row * p->columns, (size_t)p->columns);
        line[p->columns] = '\0';
        pm_form_line(form, line);
    }
}

/* ---- Text: PuzzleKit ------------------------------------------------------------------ */

/* One cell of a PuzzleKit text: "3.2" is the second segment of thermometer 3, "-" none. */
struct segment {
    int thermometer, number; /* number 0: none */
};

static pulma_status read_segment(struct pm_text word, struct segment *segment,
                                 pulma_error *err)
{
    const struct pm_text start = word;
    *segment = (struct segment){0};
    if (pm_text_is(&word, "-"))
        return PULMA_OK;
    if (pm_text_int(&word, 0, MAX_SIDE * MAX_SIDE, &segment->thermometer, NULL) ||
        !pm_text_word(&word, ".") ||
        pm_text_int(&word, 1, MAX_SIDE * MAX_SIDE, &segment->number, NULL) ||
        !pm_text_ended(&word))
        return pm_fail_expected(err, &start,
                                "a cell such as 3.1 (thermometer and segment)");
    return PULMA_OK;
}

static pulma_status read_kit_head(struct pm_text *t, int *rows, int *columns,
                                  pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    pm_text_blanks(&line);
    pulma_status status = pm_text_int(&line, 1, MAX_SIDE, rows, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, MAX_SIDE, columns, err);
    return status ? status : pm_text_done(&line, err);
}

/* Its shape: two numbers, two lines of numbers, then words with a number on each side of a
 * point. */
static int sniff_kit(const struct pm_text *t)
{
    struct pm_text at = *t, word;
    int rows, columns;
    pm_text_space(&at);
    if (read_kit_head(&at, &rows, &columns, NULL))
        return 0;
    pm_text_line(&at);
    pm_text_line(&at);
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_line(&at);
        while (word = pm_text_token(&line), !pm_text_ended(&word)) {
            struct segment segment;
            if (read_segment(word, &segment, NULL))
                return 0;
            if (segment.number)
                return 2;
        }
    }
    return 0;
}

static pulma_status read_kit_counts(struct pm_text *t, int n, int max, int *counts,
                                    pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    for (int i = 0; i < n; i++) {
        pm_text_blanks(&line);
        counts[i] = PM_UNKNOWN;
        if (pm_text_word(&line, "?") || pm_text_word(&line, "-"))
            continue;
        pulma_status status = pm_text_int(&line, 0, max, &counts[i], err);
        if (status)
            return status;
    }
    return pm_text_done(&line, err);
}

static pulma_status read_kit_row(struct pm_text *t, int columns, struct segment *segments,
                                 pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    for (int column = 0; column < columns; column++) {
        pulma_status status = read_segment(pm_text_token(&line), &segments[column], err);
        if (status)
            return status;
    }
    return pm_text_done(&line, err);
}

/* The sign of a segment follows from where the one before it lies; 0 if it lies nowhere. */
static char sign_of(const struct pm_thermometers *p, const struct segment *segments,
                    int cell)
{
    struct segment here = segments[cell];
    if (here.number < 2)
        return here.number ? 'o' : '#';
    for (const char *sign = "<>^v"; *sign; sign++) {
        p->sign[cell] = *sign;
        int before = cell_before(p, cell);
        if (before != NOWHERE && segments[before].thermometer == here.thermometer &&
            segments[before].number == here.number - 1)
            return *sign;
    }
    return 0;
}

static pulma_status read_kit(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    int rows, columns;
    pm_text_space(t);
    const struct pm_text start = *t;
    pulma_status status = read_kit_head(t, &rows, &columns, err);
    if (status)
        return status;
    struct pm_thermometers *p = pm_thermometers_new(rows, columns, arena);
    struct segment *segments =
        pm_new(arena, (size_t)rows * (size_t)columns, struct segment);
    if (!p || !segments)
        return pm_fail_memory(err);
    status = read_kit_counts(t, columns, rows, p->column_count, err);
    if (!status)
        status = read_kit_counts(t, rows, columns, p->row_count, err);
    for (int row = 0; row < rows && !status; row++)
        status = read_kit_row(t, columns, segments + row * columns, err);
    struct pm_fault fault = {NOWHERE, NULL};
    for (int cell = 0; cell < rows * columns && !status && !fault.words; cell++) {
        p->sign[cell] = sign_of(p, segments, cell);
        if (!p->sign[cell])
            fault =
                (struct pm_fault){cell, "expected the segment before it beside this one"};
    }
    if (!status && !fault.words)
        fault = pm_thermometers_join(p);
    if (!status && fault.words)
        status = pm_fail(err, PULMA_BAD_TEXT, &start, "row %d, column %d: %s",
                         fault.cell / columns + 1, fault.cell % columns + 1, fault.words);
    *puzzle = p;
    return status;
}

static pulma_status write_kit(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    (void)title;
    const struct pm_thermometers *p = puzzle;
    struct segment *segments = calloc((size_t)p->place_count, sizeof *segments);
    if (!segments)
        return pm_fail_memory(err);
    int n = 0;
    for (int place = 0; place < p->place_count; place++) {
        if (p->bulb[place] != place)
            continue;
        n++;
        for (int at = place, number = 1; at != NOWHERE; at = p->after[at])
            segments[at] = (struct segment){n, number++};
    }
    pm_out_f(out, "%d %d\n", p->rows, p->columns);
    for (int i = 0; i < p->columns + p->rows; i++) {
        int count = i < p->columns ? p->column_count[i] : p->row_count[i - p->columns];
        if (count == PM_UNKNOWN)
            pm_out_char(out, '-');
        else
            pm_out_f(out, "%d", count);
        bool last = i == p->columns - 1 || i == p->columns + p->rows - 1;
        pm_out_char(out, last ? '\n' : ' ');
    }
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        int place = p->place_at[cell];
        if (place == NOWHERE)
            pm_out_char(out, '-');
        else
            pm_out_f(out, "%d.%d", segments[place].thermometer, segments[place].number);
        pm_out_char(out, cell % p->columns == p->columns - 1 ? '\n' : ' ');
    }
    free(segments);
    return PULMA_OK;
}

static const struct pm_notation notations[] = {
    {"puzzlekit", "PuzzleKit text: size, sums, then thermometer.segment", sniff_kit,
     read_kit, write_kit},
    {0},
};

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct pm_thermometers *)puzzle)->place_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)puzzle, (void)place;
    return (struct pm_range){0, 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_thermometers *p = puzzle;
    pm_grid_place_name(p->columns, p->cell_of[place], name, size);
}

/* ---- Answers ----------------------------------------------------------------------- */

static char level_char(const void *puzzle, int place, int value)
{
    (void)puzzle, (void)place;
    return value ? '1' : '0';
}

static int level_value(const void *puzzle, int place, int c)
{
    (void)puzzle, (void)place;
    return c == '0' || c == '1' ? c - '0' : -1;
}

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_thermometers *p = puzzle;
    pm_cells_write(p->rows, p->columns, p->place_at, answer, level_char, p, out);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_thermometers *p = puzzle;
    return pm_cells_read(t, p->rows, p->columns, p->place_at, level_value, p, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* A filled cell with an unfilled one on its way to the bulb. */
static pulma_verdict check_cell(const struct pm_thermometers *p, const int *answer,
                                int cell, pulma_finding *found)
{
    if (answer[p->place_at[cell]] != 1)
        return PULMA_RIGHT;
    int before = cell_before(p, cell);
    while (before != NOWHERE && answer[p->place_at[before]] == PULMA_EMPTY)
        before = cell_before(p, before);
    if (before == NOWHERE || answer[p->place_at[before]] == 1)
        return PULMA_RIGHT;
    return pm_found(
        found, 2, (int[]){p->place_at[cell], p->place_at[before]},
        "row %d, column %d is filled, but row %d, column %d, nearer to the bulb, "
        "is not",
        cell / p->columns + 1, cell % p->columns + 1, before / p->columns + 1,
        before % p->columns + 1);
}

/* One row or column: n cells from `first` in steps of `step`. */
static pulma_verdict check_line(const struct pm_thermometers *p, const int *answer,
                                int first, int step, int n, int count, const char *name,
                                int number, pulma_finding *found)
{
    int filled = 0, open = 0, cells[MAX_SIDE], cell_count = 0;
    for (int i = 0; i < n; i++) {
        int place = p->place_at[first + i * step];
        if (place == NOWHERE)
            continue;
        cells[cell_count++] = place;
        filled += answer[place] == 1;
        open += answer[place] == PULMA_EMPTY;
    }
    if (count == PM_UNKNOWN || (filled <= count && count <= filled + open))
        return PULMA_RIGHT;
    return pm_found(found, cell_count, cells, "%s %d has %s%d filled cell%s, not %d", name,
                    number, filled > count || open == 0 ? "" : "at most ",
                    filled > count ? filled : filled + open,
                    (filled > count ? filled : filled + open) == 1 ? "" : "s", count);
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_thermometers *p = puzzle;
    for (int place = 0; place < p->place_count; place++)
        if (check_cell(p, answer, p->cell_of[place], found))
            return PULMA_WRONG;
    for (int row = 0; row < p->rows; row++)
        if (check_line(p, answer, row * p->columns, 1, p->columns, p->row_count[row], "row",
                       row + 1, found))
            return PULMA_WRONG;
    for (int column = 0; column < p->columns; column++)
        if (check_line(p, answer, column, p->columns, p->rows, p->column_count[column],
                       "column", column + 1, found))
            return PULMA_WRONG;
    return pm_found_nothing(p->place_count, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

/* The sorts of rules, for technique(). */
enum { TUBE = 1, LINE };

static void state_thermometer(const struct pm_thermometers *p, int bulb, struct pm_rules *r)
{
    char name[64];
    place_name(p, bulb, name, sizeof name);
    pm_reason(r, "the thermometer with its bulb in %s fills from the bulb", name);
    pm_reason_family(r, "thermometers fill from the bulb");
    pm_reason_number(r, TUBE);
    for (int at = bulb; at != NOWHERE; at = p->after[at])
        pm_reason_place(r, at);
    for (int at = bulb; p->after[at] != NOWHERE; at = p->after[at])
        pm_implies(r, pm_is(r, p->after[at], 1), pm_is(r, at, 1));
}

/* A line whose number is known, PM_UNKNOWN if it is not, with the reason under which it stands. */
struct line {
    int count, cell_count, reason;
};

static struct line state_line(const struct pm_thermometers *p, int first, int step, int n,
                              int count, const char *name, int number, struct pm_rules *r)
{
    pm_lit filled[MAX_SIDE];
    int cells[MAX_SIDE], cell_count = 0;
    for (int i = 0; i < n; i++) {
        int place = p->place_at[first + i * step];
        if (place == NOWHERE)
            continue;
        filled[cell_count] = pm_is(r, place, 1);
        cells[cell_count++] = place;
    }
    if (count == PM_UNKNOWN)
        return (struct line){count, cell_count, 0};
    pm_reason(r, "%s %d has %d filled cell%s", name, number, count, count == 1 ? "" : "s");
    pm_reason_family(r, step == 1 ? "every row has its number of filled cells"
                                  : "every column has its number of filled cells");
    pm_reason_number(r, LINE);
    pm_reason_places(r, cell_count, cells);
    pm_count(r, cell_count, filled, PM_EQUAL, count);
    return (struct line){count, cell_count, pm_reason_now(r)};
}

static int by_count(const void *a, const void *b)
{
    return ((const struct line *)b)->count - ((const struct line *)a)->count;
}

/* Whether the fullest of the lines, some number of them, have more filled cells than the lines across
 * have room for (Gale and Ryser).  PM_UNKNOWN is less than any number. */
static bool too_full(int n, const struct line *lines, int across_count,
                     const struct line *across)
{
    struct line sorted[MAX_SIDE];
    memcpy(sorted, lines, (size_t)n * sizeof *lines);
    qsort(sorted, (size_t)n, sizeof *sorted, by_count);
    int filled = 0;
    for (int k = 1; k <= n && sorted[k - 1].count != PM_UNKNOWN; k++) {
        int room = 0;
        filled += sorted[k - 1].count;
        for (int i = 0; i < across_count; i++) {
            const int cells = across[i].cell_count < k ? across[i].cell_count : k;
            const int count = across[i].count;
            room += count == PM_UNKNOWN || count > cells ? cells : count;
        }
        if (filled > room)
            return true;
    }
    return false;
}

/* Rows and columns count the same cells.  Where their numbers alone contradict, a solver tries all ways to
 * fill the board; here it is told which of them do, as few as that takes. */
static void state_clash(struct pm_rules *r, int row_count, struct line *rows,
                        int column_count, struct line *columns)
{
    int reasons[2 * MAX_SIDE], reason_count = 0;
    if (!too_full(row_count, rows, column_count, columns) &&
        !too_full(column_count, columns, row_count, rows))
        return;
    for (int i = 0; i < row_count + column_count; i++) {
        struct line *line = i < row_count ? &rows[i] : &columns[i - row_count];
        const int count = line->count;
        line->count = PM_UNKNOWN;
        if (count == PM_UNKNOWN || too_full(row_count, rows, column_count, columns) ||
            too_full(column_count, columns, row_count, rows))
            continue;
        line->count = count;
        reasons[reason_count++] = line->reason;
    }
    pm_reasons_clash(r, reason_count, reasons);
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_thermometers *p = puzzle;
    struct line rows[MAX_SIDE], columns[MAX_SIDE];
    for (int place = 0; place < p->place_count; place++)
        if (p->bulb[place] == place)
            state_thermometer(p, place, r);
    for (int row = 0; row < p->rows; row++)
        rows[row] = state_line(p, row * p->columns, 1, p->columns, p->row_count[row], "row",
                               row + 1, r);
    for (int column = 0; column < p->columns; column++)
        columns[column] = state_line(p, column, p->columns, p->rows,
                                     p->column_count[column], "column", column + 1, r);
    if (pm_explaining(r) && !pm_stepwise(r))
        state_clash(r, p->rows, rows, p->columns, columns);
}

/* ---- Data for the models ------------------------------------------------------------- */

static void put_counts(const char *name, int n, const int *counts, struct pm_out *out)
{
    pm_out_f(out, "param %s :=", name);
    for (int i = 0; i < n; i++)
        if (counts[i] != PM_UNKNOWN)
            pm_out_f(out, "  %d %d", i + 1, counts[i]);
    pm_out_text(out, ";\n");
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_thermometers *p = puzzle;
    pm_out_f(out, "data;\n\nparam m := %d;\nparam n := %d;\n", p->rows, p->columns);
    put_counts("R", p->rows, p->row_count, out);
    put_counts("C", p->columns, p->column_count, out);
    pm_out_text(out, "\nset P :=");
    for (int place = 0; place < p->place_count; place++)
        pm_out_f(out, "%s(%d,%d)", place % 12 ? " " : "\n  ",
                 p->cell_of[place] / p->columns + 1, p->cell_of[place] % p->columns + 1);
    pm_out_text(out, ";\n\nset D :=");
    for (int place = 0; place < p->place_count; place++) {
        if (p->bulb[place] != place || p->after[place] == NOWHERE)
            continue;
        pm_out_text(out, "\n "); /* a line for each thermometer */
        for (int at = place; p->after[at] != NOWHERE; at = p->after[at]) {
            int cell = p->cell_of[at], next = p->cell_of[p->after[at]];
            pm_out_f(out, " (%d,%d,%d,%d)", cell / p->columns + 1, cell % p->columns + 1,
                     next / p->columns + 1, next % p->columns + 1);
        }
    }
    pm_out_text(out, ";\n\nend;\n");
}

/* ---- Playing ------------------------------------------------------------------------- */

/* Mercury rises up to the place; one that is emptied or crossed out empties or crosses out what
 * lies behind it. */
static bool move(const void *puzzle, int *answer, int from, int place, int value)
{
    const struct pm_thermometers *p = puzzle;
    (void)from;
    if (value == 1) {
        for (int at = p->bulb[place]; at != place; at = p->after[at])
            answer[at] = 1;
        answer[place] = 1;
        return true;
    }
    for (int at = place; at >= 0; at = p->after[at])
        answer[at] = value;
    return true;
}

/* ---- Drawing ------------------------------------------------------------------------- */

/* A cell of a thermometer in one ink: its bulb or joint, and the tube to the one before it. */
static void draw_cell(const struct pm_thermometers *p, int cell, double bulb, double tube,
                      int ink, struct pm_picture *picture)
{
    double x = cell % p->columns + 0.5, y = cell / p->columns + 0.5;
    int before = cell_before(p, cell);
    pm_picture_place(picture, p->place_at[cell]);
    if (before == NOWHERE)
        pm_picture_circle(picture, x, y, bulb, ink, PM_NO_INK, 0);
    else
        pm_picture_line(picture, before % p->columns + 0.5, before / p->columns + 0.5, x, y,
                        tube, ink);
}

static void draw_count(struct pm_picture *picture, double x, double y, int count)
{
    char text[16] = "?";
    if (count != PM_UNKNOWN)
        snprintf(text, sizeof text, "%d", count);
    pm_picture_text(picture, x, y, 0.5, PM_CENTRE, PM_INK, text);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *picture)
{
    const struct pm_thermometers *p = puzzle;
    const double rim = 0.05; /* of the glass */
    const double bulb = 0.40, tube = 0.44;
    const bool partial = pm_is_partial(p->place_count, answer);
    pm_draw_spots(picture, p->columns, p->place_count, p->cell_of);
    pm_picture_grid(picture, 0, 0, p->rows, p->columns);
    /* In layers over the whole board, so that the glass of a bend has no seams. */
    for (int place = 0; place < p->place_count; place++)
        draw_cell(p, p->cell_of[place], bulb, tube, PM_INK, picture);
    for (int place = 0; place < p->place_count; place++)
        draw_cell(p, p->cell_of[place], bulb - rim, tube - 2 * rim, PM_PAPER, picture);
    for (int place = 0; place < p->place_count && answer; place++)
        if (answer[place] == 1)
            draw_cell(p, p->cell_of[place], bulb - 2 * rim, tube - 4 * rim, PM_ACCENT,
                      picture);
    for (int place = 0; place < p->place_count && partial; place++)
        if (answer[place] == 0) { /* told from what is still to be found */
            int cell = p->cell_of[place];
            pm_picture_place(picture, place);
            pm_picture_text(picture, cell % p->columns + 0.5, cell / p->columns + 0.5, 0.35,
                            PM_CENTRE, PM_INK, "\u00d7");
        }
    pm_picture_place(picture, -1);
    for (int row = 0; row < p->rows; row++)
        draw_count(picture, -0.5, row + 0.5, p->row_count[row]);
    for (int column = 0; column < p->columns; column++)
        draw_count(picture, column + 0.5, -0.5, p->column_count[column]);
}

static void report_count(const struct pm_thermometers *p, const int *answer, bool column,
                         int line, void (*report)(void *context, const pulma_clue *clue),
                         void *context)
{
    int count = column ? p->column_count[line] : p->row_count[line], filled = 0;
    int cells[MAX_SIDE];
    pulma_clue clue = {.x = column ? line + 0.2 : -0.8,
                       .y = column ? -0.75 : line + 0.25,
                       .width = 0.6,
                       .height = 0.5,
                       .places = cells};
    if (count == PM_UNKNOWN)
        return;
    for (int i = 0; i < (column ? p->rows : p->columns); i++) {
        int place = p->place_at[column ? i * p->columns + line : line * p->columns + i];
        if (place < 0)
            continue;
        cells[clue.place_count++] = place;
        filled += answer[place] == 1;
    }
    clue.met = filled == count;
    snprintf(clue.name, sizeof clue.name, "%s %d", column ? "column" : "row", line + 1);
    snprintf(clue.text, sizeof clue.text, "%d", count);
    report(context, &clue);
}

static void clues(const void *puzzle, const int *answer,
                  void (*report)(void *context, const pulma_clue *clue), void *context)
{
    const struct pm_thermometers *p = puzzle;
    for (int row = 0; row < p->rows; row++)
        report_count(p, answer, false, row, report, context);
    for (int column = 0; column < p->columns; column++)
        report_count(p, answer, true, column, report, context);
}

/* ---- In words ------------------------------------------------------------------------ */

/* "bulb", "up", "right, filled" */
static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_thermometers *board = puzzle;
    int cell = row * board->columns + column, place = board->place_at[cell];
    char sign = board->sign[cell];
    snprintf(text, size, "%s%s",
             sign == 'o'   ? "bulb"
             : sign == '<' ? "left"
             : sign == '>' ? "right"
             : sign == '^' ? "up"
             : sign == 'v' ? "down"
                           : "nothing",
             place >= 0 && answer && answer[place] == 1 ? " filled" : "");
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_thermometers *board = puzzle;
    pm_words_size(board->rows, board->columns, out);
    pm_words_counts("Filled cells in the rows", board->rows, board->row_count, out);
    pm_words_counts("Filled cells in the columns", board->columns, board->column_count,
                    out);
    pm_out_text(out,
                "From its bulb a thermometer goes on into cells that say which way: up, "
                "down, left, right.\n");
    pm_words_rows(board, answer, board->rows, board->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    (void)puzzle, (void)place;
    snprintf(name, size, "%s", value ? "filled" : "empty");
}

static const char *technique(const void *puzzle, const struct pm_step *step)
{
    (void)puzzle;
    int tubes = pm_step_count(step, TUBE), lines = pm_step_count(step, LINE);
    bool filled = step->conclusions[0].holds == (step->conclusions[0].value == 1);
    if (tubes + lines < step->reason_count)
        return NULL;
    if (lines == 0)
        return "from the bulb";
    if (tubes == 0 && lines == 1)
        return filled ? "last cells of a line" : "full line";
    return lines > 1 ? NULL : filled ? "the line needs it" : "too much for the line";
}

const struct pm_kind pm_kind_thermometers = {
    .name = "thermometers",
    .title = "Thermometers",
    .rules = "Fill the thermometers with mercury, each from its bulb as far as you like.\n"
             "The number beside a row or column says how many of its cells are filled.\n",
    .read = read,
    .write = write,
    .notations = notations,
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
    .value_name = value_name,
    .technique = technique,
    .levels = {PM_LARGEST_SHARE, 2.55, 2.68, 2.8},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_CYCLE,
    .rest_is_zero = true,
    .move = move,
    .clues = clues,
    .invent = pm_thermometers_invent,
    .options = pm_thermometers_options,
};
