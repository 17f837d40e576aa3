/* Boards as lines of characters, and numbers at their rim: what the texts of most kinds are made
 * of, puzzles and answers alike. */
#ifndef PM_GRID_H
#define PM_GRID_H

#include <stddef.h>

#include "core/out.h"
#include "core/text.h"
#include "notations/form.h"
#include "pulma/pulma.h"

/* Square grids of single characters: checks that every line has `columns` characters (without
 * blanks at the ends), at least 1 and at most max_rows x max_columns.  Lines with a blank, a comma
 * or the same few of them between all characters are replaced by what stands between them. */
pulma_status pm_grid_size(const struct pm_field *block, int max_rows, int max_columns,
                          int *rows, int *columns, pulma_error *err);
/* The same for the block "grid" of a form, which must be there. */
pulma_status pm_grid_block(struct pm_form *form, int max_side, const struct pm_field **grid,
                           int *rows, int *columns, pulma_error *err);
/* How many blanks and commas stand between each two characters of the line, if it is the same
 * number everywhere and not 0; else 0. */
int pm_grid_gap(const struct pm_text *line);
/* Whether the sign stands for an empty cell: '.', or one of _ x - * 0, which people write as well,
 * unless it is among those that mean something else in this kind. */
bool pm_grid_is_open(int c, const char *other_use);
/* "row R, column C" of a place in reading order. */
void pm_grid_place_name(int columns, int place, char *name, size_t size);
/* One answer line per row, one character per place, `digit` giving the character of a value;
 * blanks between characters are allowed when reading.  The reader expects exactly rows x columns
 * characters; '.' is an empty place.  `value` gives the value of a character or -1. */
void pm_grid_write(int rows, int columns, const int *answer,
                   char (*digit)(const void *puzzle, int place, int value),
                   const void *puzzle, struct pm_out *out);
pulma_status pm_grid_read(struct pm_text *t, int rows, int columns,
                          int (*value)(const void *puzzle, int place, int c),
                          const void *puzzle, int *answer, pulma_error *err);
/* The same for boards with holes: `place_at` tells the place of each of the rows x columns cells,
 * or -1 for a cell without one, which is written #, and may be left blank when reading. */
void pm_cells_write(int rows, int columns, const int *place_at, const int *answer,
                    char (*digit)(const void *puzzle, int place, int value),
                    const void *puzzle, struct pm_out *out);
pulma_status pm_cells_read(struct pm_text *t, int rows, int columns, const int *place_at,
                           int (*value)(const void *puzzle, int place, int c),
                           const void *puzzle, int *answer, pulma_error *err);
/* 1..9, then A..Z, then a..z: the characters of numbers 1 to 61; and back (-1: none). */
char pm_digit(int value);
int pm_digit_value(int c);

/* Numbers at the rim: a field of n numbers, each 0..max, or "?" for an unknown one; in a
 * field that is left out all are unknown.  The numbers may stand in one line or in several. */
enum { PM_UNKNOWN = -1 };
pulma_status pm_counts_read(struct pm_form *form, const char *name, int n, int max,
                            int *counts, pulma_error *err);
void pm_counts_write(struct pm_form_out *form, const char *name, int n, const int *counts);

#endif
