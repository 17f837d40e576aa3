/* Learning on lines of up to 127 cells; ways.h and colours.h say how. */
#include "kernels/lines/learn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/learn.h"
#include "kernels/lines/belief.h"
#include "kernels/lines/sketch.h"

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 word;

static inline int lowest(word x)
{
    return (uint64_t)x ? __builtin_ctzll((uint64_t)x)
                       : 64 + __builtin_ctzll((uint64_t)(x >> 64));
}

#include "kernels/lines/ways.h"

#include "kernels/lines/colours.h"

pulma_status pm_lines_learn_wide(const struct pm_lines *board, struct pm_search *search)
{
    return board->paints == 1 ? learn_lines(board, search) : learn_colours(board, search);
}

#else

pulma_status pm_lines_learn_wide(const struct pm_lines *board, struct pm_search *search)
{
    (void)board;
    (void)search;
    return PULMA_UNAVAILABLE;
}

#endif
