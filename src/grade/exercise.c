/* The text of an exercise: a field a line, "name: value", remarks behind %. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "grade/inside.h"

static const char *const part_names[GRADE_PARTS] = {"board", "make", "catch", "several",
                                                    "speed"};

const char *grade_part_name(enum grade_part part)
{
    assert(part < GRADE_PARTS);
    return part_names[part];
}

/* ---- Values ---- */

/* The cursor of a field's value, and where it is kept. */
struct field {
    struct grade_exercise *exercise;
    struct pm_text value;
    const char *folder;
    pulma_error *err;
};

static const char *copy_of(struct field *f, const struct pm_text *text)
{
    const char *copy = pm_copy(&f->exercise->arena, text->at, pm_text_len(text));
    if (!copy)
        pm_fail_memory(f->err);
    return copy;
}

static pulma_status read_title(struct field *f)
{
    f->exercise->title = copy_of(f, &f->value);
    return f->exercise->title ? PULMA_OK : PULMA_NO_MEMORY;
}

static pulma_status read_kind(struct field *f)
{
    const char *name = copy_of(f, &f->value);
    if (!name)
        return PULMA_NO_MEMORY;
    f->exercise->kind = pulma_kind_find(name);
    if (f->exercise->kind < 0)
        return pm_fail(f->err, PULMA_BAD_TEXT, &f->value,
                       "expected a kind of puzzle, found '%.40s'", name);
    if (pulma_model_count(f->exercise->kind) > 0)
        return PULMA_OK;
    return pm_fail(f->err, PULMA_BAD_TEXT, &f->value, "%s has no data for models", name);
}

static pulma_status read_ask(struct field *f)
{
    static const char *const words[] = {
        [GRADE_ANY] = "any answer",
        [GRADE_ALL] = "all answers",
        [GRADE_CHEAPEST] = "the cheapest",
    };
    for (int i = 0; i < 3; i++)
        if (pm_text_is(&f->value, words[i])) {
            f->exercise->ask = (enum grade_ask)i;
            return PULMA_OK;
        }
    return pm_fail(f->err, PULMA_BAD_TEXT, &f->value,
                   "expected 'any answer', 'all answers' or 'the cheapest'");
}

/* A path is taken as it stands; a name is one in the folder of the exercise. */
static pulma_status read_board(struct field *f)
{
    struct grade_exercise *e = f->exercise;
    struct pm_out path = {0};
    size_t n = (size_t)e->file_count;
    const char **files = pm_new(&e->arena, n + 1, const char *);
    struct pm_text *where = pm_new(&e->arena, n + 1, struct pm_text);
    if (pm_text_peek(&f->value) != '/')
        pm_out_f(&path, "%s/", f->folder);
    pm_out_bytes(&path, f->value.at, pm_text_len(&f->value));
    const char *copy =
        path.failed || !path.data ? NULL : pm_copy(&e->arena, path.data, path.len);
    pm_out_free(&path);
    if (!files || !where || !copy)
        return pm_fail_memory(f->err);
    if (n > 0) {
        memcpy(files, e->files, n * sizeof *files);
        memcpy(where, e->file_where, n * sizeof *where);
    }
    files[n] = copy;
    where[n] = f->value;
    e->files = files;
    e->file_where = where;
    e->file_count++;
    return PULMA_OK;
}

/* "3 of size 6x5", or "3" for boards of the kind's usual size. */
static pulma_status read_make(struct field *f, enum grade_part part)
{
    struct grade_exercise *e = f->exercise;
    struct pm_text *t = &f->value;
    struct grade_make make = {.part = part, .where = *t};
    pulma_status status = pm_text_int(t, 1, 100, &make.count, f->err);
    pm_text_blanks(t);
    if (!status && !pm_text_ended(t)) {
        if (!pm_text_word(t, "of size "))
            return pm_fail_expected(f->err, t, "'of size WIDTHxHEIGHT'");
        pm_text_blanks(t);
        status = pm_text_int(t, 1, 1000, &make.columns, f->err);
        if (!status && !pm_text_word(t, "x"))
            return pm_fail_expected(f->err, t, "'x' and the height");
        if (!status)
            status = pm_text_int(t, 1, 1000, &make.rows, f->err);
        if (!status)
            status = pm_text_done(t, f->err);
    }
    if (status)
        return status;
    if (e->make_count == GRADE_MOST_MAKES)
        return pm_fail(f->err, PULMA_BAD_TEXT, &make.where, "at most %d lines make boards",
                       GRADE_MOST_MAKES);
    e->makes[e->make_count++] = make;
    return PULMA_OK;
}

static pulma_status read_made(struct field *f)
{
    return read_make(f, GRADE_MAKE);
}

static pulma_status read_catch(struct field *f)
{
    return read_make(f, GRADE_CATCH);
}

static pulma_status read_several(struct field *f)
{
    return read_make(f, GRADE_SEVERAL);
}

static pulma_status read_speed(struct field *f)
{
    return read_make(f, GRADE_SPEED);
}

/* "diagonals=yes", for the generator of the kind. */
static pulma_status read_option(struct field *f)
{
    struct grade_exercise *e = f->exercise;
    const char *equals = memchr(f->value.at, '=', pm_text_len(&f->value));
    if (!equals || equals == f->value.at)
        return pm_fail(f->err, PULMA_BAD_TEXT, &f->value, "expected NAME=VALUE");
    if (e->option_count == GRADE_MOST_OPTIONS)
        return pm_fail(f->err, PULMA_BAD_TEXT, &f->value, "at most %d options are allowed",
                       GRADE_MOST_OPTIONS);
    struct pm_text name = f->value, value = f->value;
    name.end = equals;
    value.at = equals + 1;
    e->option_names[e->option_count] = copy_of(f, &name);
    e->option_values[e->option_count] = copy_of(f, &value);
    if (!e->option_names[e->option_count] || !e->option_values[e->option_count])
        return PULMA_NO_MEMORY;
    e->option_count++;
    return PULMA_OK;
}

static pulma_status read_number(struct field *f, int min, int max, int *number)
{
    pulma_status status = pm_text_int(&f->value, min, max, number, f->err);
    return status ? status : pm_text_done(&f->value, f->err);
}

static pulma_status read_seed(struct field *f)
{
    int seed = 0;
    pulma_status status = read_number(f, 0, 1000000000, &seed);
    f->exercise->seed = (uint64_t)seed;
    return status;
}

static pulma_status read_time(struct field *f)
{
    return read_number(f, 1, 3600, &f->exercise->seconds);
}

static pulma_status read_nodes(struct field *f)
{
    int nodes = 0;
    pulma_status status = read_number(f, 1, 1000000000, &nodes);
    f->exercise->nodes = nodes;
    return status;
}

static pulma_status read_memory(struct field *f)
{
    int number = 0;
    pulma_status status = pm_text_int(&f->value, 1, 1000000, &number, f->err);
    if (status)
        return status;
    bool large = pm_text_word(&f->value, "G");
    if (!large && !pm_text_word(&f->value, "M"))
        return pm_fail_expected(f->err, &f->value, "M or G");
    f->exercise->memory = (size_t)number << (large ? 30 : 20);
    return pm_text_done(&f->value, f->err);
}

static pulma_status read_variables(struct field *f)
{
    return read_number(f, 1, 100000000, &f->exercise->variables);
}

static pulma_status read_linear(struct field *f)
{
    f->exercise->linear = pm_text_is(&f->value, "yes");
    if (f->exercise->linear || pm_text_is(&f->value, "no"))
        return PULMA_OK;
    return pm_fail_expected(f->err, &f->value, "yes or no");
}

static pulma_status add_solver(struct field *f, const struct pm_text *name)
{
    struct grade_exercise *e = f->exercise;
    pulma_error why;
    if (e->solver_count == GRADE_MOST_SOLVERS)
        return pm_fail(f->err, PULMA_BAD_TEXT, name, "at most %d solvers are allowed",
                       GRADE_MOST_SOLVERS);
    const char *copy = copy_of(f, name);
    if (!copy)
        return PULMA_NO_MEMORY;
    if (pulma_solver_check(copy, &why) != PULMA_OK)
        return pm_fail(f->err, PULMA_BAD_TEXT, name, "%s", why.message);
    e->solvers[e->solver_count++] = copy;
    return PULMA_OK;
}

/* "glpk --cuts, cbc" */
static pulma_status read_solvers(struct field *f)
{
    pulma_status status = PULMA_OK;
    struct pm_text *t = &f->value;
    do {
        pm_text_blanks(t);
        struct pm_text name = *t;
        while (!pm_text_ended(t) && pm_text_peek(t) != ',')
            pm_text_take(t);
        name.end = t->at;
        name = pm_text_trim(name);
        status = pm_text_ended(&name) ? pm_fail_expected(f->err, t, "a solver")
                                      : add_solver(f, &name);
    } while (!status && pm_text_word(t, ","));
    return status;
}

/* "board 1, catch 5" */
static pulma_status read_points(struct field *f)
{
    struct pm_text *t = &f->value;
    memset(f->exercise->points, 0, sizeof f->exercise->points);
    do {
        int part = 0;
        pm_text_blanks(t);
        while (part < GRADE_PARTS && !pm_text_word(t, part_names[part]))
            part++;
        if (part == GRADE_PARTS)
            return pm_fail_expected(f->err, t, "board, make, catch, several or speed");
        pm_text_blanks(t);
        pulma_status status = pm_text_int(t, 0, 1000, &f->exercise->points[part], f->err);
        if (status)
            return status;
        pm_text_blanks(t);
    } while (pm_text_word(t, ","));
    return pm_text_done(t, f->err);
}

/* ---- Fields ---- */

static const struct {
    const char *name;
    pulma_status (*read)(struct field *field);
    bool several;
} fields[] = {
    {"exercise", read_title, false}, {"kind", read_kind, false},
    {"ask", read_ask, false},        {"board", read_board, true},
    {"make", read_made, true},       {"catch", read_catch, true},
    {"several", read_several, true}, {"speed", read_speed, true},
    {"option", read_option, true},   {"seed", read_seed, false},
    {"time", read_time, false},      {"nodes", read_nodes, false},
    {"memory", read_memory, false},  {"variables", read_variables, false},
    {"linear", read_linear, false},  {"solver", read_solvers, false},
    {"points", read_points, false},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static pulma_status read_field(struct field *f, struct pm_text line, bool *seen)
{
    const char *colon = memchr(line.at, ':', pm_text_len(&line));
    if (!colon)
        return pm_fail_expected(f->err, &line, "a field, 'name: value'");
    struct pm_text name = line, value = line;
    name.end = colon;
    while (value.at <= colon)
        pm_text_take(&value);
    name = pm_text_trim(name);
    f->value = pm_text_trim(value);
    for (int i = 0; i < FIELDS; i++) {
        if (!pm_text_is(&name, fields[i].name))
            continue;
        if (seen[i] && !fields[i].several)
            return pm_fail(f->err, PULMA_BAD_TEXT, &name, "the field '%s' comes twice",
                           fields[i].name);
        if (pm_text_ended(&f->value))
            return pm_fail_expected(f->err, &f->value, "a value of '%s'", fields[i].name);
        seen[i] = true;
        return fields[i].read(f);
    }
    return pm_fail(f->err, PULMA_BAD_TEXT, &name,
                   "expected a field (exercise, kind, ask, board, make, catch, several, "
                   "speed, option, seed, time, nodes, memory, variables, linear, solver or "
                   "points), found '%.*s'",
                   (int)(pm_text_len(&name) < 40 ? pm_text_len(&name) : 40), name.at);
}

static pulma_status check_whole(const struct grade_exercise *e, const struct pm_text *end,
                                pulma_error *err)
{
    if (e->kind < 0)
        return pm_fail(err, PULMA_BAD_TEXT, end, "expected the field 'kind'");
    if (e->ask == GRADE_CHEAPEST && !pulma_kind_has_objective(e->kind))
        return pm_fail(err, PULMA_BAD_TEXT, end,
                       "no answer to a puzzle of the kind %s is cheaper than another",
                       pulma_kind_name(e->kind));
    if (e->file_count == 0 && e->make_count == 0)
        return pm_fail(err, PULMA_BAD_TEXT, end,
                       "expected boards: a field 'board', 'make' or 'catch'");
    return PULMA_OK;
}

pulma_status grade_exercise_read(const char *text, size_t len, const char *folder,
                                 struct grade_exercise **exercise, pulma_error *err)
{
    struct grade_exercise *e = calloc(1, sizeof *e);
    bool seen[FIELDS] = {false};
    struct pm_text t = pm_text_of(text, len);
    *exercise = NULL;
    if (!e)
        return pm_fail_memory(err);
    pm_arena_init(&e->arena, 0);
    *e = (struct grade_exercise){.arena = e->arena,
                                 .title = "",
                                 .kind = -1,
                                 .seed = 1,
                                 .seconds = 20,
                                 .nodes = 200000,
                                 .points = {2, 2, 4, 1, 1}};
    struct field field = {.exercise = e, .folder = folder, .err = err};
    pulma_status status = PULMA_OK;
    while (!status && !pm_text_ended(&t)) {
        struct pm_text line = pm_text_trim(pm_text_without_remark(pm_text_line(&t)));
        if (!pm_text_ended(&line) && pm_text_peek(&line) != '%')
            status = read_field(&field, line, seen);
    }
    if (!status)
        status = check_whole(e, &t, err);
    e->hash = grade_hash(0, text, len);
    if (status)
        grade_exercise_free(e);
    else
        *exercise = e;
    return status;
}

void grade_exercise_free(struct grade_exercise *e)
{
    if (e)
        pm_arena_free(&e->arena);
    free(e);
}

/* ---- An exercise to be edited ---- */

/* A board of the kind's generator; 0x0: of its usual size.  NULL: it makes none. */
static pulma_puzzle *make_one(int kind, int columns, int rows)
{
    pulma_puzzle *puzzle = NULL;
    pulma_wish *wish = pulma_wish_new(kind);
    if (wish && (!columns || pulma_wish_set_size(wish, columns, rows, NULL) == PULMA_OK))
        pulma_wish_next(wish, &puzzle, NULL);
    pulma_wish_free(wish);
    return puzzle;
}

static bool can_make(int kind, int columns, int rows)
{
    pulma_puzzle *puzzle = make_one(kind, columns, rows);
    pulma_puzzle_free(puzzle);
    return puzzle != NULL;
}

/* Whether answers to the kind's boards, as they are made, have a cost. */
static bool made_ones_cost(int kind)
{
    pulma_puzzle *puzzle = make_one(kind, 0, 0);
    bool costs = puzzle && pulma_puzzle_has_objective(puzzle);
    pulma_puzzle_free(puzzle);
    return costs;
}

static int next_side(int kind, int side)
{
    enum { LONGEST = 12 };
    do
        side++;
    while (side <= LONGEST && !can_make(kind, side, side));
    return side <= LONGEST ? side : 0;
}

pulma_status grade_exercise_new(int kind, struct pm_out *out, pulma_error *err)
{
    const char *name = pulma_kind_name(kind);
    if (!name || !pulma_kind_can_generate(kind) || pulma_model_count(kind) == 0)
        return pm_fail(
            err, PULMA_BAD_CALL, NULL,
            "there are no exercises of this kind: it has no generator or no data "
            "for models");
    int small = next_side(kind, 2), middle = small ? next_side(kind, small) : 0;
    int large = middle ? next_side(kind, middle + 1) : 0;
    bool varies = middle && grade_can_vary(kind, middle, middle);
    pm_out_f(out,
             "%% An exercise for 'pulma grade'. Lines that begin with %% are remarks.\n"
             "exercise: %s\nkind: %s\n",
             pulma_kind_title(kind), name);
    pm_out_f(out, "ask: %s   %% or: any answer%s\n",
             made_ones_cost(kind) ? "the cheapest" : "all answers",
             made_ones_cost(kind)             ? ""
             : pulma_kind_has_objective(kind) ? ", the cheapest"
                                              : "");
    pm_out_text(out, "% board: board.txt   % boards that the students know\n"
                     "\n% Boards that pulma makes, the same for the same seed:\n");
    if (small)
        pm_out_f(out, "make: 1 of size %dx%d\n", small, small);
    if (middle && can_make(kind, middle + 1, middle))
        pm_out_f(out, "make: 1 of size %dx%d\n", middle + 1, middle);
    if (middle && can_make(kind, middle, middle + 1))
        pm_out_f(out, "make: 1 of size %dx%d\n", middle, middle + 1);
    if (!small)
        pm_out_text(out, "make: 2\n");
    if (middle)
        pm_out_f(out,
                 "catch: 2 of size %dx%d   %% for each rule, 2 on which it matters\n"
                 "%sseveral: 2 of size %dx%d   %% with several answers%s\n",
                 middle, middle, varies ? "" : "% ", middle, middle,
                 varies ? "" : ": few of this kind have, so it may take long");
    else
        pm_out_text(out, "catch: 2   % for each rule, 2 on which it matters\n");
    if (large)
        pm_out_f(out, "speed: 1 of size %dx%d\n", large, large);
    pm_out_text(out, "seed: 1\n"
                     "\n% Limits of each run:\n"
                     "time: 20   % seconds of CPU time\n"
                     "nodes: 200000\n"
                     "memory: 500M\n"
                     "% variables: 1000   % at most so many\n"
                     "% linear: yes   % no products, no absolute values\n"
                     "% solver: glpk, cbc   % the second where the first is too slow\n"
                     "\n% A part's points are shared out among its boards, those of "
                     "'catch' among the rules:\n"
                     "points: board 2, make 2, catch 4, several 1, speed 1\n");
    return out->failed ? pm_fail_memory(err) : PULMA_OK;
}
