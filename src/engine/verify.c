/* The checker of proofs.  It trusts nobody: it has its own readers, its own propagation and
 * shares nothing with the engine.
 *
 * A DRAT proof in text form is a list of steps, a clause each ("3 -7 0"), or a deletion ("d 3
 * -7 0").  A clause is accepted if assuming all its literals false leads to a conflict by unit
 * propagation alone (reverse unit propagation, RUP); it then follows from the formula.
 * Steps that only keep satisfiability (RAT) are refused: pulma's proofs have none.  The formula
 * is refuted once a conflict arises with nothing assumed.
 *
 * Literals known without assumptions stay known even if a clause that gave them is deleted:
 * they follow from the formula, whatever is deleted.  So a clause that holds already
 * is not stored at all.  Every other clause watches two of its literals that are not false. */
#include "engine/engine.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { MAX_VARIABLES = 1 << 24, MAX_CLAUSES = INT_MAX / 2 };

struct clause {
    size_t first; /* in literals; the first two are watched */
    int len;
    int next; /* with the same hash; -1: none */
    uint64_t hash;
    bool deleted;
};

struct watch {
    int clause;
    int other; /* some literal of the clause: if it is true, look no further */
};

struct watches {
    struct watch *items;
    int count, size;
};

struct checker {
    const struct pm_limits *limits;
    int looks; /* at the limits, or spared ones */

    int variable_count;      /* for which there is room */
    signed char *value;      /* by variable: 1 true, -1 false, 0 open */
    struct watches *watches; /* by literal that has become false: index_of() */
    signed char *mark;       /* by literal: stands in `step` */

    int *trail; /* true literals in the order in which they became so */
    int trail_len, propagated;

    int *literals;
    size_t literal_len, literal_size;
    struct clause *clauses;
    int clause_count;
    size_t clause_size;
    int *buckets; /* newest clause by hash, for deletions; -1: none */
    size_t bucket_count;

    int *step; /* the clause being read, without repetitions */
    int step_len;
    size_t step_size;
    bool always; /* it has a literal and its negation */
    bool refuted;
};

/* ---- Room ---- */

static bool grow(void **memory, size_t *have, size_t n, size_t size)
{
    if (n <= *have)
        return true;
    size_t wanted = n > *have * 2 ? n + 64 : *have * 2;
    void *grown = wanted > SIZE_MAX / 2 / size ? NULL : realloc(*memory, wanted * size);
    if (!grown)
        return false;
    *memory = grown;
    *have = wanted;
    return true;
}

static bool make_room(struct checker *c, int variables)
{
    size_t n = (size_t)variables + 1;
    c->variable_count = variables;
    c->value = calloc(n, sizeof *c->value);
    c->mark = calloc(2 * n, sizeof *c->mark);
    c->watches = calloc(2 * n, sizeof *c->watches);
    c->trail = calloc(n, sizeof *c->trail);
    c->bucket_count = 1024;
    c->buckets = malloc(c->bucket_count * sizeof *c->buckets);
    if (c->buckets)
        memset(c->buckets, -1, c->bucket_count * sizeof *c->buckets);
    return c->value && c->mark && c->watches && c->trail && c->buckets;
}

static void free_all(struct checker *c)
{
    for (size_t i = 0; c->watches && i < 2 * ((size_t)c->variable_count + 1); i++)
        free(c->watches[i].items);
    free(c->value);
    free(c->watches);
    free(c->mark);
    free(c->trail);
    free(c->literals);
    free(c->clauses);
    free(c->buckets);
    free(c->step);
}

/* ---- Propagation ---- */

static size_t index_of(int literal)
{
    return 2 * (size_t)abs(literal) + (literal < 0);
}

static int value_of(const struct checker *c, int literal)
{
    int value = c->value[abs(literal)];
    return literal > 0 ? value : -value;
}

static void make_true(struct checker *c, int literal)
{
    assert(value_of(c, literal) == 0);
    c->value[abs(literal)] = literal > 0 ? 1 : -1;
    c->trail[c->trail_len++] = literal;
}

static bool watch(struct checker *c, int literal, int clause, int other)
{
    struct watches *w = &c->watches[index_of(literal)];
    if (w->count == w->size) {
        int size = w->size ? 2 * w->size : 4;
        struct watch *grown = realloc(w->items, (size_t)size * sizeof *grown);
        if (!grown)
            return false;
        w->items = grown;
        w->size = size;
    }
    w->items[w->count++] = (struct watch){clause, other};
    return true;
}

/* Puts a literal that is not false in place of the false one at lits[1]. */
static bool find_watch(const struct checker *c, int *lits, int len)
{
    for (int i = 2; i < len; i++) {
        if (value_of(c, lits[i]) < 0)
            continue;
        int found = lits[i];
        lits[i] = lits[1];
        lits[1] = found;
        return true;
    }
    return false;
}

enum outcome { QUIET, CONFLICT, NO_MEMORY };

/* `literal` has become false: visits the clauses that watch it. */
static enum outcome visit(struct checker *c, int literal)
{
    struct watches *w = &c->watches[index_of(literal)];
    enum outcome outcome = QUIET;
    int kept = 0, i = 0;
    while (i < w->count && outcome == QUIET) {
        struct watch item = w->items[i++];
        if (value_of(c, item.other) > 0) {
            w->items[kept++] = item;
            continue;
        }
        const struct clause *clause = &c->clauses[item.clause];
        if (clause->deleted)
            continue;
        int *lits = c->literals + clause->first;
        if (lits[0] == literal) {
            lits[0] = lits[1];
            lits[1] = literal;
        }
        item.other = lits[0];
        if (value_of(c, lits[0]) <= 0 && find_watch(c, lits, clause->len)) {
            if (!watch(c, lits[1], item.clause, lits[0]))
                outcome = NO_MEMORY;
            continue;
        }
        w->items[kept++] = item;
        if (value_of(c, lits[0]) < 0)
            outcome = CONFLICT;
        else if (value_of(c, lits[0]) == 0)
            make_true(c, lits[0]);
    }
    while (i < w->count)
        w->items[kept++] = w->items[i++];
    w->count = kept;
    return outcome;
}

static enum outcome propagate(struct checker *c)
{
    while (c->propagated < c->trail_len) {
        enum outcome outcome = visit(c, -c->trail[c->propagated++]);
        if (outcome != QUIET)
            return outcome;
    }
    return QUIET;
}

static void retreat(struct checker *c, int trail_len)
{
    while (c->trail_len > trail_len)
        c->value[abs(c->trail[--c->trail_len])] = 0;
    c->propagated = trail_len;
}

/* Does the step follow by unit propagation? */
static enum outcome follows(struct checker *c)
{
    int before = c->trail_len;
    enum outcome outcome = QUIET;
    for (int i = 0; i < c->step_len && outcome == QUIET; i++) {
        if (value_of(c, c->step[i]) > 0)
            outcome = CONFLICT;
        else if (value_of(c, c->step[i]) == 0)
            make_true(c, -c->step[i]);
    }
    if (outcome == QUIET)
        outcome = propagate(c);
    retreat(c, before);
    return outcome;
}

/* ---- Clauses ---- */

/* Independent of the order of the literals. */
static uint64_t hash_of(const int *literals, int len)
{
    uint64_t hash = 0;
    for (int i = 0; i < len; i++) {
        uint64_t x = (uint64_t)index_of(literals[i]) * 0x9e3779b97f4a7c15u;
        hash += (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    }
    return hash ^ hash >> 32;
}

static void link_clause(struct checker *c, int clause)
{
    int *bucket = &c->buckets[c->clauses[clause].hash % c->bucket_count];
    c->clauses[clause].next = *bucket;
    *bucket = clause;
}

static bool grow_buckets(struct checker *c)
{
    if ((size_t)c->clause_count < 2 * c->bucket_count)
        return true;
    size_t count = 4 * c->bucket_count;
    int *buckets = realloc(c->buckets, count * sizeof *buckets);
    if (!buckets)
        return false;
    memset(buckets, -1, count * sizeof *buckets);
    c->buckets = buckets;
    c->bucket_count = count;
    for (int i = 0; i < c->clause_count; i++)
        if (!c->clauses[i].deleted)
            link_clause(c, i);
    return true;
}

/* Moves literals that are not false to the front; returns how many of the first two are. */
static int sort_watched(const struct checker *c, int *lits, int len)
{
    int open = 0;
    for (int i = 0; i < len && open < 2; i++) {
        if (value_of(c, lits[i]) < 0)
            continue;
        int found = lits[i];
        lits[i] = lits[open];
        lits[open++] = found;
    }
    return open;
}

static bool store(struct checker *c)
{
    size_t n = (size_t)c->step_len;
    if (c->clause_count == MAX_CLAUSES || !grow_buckets(c) ||
        !grow((void **)&c->literals, &c->literal_size, c->literal_len + n, sizeof(int)) ||
        !grow((void **)&c->clauses, &c->clause_size, (size_t)c->clause_count + 1,
              sizeof *c->clauses))
        return false;
    int clause = c->clause_count++;
    c->clauses[clause] = (struct clause){.first = c->literal_len, .len = c->step_len};
    c->clauses[clause].hash = hash_of(c->step, c->step_len);
    memcpy(c->literals + c->literal_len, c->step, n * sizeof *c->step);
    c->literal_len += n;
    link_clause(c, clause);
    return watch(c, c->step[0], clause, c->step[1]) &&
           watch(c, c->step[1], clause, c->step[0]);
}

/* Adds the step to the clauses that hold, with what follows from it. */
static bool add(struct checker *c)
{
    for (int i = 0; i < c->step_len; i++)
        if (value_of(c, c->step[i]) > 0)
            return true;
    int open = sort_watched(c, c->step, c->step_len);
    if (open >= 2)
        return store(c);
    if (open == 0) {
        c->refuted = true;
        return true;
    }
    make_true(c, c->step[0]);
    enum outcome outcome = propagate(c);
    c->refuted = outcome == CONFLICT;
    return outcome != NO_MEMORY;
}

/* Deletes one clause with these literals; one that is not there is no harm. */
static void delete (struct checker *c)
{
    uint64_t hash = hash_of(c->step, c->step_len);
    for (int *at = &c->buckets[hash % c->bucket_count]; *at >= 0;
         at = &c->clauses[*at].next) {
        struct clause *clause = &c->clauses[*at];
        bool equal = clause->hash == hash && clause->len == c->step_len;
        for (int i = 0; equal && i < clause->len; i++)
            equal = c->mark[index_of(c->literals[clause->first + (size_t)i])];
        if (equal) {
            clause->deleted = true;
            *at = clause->next;
            return;
        }
    }
}

/* ---- Text ---- */

/* Comment lines begin with c. */
static void skip_comments(struct pm_text *t)
{
    pm_text_space(t);
    while (pm_text_peek(t) == 'c') {
        pm_text_line(t);
        pm_text_space(t);
    }
}

/* The literals up to 0 into `step`; each stays marked until unmark(). */
static pulma_status read_clause(struct checker *c, struct pm_text *t, pulma_error *err)
{
    c->step_len = 0;
    c->always = false;
    for (;;) {
        pm_text_space(t);
        bool negative = pm_text_word(t, "-");
        int variable;
        const struct pm_text start = *t;
        pulma_status status = pm_text_int(t, 0, c->variable_count, &variable, err);
        if (status != PULMA_OK)
            return status;
        if (negative && variable == 0)
            return pm_fail(err, PULMA_BAD_TEXT, &start,
                           "expected a variable after '-', found 0");
        if (!pm_text_ended(t) && !strchr(" \t\r\n", pm_text_peek(t)))
            return pm_fail_expected(err, t, "a blank after a literal");
        if (variable == 0)
            return PULMA_OK;
        int literal = negative ? -variable : variable;
        if (c->mark[index_of(literal)])
            continue;
        c->always |= c->mark[index_of(-literal)];
        c->mark[index_of(literal)] = 1;
        if (!grow((void **)&c->step, &c->step_size, (size_t)c->step_len + 1, sizeof(int)))
            return pm_fail_memory(err);
        c->step[c->step_len++] = literal;
    }
}

static void unmark(struct checker *c)
{
    for (int i = 0; i < c->step_len; i++)
        c->mark[index_of(c->step[i])] = 0;
}

/* Whether to stop, which is asked once for so many clauses. */
static bool stopped(struct checker *c, pulma_error *err)
{
    enum { OFTEN = 64 };
    if (c->looks++ % OFTEN != 0 || !pm_stop(c->limits))
        return false;
    pm_fail(err, PULMA_LIMIT, NULL, "stopped while the proof was checked");
    return true;
}

static pulma_status read_formula(struct checker *c, struct pm_text *t, pulma_error *err)
{
    skip_comments(t);
    if (!pm_text_word(t, "p"))
        return pm_fail_expected(err, t, "a line \"p cnf VARIABLES CLAUSES\"");
    pm_text_blanks(t);
    if (!pm_text_word(t, "cnf"))
        return pm_fail_expected(err, t, "\"cnf\"");
    int variables, clauses;
    pm_text_blanks(t);
    pulma_status status = pm_text_int(t, 0, MAX_VARIABLES, &variables, err);
    if (status != PULMA_OK)
        return status;
    pm_text_blanks(t);
    status = pm_text_int(t, 0, MAX_CLAUSES, &clauses, err);
    if (status != PULMA_OK)
        return status;
    if (!make_room(c, variables))
        return pm_fail_memory(err);
    for (int i = 0; i < clauses; i++) {
        if (stopped(c, err))
            return PULMA_LIMIT;
        skip_comments(t);
        status = read_clause(c, t, err);
        unmark(c);
        if (status != PULMA_OK)
            return status;
        if (!c->refuted && !c->always && !add(c))
            return pm_fail_memory(err);
    }
    skip_comments(t);
    return pm_text_ended(t) ? PULMA_OK
                            : pm_fail_expected(err, t, "no more than %d clauses", clauses);
}

static pulma_status check_step(struct checker *c, struct pm_text *t, pulma_error *err)
{
    const struct pm_text start = *t;
    bool deletion = pm_text_word(t, "d");
    pulma_status status = read_clause(c, t, err);
    if (status == PULMA_OK && deletion)
        delete (c);
    unmark(c);
    if (status != PULMA_OK || deletion || c->always || c->refuted)
        return status;
    enum outcome outcome = follows(c);
    if (outcome == QUIET)
        return pm_fail(err, PULMA_NONE, &start,
                       "this step does not follow by unit propagation");
    return outcome == NO_MEMORY || !add(c) ? pm_fail_memory(err) : PULMA_OK;
}

/* A proof says itself that it is one: its last step that counts is the empty clause.  So no file
 * that was cut off, or is empty, is taken for a proof, however easy the formula. */
static pulma_status check_proof(struct checker *c, struct pm_text *t, pulma_error *err)
{
    for (;;) {
        if (stopped(c, err))
            return PULMA_LIMIT;
        skip_comments(t);
        if (pm_text_ended(t))
            return pm_fail(err, PULMA_NONE, t, "the proof ends before the empty clause");
        bool deletion = pm_text_starts(t, "d");
        pulma_status status = check_step(c, t, err);
        if (status != PULMA_OK)
            return status;
        if (!deletion && c->step_len == 0)
            return PULMA_OK;
    }
}

pulma_status pm_proof_verify(const char *formula, size_t formula_len, const char *proof,
                             size_t proof_len, const struct pm_limits *limits,
                             pulma_error *err)
{
    struct checker c = {.limits = limits};
    struct pm_text t = pm_text_of(formula, formula_len);
    pulma_status status = read_formula(&c, &t, err);
    if (status != PULMA_OK && err)
        err->text = err->line > 0 ? PULMA_TEXT_FORMULA : PULMA_TEXT_NONE;
    t = pm_text_of(proof, proof_len);
    if (status == PULMA_OK)
        status = check_proof(&c, &t, err);
    free_all(&c);
    return status;
}
