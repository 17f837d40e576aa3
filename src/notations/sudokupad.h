/* Boards of SudokuPad, as they stand in its links: scl..., ctc..., classic... */
#ifndef PM_SUDOKUPAD_H
#define PM_SUDOKUPAD_H

#include "core/out.h"
#include "core/text.h"
#include "pulma/pulma.h"

/* Whether a line is such a board, or a link to SudokuPad that holds one; `data` gets it. */
bool pm_sudokupad_find(struct pm_text line, struct pm_text *data);
/* Writes the board as a form of pulma. */
pulma_status pm_sudokupad_read(struct pm_text data, struct pm_out *form, pulma_error *err);

#endif
