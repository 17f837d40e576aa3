/* Reading the words of a call by the table of options.c: long options with '=' or the next
 * word as value, one-letter options that may stand together, "--" before words that are no
 * options.  What is misspelt gets a suggestion. */
#include "cli/options.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "cli/console.h"
#include "pulma/pulma.h"

enum { LONGEST_WORD = 40 };

/* ---- Suggestions ---- */

/* How many letters must be changed, added, left out or swapped with their neighbour to make
 * one word of the other; words of at most LONGEST_WORD letters. */
static int distance(const char *a, const char *b)
{
    int row[3][LONGEST_WORD + 1]; /* two rows back, one row back, this row */
    int rows = (int)strlen(a), columns = (int)strlen(b);
    for (int j = 0; j <= columns; j++)
        row[1][j] = j;
    for (int i = 1; i <= rows; i++) {
        row[2][0] = i;
        for (int j = 1; j <= columns; j++) {
            int best = row[1][j - 1] + (a[i - 1] != b[j - 1]);
            if (row[1][j] + 1 < best)
                best = row[1][j] + 1;
            if (row[2][j - 1] + 1 < best)
                best = row[2][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                row[0][j - 2] + 1 < best)
                best = row[0][j - 2] + 1;
            row[2][j] = best;
        }
        memmove(row[0], row[1], 2 * sizeof row[0]);
    }
    return row[1][columns];
}

/* The word most like what the user wrote, as far as one has been offered. */
struct suggestion {
    const char *wanted;
    char best[LONGEST_WORD + 1]; /* "": none is like it */
    int distance;                /* of the best */
};

static void offer(struct suggestion *s, const char *word)
{
    size_t len = strlen(s->wanted);
    if (len > LONGEST_WORD || strlen(word) > LONGEST_WORD)
        return;
    int d = distance(s->wanted, word);
    if (len >= 3 && strncmp(word, s->wanted, len) == 0)
        d = 1; /* an abbreviation */
    int most = len < 4 ? 1 : len < 8 ? 2 : 3;
    if (d <= most && (!s->best[0] || d < s->distance)) {
        snprintf(s->best, sizeof s->best, "%s", word);
        s->distance = d;
    }
}

/* ---- Complaints ---- */

static int complain(const char *command, bool json, const char *format, va_list args)
{
    pulma_error err = {.status = PULMA_BAD_CALL};
    vsnprintf(err.message, sizeof err.message, format, args);
    if (json) {
        fputs("{\"status\":\"error\",\"message\":", stdout);
        cli_json_text(stdout, err.message);
        fputs(",\"file\":null,\"line\":null,\"column\":null}\n", stdout);
        return CLI_BAD;
    }
    const char *blank = command ? " " : "", *name = command ? command : "";
    fprintf(stderr, "%s%s%s: %s\n", cli_program.name, blank, name, err.message);
    fprintf(stderr, "Try '%s help%s%s'.\n", cli_program.name, blank, name);
    return CLI_BAD;
}

int cli_usage(const struct cli_call *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int status = complain(call->command->name, cli_given(call, CLI_JSON), format, args);
    va_end(args);
    return status;
}

/* Complains of a word that is none of those offered. */
static int complain_of_word(const struct cli_call *call, const char *what,
                            const char *before, const struct suggestion *s)
{
    if (s->best[0])
        return cli_usage(call, "unknown %s '%s%.60s' (did you mean '%s%s'?)", what, before,
                         s->wanted, before, s->best);
    return cli_usage(call, "unknown %s '%s%.60s'", what, before, s->wanted);
}

bool cli_kind_shown(int kind)
{
    return strcmp(pulma_kind_name(kind), "blank") != 0;
}

int cli_kind(const struct cli_call *call, const char *name)
{
    int kind = pulma_kind_find(name);
    if (kind >= 0)
        return kind;
    struct suggestion s = {name, "", 0};
    for (int i = 0; i < pulma_kind_count(); i++)
        if (cli_kind_shown(i))
            offer(&s, pulma_kind_name(i));
    complain_of_word(call, "kind", "", &s);
    return -1;
}

static bool known_solver(const struct cli_call *call, const char *name)
{
    pulma_error err;
    bool known = pulma_solver_check(name, &err) != PULMA_BAD_CALL;
    if (!known)
        cli_usage(call, "%s", err.message);
    return known;
}

/* ---- Values ---- */

/* A whole number that fits 64 bits. */
static bool read_whole(const char *text, uint64_t *value)
{
    uint64_t v = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9'; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (v > (UINT64_MAX - digit) / 10)
            return false;
        v = 10 * v + digit;
    }
    *value = v;
    return p > text && *p == '\0';
}

/* Digits, perhaps a point and digits; at most a thousand years, so that no clock overflows. */
static bool read_seconds(const char *text, double *seconds)
{
    double v = 0, unit = 1;
    bool point = false, digits = false;
    for (const char *p = text; *p; p++) {
        if (*p == '.' && !point) {
            point = true;
        } else if (*p >= '0' && *p <= '9') {
            digits = true;
            if (point)
                v += (*p - '0') * (unit /= 10);
            else
                v = 10 * v + (*p - '0');
        } else {
            return false;
        }
    }
    *seconds = v;
    return digits && v > 0 && v < 3.2e10;
}

/* Digits and a unit: "500M", "4G"; a bare number is bytes. */
static bool read_bytes(const char *text, size_t *bytes)
{
    static const char units[] = "KMGT";
    uint64_t v = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9' && v < UINT64_C(1) << 40; p++)
        v = 10 * v + (uint64_t)(*p - '0');
    const char *unit = *p ? strchr(units, *p) : NULL;
    for (const char *u = units; unit && u <= unit; u++)
        v <<= v < UINT64_C(1) << 50 ? 10 : 0;
    *bytes = v < SIZE_MAX ? (size_t)v : SIZE_MAX;
    return p > text && v > 0 && (unit ? p[1] == '\0' : *p == '\0');
}

/* "9x6": 9 columns, 6 rows; a single number is both. */
static bool read_grid(const char *text, int *columns, int *rows)
{
    enum { LONGEST_SIDE = 1000000 };
    int side[2] = {0, 0}, n = 0;
    bool digits = false;
    for (const char *p = text; *p; p++) {
        if (*p >= '0' && *p <= '9') {
            side[n] = 10 * side[n] + (*p - '0');
            digits = true;
        } else if ((*p == 'x' || *p == 'X') && digits && n == 0) {
            n = 1;
            digits = false;
        } else {
            return false;
        }
        if (side[n] > LONGEST_SIDE)
            return false;
    }
    *columns = side[0];
    *rows = n == 1 ? side[1] : side[0];
    return digits && *columns > 0 && *rows > 0;
}

/* "3/10": part 3 of 10. */
static bool read_part(const char *text, int *part, int *parts)
{
    enum { MOST_PARTS = 1000000 };
    char number[20];
    const char *slash = strchr(text, '/');
    uint64_t k, n;
    if (!slash || slash - text >= (ptrdiff_t)sizeof number)
        return false;
    snprintf(number, sizeof number, "%.*s", (int)(slash - text), text);
    if (!read_whole(number, &k) || !read_whole(slash + 1, &n) || k < 1 || k > n ||
        n > MOST_PARTS)
        return false;
    *part = (int)k;
    *parts = (int)n;
    return true;
}

/* Whether `word` is one of the words of "a|b|c"; offers them all to `s`. */
static bool is_choice(const char *choices, const char *word, struct suggestion *s)
{
    for (const char *p = choices; *p;) {
        size_t n = strcspn(p, "|");
        char choice[LONGEST_WORD];
        snprintf(choice, sizeof choice, "%.*s", (int)n, p);
        if (strcmp(choice, word) == 0)
            return true;
        offer(s, choice);
        p += n + (p[n] == '|');
    }
    return false;
}

static bool set_choice(struct cli_call *call, const struct cli_option *option,
                       const char *text)
{
    struct suggestion s = {text, "", 0};
    if (is_choice(option->value, text, &s))
        return true;
    if (s.best[0])
        cli_usage(call, "--%s must be one of %s, not '%.60s' (did you mean '%s'?)",
                  option->name, option->value, text, s.best);
    else
        cli_usage(call, "--%s must be one of %s, not '%.60s'", option->name, option->value,
                  text);
    return false;
}

static bool set_pair(struct cli_call *call, char *text)
{
    char *sign = strchr(text, '=');
    if (!sign || sign == text) {
        cli_usage(call, "--option expects NAME=VALUE, not '%.60s'", text);
        return false;
    }
    if (call->pair_count == CLI_MAX_PAIRS) {
        cli_usage(call, "--option may be given at most %d times", CLI_MAX_PAIRS);
        return false;
    }
    *sign = '\0';
    call->pair_names[call->pair_count] = text;
    call->pair_values[call->pair_count++] = sign + 1;
    return true;
}

/* Takes an option with its value ("" for a flag). */
static bool set_option(struct cli_call *call, const struct cli_option *option, char *text)
{
    const char *wanted = NULL;
    double seconds = 0;
    uint64_t *number = &call->number[option->id];
    call->text[option->id] = text;
    switch (option->type) {
    case CLI_WHOLE:
        wanted = read_whole(text, number) ? NULL : "a whole number";
        break;
    case CLI_COUNT:
        wanted = read_whole(text, number) && *number > 0 ? NULL : "a positive whole number";
        break;
    case CLI_SECONDS:
        wanted = read_seconds(text, &seconds) ? NULL : "a positive number of seconds";
        call->seconds = seconds;
        call->deadline = cli_now() + seconds;
        break;
    case CLI_FACTOR:
        wanted = read_seconds(text, &call->factor) && call->factor <= 100
                     ? NULL
                     : "a positive number up to 100";
        break;
    case CLI_BYTES:
        wanted = read_bytes(text, &call->memory) ? NULL : "a size such as 500M or 4G";
        break;
    case CLI_GRID:
        if (!read_grid(text, &call->columns, &call->rows))
            wanted = "columns x rows such as 9x6";
        break;
    case CLI_PART_OF:
        if (!read_part(text, &call->part, &call->parts))
            wanted = "K/N, part 1/N to part N/N";
        break;
    case CLI_FILE:
        wanted = *text ? NULL : "a file name";
        break;
    case CLI_PAIR:
        return set_pair(call, text);
    case CLI_CHOICE:
        return set_choice(call, option, text);
    case CLI_KIND_NAME:
        return cli_kind(call, text) >= 0;
    case CLI_SOLVER_NAME:
        return known_solver(call, text);
    default:
        break;
    }
    if (wanted)
        cli_usage(call, "--%s expects %s, not '%.60s'", option->name, wanted, text);
    return !wanted;
}

/* ---- Words ---- */

/* The words that are still to be read. */
struct words {
    char **next, **end;
};

static bool wants_value(const struct cli_option *option)
{
    return option->type != CLI_FLAG && option->type != CLI_OPTIONAL_FILE;
}

/* The option with the value that the next word gives, if it wants one. */
static bool set_with_next(struct cli_call *call, const struct cli_option *option,
                          struct words *words)
{
    static char nothing[] = "";
    if (!wants_value(option))
        return set_option(call, option, nothing);
    if (words->next == words->end) {
        cli_usage(call, "--%s expects %s", option->name, option->value);
        return false;
    }
    return set_option(call, option, *words->next++);
}

static bool take_long(struct cli_call *call, char *word, struct words *words)
{
    char *sign = strchr(word, '=');
    if (sign)
        *sign = '\0';
    struct suggestion s = {word, "", 0};
    for (const struct cli_option *o = call->command->options; o->name; o++) {
        if (o->help)
            offer(&s, o->name);
        if (strcmp(o->name, word) != 0)
            continue;
        if (!sign)
            return set_with_next(call, o, words);
        if (o->type == CLI_FLAG) {
            cli_usage(call, "--%s takes no value", o->name);
            return false;
        }
        return set_option(call, o, sign + 1);
    }
    complain_of_word(call, "option", "--", &s);
    return false;
}

/* -o FILE, -oFILE, -aq. */
static bool take_letters(struct cli_call *call, char *word, struct words *words)
{
    for (char *p = word; *p; p++) {
        const struct cli_option *o = call->command->options;
        while (o->name && o->letter != *p)
            o++;
        if (!o->name) {
            cli_usage(call, "unknown option '-%c'", *p);
            return false;
        }
        if (wants_value(o) && p[1])
            return set_option(call, o, p + 1);
        if (!set_with_next(call, o, words))
            return false;
    }
    return true;
}

static bool count_arguments(const struct cli_call *call)
{
    const struct cli_command *command = call->command;
    if (call->argument_count > command->max_arguments) {
        const char *extra = call->arguments[command->max_arguments];
        cli_usage(call, "unexpected argument '%.60s'", extra);
        return false;
    }
    if (call->argument_count < command->min_arguments && !cli_given(call, CLI_HELP)) {
        cli_usage(call, "expected %s", command->arguments);
        return false;
    }
    return true;
}

bool cli_parse(const struct cli_command *command, int argc, char **argv,
               struct cli_call *call)
{
    static const char json[] = "--json";
    struct words words = {argv, argv + argc};
    bool options_ended = false;
    memset(call, 0, sizeof *call);
    call->command = command;
    call->arguments = argv;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], json) == 0)
            call->text[CLI_JSON] = ""; /* known before anything can be complained of */
    while (words.next < words.end) {
        char *word = *words.next++;
        bool good = true;
        if (options_ended || word[0] != '-' || word[1] == '\0')
            call->arguments[call->argument_count++] = word;
        else if (strcmp(word, "--") == 0)
            options_ended = true;
        else if (word[1] == '-')
            good = take_long(call, word + 2, &words);
        else
            good = take_letters(call, word + 1, &words);
        if (!good)
            return false;
    }
    return count_arguments(call);
}

const struct cli_command *cli_find_command(int argc, char **argv, int *status)
{
    *status = CLI_DONE;
    if (argc < 2) {
        cli_print_help(stderr, NULL);
        *status = CLI_BAD;
        return NULL;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    struct suggestion s = {name, "", 0};
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        if (strcmp(c->name, name) == 0)
            return c;
        offer(&s, c->name);
    }
    fprintf(stderr, "%s: unknown %s '%.60s'", cli_program.name,
            name[0] == '-' ? "option" : "command", name);
    if (s.best[0])
        fprintf(stderr, " (did you mean '%s'?)", s.best);
    fprintf(stderr, "\nTry '%s help'.\n", cli_program.name);
    *status = CLI_BAD;
    return NULL;
}

int cli_worse(int a, int b)
{
    static const int badness[] = {
        [CLI_DONE] = 0, [CLI_NO] = 1, [CLI_STOPPED] = 2, [CLI_BAD] = 3};
    return badness[a] >= badness[b] ? a : b;
}

bool cli_given(const struct cli_call *call, enum cli_option_id id)
{
    return call->text[id] != NULL;
}
