/* Solvers that work on a program in this process or as installed commands. */
#ifndef PM_SOLVERS_H
#define PM_SOLVERS_H

#include "program/program.h"

/* What a solver found out about a program. */
struct pm_solved {
    enum pm_mip_status status;
    double *
        values; /* one per column for OPTIMAL and FEASIBLE; room is there before the call */
    double bound;
    bool has_bound;
    int64_t nodes;
    double seconds;
    double helper_seconds; /* CPU time of the helper on its behalf */
    int why_count;         /* rows that conflict, by pm_sat_why */
    int *why;              /* their numbers; room for every row */
    bool why_minimal;
};

/* Through CNF and CaDiCaL.  The program may have products and absolute values.  With `options` the
 * helper may be asked for a bound of the objective; NULL: it is not.
 * PULMA_UNAVAILABLE: it cannot be represented; the message says what stands in the way. */
pulma_status pm_sat_solve(struct pm_program *program, const struct pm_limits *limits,
                          const struct pm_model_options *options, struct pm_solved *solved,
                          pulma_error *err);
/* Rows of an infeasible program that conflict.  PULMA_UNAVAILABLE as above. */
pulma_status pm_sat_why(struct pm_program *program, const struct pm_limits *limits,
                        struct pm_solved *solved, pulma_error *err);
/* The clauses for a file in DIMACS form; a program with an objective is refused. */
pulma_status pm_sat_dimacs(struct pm_program *program, struct pm_out *out,
                           pulma_error *err);

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
