/* What is special about Infinity Loop: counts that are known from elsewhere, the notations of
 * Net, the referee's words, bad input, and the kernel against the rules under every field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"

/* Ends only: every answer is a tiling by dominoes, whose numbers Kasteleyn's formula gives. */
static void ends_are_dominoes(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        const char *count;
    } cases[] = {{2, 2, "2 at 0"},
                 {3, 3, "0 at -1"},
                 {4, 4, "36 at 0"},
                 {8, 8, "12988816 at 0"},
                 {2, 100, "573147844013817084101 at 0"},
                 {10, 10, "258584046368 at 0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400] = "infinityloop\n", found[64];
        for (int row = 0; row < cases[i].rows; row++) {
            size_t len = strlen(text);
            memset(text + len, '1', (size_t)cases[i].columns);
            strcpy(text + len + cases[i].columns, "\n");
        }
        pulma_puzzle *p = puzzle_of(NULL, text);
        census(p, "auto", found, sizeof found);
        assert_string_equal(found, cases[i].count);
        pulma_puzzle_free(p);
    }
}

static void net_ids_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *id, *census, *again;
    } cases[] = {
        {"3x3:411e7d413", "1 at 0", "3x3:411e7d413\n"},
        {"3x3ab0.5:411e7d413", "1 at 0", "3x3:411e7d413\n"},
        {"2x2:1111", "0 at -1", "2x2:1111\n"}, /* two pairs, but not one network */
        {"2x2:3393", "0 at -1", "2x2:3393\n"}, /* a loop */
        {"2x1w:14", "2 at 0", "2x1w:14\n"},    /* to the right, or around the rim */
        {"2x1w:1v4", "1 at 0", "2x1w:1v4\n"},
        {"3x1:1hv54", "0 at -1", "3x1:1vh54\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].id);
        char found[64], *text = NULL;
        census(p, "auto", found, sizeof found);
        assert_string_equal(found, cases[i].census);
        census(p, "rules", found, sizeof found);
        assert_string_equal(found, cases[i].census);
        assert_int_equal(pulma_puzzle_write(p, "net", &text, NULL), PULMA_OK);
        assert_string_equal(text, cases[i].again);
        pulma_free(text);
        pulma_puzzle_free(p);
    }
}

static void notations_say_what_they_cannot(void **state)
{
    (void)state;
    static const struct {
        const char *text, *notation, *words;
    } cases[] = {
        {"infinityloop\n14\n", "net", "one network without loops"},
        {"infinityloop\nconnected: yes\nloops: no\nminimise: yes\n14\n", "net", "turns"},
        {"infinityloop\nconnected: yes\nloops: no\n1#\n", "net", "holes"},
        {"infinityloop\nwrap: yes\n14\n", "phineloop", "nor fields"},
        {"infinityloop\nwrap: yes\n14\n", "lines", "nor fields"},
        {"infinityloop\n14\nwalls:\nv.\n", "lines", "walls"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_cannot_say(cases[i].text, cases[i].notation, cases[i].words);
    pulma_puzzle *p = puzzle_of("infinityloop", "2 3\n28\n6c\n39\n");
    assert_written(p, "pulma",
                   "infinityloop\n14\n9c\n36\n"); /* sides are told otherwise there */
    pulma_puzzle_free(p);
}

/* Boards and answers typed as the lines one sees, and the same as digits. */
static void lines_are_tiles(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *digits;
    } cases[] = {
        {"infinityloop\n·╶╵└╴─┘┴╷┌│├┐┬┤┼\n", "0123456789abcdef"},
        {"infinityloop\n╺╹┗╸━┛┻╻┏┃┣┓┳┫╋\n",
         "123456789abcdef"}, /* heavy, double, mixed, round */
        {"infinityloop\n╚═╝╩╔║╠╗╦╣╬\n", "35679abcdef"},
        {"infinityloop\n╰╯╭╮╼╿┆┉┝╪\n", "369c5aa5bf"},
        {"infinityloop\n╶┐\n#╵\n", "1c\n#2"},
        {"infinityloop\n ╷  % a cross\n╶┼╴\n ╵\n", "080\n1f4\n020"},
        {"infinityloop\n    ╷  ╷\n    └──┘\n", "8008\n3556"}, /* all of it indented */
        {"infinityloop\n┌ ┐\n└ ┘\n", "9c\n36"},               /* blanks between all tiles */
        {"infinityloop\n┌ ┐\n└─┘\n", "90c\n356"},
        {"{\"kind\": \"infinityloop\", \"grid\": [\"╶┐\", \"2╵\"]}", "1c\n22"},
        {"{\"kind\": \"infinityloop\", \"grid\": [[\"╶\", \"┐\"]]}", "1c"},
        {"\n ╷\n╶┘\n\n", "08\n16"}, /* without a name */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char digits[60];
        pulma_puzzle *p = puzzle_of(NULL, cases[i].lines);
        snprintf(digits, sizeof digits, "infinityloop\n%s\n", cases[i].digits);
        assert_written(p, "pulma", digits);
        pulma_puzzle_free(p);
    }
    /* Without a name, up to the next gap. */
    static const char two[] = "╶┐\n ╵\n\n╶╴\n";
    pulma_puzzle *both[3] = {0};
    pulma_reader *reader = pulma_reader_new(two, strlen(two), NULL, NULL);
    assert_int_equal(pulma_reader_next(reader, &both[0], NULL), PULMA_OK);
    assert_int_equal(pulma_reader_next(reader, &both[1], NULL), PULMA_OK);
    assert_int_equal(pulma_reader_next(reader, &both[2], NULL), PULMA_NONE);
    assert_written(both[0], "lines", "╶┐\n·╵\n");
    assert_written(both[1], "lines", "╶╴\n");
    pulma_puzzle_free(both[0]);
    pulma_puzzle_free(both[1]);
    pulma_reader_free(reader);
    /* Lines with digits are a drawing of something else. */
    assert_refused(NULL, "┌─┐\n│5│\n└─┘\n", 1, 1, "the name of a kind");
    pulma_puzzle *p = puzzle_of(NULL, "infinityloop\n #8\n╶┘0\n");
    assert_written(p, "lines", "·#╷\n╶┘·\n");
    pulma_puzzle_free(p);
}

static void answers_may_be_lines(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "infinityloop\n ╷\n╶┘\n");
    assert_judged(p, " ╷\n╶┘\n", PULMA_RIGHT, "");
    assert_judged(p, "·╷\n╶┘\n", PULMA_RIGHT, "");
    assert_judged(p, " ╴\n╶┘\n", PULMA_WRONG, "comes from the right");
    assert_judged(p, "0.\n1┘\n", PULMA_UNFINISHED, "1 place");
    assert_answer_refused(p, " ┐\n╶┘\n", 1, 2, "the tile 8 of row 1, column 2, turned");
    pulma_puzzle_free(p);
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "infinityloop\n14\n36\n");
    assert_judged(p, "88 c6", PULMA_WRONG, "row 1, column 1 has an open connection down");
    assert_judged(p, "28 36", PULMA_WRONG, "row 1, column 1 has an open connection up");
    assert_judged(p, "14 36", PULMA_WRONG, "row 1, column 1 does not answer");
    assert_judged(p, "8. ..", PULMA_UNFINISHED, "3 places");
    assert_judged(p, "88 36", PULMA_RIGHT, "");
    assert_answer_refused(p, "88 35", 1, 5, "the tile 6 of row 2, column 2, turned");
    assert_answer_refused(p, "88 3", 1, 5, "the tile 6");
    assert_answer_refused(p, "8#", 1, 2, "the tile 4");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "infinityloop\nloops: no\n9c14\n36##\n");
    assert_judged(p, "9c.. 36##", PULMA_WRONG, "a loop goes through row 2, column 1");
    assert_answer_refused(p, "9c14 36#1", 1, 9, "'#': row 2, column 4 is a hole");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "infinityloop\nconnected: yes\n1414\n");
    assert_judged(p, "14..", PULMA_WRONG, "only 2 of 4");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "infinityloop\n14\nwalls:\nv.\n");
    assert_judged(p, "14", PULMA_WRONG, "to the right, where nothing can answer");
    pulma_puzzle_free(p);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"infinityloop\n", 1, 1, "grid"},
        {"infinityloop\n1g\n", 2, 2, "a hexadecimal digit, a line such as '┐', or '#'"},
        /* columns are characters, not bytes */
        {"infinityloop\n╶┐\n└x\n", 3, 2, "found 'x'"},
        {"infinityloop\n╶ ┐ ┐\n└ ╱ ┐\n", 3, 3, "found '╱┐'"},
        {"infinityloop\n  ╶┐\n   x\n", 3, 4, "found 'x'"},
        {"infinityloop\n\xe2\x94\n", 2, 1, "a line such as"},
        {"infinityloop\n14\n1\n", 3, 1, "expected 2 columns"},
        {"infinityloop\n##\n", 2, 1, "at least one tile"},
        {"infinityloop\nloops: perhaps\n14\n", 2, 8, "yes"},
        {"infinityloop\nloop: no\n14\n", 2, 1, "loop"},
        {"infinityloop\n14\nwalls:\nx.\n", 4, 1, "'.', 'v', 'h' or '+'"},
        {"infinityloop\n14\nwalls:\n..\n..\n", 4, 1, "walls for 1 rows and 2 columns"},
    };
    ASSERT_ALL_REFUSED(NULL, cases);
    assert_refused("infinityloop", "3x3#12345", 1, 4, "seed");
    assert_refused("infinityloop", "3x3:41", 1, 5, "expected 9 tiles");
    assert_refused("infinityloop", "2x1:114", 1, 7, "the end of the game ID");
    assert_refused("infinityloop", "2 2\n14\n1\n", 3, 2, "a hexadecimal digit");
    assert_refused("infinityloop", "2 2\n14\n", 2, 1, "2 rows of 2 tiles");
}

/* Every field by chance; tiles from links, so that half of the boards have an answer. */
static void random_board(struct pm_rng *rng, char *text, size_t size)
{
    int rows = 1 + pm_rng_below(rng, 4), columns = 1 + pm_rng_below(rng, 4);
    int sides[16] = {0}, n = 0;
    bool wrap = pm_rng_below(rng, 3) == 0;
    for (int cell = 0; cell < rows * columns; cell++) {
        int right = cell / columns * columns + (cell + 1) % columns;
        int below = (cell + columns) % (rows * columns);
        if ((wrap || cell % columns < columns - 1) && pm_rng_below(rng, 2)) {
            sides[cell] |= 1;
            sides[right] |= 4;
        }
        if ((wrap || cell / columns < rows - 1) && pm_rng_below(rng, 2)) {
            sides[cell] |= 8;
            sides[below] |= 2;
        }
    }
    n += snprintf(text, size,
                  "infinityloop\nwrap: %s\nconnected: %s\nloops: %s\nminimise: %s\n",
                  wrap ? "yes" : "no", pm_rng_below(rng, 3) ? "no" : "yes",
                  pm_rng_below(rng, 3) ? "yes" : "no", pm_rng_below(rng, 3) ? "no" : "yes");
    for (int cell = 0; cell < rows * columns; cell++) {
        int turns = pm_rng_below(rng, 4), s = sides[cell];
        bool hole = cell > 0 && pm_rng_below(rng, 30) == 0;
        text[n++] = hole ? '#' : "0123456789abcdef"[(s << turns | s >> (4 - turns)) & 15];
        if (cell % columns == columns - 1)
            text[n++] = '\n';
    }
    bool walls = pm_rng_below(rng, 4) == 0;
    n += snprintf(text + n, size - (size_t)n, walls ? "walls:\n" : "%s", "");
    for (int cell = 0; walls && cell < rows * columns; cell++) {
        text[n++] = ".....vh+"[pm_rng_below(rng, 8)];
        if (cell % columns == columns - 1)
            text[n++] = '\n';
    }
    text[n] = '\0';
}

static void kernel_and_rules_agree(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 8);
    int solvable = 0;
    for (int i = 0; i < 600; i++) {
        char text[300];
        random_board(&rng, text, sizeof text);
        solvable += assert_census_agrees(text, "auto");
    }
    assert_in_range(solvable, 150, 500); /* both sorts are tried */
}

/* No tile that can be turned lies as in the answer. */
static void inventions_start_wrong_everywhere(void **state)
{
    (void)state;
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("infinityloop"));
    pulma_wish_set_size(wish, 9, 12, NULL);
    for (int i = 0; i < 20; i++) {
        pulma_puzzle *p = NULL;
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        int answer[108];
        pulma_job *job = pulma_job_new(p);
        assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
        for (int place = 0; place < 108; place++) {
            int min, max;
            pulma_puzzle_range(p, place, &min, &max);
            assert_true(max == 0 || answer[place] != 0);
        }
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
    pulma_wish_free(wish);
}

/* Trees are mended by exchanging links: they stay one network with one answer, and no tile is lost. */
static void networks_fill_the_board_and_have_one_answer(void **state)
{
    (void)state;
    static const struct {
        int columns, rows;
        const char *wrap;
    } sizes[] = {{14, 14, "no"}, {9, 9, "yes"}, {40, 30, "no"}, {3, 20, "no"}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("infinityloop"));
        pulma_wish_set_size(wish, sizes[i].columns, sizes[i].rows, NULL);
        pulma_wish_set_option(wish, "connected", "yes", NULL);
        pulma_wish_set_option(wish, "loops", "no", NULL);
        pulma_wish_set_option(wish, "wrap", sizes[i].wrap, NULL);
        for (int k = 0; k < 5; k++) {
            pulma_puzzle *p = NULL;
            char *text = NULL;
            assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
            pulma_job *job = pulma_job_new(p);
            assert_int_equal(pulma_job_count(job, 2, NULL), PULMA_OK);
            assert_string_equal(pulma_job_count_text(job), "1");
            assert_int_equal(pulma_puzzle_write(p, "net", &text, NULL), PULMA_OK);
            assert_null(strchr(strchr(text, ':'), '0'));
            pulma_free(text);
            pulma_job_free(job);
            pulma_puzzle_free(p);
        }
        pulma_wish_free(wish);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_dominoes),
        cmocka_unit_test(net_ids_are_understood),
        cmocka_unit_test(notations_say_what_they_cannot),
        cmocka_unit_test(lines_are_tiles),
        cmocka_unit_test(answers_may_be_lines),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(kernel_and_rules_agree),
        cmocka_unit_test(inventions_start_wrong_everywhere),
        cmocka_unit_test(networks_fill_the_board_and_have_one_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
