/* Sentences about boards: values and places as each kind calls them, steps and their names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
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

/* Boards and the names of steps that occur in their explanations, as they are told. */
static void steps_have_the_names_that_players_know(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *techniques[12];
    } cases[] = {
        {"binary\n"
         "different: yes\n"
         "..00.0\n"
         ".01...\n"
         "....1.\n"
         "....10\n"
         "101..0\n"
         "...1.1\n",
         {"equal lines", "full line", "gap", "nearly full line", "pair"}},
        {"infinityloop\n"
         "connected: yes\n"
         "loops: no\n"
         "1332\n"
         "eb55\n"
         "54e3\n"
         "9192\n",
         {"forced sides", "nothing stays apart", "wall"}},
        {"infinityloop\n"
         "connected: yes\n"
         "loops: no\n"
         "3b66a9\n"
         "859b48\n"
         "6d47e9\n"
         "452554\n"
         "2beed1\n"
         "2944d3\n",
         {"no loop"}},
        {"kakuro\n"
         "#   14\\ 17\\ 39\\ 21\\ #   #\n"
         "\\23 .   .   .   .   #   #\n"
         "\\29 .   .   .   .   #   #\n"
         "#   #   \\12 .   .   #   #\n"
         "#   #   \\8  .   .   13\\ 17\\\n"
         "#   #   \\19 .   .   .   .\n"
         "#   #   \\30 .   .   .   .\n",
         {"last cell of a run", "only sets for a sum", "sets that are left for a sum"}},
        {"kakuro\n"
         "#   5\\ 10\\ 26\\ #   #   #\n"
         "\\6  .  .   .   29\\ #   #\n"
         "\\28 .  .   .   .   #   #\n"
         "#   #  \\4  .   .   #   #\n"
         "#   #  \\13 .   .   13\\ 17\\\n"
         "#   #  \\29 .   .   .   .\n"
         "#   #  #   \\20 .   .   .\n",
         {"crossing sets"}},
        {"nonogram\n"
         "rows:\n"
         "0\n"
         "1\n"
         "1 3\n"
         "3\n"
         "4\n"
         "5\n"
         "3\n"
         "2\n"
         "columns:\n"
         "1\n"
         "0\n"
         "1 1\n"
         "4\n"
         "5\n"
         "4\n"
         "3\n"
         "3\n",
         {"edge", "finished block", "finished line", "out of reach", "overlap",
          "too long for the gap"}},
        {"nonogram\n"
         "rows:\n"
         "?\n"
         "9\n"
         "columns:\n"
         "?\n"
         "?\n"
         "?\n"
         "?\n"
         "?\n"
         "?\n"
         "?\n"
         "?\n"
         "?\n"
         "givens:\n"
         "...#.#...\n"
         ".........\n",
         {"joined blocks"}},
        {"starbattle\n"
         "stars: 1\n"
         "AAAAABBB\n"
         "CCAADBEB\n"
         "CCCDDBEE\n"
         "FCCDEEEE\n"
         "FCEEEGEE\n"
         "HCHEEGGE\n"
         "HHHEEGGG\n"
         "HHGGGGGG\n",
         {"full column", "full island", "full row", "islands packed in columns",
          "islands packed in rows", "last cells of a column", "last cells of a row",
          "last cells of an island", "no room beside it", "rows packed in islands",
          "touching"}},
        {"starbattle\n"
         "stars: 1\n"
         "AAABCC\n"
         "AAACCC\n"
         "DDAACC\n"
         "DCCCCC\n"
         "DECCCF\n"
         "DEEEFF\n",
         {"columns packed in islands"}},
        {"starbattle\n"
         "stars: 2\n"
         "AAAABBBBB\n"
         "AAAABBBBB\n"
         "CDDDDDBBB\n"
         "CCCCDDDEE\n"
         "FCCCGGDEE\n"
         "FCFGGGGEE\n"
         "FFFGGGHHE\n"
         "FFFGGGIHH\n"
         "FFIIIIIHH\n",
         {"no room without it"}},
        {"sudoku\n"
         "3...8.1..\n"
         "....56.7.\n"
         ".4.3..82.\n"
         ".......63\n"
         "..9...2..\n"
         "68.......\n"
         ".56..2.1.\n"
         ".2.89....\n"
         "..1.7...2\n",
         {"XYZ-wing"}},
        {"sudoku\n"
         "42.1.5.67\n"
         "7.......2\n"
         "..8...3..\n"
         "59..3..48\n"
         ".61...23.\n"
         ".........\n"
         "..56428..\n"
         ".........\n"
         "3..8.9..1\n",
         {"simple colouring"}},
        {"sudoku\n"
         "..2....1.\n"
         ".3.8.2.79\n"
         "...4.95..\n"
         ".......28\n"
         "7.6...9.5\n"
         "12.......\n"
         "..39.7...\n"
         "46.1.3.9.\n"
         ".7....3..\n",
         {"empty rectangle"}},
        {"sudoku\n"
         ".2.1.8..7\n"
         "5..9.682.\n"
         ".........\n"
         "84...1...\n"
         ".52...93.\n"
         "...5...82\n"
         ".........\n"
         ".148.5..3\n"
         "7..3.4.1.\n",
         {"skyscraper"}},
        {"sudoku\n"
         "8.27.9...\n"
         "..3.1....\n"
         ".6.....3.\n"
         "1.7...329\n"
         ".........\n"
         "496...1.8\n"
         ".4.....8.\n"
         "....6.2..\n"
         "...5.89.4\n",
         {"claiming", "hidden pair", "hidden single", "naked pair", "naked single",
          "pointing"}},
        {"sudoku\n"
         "..4..8.3.\n"
         "6...9.8..\n"
         ".7.2....5\n"
         "5...6.7..\n"
         ".4.5.9.8.\n"
         "..8.4...6\n"
         "4....3.9.\n"
         "..7.8...4\n"
         ".6.9..3..\n",
         {"W-wing", "X-wing"}},
        {"sudoku\n"
         ".1.7.2...\n"
         "..69..3.2\n"
         ".9.6...4.\n"
         "8.....531\n"
         ".........\n"
         "579.....8\n"
         ".4...9.8.\n"
         "1.7..89..\n"
         "...1.3.5.\n",
         {"XY-wing"}},
        {"sudoku\n"
         ".....21..\n"
         "39..7.6..\n"
         ".2...3.7.\n"
         "2...5..4.\n"
         "9..2.1..7\n"
         ".7..3...6\n"
         ".4.3...6.\n"
         "..9.6..52\n"
         "..54.....\n",
         {"swordfish"}},
        {"sudoku\n"
         "7...9...1\n"
         "96.7.3.58\n"
         ".8.....9.\n"
         ".5.....4.\n"
         "..2...7..\n"
         "...9.5...\n"
         "1.......2\n"
         "...1.6...\n"
         "..4...6..\n",
         {"naked triple"}},
        {"sudoku\n"
         "cages:\n"
         "aaaabb\n"
         "ccddbb\n"
         "ceffbg\n"
         "cehhhg\n"
         "eeiijj\n"
         "kklllj\n"
         "sums:\n"
         "13 19\n"
         "11 4\n"
         "13 11 6\n"
         "12\n"
         "9 8\n"
         "8 12\n",
         {"cage sum", "hidden single", "rule of 45, innies"}},
        {"sudoku\n"
         "cages:\n"
         "abcdeffgg\n"
         "abcdehfii\n"
         "bbcdhhiii\n"
         "jjckkllmi\n"
         "nooppllmm\n"
         "nnoppqrrs\n"
         "ttuupqvrs\n"
         "twuuxvvvy\n"
         "wwzzxvvyy\n"
         "sums:\n"
         "10 24 12 15 8 20 10\n"
         "14 29\n"
         "13 5 20 22\n"
         "15 16 27\n"
         "11 8 5\n"
         "13 22 29\n"
         "12 15 15\n"
         "15\n",
         {"rule of 45, outies"}},
        {"thermometers\n"
         "rows: 1 2 3 2 1\n"
         "columns: 3 1 1 1 3\n"
         "o^<<o\n"
         "vo<<o\n"
         "<o^<o\n"
         "<o^<o\n"
         "<ooo>\n",
         {"from the bulb", "full line", "last cells of a line", "the line needs it",
          "too much for the line"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *puzzle = puzzle_of(cases[i].text);
        pulma_explainer *e = pulma_explainer_new(puzzle);
        const char *const *left = cases[i].techniques;
        bool seen[12] = {false};
        const pulma_step *step;
        assert_int_equal(pulma_explainer_start(e, NULL, NULL), PULMA_OK);
        while (*left && pulma_explainer_next(e, &step, NULL) == PULMA_OK) {
            const char *name = pulma_step_technique(step);
            for (int k = 0; name && cases[i].techniques[k]; k++)
                seen[k] |= strcmp(name, cases[i].techniques[k]) == 0;
            while (*left && seen[left - cases[i].techniques])
                left++;
        }
        if (*left)
            fail_msg("no %s in\n%s", *left, cases[i].text);
        pulma_explainer_free(e);
        pulma_puzzle_free(puzzle);
    }
}

/* Boards on which nothing smaller than a jellyfish helps are rare: its rules as they would be
 * told. */
static void four_rows_and_columns_are_a_jellyfish(void **state)
{
    (void)state;
    pulma_puzzle *puzzle =
        puzzle_of("sudoku\n1........\n.........\n.........\n.........\n"
                  ".........\n.........\n.........\n.........\n.........\n");
    enum { ROW = 2, COLUMN = 3, DIGIT = 5 }; /* sorts of rules */
    int cells[8][9];
    char texts[8][40];
    struct pm_step_reason reasons[8];
    for (int i = 0; i < 8; i++) {
        int line = i / 2 * 2, column = i % 2;
        for (int k = 0; k < 9; k++)
            cells[i][k] = column ? 9 * k + line : 9 * line + k;
        snprintf(texts[i], sizeof texts[i], "%s %d holds one 5", column ? "column" : "row",
                 line + 1);
        reasons[i] = (struct pm_step_reason){
            .text = texts[i],
            .number = ((column ? COLUMN : ROW) << 16 | line) << 8 | DIGIT,
            .places = cells[i],
            .place_count = 9};
    }
    pulma_fact out = {9, DIGIT, false};
    struct pm_step step = {
        .conclusion_count = 1, .conclusions = &out, .reason_count = 8, .reasons = reasons};
    const struct pm_kind *kind = pm_kind_of(puzzle);
    assert_string_equal(kind->technique(puzzle->data, &step), "jellyfish");
    struct pm_out words = {0};
    assert_true(kind->tell(puzzle->data, &step, &words));
    assert_string_equal(words.data,
                        "in rows 1, 3, 5 and 7 the digit 5 fits only columns 1, 3, 5 "
                        "and 7, so row 2, column 1 is not 5.");
    pm_out_free(&words);
    pulma_puzzle_free(puzzle);
}

/* The same of three or four digits in as many cells of a row. */
static void digits_in_as_many_cells_are_a_subset(void **state)
{
    (void)state;
    pulma_puzzle *puzzle =
        puzzle_of("sudoku\n.........\n9........\n.........\n.........\n"
                  ".........\n.........\n.........\n.........\n.........\n");
    enum { CELL = 1, ROW = 2 }; /* sorts of rules */
    static const int row[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    struct pm_step_reason reasons[8];
    for (int i = 0; i < 4; i++) {
        reasons[2 * i] = (struct pm_step_reason){.text = "row 1, column 1 holds one digit",
                                                 .number = (CELL << 16 | i) << 8,
                                                 .places = &row[i],
                                                 .place_count = 1};
        reasons[2 * i + 1] = (struct pm_step_reason){.text = "row 1 holds one 5",
                                                     .number = ROW << 24 | (i + 1),
                                                     .places = row,
                                                     .place_count = 9};
    }
    static const struct {
        int n;
        pulma_fact out;
        const char *name, *words;
    } cases[] = {
        {3,
         {0, 8, false},
         "hidden triple",
         "in row 1 the digits 1, 2 and 3 fit only row 1, columns 1 to 3, so row 1, column "
         "1 is not 8."},

        {4,
         {4, 1, false},
         "naked quad",
         "row 1, columns 1 to 4 take 1, 2, 3 and 4, so row 1, column 5 is not 1."},
        {4,
         {0, 8, false},
         "hidden quad",
         "in row 1 the digits 1, 2, 3 and 4 fit only row 1, columns 1 to 4, so row "
         "1, column 1 is not 8."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_step step = {.conclusion_count = 1,
                               .conclusions = &cases[i].out,
                               .reason_count = 2 * cases[i].n,
                               .reasons = reasons};
        const struct pm_kind *kind = pm_kind_of(puzzle);
        struct pm_out words = {0};
        assert_string_equal(kind->technique(puzzle->data, &step), cases[i].name);
        assert_true(kind->tell(puzzle->data, &step, &words));
        assert_string_equal(words.data, cases[i].words);
        pm_out_free(&words);
    }
    pulma_puzzle_free(puzzle);
}

static char *told(const pulma_puzzle *puzzle, const int *answer)
{
    char *text;
    size_t len;
    assert_int_equal(pulma_draw(puzzle, answer, PULMA_WORDS, &text, &len, NULL), PULMA_OK);
    return text;
}

static void boards_are_told_row_by_row(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool solved;
        const char *words;
    } cases[] = {
        {"sudoku\ntitle: Small\ndiagonals: "
         "yes\n1...\n..3.\n.2..\n...4\nparity:\n.o..\n....\n....\n..e.\n",
         false,
         "Sudoku: Small.\n"
         "4 rows, 4 columns.\n"
         "Boxes have 2 rows and 2 columns.\n"
         "Both diagonals hold each digit once.\n"
         "Row 1: 1, odd, 2 times empty.\n"
         "Row 2: 2 times empty, 3, empty.\n"
         "Row 3: empty, 2, 2 times empty.\n"
         "Row 4: 2 times empty, even, 4.\n"},
        {"sudoku\nrepeats: "
         "yes\n1...\n....\n....\n....\nregions:\nAABB\nAABB\nCDDD\nCCCD\ncages:\n5: r1c1 "
         "r1c2\n",
         false,
         "Sudoku.\n"
         "4 rows, 4 columns.\n"
         "Region 1: rows 1 and 2, columns 1 and 2.\n"
         "Region 2: rows 1 and 2, columns 3 and 4.\n"
         "Region 3: column 1, rows 3 and 4 and columns 2 and 3, row 4.\n"
         "Region 4: row 3, columns 2 to 4 and row 4, column 4.\n"
         "A cage of 5: row 1, columns 1 and 2.\n"
         "A cage may hold a digit twice.\n"
         "Row 1: 1, 3 times empty.\n"
         "Row 2: 4 times empty.\n"
         "Row 3: 4 times empty.\n"
         "Row 4: 4 times empty.\n"},
        {"infinityloop\nwrap: yes\nminimise: "
         "yes\n141414141414141414141414\nwalls:\nv.v.v.v.v.v.v.v.v.v.v.vh\n",
         false,
         "Infinity Loop.\n"
         "1 row, 24 columns.\n"
         "As few turns as possible.\n"
         "The board goes on at its other side.\n"
         "Walls at the right of row 1, columns 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21 and "
         "23.\n"
         "Walls below row 1, column 24.\n"
         "Row 1: open to the right, open to the left, open to the right, open to the left, "
         "open to the right, open to the left, open to the right, open to the left, open "
         "to the right, open to the left, open to the right, open to the left, open to the "
         "right, open to the left, open to the right, open to the left, open to the right, "
         "open to the left, open to the right, open to the left, open to the right, open "
         "to the left, open to the right, open to the left.\n"},
        {"binary\ndifferent: no\n.1.0\n..0.\n.0..\n11..\n", true,
         "Binary sudoku.\n"
         "4 rows, 4 columns.\n"
         "Rows may be equal, and so may columns.\n"
         "Row 1: 0, 1 given, 1, 0 given.\n"
         "Row 2: 1, 0, 0 given, 1.\n"
         "Row 3: 0, 0 given, 1, 1.\n"
         "Row 4: 1 given, 1 given, 0, 0.\n"},
        {"circuit\noutput: z\na = 0\nb = 1\nx = a and b\nz = x xor b\n", true,
         "Circuit Scramble.\n"
         "Switch a is off.\n"
         "Switch b is on.\n"
         "Gate x is a AND b.\n"
         "Gate z is x XOR b.\n"
         "The output is z.\n"},
        {"edgematch\nborder: yes\n0 1 2 0\n0 3 1 0\n0 4 3 0\n0 2 4 0\nhints:\n1/0 .\n. .\n",
         true,
         "Edge matching (Eternity II).\n"
         "2 rows, 2 columns.\n"
         "Sides at the rim are grey, colour 0.\n"
         "The colours of the pieces, at the top, right, bottom and left:\n"
         "Piece 1: 0, 1, 2, 0.\n"
         "Piece 2: 0, 3, 1, 0.\n"
         "Piece 3: 0, 4, 3, 0.\n"
         "Piece 4: 0, 2, 4, 0.\n"
         "Row 1: piece 1 given, piece 2 turned once.\n"
         "Row 2: piece 4 turned three times, piece 3 turned twice.\n"},
        {"eternity1\nboard: AACCGGII\npieces:\n1 AAEEII\n2 AAEEII\n", false,
         "Eternity.\n"
         "The walk around the board: AACCGGII.\n"
         "Piece 1: around it AAEEII.\n"
         "Piece 2: around it AAEEII.\n"},
        {"flowfree\ncover: no\nA.A\n.#.\nB.B\n", false,
         "Flow Free.\n"
         "3 rows, 3 columns.\n"
         "Cells may stay free.\n"
         "Row 1: dot A, empty, dot A.\n"
         "Row 2: empty, hole, empty.\n"
         "Row 3: dot B, empty, dot B.\n"},
        {"infinityloop\nconnected: yes\nloops: no\n4#4\neab\n8#8\n", true,
         "Infinity Loop.\n"
         "3 rows, 3 columns.\n"
         "All tiles are in one net.\n"
         "There are no loops.\n"
         "Row 1: open down, hole, open down.\n"
         "Row 2: open up, to the right and down; open to the right and to the left; open "
         "up, down and to the left.\n"
         "Row 3: open up, hole, open up.\n"},
        {"kakuro\n# 9\\ 23\\ #\n\\17 . . 9\\\n\\9 . . .\n# \\15 . .\n", true,
         "Kakuro (Cross Sums).\n"
         "3 rows, 3 columns.\n"
         "Row 1, columns 1 to 2: sum 17.\n"
         "Row 2, columns 1 to 3: sum 9.\n"
         "Row 3, columns 2 to 3: sum 15.\n"
         "Column 1, rows 1 to 2: sum 9.\n"
         "Column 2, rows 1 to 3: sum 23.\n"
         "Column 3, rows 2 to 3: sum 9.\n"
         "Row 1: 8, 9, black.\n"
         "Row 2: 1, 6, 2.\n"
         "Row 3: black, 8, 7.\n"},
        {"knight\nclosed: no\nS##\n###\n#.#\n", true,
         "Knight Moves.\n"
         "3 rows, 3 columns.\n"
         "Numbers tell the order of the squares.\n"
         "Row 1: 1, 2 times forbidden.\n"
         "Row 2: 3 times forbidden.\n"
         "Row 3: forbidden, 2, forbidden.\n"},
        {"match22\nyryo yrro oory\nooyr # yryr\n", true,
         "Match 22.\n"
         "2 rows, 3 columns.\n"
         "Of each disk: its colours at the top, right, bottom and left.\n"
         "Row 1: y r y o, as it lies; r o y r, turned twice; o r y o, turned once.\n"
         "Row 2: y r o o, turned twice; nothing; y r y r, as it lies.\n"},
        {"monodot\nnodes: 2 1 2\n###.\n#33#\n1...\n", true,
         "Monodot.\n"
         "3 rows, 4 columns.\n"
         "Nodes: 2 with the number 1, 1 with the number 2, 2 with the number 3.\n"
         "Row 1: 3 times blocked, 1.\n"
         "Row 2: blocked, 3 given, 3 given, blocked.\n"
         "Row 3: 1 given, empty, 2, empty.\n"},
        {"nonogram\ncolours: r=red b=blue\nrows:\n2r\n1b ?r\ncolumns:\n1r 1b\n2r\n0\n",
         true,
         "Nonogram (Picross).\n"
         "2 rows, 3 columns.\n"
         "Row 1: a block of 2 red.\n"
         "Row 2: blocks of 1 blue, unknown length red.\n"
         "Column 1: blocks of 1 red, 1 blue.\n"
         "Column 2: a block of 2 red.\n"
         "Column 3: nothing.\n"
         "The cells:\n"
         "Row 1: 2 times red, white.\n"
         "Row 2: blue, red, white.\n"},
        {"slider\n.#..\n...#\n.S..\n....\n..T.\n..#.\n", true,
         "Slider.\n"
         "6 rows, 4 columns.\n"
         "Row 1: free, obstacle, 2 times free.\n"
         "Row 2: 3 times free, obstacle.\n"
         "Row 3: free, the block, 2 times free.\n"
         "Row 4: 4 times free.\n"
         "Row 5: 2 times free, the target, free.\n"
         "Row 6: 2 times free, obstacle, free.\n"
         "Move 1: from row 3, column 2, where the block sets off upwards.\n"
         "Move 2: from row 2, column 2, where the block sets off to the right.\n"
         "Move 3: from row 2, column 3, where the block sets off downwards.\n"},
        {"starbattle\nABBAA\nAAAAA\nAACCD\nEEEED\nEEEED\n", true,
         "Star battle.\n"
         "5 rows, 5 columns.\n"
         "1 star in every row, column and island. Letters name the islands.\n"
         "Row 1: A, B, star on B, A, A.\n"
         "Row 2: star on A, A, A, A, A.\n"
         "Row 3: A, A, C, star on C, D.\n"
         "Row 4: E, star on E, E, E, D.\n"
         "Row 5: E, E, E, E, star on D.\n"},
        {"thermometers\nrows: 0 2 1\ncolumns: 2 1 ?\n^o>\n^o^\novo\n", true,
         "Thermometers.\n"
         "3 rows, 3 columns.\n"
         "Filled cells in the rows: 0, 2, 1.\n"
         "Filled cells in the columns: 2, 1, unknown.\n"
         "From its bulb a thermometer goes on into cells that say which way: up, down, "
         "left, right.\n"
         "Row 1: up, bulb, right.\n"
         "Row 2: up filled, bulb filled, up.\n"
         "Row 3: bulb filled, down, bulb.\n"},
        {"tiling\nturns: no\nflips: no\n..#\n...\npieces:\nA 0-2 x\nB 1 xx/x.\nC * xxx\n",
         true,
         "Tiling.\n"
         "2 rows, 3 columns.\n"
         "Pieces are not turned.\n"
         "Pieces are not flipped over.\n"
         "Piece A, 0 to 2 times: row 1, column 1.\n"
         "Piece B, once: row 1, columns 1 and 2 and row 2, column 1.\n"
         "Piece C, 0 times or more: row 1, columns 1 to 3.\n"
         "Row 1: B, B, hole.\n"
         "Row 2: B, A 1, A 2.\n"},
        {"v3ck\ncolours: r b\nnodes:\nA 0 0 1 1\nB 2 0 2 0\nC 1 2 ? 1\nedges:\nA B\nA C\nB "
         "C\n",
         true,
         "V3ck.\n"
         "Node A at (0, 0): 1 of r, 1 of b.\n"
         "Node B at (2, 0): 2 of r, 0 of b.\n"
         "Node C at (1, 2): any number of r, 1 of b.\n"
         "The edge from A to B is of colour r.\n"
         "The edge from A to C is of colour b.\n"
         "The edge from B to C is of colour r.\n"},
        {"blank\nrows: 1 2\ncolumns: 1 ? 1\n..x\n...\n", true,
         "Blank (the template for new kinds).\n"
         "2 rows, 3 columns.\n"
         "Marks in the rows: 1, 2.\n"
         "Marks in the columns: 1, unknown, 1.\n"
         "Row 1: 2 times unmarked, marked given.\n"
         "Row 2: 2 times marked, unmarked.\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *puzzle = puzzle_of(cases[i].text);
        int places = pulma_puzzle_places(puzzle);
        int *answer = calloc((size_t)places, sizeof *answer);
        pulma_job *job = pulma_job_new(puzzle);
        if (cases[i].solved)
            assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
        char *text = told(puzzle, cases[i].solved ? answer : NULL);
        assert_string_equal(text, cases[i].words);
        pulma_free(text);
        for (int place = 0; place < places; place += 2) /* every other place is not known */
            answer[place] = PULMA_EMPTY;
        if (cases[i].solved)
            pulma_free(told(puzzle, answer));
        pulma_job_free(job);
        pulma_puzzle_free(puzzle);
        free(answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_said_as_players_say_them),
        cmocka_unit_test(nobody_reads_long_lists),
        cmocka_unit_test(steps_have_the_names_that_players_know),
        cmocka_unit_test(four_rows_and_columns_are_a_jellyfish),
        cmocka_unit_test(digits_in_as_many_cells_are_a_subset),
        cmocka_unit_test(boards_are_told_row_by_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
