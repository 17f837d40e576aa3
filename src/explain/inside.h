/* Inside the explainer: what start.c, explain.c, search.c and large.c share. */
#ifndef PM_EXPLAIN_INSIDE_H
#define PM_EXPLAIN_INSIDE_H

#include "core/arena.h"
#include "explain/explain.h"
#include "explain/net.h"

enum { PM_SEARCHED_SIZE = 4 }; /* sets up to this are searched for */

/* Something to be concluded. */
struct pm_target {
    pm_lit conclusion;
    bool settled;          /* is known by now, or not shared */
    int proved;            /* no set of that size refutes its opposite */
    struct pm_ints worlds; /* see search.c */
    int looked_at; /* when these were last looked through: the explainer's looked_at */
    struct pm_ints found; /* the smallest set known; empty: none */
    int size;             /* what its instances count, see pm_reason_sums_up() */
    int fact_count;       /* how many facts that set needs, about */
    int grade;            /* of its hardest reason; 0 if it needs one reason and one fact */
    int open;             /* places' variables to look through in that set, when */
    int open_at;          /* x->learnt was this; 0: not counted */
    int found_at;         /* what x->learnt was when the set was found */
    bool stirred, ready;  /* is in the explainer's list of that name */
    int denied;           /* the last x->denial in which a world denied it */
};

struct pm_explainer {
    struct pm_rules *rules;
    struct pm_engine *engine;
    const struct pm_limits *limits;
    struct pm_arena step_arena; /* the last step */
    struct pm_step step;
    /* Of the kind: what sets may conclude; NULL: anything.  By place, see struct pm_outlook. */
    bool (*foresee)(const void *puzzle, struct pm_outlook *outlook);
    const void *puzzle;
    uint64_t *open, *in, *out;

    struct pm_net *net;
    struct pm_net *scene;     /* its twin, where facts and conclusions are tried */
    struct pm_net_mark empty; /* nothing known */
    struct pm_ints known;     /* literals, in the order in which they were learnt */
    int learnt;               /* how often something was, from 1 on */
    int *touched;             /* by instance: when one of its variables was */
    int looked_at;            /* of the net's trail, by pm_explain_forget() */
    int *answer;

    struct pm_target *targets;
    int target_count, settled_count;
    bool tentative; /* targets are all that holds in some answer, not asked about yet */
    int least;      /* pm_explain_least() */
    int *target_of; /* by variable; -1: none */
    struct pm_ints stirred; /* targets that a single instance may explain by now */
    struct pm_ints ready;   /* targets that one does; settled ones are dropped when met */
    struct pm_ints
        *deniers; /* by variable: targets with worlds in which it is not as usual */

    /* The search of search.c. */
    struct pm_ints chosen; /* instances */
    int *barred;           /* by instance */
    struct pm_ints bars;
    struct pm_ints
        unhit; /* worlds that the sets on the way do not hit, one list after another */
    /* The net follows the opposite of the target and the first followed - 1 of the chosen. */
    size_t followed;
    struct pm_net_mark marks[PM_SEARCHED_SIZE + 2]; /* before each of these */
    bool stays_near;                                /* the solver does, to the answer */
    int64_t repairs, repair_effort;                 /* so far, and what they took */
    int64_t tries;  /* repairs that this search may still make */
    int64_t effort; /* of the net, at which searches give up */
    int64_t most;   /* effort of all; 0: any */
    int64_t asked;  /* conflicts of the solver in steps; for all of them more is counted */
    int denial;     /* counts scenes: worlds are of one */
    bool by_solver; /* the last refutation of pm_explain_refutes() is the solver's */
    bool gave_up;   /* something was too hard to be decided */
    bool stopped;   /* at a limit */
    bool failed;    /* no memory */
    int *candidate; /* scratch, by place: what lazy rules are asked about */
    bool *on;       /* scratch, by instance */
    int *distance;  /* likewise */
};

/* Whether a limit is reached: the caller's, or that of effort. */
bool pm_explain_stop(const struct pm_explainer *x);

/* As how many the instances of a set count. */
int pm_explain_size(const struct pm_explainer *x, const struct pm_ints *instances);

/* What a literal of a place says. */
pulma_fact pm_explain_fact(const struct pm_explainer *x, pm_lit lit);

/* Before sets of this size are searched for: targets that none can explain, as far as the kind
 * foresees it, count as proved. */
void pm_explain_foresee(struct pm_explainer *x, int size);

/* ---- start.c ---- */

/* A literal that says what stands in a place of more than two values. */
bool pm_explain_tells_value(const struct pm_explainer *x, pm_lit lit);
/* False: no memory. */
bool pm_explain_learn(struct pm_explainer *x, pm_lit lit);
/* Of what is open, drops what does not hold in all answers; some may be left if that is hard. */
void pm_explain_keep_shared(struct pm_explainer *x);
/* Makes the net anew, with what lazy rules have stated since. */
bool pm_explain_renew(struct pm_explainer *x);

/* ---- search.c ---- */

enum {
    PM_ANY_TRIES = 1 << 30,
    /* Effort until the search for sets of one size gives up: some tenths of a second. */
    PM_SEARCH_EFFORT = 40 * 1000 * 1000,
    /* Until no further core of a step that needs trial is cut down, and until no more is concluded from
     * a set. */
    PM_TRIAL_EFFORT = 50 * 1000 * 1000,
    PM_CONFLICT_EFFORT =
        2000,                /* what a conflict of the solver takes in these terms, about */
    PM_ASKED_EFFORT = 20000, /* what hard ones take beside, for the limit of all steps */
    PM_START_EFFORT = 50000, /* the same in the search for answers, where they are harder */
};

/* Looks for a set of at most that size that refutes the opposite of the target, with at most
 * `tries` repairs.  True: it is in target->found.  Otherwise there is none, unless `gave_up` or
 * `stopped`; target->proved tells. */
bool pm_explain_search(struct pm_explainer *x, struct pm_target *target, int size,
                       int64_t tries);
/* Puts a target on the list x->stirred. */
void pm_explain_stir(struct pm_explainer *x, struct pm_target *t);
/* Forgets the worlds that deny something that has been learnt; before a search. */
void pm_explain_forget(struct pm_explainer *x);
/* Whether the instances and what the net knows now refute the opposite of a literal.  What the net
 * cannot decide soon goes to the solver, so that "no" is sure unless a limit was reached. */
bool pm_explain_refutes(struct pm_explainer *x, const struct pm_ints *instances,
                        pm_lit conclusion);

/* The targets that do not hold where the net stands: they do not follow either. */
void pm_explain_deny(struct pm_explainer *x);

/* Whether the lazy rules under a reason are content with the world that the net stands in.
 * `keep`: what they state otherwise stays. */
bool pm_explain_content(struct pm_explainer *x, int reason, bool keep);

/* The same by the net alone, which, if tracing, tells what was used. */
bool pm_explain_trace(struct pm_explainer *x, const struct pm_ints *instances,
                      pm_lit conclusion);
/* The same by the solver, PULMA_NONE if it is refuted; x->on gets the instances that were used. */
pulma_status pm_explain_ask_solver(struct pm_explainer *x, const struct pm_ints *instances,
                                   pm_lit conclusion);

/* ---- shape.c ---- */

/* Where single instances conclude nothing, no set smaller than this does; 2 to 4. */
int pm_explain_least(struct pm_explainer *x);

/* ---- large.c ---- */

/* When small sets do not do: a target and a set for it, small but not proved to be smallest.  NULL:
 * none found, or stopped. */
struct pm_target *pm_explain_large(struct pm_explainer *x);

#endif
