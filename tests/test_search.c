/* The search that kinds, kernels and the job share: its limits are kept to the node. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/search.h"

static bool count_answer(struct pm_search *search, const int *answer)
{
    *(int *)search->context += answer[0];
    return true;
}

static bool stop_at_third(void *context)
{
    return ++*(int *)context == 3;
}

/* Nodes one by one until there is a reason to end. */
static pulma_status run(struct pm_search *search)
{
    pulma_status status;
    while (!(status = pm_search_node(search)))
        assert_true(search->effort->nodes < 100000);
    return status;
}

static void limits_are_kept_to_the_node(void **state)
{
    (void)state;
    for (int64_t most = 1; most < 5000; most = 3 * most + 1) {
        struct pm_limits limits = {.conflicts = most};
        struct pm_effort effort = {0};
        struct pm_search search = {.limits = &limits, .effort = &effort};
        assert_int_equal(pm_search_nodes_left(&search), most);
        assert_int_equal(run(&search), PULMA_LIMIT);
        assert_int_equal(effort.nodes, most + 1);
        assert_int_equal(pm_search_nodes_left(&search), 0);
        assert_int_equal(pm_search_node(&search), PULMA_LIMIT); /* and stay reached */
    }
}

static void patience_begins_anew_with_each_answer(void **state)
{
    (void)state;
    for (int64_t patience = 1; patience < 5000; patience = 3 * patience + 1) {
        int answers = 0, one = 1;
        struct pm_effort effort = {.nodes = 77}; /* of an earlier question */
        struct pm_search search = {.effort = &effort,
                                   .patience = patience,
                                   .found = count_answer,
                                   .context = &answers};
        for (int i = 0; i < 3; i++) {
            for (int64_t k = 0; k < patience; k++)
                assert_int_equal(pm_search_node(&search), PULMA_OK);
            assert_int_equal(pm_search_in_vain(&search), patience);
            assert_true(pm_search_found(&search, &one));
            assert_int_equal(pm_search_in_vain(&search), 0);
        }
        assert_int_equal(run(&search), PULMA_UNAVAILABLE);
        assert_int_equal(effort.nodes, 77 + 4 * patience + 1);
        assert_int_equal(answers, 3);
    }
}

static void the_caller_is_asked_now_and_then(void **state)
{
    (void)state;
    for (int at_once = 1; at_once <= 3000; at_once += 1000) {
        int asked = 0;
        struct pm_limits limits = {.stop = stop_at_third, .context = &asked};
        struct pm_effort effort = {0};
        struct pm_search search = {.limits = &limits, .effort = &effort};
        while (!pm_search_nodes(&search, at_once))
            assert_true(effort.nodes < 20000);
        assert_int_equal(asked, 3);
        assert_in_range(effort.nodes, 3 * 1024, 3 * (1024 + at_once));
    }
}

/* What is tried in turn counts together, and each part has a patience of its own. */
static void parts_share_limits_and_effort(void **state)
{
    (void)state;
    struct pm_limits limits = {.conflicts = 1000, .seed = 9};
    struct pm_effort effort = {0};
    struct pm_search whole = {.limits = &limits, .effort = &effort, .threads = 4};
    for (int i = 0; i < 3; i++) {
        struct pm_search part = pm_search_part(&whole, count_answer, NULL);
        assert_int_equal(part.threads, 4);
        assert_int_equal(pm_search_seed(&part), 9);
        part.patience = 299;
        assert_int_equal(run(&part), PULMA_UNAVAILABLE);
        assert_int_equal(effort.nodes, 300 * (i + 1));
    }
    struct pm_search last = pm_search_part(&whole, count_answer, NULL);
    last.patience = 299;
    assert_int_equal(run(&last), PULMA_LIMIT);
    assert_int_equal(effort.nodes, 1001);
    assert_int_equal(pm_search_node(&whole), PULMA_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_kept_to_the_node),
        cmocka_unit_test(patience_begins_anew_with_each_answer),
        cmocka_unit_test(the_caller_is_asked_now_and_then),
        cmocka_unit_test(parts_share_limits_and_effort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
