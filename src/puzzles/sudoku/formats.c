/* Sudoku in the notations of other programs: lines of 81 characters and the like, framed
 * grids, puzz.link, and PuzzleKit text.  Those that draw cages or regions are in
 * formats_cages.c, f-puzzles links in fpuzzles.c. */
#include "puzzles/sudoku/formats.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "notations/json.h"
#include "notations/link.h"

/* ---- What the notations share ------------------------------------------------------ */

struct pm_text pm_sudoku_take_line(struct pm_text *t)
{
    return pm_text_trim(pm_text_line(t));
}

pulma_status pm_sudoku_title(struct pm_arena *arena, struct pm_text text,
                             const char **title, pulma_error *err)
{
    while (!pm_text_ended(&text) && strchr(" \t,;#|:\"'", pm_text_peek(&text)))
        pm_text_take(&text);
    while (text.end > text.at && strchr(" \t\"'", text.end[-1]))
        text.end--;
    char *copy = pm_copy(arena, text.at, pm_text_len(&text));
    if (!copy)
        return pm_fail_memory(err);
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
    *title = copy;
    return PULMA_OK;
}

pulma_status pm_sudoku_only(const struct pm_sudoku *s, unsigned parts, const char *notation,
                            pulma_error *err)
{
    bool givens = pm_sudoku_has_givens(s);
    const char *what =
        !(parts & PM_HAS_GIVENS) && givens                    ? "givens"
        : !(parts & PM_HAS_DIAGONALS) && s->diagonals         ? "diagonals"
        : !(parts & PM_HAS_PARITY) && pm_sudoku_has_parity(s) ? "parity"
        : !(parts & PM_HAS_REGIONS) && s->box_rows == 0       ? "regions"
        : !(parts & PM_HAS_CAGES) && s->cage_count > 0        ? "cages"
        : !(parts & PM_HAS_OVER) && s->over_count > 0         ? "cages that share cells"
        : s->repeats && s->cage_count > 0                     ? "repeats"
        : !(parts & PM_HAS_BOXES) && s->box_rows && !pm_sudoku_has_usual_boxes(s)
            ? "boxes of this shape"
            : NULL;
    if (what)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the notation %s cannot express %s",
                       notation, what);
    if (parts & PM_ONLY_9 && s->size != 9)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation %s is for 9 x 9 boards only", notation);
    return PULMA_OK;
}

/* ---- One line ------------------------------------------------------------------------ */

static bool ends_word(int c)
{
    return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '#' || c == '|' ||
           c == '"';
}

/* Lists of a million boards have words of 81 digits with either dots or 0s for empty cells: these
 * are told by one look without a way out of the loop, which is done in vectors. */
enum { USUAL = 81 };

static bool is_usual(const struct pm_text *t)
{
    unsigned char other = 0, dots = 0, zeros = 0;
    const char *c = t->at;
    if (pm_text_len(t) < USUAL)
        return false;
    for (int i = 0; i < USUAL; i++) {
        other |= (c[i] != '.') & ((c[i] < '0') | (c[i] > '9'));
        dots |= c[i] == '.';
        zeros |= c[i] == '0';
    }
    int end = c + USUAL == t->end ? '\n' : c[USUAL];
    return !other && !(dots & zeros) && (end == '\n' || ends_word(end));
}

/* Whether nothing stands behind a usual word. */
static bool is_alone(const struct pm_text *t)
{
    return t->at + USUAL == t->end || t->at[USUAL] == '\n';
}

bool pm_sudoku_is_usual_line(const struct pm_text *t)
{
    return is_usual(t) && is_alone(t);
}

/* The word at the cursor, up to a sign that ends words; the cursor moves past it. */
static struct pm_text take_word(struct pm_text *t)
{
    struct pm_text word = *t;
    while (!pm_text_ended(t) && !ends_word(pm_text_peek(t)))
        pm_text_take(t);
    word.end = t->at;
    return word;
}

/* A board of 9 x 9 or more after other words: lists have a number or a name in front of it.  `*rest`
 * begins with what stands before. */
static bool later_cells(struct pm_text line, struct pm_sudoku_cells *cells,
                        struct pm_text *before, struct pm_text *rest)
{
    enum { LEAST = 9, WORDS = 4 };
    *before = line;
    for (int i = 0; i < WORDS && !pm_text_ended(&line); i++) {
        while (!pm_text_ended(&line) && ends_word(pm_text_peek(&line)))
            pm_text_take(&line);
        before->end = line.at;
        struct pm_text word = take_word(&line);
        *rest = line;
        int side = pm_text_len(&word) > PM_SUDOKU_CELLS
                       ? 0
                       : pm_sudoku_side((int)pm_text_len(&word));
        if ((i > 0 || word.at > before->at) && side >= LEAST && pm_sudoku_side(side) &&
            pm_sudoku_read_cells(&word, 1, cells, NULL) == PULMA_OK &&
            cells->count == (int)pm_text_len(&word))
            return true;
    }
    return false;
}

/* The first word of a line that is a board: its cells, and what stands before and after it. */
static bool line_cells(const struct pm_text *t, struct pm_sudoku_cells *cells,
                       struct pm_text *before, struct pm_text *rest)
{
    *before = *t;
    before->end = before->at;
    struct pm_text next = *t, line = pm_text_line(&next), trimmed = pm_text_trim(line);
    struct pm_text word = take_word(&trimmed);
    *rest = trimmed;
    if (pm_text_len(&word) <= PM_SUDOKU_CELLS &&
        pm_sudoku_side((int)pm_text_len(&word)) >= 4 &&
        pm_sudoku_read_cells(&word, 1, cells, NULL) == PULMA_OK &&
        cells->count == (int)pm_text_len(&word))
        return true;
    rest->at = rest->end = line.end; /* perhaps blanks are the empty cells */
    return (pm_text_len(&line) <= PM_SUDOKU_CELLS &&
            pm_sudoku_side((int)pm_text_len(&line)) >= 4 &&
            pm_sudoku_read_cells(&line, 1, cells, NULL) == PULMA_OK &&
            cells->count == (int)pm_text_len(&line)) ||
           later_cells(pm_text_trim(line), cells, before, rest);
}

/* Whether the characters are digits and one character for the empty cells. */
static bool one_blank(const struct pm_sudoku_cells *cells, int *digits)
{
    int blank = 0;
    *digits = 0;
    for (int i = 0; i < cells->count; i++) {
        *digits += cells->value[i] > 0;
        if (cells->value[i] > 0)
            continue;
        if (blank && blank != *cells->at[i].at)
            return false;
        blank = *cells->at[i].at;
    }
    return true;
}

static int sniff_line(const struct pm_text *t)
{
    struct pm_sudoku_cells cells;
    struct pm_text before, rest;
    int digits;
    if (is_usual(t))
        return 2;
    if (!line_cells(t, &cells, &before, &rest) || !one_blank(&cells, &digits))
        return 0;
    int side = pm_sudoku_side(cells.count);
    for (int i = 0; i < cells.count; i++)
        if (cells.value[i] > side)
            return 0;
    bool blanks =
        *cells.at[0].at == ' ' || memchr(cells.at[0].at, ' ', (size_t)cells.count);
    return side >= 9 && pm_sudoku_side(side) && digits > 0 && !blanks ? 2 : 1;
}

/* Lists of puzzles and answers have a board without empty cells behind the puzzle: no title. */
static void skip_solution(struct pm_text *rest, int count)
{
    struct pm_text t = *rest;
    while (!pm_text_ended(&t) && ends_word(pm_text_peek(&t)))
        pm_text_take(&t);
    struct pm_text word = take_word(&t);
    if (pm_text_len(&word) != (size_t)count)
        return;
    for (const char *c = word.at; c < word.end; c++)
        if (pm_digit_value((unsigned char)*c) < 1)
            return;
    *rest = t;
}

/* What stands before and after the board. */
static pulma_status line_title(struct pm_arena *arena, struct pm_text before,
                               struct pm_text rest, const char **title, pulma_error *err)
{
    const char *head = "", *tail = "";
    *title = "";
    if (pm_text_ended(&before) && pm_text_ended(&rest))
        return PULMA_OK;
    while (before.end > before.at && ends_word((unsigned char)before.end[-1]))
        before.end--;
    pulma_status status = pm_sudoku_title(arena, before, &head, err);
    if (!status)
        status = pm_sudoku_title(arena, rest, &tail, err);
    if (status || !head[0]) {
        *title = tail;
        return status;
    }
    struct pm_out both = {0};
    pm_out_f(&both, "%s%s%s", head, tail[0] ? " " : "", tail);
    *title = both.failed ? NULL : pm_copy(arena, both.data, both.len);
    pm_out_free(&both);
    return *title ? PULMA_OK : pm_fail_memory(err);
}

/* The board of a usual word, which the cursor moves past; NULL: no memory. */
static struct pm_sudoku *usual_board(struct pm_text *t, struct pm_arena *arena)
{
    struct pm_sudoku *s = pm_sudoku_new_usual(arena);
    unsigned char digit[USUAL]; /* vectors take more of these at a time */
    for (int i = 0; i < USUAL; i++) {
        const unsigned char c = (unsigned char)t->at[i];
        digit[i] = (unsigned char)((c > '0' ? c : '0') - '0'); /* a dot comes before */
    }
    for (int i = 0; s && i < USUAL; i++)
        s->given[i] = digit[i];
    t->at += USUAL;
    t->column += USUAL;
    return s;
}

void *pm_sudoku_read_usual_line(struct pm_text *t, struct pm_arena *arena)
{
    struct pm_sudoku *s = usual_board(t, arena);
    if (!pm_text_ended(t))
        pm_text_take(t); /* the line end */
    return s;
}

/* The board of any other line, and what stands before and after it. */
static pulma_status line_board(const struct pm_text *t, struct pm_arena *arena,
                               struct pm_sudoku **board, struct pm_text *before,
                               struct pm_text *rest, pulma_error *err)
{
    struct pm_sudoku_cells cells;
    if (!line_cells(t, &cells, before, rest))
        return pm_fail_expected(err, t, "16, 36, 81, 256 or 625 digits and dots in a line");
    *board = pm_sudoku_new(arena, pm_sudoku_side(cells.count));
    if (!*board)
        return pm_fail_memory(err);
    pulma_status status = pm_sudoku_give(*board, &cells, err);
    return status ? status : pm_sudoku_default_boxes(*board, t, err);
}

static pulma_status read_line(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    struct pm_text before = *t, rest = *t;
    struct pm_sudoku *s = NULL;
    before.end = before.at;
    pulma_status status = PULMA_OK;
    if (!is_usual(t)) {
        status = line_board(t, arena, &s, &before, &rest, err);
    } else {
        s = usual_board(&rest, arena);
        rest = pm_sudoku_take_line(&rest);
    }
    if (status || !s)
        return status ? status : pm_fail_memory(err);
    pm_text_line(t);
    skip_solution(&rest, s->size * s->size);
    *puzzle = s;
    /* Usual boxes are numbered, and there are no cages: it is finished. */
    return line_title(arena, before, rest, title, err);
}

static pulma_status write_line(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    pulma_status status = pm_sudoku_only(s, PM_HAS_GIVENS, "line", err);
    if (status)
        return status;
    if (s->size < 4)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation line begins with boards of 4 x 4");
    for (int i = 0; i < s->size * s->size; i++)
        pm_out_char(out, pm_sudoku_char(s->given[i]));
    pm_out_f(out, "%s%s\n", title[0] ? " " : "", title);
    return PULMA_OK;
}

/* ---- Grids: .sdk, .ss ---------------------------------------------------------------- */

enum { MAX_GRID_LINES = 3 * PM_SUDOKU_MAX };

/* The lines of a grid, with what stands before it. */
struct grid_lines {
    struct pm_text line[MAX_GRID_LINES];
    int n;
    bool tagged;          /* #A, #D, [Puzzle] */
    struct pm_text title; /* from #D, else #A; may be empty */
};

/* Only characters of cells and frames, and some of them. */
static bool is_grid_line(const struct pm_text *line)
{
    bool any = false;
    for (const char *c = line->at; c < line->end; c++) {
        bool frame = strchr(" \t|+=!:,-*", *c) != NULL || (unsigned char)*c >= 0x80;
        bool cell =
            (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'P') || strchr("._?xX", *c);
        if (*c == '\0' || (!frame && !cell))
            return false;
        any |= *c != ' ' && *c != '\t';
    }
    return any;
}

/* The side of the board that these lines hold, or 0. */
static int grid_side(const struct grid_lines *grid, struct pm_sudoku_cells *cells)
{
    if (grid->n < 4 || pm_sudoku_read_cells(grid->line, grid->n, cells, NULL) ||
        !cells->square)
        return 0;
    int side = pm_sudoku_side(cells->count);
    for (int i = 0; i < cells->count; i++)
        if (cells->value[i] > side)
            return 0;
    return side;
}

/* "Grid 01", as lists of grids have it before each. */
static bool is_heading(struct pm_text line)
{
    static const char *const words[] = {"Grid", "grid", "Puzzle", "puzzle"};
    size_t i = 0;
    while (i < sizeof words / sizeof *words && !pm_text_word(&line, words[i]))
        i++;
    if (i == sizeof words / sizeof *words)
        return false;
    while (!pm_text_ended(&line) && strchr(" #:0123456789", pm_text_peek(&line)))
        pm_text_take(&line);
    return pm_text_ended(&line);
}

/* Whether the rows so far are a board, or the text goes on with others after a blank line: some
 * leave one between bands. */
static bool ends_at_gap(struct pm_text next, const struct grid_lines *grid)
{
    struct pm_sudoku_cells cells;
    struct pm_text line = pm_sudoku_take_line(&next);
    return !is_grid_line(&line) || grid_side(grid, &cells) > 0;
}

/* Takes the grid at the cursor, line by line, up to the first line that is none. */
static void take_grid(struct pm_text *t, struct grid_lines *grid)
{
    *grid = (struct grid_lines){
        .title = {.at = t->at, .end = t->at, .line = t->line, .column = t->column}};
    bool skipping = false; /* a section in brackets that is not the puzzle */
    while (!pm_text_ended(t)) {
        struct pm_text next = *t, line = pm_sudoku_take_line(&next);
        bool tag = pm_text_peek(&line) == '#', section = pm_text_peek(&line) == '[';
        if (grid->n > 0 && (tag || section))
            break;
        if (grid->n == 0 && !grid->tagged && is_heading(line)) {
            grid->tagged = true;
            grid->title = line;
            *t = next;
            continue;
        }
        if (grid->n > 0 && pm_text_ended(&line) && !ends_at_gap(next, grid)) {
            *t = next;
            continue;
        }
        if (tag || section) {
            grid->tagged = true;
            skipping = section && !pm_text_starts(&line, "[Puzzle]");
            if (pm_text_word(&line, "#D") ||
                (grid->title.at == grid->title.end && pm_text_word(&line, "#A")))
                grid->title = pm_text_trim(line);
        } else if (!skipping && is_grid_line(&line)) {
            if (grid->n == MAX_GRID_LINES)
                break;
            grid->line[grid->n++] = line;
        } else if (grid->n > 0 || (!skipping && line.at != line.end)) {
            break;
        }
        *t = next;
    }
}

static int sniff_grid(const struct pm_text *t)
{
    struct pm_text copy = *t;
    struct grid_lines grid;
    struct pm_sudoku_cells cells;
    take_grid(&copy, &grid);
    int side = grid_side(&grid, &cells), digits, rows, columns;
    if (side < 4 || !pm_sudoku_usual_boxes(side, &rows, &columns))
        return 0;
    bool framed = false;
    for (int i = 0; i < grid.n; i++)
        framed |= memchr(grid.line[i].at, '+', pm_text_len(&grid.line[i])) != NULL;
    if (grid.tagged || framed)
        return 2;
    int often[PM_SUDOKU_MAX + 1] = {0}; /* number links have each number just twice */
    for (int i = 0; i < cells.count; i++)
        often[cells.value[i]]++;
    bool pairs = true;
    for (int d = 1; d <= side; d++)
        pairs &= often[d] == 0 || often[d] == 2;
    return side == 9 && one_blank(&cells, &digits) && often[0] > 0 && !pairs ? 2 : 1;
}

static pulma_status read_grid(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    struct grid_lines grid;
    struct pm_sudoku_cells cells;
    take_grid(t, &grid);
    int side = grid_side(&grid, &cells);
    if (side == 0)
        return pm_fail_expected(err, &start, "a square grid of digits and dots");
    struct pm_sudoku *s = pm_sudoku_new(arena, side);
    if (!s)
        return pm_fail_memory(err);
    pulma_status status = pm_sudoku_give(s, &cells, err);
    if (!status)
        status = pm_sudoku_default_boxes(s, &start, err);
    if (!status)
        status = pm_sudoku_title(arena, grid.title, title, err);
    *puzzle = s;
    return status ? status : pm_sudoku_finish(s, &start, err);
}

static int no_sniff(const struct pm_text *t)
{
    (void)t;
    return 0;
}

static pulma_status write_sdk(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    pulma_status status = pm_sudoku_only(s, PM_HAS_GIVENS, "sdk", err);
    if (status)
        return status;
    if (s->size < 4)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation sdk begins with boards of 4 x 4");
    if (title[0])
        pm_out_f(out, "#D%s\n", title);
    for (int i = 0; i < s->size * s->size; i++) {
        pm_out_char(out, pm_sudoku_char(s->given[i]));
        if ((i + 1) % s->size == 0)
            pm_out_char(out, '\n');
    }
    return PULMA_OK;
}

static pulma_status write_ss(const void *puzzle, const char *title, struct pm_out *out,
                             pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    (void)title;
    pulma_status status = pm_sudoku_only(s, PM_HAS_GIVENS, "ss", err);
    if (status)
        return status;
    if (s->size < 4)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation ss begins with boards of 4 x 4");
    int bars = s->size / s->box_columns - 1, width = s->size + bars;
    for (int row = 0; row <= s->size; row++) {
        if (row % s->box_rows == 0 && (row == 0 || row == s->size)) {
            pm_out_char(out, '*');
            pm_out_repeat(out, '-', width);
            pm_out_text(out, "*\n");
        } else if (row % s->box_rows == 0) {
            for (int column = 0; column < s->size; column += s->box_columns) {
                pm_out_char(out, column ? '+' : '|');
                pm_out_repeat(out, '-', s->box_columns);
            }
            pm_out_text(out, "|\n");
        }
        for (int column = 0; row < s->size && column < s->size; column++) {
            if (column % s->box_columns == 0)
                pm_out_char(out, '|');
            pm_out_char(out, pm_sudoku_char(s->given[row * s->size + column]));
        }
        pm_out_text(out, row < s->size ? "|\n" : "");
    }
    return PULMA_OK;
}

/* ---- Lists of rows ------------------------------------------------------------------------ */

/* Blanks and line ends, and a comma among them: languages print lists with and without. */
static void skip_between(struct pm_text *t)
{
    pm_text_space(t);
    if (pm_text_word(t, ","))
        pm_text_space(t);
}

/* A row of numbers, 0 or null for an empty cell; how many. */
static pulma_status list_row(struct pm_text *t, int given[PM_SUDOKU_MAX], int *count,
                             pulma_error *err)
{
    const struct pm_text start = *t;
    if (!pm_text_word(t, "["))
        return pm_fail_expected(err, t, "'[' and a row");
    *count = 0;
    for (pm_text_space(t); !pm_text_word(t, "]"); skip_between(t)) {
        if (*count == PM_SUDOKU_MAX)
            return pm_fail(err, PULMA_BAD_TEXT, &start,
                           "expected a list of at most %d numbers", PM_SUDOKU_MAX);
        int *cell = &given[(*count)++];
        *cell = 0;
        pulma_status status = pm_text_word(t, "null") || pm_text_word(t, "None")
                                  ? PULMA_OK
                                  : pm_text_int(t, 0, PM_SUDOKU_MAX, cell, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

/* [[5, 3, 0, ...], ...], or without commas: the givens, size * size of them, and the size. */
static pulma_status list_cells(struct pm_text *t, int *given, int *size, pulma_error *err)
{
    const struct pm_text start = *t;
    int rows = 0, most = 0;
    *size = 0;
    pm_text_blanks(t);
    if (!pm_text_word(t, "["))
        return pm_fail_expected(err, t, "'[' and a list of rows");
    for (pm_text_space(t); !pm_text_word(t, "]"); skip_between(t)) {
        int row[PM_SUDOKU_MAX], count = 0;
        const struct pm_text at = *t;
        pulma_status status = list_row(t, row, &count, err);
        if (status)
            return status;
        *size = rows == 0 ? count : *size;
        if (count != *size || rows == *size)
            return pm_fail_expected(err, &at, "%d lists of %d numbers", *size, *size);
        for (int i = 0; i < count; i++)
            most = row[i] > most ? row[i] : most;
        memcpy(given + rows++ * *size, row, (size_t)*size * sizeof *row);
    }
    if (rows == 0 || rows != *size || most > *size)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected as many rows as columns and numbers up to that, found %d "
                       "rows, %d columns and a %d",
                       rows, *size, most);
    return PULMA_OK;
}

static int sniff_list(const struct pm_text *t)
{
    struct pm_text copy = *t;
    int given[PM_SUDOKU_CELLS], size, rows, columns, most = 0;
    if (!pm_form_is_list(t) || list_cells(&copy, given, &size, NULL) ||
        !pm_sudoku_usual_boxes(size, &rows, &columns))
        return 0;
    for (int i = 0; i < size * size; i++)
        most = given[i] > most ? given[i] : most;
    return size >= 9 && rows == columns && most > 1 ? 2 : 1;
}

static pulma_status read_list(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    int given[PM_SUDOKU_CELLS], size;
    (void)title;
    pulma_status status = list_cells(t, given, &size, err);
    if (status)
        return status;
    struct pm_sudoku *s = pm_sudoku_new(arena, size);
    if (!s)
        return pm_fail_memory(err);
    *puzzle = s;
    memcpy(s->given, given, (size_t)(size * size) * sizeof *given);
    status = pm_sudoku_default_boxes(s, &start, err);
    return status ? status : pm_sudoku_finish(s, &start, err);
}

/* ---- puzz.link ------------------------------------------------------------------------ */

static int sniff_link(const struct pm_text *t)
{
    return pm_link_sniff(t, "sudoku");
}

/* The notation knows square boxes, and boxes of 2 rows and 3 columns for a board of 6. */
static bool link_size(int size)
{
    return size == 6 || (size > 1 && pm_sudoku_side(size) > 0);
}

static pulma_status read_link(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    int rows, columns;
    struct pm_text body;
    (void)title;
    pulma_status status = pm_link_head(t, "sudoku", PM_SUDOKU_MAX, PM_SUDOKU_MAX, &rows,
                                       &columns, NULL, &body, err);
    if (status)
        return status;
    if (rows != columns || !link_size(rows))
        return pm_fail(
            err, PULMA_BAD_TEXT, &start,
            "expected a board of 4, 6, 9, 16 or 25 columns and rows, found %d and %d",
            columns, rows);
    struct pm_sudoku *s = pm_sudoku_new(arena, rows);
    if (!s)
        return pm_fail_memory(err);
    for (int cell = 0; !pm_text_ended(&body); cell++) {
        int skip, value;
        const struct pm_text at = body;
        if ((status = pm_link_number(&body, &skip, &value, err)))
            return status;
        if (skip > rows * rows - cell || (cell += skip, value != -1 && cell == rows * rows))
            return pm_fail(err, PULMA_BAD_TEXT, &at, "the link has more than %d cells",
                           rows * rows);
        if (value == 0 || value > rows)
            return pm_fail_expected(err, &at, "a number from 1 to %d", rows);
        if (value > 0)
            s->given[cell] = value;
    }
    *puzzle = s;
    status = pm_sudoku_default_boxes(s, &start, err);
    return status ? status : pm_sudoku_finish(s, &start, err);
}

static pulma_status write_link(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    (void)title;
    pulma_status status = pm_sudoku_only(s, PM_HAS_GIVENS, "puzz.link", err);
    if (status)
        return status;
    if (!link_size(s->size))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation puzz.link has no boards of %d x %d", s->size, s->size);
    pm_out_f(out, "https://puzz.link/p?sudoku/%d/%d/", s->size, s->size);
    int skip = 0;
    for (int i = 0; i < s->size * s->size; i++) {
        if (s->given[i] == 0) {
            skip++;
            continue;
        }
        pm_link_put_number(out, skip, s->given[i]);
        skip = 0;
    }
    pm_link_put_number(out, skip, -1);
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- PuzzleKit text -------------------------------------------------------------------- */

/* `ROWS COLUMNS`, then as many rows of words: givens and E, O; or twice as many: givens and
 * regions, or sums and cages. */
struct kit {
    int size, row_count;
    struct pm_text row[2 * PM_SUDOKU_MAX];
    struct pm_text start;
};

static int count_words(struct pm_text line)
{
    int n = 0;
    for (struct pm_text word; word = pm_text_token(&line), word.at != word.end;)
        n++;
    return n;
}

static bool take_kit(struct pm_text *t, struct kit *kit)
{
    int rows, columns;
    struct pm_text next = *t, head = pm_sudoku_take_line(&next);
    *kit = (struct kit){.start = *t};
    if (pm_text_int(&head, 1, PM_SUDOKU_MAX, &rows, NULL) || pm_text_peek(&head) != ' ')
        return false;
    pm_text_blanks(&head);
    if (pm_text_int(&head, rows, rows, &columns, NULL) || pm_text_done(&head, NULL))
        return false;
    kit->size = rows;
    *t = next;
    while (kit->row_count < 2 * rows) {
        struct pm_text line = pm_sudoku_take_line(&next);
        if (count_words(line) != rows || (rows == 1 && pm_text_is(&line, "=")))
            break;
        kit->row[kit->row_count++] = line;
        *t = next;
        if (pm_text_ended(&next))
            break;
    }
    return kit->row_count == rows || kit->row_count == 2 * rows;
}

/* One word of a row of givens: a number, E, O or -. */
static pulma_status read_kit_cell(struct pm_text word, struct pm_sudoku *s, int cell,
                                  pulma_error *err)
{
    if (pm_text_is(&word, "-"))
        return PULMA_OK;
    if (pm_text_is(&word, "E") || pm_text_is(&word, "O")) {
        s->parity[cell] = pm_text_is(&word, "O") ? PM_ODD : PM_EVEN;
        return PULMA_OK;
    }
    if (pm_text_len(&word) == 1 && pm_text_peek(&word) >= 'A')
        s->given[cell] = pm_digit_value(pm_text_take(&word));
    else if (pm_text_int(&word, 1, s->size, &s->given[cell], err))
        return PULMA_BAD_TEXT;
    if (s->given[cell] < 1 || s->given[cell] > s->size || !pm_text_ended(&word))
        return pm_fail_expected(err, &word, "a number from 1 to %d, E, O or -", s->size);
    return PULMA_OK;
}

/* Labels of the second half, as numbers: the first cell with the same one. */
static void kit_labels(const struct kit *kit, int *label)
{
    struct pm_text word[PM_SUDOKU_CELLS];
    for (int row = 0, i = 0; row < kit->size; row++) {
        struct pm_text line = kit->row[kit->size + row];
        for (int column = 0; column < kit->size; column++, i++) {
            word[i] = pm_text_token(&line);
            for (label[i] = 0; label[i] < i; label[i]++)
                if (pm_text_len(&word[label[i]]) == pm_text_len(&word[i]) &&
                    memcmp(word[label[i]].at, word[i].at, pm_text_len(&word[i])) == 0)
                    break;
        }
    }
}

/* Regions are as many and as large as the board is wide; cages are not. */
static bool kit_is_jigsaw(const struct kit *kit, const int *label)
{
    int cells[PM_SUDOKU_CELLS] = {0};
    for (int i = 0; i < kit->size * kit->size; i++)
        if (++cells[label[i]] > kit->size)
            return false;
    for (int i = 0; i < kit->size * kit->size; i++)
        if (cells[i] != 0 && cells[i] != kit->size)
            return false;
    return true;
}

/* The sum stands at one cell of its cage. */
static pulma_status read_kit_sums(const struct kit *kit, const int *label,
                                  struct pm_sudoku *s, pulma_error *err)
{
    for (int row = 0, i = 0; row < kit->size; row++) {
        struct pm_text line = kit->row[row];
        for (int column = 0; column < kit->size; column++, i++) {
            struct pm_text word = pm_text_token(&line);
            const struct pm_text at = word;
            int sum = 0;
            s->cage[i] = label[i];
            if (pm_text_is(&word, "-"))
                continue;
            pulma_status status = pm_text_int(&word, 1, PM_SUDOKU_CELLS, &sum, err);
            if (!status)
                status = pm_text_done(&word, err);
            if (status)
                return status;
            if (s->sum[label[i]])
                return pm_fail(err, PULMA_BAD_TEXT, &at, "this cage has a second sum");
            s->sum[label[i]] = sum;
        }
    }
    return PULMA_OK;
}

static pulma_status read_kit_givens(const struct kit *kit, struct pm_sudoku *s,
                                    pulma_error *err)
{
    for (int row = 0, i = 0; row < kit->size; row++) {
        struct pm_text line = kit->row[row];
        for (int column = 0; column < kit->size; column++, i++) {
            pulma_status status = read_kit_cell(pm_text_token(&line), s, i, err);
            if (status)
                return status;
        }
    }
    return PULMA_OK;
}

static pulma_status read_kit(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    struct kit kit;
    (void)title;
    if (!take_kit(t, &kit))
        return pm_fail_expected(err, &kit.start,
                                "ROWS COLUMNS and that many rows of words");
    struct pm_sudoku *s = pm_sudoku_new(arena, kit.size);
    int label[PM_SUDOKU_CELLS];
    if (!s)
        return pm_fail_memory(err);
    *puzzle = s;
    bool two = kit.row_count > kit.size, jigsaw = false;
    if (two) {
        kit_labels(&kit, label);
        jigsaw = kit_is_jigsaw(&kit, label);
    }
    pulma_status status =
        two && !jigsaw ? read_kit_sums(&kit, label, s, err) : read_kit_givens(&kit, s, err);
    if (!status && !jigsaw)
        status = pm_sudoku_default_boxes(s, &kit.start, err);
    if (jigsaw)
        memcpy(s->region, label, (size_t)(kit.size * kit.size) * sizeof *s->region);
    return status ? status : pm_sudoku_finish(s, &kit.start, err);
}

/* Others write such text too: only E and O tell that it is a sudoku, or a second board of sums and
 * cages, or of givens and regions. */
static int sniff_kit(const struct pm_text *t)
{
    struct pm_text copy = *t;
    struct kit kit;
    if (!take_kit(&copy, &kit))
        return 0;
    bool marks = false;
    for (int row = 0; row < kit.row_count; row++) {
        struct pm_text line = kit.row[row];
        for (int i = 0; i < kit.size; i++) {
            struct pm_text word = pm_text_token(&line);
            int c = pm_text_peek(&word);
            bool label = row >= kit.size; /* of a cage or region: any word */
            bool letter = label || (c >= 'A' && c <= 'P' && pm_text_len(&word) == 1);
            if (!pm_text_is(&word, "-") && !(c >= '0' && c <= '9') && !letter)
                return 0;
            for (const char *p = word.at; p < word.end && !letter; p++)
                if (*p == ',' || *p == '.')
                    return 0;
            marks |= row < kit.size && (pm_text_is(&word, "E") || pm_text_is(&word, "O"));
        }
    }
    return kit.size > 3 && (kit.row_count > kit.size || (marks && kit.size < 14)) ? 2 : 1;
}

static pulma_status write_kit(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    (void)title;
    bool parity = pm_sudoku_has_parity(s), jigsaw = s->box_rows == 0;
    unsigned parts = s->cage_count ? PM_HAS_CAGES
                     : parity      ? PM_HAS_GIVENS | PM_HAS_PARITY
                                   : PM_HAS_GIVENS | PM_HAS_REGIONS;
    pulma_status status = pm_sudoku_only(s, parts, "puzzlekit", err);
    if (status)
        return status;
    int next = 0;
    pm_out_f(out, "%d %d\n", s->size, s->size);
    for (int i = 0; i < s->size * s->size; i++) {
        char text[16] = "-";
        if (s->given[i] && s->parity[i] && s->given[i] % 2 != s->parity[i] % 2)
            return pm_fail(
                err, PULMA_UNAVAILABLE, NULL,
                "the notation puzzlekit cannot express a given and its opposite mark");
        if (s->cage_count && s->cage[i] < 0)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "the notation puzzlekit needs every cell in a cage");
        if (s->cage_count && s->cage[i] == next)
            snprintf(text, sizeof text, "%d", s->sum[next++]);
        else if (s->given[i])
            snprintf(text, sizeof text, "%d", s->given[i]);
        else if (s->parity[i])
            snprintf(text, sizeof text, "%c", s->parity[i] == PM_ODD ? 'O' : 'E');
        pm_out_f(out, "%s%c", text, (i + 1) % s->size ? ' ' : '\n');
    }
    for (int i = 0; (jigsaw || s->cage_count) && i < s->size * s->size; i++)
        pm_out_f(out, "%d%c", (s->cage_count ? s->cage[i] : s->region[i]) + 1,
                 (i + 1) % s->size ? ' ' : '\n');
    return PULMA_OK;
}

const struct pm_notation pm_sudoku_notations[] = {
    {"puzz.link", "link of puzz.link and other pzpr sites", sniff_link, read_link,
     write_link},
    {"line",
     "one line of 81 characters (or 16, 36, 256, 625), perhaps with a title; .sdm lists",
     sniff_line, read_line, write_line},
    {"sdk", "a grid of digits and dots, with or without frames and # lines; .sdk",
     sniff_grid, read_grid, write_sdk},
    {"ss", "a framed grid; .ss", no_sniff, read_grid, write_ss},
    {"list", "a list of rows, as programs print them: [[5, 3, 0, ...], ...]", sniff_list,
     read_list, NULL},
    {"puzzlekit", "PuzzleKit text: plain, odd-even, jigsaw, killer", sniff_kit, read_kit,
     write_kit},
    {"solo", "game ID of Solo in the Portable Puzzle Collection: plain, X, jigsaw, killer",
     pm_solo_sniff, pm_solo_read, pm_solo_write},
    {"killer-fields", "killer in 81 fields, 3x3::k:", pm_killer_fields_sniff,
     pm_killer_fields_read, pm_killer_fields_write},
    {"killer-line", "killer in 81 characters: sums, and pointers to the cage's next cell",
     pm_killer_line_sniff, pm_killer_line_read, pm_killer_line_write},
    {"sumocue", "killer or jigsaw as SumoCueV1", pm_sumocue_sniff, pm_sumocue_read,
     pm_sumocue_write},
    {"f-puzzles", "link of f-puzzles, which SudokuPad takes too", pm_fpuzzles_sniff,
     pm_fpuzzles_read, pm_fpuzzles_write},
    {0},
};
