/* Sudoku as f-puzzles links, which SudokuPad takes too: JSON, packed with LZ-String.
 *
 * f-puzzles knows dozens of constraints.  Those that pulma has are read; any other that the
 * puzzle really uses is refused by its name, since without it the answer would be wrong. */
#include "puzzles/sudoku/formats.h"

#include <assert.h>
#include <string.h>

#include "notations/json.h"
#include "notations/lzstring.h"

/* ---- Values -------------------------------------------------------------------------------- */

static pulma_status expected(const struct pm_json *found, const char *what,
                             pulma_error *err)
{
    return pm_fail_expected(err, &found->text, "%s in the unpacked link", what);
}

static pulma_status want_list(const struct pm_json *v, pulma_error *err)
{
    return v->type == PM_JSON_LIST ? PULMA_OK : expected(v, "a list", err);
}

static pulma_status want_object(const struct pm_json *v, pulma_error *err)
{
    return v->type == PM_JSON_OBJECT ? PULMA_OK : expected(v, "an object", err);
}

/* A number, which may stand in quotes. */
static pulma_status read_number(const struct pm_json *v, int min, int max, int *value,
                                pulma_error *err)
{
    struct pm_text t = v->text;
    if (v->type != PM_JSON_NUMBER && v->type != PM_JSON_STRING)
        return expected(v, "a number", err);
    pulma_status status = pm_text_int(&t, min, max, value, err);
    return status || pm_text_ended(&t) ? status : expected(v, "a whole number", err);
}

/* "R1C2" */
static pulma_status read_cell(const struct pm_json *v, int size, int *cell,
                              pulma_error *err)
{
    struct pm_text name = v->text;
    int row, column;
    pulma_status status = PULMA_OK;
    if (v->type != PM_JSON_STRING || !pm_text_word(&name, "R"))
        return expected(v, "a cell such as R1C2", err);
    if ((status = pm_text_int(&name, 1, size, &row, err)))
        return status;
    if (!pm_text_word(&name, "C"))
        return expected(v, "a cell such as R1C2", err);
    if ((status = pm_text_int(&name, 1, size, &column, err)))
        return status;
    *cell = (row - 1) * size + column - 1;
    return PULMA_OK;
}

/* ---- The grid -------------------------------------------------------------------------------- */

/* One cell of the grid.  Digits that are not given are somebody's progress, not the puzzle. */
static pulma_status read_grid_cell(const struct pm_json *v, struct pm_sudoku *s, int cell,
                                   pulma_error *err)
{
    pulma_status status = want_object(v, err);
    if (status)
        return status;
    const struct pm_json *value = pm_json_find(v, "value"),
                         *given = pm_json_find(v, "given"),
                         *region = pm_json_find(v, "region");
    int digit = 0;
    if (value && value->type != PM_JSON_NULL)
        status = read_number(value, 1, s->size, &digit, err);
    if (!status && region && region->type == PM_JSON_NULL)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "this f-puzzles board has cells without a region");
    if (!status && region)
        status = read_number(region, 0, PM_SUDOKU_CELLS, &s->region[cell], err);
    if (given && !pm_json_is_empty(given))
        s->given[cell] = digit;
    return status;
}

static pulma_status read_grid(const struct pm_json *grid, struct pm_sudoku *s,
                              pulma_error *err)
{
    pulma_status status = want_list(grid, err);
    if (status)
        return status;
    if (grid->count != s->size)
        return expected(grid, "as many rows as the size says", err);
    for (int row = 0; row < s->size; row++) {
        const struct pm_json *cells = &grid->items[row];
        if ((status = want_list(cells, err)))
            return status;
        if (cells->count != s->size)
            return expected(cells, "as many columns as the size says", err);
        for (int column = 0; column < s->size && !status; column++)
            status = read_grid_cell(&cells->items[column], s, row * s->size + column, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

/* ---- Constraints ----------------------------------------------------------------------------- */

/* [{"cell": "R1C4"}, ...]: odd or even. */
static pulma_status read_parity(const struct pm_json *list, struct pm_sudoku *s, int parity,
                                pulma_error *err)
{
    pulma_status status = want_list(list, err);
    for (int i = 0; !status && i < list->count; i++) {
        if ((status = want_object(&list->items[i], err)))
            return status;
        const struct pm_json *name = pm_json_find(&list->items[i], "cell");
        int cell;
        if (name && !(status = read_cell(name, s->size, &cell, err)))
            s->parity[cell] = parity;
    }
    return status;
}

static pulma_status read_cage_cells(const struct pm_json *list, int size, int *cells,
                                    int *count, pulma_error *err)
{
    pulma_status status = want_list(list, err);
    if (!status && list->count > size * size)
        return expected(list, "no more cells than the board has", err);
    for (int i = 0; !status && i < list->count; i++)
        status = read_cell(&list->items[i], size, &cells[(*count)++], err);
    return status;
}

/* {"cells": ["R1C1", ...], "value": "17"} */
static pulma_status read_cage(const struct pm_json *object, struct pm_sudoku *s,
                              struct pm_arena *arena, pulma_error *err)
{
    pulma_status status = want_object(object, err);
    if (status)
        return status;
    const struct pm_json *list = pm_json_find(object, "cells"),
                         *value = pm_json_find(object, "value");
    int cells[PM_SUDOKU_CELLS];
    struct pm_sudoku_cage cage = {.cells = cells};
    if (list)
        status = read_cage_cells(list, s->size, cells, &cage.count, err);
    if (!status && value && !pm_json_is_empty(value))
        status = read_number(value, 1, PM_SUDOKU_CELLS, &cage.sum, err);
    if (status || cage.count == 0)
        return status;
    if (cage.sum == 0)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "this f-puzzles board has a cage without a sum");
    return pm_sudoku_add_cage(s, &cage, NULL, arena, err);
}

static pulma_status read_cages(const struct pm_json *list, struct pm_sudoku *s,
                               struct pm_arena *arena, pulma_error *err)
{
    pulma_status status = want_list(list, err);
    for (int i = 0; !status && i < list->count; i++)
        status = read_cage(&list->items[i], s, arena, err);
    return status;
}

/* What says nothing about the rules. */
static bool is_remark(const struct pm_text *key)
{
    static const char *const remarks[] = {"size",
                                          "title",
                                          "author",
                                          "ruleset",
                                          "rules",
                                          "solution",
                                          "highlightConflicts",
                                          "successMessage",
                                          "disabledlogic",
                                          "truecandidatesoptions",
                                          "metadata",
                                          "cosmetic"};
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
        if (pm_text_is(key, remarks[i]))
            return true;
    return false;
}

static pulma_status fail_unknown(const struct pm_text *name, pulma_error *err)
{
    return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                   "this f-puzzles board uses '%.*s', which pulma does not know",
                   (int)(pm_text_len(name) > 40 ? 40 : pm_text_len(name)), name->at);
}

struct diagonals {
    bool rising, falling;
};

/* The rules that pulma has, where a board lists the names of those that it uses:
 * `activeConstraints`, as a list of names, or as an object that says yes or no to each.
 * f-puzzles itself writes no such key (145 public boards of different makers have none); who
 * does, means by it what its name says, and whatever else a list or an object holds is refused. */
static pulma_status read_names(const struct pm_json *list, pulma_error *err)
{
    static const char *const known[] = {"grid",      "killercage", "diagonal+",
                                        "diagonal-", "odd",        "even"};
    for (int i = 0; i < list->count; i++) {
        const struct pm_text *name = list->type == PM_JSON_OBJECT
                                         ? &pm_json_name(list, i)->text
                                         : &list->items[i].text;
        size_t k = 0;
        if (list->type == PM_JSON_OBJECT && pm_json_is_empty(pm_json_value(list, i)))
            continue;
        while (k < sizeof known / sizeof *known && !pm_text_is(name, known[k]))
            k++;
        if (k == sizeof known / sizeof *known && !is_remark(name))
            return fail_unknown(name, err);
    }
    return PULMA_OK;
}

static pulma_status read_member(const struct pm_text *key, const struct pm_json *value,
                                struct pm_sudoku *s, struct diagonals *diagonals,
                                struct pm_arena *arena, pulma_error *err)
{
    if (pm_text_is(key, "grid"))
        return read_grid(value, s, err);
    if (pm_text_is(key, "odd") || pm_text_is(key, "even"))
        return read_parity(value, s, pm_text_is(key, "odd") ? PM_ODD : PM_EVEN, err);
    if (pm_text_is(key, "killercage"))
        return read_cages(value, s, arena, err);
    if (pm_text_is(key, "activeConstraints"))
        return read_names(value, err);
    if (pm_text_is(key, "diagonal+"))
        diagonals->rising = !pm_json_is_empty(value);
    else if (pm_text_is(key, "diagonal-"))
        diagonals->falling = !pm_json_is_empty(value);
    else if (!pm_json_is_empty(value) && !is_remark(key))
        return fail_unknown(key, err);
    return PULMA_OK;
}

static pulma_status read_title(const struct pm_json *board, struct pm_arena *arena,
                               const char **title, pulma_error *err)
{
    const struct pm_json *found = pm_json_find(board, "title");
    bool named = found && found->type == PM_JSON_STRING;
    return pm_sudoku_title(arena, named ? found->text : pm_text_of("", 0), title, err);
}

static pulma_status read_board(const struct pm_json *board, struct pm_arena *arena,
                               void **puzzle, const char **title, pulma_error *err)
{
    int size = 9, rows, columns;
    pulma_status status = want_object(board, err);
    if (status)
        return status;
    const struct pm_json *told = pm_json_find(board, "size");
    if (told && (status = read_number(told, 1, PM_SUDOKU_MAX, &size, err)))
        return status;
    if ((status = read_title(board, arena, title, err)))
        return status;
    struct pm_sudoku *s = pm_sudoku_new(arena, size);
    if (!s)
        return pm_fail_memory(err);
    *puzzle = s;
    if (pm_sudoku_usual_boxes(size, &rows, &columns))
        pm_sudoku_set_boxes(s, rows, columns);
    int box[PM_SUDOKU_CELLS];
    memcpy(box, s->region, (size_t)(size * size) * sizeof *box);
    struct diagonals diagonals = {false, false};
    for (int i = 0; !status && i < board->count; i++)
        status = read_member(&pm_json_name(board, i)->text, pm_json_value(board, i), s,
                             &diagonals, arena, err);
    if (status)
        return status;
    if (diagonals.rising != diagonals.falling)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "this f-puzzles board uses one diagonal only");
    s->diagonals = diagonals.rising;
    if (memcmp(box, s->region, (size_t)(size * size) * sizeof *box) != 0)
        s->box_rows = s->box_columns = 0;
    return pm_sudoku_finish(s, &board->text, err);
}

/* The unpacked text, which need only last as long as this call. */
static pulma_status read_unpacked(struct pm_text t, struct pm_arena *arena, void **puzzle,
                                  const char **title, pulma_error *err)
{
    struct pm_arena tree;
    struct pm_json board;
    pm_arena_init(&tree, 0);
    pulma_status status = pm_json_read(&t, &tree, &board, err);
    if (!status)
        status = read_board(&board, arena, puzzle, title, err);
    pm_arena_free(&tree);
    return status;
}

/* ---- The link ----------------------------------------------------------------------------- */

/* Finds the packed part of a line: after "load=" or "fpuzzles", or the whole line if it begins as
 * packed JSON does. */
static bool find_packed(struct pm_text *line)
{
    static const char *const marks[] = {"f-puzzles.com/?load=", "fpuzzles"};
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        for (struct pm_text t = *line; !pm_text_ended(&t) && pm_text_len(&t) >= 8;
             pm_text_take(&t))
            if (pm_text_word(&t, marks[k])) {
                *line = t;
                return true;
            }
    return pm_text_starts(line, "N4Ig");
}

int pm_fpuzzles_sniff(const struct pm_text *t)
{
    struct pm_text copy = *t, line = pm_sudoku_take_line(&copy);
    bool bare = pm_text_starts(&line, "N4Ig");
    bool link = bare || pm_text_starts(&line, "http") ||
                pm_text_starts(&line, "fpuzzles") || pm_text_starts(&line, "f-puzzles") ||
                pm_text_starts(&line, "www.");
    return !link || !find_packed(&line) ? 0 : bare ? 2 : 3;
}

pulma_status pm_fpuzzles_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    struct pm_text line = pm_sudoku_take_line(t);
    const struct pm_text start = line;
    if (!find_packed(&line))
        return pm_fail_expected(err, &start, "an f-puzzles link");
    struct pm_out json = {0};
    pulma_status status = pm_lz_unpack(line, &json, err);
    if (!status && json.failed)
        status = pm_fail_memory(err);
    if (!status) {
        struct pm_text text = pm_text_of(json.data ? json.data : "", json.len);
        status = read_unpacked(text, arena, puzzle, title, err);
        status = status == PULMA_UNAVAILABLE ? PULMA_BAD_TEXT : status;
        if (status && err) { /* positions in the unpacked text help nobody */
            err->status = status;
            err->line = start.line;
            err->column = start.column;
        }
    }
    pm_out_free(&json);
    return status;
}

static void put_cell(struct pm_out *out, const struct pm_sudoku *s, int cell)
{
    pm_out_f(out, "\"R%dC%d\"", cell / s->size + 1, cell % s->size + 1);
}

static void put_grid(struct pm_out *out, const struct pm_sudoku *s)
{
    pm_out_text(out, "\"grid\":[");
    for (int i = 0; i < s->size * s->size; i++) {
        pm_out_text(out, i % s->size ? ",{" : i ? ",[{" : "[{");
        if (s->given[i])
            pm_out_f(out, "\"value\":%d,\"given\":true", s->given[i]);
        if (s->box_rows == 0)
            pm_out_f(out, "%s\"region\":%d", s->given[i] ? "," : "", s->region[i]);
        pm_out_text(out, (i + 1) % s->size ? "}" : "}]");
    }
    pm_out_char(out, ']');
}

static void put_parity(struct pm_out *out, const struct pm_sudoku *s, int parity,
                       const char *name)
{
    int n = 0;
    for (int i = 0; i < s->size * s->size; i++)
        if (s->parity[i] == parity) {
            pm_out_f(out, n++ ? ",{\"cell\":" : ",\"%s\":[{\"cell\":", name);
            put_cell(out, s, i);
            pm_out_char(out, '}');
        }
    pm_out_text(out, n ? "]" : "");
}

static void put_cages(struct pm_out *out, const struct pm_sudoku *s)
{
    for (int cage = 0; cage < pm_sudoku_cages(s); cage++) {
        int cells[PM_SUDOKU_CELLS], n = pm_sudoku_cage_cells(s, cage, cells);
        pm_out_text(out, cage ? ",{\"cells\":[" : ",\"killercage\":[{\"cells\":[");
        for (int i = 0; i < n; i++) {
            pm_out_text(out, i ? "," : "");
            put_cell(out, s, cells[i]);
        }
        pm_out_f(out, "],\"value\":\"%d\"}", pm_sudoku_cage_sum(s, cage));
    }
    pm_out_text(out, s->cage_count ? "]" : "");
}

pulma_status pm_fpuzzles_write(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    pulma_status status = pm_sudoku_only(s,
                                         PM_HAS_GIVENS | PM_HAS_DIAGONALS | PM_HAS_PARITY |
                                             PM_HAS_REGIONS | PM_HAS_CAGES | PM_HAS_OVER,
                                         "f-puzzles", err);
    if (status)
        return status;
    struct pm_out json = {0};
    pm_out_f(&json, "{\"size\":%d,", s->size);
    if (title[0]) {
        pm_out_text(&json, "\"title\":");
        pm_json_put(&json, title, strlen(title));
        pm_out_char(&json, ',');
    }
    put_grid(&json, s);
    if (s->diagonals)
        pm_out_text(&json, ",\"diagonal+\":true,\"diagonal-\":true");
    put_parity(&json, s, PM_ODD, "odd");
    put_parity(&json, s, PM_EVEN, "even");
    put_cages(&json, s);
    pm_out_char(&json, '}');
    pm_out_text(out, "https://f-puzzles.com/?load=");
    pm_lz_pack(json.data ? json.data : "", json.len, out);
    pm_out_char(out, '\n');
    out->failed |= json.failed;
    pm_out_free(&json);
    return PULMA_OK;
}
