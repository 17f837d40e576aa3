/* Sentences about places and their values, the same for all kinds. */
#ifndef PM_WORDS_H
#define PM_WORDS_H

#include "puzzles/kind.h"

/* A value of a place, as the kind calls it. */
void pm_words_value(const struct pm_kind *kind, const void *puzzle, int place, int value,
                    char *name, size_t size);
/* "row 3, columns 1 to 4 and 7"; the places are all different. */
void pm_words_places(const struct pm_kind *kind, const void *puzzle, int n,
                     const int *places, struct pm_out *out);
/* "row 3, column 1 is black and row 4, columns 2 and 3 are white".  Where a place's value is
 * known, what else it is not is left out. */
void pm_words_facts(const struct pm_kind *kind, const void *puzzle, int n,
                    const pulma_fact *facts, struct pm_out *out);
/* A step in the general words: what follows; why; from what. */
void pm_words_step(const struct pm_kind *kind, const void *puzzle,
                   const struct pm_step *step, struct pm_out *out);

/* The board for ears and fingers, line by line what stands in its places, with `answer` if that is not
 * NULL; "given" behind what is given. */
void pm_words_board(const struct pm_kind *kind, const void *puzzle, const int *answer,
                    struct pm_out *out);

#endif
