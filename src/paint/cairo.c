/* Pictures by cairo.  They are the same as the SVG: the same items in the same order, colours and
 * centring from src/picture. */
#include "paint/cairo.h"

#include <cairo.h>
#include <math.h>

#include "core/text.h"
#include "picture/items.h"

#define PIXELS     96.0   /* of a PNG per unit, if it does not become too large */
#define MAX_PIXELS 4000.0 /* along a side */

struct brush {
    cairo_t *cairo;
    enum pm_theme theme;
};

void paint_ink(cairo_t *c, enum pm_theme theme, int ink)
{
    struct pm_rgb rgb = pm_ink_rgb(theme, ink);
    cairo_set_source_rgb(c, rgb.red / 255.0, rgb.green / 255.0, rgb.blue / 255.0);
}

/* Strokes the current path. */
static void stroke(const struct brush *b, int ink, double width)
{
    paint_ink(b->cairo, b->theme, ink);
    cairo_set_line_width(b->cairo, width);
    cairo_stroke(b->cairo);
}

/* Fills and outlines the current path. */
static void area(const struct brush *b, const struct pm_item *i)
{
    if (i->fill != PM_NO_INK) {
        paint_ink(b->cairo, b->theme, i->fill);
        cairo_fill_preserve(b->cairo);
    }
    if (i->ink != PM_NO_INK && i->size > 0) {
        paint_ink(b->cairo, b->theme, i->ink);
        cairo_set_line_width(b->cairo, i->size);
        cairo_stroke_preserve(b->cairo);
    }
    cairo_new_path(b->cairo);
}

static void polygon(cairo_t *c, int n, const double *xy)
{
    for (int k = 0; k < n; k++)
        cairo_line_to(c, xy[2 * k], xy[2 * k + 1]);
    cairo_close_path(c);
}

static void segment(cairo_t *c, double x1, double y1, double x2, double y2)
{
    cairo_move_to(c, x1, y1);
    cairo_line_to(c, x2, y2);
}

static void line(const struct brush *b, const struct pm_item *i)
{
    segment(b->cairo, i->x, i->y, i->x2, i->y2);
    if (i->shape == PM_LINE) {
        stroke(b, i->ink, i->size);
        return;
    }
    cairo_save(b->cairo);
    cairo_set_dash(b->cairo, (double[]){PM_DASH, PM_DASH}, 2, 0);
    cairo_set_line_cap(b->cairo, CAIRO_LINE_CAP_BUTT);
    stroke(b, i->ink, i->size);
    cairo_restore(b->cairo);
}

static void star(const struct brush *b, const struct pm_item *i)
{
    double xy[20];
    pm_star_corners(i->x, i->y, i->radius, xy);
    polygon(b->cairo, 10, xy);
    paint_ink(b->cairo, b->theme, i->ink);
    cairo_fill(b->cairo);
}

static void cross(const struct brush *b, const struct pm_item *i)
{
    double r = PM_CROSS_REACH * i->radius;
    segment(b->cairo, i->x - r, i->y - r, i->x + r, i->y + r);
    segment(b->cairo, i->x + r, i->y - r, i->x - r, i->y + r);
    stroke(b, i->ink, i->size);
}

void paint_font(cairo_t *c, bool bold)
{
    cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

void paint_words(cairo_t *c, double x, double y, double size, enum pm_align align,
                 double most, const char *words)
{
    static const double shift[] = {[PM_LEFT] = 0, [PM_CENTRE] = -0.5, [PM_RIGHT] = -1};
    cairo_text_extents_t extents;
    cairo_set_font_size(c, size);
    cairo_text_extents(c, words, &extents);
    if (most > 0 && extents.x_advance > most) {
        cairo_set_font_size(c, size * most / extents.x_advance);
        cairo_text_extents(c, words, &extents);
    }
    cairo_move_to(c, x + shift[align] * extents.x_advance, y + PM_MIDDLE * size);
    cairo_show_text(c, words);
    cairo_new_path(c);
}

static void text(const struct brush *b, const struct pm_item *i, const char *words)
{
    paint_ink(b->cairo, b->theme, pm_ink_on(b->theme, i->ink, i->beneath));
    if (i->ink == PM_PRINTED)
        paint_font(b->cairo, true);
    paint_words(b->cairo, i->x, i->y, i->size, i->align, 0, words);
    if (i->ink == PM_PRINTED)
        paint_font(b->cairo, false);
}

static void item(const struct brush *b, const struct pm_picture *p, const struct pm_item *i)
{
    cairo_t *c = b->cairo;
    switch (i->shape) {
    case PM_LINE:
    case PM_DASHES:
        line(b, i);
        break;
    case PM_BOX:
        cairo_rectangle(c, i->x, i->y, i->x2 - i->x, i->y2 - i->y);
        area(b, i);
        break;
    case PM_POLYGON:
        polygon(c, i->count, &p->points[i->first]);
        area(b, i);
        break;
    case PM_CIRCLE:
        cairo_new_sub_path(c);
        cairo_arc(c, i->x, i->y, i->radius, 0, 2 * acos(-1));
        area(b, i);
        break;
    case PM_TEXT:
        text(b, i, pm_item_text(p, i));
        break;
    case PM_STAR:
        star(b, i);
        break;
    case PM_CROSS:
        cross(b, i);
        break;
    }
}

void paint_begin(cairo_t *c)
{
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    paint_font(c, false);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(c, options);
    cairo_font_options_destroy(options);
}

void paint_picture(const struct pm_picture *p, cairo_t *c)
{
    struct pm_bounds b = pm_picture_bounds(p);
    const struct brush brush = {c, p->look.theme};
    cairo_translate(c, -b.left, -b.top);
    for (int k = 0; k < p->item_count; k++)
        item(&brush, p, &p->items[k]);
}

static cairo_status_t append(void *out, const unsigned char *bytes, unsigned len)
{
    pm_out_bytes(out, (const char *)bytes, len);
    return ((struct pm_out *)out)->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

pulma_status paint_verdict(int status, pulma_error *err)
{
    return status ? pm_fail(err, PULMA_SOLVER, NULL, "cairo: %s",
                            cairo_status_to_string((cairo_status_t)status))
                  : PULMA_OK;
}

/* Whole pixels a unit wherever possible: edges of cells then fall between pixels. */
static double png_scale(const struct pm_look *look, double width, double height)
{
    double most = MAX_PIXELS / fmax(width, height);
    double usual = fmin(PIXELS, most);
    if (look->width > 0)
        return fmin(look->width / width, most);
    usual = fmin(usual * pm_look_factor(look, 1), most);
    return usual >= 4 ? 4 * floor(usual / 4) : usual;
}

pulma_status paint_png(const struct pm_picture *p, struct pm_out *out, pulma_error *err)
{
    struct pm_bounds b = pm_picture_bounds(p);
    double width = b.right - b.left, height = b.bottom - b.top;
    double scale = png_scale(&p->look, width, height);
    /* A hair's breadth less, so that a width that was asked for does not become a pixel more. */
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)fmax(ceil(width * scale - 1e-6), 1),
        (int)fmax(ceil(height * scale - 1e-6), 1));
    cairo_t *c = cairo_create(surface);
    paint_ink(c, p->look.theme, PM_PAPER);
    cairo_paint(c);
    cairo_scale(c, scale, scale);
    paint_begin(c);
    paint_picture(p, c);
    cairo_status_t status = cairo_status(c);
    cairo_destroy(c);
    if (!status)
        status = cairo_surface_write_to_png_stream(surface, append, out);
    cairo_surface_destroy(surface);
    return paint_verdict((int)status, err);
}
