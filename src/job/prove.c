/* Proofs that a puzzle has no answers besides those that are told.  They come from the rules, whatever
 * method found the answers. */
#include "engine/statement.h"
#include "job/job.h"

/* Every answer that is told must be one, or the proof would say nothing. */
static pulma_status state(const pulma_puzzle *puzzle, const int *answers, int count,
                          struct pm_statement *statement, pulma_error *err)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    const int places = pulma_puzzle_places(puzzle);
    if (!kind->state)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no rules for the engine",
                       kind->name);
    if (count < 0 || (count > 0 && !answers))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there are no answers to be read");
    for (int i = 0; i < count; i++) {
        pulma_finding found = {.text = "places are empty"};
        if (pulma_check(puzzle, answers + (size_t)i * (size_t)places, &found) !=
            PULMA_RIGHT)
            return pm_fail(err, PULMA_BAD_CALL, NULL, "answer %d is not right: %s", i + 1,
                           found.text);
    }
    *statement = (struct pm_statement){.question = pm_question_of(kind, puzzle->data),
                                       .answer_count = count,
                                       .answers = answers};
    if (count > 0 && pulma_puzzle_has_objective(puzzle)) {
        statement->bounded = true;
        statement->most = kind->cost(puzzle->data, answers);
    }
    return PULMA_OK;
}

pulma_status pulma_job_prove(pulma_job *job, const int *answers, int count,
                             const char *path, pulma_error *err)
{
    struct pm_watch watch;
    struct pm_limits limits;
    struct pm_statement statement;
    pm_error_clear(err);
    if (!job || !path)
        return pm_fail_null(err, job ? "the path" : "the job");
    if (job->fixed)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "proofs know nothing of fixed places");
    pulma_status status = pm_job_begin(job, &watch, err);
    if (status)
        return status;
    status = state(job->puzzle, answers, count, &statement, err);
    if (!status)
        status = pm_job_limits(job, &limits, err);
    if (!status) {
        statement.question.limits = &limits;
        job->used = "rules";
        status = pm_statement_prove(&statement, path, &job->nodes, err);
    }
    return pm_job_end(job, &watch, status, err);
}

pulma_status pulma_verify(const pulma_puzzle *puzzle, const int *answers, int count,
                          const char *proof, size_t len, bool (*stop)(void *context),
                          void *context, pulma_error *err)
{
    const struct pm_limits limits = {.stop = stop, .context = context};
    struct pm_statement statement;
    pm_error_clear(err);
    if (!puzzle || !proof)
        return pm_fail_null(err, puzzle ? "the proof" : "the puzzle");
    pulma_status status = state(puzzle, answers, count, &statement, err);
    if (!status) {
        statement.question.limits = &limits;
        status = pm_statement_verify(&statement, proof, len, err);
    }
    return pm_done(err, status, PULMA_TEXT_PROOF);
}

pulma_status pulma_verify_proof(const char *formula, size_t formula_len, const char *proof,
                                size_t proof_len, bool (*stop)(void *context),
                                void *context, pulma_error *err)
{
    const struct pm_limits limits = {.stop = stop, .context = context};
    pm_error_clear(err);
    if (!formula || !proof)
        return pm_fail_null(err, formula ? "the proof" : "the formula");
    return pm_done(err,
                   pm_proof_verify(formula, formula_len, proof, proof_len, &limits, err),
                   PULMA_TEXT_PROOF);
}
