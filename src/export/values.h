/* The members of a model's sets and the values of its parameters for one puzzle, as the translator
 * finds them: those that the data gives and those that the model computes. */
#ifndef PM_VALUES_H
#define PM_VALUES_H

#include "core/limits.h"
#include "mathprog/source.h"
#include "mathprog/tree.h"

enum { PM_MOST_INDICES = 12 };

/* One member of a set (indices of the set among others, then the member), or one value. */
struct pm_value {
    int index[PM_MOST_INDICES];
    double value;
};

struct pm_values {
    int dimension; /* so many indices each */
    int count;
    struct pm_value *items;
};

/* Something to be listed: a set or parameter of the model, or any set of numbers. */
struct pm_wanted {
    const struct pm_statement *statement; /* NULL: `set` instead */
    struct pm_text set;                   /* "1..n-2" */
    struct pm_values values;              /* what was found */
};

/* How many indices the members of a set have; `statements` are those of the model. */
int pm_set_dimension(const struct pm_statement *statements, int count,
                     const struct pm_tree *set);
/* Of a declared set, without the indices of the set itself. */
int pm_set_members(const struct pm_statement *statements, int count,
                   const struct pm_statement *set);
/* The indices of a domain in all. */
int pm_domain_dimension(const struct pm_statement *statements, int count,
                        const struct pm_domain *domain);

/* Fills in what is wanted; the values live in the arena.  PULMA_UNAVAILABLE: an index is no whole
 * number. */
pulma_status pm_values_find(const struct pm_source *source,
                            const struct pm_statement *statements, int count,
                            const struct pm_limits *limits, struct pm_arena *arena,
                            struct pm_wanted *wanted, int wanted_count, pulma_error *err);

#endif
