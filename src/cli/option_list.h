/* Options that several commands share, for the tables of the programs (options.h). */
#ifndef CLI_OPTION_LIST_H
#define CLI_OPTION_LIST_H

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
#define OPTION_EFFORT                                                                      \
    {                                                                                      \
        CLI_EFFORT, 0, "effort", CLI_COUNT, "N",                                           \
            "stop after N million steps of the search (without --time: 2000, for a hint "  \
            "400)"                                                                         \
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
#define OPTION_ALL                                                                         \
    {                                                                                      \
        CLI_ALL, 'a', "all", CLI_FLAG, NULL, "print all answers"                           \
    }
#define OPTION_ANSWERS                                                                     \
    {                                                                                      \
        CLI_LIMIT, 'l', "limit", CLI_COUNT, "N", "print at most N answers"                 \
    }
#define OPTION_SILENT                                                                      \
    {                                                                                      \
        CLI_QUIET, 'q', "quiet", CLI_FLAG, NULL, "print nothing; only set the exit status" \
    }
#define OPTION_WHY                                                                         \
    {                                                                                      \
        CLI_WHY, 'w', "why", CLI_FLAG, NULL, "if there is no answer, say why"              \
    }
#define OPTION_SEED                                                                        \
    {                                                                                      \
        CLI_SEED, 0, "seed", CLI_WHOLE, "N", "seed of the random choices in the search"    \
    }
#define OPTION_ASCII                                                                       \
    {                                                                                      \
        CLI_ASCII, 0, "ascii", CLI_FLAG, NULL, "draw in plain ASCII"                       \
    }
#define OPTION_THEME                                                                       \
    {                                                                                      \
        CLI_THEME, 0, "theme", CLI_CHOICE, "light|dark|print",                             \
            "colours on white, on black, or greys that save ink (light)"                   \
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

enum { MANY = 1 << 30 }; /* arguments */

#endif
