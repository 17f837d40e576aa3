/* Sentences about boards: values and places as each kind calls them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "puzzles/words.h"

#define END                                                                                \
    {                                                                                      \
        -1, 0, false                                                                       \
    }

static pulma_puzzle *puzzle_of(const char *text)
{
    pulma_puzzle *puzzle;
    pulma_error err;
    if (pulma_puzzle_read(NULL, text, strlen(text), &puzzle, &err) != PULMA_OK)
        fail_msg("%s\n%s", err.message, text);
    return puzzle;
}

static void facts_are_said_as_players_say_them(void **state)
{
    (void)state;
    static const char binary[] = "binary\n0.0.\n....\n.1..\n...1\n";
    static const char kakuro[] = "kakuro\n#   4\\  6\\\n\\3  .   .\n\\7  .   .\n";
    static const char knight[] = "knight\nS....\n.....\n.....\n.....\n.....\n";
    static const char loop[] = "infinityloop\nconnected: yes\n4#4\neab\n8#8\n";
    static const char edges[] =
        "edgematch\nborder: no\n0 1 2 0\n0 3 1 0\n0 4 3 0\n0 2 4 0\n";
    static const char slider[] = "slider\n.#..\n...#\n.S..\n....\n..T.\n..#.\n";
    static const char stars[] = "starbattle\nABBAA\nAAAAA\nAACCD\nEEEED\nEEEED\n";
    static const char tiling[] = "tiling\n....\n....\npieces:\nA 1 xxx\nB 1 xxxxx\n";
    static const char v3ck[] =
        "v3ck\ncolours: r blue\nnodes:\nA 0 0 1 1\nB 2 0 2 0\nedges:\nA B\n";
    static const char sudoku[] = "sudoku\n1...\n..3.\n.2..\n...4\n";
    static const struct {
        const char *text;
        pulma_fact facts[10]; /* up to END */
        const char *sentence;
    } cases[] = {
        {binary, {{0, 1, true}, END}, "row 1, column 1 is 1"},
        {binary,
         {{0, 1, true}, {1, 1, true}, {3, 1, true}, END},
         "row 1, columns 1, 2 and 4 are 1"},
        {binary, {{8, 0, true}, {0, 0, true}, END}, "column 1, rows 1 and 3 are 0"},
        {binary, {{5, 0, false}, END}, "row 2, column 2 is 1"},
        {binary,
         {{5, 0, true}, {0, 1, true}, {1, 1, true}, {4, 1, true}, END},
         "row 1, columns 1 and 2 and row 2, column 1 are 1 and row 2, column 2 is 0"},
        {"blank\nrows: 1 1\ncolumns: 1 1\n..\n..\n",
         {{0, 1, true}, {1, 0, true}, END},
         "row 1, column 1 has a mark and row 1, column 2 has no mark"},
        {"circuit\noutput: z\na = 0\nb = 1\nz = a and b\n",
         {{0, 1, true}, {1, 1, true}, END},
         "switch a and switch b are on"},
        {edges,
         {{0, 2, true}, {3, 4, false}, {3, 7, false}, END},
         "row 1, column 1 is piece 1 turned twice and row 2, column 2 is neither piece 2 "
         "nor "
         "piece 2 turned three times"},
        {"eternity1\nboard: AACCGGII\npieces:\n1 AAEEII\n2 AAEEII\n",
         {{0, 1, true}, {1, 1, true}, END},
         "piece 1 and piece 2 are at (0, 0) turned by 1/6"},
        {"flowfree\nAA.\n...\n",
         {{6, 1, true}, {7, 0, true}, END},
         "row 1 between columns 1 and 2 has a line and row 1 between columns 2 and 3 has "
         "no "
         "line"},
        {loop, {{0, 1, true}, END}, "row 1, column 1 is open down"},
        {loop,
         {{2, 0, false}, {3, 0, true}, END},
         "row 2, column 2 is open up and down and row 2, column 1 is not open up, down and "
         "to "
         "the left"},
        {kakuro,
         {{0, 1, false}, {0, 2, false}, {0, 5, false}, {0, 6, false}, END},
         "row 1, column 1 is none of 1, 2, 5 and 6"},
        {kakuro,
         {{0, 3, false},
          {0, 4, false},
          {0, 5, false},
          {0, 6, false},
          {0, 7, false},
          {0, 8, false},
          {0, 9, false},
          END},
         "row 1, column 1 can only be 1 or 2"},
        {knight,
         {{1, 3, true}, {2, 0, true}, END},
         "row 1, column 2 is followed by row 2, column 4 and row 1, column 3 is the end of "
         "the "
         "tour"},
        {"match22\nyryo yrro oory\nooyr #    yryr\n",
         {{0, 0, true}, {1, 1, false}, {1, 2, false}, {4, 3, true}, END},
         "row 1, column 1 is as it lies; row 2, column 3 is turned three times; row 1, "
         "column 2 "
         "is neither turned once nor turned twice"},
        {"monodot\nnodes: 2 2 1\n....\n.#..\n....\n",
         {{0, 0, true}, {1, 3, true}, {2, 0, false}, END},
         "row 1, column 1 is empty; row 1, column 2 is 3; row 1, column 3 is not empty"},
        {"nonogram\ncolours: r=red b=blue\nrows:\n2r 1b\n1b 1b\ncolumns:\n1r 1b\n1r\n2b\n",
         {{0, 1, true}, {1, 0, true}, {2, 1, false}, {2, 2, false}, END},
         "row 1, column 1 is red; row 1, column 2 is white; row 1, column 3 is neither red "
         "nor "
         "blue"},
        {"nonogram\nrows:\n2\n1\ncolumns:\n1\n2\n",
         {{0, 1, true}, {1, 1, true}, {2, 0, true}, END},
         "row 1, columns 1 and 2 are black and row 2, column 1 is white"},
        {slider,
         {{9, 1, true}, {8, 0, true}, END},
         "row 3, column 1 has no stop and row 3, column 2 is where the block sets off "
         "upwards"},
        {stars,
         {{0, 1, true}, {4, 1, true}, {1, 0, true}, END},
         "row 1, columns 1 and 5 have a star and row 1, column 2 is empty"},
        {sudoku,
         {{0, 1, true}, {0, 2, false}, {0, 3, false}, {0, 4, false}, {1, 1, false}, END},
         "row 1, column 1 is 1 and row 1, column 2 is not 1"},
        {"thermometers\nrows: 1 1\ncolumns: 1 1\no>\no>\n",
         {{0, 1, true}, {1, 0, true}, {2, 1, true}, END},
         "column 1, rows 1 and 2 are filled and row 1, column 2 is empty"},
        {tiling, {{0, 0, true}, END}, "row 1, column 1 is in A on row 1, columns 1 to 3"},
        {v3ck, {{0, 1, true}, END}, "the edge from A to B is blue"},
        {v3ck, {{0, 0, true}, END}, "the edge from A to B is of colour r"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *puzzle = puzzle_of(cases[i].text);
        struct pm_out out = {0};
        int n = 0;
        while (cases[i].facts[n].place >= 0)
            n++;
        pm_words_facts(pm_kind_of(puzzle), puzzle->data, n, cases[i].facts, &out);
        assert_false(out.failed);
        assert_string_equal(out.data, cases[i].sentence);
        pm_out_free(&out);
        pulma_puzzle_free(puzzle);
    }
}

/* Long lists are cut, and what is left out is counted. */
static void nobody_reads_long_lists(void **state)
{
    (void)state;
    pulma_puzzle *puzzle = puzzle_of("knight\nS.........\n..........\n..........\n"
                                     "..........\n..........\n");
    struct pm_out out = {0};
    pulma_fact facts[25];
    for (int i = 0; i < 25; i++)
        facts[i] = (pulma_fact){2 * i + (i / 5) % 2, 0, true};
    pm_words_facts(pm_kind_of(puzzle), puzzle->data, 25, facts, &out);
    assert_string_equal(
        out.data,
        "row 1, columns 1, 3, 5, 7 and 9, row 2, columns 2, 4, 6, 8 and 10, row 3, "
        "columns 1, 3, 5, 7 and 9, row 4, columns 2, 4, 6, 8 and 10 and row 5, "
        "columns 1, 3, 5, 7 and 9 are the end of the tour");
    pm_out_free(&out);
    for (int i = 0; i < 25; i++)
        facts[i] = (pulma_fact){10 * (i % 5) + i / 5 + i % 5, 4, true};
    pm_words_facts(pm_kind_of(puzzle), puzzle->data, 25, facts, &out);
    assert_non_null(strstr(out.data, "more facts"));
    pm_out_free(&out);
    pulma_puzzle_free(puzzle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_said_as_players_say_them),
        cmocka_unit_test(nobody_reads_long_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
