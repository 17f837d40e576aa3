/* sandbox/sandbox.h under WebAssembly, which is a sandbox: a module sees its own memory and what
 * its host gives it, and the host gives it no file and no network. */
#include "sandbox/sandbox.h"

bool pm_sandbox_enter(unsigned *walls, const char **why)
{
    if (walls)
        *walls = 0; /* none of those: the host is the wall */
    *why = "";
    return true;
}

/* A stack overflow or an abort ends the module; the host tells them apart. */
void pm_sandbox_catch_crashes(void) {}

/* Names of walls that stand, so of none. */
const char *const pm_wall_names[PM_WALLS] = {""};
