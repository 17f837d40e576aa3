/* Lots of puzzles, for readers with several threads or machines.
 *
 * Puzzles of one line each are only looked at, as far as it takes to know that they are of the kind and
 * notation of the one before; all others are read right away, because nothing but reading tells where
 * they end. */
#include <stdlib.h>
#include <string.h>

#include "notations/unwrap.h"
#include "reader.h"

struct pulma_lot {
    int count, room;
    /* Puzzles that are read; NULL: lines that are not. */
    pulma_puzzle **read;
    struct pm_guess guess; /* of all lines; without a notation: they are forms, see below */
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
    *puzzle = pm_puzzle_new();
    if (!*puzzle)
        return pm_fail_memory(err);
    pulma_status status = pm_read_foreign(&text, &lot->guess, *puzzle, err);
    if (status) {
        pulma_puzzle_free(*puzzle);
        *puzzle = NULL;
    }
    return pm_done(err, status, PULMA_TEXT_PUZZLE);
}

/* Whether the line has only digits and dots, as most lines of long lists. */
static bool is_bare(const struct pm_text *line)
{
    unsigned char other = 0; /* without a way out of the loop it is done in vectors */
    for (const char *c = line->at; c < line->end; c++)
        other |= (*c != '.') & ((*c < '0') | (*c > '9'));
    return !other;
}

/* Whether the line at the cursor is a link or the like, which is unwrapped before any notation is tried. */
static bool is_wrapped(const pulma_reader *reader, struct pm_text at,
                       const struct pm_text *line)
{
    if (reader->notation || is_bare(line))
        return false;
    struct pm_arena arena;
    struct pm_unwrapped inner;
    pm_arena_init(&arena, 0);
    bool wrapped = pm_unwrap(&at, &arena, &inner, NULL) != PULMA_NONE;
    pm_arena_free(&arena);
    return wrapped;
}

/* Whether the puzzle at the cursor is a line like the puzzle before, all of it in view: then the
 * cursor moves past it, and `*start` is where it begins. */
static bool find_line(pulma_reader *reader, struct pm_text *start)
{
    struct pm_text *text = &reader->text, gap = *text;
    const struct pm_guess *last = &reader->last;
    pm_skip_gap(&gap);
    struct pm_text next = gap, line = pm_text_line(&next), word = pm_text_trim(line);
    if (pm_text_ended(&gap) || (next.at == line.end && !reader->complete) ||
        pm_reader_at(reader, &gap) >= reader->end)
        return false;
    bool form =
        !reader->notation && (pm_text_peek(&word) == '{' || pm_kind_named(&word) >= 0);
    if (form || last->notation->sniff(&gap) != last->sureness ||
        is_wrapped(reader, gap, &line))
        return false;
    *start = gap;
    *text = next;
    pm_reader_find(reader, &gap);
    reader->puzzles++;
    return true;
}

/* Finds lines, as many as there is room for.  Their text is copied: the window moves on. */
static pulma_status find_lines(pulma_reader *reader, pulma_lot *lot, pulma_error *err)
{
    const struct pm_guess *last = &reader->last;
    if (reader->failed || reader->kept || reader->passing || !last->one_line ||
        last->rivals > 0)
        return PULMA_OK;
    pulma_status status = pm_reader_stock(reader, (size_t)2 * PM_AHEAD, err);
    if (status)
        return status;
    lot->lines = malloc((size_t)lot->room * sizeof *lot->lines);
    if (!lot->lines)
        return pm_fail_memory(err);
    while (lot->count < lot->room && find_line(reader, &lot->lines[lot->count])) {
        if (lot->count++ == 0)
            pm_reader_give(reader);
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
        status =
            pm_reader_next(reader, &lot->read[lot->count], lot->count == 0 ? err : &late);
        if (lot->count == 0)
            pm_reader_give(reader);
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
        if (pm_reader_stock(reader, (size_t)2 * PM_AHEAD, NULL))
            return false;
        struct pm_text gap = reader->text;
        pm_skip_gap(&gap);
        if (pm_text_ended(&gap) || pm_reader_at(reader, &gap) >= from)
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
    if (!pm_reader_pass_line(reader) || !pass_lines(reader, from))
        return false;
    reader->text.line = 1;
    reader->failed = false;
    return true;
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

static int notation_number(const struct pm_guess *guess)
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
    if (!status && p->texts.len > PM_MOST_IN_VIEW)
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
static bool unpack_guess(const char **at, const char *end, struct pm_guess *guess)
{
    int number;
    *guess = (struct pm_guess){.sureness = 1};
    if (!get_number(at, end, &guess->kind) || !get_number(at, end, &number) ||
        guess->kind < 0 || guess->kind >= pm_kind_count)
        return false;
    const struct pm_notation *notation = pm_kinds[guess->kind]->notations;
    for (int i = 0; number >= 0 && i < number && notation && notation->name; i++)
        notation++;
    guess->notation = number < 0 ? NULL : notation;
    return number < 0 || (notation && notation->name);
}

/* Where the texts are; PULMA_BAD_TEXT: not there. */
static pulma_status unpack_lines(const char *at, const char *end, pulma_lot *lot)
{
    int begin = 0, last = 0;
    const char *texts = at + 8 * (size_t)lot->count + 4;
    if ((size_t)(end - at) < 8 * (size_t)lot->count + 4)
        return PULMA_BAD_TEXT;
    lot->text = malloc((size_t)(end - texts) + 1);
    lot->lines = calloc((size_t)lot->count, sizeof *lot->lines);
    if (!lot->text || !lot->lines)
        return PULMA_NO_MEMORY;
    memcpy(lot->text, texts, (size_t)(end - texts));
    for (int i = 0; i < lot->count; i++) {
        get_number(&at, end, &lot->lines[i].line);
        get_number(&at, end, &begin);
        if (begin < last || begin > end - texts)
            return PULMA_BAD_TEXT;
        lot->lines[i].at = lot->text + begin;
        lot->lines[i].column = 1;
        if (i > 0)
            lot->lines[i - 1].end = lot->lines[i].at;
        last = begin;
    }
    get_number(&at, end, &last);
    lot->lines[lot->count - 1].end = lot->text + last;
    return last >= begin && last == end - texts ? PULMA_OK : PULMA_BAD_TEXT;
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
    pulma_status status = PULMA_BAD_TEXT;
    if (unpack_guess(&at, end, &lot->guess) && get_number(&at, end, &lot->count) &&
        lot->count > 0 && (size_t)lot->count <= len)
        status = unpack_lines(at, end, lot);
    if (!status) {
        *result = lot;
        return PULMA_OK;
    }
    pulma_lot_free(lot);
    return status == PULMA_NO_MEMORY
               ? pm_fail_memory(err)
               : pm_fail(err, status, NULL, "these bytes are no lot of puzzles");
}
