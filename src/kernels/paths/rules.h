/* What paths have to obey, told to the engine: the parts that the search and a kind's own rules
 * have in common.  None of them names a reason; that is the caller's to do before. */
#ifndef PM_PATHS_RULES_H
#define PM_PATHS_RULES_H

#include "engine/rules.h"
#include "kernels/paths/paths.h"

struct pm_paths_rules {
    const struct pm_paths *board;
    struct pm_rules *r;
    int first_edge; /* the number of edge 0 in the rules */
    bool touch;     /* a line may run beside itself */
};

/* The line across the edge in this direction; PM_FALSE where there is no edge. */
pm_lit pm_paths_line_to(const struct pm_paths_rules *s, int cell, int direction);
/* The line across an edge. */
pm_lit pm_paths_line_on(const struct pm_paths_rules *s, int e);

/* One line at a dot, two in another cell, or none where it may stay free. */
void pm_paths_count_lines(const struct pm_paths_rules *s, int cell);
/* No line makes a whole turn around a point where four cells meet, nor three quarters of it if
 * lines may not run beside themselves. */
void pm_paths_no_tight_turns(const struct pm_paths_rules *s);
/* Two pairs of dots that take turns on the rim cannot both be joined: each line cuts the
 * board in two.  The search would find that out only by trying all ways. */
bool pm_paths_must_cross(const struct pm_paths *board, int one, int other);
/* For lazy rules: forbids the closed loops of a candidate, given by the values of its edges, and
 * says how many there were.  `colour` gets the colours of the cells on other lines, 0 elsewhere;
 * it may be NULL. */
int pm_paths_forbid_loops(const struct pm_paths_rules *s, const int *lines, int *colour);
/* The same for candidates that may break other rules (where explaining has switched them off):
 * not all lines of a ring are there, says nothing of what else may pass through its cells. */
int pm_paths_forbid_rings(const struct pm_paths_rules *s, const int *lines);

#endif
