/* The sandbox of the helpers: they shut themselves in before they read anything that they should
 * not trust. */
#ifndef PM_SANDBOX_H
#define PM_SANDBOX_H

#include <stdbool.h>

/* From here on the process cannot open, create or change a file, use the network, start
 * another process or gain rights; it can compute, and read and write what is open already.
 * False if the kernel cannot promise that: then `why` points at a sentence. */
bool pm_sandbox_enter(const char **why);

/* A stack overflow (formulas nested too deep) or an abort inside a library ends the process with
 * PM_EXIT_STACK or PM_EXIT_ABORT instead of a bare signal. */
void pm_sandbox_catch_crashes(void);

#endif
