/* Calls about what a model says of one puzzle: its columns and rows, its relaxation, a run of it, what
 * it prints with given values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/inside.h"

/* More than anybody looks at; a host that asks gets the numbers alone. */
enum { MOST_COLUMNS = 20000, MOST_ROWS = 20000, MOST_FORMULAS = 500 };

/* The program of "puzzle" by "model" or "text"; NULL after an error. */
static pulma_program *open_program(struct api *api, double *seconds)
{
    pulma_program *program = NULL;
    const char *model = api_model(api, true);
    if (!model || !api_seconds(api, seconds) || !api_puzzle(api))
        return NULL;
    pulma_program_new(api->puzzle, model, *seconds, &program, &api->err);
    return program;
}

static void put_bound(struct api *api, const char *name, double value)
{
    if (isfinite(value))
        api_put_number(api, name, value);
    else
        api_put_text(api, name, NULL);
}

static void put_columns(struct api *api, const pulma_program *program)
{
    api_put_name(api, "columns");
    pm_out_char(&api->out, '[');
    for (int j = 0; j < pulma_program_columns(program); j++) {
        const int *places;
        double lower, upper;
        const int n = pulma_program_places(program, j, &places);
        const bool integer = pulma_program_bounds(program, j, &lower, &upper);
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        api_put_text(api, "name", pulma_program_column(program, j));
        api_put_bool(api, "integer", integer);
        put_bound(api, "lower", lower);
        put_bound(api, "upper", upper);
        api_put_ints(api, "places", places, n);
        pm_out_char(&api->out, '}');
    }
    pm_out_char(&api->out, ']');
}

static void put_rows(struct api *api, const pulma_program *program)
{
    api_put_name(api, "rows");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < pulma_program_rows(program); i++) {
        const int *columns;
        const int n = pulma_program_row_columns(program, i, &columns);
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        api_put_text(api, "name", pulma_program_row(program, i));
        api_put_ints(api, "columns", columns, n);
        pm_out_char(&api->out, '}');
    }
    pm_out_char(&api->out, ']');
}

/* Which places the columns speak of, where that can be found out; if not, "unplaced" says why. */
static bool find_places(struct api *api, pulma_program *program, double seconds)
{
    switch (pulma_program_find_places(program, seconds, &api->err)) {
    case PULMA_OK:
        return true;
    case PULMA_NONE:
    case PULMA_UNAVAILABLE:
    case PULMA_LIMIT:
        api_put_text(api, "unplaced", api->err.message);
        return true;
    default:
        return false;
    }
}

static bool call_program(struct api *api)
{
    double seconds;
    bool places, maximise;
    if (!api_bool(api, "places", true, &places))
        return false;
    pulma_program *program = open_program(api, &seconds);
    if (!program)
        return false;
    const int columns = pulma_program_columns(program), rows = pulma_program_rows(program);
    const bool large = columns > MOST_COLUMNS || rows > MOST_ROWS;
    const bool good = large || !places || find_places(api, program, seconds);
    if (good) {
        api_put_int(api, "columnCount", columns);
        api_put_int(api, "rowCount", rows);
        api_put_bool(api, "objective", pulma_program_has_objective(program, &maximise));
        api_put_bool(api, "maximise", maximise);
    }
    if (good && !large) {
        put_columns(api, program);
        put_rows(api, program);
    }
    pulma_program_free(program);
    return good;
}

/* Some rows written out. */
static bool put_formulas(struct api *api, const pulma_program *program,
                         const double *wanted, int count)
{
    api_put_name(api, "formulas");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < count; i++) {
        char *json;
        const bool sane = wanted[i] >= 0 && wanted[i] < pulma_program_rows(program);
        if (pulma_program_row_formula(program, sane ? (int)wanted[i] : -1, &json,
                                      &api->err) != PULMA_OK)
            return api_fail(api, PULMA_BAD_CALL,
                            "expected the numbers of rows as \"rows\"");
        api_put_json(api, NULL, json);
        pulma_free(json);
    }
    pm_out_char(&api->out, ']');
    return true;
}

static bool call_rows(struct api *api)
{
    double seconds;
    int count;
    const double *wanted = api_numbers(api, "rows", &count);
    if (!wanted || count > MOST_FORMULAS)
        return api->err.status
                   ? false
                   : api_fail(api, PULMA_BAD_CALL, "expected up to %d numbers as \"rows\"",
                              MOST_FORMULAS);
    pulma_program *program = open_program(api, &seconds);
    const bool good = program && put_formulas(api, program, wanted, count);
    pulma_program_free(program);
    return good;
}

/* ---- The relaxation ------------------------------------------------------------------------ */

/* The columns' own bounds, but for those of "bounds": column, lower, upper, and so on. */
static double *read_bounds(struct api *api, const pulma_program *program)
{
    int count;
    const int columns = pulma_program_columns(program);
    const double *given = api_numbers(api, "bounds", &count);
    double *bounds =
        api->err.status ? NULL : pm_new(&api->arena, 2 * (size_t)columns + 1, double);
    for (int j = 0; bounds && j < columns; j++)
        pulma_program_bounds(program, j, &bounds[2 * j], &bounds[2 * j + 1]);
    bool good = bounds && count % 3 == 0;
    for (int i = 0; good && i < count; i += 3) {
        good = given[i] >= 0 && given[i] < columns && given[i + 1] <= given[i + 2];
        if (good)
            memcpy(&bounds[2 * (int)given[i]], &given[i + 1], 2 * sizeof *bounds);
    }
    if (!good && !api->err.status)
        api_fail(
            api, PULMA_BAD_CALL,
            "expected the number of a column, a lower and an upper bound, and so on, as "
            "\"bounds\"");
    return good ? bounds : NULL;
}

/* Of the columns, in their order. */
static void put_values(struct api *api, const double *values, int count)
{
    api_put_name(api, "values");
    pm_out_char(&api->out, '[');
    for (int j = 0; j < count; j++)
        api_put_number(api, NULL, values[j]);
    pm_out_char(&api->out, ']');
}

static bool put_relaxation(struct api *api, const pulma_program *program, double seconds)
{
    bool maximise;
    double value;
    const int columns = pulma_program_columns(program);
    double *values = pm_new(&api->arena, (size_t)columns + 1, double);
    const double *bounds = values ? read_bounds(api, program) : NULL;
    if (!bounds)
        return api->err.status ? false : api_fail(api, PULMA_NO_MEMORY, "out of memory");
    pulma_status status =
        pulma_program_relax(program, bounds, seconds, values, &value, &api->err);
    if (status != PULMA_OK && status != PULMA_NONE)
        return false;
    api_put_bool(api, "impossible", status == PULMA_NONE);
    if (status == PULMA_NONE)
        return true;
    if (pulma_program_has_objective(program, &maximise))
        api_put_number(api, "value", value);
    api_put_bool(api, "maximise", maximise);
    put_values(api, values, columns);
    return true;
}

static bool call_relax(struct api *api)
{
    double seconds;
    pulma_program *program = open_program(api, &seconds);
    const bool good = program && put_relaxation(api, program, seconds);
    pulma_program_free(program);
    return good;
}

/* ---- A run --------------------------------------------------------------------------------- */

static const char *fault_word(pulma_fault fault)
{
    static const char *const words[] = {
        "", "infeasible", "wrong-answer", "not-cheapest", "unfinished", "too-strict"};
    return words[fault];
}

static void put_board(struct api *api, const char *verdict, const int *answer)
{
    pulma_finding finding = {.text = ""};
    if (answer) {
        api_put_answer(api, "answer", answer);
        pulma_check(api->puzzle, answer, &finding);
    }
    api_put_text(api, "verdict", verdict);
    api_put_name(api, "finding");
    pm_out_char(&api->out, '{');
    api_put_text(api, "text", finding.text);
    api_put_ints(api, "places", finding.places, finding.place_count);
    pm_out_char(&api->out, '}');
}

static void put_cost(struct api *api, const pulma_job *job)
{
    double value;
    if (pulma_job_has_objective(job)) {
        char cost[200];
        pulma_cost_text(api->puzzle, pulma_job_objective(job), cost, sizeof cost);
        api_put_text(api, "costText", cost);
    }
    if (pulma_job_program_value(job, &value))
        api_put_number(api, "value", value);
}

/* What a model gives: an answer that is right; a board that is not, and why not; no solution, and the
 * rows that contradict each other; or nothing within the limits. */
static bool put_run(struct api *api, pulma_job *job)
{
    int *answer = pm_new(&api->arena, (size_t)api->places + 1, int);
    if (!answer)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    const pulma_status status = pulma_job_next(job, answer, &api->err);
    const char *words = api->err.message;
    switch (status) {
    case PULMA_OK:
        api_put_text(api, "status",
                     pulma_job_has_objective(job) && pulma_job_optimal(job) ? "optimal"
                                                                            : "solved");
        put_board(api, "right", answer);
        put_cost(api, job);
        break;
    case PULMA_NONE:
        api_put_text(api, "status", "impossible");
        put_board(api, "none", NULL);
        break;
    case PULMA_LIMIT:
        api_put_text(api, "status", "limit");
        put_board(api, pulma_job_best(job) ? "right" : "none", pulma_job_best(job));
        if (pulma_job_best(job))
            put_cost(api, job);
        break;
    case PULMA_MODEL_FAULT:
        api_put_text(api, "status", "fault");
        api_put_text(api, "fault", fault_word(pulma_job_fault(job)));
        put_board(api, "wrong", pulma_job_refused(job));
        break;
    default:
        return false;
    }
    api_put_text(api, "message", status == PULMA_OK ? "" : words);
    const double *values;
    const int count = pulma_job_program_values(job, &values);
    put_values(api, values, count <= MOST_COLUMNS ? count : 0);
    api_put_reasons(api, job);
    api_put_job(api, job);
    return true;
}

static bool call_run(struct api *api)
{
    const char *model = api_model(api, true);
    if (!model || !api_puzzle(api))
        return false;
    pulma_job *job = api_new_job(api);
    const bool good = job && put_run(api, job);
    pulma_job_free(job);
    return good;
}

/* ---- A solution that was found elsewhere --------------------------------------------------- */

/* What the model prints with the values that the request gives, and what the referee says of it. */
static bool put_judgement(struct api *api, const pulma_program *program, double seconds)
{
    int count;
    char *text;
    const double *values = api_numbers(api, "values", &count);
    int *answer = pm_new(&api->arena, (size_t)api->places + 1, int);
    if (api->err.status)
        return false;
    if (!values || count != pulma_program_columns(program))
        return api_fail(api, PULMA_BAD_CALL,
                        "expected a number for each column as \"values\"");
    if (!answer)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    if (pulma_program_print(program, values, seconds, &text, &api->err) != PULMA_OK)
        return false;
    pulma_error unread;
    const bool readable =
        pulma_answer_read(api->puzzle, text, strlen(text), answer, &unread) == PULMA_OK;
    const bool right = readable && pulma_check(api->puzzle, answer, NULL) == PULMA_RIGHT;
    api_put_text(api, "printed", text);
    api_put_text(api, "message", readable ? "" : unread.message);
    put_board(api, right ? "right" : "wrong", readable ? answer : NULL);
    pulma_free(text);
    return true;
}

static bool call_judge(struct api *api)
{
    double seconds;
    pulma_program *program = open_program(api, &seconds);
    const bool good = program && put_judgement(api, program, seconds);
    pulma_program_free(program);
    return good;
}

const struct api_call api_calls_program[] = {
    {"program", call_program}, {"rows", call_rows},   {"relax", call_relax},
    {"run", call_run},         {"judge", call_judge}, {NULL, NULL},
};
