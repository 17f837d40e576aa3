/* pulma convert: puzzles in another notation. */
#include "cli/batch.h"

#include <string.h>

static int convert_one(const struct cli_item *item)
{
    const struct cli_call *call = item->call;
    const char *notation = cli_given(call, CLI_TO)     ? call->text[CLI_TO]
                           : cli_given(call, CLI_JSON) ? "json"
                                                       : "pulma";
    char *text = NULL;
    pulma_error err = {0};
    if (pulma_puzzle_write(item->puzzle, notation, &text, &err) != PULMA_OK)
        return cli_item_fail(item, &err);
    cli_print_puzzle(item->out, text, item->number);
    pulma_free(text);
    return CLI_DONE;
}

int cli_convert(const struct cli_call *call)
{
    if (cli_given(call, CLI_TO) && cli_given(call, CLI_JSON) &&
        strcmp(call->text[CLI_TO], "json") != 0)
        return cli_usage(call, "--json and --to %.60s exclude each other",
                         call->text[CLI_TO]);
    return cli_each_puzzle(call,
                           &(struct cli_task){.what = "converting", .work = convert_one});
}
