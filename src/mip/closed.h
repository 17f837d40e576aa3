/* Shutting this process in, before it reads anything that it should not trust. */
#ifndef MIP_CLOSED_H
#define MIP_CLOSED_H

#include <stdbool.h>

/* From here on the process cannot open, create or change a file, use the network, start
 * another process or gain rights; it can compute, and read and write what is open already.
 * False if the kernel cannot promise that: then `why` points at a sentence. */
bool mip_close_in(const char **why);

/* A stack overflow (formulas nested too deep) or an abort inside a solver ends the process with
 * one of these exit statuses instead of a bare signal. */
enum { MIP_EXIT_STACK = 81, MIP_EXIT_ABORT = 82 };
void mip_catch_crashes(void);

#endif
