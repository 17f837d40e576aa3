/* puzz.link addresses, the notation that many programs share: a head with the size, then the cells
 * as a stream of numbers or of walls, packed into letters and digits. */
#ifndef PM_LINK_H
#define PM_LINK_H

#include "core/out.h"
#include "core/text.h"
#include "pulma/pulma.h"

/* The fields of a link whose puzzle name is `pid` (or ends in _edit, _play).
 * sniff: 3 if the text at the cursor is such a link. */
int pm_link_sniff(const struct pm_text *t, const char *pid);
/* Whether a line is a link of this form with any name, and the name. */
bool pm_link_pid(const struct pm_text *line, struct pm_text *pid);
/* Moves past "...?PID/" and reads COLS/ROWS/; `flags` gets the fields before them that are
 * no numbers (may be NULL: then there must be none); `body` what follows. */
pulma_status pm_link_head(struct pm_text *t, const char *pid, int max_rows, int max_columns,
                          int *rows, int *columns, struct pm_text *flags,
                          struct pm_text *body, pulma_error *err);
/* The number stream of section "16": next item.  *skip cells are empty before *value (-1: the
 * stream ended, -2: a clue without a number). */
pulma_status pm_link_number(struct pm_text *body, int *skip, int *value, pulma_error *err);
void pm_link_put_number(struct pm_out *out, int skip, int value);
/* The border stream: the walls between neighbouring cells.  `region` gets, for each of the
 * rows x columns cells, the number of the connected part that it lies in, counted from 0 in
 * reading order; returns PULMA_OK or what is wrong.  Rows and columns at most a few hundred. */
pulma_status pm_link_regions(struct pm_text *body, int rows, int columns, int *region,
                             int *region_count, pulma_error *err);
/* Writes the walls between cells of different regions.  (A region in several pieces will be
 * read as several regions.) */
void pm_link_put_regions(struct pm_out *out, int rows, int columns, const int *region);

#endif
