/* The public functions about kinds, puzzles, answers and pictures.  Reading is in reader.c,
 * jobs are in job.c, models in model.c, generation in wish.c.  These are the only files that
 * see both puzzles and solvers. */
#include "pulma/pulma.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "picture/list.h"
#include "puzzles/words.h"

/* ---- Statuses -------------------------------------------------------------------- */

const char *pulma_status_text(pulma_status status)
{
    static const char *const words[] = {
#define WORDS(number, name, text) [number] = text,
        PULMA_STATUS_LIST(WORDS)
#undef WORDS
    };
    bool known = (size_t)status < sizeof words / sizeof *words;
    return known ? words[status] : "unknown status";
}

const char *pulma_version(void)
{
    return PULMA_VERSION; /* meson.build makes it of the numbers in pulma.h */
}

void pm_error_clear(pulma_error *err)
{
    if (!err)
        return;
    err->status = PULMA_OK;
    err->text = PULMA_TEXT_NONE;
    err->line = err->column = 0;
    err->limit = PULMA_LIMIT_NONE;
    err->message[0] = '\0';
    memset(err->reserved, 0, sizeof err->reserved);
}

pulma_status pm_done(pulma_error *err, pulma_status status, pulma_text text)
{
    if (!err)
        return status;
    if (status == PULMA_OK) {
        pm_error_clear(err);
        return status;
    }
    if (err->status != status || err->message[0] == '\0')
        pm_fail(err, status, NULL, "%s", pulma_status_text(status));
    if (err->line > 0 && err->text == PULMA_TEXT_NONE)
        err->text = text;
    if (status == PULMA_LIMIT && err->limit == PULMA_LIMIT_NONE)
        err->limit = PULMA_LIMIT_OWN;
    assert(err->message[0] && err->status == status);
    return status;
}

pulma_status pm_fail_null(pulma_error *err, const char *what)
{
    return pm_fail(err, PULMA_BAD_CALL, NULL, "%s is missing: the pointer is NULL", what);
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
    if (!name)
        return -1;
    const struct pm_text word = pm_text_of(name, strlen(name));
    return pm_kind_named(&word);
}

const struct pm_kind *pm_kind_at(int kind)
{
    return 0 <= kind && kind < pm_kind_count ? pm_kinds[kind] : NULL;
}

const char *pulma_kind_name(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k ? k->name : NULL;
}

const char *pulma_kind_title(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k ? k->title : NULL;
}

const char *pulma_kind_rules(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k ? k->rules : NULL;
}

bool pulma_kind_can_generate(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k && k->invent;
}

bool pulma_kind_has_objective(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k && k->cost;
}

const char *pulma_kind_options(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k && k->options ? k->options : "";
}

int pulma_notation_count(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    int n = 0;
    while (k && k->notations && k->notations[n].name)
        n++;
    return n;
}

static const struct pm_notation *notation_at(int kind, int notation)
{
    bool known = 0 <= notation && notation < pulma_notation_count(kind);
    return known ? &pm_kinds[kind]->notations[notation] : NULL;
}

const char *pulma_notation_name(int kind, int notation)
{
    const struct pm_notation *n = notation_at(kind, notation);
    return n ? n->name : NULL;
}

const char *pulma_notation_title(int kind, int notation)
{
    const struct pm_notation *n = notation_at(kind, notation);
    return n ? n->title : NULL;
}

bool pulma_notation_can_write(int kind, int notation)
{
    const struct pm_notation *n = notation_at(kind, notation);
    return n && n->write;
}

/* ---- Puzzles ------------------------------------------------------------------------ */

pulma_puzzle *pm_puzzle_new(void)
{
    struct pm_arena arena;
    if (!pm_arena_init_small(&arena, PM_ARENA_SMALL))
        return NULL;
    pulma_puzzle *puzzle = pm_new(&arena, 1, pulma_puzzle);
    assert(puzzle); /* there is room */
    puzzle->arena = arena;
    puzzle->title = "";
    return puzzle;
}

void pulma_puzzle_free(pulma_puzzle *puzzle)
{
    if (!puzzle)
        return;
    struct pm_arena arena = puzzle->arena; /* which the puzzle itself lies in */
    pm_arena_free(&arena);
}

/* A puzzle of its own: the text of the other one, read. */
static pulma_status copy_puzzle(const pulma_puzzle *puzzle, pulma_puzzle **copy,
                                pulma_error *err)
{
    char *text = NULL;
    *copy = NULL;
    pulma_status status = pulma_puzzle_write(puzzle, "pulma", &text, err);
    if (!status)
        status = pulma_puzzle_read(NULL, text, strlen(text), copy, err);
    if (!status)
        (*copy)->line = puzzle->line;
    pulma_free(text);
    return status;
}

pulma_status pulma_puzzle_fill(const pulma_puzzle *puzzle, const int *answer,
                               pulma_puzzle **filled, pulma_error *err)
{
    *filled = NULL;
    pm_error_clear(err);
    if (!puzzle || !answer)
        return pm_fail_null(err, puzzle ? "the answer" : "the puzzle");
    const struct pm_kind *kind = pm_kind_of(puzzle);
    if (!kind->give)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s cannot be written with an answer",
                       kind->name);
    pulma_puzzle *draft;
    pulma_status status = copy_puzzle(puzzle, &draft, err);
    const int places = status ? 0 : kind->places(puzzle->data);
    for (int place = 0; place < places; place++)
        kind->give((void *)draft->data, place, answer[place]); /* nobody else has it yet */
    /* An answer may be one that cannot be given, as with a piece that lies twice. */
    if (!status)
        status = copy_puzzle(draft, filled, err);
    pulma_puzzle_free(draft);
    return pm_done(err, status, PULMA_TEXT_ANSWER);
}

int pulma_puzzle_kind(const pulma_puzzle *puzzle)
{
    return puzzle ? puzzle->kind : -1;
}

const char *pulma_puzzle_title(const pulma_puzzle *puzzle)
{
    return puzzle ? puzzle->title : "";
}

int pulma_puzzle_line(const pulma_puzzle *puzzle)
{
    return puzzle ? puzzle->line : 0;
}

int pulma_puzzle_places(const pulma_puzzle *puzzle)
{
    return puzzle ? pm_kind_of(puzzle)->places(puzzle->data) : 0;
}

static bool has_place(const pulma_puzzle *puzzle, int place)
{
    return 0 <= place && place < pulma_puzzle_places(puzzle);
}

void pulma_puzzle_range(const pulma_puzzle *puzzle, int place, int *min, int *max)
{
    struct pm_range range = {0, -1};
    if (has_place(puzzle, place))
        range = pm_kind_of(puzzle)->values(puzzle->data, place);
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
    if (size > 0)
        name[0] = '\0';
    if (size > 0 && has_place(puzzle, place))
        pm_kind_of(puzzle)->place_name(puzzle->data, place, name, size);
}

bool pulma_puzzle_has_objective(const pulma_puzzle *puzzle)
{
    const struct pm_kind *kind = puzzle ? pm_kind_of(puzzle) : NULL;
    return kind && kind->cost &&
           (!kind->has_objective || kind->has_objective(puzzle->data));
}

static void write_form(const pulma_puzzle *puzzle, bool json, struct pm_out *out)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    struct pm_form_out form;
    pm_form_begin(&form, out, json, kind->name, puzzle->title);
    kind->write(puzzle->data, &form);
    pm_form_end(&form);
}

/* Whether a row spells the name of a kind: as text it might be taken for the next puzzle. */
static bool has_name_below(const struct pm_out *out)
{
    struct pm_text t = pm_text_of(out->data, out->len);
    pm_text_line(&t);
    while (!pm_text_ended(&t)) {
        const struct pm_text line = pm_text_line(&t), word = pm_text_trim(line);
        if (pm_kind_named(&word) >= 0)
            return true;
    }
    return false;
}

pulma_status pulma_puzzle_write(const pulma_puzzle *puzzle, const char *notation,
                                char **text, pulma_error *err)
{
    struct pm_out out = {0};
    pulma_status status = PULMA_OK;
    *text = NULL;
    pm_error_clear(err);
    if (!puzzle || !notation)
        return pm_fail_null(err, puzzle ? "the notation" : "the puzzle");
    const struct pm_kind *kind = pm_kind_of(puzzle);
    if (strcmp(notation, "pulma") == 0 || strcmp(notation, "json") == 0) {
        write_form(puzzle, notation[0] == 'j', &out);
        if (notation[0] == 'p' && !out.failed && has_name_below(&out)) {
            pm_out_free(&out); /* JSON is another spelling of the same notation */
            write_form(puzzle, true, &out);
        }
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
    return pm_done(err, status, PULMA_TEXT_NONE);
}

/* ---- Answers -------------------------------------------------------------------------- */

/* The first of n places that holds what cannot stand there, or n. */
static int first_outside(const struct pm_kind *kind, const void *puzzle, int n,
                         const int *answer)
{
    if (kind->values_alike && n > 0) {
        const struct pm_range range = kind->values(puzzle, 0);
        const unsigned min = (unsigned)range.min, max = (unsigned)range.max;
        unsigned apart = 0; /* negative, if any difference is */
        int outside = 0;    /* without a way out of the loop it is done in vectors */
#pragma GCC unroll 4
        for (int i = 0; i < n; i++) /* of most answers no place is empty */
            apart |= ((unsigned)answer[i] - min) | (max - (unsigned)answer[i]);
        if (range.min <= range.max && apart <= INT_MAX)
            return n;
        for (int i = 0; i < n; i++)
            outside |= -(answer[i] != PULMA_EMPTY) &
                       (-(answer[i] < range.min) | -(answer[i] > range.max));
        if (!outside)
            return n;
    }
    for (int i = 0; i < n; i++) {
        struct pm_range range = kind->values(puzzle, i);
        if (answer[i] != PULMA_EMPTY && (answer[i] < range.min || answer[i] > range.max))
            return i;
    }
    return n;
}

/* What nobody reads behind the end of the text is left as it is: a list has many answers. */
static void clear_finding(pulma_finding *found)
{
    found->text[0] = '\0';
    found->place_count = 0;
    memset(found->places, 0, sizeof found->places);
    memset(found->reserved, 0, sizeof found->reserved);
}

pulma_verdict pulma_check(const pulma_puzzle *puzzle, const int *answer,
                          pulma_finding *finding)
{
    pulma_finding own;
    pulma_finding *found = finding ? finding : &own;
    clear_finding(found);
    const struct pm_kind *kind = pm_kind_of(puzzle);
    int n = kind->places(puzzle->data), bad = first_outside(kind, puzzle->data, n, answer);
    if (bad == n)
        return kind->check(puzzle->data, answer, found);
    char name[80];
    kind->place_name(puzzle->data, bad, name, sizeof name);
    return pm_found(found, 1, &bad, "the value %d is not allowed at %s", answer[bad], name);
}

int64_t pulma_cost(const pulma_puzzle *puzzle, const int *answer)
{
    return pulma_puzzle_has_objective(puzzle)
               ? pm_kind_of(puzzle)->cost(puzzle->data, answer)
               : 0;
}

void pulma_cost_text(const pulma_puzzle *puzzle, int64_t cost, char *text, size_t size)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    if (kind->cost_text)
        kind->cost_text(puzzle->data, cost, text, size);
    else
        snprintf(text, size, "cost %lld", (long long)cost);
}

pulma_status pulma_answer_read(const pulma_puzzle *puzzle, const char *text, size_t len,
                               int *answer, pulma_error *err)
{
    pm_error_clear(err);
    if (!puzzle || !text)
        return pm_fail_null(err, puzzle ? "the text" : "the puzzle");
    struct pm_text t = pm_text_of(text, len);
    pulma_status status = pm_kind_of(puzzle)->read_answer(puzzle->data, &t, answer, err);
    pm_text_space(&t);
    if (!status && !pm_text_ended(&t))
        status = pm_fail_expected(err, &t, "the end of the answer");
    return pm_done(err, status, PULMA_TEXT_ANSWER);
}

pulma_status pulma_answer_write(const pulma_puzzle *puzzle, const int *answer, char **text,
                                pulma_error *err)
{
    struct pm_out out = {0};
    *text = NULL;
    pm_error_clear(err);
    if (!puzzle || !answer)
        return pm_fail_null(err, puzzle ? "the answer" : "the puzzle");
    pm_kind_of(puzzle)->write_answer(puzzle->data, answer, &out);
    return pm_out_give(&out, text, NULL, err);
}

/* ---- Pictures --------------------------------------------------------------------------- */

pulma_status pm_picture_show(const struct pm_picture *picture, const pulma_puzzle *puzzle,
                             pulma_picture_format format, struct pm_out *out,
                             pulma_error *err)
{
    const char *title = puzzle->title[0] ? puzzle->title : pm_kind_of(puzzle)->title;
    switch (format) {
    case PULMA_PNG:
        return pm_picture_png(picture, out, err);
    case PULMA_PDF:
        return pm_picture_pdf(picture, title, out, err);
    case PULMA_SVG:
        pm_picture_svg(picture, title, out);
        return PULMA_OK;
    case PULMA_PICTURE:
        pm_list_write(picture, out);
        return PULMA_OK;
    default:
        pm_picture_terminal(picture,
                            format == PULMA_ASCII      ? PM_ASCII_TEXT
                            : format == PULMA_MONO     ? PM_PLAIN_TEXT
                            : format == PULMA_TERMINAL ? PM_COLOUR_TEXT
                                                       : PM_TRUE_TEXT,
                            out);
        return PULMA_OK;
    }
}

void pm_tell_board(const pulma_puzzle *puzzle, const int *board, struct pm_out *out)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    pm_out_text(out, kind->title);
    if (puzzle->title[0])
        pm_out_f(out, ": %s", puzzle->title);
    pm_out_text(out, ".\n");
    kind->words(puzzle->data, board, out);
}

pulma_status pm_look_of(const char *theme, double scale, int width, struct pm_look *look,
                        pulma_error *err)
{
    static const char *const names[PM_THEMES] = {"light", "dark", "print"};
    int found = 0;
    while (theme && found < PM_THEMES && strcmp(theme, names[found]) != 0)
        found++;
    if (found == PM_THEMES)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "the theme must be light, dark or print, found '%.40s'", theme);
    if (!(scale >= 0 && scale <= 100) || width < 0 || width > 100000)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a scale up to 100 and a width up to 100000");
    *look = (struct pm_look){(enum pm_theme)found, scale, width};
    return PULMA_OK;
}

/* Marks lie over everything: some answers fill their cells.  In black and white a frame can look like
 * the board's own, so there is a sign too. */
static void mark_places(struct pm_picture *picture, const int *places, int place_count)
{
    pm_picture_place(picture, -1);
    for (int i = 0; i < place_count; i++) {
        double box[4];
        if (!pm_picture_place_box(picture, places[i], box))
            continue;
        pm_picture_box(picture, box[0], box[1], box[2] - box[0], box[3] - box[1], PM_NO_INK,
                       PM_ACCENT, PM_THICK);
        pm_picture_text(picture, box[2] - 0.14, (box[1] + box[3]) / 2, 0.35, PM_CENTRE,
                        PM_ACCENT, "!");
    }
}

pulma_status pulma_draw(const pulma_puzzle *puzzle, const int *answer,
                        pulma_picture_format format, char **bytes, size_t *len,
                        pulma_error *err)
{
    return pulma_draw_marked(puzzle, answer, NULL, 0, format, bytes, len, err);
}

pulma_status pulma_draw_marked(const pulma_puzzle *puzzle, const int *answer,
                               const int *places, int place_count,
                               pulma_picture_format format, char **bytes, size_t *len,
                               pulma_error *err)
{
    const struct pm_drawing drawing = {
        .answer = answer, .places = places, .place_count = place_count, .format = format};
    pm_error_clear(err);
    return pm_done(err, pm_draw(puzzle, &drawing, bytes, len, err), PULMA_TEXT_NONE);
}

pulma_status pm_draw(const pulma_puzzle *puzzle, const struct pm_drawing *drawing,
                     char **bytes, size_t *len, pulma_error *err)
{
    *bytes = NULL;
    *len = 0;
    if (!puzzle)
        return pm_fail_null(err, "the puzzle");
    if ((unsigned)drawing->format > PULMA_PICTURE)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no picture format %d",
                       (int)drawing->format);
    const struct pm_kind *kind = pm_kind_of(puzzle);
    struct pm_picture *picture = pm_picture_new();
    if (!picture)
        return pm_fail_memory(err);
    pm_picture_bound(picture, drawing->limits);
    pm_picture_look(picture, drawing->look);
    kind->draw(puzzle->data, drawing->answer, picture);
    mark_places(picture, drawing->places, drawing->place_count);
    struct pm_out out = {0};
    pulma_status status = PULMA_OK;
    if (drawing->format == PULMA_WORDS)
        pm_tell_board(puzzle, drawing->answer, &out);
    else
        status = pm_picture_show(picture, puzzle, drawing->format, &out, err);
    pm_picture_free(picture);
    if (!status)
        return pm_out_give(&out, bytes, len, err);
    pm_out_free(&out);
    return status;
}
