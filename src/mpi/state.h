/* What a run has found out so far, in a file: another run goes on from there, with any number of
 * ranks.  The file is always whole, since it is written aside and then takes its place; the one before
 * is kept beside it, with ~ added, and is taken where the first is damaged. */
#ifndef MPI_STATE_H
#define MPI_STATE_H

#include "cli/batch.h"
#include "core/out.h"
#include "core/text.h"

struct state {
    const struct cli_item *item;
    char *file;    /* NULL: nothing is kept */
    double every;  /* seconds */
    double saved;  /* when, on cli_now() */
    bool failed;   /* the last time; complained of once */
    char *earlier; /* what an earlier run left, after its first line; NULL: nothing */
    char *memory;
    struct pm_text lines; /* of it, not yet read */
};

/* Opens the file of --resume for the puzzle; false after a complaint. */
bool state_open(struct state *state, const struct cli_item *item);
/* Whether it is time to save; `ended`: at the end it always is. */
bool state_is_due(const struct state *state, bool ended);
/* Saves the lines of `out` under the name of command and puzzle. */
void state_save(struct state *state, const struct pm_out *out);
/* Closes it; returns how to end. */
int state_close(struct state *state, int status);

/* The next line of an earlier state, if it begins with this word; the cursor is behind the word. */
bool state_line(struct state *state, const char *word, struct pm_text *line);
/* Whole numbers of a line; false: there is none. */
bool state_number(struct pm_text *line, int64_t *number);
/* A board as a line "answer ...", and back: false: it is not a right answer of the puzzle. */
void state_put_answer(struct pm_out *out, int places, const int *answer);
bool state_answer(struct pm_text *line, const pulma_puzzle *puzzle, int *answer);
/* The earlier state makes no sense; complains. */
bool state_refuse(const struct state *state, const char *what);

#endif
