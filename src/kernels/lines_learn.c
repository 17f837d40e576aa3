/* Learning on the lines of black and white boards; lines_ways.h says how.  Here for lines of
 * up to 63 cells. */
#include "kernels/lines_learn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/learn.h"

typedef uint64_t word;

static inline int lowest(word x)
{
    return __builtin_ctzll(x);
}

static inline int size_of(word x)
{
    return __builtin_popcountll(x);
}

#include "kernels/lines_ways.h"

pulma_status pm_lines_learn_narrow(const struct pm_lines *board, struct pm_lines_task *task)
{
    return learn_lines(board, task);
}

pulma_status pm_lines_learn(const struct pm_lines *board, struct pm_lines_task *task)
{
    int side = board->rows > board->columns ? board->rows : board->columns;
    if (board->paints > 1 || side > 127)
        return PULMA_UNAVAILABLE;
    return side > 63 ? pm_lines_learn_wide(board, task)
                     : pm_lines_learn_narrow(board, task);
}
