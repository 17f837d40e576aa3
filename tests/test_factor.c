/* Degree-constrained subgraphs: against plain enumeration on small graphs, and on planted large
 * ones, where odd circles are shrunk inside each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "core/random.h"
#include "kernels/turning/factor.h"

enum { NODES = 7, EDGES = 11, SIDE = 60 };

static bool satisfied(const struct pm_graph *g, const unsigned char *chosen)
{
    int *degree = calloc((size_t)g->node_count, sizeof *degree);
    bool good = true;
    for (int e = 0; e < g->edge_count; e++)
        for (int k = 0; k < 2; k++)
            degree[g->ends[e][k]] += chosen[e];
    for (int v = 0; v < g->node_count; v++)
        good &= g->wanted[v] < 0 || degree[v] == g->wanted[v];
    free(degree);
    return good;
}

static bool possible(const struct pm_graph *g)
{
    for (int set = 0; set < 1 << g->edge_count; set++) {
        unsigned char chosen[EDGES];
        for (int e = 0; e < g->edge_count; e++)
            chosen[e] = set >> e & 1;
        if (satisfied(g, chosen))
            return true;
    }
    return false;
}

/* What a random choice of edges wants, with some numbers changed or left open. */
static void wish(struct pm_rng *rng, int m, int (*ends)[2], int n, int *wanted,
                 bool planted)
{
    for (int v = 0; v < n; v++)
        wanted[v] = 0;
    for (int e = 0; e < m; e++)
        if (pm_rng_below(rng, 2))
            for (int k = 0; k < 2; k++)
                wanted[ends[e][k]]++;
    for (int v = 0; v < n; v++) {
        if (pm_rng_below(rng, 5) == 0)
            wanted[v] = -1;
        else if (!planted && pm_rng_below(rng, 4) == 0)
            wanted[v] = pm_rng_below(rng, 4);
    }
}

static void enumeration_agrees(void **state)
{
    (void)state;
    struct pm_search search = {.effort = &(struct pm_effort){0}};
    struct pm_rng rng;
    pm_rng_init(&rng, 3);
    int impossible = 0;
    for (int round = 0; round < 3000; round++) {
        int n = 2 + pm_rng_below(&rng, NODES - 1), m = 0, ends[EDGES][2], wanted[NODES];
        for (int a = 0; a < n; a++)
            for (int b = a + 1; b < n; b++)
                if (m < EDGES && pm_rng_below(&rng, 100) < 60) {
                    ends[m][0] = a;
                    ends[m++][1] = b;
                }
        wish(&rng, m, ends, n, wanted, false);
        const struct pm_graph g = {n, m, (const int(*)[2])ends, wanted};
        unsigned char chosen[EDGES] = {0};
        pulma_status status = pm_factor(&g, &search, chosen);
        assert_int_equal(status, possible(&g) ? PULMA_OK : PULMA_NONE);
        assert_true(status == PULMA_NONE || satisfied(&g, chosen));
        impossible += status == PULMA_NONE;
    }
    assert_in_range(impossible, 300, 2700);
}

static void planted_choices_are_found(void **state)
{
    (void)state;
    struct pm_search search = {.effort = &(struct pm_effort){0}};
    static int ends[3 * SIDE * SIDE][2], wanted[SIDE * SIDE];
    static unsigned char chosen[3 * SIDE * SIDE];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        int m = 0;
        const int steps[] = {1, SIDE, SIDE + 1}, percent[] = {80, 80, 40};
        for (int here = 0; here + SIDE + 1 < SIDE * SIDE; here++)
            for (int k = 0; k < 3; k++)
                if (here % SIDE + 1 < SIDE && pm_rng_below(&rng, 100) < percent[k]) {
                    ends[m][0] = here;
                    ends[m++][1] = here + steps[k];
                }
        wish(&rng, m, ends, SIDE * SIDE, wanted, true);
        const struct pm_graph g = {SIDE * SIDE, m, (const int(*)[2])ends, wanted};
        assert_int_equal(pm_factor(&g, &search, chosen), PULMA_OK);
        assert_true(satisfied(&g, chosen));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enumeration_agrees),
        cmocka_unit_test(planted_choices_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
