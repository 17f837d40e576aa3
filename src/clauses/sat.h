/* The solver `sat`: programs by clauses. */
#ifndef PM_SAT_H
#define PM_SAT_H

#include "program/program.h"
#include "program/solver.h"

/* Through CNF and CaDiCaL.  The program may have products and absolute values.  With `options` the
 * helper may be asked for a bound of the objective; NULL: it is not.
 * PULMA_UNAVAILABLE: it cannot be represented; the message says what stands in the way. */
pulma_status pm_sat_solve(struct pm_program *program, const struct pm_limits *limits,
                          const struct pm_model_options *options, struct pm_solved *solved,
                          pulma_error *err);
/* Rows of an infeasible program that conflict.  PULMA_UNAVAILABLE as above. */
pulma_status pm_sat_why(struct pm_program *program, const struct pm_limits *limits,
                        struct pm_solved *solved, pulma_error *err);
/* The clauses for a file in DIMACS form; a program with an objective is refused. */
pulma_status pm_sat_dimacs(struct pm_program *program, struct pm_out *out,
                           pulma_error *err);

#endif
