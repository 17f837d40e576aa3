/* PNG files, read by cairo, as the plain pixels of a PPM.  The file may come from anywhere: the
 * process is shut in before, and the size in the file's head is bounded before cairo sees it. */
#include <cairo.h>
#include <string.h>

#include "core/text.h"
#include "paint/cairo.h"

enum { HEAD = 24 }; /* the signature, the start of the first chunk, width and height */

struct bytes {
    const char *at;
    size_t left;
};

static cairo_status_t feed(void *context, unsigned char *to, unsigned len)
{
    struct bytes *bytes = context;
    if (len > bytes->left)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, bytes->at, len);
    bytes->at += len;
    bytes->left -= len;
    return CAIRO_STATUS_SUCCESS;
}

static unsigned long big_endian(const char *bytes)
{
    unsigned long value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* What is transparent shows white paper; whatever the depth was, there are 8 bits then. */
static cairo_surface_t *on_paper(cairo_surface_t *image)
{
    cairo_surface_t *paper =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, cairo_image_surface_get_width(image),
                                   cairo_image_surface_get_height(image));
    cairo_t *c = cairo_create(paper);
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    cairo_set_source_surface(c, image, 0, 0);
    cairo_paint(c);
    cairo_destroy(c);
    cairo_surface_flush(paper);
    return paper;
}

static void put_pixels(cairo_surface_t *paper, struct pm_out *ppm)
{
    int width = cairo_image_surface_get_width(paper);
    int height = cairo_image_surface_get_height(paper);
    const unsigned char *row = cairo_image_surface_get_data(paper);
    pm_out_f(ppm, "P6\n%d %d\n255\n", width, height);
    for (int y = 0; y < height; y++, row += cairo_image_surface_get_stride(paper))
        for (int x = 0; x < width; x++) {
            uint32_t pixel;
            memcpy(&pixel, row + 4 * x, sizeof pixel);
            pm_out_bytes(ppm,
                         (const char[]){(char)(pixel >> 16 & 255), (char)(pixel >> 8 & 255),
                                        (char)(pixel & 255)},
                         3);
        }
}

pulma_status paint_read(const char *png, size_t len, struct pm_out *ppm, pulma_error *err)
{
    if (len < HEAD || memcmp(png, "\x89PNG\r\n\x1a\n", 8) != 0)
        return pm_fail(err, PULMA_BAD_TEXT, NULL, "expected a PNG file");
    if (big_endian(png + 16) > PM_MAX_PIXELS || big_endian(png + 20) > PM_MAX_PIXELS)
        return pm_fail(err, PULMA_BAD_TEXT, NULL,
                       "expected a PNG of at most %dx%d pixels, found %lux%lu",
                       PM_MAX_PIXELS, PM_MAX_PIXELS, big_endian(png + 16),
                       big_endian(png + 20));
    struct bytes bytes = {png, len};
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(feed, &bytes);
    if (cairo_surface_status(image)) { /* what cairo calls it differs with its version */
        cairo_surface_destroy(image);
        return pm_fail(err, PULMA_BAD_TEXT, NULL,
                       "expected a PNG file, found a damaged one");
    }
    cairo_surface_t *paper = on_paper(image);
    cairo_surface_destroy(image);
    bool painted = cairo_surface_status(paper) == CAIRO_STATUS_SUCCESS;
    if (painted)
        put_pixels(paper, ppm);
    cairo_surface_destroy(paper);
    return painted && !ppm->failed ? PULMA_OK : pm_fail_memory(err);
}
