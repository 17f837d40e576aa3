/* Sudoku, with optional parts that combine freely.
 *
 * Rules.  Fill the board so that every row, every column and every box holds each digit once.
 * Boxes may be rectangles or regions of any shape (jigsaw).  Optional: both diagonals hold
 * each digit once (sudoku-x); marked cells hold an odd or an even digit; the digits of a cage
 * add up to its sum and, unless repeats are allowed, no cage holds a digit twice (killer).
 *
 * Notation.  The grid has a digit or a dot for each cell: 1 to 9, then A to P, up to 25 x 25.
 * Frames and blanks may stand between; it may be one long line; numbers beyond 9 may be
 * written out where blanks separate them.  Everything else is optional: `boxes: ROWSxCOLUMNS`
 * of one box where the shape is unusual, `diagonals: yes`, a grid of letters `regions:`, a grid
 * `parity:` of o, e and dots, and for a killer a grid `cages:` in which equal letters
 * side by side are a cage (a letter may come back elsewhere; a dot is in no cage), with `sums:`
 * in the order in which the eye meets the cages, row by row.  `repeats: yes` lets cages hold a
 * digit twice.  The grid may be left out if nothing is given.
 *
 *     sudoku              sudoku
 *     ..2.                diagonals: yes
 *     4...                cages:
 *     ...1                aabb
 *     .3..                accb
 *                         ddce
 *                         ffee
 *                         sums: 8 7 9 4 6 6
 *
 * Cages whose cells do not touch are written one a line: `17: r1c1 r2c2`.  An answer is the
 * grid filled.
 *
 * Origin: Number Place, Dell Magazines 1979, after Euler's Latin squares; killer, X and
 * odd-even variants as in Lampainen's thesis (2024), Section 6. */
#include "puzzles/sudoku/sudoku.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "kernels/sums/killer.h"
#include "puzzles/words.h"

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    const struct pm_sudoku *s = puzzle;
    return s->size * s->size;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)place;
    return (struct pm_range){1, ((const struct pm_sudoku *)puzzle)->size};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    pm_grid_place_name(((const struct pm_sudoku *)puzzle)->size, place, name, size);
}

/* ---- Answers ----------------------------------------------------------------------- */

static int answer_value(const void *puzzle, int place, int c)
{
    (void)place;
    int value = pm_digit_value(c);
    return value <= ((const struct pm_sudoku *)puzzle)->size ? value : -1;
}

/* The first loop, without a table, is done in vectors: lists are long. */
static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const int size = ((const struct pm_sudoku *)puzzle)->size;
    char signs[PM_SUDOKU_CELLS], text[PM_SUDOKU_MAX * (PM_SUDOKU_MAX + 1)], *to = text;
    int most = 0;
    for (int i = 0; i < size * size; i++) {
        const int value = answer[i], letter = value > 9 ? 'A' - 10 - '0' : 0;
        signs[i] = (char)(value <= 0 ? '.' : '0' + value + letter);
        most = value > most ? value : most;
    }
    assert(most <= PM_SUDOKU_MAX);
    for (int row = 0; row < size; row++) {
        memcpy(to, signs + row * size, (size_t)size);
        to += size;
        *to++ = '\n';
    }
    pm_out_bytes(out, text, (size_t)(to - text));
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    return pm_grid_read(t, s->size, s->size, answer_value, s, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* Looks for a digit that stands twice among n cells; `pair` gets where. */
static int digit_twice(const int *answer, int n, const int *cells, int pair[2])
{
    uint32_t seen = 0;
    for (int i = 0; i < n; i++) {
        int value = answer[cells[i]], first = 0;
        if (value == PULMA_EMPTY)
            continue;
        if (seen >> value & 1) {
            while (answer[cells[first]] != value)
                first++;
            pair[0] = cells[first];
            pair[1] = cells[i];
            return value;
        }
        seen |= UINT32_C(1) << value;
    }
    return 0;
}

/* Whether every row, column and region holds every digit, as in an answer that is right: all of
 * them in one pass.  If not, the functions below tell which digit stands twice where. */
static bool houses_are_full(const struct pm_sudoku *s, const int *answer)
{
    const uint32_t full = (UINT32_C(2) << s->size) - 2; /* an empty cell sets bit 31 */
    uint32_t columns[PM_SUDOKU_MAX] = {0}, regions[PM_SUDOKU_MAX] = {0}, in_all = full;
    for (int row = 0, cell = 0; row < s->size; row++) {
        uint32_t in_row = 0;
        for (int column = 0; column < s->size; column++, cell++) {
            uint32_t digit = UINT32_C(1) << (answer[cell] & 31);
            in_row |= digit;
            columns[column] |= digit;
            regions[s->region[cell]] |= digit;
        }
        in_all &= in_row;
    }
    for (int i = 0; i < s->size; i++)
        in_all &= columns[i] & regions[i];
    return in_all == full;
}

/* Bit d - 1 for the digit d, moved up by `shift`: a float with that exponent, since vectors of every machine
 * can make these.  An empty cell gets the second bit below, or none. */
static uint32_t digit_bit(int digit, int shift)
{
    const uint32_t bits = (uint32_t)(digit - 1 + shift + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return (uint32_t)(int)power;
}

/* The same for a board of 9 x 9 with boxes, whose values are 1 to 9, or empty cells.  A word has cells of all
 * three bands, nine bits each and two between them that mean nothing. */
static bool usual_houses_are_full(const int *answer)
{
    enum { BAND = 27, DIGITS = 0x1FF, WIDTH = 11 };
    const uint32_t full = DIGITS | DIGITS << WIDTH | DIGITS << 2 * WIDTH;
    uint32_t cell[BAND], column[9], in_all = full, in_columns = DIGITS;
    for (int i = 0; i < BAND; i++)
        cell[i] = digit_bit(answer[i], 0) | digit_bit(answer[BAND + i], WIDTH) |
                  digit_bit(answer[2 * BAND + i], 2 * WIDTH);
    for (const uint32_t *row = cell; row < cell + BAND; row += 9)
        in_all &=
            row[0] | row[1] | row[2] | row[3] | row[4] | row[5] | row[6] | row[7] | row[8];
    for (int i = 0; i < 9; i++)
        column[i] = cell[i] | cell[9 + i] | cell[18 + i]; /* of each box */
    for (int i = 0; i < 9; i += 3)
        in_all &= column[i] | column[i + 1] | column[i + 2];
    for (int i = 0; i < 9; i++)
        in_columns &= column[i] | column[i] >> WIDTH | column[i] >> 2 * WIDTH;
    return in_all == full && in_columns == DIGITS;
}

static pulma_verdict check_lines(const struct pm_sudoku *s, const int *answer,
                                 pulma_finding *found)
{
    int n = s->size, pair[2];
    for (int line = 0; line < n; line++) {
        int row[PM_SUDOKU_MAX], column[PM_SUDOKU_MAX], digit;
        for (int i = 0; i < n; i++) {
            row[i] = line * n + i;
            column[i] = i * n + line;
        }
        if ((digit = digit_twice(answer, n, row, pair)))
            return pm_found(found, 2, pair, "row %d has two %cs", line + 1,
                            pm_sudoku_char(digit));
        if ((digit = digit_twice(answer, n, column, pair)))
            return pm_found(found, 2, pair, "column %d has two %cs", line + 1,
                            pm_sudoku_char(digit));
    }
    return PULMA_RIGHT;
}

static pulma_verdict check_diagonals(const struct pm_sudoku *s, const int *answer,
                                     pulma_finding *found)
{
    int n = s->size, pair[2], falling[PM_SUDOKU_MAX], rising[PM_SUDOKU_MAX], digit;
    for (int i = 0; i < n; i++) {
        falling[i] = i * n + i;
        rising[i] = i * n + n - 1 - i;
    }
    if ((digit = digit_twice(answer, n, falling, pair)))
        return pm_found(found, 2, pair, "the falling diagonal has two %cs",
                        pm_sudoku_char(digit));
    if ((digit = digit_twice(answer, n, rising, pair)))
        return pm_found(found, 2, pair, "the rising diagonal has two %cs",
                        pm_sudoku_char(digit));
    return PULMA_RIGHT;
}

static pulma_verdict check_regions(const struct pm_sudoku *s, const int *answer,
                                   pulma_finding *found)
{
    int all[PM_SUDOKU_MAX][PM_SUDOKU_MAX], n[PM_SUDOKU_MAX] = {0};
    for (int i = 0; i < s->size * s->size; i++)
        all[s->region[i]][n[s->region[i]]++] = i;
    for (int k = 0; k < s->size; k++) {
        int *cells = all[k], pair[2], digit = digit_twice(answer, n[k], cells, pair);
        if (digit)
            return pm_found(found, 2, pair, "the %s at row %d, column %d has two %cs",
                            s->box_rows ? "box" : "region", cells[0] / s->size + 1,
                            cells[0] % s->size + 1, pm_sudoku_char(digit));
    }
    return PULMA_RIGHT;
}

/* Whether the cells keep to what they are given, none of it empty, and are odd or even; without a way out
 * of the loop it is done in vectors.  If not, the function below tells which one, if any. */
static bool cells_fit(const struct pm_sudoku *s, const int *answer)
{
    const int *given = s->given, *parity = s->parity, n = s->size * s->size;
    int bad = 0, marks = 0;
#pragma GCC unroll 4
    for (int i = 0; i < n; i++) {
        bad |= given[i] & -(answer[i] != given[i]);
        marks |= parity[i];
    }
    for (int i = 0; marks && i < n; i++) {
        const int marked = (parity[i] | parity[i] >> 1) & 1; /* odd is 1, even is 2 */
        bad |= -(answer[i] != PULMA_EMPTY) & marked & (answer[i] ^ parity[i]);
    }
    return !bad;
}

static pulma_verdict check_cells(const struct pm_sudoku *s, const int *answer,
                                 pulma_finding *found)
{
    for (int i = 0; i < s->size * s->size; i++) {
        bool given = s->given[i] == 0 || answer[i] == s->given[i];
        bool odd = s->parity[i] != PM_ODD || answer[i] % 2 == 1;
        bool even = s->parity[i] != PM_EVEN || answer[i] % 2 == 0;
        if (answer[i] == PULMA_EMPTY || (given & odd & even))
            continue;
        int row = i / s->size + 1, column = i % s->size + 1;
        if (!given)
            return pm_found(found, 1, &i, "row %d, column %d must keep the given %c", row,
                            column, pm_sudoku_char(s->given[i]));
        return pm_found(found, 1, &i, "row %d, column %d must be %s", row, column,
                        odd ? "even" : "odd");
    }
    return PULMA_RIGHT;
}

/* Where a cage is: by its first cell, or, if it shares cells with others, by all of them. */
static void say_where(const struct pm_sudoku *s, int cage, int n, const int *cells,
                      char *text, size_t size)
{
    struct pm_out all = {0};
    if (cage >= s->cage_count)
        pm_words_places(&pm_kind_sudoku, s, n, cells, &all);
    if (all.data && !all.failed)
        snprintf(text, size, "of %s", all.data);
    else
        snprintf(text, size, "at row %d, column %d", cells[0] / s->size + 1,
                 cells[0] % s->size + 1);
    pm_out_free(&all);
}

static pulma_verdict check_cage(const struct pm_sudoku *s, int cage, const int *answer,
                                pulma_finding *found)
{
    int cells[PM_SUDOKU_CELLS], n = pm_sudoku_cage_cells(s, cage, cells);
    int empty = 0, sum = 0, pair[2];
    const int wanted = pm_sudoku_cage_sum(s, cage);
    for (int i = 0; i < n; i++) {
        empty += answer[cells[i]] == PULMA_EMPTY;
        sum += answer[cells[i]] == PULMA_EMPTY ? 0 : answer[cells[i]];
    }
    char where[200], name[240];
    say_where(s, cage, n, cells, where, sizeof where);
    snprintf(name, sizeof name, "the cage of sum %d %s", wanted, where);
    int digit = s->repeats ? 0 : digit_twice(answer, n, cells, pair);
    if (digit)
        return pm_found(found, 2, pair, "%s has two %cs", name, pm_sudoku_char(digit));
    if (empty == 0 && sum != wanted)
        return pm_found(found, n, cells, "%s adds up to %d", name, sum);
    if (sum + empty > wanted)
        return pm_found(found, n, cells, "%s has %d already", name, sum);
    if (sum + empty * s->size < wanted)
        return pm_found(found, n, cells, "%s cannot be reached any more", name);
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_sudoku *s = puzzle;
    if (!cells_fit(s, answer) && check_cells(s, answer, found))
        return PULMA_WRONG;
    const bool usual = s->size == 9 && s->box_rows == 3;
    const bool full = usual ? usual_houses_are_full(answer) : houses_are_full(s, answer);
    if (!full && (check_lines(s, answer, found) || check_regions(s, answer, found)))
        return PULMA_WRONG;
    if (s->diagonals && check_diagonals(s, answer, found))
        return PULMA_WRONG;
    for (int cage = 0; cage < pm_sudoku_cages(s); cage++)
        if (check_cage(s, cage, answer, found))
            return PULMA_WRONG;
    return full ? PULMA_RIGHT : pm_found_nothing(s->size * s->size, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

static void state_cells(const struct pm_sudoku *s, struct pm_rules *r)
{
    for (int i = 0; i < s->size * s->size; i++) {
        int row = i / s->size + 1, column = i % s->size + 1;
        if (s->given[i]) {
            pm_reason(r, "row %d, column %d holds the given %c", row, column,
                      pm_sudoku_char(s->given[i]));
            pm_reason_family(r, "digits that are given stay");
            pm_reason_place(r, i);
            pm_fix(r, i, s->given[i]);
        }
        /* A mark on a given that fits it says nothing more. */
        if (s->parity[i] == PM_ANY_PARITY ||
            (s->given[i] && s->given[i] % 2 == s->parity[i] % 2))
            continue;
        pm_reason(r, "row %d, column %d is %s", row, column,
                  s->parity[i] == PM_ODD ? "odd" : "even");
        pm_reason_family(r, "marked cells are odd or even");
        pm_reason_place(r, i);
        for (int digit = s->parity[i] == PM_ODD ? 2 : 1; digit <= s->size; digit += 2)
            PM_CLAUSE(r, -pm_is(r, i, digit));
    }
}

/* That a cell holds something is a rule of its own only where steps are counted. */
static void state_values(const struct pm_sudoku *s, struct pm_rules *r)
{
    for (int i = 0; i < s->size * s->size && pm_stepwise(r); i++) {
        pm_reason(r, "row %d, column %d holds one digit", i / s->size + 1, i % s->size + 1);
        pm_reason_number(r, pm_sudoku_rule_number(PM_SUDOKU_CELL, i, 0));
        pm_reason_grade(r, PM_SUDOKU_GRADE_CELL);
        pm_reason_place(r, i);
        pm_one_value(r, i);
    }
}

/* One rule, or, step by step, one for each digit. */
static void state_house(const struct pm_sudoku *s, struct pm_rules *r, const int *cells,
                        enum pm_sudoku_rule rule, int index, const char *name)
{
    static const char *const house[] = {
        [PM_SUDOKU_ROW] = "every row holds each digit once",
        [PM_SUDOKU_COLUMN] = "every column holds each digit once",
        [PM_SUDOKU_REGION] = "every box holds each digit once",
        [PM_SUDOKU_DIAGONAL] = "both diagonals hold each digit once"};
    if (!pm_stepwise(r)) {
        pm_reason(r, "%s holds each digit once", name);
        pm_reason_family(r, house[rule]);
        pm_reason_places(r, s->size, cells);
        pm_all_different(r, s->size, cells);
        return;
    }
    for (int digit = 1; digit <= s->size; digit++) {
        pm_lit is[PM_SUDOKU_MAX];
        for (int i = 0; i < s->size; i++)
            is[i] = pm_is(r, cells[i], digit);
        pm_reason(r, "%s holds one %c", name, pm_sudoku_char(digit));
        pm_reason_number(r, pm_sudoku_rule_number(rule, index, digit));
        pm_reason_grade(r, rule == PM_SUDOKU_REGION ? 0 : PM_SUDOKU_GRADE_LINE);
        pm_reason_places(r, s->size, cells);
        pm_count(r, s->size, is, PM_EQUAL, 1);
    }
}

static void state_lines(const struct pm_sudoku *s, struct pm_rules *r)
{
    int n = s->size, cells[PM_SUDOKU_MAX];
    char name[40];
    for (int row = 0; row < n; row++) {
        for (int i = 0; i < n; i++)
            cells[i] = row * n + i;
        snprintf(name, sizeof name, "row %d", row + 1);
        state_house(s, r, cells, PM_SUDOKU_ROW, row, name);
    }
    for (int column = 0; column < n; column++) {
        for (int i = 0; i < n; i++)
            cells[i] = i * n + column;
        snprintf(name, sizeof name, "column %d", column + 1);
        state_house(s, r, cells, PM_SUDOKU_COLUMN, column, name);
    }
}

static void state_regions(const struct pm_sudoku *s, struct pm_rules *r)
{
    int n = s->size, members[PM_SUDOKU_MAX] = {0};
    int cells[PM_SUDOKU_MAX][PM_SUDOKU_MAX];
    for (int i = 0; i < n * n; i++)
        cells[s->region[i]][members[s->region[i]]++] = i;
    for (int k = 0; k < n; k++) {
        char name[60];
        snprintf(name, sizeof name, "the %s at row %d, column %d",
                 s->box_rows ? "box" : "region", cells[k][0] / n + 1, cells[k][0] % n + 1);
        state_house(s, r, cells[k], PM_SUDOKU_REGION, k, name);
    }
}

static void state_diagonals(const struct pm_sudoku *s, struct pm_rules *r)
{
    int n = s->size, falling[PM_SUDOKU_MAX], rising[PM_SUDOKU_MAX];
    for (int i = 0; i < n; i++) {
        falling[i] = i * (n + 1);
        rising[i] = (i + 1) * (n - 1);
    }
    state_house(s, r, falling, PM_SUDOKU_DIAGONAL, 0, "the falling diagonal");
    state_house(s, r, rising, PM_SUDOKU_DIAGONAL, 1, "the rising diagonal");
}

/* Sets of digits with a given size and sum, as bit masks (bit d is digit d). */
enum { MAX_SETS = 64 };

struct digit_sets {
    uint32_t set[MAX_SETS];
    int n;
    bool too_many;
};

/* Recursion is as deep as the set has digits, at most 25. */
static void find_sets(struct digit_sets *sets, uint32_t chosen, int first, int size,
                      int more, int sum)
{
    if (sets->too_many)
        return;
    if (more == 0) {
        if (sum != 0)
            return;
        if (sets->n == MAX_SETS)
            sets->too_many = true;
        else
            sets->set[sets->n++] = chosen;
        return;
    }
    for (int d = first; d <= size - more + 1; d++) {
        int least = more * (2 * d + more - 1) / 2; /* d, d + 1, ... */
        int most = d + (more - 1) * (2 * size - more + 2) / 2;
        if (least > sum)
            return;
        if (most >= sum)
            find_sets(sets, chosen | UINT32_C(1) << d, d + 1, size, more - 1, sum - d);
    }
}

/* A cage of different digits: which digits it holds is one of a few sets, or, where they are
 * many, a weighted sum over the digits that it holds. */
static void state_set_cage(const struct pm_sudoku *s, struct pm_rules *r, int n,
                           const int *cells, int sum)
{
    pm_lit holds[PM_SUDOKU_MAX + 1], any[PM_SUDOKU_CELLS];
    for (int d = 1; d <= s->size; d++) {
        for (int i = 0; i < n; i++)
            any[i] = pm_is(r, cells[i], d);
        holds[d] = pm_or(r, n, any);
    }
    struct digit_sets sets = {.n = 0};
    find_sets(&sets, 0, 1, s->size, n, sum);
    if (sets.too_many) {
        int weights[PM_SUDOKU_MAX];
        for (int d = 1; d <= s->size; d++)
            weights[d - 1] = d;
        pm_sum(r, s->size, holds + 1, weights, PM_EQUAL, sum);
        return;
    }
    pm_lit choice[MAX_SETS];
    for (int k = 0; k < sets.n; k++) {
        choice[k] = sets.n == 1 ? PM_TRUE : pm_new_lit(r);
        for (int d = 1; d <= s->size; d++)
            PM_CLAUSE(r, -choice[k], sets.set[k] >> d & 1 ? holds[d] : -holds[d]);
    }
    pm_clause(r, sets.n, choice);
}

/* The sum over the values that cells may have, without order literals, which are not the cage's
 * own. */
static void state_cage_values(const struct pm_sudoku *s, struct pm_rules *r, int n,
                              const int *cells, int sum)
{
    pm_lit lits[PM_SUDOKU_CELLS * PM_SUDOKU_MAX];
    int weights[PM_SUDOKU_CELLS * PM_SUDOKU_MAX], count = 0;
    for (int i = 0; i < n; i++)
        for (int digit = 1; digit <= s->size; digit++) {
            lits[count] = pm_is(r, cells[i], digit);
            weights[count++] = digit;
        }
    pm_sum(r, count, lits, weights, PM_EQUAL, sum);
}

static void state_cages(const struct pm_sudoku *s, struct pm_rules *r)
{
    int ones[PM_SUDOKU_CELLS];
    for (int i = 0; i < s->size * s->size; i++)
        ones[i] = 1;
    for (int cage = 0; cage < pm_sudoku_cages(s); cage++) {
        int cells[PM_SUDOKU_CELLS], n = pm_sudoku_cage_cells(s, cage, cells);
        const int sum = pm_sudoku_cage_sum(s, cage);
        char where[200];
        say_where(s, cage, n, cells, where, sizeof where);
        pm_reason(r, "the cage %s has sum %d", where, sum);
        pm_reason_number(r, pm_sudoku_rule_number(PM_SUDOKU_CAGE, cage, 0));
        pm_reason_family(r, "every cage has its sum, of different digits");
        pm_reason_places(r, n, cells);
        for (int i = 0; i < n; i++)
            pm_one_value(r, cells[i]); /* a cage alone would conclude little */
        if (n == 1) {
            pm_fix(r, cells[0], sum);
        } else if (s->repeats && pm_stepwise(r)) {
            state_cage_values(s, r, n, cells, sum);
        } else if (s->repeats) {
            pm_sum_numbers(r, n, cells, ones, PM_EQUAL, sum);
        } else {
            pm_all_different(r, n, cells);
            state_set_cage(s, r, n, cells, sum);
        }
    }
}

/* Some neighbouring rows or columns, or one region.  Since each house adds up to the same, the
 * cages that lie inside tell the sum of the cells that are left over, and the cages that
 * cover all of it tell the sum of the cells that stick out. */
struct stretch {
    enum { ROWS, COLUMNS, REGION } what;
    int from, to;
};

static bool in_stretch(const struct pm_sudoku *s, const struct stretch *stretch, int cell)
{
    int house = stretch->what == ROWS      ? cell / s->size
                : stretch->what == COLUMNS ? cell % s->size
                                           : s->region[cell];
    return stretch->from <= house && house <= stretch->to;
}

/* The cells that are left over inside (or, with `out`, those that stick out) and their sum; 0
 * cells if nothing is known of them. */
static int rest_of(const struct pm_sudoku *s, const struct stretch *stretch, bool out,
                   int *rest, int *sum)
{
    int cells = s->size * s->size, n = 0, inside[PM_SUDOKU_CELLS] = {0};
    int outside[PM_SUDOKU_CELLS] = {0};
    for (int i = 0; i < cells; i++)
        if (s->cage[i] >= 0)
            (in_stretch(s, stretch, i) ? inside : outside)[s->cage[i]]++;
        else if (out && in_stretch(s, stretch, i))
            return 0; /* not covered by cages */
    *sum = (stretch->to - stretch->from + 1) * s->size * (s->size + 1) / 2;
    for (int cage = 0; cage < s->cage_count; cage++)
        if (inside[cage] && (out || !outside[cage]))
            *sum -= s->sum[cage];
    *sum = out ? -*sum : *sum;
    for (int i = 0; i < cells; i++) {
        int cage = s->cage[i];
        bool whole = cage >= 0 && !outside[cage], here = in_stretch(s, stretch, i);
        if (out ? !here && cage >= 0 && inside[cage] : here && !whole)
            rest[n++] = i;
    }
    return n;
}

static void state_rest(const struct pm_sudoku *s, struct pm_rules *r,
                       const struct stretch *stretch)
{
    static const int ones[] = {1, 1, 1};
    int rest[PM_SUDOKU_CELLS], sum;
    for (int out = 0; out < 2; out++) {
        int n = rest_of(s, stretch, out, rest, &sum);
        if (n == 0)
            continue;
        if (n < s->size && !out && stretch->from == stretch->to)
            state_set_cage(s, r, n, rest, sum); /* inside one house all are different */
        else if (n <= 3)
            pm_sum_numbers(r, n, rest, ones, PM_EQUAL, sum);
    }
}

/* What follows from houses and cages together, up to four rows or columns; it halves the time
 * for hard killers. */
static void state_rests(const struct pm_sudoku *s, struct pm_rules *r)
{
    pm_reason(r, "what the cages leave over");
    for (int from = 0; from < s->size; from++) {
        state_rest(s, r, &(struct stretch){REGION, from, from});
        for (int to = from; to < s->size && to < from + 4; to++) {
            state_rest(s, r, &(struct stretch){ROWS, from, to});
            state_rest(s, r, &(struct stretch){COLUMNS, from, to});
        }
    }
}

/* What cages stick out of a house, or leave over of two lines, is looked for when nothing
 * simpler does; what they leave over of one house is as a further cage. */
enum { PRICE_REST = 3 };

/* The rule of 45 as a person uses it: one house, or two lines side by side, and few cells. */
static void explain_rest(const struct pm_sudoku *s, struct pm_rules *r,
                         const struct stretch *stretch, const char *name)
{
    enum { MAX_REST = 5 };
    bool one = stretch->from == stretch->to;
    for (int out = 0; out < 2; out++) {
        int rest[PM_SUDOKU_CELLS], sum, n = rest_of(s, stretch, out, rest, &sum);
        int lines = stretch->to - stretch->from + 1;
        if (n == 0 || n > MAX_REST || (!out && n == lines * s->size)) /* no cage inside */
            continue;
        struct pm_out cells = {0};
        pm_words_places(&pm_kind_sudoku, s, n, rest, &cells);
        pm_reason(r, "%s add%s up to %d: what %s, %s, has sum %d", name, one ? "s" : "",
                  lines * s->size * (s->size + 1) / 2,
                  out   ? one ? "sticks out of it" : "sticks out of them"
                  : one ? "its cages leave over"
                        : "their cages leave over",
                  cells.failed ? "" : cells.data, sum);
        pm_out_free(&cells);
        pm_reason_number(r, pm_sudoku_rule_number(out ? PM_SUDOKU_OUTIES : PM_SUDOKU_INNIES,
                                                  rest[0], n));
        pm_reason_sums_up(r, one && !out ? 1 : PRICE_REST);
        pm_reason_places(r, n, rest);
        for (int i = 0; i < n; i++)
            pm_one_value(r, rest[i]);
        if (n == 1)
            pm_fix(r, rest[0], sum);
        if (n > 1 && one && !out) {
            pm_all_different(r, n, rest);
            state_set_cage(s, r, n, rest, sum);
        } else if (n > 1) {
            state_cage_values(s, r, n, rest, sum);
        }
    }
}

static void explain_rests(const struct pm_sudoku *s, struct pm_rules *r)
{
    for (int k = 0; k < s->size; k++) {
        char name[60];
        int first = 0;
        while (s->region[first] != k)
            first++;
        snprintf(name, sizeof name, "the %s at row %d, column %d",
                 s->box_rows ? "box" : "region", first / s->size + 1, first % s->size + 1);
        explain_rest(s, r, &(struct stretch){REGION, k, k}, name);
        snprintf(name, sizeof name, "row %d", k + 1);
        explain_rest(s, r, &(struct stretch){ROWS, k, k}, name);
        snprintf(name, sizeof name, "column %d", k + 1);
        explain_rest(s, r, &(struct stretch){COLUMNS, k, k}, name);
        if (k + 1 == s->size)
            break;
        snprintf(name, sizeof name, "rows %d and %d", k + 1, k + 2);
        explain_rest(s, r, &(struct stretch){ROWS, k, k + 1}, name);
        snprintf(name, sizeof name, "columns %d and %d", k + 1, k + 2);
        explain_rest(s, r, &(struct stretch){COLUMNS, k, k + 1}, name);
    }
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_sudoku *s = puzzle;
    state_cells(s, r);
    state_values(s, r);
    state_lines(s, r);
    state_regions(s, r);
    if (s->diagonals)
        state_diagonals(s, r);
    state_cages(s, r);
    if (s->cage_count > 0 && pm_stepwise(r))
        explain_rests(s, r);
    else if (s->cage_count > 0 && !pm_explaining(r))
        state_rests(s, r);
}

/* ---- Data for the models ------------------------------------------------------------- */

/* A square table; values that are `none` are left to the model's default. */
static void put_table(struct pm_out *out, const char *name, const struct pm_sudoku *s,
                      const int *values_of, int offset, int none)
{
    pm_out_f(out, "param %s :", name);
    for (int column = 1; column <= s->size; column++)
        pm_out_f(out, "%3d", column);
    pm_out_text(out, " :=");
    for (int i = 0; i < s->size * s->size; i++) {
        if (i % s->size == 0)
            pm_out_f(out, "\n%*d", (int)strlen(name) + 7, i / s->size + 1);
        if (values_of[i] == none)
            pm_out_text(out, "  .");
        else
            pm_out_f(out, "%3d", values_of[i] + offset);
    }
    pm_out_text(out, ";\n");
}

/* The cells of cages that lie over others. */
static void put_also(struct pm_out *out, const struct pm_sudoku *s)
{
    if (s->over_count == 0)
        return;
    pm_out_text(out, "param also :=");
    for (int k = 0; k < s->over_count; k++) {
        const struct pm_sudoku_cage *cage = &s->over[k];
        pm_out_char(out, '\n');
        for (int i = 0; i < cage->count; i++)
            pm_out_f(out, "  [%d,%d,%d] 1", s->cage_count + k + 1,
                     cage->cells[i] / s->size + 1, cage->cells[i] % s->size + 1);
    }
    pm_out_text(out, ";\n");
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_sudoku *s = puzzle;
    pm_out_f(out, "data;\nparam n := %d;\n", s->size);
    put_table(out, "region", s, s->region, 1, -1);
    if (pm_sudoku_has_givens(s))
        put_table(out, "given", s, s->given, 0, 0);
    if (s->diagonals)
        pm_out_text(out, "param diagonals := 1;\n");
    if (pm_sudoku_has_parity(s))
        put_table(out, "parity", s, s->parity, 0, PM_ANY_PARITY);
    if (s->cage_count > 0) {
        pm_out_f(out, "param cages := %d;\n", pm_sudoku_cages(s));
        put_table(out, "cage", s, s->cage, 1, -1);
        put_also(out, s);
        pm_out_text(out, "param total :=");
        for (int cage = 0; cage < pm_sudoku_cages(s); cage++)
            pm_out_f(out, "%s%d %d", cage % 10 ? "  " : "\n  ", cage + 1,
                     pm_sudoku_cage_sum(s, cage));
        pm_out_text(out, ";\n");
        if (s->repeats)
            pm_out_text(out, "param repeats := 1;\n");
    }
    pm_out_text(out, "end;\n");
}

/* ---- Kernel -------------------------------------------------------------------------- */

static pulma_status search_cages(const struct pm_sudoku *s, struct pm_search *search)
{
    if (s->size > PM_SUMS_MAX_DIGITS || s->over_count > 0)
        return PULMA_UNAVAILABLE;
    uint16_t allowed[PM_SUMS_MAX_DIGITS * PM_SUMS_MAX_DIGITS];
    for (int i = 0; i < s->size * s->size; i++) {
        unsigned parity = s->parity[i] == PM_ODD    ? 0xaaaa
                          : s->parity[i] == PM_EVEN ? 0x5555
                                                    : 0xffff;
        unsigned digits = s->given[i] ? 1u << s->given[i] : (2u << s->size) - 2;
        allowed[i] = (uint16_t)(digits & parity);
    }
    const struct pm_killer board = {.size = s->size,
                                    .region = s->region,
                                    .boxes = s->size == PM_SUMS_MAX_DIGITS &&
                                             pm_sudoku_has_usual_boxes(s),
                                    .diagonals = s->diagonals,
                                    .repeats = s->repeats,
                                    .allowed = allowed,
                                    .cage = s->cage,
                                    .cage_count = s->cage_count,
                                    .sum = s->sum};
    return pm_killer_search(&board, search);
}

/* As long as the search gets on; the rest is left to the rules. */
static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_sudoku *s = puzzle;
    if (s->cage_count > 0)
        return search_cages(s, search);
    /* A guess costs more on a large board, and the rules get on better there. */
    search->patience = s->size <= 9 ? 20000 : s->size <= 16 ? 2000 : 200;
    return pm_sudoku_search(s, search);
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct pm_sudoku *s = puzzle;
    return s->given[place] ? s->given[place] : PULMA_EMPTY;
}

static void give(void *puzzle, int place, int value)
{
    struct pm_sudoku *s = puzzle;
    s->given[place] = value == PULMA_EMPTY ? 0 : value;
}

/* ---- Drawing ------------------------------------------------------------------------- */

/* A layer of cages that share no cell. */
struct layer {
    int size;
    const int *cage; /* of each cell; -1: none */
    double inset;    /* how far inside its cells the outline of a cage runs */
};

static int cage_at(const struct layer *l, int row, int column)
{
    bool outside = row < 0 || column < 0 || row >= l->size || column >= l->size;
    return outside ? -1 : l->cage[row * l->size + column];
}

/* The outline along one line of cells, on the side that `side` (-1 or 1) tells: stretches of
 * cells of one cage whose neighbour there is of another.  A stretch ends before the corner
 * where the cage ends, and goes on beyond it where the cage turns round the corner. */
static void draw_cage_sides(const struct layer *l, int line, int side, bool upright,
                            struct pm_picture *p)
{
    int row = upright ? 0 : line, column = upright ? line : 0;
    int down = upright, right = !upright; /* along the line */
    for (int i = 0; i < l->size; i++) {
        int r = row + i * down, c = column + i * right, cage = cage_at(l, r, c), from = i;
        if (cage < 0 || cage_at(l, r + side * right, c + side * down) == cage)
            continue;
        bool before = cage_at(l, r - down, c - right) == cage, after;
        for (;; i++) {
            r = row + (i + 1) * down;
            c = column + (i + 1) * right;
            after = cage_at(l, r, c) == cage;
            if (!after || cage_at(l, r + side * right, c + side * down) == cage)
                break;
        }
        double a = from + (before ? -l->inset : l->inset);
        double b = i + 1 + (after ? l->inset : -l->inset);
        double across = side < 0 ? line + l->inset : line + 1 - l->inset;
        if (upright)
            pm_picture_dashes(p, across, a, across, b, PM_THIN, PM_INK);
        else
            pm_picture_dashes(p, a, across, b, across, PM_THIN, PM_INK);
    }
}

static void draw_outlines(const struct layer *l, struct pm_picture *p)
{
    for (int line = 0; line < l->size; line++)
        for (int k = 0; k < 4; k++)
            draw_cage_sides(l, line, k % 2 ? 1 : -1, k / 2, p);
}

/* A sum stands in the upper left corner of its cage's first cell; where another has that corner, in
 * the next free one of the cage's cells.  `taken`: how many corners of each cell are. */
struct sum_spot {
    char text[16];
    double x, y, width, height;
};

static struct sum_spot place_sum(const struct pm_sudoku *s, int cage, int *taken)
{
    int cells[PM_SUDOKU_CELLS], n = pm_sudoku_cage_cells(s, cage, cells), k = 0;
    while (k < n - 1 && taken[cells[k]] == 4)
        k++;
    const int corner = taken[cells[k]] < 4 ? taken[cells[k]]++ : 3;
    const bool right = corner % 2, low = corner / 2;
    struct sum_spot spot = {.height = 0.25};
    snprintf(spot.text, sizeof spot.text, "%d", pm_sudoku_cage_sum(s, cage));
    spot.width = 0.04 + 0.14 * (double)strlen(spot.text);
    spot.x = cells[k] % s->size + (right ? 0.95 - spot.width : 0.05);
    spot.y = cells[k] / s->size + (low ? 0.7 : 0.05);
    return spot;
}

static void draw_sum(const struct pm_sudoku *s, int cage, int *taken, struct pm_picture *p)
{
    const struct sum_spot at = place_sum(s, cage, taken);
    pm_picture_box(p, at.x, at.y, at.width, at.height, PM_PAPER, PM_NO_INK, 0);
    pm_picture_text(p, at.x + 0.02, at.y + 0.13, 0.24, PM_LEFT, PM_INK, at.text);
}

static void draw_cages(const struct pm_sudoku *s, struct pm_picture *p)
{
    int taken[PM_SUDOKU_CELLS] = {0};
    draw_outlines(&(struct layer){s->size, s->cage, 0.09}, p);
    for (int k = 0; k < s->over_count; k++) {
        int cage[PM_SUDOKU_CELLS];
        for (int i = 0; i < s->size * s->size; i++)
            cage[i] = -1;
        for (int i = 0; i < s->over[k].count; i++)
            cage[s->over[k].cells[i]] = 0;
        draw_outlines(&(struct layer){s->size, cage, 0.15 + 0.06 * (k % 3)}, p);
    }
    for (int cage = 0; cage < pm_sudoku_cages(s); cage++)
        draw_sum(s, cage, taken, p);
}

/* Odd cells carry a grey circle, even ones a grey square. */
static void draw_parity(const struct pm_sudoku *s, struct pm_picture *p)
{
    for (int i = 0; i < s->size * s->size; i++) {
        double x = i % s->size + 0.5, y = i / s->size + 0.5;
        pm_picture_place(p, i);
        if (s->parity[i] == PM_ODD)
            pm_picture_circle(p, x, y, 0.38, PM_SHADE, PM_NO_INK, 0);
        else if (s->parity[i] == PM_EVEN)
            pm_picture_box(p, x - 0.38, y - 0.38, 0.76, 0.76, PM_SHADE, PM_NO_INK, 0);
    }
    pm_picture_place(p, -1);
}

static void clues(const void *puzzle, const int *answer,
                  void (*report)(void *context, const pulma_clue *clue), void *context)
{
    const struct pm_sudoku *s = puzzle;
    int taken[PM_SUDOKU_CELLS] = {0}, cells[PM_SUDOKU_CELLS];
    for (int cage = 0; cage < pm_sudoku_cages(s); cage++) {
        const struct sum_spot spot = place_sum(s, cage, taken);
        pulma_clue clue = {.name = "cage",
                           .x = spot.x,
                           .y = spot.y,
                           .width = spot.width,
                           .height = spot.height,
                           .place_count = pm_sudoku_cage_cells(s, cage, cells),
                           .places = cells};
        memcpy(clue.text, spot.text, sizeof clue.text);
        pm_clue_left(&clue, pm_sudoku_cage_sum(s, cage), s->size, s->repeats, answer);
        report(context, &clue);
    }
}

/* Thick lines where two regions meet, drawn in one stroke as far as they go. */
static void draw_borders(const struct pm_sudoku *s, struct pm_picture *p)
{
    int n = s->size;
    for (int line = 1; line < n; line++)
        for (int across = 0; across < 2; across++)
            for (int i = 0, start = -1; i <= n; i++) {
                int a = across ? (line - 1) * n + i : i * n + line - 1;
                bool wall = i < n && s->region[a] != s->region[a + (across ? n : 1)];
                if (wall && start < 0)
                    start = i;
                if (wall || start < 0)
                    continue;
                if (across)
                    pm_picture_line(p, start, line, i, line, PM_THICK, PM_INK);
                else
                    pm_picture_line(p, line, start, line, i, PM_THICK, PM_INK);
                start = -1;
            }
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct pm_sudoku *s = puzzle;
    int n = s->size;
    pm_draw_spots(p, n, n * n, NULL);
    draw_parity(s, p);
    if (s->diagonals) {
        pm_picture_line(p, 0, 0, n, n, PM_THIN, PM_FAINT);
        pm_picture_line(p, 0, n, n, 0, PM_THIN, PM_FAINT);
    }
    pm_picture_grid(p, 0, 0, n, n);
    draw_borders(s, p);
    draw_cages(s, p);
    for (int i = 0; i < n * n; i++) {
        int value = s->given[i] ? s->given[i] : answer ? answer[i] : PULMA_EMPTY;
        if (value == PULMA_EMPTY)
            continue;
        char text[2] = {pm_sudoku_char(value), '\0'};
        double lower = s->cage_count > 0 ? 0.06 : 0; /* leaves room for the sums */
        pm_picture_place(p, i);
        pm_picture_text(p, i % n + 0.5, i / n + 0.5 + lower, 0.6, PM_CENTRE,
                        s->given[i] ? PM_PRINTED : PM_ANSWER, text);
    }
    if (s->repeats && s->cage_count > 0)
        pm_draw_note(p, n, n + 0.5, "cages may repeat digits");
    pm_picture_place(p, -1);
}

/* ---- In words ------------------------------------------------------------------------ */

/* "5", "empty", "odd", "even 4 given" */
static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    static const char *const marks[] = {"", "odd", "even"};
    const struct pm_sudoku *s = puzzle;
    int cell = row * s->size + column,
        given = s->given[cell] ? s->given[cell] : PULMA_EMPTY;
    int value = given != PULMA_EMPTY ? given : answer ? answer[cell] : PULMA_EMPTY;
    const char *mark = marks[s->parity[cell]];
    char word[24];
    snprintf(word, sizeof word, "%s%s%d", mark, *mark ? " " : "", value);
    if (value == PULMA_EMPTY && *mark)
        snprintf(text, size, "%s", mark);
    else
        pm_words_entry(answer, given, value, word, text, size);
}

/* "row 1, columns 1 to 3." */
static void tell_cells(const struct pm_sudoku *s, int n, const int *cells,
                       struct pm_out *out)
{
    pm_words_cells(s->size, n, cells, out);
    pm_out_text(out, ".\n");
}

static void tell_regions(const struct pm_sudoku *s, struct pm_out *out)
{
    int cells[PM_SUDOKU_CELLS];
    for (int region = 0; region < s->size; region++) {
        int n = 0;
        for (int cell = 0; cell < s->size * s->size; cell++)
            if (s->region[cell] == region)
                cells[n++] = cell;
        pm_out_f(out, "Region %d: ", region + 1);
        tell_cells(s, n, cells, out);
    }
}

static void tell_cages(const struct pm_sudoku *s, struct pm_out *out)
{
    int cells[PM_SUDOKU_CELLS];
    for (int cage = 0; cage < pm_sudoku_cages(s); cage++) {
        pm_out_f(out, "A cage of %d: ", pm_sudoku_cage_sum(s, cage));
        tell_cells(s, pm_sudoku_cage_cells(s, cage, cells), cells, out);
    }
    if (s->repeats)
        pm_out_text(out, "A cage may hold a digit twice.\n");
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_sudoku *s = puzzle;
    pm_words_size(s->size, s->size, out);
    if (s->box_rows > 0)
        pm_out_f(out, "Boxes have %d rows and %d columns.\n", s->box_rows, s->box_columns);
    else
        tell_regions(s, out);
    if (s->diagonals)
        pm_out_text(out, "Both diagonals hold each digit once.\n");
    tell_cages(s, out);
    pm_words_rows(s, answer, s->size, s->size, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

const struct pm_kind pm_kind_sudoku = {
    .name = "sudoku",
    .title = "Sudoku",
    .rules = "Fill every cell with a digit.\n"
             "Every row, column and box (or region) holds each digit once.\n"
             "If the diagonals are drawn, both hold each digit once.\n"
             "A grey circle is an odd digit, a grey square an even one.\n"
             "The digits of a dashed cage add up to its small number; no digit occurs "
             "there twice, unless the puzzle allows it.\n",
    .read = pm_sudoku_read,
    .write = pm_sudoku_write,
    .is_board = pm_sudoku_is_board,
    .notations = pm_sudoku_notations,
    .line_notations = (const char *const[]){"line", "puzz.link", "solo", "killer-fields",
                                            "killer-line", "sumocue", "f-puzzles", NULL},
    .is_usual_line = pm_sudoku_is_usual_line,
    .read_usual_line = pm_sudoku_read_usual_line,
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
    .given = given,
    .give = give,
    .clues = clues,
    .invent = pm_sudoku_invent,
    .options = pm_sudoku_options,
    .kernel = kernel,
    .value_name = pm_sudoku_value_name,
    .technique = pm_sudoku_technique,
    .tell = pm_sudoku_tell,
    .scale = pm_sudoku_scale,
    .rate_soon = pm_sudoku_rate_soon,
    .foresee = pm_sudoku_foresee,
};
