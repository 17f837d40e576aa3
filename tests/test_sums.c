/* Sums of different digits: the kernel against plain enumeration on random rules, and against
 * the engine on random boards of the kinds that use it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"
#include "kernels/sums/sums.h"

enum { CELLS = 9, RULES = 6, PARTS = 20 };

/* ---- Against enumeration --------------------------------------------------------------- */

struct sample {
    struct pm_sums board;
    uint16_t allowed[CELLS];
    int list[PARTS * CELLS];
    struct pm_sums_part parts[PARTS];
    struct pm_sums_rule rules[RULES];
};

static bool part_holds(const struct pm_sums *b, const struct pm_sums_part *part,
                       const int *answer, int *sum)
{
    unsigned used = 0;
    for (int i = part->first; i < part->first + part->n; i++) {
        int digit = answer[b->list[i]];
        if (used >> digit & 1)
            return false;
        used |= 1u << digit;
        *sum += part->minus ? -digit : digit;
    }
    return true;
}

static bool holds(const struct pm_sums *b, const int *answer)
{
    for (int r = 0; r < b->rule_count; r++) {
        int sum = 0;
        for (int p = 0; p < b->rules[r].n; p++)
            if (!part_holds(b, &b->parts[b->rules[r].first + p], answer, &sum))
                return false;
        if (b->rules[r].sum != PM_SUMS_ANY && sum != b->rules[r].sum)
            return false;
    }
    return true;
}

/* A number for an answer; the sum of all of them tells different lists of answers apart. */
static uint64_t mark_of(const int *answer, int cells)
{
    uint64_t x = 1;
    for (int i = 0; i < cells; i++)
        x = (x + (uint64_t)answer[i]) * 0x9e3779b97f4a7c15;
    return x ^ x >> 29;
}

struct listed {
    const struct pm_sums *board;
    uint64_t count, mark;
    unsigned seen[CELLS]; /* digits that occur in answers */
};

static void note(struct listed *l, const int *answer)
{
    assert_true(holds(l->board, answer));
    l->count++;
    l->mark += mark_of(answer, l->board->cells);
    for (int i = 0; i < l->board->cells; i++)
        l->seen[i] |= 1u << answer[i];
}

static bool note_found(struct pm_search *search, const int *answer)
{
    note(search->context, answer);
    return true;
}

static void enumerate(const struct pm_sums *b, int cell, int *answer, struct listed *l)
{
    if (cell == b->cells) {
        if (holds(b, answer))
            note(l, answer);
        return;
    }
    for (int digit = 1; digit <= b->digits; digit++)
        if (b->allowed[cell] >> digit & 1) {
            answer[cell] = digit;
            enumerate(b, cell + 1, answer, l);
        }
}

/* Some cells of the board, each in one part only. */
static void add_rule(struct sample *s, struct pm_rng *rng, const int *planted, int *listed,
                     int *parts)
{
    int order[CELLS], n = s->board.cells, used = 0, sum = 0;
    for (int i = 0; i < n; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, n);
    struct pm_sums_rule *r = &s->rules[s->board.rule_count++];
    r->first = *parts;
    r->n = 0;
    int wanted = pm_rng_below(rng, 2) ? 1 : 1 + pm_rng_below(rng, 3);
    bool singles = pm_rng_below(rng, 8) == 0; /* many parts of one cell each */
    while (used < n && (singles ? r->n < 8 : r->n < wanted) && *parts < PARTS) {
        int size = singles ? 1 : 1 + pm_rng_below(rng, n - used);
        bool minus = r->n > 0 && pm_rng_below(rng, 3) == 0;
        s->parts[(*parts)++] = (struct pm_sums_part){*listed, size, minus};
        r->n++;
        for (int i = 0; i < size; i++, used++) {
            s->list[(*listed)++] = order[used];
            sum += minus ? -planted[order[used]] : planted[order[used]];
        }
    }
    bool any = r->n == 1 && pm_rng_below(rng, 4) == 0;
    r->sum = any ? PM_SUMS_ANY : sum + (pm_rng_below(rng, 8) == 0);
}

/* A board on which some sums come from planted digits, so that many have answers. */
static void make_sample(struct sample *s, struct pm_rng *rng)
{
    int digits = 2 + pm_rng_below(rng, 8), planted[CELLS], listed = 0, parts = 0;
    int cells = 2 + pm_rng_below(rng, digits <= 3 ? 7 : 8);
    *s = (struct sample){
        .board = {digits, cells, s->allowed, s->list, s->parts, s->rules, 0}};
    int most = cells <= 5 ? digits : cells <= 7 ? 4 : 3; /* keeps the enumeration short */
    int shift = pm_rng_below(rng, digits), order[9];
    for (int i = 0; i < digits; i++)
        order[i] = i + 1;
    pm_rng_shuffle(rng, order, digits);
    for (int i = 0; i < cells; i++) {
        planted[i] = order[(i + shift) % digits];
        s->allowed[i] = (uint16_t)(1 << planted[i]);
        for (int k = 1; k < most; k++)
            s->allowed[i] |= (uint16_t)(2 << pm_rng_below(rng, digits));
    }
    if (pm_rng_below(rng, 50) == 0)
        s->allowed[0] = 0;
    for (int n = 1 + pm_rng_below(rng, 4); n > 0 && parts < PARTS; n--)
        add_rule(s, rng, planted, &listed, &parts);
}

static void kernel_lists_what_enumeration_lists(void **state)
{
    (void)state;
    int impossible = 0, many = 0;
    for (uint64_t seed = 0; seed < 6000; seed++) {
        struct sample s;
        struct pm_rng rng;
        uint16_t narrowed[CELLS];
        int answer[CELLS];
        pm_rng_init(&rng, seed);
        make_sample(&s, &rng);
        struct listed expected = {.board = &s.board}, got = {.board = &s.board};
        struct pm_effort effort = {0};
        struct pm_search search = {.effort = &effort, .found = note_found, .context = &got};
        enumerate(&s.board, 0, answer, &expected);
        assert_int_equal(pm_sums_search(&s.board, &search, narrowed), PULMA_OK);
        if (got.count != expected.count || got.mark != expected.mark)
            fail_msg("seed %d: %d answers, expected %d", (int)seed, (int)got.count,
                     (int)expected.count);
        for (int i = 0; i < s.board.cells; i++)
            assert_int_equal(expected.seen[i] & ~(unsigned)narrowed[i], 0);
        impossible += expected.count == 0;
        many += expected.count > 1;
    }
    assert_true(impossible > 300 && many > 300); /* the samples are what they should be */
}

static bool enough(struct pm_search *search, const int *answer)
{
    (void)answer;
    return --*(int *)search->context > 0;
}

static void kernel_keeps_to_its_limits(void **state)
{
    (void)state;
    /* Nine cells of different digits with any sum: 362880 answers. */
    static const uint16_t allowed[9] = {1022, 1022, 1022, 1022, 1022,
                                        1022, 1022, 1022, 1022};
    static const int list[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    static const struct pm_sums_part part = {0, 9, false};
    static const struct pm_sums_rule rule = {0, 1, PM_SUMS_ANY};
    const struct pm_sums board = {9, 9, allowed, list, &part, &rule, 1};
    struct pm_limits limits = {.conflicts = 100};
    struct pm_effort effort = {0};
    int left = INT32_MAX;
    struct pm_search search = {
        .limits = &limits, .effort = &effort, .found = enough, .context = &left};
    assert_int_equal(pm_sums_search(&board, &search, NULL), PULMA_LIMIT);
    search = (struct pm_search){
        .effort = &effort, .patience = 3, .found = enough, .context = &left};
    assert_int_equal(pm_sums_search(&board, &search, NULL), PULMA_UNAVAILABLE);
    left = 50;
    search = (struct pm_search){.effort = &effort, .found = enough, .context = &left};
    assert_int_equal(pm_sums_search(&board, &search, NULL), PULMA_OK);
    assert_int_equal(left, 0);
}

/* ---- Against the engine ---------------------------------------------------------------- */

/* Reads a random board, counts by both methods; nothing happens if the text is refused. */
static void compare_methods(const char *text, int *read, int *unique)
{
    pulma_puzzle *p = NULL;
    if (pulma_puzzle_read(NULL, text, strlen(text), &p, NULL))
        return;
    ++*read;
    *unique += assert_counts_agree(p, 40) == 1;
    pulma_puzzle_free(p);
}

enum { SIDE = 6 };

/* Digits that differ in each run as far as chance allows; 0 is black. */
static void plant(struct pm_rng *rng, int rows, int columns, int digits,
                  int digit[SIDE + 1][SIDE + 1])
{
    for (int r = 1; r <= rows; r++)
        for (int c = 1; c <= columns; c++) {
            unsigned used = 1;
            for (int i = r - 1; digit[i][c]; i--)
                used |= 1u << digit[i][c];
            for (int i = c - 1; digit[r][i]; i--)
                used |= 1u << digit[r][i];
            int d = pm_rng_below(rng, digits + 2); /* black, or a digit */
            digit[r][c] = d > digits || used >> d & 1 ? 0 : d;
        }
}

static int run_sum(int digit[SIDE + 1][SIDE + 1], int rows, int columns, int r, int c,
                   bool down)
{
    int sum = 0;
    for (r += down, c += !down; r <= rows && c <= columns && digit[r][c];
         r += down, c += !down)
        sum += digit[r][c];
    return sum;
}

static void kakuro_text(struct pm_rng *rng, char *text, size_t size)
{
    int rows = 2 + pm_rng_below(rng, SIDE - 1), columns = 2 + pm_rng_below(rng, SIDE - 1);
    int digits = 3 + pm_rng_below(rng, 7), digit[SIDE + 1][SIDE + 1] = {{0}};
    bool spoilt = pm_rng_below(rng, 5) == 0;
    plant(rng, rows, columns, digits, digit);
    size_t n = (size_t)snprintf(text, size, "kakuro\ndigits: %d\n", digits);
    for (int r = 0; r <= rows; r++)
        for (int c = 0; c <= columns; c++) {
            char sums[2][8] = {"", ""}, *end = c == columns ? "\n" : " ";
            for (int down = 0; down < 2; down++) {
                int sum = run_sum(digit, rows, columns, r, c, down);
                if (sum && pm_rng_below(rng, 6))
                    snprintf(sums[down], sizeof sums[down], "%d",
                             sum + (spoilt && pm_rng_below(rng, 9) == 0));
            }
            if (digit[r][c] && pm_rng_below(rng, 12) == 0)
                n += (size_t)snprintf(text + n, size - n, "%d%s", digit[r][c], end);
            else if (digit[r][c])
                n += (size_t)snprintf(text + n, size - n, ".%s", end);
            else if (sums[0][0] || sums[1][0])
                n +=
                    (size_t)snprintf(text + n, size - n, "%s\\%s%s", sums[1], sums[0], end);
            else
                n += (size_t)snprintf(text + n, size - n, "#%s", end);
        }
}

static void kakuros_count_alike(void **state)
{
    (void)state;
    int read = 0, unique = 0;
    for (uint64_t seed = 0; seed < 2500; seed++) {
        struct pm_rng rng;
        char text[2000];
        pm_rng_init(&rng, seed);
        kakuro_text(&rng, text, sizeof text);
        compare_methods(text, &read, &unique);
    }
    assert_true(read > 1500 && unique > 200);
}

/* Cells of an answer in cages, connected or not; some in none. */
static void killer_text(struct pm_rng *rng, int n, char *text, size_t size)
{
    int answer[81], cage[81], row[9], column[9], name[9], sum[81] = {0}, cages = 0;
    unsigned held[81] = {0};
    bool closed[81] = {false};
    bool repeats = pm_rng_below(rng, 3) == 0, spoilt = pm_rng_below(rng, 5) == 0;
    int box_rows = n == 9 ? 3 : 2, box_columns = n / box_rows;
    for (int i = 0; i < n; i++)
        row[i] = column[i] = i, name[i] = i + 1;
    pm_rng_shuffle(rng, name, n);
    pm_rng_shuffle(rng, row, box_rows);
    pm_rng_shuffle(rng, column, box_columns);
    for (int i = 0; i < n * n; i++) {
        int r = row[i / n], c = column[i % n];
        answer[i] = name[(r % box_rows * box_columns + r / box_rows + c) % n];
        int joined = pm_rng_below(rng, cages + 1 + cages / 3);
        /* Cells that are cages of their own make large boards easier. */
        bool given = n == 9 && pm_rng_below(rng, 5) < 2;
        bool starts = given || joined >= cages || closed[joined] ||
                      (!repeats && held[joined] >> answer[i] & 1);
        cage[i] = pm_rng_below(rng, 8) == 0 ? -1 : starts && cages < 81 ? cages++ : joined;
        if (cage[i] >= 0) {
            closed[cage[i]] |= given;
            sum[cage[i]] += answer[i];
            held[cage[i]] |= 1u << answer[i];
        }
    }
    size_t used = (size_t)snprintf(text, size, "sudoku\nboxes: %dx%d\n%s%scages:\n",
                                   box_rows, box_columns, repeats ? "repeats: yes\n" : "",
                                   pm_rng_below(rng, 4) ? "" : "diagonals: yes\n");
    for (int k = 0; k < cages; k++) {
        used += (size_t)snprintf(text + used, size - used,
                                 "%d:", sum[k] + (spoilt && pm_rng_below(rng, 8) == 0));
        for (int i = 0; i < n * n; i++)
            if (cage[i] == k)
                used += (size_t)snprintf(text + used, size - used, " r%dc%d", i / n + 1,
                                         i % n + 1);
        used += (size_t)snprintf(text + used, size - used, "\n");
    }
}

static void killers_count_alike(void **state)
{
    (void)state;
    static const int sizes[] = {4, 4, 6, 4, 6, 9};
    int read = 0, unique = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        struct pm_rng rng;
        char text[2000];
        pm_rng_init(&rng, seed);
        killer_text(&rng, sizes[seed % 6], text, sizeof text);
        compare_methods(text, &read, &unique);
    }
    assert_true(read > 1000 && unique > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_lists_what_enumeration_lists),
        cmocka_unit_test(kernel_keeps_to_its_limits),
        cmocka_unit_test(kakuros_count_alike),
        cmocka_unit_test(killers_count_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
