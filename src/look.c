/* Images are kept as 128-bit fingerprints: among a thousand million images the chance that
 * any two share one is below 10^-20, far below that of a machine fault. */
#include "look.h"

#include <stdlib.h>
#include <string.h>

struct print {
    uint64_t a, b; /* both 0: a free slot */
};

struct pm_looks {
    int places;
    struct print *slots;
    size_t size; /* a power of two */
    uint64_t count;
};

struct pm_looks *pm_looks_new(int places)
{
    struct pm_looks *looks = calloc(1, sizeof *looks);
    if (!looks)
        return NULL;
    looks->places = places;
    looks->size = 64;
    looks->slots = calloc(looks->size, sizeof *looks->slots);
    if (!looks->slots) {
        free(looks);
        return NULL;
    }
    return looks;
}

void pm_looks_free(struct pm_looks *looks)
{
    if (looks)
        free(looks->slots);
    free(looks);
}

void pm_looks_clear(struct pm_looks *looks)
{
    if (!looks)
        return;
    memset(looks->slots, 0, looks->size * sizeof *looks->slots);
    looks->count = 0;
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

static struct print fingerprint(const int *image, int n)
{
    struct print p = {0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu};
    for (int i = 0; i < n; i++) {
        uint64_t item = (uint64_t)(uint32_t)image[i] + ((uint64_t)(uint32_t)i << 32);
        p.a = mix(p.a ^ item);
        p.b = mix(p.b + 0x165667B19E3779F9u * (item + 1));
    }
    p.a |= 1; /* never the mark of a free slot */
    return p;
}

/* The slot of this print, or the free one where it belongs. */
static struct print *slot_of(const struct pm_looks *looks, struct print p)
{
    size_t i = (size_t)p.b & (looks->size - 1);
    while (looks->slots[i].a != 0 && (looks->slots[i].a != p.a || looks->slots[i].b != p.b))
        i = (i + 1) & (looks->size - 1);
    return &looks->slots[i];
}

static bool grow(struct pm_looks *looks)
{
    struct pm_looks larger = *looks;
    larger.size = 2 * looks->size;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < looks->size; i++)
        if (looks->slots[i].a != 0)
            *slot_of(&larger, looks->slots[i]) = looks->slots[i];
    free(looks->slots);
    *looks = larger;
    return true;
}

bool pm_looks_add(struct pm_looks *looks, const int *image)
{
    if (2 * looks->count >= looks->size && !grow(looks))
        return false;
    struct print p = fingerprint(image, looks->places);
    struct print *slot = slot_of(looks, p);
    if (slot->a == 0) {
        *slot = p;
        looks->count++;
    }
    return true;
}

uint64_t pm_looks_count(const struct pm_looks *looks)
{
    return looks->count;
}
