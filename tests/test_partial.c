/* Hints from boards in any state: parts of answers, parts with mistakes, empty, full, and at
 * random.  None crashes, a board that cannot be completed is told so, and no conclusion
 * contradicts the answer that the entries are part of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "core/random.h"
#include "handle.h"

static const char *kind_name;
static int parts_of_a_board;

enum {
    MAX_PLACES = 200,
    STEPS = 6,   /* from a board; most cost little */
    SECONDS = 3, /* then the next board has its turn: every status is fine */
};

struct part {
    int *entries;
    int wrong; /* entries that differ from the answer */
};

/* Every `keep` of 8 places keeps its answer, every `change` of 64 gets whatever value. */
static void make_part(const struct board *board, struct pm_rng *rng, int keep, int change,
                      struct part *part)
{
    part->wrong = 0;
    for (int i = 0; i < pulma_puzzle_places(board->puzzle); i++) {
        int min, max, value = PULMA_EMPTY;
        pulma_puzzle_range(board->puzzle, i, &min, &max);
        if (pm_rng_below(rng, 8) < keep)
            value = board->answer[i];
        if (pm_rng_below(rng, 64) < change)
            value = min + pm_rng_below(rng, max - min + 1);
        part->entries[i] = value;
        part->wrong += value != PULMA_EMPTY && value != board->answer[i];
    }
}

/* Every conclusion holds in the answer. */
static void follow_steps(pulma_explainer *e, const struct board *board)
{
    const pulma_step *step;
    for (int n = 0; n < STEPS; n++) {
        const pulma_fact *facts;
        pulma_status status = pulma_explainer_next(e, &step, NULL);
        assert_true(status == PULMA_OK || status == PULMA_NONE || status == PULMA_LIMIT);
        if (status)
            return;
        int count = pulma_step_conclusions(step, &facts);
        assert_true(count > 0);
        for (int i = 0; i < count; i++)
            assert_int_equal(board->answer[facts[i].place] == facts[i].value,
                             facts[i].holds);
    }
}

/* Where there is one answer, the mistakes are what differs from it. */
static void see_mistakes(pulma_explainer *e, const struct board *board,
                         const struct part *part)
{
    bool wrong[MAX_PLACES];
    int count;
    pulma_status status = pulma_explainer_mistakes(e, part->entries, wrong, &count, NULL);
    assert_true(status == PULMA_OK || status == PULMA_LIMIT);
    if (status == PULMA_OK)
        assert_int_equal(count, part->wrong);
    for (int i = 0; status == PULMA_OK && i < pulma_puzzle_places(board->puzzle); i++)
        assert_int_equal(wrong[i], part->entries[i] != PULMA_EMPTY &&
                                       part->entries[i] != board->answer[i]);
}

static void judge_part(const struct board *board, const struct part *part)
{
    bool unique = strcmp(board->count, "1") == 0;
    pulma_error err;
    pulma_explainer *e = pulma_explainer_new(board->puzzle);
    pulma_explainer_set_seconds(e, SECONDS);
    pulma_status status = pulma_explainer_start(e, part->entries, &err);
    if (part->wrong == 0)
        assert_true(status == PULMA_OK || status == PULMA_LIMIT);
    else if (unique)
        assert_true(status == PULMA_NONE || status == PULMA_LIMIT);
    else
        assert_true(status == PULMA_OK || status == PULMA_NONE || status == PULMA_LIMIT);
    if (status == PULMA_OK && part->wrong == 0)
        follow_steps(e, board);
    if (status == PULMA_NONE && unique)
        see_mistakes(e, board, part);
    pulma_explainer_free(e);
}

static void no_hint_contradicts_the_answer(void **state)
{
    (void)state;
    struct board *boards;
    int n = boards_of(kind_name, &boards);
    struct pm_rng rng;
    pm_rng_init(&rng, 16);
    for (int i = 0; i < n; i++) {
        int places = pulma_puzzle_places(boards[i].puzzle);
        if (!boards[i].answer || places > MAX_PLACES)
            continue;
        struct part part = {.entries = calloc((size_t)places + 1, sizeof(int))};
        for (int k = 0; k < parts_of_a_board; k++) {
            static const int keeps[] = {4, 0, 8, 6, 2}, changes[] = {0, 0, 2, 64};
            make_part(&boards[i], &rng, keeps[k % 5], changes[k % 4], &part);
            judge_part(&boards[i], &part);
        }
        free(part.entries);
    }
    boards_free(boards, n);
}

static int enter_facts(const pulma_fact *facts, int n, int *entries)
{
    int entered = 0;
    for (int i = 0; i < n; i++) {
        if (!facts[i].holds)
            continue;
        assert_int_equal(entries[facts[i].place], PULMA_EMPTY);
        entries[facts[i].place] = facts[i].value;
        entered++;
    }
    return entered;
}

/* Enters what a hint says, also where it leaves a single value; false: it leaves several. */
static bool enter(const pulma_step *step, int *entries)
{
    const pulma_fact *facts;
    int n = pulma_step_conclusions(step, &facts);
    int entered = enter_facts(facts, n, entries);
    n = pulma_step_left(step, &facts);
    return entered + enter_facts(facts, n, entries) > 0;
}

/* A player who enters what hints say is led on; a way that a kind finds ends at its goal. */
static void hints_lead_on(void **state)
{
    (void)state;
    struct board *boards;
    int n = boards_of(kind_name, &boards);
    for (int i = 0; i < n; i++) {
        int places = pulma_puzzle_places(boards[i].puzzle), hints = 0;
        if (!boards[i].answer || places > 64)
            continue;
        int *entries = new_answer(boards[i].puzzle);
        pulma_explainer *e = pulma_explainer_new(boards[i].puzzle);
        const pulma_step *step = NULL;
        pulma_status status;
        do
            status = pulma_explainer_hint(e, entries, &step, NULL);
        while (status == PULMA_OK && step && enter(step, entries) && hints++ < places);
        assert_int_equal(status, PULMA_OK);
        assert_true(hints <= places);
        if (pm_kind_of(boards[i].puzzle)->way && !step)
            assert_int_equal(pulma_play_check(boards[i].puzzle, entries, NULL),
                             PULMA_RIGHT);
        pulma_explainer_free(e);
        free(entries);
    }
    boards_free(boards, n);
}

static void what_is_no_value_is_a_mistake(void **state)
{
    (void)state;
    struct board *boards;
    int n = boards_of(kind_name, &boards), i = 0, min, max, count;
    while (!boards[i].answer || pulma_puzzle_places(boards[i].puzzle) > MAX_PLACES)
        i++;
    bool wrong[MAX_PLACES];
    int *entries = new_answer(boards[i].puzzle);
    pulma_puzzle_range(boards[i].puzzle, 0, &min, &max);
    pulma_explainer *e = pulma_explainer_new(boards[i].puzzle);
    const int outside[] = {max + 1, -2, INT_MAX, INT_MIN};
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        entries[0] = outside[k];
        assert_int_equal(pulma_explainer_start(e, entries, NULL), PULMA_NONE);
        assert_int_equal(pulma_explainer_mistakes(e, entries, wrong, &count, NULL),
                         PULMA_OK);
        assert_int_equal(count, 1);
        assert_true(wrong[0]);
    }
    pulma_explainer_free(e);
    free(entries);
    boards_free(boards, n);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_hint_contradicts_the_answer),
        cmocka_unit_test(hints_lead_on),
        cmocka_unit_test(what_is_no_value_is_a_mistake),
    };
    if (argc != 3) {
        fprintf(stderr, "usage: %s KIND BOARDS\n", argv[0]);
        return 2;
    }
    kind_name = argv[1];
    parts_of_a_board = atoi(argv[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
