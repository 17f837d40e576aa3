/* pulma model: integer programs, as they stand in the book or with a puzzle's data. */
#include "cli/batch.h"

#include <stdlib.h>
#include <string.h>

#include "notations/json.h"

/* The model that the first argument names: a kind's, or a file. */
struct named {
    int kind;         /* -1: a file */
    int model;        /* of the kind */
    const char *name; /* as pulma_model_export() wants it */
};

static bool is_path(const char *name)
{
    size_t len = strlen(name);
    return name[0] == '.' || name[0] == '/' || (len > 4 && !strcmp(name + len - 4, ".mod"));
}

/* KIND/NAME.  False after a complaint. */
static bool find_model(const struct cli_call *call, struct named *named)
{
    char kind[64];
    const char *text = call->arguments[0], *slash = strchr(text, '/');
    *named = (struct named){.kind = -1, .model = -1, .name = text};
    if (is_path(text))
        return true;
    size_t len = slash ? (size_t)(slash - text) : strlen(text);
    snprintf(kind, sizeof kind, "%.*s", len < sizeof kind ? (int)len : 63, text);
    named->kind = cli_kind(call, kind);
    if (named->kind < 0)
        return false;
    named->name = slash ? slash + 1 : "";
    int count = pulma_model_count(named->kind) + pulma_model_faulty_count(named->kind);
    for (int i = 0; i < count; i++)
        if (strcmp(pulma_model_name(named->kind, i), named->name) == 0)
            named->model = i;
    if (named->model < 0 && !slash)
        cli_usage(call, "expected KIND/NAME; 'pulma list %s' shows the names", kind);
    else if (named->model < 0)
        cli_usage(call, "%s has no model '%.60s'; 'pulma list %s' shows the names", kind,
                  named->name, kind);
    return named->model >= 0;
}

/* ---- Sizes ---- */

static int text_len(const struct pm_text *t)
{
    return (int)pm_text_len(t);
}

/* The document of pulma_model_size() as lines: "variables 44", then the families of constraints
 * with their rows. */
static void print_size(FILE *out, const struct pm_json *size)
{
    for (int i = 0; i < size->count; i++) {
        const struct pm_text *name = &pm_json_name(size, i)->text;
        const struct pm_json *value = pm_json_value(size, i);
        if (value->type != PM_JSON_LIST)
            fprintf(out, "%-12.*s %.*s\n", text_len(name), name->at, text_len(&value->text),
                    value->text.at);
        for (int k = 0; k < value->count; k++) {
            const struct pm_json *family = pm_json_find(&value->items[k], "name"),
                                 *rows = pm_json_find(&value->items[k], "rows");
            fprintf(out, "  %-20.*s %.*s\n", text_len(&family->text), family->text.at,
                    text_len(&rows->text), rows->text.at);
        }
    }
}

static int print_size_document(const struct cli_item *item, const char *json)
{
    struct pm_text t = pm_text_of(json, strlen(json));
    struct pm_arena arena;
    struct pm_json size;
    pulma_error err = {0};
    pm_arena_init(&arena, 0);
    pulma_status status = pm_json_read(&t, &arena, &size, &err);
    if (!status) {
        cli_header(item);
        print_size(item->out, &size);
    }
    pm_arena_free(&arena);
    return status ? cli_item_fail(item, &err) : CLI_DONE;
}

static int print_model_size(const struct cli_item *item, const struct named *named)
{
    char *json = NULL;
    pulma_error err = {0};
    if (pulma_model_size(item->puzzle, named->name, cli_given(item->call, CLI_LINEARISE),
                         cli_seconds_left(item->call), NULL, &json, &err) != PULMA_OK)
        return cli_item_fail(item, &err);
    int status = CLI_DONE;
    if (cli_given(item->call, CLI_JSON)) {
        json[strcspn(json, "\n")] = '\0';
        fprintf(item->out, "%s\n", json);
    } else {
        status = print_size_document(item, json);
    }
    pulma_free(json);
    return status;
}

/* ---- Texts ---- */

static int put_text(const struct cli_call *call, const char *text, long number)
{
    const char *path = call->text[CLI_OUTPUT];
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    if (!path || strcmp(path, "-") == 0) {
        fputs(text, stdout);
        return CLI_DONE;
    }
    char *name = cli_numbered_name(path, number);
    bool good = name && cli_write_file(name, text, strlen(text), &err);
    int status = good ? CLI_DONE : cli_fail(call, stdout, stderr, name, &err);
    free(name);
    return status;
}

/* The model with a puzzle. */
static int export_one(const struct cli_item *item)
{
    const struct named *named = item->context;
    const struct cli_call *call = item->call;
    const char *format = cli_given(call, CLI_FORMAT) ? call->text[CLI_FORMAT] : "mathprog";
    char *text = NULL;
    pulma_error err = {.status = PULMA_BAD_CALL};
    if (cli_given(call, CLI_SHOW_SIZE))
        return print_model_size(item, named);
    if (item->several && !cli_given(call, CLI_OUTPUT)) {
        snprintf(err.message, sizeof err.message,
                 "the input has several puzzles: use -o FILE, which writes numbered files");
        return cli_item_fail(item, &err);
    }
    pulma_job *job = cli_item_bounded_job(item);
    if (!job)
        return CLI_BAD;
    pulma_status exported = pulma_job_export(job, named->name, format,
                                             cli_given(call, CLI_LINEARISE), &text, &err);
    pulma_job_free(job);
    if (exported != PULMA_OK)
        return cli_item_fail(item, &err);
    int status = put_text(call, text, item->number);
    pulma_free(text);
    return status;
}

/* The model alone, as it is or as formulas. */
static int print_model(const struct cli_call *call, const char *model, size_t len)
{
    char *formulas = NULL;
    pulma_error err = {0};
    const char *format = call->text[CLI_FORMAT];
    if (format && strcmp(format, "latex") == 0) {
        if (pulma_model_latex(model, len, &formulas, &err) != PULMA_OK)
            return cli_fail(call, stdout, stderr, call->arguments[0], &err);
        int status = put_text(call, formulas, 1);
        pulma_free(formulas);
        return status;
    }
    if (cli_given(call, CLI_SHOW_SIZE) || (format && strcmp(format, "mathprog") != 0))
        return cli_usage(call, "%s%s needs a puzzle FILE",
                         cli_given(call, CLI_SHOW_SIZE) ? "--size" : "--format ",
                         cli_given(call, CLI_SHOW_SIZE) ? "" : format);
    return put_text(call, model, 1);
}

static int print_model_file(const struct cli_call *call, const char *path)
{
    size_t len = 0;
    pulma_error err = {0};
    char *bytes = cli_read_file(path, &len, &err);
    if (!bytes)
        return cli_fail(call, stdout, stderr, path, &err);
    char *text = strndup(bytes, len);
    free(bytes);
    int status =
        text ? print_model(call, text, strlen(text)) : cli_no_memory(call, stdout, stderr);
    free(text);
    return status;
}

int cli_model(const struct cli_call *call)
{
    struct named named;
    if (!find_model(call, &named))
        return CLI_BAD;
    if (call->argument_count == 1 && named.kind < 0)
        return print_model_file(call, named.name);
    if (call->argument_count == 1) {
        const char *text = pulma_model_text(named.kind, named.model);
        return print_model(call, text, strlen(text));
    }
    struct cli_call puzzles = *call; /* the same call, with the puzzle as its only file */
    puzzles.arguments++;
    puzzles.argument_count = 1;
    puzzles.text[CLI_MODEL] = call->arguments[0]; /* for complaints */
    if (named.kind >= 0)
        puzzles.text[CLI_KIND] = pulma_kind_name(named.kind);
    return cli_each_puzzle(
        &puzzles,
        &(struct cli_task){.what = "translating", .work = export_one, .context = &named});
}
