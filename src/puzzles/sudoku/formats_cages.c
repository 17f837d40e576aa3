/* Sudoku notations that draw regions or cages: the game IDs of the Portable Puzzle Collection
 * ("solo"), and three strings that killer solvers exchange.
 *
 * All of them end in the same two arrays, a label for each cell's region or cage and a sum for
 * each label; pm_sudoku_finish() numbers and judges them. */
#include "puzzles/sudoku/formats.h"

#include <assert.h>
#include <string.h>

/* ---- Game IDs: solo ------------------------------------------------------------------- */

struct solo_params {
    int size, box_rows, box_columns; /* box_rows 0: jigsaw */
    bool diagonals, killer;
};

/* What the generator was asked for: symmetry and difficulty say nothing about the puzzle. */
static bool take_setting(struct pm_text *t)
{
    static const char *const settings[] = {"md2", "md4", "m2", "m4", "m8", "r2", "r4",
                                           "a",   "dt",  "db", "di", "da", "de", "du"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (pm_text_word(t, settings[i]))
            return true;
    return false;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

/* CxR or Nj, then x, k and settings in any order.  A block of CxR is R wide and C high. */
static bool take_params(struct pm_text *t, struct solo_params *p)
{
    *p = (struct solo_params){0};
    int first, second;
    if (pm_text_int(t, 1, PM_SUDOKU_MAX, &first, NULL))
        return false;
    if (pm_text_peek(t) == 'x' && t->at + 1 < t->end && is_digit(t->at[1])) {
        pm_text_take(t);
        if (pm_text_int(t, 1, PM_SUDOKU_MAX, &second, NULL) ||
            first * second > PM_SUDOKU_MAX)
            return false;
        p->size = first * second;
        p->box_rows = first;
        p->box_columns = second;
    } else if (pm_text_word(t, "j")) {
        p->size = first;
    } else {
        return false;
    }
    for (;;) {
        if (pm_text_word(t, "x"))
            p->diagonals = true;
        else if (pm_text_word(t, "k"))
            p->killer = true;
        else if (!take_setting(t))
            break;
    }
    return p->size >= 2;
}

/* Numbers in decimal, letters that skip cells, '_' between numbers. */
static pulma_status read_numbers(struct pm_text *t, int cells, int max, int *number,
                                 pulma_error *err)
{
    int cell = 0;
    for (int c; (c = pm_text_peek(t)) >= 0 && c != ',';) {
        const struct pm_text at = *t;
        int skip = c >= 'a' && c <= 'z' ? c - 'a' + 1 : is_digit(c) ? 1 : 0;
        if (skip == 0 && c != '_')
            return pm_fail_expected(err, t, "a number, or a letter that skips cells");
        if (skip > cells - cell)
            return pm_fail(err, PULMA_BAD_TEXT, &at, "there are more than %d cells here",
                           cells);
        if (is_digit(c)) {
            pulma_status status = pm_text_int(t, 1, max, &number[cell], err);
            if (status)
                return status;
        } else {
            pm_text_take(t);
        }
        cell += skip;
    }
    if (cell != cells)
        return pm_fail(err, PULMA_BAD_TEXT, t, "expected %d cells, found %d", cells, cell);
    return PULMA_OK;
}

/* The two cells at both sides of line `k`: first the lines between horizontal neighbours in
 * reading order, then those between vertical neighbours column by column. */
static void cells_at_line(int n, int k, int *a, int *b)
{
    int half = n * (n - 1);
    if (k < half) {
        *a = k / (n - 1) * n + k % (n - 1);
        *b = *a + 1;
    } else {
        *a = (k - half) % (n - 1) * n + (k - half) / (n - 1);
        *b = *a + n;
    }
}

/* Gives all cells with label `from` the label `to`. */
static void join(int *label, int cells, int from, int to)
{
    for (int i = 0; i < cells; i++)
        if (label[i] == from)
            label[i] = to;
}

/* Lines between cells: '_' is a line, a to y are 1 to 25 places without one and then a line,
 * z is 26 places without one.  One more line ends the list. */
static pulma_status read_borders(struct pm_text *t, int n, int *label, pulma_error *err)
{
    int lines = 2 * n * (n - 1), at_line = 0;
    for (int i = 0; i < n * n; i++)
        label[i] = i;
    for (int c; (c = pm_text_peek(t)) >= 0 && c != ',';) {
        if (c != '_' && !(c >= 'a' && c <= 'z'))
            return pm_fail_expected(err, t, "'_' or a letter that draws borders");
        int open = c == '_' ? 0 : c - 'a' + 1;
        if (open + (c != 'z') > lines + 1 - at_line)
            return pm_fail(err, PULMA_BAD_TEXT, t, "there are more than %d borders here",
                           lines);
        for (int k = 0; k < open; k++, at_line++) {
            int a, b;
            if (at_line == lines)
                return pm_fail_expected(err, t, "the end of the borders");
            cells_at_line(n, at_line, &a, &b);
            join(label, n * n, label[b], label[a]);
        }
        at_line += c != 'z';
        pm_text_take(t);
    }
    if (at_line != lines + 1)
        return pm_fail(err, PULMA_BAD_TEXT, t, "expected %d borders, found %d", lines + 1,
                       at_line);
    return PULMA_OK;
}

static pulma_status next_field(struct pm_text *t, const char *what, pulma_error *err)
{
    return pm_text_word(t, ",") ? PULMA_OK
                                : pm_fail_expected(err, t, "',' and the %s", what);
}

/* The sum of a cage stands on its first cell. */
static pulma_status read_solo_cages(struct pm_text *t, struct pm_sudoku *s,
                                    pulma_error *err)
{
    int label[PM_SUDOKU_CELLS], sum[PM_SUDOKU_CELLS] = {0}, n = s->size * s->size;
    pulma_status status = next_field(t, "cages", err);
    if (!status)
        status = read_borders(t, s->size, label, err);
    if (!status)
        status = next_field(t, "sums", err);
    const struct pm_text sums = *t;
    if (!status)
        status = read_numbers(t, n, PM_SUDOKU_CELLS, sum, err);
    if (status)
        return status;
    for (int i = 0; i < n; i++) {
        int first = 0;
        while (label[first] != label[i])
            first++;
        s->cage[i] = first;
        s->sum[i] = sum[i];
        if ((sum[i] != 0) != (first == i))
            return pm_fail(
                err, PULMA_BAD_TEXT, &sums,
                sum[i] ? "row %d, column %d has a sum but is not the first of its cage"
                       : "the cage at row %d, column %d has no sum",
                i / s->size + 1, i % s->size + 1);
    }
    return PULMA_OK;
}

static pulma_status read_solo_body(struct pm_text *t, const struct solo_params *p,
                                   struct pm_sudoku *s, pulma_error *err)
{
    const struct pm_text start = *t;
    int n = p->size * p->size;
    s->diagonals = p->diagonals;
    pulma_status status = read_numbers(t, n, p->size, s->given, err);
    if (!status && p->box_rows == 0) {
        if (!(status = next_field(t, "regions", err)))
            status = read_borders(t, p->size, s->region, err);
    } else if (!status) {
        pm_sudoku_set_boxes(s, p->box_rows, p->box_columns);
    }
    if (!status && p->killer)
        status = read_solo_cages(t, s, err);
    if (!status)
        status = pm_text_done(t, err);
    return status ? status : pm_sudoku_finish(s, &start, err);
}

pulma_status pm_solo_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                          const char **title, pulma_error *err)
{
    (void)title;
    struct pm_text line = pm_sudoku_take_line(t);
    struct solo_params params;
    if (!take_params(&line, &params))
        return pm_fail_expected(err, &line,
                                "the parameters of a solo game, such as 3x3 or 9j");
    if (pm_text_peek(&line) == '#')
        return pm_fail(
            err, PULMA_BAD_TEXT, &line,
            "this asks the other program to make a puzzle from a seed: expected a "
            "game ID with ':' and the puzzle itself");
    if (!pm_text_word(&line, ":"))
        return pm_fail_expected(err, &line, "':'");
    struct pm_sudoku *s = pm_sudoku_new(arena, params.size);
    if (!s)
        return pm_fail_memory(err);
    *puzzle = s;
    return read_solo_body(&line, &params, s, err);
}

/* Other games have IDs that begin alike: only a body that fits says that it is this one. */
int pm_solo_sniff(const struct pm_text *t)
{
    struct pm_text copy = *t, line = pm_sudoku_take_line(&copy);
    struct solo_params params;
    if (!take_params(&line, &params) ||
        (pm_text_peek(&line) != ':' && pm_text_peek(&line) != '#'))
        return 0;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    copy = *t;
    void *puzzle;
    const char *title;
    pulma_status status = pm_solo_read(&copy, &arena, &puzzle, &title, NULL);
    pm_arena_free(&arena);
    return status ? 1 : 2;
}

static void put_numbers(struct pm_out *out, int cells, const int *number)
{
    int skip = 0;
    bool touching = false;
    for (int i = 0; i <= cells; i++) {
        if (i < cells && number[i] == 0) {
            skip++;
            continue;
        }
        for (; skip > 26; skip -= 26, touching = false)
            pm_out_char(out, 'z');
        if (skip > 0)
            pm_out_char(out, (char)('a' + skip - 1));
        else if (touching && i < cells)
            pm_out_char(out, '_');
        if (i < cells)
            pm_out_f(out, "%d", number[i]);
        skip = 0;
        touching = true;
    }
}

static void put_borders(struct pm_out *out, int n, const int *label)
{
    int lines = 2 * n * (n - 1), open = 0;
    for (int k = 0; k <= lines; k++) {
        int a = 0, b = 0;
        if (k < lines)
            cells_at_line(n, k, &a, &b);
        if (k < lines && label[a] == label[b]) {
            open++;
            continue;
        }
        for (; open > 25; open -= 26)
            pm_out_char(out, 'z');
        pm_out_char(out, open == 0 ? '_' : (char)('a' + open - 1));
        open = 0;
    }
}

/* Whether borders alone tell the labels: each one hangs together. */
static bool borders_tell(int n, const int *label)
{
    struct pm_out out = {0};
    int back[PM_SUDOKU_CELLS];
    put_borders(&out, n, label);
    struct pm_text t = pm_text_of(out.data ? out.data : "", out.len);
    bool same = !out.failed && read_borders(&t, n, back, NULL) == PULMA_OK;
    for (int i = 0; same && i < n * n; i++)
        for (int k = 0; same && k < i; k++)
            same = (label[i] == label[k]) == (back[i] == back[k]);
    pm_out_free(&out);
    return same;
}

static pulma_status check_solo_cages(const struct pm_sudoku *s, pulma_error *err)
{
    int cells[PM_SUDOKU_CELLS] = {0};
    bool fits = borders_tell(s->size, s->cage);
    for (int i = 0; i < s->size * s->size; i++)
        if (s->cage[i] < 0)
            fits = false;
        else
            cells[s->cage[i]]++;
    for (int c = 0; c < s->cage_count; c++)
        fits &= cells[c] > 1;
    return fits
               ? PULMA_OK
               : pm_fail(err, PULMA_UNAVAILABLE, NULL,
                         "the notation solo needs every cell in a connected cage of two or "
                         "more cells");
}

pulma_status pm_solo_write(const void *puzzle, const char *title, struct pm_out *out,
                           pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    (void)title;
    pulma_status status = pm_sudoku_only(
        s, PM_HAS_GIVENS | PM_HAS_DIAGONALS | PM_HAS_REGIONS | PM_HAS_CAGES | PM_HAS_BOXES,
        "solo", err);
    if (!status && s->cage_count > 0)
        status = check_solo_cages(s, err);
    if (!status && (s->size < 2 || (s->box_rows == 0 && !borders_tell(s->size, s->region))))
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL,
                         "the notation solo needs connected regions");
    if (status)
        return status;
    int n = s->size * s->size, sum[PM_SUDOKU_CELLS] = {0}, next = 0;
    if (s->box_rows)
        pm_out_f(out, "%dx%d", s->box_rows, s->box_columns);
    else
        pm_out_f(out, "%dj", s->size);
    pm_out_f(out, "%s%s:", s->diagonals ? "x" : "", s->cage_count ? "k" : "");
    put_numbers(out, n, s->given);
    if (s->box_rows == 0) {
        pm_out_char(out, ',');
        put_borders(out, s->size, s->region);
    }
    if (s->cage_count > 0) {
        pm_out_char(out, ',');
        put_borders(out, s->size, s->cage);
        pm_out_char(out, ',');
        for (int i = 0; i < n; i++)
            if (s->cage[i] == next)
                sum[i] = s->sum[next++];
        put_numbers(out, n, sum);
    }
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- Killers in 81 fields --------------------------------------------------------------- */

enum { NINE = 9, CELLS = 81 };

/* A new 9 x 9 board with its boxes; NULL: no memory. */
static struct pm_sudoku *new_nine(struct pm_arena *arena)
{
    struct pm_sudoku *s = pm_sudoku_new(arena, NINE);
    if (s)
        pm_sudoku_set_boxes(s, 3, 3);
    return s;
}

static bool take_fields_head(struct pm_text *t, bool *diagonals)
{
    if (!pm_text_word(t, "3x3:"))
        return false;
    *diagonals = pm_text_word(t, "d");
    return pm_text_word(t, ":k:");
}

int pm_killer_fields_sniff(const struct pm_text *t)
{
    struct pm_text copy = *t, line = pm_sudoku_take_line(&copy);
    bool diagonals;
    return take_fields_head(&line, &diagonals) ? 3 : 0;
}

pulma_status pm_killer_fields_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                   const char **title, pulma_error *err)
{
    (void)title;
    const struct pm_text start = *t;
    struct pm_text line = pm_sudoku_take_line(t);
    struct pm_sudoku *s = new_nine(arena);
    if (!s)
        return pm_fail_memory(err);
    *puzzle = s;
    if (!take_fields_head(&line, &s->diagonals))
        return pm_fail_expected(err, &line, "'3x3::k:' or '3x3:d:k:'");
    int number[CELLS];
    for (int i = 0; i < CELLS; i++) {
        pulma_status status = pm_text_int(&line, 0, 256 * 46 - 1, &number[i], err);
        if (status)
            return status;
        if (!pm_text_word(&line, ":") && !(i == CELLS - 1 && pm_text_ended(&line)))
            return pm_fail_expected(err, &line, "':'");
        s->sum[i] = number[i] / 256;
        for (int k = 0; s->sum[i] && s->cage[i] < 0; k++)
            if (number[k] == number[i])
                s->cage[i] = k;
    }
    pulma_status status = pm_text_done(&line, err);
    return status ? status : pm_sudoku_finish(s, &start, err);
}

pulma_status pm_killer_fields_write(const void *puzzle, const char *title,
                                    struct pm_out *out, pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    (void)title;
    pulma_status status = pm_sudoku_only(s, PM_HAS_CAGES | PM_HAS_DIAGONALS | PM_ONLY_9,
                                         "killer-fields", err);
    if (status)
        return status;
    pm_out_f(out, "3x3:%s:k:", s->diagonals ? "d" : "");
    for (int i = 0; i < CELLS; i++) {
        int first = 0;
        while (s->cage[first] != s->cage[i])
            first++;
        pm_out_f(out, "%d:", s->cage[i] < 0 ? i : 256 * s->sum[s->cage[i]] + first);
    }
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- Killers in 81 characters -------------------------------------------------------------- */

/* Pointers to a neighbour in the same cage, and how they step. */
static const struct {
    char c;
    int down, right;
} pointers[] = {{'<', 0, -1},  {'^', -1, 0},  {'>', 0, 1},  {'v', 1, 0},
                {'`', -1, -1}, {'\'', -1, 1}, {',', 1, -1}, {'.', 1, 1}};
enum { POINTERS = sizeof pointers / sizeof *pointers };

/* The cell that a pointer at `cell` points to; -1: no pointer, -2: it leaves the board. */
static int pointed(int cell, int c)
{
    for (int k = 0; k < POINTERS; k++)
        if (pointers[k].c == c) {
            int row = cell / NINE + pointers[k].down,
                column = cell % NINE + pointers[k].right;
            bool inside = row >= 0 && row < NINE && column >= 0 && column < NINE;
            return inside ? row * NINE + column : -2;
        }
    return -1;
}

/* 0 to 9, then A = 10 to Z = 35, a = 36 to j = 45; -1: no sum. */
static int sum_of(int c)
{
    int sum = c == '0' ? 0 : pm_digit_value(c);
    return sum <= 45 ? sum : -1;
}

int pm_killer_line_sniff(const struct pm_text *t)
{
    struct pm_text copy = *t, line = pm_sudoku_take_line(&copy),
                   word = pm_text_token(&line);
    if (pm_text_len(&word) != CELLS)
        return 0;
    bool points = false;
    for (int i = 0; i < CELLS; i++) {
        int c = (unsigned char)word.at[i];
        if (pointed(i, c) == -1 && sum_of(c) < 0)
            return 0;
        points |= c == '<' || c == '>' || c == '^' || c == 'v';
    }
    return points ? 2 : 0;
}

pulma_status pm_killer_line_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                 const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    struct pm_text line = pm_sudoku_take_line(t), word = pm_text_token(&line);
    struct pm_sudoku *s = new_nine(arena);
    if (!s)
        return pm_fail_memory(err);
    *puzzle = s;
    if (pm_text_len(&word) != CELLS)
        return pm_fail(
            err, PULMA_BAD_TEXT, &start, "expected 81 characters, found %d",
            (int)(pm_text_len(&word) > INT32_MAX ? INT32_MAX : pm_text_len(&word)));
    for (int i = 0; i < CELLS; i++) {
        int head = i, c = (unsigned char)word.at[i];
        for (int steps = 0; pointed(head, c) >= 0; steps++) {
            head = pointed(head, c);
            c = (unsigned char)word.at[head];
            if (steps > CELLS)
                return pm_fail(err, PULMA_BAD_TEXT, &start,
                               "the pointers from row %d, column %d go round in a circle",
                               i / NINE + 1, i % NINE + 1);
        }
        if (pointed(head, c) == -2)
            return pm_fail(err, PULMA_BAD_TEXT, &start,
                           "row %d, column %d points out of the board", head / NINE + 1,
                           head % NINE + 1);
        if (sum_of(c) < 0)
            return pm_fail(err, PULMA_BAD_TEXT, &start,
                           "expected a sum or a pointer at row %d, column %d",
                           head / NINE + 1, head % NINE + 1);
        s->cage[i] = sum_of(c) ? head : -1;
        s->sum[head] = sum_of(c);
    }
    pulma_status status = pm_sudoku_title(arena, line, title, err);
    return status ? status : pm_sudoku_finish(s, &start, err);
}

/* Spreads over a cage from the cells that have their character, by the first `kinds` pointers;
 * says how many cells have one in the end. */
static int spread_pointers(const struct pm_sudoku *s, int cage, int kinds, char *text)
{
    int queue[CELLS], from = 0, to = 0;
    for (int i = 0; i < CELLS; i++)
        if (s->cage[i] == cage && text[i])
            queue[to++] = i;
    for (; from < to; from++)
        for (int i = 0; i < CELLS; i++) {
            if (text[i] || s->cage[i] != cage)
                continue;
            for (int k = 0; k < kinds && !text[i]; k++)
                if (pointed(i, pointers[k].c) == queue[from])
                    text[i] = pointers[k].c;
            if (text[i])
                queue[to++] = i;
        }
    return to;
}

/* The pointers of one cage whose head has its sum: straight ones, then slanting ones for what
 * is left; false if some cell is not reached. */
static bool point_cage(const struct pm_sudoku *s, int cage, char *text)
{
    int cells = 0;
    for (int i = 0; i < CELLS; i++)
        cells += s->cage[i] == cage;
    spread_pointers(s, cage, 4, text);
    return spread_pointers(s, cage, POINTERS, text) == cells;
}

pulma_status pm_killer_line_write(const void *puzzle, const char *title, struct pm_out *out,
                                  pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    pulma_status status = pm_sudoku_only(s, PM_HAS_CAGES | PM_ONLY_9, "killer-line", err);
    if (status)
        return status;
    char text[CELLS] = "";
    bool points = false;
    for (int i = 0, next = 0; i < CELLS; i++) {
        if (s->cage[i] < 0)
            text[i] = '0';
        if (s->cage[i] != next)
            continue;
        text[i] = pm_digit(s->sum[next]);
        if (!point_cage(s, next++, text))
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "the notation killer-line needs connected cages");
    }
    for (int i = 0; i < CELLS; i++)
        points |= text[i] == '<' || text[i] == '>' || text[i] == '^' || text[i] == 'v';
    if (!points)
        return pm_fail(
            err, PULMA_UNAVAILABLE, NULL,
            "without cages of two cells side by side killer-line would look like a "
            "plain sudoku");
    pm_out_bytes(out, text, CELLS);
    pm_out_f(out, "%s%s\n", title[0] ? " " : "", title);
    return PULMA_OK;
}

/* ---- SumoCue -------------------------------------------------------------------------------- */

/* One entry: =SUM heads a cage, +CELL belongs to the cage of that cell; J and a digit names the
 * region where the boxes are a jigsaw. */
struct sumo_entry {
    bool head;
    int number, region; /* region -1: none named */
};

int pm_sumocue_sniff(const struct pm_text *t)
{
    return pm_text_starts(t, "SumoCueV1") ? 3 : 0;
}

static pulma_status read_sumo_entry(struct pm_text *t, struct sumo_entry *entry,
                                    pulma_error *err)
{
    pm_text_blanks(t);
    entry->head = pm_text_word(t, "=");
    entry->region = -1;
    if (!entry->head && !pm_text_word(t, "+"))
        return pm_fail_expected(err, t, "'=' and a sum, or '+' and a cell");
    pulma_status status = pm_text_int(t, 0, 80, &entry->number, err);
    if (!status && pm_text_word(t, "J"))
        status = pm_text_int(t, 0, NINE - 1, &entry->region, err);
    return status;
}

/* With cages the numbers are sums; a jigsaw without any has given digits there. */
static pulma_status apply_sumo(const struct sumo_entry *entry, struct pm_sudoku *s,
                               const struct pm_text *at, pulma_error *err)
{
    bool cages = false, jigsaw = entry[0].region >= 0;
    for (int i = 0; i < CELLS; i++) {
        cages |= !entry[i].head;
        if ((entry[i].region >= 0) != jigsaw)
            return pm_fail(err, PULMA_BAD_TEXT, at,
                           "expected a region for each cell or for none");
        if (jigsaw)
            s->region[i] = entry[i].region;
    }
    if (jigsaw)
        s->box_rows = s->box_columns = 0;
    for (int i = 0; i < CELLS; i++) {
        int head = entry[i].head ? i : entry[i].number;
        if (!entry[head].head)
            return pm_fail(err, PULMA_BAD_TEXT, at,
                           "row %d, column %d belongs to a cell that heads no cage",
                           i / NINE + 1, i % NINE + 1);
        if (!cages && jigsaw && entry[i].number > NINE)
            return pm_fail(err, PULMA_BAD_TEXT, at, "expected a digit at row %d, column %d",
                           i / NINE + 1, i % NINE + 1);
        if (!cages && jigsaw) {
            s->given[i] = entry[i].number;
        } else if (entry[head].number > 0) {
            s->cage[i] = head;
            s->sum[head] = entry[head].number;
        }
    }
    return PULMA_OK;
}

pulma_status pm_sumocue_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    const struct pm_text start = *t;
    struct pm_text line = pm_sudoku_take_line(t);
    struct pm_sudoku *s = new_nine(arena);
    if (!s)
        return pm_fail_memory(err);
    *puzzle = s;
    if (!pm_text_word(&line, "SumoCueV1"))
        return pm_fail_expected(err, &line, "'SumoCueV1'");
    pm_text_blanks(&line);
    s->diagonals = pm_text_word(&line, "D");
    struct sumo_entry entry[CELLS];
    for (int i = 0; i < CELLS; i++) {
        pulma_status status = read_sumo_entry(&line, &entry[i], err);
        if (status)
            return status;
    }
    pulma_status status = pm_text_done(&line, err);
    if (!status)
        status = apply_sumo(entry, s, &start, err);
    return status ? status : pm_sudoku_finish(s, &start, err);
}

pulma_status pm_sumocue_write(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    (void)title;
    bool jigsaw = s->box_rows == 0;
    bool givens = s->cage_count == 0 && jigsaw;
    unsigned parts = PM_HAS_DIAGONALS | PM_HAS_REGIONS | PM_ONLY_9 |
                     (givens ? (unsigned)PM_HAS_GIVENS : (unsigned)PM_HAS_CAGES);
    pulma_status status = pm_sudoku_only(s, parts, "sumocue", err);
    if (status)
        return status;
    bool cages = false;
    pm_out_f(out, "SumoCueV1%s", s->diagonals ? "D" : "");
    for (int i = 0; i < CELLS; i++) {
        int first = 0;
        while (s->cage[first] != s->cage[i])
            first++;
        bool member = s->cage[i] >= 0 && first != i;
        cages |= member;
        int number = givens           ? s->given[i]
                     : member         ? first
                     : s->cage[i] < 0 ? 0
                                      : s->sum[s->cage[i]];
        pm_out_f(out, "%c%d", member ? '+' : '=', number);
        if (jigsaw)
            pm_out_f(out, "J%d", s->region[i]);
    }
    pm_out_char(out, '\n');
    if (jigsaw && !givens && !cages)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "sumocue would take cages of one cell for given digits");
    return PULMA_OK;
}
