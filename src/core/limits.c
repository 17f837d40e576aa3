#include "core/limits.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock)
{
    struct timespec now = {0, 0};
    if (clock_gettime(clock, &now) != 0) /* WebAssembly has no CPU clock */
        clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double pm_clock(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double pm_cpu_clock(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

struct pm_watch pm_watch_start(void)
{
    struct pm_watch watch = {.cpu_clock = pm_cpu_clock()};
    watch.clock = pm_clock();
    return watch;
}

/* The CPU clock is a system call and the other one is not.  In so short a time hardly ever
 * somebody else gets the core, and if so, no more than this is counted too much. */
#define BLINK 20e-6

double pm_watch_seconds(const struct pm_watch *watch)
{
    double passed = pm_clock() - watch->clock;
    return passed < BLINK ? passed : pm_cpu_clock() - watch->cpu_clock;
}

size_t pm_memory_used(void)
{
    unsigned long long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%llu %llu", &pages, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}

enum { MEMORY_LOOK_MICROSECONDS = 20000 };

/* Two threads that look at the same time do no harm. */
static size_t used_lately(struct pm_memory *memory)
{
    int64_t now = (int64_t)(1e6 * pm_clock());
    if (now >= memory->look_at) {
        memory->look_at = now + MEMORY_LOOK_MICROSECONDS;
        memory->used = pm_memory_used();
    }
    return memory->used;
}

bool pm_memory_allows(struct pm_memory *memory, size_t bytes)
{
    if (!memory || memory->most == 0)
        return true;
    size_t used = used_lately(memory);
    if (used <= memory->most && bytes <= memory->most - used)
        return true;
    memory->reached = true;
    return false;
}

bool pm_stop(const struct pm_limits *limits)
{
    if (limits->stop && limits->stop(limits->context))
        return true;
    if (limits->deadline > 0 && pm_clock() >= limits->deadline)
        return true;
    return limits->memory && !pm_memory_allows(limits->memory, 0);
}
