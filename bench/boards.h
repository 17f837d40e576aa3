/* Sets of boards, from collections, from examples/ and from the generator. */
#ifndef BENCH_BOARDS_H
#define BENCH_BOARDS_H

#include <stdbool.h>
#include <stddef.h>

/* How boards stand in a file. */
enum shape {
    LINES,   /* one a line */
    BLOCKS,  /* "@ name", the board, "=", its answer */
    BODIES,  /* the same, and the first line of the board (its size) is left out */
    NUMBERS, /* "$1", the board, "$2", ... */
    FILES,   /* a folder, one a file */
    EXAMPLE, /* a file of this project, path from its top folder: one board */
    MADE,    /* by the generator with the seed 1: path is "COLUMNSxROWS" */
    OPEN,    /* a knight in the corner of an empty board: path as before */
    PAINTED  /* a framed board for edge matching, cut up: path is "SIZExSIZE COLOURS" */
};

/* What is asked of each board. */
enum question {
    UNIQUE, /* an answer, and whether there is another; the cheapest, if answers have a cost */
    FIRST, /* an answer */
    ALL    /* how many answers */
};

struct set {
    const char *name; /* "KIND/WHAT" */
    const char *path; /* in the folder of collections */
    enum shape shape;
    int quick;             /* boards in a quick run, spread evenly; 0: only in a full run */
    int full;              /* the same for a full run; 0: all */
    const char *reference; /* "rules", "MODEL SOLVER", or "": none */
    int reference_boards;  /* the reference is slow: only so many */
    const char *notation;  /* for peer programs; NULL: pulma's own */
    const char *head;      /* put before each board: the kind's name and fields */
    const char *rule, *instead; /* a field of pulma's own notation, and what it becomes */
    enum question question;
};

extern const struct set sets[]; /* the last has no name */

struct board {
    char name[64];
    char *text;
    size_t len;
};

struct boards {
    struct board *all;
    int n;
};

/* The kind's name, which is the first part of the set's. */
const char *kind_of(const struct set *set, char *name, size_t size);
/* All boards of a set; none if its file is not there. */
struct boards load_boards(const struct set *set, const char *folder);
void free_boards(struct boards *b);
/* A whole file, with a NUL behind it; NULL: it cannot be read. */
char *read_text(const char *path, size_t *len);

#endif
