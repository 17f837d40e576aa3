#include "notations/link.h"

/* Takes the name of the puzzle and its '/', with an ending that only says how the page opens. */
static bool take_pid(struct pm_text *t, const char *pid)
{
    struct pm_text name = *t;
    if (!pm_text_word(&name, pid))
        return false;
    if (!pm_text_word(&name, "_edit"))
        pm_text_word(&name, "_play");
    if (!pm_text_word(&name, "/"))
        return false;
    pm_text_word(&name,
                 "v:/"); /* a variant in the eyes of the page; the board is the same */
    *t = name;
    return true;
}

/* Moves past "...?PID/" or "PID/" at the beginning of the line. */
static bool find_pid(struct pm_text *t, const char *pid)
{
    struct pm_text rest = *t, line = pm_text_line(&rest);
    pm_text_blanks(&line);
    struct pm_text start = line;
    if (take_pid(&line, pid)) {
        t->at = line.at;
        t->column = line.column;
        return true;
    }
    while (!pm_text_ended(&start) && pm_text_peek(&start) > ' ')
        if (pm_text_take(&start) == '?') {
            pm_text_word(&start, "p?"); /* some hosts repeat it */
            if (!take_pid(&start, pid))
                return false;
            t->at = start.at;
            t->column = start.column;
            return true;
        }
    return false;
}

int pm_link_sniff(const struct pm_text *t, const char *pid)
{
    struct pm_text copy = *t;
    return find_pid(&copy, pid) ? 3 : 0;
}

bool pm_link_pid(const struct pm_text *line, struct pm_text *pid)
{
    static const char *const pages[] = {"puzz.link/p?", "pzv.jp/p.html?", "pzv.jp/p?",
                                        "pzprxs.vercel.app/p?"};
    for (struct pm_text t = *line; !pm_text_ended(&t); pm_text_take(&t))
        for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
            if (pm_text_word(&t, pages[i])) {
                *pid = t;
                while (!pm_text_ended(&t) && pm_text_peek(&t) != '/')
                    pm_text_take(&t);
                pid->end = t.at;
                return true;
            }
    return false;
}

static struct pm_text take_until_slash(struct pm_text *t)
{
    struct pm_text part = *t;
    while (!pm_text_ended(t) && pm_text_peek(t) != '/')
        pm_text_take(t);
    part.end = t->at;
    return part;
}

pulma_status pm_link_head(struct pm_text *t, const char *pid, int max_rows, int max_columns,
                          int *rows, int *columns, struct pm_text *flags,
                          struct pm_text *body, pulma_error *err)
{
    if (!find_pid(t, pid))
        return pm_fail_expected(err, t, "a %s link", pid);
    struct pm_text link = pm_text_line(t);
    link = pm_text_trim(link);
    if (pm_text_word(&link, "v:")) {
        const struct pm_text variant = take_until_slash(&link);
        return pm_fail(err, PULMA_BAD_TEXT, &variant,
                       "the variant '%.*s' of %s is not known",
                       (int)(pm_text_len(&variant) > 30 ? 30 : pm_text_len(&variant)),
                       variant.at, pid);
    }
    struct pm_text flag = link;
    flag.end = flag.at;
    while (!pm_text_ended(&link) &&
           !(pm_text_peek(&link) >= '0' && pm_text_peek(&link) <= '9')) {
        if (!flags)
            return pm_fail_expected(err, &link, "the number of columns");
        take_until_slash(&link);
        flag.end = link.at;
        pm_text_word(&link, "/");
    }
    if (flags)
        *flags = flag;
    pulma_status status = pm_text_int(&link, 1, max_columns, columns, err);
    if (!status && !pm_text_word(&link, "/"))
        status = pm_fail_expected(err, &link, "'/' and the number of rows");
    if (!status)
        status = pm_text_int(&link, 1, max_rows, rows, err);
    if (!status && !pm_text_ended(&link) && !pm_text_word(&link, "/"))
        status = pm_fail_expected(err, &link, "'/'");
    *body = link;
    if (body->end > body->at && body->end[-1] == '/')
        body->end--; /* added so that chat programs do not cut the link */
    return status;
}

static int hex(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The prefixes of longer numbers: a number of hexadecimal digits, plus an offset. */
static const struct {
    char prefix;
    int digits, offset;
} long_numbers[] = {{'-', 2, 0},    {'+', 3, 0},     {'=', 3, 4096}, {'@', 3, 8192},
                    {'%', 3, 8192}, {'*', 4, 12240}, {'$', 5, 77776}};

pulma_status pm_link_number(struct pm_text *body, int *skip, int *value, pulma_error *err)
{
    *skip = 0;
    *value = -1;
    int c;
    while ((c = pm_text_peek(body)) >= 'g' && c <= 'z') {
        *skip += c - 'f';
        pm_text_take(body);
        if (*skip > 1 << 24)
            return pm_fail(err, PULMA_BAD_TEXT, body, "the link skips too many cells");
    }
    if (c < 0)
        return PULMA_OK;
    if (c == '.') {
        pm_text_take(body);
        *value = -2;
        return PULMA_OK;
    }
    int n = 1, offset = 0;
    for (size_t i = 0; i < sizeof long_numbers / sizeof *long_numbers; i++)
        if (c == long_numbers[i].prefix) {
            n = long_numbers[i].digits;
            offset = long_numbers[i].offset;
            pm_text_take(body);
            break;
        }
    int sum = 0;
    for (; n > 0; n--) {
        int digit = hex(pm_text_peek(body));
        if (digit < 0)
            return pm_fail_expected(err, body, "a hexadecimal digit of a number");
        sum = 16 * sum + digit;
        pm_text_take(body);
    }
    *value = sum + offset;
    return PULMA_OK;
}

void pm_link_put_number(struct pm_out *out, int skip, int value)
{
    for (; skip > 20; skip -= 20)
        pm_out_char(out, 'z');
    if (skip > 0)
        pm_out_char(out, (char)('f' + skip));
    if (value == -2)
        pm_out_char(out, '.');
    else if (value >= 8192)
        pm_out_f(out,
                 value < 12240   ? "@%03x"
                 : value < 77776 ? "*%04x"
                                 : "$%05x",
                 (unsigned)(value - (value < 12240   ? 8192
                                     : value < 77776 ? 12240
                                                     : 77776)));
    else if (value >= 0)
        pm_out_f(out,
                 value < 16     ? "%x"
                 : value < 256  ? "-%02x"
                 : value < 4096 ? "+%03x"
                                : "=%03x",
                 (unsigned)(value < 4096 ? value : value - 4096));
}

/* The walls of a border stream are bits, five to a character, in two lists: between horizontal
 * neighbours, then between vertical ones. */
static int wall_count(int rows, int columns, bool below)
{
    return below ? (rows - 1) * columns : rows * (columns - 1);
}

/* The upper or left cell at a wall; the other one is a step after it. */
static int wall_cell(int columns, bool below, int wall)
{
    return below ? wall : wall / (columns - 1) * columns + wall % (columns - 1);
}

/* The representative of a cell's part: links lead to cells with smaller numbers. */
static int part_of(int *link, int cell)
{
    while (link[cell] != cell)
        cell = link[cell] = link[link[cell]]; /* halves the way for the next one */
    return cell;
}

static void join_parts(int *link, int a, int b)
{
    a = part_of(link, a);
    b = part_of(link, b);
    if (a < b)
        link[b] = a;
    else
        link[a] = b;
}

static int base32(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'v' ? c - 'a' + 10 : -1;
}

static pulma_status read_walls(struct pm_text *body, int rows, int columns, bool below,
                               int *link, pulma_error *err)
{
    int n = wall_count(rows, columns, below), step = below ? columns : 1;
    for (int first = 0; first < n; first += 5) {
        int bits = base32(pm_text_peek(body));
        if (bits < 0)
            return pm_fail_expected(err, body, "five walls as one character 0-9 or a-v");
        pm_text_take(body);
        for (int i = first; i < first + 5 && i < n; i++)
            if (!(bits >> (4 - (i - first)) & 1)) {
                int cell = wall_cell(columns, below, i);
                join_parts(link, cell, cell + step);
            }
    }
    return PULMA_OK;
}

pulma_status pm_link_regions(struct pm_text *body, int rows, int columns, int *region,
                             int *region_count, pulma_error *err)
{
    int n = rows * columns;
    for (int cell = 0; cell < n; cell++)
        region[cell] = cell;
    pulma_status status = read_walls(body, rows, columns, false, region, err);
    if (!status)
        status = read_walls(body, rows, columns, true, region, err);
    if (status)
        return status;
    /* Links lead backwards, so a cell's link is its part's number already. */
    *region_count = 0;
    for (int cell = 0; cell < n; cell++)
        region[cell] = region[cell] == cell ? (*region_count)++ : region[region[cell]];
    return PULMA_OK;
}

void pm_link_put_regions(struct pm_out *out, int rows, int columns, const int *region)
{
    for (int below = 0; below < 2; below++) {
        int n = wall_count(rows, columns, below), step = below ? columns : 1;
        for (int first = 0; first < n; first += 5) {
            int bits = 0;
            for (int i = first; i < first + 5 && i < n; i++) {
                int cell = wall_cell(columns, below, i);
                bits |= (region[cell] != region[cell + step]) << (4 - (i - first));
            }
            pm_out_char(out, "0123456789abcdefghijklmnopqrstuv"[bits]);
        }
    }
}
