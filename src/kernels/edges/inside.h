/* Inside the search for a full match: what edges.c prepares and narrow.c builds on.  No other
 * file includes it. */
#ifndef PM_EDGES_INSIDE_H
#define PM_EDGES_INSIDE_H

#include "kernels/edges/edges.h"

/* `left` counts the free pieces of a type.  The type NO_TYPE_LEFT, after the last one, always has
 * one left: it ends each list of candidates. */
struct candidate {
    uint16_t type, turn;
    uint8_t colour
        [4]; /* in tables, of sides that are not known: the colour that will meet it */
};

/* The candidates for cells with the same rim sides and known sides. */
struct table {
    int rim, known; /* sets of sides, as bits */
    int key[2];     /* the sides whose colours lead to the list; -1: unused */
    const struct candidate **list; /* [colour of key[0] * colours + colour of key[1]] */
};

struct level {
    const struct candidate *next;        /* to try; the one before lies here, if one does */
    const struct candidate *const *list; /* of the table */
    int key[2]; /* edges of the table's key, or the edge that is always 0 */
    int more_count;
    /* Sides whose colours others will meet, and their edges: the last one is a spare edge where
     * there are fewer. */
    int out_side[2], out_edge[2], out_count;
    int more_side[2], more_edge[2];       /* further known sides */
    const struct candidate *placed;       /* once a board is found */
    int further_side[2], further_edge[2]; /* where more than two will be met */
    int cell;
};

struct pm_edges_search {
    const struct pm_edges *e;
    int colours, types;
    uint8_t *paint;       /* cells * sides: the pieces' colours, numbered without gaps */
    uint8_t partner[256]; /* per such number: that of the colour that it meets */
    int *type_of,
        *offset; /* per piece: turned `offset` times it is as its type's first one */
    int *first_of, *period; /* per type: a piece; after so many turns it looks the same */
    int *mate;              /* per piece: the next free piece of its type, or -1 */
    int *free_of;           /* per type: a free piece, or -1 */
    uint16_t *free_count;   /* per type */
    int pinned;             /* a type that shows only so many turns from one on; -1: none */
    int pinned_from, pinned_turns;
    bool tight;    /* all colour 0 is needed at the rim */
    bool hopeless; /* seen at the start */

    struct table *tables;
    int table_count;
    struct level *levels;
    int depth, level_count; /* depth -1: finished */
    uint16_t *left;
    uint8_t *shown; /* per edge: its colour; the last two: always 0, and a spare one */
};

/* The colour that a piece shows on a side when it is turned so often. */
static inline int paint_of(const struct pm_edges_search *s, int piece, int turn, int side)
{
    int sides = s->e->sides;
    return s->paint[piece * sides + (side - turn + sides) % sides];
}

/* All candidates for a cell with these sides at the rim; returns how many, at most types * sides. */
int pm_edges_candidates(const struct pm_edges_search *s, int rim, struct candidate *all);

#endif
