/* Inside the engine: what engine.c, minimise.c, why.c and statement.c share. */
#ifndef PM_ASKING_H
#define PM_ASKING_H

#include "engine/cadical_shim.h"
#include "engine/engine.h"
#include "engine/store.h"

struct pm_engine {
    struct pm_rules *rules;
    const struct pm_limits *limits;
    struct pm_cadical *solver;
    size_t sent;        /* of rules->clauses, to the solver */
    int met;            /* the solver has room for this variable and those before */
    signed char *known; /* by variable: 1 true, -1 false, as the solver has been told */
    size_t known_size;
    int known_count; /* variables that it covers */

    struct pm_ints suppositions; /* literals */
    bool absurd;                 /* a supposition is PM_FALSE */
    struct pm_ints extra;        /* a clause for the next question only; empty: none */

    /* Answers that were given are excluded by clauses under the literal `fresh`; questions
     * about all answers do not assume it. */
    pm_lit fresh;
    struct pm_ints given; /* the clause that is being made */

    int *model; /* the places in the last model found */
    int64_t model_cost;

    /* The objective.  All of this is about the present suppositions. */
    struct pm_total *total; /* cost - offset; made when first needed */
    int64_t offset;
    bool has_best, optimal, bound_known;
    bool
        keeps_optimal; /* cost_limit says that answers must be optimal, if that needs saying */
    int *best_answer;
    int64_t best, bound;
    pm_lit cost_limit;       /* assumed if not 0 */
    struct pm_ints cost_off; /* literals with a cost, assumed to be false */

    bool keep_candidates; /* those that lazy rules find fault with, one after another */
    struct pm_ints candidates;
    bool (*seen)(void *context, const int *answer); /* judges witnesses; may be NULL */
    void *seen_context;

    bool narrow;              /* made by pm_narrowed() */
    struct pm_ints why;       /* reasons */
    int64_t helped_conflicts; /* of other engines that worked for this one */
};

/* Literals handed to the solver between two looks at the limits: some 20 milliseconds. */
enum { PM_LITERALS_A_LOOK = 1 << 18 };
/* Makes room in a solver for the variables from `*met` + 1 to `last`, in steps that do not take
 * long.  False: a limit came first. */
bool pm_meet(struct pm_cadical *solver, const struct pm_limits *limits, int *met, int last);
/* Sends the clauses that the solver does not have yet. */
void pm_send(struct pm_engine *e);
/* Searches a model of the rules that no lazy rule finds fault with, under the selectors of all
 * reasons that are not off, the suppositions, `fresh` if wanted, cost_limit and the extra
 * clause; with at most `budget` conflicts (negative: only the engine's limits).
 * PULMA_OK: it is in `model`.  PULMA_NONE.  PULMA_LIMIT: limits; or the budget, if
 * pm_exhausted() is false. */
pulma_status pm_ask(struct pm_engine *e, bool fresh, int64_t budget, pulma_error *err);
/* The same without lazy rules, and without limits: PULMA_OK, PULMA_NONE, or a failure. */
pulma_status pm_ask_rules(struct pm_engine *e);
/* The solver tries these values of the places first; PULMA_EMPTY: no matter. */
void pm_prefer_values(struct pm_engine *e, const int *values);
/* Puts a candidate to the lazy rules; returns how many faults they find. */
int pm_ask_lazies(struct pm_rules *r, const int *candidate);
/* Whether the engine's own limits forbid to go on. */
bool pm_exhausted(const struct pm_engine *e);
/* The conflicts that the limits still allow; negative: any number. */
int64_t pm_conflicts_left(const struct pm_engine *e);

/* Tells the solver for good that a literal holds, which then need not be assumed; and whether it has
 * been told. */
void pm_tell(struct pm_engine *e, pm_lit lit);
bool pm_is_told(const struct pm_engine *e, pm_lit lit);

/* Another engine over the same rules and suppositions, for a while: its solver has been told for good
 * which reasons are off, so it has none of their clauses, and which are needed.  NULL: no memory. */
struct pm_engine *pm_narrowed(const struct pm_engine *e);
/* Frees it; its conflicts are those of `e`. */
void pm_narrowed_free(struct pm_engine *narrow, struct pm_engine *e);

/* minimise.c: finds the cheapest answer (best_answer) and proves that it is (optimal). */
pulma_status pm_minimum(struct pm_engine *e, pulma_error *err);
/* Once the cheapest answer is known: further ones may cost no more. */
void pm_keep_optimal(struct pm_engine *e);

#endif
