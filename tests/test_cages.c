/* Killer sudoku by vectors: what fits a sum against plain enumeration, and the search against the
 * one for sums in general on random boards, each on every path that the machine can go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "kernels/sums/cages.h"
#include "kernels/sums/fit.h"

/* ---- What fits ------------------------------------------------------------------------- */

enum { MOST = 9 };

/* What stands in some way to fill the cells, found by trying all. */
struct tried {
    const struct pm_sums_total *total;
    const pm_sums_set *set;
    pm_sums_set left[MOST];
    unsigned common;
    int digit[MOST];
};

static void try_cell(struct tried *t, int cell, int part, int in_part, unsigned used,
                     int sum)
{
    if (cell == t->total->cells) {
        if (t->total->sum != PM_SUMS_ANY && sum != t->total->sum)
            return;
        unsigned all = 0;
        for (int i = 0; i < cell; i++) {
            t->left[i] |= (pm_sums_set)(1 << t->digit[i] >> 1);
            all |= 1u << t->digit[i] >> 1;
        }
        t->common &= all;
        return;
    }
    if (in_part == t->total->size[part]) {
        part++;
        in_part = 0;
        used = 0;
    }
    for (int d = 1; d <= 9; d++)
        if (t->set[cell] >> (d - 1) & 1 && !(used >> d & 1)) {
            t->digit[cell] = d;
            try_cell(t, cell + 1, part, in_part + 1, used | 1u << d,
                     cell < t->total->minus ? sum + d : sum - d);
        }
}

/* Sets of few digits where cells are many, so that trying all does not take long. */
static void random_sets(struct pm_rng *rng, int n, pm_sums_set *set)
{
    for (int i = 0; i < n; i++) {
        set[i] = (pm_sums_set)(1 << pm_rng_below(rng, 9));
        for (int k = pm_rng_below(rng, n <= 5 ? 8 : 4); k > 0; k--)
            set[i] |= (pm_sums_set)(1 << pm_rng_below(rng, 9));
    }
}

static void parts_keep_what_fits(void **state)
{
    (void)state;
    struct pm_sums_tables tables;
    pm_sums_make_tables(&tables);
    int possible = 0, rounds = 4000;
    for (int seed = 0; seed < rounds; seed++) {
        struct pm_rng rng;
        pm_sums_set set[MOST];
        pm_rng_init(&rng, (uint64_t)seed);
        int n = 1 + pm_rng_below(&rng, seed % 8 ? 6 : MOST);
        uint8_t size = (uint8_t)n;
        int least = n * (n + 1) / 2, most = n * (19 - n) / 2;
        int sum = pm_rng_below(&rng, 6) ? least - 1 + pm_rng_below(&rng, most - least + 3)
                                        : PM_SUMS_ANY;
        random_sets(&rng, n, set);
        const struct pm_sums_total whole = {n, n, sum, 1, &size};
        struct tried tried = {.total = &whole, .set = set, .common = 511};
        try_cell(&tried, 0, 0, 0, 0, 0);
        possible += tried.left[0] != 0;
        for (enum pm_cpu path = 0; path < PM_CPUS; path++) {
            pm_sums_set got[MOST];
            unsigned needed = 0;
            if (!pm_cpu_can(path))
                continue;
            memcpy(got, set, sizeof got);
            bool fits = pm_sums_fits_by(path)->part(&tables, got, n, sum, &needed);
            assert_int_equal(fits, tried.left[0] != 0);
            if (!fits)
                continue;
            if (memcmp(got, tried.left, (size_t)n * sizeof *got) != 0)
                fail_msg("seed %d, path %d: wrong sets", seed, (int)path);
            assert_int_equal(needed & ~tried.common, 0);
        }
    }
    assert_true(possible > rounds / 4);
}

static void totals_keep_what_fits(void **state)
{
    (void)state;
    struct pm_sums_tables tables;
    pm_sums_make_tables(&tables);
    int possible = 0, cut = 0, rounds = 6000;
    for (int seed = 0; seed < rounds; seed++) {
        struct pm_rng rng;
        pm_sums_set set[MOST];
        uint8_t size[MOST];
        pm_rng_init(&rng, (uint64_t)seed);
        struct pm_sums_total total = {.size = size};
        int wanted = 2 + pm_rng_below(&rng, 3), plus = 1 + pm_rng_below(&rng, wanted);
        while (total.parts < wanted && total.cells < 6) {
            size[total.parts] = (uint8_t)(1 + pm_rng_below(&rng, 3));
            total.cells += size[total.parts++];
            if (total.parts <= plus)
                total.minus = total.cells;
        }
        random_sets(&rng, total.cells, set);
        for (int i = 0; i < total.cells; i++) {
            int d = __builtin_ctz(set[i]) + 1;
            total.sum += i < total.minus ? d : -d;
        }
        total.sum += pm_rng_below(&rng, 9) - 4;
        struct tried tried = {.total = &total, .set = set, .common = 511};
        try_cell(&tried, 0, 0, 0, 0, 0);
        possible += tried.left[0] != 0;
        for (enum pm_cpu path = 0; path < PM_CPUS; path++) {
            pm_sums_set got[MOST];
            if (!pm_cpu_can(path))
                continue;
            memcpy(got, set, sizeof got);
            bool fits = pm_sums_fits_by(path)->total(&tables, &total, got);
            assert_true(fits || !tried.left[0]);
            for (int i = 0; i < total.cells && fits; i++) {
                if (tried.left[i] & ~got[i] || got[i] & ~set[i])
                    fail_msg("seed %d, path %d: wrong sets", seed, (int)path);
                cut += got[i] != set[i];
            }
        }
    }
    assert_true(possible > rounds / 4 && cut > rounds);
}

/* ---- Boards ---------------------------------------------------------------------------- */

enum { CELLS = 81, HOUSES = 29, RULES = 160, LISTED = HOUSES * 9 + 6 * RULES };

struct sample {
    struct pm_sums board;
    bool diagonals;
    int houses; /* rules that come last, for the search that does not know them */
    uint16_t allowed[CELLS];
    int list[LISTED], listed;
    struct pm_sums_part parts[LISTED];
    int part_count;
    struct pm_sums_rule rules[RULES + HOUSES];
};

/* An answer of its own for each seed: rows and columns of a regular one change places within
 * their bands and stacks, and digits their names. */
static void plant(struct pm_rng *rng, int *digit)
{
    int row[9], column[9], name[9];
    for (int i = 0; i < 9; i++)
        row[i] = column[i] = i, name[i] = i + 1;
    pm_rng_shuffle(rng, name, 9);
    for (int i = 0; i < 9; i += 3) {
        pm_rng_shuffle(rng, row + i, 3);
        pm_rng_shuffle(rng, column + i, 3);
    }
    for (int i = 0; i < CELLS; i++)
        digit[i] = name[(row[i / 9] % 3 * 3 + row[i / 9] / 3 + column[i % 9]) % 9];
}

static void add_part(struct sample *s, const int *cells, int n, bool minus)
{
    s->parts[s->part_count++] = (struct pm_sums_part){s->listed, n, minus};
    memcpy(s->list + s->listed, cells, (size_t)n * sizeof *cells);
    s->listed += n;
}

static void begin_rule(struct sample *s, int sum)
{
    s->rules[s->board.rule_count++] = (struct pm_sums_rule){s->part_count, 0, sum};
}

static void end_rule(struct sample *s)
{
    struct pm_sums_rule *r = &s->rules[s->board.rule_count - 1];
    r->n = s->part_count - r->first;
}

/* Cells side by side that have different digits in the planted answer. */
static void add_cages(struct sample *s, struct pm_rng *rng, const int *digit)
{
    int order[CELLS], most = 2 + pm_rng_below(rng, 6);
    bool taken[CELLS] = {false}, spoilt = pm_rng_below(rng, 8) == 0;
    for (int i = 0; i < CELLS; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, CELLS);
    for (int i = 0; i < CELLS; i++) {
        static const int steps[] = {1, -1, 9, -9};
        int cells[9], n = 0, sum = 0, at = order[i], wanted = most - pm_rng_below(rng, 2);
        unsigned used = 0;
        for (int tries = 0; tries < 20 && n < wanted; tries++) {
            if (at >= 0 && at < CELLS && !taken[at] && !(used >> digit[at] & 1)) {
                taken[at] = true;
                used |= 1u << digit[at];
                sum += digit[at];
                cells[n++] = at;
            }
            if (n == 0)
                break;
            at = cells[pm_rng_below(rng, n)] + steps[pm_rng_below(rng, 4)];
        }
        if (n == 0 || pm_rng_below(rng, 12) == 0)
            continue;
        begin_rule(s, pm_rng_below(rng, 15) == 0 ? PM_SUMS_ANY : sum + (spoilt && i == 40));
        add_part(s, cells, n, false);
        end_rule(s);
    }
}

/* Cells of two rows, added or subtracted. */
static void add_totals(struct sample *s, struct pm_rng *rng, const int *digit)
{
    for (int i = pm_rng_below(rng, 6); i > 0; i--) {
        int columns[9], rows[2] = {pm_rng_below(rng, 4), 4 + pm_rng_below(rng, 5)}, sum = 0;
        bool minus = pm_rng_below(rng, 2) == 0;
        begin_rule(s, 0);
        for (int k = 0; k < 2; k++) {
            int cells[3], n = 1 + pm_rng_below(rng, 3);
            for (int c = 0; c < 9; c++)
                columns[c] = c;
            pm_rng_shuffle(rng, columns, 9);
            for (int c = 0; c < n; c++) {
                cells[c] = 9 * rows[k] + columns[c];
                sum += k && minus ? -digit[cells[c]] : digit[cells[c]];
            }
            add_part(s, cells, n, k && minus);
        }
        s->rules[s->board.rule_count - 1].sum = sum;
        end_rule(s);
    }
}

static int cell_of_house(int house, int i)
{
    switch (house / 9) {
    case 0:
        return 9 * house + i;
    case 1:
        return 9 * i + house - 9;
    case 2:
        return 27 * ((house - 18) / 3) + 9 * (i / 3) + 3 * (house % 3) + i % 3;
    default:
        return house == 27 ? 10 * i : 8 * (i + 1);
    }
}

static void make_sample(struct sample *s, struct pm_rng *rng)
{
    int digit[CELLS];
    *s = (struct sample){.board = {9, CELLS, s->allowed, s->list, s->parts, s->rules, 0}};
    plant(rng, digit);
    s->diagonals = pm_rng_below(rng, 6) == 0;
    int givens = pm_rng_below(rng, 3) ? 0 : pm_rng_below(rng, 3);
    for (int i = 0; i < CELLS; i++)
        s->allowed[i] = (uint16_t)(pm_rng_below(rng, 8) < givens ? 1 << digit[i] : 1022);
    add_cages(s, rng, digit);
    add_totals(s, rng, digit);
    int rules = s->board.rule_count;
    for (int house = 0; house < (s->diagonals ? HOUSES : HOUSES - 2); house++) {
        int cells[9];
        for (int i = 0; i < 9; i++)
            cells[i] = cell_of_house(house, i);
        begin_rule(s, 45);
        add_part(s, cells, 9, false);
        end_rule(s);
    }
    s->houses = s->board.rule_count - rules;
}

struct answers {
    int count, most;
    uint64_t mark;
};

static bool note(struct pm_search *search, const int *answer)
{
    struct answers *a = search->context;
    uint64_t x = 1;
    for (int i = 0; i < CELLS; i++)
        x = (x + (uint64_t)answer[i]) * 0x9e3779b97f4a7c15;
    a->mark += x ^ x >> 29;
    return ++a->count < a->most;
}

enum { SOME = 30, PATIENCE = 400 };

static void searches_list_alike(void **state)
{
    (void)state;
    int unique = 0, impossible = 0, guessed = 0;
    int64_t total = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct sample s;
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        make_sample(&s, &rng);
        struct answers expected = {.most = SOME};
        struct pm_effort effort = {0};
        struct pm_search search = {
            .effort = &effort, .patience = PATIENCE, .found = note, .context = &expected};
        pulma_status status = pm_sums_search(&s.board, &search, NULL);
        int64_t nodes = -1;
        s.board.rule_count -= s.houses;
        for (enum pm_cpu path = 0; path < PM_CPUS; path++) {
            struct answers got = {.most = SOME};
            effort = (struct pm_effort){0};
            search = (struct pm_search){
                .effort = &effort, .patience = PATIENCE, .found = note, .context = &got};
            if (!pm_cpu_can(path))
                continue;
            pulma_status its = pm_cages_search_by(path, &s.board, s.diagonals, &search);
            if (status == PULMA_OK && its == PULMA_OK &&
                (got.count != expected.count ||
                 (got.count < SOME && got.mark != expected.mark)))
                fail_msg("seed %d, path %d: %d answers, expected %d", (int)seed, (int)path,
                         got.count, expected.count);
            if (nodes >= 0)
                assert_int_equal(effort.nodes, nodes);
            nodes = effort.nodes;
        }
        unique += expected.count == 1;
        impossible += status == PULMA_OK && expected.count == 0;
        guessed += nodes > 0;
        total += status == PULMA_OK && nodes < PATIENCE ? nodes : 0;
    }
    assert_true(unique > 100 && impossible > 50 && guessed > 200);
    assert_true(total < 11700); /* 11,156: who concludes less guesses more */
}

/* Cells have so many digits to begin with that looks at their sums would not pay later on. */
static void single_cells_take_no_guess(void **state)
{
    (void)state;
    static struct sample s;
    struct pm_rng rng;
    int digit[CELLS];
    pm_rng_init(&rng, 1);
    plant(&rng, digit);
    s = (struct sample){.board = {9, CELLS, s.allowed, s.list, s.parts, s.rules, 0}};
    for (int i = 0; i < CELLS; i++) {
        s.allowed[i] = 1022;
        begin_rule(&s, digit[i]);
        add_part(&s, &i, 1, false);
        end_rule(&s);
    }
    struct answers got = {.most = SOME};
    struct pm_effort effort = {0};
    struct pm_search search = {.effort = &effort, .found = note, .context = &got};
    assert_int_equal(pm_cages_search(&s.board, false, &search), PULMA_OK);
    assert_int_equal(got.count, 1);
    assert_int_equal(effort.nodes, 0);
}

static void fill(struct pm_rng *rng, union pm_bands_board *board)
{
    for (int k = 0; k < 9; k++)
        for (int i = 0; i < PM_BANDS_LANES; i++)
            board->cell[k][i] = (uint16_t)(pm_rng_below(rng, 8) << 6 & PM_BANDS_ALL);
}

static void cells_are_found_on_boards(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 1);
    for (enum pm_cpu path = 0; path < PM_CPUS; path++) {
        if (!pm_cpu_can(path))
            continue;
        const struct pm_sums_fits *fits = pm_sums_fits_by(path);
        union pm_bands_board before, like, board;
        union pm_sums_cells changed;
        fill(&rng, &before);
        fill(&rng, &like);
        fits->renew(&board, &before, &like, &changed);
        assert_memory_equal(&board, &like, sizeof board);
        for (int i = 0; i < PM_BANDS_LANES * 9; i++) {
            int k = i / PM_BANDS_LANES, lane = i % PM_BANDS_LANES;
            assert_int_equal(changed.lane[lane] >> k & 1,
                             before.cell[k][lane] != like.cell[k][lane]);
        }
    }
}

/* ---- Looks ------------------------------------------------------------------------------ */

static int place_of(int cell)
{
    return PM_BANDS_LANES * (cell / 9 % 3 * 3 + cell % 3) + cell / 27 * 4 + cell % 9 / 3;
}

static bool share_house(int a, int b)
{
    return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
}

/* A part of random cells on a random board. */
struct glimpse {
    union pm_bands_board board, unseen[CELLS];
    uint8_t cell[CELLS], at[CELLS], size;
    pm_sums_set set[MOST];
    bool own[CELLS];
    struct pm_sums_view view;
};

static void make_glimpse(struct glimpse *g, struct pm_rng *rng)
{
    int order[CELLS], n = 1 + pm_rng_below(rng, 6), sum = 0;
    *g = (struct glimpse){.size = (uint8_t)n};
    memset(g->unseen, 0xFF, sizeof g->unseen);
    for (int k = 0; k < 9; k++)
        g->board.vector[k] = (pm_lanes){0} + (uint16_t)PM_BANDS_ALL;
    for (int i = 0; i < CELLS; i++) {
        order[i] = i;
        random_sets(rng, 1 + pm_rng_below(rng, 9) / 8 * 5, g->set);
        (&g->board.cell[0][0])[place_of(i)] = g->set[0];
    }
    pm_rng_shuffle(rng, order, 9 + pm_rng_below(rng, 73)); /* often in the upper rows */
    random_sets(rng, n, g->set);
    for (int i = 0; i < n; i++) {
        sum += 1 + pm_rng_below(rng, 9);
        if (n < 6 && pm_rng_below(rng, 2))
            g->set[i] = (pm_sums_set)(511 & ~(1 << pm_rng_below(rng, 9)));
        g->own[order[i]] = true;
        g->cell[i] = (uint8_t)order[i];
        g->at[i] = (uint8_t)place_of(order[i]);
        (&g->board.cell[0][0])[g->at[i]] = g->set[i];
    }
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++)
            (&g->unseen[a].cell[0][0])[place_of(b)] =
                a != b && (share_house(a, b) || (g->own[a] && g->own[b])) ? 0 : 0xFFFF;
    g->view =
        (struct pm_sums_view){{n, n, sum, 1, &g->size}, g->cell, g->at, {{0}}, g->unseen};
    for (int i = 0; i < n; i++)
        g->view.own.lane[g->at[i] % PM_BANDS_LANES] |=
            (uint16_t)(1 << g->at[i] / PM_BANDS_LANES);
}

/* What remains of a cell when each digit that the part needs, and has several places for, leaves the
 * cells that see all of these. */
static unsigned remaining(const struct glimpse *g, const struct tried *tried, int cell)
{
    unsigned left = (&g->board.cell[0][0])[place_of(cell)];
    for (unsigned digits = tried->common; digits; digits &= digits - 1) {
        unsigned digit = digits & -digits;
        int places = 0, seen = 0;
        for (int i = 0; i < g->size; i++)
            if (tried->left[i] & digit) {
                places++;
                seen += share_house(cell, g->cell[i]);
            }
        if (places > 1 && seen == places)
            left &= ~digit;
    }
    return left;
}

/* The board that remains; says what was found. */
static enum pm_sums_found expect(const struct glimpse *g, union pm_bands_board *after)
{
    struct tried tried = {.total = &g->view.total, .set = g->set, .common = 511};
    try_cell(&tried, 0, 0, 0, 0, 0);
    *after = g->board;
    if (!tried.left[0])
        return PM_SUMS_CONTRADICTION;
    bool empty = false;
    for (int i = 0; i < CELLS; i++)
        if (!g->own[i]) {
            (&after->cell[0][0])[place_of(i)] = (uint16_t)remaining(g, &tried, i);
            empty |= !remaining(g, &tried, i);
        }
    for (int i = 0; i < g->size; i++)
        (&after->cell[0][0])[g->at[i]] = tried.left[i];
    return empty                                          ? PM_SUMS_CONTRADICTION
           : memcmp(after, &g->board, sizeof *after) == 0 ? PM_SUMS_NOTHING
                                                          : PM_SUMS_SOMETHING;
}

static void looks_find_what_follows(void **state)
{
    (void)state;
    static struct glimpse g;
    struct pm_sums_tables tables;
    int found[3] = {0}, elsewhere = 0;
    pm_sums_make_tables(&tables);
    for (int seed = 0; seed < 3000; seed++) {
        struct pm_rng rng;
        union pm_bands_board expected;
        int digits = 0;
        pm_rng_init(&rng, (uint64_t)seed);
        make_glimpse(&g, &rng);
        enum pm_sums_found finds = expect(&g, &expected);
        for (int i = 0; i < g.size; i++)
            digits += __builtin_popcount(g.set[i]);
        for (enum pm_cpu path = 0; path < PM_CPUS; path++) {
            union pm_bands_board after;
            if (!pm_cpu_can(path))
                continue;
            const struct pm_sums_fits *fits = pm_sums_fits_by(path);
            if (fits->look(&tables, &g.view, digits, &g.board, &after) != finds ||
                (finds == PM_SUMS_SOMETHING &&
                 memcmp(&after, &expected, sizeof after) != 0))
                fail_msg("seed %d, path %d: wrong board", seed, (int)path);
            assert_int_equal(fits->look(&tables, &g.view, digits - 1, &g.board, &after),
                             PM_SUMS_NOTHING);
        }
        found[finds]++;
        for (int i = 0; i < CELLS && finds == PM_SUMS_SOMETHING; i++)
            elsewhere += !g.own[i] && (&expected.cell[0][0])[place_of(i)] !=
                                          (&g.board.cell[0][0])[place_of(i)];
    }
    assert_true(found[PM_SUMS_NOTHING] > 100 && found[PM_SUMS_SOMETHING] > 1000 &&
                found[PM_SUMS_CONTRADICTION] > 500 && elsewhere > 500);
}

static bool enough(struct pm_search *search, const int *answer)
{
    (void)answer;
    return --*(int *)search->context > 0;
}

static void search_keeps_to_its_limits(void **state)
{
    (void)state;
    struct pm_limits limits = {.conflicts = 100};
    uint16_t allowed[CELLS];
    int left = INT32_MAX;
    for (int i = 0; i < CELLS; i++)
        allowed[i] = 1022;
    const struct pm_sums empty = {9, CELLS, allowed, NULL, NULL, NULL, 0};
    struct pm_effort effort = {0};
    struct pm_search search = {
        .limits = &limits, .effort = &effort, .found = enough, .context = &left};
    assert_int_equal(pm_cages_search(&empty, false, &search), PULMA_LIMIT);
    search = (struct pm_search){
        .effort = &effort, .patience = 3, .found = enough, .context = &left};
    assert_int_equal(pm_cages_search(&empty, true, &search), PULMA_UNAVAILABLE);
    left = 50;
    search = (struct pm_search){.effort = &effort, .found = enough, .context = &left};
    assert_int_equal(pm_cages_search(&empty, true, &search), PULMA_OK);
    assert_int_equal(left, 0);
    allowed[40] = 0;
    left = 1;
    assert_int_equal(pm_cages_search(&empty, false, &search), PULMA_OK);
    assert_int_equal(left, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_keep_what_fits),
        cmocka_unit_test(totals_keep_what_fits),
        cmocka_unit_test(searches_list_alike),
        cmocka_unit_test(single_cells_take_no_guess),
        cmocka_unit_test(cells_are_found_on_boards),
        cmocka_unit_test(looks_find_what_follows),
        cmocka_unit_test(search_keeps_to_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
