/* What the foreign notations of sudoku share. */
#ifndef PM_SUDOKU_FORMATS_H
#define PM_SUDOKU_FORMATS_H

#include "puzzles/sudoku/sudoku.h"

/* What a notation can say besides a board with the usual boxes. */
enum {
    PM_HAS_GIVENS = 1,
    PM_HAS_DIAGONALS = 2,
    PM_HAS_PARITY = 4,
    PM_HAS_REGIONS = 8,
    PM_HAS_CAGES = 16,
    PM_HAS_BOXES = 32, /* of any shape */
    PM_HAS_OVER = 64,  /* cages that share cells */
    PM_ONLY_9 = 128    /* 9 x 9 only */
};

/* PULMA_UNAVAILABLE, with a sentence, if the puzzle has parts that the notation lacks. */
pulma_status pm_sudoku_only(const struct pm_sudoku *s, unsigned parts, const char *notation,
                            pulma_error *err);
/* The rest of a line as a title, without separators around it. */
pulma_status pm_sudoku_title(struct pm_arena *arena, struct pm_text text,
                             const char **title, pulma_error *err);
/* The line at the cursor, trimmed; the cursor moves past it. */
struct pm_text pm_sudoku_take_line(struct pm_text *t);

/* The functions of notations in files of their own: pm_NAME_sniff, _read, _write. */
#define PM_NOTATION_FUNCTIONS(name)                                                        \
    int pm_##name##_sniff(const struct pm_text *t);                                        \
    pulma_status pm_##name##_read(struct pm_text *t, struct pm_arena *arena,               \
                                  void **puzzle, const char **title, pulma_error *err);    \
    pulma_status pm_##name##_write(const void *puzzle, const char *title,                  \
                                   struct pm_out *out, pulma_error *err);
PM_NOTATION_FUNCTIONS(solo)
PM_NOTATION_FUNCTIONS(killer_fields)
PM_NOTATION_FUNCTIONS(killer_line)
PM_NOTATION_FUNCTIONS(sumocue)
PM_NOTATION_FUNCTIONS(fpuzzles)
#undef PM_NOTATION_FUNCTIONS

#endif
