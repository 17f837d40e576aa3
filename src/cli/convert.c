/* pulma convert: puzzles in another notation. */
#include "cli/answers.h"

#include <stdlib.h>
#include <string.h>

/* The puzzle with its answer from the file as givens.  NULL after a complaint. */
static pulma_puzzle *filled(const struct cli_item *item)
{
    const struct cli_answers *answers = item->context;
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    int *answer = calloc((size_t)pulma_puzzle_places(item->puzzle) + 1, sizeof *answer);
    if (!answer)
        cli_item_fail(item, &err);
    else if (cli_answers_read(item, answer, &err) != PULMA_OK)
        cli_fail(item->call, item->out, item->complaints, answers->file, &err);
    else if (pulma_puzzle_fill(item->puzzle, answer, &puzzle, &err) != PULMA_OK)
        cli_item_fail(item, &err);
    free(answer);
    return puzzle;
}

static int convert_one(const struct cli_item *item)
{
    const struct cli_call *call = item->call;
    const char *notation = cli_given(call, CLI_TO)     ? call->text[CLI_TO]
                           : cli_given(call, CLI_JSON) ? "json"
                                                       : "pulma";
    char *text = NULL;
    pulma_error err = {0};
    int status = CLI_DONE;
    pulma_puzzle *other = item->context ? filled(item) : NULL;
    if (item->context && !other)
        return CLI_BAD;
    if (pulma_puzzle_write(other ? other : item->puzzle, notation, &text, &err) == PULMA_OK)
        cli_print_puzzle(item->out, text, item->number);
    else
        status = cli_item_fail(item, &err);
    pulma_puzzle_free(other);
    pulma_free(text);
    return status;
}

int cli_convert(const struct cli_call *call)
{
    if (cli_given(call, CLI_TO) && cli_given(call, CLI_JSON) &&
        strcmp(call->text[CLI_TO], "json") != 0)
        return cli_usage(call, "--json and --to %.60s cannot be used together",
                         call->text[CLI_TO]);
    struct cli_task task = {.what = "converting", .work = convert_one};
    if (!cli_given(call, CLI_ANSWER))
        return cli_each_puzzle(call, &task);
    struct cli_answers answers;
    pulma_error err = {0};
    if (!cli_answers_open(&answers, call->text[CLI_ANSWER], &err))
        return cli_fail(call, stdout, stderr, call->text[CLI_ANSWER], &err);
    task.prepare = cli_answers_take;
    task.context = &answers;
    int status = cli_each_puzzle(call, &task);
    cli_answers_close(&answers);
    return status;
}
