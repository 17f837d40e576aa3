/* The best answer so far of a long search: reported, kept in a file, and continued from. */
#ifndef CLI_KEEP_H
#define CLI_KEEP_H

#include "cli/batch.h"

struct cli_keep {
    const struct cli_item *item;
    pulma_job *job;
    char *file; /* of --resume; NULL: none */
    double started, told;
    bool failed; /* the file could not be written */
};

/* Prepares the job for --resume and --progress: it begins with the answer in the file, if there
 * is one, and tells of better ones.  False after a complaint. */
bool cli_keep_open(struct cli_keep *keep, const struct cli_item *item, pulma_job *job);
/* The answer that came out goes to the file, too; NULL: there is none.  Returns `status`, or what
 * is worse. */
int cli_keep_close(struct cli_keep *keep, const int *answer, int status);

#endif
