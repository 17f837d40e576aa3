/* The frame: the request is read, its call looked up, the reply or the error written. */
#include "page/api.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/text.h"
#include "page/inside.h"

enum { LONGEST_REQUEST = 64 << 20 };

/* ---- Arguments ------------------------------------------------------------------------ */

bool api_fail(struct api *api, pulma_status status, const char *format, ...)
{
    api->err = (pulma_error){.status = status};
    va_list args;
    va_start(args, format);
    vsnprintf(api->err.message, sizeof api->err.message, format, args);
    va_end(args);
    return false;
}

/* An argument that is there and not null. */
static const struct pm_json *argument(const struct api *api, const char *name)
{
    const struct pm_json *value = pm_json_find(api->request, name);
    return value && value->type != PM_JSON_NULL ? value : NULL;
}

const char *api_text(struct api *api, const char *name, bool needed)
{
    const struct pm_json *value = argument(api, name);
    if (!value || value->type != PM_JSON_STRING) {
        if (value || needed)
            api_fail(api, PULMA_BAD_CALL, "expected a string as \"%s\"", name);
        return NULL;
    }
    size_t len = (size_t)(value->text.end - value->text.at);
    const char *text = pm_copy(&api->arena, value->text.at, len);
    if (!text)
        api_fail(api, PULMA_NO_MEMORY, "out of memory");
    return text;
}

const char *api_model(struct api *api, bool needed)
{
    const char *text = argument(api, "text") ? api_text(api, "text", true) : NULL;
    if (text && argument(api, "model")) {
        api_fail(api, PULMA_BAD_CALL, "expected \"model\" or \"text\", not both");
        return NULL;
    }
    if (text) { /* with a line end behind it, which tells the library what it is */
        const size_t len = strlen(text);
        char *model = pm_copy(&api->arena, text, len + 1);
        if (model)
            model[len] = '\n';
        else
            api_fail(api, PULMA_NO_MEMORY, "out of memory");
        return model;
    }
    const char *name = api->err.status ? NULL : api_text(api, "model", needed);
    if (name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name)) {
        api_fail(api, PULMA_BAD_CALL,
                 "expected the name of a model as \"model\", found \"%.40s\"", name);
        return NULL;
    }
    return name;
}

bool api_int(struct api *api, const char *name, int min, int max, int usual, int *value)
{
    const struct pm_json *number = argument(api, name);
    *value = usual;
    if (!number)
        return true;
    struct pm_text t = number->text;
    bool minus = min < 0 && pm_text_word(&t, "-");
    if (number->type != PM_JSON_NUMBER ||
        pm_text_int(&t, 0, minus ? -min : max, value, NULL) || !pm_text_ended(&t))
        return api_fail(api, PULMA_BAD_CALL, "expected a number from %d to %d as \"%s\"",
                        min, max, name);
    if (minus)
        *value = -*value;
    return *value >= min ||
           api_fail(api, PULMA_BAD_CALL, "expected a number from %d to %d as \"%s\"", min,
                    max, name);
}

/* A number of JSON, minus sign and exponent included. */
static bool read_number(const struct pm_json *item, double *value)
{
    char text[40], *end;
    const size_t len = pm_text_len(&item->text);
    if (item->type != PM_JSON_NUMBER || len >= sizeof text)
        return false;
    memcpy(text, item->text.at, len);
    text[len] = '\0';
    *value = strtod(text, &end);
    return *end == '\0';
}

double *api_numbers(struct api *api, const char *name, int *count)
{
    const struct pm_json *list = argument(api, name);
    *count = 0;
    if (!list)
        return NULL;
    const bool good = list->type == PM_JSON_LIST;
    double *numbers = good ? pm_new(&api->arena, (size_t)list->count + 1, double) : NULL;
    for (int i = 0; numbers && i < list->count; i++)
        if (!read_number(&list->items[i], &numbers[i]))
            numbers = NULL;
    if (!numbers)
        api_fail(api, PULMA_BAD_CALL, "expected a list of numbers as \"%s\"", name);
    else
        *count = list->count;
    return numbers;
}

bool api_seconds(struct api *api, double *seconds)
{
    int milliseconds;
    if (!api_int(api, "milliseconds", 0, 1 << 30, 0, &milliseconds))
        return false;
    *seconds = milliseconds / 1000.0;
    return true;
}

bool api_bool(struct api *api, const char *name, bool usual, bool *value)
{
    const struct pm_json *given = argument(api, name);
    *value = given ? given->type == PM_JSON_TRUE : usual;
    if (given && given->type != PM_JSON_TRUE && given->type != PM_JSON_FALSE)
        return api_fail(api, PULMA_BAD_CALL, "expected true or false as \"%s\"", name);
    return true;
}

bool api_kind(struct api *api, int *kind)
{
    const char *name = api_text(api, "kind", true);
    if (!name)
        return false;
    *kind = pulma_kind_find(name);
    return *kind >= 0 || api_fail(api, PULMA_BAD_CALL, "there is no kind \"%.40s\"", name);
}

bool api_puzzle(struct api *api)
{
    const char *text = api_text(api, "puzzle", true);
    const char *kind = text ? api_text(api, "kind", false) : NULL;
    if (!text || api->err.status ||
        pulma_puzzle_read(kind, text, strlen(text), &api->puzzle, &api->err) != PULMA_OK)
        return false;
    api->places = pulma_puzzle_places(api->puzzle);
    return true;
}

static bool read_values(struct api *api, const struct pm_json *list, int *answer)
{
    for (int i = 0; i < api->places; i++) {
        const struct pm_json *item = &list->items[i];
        struct pm_text t = item->text;
        int min, max;
        pulma_puzzle_range(api->puzzle, i, &min, &max);
        answer[i] = PULMA_EMPTY;
        if (item->type != PM_JSON_NULL &&
            (item->type != PM_JSON_NUMBER || pm_text_int(&t, min, max, &answer[i], NULL) ||
             !pm_text_ended(&t)))
            return api_fail(
                api, PULMA_BAD_CALL,
                "expected null or a number from %d to %d as value %d of \"answer\"", min,
                max, i + 1);
    }
    return true;
}

bool api_answer(struct api *api, const int *usual, int **answer)
{
    assert(api->puzzle);
    const struct pm_json *list = argument(api, "answer");
    size_t n = (size_t)api->places;
    *answer = NULL;
    if (!list && !usual)
        return true;
    *answer = pm_new(&api->arena, n + 1, int);
    if (!*answer)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    if (!list) {
        memcpy(*answer, usual, n * sizeof **answer);
        return true;
    }
    if (list->type != PM_JSON_LIST || list->count != api->places)
        return api_fail(api, PULMA_BAD_CALL, "expected a list of %d values as \"answer\"",
                        api->places);
    return read_values(api, list, *answer);
}

/* ---- The reply ------------------------------------------------------------------------ */

void api_put_name(struct api *api, const char *name)
{
    struct pm_out *out = &api->out;
    char last = out->len ? out->data[out->len - 1] : '{';
    if (last != '{' && last != '[' && last != ',')
        pm_out_char(out, ',');
    if (name) {
        pm_json_put(out, name, strlen(name));
        pm_out_char(out, ':');
    }
}

void api_put_text(struct api *api, const char *name, const char *text)
{
    api_put_name(api, name);
    if (text)
        pm_json_put(&api->out, text, strlen(text));
    else
        pm_out_text(&api->out, "null");
}

void api_put_int(struct api *api, const char *name, int64_t value)
{
    api_put_name(api, name);
    pm_out_f(&api->out, "%lld", (long long)value);
}

void api_put_bool(struct api *api, const char *name, bool value)
{
    api_put_name(api, name);
    pm_out_text(&api->out, value ? "true" : "false");
}

void api_put_number(struct api *api, const char *name, double value)
{
    api_put_name(api, name);
    pm_out_number(&api->out, value, 6);
}

void api_put_ints(struct api *api, const char *name, const int *list, int n)
{
    api_put_name(api, name);
    pm_out_char(&api->out, '[');
    for (int i = 0; i < n; i++)
        if (list[i] == PULMA_EMPTY)
            pm_out_text(&api->out, i ? ",null" : "null");
        else
            pm_out_f(&api->out, "%s%d", i ? "," : "", list[i]);
    pm_out_char(&api->out, ']');
}

void api_put_json(struct api *api, const char *name, const char *json)
{
    api_put_name(api, name);
    pm_out_bytes(&api->out, json, strcspn(json, "\n")); /* a reply is one line */
}

void api_put_reason(struct api *api, const char *text, const int *places, int n)
{
    api_put_name(api, NULL);
    pm_out_char(&api->out, '{');
    api_put_text(api, "text", text);
    api_put_ints(api, "places", places, n);
    pm_out_char(&api->out, '}');
}

void api_put_answer(struct api *api, const char *name, const int *answer)
{
    api_put_ints(api, name, answer, api->places);
}

static void put_error(struct api *api)
{
    static const char *const texts[] = {"",     "puzzle",  "answer", "model",
                                        "data", "formula", "proof"};
    static const char *const limits[] = {"",        "time",   "conflicts",
                                         "stopped", "memory", "own"};
    static const char *const statuses[] = {"ok",       "none",        "bad-text",
                                           "bad-call", "limit",       "no-memory",
                                           "solver",   "unavailable", "model-fault"};
    const pulma_error *err = &api->err;
    api->out.len = 0;
    pm_out_text(&api->out, "{\"error\":{");
    api_put_text(api, "status", statuses[err->status]);
    api_put_text(api, "message", err->message);
    if (err->text != PULMA_TEXT_NONE)
        api_put_text(api, "text", texts[err->text]);
    if (err->line > 0) {
        api_put_int(api, "line", err->line);
        api_put_int(api, "column", err->column);
    }
    if (err->limit != PULMA_LIMIT_NONE)
        api_put_text(api, "limit", limits[err->limit]);
    pm_out_text(&api->out, "}}");
}

/* ---- Progress ------------------------------------------------------------------------- */

void api_tell(struct api *api, const char *json)
{
    if (api->host && api->host->progress)
        api->host->progress(api->host->context, json);
}

bool api_watch(void *context)
{
    struct api *api = context;
    const struct api_host *host = api->host;
    if (host && host->stop && host->stop(host->context))
        return true;
    double now = pm_clock();
    if (now < api->told_until || !host || !host->progress)
        return false;
    api->told_until = now + 0.2;
    char json[80];
    snprintf(json, sizeof json, "{\"nodes\":%lld}",
             (long long)(api->job ? pulma_job_nodes(api->job) : 0));
    host->progress(host->context, json);
    return false;
}

/* ---- The function --------------------------------------------------------------------- */

static const struct api_call *find_call(const char *name)
{
    const struct api_call *const rooms[] = {api_calls_board,   api_calls_solve,
                                            api_calls_explain, api_calls_model,
                                            api_calls_program, api_calls_study};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        for (const struct api_call *call = rooms[i]; call->name; call++)
            if (strcmp(call->name, name) == 0)
                return call;
    return NULL;
}

static bool answer(struct api *api, const char *request, size_t len)
{
    struct pm_text t = pm_text_of(request, len);
    struct pm_json *json = pm_new(&api->arena, 1, struct pm_json);
    if (!json)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    if (len > LONGEST_REQUEST)
        return api_fail(api, PULMA_BAD_CALL, "the request is longer than %d bytes",
                        LONGEST_REQUEST);
    if (pm_json_read(&t, &api->arena, json, &api->err) != PULMA_OK)
        return false;
    pm_text_space(&t);
    if (json->type != PM_JSON_OBJECT || !pm_text_ended(&t))
        return api_fail(api, PULMA_BAD_CALL, "expected one JSON object");
    api->request = json;
    const char *name = api_text(api, "call", true);
    const struct api_call *call = name ? find_call(name) : NULL;
    if (!call)
        return name ? api_fail(api, PULMA_BAD_CALL, "there is no call \"%.40s\"", name)
                    : false;
    pm_out_char(&api->out, '{');
    return call->answer(api);
}

char *api_call(const char *request, size_t len, const struct api_host *host)
{
    struct api api = {.host = host};
    pm_arena_init(&api.arena, 0);
    if (answer(&api, request, len))
        pm_out_char(&api.out, '}');
    else
        put_error(&api);
    pulma_puzzle_free(api.puzzle);
    pm_arena_free(&api.arena);
    char *reply = NULL;
    size_t reply_len;
    pm_out_give(&api.out, &reply, &reply_len, NULL);
    return reply;
}
