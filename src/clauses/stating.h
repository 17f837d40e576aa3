/* What the files of `sat` share while they state a program. */
#ifndef PM_STATING_H
#define PM_STATING_H

#include "clauses/flows.h"
#include "clauses/groups.h"
#include "clauses/orders.h"
#include "engine/rules.h"
#include "program/exact.h"
#include "program/solver.h"

struct pm_sat {
    struct pm_program *program;
    struct pm_exact exact;
    const struct pm_limits *limits;
    struct pm_rules *rules;
    const struct pm_model_options *options; /* for the helper; NULL: it is not asked */
    double started, helper_seconds;
    bool lazy;     /* rows may be stated when an answer breaks them */
    bool families; /* they have been asked for a bound */
    bool at_best;  /* only answers that cost as little as the families allow are wanted */
    int64_t best;  /* that cost */
    struct pm_groups
        *groups;            /* NULL: rows may be switched off, so none relies on another */
    struct pm_flows *flows; /* they and the orders are NULL: all rows are to be stated */
    struct pm_orders *orders;
    struct pm_sat *self; /* for lazy rules */
    /* Room for one row. */
    int *numbers, *weights;
    pm_lit *lits;
};

static inline int pm_sat_span(const struct pm_sat *s, int column)
{
    return column < 0 ? 0 : s->exact.upper[column] - s->exact.lower[column];
}

/* Whether a column is no part of the search. */
bool pm_sat_follows(const struct pm_sat *s, int column);
/* Whether a row is about such columns alone and binaries, so that it is not stated. */
bool pm_sat_row_follows(const struct pm_sat *s, int row);

/* States all rows and sums of products; false if a limit struck on the way. */
bool pm_sat_rows(struct pm_sat *s);
bool pm_sat_sums(struct pm_sat *s);
/* lower <= row <= upper, without column `skip`. */
void pm_sat_bounds(struct pm_sat *s, int row, int skip, int64_t lower, int64_t upper);
void pm_sat_objective(struct pm_sat *s);

/* The engine asks for a bound (pm_minimise_floor): at first one that costs nothing, then a better
 * one.  The context is the struct pm_sat. */
pm_lit pm_sat_floor(struct pm_rules *rules, void *context, int64_t *bound, int *hint);
/* Makes equations of the rows of which any answer that reaches the bound of the families has the side.
 * False: there are none, or columns are fixed as well, and such a bound is seldom reached. */
bool pm_sat_best_case(struct pm_sat *s);
/* A copy with sides and costs of its own, for what is tighter in answers that reach a bound; false: no
 * memory. */
bool pm_sat_copy(const struct pm_sat *s, struct pm_exact *tight);

#endif
