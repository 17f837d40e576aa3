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

static pulma_level level_of(const pulma_puzzle *puzzle, double *rating)
{
    pulma_explainer *e = pulma_explainer_new(puzzle);
    const pulma_step *step;
    pulma_status status = pulma_explainer_start(e, NULL, NULL);
    while (!status)
        status = pulma_explainer_next(e, &step, NULL);
    assert_int_equal(status, PULMA_NONE);
    pulma_level level = pulma_explainer_level(e);
    *rating = pulma_explainer_rating(e);
    pulma_explainer_free(e);
    return level;
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
            if (got <= level && !strstr(pulma_puzzle_title(puzzle), expected))
                fail_msg("'%s' does not have '%s'", pulma_puzzle_title(puzzle), expected);
            pulma_puzzle_free(puzzle);
        }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_have_the_level_that_was_wished),
        cmocka_unit_test(the_same_seed_gives_the_same_bytes),
        cmocka_unit_test(what_cannot_be_had_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
