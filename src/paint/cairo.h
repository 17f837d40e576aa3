/* Pictures and pages through cairo. */
#ifndef PM_PAINT_CAIRO_H
#define PM_PAINT_CAIRO_H

#include <stdio.h>

#include "picture/items.h"

typedef struct _cairo cairo_t; /* as cairo.h says, which not everybody has */

/* The whole PNG file.  PULMA_SOLVER with cairo's own words if it fails. */
pulma_status paint_png(const struct pm_picture *p, struct pm_out *out, pulma_error *err);
/* Reads pages (picture/pages.h) and writes a PDF, both bit by bit. */
pulma_status paint_pdf(FILE *in, FILE *out, pulma_error *err);
/* The other way: the pixels of a PNG file as PPM (P6).  PULMA_BAD_TEXT if it is not one. */
pulma_status paint_read(const char *png, size_t len, struct pm_out *ppm, pulma_error *err);

/* ---- What they share ---- */

/* Sets up lines and fonts. */
void paint_begin(cairo_t *c);
void paint_font(cairo_t *c, bool bold);
void paint_ink(cairo_t *c, enum pm_theme theme, int ink);
/* A text whose middle line is at y, smaller if it would be wider than `most` (0: as it is). */
void paint_words(cairo_t *c, double x, double y, double size, enum pm_align align,
                 double most, const char *words);
/* The picture, its bounds beginning at the origin, a unit a unit. */
void paint_picture(const struct pm_picture *p, cairo_t *c);
/* What a cairo_status_t means. */
pulma_status paint_verdict(int status, pulma_error *err);

#endif
