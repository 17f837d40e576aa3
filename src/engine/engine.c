/* Questions to the solver: the next answer, what all answers share.
 *
 * One solver lives as long as the engine and gets each clause once; whatever may change from
 * question to question is an assumption.  A model counts as an answer only after all lazy
 * rules were content with it; what they add is sent with the next attempt. */
#include "engine/asking.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"
#include "core/text.h"

/* A chain of consequences longer than this is left to the solver. */
enum { MAX_SETTLE_ROUNDS = 10 };

/* Variables that the solver gets room for between two looks at the limits. */
enum { VARIABLES_A_LOOK = 1 << 16 };

static bool stop_solver(void *context)
{
    const struct pm_engine *e = context;
    return pm_stop(e->limits);
}

struct pm_engine *pm_engine_new(struct pm_rules *rules, const struct pm_limits *limits)
{
    struct pm_engine *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->rules = rules;
    e->limits = limits;
    size_t places = (size_t)rules->place_count + 1;
    e->model = calloc(places, sizeof *e->model);
    e->best_answer = calloc(places, sizeof *e->best_answer);
    e->solver = pm_cadical_new(stop_solver, e);
    if (!e->model || !e->best_answer || !e->solver) {
        pm_engine_free(e);
        return NULL;
    }
    pm_cadical_set(e->solver, "seed", (int)(limits->seed % 2000000000));
    /* Puzzles are not met by giving all variables the same value: do not try each time. */
    pm_cadical_set(e->solver, "lucky", 0);
    if (rules->steady) {
        pm_cadical_set(e->solver, "stabilizeonly", 1);
        pm_cadical_set(e->solver, "chrono", 0);
    }
    if (rules->straight) {
        pm_cadical_set(e->solver, "inprocessing", 0);
        pm_cadical_set(e->solver, "chrono", 0);
    }
    return e;
}

void pm_engine_free(struct pm_engine *e)
{
    if (!e)
        return;
    pm_cadical_free(e->solver);
    pm_total_free(e->total);
    free(e->known);
    free(e->suppositions.data);
    free(e->extra.data);
    free(e->given.data);
    free(e->candidates.data);
    free(e->model);
    free(e->best_answer);
    free(e->cost_off.data);
    free(e->why.data);
    free(e);
}

/* ---- Before the questions ---- */

/* What is left of the clause at `at` once known literals are gone: 0, 1, or 2 for more
 * literals, with the first of them in `*first`; -1 if it holds already. */
static int left_of_clause(const struct pm_engine *e, size_t at, int *first)
{
    int count = 0;
    for (const int *lit = e->rules->clauses.data + at; *lit != 0; lit++) {
        const int known = e->known[abs(*lit)];
        if (known == 0 && count++ == 0)
            *first = *lit;
        if (known != 0 && (known > 0) == (*lit > 0))
            return -1;
    }
    return count < 2 ? count : 2;
}

bool pm_meet(struct pm_cadical *solver, const struct pm_limits *limits, int *met, int last)
{
    while (last - *met > VARIABLES_A_LOOK) {
        *met += VARIABLES_A_LOOK;
        pm_cadical_reserve(solver, *met);
        if (pm_stop(limits))
            return false;
    }
    *met = last > *met ? last : *met;
    return true;
}

/* Whether a clause may have a variable so far behind those that the solver has met that it would
 * take hundreds of megabytes at once. */
static bool has_far(const struct pm_engine *e)
{
    return e->rules->variable_count - e->met > VARIABLES_A_LOOK;
}

static bool meet_clause(struct pm_engine *e, const int *clause)
{
    int last = 0;
    for (; *clause != 0; clause++)
        last = abs(*clause) > last ? abs(*clause) : last;
    if (!pm_meet(e->solver, e->limits, &e->met, last))
        e->rules->failed = PULMA_LIMIT;
    return !e->rules->failed;
}

/* The new clauses of which some literals may be left: a list of where they begin, or, without a list,
 * all of them. */
struct open {
    size_t *at;
    size_t count;
};

/* The next one; `i` begins with first_open() and goes on by itself. */
static bool next_open(const struct pm_engine *e, const struct open *open, size_t *i,
                      size_t *at)
{
    const struct pm_ints *clauses = &e->rules->clauses;
    if (open->at) {
        *at = *i < open->count ? open->at[*i] : 0;
        return (*i)++ < open->count;
    }
    *at = *i;
    while (*i < clauses->len && clauses->data[(*i)++] != 0)
        ;
    return *at < clauses->len;
}

static size_t first_open(const struct pm_engine *e, const struct open *open)
{
    return open->at ? 0 : e->sent;
}

/* Whether a clause is open; if one literal of it is left, that is known from now on. */
static bool settle(struct pm_engine *e, size_t at, bool far, bool *found)
{
    int only = 0;
    const int left = left_of_clause(e, at, &only);
    if (left != 1 || (far && !meet_clause(e, (int[]){only, 0})))
        return left != -1;
    e->known[abs(only)] = only > 0 ? 1 : -1;
    pm_cadical_add(e->solver, (int[]){only, 0}, 2);
    *found = true;
    return false;
}

/* Lists the open clauses, of which there are at most `most`. */
static void list_open(struct pm_engine *e, struct open *open, size_t most)
{
    struct open list = {malloc((most + 1) * sizeof *list.at), 0};
    int first;
    for (size_t i = e->sent, at; list.at && next_open(e, open, &i, &at);)
        if (left_of_clause(e, at, &first) != -1)
            list.at[list.count++] = at;
    *open = list; /* without memory it works as well */
}

/* Looks through the new clauses for literals that follow one by one.  Taking them out here is
 * several times cheaper than handing the solver clauses that it throws away at once.  Where few are
 * left after the first round, only they are looked at again. */
static void settle_new(struct pm_engine *e, struct open *open)
{
    const bool far = has_far(e);
    bool found = true;
    for (int round = 0; found && round < MAX_SETTLE_ROUNDS; round++) {
        size_t all = 0, kept = 0;
        found = false;
        if (!pm_rules_go_on(e->rules))
            return;
        for (size_t i = first_open(e, open), at; next_open(e, open, &i, &at); all++)
            if (settle(e, at, far, &found)) {
                if (open->at)
                    open->at[kept] = at;
                kept++;
            }
        if (open->at)
            open->count = kept;
        else if (found && 2 * kept < all)
            list_open(e, open, kept);
    }
}

static bool know_variables(struct pm_engine *e)
{
    int count = e->rules->variable_count;
    assert(e->known_count <= count + 1);
    if (!pm_grow((void **)&e->known, &e->known_size, (size_t)count + 1, sizeof *e->known))
        return false;
    memset(e->known + e->known_count, 0, (size_t)(count + 1 - e->known_count));
    e->known_count = count + 1;
    return true;
}

/* With the 0 at its end. */
static size_t clause_size(const int *clause)
{
    size_t n = 0;
    while (clause[n++] != 0)
        ;
    return n;
}

static void send_open(struct pm_engine *e, const struct open *open)
{
    struct pm_rules *r = e->rules;
    const bool far = has_far(e);
    size_t look_at = e->sent;
    for (size_t i = first_open(e, open), at; !r->failed && next_open(e, open, &i, &at);) {
        const int *clause = r->clauses.data + at;
        if (at >= look_at) {
            look_at = at + PM_LITERALS_A_LOOK;
            if (!pm_rules_go_on(r))
                return;
        }
        if (far && !meet_clause(e, clause))
            return;
        int first = 0;
        const int left = left_of_clause(e, at, &first);
        if (left == 0) /* a contradiction, in the solver's own terms */
            pm_cadical_add(e->solver, clause, clause_size(clause));
        else if (left > 0)
            pm_cadical_add_open(e->solver, clause, e->known);
    }
}

void pm_send(struct pm_engine *e)
{
    struct pm_rules *r = e->rules;
    assert(e->sent <= r->clauses.len);
    if (r->failed || e->sent == r->clauses.len)
        return;
    assert(r->clauses.data[r->clauses.len - 1] == 0); /* no clause is open */
    if (!know_variables(e)) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    struct open open = {0};
    settle_new(e, &open);
    send_open(e, &open);
    free(open.at);
    if (!r->failed)
        e->sent = r->clauses.len;
}

void pm_tell(struct pm_engine *e, pm_lit lit)
{
    assert(abs(lit) < e->known_count);
    e->known[abs(lit)] = lit > 0 ? 1 : -1;
    pm_cadical_add(e->solver, (int[]){lit, 0}, 2);
}

struct pm_engine *pm_narrowed(const struct pm_engine *e)
{
    const struct pm_rules *r = e->rules;
    struct pm_engine *narrow = pm_engine_new(e->rules, e->limits);
    if (narrow) /* its questions are short */
        pm_cadical_set(narrow->solver, "inprocessing", 0);
    bool ok = narrow && know_variables(narrow);
    for (size_t i = 0; i < e->suppositions.len && ok; i++)
        ok = pm_push(&narrow->suppositions, e->suppositions.data[i]);
    for (int i = 1; i < r->reason_count && ok; i++) {
        const pm_lit selector = r->reasons[i].selector;
        if (r->reasons[i].off)
            pm_tell(narrow, -selector);
        else if (r->reasons[i].needed)
            pm_tell(narrow, selector);
    }
    if (!ok) {
        pm_engine_free(narrow);
        return NULL;
    }
    narrow->narrow = true;
    narrow->helped_conflicts = pm_engine_conflicts(e);
    return narrow;
}

void pm_narrowed_free(struct pm_engine *narrow, struct pm_engine *e)
{
    e->helped_conflicts += pm_engine_conflicts(narrow) - pm_engine_conflicts(e);
    pm_engine_free(narrow);
}

void pm_engine_suppose(struct pm_engine *e, int n, const int *places, const int *values)
{
    e->suppositions.len = 0;
    e->absurd = false;
    e->has_best = e->optimal = e->bound_known = e->keeps_optimal = false;
    e->cost_limit = 0;
    for (int i = 0; i < n; i++) {
        assert(0 <= places[i] && places[i] < e->rules->place_count);
        pm_lit lit = pm_is(e->rules, places[i], values[i]);
        if (lit == PM_FALSE)
            e->absurd = true;
        else if (lit != PM_TRUE && !pm_push(&e->suppositions, lit))
            e->rules->failed = PULMA_NO_MEMORY;
    }
}

static void prefer_literal(struct pm_engine *e, pm_lit lit, bool yes)
{
    if (lit != PM_TRUE && lit != PM_FALSE)
        pm_cadical_phase(e->solver, yes ? lit : -lit);
}

void pm_engine_prefer(struct pm_engine *e, const int *values)
{
    pm_cadical_set(e->solver, "reverse",
                   1); /* places, the first variables, are decided first */
    pm_prefer_values(e, values);
}

void pm_prefer_values(struct pm_engine *e, const int *values)
{
    pm_send(e); /* the solver forgets phases of variables that it has not met */
    for (int place = 0; place < e->rules->place_count; place++) {
        const struct pm_number *n = &e->rules->numbers[place];
        for (int value = n->min; values[place] != PULMA_EMPTY && value <= n->max; value++) {
            prefer_literal(e, pm_is(e->rules, place, value), value == values[place]);
            if (n->order)
                prefer_literal(e, pm_reaches(e->rules, place, value),
                               values[place] >= value);
        }
    }
}

void pm_engine_stay_near(struct pm_engine *e, int n, const signed char *values)
{
    pm_send(e); /* as above */
    for (int v = 1; v <= n; v++)
        pm_cadical_phase(e->solver, values[v] > 0 ? v : -v);
    for (int i = 1; i < e->rules->reason_count; i++)
        pm_cadical_phase(e->solver, e->rules->reasons[i].selector);
}

/* ---- One question ---- */

bool pm_is_told(const struct pm_engine *e, pm_lit lit)
{
    return abs(lit) < e->known_count && e->known[abs(lit)] == (lit > 0 ? 1 : -1);
}

int64_t pm_conflicts_left(const struct pm_engine *e)
{
    if (e->limits->conflicts <= 0)
        return -1;
    int64_t left = e->limits->conflicts - pm_engine_conflicts(e);
    return left < 0 ? 0 : left;
}

bool pm_exhausted(const struct pm_engine *e)
{
    return pm_conflicts_left(e) == 0 || pm_stop(e->limits);
}

static void assume_all(struct pm_engine *e, bool fresh)
{
    for (int i = 1; i < e->rules->reason_count; i++) {
        const struct pm_because *because = &e->rules->reasons[i];
        const pm_lit lit = because->off ? -because->selector : because->selector;
        if (!pm_is_told(e, lit))
            pm_cadical_assume(e->solver, lit);
    }
    for (size_t i = 0; i < e->suppositions.len; i++)
        pm_cadical_assume(e->solver, e->suppositions.data[i]);
    if (fresh && e->fresh)
        pm_cadical_assume(e->solver, e->fresh);
    if (e->cost_limit)
        pm_cadical_assume(e->solver, e->cost_limit);
    for (size_t i = 0; i < e->cost_off.len; i++)
        pm_cadical_assume(e->solver, -e->cost_off.data[i]);
    for (size_t i = 0; i < e->extra.len; i++)
        pm_cadical_constrain(e->solver, e->extra.data[i]);
    if (e->extra.len > 0)
        pm_cadical_constrain(e->solver, 0);
}

static int place_value(struct pm_engine *e, int place)
{
    const struct pm_number *n = &e->rules->numbers[place];
    if (n->min == n->max)
        return n->min;
    if (n->max == n->min + 1)
        return pm_cadical_true(e->solver, n->first) ? n->max : n->min;
    int value = n->min;
    while (value < n->max && !pm_cadical_true(e->solver, n->first + (value - n->min)))
        value++;
    /* Stepwise, that a place has a value is a rule, and may be switched off.  Without memory the
     * solver says nothing. */
    PM_ASSERT_SLOW(e->rules->detail == PM_STEPS ||
                   pm_cadical_true(e->solver, n->first + (value - n->min)) ||
                   pm_cadical_broken(e->solver));
    return value;
}

static void read_model(struct pm_engine *e)
{
    const struct pm_rules *r = e->rules;
    for (int place = 0; place < r->place_count; place++)
        e->model[place] = place_value(e, place);
    e->model_cost = r->cost_constant;
    for (size_t i = 0; i < r->cost_lits.len; i++) {
        pm_lit lit = r->cost_lits.data[i];
        if (lit == PM_TRUE || (lit != PM_FALSE && pm_cadical_true(e->solver, lit)))
            e->model_cost += r->cost_weights.data[i];
    }
}

int pm_ask_lazies(struct pm_rules *r, const int *candidate)
{
    int faults = 0, reason = r->reason;
    assert(!r->in_lazy && r->conditions.len == 0);
    r->in_lazy = true;
    for (int i = 0; i < r->lazy_count; i++) {
        r->reason = r->lazies[i].reason;
        if (!r->reasons[r->reason].off)
            faults += r->lazies[i].rule(r, candidate, r->lazies[i].context);
    }
    r->in_lazy = false;
    r->reason = reason;
    return faults;
}

static void keep_candidate(struct pm_engine *e)
{
    for (int place = 0; e->keep_candidates && place < e->rules->place_count; place++)
        if (!pm_push(&e->candidates, e->model[place]))
            pm_rules_fail(e->rules);
}

/* PULMA_OK: nobody finds fault.  PULMA_NONE: rules were added, try again. */
static pulma_status ask_lazies(struct pm_engine *e, pulma_error *err)
{
    struct pm_rules *r = e->rules;
    int64_t before = r->effective;
    int faults = pm_ask_lazies(r, e->model);
    if (faults == 0)
        return PULMA_OK;
    keep_candidate(e);
    if (r->effective > before || r->failed)
        return PULMA_NONE;
    for (int i = 1; i < r->reason_count; i++)
        if (r->reasons[i].off)
            return PULMA_OK; /* what it found is switched off */
    return pm_fail(err, PULMA_SOLVER, NULL, "a lazy rule found fault, but stated no rule");
}

pulma_status pm_ask(struct pm_engine *e, bool fresh, int64_t budget, pulma_error *err)
{
    if (e->rules->failed) /* then any value looks absurd */
        return pm_rules_failure(e->rules, err);
    if (e->absurd)
        return PULMA_NONE;
    int64_t until = budget < 0 ? -1 : pm_cadical_conflicts(e->solver) + budget;
    for (;;) {
        if (e->rules->failed)
            return pm_rules_failure(e->rules, err);
        if (pm_exhausted(e))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit");
        int64_t left = pm_conflicts_left(e);
        int64_t mine = until - pm_cadical_conflicts(e->solver);
        if (until >= 0 && (left < 0 || mine < left))
            left = mine < 0 ? 0 : mine;
        pm_send(e);
        if (e->rules->failed)
            return pm_rules_failure(e->rules, err);
        assume_all(e, fresh);
        switch (pm_cadical_solve(e->solver, left > INT_MAX ? INT_MAX : (int)left)) {
        case PM_CADICAL_UNSAT:
            return PULMA_NONE;
        case PM_CADICAL_UNKNOWN:
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit");
        case PM_CADICAL_BROKEN:
            return pm_fail_memory(err);
        case PM_CADICAL_SAT:
            break;
        }
        read_model(e);
        if (pm_cadical_broken(e->solver))
            return pm_fail_memory(err);
        pulma_status status = ask_lazies(e, err);
        if (status != PULMA_NONE)
            return status;
    }
}

pulma_status pm_ask_rules(struct pm_engine *e)
{
    pm_send(e);
    if (e->rules->failed)
        return e->rules->failed;
    if (e->absurd)
        return PULMA_NONE;
    assume_all(e, false);
    enum pm_cadical_result result = pm_cadical_solve(e->solver, -1);
    return result == PM_CADICAL_SAT     ? PULMA_OK
           : result == PM_CADICAL_UNSAT ? PULMA_NONE
                                        : PULMA_SOLVER;
}

/* ---- The next answer ---- */

/* Excludes the answer from now on.  Places that are settled for good need not be named. */
static void exclude(struct pm_engine *e, const int *answer)
{
    struct pm_rules *r = e->rules;
    if (!e->fresh) {
        e->fresh = pm_new_lit(r);
        if (r->failed)
            return;
    }
    e->given.len = 0;
    bool ok = pm_push(&e->given, -e->fresh);
    for (int place = 0; place < r->place_count; place++) {
        pm_lit is = pm_is(r, place, answer[place]);
        assert(is != PM_FALSE || r->failed);
        if (is != PM_TRUE && pm_cadical_fixed(e->solver, is) <= 0)
            ok &= pm_push(&e->given, -is);
    }
    ok = ok && pm_push(&e->given, 0);
    if (!ok) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    pm_cadical_add(e->solver, e->given.data, e->given.len);
}

static void give(struct pm_engine *e, const int *from, int *answer)
{
    memcpy(answer, from, (size_t)e->rules->place_count * sizeof *answer);
    exclude(e, answer);
}

pulma_status pm_engine_next(struct pm_engine *e, int *answer, pulma_error *err)
{
    for (int place = 0; place < e->rules->place_count; place++)
        answer[place] = PULMA_EMPTY;
    bool first = e->rules->has_objective && !e->optimal;
    if (first) {
        pulma_status status = pm_minimum(e, err);
        if (status == PULMA_LIMIT && e->has_best)
            memcpy(answer, e->best_answer, (size_t)e->rules->place_count * sizeof *answer);
        if (status != PULMA_OK)
            return status;
        if (!e->fresh) {
            give(e, e->best_answer, answer);
            return PULMA_OK;
        }
    }
    pm_keep_optimal(e);
    pulma_status status = pm_ask(e, true, -1, err);
    assert(status != PULMA_OK || !e->rules->has_objective || e->model_cost == e->best);
    if (status == PULMA_OK)
        give(e, e->model, answer);
    return status;
}

bool pm_engine_has_best(const struct pm_engine *e)
{
    return e->has_best;
}

int64_t pm_engine_best(const struct pm_engine *e)
{
    return e->best;
}

int64_t pm_engine_bound(const struct pm_engine *e)
{
    return e->bound;
}

int64_t pm_engine_conflicts(const struct pm_engine *e)
{
    return pm_cadical_conflicts(e->solver) + e->helped_conflicts;
}

/* ---- What all answers share ---- */

void pm_engine_witness(struct pm_engine *e, bool (*seen)(void *context, const int *answer),
                       void *context)
{
    e->seen = seen;
    e->seen_context = context;
}

static pulma_status show_witness(const struct pm_engine *e, const int *answer,
                                 pulma_error *err)
{
    return !e->seen || e->seen(e->seen_context, answer)
               ? PULMA_OK
               : pm_fail(err, PULMA_SOLVER, NULL, "the engine gave a wrong answer");
}

/* Asks again and again for an answer in which some of the literals do not hold, preferring that
 * none of them does, so that few answers are needed; drops those that do not. */
static pulma_status narrow(struct pm_engine *e, size_t *n, pm_lit *lits, int64_t conflicts,
                           pulma_error *err)
{
    pulma_status status = PULMA_OK;
    const int64_t until = pm_engine_conflicts(e) + conflicts;
    while (status == PULMA_OK) {
        e->extra.len = 0;
        for (size_t i = 0; i < *n; i++)
            if (pm_cadical_fixed(e->solver, lits[i]) <= 0 && !pm_push(&e->extra, -lits[i]))
                return pm_fail_memory(err);
        assert(e->extra.len <= *n);
        if (e->extra.len == 0)
            break;
        for (size_t i = 0; i < e->extra.len; i++)
            pm_cadical_phase(e->solver, e->extra.data[i]);
        int64_t left = until - pm_engine_conflicts(e);
        status = pm_ask(e, false, conflicts < 0 ? -1 : left > 0 ? left : 0, err);
        for (size_t i = 0; i < e->extra.len; i++)
            pm_cadical_unphase(e->solver, e->extra.data[i]);
        if (status == PULMA_OK)
            status = show_witness(e, e->model, err);
        size_t kept = 0;
        for (size_t i = 0; status == PULMA_OK && i < *n; i++)
            if (pm_cadical_true(e->solver, lits[i]))
                lits[kept++] = lits[i];
        *n = status == PULMA_OK ? kept : *n;
    }
    e->extra.len = 0;
    return status == PULMA_NONE ? PULMA_OK : status;
}

pulma_status pm_engine_shared(struct pm_engine *e, size_t *n, pm_lit *lits,
                              int64_t conflicts, pulma_error *err)
{
    bool optimise = e->rules->has_objective && !e->optimal;
    pulma_status status = optimise ? pm_minimum(e, err) : PULMA_OK;
    pm_keep_optimal(e);
    return status ? status : narrow(e, n, lits, conflicts, err);
}

pulma_status pm_engine_forced(struct pm_engine *e, int *answer, pulma_error *err)
{
    int places = e->rules->place_count;
    bool optimise = e->rules->has_objective && !e->optimal;
    pulma_status status = optimise ? pm_minimum(e, err) : PULMA_OK;
    pm_keep_optimal(e);
    if (!optimise)
        status = pm_ask(e, false, -1, err);
    if (!status) {
        memcpy(answer, optimise ? e->best_answer : e->model,
               (size_t)places * sizeof *answer);
        status = show_witness(e, answer, err);
    }
    pm_lit *lits = calloc((size_t)places + 1, sizeof *lits);
    size_t n = 0, shared = 0;
    for (int place = 0; !status && lits && place < places; place++) {
        pm_lit is = pm_is(e->rules, place, answer[place]);
        if (is != PM_TRUE)
            lits[n++] = is;
    }
    if (!status)
        status = lits ? narrow(e, &n, lits, -1, err) : pm_fail_memory(err);
    for (int place = 0; place < places; place++) {
        pm_lit is = status ? PM_FALSE : pm_is(e->rules, place, answer[place]);
        if (!status && shared < n && lits[shared] == is)
            shared++;
        else if (is != PM_TRUE)
            answer[place] = PULMA_EMPTY;
    }
    free(lits);
    return status;
}

bool pm_engine_found_true(const struct pm_engine *e, pm_lit lit)
{
    return pm_cadical_true(e->solver, lit);
}

pulma_status pm_engine_world(struct pm_engine *e, int n, signed char *values,
                             pulma_error *err)
{
    bool optimise = e->rules->has_objective && !e->optimal;
    pulma_status status = optimise ? pm_minimum(e, err) : PULMA_OK;
    pm_keep_optimal(e);
    if (!status)
        status = pm_ask(e, false, -1, err);
    for (int v = 1; !status && v <= n; v++)
        values[v] = pm_cadical_true(e->solver, v) ? 1 : -1;
    return !status && pm_cadical_broken(e->solver) ? pm_fail_memory(err) : status;
}
