#include "notations/json.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The items of a list stand on a stack until it ends, those of lists around it below them; then
 * they are copied into the arena, where they lie side by side. */
struct reading {
    struct pm_text *t;
    struct pm_arena *arena;
    struct pm_json *stack;
    size_t n, room;
    pulma_error *err;
};

/* ---- Strings -------------------------------------------------------------------- */

static int hex(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The four digits of \uXXXX: a unit of UTF-16. */
static pulma_status read_unit(struct pm_text *t, uint32_t *unit, pulma_error *err)
{
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex(pm_text_peek(t));
        if (digit < 0)
            return pm_fail_expected(err, t, "four hexadecimal digits");
        *unit = *unit << 4 | (uint32_t)digit;
        pm_text_take(t);
    }
    return PULMA_OK;
}

static bool is_first_half(uint32_t unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

static bool is_second_half(uint32_t unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/* A character as one unit or as a surrogate pair, the first \u taken already. */
static pulma_status read_code(struct pm_text *t, uint32_t *code, pulma_error *err)
{
    const struct pm_text start = *t;
    uint32_t second;
    pulma_status status = read_unit(t, code, err);
    if (status || (!is_first_half(*code) && !is_second_half(*code)))
        return status;
    if (is_second_half(*code))
        return pm_fail_expected(err, &start, "the first half of a surrogate pair");
    const struct pm_text behind = *t;
    if (!pm_text_word(t, "\\u"))
        return pm_fail_expected(err, t, "the second half of a surrogate pair");
    if ((status = read_unit(t, &second, err)))
        return status;
    if (!is_second_half(second))
        return pm_fail_expected(err, &behind, "the second half of a surrogate pair");
    *code = 0x10000 + ((*code - 0xD800) << 10) + (second - 0xDC00);
    return PULMA_OK;
}

static char *put_utf8(char *to, uint32_t code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xC0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *to++ = (char)(0xE0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    } else {
        *to++ = (char)(0xF0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3F));
        *to++ = (char)(0x80 | (code >> 6 & 0x3F));
        *to++ = (char)(0x80 | (code & 0x3F));
    }
    return to;
}

/* What follows a backslash; `to` gets at most as many bytes as were read. */
static pulma_status read_escape(struct pm_text *t, char **to, pulma_error *err)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    int c = pm_text_peek(t);
    const char *known = c > 0 ? strchr(from, c) : NULL;
    if (known) {
        *(*to)++ = into[known - from];
        pm_text_take(t);
        return PULMA_OK;
    }
    if (!pm_text_word(t, "u"))
        return pm_fail_expected(err, t, "an escape sequence of JSON");
    uint32_t code = 0;
    pulma_status status = read_code(t, &code, err);
    if (!status)
        *to = put_utf8(*to, code);
    return status;
}

/* Moves to the first byte that is not simply itself: a quote, a backslash, a control character. */
static void skip_plain(struct pm_text *t)
{
    for (; t->at < t->end && *t->at != '"' && *t->at != '\\'; t->at++) {
        unsigned char byte = (unsigned char)*t->at;
        if (byte < ' ')
            return;
        t->column += (byte & 0xC0) != 0x80; /* as pm_text_take() does */
    }
}

/* The end of the string around `at`: a quote without a backslash before it, or the text's end. */
static const char *find_end(const char *at, const char *end)
{
    while (at < end && *at != '"')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

/* A string with escapes, of which the cursor has found the first, is copied. */
static pulma_status read_escaped(struct reading *r, struct pm_json *value)
{
    struct pm_text *t = r->t;
    const char *from = value->text.at;
    char *copy = pm_new(r->arena, (size_t)(find_end(t->at, t->end) - from) + 1, char),
         *to = copy;
    if (!copy)
        return pm_fail_memory(r->err);
    for (;;) {
        memcpy(to, from, (size_t)(t->at - from));
        to += t->at - from;
        if (pm_text_peek(t) == '"')
            break;
        if (!pm_text_word(t, "\\"))
            return pm_fail_expected(r->err, t, "the rest of a JSON string");
        pulma_status status = read_escape(t, &to, r->err);
        if (status)
            return status;
        from = t->at;
        skip_plain(t);
    }
    value->text.at = copy;
    value->text.end = to;
    pm_text_take(t);
    return PULMA_OK;
}

static pulma_status read_string(struct reading *r, struct pm_json *value)
{
    struct pm_text *t = r->t;
    if (!pm_text_word(t, "\""))
        return pm_fail_expected(r->err, t, "a JSON string");
    *value = (struct pm_json){.type = PM_JSON_STRING, .text = *t};
    skip_plain(t);
    if (pm_text_peek(t) != '"')
        return read_escaped(r, value);
    value->text.end = t->at;
    pm_text_take(t);
    return PULMA_OK;
}

/* ---- Words and numbers ------------------------------------------------------------- */

static pulma_status take_digits(struct pm_text *t, pulma_error *err)
{
    const char *start = t->at;
    while (pm_text_peek(t) >= '0' && pm_text_peek(t) <= '9')
        pm_text_take(t);
    return t->at > start ? PULMA_OK : pm_fail_expected(err, t, "a digit");
}

/* -0.5e+10: no sign but a minus, no zeros in front, digits on both sides of the point. */
static pulma_status read_number(struct reading *r, struct pm_json *value)
{
    struct pm_text *t = r->t;
    *value = (struct pm_json){.type = PM_JSON_NUMBER, .text = *t};
    pm_text_word(t, "-");
    pulma_status status = pm_text_word(t, "0") ? PULMA_OK : take_digits(t, r->err);
    if (!status && pm_text_word(t, "."))
        status = take_digits(t, r->err);
    if (!status && (pm_text_word(t, "e") || pm_text_word(t, "E"))) {
        if (!pm_text_word(t, "-"))
            pm_text_word(t, "+");
        status = take_digits(t, r->err);
    }
    value->text.end = t->at;
    return status;
}

static pulma_status read_word(struct reading *r, struct pm_json *value)
{
    static const struct {
        const char *word;
        enum pm_json_type type;
    } words[] = {{"null", PM_JSON_NULL}, {"false", PM_JSON_FALSE}, {"true", PM_JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        *value = (struct pm_json){.type = words[i].type, .text = *r->t};
        if (pm_text_word(r->t, words[i].word)) {
            value->text.end = r->t->at;
            return PULMA_OK;
        }
    }
    return pm_fail_expected(r->err, r->t, "a JSON value");
}

/* ---- Lists and objects --------------------------------------------------------------- */

static pulma_status push(struct reading *r, const struct pm_json *value)
{
    if (r->n == r->room) {
        size_t room = r->room ? 2 * r->room : 64;
        struct pm_json *stack = realloc(r->stack, room * sizeof *stack);
        if (!stack)
            return pm_fail_memory(r->err);
        r->stack = stack;
        r->room = room;
    }
    r->stack[r->n++] = *value;
    return PULMA_OK;
}

/* Takes what stands above `base` off the stack. */
static pulma_status settle(struct reading *r, size_t base, struct pm_json *value)
{
    size_t n = r->n - base;
    r->n = base;
    if (n > PM_JSON_MAX_ITEMS)
        return pm_fail(r->err, PULMA_BAD_TEXT, &value->text,
                       "a JSON list or object may have at most %d items",
                       PM_JSON_MAX_ITEMS);
    struct pm_json *items = pm_new(r->arena, n, struct pm_json);
    if (!items)
        return pm_fail_memory(r->err);
    if (n > 0)
        memcpy(items, r->stack + base, n * sizeof *items);
    value->items = items;
    value->count = (int)(value->type == PM_JSON_OBJECT ? n / 2 : n);
    return PULMA_OK;
}

/* By name; equal ones in the order of the document. */
static int compare_names(const void *a, const void *b)
{
    const struct pm_text *x = &(*(const struct pm_json *const *)a)->text;
    const struct pm_text *y = &(*(const struct pm_json *const *)b)->text;
    size_t n = pm_text_len(x), m = pm_text_len(y);
    int order = n < m ? -1 : n > m;
    if (!order && n > 0)
        order = memcmp(x->at, y->at, n);
    if (!order)
        order = x->line < y->line ? -1 : x->line > y->line;
    return order ? order : x->column < y->column ? -1 : x->column > y->column;
}

static bool same_text(const struct pm_text *a, const struct pm_text *b)
{
    size_t n = pm_text_len(a);
    return n == pm_text_len(b) && (n == 0 || memcmp(a->at, b->at, n) == 0);
}

static pulma_status refuse_twins(struct reading *r, const struct pm_json *object)
{
    size_t n = (size_t)object->count;
    const struct pm_json **names = malloc((n + 1) * sizeof *names);
    if (!names)
        return pm_fail_memory(r->err);
    for (size_t i = 0; i < n; i++)
        names[i] = pm_json_name(object, (int)i);
    qsort(names, n, sizeof *names, compare_names);
    pulma_status status = PULMA_OK;
    for (size_t i = 1; i < n && !status; i++) {
        const struct pm_text *name = &names[i]->text;
        size_t len = pm_text_len(name);
        if (same_text(name, &names[i - 1]->text))
            status = pm_fail(r->err, PULMA_BAD_TEXT, name,
                             "the name '%.*s' appears twice in this object",
                             (int)(len > 40 ? 40 : len), name->at);
    }
    free(names);
    return status;
}

static pulma_status read_value(struct reading *r, int depth, struct pm_json *value);

static pulma_status read_name(struct reading *r)
{
    struct pm_json name;
    pulma_status status = read_string(r, &name);
    if (status)
        return status;
    pm_text_space(r->t);
    if (!pm_text_word(r->t, ":"))
        return pm_fail_expected(r->err, r->t, "':'");
    pm_text_space(r->t);
    return push(r, &name);
}

static pulma_status read_items(struct reading *r, int depth, bool named, const char *close)
{
    for (;;) {
        struct pm_json item;
        pulma_status status = named ? read_name(r) : PULMA_OK;
        if (status || (status = read_value(r, depth + 1, &item)) ||
            (status = push(r, &item)))
            return status;
        pm_text_space(r->t);
        if (pm_text_word(r->t, close))
            return PULMA_OK;
        if (!pm_text_word(r->t, ","))
            return pm_fail_expected(r->err, r->t, "',' or '%s'", close);
        pm_text_space(r->t);
    }
}

static pulma_status read_list(struct reading *r, int depth, struct pm_json *value)
{
    bool named = pm_text_peek(r->t) == '{';
    const char *close = named ? "}" : "]";
    *value = (struct pm_json){.type = named ? PM_JSON_OBJECT : PM_JSON_LIST, .text = *r->t};
    if (depth == PM_JSON_MAX_DEPTH)
        return pm_fail(r->err, PULMA_BAD_TEXT, r->t,
                       "JSON may not be nested deeper than %d levels", PM_JSON_MAX_DEPTH);
    size_t base = r->n;
    pm_text_take(r->t);
    pm_text_space(r->t);
    pulma_status status =
        pm_text_word(r->t, close) ? PULMA_OK : read_items(r, depth, named, close);
    if (!status)
        status = settle(r, base, value);
    if (!status && named)
        status = refuse_twins(r, value);
    value->text.end = r->t->at;
    return status;
}

/* ---- Values -------------------------------------------------------------------------- */

static pulma_status read_value(struct reading *r, int depth, struct pm_json *value)
{
    int c = pm_text_peek(r->t);
    if (c == '{' || c == '[')
        return read_list(r, depth, value);
    if (c == '"')
        return read_string(r, value);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(r, value);
    return read_word(r, value);
}

pulma_status pm_json_read(struct pm_text *t, struct pm_arena *arena, struct pm_json *value,
                          pulma_error *err)
{
    struct reading r = {.t = t, .arena = arena, .err = err};
    pm_text_space(t);
    pulma_status status = read_value(&r, 0, value);
    free(r.stack);
    return status;
}

const struct pm_json *pm_json_name(const struct pm_json *object, int member)
{
    assert(object->type == PM_JSON_OBJECT && 0 <= member && member < object->count);
    return &object->items[2 * member];
}

const struct pm_json *pm_json_value(const struct pm_json *object, int member)
{
    assert(object->type == PM_JSON_OBJECT && 0 <= member && member < object->count);
    return &object->items[2 * member + 1];
}

const struct pm_json *pm_json_find(const struct pm_json *object, const char *name)
{
    int count = object->type == PM_JSON_OBJECT ? object->count : 0;
    for (int i = 0; i < count; i++)
        if (pm_text_is(&pm_json_name(object, i)->text, name))
            return pm_json_value(object, i);
    return NULL;
}

bool pm_json_is_empty(const struct pm_json *value)
{
    return value->type <= PM_JSON_FALSE ||
           (value->type == PM_JSON_STRING && pm_text_ended(&value->text)) ||
           (value->type >= PM_JSON_LIST && value->count == 0);
}

/* ---- Writing ------------------------------------------------------------------------- */

void pm_json_put(struct pm_out *out, const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text;
    pm_out_char(out, '"');
    for (size_t i = 0; i < len;) {
        uint32_t code;
        size_t n = pm_utf8(text + i, len - i, &code);
        if (n == 0) {
            pm_out_text(out, "\\ufffd");
            i++;
        } else if (s[i] == '"' || s[i] == '\\') {
            pm_out_f(out, "\\%c", s[i++]);
        } else if (s[i] == '\n') {
            pm_out_text(out, "\\n");
            i++;
        } else if (s[i] < 0x20 || s[i] == 0x7F) {
            pm_out_f(out, "\\u%04x", s[i++]);
        } else {
            pm_out_bytes(out, text + i, n);
            i += n;
        }
    }
    pm_out_char(out, '"');
}
