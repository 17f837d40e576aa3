/* The display list as text: what libpulma tells its helper pulma-paint.
 *
 *     pulma-picture 1                      the version changes whenever the form does
 *     line 0 0 9 0 0.08 2                  an item a line: its name, then numbers in the order of
 *     text 0.5 0.5 0.6 1 2 some words      the functions of picture.h; places are left out
 *     end
 */
#ifndef PM_LIST_H
#define PM_LIST_H

#include "picture/picture.h"

void pm_list_write(const struct pm_picture *p, struct pm_out *out);
/* The picture that was written, the caller's to free; or an error that points at the line. */
pulma_status pm_list_read(const char *text, size_t len, struct pm_picture **picture,
                          pulma_error *err);

#endif
