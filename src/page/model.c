/* Calls about integer programs: models, solvers, export, size, relaxation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/inside.h"

static bool call_models(struct api *api)
{
    int kind;
    if (!api_kind(api, &kind))
        return false;
    api_put_name(api, "models");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < pulma_model_count(kind) + pulma_model_faulty_count(kind); i++) {
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        api_put_text(api, "name", pulma_model_name(kind, i));
        api_put_text(api, "title", pulma_model_title(kind, i));
        api_put_text(api, "source", pulma_model_source(kind, i));
        api_put_text(api, "teaches", pulma_model_teaches(kind, i));
        api_put_bool(api, "faulty", i >= pulma_model_count(kind));
        api_put_text(api, "text", pulma_model_text(kind, i));
        pm_out_char(&api->out, '}');
    }
    pm_out_char(&api->out, ']');
    return true;
}

static bool call_solvers(struct api *api)
{
    api_put_name(api, "solvers");
    pm_out_char(&api->out, '[');
    for (int i = 0; pulma_solver_name(i); i++) {
        char how[300];
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        api_put_text(api, "name", pulma_solver_name(i));
        api_put_text(api, "title", pulma_solver_title(i));
        api_put_bool(api, "available", pulma_solver_available(i, how, sizeof how));
        api_put_name(api, "switches");
        pm_out_char(&api->out, '[');
        for (int k = 0; pulma_solver_switch(i, k); k++)
            api_put_text(api, NULL, pulma_solver_switch(i, k));
        pm_out_text(&api->out, "]}");
    }
    pm_out_char(&api->out, ']');
    return true;
}

static bool call_export(struct api *api)
{
    bool linearise;
    char *text;
    const char *model = api_model(api, true);
    const char *format = model ? api_text(api, "format", true) : NULL;
    if (!format || !api_bool(api, "linearise", false, &linearise) || !api_puzzle(api))
        return false;
    if (pulma_model_export(api->puzzle, model, format, linearise, &text, &api->err) !=
        PULMA_OK)
        return false;
    api_put_text(api, "text", text);
    pulma_free(text);
    return true;
}

static bool call_size(struct api *api)
{
    bool linearise;
    double seconds;
    char *json;
    const char *model = api_model(api, true);
    if (!model || !api_bool(api, "linearise", false, &linearise) ||
        !api_seconds(api, &seconds) || !api_puzzle(api))
        return false;
    if (pulma_model_size(api->puzzle, model, linearise, seconds, NULL, &json, &api->err) !=
        PULMA_OK)
        return false;
    api_put_json(api, "size", json);
    pulma_free(json);
    return true;
}

static bool call_relaxation(struct api *api)
{
    double seconds, value;
    const char *model = api_model(api, true);
    if (!model || !api_seconds(api, &seconds) || !api_puzzle(api))
        return false;
    pulma_status status =
        pulma_model_relaxation(api->puzzle, model, seconds, &value, &api->err);
    if (status != PULMA_OK && status != PULMA_NONE)
        return false;
    api_put_bool(api, "impossible", status == PULMA_NONE);
    if (status == PULMA_OK)
        api_put_number(api, "value", value);
    return true;
}

/* The text of a model as formulas. */
static bool call_latex(struct api *api)
{
    char *text;
    const char *model = api_text(api, "text", true);
    if (!model || pulma_model_latex(model, strlen(model), &text, &api->err) != PULMA_OK)
        return false;
    api_put_text(api, "text", text);
    pulma_free(text);
    return true;
}

/* The same in MathML, with what its head comment says. */
static bool call_formulas(struct api *api)
{
    char *json;
    const char *model = api_text(api, "text", true);
    if (!model || pulma_model_formulas(model, strlen(model), &json, &api->err) != PULMA_OK)
        return false;
    api_put_json(api, "formulas", json);
    pulma_free(json);
    return true;
}

const struct api_call api_calls_model[] = {
    {"models", call_models},         {"solvers", call_solvers},
    {"export", call_export},         {"size", call_size},
    {"relaxation", call_relaxation}, {"latex", call_latex},
    {"formulas", call_formulas},     {NULL, NULL},
};
