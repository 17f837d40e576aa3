/* The public functions about kinds, puzzles, answers and pictures.  Jobs are in job.c, models
 * in model.c, generation in wish.c.  These are the only files that see both puzzles and
 * solvers. */
#include "pulma/pulma.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"

/* ---- Statuses -------------------------------------------------------------------- */

const char *pulma_status_text(pulma_status status)
{
    static const char *const words[] = {
#define WORDS(name, text) [PULMA_##name] = text,
        PULMA_STATUS_LIST(WORDS)
#undef WORDS
    };
    bool known = (size_t)status < sizeof words / sizeof *words;
    return known ? words[status] : "unknown status";
}

const char *pulma_version(void)
{
    return PULMA_VERSION;
}

void pulma_free(void *memory)
{
    free(memory);
}

/* ---- Kinds ------------------------------------------------------------------------ */

int pulma_kind_count(void)
{
    return pm_kind_count;
}

int pulma_kind_find(const char *name)
{
    for (int i = 0; i < pm_kind_count; i++)
        if (strcmp(pm_kinds[i]->name, name) == 0)
            return i;
    return -1;
}

static const struct pm_kind *kind_at(int kind)
{
    assert(0 <= kind && kind < pm_kind_count);
    return pm_kinds[kind];
}

const char *pulma_kind_name(int kind)
{
    return kind_at(kind)->name;
}

const char *pulma_kind_title(int kind)
{
    return kind_at(kind)->title;
}

const char *pulma_kind_rules(int kind)
{
    return kind_at(kind)->rules;
}

bool pulma_kind_can_generate(int kind)
{
    return kind_at(kind)->invent != NULL;
}

bool pulma_kind_has_objective(int kind)
{
    return kind_at(kind)->cost != NULL;
}

const char *pulma_kind_options(int kind)
{
    return kind_at(kind)->options ? kind_at(kind)->options : "";
}

int pulma_notation_count(int kind)
{
    const struct pm_notation *all = kind_at(kind)->notations;
    int n = 0;
    while (all && all[n].name)
        n++;
    return n;
}

static const struct pm_notation *notation_at(int kind, int notation)
{
    assert(0 <= notation && notation < pulma_notation_count(kind));
    return &kind_at(kind)->notations[notation];
}

const char *pulma_notation_name(int kind, int notation)
{
    return notation_at(kind, notation)->name;
}

const char *pulma_notation_title(int kind, int notation)
{
    return notation_at(kind, notation)->title;
}

bool pulma_notation_can_write(int kind, int notation)
{
    return notation_at(kind, notation)->write != NULL;
}

/* ---- Reading ------------------------------------------------------------------------ */

/* Which notation of which kind a text is in; notation NULL: a form. */
struct guess {
    int kind, sureness;
    const struct pm_notation *notation;
    int rivals; /* other kinds just as sure */
};

struct pulma_reader {
    struct pm_text text;
    int kind;             /* -1: each puzzle says or shows what it is */
    const char *notation; /* NULL: recognised from the content */
    bool unknown_kind;    /* the caller named one that there is not */
    int puzzles;          /* read so far */
    struct guess last;    /* of the puzzle before: a list goes on as it began */
    bool failed;
    char notation_name[32], kind_name[32];
};

static bool is_kind_name(const struct pm_text *word)
{
    for (int i = 0; i < pm_kind_count; i++)
        if (pm_text_is(word, pm_kinds[i]->name))
            return true;
    return false;
}

pulma_reader *pulma_reader_new(const char *text, size_t len, const char *kind,
                               const char *notation)
{
    pulma_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return NULL;
    reader->text = pm_text_of(text, len);
    if (pm_text_starts(&reader->text, "\xEF\xBB\xBF"))
        reader->text.at += 3; /* a byte order mark says nothing */
    reader->kind = kind ? pulma_kind_find(kind) : -1;
    reader->unknown_kind = kind && reader->kind < 0;
    if (kind)
        snprintf(reader->kind_name, sizeof reader->kind_name, "%s", kind);
    if (notation) {
        snprintf(reader->notation_name, sizeof reader->notation_name, "%s", notation);
        reader->notation = reader->notation_name;
    }
    return reader;
}

void pulma_reader_free(pulma_reader *reader)
{
    free(reader);
}

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

static struct guess guess_notation(const struct pulma_reader *reader)
{
    struct guess best = {-1, 0, NULL, 0};
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
                best = (struct guess){k, sureness, notation, 0};
            else if (sureness > 0 && sureness == best.sureness && k != best.kind)
                best.rivals++;
        }
    }
    return best;
}

static pulma_status read_form(pulma_reader *reader, pulma_puzzle *puzzle, pulma_error *err)
{
    struct pm_form form;
    pulma_status status = pm_form_read(&reader->text, is_kind_name, &puzzle->arena, &form, err);
    if (status)
        return status;
    int kind = reader->kind;
    if (form.kind.at != form.kind.end) {
        kind = -1;
        for (int i = 0; i < pm_kind_count && kind < 0; i++)
            if (pm_text_is(&form.kind, pm_kinds[i]->name))
                kind = i;
        if (kind < 0)
            return pm_fail_expected(err, &form.kind, "the name of a kind of puzzle");
        if (reader->kind >= 0 && kind != reader->kind)
            return pm_fail_expected(err, &form.kind, "a puzzle of the kind %s",
                                    pm_kinds[reader->kind]->name);
    }
    if (kind < 0)
        return pm_fail_expected(err, &form.start,
                                "the name of a kind of puzzle on the first line");
    void *data = NULL;
    puzzle->kind = kind;
    puzzle->line = form.start.line;
    status = pm_kinds[kind]->read(&form, &puzzle->arena, &data, err);
    if (!status)
        status = pm_form_done(&form, err);
    puzzle->data = data;
    struct pm_text title;
    if (!status && pm_form_value(&form, "title", &title)) {
        puzzle->title = pm_copy(&puzzle->arena, title.at, pm_text_len(&title));
        if (!puzzle->title)
            status = pm_fail_memory(err);
    }
    return status;
}

static pulma_status read_foreign(pulma_reader *reader, const struct guess *guess,
                                 pulma_puzzle *puzzle, pulma_error *err)
{
    const struct pm_text start = reader->text;
    void *data = NULL;
    const char *title = "";
    pulma_status status =
        guess->notation->read(&reader->text, &puzzle->arena, &data, &title, err);
    if (status) {
        if (err && status == PULMA_BAD_TEXT) { /* say what we took it for */
            size_t len = strlen(err->message);
            snprintf(err->message + len, sizeof err->message - len, " (read as %s, %s)",
                     pm_kinds[guess->kind]->name, guess->notation->name);
        }
        return status;
    }
    assert(reader->text.at > start.at);
    puzzle->kind = guess->kind;
    puzzle->line = start.line;
    puzzle->data = data;
    puzzle->title = title;
    return PULMA_OK;
}

static pulma_status read_any(pulma_reader *reader, pulma_puzzle *puzzle, pulma_error *err)
{
    struct pm_text probe = reader->text, word = pm_text_trim(pm_text_line(&probe));
    bool own = reader->notation && (strcmp(reader->notation, "pulma") == 0 ||
                                    strcmp(reader->notation, "json") == 0);
    if (own || (!reader->notation && (pm_text_peek(&word) == '{' || is_kind_name(&word))))
        return read_form(reader, puzzle, err);
    struct guess guess = guess_notation(reader);
    reader->last = guess;
    int enough = reader->kind >= 0 || reader->notation ? 1 : 2;
    if (guess.sureness >= enough && guess.rivals == 0)
        return read_foreign(reader, &guess, puzzle, err);
    if (reader->notation)
        return pm_fail_expected(err, &reader->text, "a puzzle in the notation %s",
                                reader->notation);
    if (reader->kind >= 0)
        return read_form(reader, puzzle, err);
    if (guess.sureness > 0)
        return pm_fail(err, PULMA_BAD_TEXT, &reader->text,
                       "several kinds of puzzle look like this (%s is one): expected the name "
                       "of the kind on the line before",
                       pm_kinds[guess.kind]->name);
    return pm_fail_expected(err, &reader->text,
                            "the name of a kind of puzzle, or a notation that is known here");
}

pulma_status pulma_reader_next(pulma_reader *reader, pulma_puzzle **result, pulma_error *err)
{
    *result = NULL;
    if (reader->failed)
        return PULMA_NONE;
    if (reader->unknown_kind) {
        reader->failed = true;
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no kind of puzzle '%s'",
                       reader->kind_name);
    }
    skip_gap(&reader->text);
    if (pm_text_ended(&reader->text) && reader->puzzles > 0)
        return PULMA_NONE;
    pulma_puzzle *puzzle = calloc(1, sizeof *puzzle);
    pulma_status status = PULMA_OK;
    if (!puzzle) {
        status = pm_fail_memory(err);
    } else {
        pm_arena_init(&puzzle->arena, 0);
        puzzle->title = "";
        status = pm_text_ended(&reader->text)
                     ? pm_fail_expected(err, &reader->text, "a puzzle")
                     : read_any(reader, puzzle, err);
    }
    if (status) {
        reader->failed = true;
        pulma_puzzle_free(puzzle);
        return status;
    }
    reader->puzzles++;
    *result = puzzle;
    return PULMA_OK;
}

pulma_status pulma_puzzle_read(const char *kind, const char *text, size_t len,
                               pulma_puzzle **puzzle, pulma_error *err)
{
    *puzzle = NULL;
    pulma_reader *reader = pulma_reader_new(text, len, kind, NULL);
    if (!reader)
        return pm_fail_memory(err);
    pulma_status status = pulma_reader_next(reader, puzzle, err);
    if (!status) {
        skip_gap(&reader->text);
        if (!pm_text_ended(&reader->text))
            status = pm_fail_expected(err, &reader->text, "one puzzle and nothing behind it");
    }
    if (status) {
        pulma_puzzle_free(*puzzle);
        *puzzle = NULL;
    }
    pulma_reader_free(reader);
    return status;
}

void pulma_puzzle_free(pulma_puzzle *puzzle)
{
    if (!puzzle)
        return;
    pm_arena_free(&puzzle->arena);
    free(puzzle);
}

/* ---- Puzzles ------------------------------------------------------------------------ */

int pulma_puzzle_kind(const pulma_puzzle *puzzle)
{
    return puzzle->kind;
}

const char *pulma_puzzle_title(const pulma_puzzle *puzzle)
{
    return puzzle->title;
}

int pulma_puzzle_line(const pulma_puzzle *puzzle)
{
    return puzzle->line;
}

int pulma_puzzle_places(const pulma_puzzle *puzzle)
{
    return pm_kind_of(puzzle)->places(puzzle->data);
}

void pulma_puzzle_range(const pulma_puzzle *puzzle, int place, int *min, int *max)
{
    struct pm_range range = pm_kind_of(puzzle)->values(puzzle->data, place);
    *min = range.min;
    *max = range.max;
}

struct pm_range *pm_puzzle_ranges(const struct pulma_puzzle *puzzle, struct pm_arena *arena)
{
    int n = pulma_puzzle_places(puzzle);
    struct pm_range *ranges = pm_new(arena, (size_t)n, struct pm_range);
    for (int i = 0; ranges && i < n; i++)
        ranges[i] = pm_kind_of(puzzle)->values(puzzle->data, i);
    return ranges;
}

void pulma_place_name(const pulma_puzzle *puzzle, int place, char *name, size_t size)
{
    pm_kind_of(puzzle)->place_name(puzzle->data, place, name, size);
}

bool pulma_puzzle_has_objective(const pulma_puzzle *puzzle)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    return kind->cost && (!kind->has_objective || kind->has_objective(puzzle->data));
}

pulma_status pulma_puzzle_write(const pulma_puzzle *puzzle, const char *notation, char **text,
                                pulma_error *err)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    struct pm_out out = {0};
    pulma_status status = PULMA_OK;
    *text = NULL;
    if (strcmp(notation, "pulma") == 0 || strcmp(notation, "json") == 0) {
        struct pm_form_out form;
        pm_form_begin(&form, &out, notation[0] == 'j', kind->name, puzzle->title);
        kind->write(puzzle->data, &form);
        pm_form_end(&form);
        return pm_out_give(&out, text, NULL, err);
    }
    const struct pm_notation *n = kind->notations;
    while (n && n->name && strcmp(n->name, notation) != 0)
        n++;
    if (!n || !n->name)
        status = pm_fail(err, PULMA_BAD_CALL, NULL, "%s has no notation '%s'", kind->name,
                         notation);
    else if (!n->write)
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL, "the notation %s can only be read",
                         notation);
    else
        status = n->write(puzzle->data, puzzle->title, &out, err);
    if (!status)
        return pm_out_give(&out, text, NULL, err);
    pm_out_free(&out);
    return status;
}

/* ---- Answers -------------------------------------------------------------------------- */

pulma_verdict pulma_check(const pulma_puzzle *puzzle, const int *answer, pulma_finding *finding)
{
    pulma_finding own;
    pulma_finding *found = finding ? finding : &own;
    *found = (pulma_finding){.text = ""};
    const struct pm_kind *kind = pm_kind_of(puzzle);
    int n = kind->places(puzzle->data);
    for (int i = 0; i < n; i++) {
        struct pm_range range = kind->values(puzzle->data, i);
        if (answer[i] == PULMA_EMPTY || (range.min <= answer[i] && answer[i] <= range.max))
            continue;
        char name[80];
        kind->place_name(puzzle->data, i, name, sizeof name);
        return pm_found(found, 1, &i, "the value %d cannot stand at %s", answer[i], name);
    }
    return kind->check(puzzle->data, answer, found);
}

int64_t pulma_cost(const pulma_puzzle *puzzle, const int *answer)
{
    return pulma_puzzle_has_objective(puzzle) ? pm_kind_of(puzzle)->cost(puzzle->data, answer)
                                              : 0;
}

pulma_status pulma_answer_read(const pulma_puzzle *puzzle, const char *text, size_t len,
                               int *answer, pulma_error *err)
{
    struct pm_text t = pm_text_of(text, len);
    pulma_status status = pm_kind_of(puzzle)->read_answer(puzzle->data, &t, answer, err);
    if (status)
        return status;
    pm_text_space(&t);
    return pm_text_ended(&t) ? PULMA_OK : pm_fail_expected(err, &t, "the end of the answer");
}

pulma_status pulma_answer_write(const pulma_puzzle *puzzle, const int *answer, char **text,
                                pulma_error *err)
{
    struct pm_out out = {0};
    pm_kind_of(puzzle)->write_answer(puzzle->data, answer, &out);
    return pm_out_give(&out, text, NULL, err);
}

/* ---- Pictures --------------------------------------------------------------------------- */

pulma_status pulma_draw(const pulma_puzzle *puzzle, const int *answer,
                        pulma_picture_format format, char **bytes, size_t *len, pulma_error *err)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    *bytes = NULL;
    *len = 0;
    struct pm_picture *picture = pm_picture_new();
    if (!picture)
        return pm_fail_memory(err);
    kind->draw(puzzle->data, answer, picture);
    struct pm_out out = {0};
    pulma_status status = PULMA_OK;
    if (format == PULMA_SVG)
        pm_picture_svg(picture, puzzle->title[0] ? puzzle->title : kind->title, &out);
    else if (format == PULMA_PNG || format == PULMA_PDF)
        status = pm_picture_paint(picture, format == PULMA_PDF, &out, err);
    else
        pm_picture_terminal(picture, format == PULMA_TERMINAL, format == PULMA_ASCII, &out);
    pm_picture_free(picture);
    if (!status)
        return pm_out_give(&out, bytes, len, err);
    pm_out_free(&out);
    return status;
}
