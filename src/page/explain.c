/* Calls about steps: hint, explain, rate. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/inside.h"

static void put_facts(struct api *api, const char *name, int n, const pulma_fact *facts)
{
    api_put_name(api, name);
    pm_out_char(&api->out, '[');
    for (int i = 0; i < n; i++) {
        char text[250];
        pulma_fact_text(api->puzzle, facts[i], text, sizeof text);
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        api_put_int(api, "place", facts[i].place);
        api_put_int(api, "value", facts[i].value);
        api_put_bool(api, "holds", facts[i].holds);
        api_put_text(api, "text", text);
        pm_out_char(&api->out, '}');
    }
    pm_out_char(&api->out, ']');
}

static void put_reasons(struct api *api, const pulma_step *step)
{
    api_put_name(api, "reasons");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < pulma_step_reason_count(step); i++) {
        const int *places;
        int n = pulma_step_reason_places(step, i, &places);
        api_put_reason(api, pulma_step_reason_text(step, i), places, n);
    }
    pm_out_char(&api->out, ']');
}

static void put_step(struct api *api, const pulma_step *step)
{
    const pulma_fact *facts;
    int n = pulma_step_conclusions(step, &facts);
    put_facts(api, "conclusions", n, facts);
    n = pulma_step_facts(step, &facts);
    put_facts(api, "facts", n, facts);
    put_reasons(api, step);
    api_put_int(api, "size", pulma_step_size(step));
    api_put_bool(api, "smallest", pulma_step_smallest(step));
    api_put_bool(api, "trivial", pulma_step_trivial(step));
    api_put_bool(api, "trial", pulma_step_needs_trial(step));
    api_put_text(api, "technique", pulma_step_technique(step));
    api_put_text(api, "text", pulma_step_text(step));
}

static bool put_mistakes(struct api *api, pulma_explainer *e, const int *answer)
{
    bool *wrong = pm_new(&api->arena, (size_t)api->places + 1, bool);
    int count;
    if (!wrong)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    pulma_status status = pulma_explainer_mistakes(e, answer, wrong, &count, &api->err);
    if (status != PULMA_OK && status != PULMA_NONE)
        return false;
    api_put_text(api, "status", status == PULMA_NONE ? "impossible" : "mistakes");
    api_put_name(api, "mistakes");
    pm_out_char(&api->out, '[');
    for (int place = 0; status == PULMA_OK && place < api->places; place++)
        if (wrong[place])
            api_put_int(api, NULL, place);
    pm_out_char(&api->out, ']');
    return true;
}

/* An explainer at the start of the request; NULL after an error. */
static pulma_explainer *new_explainer(struct api *api, int **answer)
{
    double seconds;
    if (!api_puzzle(api) || !api_answer(api, NULL, answer) || !api_seconds(api, &seconds))
        return NULL;
    pulma_explainer *e = pulma_explainer_new(api->puzzle);
    if (!e) {
        api_fail(api, PULMA_NO_MEMORY, "out of memory");
        return NULL;
    }
    pulma_explainer_set_seconds(e, seconds);
    pulma_explainer_set_stop(e, api_watch, api);
    return e;
}

/* The next step from a board, or its mistakes. */
static bool hint(struct api *api, pulma_explainer *e, const int *answer)
{
    const pulma_step *step;
    pulma_status status = pulma_explainer_hint(e, answer, &step, &api->err);
    if (status == PULMA_NONE && answer)
        return put_mistakes(api, e, answer);
    if (status == PULMA_NONE) {
        api_put_text(api, "status", "impossible");
        return true;
    }
    if (status != PULMA_OK)
        return false;
    api_put_text(api, "status", step ? "step" : "nothing");
    if (step) {
        api_put_name(api, "step");
        pm_out_char(&api->out, '{');
        put_step(api, step);
        pm_out_char(&api->out, '}');
    }
    return true;
}

static bool call_hint(struct api *api)
{
    int *answer;
    pulma_explainer *e = new_explainer(api, &answer);
    bool good = e && hint(api, e, answer);
    pulma_explainer_free(e);
    return good;
}

/* Which entries no answer has. */
static bool call_mistakes(struct api *api)
{
    int *answer;
    pulma_explainer *e = new_explainer(api, &answer);
    if (e && !answer)
        api_fail(api, PULMA_BAD_CALL, "expected a list as \"answer\"");
    bool good = e && answer && put_mistakes(api, e, answer);
    pulma_explainer_free(e);
    return good;
}

static void put_rating(struct api *api, const pulma_explainer *e)
{
    api_put_number(api, "rating", pulma_explainer_rating(e));
    api_put_text(api, "level", pulma_level_name(pulma_explainer_level(e)));
    api_put_int(api, "steps", pulma_explainer_steps(e, 0));
    api_put_int(api, "hardest", pulma_explainer_hardest(e));
}

/* All steps up to "most", the list itself if `listed`. */
static bool put_steps(struct api *api, pulma_explainer *e, bool listed, int most)
{
    const pulma_step *step;
    pulma_status status = PULMA_OK;
    int count = 0;
    if (listed) {
        api_put_name(api, "list");
        pm_out_char(&api->out, '[');
    }
    while (count < most &&
           (status = pulma_explainer_next(e, &step, &api->err)) == PULMA_OK) {
        count++;
        if (!listed)
            continue;
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        put_step(api, step);
        pm_out_char(&api->out, '}');
    }
    if (listed)
        pm_out_char(&api->out, ']');
    if (status != PULMA_OK && status != PULMA_NONE && status != PULMA_LIMIT)
        return false;
    api_put_text(api, "status",
                 status == PULMA_LIMIT  ? "limit"
                 : status == PULMA_NONE ? "complete"
                                        : "more");
    int *board = pm_new(&api->arena, (size_t)api->places + 1, int);
    if (!board)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    pulma_explainer_board(e, board);
    api_put_answer(api, "answer", board);
    put_rating(api, e);
    return true;
}

static bool explain(struct api *api, bool listed)
{
    int *answer, most;
    if (!api_int(api, "most", 1, 1000000, 1000000, &most))
        return false;
    pulma_explainer *e = new_explainer(api, &answer);
    pulma_status status = e ? pulma_explainer_start(e, answer, &api->err) : PULMA_BAD_CALL;
    bool good = false;
    if (status == PULMA_NONE) {
        api_put_text(api, "status", "impossible");
        good = true;
    } else if (status == PULMA_OK) {
        good = put_steps(api, e, listed, most);
    }
    pulma_explainer_free(e);
    return good;
}

static bool call_explain(struct api *api)
{
    return explain(api, true);
}

static bool call_rate(struct api *api)
{
    return explain(api, false);
}

const struct api_call api_calls_explain[] = {
    {"hint", call_hint},
    {"mistakes", call_mistakes},
    {"explain", call_explain},
    {"rate", call_rate},
    {NULL, NULL},
};
