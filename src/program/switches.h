/* Switches of the solvers in the helper, behind a solver's name: "glpk --pcost --cuts".
 *
 * They are named as the solvers' own commands name them.  Without any, pulma chooses; with some,
 * the solver begins with what it does by itself, so that the switches say all. */
#ifndef PM_SWITCHES_H
#define PM_SWITCHES_H

#include <stdbool.h>
#include <stddef.h>

#include "pulma/pulma.h"

struct pm_switch {
    const char *solver; /* "cbc" */
    const char *text;   /* "--cuts=on|off  all cuts"; "=N": a whole number */
};

/* By number; the last has no solver. */
extern const struct pm_switch pm_switches[];

/* The length of a solver's name before its switches. */
size_t pm_solver_name_len(const char *solver);
/* Whether all that follows the name are switches of that solver.  PULMA_BAD_CALL: one is not,
 * and the message lists those that there are. */
pulma_status pm_switches_check(const char *solver, pulma_error *err);

/* The next switch of a list, with its value ("" if it has none), each cut to PM_SWITCH_SIZE;
 * NULL at the end. */
enum { PM_SWITCH_SIZE = 40 };
const char *pm_switches_next(const char *list, char *name, char *value);

#endif
