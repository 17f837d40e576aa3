/* Why a model refuses a puzzle, in words. */
#ifndef PM_REFUSAL_H
#define PM_REFUSAL_H

#include <stdbool.h>

#include "core/out.h"
#include "mathprog/source.h"

/* The condition of the `check` that stands on this line of the model and failed, as far as it does
 * not hold: "it needs touch: yes".  `index` is where it failed, "[1,2]" or "".  False: there is no
 * such statement. */
bool pm_refusal(const struct pm_source *source, int line, const char *index,
                struct pm_out *out);

#endif
