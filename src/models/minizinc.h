/* Constraint programs in MiniZinc: a second language for models, beside MathProg.
 *
 * Some models come in both (models/<kind>/<name>.mzn beside .mod), and a user's model may be in
 * either.  The data of a puzzle are the same; here every indexed parameter and every set is a
 * list of rows: its indices, then its members or its value. */
#ifndef PM_MINIZINC_H
#define PM_MINIZINC_H

#include "models/model.h"

/* Whether the text is MiniZinc: its solve item says satisfy, minimize or maximize. */
bool pm_is_minizinc(const char *text, size_t len);
/* Program and data in one text.  PULMA_UNAVAILABLE: the model has no MiniZinc form. */
pulma_status pm_minizinc_join(const struct pm_source *source, struct pm_out *out,
                              pulma_error *err);
/* Has the installed command `minizinc` solve it with the solver that it uses by default; fills
 * status, printed and seconds.  Statuses as those of pm_model_solve(). */
pulma_status pm_minizinc_solve(const struct pm_source *source,
                               const struct pm_limits *limits,
                               struct pm_model_result *result, pulma_error *err);

#endif
