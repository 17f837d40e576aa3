/* Grading: models that students wrote, judged on boards that catch mistakes.
 *
 * An *exercise* is a short text: the kind of puzzle, what is asked, boards, limits, points.  Its
 * boards are read or made: for every rule of the kind some on which a model that forgets the rule
 * has another answer, some with several right answers, some large.  A *submission* is a model.  It runs
 * on every board, closed in and within the limits, and gets a *mark* for each: what it did there, in a
 * sentence for the student.
 *
 *     grade_exercise_read(text, len, folder, &exercise, &err);
 *     grade_boards_make(exercise, &host, &err);
 *     grade_class_run(exercise, &submissions, &host, &err);
 *     grade_write_one(exercise, &submissions[0], &look, &out);
 *
 * The same exercise and submission give the same points everywhere.  Nothing in this room prints,
 * exits or catches signals. */
#ifndef GRADE_GRADE_H
#define GRADE_GRADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/out.h"
#include "pulma/pulma.h"

struct grade_exercise;

/* Who asks for the grading; every callback may be NULL but read().  stop() is called by any thread,
 * read() and keep() by one at a time, progress() by the one that called grade_class_run(). */
struct grade_host {
    bool (*stop)(void *context);
    /* A whole file, freed with free(). */
    char *(*read)(void *context, const char *path, size_t *len, pulma_error *err);
    /* So many submissions are done; called some times a second. */
    void (*progress)(void *context, int done, int total);
    /* A line to be kept, for a later call to go on from. */
    bool (*keep)(void *context, const char *line, size_t len);
    void *context;
};

/* ---- The exercise ---- */

/* The parts of an exercise, each with its own boards and points. */
enum grade_part {
    GRADE_BOARD,   /* given, and known to the students */
    GRADE_MAKE,    /* made, of the size that the exercise says */
    GRADE_CATCH,   /* on which a forgotten rule shows */
    GRADE_SEVERAL, /* with several answers */
    GRADE_SPEED,   /* larger */
    GRADE_PARTS
};
const char *grade_part_name(enum grade_part part); /* "catch" */

/* Reads the text of an exercise; files that it names are looked for in `folder`.  PULMA_BAD_TEXT:
 * `err` says where and why. */
pulma_status grade_exercise_read(const char *text, size_t len, const char *folder,
                                 struct grade_exercise **exercise, pulma_error *err);
void grade_exercise_free(struct grade_exercise *exercise);
/* An exercise of a kind, to be edited. */
pulma_status grade_exercise_new(int kind, struct pm_out *out, pulma_error *err);

/* Reads and makes its boards.  The error's text is a sentence; if it is about a file, `*file` is its
 * name (it belongs to the exercise), else NULL. */
pulma_status grade_boards_make(struct grade_exercise *exercise,
                               const struct grade_host *host, const char **file,
                               pulma_error *err);
/* All boards as text, each with a line about it, for the lecturer. */
void grade_boards_write(const struct grade_exercise *exercise, struct pm_out *out);

/* ---- Submissions ---- */

enum grade_verdict { GRADE_RIGHT, GRADE_WRONG, GRADE_UNREADABLE, GRADE_LIMIT };
const char *grade_verdict_name(enum grade_verdict verdict);

struct grade_submission {
    const char *path; /* of the model */
    const char *name; /* for reports */
    /* What grade_class_run() fills in. */
    bool done;
    enum grade_verdict verdict;
    int points, of; /* tenths of a point */
    struct grade_result *result;
};
void grade_submission_clear(struct grade_submission *submission);

/* Judges all of them with so many threads.  `kept` (may be NULL) is what host->keep() was given
 * earlier: submissions that it knows are not run again.  PULMA_LIMIT: stopped; those with `done`
 * are judged. */
pulma_status grade_class_run(const struct grade_exercise *exercise,
                             struct grade_submission *submissions, int count, int threads,
                             const char *kept, size_t kept_len,
                             const struct grade_host *host, pulma_error *err);

/* ---- Reports ---- */

enum grade_format { GRADE_TEXT, GRADE_JSON, GRADE_CSV, GRADE_JUNIT };
enum grade_feedback { GRADE_FULL, GRADE_SHORT, GRADE_NONE };

struct grade_look {
    enum grade_format format;
    enum grade_feedback feedback;
    pulma_picture_format picture; /* of boards in GRADE_TEXT */
};

/* What stands before the first submission, one that is done, and what comes after the last. */
void grade_write_head(const struct grade_look *look, struct pm_out *out);
void grade_write_one(const struct grade_exercise *exercise,
                     const struct grade_submission *submission,
                     const struct grade_look *look, struct pm_out *out);
void grade_write_tail(const struct grade_look *look,
                      const struct grade_submission *submissions, int count,
                      struct pm_out *out);

/* Web pages: the overview, which refers to the others, and the page of a student with the name of
 * its file. */
void grade_page_overview(const struct grade_exercise *exercise,
                         const struct grade_submission *submissions, int count,
                         struct pm_out *out);
void grade_page_one(const struct grade_exercise *exercise,
                    const struct grade_submission *submission, enum grade_feedback feedback,
                    struct pm_out *out);
void grade_page_name(int index, struct pm_out *out);

#endif
