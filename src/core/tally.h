/* An exact number of answers, possibly huge, found by a search that counts without listing. */
#ifndef PM_TALLY_H
#define PM_TALLY_H

#include <stdbool.h>

#include "core/out.h"

struct pm_tally {
    struct pm_out count; /* decimal digits */
    struct pm_out looks; /* likewise; left empty where the kind has no looks */
    bool exact;          /* false: this is a lower bound */
};

#endif
