/* A set of integer vectors of one width: answers that were given, images of answers. */
#ifndef PM_SET_H
#define PM_SET_H

#include <stdbool.h>
#include <stdint.h>

struct pm_set;

struct pm_set *pm_set_new(int width); /* NULL: no memory */
void pm_set_free(struct pm_set *set); /* NULL is allowed, as in the next one */
void pm_set_clear(struct pm_set *set);
/* Adds a vector unless it is there already; false: no memory. */
bool pm_set_add(struct pm_set *set, const int *vector);
bool pm_set_has(const struct pm_set *set, const int *vector);
uint64_t pm_set_count(const struct pm_set *set);

#endif
