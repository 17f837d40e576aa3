/* What a model would print if one column had another value. */
#ifndef PM_PROBE_H
#define PM_PROBE_H

#include "core/text.h"
#include "program/program.h"

struct pm_probe {
    struct pm_out printed;
    struct pm_text base;   /* as it is */
    int count;             /* of columns that printing may depend on */
    int *columns;          /* their numbers */
    struct pm_text *texts; /* for each, what is printed if it alone is changed by one */
};

/* `values` is a solution.  `only` is the first column of a variable, which alone is looked at; -1:
 * all are.  Of large variables only some columns are tried.  PULMA_UNAVAILABLE: printing is of a form
 * that this cannot use, or fails with other values.  Free the probe in any case. */
pulma_status pm_probe_run(const struct pm_source *source, const struct pm_program *program,
                          const double *values, int only, const struct pm_limits *limits,
                          struct pm_probe *probe, pulma_error *err);
void pm_probe_free(struct pm_probe *probe);

/* Behind the last column of the variable whose first column this is. */
int pm_variable_end(const struct pm_program *program, int first);
/* The next index of a column's name, from its '[' or the ',' behind an index on; NULL: no more. */
const char *pm_column_index(const char *at, size_t *len);

#endif
