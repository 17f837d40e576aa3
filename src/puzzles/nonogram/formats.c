/* Nonograms in the plain text of other programs: .non, .mk, .nin, .cwd, PuzzleKit, the format
 * of the computer tournaments, puzz.link, game IDs of `pattern`, and pictures as .pbm.
 *
 * In most of them a blank line is the clue of an empty line; so lines are counted, never
 * skipped. */
#include "puzzles/nonogram/formats.h"

#include <stdlib.h>

#include "notations/link.h"

enum { MAX_SIDE = PM_NONOGRAM_MAX_SIDE, TOURNAMENT_SIDE = 25 };

/* ---- What several of them need ------------------------------------------------------- */

/* The next line of the text as the clue of a line of the board. */
static pulma_status take_clue(struct pm_text *t, char separator, struct pm_nonogram *board,
                              int line, struct pm_arena *arena, pulma_error *err)
{
    char name[40];
    if (pm_text_ended(t)) {
        pm_line_name(board, line, name, sizeof name);
        return pm_fail_expected(err, t, "the clue of %s", name);
    }
    struct pm_text clue = pm_text_trim(pm_text_line(t));
    if (pm_text_is(&clue, "-"))
        clue.at = clue.end; /* PuzzleKit's sign for nothing */
    return pm_clue_read(&clue, separator, board, line, arena, &board->clues[line], err);
}

static pulma_status take_clues(struct pm_text *t, char separator, struct pm_nonogram *board,
                               bool columns, struct pm_arena *arena, pulma_error *err)
{
    int first = columns ? board->rows : 0, n = columns ? board->columns : board->rows;
    pulma_status status = PULMA_OK;
    for (int i = 0; i < n && !status; i++)
        status = take_clue(t, separator, board, first + i, arena, err);
    return status;
}

/* Two sizes in one line. */
static pulma_status take_sizes(struct pm_text *t, int *first, int *second, pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    pm_text_blanks(&line);
    pulma_status status = pm_text_int(&line, 1, MAX_SIDE, first, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, MAX_SIDE, second, err);
    return status ? status : pm_text_done(&line, err);
}

/* A size alone on its line. */
static pulma_status take_size(struct pm_text *t, int *size, pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    pm_text_blanks(&line);
    pulma_status status = pm_text_int(&line, 1, MAX_SIDE, size, err);
    return status ? status : pm_text_done(&line, err);
}

static pulma_status new_board(int rows, int columns, struct pm_arena *arena,
                              struct pm_nonogram **board, pulma_error *err)
{
    *board = pm_nonogram_new(rows, columns, arena);
    return *board ? PULMA_OK : pm_fail_memory(err);
}

pulma_status pm_nonogram_plain(const struct pm_nonogram *board, bool colours, bool unknown,
                               bool givens, const char *notation, pulma_error *err)
{
    if (board->coloured && !colours)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the notation %s has no colours",
                       notation);
    for (int line = 0; !unknown && line < board->rows + board->columns; line++)
        for (int k = 0; k < board->clues[line].n; k++)
            if (!board->clues[line].blocks[k].length)
                return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                               "the notation %s cannot express a block of unknown length",
                               notation);
    for (int i = 0; !givens && i < board->rows * board->columns; i++)
        if (board->given[i] != PULMA_EMPTY)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "the notation %s cannot express given cells", notation);
    return PULMA_OK;
}

const char *pm_nonogram_title(struct pm_text t, struct pm_arena *arena)
{
    t = pm_text_trim(t);
    if (pm_text_len(&t) >= 2 && *t.at == '"' && t.end[-1] == '"') {
        t.at++;
        t.end--;
    }
    char *title = pm_copy(arena, t.at, pm_text_len(&t));
    for (char *c = title; c && *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    return title;
}

/* ---- .non ---------------------------------------------------------------------------- */

/* Takes `word` and the blanks after it, if the line begins with it. */
static bool keyword(struct pm_text *line, const char *word)
{
    struct pm_text t = pm_text_trim(*line);
    if (!pm_text_word(&t, word))
        return false;
    if (!pm_text_ended(&t) && pm_text_peek(&t) != ' ' && pm_text_peek(&t) != '\t')
        return false;
    pm_text_blanks(&t);
    *line = t;
    return true;
}

static bool is_end_of_non(const struct pm_text *line)
{
    return pm_text_starts(line, "====");
}

static int sniff_non(const struct pm_text *t)
{
    static const char *const words[] = {"title",   "by",    "copyright", "catalogue",
                                        "license", "width", "height",    "rows",
                                        "columns", "color", "goal",      "saved"};
    struct pm_text rest = *t, line = pm_text_line(&rest);
    bool known = false, rows = false, width = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && !known; i++)
        known = keyword(&line, words[i]);
    rest = *t;
    for (int i = 0; known && i < 2 * MAX_SIDE && !pm_text_ended(&rest); i++) {
        line = pm_text_trim(pm_text_line(&rest));
        rows |= pm_text_is(&line, "rows");
        width |= keyword(&line, "width");
    }
    return rows && width ? 3 : 0;
}

/* The sizes and colours, wherever they stand in the puzzle. */
static pulma_status read_non_sizes(struct pm_text t, struct pm_arena *arena,
                                   struct pm_nonogram **board, pulma_error *err)
{
    const struct pm_text start = t;
    int rows = 0, columns = 0;
    for (struct pm_text line; !pm_text_ended(&t);) {
        line = pm_text_line(&t);
        if (is_end_of_non(&line))
            break;
        pulma_status status = PULMA_OK;
        if (keyword(&line, "width"))
            status = pm_text_int(&line, 1, MAX_SIDE, &columns, err);
        else if (keyword(&line, "height"))
            status = pm_text_int(&line, 1, MAX_SIDE, &rows, err);
        if (status)
            return status;
    }
    if (!rows || !columns)
        return pm_fail(err, PULMA_BAD_TEXT, &start, "expected a line with the %s",
                       columns ? "height" : "width");
    return new_board(rows, columns, arena, board, err);
}

static pulma_status read_non_colours(struct pm_text t, struct pm_nonogram *board,
                                     pulma_error *err)
{
    for (struct pm_text line; !pm_text_ended(&t);) {
        line = pm_text_line(&t);
        if (is_end_of_non(&line))
            break;
        if (!keyword(&line, "color"))
            continue;
        const struct pm_text start = line;
        int letter = pm_text_peek(&line);
        if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')))
            return pm_fail_expected(err, &line, "the letter of a colour");
        pm_text_take(&line);
        struct pm_text word = pm_text_token(&line);
        unsigned rgb;
        if (!pm_nonogram_hex(&word, &rgb) && !pm_nonogram_colour_of(&word, &rgb))
            return pm_fail_expected(err, &word, "a colour as #rrggbb");
        pulma_status status = pm_nonogram_add_paint(board, (char)letter, rgb, &start, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

/* What has been filled in: 0 empty, 1 or a letter painted, ? open. */
static pulma_status read_saved(struct pm_text line, struct pm_nonogram *board,
                               pulma_error *err)
{
    bool quoted = pm_text_word(&line, "\"");
    for (int i = 0; i < board->rows * board->columns; i++) {
        int c = pm_text_peek(&line), paint = pm_nonogram_paint(board, c);
        if (c == '1' && !board->coloured)
            paint = 1;
        if (c != '?' && c != '0' && !paint)
            return pm_fail_expected(err, &line, "0, 1 or ? for each of the %d cells",
                                    board->rows * board->columns);
        board->given[i] = (signed char)(c == '?' ? PULMA_EMPTY : paint);
        pm_text_take(&line);
    }
    if (quoted && !pm_text_word(&line, "\""))
        return pm_fail_expected(err, &line, "'\"'");
    return pm_text_done(&line, err);
}

static pulma_status read_non(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    struct pm_nonogram *board = NULL;
    const struct pm_text start = *t;
    bool seen[2] = {false, false};
    pulma_status status = read_non_sizes(*t, arena, &board, err);
    if (!status)
        status = read_non_colours(*t, board, err);
    while (!status && !pm_text_ended(t)) {
        struct pm_text next = *t, line = pm_text_line(&next);
        if (is_end_of_non(&line))
            break;
        *t = next;
        struct pm_text word = pm_text_trim(line);
        bool rows = pm_text_is(&word, "rows"), columns = pm_text_is(&word, "columns");
        if ((rows || columns) && seen[columns])
            return pm_fail(err, PULMA_BAD_TEXT, &word, "the %s appear twice",
                           rows ? "rows" : "columns");
        if (rows || columns) {
            seen[columns] = true;
            status = take_clues(t, ',', board, columns, arena, err);
        } else if (keyword(&line, "saved")) {
            status = read_saved(line, board, err);
        } else if (keyword(&line, "title") && !(*title = pm_nonogram_title(line, arena))) {
            status = pm_fail_memory(err);
        }
    }
    if (!status && !(seen[0] && seen[1]))
        status = pm_fail(err, PULMA_BAD_TEXT, &start, "expected the clues of the %s",
                         seen[0] ? "columns" : "rows");
    *puzzle = board;
    return status;
}

static void put_clues(const struct pm_nonogram *board, bool columns, char separator,
                      struct pm_out *out)
{
    int first = columns ? board->rows : 0, n = columns ? board->columns : board->rows;
    for (int i = first; i < first + n; i++) {
        pm_clue_write(board, &board->clues[i], separator, out);
        pm_out_char(out, '\n');
    }
}

static void put_saved(const struct pm_nonogram *board, struct pm_out *out)
{
    pm_out_text(out, "\nsaved \"");
    for (int i = 0; i < board->rows * board->columns; i++) {
        int given = board->given[i];
        char paint = board->coloured && given > 0 ? board->paint[given].letter : '1';
        pm_out_char(out, (char)(given == PULMA_EMPTY ? '?' : given == 0 ? '0' : paint));
    }
    pm_out_text(out, "\"\n");
}

static pulma_status write_non(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    const struct pm_nonogram *board = puzzle;
    pulma_status status = pm_nonogram_plain(board, true, false, true, "non", err);
    if (status)
        return status;
    if (title[0])
        pm_out_f(out, "title \"%s\"\n", title);
    pm_out_f(out, "width %d\nheight %d\n", board->columns, board->rows);
    for (int paint = 1; board->coloured && paint <= board->paints; paint++)
        pm_out_f(out, "color %c #%06x\n", board->paint[paint].letter,
                 board->paint[paint].rgb);
    pm_out_text(out, "\nrows\n");
    put_clues(board, false, ',', out);
    pm_out_text(out, "\ncolumns\n");
    put_clues(board, true, ',', out);
    if (pm_nonogram_plain(board, true, true, false, "", NULL))
        put_saved(board, out);
    return PULMA_OK;
}

/* ---- .mk, .nin, .cwd, PuzzleKit, tournaments ------------------------------------------- */

/* Four notations differ in little: how the sizes stand, which clues come first, and what stands
 * between rows and columns. */
struct layout {
    bool two_lines;      /* each size on a line of its own */
    bool columns_first;  /* of the sizes */
    bool columns_above;  /* the clues of the columns come first */
    const char *between; /* this line stands between the clues; NULL: none */
};

static pulma_status read_layout(struct pm_text *t, const struct layout *layout,
                                struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    int sizes[2];
    struct pm_nonogram *board = NULL;
    pulma_status status = layout->two_lines ? take_size(t, &sizes[0], err)
                                            : take_sizes(t, &sizes[0], &sizes[1], err);
    if (!status && layout->two_lines)
        status = take_size(t, &sizes[1], err);
    if (!status)
        status = new_board(sizes[layout->columns_first], sizes[!layout->columns_first],
                           arena, &board, err);
    if (!status)
        status = take_clues(t, ' ', board, layout->columns_above, arena, err);
    if (!status && layout->between) {
        struct pm_text line = pm_text_trim(pm_text_line(t));
        if (!pm_text_is(&line, layout->between))
            status = pm_fail_expected(err, &line, "%s between rows and columns",
                                      layout->between[0] ? "'#'" : "an empty line");
    }
    if (!status)
        status = take_clues(t, ' ', board, !layout->columns_above, arena, err);
    *puzzle = board;
    return status;
}

static pulma_status read_mk(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                            const char **title, pulma_error *err)
{
    (void)title;
    return read_layout(t, &(struct layout){.between = "#"}, arena, puzzle, err);
}

static pulma_status read_nin(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    return read_layout(t, &(struct layout){.columns_first = true}, arena, puzzle, err);
}

static pulma_status read_kit(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    return read_layout(t, &(struct layout){.columns_above = true}, arena, puzzle, err);
}

static pulma_status read_cwd(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    return read_layout(t, &(struct layout){.two_lines = true, .between = ""}, arena, puzzle,
                       err);
}

static pulma_status write_kit(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    (void)title;
    const struct pm_nonogram *board = puzzle;
    pulma_status status = pm_nonogram_plain(board, false, false, false, "puzzlekit", err);
    if (status)
        return status;
    pm_out_f(out, "%d %d\n", board->rows, board->columns);
    put_clues(board, true, ' ', out);
    put_clues(board, false, ' ', out);
    return PULMA_OK;
}

static pulma_status read_tournament(struct pm_text *t, struct pm_arena *arena,
                                    void **puzzle, const char **title, pulma_error *err)
{
    struct pm_nonogram *board = NULL;
    pulma_status status = new_board(TOURNAMENT_SIDE, TOURNAMENT_SIDE, arena, &board, err);
    if (status)
        return status;
    if (pm_text_peek(t) == '$') {
        struct pm_text number = pm_text_line(t);
        if (!(*title = pm_nonogram_title(number, arena)))
            return pm_fail_memory(err);
    }
    status = take_clues(t, '\t', board, true, arena, err);
    if (!status)
        status = take_clues(t, '\t', board, false, arena, err);
    *puzzle = board;
    return status;
}

static pulma_status write_tournament(const void *puzzle, const char *title,
                                     struct pm_out *out, pulma_error *err)
{
    const struct pm_nonogram *board = puzzle;
    pulma_status status = pm_nonogram_plain(board, false, false, false, "tournament", err);
    if (status)
        return status;
    if (board->rows != TOURNAMENT_SIDE || board->columns != TOURNAMENT_SIDE)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation tournament is for 25x25 boards");
    pm_out_f(out, "%s\n", title[0] == '$' ? title : "$1");
    put_clues(board, true, '\t', out);
    put_clues(board, false, '\t', out);
    return PULMA_OK;
}

/* Whether this reader takes the text, and then comes an end or a gap. */
static bool reads(pulma_status (*read)(struct pm_text *, struct pm_arena *, void **,
                                       const char **, pulma_error *),
                  const struct pm_text *t)
{
    struct pm_arena arena;
    struct pm_text rest = *t;
    void *puzzle;
    const char *title;
    pm_arena_init(&arena, 1 << 20);
    bool read_it = read(&rest, &arena, &puzzle, &title, NULL) == PULMA_OK;
    struct pm_text line = pm_text_line(&rest);
    pm_arena_free(&arena);
    return read_it && (pm_text_peek(&line) == '$' || pm_text_done(&line, NULL) == PULMA_OK);
}

/* A quick look before reads(): a line of this many numbers. */
static bool begins_with_numbers(const struct pm_text *t, int min, int max)
{
    struct pm_text rest = *t, line = pm_text_line(&rest);
    int n = 0, value;
    for (pm_text_blanks(&line); !pm_text_ended(&line); pm_text_blanks(&line), n++)
        if (pm_text_int(&line, 0, MAX_SIDE, &value, NULL))
            return false;
    return min <= n && n <= max;
}

static int sniff_mk(const struct pm_text *t)
{
    return begins_with_numbers(t, 2, 2) && reads(read_mk, t) ? 2 : 0;
}

static int sniff_cwd(const struct pm_text *t)
{
    return begins_with_numbers(t, 1, 1) && reads(read_cwd, t) ? 2 : 0;
}

static int sniff_kit(const struct pm_text *t)
{
    return begins_with_numbers(t, 2, 2) && reads(read_kit, t) ? 1 : 0;
}

/* A .nin is PuzzleKit's text of the board turned over: only its name can tell. */
static int sniff_nin(const struct pm_text *t)
{
    (void)t;
    return 0;
}

static int sniff_tournament(const struct pm_text *t)
{
    bool numbered = pm_text_peek(t) == '$';
    if (!numbered && !begins_with_numbers(t, 1, TOURNAMENT_SIDE))
        return 0;
    return reads(read_tournament, t) ? (numbered ? 2 : 1) : 0;
}

/* ---- puzz.link ----------------------------------------------------------------------- */

static int sniff_link(const struct pm_text *t)
{
    return pm_link_sniff(t, "nonogram");
}

/* A line of the board and the place of its clue among the numbers of the link: columns first,
 * each line from the board outwards. */
struct slots {
    int line, next, end;
};

static struct slots slots_of(const struct pm_nonogram *board, int index, int *total)
{
    bool column = index < board->columns;
    int line = column ? board->rows + index : index - board->columns;
    int n = ((column ? board->rows : board->columns) + 1) / 2;
    struct slots s = {line, *total, *total + n};
    *total += n;
    return s;
}

static pulma_status read_link(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    int rows, columns, slot = 0, total = 0, skip, value;
    struct pm_text body;
    struct pm_nonogram *board = NULL;
    pulma_status status =
        pm_link_head(t, "nonogram", MAX_SIDE, MAX_SIDE, &rows, &columns, NULL, &body, err);
    if (!status)
        status = new_board(rows, columns, arena, &board, err);
    if (!status)
        status = pm_link_number(&body, &skip, &value, err);
    for (int index = 0; !status && index < rows + columns; index++) {
        struct slots s = slots_of(board, index, &total);
        struct pm_block blocks[MAX_SIDE];
        int n = 0;
        const struct pm_text start = body;
        while (!status && value != -1 && slot + skip < s.end) {
            if (value == 0 || value > MAX_SIDE)
                return pm_fail(err, PULMA_BAD_TEXT, &body,
                               "expected a block of 1 to %d cells, found %d", MAX_SIDE,
                               value);
            slot += skip + 1;
            blocks[n++] = (struct pm_block){(short)(value < 0 ? 0 : value), 1};
            status = pm_link_number(&body, &skip, &value, err);
        }
        struct pm_clue *clue = &board->clues[s.line];
        *clue = (struct pm_clue){n, pm_new(arena, (size_t)n, struct pm_block)};
        if (!clue->blocks)
            return pm_fail_memory(err);
        for (int i = 0; i < n; i++)
            clue->blocks[i] = blocks[n - 1 - i];
        if (!status)
            status = pm_clue_fits(board, s.line, clue, &start, err);
    }
    if (!status && value != -1)
        status = pm_fail(err, PULMA_BAD_TEXT, &body,
                         "expected the end of the link, found more numbers");
    *puzzle = status ? NULL : board;
    return status;
}

static pulma_status write_link(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct pm_nonogram *board = puzzle;
    pulma_status status = pm_nonogram_plain(board, false, true, false, "puzz.link", err);
    if (status)
        return status;
    pm_out_f(out, "https://puzz.link/p?nonogram/%d/%d/", board->columns, board->rows);
    int slot = 0, total = 0;
    for (int index = 0; index < board->rows + board->columns; index++) {
        struct slots s = slots_of(board, index, &total);
        const struct pm_clue *clue = &board->clues[s.line];
        for (int i = clue->n - 1; i >= 0; i--) {
            int length = clue->blocks[i].length;
            pm_link_put_number(out, s.next - slot, length ? length : -2);
            slot = ++s.next;
        }
    }
    pm_link_put_number(out, total - slot, -1);
    bool safe = out->len > 0 && out->data[out->len - 1] != '.';
    pm_out_text(out, safe ? "\n" : "/\n");
    return PULMA_OK;
}

/* ---- Game IDs of `pattern` -------------------------------------------------------------- */

static pulma_status read_game_clue(struct pm_text *t, struct pm_nonogram *board, int line,
                                   struct pm_arena *arena, pulma_error *err)
{
    struct pm_text clue = *t;
    while (!pm_text_ended(t) && pm_text_peek(t) != '/' && pm_text_peek(t) != ',')
        pm_text_take(t);
    clue.end = t->at;
    return pm_clue_read(&clue, '.', board, line, arena, &board->clues[line], err);
}

/* Letters: that many cells are skipped, then one is shown, except after z. */
static pulma_status read_game_cells(struct pm_text *t, struct pm_nonogram *board,
                                    pulma_error *err)
{
    int cell = 0, n = board->rows * board->columns;
    while (!pm_text_ended(t)) {
        int c = pm_text_peek(t);
        bool upper = c >= 'A' && c <= 'Z';
        if (!upper && !(c >= 'a' && c <= 'z'))
            return pm_fail_expected(err, t, "a letter");
        int skip = c - (upper ? 'A' : 'a');
        if (cell + skip > n)
            return pm_fail(err, PULMA_BAD_TEXT, t, "expected the end, %d cells before '%c'",
                           n - cell, c);
        pm_text_take(t);
        cell += skip;
        if (skip < 25 && cell < n)
            board->given[cell] = (signed char)upper;
        cell += skip < 25;
    }
    return PULMA_OK;
}

static pulma_status read_game(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    int rows = 0, columns = 0;
    struct pm_nonogram *board = NULL;
    struct pm_text line = pm_text_trim(pm_text_line(t));
    pulma_status status = pm_text_int(&line, 1, MAX_SIDE, &columns, err);
    if (!status && !pm_text_word(&line, "x"))
        status = pm_fail_expected(err, &line, "'x' and the number of rows");
    if (!status)
        status = pm_text_int(&line, 1, MAX_SIDE, &rows, err);
    if (!status && !pm_text_word(&line, ":"))
        status = pm_fail_expected(err, &line, "':' and the clues");
    if (!status)
        status = new_board(rows, columns, arena, &board, err);
    for (int i = 0; i < rows + columns && !status; i++) {
        int at = i < columns ? rows + i : i - columns;
        if (i > 0 && !pm_text_word(&line, "/"))
            return pm_fail_expected(err, &line, "'/' and the next clue");
        status = read_game_clue(&line, board, at, arena, err);
    }
    if (!status && pm_text_word(&line, ","))
        status = read_game_cells(&line, board, err);
    *puzzle = board;
    return status ? status : pm_text_done(&line, err);
}

static int sniff_game(const struct pm_text *t)
{
    struct pm_text rest = *t, line = pm_text_trim(pm_text_line(&rest));
    int value;
    if (pm_text_int(&line, 1, MAX_SIDE, &value, NULL) || !pm_text_word(&line, "x") ||
        pm_text_int(&line, 1, MAX_SIDE, &value, NULL) || !pm_text_word(&line, ":"))
        return 0;
    bool slash = false;
    int c = 0;
    for (; !pm_text_ended(&line) && c != ','; pm_text_take(&line)) {
        c = pm_text_peek(&line);
        if (!(c >= '0' && c <= '9') && c != '.' && c != '/' && c != ',')
            return 0;
        slash |= c == '/';
    }
    return slash ? 2 : 0;
}

static void put_game_cells(const struct pm_nonogram *board, struct pm_out *out)
{
    int skip = 0, n = board->rows * board->columns;
    pm_out_char(out, ',');
    for (int cell = 0; cell <= n; cell++) {
        if (cell < n && board->given[cell] == PULMA_EMPTY) {
            skip++;
            continue;
        }
        for (; skip >= 25; skip -= 25)
            pm_out_char(out, 'z');
        pm_out_char(out, (char)((cell < n && board->given[cell] ? 'A' : 'a') + skip));
        skip = 0;
    }
}

static pulma_status write_game(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct pm_nonogram *board = puzzle;
    pulma_status status = pm_nonogram_plain(board, false, false, true, "pattern", err);
    if (status)
        return status;
    pm_out_f(out, "%dx%d:", board->columns, board->rows);
    for (int i = 0; i < board->rows + board->columns; i++) {
        int line = i < board->columns ? board->rows + i : i - board->columns;
        if (i)
            pm_out_char(out, '/');
        if (board->clues[line].n)
            pm_clue_write(board, &board->clues[line], '.', out);
    }
    if (pm_nonogram_plain(board, true, true, false, "", NULL))
        put_game_cells(board, out);
    pm_out_char(out, '\n');
    return PULMA_OK;
}

const struct pm_notation pm_nonogram_notations[] = {
    {"puzz.link", "puzz.link and pzpr links (nonogram)", sniff_link, read_link, write_link},
    {"pattern", "game IDs of pattern: COLUMNSxROWS:columns and rows, shown cells",
     sniff_game, read_game, write_game},
    {"non", ".non and .nonpack: width, height, rows, columns; colours", sniff_non, read_non,
     write_non},
    {"webpbn", "webpbn XML: colours, clues or a goal", pm_nonogram_sniff_xml,
     pm_nonogram_read_xml, pm_nonogram_write_xml},
    {"pbm", "a picture as PBM (P1, P4): its clues; written: the only answer",
     pm_nonogram_sniff_pbm, pm_nonogram_read_picture, pm_nonogram_write_pbm},
    {"ppm", "a picture as PPM or PGM (P2, P3, P5, P6), in colours", pm_nonogram_sniff_ppm,
     pm_nonogram_read_picture, pm_nonogram_write_ppm},
    {"png", "a picture as PNG: its clues", pm_nonogram_sniff_png, pm_nonogram_read_picture,
     NULL},
    {"picross", "picross-solver: GRID, ROWS, clues as [ 1 2 ], COLUMNS",
     pm_nonogram_sniff_picross, pm_nonogram_read_picross, NULL},
    {"dzn", "data of MiniZinc models: tables row_rules and col_rules",
     pm_nonogram_sniff_dzn, pm_nonogram_read_dzn, NULL},
    {"mk", ".mk: ROWS COLUMNS, rows, #, columns", sniff_mk, read_mk, NULL},
    {"cwd", ".cwd: ROWS, COLUMNS, rows, an empty line, columns", sniff_cwd, read_cwd, NULL},
    {"puzzlekit", "PuzzleKit text: ROWS COLUMNS, columns, rows", sniff_kit, read_kit,
     write_kit},
    {"nin", ".nin: COLUMNS ROWS, rows, columns (must be named)", sniff_nin, read_nin, NULL},
    {"tournament", "tournament boards: $NUMBER, 25 columns, 25 rows, with tabs",
     sniff_tournament, read_tournament, write_tournament},
    {0},
};
