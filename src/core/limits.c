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

/* The CPU clock is a system call that may take a microsecond, and the other one is not.  In so short
 * a time hardly ever somebody else gets the core, and if so, a watch is wrong by no more than this. */
#define BLINK 200e-6

/* A thread that starts watch after watch looks at the CPU clock once a moment and goes on from there.
 * It remembers that look, though nothing else here outlives a call: the boards of a list take a
 * microsecond or two. */
struct pm_watch pm_watch_start(void)
{
    static _Thread_local struct pm_watch last;
    struct pm_watch watch = {.clock = pm_clock()};
    if (last.clock == 0 || watch.clock - last.clock > BLINK)
        last = (struct pm_watch){watch.clock, pm_cpu_clock()};
    watch.cpu_clock = last.cpu_clock + (watch.clock - last.clock);
    return watch;
}

double pm_watch_seconds(const struct pm_watch *watch)
{
    double passed = pm_clock() - watch->clock;
    if (passed < BLINK)
        return passed;
    double spent = pm_cpu_clock() - watch->cpu_clock;
    return spent > 0 ? spent : 0;
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
