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
    /* Candidates for a level; the effort, as explainers count it, for the rating of one and of all;
     * and how many of the same side are taken until the generator gets another hint. */
    CANDIDATES = 24,
    RATING_EFFORT = 100 * 1000 * 1000,
    ALL_EFFORT = 4 * RATING_EFFORT,
    NODE_EFFORT =
        1000, /* what a node of a generator's search takes in these terms, about */
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
    uint64_t seed;
    uint64_t made;
    int64_t left; /* of the effort for this puzzle's candidates */
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

static void spend(const struct pm_wish *wish, int64_t nodes)
{
    struct pulma_wish *w = wish->context;
    w->left -= NODE_EFFORT * nodes;
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
    w->wish.spend = spend;
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
    w->wish.rated = true;
    w->wish.level = level;
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
    pulma_puzzle *made = pm_puzzle_new();
    if (!made)
        return pm_fail_memory(err);
    made->kind = w->kind;
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

/* Looks no further once it is harder than `hardest`. */
static pulma_status rate(pulma_wish *w, const pulma_puzzle *puzzle, pulma_level hardest,
                         struct rating *rating)
{
    *rating = (struct rating){.complete = true};
    if (pm_steps_rate_soon(puzzle, &rating->number, &rating->level))
        return PULMA_OK;
    pulma_explainer *e = pulma_explainer_new(puzzle);
    if (!e)
        return PULMA_NO_MEMORY;
    pulma_explainer_set_effort(e, w->left < RATING_EFFORT ? w->left : RATING_EFFORT);
    pulma_explainer_set_stop(e, job_wants_to_stop, w);
    pulma_status status = pulma_explainer_start(e, NULL, NULL);
    while (!status && pulma_explainer_level(e) <= hardest)
        status = pulma_explainer_next(e, NULL, NULL);
    *rating = (struct rating){pulma_explainer_level(e), pulma_explainer_rating(e),
                              status == PULMA_NONE};
    w->left -= pm_steps_effort(e);
    pulma_explainer_free(e);
    return status == PULMA_NONE || status == PULMA_LIMIT ? PULMA_OK : status;
}

/* How far a rating is from what is wanted; negative: too easy.  What could not be rated to the end
 * is rather too hard, unless nothing is harder. */
static int distance(const pulma_wish *w, const struct rating *rating)
{
    int levels = (int)rating->level - (int)w->wish.level;
    return rating->complete || levels > 0 || rating->level == PULMA_LEVEL_EXPERT
               ? levels
               : PULMA_LEVEL_EXPERT + 1;
}

/* Whether nothing is known of the level: it is at least the easiest one. */
static bool is_unknown(const struct rating *rating)
{
    return !rating->complete && rating->level == PULMA_LEVEL_EASY;
}

static bool may_be_harder(const struct rating *rating)
{
    return !rating->complete && PULMA_LEVEL_EASY < rating->level &&
           rating->level < PULMA_LEVEL_EXPERT;
}

/* "Sudoku, hard 4.00, seed 7, number 2" */
static pulma_status name_puzzle(const pulma_wish *w, pulma_puzzle *puzzle,
                                const struct rating *rating, pulma_error *err)
{
    char title[200], words[60] = "not rated", number[40] = "";
    if (!is_unknown(rating))
        snprintf(words, sizeof words, "%s %.2f%s", pulma_level_name(rating->level),
                 rating->number, rating->complete ? "" : " or more");
    if (w->made > 1)
        snprintf(number, sizeof number, ", number %llu", (unsigned long long)w->made);
    snprintf(title, sizeof title, "%s, %s, seed %llu%s", pm_kinds[w->kind]->title, words,
             (unsigned long long)w->seed, number);
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

/* The nearest candidate so far. */
struct nearest {
    pulma_puzzle *puzzle; /* NULL: none */
    struct rating rating;
    char note[sizeof((pulma_wish *)0)->note];
};

/* Takes the candidate over, or frees it. */
static void offer(const pulma_wish *w, pulma_puzzle *candidate, const struct rating *rating,
                  struct nearest *nearest)
{
    if (nearest->puzzle && abs(distance(w, rating)) >= abs(distance(w, &nearest->rating))) {
        pulma_puzzle_free(candidate);
        return;
    }
    pulma_puzzle_free(nearest->puzzle);
    nearest->puzzle = candidate;
    nearest->rating = *rating;
    memcpy(nearest->note, w->note, sizeof nearest->note);
}

/* The hardest level with which a candidate is nearer. */
static pulma_level hardest_of_use(const pulma_wish *w, const struct nearest *nearest)
{
    if (!nearest->puzzle)
        return PULMA_LEVEL_EXPERT;
    int hardest = (int)w->wish.level + abs(distance(w, &nearest->rating)) - 1;
    return hardest < PULMA_LEVEL_EXPERT ? (pulma_level)hardest : PULMA_LEVEL_EXPERT;
}

/* The first candidate of the level, or the nearest. */
static pulma_status find_nearest(pulma_wish *w, struct pm_rng *rng, struct nearest *nearest,
                                 pulma_error *err)
{
    int streak = 0;
    pulma_status status = PULMA_OK;
    w->left = ALL_EFFORT;
    w->wish.difficulty =
        w->wish.level < PULMA_LEVEL_EXPERT ? (pulma_difficulty)w->wish.level : PULMA_HARD;
    for (int i = 0; i < CANDIDATES && w->left > 0; i++) {
        struct rating rating;
        pulma_puzzle *candidate = NULL;
        status = invent(w, rng, &candidate, err);
        if (status == PULMA_LIMIT && !w->stopped) {
            adapt(w, 1, &streak); /* nothing so hard was found */
            continue;
        }
        status = status ? status : rate(w, candidate, hardest_of_use(w, nearest), &rating);
        if (status) {
            pulma_puzzle_free(candidate);
            return status;
        }
        offer(w, candidate, &rating, nearest);
        if (w->stopped || distance(w, &nearest->rating) == 0)
            break;
        adapt(w, distance(w, &rating), &streak);
    }
    return w->stopped ? PULMA_LIMIT : nearest->puzzle ? PULMA_OK : status;
}

/* What it is instead of the level. */
static void tell_nearest(const pulma_wish *w, struct nearest *nearest)
{
    const struct rating *rating = &nearest->rating;
    if (distance(w, rating) != 0)
        snprintf(nearest->note, sizeof nearest->note,
                 "no %s puzzle was found soon; this one %s%s%s",
                 pulma_level_name(w->wish.level),
                 is_unknown(rating) ? "takes too long to rate" : "is ",
                 is_unknown(rating) ? "" : pulma_level_name(rating->level),
                 may_be_harder(rating) ? " or harder" : "");
}

static pulma_status invent_rated(pulma_wish *w, struct pm_rng *rng, pulma_puzzle **puzzle,
                                 pulma_error *err)
{
    struct nearest nearest = {0};
    pulma_status status = find_nearest(w, rng, &nearest, err);
    if (!status) {
        tell_nearest(w, &nearest);
        status = name_puzzle(w, nearest.puzzle, &nearest.rating, err);
    }
    memcpy(w->note, nearest.note, sizeof w->note);
    if (status)
        pulma_puzzle_free(nearest.puzzle);
    else
        *puzzle = nearest.puzzle;
    return status;
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
    return w->wish.rated ? invent_rated(w, &rng, puzzle, err)
                         : invent(w, &rng, puzzle, err);
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
