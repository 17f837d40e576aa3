/* A search: whom it reports to, what it may use up, and what it has cost so far.
 *
 * One `struct pm_search` goes from the question all the way down to the loop that does the work.
 * Whoever needs answers in another form on the way (a kind that turns a kernel's cells into its
 * places) opens a part of it by pm_search_part(): the limits and the count of nodes stay common, so
 * both are right at any moment and whatever is tried in turn. */
#ifndef PM_SEARCH_H
#define PM_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/limits.h"
#include "core/random.h"
#include "pulma/pulma.h"

/* What a question has cost so far: nodes, and CPU time of threads other than the caller's. */
struct pm_effort {
    int64_t nodes;
    double seconds;
};

struct pm_search {
    const struct pm_limits *limits; /* NULL: none */
    struct pm_effort *effort;       /* common to a search and its parts; never NULL */
    /* Called with each answer; false: enough, stop.  Searches call pm_search_found(). */
    bool (*found)(struct pm_search *search, const int *answer);
    void *context;
    int64_t patience;   /* nodes since the last answer after which it gives up; 0: never */
    struct pm_rng *rng; /* chance in the order of tries; NULL: a fixed order */
    int threads;        /* how many it may use; 0 is one */
    /* With an objective.  A right answer to begin with; NULL: none. */
    const int *start;
    /* Values that answers must have, PULMA_EMPTY: any; NULL: none.  For kernels that say so. */
    const int *fixed;
    /* Of a tally of what is fixed: only the sum over all pieces of the whole counts (kind.h). */
    bool shares;
    bool unproved; /* set by the search: what it reports now is only the best so far */
    /* Called, from the caller's own thread, with an answer that is better than all before (and
     * than `start`) but perhaps not the best.  May be NULL: use pm_search_better(). */
    void (*better)(struct pm_search *search, const int *answer);

    /* Private, zero to begin with: counts of effort->nodes. */
    int64_t answered; /* at the last answer, or at the beginning */
    int64_t ask;      /* when to ask the clock and the caller next */
    int64_t look;     /* when to look at any of the limits next */
};

/* A part of a search, with limits, effort, chance and threads in common. */
struct pm_search pm_search_part(const struct pm_search *whole,
                                bool (*found)(struct pm_search *part, const int *answer),
                                void *context);

/* Looks at the limits after `count` nodes; see pm_search_node(). */
pulma_status pm_search_look(struct pm_search *search, int64_t count);

/* Counts a node.  PULMA_OK: go on; PULMA_LIMIT: a limit is reached; PULMA_UNAVAILABLE: out of
 * patience. */
static inline pulma_status pm_search_node(struct pm_search *search)
{
    return ++search->effort->nodes < search->look ? PULMA_OK : pm_search_look(search, 1);
}

/* The same for several nodes at once. */
static inline pulma_status pm_search_nodes(struct pm_search *search, int64_t count)
{
    search->effort->nodes += count;
    return search->effort->nodes < search->look ? PULMA_OK : pm_search_look(search, count);
}

/* Reports an answer; false: enough. */
bool pm_search_found(struct pm_search *search, const int *answer);
void pm_search_better(struct pm_search *search, const int *answer);

/* Nodes since the last answer, or since the beginning. */
static inline int64_t pm_search_in_vain(const struct pm_search *search)
{
    return search->look == 0 ? 0 : search->effort->nodes - search->answered;
}

/* Nodes that the limits still allow, a huge number if they do not bound them; whether the clock
 * or the caller wants an end. */
int64_t pm_search_nodes_left(const struct pm_search *search);
bool pm_search_stopped(const struct pm_search *search);
/* For searches that take chances. */
uint64_t pm_search_seed(const struct pm_search *search);

#endif
