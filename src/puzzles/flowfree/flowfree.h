/* The board of Flow Free, shared by the files of this kind: kind.c (answers, check,
 * drawing), text.c (notations), pack.c (levels of the app), rules.c (the rules for the
 * engine) and invent.c (new boards). */
#ifndef PM_FLOWFREE_H
#define PM_FLOWFREE_H

#include "kernels/paths/paths.h"
#include "puzzles/kind.h"

enum {
    PM_FLOW_MAX_SIDE = PM_PATHS_MAX_SIDE,
    PM_FLOW_MAX_NAME = 12,
    PM_FLOW_MAX_CHOICES = 16 << 20, /* cells times colours */
    PM_FLOW_HOLE = -1,
};

struct pm_flow {
    int rows, columns;
    bool cover; /* every cell lies on a line */
    bool touch; /* a line may run beside itself */
    int colours;
    const char **name; /* of colour 1..colours; name[0] is not used */
    int (*dot)[2];  /* the two cells of each colour, in reading order; dot[0] is not used */
    bool *reversed; /* per colour: models lead its line from the second dot to the first */
    int *given;     /* per cell: 0, the colour of its dot, or PM_FLOW_HOLE */
    int cells, edges;
    int (*edge)
        [4]; /* per cell and direction: the place of the edge, -1 at walls and holes */
    int (*ends)[2]; /* per edge (counted from 0): its cells, the left or upper one first */
};

/* A board without dots yet: `given`, `colours` and the names are the caller's to fill, then
 * pm_flow_finish() finds the edges and the two dots of each colour, as often as it is asked.
 * NULL: no memory. */
struct pm_flow *pm_flow_new(struct pm_arena *arena, int rows, int columns);
void pm_flow_finish(struct pm_flow *f);

/* What every reader brings a board into: a text for each cell, empty for an open cell, "#" for a
 * hole, else the name of a dot. */
struct pm_flow_sheet {
    int rows, columns;
    struct pm_text *cell;
};
pulma_status pm_flow_sheet_new(struct pm_arena *arena, int rows, int columns,
                               struct pm_flow_sheet *s, pulma_error *err);
/* Numbers the colours in reading order, and complains of dots without a partner. */
pulma_status pm_flow_make(const struct pm_flow_sheet *s, struct pm_arena *arena, bool cover,
                          bool touch, void **puzzle, pulma_error *err);

/* The longest name's length. */
int pm_flow_name_width(const struct pm_flow *f);

/* The parts of the kind that have files of their own. */
pulma_status pm_flow_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                          pulma_error *err);
void pm_flow_write(const void *puzzle, struct pm_form_out *form);
extern const struct pm_notation pm_flow_notations[];
int pm_flow_pack_sniff(const struct pm_text *t);
pulma_status pm_flow_pack_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                               const char **title, pulma_error *err);
void pm_flow_state(const void *puzzle, struct pm_rules *r);
/* The board as the kernel sees it. */
struct pm_paths pm_flow_paths(const struct pm_flow *f);
bool pm_flow_move(const void *puzzle, int *answer, int from, int place, int value);
pulma_status pm_flow_invent(const struct pm_wish *wish, struct pm_rng *rng,
                            struct pm_arena *arena, void **puzzle, pulma_error *err);

#endif
