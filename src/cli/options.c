/* The table of commands and options. */
#include "cli/options.h"

#include <stddef.h>

/* Options that several commands share. */
#define OPTION_HELP                                                                        \
    {                                                                                      \
        CLI_HELP, 'h', "help", CLI_FLAG, NULL, "show help for this command"                \
    }
#define OPTION_JSON                                                                        \
    {                                                                                      \
        CLI_JSON, 0, "json", CLI_FLAG, NULL,                                               \
            "print one JSON document per puzzle, one per line"                             \
    }
#define OPTION_KIND                                                                        \
    {                                                                                      \
        CLI_KIND, 'k', "kind", CLI_KIND_NAME, "KIND",                                      \
            "kind of puzzle, if the text does not say"                                     \
    }
#define OPTION_FROM                                                                        \
    {                                                                                      \
        CLI_FROM, 0, "from", CLI_TEXT, "NOTATION",                                         \
            "notation of the input, if the text does not say"                              \
    }
#define OPTION_STRICT                                                                      \
    {                                                                                      \
        CLI_STRICT, 0, "strict", CLI_FLAG, NULL,                                           \
            "end a file at the first puzzle that cannot be read"                           \
    }
#define OPTION_TIME                                                                        \
    {                                                                                      \
        CLI_TIME, 't', "time", CLI_SECONDS, "SECONDS",                                     \
            "stop after this many seconds in total"                                        \
    }
#define OPTION_TIME_USUALLY                                                                \
    {                                                                                      \
        CLI_TIME, 't', "time", CLI_SECONDS, "SECONDS",                                     \
            "stop after this many seconds in total (20 a puzzle)"                          \
    }
#define OPTION_MEMORY                                                                      \
    {                                                                                      \
        CLI_MEMORY, 0, "memory", CLI_BYTES, "SIZE",                                        \
            "stop before more memory is used: 500M, 4G (three quarters of what there is)"  \
    }
#define OPTION_JOBS                                                                        \
    {                                                                                      \
        CLI_JOBS, 'j', "jobs", CLI_COUNT, "N",                                             \
            "use N threads, for N puzzles at a time or for one"                            \
    }
#define OPTION_PART                                                                        \
    {                                                                                      \
        CLI_PART, 0, "part", CLI_PART_OF, "K/N",                                           \
            "do part K of N only, for 'pulma join' to put together"                        \
    }
#define OPTION_KEPT                                                                        \
    {                                                                                      \
        CLI_OUTPUT, 'o', "output", CLI_FILE, "FILE",                                       \
            "write to FILE; if killed, the same call goes on where it was"                 \
    }
#define OPTION_METHOD                                                                      \
    {                                                                                      \
        CLI_METHOD, 0, "method", CLI_CHOICE, "auto|kernel|rules",                          \
            "search by kernel, by rules, or whichever suits"                               \
    }
#define OPTION_CONFLICTS                                                                   \
    {                                                                                      \
        CLI_CONFLICTS, 0, "conflicts", CLI_COUNT, "N",                                     \
            "give up on a puzzle after N conflicts"                                        \
    }
#define OPTION_ASCII                                                                       \
    {                                                                                      \
        CLI_ASCII, 0, "ascii", CLI_FLAG, NULL, "draw in plain ASCII"                       \
    }
#define OPTION_MODEL                                                                       \
    {                                                                                      \
        CLI_MODEL, 'm', "model", CLI_TEXT, "NAME",                                         \
            "solve by this model: a name, or a path like ./mine.mod"                       \
    }
#define OPTION_SOLVER                                                                      \
    {                                                                                      \
        CLI_SOLVER, 's', "solver", CLI_SOLVER_NAME, "NAME",                                \
            "solver for the integer program"                                               \
    }

enum { MANY = 1 << 30 };

const struct cli_command cli_commands[] = {
    {"list",
     "[KIND]",
     0,
     1,
     CLI_KIND_NAME,
     "list kinds, models and solvers",
     "Lists the kinds of puzzles. With KIND, shows its rules, notations, models and the\n"
     "options of its generator.",
     cli_list,
     {{CLI_SOLVERS, 0, "solvers", CLI_FLAG, NULL, "list the solvers for integer programs"},
      {CLI_NOTATIONS, 0, "notations", CLI_FLAG, NULL, "list the notations of all kinds"},
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "print one JSON document"},
      OPTION_HELP}},
    {"solve",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "solve puzzles",
     "Prints the answer to each puzzle: drawn if the output is a terminal, otherwise as\n"
     "text. Every answer has been checked against the rules. If there is none, says which\n"
     "rules contradict each other. With several puzzles, each answer is preceded by a "
     "line\n"
     "that begins with %, so that 'pulma check' can read them all.",
     cli_solve,
     {{CLI_ALL, 'a', "all", CLI_FLAG, NULL, "print all answers"},
      {CLI_LIMIT, 'l', "limit", CLI_COUNT, "N", "print at most N answers"},
      OPTION_TIME,
      OPTION_MEMORY,
      OPTION_CONFLICTS,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_STRICT,
      OPTION_METHOD,
      OPTION_MODEL,
      OPTION_SOLVER,
      {CLI_SEED, 0, "seed", CLI_WHOLE, "N", "seed of the random choices in the search"},
      {CLI_PROOF, 0, "proof", CLI_FILE, "FILE",
       "write a proof to FILE that there are no other answers"},
      {CLI_RESUME, 'r', "resume", CLI_FILE, "FILE",
       "keep the best answer so far in FILE, and start from it"},
      {CLI_PROGRESS, 0, "progress", CLI_FLAG, NULL,
       "report each better answer on standard error"},
      {CLI_WHY, 'w', "why", CLI_FLAG, NULL,
       "if there is no answer, say why, however long it takes"},
      OPTION_JSON,
      OPTION_ASCII,
      {CLI_QUIET, 'q', "quiet", CLI_FLAG, NULL, "print nothing; only set the exit status"},
      OPTION_JOBS,
      OPTION_PART,
      OPTION_KEPT,
      OPTION_HELP}},
    {"count",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "count the answers to puzzles",
     "Prints how many answers each puzzle has, or \"at least N\" if it stopped early.\n"
     "Where answers can differ without looking different, prints both numbers.",
     cli_count,
     {{CLI_LIMIT, 'l', "limit", CLI_COUNT, "N", "stop counting at N"},
      OPTION_TIME,
      OPTION_MEMORY,
      OPTION_CONFLICTS,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_STRICT,
      OPTION_METHOD,
      OPTION_MODEL,
      OPTION_SOLVER,
      OPTION_JSON,
      OPTION_JOBS,
      OPTION_PART,
      OPTION_KEPT,
      OPTION_HELP}},
    {"check",
     "PUZZLE ANSWER",
     2,
     2,
     CLI_FILE,
     "check an answer",
     "Says right, wrong (where and why) or unfinished, and of an unfinished answer "
     "whether\n"
     "it can still be completed and, if not, why. Both arguments are files; one of them\n"
     "may be '-'. If PUZZLE holds several puzzles, ANSWER holds the same number of\n"
     "answers, separated by blank lines. Lines of ANSWER that begin with % are skipped.",
     cli_check,
     {{CLI_MISTAKES, 'm', "mistakes", CLI_FLAG, NULL, "tell which entries are wrong"},
      {CLI_TIME, 't', "time", CLI_SECONDS, "SECONDS",
       "stop after this many seconds in total (20 an unfinished answer)"},
      OPTION_KIND,
      OPTION_FROM,
      OPTION_MEMORY,
      OPTION_JSON,
      OPTION_JOBS,
      OPTION_HELP}},
    {"hint",
     "PUZZLE [ANSWER]",
     1,
     2,
     CLI_FILE,
     "tell the easiest next step",
     "Tells what can be concluded next from PUZZLE, or from the unfinished ANSWER, and "
     "why.\n"
     "--where and --rules tell less. A board with a mistake is told so.",
     cli_hint,
     {{CLI_WHERE, 'w', "where", CLI_FLAG, NULL, "tell only where to look"},
      {CLI_RULES, 'r', "rules", CLI_FLAG, NULL, "tell only which rules to think of"},
      OPTION_TIME_USUALLY,
      OPTION_MEMORY,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_STRICT,
      OPTION_JSON,
      OPTION_HELP}},
    {"explain",
     "PUZZLE [ANSWER]",
     1,
     2,
     CLI_FILE,
     "explain a puzzle step by step",
     "Tells how to get from PUZZLE, or from the unfinished ANSWER, to the end: each step\n"
     "concludes something from what is known and as few rules as possible. Steps that\n"
     "need one rule and one fact are only counted.",
     cli_explain,
     {{CLI_ALL, 'a', "all", CLI_FLAG, NULL, "tell the simplest steps too"},
      {CLI_STEPS, 'n', "steps", CLI_COUNT, "N", "stop after N steps"},
      {CLI_HTML, 0, "html", CLI_FILE, "FILE",
       "write a page with a picture for each step to FILE"},
      OPTION_TIME_USUALLY,
      OPTION_MEMORY,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_STRICT,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL,
       "print one JSON document per step, a line each"},
      OPTION_HELP}},
    {"rate",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "tell how hard puzzles are",
     "Explains each puzzle and tells its level, its rating, the size of the hardest step\n"
     "and how many steps there are of which size: \"40x1 3x2\" are 40 steps with one rule\n"
     "and 3 with two.",
     cli_rate,
     {OPTION_TIME_USUALLY, OPTION_MEMORY, OPTION_KIND, OPTION_FROM, OPTION_JSON,
      OPTION_JOBS, OPTION_PART, OPTION_KEPT, OPTION_HELP}},
    {"generate",
     "KIND",
     1,
     1,
     CLI_KIND_NAME,
     "generate puzzles with exactly one answer",
     "Prints the puzzles, separated by blank lines. The same kind, options and seed give\n"
     "the same puzzles on every machine. Without --seed, one is taken from the clock and\n"
     "printed on standard error.",
     cli_generate,
     {{CLI_SIZE, 0, "size", CLI_GRID, "WxH", "width x height: columns, then rows"},
      {CLI_DIFFICULTY, 'd', "difficulty", CLI_CHOICE, "easy|medium|hard|expert",
       "level of the puzzles by their rating, as 'pulma rate' tells it (any)"},
      {CLI_SEED, 0, "seed", CLI_WHOLE, "N", "seed of the random numbers"},
      {CLI_NUMBER, 'n', "number", CLI_COUNT, "N", "how many puzzles (1)"},
      {CLI_OPTION, 0, "option", CLI_PAIR, "NAME=VALUE",
       "option of KIND (see 'pulma list KIND'); @FILE reads it from FILE"},
      {CLI_TO, 0, "to", CLI_TEXT, "NOTATION", "write puzzles in this notation (pulma)"},
      OPTION_TIME,
      OPTION_MEMORY,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "same as --to json"},
      OPTION_PART,
      OPTION_KEPT,
      OPTION_HELP}},
    {"model",
     "KIND/NAME [FILE]",
     1,
     2,
     CLI_MODEL_NAME,
     "print an integer program",
     "Prints the model in GNU MathProg; with a puzzle FILE, model and data in one file\n"
     "that 'glpsol -m' solves too, or the program in another format. KIND/NAME may also\n"
     "be the path of your own .mod file, with a '/' in it: ./mine.mod.",
     cli_model,
     {{CLI_FORMAT, 'f', "format", CLI_CHOICE,
       "mathprog|dat|minizinc|lp|mps|gams|gams-sets|opb|cnf|latex",
       "output format (mathprog)"},
      {CLI_SHOW_SIZE, 0, "size", CLI_FLAG, NULL,
       "print the number of variables and constraints instead"},
      {CLI_LINEARISE, 0, "linearise", CLI_FLAG, NULL,
       "rewrite products and absolute values as linear constraints"},
      {CLI_OUTPUT, 'o', "output", CLI_FILE, "FILE", "write to FILE"},
      OPTION_KIND,
      OPTION_FROM,
      OPTION_MEMORY,
      OPTION_STRICT,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "with --size, print a JSON document"},
      OPTION_HELP}},
    {"compare",
     "[FILE...]",
     0,
     MANY,
     CLI_FILE,
     "compare formulations and solvers on puzzles",
     "Solves every puzzle by every model of its kind with every solver, and by the kernel\n"
     "and the rules, one run after the other, each in a process of its own and within the\n"
     "same limits. Prints sizes, seconds and nodes. It is an error if two runs disagree\n"
     "about a puzzle.",
     cli_compare,
     {{CLI_MODELS_LIST, 'm', "models", CLI_TEXT, "A,B|all",
       "models to compare, by name or as ./mine.mod (all)"},
      {CLI_SOLVERS_LIST, 's', "solvers", CLI_TEXT, "A,B|all",
       "solvers to compare; 'kernel' and 'rules' are two of them (all)"},
      {CLI_MODELS_LIST, 0, "model", CLI_TEXT, "A", NULL},
      {CLI_SOLVERS_LIST, 0, "solver", CLI_TEXT, "A", NULL},
      {CLI_TIME, 't', "time", CLI_SECONDS, "SECONDS",
       "limit of CPU time per run (10); on the clock, up to 10 times that"},
      OPTION_MEMORY,
      {CLI_REPEAT, 'n', "repeat", CLI_COUNT, "N",
       "run everything N times and print the median (1)"},
      {CLI_RESUME, 'r', "resume", CLI_FILE, "FILE",
       "record each result in FILE, and skip runs recorded there"},
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "print one JSON document per row"},
      {CLI_CSV, 0, "csv", CLI_FLAG, NULL, "print comma-separated values"},
      {CLI_MARKDOWN, 0, "markdown", CLI_FLAG, NULL, "print Markdown tables"},
      {CLI_LATEX, 0, "latex", CLI_FLAG, NULL, "print a LaTeX table"},
      {CLI_HTML, 0, "html", CLI_FLAG, NULL, "print a web page"},
      {CLI_PLOT, 'p', "plot", CLI_FILE, "FILE",
       "plot time by size, and puzzles solved by time, as SVG"},
      {CLI_SIZES, 0, "sizes", CLI_TEXT, "A..B",
       "instead of files, use new boards of --kind, AxA to BxB"},
      {CLI_SEED, 0, "seed", CLI_WHOLE, "N", "with --sizes, seed of the random numbers (1)"},
      {CLI_OPTION, 0, "option", CLI_PAIR, "NAME=VALUE", "with --sizes, option of KIND"},
      {CLI_PAPER, 0, "paper", CLI_CHOICE, "hartmann2018|lampainen2024",
       "instead of files, repeat the published experiments"},
      {CLI_EXAMPLES, 0, "examples", CLI_FILE, "FOLDER",
       "with --paper, folder of the published puzzles"},
      OPTION_KIND,
      OPTION_FROM,
      OPTION_STRICT,
      OPTION_PART,
      OPTION_KEPT,
      OPTION_HELP}},
    {"grade",
     "EXERCISE SUBMISSION...",
     0,
     MANY,
     CLI_FILE,
     "judge models that students wrote",
     "Runs every submission, a .mod file or all those of a folder, on the boards of the\n"
     "exercise: boards that it names, and boards that pulma makes so that forgotten rules\n"
     "and lost answers show. Tells what is wrong, where, and the points. --new prints an\n"
     "exercise of a kind to be edited. Ends with 0 if all submissions are right.",
     cli_grade,
     {{CLI_NEW, 0, "new", CLI_KIND_NAME, "KIND", "print an exercise of KIND to be edited"},
      {CLI_BOARDS, 0, "boards", CLI_FLAG, NULL, "print the boards of EXERCISE"},
      {CLI_FEEDBACK, 0, "feedback", CLI_CHOICE, "full|short|none",
       "how much students are told (full)"},
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "print one JSON document per submission"},
      {CLI_CSV, 0, "csv", CLI_FLAG, NULL, "print one line per submission for spreadsheets"},
      {CLI_JUNIT, 0, "junit", CLI_FLAG, NULL, "print JUnit XML for a CI server"},
      {CLI_HTML, 0, "html", CLI_FILE, "FOLDER",
       "write an overview and a page per submission to FOLDER"},
      {CLI_RESUME, 'r', "resume", CLI_FILE, "FILE",
       "record each result in FILE, and skip submissions recorded there"},
      {CLI_JOBS, 'j', "jobs", CLI_COUNT, "N", "judge N submissions at a time (1)"},
      OPTION_ASCII,
      OPTION_MEMORY,
      OPTION_PART,
      OPTION_KEPT,
      OPTION_HELP}},
    {"join",
     "PART...",
     1,
     MANY,
     CLI_FILE,
     "put the parts of a run together",
     "Prints what the run would have printed without --part. PART is a file that a call\n"
     "with --part wrote; all parts are needed, in any order. Parts that are missing, "
     "given\n"
     "twice, not complete or of another run are told. For parts of 'compare' and 'grade'\n"
     "the puzzles, the exercise and the submissions have to be there as well.",
     cli_join,
     {{CLI_JSON, 0, "json", CLI_FLAG, NULL, "tell errors as JSON documents"},
      OPTION_MEMORY,
      OPTION_HELP}},
    {"draw",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "draw puzzles",
     "Draws in the terminal, or with -o to a file whose name ends in .svg, .png or .pdf.\n"
     "Several puzzles go to numbered files: out.svg, out-2.svg, ...",
     cli_draw,
     {{CLI_ANSWER, 'a', "answer", CLI_OPTIONAL_FILE, "FILE",
       "draw the answer too, from FILE (mistakes are marked) or by solving the puzzle"},
      {CLI_OUTPUT, 'o', "output", CLI_FILE, "FILE", "draw to FILE"},
      {CLI_FORMAT, 'f', "format", CLI_CHOICE, "terminal|mono|ascii|svg|png|pdf",
       "output format, if the file name does not say"},
      OPTION_ASCII,
      OPTION_KIND,
      OPTION_FROM,
      OPTION_STRICT,
      OPTION_TIME,
      OPTION_MEMORY,
      OPTION_HELP}},
    {"convert",
     "FILE...",
     1,
     MANY,
     CLI_FILE,
     "write puzzles in another notation",
     "Reads puzzles in any known notation and writes them in the one given by --to.\n"
     "'pulma list --notations' lists them all.",
     cli_convert,
     {{CLI_TO, 0, "to", CLI_TEXT, "NOTATION", "notation to write (pulma)"},
      {CLI_ANSWER, 'a', "answer", CLI_FILE, "FILE",
       "write the puzzles with the answers in FILE filled in"},
      OPTION_FROM,
      OPTION_STRICT,
      OPTION_KIND,
      OPTION_MEMORY,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "same as --to json"},
      OPTION_HELP}},
    {"verify-proof",
     "PUZZLE PROOF [ANSWER...]",
     2,
     MANY,
     CLI_FILE,
     "check a proof written by 'solve --proof'",
     "Checks step by step, with a small checker that shares no code with the solver, that "
     "the\n"
     "proof (DRAT, text form) shows that the puzzle has no answers but the given ones. "
     "The\n"
     "formula is made from puzzle and answers; instead of a puzzle a formula in DIMACS "
     "form\n"
     "can be given, such as the one that 'pulma solve --proof P' writes to P.cnf.",
     cli_verify_proof,
     {OPTION_KIND,
      OPTION_TIME,
      OPTION_MEMORY,
      {CLI_JSON, 0, "json", CLI_FLAG, NULL, "print a JSON document"},
      OPTION_HELP}},
    {"page",
     "",
     0,
     0,
     CLI_TEXT,
     "open the page for the browser",
     "Prints where the page is, and opens it: play, hints, answers, new puzzles and an\n"
     "editor in one file, without a server. It is there after 'make page'.",
     cli_page,
     {OPTION_HELP}},
    {"help",
     "[COMMAND]",
     0,
     1,
     CLI_COMMAND_NAME,
     "show help",
     "Lists all commands, or shows help for one of them.",
     cli_help,
     {{CLI_MAN, 0, "man", CLI_FLAG, NULL, NULL},
      {CLI_COMPLETION, 0, "completion", CLI_CHOICE, "bash|zsh|fish", NULL},
      OPTION_HELP}},
    {"version",
     "",
     0,
     0,
     CLI_TEXT,
     "print the version of pulma",
     "Prints the name and version. With --json, tells what is built in, too: kinds,\n"
     "solvers, compression, and what keeps the models of others in their sandbox on this\n"
     "machine.",
     cli_version,
     {{CLI_JSON, 0, "json", CLI_FLAG, NULL, "print one JSON document"}, OPTION_HELP}},
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
