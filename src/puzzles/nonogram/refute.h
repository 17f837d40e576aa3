/* By which known cells of a line the explainer refutes the opposite of what follows for another:
 * part of the rating (grade.c). */
#ifndef PM_NONOGRAM_REFUTE_H
#define PM_NONOGRAM_REFUTE_H

#include "kernels/lines/short.h"

enum {
    PM_REFUTE_CELLS = 0, /* the row of a stage for cells; behind it one for each block, */
    PM_REFUTE_ROWS = PM_SHORT_BLOCKS + 3, /* one before the first and one after the last */
    PM_REFUTE_STAGES = 24
};

/* A line as the rules state it (rules.c): cells are painted, blocks start so many places or more
 * after the earliest that the clue allows, up to `slack`. */
struct pm_refute_line {
    struct pm_short_line blocks;
    int slack;
    signed char first[PM_SHORT_BLOCKS + 1]; /* earliest places, and after the last block */
};

/* What is true or not: of a block, bit i is that it starts i places or more after the earliest; of the
 * cells, bit i + 1 is cell i.  No block is as far as the one before the first is late: never; the one
 * after the last is as far as possible.  With these constants all rules have the same shape. */
struct pm_refute_stage {
    uint64_t is[2][PM_REFUTE_ROWS];
};

/* Room for one refutation. */
struct pm_refutation {
    const struct pm_refute_line *line;
    uint64_t cells; /* that are known */
    struct pm_refute_stage stage[PM_REFUTE_STAGES], used, set, noticed;
    uint64_t facts[PM_REFUTE_ROWS][64]; /* that made a literal what it is */
    short trail[PM_REFUTE_ROWS * 64];
    int count;
    bool all_needed; /* each of the facts, as far as that was found out */
};

void pm_refute_begin(const struct pm_short_line *blocks, struct pm_refute_line *line);
/* The facts, a set of known cells, by which propagation refutes that this cell is painted, or
 * that it is not. */
uint64_t pm_refute(const struct pm_refute_line *line, struct pm_short_known known, int cell,
                   bool painted, struct pm_refutation *r);

#endif
