/* What is special about Match 22: the published answer, the referee's words, bad input, and the
 * kernel against the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"

static const char figure[] = "match22\n"
                             "yrob ybrr #    oroo oyro\n"
                             "ooyy #    yrro robr #\n"
                             "rbry #    #    orbo rrob\n"
                             "brrb brrb roby rroo ooor\n"
                             "byor ybbb yyor bbrr yboo\n";

static void the_published_answer_is_found(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, figure);
    char text[64];
    census(p, "auto", text, sizeof text);
    assert_string_equal(text, "1 at 28");
    census(p, "rules", text, sizeof text);
    assert_string_equal(text, "1 at 28");
    assert_judged(p, "00#10 0#01# 3##10 02322 33232", PULMA_RIGHT, "");
    assert_judged(p, "00#10 0#01# 3##10 02322 3323.", PULMA_UNFINISHED, "1 place is");
    pulma_puzzle_free(p);
}

/* Models compare colours by their numbers, so data as printed needs the printed numbers. */
static void colours_are_numbered_as_listed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *first_disk;
    } cases[] = {{"match22\nyrob\n", "\n  1 1 4 3 2"},
                 {"match22\ncolours: yorb\nyrob\n", "\n  1 1 4 2 3"},
                 {"match22\ncolours: ob\nyrob\n", "\n  1 3 2 1 4"},
                 {"{\"kind\": \"match22\", \"colours\": \"robx\", \"grid\": [\"yrob\"]}",
                  "\n  1 5 3 2 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].text);
        char *data = NULL;
        assert_int_equal(pulma_model_export(p, "hartmann", "dat", false, &data, NULL),
                         PULMA_OK);
        if (!strstr(data, cases[i].first_disk))
            fail_msg("%s gave %s", cases[i].text, data);
        pulma_free(data);
        pulma_puzzle_free(p);
    }
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "match22\nabcd efgh\nijkl #\n");
    assert_judged(p, "00 0#", PULMA_WRONG,
                  "row 1, column 1 shows b to the disk right of it, which shows h");
    assert_judged(p, "0. 0#", PULMA_WRONG,
                  "row 1, column 1 shows c to the disk below it, which shows i");
    assert_judged(p, ".. 0#", PULMA_UNFINISHED, "2 places");
    assert_answer_refused(p, "00 04", 1, 5, "'#': row 2, column 2 has no disk");
    assert_answer_refused(p, "04 0#", 1, 2, "0 to 3 turns for row 1, column 2");
    assert_answer_refused(p, "00 0", 1, 5, "'#'");
    assert_judged(p,
                  "Disk 1: 0 left turn(s)\nDisk 2: 0 left turn(s)\n0 left turns in total\n",
                  PULMA_WRONG, "row 1, column 1 shows b");
    assert_judged(p, "Disk 3: 0", PULMA_UNFINISHED, "2 places");
    assert_answer_refused(p, "Disk 4: 0", 1, 6, "1 to 3");
    assert_answer_refused(p, "Disk 1 0", 1, 7, "':'");
    assert_answer_refused(p, "Disk 1: 4", 1, 9, "0 to 3");
    pulma_puzzle_free(p);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"match22\n", 1, 1, "grid"},
        {"match22\nabc\n", 2, 1, "four letters or digits"},
        {"match22\nabcde\n", 2, 1, "four letters or digits"},
        {"match22\nab!c\n", 2, 1, "four letters or digits"},
        {"match22\nabcd efgh\nabcd\n", 3, 1, "expected 2 cells"},
        {"match22\n# #\n", 2, 1, "at least one disk"},
        {"match22\nturns: 3\nabcd\n", 2, 1, "turns"},
        {"match22\ncolours: ya-b\nabcd\n", 2, 12, "letters or digits"},
        {"match22\ncolours: yay\nabcd\n", 2, 12, "colour y is listed twice"},
        {"match22\nabcd \xC3\xA4zzz\n", 2, 6, "four letters or digits"},
        {"{\"kind\": \"match22\", \"grid\": [\"abcd\", \"ab\"]}", 1, 39, "four letters"},
    };
    ASSERT_ALL_REFUSED(NULL, cases);
}

/* A board by chance: half of them solvable by construction, the others as they come. */
static void random_board(struct pm_rng *rng, char *text, size_t size)
{
    int rows = 1 + pm_rng_below(rng, 4), columns = 1 + pm_rng_below(rng, 4);
    int colours = 2 + pm_rng_below(rng, 4), n = 0;
    n += snprintf(text, size, "match22\n");
    for (int i = 0; i < rows * columns; i++) {
        char disk[5] = "aaaa";
        for (int k = 0; k < 4; k++)
            disk[k] = (char)('a' + pm_rng_below(rng, colours));
        bool hole = i > 0 && pm_rng_below(rng, 6) == 0;
        n += snprintf(text + n, size - (size_t)n, "%s%s", hole ? "#" : disk,
                      i % columns == columns - 1 ? "\n" : " ");
    }
}

static void kernel_and_rules_agree(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 22);
    int solvable = 0;
    for (int i = 0; i < 300; i++) {
        char text[200];
        random_board(&rng, text, sizeof text);
        solvable += assert_census_agrees(text, "kernel");
    }
    assert_in_range(solvable, 50, 250); /* both sorts are tried */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_answer_is_found),
        cmocka_unit_test(colours_are_numbered_as_listed),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(kernel_and_rules_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
