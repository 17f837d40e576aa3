/* Answers that stand in a file, to be judged or drawn. */
#ifndef CLI_ANSWERS_H
#define CLI_ANSWERS_H

#include "cli/batch.h"

/* A file with one answer for each puzzle of a call, read in step with the puzzles. */
struct cli_answers {
    const char *file;
    struct cli_file open;
    char *buffer, *at, *end; /* what was read of it and not yet taken */
    char *line;              /* the line that is looked at, with its line end */
    size_t line_len, line_room;
    int line_number;
    pulma_error err; /* why the file could not be read further */
};

/* Opens the file.  False after filling `err`. */
bool cli_answers_open(struct cli_answers *answers, const char *file, pulma_error *err);
void cli_answers_close(struct cli_answers *answers);

/* For a task whose context is the answers: `prepare` takes the text that is for the next
 * puzzle, which is all of the file if that is the only puzzle, else up to a blank line or a
 * line that begins with %.  The work then reads the item's answer out of it. */
void *cli_answers_take(const struct cli_item *item);
/* Whether the text says that there is no answer, in the words of 'pulma solve'. */
bool cli_answers_says_none(const struct cli_item *item);
pulma_status cli_answers_read(const struct cli_item *item, int *answer, pulma_error *err);

/* Nothing but blank lines and comments may follow. */
pulma_status cli_answers_done(struct cli_answers *answers, pulma_error *err);

#endif
