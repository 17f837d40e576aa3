/* The board of Flow Free, shared by the files of this kind: kind.c (answers, check,
 * drawing), text.c (notations), rules.c (the rules for the engine),
 * search.c (the kernel), rings.c and detour.c (how answers turn into
 * others) and invent.c (new boards). */
#ifndef PM_FLOWFREE_H
#define PM_FLOWFREE_H

#include "puzzles/kind.h"

enum {
    PM_FLOW_MAX_SIDE = 250,
    PM_FLOW_MAX_NAME = 12,
    PM_FLOW_MAX_CHOICES = 16 << 20, /* cells times colours */
    PM_FLOW_HOLE = -1,
};

/* The directions in which a cell has neighbours; the opposite of d is d ^ 2. */
enum { PM_RIGHT_OF, PM_BELOW, PM_LEFT_OF, PM_ABOVE };

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

/* The neighbour of a cell in a direction; only where the edge exists. */
int pm_flow_beyond(const struct pm_flow *f, int cell, int direction);

/* The longest name's length. */
int pm_flow_name_width(const struct pm_flow *f);

/* The parts of the kind that have files of their own. */
pulma_status pm_flow_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                          pulma_error *err);
void pm_flow_write(const void *puzzle, struct pm_form_out *form);
extern const struct pm_notation pm_flow_notations[];
void pm_flow_state(const void *puzzle, struct pm_rules *r);
/* The same rules over the edges alone, for the search; NULL: no memory.  The arena must outlive
 * them.  `tight`: an answer whose lines are as short and as high up as they can be. */
struct pm_rules *pm_flow_edge_rules(const struct pm_flow *f, bool touch, bool tight,
                                    struct pm_arena *arena);
/* The ways in which answers turn into others where all cells are covered and lines may touch
 * (rings.c); `lines` are the values of the edges.  NULL: no memory. */
struct pm_flow_rings;
struct pm_flow_rings *pm_flow_rings_new(const struct pm_flow *f, struct pm_arena *arena);
/* States that an answer is settled, in the rules over the edges alone. */
void pm_flow_rings_state(const struct pm_flow_rings *all, struct pm_rules *r);
/* Turns an answer into a settled one. */
void pm_flow_rings_settle(const struct pm_flow_rings *all, int *lines);
/* Calls found() for a settled answer and for all that settle to it, each once, while they are in
 * `lines`; false: stop.  PULMA_OK or PULMA_LIMIT. */
pulma_status pm_flow_rings_walk(const struct pm_flow_rings *all, int *lines,
                                bool (*found)(void *context), void *context,
                                const struct pm_limits *limits);
/* Where cells may stay free and lines may touch (detour.c): changes the edges of an
 * answer so that it becomes another one; PULMA_NONE: no line has a detour. */
pulma_status pm_flow_detour(const struct pm_flow *f, int *answer);
pulma_status pm_flow_search(const void *puzzle, struct pm_search *search);
pulma_status pm_flow_invent(const struct pm_wish *wish, struct pm_rng *rng,
                            struct pm_arena *arena, void **puzzle, pulma_error *err);

#endif
