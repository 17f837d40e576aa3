/* By which known cells of a line the explainer refutes the opposite of what follows for another:
 * part of the rating (grade.c). */
#ifndef PM_NONOGRAM_REFUTE_H
#define PM_NONOGRAM_REFUTE_H

#include "kernels/lines/short.h"

enum {
    /* Rows of a stage: of the cells, of each block, and of one before and one after all blocks. */
    PM_REFUTE_CELLS = 0,
    PM_REFUTE_ROWS = PM_SHORT_BLOCKS + 3,
    PM_REFUTE_STAGES = 24 /* rounds; more are rare, and done in order */
};

/* A line as the rules state it (rules.c): cells are painted, blocks start so many places or more
 * after the earliest that the clue allows, up to `slack`. */
struct pm_refute_line {
    struct pm_short_line blocks;
    int slack;
    signed char first[PM_SHORT_BLOCKS + 1]; /* earliest places, and after the last block */
};

/* Literals: is[1] has what is true, is[0] what is not.  Of a block, bit i is that it starts i places or
 * more after the earliest; of the cells, bit i + 1 is that cell i is painted.  The block before the first
 * has not reached anything, the one after the last everything; all others have reached 0 and none
 * slack + 1: with these constants all rules have the same shape. */
struct pm_refute_stage {
    uint64_t is[2][PM_REFUTE_ROWS];
};

/* Room for one refutation. */
struct pm_refutation {
    const struct pm_refute_line *line;
    uint64_t cells; /* that are known */
    /* What the net has noticed before the first round, the second, ...; what can have had a part. */
    struct pm_refute_stage stage[PM_REFUTE_STAGES], used;
    /* In order: what is set, in the order of the trail (row * 64 + bit), and what is noticed. */
    struct pm_refute_stage set, noticed;
    uint64_t facts[PM_REFUTE_ROWS][64]; /* that made a literal what it is */
    short trail[PM_REFUTE_ROWS * 64];
    int count;
    bool all_needed; /* it is known that none of the facts can be left out */
};

void pm_refute_begin(const struct pm_short_line *blocks, struct pm_refute_line *line);
/* The facts, a set of known cells, by which propagation refutes that this cell is painted, or
 * that it is not. */
uint64_t pm_refute(const struct pm_refute_line *line, struct pm_short_known known, int cell,
                   bool painted, struct pm_refutation *r);

#endif
