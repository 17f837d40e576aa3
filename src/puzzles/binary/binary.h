/* The board of binary sudokus, for the kind (kind.c), its invention (invent.c) and its steps
 * (steps.c). */
#ifndef PM_BINARY_H
#define PM_BINARY_H

#include "kernels/halves/halves.h"
#include "puzzles/kind.h"

struct pm_binary {
    int rows, columns;  /* even */
    bool different;     /* no two rows and no two columns are equal */
    signed char *given; /* 0, 1, or PULMA_EMPTY */
};

/* Without givens, and lines differ; NULL: no memory. */
struct pm_binary *pm_binary_new(int rows, int columns, struct pm_arena *arena);

/* How many cells a set has. */
static inline int pm_binary_count(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* Nodes in vain after which the engine, which learns from its failures, takes over. */
enum { PM_BINARY_PATIENCE = 100000 };
pulma_status pm_binary_kernel(const void *puzzle, struct pm_search *search);

pulma_status pm_binary_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err);
extern const char pm_binary_options[];

/* ---- steps.c ---- */

/* The sorts of rules, by which steps are named. */
enum { PM_BINARY_HALVES = 1, PM_BINARY_TRIPLE, PM_BINARY_DIFFERENT };

/* How single rules, or pairs of them where they do not do, fill a board. */
struct pm_binary_course {
    bool solved;
    int steps;     /* of single rules */
    bool several;  /* a single rule had to fill several cells at once */
    bool doubtful; /* explanations may go another way, with other numbers of steps */
    int pairs;     /* steps of two rules */
};
/* Of a board that has an answer.  `pairs`: of rules may be taken, too; then it ends where lines differ and
 * the course is doubtful. */
struct pm_binary_course pm_binary_follow(const struct pm_binary *b, bool pairs);

struct pm_scale pm_binary_scale(const void *puzzle);
/* The rating of a board that was followed with pairs; false: it has to be explained. */
bool pm_binary_rate(const struct pm_binary *b, const struct pm_binary_course *course,
                    double *rating);
bool pm_binary_rate_soon(const void *puzzle, double *rating);
const char *pm_binary_technique(const void *puzzle, const struct pm_step *step);

#endif
