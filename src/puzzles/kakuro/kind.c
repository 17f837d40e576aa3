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
 * field `digits` gives the largest digit, at most 16 (10 is written A and so on).
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
#include "puzzles/kakuro/kakuro.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- Types ------------------------------------------------------------------------- */

enum {
    MAX_SIDE = PM_KAKURO_MAX_SIDE,
    MAX_DIGITS = PM_KAKURO_MAX_DIGITS,
    /* Guesses of the kernel before the rules take over.  (No board of janko.at takes more than 16;
     * this is for what people make to be hard.) */
    PATIENT = 10000,
    MAX_SETS = PM_KAKURO_MAX_SETS,
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

static char digit_char(const void *puzzle, int place, int value)
{
    (void)puzzle, (void)place;
    return pm_digit(value);
}

static int digit_value(const void *puzzle, int place, int c)
{
    (void)place;
    int digit = pm_digit_value(c);
    return digit <= ((const struct pm_kakuro *)puzzle)->digits ? digit : -1;
}

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_kakuro *k = puzzle;
    pm_cells_write(k->rows, k->columns, k->place_at, answer, digit_char, k, out);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_kakuro *k = puzzle;
    return pm_cells_read(t, k->rows, k->columns, k->place_at, digit_value, k, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* What a run holds. */
struct tally {
    int total, sum; /* wanted (0: any) and so far */
    int n, empty;   /* cells, and those without a digit */
    int first[16];  /* some of its places, in order */
};

/* Judges the sum of a run. */
static pulma_verdict check_sum(const struct pm_kakuro *k, const struct tally *t,
                               const char *name, pulma_finding *found)
{
    int n = t->n < 16 ? t->n : 16;
    const char *plural = t->empty == 1 ? "" : "s";
    if (t->empty == 0 && t->sum != t->total)
        return pm_found(found, n, t->first, "%s adds up to %d", name, t->sum);
    if (t->sum + t->empty > t->total)
        return pm_found(found, n, t->first,
                        "%s has %d already, too much with %d cell%s to come", name, t->sum,
                        t->empty, plural);
    if (t->sum + t->empty * k->digits < t->total)
        return pm_found(found, n, t->first, "%s has %d, too little with %d cell%s to come",
                        name, t->sum, t->empty, plural);
    return PULMA_RIGHT;
}

/* The run whose first cell is here, walked on the board itself. */
static pulma_verdict check_run(const struct pm_kakuro *k, const int *answer, int row,
                               int column, bool down, pulma_finding *found)
{
    const struct pm_kakuro_square *before =
        pm_kakuro_square_at(k, row - down, column - !down);
    struct tally t = {.total = down ? before->down : before->across};
    int at_digit[MAX_DIGITS + 1], twice = -1;
    char name[80];
    memset(at_digit, -1, sizeof at_digit);
    for (int r = row, c = column; twice < 0 && pm_kakuro_is_open(k, r, c);
         r += down, c += !down, t.n++) {
        int place = pm_kakuro_square_at(k, r, c)->place, digit = answer[place];
        if (t.n < 16)
            t.first[t.n] = place;
        if (digit == PULMA_EMPTY) {
            t.empty++;
            continue;
        }
        if (at_digit[digit] >= 0)
            twice = place;
        else
            at_digit[digit] = place;
        t.sum += digit;
    }
    if (twice < 0 && (t.total == 0 || (t.empty == 0 && t.sum == t.total)))
        return PULMA_RIGHT;
    run_name(row, column, down, t.total, name, sizeof name);
    if (twice < 0)
        return check_sum(k, &t, name, found);
    int digit = answer[twice];
    return pm_found(found, 2, (int[]){at_digit[digit], twice}, "%s has two %cs", name,
                    pm_digit(digit));
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

/* The sets of n digits 1..max with this sum, each joined with those already chosen. */
static int add_sets(int n, int sum, int max, int chosen, int *sets)
{
    if (n == 0 || max < n || sum < sum_up_to(n) ||
        sum > sum_up_to(max) - sum_up_to(max - n))
        return n == 0 && sum == 0 ? (sets ? sets[0] = chosen, 1 : 1) : 0;
    int with = add_sets(n - 1, sum - max, max - 1, chosen | 1 << max, sets);
    return with + add_sets(n, sum, max - 1, chosen, sets ? sets + with : NULL);
}

int pm_kakuro_digit_sets(int n, int sum, int digits, int *sets)
{
    return add_sets(n, sum, digits, 0, sets);
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
 * every digit whether it occurs, and a digit (or its absence) needs a set that agrees.  On the
 * 666 boards that this was measured with, this takes a sixth of the time of a plain sum. */
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
    int sets[MAX_SETS]; /* a run of one cell has one set of one digit */
    int n = pm_kakuro_digit_sets(run->length, run->sum, digits, NULL);
    assert(n > 0 && n <= MAX_SETS);
    pm_kakuro_digit_sets(run->length, run->sum, digits, sets);
    state_sets(r, run, digits, n, sets);
}

/* The sorts of rules, for technique(). */
enum { ACROSS = 1, DOWN };

static void state_run(struct pm_rules *r, const struct pm_kakuro_run *run, int digits)
{
    char name[80];
    run_name(run->row, run->column, run->down, run->sum, name, sizeof name);
    bool too_long = run->length > digits;
    bool no_set =
        run->sum && !too_long && !pm_kakuro_digit_sets(run->length, run->sum, digits, NULL);
    if (too_long)
        pm_reason(r, "%s has %d cells, more than there are digits", name, run->length);
    else if (no_set && run->length == 1)
        pm_reason(r, "%s has a single cell, but no digit is that large", name);
    else if (no_set)
        pm_reason(r, "%s cannot be the sum of %d different digits", name, run->length);
    else if (run->length == 1)
        pm_reason(r, "%s has a single cell", name);
    else
        pm_reason(r, "%s has %d different digits", name, run->length);
    pm_reason_family(r, run->down ? "the digits of a run down differ and have its sum"
                                  : "the digits of a run across differ and have its sum");
    pm_reason_number(r, run->down ? DOWN : ACROSS);
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
        pm_reason_family(r, "digits that are given stay");
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

/* ---- Kernel ------------------------------------------------------------------------- */

bool pm_kakuro_sums(const struct pm_kakuro *k, struct pm_arena *arena, struct pm_sums *sums)
{
    size_t n = (size_t)k->run_count, listed = 0;
    for (int i = 0; i < k->run_count; i++)
        listed += (size_t)k->runs[i].length;
    uint16_t *allowed = pm_new(arena, (size_t)k->place_count, uint16_t);
    int *list = pm_new(arena, listed, int), at = 0;
    struct pm_sums_part *parts = pm_new(arena, n, struct pm_sums_part);
    struct pm_sums_rule *rules = pm_new(arena, n, struct pm_sums_rule);
    if (!allowed || !list || !parts || !rules)
        return false;
    for (int place = 0; place < k->place_count; place++) {
        int given = k->squares[k->cell_of[place]].given;
        allowed[place] = (uint16_t)(given ? 1 << given : (2 << k->digits) - 2);
    }
    for (int i = 0; i < k->run_count; i++) {
        const struct pm_kakuro_run *run = &k->runs[i];
        parts[i] = (struct pm_sums_part){at, run->length, false};
        rules[i] = (struct pm_sums_rule){i, 1, run->sum ? run->sum : PM_SUMS_ANY};
        memcpy(list + at, run->cells, (size_t)run->length * sizeof *list);
        at += run->length;
    }
    *sums = (struct pm_sums){k->digits, k->place_count, allowed,     list,
                             parts,     rules,          k->run_count};
    return true;
}

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_kakuro *k = puzzle;
    if (k->digits > PM_SUMS_MAX_DIGITS)
        return PULMA_UNAVAILABLE;
    struct pm_arena arena;
    struct pm_sums sums;
    pm_arena_init(&arena, 0);
    search->patience = PATIENT;
    pulma_status status = pm_kakuro_sums(k, &arena, &sums)
                              ? pm_sums_search(&sums, search, NULL)
                              : PULMA_NO_MEMORY;
    pm_arena_free(&arena);
    return status;
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct pm_kakuro *k = puzzle;
    int cell = k->cell_of[place],
        digit =
            pm_kakuro_square_at(k, cell / (k->columns + 1), cell % (k->columns + 1))->given;
    return digit ? digit : PULMA_EMPTY;
}

static void give(void *puzzle, int place, int value)
{
    struct pm_kakuro *k = puzzle;
    k->squares[k->cell_of[place]].given = (short)(value == PULMA_EMPTY ? 0 : value);
}

static void clues(const void *puzzle, const int *answer,
                  void (*report)(void *context, const pulma_clue *clue), void *context)
{
    const struct pm_kakuro *k = puzzle;
    const double side = 0.42; /* of the corner in which a sum stands */
    for (int i = 0; i < k->run_count; i++) {
        const struct pm_kakuro_run *run = &k->runs[i];
        if (!run->sum)
            continue;
        pulma_clue clue = {.x = run->column - !run->down + (run->down ? 0.08 : 0.49),
                           .y = run->row - run->down + (run->down ? 0.52 : 0.08),
                           .width = side,
                           .height = side,
                           .place_count = run->length,
                           .places = run->cells};
        snprintf(clue.name, sizeof clue.name, "%s %d", run->down ? "column" : "row",
                 run->down ? run->column : run->row);
        snprintf(clue.text, sizeof clue.text, "%d", run->sum);
        pm_clue_left(&clue, run->sum, k->digits, false, answer);
        report(context, &clue);
    }
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
                                s->given ? PM_PRINTED : PM_ANSWER,
                                (char[]){pm_digit(digit), 0});
            pm_picture_place(p, -1);
        }
    pm_picture_grid(p, 0, 0, k->rows + 1, k->columns + 1);
    if (k->digits != 9)
        pm_draw_note(p, k->columns + 1, k->rows + 1.5, "digits 1 to %d", k->digits);
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_kakuro *board = puzzle;
    const struct pm_kakuro_square *square = pm_kakuro_square_at(board, row + 1, column + 1);
    int given = square->given > 0 ? square->given : PULMA_EMPTY;
    int value = given != PULMA_EMPTY     ? given
                : answer && square->open ? answer[square->place]
                                         : PULMA_EMPTY;
    char digit[12];
    snprintf(digit, sizeof digit, "%d", value);
    if (!square->open)
        snprintf(text, size, "black");
    else
        pm_words_entry(answer, given, value, digit, text, size);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_kakuro *board = puzzle;
    pm_words_size(board->rows, board->columns, out);
    if (board->digits != 9)
        pm_out_f(out, "Digits go from 1 to %d.\n", board->digits);
    for (int i = 0; i < board->run_count; i++) {
        const struct pm_kakuro_run *run = &board->runs[i];
        int first = run->down ? run->row : run->column, last = first + run->length - 1;
        pm_out_f(out, "%s %d, %s%s %d", run->down ? "Column" : "Row",
                 run->down ? run->column : run->row, run->down ? "row" : "column",
                 run->length > 1 ? "s" : "", first);
        if (run->length > 1)
            pm_out_f(out, " to %d", last);
        if (run->sum > 0)
            pm_out_f(out, ": sum %d.\n", run->sum);
        else
            pm_out_text(out, ": sum unknown.\n");
    }
    pm_words_rows(board, answer, board->rows, board->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

static const char *technique(const void *puzzle, const struct pm_step *step)
{
    (void)puzzle;
    int across = pm_step_count(step, ACROSS), down = pm_step_count(step, DOWN);
    if (across + down < step->reason_count)
        return NULL;
    if (across > 0 && down > 0)
        return "crossing sets";
    const pulma_fact *facts = step->facts;
    int known = 0;
    for (int i = 0; i < step->fact_count; i++)
        known += facts[i].holds;
    if (known == step->fact_count && known == step->reasons[0].place_count - 1)
        return "last cell of a run";
    return step->fact_count == 0 ? "only sets for a sum" : "sets that are left for a sum";
}

const struct pm_kind pm_kind_kakuro = {
    .name = "kakuro",
    .title = "Kakuro (Cross Sums)",
    .rules = "Fill the open cells with digits from 1 to 9.\n"
             "The digits of a run, across or down, are all different.\n"
             "The number in front of a run is the sum of its digits.\n",
    .read = read,
    .write = write,
    .notations = pm_kakuro_notations,
    .line_notations = (const char *const[]){"puzz.link", NULL},
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
    .technique = technique,
    .levels = {PM_LARGEST_SHARE, 1.18, 1.28, 4},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .given = given,
    .give = give,
    .clues = clues,
    .invent = pm_kakuro_invent,
    .kernel = kernel,
};
