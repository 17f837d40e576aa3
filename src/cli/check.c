/* pulma check: judges answers by the rules alone. */
#include "cli/answers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_words[] = {
    [PULMA_RIGHT] = "right", [PULMA_WRONG] = "wrong", [PULMA_UNFINISHED] = "unfinished"};

static void print_document(const struct cli_item *item, const int *answer,
                           pulma_verdict verdict, const pulma_finding *finding)
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
    cli_json_origin(item);
    fputs("}\n", out);
}

static void print_sentence(const struct cli_item *item, const int *answer,
                           pulma_verdict verdict, const pulma_finding *finding)
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
    fputc('\n', out);
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
    if (cli_given(item->call, CLI_JSON))
        print_document(item, answer, verdict, &finding);
    else
        print_sentence(item, answer, verdict, &finding);
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
