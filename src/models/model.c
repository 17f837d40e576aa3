/* From the texts of a model and its data to an answer: who does what.
 *
 * GLPK and CBC sit in the helper, which does everything in one go.  For the other solvers the
 * helper translates, this process solves (or has an installed command solve), and the helper,
 * which has waited with the model, is asked to put the values back and print. */
#include "models/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clauses/sat.h"
#include "core/process.h"
#include "core/text.h"
#include "mathprog/data.h"
#include "models/command.h"
#include "models/minizinc.h"
#include "program/build.h"
#include "program/fold.h"
#include "program/helper.h"
#include "program/switches.h"

/* ---- Solvers by name ---- */

struct solver {
    const char *name, *title;
    enum { IN_HELPER, IN_LIBRARY, COMMAND, MINIZINC } where;
    enum pm_mip_solver in_helper;
    const struct pm_command *command;
    const char *how; /* to get it */
};

static const struct solver solvers[] = {
    {"glpk", "GLPK, branch and cut", IN_HELPER, PM_MIP_GLPK, NULL, ""},
    {"cbc", "COIN-OR CBC, branch and cut", IN_HELPER, PM_MIP_CBC, NULL, ""},
    {"sat", "rows to clauses, CaDiCaL", IN_LIBRARY, PM_MIP_GLPK, NULL, ""},
    {"highs", "HiGHS, branch and cut", COMMAND, PM_MIP_GLPK, &pm_command_highs,
     "put the command `highs` on the usual path; see https://highs.dev"},
    {"scip", "SCIP, branch, cut and price", COMMAND, PM_MIP_GLPK, &pm_command_scip,
     "put the command `scip` on the usual path; see https://www.scipopt.org"},
    {"minizinc", "MiniZinc, a constraint program and the solver that it comes with",
     MINIZINC, PM_MIP_GLPK, NULL,
     "put the command `minizinc` on the usual path; see https://www.minizinc.org"},
};

enum { SOLVERS = sizeof solvers / sizeof *solvers };

int pm_solver_count(void)
{
    return SOLVERS;
}

const char *pm_solver_name(int solver)
{
    return solvers[solver].name;
}

const char *pm_solver_title(int solver)
{
    return solvers[solver].title;
}

const char *pm_solver_usual(const struct pm_source *source)
{
    return pm_is_minizinc(source->model, source->model_len) ? "minizinc" : solvers[0].name;
}

int pm_solver_find(const char *name)
{
    size_t len = pm_solver_name_len(name);
    for (int i = 0; i < SOLVERS; i++)
        if (strlen(solvers[i].name) == len && memcmp(solvers[i].name, name, len) == 0)
            return i;
    return -1;
}

bool pm_solver_available(int solver, char *how, size_t size)
{
    const struct solver *s = &solvers[solver];
    char path[4096];
    bool helper = pm_process_find("pulma-mip", path, sizeof path);
    bool command = s->where == COMMAND || s->where == MINIZINC;
    bool here = helper && (!command || pm_command_find(s->name, path, sizeof path));
    if (how && size)
        snprintf(how, size, "%s",
                 here      ? ""
                 : !helper ? "the helper program pulma-mip is missing: reinstall pulma"
                           : s->how);
    return here;
}

pulma_status pm_solver_check(const char *name, pulma_error *err)
{
    char how[300], known[200] = "";
    int found = pm_solver_find(name), len = 0;
    for (int i = 0; i < SOLVERS; i++)
        len += snprintf(known + len, sizeof known - (size_t)len, "%s%s", i ? ", " : "",
                        solvers[i].name);
    if (found < 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "unknown solver '%s'; there are %s", name,
                       known);
    if (!pm_solver_available(found, how, sizeof how))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the solver %s is not available: %s",
                       solvers[found].name, how);
    return pm_switches_check(name, err);
}

/* ---- Translating ---- */

/* The program as the helper sent it, with the roles of its rows. */
static pulma_status unpack(const struct pm_answer *answer, const struct pm_folding *folding,
                           struct pm_program **program, pulma_error *err)
{
    struct pm_wire in = {answer->reply.program,
                         answer->reply.program + answer->reply.program_len, false};
    *program = pm_wire_program(&in);
    if (!*program)
        return pm_fail(err, PULMA_SOLVER, NULL,
                       "the helper pulma-mip sent an invalid reply");
    pulma_status status = pm_fold_take(*program, folding, err);
    return status == PULMA_OK ? pm_program_settle(*program, err) : status;
}

/* Replaces the program by its linear rewriting. */
static pulma_status linearise_in_place(struct pm_program **program, pulma_error *err)
{
    struct pm_program *linear;
    pulma_status status = pm_program_linearise(*program, &linear, err);
    if (status == PULMA_OK) {
        pm_program_free(*program);
        *program = linear;
    }
    return status;
}

static pulma_status out_of_time(pulma_error *err)
{
    return pm_fail(err, PULMA_LIMIT, NULL, "time ran out while the model was translated");
}

/* The folding's text; `result` gets the times. */
static pulma_status translate(const struct pm_folding *folding,
                              const struct pm_model_options *options,
                              const struct pm_limits *limits, struct pm_program **program,
                              struct pm_model_result *result, pulma_error *err)
{
    *program = NULL;
    struct pm_mip_request request = {.task = PM_MIP_TRANSLATE, .source = folding->source};
    struct pm_answer answer;
    pulma_status status = pm_helper_ask(&request, options, limits, &answer, err);
    if (status == PULMA_OK && answer.limit)
        status = out_of_time(err);
    if (status == PULMA_OK)
        status = unpack(&answer, folding, program, err);
    result->translate_seconds = answer.reply.translate_seconds;
    result->other_seconds += answer.seconds;
    pm_answer_free(&answer);
    if (status != PULMA_OK) {
        pm_program_free(*program);
        *program = NULL;
    }
    return status;
}

/* Whether a text that was folded fails by what is wrong with it.  Then the model's own is tried, whose
 * faults can be told in its own words. */
static bool may_be_folding(const struct pm_folding *folding, pulma_status status)
{
    return folding->count > 0 && (status == PULMA_BAD_TEXT || status == PULMA_UNAVAILABLE);
}

/* `folding` is to be freed. */
static pulma_status translate_folded(const struct pm_source *source,
                                     const struct pm_model_options *options,
                                     const struct pm_limits *limits,
                                     struct pm_folding *folding,
                                     struct pm_program **program, pulma_error *err)
{
    struct pm_model_result times = {0};
    pulma_error unfit = {0};
    pm_fold(source, folding);
    pulma_status status = translate(folding, options, limits, program, &times, &unfit);
    if (may_be_folding(folding, status)) {
        pm_fold_nothing(folding, source);
        return translate(folding, options, limits, program, &times, err);
    }
    if (status != PULMA_OK && err)
        *err = unfit;
    return status;
}

pulma_status pm_model_translate_folded(const struct pm_source *source,
                                       const struct pm_model_options *options,
                                       const struct pm_limits *limits,
                                       struct pm_program **program, pulma_error *err)
{
    struct pm_folding folding;
    pulma_status status = translate_folded(source, options, limits, &folding, program, err);
    pm_folding_free(&folding);
    return status;
}

/* Replaces a program that is folded by what the translator would have given. */
static pulma_status unfold_in_place(struct pm_program **program, pulma_error *err)
{
    struct pm_program *whole;
    pulma_status status = pm_unfold(*program, &whole, err);
    if (status == PULMA_OK) {
        pm_program_free(*program);
        *program = whole;
    }
    return status;
}

pulma_status pm_model_translate(const struct pm_source *source,
                                const struct pm_model_options *options, bool linearise,
                                const struct pm_limits *limits, struct pm_program **program,
                                pulma_error *err)
{
    struct pm_folding folding;
    pulma_status status = translate_folded(source, options, limits, &folding, program, err);
    if (status == PULMA_OK && folding.count > 0)
        status = unfold_in_place(program, err);
    if (status == PULMA_OK && linearise)
        status = linearise_in_place(program, err);
    pm_folding_free(&folding);
    if (status != PULMA_OK) {
        pm_program_free(*program);
        *program = NULL;
    }
    return status;
}

/* ---- Solving ---- */

static pulma_status take_values(const double *values, int count,
                                struct pm_model_result *result, pulma_error *err)
{
    result->values = malloc(((size_t)count + 1) * sizeof *values);
    if (!result->values)
        return pm_fail_memory(err);
    result->value_count = count;
    if (count > 0)
        memcpy(result->values, values, (size_t)count * sizeof *values);
    return PULMA_OK;
}

/* What a reply tells about the answer, to the result. */
static pulma_status take_reply(const struct pm_mip_reply *reply,
                               struct pm_model_result *result, pulma_error *err)
{
    result->status = reply->status;
    result->has_objective = reply->has_objective;
    result->maximise = reply->maximise;
    result->objective = reply->objective;
    result->bound = reply->bound;
    result->has_bound = reply->has_bound;
    result->nodes = reply->nodes;
    result->translate_seconds = reply->translate_seconds;
    result->solve_seconds = reply->solve_seconds;
    pm_out_bytes(&result->printed, reply->printed, reply->printed_len);
    return take_values(reply->values, (int)reply->value_count, result, err);
}

static pulma_status solve_in_helper(const struct solver *solver,
                                    const struct pm_source *source,
                                    const struct pm_model_options *options,
                                    const struct pm_limits *limits,
                                    struct pm_model_result *result, pulma_error *err)
{
    struct pm_mip_request request = {
        .task = PM_MIP_SOLVE, .solver = solver->in_helper, .source = *source};
    if (options->solver) {
        request.switches = options->solver + pm_solver_name_len(options->solver);
        request.switches_len = strlen(request.switches);
    }
    request.excludes = options->exclude != NULL;
    if (options->exclude)
        request.exclude = *options->exclude;
    struct pm_answer answer;
    pulma_status status = pm_helper_ask(&request, options, limits, &answer, err);
    if (status == PULMA_OK && answer.limit)
        result->status = PM_MIP_LIMIT;
    else if (status == PULMA_OK)
        status = take_reply(&answer.reply, result, err);
    result->other_seconds += answer.seconds;
    pm_answer_free(&answer);
    return status;
}

pulma_status pm_result_take_why(const struct pm_program *program, int count,
                                const int *rows, bool minimal,
                                struct pm_model_result *result, pulma_error *err)
{
    result->why = calloc((size_t)count + 1, sizeof *result->why);
    for (int i = 0; result->why && i < count; i++) {
        result->why[i] = strdup(program->rows[rows[i]].name);
        if (!result->why[i])
            return pm_fail_memory(err);
        result->why_count++;
    }
    result->why_minimal = minimal;
    return result->why ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status make_room(struct pm_program *program, struct pm_solved *solved,
                              pulma_error *err)
{
    solved->values = pm_new(&program->arena, (size_t)program->column_count + 1, double);
    solved->why = pm_new(&program->arena, (size_t)program->row_count + 1, int);
    return solved->values && solved->why ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status solve_here(const struct solver *solver, struct pm_program *program,
                               const struct pm_limits *limits,
                               const struct pm_model_options *options,
                               struct pm_solved *solved, pulma_error *err)
{
    if (make_room(program, solved, err) != PULMA_OK)
        return PULMA_NO_MEMORY;
    if (solver->where == IN_LIBRARY)
        return pm_sat_solve(program, limits, options, solved, err);
    struct pm_program *linear;
    pulma_status status = pm_program_linearise(program, &linear, err);
    if (status == PULMA_OK)
        status = pm_command_solve(solver->command, linear, limits, solved, err);
    pm_program_free(linear);
    return status;
}

/* Whether one of the columns is defined by an absolute value, whose row tells it implicitly. */
static bool excludes_sides(const struct pm_program *program, const struct pm_exclude *x)
{
    for (int c = 0; c < x->column_count; c++) {
        const int row = program->defined_by[x->columns[c]];
        if (row >= 0 && program->rows[row].role == PM_ABS_AT_LEAST)
            return true;
    }
    return false;
}

/* The columns of the exclusion as a program that may be folded numbers them. */
static pulma_status fit_columns(struct pm_program *program, struct pm_exclude *x,
                                pulma_error *err)
{
    const int count = x->column_count;
    int *columns = pm_new(&program->arena, (size_t)count + 1, int);
    if (!columns)
        return pm_fail_memory(err);
    for (int c = 0; c < count; c++) {
        columns[c] = program->fold_count > 0 ? pm_fold_column(program, x->columns[c])
                                             : x->columns[c];
        if (columns[c] < 0 || columns[c] >= program->column_count)
            return pm_fail(err, PULMA_SOLVER, NULL,
                           "the model gave another program the second time");
    }
    x->columns = columns;
    return PULMA_OK;
}

/* Solves a copy of the program that has the exclusions; solved->values are then the program's. */
static pulma_status solve_excluding(const struct solver *solver, struct pm_program *program,
                                    const struct pm_model_options *options,
                                    const struct pm_limits *limits,
                                    struct pm_solved *solved, pulma_error *err)
{
    struct pm_exclude x = *options->exclude;
    struct pm_program *linear = NULL, *larger = NULL;
    struct pm_solved found = {0};
    pulma_status status = fit_columns(program, &x, err);
    if (status == PULMA_OK && excludes_sides(program, &x))
        status = pm_program_linearise(program, &linear, err);
    if (status == PULMA_OK)
        status = pm_program_exclude(linear ? linear : program, &x, &larger, err);
    if (status == PULMA_OK)
        status = make_room(program, solved, err);
    if (status == PULMA_OK)
        status = solve_here(solver, larger, limits, options, &found, err);
    if (status == PULMA_OK && found.status <= PM_MIP_FEASIBLE)
        memcpy(solved->values, found.values,
               (size_t)program->column_count * sizeof *found.values);
    solved->status = found.status;
    solved->nodes = found.nodes;
    solved->seconds = found.seconds;
    solved->helper_seconds = found.helper_seconds;
    pm_program_free(linear);
    pm_program_free(larger);
    return status;
}

/* A solver that works on the translated program, between translating and printing. */
struct apart {
    const struct solver *solver;
    const struct pm_folding *folding; /* what is translated, solved and printed */
    const struct pm_model_options *options;
    const struct pm_limits *limits;
    struct pm_model_result *result;
    struct pm_program *program;
    struct pm_solved solved;
    pulma_status status;
    pulma_error *err;
};

static pulma_status solve_program(struct apart *a)
{
    struct pm_program *p = a->program;
    struct pm_model_result *result = a->result;
    struct pm_solved *solved = &a->solved;
    pulma_status status =
        a->options->exclude
            ? solve_excluding(a->solver, p, a->options, a->limits, solved, a->err)
            : solve_here(a->solver, p, a->limits, a->options, solved, a->err);
    result->status = solved->status;
    result->has_objective = p->has_objective;
    result->maximise = p->maximise;
    result->nodes = solved->nodes;
    result->solve_seconds = solved->seconds;
    result->other_seconds += solved->helper_seconds;
    if (a->solver->where == COMMAND)
        result->other_seconds += solved->seconds;
    result->bound = solved->bound;
    result->has_bound = solved->has_bound;
    if (status != PULMA_OK || solved->status > PM_MIP_FEASIBLE)
        return status;
    pm_program_round(p, solved->values);
    result->objective = pm_program_objective(p, solved->values);
    if (p->fold_count == 0)
        return take_values(solved->values, p->column_count, result, a->err);
    result->values = pm_unfold_values(p, solved->values, &result->value_count);
    return result->values ? PULMA_OK : pm_fail_memory(a->err);
}

/* The model has been translated: solves, and asks for the answer to be printed if there is one. */
static bool solve_and_ask(void *context, const struct pm_answer *translated,
                          struct pm_mip_request *request, double *patience)
{
    struct apart *a = context;
    a->result->translate_seconds = translated->reply.translate_seconds;
    a->status = unpack(translated, a->folding, &a->program, a->err);
    if (a->status == PULMA_OK)
        a->status = solve_program(a);
    if (a->status != PULMA_OK || a->solved.status > PM_MIP_FEASIBLE)
        return false;
    *request = (struct pm_mip_request){.task = PM_MIP_PRINT,
                                       .source = a->folding->source,
                                       .value_count = a->program->column_count,
                                       .values = a->solved.values};
    /* An answer that was found in time is printed, however late it is. */
    *patience = 5 + 4 * a->result->translate_seconds;
    return true;
}

/* The solver works on the translated program; the helper prints afterwards. */
static pulma_status solve_folding(const struct solver *solver,
                                  const struct pm_folding *folding,
                                  const struct pm_model_options *options,
                                  const struct pm_limits *limits,
                                  struct pm_model_result *result, pulma_error *err)
{
    struct apart a = {.solver = solver,
                      .folding = folding,
                      .options = options,
                      .limits = limits,
                      .result = result,
                      .err = err};
    struct pm_second then = {.ask = solve_and_ask, .context = &a};
    struct pm_mip_request request = {.task = PM_MIP_TRANSLATE, .source = folding->source};
    struct pm_answer answer;
    pulma_status status =
        pm_helper_ask_twice(&request, &then, options, limits, &answer, err);
    result->other_seconds += answer.seconds;
    if (status == PULMA_OK && answer.limit && !a.program)
        result->status = PM_MIP_LIMIT;
    else if (status == PULMA_OK && answer.limit && then.asked)
        status =
            pm_fail(err, PULMA_LIMIT, NULL, "stopped while the model printed its answer");
    else if (status == PULMA_OK)
        status = a.status;
    if (status == PULMA_OK && then.asked)
        pm_out_bytes(&result->printed, answer.reply.printed, answer.reply.printed_len);
    pm_answer_free(&answer);
    pm_program_free(a.program);
    return status;
}

/* `sat` has no use for a row per product; other solvers need linear rows. */
static pulma_status solve_apart(const struct solver *solver, const struct pm_source *source,
                                const struct pm_model_options *options,
                                const struct pm_limits *limits,
                                struct pm_model_result *result, pulma_error *err)
{
    struct pm_folding folding = {.source = *source};
    pulma_error unfit = {0};
    if (solver->where == IN_LIBRARY)
        pm_fold(source, &folding);
    pulma_status status = solve_folding(solver, &folding, options, limits, result, &unfit);
    if (may_be_folding(&folding, status)) {
        const double seconds = result->other_seconds;
        pm_model_result_free(result);
        *result =
            (struct pm_model_result){.status = PM_MIP_LIMIT, .other_seconds = seconds};
        pm_fold_nothing(&folding, source);
        status = solve_folding(solver, &folding, options, limits, result, &unfit);
    }
    if (status != PULMA_OK && err)
        *err = unfit;
    pm_folding_free(&folding);
    return status;
}

/* ---- Why not ---- */

/* The helper leaves rows out until nothing more can go. */
static pulma_status why_in_helper(const struct pm_source *source,
                                  const struct pm_model_options *options,
                                  const struct pm_limits *limits,
                                  const struct pm_program *program,
                                  struct pm_model_result *result, pulma_error *err)
{
    struct pm_mip_request request = {.task = PM_MIP_WHY, .source = *source};
    struct pm_answer answer;
    pulma_status status = pm_helper_ask(&request, options, limits, &answer, err);
    const struct pm_mip_reply *reply = &answer.reply;
    if (status == PULMA_OK && !answer.limit && reply->status == PM_MIP_INFEASIBLE) {
        int *rows = calloc((size_t)reply->why_count + 1, sizeof *rows);
        for (int i = 0; rows && i < reply->why_count; i++) {
            bool sane = reply->why[i] >= 0 && reply->why[i] < program->row_count;
            rows[i] = sane ? (int)reply->why[i] : 0;
        }
        status = rows ? pm_result_take_why(program, (int)reply->why_count, rows,
                                           reply->minimal, result, err)
                      : pm_fail_memory(err);
        free(rows);
    }
    result->other_seconds += answer.seconds;
    pm_answer_free(&answer);
    return status;
}

/* The rows that conflict: through `sat` where it can represent the program, since its answer is
 * quick and exact, else by the helper.  Nothing is said if the limits strike first. */
static pulma_status explain(const struct pm_source *source,
                            const struct pm_model_options *options,
                            const struct pm_limits *limits, struct pm_model_result *result,
                            pulma_error *err)
{
    struct pm_program *program;
    const struct pm_folding whole = {.source = *source}; /* rows as the helper has them */
    pulma_status status = translate(&whole, options, limits, &program, result, err);
    if (status != PULMA_OK)
        return status == PULMA_LIMIT ? PULMA_OK : status;
    struct pm_solved solved = {0};
    status = make_room(program, &solved, err);
    if (status == PULMA_OK)
        status = pm_sat_why(program, limits, &solved, err);
    if (status == PULMA_OK)
        status = pm_result_take_why(program, solved.why_count, solved.why,
                                    solved.why_minimal, result, err);
    else if (status == PULMA_LIMIT)
        status = PULMA_OK;
    else if (status == PULMA_UNAVAILABLE)
        status = why_in_helper(source, options, limits, program, result, err);
    pm_program_free(program);
    return status;
}

/* ---- The whole way ---- */

struct pm_text pm_without_heading(const char *printed, size_t len)
{
    const struct pm_text all = pm_text_of(printed, len);
    struct pm_text rest = all;
    pm_text_space(&rest);
    const struct pm_text line = pm_text_trim(pm_text_line(&rest));
    return pm_text_len(&line) > 0 && line.end[-1] == ':' ? rest : all;
}

static void drop_heading(struct pm_out *printed)
{
    const struct pm_text rest =
        pm_without_heading(printed->data ? printed->data : "", printed->len);
    if (pm_text_len(&rest) == printed->len)
        return;
    printed->len = pm_text_len(&rest);
    memmove(printed->data, rest.at, printed->len);
    printed->data[printed->len] = '\0';
}

pulma_status pm_model_solve(const struct pm_source *source,
                            const struct pm_model_options *options,
                            const struct pm_limits *limits, struct pm_model_result *result,
                            pulma_error *err)
{
    *result = (struct pm_model_result){.status = PM_MIP_LIMIT};
    const struct pm_model_options usual = {0};
    options = options ? options : &usual;
    const char *name = options->solver ? options->solver : pm_solver_usual(source);
    pulma_status status = pm_solver_check(name, err);
    if (status != PULMA_OK)
        return status;
    const int found = pm_solver_find(name);
    const bool minizinc = solvers[found].where == MINIZINC;
    if (!minizinc && pm_is_minizinc(source->model, source->model_len))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "%s solves integer programs, and this model is in MiniZinc: use the "
                       "solver minizinc",
                       solvers[found].name);
    status = minizinc ? pm_minizinc_solve(source, limits, result, err)
                      : (solvers[found].where == IN_HELPER ? solve_in_helper : solve_apart)(
                            &solvers[found], source, options, limits, result, err);
    if (status == PULMA_OK && result->printed.failed)
        status = pm_fail_memory(err);
    if (status != PULMA_OK)
        return status;
    drop_heading(&result->printed);
    /* Without an objective the first answer is as good as any; so it is if a row states the best
     * value. */
    const bool as_good = options->exclude && options->exclude->has_best;
    if (result->status == PM_MIP_FEASIBLE && (!result->has_objective || as_good))
        result->status = PM_MIP_OPTIMAL;
    if (result->status == PM_MIP_OPTIMAL) {
        result->bound = result->objective;
        result->has_bound = true;
    }
    if (result->status == PM_MIP_INFEASIBLE && options->why && !minizinc)
        status = explain(source, options, limits, result, err);
    return status;
}

/* How the relaxation ended. */
static pulma_status judge_relaxation(const struct pm_answer *answer, pulma_error *err)
{
    if (answer->limit || answer->reply.status == PM_MIP_LIMIT)
        return pm_fail(err, PULMA_LIMIT, NULL, "time ran out in the relaxation");
    if (answer->reply.status == PM_MIP_INFEASIBLE)
        return pm_fail(err, PULMA_NONE, NULL, "the relaxation has no solution");
    if (answer->reply.status == PM_MIP_UNBOUNDED)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the relaxation has no best value");
    return PULMA_OK;
}

pulma_status pm_model_relax(const struct pm_source *source,
                            const struct pm_model_options *options,
                            const struct pm_limits *limits, double *value, pulma_error *err)
{
    struct pm_mip_request request = {.task = PM_MIP_RELAX, .source = *source};
    struct pm_answer answer;
    pulma_status status = pm_helper_ask(&request, options, limits, &answer, err);
    if (status == PULMA_OK)
        status = judge_relaxation(&answer, err);
    if (status == PULMA_OK && !answer.reply.has_objective)
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL, "the model has no objective");
    if (status == PULMA_OK)
        *value = answer.reply.bound;
    pm_answer_free(&answer);
    return status;
}

pulma_status pm_model_relax_within(const struct pm_source *source, const double *bounds,
                                   int columns, const struct pm_limits *limits,
                                   double *value, double *values, pulma_error *err)
{
    struct pm_mip_request request = {.task = PM_MIP_RELAX,
                                     .source = *source,
                                     .bound_count = 2 * (int64_t)columns,
                                     .bounds = bounds};
    struct pm_answer answer;
    pulma_status status = pm_helper_ask(&request, NULL, limits, &answer, err);
    if (status == PULMA_OK)
        status = judge_relaxation(&answer, err);
    if (status == PULMA_OK && answer.reply.value_count < columns)
        status =
            pm_fail(err, PULMA_SOLVER, NULL, "the helper pulma-mip sent an invalid reply");
    if (status == PULMA_OK) {
        *value = answer.reply.has_objective ? answer.reply.bound : 0;
        memcpy(values, answer.reply.values, (size_t)columns * sizeof *values);
    }
    pm_answer_free(&answer);
    return status;
}

pulma_status pm_model_print(const struct pm_source *source,
                            const struct pm_program *program, const double *values,
                            const struct pm_limits *limits, struct pm_out *printed,
                            pulma_error *err)
{
    const size_t count = (size_t)program->column_count;
    double *whole = malloc((count + 1) * sizeof *whole);
    if (!whole)
        return pm_fail_memory(err);
    memcpy(whole, values, count * sizeof *whole);
    pm_program_round(program, whole);
    struct pm_mip_request request = {.task = PM_MIP_PRINT,
                                     .source = *source,
                                     .value_count = program->column_count,
                                     .values = whole};
    struct pm_answer answer;
    pulma_status status = pm_helper_ask(&request, NULL, limits, &answer, err);
    if (status == PULMA_OK && answer.limit)
        status = pm_fail(err, PULMA_LIMIT, NULL, "time ran out while the model printed");
    if (status == PULMA_OK) {
        const struct pm_text text =
            pm_without_heading(answer.reply.printed, answer.reply.printed_len);
        pm_out_bytes(printed, text.at, pm_text_len(&text));
    }
    pm_answer_free(&answer);
    free(whole);
    return status;
}

void pm_model_result_free(struct pm_model_result *result)
{
    pm_out_free(&result->printed);
    for (int i = 0; i < result->why_count; i++)
        free(result->why[i]);
    free(result->why);
    free(result->values);
    *result = (struct pm_model_result){0};
}

/* ---- One file ---- */

void pm_model_join(const struct pm_source *source, struct pm_out *out)
{
    bool has_data;
    const size_t end = pm_model_end(source, &has_data);
    if (source->data_len == 0 || has_data) {
        pm_out_bytes(out, source->model, source->model_len);
        return;
    }
    pm_out_bytes(out, source->model, end);
    pm_out_char(out, '\n');
    pm_data_fit(source, out);
}
