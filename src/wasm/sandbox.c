/* sandbox/sandbox.h under WebAssembly, which is a sandbox: a module sees its own memory and what
 * its host gives it, and the host gives it no file and no network. */
#include "sandbox/sandbox.h"

bool pm_sandbox_enter(const char **why)
{
    *why = "";
    return true;
}

/* A stack overflow or an abort ends the module; the host tells them apart. */
void pm_sandbox_catch_crashes(void) {}
