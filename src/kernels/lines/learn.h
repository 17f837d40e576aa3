/* A search that learns, for pictures whose lines have been looked at in vain. */
#ifndef PM_LINES_LEARN_H
#define PM_LINES_LEARN_H

#include "kernels/lines/lines.h"

#ifdef __SIZEOF_INT128__
enum { PM_LINES_LEARN_SIDE = 127 };
#else
enum { PM_LINES_LEARN_SIDE = 63 }; /* compilers for 32 bits have no words of 128 */
#endif

/* As pm_lines_list(), but patience and nodes count contradictions.  PULMA_UNAVAILABLE also for
 * boards of which it can learn nothing: those with longer lines, or with colours and lengths that are
 * not told. */
bool pm_lines_can_learn(const struct pm_lines *board);
pulma_status pm_lines_learn(const struct pm_lines *board, struct pm_search *search);

/* The same with words of 64 and of 128 bits, for lines of up to 63 and 127 cells.  The
 * second is PULMA_UNAVAILABLE where there are no such words. */
pulma_status pm_lines_learn_narrow(const struct pm_lines *board, struct pm_search *search);
pulma_status pm_lines_learn_wide(const struct pm_lines *board, struct pm_search *search);

#endif
