/* Links of penpa-edit, a drawing program for puzzles: sudokus are read, all else is refused by what
 * it holds. */
#ifndef PM_PENPA_H
#define PM_PENPA_H

#include "core/out.h"
#include "core/text.h"
#include "pulma/pulma.h"

/* Writes what is drawn, packed in `data` (base64 of raw deflate), as a form of pulma. */
pulma_status pm_penpa_read(struct pm_text data, struct pm_out *form, pulma_error *err);

#endif
