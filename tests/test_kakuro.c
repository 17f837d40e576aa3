/* What is special about kakuro: the published answers, the referee's words, the reasons of
 * impossible boards, bad input, and other programs' notations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"

static const char small[] = "kakuro\n"
                            "#    9\\   23\\  #\n"
                            "\\17  .    .    9\\\n"
                            "\\9   .    .    .\n"
                            "#    \\15  .    .\n";

static const char hartmann[] = "kakuro\n"
                               "#   12\\ 6\\    31\\   12\\ #     14\\  32\\ #\n"
                               "\\11 .   .     .     .   8\\14  .    .   #\n"
                               "\\34 .   .     .     .   .     .    .   8\\\n"
                               "#   10\\ 18\\23 .     .   .     26\\8 .   .\n"
                               "\\23 .   .     .     #   \\11   .    .   .\n"
                               "\\6  .   .     .     7\\  17\\14 .    .   .\n"
                               "\\3  .   .     13\\10 .   .     .    7\\  10\\\n"
                               "#   \\36 .     .     .   .     .    .   .\n"
                               "#   \\8  .     .     \\30 .     .    .   .\n";

static const char lampainen[] = "kakuro\n"
                                "#   #    #     5\\  17\\ #   #     20\\ 17\\\n"
                                "#   10\\  13\\11 .   .   9\\  \\16   .   .\n"
                                "\\31 .    .     .   .   .   14\\17 .   .\n"
                                "\\4  .    .     13\\ \\13 .   .     .   #\n"
                                "#   \\12  .     .   7\\4 .   .     21\\ #\n"
                                "#   #    9\\4   .   .   \\13 .     .   9\\\n"
                                "#   10\\6 .     .   .   3\\  11\\16 .   .\n"
                                "\\4  .    .     \\18 .   .   .     .   .\n"
                                "\\12 .    .     #   \\7  .   .     #   #\n";

static void the_published_answers_are_the_only_ones(void **state)
{
    (void)state;
    static const struct {
        const char *puzzle, *answer;
    } cases[] = {
        {hartmann,
         "3152#86# 9571264# ##896#53 689##281 312##194 12#136## #4865913 #35#9867"},
        {lampainen,
         "##29##79 79384#98 31##274# #39#31## ##31#67# #312##97 31#41652 75##25##"},
        {small, "89# 162 #87"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].puzzle);
        char text[64];
        census(p, "auto", text, sizeof text);
        assert_string_equal(text, "1 at 0");
        assert_judged(p, cases[i].answer, PULMA_RIGHT, "");
        pulma_puzzle_free(p);
    }
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, small);
    assert_judged(p, "89# 16. #87", PULMA_UNFINISHED, "1 place is");
    assert_judged(p, "88# 162 #87", PULMA_WRONG,
                  "row 1's run of 17 from column 1 has two 8s");
    assert_judged(p, "89# 162 #97", PULMA_WRONG,
                  "column 2's run of 23 from row 1 has two 9s");
    assert_judged(p, "98# 162 #87", PULMA_WRONG,
                  "column 1's run of 9 from row 1 adds up to 10");
    assert_judged(p, "79# 162 #87", PULMA_WRONG,
                  "row 1's run of 17 from column 1 adds up to 16");
    assert_judged(
        p, "9.# ... #..", PULMA_WRONG,
        "column 1's run of 9 from row 1 has 9 already, too much with 1 cell to come");
    assert_judged(p, "7.# ... #..", PULMA_WRONG,
                  "row 1's run of 17 from column 1 has 7, too little with 1 cell to come");
    assert_answer_refused(p, "89# 162 987", 1, 9, "'#' for the hole in row 3, column 1");
    assert_answer_refused(p, "89#\n162\n987", 3, 1, "'#' for the hole in row 3, column 1");
    assert_judged(p, "89 \n162\n 87\n", PULMA_RIGHT, "");
    assert_answer_refused(p, "8## 162 #87", 1, 2, "the value for row 1, column 2");
    assert_answer_refused(p, "80# 162 #87", 1, 2, "the value for row 1, column 2");
    assert_answer_refused(p, "89# 162 #8", 1, 11, "the value for row 3, column 3");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "kakuro\ndigits: 4\n# 5\\ #\n\\? 3 .\n# . #\n");
    assert_judged(p, "34 2#", PULMA_RIGHT, "");
    assert_judged(p, "21 3#", PULMA_WRONG, "row 1, column 1 is given as 3");
    assert_judged(p, "33 2#", PULMA_WRONG, "row 1's run from column 1 has two 3s");
    assert_answer_refused(p, "35 2#", 1, 2, "the value for row 1, column 2");
    pulma_puzzle_free(p);
}

static void impossible_boards_have_their_reasons(void **state)
{
    (void)state;
    assert_contradiction("kakuro\n# # # #\n\\5 . . .\n",
                         "row 1's run of 5 from column 1 cannot be the sum of 3 different "
                         "digits");
    assert_contradiction(
        "kakuro\ndigits: 3\n# # # # #\n# . . . .\n",
        "row 1's run from column 1 has 4 cells, more than there are digits");
    assert_contradiction(
        "kakuro\n# 12\\\n# .\n",
        "column 1's run of 12 from row 1 has a single cell, but no digit is "
        "that large");
    assert_contradiction("kakuro\n# 3\\\n\\4 .\n",
                         "row 1's run of 4 from column 1 has a single "
                         "cell; column 1's run of 3 from row 1 has a "
                         "single cell");
    assert_contradiction(
        "kakuro\n# # #\n\\3 5 .\n",
        "row 1, column 1 is given as 5; row 1's run of 3 from column 1 has 2 "
        "different digits");
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"kakuro\n", 1, 1, "grid"},
        {"kakuro\n#\n", 2, 1, "found 1x1"},
        {"kakuro\n# #\n", 2, 1, "found 1x2"},
        {"kakuro\n# #\n# #\n", 2, 1, "at least one open cell"},
        {"kakuro\n# # #\n# . .\n# .\n", 4, 1,
         "expected 3 cells as in the first row, found 2"},
        {"kakuro\n# # #\n# . x\n", 3, 5,
         "a cell ('.', '#', a digit, or sums as in 16\\17)"},
        {"kakuro\n# # #\n\\17 . 16\n", 3, 7, "a cell"},
        {"kakuro\n# # #\n\\17x . .\n", 3, 1, "a cell"},
        {"kakuro\n# # #\n\\46 . .\n", 3, 2, "a number from 1 to 45"},
        {"kakuro\n# # #\n\\0 . .\n", 3, 2, "a number from 1 to 45"},
        {"kakuro\ndigits: 4\n# # #\n\\11 . .\n", 4, 2, "a number from 1 to 10"},
        {"kakuro\ndigits: 4\n# # #\n# 5 .\n", 4, 3, "a digit from 1 to 4"},
        {"kakuro\ndigits: 17\n# # #\n# 5 .\n", 2, 9, "a number from 1 to 16"},
        {"kakuro\n# 5\\ #\n# # .\n", 2, 3, "an open cell below this sum"},
        {"kakuro\n# # #\n# . \\5\n", 3, 5, "an open cell to the right of this sum"},
        {"kakuro\n# 5 #\n# . .\n", 2, 3, "a sum or '#' in the first row and column"},
        {"kakuro\n# # #\n# . . \001\n", 3, 7, ""},
        {"{\"kind\": \"kakuro\", \"grid\": [\"# #\", \"# !\"]}", 1, 39, "a cell"},
        {"kakuro/3/3/l9-m-fl9Dh", 1, 22, "a sum"},
        {"kakuro/3/3/l9-m-fl9Dh99", 1, 23, "the end of the link"},
        {"kakuro/3/3/l9-z", 1, 15, "expected 6 more cells, found 16"},
        {"kakuro/3/3/l9!", 1, 14, "a sum"},
        {"kakuro/2/1/6-k-", 1, 1, "an open cell below the sum in row 1, column 1"},
        {"kakuro/1/1/.", 1, 1, "at least one open cell"},
        {"2 3\n- 3, 4,\n,5 0\n", 3, 1, "expected 3 cells"},
        {"3 3\n- 3, 4,\n,5 0 0\n", 4, 1, "expected 3 rows, found 2"},
    };
    ASSERT_ALL_REFUSED("kakuro", cases);
}

static void other_notations_say_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        small,
        "https://puzz.link/p?kakuro/3/3/l9-m-fl9Dh9\n",
        "kakuro_edit/3/3/l9-m-fl9Dh9/",
        "4 4\n- 9, 23, -\n,17 0 0 9,\n,9 0 0 0\n- ,15 0 0\n",
        "# from a book\n\n\\ 9\\ 23\\ \\\n\\17 __ __ 9\\\n\\9 _ _ _\n\\ \\15 _ _\n",
        "kakuro\n. 9/ 23/ .\n/17 . . 9/\n?/9 . . .\n. /15 . .\n",
        "{\"kind\": \"kakuro\", \"grid\": [[\"#\", \"9\\\\\", \"23\\\\\", \"#\"], \"\\\\17 "
        ". . 9\\\\\","
        " \"\\\\9 . . .\", \"# \\\\15 . .\"]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pulma_puzzle *p = puzzle_of(NULL, texts[i]);
        assert_written(p, "puzz.link", "https://puzz.link/p?kakuro/3/3/l9-m-fl9Dh9\n");
        pulma_puzzle_free(p);
    }
}

static void links_cannot_say_everything(void **state)
{
    (void)state;
    static const char *const texts[] = {"kakuro\ndigits: 8\n# 5\\\n# .\n",
                                        "kakuro\n# 5\\\n# 5\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_cannot_say(texts[i], "puzz.link", "puzz.link has");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_answers_are_the_only_ones),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(impossible_boards_have_their_reasons),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(other_notations_say_the_same),
        cmocka_unit_test(links_cannot_say_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
