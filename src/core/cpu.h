/* Which instruction sets the kernels with code for several of them use.
 *
 * They try the same things in the same order on each, so nobody but a test needs to choose: the
 * environment variable PULMA_CPU (plain, avx2 or avx512), read once, keeps them from better ones. */
#ifndef PM_CPU_H
#define PM_CPU_H

#include <stdbool.h>
#include <stddef.h>

enum pm_cpu { PM_CPU_PLAIN, PM_CPU_AVX2, PM_CPU_AVX512, PM_CPUS };

/* Whether this processor has all that the code for it needs. */
bool pm_cpu_can(enum pm_cpu cpu);
/* Whether PULMA_CPU, if it is set, lets code for this be used. */
bool pm_cpu_may(enum pm_cpu cpu);
/* The best that the processor has and PULMA_CPU allows. */
enum pm_cpu pm_cpu_best(void);
/* Whether the processor has what PULMA_CPU asks for, or nothing is asked for.  False: `why` is a
 * sentence; what the processor has is used then. */
bool pm_cpu_check(char *why, size_t size);

#endif
