/* The store of rules: reasons, numbers, clauses, conditions.  Larger rules are in encode.c
 * (counts, all different, tables) and sums.c (weighted sums).
 *
 * Every clause passes add_clause(), which leaves out what one-literal clauses have settled;
 * so clues that are stated first make the rules after them smaller. */
#include "engine/store.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* A variable more would not leave room to count literals in an int. */
enum { MAX_VARIABLES = 1 << 29 };

/* A number with more values than this gets order literals at once: they say "at most one
 * value" in three clauses a value, where pairs would take half the square.  Over all examples
 * by the rules, 8 needs 2 % fewer conflicts, 100 needs 9 % more. */
enum { MAX_PAIRED_VALUES = 25 };

bool pm_grow(void **memory, size_t *have, size_t n, size_t size)
{
    if (n <= *have)
        return true;
    size_t wanted = *have < 16 ? 32 : 2 * *have;
    if (wanted < n)
        wanted = n;
    if (wanted > SIZE_MAX / 2 / size)
        return false;
    void *grown = realloc(*memory, wanted * size);
    if (!grown)
        return false;
    *memory = grown;
    *have = wanted;
    return true;
}

bool pm_push(struct pm_ints *ints, int value)
{
    if (ints->len == ints->size &&
        !pm_grow((void **)&ints->data, &ints->size, ints->len + 1, sizeof *ints->data))
        return false;
    ints->data[ints->len++] = value;
    return true;
}

/* ---- Making and freeing ---- */

struct pm_rules *pm_rules_new(int place_count, const struct pm_range *ranges,
                              enum pm_detail detail, const struct pm_limits *limits)
{
    struct pm_rules *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    pm_arena_init(&r->arena, 0);
    r->detail = detail;
    r->limits = limits;
    if (!pm_grow((void **)&r->reasons, &r->reason_size, 1, sizeof *r->reasons)) {
        pm_rules_free(r);
        return NULL;
    }
    r->reasons[0] = (struct pm_because){.text = "", .family = -1};
    r->reason_count = 1;
    if (detail == PM_PROOF) {
        r->never = pm_new_lit(r);
        PM_DEFINE(r, -r->never);
    }
    for (int place = 0; place < place_count && !r->failed; place++)
        pm_new_number(r, ranges[place].min, ranges[place].max);
    if (r->failed == PULMA_NO_MEMORY) {
        pm_rules_free(r);
        return NULL;
    }
    r->place_count = place_count;
    return r;
}

void pm_rules_free(struct pm_rules *r)
{
    if (!r)
        return;
    pm_arena_free(&r->arena);
    free(r->clauses.data);
    free(r->known);
    free(r->numbers);
    free(r->reasons);
    free(r->families);
    free(r->reason_places.data);
    free(r->clash.data);
    free(r->conditions.data);
    free(r->lazies);
    free(r->cost_lits.data);
    free(r->cost_terms.data);
    free(r->cost_weights.data);
    free(r->rows);
    free(r->row_lits.data);
    free(r->row_weights.data);
    free(r->in_rows.data);
    free(r);
}

void pm_rules_fail(struct pm_rules *r)
{
    if (!r->failed)
        r->failed = PULMA_NO_MEMORY;
}

bool pm_rules_go_on(struct pm_rules *r)
{
    if (!r->failed && r->limits && pm_stop(r->limits))
        r->failed = PULMA_LIMIT;
    return !r->failed;
}

bool pm_rules_ended(struct pm_rules *r)
{
    return !pm_rules_go_on(r);
}

pulma_status pm_rules_failure(const struct pm_rules *r, pulma_error *err)
{
    return r->failed == PULMA_LIMIT ? pm_fail(err, PULMA_LIMIT, NULL,
                                              "stopped at a limit while stating the rules")
                                    : pm_fail_memory(err);
}

/* ---- Reasons ---- */

/* A lazy rule may say the same sentence again: the same reason then. */
static int find_reason(const struct pm_rules *r, const char *text)
{
    for (int i = 1; r->in_lazy && i < r->reason_count; i++)
        if (strcmp(r->reasons[i].text, text) == 0)
            return i;
    return -1;
}

bool pm_explaining(const struct pm_rules *r)
{
    return r->detail == PM_REASONS || r->detail == PM_STEPS;
}

bool pm_stepwise(const struct pm_rules *r)
{
    return r->detail == PM_STEPS;
}

/* Reasons between two looks at the limits; where steps are wanted, rules may make rows and hardly
 * a clause. */
enum { REASONS_A_LOOK = 1 << 10 };

void pm_reason(struct pm_rules *r, const char *format, ...)
{
    if (!pm_explaining(r) || r->failed)
        return;
    if (r->reason_count % REASONS_A_LOOK == 0 && !pm_rules_go_on(r))
        return;
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    int known = find_reason(r, text);
    if (known >= 0) {
        r->reason = known;
        return;
    }
    const char *copy = pm_copy(&r->arena, text, strlen(text));
    size_t wanted = (size_t)r->reason_count + 1;
    if (!copy ||
        !pm_grow((void **)&r->reasons, &r->reason_size, wanted, sizeof *r->reasons)) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    r->reason = r->reason_count++;
    r->reasons[r->reason] = (struct pm_because){.text = copy,
                                                .price = 1,
                                                .family = -1,
                                                .first_place = r->reason_places.len,
                                                .selector = pm_new_lit(r),
                                                .off = r->closed};
}

int pm_reason_now(const struct pm_rules *r)
{
    return r->reason;
}

void pm_reasons_clash(struct pm_rules *r, int n, const int *reasons)
{
    if (r->detail != PM_REASONS || r->failed)
        return;
    r->clash.len = 0;
    for (int i = 0; i < n; i++) {
        assert(0 < reasons[i] && reasons[i] < r->reason_count);
        if (!pm_push(&r->clash, reasons[i]))
            r->failed = PULMA_NO_MEMORY;
    }
}

/* ---- Families ---- */

static int find_family(struct pm_rules *r, const char *text)
{
    for (int i = 0; i < r->family_count; i++)
        if (strcmp(r->families[i].text, text) == 0)
            return i;
    const char *copy = pm_copy(&r->arena, text, strlen(text));
    if (!copy || !pm_grow((void **)&r->families, &r->family_size,
                          (size_t)r->family_count + 1, sizeof *r->families)) {
        r->failed = PULMA_NO_MEMORY;
        return -1;
    }
    r->families[r->family_count] = (struct pm_family_switch){copy, false};
    return r->family_count++;
}

/* A family that is left out stays so when a lazy rule states more of it. */
void pm_reason_family(struct pm_rules *r, const char *family)
{
    if (r->detail != PM_REASONS || r->failed)
        return;
    struct pm_because *because = &r->reasons[r->reason];
    because->family = find_family(r, family);
    if (because->family >= 0 && r->families[because->family].off)
        because->off = true;
}

int pm_rules_family_count(const struct pm_rules *r)
{
    return r->family_count;
}

const char *pm_rules_family(const struct pm_rules *r, int family)
{
    assert(0 <= family && family < r->family_count);
    return r->families[family].text;
}

static void switch_families(struct pm_rules *r, int family, bool others)
{
    for (int i = 0; i < r->family_count; i++)
        r->families[i].off = i == family ? !others : others;
    for (int i = 1; i < r->reason_count; i++)
        if (r->reasons[i].family >= 0)
            r->reasons[i].off = r->families[r->reasons[i].family].off;
}

void pm_rules_leave_out(struct pm_rules *r, int family)
{
    assert(r->detail == PM_REASONS && -1 <= family && family < r->family_count);
    switch_families(r, family, false);
}

void pm_rules_only(struct pm_rules *r, int family)
{
    assert(r->detail == PM_REASONS && 0 <= family && family < r->family_count);
    switch_families(r, family, true);
}

void pm_rules_forget_cost(struct pm_rules *r)
{
    r->has_objective = false;
}

void pm_reason_number(struct pm_rules *r, int number)
{
    assert(0 <= r->reason && r->reason < r->reason_count);
    r->reasons[r->reason].number = number;
}

void pm_reason_grade(struct pm_rules *r, int grade)
{
    if (pm_explaining(r) && !r->failed)
        r->reasons[r->reason].grade = grade;
}

void pm_reason_sums_up(struct pm_rules *r, int price)
{
    if (pm_explaining(r) && !r->failed)
        r->reasons[r->reason].price = price;
}

void pm_reason_place(struct pm_rules *r, int place)
{
    /* Only the newest reason can grow; one that is said again has its places already.  After a
     * failure no reason is new, and it would grow without end. */
    if (r->failed || r->reason == 0 || r->reason != r->reason_count - 1)
        return;
    struct pm_because *because = &r->reasons[r->reason];
    for (int i = 0; i < because->place_count; i++)
        if (r->reason_places.data[because->first_place + (size_t)i] == place)
            return;
    if (pm_push(&r->reason_places, place))
        because->place_count++;
    else
        r->failed = PULMA_NO_MEMORY;
}

void pm_reason_places(struct pm_rules *r, int n, const int *places)
{
    for (int i = 0; i < n; i++)
        pm_reason_place(r, places[i]);
}

/* ---- Clauses ---- */

pm_lit pm_settled(const struct pm_rules *r, pm_lit lit)
{
    if (lit == PM_TRUE || lit == PM_FALSE || r->failed)
        return lit;
    assert(lit != 0 && abs(lit) <= r->variable_count);
    int known = r->known[abs(lit)];
    if (known == 0)
        return lit;
    return (known > 0) == (lit > 0) ? PM_TRUE : PM_FALSE;
}

/* Literals between two looks at the limits: some milliseconds of stating. */
enum { LITERALS_A_LOOK = 1 << 18 };

/* The clauses are most of what rules take, and their array grows in leaps: it asks first. */
static void push_clause_literal(struct pm_rules *r, int lit)
{
    if (r->clauses.len >= r->look_at) {
        r->look_at = r->clauses.len + LITERALS_A_LOOK;
        if (!pm_rules_go_on(r))
            return;
    }
    bool leaps = r->clauses.len == r->clauses.size && r->limits;
    if (leaps && !pm_memory_allows(r->limits->memory, 2 * r->clauses.len * sizeof(int)))
        r->failed = PULMA_LIMIT;
    else if (!pm_push(&r->clauses, lit))
        r->failed = PULMA_NO_MEMORY;
}

/* Appends what is left of the literals to the open clause; false if one of them is true, the
 * clause then says nothing. */
static bool add_literals(struct pm_rules *r, int n, const pm_lit *lits, int sign)
{
    for (int i = 0; i < n; i++) {
        pm_lit lit = pm_settled(r, sign * lits[i]);
        if (lit == PM_TRUE)
            return false;
        if (lit != PM_FALSE)
            push_clause_literal(r, lit);
    }
    return true;
}

static void end_clause(struct pm_rules *r, size_t start)
{
    if (r->failed)
        return;
    if (r->never) {
        if (r->clauses.len == start)
            push_clause_literal(r, r->never);
    } else if (r->clauses.len == start + 1) {
        int only = r->clauses.data[start];
        r->known[abs(only)] = only > 0 ? 1 : -1;
    }
    push_clause_literal(r, 0);
}

void pm_define(struct pm_rules *r, int n, const pm_lit *lits)
{
    if (r->failed)
        return;
    size_t start = r->clauses.len;
    if (add_literals(r, n, lits, 1))
        end_clause(r, start);
    else
        r->clauses.len = start;
}

void pm_clause(struct pm_rules *r, int n, const pm_lit *lits)
{
    if (r->failed)
        return;
    size_t start = r->clauses.len;
    pm_lit selector = r->reasons[r->reason].selector;
    if (add_literals(r, n, lits, 1) &&
        add_literals(r, (int)r->conditions.len, r->conditions.data, -1) &&
        (selector == 0 || add_literals(r, 1, &selector, -1))) {
        end_clause(r, start);
        r->effective += !r->reasons[r->reason].off;
    } else {
        r->clauses.len = start;
    }
}

void pm_implies(struct pm_rules *r, pm_lit a, pm_lit b)
{
    PM_CLAUSE(r, -a, b);
}

void pm_equivalent(struct pm_rules *r, pm_lit a, pm_lit b)
{
    pm_implies(r, a, b);
    pm_implies(r, b, a);
}

void pm_under(struct pm_rules *r, pm_lit condition)
{
    if (!pm_push(&r->conditions, condition))
        r->failed = PULMA_NO_MEMORY;
}

void pm_under_end(struct pm_rules *r)
{
    if (r->failed && r->conditions.len == 0)
        return;
    assert(r->conditions.len > 0);
    r->conditions.len--;
}

bool pm_pointless(const struct pm_rules *r)
{
    for (size_t i = 0; i < r->conditions.len; i++)
        if (pm_settled(r, r->conditions.data[i]) == PM_FALSE)
            return true;
    return false;
}

/* ---- Rows ---- */

/* A condition that is false makes up for the whole bound. */
void pm_linear(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
               int64_t bound)
{
    size_t wanted = (size_t)r->row_count + 1, first = r->row_lits.len;
    if (!pm_stepwise(r) || r->failed)
        return;
    assert(0 < bound && bound <= INT_MAX);
    if (!pm_grow((void **)&r->rows, &r->row_size, wanted, sizeof *r->rows)) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    bool ok = true;
    for (int i = 0; i < n; i++)
        ok = ok && pm_push(&r->row_lits, lits[i]) &&
             pm_push(&r->row_weights, weights ? weights[i] : 1);
    for (size_t i = 0; i < r->conditions.len; i++)
        ok = ok && pm_push(&r->row_lits, -r->conditions.data[i]) &&
             pm_push(&r->row_weights, (int)bound);
    r->rows[r->row_count++] =
        (struct pm_linear){r->reason, first, (int)(r->row_lits.len - first), bound};
    if (!ok)
        r->failed = PULMA_NO_MEMORY;
}

size_t pm_in_row(const struct pm_rules *r)
{
    return r->clauses.len;
}

void pm_in_row_end(struct pm_rules *r, size_t start)
{
    if (!pm_stepwise(r) || r->failed || start == r->clauses.len)
        return;
    /* Those inside are part of this one. */
    while (r->in_rows.len > 0 && (size_t)r->in_rows.data[r->in_rows.len - 2] >= start)
        r->in_rows.len -= 2;
    if (!pm_push(&r->in_rows, (int)start) || !pm_push(&r->in_rows, (int)r->clauses.len))
        r->failed = PULMA_NO_MEMORY;
}

/* ---- Yes/nos ---- */

static int new_variables(struct pm_rules *r, int n)
{
    size_t wanted = (size_t)r->variable_count + (size_t)n + 1;
    if (r->variable_count > MAX_VARIABLES - n ||
        !pm_grow((void **)&r->known, &r->known_size, wanted, sizeof *r->known)) {
        r->failed = PULMA_NO_MEMORY;
        return 0;
    }
    int first = r->variable_count + 1;
    memset(r->known + first, 0, (size_t)n);
    r->variable_count += n;
    return first;
}

void pm_steady(struct pm_rules *r)
{
    r->steady = true;
}

void pm_straight(struct pm_rules *r)
{
    r->straight = true;
}

pm_lit pm_new_lit(struct pm_rules *r)
{
    pm_lit lit = new_variables(r, 1);
    return lit ? lit : PM_FALSE;
}

/* A literal that is true exactly if all of sign * lits are. */
static pm_lit all_of(struct pm_rules *r, int n, const pm_lit *lits, int sign)
{
    pm_lit last = PM_TRUE;
    int open = 0;
    for (int i = 0; i < n; i++) {
        pm_lit lit = pm_settled(r, sign * lits[i]);
        if (lit == PM_FALSE)
            return PM_FALSE;
        if (lit == PM_TRUE || lit == last)
            continue;
        last = lit;
        open++;
    }
    if (open < 2)
        return last;
    pm_lit all = pm_new_lit(r);
    if (r->failed)
        return PM_FALSE;
    for (int i = 0; i < n; i++)
        PM_DEFINE(r, -all, sign * lits[i]);
    size_t start = r->clauses.len;
    push_clause_literal(r, all);
    if (add_literals(r, n, lits, -sign))
        end_clause(r, start);
    else
        r->clauses.len = start;
    return all;
}

pm_lit pm_and(struct pm_rules *r, int n, const pm_lit *lits)
{
    return all_of(r, n, lits, 1);
}

pm_lit pm_or(struct pm_rules *r, int n, const pm_lit *lits)
{
    return -all_of(r, n, lits, -1);
}

pm_lit pm_xor(struct pm_rules *r, pm_lit a, pm_lit b)
{
    a = pm_settled(r, a);
    b = pm_settled(r, b);
    if (a == PM_TRUE || a == PM_FALSE)
        return a == PM_TRUE ? -b : b;
    if (b == PM_TRUE || b == PM_FALSE)
        return b == PM_TRUE ? -a : a;
    if (a == b || a == -b)
        return a == b ? PM_FALSE : PM_TRUE;
    pm_lit differ = pm_new_lit(r);
    if (r->failed)
        return PM_FALSE;
    PM_DEFINE(r, -differ, a, b);
    PM_DEFINE(r, -differ, -a, -b);
    PM_DEFINE(r, differ, -a, b);
    PM_DEFINE(r, differ, a, -b);
    return differ;
}

/* ---- Numbers ---- */

/* Order literals and what ties them to the value literals. */
static void make_order(struct pm_rules *r, int number)
{
    struct pm_number *n = &r->numbers[number];
    assert(n->max - n->min >= 3);
    n->order = new_variables(r, n->max - n->min - 2);
    for (int value = n->min + 1; value < n->max && !r->failed; value++) {
        pm_lit is = pm_is(r, number, value), from = pm_reaches(r, number, value);
        pm_lit beyond = pm_reaches(r, number, value + 1);
        PM_DEFINE(r, -beyond, from);
        PM_DEFINE(r, -is, from);
        PM_DEFINE(r, -is, -beyond);
        PM_DEFINE(r, is, -from, beyond);
    }
}

static void one_value_each(struct pm_rules *r, int number)
{
    const struct pm_number *n = &r->numbers[number];
    int count = n->max - n->min + 1;
    if (count > MAX_PAIRED_VALUES) {
        make_order(r, number);
        return;
    }
    size_t start = r->clauses.len;
    for (int i = 0; i < count; i++)
        push_clause_literal(r, n->first + i);
    end_clause(r, start);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            PM_DEFINE(r, -(n->first + i), -(n->first + j));
}

int pm_new_number(struct pm_rules *r, int min, int max)
{
    assert(min <= max);
    size_t wanted = (size_t)r->number_count + 1;
    if (!pm_grow((void **)&r->numbers, &r->number_size, wanted, sizeof *r->numbers)) {
        r->failed = PULMA_NO_MEMORY;
        return 0;
    }
    int number = r->number_count++;
    int count = max - min + 1;
    int first = count > 1 || r->never ? new_variables(r, count > 2 ? count : 1) : 0;
    r->numbers[number] = (struct pm_number){.min = min, .max = max, .first = first};
    if (count == 1 && first)
        PM_DEFINE(r, first);
    /* Places, which come first, may get this as a rule of their own. */
    if (pm_stepwise(r) && r->place_count == 0)
        r->numbers[number].open = count > 2;
    else if (count > 2 && !r->failed)
        one_value_each(r, number);
    return number;
}

void pm_one_value(struct pm_rules *r, int number)
{
    if (!pm_stepwise(r) || r->failed || r->numbers[number].max < r->numbers[number].min + 2)
        return;
    struct pm_number *n = &r->numbers[number];
    struct pm_ints values = {0};
    for (int value = n->min; value <= n->max && !r->failed; value++)
        if (!pm_push(&values, n->first + (value - n->min)))
            r->failed = PULMA_NO_MEMORY;
    n->open = false;
    pm_clause(r, (int)values.len, values.data);
    pm_at_most_one(r, (int)values.len, values.data);
    free(values.data);
}

void pm_rules_end(struct pm_rules *r)
{
    r->reason = 0;
    for (int place = 0; place < r->place_count && !r->failed; place++)
        if (r->numbers[place].open)
            pm_one_value(r, place);
}

int pm_min(const struct pm_rules *r, int number)
{
    if (r->failed)
        return 0;
    assert(0 <= number && number < r->number_count);
    return r->numbers[number].min;
}

int pm_max(const struct pm_rules *r, int number)
{
    if (r->failed)
        return 0;
    assert(0 <= number && number < r->number_count);
    return r->numbers[number].max;
}

pm_lit pm_is(struct pm_rules *r, int number, int value)
{
    if (r->failed)
        return PM_FALSE;
    assert(0 <= number && number < r->number_count);
    const struct pm_number *n = &r->numbers[number];
    if (value < n->min || value > n->max)
        return PM_FALSE;
    if (n->min == n->max)
        return n->first ? n->first : PM_TRUE;
    if (n->max == n->min + 1)
        return value == n->max ? n->first : -n->first;
    return n->first + (value - n->min);
}

pm_lit pm_reaches(struct pm_rules *r, int number, int value)
{
    if (r->failed)
        return PM_FALSE;
    assert(0 <= number && number < r->number_count);
    const struct pm_number *n = &r->numbers[number];
    if (value <= n->min)
        return PM_TRUE;
    if (value >= n->max)
        return pm_is(r, number, value);
    if (value == n->min + 1)
        return -pm_is(r, number, n->min);
    if (!n->order) {
        make_order(r, number);
        if (r->failed)
            return PM_FALSE;
    }
    return n->order + (value - n->min - 2);
}

/* The values that it is not are stated too: what comes after can leave them out. */
void pm_fix(struct pm_rules *r, int number, int value)
{
    PM_CLAUSE(r, pm_is(r, number, value));
    if (r->conditions.len > 0 || r->reason != 0 || r->failed)
        return;
    const struct pm_number *n = &r->numbers[number];
    for (int other = n->min; other <= n->max; other++)
        if (other != value)
            PM_CLAUSE(r, -pm_is(r, number, other));
    for (int i = 0; n->order && i < n->max - n->min - 2; i++)
        PM_CLAUSE(r, n->min + 2 + i <= value ? n->order + i : -(n->order + i));
}

/* ---- Lazy rules and the objective ---- */

void pm_lazy(struct pm_rules *r, pm_lazy_rule *rule, const void *context)
{
    assert(rule && !r->in_lazy);
    size_t wanted = (size_t)r->lazy_count + 1;
    if (!pm_grow((void **)&r->lazies, &r->lazy_size, wanted, sizeof *r->lazies)) {
        r->failed = PULMA_NO_MEMORY;
        return;
    }
    r->lazies[r->lazy_count++] = (struct pm_lazy_entry){rule, context, r->reason};
}

bool pm_lazies_content(struct pm_rules *r, int reason, const int *answer, bool keep)
{
    assert(!r->in_lazy && r->conditions.len == 0);
    size_t clauses = r->clauses.len;
    int64_t effective = r->effective;
    int current = r->reason, faults = 0;
    r->in_lazy = true;
    r->reason = reason;
    for (int i = 0; i < r->lazy_count; i++)
        if (r->lazies[i].reason == reason)
            faults += r->lazies[i].rule(r, answer, r->lazies[i].context);
    r->in_lazy = false;
    r->reason = current;
    if (!keep) { /* a clause under a reason leaves no other trace */
        r->clauses.len = clauses;
        r->effective = effective;
    }
    return faults == 0;
}

void pm_minimise(struct pm_rules *r, int n, const pm_lit *lits, const int *weights,
                 int64_t constant)
{
    r->has_objective = true;
    r->cost_constant = constant;
    r->cost_lits.len = r->cost_weights.len = r->cost_terms.len = 0;
    for (int i = 0; i < n; i++)
        if (!pm_push(&r->cost_lits, lits[i]) || !pm_push(&r->cost_weights, weights[i]))
            r->failed = PULMA_NO_MEMORY;
}

void pm_minimise_terms(struct pm_rules *r, int n, const struct pm_term *terms,
                       const struct pm_term_step *steps, int64_t constant)
{
    pm_minimise(r, 0, NULL, NULL, constant);
    bool ok = true;
    for (int i = 0; i < n; i++) {
        int64_t before = 0;
        ok = ok && pm_push(&r->cost_terms, terms[i].step_count);
        for (int k = terms[i].first_step; k < terms[i].first_step + terms[i].step_count;
             k++) {
            assert(steps[k].weight > before && steps[k].weight - before <= INT_MAX);
            ok = ok && pm_push(&r->cost_lits, steps[k].lit) &&
                 pm_push(&r->cost_weights, (int)(steps[k].weight - before));
            before = steps[k].weight;
        }
    }
    if (!ok)
        r->failed = PULMA_NO_MEMORY;
}

void pm_minimise_floor(struct pm_rules *r, pm_floor *floor, void *context)
{
    r->floor = floor;
    r->floor_context = context;
}

/* ---- As text ---- */

static void place_comment(const struct pm_rules *r, int place, struct pm_out *out)
{
    const struct pm_number *n = &r->numbers[place];
    if (n->min == n->max)
        pm_out_f(out, "c place %d is %d\n", place, n->min);
    else if (n->max == n->min + 1)
        pm_out_f(out, "c place %d is %d if %d, else %d\n", place, n->max, n->first, n->min);
    else
        pm_out_f(out, "c place %d is %d..%d by %d..%d\n", place, n->min, n->max, n->first,
                 n->first + n->max - n->min);
}

void pm_rules_dimacs(const struct pm_rules *r, struct pm_out *out)
{
    for (int place = 0; place < r->place_count; place++)
        place_comment(r, place, out);
    int clauses = 0;
    for (size_t i = 0; i < r->clauses.len; i++)
        clauses += r->clauses.data[i] == 0;
    pm_out_f(out, "p cnf %d %d\n", r->variable_count, clauses);
    for (size_t i = 0; i < r->clauses.len; i++)
        pm_out_f(out, r->clauses.data[i] ? "%d " : "%d\n", r->clauses.data[i]);
}
