/* Where puzzles come from: the files of a call, read one after another, bit by bit, always one
 * puzzle ahead, so that the first puzzle knows whether it is the only one.
 *
 * A share of them is settled by positions alone: a puzzle belongs to the share in which it begins.
 * Where a file is a list of lines, its share is read from its offset on and nothing before; how
 * many lines were before is then not known, and lines are counted from the share's first puzzle.
 * Elsewhere only reading tells where puzzles begin, and those before the share are read and
 * dropped. */
#include "cli/source.h"

#include <stdlib.h>
#include <string.h>

/* So much before a share is looked at, to see that puzzles are lines there; shares that begin
 * before that are read from the start. */
enum { LOOK_BACK = 100000 };

static bool is_before(const struct cli_place *a, const struct cli_place *b)
{
    return a->file < b->file || (a->file == b->file && a->position < b->position);
}

/* ---- Shares ---- */

struct cli_share cli_share_whole(const struct cli_call *call)
{
    return (struct cli_share){{1, 0, 1}, {call->argument_count + 1, 0, 1}, false};
}

/* The place where the bytes `at` of all files begin; each file counts one byte more than it
 * has, so that also an empty one belongs to somebody. */
static struct cli_place place_of(const uint64_t *lengths, int count, uint64_t at)
{
    int file = 0;
    while (file < count && at > lengths[file])
        at -= lengths[file++] + 1;
    return (struct cli_place){file + 1, file < count ? at : 0, at == 0};
}

bool cli_share_of_part(const struct cli_call *call, struct cli_share *share)
{
    const int count = call->argument_count;
    uint64_t *lengths = calloc((size_t)count + 1, sizeof *lengths), all = 0;
    if (!lengths) {
        cli_no_memory(call, stdout, stderr);
        return false;
    }
    for (int i = 0; i < count; i++) {
        pulma_error err;
        if (!cli_file_length(call->arguments[i], &lengths[i], &err))
            lengths[i] = 0; /* one part will say why */
        all += lengths[i] + 1;
    }
    const uint64_t k = (uint64_t)call->part, n = (uint64_t)call->parts;
    const uint64_t share_of_all = all / n, rest = all % n;
    *share = (struct cli_share){
        place_of(lengths, count, share_of_all * (k - 1) + rest * (k - 1) / n),
        place_of(lengths, count, share_of_all * k + rest * k / n), false};
    free(lengths);
    return true;
}

/* ---- Files ---- */

static void close_file(struct cli_source *source)
{
    if (!source->reader)
        return;
    pulma_reader_free(source->reader);
    cli_file_close(&source->open);
    source->reader = NULL;
}

static pulma_status new_reader(struct cli_source *source, pulma_error *err)
{
    source->reader =
        pulma_reader_new_stream(cli_file_pull, &source->open, source->call->text[CLI_KIND],
                                source->call->text[CLI_FROM]);
    if (source->reader)
        return PULMA_OK;
    cli_file_close(&source->open);
    *err = (pulma_error){.status = PULMA_NO_MEMORY};
    snprintf(err->message, sizeof err->message, "%s", pulma_status_text(PULMA_NO_MEMORY));
    return PULMA_NO_MEMORY;
}

/* Goes to the beginning of the share without reading what is before, if it can be done.  With --strict
 * it cannot: a bad puzzle before would end the file. */
static bool jump(struct cli_source *source, pulma_error *err)
{
    const uint64_t from = source->share.from.position, back = from - LOOK_BACK;
    pulma_puzzle *first = NULL;
    bool good = from > 2 * LOOK_BACK && !cli_given(source->call, CLI_STRICT) &&
                pulma_reader_next(source->reader, &first, err) == PULMA_OK &&
                cli_file_seek(&source->open, back, err) &&
                pulma_reader_jump(source->reader, back, from);
    pulma_puzzle_free(first);
    return good;
}

/* The share begins inside this file. */
static pulma_status enter(struct cli_source *source, pulma_error *err)
{
    source->relative = source->share.relative;
    if (jump(source, err)) {
        source->relative |= source->share.from.line == 0;
        source->first = false;
        return PULMA_OK;
    }
    pulma_reader_free(source->reader);
    source->reader = NULL;
    if (cli_file_seek(&source->open, 0, err))
        return new_reader(source, err);
    cli_file_close(&source->open);
    return err->status;
}

/* Opens the next file; PULMA_NONE after the last of the share. */
static pulma_status open_file(struct cli_source *source, pulma_error *err)
{
    const struct cli_call *call = source->call;
    const struct cli_place here = {source->next_argument + 1, 0, 1};
    if (!is_before(&here, &source->share.to)) {
        source->more |= source->next_argument < call->argument_count;
        return PULMA_NONE;
    }
    source->file = call->arguments[source->next_argument++];
    source->first = true;
    source->relative = false;
    source->shift = 0;
    source->entered = !is_before(&here, &source->share.from);
    if (!cli_file_open(&source->open, source->file, err))
        return err->status;
    pulma_status status = new_reader(source, err);
    if (!status && !source->entered)
        status = enter(source, err);
    if (!status && source->share.to.file == here.file)
        pulma_reader_set_end(source->reader, source->share.to.position);
    return status;
}

/* ---- One ahead ---- */

/* Whether to go on in a file with a puzzle that cannot be read.  After many in a row it is
 * something else than a file of puzzles. */
static bool goes_on(struct cli_source *source, pulma_status status)
{
    enum { MOST_IN_A_ROW = 20 };
    return status == PULMA_BAD_TEXT && !cli_given(source->call, CLI_STRICT) &&
           ++source->bad_in_a_row < MOST_IN_A_ROW && pulma_reader_skip(source->reader);
}

/* The next of the open file, also what is before the share. */
static struct cli_found read_one(struct cli_source *source, pulma_error *err)
{
    struct cli_found found = {.file = source->file};
    source->open.idle = source->idle;
    source->open.context = source->idle_context;
    if (source->most > 0 && source->entered)
        found.status = pulma_reader_next_lot(source->reader, source->most, &found.lot, err);
    else
        found.status = pulma_reader_next(source->reader, &found.puzzle, err);
    found.at =
        (struct cli_place){source->next_argument, pulma_reader_position(source->reader),
                           pulma_reader_line(source->reader)};
    if (found.status == PULMA_OK)
        source->bad_in_a_row = 0;
    return found;
}

/* Whether what was found is in the share, and if so, how its lines are counted and its place called. */
static bool takes(struct cli_source *source, struct cli_found *found)
{
    const struct cli_place *from = &source->share.from;
    const bool first = source->first;
    source->first = false;
    if (!source->entered && is_before(&found->at, from))
        return false;
    if (!source->entered && from->line > 0)
        source->shift = from->line - found->at.line;
    source->entered = true;
    found->shift = source->shift;
    found->relative = source->relative;
    found->at.line += source->shift;
    if (first)
        found->at = (struct cli_place){found->at.file, 0, 1};
    return true;
}

/* The end of the share: what is behind it, or the next file. */
static struct cli_found end_of_share(struct cli_source *source)
{
    struct cli_found found = {.status = PULMA_NONE,
                              .at = {source->next_argument + 1, 0, 1}};
    if (source->reader && pulma_reader_has_more(source->reader)) {
        found.at =
            (struct cli_place){source->next_argument, pulma_reader_position(source->reader),
                               pulma_reader_line(source->reader)};
        takes(source, &found);
        source->more = true;
    }
    close_file(source);
    return found;
}

static struct cli_found look_ahead(struct cli_source *source, pulma_error *err)
{
    for (;;) {
        struct cli_found found = {.status = PULMA_OK};
        if (!source->reader)
            found.status = open_file(source, err);
        if (found.status == PULMA_NONE)
            return end_of_share(source);
        if (found.status != PULMA_OK) {
            found.file = source->file;
            found.at = (struct cli_place){source->next_argument, 0, 1};
            return found;
        }
        found = read_one(source, err);
        if (found.status == PULMA_NONE && pulma_reader_has_more(source->reader))
            return end_of_share(source);
        bool taken = found.status != PULMA_NONE && takes(source, &found);
        source->bad += taken && found.status == PULMA_BAD_TEXT;
        bool open = found.status == PULMA_OK || goes_on(source, found.status);
        if (!open) {
            close_file(source);
            source->bad_in_a_row = 0;
        }
        if (taken)
            return found;
        cli_found_drop(&found);
    }
}

void cli_source_open(struct cli_source *source, const struct cli_call *call,
                     const struct cli_share *share)
{
    *source = (struct cli_source){
        .call = call, .share = *share, .next_argument = share->from.file - 1};
    source->ahead = look_ahead(source, &source->ahead_error);
    source->begin = source->ahead.at;
    source->several = source->begin.file > 1 || source->begin.position > 0;
}

struct cli_found cli_source_next(struct cli_source *source, pulma_error *err)
{
    struct cli_found found = source->ahead;
    if (found.status != PULMA_OK && found.status != PULMA_NONE)
        *err = source->ahead_error;
    if (source->peeked) {
        source->ahead = source->second;
        source->ahead_error = source->second_error;
    } else if (found.status != PULMA_NONE) {
        source->ahead = look_ahead(source, &source->ahead_error);
    }
    source->peeked = false;
    source->several |= source->ahead.status != PULMA_NONE || source->more;
    return found;
}

bool cli_source_has_two(struct cli_source *source)
{
    source->second = source->ahead;
    source->peeked = source->ahead.status != PULMA_NONE;
    if (source->peeked)
        source->second = look_ahead(source, &source->second_error);
    return source->second.status != PULMA_NONE;
}

void cli_found_drop(struct cli_found *found)
{
    pulma_puzzle_free(found->puzzle);
    pulma_lot_free(found->lot);
    found->puzzle = NULL;
    found->lot = NULL;
    found->status = PULMA_NONE;
}

void cli_source_leave(struct cli_source *source, int file_number)
{
    if (source->ahead.at.file > file_number || source->ahead.status == PULMA_NONE)
        return;
    cli_found_drop(&source->ahead);
    if (source->next_argument == file_number)
        close_file(source);
    source->ahead = look_ahead(source, &source->ahead_error);
}

void cli_source_close(struct cli_source *source)
{
    cli_found_drop(&source->ahead);
    if (source->peeked)
        cli_found_drop(&source->second);
    close_file(source);
}

/* ---- Lines ---- */

void cli_print_lines(FILE *out, struct cli_lines *lines, const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        const char *mark = memchr(text + i, CLI_LINE_BEGIN, len - i);
        size_t plain = lines->inside ? 0 : mark ? (size_t)(mark - text) - i : len - i;
        fwrite(text + i, 1, plain, out);
        i += plain;
        if (i < len && !lines->inside) {
            lines->inside = true;
            lines->number = 0;
            i++;
        }
        for (; i < len && lines->inside; i++) {
            if (text[i] >= '0' && text[i] <= '9' && lines->number < 100000000)
                lines->number = 10 * lines->number + (text[i] - '0');
            else
                lines->inside = false;
            if (!lines->inside)
                fprintf(out, "%d", lines->before + lines->number);
        }
    }
}

/* How many lines are before those that are counted from the beginning of the share. */
static int count_lines(const struct cli_source *source)
{
    static const size_t size = 1 << 16;
    struct cli_file open;
    pulma_error err;
    char *buffer = malloc(size);
    uint64_t left = source->begin.position;
    size_t got = 1;
    int lines = 1 - source->begin.line;
    if (buffer &&
        cli_file_open(&open, source->call->arguments[source->begin.file - 1], &err)) {
        while (
            left > 0 && got > 0 &&
            !cli_file_pull(&open, buffer, left < size ? (size_t)left : size, &got, &err)) {
            for (size_t i = 0; i < got; i++)
                lines += buffer[i] == '\n';
            left -= got;
        }
        cli_file_close(&open);
    }
    free(buffer);
    return lines;
}

void cli_source_say(struct cli_source *source, FILE *out, const char *text, size_t len)
{
    struct cli_lines lines = {0};
    if (len == 0)
        return;
    if (!source->has_base && memchr(text, CLI_LINE_BEGIN, len)) {
        source->has_base = true;
        source->base = count_lines(source);
    }
    lines.before = source->base;
    cli_print_lines(out, &lines, text, len);
}
