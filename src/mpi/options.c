/* The program pulma-mpi: its table of commands and options. */
#include "cli/option_list.h"
#include "mpi/commands.h"

#define OPTION_RESUME                                                                      \
    {                                                                                      \
        CLI_RESUME, 'r', "resume", CLI_FILE, "FILE",                                       \
            "keep what is known so far in FILE, and start from it"                         \
    }
#define OPTION_SAVE                                                                        \
    {                                                                                      \
        CLI_SAVE, 0, "save", CLI_COUNT, "MS", "save it so often, in milliseconds (10000)"  \
    }
#define OPTION_PIECE                                                                       \
    {                                                                                      \
        CLI_PIECE, 0, "piece", CLI_COUNT, "MS",                                            \
            "split what takes longer, in milliseconds of CPU time (1000)"                  \
    }
#define OPTION_PROGRESS                                                                    \
    {                                                                                      \
        CLI_PROGRESS, 0, "progress", CLI_FLAG, NULL,                                       \
            "report on standard error how the work goes"                                   \
    }

/* Of the commands that split a question. */
#define OPTIONS_OF_PIECES                                                                  \
    OPTION_TIME, OPTION_MEMORY, OPTION_KIND, OPTION_FROM, OPTION_STRICT, OPTION_METHOD,    \
        OPTION_RESUME, OPTION_SAVE, OPTION_PIECE,                                          \
        {CLI_CSV, 0, "csv", CLI_FILE, "FILE", "write a line for each piece to FILE"},      \
        OPTION_PROGRESS, OPTION_JSON

const struct cli_program cli_program = {
    "pulma-mpi",
    "mpirun -n RANKS pulma-mpi COMMAND [ARGUMENTS]",
    "Solves logic puzzles on many machines, by MPI.",
    "solve logic puzzles on many machines",
    "pulma-mpi is started by mpirun or by the launcher of a cluster, once for each core.\n"
    "Rank 0 reads the files, hands out work, works itself and prints; no other rank reads\n"
    "or writes a file. If a rank dies the launcher ends the run; what \\-\\-resume keeps "
    "is\n"
    "whole, and another run, with any number of ranks, goes on from there.\n",
    "mpirun \\-n 8 pulma\\-mpi solve boards.txt > answers.txt\n"
    "mpirun \\-n 8 pulma\\-mpi count \\-r state hard.txt\n"
    "mpirun \\-n 8 pulma\\-mpi best \\-r state eternity2.txt\n",
    true,
};

const struct cli_command cli_commands[] = {
    {"solve",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "solve many puzzles",
     "Prints the answer to each puzzle, as 'pulma solve' does and in the same order.",
     run_solve,
     {OPTION_ALL, OPTION_ANSWERS, OPTION_TIME, OPTION_MEMORY, OPTION_CONFLICTS, OPTION_KIND,
      OPTION_FROM, OPTION_STRICT, OPTION_METHOD, OPTION_MODEL, OPTION_SOLVER, OPTION_SEED,
      OPTION_WHY, OPTION_KEPT, OPTION_JSON, OPTION_ASCII, OPTION_SILENT, OPTION_HELP}},
    {"count",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "count the answers to hard puzzles",
     "Prints how many answers each puzzle has, or \"at least N\" if it stopped early. All\n"
     "ranks work on one puzzle: what takes long is split, at places of the board, until\n"
     "every rank has a piece.",
     run_count,
     {{CLI_LIMIT, 'l', "limit", CLI_COUNT, "N", "stop counting at N"},
      OPTIONS_OF_PIECES,
      OPTION_HELP}},
    {"prove",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "prove that hard puzzles have one answer",
     "Says of each puzzle that it is unique, impossible, or has more than one answer, and\n"
     "prints up to two answers. A second answer, wherever it is found, ends the search.\n"
     "The exit status is 0 if every puzzle has exactly one answer.",
     run_prove,
     {OPTIONS_OF_PIECES,
      OPTION_ASCII,
      {CLI_QUIET, 'q', "quiet", CLI_FLAG, NULL, "print no answers"},
      OPTION_HELP}},
    {"best",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "search for better boards",
     "Searches for the best board of a puzzle whose answers have a cost, such as Eternity\n"
     "II, until it is proved to be the best or a limit is reached. Ranks begin "
     "differently,\n"
     "never twice the same way, and share the best board.",
     run_best,
     {OPTION_TIME,
      OPTION_MEMORY,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_STRICT,
      OPTION_METHOD,
      OPTION_SEED,
      {CLI_NUMBER, 'n', "number", CLI_COUNT, "N", "stop after N beginnings"},
      {CLI_SLICE, 0, "slice", CLI_COUNT, "MS",
       "change to another beginning after so many milliseconds (30000)"},
      OPTION_RESUME,
      OPTION_SAVE,
      OPTION_PROGRESS,
      OPTION_JSON,
      OPTION_ASCII,
      OPTION_HELP}},
    {"help",
     "[COMMAND]",
     0,
     1,
     CLI_COMMAND_NAME,
     "show help",
     "Lists all commands, or shows help for one of them.",
     cli_help,
     {{CLI_MAN, 0, "man", CLI_FLAG, NULL, NULL}, OPTION_HELP}},
    {"version",
     "",
     0,
     0,
     CLI_TEXT,
     "print the version of pulma-mpi",
     "Prints the name and version. With --json, tells what is built in, too.",
     cli_version,
     {{CLI_JSON, 0, "json", CLI_FLAG, NULL, "print one JSON document"}, OPTION_HELP}},
    {0},
};
