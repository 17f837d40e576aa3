#include "core/cpu.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[PM_CPUS] = {"plain", "avx2", "avx512"};

bool pm_cpu_can(enum pm_cpu cpu)
{
#ifdef __x86_64__
    if (cpu == PM_CPU_AVX512)
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bitalg");
    if (cpu == PM_CPU_AVX2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#endif
    return cpu == PM_CPU_PLAIN;
}

/* What PULMA_CPU asks for; PM_CPUS: nothing that is known. */
static enum pm_cpu wanted(void)
{
    const char *name = getenv("PULMA_CPU");
    enum pm_cpu cpu = 0;
    while (cpu < PM_CPUS && (!name || strcmp(name, names[cpu]) != 0))
        cpu++;
    return cpu;
}

/* The most that may be used.  Threads that come first together find the same. */
static enum pm_cpu most(void)
{
    static atomic_int known; /* 1 more than the enum pm_cpu; 0: not looked up yet */
    int found = atomic_load_explicit(&known, memory_order_relaxed);
    if (found == 0) {
        found = (int)wanted() + 1;
        atomic_store_explicit(&known, found, memory_order_relaxed);
    }
    return (enum pm_cpu)(found - 1);
}

bool pm_cpu_may(enum pm_cpu cpu)
{
    return cpu <= most();
}

enum pm_cpu pm_cpu_best(void)
{
    enum pm_cpu cpu = PM_CPUS - 1;
    while (!pm_cpu_may(cpu) || !pm_cpu_can(cpu))
        cpu--;
    return cpu;
}

bool pm_cpu_check(char *why, size_t size)
{
    const char *name = getenv("PULMA_CPU");
    const enum pm_cpu cpu = most();
    if (!name || (cpu < PM_CPUS && pm_cpu_can(cpu)))
        return true;
    if (cpu == PM_CPUS)
        snprintf(why, size, "PULMA_CPU: expected plain, avx2 or avx512, found '%.40s'",
                 name);
    else
        snprintf(why, size, "PULMA_CPU: this processor cannot run code for %s", names[cpu]);
    return false;
}
