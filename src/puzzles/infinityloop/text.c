/* Infinity Loop in pulma's own notation: read and write.  The notation is told in kind.c.
 *
 * A tile is a hexadecimal digit or a box-drawing character of any weight that shows the same
 * connections.  In a board with such characters a blank is an empty tile, as one sees it; unless
 * the same number of blanks stands between all tiles, which then only keep them apart. */
#include "puzzles/infinityloop/infinityloop.h"

#include <string.h>

enum {
    MAX_SIDE = PM_LOOP_MAX_SIDE,
    NOWHERE = PM_LOOP_NOWHERE,
    RIGHT = PM_LOOP_RIGHT,
    DOWN = PM_LOOP_DOWN,
    FIRST_LINE = 0x2500, /* the block of box-drawing characters */
};

/* ---- Tiles -------------------------------------------------------------------------- */

/* The connections of the box-drawing characters, as they follow one another. */
static const struct {
    int count, sides; /* -1: no connections but slanting lines */
} runs[] = {{2, 5},  {2, 10}, {2, 5},  {2, 10}, {2, 5},  {2, 10}, {4, 9},   {4, 12},
            {4, 3},  {4, 6},  {8, 11}, {8, 14}, {8, 13}, {8, 7},  {16, 15}, {2, 5},
            {2, 10}, {1, 5},  {1, 10}, {3, 9},  {3, 12}, {3, 3},  {3, 6},   {3, 11},
            {3, 14}, {3, 13}, {3, 7},  {3, 15}, {1, 9},  {1, 12}, {1, 6},   {1, 3},
            {3, -1}, {1, 4},  {1, 2},  {1, 1},  {1, 8},  {1, 4},  {1, 2},   {1, 1},
            {1, 8},  {1, 5},  {1, 10}, {1, 5},  {1, 10}};

const char *const pm_loop_lines[] = {"·", "╶", "╵", "└", "╴", "─", "┘", "┴",
                                     "╷", "┌", "│", "├", "┐", "┬", "┤", "┼"};

int pm_loop_digit(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The connections that a box-drawing character shows, or -1. */
static int line_sides(uint32_t code)
{
    size_t run = 0;
    if (code < FIRST_LINE)
        return -1;
    code -= FIRST_LINE;
    while (run < sizeof runs / sizeof *runs && code >= (uint32_t)runs[run].count)
        code -= (uint32_t)runs[run++].count;
    return run < sizeof runs / sizeof *runs ? runs[run].sides : -1;
}

int pm_loop_take(struct pm_text *t)
{
    uint32_t code = 0;
    size_t len = pm_text_ended(t) ? 0 : pm_utf8(t->at, pm_text_len(t), &code);
    if (len == 0)
        return -1;
    int sides = code == '#'    ? PM_LOOP_HOLE
                : code == 0xB7 ? 0 /* a dot in the middle */
                : code < 128   ? pm_loop_digit((int)code)
                               : line_sides(code);
    for (; sides >= 0 && len > 0; len--)
        pm_text_take(t);
    return sides;
}

/* ---- Boards as drawings -------------------------------------------------------------- */

static bool has_lines(const struct pm_text *line)
{
    uint32_t code;
    size_t len;
    for (const char *c = line->at; c < line->end; c += len ? len : 1) {
        len = pm_utf8(c, (size_t)(line->end - c), &code);
        if (len == 3 && line_sides(code) >= 0)
            return true;
    }
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static int indent_of(const struct pm_text *line)
{
    int n = 0;
    while (line->at + n < line->end && is_blank(line->at[n]))
        n++;
    return n;
}

/* The line from a column on, with a dot for each blank, in `width` characters. */
static pulma_status put_dots(struct pm_text *line, int indent, int width,
                             struct pm_arena *arena, pulma_error *err)
{
    struct pm_text from = *line;
    for (int i = 0; i < indent; i++)
        pm_text_take(&from);
    *line = from;
    size_t dots = (size_t)(width - pm_text_columns(&from));
    for (const char *c = from.at; c < from.end; c++)
        dots += is_blank(*c);
    if (dots == 0)
        return PULMA_OK;
    char *to = pm_new(arena, pm_text_len(&from) + 2 * dots, char);
    if (!to)
        return pm_fail_memory(err);
    line->at = to;
    for (const char *c = from.at; c < from.end || dots > 0; c++) {
        bool dot = c >= from.end || is_blank(*c);
        memcpy(to, dot ? "·" : c, dot ? 2 : 1);
        to += dot ? 2 : 1;
        dots -= dot;
    }
    line->end = to;
    return PULMA_OK;
}

/* In a board with lines: blanks become empty tiles, unless they stand between all tiles. */
static pulma_status fill_blanks(const struct pm_field *grid, pulma_error *err)
{
    int indent = -1, width = 0, gap = -1;
    bool drawn = false, apart = true;
    for (int i = 0; i < grid->line_count; i++) {
        struct pm_text *line = &grid->lines[i], bare = pm_text_trim(*line);
        int before = indent_of(line), own = pm_grid_gap(&bare);
        line->end = bare.end;
        drawn |= has_lines(line);
        apart &= own > 0 && (gap < 0 || own == gap);
        gap = own;
        indent = indent < 0 || before < indent ? before : indent;
        width = pm_text_columns(line) > width ? pm_text_columns(line) : width;
    }
    if (!drawn || apart || width - indent > MAX_SIDE)
        return PULMA_OK;
    pulma_status status = PULMA_OK;
    for (int i = 0; i < grid->line_count && !status; i++)
        status = put_dots(&grid->lines[i], indent, width - indent, grid->arena, err);
    return status;
}

/* ---- Reading ------------------------------------------------------------------------- */

static pulma_status read_tiles(struct pm_loop *p, const struct pm_field *grid,
                               pulma_error *err)
{
    for (int row = 0; row < p->rows; row++) {
        struct pm_text line = pm_text_trim(grid->lines[row]);
        for (int column = 0; column < p->columns; column++) {
            int sides = pm_loop_take(&line);
            if (sides < 0)
                return pm_fail_expected(err, &line,
                                        "a hexadecimal digit, a line such as '┐', or '#'");
            if (sides != PM_LOOP_HOLE)
                pm_loop_add(p, row * p->columns + column, sides);
        }
    }
    if (p->tile_count == 0)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0], "expected at least one tile");
    return PULMA_OK;
}

pulma_status pm_loop_read_grid(const struct pm_field *grid, struct pm_arena *arena,
                               struct pm_loop **p, pulma_error *err)
{
    int rows, columns;
    pulma_status status = fill_blanks(grid, err);
    if (!status)
        status = pm_grid_size(grid, MAX_SIDE, MAX_SIDE, &rows, &columns, err);
    if (status)
        return status;
    *p = pm_loop_new(rows, columns, arena);
    return *p ? read_tiles(*p, grid, err) : pm_fail_memory(err);
}

static pulma_status read_walls(struct pm_loop *p, const struct pm_field *block,
                               pulma_error *err)
{
    int rows, columns;
    pulma_status status = pm_grid_size(block, MAX_SIDE, MAX_SIDE, &rows, &columns, err);
    if (status)
        return status;
    if (rows != p->rows || columns != p->columns)
        return pm_fail(err, PULMA_BAD_TEXT, &block->lines[0],
                       "expected walls for %d rows and %d columns, found %d and %d",
                       p->rows, p->columns, rows, columns);
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_trim(block->lines[row]);
        for (int column = 0; column < columns; column++) {
            int c = pm_text_peek(&line);
            if (c <= 0 || !strchr(".vh+", c))
                return pm_fail_expected(err, &line, "'.', 'v', 'h' or '+'");
            p->walls[row * columns + column] =
                (uint8_t)((c == 'v' || c == '+') << RIGHT | (c == 'h' || c == '+') << DOWN);
            pm_text_take(&line);
        }
    }
    return PULMA_OK;
}

pulma_status pm_loop_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                          pulma_error *err)
{
    const struct pm_field *grid, *walls = pm_form_field(form, "walls");
    struct pm_loop *p = NULL;
    pulma_status status = pm_form_block(form, "grid", &grid, err);
    if (!status)
        status = pm_loop_read_grid(grid, arena, &p, err);
    if (status)
        return status;
    *puzzle = p;
    status = pm_form_bool(form, "minimise", &p->minimise, err);
    if (!status)
        status = pm_form_bool(form, "connected", &p->connected, err);
    if (!status)
        status = pm_form_bool(form, "loops", &p->loops, err);
    if (!status)
        status = pm_form_bool(form, "wrap", &p->wrap, err);
    if (!status && walls)
        status = read_walls(p, walls, err);
    return status;
}

/* ---- Writing ------------------------------------------------------------------------- */

static void write_block(const struct pm_loop *p, struct pm_form_out *form, const char *name,
                        char (*sign)(const struct pm_loop *p, int cell))
{
    pm_form_open(form, name);
    for (int row = 0; row < p->rows; row++) {
        char line[MAX_SIDE + 1];
        for (int column = 0; column < p->columns; column++)
            line[column] = sign(p, row * p->columns + column);
        line[p->columns] = '\0';
        pm_form_line(form, line);
    }
}

char pm_loop_sign(const struct pm_loop *p, int cell)
{
    return p->tile_at[cell] == NOWHERE ? '#' : "0123456789abcdef"[p->sides[cell]];
}

static char wall_sign(const struct pm_loop *p, int cell)
{
    bool right = p->walls[cell] >> RIGHT & 1, below = p->walls[cell] >> DOWN & 1;
    return right && below ? '+' : right ? 'v' : below ? 'h' : '.';
}

void pm_loop_write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_loop *p = puzzle;
    bool walls = false;
    for (int cell = 0; cell < p->rows * p->columns; cell++)
        walls |= p->walls[cell] != 0;
    if (p->minimise)
        pm_form_put_bool(form, "minimise", true);
    if (p->connected)
        pm_form_put_bool(form, "connected", true);
    if (!p->loops)
        pm_form_put_bool(form, "loops", false);
    if (p->wrap)
        pm_form_put_bool(form, "wrap", true);
    write_block(p, form, "grid", pm_loop_sign);
    if (walls)
        write_block(p, form, "walls", wall_sign);
}
