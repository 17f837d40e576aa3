/* Solvers that are used where their commands are installed. */
#ifndef PM_COMMAND_H
#define PM_COMMAND_H

#include "program/program.h"
#include "program/solver.h"

/* A call of an installed command that solves MPS files: its files and its words. */
enum { PM_CALL_PATH = 1000, PM_CALL_WORDS = 24 };
struct pm_call {
    char mps[PM_CALL_PATH], solution[PM_CALL_PATH], options[PM_CALL_PATH];
    double seconds; /* 0: no limit */
    char words[3][PM_CALL_PATH + 40];
    const char *argv[PM_CALL_WORDS];
    int count;
};

struct pm_command {
    const char *name;                        /* "highs" */
    void (*arguments)(struct pm_call *call); /* adds its words behind the path */
    /* Reads the solution file.  Columns are named C1, C2, ...; values that it does not name are
     * zero. */
    pulma_status (*read)(const char *text, size_t len, int column_count,
                         struct pm_solved *solved, pulma_error *err);
    const char *options; /* what the file of options says */
};
extern const struct pm_command pm_command_highs, pm_command_scip;
pulma_status pm_command_solve(const struct pm_command *command,
                              const struct pm_program *linear,
                              const struct pm_limits *limits, struct pm_solved *solved,
                              pulma_error *err);
/* The path of an installed command; false if there is none. */
bool pm_command_find(const char *name, char *path, size_t size);

#endif
