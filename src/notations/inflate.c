/* A stream is a row of blocks: stored ones, and ones whose symbols (bytes, lengths of copies, the end)
 * and distances have prefix codes, either fixed or told at the block's beginning.  Codes are
 * canonical: their lengths tell them, so decoding needs only how many codes each length has, and
 * the symbols in the order of their codes. */
#include "notations/inflate.h"

#include <assert.h>
#include <stdint.h>

enum { MOST_BITS = 15, SYMBOLS = 288, DISTANCES = 30, END = 256 };

struct code {
    short count[MOST_BITS + 1]; /* codes of each length */
    short symbol[SYMBOLS];      /* by length, then by number */
};

struct stream {
    const unsigned char *at, *end;
    uint32_t bits; /* read and not used yet, the lowest first */
    int held;
    bool bad;
    size_t start, most; /* where the output begins, and how long it may get */
    struct pm_out *out;
};

static int take_bits(struct stream *s, int n)
{
    assert(n >= 0 && n <= 16);
    while (s->held < n) {
        if (s->at == s->end) {
            s->bad = true;
            return 0;
        }
        s->bits |= (uint32_t)*s->at++ << s->held;
        s->held += 8;
    }
    int value = (int)(s->bits & ((1u << n) - 1));
    s->bits >>= n;
    s->held -= n;
    return value;
}

static void put_byte(struct stream *s, char byte)
{
    if (s->out->len - s->start >= s->most || s->out->failed)
        s->bad = true;
    else
        pm_out_char(s->out, byte);
}

/* The code that the lengths of its symbols tell (0: unused); false: more codes than there are. */
static bool make_code(struct code *code, const unsigned char *lengths, int n)
{
    short at[MOST_BITS + 1] = {0};
    int left = 1;
    for (int i = 0; i <= MOST_BITS; i++)
        code->count[i] = 0;
    for (int i = 0; i < n; i++)
        code->count[lengths[i]]++;
    for (int bits = 1; bits <= MOST_BITS; bits++) {
        left = 2 * left - code->count[bits];
        if (left < 0)
            return false;
        if (bits > 1)
            at[bits] = (short)(at[bits - 1] + code->count[bits - 1]);
    }
    for (int i = 0; i < n; i++)
        if (lengths[i])
            code->symbol[at[lengths[i]]++] = (short)i;
    return true;
}

static int take_symbol(struct stream *s, const struct code *code)
{
    int value = 0, first = 0, index = 0;
    for (int bits = 1; bits <= MOST_BITS && !s->bad; bits++) {
        value |= take_bits(s, 1);
        int count = code->count[bits];
        if (value - first < count)
            return code->symbol[index + value - first];
        index += count;
        first = (first + count) << 1;
        value <<= 1;
    }
    s->bad = true;
    return END;
}

static void take_stored(struct stream *s)
{
    s->bits = 0; /* up to the next byte */
    s->held = 0;
    if (s->end - s->at < 4) {
        s->bad = true;
        return;
    }
    unsigned len = s->at[0] | (unsigned)s->at[1] << 8;
    unsigned check = s->at[2] | (unsigned)s->at[3] << 8;
    s->at += 4;
    if (len != (~check & 0xffff) || (size_t)(s->end - s->at) < len) {
        s->bad = true;
        return;
    }
    for (unsigned i = 0; i < len && !s->bad; i++)
        put_byte(s, (char)s->at[i]);
    s->at += len;
}

/* A copy of what came before: how long, and how far back. */
static void take_copy(struct stream *s, int symbol, const struct code *distances)
{
    static const short bases[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                  15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                  67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const short extras[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    const int lengths = (int)(sizeof bases / sizeof *bases);
    if (symbol - END - 1 >= lengths) {
        s->bad = true;
        return;
    }
    int len = bases[symbol - END - 1] + take_bits(s, extras[symbol - END - 1]);
    int far = take_symbol(s, distances);
    if (s->bad || far >= DISTANCES) {
        s->bad = true;
        return;
    }
    size_t back = far < 4 ? (size_t)far + 1
                          : (((size_t)2 + (far & 1)) << (far / 2 - 1)) + 1 +
                                (size_t)take_bits(s, far / 2 - 1);
    if (back > s->out->len - s->start)
        s->bad = true;
    for (int i = 0; i < len && !s->bad; i++)
        put_byte(s, s->out->data[s->out->len - back]);
}

static void take_symbols(struct stream *s, const struct code *symbols,
                         const struct code *distances)
{
    while (!s->bad) {
        int symbol = take_symbol(s, symbols);
        if (symbol == END)
            return;
        if (symbol < END)
            put_byte(s, (char)symbol);
        else
            take_copy(s, symbol, distances);
    }
}

static void take_fixed(struct stream *s)
{
    struct code symbols, distances;
    unsigned char lengths[SYMBOLS];
    for (int i = 0; i < SYMBOLS; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_code(&symbols, lengths, SYMBOLS);
    for (int i = 0; i < DISTANCES; i++)
        lengths[i] = 5;
    make_code(&distances, lengths, DISTANCES);
    take_symbols(s, &symbols, &distances);
}

/* The lengths of codes, themselves packed: 16 repeats the last one, 17 and 18 are runs of none. */
static bool take_lengths(struct stream *s, const struct code *code, unsigned char *lengths,
                         int n)
{
    for (int i = 0; i < n;) {
        int symbol = take_symbol(s, code);
        if (s->bad || (symbol == 16 && i == 0))
            return false;
        int run = symbol < 16    ? 1
                  : symbol == 16 ? 3 + take_bits(s, 2)
                  : symbol == 17 ? 3 + take_bits(s, 3)
                                 : 11 + take_bits(s, 7);
        unsigned char length = symbol < 16    ? (unsigned char)symbol
                               : symbol == 16 ? lengths[i - 1]
                                              : 0;
        if (run > n - i)
            return false;
        while (run-- > 0)
            lengths[i++] = length;
    }
    return true;
}

static void take_dynamic(struct stream *s)
{
    static const char order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                 11, 4,  12, 3, 13, 2, 14, 1, 15};
    enum { META = sizeof order };
    struct code symbols, distances;
    unsigned char lengths[SYMBOLS + 32] = {0};
    int symbol_count = take_bits(s, 5) + 257, distance_count = take_bits(s, 5) + 1;
    int meta = take_bits(s, 4) + 4;
    for (int i = 0; i < meta; i++)
        lengths[(int)order[i]] = (unsigned char)take_bits(s, 3);
    if (s->bad || symbol_count > SYMBOLS || !make_code(&symbols, lengths, META) ||
        !take_lengths(s, &symbols, lengths, symbol_count + distance_count) ||
        !make_code(&symbols, lengths, symbol_count) ||
        !make_code(&distances, lengths + symbol_count, distance_count)) {
        s->bad = true;
        return;
    }
    take_symbols(s, &symbols, &distances);
}

bool pm_inflate(const unsigned char *bytes, size_t len, size_t most, struct pm_out *out)
{
    struct stream s = {
        .at = bytes, .end = bytes + len, .start = out->len, .most = most, .out = out};
    bool last = false;
    while (!last && !s.bad) {
        last = take_bits(&s, 1);
        int type = take_bits(&s, 2);
        if (s.bad)
            break;
        if (type == 0)
            take_stored(&s);
        else if (type == 1)
            take_fixed(&s);
        else if (type == 2)
            take_dynamic(&s);
        else
            s.bad = true;
    }
    return !s.bad && !out->failed;
}
