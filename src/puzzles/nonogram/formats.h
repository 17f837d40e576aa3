/* What the files about the notations of nonograms need of each other. */
#ifndef PM_NONOGRAM_FORMATS_H
#define PM_NONOGRAM_FORMATS_H

#include "puzzles/nonogram/nonogram.h"

/* PULMA_UNAVAILABLE, with a sentence that names the notation, for a board with what the
 * notation does not have. */
pulma_status pm_nonogram_plain(const struct pm_nonogram *board, bool colours, bool unknown,
                               bool givens, const char *notation, pulma_error *err);
/* The text without blanks and quotes around it and control characters in it; NULL: no memory. */
const char *pm_nonogram_title(struct pm_text t, struct pm_arena *arena);

/* Pictures: PBM, PGM, PPM and PNG.  A colour 0xRRGGBB for each cell. */
struct pm_image {
    int rows, columns;
    unsigned *rgb;
};
/* Reads any of them, at most `max_side` cells a side, and moves the cursor past it. */
pulma_status pm_image_read(struct pm_text *t, int max_side, struct pm_arena *arena,
                           struct pm_image *image, pulma_error *err);
/* The same picture in fewer cells, each the mean of what lies in it.  False: no memory. */
bool pm_image_shrink(struct pm_image *image, int rows, int columns, struct pm_arena *arena);
/* The board with the clues of an image, and the picture as paints.  `paints` besides the
 * background: 1 is black and white, 0 as many as there are colours if they are few. */
pulma_status pm_nonogram_of_image(const struct pm_image *image, int paints,
                                  struct pm_arena *arena, struct pm_nonogram **board,
                                  int **picture, pulma_error *err);
int pm_nonogram_sniff_pbm(const struct pm_text *t);
int pm_nonogram_sniff_ppm(const struct pm_text *t);
int pm_nonogram_sniff_png(const struct pm_text *t);
pulma_status pm_nonogram_read_picture(struct pm_text *t, struct pm_arena *arena,
                                      void **puzzle, const char **title, pulma_error *err);
pulma_status pm_nonogram_write_pbm(const void *puzzle, const char *title,
                                   struct pm_out *out, pulma_error *err);
pulma_status pm_nonogram_write_ppm(const void *puzzle, const char *title,
                                   struct pm_out *out, pulma_error *err);

/* Lists of clues: picross-solver, MiniZinc. */
int pm_nonogram_sniff_picross(const struct pm_text *t);
pulma_status pm_nonogram_read_picross(struct pm_text *t, struct pm_arena *arena,
                                      void **puzzle, const char **title, pulma_error *err);
int pm_nonogram_sniff_dzn(const struct pm_text *t);
pulma_status pm_nonogram_read_dzn(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                  const char **title, pulma_error *err);

/* webpbn XML. */
int pm_nonogram_sniff_xml(const struct pm_text *t);
pulma_status pm_nonogram_read_xml(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                  const char **title, pulma_error *err);
pulma_status pm_nonogram_write_xml(const void *puzzle, const char *title,
                                   struct pm_out *out, pulma_error *err);

#endif
