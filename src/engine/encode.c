/* Rules larger than a clause: counts, weighted sums, all different, tables.  Which clauses say
 * a rule best depends on its size; the choices are made here and in sums.c, the numbers in
 * the enums are measured.
 *
 * Sums are brought to one form first: rising positive weights, no literal twice, no constant,
 * no common divisor.  Conditions and reasons are left to pm_clause(): only the clause
 * that finally insists carries them, what defines helping variables does not. */
#include "engine/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Over all examples by the rules, 15 and 100 pairs need as many conflicts within 5 %, and with 6 one
 * more puzzle stays open after 60,000; 20 and 300 subsets make no difference. */
enum {
    MAX_PAIRED = 40,  /* at most one of so many: every pair */
    MAX_SUBSETS = 80, /* a count by listing subsets makes at most so many clauses */
};

static void insist_never(struct pm_rules *r)
{
    pm_clause(r, 0, NULL);
}

static bool push_or_fail(struct pm_rules *r, struct pm_ints *ints, int value)
{
    bool pushed = pm_push(ints, value);
    if (!pushed)
        r->failed = PULMA_NO_MEMORY;
    return pushed;
}

/* ---- At most one ---- */

static void at_most_one_by_pairs(struct pm_rules *r, int n, const pm_lit *lits)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            PM_CLAUSE(r, -lits[i], -lits[j]);
}

static void at_most_one_by_clauses(struct pm_rules *r, int n, const pm_lit *lits);

/* The literals in a rectangle: each implies its row and its column, of which at most one
 * each is true.  Three clauses a literal would be more with a chain, 2n + O(sqrt n) here. */
static void at_most_one_by_product(struct pm_rules *r, int n, const pm_lit *lits)
{
    int columns = 1;
    while (columns * columns < n)
        columns++;
    int rows = (n + columns - 1) / columns;
    assert(rows * columns >= n && rows + columns < n);
    pm_lit *lines = malloc((size_t)(rows + columns) * sizeof *lines);
    if (!lines) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    for (int i = 0; i < rows + columns; i++)
        lines[i] = pm_new_lit(r);
    for (int i = 0; i < n; i++) {
        PM_DEFINE(r, -lits[i], lines[i / columns]);
        PM_DEFINE(r, -lits[i], lines[rows + i % columns]);
    }
    at_most_one_by_clauses(r, rows, lines);
    at_most_one_by_clauses(r, columns, lines + rows);
    free(lines);
}

static void at_most_one_by_clauses(struct pm_rules *r, int n, const pm_lit *lits)
{
    if (n <= MAX_PAIRED) {
        at_most_one_by_pairs(r, n, lits);
        return;
    }
    /* Only the literals that are open count for the choice. */
    struct pm_ints open = {0};
    pm_lit first_true = PM_FALSE;
    for (int i = 0; i < n && !r->failed; i++) {
        pm_lit lit = pm_settled(r, lits[i]);
        if (lit == PM_TRUE && first_true == PM_TRUE)
            insist_never(r);
        if (lit == PM_TRUE)
            first_true = PM_TRUE;
        else if (lit != PM_FALSE)
            push_or_fail(r, &open, lit);
    }
    for (size_t i = 0; first_true == PM_TRUE && i < open.len; i++)
        PM_CLAUSE(r, -open.data[i]);
    if (first_true == PM_FALSE && !r->failed && open.len > MAX_PAIRED)
        at_most_one_by_product(r, (int)open.len, open.data);
    else if (first_true == PM_FALSE && !r->failed)
        at_most_one_by_pairs(r, (int)open.len, open.data);
    free(open.data);
}

/* As a row: all but one are false. */
static void row_at_most_one(struct pm_rules *r, int n, const pm_lit *lits)
{
    struct pm_ints falses = {0};
    for (int i = 0; i < n; i++)
        push_or_fail(r, &falses, -lits[i]);
    if (n > 1 && !r->failed)
        pm_linear(r, n, falses.data, NULL, n - 1);
    free(falses.data);
}

void pm_at_most_one(struct pm_rules *r, int n, const pm_lit *lits)
{
    size_t start = pm_in_row(r);
    if (pm_stepwise(r))
        row_at_most_one(r, n, lits);
    at_most_one_by_clauses(r, n, lits);
    pm_in_row_end(r, start);
}

/* ---- Counts of different literals ---- */

/* How many subsets of k out of n, or `more` if there are more. */
static int subsets(int n, int k, int more)
{
    int64_t count = 1;
    for (int i = 1; i <= k; i++) {
        count = count * (n - k + i) / i;
        if (count > more)
            return more;
    }
    return (int)count;
}

/* Of every `size` literals one is (sign 1) true or (sign -1) false. */
static void one_of_each_subset(struct pm_rules *r, int n, const pm_lit *lits, int size,
                               int sign)
{
    int chosen[MAX_SUBSETS];
    pm_lit clause[MAX_SUBSETS] = {0};
    assert(0 < size && size <= MAX_SUBSETS && size <= n);
    for (int i = 0; i < size; i++)
        chosen[i] = i;
    for (;;) {
        for (int i = 0; i < size; i++)
            clause[i] = sign * lits[chosen[i]];
        pm_clause(r, size, clause);
        int last = size - 1;
        while (last >= 0 && chosen[last] == n - size + last)
            last--;
        if (last < 0)
            return;
        chosen[last]++;
        for (int i = last + 1; i < size; i++)
            chosen[i] = chosen[i - 1] + 1;
    }
}

/* At most k true (sign 1) or at most k false (sign -1), if few clauses say it. */
static bool limit_shortly(struct pm_rules *r, int n, const pm_lit *lits, int k, int sign)
{
    if (k >= n)
        return true;
    if (k == 0) {
        for (int i = 0; i < n; i++)
            PM_CLAUSE(r, -sign * lits[i]);
        return true;
    }
    if (k == n - 1) {
        struct pm_ints clause = {0};
        for (int i = 0; i < n; i++)
            push_or_fail(r, &clause, -sign * lits[i]);
        pm_clause(r, (int)clause.len, clause.data);
        free(clause.data);
        return true;
    }
    if (k + 1 <= MAX_SUBSETS && subsets(n, k + 1, MAX_SUBSETS + 1) <= MAX_SUBSETS) {
        one_of_each_subset(r, n, lits, k + 1, -sign);
        return true;
    }
    if (k > 1)
        return false;
    struct pm_ints signed_lits = {0};
    for (int i = 0; i < n; i++)
        push_or_fail(r, &signed_lits, sign * lits[i]);
    if (!r->failed)
        at_most_one_by_clauses(r, n, signed_lits.data);
    free(signed_lits.data);
    return true;
}

/* ---- Sums ---- */

/* A sum while it is brought to its form. */
struct sum {
    struct pm_term *terms;
    size_t term_size;
    int term_count;
    struct pm_term_step *steps;
    size_t step_size;
    int step_count;
    int64_t constant; /* to be added to the terms */
    int64_t max;      /* of the terms */
};

static void sum_free(struct sum *s)
{
    free(s->terms);
    free(s->steps);
}

static void begin_term(struct pm_rules *r, struct sum *s)
{
    size_t n = (size_t)s->term_count + 1;
    if (!pm_grow((void **)&s->terms, &s->term_size, n, sizeof *s->terms)) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    s->terms[s->term_count++] = (struct pm_term){.first_step = s->step_count};
}

/* The next step of the open term.  A settled one moves into the constant: `base` is what of
 * the term is there already. */
static void add_step(struct pm_rules *r, struct sum *s, pm_lit lit, int64_t weight,
                     int64_t *base)
{
    lit = pm_settled(r, lit);
    if (r->failed)
        return;
    if (lit == PM_TRUE) { /* and so are the steps before */
        s->constant += weight - *base;
        *base = weight;
        s->step_count = s->terms[s->term_count - 1].first_step;
        s->terms[s->term_count - 1].step_count = 0;
    }
    if (lit == PM_TRUE || lit == PM_FALSE)
        return;
    size_t n = (size_t)s->step_count + 1;
    if (!pm_grow((void **)&s->steps, &s->step_size, n, sizeof *s->steps)) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    s->steps[s->step_count++] = (struct pm_term_step){lit, weight - *base};
    s->terms[s->term_count - 1].step_count++;
}

static void end_term(struct pm_rules *r, struct sum *s)
{
    if (r->failed)
        return;
    assert(s->term_count > 0);
    if (s->terms[s->term_count - 1].step_count == 0)
        s->term_count--;
    else
        s->max += s->steps[s->step_count - 1].weight;
}

static int64_t divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Divides the weights by what all have in common; false: the sum can never equal `bound`. */
static bool divide(struct sum *s, enum pm_relation relation, int64_t *bound)
{
    int64_t common = 0;
    for (int i = 0; i < s->step_count; i++)
        common = divisor(s->steps[i].weight, common);
    if (common <= 1)
        return true;
    for (int i = 0; i < s->step_count; i++)
        s->steps[i].weight /= common;
    s->max /= common;
    assert(*bound >= 0);
    int64_t rest = *bound % common;
    *bound = *bound / common + (relation == PM_AT_LEAST && rest > 0);
    return relation != PM_EQUAL || rest == 0;
}

/* For different literals of weight 1 each side may be said in few clauses; returns the
 * sides that are left. */
static int compare_shortly(struct pm_rules *r, const struct sum *s, int sides,
                           int64_t bound)
{
    struct pm_ints lits = {0};
    for (int i = 0; i < s->term_count; i++) {
        const struct pm_term_step *step = &s->steps[s->terms[i].first_step];
        if (s->terms[i].step_count != 1 || step->weight != 1 ||
            !push_or_fail(r, &lits, step->lit)) {
            free(lits.data);
            return sides;
        }
    }
    int n = s->term_count, k = (int)bound;
    if (sides & PM_MOST && limit_shortly(r, n, lits.data, k, 1))
        sides &= ~PM_MOST;
    if (sides & PM_MORE && limit_shortly(r, n, lits.data, n - k, -1))
        sides &= ~PM_MORE;
    free(lits.data);
    return sides;
}

static void compare_by_total(struct pm_rules *r, const struct sum *s, int sides,
                             int64_t bound)
{
    struct pm_total *total =
        pm_total_new(r, s->term_count, s->terms, s->steps, PM_MAX_EDGES);
    if (!total)
        return;
    /* First insist, then tie: what is settled shortens the clauses. */
    if (sides & PM_MOST)
        PM_CLAUSE(r, pm_total_at_most(total, bound));
    if (sides & PM_MORE)
        PM_CLAUSE(r, -pm_total_at_most(total, bound - 1));
    if (sides & PM_MOST)
        pm_total_tie(total, bound, PM_MOST);
    if (sides & PM_MORE)
        pm_total_tie(total, bound - 1, PM_MORE);
    pm_total_free(total);
}

/* One side as a row; PM_MOST is said of the falses.  Each step adds what it has more than the
 * one before. */
static void row_of_sum(struct pm_rules *r, const struct sum *s, int side, int64_t bound)
{
    int sign = side == PM_MORE ? 1 : -1;
    struct pm_ints lits = {0}, weights = {0};
    for (int i = 0; i < s->term_count; i++) {
        int64_t before = 0;
        for (int j = 0; j < s->terms[i].step_count; j++) {
            const struct pm_term_step *step = &s->steps[s->terms[i].first_step + j];
            push_or_fail(r, &lits, sign * step->lit);
            push_or_fail(r, &weights, (int)(step->weight - before));
            before = step->weight;
        }
    }
    if (!r->failed)
        pm_linear(r, (int)lits.len, lits.data, weights.data,
                  side == PM_MORE ? bound : s->max - bound);
    free(lits.data);
    free(weights.data);
}

static void compare(struct pm_rules *r, struct sum *s, enum pm_relation relation,
                    int64_t bound)
{
    if (r->failed || pm_pointless(r))
        return;
    bound -= s->constant;
    if (relation == PM_EQUAL && bound == 0)
        relation = PM_AT_MOST;
    if (relation == PM_EQUAL && bound == s->max)
        relation = PM_AT_LEAST;
    bool never = (relation != PM_AT_LEAST && bound < 0) ||
                 (relation != PM_AT_MOST && bound > s->max);
    bool always = (relation == PM_AT_LEAST && bound <= 0) ||
                  (relation == PM_AT_MOST && bound >= s->max);
    if (always)
        return;
    if (never || !divide(s, relation, &bound)) {
        insist_never(r);
        return;
    }
    int sides =
        (relation != PM_AT_LEAST ? PM_MOST : 0) | (relation != PM_AT_MOST ? PM_MORE : 0);
    bool rows = pm_stepwise(r) && s->max <= INT_MAX;
    size_t start = pm_in_row(r);
    for (int side = PM_MOST; rows && side <= PM_MORE; side++)
        if (sides & side)
            row_of_sum(r, s, side, bound);
    sides = compare_shortly(r, s, sides, bound);
    if (sides && !r->failed)
        compare_by_total(r, s, sides, bound);
    if (rows)
        pm_in_row_end(r, start);
}

/* ---- Sums of literals ---- */

struct weighted {
    int variable;
    int64_t weight;
};

static int by_variable(const void *a, const void *b)
{
    const struct weighted *x = a, *y = b;
    return (x->variable > y->variable) - (x->variable < y->variable);
}

/* The literals as variables with a weight each, sorted, none twice; returns how many. */
static int collect(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
                   struct weighted *items, int64_t *constant)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        pm_lit lit = pm_settled(r, lits[i]);
        int64_t weight = weights ? weights[i] : 1;
        if (lit == PM_TRUE || (lit < 0 && lit != PM_FALSE))
            *constant += weight;
        if (lit != PM_TRUE && lit != PM_FALSE)
            items[count++] = (struct weighted){abs(lit), lit > 0 ? weight : -weight};
    }
    qsort(items, (size_t)count, sizeof *items, by_variable);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept > 0 && items[kept - 1].variable == items[i].variable)
            items[kept - 1].weight += items[i].weight;
        else
            items[kept++] = items[i];
    }
    assert(kept <= n);
    return kept;
}

static void sum_literals(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
                         struct sum *s)
{
    struct weighted *items = calloc((size_t)n + 1, sizeof *items);
    if (!items) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    int count = collect(r, n, lits, weights, items, &s->constant);
    for (int i = 0; i < count && !r->failed; i++) {
        int64_t weight = items[i].weight, base = 0;
        if (weight == 0)
            continue;
        if (weight < 0)
            s->constant += weight;
        begin_term(r, s);
        add_step(r, s, weight > 0 ? items[i].variable : -items[i].variable, llabs(weight),
                 &base);
        end_term(r, s);
    }
    free(items);
}

void pm_sum(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
            enum pm_relation relation, int64_t bound)
{
    struct sum s = {0};
    sum_literals(r, n, lits, weights, &s);
    compare(r, &s, relation, bound);
    sum_free(&s);
}

void pm_count(struct pm_rules *r, int n, const pm_lit *lits, enum pm_relation relation,
              int k)
{
    pm_sum(r, n, lits, NULL, relation, k);
}

/* ---- Sums of terms ---- */

static void add_term(struct pm_rules *r, struct sum *s, const struct pm_term *term,
                     const struct pm_term_step *steps)
{
    int64_t base = 0;
    begin_term(r, s);
    for (int k = 0; k < term->step_count && !r->failed; k++)
        add_step(r, s, steps[term->first_step + k].lit, steps[term->first_step + k].weight,
                 &base);
    end_term(r, s);
}

void pm_sum_terms(struct pm_rules *r, int n, const struct pm_term *terms,
                  const struct pm_term_step *steps, enum pm_relation relation,
                  int64_t bound)
{
    struct sum s = {0};
    for (int i = 0; i < n && !r->failed; i++)
        add_term(r, &s, &terms[i], steps);
    compare(r, &s, relation, bound);
    sum_free(&s);
}

/* The terms of the objective. */
static void sum_cost_terms(struct pm_rules *r, struct sum *s)
{
    size_t at = 0;
    for (size_t i = 0; i < r->cost_terms.len && !r->failed; i++) {
        int64_t base = 0, weight = 0;
        begin_term(r, s);
        for (int k = 0; k < r->cost_terms.data[i] && !r->failed; k++, at++) {
            weight += r->cost_weights.data[at];
            add_step(r, s, r->cost_lits.data[at], weight, &base);
        }
        end_term(r, s);
    }
}

struct pm_total *pm_cost_total(struct pm_rules *r, int64_t *constant)
{
    struct sum s = {.constant = r->cost_constant};
    if (r->cost_terms.len > 0)
        sum_cost_terms(r, &s);
    else
        sum_literals(r, (int)r->cost_lits.len, r->cost_lits.data, r->cost_weights.data, &s);
    *constant = s.constant;
    struct pm_total *total =
        r->failed ? NULL : pm_total_new(r, s.term_count, s.terms, s.steps, PM_MAX_EDGES);
    sum_free(&s);
    return total;
}

/* ---- Sums of numbers ---- */

/* weight * number, as steps up from its smallest or (weight < 0) down from its largest value. */
static void add_number(struct pm_rules *r, struct sum *s, int number, int64_t weight)
{
    int min = pm_min(r, number), max = pm_max(r, number);
    int64_t base = 0;
    s->constant += weight * (weight > 0 ? min : max);
    begin_term(r, s);
    for (int i = 1; i <= max - min && !r->failed; i++) {
        pm_lit step = weight > 0 ? pm_reaches(r, number, min + i)
                                 : -pm_reaches(r, number, max - i + 1);
        add_step(r, s, step, llabs(weight) * i, &base);
    }
    end_term(r, s);
}

void pm_sum_numbers(struct pm_rules *r, int n, const int *numbers, const int *weights,
                    enum pm_relation relation, int64_t bound)
{
    struct sum s = {0};
    struct weighted *items = calloc((size_t)n + 1, sizeof *items);
    if (!items || r->failed) {
        r->failed = PULMA_NO_MEMORY;
        free(items);
        return;
    }
    for (int i = 0; i < n; i++)
        items[i] = (struct weighted){numbers[i], weights ? weights[i] : 1};
    qsort(items, (size_t)n, sizeof *items, by_variable);
    for (int i = 0; i < n; i++) {
        if (i + 1 < n && items[i + 1].variable == items[i].variable)
            items[i + 1].weight += items[i].weight;
        else if (items[i].weight != 0)
            add_number(r, &s, items[i].variable, items[i].weight);
    }
    free(items);
    compare(r, &s, relation, bound);
    sum_free(&s);
}

/* ---- All different ---- */

void pm_all_different(struct pm_rules *r, int n, const int *numbers)
{
    if (n == 0 || r->failed || pm_pointless(r))
        return;
    int min = pm_min(r, numbers[0]), max = pm_max(r, numbers[0]);
    for (int i = 1; i < n; i++) {
        min = pm_min(r, numbers[i]) < min ? pm_min(r, numbers[i]) : min;
        max = pm_max(r, numbers[i]) > max ? pm_max(r, numbers[i]) : max;
    }
    /* The literals of each value that occurs, value by value, each list ended by 0. */
    struct pm_ints lists = {0};
    int value_count = 0;
    for (int value = min; value <= max; value++) {
        size_t start = lists.len;
        for (int i = 0; i < n; i++) {
            pm_lit is = pm_is(r, numbers[i], value);
            if (is != PM_FALSE)
                push_or_fail(r, &lists, is);
        }
        if (lists.len > start) {
            value_count++;
            push_or_fail(r, &lists, 0);
        }
    }
    if (value_count < n)
        insist_never(r);
    for (size_t start = 0, end = 0; start < lists.len && !r->failed; start = ++end) {
        while (lists.data[end] != 0)
            end++;
        int count = (int)(end - start);
        pm_at_most_one(r, count, lists.data + start);
        if (value_count == n)
            pm_clause(r, count, lists.data + start);
    }
    free(lists.data);
}

/* ---- Tables ---- */

/* For each value of numbers[column]: the value needs a row that has it.  `rows` are the rows'
 * literals. */
static void need_rows(struct pm_rules *r, int n, const int *numbers, int column,
                      int row_count, const int *table, const pm_lit *rows)
{
    struct pm_ints clause = {0};
    int number = numbers[column];
    for (int value = pm_min(r, number); value <= pm_max(r, number) && !r->failed; value++) {
        clause.len = 0;
        push_or_fail(r, &clause, -pm_is(r, number, value));
        for (int row = 0; row < row_count; row++)
            if (table[(size_t)row * (size_t)n + (size_t)column] == value)
                push_or_fail(r, &clause, rows[row]);
        if (!r->failed)
            pm_clause(r, (int)clause.len, clause.data);
    }
    free(clause.data);
}

/* A literal for a row that, if true, makes the numbers equal to it; PM_FALSE if they cannot. */
static pm_lit row_literal(struct pm_rules *r, int n, const int *numbers, const int *row)
{
    for (int i = 0; i < n; i++)
        if (pm_settled(r, pm_is(r, numbers[i], row[i])) == PM_FALSE)
            return PM_FALSE;
    if (n == 1)
        return pm_is(r, numbers[0], row[0]);
    pm_lit lit = pm_new_lit(r);
    for (int i = 0; i < n && !r->failed; i++)
        PM_DEFINE(r, -lit, pm_is(r, numbers[i], row[i]));
    return lit;
}

/* Two numbers need no literals for the rows: each value needs one of its partners. */
static void need_partners(struct pm_rules *r, const int numbers[2], int row_count,
                          const int *table, pm_lit *partners)
{
    for (int column = 0; column < 2; column++) {
        for (int row = 0; row < row_count; row++)
            partners[row] = pm_is(r, numbers[1 - column], table[2 * row + 1 - column]);
        need_rows(r, 2, numbers, column, row_count, table, partners);
    }
}

void pm_table(struct pm_rules *r, int n, const int *numbers, int row_count,
              const int *table)
{
    if (r->failed || pm_pointless(r) || (n == 0 && row_count > 0))
        return;
    pm_lit *rows = malloc(((size_t)row_count + 1) * sizeof *rows);
    if (!rows) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    if (n == 2) {
        need_partners(r, numbers, row_count, table, rows);
    } else {
        for (int row = 0; row < row_count; row++)
            rows[row] = row_literal(r, n, numbers, table + (size_t)row * (size_t)n);
        pm_clause(r, row_count, rows);
        for (int column = 0; n > 1 && column < n; column++)
            need_rows(r, n, numbers, column, row_count, table, rows);
    }
    free(rows);
}
