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

/* What boards in words are made of (see pm_kind.words).  The size of a grid; numbers at its rim,
 * PM_UNKNOWN among them; a set of its cells, in reading order. */
void pm_words_size(int rows, int columns, struct pm_out *out);
void pm_words_counts(const char *what, int n, const int *counts, struct pm_out *out);
void pm_words_cells(int columns, int n, const int *cells, struct pm_out *out);
/* "empty", or the word for a value; with an answer it tells whether that was given. */
void pm_words_entry(const int *answer, int given, int value, const char *word, char *text,
                    size_t size);
/* Row by row what `cell` says of each cell: "Row 1: 5, 3 times empty, 7."  It says nothing of
 * cells that are not there. */
typedef void pm_words_cell(const void *puzzle, const int *answer, int row, int column,
                           char *text, size_t size);
void pm_words_rows(const void *puzzle, const int *answer, int rows, int columns,
                   pm_words_cell *cell, struct pm_out *out);

#endif
