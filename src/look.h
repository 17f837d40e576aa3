/* A set of images of answers, to count how many look different. */
#ifndef PM_LOOK_H
#define PM_LOOK_H

#include <stdbool.h>
#include <stdint.h>

struct pm_looks;

struct pm_looks *pm_looks_new(int places); /* NULL: no memory */
void pm_looks_free(struct pm_looks *looks);
void pm_looks_clear(struct pm_looks *looks); /* NULL is allowed */
/* Adds an image of `places` integers unless it is there already; false: no memory. */
bool pm_looks_add(struct pm_looks *looks, const int *image);
uint64_t pm_looks_count(const struct pm_looks *looks);

#endif
