/* The Eternity puzzle, as its reader, its generator and its rules share it. */
#ifndef PM_ETERNITY1_H
#define PM_ETERNITY1_H

#include "puzzles/kind.h"

/* Points have two coordinates, along directions 60 degrees apart, in sixths of a lattice side.  A
 * triangle is named by the sum of its three corners; a step of the lattice adds 18 to that. */
enum {
    PM_ETERNITY1_PIECES = 250,
    PM_ETERNITY1_WORD = 2000,
    PM_ETERNITY1_PIECE_CELLS = 150,
    PM_ETERNITY1_CELLS = 12000,
    PM_ETERNITY1_STEP = 18,
    PM_ETERNITY1_WAYS = 12
};

struct pm_point {
    int a, b;
};

struct pm_triangle {
    struct pm_point name, vertex, middle,
        centre; /* corner, middle of a side, middle of all */
};

struct pm_shape {
    const char *word;
    int count;
    struct pm_triangle *cells; /* sorted by name */
};

struct pm_drafters {
    struct pm_shape shape;
    int number;
    int first, count; /* its placements */
    int hint;         /* its value if it is laid already, or PULMA_EMPTY */
};

struct pm_eternity1 {
    struct pm_shape board;
    bool
        most; /* the goal: as many pieces as possible; the last value of each leaves it out */
    int piece_count;
    struct pm_drafters *pieces;

    struct pm_point low; /* of the board's box, a corner of the lattice, as a name */
    int span_a, span_b;
    int *cell_at; /* by name: the cell, -1: outside */

    int placement_count;
    int *way;                /* of a placement */
    struct pm_point *offset; /* in lattice steps from the board's box */
    int *piece_of;
    int *first; /* where its cells begin, placement_count + 1 */
    int *cell;  /* each placement's in growing order */
};

/* For qsort(): triangles, or their names, in the order of the board's cells. */
int pm_eternity1_by_name(const void *x, const void *y);
/* The cell of a name, -1: outside of the board. */
int pm_eternity1_cell(const struct pm_eternity1 *e, struct pm_point name);
/* The step of a letter, A to L or a to l. */
struct pm_point pm_eternity1_step(int letter);
/* The k-th of the six triangles of a lattice triangle that stands upright or on its head. */
struct pm_triangle pm_eternity1_triangle(int a, int b, bool head, int k);
/* The name of the triangle on the other side of a side: 0 from the middle of a lattice side to the
 * centre, 1 from the corner to the centre, 2 from the corner to the middle. */
struct pm_point pm_eternity1_across(const struct pm_triangle *t, int side);
/* A puzzle from the walks around its board and its n pieces, numbered from 1. */
pulma_status pm_eternity1_make(const char *board, int n, char *const *pieces,
                               struct pm_arena *arena, struct pm_eternity1 **puzzle,
                               pulma_error *err);
/* How many pieces are hints. */
int pm_eternity1_hints(const struct pm_eternity1 *e);
/* The placement of a value of a piece, -1: none. */
int pm_eternity1_placement(const struct pm_eternity1 *e, int piece, int value);
/* The placement that an answer has for a piece, -1: none. */
int pm_eternity1_laid(const struct pm_eternity1 *e, const int *answer, int piece);

/* Parts of the kind, see kind.h. */
pulma_status pm_eternity1_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                               pulma_error *err);
void pm_eternity1_write(const void *puzzle, struct pm_form_out *form);
void pm_eternity1_write_answer(const void *puzzle, const int *answer, struct pm_out *out);
pulma_status pm_eternity1_read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                      pulma_error *err);
extern const char pm_eternity1_options[];
pulma_status pm_eternity1_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                 struct pm_arena *arena, void **puzzle, pulma_error *err);

#endif
