/* MiniZinc: which text, its data, and the command that solves it.
 *
 * The data come as MathProg writes them and are read again here: five forms of statements, all
 * of them written by pulma itself.  Each becomes rows of numbers:
 *
 *     param n := 9;                    n = 9;
 *     param r := 1 16 2 14;            r = [|1,16|2,14|];
 *     param C := [1,2] 3 [4,5] 6;      C = [|1,2,3|4,5,6|];
 *     param g : 1 2 := 1 5 . 2 . 6;    g = [|1,1,5|2,2,6|];
 *     set R[7] := (1,2) (1,3);         R = [|7,1,2|7,1,3|];
 *
 * Values that are texts make a list, name = ["A","B"]. */
#include "models/minizinc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/process.h"
#include "core/text.h"
#include "mathprog/data.h"
#include "models/command.h"
#include "models/models.h"

/* ---- Which text ---- */

/* Moves behind blanks and comments. */
static void skip(struct pm_text *t)
{
    for (pm_text_space(t); pm_text_word(t, "%"); pm_text_space(t))
        pm_text_line(t);
}

static bool is_word_char(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           c == '_';
}

/* A name or number, or empty. */
static struct pm_text take_word(struct pm_text *t)
{
    struct pm_text word = *t;
    while (is_word_char(pm_text_peek(t)))
        pm_text_take(t);
    word.end = t->at;
    return word;
}

/* One item of the program up to its semicolon; strings and comments may hold others. */
static bool skip_item(struct pm_text *t)
{
    bool quoted = false;
    for (int c; (c = pm_text_peek(t)) >= 0;) {
        if (c == '%' && !quoted) {
            pm_text_line(t);
            continue;
        }
        pm_text_take(t);
        if (c == '\\' && quoted)
            pm_text_take(t);
        else if (c == '"')
            quoted = !quoted;
        else if (c == ';' && !quoted)
            return true;
    }
    return false;
}

bool pm_is_minizinc(const char *text, size_t len)
{
    struct pm_text t = pm_text_of(text, len);
    do {
        skip(&t);
        struct pm_text item = t;
        if (!pm_text_word(&item, "solve"))
            continue;
        skip(&item);
        if (pm_text_starts(&item, "satisfy") || pm_text_starts(&item, "minimize") ||
            pm_text_starts(&item, "maximize") || pm_text_starts(&item, "::"))
            return true;
    } while (skip_item(&t));
    return false;
}

/* The MiniZinc text of a source: its own, or that which stands beside the model. */
static const char *text_of(const struct pm_source *source, size_t *len)
{
    if (pm_is_minizinc(source->model, source->model_len)) {
        *len = source->model_len;
        return source->model;
    }
    for (int i = 0; i < pm_models_count; i++)
        if (pm_models[i].text == source->model) { /* the very text, not one like it */
            *len = pm_models[i].minizinc_len;
            return pm_models[i].minizinc;
        }
    return NULL;
}

/* ---- Data ---- */

enum { MOST_INDICES = 8 };

/* The rows of one name, as they come. */
struct rows {
    struct pm_out out; /* "1,2,3|4,5,6", or "\"A\",\"B\"" */
    bool texts;
};

static void put_row(struct rows *rows, int n, const struct pm_text *parts)
{
    if (rows->out.len)
        pm_out_char(&rows->out, rows->texts ? ',' : '|');
    for (int i = rows->texts ? n - 1 : 0; i < n; i++)
        pm_out_f(&rows->out, "%s%.*s", i && !rows->texts ? "," : "",
                 (int)pm_text_len(&parts[i]), parts[i].at);
}

/* The next value: a number, a name or a text, which is put in double quotes. */
static struct pm_text take_value(struct pm_text *t, struct pm_arena *arena, bool *is_text)
{
    struct pm_text value = *t;
    const int quote = pm_text_peek(t);
    *is_text = quote == '\'' || quote == '"';
    if (!*is_text) {
        value = pm_text_token(t);
        while (value.end > value.at && strchr(",;)]", value.end[-1])) {
            value.end--;
            t->at--;
        }
        return value;
    }
    pm_text_take(t);
    while (!pm_text_ended(t) && pm_text_peek(t) != quote)
        pm_text_take(t);
    pm_text_take(t);
    char *copy = pm_copy(arena, value.at, (size_t)(t->at - value.at));
    if (!copy)
        return (struct pm_text){0};
    copy[0] = copy[t->at - value.at - 1] = '"';
    return pm_text_of(copy, (size_t)(t->at - value.at));
}

/* "(1,2)", "[1,2]" or a single index, behind those that are there already. */
static int take_indices(struct pm_text *t, struct pm_text *parts, int n)
{
    const bool many = pm_text_word(t, "(") || pm_text_word(t, "[");
    do {
        pm_text_blanks(t);
        if (n < MOST_INDICES)
            parts[n++] = take_word(t);
        pm_text_blanks(t);
    } while (many && pm_text_word(t, ","));
    if (many && !pm_text_word(t, ")"))
        pm_text_word(t, "]");
    return n;
}

/* A table with its column heads behind the colon; '.' is no value. */
static void read_table(struct pm_text *t, struct pm_arena *arena, struct rows *rows)
{
    struct pm_text heads = *t, parts[3];
    bool is_text;
    while (!pm_text_ended(t) && !pm_text_word(t, ":="))
        pm_text_take(t);
    for (pm_text_space(t); !pm_text_ended(t) && !pm_text_starts(t, ";"); pm_text_space(t)) {
        struct pm_text head = heads;
        parts[0] = take_word(t);
        for (pm_text_space(&head); !pm_text_starts(&head, ":="); pm_text_space(&head)) {
            parts[1] = take_word(&head);
            pm_text_space(t);
            parts[2] = take_value(t, arena, &is_text);
            if (!pm_text_is(&parts[2], "."))
                put_row(rows, 3, parts);
            if (pm_text_ended(t))
                return;
        }
    }
}

/* Members of a set, or indices and values of a parameter. */
static void read_list(struct pm_text *t, bool set, int n, struct pm_text *parts,
                      struct pm_arena *arena, struct rows *rows)
{
    for (pm_text_space(t); !pm_text_ended(t) && !pm_text_starts(t, ";"); pm_text_space(t)) {
        int count = take_indices(t, parts, n);
        if (!set) {
            bool is_text = false;
            pm_text_space(t);
            parts[count++] = take_value(t, arena, &is_text);
            rows->texts |= is_text;
        }
        const char *before = t->at;
        put_row(rows, count, parts);
        if (pm_text_len(&parts[0]) == 0 && t->at == before)
            return; /* not of pulma's making */
    }
}

/* Whether the statement is "param NAME := VALUE;", with one value. */
static bool is_scalar(struct pm_text t, struct pm_arena *arena, struct pm_text *value)
{
    bool is_text;
    pm_text_space(&t);
    if (pm_text_starts(&t, "["))
        return false;
    *value = take_value(&t, arena, &is_text);
    pm_text_space(&t);
    return pm_text_starts(&t, ";");
}

/* Appends the rows of a statement about `name`; a scalar is written at once. */
static void read_statement(struct pm_text t, struct pm_arena *arena, struct rows *rows,
                           struct pm_text *scalar)
{
    struct pm_text parts[MOST_INDICES + 1];
    int n = 0;
    pm_text_space(&t);
    const bool set = pm_text_word(&t, "set");
    if (!set)
        pm_text_word(&t, "param");
    pm_text_blanks(&t);
    take_word(&t);
    pm_text_blanks(&t);
    if (pm_text_starts(&t, "["))
        n = take_indices(&t, parts, 0);
    pm_text_space(&t);
    if (pm_text_word(&t, ":=")) {
        if (set || n || !is_scalar(t, arena, scalar))
            read_list(&t, set, n, parts, arena, rows);
    } else if (pm_text_word(&t, ":")) {
        read_table(&t, arena, rows);
    }
}

/* Gathers all statements about a name and writes its value. */
static void put_value(const struct pm_source *source, const struct pm_text *name,
                      bool is_array, struct pm_out *out)
{
    struct pm_arena arena;
    struct rows rows = {0};
    struct pm_text rest = pm_text_of(source->data, source->data_len), statement,
                   scalar = {0};
    pm_arena_init(&arena, 0);
    while (rest.at < rest.end) {
        statement = pm_data_statement(&rest);
        struct pm_text of = pm_data_name(&statement);
        if (pm_text_len(&of) == pm_text_len(name) &&
            memcmp(of.at, name->at, pm_text_len(name)) == 0)
            read_statement(statement, &arena, &rows, &scalar);
    }
    pm_out_f(out, "%.*s = ", (int)pm_text_len(name), name->at);
    if (!is_array)
        pm_out_f(out, "%.*s", pm_text_len(&scalar) ? (int)pm_text_len(&scalar) : 1,
                 pm_text_len(&scalar) ? scalar.at : "0");
    else
        pm_out_f(out, rows.texts ? "[%s]" : "[|%s|]", rows.out.data ? rows.out.data : "");
    pm_out_text(out, ";\n");
    out->failed |= rows.out.failed;
    pm_out_free(&rows.out);
    pm_arena_free(&arena);
}

/* Whether the item declares a parameter and gives it no value: "int: n", "array[...] of int: C". */
static bool declares(struct pm_text item, struct pm_text *name, bool *is_array)
{
    static const char *const types[] = {"int", "string", "bool", "array", "set"};
    struct pm_text type = take_word(&item);
    bool known = false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        known |= pm_text_is(&type, types[i]);
    *is_array = pm_text_is(&type, "array");
    int depth = 0;
    for (int c; known && (c = pm_text_peek(&item)) >= 0 && c != ';'; pm_text_take(&item)) {
        depth += (c == '[') - (c == ']');
        if (c == 'v' && pm_text_starts(&item, "var "))
            return false;
        if (c == ':' && depth == 0)
            break;
    }
    if (!known || !pm_text_word(&item, ":"))
        return false;
    skip(&item);
    *name = take_word(&item);
    skip(&item);
    return pm_text_len(name) && pm_text_starts(&item, ";");
}

pulma_status pm_minizinc_join(const struct pm_source *source, struct pm_out *out,
                              pulma_error *err)
{
    size_t len = 0;
    const char *text = text_of(source, &len);
    if (!text)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "this model has no MiniZinc form: models/*/*.mzn are those that do");
    pm_out_bytes(out, text, len);
    pm_out_text(out, "\n% The puzzle.\n");
    struct pm_text t = pm_text_of(text, len), name;
    bool is_array;
    do {
        skip(&t);
        if (declares(t, &name, &is_array))
            put_value(source, &name, is_array, out);
    } while (skip_item(&t));
    return out->failed ? pm_fail_memory(err) : PULMA_OK;
}

/* ---- Solving ---- */

/* The words behind "Error: " in what the command complains of, or all of it. */
static pulma_status complain(const struct pm_out *complaints, pulma_error *err)
{
    const char *text = complaints->data ? complaints->data : "";
    const char *refused = strstr(text, "Assertion failed: "),
               *error = strstr(text, "rror: ");
    if (!refused)
        refused = strstr(text, "assertion failed: ");
    const char *words = refused ? refused + 18 : error ? error + 6 : text;
    const int len = (int)strcspn(words, "\n");
    return pm_fail(err, refused ? PULMA_UNAVAILABLE : PULMA_BAD_TEXT, NULL,
                   "minizinc: %.*s", len > 400 ? 400 : len, words);
}

/* What stands before the line of dashes is the answer. */
static pulma_status judge(const struct pm_out *said, const struct pm_out *complaints,
                          const struct pm_ended *ended, struct pm_model_result *result,
                          pulma_error *err)
{
    const char *text = said->data ? said->data : "", *end = strstr(text, "----------");
    result->status = PM_MIP_LIMIT;
    if (strstr(text, "=====UNSATISFIABLE====="))
        result->status = PM_MIP_INFEASIBLE;
    else if (strstr(text, "=====UNBOUNDED====="))
        result->status = PM_MIP_UNBOUNDED;
    else if (end) {
        for (const char *next; (next = strstr(end + 10, "----------"));) {
            text = end + strcspn(end, "\n") + 1; /* the last of several is the best */
            end = next;
        }
        result->status = PM_MIP_OPTIMAL;
        pm_out_bytes(&result->printed, text, (size_t)(end - text));
    } else if (!ended->timed_out && !strstr(text, "=====UNKNOWN====="))
        return complain(complaints, err);
    return PULMA_OK;
}

pulma_status pm_minizinc_solve(const struct pm_source *source,
                               const struct pm_limits *limits,
                               struct pm_model_result *result, pulma_error *err)
{
    struct pm_out program = {0}, said = {0}, complaints = {0};
    char path[PM_CALL_PATH], time[40] = "";
    pulma_status status = pm_minizinc_join(source, &program, err);
    if (!status && !pm_command_find("minizinc", path, sizeof path))
        status =
            pm_fail(err, PULMA_UNAVAILABLE, NULL, "the command minizinc is not installed");
    if (limits && limits->deadline > 0)
        snprintf(time, sizeof time, "%.0f",
                 1000 * fmax(0.1, 0.95 * (limits->deadline - pm_clock())));
    const char *argv[] = {path, "-", *time ? "--time-limit" : NULL, time, NULL};
    const struct pm_process process = {
        .argv = argv, .input = program.data, .input_len = program.len, .limits = limits};
    struct pm_ended ended = {0};
    if (!status)
        status =
            pm_process_run(&process, (size_t)64 << 20, &said, &complaints, &ended, err);
    result->solve_seconds = ended.cpu_seconds;
    result->other_seconds += ended.cpu_seconds;
    if (!status)
        status = judge(&said, &complaints, &ended, result, err);
    pm_out_free(&program);
    pm_out_free(&said);
    pm_out_free(&complaints);
    return status;
}
