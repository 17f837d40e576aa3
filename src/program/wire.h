/* What goes over the pipes between the library and its helper pulma-mip: one request, one reply.
 *
 * Both ends run on the same machine, so numbers go as they lie in memory.  The reader of either
 * side trusts nothing: a length that does not fit makes the message `bad`, and reading on
 * gives zeros. */
#ifndef PM_WIRE_H
#define PM_WIRE_H

#include "mathprog/source.h"
#include "program/program.h"
#include "program/solver.h"

struct pm_wire {
    const char *at, *end;
    bool bad;
};

void pm_wire_put_int(struct pm_out *out, int64_t value);
void pm_wire_put_number(struct pm_out *out, double value);
void pm_wire_put_bytes(struct pm_out *out, const char *bytes, size_t len);
int64_t pm_wire_int(struct pm_wire *in, int64_t min, int64_t max);
double pm_wire_number(struct pm_wire *in);
/* Bytes inside the message, which are not copied. */
const char *pm_wire_bytes(struct pm_wire *in, size_t *len);

/* A program without the roles of its rows, which pm_program_settle finds again. */
void pm_wire_put_program(struct pm_out *out, const struct pm_program *program);
struct pm_program *pm_wire_program(struct pm_wire *in); /* NULL: bad message or no memory */

enum pm_mip_task {
    PM_MIP_TRANSLATE, /* reply with the program */
    PM_MIP_SOLVE,     /* translate, solve, print */
    PM_MIP_PRINT,     /* translate, take the values of the request, print */
    PM_MIP_WHY,       /* find rows that conflict */
    PM_MIP_RELAX, /* solve without integrality; the bound is its value, with the columns' */
    PM_MIP_DUAL, /* the same for the request's program; the values are the rows' multipliers, then
                   * the columns' values */
    PM_MIP_TASKS
};

enum pm_mip_solver { PM_MIP_GLPK, PM_MIP_CBC, PM_MIP_SOLVERS };

struct pm_mip_request {
    enum pm_mip_task task;
    enum pm_mip_solver solver;
    double seconds; /* to be done by itself; 0: no limit */
    int64_t nodes;  /* branch-and-bound nodes; 0: no limit */
    int64_t memory; /* bytes that GLPK may take */
    struct pm_source source;
    const char *switches; /* of the solver, as in switches.h; checked already */
    size_t switches_len;
    int64_t value_count; /* one per column, for PM_MIP_PRINT */
    const double *values;
    bool unchecked; /* print them although they satisfy not all rows */
    bool excludes;  /* for PM_MIP_SOLVE */
    struct pm_exclude exclude;
    const char *program; /* on the wire, for PM_MIP_DUAL */
    size_t program_len;
    int64_t
        bound_count; /* for PM_MIP_RELAX: bounds of all columns, lower and upper in turn; 0:
                          * their own */
    const double *bounds;
};
/* A conversation: before each message stands its length.  The bytes of the first message in
 * `said` from `at` on; NULL: it is not complete. */
void pm_wire_put_framed(struct pm_out *out, const struct pm_out *message);
const char *pm_wire_framed(const struct pm_out *said, size_t at, size_t *len);

void pm_wire_put_request(struct pm_out *out, const struct pm_mip_request *request);
/* False: the message is bad.  The texts point into the message; the values are copied to
 * memory of the arena. */
bool pm_wire_request(struct pm_wire *in, struct pm_arena *arena,
                     struct pm_mip_request *request);

enum pm_mip_outcome {
    PM_MIP_DONE,      /* as the fields below tell */
    PM_MIP_BAD_MODEL, /* with the line of the model, or 0 */
    PM_MIP_BAD_DATA,  /* with the line of the data */
    PM_MIP_REFUSED,   /* a `check` of the model failed: it does not do such puzzles */
    PM_MIP_OPEN,      /* the kernel could not shut the helper in */
    PM_MIP_NO_MEMORY, /* it ended */
    PM_MIP_BROKEN,    /* anything else; the message says what */
    PM_MIP_OUTCOMES
};

struct pm_mip_reply {
    enum pm_mip_outcome outcome;
    int line, column;    /* 0: not known */
    const char *message; /* points into the message */
    size_t message_len;
    double seconds;            /* CPU time of all that was done for the request */
    enum pm_mip_status status; /* what follows counts for PM_MIP_DONE */
    bool has_objective, maximise, has_bound, minimal;
    double objective, bound, translate_seconds, solve_seconds;
    int64_t nodes;
    const char *printed;
    size_t printed_len;
    int64_t
        value_count; /* of PM_MIP_SOLVE (what was printed) and PM_MIP_RELAX: one per column */
    const double *values;
    int64_t why_count; /* rows that conflict, by number */
    const int64_t *why;
    const char *program; /* a program on the wire, or nothing */
    size_t program_len;
};
void pm_wire_put_reply(struct pm_out *out, const struct pm_mip_reply *reply);
bool pm_wire_reply(struct pm_wire *in, struct pm_arena *arena, struct pm_mip_reply *reply);

#endif
