/* PNG and PDF by cairo.  The picture is the same as the SVG: the same items in the same
 * order, colours and centring from src/picture. */
#include "paint/cairo.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>

#include "core/text.h"
#include "picture/items.h"

#define PIXELS     96.0   /* of a PNG per unit, if it does not become too large */
#define MAX_PIXELS 4000.0 /* along a side */

/* PDF, in points: a unit is a centimetre, less if an A4 sheet asks for it. */
#define POINTS     28.35
#define MAX_WIDTH  482.0
#define MAX_HEIGHT 728.0

static void set_ink(cairo_t *c, int ink)
{
    struct pm_rgb rgb = pm_ink_rgb(ink);
    cairo_set_source_rgb(c, rgb.red / 255.0, rgb.green / 255.0, rgb.blue / 255.0);
}

/* Strokes the current path. */
static void stroke(cairo_t *c, int ink, double width)
{
    set_ink(c, ink);
    cairo_set_line_width(c, width);
    cairo_stroke(c);
}

/* Fills and outlines the current path. */
static void area(cairo_t *c, const struct pm_item *i)
{
    if (i->fill != PM_NO_INK) {
        set_ink(c, i->fill);
        cairo_fill_preserve(c);
    }
    if (i->ink != PM_NO_INK && i->size > 0) {
        set_ink(c, i->ink);
        cairo_set_line_width(c, i->size);
        cairo_stroke_preserve(c);
    }
    cairo_new_path(c);
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

static void line(cairo_t *c, const struct pm_item *i)
{
    segment(c, i->x, i->y, i->x2, i->y2);
    if (i->shape == PM_LINE) {
        stroke(c, i->ink, i->size);
        return;
    }
    cairo_save(c);
    cairo_set_dash(c, (double[]){PM_DASH, PM_DASH}, 2, 0);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_BUTT);
    stroke(c, i->ink, i->size);
    cairo_restore(c);
}

static void star(cairo_t *c, const struct pm_item *i)
{
    double xy[20];
    pm_star_corners(i->x, i->y, i->radius, xy);
    polygon(c, 10, xy);
    set_ink(c, i->ink);
    cairo_fill(c);
}

static void cross(cairo_t *c, const struct pm_item *i)
{
    double r = PM_CROSS_REACH * i->radius;
    segment(c, i->x - r, i->y - r, i->x + r, i->y + r);
    segment(c, i->x + r, i->y - r, i->x - r, i->y + r);
    stroke(c, i->ink, i->size);
}

static void text(cairo_t *c, const struct pm_item *i, const char *words)
{
    static const double shift[] = {[PM_LEFT] = 0, [PM_CENTRE] = -0.5, [PM_RIGHT] = -1};
    cairo_text_extents_t extents;
    cairo_set_font_size(c, i->size);
    cairo_text_extents(c, words, &extents);
    cairo_move_to(c, i->x + shift[i->align] * extents.x_advance,
                  i->y + PM_MIDDLE * i->size);
    set_ink(c, pm_ink_on(i->ink, i->beneath));
    cairo_show_text(c, words);
    cairo_new_path(c);
}

static void item(cairo_t *c, const struct pm_picture *p, const struct pm_item *i)
{
    switch (i->shape) {
    case PM_LINE:
    case PM_DASHES:
        line(c, i);
        break;
    case PM_BOX:
        cairo_rectangle(c, i->x, i->y, i->x2 - i->x, i->y2 - i->y);
        area(c, i);
        break;
    case PM_POLYGON:
        polygon(c, i->count, &p->points[i->first]);
        area(c, i);
        break;
    case PM_CIRCLE:
        cairo_new_sub_path(c);
        cairo_arc(c, i->x, i->y, i->radius, 0, 2 * acos(-1));
        area(c, i);
        break;
    case PM_TEXT:
        text(c, i, pm_item_text(p, i));
        break;
    case PM_STAR:
        star(c, i);
        break;
    case PM_CROSS:
        cross(c, i);
        break;
    }
}

/* Draws everything, `scale` device units a unit, then lets go of the surface. */
static pulma_status draw(const struct pm_picture *p, cairo_surface_t *surface, double scale,
                         pulma_error *err)
{
    struct pm_bounds b = pm_picture_bounds(p);
    cairo_t *c = cairo_create(surface);
    set_ink(c, PM_PAPER);
    cairo_paint(c);
    cairo_scale(c, scale, scale);
    cairo_translate(c, -b.left, -b.top);
    cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(c, options);
    cairo_font_options_destroy(options);
    for (int k = 0; k < p->item_count; k++)
        item(c, p, &p->items[k]);
    cairo_status_t status = cairo_status(c);
    cairo_destroy(c);
    return status ? pm_fail(err, PULMA_SOLVER, NULL, "cairo: %s",
                            cairo_status_to_string(status))
                  : PULMA_OK;
}

static cairo_status_t append(void *out, const unsigned char *bytes, unsigned len)
{
    pm_out_bytes(out, (const char *)bytes, len);
    return ((struct pm_out *)out)->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static pulma_status finish(cairo_surface_t *surface, cairo_status_t status,
                           pulma_error *err)
{
    if (!status)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status ? pm_fail(err, PULMA_SOLVER, NULL, "cairo: %s",
                            cairo_status_to_string(status))
                  : PULMA_OK;
}

/* Whole pixels a unit wherever possible: edges of cells then fall between pixels. */
static double png_scale(double width, double height)
{
    double scale = fmin(PIXELS, MAX_PIXELS / fmax(width, height));
    return scale >= 4 ? 4 * floor(scale / 4) : scale;
}

pulma_status paint_png(const struct pm_picture *p, struct pm_out *out, pulma_error *err)
{
    struct pm_bounds b = pm_picture_bounds(p);
    double width = b.right - b.left, height = b.bottom - b.top;
    double scale = png_scale(width, height);
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)ceil(width * scale), (int)ceil(height * scale));
    pulma_status status = draw(p, surface, scale, err);
    if (status != PULMA_OK) {
        cairo_surface_destroy(surface);
        return status;
    }
    return finish(surface, cairo_surface_write_to_png_stream(surface, append, out), err);
}

pulma_status paint_pdf(const struct pm_picture *p, struct pm_out *out, pulma_error *err)
{
    struct pm_bounds b = pm_picture_bounds(p);
    double width = b.right - b.left, height = b.bottom - b.top;
    double scale = fmin(POINTS, fmin(MAX_WIDTH / width, MAX_HEIGHT / height));
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(append, out, width * scale, height * scale);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR,
                                   "pulma " PULMA_VERSION);
    pulma_status status = draw(p, surface, scale, err);
    cairo_surface_finish(surface);
    if (status != PULMA_OK) {
        cairo_surface_destroy(surface);
        return status;
    }
    return finish(surface, CAIRO_STATUS_SUCCESS, err);
}
