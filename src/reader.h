/* The reader's inside, for the files that make it: what a text is (recognise.c), the window through
 * which it is seen (reader.c), and lots of puzzles (lots.c). */
#ifndef PM_READER_H
#define PM_READER_H

#include "handle.h"

/* Which notation of which kind a text is in; notation NULL: a form. */
struct pm_guess {
    int kind, sureness;
    const struct pm_notation *notation;
    int rivals;    /* other kinds just as sure */
    bool one_line; /* in this notation a puzzle is a line */
    bool usual;    /* told by is_usual_line() */
};

/* Where the next puzzle is after one that cannot be read. */
enum pm_skip {
    PM_SKIP_NOTHING, /* at the cursor */
    PM_SKIP_LINE,
    PM_SKIP_BLOCK, /* after a blank line, or where something is recognised */
};

struct pulma_reader {
    struct pm_text text;
    int kind;             /* -1: each puzzle says or shows what it is */
    const char *notation; /* NULL: recognised from the content */
    bool unknown_kind;    /* the caller named one that there is not */
    int puzzles;          /* read or skipped so far */
    struct pm_guess last; /* of the puzzle before: a list goes on as it began */
    int same;             /* the kind whose name also holds for the next grid; -1: none */
    bool begun, failed;
    bool bad_text;     /* failed by a text that can be skipped */
    enum pm_skip skip; /* then: how */
    bool passing;      /* it is to be skipped before anything else is read */
    bool certain;      /* what was found last does not depend on text after the window */
    /* An error that waits until the puzzles before it are given; PULMA_OK: none. */
    pulma_status kept;
    pulma_error *kept_error;
    char notation_name[32], kind_name[32];

    /* Text that comes bit by bit; pull is NULL if all of it is there from the start. */
    pulma_pull *pull;
    void *context;
    char *window; /* text.at to text.end is the part that is not read yet */
    size_t room;
    bool complete; /* the window reaches the end of the text */

    /* Positions count bytes from the start of the text. */
    const char *base; /* the first byte in view */
    uint64_t dropped; /* its position */
    uint64_t found;   /* where what was found last begins */
    int found_line;
    uint64_t given; /* the same for what was given to the caller last */
    int given_line;
    uint64_t end; /* what begins here or later is not given */
    bool more;    /* there is something there */
};

enum {
    PM_AHEAD = 1 << 16,         /* how far past a puzzle a notation may look */
    PM_MOST_IN_DOUBT = 1 << 26, /* with so much in view a failure is one */
    PM_MOST_TO_SNIFF = 1 << 20, /* with so much in view what is unknown stays so */
    PM_MOST_IN_VIEW = 1 << 30
};

/* ---- What a text is (recognise.c) ---- */

/* The next puzzle of the text that is in view. */
pulma_status pm_read_next(pulma_reader *reader, pulma_puzzle **result, pulma_error *err);
/* A puzzle of this kind (-1: any) that is one of the usual lines; NULL: there is none at the cursor,
 * or no memory. */
pulma_puzzle *pm_read_usual(struct pm_text *text, int kind);
/* The puzzle at the cursor in a notation that is known. */
pulma_status pm_read_foreign(struct pm_text *text, const struct pm_guess *guess,
                             pulma_puzzle *puzzle, pulma_error *err);
/* Whether a puzzle begins here for sure. */
bool pm_begins_puzzle(const pulma_reader *reader);
/* Blank lines, comments and separators between puzzles. */
void pm_skip_gap(struct pm_text *t);
/* The line at the cursor without blanks at its ends and without a remark. */
struct pm_text pm_line_at(struct pm_text text);

/* ---- The window (reader.c) ---- */

pulma_status pm_reader_next(pulma_reader *reader, pulma_puzzle **result, pulma_error *err);
/* Pulls until this many unread bytes are in view, or all there are. */
pulma_status pm_reader_stock(pulma_reader *reader, size_t wanted, pulma_error *err);
/* Moves past the line at the cursor; false: its end is that of the text, or too far away for a
 * line of any puzzle. */
bool pm_reader_pass_line(pulma_reader *reader);
/* The position of a cursor. */
uint64_t pm_reader_at(const pulma_reader *reader, const struct pm_text *text);
/* What is found begins here; what was found is given to the caller. */
void pm_reader_find(pulma_reader *reader, const struct pm_text *text);
void pm_reader_give(pulma_reader *reader);

#endif
