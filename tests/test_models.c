/* Every model of every kind, on every solver, against the rules, on the boards of the corpus,
 * small ones first.  Called with the name of a kind.  A solver that does not finish in time is
 * no failure; one that contradicts the rules is.  After a while the larger boards are left
 * out, for the models are many.  Called with a second word, it goes on for long, or lets the models
 * count, for a while or for long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boards.h"
#include "pulma/pulma.h"

static const char *kind_name;
static struct board *boards;
static int board_count;

/* For one solve; for all boards of one model on one solver; for all counting. */
static struct {
    int solve, pair, all;
} seconds = {2, 1, 10};

static const char *const solvers[] = {"glpk", "cbc", "sat"};

struct tally {
    int answered, impossible, unfinished, refused;
};

static void try_model(const struct board *board, const char *model, const char *solver,
                      struct tally *tally)
{
    pulma_job *job = pulma_job_new(board->puzzle);
    pulma_error err = {.message = ""};
    if (pulma_job_set_model(job, model, solver, &err))
        fail_msg("%s %s %s: %s", board->name, model, solver, err.message);
    pulma_job_set_seconds(job, seconds.solve);
    int *answer = calloc((size_t)pulma_puzzle_places(board->puzzle) + 1, sizeof *answer);
    pulma_status status = pulma_job_next(job, answer, &err);
    bool impossible = strcmp(board->count, "0") == 0;
    switch (status) {
    case PULMA_OK:
        tally->answered++;
        if (impossible)
            fail_msg("%s %s %s: an answer to an impossible puzzle", board->name, model,
                     solver);
        if (pulma_job_optimal(job) && board->answer &&
            pulma_job_objective(job) != pulma_cost(board->puzzle, board->answer))
            fail_msg("%s %s %s: another optimum", board->name, model, solver);
        break;
    case PULMA_NONE:
        tally->impossible++;
        if (!impossible)
            fail_msg("%s %s %s: called impossible", board->name, model, solver);
        break;
    case PULMA_LIMIT:
        tally->unfinished++;
        break;
    case PULMA_UNAVAILABLE: /* the model's own check or the solver cannot take this puzzle */
        tally->refused++;
        if (!err.message[0])
            fail_msg("%s %s %s: refused without a word", board->name, model, solver);
        break;
    default:
        fail_msg("%s %s %s: %s", board->name, model, solver, err.message);
    }
    free(answer);
    pulma_job_free(job);
}

static void models_agree_with_the_rules(void **state)
{
    (void)state;
    int kind = pulma_kind_find(kind_name);
    for (int m = 0; m < pulma_model_count(kind); m++)
        for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++) {
            struct tally tally = {0};
            time_t start = time(NULL);
            /* However slow the machine, up to a board that the model takes. */
            for (int i = 0; i < board_count && (time(NULL) < start + seconds.pair ||
                                                tally.answered + tally.unfinished == 0);
                 i++)
                try_model(&boards[i], pulma_model_name(kind, m), solvers[s], &tally);
            print_message("%s %s: %d answered, %d impossible, %d unfinished, %d refused\n",
                          pulma_model_name(kind, m), solvers[s], tally.answered,
                          tally.impossible, tally.unfinished, tally.refused);
            if (tally.answered == 0 && tally.unfinished == 0)
                fail_msg("%s on %s answers no board", pulma_model_name(kind, m),
                         solvers[s]);
        }
}

/* ---- Counting ---- */

enum {
    COUNTED = 25, /* answers of a board, if it has fewer than that */
    OF_MANY = 4,  /* of the others */
    SMALL = 90,   /* places of the boards that are counted */
};

/* How many answers of the board are different for the model.  The rules tell apart what looks the
 * same, and a model need not. */
static void try_count(const struct board *board, const char *model, const char *solver,
                      struct tally *tally)
{
    const int expected = atoi(board->count);
    const int limit = expected < COUNTED ? COUNTED : OF_MANY;
    pulma_error err = {.message = ""};
    pulma_job *job = pulma_job_new(board->puzzle);
    assert_int_equal(pulma_job_set_model(job, model, solver, &err), PULMA_OK);
    pulma_job_set_seconds(job, seconds.solve);
    pulma_status status = pulma_job_count(job, (uint64_t)limit, &err);
    const int counted = atoi(pulma_job_count_text(job));
    if (status == PULMA_LIMIT)
        tally->unfinished++;
    else if (status == PULMA_UNAVAILABLE)
        tally->refused++;
    else if (status != PULMA_OK)
        fail_msg("%s %s %s: %s", board->name, model, solver, err.message);
    else if (pulma_job_count_exact(job) != (expected < COUNTED) ||
             counted != (expected < COUNTED ? expected : OF_MANY))
        fail_msg("%s %s %s: counts %s%d of %d", board->name, model, solver,
                 pulma_job_count_exact(job) ? "" : "at least ", counted, expected);
    else
        tally->answered++;
    if (counted > expected)
        fail_msg("%s %s %s: counts more than there are", board->name, model, solver);
    pulma_job_free(job);
}

static void models_count_as_the_rules_do(void **state)
{
    (void)state;
    int kind = pulma_kind_find(kind_name);
    const time_t end = time(NULL) + seconds.all;
    const int n = (int)(sizeof solvers / sizeof *solvers);
    /* Every model on one solver and every solver on some models, before time runs out. */
    for (int round = 0; round < n; round++)
        for (int m = 0; m < pulma_model_count(kind) && time(NULL) < end; m++) {
            const char *solver = solvers[(m + round) % n];
            struct tally tally = {0};
            time_t start = time(NULL);
            for (int i = 0; i < board_count; i++)
                if (strcmp(boards[i].count, "0") != 0 &&
                    pulma_puzzle_places(boards[i].puzzle) <= SMALL &&
                    time(NULL) < start + seconds.pair)
                    try_count(&boards[i], pulma_model_name(kind, m), solver, &tally);
            print_message("%s %s: %d counted, %d unfinished, %d refused\n",
                          pulma_model_name(kind, m), solver, tally.answered,
                          tally.unfinished, tally.refused);
        }
}

static void models_say_what_they_are(void **state)
{
    (void)state;
    int kind = pulma_kind_find(kind_name);
    for (int m = 0; m < pulma_model_count(kind); m++) {
        assert_true(pulma_model_title(kind, m)[0]);
        assert_true(pulma_model_source(kind, m)[0]);
        assert_true(pulma_model_teaches(kind, m)[0]);
        char *latex = NULL;
        pulma_error err = {.message = ""};
        const char *text = pulma_model_text(kind, m);
        if (pulma_model_latex(text, strlen(text), &latex, &err))
            fail_msg("%s as LaTeX: line %d: %s", pulma_model_name(kind, m), err.line,
                     err.message);
        pulma_free(latex);
    }
}

static int by_places(const void *a, const void *b)
{
    const struct board *x = a, *y = b;
    int difference = pulma_puzzle_places(x->puzzle) - pulma_puzzle_places(y->puzzle);
    return difference ? difference : strcmp(x->name, y->name);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3 || pulma_kind_find(argv[1]) < 0) {
        fprintf(stderr, "usage: test_models KIND [long|count|count-long]\n");
        return 2;
    }
    kind_name = argv[1];
    const char *how = argc == 3 ? argv[2] : "";
    if (strstr(how, "long")) {
        seconds.solve = 5;
        seconds.pair = 30;
        seconds.all = 600;
    }
    board_count = boards_of(kind_name, &boards);
    if (board_count > 0)
        qsort(boards, (size_t)board_count, sizeof *boards, by_places);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_agree_with_the_rules),
        cmocka_unit_test(models_say_what_they_are),
    };
    const struct CMUnitTest counts[] = {cmocka_unit_test(models_count_as_the_rules_do)};
    int failed = strstr(how, "count")
                     ? cmocka_run_group_tests_name(kind_name, counts, NULL, NULL)
                     : cmocka_run_group_tests_name(kind_name, tests, NULL, NULL);
    boards_free(boards, board_count);
    return failed;
}
