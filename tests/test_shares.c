/* Shares of a text: several readers, each from a place of its own, give together what one gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/out.h"
#include "core/random.h"
#include "pulma/pulma.h"

/* A text that is pulled in pieces of odd lengths, from any place on. */
struct tape {
    const char *text;
    size_t len, at;
    int n;
};

static pulma_status pull(void *context, char *buffer, size_t size, size_t *got,
                         pulma_error *err)
{
    struct tape *tape = context;
    (void)err;
    size_t left = tape->len - tape->at, n = (size_t)(tape->n++ * 7919 % 30011 + 1);
    n = n < size ? n : size;
    *got = n < left ? n : left;
    memcpy(buffer, tape->text + tape->at, *got);
    tape->at += *got;
    return PULMA_OK;
}

/* What a reader gives: positions of puzzles, negative (and one less) those of bad text. */
struct found {
    int64_t *at;
    int count, room;
};

static void note(struct found *found, int64_t at)
{
    if (found->count == found->room) {
        found->room = 2 * found->room + 64;
        found->at = realloc(found->at, (size_t)found->room * sizeof *found->at);
        assert_non_null(found->at);
    }
    found->at[found->count++] = at;
}

/* What begins between `from` and `to`; `lots`: of so many, 0: one by one. */
static void collect(pulma_reader *reader, uint64_t from, uint64_t to, int lots,
                    struct found *found)
{
    pulma_status status = PULMA_OK;
    pulma_reader_set_end(reader, to);
    do {
        pulma_puzzle *puzzle = NULL;
        pulma_lot *lot = NULL;
        status = lots > 0 ? pulma_reader_next_lot(reader, lots, &lot, NULL)
                          : pulma_reader_next(reader, &puzzle, NULL);
        uint64_t at = pulma_reader_position(reader);
        if (status == PULMA_OK && lots > 0)
            for (int i = 0; i < pulma_lot_count(lot); i++) {
                pulma_error err;
                if (pulma_lot_take(lot, i, &puzzle, &err) == PULMA_OK)
                    note(found, pulma_puzzle_line(puzzle));
                pulma_puzzle_free(puzzle);
            }
        else if (status == PULMA_OK && at >= from)
            note(found, (int64_t)at);
        else if (status == PULMA_BAD_TEXT && at >= from)
            note(found, -1 - (int64_t)at);
        if (lots == 0)
            pulma_puzzle_free(puzzle);
        pulma_lot_free(lot);
    } while (status == PULMA_OK || (status == PULMA_BAD_TEXT && pulma_reader_skip(reader)));
    assert_int_equal(status, PULMA_NONE);
}

/* A list of sudokus, with remarks, blank lines and other things between them now and then. */
static void make_list(struct pm_out *out, int lines, int odd, struct pm_rng *rng)
{
    static const char *const things[] = {"% a remark\n",
                                         "\n",
                                         "\n\n% two\n\n",
                                         "what is this?\n",
                                         "sudoku\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n\n",
                                         "sudoku\n"};
    for (int i = 0; i < lines; i++) {
        if (odd > 0 && pm_rng_below(rng, odd) == 0)
            pm_out_text(out, things[pm_rng_below(rng, odd > 100 ? 3 : 6)]);
        for (int c = 0; c < 81; c++)
            pm_out_char(out, c == pm_rng_below(rng, 81) ? '5' : '.');
        pm_out_text(out, "\n");
    }
}

/* A reader of the share from here on; `*jumped` whether it read nothing before. */
static pulma_reader *reader_at(struct tape *tape, uint64_t from, bool *jumped)
{
    const uint64_t back = 100000;
    tape->at = 0;
    pulma_reader *reader = pulma_reader_new_stream(pull, tape, NULL, NULL);
    pulma_puzzle *first = NULL;
    *jumped = false;
    if (from <= back)
        return reader;
    if (pulma_reader_next(reader, &first, NULL) == PULMA_OK) {
        tape->at = (size_t)(from - back);
        *jumped = pulma_reader_jump(reader, from - back, from);
    }
    pulma_puzzle_free(first);
    if (*jumped)
        return reader;
    pulma_reader_free(reader);
    tape->at = 0;
    return pulma_reader_new_stream(pull, tape, NULL, NULL);
}

static void assert_shares_whole(const struct pm_out *text, int parts, int *jumps)
{
    struct tape tape = {text->data, text->len, 0, 0};
    struct found whole = {0}, shares = {0};
    pulma_reader *reader = pulma_reader_new(text->data, text->len, NULL, NULL);
    collect(reader, 0, UINT64_MAX, 0, &whole);
    assert_false(pulma_reader_has_more(reader));
    pulma_reader_free(reader);
    for (int k = 0; k < parts; k++) {
        const uint64_t n = text->len + 1, from = n * (uint64_t)k / (uint64_t)parts;
        bool jumped;
        reader = reader_at(&tape, from, &jumped);
        *jumps += jumped;
        collect(reader, from, n * (uint64_t)(k + 1) / (uint64_t)parts, 0, &shares);
        assert_int_equal(pulma_reader_has_more(reader),
                         k + 1 < parts && shares.count < whole.count);
        pulma_reader_free(reader);
    }
    assert_int_equal(shares.count, whole.count);
    assert_memory_equal(shares.at, whole.at, (size_t)whole.count * sizeof *whole.at);
    free(shares.at);
    free(whole.at);
}

static void shares_are_the_whole(void **state)
{
    (void)state;
    static const struct {
        int lines, odd, parts;
        bool jumps;
    } cases[] = {{9000, 0, 5, true},   {9000, 500, 4, true}, {6000, 1500, 7, true},
                 {9000, 30, 4, false}, {20, 3, 9, false},    {1, 0, 3, false}};
    struct pm_rng rng;
    pm_rng_init(&rng, 23);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_out text = {0};
        int jumps = 0;
        make_list(&text, cases[i].lines, cases[i].odd, &rng);
        assert_shares_whole(&text, cases[i].parts, &jumps);
        assert_int_equal(jumps > 0, cases[i].jumps);
        pm_out_free(&text);
    }
}

/* Lots end where the share ends, and lines are counted from where the reader went on. */
static void lots_end_with_the_share(void **state)
{
    (void)state;
    struct pm_out text = {0};
    struct pm_rng rng;
    pm_rng_init(&rng, 5);
    make_list(&text, 6000, 0, &rng);
    struct tape tape = {text.data, text.len, 0, 0};
    bool jumped;
    pulma_reader *reader = reader_at(&tape, 82 * 3000, &jumped);
    struct found found = {0};
    assert_true(jumped);
    collect(reader, 0, 82 * 3100 + 1, 64, &found);
    assert_int_equal(found.count, 101);
    for (int i = 0; i < found.count; i++)
        assert_int_equal(found.at[i], i + 1);
    assert_int_equal(pulma_reader_position(reader), 82 * 3101);
    assert_int_equal(pulma_reader_line(reader), 102);
    pulma_reader_free(reader);
    free(found.at);
    pm_out_free(&text);
}

static void only_lists_can_be_jumped_in(void **state)
{
    (void)state;
    static const char form[] = "sudoku\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n";
    struct tape tape = {form, sizeof form - 1, 0, 0};
    pulma_reader *reader = pulma_reader_new_stream(pull, &tape, NULL, NULL);
    pulma_puzzle *puzzle = NULL;
    assert_int_equal(pulma_reader_next(reader, &puzzle, NULL), PULMA_OK);
    assert_false(pulma_reader_jump(reader, 10, 20));
    assert_false(pulma_reader_jump(NULL, 10, 20));
    assert_int_equal(pulma_reader_position(NULL), 0);
    assert_int_equal(pulma_reader_line(NULL), 0);
    assert_false(pulma_reader_has_more(NULL));
    pulma_reader_set_end(NULL, 1);
    pulma_puzzle_free(puzzle);
    pulma_reader_free(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_the_whole),
        cmocka_unit_test(lots_end_with_the_share),
        cmocka_unit_test(only_lists_can_be_jumped_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
