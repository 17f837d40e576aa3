/* What the files about the notations of nonograms need of each other. */
#ifndef PM_NONOGRAM_FORMATS_H
#define PM_NONOGRAM_FORMATS_H

#include "puzzles/nonogram.h"

/* PULMA_UNAVAILABLE, with a sentence that names the notation, for a board with what the
 * notation does not have. */
pulma_status pm_nonogram_plain(const struct pm_nonogram *board, bool colours, bool unknown,
                               bool givens, const char *notation, pulma_error *err);
/* The text without blanks and quotes around it and control characters in it; NULL: no memory. */
const char *pm_nonogram_title(struct pm_text t, struct pm_arena *arena);

/* A picture in PBM: the board with its clues, and the picture. */
pulma_status pm_nonogram_read_pbm(struct pm_text *t, struct pm_arena *arena,
                                  struct pm_nonogram **board, int **picture,
                                  pulma_error *err);

/* webpbn XML. */
int pm_nonogram_sniff_xml(const struct pm_text *t);
pulma_status pm_nonogram_read_xml(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                  const char **title, pulma_error *err);
pulma_status pm_nonogram_write_xml(const void *puzzle, const char *title,
                                   struct pm_out *out, pulma_error *err);

#endif
