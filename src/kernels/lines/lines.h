/* A search for pictures from the blocks of their rows and columns: nonograms in two or more
 * colours. */
#ifndef PM_LINES_H
#define PM_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/search.h"

enum { PM_LINES_MAX_SIDE = 1000, PM_LINES_MAX_PAINTS = 24 };

struct pm_lines_block {
    short length; /* 0: any length from 1 on */
    short paint;  /* 1 to paints */
};

/* The lines are the rows from top to bottom, then the columns from left to right.  Blocks of
 * the same paint have an empty cell between them, others may touch. */
struct pm_lines {
    int rows, columns;                   /* at most PM_LINES_MAX_SIDE */
    int paints;                          /* without the background, which is paint 0 */
    const struct pm_lines_block *blocks; /* of all lines, one line after the other */
    const int *first;         /* where each line's blocks begin; one more at the end */
    const signed char *given; /* a paint for each cell, or -1 */
};

static inline int pm_lines_length(const struct pm_lines *board, int line)
{
    return line < board->rows ? board->columns : board->rows;
}

/* Cell i of a line, counted through the rows. */
static inline int pm_lines_cell(const struct pm_lines *board, int line, int i)
{
    return line < board->rows ? line * board->columns + i
                              : i * board->columns + line - board->rows;
}

/* Reports all answers, by probing and then, if that looks in vain for long, by learning.
 * PULMA_OK: these are all, or found() had enough; PULMA_LIMIT: a limit was reached;
 * PULMA_UNAVAILABLE: out of patience, or the board is too large; PULMA_NO_MEMORY. */
pulma_status pm_lines_list(const struct pm_lines *board, struct pm_search *search);

/* What it took: propagation in single lines, failed-literal probing, search. */
enum pm_lines_level { PM_LINES_ALONE, PM_LINES_PROBES, PM_LINES_GUESSES };
struct pm_lines_insight {
    enum pm_lines_level level;
    /* If not 0: as soon as it would take this level, the search is out of patience. */
    enum pm_lines_level give_up;
    /* May be NULL.  Gets, for each cell, the paint that it was found to have in all answers before
     * anything was guessed, or -1. */
    signed char *facts;
};

/* Reports all answers by probing; statuses as above.  Nodes are guesses, but patience is counted
 * in looks at lines, since the last answer or the last fact that was found without a guess. */
pulma_status pm_lines_search(const struct pm_lines *board, struct pm_search *search,
                             struct pm_lines_insight *insight);
/* Looks at lines of the board that go through this many cells. */
int64_t pm_lines_looks(const struct pm_lines *board, int64_t cells);

#endif
