/* Puzzles of a wanted level: rated as they were wished, the same for the same seed, and where the
 * level cannot be had, it is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pulma/pulma.h"

static pulma_wish *wish_of(const char *kind, int columns, int rows, pulma_level level)
{
    pulma_wish *wish = pulma_wish_new(pulma_kind_find(kind));
    assert_non_null(wish);
    assert_int_equal(pulma_wish_set_size(wish, columns, rows, NULL), PULMA_OK);
    assert_int_equal(pulma_wish_set_level(wish, level, NULL), PULMA_OK);
    pulma_wish_set_seed(wish, 7);
    return wish;
}

static char *next_text(pulma_wish *wish, pulma_puzzle **puzzle)
{
    char *text;
    assert_int_equal(pulma_wish_next(wish, puzzle, NULL), PULMA_OK);
    assert_int_equal(pulma_puzzle_write(*puzzle, "pulma", &text, NULL), PULMA_OK);
    return text;
}

/* On the way to its end a rating says how hard the puzzle is at least. */
static pulma_level level_of(const pulma_puzzle *puzzle, double *rating)
{
    pulma_explainer *e = pulma_explainer_new(puzzle);
    const pulma_step *step;
    double most = 0;
    pulma_status status = pulma_explainer_start(e, NULL, NULL);
    while (!status) {
        double now = pulma_explainer_rating(e);
        most = now > most ? now : most;
        status = pulma_explainer_next(e, &step, NULL);
    }
    assert_int_equal(status, PULMA_NONE);
    pulma_level level = pulma_explainer_level(e);
    *rating = pulma_explainer_rating(e);
    pulma_explainer_free(e);
    if (most > *rating)
        fail_msg("%s was rated %g or more, and is %g", pulma_puzzle_title(puzzle), most,
                 *rating);
    return level;
}

/* What single reasons tell is rated without an explanation; which would say the same. */
static void single_reasons_are_rated_alike(void **state)
{
    (void)state;
    static const char *const options[] = {NULL, "diagonals", "jigsaw", "parity"};
    for (int i = 0; i < 16; i++) {
        const char *option = options[i / 4];
        int side = i % 4 < 2 ? 9 : 6;
        pulma_level level = i % 2 ? PULMA_LEVEL_MEDIUM : PULMA_LEVEL_EASY;
        pulma_wish *wish = wish_of("sudoku", side, side, level);
        if (option)
            assert_int_equal(pulma_wish_set_option(wish, option, "yes", NULL), PULMA_OK);
        for (int k = 0; k < 5; k++) {
            pulma_puzzle *puzzle;
            double rating;
            char expected[40];
            pulma_free(next_text(wish, &puzzle));
            const char *name = pulma_level_name(level_of(puzzle, &rating));
            snprintf(expected, sizeof expected, ", %s %.2f,", name, rating);
            if (!strstr(pulma_puzzle_title(puzzle), expected))
                fail_msg("'%s' does not have '%s'", pulma_puzzle_title(puzzle), expected);
            pulma_puzzle_free(puzzle);
        }
        pulma_wish_free(wish);
    }
}

/* Between boards that single reasons solve and those for experts. */
static void hard_boards_with_diagonals_are_found(void **state)
{
    (void)state;
    pulma_wish *wish = wish_of("sudoku", 9, 9, PULMA_LEVEL_HARD);
    assert_int_equal(pulma_wish_set_option(wish, "diagonals", "yes", NULL), PULMA_OK);
    for (int k = 0; k < 3; k++) {
        pulma_puzzle *puzzle;
        pulma_free(next_text(wish, &puzzle));
        if (!strstr(pulma_puzzle_title(puzzle), ", hard "))
            fail_msg("'%s'", pulma_puzzle_title(puzzle));
        pulma_puzzle_free(puzzle);
    }
    pulma_wish_free(wish);
}

static const struct {
    const char *kind;
    int columns, rows;
} kinds[] = {{"binary", 8, 8},  {"flowfree", 6, 6},   {"kakuro", 6, 6},
             {"match22", 5, 5}, {"starbattle", 7, 7}, {"v3ck", 5, 5}};
enum { KINDS = sizeof kinds / sizeof *kinds, LEVELS = PULMA_LEVEL_EXPERT + 1 };

static void puzzles_have_the_level_that_was_wished(void **state)
{
    (void)state;
    for (int i = 0; i < KINDS * LEVELS; i++) {
        pulma_level level = (pulma_level)(i % LEVELS);
        pulma_wish *wish = wish_of(kinds[i / LEVELS].kind, kinds[i / LEVELS].columns,
                                   kinds[i / LEVELS].rows, level);
        for (int k = 0; k < 2; k++) {
            pulma_puzzle *puzzle;
            pulma_free(next_text(wish, &puzzle));
            double rating;
            pulma_level got = level_of(puzzle, &rating);
            const char *note = pulma_wish_note(wish);
            if (got != level && !strstr(note, "was found soon"))
                fail_msg("%s: %s instead of %s, and nothing said", kinds[i / LEVELS].kind,
                         pulma_level_name(got), pulma_level_name(level));
            char expected[100];
            snprintf(expected, sizeof expected, ", %s %.2f, seed 7%s",
                     pulma_level_name(got), rating, k ? ", number 2" : "");
            if (!strstr(pulma_puzzle_title(puzzle), expected))
                fail_msg("'%s' does not have '%s'", pulma_puzzle_title(puzzle), expected);
            pulma_puzzle_free(puzzle);
        }
        pulma_wish_free(wish);
    }
}

/* Whether one of the first puzzles has the level: the search for it may be given up, which is told. */
static bool soon_has_level(pulma_wish *wish, pulma_level level, int tries)
{
    bool has = false;
    for (int k = 0; k < tries && !has; k++) {
        pulma_puzzle *puzzle;
        double rating;
        pulma_free(next_text(wish, &puzzle));
        has = !*pulma_wish_note(wish);
        if (has && level_of(puzzle, &rating) != level)
            fail_msg("%s is not so, and nothing said", pulma_puzzle_title(puzzle));
        pulma_puzzle_free(puzzle);
    }
    return has;
}

/* Levels mean the same for larger boards, so there are some of each. */
static void large_boards_have_the_level_too(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        int side, tries;
    } large[] = {{"nonogram", 20, 1},     {"sudoku", 16, 1}, {"starbattle", 14, 1},
                 {"thermometers", 15, 1}, {"tiling", 5, 1},  {"tiling", 6, 1}};
    for (size_t i = 0; i < sizeof large / sizeof *large * PULMA_LEVEL_EXPERT; i++) {
        const char *kind = large[i / PULMA_LEVEL_EXPERT].kind;
        int side = large[i / PULMA_LEVEL_EXPERT].side;
        pulma_level level = (pulma_level)(i % PULMA_LEVEL_EXPERT);
        pulma_wish *wish = wish_of(kind, side, side, level);
        if (!soon_has_level(wish, level, large[i / PULMA_LEVEL_EXPERT].tries))
            fail_msg("%s: no %s puzzle", kind, pulma_level_name(level));
        pulma_wish_free(wish);
    }
}

static void the_same_seed_gives_the_same_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        char *texts[2];
        for (int k = 0; k < 2; k++) {
            pulma_puzzle *puzzle;
            pulma_wish *wish =
                wish_of(kinds[i].kind, kinds[i].columns, kinds[i].rows, PULMA_LEVEL_HARD);
            pulma_free(next_text(wish, &puzzle));
            pulma_puzzle_free(puzzle);
            texts[k] = next_text(wish, &puzzle);
            pulma_puzzle_free(puzzle);
            pulma_wish_free(wish);
        }
        assert_string_equal(texts[0], texts[1]);
        pulma_free(texts[0]);
        pulma_free(texts[1]);
    }
}

/* A board of 2x2 cells cannot be hard. */
static void what_cannot_be_had_is_told(void **state)
{
    (void)state;
    pulma_puzzle *puzzle;
    pulma_wish *wish = wish_of("infinityloop", 2, 2, PULMA_LEVEL_EXPERT);
    pulma_free(next_text(wish, &puzzle));
    assert_non_null(strstr(pulma_wish_note(wish), "no expert puzzle was found soon"));
    pulma_puzzle_free(puzzle);
    pulma_wish_free(wish);
}

/* Boards of which the first ones take too long to rate: none of them passes for an easy one. */
static void what_cannot_be_rated_does_not_have_the_level(void **state)
{
    (void)state;
    pulma_puzzle *puzzle;
    pulma_wish *wish = wish_of("edgematch", 5, 5, PULMA_LEVEL_EASY);
    pulma_free(next_text(wish, &puzzle));
    if (!strstr(pulma_puzzle_title(puzzle), ", easy ") && !*pulma_wish_note(wish))
        fail_msg("'%s', and nothing said", pulma_puzzle_title(puzzle));
    pulma_puzzle_free(puzzle);
    pulma_wish_free(wish);
}

/* That it is too hard is seen before the end, but its title tells the whole rating. */
static void what_is_too_hard_is_rated_to_its_end(void **state)
{
    (void)state;
    pulma_puzzle *puzzle;
    pulma_wish *wish = wish_of("slider", 8, 8, PULMA_LEVEL_EASY);
    assert_int_equal(pulma_wish_set_option(wish, "length", "11", NULL), PULMA_OK);
    pulma_free(next_text(wish, &puzzle));
    assert_non_null(strstr(pulma_wish_note(wish), "this one is expert"));
    assert_non_null(strstr(pulma_puzzle_title(puzzle), ", expert 11.00, seed 7"));
    pulma_puzzle_free(puzzle);
    pulma_wish_free(wish);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_have_the_level_that_was_wished),
        cmocka_unit_test(single_reasons_are_rated_alike),
        cmocka_unit_test(hard_boards_with_diagonals_are_found),
        cmocka_unit_test(large_boards_have_the_level_too),
        cmocka_unit_test(the_same_seed_gives_the_same_bytes),
        cmocka_unit_test(what_cannot_be_had_is_told),
        cmocka_unit_test(what_cannot_be_rated_does_not_have_the_level),
        cmocka_unit_test(what_is_too_hard_is_rated_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
