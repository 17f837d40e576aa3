/* Nonograms as webpbn's XML: <puzzle> elements with colours, clues, and pictures of the goal or
 * of what has been filled in.
 *
 * The reader goes from tag to tag and knows just enough XML for that: attributes in quotes,
 * comments, and the entities of ASCII characters. */
#include "puzzles/nonogram/formats.h"

#include <stdio.h>
#include <string.h>

enum { MAX_SIDE = PM_NONOGRAM_MAX_SIDE, MAX_NAME = 40 };

struct tag {
    struct pm_text at; /* its '<' */
    struct pm_text name, attributes;
    struct pm_text before; /* the text between the last tag and this one */
    bool closing, empty;   /* </x>, <x/> */
};

/* A colour as the file names it. */
struct colour {
    struct pm_text name;
    int letter; /* in pictures; 0: none */
    int paint;  /* 0: the background */
};

struct reading {
    struct pm_text *t;
    struct pm_arena *arena;
    pulma_error *err;
    struct tag tag;
    struct pm_nonogram *board; /* its paints only, until the sizes are known */
    struct colour colours[PM_NONOGRAM_MAX_PAINTS + 1];
    int colour_count;
    struct pm_text background, usual; /* names of colours */
    struct pm_clue *clues[2];         /* rows, columns */
    struct pm_text clue_at[2];
    int count[2];
    struct pm_text goal, saved; /* images; empty: none */
};

/* ---- Tags ---------------------------------------------------------------------------- */

/* Moves past the next `end`; false: there is none. */
static bool skip_to(struct pm_text *t, const char *end)
{
    while (!pm_text_ended(t)) {
        if (pm_text_word(t, end))
            return true;
        pm_text_take(t);
    }
    return false;
}

static pulma_status next_tag(struct reading *r)
{
    struct pm_text *t = r->t;
    struct tag *tag = &r->tag;
    tag->before = *t;
    for (;;) {
        while (!pm_text_ended(t) && pm_text_peek(t) != '<')
            pm_text_take(t);
        tag->before.end = t->at;
        tag->at = *t;
        if (!pm_text_word(t, "<"))
            return pm_fail_expected(r->err, t, "a tag");
        bool comment = pm_text_starts(t, "!--"), other = pm_text_starts(t, "?");
        if (!comment && !other && !pm_text_starts(t, "!"))
            break;
        if (!skip_to(t, comment ? "-->" : ">"))
            return pm_fail_expected(r->err, t, "the end of a comment");
        tag->before = *t; /* comments stand between elements, not inside texts */
    }
    tag->closing = pm_text_word(t, "/");
    tag->name = *t;
    int c;
    while ((c = pm_text_peek(t)) > ' ' && c != '>' && c != '/')
        pm_text_take(t);
    tag->name.end = t->at;
    tag->attributes = *t;
    if (!skip_to(t, ">"))
        return pm_fail_expected(r->err, t, "'>'");
    tag->attributes.end = t->at - 1;
    tag->empty = tag->attributes.end > tag->attributes.at && tag->attributes.end[-1] == '/';
    return PULMA_OK;
}

static bool opens(const struct tag *tag, const char *name)
{
    return !tag->closing && pm_text_is(&tag->name, name);
}

static bool closes(const struct tag *tag, const char *name)
{
    return tag->closing && pm_text_is(&tag->name, name);
}

/* The value of an attribute; false: it is not there, and `value` stays as it was. */
static bool attribute(const struct tag *tag, const char *name, struct pm_text *value)
{
    struct pm_text t = tag->attributes;
    while (!pm_text_ended(&t)) {
        pm_text_space(&t);
        struct pm_text word = t;
        while (!pm_text_ended(&t) && pm_text_peek(&t) != '=')
            pm_text_take(&t);
        word.end = t.at;
        word = pm_text_trim(word);
        pm_text_word(&t, "=");
        pm_text_space(&t);
        int quote = pm_text_peek(&t);
        if (quote != '"' && quote != '\'')
            return false;
        pm_text_take(&t);
        struct pm_text content = t;
        while (!pm_text_ended(&t) && pm_text_peek(&t) != quote)
            pm_text_take(&t);
        content.end = t.at;
        if (pm_text_ended(&t))
            return false;
        pm_text_take(&t);
        if (pm_text_is(&word, name)) {
            *value = content;
            return true;
        }
    }
    return false;
}

/* The text up to the closing tag of this element. */
static pulma_status element_text(struct reading *r, const char *name, struct pm_text *text)
{
    *text = *r->t;
    text->end = text->at;
    if (r->tag.empty)
        return PULMA_OK;
    pulma_status status = next_tag(r);
    if (!status && !closes(&r->tag, name))
        status = pm_fail_expected(r->err, &r->tag.at, "</%s>", name);
    *text = r->tag.before;
    return status;
}

/* A title with its entities replaced. */
static const char *plain_text(struct pm_text t, struct pm_arena *arena)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = {{"&amp;", '&'},   {"&lt;", '<'},  {"&gt;", '>'},   {"&quot;", '"'},
                    {"&apos;", '\''}, {"&#34;", '"'}, {"&#39;", '\''}, {"&#38;", '&'}};
    char *text = pm_copy(arena, t.at, pm_text_len(&t)), *to = text;
    if (!text)
        return NULL;
    while (!pm_text_ended(&t)) {
        size_t i = 0, n = sizeof entities / sizeof *entities;
        while (i < n && !pm_text_word(&t, entities[i].name))
            i++;
        *to++ = i < n ? entities[i].c : (char)pm_text_take(&t);
    }
    return pm_nonogram_title((struct pm_text){text, to, t.line, t.column, 0}, arena);
}

/* ---- Colours --------------------------------------------------------------------------- */

static bool same_name(const struct pm_text *a, const struct pm_text *b)
{
    return pm_text_len(a) == pm_text_len(b) && memcmp(a->at, b->at, pm_text_len(a)) == 0;
}

static pulma_status read_colour(struct reading *r)
{
    const struct pm_text at = r->tag.at;
    struct pm_text name, letter, value;
    unsigned rgb;
    if (!attribute(&r->tag, "name", &name))
        return pm_fail(r->err, PULMA_BAD_TEXT, &at, "expected a name for the colour");
    int c = attribute(&r->tag, "char", &letter) ? pm_text_peek(&letter) : 0;
    pulma_status status = element_text(r, "color", &value);
    if (status)
        return status;
    value = pm_text_trim(value);
    if (!pm_nonogram_hex(&value, &rgb))
        return pm_fail_expected(r->err, &value, "a colour of 3 or 6 hexadecimal digits");
    if (r->colour_count > PM_NONOGRAM_MAX_PAINTS)
        return pm_fail(r->err, PULMA_BAD_TEXT, &at, "expected at most %d colours",
                       PM_NONOGRAM_MAX_PAINTS);
    struct colour *colour = &r->colours[r->colour_count++];
    *colour = (struct colour){name, c < 0 ? 0 : c, 0};
    if (same_name(&name, &r->background))
        return PULMA_OK;
    if (!r->board->coloured)
        r->board->paint[1].letter = '#'; /* gives way to the first paint */
    status = pm_nonogram_add_paint(r->board, pm_nonogram_free_letter(r->board, c, &name),
                                   rgb, &at, r->err);
    colour->paint = r->board->paints;
    return status;
}

/* Black and white needs no letters, and no colours need to be named for it. */
static void settle_colours(struct reading *r)
{
    struct pm_nonogram *board = r->board;
    if (board->coloured && board->paints == 1 && board->paint[1].rgb == 0)
        board->coloured = false;
    if (!board->coloured)
        board->paint[1].letter = '#';
}

/* The paint of this name; -1: none. */
static int paint_named(const struct reading *r, const struct pm_text *name)
{
    for (int i = 0; i < r->colour_count; i++)
        if (same_name(name, &r->colours[i].name))
            return r->colours[i].paint;
    return r->colour_count == 0 && pm_text_is(name, "black") ? 1 : -1;
}

/* The paint of a character of a picture; PULMA_EMPTY: unknown, -2: none. */
static int paint_drawn(const struct reading *r, int c)
{
    if (c == '?')
        return PULMA_EMPTY;
    for (int i = 0; i < r->colour_count; i++)
        if (r->colours[i].letter == c)
            return r->colours[i].paint;
    if (c == '.')
        return 0;
    return c == 'X' && !r->board->coloured ? 1 : -2;
}

/* ---- Clues ----------------------------------------------------------------------------- */

static pulma_status read_count(struct reading *r, struct pm_block *block, int *n)
{
    struct pm_text name = r->usual, text;
    const struct pm_text at = r->tag.at;
    int length = 0;
    attribute(&r->tag, "color", &name);
    pulma_status status = element_text(r, "count", &text);
    text = pm_text_trim(text);
    if (!status)
        status = pm_text_int(&text, 0, MAX_SIDE, &length, r->err);
    if (!status)
        status = pm_text_done(&text, r->err);
    if (status || length == 0)
        return status;
    int paint = paint_named(r, &name);
    if (paint < 1)
        return pm_fail(
            r->err, PULMA_BAD_TEXT, &at, "there is no colour '%.*s' to paint with",
            (int)(pm_text_len(&name) > MAX_NAME ? MAX_NAME : pm_text_len(&name)), name.at);
    *block = (struct pm_block){(short)length, (short)paint};
    ++*n;
    return PULMA_OK;
}

static pulma_status read_line(struct reading *r, struct pm_clue *clue)
{
    struct pm_block blocks[MAX_SIDE + 1];
    int n = 0;
    if (!r->tag.empty)
        for (;;) {
            pulma_status status = next_tag(r);
            if (status)
                return status;
            if (closes(&r->tag, "line"))
                break;
            if (!opens(&r->tag, "count") || n == MAX_SIDE)
                return pm_fail_expected(r->err, &r->tag.at, "<count> or </line>");
            if ((status = read_count(r, &blocks[n], &n)))
                return status;
        }
    *clue = (struct pm_clue){n, pm_new(r->arena, (size_t)n, struct pm_block)};
    if (!clue->blocks)
        return pm_fail_memory(r->err);
    if (n)
        memcpy(clue->blocks, blocks, (size_t)n * sizeof *blocks);
    return PULMA_OK;
}

static pulma_status read_clues(struct reading *r)
{
    struct pm_text type;
    bool typed = attribute(&r->tag, "type", &type);
    bool columns = typed && pm_text_is(&type, "columns");
    if (!columns && !(typed && pm_text_is(&type, "rows")))
        return pm_fail(r->err, PULMA_BAD_TEXT, &r->tag.at,
                       "expected clues of the type rows or columns");
    if (r->clues[columns])
        return pm_fail(r->err, PULMA_BAD_TEXT, &r->tag.at, "these clues appear twice");
    r->clue_at[columns] = r->tag.at;
    r->clues[columns] = pm_new(r->arena, MAX_SIDE, struct pm_clue);
    if (!r->clues[columns])
        return pm_fail_memory(r->err);
    if (r->tag.empty)
        return PULMA_OK;
    for (;;) {
        pulma_status status = next_tag(r);
        if (status || closes(&r->tag, "clues"))
            return status;
        if (!opens(&r->tag, "line"))
            return pm_fail_expected(r->err, &r->tag.at, "<line> or </clues>");
        if (r->count[columns] == MAX_SIDE)
            return pm_fail(r->err, PULMA_BAD_TEXT, &r->tag.at, "expected at most %d lines",
                           MAX_SIDE);
        status = read_line(r, &r->clues[columns][r->count[columns]++]);
        if (status)
            return status;
    }
}

/* ---- Pictures -------------------------------------------------------------------------- */

static pulma_status read_solution(struct reading *r)
{
    struct pm_text type;
    bool saved = attribute(&r->tag, "type", &type) && pm_text_is(&type, "saved");
    bool goal = !attribute(&r->tag, "type", &type) || pm_text_is(&type, "goal");
    while (!r->tag.empty) {
        struct pm_text image;
        pulma_status status = next_tag(r);
        if (status || closes(&r->tag, "solution"))
            return status;
        if (!opens(&r->tag, "image"))
            continue;
        status = element_text(r, "image", &image);
        if (status)
            return status;
        if (saved)
            r->saved = image;
        else if (goal)
            r->goal = image;
    }
    return PULMA_OK;
}

/* One cell of a picture; "[.X]" lists what is still possible and is taken as unknown. */
static pulma_status image_cell(struct reading *r, struct pm_text *t, int *paint)
{
    if (pm_text_peek(t) == '[') {
        struct pm_text end = *t;
        if (!skip_to(&end, "]"))
            return pm_fail_expected(r->err, t, "']'");
        *t = end;
        *paint = PULMA_EMPTY;
        return PULMA_OK;
    }
    *paint = pm_text_ended(t) ? -2 : paint_drawn(r, pm_text_peek(t));
    if (*paint == -2)
        return pm_fail_expected(r->err, t, "the character of a colour");
    pm_text_take(t);
    return PULMA_OK;
}

/* The picture, rows between bars.  Its size is found first where it is not known (0). */
static pulma_status read_image(struct reading *r, struct pm_text image, int *rows,
                               int *columns, int *picture)
{
    int row = 0, width = *columns;
    for (pm_text_space(&image); !pm_text_ended(&image); pm_text_space(&image), row++) {
        const struct pm_text start = image;
        if (!pm_text_word(&image, "|"))
            return pm_fail_expected(r->err, &image, "'|' before a row of the picture");
        int column = 0, paint = 0;
        for (; !pm_text_word(&image, "|"); column++) {
            pulma_status status = image_cell(r, &image, &paint);
            if (status)
                return status;
            if (picture && row < *rows && column < *columns)
                picture[row * *columns + column] = paint;
        }
        if (width == 0)
            width = column;
        if (column != width || column == 0 || column > MAX_SIDE || row >= MAX_SIDE)
            return pm_fail(r->err, PULMA_BAD_TEXT, &start,
                           "expected %d cells in each of at most %d rows, found %d", width,
                           MAX_SIDE, column);
    }
    if (row == 0 || (*rows && row != *rows))
        return pm_fail_expected(r->err, &image, "%d rows in the picture",
                                *rows ? *rows : 1);
    *rows = row;
    *columns = width;
    return PULMA_OK;
}

/* ---- The puzzle ------------------------------------------------------------------------ */

static pulma_status read_puzzle_head(struct reading *r)
{
    struct pm_text type;
    static const char white[] = "white", black[] = "black";
    pulma_status status;
    do {
        if ((status = next_tag(r)))
            return status;
    } while (!opens(&r->tag, "puzzle"));
    if (attribute(&r->tag, "type", &type) && !pm_text_is(&type, "grid"))
        return pm_fail_expected(r->err, &type, "a puzzle of the type grid");
    r->background = pm_text_of(white, sizeof white - 1);
    r->usual = pm_text_of(black, sizeof black - 1);
    attribute(&r->tag, "backgroundcolor", &r->background);
    attribute(&r->tag, "defaultcolor", &r->usual);
    r->goal = r->saved = *r->t;
    r->goal.end = r->saved.end = r->goal.at;
    return PULMA_OK;
}

static pulma_status read_parts(struct reading *r, const char **title)
{
    bool any_clues = false;
    const struct pm_text start = r->tag.at;
    while (!r->tag.empty) {
        struct pm_text text;
        pulma_status status = next_tag(r);
        if (status || closes(&r->tag, "puzzle"))
            return status;
        if (opens(&r->tag, "title")) {
            if (!(status = element_text(r, "title", &text)) &&
                !(*title = plain_text(text, r->arena)))
                status = pm_fail_memory(r->err);
        } else if (opens(&r->tag, "color")) {
            status = any_clues ? pm_fail(r->err, PULMA_BAD_TEXT, &r->tag.at,
                                         "expected the colours before the clues")
                               : read_colour(r);
        } else if (opens(&r->tag, "clues")) {
            any_clues = true;
            settle_colours(r);
            status = read_clues(r);
        } else if (opens(&r->tag, "solution")) {
            status = read_solution(r);
        }
        if (status)
            return status;
    }
    return pm_fail(r->err, PULMA_BAD_TEXT, &start,
                   "expected a puzzle with clues or a goal");
}

/* The clues that were read, on a board of their size. */
static pulma_status board_of_clues(struct reading *r, struct pm_nonogram *board)
{
    for (int line = 0; line < board->rows + board->columns; line++) {
        bool column = line >= board->rows;
        board->clues[line] = r->clues[column][column ? line - board->rows : line];
        pulma_status status =
            pm_clue_fits(board, line, &board->clues[line], &r->clue_at[column], r->err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

static pulma_status board_of_goal(struct reading *r, struct pm_nonogram *board)
{
    size_t n = (size_t)board->rows * (size_t)board->columns;
    int *picture = pm_new(r->arena, n, int);
    if (!picture)
        return pm_fail_memory(r->err);
    pulma_status status = read_image(r, r->goal, &board->rows, &board->columns, picture);
    for (size_t i = 0; i < n && !status; i++)
        if (picture[i] == PULMA_EMPTY)
            status = pm_fail_expected(r->err, &r->goal, "a goal without unknown cells");
    return status ? status : pm_nonogram_derive(board, picture, r->arena, r->err);
}

static pulma_status take_saved(struct reading *r, struct pm_nonogram *board)
{
    int n = board->rows * board->columns;
    int *picture = pm_new(r->arena, (size_t)n, int);
    if (!picture)
        return pm_fail_memory(r->err);
    pulma_status status = read_image(r, r->saved, &board->rows, &board->columns, picture);
    for (int i = 0; i < n && !status; i++)
        board->given[i] = (signed char)picture[i];
    return status;
}

static pulma_status build(struct reading *r, const struct pm_text *start,
                          struct pm_nonogram **result)
{
    int rows = r->count[0], columns = r->count[1];
    bool clues = rows > 0 && columns > 0;
    pulma_status status = PULMA_OK;
    settle_colours(r);
    if (!clues && pm_text_ended(&r->goal))
        return pm_fail(r->err, PULMA_BAD_TEXT, start,
                       "expected a puzzle with clues of both types, or with a goal");
    if (!clues) {
        rows = columns = 0;
        if ((status = read_image(r, r->goal, &rows, &columns, NULL)))
            return status;
    }
    struct pm_nonogram *board = pm_nonogram_new(rows, columns, r->arena);
    if (!board)
        return pm_fail_memory(r->err);
    board->paints = r->board->paints;
    board->coloured = r->board->coloured;
    memcpy(board->paint, r->board->paint, sizeof board->paint);
    status = clues ? board_of_clues(r, board) : board_of_goal(r, board);
    if (!status && !pm_text_ended(&r->saved))
        status = take_saved(r, board);
    *result = board;
    return status;
}

pulma_status pm_nonogram_read_xml(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                  const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    struct reading *r = pm_new(arena, 1, struct reading);
    if (!r)
        return pm_fail_memory(err);
    *r = (struct reading){.t = t, .arena = arena, .err = err};
    r->board = pm_nonogram_new(1, 1, arena);
    if (!r->board)
        return pm_fail_memory(err);
    pulma_status status = read_puzzle_head(r);
    if (!status)
        status = read_parts(r, title);
    struct pm_nonogram *board = NULL;
    if (!status)
        status = build(r, &start, &board);
    *puzzle = board;
    struct pm_text rest = *t;
    pm_text_space(&rest);
    if (pm_text_word(&rest, "</puzzleset>"))
        *t = rest;
    return status;
}

int pm_nonogram_sniff_xml(const struct pm_text *t)
{
    struct pm_text rest = *t;
    pm_text_space(&rest);
    if (pm_text_peek(&rest) != '<')
        return 0;
    if (rest.end - rest.at > 4000)
        rest.end = rest.at + 4000;
    return skip_to(&rest, "<puzzle") ? 3 : 0;
}

/* ---- Writing --------------------------------------------------------------------------- */

/* What the file calls a paint: its letter, which is unique. */
static void put_name(const struct pm_nonogram *board, int paint, struct pm_out *out)
{
    const char *name = pm_nonogram_colour_name(board->paint[paint].rgb);
    bool unique = name && strcmp(name, "white") != 0;
    for (int i = 1; i <= board->paints; i++)
        unique &= i == paint || board->paint[i].rgb != board->paint[paint].rgb;
    if (unique)
        pm_out_text(out, name);
    else
        pm_out_f(out, "colour %c", board->paint[paint].letter);
}

static void put_clues(const struct pm_nonogram *board, bool columns, struct pm_out *out)
{
    int first = columns ? board->rows : 0, n = columns ? board->columns : board->rows;
    pm_out_f(out, "<clues type=\"%s\">\n", columns ? "columns" : "rows");
    for (int i = first; i < first + n; i++) {
        pm_out_text(out, "<line>");
        for (int k = 0; k < board->clues[i].n; k++) {
            pm_out_text(out, "<count");
            if (board->coloured) {
                pm_out_text(out, " color=\"");
                put_name(board, board->clues[i].blocks[k].paint, out);
                pm_out_char(out, '"');
            }
            pm_out_f(out, ">%d</count>", board->clues[i].blocks[k].length);
        }
        pm_out_text(out, "</line>\n");
    }
    pm_out_text(out, "</clues>\n");
}

static char drawn(const struct pm_nonogram *board, int paint)
{
    return (char)(paint == PULMA_EMPTY ? '?'
                  : paint == 0         ? '.'
                  : board->coloured    ? board->paint[paint].letter
                                       : 'X');
}

static void put_saved(const struct pm_nonogram *board, struct pm_out *out)
{
    pm_out_text(out, "<solution type=\"saved\"><image>\n");
    for (int i = 0; i < board->rows * board->columns; i++) {
        if (i % board->columns == 0)
            pm_out_char(out, '|');
        pm_out_char(out, drawn(board, board->given[i]));
        if ((i + 1) % board->columns == 0)
            pm_out_text(out, "|\n");
    }
    pm_out_text(out, "</image></solution>\n");
}

pulma_status pm_nonogram_write_xml(const void *puzzle, const char *title,
                                   struct pm_out *out, pulma_error *err)
{
    const struct pm_nonogram *board = puzzle;
    pulma_status status = pm_nonogram_plain(board, true, false, true, "webpbn", err);
    if (status)
        return status;
    pm_out_text(out, "<?xml version=\"1.0\"?>\n<puzzleset><puzzle type=\"grid\" "
                     "defaultcolor=\"");
    put_name(board, 1, out);
    pm_out_text(out, "\" backgroundcolor=\"white\">\n");
    if (title[0]) {
        pm_out_text(out, "<title>");
        pm_out_xml(out, title, strlen(title));
        pm_out_text(out, "</title>\n");
    }
    pm_out_text(out, "<color name=\"white\" char=\".\">fff</color>\n");
    for (int paint = 1; paint <= board->paints; paint++) {
        pm_out_text(out, "<color name=\"");
        put_name(board, paint, out);
        pm_out_f(out, "\" char=\"%c\">%06x</color>\n", drawn(board, paint),
                 board->paint[paint].rgb);
    }
    put_clues(board, true, out);
    put_clues(board, false, out);
    if (pm_nonogram_plain(board, true, true, false, "", NULL))
        put_saved(board, out);
    pm_out_text(out, "</puzzle></puzzleset>\n");
    return PULMA_OK;
}
