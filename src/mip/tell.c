/* Progress of a search, where nobody listens: the library waits for the whole reply.  The page has a
 * tell.c of its own (src/wasm). */
#include "mip/mip.h"

void mip_tell(const struct mip_progress *progress)
{
    (void)progress;
}
