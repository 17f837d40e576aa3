/* Chance that is the same on every machine: made from a seed, passed as a parameter. */
#ifndef PM_RANDOM_H
#define PM_RANDOM_H

#include <stdint.h>

struct pm_rng {
    uint64_t state[4]; /* xoshiro256**, never all zero */
};

void pm_rng_init(struct pm_rng *rng, uint64_t seed);
uint64_t pm_rng_next(struct pm_rng *rng);
/* 0 to n - 1, every one equally likely; n >= 1. */
int pm_rng_below(struct pm_rng *rng, int n);
/* Shuffles n integers in place. */
void pm_rng_shuffle(struct pm_rng *rng, int *items, int n);

#endif
