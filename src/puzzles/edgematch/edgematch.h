/* What the files of the kind edgematch share: the puzzle, its geometry, and its notations. */
#ifndef PM_EDGEMATCH_H
#define PM_EDGEMATCH_H

#include <stdint.h>

#include "kernels/edges/edges.h"
#include "puzzles/kind.h"

enum {
    PM_EDGEMATCH_MAX = 400,                        /* pieces */
    PM_EDGEMATCH_COLOURS = 250,                    /* the largest number of a colour */
    PM_EDGEMATCH_SIGNED = PM_EDGEMATCH_COLOURS / 2 /* of one with a sign */
};

enum pm_edgematch_goal {
    PM_MATCH_ALL,    /* every join matches */
    PM_MATCH_EDGES,  /* as few joins as possible do not */
    PM_MATCH_PIECES, /* as few cells as possible stay empty */
};

/* Sides are numbered clockwise: top, right, bottom, left of a square; bottom, left, right of an
 * upright triangle and, as that piece is turned upside down, top, right, left of an inverted one.
 * A value is piece * sides + turn; with the goal PM_MATCH_PIECES there is one more, for a cell that
 * stays empty. */
struct pm_edgematch {
    int sides; /* 4, or 3 on a triangular board */
    int rows,
        columns; /* a triangle has rows of 1, 3, 5 ... cells, and columns is the longest */
    int cells;
    bool border; /* sides at the rim are grey, which is colour 0 */
    bool
        has_signs; /* 2n - 1 stands for the colour +n and 2n for -n, which meet each other */
    enum pm_edgematch_goal goal;
    uint8_t *colour; /* cells * sides: the pieces */
    int *beside;     /* cells * sides: the cell at that side, or PM_EDGES_RIM */
    int *hint;       /* per cell: its value, or PULMA_EMPTY */
};

/* A puzzle without hints and with all colours 0, its geometry filled in; NULL: no memory. */
struct pm_edgematch *pm_edgematch_new(bool triangle, int rows, int columns,
                                      struct pm_arena *arena);
int pm_edgematch_row(const struct pm_edgematch *p, int cell);
int pm_edgematch_column(const struct pm_edgematch *p, int cell);
int pm_edgematch_row_length(const struct pm_edgematch *p, int row);
/* The colour that a piece with a turn shows on a side. */
int pm_edgematch_shows(const struct pm_edgematch *p, int value, int side);
/* A colour as people write it: "7"; with signs "+7", "-7". */
struct pm_edgematch_word {
    char text[8];
};
struct pm_edgematch_word pm_edgematch_colour(const struct pm_edgematch *p, int colour);
/* The number of a colour without its sign. */
int pm_edgematch_number(const struct pm_edgematch *p, int colour);
/* The colour that has to meet this one. */
int pm_edgematch_partner(const struct pm_edgematch *p, int colour);
/* The value of a cell that stays empty, where the goal allows it. */
int pm_edgematch_nothing(const struct pm_edgematch *p);

/* text.c */
pulma_status pm_edgematch_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                               pulma_error *err);
void pm_edgematch_write(const void *puzzle, struct pm_form_out *form);
bool pm_edgematch_has_hints(const struct pm_edgematch *p);
void pm_edgematch_write_answer(const void *puzzle, const int *answer, struct pm_out *out);
pulma_status pm_edgematch_read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                      pulma_error *err);
extern const struct pm_notation pm_edgematch_notations[];
/* Rows and columns of a list that does not tell them: from the numbers of pieces and of grey
 * sides, which is the way round the board; higher than wide boards are laid on their side. */
bool pm_edgematch_guess_size(int n, int grey, int *rows, int *columns);

/* formats.c */
int pm_edgematch_sniff_tile(const struct pm_text *t);
pulma_status pm_edgematch_read_tile(struct pm_text *t, struct pm_arena *arena,
                                    void **puzzle, const char **title, pulma_error *err);
int pm_edgematch_sniff_json(const struct pm_text *t);
pulma_status pm_edgematch_read_json(struct pm_text *t, struct pm_arena *arena,
                                    void **puzzle, const char **title, pulma_error *err);

/* invent.c */
pulma_status pm_edgematch_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                 struct pm_arena *arena, void **puzzle, pulma_error *err);

#endif
