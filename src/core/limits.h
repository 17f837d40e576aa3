/* How long a search may go on.  Searches ask pm_stop() every so often; what it
 * says ends them with PULMA_LIMIT, and partial results stay valid. */
#ifndef PM_LIMITS_H
#define PM_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pulma/pulma.h"

/* A budget of memory for the whole process, as resident bytes.  One may be shared by all jobs of
 * all threads.  What the process uses is looked up a few dozen times a second at most. */
struct pm_memory {
    size_t most;             /* bytes; 0: any amount */
    size_t helper_most;      /* bytes of a helper's address space; 0: a sensible amount */
    _Atomic bool reached;    /* somebody was refused */
    _Atomic size_t used;     /* when last looked up */
    _Atomic int64_t look_at; /* microseconds on pm_clock(): not before that */
};

struct pm_limits {
    double deadline;          /* on pm_clock(); 0: none */
    struct pm_memory *memory; /* may be NULL */
    int64_t conflicts; /* search conflicts or nodes, for repeatable limits; 0: none */
    uint64_t seed;     /* for searches that take chances */
    bool (*stop)(void *context); /* may be NULL; true: stop now */
    void *context;
};

/* Seconds since some fixed moment, and CPU seconds of this thread. */
double pm_clock(void);
double pm_cpu_clock(void);
/* CPU seconds of this thread since a start; what takes some microseconds hardly costs a look at the
 * CPU clock. */
struct pm_watch {
    double clock, cpu_clock;
};
struct pm_watch pm_watch_start(void);
double pm_watch_seconds(const struct pm_watch *watch);
/* Whether the deadline has passed, the caller wants to stop, or too much memory is in use. */
bool pm_stop(const struct pm_limits *limits);
/* Whether `bytes` more stay within the budget; asked before large pieces are allocated. */
bool pm_memory_allows(struct pm_memory *memory, size_t bytes);
/* Resident bytes of this process; 0 where the system does not tell. */
size_t pm_memory_used(void);

#endif
