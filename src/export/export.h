/* Models and programs in the languages of others. */
#ifndef PM_EXPORT_H
#define PM_EXPORT_H

#include "mathprog/source.h"
#include "program/program.h"

/* ---- Programs ------------------------------------------------------------------------------ */

/* Writes the program for other programs: "lp" (CPLEX), "mps" (free), "gams", "opb", "cnf".
 * PULMA_UNAVAILABLE, with the reason, for a program that the format cannot say. */
pulma_status pm_program_write(struct pm_program *program, const char *format,
                              struct pm_out *out, pulma_error *err);

/* ---- The model's text -------------------------------------------------------------------------- */

/* The model as formulas: a LaTeX document.  PULMA_BAD_TEXT, with line and column, for what it
 * cannot read. */
pulma_status pm_model_latex(const char *model, size_t len, struct pm_out *out,
                            pulma_error *err);
/* The model's formulas as a GAMS text with the puzzle's data; `program` is its translation.  Products
 * stand as products unless `linearise`.  PULMA_UNAVAILABLE, with the place, for what it does not know.
 */
pulma_status pm_model_gams(const struct pm_source *source, const struct pm_program *program,
                           bool linearise, const struct pm_limits *limits,
                           struct pm_out *out, pulma_error *err);
/* The rows of a program as formulas, if they are not too many: a section of such a document. */
void pm_program_latex(const struct pm_program *program, struct pm_out *out);
/* The model as formulas in MathML, a JSON document; PULMA_BAD_TEXT as above. */
pulma_status pm_model_formulas(const char *model, size_t len, struct pm_out *out,
                               pulma_error *err);
/* One row as a list of such formulas, to be put one after another. */
void pm_row_formula(const struct pm_program *program, int row, struct pm_out *out);

#endif
