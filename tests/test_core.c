/* Facts about the ground that everything stands on: cursor, arenas, buffers, chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <string.h>

#include "core/arena.h"
#include "core/limits.h"
#include "core/out.h"
#include "core/random.h"
#include "core/text.h"

static struct pm_text text_of(const char *text)
{
    return pm_text_of(text, strlen(text));
}

static void numbers_stay_in_range(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int min, max, value; /* value -1: must be refused */
    } cases[] = {
        {"0", 0, 9, 0},
        {"9", 0, 5, -1},
        {"", 0, 9, -1},
        {"2147483647", 0, INT_MAX, INT_MAX},
        {"2147483648", 0, INT_MAX, -1},
        {"99999999999999999999999", 0, INT_MAX, -1},
        {"3", 4, 9, -1},
        {"-1", 0, 9, -1},
        {"12x", 0, 99, 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_text t = text_of(cases[i].text);
        int got = -1;
        pulma_error err;
        pulma_status status = pm_text_int(&t, cases[i].min, cases[i].max, &got, &err);
        assert_int_equal(got, cases[i].value);
        assert_int_equal(status, cases[i].value < 0 ? PULMA_BAD_TEXT : PULMA_OK);
    }
}

static void the_cursor_knows_where_it_is(void **state)
{
    (void)state;
    struct pm_text t = text_of("ab\r\n\xC3\xA4x 12");
    struct pm_text line = pm_text_line(&t);
    assert_int_equal(pm_text_len(&line), 2);
    assert_int_equal(t.line, 2);
    struct pm_text token = pm_text_token(&t);
    assert_int_equal(pm_text_columns(&token), 2);
    pm_text_blanks(&t);
    assert_int_equal(t.column, 4);
    pulma_error err;
    assert_int_equal(pm_fail_expected(&err, &t, "a %s", "letter"), PULMA_BAD_TEXT);
    assert_string_equal(err.message, "expected a letter, found '12'");
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 4);
}

static void arenas_refuse_what_does_not_fit(void **state)
{
    (void)state;
    struct pm_arena arena;
    pm_arena_init(&arena, 1000);
    assert_null(pm_alloc(&arena, SIZE_MAX / 2, 4));
    char *first = pm_new(&arena, 100, char);
    assert_non_null(first);
    for (int i = 0; i < 100; i++)
        assert_int_equal(first[i], 0);
    assert_null(pm_new(&arena, 1000, char));
    pm_arena_free(&arena);
    pm_arena_init(&arena, 0);
    assert_non_null(pm_new(&arena, 1 << 20, int));
    assert_non_null(pm_new(&arena, 3, int));
    pm_arena_free(&arena);
}

/* Also where the memory was used before. */
static void arenas_hand_out_zeros(void **state)
{
    (void)state;
    for (size_t n = 1; n < 200000; n = 3 * n + 1) {
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        for (int piece = 0; piece < 20; piece++) {
            unsigned char *bytes = pm_new(&arena, n, unsigned char);
            for (size_t i = 0; i < n; i++)
                assert_int_equal(bytes[i], 0);
            memset(bytes, 0xA5, n);
        }
        pm_arena_free(&arena);
    }
}

static void numbers_are_written_without_a_locale(void **state)
{
    (void)state;
    struct pm_out out = {0};
    pm_out_number(&out, -1.25, 3);
    pm_out_char(&out, ' ');
    pm_out_number(&out, 0.1 + 0.2, 6);
    pm_out_char(&out, ' ');
    pm_out_number(&out, 7, 2);
    pm_out_char(&out, ' ');
    pm_out_number(&out, 0.05, 2);
    assert_string_equal(out.data, "-1.25 0.3 7 0.05");
    pm_out_free(&out);
    pm_out_count(&out, 0);
    pm_out_char(&out, ' ');
    pm_out_count(&out, 1090);
    pm_out_char(&out, ' ');
    pm_out_count(&out, UINT64_MAX);
    assert_string_equal(out.data, "0 1090 18446744073709551615");
    pm_out_free(&out);
}

static bool stop_in_time(void *context)
{
    return --*(int *)context < 0;
}

/* A writer that runs on is stopped soon, whatever the size of its pieces, and says why. */
static void writing_stops_at_limits(void **state)
{
    (void)state;
    for (size_t piece = 1; piece <= 4096; piece *= 16) {
        int looks = 20;
        const struct pm_limits limits = {.stop = stop_in_time, .context = &looks};
        struct pm_out out = {.limits = &limits};
        pulma_error err = {0};
        char bytes[4096] = {0}, *text = NULL;
        for (size_t done = 0; done < 100000000 && !out.failed; done += piece)
            pm_out_bytes(&out, bytes, piece);
        assert_true(out.failed && out.stopped);
        assert_in_range(out.len, 1, 20 * (70000 + piece));
        assert_int_equal(pm_out_give(&out, &text, NULL, &err), PULMA_LIMIT);
        assert_null(text);
        assert_string_not_equal(err.message, "");
    }
}

static void chance_is_the_same_everywhere(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 1);
    int seen[5] = {0};
    for (int i = 0; i < 1000; i++)
        seen[pm_rng_below(&rng, 5)]++;
    for (int i = 0; i < 5; i++)
        assert_in_range(seen[i], 120, 280);
    pm_rng_init(&rng, 42);
    assert_true(pm_rng_next(&rng) ==
                UINT64_C(0x15780b2e0c2ec716)); /* published test vector */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_stay_in_range),
        cmocka_unit_test(the_cursor_knows_where_it_is),
        cmocka_unit_test(arenas_refuse_what_does_not_fit),
        cmocka_unit_test(arenas_hand_out_zeros),
        cmocka_unit_test(numbers_are_written_without_a_locale),
        cmocka_unit_test(writing_stops_at_limits),
        cmocka_unit_test(chance_is_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
