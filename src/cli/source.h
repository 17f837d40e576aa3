/* The puzzles of all files of a call, or of a share of them, one after another. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/console.h"
#include "cli/options.h"
#include "pulma/pulma.h"

/* A place in the input.  Before the first puzzle of a file it is always position 0, line 1, and behind
 * the last puzzle of a file it is before the first one of the next, so that whoever comes to a place,
 * from whichever side, calls it the same. */
struct cli_place {
    int file;          /* 1 for the first; after the last one more than there are */
    uint64_t position; /* bytes of the file's text, unpacked */
    int line;          /* 0: not known */
};

/* The puzzles that begin at `from` or later and before `to`. */
struct cli_share {
    struct cli_place from, to;
    bool
        relative; /* `from.line` is known, but counted from some place that is not the file's start */
};

/* All there is. */
struct cli_share cli_share_whole(const struct cli_call *call);
/* Part `call->part` of `call->parts`: equal shares of all bytes.  Files that are compressed are
 * unpacked to know how long they are.  False after a complaint. */
bool cli_share_of_part(const struct cli_call *call, struct cli_share *share);

/* What the source gives: a puzzle, several of them, or that something went wrong with a file. */
struct cli_found {
    pulma_status status; /* PULMA_NONE: there is nothing more */
    pulma_puzzle *puzzle;
    pulma_lot *lot; /* several puzzles instead of one */
    const char *file;
    struct cli_place at; /* where it begins; at the end of a share what begins behind it */
    int shift;           /* to be added to the lines of puzzles and errors */
    bool relative;       /* they are still not those of the file */
};

struct cli_source {
    const struct cli_call *call;
    struct cli_share share;
    int next_argument; /* after that of the file: its number */
    const char *file;  /* its name */
    int most;          /* how many puzzles a lot may have; 0: puzzles come one by one */
    bool (*idle)(void *context); /* as in struct cli_file */
    void *idle_context;
    struct cli_file open;
    pulma_reader *reader; /* NULL: no file is open */
    bool entered;         /* the file's puzzles are in the share from here on */
    bool first;           /* nothing of the file has been found yet, nor passed over */
    bool relative;        /* as in struct cli_found, of this file */
    int shift;
    long bad;                              /* puzzles that could not be read */
    int bad_in_a_row;                      /* of them, the last ones */
    struct cli_found ahead, second;        /* the second only if `peeked` */
    pulma_error ahead_error, second_error; /* if something went wrong with them */
    bool peeked;
    bool more;              /* there is something behind the share */
    bool several;           /* there is more than one puzzle, here or in other shares */
    struct cli_place begin; /* where what was found first begins */
    bool has_base;
    int base; /* lines before those that are counted from the beginning of the share */
};

void cli_source_open(struct cli_source *source, const struct cli_call *call,
                     const struct cli_share *share);
void cli_source_close(struct cli_source *source);
/* What comes next; `*err` is filled if something went wrong with it, and only then. */
struct cli_found cli_source_next(struct cli_source *source, pulma_error *err);
/* Whether there are two puzzles at least, or complaints.  Asked before the first is taken. */
bool cli_source_has_two(struct cli_source *source);
/* Goes on with the file after this one, unless it is there already. */
void cli_source_leave(struct cli_source *source, int file_number);
void cli_found_drop(struct cli_found *found);

/* Lines that are counted from the beginning of a share stand between these two in what is said, until
 * somebody knows where it begins: cli_print_lines() then prints them as they are in the file, with
 * so many lines before.  `*inside`: the text before ended in a number, false at the beginning. */
enum { CLI_LINE_BEGIN = 0x0E, CLI_LINE_END = 0x0F };
struct cli_lines {
    int before;
    bool inside;
    int number;
};
void cli_print_lines(FILE *out, struct cli_lines *lines, const char *text, size_t len);
/* What was said about puzzles of this source, to people: lines are counted for it, which takes reading
 * the beginning of the file once. */
void cli_source_say(struct cli_source *source, FILE *out, const char *text, size_t len);

#endif
