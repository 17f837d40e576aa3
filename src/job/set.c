/* Vectors are kept as 128-bit fingerprints: among a thousand million vectors the chance that
 * any two share one is below 10^-20, far below that of a machine fault. */
#include "job/set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct print {
    uint64_t a, b; /* both 0: a free slot */
};

struct pm_set {
    int width;
    struct print *slots;
    size_t size; /* a power of two */
    uint64_t count;
};

struct pm_set *pm_set_new(int width)
{
    struct pm_set *set = calloc(1, sizeof *set);
    if (!set)
        return NULL;
    set->width = width;
    set->size = 64;
    set->slots = calloc(set->size, sizeof *set->slots);
    if (!set->slots) {
        free(set);
        return NULL;
    }
    return set;
}

void pm_set_free(struct pm_set *set)
{
    if (set)
        free(set->slots);
    free(set);
}

void pm_set_clear(struct pm_set *set)
{
    if (!set)
        return;
    memset(set->slots, 0, set->size * sizeof *set->slots);
    set->count = 0;
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

static struct print fingerprint(const int *vector, int n)
{
    struct print p = {0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu};
    for (int i = 0; i < n; i++) {
        uint64_t item = (uint64_t)(uint32_t)vector[i] + ((uint64_t)(uint32_t)i << 32);
        p.a = mix(p.a ^ item);
        p.b = mix(p.b + 0x165667B19E3779F9u * (item + 1));
    }
    p.a |= 1; /* never the mark of a free slot */
    return p;
}

/* The slot of this print, or the free one where it belongs. */
static struct print *slot_of(const struct pm_set *set, struct print p)
{
    assert(p.a != 0 && set->count < set->size);
    size_t i = (size_t)p.b & (set->size - 1);
    while (set->slots[i].a != 0 && (set->slots[i].a != p.a || set->slots[i].b != p.b))
        i = (i + 1) & (set->size - 1);
    return &set->slots[i];
}

static bool grow(struct pm_set *set)
{
    struct pm_set larger = *set;
    larger.size = 2 * set->size;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i].a != 0)
            *slot_of(&larger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = larger;
    return true;
}

bool pm_set_add(struct pm_set *set, const int *vector)
{
    if (2 * set->count >= set->size && !grow(set))
        return false;
    struct print p = fingerprint(vector, set->width);
    struct print *slot = slot_of(set, p);
    if (slot->a == 0) {
        *slot = p;
        set->count++;
    }
    return true;
}

bool pm_set_has(const struct pm_set *set, const int *vector)
{
    return slot_of(set, fingerprint(vector, set->width))->a != 0;
}

uint64_t pm_set_count(const struct pm_set *set)
{
    assert(set->count <= set->size);
    return set->count;
}
