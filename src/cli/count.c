/* pulma count: how many answers each puzzle has. */
#include "cli/fault.h"

#include <string.h>

static bool is_zero(const pulma_job *job)
{
    return strcmp(pulma_job_count_text(job), "0") == 0;
}

static void print_document(const struct cli_item *item, const pulma_job *job,
                           pulma_status status, const pulma_error *err)
{
    FILE *out = item->out;
    const char *looks = pulma_job_looks_text(job);
    bool exact = pulma_job_count_exact(job);
    fprintf(out, "{\"kind\":\"%s\",\"status\":\"%s\",\"count\":",
            pulma_kind_name(pulma_puzzle_kind(item->puzzle)),
            status == PULMA_LIMIT         ? "limit"
            : status == PULMA_MODEL_FAULT ? "model-fault"
            : is_zero(job) && exact       ? "impossible"
                                          : "solved");
    cli_json_digits(out, pulma_job_count_text(job));
    if (status == PULMA_LIMIT) {
        fputs(",\"message\":", out);
        cli_json_text(out, cli_limit_words(item->call, err));
    }
    if (status == PULMA_MODEL_FAULT) {
        fputs(",\"message\":", out);
        cli_json_text(out, err->message);
        fputc(',', out);
        cli_json_fault(item, job);
        fputc(',', out);
        cli_json_answer(item, pulma_job_refused(job));
    }
    fprintf(out, ",\"exact\":%s", exact ? "true" : "false");
    if (pulma_job_complete_by_model(job))
        fputs(",\"complete_by_model\":true", out);
    if (looks) {
        fputs(",\"looks\":", out);
        cli_json_digits(out, looks);
        fputs(",\"looks_name\":", out);
        cli_json_text(out, pulma_job_looks_name(job));
    }
    cli_json_effort(item, job);
    cli_json_origin(item);
    fputs("}\n", out);
}

static void print_sentence(const struct cli_item *item, const pulma_job *job)
{
    FILE *out = item->out;
    const char *count = pulma_job_count_text(job), *looks = pulma_job_looks_text(job);
    bool exact = pulma_job_count_exact(job);
    const bool one = strcmp(count, "1") == 0;
    cli_line_start(item);
    if (exact && is_zero(job)) {
        fputs("no answer\n", out);
        return;
    }
    if (exact && one && !looks && !pulma_job_complete_by_model(job)) {
        fputs("1 answer\n", out); /* as in most lines of long lists: calls of stdio count */
        return;
    }
    if (!exact)
        fputs("at least ", out);
    fputs(count, out);
    fputs(one ? " answer" : " answers", out);
    if (looks && strcmp(looks, count) != 0)
        fprintf(out, " (%s %s)", looks, pulma_job_looks_name(job));
    fputs(pulma_job_complete_by_model(job) ? " by this model\n" : "\n", out);
}

/* A fault of the model is told instead of a number, which would be taken for the puzzle's. */
static void tell_fault(const struct cli_item *item, const pulma_job *job,
                       const pulma_error *err)
{
    cli_line_start(item);
    cli_print_fault(item, job, err);
}

static int count_one(const struct cli_item *item)
{
    pulma_error err;
    pulma_job *job = cli_item_job(item);
    if (!job)
        return CLI_BAD;
    pulma_status status = PULMA_LIMIT;
    if (cli_out_of_time(item->call))
        err = (pulma_error){.status = PULMA_LIMIT};
    else
        status = pulma_job_count(job, item->call->number[CLI_LIMIT], &err);
    int ending = CLI_DONE;
    if (status == PULMA_OK || status == PULMA_LIMIT || status == PULMA_MODEL_FAULT) {
        cli_progress_hide(item->progress);
        if (cli_given(item->call, CLI_JSON))
            print_document(item, job, status, &err);
        else if (status == PULMA_MODEL_FAULT)
            tell_fault(item, job, &err);
        else
            print_sentence(item, job);
        if (status == PULMA_LIMIT)
            ending = CLI_STOPPED;
        else if (status == PULMA_MODEL_FAULT)
            ending = CLI_NO;
        else if (pulma_job_count_exact(job) && is_zero(job))
            ending = CLI_NO;
    } else {
        ending = cli_item_fail(item, &err);
    }
    if (status == PULMA_LIMIT && !cli_given(item->call, CLI_JSON))
        cli_item_stopped(item, &err);
    pulma_job_free(job);
    return ending;
}

int cli_count(const struct cli_call *call)
{
    if (!cli_one_method(call))
        return CLI_BAD;
    return cli_each_puzzle(call, &(struct cli_task){.what = "counting",
                                                    .work = count_one,
                                                    .only_speaks = true,
                                                    .in_parts = true});
}
