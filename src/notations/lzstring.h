/* LZ-String, the compression inside f-puzzles links, in its base64 form. */
#ifndef PM_LZSTRING_H
#define PM_LZSTRING_H

#include "core/out.h"
#include "core/text.h"
#include "pulma/pulma.h"

/* Unpacks base64 text into UTF-8.  Blanks count as '+', and %2B and its like are understood:
 * that is what happens to links on their way.  PULMA_BAD_TEXT if it is no such text. */
pulma_status pm_lz_unpack(struct pm_text text, struct pm_out *out, pulma_error *err);
/* Packs UTF-8 text; bytes that are none become U+FFFD. */
void pm_lz_pack(const char *text, size_t len, struct pm_out *out);

#endif
