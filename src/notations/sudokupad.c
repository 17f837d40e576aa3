/* A board is an object: cells, regions, cages, and what else is drawn (lines, arrows, symbols below
 * and above the digits), packed with LZ-String.  Before that it is made short: frequent names are
 * abbreviated ("cells" is ce), names and colours have no quotes, strings have single ones, true is
 * t, and an empty object in a list is left out.
 *
 * SudokuPad shows boards and knows few rules: what a line means stands in the words above the board.
 * So a board is read if it has nothing but digits, regions and cages, and is refused by what else
 * is drawn on it, since the answer would be one of another puzzle.
 *
 * Plain sudokus have notations of their own, in which a sign is a digit and the number of empty
 * cells after it, or, in an older one, a digit or a number of empty cells. */
#include "notations/sudokupad.h"

#include <string.h>

#include "core/arena.h"
#include "notations/drawn.h"
#include "notations/json.h"
#include "notations/lzstring.h"

enum { LEAST = 30 }; /* packed; shorter ones are names of boards that SudokuPad keeps */

static pulma_status refuse(const struct pm_text *data, const char *what, pulma_error *err)
{
    return pm_fail(err, PULMA_BAD_TEXT, data,
                   "this board of SudokuPad has %s, which pulma does not read", what);
}

static pulma_status damaged(const struct pm_text *data, pulma_error *err)
{
    return pm_fail(err, PULMA_BAD_TEXT, data,
                   "this board of SudokuPad is damaged or not complete");
}

/* ---- From the short text to JSON ------------------------------------------------------ */

/* In single quotes \' is one, and a plain " stands for itself. */
static void put_string(struct pm_text *t, struct pm_out *out)
{
    const int quote = pm_text_take(t);
    pm_out_char(out, '"');
    while (!pm_text_ended(t) && pm_text_peek(t) != quote) {
        const int c = pm_text_take(t), next = pm_text_peek(t);
        const bool escape = c == '\\' && next >= 0;
        if ((escape && next != '\'') || c == '"')
            pm_out_char(out, '\\');
        pm_out_char(out, (char)(escape ? pm_text_take(t) : c));
    }
    if (!pm_text_ended(t))
        pm_text_take(t);
    pm_out_char(out, '"');
}

static bool is_number(struct pm_text word)
{
    bool digits = false;
    pm_text_word(&word, "-");
    if (pm_text_peek(&word) == '0' && pm_text_len(&word) > 1 && word.at[1] != '.')
        return false; /* a colour, 000080 */
    for (int dots = 0; !pm_text_ended(&word); digits = true) {
        const int c = pm_text_take(&word);
        if (c == '.' && digits && dots++ == 0 && !pm_text_ended(&word))
            continue;
        if (c < '0' || c > '9')
            return false;
    }
    return digits;
}

/* A name, a number, a colour, true or false. */
static void put_word(struct pm_text *t, struct pm_out *out)
{
    struct pm_text word = *t;
    while (!pm_text_ended(t) && !strchr(",:[]{}'\" ", pm_text_peek(t)))
        pm_text_take(t);
    word.end = t->at;
    const bool name = pm_text_peek(t) == ':';
    if (!name && (pm_text_is(&word, "t") || pm_text_is(&word, "true")))
        pm_out_text(out, "true");
    else if (!name && (pm_text_is(&word, "f") || pm_text_is(&word, "false")))
        pm_out_text(out, "false");
    else if (!name && (pm_text_is(&word, "null") || is_number(word)))
        pm_out_bytes(out, word.at, pm_text_len(&word));
    else
        pm_json_put(out, word.at, pm_text_len(&word));
}

static void put_json(struct pm_text t, struct pm_out *out)
{
    int last = 0; /* the sign before */
    while (!pm_text_ended(&t)) {
        const int c = pm_text_peek(&t);
        const bool ends = c == ',' || c == ']';
        if (ends && (last == ',' || (last == '[' && c == ',')))
            pm_out_text(out, "{}");
        last = c;
        if (c == '\'' || c == '"')
            put_string(&t, out);
        else if (strchr(",:[]{} \n", c))
            pm_out_char(out, (char)pm_text_take(&t));
        else
            put_word(&t, out);
    }
}

/* ---- The board ------------------------------------------------------------------------ */

/* A member by its name or by the abbreviation; NULL: there is none, or it is empty. */
static const struct pm_json *member(const struct pm_json *object, const char *name,
                                    const char *brief)
{
    const struct pm_json *found = pm_json_find(object, brief);
    if (!found)
        found = pm_json_find(object, name);
    return found && !pm_json_is_empty(found) ? found : NULL;
}

static bool read_number(const struct pm_json *v, int max, int *value)
{
    struct pm_text t = v->text;
    return (v->type == PM_JSON_NUMBER || v->type == PM_JSON_STRING) &&
           !pm_text_int(&t, 0, max, value, NULL) && pm_text_ended(&t);
}

static bool read_cells(const struct pm_json *cells, struct pm_drawn *d)
{
    for (int row = 0; row < d->side; row++) {
        const struct pm_json *line = &cells->items[row];
        if (line->type != PM_JSON_LIST || line->count != d->side)
            return false;
        for (int column = 0; column < d->side; column++) {
            const struct pm_json *cell = &line->items[column];
            const struct pm_json *value = member(cell, "value", "v");
            const struct pm_json *given = pm_json_find(cell, "given");
            int digit;
            if (!value || (given && given->type == PM_JSON_FALSE))
                continue; /* nothing, or a player's */
            if (!read_number(value, d->side, &digit) || digit < 1)
                return false;
            d->given[row][column] = pm_drawn_digit(digit);
        }
    }
    return true;
}

/* [row, column], from 0 */
static bool read_cell(const struct pm_json *v, const struct pm_drawn *d, int *row,
                      int *column)
{
    return v->type == PM_JSON_LIST && v->count == 2 &&
           read_number(&v->items[0], d->side - 1, row) &&
           read_number(&v->items[1], d->side - 1, column);
}

/* Numbers regions in the order in which their first cells stand on the board. */
static void sort_regions(struct pm_drawn *d)
{
    int number[PM_DRAWN_SIDE + 1] = {0}, n = 0;
    for (int i = 0; i < d->side * d->side; i++) {
        int *region = &d->region[i / d->side][i % d->side];
        if (number[*region] == 0)
            number[*region] = ++n;
        *region = number[*region];
    }
}

static bool read_regions(const struct pm_json *regions, struct pm_drawn *d)
{
    if (!regions || regions->type != PM_JSON_LIST || regions->count != d->side)
        return false;
    for (int i = 0; i < d->side; i++) {
        const struct pm_json *region = &regions->items[i];
        if (region->type != PM_JSON_LIST || region->count != d->side)
            return false;
        for (int k = 0; k < d->side; k++) {
            int row, column;
            if (!read_cell(&region->items[k], d, &row, &column) || d->region[row][column])
                return false;
            d->region[row][column] = i + 1;
        }
    }
    sort_regions(d);
    return true;
}

/* Cages without cells are remarks: "title: ...", "solution: ...". */
static void read_remark(const struct pm_json *cage, struct pm_drawn *d)
{
    const struct pm_json *value = member(cage, "value", "v");
    struct pm_text text = value ? value->text : pm_text_of("", 0);
    if (value && value->type == PM_JSON_STRING && pm_text_word(&text, "title:"))
        d->title = text;
}

/* Returns what is on the board that is not known; NULL: nothing. */
static const char *read_cage(const struct pm_json *cage, struct pm_drawn *d)
{
    const struct pm_json *cells = member(cage, "cells", "ce");
    const struct pm_json *value = member(cage, "sum", "sum");
    const struct pm_json *hidden = pm_json_find(cage, "hidden");
    const struct pm_json *unique = pm_json_find(cage, "unique");
    int sum, row, column;
    if (!cells) {
        read_remark(cage, d);
        return NULL;
    }
    if (hidden && hidden->type == PM_JSON_TRUE && !(unique && unique->type == PM_JSON_TRUE))
        return NULL; /* neither seen nor a rule */
    if (member(cage, "style", "style") || member(cage, "type", "type"))
        return "further regions";
    if (!value)
        value = member(cage, "value", "v");
    if (!value || !read_number(value, 1000, &sum) || sum < 1)
        return "a cage without a sum";
    if (unique && unique->type == PM_JSON_FALSE)
        return "a cage in which digits may repeat";
    if (cells->type != PM_JSON_LIST)
        return "cages of another form";
    pm_out_f(&d->cages, "%d:", sum);
    for (int i = 0; i < cells->count; i++) {
        if (!read_cell(&cells->items[i], d, &row, &column))
            return "cages outside of the board";
        pm_out_f(&d->cages, " r%dc%d", row + 1, column + 1);
    }
    pm_out_char(&d->cages, '\n');
    return NULL;
}

static const char *read_cages(const struct pm_json *cages, struct pm_drawn *d)
{
    const char *other = NULL;
    for (int i = 0; cages && i < cages->count && !other; i++)
        other = cages->type == PM_JSON_LIST ? read_cage(&cages->items[i], d)
                                            : "cages of another form";
    return other;
}

/* What is drawn that may be a rule, and rules that SudokuPad knows; NULL: nothing. */
static const char *find_others(const struct pm_json *board)
{
    static const struct {
        const char *name, *brief, *words;
    } others[] = {
        {"lines", "l", "lines drawn on it"},
        {"arrows", "a", "arrows drawn on it"},
        {"underlays", "u", "symbols drawn on it"},
        {"overlays", "o", "symbols drawn on it"},
        {"global", "global", "rules for all cells"},
        {"antiknight", "antiknight", "the rule of the knight's move"},
        {"antiking", "antiking", "the rule of the king's move"},
        {"bgimage", "bgimage", "a picture behind it"},
    };
    const struct pm_json *metadata = pm_json_find(board, "metadata");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (member(board, others[i].name, others[i].brief) ||
            (metadata && member(metadata, others[i].name, others[i].name)))
            return others[i].words;
    return NULL;
}

static pulma_status read_board(const struct pm_text *data, const struct pm_json *board,
                               struct pm_drawn *d, pulma_error *err)
{
    const struct pm_json *cells = member(board, "cells", "ce");
    if (!cells || cells->type != PM_JSON_LIST)
        return damaged(data, err);
    d->side = cells->count;
    if (d->side < 2 || d->side > PM_DRAWN_SIDE)
        return refuse(data, "another size than 2 to 25", err);
    const struct pm_json *metadata = member(board, "metadata", "metadata");
    const struct pm_json *title = member(metadata ? metadata : board, "title", "t");
    if (title && title->type == PM_JSON_STRING)
        d->title = title->text;
    const char *other = find_others(board);
    if (!other && !read_cells(cells, d))
        other = "rows or signs of another kind than a sudoku";
    if (!other && !read_regions(member(board, "regions", "re"), d))
        other = "no regions of equal size";
    if (!other)
        other = read_cages(member(board, "cages", "ca"), d);
    return other ? refuse(data, other, err) : PULMA_OK;
}

/* ---- Plain sudokus -------------------------------------------------------------------- */

/* The cells of `text` in one of the two notations; how many, -1: it is no such text. */
static int unpack_plain(struct pm_text text, bool old, char *cells, int room)
{
    static const char signs[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
    static const char blanks[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";
    int n = 0;
    while (!pm_text_ended(&text)) {
        const int c = pm_text_take(&text);
        const char *at = c <= 0 ? NULL : strchr(old ? blanks : signs, c);
        const bool digit = c >= '1' && c <= '9';
        if (!at && !(old && digit))
            return -1;
        int empty = !old ? (int)(at - signs) / 10 : digit ? 0 : (int)(at - blanks);
        if (n + empty + (!old || digit) > room)
            return -1;
        if (!old)
            cells[n++] = (char)('0' + (at - signs) % 10);
        else if (digit)
            cells[n++] = (char)c;
        while (empty-- > 0)
            cells[n++] = '0';
    }
    return n;
}

static pulma_status read_plain(const struct pm_text *data, struct pm_text text,
                               struct pm_drawn *d, pulma_error *err)
{
    enum { SIDE = 9, CELLS = SIDE * SIDE };
    char cells[CELLS + 1];
    if (unpack_plain(text, false, cells, CELLS) != CELLS &&
        unpack_plain(text, true, cells, CELLS) != CELLS)
        return damaged(data, err);
    d->side = SIDE;
    for (int i = 0; i < CELLS; i++)
        d->given[i / SIDE][i % SIDE] = cells[i] == '0' ? '.' : cells[i];
    return PULMA_OK;
}

/* ---- Links ---------------------------------------------------------------------------- */

static pulma_status read_packed(const struct pm_text *data, struct pm_text packed,
                                struct pm_drawn *d, struct pm_arena *arena,
                                struct pm_out *json, pulma_error *err)
{
    struct pm_out brief = {0};
    const pulma_status unpacked = pm_lz_unpack(packed, &brief, NULL);
    if (unpacked)
        brief.len = 0;
    put_json(pm_text_of(brief.data ? brief.data : "", brief.len), json);
    const bool failed = unpacked == PULMA_NO_MEMORY || brief.failed || json->failed;
    pm_out_free(&brief);
    struct pm_text t = pm_text_of(json->data ? json->data : "", json->len);
    struct pm_json board;
    if (failed)
        return pm_fail_memory(err);
    if (pm_json_read(&t, arena, &board, NULL) || board.type != PM_JSON_OBJECT)
        return damaged(data, err);
    const struct pm_json *plain = pm_json_find(&board, "p"), *name;
    if (!plain || plain->type != PM_JSON_STRING)
        return read_board(data, &board, d, err);
    if ((name = pm_json_find(&board, "n")) && name->type == PM_JSON_STRING)
        d->title = name->text;
    return read_plain(data, plain->text, d, err);
}

pulma_status pm_sudokupad_read(struct pm_text data, struct pm_out *form, pulma_error *err)
{
    struct pm_arena arena;
    struct pm_drawn d = {.title = pm_text_of("", 0)};
    struct pm_out json = {0};
    struct pm_text packed = data;
    memset(d.given, '.', sizeof d.given);
    pm_arena_init(&arena, 0);
    pulma_status status;
    if (pm_text_word(&packed, "classic")) {
        status = read_plain(&data, packed, &d, err);
    } else {
        if (!pm_text_word(&packed, "scl"))
            pm_text_word(&packed, "ctc");
        status = read_packed(&data, packed, &d, &arena, &json, err);
    }
    if (!status)
        pm_drawn_put(&d, form);
    pm_out_free(&d.cages);
    pm_out_free(&json);
    pm_arena_free(&arena);
    return status;
}

static bool is_board(const struct pm_text *word)
{
    static const char *const beginnings[] = {"sclN4", "ctcN4", "classic", "N4"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (pm_text_starts(word, beginnings[i]))
            return pm_text_len(word) >= LEAST;
    return false;
}

/* What follows the board in a link is for the page. */
static void cut_settings(struct pm_text *data)
{
    const char *const ends = pm_text_starts(data, "classic") ? "?#" : "?&#";
    for (const char *end = data->at; end < data->end; end++)
        if (strchr(ends, *end))
            data->end = end;
}

bool pm_sudokupad_find(struct pm_text line, struct pm_text *data)
{
    static const char *const hosts[] = {"sudokupad.app/", "sudokupad.svencodes.com/",
                                        "crackingthecryptic.com/"};
    bool link = false;
    *data = line;
    for (struct pm_text t = line; !pm_text_ended(&t) && !link; pm_text_take(&t))
        for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++)
            link |= pm_text_starts(&t, hosts[i]);
    if (!link)
        return !pm_text_starts(&line, "N4") && is_board(&line);
    while (!pm_text_ended(data)) {
        const int c = pm_text_take(data);
        if ((c == '/' || c == '=') && is_board(data)) {
            cut_settings(data);
            return true;
        }
    }
    return false;
}
