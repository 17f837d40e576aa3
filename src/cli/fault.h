/* What is wrong with a model, for people and programs. */
#ifndef CLI_FAULT_H
#define CLI_FAULT_H

#include "cli/batch.h"

/* "fault":...,"rows":[...],"places":[...] and, of a model that is too strict, "lost". */
void cli_json_fault(const struct cli_item *item, const pulma_job *job);
/* The sentence, then the board that it speaks of: what the model prints, its broken places marked
 * in the drawing, or what it loses. */
void cli_print_fault(const struct cli_item *item, const pulma_job *job,
                     const pulma_error *err);
/* Whether the model has no further answer, be that right or a fault. */
bool cli_model_ended(const pulma_job *job, pulma_status status);

#endif
