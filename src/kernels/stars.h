/* A search for stars on a board of rows, columns and islands, each with the same number of
 * stars, none of which touch. */
#ifndef PM_STARS_H
#define PM_STARS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cpu.h"
#include "core/search.h"
#include "pulma/pulma.h"

enum { PM_STARS_SIDE = 62 };

struct pm_stars {
    int rows, columns; /* at most PM_STARS_SIDE */
    int islands;       /* at most PM_STARS_SIDE */
    int stars;         /* in each row and column that has a cell, and in each island */
    const signed char *island; /* of each cell in reading order, -1: a hole */
    const signed char *given;  /* for each cell: 1 a star, 0 none, -1 open */
};

/* Reports all answers: for each cell in reading order that is no hole, 1 for a star and 0 for
 * none.  The nodes are branchings.  PULMA_OK: these are all, or found() had enough; PULMA_LIMIT: a
 * limit was reached; PULMA_UNAVAILABLE: out of patience; PULMA_NO_MEMORY. */
pulma_status pm_stars_search(const struct pm_stars *board, struct pm_search *search);
/* The same by the code for a processor with `cpu`, which this one must be; and that for AVX2. */
pulma_status pm_stars_search_by(enum pm_cpu cpu, const struct pm_stars *board,
                                struct pm_search *search);
pulma_status pm_stars_search_avx2(const struct pm_stars *board, struct pm_search *search);

#endif
