/* pulma list: what there is. */
#include <string.h>

#include "cli/console.h"

/* ---- For people ---- */

enum { LINE = 80 };

/* How wide a word is: bytes without those that continue a UTF-8 character. */
static int width_of(const char *word, size_t len)
{
    int width = 0;
    for (size_t i = 0; i < len; i++)
        width += ((unsigned char)word[i] & 0xC0) != 0x80;
    return width;
}

/* One line of text, broken between words where it grows too long.  It begins at column
 * `column`, its continuations after `indent` blanks. */
static void print_wrapped(const char *text, size_t len, int column, int indent)
{
    const char *end = text + len;
    int gap = 0; /* blanks before the word */
    bool line_begins = true;
    while (text < end) {
        size_t word = 0;
        while (text + word < end && text[word] != ' ')
            word++;
        int width = width_of(text, word);
        if (!line_begins && column + gap + width > LINE) {
            printf("\n%*s", indent, "");
            column = indent;
            gap = 0;
        }
        printf("%*s%.*s", gap, "", (int)word, text);
        column += gap + width;
        line_begins = false;
        text += word;
        for (gap = 0; text < end && *text == ' '; text++)
            gap++;
    }
    putchar('\n');
}

/* A text of several lines, each after `indent` blanks. */
static void print_lines(const char *text, int indent)
{
    for (const char *p = text; *p;) {
        size_t len = strcspn(p, "\n");
        printf("%*s", indent, "");
        print_wrapped(p, len, indent, indent + 2);
        p += len + (p[len] == '\n');
    }
}

/* "      source: ...", if there is anything to say. */
static void print_field(const char *name, const char *text)
{
    enum { INDENT = 6 };
    if (!text || !*text)
        return;
    int column = printf("%*s%s: ", INDENT, "", name);
    print_wrapped(text, strlen(text), column, INDENT + 2);
}

static void print_kinds(void)
{
    int width = 0;
    for (int i = 0; i < pulma_kind_count(); i++)
        if ((int)strlen(pulma_kind_name(i)) > width)
            width = (int)strlen(pulma_kind_name(i));
    for (int i = 0; i < pulma_kind_count(); i++)
        if (cli_kind_shown(i))
            printf("%-*s  %s\n", width, pulma_kind_name(i), pulma_kind_title(i));
}

static void print_notation(const char *name, const char *title, bool writes, int indent)
{
    char text[300];
    snprintf(text, sizeof text, "%s%s", title, writes ? "" : " (read only)");
    int column = printf("%*s%-12s ", indent, "", name);
    print_wrapped(text, strlen(text), column, column);
}

static void print_notations(int kind, int indent)
{
    print_notation("pulma", "pulma's own", true, indent);
    print_notation("json", "the same as a JSON document", true, indent);
    for (int i = 0; i < pulma_notation_count(kind); i++)
        print_notation(pulma_notation_name(kind, i), pulma_notation_title(kind, i),
                       pulma_notation_can_write(kind, i), indent);
}

static void print_all_notations(void)
{
    for (int kind = 0; kind < pulma_kind_count(); kind++) {
        if (!cli_kind_shown(kind))
            continue;
        printf("%s\n", pulma_kind_name(kind));
        print_notations(kind, 2);
    }
}

static void print_models(int kind)
{
    int right = pulma_model_count(kind), all = right + pulma_model_faulty_count(kind);
    for (int i = 0; i < all; i++) {
        if (i == 0 || i == right)
            puts(i < right ? "\nmodels" : "\nfaulty models, as printed: find the error");
        printf("  %s/%s: %s\n", pulma_kind_name(kind), pulma_model_name(kind, i),
               pulma_model_title(kind, i));
        print_field("source", pulma_model_source(kind, i));
        print_field("teaches", pulma_model_teaches(kind, i));
    }
}

static void print_kind(int kind)
{
    printf("%s (%s)\n\n", pulma_kind_title(kind), pulma_kind_name(kind));
    puts("rules");
    print_lines(pulma_kind_rules(kind), 2);
    if (pulma_kind_has_objective(kind))
        puts("  Answers may have a cost; pulma looks for the cheapest.");
    puts("\nnotations");
    print_notations(kind, 2);
    print_models(kind);
    const char *options = pulma_kind_options(kind);
    if (!pulma_kind_can_generate(kind)) {
        puts("\npulma cannot generate puzzles of this kind.");
    } else if (options && *options) {
        puts("\noptions for 'pulma generate'");
        print_lines(options, 2);
    }
}

static void print_solvers(void)
{
    for (int i = 0; i < pulma_solver_count(); i++) {
        char how[300] = "", text[400];
        bool available = pulma_solver_available(i, how, sizeof how);
        snprintf(text, sizeof text, "%s%s%s%s", pulma_solver_title(i),
                 available ? "" : " (not available", !available && *how ? ": " : "",
                 available ? "" : how);
        int column = printf("%-8s ", pulma_solver_name(i));
        size_t len = strlen(text);
        if (!available && len + 1 < sizeof text)
            text[len++] = ')';
        print_wrapped(text, len, column, column);
        const char *words;
        for (int s = 0; (words = pulma_solver_switch(i, s)); s++) {
            column = printf("  %.*s  ", (int)strcspn(words, " "), words);
            if (column > 24)
                column = printf("\n") - 1;
            for (; column < 24; column++)
                putchar(' ');
            words += strcspn(words, " ");
            words += strspn(words, " ");
            print_wrapped(words, strlen(words), column, 24);
        }
    }
}

/* ---- For programs ---- */

static void json_field(const char *name, const char *text, bool first)
{
    printf("%s\"%s\":", first ? "" : ",", name);
    cli_json_text(stdout, text ? text : "");
}

static const char *json_bool(bool value)
{
    return value ? "true" : "false";
}

static void json_notations(int kind)
{
    fputs(",\"notations\":[{\"name\":\"pulma\",\"title\":\"pulma's own\",\"writes\":true},"
          "{\"name\":\"json\",\"title\":\"the same as a JSON document\",\"writes\":true}",
          stdout);
    for (int i = 0; i < pulma_notation_count(kind); i++) {
        fputs(",{", stdout);
        json_field("name", pulma_notation_name(kind, i), true);
        json_field("title", pulma_notation_title(kind, i), false);
        printf(",\"writes\":%s}", json_bool(pulma_notation_can_write(kind, i)));
    }
    putchar(']');
}

static void json_models(int kind)
{
    int right = pulma_model_count(kind), all = right + pulma_model_faulty_count(kind);
    fputs(",\"models\":[", stdout);
    for (int i = 0; i < all; i++) {
        fputs(i ? ",{" : "{", stdout);
        json_field("name", pulma_model_name(kind, i), true);
        json_field("title", pulma_model_title(kind, i), false);
        json_field("source", pulma_model_source(kind, i), false);
        json_field("teaches", pulma_model_teaches(kind, i), false);
        if (i >= right)
            fputs(",\"faulty\":true", stdout);
        putchar('}');
    }
    putchar(']');
}

static void json_kind(int kind)
{
    putchar('{');
    json_field("name", pulma_kind_name(kind), true);
    json_field("title", pulma_kind_title(kind), false);
    json_field("rules", pulma_kind_rules(kind), false);
    printf(",\"generates\":%s,\"objective\":%s", json_bool(pulma_kind_can_generate(kind)),
           json_bool(pulma_kind_has_objective(kind)));
    json_field("options", pulma_kind_options(kind), false);
    json_notations(kind);
    json_models(kind);
    putchar('}');
}

static void json_solvers(void)
{
    fputs("\"solvers\":[", stdout);
    for (int i = 0; i < pulma_solver_count(); i++) {
        char how[300] = "";
        bool available = pulma_solver_available(i, how, sizeof how);
        fputs(i ? ",{" : "{", stdout);
        json_field("name", pulma_solver_name(i), true);
        json_field("title", pulma_solver_title(i), false);
        printf(",\"available\":%s", json_bool(available));
        json_field("how", available ? "" : how, false);
        fputs(",\"switches\":[", stdout);
        for (int s = 0; pulma_solver_switch(i, s); s++) {
            fputs(s ? "," : "", stdout);
            cli_json_text(stdout, pulma_solver_switch(i, s));
        }
        fputs("]}", stdout);
    }
    putchar(']');
}

static void json_everything(void)
{
    putchar('{');
    json_field("version", pulma_version(), true);
    fputs(",\"kinds\":[", stdout);
    for (int kind = 0; kind < pulma_kind_count(); kind++) {
        if (!cli_kind_shown(kind))
            continue;
        fputs(kind ? "," : "", stdout);
        json_kind(kind);
    }
    fputs("],", stdout);
    json_solvers();
    puts("}");
}

/* ---- The command ---- */

int cli_list(const struct cli_call *call)
{
    bool json = cli_given(call, CLI_JSON);
    int kind = -1;
    if (call->argument_count > 0 && (kind = cli_kind(call, call->arguments[0])) < 0)
        return CLI_BAD;
    if (json && kind >= 0) {
        json_kind(kind);
        putchar('\n');
    } else if (json && cli_given(call, CLI_SOLVERS)) {
        putchar('{');
        json_solvers();
        puts("}");
    } else if (json) {
        json_everything();
    } else if (cli_given(call, CLI_SOLVERS)) {
        print_solvers();
    } else if (cli_given(call, CLI_NOTATIONS) && kind >= 0) {
        print_notations(kind, 0);
    } else if (cli_given(call, CLI_NOTATIONS)) {
        print_all_notations();
    } else if (kind >= 0) {
        print_kind(kind);
    } else {
        print_kinds();
    }
    return CLI_DONE;
}
