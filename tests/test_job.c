/* No question of a job changes the answer of another.  Called with the name of a kind: on the
 * small boards of the corpus every method is asked random questions in a random order, and each
 * answer is compared with that of a job that was asked nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "core/random.h"
#include "pulma/pulma.h"

enum {
    MOST_PLACES = 400, /* of a board that is tried */
    LISTED = 60,       /* answers that are looked at */
    EFFORT =
        3000, /* conflicts or nodes that a fresh job may take; else the board is left out */
    QUESTIONS = 20
};

static const char *const methods[] = {"auto", "kernel", "rules"};
enum { METHODS = sizeof methods / sizeof *methods };

static const char *kind_name;
static struct board *boards;
static int board_count;
static uint64_t seed; /* of the present sequence */

/* What a job that is asked nothing else answers. */
struct truth {
    const pulma_puzzle *puzzle;
    const char *name, *method;
    int places, listed;
    int *answers; /* the first LISTED, in order */
    bool all;     /* there are no more */
    bool has_count;
    char count[64];
    pulma_status forced_status, why_status;
    int *forced;
    char why[4000]; /* the reasons, one a line */
};

#define FAIL(truth, ...)                                                                   \
    do {                                                                                   \
        print_message("%s by %s, seed %llu: ", (truth)->name, (truth)->method,             \
                      (unsigned long long)seed);                                           \
        fail_msg(__VA_ARGS__);                                                             \
    } while (0)

/* ---- The truth ------------------------------------------------------------------------------ */

static pulma_job *job_by(const struct truth *t)
{
    pulma_job *job = pulma_job_new(t->puzzle);
    if (pulma_job_set_method(job, t->method, NULL) == PULMA_OK)
        return job;
    pulma_job_free(job);
    return NULL;
}

static pulma_job *fresh(const struct truth *t)
{
    pulma_job *job = job_by(t);
    if (job)
        pulma_job_set_conflicts(job, EFFORT);
    return job;
}

static bool list_answer(void *context, const int *answer)
{
    struct truth *t = context;
    assert_true(t->listed < LISTED);
    memcpy(t->answers + t->listed++ * t->places, answer,
           (size_t)t->places * sizeof *answer);
    return t->listed < LISTED;
}

static bool learn_list(struct truth *t)
{
    pulma_job *job = fresh(t);
    if (!job)
        return false;
    t->answers = calloc((size_t)(LISTED * t->places + 1), sizeof *t->answers);
    pulma_status status = pulma_job_each(job, list_answer, t, NULL);
    t->all = status == PULMA_NONE;
    pulma_job_free(job);
    return status == PULMA_NONE || status == PULMA_OK;
}

static void learn_count(struct truth *t)
{
    pulma_job *job = fresh(t);
    t->has_count = t->all && pulma_job_count(job, 0, NULL) == PULMA_OK;
    if (t->has_count) {
        assert_true(pulma_job_count_exact(job));
        snprintf(t->count, sizeof t->count, "%s", pulma_job_count_text(job));
        if (atoi(t->count) != t->listed)
            FAIL(t, "%s counted, %d listed", t->count, t->listed);
    }
    pulma_job_free(job);
}

static void tell_reasons(const pulma_job *job, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < pulma_job_reason_count(job); i++) {
        size_t len = strlen(text);
        snprintf(text + len, size - len, "%s\n", pulma_job_reason_text(job, i));
    }
}

static void learn_rest(struct truth *t)
{
    pulma_job *job = fresh(t);
    t->forced = calloc((size_t)t->places + 1, sizeof *t->forced);
    t->forced_status = pulma_job_forced(job, t->forced, NULL);
    pulma_job_free(job);
    job = fresh(t);
    t->why_status = pulma_job_why(job, NULL, NULL);
    tell_reasons(job, t->why, sizeof t->why);
    pulma_job_free(job);
}

/* False: this method does not do this board, or not soon enough. */
static bool learn(struct truth *t)
{
    if (!learn_list(t))
        return false;
    learn_count(t);
    learn_rest(t);
    return true;
}

static void unlearn(struct truth *t)
{
    free(t->answers);
    free(t->forced);
}

/* ---- Questions -------------------------------------------------------------------------------- */

static void compare_answer(const struct truth *t, int number, const int *answer)
{
    if (memcmp(answer, t->answers + number * t->places,
               (size_t)t->places * sizeof *answer) != 0)
        FAIL(t, "answer %d differs", number + 1);
}

/* The next answer is the one that comes next in the list. */
static void ask_next(const struct truth *t, pulma_job *job, int *given)
{
    int *answer = calloc((size_t)t->places + 1, sizeof *answer);
    if (*given == t->listed && !t->all) { /* beyond what is known */
        free(answer);
        return;
    }
    pulma_status status = pulma_job_next(job, answer, NULL);
    if (*given == t->listed) {
        if (status != PULMA_NONE)
            FAIL(t, "after %d answers: %s", *given, pulma_status_text(status));
    } else if (status != PULMA_OK) {
        FAIL(t, "answer %d: %s", *given + 1, pulma_status_text(status));
    } else {
        compare_answer(t, (*given)++, answer);
    }
    free(answer);
}

struct listing {
    const struct truth *truth;
    pulma_job *job;
    int seen, wanted;
};

static bool compare_next(void *context, const int *answer)
{
    struct listing *l = context;
    if (l->seen == l->truth->listed)
        FAIL(l->truth, "more than %d answers", l->seen);
    compare_answer(l->truth, l->seen++, answer);
    assert_int_equal(pulma_job_count(l->job, 1, NULL), PULMA_BAD_CALL);
    return l->seen < l->wanted;
}

static void ask_each(const struct truth *t, pulma_job *job, int wanted)
{
    struct listing l = {t, job, 0, wanted};
    if (wanted > t->listed && !t->all)
        return;
    pulma_status status = pulma_job_each(job, compare_next, &l, NULL);
    bool some = wanted <= t->listed;
    if (status != (some ? PULMA_OK : PULMA_NONE) || l.seen != (some ? wanted : t->listed))
        FAIL(t, "%d answers of %d: %s", l.seen, wanted, pulma_status_text(status));
}

static void ask_count(const struct truth *t, pulma_job *job, int limit)
{
    if ((limit == 0 && !t->has_count) || limit > t->listed + 1 ||
        (limit > t->listed && !t->all))
        return;
    pulma_error err = {.message = ""};
    pulma_status status = pulma_job_count(job, (uint64_t)limit, &err);
    bool cut = limit > 0 && limit < t->listed;
    int wanted = cut ? limit : t->listed, count = atoi(pulma_job_count_text(job));
    if (status != PULMA_OK || count != wanted || (cut && pulma_job_count_exact(job)) ||
        (!cut && limit != t->listed && !pulma_job_count_exact(job)))
        FAIL(t, "%s %d counted up to %d, truly %d (%s%s)",
             pulma_job_count_exact(job) ? "exactly" : "at least", count, limit, t->listed,
             pulma_status_text(status), err.message);
}

static void ask_forced(const struct truth *t, pulma_job *job)
{
    if (t->forced_status == PULMA_LIMIT)
        return;
    int *answer = calloc((size_t)t->places + 1, sizeof *answer);
    pulma_status status = pulma_job_forced(job, answer, NULL);
    if (status != t->forced_status ||
        memcmp(answer, t->forced, (size_t)t->places * sizeof *answer) != 0)
        FAIL(t, "forced places differ (%s)", pulma_status_text(status));
    free(answer);
}

static void ask_why(const struct truth *t, pulma_job *job)
{
    char why[sizeof t->why];
    if (t->why_status == PULMA_LIMIT)
        return;
    pulma_status status = pulma_job_why(job, NULL, NULL);
    tell_reasons(job, why, sizeof why);
    if (status != t->why_status || strcmp(why, t->why) != 0)
        FAIL(t, "reasons differ (%s):\n%s", pulma_status_text(status), why);
}

static void ask_in_random_order(const struct truth *t)
{
    struct pm_rng rng;
    pulma_job *job = job_by(t);
    int given = 0;
    pm_rng_init(&rng, seed);
    for (int i = 0; i < QUESTIONS; i++) {
        int number = pm_rng_below(&rng, t->listed + 2);
        switch (pm_rng_below(&rng, 8)) {
        case 0:
            ask_forced(t, job);
            break;
        case 1:
            ask_why(t, job);
            break;
        case 2:
            ask_each(t, job, number + 1);
            break;
        case 3:
        case 4:
            ask_count(t, job, number);
            break;
        default:
            ask_next(t, job, &given);
            break;
        }
    }
    pulma_job_free(job);
}

/* ---- Facts --------------------------------------------------------------------------------------- */

static void methods_agree(const struct truth *a, const struct truth *b)
{
    seed = 0;
    if (a->all && b->all && a->listed != b->listed)
        FAIL(a, "%d answers, but %d by %s", a->listed, b->listed, b->method);
    if (a->forced_status == PULMA_OK && b->forced_status == PULMA_OK &&
        memcmp(a->forced, b->forced, (size_t)a->places * sizeof *a->forced) != 0)
        FAIL(a, "other forced places than by %s", b->method);
}

static void no_question_changes_another(void **state)
{
    (void)state;
    int tried = 0;
    for (int i = 0; i < board_count; i++) {
        struct truth truth[METHODS] = {0};
        int known = 0;
        if (pulma_puzzle_places(boards[i].puzzle) > MOST_PLACES)
            continue;
        for (int m = 0; m < METHODS; m++) {
            struct truth *t = &truth[known];
            *t = (struct truth){.puzzle = boards[i].puzzle,
                                .name = boards[i].name,
                                .method = methods[m],
                                .places = pulma_puzzle_places(boards[i].puzzle)};
            if (learn(t))
                known++;
            else
                unlearn(t);
        }
        for (int m = 0; m < known; m++) {
            methods_agree(&truth[0], &truth[m]);
            for (seed = 1; seed <= 3; seed++)
                ask_in_random_order(&truth[m]);
        }
        for (int m = 0; m < known; m++)
            unlearn(&truth[m]);
        tried += known;
    }
    if (tried == 0)
        fail_msg("no board of %s is small enough", kind_name);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_question_changes_another)};
    if (argc != 2)
        return 2;
    kind_name = argv[1];
    board_count = boards_of(kind_name, &boards);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    boards_free(boards, board_count);
    return failed;
}
