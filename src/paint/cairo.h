/* A picture through cairo. */
#ifndef PM_PAINT_CAIRO_H
#define PM_PAINT_CAIRO_H

#include "picture/picture.h"

/* The whole file, PNG or PDF.  PULMA_SOLVER with cairo's own words if it fails. */
pulma_status paint_png(const struct pm_picture *p, struct pm_out *out, pulma_error *err);
pulma_status paint_pdf(const struct pm_picture *p, struct pm_out *out, pulma_error *err);
/* The other way: the pixels of a PNG file as PPM (P6).  PULMA_BAD_TEXT if it is not one. */
pulma_status paint_read(const char *png, size_t len, struct pm_out *ppm, pulma_error *err);

#endif
