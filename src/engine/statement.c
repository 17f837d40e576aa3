/* Statements are proved by a solver that gets everything as clauses.  The rules are asked for
 * candidates first, until the lazy ones have said all that is needed; then a fresh solver,
 * which has never heard of assumptions, refutes the whole and writes down how. */
#include "engine/statement.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"
#include "engine/asking.h"

static const struct pm_limits no_limits = {0};

static const struct pm_limits *limits_of(const struct pm_statement *statement)
{
    return statement->question.limits ? statement->question.limits : &no_limits;
}

/* ---- The formula ---- */

static void state_bound(struct pm_rules *r, int64_t most)
{
    int64_t offset;
    struct pm_total *total = pm_cost_total(r, &offset);
    if (!total) {
        pm_rules_fail(r);
        return;
    }
    pm_lit within = pm_total_at_most(total, most - offset);
    pm_total_tie(total, most - offset, PM_MOST);
    PM_CLAUSE(r, within);
    pm_total_free(total);
}

static void state_difference(struct pm_rules *r, const int *answer)
{
    pm_lit *lits = calloc((size_t)r->place_count + 1, sizeof *lits);
    if (!lits) {
        pm_rules_fail(r);
        return;
    }
    for (int place = 0; place < r->place_count; place++)
        lits[place] = -pm_is(r, place, answer[place]);
    pm_clause(r, r->place_count, lits);
    free(lits);
}

/* Everything but what lazy rules add. */
static struct pm_rules *state_all(const struct pm_statement *statement, pulma_error *err)
{
    const struct pm_question *q = &statement->question;
    struct pm_range *ranges = calloc((size_t)q->places + 1, sizeof *ranges);
    for (int place = 0; place < q->places && ranges; place++)
        ranges[place] = q->values(q->puzzle, place);
    struct pm_rules *r =
        ranges ? pm_rules_new(q->places, ranges, PM_PROOF, limits_of(statement)) : NULL;
    free(ranges);
    if (!r) {
        pm_fail_memory(err);
        return NULL;
    }
    q->state(q->puzzle, r);
    r->reason = 0;
    if (statement->bounded)
        state_bound(r, statement->most);
    for (int i = 0; i < statement->answer_count; i++)
        state_difference(r, statement->answers + (size_t)i * (size_t)q->places);
    return r;
}

/* ---- Proving ---- */

/* Asks until the lazy rules are content that there is nothing; `e->candidates` are those that they
 * found fault with. */
static pulma_status exhaust(struct pm_engine *e, pulma_error *err)
{
    e->keep_candidates = true;
    pulma_status status = pm_ask(e, false, -1, err);
    if (status == PULMA_OK)
        return pm_fail(err, PULMA_NONE, NULL, "there is another answer");
    return status == PULMA_NONE ? PULMA_OK : status;
}

static void write_head(FILE *file, const struct pm_engine *e)
{
    const size_t places = e ? (size_t)e->rules->place_count : 0;
    fputs("c a proof by pulma: DRAT steps for the formula in the file beside\n", file);
    for (size_t at = 0; places > 0 && at < e->candidates.len; at += places) {
        fputs("c candidate", file);
        for (size_t i = 0; i < places; i++)
            fprintf(file, " %d", e->candidates.data[at + i]);
        fputc('\n', file);
    }
}

static pulma_status stopped(pulma_error *err)
{
    return pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit while writing the proof");
}

/* What is refuted: all clauses of the rules, and more of them. */
struct formula {
    int variable_count;
    const struct pm_ints *parts[2];
    const struct pm_limits *limits;
    int64_t conflicts; /* that may be spent */
};

static pulma_status write_formula(FILE *file, const struct formula *f, pulma_error *err)
{
    size_t clauses = 0;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < f->parts[k]->len; i++)
            clauses += f->parts[k]->data[i] == 0;
    fprintf(file, "p cnf %d %zu\n", f->variable_count, clauses);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < f->parts[k]->len; i++) {
            if (i % PM_LITERALS_A_LOOK == 0 && pm_stop(f->limits))
                return stopped(err);
            int lit = f->parts[k]->data[i];
            fprintf(file, lit ? "%d " : "%d\n", lit);
        }
    return PULMA_OK;
}

static bool stop_proof(void *context)
{
    return pm_stop(context);
}

/* Gives a solver all clauses.  False: a limit came first. */
static bool feed(struct pm_cadical *solver, const struct formula *f)
{
    int met = 0;
    bool going = pm_meet(solver, f->limits, &met, f->variable_count);
    for (int k = 0; k < 2; k++)
        for (size_t at = 0, n; going && at < f->parts[k]->len; at += n) {
            n = f->parts[k]->len - at;
            n = n < PM_LITERALS_A_LOOK ? n : PM_LITERALS_A_LOOK;
            pm_cadical_add(solver, f->parts[k]->data + at, n);
            going = !pm_stop(f->limits);
        }
    return going;
}

static pulma_status refute(const struct formula *f, FILE *file, int64_t *conflicts,
                           pulma_error *err)
{
    struct pm_limits limits = *f->limits;
    struct pm_cadical *solver = pm_cadical_new(stop_proof, &limits);
    if (!solver)
        return pm_fail_memory(err);
    pm_cadical_trace(solver, file);
    enum pm_cadical_result result =
        feed(solver, f)
            ? pm_cadical_solve(solver, f->conflicts > INT_MAX ? -1 : (int)f->conflicts)
            : PM_CADICAL_UNKNOWN;
    pm_cadical_close_trace(solver);
    *conflicts += pm_cadical_conflicts(solver);
    pm_cadical_free(solver);
    switch (result) {
    case PM_CADICAL_UNSAT:
        return PULMA_OK;
    case PM_CADICAL_UNKNOWN:
        return stopped(err);
    case PM_CADICAL_BROKEN:
        return pm_fail_memory(err);
    default:
        return pm_fail(err, PULMA_SOLVER, NULL, "the refutation could not be repeated");
    }
}

/* The two files, written beside their final names until both are whole. */
struct files {
    char *path, *cnf, *new_path, *new_cnf;
    FILE *proof, *formula;
};

static char *with_end(const char *path, const char *end)
{
    size_t room = strlen(path) + strlen(end) + 1;
    char *name = malloc(room);
    if (name)
        snprintf(name, room, "%s%s", path, end);
    return name;
}

static bool open_files(struct files *f, const char *path)
{
    f->path = with_end(path, "");
    f->cnf = with_end(path, ".cnf");
    f->new_path = with_end(path, ".new");
    f->new_cnf = with_end(path, ".cnf.new");
    if (!f->path || !f->cnf || !f->new_path || !f->new_cnf)
        return false;
    f->proof = fopen(f->new_path, "w");
    f->formula = f->proof ? fopen(f->new_cnf, "w") : NULL;
    return f->formula != NULL;
}

static bool close_file(FILE **file)
{
    bool good = *file && !ferror(*file);
    if (*file && fclose(*file) != 0)
        good = false;
    *file = NULL;
    return good;
}

/* Puts the files in their places if all went well, else removes what there is of them. */
static pulma_status close_files(struct files *f, pulma_status status, pulma_error *err)
{
    bool proof = close_file(&f->proof), formula = close_file(&f->formula);
    if (!status && !(proof && formula && rename(f->new_path, f->path) == 0 &&
                     rename(f->new_cnf, f->cnf) == 0))
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write %s: %s", f->path,
                         strerror(errno));
    if (status && f->new_path)
        unlink(f->new_path);
    if (status && f->new_cnf)
        unlink(f->new_cnf);
    free(f->path);
    free(f->cnf);
    free(f->new_path);
    free(f->new_cnf);
    return status;
}

/* `e` has the candidates of lazy rules, NULL: none; `remarks` stand before the formula. */
static pulma_status write_proof(const struct formula *formula, const struct pm_engine *e,
                                const char *remarks, const char *path, int64_t *conflicts,
                                pulma_error *err)
{
    struct files f = {0};
    pulma_status status = PULMA_OK;
    if (!open_files(&f, path))
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write %s: %s", path,
                         strerror(errno));
    if (!status) {
        fputs(remarks, f.formula);
        status = write_formula(f.formula, formula, err);
    }
    if (!status) {
        write_head(f.proof, e);
        status = refute(formula, f.proof, conflicts, err);
    }
    return close_files(&f, status, err);
}

pulma_status pm_statement_prove(const struct pm_statement *statement, const char *path,
                                int64_t *conflicts, pulma_error *err)
{
    static const struct pm_ints nothing;
    struct pm_rules *r = state_all(statement, err);
    struct pm_engine *e = r ? pm_engine_new(r, limits_of(statement)) : NULL;
    pulma_status status = e ? exhaust(e, err) : pm_fail_memory(err);
    if (e)
        *conflicts += pm_engine_conflicts(e);
    if (!status) {
        struct formula f = {
            r->variable_count, {&r->clauses, &nothing}, e->limits, pm_conflicts_left(e)};
        status = write_proof(&f, e, "", path, conflicts, err);
    }
    pm_engine_free(e);
    pm_rules_free(r);
    return status;
}

/* The clauses by which each variable from `first` on says its exclusion is wrong, and the one that
 * says that some is. */
static bool state_exclusions(const struct pm_exclusions *x, int first, struct pm_ints *out)
{
    const int *data = x->lits.data;
    bool ok = true;
    for (size_t at = 0, k = 0; ok && at < x->lits.len; k++) {
        int wrong = first + (int)k;
        for (; ok && data[at]; at++)
            ok = pm_push(out, -wrong) && pm_push(out, data[at]) && pm_push(out, 0);
        ok = ok && pm_push(out, -wrong);
        for (at++; ok && data[at]; at++)
            ok = pm_push(out, -data[at]);
        ok = ok && pm_push(out, 0);
        at++;
    }
    for (int k = 0; ok && k < x->count; k++)
        ok = pm_push(out, first + k);
    return ok && pm_push(out, 0);
}

pulma_status pm_exclusions_prove(const struct pm_rules *r, const struct pm_exclusions *x,
                                 const struct pm_limits *limits, const char *path,
                                 pulma_error *err)
{
    struct pm_ints more = {0};
    struct pm_out remarks = {0};
    int first = r->variable_count + 1;
    int64_t conflicts = 0;
    pm_out_f(&remarks,
             "c %d steps; each of the last %d variables says that one is wrong,\n"
             "c with its rules, its facts and the opposite of what it concludes\n",
             x->count, x->count);
    struct formula f = {
        r->variable_count + x->count, {&r->clauses, &more}, limits, INT64_MAX};
    pulma_status status = state_exclusions(x, first, &more) && !remarks.failed
                              ? write_proof(&f, NULL, remarks.data, path, &conflicts, err)
                              : pm_fail_memory(err);
    pm_out_free(&remarks);
    free(more.data);
    return status;
}

/* ---- Verifying ---- */

/* Reads "c candidate 1 0 2", the values of all places, behind the first two words. */
static pulma_status read_candidate(struct pm_text *t, const struct pm_rules *r, int *values,
                                   pulma_error *err)
{
    for (int place = 0; place < r->place_count; place++) {
        pm_text_blanks(t);
        pulma_status status = pm_text_int(t, r->numbers[place].min, r->numbers[place].max,
                                          &values[place], err);
        if (status)
            return status;
    }
    pm_text_blanks(t);
    int c = pm_text_ended(t) ? '\n' : pm_text_peek(t);
    return c == '\n' || c == '\r' ? PULMA_OK
                                  : pm_fail_expected(err, t, "the end of the line");
}

/* Lazy rules may count on the other rules, so only a candidate that meets these is put to them. */
static pulma_status replay(struct pm_rules *r, const int *values, const struct pm_text *at,
                           pulma_error *err)
{
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    int *places = calloc((size_t)r->place_count + 1, sizeof *places);
    pulma_status status = PULMA_NO_MEMORY;
    if (e && places) {
        for (int i = 0; i < r->place_count; i++)
            places[i] = i;
        pm_engine_suppose(e, r->place_count, places, values);
        status = pm_ask_rules(e);
    }
    pm_engine_free(e);
    free(places);
    if (status == PULMA_NONE)
        return pm_fail(err, PULMA_NONE, at, "this candidate breaks a rule");
    if (status)
        return pm_fail(err, status, at, "this candidate cannot be checked");
    if (pm_ask_lazies(r, values) == 0)
        return pm_fail(err, PULMA_NONE, at, "no rule finds fault with this candidate");
    return PULMA_OK;
}

static pulma_status replay_all(struct pm_rules *r, const char *proof, size_t len,
                               const struct pm_limits *limits, pulma_error *err)
{
    int *values = calloc((size_t)r->place_count + 1, sizeof *values);
    struct pm_text t = pm_text_of(proof, len);
    pulma_status status = values ? PULMA_OK : pm_fail_memory(err);
    while (!status && pm_text_peek(&t) == 'c') {
        struct pm_text line = t;
        if (pm_stop(limits)) {
            status = pm_fail(err, PULMA_LIMIT, NULL, "stopped while the proof was read");
        } else if (pm_text_word(&line, "c candidate")) {
            status = read_candidate(&line, r, values, err);
            if (!status)
                status = replay(r, values, &t, err);
        }
        pm_text_line(&t);
    }
    free(values);
    return status;
}

pulma_status pm_statement_verify(const struct pm_statement *statement, const char *proof,
                                 size_t len, pulma_error *err)
{
    struct pm_rules *r = state_all(statement, err);
    if (!r)
        return PULMA_NO_MEMORY;
    pulma_status status = replay_all(r, proof, len, limits_of(statement), err);
    if (!status && r->failed)
        status = pm_rules_failure(r, err);
    struct pm_out formula = {0};
    if (!status)
        pm_rules_dimacs(r, &formula);
    pm_rules_free(r);
    if (!status && formula.failed)
        status = pm_fail_memory(err);
    if (!status)
        status = pm_proof_verify(formula.data, formula.len, proof, len,
                                 limits_of(statement), err);
    pm_out_free(&formula);
    return status;
}
