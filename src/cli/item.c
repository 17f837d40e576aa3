/* What every command does with a puzzle: says where it is, complains of it, and asks for an
 * answer within the limits of the call. */
#include "cli/item.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cli/source.h"

/* A line of the puzzle's file, marked if it is not yet that of the file.  Written without printf,
 * which takes a tenth of what a small puzzle takes. */
static const char *line_text(const struct cli_item *item, int line, char text[20])
{
    char *at = text + 19;
    int rest = line + item->shift;
    assert(rest >= 0);
    *at = '\0';
    if (item->relative)
        *--at = CLI_LINE_END;
    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (item->relative)
        *--at = CLI_LINE_BEGIN;
    return at;
}

/* The line where the puzzle begins. */
static const char *own_line(const struct cli_item *item, char text[20])
{
    return line_text(item, pulma_puzzle_line(item->puzzle), text);
}

/* "FILE:LINE: " and a word or two after it, at once: in a list of small puzzles calls of stdio count. */
static void print_place(const struct cli_item *item, FILE *out, const char *word,
                        const char *end)
{
    char line[20], text[100];
    const char *const parts[] = {":", own_line(item, line), ": ", word, end};
    size_t len = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const size_t more = strlen(parts[i]);
        assert(len + more <= sizeof text);
        memcpy(text + len, parts[i], more);
        len += more;
    }
    cli_print_clean(out, cli_file_name(item->file));
    fwrite(text, 1, len, out);
}

void cli_header(const struct cli_item *item)
{
    if (!item->several)
        return;
    const char *title = pulma_puzzle_title(item->puzzle);
    fputs(item->number > 1 ? "\n% " : "% ", item->out);
    print_place(item, item->out, pulma_kind_name(pulma_puzzle_kind(item->puzzle)),
                *title ? ": " : "\n");
    if (!*title)
        return;
    cli_print_clean(item->out, title);
    fputc('\n', item->out);
}

void cli_line_start(const struct cli_item *item)
{
    if (item->several)
        print_place(item, item->out, "", "");
}

const char *cli_item_model(const struct cli_item *item)
{
    const struct cli_call *call = item->call;
    int kind = pulma_puzzle_kind(item->puzzle);
    if (cli_given(call, CLI_MODEL))
        return call->text[CLI_MODEL];
    bool any = cli_given(call, CLI_SOLVER) && pulma_model_count(kind) > 0;
    return any ? pulma_model_name(kind, 0) : NULL;
}

int cli_item_fail(const struct cli_item *item, const pulma_error *err)
{
    pulma_error placed = *err;
    char digits[20];
    const char *line = "";
    cli_progress_hide(item->progress);
    if (err->text == PULMA_TEXT_MODEL)
        return cli_fail(item->call, item->out, item->complaints, cli_item_model(item), err);
    /* What is wrong beyond the text is said of the line where the puzzle began. */
    bool elsewhere = err->text != PULMA_TEXT_PUZZLE;
    if (elsewhere)
        placed.line = placed.column = 0;
    if (item->puzzle && item->several && elsewhere) {
        placed.line = pulma_puzzle_line(item->puzzle);
        placed.column = 1;
    }
    if (placed.line > 0)
        line = line_text(item, placed.line, digits);
    return cli_fail_at(item->call, item->out, item->complaints, item->file, line, &placed);
}

void cli_item_note(const struct cli_item *item, const char *what, const char *detail)
{
    cli_progress_hide(item->progress);
    print_place(item, item->complaints, "", "");
    fprintf(item->complaints, "%s: ", what);
    cli_print_clean(item->complaints, detail);
    fputc('\n', item->complaints);
}

void cli_item_stopped(const struct cli_item *item, const pulma_error *err)
{
    cli_item_note(item, "stopped", cli_limit_words(item->call, err));
}

bool cli_item_stops(void *context)
{
    const struct cli_item *item = context;
    cli_progress_show(item->progress);
    return cli_interrupted() || (item->unwanted && atomic_load(item->unwanted));
}

/* By an integer program if the call names a model or a solver; a solver alone takes the
 * kind's first model. */
static pulma_status choose_method(const struct cli_item *item, pulma_job *job,
                                  pulma_error *err)
{
    const struct cli_call *call = item->call;
    const char *model = cli_item_model(item), *solver = call->text[CLI_SOLVER];
    if (model)
        return pulma_job_set_model(job, model, solver, err);
    if (!solver)
        return cli_given(call, CLI_METHOD)
                   ? pulma_job_set_method(job, call->text[CLI_METHOD], err)
                   : PULMA_OK;
    *err = (pulma_error){.status = PULMA_BAD_CALL};
    snprintf(err->message, sizeof err->message,
             "%s has no models of its own: give one with --model",
             pulma_kind_title(pulma_puzzle_kind(item->puzzle)));
    return PULMA_BAD_CALL;
}

pulma_job *cli_item_bounded_job(const struct cli_item *item)
{
    const struct cli_call *call = item->call;
    pulma_job *job = pulma_job_new(item->puzzle);
    if (!job) {
        pulma_error err = {.status = PULMA_NO_MEMORY};
        snprintf(err.message, sizeof err.message, "%s", pulma_status_text(err.status));
        cli_item_fail(item, &err);
        return NULL;
    }
    pulma_job_set_seconds(job, cli_seconds_left(call));
    pulma_job_set_memory(job, call->memory, item->at_once);
    if (cli_given(call, CLI_CONFLICTS))
        pulma_job_set_conflicts(job, call->number[CLI_CONFLICTS] > INT64_MAX
                                         ? INT64_MAX
                                         : (int64_t)call->number[CLI_CONFLICTS]);
    if (cli_given(call, CLI_SEED))
        pulma_job_set_seed(job, call->number[CLI_SEED]);
    pulma_job_set_threads(job, item->threads);
    pulma_job_set_stop(job, cli_item_stops, (void *)item);
    return job;
}

pulma_job *cli_item_job(const struct cli_item *item)
{
    pulma_error err; /* filled by what fails */
    pulma_job *job = cli_item_bounded_job(item);
    if (!job || choose_method(item, job, &err) == PULMA_OK)
        return job;
    cli_item_fail(item, &err);
    pulma_job_free(job);
    return NULL;
}

enum { MAX_EFFORT = 1000 * 1000 * 1000 };

pulma_explainer *cli_item_explainer(const struct cli_item *item, enum cli_effort usual)
{
    const struct cli_call *call = item->call;
    pulma_explainer *e = pulma_explainer_new(item->puzzle);
    if (!e)
        return NULL;
    uint64_t millions = cli_given(call, CLI_EFFORT) ? call->number[CLI_EFFORT]
                        : cli_given(call, CLI_TIME) ? 0
                                                    : (uint64_t)usual;
    millions = millions < MAX_EFFORT ? millions : MAX_EFFORT;
    pulma_explainer_set_effort(e, (int64_t)millions * 1000 * 1000);
    pulma_explainer_set_seconds(e, cli_seconds_left(call));
    pulma_explainer_set_memory(e, call->memory);
    pulma_explainer_set_stop(e, cli_item_stops, (void *)item);
    return e;
}

int cli_item_answer(const struct cli_item *item, int *answer)
{
    pulma_error err = {0};
    pulma_job *job = cli_item_job(item);
    if (!job)
        return CLI_BAD;
    pulma_status status = pulma_job_next(job, answer, &err);
    pulma_job_free(job);
    if (status == PULMA_OK)
        return CLI_DONE;
    if (status == PULMA_NONE) {
        cli_item_note(item, "impossible", "there is no answer");
        return CLI_NO;
    }
    if (status != PULMA_LIMIT)
        return cli_item_fail(item, &err);
    cli_item_stopped(item, &err);
    return CLI_STOPPED;
}

void cli_json_effort(const struct cli_item *item, const pulma_job *job)
{
    fprintf(item->out, ",\"seconds\":%.6f,\"nodes\":%" PRId64, pulma_job_seconds(job),
            pulma_job_nodes(job));
}

void cli_json_origin(const struct cli_item *item)
{
    char line[20];
    const char *title = pulma_puzzle_title(item->puzzle);
    fputs(",\"file\":", item->out);
    cli_json_text(item->out, item->file);
    fprintf(item->out, ",\"line\":%s", own_line(item, line));
    if (*title) {
        fputs(",\"title\":", item->out);
        cli_json_text(item->out, title);
    }
}

void cli_print_puzzle(FILE *out, const char *text, long number)
{
    /* Notations of one line know their end; pulma's own has a blank line between puzzles. */
    const char *newline = strchr(text, '\n');
    if (number > 1 && newline && newline[1])
        fputc('\n', out);
    fputs(text, out);
}
