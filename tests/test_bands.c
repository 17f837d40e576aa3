/* The search for 9 x 9 boards in vectors, every path of it, and the one in planes, against the
 * search for houses and against the rules, on boards with one answer, several, none, with marks
 * and diagonals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/houses/bands.h"
#include "kernels/houses/planes.h"

enum { ANY = 0x3FE };

struct heard {
    const struct pm_bands *board;
    int count, limit;
    uint64_t mix; /* of all answers, whatever their order */
};

/* Whether a set of nine cells holds each digit once. */
static bool is_house(const int *answer, const int *cells)
{
    int seen = 0;
    for (int i = 0; i < 9; i++)
        seen |= 1 << answer[cells[i]];
    return seen == ANY;
}

static bool obeys_rules(const struct pm_bands *board, const int *answer)
{
    int falling[9], rising[9];
    for (int k = 0; k < 9; k++) {
        int row[9], column[9], box[9];
        for (int i = 0; i < 9; i++) {
            row[i] = 9 * k + i;
            column[i] = 9 * i + k;
            box[i] = 9 * (k / 3 * 3 + i / 3) + k % 3 * 3 + i % 3;
        }
        if (!is_house(answer, row) || !is_house(answer, column) || !is_house(answer, box))
            return false;
        falling[k] = 10 * k;
        rising[k] = 8 * k + 8;
    }
    for (int i = 0; i < 81; i++)
        if (!(board->allowed[i] >> answer[i] & 1))
            return false;
    return !board->diagonals || (is_house(answer, falling) && is_house(answer, rising));
}

static bool hear(struct pm_search *search, const int *answer)
{
    struct heard *h = search->context;
    uint64_t mix = 1469598103934665603U;
    for (int i = 0; i < 81; i++)
        mix = (mix ^ (uint64_t)answer[i]) * 1099511628211U;
    assert_true(obeys_rules(h->board, answer));
    h->mix += mix;
    return ++h->count < h->limit;
}

static struct heard by_houses(const struct pm_bands *board, int limit,
                              pulma_status (*method)(const struct pm_houses *,
                                                     struct pm_search *))
{
    int houses[29 * 9];
    uint32_t allowed[81];
    for (int i = 0; i < 81; i++) {
        int row = i / 9, column = i % 9;
        houses[9 * row + column] = i;
        houses[81 + 9 * column + row] = i;
        houses[162 + 9 * (row / 3 * 3 + column / 3) + row % 3 * 3 + column % 3] = i;
        allowed[i] = board->allowed[i];
    }
    for (int i = 0; i < 9; i++) {
        houses[243 + i] = 10 * i;
        houses[252 + i] = 8 * i + 8;
    }
    struct heard h = {.board = board, .limit = limit};
    struct pm_search search = {
        .effort = &(struct pm_effort){0}, .found = hear, .context = &h};
    struct pm_houses shape = {9, 81, board->diagonals ? 29 : 27, houses, allowed};
    assert_int_equal(method(&shape, &search), PULMA_OK);
    return h;
}

static void describe(const struct pm_bands *board)
{
    for (int i = 0; i < 81; i++)
        print_message("%03x%c", board->allowed[i], i % 9 == 8 ? '\n' : ' ');
    print_message("diagonals: %s\n", board->diagonals ? "yes" : "no");
}

/* The board as digits, 0 where any may stand; false: there are other sets. */
static bool are_digits(const struct pm_bands *board, int *given)
{
    for (int i = 0; i < 81; i++) {
        const int set = board->allowed[i];
        given[i] = set == ANY ? 0 : __builtin_ctz((unsigned)set | 1 << 10);
        if (set != ANY && set != (1 << given[i] & ANY))
            return false;
    }
    return true;
}

/* Every path finds what the search for houses finds, in the same number of guesses as the
 * other paths, however it is told the board; returns how many answers. */
static int assert_paths_agree(const struct pm_bands *board, int limit)
{
    struct heard wanted = by_houses(board, limit, pm_houses_search);
    struct heard planes = by_houses(board, limit, pm_planes_search);
    int64_t guesses = -1;
    int given[81];
    const int forms = are_digits(board, given) ? 2 : 1;
    if (planes.count != wanted.count ||
        (wanted.count < limit && planes.mix != wanted.mix)) {
        describe(board);
        fail_msg("planes: %d answers, %d wanted", planes.count, wanted.count);
    }
    for (int i = 0; i < forms * PM_CPUS; i++) {
        const enum pm_cpu path = (enum pm_cpu)(i / forms);
        if (!pm_cpu_can(path))
            continue;
        struct heard h = {.board = board, .limit = limit};
        struct pm_search search = {
            .effort = &(struct pm_effort){0}, .found = hear, .context = &h};
        pulma_status status =
            i % forms ? pm_bands_search_digits_by(path, given, board->diagonals, &search)
                      : pm_bands_search_by(path, board, &search);
        assert_int_equal(status, PULMA_OK);
        bool all = wanted.count < limit;
        if (h.count != wanted.count || (all && h.mix != wanted.mix) ||
            (guesses >= 0 && guesses != search.effort->nodes)) {
            describe(board);
            fail_msg("path %d: %d answers, %d wanted; %lld guesses, %lld wanted", (int)path,
                     h.count, wanted.count, (long long)search.effort->nodes,
                     (long long)guesses);
        }
        guesses = search.effort->nodes;
    }
    return wanted.count;
}

static bool keep(struct pm_search *search, const int *answer)
{
    memcpy(search->context, answer, 81 * sizeof *answer);
    return false;
}

/* A random full board. */
static void fill(struct pm_rng *rng, bool diagonals, int *answer)
{
    struct pm_bands empty = {.diagonals = diagonals};
    struct pm_search search = {
        .effort = &(struct pm_effort){0}, .found = keep, .context = answer};
    memset(answer, 0, 81 * sizeof *answer);
    while (answer[0] == 0) { /* a few random cells, which may contradict each other */
        for (int i = 0; i < 81; i++)
            empty.allowed[i] =
                (uint16_t)(pm_rng_below(rng, 7) ? ANY : 2 << pm_rng_below(rng, 9));
        pm_bands_search(&empty, &search);
    }
}

/* Boards around a random answer: `givens` cells are given, each other one may be anything, or
 * with `marks` a random set with the answer's digit. */
static void make(struct pm_rng *rng, int givens, bool marks, bool diagonals,
                 struct pm_bands *board)
{
    int answer[81], order[81];
    fill(rng, diagonals, answer);
    for (int i = 0; i < 81; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, 81);
    board->diagonals = diagonals;
    for (int i = 0; i < 81; i++) {
        int cell = order[i], digit = 1 << answer[cell];
        int some = marks ? pm_rng_below(rng, 1024) | digit : ANY;
        board->allowed[cell] = (uint16_t)((i < givens ? digit : some) & ANY);
    }
}

static void paths_agree_on_boards_with_answers(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 9);
    int one = 0, several = 0;
    for (int i = 0; i < 2400; i++) {
        struct pm_bands board;
        bool marks = i % 3 == 1, diagonals = i % 4 == 3;
        make(&rng, (marks ? 0 : 20) + i / 4 % 16, marks, diagonals, &board);
        int count = assert_paths_agree(&board, 40);
        assert_true(count > 0);
        one += count == 1;
        several += count > 1;
    }
    assert_true(one > 100 && several > 100); /* the boards are of both sorts */
}

/* One cell of a board with few answers is changed: mostly there is none left. */
static void paths_agree_on_spoilt_boards(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 10);
    int none = 0;
    for (int i = 0; i < 1200; i++) {
        struct pm_bands board;
        make(&rng, 24 + i % 12, i % 5 == 1, i % 4 == 3, &board);
        board.allowed[pm_rng_below(&rng, 81)] =
            (uint16_t)(i % 50 ? 2 << pm_rng_below(&rng, 9) : 0);
        none += assert_paths_agree(&board, 40) == 0;
    }
    assert_true(none > 200);
}

static void contradictions_are_seen(void **state)
{
    (void)state;
    static const int pairs[][2] = {{0, 8}, {0, 72}, {0, 20}, {40, 44}, {60, 61}, {0, 1}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct pm_bands board = {.diagonals = false};
        for (int cell = 0; cell < 81; cell++)
            board.allowed[cell] = ANY;
        board.allowed[pairs[i][0]] = board.allowed[pairs[i][1]] = 1 << 5;
        assert_int_equal(assert_paths_agree(&board, 3), 0);
    }
}

/* Boards with so many givens that guesses are made without care; on the way two digits have their only
 * place in one and the same cell. */
static const char *const careless[] = {
    "9.........75.......38.........742.61...51.937...8.9.52.....73.4...953.86....84795",
    "2.........71.......85.........861.2....493785.....26.1...326158...1.54.7...947263",
};

static struct pm_bands careless_board(int i)
{
    struct pm_bands board = {.diagonals = false};
    for (int cell = 0; cell < 81; cell++)
        board.allowed[cell] =
            careless[i][cell] == '.' ? ANY : (uint16_t)(1 << (careless[i][cell] - '0'));
    if (i == 1)
        board.allowed[15] = 0x2D8; /* 3, 4, 6, 7 or 9: no answer is left */
    return board;
}

static void paths_agree_without_care(void **state)
{
    (void)state;
    struct pm_bands board = careless_board(0);
    for (int limit = 1; limit <= 50; limit++)
        assert_int_equal(assert_paths_agree(&board, limit), limit);
    board = careless_board(1);
    assert_int_equal(assert_paths_agree(&board, 2), 0);
}

static bool count_answers(struct pm_search *search, const int *answer)
{
    (void)answer;
    ++*(int *)search->context;
    return true;
}

/* A search that goes on from guess to guess looks at its limits as often as any other. */
static void limits_are_kept_without_care(void **state)
{
    (void)state;
    const struct pm_bands board = careless_board(0);
    for (int most = 1; most <= 20; most++) {
        int answers = -1;
        for (int path = 0; path < PM_CPUS; path++) {
            struct pm_limits limits = {.conflicts = most};
            int count = 0;
            struct pm_search search = {.effort = &(struct pm_effort){0},
                                       .limits = &limits,
                                       .found = count_answers,
                                       .context = &count};
            if (!pm_cpu_can((enum pm_cpu)path))
                continue;
            assert_int_equal(pm_bands_search_by((enum pm_cpu)path, &board, &search),
                             PULMA_LIMIT);
            assert_int_equal(search.effort->nodes, most + 1);
            assert_true(answers < 0 || answers == count);
            answers = count;
        }
    }
}

static bool asked_often(void *context)
{
    return ++*(int *)context > 2;
}

/* The answers of an empty board by either search, until a limit. */
static pulma_status search_empty(bool planes, struct pm_search *search)
{
    static int houses[9 * 9];
    static uint32_t allowed[81];
    static struct pm_bands empty;
    for (int i = 0; i < 81; i++) {
        empty.allowed[i] = ANY;
        allowed[i] = ANY;
        houses[i] = i; /* rows alone: even more answers */
    }
    struct pm_houses rows = {9, 81, 9, houses, allowed};
    return planes ? pm_planes_search(&rows, search) : pm_bands_search(&empty, search);
}

static bool count_down(struct pm_search *search, const int *answer)
{
    (void)answer;
    return --*(int *)search->context > 0;
}

static void limits_are_kept(void **state)
{
    (void)state;
    for (int planes = 0; planes < 2; planes++) {
        struct pm_limits guesses = {.conflicts = 500};
        int left = 0, asked = 0;
        struct pm_limits stop = {.stop = asked_often, .context = &asked};
        for (int limit = 1; limit <= 1000; limit = 3 * limit + 1) {
            left = limit;
            struct pm_search search = {
                .effort = &(struct pm_effort){0}, .found = count_down, .context = &left};
            assert_int_equal(search_empty(planes, &search), PULMA_OK);
            assert_int_equal(left, 0);
        }
        left = INT32_MAX;
        struct pm_search search = {.effort = &(struct pm_effort){0},
                                   .limits = &guesses,
                                   .found = count_down,
                                   .context = &left};
        assert_int_equal(search_empty(planes, &search), PULMA_LIMIT);
        assert_int_equal(search.effort->nodes, 501);
        search = (struct pm_search){.effort = &(struct pm_effort){0},
                                    .limits = &stop,
                                    .found = count_down,
                                    .context = &left};
        assert_int_equal(search_empty(planes, &search), PULMA_LIMIT);
        assert_int_equal(asked, 3);
        search = (struct pm_search){.effort = &(struct pm_effort){0},
                                    .patience = 3,
                                    .found = count_down,
                                    .context = &left};
        assert_int_equal(search_empty(planes, &search), PULMA_UNAVAILABLE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_agree_on_boards_with_answers),
        cmocka_unit_test(paths_agree_on_spoilt_boards),
        cmocka_unit_test(contradictions_are_seen),
        cmocka_unit_test(paths_agree_without_care),
        cmocka_unit_test(limits_are_kept_without_care),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
