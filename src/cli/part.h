/* Parts of a run (--part), and output that is kept in a file and continued (--output).
 *
 * A part is text: a first line that says to which run it belongs, what the run prints about
 * this part of its input, and a last line that says where it begins and ends.  'pulma join'
 * puts parts together.  An output file has a journal beside it while it is not complete: how
 * many bytes of it hold, and where in the input to go on. */
#ifndef CLI_PART_H
#define CLI_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/source.h"
#include "core/out.h"

/* How far a run has come. */
struct cli_mark {
    uint64_t bytes; /* of the output, the first line included */
    struct cli_place from, next;
    bool relative; /* lines of the file where it begins are counted from there */
    long number;   /* puzzles so far, or at least 1 if it does not begin with the first */
    int status;    /* how to end, so far */
};

struct cli_part {
    const struct cli_call *call;
    char run[20];
    struct pm_out head; /* the first line */
    char *journal;      /* its name; NULL: there is none */
    int fd;             /* of the journal */
    int slot;           /* where the next mark goes */
    bool complete;      /* nothing is left to be done */
    bool resumed;       /* `mark` says from where on */
    struct cli_mark mark;
};

/* Whether the call is for a part, or keeps its output. */
bool cli_part_wanted(const struct cli_call *call);

/* Opens the output, and prints the first line of a part.  From now on standard output is the file of
 * --output, if there is one.  False after a complaint.  Closed in any case. */
bool cli_part_open(struct cli_part *part, const struct cli_call *call);
/* All that was printed is about what is before `mark->next`; its bytes are counted here. */
void cli_part_mark(struct cli_part *part, const struct cli_mark *mark);
/* The end, after the last mark; `whole`: it did all there was to do.  Returns how to end. */
int cli_part_close(struct cli_part *part, const struct cli_mark *mark, bool whole);

/* The same for a part that is a record, a line for each result: what an earlier call left of it is
 * `*kept`, to be freed with free(); NULL: nothing.  It has no marks. */
bool cli_part_open_record(struct cli_part *part, const struct cli_call *call, char **kept,
                          size_t *kept_len);

/* The positions of part `call->part` of `call->parts` among `count`; all without --part. */
void cli_part_range(const struct cli_call *call, uint64_t count, uint64_t *from,
                    uint64_t *to);

#endif
