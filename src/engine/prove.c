/* A refutation that others can check.  The engine's own solver works under assumptions, of
 * which a DRAT proof knows nothing.  So a fresh solver gets everything as clauses: the rules
 * with what lazy rules added, the answers given before, the suppositions and the bound of the
 * cost.  That formula is written beside the proof. */
#include "engine/asking.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

pulma_status pm_engine_prove(struct pm_engine *e, const char *path, pulma_error *err)
{
    if (e->asked)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "a proof must be requested before the first question");
    free(e->proof_path);
    e->proof_path = malloc(strlen(path) + sizeof ".cnf");
    if (!e->proof_path)
        return pm_fail_memory(err);
    strcpy(e->proof_path, path);
    return PULMA_OK;
}

static bool push_unit(struct pm_ints *formula, pm_lit lit)
{
    return pm_push(formula, lit) && pm_push(formula, 0);
}

static bool push_all(struct pm_ints *formula, const struct pm_ints *clauses)
{
    for (size_t i = 0; i < clauses->len; i++)
        if (!pm_push(formula, clauses->data[i]))
            return false;
    return true;
}

static bool gather(const struct pm_engine *e, struct pm_ints *formula)
{
    bool ok = push_all(formula, &e->rules->clauses) && push_all(formula, &e->given);
    for (int i = 1; ok && i < e->rules->reason_count; i++)
        ok = push_unit(formula, e->rules->reasons[i].selector);
    for (size_t i = 0; ok && i < e->suppositions.len; i++)
        ok = push_unit(formula, e->suppositions.data[i]);
    if (ok && e->cost_limit)
        ok = push_unit(formula, e->cost_limit);
    if (ok && e->absurd) /* a value outside its range was supposed */
        ok = pm_push(formula, 0);
    return ok;
}

static pulma_status write_formula(struct pm_engine *e, const struct pm_ints *formula,
                                  pulma_error *err)
{
    size_t clauses = 0;
    for (size_t i = 0; i < formula->len; i++)
        clauses += formula->data[i] == 0;
    char *end = e->proof_path + strlen(e->proof_path);
    strcpy(end, ".cnf");
    FILE *file = fopen(e->proof_path, "w");
    bool ok = file != NULL;
    ok = ok && fprintf(file, "p cnf %d %zu\n", e->rules->variable_count, clauses) > 0;
    for (size_t i = 0; ok && i < formula->len; i++)
        ok = fprintf(file, formula->data[i] ? "%d " : "%d\n", formula->data[i]) > 0;
    ok = file && fclose(file) == 0 && ok;
    if (!ok)
        pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write %s", e->proof_path);
    *end = '\0';
    return ok ? PULMA_OK : PULMA_UNAVAILABLE;
}

static bool stop_proof(void *context)
{
    const struct pm_engine *e = context;
    return pm_stop(e->limits);
}

static pulma_status refute(struct pm_engine *e, const struct pm_ints *formula,
                           pulma_error *err)
{
    struct pm_cadical *solver = pm_cadical_new(stop_proof, e);
    if (!solver)
        return pm_fail_memory(err);
    if (!pm_cadical_trace(solver, e->proof_path)) {
        pm_cadical_free(solver);
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write %s", e->proof_path);
    }
    pm_cadical_add(solver, formula->data, formula->len);
    int64_t left = pm_conflicts_left(e);
    enum pm_cadical_result result =
        pm_cadical_solve(solver, left > INT_MAX ? -1 : (int)left);
    pm_cadical_close_trace(solver);
    e->proof_conflicts += pm_cadical_conflicts(solver);
    pm_cadical_free(solver);
    switch (result) {
    case PM_CADICAL_UNSAT:
        return PULMA_NONE;
    case PM_CADICAL_UNKNOWN:
        return pm_fail(err, PULMA_LIMIT, NULL,
                       "stopped at a limit while writing the proof");
    case PM_CADICAL_BROKEN:
        return pm_fail_memory(err);
    default:
        return pm_fail(err, PULMA_SOLVER, NULL, "the refutation could not be repeated");
    }
}

pulma_status pm_write_proof(struct pm_engine *e, pulma_error *err)
{
    if (!e->proof_path)
        return PULMA_NONE;
    struct pm_ints formula = {0};
    pulma_status status = PULMA_NO_MEMORY;
    if (gather(e, &formula))
        status = write_formula(e, &formula, err);
    else
        pm_fail_memory(err);
    if (status == PULMA_OK)
        status = refute(e, &formula, err);
    free(formula.data);
    if (status == PULMA_NONE) {
        free(e->proof_path);
        e->proof_path = NULL;
    }
    return status;
}
