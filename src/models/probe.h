/* What a model would print if one column had another value. */
#ifndef PM_PROBE_H
#define PM_PROBE_H

#include "core/text.h"
#include "models/model.h"

struct pm_probe {
    struct pm_out printed;
    struct pm_text base;   /* as it is */
    int count;             /* of columns that printing may depend on */
    int *columns;          /* their numbers */
    struct pm_text *texts; /* for each, what is printed if it alone is changed by one */
};

/* A column that becomes one while another of its variable, with which it shares an equation,
 * becomes zero: a piece in a cell in place of the piece that lies there.  Boards stay complete
 * so. */
enum { PM_MOST_PARTNERS = 3 };
/* Per column of value 0, up to so many such others, -1 behind them; NULL: no memory. */
int *pm_probe_partners(const struct pm_program *program, const double *values);

/* `values` is a solution.  `only` is the first column of a variable, which alone is looked at;
 * -1: all are.  Of large variables only some columns are tried.  With `partners` (may be NULL)
 * a column is tried with each of its partners, one entry of the probe each; -1 ends the list of
 * one.  PULMA_UNAVAILABLE: printing is of a form that this cannot use, or fails with other
 * values.  Free the probe in any case. */
pulma_status pm_probe_run(const struct pm_source *source, const struct pm_program *program,
                          const double *values, int only, const int *partners,
                          const struct pm_limits *limits, struct pm_probe *probe,
                          pulma_error *err);
void pm_probe_free(struct pm_probe *probe);

/* Behind the last column of the variable whose first column this is. */
int pm_variable_end(const struct pm_program *program, int first);
/* The next index of a column's name, from its '[' or the ',' behind an index on; NULL: no more. */
const char *pm_column_index(const char *at, size_t *len);

#endif
