/* A search for pictures from the blocks of their rows and columns: nonograms in two or more
 * colours. */
#ifndef PM_LINES_H
#define PM_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/limits.h"
#include "pulma/pulma.h"

enum { PM_LINES_MAX_SIDE = 255, PM_LINES_MAX_PAINTS = 24 };

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

/* What it took so far: propagation in single lines, failed-literal probing, search. */
enum pm_lines_level { PM_LINES_ALONE, PM_LINES_PROBES, PM_LINES_GUESSES };

struct pm_lines_task {
    const struct pm_limits *limits;
    /* Looks at a line without an answer, or a fact without a guess, before it gives up; 0: none. */
    int64_t patience;
    bool (*found)(void *context, const int *answer); /* false: enough */
    void *context;
    /* May be NULL.  Gets, for each cell, the paint that it was found to have in all answers before
     * anything was guessed, or -1. */
    signed char *facts;
    int64_t nodes; /* guesses */
    int64_t looks; /* at lines */
    enum pm_lines_level level;
};

/* Reports all answers.  PULMA_OK: these are all, or found() had enough; PULMA_LIMIT: a limit
 * was reached; PULMA_UNAVAILABLE: out of patience, or the board is too large; PULMA_NO_MEMORY. */
pulma_status pm_lines_search(const struct pm_lines *board, struct pm_lines_task *task);

#endif
