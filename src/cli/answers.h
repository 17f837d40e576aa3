/* Answers that stand in a file, to be judged or drawn. */
#ifndef CLI_ANSWERS_H
#define CLI_ANSWERS_H

#include "cli/batch.h"

/* A text with one answer for each puzzle of a call. */
struct cli_answers {
    const char *file;
    char *text;
    const char *at, *end;
    int line; /* of `at` */
};

/* Reads the file.  False after filling `err`. */
bool cli_answers_open(struct cli_answers *answers, const char *file, pulma_error *err);
void cli_answers_close(struct cli_answers *answers);
/* The answer for the next puzzle: all of the text if that is the only one, else up to a blank
 * line or a line that begins with %. */
pulma_status cli_answers_next(struct cli_answers *answers, const struct cli_item *item,
                              int *answer, pulma_error *err);
/* Nothing but blank lines and comments may follow. */
pulma_status cli_answers_done(struct cli_answers *answers, pulma_error *err);

#endif
