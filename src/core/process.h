/* Starting a helper program: bytes go in, bytes come out, limits hold. */
#ifndef PM_PROCESS_H
#define PM_PROCESS_H

#include "core/limits.h"
#include "core/out.h"
#include "pulma/pulma.h"

struct pm_process {
    /* The path of the program, such as pm_process_find() gives, and its arguments. */
    const char *const *argv;
    const char *input; /* what it reads on standard input */
    size_t input_len;
    /* Instead of `input`, if it is not NULL: gives the next bytes, 0 at the end. */
    size_t (*pull)(void *context, char *bytes, size_t size);
    /* Takes its standard output in place of `out`, if it is not NULL.  False: the rest is not wanted,
     * and the helper is ended. */
    bool (*put)(void *context, const char *bytes, size_t len);
    size_t memory_bytes;            /* limit of its address space; 0: none */
    double cpu_seconds;             /* limit of its CPU time; 0: a week */
    const struct pm_limits *limits; /* deadline and stop; it is killed then */
    /* NULL, or whom to show what the program has said so far whenever it says more.  Once this
     * returns true, `more` is the rest of its standard input, which stays open until then.  It may
     * take its time and set other limits. */
    bool (*answer)(void *context, const struct pm_out *said, struct pm_out *more);
    void *context; /* of pull, put and answer */
};

/* How pulma's helpers end, for those who end and for those who ask. */
enum pm_exit {
    PM_EXIT_DONE = 0,
    PM_EXIT_FAILED = 1,       /* it could not be done */
    PM_EXIT_BAD = 2,          /* the call or the input is wrong */
    PM_EXIT_STACK = 81,       /* the stack overflowed */
    PM_EXIT_ABORT = 82,       /* a library inside gave up */
    PM_EXIT_NOT_STARTED = 127 /* there was no such program to run, as shells have it */
};

struct pm_ended {
    bool timed_out;     /* killed at the deadline or because the caller wanted to stop */
    bool unwanted;      /* killed because put() wanted no more */
    int signal;         /* that ended it, or 0 */
    int exit_status;    /* one of pm_exit, if it is a helper of ours; -1 after a signal */
    double cpu_seconds; /* that it used */
};

/* Runs the program to its end.  Its standard output (at most `max_output` bytes, more is an
 * error) goes to `out`, the beginning of its standard error to `complaints`.  It dies with the
 * thread that called.  The environment is empty but for
 * PATH and LC_ALL=C.  PULMA_OK whenever it ran at all, however it ended: look at `ended`. */
pulma_status pm_process_run(const struct pm_process *process, size_t max_output,
                            struct pm_out *out, struct pm_out *complaints,
                            struct pm_ended *ended, pulma_error *err);

/* The path of one of pulma's own helpers ("pulma-mip"): in the folder of the running program,
 * else where `make install` puts it.  False if it is in neither. */
bool pm_process_find(const char *name, char *path, size_t size);

#endif
