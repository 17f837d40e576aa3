/* The thermometer board, for the kind (kind.c) and its invention
 * (invent.c). */
#ifndef PM_THERMOMETERS_H
#define PM_THERMOMETERS_H

#include "puzzles/kind.h"

struct pm_thermometers {
    int rows, columns;
    int *row_count, *column_count; /* PM_UNKNOWN: not told */
    char *sign;                    /* of every cell: o < > ^ v #, in reading order */
    int place_count;
    int *cell_of;  /* the cell of each place */
    int *place_at; /* the place of each cell, or -1 */
    int *after;    /* the place behind each place as the mercury rises, or -1 */
    int *bulb;     /* of the thermometer of each place */
};

/* What is wrong with the signs, and the cell where it shows. */
struct pm_fault {
    int cell;
    const char *words; /* NULL: nothing is wrong */
};

/* A board whose signs and numbers are to be filled in; NULL: no memory. */
struct pm_thermometers *pm_thermometers_new(int rows, int columns, struct pm_arena *arena);
/* Numbers the places and joins them to thermometers, once the signs are filled in. */
struct pm_fault pm_thermometers_join(struct pm_thermometers *board);

pulma_status pm_thermometers_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                    struct pm_arena *arena, void **puzzle,
                                    pulma_error *err);
extern const char pm_thermometers_options[];

#endif
