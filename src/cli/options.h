/* The command line: one table of commands and options, and what it makes of a call.
 *
 * Parsing, help, the man page and the completions all come from that table, so they say the
 * same.  A new command is a file with its function and one entry in options.c. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How pulma ends.  Of several puzzles the worst counts; see cli_worse(). */
enum cli_exit {
    CLI_DONE = 0,    /* done; every puzzle answered; right */
    CLI_NO = 1,      /* no answer exists; wrong; unfinished */
    CLI_BAD = 2,     /* the call or the input is wrong */
    CLI_STOPPED = 3, /* a limit, Ctrl-C or a closed pipe came first */
};

/* Every option that some command has.  The same name may mean two things in two commands
 * (--size): these are two options. */
enum cli_option_id {
    CLI_ALL,
    CLI_ANSWER,
    CLI_ANSWERS,
    CLI_ASCII,
    CLI_BOARDS,
    CLI_CELL,
    CLI_COMPLETION,
    CLI_CONFLICTS,
    CLI_COVER,
    CLI_CSV,
    CLI_CUT,
    CLI_DIFFICULTY,
    CLI_EFFORT,
    CLI_EXAMPLES,
    CLI_FEEDBACK,
    CLI_FORMAT,
    CLI_FROM,
    CLI_GRID_SIZE,
    CLI_HELP,
    CLI_HTML,
    CLI_JOBS,
    CLI_JSON,
    CLI_JUNIT,
    CLI_KIND,
    CLI_STRICT,
    CLI_LANDSCAPE,
    CLI_LARGE,
    CLI_LATEX,
    CLI_LIMIT,
    CLI_LINEARISE,
    CLI_MAN,
    CLI_MARKDOWN,
    CLI_MARKS,
    CLI_MEMORY,
    CLI_METHOD,
    CLI_MODEL,
    CLI_MODELS_LIST,
    CLI_NEW,
    CLI_NO_RULES,
    CLI_NOTATIONS,
    CLI_NUMBER,
    CLI_OPTION,
    CLI_OUTPUT,
    CLI_PAPER,
    CLI_PAPER_SIZE,
    CLI_PART,
    CLI_PIECE,
    CLI_PLOT,
    CLI_PROGRESS,
    CLI_PROOF,
    CLI_QUIET,
    CLI_MISTAKES,
    CLI_RATE,
    CLI_REPEAT,
    CLI_RESUME,
    CLI_RULES,
    CLI_SAVE,
    CLI_SCALE,
    CLI_SEED,
    CLI_SHOW_SIZE,
    CLI_SIZE,
    CLI_SIZES,
    CLI_SLICE,
    CLI_SOLVER,
    CLI_SOLVERS,
    CLI_SOLVERS_LIST,
    CLI_STEPS,
    CLI_THEME,
    CLI_TIME,
    CLI_TITLE,
    CLI_TO,
    CLI_WHERE,
    CLI_WHY,
    CLI_WIDTH,
    CLI_OPTION_COUNT
};

/* What may follow an option, or stand as an argument. */
enum cli_value {
    CLI_FLAG,          /* nothing */
    CLI_TEXT,          /* anything */
    CLI_FILE,          /* the name of a file */
    CLI_OPTIONAL_FILE, /* the same, but only after '=': --answer or --answer=FILE */
    CLI_WHOLE,         /* a whole number, 0 to 2^64 - 1 */
    CLI_COUNT,         /* a whole number from 1 on */
    CLI_PART_OF,       /* K/N, from 1/N to N/N */
    CLI_SECONDS,       /* seconds, with a decimal point */
    CLI_FACTOR,        /* a positive number, with a decimal point */
    CLI_BYTES,         /* a size of memory: 200M, 4G */
    CLI_GRID,          /* WIDTHxHEIGHT: columns and rows */
    CLI_PAIR,          /* NAME=VALUE, may be given several times */
    CLI_CHOICE,        /* one of the words in `value`, which has bars between them */
    CLI_KIND_NAME,     /* a kind of puzzle */
    CLI_MODEL_NAME,    /* KIND/NAME or the path of a .mod file */
    CLI_SOLVER_NAME,   /* a solver for integer programs */
    CLI_COMMAND_NAME,  /* a command of pulma */
};

struct cli_option {
    enum cli_option_id id;
    char letter;      /* 0: it has none */
    const char *name; /* without the dashes */
    enum cli_value type;
    const char *value; /* what stands for the value in help: "FILE", "easy|medium|hard" */
    const char *help;  /* one line; NULL: hidden */
};

enum { CLI_MAX_PAIRS = 64, CLI_MAX_OPTIONS = 28 };

struct cli_call;

struct cli_command {
    const char *name;
    const char *arguments; /* "PUZZLE ANSWER", for help */
    int min_arguments, max_arguments;
    enum cli_value argument_type; /* of the first argument; further ones are files */
    const char *summary;          /* one line */
    const char *about;            /* more of it, lines of at most 80 columns */
    int (*run)(const struct cli_call *call);
    struct cli_option options[CLI_MAX_OPTIONS]; /* the last has no name */
};

/* What the user asked for. */
struct cli_call {
    const struct cli_command *command;
    const char *text[CLI_OPTION_COUNT]; /* NULL: not given; "" for flags */
    uint64_t number[CLI_OPTION_COUNT];  /* of CLI_WHOLE and CLI_COUNT */
    double factor;                      /* of CLI_FACTOR */
    double seconds, deadline;           /* of --time; on the clock of cli_now(), 0: none */
    size_t memory;                      /* bytes: of --memory, or a share of the machine */
    int columns, rows;                  /* of CLI_GRID */
    int part, parts;                    /* of CLI_PART_OF */
    const char *kept; /* results of an earlier call, for compare and grade; NULL: none */
    size_t kept_len;
    int pair_count;
    char *pair_names[CLI_MAX_PAIRS]; /* cut out of the command line in place */
    const char *pair_values[CLI_MAX_PAIRS];
    int argument_count;
    char **arguments;
};

/* The program, in words: how it is called, what it does in a line, in a line of its man page, and in
 * some lines there; examples, both for troff.  Each program has a table of its own. */
struct cli_program {
    const char *name, *usage, *does, *title, *about, *examples;
    bool
        forwarded; /* what it prints goes through another program, though it looks like a terminal */
};
extern const struct cli_program cli_program;
/* The table: all commands in the order of the help; the last has no name. */
extern const struct cli_command cli_commands[];

/* The worse of two endings: 2 before 3 before 1 before 0. */
int cli_worse(int a, int b);

/* Whether an option was given. */
bool cli_given(const struct cli_call *call, enum cli_option_id id);

/* Reads the call of a program.  False: there is nothing to run, `*status` is how to end. */
bool cli_start(int argc, char **argv, struct cli_call *call, int *status);
/* Sees to it that what was printed has arrived; returns how to end. */
int cli_finish(int status);

/* Finds the command that argv names.  NULL: `*status` is how to end; the reason was printed. */
const struct cli_command *cli_find_command(int argc, char **argv, int *status);
/* Reads the words after the command into `call`; the words are moved about in argv.  False:
 * the call is wrong, and an error was printed. */
bool cli_parse(const struct cli_command *command, int argc, char **argv,
               struct cli_call *call);

/* Complains of the call itself and returns CLI_BAD. */
int cli_usage(const struct cli_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The kind of this name; -1 after a complaint that suggests a similar one. */
/* Kinds for the user to see: all but the template for new ones. */
bool cli_kind_shown(int kind);
int cli_kind(const struct cli_call *call, const char *name);

/* Help, generated from the table; man page and completions likewise. */
void cli_print_help(FILE *out, const struct cli_command *command); /* NULL: all of it */
void cli_print_man(FILE *out, const struct cli_command *command);  /* NULL: of all */
bool cli_print_completion(FILE *out, const char *shell);

/* The commands, one file each. */
int cli_check(const struct cli_call *call);
int cli_compare(const struct cli_call *call);
int cli_convert(const struct cli_call *call);
int cli_count(const struct cli_call *call);
int cli_draw(const struct cli_call *call);
int cli_explain(const struct cli_call *call);
int cli_generate(const struct cli_call *call);
int cli_grade(const struct cli_call *call);
int cli_help(const struct cli_call *call);
int cli_hint(const struct cli_call *call);
int cli_join(const struct cli_call *call);
int cli_list(const struct cli_call *call);
int cli_model(const struct cli_call *call);
int cli_page(const struct cli_call *call);
int cli_rate(const struct cli_call *call);
int cli_sheet(const struct cli_call *call);
int cli_solve(const struct cli_call *call);
int cli_verify_proof(const struct cli_call *call);
int cli_version(const struct cli_call *call);

#endif
