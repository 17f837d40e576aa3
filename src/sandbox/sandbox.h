/* The sandbox of the helpers: they shut themselves in before they read anything that they should
 * not trust. */
#ifndef PM_SANDBOX_H
#define PM_SANDBOX_H

#include <stdbool.h>

/* What keeps a process in; any one of them alone would keep most of the promise. */
enum pm_wall {
    PM_WALL_SECCOMP,          /* system calls but for a short list */
    PM_WALL_LANDLOCK_FILES,   /* every access to the file system */
    PM_WALL_LANDLOCK_NETWORK, /* TCP; abstract sockets and signals on newer kernels */
    PM_WALL_NETWORK,          /* a network namespace of its own, with nothing in it */
    PM_WALL_LIMITS,           /* no new descriptor, no byte to a file */
    PM_WALLS
};
extern const char *const pm_wall_names[PM_WALLS];

/* From here on the process cannot open, create or change a file, use the network, start
 * another process or gain rights; it can compute, and read and write what is open already.
 * False if the kernel cannot promise that: then `why` points at a sentence.  `walls` tells which
 * of them stand, a bit each; it may be NULL. */
bool pm_sandbox_enter(unsigned *walls, const char **why);

/* A stack overflow (formulas nested too deep) or an abort inside a library ends the process with
 * PM_EXIT_STACK or PM_EXIT_ABORT instead of a bare signal; any other crash by its signal. */
void pm_sandbox_catch_crashes(void);

#endif
