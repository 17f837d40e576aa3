#include "core/random.h"

#include <assert.h>

/* Splitmix64 spreads a seed over the state, as the authors of xoshiro advise. */
static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void pm_rng_init(struct pm_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->state[i] = splitmix(&seed);
}

static uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

uint64_t pm_rng_next(struct pm_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

int pm_rng_below(struct pm_rng *rng, int n)
{
    assert(n >= 1);
    uint64_t range = (uint64_t)n, fair = UINT64_MAX - UINT64_MAX % range, x;
    do
        x = pm_rng_next(rng);
    while (x >= fair); /* the incomplete last round would favour small numbers */
    return (int)(x % range);
}

void pm_rng_shuffle(struct pm_rng *rng, int *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = pm_rng_below(rng, i + 1), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}
