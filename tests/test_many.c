/* Two hundred invented boards of a kind: the kernel, the rules and every model must agree on
 * each.  Called with the name of a kind; slow.  A model that does not end in time, or that
 * cannot say a puzzle, is passed over; one that contradicts is a failure that prints the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "pulma/pulma.h"

enum { BOARDS = 200, SECONDS = 5 };

static int kind;

static void fail_with_board(const pulma_puzzle *puzzle, const char *who, const char *what)
{
    char *text = puzzle_text(puzzle, "pulma");
    fail_msg("%s: %s\n%s", who, what, text);
}

static void compare_counts(const pulma_puzzle *puzzle, char *count, size_t size)
{
    static const char *const methods[] = {"auto", "kernel", "rules"};
    for (size_t m = 0; m < 3; m++) {
        pulma_job *job = pulma_job_new(puzzle);
        pulma_error err = {.message = ""};
        pulma_job_set_seconds(job, SECONDS);
        if (pulma_job_set_method(job, methods[m], NULL) == PULMA_OK &&
            pulma_job_count(job, 3, &err) == PULMA_OK) {
            if (m == 0)
                snprintf(count, size, "%s", pulma_job_count_text(job));
            else if (count[0] && strcmp(count, pulma_job_count_text(job)) != 0)
                fail_with_board(puzzle, methods[m], "another number of answers");
        }
        pulma_job_free(job);
    }
}

static void try_models(const pulma_puzzle *puzzle, bool possible)
{
    int *answer = calloc((size_t)pulma_puzzle_places(puzzle) + 1, sizeof *answer);
    for (int m = 0; m < pulma_model_count(kind); m++) {
        pulma_job *job = pulma_job_new(puzzle);
        pulma_error err = {.message = ""};
        pulma_job_set_seconds(job, SECONDS);
        pulma_job_set_model(job, pulma_model_name(kind, m), "sat", &err);
        pulma_status status = pulma_job_next(job, answer, &err);
        if (status == PULMA_SOLVER)
            fail_with_board(puzzle, pulma_model_name(kind, m), err.message);
        if ((status == PULMA_OK && !possible) || (status == PULMA_NONE && possible))
            fail_with_board(puzzle, pulma_model_name(kind, m), "contradicts the rules");
        pulma_job_free(job);
    }
    free(answer);
}

/* Kinds whose models take long at the usual size get smaller boards. */
static void choose_size(pulma_wish *wish)
{
    static const struct {
        const char *kind;
        int rows, columns;
    } small[] = {{"flowfree", 5, 6}};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        if (pulma_kind_find(small[i].kind) == kind)
            pulma_wish_set_size(wish, small[i].columns, small[i].rows, NULL);
}

static void all_ways_agree(void **state)
{
    (void)state;
    pulma_wish *wish = pulma_wish_new(kind);
    pulma_wish_set_seed(wish, 2026);
    choose_size(wish);
    for (int i = 0; i < BOARDS; i++) {
        pulma_puzzle *puzzle = NULL;
        pulma_error err = {.message = ""};
        char count[64] = "";
        pulma_wish_set_difficulty(wish, (pulma_difficulty)(i % 3), NULL);
        if (pulma_wish_next(wish, &puzzle, &err))
            fail_msg("board %d: %s", i, err.message);
        compare_counts(puzzle, count, sizeof count);
        if (count[0])
            try_models(puzzle, strcmp(count, "0") != 0);
        pulma_puzzle_free(puzzle);
    }
    pulma_wish_free(wish);
}

int main(int argc, char **argv)
{
    kind = argc == 2 ? pulma_kind_find(argv[1]) : -1;
    if (kind < 0) {
        fprintf(stderr, "usage: test_many KIND\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_ways_agree)};
    return pulma_kind_can_generate(kind) ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
