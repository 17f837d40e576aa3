/* The display list as text: what libpulma tells its helper pulma-paint.
 *
 *     pulma-picture 2
 *     look 0 1 0
 *     line 0 0 9 0 0.08 2
 *     text 0.5 0.5 0.6 1 2 some words
 *     end
 *
 * The second line has theme, scale and width.  The version changes whenever the form does.  An item a line: its name, then numbers in
 * the order of the functions of picture.h; places are left out. */
#ifndef PM_LIST_H
#define PM_LIST_H

#include "core/text.h"
#include "picture/picture.h"

void pm_list_write(const struct pm_picture *p, struct pm_out *out);
/* The picture that was written, the caller's to free; or an error that points somewhere. */
pulma_status pm_list_read(const char *text, size_t len, struct pm_picture **picture,
                          pulma_error *err);

/* A decimal number with an optional sign and fraction behind blanks, at most twice PM_FAR from zero. */
pulma_status pm_list_number(struct pm_text *t, double *value, pulma_error *err);

#endif
