/* The man pages, out of the table: 'pulma help --man [COMMAND]' prints them, the build installs
 * them. */
#include <ctype.h>
#include <string.h>

#include "cli/options.h"
#include "pulma/pulma.h"

/* A text as troff: backslashes and dashes are what they are, and no line begins a request. */
static void print_troff(FILE *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        bool line_begins = p == text || p[-1] == '\n';
        if (line_begins && (*p == '.' || *p == '\''))
            fputs("\\&", out);
        if (*p == '\\')
            fputs("\\e", out);
        else if (*p == '-')
            fputs("\\-", out);
        else if (*p == '\'')
            fputs("\\(aq", out);
        else
            fputc(*p, out);
    }
}

static void print_option(FILE *out, const struct cli_option *option)
{
    fputs(".TP\n", out);
    if (option->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    fputs("\\fB\\-\\-", out);
    print_troff(out, option->name);
    fputs("\\fR", out);
    if (option->type == CLI_OPTIONAL_FILE)
        fprintf(out, "[=\\fI%s\\fR]", option->value);
    else if (option->type == CLI_CHOICE)
        fprintf(out, " %s", option->value);
    else if (option->value)
        fprintf(out, " \\fI%s\\fR", option->value);
    fputc('\n', out);
    print_troff(out, option->help);
    fputs(".\n", out);
}

static void print_command(FILE *out, const struct cli_command *command)
{
    fputs(".SS \"", out);
    print_troff(out, cli_program.name);
    fputc(' ', out);
    print_troff(out, command->name);
    if (*command->arguments)
        fprintf(out, " %s", command->arguments);
    fputs("\"\n", out);
    print_troff(out, command->about);
    fputc('\n', out);
    for (const struct cli_option *o = command->options; o->name; o++)
        if (o->help && o->id != CLI_HELP)
            print_option(out, o);
}

static void print_statuses(FILE *out)
{
    static const struct {
        int status;
        const char *meaning;
    } endings[] = {
        {CLI_DONE, "Success: every puzzle was answered, every answer is right."},
        {CLI_NO,
         "There is no answer; an answer is wrong or unfinished; a proof is not valid."},
        {CLI_BAD,
         "Invalid usage or input. Standard error says file:line:column: and what was "
         "expected."},
        {CLI_STOPPED, "Stopped by a limit, Ctrl-C or a closed pipe. What was found before "
                      "is valid."},
    };
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        fprintf(out, ".TP\n\\fB%d\\fR\n", endings[i].status);
        print_troff(out, endings[i].meaning);
        fputc('\n', out);
    }
    fputs(".PP\nWith several puzzles the worst status counts: 2, then 3, then 1, then 0.\n",
          out);
}

static void print_title(FILE *out, const char *name)
{
    fprintf(out, ".TH %s 1 \"\" \"pulma %s\" \"User Commands\"\n", name, pulma_version());
}

static void print_man_of_command(FILE *out, const struct cli_command *command)
{
    char name[60] = "PULMA-";
    for (size_t i = 0; command->name[i] && i + 7 < sizeof name; i++) {
        name[i + 6] = (char)toupper((unsigned char)command->name[i]);
        name[i + 7] = '\0';
    }
    print_title(out, name);
    fputs(".SH NAME\npulma\\-", out);
    print_troff(out, command->name);
    fputs(" \\- ", out);
    print_troff(out, command->summary);
    fputs("\n.SH SYNOPSIS\n\\fBpulma ", out);
    print_troff(out, command->name);
    fprintf(out, "\\fR%s%s [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n",
            *command->arguments ? " " : "", command->arguments);
    print_troff(out, command->about);
    fputs("\n.SH OPTIONS\n", out);
    for (const struct cli_option *o = command->options; o->name; o++)
        if (o->help)
            print_option(out, o);
    print_statuses(out);
    fputs(".SH SEE ALSO\n\\fBpulma\\fR(1)\n", out);
}

void cli_print_man(FILE *out, const struct cli_command *command)
{
    if (command) {
        print_man_of_command(out, command);
        return;
    }
    char name[60];
    size_t len = 0;
    for (; cli_program.name[len] && len + 1 < sizeof name; len++)
        name[len] = (char)toupper((unsigned char)cli_program.name[len]);
    name[len] = '\0';
    print_title(out, name);
    fputs(".SH NAME\n", out);
    print_troff(out, cli_program.name);
    fprintf(out, " \\- %s\n.SH SYNOPSIS\n.B ", cli_program.title);
    print_troff(out, cli_program.usage);
    fprintf(out, "\n.SH DESCRIPTION\n%s", cli_program.about);
    fputs(".PP\n"
          "A \\fIFILE\\fR may hold several puzzles, also of different kinds. \\- is "
          "standard\n"
          "input. An option takes its value after = or as the next word. \\-\\- ends the\n"
          "options. The kinds are:\n",
          out);
    for (int i = 0; i < pulma_kind_count(); i++)
        if (cli_kind_shown(i))
            fprintf(out, "%s%s", i ? ", " : "", pulma_kind_name(i));
    fputs(".\n.SH COMMANDS\n", out);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        print_command(out, c);
    print_statuses(out);
    fputs(".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\n"
          "If it is set and not empty, nothing is coloured.\n",
          out);
    fprintf(out, ".SH EXAMPLES\n.nf\n%s.fi\n", cli_program.examples);
}
