/* Inside the rules: what rules.c keeps, encode.c and sums.c add to, and engine.c reads.
 *
 * Clauses stand one after another in one flat array, each ended by 0, in the order in which
 * they were stated; the engine sends whatever is new.  A clause is either a *rule*, which
 * holds under the current reason and conditions (pm_clause), or a *definition* of a helping
 * variable (pm_define), which holds always: it can be met whatever the other variables are,
 * so it needs no condition and propagates even while the rule's condition is open. */
#ifndef PM_STORE_H
#define PM_STORE_H

#include "core/arena.h"
#include "engine/engine.h"
#include "engine/rules.h"

struct pm_ints {
    int *data;
    size_t len, size;
};

/* A number and the variables that say its value.  One value: none, or for a proof `first`, which is
 * true.  Two values: `first` is
 * true for the larger.  More: `first` + i says "= min + i", and `order` + i says
 * ">= min + 2 + i" for the values strictly between min + 1 and max (the outermost order
 * literals are value literals); order is 0 until somebody asks. */
struct pm_number {
    int min, max;
    int first, order;
    bool open; /* stepwise: that it has one value has not been said yet */
};

/* Stepwise rules keep counts and sums as they were meant: the weights of the true literals add
 * up to at least `bound`. */
struct pm_linear {
    int reason;
    size_t first; /* in row_lits and row_weights */
    int n;
    int64_t bound;
};

struct pm_because {
    const char *text;
    int number;         /* the caller's own */
    int grade;          /* how hard it is to see */
    int price;          /* as how many reasons it counts */
    int family;         /* -1: none */
    size_t first_place; /* in reason_places */
    int place_count;
    pm_lit selector; /* true: the rules under this reason hold; 0: they always do */
    bool off;        /* the engine is trying to do without it */
    bool needed;     /* it is on, and without it the others that are on do not contradict */
};

struct pm_lazy_entry {
    pm_lazy_rule *rule;
    const void *context;
    int reason; /* under which it was stated */
};

struct pm_rules {
    struct pm_arena arena; /* sentences */
    struct pm_ints clauses;
    int variable_count;
    signed char *known; /* by variable: 1 true, -1 false by a clause of one literal */
    size_t known_size;

    struct pm_number *numbers;
    size_t number_size;
    int number_count, place_count;

    struct pm_because *reasons; /* reason 0: facts nobody would name */
    size_t reason_size;
    int reason_count, reason; /* `reason`: the current one */
    struct pm_ints reason_places;
    struct pm_family_switch {
        const char *text;
        bool off;
    } * families;
    size_t family_size;
    int family_count;

    struct pm_ints clash; /* reasons that contradict each other, as the kind knows */

    struct pm_ints conditions; /* pm_under, innermost last */
    struct pm_lazy_entry *lazies;
    size_t lazy_size;
    int lazy_count;

    struct pm_ints cost_lits, cost_weights;
    struct pm_ints cost_terms; /* so many of cost_lits each are one term; empty: no terms */
    int64_t cost_constant;
    pm_floor *floor; /* may be NULL */
    void *floor_context;

    struct pm_linear *rows;
    size_t row_size;
    int row_count;
    struct pm_ints row_lits, row_weights;
    struct pm_ints in_rows; /* from, to: clauses that say no more than rows do */

    bool has_objective;
    enum pm_detail detail;
    bool closed;   /* further reasons are off from the start */
    pm_lit never;  /* for a proof: a variable that is false; 0 otherwise */
    bool steady;   /* pm_steady */
    bool straight; /* pm_straight */
    bool in_lazy;  /* a lazy rule is being asked: sentences may repeat */
    /* PULMA_NO_MEMORY, or PULMA_LIMIT: nothing is stated any more, and nothing is claimed. */
    pulma_status failed;
    const struct pm_limits *limits; /* while rules are stated and sent; may be NULL */
    size_t look_at;                 /* length of `clauses` at which limits are looked at */
    int64_t effective;              /* clauses stated under reasons that are not `off` */
};

/* The places of a reason; NULL if it has none. */
static inline const int *pm_because_places(const struct pm_rules *r,
                                           const struct pm_because *because)
{
    return because->place_count ? r->reason_places.data + because->first_place : NULL;
}

/* Looks at the limits now; false: one has been reached, and `failed` says so. */
bool pm_rules_go_on(struct pm_rules *r);
/* Says in `err` why the rules failed, and returns that status. */
pulma_status pm_rules_failure(const struct pm_rules *r, pulma_error *err);

bool pm_push(struct pm_ints *ints, int value);
/* Room for `n` objects of `size` bytes in `*memory`, which has room for `*have`. */
bool pm_grow(void **memory, size_t *have, size_t n, size_t size);

/* A clause that holds always. */
void pm_define(struct pm_rules *r, int n, const pm_lit *lits);
#define PM_DEFINE(r, ...)                                                                  \
    pm_define((r), (int)(sizeof((pm_lit[]){__VA_ARGS__}) / sizeof(pm_lit)),                \
              (pm_lit[]){__VA_ARGS__})
/* The literal, or PM_TRUE or PM_FALSE if a clause of one literal has settled it. */
pm_lit pm_settled(const struct pm_rules *r, pm_lit lit);
/* Stepwise: a row under the current reason and conditions; weights NULL: 1 each.  The clauses that
 * say the same are stated between pm_in_row() and pm_in_row_end(), which may be nested. */
void pm_linear(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
               int64_t bound);
size_t pm_in_row(const struct pm_rules *r);
void pm_in_row_end(struct pm_rules *r, size_t start);
/* Whether the lazy rules under a reason are content with an answer.  `keep`: what they state
 * otherwise stays. */
bool pm_lazies_content(struct pm_rules *r, int reason, const int *answer, bool keep);
/* Some condition is PM_FALSE: no rule needs to be stated. */
bool pm_pointless(const struct pm_rules *r);

/* ---- encode.c ---- */

/* At most one of these is true (repeated ones then are false). */
void pm_at_most_one(struct pm_rules *r, int n, const pm_lit *lits);

/* The terms of the objective; the cost is their sum plus `*constant`. */
struct pm_total;
struct pm_total *pm_cost_total(struct pm_rules *r, int64_t *constant);

/* ---- sums.c: sums of terms, compared with constants ---- */

/* A sum whose bounds can be asked for as literals, any number of times. */
/* Terms and steps are copied.  Decision diagrams with more than `max_edges` edges are not
 * made, the sum is then added up in binary; usually PM_MAX_EDGES.  NULL: no memory, remembered
 * in `r`. */
enum { PM_MAX_EDGES = 100000 };
struct pm_total *pm_total_new(struct pm_rules *r, int term_count,
                              const struct pm_term *terms, const struct pm_term_step *steps,
                              size_t max_edges);
void pm_total_free(struct pm_total *total);
int pm_total_terms(const struct pm_total *total);
/* A term, and the steps of all. */
struct pm_term pm_total_term(const struct pm_total *total, int term);
const struct pm_term_step *pm_total_steps(const struct pm_total *total);
/* A literal for "the sum is at most `bound`".  It means nothing before pm_total_tie() has
 * been called for that bound: with PM_MOST, if it is true the sum is at most `bound`; with
 * PM_MORE, if it is false the sum is more. */
enum pm_side { PM_MOST = 1, PM_MORE = 2 };
pm_lit pm_total_at_most(struct pm_total *total, int64_t bound);
void pm_total_tie(struct pm_total *total, int64_t bound, int sides);

#endif
