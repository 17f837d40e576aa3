/* Calls that study models: comparing formulations and solvers, judging submissions.  Both come from the
 * rooms that `pulma compare` and `pulma grade` are made of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/grade.h"
#include "page/inside.h"
#include "study/study.h"

/* ---- Comparing ----------------------------------------------------------------------------- */

struct comparing {
    struct api *api;
    struct study *study;
    long told; /* runs that the host has heard of */
};

static bool stop_study(void *context)
{
    const struct api_host *host = ((struct comparing *)context)->api->host;
    return host && host->stop && host->stop(host->context);
}

/* A document a line becomes a list. */
static void put_lines(struct pm_out *out, const char *lines)
{
    pm_out_char(out, '[');
    for (const char *at = lines; *at;) {
        const size_t len = strcspn(at, "\n");
        if (at > lines)
            pm_out_char(out, ',');
        pm_out_bytes(out, at, len);
        at += len + (at[len] == '\n');
    }
    pm_out_char(out, ']');
}

/* "rows", as `pulma compare --json` has them. */
static void put_study_rows(const struct study *study, struct pm_out *out)
{
    char *lines = NULL;
    size_t len;
    if (study_write(study, STUDY_JSON, &lines, &len, NULL) == PULMA_OK) {
        pm_out_text(out, "\"rows\":");
        put_lines(out, lines);
    } else {
        pm_out_text(out, "\"rows\":[]");
    }
    free(lines);
}

/* The table as it is by now, each time a run has ended. */
static void tell_study(void *context, const struct study_progress *p)
{
    struct comparing *c = context;
    if (p->done == c->told && c->told > 0)
        return;
    struct pm_out out = {0};
    c->told = p->done;
    pm_out_f(&out, "{\"done\":%ld,\"total\":%ld,\"model\":", p->done, p->total);
    pm_json_put(&out, p->model ? p->model : "", p->model ? strlen(p->model) : 0);
    pm_out_text(&out, ",\"solver\":");
    pm_json_put(&out, p->solver ? p->solver : "", p->solver ? strlen(p->solver) : 0);
    pm_out_char(&out, ',');
    put_study_rows(c->study, &out);
    pm_out_char(&out, '}');
    if (!out.failed)
        api_tell(c->api, out.data);
    pm_out_free(&out);
}

/* Boards of a kind with sides from "from" to "to"; those that cannot be made are left out. */
static bool add_sizes(struct api *api, struct study *study)
{
    int kind, from, to, seed, made = 0;
    if (!api_kind(api, &kind) || !api_int(api, "from", 1, 100, 0, &from) ||
        !api_int(api, "to", 1, 100, from, &to) ||
        !api_int(api, "seed", 0, 1 << 30, 1, &seed))
        return false;
    for (int side = from; side <= to; side++) {
        pulma_wish *wish = pulma_wish_new(kind);
        if (wish)
            pulma_wish_set_seed(wish, (uint64_t)seed);
        made += wish && study_add_board(study, wish, side, &api->err) == PULMA_OK;
        pulma_wish_free(wish);
    }
    return made > 0;
}

static bool add_boards(struct api *api, struct study *study)
{
    if (!pm_json_find(api->request, "puzzle"))
        return add_sizes(api, study);
    return api_puzzle(api) &&
           study_add(study, api->puzzle, "board", 1, &api->err) == PULMA_OK;
}

static void put_written(struct api *api, const struct study *study, const char *name,
                        enum study_format format)
{
    char *text = NULL;
    size_t len;
    study_write(study, format, &text, &len, NULL);
    api_put_text(api, name, text);
    free(text);
}

static bool compare(struct comparing *c)
{
    struct api *api = c->api;
    if (!add_boards(api, c->study) || study_add_ways(c->study, &api->err) != PULMA_OK)
        return false;
    const pulma_status status = study_run(c->study, &api->err);
    if (status != PULMA_OK && status != PULMA_LIMIT)
        return false;
    api_put_name(api, NULL);
    put_study_rows(c->study, &api->out);
    put_written(api, c->study, "svg", STUDY_SVG);
    put_written(api, c->study, "csv", STUDY_CSV);
    put_written(api, c->study, "markdown", STUDY_MARKDOWN);
    put_written(api, c->study, "latex", STUDY_LATEX);
    return true;
}

/* Names of models, with commas: no file is opened. */
static const char *read_models(struct api *api)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-,";
    const char *list = api_text(api, "models", false);
    if (!list || strspn(list, letters) == strlen(list))
        return list;
    api_fail(api, PULMA_BAD_CALL, "expected names of models as \"models\", found \"%.40s\"",
             list);
    return NULL;
}

static bool call_compare(struct api *api)
{
    struct comparing c = {.api = api};
    struct study_wish wish = {.repeat = 1, .in_process = true};
    wish.models = read_models(api);
    wish.solvers = api->err.status ? NULL : api_text(api, "solvers", false);
    wish.own = api->err.status || !pm_json_find(api->request, "text")
                   ? NULL
                   : api_model(api, true); /* with a line end */
    if (api->err.status || !api_seconds(api, &wish.seconds))
        return false;
    const struct study_host host = {
        .stop = stop_study, .progress = tell_study, .context = &c};
    c.study = study_new(&wish, &host);
    const bool good =
        c.study ? compare(&c) : api_fail(api, PULMA_NO_MEMORY, "out of memory");
    study_free(c.study);
    return good;
}

/* ---- Grading ------------------------------------------------------------------------------- */

static bool stop_grading(void *context)
{
    return api_watch(context);
}

/* Files are those of the request, by name; the model is one of them. */
static char *read_given(void *context, const char *path, size_t *len, pulma_error *err)
{
    struct api *api = context;
    const struct pm_json *files = pm_json_find(api->request, "files");
    const struct pm_json *file =
        strcmp(path, "text") == 0                ? pm_json_find(api->request, "text")
        : files && files->type == PM_JSON_OBJECT ? pm_json_find(files, path)
                                                 : NULL;
    char *copy = NULL;
    *len = 0;
    if (file && file->type == PM_JSON_STRING) {
        *len = (size_t)(file->text.end - file->text.at);
        copy = malloc(*len + 1);
    }
    if (copy) {
        memcpy(copy, file->text.at, *len);
        copy[*len] = '\0';
    } else if (err) {
        *err = (pulma_error){.status = PULMA_BAD_CALL};
        snprintf(err->message, sizeof err->message, "the request has no file \"%.200s\"",
                 path);
    }
    return copy;
}

static void put_report(struct api *api, const struct grade_exercise *exercise,
                       struct grade_submission *submission, const char *name,
                       enum grade_format format)
{
    struct pm_out out = {0};
    const struct grade_look look = {.format = format, .picture = PULMA_MONO};
    grade_write_head(&look, &out);
    grade_write_one(exercise, submission, &look, &out);
    grade_write_tail(&look, submission, 1, &out);
    if (format == GRADE_JSON)
        api_put_json(api, name, out.data ? out.data : "null");
    else
        api_put_text(api, name, out.data ? out.data : "");
    pm_out_free(&out);
}

static bool grade(struct api *api, struct grade_exercise *exercise)
{
    const struct grade_host host = {
        .stop = stop_grading, .read = read_given, .context = api};
    struct grade_submission submission = {.path = "text", .name = "model"};
    const char *file;
    if (grade_boards_make(exercise, &host, &file, &api->err) != PULMA_OK ||
        grade_class_run(exercise, &submission, 1, 1, NULL, 0, &host, &api->err) != PULMA_OK)
        return false;
    api_put_text(api, "verdict", grade_verdict_name(submission.verdict));
    put_report(api, exercise, &submission, "report", GRADE_JSON);
    put_report(api, exercise, &submission, "words", GRADE_TEXT);
    grade_submission_clear(&submission);
    return true;
}

static bool call_grade(struct api *api)
{
    struct grade_exercise *exercise = NULL;
    const char *task = api_text(api, "exercise", true);
    if (!task || !api_text(api, "text", true) ||
        grade_exercise_read(task, strlen(task), "exercises", &exercise, &api->err) !=
            PULMA_OK)
        return false;
    const bool good = grade(api, exercise);
    grade_exercise_free(exercise);
    return good;
}

const struct api_call api_calls_study[] = {
    {"compare", call_compare},
    {"grade", call_grade},
    {NULL, NULL},
};
