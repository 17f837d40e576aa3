/* A step of an explanation, as kinds see it that name or word steps. */
#ifndef PM_EXPLAIN_STEP_H
#define PM_EXPLAIN_STEP_H

#include <stdbool.h>

#include "pulma/pulma.h"

/* One rule that a step needs: as the kind stated it, with its number (pm_reason_number). */
struct pm_step_reason {
    const char *text;
    int number;
    const int *places;
    int place_count;
};

/* From the facts, which were known before, and the reasons follow the conclusions; no reason and
 * no fact can be left out.  All belongs to the explainer and lasts until its next step. */
struct pm_step {
    int conclusion_count, fact_count, reason_count;
    const pulma_fact *conclusions;
    const pulma_fact *facts;
    const struct pm_step_reason *reasons;
    bool smallest; /* proved: nothing can be concluded from fewer reasons */
};

#endif
