/* SVG 1.1.  Styles are attributes, not classes, so that several pictures can stand in one
 * page; lines that follow each other in one style become one path, which keeps grids small.
 * Texts are centred by an explicit baseline, since renderers disagree about
 * dominant-baseline. */
#include "picture/picture.h"

#include <math.h>
#include <string.h>

#include "core/text.h"
#include "picture/items.h"

#define PIXELS 36 /* per unit */

struct svg {
    struct pm_out *out;
    struct pm_bounds bounds;
    enum pm_theme theme;
};

static void number(struct svg *s, double pixels)
{
    pm_out_number(s->out, pixels, 2);
}

static void attribute(struct svg *s, const char *name, double pixels)
{
    pm_out_f(s->out, " %s=\"", name);
    number(s, pixels);
    pm_out_char(s->out, '"');
}

static double across(const struct svg *s, double x)
{
    return (x - s->bounds.left) * PIXELS;
}

static double down(const struct svg *s, double y)
{
    return (y - s->bounds.top) * PIXELS;
}

static void colour(struct svg *s, const char *name, int ink)
{
    struct pm_rgb c = pm_ink_rgb(s->theme, ink);
    if (ink == PM_NO_INK)
        pm_out_f(s->out, " %s=\"none\"", name);
    else
        pm_out_f(s->out, " %s=\"#%02x%02x%02x\"", name, c.red, c.green, c.blue);
}

static void place(struct svg *s, const struct pm_item *i)
{
    if (i->place >= 0)
        pm_out_f(s->out, " data-place=\"%d\"", i->place);
    else if (i->place == PM_BESIDE)
        pm_out_text(s->out, " data-beside=\"\"");
}

/* The outline and the fill of an area, then its place; ends the element. */
static void area_style(struct svg *s, const struct pm_item *i)
{
    colour(s, "fill", i->fill);
    if (i->fill == PM_NO_INK && i->ink == PM_NO_INK)
        pm_out_text(s->out, " pointer-events=\"all\"");
    if (i->ink != PM_NO_INK && i->size > 0) {
        colour(s, "stroke", i->ink);
        attribute(s, "stroke-width", i->size * PIXELS);
    }
    place(s, i);
    pm_out_text(s->out, "/>\n");
}

/* Text as XML; what is no UTF-8 becomes '?', so that titles from anywhere do no harm. */
static void escaped(struct pm_out *out, const char *text)
{
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        uint32_t code = 0;
        n = pm_utf8(text, left, &code);
        if (n == 0) {
            pm_out_char(out, '?');
            n = 1;
        } else if (code < 0x20 || (code & 0xFFFE) == 0xFFFE) {
            pm_out_char(out, ' ');
        } else {
            pm_out_xml(out, text, n);
        }
    }
}

/* ---- Items ---- */

static void move_to(struct svg *s, char command, double x, double y)
{
    pm_out_char(s->out, command);
    number(s, x);
    pm_out_char(s->out, ' ');
    number(s, y);
}

static void segment(struct svg *s, double x1, double y1, double x2, double y2)
{
    move_to(s, 'M', across(s, x1), down(s, y1));
    if (y1 == y2) {
        pm_out_char(s->out, 'H');
        number(s, across(s, x2));
    } else if (x1 == x2) {
        pm_out_char(s->out, 'V');
        number(s, down(s, y2));
    } else {
        move_to(s, 'L', across(s, x2), down(s, y2));
    }
}

static bool alike(const struct pm_item *a, const struct pm_item *b)
{
    return a->shape == b->shape && a->place == b->place && a->ink == b->ink &&
           a->fill == b->fill && a->size == b->size;
}

/* The index after the items from `first` on that look alike. */
static int run_of(const struct pm_picture *p, int first)
{
    int k = first + 1;
    while (k < p->item_count && alike(&p->items[first], &p->items[k]))
        k++;
    return k;
}

/* The lines from `first` on that look alike, as one path; returns the index after them. */
static int lines(struct svg *s, const struct pm_picture *p, int first)
{
    const struct pm_item *style = &p->items[first];
    const int end = run_of(p, first);
    pm_out_text(s->out, "<path d=\"");
    for (int k = first; k < end; k++) {
        const struct pm_item *i = &p->items[k];
        segment(s, i->x, i->y, i->x2, i->y2);
    }
    pm_out_char(s->out, '"');
    if (style->shape == PM_DASHES) {
        pm_out_text(s->out, " stroke-linecap=\"butt\"");
        attribute(s, "stroke-dasharray", PM_DASH * PIXELS);
    }
    struct pm_item stroke = *style;
    stroke.fill = PM_NO_INK;
    area_style(s, &stroke);
    return end;
}

static void box(struct svg *s, const struct pm_item *i)
{
    if (i->fill == PM_NO_INK && i->ink == PM_NO_INK && i->place < 0)
        return;
    pm_out_text(s->out, "<rect");
    attribute(s, "x", across(s, i->x));
    attribute(s, "y", down(s, i->y));
    attribute(s, "width", (i->x2 - i->x) * PIXELS);
    attribute(s, "height", (i->y2 - i->y) * PIXELS);
    area_style(s, i);
}

/* Hundredths of a pixel, in which everything is written. */
static int64_t hundredths(double pixels)
{
    return llround(100 * pixels);
}

/* A number behind another one, whose sign, if it has one, parts them. */
static void next_number(struct svg *s, bool first, int64_t value)
{
    if (!first && value >= 0)
        pm_out_char(s->out, ' ');
    number(s, (double)value / 100);
}

/* The way from one corner to another, as seen from the first: on large boards that is shorter. */
static void by(struct svg *s, bool first, const double *from, const double *to)
{
    next_number(s, first, hundredths(across(s, to[0])) - hundredths(across(s, from[0])));
    next_number(s, false, hundredths(down(s, to[1])) - hundredths(down(s, from[1])));
}

/* All corners, or the first two and an arc to the last. */
static void outline(struct svg *s, const double *xy, int n, double radius)
{
    move_to(s, 'M', across(s, xy[0]), down(s, xy[1]));
    pm_out_char(s->out, 'l');
    by(s, true, xy, xy + 2);
    for (int k = 2; k < n && radius == 0; k++)
        by(s, false, xy + 2 * k - 2, xy + 2 * k);
    if (radius > 0) {
        move_to(s, 'a', radius * PIXELS, radius * PIXELS);
        pm_out_text(s->out, " 0 0 1 ");
        by(s, true, xy + 2, xy + 2 * n - 2);
    }
    pm_out_char(s->out, 'z');
}

/* The polygons from `first` on that look alike, as one path; returns the index after them.  With
 * outlines each stays alone, for it may cover the one before. */
static int polygons(struct svg *s, const struct pm_picture *p, int first)
{
    const int end = p->items[first].ink == PM_NO_INK ? run_of(p, first) : first + 1;
    pm_out_text(s->out, "<path d=\"");
    for (int k = first; k < end; k++)
        outline(s, &p->points[p->items[k].first], p->items[k].count, p->items[k].radius);
    pm_out_char(s->out, '"');
    area_style(s, &p->items[first]);
    return end;
}

static void star(struct svg *s, const struct pm_item *i)
{
    double xy[20];
    struct pm_item filled = *i;
    pm_star_corners(i->x, i->y, i->radius, xy);
    filled.fill = i->ink;
    filled.ink = PM_NO_INK;
    pm_out_text(s->out, "<path d=\"");
    outline(s, xy, 10, 0);
    pm_out_char(s->out, '"');
    area_style(s, &filled);
}

static void cross(struct svg *s, const struct pm_item *i)
{
    double r = PM_CROSS_REACH * i->radius;
    pm_out_text(s->out, "<path d=\"");
    segment(s, i->x - r, i->y - r, i->x + r, i->y + r);
    segment(s, i->x + r, i->y - r, i->x - r, i->y + r);
    pm_out_char(s->out, '"');
    area_style(s, i);
}

static void circle(struct svg *s, const struct pm_item *i)
{
    pm_out_text(s->out, "<circle");
    attribute(s, "cx", across(s, i->x));
    attribute(s, "cy", down(s, i->y));
    attribute(s, "r", i->radius * PIXELS);
    area_style(s, i);
}

static void text(struct svg *s, const struct pm_item *i, const char *words)
{
    static const char *const anchor[] = {[PM_LEFT] = " text-anchor=\"start\"",
                                         [PM_CENTRE] = "",
                                         [PM_RIGHT] = " text-anchor=\"end\""};
    pm_out_text(s->out, "<text");
    attribute(s, "x", across(s, i->x));
    attribute(s, "y", down(s, i->y + PM_MIDDLE * i->size));
    attribute(s, "font-size", i->size * PIXELS);
    pm_out_text(s->out, anchor[i->align]);
    colour(s, "fill", pm_ink_on(s->theme, i->ink, i->beneath));
    if (i->ink == PM_PRINTED)
        pm_out_text(s->out, " font-weight=\"bold\"");
    place(s, i);
    pm_out_char(s->out, '>');
    escaped(s->out, words);
    pm_out_text(s->out, "</text>\n");
}

/* ---- The whole ---- */

static int item(struct svg *s, const struct pm_picture *p, int k)
{
    const struct pm_item *i = &p->items[k];
    switch (i->shape) {
    case PM_LINE:
    case PM_DASHES:
        return lines(s, p, k);
    case PM_BOX:
        box(s, i);
        break;
    case PM_POLYGON:
        return polygons(s, p, k);
    case PM_CIRCLE:
        circle(s, i);
        break;
    case PM_TEXT:
        text(s, i, pm_item_text(p, i));
        break;
    case PM_STAR:
        star(s, i);
        break;
    case PM_CROSS:
        cross(s, i);
        break;
    }
    return k + 1;
}

void pm_picture_svg(const struct pm_picture *p, const char *title, struct pm_out *out)
{
    if (pm_picture_failed(p, out))
        return;
    struct svg s = {out, pm_picture_bounds(p), p->look.theme};
    double width = across(&s, s.bounds.right), height = down(&s, s.bounds.bottom);
    double shown = pm_look_factor(&p->look, width);
    pm_out_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
    attribute(&s, "width", shown * width);
    attribute(&s, "height", shown * height);
    pm_out_text(out, " viewBox=\"0 0 ");
    number(&s, width);
    pm_out_char(out, ' ');
    number(&s, height);
    /* Where the board's corner lies, for those who draw over it. */
    pm_out_text(out, "\" data-origin=\"");
    number(&s, across(&s, 0));
    pm_out_char(out, ' ');
    number(&s, down(&s, 0));
    pm_out_text(out, "\" font-family=\"Helvetica,Arial,sans-serif\" text-anchor=\"middle\" "
                     "stroke-linecap=\"round\" "
                     "stroke-linejoin=\"round\">\n<title>");
    escaped(out, title ? title : "");
    pm_out_text(out, "</title>\n<rect width=\"100%\" height=\"100%\"");
    colour(&s, "fill", PM_PAPER);
    pm_out_text(out, "/>\n");
    for (int k = 0; k < p->item_count && !out->failed;)
        k = item(&s, p, k);
    pm_out_text(out, "</svg>\n");
}
