/* Which of a puzzle's data a model takes.
 *
 * A kind writes all the data that its own models need.  A model that somebody writes declares
 * what it uses: names that it does not declare are left out, and a model with a data section of
 * its own, or without any data, is run as it is. */
#ifndef PM_DATA_H
#define PM_DATA_H

#include "core/out.h"
#include "core/text.h"
#include "mathprog/source.h"

/* Writes the statements of the data whose names the model declares; nothing at all if the model
 * has a data section. */
void pm_data_fit(const struct pm_source *source, struct pm_out *data);
/* Whether the translator's complaint is about a name that the data do not have.  If so, `hint`
 * gets the names that there are: "m, n and region". */
bool pm_data_hint(const struct pm_source *source, const char *complaint,
                  struct pm_out *hint);
/* The next statement of a data section, and the name that it is about (empty: none). */
struct pm_text pm_data_statement(struct pm_text *t);
struct pm_text pm_data_name(const struct pm_text *statement);
/* Where the model's own data section or its `end;` begins; its length if it has neither. */
size_t pm_model_end(const struct pm_source *source, bool *has_data);

#endif
