/* The tiling puzzle, as its reader, its generator and its rules share it. */
#ifndef PM_TILING_H
#define PM_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/kind.h"

enum {
    PM_TILING_SIDE = 100,
    PM_TILING_PIECES = 200,
    PM_TILING_PIECE_CELLS = 100,
    PM_TILING_NAME = 8,
    PM_TILING_CHOICE = 5000,        /* placements over one cell */
    PM_TILING_INCIDENCES = 1 << 21, /* cells of all placements together */
    PM_TILING_FREELY = INT32_MAX,
};

struct pm_cell {
    int row, column;
};

struct pm_piece {
    char name[PM_TILING_NAME + 1];
    int least, most;       /* how often it is used */
    int size;              /* cells */
    struct pm_cell *cells; /* as given, the smallest row and column 0, in reading order */
};

/* A placement is a piece with the cells that it covers.  The value of a place (a cell of the
 * board) is the number of a placement among those that cover this cell. */
struct pm_tiling {
    int rows, columns;
    bool turns, flips;
    int cell_count; /* cells of the board, in reading order: the places */
    int *cell_at;   /* of each of rows x columns spots: its cell, -1 for a hole */
    int *spot_of;   /* of each cell: its spot */
    int piece_count;
    struct pm_piece *pieces;

    int placement_count;
    int *piece_of;     /* of a placement */
    int *first;        /* of a placement: where its cells begin; placement_count + 1 */
    int *cell;         /* cells of the placements, each in growing order */
    int *value;        /* beside `cell`: the value that says this placement there */
    int *choice_first; /* of a cell: where its placements begin; cell_count + 1 */
    int *choice;       /* placements, by cell and value */
};

/* Finds all placements; the board and the pieces are filled in.  PULMA_BAD_TEXT: too many. */
pulma_status pm_tiling_complete(struct pm_tiling *t, struct pm_arena *arena,
                                pulma_error *err);
/* The piece lies as in `cells` after the k-th of eight ways to lay it (0: as it is), normalised
 * and in reading order.  Which ways are allowed. */
void pm_tiling_turn(const struct pm_cell *cells, int n, int way, struct pm_cell *turned);
bool pm_tiling_allows(bool turns, bool flips, int way);
/* Whether two pieces are the same, once turned and flipped as allowed. */
bool pm_tiling_same(const struct pm_tiling *t, const struct pm_piece *a,
                    const struct pm_piece *b);

/* The board's cells from spots that are not holes; false: no memory. */
bool pm_tiling_board(struct pm_tiling *t, const bool *hole, struct pm_arena *arena);

/* The cell above (side 0), right of, below or left of a cell, -1: none. */
int pm_tiling_neighbour(const struct pm_tiling *t, int cell, int side);
/* The placement that an answer has over a cell, -1: none. */
int pm_tiling_over(const struct pm_tiling *t, const int *answer, int cell);
/* The longest mark that can occur in an answer. */
int pm_tiling_mark_width(const struct pm_tiling *t);

/* Parts of the kind, see kind.h. */
pulma_status pm_tiling_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                            pulma_error *err);
void pm_tiling_write(const void *puzzle, struct pm_form_out *form);
void pm_tiling_write_answer(const void *puzzle, const int *answer, struct pm_out *out);
pulma_status pm_tiling_read_answer(const void *puzzle, struct pm_text *text, int *answer,
                                   pulma_error *err);
pulma_status pm_tiling_kernel(const void *puzzle, struct pm_search *search);
int pm_tiling_split_at(const void *puzzle, const int *fixed);
pulma_status pm_tiling_tally(const void *puzzle, uint64_t limit, struct pm_search *search,
                             struct pm_tally *result);
void pm_tiling_look(const void *puzzle, const int *answer, int *image);
extern const char pm_tiling_options[];
pulma_status pm_tiling_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err);
void pm_tiling_draw(const void *puzzle, const int *answer, struct pm_picture *p);

#endif
