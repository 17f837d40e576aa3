/* The picture as terminal text: a unit is 4 columns and 2 rows, so that grid lines fall on
 * characters of their own and the middle of a cell on another.  Pictures whose texts run
 * into each other that way are drawn twice as large.
 *
 * Positions here count characters: character k covers k - 0.5 to k + 0.5. */
#include "picture/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "picture/canvas.h"
#include "picture/items.h"

enum { MAX_SIDE = 4000, MAX_CELLS = 8000000 };

/* Lines from these widths on are heavy; pipes. */
#define HEAVY_FROM 0.05
#define PIPE_FROM  0.15

struct view {
    const struct pm_picture *picture;
    struct pm_canvas canvas;
    int across, down;     /* characters per unit */
    int left, top;        /* the first column and row, in characters */
    unsigned char *marks; /* a byte per column, for filling polygons */
    bool marks_givens;    /* by brackets, since there are answers and no colours */
};

static int nearest(double v)
{
    return (int)floor(v + 0.5);
}

static double column_of(const struct view *v, double x)
{
    return x * v->across - v->left;
}

static double row_of(const struct view *v, double y)
{
    return y * v->down - v->top;
}

/* Whether a position is inside a cell, not on the grid line to which it was rounded. */
static bool strays(double units, int scale, double tolerance)
{
    double rest = units - floor(units);
    return nearest(units * scale) % scale == 0 && rest > tolerance && rest < 1 - tolerance;
}

/* Where a line along the other axis lies.  At the large scale there is room for lines
 * beside the grid line, at the small scale there is not. */
static int line_at(const struct view *v, double units, int scale)
{
    int at = nearest(units * scale);
    if (v->down >= 4 && strays(units, scale, 0.05))
        at += units - floor(units) < 0.5 ? 1 : -1;
    return at;
}

/* ---- Lines ---- */

static bool pale(int ink)
{
    return ink <= PM_PAPER || ink == PM_SHADE || ink == PM_TINT || ink == PM_FAINT;
}

static struct pm_stroke stroke_of(const struct pm_item *i)
{
    struct pm_stroke s = {PM_LIGHT, i->ink, i->size >= PIPE_FROM, i->shape == PM_DASHES};
    if (i->size >= HEAVY_FROM)
        s.weight = s.pipe && pale(i->ink) ? PM_HOLLOW : PM_HEAVY;
    return s;
}

/* The ends of a line along an axis, as characters.  An end inside a cell must not seem to
 * join the grid line beside it: it stops short of one that is there. */
static void ends(const struct view *v, bool flat, double fixed, double a, double b,
                 int *from, int *to)
{
    int scale = flat ? v->across : v->down, origin = flat ? v->left : v->top;
    double units[] = {fmin(a, b), fmax(a, b)};
    int at[2];
    for (int k = 0; k < 2; k++) {
        at[k] = nearest(units[k] * scale) - origin;
        const struct pm_cell *cell =
            flat ? pm_canvas_at(&v->canvas, line_at(v, fixed, v->down) - v->top, at[k])
                 : pm_canvas_at(&v->canvas, at[k], line_at(v, fixed, v->across) - v->left);
        if (cell &&
            (cell->arms[flat ? PM_NORTH : PM_EAST] ||
             cell->arms[flat ? PM_SOUTH : PM_WEST]) &&
            strays(units[k], scale, 0.05))
            at[k] += units[k] - floor(units[k]) < 0.5 ? 1 : -1;
    }
    *from = at[0];
    *to = at[1] > at[0] ? at[1] : at[0];
}

/* What is shorter than a character still shows, where nothing else is. */
static void short_line(struct view *v, int row, int column, bool flat, struct pm_stroke s)
{
    struct pm_cell *cell = pm_canvas_at(&v->canvas, row, column);
    if (!cell || cell->arms[0] || cell->arms[1] || cell->arms[2] || cell->arms[3])
        return;
    pm_canvas_arm(&v->canvas, row, column, flat ? PM_EAST : PM_NORTH, s);
    pm_canvas_arm(&v->canvas, row, column, flat ? PM_WEST : PM_SOUTH, s);
}

static void flat_line(struct view *v, double y, double x1, double x2, struct pm_stroke s)
{
    int row = line_at(v, y, v->down) - v->top, from, to;
    ends(v, true, y, x1, x2, &from, &to);
    for (int k = from; k < to; k++) {
        pm_canvas_arm(&v->canvas, row, k, PM_EAST, s);
        pm_canvas_arm(&v->canvas, row, k + 1, PM_WEST, s);
    }
    if (from == to)
        short_line(v, row, from, true, s);
}

static void upright_line(struct view *v, double x, double y1, double y2, struct pm_stroke s)
{
    int column = line_at(v, x, v->across) - v->left, from, to;
    ends(v, false, x, y1, y2, &from, &to);
    for (int k = from; k < to; k++) {
        pm_canvas_arm(&v->canvas, k, column, PM_SOUTH, s);
        pm_canvas_arm(&v->canvas, k + 1, column, PM_NORTH, s);
    }
    if (from == to)
        short_line(v, from, column, false, s);
}

static void line_between(struct view *v, double x1, double y1, double x2, double y2,
                         struct pm_stroke s)
{
    bool flat = fabs(y1 - y2) < 0.05, upright = fabs(x1 - x2) < 0.05;
    if (flat && !upright)
        flat_line(v, y1, x1, x2, s);
    else if (upright)
        upright_line(v, x1, y1, y2, s);
    else
        pm_canvas_slant(&v->canvas, row_of(v, y1), column_of(v, x1), row_of(v, y2),
                        column_of(v, x2), s.ink);
}

static void draw_line(struct view *v, const struct pm_item *i)
{
    line_between(v, i->x, i->y, i->x2, i->y2, stroke_of(i));
}

/* ---- Areas ---- */

/* The characters whose middle is inside, so that lines at the rim stay.  If there is none
 * (a small square), a mark in the middle. */
static void fill_box(struct view *v, const struct pm_item *i)
{
    int left = (int)floor(column_of(v, i->x) + 0.01) + 1;
    int right = (int)ceil(column_of(v, i->x2) - 0.01) - 1;
    int top = (int)floor(row_of(v, i->y) + 0.01) + 1;
    int bottom = (int)ceil(row_of(v, i->y2) - 0.01) - 1;
    if ((left > right || top > bottom) && i->fill != PM_PAPER)
        pm_canvas_glyph(&v->canvas, nearest(row_of(v, (i->y + i->y2) / 2)),
                        nearest(column_of(v, (i->x + i->x2) / 2)), 0x25A0, i->fill);
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++)
            pm_canvas_fill(&v->canvas, row, column, i->fill);
}

static void draw_box(struct view *v, const struct pm_item *i)
{
    if (i->fill != PM_NO_INK)
        fill_box(v, i);
    if (i->ink == PM_NO_INK || i->size <= 0)
        return;
    struct pm_stroke s = stroke_of(i);
    line_between(v, i->x, i->y, i->x2, i->y, s);
    line_between(v, i->x, i->y2, i->x2, i->y2, s);
    line_between(v, i->x, i->y, i->x, i->y2, s);
    line_between(v, i->x2, i->y, i->x2, i->y2, s);
}

enum { TOGGLE = 1, RIM = 2 };

/* Marks in v->marks where a side of the polygon crosses the row (TOGGLE), and where it lies
 * on characters along an axis (RIM): lines drawn there stay, as around boxes. */
static bool mark_side(struct view *v, const double *a, const double *b, int row)
{
    const double y = row + 0.011; /* corners lie on whole rows: look just below */
    double x1 = column_of(v, a[0]), y1 = row_of(v, a[1]);
    double x2 = column_of(v, b[0]), y2 = row_of(v, b[1]);
    if (fabs(y1 - y2) < 0.01 && fabs(y1 - row) < 0.01) {
        int to = (int)fmin(fmax(x1, x2), v->canvas.columns - 1);
        for (int column = (int)ceil(fmax(fmin(x1, x2), 0)); column <= to; column++)
            v->marks[column] |= RIM;
        return true;
    }
    if ((y1 > y) == (y2 > y))
        return false;
    double x = x1 + (x2 - x1) * (y - y1) / (y2 - y1);
    int column = (int)ceil(fmax(x - 0.007, 0));
    if (column < v->canvas.columns)
        v->marks[column] ^= TOGGLE;
    if (fabs(x1 - x2) < 0.01 && fabs(x - nearest(x)) < 0.01 &&
        nearest(x) < v->canvas.columns)
        v->marks[nearest(x)] |= RIM;
    return true;
}

static void fill_polygon(struct view *v, const struct pm_item *i)
{
    const double *xy = &v->picture->points[i->first];
    for (int row = 0; row < v->canvas.rows; row++) {
        bool any = false, inside = false;
        memset(v->marks, 0, (size_t)v->canvas.columns);
        for (int k = 0, before = i->count - 1; k < i->count; before = k++)
            any |= mark_side(v, xy + 2 * before, xy + 2 * k, row);
        for (int column = 0; any && column < v->canvas.columns; column++) {
            inside ^= (v->marks[column] & TOGGLE) != 0;
            if (inside && !(v->marks[column] & RIM))
                pm_canvas_fill(&v->canvas, row, column, i->fill);
        }
    }
}

/* A small triangle is the head of an arrow: the corner where two equal sides meet is its
 * tip (the first corner, if all are equal). */
static bool draw_arrow_head(struct view *v, const struct pm_item *i)
{
    static const uint32_t heads[] = {0x25B6, 0x25BC, 0x25C0, 0x25B2};
    const double *xy = &v->picture->points[i->first];
    if (i->count != 3 || i->fill == PM_NO_INK)
        return false;
    double x = (xy[0] + xy[2] + xy[4]) / 3, y = (xy[1] + xy[3] + xy[5]) / 3;
    double least = PM_FAR, dx = 0, dy = 0;
    for (int k = 0; k < 3; k++) {
        const double *tip = xy + 2 * k, *a = xy + 2 * ((k + 1) % 3),
                     *b = xy + 2 * ((k + 2) % 3);
        double unlike =
            fabs(hypot(a[0] - tip[0], a[1] - tip[1]) - hypot(b[0] - tip[0], b[1] - tip[1]));
        if (hypot(tip[0] - x, tip[1] - y) > 0.45)
            return false;
        if (unlike < least - 1e-6) {
            least = unlike;
            dx = tip[0] - x;
            dy = tip[1] - y;
        }
    }
    int head = fabs(dx) >= fabs(dy) ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
    pm_canvas_glyph(&v->canvas, nearest(row_of(v, y)), nearest(column_of(v, x)),
                    heads[head], i->fill);
    return true;
}

static void draw_polygon(struct view *v, const struct pm_item *i)
{
    if (draw_arrow_head(v, i))
        return;
    if (i->fill != PM_NO_INK)
        fill_polygon(v, i);
    const double *xy = &v->picture->points[i->first];
    bool seen =
        v->canvas.ansi && i->fill > PM_PAPER; /* colours end where the outline would be */
    if (i->ink == PM_NO_INK || i->size <= 0 || seen)
        return;
    for (int k = 0, before = i->count - 1; k < i->count; before = k++)
        line_between(v, xy[2 * before], xy[2 * before + 1], xy[2 * k], xy[2 * k + 1],
                     stroke_of(i));
}

/* ---- Circles ---- */

static bool is_text(const struct view *v, int row, int column)
{
    const struct pm_cell *cell = pm_canvas_at(&v->canvas, row, column);
    return cell && cell->text;
}

static bool is_free(const struct view *v, int row, int column)
{
    const struct pm_cell *cell = pm_canvas_at(&v->canvas, row, column);
    return cell && (!cell->glyph || cell->glyph == ' ') && (!cell->arms[0] || cell->pipe);
}

/* Whether a disc is seen by its colour.  Grey is none: boxes are grey, too. */
static bool coloured(const struct view *v, int fill)
{
    return v->canvas.ansi && fill > PM_PAPER && fill != PM_SHADE;
}

/* Brackets around the text from column `first` to `last`, where both have room. */
static void bracket(struct view *v, int row, int first, int last, const char *pair, int ink)
{
    if (!is_free(v, row, first - 1) || !is_free(v, row, last + 1))
        return;
    pm_canvas_glyph(&v->canvas, row, first - 1, (uint32_t)pair[0], ink);
    pm_canvas_glyph(&v->canvas, row, last + 1, (uint32_t)pair[1], ink);
}

/* Lays the disc down; what was there is gone, but pipes that reach it without covering it:
 * where there are no colours (or the disc is white) it is no more than a mark in its
 * middle. */
static void fill_circle(struct view *v, const struct pm_item *i, int row0, int column0)
{
    double across = i->radius * v->across - 0.2, down = i->radius * v->down - 0.2;
    int half = (int)fmax(across + 1e-9, 0), high = (int)fmax(down + 1e-9, 0);
    for (int row = -high; row <= high; row++)
        for (int column = -half; column <= half; column++) {
            double a = column / fmax(across + 0.2, 1), b = row / fmax(down + 0.2, 1);
            if (a * a + b * b > 1)
                continue;
            struct pm_cell *cell = pm_canvas_at(&v->canvas, row0 + row, column0 + column);
            if (!cell || (cell->pipe && (!v->canvas.ansi || i->fill == PM_PAPER)))
                continue;
            pm_canvas_fill(&v->canvas, row0 + row, column0 + column, i->fill);
            cell->disc = true;
        }
}

static void large_outline(struct view *v, const struct pm_item *i)
{
    enum { CORNERS = 96 };
    for (int k = 0; k < CORNERS; k++) {
        double a = 2 * acos(-1) * k / CORNERS, b = 2 * acos(-1) * (k + 1) / CORNERS;
        pm_canvas_slant(&v->canvas, row_of(v, i->y + i->radius * sin(a)),
                        column_of(v, i->x + i->radius * cos(a)),
                        row_of(v, i->y + i->radius * sin(b)),
                        column_of(v, i->x + i->radius * cos(b)), i->ink);
    }
}

/* A ring around what is already written there. */
static void ring_text(struct view *v, const struct pm_item *i, int row, int column)
{
    int first = column, last = column;
    while (is_text(v, row, first - 1))
        first--;
    while (is_text(v, row, last + 1))
        last++;
    bracket(v, row, first, last, "()", i->ink);
}

/* The mark in the middle of a disc.  With colours a disc is an area; where it is too small
 * for that, or there are no colours, its mark is a dot or a ring. */
static void mark_disc(struct view *v, const struct pm_item *i, int row, int column)
{
    struct pm_cell *cell = pm_canvas_at(&v->canvas, row, column);
    bool filled = i->fill > PM_PAPER, area = filled && i->radius * v->across >= 1.2;
    if (!cell)
        return;
    cell->disc = true;
    if (area && coloured(v, i->fill))
        return;
    pm_canvas_glyph(&v->canvas, row, column, pale(i->fill) ? 0x25CB : 0x25CF,
                    coloured(v, i->fill)  ? i->fill
                    : i->ink != PM_NO_INK ? i->ink
                                          : PM_INK);
    if (filled && !area)
        cell->back = PM_NO_INK;
}

static void draw_circle(struct view *v, const struct pm_item *i)
{
    int row = nearest(row_of(v, i->y)), column = nearest(column_of(v, i->x));
    const struct pm_cell *middle = pm_canvas_at(&v->canvas, row, column);
    bool inner =
        middle && middle->disc; /* a smaller disc on a larger one: its rim is a ring */
    if (i->fill != PM_NO_INK)
        fill_circle(v, i, row, column);
    if (i->fill <= PM_PAPER && i->ink == PM_NO_INK && !inner)
        return;
    if (i->radius > 0.8)
        large_outline(v, i);
    else if (is_text(v, row, column))
        ring_text(v, i, row, column);
    else
        mark_disc(v, i, row, column);
}

/* ---- Texts ---- */

/* Halfway between two rows, a text keeps to the middle of its cell. */
static int text_row(const struct view *v, double y)
{
    double at = y * v->down;
    return (int)(y - floor(y) < 0.5 ? floor(at + 0.5) : ceil(at - 0.5)) - v->top;
}

static int text_column(const struct view *v, const struct pm_item *i)
{
    double at = i->x * v->across;
    if (i->align == PM_LEFT)
        return (int)floor(at + 0.01) + 1 - v->left;
    if (i->align == PM_RIGHT)
        return (int)ceil(at - 0.01) - i->count - v->left;
    return (int)ceil(at - (i->count - 1) / 2.0 - 0.5) - v->left;
}

static void draw_text(struct view *v, const struct pm_item *i)
{
    const char *text = pm_item_text(v->picture, i);
    int row = text_row(v, i->y), first = text_column(v, i), last = first + i->count - 1;
    const struct pm_cell *middle = pm_canvas_at(&v->canvas, row, (first + last + 1) / 2);
    bool ringed = middle && middle->disc && !coloured(v, middle->back);
    if (is_text(v, row, first - 1) || is_text(v, row, last + 1))
        v->canvas.collisions++;
    for (int column = first; column <= last; column++) {
        uint32_t code;
        text += pm_utf8(text, strlen(text), &code);
        if (is_text(v, row, column))
            v->canvas.collisions++;
        pm_canvas_glyph(&v->canvas, row, column, code, i->ink);
        struct pm_cell *cell = pm_canvas_at(&v->canvas, row, column);
        if (cell)
            cell->text = true;
    }
    if (v->marks_givens && i->ink == PM_PRINTED)
        bracket(v, row, first, last, "[]", PM_INK);
    else if (ringed)
        bracket(v, row, first, last, "()", PM_INK);
}

/* ---- The whole ---- */

static void draw_item(struct view *v, const struct pm_item *i)
{
    int row = nearest(row_of(v, i->y)), column = nearest(column_of(v, i->x));
    switch (i->shape) {
    case PM_LINE:
    case PM_DASHES:
        draw_line(v, i);
        break;
    case PM_BOX:
        draw_box(v, i);
        break;
    case PM_POLYGON:
        draw_polygon(v, i);
        break;
    case PM_CIRCLE:
        draw_circle(v, i);
        break;
    case PM_TEXT:
        draw_text(v, i);
        break;
    case PM_STAR:
        pm_canvas_glyph(&v->canvas, row, column, 0x2605, i->ink);
        break;
    case PM_CROSS:
        pm_canvas_glyph(&v->canvas, row, column, 0x00D7, i->ink);
        break;
    }
}

/* The characters that all items need, as the bounds of rows and columns. */
static struct pm_bounds extent(const struct view *v)
{
    struct pm_bounds b = pm_picture_bounds(v->picture);
    struct pm_bounds e = {floor(b.left * v->across), floor(b.top * v->down),
                          ceil(b.right * v->across), ceil(b.bottom * v->down)};
    for (int k = 0; k < v->picture->item_count; k++) {
        const struct pm_item *i = &v->picture->items[k];
        if (i->shape != PM_TEXT)
            continue;
        int first = text_column(v, i);
        e.left = fmin(e.left, first - 1);
        e.right = fmax(e.right, first + i->count);
    }
    return e;
}

/* Draws everything at this scale.  False: too large, or no memory (`out` has failed). */
static bool draw_view(struct view *v, int scale, enum pm_medium medium, struct pm_out *out)
{
    v->across = 4 * scale;
    v->down = 2 * scale;
    v->left = v->top = 0;
    struct pm_bounds e = extent(v);
    double rows = e.bottom - e.top + 1, columns = e.right - e.left + 1;
    if (rows > MAX_SIDE || columns > MAX_SIDE || rows * columns > MAX_CELLS)
        return false;
    v->left = (int)e.left;
    v->top = (int)e.top;
    size_t bytes = (size_t)(rows * columns) * sizeof(struct pm_cell);
    if (out->limits &&
        (pm_stop(out->limits) || !pm_memory_allows(out->limits->memory, bytes))) {
        out->failed = out->stopped = true;
        return false;
    }
    v->marks = malloc((size_t)columns);
    if (!pm_canvas_init(&v->canvas, (int)rows, (int)columns, medium) || !v->marks) {
        out->failed = true;
        return false;
    }
    for (int k = 0; k < v->picture->item_count; k++)
        draw_item(v, &v->picture->items[k]);
    return true;
}

static void free_view(struct view *v)
{
    pm_canvas_free(&v->canvas);
    free(v->marks);
    v->marks = NULL;
}

/* Dashed lines inside cells cannot be told from grid lines at the small scale. */
static bool needs_room(const struct pm_picture *p)
{
    for (int k = 0; k < p->item_count; k++) {
        const struct pm_item *i = &p->items[k];
        double off = fabs(i->y - floor(i->y + 0.5));
        if (i->shape == PM_DASHES && off > 0.05 && off < 0.45)
            return true;
    }
    return false;
}

/* Whether answers stand beside what is given. */
static bool has_answers(const struct pm_picture *p)
{
    for (int k = 0; k < p->item_count; k++)
        if (p->items[k].ink == PM_ANSWER)
            return true;
    return false;
}

void pm_picture_terminal(const struct pm_picture *p, enum pm_medium medium,
                         struct pm_out *out)
{
    const bool marked = medium < PM_COLOUR_TEXT && has_answers(p);
    struct view small = {.picture = p, .marks_givens = marked};
    struct view large = small;
    if (pm_picture_failed(p, out) || p->item_count == 0)
        return;
    bool crowded = needs_room(p);
    bool drawn = draw_view(&small, 1, medium, out);
    if (drawn && (crowded || small.canvas.collisions > 0) &&
        draw_view(&large, 2, medium, out) &&
        (crowded || large.canvas.collisions < small.canvas.collisions))
        pm_canvas_write(&large.canvas, out);
    else if (drawn)
        pm_canvas_write(&small.canvas, out);
    else if (!out->failed)
        pm_out_text(out, "the picture is too large for a terminal\n");
    free_view(&small);
    free_view(&large);
}
