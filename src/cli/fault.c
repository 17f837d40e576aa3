#include "cli/fault.h"

static const char *const words[] = {[PULMA_FAULT_NONE] = "none",
                                    [PULMA_FAULT_INFEASIBLE] = "infeasible",
                                    [PULMA_FAULT_WRONG_ANSWER] = "wrong-answer",
                                    [PULMA_FAULT_NOT_CHEAPEST] = "not-cheapest",
                                    [PULMA_FAULT_UNFINISHED] = "unfinished",
                                    [PULMA_FAULT_TOO_STRICT] = "too-strict"};

static void json_rows(FILE *out, const pulma_job *job,
                      const char *(*name)(const pulma_job *job, int row), int count)
{
    for (int i = 0; i < count; i++) {
        fputs(i ? "," : "", out);
        cli_json_text(out, name(job, i));
    }
}

void cli_json_fault(const struct cli_item *item, const pulma_job *job)
{
    FILE *out = item->out;
    const pulma_finding *finding = pulma_job_finding(job);
    const int *lost = pulma_job_lost(job);
    char *text = NULL;
    fprintf(out, "\"fault\":\"%s\",\"rows\":[", words[pulma_job_fault(job)]);
    json_rows(out, job, pulma_job_reason_text, pulma_job_reason_count(job));
    fputs("],\"places\":", out);
    cli_json_ints(out, finding ? finding->places : NULL,
                  finding ? finding->place_count : 0);
    if (lost && pulma_answer_write(item->puzzle, lost, &text, NULL) == PULMA_OK) {
        fputs(",\"lost\":", out);
        cli_json_text(out, text);
        fputs(",\"blamed\":[", out);
        json_rows(out, job, pulma_job_blamed_text, pulma_job_blamed_count(job));
        fputc(']', out);
    }
    pulma_free(text);
}

void cli_print_fault(const struct cli_item *item, const pulma_job *job,
                     const pulma_error *err)
{
    const int *refused = pulma_job_refused(job), *lost = pulma_job_lost(job);
    const pulma_finding *finding = pulma_job_finding(job);
    cli_progress_hide(item->progress);
    cli_print_clean(item->out, err->message);
    fputc('\n', item->out);
    if (lost)
        fputs(pulma_job_fault(job) == PULMA_FAULT_INFEASIBLE ? "the answer:\n"
                                                             : "for example:\n",
              item->out);
    if (refused)
        cli_print_marked(item, refused, finding ? finding->places : NULL,
                         finding ? finding->place_count : 0);
    else if (lost)
        cli_print_answer(item, lost);
}

bool cli_model_ended(const pulma_job *job, pulma_status status)
{
    return status == PULMA_NONE ||
           (status == PULMA_MODEL_FAULT && pulma_job_fault(job) == PULMA_FAULT_TOO_STRICT);
}
