/* A document of many pages that goes to a file or to standard output, all of it or none. */
#ifndef CLI_DOCUMENT_H
#define CLI_DOCUMENT_H

#include "cli/console.h"

struct cli_document {
    const struct cli_call *call;
    pulma_sheet *sheet;
    struct cli_progress progress;
    FILE *out; /* while it is written */
    bool stopped;
};

/* False after a complaint. */
bool cli_document_open(struct cli_document *d, const struct cli_call *call);
/* Writes what was added to -o (standard output without it) and forgets it, whatever `status` says how
 * the puzzles went; nothing is written if there was nothing.  Returns how to end. */
int cli_document_close(struct cli_document *d, int status);

#endif
