/* The table of commands and options. */
#include "cli/options.h"

#include <stddef.h>

/* Options that several commands share. */
#define OPTION_HELP                                                                        \
    {                                                                                      \
        CLI_HELP, 'h', "help", CLI_FLAG, NULL, "tell about this command"                   \
    }
#define OPTION_JSON                                                                        \
    {                                                                                      \
        CLI_JSON, 0, "json", CLI_FLAG, NULL,                                               \
            "print one JSON document per puzzle, a line each"                              \
    }
#define OPTION_KIND                                                                        \
    {                                                                                      \
        CLI_KIND, 'k', "kind", CLI_KIND_NAME, "KIND",                                      \
            "the kind of puzzle, where the text does not tell"                             \
    }
#define OPTION_FROM                                                                        \
    {                                                                                      \
        CLI_FROM, 0, "from", CLI_TEXT, "NOTATION",                                         \
            "the notation of the input, where the text does not tell"                      \
    }
#define OPTION_TIME                                                                        \
    {                                                                                      \
        CLI_TIME, 't', "time", CLI_SECONDS, "SECONDS", "stop after so many seconds in all" \
    }
#define OPTION_JOBS                                                                        \
    {                                                                                      \
        CLI_JOBS, 'j', "jobs", CLI_COUNT, "N",                                             \
            "use N threads: for N puzzles at a time, or for one"                           \
    }
#define OPTION_METHOD                                                                      \
    {                                                                                      \
        CLI_METHOD, 0, "method", CLI_CHOICE, "auto|kernel|rules",                          \
            "the kind's own search, the general rules, or what suits"                      \
    }
#define OPTION_CONFLICTS                                                                   \
    {                                                                                      \
        CLI_CONFLICTS, 0, "conflicts", CLI_COUNT, "N",                                     \
            "stop each puzzle after N conflicts"                                           \
    }
#define OPTION_ASCII                                                                       \
    {                                                                                      \
        CLI_ASCII, 0, "ascii", CLI_FLAG, NULL, "draw with plain ASCII"                     \
    }
#define OPTION_MODEL                                                                       \
    {                                                                                      \
        CLI_MODEL, 'm', "model", CLI_TEXT, "NAME",                                         \
            "solve this integer program: a name, or a path ./mine.mod"                     \
    }
#define OPTION_SOLVER                                                                      \
    {                                                                                      \
        CLI_SOLVER, 's', "solver", CLI_SOLVER_NAME, "NAME",                                \
            "the solver for the integer program"                                           \
    }

enum { MANY = 1 << 30 };

const struct cli_command cli_commands[] = {
    {"list",
     "[KIND]",
     0,
     1,
     CLI_KIND_NAME,
     "tell what there is: kinds, models, solvers",
     "Without KIND lists the kinds of puzzles; with KIND tells its rules, its notations,\n"
     "its models and what its generator can be asked for.",
     cli_list,
     {{CLI_SOLVERS, 0, "solvers", CLI_FLAG, NULL, "the solvers for integer programs"},
      {CLI_NOTATIONS, 0, "notations", CLI_FLAG, NULL, "the notations of all kinds"},
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "print one JSON document"},
      OPTION_HELP}},
    {"solve",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "solve puzzles",
     "Prints the answer of each puzzle: drawn if the output is a terminal, else as text.\n"
     "Every answer has been checked against the rules. If there is none, says which\n"
     "reasons contradict each other. With several puzzles a line that begins with %\n"
     "stands before each answer, so that 'pulma check' reads them all.",
     cli_solve,
     {{CLI_ALL, 'a', "all", CLI_FLAG, NULL, "print all answers"},
      {CLI_LIMIT, 'l', "limit", CLI_COUNT, "N", "print all answers, but at most N"},
      OPTION_TIME,
      OPTION_CONFLICTS,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_METHOD,
      OPTION_MODEL,
      OPTION_SOLVER,
      {CLI_SEED, 0, "seed", CLI_WHOLE, "N", "try things in another order"},
      {CLI_PROOF, 0, "proof", CLI_FILE, "FILE",
       "leave a proof that there is no (further) answer"},
      {CLI_RESUME, 'r', "resume", CLI_FILE, "FILE",
       "keep the best answer so far in this file, begin with it"},
      {CLI_PROGRESS, 0, "progress", CLI_FLAG, NULL,
       "tell of each better answer on standard error"},
      {CLI_WHY, 'w', "why", CLI_FLAG, NULL,
       "without an answer: always tell why, however long it takes"},
      OPTION_JSON,
      OPTION_ASCII,
      {CLI_QUIET, 'q', "quiet", CLI_FLAG, NULL, "print nothing, only end with a status"},
      OPTION_JOBS,
      OPTION_HELP}},
    {"count",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "count the answers of puzzles",
     "Prints how many answers each puzzle has, or \"at least N\" if it stopped before\n"
     "the end. Where answers may differ without looking different, tells both numbers.",
     cli_count,
     {{CLI_LIMIT, 'l', "limit", CLI_COUNT, "N", "count no further than N"},
      OPTION_TIME,
      OPTION_CONFLICTS,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_METHOD,
      OPTION_MODEL,
      OPTION_SOLVER,
      OPTION_JSON,
      OPTION_JOBS,
      OPTION_HELP}},
    {"check",
     "PUZZLE ANSWER",
     2,
     2,
     CLI_FILE,
     "judge an answer",
     "Says right, wrong (where and why) or unfinished. Both are files; one of them may be\n"
     "'-'. If PUZZLE holds several puzzles, ANSWER holds as many answers with a blank "
     "line\n"
     "between them. Lines of ANSWER that begin with % are skipped.",
     cli_check,
     {OPTION_KIND, OPTION_FROM, OPTION_JSON, OPTION_JOBS, OPTION_HELP}},
    {"generate",
     "KIND",
     1,
     1,
     CLI_KIND_NAME,
     "make new puzzles with exactly one answer",
     "Prints the puzzles with a blank line between them. The same kind, wishes and seed\n"
     "give the same puzzles on every machine. Without --seed the clock chooses one, and\n"
     "it is told on standard error.",
     cli_generate,
     {{CLI_SIZE, 0, "size", CLI_GRID, "WxH", "columns x rows"},
      {CLI_DIFFICULTY, 'd', "difficulty", CLI_CHOICE, "easy|medium|hard",
       "how hard to solve (medium)"},
      {CLI_SEED, 0, "seed", CLI_WHOLE, "N", "where chance begins"},
      {CLI_NUMBER, 'n', "number", CLI_COUNT, "N", "how many puzzles (1)"},
      {CLI_OPTION, 0, "option", CLI_PAIR, "NAME=VALUE",
       "a wish that the kind knows, see 'pulma list KIND'; @FILE: what it holds"},
      {CLI_TO, 0, "to", CLI_TEXT, "NOTATION", "print in this notation (pulma)"},
      OPTION_TIME,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "the same as --to json"},
      OPTION_HELP}},
    {"model",
     "KIND/NAME [FILE]",
     1,
     2,
     CLI_MODEL_NAME,
     "print an integer program",
     "Prints the model in GNU MathProg; with a puzzle FILE, model and data in one file\n"
     "that 'glpsol -m' solves too, or the program in another format. Instead of KIND/NAME\n"
     "the path of a .mod file of your own may stand, with a '/' in it: ./mine.mod.",
     cli_model,
     {{CLI_FORMAT, 'f', "format", CLI_CHOICE, "mathprog|dat|lp|mps|gams|opb|cnf|latex",
       "what to print (mathprog)"},
      {CLI_SHOW_SIZE, 0, "size", CLI_FLAG, NULL,
       "print the numbers of variables and constraints instead"},
      {CLI_LINEARISE, 0, "linearise", CLI_FLAG, NULL,
       "rewrite products and absolute values as linear constraints"},
      {CLI_OUTPUT, 'o', "output", CLI_FILE, "FILE", "write to this file"},
      OPTION_KIND,
      OPTION_FROM,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "with --size: print a JSON document"},
      OPTION_HELP}},
    {"compare",
     "[FILE...]",
     0,
     MANY,
     CLI_FILE,
     "compare formulations and solvers on puzzles",
     "Solves every puzzle by every model of its kind with every solver, and by the kernel\n"
     "and the rules, each run in a process of its own and within the same limits, in "
     "turn.\n"
     "Prints sizes, seconds and nodes. Ways that disagree about a puzzle are an error.",
     cli_compare,
     {{CLI_MODELS_LIST, 'm', "models", CLI_TEXT, "A,B|all",
       "these models, by name or as ./mine.mod (all)"},
      {CLI_SOLVERS_LIST, 's', "solvers", CLI_TEXT, "A,B|all",
       "these solvers; 'kernel' and 'rules' are two of them (all)"},
      {CLI_TIME, 't', "time", CLI_SECONDS, "SECONDS", "CPU time of each run (10); on the clock up to 3 times"},
      {CLI_REPEAT, 'n', "repeat", CLI_COUNT, "N", "run all N times; tells the median (1)"},
      {CLI_RESUME, 'r', "resume", CLI_FILE, "FILE",
       "keep each result in this file, and leave out what is in it"},
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "print a JSON document a row"},
      {CLI_CSV, 0, "csv", CLI_FLAG, NULL, "print comma-separated values"},
      {CLI_MARKDOWN, 0, "markdown", CLI_FLAG, NULL, "print Markdown tables"},
      {CLI_LATEX, 0, "latex", CLI_FLAG, NULL, "print a LaTeX table"},
      {CLI_HTML, 0, "html", CLI_FLAG, NULL, "print a web page"},
      {CLI_PLOT, 'p', "plot", CLI_FILE, "FILE",
       "draw time against size, and how many in which time, as SVG"},
      {CLI_SIZES, 0, "sizes", CLI_TEXT, "A..B",
       "instead of files: new boards of --kind, AxA to BxB"},
      {CLI_SEED, 0, "seed", CLI_WHOLE, "N", "with --sizes: where chance begins (1)"},
      {CLI_OPTION, 0, "option", CLI_PAIR, "NAME=VALUE",
       "with --sizes: a wish that the kind knows"},
      {CLI_PAPER, 0, "paper", CLI_CHOICE, "hartmann2018|lampainen2024",
       "instead of files: the published experiments, beside ours"},
      {CLI_EXAMPLES, 0, "examples", CLI_FILE, "FOLDER",
       "with --paper: where the puzzles of the publications are"},
      OPTION_KIND,
      OPTION_FROM,
      OPTION_HELP}},
    {"draw",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "draw puzzles",
     "Draws in the terminal, or with -o into a file whose name ends in .svg, .png or "
     ".pdf.\n"
     "Several puzzles go to numbered files: out.svg, out-2.svg, ...",
     cli_draw,
     {{CLI_ANSWER, 'a', "answer", CLI_OPTIONAL_FILE, "FILE",
       "draw the answer too: the one in FILE, else solve first"},
      {CLI_OUTPUT, 'o', "output", CLI_FILE, "FILE", "draw into this file"},
      {CLI_FORMAT, 'f', "format", CLI_CHOICE, "terminal|mono|ascii|svg|png|pdf",
       "how to draw, where the name does not tell"},
      OPTION_ASCII,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_TIME,
      OPTION_HELP}},
    {"convert",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "write puzzles in another notation",
     "Reads any notation that it knows and writes the one that is asked for.\n"
     "'pulma list --notations' tells them all.",
     cli_convert,
     {{CLI_TO, 0, "to", CLI_TEXT, "NOTATION", "the notation to write (pulma)"},
      {CLI_ANSWER, 'a', "answer", CLI_FILE, "FILE",
       "write the puzzles with these answers as givens"},
      OPTION_FROM,
      OPTION_KIND,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "the same as --to json"},
      OPTION_HELP}},
    {"verify-proof",
     "FORMULA PROOF",
     2,
     2,
     CLI_FILE,
     "check a proof of 'solve --proof'",
     "Checks step by step that the proof (DRAT, text form) refutes the formula (DIMACS),\n"
     "with a small checker that shares nothing with the solver. 'pulma solve --proof P'\n"
     "leaves the formula in P.cnf.",
     cli_verify_proof,
     {{CLI_JSON, 0, "json", CLI_FLAG, NULL, "print a JSON document"}, OPTION_HELP}},
    {"help",
     "[COMMAND]",
     0,
     1,
     CLI_COMMAND_NAME,
     "tell about a command",
     "Tells about all commands, or about one of them.",
     cli_help,
     {{CLI_MAN, 0, "man", CLI_FLAG, NULL, NULL},
      {CLI_COMPLETION, 0, "completion", CLI_CHOICE, "bash|zsh|fish", NULL},
      OPTION_HELP}},
    {"version",
     "",
     0,
     0,
     CLI_TEXT,
     "tell the version of pulma",
     "Prints the name and version.",
     cli_version,
     {OPTION_HELP}},
    {0},
};

int cli_worse(int a, int b)
{
    static const int badness[] = {
        [CLI_DONE] = 0, [CLI_NO] = 1, [CLI_STOPPED] = 2, [CLI_BAD] = 3};
    return badness[a] >= badness[b] ? a : b;
}

bool cli_given(const struct cli_call *call, enum cli_option_id id)
{
    return call->text[id] != NULL;
}
