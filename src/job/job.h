/* Inside the room of jobs: what a job is, the gate, and the methods that answer its questions.
 *
 * A *method* (the kind's kernel, the rules through the engine, a model through a solver of
 * integer programs, or "auto") knows how to list answers, how to give one after another, and
 * what else it may do better than by listing.  No question changes the answer of another: a
 * method keeps a state for next() alone, and begins anew for everything else.
 *
 * Wherever an answer comes from, it meets pm_referee() before anybody sees it; a list of
 * answers does so in pm_gate_pass(). */
#ifndef PM_JOB_H
#define PM_JOB_H

#include "core/limits.h"
#include "core/search.h"
#include "engine/engine.h"
#include "handle.h"
#include "job/set.h"
#include "pulma/pulma.h"

/* One reason of a contradiction, in the job's arena. */
struct pm_because_of {
    const char *text;
    const int *places;
    int place_count;
};

/* Whether the kernel can keep to fixed places. */
enum pm_fit {
    PM_FITS,
    PM_FITS_NOT,      /* it does not know how */
    PM_FITS_NO_ANSWER /* they contradict what is given: nobody needs to search */
};

struct pulma_job {
    const pulma_puzzle *puzzle;
    const struct pm_kind *kind;
    struct pm_arena arena; /* lives as long as the job, which lies in it */
    int places;
    bool costs; /* the puzzle has an objective */

    /* What was asked for. */
    const struct pm_method *method;
    struct pm_limits limits; /* stop is pm_job_stops(), conflicts those of the whole job */
    bool (*stop)(void *context);
    void *stop_context;
    double allowed_seconds; /* 0: no limit */
    struct pm_memory memory;
    char *model, *solver;
    bool blames_nobody;      /* rows that exclude an answer are not looked for */
    struct pm_source source; /* the model's text, in the arena */
    int threads;
    int *start; /* an answer to begin with, in the arena; NULL: none */
    int *
        fixed; /* values that answers have, in the arena, PULMA_EMPTY: any; NULL: no place is */
    enum pm_fit fit;      /* what the kernel makes of that */
    pulma_puzzle *filled; /* with the fixed values as givens; NULL: the puzzle as it is */
    int *choices;         /* of the last split, in the arena */
    bool shares;          /* the count is for a sum over all pieces */
    struct pm_look look;  /* of pictures */
    void (*better)(void *context, const int *answer);
    void *better_context;

    /* How far it is. */
    bool started;   /* the clock runs */
    bool asking;    /* a question lasts */
    bool stopped;   /* stop() said so */
    void *state;    /* the method's, of next() */
    uint64_t given; /* answers by next() */
    /* The work of the present question, for pulma_job_nodes(). */
    const struct pm_effort *effort;
    const struct pm_engine *engine;
    int64_t engine_before; /* conflicts of earlier questions */

    /* What it can tell. */
    struct pm_out count, looks;
    bool exact;
    struct pm_because_of *reasons;
    int reason_count;
    double seconds;
    int64_t nodes, checked;
    const char *used; /* the solver that worked last */
    int64_t objective, bound;
    bool optimal;
    bool has_program_value; /* of the model's own objective */
    double program_value;
    int program_value_count; /* of the columns' values in the solution that was printed last */
    double *program_values;
    pulma_fault fault; /* of the model, and the board that shows it */
    int *refused;
    pulma_finding *finding;       /* in the arena, once there is a model */
    int *lost;                    /* an answer that the model has not; NULL: none */
    struct pm_because_of *blamed; /* rows that exclude it */
    int blamed_count;
    bool cheapest_by_model, complete_by_model;
    int *best; /* with an objective: the cheapest that the referee has seen; NULL: none */
    int64_t best_cost;
};

/* ---- The frame of a question (job.c) ---------------------------------------------------- */

/* A question begins: the clock runs, a question within a question is refused.  After PULMA_OK
 * comes pm_job_end(), which sees to it that any other status than PULMA_OK has its sentence. */
pulma_status pm_job_begin(pulma_job *job, struct pm_watch *watch, pulma_error *err);
pulma_status pm_job_end(pulma_job *job, const struct pm_watch *watch, pulma_status status,
                        pulma_error *err);
/* The limits for one piece of work, with the conflicts that are left of the whole job's.
 * PULMA_LIMIT: none are. */
pulma_status pm_job_limits(const pulma_job *job, struct pm_limits *limits,
                           pulma_error *err);
void pm_job_clear(const pulma_job *job, int *answer);

/* ---- The gate (gate.c) -------------------------------------------------------------------- */

/* What is said of an answer besides that it is one. */
enum pm_claim {
    PM_CHEAPEST,   /* without an objective all are */
    PM_BEST_SO_FAR /* of those that were found; others may be cheaper */
};

/* The referee's word: PULMA_OK, or PULMA_SOLVER for an answer that nobody may see.  An accepted
 * one is counted, and its cost is what the job tells. */
pulma_status pm_referee(pulma_job *job, const int *answer, enum pm_claim claim,
                        pulma_error *err);
/* The same for an answer on the way to the cheapest one, which better() is told of. */
void pm_referee_better(pulma_job *job, const int *answer);

/* Where the answers of a list leave. */
struct pm_gate {
    pulma_job *job;
    /* Gets each answer that the referee accepted; false: enough. */
    bool (*take)(void *context, const int *answer);
    /* A method has given some answers and then left the puzzle to another, which will find
     * them again: what was taken does not count.  NULL: the gate keeps them from passing twice. */
    void (*forget)(void *context);
    void *context;
    pulma_error *err;

    uint64_t passed;
    bool enough;          /* take() said so */
    pulma_status status;  /* of the answer that was refused */
    int *first;           /* a copy of the first to pass, for who provides the memory */
    struct pm_set *known; /* these do not pass again; NULL: none */
};

/* One more answer; false: enough, or it was refused (gate->status). */
bool pm_gate_pass(struct pm_gate *gate, const int *answer);

/* ---- Fixed places (fixed.c) ------------------------------------------------------------------ */

/* Whether an answer has the values that are fixed. */
bool pm_job_allows(const pulma_job *job, const int *answer);
/* What the kernel works on. */
const void *pm_job_board(const pulma_job *job);

/* ---- Methods -------------------------------------------------------------------------------- */

struct pm_method {
    const char *name;
    /* All answers (all cheapest ones), in one search.  PULMA_OK: these are all, or the gate has
     * enough.  PULMA_UNAVAILABLE: the method does not do this puzzle, whatever it gave so far. */
    pulma_status (*each)(struct pm_gate *gate, pulma_error *err);
    /* The next answer that was not given before; PULMA_NONE after the last.  `*state` is NULL
     * at first, then the method's; `answer` is empty unless PULMA_OK. */
    pulma_status (*next)(pulma_job *job, void **state, int *answer, pulma_error *err);
    void (*free)(void *state); /* NULL is allowed */
    /* Optional: what can be told without a list.  PULMA_UNAVAILABLE: not of this puzzle. */
    pulma_status (*count)(pulma_job *job, uint64_t limit, pulma_error *err);
    pulma_status (*forced)(pulma_job *job, int *answer, pulma_error *err);
    /* PULMA_OK: job->reasons. */
    pulma_status (*why)(pulma_job *job, const int *fixed, pulma_error *err);
};

extern const struct pm_method pm_by_auto, pm_by_kernel, pm_by_rules, pm_by_model;

/* kernel.c, for who goes on with another method: how many answers it has given by next(), and
 * the first of them. */
uint64_t pm_kernel_given(const void *state, const int **first);
/* Adds to `known` the first `n` answers of the kernel, of which `first` is one. */
pulma_status pm_kernel_recall(pulma_job *job, uint64_t n, const int *first,
                              struct pm_set *known, pulma_error *err);

/* rules.c: rules and an engine for one question. */
struct pm_asked {
    struct pm_limits limits;
    struct pm_rules *rules;
    struct pm_engine *engine;
};
/* To be closed in any case. */
pulma_status pm_rules_open(pulma_job *job, bool explaining, struct pm_asked *asked,
                           pulma_error *err);
void pm_rules_close(pulma_job *job, struct pm_asked *asked);

#endif
