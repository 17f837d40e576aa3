/* Exact cover: choose options so that every item is covered exactly once, with bounds on how
 * many options of each kind may be chosen.  Tilings, polydrafters, and everything that can be
 * said by placements. */
#ifndef PM_COVER_H
#define PM_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/big.h"
#include "core/search.h"

enum { PM_COVER_FREELY = INT32_MAX, PM_COVER_END = -1, PM_COVER_TURNS = 7 };

struct pm_cover {
    int items, options, kinds;
    const int *first;        /* options + 1 of them: where an option's items begin */
    const int *item;         /* the items of each option, in growing order, at least one */
    const int *kind;         /* of each option */
    const int *least, *most; /* of each kind; PM_COVER_FREELY: no bound */
    /* Optional: four neighbours of each item, -1 for none, such that the items of every
     * option hang together by neighbours. */
    const int *beside;
    /* Optional: where an item comes to lie when the board is turned or flipped, for each way to do
     * so but the one that changes nothing.  Options then fall on options of the same kind. */
    int turns;
    const int *turned[PM_COVER_TURNS];
    /* For pm_cover_share(): whether each option may be chosen; NULL: all may. */
    const bool *allowed;
};

/* An answer is the numbers of the chosen options, then PM_COVER_END.  Nodes are options tried.
 * What all searches return: PULMA_OK: these are all answers, or found() had enough; PULMA_LIMIT;
 * PULMA_UNAVAILABLE: out of patience, or not for this search; PULMA_NO_MEMORY. */

/* Reports all answers, by the search that suits the board.  PULMA_UNAVAILABLE: a search without
 * learning will not do. */
pulma_status pm_cover_list(const struct pm_cover *cover, struct pm_search *search);

/* How many answers there are, and how many are different however the board is turned (`looks`, if
 * it was `looked`).  From `limit` on (0: none) the numbers need not be exact.  PULMA_UNAVAILABLE:
 * there is too much to be remembered. */
struct pm_cover_counts {
    struct pm_big all;
    uint64_t looks;
    bool looked;
};
pulma_status pm_cover_tally(const struct pm_cover *cover, uint64_t limit,
                            struct pm_search *search, struct pm_cover_counts *counts);

/* How many answers there are with the options that are allowed, where only the sum over all pieces
 * of the whole counts: an answer that is searched for stands for its images, as if all options were
 * allowed.  Never PULMA_UNAVAILABLE. */
pulma_status pm_cover_share(const struct pm_cover *cover, uint64_t limit,
                            struct pm_search *search, struct pm_big *count);

/* ---- The searches one by one ---- */

/* Branches where the choice is least. */
pulma_status pm_cover_search(const struct pm_cover *cover, struct pm_search *search);

/* For at most 64 items of which few options begin at each: covers the items in their order, with
 * many more but much cheaper steps.  The options of `opener`, a kind that is chosen exactly once,
 * are tried first, which is worth it where few of them are left; -1: none. */
pulma_status pm_cover_fill(const struct pm_cover *cover, int opener,
                           struct pm_search *search);

/* Maximum packing, by beam search: reports, as long as no limit is reached, choices of more
 * options than before (and than `best`) that cover no item twice, each kind chosen at most once.
 * Needs `beside`.  found() is called from the caller's thread.  PULMA_OK: all kinds were chosen,
 * or found() had enough. */
pulma_status pm_cover_pack(const struct pm_cover *cover, int best,
                           struct pm_search *search);

/* Counts the answers by a dynamic program over the frontier: covers the items in their order and
 * meets each half-covered board only once.  So the items should be numbered in such a way that
 * options reach over few others.  If there are at most `listed` answers, they are then reported.
 * PULMA_UNAVAILABLE: an option reaches too far, the bounds are too many, or there are too many
 * half-covered boards. */
pulma_status pm_cover_count(const struct pm_cover *cover, uint64_t listed,
                            struct pm_search *search, struct pm_big *count);

#endif
