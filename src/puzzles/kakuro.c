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
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "kernels/sums.h"

/* ---- Types ------------------------------------------------------------------------- */

enum {
    MAX_SIDE = PM_KAKURO_MAX_SIDE,
    MAX_DIGITS = PM_KAKURO_MAX_DIGITS,
    PATIENT = 10000, /* guesses of the kernel before the rules take over */
    MAX_SETS = 526,  /* of as many digits with the same sum: 8 of 16 that add up to 68 */
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
    else if (no_set && run->length == 1)
        pm_reason(r, "%s has a single cell, but no digit is that large", name);
    else if (no_set)
        pm_reason(r, "%s cannot be the sum of %d different digits", name, run->length);
    else if (run->length == 1)
        pm_reason(r, "%s has a single cell", name);
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

/* ---- Kernel ------------------------------------------------------------------------- */

static bool pass_on(void *context, const int *answer)
{
    struct pm_search *search = context;
    return search->found(search, answer);
}

/* The board as the kernel sees it: each run is a part and a rule of its own. */
static bool sums_of(const struct pm_kakuro *k, struct pm_arena *arena, struct pm_sums *sums)
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
    struct pm_sums_task task = {
        .limits = search->limits, .patience = PATIENT, .found = pass_on, .context = search};
    pm_arena_init(&arena, 0);
    pulma_status status =
        sums_of(k, &arena, &sums) ? pm_sums_search(&sums, &task) : PULMA_NO_MEMORY;
    search->nodes += task.nodes;
    pm_arena_free(&arena);
    return status;
}

/* ---- Invention ----------------------------------------------------------------------- */

/* A shape with point symmetry whose runs have two cells or more; digits in it; the sums follow
 * from them.  Then the board is mended where the sums leave cells open: digits there are
 * changed as long as fewer cells stay open, and where that does not help for a while a cell
 * becomes black, which makes the runs shorter.  It ends when no cell is open. */
struct recipe {
    int longest;  /* run */
    int blacks;   /* wanted share of black cells, in percent */
    int prepared; /* cells whose digits are chosen for sums of few sets, in percent */
    int careful; /* how often a digit is mended that way, and not by just any, in percent */
};

static const struct recipe recipes[] = {
    [PULMA_EASY] = {5, 42, 90, 90},
    [PULMA_MEDIUM] = {7, 36, 80, 90},
    [PULMA_HARD] = {9, 33, 70, 90},
};

enum {
    MAX_INVENTED = 30,
    SHAPES = 20,  /* tried before giving up */
    CHOICES = 4,  /* boards to choose from where the hardest is wanted */
    LISTED = 200, /* guesses to find what is open */
    PATIENCE = 8, /* mendings that do not help before a cell becomes black */
};

/* What inventing works with. */
struct draft {
    struct pm_kakuro *board;
    const struct recipe *recipe;
    struct pm_rng *rng;
    int *digits;                         /* of each place, being tried */
    int *best;                           /* those that left the fewest places open */
    int *open;                           /* the places that they left open */
    int open_count;                      /* INT_MAX before the first trial */
    int *forced, *kept, *marked;         /* scratch, for each place or square */
    bool *saved;                         /* scratch, for each square */
    const struct pm_kakuro_run **run_of; /* two for each place: across, down */
};

static int square_count(const struct pm_kakuro *k)
{
    return (k->rows + 1) * (k->columns + 1);
}

/* Makes a cell and the one opposite to it black, then all that would be runs of one cell. */
static void blacken(struct pm_kakuro *k, int cell)
{
    k->squares[cell].open = false;
    int row = cell / (k->columns + 1), column = cell % (k->columns + 1);
    pm_kakuro_square_at(k, k->rows + 1 - row, k->columns + 1 - column)->open = false;
    for (bool again = true; again;) {
        again = false;
        for (int r = 1; r <= k->rows; r++)
            for (int c = 1; c <= k->columns; c++) {
                bool beside =
                    pm_kakuro_is_open(k, r, c - 1) || pm_kakuro_is_open(k, r, c + 1);
                bool above =
                    pm_kakuro_is_open(k, r - 1, c) || pm_kakuro_is_open(k, r + 1, c);
                if (pm_kakuro_is_open(k, r, c) && !(beside && above)) {
                    pm_kakuro_square_at(k, r, c)->open = false;
                    again = true;
                }
            }
    }
}

static int count_open(const struct pm_kakuro *k)
{
    int n = 0;
    for (int i = 0; i < square_count(k); i++)
        n += k->squares[i].open;
    return n;
}

/* Whether all open cells hang together.  `marked` is scratch. */
static bool is_connected(const struct pm_kakuro *k, int *marked)
{
    int n = square_count(k), width = k->columns + 1, reached = 0;
    for (int i = 0; i < n; i++)
        marked[i] = 0;
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < n; i++) {
            if (!k->squares[i].open || marked[i])
                continue;
            /* Row 0 and column 0 are black, so that neighbours never wrap around. */
            bool beside = marked[i - 1] || marked[i - width] ||
                          (i + 1 < n && marked[i + 1]) ||
                          (i + width < n && marked[i + width]);
            if (!beside && reached > 0)
                continue;
            marked[i] = 1;
            reached++;
            again = true;
        }
    }
    return reached == count_open(k);
}

/* Whether every row and column has an open cell. */
static bool is_full_size(const struct pm_kakuro *k)
{
    for (int line = 1; line <= k->rows || line <= k->columns; line++) {
        bool in_row = line > k->rows, in_column = line > k->columns;
        for (int column = 1; column <= k->columns && !in_row; column++)
            in_row = pm_kakuro_is_open(k, line, column);
        for (int row = 1; row <= k->rows && !in_column; row++)
            in_column = pm_kakuro_is_open(k, row, line);
        if (!in_row || !in_column)
            return false;
    }
    return true;
}

/* Blackens a cell unless the board falls apart or gets too empty by it. */
static bool try_black(struct draft *d, int cell)
{
    struct pm_kakuro *k = d->board;
    for (int i = 0; i < square_count(k); i++)
        d->saved[i] = k->squares[i].open;
    blacken(k, cell);
    int open = count_open(k);
    if (100 * open >= (82 - d->recipe->blacks) * k->rows * k->columns && is_full_size(k) &&
        is_connected(k, d->marked))
        return true;
    for (int i = 0; i < square_count(k); i++)
        k->squares[i].open = d->saved[i];
    return false;
}

/* The length of the run, across or down, that a cell stands in. */
static int run_length(const struct pm_kakuro *k, int cell, bool down)
{
    int row = cell / (k->columns + 1), column = cell % (k->columns + 1), n = 1;
    for (int i = 1; pm_kakuro_is_open(k, row + i * down, column + i * !down); i++)
        n++;
    for (int i = 1; pm_kakuro_is_open(k, row - i * down, column - i * !down); i++)
        n++;
    return n;
}

/* A random shape; false if chance led to none. */
static bool make_shape(struct draft *d)
{
    struct pm_kakuro *k = d->board;
    int n = square_count(k), inside = k->rows * k->columns, longest = d->recipe->longest;
    int in_long = -1;
    for (int i = 0; i < n; i++)
        k->squares[i].open = i > k->columns && i % (k->columns + 1) > 0;
    for (int step = 0; step < 4 * inside; step++) {
        int any = -1, seen = 0, seen_long = 0;
        in_long = -1;
        for (int i = 0; i < n; i++) {
            if (!k->squares[i].open)
                continue;
            if (pm_rng_below(d->rng, ++seen) == 0)
                any = i;
            if ((run_length(k, i, false) > longest || run_length(k, i, true) > longest) &&
                pm_rng_below(d->rng, ++seen_long) == 0)
                in_long = i;
        }
        if (in_long < 0 && 100 * (inside - seen) >= d->recipe->blacks * inside)
            return true;
        try_black(d, in_long >= 0 ? in_long : any);
    }
    return in_long < 0; /* on small boards the share of black cells may be out of reach */
}

static int sum_of(const struct pm_kakuro_run *run, const int *digits)
{
    int sum = 0;
    for (int i = 0; i < run->length; i++)
        sum += digits[run->cells[i]];
    return sum;
}

/* Finds the runs of a new shape. */
static pulma_status settle(struct draft *d, struct pm_arena *arena, pulma_error *err)
{
    struct pm_kakuro *k = d->board;
    for (int i = 0; i < square_count(k); i++)
        k->squares[i].down = k->squares[i].across = 0;
    k->place_count = k->run_count = 0;
    d->open_count = INT_MAX;
    pulma_status status = pm_kakuro_finish(k, NULL, arena, err);
    for (int i = 0; i < k->run_count && !status; i++)
        for (int j = 0; j < k->runs[i].length; j++)
            d->run_of[2 * k->runs[i].cells[j] + k->runs[i].down] = &k->runs[i];
    return status;
}

/* Sets of digits that the runs of a place leave if it held this digit; 0: it may not. */
static int ways_with(const struct draft *d, int place, int digit)
{
    int ways = 1;
    for (int down = 0; down < 2; down++) {
        const struct pm_kakuro_run *run = d->run_of[2 * place + down];
        for (int i = 0; i < run->length; i++)
            if (run->cells[i] != place && d->digits[run->cells[i]] == digit)
                return 0;
        int sum = sum_of(run, d->digits) - d->digits[place] + digit;
        ways *= digit_sets(run->length, sum, d->board->digits, 0, NULL);
    }
    return ways;
}

/* Another digit for this place: one of those that leave the fewest ways, or just any one that
 * is allowed; 0 if none is. */
static int other_digit(const struct draft *d, int place, bool carefully)
{
    int best = 0, fewest = 0, seen = 0;
    for (int digit = 1; digit <= d->board->digits; digit++) {
        int ways = digit == d->digits[place] ? 0 : ways_with(d, place, digit);
        if (!ways || (carefully && best && ways > fewest))
            continue;
        seen = carefully && ways != fewest ? 1 : seen + 1;
        if (pm_rng_below(d->rng, seen) == 0) {
            best = digit;
            fewest = ways;
        }
    }
    return best;
}

/* Random digits; then some of the cells look for sums with few sets of digits. */
static pulma_status make_digits(struct draft *d)
{
    int n = d->board->place_count;
    for (int place = 0; place < n; place++)
        d->forced[place] = 1 + pm_rng_below(d->rng, d->board->digits);
    pulma_status status =
        pm_candidate_ask(&pm_kind_kakuro, d->board, d->forced, 0, d->digits);
    for (int place = 0; place < n && !status; place++) {
        if (pm_rng_below(d->rng, 100) >= d->recipe->prepared)
            continue;
        int digit = other_digit(d, place, true);
        if (digit && ways_with(d, place, digit) < ways_with(d, place, d->digits[place]))
            d->digits[place] = digit;
    }
    return status;
}

/* What the answers that were found agree upon. */
struct agreement {
    int places, count;
    int *digits; /* PULMA_EMPTY where they differ */
};

static bool agree(void *context, const int *answer)
{
    struct agreement *a = context;
    for (int place = 0; place < a->places; place++)
        if (a->count == 0)
            a->digits[place] = answer[place];
        else if (a->digits[place] != answer[place])
            a->digits[place] = PULMA_EMPTY;
    a->count++;
    return true;
}

/* What all answers of the board agree upon; where these are too many to be listed, what can be
 * told without a guess. */
static pulma_status find_agreed(const struct pm_kakuro *k, int *agreed)
{
    static const struct pm_limits few = {.conflicts = LISTED};
    struct pm_arena arena;
    struct pm_sums sums;
    struct agreement a = {k->place_count, 0, agreed};
    pm_arena_init(&arena, 0);
    uint16_t *narrowed = pm_new(&arena, (size_t)k->place_count, uint16_t);
    struct pm_sums_task task = {
        .limits = &few, .found = agree, .context = &a, .narrowed = narrowed};
    pulma_status status = narrowed && sums_of(k, &arena, &sums)
                              ? pm_sums_search(&sums, &task)
                              : PULMA_NO_MEMORY;
    for (int place = 0; place < k->place_count && status == PULMA_LIMIT; place++) {
        unsigned set = narrowed[place];
        agreed[place] = set & (set - 1) ? PULMA_EMPTY : __builtin_ctz(set);
    }
    pm_arena_free(&arena);
    return status == PULMA_LIMIT ? PULMA_OK : status;
}

/* Sums for the digits, and which places they leave open.  Sets `*better` if those are fewer
 * than ever; if they are not more, these digits become the best ones. */
static pulma_status try_digits(struct draft *d, bool *better)
{
    struct pm_kakuro *k = d->board;
    for (int i = 0; i < k->run_count; i++) {
        struct pm_kakuro_run *run = &k->runs[i];
        struct pm_kakuro_square *before =
            pm_kakuro_square_at(k, run->row - run->down, run->column - !run->down);
        run->sum = sum_of(run, d->digits);
        *(run->down ? &before->down : &before->across) = (short)run->sum;
    }
    pulma_status status = find_agreed(k, d->forced);
    if (status)
        return status;
    int n = 0;
    for (int place = 0; place < k->place_count; place++)
        n += d->forced[place] == PULMA_EMPTY;
    *better = n < d->open_count;
    if (n > d->open_count)
        return PULMA_OK;
    d->open_count = 0;
    for (int place = 0; place < k->place_count; place++) {
        d->best[place] = d->digits[place];
        if (d->forced[place] == PULMA_EMPTY)
            d->open[d->open_count++] = place;
    }
    return PULMA_OK;
}

/* Changes some of the best digits where the board is open, or beside that. */
static void mend(struct draft *d)
{
    memcpy(d->digits, d->best, (size_t)d->board->place_count * sizeof *d->digits);
    for (int changes = 1 + d->open_count / 12; changes > 0; changes--) {
        int place = d->open[pm_rng_below(d->rng, d->open_count)];
        if (pm_rng_below(d->rng, 4) == 0) {
            const struct pm_kakuro_run *run =
                d->run_of[2 * place + pm_rng_below(d->rng, 2)];
            place = run->cells[pm_rng_below(d->rng, run->length)];
        }
        bool carefully = pm_rng_below(d->rng, 100) < d->recipe->careful;
        int digit = other_digit(d, place, carefully);
        if (digit)
            d->digits[place] = digit;
    }
}

/* Makes an open place black; the other digits stay. */
static pulma_status cut(struct draft *d, struct pm_arena *arena, pulma_error *err)
{
    struct pm_kakuro *k = d->board;
    int cell = k->cell_of[d->open[pm_rng_below(d->rng, d->open_count)]];
    if (!try_black(d, cell))
        return PULMA_OK;
    for (int place = 0; place < k->place_count; place++)
        d->kept[k->cell_of[place]] = d->best[place];
    pulma_status status = settle(d, arena, err);
    for (int place = 0; place < k->place_count && !status; place++)
        d->digits[place] = d->kept[k->cell_of[place]];
    return status;
}

/* Mends the board until nothing is open.  PULMA_NONE: chance led nowhere. */
static pulma_status make_unique(struct draft *d, const struct pm_wish *wish,
                                struct pm_arena *arena, pulma_error *err)
{
    int idle = 0;
    pulma_status status = make_digits(d);
    for (int step = 0; step < 5 * d->board->place_count && !status; step++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        bool better;
        if ((status = try_digits(d, &better)))
            break;
        if (d->open_count == 0)
            return wish->answers(wish, d->board, 2, NULL) == 1 ? PULMA_OK : PULMA_NONE;
        idle = better ? 0 : idle + 1;
        mend(d);
        if (idle >= PATIENCE) {
            idle = 0;
            status = cut(d, arena, err);
        }
    }
    return status == PULMA_NO_MEMORY ? pm_fail_memory(err) : PULMA_NONE;
}

static pulma_status new_draft(struct draft *d, const struct pm_wish *wish,
                              struct pm_rng *rng, int rows, int columns,
                              struct pm_arena *arena, pulma_error *err)
{
    size_t n = ((size_t)rows + 1) * ((size_t)columns + 1);
    *d = (struct draft){
        .board = pm_kakuro_new(rows, columns, 9, arena),
        .recipe = &recipes[wish->difficulty],
        .rng = rng,
        .digits = pm_new(arena, n, int),
        .best = pm_new(arena, n, int),
        .open = pm_new(arena, n, int),
        .forced = pm_new(arena, n, int),
        .kept = pm_new(arena, n, int),
        .marked = pm_new(arena, n, int),
        .saved = pm_new(arena, n, bool),
        .run_of = pm_new(arena, 2 * n, const struct pm_kakuro_run *),
    };
    bool complete = d->board && d->digits && d->best && d->open && d->forced && d->kept &&
                    d->marked && d->saved && d->run_of;
    return complete ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status make_board(const struct pm_wish *wish, struct pm_rng *rng, int rows,
                               int columns, struct pm_arena *arena,
                               struct pm_kakuro **board, pulma_error *err)
{
    struct draft d;
    pulma_status status = new_draft(&d, wish, rng, rows, columns, arena, err);
    if (status)
        return status;
    *board = d.board;
    for (int i = 0; i < SHAPES; i++) {
        if (!make_shape(&d))
            continue;
        status = settle(&d, arena, err);
        if (!status)
            status = make_unique(&d, wish, arena, err);
        if (status != PULMA_NONE)
            return status;
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "found no %dx%d board with exactly one answer",
                   rows, columns);
}

static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    int rows = wish->rows ? wish->rows : 8, columns = wish->columns ? wish->columns : 8;
    if (rows < 4 || columns < 4 || rows > MAX_INVENTED || columns > MAX_INVENTED)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 4x4 to %dx%d",
                       MAX_INVENTED, MAX_INVENTED);
    /* Of small boards that shall be hard, the hardest of a few. */
    bool choosy = wish->difficulty == PULMA_HARD && rows * columns <= 150;
    int64_t effort = -1;
    for (int found = 0; found < (choosy ? CHOICES : 1); found++) {
        struct pm_kakuro *board;
        pulma_status status = make_board(wish, rng, rows, columns, arena, &board, err);
        if (status)
            return status;
        if (wish->effort(wish) > effort)
            *puzzle = board;
        effort = wish->effort(wish) > effort ? wish->effort(wish) : effort;
    }
    return PULMA_OK;
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
    .invent = invent,
    .kernel = kernel,
};
