/* Answers in a file: what 'pulma solve' printed, or somebody typed in. */
#include "cli/answers.h"

#include <stdlib.h>
#include <string.h>

bool cli_answers_open(struct cli_answers *answers, const char *file, pulma_error *err)
{
    size_t len = 0;
    *answers = (struct cli_answers){.file = file, .line = 1};
    answers->text = cli_read_file(file, &len, err);
    if (!answers->text)
        return false;
    answers->at = answers->text;
    answers->end = answers->text + len;
    return true;
}

void cli_answers_close(struct cli_answers *answers)
{
    free(answers->text);
}

static const char *line_end(const struct cli_answers *answers, const char *line)
{
    const char *newline = memchr(line, '\n', (size_t)(answers->end - line));
    return newline ? newline + 1 : answers->end;
}

/* Whether the line belongs to no answer: blank, or a comment. */
static bool is_between(const char *line, const char *end)
{
    while (line < end && strchr(" \t\r\n", *line) && *line)
        line++;
    return line == end || *line == '%';
}

static void skip_between(struct cli_answers *answers)
{
    while (answers->at < answers->end) {
        const char *next = line_end(answers, answers->at);
        if (!is_between(answers->at, next))
            return;
        answers->at = next;
        answers->line++;
    }
}

/* The end of the last line at or after `from` that belongs to an answer. */
static const char *last_line(const struct cli_answers *answers, const char *from)
{
    const char *last = from;
    while (from < answers->end) {
        const char *next = line_end(answers, from);
        if (!is_between(from, next))
            last = next;
        from = next;
    }
    return last;
}

/* The end of the lines that stand together. */
static const char *block_end(const struct cli_answers *answers, const char *from)
{
    while (from < answers->end && !is_between(from, line_end(answers, from)))
        from = line_end(answers, from);
    return from;
}

pulma_status cli_answers_next(struct cli_answers *answers, const struct cli_item *item,
                              int *answer, pulma_error *err)
{
    skip_between(answers);
    const char *begin = answers->at;
    const char *end = item->several ? block_end(answers, begin) : last_line(answers, begin);
    int line = answers->line;
    for (; answers->at < end; answers->at++)
        answers->line += *answers->at == '\n';
    if (begin == end) {
        *err = (pulma_error){.status = PULMA_BAD_TEXT, .line = line, .column = 1};
        snprintf(err->message, sizeof err->message,
                 "expected an answer to puzzle %ld, found "
                 "the end of the text",
                 item->number);
        return err->status;
    }
    pulma_status status =
        pulma_answer_read(item->puzzle, begin, (size_t)(end - begin), answer, err);
    if (err->line > 0)
        err->line += line - 1;
    return status;
}

pulma_status cli_answers_done(struct cli_answers *answers, pulma_error *err)
{
    skip_between(answers);
    if (answers->at == answers->end)
        return PULMA_OK;
    *err = (pulma_error){.status = PULMA_BAD_TEXT, .line = answers->line, .column = 1};
    snprintf(err->message, sizeof err->message, "there are more answers than puzzles");
    return err->status;
}
