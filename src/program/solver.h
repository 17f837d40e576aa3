/* What a solver is asked about a program, and what it finds out. */
#ifndef PM_SOLVER_H
#define PM_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Answers that are not wanted again: vectors of whole values of some columns. */
struct pm_exclude {
    int column_count; /* the columns that tell answers apart, numbers as in the program */
    const int *columns;
    int count; /* of vectors */
    const int *values;
    bool has_best; /* none that is worse than this value of the objective; else the best */
    double best;
    bool fraction; /* instead: some of the columns is not whole, by a hundredth or more */
};

struct pm_model_options {
    const char *solver; /* a name, switches (switches.h) may follow; NULL: the usual one */
    bool why;           /* if nothing is feasible, find constraints that conflict */
    bool unconfined; /* go on where the kernel cannot shut the helper in: the model may then
                          * write files, so this is for texts that the user trusts */
    size_t memory_bytes;              /* of the helper; 0: a sensible amount */
    const struct pm_exclude *exclude; /* NULL: nothing */
};

enum pm_mip_status {
    PM_MIP_OPTIMAL,    /* an answer; with an objective, proved to be a best one */
    PM_MIP_FEASIBLE,   /* a limit struck; an answer, the best so far */
    PM_MIP_INFEASIBLE, /* proved: the constraints contradict each other */
    PM_MIP_UNBOUNDED,  /* proved: the objective has no end */
    PM_MIP_LIMIT       /* a limit struck before anything was found: nothing is known */
};

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

#endif
