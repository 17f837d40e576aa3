/* The models that come with pulma: looking them up in the table that the build made. */
#include "models/models.h"

#include <assert.h>
#include <string.h>

/* The place of the kind's first model; pm_models_count if it has none. */
static int first_of(const char *kind)
{
    int i = 0;
    while (i < pm_models_count && strcmp(pm_models[i].kind, kind) != 0)
        i++;
    return i;
}

/* Of those that are right, or of the others. */
static int count(const char *kind, bool faulty)
{
    int n = 0;
    for (int i = first_of(kind);
         i < pm_models_count && strcmp(pm_models[i].kind, kind) == 0; i++)
        n += (pm_models[i].faulty[0] != '\0') == faulty;
    return n;
}

int pm_model_count(const char *kind)
{
    return count(kind, false);
}

int pm_model_faulty_count(const char *kind)
{
    return count(kind, true);
}

static int all(const char *kind)
{
    return pm_model_count(kind) + pm_model_faulty_count(kind);
}

const struct pm_model *pm_model_get(const char *kind, int i)
{
    assert(0 <= i && i < all(kind));
    return &pm_models[first_of(kind) + i];
}

const struct pm_model *pm_model_find(const char *kind, const char *name)
{
    for (int i = 0; i < all(kind); i++)
        if (strcmp(pm_model_get(kind, i)->name, name) == 0)
            return pm_model_get(kind, i);
    return NULL;
}
