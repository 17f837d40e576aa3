/* Fixed places: a question about some of the answers, and how to split one into several.
 *
 * The rules state what is fixed before all else.  A kernel that knows of fixed places gets them with
 * its search; for all others they become givens, in a puzzle of the job's own, where the kind has
 * givens and takes all of them.  What comes out is compared with what was fixed by the gate.
 *
 * A job is split where the kernel would go on, if the kind tells, or else at a place with few values
 * that the referee, who knows every kind, lets pass beside those that are fixed.  So the pieces of a
 * question are partial answers, whatever the kind. */
#include <assert.h>
#include <string.h>

#include "core/text.h"
#include "job/job.h"

static bool agrees(const int *fixed, const int *answer, int places)
{
    for (int i = 0; i < places; i++)
        if (fixed[i] != PULMA_EMPTY && fixed[i] != answer[i])
            return false;
    return true;
}

bool pm_job_allows(const pulma_job *job, const int *answer)
{
    return !job->fixed || agrees(job->fixed, answer, job->places);
}

const void *pm_job_board(const pulma_job *job)
{
    return job->filled ? job->filled->data : job->puzzle->data;
}

/* ---- Fixing ---------------------------------------------------------------------------------- */

static int given_at(const pulma_puzzle *puzzle, int place)
{
    return pm_kind_of(puzzle)->given(puzzle->data, place);
}

/* Whether the puzzle gives what is fixed, and has the same places. */
static bool gives_all(const pulma_puzzle *puzzle, const int *fixed, int places)
{
    bool all = pulma_puzzle_places(puzzle) == places;
    for (int i = 0; i < places && all; i++)
        all = fixed[i] == PULMA_EMPTY || given_at(puzzle, i) == fixed[i];
    return all;
}

/* What is fixed becomes given, besides what is. */
static enum pm_fit give_fixed(pulma_job *job, struct pm_arena *arena)
{
    int *all = pm_new(arena, (size_t)job->places, int);
    for (int i = 0; all && i < job->places; i++) {
        const int given = given_at(job->puzzle, i), fixed = job->fixed[i];
        all[i] = given != PULMA_EMPTY ? given : fixed;
        if (fixed != PULMA_EMPTY && all[i] != fixed)
            return PM_FITS_NO_ANSWER;
    }
    if (!all || pulma_puzzle_fill(job->puzzle, all, &job->filled, NULL) != PULMA_OK)
        return PM_FITS_NOT;
    if (gives_all(job->filled, all, job->places))
        return PM_FITS;
    pulma_puzzle_free(job->filled);
    job->filled = NULL;
    return PM_FITS_NOT;
}

static enum pm_fit fit(pulma_job *job)
{
    if (!job->kind->kernel || job->kind->keeps_fixed)
        return PM_FITS;
    if (!job->kind->give || !job->kind->given)
        return PM_FITS_NOT;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    enum pm_fit result = give_fixed(job, &arena);
    pm_arena_free(&arena);
    return result;
}

static pulma_status check_fixed(const pulma_job *job, const int *fixed, pulma_error *err)
{
    for (int i = 0; i < job->places; i++) {
        int min, max;
        char name[100];
        pulma_puzzle_range(job->puzzle, i, &min, &max);
        if (fixed[i] == PULMA_EMPTY || (min <= fixed[i] && fixed[i] <= max))
            continue;
        pulma_place_name(job->puzzle, i, name, sizeof name);
        return pm_fail(err, PULMA_BAD_CALL, NULL, "%s cannot be %d, expected %d to %d",
                       name, fixed[i], min, max);
    }
    if (job->start && !agrees(fixed, job->start, job->places))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "the answer to begin with has other values");
    return PULMA_OK;
}

pulma_status pulma_job_set_fixed(pulma_job *job, const int *fixed, pulma_error *err)
{
    pm_error_clear(err);
    if (!job || !fixed)
        return pm_fail_null(err, job ? "what is fixed" : "the job");
    if (job->started || job->model)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       job->model ? "models know nothing of fixed places"
                                  : "places must be fixed before the first question");
    pulma_status status = check_fixed(job, fixed, err);
    if (status)
        return status;
    int *copy = pm_new(&job->arena, (size_t)job->places, int);
    if (!copy)
        return pm_fail_memory(err);
    memcpy(copy, fixed, (size_t)job->places * sizeof *copy);
    bool any = false;
    for (int i = 0; i < job->places; i++)
        any |= fixed[i] != PULMA_EMPTY;
    pulma_puzzle_free(job->filled);
    job->filled = NULL;
    job->fixed = any ? copy : NULL; /* kernels do better on the board as it is */
    job->fit = any ? fit(job) : PM_FITS;
    return PULMA_OK;
}

/* ---- Splitting --------------------------------------------------------------------------------- */

/* Where to split, as far as was looked. */
struct split {
    pulma_job *job;
    int *board;        /* what is fixed, and a value on trial */
    int *values, *few; /* of the place that is looked at; of the best one */
    int place, count;  /* the best; -1: none */
    int64_t looked;    /* places of boards that the referee was shown */
};

/* Boards are so many places in all that a split takes some milliseconds. */
enum { MOST_LOOKED = 1 << 22 };

/* The values of a place that the referee lets pass, as many as are fewer than at the best place. */
static int values_at(struct split *s, int place)
{
    const pulma_puzzle *puzzle = s->job->puzzle;
    int min, max, count = 0;
    pulma_puzzle_range(puzzle, place, &min, &max);
    for (int value = min; value <= max && (s->place < 0 || count < s->count); value++) {
        s->board[place] = value;
        s->looked += s->job->places;
        if (pulma_check(puzzle, s->board, NULL) != PULMA_WRONG)
            s->values[count++] = value;
    }
    s->board[place] = PULMA_EMPTY;
    return count;
}

static void look_at(struct split *s, int place)
{
    int count = values_at(s, place);
    if (s->place >= 0 && count >= s->count)
        return;
    int *swap = s->few;
    s->few = s->values;
    s->values = swap;
    s->place = place;
    s->count = count;
}

/* The first place with the fewest values; none has fewer than one with one. */
static void find_place(struct split *s)
{
    const int places = s->job->places;
    const struct pm_kind *kind = s->job->kind;
    const int next = kind->split_at ? kind->split_at(s->job->puzzle->data, s->board) : -1;
    if (next >= 0) {
        assert(next < places && s->board[next] == PULMA_EMPTY);
        look_at(s, next);
        return;
    }
    for (int i = 0; i < places; i++) {
        if (s->board[i] != PULMA_EMPTY)
            continue;
        look_at(s, i);
        if (s->place >= 0 && (s->count < 2 || s->looked > MOST_LOOKED))
            return;
    }
}

static int most_values(const pulma_puzzle *puzzle)
{
    int most = 1;
    for (int i = 0; i < pulma_puzzle_places(puzzle); i++) {
        int min, max;
        pulma_puzzle_range(puzzle, i, &min, &max);
        most = max - min + 1 > most ? max - min + 1 : most;
    }
    return most;
}

pulma_status pulma_job_split(pulma_job *job, int *place, const int **values, int *count,
                             pulma_error *err)
{
    pm_error_clear(err);
    if (!job || !place || !values || !count)
        return pm_fail_null(err, job ? "a result" : "the job");
    const size_t most = (size_t)most_values(job->puzzle), places = (size_t)job->places;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct split s = {.job = job,
                      .board = pm_new(&arena, places, int),
                      .values = pm_new(&arena, most, int),
                      .few = pm_new(&arena, most, int),
                      .place = -1};
    if (!job->choices)
        job->choices = pm_new(&job->arena, most, int);
    pulma_status status = PULMA_NO_MEMORY;
    if (s.board && s.values && s.few && job->choices) {
        if (job->fixed)
            memcpy(s.board, job->fixed, places * sizeof *s.board);
        else
            pm_job_clear(job, s.board);
        find_place(&s);
        if (s.count > 0)
            memcpy(job->choices, s.few, (size_t)s.count * sizeof *s.few);
        status = s.place < 0 ? PULMA_NONE : PULMA_OK;
    }
    pm_arena_free(&arena);
    *place = s.place;
    *values = job->choices;
    *count = s.count;
    return pm_done(err, status, PULMA_TEXT_NONE);
}
