/* Raw deflate (RFC 1951), the compression inside links of penpa-edit: unpacking only.  Of its own,
 * as the library needs nothing but CaDiCaL and libc, and the page reads such links, too. */
#ifndef PM_INFLATE_H
#define PM_INFLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/out.h"

/* Unpacks `len` bytes behind what `out` holds; false: they are damaged, or more than `most` bytes
 * come out. */
bool pm_inflate(const unsigned char *bytes, size_t len, size_t most, struct pm_out *out);

#endif
