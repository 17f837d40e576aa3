/* Edge matching: tables from the colours that a cell has to meet to the pieces for it. */
#ifndef PM_EDGES_TABLES_H
#define PM_EDGES_TABLES_H

#include "core/random.h"
#include "kernels/edges/edges.h"

/* A candidate for a cell: from the lowest bit on 12 bits of the piece, 4 of its turn, twice 8 of
 * the colours that it shows to cells that come later, 16 of the sides with a favoured colour, 16 of
 * the joins that fail.  The upper half is what it adds to the sums of the cells before. */
typedef uint64_t pm_word;

enum {
    PM_WORD_PIECES = 1 << 12,
    PM_WORD_NO_PIECE = PM_WORD_PIECES - 1, /* of the word that ends a list; never used */
    PM_WORD_MOST_FAILURES = 0x4000         /* of the same word */
};

static inline pm_word pm_word_of(int piece, int turn, int out0, int out1, int favoured,
                                 int failed)
{
    return (pm_word)piece | (pm_word)turn << 12 | (pm_word)out0 << 16 |
           (pm_word)out1 << 24 | (pm_word)favoured << 32 | (pm_word)failed << 48;
}

static inline int pm_word_piece(pm_word w)
{
    return (int)(w & (PM_WORD_PIECES - 1));
}

static inline int pm_word_turn(pm_word w)
{
    return (int)(w >> 12 & 15);
}

/* What a choice shows on a side. */
static inline int pm_edges_colour(const struct pm_edges *e, int choice, int side)
{
    int piece = choice / e->sides, turn = choice % e->sides;
    return e->colour[piece * e->sides + (side - turn + e->sides) % e->sides];
}

/* How a cell meets what is known: sides at the rim, beside earlier cells, beside hints. */
struct pm_shape {
    int rim;          /* a set of sides, as bits */
    int fixed[4];     /* the colour that a hint shows there; -1: no hint */
    int key[2];       /* the sides beside earlier cells; -1: none */
    int out[2];       /* the sides that later cells meet; -1: none */
    int most_failing; /* joins that may fail with one piece */
};

/* The shape of a cell once others are `filled`, at most two of its neighbours and all but two; no
 * join may fail. */
struct pm_shape pm_shape_of(const struct pm_edges *e, int cell, const bool *filled);
bool pm_shape_equal(const struct pm_shape *a, const struct pm_shape *b);
/* Whether hints leave more than two sides to meet. */
bool pm_shape_is_narrow(const struct pm_shape *s);

/* A piece with a turn that suits a shape. */
struct pm_candidate {
    int piece, turn, favoured, failed; /* failed: at hints */
    uint8_t colour[4];
};

struct pm_table {
    struct pm_shape shape;
    struct pm_candidate *all; /* that suit, in the order to try them */
    int count;
    size_t words;
    /* By the colours of the key, first * stride + second: the words that match, then those that
     * fail, each with most favoured sides first, then the one that ends the list. */
    const pm_word **list;
    const pm_word **thin; /* without the pieces that are gone; NULL in it: not made yet */
};

/* Tables, made as they are needed. */
struct pm_tables {
    const struct pm_edges *e;
    struct pm_rng *rng;
    int colours, stride;
    const bool *chosen;  /* favoured colours */
    const bool *rigid;   /* colours whose joins never fail */
    const uint8_t *used; /* pieces that are left out of all lists */
    struct pm_table *all;
    int count;
    size_t room;                  /* words that tables may still have */
    struct pm_candidate *scratch; /* one for each choice, and one more */

    const uint8_t *gone; /* pieces that are left out of thin lists */
    pm_word *thin_end;   /* behind the last one */
    pm_word *thin_words;
    const pm_word ***thinned; /* where the lists are that are made */
    size_t thinned_count;
};

/* NULL: no memory. */
struct pm_table *pm_tables_find(struct pm_tables *t, const struct pm_shape *s,
                                struct pm_arena *arena);
/* The most words that a table may have. */
size_t pm_tables_words(const struct pm_tables *t, const struct pm_shape *s);

/* Thin lists are for a search that begins with many pieces laid and meets few of the colours.  Room
 * for those of all tables that there are; false: no memory. */
bool pm_tables_make_room(struct pm_tables *t, struct pm_arena *arena);
/* Other pieces are gone: forgets all thin lists. */
void pm_tables_forget(struct pm_tables *t);
/* Makes the thin list of a whole one. */
const pm_word *pm_tables_thin(struct pm_tables *t, const pm_word *whole,
                              const pm_word **thin);

#endif
