/* What every command shares when it meets the outside: the clock, Ctrl-C, the terminal, files,
 * complaints, JSON. */
#ifndef CLI_CONSOLE_H
#define CLI_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/options.h"
#include "pulma/pulma.h"

/* Seconds on a clock that only goes forward. */
double cli_now(void);
/* The same, late by some milliseconds and sooner told. */
double cli_about_now(void);
/* Seconds until the call's deadline (at least a millisecond); 0: there is no deadline. */
double cli_seconds_left(const struct cli_call *call);
/* Whether its deadline is over. */
bool cli_out_of_time(const struct cli_call *call);

/* Settles how much memory the call may use, and has the system refuse more.  Searches stop at
 * the limit by themselves; this is for everything that does not look that often. */
void cli_limit_memory(struct cli_call *call);

/* Makes Ctrl-C a request to stop; a second one ends pulma immediately. */
void cli_catch_signals(void);
/* From now on the first one ends pulma, too: for work that leaves nothing behind and does not ask
 * whether it is still wanted. */
void cli_leave_signals(void);
bool cli_interrupted(void);
void cli_stop(void); /* as if somebody had pressed Ctrl-C */

/* A line on standard error that tells how the work goes on: only on a terminal, and only
 * after a second. */
struct cli_progress {
    double started, shown; /* when; shown 0: nothing is on the screen */
    long done;             /* puzzles finished */
    long total;            /* and how many there are; 0: not known */
    const char *what;      /* "solving" */
    bool on;               /* standard error is a terminal */
    bool visible;
    char detail[80]; /* "465 of 480 joins match": the best so far; "" if there is none */
};

void cli_progress_start(struct cli_progress *progress, const char *what);
void cli_progress_show(struct cli_progress *progress); /* NULL is allowed */
void cli_progress_hide(struct cli_progress *progress); /* before anything is printed */

/* How to draw as text: colours on a terminal that has them, unless --ascii is wished. */
pulma_picture_format cli_picture_format(const struct cli_call *call, bool terminal);

/* Whether no line of a picture is wider than the terminal of standard output. */
bool cli_fits_terminal(const char *text, size_t len);

/* A file to be read from its start to its end; "-" is standard input.  cli_file_open() fails
 * after filling `err`; cli_file_pull() is a pulma_pull whose context is the file. */
struct cli_file {
    int fd;
    /* Called now and then while there is nothing to be read yet; may be NULL.  False: what may
     * come is not wanted any more. */
    bool (*idle)(void *context);
    void *context;
    bool begun;        /* something was read */
    uint64_t position; /* so many bytes were given, those of cli_file_seek() included */
    struct cli_unpack *unpack; /* NULL: it is not compressed */
};
bool cli_file_open(struct cli_file *file, const char *path, pulma_error *err);
pulma_status cli_file_pull(void *file, char *buffer, size_t size, size_t *got,
                           pulma_error *err);
/* Goes to this position of what it gives; a compressed file is unpacked up to there. */
bool cli_file_seek(struct cli_file *file, uint64_t position, pulma_error *err);
void cli_file_close(struct cli_file *file);
/* How many bytes a file gives; a compressed one is unpacked for it.  False: it cannot be read, or only
 * once. */
bool cli_file_length(const char *path, uint64_t *length, pulma_error *err);
/* A whole file, "-" standard input.  NULL after filling `err`; freed with free(). */
char *cli_read_file(const char *path, size_t *len, pulma_error *err);
/* Writes a file, all of it or none. */
bool cli_write_file(const char *path, const char *bytes, size_t len, pulma_error *err);
/* The same for a file that grows: it stands beside its place until it is closed as `good`.  NULL or
 * false after filling `err`. */
struct cli_whole_file {
    FILE *file;
    char *target, *beside; /* NULL: it is written where it is (a device, a pipe) */
};
FILE *cli_whole_file_open(struct cli_whole_file *whole, const char *path, pulma_error *err);
bool cli_whole_file_close(struct cli_whole_file *whole, bool good, pulma_error *err);
/* "out.svg" for the first, "out-2.svg" for the second; freed with free(). */
char *cli_numbered_name(const char *path, long number);

/* Tells what went wrong with `file` (NULL: none): as "file:line:column: message" on
 * `complaints`, or with --json as a document on `out`.  Returns how to end. */
int cli_fail(const struct cli_call *call, FILE *out, FILE *complaints, const char *file,
             const pulma_error *err);
/* The same with a line in the form that it has for now ("12", or marked as in source.h). */
int cli_fail_at(const struct cli_call *call, FILE *out, FILE *complaints, const char *file,
                const char *line, const pulma_error *err);

/* The same for memory that the command itself could not get. */
int cli_no_memory(const struct cli_call *call, FILE *out, FILE *complaints);

/* Why a question was stopped, in the words of the command line. */
const char *cli_limit_words(const struct cli_call *call, const pulma_error *err);

/* A text from outside, for a person's terminal: nothing in it can command the terminal. */
void cli_print_clean(FILE *out, const char *text);
/* The name of an input for people: "-" is standard input. */
const char *cli_file_name(const char *file);

/* A text as JSON string with quotes; bytes that are no UTF-8 are replaced. */
void cli_json_text(FILE *out, const char *text);
/* Decimal digits: a number as long as every reader keeps it exactly, else a string. */
void cli_json_digits(FILE *out, const char *digits);
/* Several integers as JSON array. */
void cli_json_ints(FILE *out, const int *values, int count);

#endif
