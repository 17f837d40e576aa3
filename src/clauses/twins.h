/* Twins: columns that are the same in every row.
 *
 * A tile that looks the same after half a turn has two binaries for the same thing, and only the
 * objective tells them apart.  At most one of them is 1, so any answer with the dearer one is an answer
 * with the other in its place, and the dearer one can be 0. */
#ifndef PM_TWINS_H
#define PM_TWINS_H

#include "clauses/groups.h"

/* Narrows the ranges of such columns.  False: no memory. */
bool pm_twins_drop(struct pm_program *program, const struct pm_groups *groups,
                   struct pm_exact *exact, int *dropped);

#endif
