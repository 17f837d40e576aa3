/* Sudoku in pulma's own notation: read and write.  The notation is told in kind.c; reading
 * goes block by block, and the board's size comes from the first block that there is. */
#include "puzzles/sudoku/sudoku.h"

#include <assert.h>
#include <string.h>

/* ---- Grids of labels --------------------------------------------------------------- */

/* A grid of labels: letters, or words where blanks separate them. */
struct labels {
    int size;
    int id[PM_SUDOKU_CELLS]; /* equal for equal labels; -1 for a dot */
    struct pm_text at[PM_SUDOKU_CELLS];
};

static int count_words(struct pm_text line)
{
    int n = 0;
    for (struct pm_text word; word = pm_text_token(&line), word.at != word.end;)
        n++;
    return n;
}

/* The next label of a line: a word, or one character. */
static struct pm_text next_label(struct pm_text *line, bool words)
{
    if (words)
        return pm_text_token(line);
    pm_text_blanks(line);
    struct pm_text label = *line;
    if (!pm_text_ended(line))
        pm_text_take(line);
    label.end = line->at;
    return label;
}

static int label_id(const struct labels *labels, int n, const struct pm_text *label)
{
    if (pm_text_is(label, ".") || pm_text_is(label, "-"))
        return -1;
    for (int i = 0; i < n; i++)
        if (pm_text_len(&labels->at[i]) == pm_text_len(label) &&
            memcmp(labels->at[i].at, label->at, pm_text_len(label)) == 0)
            return labels->id[i];
    return n;
}

/* Reads a block of labels; `*size` is known or 0: then the block decides it. */
static pulma_status read_labels(const struct pm_field *block, const char *name, int *size,
                                struct labels *labels, pulma_error *err)
{
    int rows = block->line_count;
    if (*size == 0 && rows >= 1 && rows <= PM_SUDOKU_MAX)
        *size = rows;
    if (rows != *size)
        return pm_fail(err, PULMA_BAD_TEXT, &block->name,
                       "expected %d rows of %s, found %d", *size ? *size : PM_SUDOKU_MAX,
                       name, rows);
    labels->size = *size;
    for (int row = 0; row < rows; row++) {
        struct pm_text line = block->lines[row];
        bool words = count_words(line) == *size;
        for (int column = 0; column < *size; column++) {
            int i = row * *size + column;
            labels->at[i] = next_label(&line, words);
            if (labels->at[i].at == labels->at[i].end)
                return pm_fail_expected(err, &line, "%d letters in this row of %s", *size,
                                        name);
            labels->id[i] = label_id(labels, i, &labels->at[i]);
        }
        pm_text_blanks(&line);
        if (!pm_text_ended(&line))
            return pm_fail_expected(err, &line, "%d letters in this row of %s", *size,
                                    name);
    }
    return PULMA_OK;
}

static pulma_status read_regions(const struct labels *labels, struct pm_sudoku *s,
                                 pulma_error *err)
{
    for (int i = 0; i < s->size * s->size; i++) {
        if (labels->id[i] < 0)
            return pm_fail_expected(err, &labels->at[i], "the letter of a region");
        s->region[i] = labels->id[i];
    }
    return PULMA_OK;
}

static pulma_status read_parity(const struct labels *labels, struct pm_sudoku *s,
                                pulma_error *err)
{
    for (int i = 0; i < s->size * s->size; i++) {
        const struct pm_text *mark = &labels->at[i];
        if (pm_text_is(mark, "o") || pm_text_is(mark, "O"))
            s->parity[i] = PM_ODD;
        else if (pm_text_is(mark, "e") || pm_text_is(mark, "E"))
            s->parity[i] = PM_EVEN;
        else if (labels->id[i] >= 0)
            return pm_fail_expected(err, mark, "'o' (odd), 'e' (even) or '.'");
    }
    return PULMA_OK;
}

/* The sums of cages that were drawn, in the order of their first cells. */
static pulma_status read_sums(const struct pm_field *field, struct pm_sudoku *s,
                              int cage_count, pulma_error *err)
{
    int cells[PM_SUDOKU_CELLS] = {0}, n = 0;
    for (int i = 0; i < s->size * s->size; i++)
        if (s->cage[i] >= 0)
            cells[s->cage[i]]++;
    struct pm_text t = field->name;
    for (int i = 0; i < field->line_count; i++) {
        t = field->lines[i];
        for (pm_text_blanks(&t); !pm_text_ended(&t); pm_text_blanks(&t)) {
            if (n == cage_count)
                return pm_fail_expected(err, &t, "%d sums, one for each cage", cage_count);
            int min, max;
            pm_sudoku_sums(s, cells[n], &min, &max);
            if (cells[n] > s->size && !s->repeats) { /* told when the board is finished */
                min = 1;
                max = PM_SUDOKU_MAX * PM_SUDOKU_CELLS;
            }
            pulma_status status = pm_text_int(&t, min, max, &s->sum[n], err);
            if (status)
                return status;
            n++;
        }
    }
    if (n < cage_count)
        return pm_fail(err, PULMA_BAD_TEXT, &t,
                       "expected %d sums, one for each cage, found %d", cage_count, n);
    return PULMA_OK;
}

/* r1c2 or R1C2 */
static pulma_status read_cell_name(struct pm_text *t, int size, int *cell, pulma_error *err)
{
    int row, column;
    if (!pm_text_word(t, "r") && !pm_text_word(t, "R"))
        return pm_fail_expected(err, t, "a cell such as r1c2");
    pulma_status status = pm_text_int(t, 1, size, &row, err);
    if (status)
        return status;
    if (!pm_text_word(t, "c") && !pm_text_word(t, "C"))
        return pm_fail_expected(err, t, "a cell such as r1c2");
    status = pm_text_int(t, 1, size, &column, err);
    if (!status)
        *cell = (row - 1) * size + column - 1;
    return status;
}

/* `17: r1c1 r2c2` */
static pulma_status read_listed_cage(struct pm_text t, struct pm_sudoku *s,
                                     struct pm_arena *arena, pulma_error *err)
{
    const struct pm_text at = t;
    int cells[PM_SUDOKU_CELLS];
    struct pm_sudoku_cage cage = {.cells = cells};
    pulma_status status =
        pm_text_int(&t, 1, PM_SUDOKU_MAX * PM_SUDOKU_CELLS, &cage.sum, err);
    if (status)
        return status;
    if (!pm_text_word(&t, ":"))
        return pm_fail_expected(err, &t, "':' and the cells of the cage");
    for (pm_text_blanks(&t); !pm_text_ended(&t); pm_text_blanks(&t)) {
        if (cage.count == s->size * s->size)
            return pm_fail(err, PULMA_BAD_TEXT, &t,
                           "this cage has more cells than the board");
        if ((status = read_cell_name(&t, s->size, &cells[cage.count++], err)))
            return status;
    }
    return cage.count == 0 ? pm_fail_expected(err, &t, "the cells of the cage")
                           : pm_sudoku_add_cage(s, &cage, &at, arena, err);
}

/* Cages one a line. */
static pulma_status read_cage_list(const struct pm_field *block, struct pm_sudoku *s,
                                   struct pm_arena *arena, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    for (int i = 0; i < block->line_count && !status; i++)
        status = read_listed_cage(pm_text_trim(block->lines[i]), s, arena, err);
    return status;
}

static bool is_cage_list(const struct pm_field *block)
{
    struct pm_text t = pm_text_trim(block->lines[0]);
    int sum;
    return pm_text_int(&t, 0, 1 << 20, &sum, NULL) == PULMA_OK && pm_text_peek(&t) == ':';
}

/* The blocks of one puzzle, looked up once. */
struct blocks {
    const struct pm_field *grid, *regions, *parity, *cages, *sums;
};

static const struct pm_field *filled(const struct pm_field *field)
{
    return field && field->line_count > 0 ? field : NULL;
}

/* A board needs as many rows as columns; says which row is the odd one. */
static pulma_status fail_shape(const struct pm_sudoku_cells *cells,
                               const struct pm_text *at, pulma_error *err)
{
    int rows = 0;
    for (int i = 0; i < cells->count; i++)
        rows += i == 0 || cells->at[i].line != cells->at[i - 1].line;
    for (int i = 0, next; i < cells->count; i = next) {
        for (next = i; next < cells->count && cells->at[next].line == cells->at[i].line;)
            next++;
        if (next - i != rows)
            return pm_fail(
                err, PULMA_BAD_TEXT, &cells->at[i],
                "expected as many cells in each row as there are rows (%d), found %d", rows,
                next - i);
    }
    return pm_fail(err, PULMA_BAD_TEXT, at, "expected a square board, found %d cells",
                   cells->count);
}

static pulma_status read_grid(const struct pm_field *grid, struct pm_sudoku_cells *cells,
                              int *size, pulma_error *err)
{
    pulma_status status = pm_sudoku_read_cells(grid->lines, grid->line_count, cells, err);
    if (status)
        return status;
    *size = cells->square ? pm_sudoku_side(cells->count) : 0;
    return *size ? PULMA_OK : fail_shape(cells, &grid->name, err);
}

bool pm_sudoku_is_board(const struct pm_text *lines, int line_count)
{
    enum { FRAMES = 2 }; /* lines of a frame to each row, at most */
    struct pm_sudoku_cells cells;
    return line_count > 1 && line_count <= (1 + FRAMES) * PM_SUDOKU_MAX &&
           pm_sudoku_read_cells(lines, line_count, &cells, NULL) == PULMA_OK &&
           cells.square && pm_sudoku_side(cells.count) > 1;
}

/* boxes: ROWSxCOLUMNS; leaves 0 if absent. */
static pulma_status read_boxes(struct pm_form *form, int *rows, int *columns,
                               pulma_error *err)
{
    struct pm_text t;
    *rows = *columns = 0;
    if (!pm_form_value(form, "boxes", &t))
        return PULMA_OK;
    pulma_status status = pm_text_int(&t, 1, PM_SUDOKU_MAX, rows, err);
    if (!status && !pm_text_word(&t, "x"))
        status = pm_fail_expected(err, &t, "ROWSxCOLUMNS of one box");
    if (!status)
        status = pm_text_int(&t, 1, PM_SUDOKU_MAX, columns, err);
    if (!status && *rows * *columns > PM_SUDOKU_MAX)
        status =
            pm_fail(err, PULMA_BAD_TEXT, &t, "expected boxes of at most %d cells, found %d",
                    PM_SUDOKU_MAX, *rows * *columns);
    return status ? status : pm_text_done(&t, err);
}

static pulma_status make_regions(struct pm_form *form, const struct pm_field *block,
                                 struct pm_sudoku *s, int box_rows, int box_columns,
                                 pulma_error *err)
{
    struct labels labels;
    if (!block && box_rows == 0)
        return pm_sudoku_default_boxes(s, &form->start, err);
    if (block && box_rows > 0)
        return pm_fail(err, PULMA_BAD_TEXT, &block->name,
                       "expected either boxes or regions, found both");
    if (block) {
        pulma_status status = read_labels(block, "regions", &s->size, &labels, err);
        if (!status)
            status = read_regions(&labels, s, err);
        return status ? status : pm_sudoku_finish(s, &block->name, err);
    }
    if (box_rows * box_columns != s->size)
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "boxes of %d x %d cells do not fit a board of %d x %d", box_rows,
                       box_columns, s->size, s->size);
    pm_sudoku_set_boxes(s, box_rows, box_columns);
    return PULMA_OK;
}

static pulma_status make_cages(const struct blocks *blocks, struct pm_sudoku *s,
                               struct pm_arena *arena, pulma_error *err)
{
    if (!blocks->cages && !blocks->sums)
        return PULMA_OK;
    if (!blocks->cages)
        return pm_fail(err, PULMA_BAD_TEXT, &blocks->sums->name,
                       "expected cages to these sums, found none");
    bool list = is_cage_list(blocks->cages);
    if (list && blocks->sums)
        return pm_fail(err, PULMA_BAD_TEXT, &blocks->sums->name,
                       "the cages have their sums already");
    if (!list && !blocks->sums)
        return pm_fail(err, PULMA_BAD_TEXT, &blocks->cages->name,
                       "expected sums to these cages, found none");
    if (list)
        return read_cage_list(blocks->cages, s, arena, err);
    struct labels labels;
    pulma_status status = read_labels(blocks->cages, "cages", &s->size, &labels, err);
    if (status)
        return status;
    memcpy(s->cage, labels.id, (size_t)(s->size * s->size) * sizeof *s->cage);
    return read_sums(blocks->sums, s, pm_sudoku_split_cages(s), err);
}

static pulma_status find_size(struct pm_form *form, const struct blocks *blocks, int boxes,
                              struct pm_sudoku_cells *cells, int *size, pulma_error *err)
{
    if (blocks->grid)
        return read_grid(blocks->grid, cells, size, err);
    const struct pm_field *other = blocks->regions  ? blocks->regions
                                   : blocks->parity ? blocks->parity
                                   : blocks->cages && !is_cage_list(blocks->cages)
                                       ? blocks->cages
                                       : NULL;
    bool list = blocks->cages && !other; /* nothing is drawn: the usual size */
    *size = other ? other->line_count : boxes ? boxes : list ? 9 : 0;
    if (*size == 0)
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected the lines of the grid, found none");
    if (*size > PM_SUDOKU_MAX)
        return pm_fail(err, PULMA_BAD_TEXT, &other->name,
                       "expected at most %d rows, found %d", PM_SUDOKU_MAX, *size);
    return PULMA_OK;
}

pulma_status pm_sudoku_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                            pulma_error *err)
{
    const struct blocks blocks = {.grid = filled(pm_form_field(form, "grid")),
                                  .regions = filled(pm_form_field(form, "regions")),
                                  .parity = filled(pm_form_field(form, "parity")),
                                  .cages = filled(pm_form_field(form, "cages")),
                                  .sums = filled(pm_form_field(form, "sums"))};
    struct pm_sudoku_cells cells;
    int size = 0, box_rows, box_columns;
    pulma_status status = read_boxes(form, &box_rows, &box_columns, err);
    if (!status)
        status = find_size(form, &blocks, box_rows * box_columns, &cells, &size, err);
    if (status)
        return status;
    struct pm_sudoku *s = pm_sudoku_new(arena, size);
    if (!s)
        return pm_fail_memory(err);
    if (blocks.grid)
        status = pm_sudoku_give(s, &cells, err);
    if (!status)
        status = pm_form_bool(form, "diagonals", &s->diagonals, err);
    if (!status)
        status = pm_form_bool(form, "repeats", &s->repeats, err);
    if (!status)
        status = make_regions(form, blocks.regions, s, box_rows, box_columns, err);
    if (!status && blocks.parity) {
        struct labels labels;
        status = read_labels(blocks.parity, "parity", &size, &labels, err);
        if (!status)
            status = read_parity(&labels, s, err);
    }
    if (!status)
        status = make_cages(&blocks, s, arena, err);
    if (!status)
        status =
            pm_sudoku_finish(s, blocks.cages ? &blocks.cages->name : &form->start, err);
    *puzzle = s;
    return status;
}

static void write_grid(struct pm_form_out *form, const char *name, int size,
                       const char *text)
{
    pm_form_open(form, name);
    for (int row = 0; row < size; row++) {
        char line[PM_SUDOKU_MAX + 1] = "";
        memcpy(line, text + row * size, (size_t)size);
        pm_form_line(form, line);
    }
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* A letter for each cage: all different while the alphabet lasts, then the next one in turn
 * that no neighbour has.  A cage has few neighbours: with 52 letters there is always one,
 * except around a monster, and then the cages are listed instead. */
static bool letter_cages(const struct pm_sudoku *s, char *text)
{
    int n = s->size, cells = n * n, many = (int)sizeof letters - 1;
    int letter[PM_SUDOKU_CELLS];
    for (int c = 0; c < s->cage_count; c++) {
        bool taken[sizeof letters] = {false};
        for (int i = 0; i < cells; i++) {
            const int next[2] = {i % n < n - 1 ? i + 1 : i, i < n * (n - 1) ? i + n : i};
            for (int k = 0; k < 2; k++) {
                int a = s->cage[i], b = s->cage[next[k]];
                if (a == c && b >= 0 && b < c)
                    taken[letter[b]] = true;
                if (b == c && a >= 0 && a < c)
                    taken[letter[a]] = true;
            }
        }
        int choice = c % many, tries = 0;
        for (; tries < many && taken[choice]; tries++)
            choice = (choice + 1) % many;
        if (tries == many)
            return false;
        letter[c] = choice;
    }
    for (int i = 0; i < cells; i++)
        text[i] = s->cage[i] < 0 ? '.' : letters[letter[s->cage[i]]];
    return true;
}

/* One line of sums for every row of the board in which cages begin. */
static void write_sums(const struct pm_sudoku *s, struct pm_form_out *form)
{
    pm_form_open(form, "sums");
    int next = 0;
    for (int row = 0; row < s->size; row++) {
        struct pm_out line = {0};
        for (int i = row * s->size; i < (row + 1) * s->size; i++)
            if (s->cage[i] == next) {
                pm_out_f(&line, line.len ? " %d" : "%d", s->sum[next]);
                next++;
            }
        if (line.data)
            pm_form_line(form, line.data);
        form->out->failed |= line.failed;
        pm_out_free(&line);
    }
}

static void write_cage_list(const struct pm_sudoku *s, struct pm_form_out *form)
{
    pm_form_open(form, "cages");
    for (int c = 0; c < pm_sudoku_cages(s); c++) {
        int cells[PM_SUDOKU_CELLS], n = pm_sudoku_cage_cells(s, c, cells);
        struct pm_out line = {0};
        pm_out_f(&line, "%d:", pm_sudoku_cage_sum(s, c));
        for (int i = 0; i < n; i++)
            pm_out_f(&line, " r%dc%d", cells[i] / s->size + 1, cells[i] % s->size + 1);
        if (line.data)
            pm_form_line(form, line.data);
        form->out->failed |= line.failed;
        pm_out_free(&line);
    }
}

void pm_sudoku_write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_sudoku *s = puzzle;
    int cells = s->size * s->size;
    char text[PM_SUDOKU_CELLS];
    char cages[PM_SUDOKU_CELLS];
    bool jigsaw = s->box_rows == 0, parity = pm_sudoku_has_parity(s);
    bool drawn = s->cage_count > 0 && s->over_count == 0 && pm_sudoku_cages_connected(s) &&
                 letter_cages(s, cages);
    if (!jigsaw && !pm_sudoku_has_usual_boxes(s))
        pm_form_put(form, "boxes", "%dx%d", s->box_rows, s->box_columns);
    if (s->diagonals)
        pm_form_put_bool(form, "diagonals", true);
    if (s->repeats)
        pm_form_put_bool(form, "repeats", true);
    if (pm_sudoku_has_givens(s) || !drawn) {
        for (int i = 0; i < cells; i++)
            text[i] = pm_sudoku_char(s->given[i]);
        write_grid(form, "grid", s->size, text);
    }
    if (jigsaw) {
        for (int i = 0; i < cells; i++)
            text[i] = letters[s->region[i]];
        write_grid(form, "regions", s->size, text);
    }
    if (parity) {
        for (int i = 0; i < cells; i++)
            text[i] = ".oe"[s->parity[i]];
        write_grid(form, "parity", s->size, text);
    }
    if (drawn) {
        write_grid(form, "cages", s->size, cages);
        write_sums(s, form);
    } else if (s->cage_count > 0) {
        write_cage_list(s, form);
    }
}
