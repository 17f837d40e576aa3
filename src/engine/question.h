/* One question about rules that are stated for it alone.  This is how kinds ask: they know no
 * engine, and nothing is left to be freed. */
#ifndef PM_QUESTION_H
#define PM_QUESTION_H

#include <stdbool.h>

#include "core/limits.h"
#include "core/range.h"
#include "engine/rules.h"
#include "pulma/pulma.h"

struct pm_question {
    int places;
    struct pm_range (*values)(const void *puzzle, int place);
    void (*state)(const void *puzzle, struct pm_rules *r);
    const void *puzzle;
    const int *prefer;              /* the search prefers these values; NULL: none */
    const struct pm_limits *limits; /* NULL: none */
};

/* An answer, with an objective the cheapest; statuses as those of pm_engine_next(). */
pulma_status pm_question_answer(const struct pm_question *question, int *answer,
                                pulma_error *err);
/* What all answers agree upon (the backbone), PULMA_EMPTY elsewhere, and everywhere at a limit. */
pulma_status pm_question_forced(const struct pm_question *question, int *answer,
                                pulma_error *err);

#endif
