/* pulma help and pulma version: help texts out of the table, and the two commands. */
#include <string.h>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/unpack.h"
#include "core/process.h"
#include "core/text.h"

/* "-o, --output FILE" in `words`; returns its length. */
static int option_words(const struct cli_option *option, char *words, size_t size)
{
    const char *value = option->value ? option->value : "";
    const char *join = option->type == CLI_FLAG            ? ""
                       : option->type == CLI_OPTIONAL_FILE ? "[="
                                                           : " ";
    char letter[5] = "    ";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    return snprintf(words, size, "%s--%s%s%s%s", letter, option->name, join, value,
                    option->type == CLI_OPTIONAL_FILE ? "]" : "");
}

static void print_options(FILE *out, const struct cli_command *command)
{
    char words[100];
    int width = 0;
    for (const struct cli_option *o = command->options; o->name; o++) {
        int len = option_words(o, words, sizeof words);
        if (o->help && len > width && len <= 34)
            width = len;
    }
    for (const struct cli_option *o = command->options; o->name; o++) {
        if (!o->help)
            continue;
        if (option_words(o, words, sizeof words) > width)
            fprintf(out, "  %s\n  %*s  %s\n", words, width, "", o->help);
        else
            fprintf(out, "  %-*s  %s\n", width, words, o->help);
    }
}

static void print_overview(FILE *out)
{
    fprintf(out, "usage: %s\n\n%s\n\n", cli_program.usage, cli_program.does);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        fprintf(out, "  %-13s %s\n", c->name, c->summary);
    fputs(
        "\nA FILE may hold several puzzles; '-' is standard input; '--' ends the options.\n"
        "Exit status: 0 success, 1 no answer or a wrong answer, 2 invalid usage or input,\n"
        "3 stopped by a limit.\n\n",
        out);
    fprintf(out, "'%s help COMMAND' shows the options of a command.\n", cli_program.name);
}

void cli_print_help(FILE *out, const struct cli_command *command)
{
    if (!command) {
        print_overview(out);
        return;
    }
    fprintf(out, "usage: %s %s%s%s [OPTIONS]\n\n%s\n\n", cli_program.name, command->name,
            *command->arguments ? " " : "", command->arguments, command->about);
    print_options(out, command);
}

int cli_help(const struct cli_call *call)
{
    if (cli_given(call, CLI_COMPLETION)) {
        cli_print_completion(stdout, call->text[CLI_COMPLETION]);
        return CLI_DONE;
    }
    const struct cli_command *command = NULL;
    for (const struct cli_command *c = cli_commands; c->name && call->argument_count; c++)
        if (strcmp(c->name, call->arguments[0]) == 0)
            command = c;
    if (call->argument_count && !command)
        return cli_usage(call, "there is no command '%.60s'", call->arguments[0]);
    (cli_given(call, CLI_MAN) ? cli_print_man : cli_print_help)(stdout, command);
    return CLI_DONE;
}

/* Which walls the sandbox of the helper has on this machine, as it tells when it has entered: a JSON
 * array, empty if it cannot. */
static void json_walls(void)
{
    char path[4096];
    struct pm_out names = {0}, complaints = {0};
    struct pm_ended ended;
    const char *argv[] = {path, "--walls", NULL};
    const struct pm_process process = {.argv = argv, .cpu_seconds = 10};
    if (pm_process_find("pulma-mip", path, sizeof path))
        pm_process_run(&process, 4096, &names, &complaints, &ended, NULL);
    struct pm_text rest = pm_text_of(names.data ? names.data : "", names.len);
    putchar('[');
    for (bool first = true; !pm_text_ended(&rest); first = false) {
        struct pm_text name = pm_text_line(&rest);
        printf("%s\"%.*s\"", first ? "" : ",", (int)pm_text_len(&name), name.at);
    }
    putchar(']');
    pm_out_free(&names);
    pm_out_free(&complaints);
}

/* What is built in, and which solvers can be started. */
static void print_built_in(void)
{
    const char *before = "";
    printf("{\"version\":\"%s\",\"kinds\":[", pulma_version());
    for (int i = 0; i < pulma_kind_count(); i++)
        if (cli_kind_shown(i))
            printf("%s\"%s\"", i ? "," : "", pulma_kind_name(i));
    fputs("],\"solvers\":[", stdout);
    for (int i = 0; i < pulma_solver_count(); i++)
        if (pulma_solver_available(i, NULL, 0)) {
            printf("%s\"%s\"", before, pulma_solver_name(i));
            before = ",";
        }
    fputs("],\"compression\":[", stdout);
    before = "";
    for (enum cli_packing p = CLI_GZIP; p <= CLI_ZSTD; p++)
        if (cli_packing_known(p)) {
            printf("%s\"%s\"", before, cli_packing_name(p));
            before = ",";
        }
    fputs("],\"walls\":", stdout);
    json_walls();
    puts("}");
}

int cli_version(const struct cli_call *call)
{
    if (cli_given(call, CLI_JSON))
        print_built_in();
    else
        printf("%s %s\n", cli_program.name, pulma_version());
    return CLI_DONE;
}
