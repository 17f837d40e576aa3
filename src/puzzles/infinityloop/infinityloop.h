/* The board of an Infinity Loop, shared by the rules (kind.c), its own notation (text.c), the
 * foreign ones (formats.c) and the generator (invent.c). */
#ifndef PM_INFINITYLOOP_H
#define PM_INFINITYLOOP_H

#include "kernels/turning/turns.h"
#include "puzzles/kind.h"

enum {
    PM_LOOP_MAX_SIDE = 2000,
    PM_LOOP_NOWHERE = -1,
    PM_LOOP_HOLE = 16, /* in a text, where a tile has 0 to 15 */
    /* The sides of a tile, against the clock.  A set of sides has bit s for side s. */
    PM_LOOP_RIGHT = 0,
    PM_LOOP_UP = 1,
    PM_LOOP_LEFT = 2,
    PM_LOOP_DOWN = 3,
};

struct pm_loop {
    int rows, columns;
    uint8_t *sides; /* per cell: where the tile has connections as it lies; 0 for a hole */
    uint8_t *walls; /* per cell: walls at its right and lower side, as a set of sides */
    int tile_count;
    int *cell_of; /* the cell of each tile */
    int *tile_at; /* the tile of each cell, or PM_LOOP_NOWHERE for a hole */
    bool minimise, connected, loops, wrap;
};

/* A board of holes without walls, under the plain rules; NULL: no memory. */
struct pm_loop *pm_loop_new(int rows, int columns, struct pm_arena *arena);
/* Puts a tile on a cell; cells must come in reading order. */
void pm_loop_add(struct pm_loop *p, int cell, int sides);

/* The cell beside a cell, around the rim if the board wraps; PM_LOOP_NOWHERE outside the board,
 * at a hole and beyond a wall. */
int pm_loop_beside(const struct pm_loop *p, int cell, int side);
/* Sides after turns to the left. */
int pm_loop_turned(int sides, int turns);
/* In how many ways a tile can lie: 1, 2 or 4. */
int pm_loop_ways(int sides);

/* The board for the kernel, under the plain rules; free its tiles.  False: no memory. */
bool pm_loop_turns(const struct pm_loop *p, struct pm_turns *turns);

/* Text: text.c.  The value of a hexadecimal digit, or -1.  Takes a tile, typed as a digit or as a line,
 * or PM_LOOP_HOLE; -1: neither stands there, and nothing is taken.  The lines of all tiles, and the
 * digit or # of a cell. */
int pm_loop_digit(int c);
int pm_loop_take(struct pm_text *t);
extern const char *const pm_loop_lines[];
char pm_loop_sign(const struct pm_loop *p, int cell);
pulma_status pm_loop_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                          pulma_error *err);
void pm_loop_write(const void *puzzle, struct pm_form_out *form);
/* Reads the tiles of a board, under the plain rules. */
pulma_status pm_loop_read_grid(const struct pm_field *grid, struct pm_arena *arena,
                               struct pm_loop **p, pulma_error *err);

extern const struct pm_notation pm_loop_notations[];
extern const char pm_loop_options[];
pulma_status pm_loop_invent(const struct pm_wish *wish, struct pm_rng *rng,
                            struct pm_arena *arena, void **puzzle, pulma_error *err);

/* Explaining: steps.c.  Where the connections of a tile lead, and the sorts of rules as steps name
 * them. */
extern const char *const pm_loop_side_words[];
enum { PM_LOOP_WALL = 1, PM_LOOP_JOINT, PM_LOOP_NETWORK, PM_LOOP_NO_LOOP };
void pm_loop_value_name(const void *puzzle, int place, int value, char *name, size_t size);
const char *pm_loop_technique(const void *puzzle, const struct pm_step *step);

#endif
