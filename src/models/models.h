/* The table of embedded models, which embed.py writes at build time: sorted by kind, then name. */
#ifndef PM_MODELS_H
#define PM_MODELS_H

#include "models/model.h"

extern const struct pm_model pm_models[]; /* the last one has a NULL kind */
extern const int pm_models_count;

#endif
