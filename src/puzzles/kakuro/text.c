/* Kakuro boards as text: a word for each square, in pulma's notation and in others.
 *
 * All word notations end in the same two steps: read_lines() turns words into squares, one
 * function per notation telling what a word means, and settle() looks at the board as a whole.
 * puzz.link's code is not made of words and has its own reader and writer. */
#include "puzzles/kakuro/kakuro.h"

#include <assert.h>
#include <string.h>

#include "notations/link.h"

enum { MAX_SIDE = PM_KAKURO_MAX_SIDE, MAX_DIGITS = PM_KAKURO_MAX_DIGITS };

/* ---- Boards ------------------------------------------------------------------------- */

struct pm_kakuro *pm_kakuro_new(int rows, int columns, int digits, struct pm_arena *arena)
{
    struct pm_kakuro *k = pm_new(arena, 1, struct pm_kakuro);
    if (!k)
        return NULL;
    *k = (struct pm_kakuro){.rows = rows, .columns = columns, .digits = digits};
    k->squares =
        pm_new(arena, ((size_t)rows + 1) * ((size_t)columns + 1), struct pm_kakuro_square);
    return k->squares ? k : NULL;
}

static int length_of_run(const struct pm_kakuro *k, int row, int column, bool down)
{
    int n = 0;
    while (pm_kakuro_is_open(k, row + (down ? n : 0), column + (down ? 0 : n)))
        n++;
    return n;
}

/* The run that begins after this black square, if it says anything. */
static void add_run(struct pm_kakuro *k, int row, int column, bool down, int **cells)
{
    const struct pm_kakuro_square *s = pm_kakuro_square_at(k, row, column);
    int first_row = row + down, first_column = column + !down;
    int n = length_of_run(k, first_row, first_column, down),
        sum = down ? s->down : s->across;
    if (n == 0 || (n == 1 && !sum))
        return;
    struct pm_kakuro_run *run = &k->runs[k->run_count++];
    *run = (struct pm_kakuro_run){first_row, first_column, down, sum, n, *cells};
    for (int i = 0; i < n; i++)
        *(*cells)++ = pm_kakuro_square_at(k, first_row + (down ? i : 0),
                                          first_column + (down ? 0 : i))
                          ->place;
}

pulma_status pm_kakuro_finish(struct pm_kakuro *k, const struct pm_text *at,
                              struct pm_arena *arena, pulma_error *err)
{
    int n = (k->rows + 1) * (k->columns + 1);
    k->cell_of = pm_new(arena, (size_t)n, int);
    k->place_at = pm_new(arena, (size_t)k->rows * (size_t)k->columns, int);
    if (!k->cell_of || !k->place_at)
        return pm_fail_memory(err);
    for (int i = 0, cell = 0; i < n; i++) {
        struct pm_kakuro_square *s = &k->squares[i];
        if (s->open)
            k->cell_of[s->place = k->place_count++] = i;
        if (i > k->columns && i % (k->columns + 1) > 0)
            k->place_at[cell++] = s->open ? s->place : -1;
    }
    if (k->place_count == 0)
        return pm_fail(err, PULMA_BAD_TEXT, at,
                       "expected at least one open cell, found none");
    k->runs = pm_new(arena, 2 * (size_t)k->place_count, struct pm_kakuro_run);
    int *cells = pm_new(arena, 2 * (size_t)k->place_count, int);
    if (!k->runs || !cells)
        return pm_fail_memory(err);
    for (int down = 0; down < 2; down++)
        for (int i = 0; i < n; i++)
            if (!k->squares[i].open)
                add_run(k, i / (k->columns + 1), i % (k->columns + 1), down, &cells);
    return PULMA_OK;
}

/* A sum that belongs to no run. */
struct idle_sum {
    int row, column;
    const char
        *where; /* "below" or "to the right of" it no cell is open; NULL: all is well */
};

static struct idle_sum find_idle_sum(const struct pm_kakuro *k)
{
    for (int row = 0; row <= k->rows; row++)
        for (int column = 0; column <= k->columns; column++) {
            const struct pm_kakuro_square *s = pm_kakuro_square_at(k, row, column);
            if (s->down && !pm_kakuro_is_open(k, row + 1, column))
                return (struct idle_sum){row, column, "below"};
            if (s->across && !pm_kakuro_is_open(k, row, column + 1))
                return (struct idle_sum){row, column, "to the right of"};
        }
    return (struct idle_sum){0};
}

/* ---- Words ---------------------------------------------------------------------------- */

/* A notation of single cells: what the word at `t` says. */
typedef pulma_status read_square(struct pm_text t, int digits,
                                 struct pm_kakuro_square *square, pulma_error *err);

static pulma_status read_sum(struct pm_text *t, int digits, short *sum, pulma_error *err)
{
    int c = pm_text_peek(t), value = 0;
    if (c < '0' || c > '9') {
        pm_text_word(t, "?");
        *sum = 0;
        return PULMA_OK;
    }
    pulma_status status = pm_text_int(t, 1, digits * (digits + 1) / 2, &value, err);
    *sum = (short)value;
    return status;
}

static bool is_one_of(int c, const char *set)
{
    return c > 0 && strchr(set, c);
}

/* Two sums with a separator between them; the word must end after the second. */
static pulma_status read_sums(struct pm_text t, const char *separators, int digits,
                              struct pm_kakuro_square *square, pulma_error *err)
{
    static const char wanted[] = "a cell ('.', '#', a digit, or sums as in 16\\17)";
    const struct pm_text start = t;
    if (!is_one_of(pm_text_peek(&t), "0123456789?") &&
        !is_one_of(pm_text_peek(&t), separators))
        return pm_fail_expected(err, &start, "%s", wanted);
    pulma_status status = read_sum(&t, digits, &square->down, err);
    if (status)
        return status;
    if (!is_one_of(pm_text_peek(&t), separators))
        return pm_fail_expected(err, &start, "%s", wanted);
    pm_text_take(&t);
    if ((status = read_sum(&t, digits, &square->across, err)))
        return status;
    return pm_text_ended(&t) ? PULMA_OK : pm_fail_expected(err, &start, "%s", wanted);
}

static bool all_underscores(struct pm_text t)
{
    while (pm_text_peek(&t) == '_')
        pm_text_take(&t);
    return pm_text_ended(&t);
}

static pulma_status read_own_square(struct pm_text t, int digits,
                                    struct pm_kakuro_square *square, pulma_error *err)
{
    if (pm_text_is(&t, "#"))
        return PULMA_OK;
    bool sign = pm_text_len(&t) == 1 && pm_grid_is_open(pm_text_peek(&t), "x-*");
    if (sign || all_underscores(t)) {
        square->open = true;
        return PULMA_OK;
    }
    int digit = pm_text_len(&t) == 1 ? pm_digit_value(pm_text_peek(&t)) : -1;
    if (digit < 0 || digit > MAX_DIGITS)
        return read_sums(t, "\\/", digits, square, err);
    if (digit > digits)
        return pm_fail_expected(err, &t, "a digit from 1 to %d", digits);
    square->open = true;
    square->given = (short)digit;
    return PULMA_OK;
}

static pulma_status read_kit_square(struct pm_text t, int digits,
                                    struct pm_kakuro_square *square, pulma_error *err)
{
    square->open = pm_text_is(&t, "0");
    return square->open || pm_text_is(&t, "-") ? PULMA_OK
                                               : read_sums(t, ",", digits, square, err);
}

static int count_words(struct pm_text t)
{
    int n = 0;
    for (struct pm_text word; word = pm_text_token(&t), !pm_text_ended(&word);)
        n++;
    return n;
}

static pulma_status read_row(struct pm_kakuro *k, int row, struct pm_text line,
                             read_square *read_one, pulma_error *err)
{
    for (int column = 0; column <= k->columns; column++) {
        struct pm_text word = pm_text_token(&line);
        struct pm_kakuro_square *square = pm_kakuro_square_at(k, row, column);
        pulma_status status = read_one(word, k->digits, square, err);
        if (status)
            return status;
        if (row > 0 && column > 0)
            continue;
        if (square->given)
            return pm_fail_expected(err, &word, "a sum or '#' in the first row and column");
        square->open = false;
    }
    return pm_text_done(&line, err);
}

/* Complains of sums without a run, pointing at the word; then finishes the board. */
static pulma_status settle(struct pm_kakuro *k, const struct pm_text *lines,
                           struct pm_arena *arena, pulma_error *err)
{
    struct idle_sum idle = find_idle_sum(k);
    if (idle.where) {
        struct pm_text line = lines[idle.row], word = pm_text_token(&line);
        for (int column = 0; column < idle.column; column++)
            word = pm_text_token(&line);
        return pm_fail(err, PULMA_BAD_TEXT, &word,
                       "expected an open cell %s this sum, found none", idle.where);
    }
    return pm_kakuro_finish(k, &lines[0], arena, err);
}

/* The board of these lines, each with one word per square. */
static pulma_status read_lines(int line_count, const struct pm_text *lines, int digits,
                               read_square *read_one, struct pm_arena *arena,
                               struct pm_kakuro **board, pulma_error *err)
{
    int columns = line_count > 0 ? count_words(lines[0]) - 1 : 0;
    if (line_count < 2 || line_count > MAX_SIDE + 1 || columns < 1 || columns > MAX_SIDE)
        return pm_fail(
            err, PULMA_BAD_TEXT, line_count > 0 ? &lines[0] : NULL,
            "expected 2 to %d rows and columns, those of the sums included, found %dx%d",
            MAX_SIDE + 1, line_count, columns + 1);
    struct pm_kakuro *k = pm_kakuro_new(line_count - 1, columns, digits, arena);
    if (!k)
        return pm_fail_memory(err);
    for (int row = 0; row < line_count; row++) {
        int words = count_words(lines[row]);
        if (words != columns + 1)
            return pm_fail(err, PULMA_BAD_TEXT, &lines[row],
                           "expected %d cells as in the first row, found %d", columns + 1,
                           words);
        pulma_status status = read_row(k, row, lines[row], read_one, err);
        if (status)
            return status;
    }
    *board = k;
    return settle(k, lines, arena, err);
}

pulma_status pm_kakuro_read_lines(int line_count, const struct pm_text *lines, int digits,
                                  struct pm_arena *arena, struct pm_kakuro **board,
                                  pulma_error *err)
{
    return read_lines(line_count, lines, digits, read_own_square, arena, board, err);
}

/* ---- Text: puzz.link ----------------------------------------------------------------- */

static int sniff_link(const struct pm_text *t)
{
    return pm_link_sniff(t, "kakuro");
}

/* One character: 0-9 and a-j are 0 to 19, A-Z 20 to 45, - is no sum (and so is 0). */
static pulma_status read_link_sum(struct pm_text *body, short *sum, pulma_error *err)
{
    int c = pm_text_peek(body);
    int value = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'j' ? c - 'a' + 10
                : c >= 'A' && c <= 'Z' ? c - 'A' + 20
                : c == '-'             ? 0
                                       : -1;
    if (value < 0)
        return pm_fail_expected(err, body, "a sum (0-9, a-j, A-Z or -)");
    pm_text_take(body);
    *sum = (short)value;
    return PULMA_OK;
}

static char link_sum_char(int sum)
{
    return (char)(sum == 0   ? '-'
                  : sum < 10 ? '0' + sum
                  : sum < 20 ? 'a' + sum - 10
                             : 'A' + sum - 20);
}

static pulma_status read_link_squares(struct pm_kakuro *k, struct pm_text *body,
                                      pulma_error *err)
{
    int n = k->rows * k->columns;
    for (int i = 0; i < n;) {
        int c = pm_text_peek(body);
        struct pm_kakuro_square *s =
            pm_kakuro_square_at(k, i / k->columns + 1, i % k->columns + 1);
        if (c >= 'k' && c <= 'z') {
            if (c - 'k' + 1 > n - i)
                return pm_fail(err, PULMA_BAD_TEXT, body,
                               "expected %d more cells, found %d open ones", n - i,
                               c - 'k' + 1);
            for (int end = i + c - 'k' + 1; i < end; i++)
                pm_kakuro_square_at(k, i / k->columns + 1, i % k->columns + 1)->open = true;
            pm_text_take(body);
            continue;
        }
        i++;
        if (pm_text_word(body, "."))
            continue;
        pulma_status status = read_link_sum(body, &s->down, err);
        if (!status)
            status = read_link_sum(body, &s->across, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

static pulma_status read_link(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    const struct pm_text start = *t;
    int rows, columns;
    struct pm_text body;
    pulma_status status =
        pm_link_head(t, "kakuro", MAX_SIDE, MAX_SIDE, &rows, &columns, NULL, &body, err);
    if (status)
        return status;
    struct pm_kakuro *k = pm_kakuro_new(rows, columns, 9, arena);
    if (!k)
        return pm_fail_memory(err);
    status = read_link_squares(k, &body, err);
    for (int column = 1; column <= columns && !status; column++)
        if (pm_kakuro_is_open(k, 1, column))
            status = read_link_sum(&body, &pm_kakuro_square_at(k, 0, column)->down, err);
    for (int row = 1; row <= rows && !status; row++)
        if (pm_kakuro_is_open(k, row, 1))
            status = read_link_sum(&body, &pm_kakuro_square_at(k, row, 0)->across, err);
    if (!status && !pm_text_ended(&body))
        status = pm_fail_expected(err, &body, "the end of the link");
    struct idle_sum idle = find_idle_sum(k);
    if (!status && idle.where)
        status =
            pm_fail(err, PULMA_BAD_TEXT, &start,
                    "expected an open cell %s the sum in row %d, column %d, found none",
                    idle.where, idle.row, idle.column);
    if (!status)
        status = pm_kakuro_finish(k, &start, arena, err);
    *puzzle = k;
    return status;
}

static void write_link_squares(const struct pm_kakuro *k, struct pm_out *out)
{
    int open = 0;
    for (int i = 0; i < k->rows * k->columns; i++) {
        const struct pm_kakuro_square *s =
            pm_kakuro_square_at(k, i / k->columns + 1, i % k->columns + 1);
        if (s->open) {
            open++;
            if (open == 16 || i == k->rows * k->columns - 1 ||
                !pm_kakuro_square_at(k, (i + 1) / k->columns + 1, (i + 1) % k->columns + 1)
                     ->open) {
                pm_out_char(out, (char)('k' + open - 1));
                open = 0;
            }
        } else if (s->down || s->across) {
            pm_out_char(out, link_sum_char(s->down));
            pm_out_char(out, link_sum_char(s->across));
        } else {
            pm_out_char(out, '.');
        }
    }
}

static pulma_status write_link(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct pm_kakuro *k = puzzle;
    if (k->digits != 9)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "puzz.link has digits from 1 to 9 only");
    for (int place = 0; place < k->place_count; place++)
        if (k->squares[k->cell_of[place]].given)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL, "puzz.link has no given digits");
    pm_out_f(out, "https://puzz.link/p?kakuro/%d/%d/", k->columns, k->rows);
    write_link_squares(k, out);
    for (int column = 1; column <= k->columns; column++)
        if (pm_kakuro_is_open(k, 1, column))
            pm_out_char(out, link_sum_char(pm_kakuro_square_at(k, 0, column)->down));
    for (int row = 1; row <= k->rows; row++)
        if (pm_kakuro_is_open(k, row, 1))
            pm_out_char(out, link_sum_char(pm_kakuro_square_at(k, row, 0)->across));
    if (!out->failed && (out->data[out->len - 1] == '-' || out->data[out->len - 1] == '.'))
        pm_out_char(out, '/'); /* chat programs cut a link that ends in a sign */
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- Text: PuzzleKit, and plain grids --------------------------------------------------- */

static pulma_status keep_line(struct pm_text line, struct pm_arena *arena,
                              struct pm_text **lines, int *n, pulma_error *err)
{
    if (!*lines)
        *lines = pm_new(arena, MAX_SIDE + 1, struct pm_text);
    if (!*lines)
        return pm_fail_memory(err);
    if (*n == MAX_SIDE + 1)
        return pm_fail(err, PULMA_BAD_TEXT, &line, "expected at most %d rows",
                       MAX_SIDE + 1);
    (*lines)[(*n)++] = line;
    return PULMA_OK;
}

/* The head of a PuzzleKit text: both sizes count the row and column of the sums. */
static pulma_status read_kit_head(struct pm_text *t, int *rows, int *columns,
                                  pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    pm_text_blanks(&line);
    pulma_status status = pm_text_int(&line, 2, MAX_SIDE + 1, rows, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 2, MAX_SIDE + 1, columns, err);
    return status ? status : pm_text_done(&line, err);
}

/* Its shape: two numbers, then words that are 0, - or two numbers around a comma. */
static int sniff_kit(const struct pm_text *t)
{
    struct pm_text at = *t;
    int rows, columns;
    pm_text_space(&at);
    if (read_kit_head(&at, &rows, &columns, NULL))
        return 0;
    bool comma = false;
    for (int row = 0; row < rows && !comma; row++) {
        struct pm_text line = pm_text_line(&at), word;
        while (word = pm_text_token(&line), !pm_text_ended(&word)) {
            struct pm_kakuro_square square = {0};
            if (read_kit_square(word, MAX_DIGITS, &square, NULL))
                return 0;
            comma |= square.down || square.across;
        }
    }
    return comma ? 2 : 0;
}

static pulma_status read_kit(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    struct pm_text *lines = NULL;
    struct pm_kakuro *k = NULL;
    int rows, columns, n = 0;
    pm_text_space(t);
    pulma_status status = read_kit_head(t, &rows, &columns, err);
    while (!status && n < rows && !pm_text_ended(t))
        status = keep_line(pm_text_line(t), arena, &lines, &n, err);
    if (!status && n < rows)
        status = pm_fail(err, PULMA_BAD_TEXT, t, "expected %d rows, found %d", rows, n);
    if (!status && count_words(lines[0]) != columns)
        status = pm_fail(err, PULMA_BAD_TEXT, &lines[0], "expected %d columns, found %d",
                         columns, count_words(lines[0]));
    if (!status)
        status = read_lines(n, lines, 9, read_kit_square, arena, &k, err);
    if (!status)
        *puzzle = k;
    return status;
}

/* A comment line of a plain grid, which begins with #. */
static bool is_remark(struct pm_text line)
{
    pm_text_blanks(&line);
    return pm_text_peek(&line) == '#';
}

/* Its shape: the first line holds nothing but black squares, at least one with a sum. */
static int sniff_plain(const struct pm_text *t)
{
    struct pm_text at = *t, line, word;
    do {
        pm_text_space(&at);
        line = pm_text_line(&at);
    } while (is_remark(line));
    bool sum = false;
    while (word = pm_text_token(&line), !pm_text_ended(&word)) {
        struct pm_kakuro_square square = {0};
        if (read_sums(word, "\\", MAX_DIGITS, &square, NULL))
            return 0;
        sum |= square.down || square.across;
    }
    return sum ? 2 : 0;
}

static pulma_status read_plain(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                               const char **title, pulma_error *err)
{
    (void)title;
    struct pm_text *lines = NULL;
    struct pm_kakuro *k = NULL;
    int n = 0;
    pulma_status status = PULMA_OK;
    pm_text_space(t);
    while (!status && !pm_text_ended(t)) {
        struct pm_text line = pm_text_line(t), word = pm_text_trim(line);
        if (pm_text_ended(&word) && n > 0)
            break;
        if (!pm_text_ended(&word) && !is_remark(line))
            status = keep_line(line, arena, &lines, &n, err);
    }
    if (!status)
        status = read_lines(n, lines, 9, read_own_square, arena, &k, err);
    if (!status)
        *puzzle = k;
    return status;
}

const struct pm_notation pm_kakuro_notations[] = {
    {"puzz.link", "a link of puzz.link and pzv.jp", sniff_link, read_link, write_link},
    {"puzzlekit", "PuzzleKit text: size, then -, 0 and down,across", sniff_kit, read_kit,
     NULL},
    {"plain", "the grid alone, with \\ black, ___ open, # comments", sniff_plain,
     read_plain, NULL},
    {0},
};
