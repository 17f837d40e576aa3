/* Making programs: used by the helper, which gets them from the translator, and by the library,
 * which gets them from the helper. */
#ifndef PM_BUILD_H
#define PM_BUILD_H

#include "program/program.h"
#include "program/solver.h"

/* Room for a program of this size, everything zero.  NULL: no memory. */
struct pm_program *pm_program_new(int columns, int rows, int entries);
/* Once columns, rows and entries are filled in: gives each row its role by the name of its
 * family, finds stand-ins, and whether there is an objective.  PULMA_BAD_TEXT: a definition row
 * is not of the form that docs/models.md gives. */
pulma_status pm_program_settle(struct pm_program *program, pulma_error *err);
/* The same program with definition rows rewritten as linear rows: Section 3 of Lampainen's
 * thesis.  It has the very same columns, so values of one are values of the other. */
pulma_status pm_program_linearise(const struct pm_program *program,
                                  struct pm_program **linear, pulma_error *err);

/* The program with `exclude` (program.h) stated as rows.  Its first columns are those of the
 * program; it has no objective if the best value is a row.  Rows keep their roles, so a column that
 * stands in for an absolute value must not be excluded before linearising.  PULMA_UNAVAILABLE: one of
 * the columns has no bounds. */
pulma_status pm_program_exclude(const struct pm_program *program,
                                const struct pm_exclude *exclude,
                                struct pm_program **larger, pulma_error *err);
/* Whether a column is whole in every answer: by its type, or as an equation with integers says. */
bool pm_exclude_whole(const struct pm_program *program, int column);

/* The name of the row's family: `len` bytes of its name. */
size_t pm_family_len(const char *row_name);
/* Behind the last row of the family of which this is the first. */
int pm_family_end(const struct pm_program *program, int first);

/* Rounds values that a solver gave: integers of integer columns, and whatever else lies next to
 * an integer.  This is the one place where values are rounded. */
void pm_program_round(const struct pm_program *program, double *values);
/* Whether the values satisfy all rows and bounds (up to a small tolerance); if not, `row` is
 * the number of a row that fails, or -1 - column. */
bool pm_program_satisfied(const struct pm_program *program, const double *values, int *row);
double pm_program_objective(const struct pm_program *program, const double *values);

#endif
