/* What is special about thermometers: the published board, the referee's words, bad input,
 * PuzzleKit's notation, and what the generator's options promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"

static const char figure[] = "thermometers\n"
                             "rows: 6 5 4 3 6 3 7 5\n"
                             "columns: 4 6 4 6 4 6 7 2\n"
                             "^oooo>>^\n"
                             "^vvv^o^^\n"
                             "^vvv^v^^\n"
                             "o<ovovo^\n"
                             "^o>>>>>^\n"
                             "^o>>>>>^\n"
                             "o<o<<<o^\n"
                             "o>>><<oo\n";

static const char bent[] = "thermometers\n"
                           "rows: ? 1 1\n"
                           "columns: 2 ? 2\n"
                           "o>>\n"
                           "#ov\n"
                           "o<v\n";

static void the_published_board_has_one_answer(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, figure);
    char text[64];
    census(p, "auto", text, sizeof text);
    assert_string_equal(text, "1 at 0");
    assert_judged(p,
                  "01111110 11010110 10010110 10001010 01111110 01110000 01111111 11000111",
                  PULMA_RIGHT, "");
    pulma_puzzle_free(p);
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, bent);
    assert_judged(p, "111 #01 100", PULMA_RIGHT, "");
    assert_judged(p, "111 #.. 100", PULMA_UNFINISHED, "2 places");
    assert_judged(
        p, "101 #01 100", PULMA_WRONG,
        "row 1, column 3 is filled, but row 1, column 2, nearer to the bulb, is not");
    assert_judged(
        p, "0.. #.1 ...", PULMA_WRONG,
        "row 2, column 3 is filled, but row 1, column 1, nearer to the bulb, is not");
    assert_judged(p, "111 #11 ...", PULMA_WRONG, "row 2 has 2 filled cells, not 1");
    assert_judged(p, "110 #00 1..", PULMA_WRONG, "row 2 has 0 filled cells, not 1");
    assert_judged(p, "111 #.0 ..0", PULMA_WRONG, "column 3 has 1 filled cell, not 2");
    assert_judged(p, "0.. #.. ...", PULMA_WRONG,
                  "column 1 has at most 1 filled cell, not 2");
    assert_answer_refused(p, "111 001 100", 1, 5, "'#' for the hole in row 2, column 1");
    assert_answer_refused(p, "112 #01 100", 1, 3, "the value for row 1, column 3");
    assert_answer_refused(p, "111 #01 10", 1, 11, "the value for row 3, column 3");
    pulma_puzzle_free(p);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"thermometers\n", 1, 1, "grid"},
        {"thermometers\no>>\no>\n", 3, 1, "expected 3 columns"},
        {"thermometers\no>x\n", 2, 3, "one of o < > ^ v #"},
        {"thermometers\n###\n", 2, 1, "at least one thermometer"},
        {"thermometers\n>>o\n", 2, 1, "to the left of this >"},
        {"thermometers\no#>\n", 2, 3, "to the left of this >"},
        {"thermometers\no#<\n", 2, 3, "to the right of this <"},
        {"thermometers\nov\n", 2, 2, "above this v"},
        {"thermometers\no^\n", 2, 2, "below this ^"},
        {"thermometers\no>\nv#\n", 3, 1, "forks"},
        {"thermometers\no^>\n#<v\n", 2, 2, "a ring"},
        {"thermometers\nrows: 3\no>\n", 2, 7, "a number from 0 to 2"},
        {"thermometers\nrows: 1 1\no>\n", 2, 9, "only 1 number"},
        {"thermometers\ncolumns: 1\no>\n", 2, 1,
         "expected 2 numbers in the field 'columns'"},
        {"thermometers\nrows: x\no>\n", 2, 7, "a number from 0 to 2"},
        {"thermometers\nrow: 1\no>\n", 2, 1, "no field 'row'"},
        {"2 2\n1 1\n1 1\n1.1 1.2\n2.1 3.2\n", 1, 1,
         "row 2, column 2: expected the segment before it"},
        {"2 2\n1 1\n1 1\n1.1 1.2\n2.1\n", 5, 4, "a cell such as 3.1"},
        {"2 2\n1 3\n1 1\n1.1 1.2\n2.1 2.2\n", 2, 3, "a number from 0 to 2"},
        {"1 2\n1 1\n1\n1.1 1.0\n", 4, 5, "a cell such as 3.1"},
    };
    ASSERT_ALL_REFUSED("thermometers", cases);
}

static void puzzlekit_says_the_same(void **state)
{
    (void)state;
    static const char kit[] = "3 3\n2 - 2\n- 1 1\n1.1 1.2 1.3\n- 2.1 1.4\n3.1 1.6 1.5\n";
    pulma_puzzle *p = puzzle_of(NULL, bent), *q = puzzle_of(NULL, kit);
    char *text = NULL, *own = NULL, *other = NULL;
    assert_int_equal(pulma_puzzle_write(p, "puzzlekit", &text, NULL), PULMA_OK);
    assert_string_equal(text, kit);
    assert_int_equal(pulma_puzzle_write(p, "pulma", &own, NULL), PULMA_OK);
    assert_int_equal(pulma_puzzle_write(q, "pulma", &other, NULL), PULMA_OK);
    assert_string_equal(own, other);
    pulma_free(text);
    pulma_free(own);
    pulma_free(other);
    pulma_puzzle_free(p);
    pulma_puzzle_free(q);
}

/* The puzzle with one of its numbers, counted over both fields, replaced by "?"; false if it
 * has not so many. */
static bool hide_number(const char *text, int number, char *hidden)
{
    const char *at = strstr(text, "rows:"), *end = strchr(strstr(text, "columns:"), '\n');
    size_t len;
    for (at = strchr(at, ' '); at && at < end; at = strpbrk(at + 1, " \n"))
        if (at[1] >= '0' && at[1] <= '9' && number-- == 0) {
            len = (size_t)(at + 1 - text);
            memcpy(hidden, text, len);
            sprintf(hidden + len, "?%s", at + 1 + strspn(at + 1, "0123456789"));
            return true;
        }
    return false;
}

static int answers_up_to_two(const char *text)
{
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_count(job, 2, NULL), PULMA_OK);
    int n = atoi(pulma_job_count_text(job));
    pulma_job_free(job);
    pulma_puzzle_free(p);
    return n;
}

static void every_clue_is_needed_where_that_is_wished(void **state)
{
    (void)state;
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("thermometers"));
    pulma_wish_set_size(wish, 7, 6, NULL);
    pulma_wish_set_option(wish, "clues", "needed", NULL);
    pulma_wish_set_option(wish, "bent", "yes", NULL);
    for (int i = 0; i < 10; i++) {
        pulma_puzzle *p = NULL;
        char *text = NULL, hidden[1000];
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_write(p, "pulma", &text, NULL), PULMA_OK);
        assert_int_equal(answers_up_to_two(text), 1);
        for (int number = 0; hide_number(text, number, hidden); number++)
            if (answers_up_to_two(hidden) != 2)
                fail_msg("%sdoes not need this number:\n%s", text, hidden);
        pulma_free(text);
        pulma_puzzle_free(p);
    }
    pulma_wish_free(wish);
}

/* A board of single cells, of which columns count one more than rows do: no way to fill it tells, only
 * the sums. */
static void numbers_contradict_by_their_sums(void **state)
{
    (void)state;
    char text[1000] = "thermometers\nrows: 14 7 7 7 7 7 7 7 7 7 7 7 7 0\n"
                      "columns: 8 7 7 7 7 7 7 7 7 7 7 7 7 7\n";
    char hidden[1000];
    for (int row = 0; row < 14; row++)
        strcat(text, "oooooooooooooo\n");
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_why(job, NULL, NULL), PULMA_OK);
    assert_int_equal(pulma_job_reason_count(job), 27);
    /* All but the row that is full whatever its number says. */
    assert_string_equal(pulma_job_reason_text(job, 0), "row 2 has 7 filled cells");
    for (int number = 1; number < 28; number++) {
        assert_true(hide_number(text, number, hidden));
        assert_int_equal(answers_up_to_two(hidden), 2);
    }
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_board_has_one_answer),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(puzzlekit_says_the_same),
        cmocka_unit_test(every_clue_is_needed_where_that_is_wished),
        cmocka_unit_test(numbers_contradict_by_their_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
