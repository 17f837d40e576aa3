/* Compressed files, read as if they were not: gzip, xz and zstd, those that the build has. */
#ifndef CLI_UNPACK_H
#define CLI_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "pulma/pulma.h"

enum cli_packing { CLI_PLAIN, CLI_GZIP, CLI_XZ, CLI_ZSTD };

struct cli_unpack;

/* How a file that begins with these bytes is compressed. */
enum cli_packing cli_packing_of(const char *bytes, size_t len);
/* Names for people, and whether this build can read it. */
const char *cli_packing_name(enum cli_packing packing);
bool cli_packing_known(enum cli_packing packing);

/* NULL: no memory. */
struct cli_unpack *cli_unpack_new(enum cli_packing packing);
void cli_unpack_free(struct cli_unpack *unpack);
/* Where the next compressed bytes go, once all before are used up; then how many there are, 0 at
 * the end of the file. */
bool cli_unpack_is_hungry(const struct cli_unpack *unpack);
char *cli_unpack_room(struct cli_unpack *unpack, size_t *size);
void cli_unpack_feed(struct cli_unpack *unpack, size_t len);
/* Writes up to `size` bytes; `*got` 0: it is hungry, or at the end.  False: the bytes are damaged or
 * cut off. */
bool cli_unpack_next(struct cli_unpack *unpack, char *buffer, size_t size, size_t *got);

#endif
