/* Binary sudoku (binairo, takuzu, unruly).
 *
 * Rules.  Fill a grid with 0s and 1s.  Every row and every column has as many 0s as 1s, and
 * never three equal digits in succession.  Where the puzzle says so, no two rows are equal and
 * no two columns are equal.
 *
 * Notation.  The grid has 0 and 1 for the givens and . for the rest; both sides are even.  The
 * field `different` says whether all rows and all columns must differ; without it, they must,
 * as in the publication.  (Many collections do without that rule: they say `different: no`.)
 *
 *     binary
 *     different: yes
 *     .1.0
 *     ..0.
 *     .0..
 *     11..
 *
 * An answer is the same grid, filled.
 *
 * Origin: Adolfo Zanellati's Tohu-wa-vohu and, in Belgium, Binairo by Peter De Schepper and
 * Frank Coussement (2009); the app Binary Sudoku in Hartmann, More Logic Puzzle Apps Solved by
 * Mathematical Programming, whose integer program is in models/binary. */
#include "puzzles/binary/binary.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/words.h"

/* ---- Types ------------------------------------------------------------------------- */

enum { MAX_SIDE = PM_HALVES_SIDE };

struct pm_binary *pm_binary_new(int rows, int columns, struct pm_arena *arena)
{
    struct pm_binary *b = pm_new(arena, 1, struct pm_binary);
    size_t n = (size_t)rows * (size_t)columns;
    if (!b)
        return NULL;
    *b = (struct pm_binary){.rows = rows, .columns = columns, .different = true};
    b->given = pm_new(arena, n, signed char);
    if (!b->given)
        return NULL;
    memset(b->given, PULMA_EMPTY, n);
    return b;
}

/* ---- Text -------------------------------------------------------------------------- */

static int digit_value(const void *puzzle, int place, int c)
{
    (void)puzzle, (void)place;
    return c == '0' ? 0 : c == '1' ? 1 : -1;
}

static char digit_char(const void *puzzle, int place, int value)
{
    (void)puzzle, (void)place;
    return value ? '1' : '0';
}

static pulma_status refuse_odd(int rows, int columns, const struct pm_text *at,
                               pulma_error *err)
{
    if (rows % 2 == 0 && columns % 2 == 0)
        return PULMA_OK;
    return pm_fail(err, PULMA_BAD_TEXT, at,
                   "expected an even number of rows and of columns, found %d x %d", rows,
                   columns);
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    int rows, columns;
    pulma_status status = pm_grid_block(form, MAX_SIDE, &grid, &rows, &columns, err);
    if (!status)
        status = refuse_odd(rows, columns, &grid->lines[0], err);
    if (status)
        return status;
    struct pm_binary *b = pm_binary_new(rows, columns, arena);
    if (!b)
        return pm_fail_memory(err);
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_trim(grid->lines[row]);
        for (int column = 0; column < columns; column++) {
            int c = pm_text_peek(&line), value = digit_value(NULL, 0, c);
            if (value < 0 && !pm_grid_is_open(c, "0"))
                return pm_fail_expected(err, &line, "0, 1 or '.'");
            b->given[row * columns + column] = (signed char)value;
            pm_text_take(&line);
        }
    }
    *puzzle = b;
    return pm_form_bool(form, "different", &b->different, err);
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_binary *b = puzzle;
    pm_form_put_bool(form, "different", b->different);
    pm_form_open(form, "grid");
    for (int row = 0; row < b->rows; row++) {
        char line[MAX_SIDE + 1] = "";
        for (int column = 0; column < b->columns; column++) {
            int given = b->given[row * b->columns + column];
            line[column] = given == PULMA_EMPTY ? '.' : digit_char(NULL, 0, given);
        }
        pm_form_line(form, line);
    }
}

/* ---- Text: game IDs of unruly ----------------------------------------------------------- */

/* "COLUMNSxROWS", a u if lines must differ, d and a letter for the difficulty, and ':'. */
static pulma_status read_game_head(struct pm_text *t, int *rows, int *columns,
                                   bool *different, pulma_error *err)
{
    const struct pm_text start = *t;
    pulma_status status = pm_text_int(t, 1, MAX_SIDE, columns, err);
    if (!status && !pm_text_word(t, "x"))
        status = pm_fail_expected(err, t, "'x' and the number of rows");
    if (!status)
        status = pm_text_int(t, 1, MAX_SIDE, rows, err);
    if (!status)
        status = refuse_odd(*rows, *columns, &start, err);
    if (status)
        return status;
    *different = pm_text_word(t, "u");
    if (pm_text_word(t, "d") && !pm_text_word(t, "t") && !pm_text_word(t, "e") &&
        !pm_text_word(t, "n"))
        return pm_fail_expected(err, t, "the difficulty t, e or n");
    if (pm_text_peek(t) == '#')
        return pm_fail(
            err, PULMA_BAD_TEXT, t,
            "this is a seed for the generator of unruly, not a board: expected ':'");
    return pm_text_word(t, ":") ? PULMA_OK : pm_fail_expected(err, t, "':' and the givens");
}

/* Letters: that many cells are skipped, then one is given, except after z.  The list ends with
 * a letter for the cell after the last one. */
static pulma_status read_game_cells(struct pm_text *t, int n, signed char *given,
                                    pulma_error *err)
{
    int cell = 0;
    while (cell <= n) {
        int c = pm_text_peek(t), upper = c >= 'A' && c <= 'Z';
        if (!upper && !(c >= 'a' && c <= 'z'))
            return pm_fail_expected(err, t, "a letter, with %d of %d cells to come",
                                    n - cell, n);
        int skip = c - (upper ? 'A' : 'a');
        if (cell + skip > n)
            return pm_fail(err, PULMA_BAD_TEXT, t, "expected the end, %d cells before '%c'",
                           n - cell, c);
        pm_text_take(t);
        cell += skip;
        if (skip == 25)
            continue;
        if (cell < n)
            given[cell] = (signed char)upper;
        cell++;
    }
    return PULMA_OK;
}

static int sniff_game(const struct pm_text *t)
{
    struct pm_text rest = *t, line = pm_text_trim(pm_text_line(&rest)), size = line;
    int rows, columns;
    bool different;
    signed char given[MAX_SIDE * MAX_SIDE];
    if (pm_text_int(&size, 0, INT_MAX, &columns, NULL) || !pm_text_word(&size, "x") ||
        pm_text_int(&size, 0, INT_MAX, &rows, NULL))
        return 0;
    if (read_game_head(&line, &rows, &columns, &different, NULL))
        return 1; /* read_game() will tell what is wrong with it */
    const struct pm_text cells = line;
    if (read_game_cells(&line, rows * columns, given, NULL) || pm_text_done(&line, NULL))
        return 1;
    bool capital = false;
    for (const char *c = cells.at; c < cells.end; c++)
        capital |= *c >= 'A' && *c <= 'Z';
    return different || capital ? 2 : 1; /* small letters alone are other games', too */
}

static pulma_status read_game(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    struct pm_text line = pm_text_trim(pm_text_line(t));
    int rows, columns;
    bool different;
    pulma_status status = read_game_head(&line, &rows, &columns, &different, err);
    if (status)
        return status;
    struct pm_binary *b = pm_binary_new(rows, columns, arena);
    if (!b)
        return pm_fail_memory(err);
    b->different = different;
    status = read_game_cells(&line, rows * columns, b->given, err);
    *puzzle = b;
    return status ? status : pm_text_done(&line, err);
}

static pulma_status write_game(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title, (void)err;
    const struct pm_binary *b = puzzle;
    pm_out_f(out, "%dx%d%s:", b->columns, b->rows, b->different ? "u" : "");
    int skip = 0, n = b->rows * b->columns;
    for (int cell = 0; cell <= n; cell++) {
        if (cell < n && b->given[cell] == PULMA_EMPTY) {
            skip++;
            continue;
        }
        for (; skip >= 25; skip -= 25)
            pm_out_char(out, 'z');
        pm_out_char(out, (char)((cell < n && b->given[cell] ? 'A' : 'a') + skip));
        skip = 0;
    }
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- Text: PuzzleKit ------------------------------------------------------------------ */

static pulma_status read_kit_head(struct pm_text *t, int *rows, int *columns,
                                  pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    pm_text_blanks(&line);
    const struct pm_text start = line;
    pulma_status status = pm_text_int(&line, 1, MAX_SIDE, rows, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, MAX_SIDE, columns, err);
    if (!status)
        status = refuse_odd(*rows, *columns, &start, err);
    return status ? status : pm_text_done(&line, err);
}

static pulma_status read_kit_row(struct pm_text *t, int columns, signed char *given,
                                 pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    for (int column = 0; column < columns; column++) {
        pm_text_blanks(&line);
        int c = pm_text_peek(&line);
        if (c != '1' && c != '2' && c != '-')
            return pm_fail_expected(err, &line, "1, 2 or - for column %d", column + 1);
        given[column] = (signed char)(c == '1' ? 0 : c == '2' ? 1 : PULMA_EMPTY);
        pm_text_take(&line);
    }
    return pm_text_done(&line, err);
}

/* Two numbers alone in a line: no more than a hint, other kinds begin so, too. */
static int sniff_kit(const struct pm_text *t)
{
    struct pm_text rest = *t, line = pm_text_trim(pm_text_line(&rest));
    int rows, columns;
    if (pm_text_int(&line, 0, INT_MAX, &rows, NULL) || pm_text_peek(&line) != ' ')
        return 0;
    pm_text_blanks(&line);
    return pm_text_int(&line, 0, INT_MAX, &columns, NULL) || !pm_text_ended(&line) ? 0 : 1;
}

/* The collection with this notation does not have the rule of different lines. */
static pulma_status read_kit(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    int rows, columns;
    pm_text_space(t);
    pulma_status status = read_kit_head(t, &rows, &columns, err);
    if (status)
        return status;
    struct pm_binary *b = pm_binary_new(rows, columns, arena);
    if (!b)
        return pm_fail_memory(err);
    b->different = false;
    for (int row = 0; row < rows && !status; row++)
        status = read_kit_row(t, columns, b->given + row * columns, err);
    *puzzle = b;
    return status;
}

static pulma_status write_kit(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    (void)title;
    const struct pm_binary *b = puzzle;
    if (b->different)
        return pm_fail(
            err, PULMA_UNAVAILABLE, NULL,
            "the notation puzzlekit cannot express that all rows and columns differ");
    pm_out_f(out, "%d %d\n", b->rows, b->columns);
    for (int cell = 0; cell < b->rows * b->columns; cell++) {
        pm_out_char(out, "-12"[b->given[cell] + 1]);
        pm_out_char(out, cell % b->columns == b->columns - 1 ? '\n' : ' ');
    }
    return PULMA_OK;
}

static const struct pm_notation notations[] = {
    {"unruly", "game IDs of unruly: COLUMNSxROWS, u if lines differ, letters", sniff_game,
     read_game, write_game},
    {"puzzlekit", "PuzzleKit text (Binairo): size, then 1, 2 and -; lines may be equal",
     sniff_kit, read_kit, write_kit},
    {0},
};

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    const struct pm_binary *b = puzzle;
    return b->rows * b->columns;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)puzzle, (void)place;
    return (struct pm_range){0, 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    pm_grid_place_name(((const struct pm_binary *)puzzle)->columns, place, name, size);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_binary *b = puzzle;
    pm_grid_write(b->rows, b->columns, answer, digit_char, b, out);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_binary *b = puzzle;
    return pm_grid_read(t, b->rows, b->columns, digit_value, b, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* One direction of looking at the board: lines of n cells, `across` apart from one line to
 * the next and `along` apart inside a line. */
struct view {
    const char *name;
    int lines, n, across, along;
};

static pulma_verdict too_many(const struct view *v, int line, int count, int digit,
                              pulma_finding *found)
{
    int cells[MAX_SIDE];
    for (int i = 0; i < v->n; i++)
        cells[i] = line * v->across + i * v->along;
    return pm_found(found, v->n, cells, "%s %d has %d %ds, more than half", v->name,
                    line + 1, count, digit);
}

/* Which cells of a line hold a 0 and which a 1, as sets. */
struct contents {
    uint64_t cells[2];
};

/* Eight cells at a time: a byte for each. */
enum { BLOCK = 8 };

/* Byte i of the number is byte i of memory, whatever the machine's order; compilers know how
 * to load it at once. */
static inline uint64_t eight_bytes(const unsigned char *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 |
           (uint64_t)at[3] << 24 | (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 |
           (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

/* Bytes of 0 or 1 become bits: byte i times 2^(56 - 7 i) is bit 56 + i, and no two meet. */
static inline uint64_t bits_of_bytes(uint64_t bytes)
{
    return bytes * UINT64_C(0x0102040810204080) >> 56;
}

/* The cells of up to 8 columns from `first` on, `cells` being those of the board as bytes.  In
 * `tall`, byte i has the column first + i of the last 8 rows. */
static void look_at_block(const struct pm_binary *b, const unsigned char *cells, int first,
                          struct contents *rows, struct contents *columns)
{
    const int width = b->columns - first < BLOCK ? b->columns - first : BLOCK;
    const uint64_t ones = UINT64_C(0x0101010101010101) >> 8 * (BLOCK - width);
    for (int top = 0; top < b->rows; top += BLOCK) {
        struct contents tall = {{0, 0}};
        const int height = b->rows - top < BLOCK ? b->rows - top : BLOCK;
        for (int i = 0; i < height; i++) {
            const uint64_t x = eight_bytes(cells + (top + i) * b->columns + first);
            const uint64_t is0 = ~x & ones,
                           is1 = x & ~(x >> 7) & ones; /* empty: all bits */
            rows[top + i].cells[0] |= bits_of_bytes(is0) << first;
            rows[top + i].cells[1] |= bits_of_bytes(is1) << first;
            tall.cells[0] |= is0 << i;
            tall.cells[1] |= is1 << i;
        }
        for (int i = 0; i < width; i++)
            for (int digit = 0; digit < 2; digit++)
                columns[first + i].cells[digit] |= (tall.cells[digit] >> 8 * i & 0xFF)
                                                   << top;
    }
}

static void look_at_lines(const struct pm_binary *b, const int *answer,
                          struct contents *rows, struct contents *columns)
{
    unsigned char cells[MAX_SIDE * MAX_SIDE + BLOCK]; /* a block may begin near the end */
    const int n = b->rows * b->columns;
    for (int i = 0; i < n; i++)
        cells[i] = (unsigned char)answer[i];
    memset(cells + n, 0, BLOCK);
    memset(rows, 0, (size_t)b->rows * sizeof *rows);
    memset(columns, 0, (size_t)b->columns * sizeof *columns);
    for (int first = 0; first < b->columns; first += BLOCK)
        look_at_block(b, cells, first, rows, columns);
}

static pulma_verdict check_line(const struct contents *c, const struct view *v, int line,
                                pulma_finding *found)
{
    for (int digit = 0; digit < 2; digit++) {
        uint64_t in = c->cells[digit], three = in & in >> 1 & in >> 2;
        int count = pm_binary_count(in);
        if (three) {
            int cell = line * v->across + __builtin_ctzll(three) * v->along;
            return pm_found(found, 3, (int[]){cell, cell + v->along, cell + 2 * v->along},
                            "%s %d has three %ds in succession", v->name, line + 1, digit);
        }
        if (count > v->n / 2)
            return too_many(v, line, count, digit, found);
    }
    return PULMA_RIGHT;
}

static pulma_verdict check_lines(const struct pm_binary *b, const struct contents *c,
                                 const struct view *v, pulma_finding *found)
{
    uint64_t all = ~(uint64_t)0 >> (64 - v->n);
    for (int line = 0; line < v->lines; line++)
        if (check_line(&c[line], v, line, found))
            return PULMA_WRONG;
    for (int one = 0; b->different && one < v->lines; one++)
        for (int other = one + 1; other < v->lines; other++)
            if (c[one].cells[1] == c[other].cells[1] &&
                c[one].cells[0] == c[other].cells[0] &&
                (c[one].cells[0] | c[one].cells[1]) == all)
                return pm_found(found, 2, (int[]){one * v->across, other * v->across},
                                "%s %d and %s %d are equal", v->name, one + 1, v->name,
                                other + 1);
    return PULMA_RIGHT;
}

static pulma_verdict check_givens(const struct pm_binary *b, const int *answer,
                                  pulma_finding *found)
{
    int kept = 1,
        n = b->rows * b->columns; /* most answers keep them: no way out of the loop */
    for (int i = 0; i < n; i++)
        kept &= (b->given[i] == PULMA_EMPTY) | (answer[i] == PULMA_EMPTY) |
                (answer[i] == b->given[i]);
    for (int i = 0; i < n && !kept; i++)
        if (b->given[i] != PULMA_EMPTY && answer[i] != PULMA_EMPTY &&
            answer[i] != b->given[i])
            return pm_found(found, 1, &i, "row %d, column %d is given as %d",
                            i / b->columns + 1, i % b->columns + 1, b->given[i]);
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_binary *b = puzzle;
    const struct view by_row = {"row", b->rows, b->columns, b->columns, 1};
    const struct view by_column = {"column", b->columns, b->rows, 1, b->columns};
    struct contents rows[MAX_SIDE], columns[MAX_SIDE];
    if (check_givens(b, answer, found))
        return PULMA_WRONG;
    look_at_lines(b, answer, rows, columns);
    if (check_lines(b, rows, &by_row, found) || check_lines(b, columns, &by_column, found))
        return PULMA_WRONG;
    return pm_found_nothing(b->rows * b->columns, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

static int cell_in_line(const struct pm_binary *b, bool column, int line, int i)
{
    return column ? i * b->columns + line : line * b->columns + i;
}

static void state_line(const struct pm_binary *b, bool column, int line, struct pm_rules *r)
{
    int n = column ? b->rows : b->columns, cells[MAX_SIDE];
    const char *name = column ? "column" : "row";
    pm_lit ones[MAX_SIDE];
    for (int i = 0; i < n; i++) {
        cells[i] = cell_in_line(b, column, line, i);
        ones[i] = pm_is(r, cells[i], 1);
    }
    pm_reason(r, "%s %d has as many 0s as 1s", name, line + 1);
    pm_reason_family(r, column ? "every column has as many 0s as 1s"
                               : "every row has as many 0s as 1s");
    pm_reason_number(r, PM_BINARY_HALVES);
    pm_reason_grade(r, 2);
    pm_reason_places(r, n, cells);
    pm_count(r, n, ones, PM_EQUAL, n / 2);
    for (int i = 0; i + 3 <= n; i++) {
        pm_reason(r, "no three equal digits in succession: %s %d, %ss %d to %d", name,
                  line + 1, column ? "row" : "column", i + 1, i + 3);
        pm_reason_family(r, column ? "no three equal digits in succession in a column"
                                   : "no three equal digits in succession in a row");
        pm_reason_number(r, PM_BINARY_TRIPLE);
        pm_reason_grade(r, 1);
        pm_reason_places(r, 3, cells + i);
        PM_CLAUSE(r, ones[i], ones[i + 1], ones[i + 2]);
        PM_CLAUSE(r, -ones[i], -ones[i + 1], -ones[i + 2]);
    }
}

static const char lines_differ[] = "no two rows and no two columns are equal";

static void state_differ(const struct pm_binary *b, bool column, int one, int other,
                         struct pm_rules *r)
{
    int n = column ? b->rows : b->columns;
    const char *name = column ? "column" : "row";
    pm_lit differ[MAX_SIDE];
    pm_reason(r, "%s %d differs from %s %d", name, one + 1, name, other + 1);
    pm_reason_family(r, lines_differ);
    pm_reason_number(r, PM_BINARY_DIFFERENT);
    for (int i = 0; i < n; i++) {
        int a = cell_in_line(b, column, one, i), c = cell_in_line(b, column, other, i);
        pm_reason_place(r, a);
        pm_reason_place(r, c);
        differ[i] = pm_xor(r, pm_is(r, a, 1), pm_is(r, c, 1));
    }
    pm_clause(r, n, differ);
}

/* Equal lines are rare among boards that keep the other rules, so the rule is stated for those
 * pairs only that turn out equal, and of many equal lines for each and the next one. */
static int state_differences(struct pm_rules *r, const int *answer, const void *context)
{
    const struct pm_binary *b = context;
    int stated = 0;
    for (int column = 0; column < 2; column++) {
        int lines = column ? b->columns : b->rows, n = column ? b->rows : b->columns;
        for (int one = 0; one < lines; one++)
            for (int other = one + 1; other < lines; other++) {
                int i = 0;
                while (i < n && answer[cell_in_line(b, column, one, i)] ==
                                    answer[cell_in_line(b, column, other, i)])
                    i++;
                if (i < n)
                    continue;
                state_differ(b, column, one, other, r);
                stated++;
                break;
            }
    }
    return stated;
}

/* Steps may need any of them. */
static void state_all_differences(const struct pm_binary *b, struct pm_rules *r)
{
    for (int column = 0; column < 2; column++)
        for (int other = 1; other < (column ? b->columns : b->rows); other++)
            for (int one = 0; one < other; one++)
                state_differ(b, column, one, other, r);
}

/* Adds up the ways to go on with these numbers of zeros and ones, until there are more than a
 * board has lines.  A positive run is of ones, a negative one of zeros. */
static void add_ways(int zeros, int ones, int run, int *ways)
{
    int ones_fit = 2 * (zeros + 1) - (run > 0 ? run : 0);
    int zeros_fit = 2 * (ones + 1) + (run < 0 ? run : 0);
    if (ones > ones_fit || zeros > zeros_fit || *ways > MAX_SIDE)
        return;
    if (zeros > 0 && run > -2)
        add_ways(zeros - 1, ones, run > 0 ? -1 : run - 1, ways);
    if (ones > 0 && run < 2)
        add_ways(zeros, ones - 1, run < 0 ? 1 : run + 1, ways);
    *ways += zeros + ones == 0;
}

/* Whether there are fewer ways to fill a line of this length than lines that must differ, which a
 * search would see late.  There are never fewer ways than cells in a line. */
static bool too_many_lines(const struct pm_binary *b, int lines, int length)
{
    int ways = 0;
    if (!b->different || lines <= length)
        return false;
    add_ways(length / 2, length / 2, 0, &ways);
    return lines > ways;
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_binary *b = puzzle;
    for (int column = 0; column < 2; column++) {
        int lines = column ? b->columns : b->rows, length = column ? b->rows : b->columns;
        if (!too_many_lines(b, lines, length))
            continue;
        pm_reason(r, "there are fewer than %d different %ss of %d cells", lines,
                  column ? "column" : "row", length);
        pm_clause(r, 0, NULL);
    }
    for (int i = 0; i < b->rows * b->columns; i++) {
        if (b->given[i] == PULMA_EMPTY)
            continue;
        pm_reason(r, "row %d, column %d is given as %d", i / b->columns + 1,
                  i % b->columns + 1, b->given[i]);
        pm_reason_family(r, "digits that are given stay");
        pm_reason_place(r, i);
        pm_fix(r, i, b->given[i]);
    }
    for (int row = 0; row < b->rows; row++)
        state_line(b, false, row, r);
    for (int column = 0; column < b->columns; column++)
        state_line(b, true, column, r);
    if (b->different && pm_stepwise(r)) {
        state_all_differences(b, r);
    } else if (b->different) {
        pm_reason(r, "%s", lines_differ);
        pm_reason_family(r, lines_differ);
        pm_lazy(r, state_differences, b);
    }
}

/* ---- Kernel -------------------------------------------------------------------------- */

pulma_status pm_binary_kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_binary *b = puzzle;
    if (too_many_lines(b, b->rows, b->columns) || too_many_lines(b, b->columns, b->rows))
        return PULMA_OK;
    struct pm_halves board = {b->rows, b->columns, b->different, b->given};
    search->patience = PM_BINARY_PATIENCE;
    return pm_halves_search(&board, search);
}

/* ---- Data for the models ------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_binary *b = puzzle;
    pm_out_f(out, "data;\n\nparam m := %d;\nparam n := %d;\nparam different := %d;\n",
             b->rows, b->columns, b->different);
    for (int digit = 0; digit < 2; digit++) {
        pm_out_f(out, "set G%d :=", digit);
        for (int i = 0; i < b->rows * b->columns; i++)
            if (b->given[i] == digit)
                pm_out_f(out, " (%d,%d)", i / b->columns + 1, i % b->columns + 1);
        pm_out_text(out, ";\n");
    }
    pm_out_text(out, "\nend;\n");
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct pm_binary *b = puzzle;
    return b->given[place];
}

static void give(void *puzzle, int place, int value)
{
    struct pm_binary *b = puzzle;
    b->given[place] = (signed char)value;
}

/* ---- Drawing ------------------------------------------------------------------------- */

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct pm_binary *b = puzzle;
    pm_draw_spots(p, b->columns, b->rows * b->columns, NULL);
    for (int i = 0; i < b->rows * b->columns; i++) {
        double x = i % b->columns, y = i / b->columns;
        bool given = b->given[i] != PULMA_EMPTY;
        int value = given ? b->given[i] : answer ? answer[i] : PULMA_EMPTY;
        pm_picture_place(p, i);
        if (given)
            pm_picture_box(p, x, y, 1, 1, PM_SHADE, PM_NO_INK, 0);
        if (value != PULMA_EMPTY)
            pm_picture_text(p, x + 0.5, y + 0.5, 0.62, PM_CENTRE,
                            given ? PM_INK : PM_ANSWER, value ? "1" : "0");
    }
    pm_picture_place(p, -1);
    pm_picture_grid(p, 0, 0, b->rows, b->columns);
    if (!b->different)
        pm_draw_note(p, b->columns, b->rows + 0.5, "lines may be alike");
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_binary *b = puzzle;
    int cell = row * b->columns + column, given = b->given[cell];
    int value = given != PULMA_EMPTY ? given : answer ? answer[cell] : PULMA_EMPTY;
    pm_words_entry(answer, given, value, value == 1 ? "1" : "0", text, size);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_binary *b = puzzle;
    pm_words_size(b->rows, b->columns, out);
    if (!b->different)
        pm_out_text(out, "Rows may be equal, and so may columns.\n");
    pm_words_rows(b, answer, b->rows, b->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

const struct pm_kind pm_kind_binary = {
    .name = "binary",
    .title = "Binary sudoku",
    .rules =
        "Fill the grid with 0s and 1s.\n"
        "Every row and every column has as many 0s as 1s.\n"
        "No row or column has three equal digits in succession.\n"
        "Unless the puzzle says otherwise, no two rows and no two columns are equal.\n",
    .read = read,
    .write = write,
    .notations = notations,
    .line_notations = (const char *const[]){"unruly", NULL},
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
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
    .invent = pm_binary_invent,
    .technique = pm_binary_technique,
    .scale = pm_binary_scale,
    .rate_soon = pm_binary_rate_soon,
    .options = pm_binary_options,
    .kernel = pm_binary_kernel,
};
