/* What bands.c and the instances of bands_settle.h share: how a board lies in vectors.
 *
 * A board is nine vectors, one for each of the nine positions within a box.  Lane 4 I + J of
 * the vector 3 i + j is the cell in row i, column j of the box in band I, stack J; its nine low
 * bits are the digits that may still stand there.  So what happens inside of a box happens
 * between vectors, in all boxes and for all digits at once, and what happens between the boxes
 * of a band or a stack is a fixed shuffle of lanes.  Lanes with I or J = 3 are no cells; they
 * keep all digits and no rule changes that.
 *
 * With AVX-512 two boards lie side by side in one register: the two sides of a guess, which
 * are worked out together. */
#ifndef PM_BANDS_LANES_H
#define PM_BANDS_LANES_H

#include <stdbool.h>
#include <stdint.h>

enum { PM_BANDS_LANES = 16, PM_BANDS_ALL = 0x1FF, PM_BANDS_SOLVED = 0xFFFF };

/* Aligned the same in files for any processor, which GCC does not see to by itself. */
typedef uint16_t pm_lanes __attribute__((vector_size(32), aligned(32), may_alias));

/* All bits of the lanes that are 0; the highest bit is never set.  GCC goes through the lanes one by one to
 * compare vectors wider than the machine's: without this boards take twice as long. */
#ifdef __clang__
#define PM_LANES_ZERO(x) ((__typeof__(x))((x) == 0))
#else
#define PM_LANES_ZERO(x) ((((x) + 0x7FFF) >> 15) - 1)
#endif

union pm_bands_board {
    pm_lanes vector[9];
    uint16_t cell[9][PM_BANDS_LANES];
};

/* A cell: bits 0 to 3 its lane, bits 4 to 7 its vector. */
struct pm_bands_guess {
    unsigned cell;
    uint16_t low, rest; /* its candidates: the one that is tried first, and the others */
};

/* A board that waits for its turn. */
struct pm_bands_waiting {
    union pm_bands_board board;
    struct pm_bands_guess side; /* what is to be settled, the same on both sides */
    bool settled, deep;
};

/* The functions that each path has its own version of. */
struct pm_bands_moves {
    /* Takes both sides of a guess from the board and applies the rules: `deep` ones too, until nothing
     * changes, or only the others, until no more cells are filled.  Bit 0 (1) of the result: `low`
     * (`rest`) shows no contradiction.  Either may be the board itself.  If `low` and `rest` of the
     * guess are the same, only `low` counts. */
    unsigned (*settle)(const union pm_bands_board *board,
                       const struct pm_bands_guess *guess, bool diagonals, bool deep,
                       union pm_bands_board *low, union pm_bands_board *rest);
    /* The cell of a settled board to guess in, or PM_BANDS_SOLVED.  Care takes longer. */
    unsigned (*choose)(const union pm_bands_board *board, bool careful);
    /* Settles `low` without deep rules and goes on guessing without care, the lower digit of the first
     * cell with two candidates, up to `*most` times: boards without these digits wait from `waiting` on,
     * where the board and the guess may lie themselves.  The last board comes to `now`, how many guesses
     * there were to `*most`.  False: it is not sound. */
    bool (*dive)(const union pm_bands_board *board, const struct pm_bands_guess *guess,
                 int *most, struct pm_bands_waiting *waiting, union pm_bands_board *now);
    /* Takes over a board as struct pm_bands has it; says how many cells are given. */
    int (*load)(const uint16_t *allowed, union pm_bands_board *board);
    /* The same of digits, 0 where any may stand. */
    int (*load_digits)(const int *given, union pm_bands_board *board);
    /* The digits in reading order of a board whose cells have one candidate each. */
    void (*digits)(const union pm_bands_board *board, int *answer);
    bool at_once; /* both sides of a guess take less time than one after the other */
};

#define PM_BANDS_AVX512                                                                    \
    target("avx2,avx512f,avx512bw,avx512vl,avx512dq,avx512bitalg,popcnt,bmi")

extern const struct pm_bands_moves pm_bands_avx512;
extern const struct pm_bands_moves pm_bands_avx512_one; /* its moves of one side */
extern const struct pm_bands_moves pm_bands_avx2;
extern const struct pm_bands_moves pm_bands_portable;

#endif
