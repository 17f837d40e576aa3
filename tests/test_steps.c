/* Explanations, judged without the explainer: the engine is told the same rules and asked, for
 * every step, whether the named rules and facts exclude the opposite of each conclusion, and
 * whether they still do without one of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "engine/engine.h"
#include "engine/store.h"
#include "handle.h"

enum {
    MAX_STEPS = 400,  /* of a board; the rest is not looked at */
    MAX_MINIMAL = 40, /* reasons and facts of a step whose need is looked at */
    CONFLICTS = 100000
};

static const char *kind_name;

struct judge {
    const pulma_puzzle *puzzle;
    struct pm_arena arena;
    struct pm_limits limits;
    struct pm_rules *rules;
    struct pm_engine *engine;
    bool *on;
};

static void judge_new(struct judge *j, const pulma_puzzle *puzzle)
{
    *j = (struct judge){.puzzle = puzzle};
    pm_arena_init(&j->arena, 0);
    int places = pulma_puzzle_places(puzzle);
    j->rules = pm_rules_new(places, pm_puzzle_ranges(puzzle, &j->arena), PM_STEPS, NULL);
    pm_kind_of(puzzle)->state(puzzle->data, j->rules);
    pm_rules_end(j->rules);
    j->engine = pm_engine_new(j->rules, &j->limits);
    j->on = calloc((size_t)j->rules->reason_count, sizeof *j->on);
    assert_non_null(j->engine);
    assert_non_null(j->on);
}

static void judge_free(struct judge *j)
{
    pm_engine_free(j->engine);
    pm_rules_free(j->rules);
    pm_arena_free(&j->arena);
    free(j->on);
}

static int reason_named(const struct judge *j, const char *text)
{
    int found = 0;
    for (int i = 1; i < j->rules->reason_count; i++)
        if (strcmp(j->rules->reasons[i].text, text) == 0) {
            assert_int_equal(found, 0); /* a sentence names one rule */
            found = i;
        }
    return found;
}

static pm_lit literal(const struct judge *j, pulma_fact fact)
{
    pm_lit is = pm_is(j->rules, fact.place, fact.value);
    return fact.holds ? is : -is;
}

/* Whether the step's reasons and facts, but for one of each (-1: none), exclude the opposite of
 * all its conclusions. */
static bool follows(struct judge *j, const pulma_step *step, int no_reason, int no_fact)
{
    const pulma_fact *facts, *conclusions;
    int fact_count = pulma_step_facts(step, &facts);
    int conclusion_count = pulma_step_conclusions(step, &conclusions);
    pm_lit *lits = calloc((size_t)fact_count + 1, sizeof *lits);
    bool all = true;
    for (int c = 0; c < conclusion_count && all; c++) {
        int n = 0;
        for (int i = 0; i < fact_count; i++)
            if (i != no_fact)
                lits[n++] = literal(j, facts[i]);
        lits[n++] = -literal(j, conclusions[c]);
        memset(j->on, 0, (size_t)j->rules->reason_count * sizeof *j->on);
        for (int i = 0; i < pulma_step_reason_count(step); i++)
            if (i != no_reason)
                j->on[reason_named(j, pulma_step_reason_text(step, i))] = true;
        pulma_status status = pm_engine_refute(j->engine, n, lits, j->on, CONFLICTS, NULL);
        assert_true(status == PULMA_OK || status == PULMA_NONE);
        all = status == PULMA_NONE;
    }
    free(lits);
    return all;
}

/* What a reason says of costs is not among the puzzle's rules. */
static bool only_rules(const struct judge *j, const pulma_step *step)
{
    for (int i = 0; i < pulma_step_reason_count(step); i++)
        if (!reason_named(j, pulma_step_reason_text(step, i)))
            return false;
    return true;
}

static void judge_step(struct judge *j, const pulma_step *step)
{
    const pulma_fact *facts;
    int fact_count = pulma_step_facts(step, &facts), size = pulma_step_reason_count(step);
    assert_true(follows(j, step, -1, -1));
    if (size + fact_count > MAX_MINIMAL)
        return;
    for (int i = 0; i < size; i++)
        assert_false(follows(j, step, i, -1));
    for (int i = 0; i < fact_count; i++)
        assert_false(follows(j, step, -1, i));
}

static void facts_are_known(const pulma_explainer *e, const pulma_fact *facts, int n)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(pulma_explainer_known(e, facts[i].place, facts[i].value),
                         facts[i].holds ? 1 : -1);
}

static void judge_board(const struct board *board)
{
    struct judge j;
    judge_new(&j, board->puzzle);
    pulma_explainer *e = pulma_explainer_new(board->puzzle);
    pulma_explainer_set_seconds(e, 2);
    pulma_error err = {0};
    const pulma_step *step;
    pulma_status status = pulma_explainer_start(e, NULL, &err);
    for (int n = 0; !status && n < MAX_STEPS; n++) {
        const pulma_fact *facts;
        status = pulma_explainer_next(e, &step, &err);
        if (status)
            break;
        int count = pulma_step_facts(step, &facts);
        facts_are_known(e, facts, count);
        count = pulma_step_conclusions(step, &facts);
        facts_are_known(e, facts, count);
        assert_true(pulma_step_text(step)[0] != '\0');
        if (only_rules(&j, step))
            judge_step(&j, step);
    }
    assert_true(status == PULMA_OK || status == PULMA_NONE || status == PULMA_LIMIT);
    if (strcmp(board->count, "0") == 0)
        assert_int_equal(pulma_explainer_steps(e, 0), 0);
    if (status == PULMA_NONE && strcmp(board->count, "1") == 0) {
        int *end = calloc((size_t)pulma_puzzle_places(board->puzzle) + 1, sizeof *end);
        pulma_explainer_board(e, end);
        assert_int_equal(pulma_check(board->puzzle, end, NULL), PULMA_RIGHT);
        free(end);
    }
    pulma_explainer_free(e);
    judge_free(&j);
}

static void every_step_follows_and_needs_all_that_it_names(void **state)
{
    (void)state;
    struct board *boards;
    int n = boards_of(kind_name, &boards);
    for (int i = 0; i < n; i++)
        judge_board(&boards[i]);
    boards_free(boards, n);
}

/* From any part of the answer the steps lead to it; with one entry changed there are none. */
static void any_part_of_an_answer_can_be_the_start(void **state)
{
    (void)state;
    struct board *boards;
    int n = boards_of(kind_name, &boards);
    for (int i = 0; i < n; i++) {
        int places = pulma_puzzle_places(boards[i].puzzle);
        if (!boards[i].answer || strcmp(boards[i].count, "1") != 0 || places > 400)
            continue;
        int *part = calloc((size_t)places + 1, sizeof *part);
        for (int place = 0; place < places; place++)
            part[place] = place % 3 ? boards[i].answer[place] : PULMA_EMPTY;
        pulma_explainer *e = pulma_explainer_new(boards[i].puzzle);
        pulma_explainer_set_seconds(e, 5);
        const pulma_step *step;
        pulma_status status = pulma_explainer_start(e, part, NULL);
        while (!status)
            status = pulma_explainer_next(e, &step, NULL);
        assert_true(status == PULMA_NONE || status == PULMA_LIMIT);
        if (status == PULMA_NONE) {
            pulma_explainer_board(e, part);
            assert_memory_equal(part, boards[i].answer, (size_t)places * sizeof *part);
        }
        pulma_explainer_free(e);
        free(part);
    }
    boards_free(boards, n);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_follows_and_needs_all_that_it_names),
        cmocka_unit_test(any_part_of_an_answer_can_be_the_start),
    };
    if (argc != 2) {
        fprintf(stderr, "usage: %s KIND\n", argv[0]);
        return 2;
    }
    kind_name = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
