/* Tilings as text: the board and the pieces, and answers as boards of marks. */
#include "puzzles/tiling/tiling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = PM_TILING_SIDE, FREELY = PM_TILING_FREELY, MAX_COPIES = 10000 };

/* ---- Text: the board ------------------------------------------------------------------ */

static pulma_status read_board(struct pm_tiling *t, const struct pm_field *grid,
                               struct pm_arena *arena, pulma_error *err)
{
    bool *hole = pm_new(arena, (size_t)t->rows * (size_t)t->columns, bool);
    if (!hole)
        return pm_fail_memory(err);
    for (int row = 0; row < t->rows; row++) {
        struct pm_text line = pm_text_trim(grid->lines[row]);
        for (int column = 0; column < t->columns; column++) {
            int c = pm_text_peek(&line);
            if (!pm_grid_is_open(c, "") && c != '#')
                return pm_fail_expected(err, &line, "'.' for a cell or '#' for a hole");
            hole[row * t->columns + column] = c == '#';
            pm_text_take(&line);
        }
    }
    if (!pm_tiling_board(t, hole, arena))
        return pm_fail_memory(err);
    if (t->cell_count == 0)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0],
                       "expected a cell to be covered, found only holes");
    return PULMA_OK;
}

/* ---- Text: the pieces ------------------------------------------------------------------ */

static bool is_letter(int c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static pulma_status read_name(const struct pm_tiling *t, struct pm_text word, char *name,
                              pulma_error *err)
{
    size_t len = pm_text_len(&word);
    for (size_t i = 0; i < len; i++)
        if (!is_letter(word.at[i]) || len > PM_TILING_NAME)
            return pm_fail_expected(err, &word, "the name of a piece, 1 to %d letters",
                                    PM_TILING_NAME);
    memcpy(name, word.at, len);
    name[len] = '\0';
    for (int i = 0; i < t->piece_count; i++)
        if (strcmp(t->pieces[i].name, name) == 0)
            return pm_fail(err, PULMA_BAD_TEXT, &word,
                           "expected another name, found a second piece %s", name);
    return PULMA_OK;
}

static pulma_status read_uses(struct pm_text word, struct pm_piece *piece, pulma_error *err)
{
    const struct pm_text start = word;
    piece->least = piece->most = 1;
    if (pm_text_is(&word, "*")) {
        piece->least = 0;
        piece->most = FREELY;
        return PULMA_OK;
    }
    if (pm_text_int(&word, 0, MAX_COPIES, &piece->least, NULL))
        return pm_fail_expected(err, &start,
                                "how often it is used: 2, 0-2, or * for freely");
    piece->most = piece->least;
    if (pm_text_word(&word, "-")) {
        pulma_status status =
            pm_text_int(&word, piece->least, MAX_COPIES, &piece->most, err);
        if (status)
            return status;
    }
    return pm_text_done(&word, err);
}

/* Whether the cells hang together by their sides. */
static bool hangs_together(const struct pm_cell *cells, int n)
{
    bool seen[PM_TILING_PIECE_CELLS] = {true};
    int queue[PM_TILING_PIECE_CELLS] = {0}, count = 1;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < n; i++) {
            int apart = abs(cells[i].row - cells[queue[k]].row) +
                        abs(cells[i].column - cells[queue[k]].column);
            if (apart == 1 && !seen[i]) {
                seen[i] = true;
                queue[count++] = i;
            }
        }
    return count == n;
}

static pulma_status read_shape(struct pm_text word, struct pm_piece *piece,
                               struct pm_arena *arena, pulma_error *err)
{
    const struct pm_text start = word;
    struct pm_cell cells[PM_TILING_PIECE_CELLS];
    int row = 0, column = 0, n = 0;
    while (!pm_text_ended(&word)) {
        int c = pm_text_peek(&word);
        if (c != 'x' && c != '.' && c != '/')
            return pm_fail_expected(err, &word, "x, . or / in the rows of a piece");
        if (row >= MAX_SIDE || column >= MAX_SIDE ||
            (c == 'x' && n == PM_TILING_PIECE_CELLS))
            return pm_fail(err, PULMA_BAD_TEXT, &word,
                           "expected a piece of at most %d cells and %d rows and columns",
                           PM_TILING_PIECE_CELLS, MAX_SIDE);
        if (c == 'x')
            cells[n++] = (struct pm_cell){row, column};
        column = c == '/' ? 0 : column + 1;
        row += c == '/';
        pm_text_take(&word);
    }
    if (n == 0 || !hangs_together(cells, n))
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a piece whose cells (x) are connected by their sides");
    piece->size = n;
    piece->cells = pm_new(arena, (size_t)n, struct pm_cell);
    if (!piece->cells)
        return pm_fail_memory(err);
    pm_tiling_turn(cells, n, 0, piece->cells);
    return PULMA_OK;
}

static pulma_status read_piece(struct pm_tiling *t, struct pm_text line,
                               struct pm_arena *arena, pulma_error *err)
{
    struct pm_piece *piece = &t->pieces[t->piece_count];
    struct pm_text name = pm_text_token(&line), uses = pm_text_token(&line);
    struct pm_text shape = pm_text_token(&line);
    bool once = pm_text_ended(&shape);
    pulma_status status = read_name(t, name, piece->name, err);
    piece->least = piece->most = 1;
    if (!status && pm_text_ended(&uses))
        status = pm_fail_expected(err, &uses, "how often the piece is used and its rows");
    if (!status && !once)
        status = read_uses(uses, piece, err);
    if (!status)
        status = read_shape(once ? uses : shape, piece, arena, err);
    if (!status)
        status = pm_text_done(&line, err);
    for (int i = 0; i < t->piece_count && !status; i++)
        if (pm_tiling_same(t, &t->pieces[i], piece))
            status = pm_fail(err, PULMA_BAD_TEXT, once ? &uses : &shape,
                             "expected another piece, found %s again: say there how often "
                             "it is used",
                             t->pieces[i].name);
    t->piece_count++;
    return status;
}

static pulma_status read_pieces(struct pm_tiling *t, const struct pm_field *block,
                                struct pm_arena *arena, pulma_error *err)
{
    if (block->line_count > PM_TILING_PIECES)
        return pm_fail(err, PULMA_BAD_TEXT, &block->lines[PM_TILING_PIECES],
                       "expected at most %d pieces", PM_TILING_PIECES);
    t->pieces = pm_new(arena, (size_t)block->line_count, struct pm_piece);
    if (!t->pieces)
        return pm_fail_memory(err);
    for (int i = 0; i < block->line_count; i++) {
        pulma_status status = read_piece(t, block->lines[i], arena, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

pulma_status pm_tiling_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                            pulma_error *err)
{
    const struct pm_field *grid, *pieces;
    struct pm_tiling *t = pm_new(arena, 1, struct pm_tiling);
    if (!t)
        return pm_fail_memory(err);
    t->turns = t->flips = true;
    pulma_status status = pm_grid_block(form, MAX_SIDE, &grid, &t->rows, &t->columns, err);
    if (!status)
        status = read_board(t, grid, arena, err);
    if (!status)
        status = pm_form_bool(form, "turns", &t->turns, err);
    if (!status)
        status = pm_form_bool(form, "flips", &t->flips, err);
    if (!status)
        status = pm_form_block(form, "pieces", &pieces, err);
    if (!status)
        status = read_pieces(t, pieces, arena, err);
    if (!status && (status = pm_tiling_complete(t, arena, err)) == PULMA_BAD_TEXT && err) {
        err->line = pieces->lines[0].line;
        err->column = pieces->lines[0].column;
    }
    *puzzle = t;
    return status;
}

static void write_shape(const struct pm_piece *piece, struct pm_out *out)
{
    int row = 0, column = 0, columns = 0, k = 0;
    for (int i = 0; i < piece->size; i++)
        columns = piece->cells[i].column >= columns ? piece->cells[i].column + 1 : columns;
    int last_row = piece->cells[piece->size - 1].row;
    while (row <= last_row) {
        bool here = k < piece->size && piece->cells[k].row == row &&
                    piece->cells[k].column == column;
        pm_out_char(out, here ? 'x' : '.');
        k += here;
        if (++column == columns) {
            column = 0;
            if (row++ < last_row)
                pm_out_char(out, '/');
        }
    }
}

static void write_piece(const struct pm_piece *piece, struct pm_form_out *form)
{
    struct pm_out line = {0};
    if (piece->most == FREELY)
        pm_out_f(&line, "%s * ", piece->name);
    else if (piece->least == piece->most)
        pm_out_f(&line, "%s %d ", piece->name, piece->least);
    else
        pm_out_f(&line, "%s %d-%d ", piece->name, piece->least, piece->most);
    write_shape(piece, &line);
    form->out->failed |= line.failed;
    if (line.data)
        pm_form_line(form, line.data);
    pm_out_free(&line);
}

void pm_tiling_write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_tiling *t = puzzle;
    pm_form_put_bool(form, "turns", t->turns);
    pm_form_put_bool(form, "flips", t->flips);
    pm_form_open(form, "grid");
    for (int row = 0; row < t->rows; row++) {
        char line[MAX_SIDE + 1] = "";
        for (int column = 0; column < t->columns; column++)
            line[column] = t->cell_at[row * t->columns + column] < 0 ? '#' : '.';
        pm_form_line(form, line);
    }
    pm_form_open(form, "pieces");
    for (int i = 0; i < t->piece_count; i++)
        write_piece(&t->pieces[i], form);
}

/* ---- Answers --------------------------------------------------------------------------- */

/* The longest mark that can occur: a name, and a number where there may be several copies. */
int pm_tiling_mark_width(const struct pm_tiling *t)
{
    int width = 1;
    for (int i = 0; i < t->piece_count; i++) {
        const struct pm_piece *p = &t->pieces[i];
        int copies = t->cell_count / p->size, n = (int)strlen(p->name);
        copies = p->most < copies ? p->most : copies;
        for (; p->most != 1 && copies > 0; copies /= 10)
            n++;
        width = n > width ? n : width;
    }
    return width;
}

/* Marks for placements: the number of each among the copies of its piece, 0: not chosen.  A
 * placement that one of its cells has counts as chosen.  NULL: no memory. */
static int *copy_numbers(const struct pm_tiling *t, const int *answer)
{
    int *copy = calloc((size_t)t->placement_count + 1, sizeof *copy);
    int used[PM_TILING_PIECES] = {0};
    if (!copy)
        return NULL;
    for (int cell = 0; cell < t->cell_count; cell++)
        if (pm_tiling_over(t, answer, cell) >= 0)
            copy[pm_tiling_over(t, answer, cell)] = 1;
    for (int p = 0; p < t->placement_count; p++)
        if (copy[p])
            copy[p] = ++used[t->piece_of[p]];
    return copy;
}

/* What each cell shows: a placement or -1.  Where a single cell is filled in, its whole piece is
 * shown, for a part of a piece could not be read again. */
static void show_whole(const struct pm_tiling *t, const int *answer, int *shown)
{
    for (int cell = 0; cell < t->cell_count; cell++)
        shown[cell] = pm_tiling_over(t, answer, cell);
    for (int cell = 0; cell < t->cell_count; cell++) {
        int p = pm_tiling_over(t, answer, cell);
        for (int k = p < 0 ? 0 : t->first[p]; k < (p < 0 ? 0 : t->first[p + 1]); k++)
            if (shown[t->cell[k]] < 0)
                shown[t->cell[k]] = p;
    }
}

static void write_mark(const struct pm_tiling *t, int placement, int copy, int width,
                       struct pm_out *out)
{
    const struct pm_piece *piece = &t->pieces[t->piece_of[placement]];
    char mark[PM_TILING_NAME + 16];
    if (piece->most == 1 && copy == 1)
        snprintf(mark, sizeof mark, "%s", piece->name);
    else
        snprintf(mark, sizeof mark, "%s%d", piece->name, copy);
    pm_out_f(out, "%-*s", width, mark);
}

/* As wide as marks of right answers, or with blanks between marks of one character if a piece that
 * there is once is used again, for that needs a number. */
static int width_of_marks(const struct pm_tiling *t, const int *copy)
{
    int width = pm_tiling_mark_width(t);
    for (int p = 0; p < t->placement_count && width == 1; p++)
        if (copy[p] > 1)
            width = 2;
    return width;
}

void pm_tiling_write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_tiling *t = puzzle;
    int *copy = copy_numbers(t, answer), width = copy ? width_of_marks(t, copy) : 1;
    int *shown = calloc((size_t)t->cell_count, sizeof *shown);
    if (copy && shown)
        show_whole(t, answer, shown);
    for (int spot = 0; spot < t->rows * t->columns && copy && shown; spot++) {
        int cell = t->cell_at[spot];
        bool last = spot % t->columns == t->columns - 1;
        if (cell < 0 || shown[cell] < 0)
            pm_out_f(out, "%-*s", last ? 1 : width, cell < 0 ? "#" : ".");
        else
            write_mark(t, shown[cell], copy[shown[cell]], last ? 1 : width, out);
        if (last || width > 1)
            pm_out_char(out, last ? '\n' : ' ');
    }
    out->failed |= !copy || !shown;
    free(copy);
    free(shown);
}

/* The marks of one row: a character each, if the row has no blanks and as many characters as
 * there are columns, else words. */
static pulma_status read_marks(const struct pm_tiling *t, struct pm_text line,
                               struct pm_text *marks, pulma_error *err)
{
    line = pm_text_trim(line);
    bool tight = pm_text_len(&line) == (size_t)t->columns;
    for (const char *c = line.at; c < line.end; c++)
        tight = tight && *c != ' ' && *c != '\t';
    for (int column = 0; column < t->columns; column++) {
        pm_text_blanks(&line);
        if (tight) {
            marks[column] = line;
            marks[column].end = line.at + 1;
            pm_text_take(&line);
        } else {
            marks[column] = pm_text_token(&line);
        }
        if (pm_text_ended(&marks[column]))
            return pm_fail_expected(err, &line, "%d marks in this row", t->columns);
    }
    return pm_text_done(&line, err);
}

static bool same_mark(const struct pm_text *a, const struct pm_text *b)
{
    size_t len = pm_text_len(a);
    return len == pm_text_len(b) && memcmp(a->at, b->at, len) == 0;
}

/* The cells with the same mark that hang together with `cell`; returns how many. */
static int gather(const struct pm_tiling *t, const struct pm_text *marks, int cell,
                  bool *seen, int *cells)
{
    int n = 0;
    seen[cell] = true;
    cells[n++] = cell;
    for (int k = 0; k < n; k++) {
        const struct pm_text *mark = &marks[t->spot_of[cells[k]]];
        for (int side = 0; side < 4; side++) {
            int other = pm_tiling_neighbour(t, cells[k], side);
            if (other >= 0 && !seen[other] && same_mark(mark, &marks[t->spot_of[other]])) {
                seen[other] = true;
                cells[n++] = other;
            }
        }
    }
    return n;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The placement with just these cells, or -1. */
static int placement_of(const struct pm_tiling *t, int *cells, int n)
{
    qsort(cells, (size_t)n, sizeof *cells, by_number);
    for (int k = t->choice_first[cells[0]]; k < t->choice_first[cells[0] + 1]; k++) {
        int p = t->choice[k];
        if (t->first[p + 1] - t->first[p] == n &&
            memcmp(t->cell + t->first[p], cells, (size_t)n * sizeof *cells) == 0)
            return p;
    }
    return -1;
}

static pulma_status read_tiles(const struct pm_tiling *t, const struct pm_text *marks,
                               bool *seen, int *cells, int *answer, pulma_error *err)
{
    for (int cell = 0; cell < t->cell_count; cell++) {
        const struct pm_text *mark = &marks[t->spot_of[cell]];
        if (pm_text_is(mark, ".") || seen[cell])
            continue;
        int n = gather(t, marks, cell, seen, cells), p = placement_of(t, cells, n);
        if (p < 0)
            return pm_fail(
                err, PULMA_BAD_TEXT, mark,
                "expected one of the pieces, found %d cells marked '%.*s' that are "
                "none of them",
                n, (int)(pm_text_len(mark) > 20 ? 20 : pm_text_len(mark)), mark->at);
        for (int k = t->first[p]; k < t->first[p + 1]; k++)
            answer[t->cell[k]] = t->value[k];
    }
    return PULMA_OK;
}

static pulma_status read_rows(const struct pm_tiling *t, struct pm_text *text,
                              struct pm_text *marks, pulma_error *err)
{
    for (int row = 0; row < t->rows; row++) {
        pm_text_space(text);
        if (pm_text_ended(text))
            return pm_fail_expected(err, text, "%d rows of marks", t->rows);
        pulma_status status =
            read_marks(t, pm_text_line(text), marks + row * t->columns, err);
        if (status)
            return status;
    }
    for (int spot = 0; spot < t->rows * t->columns; spot++)
        if (pm_text_is(&marks[spot], "#") != (t->cell_at[spot] < 0))
            return pm_fail_expected(err, &marks[spot],
                                    t->cell_at[spot] < 0
                                        ? "'#' for the hole at row %d, column %d"
                                        : "a mark for row %d, column %d",
                                    spot / t->columns + 1, spot % t->columns + 1);
    return PULMA_OK;
}

pulma_status pm_tiling_read_answer(const void *puzzle, struct pm_text *text, int *answer,
                                   pulma_error *err)
{
    const struct pm_tiling *t = puzzle;
    size_t spots = (size_t)t->rows * (size_t)t->columns;
    struct pm_text *marks = calloc(spots, sizeof *marks);
    bool *seen = calloc(spots, sizeof *seen);
    int *cells = calloc(spots, sizeof *cells);
    pulma_status status = marks && seen && cells ? PULMA_OK : pm_fail_memory(err);
    for (int cell = 0; cell < t->cell_count; cell++)
        answer[cell] = PULMA_EMPTY;
    if (!status)
        status = read_rows(t, text, marks, err);
    if (!status)
        status = read_tiles(t, marks, seen, cells, answer, err);
    free(marks);
    free(seen);
    free(cells);
    return status;
}
