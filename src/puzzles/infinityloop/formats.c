/* Infinity Loop in other notations: the game IDs of Net, the files that a well-known solver contest
 * used, and a drawing of lines that does not say what it is. */
#include "puzzles/infinityloop/infinityloop.h"

enum {
    MAX_SIDE = PM_LOOP_MAX_SIDE,
    NOWHERE = PM_LOOP_NOWHERE,
    RIGHT = PM_LOOP_RIGHT,
    DOWN = PM_LOOP_DOWN,
};

/* ---- Net ------------------------------------------------------------------------------ */

/* WxH, `w` for wrapping, and what only a generator reads, up to the colon or '#'. */
static pulma_status read_net_head(struct pm_text *t, int *rows, int *columns, bool *wrap,
                                  pulma_error *err)
{
    pulma_status status = pm_text_int(t, 1, MAX_SIDE, columns, err);
    if (!status && !pm_text_word(t, "x"))
        status = pm_fail_expected(err, t, "'x' and the number of rows");
    if (!status)
        status = pm_text_int(t, 1, MAX_SIDE, rows, err);
    if (status)
        return status;
    *wrap = pm_text_word(t, "w");
    pm_text_word(t, "a");
    if (pm_text_word(t, "b"))
        while (pm_text_peek(t) == '.' || (pm_text_peek(t) >= '0' && pm_text_peek(t) <= '9'))
            pm_text_take(t);
    pm_text_word(t, "a");
    if (pm_text_peek(t) == '#')
        return pm_fail(
            err, PULMA_BAD_TEXT, t,
            "expected ':' and the tiles; '#' is followed by a seed, which only the "
            "program that made it can read");
    return pm_text_word(t, ":") ? PULMA_OK : pm_fail_expected(err, t, "':' and the tiles");
}

/* Exactly as many tiles as the size tells, and nothing else, is a shape of Net's own. */
static int sniff_net(const struct pm_text *t)
{
    struct pm_text at = *t, line;
    int rows, columns, tiles = 0;
    bool wrap;
    pm_text_space(&at);
    line = pm_text_trim(pm_text_line(&at));
    if (read_net_head(&line, &rows, &columns, &wrap, NULL))
        return pm_text_peek(&line) == '#' ? 1 : 0;
    for (int c; (c = pm_text_peek(&line)) >= 0; pm_text_take(&line)) {
        if (pm_loop_digit(c) < 0 && c != 'v' && c != 'h')
            return 0;
        tiles += pm_loop_digit(c) >= 0;
    }
    return tiles == rows * columns ? 2 : 1;
}

static pulma_status read_net(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    int rows, columns;
    bool wrap;
    pm_text_space(t);
    struct pm_text line = pm_text_trim(pm_text_line(t));
    pulma_status status = read_net_head(&line, &rows, &columns, &wrap, err);
    if (status)
        return status;
    if (pm_text_len(&line) < (size_t)rows * (size_t)columns)
        return pm_fail(err, PULMA_BAD_TEXT, &line, "expected %d tiles, found %d characters",
                       rows * columns, (int)pm_text_len(&line));
    struct pm_loop *p = pm_loop_new(rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    p->wrap = wrap;
    p->connected = true;
    p->loops = false;
    for (int cell = 0; cell < rows * columns; cell++) {
        int sides = pm_loop_digit(pm_text_peek(&line));
        if (sides < 0)
            return pm_fail_expected(err, &line, "a hexadecimal digit for row %d, column %d",
                                    cell / columns + 1, cell % columns + 1);
        pm_text_take(&line);
        pm_loop_add(p, cell, sides);
        for (int c; (c = pm_text_peek(&line)) == 'v' || c == 'h'; pm_text_take(&line))
            p->walls[cell] |= (uint8_t)(1 << (c == 'v' ? RIGHT : DOWN));
    }
    *puzzle = p;
    return pm_text_ended(&line) ? PULMA_OK
                                : pm_fail_expected(err, &line, "the end of the game ID");
}

static pulma_status write_net(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    (void)title;
    const struct pm_loop *p = puzzle;
    if (!p->connected || p->loops)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "net asks for one network without loops, this puzzle does not");
    if (p->minimise)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "net does not count the turns");
    for (int cell = 0; cell < p->rows * p->columns; cell++)
        if (p->sides[cell] == 0)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "net has neither holes nor empty tiles");
    pm_out_f(out, "%dx%d%s:", p->columns, p->rows, p->wrap ? "w" : "");
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        pm_out_char(out, "0123456789abcdef"[p->sides[cell]]);
        if (p->walls[cell] >> RIGHT & 1)
            pm_out_char(out, 'v');
        if (p->walls[cell] >> DOWN & 1)
            pm_out_char(out, 'h');
    }
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- PhineLoop ------------------------------------------------------------------------- */

/* There the sides go with the clock from the top: up 1, right 2, down 4, left 8.  The same
 * calculation leads there and back. */
static int mirrored(int sides)
{
    return (sides & 1) << 1 | (sides & 2) >> 1 | (sides & 4) << 1 | (sides & 8) >> 1;
}

static pulma_status read_size(struct pm_text *t, int *rows, int *columns, pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    pm_text_blanks(&line);
    pulma_status status = pm_text_int(&line, 1, MAX_SIDE, columns, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, MAX_SIDE, rows, err);
    return status ? status : pm_text_done(&line, err);
}

static int sniff_phineloop(const struct pm_text *t)
{
    struct pm_text at = *t;
    int rows, columns, n = 0;
    pm_text_space(&at);
    if (read_size(&at, &rows, &columns, NULL))
        return 0;
    struct pm_text line = pm_text_trim(pm_text_line(&at));
    for (; pm_loop_digit(pm_text_peek(&line)) >= 0; pm_text_take(&line))
        n++;
    return n == columns && pm_text_ended(&line) ? 1 : 0;
}

static pulma_status read_phineloop(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                   const char **title, pulma_error *err)
{
    (void)title;
    int rows, columns;
    pm_text_space(t);
    pulma_status status = read_size(t, &rows, &columns, err);
    if (status)
        return status;
    if ((size_t)(t->end - t->at) < (size_t)rows * (size_t)columns)
        return pm_fail_expected(err, t, "%d rows of %d tiles", rows, columns);
    struct pm_loop *p = pm_loop_new(rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_trim(pm_text_line(t));
        for (int column = 0; column < columns; column++) {
            int sides = pm_loop_digit(pm_text_peek(&line));
            if (sides < 0)
                return pm_fail_expected(err, &line, "a hexadecimal digit");
            pm_loop_add(p, row * columns + column, mirrored(sides));
            pm_text_take(&line);
        }
        if (!pm_text_ended(&line))
            return pm_fail_expected(err, &line, "the end of the row");
    }
    *puzzle = p;
    return PULMA_OK;
}

/* Under the plain rules, and without walls. */
static bool is_plain(const struct pm_loop *p)
{
    bool plain = !p->connected && p->loops && !p->wrap && !p->minimise;
    for (int cell = 0; cell < p->rows * p->columns; cell++)
        plain &= p->walls[cell] == 0;
    return plain;
}

static pulma_status write_phineloop(const void *puzzle, const char *title,
                                    struct pm_out *out, pulma_error *err)
{
    (void)title;
    const struct pm_loop *p = puzzle;
    if (p->tile_count < p->rows * p->columns || !is_plain(p))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "phineloop has neither holes nor walls nor fields");
    pm_out_f(out, "%d %d\n", p->columns, p->rows);
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        pm_out_char(out, "0123456789abcdef"[mirrored(p->sides[cell])]);
        if (cell % p->columns == p->columns - 1)
            pm_out_char(out, '\n');
    }
    return PULMA_OK;
}

/* ---- Lines ----------------------------------------------------------------------------- */

/* Whether these are tiles as lines, holes and blanks; `lines` counts the tiles.  Digits may be tiles
 * too, but lines and digits together are rather a drawing of a sudoku. */
static bool is_drawn(struct pm_text line, int *lines)
{
    for (pm_text_blanks(&line); !pm_text_ended(&line); pm_text_blanks(&line)) {
        bool hole = pm_text_peek(&line) == '#';
        if ((!hole && pm_text_peek(&line) < 128) || pm_loop_take(&line) < 0)
            return false;
        *lines += !hole;
    }
    return true;
}

/* Nothing but lines up to the next gap, which no other kind has. */
static int sniff_lines(const struct pm_text *t)
{
    struct pm_text at = *t;
    int lines = 0;
    while (!pm_text_ended(&at)) {
        struct pm_text line = pm_text_line(&at), bare = pm_text_trim(line);
        if (pm_text_ended(&bare) && lines > 0)
            break;
        if (!is_drawn(bare, &lines))
            return 0;
    }
    return lines > 0 ? 2 : 0;
}

/* The lines from here to the next gap, or only their number. */
static int split_lines(struct pm_text *t, struct pm_text *lines)
{
    int n = 0;
    while (!pm_text_ended(t)) {
        struct pm_text line = pm_text_line(t), bare = pm_text_trim(line);
        if (pm_text_ended(&bare) && n > 0)
            break;
        if (pm_text_ended(&bare))
            continue;
        if (lines)
            lines[n] = line;
        n++;
    }
    return n;
}

static pulma_status read_lines(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                               const char **title, pulma_error *err)
{
    (void)title;
    struct pm_text at = *t;
    struct pm_loop *p = NULL;
    struct pm_field grid = {.name = *t, .arena = arena};
    int n = split_lines(&at, NULL);
    if (n == 0)
        return pm_fail_expected(err, &at, "rows of lines");
    grid.lines = pm_new(arena, (size_t)n, struct pm_text);
    if (!grid.lines)
        return pm_fail_memory(err);
    grid.line_count = split_lines(t, grid.lines);
    pulma_status status = pm_loop_read_grid(&grid, arena, &p, err);
    *puzzle = p;
    return status;
}

static pulma_status write_lines(const void *puzzle, const char *title, struct pm_out *out,
                                pulma_error *err)
{
    (void)title;
    const struct pm_loop *p = puzzle;
    if (!is_plain(p))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "lines have neither walls nor fields");
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        bool hole = p->tile_at[cell] == NOWHERE;
        pm_out_text(out, hole ? "#" : pm_loop_lines[p->sides[cell]]);
        if (cell % p->columns == p->columns - 1)
            pm_out_char(out, '\n');
    }
    return PULMA_OK;
}

const struct pm_notation pm_loop_notations[] = {
    {"net", "a game ID of Net: 3x3:411e7d413", sniff_net, read_net, write_net},
    {"phineloop",
     "width, height, rows of hexadecimal digits (up 1, right 2, down 4, left 8)",
     sniff_phineloop, read_phineloop, write_phineloop},
    {"lines", "the lines one sees, ╶┐ for 1c, without fields", sniff_lines, read_lines,
     write_lines},
    {0},
};
