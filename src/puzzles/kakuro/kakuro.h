/* The kakuro board, for the kind (kind.c), its texts (text.c) and its invention
 * (invent.c).
 *
 * Row 0 and column 0 are those of the sums; the cells that people count begin at 1, 1. */
#ifndef PM_KAKURO_H
#define PM_KAKURO_H

#include <assert.h>

#include "kernels/sums/sums.h"
#include "puzzles/kind.h"

enum {
    PM_KAKURO_MAX_SIDE = 500,
    PM_KAKURO_MAX_DIGITS = 16,
    PM_KAKURO_MAX_SETS = 526, /* of 8 of 16 digits that add up to 68 */
};

struct pm_kakuro_square {
    bool open;
    short down, across; /* sums of the runs behind a black square; 0: not told */
    short given;        /* the digit of an open one; 0: none */
    int place;          /* of an open one */
};

/* A run that a rule speaks of: at least two cells, or a single one with its sum. */
struct pm_kakuro_run {
    int row, column; /* of its first cell */
    bool down;
    int sum; /* 0: not told */
    int length;
    int *cells; /* places, in order */
};

struct pm_kakuro {
    int rows, columns;                /* without row 0 and column 0 */
    int digits;                       /* 1 to so many */
    struct pm_kakuro_square *squares; /* (rows + 1) * (columns + 1), in reading order */
    int place_count;
    int *cell_of;  /* the square of each place */
    int *place_at; /* the place of each cell from 1, 1 on (rows * columns), or -1 */
    int run_count;
    struct pm_kakuro_run *runs; /* those across first, in reading order */
};

/* A board whose squares are all black and empty; NULL: no memory. */
struct pm_kakuro *pm_kakuro_new(int rows, int columns, int digits, struct pm_arena *arena);
/* Numbers the open cells and lists the runs, once the squares are filled in.  PULMA_BAD_TEXT
 * `at` this position if there is no open cell. */
pulma_status pm_kakuro_finish(struct pm_kakuro *board, const struct pm_text *at,
                              struct pm_arena *arena, pulma_error *err);

/* The board of these lines in pulma's notation. */
pulma_status pm_kakuro_read_lines(int line_count, const struct pm_text *lines, int digits,
                                  struct pm_arena *arena, struct pm_kakuro **board,
                                  pulma_error *err);
/* Those of other programs. */
extern const struct pm_notation pm_kakuro_notations[];

/* All sets of n different digits from 1 to `digits` that add up to `sum`, as bit masks (bit d:
 * digit d).  Returns how many; with `sets` NULL it only counts.  Digits up to 9 have at most 12
 * such sets, digits up to 16 at most PM_KAKURO_MAX_SETS. */
int pm_kakuro_digit_sets(int n, int sum, int digits, int *sets);

/* The board as the kernel sees it: each run is a part and a rule of its own.  False: no
 * memory. */
bool pm_kakuro_sums(const struct pm_kakuro *board, struct pm_arena *arena,
                    struct pm_sums *sums);

pulma_status pm_kakuro_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err);

static inline struct pm_kakuro_square *pm_kakuro_square_at(const struct pm_kakuro *board,
                                                           int row, int column)
{
    assert(row >= 0 && row <= board->rows && column >= 0 && column <= board->columns);
    return &board->squares[row * (board->columns + 1) + column];
}

/* Rows and columns one past the last are allowed. */
static inline bool pm_kakuro_is_open(const struct pm_kakuro *board, int row, int column)
{
    return row <= board->rows && column <= board->columns &&
           pm_kakuro_square_at(board, row, column)->open;
}

#endif
