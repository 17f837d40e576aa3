/* Facts about the engine when memory ends in the solver, at each of its allocations in turn: in the search, or
 * when the solver is asked for its model or its refutation.  Whatever is told is right, or that memory has ended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "failing_new.h"
#include "scenes.h"

static const struct pm_limits no_limits = {0};

/* A board, what trying everything says of it, and an engine for it. */
struct setting {
    uint64_t seed;
    long number; /* of the allocation that fails */
    struct board board;
    struct tried tried;
    struct pm_engine *engine;
};

static void expect(const struct setting *s, bool right, const char *what)
{
    if (!right)
        fail_msg("seed %llu, allocation %ld fails: %s", (unsigned long long)s->seed,
                 s->number, what);
}

static void list_answers(struct setting *s, bool costs)
{
    int answer[MAX_PLACES], count = 0;
    pulma_status status;
    while ((status = pm_engine_next(s->engine, answer, NULL)) == PULMA_OK) {
        expect(s, board_holds(&s->board, answer, 0), "not an answer");
        expect(s, !costs || cost_of(&s->board, answer) == s->tried.cheapest, "too dear");
        count++;
    }
    const int all = costs ? s->tried.cheapest_count : s->tried.count;
    expect(s, status == PULMA_NO_MEMORY || status == PULMA_NONE, "the status");
    expect(s, status == PULMA_NO_MEMORY || count == all, "answers are missing");
}

static void list_all(struct setting *s)
{
    list_answers(s, false);
}

static void list_cheapest(struct setting *s)
{
    list_answers(s, true);
}

static void ask_why(struct setting *s)
{
    pulma_status status = pm_engine_why(s->engine, NULL);
    if (status == PULMA_NO_MEMORY)
        return;
    expect(s, status == (s->tried.count == 0 ? PULMA_OK : PULMA_NONE), "the status");
    unsigned without = (1u << s->board.rule_count) - 1;
    for (int i = 0; i < pm_engine_why_count(s->engine); i++)
        without &= ~(1u << (pm_engine_why_text(s->engine, i)[5] - '0'));
    expect(s, status == PULMA_NONE || try_all(&s->board, without, false).count == 0,
           "the reasons do not contradict");
}

static void ask_what_is_forced(struct setting *s)
{
    int answer[MAX_PLACES];
    pulma_status status = pm_engine_forced(s->engine, answer, NULL);
    if (status == PULMA_NO_MEMORY)
        return;
    size_t size = (size_t)s->board.rules[0].place_count * sizeof *answer;
    expect(s, status == (s->tried.count ? PULMA_OK : PULMA_NONE), "the status");
    expect(s, status == PULMA_NONE || memcmp(answer, s->tried.shared, size) == 0,
           "something else is forced");
}

static const struct question {
    void (*ask)(struct setting *s);
    bool explaining, costs;
} questions[] = {{list_all, false, false},
                 {list_cheapest, false, true},
                 {ask_why, true, false},
                 {ask_what_is_forced, false, false}};

/* Whether there is an allocation of this number. */
static bool ask_with_failure(struct setting *s, const struct question *q)
{
    struct pm_rules *rules = rules_of_board(&s->board, q->explaining, q->costs);
    fail_new(s->number);
    s->engine = pm_engine_new(rules, &no_limits);
    if (s->engine)
        q->ask(s);
    pm_engine_free(s->engine);
    pm_rules_free(rules);
    return end_fail_new();
}

static void memory_may_end_at_every_allocation(void **state)
{
    (void)state;
    int failures = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct setting s = {.seed = seed};
        make_board(&s.board, 2 + (int)(seed % 4), &rng);
        for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
            s.tried = try_all(&s.board, 0, questions[i].costs);
            for (s.number = 1; ask_with_failure(&s, &questions[i]); s.number++)
                failures++;
        }
    }
    print_message("%d allocations failed\n", failures);
    assert_true(failures > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_may_end_at_every_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
