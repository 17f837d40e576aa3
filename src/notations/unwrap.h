/* Texts that hold a puzzle in the notation of one kind without being one themselves: save files and
 * links of the Portable Puzzle Collection, files of pzpr, strings of Interactive Sudoku Solver,
 * sudokus drawn with penpa-edit.  And what is known, but not read: it is refused by its name. */
#ifndef PM_UNWRAP_H
#define PM_UNWRAP_H

#include "core/arena.h"
#include "core/text.h"
#include "pulma/pulma.h"

struct pm_unwrapped {
    const char *kind, *notation; /* "pulma": a form */
    struct pm_text text; /* in the arena; its lines and columns are not those outside */
};

/* Unwraps what stands at the cursor and moves past it; PULMA_NONE if it is none of these,
 * PULMA_BAD_TEXT if it is one that cannot be read. */
pulma_status pm_unwrap(struct pm_text *t, struct pm_arena *arena,
                       struct pm_unwrapped *inner, pulma_error *err);

#endif
