/* Completions for bash, zsh and fish, out of the table: 'pulma help --completion SHELL' prints
 * them, the build installs them.  Names of kinds, models and solvers are those of the build. */
#include <string.h>

#include "cli/options.h"
#include "pulma/pulma.h"

/* ---- Words ---- */

static void print_kinds(FILE *out)
{
    for (int i = 0; i < pulma_kind_count(); i++)
        if (cli_kind_shown(i))
            fprintf(out, "%s%s", i ? " " : "", pulma_kind_name(i));
}

static void print_models(FILE *out, bool with_kind)
{
    const char *before = "";
    for (int kind = 0; kind < pulma_kind_count(); kind++)
        for (int i = 0; i < pulma_model_count(kind) + pulma_model_faulty_count(kind); i++) {
            fprintf(out, "%s%s%s%s", before, with_kind ? pulma_kind_name(kind) : "",
                    with_kind ? "/" : "", pulma_model_name(kind, i));
            before = " ";
        }
}

static void print_commands(FILE *out)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        fprintf(out, "%s%s", c == cli_commands ? "" : " ", c->name);
}

/* Whether the words that such a value may be are known. */
static bool has_words(const struct cli_option *option)
{
    return option->type == CLI_CHOICE || option->type == CLI_KIND_NAME ||
           option->type == CLI_SOLVER_NAME || option->id == CLI_MODEL;
}

/* All words that the value of an option or an argument of this type may be. */
static void print_words(FILE *out, enum cli_value type, const char *choices)
{
    if (type == CLI_KIND_NAME)
        print_kinds(out);
    else if (type == CLI_MODEL_NAME)
        print_models(out, true);
    else if (type == CLI_COMMAND_NAME)
        print_commands(out);
    for (int i = 0; type == CLI_SOLVER_NAME && i < pulma_solver_count(); i++)
        fprintf(out, "%s%s", i ? " " : "", pulma_solver_name(i));
    for (const char *p = choices; type == CLI_CHOICE && *p; p++)
        fputc(*p == '|' ? ' ' : *p, out);
}

static void print_option_words(FILE *out, const struct cli_option *option)
{
    if (option->id == CLI_MODEL)
        print_models(out, false);
    else
        print_words(out, option->type, option->value);
}

/* ---- bash ---- */

static void bash_command(FILE *out, const struct cli_command *command)
{
    fprintf(out, "    %s)\n        case $before in\n", command->name);
    for (const struct cli_option *o = command->options; o->name; o++) {
        bool file = o->type == CLI_FILE;
        if (o->type == CLI_FLAG || o->type == CLI_OPTIONAL_FILE || !o->help)
            continue;
        fprintf(out, "        --%s", o->name);
        if (o->letter)
            fprintf(out, "|-%c", o->letter);
        fputs(file ? ") COMPREPLY=($(compgen -f -- \"$word\"))" : ") words='", out);
        if (!file)
            print_option_words(out, o);
        fputs(file ? "; return ;;\n" : "' ;;\n", out);
    }
    fputs("        *)\n            case $word in\n            -*) words='", out);
    for (const struct cli_option *o = command->options; o->name; o++)
        if (o->help)
            fprintf(out, "--%s ", o->name);
    fputs("' ;;\n            *) ", out);
    if (command->argument_type == CLI_FILE) {
        fputs("COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", out);
    } else {
        fputs("words='", out);
        print_words(out, command->argument_type, "");
        fprintf(out, "'%s ;;\n",
                command->max_arguments > 1 ? "; COMPREPLY=($(compgen -f -- \"$word\"))"
                                           : "");
    }
    fputs("            esac ;;\n        esac ;;\n", out);
}

static void print_bash(FILE *out)
{
    fputs("# Completion of the pulma command for bash.\n"
          "_pulma()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} "
          "words=\n"
          "    # bash cuts --option=value into three words\n"
          "    if [[ $word == = ]]; then word=\n"
          "    elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    print_commands(out);
    fputs("' -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n", out);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        bash_command(out, c);
    fputs("    esac\n"
          "    COMPREPLY+=($(compgen -W \"$words\" -- \"$word\"))\n"
          "}\n"
          "complete -o filenames -F _pulma pulma\n",
          out);
}

/* ---- zsh ---- */

/* Inside single quotes, where brackets and colons have a meaning. */
static void zsh_text(FILE *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", *p))
            fprintf(out, "\\%c", *p);
        else
            fputc(*p, out);
    }
}

/* The option as _arguments wants it, under one of its names: "--output=", "-o+". */
static void zsh_spec(FILE *out, const struct cli_option *option, const char *name)
{
    fprintf(out, " \\\n            '%s[", name);
    zsh_text(out, option->help);
    fputc(']', out);
    if (option->type == CLI_FILE) {
        fputs(":file:_files", out);
    } else if (has_words(option)) {
        fprintf(out, ":%s:(", option->name);
        print_option_words(out, option);
        fputc(')', out);
    } else if (option->type == CLI_OPTIONAL_FILE && name[1] == '-') {
        fputs("::file:_files", out);
    } else if (option->type != CLI_FLAG && option->type != CLI_OPTIONAL_FILE) {
        fprintf(out, ":%s: ", option->name);
    }
    fputc('\'', out);
}

static void zsh_option(FILE *out, const struct cli_option *option)
{
    char name[50];
    bool flag = option->type == CLI_FLAG, optional = option->type == CLI_OPTIONAL_FILE;
    snprintf(name, sizeof name, "--%s%s", option->name, flag ? "" : optional ? "=-" : "=");
    zsh_spec(out, option, name);
    if (!option->letter)
        return;
    snprintf(name, sizeof name, "-%c%s", option->letter, flag || optional ? "" : "+");
    zsh_spec(out, option, name);
}

static void zsh_command(FILE *out, const struct cli_command *command)
{
    fprintf(out, "    %s)\n        _arguments", command->name);
    for (const struct cli_option *o = command->options; o->name; o++)
        if (o->help)
            zsh_option(out, o);
    if (command->argument_type == CLI_FILE) {
        fputs(" \\\n            '*:file:_files'", out);
    } else if (command->max_arguments > 0) {
        fputs(" \\\n            '1:name:(", out);
        print_words(out, command->argument_type, "");
        fputs(")'", out);
        if (command->max_arguments > 1)
            fputs(" \\\n            '2:file:_files'", out);
    }
    fputs(" ;;\n", out);
}

static void print_zsh(FILE *out)
{
    fputs("#compdef pulma\n# Completion of the pulma command for zsh.\n"
          "_pulma() {\n    local -a commands\n    commands=(\n",
          out);
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        fprintf(out, "        '%s:", c->name);
        zsh_text(out, c->summary);
        fputs("'\n", out);
    }
    fputs("    )\n"
          "    if ((CURRENT == 2)); then\n"
          "        _describe 'command' commands\n"
          "        return\n"
          "    fi\n"
          "    local command=${words[2]}\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $command in\n",
          out);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        zsh_command(out, c);
    fputs("    esac\n}\n"
          "if [[ $funcstack[1] == _pulma ]]; then _pulma \"$@\"; else compdef _pulma "
          "pulma; fi\n",
          out);
}

/* ---- fish ---- */

static void fish_text(FILE *out, const char *text)
{
    fputc('\'', out);
    for (const char *p = text; *p; p++) {
        if (*p == '\'' || *p == '\\')
            fputc('\\', out);
        fputc(*p, out);
    }
    fputc('\'', out);
}

static void fish_command(FILE *out, const struct cli_command *command)
{
    fprintf(out, "complete -c pulma -n __fish_use_subcommand -f -a %s -d ", command->name);
    fish_text(out, command->summary);
    fputc('\n', out);
    for (const struct cli_option *o = command->options; o->name; o++) {
        if (!o->help)
            continue;
        fprintf(out, "complete -c pulma -n '__fish_seen_subcommand_from %s' -l %s",
                command->name, o->name);
        if (o->letter)
            fprintf(out, " -s %c", o->letter);
        if (o->type == CLI_FILE)
            fputs(" -r -F", out);
        else if (o->type != CLI_FLAG && o->type != CLI_OPTIONAL_FILE)
            fputs(" -x", out);
        if (has_words(o)) {
            fputs(" -a '", out);
            print_option_words(out, o);
            fputc('\'', out);
        }
        fputs(" -d ", out);
        fish_text(out, o->help);
        fputc('\n', out);
    }
    if (command->argument_type == CLI_FILE)
        return;
    fprintf(out, "complete -c pulma -n '__fish_seen_subcommand_from %s'%s -a '",
            command->name, command->max_arguments > 1 ? "" : " -f");
    print_words(out, command->argument_type, "");
    fputs("'\n", out);
}

static void print_fish(FILE *out)
{
    fputs("# Completion of the pulma command for fish.\n", out);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        fish_command(out, c);
}

bool cli_print_completion(FILE *out, const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        print_bash(out);
    else if (strcmp(shell, "zsh") == 0)
        print_zsh(out);
    else if (strcmp(shell, "fish") == 0)
        print_fish(out);
    else
        return false;
    return true;
}
