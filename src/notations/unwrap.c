#include "notations/unwrap.h"

#include <assert.h>
#include <string.h>

#include "core/out.h"
#include "notations/penpa.h"
#include "notations/sudokupad.h"

/* ---- What several of them need ------------------------------------------------------- */

static pulma_status give(struct pm_out *out, const char *kind, const char *notation,
                         struct pm_arena *arena, struct pm_unwrapped *inner,
                         pulma_error *err)
{
    char *text = out->failed ? NULL : pm_copy(arena, out->data, out->len);
    size_t len = out->len;
    pm_out_free(out);
    if (!text)
        return pm_fail_memory(err);
    *inner = (struct pm_unwrapped){kind, notation, pm_text_of(text, len)};
    return PULMA_OK;
}

/* Moves past the first `word` in the text; false: it is not there. */
static bool find_word(struct pm_text *t, const char *word)
{
    const size_t len = strlen(word);
    for (struct pm_text at = *t; pm_text_len(&at) >= len; pm_text_take(&at))
        if (pm_text_word(&at, word)) {
            *t = at;
            return true;
        }
    return false;
}

static int shown(const struct pm_text *word)
{
    return (int)(pm_text_len(word) > 30 ? 30 : pm_text_len(word));
}

static void put(struct pm_out *out, const struct pm_text *text)
{
    pm_out_bytes(out, text->at, pm_text_len(text));
}

/* ---- The Portable Puzzle Collection ---------------------------------------------------- */

static const struct {
    const char *title, *page, *kind, *notation;
} games[] = {{"Net", "net", "infinityloop", "net"},
             {"Pattern", "pattern", "nonogram", "pattern"},
             {"Solo", "solo", "sudoku", "solo"},
             {"Unruly", "unruly", "binary", "unruly"}};

/* The game ID, PARAMS:DESCRIPTION, of a game by the name of its page or by its title. */
static pulma_status give_game(const struct pm_text *game, const struct pm_text *params,
                              const struct pm_text *description, struct pm_arena *arena,
                              struct pm_unwrapped *inner, pulma_error *err)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        if (!pm_text_is(game, games[i].title) && !pm_text_is(game, games[i].page))
            continue;
        struct pm_out id = {0};
        put(&id, params);
        pm_out_char(&id, ':');
        put(&id, description);
        pm_out_char(&id, '\n');
        return give(&id, games[i].kind, games[i].notation, arena, inner, err);
    }
    return pm_fail(err, PULMA_BAD_TEXT, game,
                   "games '%.*s' of the Portable Puzzle Collection are not read, only Net, "
                   "Pattern, Solo and Unruly",
                   shown(game), game->at);
}

/* One entry of a save file: eight characters of a name, its length, its text. */
static pulma_status take_entry(struct pm_text *t, struct pm_text *name,
                               struct pm_text *value, pulma_error *err)
{
    enum { NAME = 8 };
    int len;
    *name = *t;
    if (pm_text_len(t) < NAME)
        return pm_fail_expected(err, t, "an entry of a save file");
    while (t->at < name->at + NAME)
        pm_text_take(t);
    name->end = t->at;
    *name = pm_text_trim(*name);
    if (!pm_text_word(t, ":"))
        return pm_fail_expected(err, t, "':' and the length of an entry");
    pulma_status status = pm_text_int(t, 0, 1 << 24, &len, err);
    if (!status && !pm_text_word(t, ":"))
        status = pm_fail_expected(err, t, "':' and %d characters", len);
    if (!status && pm_text_len(t) < (size_t)len)
        status = pm_fail(err, PULMA_BAD_TEXT, t, "expected %d characters, found %d", len,
                         (int)pm_text_len(t));
    if (status)
        return status;
    *value = *t;
    value->end = value->at + len;
    while (t->at < value->end)
        pm_text_take(t);
    const struct pm_text rest = pm_text_line(t);
    return pm_text_ended(&rest)
               ? PULMA_OK
               : pm_fail_expected(err, &rest, "the end of a line after %d characters", len);
}

static bool begins_entry(struct pm_text t)
{
    int letters = 0;
    while (pm_text_peek(&t) >= 'A' && pm_text_peek(&t) <= 'Z' && letters < 8) {
        pm_text_take(&t);
        letters++;
    }
    while (pm_text_peek(&t) == ' ')
        pm_text_take(&t);
    return letters > 0 && pm_text_peek(&t) == ':';
}

static pulma_status read_save(struct pm_text *t, struct pm_arena *arena,
                              struct pm_unwrapped *inner, pulma_error *err)
{
    const struct pm_text start = *t;
    struct pm_text name, value, game = {0}, params = {0}, description = {0};
    bool first = true;
    for (; first || (begins_entry(*t) && !pm_text_starts(t, "SAVEFILE")); first = false) {
        pulma_status status = take_entry(t, &name, &value, err);
        if (status)
            return status;
        if (pm_text_is(&name, "GAME"))
            game = value;
        else if (pm_text_is(&name, "PARAMS"))
            params = value;
        else if (pm_text_is(&name, "DESC"))
            description = value;
    }
    if (!game.at || !params.at || !description.at)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a save file with GAME, PARAMS and DESC");
    return give_game(&game, &params, &description, arena, inner, err);
}

/* ".../puzzles/js/solo.html#3x3:...": the game, and what follows the sign. */
static bool is_game_link(struct pm_text line, struct pm_text *game, struct pm_text *id)
{
    struct pm_text page = line;
    if (!find_word(&line, "/puzzles/") || !find_word(&page, ".html#"))
        return false;
    *id = page;
    *game = line;
    game->end = page.at - strlen(".html#");
    for (const char *c = game->at; c < game->end; c++)
        if (*c == '/') {
            game->column += (int)(c + 1 - game->at);
            game->at = c + 1;
        }
    return game->at < game->end;
}

static pulma_status read_game_link(const struct pm_text *game, struct pm_text id,
                                   struct pm_arena *arena, struct pm_unwrapped *inner,
                                   pulma_error *err)
{
    struct pm_text params = id;
    while (!pm_text_ended(&id) && pm_text_peek(&id) != ':' && pm_text_peek(&id) != '#' &&
           !pm_text_starts(&id, "%23"))
        pm_text_take(&id);
    params.end = id.at;
    if (!pm_text_word(&id, ":"))
        return pm_fail(
            err, PULMA_BAD_TEXT, &id,
            "a link with a random seed tells the puzzle only to the program that "
            "makes it: copy the game ID by description, PARAMS:DESCRIPTION");
    return give_game(game, &params, &id, arena, inner, err);
}

/* ---- Files of pzpr ----------------------------------------------------------------------- */

/* Lines end with the line, or with '/' where all of the file is one line. */
struct file {
    struct pm_text rest;
    bool slashes;
};

static struct pm_text next_line(struct file *f)
{
    if (!f->slashes)
        return pm_text_trim(pm_text_line(&f->rest));
    struct pm_text line = f->rest;
    while (!pm_text_ended(&f->rest) && pm_text_peek(&f->rest) != '/')
        pm_text_take(&f->rest);
    line.end = f->rest.at;
    pm_text_word(&f->rest, "/");
    return pm_text_trim(line);
}

static pulma_status next_number(struct file *f, int max, int *value, pulma_error *err)
{
    struct pm_text line = next_line(f);
    pulma_status status = pm_text_int(&line, 1, max, value, err);
    return status ? status : pm_text_done(&line, err);
}

/* A line begins with `n` words; its rest. */
static pulma_status next_words(struct file *f, int n, struct pm_text *words,
                               struct pm_text *rest, pulma_error *err)
{
    *rest = next_line(f);
    for (int i = 0; i < n; i++) {
        words[i] = pm_text_token(rest);
        if (pm_text_ended(&words[i]))
            return pm_fail_expected(err, rest, "%d words in this line", n);
    }
    return PULMA_OK;
}

enum { FILE_SIDE = 250 };

/* `rows` lines of `columns` words each; `put_word` writes one of them. */
static pulma_status each_word(struct file *f, int rows, int columns,
                              void (*put_word)(struct pm_out *out,
                                               const struct pm_text *word),
                              struct pm_out *out, pulma_error *err)
{
    struct pm_text words[FILE_SIDE + 1], rest;
    assert(columns <= FILE_SIDE + 1);
    for (int row = 0; row < rows; row++) {
        pulma_status status = next_words(f, columns, words, &rest, err);
        if (!status)
            status = pm_text_done(&rest, err);
        if (status)
            return status;
        for (int column = 0; column < columns; column++) {
            pm_out_char(out, column ? ' ' : '\n');
            put_word(out, &words[column]);
        }
    }
    pm_out_char(out, '\n');
    return PULMA_OK;
}

static pulma_status file_sizes(struct file *f, int *rows, int *columns, pulma_error *err)
{
    pulma_status status = next_number(f, FILE_SIDE, rows, err);
    return status ? status : next_number(f, FILE_SIDE, columns, err);
}

/* '-' is a clue whose number is not told. */
static void put_given(struct pm_out *out, const struct pm_text *word)
{
    if (pm_text_is(word, "-"))
        pm_out_char(out, '.');
    else
        put(out, word);
}

static pulma_status sudoku_file(struct file *f, struct pm_out *out, pulma_error *err)
{
    int size;
    pulma_status status = next_number(f, FILE_SIDE, &size, err);
    pm_out_text(out, "sudoku");
    return status ? status : each_word(f, size, size, put_given, out, err);
}

static pulma_status numlin_file(struct file *f, struct pm_out *out, pulma_error *err)
{
    int rows, columns;
    pulma_status status = file_sizes(f, &rows, &columns, err);
    pm_out_text(out, "flowfree\ncover: no");
    return status ? status : each_word(f, rows, columns, put, out, err);
}

static pulma_status starbattle_file(struct file *f, struct pm_out *out, pulma_error *err)
{
    int rows, columns, stars, regions;
    pulma_status status = file_sizes(f, &rows, &columns, err);
    if (!status)
        status = next_number(f, FILE_SIDE, &stars, err);
    if (!status)
        status = next_number(f, FILE_SIDE * FILE_SIDE, &regions, err);
    if (status)
        return status;
    pm_out_f(out, "%d %d %d", rows, columns, stars);
    return each_word(f, rows, columns, put, out, err);
}

/* "ACROSS,DOWN" with 0 or -1 for none; '.' is open. */
static void put_sums(struct pm_out *out, const struct pm_text *word, bool down_only,
                     bool across_only)
{
    struct pm_text t = *word;
    int sum[2] = {0, 0}; /* across, down */
    if (pm_text_is(word, ".")) {
        pm_out_char(out, '.');
        return;
    }
    for (int i = down_only; i < 2 - across_only; i++)
        if (pm_text_word(&t, "-1") || !pm_text_int(&t, 0, 99, &sum[i], NULL))
            pm_text_word(&t, ",");
    if (!pm_text_ended(&t)) {
        put(out, word); /* the kind's reader says what it is not */
    } else if (sum[0] == 0 && sum[1] == 0) {
        pm_out_char(out, '#');
    } else {
        if (sum[1])
            pm_out_f(out, "%d", sum[1]);
        pm_out_char(out, '\\');
        if (sum[0])
            pm_out_f(out, "%d", sum[0]);
    }
}

static pulma_status kakuro_file(struct file *f, struct pm_out *out, pulma_error *err)
{
    int rows, columns;
    pulma_status status = file_sizes(f, &rows, &columns, err);
    pm_out_text(out, "kakuro");
    for (int row = 0; row <= rows && !status; row++) {
        struct pm_text line = next_line(f);
        for (int column = 0; column <= columns; column++) {
            struct pm_text word = pm_text_token(&line);
            if (pm_text_ended(&word))
                return pm_fail_expected(err, &line, "%d words in this line", columns + 1);
            pm_out_char(out, column ? ' ' : '\n');
            put_sums(out, &word, row == 0, row > 0 && column == 0);
        }
        status = pm_text_done(&line, err);
    }
    pm_out_char(out, '\n');
    return status;
}

/* The clues stand above and left of the cells, on a sheet of words. */
static pulma_status nonogram_sheet(struct file *f, int height, int width,
                                   struct pm_text *sheet, pulma_error *err)
{
    struct pm_text rest;
    pulma_status status = PULMA_OK;
    for (int row = 0; row < height && !status; row++)
        status = next_words(f, width, &sheet[row * width], &rest, err);
    return status;
}

static void put_clue(struct pm_out *out, const struct pm_text *first, int n, int step)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        const struct pm_text *word = &first[i * step];
        if (pm_text_is(word, "."))
            continue;
        pm_out_text(out, found++ ? " " : "");
        if (pm_text_is(word, "-"))
            pm_out_char(out, '?');
        else
            put(out, word);
    }
    pm_out_text(out, found ? "\n" : "0\n");
}

static pulma_status nonogram_file(struct file *f, struct pm_arena *arena,
                                  struct pm_out *out, pulma_error *err)
{
    int rows, columns;
    pulma_status status = file_sizes(f, &rows, &columns, err);
    if (status)
        return status;
    const int top = (rows + 1) / 2, left = (columns + 1) / 2, width = left + columns;
    struct pm_text *sheet =
        pm_new(arena, (size_t)(top + rows) * (size_t)width, struct pm_text);
    if (!sheet)
        return pm_fail_memory(err);
    status = nonogram_sheet(f, top + rows, width, sheet, err);
    if (status)
        return status;
    pm_out_text(out, "nonogram\nrows:\n");
    for (int row = 0; row < rows; row++)
        put_clue(out, &sheet[(top + row) * width], left, 1);
    pm_out_text(out, "columns:\n");
    for (int column = 0; column < columns; column++)
        put_clue(out, &sheet[left + column], top, width);
    return PULMA_OK;
}

static pulma_status file_of(struct file *f, const struct pm_text *pid,
                            struct pm_arena *arena, struct pm_unwrapped *inner,
                            pulma_error *err)
{
    struct pm_out out = {0};
    const char *kind = NULL, *notation = "pulma";
    pulma_status status = PULMA_OK;
    if (pm_text_is(pid, "sudoku")) {
        kind = "sudoku";
        status = sudoku_file(f, &out, err);
    } else if (pm_text_is(pid, "numlin") || pm_text_is(pid, "numberlink")) {
        kind = "flowfree";
        status = numlin_file(f, &out, err);
    } else if (pm_text_is(pid, "starbattle")) {
        kind = "starbattle";
        notation = "puzzlekit";
        status = starbattle_file(f, &out, err);
    } else if (pm_text_is(pid, "kakuro")) {
        kind = "kakuro";
        status = kakuro_file(f, &out, err);
    } else if (pm_text_is(pid, "nonogram")) {
        kind = "nonogram";
        status = nonogram_file(f, arena, &out, err);
    } else {
        return pm_fail(err, PULMA_BAD_TEXT, pid,
                       "files of pzpr for '%.*s' are not read, only kakuro, nonogram, "
                       "numlin, starbattle and sudoku",
                       shown(pid), pid->at);
    }
    if (status) {
        pm_out_free(&out);
        return status;
    }
    return give(&out, kind, notation, arena, inner, err);
}

/* "pzprv3" alone on a line or before '/', perhaps behind the '?' of a link. */
static bool is_pzpr_file(struct pm_text line, struct pm_text *body)
{
    if (pm_text_starts(&line, "http"))
        find_word(&line, "?");
    if (!pm_text_word(&line, "pzprv3"))
        return false;
    while (!pm_text_ended(&line) && strchr(".0123456789", pm_text_peek(&line)))
        pm_text_take(&line); /* the version */
    *body = line;
    return pm_text_ended(&line) || pm_text_peek(&line) == '/';
}

/* After the question comes what a player has done, up to a blank line or the next puzzle. */
static void skip_file(struct pm_text *t)
{
    while (!pm_text_ended(t)) {
        struct pm_text next = *t, line = pm_text_trim(pm_text_line(&next)), body;
        if (pm_text_ended(&line) || pm_text_starts(&line, "===") ||
            is_pzpr_file(line, &body))
            return;
        *t = next;
    }
}

static pulma_status read_pzpr(struct pm_text *t, struct pm_text body,
                              struct pm_arena *arena, struct pm_unwrapped *inner,
                              pulma_error *err)
{
    struct file f = {.rest = body, .slashes = pm_text_word(&body, "/")};
    pm_text_line(t);
    f.rest = f.slashes ? body : *t;
    const struct pm_text pid = next_line(&f);
    pulma_status status = file_of(&f, &pid, arena, inner, err);
    if (!f.slashes) {
        *t = f.rest;
        skip_file(t);
    }
    return status;
}

/* ---- Interactive Sudoku Solver ------------------------------------------------------------- */

enum { ISS_SIDE = 16 };

struct iss {
    int size;
    char given[ISS_SIDE][ISS_SIDE + 1];
    bool rising, falling;
    struct pm_out cages;
};

static struct pm_text take_until(struct pm_text *t, const char *ends)
{
    struct pm_text part = *t;
    while (!pm_text_ended(t) && !strchr(ends, pm_text_peek(t)))
        pm_text_take(t);
    part.end = t->at;
    return part;
}

/* "R1C2", perhaps with "_5" behind it; rows and columns from 10 on are written in hexadecimal
 * there, so only what both ways agree in is read. */
static pulma_status iss_cell(struct pm_text *t, const struct iss *s, int *row, int *column,
                             pulma_error *err)
{
    pulma_status status = pm_text_word(t, "R") ? pm_text_int(t, 1, s->size, row, err)
                                               : pm_fail_expected(err, t, "a cell as R1C2");
    if (!status && !pm_text_word(t, "C"))
        status = pm_fail_expected(err, t, "a cell as R1C2");
    return status ? status : pm_text_int(t, 1, s->size, column, err);
}

/* "~R1C2~5", or the older "~R1C2_5~R3C4_6". */
static pulma_status iss_givens(struct pm_text t, struct iss *s, pulma_error *err)
{
    while (pm_text_word(&t, "~")) {
        int row, column, value;
        pulma_status status = iss_cell(&t, s, &row, &column, err);
        if (!status && !pm_text_word(&t, "_") && !pm_text_word(&t, "~"))
            status = pm_fail_expected(err, &t, "'~' and a digit");
        if (!status)
            status = pm_text_int(&t, 1, s->size, &value, err);
        if (!status && pm_text_peek(&t) != '~' && !pm_text_ended(&t))
            status = pm_fail_expected(err, &t, "one digit");
        struct pm_text next = t;
        if (!status && pm_text_word(&next, "~") && pm_text_peek(&next) != 'R')
            status = pm_fail(err, PULMA_BAD_TEXT, &next,
                             "cells with several digits to choose from are not read");
        if (status)
            return status;
        s->given[row - 1][column - 1] = (char)(value < 10 ? '0' + value : 'A' + value - 10);
    }
    return pm_text_done(&t, err);
}

/* "~17~R1C1~R1C2" */
static pulma_status iss_cage(struct pm_text t, struct iss *s, pulma_error *err)
{
    int sum;
    pulma_status status = pm_text_word(&t, "~")
                              ? pm_text_int(&t, 1, 1000, &sum, err)
                              : pm_fail_expected(err, &t, "'~' and the sum of a cage");
    if (status)
        return status;
    pm_out_f(&s->cages, "%d:", sum);
    while (pm_text_word(&t, "~")) {
        int row, column;
        if ((status = iss_cell(&t, s, &row, &column, err)))
            return status;
        pm_out_f(&s->cages, " r%dc%d", row, column);
    }
    pm_out_char(&s->cages, '\n');
    return pm_text_done(&t, err);
}

static pulma_status iss_constraint(const struct pm_text *type, struct pm_text arguments,
                                   struct iss *s, pulma_error *err)
{
    if (pm_text_ended(type))
        return iss_givens(arguments, s, err);
    if (pm_text_is(type, "Cage"))
        return iss_cage(arguments, s, err);
    if (pm_text_is(type, "Shape"))
        return PULMA_OK; /* read before */
    if (pm_text_is(type, "Diagonal") && pm_text_is(&arguments, "~1"))
        s->rising = true;
    else if (pm_text_is(type, "Diagonal") && pm_text_is(&arguments, "~-1"))
        s->falling = true;
    else
        return pm_fail(err, PULMA_BAD_TEXT, type,
                       "this board of Interactive Sudoku Solver uses '%.*s', which pulma "
                       "does not know",
                       shown(type), type->at);
    return PULMA_OK;
}

/* ".Shape~6x6", wherever it stands. */
static pulma_status iss_size(struct pm_text t, int *size, pulma_error *err)
{
    *size = 9;
    if (!find_word(&t, ".Shape~"))
        return PULMA_OK;
    int columns;
    pulma_status status = pm_text_int(&t, 1, 9, size, err);
    if (!status && !pm_text_word(&t, "x"))
        status = pm_fail_expected(err, &t, "'x' and the number of columns");
    return status ? status : pm_text_int(&t, *size, *size, &columns, err);
}

static pulma_status iss_parts(struct pm_text t, struct iss *s, pulma_error *err)
{
    pulma_status status = iss_size(t, &s->size, err);
    for (int i = 0; i < s->size && !status; i++)
        memset(s->given[i], '.', (size_t)s->size);
    while (!status && pm_text_word(&t, ".")) {
        const struct pm_text type = take_until(&t, ".~");
        const struct pm_text arguments = take_until(&t, ".");
        if (!pm_text_ended(&type) || !pm_text_ended(&arguments))
            status = iss_constraint(&type, arguments, s, err);
    }
    if (!status && s->rising != s->falling)
        return pm_fail(err, PULMA_BAD_TEXT, &t,
                       "this board of Interactive Sudoku Solver uses one diagonal only");
    return status ? status : pm_text_done(&t, err);
}

static pulma_status read_iss(struct pm_text text, struct pm_arena *arena,
                             struct pm_unwrapped *inner, pulma_error *err)
{
    struct iss s = {.size = 9};
    pulma_status status = iss_parts(text, &s, err);
    struct pm_out out = {0};
    pm_out_f(&out, "sudoku\n%s", s.rising ? "diagonals: yes\n" : "");
    for (int row = 0; row < s.size; row++)
        pm_out_f(&out, "%s\n", s.given[row]);
    if (s.cages.len)
        pm_out_f(&out, "cages:\n%s", s.cages.data);
    out.failed |= s.cages.failed;
    pm_out_free(&s.cages);
    if (status) {
        pm_out_free(&out);
        return status;
    }
    return give(&out, "sudoku", "pulma", arena, inner, err);
}

/* A string of constraints: ".Cage~10~R1C1~R1C2". */
static bool is_iss(struct pm_text line)
{
    if (!pm_text_word(&line, "."))
        return false;
    pm_text_word(&line, ".");
    int c = pm_text_peek(&line);
    take_until(&line, ".~ ");
    return (c == '~' || (c >= 'A' && c <= 'Z')) && pm_text_peek(&line) == '~';
}

/* ---- What is not read -------------------------------------------------------------------- */

static const struct {
    const char *mark, *sentence;
} refused[] = {
    {"penpa-edit", "this link of penpa-edit holds no drawing: expected #m=edit&p=..."},
    {"sudokupad.", "this link to SudokuPad does not hold the puzzle: open it and copy one "
                   "that begins with scl, ctc or fpuzzles behind the '/'"},
    {"crackingthecryptic.com", "this link to SudokuPad does not hold the puzzle: open it "
                               "and copy one that begins with "
                               "scl, ctc or fpuzzles behind the '/'"},
    {"tinyurl.com", "a short link does not hold the puzzle: open it and copy the long one"},
};

static pulma_status refuse_link(const struct pm_text *line, pulma_error *err)
{
    struct pm_text t = *line;
    if (find_word(&t, "fpuzzles"))
        return PULMA_NONE;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (t = *line, find_word(&t, refused[i].mark))
            return pm_fail(err, PULMA_BAD_TEXT, line, "%s", refused[i].sentence);
    return PULMA_NONE;
}

/* Links of many sudoku pages end in the board, 81 digits or dots: ...?bd=0050..., .../play/0050... */
static bool find_board(struct pm_text line, struct pm_text *board)
{
    enum { CELLS = 81 };
    size_t run = 0;
    int before = 0;
    for (const char *c = line.at; c <= line.end; c++) {
        const bool cell = c < line.end && ((*c >= '0' && *c <= '9') || *c == '.');
        if (!cell && run == CELLS && before && strchr("=/#", before)) {
            *board = line;
            board->at = c - CELLS;
            board->end = c;
            return true;
        }
        before = cell ? before : c < line.end ? *c : 0;
        run = cell ? run + 1 : 0;
    }
    return false;
}

/* A sudoku that `read` writes as a form. */
static pulma_status give_form(pulma_status (*read)(struct pm_text data, struct pm_out *form,
                                                   pulma_error *err),
                              struct pm_text data, struct pm_arena *arena,
                              struct pm_unwrapped *inner, pulma_error *err)
{
    struct pm_out form = {0};
    pulma_status status = read(data, &form, err);
    if (status) {
        pm_out_free(&form);
        return status;
    }
    return give(&form, "sudoku", "pulma", arena, inner, err);
}

static pulma_status unwrap_link(struct pm_text line, struct pm_arena *arena,
                                struct pm_unwrapped *inner, pulma_error *err)
{
    struct pm_text game, body = line;
    if (is_game_link(line, &game, &body))
        return read_game_link(&game, body, arena, inner, err);
    body = line;
    if (find_word(&body, "Interactive-Sudoku-Solver/?q="))
        return read_iss(body, arena, inner, err);
    body = line;
    if (find_word(&body, "penpa-edit") && find_word(&body, "&p="))
        return give_form(pm_penpa_read, body, arena, inner, err); /* #m=edit&p=DATA */
    pulma_status status = refuse_link(&line, err);
    if (status != PULMA_NONE || !find_board(line, &body))
        return status;
    struct pm_out board = {0};
    put(&board, &body);
    pm_out_char(&board, '\n');
    return give(&board, "sudoku", "line", arena, inner, err);
}

pulma_status pm_unwrap(struct pm_text *t, struct pm_arena *arena,
                       struct pm_unwrapped *inner, pulma_error *err)
{
    struct pm_text next = *t, body;
    const struct pm_text line = pm_text_trim(pm_text_line(&next));
    if (pm_text_starts(&line, "SAVEFILE:"))
        return read_save(t, arena, inner, err);
    if (is_pzpr_file(line, &body))
        return read_pzpr(t, body, arena, inner, err);
    pulma_status status = PULMA_NONE;
    if (pm_sudokupad_find(line, &body))
        status = give_form(pm_sudokupad_read, body, arena, inner, err);
    else if (pm_text_starts(&line, "http") || pm_text_starts(&line, "www."))
        status = unwrap_link(line, arena, inner, err);
    else if (is_iss(line))
        status = read_iss(line, arena, inner, err);
    if (status != PULMA_NONE)
        *t = next;
    return status;
}
