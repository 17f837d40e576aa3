/* The net: stepwise rules as rows over literals, any set of which can be at work at a time.
 *
 * A row says that the weights of its true literals add up to at least its bound; a clause is a
 * row of weights 1 and bound 1.  Each row belongs to an *instance*, the reason under which it
 * was stated; instance 0 (what nobody would name) always works, the others when they are
 * switched on.  Definitions of helping variables belong to the instance that alone uses them.
 *
 * The net knows one answer, the *usual* world.  To see whether some instances contradict what
 * is assumed, it propagates, and otherwise repairs the usual world: where a row that works is
 * broken by what was assumed, it tries its open literals one after another.  So the work stays
 * near the assumptions, however large the board, and a world that it finds differs from the usual one
 * in few variables. */
#ifndef PM_NET_H
#define PM_NET_H

#include "engine/store.h"

struct pm_net_row {
    size_t first; /* of its terms */
    int n, instance;
    int effort; /* of looking at it: how many terms it was stated with */
    int heaviest;
    int64_t bound, slack; /* slack: what may still become false; valid while it works */
    /* In the world where open variables are as usual; below 0: broken.  Not kept up to date while the
     * net only `propagates`. */
    int64_t surplus;
};

/* A variable in a row: what the row's surplus gains when it is not as usual. */
struct pm_net_use {
    int row, gain;
};

struct pm_net_term {
    pm_lit lit;
    int weight, row;
    int next; /* while its row works: the next term with this literal whose row works, or -1 */
};

struct pm_instance {
    int first_row, row_count;
    bool helped; /* some of its variables are no places' */
    bool given;  /* tells single literals of one place only: a clue */
    bool on;
};

struct pm_net {
    int variable_count, instance_count, row_count;
    struct pm_instance *instances;
    struct pm_net_row *rows;   /* grouped by instance */
    struct pm_net_term *terms; /* grouped by row */
    int *first_term;   /* by literal: with a row that works, or -1; see pm_net_index() */
    int *place_of;     /* by variable; -1: a helping one */
    size_t *first_use; /* by variable, one more at the end: in `uses` */
    struct pm_net_use *uses;
    size_t *first_user; /* likewise in `users` */
    int *users; /* instances other than 0 that have the variable, if it is a place's */

    signed char *usual; /* by variable: 1 or -1 */
    signed char *value; /* 1, -1, or 0: open */
    int *because;       /* the row that forced it, or one of the below */
    int *at;            /* its position on the trail */
    pm_lit *trail;
    int trail_count, done; /* `done`: of the trail, propagated */
    int usual_count;       /* so many at the trail's start are known to be as usual */
    int *working;          /* instances that are switched on, in this order */
    int working_count;

    int broken;       /* the row of the last conflict */
    int64_t attempts; /* decisions so far */
    int64_t effort;   /* terms looked at so far, for limits that are the same everywhere */

    /* What refutations used, while `tracing`. */
    bool tracing;
    bool *used_instance; /* by instance */
    bool *used_fact;     /* by variable: known literals */
    int *used;           /* these variables */
    int used_count;
    bool *marked; /* scratch, by variable */

    bool propagates; /* and nothing else, until all is taken back */
    bool is_twin;    /* what never changes belongs to another net */
};

enum { PM_NET_KNOWN = -1, PM_NET_ASSUMED = -2 };

/* Rules that have been stated to their end; `usual` is an answer by variable.  NULL: no memory. */
struct pm_net *pm_net_new(const struct pm_rules *rules, const signed char *usual);
void pm_net_free(struct pm_net *net);
/* Another net over the same rules, which must outlive it, in the same state; NULL: no memory. */
struct pm_net *pm_net_twin(const struct pm_net *net);

/* The same without the terms that are decided by now, so that less is to be looked at; tracing, it tells no
 * facts.  Only instance 0 may be at work. */
struct pm_net *pm_net_narrow(const struct pm_net *net);

static inline int pm_net_value(const struct pm_net *net, pm_lit lit)
{
    return lit > 0 ? net->value[lit] : -net->value[-lit];
}

static inline size_t pm_net_index(pm_lit lit)
{
    return lit > 0 ? 2 * (size_t)lit : 2 * (size_t)-lit + 1;
}

/* A moment to come back to: all that was assumed and switched on since is taken back. */
struct pm_net_mark {
    int trail_count, working_count;
};
struct pm_net_mark pm_net_now(const struct pm_net *net);
void pm_net_back(struct pm_net *net, struct pm_net_mark mark);

/* Each is false on a conflict; only pm_net_back() may follow then.  `because` is PM_NET_KNOWN or
 * PM_NET_ASSUMED. */
bool pm_net_assume(struct pm_net *net, pm_lit lit, int because);
bool pm_net_switch_on(struct pm_net *net, int instance);

enum pm_net_result { PM_NET_REFUTED, PM_NET_WORLD, PM_NET_GAVE_UP };
/* After assumptions without a conflict.  PM_NET_WORLD: every row that works holds if all open
 * variables are as usual; decisions stay assumed, so the caller goes back when it has seen
 * enough.  PM_NET_GAVE_UP: after `most` decisions. */
enum pm_net_result pm_net_repair(struct pm_net *net, int64_t most);

/* Whether the instance, which does not work, can hold in the world as it is now: open variables
 * of places are as usual. */
bool pm_net_holds(struct pm_net *net, int instance);

/* Tracing: forgets what was used; then every refutation adds to it. */
void pm_net_trace(struct pm_net *net);
/* Counts a known variable as used. */
void pm_net_use(struct pm_net *net, int variable);

#endif
