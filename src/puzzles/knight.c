/* Knight Moves.
 *
 * Rules.  A knight starts on a square of a board and visits every other square exactly once, by
 * the knight's moves of chess.  Some squares may be forbidden.  A closed tour ends a move away from
 * its start; an end may be given.
 *
 * Notation.  S is the start, . a square to visit, # a forbidden one, E the square where the tour
 * must end (if there is one).  `closed: yes` asks for a closed tour.
 *
 *     knight
 *     S..#
 *     ....
 *     ...E
 *
 * An answer is a grid of numbers, 1 at the start, with # for forbidden squares and . for those not
 * reached yet:
 *
 *     1  4  7  #
 *     8  # ...
 *
 * Models print a digit for each square instead, without blanks: which of the eight moves leaves it,
 * 1 (two up, one right) to 8 (two up, one left) by the clock, 0 for the last one.  Both are read;
 * digits are written if there are moves aside from the tour, which has no numbers for them.
 *
 * Origin: the old problem of the knight's tour; as an app in Hartmann's second paper, whose integer
 * program is in models/knight. */
#include "puzzles/kind.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/tour/tour.h"

/* ---- Types ------------------------------------------------------------------------- */

enum { MAX_SIDE = 3000, MAX_SQUARES = 1 << 23, LAST = 0, MOVES = 8 };

struct knight {
    int rows, columns, squares; /* `squares`: those to visit */
    int start, end;             /* end -1: anywhere */
    bool closed;
    unsigned char *hole;
};

static struct pm_tour tour_of(const struct knight *k)
{
    return (struct pm_tour){k->rows, k->columns, k->hole, k->start, k->end, k->closed};
}

/* The square that a move leads to (1..8), or -1 off the board and for forbidden ones. */
static int target(const struct knight *k, int square, int move)
{
    int row = square / k->columns + pm_knight_down[move - 1];
    int column = square % k->columns + pm_knight_right[move - 1];
    if (row < 0 || row >= k->rows || column < 0 || column >= k->columns)
        return -1;
    int to = row * k->columns + column;
    return k->hole[to] ? -1 : to;
}

/* The move that leads from one square to another, or -1. */
static int move_between(const struct knight *k, int from, int to)
{
    for (int move = 1; move <= MOVES; move++)
        if (target(k, from, move) == to)
            return move;
    return -1;
}

/* ---- Text -------------------------------------------------------------------------- */

static struct knight *new_knight(struct pm_arena *arena, int rows, int columns)
{
    struct knight *k = pm_new(arena, 1, struct knight);
    if (!k)
        return NULL;
    *k = (struct knight){rows,
                         columns,
                         0,
                         -1,
                         -1,
                         false,
                         pm_new(arena, (size_t)rows * (size_t)columns, unsigned char)};
    return k->hole ? k : NULL;
}

static pulma_status read_row(struct knight *k, int row, struct pm_text line,
                             pulma_error *err)
{
    for (int column = 0; column < k->columns; column++) {
        int square = row * k->columns + column, c = pm_text_peek(&line);
        int *mark = c == 'S' ? &k->start : c == 'E' ? &k->end : NULL;
        if (mark && *mark >= 0)
            return pm_fail(err, PULMA_BAD_TEXT, &line, "expected one %c, found a second",
                           c);
        if (mark)
            *mark = square;
        else if (c != '#' && !pm_grid_is_open(c, "x*")) /* which may be forbidden ones */
            return pm_fail_expected(err, &line, "'.', '#', 'S' or 'E'");
        k->hole[square] = c == '#';
        k->squares += c != '#';
        pm_text_take(&line);
    }
    return pm_text_done(&line, err);
}

static pulma_status finish(const struct knight *k, const struct pm_text *at,
                           pulma_error *err)
{
    if (k->start < 0)
        return pm_fail(err, PULMA_BAD_TEXT, at,
                       "expected a start (S) on the board, found none");
    if (k->closed && k->end >= 0)
        return pm_fail(err, PULMA_BAD_TEXT, at, "a closed tour has no end (E)");
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
    if (rows > MAX_SQUARES / columns)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0], "expected at most %d squares",
                       MAX_SQUARES);
    struct knight *k = new_knight(arena, rows, columns);
    if (!k)
        return pm_fail_memory(err);
    status = pm_form_bool(form, "closed", &k->closed, err);
    for (int row = 0; row < rows && !status; row++)
        status = read_row(k, row, pm_text_trim(grid->lines[row]), err);
    *puzzle = k;
    return status ? status : finish(k, &grid->lines[0], err);
}

static char square_sign(const struct knight *k, int square)
{
    return square == k->start ? 'S' : square == k->end ? 'E' : k->hole[square] ? '#' : '.';
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct knight *k = puzzle;
    if (k->closed)
        pm_form_put_bool(form, "closed", true);
    pm_form_open(form, "grid");
    for (int row = 0; row < k->rows; row++) {
        char line[MAX_SIDE + 1];
        for (int column = 0; column < k->columns; column++)
            line[column] = square_sign(k, row * k->columns + column);
        line[k->columns] = '\0';
        pm_form_line(form, line);
    }
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    const struct knight *k = puzzle;
    return k->rows * k->columns;
}

static struct pm_range values(const void *puzzle, int place)
{
    const struct knight *k = puzzle;
    if (k->hole[place] || place == k->end || k->squares == 1)
        return (struct pm_range){LAST, LAST};
    bool goes_on = k->closed || k->end >= 0 || place == k->start;
    return (struct pm_range){goes_on ? 1 : LAST, MOVES};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    pm_grid_place_name(((const struct knight *)puzzle)->columns, place, name, size);
}

/* Moves off the board are values too, which the rules exclude. */
static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    const struct knight *k = puzzle;
    int to = value == LAST ? -1 : target(k, place, value);
    char next[60];
    if (to >= 0)
        pm_grid_place_name(k->columns, to, next, sizeof next);
    if (value == LAST)
        snprintf(name, size, "the end of the tour");
    else
        snprintf(name, size, "followed by %s",
                 to >= 0 ? next : "a square that is not on the board");
}

/* ---- Answers ----------------------------------------------------------------------- */

static int digits_of(int number)
{
    return snprintf(NULL, 0, "%d", number);
}

/* The digits of moves that models print. */
static pulma_status read_moves(const struct knight *k, struct pm_text *t, int *answer,
                               pulma_error *err)
{
    for (int i = 0; i < k->rows * k->columns; i++) {
        if (i % k->columns == 0)
            pm_text_space(t);
        int c = pm_text_peek(t);
        struct pm_range range = values(k, i);
        answer[i] = k->hole[i] ? LAST : c == '.' ? PULMA_EMPTY : c - '0';
        bool fits = c == '.' || (c == '#' && k->hole[i]) ||
                    (c >= '0' && c <= '0' + MOVES && !k->hole[i] && range.min <= c - '0' &&
                     c - '0' <= range.max);
        if (!fits)
            return pm_fail_expected(err, t, "a move for row %d, column %d",
                                    i / k->columns + 1, i % k->columns + 1);
        pm_text_take(t);
    }
    return PULMA_OK;
}

/* Where each number stands; numbers may be missing. */
static pulma_status read_numbers(const struct knight *k, struct pm_text *t, int *where,
                                 pulma_error *err)
{
    for (int i = 0; i < k->rows * k->columns; i++) {
        struct pm_text token = pm_text_token(t), number = token;
        int value = 0;
        if (pm_text_is(&token, ".") || pm_text_is(&token, "#")) {
            if ((pm_text_peek(&token) == '#') != k->hole[i])
                return pm_fail_expected(err, &token, "%s at row %d, column %d",
                                        k->hole[i] ? "#" : "a number or '.'",
                                        i / k->columns + 1, i % k->columns + 1);
            continue;
        }
        if (k->hole[i] || pm_text_int(&number, 1, k->squares, &value, NULL) ||
            !pm_text_ended(&number))
            return pm_fail_expected(err, &token, "%s at row %d, column %d",
                                    k->hole[i] ? "#" : "a number", i / k->columns + 1,
                                    i % k->columns + 1);
        if (where[value] >= 0 || (value == 1) != (i == k->start))
            return pm_fail(err, PULMA_BAD_TEXT, &token, "the number %d is not allowed here",
                           value);
        where[value] = i;
    }
    return PULMA_OK;
}

static pulma_status moves_of_numbers(const struct knight *k, const int *where, int *answer,
                                     const struct pm_text *at, pulma_error *err)
{
    for (int i = 1; i <= k->squares; i++) {
        int from = where[i], to = i < k->squares ? where[i + 1] : k->closed ? where[1] : -1;
        if (from < 0 || (to < 0 && i < k->squares))
            continue;
        int move = to < 0 || from == to ? LAST : move_between(k, from, to);
        struct pm_range range = values(k, from);
        if (move < range.min || move > range.max)
            return pm_fail(err, PULMA_BAD_TEXT, at,
                           "from %d at row %d, column %d the tour cannot go on like this",
                           i, from / k->columns + 1, from % k->columns + 1);
        answer[from] = move;
    }
    return PULMA_OK;
}

/* No number stands anywhere, nothing is known. */
static void clear_answer(const struct knight *k, int *where, int *answer)
{
    const int n = k->rows * k->columns;
    for (int i = 0; i <= n; i++)
        where[i] = -1;
    for (int i = 0; i < n; i++)
        answer[i] = k->hole[i] ? LAST : PULMA_EMPTY;
}

/* Numbers the squares along the tour; where nothing leads, 0. */
static void number_tour(const struct knight *k, const int *answer, int *number)
{
    for (int at = k->start, i = 1; at >= 0 && number[at] == 0; i++) {
        number[at] = i;
        at = answer[at] > 0 ? target(k, at, answer[at]) : -1;
    }
}

/* Whether somebody who reads the numbers gets this answer; moves aside from the tour are not told. */
static bool numbers_tell(const struct knight *k, const int *answer, const int *number,
                         int *where, int *again)
{
    const int n = k->rows * k->columns;
    clear_answer(k, where, again);
    for (int i = 0; i < n; i++)
        if (number[i])
            where[number[i]] = i;
    bool same = moves_of_numbers(k, where, again, NULL, NULL) == PULMA_OK;
    for (int i = 0; same && i < n; i++)
        same = k->hole[i] || answer[i] == again[i];
    return same;
}

static void write_moves(const struct knight *k, const int *answer, struct pm_out *out)
{
    for (int i = 0; i < k->rows * k->columns; i++) {
        pm_out_char(out, k->hole[i]                 ? '#'
                         : answer[i] == PULMA_EMPTY ? '.'
                                                    : (char)('0' + answer[i]));
        if (i % k->columns == k->columns - 1)
            pm_out_char(out, '\n');
    }
}

static void write_numbers(const struct knight *k, const int *number, struct pm_out *out)
{
    const int width = digits_of(k->squares);
    for (int i = 0; i < k->rows * k->columns; i++) {
        bool line_end = i % k->columns == k->columns - 1;
        if (number[i])
            pm_out_f(out, "%*d", width, number[i]);
        else
            pm_out_f(out, "%*s", width, k->hole[i] ? "#" : ".");
        pm_out_char(out, line_end ? '\n' : ' ');
    }
}

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct knight *k = puzzle;
    const size_t n = (size_t)(k->rows * k->columns);
    int *number = calloc(3 * n + 2, sizeof *number);
    if (!number) {
        out->failed = true;
        return;
    }
    number_tour(k, answer, number);
    if (k->columns == 1 || numbers_tell(k, answer, number, number + n, number + 2 * n + 2))
        write_numbers(k, number, out);
    else
        write_moves(k, answer, out);
    free(number);
}

/* Moves fill a line without blanks; where a number can be as long as that, alone. */
static bool are_moves(const struct knight *k, struct pm_text t)
{
    struct pm_text rest = t;
    const struct pm_text whole = pm_text_line(&rest), line = pm_text_trim(whole);
    const struct pm_text token = pm_text_token(&t);
    return k->columns > 1 && pm_text_len(&token) == (size_t)k->columns &&
           (k->columns > digits_of(k->squares) ||
            pm_text_len(&line) == pm_text_len(&token));
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct knight *k = puzzle;
    pm_text_space(t);
    const struct pm_text start = *t;
    if (are_moves(k, *t))
        return read_moves(k, t, answer, err);
    int n = k->rows * k->columns, *where = malloc(((size_t)n + 2) * sizeof *where);
    if (!where)
        return pm_fail_memory(err);
    clear_answer(k, where, answer);
    pulma_status status = read_numbers(k, t, where, err);
    if (!status)
        status = moves_of_numbers(k, where, answer, &start, err);
    free(where);
    return status;
}

/* ---- Truth ------------------------------------------------------------------------- */

/* Whether the moves that are there run in a circle that misses squares: every way is followed
 * once, `mark` telling on which round a square was met. */
static pulma_verdict check_circles(const struct knight *k, const int *answer, int *mark,
                                   pulma_finding *found)
{
    for (int s = 0; s < k->rows * k->columns; s++) {
        int at = s, length = 0;
        while (at >= 0 && mark[at] == 0 && answer[at] > 0) {
            mark[at] = s + 1;
            at = target(k, at, answer[at]);
        }
        if (at < 0 || mark[at] != s + 1)
            continue;
        for (int go = at; length == 0 || go != at; length++)
            go = target(k, go, answer[go]);
        if (length < k->squares)
            return pm_found(
                found, 1, &at,
                "the moves from row %d, column %d run in a circle of %d squares",
                at / k->columns + 1, at % k->columns + 1, length);
    }
    return PULMA_RIGHT;
}

static pulma_verdict check_moves(const struct knight *k, const int *answer, int *entered,
                                 pulma_finding *found)
{
    int last = -1;
    for (int s = 0; s < k->rows * k->columns; s++) {
        int row = s / k->columns + 1, column = s % k->columns + 1;
        if (k->hole[s] || answer[s] == PULMA_EMPTY)
            continue;
        if (answer[s] == LAST) {
            if (last >= 0)
                return pm_found(found, 2, (int[]){last, s},
                                "the tour ends twice, also at row %d, column %d", row,
                                column);
            last = s;
            continue;
        }
        int to = target(k, s, answer[s]);
        if (to < 0)
            return pm_found(found, 1, &s,
                            "from row %d, column %d the knight leaves the board", row,
                            column);
        if (to == k->start && !k->closed)
            return pm_found(found, 2, (int[]){s, to},
                            "from row %d, column %d the knight comes back to the start",
                            row, column);
        if (entered[to])
            return pm_found(found, 2, (int[]){s, to}, "two moves lead to row %d, column %d",
                            to / k->columns + 1, to % k->columns + 1);
        entered[to] = 1;
    }
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct knight *k = puzzle;
    int n = k->rows * k->columns, *scratch = calloc(2 * (size_t)n, sizeof *scratch);
    if (!scratch)
        return pm_found(found, 0, NULL, "out of memory while checking this");
    pulma_verdict verdict = check_moves(k, answer, scratch, found);
    if (verdict == PULMA_RIGHT)
        verdict = check_circles(k, answer, scratch + n, found);
    free(scratch);
    if (verdict != PULMA_RIGHT)
        return verdict;
    /* All squares have a move, none is entered twice, and there is no circle: one way. */
    return pm_found_nothing(n, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

/* The move that takes another back. */
static int reverse(int move)
{
    return (move + MOVES / 2 - 1) % MOVES + 1;
}

/* Moves into a square, as literals. */
static int moves_into(const struct knight *k, struct pm_rules *r, int square, pm_lit *into)
{
    int n = 0;
    for (int move = 1; move <= MOVES; move++) {
        int from = target(k, square, move);
        if (from >= 0)
            into[n++] = pm_is(r, from, reverse(move));
    }
    return n;
}

/* The moves that lead into the squares of a circle from outside, as literals; `entered` tells
 * whether the candidate makes one of them. */
static int moves_into_circle(const struct knight *k, struct pm_rules *r, const int *answer,
                             const int *mark, int first, pm_lit *in, bool *entered)
{
    int n = 0, go = first;
    *entered = false;
    do {
        for (int move = 1; move <= MOVES; move++) {
            int from = target(k, go, move);
            if (from < 0 || mark[from] == mark[first])
                continue;
            *entered |= answer[from] == reverse(move);
            in[n++] = pm_is(r, from, reverse(move));
        }
        go = target(k, go, answer[go]);
    } while (go != first);
    return n;
}

/* Some move of a circle is not made, as literals. */
static int moves_of_circle(const struct knight *k, struct pm_rules *r, const int *answer,
                           int first, pm_lit *not_made)
{
    int n = 0, go = first;
    do {
        not_made[n++] = -pm_is(r, go, answer[go]);
        go = target(k, go, answer[go]);
    } while (go != first);
    return n;
}

/* Circles in a candidate: some move must lead into the squares of each from outside, for no
 * circle holds the start of an open tour.  Where other rules are switched off, one may lead into
 * them already; and a person who explains sees just that the circle may not be closed. */
static int forbid_circles(struct pm_rules *r, const int *answer, const void *context)
{
    const struct knight *k = context;
    int squares = k->rows * k->columns, stated = 0;
    int *mark = calloc((size_t)squares, sizeof *mark);
    pm_lit *lits = malloc(MOVES * (size_t)squares * sizeof *lits);
    for (int s = 0; mark && lits && s < squares; s++) {
        int at = s, length = 0;
        while (at >= 0 && mark[at] == 0 && answer[at] > 0) {
            mark[at] = s + 1;
            at = target(k, at, answer[at]);
        }
        if (at < 0 || mark[at] != s + 1)
            continue;
        /* Mark the circle itself apart from the way that led to it. */
        for (int go = at; length == 0 || go != at; length++) {
            mark[go] = -(s + 1);
            go = target(k, go, answer[go]);
        }
        if (length == k->squares)
            continue;
        bool entered;
        int n = moves_into_circle(k, r, answer, mark, at, lits, &entered);
        if (entered || pm_stepwise(r))
            n = moves_of_circle(k, r, answer, at, lits);
        pm_clause(r, n, lits);
        stated++;
    }
    if (!mark || !lits)
        pm_rules_fail(r);
    free(mark);
    free(lits);
    return stated;
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct knight *k = puzzle;
    int n = k->rows * k->columns, last_count = 0;
    pm_lit *last = malloc((size_t)n * sizeof *last);
    for (int s = 0; last && s < n && k->squares > 1; s++) {
        pm_lit into[MOVES];
        int row = s / k->columns + 1, column = s % k->columns + 1;
        if (k->hole[s])
            continue;
        pm_reason(
            r,
            "the knight comes to row %d, column %d once and goes on from it on the board",
            row, column);
        pm_reason_family(r, "the knight comes to every square once");
        pm_reason_place(r, s);
        for (int move = 1; move <= MOVES; move++)
            if (target(k, s, move) < 0 && pm_is(r, s, move) != PM_FALSE)
                PM_CLAUSE(r, -pm_is(r, s, move));
        pm_count(r, moves_into(k, r, s, into), into, PM_EQUAL, s != k->start || k->closed);
        if (values(k, s).min == LAST && s != k->end)
            last[last_count++] = pm_is(r, s, LAST);
    }
    pm_reason(r, "the tour ends once");
    pm_reason_family(r, "the tour ends once");
    if (last && !k->closed && k->end < 0 && k->squares > 1)
        pm_count(r, last_count, last, PM_EQUAL, 1);
    pm_reason(r, "the tour does not close before it has visited all squares");
    pm_reason_family(r, "the tour does not close before it has visited all squares");
    pm_lazy(r, forbid_circles, k);
    if (!last)
        pm_rules_fail(r);
    free(last);
}

/* ---- Data for the model --------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct knight *k = puzzle;
    pm_out_f(out, "data;\nparam m := %d;\nparam n := %d;\n", k->rows, k->columns);
    pm_out_f(out, "param si := %d;\nparam sj := %d;\n", k->start / k->columns + 1,
             k->start % k->columns + 1);
    pm_out_f(out, "param closed := %d;\nset F :=", k->closed);
    for (int s = 0; s < k->rows * k->columns; s++)
        if (k->hole[s])
            pm_out_f(out, " (%d,%d)", s / k->columns + 1, s % k->columns + 1);
    pm_out_text(out, ";\nset T :=");
    if (k->end >= 0)
        pm_out_f(out, " (%d,%d)", k->end / k->columns + 1, k->end % k->columns + 1);
    pm_out_text(out, ";\nend;\n");
}

/* ---- Kernel --------------------------------------------------------------------------- */

/* One tour, or the proof that there is none.  Whoever wants more than one asks the rules. */
static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct knight *k = puzzle;
    const struct pm_tour tour = tour_of(k);
    int n = k->rows * k->columns, *next = malloc(2 * (size_t)n * sizeof *next);
    if (!next)
        return PULMA_NO_MEMORY;
    pulma_status status = pm_tour_find(&tour, search, next);
    if (status == PULMA_OK) {
        int *answer = next + n;
        for (int s = 0; s < n; s++)
            answer[s] = next[s] < 0 || next[s] == s ? LAST : move_between(k, s, next[s]);
        if (pm_search_found(search, answer))
            status = PULMA_UNAVAILABLE;
    }
    free(next);
    return status == PULMA_NONE ? PULMA_OK : status;
}

/* ---- Invention ------------------------------------------------------------------------ */

/* A random way of a knight; squares that it does not visit are forbidden. */
static int wander(struct knight *k, struct pm_rng *rng, int *way)
{
    int n = k->rows * k->columns, length = 0, choice[MOVES], count = 1;
    memset(k->hole, 1, (size_t)n);
    k->start = pm_rng_below(rng, n);
    choice[0] = k->start;
    while (count > 0) {
        int at = choice[pm_rng_below(rng, count)];
        way[length++] = at;
        k->hole[at] = 0;
        count = 0;
        for (int move = 0; move < MOVES; move++) {
            int row = at / k->columns + pm_knight_down[move];
            int column = at % k->columns + pm_knight_right[move];
            if (row >= 0 && row < k->rows && column >= 0 && column < k->columns &&
                k->hole[row * k->columns + column])
                choice[count++] = row * k->columns + column;
        }
    }
    return length;
}

/* The way is shortened until it is the only tour of its squares. */
static pulma_status shorten(const struct pm_wish *wish, struct knight *k, const int *way,
                            int *length, pulma_error *err)
{
    for (;; --*length) {
        k->squares = *length;
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        if (*length < 2 || wish->answers(wish, k, 2, NULL) == 1)
            return PULMA_OK;
        k->hole[way[*length - 1]] = 1;
    }
}

static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    enum { TRIES = 12 };
    int rows = wish->rows ? wish->rows : 6, columns = wish->columns ? wish->columns : 6;
    if (rows < 3 || columns < 3 || rows > 12 || columns > 12)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 3x3 to 12x12");
    int tries = wish->difficulty == PULMA_EASY     ? 1
                : wish->difficulty == PULMA_MEDIUM ? 4
                                                   : TRIES;
    size_t n = (size_t)(rows * columns);
    struct knight *best = new_knight(arena, rows, columns),
                  *k = new_knight(arena, rows, columns);
    int *way = pm_new(arena, n, int), longest = 0;
    if (!best || !k || !way)
        return pm_fail_memory(err);
    for (int i = 0; i < tries || longest < 2; i++) {
        int length = wander(k, rng, way);
        pulma_status status = shorten(wish, k, way, &length, err);
        if (status)
            return status;
        if (length <= longest)
            continue;
        unsigned char *hole = best->hole;
        memcpy(hole, k->hole, n);
        *best = *k;
        best->hole = hole;
        longest = length;
    }
    *puzzle = best;
    return PULMA_OK;
}

/* ---- Playing --------------------------------------------------------------------------- */

/* Goes on to the place by a knight's move, or back to it if the way leads over it; to where it
 * stands, a step back.  The last square of the way has no value yet. */
static bool move(const void *puzzle, int *answer, int from, int place, int value)
{
    const struct knight *k = puzzle;
    int at = k->start, before = -1;
    (void)from, (void)value;
    for (int n = 0; at != place && answer[at] > 0 && n < k->squares; n++) {
        before = at;
        at = target(k, at, answer[at]);
        if (at < 0) /* off the board: nobody could have gone on from there */
            return false;
    }
    if (at == place) { /* everything behind it goes */
        if (answer[at] <= 0 && before >= 0)
            at = before;
        for (int next; at >= 0 && answer[at] > 0; at = next) {
            next = target(k, at, answer[at]);
            answer[at] = PULMA_EMPTY;
        }
        return true;
    }
    int step = move_between(k, at, place);
    struct pm_range range = values(k, at);
    if (step < 0 || step < range.min || step > range.max)
        return false;
    answer[at] = step;
    return true;
}

static int way(const void *puzzle, const int *answer, int *places)
{
    const struct knight *k = puzzle;
    int n = 0;
    for (int at = k->start; answer[at] != LAST && n < k->squares; n++) {
        places[n] = at;
        at = target(k, at, answer[at]);
    }
    return n;
}

/* ---- Drawing --------------------------------------------------------------------------- */

static void draw_way(const struct knight *k, const int *answer, struct pm_picture *p)
{
    for (int s = 0; s < k->rows * k->columns; s++) {
        int to = answer[s] > 0 && !k->hole[s] ? target(k, s, answer[s]) : -1;
        if (to < 0)
            continue;
        pm_picture_place(p, s);
        pm_picture_line(p, s % k->columns + 0.5, s / k->columns + 0.5,
                        to % k->columns + 0.5, to / k->columns + 0.5, PM_THIN, PM_ACCENT);
    }
}

static void draw_numbers(const struct knight *k, const int *answer, struct pm_picture *p)
{
    int at = k->start;
    for (int i = 1; at >= 0 && i <= k->squares; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        pm_picture_place(p, at);
        pm_picture_circle(p, at % k->columns + 0.5, at / k->columns + 0.5, 0.3, PM_PAPER,
                          PM_NO_INK, 0);
        pm_picture_text(p, at % k->columns + 0.5, at / k->columns + 0.5,
                        i > 999 ? 0.22 : 0.36, PM_CENTRE, i == 1 ? PM_INK : PM_ANSWER,
                        text);
        at = answer[at] > 0 ? target(k, at, answer[at]) : -1;
    }
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct knight *k = puzzle;
    for (int s = 0; s < k->rows * k->columns; s++) {
        int row = s / k->columns, column = s % k->columns;
        if (k->hole[s] || (row + column) % 2)
            pm_picture_box(p, column, row, 1, 1, k->hole[s] ? PM_DARK : PM_SHADE, PM_NO_INK,
                           0);
    }
    pm_picture_grid(p, 0, 0, k->rows, k->columns);
    pm_draw_spots(p, k->columns, k->rows * k->columns, NULL);
    if (k->closed)
        pm_draw_note(p, k->columns, k->rows + 0.5, "back to the start");
    if (pm_is_partial(k->rows * k->columns, answer) && k->end >= 0)
        pm_picture_text(p, k->end % k->columns + 0.5, k->end / k->columns + 0.5, 0.5,
                        PM_CENTRE, PM_INK, "E");
    if (answer) {
        draw_way(k, answer, p);
        draw_numbers(k, answer, p);
        return;
    }
    const int marks[] = {k->start, k->end};
    for (int i = 0; i < 2 && marks[i] >= 0; i++)
        pm_picture_text(p, marks[i] % k->columns + 0.5, marks[i] / k->columns + 0.5, 0.5,
                        PM_CENTRE, PM_INK, i ? "E" : "S");
}

/* ---- In words ------------------------------------------------------------------------ */

/* The number of a square on the tour from its start on, as far as that is known; 0: it is not. */
static int number_of(const struct knight *k, const int *answer, int square)
{
    int at = k->start;
    for (int n = 1; n <= k->squares && at >= 0; n++) {
        if (at == square)
            return n;
        at = answer[at] == PULMA_EMPTY || answer[at] == LAST ? -1
                                                             : target(k, at, answer[at]);
    }
    return 0;
}

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct knight *k = puzzle;
    int square = row * k->columns + column;
    int number = answer && !k->hole[square] ? number_of(k, answer, square) : 0;
    if (number > 0)
        snprintf(text, size, "%d", number);
    else if (answer && !k->hole[square] && answer[square] != PULMA_EMPTY)
        value_name(k, square, answer[square], text, size);
    else
        snprintf(text, size, "%s",
                 k->hole[square]      ? "forbidden"
                 : square == k->start ? "start"
                 : square == k->end   ? "end"
                                      : "empty");
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct knight *k = puzzle;
    pm_words_size(k->rows, k->columns, out);
    if (k->closed)
        pm_out_text(out, "The tour is closed.\n");
    if (answer)
        pm_out_text(out, "Numbers tell the order of the squares.\n");
    pm_words_rows(k, answer, k->rows, k->columns, cell_words, out);
}

/* ---- The kind --------------------------------------------------------------------------- */

const struct pm_kind pm_kind_knight = {
    .name = "knight",
    .title = "Knight Moves",
    .rules = "Start at S and visit every square exactly once, by knight's moves.\n"
             "Forbidden squares are left out; a closed tour could go on to its start.\n",
    .read = read,
    .write = write,
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 1.02, 1.07, 2},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_STEP,
    .rest_is_zero = true,
    .move = move,
    .way = way,
    .invent = invent,
    .kernel = kernel,
};
