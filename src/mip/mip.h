/* The parts of the helper program pulma-mip: translator, solvers, and the job they share. */
#ifndef MIP_H
#define MIP_H

#include <glpk.h>
#include <setjmp.h>
#include <stdint.h>

#include "program/build.h"
#include "program/wire.h"

/* How a jump to `gave_up` came about: GLPK met an error of its own, or the reply tells already. */
enum { MIP_GAVE_UP = 1, MIP_TOLD };

/* Everything about one request. */
struct mip_job {
    struct pm_mip_request request;
    double deadline; /* on pm_clock(); 0: none */
    struct pm_arena arena;

    /* The translator. */
    glp_tran *translator;
    glp_prob *problem;          /* as the translator made it, rows of objectives included */
    struct pm_program *program; /* the same, without those rows */
    int *column;                /* per column of the program: its number in the problem */
    struct pm_out talk;         /* what GLPK said last */
    jmp_buf gave_up;            /* where it ends if GLPK cannot go on */

    struct pm_mip_reply reply;
    struct pm_out sent_program;
    bool printing;        /* the model runs what follows `solve;` */
    struct pm_out screen; /* what it prints then */
};

/* Seconds left; a large number if there is no limit. */
double mip_left(const struct mip_job *job);
/* Fills the reply with a failure. */
void mip_fail(struct mip_job *job, enum pm_mip_outcome outcome, int line,
              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* How a search is going. */
struct mip_progress {
    int rows, columns;
    int64_t nodes;
    bool has_bound, has_incumbent;
    double bound, incumbent;
};
/* tell.c: for whoever listens while it works; a process that waits for the reply does not. */
void mip_tell(const struct mip_progress *progress);

/* translate.c.  False: the reply tells what was wrong. */
bool mip_translate(struct mip_job *job);
/* Prints the answer with these values, one per column, which are rounded already. */
bool mip_print(struct mip_job *job, const double *values);

/* Solvers: fill in reply.status, nodes, bound, has_bound and, for OPTIMAL and FEASIBLE, one
 * value per column.  False: the reply tells what went wrong. */
bool mip_solve_glpk(struct mip_job *job, const struct pm_program *program, double *values);
bool mip_solve_cbc(struct mip_job *job, const struct pm_program *program, double *values);

/* The relaxation: fills in reply.status and, for OPTIMAL, reply.bound. */
bool mip_relax(struct mip_job *job, const struct pm_program *program);

/* The multipliers of the rows in the best solution of the relaxation, then the columns' values, as
 * reply.values. */
bool mip_dual(struct mip_job *job, const struct pm_program *program);

/* glpk.c: a GLPK problem from a program.  Row i and column j are number i + 1 and j + 1. */
glp_prob *mip_problem(const struct pm_program *program);
/* A solver said PM_MIP_UNBOUNDED, which it knows of the relaxation only: sets the status right if
 * nothing is feasible at all. */
void mip_confirm_unbounded(struct mip_job *job, const struct pm_program *program);
/* Once integers are rounded, continuous columns may have to move a little: solves for them
 * alone.  False if that cannot be done. */
bool mip_polish(struct mip_job *job, const struct pm_program *program, double *values);

/* why.c: a small set of rows that contradict each other. */
bool mip_why(struct mip_job *job);

#endif
