/* The nonogram board, for the kind (kind.c), its formats (formats.c, xml.c),
 * its rules and its invention.
 *
 * A board has lines: its rows from top to bottom, then its columns from left to right.  Each
 * line has a clue, the list of its blocks.  Paint 0 is the background, paints 1 to `paints`
 * the colours; a black and white board has one. */
#ifndef PM_NONOGRAM_H
#define PM_NONOGRAM_H

#include "puzzles/kind.h"

enum {
    PM_NONOGRAM_MAX_SIDE = 1000,
    PM_NONOGRAM_MAX_PAINTS = 20,
    PM_NONOGRAM_INVENT_SIDE = 60, /* of boards that are invented */
    PM_NONOGRAM_INVENT_PAINTS = 8
};

struct pm_block {
    short length; /* 0: "?", not told */
    short paint;  /* 1 to paints */
};

struct pm_clue {
    int n;
    struct pm_block *blocks;
};

struct pm_paint {
    char letter;  /* in clues and answers */
    unsigned rgb; /* 0xRRGGBB */
};

struct pm_nonogram {
    int rows, columns;
    int paints;
    bool coloured;                                     /* clues and answers have letters */
    struct pm_paint paint[PM_NONOGRAM_MAX_PAINTS + 1]; /* from 1 on */
    struct pm_clue *clues;                             /* rows + columns lines */
    signed char *given; /* a paint, or PULMA_EMPTY for an open cell */
    double rating;      /* if invention has found it out; else 0 */
};

/* A black and white board with empty clues; NULL: no memory. */
struct pm_nonogram *pm_nonogram_new(int rows, int columns, struct pm_arena *arena);
/* A further paint.  PULMA_BAD_TEXT `at` if there are too many or the letter is taken. */
pulma_status pm_nonogram_add_paint(struct pm_nonogram *board, char letter, unsigned rgb,
                                   const struct pm_text *at, pulma_error *err);
/* The paint with this letter; 0: none. */
int pm_nonogram_paint(const struct pm_nonogram *board, int letter);
/* A letter for a further paint: `wanted` if it is one and free, else one of the colour's name,
 * else any that is free. */
char pm_nonogram_free_letter(const struct pm_nonogram *board, int wanted,
                             const struct pm_text *name);
/* How different two colours are; the name of the nearest one that has a name. */
int pm_rgb_distance(unsigned a, unsigned b);
const char *pm_nonogram_near_name(unsigned rgb);
/* The word for a colour, or NULL; and the colour of a word (false: not a known one). */
const char *pm_nonogram_colour_name(unsigned rgb);
bool pm_nonogram_colour_of(const struct pm_text *word, unsigned *rgb);
/* "#rgb", "rrggbb" and the like. */
bool pm_nonogram_hex(const struct pm_text *word, unsigned *rgb);

/* Lines: how many cells, and the place of the i-th one. */
static inline int pm_line_cells(const struct pm_nonogram *board, int line)
{
    return line < board->rows ? board->columns : board->rows;
}
static inline int pm_line_place(const struct pm_nonogram *board, int line, int i)
{
    return line < board->rows ? line * board->columns + i
                              : i * board->columns + line - board->rows;
}
/* "row 3" or "column 5". */
void pm_line_name(const struct pm_nonogram *board, int line, char *name, size_t size);
/* Whether an empty cell must stand between this block and the next: their paints are equal. */
static inline bool pm_clue_gap(const struct pm_clue *clue, int block)
{
    return clue->blocks[block].paint == clue->blocks[block + 1].paint;
}
/* The fewest cells that the clue needs. */
int pm_clue_cells(const struct pm_clue *clue);

/* Reads the clue of a line of the board from a whole line of text: numbers or "?", each with a
 * letter if the board is coloured, parted by blanks or `separator`; "0" or nothing is the
 * clue of an empty line.  Refuses what does not fit. */
pulma_status pm_clue_read(struct pm_text *text, char separator,
                          const struct pm_nonogram *board, int line, struct pm_arena *arena,
                          struct pm_clue *clue, pulma_error *err);
/* Refuses, at this position, a clue that needs more cells than its line has. */
pulma_status pm_clue_fits(const struct pm_nonogram *board, int line,
                          const struct pm_clue *clue, const struct pm_text *at,
                          pulma_error *err);
/* The clue as text, "2 1" or "0". */
void pm_clue_write(const struct pm_nonogram *board, const struct pm_clue *clue,
                   char separator, struct pm_out *out);
/* The clues of a picture: one paint for each cell. */
pulma_status pm_nonogram_derive(struct pm_nonogram *board, const int *picture,
                                struct pm_arena *arena, pulma_error *err);

/* Notations of other programs. */
extern const struct pm_notation pm_nonogram_notations[];
/* The rules, for the engine. */
void pm_nonogram_state(const void *puzzle, struct pm_rules *r);
/* The search by lines. */
pulma_status pm_nonogram_kernel(const void *puzzle, struct pm_search *search);
/* How many answers that search finds, up to `limit`; -1: it gave up.  `other` (may be NULL) gets
 * one that is not `known`, or the first if that is NULL. */
int pm_nonogram_answers(const struct pm_nonogram *board, int limit, const int *known,
                        int *other);
/* A picture with exactly one answer. */
pulma_status pm_nonogram_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                struct pm_arena *arena, void **puzzle, pulma_error *err);
/* The clues of a picture that the wish brings, with givens if it is not the only answer. */
pulma_status pm_nonogram_of_picture(const struct pm_wish *wish, struct pm_text t,
                                    struct pm_rng *rng, struct pm_arena *arena,
                                    void **puzzle, pulma_error *err);

/* Explaining: steps.c. */
const char *pm_nonogram_technique(const void *puzzle, const struct pm_step *step);
struct pm_scale pm_nonogram_scale(const void *puzzle);
/* grade.c: the rating of a black and white board if single lines solve it; these are its clues, the rows
 * first. */
struct pm_short_line;
bool pm_nonogram_grade(int rows, int columns, const struct pm_short_line *lines,
                       double *rating);
bool pm_nonogram_rate_soon(const void *puzzle, double *rating);

#endif
