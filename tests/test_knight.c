/* Knight's tours: what the kernels say against all tours of small boards, and boards with holes
 * that no search by depth would finish. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"
#include "kernels/tour/merge.h"

enum { SIDE = 40 };

/* A board by chance: S, perhaps E, and about one hole in `holes` squares. */
struct board {
    struct pm_tour tour;
    unsigned char hole[SIDE * SIDE];
    int squares; /* that are no holes */
};

static void random_board(struct pm_rng *rng, int rows, int columns, int holes,
                         struct board *b)
{
    *b = (struct board){.tour = {.rows = rows, .columns = columns, .end = -1}};
    b->tour.hole = b->hole;
    for (int s = 0; s < rows * columns; s++) {
        b->hole[s] = pm_rng_below(rng, holes) == 0;
        b->squares += !b->hole[s];
    }
    b->tour.start = pm_rng_below(rng, rows * columns);
    b->squares += b->hole[b->tour.start];
    b->hole[b->tour.start] = 0;
    b->tour.closed = pm_rng_below(rng, 3) == 0;
    int end = pm_rng_below(rng, rows * columns);
    if (!b->tour.closed && end != b->tour.start && !b->hole[end] && pm_rng_below(rng, 2))
        b->tour.end = end;
}

static bool knights_move(const struct pm_tour *t, int a, int b)
{
    int down = abs(a / t->columns - b / t->columns);
    int right = abs(a % t->columns - b % t->columns);
    return (down == 1 && right == 2) || (down == 2 && right == 1);
}

/* Tries all ways on from a square, `left` squares being unvisited. */
static bool goes_on(const struct board *b, bool *visited, int at, int left)
{
    const struct pm_tour *t = &b->tour;
    if (left == 0)
        return t->closed ? b->squares == 1 || knights_move(t, at, t->start)
                         : t->end < 0 || at == t->end;
    bool found = false;
    for (int s = 0; s < t->rows * t->columns && !found; s++) {
        if (visited[s] || b->hole[s] || !knights_move(t, at, s))
            continue;
        visited[s] = true;
        found = goes_on(b, visited, s, left - 1);
        visited[s] = false;
    }
    return found;
}

static bool has_tour(const struct board *b)
{
    bool visited[SIDE * SIDE] = {false};
    visited[b->tour.start] = true;
    return goes_on(b, visited, b->tour.start, b->squares - 1);
}

static void assert_tour(const struct board *b, const int *next)
{
    const struct pm_tour *t = &b->tour;
    bool visited[SIDE * SIDE] = {false};
    int at = t->start;
    for (int i = 1; i < b->squares; i++) {
        visited[at] = true;
        assert_in_range(next[at], 0, t->rows * t->columns - 1);
        assert_true(knights_move(t, at, next[at]));
        at = next[at];
        assert_false(visited[at] || b->hole[at]);
    }
    assert_int_equal(next[at], t->closed ? t->start : -1);
    if (t->closed)
        assert_true(knights_move(t, at, t->start));
    if (t->end >= 0)
        assert_int_equal(at, t->end);
}

static void merged_circles_are_tours(void **state)
{
    (void)state;
    const struct pm_limits limits = {.seed = 3};
    struct pm_rng rng;
    int tours = 0, refuted = 0, missed = 0;
    pm_rng_init(&rng, 12);
    for (int i = 0; i < 1200; i++) {
        struct board b;
        int next[SIDE * SIDE], square, rows = 3 + pm_rng_below(&rng, 3);
        random_board(&rng, rows, 3 + pm_rng_below(&rng, 3), 4, &b);
        if (b.squares < 4 || b.squares > 20 || pm_tour_refuted(&b.tour, &square))
            continue;
        struct pm_search search = {
            .limits = &limits, .effort = &(struct pm_effort){0}, .patience = 3000};
        pulma_status status = pm_tour_merge(&b.tour, &search, next);
        bool there_is = has_tour(&b);
        if (status == PULMA_OK)
            assert_tour(&b, next);
        if (status == PULMA_NONE)
            assert_false(there_is);
        tours += status == PULMA_OK;
        refuted += status == PULMA_NONE;
        missed += status == PULMA_UNAVAILABLE && there_is;
    }
    assert_true(tours > 10 && refuted > 50);
    assert_int_equal(missed, 0);
}

static void write_board(const struct board *b, char *text)
{
    const struct pm_tour *t = &b->tour;
    text += sprintf(text, "knight\nclosed: %s\n", t->closed ? "yes" : "no");
    for (int s = 0; s < t->rows * t->columns; s++) {
        *text++ = b->hole[s] ? '#' : s == t->start ? 'S' : s == t->end ? 'E' : '.';
        if (s % t->columns == t->columns - 1)
            *text++ = '\n';
    }
    *text = '\0';
}

static void jobs_know_whether_there_is_a_tour(void **state)
{
    (void)state;
    struct pm_rng rng;
    int tours = 0;
    pm_rng_init(&rng, 77);
    for (int i = 0; i < 300; i++) {
        struct board b;
        char text[2000];
        int answer[SIDE * SIDE], rows = 3 + pm_rng_below(&rng, 3);
        random_board(&rng, rows, 3 + pm_rng_below(&rng, 3), 5, &b);
        write_board(&b, text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        pulma_job *job = pulma_job_new(p);
        pulma_status status = pulma_job_next(job, answer, NULL);
        if (status != (has_tour(&b) ? PULMA_OK : PULMA_NONE))
            fail_msg("%sgave: %s", text, pulma_status_text(status));
        tours += status == PULMA_OK;
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
    assert_in_range(tours, 10, 290);
}

/* Boards by chance whose colours fit. */
static void large_boards_with_holes_are_toured(void **state)
{
    (void)state;
    struct pm_rng rng;
    int tours = 0;
    pm_rng_init(&rng, 5);
    for (int i = 0; tours < 6 && i < 2000; i++) {
        struct board b;
        int next[SIDE * SIDE], square;
        const struct pm_limits limits = {.seed = (uint64_t)i};
        int side = 12 + pm_rng_below(&rng, SIDE - 11);
        random_board(&rng, side, side, 14, &b);
        if (pm_tour_refuted(&b.tour, &square))
            continue;
        struct pm_search search = {.limits = &limits, .effort = &(struct pm_effort){0}};
        pulma_status status = pm_tour_find(&b.tour, &search, next);
        if (status == PULMA_NONE)
            continue;
        assert_int_equal(status, PULMA_OK);
        assert_tour(&b, next);
        tours++;
    }
    assert_int_equal(tours, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_circles_are_tours),
        cmocka_unit_test(jobs_know_whether_there_is_a_tour),
        cmocka_unit_test(large_boards_with_holes_are_toured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
