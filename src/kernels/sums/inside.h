/* Inside the search for sums: what sums.c keeps, and what part.c and total.c reason on.
 * No other file includes it, so that its constants and inline functions do without a prefix.
 *
 * Invariants: no cell has an empty set; a rule waits at most once in each stage; while a rule is
 * looked at it is not woken by itself, since each stage leaves nothing that it would find again. */
#ifndef PM_SUMS_INSIDE_H
#define PM_SUMS_INSIDE_H

#include <assert.h>

#include "core/arena.h"
#include "core/invariant.h"
#include "kernels/sums/fit.h"
#include "kernels/sums/sums.h"

enum {
    MAX_DIGITS = PM_SUMS_MAX_DIGITS,
    MAX_PARTS = PM_SUMS_MAX_PARTS,
    SETS = PM_SUMS_SETS,
    MAX_SUM = PM_SUMS_MAX_SUM,
};

/* Cheap ones first; part.c tells what they do. */
enum pm_sums_stage { LIKELY, EXACT, LOCKED, STAGES };

/* Rules that wait for a stage, first come, first served. */
struct pm_sums_ring {
    int *rules;
    int head, count;
};

/* Two parts that share cells, seen from one of them. */
struct pm_sums_overlap {
    const int *cells;   /* of the other one */
    pm_sums_set inside; /* bit i: my cell i lies in the other one, too */
    pm_sums_set beyond; /* bit i: the other one's cell i does not lie in mine */
};

struct pm_sums_change {
    int cell;
    pm_sums_set was;
};

struct pm_sums_guess {
    int cell;
    pm_sums_set digit;
    int trail; /* its length before */
};

struct search {
    const struct pm_sums *board;
    struct pm_search *search;
    pm_sums_set *at; /* what each cell may hold */
    int *weight;     /* contradictions in rules of the cell, and 1 */
    int *woken;      /* rules of the cells, and where they begin for each cell */
    int *woken_from;
    uint8_t *waiting; /* for each rule, bit s: it waits for stage s */
    struct pm_sums_ring rings[STAGES];
    int current; /* the rule that is looked at, or -1 */
    struct pm_sums_change *trail;
    int trail_count;
    struct pm_sums_guess *guesses;
    int guess_count;
    int branch;                       /* where to guess next */
    struct pm_sums_overlap *overlaps; /* NULL before they are asked for */
    int *overlaps_from;               /* for each rule */
    int *answer;
    struct pm_arena arena;
    const struct pm_sums_fits *fits;
    struct pm_sums_tables t;
};

/* Lets a rule wait for a stage, unless it does already. */
static inline void let_wait(struct search *s, enum pm_sums_stage stage, int rule)
{
    if (s->waiting[rule] >> stage & 1)
        return;
    struct pm_sums_ring *ring = &s->rings[stage];
    PM_ASSERT_SLOW(ring->count < s->board->rule_count);
    int at = ring->head + ring->count++, room = s->board->rule_count;
    ring->rules[at < room ? at : at - room] = rule;
    s->waiting[rule] |= (uint8_t)(1 << stage);
}

static inline enum pm_sums_stage first_stage(const struct pm_sums_rule *rule)
{
    return rule->n == 1 ? LIKELY : EXACT;
}

/* Sets what a cell may hold, a part of what it could before; false: nothing. */
static inline bool put(struct search *s, int cell, unsigned set)
{
    assert((set & ~s->at[cell]) == 0);
    if (set == s->at[cell])
        return true;
    if (set == 0)
        return false;
    s->trail[s->trail_count++] = (struct pm_sums_change){cell, s->at[cell]};
    s->at[cell] = (pm_sums_set)set;
    for (int i = s->woken_from[cell]; i < s->woken_from[cell + 1]; i++)
        if (s->woken[i] != s->current)
            let_wait(s, first_stage(&s->board->rules[s->woken[i]]), s->woken[i]);
    return true;
}

/* The stages of a rule; false: a contradiction. */
bool pm_sums_look_likely(struct search *s, int rule);
bool pm_sums_look_exactly(struct search *s, int rule);  /* one part */
bool pm_sums_look_at_total(struct search *s, int rule); /* several parts */
bool pm_sums_look_beyond(struct search *s, int rule);   /* needs the overlaps */

/* The overlaps of all rules, when they are needed first; false: no memory. */
bool pm_sums_list_overlaps(struct search *s);

#endif
