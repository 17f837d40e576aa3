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
    pm_rng_init(&w->rng, 1);
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

void pulma_wish_set_seed(pulma_wish *w, uint64_t seed)
{
    pm_rng_init(&w->rng, seed);
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

static pulma_status invent(pulma_wish *w, pulma_puzzle **puzzle, pulma_error *err)
{
    const struct pm_kind *kind = pm_kinds[w->kind];
    if (!kind->invent)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s puzzles cannot be generated",
                       kind->name);
    w->wish.option_names = (const char *const *)w->names;
    w->wish.option_values = (const char *const *)w->values;
    w->wish.option_lens = w->lens;
    w->note[0] = '\0';
    w->wish.context = w;
    pulma_puzzle *made = calloc(1, sizeof *made);
    if (!made)
        return pm_fail_memory(err);
    pm_arena_init(&made->arena, 0);
    made->kind = w->kind;
    made->title = "";
    /* Each puzzle has chance of its own, so that the third one does not depend on how much
     * of it the second one used. */
    struct pm_rng rng;
    pm_rng_init(&rng, pm_rng_next(&w->rng));
    void *data = NULL;
    pulma_status status = kind->invent(&w->wish, &rng, &made->arena, &data, err);
    made->data = data;
    if (status) {
        pulma_puzzle_free(made);
        return status;
    }
    *puzzle = made;
    return PULMA_OK;
}

pulma_status pulma_wish_next(pulma_wish *w, pulma_puzzle **puzzle, pulma_error *err)
{
    *puzzle = NULL;
    pm_error_clear(err);
    if (!w)
        return pm_fail_null(err, "the wish");
    w->stopped = false;
    pulma_status status = invent(w, puzzle, err);
    assert((status == PULMA_OK) == (*puzzle != NULL));
    if (status == PULMA_LIMIT && w->stopped) {
        pm_fail(err, status, NULL, "stopped by the caller");
        if (err)
            err->limit = PULMA_LIMIT_STOPPED;
    }
    return pm_done(err, status, PULMA_TEXT_NONE);
}
