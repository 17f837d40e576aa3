#include "core/text.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct pm_text pm_text_of(const char *text, size_t len)
{
    return (struct pm_text){text, text + len, 1, 1, 0};
}

static pulma_status fill(pulma_error *err, pulma_status status, const struct pm_text *at)
{
    if (err) {
        err->status = status;
        err->text = PULMA_TEXT_NONE;
        err->limit = PULMA_LIMIT_NONE;
        memset(err->reserved, 0, sizeof err->reserved);
        err->line = at ? at->line : 0;
        err->column = at ? at->column : 0;
    }
    return status;
}

pulma_status pm_fail(pulma_error *err, pulma_status status, const struct pm_text *at,
                     const char *format, ...)
{
    if (err) {
        va_list list;
        va_start(list, format);
        vsnprintf(err->message, sizeof err->message, format, list);
        va_end(list);
    }
    return fill(err, status, at);
}

pulma_status pm_fail_memory(pulma_error *err)
{
    return pm_fail(err, PULMA_NO_MEMORY, NULL, "out of memory");
}

/* What stands at the cursor, short and printable, for the end of a sentence. */
static void describe(const struct pm_text *at, char *words, size_t size)
{
    int byte = pm_text_peek(at);
    if (byte < 0) {
        snprintf(words, size, "the end");
        return;
    }
    if (byte == '\n' || byte == '\r') {
        snprintf(words, size, "the end of the line");
        return;
    }
    if (byte < ' ' || byte == 127) {
        snprintf(words, size, "the byte 0x%02x", (unsigned)byte);
        return;
    }
    int len = 0;
    while (len < 20 && at->at + len < at->end && (unsigned char)at->at[len] > ' ' &&
           at->at[len] != 127)
        len++;
    if (len == 0)
        len = 1;
    while (len > 1 && at->at + len < at->end && ((unsigned char)at->at[len] & 0xC0) == 0x80)
        len--; /* not in the middle of a character */
    snprintf(words, size, "'%.*s'", len, at->at);
}

pulma_status pm_fail_expected(pulma_error *err, const struct pm_text *at,
                              const char *format, ...)
{
    if (err) {
        char wanted[300], found[64];
        va_list list;
        va_start(list, format);
        vsnprintf(wanted, sizeof wanted, format, list);
        va_end(list);
        describe(at, found, sizeof found);
        snprintf(err->message, sizeof err->message, "expected %s, found %s", wanted, found);
    }
    return fill(err, PULMA_BAD_TEXT, at);
}

bool pm_text_ended(const struct pm_text *t)
{
    return t->at == t->end;
}

int pm_text_peek(const struct pm_text *t)
{
    return t->at < t->end ? (unsigned char)*t->at : -1;
}

int pm_text_take(struct pm_text *t)
{
    assert(t->at < t->end);
    int byte = (unsigned char)*t->at++;
    if (byte == '\n') {
        t->line++;
        t->column = 1;
    } else if ((byte & 0xC0) != 0x80) {
        t->column += 1 + t->between;
    }
    return byte;
}

void pm_text_blanks(struct pm_text *t)
{
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t'))
        pm_text_take(t);
}

void pm_text_space(struct pm_text *t)
{
    while (t->at < t->end &&
           (*t->at == ' ' || *t->at == '\t' || *t->at == '\n' || *t->at == '\r'))
        pm_text_take(t);
}

bool pm_text_starts(const struct pm_text *t, const char *word)
{
    size_t len = strlen(word);
    return len <= pm_text_len(t) && memcmp(t->at, word, len) == 0;
}

bool pm_text_word(struct pm_text *t, const char *word)
{
    if (!pm_text_starts(t, word))
        return false;
    for (size_t n = strlen(word); n > 0; n--)
        pm_text_take(t);
    return true;
}

pulma_status pm_text_int(struct pm_text *t, int min, int max, int *value, pulma_error *err)
{
    assert(0 <= min && min <= max);
    const struct pm_text start = *t;
    int64_t v = 0; /* at most 10 * INT_MAX + 9 before the range test */

    while (v <= max && t->at < t->end && *t->at >= '0' && *t->at <= '9')
        v = 10 * v + (pm_text_take(t) - '0');
    if (t->at == start.at || v < min || v > max) {
        *t = start;
        return min == max
                   ? pm_fail_expected(err, &start, "%d", min)
                   : pm_fail_expected(err, &start, "a number from %d to %d", min, max);
    }
    *value = (int)v;
    return PULMA_OK;
}

struct pm_text pm_text_line(struct pm_text *t)
{
    struct pm_text line = *t;
    const char *newline =
        t->at < t->end ? memchr(t->at, '\n', (size_t)(t->end - t->at)) : NULL;
    line.end = newline ? newline : t->end;
    t->at = newline ? newline + 1 : t->end;
    if (newline) {
        t->line++;
        t->column = 1;
    }
    if (line.end > line.at && line.end[-1] == '\r')
        line.end--;
    return line;
}

struct pm_text pm_text_token(struct pm_text *t)
{
    pm_text_space(t);
    struct pm_text token = *t;
    while (t->at < t->end && (unsigned char)*t->at > ' ')
        pm_text_take(t);
    token.end = t->at;
    return token;
}

struct pm_text pm_text_trim(struct pm_text t)
{
    pm_text_blanks(&t);
    while (t.end > t.at && (t.end[-1] == ' ' || t.end[-1] == '\t'))
        t.end--;
    return t;
}

struct pm_text pm_text_without_remark(struct pm_text line)
{
    const char *sign = line.at;
    while ((sign = memchr(sign, '%', (size_t)(line.end - sign)))) {
        bool apart = sign > line.at && (sign[-1] == ' ' || sign[-1] == '\t');
        if (apart && (sign + 1 == line.end || sign[1] == ' ' || sign[1] == '\t')) {
            line.end = sign;
            line.end = pm_text_trim(line).end; /* blanks before it may mean something */
            return line;
        }
        sign++;
    }
    return line;
}

size_t pm_text_len(const struct pm_text *t)
{
    return (size_t)(t->end - t->at);
}

bool pm_text_is(const struct pm_text *t, const char *word)
{
    return pm_text_len(t) == strlen(word) && pm_text_starts(t, word);
}

pulma_status pm_text_done(struct pm_text *t, pulma_error *err)
{
    pm_text_blanks(t);
    return pm_text_ended(t) ? PULMA_OK : pm_fail_expected(err, t, "the end of the line");
}

int pm_text_columns(const struct pm_text *t)
{
    int columns = 0;
    for (const char *c = t->at; c < t->end && columns < INT_MAX; c++)
        columns += ((unsigned char)*c & 0xC0) != 0x80;
    return columns;
}

size_t pm_utf8(const char *s, size_t left, uint32_t *code)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } form[] = {
        {0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    const unsigned char *byte = (const unsigned char *)s;
    size_t n = 1;
    while (n <= 4 && (byte[0] & form[n - 1].mask) != form[n - 1].lead)
        n++;
    if (n > 4 || n > left)
        return 0;
    *code = byte[0] & (uint32_t)(unsigned char)~form[n - 1].mask;
    for (size_t i = 1; i < n; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (byte[i] & 0x3F);
    }
    bool valid = *code >= form[n - 1].least && *code <= 0x10FFFF &&
                 !(*code >= 0xD800 && *code <= 0xDFFF);
    return valid ? n : 0;
}
