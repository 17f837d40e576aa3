/* What is special about sudoku: the notations of other programs, what people type, the words
 * of the referee, the published sizes of the models, and the kernel against the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "core/limits.h"
#include "engine/engine.h"
#include "engine/store.h"
#include "explain/explain.h"
#include "handle.h"
#include "pulma/pulma.h"
#include "ratings.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* One puzzle, its answer, and the three notations of a killer from the same place. */
#define PLAIN                                                                              \
    "..8...3.4.9...7.854....1......74.95...7...4...34.95......2....381.9...4.3.9...6.."
#define PLAIN_ANSWER                                                                       \
    "768529314193467285425381769681743952957812436234695871546278193812936547379154628"
#define KILLER_ID                                                                          \
    "3x3k:zzzc,a_____b_____a____________________aa______c____b___ba__ab_aa____aa__aaa_"    \
    "caabaaaaa_a_aa_a___aa____aa_a,17a8_19_10_10_7_7a9f10a5_9_15a13_4_13_9_9c8e10_9_8a16_" \
    "13a20d6a13_13b18c3b6a7a6_12a15b25_14c9d"
#define KILLER_FIELDS                                                                      \
    "3x3::k:4352:4352:2050:4867:2564:2565:1798:1799:1799:2313:2313:2050:4867:2564:2565:"   \
    "1798:2576:2576:1298:2323:3860:4867:3350:1047:3352:2329:2330:1298:2323:3860:2078:"     \
    "3350:1047:3352:2329:2330:2596:2341:2086:2078:4136:3369:3369:5163:5163:2596:2341:"     \
    "2086:1584:4136:3378:3379:5163:5163:4662:4662:4662:1584:826:3378:3379:1597:1597:"      \
    "1855:1855:1601:3138:826:3908:3908:3908:6471:3656:3656:1601:3138:2380:2380:6471:"      \
    "6471:6471:"
#define KILLER_LINE                                                                        \
    "H<8JAA77<9<^^^^^A<59F^D4D99^^^8^^^^^A98^GD<K<^^^6^DD^^I<<^3^^6<7<6C^F<<PE<^^9<>>^"
#define KILLER_ANSWER                                                                      \
    "897342561541968237326751984279683415413275896685194723738519642164827359952436178"
#define FPUZZLES                                                                           \
    "N4IgzglgXgpiBcAWANCALhNAbO90QDsBPEVAQwFc0ALAewCcEQAHCrAWzNJAHN6IAJggDaw4AF9koAG5ksFX" \
    "A"                                                                                    \
    "EZUPCNJgEEaegskSp4gLrIxes1JCz5uAEwq1GrTphGTMuQoQBme+"                                 \
    "s3xtXQNgiWNTEMsPXB9eB39AlwNDYxBaA"                                                    \
    "SF4MRAAYxgsLCYAJUUAYUQQVxAYPxFQXPyimxLFCsNxIA="

static pulma_puzzle *read_any(const char *kind, const char *text)
{
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.message = ""};
    if (pulma_puzzle_read(kind, text, strlen(text), &puzzle, &err))
        fail_msg("%s\n%d:%d: %s", text, err.line, err.column, err.message);
    assert_string_equal(pulma_kind_name(pulma_puzzle_kind(puzzle)), "sudoku");
    return puzzle;
}

/* The only answer, without line ends; "" if there is none or another. */
static void only_answer(const pulma_puzzle *puzzle, char *text, size_t size)
{
    int answer[625];
    pulma_job *job = pulma_job_new(puzzle);
    text[0] = '\0';
    assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
    char *lines = NULL;
    assert_int_equal(pulma_answer_write(puzzle, answer, &lines, NULL), PULMA_OK);
    size_t n = 0;
    for (const char *c = lines; *c && n + 1 < size; c++)
        if (*c != '\n')
            text[n++] = *c;
    text[n] = '\0';
    pulma_free(lines);
    if (pulma_job_next(job, answer, NULL) != PULMA_NONE)
        text[0] = '\0';
    pulma_job_free(job);
}

/* ---- Notations ----------------------------------------------------------------------- */

static const struct {
    const char *notation, *text, *answer;
    bool named; /* recognised without the name of the kind */
    bool exact; /* written as it was read */
} samples[] = {
    {"puzz.link", "https://puzz.link/p?sudoku/4/4/h2g4l1g3h", "3124421324311342", true,
     true},
    {"puzz.link",
     "https://puzz.link/p?sudoku/9/9/h8i3g4g9i7g854j1l74g95i7i4i34g95l2j381g9i4g3g9i6h",
     PLAIN_ANSWER, true, true},
    {"puzz.link", "sudoku_edit/4/4/h2g4l1g3h/", "3124421324311342", true, false},
    {"line", PLAIN, PLAIN_ANSWER, true, true},
    {"line",
     "0080003040900070854000010000007409500070004000340950000002000038109000403090006"
     "00",
     PLAIN_ANSWER, true, false},
    {"line", "..2.4......1.3..", "3124421324311342", false, true},
    {"solo", "2x2:c4c3_3c1c", "2314412332411432", true, true},
    {"solo", "3x3:b8c3a4a9c7a8_5_4d1f7_4a9_5c7c4c3_4a9_5f2d3_8_1a9c4a3a9c6b", PLAIN_ANSWER,
     true, true},
    {"solo", "3x3x:a5j9_2a6g7_9e7_1c5_5_9e6_8_7c9_5e4_3g9a7_1j8a",
     "953146827487923651216587934632718495591234768748695213864352179329871546175469382",
     true, true},
    {"solo", KILLER_ID, KILLER_ANSWER, true, true},
    {"killer-fields", KILLER_FIELDS, KILLER_ANSWER, true, true},
    {"killer-line", KILLER_LINE, KILLER_ANSWER, true, true},
    {"f-puzzles", FPUZZLES, "2143431234211234", true, false},
    {"f-puzzles", "https://f-puzzles.com/?load=" FPUZZLES, "2143431234211234", true, false},
    {"sdk",
     "*-----------*\n|..8|...|3.4|\n|.9.|..7|.85|\n|4..|..1|...|\n|---+---+---|\n"
     "|...|74.|95.|\n|..7|...|4..|\n|.34|.95|...|\n|---+---+---|\n|...|2..|..3|\n"
     "|81.|9..|.4.|\n|3.9|...|6..|\n*-----------*\n",
     PLAIN_ANSWER, true, false},
    {"sdk",
     "#Asomebody\n#Da test\n..8...3.4\n.9...7.85\n4....1...\n...74.95.\n..7...4..\n"
     ".34.95...\n...2....3\n81.9...4.\n3.9...6..\n",
     PLAIN_ANSWER, true, false},
    {"puzzlekit", "4 4\n- 1 - O\nE - - 2\n3 - - -\n- - 3 -\n", "2143431234211234", true,
     false},
};

static void samples_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(samples); i++) {
        pulma_puzzle *puzzle =
            read_any(samples[i].named ? NULL : "sudoku", samples[i].text);
        char answer[626];
        only_answer(puzzle, answer, sizeof answer);
        if (strncmp(answer, samples[i].answer, strlen(samples[i].answer)) != 0)
            fail_msg("%s gave %s", samples[i].text, answer);
        char *text = puzzle_text(puzzle, samples[i].notation);
        assert_non_null(text);
        text[strcspn(text, "\n")] = '\0';
        if (samples[i].exact)
            assert_string_equal(text, samples[i].text);
        pulma_free(text);
        pulma_puzzle_free(puzzle);
    }
}

/* The three notations of the killer are one puzzle. */
static void killers_agree(void **state)
{
    (void)state;
    static const char *const texts[] = {KILLER_ID, KILLER_FIELDS, KILLER_LINE};
    for (size_t i = 0; i < COUNT(texts); i++) {
        pulma_puzzle *puzzle = read_any(NULL, texts[i]);
        char *sumocue = puzzle_text(puzzle, "sumocue"),
             *kit = puzzle_text(puzzle, "puzzlekit");
        pulma_puzzle *again = read_any(NULL, sumocue), *third = read_any("sudoku", kit);
        char *id = puzzle_text(again, "solo"), *line = puzzle_text(third, "killer-line");
        assert_int_equal(strncmp(id, KILLER_ID, strlen(KILLER_ID)), 0);
        assert_int_equal(strncmp(line, KILLER_LINE, strlen(KILLER_LINE)), 0);
        pulma_free(sumocue), pulma_free(kit), pulma_free(id), pulma_free(line);
        pulma_puzzle_free(puzzle), pulma_puzzle_free(again), pulma_puzzle_free(third);
    }
}

static void a_title_may_stand_behind_a_line(void **state)
{
    (void)state;
    pulma_puzzle *puzzle = read_any(NULL, PLAIN " , \"Monday's\"  \n");
    assert_string_equal(pulma_puzzle_title(puzzle), "Monday's");
    pulma_puzzle_free(puzzle);
}

/* IDs of other games that begin alike must not be taken for sudoku. */
static void other_games_are_not_sudoku(void **state)
{
    (void)state;
    static const char *const texts[] = {"3x3:411e7d413", "6x6u:CACEceAIaf",
                                        "5x5:2/4/4/4/2/1.1/5/5/3/1", "5 4\nC...B\nA.BA.\n",
                                        "3...4\n2.4.1\n..1.3\n.....\n....2\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        pulma_puzzle *puzzle = NULL;
        pulma_puzzle_read(NULL, texts[i], strlen(texts[i]), &puzzle, NULL);
        if (puzzle)
            assert_string_not_equal(pulma_kind_name(pulma_puzzle_kind(puzzle)), "sudoku");
        pulma_puzzle_free(puzzle);
    }
}

/* ---- What people type ------------------------------------------------------------------ */

static void typed_boards_are_understood(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "sudoku\n" PLAIN "\n",
        "sudoku\n..8 ... 3.4\n.9. ..7 .85\n4.. ..1 ...\n\n... 74. 95.\n..7 ... 4..\n"
        ".34 .95 ...\n\n... 2.. ..3\n81. 9.. .4.\n3.9 ... 6..\n",
        "sudoku\n--8---3-4\n-9---7-85\n4----1---\n---74-95-\n--7---4--\n-34-95---\n---2----"
        "3\n"
        "81-9---4-\n3-9---6--\n",
        "sudoku\n. . 8 . . . 3 . 4\n. 9 . . . 7 . 8 5\n4 . . . . 1 . . .\n. . . 7 4 . 9 5 "
        ".\n"
        ". . 7 . . . 4 . .\n. 3 4 . 9 5 . . .\n. . . 2 . . . . 3\n8 1 . 9 . . . 4 .\n"
        "3 . 9 . . . 6 . .\n",
        "sudoku\n\xE2\x94\x8C\xE2\x94\x80\xE2\x94\x90\n\xE2\x94\x82..8\xE2\x94\x82..."
        "\xE2\x94\x82"
        "3.4\xE2\x94\x82\n.9...7.85\n4....1...\n---+---+---\n...74.95.\n..7...4..\n.34.95.."
        ".\n"
        "===+===+===\n...2....3\n81.9...4.\n3.9...6..\n",
        "{\"kind\": \"sudoku\", \"grid\": \"" PLAIN "\"}",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        pulma_puzzle *puzzle = read_any(NULL, texts[i]);
        char *line = puzzle_text(puzzle, "line");
        assert_int_equal(strncmp(line, PLAIN, 81), 0);
        pulma_free(line);
        pulma_puzzle_free(puzzle);
    }
}

static void numbers_beyond_nine_may_be_written_out(void **state)
{
    (void)state;
    char text[4000] = "sudoku\n", letters[4000] = "sudoku\n";
    for (int row = 0; row < 16; row++)
        for (int column = 0; column < 16; column++) {
            int value = row == 3 ? column + 1 : 0;
            char word[8] = ".";
            if (value)
                snprintf(word, sizeof word, "%d", value);
            strcat(text, word);
            strcat(text, column == 15 ? "\n" : " ");
            char letter[2] = {value == 0   ? '.'
                              : value < 10 ? (char)('0' + value)
                                           : (char)('A' + value - 10),
                              '\0'};
            strcat(letters, letter);
            strcat(letters, column == 15 ? "\n" : "");
        }
    pulma_puzzle *a = read_any(NULL, text), *b = read_any(NULL, letters);
    char *one = puzzle_text(a, "pulma"), *two = puzzle_text(b, "pulma");
    assert_string_equal(one, two);
    assert_string_equal(two, letters);
    pulma_free(one), pulma_free(two);
    pulma_puzzle_free(a), pulma_puzzle_free(b);
}

static void nonsense_is_refused_with_a_position(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *words; /* that the message has */
    } cases[] = {
        {"sudoku\n", 1, "the grid"},
        {"sudoku\n12\n", 2, "as many cells in each row"},
        {"sudoku\n....\n....\n...\n....\n", 4, "as many cells in each row"},
        {"sudoku\n...5\n....\n....\n....\n", 2, "a digit up to 4"},
        {"sudoku\n...&\n....\n....\n....\n", 2, "a digit or '.'"},
        {"sudoku\n.....\n.....\n.....\n.....\n.....\n", 1, "no usual boxes"},
        {"sudoku\nboxes: 3\n....\n....\n....\n....\n", 2, "ROWSxCOLUMNS"},
        {"sudoku\nboxes: 3x3\n....\n....\n....\n....\n", 1, "do not fit"},
        {"sudoku\nboxes: 99x99\n", 2, "a number from 1 to 25"},
        {"sudoku\nboxes: 6x6\n", 2, "at most 25 cells"},
        {"sudoku\ndiagonals: maybe\n....\n....\n....\n....\n", 2, "yes or no"},
        {"sudoku\nregions:\naabb\naabb\nccdd\nccd.\n", 6, "the letter of a region"},
        {"sudoku\nregions:\naabb\naabb\nccdd\nccda\n", 2, "4 cells in every region"},
        {"sudoku\nregions:\naabb\naabb\nccdd\nccde\n", 2, "4 regions"},
        {"sudoku\nregions:\naabb\naabb\nccdd\nccd\n", 6, "4 letters"},
        {"sudoku\nboxes: 2x2\nregions:\naabb\naabb\nccdd\nccdd\n", 3,
         "either boxes or regions"},
        {"sudoku\nparity:\no...\n.x..\n....\n....\n", 4, "'o' (odd)"},
        {"sudoku\nsums: 1 2\n....\n....\n....\n....\n", 2, "cages to these sums"},
        {"sudoku\ncages:\naa..\n....\n....\n....\n", 2, "sums to these cages"},
        {"sudoku\ncages:\naa..\n....\n....\n....\nsums: 5 5\n", 7, "1 sums"},
        {"sudoku\ncages:\naa..\n..aa\n....\n....\nsums: 5\n", 7, "expected 2 sums"},
        {"sudoku\ncages:\naa..\n....\n....\n....\nsums: 9\n", 7, "a number from 3 to 7"},
        {"sudoku\ncages:\naaaa\na...\n....\n....\nsums: 12\n", 2, "4 different digits"},
        {"sudoku\ncages:\n5: r1c1 r1c1\n", 3, "twice"},
        {"sudoku\ncages:\n5: r1c1 r1c2\n5: r1c1 r2c2\n2: r1c2 r2c3\n", 2, "a sum from 3"},
        {"sudoku\ncages:\n5: r1c1 r1c2\n6: r1c2 r1c1\n", 2, "have the same cells"},
        {"sudoku\ncages:\n5: r1c1 r1c10\n", 3, "a number from 1 to 9"},
        {"sudoku\ncages:\n5:\n", 3, "the cells of the cage"},
        {"sudoku\ncages:\n99: r1c1 r1c2\n", 2, "a sum from 3 to 17"},
        {"sudoku/3/3/123456789", 1, "4, 6, 9, 16 or 25"},
        {"sudoku/4/4/zzz", 1, "more than 16 cells"},
        {"sudoku/4/4/5", 1, "a number from 1 to 4"},
        {"3x3::k:1:2:3:", 1, "a number from 0"},
        {"SumoCueV1=1+99", 1, "a number from 0 to 80"},
        {"f-puzzles.com/?load=N4Igzgl", 1, "damaged"},
        {"f-puzzles.com/?load=", 1, "damaged"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        pulma_puzzle *puzzle = NULL;
        pulma_error err = {.message = ""};
        pulma_status status =
            pulma_puzzle_read(NULL, cases[i].text, strlen(cases[i].text), &puzzle, &err);
        if (status != PULMA_BAD_TEXT || err.line != cases[i].line ||
            !strstr(err.message, cases[i].words))
            fail_msg("%s\nstatus %d, %d:%d: %s", cases[i].text, status, err.line,
                     err.column, err.message);
    }
}

/* ---- The referee's words ----------------------------------------------------------------- */

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    static const char puzzle_of[] = "sudoku\ndiagonals: yes\n1...\n....\n....\n....\n"
                                    "parity:\n...o\n....\n....\n...e\n"
                                    "cages:\n....\n.aa.\n....\n....\nsums: 5\n";
    static const struct {
        const char *answer, *words;
    } cases[] = {
        {"2...\n....\n....\n....\n", "row 1, column 1 must keep the given 1"},
        {"...2\n....\n....\n....\n", "row 1, column 4 must be odd"},
        {"....\n....\n....\n...3\n", "row 4, column 4 must be even"},
        {"1.1.\n....\n....\n....\n", "row 1 has two 1s"},
        {".3..\n....\n.3..\n....\n", "column 2 has two 3s"},
        {"....\n....\n3...\n.3..\n", "the box at row 3, column 1 has two 3s"},
        {"1...\n....\n..1.\n....\n", "the falling diagonal has two 1s"},
        {"...3\n....\n.3..\n....\n", "the rising diagonal has two 3s"},
        {"....\n.42.\n....\n....\n", "the cage of sum 5 at row 2, column 2 adds up to 6"},
        {"....\n....\n....\n....\n", "16 places are still empty"},
    };
    pulma_puzzle *puzzle = read_any(NULL, puzzle_of);
    for (size_t i = 0; i < COUNT(cases); i++) {
        int answer[16];
        pulma_finding found;
        const char *text = cases[i].answer;
        assert_int_equal(pulma_answer_read(puzzle, text, strlen(text), answer, NULL),
                         PULMA_OK);
        pulma_check(puzzle, answer, &found);
        assert_string_equal(found.text, cases[i].words);
    }
    pulma_puzzle_free(puzzle);
}

static void assert_verdict(const pulma_puzzle *puzzle, const int *answer,
                           pulma_verdict wanted, const char *what, int a, int b)
{
    pulma_finding found;
    if (pulma_check(puzzle, answer, &found) != wanted)
        fail_msg("%s %d and %d: %s", what, a, b, found.text);
    assert_true((found.text[0] == '\0') == (wanted == PULMA_RIGHT));
}

/* Two digits that change places break a row or a column, two rows of different bands boxes alone. */
static void a_full_board_is_judged_by_every_house(void **state)
{
    (void)state;
    pulma_puzzle *puzzle = read_any(NULL, PLAIN);
    pulma_puzzle *empty = read_any(
        NULL,
        "................................................................................."
        "\n");
    int right[81], answer[81];
    for (int i = 0; i < 81; i++)
        right[i] = PLAIN_ANSWER[i] - '0';
    assert_verdict(puzzle, right, PULMA_RIGHT, "the answer", 0, 0);
    for (int a = 0; a < 81; a++) {
        memcpy(answer, right, sizeof right);
        answer[a] = PULMA_EMPTY;
        assert_verdict(empty, answer, PULMA_UNFINISHED, "empty", a, a);
        for (int b = 0; b < 81; b++) {
            memcpy(answer, right, sizeof right);
            answer[a] = right[b];
            answer[b] = right[a];
            assert_verdict(empty, answer, right[a] == right[b] ? PULMA_RIGHT : PULMA_WRONG,
                           "cells", a, b);
        }
    }
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 9; b++) {
            pulma_verdict wanted = a / 3 == b / 3 ? PULMA_RIGHT : PULMA_WRONG;
            for (int i = 0; i < 81; i++) {
                int row = i / 9 == a ? b : i / 9 == b ? a : i / 9;
                answer[i] = right[9 * row + i % 9];
            }
            assert_verdict(empty, answer, wanted, "rows", a, b);
            if (a != b) /* what is given has moved */
                assert_verdict(puzzle, answer, PULMA_WRONG, "rows with givens", a, b);
        }
    pulma_puzzle_free(puzzle);
    pulma_puzzle_free(empty);
}

/* ---- Models ------------------------------------------------------------------------------ */

/* Table 6 of the thesis, and the counts of its Section 6.1.4. */
static void models_have_the_published_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *board, *model;
        bool linearise;
        int variables, constraints;
    } cases[] = {
        {"sudoku-lampainen-fig19", "way1", false, 729, 324},
        {"sudoku-lampainen-fig19", "way2", false, 729, 324},
        {"sudoku-lampainen-fig19", "way3", false, 405, 1053},
        {"sudoku-lampainen-fig19", "way3", true, 1215, 1863},
        {"sudoku-lampainen-fig19", "way3-linear", false, 1215, 1701},
        {"sudoku-lampainen-fig19", "way3-integer", false, 81, 972},
        {"sudoku-lampainen-fig19", "way3-integer", true, 891, 1782},
        {"sudokux-lampainen-fig20", "x", false, 729, 342},
        {"sudokux-lampainen-fig20", "x-equations", false, 729, 342},
        {"oddeven-lampainen-fig21", "odd-even", false, 729, 486},
        {"oddeven-lampainen-fig21", "odd-even-equations", false, 729, 486},
        {"killer-lampainen-fig22", "killer", false, 729, 594},
        {"killer-lampainen-fig22", "killer-equations", false, 729, 594},
    };
    struct board *boards;
    int n = boards_of("sudoku", &boards);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const pulma_puzzle *puzzle = NULL;
        for (int k = 0; k < n; k++)
            if (strcmp(strchr(boards[k].name, '/') + 1, cases[i].board) == 0)
                puzzle = boards[k].puzzle;
        assert_non_null(puzzle);
        char *json = NULL, wanted[80];
        pulma_error err = {.message = ""};
        if (pulma_model_size(puzzle, cases[i].model, cases[i].linearise, 0, NULL, &json,
                             &err))
            fail_msg("%s: %s", cases[i].model, err.message);
        snprintf(wanted, sizeof wanted, "\"variables\": %d, \"constraints\": %d,",
                 cases[i].variables, cases[i].constraints);
        if (!strstr(json, wanted))
            fail_msg("%s: expected %s found %s", cases[i].model, wanted, json);
        pulma_free(json);
    }
    boards_free(boards, n);
}

/* ---- The kernel -------------------------------------------------------------------------- */

/* How many answers a method counts, up to a limit. */
static int counted(const pulma_puzzle *puzzle, const char *method)
{
    pulma_job *job = pulma_job_new(puzzle);
    pulma_error err = {.message = ""};
    if (pulma_job_set_method(job, method, &err) || pulma_job_count(job, 300, &err))
        fail_msg("%s: %s", method, err.message);
    int count = atoi(pulma_job_count_text(job));
    pulma_job_free(job);
    return count;
}

/* Boards with some givens too few: kernel and rules count the same answers. */
static void kernel_and_rules_count_alike(void **state)
{
    (void)state;
    static const char *const options[] = {"symmetry", "diagonals", "jigsaw", "parity"};
    for (int i = 0; i < 24; i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("sudoku"));
        int size = 4 + i % 3 * 2 + (i % 3 == 2);
        pulma_wish_set_size(wish, size, size, NULL);
        pulma_wish_set_seed(wish, (uint64_t)i);
        pulma_wish_set_option(wish, options[i % 4], "yes", NULL);
        pulma_puzzle *puzzle = NULL;
        pulma_error err = {.message = ""};
        if (pulma_wish_next(wish, &puzzle, &err))
            fail_msg("seed %d: %s", i, err.message);
        assert_int_equal(counted(puzzle, "kernel"), 1);
        char *text = puzzle_text(puzzle, "pulma");
        int dropped = 0;
        for (char *c = text; *c && dropped < 1 + i % 4 && strncmp(c, "regions", 7) != 0;
             c++)
            if (*c >= '1' && *c <= '9') {
                *c = '.';
                dropped++;
            }
        pulma_puzzle *loose = read_any(NULL, text);
        int kernel = counted(loose, "kernel"), rules = counted(loose, "rules");
        if (kernel != rules)
            fail_msg("kernel %d, rules %d:\n%s", kernel, rules, text);
        pulma_free(text);
        pulma_puzzle_free(loose);
        pulma_puzzle_free(puzzle);
        pulma_wish_free(wish);
    }
}

/* Boards that need two, three or four reasons at once: one in sixteen is made otherwise. */
static void hard_boards_are_rated_as_explained(void **state)
{
    (void)state;
    static const char *const options[] = {"symmetry", "diagonals", "jigsaw", "parity"};
    int soon = 0;
    for (size_t i = 0; i < COUNT(options); i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("sudoku"));
        pulma_wish_set_option(wish, options[i], "yes", NULL);
        pulma_wish_set_level(wish, PULMA_LEVEL_HARD, NULL);
        for (int k = 0; k < 15; k++) {
            pulma_puzzle *p = NULL;
            assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
            soon += is_rated_as_explained(p, NULL);
            pulma_puzzle_free(p);
        }
        pulma_wish_free(wish);
    }
    assert_in_range(soon, 50, 60);
}

/* An explainer that goes through all sets, as it is told nothing. */
struct plodder {
    struct pm_arena arena;
    struct pm_limits limits;
    struct pm_rules *rules;
    struct pm_engine *engine;
    struct pm_explainer *explainer;
    uint64_t open[81], in[81], out[81];
};

static void begin_plodding(struct plodder *plodder, const pulma_puzzle *p)
{
    int only[81];
    *plodder = (struct plodder){0};
    pm_arena_init(&plodder->arena, 0);
    plodder->rules =
        pm_rules_new(81, pm_puzzle_ranges(p, &plodder->arena), PM_STEPS, &plodder->limits);
    pm_kind_of(p)->state(p->data, plodder->rules);
    pm_rules_end(plodder->rules);
    plodder->engine = pm_engine_new(plodder->rules, &plodder->limits);
    plodder->explainer =
        pm_explainer_new(plodder->rules, plodder->engine, &plodder->limits);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pm_job_answers(job, 2, only), 1);
    pulma_job_free(job);
    assert_int_equal(pm_explainer_start(plodder->explainer, NULL, only, NULL, NULL, NULL),
                     PULMA_OK);
}

static void end_plodding(struct plodder *plodder)
{
    pm_explainer_free(plodder->explainer);
    pm_engine_free(plodder->engine);
    pm_rules_free(plodder->rules);
    pm_arena_free(&plodder->arena);
}

static void look_around(struct plodder *plodder)
{
    for (int cell = 0; cell < 81; cell++) {
        plodder->open[cell] = plodder->in[cell] = plodder->out[cell] = 0;
        for (int digit = 1; digit <= 9; digit++)
            if (pm_explainer_known(plodder->explainer, cell, digit) >= 0)
                plodder->open[cell] |= UINT64_C(1) << digit;
    }
}

/* Explains the board.  All that takes two to four reasons must have been foreseen; gives how many of these
 * steps there were. */
static int foresee_steps(const pulma_puzzle *p)
{
    struct plodder plodder;
    const struct pm_step *step;
    int n = 0;
    begin_plodding(&plodder, p);
    look_around(&plodder);
    while (pm_explainer_next(plodder.explainer, &step, NULL) == PULMA_OK) {
        struct pm_outlook outlook = {step->size, plodder.open, plodder.in, plodder.out};
        bool few = 2 <= step->size && step->size <= 4;
        if (few)
            assert_true(pm_kind_of(p)->foresee(p->data, &outlook));
        for (int i = 0; few && i < step->conclusion_count; i++) {
            pulma_fact fact = step->conclusions[i];
            const uint64_t *may = fact.holds ? plodder.in : plodder.out;
            if (!(may[fact.place] >> fact.value & 1))
                fail_msg("%d reasons, cell %d, digit %d: not foreseen", step->size,
                         fact.place, fact.value);
        }
        n += few;
        look_around(&plodder);
    }
    end_plodding(&plodder);
    return n;
}

static void what_few_reasons_conclude_is_foreseen(void **state)
{
    (void)state;
    static const char *const options[] = {"symmetry", "diagonals", "jigsaw"};
    for (size_t i = 0; i < COUNT(options); i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("sudoku"));
        int n = 0;
        pulma_wish_set_option(wish, options[i], "yes", NULL);
        pulma_wish_set_option(wish, "diagonals", i > 0 ? "yes" : "no", NULL);
        pulma_wish_set_level(wish, PULMA_LEVEL_EXPERT, NULL);
        for (int k = 0; k < 4; k++) {
            pulma_puzzle *p = NULL;
            assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
            n += foresee_steps(p);
            pulma_puzzle_free(p);
        }
        assert_in_range(n, 10, 1000);
        pulma_wish_free(wish);
    }
}

/* Row 2, column 5 and a diagonal meet in pairs.  If 1 were at row 9, column 7, it would be where two of
 * them meet, whichever two, and in the third besides: so it is at row 2, column 7. */
static void what_a_ring_of_houses_concludes_is_foreseen(void **state)
{
    (void)state;
    enum { LAST = 9 + 6, REFUTED = 8 * 9 + 6 };
    static const int places[] = {9 + 1, 9 + 4, LAST, 4 * 9 + 4, REFUTED};
    uint64_t open[81] = {0}, in[81] = {0}, out[81] = {0};
    struct pm_outlook outlook = {4, open, in, out};
    const char *text = "sudoku\ndiagonals: yes\n.........\n.........\n.........\n"
                       ".........\n.........\n.........\n.........\n.........\n.........\n";
    pulma_puzzle *p = NULL;
    assert_int_equal(pulma_puzzle_read("sudoku", text, strlen(text), &p, NULL), PULMA_OK);
    for (size_t i = 0; i < COUNT(places); i++)
        open[places[i]] = 1 << 1;
    assert_true(pm_kind_of(p)->foresee(p->data, &outlook));
    assert_int_equal(out[REFUTED], 1 << 1);
    assert_int_equal(in[LAST], 1 << 1);
    outlook.size = 3;
    memset(out, 0, sizeof out);
    assert_true(pm_kind_of(p)->foresee(p->data, &outlook));
    assert_int_equal(out[REFUTED], 0);
    pulma_puzzle_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_read_and_written),
        cmocka_unit_test(killers_agree),
        cmocka_unit_test(a_title_may_stand_behind_a_line),
        cmocka_unit_test(other_games_are_not_sudoku),
        cmocka_unit_test(typed_boards_are_understood),
        cmocka_unit_test(numbers_beyond_nine_may_be_written_out),
        cmocka_unit_test(nonsense_is_refused_with_a_position),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(a_full_board_is_judged_by_every_house),
        cmocka_unit_test(models_have_the_published_sizes),
        cmocka_unit_test(kernel_and_rules_count_alike),
        cmocka_unit_test(hard_boards_are_rated_as_explained),
        cmocka_unit_test(what_few_reasons_conclude_is_foreseen),
        cmocka_unit_test(what_a_ring_of_houses_concludes_is_foreseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
