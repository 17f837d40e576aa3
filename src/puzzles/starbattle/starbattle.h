/* Star battle: what its files share. */
#ifndef PM_STARBATTLE_H
#define PM_STARBATTLE_H

#include "puzzles/kind.h"

enum {
    PM_STAR_SIDE = 62,    /* rows and columns at most */
    PM_STAR_ISLANDS = 62, /* as many as there are letters and digits */
    PM_STAR_STARS = 31,   /* more do not fit into a line without touching */
    PM_STAR_HOLE = -1
};

struct pm_starbattle {
    int rows, columns;
    int stars; /* in every row, column and island */
    int island_count;
    char label[PM_STAR_ISLANDS]; /* the letter that names each island */
    signed char *island;         /* of every cell, in reading order, or PM_STAR_HOLE */
    signed char *given;          /* of every cell: 0, 1, or PULMA_EMPTY */
    int place_count;
    int *cell_of;  /* the cell of each place */
    int *place_at; /* the place of each cell, or PM_STAR_HOLE */
};

/* A board of one nameless island, nothing given, places not yet numbered; NULL: no memory. */
struct pm_starbattle *pm_starbattle_new(int rows, int columns, struct pm_arena *arena);
/* Numbers the places once all islands are known. */
void pm_starbattle_number(struct pm_starbattle *p);
/* The k-th letter for islands that have none: A to Z, a to z, 0 to 9. */
char pm_starbattle_letter(int island);

/* Islands by numbers from 0, counted in reading order, as other notations have them. */
pulma_status pm_starbattle_from_numbers(int rows, int columns, int stars, const int *number,
                                        int count, const struct pm_text *at,
                                        struct pm_arena *arena, void **puzzle,
                                        pulma_error *err);

/* formats.c */
int pm_starbattle_sniff_sbn(const struct pm_text *t);
pulma_status pm_starbattle_read_sbn(struct pm_text *t, struct pm_arena *arena,
                                    void **puzzle, const char **title, pulma_error *err);
int pm_starbattle_sniff_task(const struct pm_text *t);
pulma_status pm_starbattle_read_task(struct pm_text *t, struct pm_arena *arena,
                                     void **puzzle, const char **title, pulma_error *err);

pulma_status pm_starbattle_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                  struct pm_arena *arena, void **puzzle, pulma_error *err);

/* Explaining: steps.c.  The sorts of rules as steps name them. */
enum { PM_STAR_ROW = 1, PM_STAR_COLUMN, PM_STAR_ISLAND, PM_STAR_TOUCH };
struct pm_scale pm_starbattle_scale(const void *puzzle);
const char *pm_starbattle_technique(const void *puzzle, const struct pm_step *step);

#endif
