/* A step of an explanation, as kinds see it that name or word steps. */
#ifndef PM_EXPLAIN_STEP_H
#define PM_EXPLAIN_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "pulma/pulma.h"

/* One rule that a step needs: as the kind stated it, with its number (pm_reason_number). */
struct pm_step_reason {
    const char *text;
    int rule;   /* which one it is, counted as the kind states them from 1 on */
    int number; /* the kind's own, 0 if it gave none */
    int price;  /* as how many it counts */
    const int *places;
    int place_count;
};

/* From the facts, which were known before, and the reasons follow the conclusions; no reason and
 * no fact can be left out.  All belongs to the explainer and lasts until its next step. */
struct pm_step {
    int conclusion_count, fact_count, reason_count;
    const pulma_fact *conclusions;
    const pulma_fact *facts;
    const struct pm_step_reason *reasons;
    /* What stands in places of which nothing but a single value is left now. */
    int left_count;
    const pulma_fact *left;
    int size;      /* how many reasons, those that stand for several counted as such */
    bool smallest; /* proved: there is no step of a smaller size */
    int grade;     /* of the hardest reason (pm_reason_grade) */
};

/* What sets of `size` reasons (2 to 4) may conclude, where smaller ones conclude nothing.  By place, bit
 * v stands for value v: `open` are those that are not out, of what may be concluded to be `in` and `out`
 * nothing is to be left out. */
struct pm_outlook {
    int size;
    const uint64_t *open;
    uint64_t *in, *out; /* empty at first */
};

/* How many reasons have the number, as told by kinds that number them by sort. */
static inline int pm_step_count(const struct pm_step *step, int number)
{
    int n = 0;
    for (int i = 0; i < step->reason_count; i++)
        n += step->reasons[i].number == number;
    return n;
}

static inline bool pm_reason_mentions(const struct pm_step_reason *reason, int place)
{
    for (int i = 0; i < reason->place_count; i++)
        if (reason->places[i] == place)
            return true;
    return false;
}

/* How the steps of a puzzle make its rating, and from which rating on it is medium, hard and
 * expert.  What measures best was found on puzzles of known levels (bench/rating). */
enum pm_measure {
    PM_LARGEST, /* size of the largest step; where that is 1, the hardest single adds tenths */
    PM_LARGEST_SHARE, /* the same, and as a fraction the share of steps that need more than one rule
                       * and one fact; for comparing puzzles of one level with each other */
    PM_COST,          /* what the answer costs, for kinds that are ways */
    PM_LARGEST_SEVERAL, /* size of the largest step; where that is 1, a half more if a rule had to
                         * tell several places at once */
    PM_STEPS_TWICE,  /* how many steps, those that need more than one rule counted twice */
    PM_LARGEST_STEPS /* PM_LARGEST, and as a fraction below a tenth the number of steps */
};
/* By PM_LARGEST_SHARE: `plain` steps of all need more than one rule and one fact. */
static inline double pm_share_rating(int largest, int plain, int steps)
{
    return largest + (steps > 0 ? 0.99 * plain / steps : 0);
}
/* By PM_LARGEST, where the hardest step needs one reason of this grade. */
static inline double pm_single_rating(int grade)
{
    return 1 + grade / 10.0;
}

struct pm_scale {
    enum pm_measure measure;
    double medium, hard, expert;
};

#endif
