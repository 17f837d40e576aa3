/* pulma compare: formulations by solvers by puzzles, as tables and pictures. */
#include "cli/study.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* ---- The table ---- */

static const struct cli_column columns[] = {
    {"puzzle", CLI_GROUP},
    {"kind", CLI_WORDS},
    {"model", CLI_WORDS},
    {"solver", CLI_WORDS},
    {"binary", CLI_NUMBER_TEXT},
    {"integer", CLI_NUMBER_TEXT},
    {"continuous", CLI_NUMBER_TEXT},
    {"constraints", CLI_NUMBER_TEXT},
    {"nonzeros", CLI_NUMBER_TEXT},
    {"class", CLI_WORDS},
    {"status", CLI_WORDS},
    {"seconds", CLI_NUMBER_TEXT},
    {"fastest", CLI_NUMBER_TEXT},
    {"slowest", CLI_NUMBER_TEXT},
    {"runs", CLI_NUMBER_TEXT},
    {"nodes", CLI_NUMBER_TEXT},
    {"cost", CLI_NUMBER_TEXT},
    {"agrees", CLI_WORDS},
    {"remark", CLI_WORDS},
};

enum {
    COLUMNS = sizeof columns / sizeof *columns,
    KIND = 1,
    SOLVER = 3,
    SECONDS = 11,
    SLOWEST = 13,
    AGREES = 17
};

static void put_size(struct cli_table *t, const struct cli_run *run)
{
    if (!run->has_size) {
        for (int i = 0; i < 6; i++)
            cli_table_put(t, "%s", "");
        return;
    }
    cli_table_put(t, "%d", run->size.binary);
    cli_table_put(t, "%d", run->size.integer);
    cli_table_put(t, "%d", run->size.continuous);
    cli_table_put(t, "%d", run->size.constraints);
    cli_table_put(t, "%" PRId64, run->size.nonzeros);
    cli_table_put(t, "%s", run->size.class_name);
}

static bool gives_result(const struct cli_run *run)
{
    return run->outcome == CLI_SOLVED || run->outcome == CLI_IMPOSSIBLE;
}

static void put_time(struct cli_table *t, const struct cli_case *one)
{
    char text[40];
    double (*const kinds[])(const struct cli_case *) = {cli_case_median, cli_case_fastest,
                                                        cli_case_slowest};
    for (int i = 0; i < 3; i++) {
        bool told = cli_case_timed(one) && (i == 0 || one->done > 1) &&
                    (i < 2 || one->stopped == 0);
        cli_table_put(t, "%s",
                      told ? cli_seconds_text(kinds[i](one), text, sizeof text) : "");
    }
    if (one->done > 1)
        cli_table_put(t, "%d", one->done);
    else
        cli_table_put(t, "%s", "");
}

static void put_case(struct cli_table *t, const struct cli_study *study,
                     const struct cli_case *one)
{
    const struct cli_study_puzzle *p = &study->puzzles[one->puzzle];
    const struct cli_run *run = &one->last;
    cli_table_put(t, "%s", p->name);
    cli_table_put(t, "%s", pulma_kind_name(pulma_puzzle_kind(p->puzzle)));
    cli_table_put(t, "%s", one->model[0] ? one->model : "-");
    cli_table_put(t, "%s", one->solver);
    put_size(t, run);
    cli_table_put(t, "%s", cli_outcome_word(run->outcome));
    put_time(t, one);
    if (run->outcome != CLI_REFUSED)
        cli_table_put(t, "%" PRId64, run->nodes);
    else
        cli_table_put(t, "%s", "");
    if (run->has_cost)
        cli_table_put(t, "%" PRId64, run->cost);
    else
        cli_table_put(t, "%s", "");
    cli_table_put(t, "%s", one->disagrees ? "NO" : gives_result(run) ? "yes" : "");
    cli_table_put(t, "%s", run->outcome == CLI_BROKEN ? run->message : "");
}

/* For people: a group's heading tells the kind, and that all agree goes without saying.
 * --json and --csv hold every column. */
static void word_for_people(struct cli_table *t)
{
    bool all_agree = true;
    for (size_t i = AGREES; i < t->cell_count; i += COLUMNS)
        all_agree &= strcmp(t->cells[i], "NO") != 0;
    for (size_t i = 0; i < t->cell_count; i += COLUMNS) {
        t->cells[i + KIND][0] = '\0';
        if (all_agree)
            t->cells[i + AGREES][0] = '\0';
    }
}

void cli_study_say_limits(const struct cli_study *study, enum cli_table_format format)
{
    char words[200];
    int starved = 0;
    for (int i = 0; i < study->case_count; i++)
        starved += cli_case_ended(&study->cases[i]) &&
                   cli_is_starved(study, &study->cases[i].last);
    snprintf(words, sizeof words,
             "Seconds are CPU time%s; each run had a limit of %g s of it.",
             study->repeat > 1 ? ", the median of the runs" : "", study->seconds);
    cli_tables_say(format, stdout, words);
    if (starved == 0)
        return;
    snprintf(words, sizeof words,
             "The machine was busy: %d of those at the limit had less CPU time than that, "
             "although tried again with longer on the clock.",
             starved);
    cli_tables_say(format, stdout, words);
}

static void sum_up(const struct cli_study *study, enum cli_table_format format)
{
    char words[300];
    int counts[CLI_OUTCOMES] = {0}, disagreeing = 0, len = 0, ended = 0;
    for (int i = 0; i < study->case_count; i++) {
        const struct cli_case *one = &study->cases[i];
        if (!cli_case_ended(one))
            continue;
        ended++;
        counts[one->last.outcome]++;
        disagreeing += one->disagrees;
    }
    len = snprintf(words, sizeof words, "%d puzzle%s, %d case%s:", study->puzzle_count,
                   study->puzzle_count == 1 ? "" : "s", ended, ended == 1 ? "" : "s");
    for (int i = 0; i < CLI_OUTCOMES; i++)
        if (counts[i] > 0)
            len += snprintf(words + len, sizeof words - (size_t)len, " %d %s,", counts[i],
                            cli_outcome_word((enum cli_outcome)i));
    if (disagreeing)
        snprintf(words + len, sizeof words - (size_t)len, " %d DISAGREE.", disagreeing);
    else
        snprintf(words + len, sizeof words - (size_t)len, " all agree.");
    cli_tables_say(format, stdout, words);
    cli_study_say_limits(study, format);
}

/* The case of a model that refuses the puzzle whatever the solver is: one row tells that. */
static bool is_refused_by_all(const struct cli_study *study, int index)
{
    const struct cli_case *one = &study->cases[index];
    if (!one->model[0])
        return false;
    while (index > 0 && study->cases[index - 1].puzzle == one->puzzle)
        index--;
    for (; index < study->case_count && study->cases[index].puzzle == one->puzzle;
         index++) {
        const struct cli_case *other = &study->cases[index];
        if (strcmp(other->model, one->model) == 0 &&
            !(cli_case_ended(other) && other->last.outcome == CLI_REFUSED))
            return false;
    }
    return true;
}

/* Puts the rows; for people those of a model that refuses the puzzle as a single one. */
static void put_cases(struct cli_table *t, const struct cli_study *study, bool people)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct cli_case *one = &study->cases[i];
        if (!cli_case_ended(one))
            continue;
        bool single = people && is_refused_by_all(study, i);
        bool same = i > 0 && one[-1].puzzle == one->puzzle &&
                    strcmp(one[-1].model, one->model) == 0;
        if (single && same)
            continue;
        put_case(t, study, one);
        size_t row = t->cell_count - COLUMNS;
        /* A run that was stopped took longer than its limit. */
        if (people && one->stopped > 0)
            cli_table_set(t, row + (cli_case_timed(one) ? SLOWEST : SECONDS), "> %g",
                          study->seconds);
        if (single)
            cli_table_set(t, row + SOLVER, "-");
    }
}

void cli_study_table(const struct cli_study *study, enum cli_table_format format)
{
    struct cli_table table;
    bool people = format != CLI_TABLE_JSON && format != CLI_TABLE_CSV;
    cli_table_open(&table, NULL, columns, COLUMNS);
    put_cases(&table, study, people);
    if (table.failed) {
        fprintf(stderr, "pulma compare: %s\n", pulma_status_text(PULMA_NO_MEMORY));
    } else {
        if (people)
            word_for_people(&table);
        cli_table_print(&table, format, stdout);
        sum_up(study, format);
    }
    cli_table_close(&table);
}

/* ---- The command ---- */

/* The one format that the call names.  False after a complaint about two. */
static bool choose_format(const struct cli_call *call, enum cli_table_format *format)
{
    static const enum cli_option_id options[] = {
        [CLI_TABLE_JSON] = CLI_JSON,
        [CLI_TABLE_CSV] = CLI_CSV,
        [CLI_TABLE_LATEX] = CLI_LATEX,
        [CLI_TABLE_HTML] = CLI_HTML,
    };
    *format = CLI_TABLE_TEXT;
    for (int f = CLI_TABLE_JSON; f <= CLI_TABLE_HTML; f++) {
        if (!cli_given(call, options[f]))
            continue;
        if (*format != CLI_TABLE_TEXT) {
            cli_usage(call, "one of --json, --csv, --latex and --html is enough");
            return false;
        }
        *format = (enum cli_table_format)f;
    }
    return true;
}

/* A picture that cannot be written is told before the work, not after it. */
static bool check_plot(const struct cli_call *call)
{
    const char *path = call->text[CLI_PLOT], *slash = strrchr(path, '/');
    char folder[4096];
    size_t len = strlen(path);
    if (len < 5 || strcmp(path + len - 4, ".svg") != 0) {
        cli_usage(call, "--plot wants a name that ends in .svg, found '%.60s'", path);
        return false;
    }
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 2,
             slash ? path : "./");
    if (access(folder, W_OK | X_OK) == 0)
        return true;
    pulma_error err = {.status = PULMA_BAD_CALL};
    snprintf(err.message, sizeof err.message, "cannot be written: %s", strerror(errno));
    cli_fail(call, stdout, stderr, path, &err);
    return false;
}

static int compare_files(const struct cli_call *call, enum cli_table_format format)
{
    struct cli_study study;
    cli_study_open(&study, call);
    cli_study_add_files(&study);
    if (study.puzzle_count > 0 && cli_study_prepare(&study)) {
        cli_study_run(&study);
        cli_tables_begin(format, "Comparison", stdout);
        cli_study_table(&study, format);
        cli_tables_end(format, stdout);
        cli_study_finish(&study);
    }
    int status = study.status;
    cli_study_close(&study);
    return status;
}

int cli_compare(const struct cli_call *call)
{
    enum cli_table_format format;
    if (!choose_format(call, &format))
        return CLI_BAD;
    int studies = (call->argument_count > 0) + cli_given(call, CLI_PAPER) +
                  cli_given(call, CLI_SIZES);
    if (cli_given(call, CLI_PLOT) && !check_plot(call))
        return CLI_BAD;
    if (studies != 1)
        return cli_usage(call, "expected FILE..., --sizes or --paper%s",
                         studies > 1 ? ", one of them" : "");
    if (cli_given(call, CLI_PAPER))
        return cli_compare_paper(call, format);
    if (cli_given(call, CLI_SIZES))
        return cli_compare_sizes(call, format);
    return compare_files(call, format);
}
