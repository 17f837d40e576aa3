/* pulma check: judges answers by the rules alone; whether an unfinished one can be completed is
 * asked of the engine. */
#include "cli/answers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_words[] = {
    [PULMA_RIGHT] = "right", [PULMA_WRONG] = "wrong", [PULMA_UNFINISHED] = "unfinished"};

/* ---- What more can be said ---- */

enum { USUAL_SECONDS = 20 };

/* Of an unfinished answer whether it can be completed, and the mistakes if they are asked for. */
struct prospects {
    bool asked, known, completable;
    pulma_job *job; /* with the reasons why not; may have none */
    bool *wrong;    /* by place; NULL: not asked for, or not known */
};

static double seconds(const struct cli_item *item)
{
    double left = cli_seconds_left(item->call);
    return left > 0 ? left : USUAL_SECONDS;
}

/* False: out of memory. */
static bool can_be_completed(const struct cli_item *item, const int *answer,
                             struct prospects *p)
{
    p->asked = true;
    p->job = pulma_job_new(item->puzzle);
    if (!p->job)
        return false;
    pulma_job_set_seconds(p->job, seconds(item));
    pulma_job_set_stop(p->job, cli_item_stops, (void *)item);
    pulma_status status = pulma_job_why(p->job, answer, NULL);
    p->completable = status == PULMA_NONE;
    p->known = status == PULMA_NONE || status == PULMA_OK ||
               (status == PULMA_LIMIT && pulma_job_reason_count(p->job) > 0);
    return status != PULMA_NO_MEMORY;
}

static bool find_mistakes(const struct cli_item *item, const int *answer,
                          struct prospects *p)
{
    pulma_explainer *e = pulma_explainer_new(item->puzzle);
    int count;
    p->wrong = calloc((size_t)pulma_puzzle_places(item->puzzle) + 1, sizeof *p->wrong);
    if (!e || !p->wrong) {
        pulma_explainer_free(e);
        return false;
    }
    pulma_explainer_set_seconds(e, seconds(item));
    pulma_explainer_set_stop(e, cli_item_stops, (void *)item);
    if (pulma_explainer_mistakes(e, answer, p->wrong, &count, NULL) != PULMA_OK) {
        free(p->wrong);
        p->wrong = NULL;
    }
    pulma_explainer_free(e);
    return true;
}

static bool look_ahead(const struct cli_item *item, const int *answer,
                       pulma_verdict verdict, struct prospects *p)
{
    bool ok = verdict != PULMA_UNFINISHED || can_be_completed(item, answer, p);
    bool faulty = verdict == PULMA_WRONG || (p->asked && p->known && !p->completable);
    if (ok && faulty && cli_given(item->call, CLI_MISTAKES))
        ok = find_mistakes(item, answer, p);
    cli_progress_hide(item->progress);
    return ok;
}

static void prospects_free(struct prospects *p)
{
    pulma_job_free(p->job);
    free(p->wrong);
}

/* ---- JSON ---- */

static void print_prospects(const struct cli_item *item, const struct prospects *p)
{
    FILE *out = item->out;
    if (p->asked) {
        fprintf(out, ",\"completable\":%s",
                !p->known        ? "null"
                : p->completable ? "true"
                                 : "false");
        fputs(",\"reasons\":[", out);
        for (int i = 0; i < pulma_job_reason_count(p->job); i++) {
            const int *places;
            int n = pulma_job_reason_places(p->job, i, &places);
            fputs(i ? ",{\"text\":" : "{\"text\":", out);
            cli_json_text(out, pulma_job_reason_text(p->job, i));
            fputs(",\"places\":", out);
            cli_json_ints(out, places, n);
            fputc('}', out);
        }
        fputc(']', out);
    }
    if (p->wrong) {
        const char *comma = "";
        fputs(",\"mistakes\":[", out);
        for (int i = 0; i < pulma_puzzle_places(item->puzzle); i++)
            if (p->wrong[i]) {
                fprintf(out, "%s%d", comma, i);
                comma = ",";
            }
        fputc(']', out);
    }
}

static void print_document(const struct cli_item *item, const int *answer,
                           pulma_verdict verdict, const pulma_finding *finding,
                           const struct prospects *prospects)
{
    FILE *out = item->out;
    fprintf(out, "{\"kind\":\"%s\",\"status\":\"%s\",\"message\":",
            pulma_kind_name(pulma_puzzle_kind(item->puzzle)), verdict_words[verdict]);
    cli_json_text(out, finding->text);
    fputs(",\"places\":", out);
    cli_json_ints(out, finding->places, finding->place_count);
    fputs(",\"names\":[", out);
    for (int i = 0; i < finding->place_count; i++) {
        char name[100];
        pulma_place_name(item->puzzle, finding->places[i], name, sizeof name);
        fputs(i ? "," : "", out);
        cli_json_text(out, name);
    }
    fputc(']', out);
    if (verdict == PULMA_RIGHT && pulma_puzzle_has_objective(item->puzzle))
        fprintf(out, ",\"objective\":%" PRId64, pulma_cost(item->puzzle, answer));
    print_prospects(item, prospects);
    cli_json_origin(item);
    fputs("}\n", out);
}

/* ---- Words ---- */

static void tell_prospects(const struct cli_item *item, const struct prospects *p)
{
    FILE *out = item->out;
    if (p->asked && !p->known)
        fputs("; whether it can be completed is not known", out);
    else if (p->asked && p->completable)
        fputs("; it can be completed", out);
    else if (p->asked)
        fputs("; but it cannot be completed", out);
    fputc('\n', out);
    for (int i = 0; p->asked && i < pulma_job_reason_count(p->job); i++)
        fprintf(out, "  %s\n", pulma_job_reason_text(p->job, i));
    for (int i = 0; p->wrong && i < pulma_puzzle_places(item->puzzle); i++) {
        char name[100];
        if (!p->wrong[i])
            continue;
        pulma_place_name(item->puzzle, i, name, sizeof name);
        fprintf(out, "mistake: %s\n", name);
    }
}

static void print_sentence(const struct cli_item *item, const int *answer,
                           pulma_verdict verdict, const pulma_finding *finding,
                           const struct prospects *prospects)
{
    FILE *out = item->out;
    cli_line_start(item);
    fputs(verdict_words[verdict], out);
    if (finding->text[0])
        fprintf(out, ": %s", finding->text);
    for (int i = 0; i < finding->place_count; i++) {
        char name[100];
        pulma_place_name(item->puzzle, finding->places[i], name, sizeof name);
        fprintf(out, "%s%s", i ? "; " : " (", name);
    }
    fputs(finding->place_count ? ")" : "", out);
    if (verdict == PULMA_RIGHT && pulma_puzzle_has_objective(item->puzzle))
        fprintf(out, ", cost %" PRId64, pulma_cost(item->puzzle, answer));
    tell_prospects(item, prospects);
}

/* What 'pulma solve' says of a puzzle without an answer is an answer to nothing. */
static int pass_over(const struct cli_item *item)
{
    if (cli_given(item->call, CLI_JSON)) {
        fprintf(item->out, "{\"kind\":\"%s\",\"status\":\"no answer\"",
                pulma_kind_name(pulma_puzzle_kind(item->puzzle)));
        cli_json_origin(item);
        fputs("}\n", item->out);
    } else {
        cli_line_start(item);
        fputs("no answer to check\n", item->out);
    }
    return CLI_NO;
}

static int check_one(const struct cli_item *item)
{
    const struct cli_answers *answers = item->context;
    int places = pulma_puzzle_places(item->puzzle);
    int *answer = calloc((size_t)places + 1, sizeof *answer);
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    pulma_finding finding = {0};
    if (answer && cli_answers_says_none(item)) {
        free(answer);
        return pass_over(item);
    }
    if (!answer || cli_answers_read(item, answer, &err) != PULMA_OK) {
        free(answer);
        return cli_fail(item->call, item->out, item->complaints, answers->file, &err);
    }
    pulma_verdict verdict = pulma_check(item->puzzle, answer, &finding);
    struct prospects prospects = {0};
    if (!look_ahead(item, answer, verdict, &prospects)) {
        prospects_free(&prospects);
        free(answer);
        return cli_item_fail(item, &err);
    }
    if (cli_given(item->call, CLI_JSON))
        print_document(item, answer, verdict, &finding, &prospects);
    else
        print_sentence(item, answer, verdict, &finding, &prospects);
    prospects_free(&prospects);
    free(answer);
    return verdict == PULMA_RIGHT ? CLI_DONE : CLI_NO;
}

int cli_check(const struct cli_call *call)
{
    struct cli_answers answers;
    pulma_error err = {0};
    struct cli_call puzzles = *call; /* the same call, with the puzzles as its only file */
    puzzles.argument_count = 1;
    const char *file = call->arguments[1];
    if (strcmp(file, "-") == 0 && strcmp(call->arguments[0], "-") == 0)
        return cli_usage(call, "only one of the two files can be standard input");
    if (!cli_answers_open(&answers, file, &err))
        return cli_fail(call, stdout, stderr, file, &err);
    int status = cli_each_puzzle(&puzzles, &(struct cli_task){.what = "checking",
                                                              .work = check_one,
                                                              .prepare = cli_answers_take,
                                                              .context = &answers});
    if (status != CLI_BAD && cli_answers_done(&answers, &err) != PULMA_OK)
        status = cli_fail(call, stdout, stderr, file, &err);
    cli_answers_close(&answers);
    return status;
}
