/* The engine: takes stated rules and answers questions about them with a SAT solver. */
#ifndef PM_ENGINE_H
#define PM_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/limits.h"
#include "core/out.h"
#include "core/range.h"
#include "engine/rules.h"
#include "pulma/pulma.h"

/* What becomes of the reasons: nothing; each can be switched off, as pm_engine_why needs it
 * (slower to solve); or they are stated as finely as steps need them, and sums are kept as rows
 * beside their clauses.  For a proof there are no reasons either, but every clause stands as it was
 * stated and every value is a variable; otherwise what clues settle is left out. */
enum pm_detail { PM_PLAIN, PM_REASONS, PM_STEPS, PM_PROOF };
/* Rules over these places, to be stated.  `limits` bound what stating and sending takes and stay
 * as long as the rules; NULL: no limits.  NULL: no memory. */
struct pm_rules *pm_rules_new(int place_count, const struct pm_range *ranges,
                              enum pm_detail detail, const struct pm_limits *limits);
/* With PM_STEPS, when all has been stated: the places of which nobody said so have one value. */
void pm_rules_end(struct pm_rules *rules);
void pm_rules_free(struct pm_rules *rules);

/* With PM_REASONS: the families of the reasons so far, numbered from 0 in the order in which they
 * were first named. */
int pm_rules_family_count(const struct pm_rules *rules);
const char *pm_rules_family(const struct pm_rules *rules, int family);
/* What the rules would be without a family (-1: with all of them), or with none but that; reasons
 * without a family hold in any case.  For questions that come after; pm_engine_why() takes it back. */
void pm_rules_leave_out(struct pm_rules *rules, int family);
void pm_rules_only(struct pm_rules *rules, int family);
/* No answer is better than another from now on. */
void pm_rules_forget_cost(struct pm_rules *rules);

struct pm_engine;

/* An engine over rules that have been stated and outlive it.  Limits are looked at through the
 * pointer at each question, so the caller may change them.  NULL: no memory. */
struct pm_engine *pm_engine_new(struct pm_rules *rules, const struct pm_limits *limits);
void pm_engine_free(struct pm_engine *engine);

/* Suppositions (assumptions) hold for the next questions until they are changed; n = 0 takes them
 * back. */
void pm_engine_suppose(struct pm_engine *engine, int n, const int *places,
                       const int *values);
/* Before the first question: searches prefer these values, as initial phases (PULMA_EMPTY: no
 * preference).  Random ones make answers random. */
void pm_engine_prefer(struct pm_engine *engine, const int *values);
/* The next answer that differs in some place from all given before (the cheapest ones, if
 * there is an objective).  PULMA_OK, PULMA_NONE (proved), PULMA_LIMIT, PULMA_NO_MEMORY,
 * PULMA_SOLVER. With an objective and PULMA_LIMIT `answer` is the best so far, if any
 * (pm_engine_has_best). */
pulma_status pm_engine_next(struct pm_engine *engine, int *answer, pulma_error *err);
bool pm_engine_has_best(const struct pm_engine *engine);
int64_t pm_engine_best(const struct pm_engine *engine); /* cost of the best answer so far */
int64_t pm_engine_bound(const struct pm_engine *engine); /* proved: no answer is cheaper */

/* Who wants to judge the answers that pm_engine_forced() rests on: false from `seen` ends the
 * question with PULMA_SOLVER. */
void pm_engine_witness(struct pm_engine *engine,
                       bool (*seen)(void *context, const int *answer), void *context);
/* What all answers agree upon, the backbone (with suppositions); PULMA_EMPTY elsewhere. */
pulma_status pm_engine_forced(struct pm_engine *engine, int *answer, pulma_error *err);

/* Some answer (a cheapest one, if there is an objective): for the variables 1 to n, 1 if it is
 * true in it, else -1. */
pulma_status pm_engine_world(struct pm_engine *engine, int n, signed char *values,
                             pulma_error *err);
/* Keeps, of `*n` literals that hold in some answer, those that hold in all of them.  PULMA_LIMIT,
 * after so many conflicts at the latest (-1: any): those that may. */
pulma_status pm_engine_shared(struct pm_engine *engine, size_t *n, pm_lit *lits,
                              int64_t conflicts, pulma_error *err);
/* From now on searches try a world near to this one first, in which all reasons hold. */
void pm_engine_stay_near(struct pm_engine *engine, int n, const signed char *values);
/* Whether the literals contradict the rules under the reasons with on[reason] (stepwise rules):
 * PULMA_NONE if they do, and only reasons that the refutation used are left on; PULMA_OK if not;
 * PULMA_LIMIT after so many conflicts. */
pulma_status pm_engine_refute(struct pm_engine *engine, int n, const pm_lit *lits, bool *on,
                              int64_t conflicts, pulma_error *err);
/* After PULMA_NONE from it: whether the refutation used one of its literals. */
bool pm_engine_used(const struct pm_engine *engine, pm_lit lit);
/* After PULMA_OK from the last question: whether a literal is true in what the solver found. */
bool pm_engine_found_true(const struct pm_engine *engine, pm_lit lit);

/* A minimal set of reasons that contradict each other and the suppositions: an unsatisfiable core
 * of which nothing can be left out.  Rules must be
 * `explaining`.  PULMA_NONE: there is an answer.  The reasons stay until the next question;
 * PULMA_LIMIT: the set contradicts, but may not be minimal (empty if not even that is known).
 * Without limits on time and conflicts, minimising ends with that after a fixed effort. */
pulma_status pm_engine_why(struct pm_engine *engine, pulma_error *err);
int pm_engine_why_count(const struct pm_engine *engine);
const char *pm_engine_why_text(const struct pm_engine *engine, int i);
int pm_engine_why_number(const struct pm_engine *engine, int i); /* pm_reason_number() */
int pm_engine_why_places(const struct pm_engine *engine, int i, const int **places);

int64_t pm_engine_conflicts(const struct pm_engine *engine);

/* The clauses as stated so far, in DIMACS form, with a comment line for each place. */
void pm_rules_dimacs(const struct pm_rules *rules, struct pm_out *out);

/* Independent of all above: checks a DRAT proof in text form, every step by unit propagation
 * (RUP).  PULMA_OK: it refutes the formula.  PULMA_NONE: it does not, `err` says where. */
pulma_status pm_proof_verify(const char *formula, size_t formula_len, const char *proof,
                             size_t proof_len, const struct pm_limits *limits,
                             pulma_error *err);

#endif
