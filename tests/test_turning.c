/* The kernel of tiles that turn, against brute force; and the long numbers that it counts with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "core/big.h"
#include "core/random.h"
#include "kernels/turning/turning.h"
#include "kernels/turning/witness.h"

/* ---- Long numbers ---------------------------------------------------------------------- */

static void long_numbers_are_exact(void **state)
{
    (void)state;
    struct pm_big product = {0}, factor = {0}, sum = {0};
    struct pm_out out = {0};
    pm_big_set(&product, 1);
    for (unsigned i = 2; i <= 40; i++) {
        pm_big_set(&factor, i);
        pm_big_times(&product, &factor);
    }
    pm_big_write(&product, &out);
    assert_string_equal(out.data, "815915283247897734345611269596115894272000000000");
    pm_big_set(&factor, 1);
    pm_big_set(&sum, 0);
    for (int i = 0; i < 128; i++) /* 1 + 2 + 4 + ... */
        pm_big_add(&sum, &factor), pm_big_add(&factor, &factor);
    out.len = 0;
    pm_big_write(&sum, &out);
    assert_string_equal(out.data, "340282366920938463463374607431768211455");
    pm_big_set(&sum, 0);
    assert_int_equal(pm_big_compare(&sum, 0), 0);
    assert_int_equal(pm_big_compare(&sum, 1), -1);
    assert_int_equal(pm_big_compare(&product, UINT64_MAX), 1);
    out.len = 0;
    pm_big_times(&product, &sum);
    pm_big_write(&product, &out);
    assert_string_equal(out.data, "0");
    pm_out_free(&out);
    pm_big_free(&product);
    pm_big_free(&factor);
    pm_big_free(&sum);
}

/* ---- The published board ------------------------------------------------------------------ */

/* Hartmann's Figure 3: 20 disks, and where they lie. */
static const uint8_t colours[20][4] = {
    {1, 4, 2, 3}, {1, 3, 3, 4}, {2, 2, 2, 3}, {2, 2, 3, 1}, {2, 1, 1, 2},
    {1, 2, 3, 3}, {3, 3, 4, 2}, {3, 1, 3, 4}, {2, 2, 4, 3}, {3, 4, 2, 3},
    {4, 4, 3, 3}, {4, 4, 3, 3}, {3, 1, 4, 2}, {3, 2, 2, 3}, {2, 3, 2, 2},
    {4, 3, 2, 1}, {1, 4, 4, 4}, {1, 3, 2, 1}, {4, 3, 3, 4}, {1, 2, 2, 4}};
static const int layout[5][5] = {{1, 2, 0, 3, 4},
                                 {5, 0, 6, 7, 0},
                                 {8, 0, 0, 9, 10},
                                 {11, 12, 13, 14, 15},
                                 {16, 17, 18, 19, 20}};

static void the_published_counts_are_found(void **state)
{
    (void)state;
    struct pm_turning_tile tiles[25] = {{{0}, 0, 0, 0}};
    for (int cell = 0; cell < 25; cell++) {
        int row = cell / 5, column = cell % 5, disk = layout[row][column];
        if (disk == 0)
            continue;
        memcpy(tiles[cell].colour, colours[disk - 1], 4);
        tiles[cell].turns = 4;
        tiles[cell].joined = (uint8_t)((row > 0 && layout[row - 1][column]) |
                                       (column > 0 && layout[row][column - 1]) << 1 |
                                       (row < 4 && layout[row + 1][column]) << 2 |
                                       (column < 4 && layout[row][column + 1]) << 3);
    }
    struct pm_turning_board board = {5, 5, tiles};
    struct pm_search search = {.effort = &(struct pm_effort){0}};
    for (int cheapest = 0; cheapest < 2; cheapest++) {
        struct pm_turning *t = pm_turning_new(&board, cheapest, &search);
        struct pm_big count = {0};
        assert_int_equal(pm_turning_count(t, false, &count), PULMA_OK);
        assert_int_equal(pm_big_compare(&count, cheapest ? 1 : 56), 0);
        pm_big_free(&count);
        pm_turning_free(t);
    }
}

/* ---- Brute force ---------------------------------------------------------------------------- */

enum { MAX_TILES = 9 };

struct wanted {
    uint64_t count; /* of the answers that count */
    int least;
};

static int beside(const struct pm_turning_board *b, int tile, int side)
{
    int row = tile / b->columns, column = tile % b->columns;
    row = (row + b->rows + (side == 2) - (side == 0)) % b->rows;
    column = (column + b->columns + (side == 3) - (side == 1)) % b->columns;
    return row * b->columns + column;
}

static bool fits(const struct pm_turning_board *b, const uint8_t *turns)
{
    for (int tile = 0; tile < b->rows * b->columns; tile++)
        for (int side = 0; side < 4; side++) {
            const struct pm_turning_tile *at = &b->tiles[tile];
            int other = beside(b, tile, side),
                shows = at->colour[(side + 4 - turns[tile]) % 4];
            if (at->closed >> side & 1 && shows != 0)
                return false;
            if (at->joined >> side & 1 &&
                shows != b->tiles[other].colour[(side + 2 + 4 - turns[other]) % 4])
                return false;
        }
    return true;
}

static struct wanted brute_force(const struct pm_turning_board *b, bool cheapest)
{
    struct wanted w = {0, -1};
    int n = b->rows * b->columns;
    uint8_t turns[MAX_TILES] = {0};
    for (;;) {
        int cost = 0;
        for (int i = 0; i < n; i++)
            cost += turns[i];
        if (fits(b, turns)) {
            if (cheapest && (w.least < 0 || cost < w.least))
                w.count = 0;
            if (!cheapest || w.least < 0 || cost <= w.least)
                w.count++;
            if (w.least < 0 || cost < w.least)
                w.least = cost;
        }
        int i = 0;
        while (i < n && (b->tiles[i].turns == 0 || ++turns[i] == b->tiles[i].turns))
            turns[i++] = 0;
        if (i == n)
            return w;
    }
}

static void random_tiles(struct pm_rng *rng, struct pm_turning_board *b,
                         struct pm_turning_tile *tiles)
{
    int n = b->rows * b->columns, kinds = 2 + pm_rng_below(rng, 2);
    bool wrap = pm_rng_below(rng, 2), closed = pm_rng_below(rng, 2);
    for (int i = 0; i < n; i++) {
        tiles[i] = (struct pm_turning_tile){.turns = pm_rng_below(rng, 8) ? 4 : 0};
        for (int side = 0; side < 4 && tiles[i].turns; side++)
            tiles[i].colour[side] = (uint8_t)pm_rng_below(rng, kinds);
    }
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 4 && tiles[i].turns; side++) {
            int other = beside(b, i, side);
            bool around = (side == 0 && i < b->columns) ||
                          (side == 2 && i >= n - b->columns) ||
                          (side == 1 && i % b->columns == 0) ||
                          (side == 3 && i % b->columns == b->columns - 1);
            if ((wrap || !around) && tiles[other].turns)
                tiles[i].joined |= (uint8_t)(1 << side);
            else if (closed && pm_rng_below(rng, 2))
                tiles[i].closed |= (uint8_t)(1 << side);
        }
}

/* Lists the answers: each fits, and none comes twice in a row. */
static uint64_t list(struct pm_turning *t, const struct pm_turning_board *b, int least,
                     bool cheapest)
{
    uint8_t turns[MAX_TILES], before[MAX_TILES] = {255};
    uint64_t n = 0;
    while (pm_turning_next(t, turns) == PULMA_OK) {
        size_t tiles = (size_t)(b->rows * b->columns);
        int cost = 0;
        for (size_t i = 0; i < tiles; i++)
            cost += turns[i];
        assert_true(fits(b, turns));
        assert_true(cheapest ? cost == least : cost >= least);
        assert_true(n == 0 || memcmp(turns, before, tiles) != 0);
        memcpy(before, turns, tiles);
        n++;
    }
    return n;
}

static void brute_force_agrees(void **state)
{
    (void)state;
    struct pm_rng rng;
    struct pm_search search = {.effort = &(struct pm_effort){0}};
    pm_rng_init(&rng, 1);
    for (int round = 0; round < 400; round++) {
        struct pm_turning_tile tiles[MAX_TILES];
        struct pm_turning_board b = {1 + pm_rng_below(&rng, 3), 1 + pm_rng_below(&rng, 3),
                                     tiles};
        if (b.rows * b.columns > 8) /* keep it quick */
            b.rows = 2;
        random_tiles(&rng, &b, tiles);
        for (int cheapest = 0; cheapest < 2; cheapest++) {
            struct wanted w = brute_force(&b, cheapest);
            struct pm_turning *t = pm_turning_new(&b, cheapest, &search);
            struct pm_big count = {0};
            assert_int_equal(pm_turning_count(t, round % 2, &count), PULMA_OK);
            if (pm_big_compare(&count, w.count) != 0)
                fail_msg("round %d: not %llu answers", round, (unsigned long long)w.count);
            assert_int_equal(list(t, &b, w.least, cheapest), w.count);
            pm_big_free(&count);
            pm_turning_free(t);
        }
    }
}

/* ---- The witness -------------------------------------------------------------------------- */

/* Takes away turns that a neighbour cannot answer; false: a tile has none left. */
static bool narrow(const struct pm_turning_board *b, uint8_t *turns)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < 4 * b->rows * b->columns; i++) {
            const struct pm_turning_tile *at = &b->tiles[i / 4];
            int side = i % 4, other = beside(b, i / 4, side);
            uint8_t kept = 0;
            for (int v = 0; v < 4; v++)
                for (int u = 0; u < 4; u++)
                    if (turns[i / 4] >> v & 1 && turns[other] >> u & 1 &&
                        (at->closed >> side & 1
                             ? pm_tile_shows(at, side, v) == 0
                             : pm_tile_shows(at, side, v) ==
                                   pm_tile_shows(&b->tiles[other], side ^ 2, u)))
                        kept |= (uint8_t)(1 << v);
            changed |= at->turns > 0 && kept != turns[i / 4];
            turns[i / 4] = at->turns > 0 ? kept : 1;
            if (turns[i / 4] == 0)
                return false;
        }
    }
    return true;
}

/* "None" is always right, an answer fits, and without straight tiles it is one or the other. */
static void the_witness_tells_the_truth(void **state)
{
    (void)state;
    struct pm_rng rng;
    struct pm_search search = {.effort = &(struct pm_effort){0}};
    int seen[3] = {0};
    pm_rng_init(&rng, 2);
    for (int round = 0; round < 4000; round++) {
        struct pm_turning_tile tiles[MAX_TILES];
        struct pm_turning_board b = {2, 2 + pm_rng_below(&rng, 3), tiles};
        uint8_t turns[MAX_TILES], chosen[MAX_TILES] = {0};
        int all[MAX_TILES], n = b.rows * b.columns;
        bool straight = false;
        random_tiles(&rng, &b, tiles);
        for (int i = 0; i < n; i++) {
            tiles[i].closed = 15 ^ tiles[i].joined;
            turns[i] = tiles[i].turns ? 15 : 1;
            all[i] = i;
        }
        if (!pm_witness_suits(&b) || !narrow(&b, turns))
            continue;
        for (int i = 0; i < n; i++) {
            straight |= pm_witness_is_straight(&tiles[i]);
            while (!(turns[i] >> chosen[i] & 1))
                chosen[i]++;
        }
        struct pm_witness *w = pm_witness_new(&b);
        pulma_status status = pm_witness_find(w, turns, all, n, &search, chosen);
        pm_witness_free(w);
        assert_true(status == PULMA_OK || status == PULMA_NONE || straight);
        assert_true(status != PULMA_OK || fits(&b, chosen));
        assert_true(status != PULMA_NONE || brute_force(&b, false).count == 0);
        seen[status == PULMA_OK ? 0 : status == PULMA_NONE ? 1 : 2]++;
    }
    assert_true(seen[0] > 20 && seen[1] > 5 && seen[2] > 5);
}

/* ---- Wide boards -------------------------------------------------------------------------- */

enum { SIDE = 60 };

/* Ends only, with closed rims. */
static void fill_with_ends(struct pm_turning_tile *tiles)
{
    for (int i = 0; i < SIDE * SIDE; i++) {
        tiles[i] = (struct pm_turning_tile){{1, 0, 0, 0}, 4, 15, 0};
        if (i / SIDE == 0)
            tiles[i].closed |= 1;
        if (i % SIDE == 0)
            tiles[i].closed |= 2;
        if (i / SIDE == SIDE - 1)
            tiles[i].closed |= 4;
        if (i % SIDE == SIDE - 1)
            tiles[i].closed |= 8;
        tiles[i].joined = 15 ^ tiles[i].closed;
    }
}

/* A board too wide for graphs is answered with the witness, one answer after the other. */
static void wide_boards_are_answered(void **state)
{
    (void)state;
    static struct pm_turning_tile tiles[SIDE * SIDE];
    static uint8_t turns[SIDE * SIDE], before[SIDE * SIDE];
    fill_with_ends(tiles);
    memset(before, 255, sizeof before);
    struct pm_turning_board board = {SIDE, SIDE, tiles};
    struct pm_search search = {.effort = &(struct pm_effort){0}};
    struct pm_turning *t = pm_turning_new(&board, false, &search);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(pm_turning_next(t, turns), PULMA_OK);
        assert_true(fits(&board, turns) && memcmp(turns, before, sizeof turns) != 0);
        memcpy(before, turns, sizeof turns);
    }
    pm_turning_free(t);
    memset(tiles[0].colour, 0, 4); /* an odd number of ends */
    tiles[0].turns = 1;
    t = pm_turning_new(&board, false, &search);
    assert_int_equal(pm_turning_next(t, turns), PULMA_NONE);
    pm_turning_free(t);
}

/* The search must not go on for ever. */
static void wide_boards_come_to_an_end(void **state)
{
    (void)state;
    static struct pm_turning_tile tiles[SIDE * SIDE];
    static uint8_t turns[SIDE * SIDE];
    fill_with_ends(tiles);
    struct pm_turning_board board = {SIDE, SIDE, tiles};
    struct pm_limits limits = {.conflicts = 1000};
    struct pm_search search = {.limits = &limits, .effort = &(struct pm_effort){0}};
    struct pm_turning *t = pm_turning_new(&board, false, &search);
    pulma_status status = pm_turning_next(t, turns);
    assert_true(status == PULMA_OK || status == PULMA_LIMIT || status == PULMA_UNAVAILABLE);
    struct pm_big count = {0};
    assert_int_equal(pm_turning_count(t, false, &count), PULMA_UNAVAILABLE);
    pm_big_free(&count);
    pm_turning_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_numbers_are_exact),
        cmocka_unit_test(the_published_counts_are_found),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(the_witness_tells_the_truth),
        cmocka_unit_test(wide_boards_are_answered),
        cmocka_unit_test(wide_boards_come_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
