/* Rules: how a kind tells its rules to the engine.
 *
 * A kind's state() gets a `struct pm_rules` in which every place already exists as a
 * *number* with its range of values.  It states each rule under a *reason*: one sentence in
 * the puzzle's own words and the places that it speaks of.
 *
 *     pm_reason(r, "row %d holds every digit once", row + 1);
 *     pm_reason_places(r, n, cells);
 *     pm_all_different(r, n, cells);
 *
 * Literals are integers: a positive variable, or its negation by a minus sign.  PM_TRUE and
 * PM_FALSE are literals too (each the other's negation), and every function accepts them.
 * Nothing here fails one by one: lack of memory is remembered and reported by the engine. */
#ifndef PM_RULES_H
#define PM_RULES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int pm_lit;
enum { PM_TRUE = INT_MAX, PM_FALSE = -INT_MAX };

enum pm_relation { PM_AT_MOST, PM_EQUAL, PM_AT_LEAST };

struct pm_rules;

/* A kind that runs out of memory while it states its rules says so; nothing is then claimed. */
void pm_rules_fail(struct pm_rules *r);
/* Whether nothing more needs to be stated: memory has ended, or a limit has been reached.  Every
 * function below then does nothing; a kind whose own work is long asks now and then. */
bool pm_rules_ended(struct pm_rules *r);

/* ---- Reasons ---- */

/* The rules that follow, up to the next reason, hold because of this sentence.  Rules before
 * the first reason are facts nobody would name (a cell has one value). */
void pm_reason(struct pm_rules *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The family of the current reason: what reasons of its sort say in general ("no two stars touch"),
 * as one would teach it.  Rules can be tried without a family, see pm_rules_leave_out(). */
void pm_reason_family(struct pm_rules *r, const char *family);
/* A number by which the caller knows the current reason. */
void pm_reason_number(struct pm_rules *r, int number);
/* How hard the current reason is to see; 0 unless told.  Among steps of one size those with easier
 * reasons come first. */
void pm_reason_grade(struct pm_rules *r, int grade);
/* The current reason follows from others, which it sums up: it counts as so many of them in
 * the size of a step. */
void pm_reason_sums_up(struct pm_rules *r, int price);
void pm_reason_place(struct pm_rules *r, int place);
void pm_reason_places(struct pm_rules *r, int n, const int *places);

/* The current reason; and reasons that contradict each other, as the caller knows.
 * For contradictions that a solver takes long to find: it is asked first, and not for long. */
int pm_reason_now(const struct pm_rules *r);
void pm_reasons_clash(struct pm_rules *r, int n, const int *reasons);

/* Whether somebody may ask why.  Rules that follow from others and only help the search are left
 * out then: they would be named as reasons. */
bool pm_explaining(const struct pm_rules *r);
/* Whether an explanation step by step is wanted.  Every reason then is one rule as a person says
 * it ("row 3 has a 7, and only one"), since the size of a step is how many reasons it needs. */
bool pm_stepwise(const struct pm_rules *r);
/* The number has one of its values and no other, because of the current reason.  That holds of
 * all numbers anyway; but where rules are stepwise, a place of which this was said under some
 * reason has no such rule for free. */
void pm_one_value(struct pm_rules *r, int number);

/* ---- Numbers and literals ---- */

/* Numbers 0 .. places-1 are the puzzle's places.  Further ones for the kind's own use,
 * with min <= value <= max (max - min is at most a few thousand): */
int pm_new_number(struct pm_rules *r, int min, int max);
/* number = value (direct encoding); PM_FALSE outside its range. */
pm_lit pm_is(struct pm_rules *r, int number, int value);
/* number >= value (order encoding, made when first asked for); PM_TRUE or PM_FALSE outside its
 * range. */
pm_lit pm_reaches(struct pm_rules *r, int number, int value);
/* A new yes/no, and yes/nos that are equivalent to something. */
pm_lit pm_new_lit(struct pm_rules *r);
pm_lit pm_and(struct pm_rules *r, int n, const pm_lit *lits);
pm_lit pm_or(struct pm_rules *r, int n, const pm_lit *lits);
pm_lit pm_xor(struct pm_rules *r, pm_lit a, pm_lit b);
/* The smallest and largest value of a number. */
int pm_min(const struct pm_rules *r, int number);
int pm_max(const struct pm_rules *r, int number);

/* ---- Rules ---- */

/* At least one of the literals is true. */
void pm_clause(struct pm_rules *r, int n, const pm_lit *lits);
#define PM_CLAUSE(r, ...)                                                                  \
    pm_clause((r), (int)(sizeof((pm_lit[]){__VA_ARGS__}) / sizeof(pm_lit)),                \
              (pm_lit[]){__VA_ARGS__})
void pm_implies(struct pm_rules *r, pm_lit a, pm_lit b);
void pm_equivalent(struct pm_rules *r, pm_lit a, pm_lit b);
void pm_fix(struct pm_rules *r, int number, int value); /* number = value */

/* How many of n literals are true. */
void pm_count(struct pm_rules *r, int n, const pm_lit *lits, enum pm_relation relation,
              int k);
/* Weighted sums: of literals (weight where true), and of numbers.  Weights may be negative. */
void pm_sum(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
            enum pm_relation relation, int64_t bound);
void pm_sum_numbers(struct pm_rules *r, int n, const int *numbers, const int *weights,
                    enum pm_relation relation, int64_t bound);
/* A sum of terms.  A term is 0 or, if steps are true, the weight of the last true one.  Steps have
 * rising weights > 0, and each implies the one before, as the caller's rules say. */
struct pm_term_step {
    pm_lit lit;
    int64_t weight;
};
struct pm_term {
    int first_step, step_count;
};
void pm_sum_terms(struct pm_rules *r, int n, const struct pm_term *terms,
                  const struct pm_term_step *steps, enum pm_relation relation,
                  int64_t bound);
/* No two of the numbers are equal.  (Where there are as many values as numbers, every value
 * occurs, and the engine knows.) */
void pm_all_different(struct pm_rules *r, int n, const int *numbers);
/* The n numbers together equal one of the rows of the table (row_count * n values). */
void pm_table(struct pm_rules *r, int n, const int *numbers, int row_count,
              const int *table);

/* Until pm_under_end() every rule is half-reified: it holds only if the literal is true.  May be
 * nested. */
void pm_under(struct pm_rules *r, pm_lit condition);
void pm_under_end(struct pm_rules *r);

/* A lazy rule: called with a candidate answer (all places filled); adds, by the functions
 * above, rules that the candidate breaks, and returns how many (0: nothing is broken).  It
 * may only state what follows from the puzzle.  `context` must outlive the rules. */
typedef int pm_lazy_rule(struct pm_rules *r, const int *answer, const void *context);
void pm_lazy(struct pm_rules *r, pm_lazy_rule *rule, const void *context);

/* A hint and no rule: boards like this have answers, and a further answer is close to the one
 * before; so the search should keep its phases instead of restarting elsewhere.  (Measured on
 * nonograms: half the time to two answers.) */
void pm_steady(struct pm_rules *r);
/* A hint and no rule: the clauses are many and short, and simplifying them on the way costs more
 * than it gains.  (Measured on large boards of Flow Free: half the time.) */
void pm_straight(struct pm_rules *r);

/* The cost: constant + the weights of the true literals; to be as small as possible. */
void pm_minimise(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
                 int64_t constant);
/* The same for a sum of terms, whose weights rise by no more than an int holds. */
void pm_minimise_terms(struct pm_rules *r, int n, const struct pm_term *terms,
                       const struct pm_term_step *steps, int64_t constant);
/* Whom to ask for a bound when a cheapest answer was not found at once, and once more, for one that
 * may take longer to find, if there is none of that cost or nothing was known: no answer costs less than `*bound`.  The literal stands for rules that
 * answers of that cost satisfy, which have been stated under it; PM_FALSE: nothing is known.
 * `hint` has room for a value of each place, all PULMA_EMPTY: values that are worth a try. */
typedef pm_lit pm_floor(struct pm_rules *r, void *context, int64_t *bound, int *hint);
void pm_minimise_floor(struct pm_rules *r, pm_floor *floor, void *context);

#endif
