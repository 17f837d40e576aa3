/* LZ-String: a dictionary of phrases that both sides build while they go, like LZ78.
 *
 * Codes are written with as many bits as the dictionary needs, least bit first, and the bits
 * fill base64 characters from their highest bit down.  Codes 0 and 1 announce a character that is
 * new (8 or 16 bits follow), 2 ends the text, the others are phrases.  After every phrase the
 * dictionary gets the phrase before it plus the first character of this one.  That is always a
 * stretch of the text itself, so a phrase is kept as a place and a length. */
#include "notations/lzstring.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_UNITS = 1 << 20, /* of text, unpacked */
    CODE_8 = 0,
    CODE_16 = 1,
    CODE_END = 2,
    FIRST_PHRASE = 3
};

static const char base64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- Unpacking ----------------------------------------------------------------------- */

struct reader {
    struct pm_text text;
    int value, left; /* the character at hand, and how many of its six bits are left */
    bool ended;      /* read beyond the end, or met what is no base64 */
};

static int hex(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The next base64 character as a number; 0 for padding, -1 at the end. */
static int next_value(struct pm_text *t)
{
    if (pm_text_ended(t))
        return -1;
    int c = pm_text_take(t);
    if (c == '%' && pm_text_len(t) >= 2 && hex(t->at[0]) >= 0 && hex(t->at[1]) >= 0) {
        c = 16 * hex(t->at[0]) + hex(t->at[1]);
        pm_text_take(t);
        pm_text_take(t);
    }
    if (c == ' ')
        c = '+';
    if (c == '=')
        return 0;
    const char *at = c > 0 && c < 128 ? strchr(base64, c) : NULL;
    return at ? (int)(at - base64) : -1;
}

static int read_bits(struct reader *r, int n)
{
    int bits = 0;
    for (int i = 0; i < n; i++) {
        if (r->left == 0) {
            r->value = next_value(&r->text);
            r->left = 6;
            if (r->value < 0) {
                r->ended = true;
                return CODE_END;
            }
        }
        r->left--;
        bits |= (r->value >> r->left & 1) << i;
    }
    return bits;
}

/* Phrases of the text so far; the text is UTF-16. */
struct dictionary {
    uint16_t *text;
    int units, room; /* of the text */
    bool no_memory;
    int *start,
        *length; /* of each phrase, as many as there are units at most, and 4 more */
    int count;
    int width;  /* bits of a code */
    int growth; /* phrases until codes need one bit more */
};

static void note_growth(struct dictionary *d)
{
    if (--d->growth == 0)
        d->growth = 1 << d->width++;
}

/* Adds the phrase [start, start + length) of the text. */
static void add_phrase(struct dictionary *d, int start, int length)
{
    d->start[d->count] = start;
    d->length[d->count++] = length;
    note_growth(d);
}

/* Room for so many more units; false: there is none, or the text grows too long. */
static bool make_room(struct dictionary *d, int more)
{
    if (d->units + more > MAX_UNITS)
        return false;
    if (d->units + more <= d->room)
        return true;
    int room = 2 * (d->units + more);
    uint16_t *text = realloc(d->text, (size_t)room * sizeof *text);
    d->no_memory = !text;
    if (!text)
        return false;
    d->text = text;
    d->room = room;
    return true;
}

/* Appends what a code says; false: the code makes no sense, or there is no room. */
static bool append(struct dictionary *d, struct reader *r, int code, int before)
{
    int start = d->units, length = 1;
    if (code == CODE_8 || code == CODE_16) {
        int unit = read_bits(r, code == CODE_8 ? 8 : 16);
        if (r->ended || !make_room(d, 1))
            return false;
        d->text[d->units++] = (uint16_t)unit;
        add_phrase(d, start, 1); /* it is a phrase of its own */
    } else {
        /* The phrase that is about to be made: the last one and its own first character. */
        bool coming = code == d->count && before >= 0;
        if (code < FIRST_PHRASE || (code >= d->count && !coming))
            return false;
        int from = coming ? before : d->start[code];
        length = coming ? start - before + 1 : d->length[code];
        if (!make_room(d, length))
            return false;
        for (int i = 0; i < length; i++) /* may overlap: one by one */
            d->text[start + i] = d->text[from + i];
        d->units += length;
    }
    if (before >= 0)
        add_phrase(d, before, start - before + 1);
    return true;
}

static bool unpack(struct reader *r, struct dictionary *d)
{
    d->count = FIRST_PHRASE;
    d->width = 2;
    d->growth = 2; /* the first character does not count */
    for (int before = -1;;) {
        int code = read_bits(r, d->width);
        if (r->ended)
            return false;
        if (code == CODE_END)
            return true;
        if (before < 0 && code > CODE_16)
            return false;
        int start = d->units;
        if (!append(d, r, code, before))
            return false;
        if (before < 0) { /* now codes have three bits and four phrases fit in */
            d->width = 3;
            d->growth = 4;
        }
        before = start;
    }
}

static void put_utf8(struct pm_out *out, uint32_t code)
{
    if (code < 0x80) {
        pm_out_char(out, (char)code);
    } else if (code < 0x800) {
        pm_out_char(out, (char)(0xC0 | code >> 6));
        pm_out_char(out, (char)(0x80 | (code & 0x3F)));
    } else {
        if (code >= 0x10000) {
            pm_out_char(out, (char)(0xF0 | code >> 18));
            pm_out_char(out, (char)(0x80 | (code >> 12 & 0x3F)));
        } else {
            pm_out_char(out, (char)(0xE0 | code >> 12));
        }
        pm_out_char(out, (char)(0x80 | (code >> 6 & 0x3F)));
        pm_out_char(out, (char)(0x80 | (code & 0x3F)));
    }
}

static void put_units(struct pm_out *out, const uint16_t *text, int units)
{
    for (int i = 0; i < units; i++) {
        uint32_t code = text[i];
        bool pair = code >= 0xD800 && code < 0xDC00 && i + 1 < units &&
                    text[i + 1] >= 0xDC00 && text[i + 1] < 0xE000;
        if (pair)
            code = 0x10000 + ((code - 0xD800) << 10) + (text[++i] - 0xDC00u);
        put_utf8(out, code);
    }
}

pulma_status pm_lz_unpack(struct pm_text text, struct pm_out *out, pulma_error *err)
{
    struct reader r = {.text = text};
    /* Codes have two bits or more, so a character of base64 holds three, and each makes a phrase;
     * a code for a new character makes two, but takes ten bits. */
    size_t phrases = 4 * pm_text_len(&text) + 16;
    if (pm_text_len(&text) > MAX_UNITS)
        return pm_fail(err, PULMA_BAD_TEXT, &text, "the link is too long");
    struct dictionary d = {.start = malloc(phrases * sizeof *d.start),
                           .length = malloc(phrases * sizeof *d.length)};
    pulma_status status = PULMA_OK;
    if (!d.start || !d.length)
        status = pm_fail_memory(err);
    else if (!unpack(&r, &d))
        status = d.no_memory ? pm_fail_memory(err)
                             : pm_fail(err, PULMA_BAD_TEXT, &r.text,
                                       "the packed part of the link is damaged");
    else
        put_units(out, d.text, d.units);
    free(d.text);
    free(d.start);
    free(d.length);
    return status;
}

/* ---- Packing ------------------------------------------------------------------------- */

/* Phrases as a tree: each is another one and a character.  Node k stands for phrase k; the
 * nodes below FIRST_PHRASE are not used. */
struct tree {
    int *child, *sibling;
    uint16_t *last; /* the character that it adds */
    int count;
    int *single; /* of each character, its phrase; 0: not met yet */
    bool *fresh; /* met, but not yet written */
    int width, growth;
};

struct writer {
    struct pm_out *out;
    int value, bits;
};

static void write_bits(struct writer *w, int value, int n)
{
    for (int i = 0; i < n; i++) {
        w->value = w->value << 1 | (value >> i & 1);
        if (++w->bits == 6) {
            pm_out_char(w->out, base64[w->value]);
            w->value = w->bits = 0;
        }
    }
}

static void grow_codes(struct tree *t)
{
    if (--t->growth == 0)
        t->growth = 1 << t->width++;
}

static void write_phrase(struct writer *w, struct tree *t, int phrase)
{
    int c = t->last[phrase];
    if (t->single[c] == phrase && t->fresh[c]) {
        write_bits(w, c < 256 ? CODE_8 : CODE_16, t->width);
        write_bits(w, c, c < 256 ? 8 : 16);
        t->fresh[c] = false;
        grow_codes(t);
    } else {
        write_bits(w, phrase, t->width);
    }
    grow_codes(t);
}

static int find_child(const struct tree *t, int phrase, uint16_t c)
{
    int child = t->child[phrase];
    while (child && t->last[child] != c)
        child = t->sibling[child];
    return child;
}

static void pack(struct writer *w, struct tree *t, const uint16_t *text, size_t len)
{
    int phrase = 0;
    for (size_t i = 0; i < len; i++) {
        uint16_t c = text[i];
        if (!t->single[c]) {
            t->single[c] = t->count;
            t->last[t->count++] = c;
            t->fresh[c] = true;
        }
        int longer = phrase ? find_child(t, phrase, c) : t->single[c];
        if (!longer) {
            write_phrase(w, t, phrase);
            t->last[t->count] = c;
            t->sibling[t->count] = t->child[phrase];
            t->child[phrase] = t->count++;
            longer = t->single[c];
        }
        phrase = longer;
    }
    if (phrase)
        write_phrase(w, t, phrase);
    write_bits(w, CODE_END, t->width);
    write_bits(w, 0,
               6 - w->bits); /* the end has a character of its own, if need be empty */
}

/* UTF-8 as UTF-16; `units` has room for `len` of them.  Returns how many. */
static size_t to_units(const char *text, size_t len, uint16_t *units)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    size_t n = 0;
    for (size_t i = 0; i < len;) {
        unsigned char lead = (unsigned char)text[i++];
        int tails = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
        uint32_t code = tails ? lead & (0x3Fu >> tails) : lead;
        bool valid = lead < 0x80 || tails > 0;
        for (int k = 0; k < tails && valid; k++) {
            valid = i < len && ((unsigned char)text[i] & 0xC0) == 0x80;
            if (valid)
                code = code << 6 | ((unsigned char)text[i++] & 0x3F);
        }
        if (!valid || code < least[tails] || code > 0x10FFFF)
            code = 0xFFFD;
        if (code >= 0x10000) {
            units[n++] = (uint16_t)(0xD800 + ((code - 0x10000) >> 10));
            code = 0xDC00 + (code & 0x3FF);
        }
        units[n++] = (uint16_t)code;
    }
    return n;
}

void pm_lz_pack(const char *text, size_t len, struct pm_out *out)
{
    uint16_t *units = calloc(len + 1, sizeof *units);
    struct tree t = {.child = calloc(2 * len + 8, sizeof *t.child),
                     .sibling = calloc(2 * len + 8, sizeof *t.sibling),
                     .last = calloc(2 * len + 8, sizeof *t.last),
                     .single = calloc(UINT16_MAX + 1, sizeof *t.single),
                     .fresh = calloc(UINT16_MAX + 1, sizeof *t.fresh),
                     .count = FIRST_PHRASE,
                     .width = 2,
                     .growth = 2};
    size_t before = out->len;
    if (units && t.child && t.sibling && t.last && t.single && t.fresh) {
        struct writer w = {.out = out};
        pack(&w, &t, units, to_units(text, len, units));
        while ((out->len - before) % 4 != 0 && !out->failed)
            pm_out_char(out, '=');
    } else {
        out->failed = true;
    }
    free(units);
    free(t.child);
    free(t.sibling);
    free(t.last);
    free(t.single);
    free(t.fresh);
}
