/* What publications printed: docs/published/NAME.tsv, which are part of the program.
 *
 * Such a file is made of parts with a blank line between them.  A part begins with lines of
 * comment: its title, perhaps "Where: " it stands, and what else there is to say.  The first
 * part, which has nothing more, is about the publication; the others are tables: the names of
 * the columns, then the rows, cells separated by tabs, "-" for an empty one.
 *
 *     experiment, remark   in words
 *     board                a file of examples/ without ".txt", or "made SIDE COLOURS": a board of
 *                          edge matching with this many cells a side, for the count alone
 *     model                the name of our model
 *     form                 "linearised", where the published size is that of the linear form
 *     variables, binary, constraints, parameters, class
 *                          the published size; ours is put beside it
 *     n, p                 what the formulas speak of, cells a side and colours; in the row of
 *                          the formulas themselves "n" and "p"
 *     any other name       a solver of theirs, and its seconds as printed */
#ifndef STUDY_PUBLISHED_H
#define STUDY_PUBLISHED_H

#include "core/arena.h"
#include "pulma/pulma.h"

enum { STUDY_MOST_COLUMNS = 16 };

struct published_table {
    const char *title, *where, *note; /* "": none */
    const char *columns[STUDY_MOST_COLUMNS];
    int column_count;
    const char **cells; /* row after row; "" is an empty one */
    int row_count;
};

struct published {
    const char *title, *note;
    struct published_table *tables;
    int table_count;
};

/* Reads such a text; what it gives lives as long as the arena. */
pulma_status published_read(const char *text, size_t len, struct pm_arena *arena,
                            struct published *published, pulma_error *err);
/* The number of a column; -1: the table has none. */
int published_column(const struct published_table *table, const char *name);
/* The cell of a column; "" if it is empty or there is no such column. */
const char *published_cell(const struct published_table *table, int row,
                           const char *column);
/* Whether a column is the publication's own, and not for us to work with. */
bool published_is_shown(const char *column);
/* Whether a column holds the seconds of a solver of theirs. */
bool published_is_solver(const char *column);

/* The value of a formula such as "2n^2(1 + 2p)"; false: it is none, or its value is too large. */
bool published_evaluate(const char *formula, int n, int p, int64_t *value);

/* The files, by number; the last has no name. */
struct published_file {
    const char *name; /* "hartmann2018" */
    const char *text;
    size_t len;
};
extern const struct published_file published_files[];

#endif
