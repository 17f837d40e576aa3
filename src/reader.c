/* Reading puzzles from text: which kind and notation it is, one puzzle after another.
 *
 * A text may also come bit by bit, as from a pipe.  Then the reader sees it through a window
 * and reads a puzzle as if the text ended with the window.  What it finds counts if the cursor
 * is far enough from the window's end that more text could not change it; otherwise the reader
 * goes back, makes the window longer and reads again.  So a notation needs to know nothing of
 * windows, and a million small puzzles need the memory of a few.
 *
 * Lots are for readers with several threads.  Puzzles of one line each are only looked at, as
 * far as it takes to know that they are of the kind and notation of the one before; all others
 * are read right away, because nothing but reading tells where they end. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "notations/link.h"
#include "notations/unwrap.h"

/* Which notation of which kind a text is in; notation NULL: a form. */
struct guess {
    int kind, sureness;
    const struct pm_notation *notation;
    int rivals;    /* other kinds just as sure */
    bool one_line; /* in this notation a puzzle is a line */
};

/* Where the next puzzle is after one that cannot be read. */
enum skip {
    SKIP_NOTHING, /* at the cursor */
    SKIP_LINE,
    SKIP_BLOCK, /* after a blank line, or where something is recognised */
};

struct pulma_reader {
    struct pm_text text;
    int kind;             /* -1: each puzzle says or shows what it is */
    const char *notation; /* NULL: recognised from the content */
    bool unknown_kind;    /* the caller named one that there is not */
    int puzzles;          /* read or skipped so far */
    struct guess last;    /* of the puzzle before: a list goes on as it began */
    int same;             /* the kind whose name also holds for the next grid; -1: none */
    bool begun, failed;
    bool bad_text;  /* failed by a text that can be skipped */
    enum skip skip; /* then: how */
    bool passing;   /* it is to be skipped before anything else is read */
    bool certain;   /* what was found last does not depend on text after the window */
    /* An error that waits until the puzzles before it are given; PULMA_OK: none. */
    pulma_status kept;
    pulma_error *kept_error;
    char notation_name[32], kind_name[32];

    /* Text that comes bit by bit; pull is NULL if all of it is there from the start. */
    pulma_pull *pull;
    void *context;
    char *window; /* text.at to text.end is the part that is not read yet */
    size_t room;
    bool complete; /* the window reaches the end of the text */

    /* Positions count bytes from the start of the text. */
    const char *base; /* the first byte in view */
    uint64_t dropped; /* its position */
    uint64_t found;   /* where what was found last begins */
    int found_line;
    uint64_t given; /* the same for what was given to the caller last */
    int given_line;
    uint64_t end; /* what begins here or later is not given */
    bool more;    /* there is something there */
};

enum {
    AHEAD = 1 << 16,         /* how far past a puzzle a notation may look */
    MOST_IN_DOUBT = 1 << 26, /* with so much in view a failure is one */
    MOST_TO_SNIFF = 1 << 20, /* with so much in view what is not recognised will not be */
    MOST_IN_VIEW = 1 << 30
};

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

/* The line at the cursor without blanks at its ends and without a remark. */
static struct pm_text line_at(struct pm_text text)
{
    return pm_text_trim(pm_text_without_remark(pm_text_line(&text)));
}

static pulma_reader *new_reader(const char *kind, const char *notation)
{
    pulma_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return NULL;
    reader->kind = kind ? pulma_kind_find(kind) : -1;
    reader->same = -1;
    reader->end = UINT64_MAX;
    reader->unknown_kind = kind && reader->kind < 0;
    if (kind)
        snprintf(reader->kind_name, sizeof reader->kind_name, "%s", kind);
    if (notation) {
        snprintf(reader->notation_name, sizeof reader->notation_name, "%s", notation);
        reader->notation = reader->notation_name;
    }
    return reader;
}

pulma_reader *pulma_reader_new(const char *text, size_t len, const char *kind,
                               const char *notation)
{
    pulma_reader *reader = new_reader(kind, notation);
    if (reader) {
        reader->text = pm_text_of(text, len);
        reader->base = reader->text.at;
        reader->complete = true;
    }
    return reader;
}

pulma_reader *pulma_reader_new_stream(pulma_pull *pull, void *context, const char *kind,
                                      const char *notation)
{
    pulma_reader *reader = new_reader(kind, notation);
    if (!reader)
        return NULL;
    reader->pull = pull;
    reader->context = context;
    reader->room = (size_t)4 * AHEAD;
    reader->window = malloc(reader->room);
    if (!reader->window) {
        free(reader);
        return NULL;
    }
    reader->text = pm_text_of(reader->window, 0);
    reader->base = reader->window;
    return reader;
}

void pulma_reader_free(pulma_reader *reader)
{
    if (reader) {
        free(reader->window);
        free(reader->kept_error);
    }
    free(reader);
}

/* ---- Positions ---- */

static uint64_t position_of(const pulma_reader *reader, const struct pm_text *text)
{
    assert(reader->base <= text->at);
    return reader->dropped + (uint64_t)(text->at - reader->base);
}

static void find_here(pulma_reader *reader, const struct pm_text *text)
{
    reader->found = position_of(reader, text);
    reader->found_line = text->line;
}

static void give_found(pulma_reader *reader)
{
    reader->given = reader->found;
    reader->given_line = reader->found_line;
}

uint64_t pulma_reader_position(const pulma_reader *reader)
{
    return reader ? reader->given : 0;
}

int pulma_reader_line(const pulma_reader *reader)
{
    return reader ? reader->given_line : 0;
}

void pulma_reader_set_end(pulma_reader *reader, uint64_t end)
{
    if (reader)
        reader->end = end;
}

bool pulma_reader_has_more(const pulma_reader *reader)
{
    return reader && reader->more;
}

/* ---- One puzzle ---- */

/* Blank lines, comments and separators between puzzles. */
static void skip_gap(struct pm_text *t)
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

/* Whether a puzzle is at the cursor that can be told at once. */
static bool guess_usual(const struct pulma_reader *reader, struct guess *guess)
{
    for (int k = 0; k < pm_kind_count && !reader->notation && reader->same < 0; k++) {
        const struct pm_kind *kind = pm_kinds[k];
        if (!kind->is_usual_line || (reader->kind >= 0 && k != reader->kind) ||
            !kind->is_usual_line(&reader->text))
            continue;
        const struct pm_notation *notation = kind->notations;
        while (strcmp(notation->name, kind->line_notations[0]) != 0)
            notation++;
        *guess = (struct guess){k, 2, notation, 0, true};
        return true;
    }
    return false;
}

static struct guess guess_notation(const struct pulma_reader *reader)
{
    struct guess best = {.kind = -1};
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
                best = (struct guess){k, sureness, notation, 0, false};
            else if (sureness > 0 && sureness == best.sureness && k != best.kind)
                best.rivals++;
        }
    }
    best.one_line = best.notation && is_one_line(pm_kinds[best.kind], best.notation);
    return best;
}

/* A title is shown to people, and so commands no terminal: control characters (in UTF-8, below a blank,
 * 7F, and C2 80 to C2 9F) become question marks. */
static pulma_status take_title(pulma_puzzle *puzzle, const char *title, size_t len,
                               pulma_error *err)
{
    char *copy = pm_copy(&puzzle->arena, title, len);
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

static pulma_status read_foreign(struct pm_text *text, const struct guess *guess,
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
    skip_gap(&text);
    text.end = reader->text.end;
    for (; notation && notation->name; notation++) {
        struct pm_text rest = text;
        const struct guess guess = {puzzle->kind, 1, notation, 0,
                                    is_one_line(kind, notation)};
        if (notation->sniff(&text) > 0 &&
            read_foreign(&rest, &guess, puzzle, NULL) == PULMA_OK) {
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
    reader->certain = pm_text_len(&reader->text) >= AHEAD;
    if (status)
        return status;
    reader->skip = SKIP_NOTHING;
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
        return pm_fail_expected(err, &form.start,
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

/* A line of digits and signs for empty cells, as a sudoku is one of 81: somebody lost some. */
static bool is_nearly_sudoku(const struct pm_text *line)
{
    for (const char *c = line->at; c < line->end; c++)
        if (!strchr("0123456789.-_*xX", *c) || !*c)
            return false;
    size_t len = pm_text_len(line);
    return len > 70 && len < 90;
}

/* What cannot be recognised says what it seems to be, and how to say what it is. */
static pulma_status fail_to_recognise(const struct pulma_reader *reader,
                                      const struct pm_text *word, pulma_error *err)
{
    struct pm_text pid;
    if (pm_link_pid(word, &pid))
        return pm_fail(err, PULMA_BAD_TEXT, &pid,
                       "puzz.link puzzles '%.*s' are not read, only arukone, kakuro, "
                       "nonogram, numlin, starbattle and sudoku",
                       (int)(pm_text_len(&pid) > 30 ? 30 : pm_text_len(&pid)), pid.at);
    if (is_nearly_sudoku(word))
        return pm_fail(err, PULMA_BAD_TEXT, word,
                       "expected 81 characters, found %d (as a line, this may be a sudoku)",
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
    struct guess guess = {kind, 1, pm_kinds[kind]->notations, 0, false};
    struct pulma_reader form = {.kind = kind, .same = -1, .text = inner->text};
    pulma_status status = PULMA_OK;
    while (guess.notation && guess.notation->name &&
           strcmp(guess.notation->name, inner->notation) != 0)
        guess.notation++;
    if (strcmp(inner->notation, "pulma") == 0)
        status = read_form(&form, puzzle, err);
    else
        status = read_foreign(&form.text, &guess, puzzle, err);
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
    reader->last = (struct guess){.kind = -1};
    if (!status)
        status = read_inner(reader, &inner, &at, puzzle, err);
    bool one_line = rest.line <= at.line + 1 && !pm_text_starts(&at, "SAVEFILE");
    if (status)
        reader->skip = one_line ? SKIP_LINE : SKIP_BLOCK;
    else
        reader->text = rest;
    return status;
}

/* A puzzle in the notation that was guessed. */
static pulma_status read_guessed(pulma_reader *reader, const struct guess *guess,
                                 pulma_puzzle *puzzle, pulma_error *err)
{
    const struct pm_text *text = &reader->text;
    reader->last = *guess;
    reader->certain = guess->one_line && memchr(text->at, '\n', pm_text_len(text)) != NULL;
    reader->skip = guess->one_line ? SKIP_LINE : SKIP_BLOCK;
    return read_foreign(&reader->text, guess, puzzle, err);
}

static pulma_status read_any(pulma_reader *reader, pulma_puzzle *puzzle, pulma_error *err)
{
    const struct pm_text word = line_at(reader->text);
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
    struct guess guess = guess_notation(reader);
    reader->last = guess;
    int enough = reader->kind >= 0 || reader->notation ? 1 : 2;
    const size_t seen = pm_text_len(&reader->text);
    if (guess.sureness >= enough && guess.rivals == 0)
        return read_guessed(reader, &guess, puzzle, err);
    reader->certain = seen >= MOST_TO_SNIFF;
    if (reader->notation)
        return pm_fail_expected(err, &reader->text, "a puzzle in the notation %s",
                                reader->notation);
    if (reader->kind >= 0)
        return read_form(reader, puzzle, err);
    return fail_to_recognise(reader, &word, err);
}

static pulma_puzzle *new_puzzle(void)
{
    pulma_puzzle *puzzle = calloc(1, sizeof *puzzle);
    if (!puzzle)
        return NULL;
    pm_arena_init(&puzzle->arena, 0);
    puzzle->title = "";
    return puzzle;
}

/* Lines that begin with # before a puzzle are comments, too, unless a notation begins so. */
static void skip_hash_lines(pulma_reader *reader)
{
    while (reader->kind < 0 && !reader->notation && pm_text_peek(&reader->text) == '#' &&
           guess_notation(reader).sureness < 2) {
        pm_text_line(&reader->text);
        skip_gap(&reader->text);
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
    const struct guess guess = guess_notation(reader);
    if (!guess.one_line || guess.rivals > 0 || guess.sureness < enough)
        reader->text = here;
}

/* The next puzzle of the text that is in view. */
static pulma_status read_next(pulma_reader *reader, pulma_puzzle **result, pulma_error *err)
{
    *result = NULL;
    reader->certain = false;
    if (!reader->begun && pm_text_starts(&reader->text, "\xEF\xBB\xBF"))
        reader->text.at += 3; /* a byte order mark says nothing */
    reader->begun = true;
    skip_gap(&reader->text);
    struct guess usual;
    const bool at_once = guess_usual(reader, &usual);
    if (!at_once)
        skip_hash_lines(reader);
    if (!at_once && reader->puzzles == 0)
        skip_column_names(reader);
    find_here(reader, &reader->text);
    if (pm_text_ended(&reader->text) && reader->puzzles > 0)
        return PULMA_NONE;
    pulma_puzzle *puzzle = new_puzzle();
    if (!puzzle)
        return pm_fail_memory(err);
    const struct pm_text start = reader->text;
    reader->skip = SKIP_BLOCK;
    pulma_status status = at_once ? read_guessed(reader, &usual, puzzle, err)
                          : pm_text_ended(&reader->text)
                              ? pm_fail_expected(err, &reader->text, "a puzzle")
                              : read_any(reader, puzzle, err);
    if (status) {
        if (reader->skip != SKIP_NOTHING)
            reader->text = start;
        pulma_puzzle_free(puzzle);
        return status;
    }
    reader->puzzles++;
    *result = puzzle;
    return PULMA_OK;
}

/* ---- The window ---- */

/* Makes room for `wanted` unread bytes in all: moves them to the window's start if they do not
 * fit as they stand, into a longer one if they do not fit at all. */
static pulma_status make_room(pulma_reader *reader, size_t wanted, pulma_error *err)
{
    struct pm_text *text = &reader->text;
    size_t unread = pm_text_len(text);
    assert(reader->window <= text->at && text->end <= reader->window + reader->room);
    if (wanted > MOST_IN_VIEW)
        return pm_fail(err, PULMA_BAD_TEXT, text, "a puzzle may be at most 1 GiB long");
    if ((size_t)(text->at - reader->window) + wanted <= reader->room)
        return PULMA_OK;
    reader->dropped += (uint64_t)(text->at - reader->window);
    memmove(reader->window, text->at, unread);
    if (wanted > reader->room) {
        char *longer = realloc(reader->window, wanted);
        if (!longer)
            return pm_fail_memory(err);
        reader->window = longer;
        reader->base = longer;
        reader->room = wanted;
    }
    text->at = reader->window;
    text->end = reader->window + unread;
    return PULMA_OK;
}

/* Pulls until this many unread bytes are in view, or all there are. */
static pulma_status stock_up(pulma_reader *reader, size_t wanted, pulma_error *err)
{
    if (reader->complete || pm_text_len(&reader->text) >= wanted)
        return PULMA_OK;
    pulma_status status = make_room(reader, wanted, err);
    while (!status && !reader->complete && pm_text_len(&reader->text) < wanted) {
        size_t used = (size_t)(reader->text.end - reader->window), got = 0;
        status = reader->pull(reader->context, reader->window + used, reader->room - used,
                              &got, err);
        assert(got <= reader->room - used);
        reader->complete = !status && got == 0;
        reader->text.end += got;
    }
    return status;
}

/* Whether more text could not have changed what was found with `seen` bytes in view. */
static bool is_sure(const pulma_reader *reader, pulma_status status, size_t seen)
{
    return reader->complete || reader->certain ||
           (status == PULMA_OK ? pm_text_len(&reader->text) >= AHEAD
                               : seen >= MOST_IN_DOUBT);
}

/* ---- Going on after what cannot be read ---- */

/* Moves past the line at the cursor; false: its end is that of the text, or too far away for a
 * line of any puzzle. */
static bool pass_line(pulma_reader *reader)
{
    struct pm_text *text = &reader->text;
    for (size_t passed = 0; passed < MOST_TO_SNIFF;) {
        if (!pm_text_ended(text) && memchr(text->at, '\n', pm_text_len(text))) {
            pm_text_line(text);
            return true;
        }
        passed += pm_text_len(text);
        text->at = text->end;
        if (reader->complete || stock_up(reader, AHEAD, NULL))
            return false;
    }
    return false;
}

/* Whether a puzzle begins here for sure. */
static bool begins_puzzle(const pulma_reader *reader)
{
    const struct pm_text word = line_at(reader->text);
    if (!reader->notation && (pm_text_peek(&word) == '{' || is_kind_name(&word)))
        return true;
    struct guess guess = guess_notation(reader);
    return guess.one_line && guess.rivals == 0 && guess.sureness > 1;
}

/* Moves to where the next puzzle may begin; false: nowhere. */
static bool pass_bad_text(pulma_reader *reader)
{
    reader->passing = false;
    bool more = reader->skip == SKIP_NOTHING || pass_line(reader), blank = false;
    while (more && reader->skip == SKIP_BLOCK && !blank) {
        if (stock_up(reader, AHEAD, NULL))
            return false;
        const struct pm_text line = line_at(reader->text);
        blank = pm_text_ended(&line);
        if (!blank && begins_puzzle(reader))
            break;
        more = pass_line(reader);
    }
    return more;
}

/* Only notes it: the text that would have to be read may not be there yet, and the error should be
 * told before anybody waits for it. */
bool pulma_reader_skip(pulma_reader *reader)
{
    if (!reader || !reader->failed || !reader->bad_text)
        return false;
    free(reader->kept_error);
    reader->kept_error = NULL;
    reader->kept = PULMA_OK;
    reader->puzzles++;
    reader->failed = false;
    reader->passing = true;
    return true;
}

/* What was found is somebody else's. */
static pulma_status stop_at_end(pulma_reader *reader, pulma_puzzle **result,
                                pulma_error *err)
{
    pulma_puzzle_free(*result);
    *result = NULL;
    pm_error_clear(err);
    reader->more = true;
    assert(reader->failed);
    return PULMA_NONE;
}

static pulma_status next_puzzle(pulma_reader *reader, pulma_puzzle **result,
                                pulma_error *err)
{
    *result = NULL;
    if (reader->failed || (reader->passing && !pass_bad_text(reader)))
        return PULMA_NONE;
    reader->failed = true; /* unless it turns out well */
    reader->bad_text = false;
    if (reader->unknown_kind)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no kind of puzzle '%s'",
                       reader->kind_name);
    if (reader->kept) {
        reader->bad_text = reader->kept == PULMA_BAD_TEXT;
        if (err && reader->kept_error)
            *err = *reader->kept_error;
        return reader->kept;
    }
    for (size_t wanted = (size_t)2 * AHEAD;; wanted *= 2) {
        pulma_status status = stock_up(reader, wanted, err);
        if (status)
            return status;
        const struct pulma_reader start = *reader;
        size_t seen = pm_text_len(&reader->text);
        status = read_next(reader, result, err);
        if (is_sure(reader, status, seen)) {
            if (reader->found >= reader->end && status != PULMA_NONE)
                return stop_at_end(reader, result, err);
            reader->failed = status != PULMA_OK;
            reader->bad_text = status == PULMA_BAD_TEXT;
            return status;
        }
        pulma_puzzle_free(*result);
        *result = NULL;
        *reader = start;
        if (seen > wanted)
            wanted = seen;
    }
}

pulma_status pulma_reader_next(pulma_reader *reader, pulma_puzzle **result,
                               pulma_error *err)
{
    *result = NULL;
    pm_error_clear(err);
    if (!reader)
        return pm_fail_null(err, "the reader");
    pulma_status status = next_puzzle(reader, result, err);
    assert((status == PULMA_OK) == (*result != NULL));
    give_found(reader);
    return pm_done(err, status, PULMA_TEXT_PUZZLE);
}

/* ---- Lots ---- */

struct pulma_lot {
    int count, room;
    /* Puzzles that are read; NULL: lines that are not. */
    pulma_puzzle **read;
    struct guess guess; /* of all lines; without a notation: they are forms, see below */
    struct pm_text
        *lines; /* where they begin; in `text`, which ends with the last of them */
    char *text;
};

static pulma_lot *new_lot(int most)
{
    pulma_lot *lot = calloc(1, sizeof *lot);
    if (!lot)
        return NULL;
    lot->room = most > 1 ? most : 1;
    return lot;
}

void pulma_lot_free(pulma_lot *lot)
{
    if (!lot)
        return;
    for (int i = 0; i < lot->count && lot->read; i++)
        pulma_puzzle_free(lot->read[i]);
    free(lot->read);
    free(lot->lines);
    free(lot->text);
    free(lot);
}

int pulma_lot_count(const pulma_lot *lot)
{
    return lot ? lot->count : 0;
}

/* A puzzle that was read elsewhere and came here as pulma writes it. */
static pulma_status take_form(const struct pm_text *text, pulma_puzzle **puzzle,
                              pulma_error *err)
{
    pulma_status status = pulma_puzzle_read(NULL, text->at, pm_text_len(text), puzzle, err);
    if (*puzzle)
        (*puzzle)->line = text->line;
    return status;
}

pulma_status pulma_lot_take(pulma_lot *lot, int index, pulma_puzzle **puzzle,
                            pulma_error *err)
{
    *puzzle = NULL;
    pm_error_clear(err);
    if (index < 0 || index >= pulma_lot_count(lot))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no puzzle %d in this lot",
                       index);
    if (lot->read) {
        *puzzle = lot->read[index];
        lot->read[index] = NULL;
        return PULMA_OK;
    }
    struct pm_text text = lot->lines[index];
    if (!lot->guess.notation)
        return take_form(&text, puzzle, err);
    *puzzle = new_puzzle();
    if (!*puzzle)
        return pm_fail_memory(err);
    pulma_status status = read_foreign(&text, &lot->guess, *puzzle, err);
    if (status) {
        pulma_puzzle_free(*puzzle);
        *puzzle = NULL;
    }
    return pm_done(err, status, PULMA_TEXT_PUZZLE);
}

/* Whether the puzzle at the cursor is a line like the puzzle before, all of it in view: then the
 * cursor moves past it, and `*start` is where it begins. */
static bool find_line(pulma_reader *reader, struct pm_text *start)
{
    struct pm_text *text = &reader->text, gap = *text;
    const struct guess *last = &reader->last;
    skip_gap(&gap);
    struct pm_text next = gap, line = pm_text_line(&next), word = pm_text_trim(line);
    if (pm_text_ended(&gap) || (next.at == line.end && !reader->complete) ||
        position_of(reader, &gap) >= reader->end)
        return false;
    bool form = !reader->notation && (pm_text_peek(&word) == '{' || is_kind_name(&word));
    if (form || last->notation->sniff(&gap) != last->sureness)
        return false;
    *start = gap;
    *text = next;
    find_here(reader, &gap);
    reader->puzzles++;
    return true;
}

/* Finds lines, as many as there is room for.  Their text is copied: the window moves on. */
static pulma_status find_lines(pulma_reader *reader, pulma_lot *lot, pulma_error *err)
{
    const struct guess *last = &reader->last;
    if (reader->failed || reader->kept || reader->passing || !last->one_line ||
        last->rivals > 0)
        return PULMA_OK;
    pulma_status status = stock_up(reader, (size_t)2 * AHEAD, err);
    if (status)
        return status;
    lot->lines = malloc((size_t)lot->room * sizeof *lot->lines);
    if (!lot->lines)
        return pm_fail_memory(err);
    while (lot->count < lot->room && find_line(reader, &lot->lines[lot->count])) {
        if (lot->count++ == 0)
            give_found(reader);
    }
    if (lot->count == 0)
        return PULMA_OK;
    const char *from = lot->lines[0].at;
    const size_t len = (size_t)(reader->text.at - from);
    lot->guess = *last;
    lot->text = malloc(len);
    if (!lot->text)
        return pm_fail_memory(err);
    memcpy(lot->text, from, len);
    for (int i = 0; i < lot->count; i++) {
        lot->lines[i].at = lot->text + (lot->lines[i].at - from);
        lot->lines[i].end = lot->text + len;
    }
    return PULMA_OK;
}

/* Reads puzzles, as many as there is room for, unless the rest can be found as lines. */
static pulma_status read_lot(pulma_reader *reader, pulma_lot *lot, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    pulma_error late = {.status = PULMA_OK}; /* after the first one */
    lot->read = calloc((size_t)lot->room, sizeof(pulma_puzzle *));
    if (!lot->read)
        return pm_fail_memory(err);
    do {
        status = next_puzzle(reader, &lot->read[lot->count], lot->count == 0 ? err : &late);
        if (lot->count == 0)
            give_found(reader);
        lot->count += status == PULMA_OK;
    } while (status == PULMA_OK && lot->count < lot->room && !reader->last.one_line);
    if (lot->count == 0 || status == PULMA_OK)
        return status;
    reader->kept = status;
    reader->kept_error = malloc(sizeof late);
    if (!reader->kept_error)
        return pm_fail_memory(err);
    *reader->kept_error = late;
    pm_done(reader->kept_error, status, PULMA_TEXT_PUZZLE);
    reader->failed = false; /* not yet */
    return PULMA_OK;
}

pulma_status pulma_reader_next_lot(pulma_reader *reader, int most, pulma_lot **result,
                                   pulma_error *err)
{
    *result = NULL;
    pm_error_clear(err);
    if (!reader)
        return pm_fail_null(err, "the reader");
    pulma_lot *lot = *result = new_lot(most);
    if (!lot)
        return pm_fail_memory(err);
    pulma_status status = find_lines(reader, lot, err);
    reader->failed |= status != PULMA_OK;
    if (!status && lot->count == 0)
        status = read_lot(reader, lot, err);
    if (status) {
        pulma_lot_free(lot);
        *result = NULL;
    }
    return pm_done(err, status, PULMA_TEXT_PUZZLE);
}

/* ---- Elsewhere in the text ---- */

/* Whether the lines up to the position `from` are puzzles like the one before, one at least; then the
 * cursor is behind them. */
static bool pass_lines(pulma_reader *reader, uint64_t from)
{
    struct pm_text start;
    bool any = false;
    for (;;) {
        if (stock_up(reader, (size_t)2 * AHEAD, NULL))
            return false;
        struct pm_text gap = reader->text;
        skip_gap(&gap);
        if (pm_text_ended(&gap) || position_of(reader, &gap) >= from)
            return any;
        if (!find_line(reader, &start))
            return false;
        any = true;
    }
}

bool pulma_reader_jump(pulma_reader *reader, uint64_t before, uint64_t from)
{
    if (!reader || !reader->pull || reader->failed || reader->kept || reader->passing ||
        !reader->last.one_line || reader->last.rivals > 0 || reader->same >= 0 ||
        before > from)
        return false;
    reader->text = pm_text_of(reader->window, 0);
    reader->dropped = before;
    reader->complete = false;
    reader->failed = true; /* unless it turns out well */
    if (!pass_line(reader) || !pass_lines(reader, from))
        return false;
    reader->text.line = 1;
    reader->failed = false;
    return true;
}

pulma_status pulma_puzzle_read(const char *kind, const char *text, size_t len,
                               pulma_puzzle **puzzle, pulma_error *err)
{
    *puzzle = NULL;
    pm_error_clear(err);
    if (!text)
        return pm_fail_null(err, "the text");
    pulma_reader *reader = pulma_reader_new(text, len, kind, NULL);
    if (!reader)
        return pm_fail_memory(err);
    pulma_status status = pulma_reader_next(reader, puzzle, err);
    if (!status) {
        skip_gap(&reader->text);
        if (!pm_text_ended(&reader->text))
            status =
                pm_fail_expected(err, &reader->text, "one puzzle and nothing after it");
    }
    if (status) {
        pulma_puzzle_free(*puzzle);
        *puzzle = NULL;
    }
    pulma_reader_free(reader);
    return pm_done(err, status, PULMA_TEXT_PUZZLE);
}

/* ---- Lots as bytes ----
 *
 * Numbers are four bytes, the lowest first: kind, notation (its number, -1: forms), puzzles, and of
 * each its line and where its text begins; then where the last ends, and the texts. */

static void put_number(struct pm_out *out, int number)
{
    const uint32_t n = (uint32_t)number;
    const char bytes[] = {(char)n, (char)(n >> 8), (char)(n >> 16), (char)(n >> 24)};
    pm_out_bytes(out, bytes, sizeof bytes);
}

/* The next number; false: there is none. */
static bool get_number(const char **at, const char *end, int *number)
{
    uint32_t n = 0;
    if (end - *at < 4)
        return false;
    for (int i = 3; i >= 0; i--)
        n = n << 8 | (unsigned char)(*at)[i];
    *at += 4;
    *number = (int)n;
    return true;
}

static int notation_number(const struct guess *guess)
{
    const struct pm_notation *first =
        guess->notation ? pm_kinds[guess->kind]->notations : NULL;
    return first ? (int)(guess->notation - first) : -1;
}

/* What is packed: puzzles of a lot, and where the text of each begins. */
struct packing {
    const pulma_lot *lot;
    int from, to;
    int *begin;
    struct pm_out texts;
};

/* What stands before the texts. */
static void pack_head(const struct packing *p, struct pm_out *out)
{
    const pulma_lot *lot = p->lot;
    put_number(out, lot->read ? 0 : lot->guess.kind);
    put_number(out, lot->read ? -1 : notation_number(&lot->guess));
    put_number(out, p->to - p->from);
    for (int i = p->from; i < p->to; i++) {
        put_number(out, lot->read ? lot->read[i]->line : lot->lines[i].line);
        put_number(out, p->begin[i - p->from]);
    }
    put_number(out, p->begin[p->to - p->from]);
}

static pulma_status pack_text(struct packing *p, int index, pulma_error *err)
{
    const pulma_lot *lot = p->lot;
    char *text = NULL;
    pulma_status status = PULMA_OK;
    if (lot->read) {
        status = pulma_puzzle_write(lot->read[index], "pulma", &text, err);
        pm_out_text(&p->texts, text ? text : "");
        pulma_free(text);
    } else {
        const struct pm_text *line = &lot->lines[index];
        const char *end = index + 1 < lot->count ? line[1].at : line->end;
        pm_out_bytes(&p->texts, line->at, (size_t)(end - line->at));
    }
    if (!status && p->texts.len > MOST_IN_VIEW)
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL, "the lot is too long");
    return status;
}

static bool can_pack(const pulma_lot *lot, int from, int to)
{
    bool good = lot && 0 <= from && from < to && to <= lot->count;
    for (int i = from; good && lot->read && i < to; i++)
        good = lot->read[i] != NULL;
    return good;
}

pulma_status pulma_lot_pack(const pulma_lot *lot, int from, int to, char **bytes,
                            size_t *len, pulma_error *err)
{
    struct pm_out out = {0};
    struct packing p = {lot, from, to, NULL, {0}};
    *bytes = NULL;
    *len = 0;
    pm_error_clear(err);
    if (!can_pack(lot, from, to))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there are no such puzzles in this lot");
    p.begin = calloc((size_t)(to - from) + 1, sizeof *p.begin);
    pulma_status status = p.begin ? PULMA_OK : PULMA_NO_MEMORY;
    for (int i = from; i < to && !status; i++) {
        status = pack_text(&p, i, err);
        p.begin[i + 1 - from] = (int)p.texts.len;
    }
    if (!status) {
        pack_head(&p, &out);
        pm_out_bytes(&out, p.texts.data ? p.texts.data : "", p.texts.len);
    }
    free(p.begin);
    if (!status && (out.failed || p.texts.failed))
        status = PULMA_NO_MEMORY;
    pm_out_free(&p.texts);
    if (!status)
        return pm_out_give(&out, bytes, len, err);
    pm_out_free(&out);
    return pm_done(err, status, PULMA_TEXT_NONE);
}

/* The kind and the notation of a packed lot; false: there are none such. */
static bool unpack_guess(const char **at, const char *end, struct guess *guess)
{
    int number;
    *guess = (struct guess){.sureness = 1};
    if (!get_number(at, end, &guess->kind) || !get_number(at, end, &number) ||
        guess->kind < 0 || guess->kind >= pm_kind_count)
        return false;
    const struct pm_notation *notation = pm_kinds[guess->kind]->notations;
    for (int i = 0; number >= 0 && i < number && notation && notation->name; i++)
        notation++;
    guess->notation = number < 0 ? NULL : notation;
    return number < 0 || (notation && notation->name);
}

/* Where the texts are; false: not there. */
static bool unpack_lines(const char *at, const char *end, pulma_lot *lot)
{
    int begin = 0, last = 0;
    const char *texts = at + 8 * (size_t)lot->count + 4;
    if ((size_t)(end - at) < 8 * (size_t)lot->count + 4)
        return false;
    lot->text = malloc((size_t)(end - texts) + 1);
    lot->lines = calloc((size_t)lot->count, sizeof *lot->lines);
    if (!lot->text || !lot->lines)
        return false;
    memcpy(lot->text, texts, (size_t)(end - texts));
    for (int i = 0; i < lot->count; i++) {
        get_number(&at, end, &lot->lines[i].line);
        get_number(&at, end, &begin);
        if (begin < last || begin > end - texts)
            return false;
        lot->lines[i].at = lot->text + begin;
        lot->lines[i].column = 1;
        if (i > 0)
            lot->lines[i - 1].end = lot->lines[i].at;
        last = begin;
    }
    get_number(&at, end, &last);
    lot->lines[lot->count - 1].end = lot->text + last;
    return last >= begin && last == end - texts;
}

pulma_status pulma_lot_unpack(const char *bytes, size_t len, pulma_lot **result,
                              pulma_error *err)
{
    *result = NULL;
    pm_error_clear(err);
    if (!bytes)
        return pm_fail_null(err, "the bytes");
    pulma_lot *lot = new_lot(1);
    if (!lot)
        return pm_fail_memory(err);
    const char *at = bytes, *end = bytes + len;
    if (unpack_guess(&at, end, &lot->guess) && get_number(&at, end, &lot->count) &&
        lot->count > 0 && (size_t)lot->count <= len && unpack_lines(at, end, lot)) {
        *result = lot;
        return PULMA_OK;
    }
    pulma_lot_free(lot);
    return pm_fail(err, PULMA_BAD_TEXT, NULL, "these bytes are no lot of puzzles");
}
