/* What a text is: its kind and notation, and one puzzle read in it, as if the text ended with
 * what is in view. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notations/link.h"
#include "notations/unwrap.h"
#include "reader.h"

static bool is_kind_name(const struct pm_text *word)
{
    return pm_kind_named(word) >= 0;
}

/* A word that is no name of a kind, but begins like one and is no row of a grid. */
static bool may_name_kind(const struct pm_text *word)
{
    for (const char *c = word->at; c < word->end; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == ' ' ||
              *c == '-'))
            return false;
    return pm_text_len(word) > 3 && pm_kind_like(word) >= 0;
}

static enum pm_naming naming(const struct pm_text *word)
{
    return is_kind_name(word)    ? PM_A_NAME
           : may_name_kind(word) ? PM_NEARLY_A_NAME
                                 : PM_NO_NAME;
}

struct pm_text pm_line_at(struct pm_text text)
{
    return pm_text_trim(pm_text_without_remark(pm_text_line(&text)));
}

void pm_skip_gap(struct pm_text *t)
{
    while (!pm_text_ended(t)) {
        struct pm_text next = *t, line = pm_text_trim(pm_text_line(&next));
        bool separator = pm_text_starts(&line, "===");
        if (line.at != line.end && pm_text_peek(&line) != '%' && !separator)
            return;
        *t = next;
    }
}

static bool is_one_line(const struct pm_kind *kind, const struct pm_notation *notation)
{
    const char *const *name = kind->line_notations;
    while (name && *name && strcmp(*name, notation->name) != 0)
        name++;
    return name && *name;
}

/* The kind of the usual line at the cursor; -1: it is none. */
static int usual_kind(const struct pm_text *text, int kind)
{
    for (int k = 0; k < pm_kind_count; k++)
        if (pm_kinds[k]->is_usual_line && (kind < 0 || k == kind) &&
            pm_kinds[k]->is_usual_line(text))
            return k;
    return -1;
}

pulma_puzzle *pm_read_usual(struct pm_text *text, int kind)
{
    kind = usual_kind(text, kind);
    pulma_puzzle *puzzle = kind < 0 ? NULL : pm_puzzle_new();
    if (!puzzle)
        return NULL;
    puzzle->kind = kind;
    puzzle->line = text->line;
    puzzle->data = pm_kinds[kind]->read_usual_line(text, &puzzle->arena);
    if (puzzle->data)
        return puzzle;
    pulma_puzzle_free(puzzle);
    return NULL;
}

/* The same for a reader, which remembers the notation. */
static pulma_puzzle *next_usual(pulma_reader *reader)
{
    if (reader->notation || reader->same >= 0)
        return NULL;
    const struct pm_text start = reader->text;
    pulma_puzzle *puzzle = pm_read_usual(&reader->text, reader->kind);
    if (!puzzle)
        return NULL;
    pm_reader_find(reader, &start);
    reader->certain = reader->text.at[-1] == '\n';
    if (!reader->last.usual || reader->last.kind != puzzle->kind) {
        const struct pm_kind *kind = pm_kinds[puzzle->kind];
        const struct pm_notation *notation = kind->notations;
        while (strcmp(notation->name, kind->line_notations[0]) != 0)
            notation++;
        reader->last = (struct pm_guess){puzzle->kind, 2, notation, 0, true, true};
    }
    reader->puzzles++;
    return puzzle;
}

static struct pm_guess guess_notation(const struct pulma_reader *reader)
{
    struct pm_guess best = {.kind = -1};
    if (reader->last.notation && reader->last.rivals == 0 &&
        reader->last.notation->sniff(&reader->text) == reader->last.sureness)
        return reader->last;
    for (int k = 0; k < pm_kind_count; k++) {
        if (reader->kind >= 0 && k != reader->kind)
            continue;
        const struct pm_notation *notation = pm_kinds[k]->notations;
        for (; notation && notation->name; notation++) {
            if (reader->notation && strcmp(reader->notation, notation->name) != 0)
                continue;
            int sureness = notation->sniff(&reader->text);
            if (reader->notation && sureness == 0)
                sureness = 1; /* the caller says so: its reader will tell what is wrong */
            if (sureness > best.sureness)
                best = (struct pm_guess){k, sureness, notation, 0, false, false};
            else if (sureness > 0 && sureness == best.sureness && k != best.kind)
                best.rivals++;
        }
    }
    best.one_line = best.notation && is_one_line(pm_kinds[best.kind], best.notation);
    return best;
}

/* A title is shown to people, and so commands no terminal: control characters (in UTF-8, below a blank,
 * 7F, and C2 80 to C2 9F) become question marks.  Blanks alone are none. */
static pulma_status take_title(pulma_puzzle *puzzle, const char *title, size_t len,
                               pulma_error *err)
{
    if (len == 0)
        return PULMA_OK;
    const struct pm_text whole = pm_text_of(title, len), text = pm_text_trim(whole);
    len = pm_text_len(&text);
    if (len == 0)
        return PULMA_OK;
    char *copy = pm_copy(&puzzle->arena, text.at, len);
    if (!copy)
        return pm_fail_memory(err);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)copy[i], next = (unsigned char)copy[i + 1];
        if (c == 0xC2 && next >= 0x80 && next < 0xA0)
            copy[i] = copy[i + 1] = '?';
        else if (c < ' ' || c == 0x7F)
            copy[i] = '?';
    }
    puzzle->title = copy;
    return PULMA_OK;
}

/* Where several grids stand under one name: leaves the first in the form and moves the cursor back to
 * the second.  A form with more fields than the grid is one puzzle. */
static bool split_grids(struct pm_text *text, struct pm_form *form,
                        const struct pm_kind *kind)
{
    struct pm_field *grid = form->fields;
    if (!kind->is_board || form->json || form->field_count != 1 ||
        !pm_text_is(&grid->name, "grid"))
        return false;
    for (int i = 1; i < grid->line_count; i++) {
        const struct pm_text *line = &grid->lines[i];
        if (line->line == grid->lines[i - 1].line + 1 || !kind->is_board(grid->lines, i))
            continue;
        text->at = line->at;
        text->line = line->line;
        text->column = line->column;
        grid->line_count = i;
        return true;
    }
    return false;
}

/* One of several grids under one name.  Only as much is looked at as such a grid needs, or the time
 * for all of them would grow with the square of their number. */
static bool next_grid(pulma_reader *reader, int kind, struct pm_arena *arena,
                      struct pm_form *form)
{
    enum { ENOUGH = 1 << 12 };
    struct pm_text part = reader->text;
    if (kind < 0 || pm_text_len(&part) <= ENOUGH)
        return false;
    part.end = part.at + ENOUGH;
    if (pm_form_read(&part, naming, arena, form, NULL) ||
        !split_grids(&part, form, pm_kinds[kind]))
        return false;
    part.end = reader->text.end;
    reader->text = part;
    reader->same = kind;
    return true;
}

pulma_status pm_read_foreign(struct pm_text *text, const struct pm_guess *guess,
                             pulma_puzzle *puzzle, pulma_error *err)
{
    const struct pm_text start = *text;
    void *data = NULL;
    const char *title = "";
    pulma_status status = guess->notation->read(text, &puzzle->arena, &data, &title, err);
    if (status) {
        if (err && status == PULMA_BAD_TEXT) { /* say what we took it for */
            size_t len = strlen(err->message);
            snprintf(err->message + len, sizeof err->message - len, " (read as %s, %s)",
                     pm_kinds[guess->kind]->name, guess->notation->name);
        }
        return status;
    }
    assert(text->at > start.at);
    puzzle->kind = guess->kind;
    puzzle->line = start.line;
    puzzle->data = data;
    return take_title(puzzle, title, strlen(title), err);
}

/* Under the name of a kind there may also be one of its other notations. */
static bool read_named(pulma_reader *reader, const struct pm_form *form,
                       pulma_puzzle *puzzle)
{
    const struct pm_kind *kind = pm_kinds[puzzle->kind];
    const struct pm_notation *notation = kind->notations;
    if (pm_text_ended(&form->kind) || form->json || form->field_count != 1 ||
        !pm_text_is(&form->fields->name, "grid"))
        return false;
    struct pm_text text = form->start;
    pm_text_line(&text); /* the name */
    pm_skip_gap(&text);
    text.end = reader->text.end;
    for (; notation && notation->name; notation++) {
        struct pm_text rest = text;
        const struct pm_guess guess = {
            puzzle->kind, 1, notation, 0, is_one_line(kind, notation), false};
        if (notation->sniff(&text) > 0 &&
            pm_read_foreign(&rest, &guess, puzzle, NULL) == PULMA_OK) {
            reader->text = rest;
            return true;
        }
    }
    return false;
}

static pulma_status read_form(pulma_reader *reader, pulma_puzzle *puzzle, pulma_error *err)
{
    struct pm_form form;
    const int same = reader->same;
    reader->same = -1;
    pulma_status status =
        next_grid(reader, same, &puzzle->arena, &form)
            ? PULMA_OK
            : pm_form_read(&reader->text, naming, &puzzle->arena, &form, err);
    /* A form is read from its start on, so what was found depends on nothing far ahead. */
    reader->certain = pm_text_len(&reader->text) >= PM_AHEAD;
    if (status)
        return status;
    reader->skip = PM_SKIP_NOTHING;
    int kind = reader->kind >= 0 ? reader->kind : same;
    if (form.kind.at != form.kind.end) {
        kind = pm_kind_named(&form.kind);
        if (kind < 0)
            return pm_fail_expected(err, &form.kind, "the name of a kind of puzzle");
        if (reader->kind >= 0 && kind != reader->kind)
            return pm_fail_expected(err, &form.kind, "a puzzle of the kind %s",
                                    pm_kinds[reader->kind]->name);
    }
    if (kind < 0)
        return pm_text_peek(&form.start) == '{'
                   ? pm_fail(
                         err, PULMA_BAD_TEXT, &form.start,
                         "expected a member \"kind\" with the name of a kind of puzzle in "
                         "this object, or --kind")
                   : pm_fail_expected(err, &form.start,
                                      "the name of a kind of puzzle on the first line");
    if (reader->same < 0 && split_grids(&reader->text, &form, pm_kinds[kind]))
        reader->same = kind;
    void *data = NULL;
    puzzle->kind = kind;
    puzzle->line = form.start.line;
    status = pm_kinds[kind]->read(&form, &puzzle->arena, &data, err);
    if (!status)
        status = pm_form_done(&form, err);
    if (status == PULMA_BAD_TEXT && read_named(reader, &form, puzzle))
        return PULMA_OK;
    puzzle->data = data;
    struct pm_text title;
    if (!status && pm_form_value(&form, "title", &title))
        status = take_title(puzzle, title.at, pm_text_len(&title), err);
    return status;
}

/* The kinds that a text without a name may be of, as "a, b or c": those whose notations are as
 * sure of it as any. */
static void list_likely(const struct pulma_reader *reader, struct pm_out *out)
{
    int likely[3], n = 0, more = 0, best = 0;
    for (int k = 0; k < pm_kind_count; k++) {
        int sureness = 0;
        const struct pm_notation *notation = pm_kinds[k]->notations;
        for (; notation && notation->name; notation++) {
            int one = notation->sniff(&reader->text);
            sureness = one > sureness ? one : sureness;
        }
        if (sureness > best)
            n = more = 0;
        best = sureness > best ? sureness : best;
        if (sureness == 0 || sureness < best)
            continue;
        if (n < 3)
            likely[n++] = k;
        else
            more++;
    }
    for (int i = 0; i < n; i++)
        pm_out_f(out, "%s%s",
                 i == 0              ? ""
                 : i + 1 < n || more ? ", "
                                     : " or ",
                 pm_kinds[likely[i]]->name);
    pm_out_text(out, more ? " or others" : "");
}

/* A line of digits and a sign for empty cells, as a sudoku is one of 81, in which somebody lost some, or
 * wrote another sign or two: `*odd` is the first of these, at NULL if there is none. */
static bool is_nearly_sudoku(const struct pm_text *line, struct pm_text *odd)
{
    enum { LEAST = 71, MOST = 89, FEW = 2 };
    int empty = 0, foreign = 0;
    struct pm_text t = *line;
    odd->end = odd->at = NULL;
    for (; !pm_text_ended(&t); pm_text_take(&t)) {
        const int c = pm_text_peek(&t);
        if (c <= ' ' || c > '~')
            return false;
        const bool is_sign = strchr("0.-_*xX", c) != NULL;
        if (('1' <= c && c <= '9') || c == empty)
            continue;
        foreign += !is_sign;
        if (is_sign && !empty) {
            empty = c;
        } else if (!odd->at) {
            *odd = t;
            odd->end = odd->at + 1;
        }
    }
    const int len = pm_text_columns(line);
    return LEAST <= len && len <= MOST && foreign <= FEW;
}

/* What cannot be recognised says what it seems to be, and how to say what it is. */
static pulma_status fail_to_recognise(const struct pulma_reader *reader,
                                      const struct pm_text *word, pulma_error *err)
{
    struct pm_text pid, odd;
    if (pm_link_pid(word, &pid))
        return pm_fail(err, PULMA_BAD_TEXT, &pid,
                       "puzz.link puzzles '%.*s' are not read, only arukone, kakuro, "
                       "nonogram, numlin, starbattle and sudoku",
                       (int)(pm_text_len(&pid) > 30 ? 30 : pm_text_len(&pid)), pid.at);
    if (is_nearly_sudoku(word, &odd))
        return odd.at
                   ? pm_fail_expected(err, &odd,
                                      "a digit or the sign for an empty cell (as a line, "
                                      "this may be a sudoku)")
                   : pm_fail(err, PULMA_BAD_TEXT, word,
                             "expected 81 characters, found %d (as a line, this may be a "
                             "sudoku)",
                             pm_text_columns(word));
    int like = pm_kind_like(word);
    if (like >= 0)
        return pm_fail_expected(err, word,
                                "the name of a kind of puzzle (did you mean %s?)",
                                pm_kinds[like]->name);
    struct pm_out likely = {0};
    list_likely(reader, &likely);
    pulma_status status =
        likely.len == 0 || likely.failed
            ? pm_fail_expected(err, &reader->text,
                               "the name of a kind of puzzle, or a known notation")
            : pm_fail(err, PULMA_BAD_TEXT, &reader->text,
                      "this may be %s: write the name of the kind on the line before, or "
                      "give --kind",
                      likely.data);
    pm_out_free(&likely);
    return status;
}

/* JSON without the name of a kind first may be that of another program. */
static bool is_foreign_json(const pulma_reader *reader, const struct pm_text *word)
{
    struct pm_text t = *word;
    pm_text_word(&t, "{");
    pm_text_blanks(&t);
    return pm_text_peek(word) == '{' && !reader->notation &&
           !pm_text_starts(&t, "\"kind\"") && guess_notation(reader).sureness >= 2;
}

/* What a wrapped puzzle turned out to be, read; positions inside it help nobody. */
static pulma_status read_inner(pulma_reader *reader, const struct pm_unwrapped *inner,
                               const struct pm_text *at, pulma_puzzle *puzzle,
                               pulma_error *err)
{
    const int kind = pulma_kind_find(inner->kind);
    if (reader->kind >= 0 && reader->kind != kind)
        return pm_fail(err, PULMA_BAD_TEXT, at,
                       "expected a puzzle of the kind %s, found %s",
                       pm_kinds[reader->kind]->name, inner->kind);
    struct pm_guess guess = {kind, 1, pm_kinds[kind]->notations, 0, false, false};
    struct pulma_reader form = {.kind = kind, .same = -1, .text = inner->text};
    pulma_status status = PULMA_OK;
    while (guess.notation && guess.notation->name &&
           strcmp(guess.notation->name, inner->notation) != 0)
        guess.notation++;
    if (strcmp(inner->notation, "pulma") == 0)
        status = read_form(&form, puzzle, err);
    else
        status = pm_read_foreign(&form.text, &guess, puzzle, err);
    puzzle->line = at->line;
    if (status && err) {
        err->line = at->line;
        err->column = at->column;
    }
    return status;
}

static pulma_status read_wrapped(pulma_reader *reader, pulma_puzzle *puzzle,
                                 pulma_error *err)
{
    struct pm_text at = reader->text, rest = at;
    struct pm_unwrapped inner;
    pm_text_blanks(&at);
    if (reader->notation)
        return PULMA_NONE;
    pulma_status status = pm_unwrap(&rest, &puzzle->arena, &inner, err);
    if (status == PULMA_NONE)
        return status;
    reader->last = (struct pm_guess){.kind = -1};
    if (!status)
        status = read_inner(reader, &inner, &at, puzzle, err);
    bool one_line = rest.line <= at.line + 1 && !pm_text_starts(&at, "SAVEFILE");
    if (status)
        reader->skip = one_line ? PM_SKIP_LINE : PM_SKIP_BLOCK;
    else
        reader->text = rest;
    return status;
}

/* A puzzle in the notation that was guessed. */
static pulma_status read_guessed(pulma_reader *reader, const struct pm_guess *guess,
                                 pulma_puzzle *puzzle, pulma_error *err)
{
    const struct pm_text *text = &reader->text;
    reader->last = *guess;
    reader->certain = guess->one_line && memchr(text->at, '\n', pm_text_len(text)) != NULL;
    reader->skip = guess->one_line ? PM_SKIP_LINE : PM_SKIP_BLOCK;
    return pm_read_foreign(&reader->text, guess, puzzle, err);
}

static pulma_status read_any(pulma_reader *reader, pulma_puzzle *puzzle, pulma_error *err)
{
    const struct pm_text word = pm_line_at(reader->text);
    bool own = reader->notation && (strcmp(reader->notation, "pulma") == 0 ||
                                    strcmp(reader->notation, "json") == 0);
    bool json = pm_text_peek(&word) == '{' && !is_foreign_json(reader, &word);
    if (own || (!reader->notation && (json || is_kind_name(&word))))
        return read_form(reader, puzzle, err);
    if (reader->same >= 0 && !may_name_kind(&word))
        return read_form(reader, puzzle, err);
    reader->same = -1;
    pulma_status status = read_wrapped(reader, puzzle, err);
    if (status != PULMA_NONE)
        return status;
    struct pm_guess guess = guess_notation(reader);
    int enough = reader->kind >= 0 || reader->notation ? 1 : 2;
    const size_t seen = pm_text_len(&reader->text);
    if (guess.sureness >= enough && guess.rivals == 0)
        return read_guessed(reader, &guess, puzzle, err);
    reader->certain = seen >= PM_MOST_TO_SNIFF;
    if (reader->notation)
        return pm_fail_expected(err, &reader->text, "a puzzle in the notation %s",
                                reader->notation);
    if (reader->kind >= 0)
        return read_form(reader, puzzle, err);
    return fail_to_recognise(reader, &word, err);
}

/* Lines that begin with # before a puzzle are comments, too, unless a notation begins so. */
static void skip_hash_lines(pulma_reader *reader)
{
    while (reader->kind < 0 && !reader->notation && pm_text_peek(&reader->text) == '#' &&
           guess_notation(reader).sureness < 2) {
        pm_text_line(&reader->text);
        pm_skip_gap(&reader->text);
    }
}

/* The names of columns over a list of puzzles ("quizzes,solutions"): words with signs between them
 * that are no puzzle, before a line that is one. */
static void skip_column_names(pulma_reader *reader)
{
    struct pm_text next = reader->text, line = pm_text_trim(pm_text_line(&next));
    bool between = false, letters = false;
    for (const char *c = line.at; c < line.end; c++) {
        letters |= (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        between |= *c == ',' || *c == ';' || *c == '\t';
        if ((unsigned char)*c < ' ' ? *c != '\t' : strchr(".|[]{}()=:/", *c) != NULL)
            return;
    }
    const int enough = reader->kind >= 0 || reader->notation ? 1 : 2;
    if (!letters || !between || guess_notation(reader).sureness >= enough)
        return;
    const struct pm_text here = reader->text;
    reader->text = next;
    const struct pm_guess guess = guess_notation(reader);
    if (!guess.one_line || guess.rivals > 0 || guess.sureness < enough)
        reader->text = here;
}

pulma_status pm_read_next(pulma_reader *reader, pulma_puzzle **result, pulma_error *err)
{
    *result = NULL;
    reader->certain = false;
    if (!reader->begun && pm_text_starts(&reader->text, "\xEF\xBB\xBF"))
        reader->text.at += 3; /* a byte order mark says nothing */
    reader->begun = true;
    *result = next_usual(reader); /* a usual line is no gap */
    if (!*result) {
        pm_skip_gap(&reader->text);
        *result = next_usual(reader);
    }
    if (*result)
        return PULMA_OK;
    skip_hash_lines(reader);
    if (reader->puzzles == 0)
        skip_column_names(reader);
    pm_reader_find(reader, &reader->text);
    if (pm_text_ended(&reader->text) && reader->puzzles > 0)
        return PULMA_NONE;
    pulma_puzzle *puzzle = pm_puzzle_new();
    if (!puzzle)
        return pm_fail_memory(err);
    const struct pm_text start = reader->text;
    reader->skip = PM_SKIP_BLOCK;
    pulma_status status = pm_text_ended(&reader->text)
                              ? pm_fail_expected(err, &reader->text, "a puzzle")
                              : read_any(reader, puzzle, err);
    if (status) {
        if (reader->skip != PM_SKIP_NOTHING)
            reader->text = start;
        pulma_puzzle_free(puzzle);
        return status;
    }
    reader->puzzles++;
    *result = puzzle;
    return PULMA_OK;
}

bool pm_begins_puzzle(const pulma_reader *reader)
{
    const struct pm_text word = pm_line_at(reader->text);
    if (!reader->notation && (pm_text_peek(&word) == '{' || is_kind_name(&word)))
        return true;
    const struct pm_guess guess = guess_notation(reader);
    return guess.one_line && guess.rivals == 0 && guess.sureness > 1;
}
