/* Generation: the public functions around the kinds' invent(). */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "pulma/pulma.h"

enum {
    MAX_OPTIONS = 32,
    MAX_SIDE = 2000,
    /* How many conflicts the question "exactly one answer?" may cost.  A puzzle that needs
     * more is nothing that a person could solve, and generation never looks at the clock. */
    EFFORT = 200000,
    /* Candidates for a level, how often the explainer may look whether it should stop while they are
     * rated, and how many of the same side are taken until the generator gets another hint. */
    CANDIDATES = 24,
    LOOKS = 100000,
    PATIENCE = 3,
};

struct pulma_wish {
    int kind;
    struct pm_wish wish;
    struct pm_rng rng;
    char *names[MAX_OPTIONS], *values[MAX_OPTIONS];
    size_t lens[MAX_OPTIONS]; /* of the values, without the NUL after them */
    char note[200];           /* about the last puzzle */
    bool stopped;             /* stop() said so, while the last one was made */
    bool (*stop)(void *context);
    void *context;
    int64_t effort; /* of the last question */
    bool rated;     /* a level is wanted */
    pulma_level level;
    uint64_t seed;
    uint64_t made;
    int looks; /* that are left for ratings of this puzzle's candidates */
};

static bool wants_to_stop(const struct pm_wish *wish)
{
    struct pulma_wish *w = wish->context;
    w->stopped = w->stopped || (w->stop && w->stop(w->context));
    return w->stopped;
}

/* The same for a job that looks at a candidate. */
static bool job_wants_to_stop(void *context)
{
    return wants_to_stop(&((struct pulma_wish *)context)->wish);
}

static void take_note(const struct pm_wish *wish, const char *sentence)
{
    struct pulma_wish *w = wish->context;
    snprintf(w->note, sizeof w->note, "%s", sentence);
}

static int64_t last_effort(const struct pm_wish *wish)
{
    return ((const struct pulma_wish *)wish->context)->effort;
}

static int count_answers(const struct pm_wish *wish, const void *puzzle, int limit,
                         int *answer)
{
    struct pulma_wish *w = wish->context;
    struct pulma_puzzle candidate = {.kind = w->kind, .data = puzzle, .title = ""};
    pulma_job *job = pulma_job_new(&candidate);
    if (!job)
        return -1;
    pulma_job_set_conflicts(job, EFFORT);
    pulma_job_set_stop(job, job_wants_to_stop, w);
    int n = pm_job_answers(job, limit, answer);
    w->effort = pulma_job_nodes(job);
    pulma_job_free(job);
    return n;
}

pulma_wish *pulma_wish_new(int kind)
{
    pulma_wish *w = pm_kind_at(kind) ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return NULL;
    w->kind = kind;
    w->wish.difficulty = PULMA_MEDIUM;
    w->wish.answers = count_answers;
    w->wish.effort = last_effort;
    w->wish.stop = wants_to_stop;
    w->wish.note = take_note;
    pulma_wish_set_seed(w, 1);
    return w;
}

void pulma_wish_free(pulma_wish *w)
{
    if (!w)
        return;
    for (int i = 0; i < w->wish.option_count; i++) {
        free(w->names[i]);
        free(w->values[i]);
    }
    free(w);
}

pulma_status pulma_wish_set_size(pulma_wish *w, int columns, int rows, pulma_error *err)
{
    pm_error_clear(err);
    if (!w)
        return pm_fail_null(err, "the wish");
    if (rows < 0 || columns < 0 || rows > MAX_SIDE || columns > MAX_SIDE)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size of at most %dx%d",
                       MAX_SIDE, MAX_SIDE);
    w->wish.rows = rows;
    w->wish.columns = columns;
    return PULMA_OK;
}

pulma_status pulma_wish_set_difficulty(pulma_wish *w, pulma_difficulty difficulty,
                                       pulma_error *err)
{
    pm_error_clear(err);
    if (!w)
        return pm_fail_null(err, "the wish");
    if ((unsigned)difficulty > PULMA_HARD)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no difficulty %d",
                       (int)difficulty);
    w->wish.difficulty = difficulty;
    return PULMA_OK;
}

pulma_status pulma_wish_set_level(pulma_wish *w, pulma_level level, pulma_error *err)
{
    pm_error_clear(err);
    if (!w)
        return pm_fail_null(err, "the wish");
    if ((unsigned)level > PULMA_LEVEL_EXPERT)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no level %d", (int)level);
    w->rated = true;
    w->level = level;
    return PULMA_OK;
}

void pulma_wish_set_seed(pulma_wish *w, uint64_t seed)
{
    pm_rng_init(&w->rng, seed);
    w->seed = seed;
    w->made = 0;
}

void pulma_wish_skip(pulma_wish *w, uint64_t count)
{
    for (uint64_t i = 0; w && i < count; i++, w->made++)
        pm_rng_next(&w->rng);
}

void pulma_wish_set_stop(pulma_wish *w, bool (*stop)(void *context), void *context)
{
    w->stop = stop;
    w->context = context;
}

/* Whether the kind documents this option: a line of its list begins with "name=". */
static bool knows_option(const struct pm_kind *kind, const char *name)
{
    size_t len = strlen(name);
    for (const char *line = kind->options; line && *line;) {
        if (strncmp(line, name, len) == 0 && line[len] == '=')
            return true;
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return false;
}

pulma_status pulma_wish_set_bytes(pulma_wish *w, const char *name, const char *bytes,
                                  size_t len, pulma_error *err)
{
    pm_error_clear(err);
    if (!w || !name || !bytes)
        return pm_fail_null(err, !w ? "the wish" : !name ? "the option" : "its value");
    int n = w->wish.option_count;
    const struct pm_kind *kind = pm_kinds[w->kind];
    if (!knows_option(kind, name))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "%s has no generator option '%s'",
                       kind->name, name);
    if (n == MAX_OPTIONS)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected at most %d options",
                       MAX_OPTIONS);
    w->names[n] = strdup(name);
    w->values[n] = malloc(len + 1);
    w->lens[n] = len;
    if (!w->names[n] || !w->values[n]) {
        free(w->names[n]);
        free(w->values[n]);
        return pm_fail_memory(err);
    }
    memcpy(w->values[n], bytes, len);
    w->values[n][len] = '\0';
    w->wish.option_count++;
    assert(w->wish.option_count <= MAX_OPTIONS);
    return PULMA_OK;
}

pulma_status pulma_wish_set_option(pulma_wish *w, const char *name, const char *value,
                                   pulma_error *err)
{
    return pulma_wish_set_bytes(w, name, value, value ? strlen(value) : 0, err);
}

const char *pulma_wish_note(const pulma_wish *w)
{
    return w ? w->note : "";
}

static pulma_status invent(pulma_wish *w, struct pm_rng *rng, pulma_puzzle **puzzle,
                           pulma_error *err)
{
    const struct pm_kind *kind = pm_kinds[w->kind];
    w->note[0] = '\0';
    pulma_puzzle *made = calloc(1, sizeof *made);
    if (!made)
        return pm_fail_memory(err);
    pm_arena_init(&made->arena, 0);
    made->kind = w->kind;
    made->title = "";
    void *data = NULL;
    pulma_status status = kind->invent(&w->wish, rng, &made->arena, &data, err);
    made->data = data;
    if (status) {
        pulma_puzzle_free(made);
        return status;
    }
    *puzzle = made;
    return PULMA_OK;
}

/* ---- Levels ------------------------------------------------------------------------------- */

struct rating {
    pulma_level level;
    double number;
    bool complete; /* otherwise it is at least so hard */
};

static bool count_look(void *context)
{
    pulma_wish *w = context;
    return --w->looks < 0 || wants_to_stop(&w->wish);
}

/* Looks no further once it is too hard. */
static pulma_status rate(pulma_wish *w, const pulma_puzzle *puzzle, struct rating *rating)
{
    pulma_explainer *e = pulma_explainer_new(puzzle);
    if (!e)
        return PULMA_NO_MEMORY;
    pulma_explainer_set_stop(e, count_look, w);
    pulma_status status = pulma_explainer_start(e, NULL, NULL);
    const pulma_step *step;
    while (!status && pulma_explainer_level(e) <= w->level)
        status = pulma_explainer_next(e, &step, NULL);
    *rating = (struct rating){pulma_explainer_level(e), pulma_explainer_rating(e),
                              status == PULMA_NONE};
    pulma_explainer_free(e);
    return status == PULMA_NONE || status == PULMA_LIMIT ? PULMA_OK : status;
}

/* How far a rating is from what is wanted; negative: too easy.  What could not be rated to the end
 * is rather too hard, unless nothing is harder. */
static int distance(const pulma_wish *w, const struct rating *rating)
{
    int levels = (int)rating->level - (int)w->level;
    return rating->complete || levels > 0 || rating->level == PULMA_LEVEL_EXPERT
               ? levels
               : PULMA_LEVEL_EXPERT + 1;
}

/* "Sudoku, hard 4.00, seed 7, number 2" */
static pulma_status name_puzzle(const pulma_wish *w, pulma_puzzle *puzzle,
                                const struct rating *rating, pulma_error *err)
{
    char title[160], number[40] = "";
    if (w->made > 1)
        snprintf(number, sizeof number, ", number %llu", (unsigned long long)w->made);
    snprintf(title, sizeof title, "%s, %s %.2f%s, seed %llu%s", pm_kinds[w->kind]->title,
             pulma_level_name(rating->level), rating->number,
             rating->complete ? "" : " or more", (unsigned long long)w->seed, number);
    const char *copy = pm_copy(&puzzle->arena, title, strlen(title));
    puzzle->title = copy ? copy : "";
    return copy ? PULMA_OK : pm_fail_memory(err);
}

/* The generators' own idea of difficulty is a hint: when candidates come out too easy or too hard
 * several times, they get another one. */
static void adapt(pulma_wish *w, int distance_of, int *streak)
{
    int side = distance_of < 0 ? -1 : 1;
    *streak = *streak * side > 0 ? *streak + side : side;
    if (*streak == -PATIENCE && w->wish.difficulty < PULMA_HARD)
        w->wish.difficulty++;
    else if (*streak == PATIENCE && w->wish.difficulty > PULMA_EASY)
        w->wish.difficulty--;
    else
        return;
    *streak = 0;
}

/* The first candidate of the level, or the nearest. */
static pulma_status invent_rated(pulma_wish *w, struct pm_rng *rng, pulma_puzzle **puzzle,
                                 pulma_error *err)
{
    struct rating best = {0};
    char note[sizeof w->note] = "";
    int streak = 0;
    pulma_status status = PULMA_OK;
    w->looks = LOOKS;
    w->wish.difficulty =
        w->level < PULMA_LEVEL_EXPERT ? (pulma_difficulty)w->level : PULMA_HARD;
    for (int i = 0; i < CANDIDATES && (i == 0 || w->looks > 0); i++) {
        struct rating rating;
        pulma_puzzle *candidate = NULL;
        status = invent(w, rng, &candidate, err);
        if (status == PULMA_LIMIT && !w->stopped) {
            adapt(w, 1, &streak); /* nothing so hard was found */
            continue;
        }
        if (status)
            break;
        status = rate(w, candidate, &rating);
        if (!status && (!*puzzle || abs(distance(w, &rating)) < abs(distance(w, &best)))) {
            pulma_puzzle_free(*puzzle);
            *puzzle = candidate;
            best = rating;
            memcpy(note, w->note, sizeof note);
        } else {
            pulma_puzzle_free(candidate);
        }
        if (status || distance(w, &best) == 0)
            break;
        adapt(w, distance(w, &rating), &streak);
    }
    if (w->stopped || !*puzzle) {
        pulma_puzzle_free(*puzzle);
        *puzzle = NULL;
        return status ? status : PULMA_LIMIT;
    }
    memcpy(w->note, note, sizeof note);
    if (distance(w, &best) != 0)
        snprintf(w->note, sizeof w->note, "no %s puzzle was found soon; this one is %s%s",
                 pulma_level_name(w->level), pulma_level_name(best.level),
                 best.complete ? "" : " or harder");
    return name_puzzle(w, *puzzle, &best, err);
}

static pulma_status next(pulma_wish *w, pulma_puzzle **puzzle, pulma_error *err)
{
    const struct pm_kind *kind = pm_kinds[w->kind];
    if (!kind->invent)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s puzzles cannot be generated",
                       kind->name);
    w->wish.option_names = (const char *const *)w->names;
    w->wish.option_values = (const char *const *)w->values;
    w->wish.option_lens = w->lens;
    w->wish.context = w;
    w->made++;
    /* Each puzzle has chance of its own, so that the third one does not depend on how much
     * of it the second one used. */
    struct pm_rng rng;
    pm_rng_init(&rng, pm_rng_next(&w->rng));
    return w->rated ? invent_rated(w, &rng, puzzle, err) : invent(w, &rng, puzzle, err);
}

pulma_status pulma_wish_next(pulma_wish *w, pulma_puzzle **puzzle, pulma_error *err)
{
    *puzzle = NULL;
    pm_error_clear(err);
    if (!w)
        return pm_fail_null(err, "the wish");
    w->stopped = false;
    pulma_status status = next(w, puzzle, err);
    assert((status == PULMA_OK) == (*puzzle != NULL));
    if (status == PULMA_LIMIT && w->stopped) {
        pm_fail(err, status, NULL, "stopped by the caller");
        if (err)
            err->limit = PULMA_LIMIT_STOPPED;
    }
    return pm_done(err, status, PULMA_TEXT_NONE);
}
