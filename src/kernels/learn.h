/* Conflict-driven search (CDCL) for kernels that propagate by means of their own: of each
 * contradiction it learns a nogood, a clause that keeps it from running into the same one again.
 *
 * Variables are yes/nos; literal 2v says yes to variable v, 2v + 1 says no, so `^ 1` negates.
 * The kernel is told nothing one by one: it reads the trail, the list of all literals that
 * hold, where it stopped reading.  It need not say why a literal follows when it follows; it
 * is asked later, and only for what takes part in a contradiction (lazy explanation). */
#ifndef PM_LEARN_H
#define PM_LEARN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/search.h"
#include "pulma/pulma.h"

struct pm_learner;

enum pm_learn_look { PM_LEARN_DONE, PM_LEARN_MORE, PM_LEARN_CONFLICT };

/* What a kernel does. */
struct pm_learn_rules {
    int longest; /* literals of an explanation or a conflict, at most */
    int course; /* conflicts without an answer before new advice is asked for, the first time */
    /* Advice is worth its time from the beginning, not only after such a course, and more often. */
    bool cheap_advice;
    /* Guesses are made in the order of the advice; conflicts make no variable heavier. */
    bool keeps_order;
    /* Propagates: draws some conclusions by pm_learn_follows().  DONE: there are none any more;
     * CONFLICT: the `*n` literals at `conflict`, all false, cannot be false together. */
    enum pm_learn_look (*look)(void *context, struct pm_learner *l, int *conflict, int *n);
    /* Why this literal followed, with the `tag` it got then: literals that were false already
     * and cannot be false together with it.  Returns how many. */
    int (*explain)(void *context, struct pm_learner *l, int literal, int tag, int *others);
    /* The trail is about to be cut down to `count` literals. */
    void (*retract)(void *context, struct pm_learner *l, int count);
    /* The time for pm_learn_prefer().  Called before the first guess, after many conflicts without
     * an answer (both times nothing but facts is on the trail), and from the latter, or if it is
     * cheap from both, to the next conflict whenever many variables have been decided. */
    void (*advise)(void *context, struct pm_learner *l);
    /* All variables are decided: reports the answer.  False: enough. */
    bool (*found)(void *context, struct pm_learner *l);
    void *context;
};

/* NULL: no memory. */
struct pm_learner *pm_learn_new(int variables, const struct pm_learn_rules *rules);
void pm_learn_free(struct pm_learner *l);

/* When asked for advice: the phase of a variable and its weight (activity).  Variables are guessed
 * in the order of their weights, the heaviest first, and with this literal.  A conflict makes
 * the variables that took part heavier by 1. */
void pm_learn_prefer(struct pm_learner *l, int literal, double weight);

/* 1 true, -1 false, 0 open. */
int pm_learn_value(const struct pm_learner *l, int literal);
const int *pm_learn_trail(const struct pm_learner *l, int *count);
/* The tag with which a variable that is decided followed; -1: it did not, or from clauses. */
int pm_learn_tag(const struct pm_learner *l, int variable);
/* The literal, open up to now, holds.  Before the search: it is given. */
void pm_learn_follows(struct pm_learner *l, int literal, int tag);

/* Before the search: the n >= 2 literals are not all false. */
void pm_learn_clause(struct pm_learner *l, int n, const int *literals);

/* Finds all answers; the nodes are conflicts.  PULMA_OK: these are all, or found() had enough;
 * PULMA_LIMIT; PULMA_UNAVAILABLE: out of patience; PULMA_NO_MEMORY. */
pulma_status pm_learn_search(struct pm_learner *l, struct pm_search *search);

#endif
