/* Answers in a file: what 'pulma solve' printed, or somebody typed in.
 *
 * The file is read line by line, one line ahead, so a million answers need no more memory than
 * the longest. */
#include "cli/answers.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 16, LONGEST = 1 << 30 };

/* The text that belongs to one puzzle, in one piece of memory. */
struct taken {
    int line;        /* where it begins in the file */
    pulma_error err; /* PULMA_OK unless the file could not be read */
    size_t len;      /* 0: the file ends before it */
    char text[];
};

/* ---- Lines ---- */

static int next_byte(struct cli_answers *answers)
{
    if (answers->at == answers->end) {
        size_t got = 0;
        if (!answers->err.status)
            cli_file_pull(&answers->open, answers->buffer, BUFFER, &got, &answers->err);
        answers->at = answers->buffer;
        answers->end = answers->buffer + got;
    }
    return answers->at < answers->end ? (unsigned char)*answers->at++ : -1;
}

static bool append(char **text, size_t *len, size_t *room, const char *more,
                   size_t more_len)
{
    if (*len + more_len > *room) {
        size_t wanted = 2 * (*len + more_len);
        char *longer = wanted > LONGEST ? NULL : realloc(*text, wanted);
        if (!longer)
            return false;
        *text = longer;
        *room = wanted;
    }
    memcpy(*text + *len, more, more_len);
    *len += more_len;
    return true;
}

static void refuse(struct cli_answers *answers)
{
    answers->err = (pulma_error){.status = PULMA_BAD_TEXT};
    snprintf(answers->err.message, sizeof answers->err.message, "is too long");
}

/* Goes on to the next line, which is empty at the end of the file. */
static void next_line(struct cli_answers *answers)
{
    int byte = 0;
    answers->line_len = 0;
    answers->line_number++;
    while (byte != '\n' && (byte = next_byte(answers)) >= 0) {
        char one = (char)byte;
        if (!append(&answers->line, &answers->line_len, &answers->line_room, &one, 1)) {
            refuse(answers);
            answers->line_len = 0;
            return;
        }
    }
}

/* Whether the line belongs to no answer: blank, or a comment. */
static bool is_between(const struct cli_answers *answers)
{
    const char *at = answers->line, *end = at + answers->line_len;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        at++;
    return at == end || *at == '%';
}

static void skip_between(struct cli_answers *answers)
{
    while (answers->line_len > 0 && is_between(answers))
        next_line(answers);
}

/* ---- The file ---- */

bool cli_answers_open(struct cli_answers *answers, const char *file, pulma_error *err)
{
    *answers = (struct cli_answers){.file = file};
    if (!cli_file_open(&answers->open, file, err))
        return false;
    answers->buffer = answers->at = answers->end = malloc(BUFFER);
    if (answers->buffer)
        next_line(answers);
    else
        refuse(answers);
    if (!answers->err.status)
        return true;
    *err = answers->err;
    cli_answers_close(answers);
    return false;
}

void cli_answers_close(struct cli_answers *answers)
{
    cli_file_close(&answers->open);
    free(answers->buffer);
    free(answers->line);
}

void *cli_answers_take(const struct cli_item *item)
{
    struct cli_answers *answers = item->context;
    char *memory = NULL;
    size_t len = 0, room = 0, head = sizeof(struct taken), end = head;
    struct taken taken = {0};
    skip_between(answers);
    taken.line = answers->line_number;
    bool good = append(&memory, &len, &room, (const char *)&taken, head);
    while (good && answers->line_len > 0 && !(item->several && is_between(answers))) {
        good = append(&memory, &len, &room, answers->line, answers->line_len);
        if (!is_between(answers))
            end = len;
        next_line(answers);
    }
    if (!good)
        refuse(answers);
    if (!memory)
        return NULL;
    struct taken *result = (struct taken *)(void *)memory;
    result->len = end - head;
    result->err = answers->err;
    return result;
}

bool cli_answers_says_none(const struct cli_item *item)
{
    static const char none[] = "impossible: ";
    const struct taken *taken = item->prepared;
    return taken && taken->len >= sizeof none - 1 &&
           memcmp(taken->text, none, sizeof none - 1) == 0;
}

pulma_status cli_answers_read(const struct cli_item *item, int *answer, pulma_error *err)
{
    const struct taken *taken = item->prepared;
    if (!taken) {
        *err = (pulma_error){.status = PULMA_NO_MEMORY, .message = "out of memory"};
        return err->status;
    }
    if (taken->err.status || taken->len == 0) {
        *err = taken->err;
        if (taken->err.status)
            return err->status;
        *err = (pulma_error){.status = PULMA_BAD_TEXT, .line = taken->line, .column = 1};
        snprintf(err->message, sizeof err->message,
                 "expected an answer to puzzle %ld, found the end of the text",
                 item->number);
        return err->status;
    }
    pulma_status status =
        pulma_answer_read(item->puzzle, taken->text, taken->len, answer, err);
    if (err->line > 0)
        err->line += taken->line - 1;
    return status;
}

pulma_status cli_answers_done(struct cli_answers *answers, pulma_error *err)
{
    skip_between(answers);
    if (answers->line_len == 0)
        return PULMA_OK;
    *err =
        (pulma_error){.status = PULMA_BAD_TEXT, .line = answers->line_number, .column = 1};
    snprintf(err->message, sizeof err->message, "there are more answers than puzzles");
    return err->status;
}
