/* Beginnings for the search for the most joins: they lie as the board asks, join as far as they
 * must, and are the same for the same seed; so is what the search makes of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/edges/beam.h"
#include "kernels/edges/best.h"

enum { SIDE = 11, CELLS = SIDE * SIDE, INNER = 6, FRAME = 3, DEPTH = 80 };

/* A board that was painted, cut and shuffled: inner colours behind those of the frame. */
struct painted {
    uint8_t colour[4 * CELLS];
    int beside[4 * CELLS], given[CELLS], order[CELLS];
    bool rigid[256];
    struct pm_edges e;
};

static bool on_frame(int cell)
{
    int row = cell / SIDE, column = cell % SIDE;
    return row == 0 || column == 0 || row == SIDE - 1 || column == SIDE - 1;
}

static void set_neighbours(struct painted *b)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / SIDE, column = cell % SIDE;
        b->beside[4 * cell] = row > 0 ? cell - SIDE : PM_EDGES_RIM;
        b->beside[4 * cell + 1] = column < SIDE - 1 ? cell + 1 : PM_EDGES_RIM;
        b->beside[4 * cell + 2] = row < SIDE - 1 ? cell + SIDE : PM_EDGES_RIM;
        b->beside[4 * cell + 3] = column > 0 ? cell - 1 : PM_EDGES_RIM;
        b->given[cell] = PM_EDGES_FREE;
    }
}

/* With `hinted` the piece in the middle of the third row lies where it was cut out. */
static void paint(struct painted *b, uint64_t seed, bool hinted)
{
    struct pm_rng rng;
    uint8_t whole[4 * CELLS] = {0};
    int place[CELLS];
    memset(b, 0, sizeof *b);
    pm_rng_init(&rng, seed);
    set_neighbours(b);
    for (int cell = 0; cell < CELLS; cell++) {
        place[cell] = cell;
        for (int side = 1; side <= 2; side++) {
            int other = b->beside[4 * cell + side];
            if (other == PM_EDGES_RIM)
                continue;
            bool frame = on_frame(cell) && on_frame(other);
            int colour = frame ? 1 + pm_rng_below(&rng, FRAME)
                               : 1 + FRAME + pm_rng_below(&rng, INNER);
            whole[4 * cell + side] = whole[4 * other + (side ^ 2)] = (uint8_t)colour;
        }
    }
    pm_rng_shuffle(&rng, place, CELLS);
    for (int piece = 0; piece < CELLS; piece++)
        memcpy(&b->colour[4 * piece], &whole[4 * place[piece]], 4);
    for (int piece = 0; piece < CELLS && hinted; piece++)
        if (place[piece] == 2 * SIDE + SIDE / 2)
            b->given[place[piece]] = 4 * piece;
    for (int colour = 1; colour <= FRAME; colour++)
        b->rigid[colour] = true;
    pm_edges_best_order(SIDE, SIDE, b->order);
    b->e = (struct pm_edges){.sides = 4,
                             .cells = CELLS,
                             .colour = b->colour,
                             .beside = b->beside,
                             .border = true,
                             .given = b->given,
                             .order = b->order};
}

static bool never(void *context, int64_t placed)
{
    (void)context;
    assert_true(placed >= 0);
    return false;
}

static void begin(struct painted *b, uint64_t seed, const int *may_fail,
                  struct pm_arena *arena, struct pm_beginnings *found)
{
    struct pm_rng rng;
    struct pm_beam beam = {.e = &b->e,
                           .depth = DEPTH,
                           .width = 300,
                           .most = 50,
                           .may_fail = may_fail,
                           .rigid = b->rigid,
                           .rng = &rng,
                           .look = never};
    pm_rng_init(&rng, seed);
    assert_true(pm_edges_beam(&beam, arena, found));
}

/* A board painted anew, every second one with a hint, and its beginnings. */
static void paint_and_begin(struct painted *b, uint64_t seed, const int *may_fail,
                            struct pm_arena *arena, struct pm_beginnings *found)
{
    pm_arena_init(arena, 0);
    paint(b, seed, seed % 2);
    begin(b, seed, may_fail, arena, found);
}

static int colour_at(const struct painted *b, int choice, int side)
{
    return b->colour[choice / 4 * 4 + (side - choice % 4 + 4) % 4];
}

/* How many joins fail among the cells that are filled; asserts that pieces lie once, grey at the
 * rim and only there. */
static int failures_of_start(const struct painted *b, const int *start)
{
    int choices[CELLS], failures = 0;
    bool lies[CELLS] = {false};
    memcpy(choices, b->given, sizeof choices);
    for (int i = 0, depth = 0; depth < DEPTH; i++)
        if (b->given[b->order[i]] == PM_EDGES_FREE)
            choices[b->order[i]] = start[depth++];
    for (int cell = 0; cell < CELLS; cell++) {
        int choice = choices[cell];
        if (choice == PM_EDGES_FREE)
            continue;
        assert_false(lies[choice / 4]);
        lies[choice / 4] = true;
        for (int side = 0; side < 4; side++) {
            int other = b->beside[4 * cell + side], colour = colour_at(b, choice, side);
            assert_int_equal(colour == 0, other == PM_EDGES_RIM);
            if (other > cell && choices[other] != PM_EDGES_FREE)
                failures += colour != colour_at(b, choices[other], side ^ 2);
        }
    }
    return failures;
}

/* Whether two beginnings leave the same pieces, and the same sides to join them to. */
static bool are_twins(const struct painted *b, const int *one, const int *two)
{
    bool used[2][CELLS] = {{false}}, filled[CELLS] = {false};
    for (int i = 0; i < DEPTH; i++) {
        used[0][one[i] / 4] = used[1][two[i] / 4] = true;
        filled[b->order[i]] = true;
    }
    for (int i = 0; i < DEPTH; i++)
        for (int side = 0; side < 4; side++) {
            int other = b->beside[4 * b->order[i] + side];
            if (other != PM_EDGES_RIM && !filled[other] &&
                colour_at(b, one[i], side) != colour_at(b, two[i], side))
                return false;
        }
    return memcmp(used[0], used[1], sizeof used[0]) == 0;
}

static void beginnings_have_no_twins(void **state)
{
    (void)state;
    const int none[DEPTH] = {0};
    for (uint64_t seed = 2; seed <= 12; seed += 2) { /* without hints */
        struct painted b;
        struct pm_arena arena;
        struct pm_beginnings found;
        paint_and_begin(&b, seed, none, &arena, &found);
        for (int i = 0; i < found.count; i++)
            for (int j = 0; j < i; j++)
                assert_false(
                    are_twins(&b, &found.choices[i * DEPTH], &found.choices[j * DEPTH]));
        pm_arena_free(&arena);
    }
}

static void beginnings_join(void **state)
{
    (void)state;
    const int none[DEPTH] = {0};
    int found_in_all = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct painted b;
        struct pm_arena arena;
        struct pm_beginnings found;
        paint_and_begin(&b, seed, none, &arena, &found);
        for (int i = 0; i < found.count; i++) {
            assert_int_equal(failures_of_start(&b, &found.choices[i * DEPTH]), 0);
            for (int j = 0; j < i; j++)
                assert_memory_not_equal(&found.choices[i * DEPTH],
                                        &found.choices[j * DEPTH], DEPTH * sizeof(int));
        }
        found_in_all += found.count;
        pm_arena_free(&arena);
    }
    assert_true(found_in_all > 50);
}

static void beginnings_fail_no_more_than_they_may(void **state)
{
    (void)state;
    enum { LATE = 60, MOST = 3 };
    int may[DEPTH] = {0}, most = 0;
    for (int i = LATE; i < DEPTH; i++)
        may[i] = MOST;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct painted b;
        struct pm_arena arena;
        struct pm_beginnings found;
        paint_and_begin(&b, seed, may, &arena, &found);
        for (int i = 0; i < found.count; i++) {
            int failures = failures_of_start(&b, &found.choices[i * DEPTH]);
            most = failures > most ? failures : most;
        }
        pm_arena_free(&arena);
    }
    assert_in_range(most, 1, MOST);
}

static void a_seed_gives_the_same_beginnings(void **state)
{
    (void)state;
    const int none[DEPTH] = {0};
    struct painted b;
    struct pm_arena arena;
    struct pm_beginnings first, again, other;
    pm_arena_init(&arena, 0);
    paint(&b, 2, false);
    begin(&b, 7, none, &arena, &first);
    begin(&b, 7, none, &arena, &again);
    begin(&b, 8, none, &arena, &other);
    assert_true(first.count > 1);
    assert_int_equal(first.count, again.count);
    size_t size = (size_t)first.count * DEPTH * sizeof(int);
    assert_memory_equal(first.choices, again.choices, size);
    assert_true(other.count != first.count ||
                memcmp(first.choices, other.choices, size) != 0);
    pm_arena_free(&arena);
}

/* One thread and a limit on nodes: the same board, also from starts. */
static void a_seed_gives_the_same_best_board(void **state)
{
    (void)state;
    struct painted b;
    int first[CELLS], again[CELLS];
    struct pm_limits limits = {.seed = 3, .conflicts = 2000000};
    struct pm_effort effort = {0}, repeated = {0};
    struct pm_search search = {.limits = &limits, .effort = &effort};
    int failures, failures_again;
    paint(&b, 5, true);
    pulma_status status = pm_edges_best(&b.e, &search, first, &failures);
    assert_true(status == PULMA_LIMIT || status == PULMA_OK);
    search = (struct pm_search){.limits = &limits, .effort = &repeated};
    assert_int_equal(pm_edges_best(&b.e, &search, again, &failures_again), status);
    assert_int_equal(failures, failures_again);
    assert_int_equal(effort.nodes, repeated.nodes);
    assert_memory_equal(first, again, sizeof first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beginnings_join),
        cmocka_unit_test(beginnings_have_no_twins),
        cmocka_unit_test(beginnings_fail_no_more_than_they_may),
        cmocka_unit_test(a_seed_gives_the_same_beginnings),
        cmocka_unit_test(a_seed_gives_the_same_best_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
