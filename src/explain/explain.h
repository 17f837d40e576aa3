/* The explainer: what can be concluded next, from the fewest rules.
 *
 * Known at any time are some literals of places: a value is in, or is out.  A *target* is a literal
 * that holds in all answers and is not known yet.  A step is a set of instances (rules as a
 * person says them) which, with what is known, contradict the opposite of a target.  The
 * smallest such set is found by implicit hitting sets: a world in which the opposite holds
 * breaks some instances, and every set that refutes has one of them.  Worlds are repairs of the
 * answer (net.h), so they break few, and stay of use until something is learnt that they deny. */
#ifndef PM_EXPLAIN_H
#define PM_EXPLAIN_H

#include "core/limits.h"
#include "engine/engine.h"
#include "explain/step.h"

struct pm_explainer;

enum {
    PM_PROVED_SIZE = 3, /* up to this a step is proved to be a smallest one */
    PM_TRIAL_SIZE = 12, /* nobody follows a larger one */
};

/* An explainer over stepwise rules, stated to their end, and an engine on them; both must outlive
 * it. */
struct pm_explainer *pm_explainer_new(struct pm_rules *rules, struct pm_engine *engine,
                                      const struct pm_limits *limits);
void pm_explainer_free(struct pm_explainer *x);
/* Tells what sets of few reasons may conclude, see struct pm_outlook; before the start. */
void pm_explainer_foresee(struct pm_explainer *x,
                          bool (*foresee)(const void *puzzle, struct pm_outlook *outlook),
                          const void *puzzle);
/* All steps together take at most this effort, in terms of rules that are looked at: the same on
 * every machine.  0: any. */
void pm_explainer_bound(struct pm_explainer *x, int64_t effort);
/* As many conflicts take about this effort before the first step. */
int64_t pm_explainer_conflicts(int64_t effort);
/* What has been spent of it, and whether it all has; after the start. */
int64_t pm_explainer_effort(const struct pm_explainer *x);
bool pm_explainer_is_spent(const struct pm_explainer *x);

/* From the entries of `answer` on (NULL: none).  `only`: the puzzle's only answer, which has these
 * entries; NULL if that is not known.  `why_cheap`, with an objective: writes the
 * sentence "no answer has fewer than 28 turns" for a cost.  PULMA_NONE: no answer (no cheapest
 * one) has these entries. */
pulma_status pm_explainer_start(struct pm_explainer *x, const int *answer, const int *only,
                                void (*why_cheap)(void *context, int64_t cost, char *text,
                                                  size_t size),
                                void *context, pulma_error *err);
/* The next step.  PULMA_NONE: all is known that all answers share.  PULMA_LIMIT. */
pulma_status pm_explainer_next(struct pm_explainer *x, const struct pm_step **step,
                               pulma_error *err);
/* What is known of a value: 1 it is in, -1 it is out, 0 nothing. */
int pm_explainer_known(const struct pm_explainer *x, int place, int value);
/* How many literals all answers share that are not known yet.  Each step tells one at least. */
int pm_explainer_left(const struct pm_explainer *x);
/* Some answer with the entries. */
const int *pm_explainer_answer(const struct pm_explainer *x);

#endif
