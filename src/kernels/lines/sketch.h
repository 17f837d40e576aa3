/* An answer to a large board, without a search. */
#ifndef PM_LINES_SKETCH_H
#define PM_LINES_SKETCH_H

#include "kernels/lines/lines.h"

/* For boards as a believer takes them (belief.h).  Each round of talk is a node.  PULMA_OK: `painted`
 * has a picture that keeps to all clues and to what is given, 1 and 0 for each cell; PULMA_UNAVAILABLE:
 * none was found, though there may be some; PULMA_LIMIT, PULMA_NO_MEMORY. */
pulma_status pm_lines_sketch(const struct pm_lines *board, struct pm_search *search,
                             float *painted);

#endif
