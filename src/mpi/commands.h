/* The commands of pulma-mpi, one file each; options.c has the table. */
#ifndef MPI_COMMANDS_H
#define MPI_COMMANDS_H

#include "cli/options.h"

int run_best(const struct cli_call *call);
int run_count(const struct cli_call *call);
int run_prove(const struct cli_call *call);
int run_solve(const struct cli_call *call);

#endif
