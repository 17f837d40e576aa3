/* Which rows keep a model from an answer.
 *
 * What a model prints is a function of the columns that it names after `solve;`, but which values
 * print an answer only the model knows.  So it is learned from examples: with families of rows left
 * out and some columns fixed, both by chance, the program is solved and the model prints what
 * comes.  A column whose value always goes with the value of a place belongs to that place.  With
 * all such columns fixed as the answer has them, the rows that contradict each other are those that
 * exclude it.  Whether that was learned right is seen in the end: without these rows, the model
 * prints just this answer.
 *
 * Where places have no columns of their own (a line of Flow Free may run either way), nothing is
 * learned.  But mostly one family of rows is to blame: with one of them left out after the other, the
 * model is listed, until it prints the answer; then that solution is fixed.  This comes first, as
 * it takes less time. */
#include "models/model.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "clauses/sat.h"
#include "core/random.h"
#include "core/text.h"
#include "program/build.h"
#include "program/helper.h"

enum {
    MOST_TRIES = 120,
    MOST_EXAMPLES = 48,
    FEW_EXAMPLES = 24, /* fewer show connections that are none */
    MOST_FIXED = 6,    /* columns, for one example */
    MOST_ROUNDS = 4,   /* sets of rows that exclude the answer, each by itself */
    MOST_FAMILIES = 24,
    FIRST_LISTED = 6, /* solutions without a family, before and after learning */
    MOST_LISTED = 20,
    MOST_CONFLICTS = 20000 /* for one solution */
};
/* CPU seconds for all of it; a sentence is not worth more. */
static const double most_seconds = 2;

struct school {
    const struct pm_source *source;
    const struct pm_missed *wanted;
    struct pm_limits limits;
    struct pm_watch watch;
    struct pm_program *program;
    struct pm_row *rows; /* as they were */
    struct pm_column *columns;
    int printed_count, *printed;
    struct pm_rng rng;
    struct pm_solved solved;
    int count;    /* examples: */
    int *answers; /* of each, one value per place */
    int *values;  /* of each, one per printed column */
    int *scratch; /* one per place */
};

static bool tired(const struct school *s)
{
    return pm_stop(&s->limits) || pm_watch_seconds(&s->watch) > most_seconds;
}

/* ---- Examples ---- */

static void restore(struct school *s)
{
    struct pm_program *p = s->program;
    memcpy(p->rows, s->rows, (size_t)p->row_count * sizeof *p->rows);
    memcpy(p->columns, s->columns, (size_t)p->column_count * sizeof *p->columns);
}

static void leave_out(struct pm_row *row)
{
    row->lower = -HUGE_VAL;
    row->upper = HUGE_VAL;
}

/* Rows that define products and absolute values stay: what they define would be anything. */
static bool may_go(const struct pm_row *row)
{
    return row->role == PM_LINEAR || row->role == PM_GIVEN;
}

static void leave_families_out(struct school *s)
{
    struct pm_program *p = s->program;
    for (int first = 0, end; first < p->row_count; first = end) {
        const bool out = pm_rng_below(&s->rng, 2);
        end = pm_family_end(p, first);
        for (int i = first; i < end; i++)
            if (out && may_go(&p->rows[i]))
                leave_out(&p->rows[i]);
    }
}

static void fix_some(struct school *s)
{
    for (int n = pm_rng_below(&s->rng, MOST_FIXED + 1); n > 0; n--) {
        const int j = s->printed[pm_rng_below(&s->rng, s->printed_count)];
        struct pm_column *c = &s->program->columns[j];
        const double span = floor(c->upper) - ceil(c->lower);
        if (span > 0 && span < 1000)
            c->lower = c->upper = ceil(c->lower) + pm_rng_below(&s->rng, (int)span + 1);
    }
}

/* Solves the program as it is now.  False: it has no solution, or that is not known. */
static bool solve(struct school *s)
{
    pulma_status status = pm_sat_solve(s->program, &s->limits, NULL, &s->solved, NULL);
    if (status != PULMA_OK || s->solved.status > PM_MIP_FEASIBLE)
        return false;
    pm_program_round(s->program, s->solved.values);
    return true;
}

/* The same, but none of these solutions, which are stated with further columns. */
static bool solve_other(struct school *s, const struct pm_exclude *these)
{
    struct pm_program *larger;
    struct pm_solved solved = {0};
    if (pm_program_exclude(s->program, these, &larger, NULL) != PULMA_OK)
        return false;
    solved.values = pm_new(&larger->arena, (size_t)larger->column_count + 1, double);
    const bool good = solved.values &&
                      pm_sat_solve(larger, &s->limits, NULL, &solved, NULL) == PULMA_OK &&
                      solved.status <= PM_MIP_FEASIBLE;
    for (int j = 0; j < s->program->column_count && good; j++)
        s->solved.values[j] = solved.values[j];
    pm_program_free(larger);
    pm_program_round(s->program, s->solved.values);
    return good;
}

/* What the model prints with the values of the solution, read as an answer to s->scratch. */
static bool print(struct school *s)
{
    struct pm_mip_request request = {.task = PM_MIP_PRINT,
                                     .source = *s->source,
                                     .value_count = s->program->column_count,
                                     .values = s->solved.values,
                                     .unchecked = true};
    struct pm_answer answer;
    bool good = pm_helper_ask(&request, NULL, &s->limits, &answer, NULL) == PULMA_OK &&
                !answer.limit;
    if (good) {
        const struct pm_text text =
            pm_without_heading(answer.reply.printed, answer.reply.printed_len);
        good = s->wanted->read(s->wanted->context, text.at, pm_text_len(&text), s->scratch);
    }
    pm_answer_free(&answer);
    return good;
}

static bool prints_answer(struct school *s)
{
    const size_t bytes = (size_t)s->wanted->places * sizeof *s->scratch;
    return print(s) && memcmp(s->scratch, s->wanted->answer, bytes) == 0;
}

/* The values of the printed columns, to `values`. */
static void take_printed(const struct school *s, int *values)
{
    for (int c = 0; c < s->printed_count; c++)
        values[c] = (int)lround(s->solved.values[s->printed[c]]);
}

static void keep_example(struct school *s)
{
    const size_t places = (size_t)s->wanted->places, n = (size_t)s->count;
    memcpy(s->answers + n * places, s->scratch, places * sizeof *s->scratch);
    take_printed(s, s->values + n * (size_t)s->printed_count);
    s->count++;
}

static int answer_of(const struct school *s, int example, int place)
{
    return s->answers[(size_t)example * (size_t)s->wanted->places + (size_t)place];
}

static int value_of(const struct school *s, int example, int column)
{
    return s->values[(size_t)example * (size_t)s->printed_count + (size_t)column];
}

/* An example in which the place has the value of the answer; -1: there is none. */
static int find_example(const struct school *s, int place)
{
    for (int i = 0; i < s->count; i++)
        if (answer_of(s, i, place) == s->wanted->answer[place])
            return i;
    return -1;
}

static bool knows_enough(const struct school *s)
{
    for (int place = 0; place < s->wanted->places; place++)
        if (find_example(s, place) < 0)
            return false;
    return s->count >= FEW_EXAMPLES;
}

static void collect(struct school *s)
{
    for (int i = 0;
         i < MOST_TRIES && s->count < MOST_EXAMPLES && !knows_enough(s) && !tired(s); i++) {
        restore(s);
        leave_families_out(s);
        fix_some(s);
        if (solve(s) && print(s))
            keep_example(s);
    }
    restore(s);
}

/* ---- What goes with what ---- */

/* Whether the column differs between examples, and is the same wherever the place is. */
static bool belongs(const struct school *s, int column, int place)
{
    bool differs = false;
    for (int i = 0; i < s->count; i++) {
        differs |= value_of(s, i, column) != value_of(s, 0, column);
        for (int k = 0; k < i; k++)
            if (answer_of(s, k, place) == answer_of(s, i, place)) {
                if (value_of(s, k, column) != value_of(s, i, column))
                    return false;
                break;
            }
    }
    return differs;
}

/* Fixes the columns of all places as the answer has them.  False: that does not fit together. */
static bool fix_answer(struct school *s)
{
    for (int place = 0; place < s->wanted->places; place++) {
        const int example = find_example(s, place);
        for (int c = 0; example >= 0 && c < s->printed_count; c++) {
            struct pm_column *column = &s->program->columns[s->printed[c]];
            const int value = value_of(s, example, c);
            if (!belongs(s, c, place))
                continue;
            if (value < column->lower || value > column->upper)
                return false;
            column->lower = column->upper = value;
        }
    }
    return true;
}

/* Leaves out the rows that were found to contradict each other. */
static void leave_why_out(struct school *s)
{
    for (int i = 0; i < s->solved.why_count; i++)
        leave_out(&s->program->rows[s->solved.why[i]]);
}

/* The first set of rows that exclude the answer, to `first`; returns how many they are.  0: none
 * were found, or it is not shown that they are to blame. */
static int find_rows(struct school *s, int *first)
{
    int count = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        s->solved.why_count = 0;
        if (pm_sat_why(s->program, &s->limits, &s->solved, NULL) != PULMA_OK ||
            s->solved.why_count == 0)
            break;
        if (round == 0) {
            count = s->solved.why_count;
            memcpy(first, s->solved.why, (size_t)count * sizeof *first);
        }
        leave_why_out(s);
    }
    return count > 0 && solve(s) && prints_answer(s) ? count : 0;
}

/* ---- One family less ---- */

/* A family of rows, and the solutions that the program has without it. */
struct family {
    int first; /* row */
    int count; /* solutions; -1: there are no more */
    int *values;
};

static int find_families(struct school *s, struct family *families)
{
    const struct pm_program *p = s->program;
    const size_t values = MOST_LISTED * (size_t)s->printed_count;
    int n = 0;
    for (int i = 0; i < p->row_count && n < MOST_FAMILIES; i = pm_family_end(p, i)) {
        if (!may_go(&p->rows[i]))
            continue;
        families[n] = (struct family){i, 0, pm_new(&s->program->arena, values, int)};
        if (!families[n].values)
            return 0;
        n++;
    }
    return n;
}

static void leave_family_out(struct school *s, const struct family *family)
{
    struct pm_program *p = s->program;
    restore(s);
    const int end = pm_family_end(p, family->first);
    for (int i = family->first; i < end; i++)
        leave_out(&p->rows[i]);
}

/* Another solution without the family. */
static bool list_one(struct school *s, struct family *family)
{
    const struct pm_exclude others = {.column_count = s->printed_count,
                                      .columns = s->printed,
                                      .count = family->count,
                                      .values = family->values};
    leave_family_out(s, family);
    if (!solve_other(s, &others)) {
        family->count = -1;
        return false;
    }
    take_printed(s, family->values + family->count++ * s->printed_count);
    return true;
}

static void fix_printed(struct school *s, const int *values)
{
    restore(s);
    for (int c = 0; c < s->printed_count; c++) {
        struct pm_column *column = &s->program->columns[s->printed[c]];
        column->lower = column->upper = values[c];
    }
}

/* Fixes the printed columns as in a solution without one of the families that prints the answer.  All
 * are listed side by side: with the right one left out there are few solutions, without another there
 * may be millions.  False: none was found up to so many of each. */
static bool fix_listed(struct school *s, struct family *families, int n, int most)
{
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < n; i++) {
            struct family *f = &families[i];
            if (f->count < 0 || f->count >= most || tired(s) || !list_one(s, f))
                continue;
            more = true;
            if (prints_answer(s)) {
                fix_printed(s, f->values + (f->count - 1) * s->printed_count);
                return true;
            }
        }
    }
    return false;
}

/* ---- The whole way ---- */

/* Any solution will do, so the objective goes. */
static bool open_school(struct school *s)
{
    struct pm_program *p = s->program;
    const size_t places = (size_t)s->wanted->places, columns = (size_t)p->column_count;
    p->has_objective = false;
    for (int j = 0; j < p->column_count; j++)
        p->columns[j].cost = 0;
    pm_rng_init(&s->rng, 1);
    s->printed = pm_printed_columns(s->source, p, &p->arena, &s->printed_count);
    s->rows = pm_new(&p->arena, (size_t)p->row_count + 1, struct pm_row);
    s->columns = pm_new(&p->arena, columns + 1, struct pm_column);
    s->solved.values = pm_new(&p->arena, columns + 1, double);
    s->solved.why = pm_new(&p->arena, (size_t)p->row_count + 1, int);
    s->answers = pm_new(&p->arena, MOST_EXAMPLES * (places + 1), int);
    s->values = pm_new(&p->arena, MOST_EXAMPLES * (columns + 1), int);
    s->scratch = pm_new(&p->arena, places + 1, int);
    if (!s->printed || !s->rows || !s->columns || !s->solved.values || !s->solved.why ||
        !s->answers || !s->values || !s->scratch)
        return false;
    memcpy(s->rows, p->rows, (size_t)p->row_count * sizeof *p->rows);
    memcpy(s->columns, p->columns, columns * sizeof *p->columns);
    return s->printed_count > 0;
}

/* How many rows are to blame; 0: none were found. */
static int blame(struct school *s, int *rows)
{
    struct family families[MOST_FAMILIES];
    const int n = find_families(s, families);
    int count = fix_listed(s, families, n, FIRST_LISTED) ? find_rows(s, rows) : 0;
    if (count > 0)
        return count;
    collect(s);
    count = s->count >= FEW_EXAMPLES && fix_answer(s) ? find_rows(s, rows) : 0;
    if (count > 0)
        return count;
    return fix_listed(s, families, n, MOST_LISTED) ? find_rows(s, rows) : 0;
}

pulma_status pm_model_against(const struct pm_source *source,
                              const struct pm_missed *wanted,
                              const struct pm_limits *limits,
                              struct pm_model_result *result, pulma_error *err)
{
    struct school s = {.source = source, .wanted = wanted, .limits = *limits};
    s.limits.conflicts = MOST_CONFLICTS;
    s.watch = pm_watch_start();
    assert(wanted->places > 0);
    *result = (struct pm_model_result){.status = PM_MIP_LIMIT};
    pulma_status status = pm_model_translate(source, NULL, false, limits, &s.program, err);
    if (status != PULMA_OK)
        return status;
    int *rows = pm_new(&s.program->arena, (size_t)s.program->row_count + 1, int);
    if (rows && open_school(&s)) {
        const int count = blame(&s, rows);
        if (count > 0)
            status = pm_result_take_why(s.program, count, rows, true, result, err);
    }
    pm_program_free(s.program);
    return status;
}
