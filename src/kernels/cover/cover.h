/* Exact cover: choose options so that every item is covered exactly once, with bounds on how
 * many options of each kind may be chosen.  Tilings, polydrafters, and everything that can be
 * said by placements. */
#ifndef PM_COVER_H
#define PM_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/big.h"
#include "core/limits.h"
#include "pulma/pulma.h"

enum { PM_COVER_FREELY = INT32_MAX };

struct pm_cover {
    int items, options, kinds;
    const int *first;        /* options + 1 of them: where an option's items begin */
    const int *item;         /* the items of each option, in growing order, at least one */
    const int *kind;         /* of each option */
    const int *least, *most; /* of each kind; PM_COVER_FREELY: no bound */
    /* Optional: four neighbours of each item, -1 for none, such that the items of every
     * option hang together by neighbours. */
    const int *beside;
};

struct pm_cover_task {
    const struct pm_limits *limits;
    int64_t patience; /* nodes without a first answer after which it gives up; 0: never */
    /* Called with each answer: n options.  False: enough. */
    bool (*found)(void *context, int n, const int *options);
    void *context;
    int64_t nodes; /* options tried so far */
    /* For pm_cover_fill(): 1 + a kind that is chosen exactly once, whose options are tried
     * first; 0: none.  Worth it where few of its options are left. */
    int opener;
    int threads;    /* for pm_cover_pack(): 0 and 1, the caller's own alone */
    double seconds; /* CPU time of further threads */
};

/* Reports all answers, by a search that branches where the choice is least.  PULMA_OK: these are
 * all, or found() had enough; PULMA_LIMIT: a limit was reached; PULMA_UNAVAILABLE: out of
 * patience; PULMA_NO_MEMORY. */
pulma_status pm_cover_search(const struct pm_cover *cover, struct pm_cover_task *task);

/* The same for at most 64 items of which few options begin at each, covering the items in their
 * order: many more but much cheaper steps.  PULMA_UNAVAILABLE also for other covers. */
pulma_status pm_cover_fill(const struct pm_cover *cover, struct pm_cover_task *task);

/* Reports, as long as no limit is reached, choices of more options than before (and than `best`)
 * that cover no item twice, each kind chosen at most once.  Needs `beside`.  found() is called from
 * the caller's thread.  PULMA_OK: all kinds were chosen, or found() had enough. */
pulma_status pm_cover_pack(const struct pm_cover *cover, struct pm_cover_task *task,
                           int best);

/* Counts the answers, covering the items in their order and meeting each half-covered board only
 * once.  So the items should be numbered in such a way that options reach over few others.  If
 * there are at most `listed` answers, they are then reported to found().  PULMA_UNAVAILABLE: an
 * option reaches too far, the bounds are too many, or there are too many half-covered boards. */
pulma_status pm_cover_count(const struct pm_cover *cover, struct pm_cover_task *task,
                            uint64_t listed, struct pm_big *count);

#endif
