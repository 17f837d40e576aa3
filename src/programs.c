/* Programs of one puzzle: the public functions that show columns and rows, which places of the board
 * they speak of, the linear relaxation, and what is printed with given values. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "export/export.h"
#include "handle.h"
#include "models/probe.h"
#include "pulma/pulma.h"

struct pulma_program {
    const pulma_puzzle *puzzle;
    struct pm_pair pair;
    struct pm_program *program;
    int *row_columns;  /* the columns of all entries, in the order of the program */
    int **places;      /* per column; NULL: not known */
    int *place_counts; /* per column */
};

static struct pm_limits limits_within(double seconds)
{
    return (struct pm_limits){.deadline = seconds > 0 ? pm_clock() + seconds : 0};
}

static pulma_status done(pulma_error *err, pulma_status status)
{
    if (err && status == PULMA_LIMIT)
        err->limit = PULMA_LIMIT_TIME;
    return pm_done(err, status, PULMA_TEXT_MODEL);
}

/* ---- Columns and rows -------------------------------------------------------------------- */

static pulma_status build(struct pulma_program *p, const char *model, double seconds,
                          pulma_error *err)
{
    const struct pm_limits limits = limits_within(seconds);
    const struct pm_model_options options = {0};
    pulma_status status = pm_pair_open(&p->pair, p->puzzle, model, &limits, err);
    p->pair.data.limits = NULL; /* which end here */
    if (!status)
        status =
            pm_model_translate(&p->pair.source, &options, false, &limits, &p->program, err);
    if (status)
        return status;
    const size_t entries = (size_t)p->program->entry_count;
    p->row_columns = pm_new(&p->pair.arena, entries + 1, int);
    for (size_t k = 0; p->row_columns && k < entries; k++)
        p->row_columns[k] = p->program->entries[k].column;
    return p->row_columns ? PULMA_OK : pm_fail_memory(err);
}

pulma_status pulma_program_new(const pulma_puzzle *puzzle, const char *model,
                               double seconds, pulma_program **program, pulma_error *err)
{
    *program = NULL;
    pm_error_clear(err);
    struct pulma_program *p = calloc(1, sizeof *p);
    if (!p)
        return done(err, pm_fail_memory(err));
    p->puzzle = puzzle;
    pulma_status status = build(p, model, seconds, err);
    if (status)
        pulma_program_free(p);
    else
        *program = p;
    return done(err, status);
}

void pulma_program_free(pulma_program *program)
{
    if (!program)
        return;
    pm_program_free(program->program);
    pm_pair_close(&program->pair);
    free(program);
}

int pulma_program_columns(const pulma_program *program)
{
    return program ? program->program->column_count : 0;
}

int pulma_program_rows(const pulma_program *program)
{
    return program ? program->program->row_count : 0;
}

static bool is_column(const pulma_program *program, int column)
{
    return 0 <= column && column < pulma_program_columns(program);
}

static bool is_row(const pulma_program *program, int row)
{
    return 0 <= row && row < pulma_program_rows(program);
}

const char *pulma_program_column(const pulma_program *program, int column)
{
    return is_column(program, column) ? program->program->columns[column].name : NULL;
}

const char *pulma_program_row(const pulma_program *program, int row)
{
    return is_row(program, row) ? program->program->rows[row].name : NULL;
}

bool pulma_program_bounds(const pulma_program *program, int column, double *lower,
                          double *upper)
{
    *lower = *upper = 0;
    if (!is_column(program, column))
        return false;
    const struct pm_column *c = &program->program->columns[column];
    *lower = c->lower;
    *upper = c->upper;
    return c->type != PM_CONTINUOUS;
}

int pulma_program_row_columns(const pulma_program *program, int row, const int **columns)
{
    *columns = NULL;
    if (!is_row(program, row))
        return 0;
    const struct pm_row *r = &program->program->rows[row];
    *columns = program->row_columns + r->first;
    return r->count;
}

pulma_status pulma_program_row_formula(const pulma_program *program, int row, char **json,
                                       pulma_error *err)
{
    struct pm_out out = {0};
    *json = NULL;
    pm_error_clear(err);
    if (!is_row(program, row))
        return pm_fail_null(err, "the row");
    pm_row_formula(program->program, row, &out);
    return done(err, pm_out_give(&out, json, NULL, err));
}

bool pulma_program_has_objective(const pulma_program *program, bool *maximise)
{
    *maximise = program && program->program->maximise;
    return program && program->program->has_objective;
}

/* ---- Places ------------------------------------------------------------------------------ */

/* What is needed to compare a printed answer with another one. */
struct reading {
    const pulma_puzzle *puzzle;
    int places;
    int *base, *other;   /* answers: the one that stands, one that is compared with it */
    struct pm_text text; /* of the base */
    int *from, *to;      /* per byte of the text: which of `touched` belong to it */
    int *touched, count; /* places, byte after byte */
    bool *changed;       /* per place */
};

static bool read_answer(const struct reading *r, const char *text, size_t len, int *answer)
{
    return pulma_answer_read(r->puzzle, text, len, answer, NULL) == PULMA_OK;
}

/* How many places differ. */
static int compare(struct reading *r)
{
    int n = 0;
    for (int i = 0; i < r->places; i++)
        n += r->other[i] != r->base[i];
    return n;
}

/* Which places a byte of the printed answer is about: those that change if another sign stands there,
 * for the sign that changes fewest. */
static bool touch_byte(struct reading *r, struct pm_arena *arena, char *copy, size_t at)
{
    static const char signs[] = "0123456789-.*#+abcdefghABCDEFGH";
    const char own = copy[at];
    int fewest = 0;
    int *best = pm_new(arena, (size_t)r->places + 1, int);
    for (const char *sign = signs; best && *sign && fewest != 1; sign++) {
        if (*sign == own)
            continue;
        copy[at] = *sign;
        if (!read_answer(r, copy, pm_text_len(&r->text), r->other))
            continue;
        const int n = compare(r);
        if (n == 0 || (fewest > 0 && n >= fewest))
            continue;
        fewest = n;
        for (int i = 0, k = 0; i < r->places; i++)
            if (r->other[i] != r->base[i])
                best[k++] = i;
    }
    copy[at] = own;
    r->from[at] = r->count;
    for (int k = 0; best && k < fewest; k++)
        r->touched[r->count++] = best[k];
    r->to[at] = r->count;
    return best != NULL;
}

/* False: no memory. */
static bool touch_bytes(struct reading *r, struct pm_arena *arena)
{
    enum { MOST = 4 }; /* places that a byte is about */
    const size_t len = pm_text_len(&r->text);
    char *copy = pm_copy(arena, r->text.at, len);
    r->from = pm_new(arena, len + 1, int);
    r->to = pm_new(arena, len + 1, int);
    r->touched = pm_new(arena, MOST * len + (size_t)r->places + 1, int);
    for (size_t i = 0; copy && r->from && r->to && r->touched && i < len; i++) {
        const bool blank = strchr(" \t\r\n", copy[i]) != NULL;
        if (!blank && !touch_byte(r, arena, copy, i))
            return false;
        if (r->to[i] - r->from[i] > MOST) { /* it is about the whole: no help */
            r->count = r->from[i];
            r->to[i] = r->from[i];
        }
    }
    return copy && r->from && r->to && r->touched;
}

static void change_byte(struct reading *r, const char *at)
{
    const size_t i = (size_t)(at - r->text.at);
    for (int k = r->from[i]; k < r->to[i]; k++)
        r->changed[r->touched[k]] = true;
}

/* The bytes of a line that another line has not: those between the same beginning and the same end.
 * False: the lines have not the same length, so that this is a guess. */
static bool change_line(struct reading *r, struct pm_text line, struct pm_text other)
{
    const char *end = line.end;
    if (pm_text_len(&line) == pm_text_len(&other)) {
        for (; line.at < line.end; line.at++, other.at++)
            if (*line.at != *other.at)
                change_byte(r, line.at);
        return true;
    }
    while (line.at < line.end && other.at < other.end && *line.at == *other.at)
        line.at++, other.at++;
    while (line.end > line.at && other.end > other.at && line.end[-1] == other.end[-1])
        line.end--, other.end--;
    if (line.at == line.end && line.at < end) /* something was put before this */
        line.end++;
    for (; line.at < line.end; line.at++)
        change_byte(r, line.at);
    return false;
}

/* What an answer that cannot be read has changed, by its text; false: this cannot be told. */
static bool change_text(struct reading *r, struct pm_text other)
{
    struct pm_text base = r->text;
    bool sure = true;
    while (base.at < base.end && other.at < other.end) {
        const struct pm_text line = pm_text_line(&base), with = pm_text_line(&other);
        sure = change_line(r, line, with) && sure;
    }
    return sure;
}

static pulma_status take_places(struct pulma_program *p, int column, struct reading *r,
                                pulma_error *err)
{
    int n = 0;
    for (int i = 0; i < r->places; i++)
        n += r->changed[i];
    int *places = pm_new(&p->pair.arena, (size_t)n + 1, int);
    if (!places)
        return pm_fail_memory(err);
    p->places[column] = places;
    p->place_counts[column] = n;
    for (int i = 0; i < r->places; i++) {
        if (r->changed[i])
            *places++ = i;
        r->changed[i] = false;
    }
    return PULMA_OK;
}

/* ---- By their indices ---- */

enum { MOST_POSITIONS = 6 };

/* Some of a column's indices, those that a mask names, as one number; 0 if it has not so many. */
static uint64_t key_of(const char *name, unsigned mask)
{
    uint64_t hash = 14695981039346656037u;
    const char *at = name + strcspn(name, "[");
    size_t len;
    unsigned position = 0;
    for (; (at = pm_column_index(at, &len)); at += len, position++)
        for (size_t k = 0; k <= len && mask >> position & 1; k++)
            hash = (hash ^ (unsigned char)(k < len ? at[k] : ',')) * 1099511628211u;
    return mask >> position ? 0 : hash;
}

struct keyed {
    uint64_t key;
    int column;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static bool same_places(const struct pulma_program *p, int a, int b)
{
    return p->place_counts[a] == p->place_counts[b] &&
           memcmp(p->places[a], p->places[b],
                  (size_t)p->place_counts[a] * sizeof **p->places) == 0;
}

static void share_places(struct pulma_program *p, int from, int to)
{
    p->places[to] = p->places[from];
    p->place_counts[to] = p->place_counts[from];
}

/* Columns of a variable, sorted by key: false if two known ones of one key have other places, or if no
 * key tells the places of a column that is not known; and if too few keys are known to tell much. */
static bool agree(const struct pulma_program *p, const struct keyed *list, int n)
{
    bool useful = false;
    int keys = 0, known_keys = 0;
    for (int i = 0, k; i < n; i = k) {
        int known = -1;
        for (k = i; k < n && list[k].key == list[i].key; k++) {
            const int column = list[k].column;
            if (!p->places[column])
                continue;
            if (known >= 0 && !same_places(p, known, column))
                return false;
            known = column;
        }
        for (int j = i; known >= 0 && j < k; j++)
            useful |= !p->places[list[j].column];
        keys++;
        known_keys += known >= 0;
    }
    return useful && 5 * known_keys >= 4 * keys;
}

static void spread(struct pulma_program *p, const struct keyed *list, int n)
{
    for (int i = 0, k; i < n; i = k) {
        int known = -1;
        for (k = i; k < n && list[k].key == list[i].key; k++)
            if (p->places[list[k].column])
                known = list[k].column;
        for (int j = i; known >= 0 && j < k; j++)
            share_places(p, known, list[j].column);
    }
}

/* Columns of a variable that were not tried, or whose text told nothing for sure: which of the indices
 * tell the place is what the known columns agree on, the fewest. */
static pulma_status complete(struct pulma_program *p, int first, int end,
                             struct pm_arena *arena, pulma_error *err)
{
    bool some = false, all = true;
    for (int j = first; j < end; j++) {
        some |= p->places[j] && p->place_counts[j] > 0;
        all &= p->places[j] != NULL;
    }
    struct keyed *list = pm_new(arena, (size_t)(end - first) + 1, struct keyed);
    if (!list)
        return pm_fail_memory(err);
    for (int bits = 1; some && !all && bits <= MOST_POSITIONS; bits++)
        for (unsigned mask = 1; mask < 1u << MOST_POSITIONS && !all; mask++) {
            bool fits = true;
            if (__builtin_popcount(mask) != bits)
                continue;
            for (int j = first; j < end && fits; j++) {
                list[j - first] =
                    (struct keyed){key_of(p->program->columns[j].name, mask), j};
                fits = list[j - first].key != 0;
            }
            if (!fits)
                continue;
            qsort(list, (size_t)(end - first), sizeof *list, by_key);
            all = agree(p, list, end - first);
            if (all)
                spread(p, list, end - first);
        }
    return PULMA_OK;
}

/* A stand-in has the places of its factors. */
static pulma_status add_products(struct pulma_program *p, struct pm_arena *arena,
                                 pulma_error *err)
{
    const struct pm_program *program = p->program;
    struct reading r = {.places = pulma_puzzle_places(p->puzzle)};
    r.changed = pm_new(arena, (size_t)r.places + 1, bool);
    if (!r.changed)
        return pm_fail_memory(err);
    for (int i = 0; i < program->row_count; i++) {
        const struct pm_row *row = &program->rows[i];
        if (row->role != PM_PRODUCT || p->place_counts[row->stand_in] > 0)
            continue;
        for (int f = 0; f < 2; f++)
            for (int k = 0; k < p->place_counts[row->factors[f]]; k++)
                r.changed[p->places[row->factors[f]][k]] = true;
        if (take_places(p, row->stand_in, &r, err))
            return PULMA_NO_MEMORY;
    }
    return PULMA_OK;
}

/* What another text changes; false: this is a guess. */
static bool change(struct reading *r, const struct pm_text *text)
{
    const bool readable = read_answer(r, text->at, pm_text_len(text), r->other);
    memset(r->changed, false, (size_t)r->places * sizeof *r->changed);
    for (int k = 0; readable && k < r->places; k++)
        r->changed[k] = r->other[k] != r->base[k];
    return (readable && compare(r) > 0) || change_text(r, *text);
}

/* A column that changes nothing, as one with the factor 0, may still be told by its indices. */
static bool has_changed(const struct reading *r)
{
    for (int i = 0; i < r->places; i++)
        if (r->changed[i])
            return true;
    return false;
}

static pulma_status open_reading(const struct pulma_program *p,
                                 const struct pm_probe *probe, struct pm_arena *arena,
                                 struct reading *r, pulma_error *err)
{
    *r = (struct reading){
        .puzzle = p->puzzle, .places = pulma_puzzle_places(p->puzzle), .text = probe->base};
    const size_t n = (size_t)r->places + 1;
    r->base = pm_new(arena, n, int);
    r->other = pm_new(arena, n, int);
    r->changed = pm_new(arena, n, bool);
    if (!r->base || !r->other || !r->changed)
        return pm_fail_memory(err);
    if (!read_answer(r, probe->base.at, pm_text_len(&probe->base), r->base))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the model printed no answer");
    return PULMA_OK;
}

/* A column that takes the place of another: the single place that changes is the column's. */
static void change_swapped(struct reading *r, const struct pm_text *text)
{
    if (read_answer(r, text->at, pm_text_len(text), r->other) && compare(r) == 1)
        for (int k = 0; k < r->places; k++)
            r->changed[k] |= r->other[k] != r->base[k];
}

/* With all of its partners: a place that they agree on. */
static pulma_status map_swapped(struct pulma_program *p, const struct pm_probe *probe,
                                struct reading *r, pulma_error *err)
{
    for (int i = 0, end; i < probe->count; i = end) {
        const int column = probe->columns[i];
        int n = 0;
        memset(r->changed, false, (size_t)r->places * sizeof *r->changed);
        for (end = i; end < probe->count && probe->columns[end] == column; end++)
            change_swapped(r, &probe->texts[end]);
        for (int k = 0; k < r->places; k++)
            n += r->changed[k];
        if (n == 1 && take_places(p, column, r, err))
            return PULMA_NO_MEMORY;
    }
    return PULMA_OK;
}

static pulma_status map_alone(struct pulma_program *p, const struct pm_probe *probe,
                              struct reading *r, pulma_error *err)
{
    for (int i = 0; i < probe->count; i++)
        if (change(r, &probe->texts[i]) && has_changed(r) &&
            take_places(p, probe->columns[i], r, err))
            return PULMA_NO_MEMORY;
    return PULMA_OK;
}

static pulma_status map_columns(struct pulma_program *p, const struct pm_probe *probe,
                                bool swapped, struct pm_arena *arena, pulma_error *err)
{
    struct reading r;
    pulma_status status = open_reading(p, probe, arena, &r, err);
    if (status)
        return status;
    if (!swapped && !touch_bytes(&r, arena))
        return pm_fail_memory(err);
    if (swapped ? map_swapped(p, probe, &r, err) : map_alone(p, probe, &r, err))
        return PULMA_NO_MEMORY;
    for (int first = 0, end; first < p->program->column_count; first = end) {
        end = pm_variable_end(p->program, first);
        if (complete(p, first, end, arena, err))
            return PULMA_NO_MEMORY;
    }
    return PULMA_OK;
}

/* A solution, by whatever finds one soonest. */
static pulma_status solve(const struct pulma_program *p, const struct pm_limits *limits,
                          struct pm_model_result *result, pulma_error *err)
{
    struct pm_model_options options = {.solver = "sat"};
    pulma_status status = pm_model_solve(&p->pair.source, &options, limits, result, err);
    if (status == PULMA_UNAVAILABLE) { /* sat does not take every program */
        pm_model_result_free(result);
        options.solver = "glpk";
        status = pm_model_solve(&p->pair.source, &options, limits, result, err);
    }
    if (status)
        return status;
    if (result->status == PM_MIP_LIMIT)
        return pm_fail(err, PULMA_LIMIT, NULL,
                       "no solution of the model was found in time");
    if (result->status > PM_MIP_FEASIBLE)
        return pm_fail(err, PULMA_NONE, NULL, "the model has no solution");
    return PULMA_OK;
}

/* One look at what is printed.  PULMA_UNAVAILABLE: it told nothing. */
static pulma_status probe_once(struct pulma_program *p, const double *values, int only,
                               const int *partners, const struct pm_limits *limits,
                               struct pm_arena *arena, pulma_error *err)
{
    struct pm_probe probe;
    pulma_status status = pm_probe_run(&p->pair.source, p->program, values, only, partners,
                                       limits, &probe, err);
    if (!status)
        status = map_columns(p, &probe, partners != NULL, arena, err);
    pm_probe_free(&probe);
    return status;
}

/* Of all variables at once; if printing fails with other values of one of them, one by one. */
static pulma_status probe_columns(struct pulma_program *p, const double *values,
                                  const int *partners, const struct pm_limits *limits,
                                  struct pm_arena *arena, pulma_error *err)
{
    pulma_status status = probe_once(p, values, -1, partners, limits, arena, err);
    if (status != PULMA_UNAVAILABLE)
        return status;
    bool some = false;
    for (int first = 0; first < p->program->column_count;
         first = pm_variable_end(p->program, first)) {
        status = probe_once(p, values, first, partners, limits, arena, err);
        some |= status == PULMA_OK;
        if (status && status != PULMA_UNAVAILABLE)
            return status;
    }
    return some ? PULMA_OK : status;
}

/* First each column alone; where that tells nothing for sure, columns that change places. */
static pulma_status probe_twice(struct pulma_program *p, const double *values,
                                const struct pm_limits *limits, struct pm_arena *arena,
                                pulma_error *err)
{
    pulma_status status = probe_columns(p, values, NULL, limits, arena, err), second;
    if (status && status != PULMA_UNAVAILABLE)
        return status;
    int *partners = pm_probe_partners(p->program, values);
    if (!partners)
        return pm_fail_memory(err);
    for (int j = 0; j < p->program->column_count; j++)
        if (p->places[j])
            partners[PM_MOST_PARTNERS * j] = -1;
    second = probe_columns(p, values, partners, limits, arena, NULL);
    free(partners);
    if (second == PULMA_NO_MEMORY)
        return pm_fail_memory(err);
    return status && second ? status : add_products(p, arena, err);
}

static pulma_status find_places(struct pulma_program *p, const struct pm_limits *limits,
                                pulma_error *err)
{
    struct pm_model_result result = {0};
    struct pm_arena arena;
    const size_t columns = (size_t)p->program->column_count;
    pm_arena_init(&arena, 0);
    p->places = pm_new(&p->pair.arena, columns + 1, int *);
    p->place_counts = pm_new(&p->pair.arena, columns + 1, int);
    pulma_status status = p->places && p->place_counts ? PULMA_OK : pm_fail_memory(err);
    if (!status)
        status = solve(p, limits, &result, err);
    if (!status && result.value_count != p->program->column_count)
        status = pm_fail(err, PULMA_SOLVER, NULL,
                         "the model gave another program the second time");
    if (!status)
        status = probe_twice(p, result.values, limits, &arena, err);
    pm_model_result_free(&result);
    pm_arena_free(&arena);
    return status;
}

pulma_status pulma_program_find_places(pulma_program *program, double seconds,
                                       pulma_error *err)
{
    const struct pm_limits limits = limits_within(seconds);
    pm_error_clear(err);
    if (!program)
        return pm_fail_null(err, "the program");
    return done(err, program->places ? PULMA_OK : find_places(program, &limits, err));
}

int pulma_program_places(const pulma_program *program, int column, const int **places)
{
    *places = NULL;
    if (!is_column(program, column) || !program->places)
        return 0;
    *places = program->places[column];
    return program->place_counts[column];
}

/* ---- Relaxation -------------------------------------------------------------------------- */

pulma_status pulma_program_relax(const pulma_program *program, const double *bounds,
                                 double seconds, double *values, double *value,
                                 pulma_error *err)
{
    pm_error_clear(err);
    if (!program || !values || !value)
        return pm_fail_null(err, program ? "the values" : "the program");
    const struct pm_limits limits = limits_within(seconds);
    const int columns = program->program->column_count;
    double *own = bounds ? NULL : calloc(2 * (size_t)columns + 1, sizeof *own);
    if (!bounds && !own)
        return done(err, pm_fail_memory(err));
    for (int j = 0; own && j < columns; j++) {
        own[2 * j] = program->program->columns[j].lower;
        own[2 * j + 1] = program->program->columns[j].upper;
    }
    pulma_status status = pm_model_relax_within(
        &program->pair.source, bounds ? bounds : own, columns, &limits, value, values, err);
    free(own);
    return done(err, status);
}

/* ---- Printing ---------------------------------------------------------------------------- */

pulma_status pulma_program_print(const pulma_program *program, const double *values,
                                 double seconds, char **text, pulma_error *err)
{
    struct pm_out out = {0};
    pm_error_clear(err);
    if (!program || !values || !text)
        return pm_fail_null(err, program ? "the values" : "the program");
    *text = NULL;
    const struct pm_limits limits = limits_within(seconds);
    pulma_status status =
        pm_model_print(&program->pair.source, program->program, values, &limits, &out, err);
    if (status)
        pm_out_free(&out);
    else
        status = pm_out_give(&out, text, NULL, err);
    return done(err, status);
}
