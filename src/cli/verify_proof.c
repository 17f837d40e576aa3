/* pulma verify-proof: checks a proof that there is no (further) answer. */
#include "cli/console.h"

#include <stdlib.h>
#include <string.h>

static int tell(const struct cli_call *call, pulma_status status, const pulma_error *err)
{
    bool good = status == PULMA_OK, json = cli_given(call, CLI_JSON);
    if (!good && status != PULMA_NONE)
        return cli_fail(call, stdout, stderr,
                        call->arguments[err->text == PULMA_TEXT_FORMULA ? 0 : 1], err);
    if (json) {
        fprintf(stdout,
                "{\"status\":\"%s\",\"message\":", good ? "verified" : "not verified");
        cli_json_text(stdout, good ? "" : err->message);
        fputs("}\n", stdout);
    } else if (good) {
        puts("verified: the formula has no solution");
    } else {
        printf("not verified: %s\n",
               err->message[0] ? err->message : "the proof does not refute the formula");
    }
    return good ? CLI_DONE : CLI_NO;
}

int cli_verify_proof(const struct cli_call *call)
{
    char *text[2] = {NULL, NULL};
    size_t len[2] = {0, 0};
    pulma_error err = {0};
    int status = CLI_DONE;
    if (strcmp(call->arguments[0], "-") == 0 && strcmp(call->arguments[1], "-") == 0)
        return cli_usage(call, "only one of the two files can be standard input");
    for (int i = 0; i < 2 && status == CLI_DONE; i++) {
        text[i] = cli_read_file(call->arguments[i], &len[i], &err);
        if (!text[i])
            status = cli_fail(call, stdout, stderr, call->arguments[i], &err);
    }
    if (status == CLI_DONE)
        status =
            tell(call, pulma_verify_proof(text[0], len[0], text[1], len[1], &err), &err);
    free(text[0]);
    free(text[1]);
    return status;
}
