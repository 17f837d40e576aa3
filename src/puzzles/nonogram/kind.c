/* Nonograms (picross, hanjie, griddlers, paint by numbers, japanilainen ristikko).
 *
 * Rules.  Paint some cells of a grid.  The numbers beside a row, or above a column, are the
 * lengths of its blocks of painted cells, in order.  Between two blocks of the same colour at
 * least one cell stays empty; blocks of different colours may touch.
 *
 * Notation.  `rows` and `columns` have one line for each line of the board: the lengths, 0 for
 * a line without blocks, ? for a block whose length is not told.  `givens` may show cells: #
 * painted, - empty, . open.  With several colours the field `colours` names a letter
 * for each, with its name or as #rrggbb; the letter stands after every number, and in the
 * grids instead of #.
 *
 *     nonogram                      nonogram
 *     rows:                         colours: r=red b=blue
 *     1 1                           rows:
 *     5                             2r 1b
 *     5                             1b 1b
 *     3                             columns:
 *     1                             1r 1b
 *     columns:                      1r
 *     2                             2b
 *     4                             givens:
 *     ?                             r..
 *     4                             .-.
 *     2
 *
 * An answer is a grid of # (or letters) and -.
 *
 * Origin: Non Ishida and Tetsuya Nishio, 1987; an integer program for two colours in Lampainen
 * (2024), Section 7.2, one for more colours in Mingote and Azevedo (2009): models/nonogram. */
#include "puzzles/nonogram/nonogram.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SIDE = PM_NONOGRAM_MAX_SIDE };

/* ---- Text -------------------------------------------------------------------------- */

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "r=red b=#0000ff" */
static pulma_status read_colours(struct pm_text value, struct pm_nonogram *board,
                                 pulma_error *err)
{
    for (pm_text_blanks(&value); !pm_text_ended(&value); pm_text_blanks(&value)) {
        const struct pm_text start = value;
        int letter = pm_text_peek(&value);
        if (!is_letter(letter))
            return pm_fail_expected(err, &value, "a colour like r=red or r=#ff0000");
        pm_text_take(&value);
        if (!pm_text_word(&value, "="))
            return pm_fail_expected(err, &value, "'=' and a colour");
        struct pm_text word = pm_text_token(&value);
        unsigned rgb;
        if (!pm_nonogram_hex(&word, &rgb) && !pm_nonogram_colour_of(&word, &rgb))
            return pm_fail_expected(err, &word, "the name of a colour, or #rrggbb");
        pulma_status status = pm_nonogram_add_paint(board, (char)letter, rgb, &start, err);
        if (status)
            return status;
    }
    if (!board->coloured)
        return pm_fail_expected(err, &value, "a colour like r=red");
    return PULMA_OK;
}

static int cell_value(const void *puzzle, int place, int c)
{
    (void)place;
    int paint = pm_nonogram_paint(puzzle, c);
    return c == '-' ? 0 : paint ? paint : -1;
}

static char cell_char(const void *puzzle, int place, int value)
{
    (void)place;
    return value ? ((const struct pm_nonogram *)puzzle)->paint[value].letter : '-';
}

static pulma_status read_givens(const struct pm_field *field, struct pm_nonogram *board,
                                pulma_error *err)
{
    int rows, columns;
    if (field->line_count == 0)
        return pm_fail_expected(err, &field->name, "the rows of the givens");
    pulma_status status = pm_grid_size(field, MAX_SIDE, MAX_SIDE, &rows, &columns, err);
    if (status)
        return status;
    if (rows != board->rows || columns != board->columns)
        return pm_fail(err, PULMA_BAD_TEXT, &field->lines[0],
                       "expected %d x %d givens, found %d x %d", board->rows,
                       board->columns, rows, columns);
    for (int place = 0; place < rows * columns; place++) {
        struct pm_text *line = &field->lines[place / columns];
        if (place % columns == 0)
            *line = pm_text_trim(*line);
        int c = pm_text_peek(line), value = cell_value(board, place, c);
        if (value < 0 && !pm_grid_is_open(c, "-x"))
            return pm_fail_expected(
                err, line, board->coloured ? "'.', '-' or a letter" : "'.', '-' or '#'");
        board->given[place] = (signed char)(value < 0 ? PULMA_EMPTY : value);
        pm_text_take(line);
    }
    return PULMA_OK;
}

static pulma_status read_clues(const struct pm_field *field, struct pm_nonogram *board,
                               int first, struct pm_arena *arena, pulma_error *err)
{
    for (int i = 0; i < field->line_count; i++) {
        struct pm_text line = pm_text_trim(field->lines[i]);
        pulma_status status = pm_clue_read(&line, ',', board, first + i, arena,
                                           &board->clues[first + i], err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

static pulma_status clue_block(struct pm_form *form, const char *name,
                               const struct pm_field **block, pulma_error *err)
{
    pulma_status status = pm_form_block(form, name, block, err);
    if (!status && (*block)->line_count > MAX_SIDE)
        return pm_fail(err, PULMA_BAD_TEXT, &(*block)->lines[MAX_SIDE],
                       "expected at most %d %s, found %d", MAX_SIDE, name,
                       (*block)->line_count);
    return status;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *rows, *columns, *givens;
    pulma_status status = clue_block(form, "rows", &rows, err);
    if (!status)
        status = clue_block(form, "columns", &columns, err);
    if (status)
        return status;
    struct pm_nonogram *board =
        pm_nonogram_new(rows->line_count, columns->line_count, arena);
    if (!board)
        return pm_fail_memory(err);
    struct pm_text colours;
    if (pm_form_value(form, "colours", &colours))
        status = read_colours(colours, board, err);
    if (!status)
        status = read_clues(rows, board, 0, arena, err);
    if (!status)
        status = read_clues(columns, board, board->rows, arena, err);
    if (!status && (givens = pm_form_field(form, "givens")))
        status = read_givens(givens, board, err);
    *puzzle = board;
    return status;
}

static void write_colours(const struct pm_nonogram *board, struct pm_form_out *form)
{
    char text[PM_NONOGRAM_MAX_PAINTS * 12 + 1] = "";
    size_t len = 0;
    for (int paint = 1; paint <= board->paints; paint++) {
        const struct pm_paint *p = &board->paint[paint];
        const char *name = pm_nonogram_colour_name(p->rgb);
        char hex[10];
        snprintf(hex, sizeof hex, "#%06x", p->rgb);
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%c=%s", len ? " " : "",
                                p->letter, name ? name : hex);
        assert(len < sizeof text);
    }
    pm_form_put(form, "colours", "%s", text);
}

static void write_clues(const struct pm_nonogram *board, struct pm_form_out *form,
                        const char *name, int first, int n)
{
    struct pm_out line = {0};
    pm_form_open(form, name);
    for (int i = first; i < first + n; i++) {
        line.len = 0;
        pm_clue_write(board, &board->clues[i], ' ', &line);
        pm_form_line(form, line.failed ? "0" : line.data);
    }
    form->out->failed |= line.failed;
    pm_out_free(&line);
}

static bool has_givens(const struct pm_nonogram *board)
{
    for (int i = 0; i < board->rows * board->columns; i++)
        if (board->given[i] != PULMA_EMPTY)
            return true;
    return false;
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_nonogram *board = puzzle;
    if (board->coloured)
        write_colours(board, form);
    write_clues(board, form, "rows", 0, board->rows);
    write_clues(board, form, "columns", board->rows, board->columns);
    if (!has_givens(board))
        return;
    pm_form_open(form, "givens");
    for (int row = 0; row < board->rows; row++) {
        char line[MAX_SIDE + 1] = "";
        for (int column = 0; column < board->columns; column++) {
            int given = board->given[row * board->columns + column];
            line[column] = given == PULMA_EMPTY ? '.' : cell_char(board, 0, given);
        }
        pm_form_line(form, line);
    }
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    const struct pm_nonogram *board = puzzle;
    return board->rows * board->columns;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)place;
    return (struct pm_range){0, ((const struct pm_nonogram *)puzzle)->paints};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    pm_grid_place_name(((const struct pm_nonogram *)puzzle)->columns, place, name, size);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_nonogram *board = puzzle;
    pm_grid_write(board->rows, board->columns, answer, cell_char, board, out);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_nonogram *board = puzzle;
    return pm_grid_read(t, board->rows, board->columns, cell_value, board, answer, err);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* The blocks of a filled line. */
static int blocks_of(int n, const int *cells, struct pm_block *blocks)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        if (cells[i] && i > 0 && cells[i] == cells[i - 1])
            blocks[count - 1].length++;
        else if (cells[i])
            blocks[count++] = (struct pm_block){1, (short)cells[i]};
    return count;
}

static bool same_blocks(const struct pm_clue *clue, int n, const struct pm_block *blocks)
{
    if (clue->n != n)
        return false;
    for (int i = 0; i < n; i++)
        if (clue->blocks[i].paint != blocks[i].paint ||
            (clue->blocks[i].length && clue->blocks[i].length != blocks[i].length))
            return false;
    return true;
}

/* Whether an unfinished line can still be filled.  can[i]: the cells from i on can take the
 * blocks from the present one on, cell i - 1 being of another paint than this block. */
static bool can_be_filled(const struct pm_clue *clue, int n, const int *cells)
{
    bool can[MAX_SIDE + 2], next[MAX_SIDE + 2];
    can[n] = can[n + 1] = true;
    for (int i = n - 1; i >= 0; i--)
        can[i] = can[i + 1] && cells[i] <= 0;
    for (int block = clue->n - 1; block >= 0; block--) {
        int length = clue->blocks[block].length, paint = clue->blocks[block].paint;
        bool gap = block + 1 < clue->n && pm_clue_gap(clue, block);
        memcpy(next, can, sizeof next);
        can[n] = false;
        for (int i = n - 1; i >= 0; i--) {
            can[i] = can[i + 1] && cells[i] <= 0; /* this cell stays empty */
            for (int j = i; !can[i] && j < n; j++) {
                if (cells[j] != PULMA_EMPTY && cells[j] != paint)
                    break;
                if (length && j - i + 1 < length)
                    continue;
                can[i] = gap ? j + 1 < n && cells[j + 1] <= 0 && next[j + 2]
                             : next[j + 1] && (j + 1 == n || cells[j + 1] != paint);
                if (length)
                    break;
            }
        }
    }
    return can[0];
}

/* The blocks in words, as much as fits. */
static void list_blocks(const struct pm_nonogram *board, int n,
                        const struct pm_block *blocks, char *text, size_t size)
{
    struct pm_out out = {0};
    pm_clue_write(board, &(struct pm_clue){n, (struct pm_block *)blocks}, ' ', &out);
    bool whole = out.len < size;
    snprintf(text, size, "%.*s%s", (int)(whole ? size : size - 4), out.data ? out.data : "",
             whole ? "" : "...");
    pm_out_free(&out);
}

static pulma_verdict check_line(const struct pm_nonogram *board, const int *answer,
                                int line, pulma_finding *found)
{
    int cells[MAX_SIDE], at[MAX_SIDE], open = 0, n = pm_line_cells(board, line);
    const struct pm_clue *clue = &board->clues[line];
    for (int i = 0; i < n; i++) {
        at[i] = pm_line_place(board, line, i);
        cells[i] = answer[at[i]];
        open += cells[i] == PULMA_EMPTY;
    }
    struct pm_block blocks[MAX_SIDE];
    int count = open ? 0 : blocks_of(n, cells, blocks);
    if (open ? can_be_filled(clue, n, cells) : same_blocks(clue, count, blocks))
        return PULMA_RIGHT;
    char name[40], wanted[100], seen[100];
    pm_line_name(board, line, name, sizeof name);
    list_blocks(board, clue->n, clue->blocks, wanted, sizeof wanted);
    if (open)
        return pm_found(found, n, at, "%s has no room for %s any more", name, wanted);
    list_blocks(board, count, blocks, seen, sizeof seen);
    return pm_found(found, n, at, "%s has the blocks %s, not %s", name, seen, wanted);
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_nonogram *board = puzzle;
    for (int i = 0; i < board->rows * board->columns; i++)
        if (board->given[i] != PULMA_EMPTY && answer[i] != PULMA_EMPTY &&
            answer[i] != board->given[i])
            return pm_found(found, 1, &i, "row %d, column %d is given as %c",
                            i / board->columns + 1, i % board->columns + 1,
                            cell_char(board, i, board->given[i]));
    for (int line = 0; line < board->rows + board->columns; line++)
        if (check_line(board, answer, line, found))
            return PULMA_WRONG;
    return pm_found_nothing(board->rows * board->columns, answer, found);
}

/* ---- Data for the models ------------------------------------------------------------- */

/* One parameter over the lines, or over their blocks. */
static void put_counts(const struct pm_nonogram *board, const char *name, int first, int n,
                       struct pm_out *out)
{
    pm_out_f(out, "param %s :=", name);
    for (int i = 0; i < n; i++)
        pm_out_f(out, " %d %d", i + 1, board->clues[first + i].n);
    pm_out_text(out, ";\n");
}

static void put_blocks(const struct pm_nonogram *board, const char *name, int first, int n,
                       bool paints, struct pm_out *out)
{
    pm_out_f(out, "param %s :=", name);
    for (int i = 0; i < n; i++) {
        const struct pm_clue *clue = &board->clues[first + i];
        for (int t = 0; t < clue->n; t++)
            pm_out_f(out, "%s[%d,%d] %d", t ? " " : "\n  ", i + 1, t + 1,
                     paints ? clue->blocks[t].paint : clue->blocks[t].length);
    }
    pm_out_text(out, ";\n");
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_nonogram *board = puzzle;
    int m = board->rows, n = board->columns;
    pm_out_f(out, "data;\n\nparam m := %d;\nparam n := %d;\nparam C := %d;\n", m, n,
             board->paints);
    pm_out_text(out, "param letters := \"");
    for (int paint = 1; paint <= board->paints; paint++)
        pm_out_char(out, board->paint[paint].letter);
    pm_out_text(out, "\";\n\n");
    put_counts(board, "kr", 0, m, out);
    put_counts(board, "kc", m, n, out);
    put_blocks(board, "sr", 0, m, false, out);
    put_blocks(board, "sc", m, n, false, out);
    put_blocks(board, "cr", 0, m, true, out);
    put_blocks(board, "cc", m, n, true, out);
    pm_out_text(out, "set G :=");
    for (int i = 0; i < m * n; i++)
        if (board->given[i] != PULMA_EMPTY)
            pm_out_f(out, " (%d,%d,%d)", i / n + 1, i % n + 1, board->given[i]);
    pm_out_text(out, ";\n\nend;\n");
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct pm_nonogram *board = puzzle;
    return board->given[place];
}

static void give(void *puzzle, int place, int value)
{
    struct pm_nonogram *board = puzzle;
    board->given[place] = (signed char)value;
}

/* ---- Drawing ------------------------------------------------------------------------- */

/* The colours of the palette, in its order, and black. */
static const struct {
    unsigned rgb;
    int ink;
} shades[] = {
    {0x000000, PM_DARK},        {0xE02000, PM_COLOUR + 0},  {0x1060FF, PM_COLOUR + 1},
    {0xFFE020, PM_COLOUR + 2},  {0x08B030, PM_COLOUR + 3},  {0x6030C0, PM_COLOUR + 4},
    {0xFF9010, PM_COLOUR + 5},  {0x60F0FF, PM_COLOUR + 6},  {0xFF80C0, PM_COLOUR + 7},
    {0x603010, PM_COLOUR + 8},  {0xB0F050, PM_COLOUR + 9},  {0x102080, PM_COLOUR + 10},
    {0xB0A0FF, PM_COLOUR + 11}, {0x007070, PM_COLOUR + 12}, {0xFFE0A0, PM_COLOUR + 13},
    {0x700040, PM_COLOUR + 14}, {0x888070, PM_COLOUR + 15}, {0xFFA090, PM_COLOUR + 16},
    {0x207010, PM_COLOUR + 17}, {0xA0F0C0, PM_COLOUR + 18}, {0xD050C0, PM_COLOUR + 19},
    {0x005888, PM_COLOUR + 20}, {0x909010, PM_COLOUR + 21}, {0xA03040, PM_COLOUR + 22},
    {0xA0D0FF, PM_COLOUR + 23},
};
#define SHADES (int)(sizeof shades / sizeof *shades)
_Static_assert(SHADES > PM_NONOGRAM_MAX_PAINTS, "every paint has a shade of its own");

/* The nearest shade for each paint, no shade twice. */
static void choose_inks(const struct pm_nonogram *board, int *inks)
{
    bool taken[SHADES] = {false};
    for (int paint = 1; paint <= board->paints; paint++) {
        int best = -1;
        for (int i = 0; i < SHADES; i++)
            if (!taken[i] &&
                (best < 0 ||
                 pm_rgb_distance(board->paint[paint].rgb, shades[i].rgb) <
                     pm_rgb_distance(board->paint[paint].rgb, shades[best].rgb)))
                best = i;
        taken[best] = true;
        inks[paint] = shades[best].ink;
    }
}

/* "3", "?", on coloured boards with its letter. */
static void block_text(const struct pm_nonogram *board, const struct pm_block *block,
                       char *text, size_t size)
{
    snprintf(text, size, "?");
    if (block->length)
        snprintf(text, size, "%d", block->length);
    size_t len = strlen(text);
    if (board->coloured)
        snprintf(text + len, size - len, "%c", board->paint[block->paint].letter);
}

/* One number at the rim; on coloured boards in its colour. */
static void draw_block(const struct pm_nonogram *board, const struct pm_block *block,
                       double x, double y, const int *inks, struct pm_picture *p)
{
    char text[16];
    block_text(board, block, text, sizeof text);
    if (board->coloured)
        pm_picture_box(p, x - 0.44, y - 0.44, 0.88, 0.88, inks[block->paint], PM_NO_INK, 0);
    pm_picture_text(p, x, y,
                    strlen(text) > 2  ? 0.38
                    : board->coloured ? 0.48
                                      : 0.42,
                    PM_CENTRE, PM_INK, text);
}

/* The middle of a number at the rim: the last block of a line stands beside the board.  Numbers above
 * each other need no more than half a unit, which is a line of a terminal. */
static void clue_spot(const struct pm_nonogram *board, int line, int block, double *x,
                      double *y)
{
    const struct pm_clue *clue = &board->clues[line];
    bool column = line >= board->rows;
    double along = (column ? line - board->rows : line) + 0.5;
    double step = board->coloured ? 1 : column ? 0.5 : 0.75;
    double near = column && !board->coloured ? -0.4 : -0.5;
    double far = near - step * (clue->n > 0 ? clue->n - 1 - block : 0);
    *x = column ? along : far;
    *y = column ? far : along;
}

/* The clue of a line at the rim. */
static void draw_clue(const struct pm_nonogram *board, int line, const int *inks,
                      struct pm_picture *p)
{
    const struct pm_clue *clue = &board->clues[line];
    double x, y;
    for (int k = 0; k < clue->n; k++) {
        clue_spot(board, line, k, &x, &y);
        draw_block(board, &clue->blocks[k], x, y, inks, p);
    }
    clue_spot(board, line, 0, &x, &y);
    if (clue->n == 0)
        pm_picture_text(p, x, y, 0.48, PM_CENTRE, PM_FAINT, "0");
}

/* Whether the block of painted cells from `from` on in this direction is closed at its end and the one
 * that is wanted; its length goes to *length. */
static bool is_block(const struct pm_block *wanted, int n, const int *cells, int from,
                     int step, int *length)
{
    int i = from;
    while (0 <= i && i < n && cells[i] == cells[from])
        i += step;
    *length = step > 0 ? i - from : from - i;
    return cells[from] == wanted->paint &&
           (wanted->length ? wanted->length == *length : true) &&
           (i < 0 || i == n || cells[i] != PULMA_EMPTY);
}

/* Which blocks are there for sure: all, if the painted cells are just what is wanted; else those before
 * which, from one end of the line, nothing is open. */
static void find_met(const struct pm_clue *clue, int n, int *cells, bool *met)
{
    struct pm_block blocks[MAX_SIDE];
    int full[MAX_SIDE];
    for (int i = 0; i < n; i++)
        full[i] = cells[i] == PULMA_EMPTY ? 0 : cells[i];
    const bool all = same_blocks(clue, blocks_of(n, full, blocks), blocks);
    for (int k = 0; k < clue->n; k++)
        met[k] = all;
    for (int back = 0; back < 2 && !all; back++) {
        const int step = back ? -1 : 1;
        int k = back ? clue->n - 1 : 0, length = 1;
        for (int i = back ? n - 1 : 0; 0 <= i && i < n && 0 <= k && k < clue->n && !met[k];
             i += step * length) {
            length = 1;
            if (cells[i] == 0)
                continue;
            if (cells[i] == PULMA_EMPTY ||
                !is_block(&clue->blocks[k], n, cells, i, step, &length))
                break;
            met[k] = true;
            k += step;
        }
    }
}

static void report_line(const struct pm_nonogram *board, const int *answer, int line,
                        void (*report)(void *context, const pulma_clue *clue),
                        void *context)
{
    const struct pm_clue *clue = &board->clues[line];
    int places[MAX_SIDE], cells[MAX_SIDE], n = pm_line_cells(board, line), painted = 0;
    bool met[MAX_SIDE];
    for (int i = 0; i < n; i++) {
        places[i] = pm_line_place(board, line, i);
        cells[i] = answer[places[i]];
        painted += cells[i] > 0;
    }
    find_met(clue, n, cells, met);
    for (int k = 0; k < clue->n || k == 0; k++) {
        pulma_clue one = {.text = "0",
                          .width = board->coloured ? 0.88 : 0.6,
                          .height = board->coloured ? 0.88 : 0.46,
                          .met = clue->n > 0 ? met[k] : painted == 0,
                          .place_count = n,
                          .places = places};
        pm_line_name(board, line, one.name, sizeof one.name);
        if (clue->n > 0)
            block_text(board, &clue->blocks[k], one.text, sizeof one.text);
        clue_spot(board, line, k, &one.x, &one.y);
        one.x -= one.width / 2;
        one.y -= one.height / 2;
        report(context, &one);
    }
}

static void clues(const void *puzzle, const int *answer,
                  void (*report)(void *context, const pulma_clue *clue), void *context)
{
    const struct pm_nonogram *board = puzzle;
    for (int line = 0; line < board->rows + board->columns; line++)
        report_line(board, answer, line, report, context);
}

/* Every fifth line is thicker: people count by it. */
static void draw_grid(const struct pm_nonogram *board, struct pm_picture *p)
{
    pm_picture_grid(p, 0, 0, board->rows, board->columns);
    for (int row = 5; row < board->rows; row += 5)
        pm_picture_line(p, 0, row, board->columns, row, 0.055, PM_INK);
    for (int column = 5; column < board->columns; column += 5)
        pm_picture_line(p, column, 0, column, board->rows, 0.055, PM_INK);
}

static void draw_cell(const struct pm_nonogram *board, int place, int value,
                      const int *inks, struct pm_picture *p)
{
    double x = place % board->columns, y = place / board->columns;
    if (value == 0) {
        pm_picture_circle(p, x + 0.5, y + 0.5, 0.07, PM_FAINT, PM_NO_INK, 0);
        return;
    }
    pm_picture_box(p, x, y, 1, 1, board->coloured ? inks[value] : PM_DARK, PM_NO_INK, 0);
    if (board->coloured)
        pm_picture_text(p, x + 0.5, y + 0.5, 0.45, PM_CENTRE, PM_INK,
                        (char[]){board->paint[value].letter, 0});
}

/* Empty cells of an answer stay white, so that the picture is seen; given ones have a dot. */
static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct pm_nonogram *board = puzzle;
    int inks[PM_NONOGRAM_MAX_PAINTS + 1];
    const bool partial = pm_is_partial(board->rows * board->columns, answer);
    choose_inks(board, inks);
    for (int i = 0; i < board->rows * board->columns; i++) {
        int given = board->given[i];
        int value = given != PULMA_EMPTY ? given : answer ? answer[i] : PULMA_EMPTY;
        pm_picture_place(p, i);
        pm_picture_box(p, i % board->columns, i / board->columns, 1, 1, PM_NO_INK,
                       PM_NO_INK, 0);
        if (value > 0 || (value == 0 && (given == 0 || partial)))
            draw_cell(board, i, value, inks, p);
    }
    pm_picture_place(p, -1);
    draw_grid(board, p);
    for (int line = 0; line < board->rows + board->columns; line++)
        draw_clue(board, line, inks, p);
}

/* ---- In words ------------------------------------------------------------------------ */

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    const struct pm_nonogram *board = puzzle;
    const char *word = value ? pm_nonogram_colour_name(board->paint[value].rgb) : "white";
    (void)place;
    if (value && !board->coloured)
        snprintf(name, size, "black");
    else if (word && (value == 0 || strcmp(word, "white") != 0))
        snprintf(name, size, "%s", word);
    else
        snprintf(name, size, "%c", board->paint[value].letter);
}

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_nonogram *board = puzzle;
    int cell = row * board->columns + column, given = board->given[cell];
    int value = given != PULMA_EMPTY ? given : answer ? answer[cell] : PULMA_EMPTY;
    char name[60] = "";
    if (value == PULMA_EMPTY) {
        snprintf(text, size, "open");
        return;
    }
    value_name(board, cell, value, name, sizeof name);
    pm_words_entry(answer, given, value, name, text, size);
}

/* "Column 3: blocks of 2 red, 1 green." */
static void tell_clue(const struct pm_nonogram *board, int line, struct pm_out *out)
{
    const struct pm_clue *clue = &board->clues[line];
    bool row = line < board->rows;
    pm_out_f(out, "%s %d: ", row ? "Row" : "Column", (row ? line : line - board->rows) + 1);
    if (clue->n == 0)
        pm_out_text(out, "nothing");
    for (int i = 0; i < clue->n; i++) {
        char name[60];
        value_name(board, 0, clue->blocks[i].paint, name, sizeof name);
        pm_out_text(out, i ? ", " : clue->n > 1 ? "blocks of " : "a block of ");
        if (clue->blocks[i].length > 0)
            pm_out_f(out, "%d", clue->blocks[i].length);
        else
            pm_out_text(out, "unknown length");
        if (board->coloured)
            pm_out_f(out, " %s", name);
    }
    pm_out_text(out, ".\n");
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_nonogram *board = puzzle;
    bool known = answer != NULL;
    pm_words_size(board->rows, board->columns, out);
    for (int line = 0; line < board->rows + board->columns; line++)
        tell_clue(board, line, out);
    for (int cell = 0; cell < board->rows * board->columns; cell++)
        known |= board->given[cell] != PULMA_EMPTY;
    pm_out_text(out, known ? "The cells:\n" : "All cells are open.\n");
    if (known)
        pm_words_rows(board, answer, board->rows, board->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

const struct pm_kind pm_kind_nonogram = {
    .name = "nonogram",
    .title = "Nonogram (Picross)",
    .rules = "Paint some cells of the grid.\n"
             "The numbers of a row or column are the lengths of its blocks, in order.\n"
             "Between two blocks of the same colour at least one cell stays empty.\n",
    .read = read,
    .write = write,
    .notations = pm_nonogram_notations,
    .line_notations = (const char *const[]){"puzz.link", "pattern", NULL},
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
    .value_name = value_name,
    .technique = pm_nonogram_technique,
    .scale = pm_nonogram_scale,
    .rate_soon = pm_nonogram_rate_soon,
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = pm_nonogram_state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_CYCLE,
    .given = given,
    .give = give,
    .rest_is_zero = true,
    .clues = clues,
    .invent = pm_nonogram_invent,
    .options = "colours=1..8  paints besides the background\n"
               "symmetric=yes|no  left and right are mirror images\n"
               "unknown=yes|no  ? for the lengths that are not needed\n"
               "picture=ROWS|@FILE  this picture (PNG, PPM, PBM), with the fewest givens "
               "it needs\n",
    .kernel = pm_nonogram_kernel,
};
