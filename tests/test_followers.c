/* Facts about flows and orders: columns that `sat` leaves out of the search and fills in
 * afterwards. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
/* clang-format on */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clauses/flows.h"
#include "clauses/orders.h"
#include "clauses/sat.h"
#include "core/random.h"
#include "program/build.h"
#include "programs.h"

/* ---- Random networks, against trying everything ---- */

enum { BINARIES = 4, ARCS = 4, COLUMNS = BINARIES + ARCS, NODES = 3, MAX_ROWS = 16 };

/* Rows in the making. */
static struct pm_row *begin_row(struct pm_program *p, double lower, double upper)
{
    struct pm_row *row = &p->rows[p->row_count++];
    *row = (struct pm_row){
        .name = "row", .lower = lower, .upper = upper, .first = p->entry_count};
    return row;
}

static void add_entry(struct pm_program *p, int column, double value)
{
    if (value == 0)
        return;
    p->entries[p->entry_count++] = (struct pm_entry){column, value};
    p->rows[p->row_count - 1].count++;
}

static int between(struct pm_rng *rng, int low, int high)
{
    return low + pm_rng_below(rng, high - low + 1);
}

/* What a node keeps: a number, a range or what a binary says, times 1, -1, 2 or -2. */
static void add_balance(struct pm_program *p, struct pm_rng *rng, int (*ends)[2], int node)
{
    const int times = between(rng, 1, 2) * (pm_rng_below(rng, 2) ? 1 : -1);
    const int keeps = between(rng, -1, 2), form = pm_rng_below(rng, 4);
    const double low = form == 1 ? -HUGE_VAL : keeps * times;
    const double high = form == 2 ? HUGE_VAL : form == 3 ? low + 4 : keeps * times;
    begin_row(p, low, high);
    for (int a = 0; a < ARCS; a++)
        add_entry(p, BINARIES + a, times * ((ends[a][1] == node) - (ends[a][0] == node)));
    if (pm_rng_below(rng, 2))
        add_entry(p, pm_rng_below(rng, BINARIES), times * between(rng, -1, 1));
}

/* y <= a x + b (1 - z), or the same the other way round. */
static void add_limit(struct pm_program *p, struct pm_rng *rng, int arc, int least)
{
    const int times = between(rng, 1, 2) * (pm_rng_below(rng, 2) ? 1 : -1);
    const int x = pm_rng_below(rng, BINARIES), z = (x + 1) % BINARIES;
    const int b = pm_rng_below(rng, 2), side = times * (least + b);
    begin_row(p, times > 0 ? -HUGE_VAL : side, times > 0 ? side : HUGE_VAL);
    add_entry(p, BINARIES + arc, times);
    add_entry(p, x, -times * between(rng, 1, 3));
    add_entry(p, z, times * b);
}

/* A network with nodes NODES for "nowhere".  `spoilt`: some column is no flow. */
static struct pm_program *make_network(struct pm_rng *rng, bool spoilt)
{
    int ends[ARCS][2];
    struct pm_program *p = pm_program_new(COLUMNS, MAX_ROWS, MAX_ROWS * COLUMNS);
    p->row_count = p->entry_count = 0;
    for (int j = 0; j < COLUMNS; j++) {
        const bool flow = j >= BINARIES;
        const int lower = flow ? between(rng, -1, 0) : 0;
        p->columns[j] = (struct pm_column){.name = "x",
                                           .type = !flow                  ? PM_BINARY
                                                   : pm_rng_below(rng, 2) ? PM_INTEGER
                                                                          : PM_CONTINUOUS,
                                           .lower = lower,
                                           .upper = flow ? lower + between(rng, 2, 3) : 1,
                                           .cost = flow ? 0 : between(rng, -3, 3)};
    }
    for (int a = 0; a < ARCS; a++) {
        ends[a][0] = pm_rng_below(rng, NODES + 1);
        ends[a][1] = (ends[a][0] + between(rng, 1, NODES)) % (NODES + 1);
    }
    for (int node = 0; node < NODES; node++)
        add_balance(p, rng, ends, node);
    for (int a = 0; a < ARCS; a++)
        for (int n = pm_rng_below(rng, 3); n > 0; n--)
            add_limit(p, rng, a, (int)p->columns[BINARIES + a].lower);
    if (spoilt) { /* y >= x is no limit from above */
        begin_row(p, 0, HUGE_VAL);
        add_entry(p, BINARIES, 1);
        add_entry(p, 0, -1);
    }
    begin_row(p, -HUGE_VAL, HUGE_VAL); /* a row that bounds nothing */
    add_entry(p, BINARIES + 1, 1);
    add_entry(p, 1, -1);
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

static int count_flows(struct pm_program *p)
{
    struct pm_exact exact;
    int n = 0;
    assert_int_equal(pm_exact_make(p, false, &exact, NULL), PULMA_OK);
    const struct pm_flows *flows = pm_flows_new(p, &exact);
    for (int j = 0; j < p->column_count; j++)
        n += pm_flows_column(flows, j);
    return n;
}

static void flows_change_no_answer(void **state)
{
    (void)state;
    int feasible = 0, flows = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_program *p = make_network(&rng, seed % 8 == 0);
        flows += count_flows(p);
        feasible += check_best(p, (int)seed);
        pm_program_free(p);
    }
    assert_in_range(feasible, 100, 350);
    assert_in_range(flows, 700, 400 * ARCS);
}

/* ---- What is a flow ---- */

/* A square of `size` * `size` nodes; the links that are chosen carry one unit to all but the first. */
static struct pm_program *make_grid(int size)
{
    const int nodes = size * size, links = 2 * size * (size - 1);
    struct pm_program *p = pm_program_new(3 * links, nodes - 1 + 2 * links, 12 * links);
    p->row_count = p->entry_count = 0;
    for (int j = 0; j < 3 * links; j++)
        p->columns[j] = (struct pm_column){.name = "x",
                                           .type = j < links ? PM_BINARY : PM_CONTINUOUS,
                                           .upper = j < links ? 1 : nodes,
                                           .cost = j < links};
    for (int node = 0; node < nodes; node++) {
        if (node > 0)
            begin_row(p, 1, 1);
        for (int link = 0, from = 0; node > 0 && from < nodes; from++)
            for (int down = 0; down < 2; down++) {
                if (down ? from + size >= nodes : from % size == size - 1)
                    continue;
                const int to = from + (down ? size : 1);
                add_entry(p, links + 2 * link, (to == node) - (from == node));
                add_entry(p, links + 2 * link + 1, (from == node) - (to == node));
                link++;
            }
    }
    for (int y = 0; y < 2 * links; y++) {
        begin_row(p, -HUGE_VAL, 0);
        add_entry(p, links + y, 1);
        add_entry(p, y / 2, 1 - nodes);
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

/* The cheapest network of all nodes is a tree, and its flow is given. */
static void a_flow_connects(void **state)
{
    (void)state;
    enum { SIZE = 4 };
    int row;
    struct pm_program *p = make_grid(SIZE);
    struct pm_solved solved = {.values = calloc((size_t)p->column_count, sizeof(double))};
    assert_int_equal(count_flows(p), 4 * SIZE * (SIZE - 1));
    assert_int_equal(pm_sat_solve(p, NULL, NULL, &solved, NULL), PULMA_OK);
    assert_int_equal(solved.status, PM_MIP_OPTIMAL);
    assert_true(pm_program_satisfied(p, solved.values, &row));
    assert_true(pm_program_objective(p, solved.values) == SIZE * SIZE - 1);
    free(solved.values);
    pm_program_free(p);
}

/* A column with a cost, or in three balances, or with a coefficient of its own is part of the
 * search. */
static void what_is_no_flow_is_searched(void **state)
{
    (void)state;
    struct pm_program *p = make_grid(2);
    const int all = count_flows(p), links = 4;
    assert_int_equal(all, 2 * links);
    p->columns[links].cost = 1; /* counts as a number in rows of flows: none is left */
    assert_int_equal(count_flows(p), 0);
    p->columns[links].cost = 0;
    p->entries[0].value *= 3;
    for (int j = links; j < 3 * links; j++)
        p->columns[j].type = PM_INTEGER;
    assert_int_equal(count_flows(p), 0);
    pm_program_free(p);
}

/* ---- Orders ---- */

enum { PLACES = 3, LINKS = 5, MOST = 2 };

/* Links between places, each with a binary, whose numbers grow along what is chosen.  Some rows are
 * said the other way round, some have the binary of the next link besides, some numbers begin at
 * 1.  `spoilt`: a number is bounded by a binary. */
static struct pm_program *make_order(struct pm_rng *rng, bool spoilt)
{
    struct pm_program *p = pm_program_new(LINKS + PLACES, LINKS + 2, 8 * LINKS);
    p->row_count = p->entry_count = 0;
    for (int j = 0; j < LINKS + PLACES; j++) {
        const int lower = j < LINKS ? 0 : pm_rng_below(rng, 2);
        p->columns[j] = (struct pm_column){.name = "x",
                                           .type = j < LINKS ? PM_BINARY : PM_CONTINUOUS,
                                           .lower = lower,
                                           .upper = j < LINKS ? 1 : lower + MOST,
                                           .cost = j < LINKS ? between(rng, -4, 1) : 0};
    }
    for (int link = 0; link < LINKS; link++) {
        const int sign = pm_rng_below(rng, 2) ? 1 : -1, big = MOST + 2;
        const int from = pm_rng_below(rng, PLACES);
        const int to = (from + between(rng, 1, PLACES - 1)) % PLACES;
        const int side = sign * (big - 1);
        begin_row(p, sign > 0 ? -HUGE_VAL : side, sign > 0 ? side : HUGE_VAL);
        add_entry(p, LINKS + from, sign);
        add_entry(p, LINKS + to, -sign);
        add_entry(p, link, sign * big);
        if (pm_rng_below(rng, 3) == 0)
            add_entry(p, (link + 1) % LINKS, sign);
    }
    begin_row(p, between(rng, 0, LINKS - 1), HUGE_VAL);
    for (int link = 0; link < LINKS; link++)
        add_entry(p, link, 1);
    if (spoilt) {
        begin_row(p, -HUGE_VAL, MOST + 1);
        add_entry(p, LINKS, 1);
        add_entry(p, 0, 1);
    }
    assert_int_equal(pm_program_settle(p, NULL), PULMA_OK);
    return p;
}

static int count_orders(struct pm_program *p)
{
    struct pm_exact exact;
    int n = 0;
    assert_int_equal(pm_exact_make(p, false, &exact, NULL), PULMA_OK);
    const struct pm_orders *orders = pm_orders_new(p, &exact, NULL);
    for (int j = 0; j < p->column_count; j++)
        n += pm_orders_column(orders, j);
    return n;
}

static void orders_change_no_answer(void **state)
{
    (void)state;
    int feasible = 0, orders = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_program *p = make_order(&rng, seed % 8 == 0);
        const int n = count_orders(p);
        assert_true(seed % 8 != 0 || n < PLACES);
        orders += n;
        feasible += check_best(p, (int)seed);
        pm_program_free(p);
    }
    assert_in_range(feasible, 200, 399);
    assert_in_range(orders, 600, 400 * PLACES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flows_change_no_answer),
        cmocka_unit_test(a_flow_connects),
        cmocka_unit_test(what_is_no_flow_is_searched),
        cmocka_unit_test(orders_change_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
