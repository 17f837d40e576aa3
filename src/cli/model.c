/* pulma model: integer programs, as they stand in the book or with a puzzle's data. */
#include "cli/batch.h"

#include <stdlib.h>
#include <string.h>

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
    for (int i = 0; i < pulma_model_count(named->kind); i++)
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

/* A name and its value in a JSON document without escapes. */
struct pair {
    const char *name, *value;
    int name_len, value_len; /* a value of length 0 is an array or object that begins */
};

/* The next pair at or after `*p`; false at the end of the document. */
static bool next_pair(const char **p, struct pair *pair)
{
    const char *quote = strchr(*p, '"');
    if (!quote)
        return false;
    pair->name = quote + 1;
    pair->name_len = (int)strcspn(pair->name, "\"");
    const char *value = pair->name + pair->name_len;
    value += strspn(value, "\": ");
    bool is_text = value[-1] == '"';
    pair->value = value;
    pair->value_len = (int)strcspn(value, is_text ? "\"" : ",[{}] \n");
    *p = value + pair->value_len + (is_text && value[pair->value_len] == '"');
    return true;
}

static bool is_named(const struct pair *pair, const char *name)
{
    return (size_t)pair->name_len == strlen(name) &&
           !memcmp(pair->name, name, strlen(name));
}

/* The document of pulma_model_size() as lines: "variables 44", and after them the families of
 * constraints with their rows. */
static void print_size(FILE *out, const char *json)
{
    struct pair pair, family = {0};
    bool in_families = false;
    while (next_pair(&json, &pair)) {
        if (is_named(&pair, "families"))
            in_families = true;
        else if (!in_families)
            fprintf(out, "%-12.*s %.*s\n", pair.name_len, pair.name, pair.value_len,
                    pair.value);
        else if (is_named(&pair, "name"))
            family = pair;
        else if (is_named(&pair, "rows"))
            fprintf(out, "  %-20.*s %.*s\n", family.value_len, family.value, pair.value_len,
                    pair.value);
    }
}

static int print_model_size(const struct cli_item *item, const struct named *named)
{
    char *json = NULL;
    pulma_error err = {0};
    if (pulma_model_size(item->puzzle, named->name, cli_given(item->call, CLI_LINEARISE),
                         cli_seconds_left(item->call), NULL, &json, &err) != PULMA_OK)
        return cli_item_fail(item, &err);
    if (cli_given(item->call, CLI_JSON)) {
        json[strcspn(json, "\n")] = '\0';
        fprintf(item->out, "%s\n", json);
    } else {
        cli_header(item);
        print_size(item->out, json);
    }
    pulma_free(json);
    return CLI_DONE;
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
    if (pulma_model_export(item->puzzle, named->name, format,
                           cli_given(call, CLI_LINEARISE), &text, &err) != PULMA_OK)
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
    int status = text ? print_model(call, text, strlen(text)) : CLI_BAD;
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
