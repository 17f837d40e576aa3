/* The text of a model and the text of its data. */
#ifndef PM_SOURCE_H
#define PM_SOURCE_H

#include <stddef.h>

/* What is to be solved.  The data section may be empty (len 0) for a model that has its own. */
struct pm_source {
    const char *model;
    size_t model_len;
    const char *data; /* "data; ... end;" */
    size_t data_len;
};

#endif
