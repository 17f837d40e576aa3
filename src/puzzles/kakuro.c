/* Kakuro, also called cross sums.
 *
 * Rules.  Every open cell gets a digit from 1 to 9.  The digits of a run (open cells side by
 * side in a row or below each other in a column) are all different.  The number in the black
 * cell before a run is the sum of its digits; without a number the sum is free.
 *
 * Notation.  The cells of a row stand side by side with blanks between them: . is open, # is
 * black, 16\ is black with the sum 16 for the run below, \17 with the sum 17 for the run to the
 * right, 16\17 with both, as printed in the two triangles.  The first row and the first column
 * hold sums only.
 *
 *     kakuro
 *     #    9\   23\  #
 *     \17  .    .    9\
 *     \9   .    .    .
 *     #    \15  .    .
 *
 * A ? is a sum that is not told, the same as no sum.  A digit is an open cell whose digit is
 * given.  A slash will do for the backslash, and . for # in the first row and column.  The
 * field `digits` asks for digits from 1 to so many, at most 16 (10 is written A and so on).
 * Rows and columns are counted without the first ones, as people do.
 *
 * An answer has a line for each row but the first: digits, and # for black cells.
 *
 *     89#
 *     162
 *     #87
 *
 * Origin: Dell Magazines, 1966, by Jacob Funk; as a phone app in Hartmann (2018) and in
 * Lampainen's thesis (2024), whose integer programs are in models/kakuro. */
#include "puzzles/kakuro.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- Types ------------------------------------------------------------------------- */

enum {
    MAX_SIDE = PM_KAKURO_MAX_SIDE,
    MAX_DIGITS = PM_KAKURO_MAX_DIGITS,
    MAX_SETS = 526, /* of as many digits with the same sum: 8 of 16 that add up to 68 */
};

/* The largest sum of n digits: all of 1..n. */
static int sum_up_to(int n)
{
    return n * (n + 1) / 2;
}

/* ---- Text -------------------------------------------------------------------------- */

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    struct pm_kakuro *k = NULL;
    int digits = 9;
    pulma_status status = pm_form_int(form, "digits", 1, MAX_DIGITS, &digits, err);
    if (!status)
        status = pm_form_block(form, "grid", &grid, err);
    if (!status)
        status =
            pm_kakuro_read_lines(grid->line_count, grid->lines, digits, arena, &k, err);
    if (!status)
        *puzzle = k;
    return status;
}

/* A square in the own notation, at most 8 characters. */
static void square_text(const struct pm_kakuro_square *s, char *text, size_t size)
{
    char down[5] = "", across[5] = "";
    if (s->down)
        snprintf(down, sizeof down, "%d", s->down % 1000);
    if (s->across)
        snprintf(across, sizeof across, "%d", s->across % 1000);
    if (s->open)
        snprintf(text, size, "%c", s->given ? pm_digit(s->given) : '.');
    else if (s->down || s->across)
        snprintf(text, size, "%s\\%s", down, across);
    else
        snprintf(text, size, "#");
}

/* The columns are as wide as their widest square, so that the text shows the board. */
static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_kakuro *k = puzzle;
    if (k->digits != 9)
        pm_form_put_int(form, "digits", k->digits);
    pm_form_open(form, "grid");
    int width[MAX_SIDE + 1] = {0};
    char text[16];
    for (int row = 0; row <= k->rows; row++)
        for (int column = 0; column <= k->columns; column++) {
            square_text(pm_kakuro_square_at(k, row, column), text, sizeof text);
            int len = (int)strlen(text);
            width[column] = len > width[column] ? len : width[column];
        }
    for (int row = 0; row <= k->rows; row++) {
        char line[(MAX_SIDE + 1) * 10];
        int len = 0;
        for (int column = 0; column <= k->columns; column++) {
            square_text(pm_kakuro_square_at(k, row, column), text, sizeof text);
            int wanted = column < k->columns ? width[column] + 1 : 0;
            len += snprintf(line + len, sizeof line - (size_t)len, "%-*s", wanted, text);
        }
        pm_form_line(form, line);
    }
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct pm_kakuro *)puzzle)->place_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)place;
    return (struct pm_range){1, ((const struct pm_kakuro *)puzzle)->digits};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_kakuro *k = puzzle;
    int cell = k->cell_of[place];
    snprintf(name, size, "row %d, column %d", cell / (k->columns + 1),
             cell % (k->columns + 1));
}

/* "row 2's run of 34 from column 1" */
static void run_name(int row, int column, bool down, int sum, char *name, size_t size)
{
    char of[16] = "";
    if (sum)
        snprintf(of, sizeof of, " of %d", sum);
    snprintf(name, size,
             down ? "column %d's run%s from row %d" : "row %d's run%s from column %d",
             down ? column : row, of, down ? row : column);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_kakuro *k = puzzle;
    for (int row = 1; row <= k->rows; row++) {
        for (int column = 1; column <= k->columns; column++) {
            const struct pm_kakuro_square *s = pm_kakuro_square_at(k, row, column);
            int value = s->open ? answer[s->place] : 0;
            pm_out_char(out, !s->open ? '#' : value == PULMA_EMPTY ? '.' : pm_digit(value));
        }
        pm_out_char(out, '\n');
    }
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_kakuro *k = puzzle;
    for (int row = 1; row <= k->rows; row++)
        for (int column = 1; column <= k->columns; column++) {
            if (column == 1)
                pm_text_space(t);
            else
                pm_text_blanks(t);
            const struct pm_kakuro_square *s = pm_kakuro_square_at(k, row, column);
            int c = pm_text_peek(t), digit = pm_digit_value(c);
            if (!s->open && c != '#')
                return pm_fail_expected(
                    err, t, "'#' for the black cell in row %d, column %d", row, column);
            if (s->open && c != '.' && (digit < 1 || digit > k->digits))
                return pm_fail_expected(err, t,
                                        "a digit from 1 to %d for row %d, column %d",
                                        k->digits, row, column);
            if (s->open)
                answer[s->place] = c == '.' ? PULMA_EMPTY : digit;
            pm_text_take(t);
        }
    return PULMA_OK;
}

/* ---- Truth ------------------------------------------------------------------------- */

/* The run whose first cell is here, walked on the board itself. */
static pulma_verdict check_run(const struct pm_kakuro *k, const int *answer, int row,
                               int column, bool down, pulma_finding *found)
{
    const struct pm_kakuro_square *before =
        pm_kakuro_square_at(k, row - down, column - !down);
    int total = down ? before->down : before->across, sum = 0, n = 0, empty = 0, cells[16];
    int at_digit[MAX_DIGITS + 1];
    char name[80];
    run_name(row, column, down, total, name, sizeof name);
    for (int digit = 0; digit <= MAX_DIGITS; digit++)
        at_digit[digit] = -1;
    for (int r = row, c = column; pm_kakuro_is_open(k, r, c); r += down, c += !down) {
        int place = pm_kakuro_square_at(k, r, c)->place, digit = answer[place];
        if (n < 16)
            cells[n++] = place;
        if (digit == PULMA_EMPTY) {
            empty++;
            continue;
        }
        if (at_digit[digit] >= 0)
            return pm_found(found, 2, (int[]){at_digit[digit], place}, "%s has two %cs",
                            name, pm_digit(digit));
        at_digit[digit] = place;
        sum += digit;
    }
    if (total && empty == 0 && sum != total)
        return pm_found(found, n, cells, "%s adds up to %d", name, sum);
    if (total && sum + empty > total)
        return pm_found(found, n, cells,
                        "%s has %d already, too much with %d cell%s to come", name, sum,
                        empty, empty == 1 ? "" : "s");
    if (total && sum + empty * k->digits < total)
        return pm_found(found, n, cells, "%s has %d, too little with %d cell%s to come",
                        name, sum, empty, empty == 1 ? "" : "s");
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_kakuro *k = puzzle;
    for (int row = 1; row <= k->rows; row++)
        for (int column = 1; column <= k->columns; column++) {
            const struct pm_kakuro_square *s = pm_kakuro_square_at(k, row, column);
            if (!s->open)
                continue;
            if (s->given && answer[s->place] != PULMA_EMPTY && answer[s->place] != s->given)
                return pm_found(found, 1, &s->place, "row %d, column %d is given as %c",
                                row, column, pm_digit(s->given));
            if (!pm_kakuro_is_open(k, row, column - 1) &&
                check_run(k, answer, row, column, false, found))
                return PULMA_WRONG;
            if (!pm_kakuro_is_open(k, row - 1, column) &&
                check_run(k, answer, row, column, true, found))
                return PULMA_WRONG;
        }
    return pm_found_nothing(k->place_count, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

/* All sets of n different digits 1..max that add up to `sum`, as bit masks (bit d: digit d).
 * Returns how many; with `sets` NULL it only counts.  Digits 1..9 have at most 12 such sets,
 * 1..16 at most MAX_SETS. */
static int digit_sets(int n, int sum, int max, int chosen, int *sets)
{
    if (n == 0 || max < n || sum < sum_up_to(n) ||
        sum > sum_up_to(max) - sum_up_to(max - n))
        return n == 0 && sum == 0 ? (sets ? sets[0] = chosen, 1 : 1) : 0;
    int with = digit_sets(n - 1, sum - max, max - 1, chosen | 1 << max, sets);
    return with + digit_sets(n, sum, max - 1, chosen, sets ? sets + with : NULL);
}

/* Whether a digit occurs in the run: one of its cells has it. */
static pm_lit occurs(struct pm_rules *r, const struct pm_kakuro_run *run, int digit)
{
    pm_lit lits[MAX_DIGITS];
    for (int i = 0; i < run->length; i++)
        lits[i] = pm_is(r, run->cells[i], digit);
    return pm_or(r, run->length, lits);
}

/* The digits of the run form one of the sets.  A literal for each set says so; it fixes for
 * every digit whether it occurs, and a digit (or its absence) needs a set that agrees. */
static void state_sets(struct pm_rules *r, const struct pm_kakuro_run *run, int digits,
                       int set_count, const int *sets)
{
    pm_lit chosen[MAX_SETS], agreeing[MAX_SETS + 1];
    for (int s = 0; s < set_count; s++)
        chosen[s] = set_count == 1 ? PM_TRUE : pm_new_lit(r);
    pm_clause(r, set_count, chosen);
    for (int digit = 1; digit <= digits; digit++) {
        pm_lit in_run = occurs(r, run, digit);
        for (int with = 0; with < 2; with++) {
            pm_lit is_so = with ? in_run : -in_run;
            int n = 0;
            for (int s = 0; s < set_count; s++) {
                if ((sets[s] >> digit & 1) != with)
                    continue;
                agreeing[n++] = chosen[s];
                pm_implies(r, chosen[s], is_so);
            }
            agreeing[n++] = -is_so;
            pm_clause(r, n, agreeing);
        }
    }
}

static void state_sum(struct pm_rules *r, const struct pm_kakuro_run *run, int digits)
{
    if (run->length == 2) { /* the one digit tells the other */
        for (int digit = 1; digit <= digits; digit++)
            pm_implies(r, pm_is(r, run->cells[0], digit),
                       pm_is(r, run->cells[1], run->sum - digit));
        for (int digit = 1; digit <= digits; digit++)
            pm_implies(r, pm_is(r, run->cells[1], digit),
                       pm_is(r, run->cells[0], run->sum - digit));
        return;
    }
    int sets[MAX_SETS];
    int n = digit_sets(run->length, run->sum, digits, 0, NULL);
    assert(n > 0 && n <= MAX_SETS);
    digit_sets(run->length, run->sum, digits, 0, sets);
    state_sets(r, run, digits, n, sets);
}

static void state_run(struct pm_rules *r, const struct pm_kakuro_run *run, int digits)
{
    char name[80];
    run_name(run->row, run->column, run->down, run->sum, name, sizeof name);
    bool too_long = run->length > digits;
    bool no_set =
        run->sum && !too_long && !digit_sets(run->length, run->sum, digits, 0, NULL);
    if (too_long)
        pm_reason(r, "%s has %d cells, more than there are digits", name, run->length);
    else if (no_set)
        pm_reason(r, "%s cannot be the sum of %d different digits", name, run->length);
    else
        pm_reason(r, "%s has %d different digits", name, run->length);
    pm_reason_places(r, run->length, run->cells);
    if (too_long || no_set) {
        PM_CLAUSE(r, PM_FALSE);
        return;
    }
    pm_all_different(r, run->length, run->cells);
    if (run->sum)
        state_sum(r, run, digits);
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_kakuro *k = puzzle;
    for (int place = 0; place < k->place_count; place++) {
        int given = k->squares[k->cell_of[place]].given;
        char name[64];
        if (!given)
            continue;
        place_name(k, place, name, sizeof name);
        pm_reason(r, "%s is given as %c", name, pm_digit(given));
        pm_reason_place(r, place);
        pm_fix(r, place, given);
    }
    for (int i = 0; i < k->run_count; i++)
        state_run(r, &k->runs[i], k->digits);
}

/* ---- Data for the models ------------------------------------------------------------- */

/* Cells as pairs (row, column), twelve in a line. */
static void put_cells(const struct pm_kakuro *k, int n, const int *cells,
                      struct pm_out *out)
{
    for (int i = 0; i < n; i++) {
        int cell = k->cell_of[cells ? cells[i] : i];
        pm_out_f(out, "%s(%d,%d)", i % 12 || n <= 12 ? " " : "\n  ",
                 cell / (k->columns + 1), cell % (k->columns + 1));
    }
    pm_out_text(out, ";\n");
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_kakuro *k = puzzle;
    pm_out_f(out,
             "data;\n\nparam m := %d;\nparam n := %d;\nparam digits := %d;\n\nset C :=",
             k->rows, k->columns, k->digits);
    put_cells(k, k->place_count, NULL, out);
    pm_out_f(out, "\nparam T := %d;\nparam r :=", k->run_count);
    for (int t = 0; t < k->run_count; t++)
        if (k->runs[t].sum)
            pm_out_f(out, "%s%d %d", t % 12 ? "  " : "\n  ", t + 1, k->runs[t].sum);
    pm_out_text(out, ";\n");
    for (int t = 0; t < k->run_count; t++) {
        pm_out_f(out, "set R[%d] :=", t + 1);
        put_cells(k, k->runs[t].length, k->runs[t].cells, out);
    }
    pm_out_text(out, "set G :=");
    for (int place = 0; place < k->place_count; place++) {
        int cell = k->cell_of[place], given = k->squares[cell].given;
        if (given)
            pm_out_f(out, " (%d,%d,%d)", cell / (k->columns + 1), cell % (k->columns + 1),
                     given);
    }
    pm_out_text(out, ";\n\nend;\n");
}

/* ---- Drawing ------------------------------------------------------------------------- */

static void draw_sum(struct pm_picture *p, double x, double y, int sum)
{
    char text[16];
    if (!sum)
        return;
    snprintf(text, sizeof text, "%d", sum);
    pm_picture_text(p, x, y, sum < 100 ? 0.34 : 0.28, PM_CENTRE, PM_PAPER, text);
}

/* A black square, parted by a diagonal where it holds sums. */
static void draw_black(struct pm_picture *p, int row, int column,
                       const struct pm_kakuro_square *s)
{
    pm_picture_box(p, column, row, 1, 1, PM_DARK, PM_NO_INK, 0);
    if (s->down || s->across)
        pm_picture_line(p, column, row, column + 1, row + 1, PM_THIN, PM_PAPER);
    draw_sum(p, column + 0.70, row + 0.29, s->across);
    draw_sum(p, column + 0.29, row + 0.73, s->down);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct pm_kakuro *k = puzzle;
    for (int row = 0; row <= k->rows; row++)
        for (int column = 0; column <= k->columns; column++) {
            const struct pm_kakuro_square *s = pm_kakuro_square_at(k, row, column);
            if (!s->open) {
                draw_black(p, row, column, s);
                continue;
            }
            int digit = s->given ? s->given : answer ? answer[s->place] : PULMA_EMPTY;
            pm_picture_place(p, s->place);
            pm_picture_box(p, column, row, 1, 1, PM_PAPER, PM_NO_INK, 0);
            if (digit != PULMA_EMPTY)
                pm_picture_text(p, column + 0.5, row + 0.5, 0.6, PM_CENTRE,
                                s->given ? PM_INK : PM_ANSWER,
                                (char[]){pm_digit(digit), 0});
            pm_picture_place(p, -1);
        }
    pm_picture_grid(p, 0, 0, k->rows + 1, k->columns + 1);
}

/* ---- The kind ------------------------------------------------------------------------ */

const struct pm_kind pm_kind_kakuro = {
    .name = "kakuro",
    .title = "Kakuro (Cross Sums)",
    .rules = "Fill the open cells with digits from 1 to 9.\n"
             "The digits of a run, across or down, are all different.\n"
             "The number in front of a run is the sum of its digits.\n",
    .read = read,
    .write = write,
    .notations = pm_kakuro_notations,
    .places = places,
    .values = values,
    .place_name = place_name,
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,

};
