/* How likely the cells of a picture are painted, as its lines come to believe. */
#ifndef PM_LINES_BELIEF_H
#define PM_LINES_BELIEF_H

#include "kernels/lines/learn.h"

/* The lines of a board in black and white with lines of up to PM_LINES_LEARN_SIDE cells, and what they
 * have told each other.  The board is not copied; further cells of it may be given later.  No line
 * ever tells greater odds than `sure`, nor than 1 to `sure`.  NULL: no memory. */
struct pm_believer;
struct pm_believer *pm_believer_new(const struct pm_lines *board, double sure);
void pm_believer_free(struct pm_believer *b); /* NULL is allowed */

/* All that was told is forgotten. */
void pm_believer_begin(struct pm_believer *b);
/* Lets the lines talk; false: before the last of the rounds none had anything new to say. */
bool pm_believer_talk(struct pm_believer *b, int rounds);
/* How likely each cell is painted, in answers with the given cells. */
void pm_believer_conclude(const struct pm_believer *b, float *painted);

/* As if the row and the column of a cell had told these odds. */
void pm_believer_tell(struct pm_believer *b, int cell, float across, float down);
/* All that was told, two numbers for each cell: to be kept, and put back as long as the same cells are
 * given.  Lines that had something new to say then may say it again. */
float *pm_believer_told(struct pm_believer *b);

/* The same in several colours: `can` has a bit for each paint that a cell may have, `shares` gets a
 * number for each cell and paint, the background first, and `told` has room for two for each.  Goes on
 * from what was told before unless `fresh`.  No length of a block is unknown.  False: no memory. */
bool pm_lines_belief_colours(const struct pm_lines *board, const uint32_t *can, int rounds,
                             bool fresh, float *told, float *shares);

#endif
