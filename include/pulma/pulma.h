/* pulma: solves the logic puzzles that people play on their phones, and shows
 * the mathematics that solves them.
 *
 * The header reads from top to bottom as a manual: first statuses and errors,
 * then kinds, puzzles, answers, jobs (solve, count, explain), models (integer
 * programs), pictures and generation.
 *
 * Ownership: `..._new`, `..._read` and `..._next` functions give handles that
 * the caller frees with the one `..._free` of that type, which accepts NULL.
 * Texts returned through `char **` are freed with pulma_free().  A `const char *`
 * belongs to the handle it came from, or is constant.
 *
 * Threads: a handle belongs to one thread at a time; different handles are
 * independent; functions without a handle may be called from any thread.
 *
 * Errors: `err` may be NULL everywhere.  Otherwise it is filled by every function
 * that takes it: after PULMA_OK it is empty, after any other status it has a
 * sentence.  A bad call (an index out of range, a NULL handle) gets PULMA_BAD_CALL,
 * NULL, "" or 0, whatever the function returns; it never ends the program.
 *
 * Sizes are given as people say them, width before height: columns, then rows.
 *
 * Compatibility: numbers of enums are written out and stay.  Handles are opaque.
 * The few structs that the caller provides (pulma_error, pulma_finding, pulma_size)
 * end in reserved bytes, which are zero; a new member takes its place there, so
 * their sizes never change.  (A member with the size, set by the caller, corrupts
 * memory when it is forgotten, and an error that must be allocated fails just when
 * it is needed.) */
#ifndef PULMA_H
#define PULMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PULMA_API __attribute__((visibility("default")))
#else
#define PULMA_API
#endif

/* The version of this header, as numbers; pulma_version() is that of the library. */
#define PULMA_VERSION_MAJOR 0
#define PULMA_VERSION_MINOR 2
#define PULMA_VERSION_PATCH 0

/* ---- Statuses and errors ------------------------------------------------ */

/* One list defines numbers, names and words, so they cannot drift apart. */
#define PULMA_STATUS_LIST(X)                                                               \
    X(0, OK, "ok")                                                                         \
    X(1, NONE, "there are no more")                                                        \
    X(2, BAD_TEXT, "the text is not what was expected")                                    \
    X(3, BAD_CALL, "invalid call")                                                         \
    X(4, LIMIT, "stopped at a limit")                                                      \
    X(5, NO_MEMORY, "out of memory")                                                       \
    X(6, SOLVER, "the solver failed")                                                      \
    X(7, UNAVAILABLE, "not available here")                                                \
    X(8, MODEL_FAULT, "the model does not describe the puzzle")

typedef enum pulma_status {
#define PULMA_STATUS_CODE(number, name, words) PULMA_##name = number,
    PULMA_STATUS_LIST(PULMA_STATUS_CODE)
#undef PULMA_STATUS_CODE
} pulma_status;

/* Which text a position is in. */
typedef enum pulma_text {
    PULMA_TEXT_NONE = 0, /* there is no position */
    PULMA_TEXT_PUZZLE = 1,
    PULMA_TEXT_ANSWER = 2,
    PULMA_TEXT_MODEL = 3,
    PULMA_TEXT_DATA = 4, /* that pulma wrote for the model: pulma_model_export() as "dat" */
    PULMA_TEXT_FORMULA = 5,
    PULMA_TEXT_PROOF = 6
} pulma_text;

/* Which limit came first. */
typedef enum pulma_limit {
    PULMA_LIMIT_NONE = 0,
    PULMA_LIMIT_TIME = 1,      /* the seconds are over */
    PULMA_LIMIT_CONFLICTS = 2, /* the conflicts or nodes are used up */
    PULMA_LIMIT_STOPPED = 3,   /* the caller's stop() said so */
    PULMA_LIMIT_MEMORY = 4,
    PULMA_LIMIT_OWN = 5,   /* a bound of pulma's own, as those of generators */
    PULMA_LIMIT_EFFORT = 6 /* that of an explainer */
} pulma_limit;

typedef struct pulma_error {
    pulma_status status;
    pulma_text text;   /* where the position is */
    int line, column;  /* counted from 1; 0: no position */
    pulma_limit limit; /* with PULMA_LIMIT */
    char message[500]; /* one sentence without a full stop, for a person */
    char reserved[76];
} pulma_error;

PULMA_API const char *pulma_status_text(pulma_status status);
PULMA_API const char *pulma_version(void); /* "0.2.0" */
PULMA_API void pulma_free(void *memory);

/* ---- Kinds --------------------------------------------------------------- */

/* Kinds are numbered 0 to pulma_kind_count() - 1, in the order of the roll-call.  Of any other
 * number the name is NULL, and so are those of notations, models and solvers. */
PULMA_API int pulma_kind_count(void);
/* By its name, or as people call it: "Star battle", "queens".  -1: no such kind. */
PULMA_API int pulma_kind_find(const char *name);
PULMA_API const char *pulma_kind_name(int kind);  /* "sudoku": in files and commands */
PULMA_API const char *pulma_kind_title(int kind); /* "Sudoku": for people */
PULMA_API const char *pulma_kind_rules(int kind); /* one sentence per line */
PULMA_API bool pulma_kind_can_generate(int kind);
PULMA_API bool pulma_kind_has_objective(int kind); /* answers have a cost to be minimised */

/* Notations besides "pulma" and "json", which every kind has. */
PULMA_API int pulma_notation_count(int kind);
PULMA_API const char *pulma_notation_name(int kind, int notation);  /* "puzz.link" */
PULMA_API const char *pulma_notation_title(int kind, int notation); /* one line about it */
PULMA_API bool pulma_notation_can_write(int kind, int notation);

/* ---- Puzzles -------------------------------------------------------------- */

typedef struct pulma_puzzle pulma_puzzle;
typedef struct pulma_reader pulma_reader;

/* Reads the puzzles, one after another, in `len` bytes at `text`, which must
 * stay valid until the reader is freed.  `kind` may be NULL: each puzzle then
 * says or shows what it is; otherwise it settles what the content leaves open,
 * and a puzzle of another kind is an error.  `notation` may be NULL (recognised
 * from the content).  NULL: out of memory. */
PULMA_API pulma_reader *pulma_reader_new(const char *text, size_t len, const char *kind,
                                         const char *notation);
/* The same for a text of any length that arrives piece by piece: `pull` writes up to `size` bytes
 * to `buffer` and their number to `*got`, 0 only at the end; a status other than PULMA_OK
 * ends the reading with that error.  The reader keeps little more than the puzzle that it reads,
 * and asks for text some 100 kB ahead. */
typedef pulma_status pulma_pull(void *context, char *buffer, size_t size, size_t *got,
                                pulma_error *err);
PULMA_API pulma_reader *pulma_reader_new_stream(pulma_pull *pull, void *context,
                                                const char *kind, const char *notation);
/* The next puzzle; PULMA_NONE after the last.  A text without any puzzle is
 * PULMA_BAD_TEXT.  After an error the reader gives PULMA_NONE, unless
 * pulma_reader_skip() is called first. */
PULMA_API pulma_status pulma_reader_next(pulma_reader *reader, pulma_puzzle **puzzle,
                                         pulma_error *err);
/* After a puzzle that could not be read (PULMA_BAD_TEXT): goes on with the next one, on the next
 * line where puzzles are lines, elsewhere after the next blank line.  False: that was not why
 * the reader stopped. */
PULMA_API bool pulma_reader_skip(pulma_reader *reader);
PULMA_API void pulma_reader_free(pulma_reader *reader);

/* Where what the reader gave last begins: a puzzle, the first one of a lot, a text that could not be
 * read; after PULMA_NONE the end.  In bytes from the start of the text, and as a line from 1 on. */
PULMA_API uint64_t pulma_reader_position(const pulma_reader *reader);
PULMA_API int pulma_reader_line(const pulma_reader *reader);
/* Shares of a text, for several readers: each puzzle belongs to the share in which it begins.
 * The reader gives PULMA_NONE before a puzzle at this position or after it; pulma_reader_has_more()
 * then tells whether there was one. */
PULMA_API void pulma_reader_set_end(pulma_reader *reader, uint64_t end);
PULMA_API bool pulma_reader_has_more(const pulma_reader *reader);
/* Goes on elsewhere in a text that arrives piece by piece, with the first puzzle that begins at the
 * position `from` or after it, without reading what is before.  From now on `pull` gives the text
 * from the position `before` on, some 100 kB earlier than `from`: from there on, the reader
 * wants to see nothing but lines that are puzzles like the one given last.  Lines are counted
 * from 1 again.  False: puzzles are no lines, or others were there; the reader is of no more use, and
 * a share can only be found by reading from the start. */
PULMA_API bool pulma_reader_jump(pulma_reader *reader, uint64_t before, uint64_t from);

/* Some puzzles of a reader, for several threads to read: it is known where each of them is in the
 * text and, where that alone is easy to find, as with one puzzle per line, no more.  This is for
 * programs that solve long lists with threads of their own (`pulma solve -j`): small puzzles
 * are solved sooner than read, so one thread that reads for all would hold them up. */
typedef struct pulma_lot pulma_lot;
/* The next puzzles, `most` of them or fewer but at least one; otherwise as pulma_reader_next().
 * `*lot` is independent of the reader. */
PULMA_API pulma_status pulma_reader_next_lot(pulma_reader *reader, int most,
                                             pulma_lot **lot, pulma_error *err);
PULMA_API int pulma_lot_count(const pulma_lot *lot);
/* Puzzle 0 to pulma_lot_count() - 1, each to be taken once at most; different ones may be taken
 * by different threads at the same time.  After an error pulma_reader_next() would have given
 * none of the puzzles that come after it, neither of this lot nor of later ones. */
PULMA_API pulma_status pulma_lot_take(pulma_lot *lot, int index, pulma_puzzle **puzzle,
                                      pulma_error *err);
/* Puzzles `from` up to `to` (not included) of a lot as bytes, for another process with the same
 * version of pulma, perhaps on another machine, which makes a lot of them again; there, too, they
 * have their titles and lines.  None of them has been taken. */
PULMA_API pulma_status pulma_lot_pack(const pulma_lot *lot, int from, int to, char **bytes,
                                      size_t *len, pulma_error *err);
PULMA_API pulma_status pulma_lot_unpack(const char *bytes, size_t len, pulma_lot **lot,
                                        pulma_error *err);
PULMA_API void pulma_lot_free(pulma_lot *lot);

/* Reads exactly one puzzle.  On failure `*puzzle` is NULL. */
PULMA_API pulma_status pulma_puzzle_read(const char *kind, const char *text, size_t len,
                                         pulma_puzzle **puzzle, pulma_error *err);
PULMA_API void pulma_puzzle_free(pulma_puzzle *puzzle);

PULMA_API int pulma_puzzle_kind(const pulma_puzzle *puzzle);
/* Its title, "" if it has none; the line on which it began in its text. */
PULMA_API const char *pulma_puzzle_title(const pulma_puzzle *puzzle);
PULMA_API int pulma_puzzle_line(const pulma_puzzle *puzzle);
/* How many places an answer fills, and the values that one may have (0 to -1, that is none, for
 * a place that does not exist). */
PULMA_API int pulma_puzzle_places(const pulma_puzzle *puzzle);
PULMA_API void pulma_puzzle_range(const pulma_puzzle *puzzle, int place, int *min,
                                  int *max);
/* A place in words: "row 3, column 5".  Truncated to `size` bytes with the NUL. */
PULMA_API void pulma_place_name(const pulma_puzzle *puzzle, int place, char *name,
                                size_t size);
/* Whether answers to this very puzzle have a cost to be minimised. */
PULMA_API bool pulma_puzzle_has_objective(const pulma_puzzle *puzzle);
/* The same puzzle with an answer, or part of one, as its givens, for notations that show boards.
 * `*filled` is the caller's to free.  PULMA_UNAVAILABLE if the kind has nothing to be given. */
PULMA_API pulma_status pulma_puzzle_fill(const pulma_puzzle *puzzle, const int *answer,
                                         pulma_puzzle **filled, pulma_error *err);
/* The puzzle in a notation: "pulma" (JSON, if a row spells the name of a kind), "json", or one
 * of the kind's.  PULMA_UNAVAILABLE if that notation cannot express this puzzle. */
PULMA_API pulma_status pulma_puzzle_write(const pulma_puzzle *puzzle, const char *notation,
                                          char **text, pulma_error *err);

/* ---- Answers --------------------------------------------------------------- */

/* An answer is an array of pulma_puzzle_places() integers, all of them >= 0, or
 * PULMA_EMPTY where nothing is filled in yet. */
enum { PULMA_EMPTY = -1 };

typedef enum pulma_verdict {
    PULMA_RIGHT = 0,
    PULMA_WRONG = 1,     /* a rule is broken, whatever is still empty */
    PULMA_UNFINISHED = 2 /* no rule is broken so far, but places are empty */
} pulma_verdict;

typedef struct pulma_finding {
    char text[300];  /* what is wrong, in the puzzle's words; "" if right */
    int places[16];  /* some of the places that it is about */
    int place_count; /* how many of them, at most 16 */
    char reserved[32];
} pulma_finding;

/* The referee: checks an answer by the rules alone.  `finding` may be NULL. */
PULMA_API pulma_verdict pulma_check(const pulma_puzzle *puzzle, const int *answer,
                                    pulma_finding *finding);
/* What an answer costs; 0 if the puzzle has no objective. */
PULMA_API int64_t pulma_cost(const pulma_puzzle *puzzle, const int *answer);
/* A cost in the words of the kind: "465 of 480 joins match", or "cost 15". */
PULMA_API void pulma_cost_text(const pulma_puzzle *puzzle, int64_t cost, char *text,
                               size_t size);
PULMA_API pulma_status pulma_answer_read(const pulma_puzzle *puzzle, const char *text,
                                         size_t len, int *answer, pulma_error *err);
PULMA_API pulma_status pulma_answer_write(const pulma_puzzle *puzzle, const int *answer,
                                          char **text, pulma_error *err);

/* ---- Jobs: solve, count, explain -------------------------------------------- */

/* A job works on one puzzle, which must outlive it.  Set what is wanted, then ask. */
typedef struct pulma_job pulma_job;

PULMA_API pulma_job *pulma_job_new(const pulma_puzzle *puzzle); /* NULL: out of memory */
PULMA_API void pulma_job_free(pulma_job *job);

/* Settings, to be made before the first question.  Limits bound the whole job from then on; a
 * question that comes when they are used up gets PULMA_LIMIT. */
PULMA_API void pulma_job_set_seconds(pulma_job *job, double seconds);  /* <= 0: none */
PULMA_API void pulma_job_set_conflicts(pulma_job *job, int64_t limit); /* <= 0: none */
/* How many bytes this process may hold while the job works (0: any amount), and each of `jobs`
 * helper processes an equal share of as many; `jobs` is how many jobs work at the same time.
 * Where a system does not tell what a process holds, only helpers are bounded. */
PULMA_API void pulma_job_set_memory(pulma_job *job, size_t bytes, int jobs);
PULMA_API void pulma_job_set_seed(pulma_job *job, uint64_t seed);
/* Called often, from the thread that asked; true stops the job with PULMA_LIMIT. */
PULMA_API void pulma_job_set_stop(pulma_job *job, bool (*stop)(void *context),
                                  void *context);
/* Whether rows of a model are looked for that exclude an answer (pulma_job_blamed_count(),
 * yes).  It takes some seconds where they are not found. */
PULMA_API void pulma_job_set_blame(pulma_job *job, bool blame);
/* How many threads a question may use (1).  Searches that cannot be parallelised use one. */
PULMA_API void pulma_job_set_threads(pulma_job *job, int threads);
/* With an objective: an answer to begin with, such as the best of an earlier job; what the job
 * gives is never worse.  PULMA_BAD_CALL: the puzzle has no objective, or the answer is wrong. */
PULMA_API pulma_status pulma_job_set_start(pulma_job *job, const int *answer,
                                           pulma_error *err);
/* With an objective: called, from the thread that asked, while a question lasts, with every
 * answer that is better than all before.  It has passed the referee, and pulma_job_objective()
 * is its cost.  Not called by a search that finds an optimal answer directly. */
PULMA_API void pulma_job_set_better(pulma_job *job,
                                    void (*better)(void *context, const int *answer),
                                    void *context);
/* Places that are fixed: answers are those with these values (PULMA_EMPTY: any), and every question
 * is about them alone; with an objective, about the cheapest of them.  PULMA_BAD_CALL: a place
 * cannot have its value, or the job has a model. */
PULMA_API pulma_status pulma_job_set_fixed(pulma_job *job, const int *fixed,
                                           pulma_error *err);
/* How to split the job: an open place, and `*count` values such that every answer of the job has
 * one of them there.  With each of them fixed besides those that are, the answers of as many
 * further jobs are together the answers of this one, and none is there twice.  Values that a rule
 * excludes at first sight are left out; `*count` may be 1, or 0: then there is no answer.  The
 * values belong to the job until it is split again.  PULMA_NONE: no place is open. */
PULMA_API pulma_status pulma_job_split(pulma_job *job, int *place, const int **values,
                                       int *count, pulma_error *err);
/* As pulma_job_count(), for the pieces of a job that was split: their shares add up to the count of
 * the whole.  A share need not be the number of the piece's own answers: of answers that are turns or
 * mirror images of each other, one may be counted for all, which takes less time.  All pieces
 * must be counted so, by the same method. */
PULMA_API pulma_status pulma_job_count_share(pulma_job *job, uint64_t limit,
                                             pulma_error *err);
/* "auto" (default: the kind's kernel where it has one, else the rules), "kernel",
 * "rules".  A model is chosen by pulma_job_set_model instead. */
PULMA_API pulma_status pulma_job_set_method(pulma_job *job, const char *method,
                                            pulma_error *err);
/* Solve by an integer program: `model` is the name of one of the kind's models, the path of a
 * .mod file (it has a '/' or ends in ".mod"), or the text of a model itself (it has a line end);
 * `solver` is one of pulma_solver_name(), perhaps with switches, or NULL. */
PULMA_API pulma_status pulma_job_set_model(pulma_job *job, const char *model,
                                           const char *solver, pulma_error *err);
/* Then answers are the different boards that the model prints, one after another: what it printed
 * is excluded.  With an objective of its own, the best ones.  Counts are counts of these. */

/* Questions.  None changes the answer of another, in whatever order they are asked.  While one
 * lasts, no other may be asked of the same job (PULMA_BAD_CALL). */

/* Gives all answers (with an objective, all cheapest ones) to `found`, as they are found, in one
 * search; false from it stops.  Every answer has passed the referee.  PULMA_OK: it was stopped;
 * PULMA_NONE: there is no further answer, proved; PULMA_LIMIT: not known, see pulma_job_best(). */
typedef bool pulma_found(void *context, const int *answer);
PULMA_API pulma_status pulma_job_each(pulma_job *job, pulma_found *found, void *context,
                                      pulma_error *err);
/* With an objective: the cheapest answer that any question has met so far, proved to be the
 * cheapest or not; NULL: none.  It stays until the job is freed. */
PULMA_API const int *pulma_job_best(const pulma_job *job);

/* The next answer, different from all that were given before by this function, in the order of
 * pulma_job_each(); with an objective, the next of the cheapest.  For all answers of a puzzle
 * pulma_job_each() is faster, and needs no memory for those that were given.  PULMA_NONE: there
 * is no further one, proved.  PULMA_LIMIT: not known; if the puzzle has an objective and an
 * answer was found, `answer` holds the best so far, otherwise its places are PULMA_EMPTY (as they
 * are for every status but PULMA_OK). */
PULMA_API pulma_status pulma_job_next(pulma_job *job, int *answer, pulma_error *err);

/* Counts the answers, up to `limit` (0: no limit).  PULMA_OK also when the limit
 * of the count was reached; then the count is not exact. */
PULMA_API pulma_status pulma_job_count(pulma_job *job, uint64_t limit, pulma_error *err);
PULMA_API const char *pulma_job_count_text(const pulma_job *job); /* decimal digits */
PULMA_API bool pulma_job_count_exact(const pulma_job *job);
/* How many of the counted answers look different, and what these are called
 * ("colourings"); NULL if the kind makes no such distinction. */
PULMA_API const char *pulma_job_looks_text(const pulma_job *job);
PULMA_API const char *pulma_job_looks_name(const pulma_job *job);

/* What all answers have in common (the backbone): `answer` gets the value of each place that is the
 * same in all of them, PULMA_EMPTY elsewhere.  PULMA_NONE: there is no answer. */
PULMA_API pulma_status pulma_job_forced(pulma_job *job, int *answer, pulma_error *err);

/* Why there is no answer: reasons that contradict each other, none of which can
 * be left out (a minimal unsatisfiable core).  `fixed` may be NULL, or a partly filled answer
 * that is taken as given.  PULMA_NONE: there is an answer after all, nothing contradicts.
 * PULMA_LIMIT: the reasons, if there are any, contradict, but perhaps not all of them are needed.
 * If the job has no limit on seconds or conflicts, finding out which are ends after a fixed effort,
 * a second or two, with PULMA_LIMIT; with one of them it goes on until then. */
PULMA_API pulma_status pulma_job_why(pulma_job *job, const int *fixed, pulma_error *err);
PULMA_API int pulma_job_reason_count(const pulma_job *job);
PULMA_API const char *pulma_job_reason_text(const pulma_job *job, int reason);
PULMA_API int pulma_job_reason_places(const pulma_job *job, int reason, const int **places);

/* By a model: what is wrong with it, after PULMA_MODEL_FAULT.  A model is not the puzzle, so what
 * it says of the puzzle is compared with what pulma's own methods find in a short time.  That no
 * answer exists, or that one is the cheapest, is only said if they confirm it. */
typedef enum pulma_fault {
    PULMA_FAULT_NONE = 0,
    PULMA_FAULT_INFEASIBLE = 1,   /* it has no solution, but the puzzle has an answer */
    PULMA_FAULT_WRONG_ANSWER = 2, /* it allows a board that breaks a rule */
    PULMA_FAULT_NOT_CHEAPEST = 3, /* it calls an answer the cheapest that is not */
    PULMA_FAULT_UNFINISHED = 4,   /* it prints no answer, or leaves places empty */
    PULMA_FAULT_TOO_STRICT = 5    /* it has answers, but not all that the puzzle has */
} pulma_fault;
PULMA_API pulma_fault pulma_job_fault(const pulma_job *job);
/* The board that was refused, perhaps with empty places, and what is wrong with it; NULL: the
 * model printed none.  Rows that contradict each other are given as reasons, see above. */
PULMA_API const int *pulma_job_refused(const pulma_job *job);
PULMA_API const pulma_finding *pulma_job_finding(const pulma_job *job);
/* With PULMA_FAULT_TOO_STRICT, and with PULMA_FAULT_INFEASIBLE where rows are to blame: an answer that
 * the model has not; otherwise NULL. */
PULMA_API const int *pulma_job_lost(const pulma_job *job);
/* The rows to blame, by name: together they exclude this answer, and without any one of them they do
 * not.  None: they were not found. */
PULMA_API int pulma_job_blamed_count(const pulma_job *job);
PULMA_API const char *pulma_job_blamed_text(const pulma_job *job, int row);
/* Whether the last question ended because the model has no further answer, while it is not known
 * whether the puzzle has one. */
PULMA_API bool pulma_job_complete_by_model(const pulma_job *job);
/* Whether the model proved the last answer to be its cheapest; that it is the puzzle's cheapest is
 * another matter (pulma_job_optimal). */
PULMA_API bool pulma_job_cheapest_by_model(const pulma_job *job);

/* What is known afterwards. */
PULMA_API double pulma_job_seconds(const pulma_job *job); /* CPU time of its questions */
/* Conflicts or search nodes; may also be asked from stop() and better(). */
PULMA_API int64_t pulma_job_nodes(const pulma_job *job);
/* Answers that the referee accepted. */
PULMA_API int64_t pulma_job_checked(const pulma_job *job);
/* What solved it: "rules", "kernel", "glpk", ...; the model, "" without one, "text" if it was given
 * as such. */
PULMA_API const char *pulma_job_solver(const pulma_job *job);
PULMA_API const char *pulma_job_model(const pulma_job *job);
PULMA_API bool pulma_job_has_objective(const pulma_job *job);
PULMA_API int64_t pulma_job_objective(const pulma_job *job); /* of the last answer */
PULMA_API bool pulma_job_optimal(const pulma_job *job);      /* proved: none is cheaper */
/* Proved lower bound of the cost. */
PULMA_API int64_t pulma_job_bound(const pulma_job *job);

/* With a model that has an objective of its own, which need not be the puzzle's cost: its best
 * value, if the last answer was proved to be a best one of the model.  False: not known. */
PULMA_API bool pulma_job_program_value(const pulma_job *job, double *value);
/* With a model: the values of its program's columns in the solution that was printed last, as
 * pulma_program_columns() numbers them, and how many they are; 0: none is known.  They are the job's,
 * until the next question. */
PULMA_API int pulma_job_program_values(const pulma_job *job, const double **values);

/* Leaves a proof in the file `path`, and the formula that it refutes beside it with ".cnf" added:
 * the puzzle has no answers but these `count` ones, which stand one after another at `answers`; with
 * an objective, no others as cheap as the first.  Without any: it is impossible.  It comes from the
 * rules, whatever the job's method.  PULMA_NONE: there is another answer; PULMA_BAD_CALL: one of
 * these is not right; PULMA_UNAVAILABLE: a file cannot be written.  If it fails no file changes. */
PULMA_API pulma_status pulma_job_prove(pulma_job *job, const int *answers, int count,
                                       const char *path, pulma_error *err);
/* Verifies such a proof.  The formula is made here, from the puzzle and the answers: nobody needs
 * to trust the one beside the proof.  PULMA_OK: it is a proof; PULMA_NONE: it is none, `err` says
 * why and where; PULMA_LIMIT: stop() (NULL: none), which is asked every so often, said true. */
PULMA_API pulma_status pulma_verify(const pulma_puzzle *puzzle, const int *answers,
                                    int count, const char *proof, size_t len,
                                    bool (*stop)(void *context), void *context,
                                    pulma_error *err);
/* Checks a DRAT proof (text form, RUP steps) against a formula in DIMACS form.
 * PULMA_OK: the formula is refuted; PULMA_NONE: the proof does not refute it; PULMA_LIMIT: as
 * above. */
PULMA_API pulma_status pulma_verify_proof(const char *formula, size_t formula_len,
                                          const char *proof, size_t proof_len,
                                          bool (*stop)(void *context), void *context,
                                          pulma_error *err);

/* ---- Rules, and boards that break one of them ------------------------------------ */

/* The rules of a puzzle as one would teach them: "no two stars touch".  If the puzzle has an
 * objective, the last one is that the answer is the cheapest.  The puzzle must outlive the
 * rulebook. */
typedef struct pulma_rulebook pulma_rulebook;
/* PULMA_UNAVAILABLE: the kind does not state its rules. */
PULMA_API pulma_status pulma_rulebook_new(const pulma_puzzle *puzzle, pulma_rulebook **book,
                                          pulma_error *err);
PULMA_API void pulma_rulebook_free(pulma_rulebook *book);
PULMA_API int pulma_rulebook_count(const pulma_rulebook *book);
PULMA_API const char *pulma_rulebook_text(const pulma_rulebook *book, int rule);
/* A board that keeps all rules but this one: what somebody who forgets the rule could take for an
 * answer.  With an objective, none that keeps the others is cheaper.  `conflicts` (<= 0: none)
 * bounds the search.  PULMA_NONE: there is none, the rule adds nothing here; PULMA_LIMIT: not
 * found. */
PULMA_API pulma_status pulma_rulebook_break(pulma_rulebook *book, int rule,
                                            int64_t conflicts, int *board,
                                            pulma_error *err);
/* Whether a complete board breaks the rule, whatever else it breaks.  That an answer is the
 * cheapest is not looked at. */
PULMA_API bool pulma_rulebook_broken(pulma_rulebook *book, int rule, const int *board);

/* ---- Explaining: the next step and why, and how hard it is ------------------- */

/* What is known of a value of a place: that it stands there, or that it does not. */
typedef struct pulma_fact {
    int place, value;
    bool holds;
} pulma_fact;

/* An explainer finds the steps from a board to its answer, each time one that needs as few rules
 * as possible.  The puzzle must outlive it. */
typedef struct pulma_explainer pulma_explainer;
/* NULL: out of memory. */
PULMA_API pulma_explainer *pulma_explainer_new(const pulma_puzzle *puzzle);
PULMA_API void pulma_explainer_free(pulma_explainer *explainer);
/* Limits on the whole explanation, as for jobs. */
PULMA_API void pulma_explainer_set_seconds(pulma_explainer *explainer, double seconds);
/* Counts the terms of rules that are looked at, and the solver's conflicts as some thousands of
 * them, so the same steps and the same rating come out on every machine; some 100 million take
 * a second.  0: any effort. */
PULMA_API void pulma_explainer_set_effort(pulma_explainer *explainer, int64_t effort);
PULMA_API void pulma_explainer_set_memory(pulma_explainer *explainer, size_t bytes);
PULMA_API void pulma_explainer_set_stop(pulma_explainer *explainer,
                                        bool (*stop)(void *context), void *context);

/* Where the steps begin: `answer`, partly filled in, or NULL for the puzzle as it is.  Must be
 * called first, and may be called again.  PULMA_NONE: no answer (with a cost: no cheapest one) has
 * these entries; then pulma_job_why() gives the reason and pulma_explainer_mistakes() the wrong
 * entries. */
PULMA_API pulma_status pulma_explainer_start(pulma_explainer *explainer, const int *answer,
                                             pulma_error *err);
/* Which entries have to go: `wrong[place]` is set where `answer` has a value that no answer of
 * the puzzle has there; where the puzzle has several answers, the entries in which `answer` differs
 * from one that keeps as many of them as possible (of puzzles with a cost: from some cheapest
 * one).  *count of them.  PULMA_NONE: the puzzle has no answer at all. */
PULMA_API pulma_status pulma_explainer_mistakes(pulma_explainer *explainer,
                                                const int *answer, bool *wrong, int *count,
                                                pulma_error *err);

/* The next step: its conclusions follow from its facts, which were known before, and its
 * reasons; none of them can be left out.  PULMA_NONE: all is known that all answers share.
 * PULMA_LIMIT: none was found within the limits.  The step belongs to the explainer and lasts
 * until the next call; `step` may be NULL where only the rating is wanted, which saves the
 * words. */
typedef struct pulma_step pulma_step;
PULMA_API pulma_status pulma_explainer_next(pulma_explainer *explainer,
                                            const pulma_step **step, pulma_error *err);
/* How many rules it needs, and whether it is proved that no step needs fewer.  Reasons may
 * count as several: those that sum up some rules of the puzzle, as the rule of 45 in killers. */
PULMA_API int pulma_step_size(const pulma_step *step);
PULMA_API bool pulma_step_smallest(const pulma_step *step);
/* Routine: one rule and one fact. */
PULMA_API bool pulma_step_trivial(const pulma_step *step);
/* Needs so many rules that a person would rather guess. */
PULMA_API bool pulma_step_needs_trial(const pulma_step *step);
PULMA_API int pulma_step_conclusions(const pulma_step *step,
                                     const pulma_fact **conclusions);
PULMA_API int pulma_step_facts(const pulma_step *step, const pulma_fact **facts);
/* What stands in places to which the step leaves a single value, though it does not say so. */
PULMA_API int pulma_step_left(const pulma_step *step, const pulma_fact **left);
PULMA_API int pulma_step_reason_count(const pulma_step *step);
PULMA_API int pulma_step_reason_price(const pulma_step *step,
                                      int reason); /* as how many rules it counts */
PULMA_API const char *pulma_step_reason_text(const pulma_step *step, int reason);
/* Which rule it is: a number > 0 that no other rule of the puzzle has, the same in all steps. */
PULMA_API int pulma_step_reason_rule(const pulma_step *step, int reason);
PULMA_API int pulma_step_reason_places(const pulma_step *step, int reason,
                                       const int **places);
/* "naked pair"; NULL if its shape has no name. */
PULMA_API const char *pulma_step_technique(const pulma_step *step);
/* The step in words, some sentences. */
PULMA_API const char *pulma_step_text(const pulma_step *step);
/* Places in words, all different: "row 3, columns 1 to 4"; the text is the caller's to free. */
PULMA_API pulma_status pulma_places_text(const pulma_puzzle *puzzle, int n,
                                         const int *places, char **text, pulma_error *err);
/* A fact in words: "row 3, column 5 is not 7". */
PULMA_API void pulma_fact_text(const pulma_puzzle *puzzle, pulma_fact fact, char *text,
                               size_t size);

/* The hint for a board (NULL: the puzzle as it is), in place of start() and next(): the first
 * step that fills in something or takes more than a look.  Of kinds whose answers are ways
 * (sliders, and tours of which nothing more can be concluded) it is the next move of a shortest
 * way; its only reason says how many moves remain.  PULMA_OK without a step: all is known that
 * all answers share.  PULMA_NONE as from pulma_explainer_start(). */
PULMA_API pulma_status pulma_explainer_hint(pulma_explainer *explainer, const int *answer,
                                            const pulma_step **step, pulma_error *err);

/* Leaves a proof of all steps since the start in the file `path`, and the formula that it
 * refutes beside it with ".cnf" added: that some step is wrong, although its rules and facts
 * hold.  For any checker of DRAT proofs, such as pulma_verify_proof().  PULMA_LIMIT: no files
 * were written. */
PULMA_API pulma_status pulma_explainer_prove(pulma_explainer *explainer, const char *path,
                                             pulma_error *err);

/* What is known of a value after the steps so far: 1 it stands there, -1 it does not, 0: open. */
PULMA_API int pulma_explainer_known(const pulma_explainer *explainer, int place, int value);
/* The places whose value is known, PULMA_EMPTY elsewhere. */
PULMA_API void pulma_explainer_board(const pulma_explainer *explainer, int *answer);

/* How hard the steps so far were: a number that grows with difficulty, made for comparing puzzles
 * of one kind, and its level. */
typedef enum pulma_level {
    PULMA_LEVEL_EASY,
    PULMA_LEVEL_MEDIUM,
    PULMA_LEVEL_HARD,
    PULMA_LEVEL_EXPERT
} pulma_level;
PULMA_API double pulma_explainer_rating(const pulma_explainer *explainer);
PULMA_API pulma_level pulma_explainer_level(const pulma_explainer *explainer);
PULMA_API const char *pulma_level_name(pulma_level level); /* "easy" */
/* The steps so far of a size (0: all), and the largest size. */
PULMA_API int pulma_explainer_steps(const pulma_explainer *explainer, int size);
PULMA_API int pulma_explainer_hardest(const pulma_explainer *explainer);

/* ---- Playing: moves of a person on a board -------------------------------------- */

/* How the places of a kind are played.  A board in play is an answer with empty places; what is
 * not a value of one place (a line that is drawn, a block that slides) becomes values by
 * pulma_play_move(). */
typedef enum pulma_play {
    PULMA_PLAY_WRITE = 0, /* choose a place, then a value for it */
    PULMA_PLAY_CYCLE =
        1, /* each touch gives the next value, at last none; dragging repeats it */
    PULMA_PLAY_TURN = 2,  /* the same, but a place always has a value */
    PULMA_PLAY_PATH = 3,  /* drag from place to place */
    PULMA_PLAY_STEP = 4,  /* touch the place to go to next, or one to go back to */
    PULMA_PLAY_SLIDE = 5, /* up, right, down, left: values 1 to 4 of whatever place */
    PULMA_PLAY_LAY = 6    /* choose a place, then one of the pieces that fit there */
} pulma_play;
PULMA_API pulma_play pulma_kind_play(int kind);
/* Whether 0 is a mark for the player alone, and counts for empty places, see
 * pulma_play_check(). */
PULMA_API bool pulma_play_zero_is_mark(int kind);

/* A value in words, as it stands behind "row 3, column 5 is": "7", "black", "a star". */
PULMA_API void pulma_value_name(const pulma_puzzle *puzzle, int place, int value,
                                char *name, size_t size);
/* The board when play begins.  `fixed[place]`: what stands there is given and stays; may be
 * NULL. */
PULMA_API void pulma_play_begin(const pulma_puzzle *puzzle, int *answer, bool *fixed);
/* A move: `value` (PULMA_EMPTY: none) comes to `place`, and the board changes as it must.  `from`
 * is where a drag came from, else -1.  PULMA_NONE: this cannot be done, and nothing changes. */
PULMA_API pulma_status pulma_play_move(const pulma_puzzle *puzzle, int *answer, int from,
                                       int place, int value, pulma_error *err);
/* A piece as a value lays it, for kinds that are played by PULMA_PLAY_LAY. */
typedef struct pulma_laid {
    int piece;     /* its number, from 0 */
    int copies;    /* how many of it may be laid */
    int way;       /* how it is turned and flipped: with equal ways it looks the same */
    double x, y;   /* the middle of its box, in cells from the board's corner */
    char name[16]; /* of the piece, for people */
} pulma_laid;
/* What `value` lays in `place`; false: nothing, or what a value of an earlier place says as well. */
PULMA_API bool pulma_play_laid(const pulma_puzzle *puzzle, int place, int value,
                               pulma_laid *laid);
/* As pulma_check(), but what a player need not mark may be empty in a board that is right: cells
 * without a star, say. */
PULMA_API pulma_verdict pulma_play_check(const pulma_puzzle *puzzle, const int *answer,
                                         pulma_finding *finding);

/* A clue that can be met for itself, and what is left of it on a board in play: a number beside a line,
 * the sum of a cage or a run. */
typedef struct pulma_clue {
    char name[40];              /* of what it tells: "row 3", "cage" */
    char text[16];              /* as it is printed */
    double x, y, width, height; /* where it is printed, in cells from the board's corner */
    int place_count;            /* the places that it tells of */
    const int *places;
    bool met; /* what is on the board is just what it wants */
    bool is_sum;
    int left, open;  /* of a sum: what is missing, and in how many places; */
    char digits[26]; /* the values that can still make it up */
} pulma_clue;
/* Reports the clues of a board, always the same ones in the same order.  What is reported lasts until
 * `report` returns.  Kinds whose clues are no such numbers report none. */
PULMA_API void pulma_play_clues(const pulma_puzzle *puzzle, const int *answer,
                                void (*report)(void *context, const pulma_clue *clue),
                                void *context);

/* ---- Models: integer programs ------------------------------------------------ */

PULMA_API int pulma_model_count(int kind);
/* Models that are wrong, as some publications print them, for readers to find out why: numbers
 * pulma_model_count(kind) and so on.  They are run like any other; what they get wrong is told as a
 * fault of the model. */
PULMA_API int pulma_model_faulty_count(int kind);
PULMA_API const char *pulma_model_name(int kind, int model);    /* "hartmann" */
PULMA_API const char *pulma_model_title(int kind, int model);   /* from its head comment */
PULMA_API const char *pulma_model_source(int kind, int model);  /* where it was published */
PULMA_API const char *pulma_model_teaches(int kind, int model); /* what it shows */
PULMA_API const char *pulma_model_text(int kind, int model);    /* the .mod file */

/* Solvers for programs: "glpk", "cbc", "sat", and those found on this machine. */
PULMA_API int pulma_solver_count(void);
PULMA_API const char *pulma_solver_name(int solver);
PULMA_API const char *pulma_solver_title(int solver);
/* Whether it can be used; if not, `how` says how to get it. */
PULMA_API bool pulma_solver_available(int solver, char *how, size_t size);
/* The switches of a solver by number: "--cuts=on|off  all cuts"; NULL: there are no more.  They
 * follow its name wherever a solver is named: "glpk --pcost --cuts".  Without any, pulma
 * chooses; with some, the others have the solver's own defaults. */
PULMA_API const char *pulma_solver_switch(int solver, int index);
/* Whether a solver can be used with these switches.  PULMA_BAD_CALL: it or a switch is unknown,
 * and the message lists the choices; PULMA_UNAVAILABLE: it is not installed. */
PULMA_API pulma_status pulma_solver_check(const char *solver, pulma_error *err);

/* The puzzle as a program by a model, as text for other programs.  `format` is "mathprog"
 * (model and data in one file), "dat" (the data alone), "minizinc" (for models that have such a
 * form), "lp", "mps", "gams" (row by row), "gams-sets" (the model's formulas, with sets),
 * "opb", "cnf", or "latex" (the model as formulas).  `model` as in pulma_job_set_model.
 * `linearise` rewrites products and absolute values. */
PULMA_API pulma_status pulma_model_export(const pulma_puzzle *puzzle, const char *model,
                                          const char *format, bool linearise, char **text,
                                          pulma_error *err);
/* The same for the puzzle of a job, within its limits; the job may have another model, or none. */
PULMA_API pulma_status pulma_job_export(pulma_job *job, const char *model,
                                        const char *format, bool linearise, char **text,
                                        pulma_error *err);
/* The text of a model as formulas: a LaTeX document. */
PULMA_API pulma_status pulma_model_latex(const char *model_text, size_t len, char **text,
                                         pulma_error *err);
/* The same in MathML, as a JSON document: {"sets", "parameters", "variables", "objective",
 * "constraints"}, lists of {"name", "line", "number" (in the publication, or ""), "note" (the comment
 * behind it), "formula", "domain"}.  The last two are lists of elements <math> that are to be put one
 * after another; a line may be broken between them. */
PULMA_API pulma_status pulma_model_formulas(const char *model_text, size_t len, char **json,
                                            pulma_error *err);
/* The size of a program, as publications print it. */
typedef struct pulma_size {
    int variables, binary, integer, continuous;
    int constraints;
    int64_t nonzeros;
    char class_name[8]; /* "LP", "BLP", "ILP", "MILP" or "MINLP" */
    char reserved[32];
} pulma_size;
/* The size of the program: as numbers, and as a JSON document that also lists the families of
 * rows: {"binary", "integer", "continuous", "variables", "constraints", "nonzeros", "class",
 * "families": [{"name", "rows"}]}.  Either may be NULL.  `seconds` bounds the work (<= 0: no
 * bound): PULMA_LIMIT after that. */
PULMA_API pulma_status pulma_model_size(const pulma_puzzle *puzzle, const char *model,
                                        bool linearise, double seconds, pulma_size *size,
                                        char **json, pulma_error *err);

/* The value of the program's linear relaxation: the best objective if integers need not be whole.
 * PULMA_NONE: even that has no solution.  PULMA_UNAVAILABLE: the model has no objective, or the
 * relaxation no best value.  `seconds` as above. */
PULMA_API pulma_status pulma_model_relaxation(const pulma_puzzle *puzzle, const char *model,
                                              double seconds, double *value,
                                              pulma_error *err);

/* ---- Programs: what a model says about one puzzle --------------------------------- */

/* Columns are numbered 0 to pulma_program_columns() - 1, rows likewise.  `model` as in
 * pulma_job_set_model.  The puzzle must outlive the program.  `seconds` bounds the work (<= 0: no
 * bound), here and below: PULMA_LIMIT after that. */
typedef struct pulma_program pulma_program;
PULMA_API pulma_status pulma_program_new(const pulma_puzzle *puzzle, const char *model,
                                         double seconds, pulma_program **program,
                                         pulma_error *err);
PULMA_API void pulma_program_free(pulma_program *program);
PULMA_API int pulma_program_columns(const pulma_program *program);
PULMA_API int pulma_program_rows(const pulma_program *program);
PULMA_API const char *pulma_program_column(const pulma_program *program,
                                           int column); /* "x[1,2]" */
PULMA_API const char *pulma_program_row(const pulma_program *program,
                                        int row); /* "digit[3,4]" */
/* Whether a column takes whole numbers only, and its bounds (-INFINITY, INFINITY: none). */
PULMA_API bool pulma_program_bounds(const pulma_program *program, int column, double *lower,
                                    double *upper);
/* The columns of a row, in order. */
PULMA_API int pulma_program_row_columns(const pulma_program *program, int row,
                                        const int **columns);
/* The row as a formula: a JSON list of elements <math>, as in pulma_model_formulas(). */
PULMA_API pulma_status pulma_program_row_formula(const pulma_program *program, int row,
                                                 char **json, pulma_error *err);
/* Whether there is an objective, and whether it is to be maximised. */
PULMA_API bool pulma_program_has_objective(const pulma_program *program, bool *maximise);

/* Finds out which places of the board the columns speak of: those where the printed answer changes
 * if this column alone does.  For that the model is solved once.  PULMA_NONE: it has no solution;
 * PULMA_UNAVAILABLE: it prints in a way that does not tell. */
PULMA_API pulma_status pulma_program_find_places(pulma_program *program, double seconds,
                                                 pulma_error *err);
/* Then: the places of a column; none for one that is not printed, and before.  A column that stands for
 * a product has those of both factors. */
PULMA_API int pulma_program_places(const pulma_program *program, int column,
                                   const int **places);

/* Solves the linear relaxation.  `bounds` is NULL or has two numbers for each column, lower and
 * upper, in place of its own, which is how branch and bound goes on.  `values` gets a number for each
 * column, `*value` that of the objective (0: it has none).  PULMA_NONE: no solution. */
PULMA_API pulma_status pulma_program_relax(const pulma_program *program,
                                           const double *bounds, double seconds,
                                           double *values, double *value, pulma_error *err);
/* What the model prints behind `solve;` if its columns have these values, one for each: an answer to
 * be read and judged, freed with pulma_free().  PULMA_SOLVER: they satisfy not all rows. */
PULMA_API pulma_status pulma_program_print(const pulma_program *program,
                                           const double *values, double seconds,
                                           char **text, pulma_error *err);

/* ---- Pictures ------------------------------------------------------------------ */

typedef enum pulma_picture_format {
    PULMA_TERMINAL = 0, /* UTF-8 with box drawing and 256 colours */
    PULMA_MONO = 1,     /* UTF-8 with box drawing, no colours */
    PULMA_ASCII = 2,    /* plain ASCII */
    PULMA_SVG = 3,
    PULMA_PNG = 4,
    PULMA_PDF = 5,        /* one page, as large as the picture */
    PULMA_TRUECOLOUR = 6, /* as PULMA_TERMINAL, with 24 bits a colour */
    PULMA_WORDS = 7,      /* a board in words, row by row, for ears and fingers */
    PULMA_PICTURE =
        8 /* pulma's description of the picture, for pulma_sheet_add_picture() */
} pulma_picture_format;

/* Draws the puzzle, with the answer if that is not NULL (empty places allowed). */
PULMA_API pulma_status pulma_draw(const pulma_puzzle *puzzle, const int *answer,
                                  pulma_picture_format format, char **bytes, size_t *len,
                                  pulma_error *err);
/* Draws an answer with some places marked by a thick frame, as those of a pulma_finding. */
PULMA_API pulma_status pulma_draw_marked(const pulma_puzzle *puzzle, const int *answer,
                                         const int *places, int place_count,
                                         pulma_picture_format format, char **bytes,
                                         size_t *len, pulma_error *err);
/* The same for the puzzle of a job, within its limits. */
PULMA_API pulma_status pulma_job_draw(pulma_job *job, const int *answer, const int *places,
                                      int place_count, pulma_picture_format format,
                                      char **bytes, size_t *len, pulma_error *err);

/* How pictures of a job look: the theme is "light" (NULL), "dark" or "print" (greys, without large
 * dark areas); `scale` 2 is twice as large as usual; `width` is in pixels, of a PDF in points, and
 * goes before the scale; 0 and 0: as usual.  Terminal text has none of these. */
PULMA_API pulma_status pulma_job_set_look(pulma_job *job, const char *theme, double scale,
                                          int width, pulma_error *err);

/* Draws the board as an explainer knows it now.  The places of the last step are marked: those
 * that its reasons speak of are tinted and have a dashed frame, conclusions have a thick frame,
 * and what is out is written there.  The picture belongs to the caller, as from pulma_draw(). */
PULMA_API pulma_status pulma_explainer_draw(const pulma_explainer *explainer,
                                            pulma_picture_format format, char **bytes,
                                            size_t *len, pulma_error *err);

/* As pulma_job_set_look(). */
PULMA_API pulma_status pulma_explainer_set_look(pulma_explainer *explainer,
                                                const char *theme, double scale, int width,
                                                pulma_error *err);

/* ---- Sheets: puzzles on paper ------------------------------------------------------ */

/* A document of many puzzles, as PDF.  What is added goes to a temporary file, so a thousand puzzles
 * need no more memory than ten. */
typedef struct pulma_sheet pulma_sheet;
PULMA_API pulma_sheet *pulma_sheet_new(void); /* NULL: out of memory */
PULMA_API void pulma_sheet_free(pulma_sheet *sheet);
/* A wish, before the first puzzle is added; with their defaults in front:
 *     paper        a4, letter, a5
 *     orientation  portrait, landscape
 *     grid         auto, or COLUMNSxROWS: so many puzzles a page
 *     cell         auto, or the least size of a cell in millimetres
 *     title        of the document; ""
 *     answers      end, below (upside down), beside, none
 *     rules        yes, no: those of each kind, once
 *     print        normal, large
 *     marks        no, yes: where to cut
 *     cover        no, yes: a title page with contents
 *     theme        light, dark, print */
PULMA_API pulma_status pulma_sheet_set(pulma_sheet *sheet, const char *name,
                                       const char *value, pulma_error *err);
/* Adds a puzzle, with its answer if that is not NULL and wanted, and a line of text under it ("":
 * none).  PULMA_UNAVAILABLE: a temporary file cannot be written. */
PULMA_API pulma_status pulma_sheet_add(pulma_sheet *sheet, const pulma_puzzle *puzzle,
                                       const int *answer, const char *caption,
                                       pulma_error *err);
/* Adds a picture in the format PULMA_PICTURE, as a page of its own that is as large as the picture.  A
 * sheet has either puzzles or pictures. */
PULMA_API pulma_status pulma_sheet_add_picture(pulma_sheet *sheet, const char *bytes,
                                               size_t len, const char *title,
                                               pulma_error *err);
/* Writes the document by put(), bit by bit; false from it means that nothing more can be written.
 * stop() is asked now and then whether to end with PULMA_LIMIT; it may be NULL.  The sheet can then
 * only be freed. */
PULMA_API pulma_status pulma_sheet_write(
    pulma_sheet *sheet, bool (*put)(void *context, const char *bytes, size_t len),
    bool (*stop)(void *context), void *context, pulma_error *err);
/* Pages so far, without the cover and the answers at the end; after writing, all of them. */
PULMA_API int pulma_sheet_pages(const pulma_sheet *sheet);
/* While it is written: about how many of these pages are painted. */
PULMA_API int pulma_sheet_painted(const pulma_sheet *sheet);
/* Whether the last puzzle had to be drawn with smaller cells than wished to fit on a page. */
PULMA_API bool pulma_sheet_was_tight(const pulma_sheet *sheet);

/* ---- Generation ------------------------------------------------------------------ */

typedef struct pulma_wish pulma_wish;
typedef enum pulma_difficulty {
    PULMA_EASY = 0,
    PULMA_MEDIUM = 1,
    PULMA_HARD = 2
} pulma_difficulty;

/* A request for puzzles of a kind.  The same wish gives the same bytes everywhere. */
PULMA_API pulma_wish *pulma_wish_new(int kind); /* NULL: no such kind, or out of memory */
PULMA_API void pulma_wish_free(pulma_wish *wish);
/* Width x height: columns, then rows; 0 and 0 for the kind's usual size. */
PULMA_API pulma_status pulma_wish_set_size(pulma_wish *wish, int columns, int rows,
                                           pulma_error *err);
/* How the kind's generator works; what comes out differs from kind to kind. */
PULMA_API pulma_status pulma_wish_set_difficulty(pulma_wish *wish,
                                                 pulma_difficulty difficulty,
                                                 pulma_error *err);
/* Puzzles of a level by their rating, as pulma_explainer_level() tells it, in place of a difficulty;
 * the title tells level, rating and seed.  Where none of the level is found soon, the nearest
 * is given and pulma_wish_note() says so. */
PULMA_API pulma_status pulma_wish_set_level(pulma_wish *wish, pulma_level level,
                                            pulma_error *err);
PULMA_API void pulma_wish_set_seed(pulma_wish *wish, uint64_t seed);
/* Leaves out puzzles: after it, pulma_wish_next() gives what it would give after so many calls.  Comes
 * after the seed. */
PULMA_API void pulma_wish_skip(pulma_wish *wish, uint64_t count);
PULMA_API void pulma_wish_set_stop(pulma_wish *wish, bool (*stop)(void *context),
                                   void *context);
/* An option of the kind's generator: "diagonals" = "yes". */
PULMA_API pulma_status pulma_wish_set_option(pulma_wish *wish, const char *name,
                                             const char *value, pulma_error *err);
/* The same with a value that need not be text: "picture" = the bytes of a PNG file. */
PULMA_API pulma_status pulma_wish_set_bytes(pulma_wish *wish, const char *name,
                                            const char *bytes, size_t len,
                                            pulma_error *err);
/* The options of a kind's generator, one per line, "name=VALUES  what it does". */
PULMA_API const char *pulma_kind_options(int kind);
/* A puzzle with exactly one answer (or, where that makes no sense for the kind, a
 * puzzle with an answer).  Each call gives another one.  PULMA_LIMIT: none found
 * within the generator's own bound, or stopped. */
PULMA_API pulma_status pulma_wish_next(pulma_wish *wish, pulma_puzzle **puzzle,
                                       pulma_error *err);
/* A remark about the last puzzle, a sentence without a full stop, for example that a picture
 * needed given cells.  Usually "".  Valid until the next call with this wish. */
PULMA_API const char *pulma_wish_note(const pulma_wish *wish);

#ifdef __cplusplus
}
#endif
#endif
