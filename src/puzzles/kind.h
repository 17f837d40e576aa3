/* The interface of a kind of puzzle, and what all kinds need to implement it.
 *
 * A kind is constant data and functions, no state of its own, so any thread may use it at any
 * time.  A puzzle is what is printed in the magazine, a private type of the kind, immutable
 * once read; an answer is one small integer (>= 0) per place. */
#ifndef PM_KIND_H
#define PM_KIND_H

#include "core/arena.h"
#include "core/limits.h"
#include "core/out.h"
#include "core/random.h"
#include "core/search.h"
#include "core/tally.h"
#include "core/text.h"
#include "engine/question.h"
#include "engine/rules.h"
#include "explain/step.h"
#include "notations/form.h"
#include "notations/grid.h"
#include "picture/picture.h"
#include "pulma/pulma.h"

/* A notation that another program uses. */
struct pm_notation {
    const char *name;  /* "puzz.link": for --to and `pulma list` */
    const char *title; /* one line about it */
    /* How surely the text at the cursor is this notation of this kind: 0 no, 1 the shape
     * allows it (needs the kind to be named), 2 it is (a shape no other kind has), 3 it says so
     * itself (a link, a prefix).  Looks at no more than it needs; the text may be anything. */
    int (*sniff)(const struct pm_text *t);
    /* Reads one puzzle and moves the cursor past it.  *title may be set (arena memory). */
    pulma_status (*read)(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                         const char **title, pulma_error *err);
    /* Writes one, ending in a line end.  PULMA_UNAVAILABLE, with a sentence, for a puzzle that
     * the notation cannot say.  NULL: pulma only reads it. */
    pulma_status (*write)(const void *puzzle, const char *title, struct pm_out *out,
                          pulma_error *err);
};

/* What the user wishes of a new puzzle. */
struct pm_wish {
    int rows, columns; /* 0: the kind's usual size */
    pulma_difficulty difficulty;
    /* A level by the rating is wanted, and which one: for kinds that can tell soon that a candidate
     * does not have it. */
    bool rated;
    pulma_level level;
    int option_count; /* names and values as the user gave them */
    const char *const *option_names;
    const char *const *option_values; /* each ends in NUL, and may have some inside */
    const size_t *option_lens;
    /* The answers of a candidate puzzle, up to `limit` (usually 2): how many there are, or -1
     * if that could not be found within a fixed number of conflicts.  With an objective: how
     * many cheapest ones.  The first answer goes to `answer` if that is not NULL. */
    int (*answers)(const struct pm_wish *wish, const void *puzzle, int limit, int *answer);
    /* How hard the last question to answers() was: conflicts or nodes. */
    int64_t (*effort)(const struct pm_wish *wish);
    /* What a search of the kind's own took, in nodes.  A level is looked for no longer once
     * inventions and ratings have taken a fixed effort. */
    void (*spend)(const struct pm_wish *wish, int64_t nodes);
    bool (*stop)(
        const struct pm_wish *wish); /* the user wants to stop: return PULMA_LIMIT */
    /* A sentence for the user about the puzzle that is being made. */
    void (*note)(const struct pm_wish *wish, const char *sentence);
    void *context;
};
/* The value of an option, or NULL; all its bytes (false: not given); yes/no options; options in
 * a range. */
const char *pm_wish_option(const struct pm_wish *wish, const char *name);
bool pm_wish_bytes(const struct pm_wish *wish, const char *name, struct pm_text *bytes);
pulma_status pm_wish_bool(const struct pm_wish *wish, const char *name, bool *value,
                          pulma_error *err);
pulma_status pm_wish_int(const struct pm_wish *wish, const char *name, int min, int max,
                         int *value, pulma_error *err);

struct pm_kind {
    const char *name;  /* "binary": in files, commands and addresses */
    const char *title; /* "Binary Sudoku": for people */
    const char *rules; /* one sentence a line */

    /* Text.  read() accepts all that write() prints; nothing read() accepts may later
     * fail an assertion anywhere.  Fields that are not asked for are refused by the caller. */
    pulma_status (*read)(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err);
    void (*write)(const void *puzzle, struct pm_form_out *form);
    /* Whether these lines of a grid are a whole board: then what follows them after a blank line is
     * the next one.  NULL: lines do not tell. */
    bool (*is_board)(const struct pm_text *lines, int line_count);
    const struct pm_notation *notations; /* the last one has a NULL name; may be NULL */
    /* Names of notations, the last NULL; may be NULL.  In these a puzzle is a line: sniff() and
     * read() look at the line at the cursor only, and read() moves past it.  So lists of such
     * puzzles can be shared out unread. */
    const char *const *line_notations;
    /* Optional: whether the line at the cursor is a puzzle in the first of these notations and can be
     * nothing else, as most lines of long lists are.  Told in few steps, since for small boards
     * recognising takes longer than solving. */
    bool (*is_usual_line)(const struct pm_text *t);
    /* Reads it, line end included; NULL: no memory. */
    void *(*read_usual_line)(struct pm_text *t, struct pm_arena *arena);

    /* Places.  What can be filled in, with what, and its name ("row 3, column 5"). */
    int (*places)(const void *puzzle);
    struct pm_range (*values)(const void *puzzle, int place);
    bool values_alike; /* values() is the same for all places of a puzzle */
    void (*place_name)(const void *puzzle, int place, char *name, size_t size);

    /* Answers as text, in the same shape as the puzzle wherever possible; an empty place is
     * written '.' (or as the kind documents).  This is also what the MathProg models print.
     * read_answer() refuses what is no answer to this puzzle, but does not judge. */
    void (*write_answer)(const void *puzzle, const int *answer, struct pm_out *out);
    pulma_status (*read_answer)(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err);

    /* Truth.  check() knows the rules and no solver: it is the referee.  An answer may be
     * unfinished (PULMA_EMPTY): then it says whether a rule is broken already.  Values are
     * within their ranges.  `found` is never NULL; fill it with pm_found(). */
    pulma_verdict (*check)(const void *puzzle, const int *answer, pulma_finding *found);
    /* What a complete answer costs; NULL for kinds without an objective.  has_objective()
     * may be NULL: then every puzzle of the kind has one (if cost is not NULL). */
    int64_t (*cost)(const void *puzzle, const int *answer);
    bool (*has_objective)(const void *puzzle);
    /* What a cost means: "465 of 480 joins match".  NULL: "cost 15". */
    void (*cost_text)(const void *puzzle, int64_t cost, char *text, size_t size);
    const char *cost_unit; /* where a cost counts something: "turns"; may be NULL */

    /* Rules.  state() tells the engine the same rules, each under its reason.  Optional: NULL
     * for kinds whose kernel does everything. */
    void (*state)(const void *puzzle, struct pm_rules *r);

    /* The puzzle as data section for its MathProg models ("data; ... end;"); NULL: it has none. */
    void (*data)(const void *puzzle, struct pm_out *out);

    /* Draws the puzzle, and the answer if it is not NULL.  words() tells all that the drawing shows
     * to ears and fingers: sentences, then grids row by row (words.h). */
    void (*draw)(const void *puzzle, const int *answer, struct pm_picture *p);
    void (*words)(const void *puzzle, const int *answer, struct pm_out *out);

    /* Optional from here on; NULL leaves it to the general method. */

    /* A puzzle with exactly one answer.  Bounded by steps, never by the clock.
     * `options` documents the wishes it knows, one a line: "name=VALUES  what it does". */
    pulma_status (*invent)(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err);
    const char *options;

    /* A search for this kind alone: reports all answers (all cheapest ones, if there is an
     * objective) in some order.  PULMA_OK: the search is complete or found() had enough;
     * PULMA_LIMIT; PULMA_UNAVAILABLE: this puzzle is better left to the rules (what was
     * reported so far is then forgotten). */
    pulma_status (*kernel)(const void *puzzle, struct pm_search *search);
    /* Counts without listing.  Same statuses; `limit` 0: no limit. */
    pulma_status (*tally)(const void *puzzle, uint64_t limit, struct pm_search *search,
                          struct pm_tally *tally);

    /* kernel() and tally() keep to search->fixed; the looks of a tally need not be told then.  False:
     * fixed values are given by give() where that works, and left to the rules where not. */
    bool keeps_fixed;
    /* tally() knows search->shares: it then takes the puzzle as it was and search->fixed, and
     * may count an answer that stands for its turns and mirror images for all of them.  Which
     * answers stand for others must not depend on what is fixed, and PULMA_UNAVAILABLE neither. */
    bool shares;
    /* Where to split a question: the place, not fixed yet, that the kernel would fill next, so
     * that pieces do not repeat each other's work.  -1, or NULL: at a place with few values. */
    int (*split_at)(const void *puzzle, const int *fixed);

    /* Where different answers may look the same: `image` gets places() integers that are equal
     * exactly if two answers look alike.  looks_name: "colourings". */
    void (*look)(const void *puzzle, const int *answer, int *image);
    const char *looks_name;

    /* Explaining, and playing without seeing the board.  A value of a place in a sentence,
     * behind "row 3, column 5 is": "7", "black", "followed by row 5, column 6"; behind "has" if
     * it begins with "a", "an" or "no": "a star".  NULL: its number.  (words.h makes sentences
     * of these.)  The name of a step's shape ("naked pair"), or NULL; and a step in the kind's
     * words: false leaves it to the general ones. */
    void (*value_name)(const void *puzzle, int place, int value, char *name, size_t size);
    const char *(*technique)(const void *puzzle, const struct pm_step *step);
    bool (*tell)(const void *puzzle, const struct pm_step *step, struct pm_out *out);
    /* For kinds whose answers are ways: the places in the order in which an answer comes through
     * them, except where it ends; how many.  Hints then are moves: if there is a cost always (a
     * shortest way is found, not concluded), else where the answers share nothing more. */
    int (*way)(const void *puzzle, const int *answer, int *places);
    /* How steps make a rating, and from which one on a puzzle is medium, hard, expert: about as many
     * candidates of the generator, at a usual size, fall into each level.  Left out: common ones.
     * scale() is for kinds whose puzzles are of several sorts. */
    struct pm_scale levels;
    struct pm_scale (*scale)(const void *puzzle);
    /* Rates at once, and exactly as the explainer would, a puzzle that has one answer.  False: this
     * one has to be explained. */
    bool (*rate_soon)(const void *puzzle, double *rating);
    /* Tells the explainer, which else goes through all of them, what sets of few reasons may conclude; for
     * values of 0 to 63.  False: not known of this puzzle. */
    bool (*foresee)(const void *puzzle, struct pm_outlook *outlook);

    /* Playing.  How places are played; the value that is given in a place, PULMA_EMPTY: none; that
     * it has when play begins, though it is not given (NULL: the least if `play` is
     * PULMA_PLAY_TURN, else none); whether empty places count as 0 once the rest is right. */
    pulma_play play;
    int (*given)(const void *puzzle, int place);
    int (*begin)(const void *puzzle, int place);
    bool rest_is_zero;
    /* A move that changes more than its place (NULL: none does), see pulma_play_move().  `place`
     * and `value` are within their ranges, and `value` may be PULMA_EMPTY.  False: it cannot be
     * done, and `answer` is as it was. */
    bool (*move)(const void *puzzle, int *answer, int from, int place, int value);
    /* What a value lays, see pulma_play_laid(); for PULMA_PLAY_LAY. */
    bool (*laid)(const void *puzzle, int place, int value, pulma_laid *laid);

    /* Reports the clues that can be met one by one, see pulma_play_clues(); NULL: there are none.  In
     * `answer` givens stand in their places. */
    void (*clues)(const void *puzzle, const int *answer,
                  void (*report)(void *context, const pulma_clue *clue), void *context);

    /* Makes a value of a place given, in a puzzle that nobody has seen yet: PULMA_EMPTY, or what cannot
     * be given, leaves or makes the place open.  NULL: the kind has no givens. */
    void (*give)(void *puzzle, int place, int value);
};

/* ---- For implementers ---- */

/* The rules of a puzzle as a question, to be put by pm_question_answer() or -forced(). */
struct pm_question pm_question_of(const struct pm_kind *kind, const void *puzzle);

/* Fills the finding and returns PULMA_WRONG: what is broken, and where. */
pulma_verdict pm_found(pulma_finding *found, int place_count, const int *places,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* PULMA_UNFINISHED if a place is empty, else PULMA_RIGHT: the end of every check(). */
pulma_verdict pm_found_nothing(int place_count, const int *answer, pulma_finding *found);

/* What is left of a sum of digits from 1 to `digits` (25 at most) in the clue's places: fills in its
 * last fields. */
void pm_clue_left(pulma_clue *clue, int sum, int digits, bool repeats, const int *answer);

/* Whether a place is empty; false without an answer.  A board in play is drawn with marks that a
 * finished one does not need. */
bool pm_is_partial(int place_count, const int *answer);
/* A spot for each cell of a grid that is touched but not seen; place i is cell_of[i], or i if that
 * is NULL. */
void pm_draw_spots(struct pm_picture *p, int columns, int place_count, const int *cell_of);

/* A remark under a board of so many columns, from x = 0 on: a rule that other boards do not have. */
void pm_draw_note(struct pm_picture *p, int columns, double y, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The roll-call (list.h): all kinds in order, and their number. */
extern const struct pm_kind *const pm_kinds[];
extern const int pm_kind_count;
/* The kind that people mean by a word ("Star battle", "queens"), or -1; and the one whose name
 * begins like it, for "did you mean". */
int pm_kind_named(const struct pm_text *word);
int pm_kind_like(const struct pm_text *word);
#define PM_KIND(name) extern const struct pm_kind pm_kind_##name;
#include "puzzles/list.h"
#undef PM_KIND

#endif
