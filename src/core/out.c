#include "core/out.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/text.h"

/* Bytes between two looks at the limits. */
enum { BYTES_A_LOOK = 1 << 16 };

void pm_out_free(struct pm_out *out)
{
    free(out->data);
    *out = (struct pm_out){0};
}

static bool grow(struct pm_out *out, size_t more)
{
    size_t room = out->room ? out->room : 256;
    while (room - out->len <= more) {
        if (room > SIZE_MAX / 4)
            return false;
        room *= 2;
    }
    char *data = realloc(out->data, room);
    if (!data)
        return false;
    out->data = data;
    out->room = room;
    return true;
}

/* The rare part of reserve(). */
static bool extend(struct pm_out *out, size_t more)
{
    out->stopped = out->limits && pm_stop(out->limits);
    out->failed = out->stopped || (out->room - out->len <= more && !grow(out, more));
    if (out->failed)
        return false;
    out->size = out->room;
    if (out->limits && out->room - out->len > more + BYTES_A_LOOK)
        out->size = out->len + more + BYTES_A_LOOK;
    return true;
}

/* Room for `more` bytes and the NUL. */
static bool reserve(struct pm_out *out, size_t more)
{
    if (out->failed)
        return false;
    return out->size - out->len > more || extend(out, more);
}

void pm_out_bytes(struct pm_out *out, const char *bytes, size_t len)
{
    if (!reserve(out, len))
        return;
    if (len)
        memcpy(out->data + out->len, bytes, len);
    out->len += len;
    out->data[out->len] = '\0';
}

void pm_out_text(struct pm_out *out, const char *text)
{
    pm_out_bytes(out, text, strlen(text));
}

void pm_out_char(struct pm_out *out, char c)
{
    pm_out_bytes(out, &c, 1);
}

void pm_out_xml(struct pm_out *out, const char *bytes, size_t len)
{
    for (const char *c = bytes; c < bytes + len; c++)
        if (*c == '&')
            pm_out_text(out, "&amp;");
        else if (*c == '<')
            pm_out_text(out, "&lt;");
        else if (*c == '>')
            pm_out_text(out, "&gt;");
        else
            pm_out_char(out, *c);
}

void pm_out_repeat(struct pm_out *out, char c, int n)
{
    for (; n > 0; n--)
        pm_out_char(out, c);
}

void pm_out_f(struct pm_out *out, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int len = vsnprintf(NULL, 0, format, list);
    va_end(list);
    if (len < 0)
        out->failed = true;
    else if (reserve(out, (size_t)len)) {
        vsnprintf(out->data + out->len, (size_t)len + 1, format, again);
        out->len += (size_t)len;
    }
    va_end(again);
}

void pm_out_count(struct pm_out *out, uint64_t count)
{
    char digits[20]; /* of 2^64 - 1 */
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + count % 10);
    while (count /= 10);
    pm_out_bytes(out, digits + at, sizeof digits - at);
}

void pm_out_number(struct pm_out *out, double value, int decimals)
{
    assert(0 <= decimals && decimals <= 9);
    int64_t scale = 1;
    for (int i = 0; i < decimals; i++)
        scale *= 10;
    if (!(fabs(value) * (double)scale < 9e18)) { /* too large, or not a number */
        pm_out_text(out, "0");
        return;
    }
    int64_t scaled = llround(value * (double)scale);
    if (scaled < 0)
        pm_out_char(out, '-');
    uint64_t size = scaled < 0 ? (uint64_t)-scaled : (uint64_t)scaled;
    uint64_t whole = size / (uint64_t)scale, part = size % (uint64_t)scale;
    pm_out_count(out, whole);
    if (part == 0)
        return;
    while (part % 10 == 0) {
        part /= 10;
        decimals--;
    }
    pm_out_f(out, ".%0*llu", decimals, (unsigned long long)part);
}

pulma_status pm_out_failure(const struct pm_out *out, pulma_error *err)
{
    assert(out->failed);
    return out->stopped
               ? pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit while writing")
               : pm_fail_memory(err);
}

pulma_status pm_out_give(struct pm_out *out, char **text, size_t *len, pulma_error *err)
{
    pm_out_bytes(out, "", 0); /* even an empty text gets its NUL */
    if (out->failed) {
        pulma_status status = pm_out_failure(out, err);
        pm_out_free(out);
        *text = NULL;
        if (len)
            *len = 0;
        return status;
    }
    *text = out->data;
    if (len)
        *len = out->len;
    *out = (struct pm_out){0};
    return PULMA_OK;
}
