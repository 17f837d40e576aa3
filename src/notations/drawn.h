/* A sudoku as programs draw it: digits in the cells of a square board, regions, cages.  The readers
 * of such drawings fill it in and write it as a form of pulma. */
#ifndef PM_DRAWN_H
#define PM_DRAWN_H

#include "core/out.h"
#include "core/text.h"

enum { PM_DRAWN_SIDE = 25 };

struct pm_drawn {
    int side;
    struct pm_text title;                     /* may be empty */
    char given[PM_DRAWN_SIDE][PM_DRAWN_SIDE]; /* '.' for none */
    int region[PM_DRAWN_SIDE]
              [PM_DRAWN_SIDE]; /* from 1, in reading order; all 0: none are drawn */
    struct pm_out cages;       /* lines of the field `cages`; whoever fills it frees it */
};

/* The sign of a digit from 1 to PM_DRAWN_SIDE. */
char pm_drawn_digit(int digit);
/* Writes it; regions only if they are not the boxes that every sudoku has. */
void pm_drawn_put(const struct pm_drawn *d, struct pm_out *form);

#endif
