/* The models that come with pulma: looking them up in the table that the build made. */
#include "program/models.h"

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

int pm_model_count(const char *kind)
{
    int first = first_of(kind), i = first;
    while (i < pm_models_count && strcmp(pm_models[i].kind, kind) == 0)
        i++;
    return i - first;
}

const struct pm_model *pm_model_get(const char *kind, int i)
{
    assert(0 <= i && i < pm_model_count(kind));
    return &pm_models[first_of(kind) + i];
}

const struct pm_model *pm_model_find(const char *kind, const char *name)
{
    for (int i = 0; i < pm_model_count(kind); i++)
        if (strcmp(pm_model_get(kind, i)->name, name) == 0)
            return pm_model_get(kind, i);
    return NULL;
}
