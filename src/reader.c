/* Reading puzzles from text, one after another.
 *
 * A text may also come bit by bit, as from a pipe.  Then the reader sees it through a window
 * and reads a puzzle as if the text ended with the window.  What it finds counts if the cursor
 * is far enough from the window's end that more text could not change it; otherwise the reader
 * goes back, makes the window longer and reads again.  So a notation needs to know nothing of
 * windows, and a million small puzzles need the memory of a few. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

static void init_reader(pulma_reader *reader, const char *kind, const char *notation)
{
    *reader = (struct pulma_reader){
        .kind = kind ? pulma_kind_find(kind) : -1, .same = -1, .end = UINT64_MAX};
    reader->unknown_kind = kind && reader->kind < 0;
    if (reader->unknown_kind)
        snprintf(reader->kind_name, sizeof reader->kind_name, "%s", kind);
    if (notation) {
        snprintf(reader->notation_name, sizeof reader->notation_name, "%s", notation);
        reader->notation = reader->notation_name;
    }
}

/* All of the text is there from the start. */
static void set_text(pulma_reader *reader, const char *text, size_t len)
{
    reader->text = pm_text_of(text, len);
    reader->base = reader->text.at;
    reader->complete = true;
}

pulma_reader *pulma_reader_new(const char *text, size_t len, const char *kind,
                               const char *notation)
{
    pulma_reader *reader = malloc(sizeof *reader);
    if (reader) {
        init_reader(reader, kind, notation);
        set_text(reader, text, len);
    }
    return reader;
}

pulma_reader *pulma_reader_new_stream(pulma_pull *pull, void *context, const char *kind,
                                      const char *notation)
{
    pulma_reader *reader = malloc(sizeof *reader);
    if (!reader)
        return NULL;
    init_reader(reader, kind, notation);
    reader->pull = pull;
    reader->context = context;
    reader->room = (size_t)4 * PM_AHEAD;
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

uint64_t pm_reader_at(const pulma_reader *reader, const struct pm_text *text)
{
    assert(reader->base <= text->at);
    return reader->dropped + (uint64_t)(text->at - reader->base);
}

void pm_reader_find(pulma_reader *reader, const struct pm_text *text)
{
    reader->found = pm_reader_at(reader, text);
    reader->found_line = text->line;
}

void pm_reader_give(pulma_reader *reader)
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

/* ---- The window ---- */

/* Makes room for `wanted` unread bytes in all: moves them to the window's start if they do not
 * fit as they stand, into a longer one if they do not fit at all. */
static pulma_status make_room(pulma_reader *reader, size_t wanted, pulma_error *err)
{
    struct pm_text *text = &reader->text;
    size_t unread = pm_text_len(text);
    assert(reader->window <= text->at && text->end <= reader->window + reader->room);
    if (wanted > PM_MOST_IN_VIEW)
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

pulma_status pm_reader_stock(pulma_reader *reader, size_t wanted, pulma_error *err)
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
           (status == PULMA_OK ? pm_text_len(&reader->text) >= PM_AHEAD
                               : seen >= PM_MOST_IN_DOUBT);
}

/* ---- Going on after what cannot be read ---- */

bool pm_reader_pass_line(pulma_reader *reader)
{
    struct pm_text *text = &reader->text;
    for (size_t passed = 0; passed < PM_MOST_TO_SNIFF;) {
        if (!pm_text_ended(text) && memchr(text->at, '\n', pm_text_len(text))) {
            pm_text_line(text);
            return true;
        }
        passed += pm_text_len(text);
        text->at = text->end;
        if (reader->complete || pm_reader_stock(reader, PM_AHEAD, NULL))
            return false;
    }
    return false;
}

/* Moves to where the next puzzle may begin; false: nowhere. */
static bool pass_bad_text(pulma_reader *reader)
{
    reader->passing = false;
    bool more = reader->skip == PM_SKIP_NOTHING || pm_reader_pass_line(reader),
         blank = false;
    while (more && reader->skip == PM_SKIP_BLOCK && !blank) {
        if (pm_reader_stock(reader, PM_AHEAD, NULL))
            return false;
        const struct pm_text line = pm_line_at(reader->text);
        blank = pm_text_ended(&line);
        if (!blank && pm_begins_puzzle(reader))
            break;
        more = pm_reader_pass_line(reader);
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

pulma_status pm_reader_next(pulma_reader *reader, pulma_puzzle **result, pulma_error *err)
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
    for (size_t wanted = (size_t)2 * PM_AHEAD;; wanted *= 2) {
        pulma_status status = pm_reader_stock(reader, wanted, err);
        if (status)
            return status;
        const struct pulma_reader start = *reader;
        size_t seen = pm_text_len(&reader->text);
        status = pm_read_next(reader, result, err);
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
    pulma_status status = pm_reader_next(reader, result, err);
    assert((status == PULMA_OK) == (*result != NULL));
    pm_reader_give(reader);
    return pm_done(err, status, PULMA_TEXT_PUZZLE);
}

/* A usual line needs no reader, and says itself of which kind it is: that the caller means the same is seen
 * sooner than which of all kinds he means. */
static pulma_puzzle *read_usual(const char *kind, struct pm_text *text)
{
    struct pm_text rest = *text;
    pulma_puzzle *puzzle = pm_read_usual(&rest, -1);
    if (puzzle && kind && strcmp(kind, pm_kind_of(puzzle)->name) != 0 &&
        pulma_kind_find(kind) != puzzle->kind) {
        pulma_puzzle_free(puzzle);
        return NULL;
    }
    if (puzzle)
        *text = rest;
    return puzzle;
}

static pulma_status read_first(const char *kind, struct pm_text *text,
                               pulma_puzzle **puzzle, pulma_error *err)
{
    pulma_reader reader;
    init_reader(&reader, kind, NULL);
    set_text(&reader, text->at, pm_text_len(text));
    pulma_status status = pulma_reader_next(&reader, puzzle, err);
    *text = reader.text;
    assert(!reader.window && !reader.kept_error); /* nothing to be freed */
    return status;
}

pulma_status pulma_puzzle_read(const char *kind, const char *text, size_t len,
                               pulma_puzzle **puzzle, pulma_error *err)
{
    *puzzle = NULL;
    pm_error_clear(err);
    if (!text)
        return pm_fail_null(err, "the text");
    struct pm_text rest = pm_text_of(text, len);
    pulma_status status = PULMA_OK;
    *puzzle = read_usual(kind, &rest);
    if (!*puzzle)
        status = read_first(kind, &rest, puzzle, err);
    if (!status) {
        pm_skip_gap(&rest);
        if (!pm_text_ended(&rest))
            status = pm_fail_expected(err, &rest, "one puzzle and nothing after it");
    }
    if (status) {
        pulma_puzzle_free(*puzzle);
        *puzzle = NULL;
    }
    return pm_done(err, status, PULMA_TEXT_PUZZLE);
}
