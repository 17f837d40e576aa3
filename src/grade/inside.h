/* What the files of this room share. */
#ifndef GRADE_INSIDE_H
#define GRADE_INSIDE_H

#include "core/arena.h"
#include "core/text.h"
#include "grade/grade.h"

enum {
    GRADE_MOST_MAKES = 40,
    GRADE_MOST_OPTIONS = 16,
    GRADE_MOST_ANSWERS = 12,
    GRADE_MOST_RULES = 30,
    GRADE_MOST_SOLVERS = 8
};

enum grade_ask { GRADE_ANY, GRADE_ALL, GRADE_CHEAPEST };

/* "make: 3 of size 6x5" */
struct grade_make {
    enum grade_part part;
    int count, columns, rows; /* columns 0: the kind's usual size */
    struct pm_text where;     /* in the exercise; its line and column only */
};

struct grade_board {
    enum grade_part part;
    const char *name;    /* "fig1.txt", "catch 2" */
    const char *text;    /* in pulma's notation */
    int columns, rows;   /* that were asked for; 0: not known */
    int answers;         /* right answers (cheapest ones), GRADE_MOST_ANSWERS + 1: more */
    const char **caught; /* rules that, if forgotten, give another answer here */
    int caught_count;
};

/* A rule that no board catches: on so many it was proved to follow from the others (0: on some
 * it is not known). */
struct grade_uncaught {
    const char *rule;
    int proved;
};

struct grade_exercise {
    struct pm_arena arena;
    const char *title;
    int kind;
    enum grade_ask ask;
    const char **files;
    struct pm_text *file_where;
    int file_count;
    struct grade_make makes[GRADE_MOST_MAKES];
    int make_count;
    const char *option_names[GRADE_MOST_OPTIONS], *option_values[GRADE_MOST_OPTIONS];
    int option_count;
    uint64_t seed;
    int seconds; /* of CPU time, a board */
    int64_t nodes;
    size_t memory;
    int variables; /* most of them; 0: any number */
    bool linear;
    /* Who may solve it, each if those before did not within the limits; none: pulma's choice. */
    const char *solvers[GRADE_MOST_SOLVERS];
    int solver_count;
    int points[GRADE_PARTS];
    uint64_t hash; /* of its text and its boards */

    struct grade_board *boards;
    int board_count;
    struct grade_uncaught *uncaught; /* rules for which no board was found */
    int uncaught_count;
};

/* ---- Marks ---- */

enum grade_outcome {
    GRADE_GOOD,
    GRADE_BREAKS_RULE, /* it allows a board that breaks a rule */
    GRADE_NO_SOLUTION, /* though the puzzle has an answer */
    GRADE_LOSES,       /* an answer */
    GRADE_NOT_CHEAPEST,
    GRADE_PRINTS_LITTLE,
    GRADE_NO_MODEL, /* it cannot be read */
    GRADE_FAILED,   /* it ends otherwise: unbounded, refused by its own checks, a crash */
    GRADE_TOO_LARGE,
    GRADE_NOT_LINEAR,
    GRADE_OUT_OF_LIMITS,
    GRADE_OUTCOMES
};

/* How a model did on a board.  Texts live in the arena of the result. */
struct grade_mark {
    enum grade_outcome outcome;
    const char *text;   /* what happened; "" if nothing did */
    const char **rules; /* that are broken */
    int rule_count;
    const char *
        *rows; /* "row[1] (line 12)": exclude the answer, or contradict each other */
    int row_count;
    int *
        shown; /* a board to be shown: the one that was refused, or the answer that is lost */
    int places[16], place_count; /* marked in it */
    bool close;                  /* to a limit */
    bool unlisted;               /* right, but it may have further answers */
    const char *remark;          /* something that costs no points; "": nothing */
};

struct grade_result {
    struct pm_arena arena;
    struct grade_mark *marks; /* one for each board */
    const char *suspicion;    /* about all of it; "": none */
};

/* A finding: boards on which the same is wrong, told together. */
struct grade_finding {
    const char *rule; /* "no two stars touch" */
    const char *text; /* "not enforced: no two stars touch" */
    const char *hint;
    int boards[64], board_count; /* the first is the one to be shown */
};
enum { GRADE_MOST_FINDINGS = 40 };
int grade_findings(const struct grade_exercise *exercise, const struct grade_result *result,
                   struct grade_finding *findings);

/* ---- boards.c, judge.c, rows.c, record.c ---- */

const char *grade_outcome_name(enum grade_outcome outcome);
pulma_status grade_board_read(const struct grade_exercise *exercise, int board,
                              pulma_puzzle **puzzle);
/* Whether boards of this size with several answers are found without much ado. */
bool grade_can_vary(int kind, int columns, int rows);
uint64_t grade_hash(uint64_t hash, const char *bytes, size_t len);

/* Judges a model, whose text is at hand too.  `puzzles` are the boards, for this thread alone.
 * False: stopped, or no memory. */
bool grade_judge(const struct grade_exercise *exercise, pulma_puzzle *const *puzzles,
                 struct grade_submission *submission, const char *text, size_t len,
                 bool (*stop)(void *context), void *context);
/* Adds up the marks. */
void grade_add_up(const struct grade_exercise *exercise,
                  struct grade_submission *submission);

/* The line of a MathProg text on which the row, variable or objective `name` is declared; what
 * stands behind '[' is not looked at.  0: there is none. */
int grade_line_of(const char *text, size_t len, const char *name);

/* A result as a line of JSON under this key, and back. */
void grade_record_put(const struct grade_exercise *exercise,
                      const struct grade_submission *submission, uint64_t key,
                      struct pm_out *out);
bool grade_record_find(const struct grade_exercise *exercise,
                       struct grade_submission *submission, uint64_t key, const char *kept,
                       size_t kept_len);

#endif
