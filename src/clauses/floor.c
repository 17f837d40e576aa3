/* The objective and its bounds.
 *
 * Where groups are not enough to bound it, single families of rows are tried, and then the helper
 * solves the linear relaxation.  Its multipliers, checked in whole numbers (bound.h), are a bound
 * and tell which rows and columns lie at their sides in an answer that reaches it. */
#include "clauses/stating.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clauses/bound.h"
#include "program/build.h"
#include "program/helper.h"

void pm_sat_objective(struct pm_sat *s)
{
    const struct pm_exact *x = &s->exact;
    int64_t base = 0;
    int n = 0;
    for (int j = 0; j < s->program->column_count; j++) {
        base += (int64_t)x->costs[j] * x->lower[j];
        if (x->costs[j] == 0 || pm_sat_span(s, j) == 0)
            continue;
        s->numbers[n] = j;
        s->weights[n++] = x->costs[j];
    }
    struct pm_grouped sum = pm_groups_sum(s->groups, s->rules, n, s->numbers, s->weights);
    if (sum.failed)
        pm_rules_fail(s->rules);
    pm_minimise_terms(s->rules, sum.term_count, sum.terms, sum.steps, base + sum.constant);
}

/* ---- A bound by the relaxation ---- */

/* Entries of a program whose relaxation is tried. */
enum { MAX_RELAXED = 2000000 };

/* Asks the helper for the relaxation of the program with these numbers; false if it has none, or
 * none in time: some time more than has been spent already. */
static bool ask_relaxation(struct pm_sat *s, const struct pm_exact *x,
                           struct pm_answer *answer)
{
    struct pm_program *q = pm_bound_program(s->program, x);
    struct pm_out wire = {0};
    struct pm_limits limits = *s->limits;
    const double now = pm_clock(), until = now + 0.5 + 2 * (now - s->started);
    if (limits.deadline == 0 || limits.deadline > until)
        limits.deadline = until;
    if (q)
        pm_wire_put_program(&wire, q);
    struct pm_mip_request request = {.task = PM_MIP_DUAL,
                                     .source = {"", 0, "", 0},
                                     .program = wire.data,
                                     .program_len = wire.len};
    const int64_t count = (int64_t)s->program->row_count + s->program->column_count;
    bool good = q && !wire.failed &&
                pm_helper_ask(&request, s->options, &limits, answer, NULL) == PULMA_OK &&
                !answer->limit && answer->reply.status == PM_MIP_OPTIMAL &&
                answer->reply.value_count == count;
    s->helper_seconds += answer->seconds;
    pm_program_free(q);
    pm_out_free(&wire);
    return good;
}

bool pm_sat_copy(const struct pm_sat *s, struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    const size_t columns = (size_t)p->column_count, rows = (size_t)p->row_count;
    *tight = s->exact;
    tight->lower = pm_new(&s->program->arena, columns + 1, int);
    tight->upper = pm_new(&s->program->arena, columns + 1, int);
    tight->costs = pm_new(&s->program->arena, columns + 1, int);
    tight->rows = pm_new(&s->program->arena, rows + 1, struct pm_exact_row);
    if (!tight->lower || !tight->upper || !tight->costs || !tight->rows)
        return false;
    memcpy(tight->lower, s->exact.lower, columns * sizeof *tight->lower);
    memcpy(tight->upper, s->exact.upper, columns * sizeof *tight->upper);
    memcpy(tight->rows, s->exact.rows, rows * sizeof *tight->rows);
    return true;
}

/* In answers that cost what a certificate proves, columns whose reduced cost is more than the rest lie
 * at their side, and so do rows by their multipliers.  False: it proves nothing. */
static bool tighten(const struct pm_sat *s, const struct pm_bound *b, int64_t *reduced,
                    struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    const struct pm_exact *x = &s->exact;
    int64_t rest;
    if (!pm_bound_check(p, x, b, &rest, reduced))
        return false;
    for (int j = 0; j < p->column_count; j++) {
        if (reduced[j] < -rest)
            tight->lower[j] = x->upper[j];
        if (reduced[j] > rest)
            tight->upper[j] = x->lower[j];
    }
    for (int i = 0; i < p->row_count; i++) {
        if (b->multipliers[i] > rest)
            tight->rows[i].upper = x->rows[i].lower;
        if (b->multipliers[i] < -rest)
            tight->rows[i].lower = x->rows[i].upper;
    }
    return true;
}

/* The best bounds of single families of rows, and what answers of that cost have in common. */
static bool try_families(struct pm_sat *s, int64_t *bound, int64_t *reduced,
                         struct pm_exact *tight)
{
    struct pm_program *p = s->program;
    int64_t best = *bound;
    bool found = false;
    for (int pass = 0; pass < 2; pass++) /* first how much, then all who say so */
        for (int first = 0, end; first < p->row_count; first = end) {
            end = pm_family_end(p, first);
            for (int same = 0; same < 2; same++) {
                struct pm_bound b;
                if (!pm_bound_family(p, &s->exact, first, end, same, &b) || b.value < best)
                    continue;
                best = b.value;
                found |= pass == 1 && tighten(s, &b, reduced, tight);
            }
        }
    *bound = best;
    return found;
}

bool pm_sat_best_case(struct pm_sat *s)
{
    const struct pm_program *p = s->program;
    struct pm_exact tight;
    int64_t *reduced = pm_new(&s->program->arena, (size_t)p->column_count + 1, int64_t);
    bool rows = false;
    s->best = INT64_MIN;
    if (!reduced || !pm_sat_copy(s, &tight) || !try_families(s, &s->best, reduced, &tight))
        return false;
    for (int j = 0; j < p->column_count; j++)
        if (tight.lower[j] != s->exact.lower[j] || tight.upper[j] != s->exact.upper[j])
            return false;
    pm_bound_equate(s->program, &tight);
    for (int i = 0; i < p->row_count; i++)
        rows |= tight.rows[i].lower != s->exact.rows[i].lower ||
                tight.rows[i].upper != s->exact.rows[i].upper;
    s->exact.rows = tight.rows;
    return rows;
}

/* Rows that have an upper side alone and are not known to lie at it may have to, in all answers that
 * reach the bound, because all of them together do.  That is a bound of their sum, with a certificate
 * of its own. */
static void tighten_others(struct pm_sat *s, struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    struct pm_answer answer = {0};
    struct pm_bound sum;
    int64_t sides = 0;
    int open = 0;
    memset(tight->costs, 0, (size_t)p->column_count * sizeof *tight->costs);
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_exact_row *row = &tight->rows[i];
        if (row->lower != INT64_MIN || llabs(row->upper) > INT_MAX)
            continue;
        sides += row->upper;
        open++;
        for (int k = p->rows[i].first; k < p->rows[i].first + p->rows[i].count; k++)
            if (__builtin_add_overflow(tight->costs[p->entries[k].column],
                                       tight->weights[k],
                                       &tight->costs[p->entries[k].column]))
                return;
    }
    if (open > 0 && ask_relaxation(s, tight, &answer) &&
        pm_bound_round(s->program, tight, answer.reply.values, &sum) &&
        pm_bound_check(p, tight, &sum, NULL, NULL) && sum.value >= sides)
        for (int i = 0; i < p->row_count; i++)
            if (tight->rows[i].lower == INT64_MIN && llabs(tight->rows[i].upper) <= INT_MAX)
                tight->rows[i].lower = tight->rows[i].upper;
    pm_answer_free(&answer);
}

/* States, under the current condition, what is tighter than in the program. */
static void state_tight(struct pm_sat *s, const struct pm_exact *tight)
{
    const struct pm_program *p = s->program;
    const struct pm_exact *x = &s->exact;
    for (int j = 0; j < p->column_count; j++) {
        if (pm_sat_follows(s, j))
            continue;
        if (tight->upper[j] < x->upper[j])
            PM_CLAUSE(s->rules, -pm_reaches(s->rules, j, 1));
        if (tight->lower[j] > x->lower[j])
            PM_CLAUSE(s->rules, pm_reaches(s->rules, j, pm_sat_span(s, j)));
    }
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_exact_row *row = &tight->rows[i];
        if (p->rows[i].role == PM_PRODUCT || p->rows[i].role == PM_ABS_AT_LEAST ||
            pm_sat_row_follows(s, i))
            continue;
        if (row->upper < x->rows[i].upper)
            pm_sat_bounds(s, i, -1, INT64_MIN, row->upper);
        if (row->lower > x->rows[i].lower)
            pm_sat_bounds(s, i, -1, row->lower, INT64_MAX);
    }
}

/* The nearest whole values of a relaxation. */
static void take_hint(const struct pm_sat *s, const double *values, int *hint)
{
    for (int j = 0; j < s->program->column_count; j++) {
        const double value = round(values[j]) - s->exact.lower[j];
        hint[j] = value >= 0 && value <= pm_sat_span(s, j) ? (int)value : PULMA_EMPTY;
    }
}

/* A better bound by the relaxation. */
static bool try_relaxation(struct pm_sat *s, int64_t *bound, int64_t *reduced,
                           struct pm_exact *tight, int *hint)
{
    struct pm_program *p = s->program;
    struct pm_answer answer = {0};
    struct pm_bound b;
    bool found = p->entry_count <= MAX_RELAXED && ask_relaxation(s, &s->exact, &answer) &&
                 pm_bound_round(p, &s->exact, answer.reply.values, &b) &&
                 b.value >= *bound && tighten(s, &b, reduced, tight);
    if (found) {
        *bound = b.value;
        take_hint(s, answer.reply.values + p->row_count, hint);
    }
    pm_answer_free(&answer);
    return found;
}

pm_lit pm_sat_floor(struct pm_rules *rules, void *context, int64_t *bound, int *hint)
{
    struct pm_sat *s = context;
    struct pm_exact tight;
    int64_t *reduced =
        pm_new(&s->program->arena, (size_t)s->program->column_count + 1, int64_t);
    if (!reduced || !pm_sat_copy(s, &tight))
        return PM_FALSE;
    bool found = false;
    if (!s->families)
        found = try_families(s, bound, reduced, &tight);
    else if (s->options)
        found = try_relaxation(s, bound, reduced, &tight, hint);
    s->families = true;
    if (!found)
        return PM_FALSE;
    pm_bound_equate(s->program, &tight);
    if (s->options)
        tighten_others(s, &tight);
    const pm_lit lit = pm_new_lit(rules);
    pm_under(rules, lit);
    state_tight(s, &tight);
    pm_under_end(rules);
    return lit;
}
