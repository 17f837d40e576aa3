/* Inside the search for a full match: what edges.c prepares, and narrow.c and count.c build on.  No
 * other file includes it. */
#ifndef PM_EDGES_INSIDE_H
#define PM_EDGES_INSIDE_H

#include "kernels/edges/tables.h"

/* The functions of the inner loop become part of each of its versions. */
#define INNER static inline __attribute__((always_inline))

struct candidate {
    uint16_t type, turn;
    uint8_t colour
        [4]; /* in tables, of sides that are not known: the colour that will meet it */
};

/* A candidate as it is kept in lists and laid: from the lowest bit on 16 bits of a piece (the first
 * slot of its type), 16 of the level for which it waits (0 in lists), 16 of its number in its table,
 * 8 of the colour that a later level has to meet, 8 of the one that the next level has to. */
typedef uint64_t option;

/* No piece has this slot: the end of a type, and what lists are filled up with. */
enum { NO_SLOT = 0x8000 };

static inline uint16_t option_slot(option o)
{
    return (uint16_t)o;
}

static inline unsigned option_level(option o)
{
    return (uint32_t)o >> 16;
}

static inline uint16_t option_number(option o)
{
    return (uint16_t)(o >> 32);
}

static inline uint8_t option_later(option o)
{
    return (uint8_t)(o >> 48);
}

static inline uint8_t option_next(option o)
{
    return (uint8_t)(o >> 56);
}

/* A list of options: where it begins, and how many there are.  Behind it some of NO_SLOT follow, up
 * to a multiple of GROUP. */
enum { GROUP = 4 };
struct span {
    uint32_t start, count;
};

/* The candidates for cells of the same shape.  key[0] and out[0] of the shape are the sides beside
 * the level before and the next one, key[1] and out[1] those beside one much earlier or later. */
struct table {
    struct pm_shape shape;
    struct candidate *all;
    int count, longest; /* of the lists */
    struct span *lists; /* [colour of key[1] * colours + colour of key[0]] */
};

struct level {
    const struct table *table;
    const struct span *row; /* its lists by the colour that the level before shows */
    /* A later level that meets a side of this one gets its row of lists: whose, and where to. */
    const struct span *later_lists;
    const struct span **later_row;
    const struct candidate *placed; /* once a board is found */
    int cell;
};

/* A list before any piece is laid. */
struct whole {
    struct span *list;
    uint32_t count;
};

/* An option that will be tried, and the list for the level after it then. */
struct waiting {
    option option;
    struct span next;
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
    int level_count;
    bool finished;

    /* Free pieces have slots, those of a type side by side.  A piece lies on the level on which it
     * was laid last, if that is before the present one and still holds it.  So nothing has to be
     * undone when the search goes back. */
    int *first_slot;                 /* per type */
    uint16_t *head_slot, *next_slot; /* per slot: the first and the next one of its type */
    bool has_mates;                  /* some type has several */
    uint16_t *laid_on;
    option *laid; /* per level */

    /* The lists, and the same without pieces that lie on levels before `thin_from`. */
    struct whole *whole;
    uint32_t list_count, option_count;
    option *options, *thin;
    uint32_t *thin_count;        /* by where a list begins */
    size_t thin_from;            /* at least 1 */
    struct waiting *stack, *top; /* at the bottom one that ends the search */
    size_t room;                 /* on the stack */

    /* A long search is done by two in turn, the second one with tables of its own. */
    struct pm_edges_search *twin; /* NULL: there is none (yet) */
    struct pm_arena *arena;       /* for it */
    bool turned;                  /* as it was started */
    int left;                     /* pieces to lay until its turn ends */
    pulma_status state;           /* PULMA_LIMIT: goes on; PULMA_OK: a board is found */
    struct pm_edges_wide *wide;   /* for pm_edges_lay_avx512(); NULL: not suited */
};

/* Lists change when a level comes to an end before which pieces were taken out: s->thin_count tells
 * how long they are now. */
void pm_edges_thin_for(struct pm_edges_search *s, size_t level);

/* The same as in edges.c for both searches at once, with AVX-512, until the turn of one ends.  It
 * needs room, which is NULL where it cannot be used: without AVX-512, with equal pieces or with more
 * than 256 ones. */
struct pm_edges_wide *pm_edges_wide_new(const struct pm_edges_search *s);
void pm_edges_lay_avx512(struct pm_edges_search *a, struct pm_edges_search *b);

/* Four words that are looked at together, and eight where a processor has vectors as wide: where it
 * has not, a compiler may compare them one by one. */
typedef uint64_t quad __attribute__((vector_size(32), may_alias));
enum { BLOCK = 8 };
typedef uint64_t block __attribute__((vector_size(8 * BLOCK)));

INNER uint64_t pm_edges_union(const quad *q)
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    pair p = __builtin_shufflevector(*q, *q, 0, 1) | __builtin_shufflevector(*q, *q, 2, 3);
    return p[0] | p[1];
}

INNER uint64_t pm_edges_union_of_8(const block *b)
{
    quad q = __builtin_shufflevector(*b, *b, 0, 1, 2, 3) |
             __builtin_shufflevector(*b, *b, 4, 5, 6, 7);
    return pm_edges_union(&q);
}

/* For a board that suits it, whether its inside can be filled once the frame lies: see ring.c.
 * NULL: it does not suit, or there is no memory. */
struct pm_edges_ring;
struct pm_edges_ring *pm_edges_ring_new(const struct pm_edges_search *s,
                                        struct pm_arena *arena);
/* A piece of the frame that shows these colours lies there now. */
void pm_edges_ring_lay(struct pm_edges_ring *r, int cell, const uint8_t *colours);
/* False: with this frame, which is complete, there is no answer.  *steps: how long that took. */
bool pm_edges_ring_may_fit(struct pm_edges_ring *r, int64_t *steps);

/* The colour that a piece shows on a side when it is turned so often. */
static inline int paint_of(const struct pm_edges_search *s, int piece, int turn, int side)
{
    int sides = s->e->sides;
    return s->paint[piece * sides + (side - turn + sides) % sides];
}

/* All candidates for a cell with these sides at the rim; returns how many, at most types * sides. */
int pm_edges_candidates(const struct pm_edges_search *s, int rim, struct candidate *all);

#endif
