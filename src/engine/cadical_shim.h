/* CaDiCaL for C.  Its own C interface can neither trace proofs nor survive lack of memory:
 * here nothing is thrown, a solver in which something went wrong is broken and says so. */
#ifndef PM_CADICAL_SHIM_H
#define PM_CADICAL_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pm_cadical;

enum pm_cadical_result {
    PM_CADICAL_BROKEN = -1, /* memory ended, or worse */
    PM_CADICAL_UNKNOWN = 0,
    PM_CADICAL_SAT = 10,
    PM_CADICAL_UNSAT = 20
};

/* `stop` is asked often while the solver works; true ends the work.  NULL: no memory. */
struct pm_cadical *pm_cadical_new(bool (*stop)(void *context), void *context);
void pm_cadical_free(struct pm_cadical *s);

/* Before the first clause: options by name, and a DRAT proof in text form to be written
 * to a file that stays open. */
void pm_cadical_set(struct pm_cadical *s, const char *option, int value);
void pm_cadical_trace(struct pm_cadical *s, FILE *file);
void pm_cadical_close_trace(struct pm_cadical *s);

/* Makes room for the variables up to this one, as the first clause with it would. */
void pm_cadical_reserve(struct pm_cadical *s, int variable);
/* `n` integers: clauses, each ended by 0. */
void pm_cadical_add(struct pm_cadical *s, const int *lits, size_t n);
/* One clause, ended by 0, without the literals whose variable has `known` != 0. */
void pm_cadical_add_open(struct pm_cadical *s, const int *clause, const signed char *known);
/* For the next pm_cadical_solve only: literals, and one clause (ended by 0). */
void pm_cadical_assume(struct pm_cadical *s, int lit);
void pm_cadical_constrain(struct pm_cadical *s, int lit);
/* At most this many conflicts; negative: no limit. */
enum pm_cadical_result pm_cadical_solve(struct pm_cadical *s, int conflicts);

bool pm_cadical_true(struct pm_cadical *s, int lit);   /* after SAT */
bool pm_cadical_failed(struct pm_cadical *s, int lit); /* after UNSAT, of an assumption */
int pm_cadical_fixed(struct pm_cadical *s, int lit);   /* 1 true, -1 false, in all models */
void pm_cadical_phase(struct pm_cadical *s, int lit);  /* try this first; 0 < |lit| */
void pm_cadical_unphase(struct pm_cadical *s, int lit);
int64_t pm_cadical_conflicts(const struct pm_cadical *s);
/* Memory has ended.  The first look at a model or a refutation may need some: what it said is void. */
bool pm_cadical_broken(const struct pm_cadical *s);

#ifdef __cplusplus
}
#endif
#endif
