/* pulma verify-proof: checks a proof that there is no (further) answer.
 *
 * Given the puzzle, and the answers that are known, the formula is made from these, so that nothing
 * but the proof comes from whoever wrote it.  A formula in DIMACS form is taken as it is. */
#include "cli/console.h"

#include <stdlib.h>
#include <string.h>

static int tell(const struct cli_call *call, pulma_status status, const char *good_news,
                const pulma_error *err)
{
    bool good = status == PULMA_OK;
    if (!good && status != PULMA_NONE)
        return cli_fail(call, stdout, stderr,
                        call->arguments[err->text == PULMA_TEXT_FORMULA ? 0 : 1], err);
    if (cli_given(call, CLI_JSON)) {
        fprintf(stdout,
                "{\"status\":\"%s\",\"message\":", good ? "verified" : "not verified");
        cli_json_text(stdout, good ? good_news : err->message);
        fputs("}\n", stdout);
    } else if (good) {
        printf("verified: %s\n", good_news);
    } else if (err->line > 0) {
        printf("not verified: line %d: %s\n", err->line, err->message);
    } else {
        printf("not verified: %s\n", err->message);
    }
    return good ? CLI_DONE : CLI_NO;
}

/* Whether a text is a formula: "p cnf" after lines that begin with c. */
static bool is_formula(const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    while (at < end && *at == 'c' && (at + 1 == end || strchr(" \t\r\n", at[1]))) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        at = line ? line + 1 : end;
    }
    return end - at >= 5 && memcmp(at, "p cnf", 5) == 0;
}

/* 'pulma solve' prints remarks in lines that begin with %: blanks take their place. */
static void blank_remarks(char *text, size_t len)
{
    bool remark = false;
    for (size_t i = 0; i < len; i++) {
        bool begins = i == 0 || text[i - 1] == '\n';
        remark = begins ? text[i] == '%' : remark;
        if (remark && text[i] != '\n')
            text[i] = ' ';
    }
}

/* The answers of the further files, one after another; NULL: told why. */
static int *read_answers(const struct cli_call *call, const pulma_puzzle *puzzle,
                         int *status)
{
    const int count = call->argument_count - 2;
    const size_t places = (size_t)pulma_puzzle_places(puzzle);
    int *answers = calloc((size_t)count * places + 1, sizeof *answers);
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    bool good = answers != NULL;
    for (int i = 0; i < count && good; i++) {
        const char *file = call->arguments[2 + i];
        size_t len = 0;
        char *text = cli_read_file(file, &len, &err);
        if (text)
            blank_remarks(text, len);
        good = text && pulma_answer_read(puzzle, text, len, answers + (size_t)i * places,
                                         &err) == PULMA_OK;
        if (!good)
            *status = cli_fail(call, stdout, stderr, file, &err);
        free(text);
    }
    if (good)
        return answers;
    free(answers);
    return NULL;
}

struct checking {
    const struct cli_call *call;
    struct cli_progress progress;
};

static bool wants_to_stop(void *context)
{
    struct checking *checking = context;
    cli_progress_show(&checking->progress);
    return cli_out_of_time(checking->call);
}

static int verify_puzzle(struct checking *checking, char *const text[2],
                         const size_t len[2])
{
    const struct cli_call *call = checking->call;
    pulma_puzzle *puzzle;
    pulma_error err = {0};
    const char *kind = cli_given(call, CLI_KIND) ? call->text[CLI_KIND] : NULL;
    if (pulma_puzzle_read(kind, text[0], len[0], &puzzle, &err) != PULMA_OK)
        return cli_fail(call, stdout, stderr, call->arguments[0], &err);
    int status = CLI_BAD, count = call->argument_count - 2;
    int *answers = read_answers(call, puzzle, &status);
    if (answers) {
        pulma_status verdict = pulma_verify(puzzle, answers, count, text[1], len[1],
                                            wants_to_stop, checking, &err);
        cli_progress_hide(&checking->progress);
        status = tell(call, verdict,
                      count == 0   ? "the puzzle has no answer"
                      : count == 1 ? "the puzzle has no other answer"
                                   : "the puzzle has no other answers",
                      &err);
    }
    free(answers);
    pulma_puzzle_free(puzzle);
    return status;
}

static int verify_formula(struct checking *checking, char *const text[2],
                          const size_t len[2])
{
    const struct cli_call *call = checking->call;
    pulma_error err = {0};
    if (call->argument_count > 2)
        return cli_usage(call, "answers go with a puzzle, not with a formula");
    pulma_status verdict =
        pulma_verify_proof(text[0], len[0], text[1], len[1], wants_to_stop, checking, &err);
    cli_progress_hide(&checking->progress);
    return tell(call, verdict, "the formula has no solution", &err);
}

int cli_verify_proof(const struct cli_call *call)
{
    char *text[2] = {NULL, NULL};
    size_t len[2] = {0, 0};
    pulma_error err = {0};
    int status = CLI_DONE;
    if (strcmp(call->arguments[0], "-") == 0 && strcmp(call->arguments[1], "-") == 0)
        return cli_usage(call, "only one of the files can be standard input");
    for (int i = 0; i < 2 && status == CLI_DONE; i++) {
        text[i] = cli_read_file(call->arguments[i], &len[i], &err);
        if (!text[i])
            status = cli_fail(call, stdout, stderr, call->arguments[i], &err);
    }
    cli_leave_signals();
    struct checking checking = {.call = call};
    cli_progress_start(&checking.progress, "checking");
    if (status == CLI_DONE)
        status = is_formula(text[0], len[0]) ? verify_formula(&checking, text, len)
                                             : verify_puzzle(&checking, text, len);
    free(text[0]);
    free(text[1]);
    return status;
}
