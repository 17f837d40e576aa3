/* Columns of which at most one is 1, and sums that know it.
 *
 * A row such as x + y + z <= 1 or = 1 makes a *group* of its columns.  Where another row, or the
 * objective, has several columns of one group, they are one number there with few values: in
 * 3 x + 5 y + 5 z + w the group x, y, z is worth 0, 3 or 5.  A sum of such numbers is much shorter to
 * say in clauses than one of as many independent binaries, and its bounds are tighter: x + y + z
 * costs at most 1.  So "fill as many cells as possible" has its bound without any search.
 *
 * A number that a binary switches (u <= 9 x) is in the groups of that binary: where u, v and w are
 * switched by x, y and z, their sum has the values of one of them. */
#ifndef PM_GROUPS_H
#define PM_GROUPS_H

#include "engine/rules.h"
#include "program/exact.h"

struct pm_groups;

/* The groups of a program.  Lives in the program's arena.  NULL: no memory. */
struct pm_groups *pm_groups_new(struct pm_program *program, const struct pm_exact *exact);
/* Gives back what does not lie in the arena; NULL is allowed. */
void pm_groups_free(struct pm_groups *groups);
/* Whether a row makes a group.  It must be stated as it is. */
bool pm_groups_made_by(const struct pm_groups *groups, int row);
/* Whether two or more of these columns are in one group. */
bool pm_groups_meet(struct pm_groups *groups, int n, const int *columns);

/* A sum of weights times columns (each counted from its lower bound) as terms; the sum is their sum
 * plus `constant`.  The terms stay until the next call. */
struct pm_grouped {
    int term_count;
    const struct pm_term *terms;
    const struct pm_term_step *steps;
    int64_t constant;
    bool failed; /* no memory */
};
struct pm_grouped pm_groups_sum(struct pm_groups *groups, struct pm_rules *rules, int n,
                                const int *columns, const int *weights);

#endif
