/* Learning on the lines of boards: ways.h and colours.h say how.  Here for lines of up to 63
 * cells. */
#include "kernels/lines/learn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/learn.h"
#include "kernels/lines/belief.h"
#include "kernels/lines/sketch.h"

typedef uint64_t word;

static inline int lowest(word x)
{
    return __builtin_ctzll(x);
}

#include "kernels/lines/ways.h"

#include "kernels/lines/colours.h"

pulma_status pm_lines_learn_narrow(const struct pm_lines *board, struct pm_search *search)
{
    return board->paints == 1 ? learn_lines(board, search) : learn_colours(board, search);
}

static int longest_line(const struct pm_lines *board)
{
    return board->rows > board->columns ? board->rows : board->columns;
}

/* Whether no block has an unknown length. */
static bool all_told(const struct pm_lines *board)
{
    for (int k = 0; k < board->first[board->rows + board->columns]; k++)
        if (board->blocks[k].length == 0)
            return false;
    return true;
}

bool pm_lines_can_learn(const struct pm_lines *board)
{
    return (board->paints == 1 || all_told(board)) &&
           longest_line(board) <= PM_LINES_LEARN_SIDE;
}

pulma_status pm_lines_learn(const struct pm_lines *board, struct pm_search *search)
{
    if (!pm_lines_can_learn(board))
        return PULMA_UNAVAILABLE;
    return longest_line(board) > 63 ? pm_lines_learn_wide(board, search)
                                    : pm_lines_learn_narrow(board, search);
}
