/* Solvers that work on a program in this process or as installed commands. */
#ifndef PM_SOLVERS_H
#define PM_SOLVERS_H

#include "program/program.h"

/* What a solver found out about a program. */
struct pm_solved {
    enum pm_mip_status status;
    double *values; /* one per column for OPTIMAL and FEASIBLE; room is there before the call */
    double bound;
    bool has_bound;
    int64_t nodes;
    double seconds;
    int why_count; /* rows that conflict, if that was wanted and the program is infeasible */
    int *why;      /* their numbers; room for every row */
    bool why_minimal;
};

/* Through CNF and CaDiCaL.  The program may have products and absolute values.
 * PULMA_UNAVAILABLE: it cannot be represented; the message says what stands in the way. */
pulma_status pm_sat_solve(struct pm_program *program, bool why, const struct pm_limits *limits,
                          struct pm_solved *solved, pulma_error *err);
/* The clauses for a file in DIMACS form; a program with an objective is refused. */
pulma_status pm_sat_dimacs(struct pm_program *program, struct pm_out *out, pulma_error *err);

/* An installed command that solves MPS files. */
struct pm_command {
    const char *name; /* "highs" */
    /* The arguments to solve `mps` within `seconds` (0: no limit) and leave values in `solution`;
     * filled into argv, whose strings live in the arena. */
    bool (*arguments)(struct pm_arena *arena, const char *mps, const char *solution,
                      double seconds, const char **argv);
    /* Reads the solution file.  Columns are named C1, C2, ... */
    pulma_status (*read)(const char *text, size_t len, int column_count,
                         struct pm_solved *solved, pulma_error *err);
};
extern const struct pm_command pm_command_highs, pm_command_scip;
pulma_status pm_command_solve(const struct pm_command *command, const struct pm_program *linear,
                              const struct pm_limits *limits, struct pm_solved *solved,
                              pulma_error *err);
/* The path of an installed command; false if there is none. */
bool pm_command_find(const char *name, char *path, size_t size);

#endif
