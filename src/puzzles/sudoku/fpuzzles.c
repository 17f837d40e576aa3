/* Sudoku as f-puzzles links, which SudokuPad takes too: JSON, packed with LZ-String.
 *
 * f-puzzles knows dozens of constraints.  Those that pulma has are read; any other that the
 * puzzle really uses is refused by its name, since without it the answer would be wrong. */
#include "puzzles/sudoku/formats.h"

#include <assert.h>
#include <string.h>

#include "notations/lzstring.h"

/* ---- JSON, as much as is needed -------------------------------------------------------- */

enum { MAX_DEPTH = 16 };

static pulma_status expected(struct pm_text *t, const char *what, pulma_error *err)
{
    return pm_fail_expected(err, t, "%s in the unpacked link", what);
}

/* A string as it stands between its quotes, escapes and all. */
static pulma_status take_string(struct pm_text *t, struct pm_text *string, pulma_error *err)
{
    pm_text_space(t);
    if (!pm_text_word(t, "\""))
        return expected(t, "a string", err);
    *string = *t;
    while (!pm_text_ended(t) && pm_text_peek(t) != '"') {
        if (pm_text_take(t) == '\\' && !pm_text_ended(t))
            pm_text_take(t);
    }
    string->end = t->at;
    return pm_text_word(t, "\"") ? PULMA_OK : expected(t, "the end of a string", err);
}

/* The same without its escapes; what a title cannot show becomes a blank. */
static struct pm_text plain_string(struct pm_text string, struct pm_out *out)
{
    while (!pm_text_ended(&string)) {
        int c = pm_text_take(&string);
        if (c != '\\' || pm_text_ended(&string)) {
            pm_out_char(out, (char)c);
            continue;
        }
        c = pm_text_take(&string);
        pm_out_char(out, strchr("bfnrtu", c) ? ' ' : (char)c);
        for (int i = 0; c == 'u' && i < 4 && !pm_text_ended(&string); i++)
            pm_text_take(&string);
    }
    return pm_text_of(out->data ? out->data : "", out->len);
}

/* Takes any value; `empty` tells whether it says nothing: null, false, "", [], {}. */
static pulma_status take_value(struct pm_text *t, int depth, bool *empty, pulma_error *err)
{
    pm_text_space(t);
    const struct pm_text start = *t;
    int open = pm_text_peek(t);
    pulma_status status = PULMA_OK;
    struct pm_text string;
    if (open == '"') {
        status = take_string(t, &string, err);
        *empty = string.at == string.end;
        return status;
    }
    if (open != '{' && open != '[') {
        while (!pm_text_ended(t) && !strchr(",]} \t\r\n", pm_text_peek(t)))
            pm_text_take(t);
        *empty = pm_text_starts(&start, "null") || pm_text_starts(&start, "false");
        return t->at > start.at ? PULMA_OK : expected(t, "a value", err);
    }
    if (depth == MAX_DEPTH)
        return pm_fail(err, PULMA_BAD_TEXT, t, "the unpacked link is nested too deeply");
    pm_text_take(t);
    pm_text_space(t);
    const char *close = open == '{' ? "}" : "]";
    *empty = pm_text_word(t, close);
    for (bool done = *empty; !done && !status;) {
        bool inner;
        if (open == '{' && !(status = take_string(t, &string, err))) {
            pm_text_space(t);
            if (!pm_text_word(t, ":"))
                status = expected(t, "':'", err);
        }
        if (!status)
            status = take_value(t, depth + 1, &inner, err);
        pm_text_space(t);
        done = pm_text_word(t, close);
        if (!status && !done && !pm_text_word(t, ","))
            status = expected(t, "','", err);
    }
    return status;
}

/* Walks over an object or a list: `*first` is true before the first call.  Gives the key (of an
 * object) and leaves `t` before the value; PULMA_NONE at the end. */
static pulma_status next_item(struct pm_text *t, const char *brackets, bool *first,
                              struct pm_text *key, pulma_error *err)
{
    char open[2] = {brackets[0], '\0'}, close[2] = {brackets[1], '\0'};
    pm_text_space(t);
    if (*first && !pm_text_word(t, open))
        return expected(t, brackets[0] == '{' ? "'{'" : "'['", err);
    pm_text_space(t);
    if (pm_text_word(t, close))
        return PULMA_NONE;
    if (!*first && !pm_text_word(t, ","))
        return expected(t, "','", err);
    *first = false;
    if (brackets[0] == '[')
        return PULMA_OK;
    pulma_status status = take_string(t, key, err);
    pm_text_space(t);
    if (!status && !pm_text_word(t, ":"))
        status = expected(t, "':'", err);
    pm_text_space(t);
    return status;
}

/* A number, which may stand in quotes. */
static pulma_status take_number(struct pm_text *t, int min, int max, int *value,
                                pulma_error *err)
{
    pm_text_space(t);
    bool quoted = pm_text_word(t, "\"");
    pulma_status status = pm_text_int(t, min, max, value, err);
    if (!status && quoted && !pm_text_word(t, "\""))
        status = expected(t, "the end of a string", err);
    return status;
}

/* ---- Cells ------------------------------------------------------------------------------ */

/* "R1C2" */
static pulma_status take_cell(struct pm_text *t, int size, int *cell, pulma_error *err)
{
    struct pm_text name;
    int row, column;
    pulma_status status = take_string(t, &name, err);
    if (status)
        return status;
    if (!pm_text_word(&name, "R"))
        return expected(&name, "a cell such as R1C2", err);
    if ((status = pm_text_int(&name, 1, size, &row, err)))
        return status;
    if (!pm_text_word(&name, "C"))
        return expected(&name, "a cell such as R1C2", err);
    if ((status = pm_text_int(&name, 1, size, &column, err)))
        return status;
    *cell = (row - 1) * size + column - 1;
    return PULMA_OK;
}

/* One cell of the grid.  Digits that are not given are somebody's progress, not the puzzle. */
static pulma_status read_grid_cell(struct pm_text *t, struct pm_sudoku *s, int cell,
                                   pulma_error *err)
{
    struct pm_text key;
    bool first = true, given = false, empty;
    int value = 0;
    pulma_status status;
    while ((status = next_item(t, "{}", &first, &key, err)) == PULMA_OK) {
        if (pm_text_is(&key, "value") && !pm_text_starts(t, "null"))
            status = take_number(t, 1, s->size, &value, err);
        else if (pm_text_is(&key, "region") && pm_text_starts(t, "null"))
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "this f-puzzles board has cells without a region");
        else if (pm_text_is(&key, "region"))
            status = take_number(t, 0, PM_SUDOKU_CELLS, &s->region[cell], err);
        else if (!(status = take_value(t, 0, &empty, err)) && pm_text_is(&key, "given"))
            given = !empty;
        if (status)
            return status;
    }
    if (given)
        s->given[cell] = value;
    return status == PULMA_NONE ? PULMA_OK : status;
}

static pulma_status read_grid(struct pm_text *t, struct pm_sudoku *s, pulma_error *err)
{
    struct pm_text key;
    bool first = true;
    int cells = 0;
    pulma_status status;
    while ((status = next_item(t, "[]", &first, &key, err)) == PULMA_OK) {
        bool first_cell = true;
        int before = cells;
        while ((status = next_item(t, "[]", &first_cell, &key, err)) == PULMA_OK) {
            if (cells == s->size * s->size)
                return expected(t, "as many cells as the size says", err);
            if ((status = read_grid_cell(t, s, cells++, err)))
                return status;
        }
        if (status != PULMA_NONE)
            return status;
        if (cells - before != s->size)
            return expected(t, "as many columns as the size says", err);
    }
    if (status == PULMA_NONE && cells != s->size * s->size)
        return expected(t, "as many rows as the size says", err);
    return status == PULMA_NONE ? PULMA_OK : status;
}

/* ---- Constraints ------------------------------------------------------------------------- */

/* [{"cell": "R1C4"}, ...]: odd or even. */
static pulma_status read_parity(struct pm_text *t, struct pm_sudoku *s, int parity,
                                pulma_error *err)
{
    struct pm_text key;
    bool first = true, empty;
    pulma_status status;
    while ((status = next_item(t, "[]", &first, &key, err)) == PULMA_OK) {
        bool first_key = true;
        while ((status = next_item(t, "{}", &first_key, &key, err)) == PULMA_OK) {
            int cell;
            if (!pm_text_is(&key, "cell"))
                status = take_value(t, 0, &empty, err);
            else if (!(status = take_cell(t, s->size, &cell, err)))
                s->parity[cell] = parity;
            if (status)
                return status;
        }
        if (status != PULMA_NONE)
            return status;
    }
    return status == PULMA_NONE ? PULMA_OK : status;
}

static pulma_status read_cage_cells(struct pm_text *t, struct pm_sudoku *s, int *label,
                                    pulma_error *err)
{
    struct pm_text key;
    bool first = true;
    pulma_status status;
    while ((status = next_item(t, "[]", &first, &key, err)) == PULMA_OK) {
        int cell;
        if ((status = take_cell(t, s->size, &cell, err)))
            return status;
        if (s->cage[cell] >= 0)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "the cages of this f-puzzles board overlap at row %d, column %d",
                           cell / s->size + 1, cell % s->size + 1);
        *label = *label < 0 ? cell : *label;
        s->cage[cell] = *label;
    }
    return status == PULMA_NONE ? PULMA_OK : status;
}

/* [{"cells": ["R1C1", ...], "value": "17"}, ...] */
static pulma_status read_cages(struct pm_text *t, struct pm_sudoku *s, pulma_error *err)
{
    struct pm_text key;
    bool first = true, empty;
    pulma_status status;
    while ((status = next_item(t, "[]", &first, &key, err)) == PULMA_OK) {
        bool first_key = true;
        int label = -1, sum = 0;
        while ((status = next_item(t, "{}", &first_key, &key, err)) == PULMA_OK) {
            if (pm_text_is(&key, "cells"))
                status = read_cage_cells(t, s, &label, err);
            else if (pm_text_is(&key, "value") && !pm_text_starts(t, "\"\""))
                status = take_number(t, 1, PM_SUDOKU_CELLS, &sum, err);
            else
                status = take_value(t, 0, &empty, err);
            if (status)
                return status;
        }
        if (status != PULMA_NONE)
            return status;
        if (label >= 0 && sum == 0)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "this f-puzzles board has a cage without a sum");
        if (label >= 0)
            s->sum[label] = sum;
    }
    return status == PULMA_NONE ? PULMA_OK : status;
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

struct diagonals {
    bool rising, falling;
};

static pulma_status read_member(struct pm_text *t, const struct pm_text *key,
                                struct pm_sudoku *s, struct diagonals *diagonals,
                                pulma_error *err)
{
    if (pm_text_is(key, "grid"))
        return read_grid(t, s, err);
    if (pm_text_is(key, "odd") || pm_text_is(key, "even"))
        return read_parity(t, s, pm_text_is(key, "odd") ? PM_ODD : PM_EVEN, err);
    if (pm_text_is(key, "killercage"))
        return read_cages(t, s, err);
    bool empty;
    pulma_status status = take_value(t, 0, &empty, err);
    if (status)
        return status;
    if (pm_text_is(key, "diagonal+"))
        diagonals->rising = !empty;
    else if (pm_text_is(key, "diagonal-"))
        diagonals->falling = !empty;
    else if (!empty && !is_remark(key))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "this f-puzzles board uses '%.*s', which pulma does not know",
                       (int)(pm_text_len(key) > 40 ? 40 : pm_text_len(key)), key->at);
    return PULMA_OK;
}

/* Size and title, which may stand behind what needs them. */
static pulma_status read_head(struct pm_text t, int *size, struct pm_text *title,
                              pulma_error *err)
{
    struct pm_text key;
    bool first = true, empty;
    pulma_status status;
    *size = 9;
    *title = t;
    title->end = title->at;
    while ((status = next_item(&t, "{}", &first, &key, err)) == PULMA_OK) {
        if (pm_text_is(&key, "size"))
            status = take_number(&t, 1, PM_SUDOKU_MAX, size, err);
        else if (pm_text_is(&key, "title") && pm_text_peek(&t) == '"')
            status = take_string(&t, title, err);
        else
            status = take_value(&t, 0, &empty, err);
        if (status)
            return status;
    }
    return status == PULMA_NONE ? PULMA_OK : status;
}

static pulma_status read_json(struct pm_text t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    int size, rows, columns;
    struct pm_text name, key;
    pulma_status status = read_head(t, &size, &name, err);
    if (!status) {
        struct pm_out plain = {0};
        status = pm_sudoku_title(arena, plain_string(name, &plain), title, err);
        pm_out_free(&plain);
    }
    if (status)
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
    bool first = true;
    const struct pm_text start = t;
    while ((status = next_item(&t, "{}", &first, &key, err)) == PULMA_OK)
        if ((status = read_member(&t, &key, s, &diagonals, err)))
            return status;
    if (status != PULMA_NONE)
        return status;
    if (diagonals.rising != diagonals.falling)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "this f-puzzles board uses one diagonal only");
    s->diagonals = diagonals.rising;
    if (memcmp(box, s->region, (size_t)(size * size) * sizeof *box) != 0)
        s->box_rows = s->box_columns = 0;
    return pm_sudoku_finish(s, &start, err);
}

/* ---- The link ----------------------------------------------------------------------------- */

/* Finds the packed part of a line: behind "load=" or "fpuzzles", or the whole line if it begins as
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
    if (!status) { /* the text must outlive this call only as far as it was copied */
        struct pm_text text = pm_text_of(json.data ? json.data : "", json.len);
        status = read_json(text, arena, puzzle, title, err);
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
    for (int cage = 0; cage < s->cage_count; cage++) {
        int n = 0;
        pm_out_text(out, cage ? ",{\"cells\":[" : ",\"killercage\":[{\"cells\":[");
        for (int i = 0; i < s->size * s->size; i++)
            if (s->cage[i] == cage) {
                pm_out_text(out, n++ ? "," : "");
                put_cell(out, s, i);
            }
        pm_out_f(out, "],\"value\":\"%d\"}", s->sum[cage]);
    }
    pm_out_text(out, s->cage_count ? "]" : "");
}

pulma_status pm_fpuzzles_write(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    const struct pm_sudoku *s = puzzle;
    pulma_status status = pm_sudoku_only(
        s, PM_HAS_GIVENS | PM_HAS_DIAGONALS | PM_HAS_PARITY | PM_HAS_REGIONS | PM_HAS_CAGES,
        "f-puzzles", err);
    if (status)
        return status;
    struct pm_out json = {0};
    pm_out_f(&json, "{\"size\":%d,", s->size);
    if (title[0]) {
        pm_out_text(&json, "\"title\":");
        pm_out_json(&json, title, strlen(title));
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
