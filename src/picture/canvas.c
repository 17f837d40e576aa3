/* The canvas of characters: how arms become box drawing characters, dots become braille,
 * and areas become background colours or, without colours, patterns. */
#include "picture/canvas.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/items.h"

bool pm_canvas_init(struct pm_canvas *c, int rows, int columns, enum pm_medium medium)
{
    assert(rows > 0 && columns > 0);
    *c = (struct pm_canvas){.rows = rows,
                            .columns = columns,
                            .medium = medium,
                            .ansi = medium >= PM_COLOUR_TEXT,
                            .ascii = medium == PM_ASCII_TEXT};
    c->cells = calloc((size_t)rows, (size_t)columns * sizeof *c->cells);
    return c->cells != NULL;
}

void pm_canvas_free(struct pm_canvas *c)
{
    free(c->cells);
    c->cells = NULL;
}

struct pm_cell *pm_canvas_at(const struct pm_canvas *c, int row, int column)
{
    if (row < 0 || row >= c->rows || column < 0 || column >= c->columns)
        return NULL;
    return &c->cells[(size_t)row * (size_t)c->columns + (size_t)column];
}

/* The arms that there are: bit 0 north, 1 east, 2 south, 3 west. */
static int arm_bits(const struct pm_cell *cell)
{
    int bits = 0;
    for (int d = 0; d < 4; d++)
        bits |= (cell->arms[d] != PM_NO_LINE) << d;
    return bits;
}

/* ---- Drawing ---- */

void pm_canvas_fill(struct pm_canvas *c, int row, int column, int ink)
{
    struct pm_cell *cell = pm_canvas_at(c, row, column);
    if (cell)
        *cell = (struct pm_cell){.back = (uint8_t)ink};
}

void pm_canvas_arm(struct pm_canvas *c, int row, int column, enum pm_direction direction,
                   struct pm_stroke s)
{
    struct pm_cell *cell = pm_canvas_at(c, row, column);
    bool empty = cell && arm_bits(cell) == 0;
    if (!cell || (cell->pipe && !s.pipe) || (s.dashed && !cell->dashed && !empty))
        return;
    if (s.pipe != cell->pipe || s.dashed != cell->dashed)
        memset(cell->arms, 0, sizeof cell->arms);
    cell->pipe = s.pipe;
    cell->dashed = s.dashed;
    uint8_t heaviest = 0;
    for (int d = 0; d < 4; d++)
        heaviest = cell->arms[d] > heaviest ? cell->arms[d] : heaviest;
    if (s.pipe || s.weight >= heaviest)
        cell->line_ink = (uint8_t)s.ink;
    if (s.pipe || cell->arms[direction] < s.weight)
        cell->arms[direction] = (uint8_t)s.weight;
}

void pm_canvas_glyph(struct pm_canvas *c, int row, int column, uint32_t glyph, int ink)
{
    struct pm_cell *cell = pm_canvas_at(c, row, column);
    if (!cell)
        return;
    cell->glyph = glyph;
    cell->glyph_ink = (uint8_t)ink;
    cell->text = false;
}

/* Sets one of the 2 x 4 dots of a braille character; positions count dots. */
static void set_dot(struct pm_canvas *c, int down, int across, int ink)
{
    static const uint8_t bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    if (down < 0 || across < 0)
        return;
    struct pm_cell *cell = pm_canvas_at(c, down / 4, across / 2);
    if (cell) {
        cell->dots |= bits[down % 4][across % 2];
        if (arm_bits(cell) == 0)
            cell->line_ink = (uint8_t)ink;
    }
}

static void slant_in_dots(struct pm_canvas *c, double row1, double column1, double row2,
                          double column2, int ink)
{
    double y = (row1 + 0.5) * 4, x = (column1 + 0.5) * 2;
    double dy = (row2 - row1) * 4, dx = (column2 - column1) * 2;
    int steps = (int)ceil(fmax(fabs(dx), fabs(dy)));
    for (int k = 0; k < steps;
         k++) { /* the middles of the steps, so that both ways look alike */
        double part = (k + 0.5) / steps;
        set_dot(c, (int)floor(y + dy * part), (int)floor(x + dx * part), ink);
    }
}

static void set_slant(struct pm_canvas *c, double row, double column, char slant, int ink)
{
    struct pm_cell *cell = pm_canvas_at(c, (int)floor(row + 0.5), (int)floor(column + 0.5));
    if (cell) {
        cell->slant = slant;
        cell->line_ink = (uint8_t)ink;
    }
}

/* In ASCII a steep line has one character in every row, a shallow one in every column: '-'
 * where it stays in its row. */
static void slant_in_letters(struct pm_canvas *c, double row1, double column1, double row2,
                             double column2, int ink)
{
    double dy = row2 - row1, dx = column2 - column1;
    bool steep = fabs(dx) <= 3 * fabs(dy);
    int steps = (int)ceil(fmax(steep ? fabs(dy) : fabs(dx), 1));
    char diagonal = (dx > 0) == (dy > 0) ? '\\' : '/';
    double before = row1;
    for (int k = 0; k <= steps; k++) {
        double row = row1 + dy * k / steps;
        bool same_row = floor(row + 0.5) == floor(before + 0.5);
        char slant = steep ? (fabs(dx) < 0.5 * fabs(dy) ? '|' : diagonal)
                           : (same_row ? '-' : diagonal);
        set_slant(c, row, column1 + dx * k / steps, slant, ink);
        before = row;
    }
}

void pm_canvas_slant(struct pm_canvas *c, double row1, double column1, double row2,
                     double column2, int ink)
{
    (c->ascii ? slant_in_letters : slant_in_dots)(c, row1, column1, row2, column2, ink);
}

/* ---- From cells to characters ---- */

/* Box drawing characters by the weights of their arms: north, 3 east, 9 south, 27 west. */
static const char *const boxes[81] = {
    " ", "╵", "╹", "╶", "└", "┖", "╺", "┕", "┗", "╷", "│", "╿", "┌", "├", "┞", "┍", "┝",
    "┡", "╻", "╽", "┃", "┎", "┟", "┠", "┏", "┢", "┣", "╴", "┘", "┚", "─", "┴", "┸", "╼",
    "┶", "┺", "┐", "┤", "┦", "┬", "┼", "╀", "┮", "┾", "╄", "┒", "┧", "┨", "┰", "╁", "╂",
    "┲", "╆", "╊", "╸", "┙", "┛", "╾", "┵", "┹", "━", "┷", "┻", "┑", "┥", "┩", "┭", "┽",
    "╃", "┯", "┿", "╇", "┓", "┪", "┫", "┱", "╅", "╉", "┳", "╈", "╋",
};

/* Hollow pipes by arm_bits(). */
static const char *const pipes[16] = {" ", "║", "═", "╚", "║", "║", "╔", "╠",
                                      "═", "╝", "═", "╩", "╗", "╣", "╦", "╬"};

static bool all_hollow(const struct pm_cell *cell)
{
    for (int d = 0; d < 4; d++)
        if (cell->arms[d] != PM_NO_LINE && cell->arms[d] != PM_HOLLOW)
            return false;
    return true;
}

static const char *box_glyph(const struct pm_cell *cell)
{
    int bits = arm_bits(cell);
    if (all_hollow(cell))
        return pipes[bits];
    if (cell->dashed && (bits == 10 || bits == 5))
        return bits == 10 ? "╌" : "╎";
    int index = 0;
    for (int d = 3; d >= 0;
         d--) /* no character joins hollow and heavy: make do with light */
        index = 3 * index + (cell->arms[d] == PM_HOLLOW ? PM_LIGHT : cell->arms[d]);
    return boxes[index];
}

/* Light lines are ':' and '-', heavy ones '|' and '='; pipes are made of '#', hollow ones and
 * dashed lines of dots; '"' reaches up only, ',' down only.  So '#' never means both a line and
 * an area beside it. */
static char ascii_line(const struct pm_cell *cell)
{
    int bits = arm_bits(cell);
    bool heavy = false;
    for (int d = 0; d < 4; d++)
        heavy = heavy || cell->arms[d] == PM_HEAVY;
    if (cell->dashed || all_hollow(cell))
        return '.';
    if (cell->pipe) /* told apart: pipes that meet, and two of them that only touch */
        return (bits & 5) == 1 ? '"' : (bits & 5) == 4 ? ',' : '#';
    if (!(bits & 5))
        return heavy ? '=' : '-';
    if (!(bits & 10))
        return heavy ? '|' : ':';
    return '+';
}

/* What stands for a character that ASCII does not have. */
static char ascii_glyph(uint32_t glyph)
{
    static const struct {
        uint32_t glyph;
        char letter;
    } table[] = {{0x2605, '*'}, {0x2606, '*'}, {0x00D7, 'x'}, {0x25CF, '@'}, {0x25CB, 'o'},
                 {0x2022, '@'}, {0x25A0, '#'}, {0x25B2, '^'}, {0x25B6, '>'}, {0x25BC, 'v'},
                 {0x25C0, '<'}, {0x2191, '^'}, {0x2192, '>'}, {0x2193, 'v'}, {0x2190, '<'},
                 {0x2227, '^'}, {0x2228, 'v'}, {0x2013, '-'}, {0x2212, '-'}, {0x00B7, '.'},
                 {0x2264, '<'}, {0x2265, '>'}, {0x2260, '#'}, {0x2713, 'v'}, {0x2717, 'x'}};
    if (glyph < 0x80)
        return (char)glyph;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (table[k].glyph == glyph)
            return table[k].letter;
    return '?';
}

/* An area where there are no colours. */
static const char *pattern(const struct pm_canvas *c, const struct pm_cell *cell)
{
    static const struct {
        const char *box, *ascii;
    } patterns[PM_COLOUR] = {
        [PM_INK] = {"█", "#"},    [PM_DARK] = {"█", "#"},  [PM_ANSWER] = {"▓", "#"},
        [PM_ACCENT] = {"▒", "%"}, [PM_SHADE] = {"░", "."}, [PM_TINT] = {"·", ","},
        [PM_FAINT] = {"▒", "%"}};
    if (c->ansi || cell->disc || cell->back >= PM_COLOUR || !patterns[cell->back].box)
        return " ";
    return c->ascii ? patterns[cell->back].ascii : patterns[cell->back].box;
}

static void utf8(uint32_t code, char text[5])
{
    int n = 0;
    if (code < 0x80) {
        text[n++] = (char)code;
    } else if (code < 0x800) {
        text[n++] = (char)(0xC0 | code >> 6);
        text[n++] = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text[n++] = (char)(0xE0 | code >> 12);
        text[n++] = (char)(0x80 | (code >> 6 & 0x3F));
        text[n++] = (char)(0x80 | (code & 0x3F));
    } else {
        text[n++] = (char)(0xF0 | code >> 18);
        text[n++] = (char)(0x80 | (code >> 12 & 0x3F));
        text[n++] = (char)(0x80 | (code >> 6 & 0x3F));
        text[n++] = (char)(0x80 | (code & 0x3F));
    }
    text[n] = '\0';
}

/* The character of a cell, and the ink that it is written in (PM_NO_INK: a blank). */
static int character(const struct pm_canvas *c, const struct pm_cell *cell, char text[5])
{
    if (cell->glyph && cell->glyph != ' ') {
        utf8(c->ascii ? (uint32_t)ascii_glyph(cell->glyph) : cell->glyph, text);
        return cell->glyph_ink;
    }
    if (cell->glyph == 0 && arm_bits(cell)) {
        if (c->ascii)
            utf8((uint32_t)ascii_line(cell), text);
        else
            strcpy(text, box_glyph(cell));
        return cell->line_ink;
    }
    if (cell->glyph == 0 && (cell->dots || cell->slant)) {
        utf8(cell->slant ? (uint32_t)cell->slant : 0x2800u + cell->dots, text);
        return cell->line_ink;
    }
    strcpy(text, cell->glyph ? " " : pattern(c, cell));
    return PM_NO_INK;
}

/* ---- Areas ---- */

/* What the cells on both sides agree upon, if they are areas and no discs. */
static uint8_t common(const struct pm_cell *a, const struct pm_cell *b)
{
    return a && b && a->back == b->back && !a->disc && !b->disc ? a->back : PM_NO_INK;
}

/* Lines between two parts of one area, which were filled one by one, belong to the area:
 * first the lines themselves, then the spots where they cross. */
static void join_areas(struct pm_canvas *c)
{
    for (int round = 0; round < 2; round++)
        for (int row = 0; row < c->rows; row++)
            for (int column = 0; column < c->columns; column++) {
                struct pm_cell *cell = pm_canvas_at(c, row, column);
                uint8_t flat = common(pm_canvas_at(c, row, column - 1),
                                      pm_canvas_at(c, row, column + 1));
                uint8_t upright = common(pm_canvas_at(c, row - 1, column),
                                         pm_canvas_at(c, row + 1, column));
                if (cell->back != PM_NO_INK)
                    continue;
                if (round == 0 ? (flat != PM_NO_INK) != (upright != PM_NO_INK)
                               : flat != PM_NO_INK && flat == upright)
                    cell->back = flat ? flat : upright;
            }
}

/* ---- Writing ---- */

/* A colour is one of the 256, or TRUE_COLOUR with 24 bits beneath; -1: the terminal's own. */
enum { TRUE_COLOUR = 1 << 24 };

static int true_colour(struct pm_rgb c)
{
    return TRUE_COLOUR | c.red << 16 | c.green << 8 | c.blue;
}

/* What the terminal is set to. */
struct pen {
    int fore, back;
    bool bold;
};

static void put_colour(int layer, int colour, struct pm_out *out)
{
    if (colour < 0)
        pm_out_f(out, "\033[%d9m", layer);
    else if (colour < TRUE_COLOUR)
        pm_out_f(out, "\033[%d8;5;%dm", layer, colour);
    else
        pm_out_f(out, "\033[%d8;2;%d;%d;%dm", layer, colour >> 16 & 255, colour >> 8 & 255,
                 colour & 255);
}

static void set_pen(struct pen *pen, struct pen to, struct pm_out *out)
{
    enum { FORE = 3, BACK = 4 };
    if (to.fore == pen->fore && to.back == pen->back && to.bold == pen->bold)
        return;
    if (to.fore < 0 && to.back < 0 && !to.bold) {
        pm_out_text(out, "\033[0m");
    } else {
        if (to.bold != pen->bold)
            pm_out_text(out, to.bold ? "\033[1m" : "\033[22m");
        if (to.fore != pen->fore)
            put_colour(FORE, to.fore, out);
        if (to.back != pen->back)
            put_colour(BACK, to.back, out);
    }
    *pen = to;
}

/* Black areas are grey: on a black terminal nobody could see them. */
static int back_colour(const struct pm_canvas *c, const struct pm_cell *cell)
{
    if (cell->back >= PM_COLOUR && c->medium == PM_TRUE_TEXT)
        return true_colour(pm_ink_rgb(PM_THEME_LIGHT, cell->back));
    return pm_ink_area(cell->back == PM_INK ? PM_DARK : cell->back);
}

/* Where nothing is behind it ink has the terminal's own colour: the paper may be black.  On an
 * area letters are black or white, and lines keep their colour. */
static int fore_colour(const struct pm_canvas *c, const struct pm_cell *cell, int ink)
{
    bool plain = ink == PM_INK || ink == PM_PAPER || ink == PM_DARK || ink == PM_PRINTED;
    if (cell->back <= PM_PAPER)
        return plain                       ? -1
               : c->medium == PM_TRUE_TEXT ? true_colour(pm_ink_line_rgb(ink))
                                           : pm_ink_line(ink);
    if (plain || cell->glyph)
        return pm_letter_on(pm_ink_area(cell->back == PM_INK ? PM_DARK : cell->back));
    return pm_ink_area(ink);
}

static bool is_blank(const struct pm_canvas *c, const struct pm_cell *cell)
{
    char text[5];
    character(c, cell, text);
    return text[0] == ' ' && (!c->ansi || cell->back <= PM_PAPER);
}

/* The first column that is not blank in all rows. */
static int left_margin(const struct pm_canvas *c)
{
    for (int column = 0; column < c->columns; column++)
        for (int row = 0; row < c->rows; row++)
            if (!is_blank(c, pm_canvas_at(c, row, column)))
                return column;
    return c->columns;
}

static void write_row(const struct pm_canvas *c, int row, int first, struct pm_out *out)
{
    const struct pen plain = {-1, -1, false};
    struct pen pen = plain;
    int blanks = 0;
    for (int column = first; column < c->columns; column++) {
        const struct pm_cell *cell = pm_canvas_at(c, row, column);
        char text[5];
        int ink = character(c, cell, text);
        if (is_blank(c, cell)) {
            blanks++;
            continue;
        }
        if (blanks > 0) {
            set_pen(&pen, pen.back >= 0 ? plain : pen, out);
            pm_out_repeat(out, ' ', blanks);
            blanks = 0;
        }
        if (c->ansi)
            set_pen(&pen,
                    (struct pen){ink == PM_NO_INK ? pen.fore : fore_colour(c, cell, ink),
                                 cell->back > PM_PAPER ? back_colour(c, cell) : -1,
                                 ink == PM_PRINTED},
                    out);
        pm_out_text(out, text);
    }
    set_pen(&pen, plain, out);
    pm_out_char(out, '\n');
}

void pm_canvas_write(struct pm_canvas *c, struct pm_out *out)
{
    join_areas(c);
    int first = left_margin(c);
    const size_t start = out->len;
    size_t end = start;
    for (int row = 0; row < c->rows; row++) {
        size_t before = out->len;
        write_row(c, row, first, out);
        bool empty = out->len <= before + 1;
        if (!empty)
            end = out->len;
        else if (end == start && out->len > start) /* nothing above it yet */
            out->len = start;
    }
    if (!out->failed && out->data) { /* drop empty lines at the end */
        out->len = end;
        out->data[end] = '\0';
    }
}
