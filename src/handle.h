/* The insides of the public handles, shared by the files that implement pulma.h. */
#ifndef PM_HANDLE_H
#define PM_HANDLE_H

#include "models/model.h"
#include "puzzles/kind.h"

struct pulma_puzzle {
    struct pm_arena arena; /* owns everything below, and the puzzle itself */
    int kind;
    const void *data; /* the kind's own type */
    const char *title;
    int line;
};

pulma_puzzle *pm_puzzle_new(void); /* empty, the caller's to free; NULL: no memory */

static inline const struct pm_kind *pm_kind_of(const struct pulma_puzzle *puzzle)
{
    return pm_kinds[puzzle->kind];
}

const struct pm_kind *pm_kind_at(int kind); /* NULL: there is no such kind */

/* The frame of every public function that takes `err`: it begins empty, and pm_done() sees to it
 * that it is so after PULMA_OK, and has a sentence after everything else; `text` is where a
 * position is, unless who failed has said so. */
void pm_error_clear(pulma_error *err);
pulma_status pm_done(pulma_error *err, pulma_status status, pulma_text text);
/* PULMA_BAD_CALL for a handle or an argument that is NULL. */
pulma_status pm_fail_null(pulma_error *err, const char *what);

/* The places' ranges in the arena, for the engine; NULL: no memory. */
struct pm_range *pm_puzzle_ranges(const struct pulma_puzzle *puzzle,
                                  struct pm_arena *arena);

/* The picture of a puzzle in a format. */
struct pm_picture;
pulma_status pm_picture_show(const struct pm_picture *picture,
                             const struct pulma_puzzle *puzzle, pulma_picture_format format,
                             struct pm_out *out, pulma_error *err);
/* A board in words: its kind and the rules, what is printed on it, in the notation that people
 * type, and what stands in its places. */
void pm_tell_board(const struct pulma_puzzle *puzzle, const int *board, struct pm_out *out);
/* pulma_draw_marked() and pulma_model_export() within limits; NULL: none. */
struct pm_drawing {
    const int *answer; /* NULL: none */
    const int *places; /* to be marked */
    int place_count;
    pulma_picture_format format;
    struct pm_look look;
    const struct pm_limits *limits;
};
/* The look that these wishes mean. */
pulma_status pm_look_of(const char *theme, double scale, int width, struct pm_look *look,
                        pulma_error *err);
pulma_status pm_draw(const struct pulma_puzzle *puzzle, const struct pm_drawing *drawing,
                     char **bytes, size_t *len, pulma_error *err);
pulma_status pm_export(const struct pulma_puzzle *puzzle, const char *model,
                       const char *format, bool linearise, const struct pm_limits *limits,
                       char **text, pulma_error *err);

/* A puzzle through a model: both texts, and the memory that holds them. */
struct pm_pair {
    struct pm_arena arena;
    struct pm_out data;
    struct pm_source source;
};
/* To be closed in any case.  The limits (NULL: none) are for writing the data. */
pulma_status pm_pair_open(struct pm_pair *pair, const struct pulma_puzzle *puzzle,
                          const char *model, const struct pm_limits *limits,
                          pulma_error *err);
void pm_pair_close(struct pm_pair *pair);

/* A model by its name among the kind's, by the path of a .mod file (it has a '/' or ends in
 * ".mod"), or by its text (it has a line end).  The text lives in the arena, or is constant. */
pulma_status pm_load_model(const struct pm_kind *kind, const char *name,
                           struct pm_arena *arena, const char **text, size_t *len,
                           pulma_error *err);

/* For generation: how many answers there are, up to `limit`, in one search; the first one goes
 * to `answer` if that is not NULL.  -1: a limit of the job was reached first. */
int pm_job_answers(struct pulma_job *job, int limit, int *answer);

/* For generation: what the explanation has taken of its effort so far; all if it did not begin. */
int64_t pm_steps_effort(const struct pulma_explainer *e);
/* Rates a puzzle without an explanation where its kind can; false: it cannot. */
bool pm_steps_rate_soon(const struct pulma_puzzle *puzzle, double *rating,
                        pulma_level *level);

#endif
