/* Flows: columns that are no part of the search, since they follow from the others.
 *
 * A connected network is often said by a flow: each node keeps what it needs of what comes in,
 * and only arcs that are chosen carry anything, y <= M x.  As numbers in clauses such columns are
 * slow.  But once the binaries are chosen, whether there is a flow is a question for an algorithm;
 * and if there is none, some nodes get less than they need whatever the flow (Gale 1957, Hoffman
 * 1960).  That is a row of binaries, the sum of the rows and bounds of those nodes, and it is
 * stated when an answer breaks it. */
#ifndef PM_FLOWS_H
#define PM_FLOWS_H

#include "engine/rules.h"
#include "program/exact.h"

struct pm_flows;

/* The flows of a program: columns without a cost and with more than two values, each in one or two
 * *balances*, which are rows with two or more of them, in two with opposite signs (after some
 * rows were multiplied by -1); and in *limits*, rows with one of them that bound it from above.  All
 * other columns of these rows are binary, and all numbers are multiples of the flow's
 * coefficient.  Lives in the program's arena.  NULL: no memory. */
struct pm_flows *pm_flows_new(struct pm_program *program, const struct pm_exact *exact);
/* Whether a column follows from the others, and whether a row is about such columns and need not be
 * stated. */
bool pm_flows_column(const struct pm_flows *flows, int column);
bool pm_flows_row(const struct pm_flows *flows, int row);
/* States, lazily, that there is a flow.  Values count from the columns' lower bounds. */
void pm_flows_state(const struct pm_flows *flows, struct pm_rules *rules);
/* The values of the flows' columns in an answer that satisfies what was stated. */
void pm_flows_fill(const struct pm_flows *flows, const int *answer, double *values);

#endif
