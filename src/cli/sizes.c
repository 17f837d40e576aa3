/* pulma compare --sizes: boards of growing size from the generator, and how each formulation
 * grows with them.
 *
 * The counts of variables and constraints are close to powers of the side, so their exponents
 * are the slopes of straight lines through the logarithms, by least squares. */
#include "cli/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_SIDE = 1000, MOST_SIDES = 100 };

/* "2..8" or a single number. */
static bool read_range(const char *text, int *from, int *to)
{
    int value[2] = {0, 0}, n = 0;
    for (const char *p = text; *p; p++) {
        if (*p >= '0' && *p <= '9')
            value[n] = 10 * value[n] + (*p - '0');
        else if (n == 0 && p > text && p[0] == '.' && p[1] == '.' && p[2])
            n = 1, p++;
        else
            return false;
        if (value[n] > LONGEST_SIDE)
            return false;
    }
    *from = value[0];
    *to = n ? value[1] : value[0];
    return 0 < *from && *from <= *to && *to - *from < MOST_SIDES;
}

/* ---- Boards ---- */

struct patience {
    double until;
};

static bool wants_to_stop(void *context)
{
    const struct patience *patience = context;
    return cli_interrupted() || cli_now() > patience->until;
}

/* One board of this side; where the generator makes none it says why and that side is left
 * out. */
static void add_board(struct cli_study *study, int kind, int side)
{
    const struct cli_call *call = study->call;
    struct patience patience = {cli_now() + study->seconds};
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.message = "out of memory"};
    pulma_wish *wish = pulma_wish_new(kind);
    if (wish) {
        pulma_wish_set_seed(wish, cli_given(call, CLI_SEED) ? call->number[CLI_SEED] : 1);
        pulma_wish_set_size(wish, side, side);
        pulma_wish_set_stop(wish, wants_to_stop, &patience);
        for (int i = 0; i < call->pair_count; i++)
            pulma_wish_set_option(wish, call->pair_names[i], call->pair_values[i]);
        if (pulma_wish_next(wish, &puzzle, &err) == PULMA_OK)
            cli_study_add(study, puzzle, "", 1, side);
        else if (!cli_interrupted())
            fprintf(stderr, "pulma compare: no board of %dx%d: %s\n", side, side,
                    err.message);
    }
    pulma_puzzle_free(puzzle);
    pulma_wish_free(wish);
}

/* ---- Growth ---- */

/* For programs: a row for each way and board. */
static const struct cli_column growth_columns[] = {
    {"way", CLI_GROUP},
    {"model", CLI_WORDS},
    {"solver", CLI_WORDS},
    {"side", CLI_NUMBER_TEXT},
    {"places", CLI_NUMBER_TEXT},
    {"binary", CLI_NUMBER_TEXT},
    {"integer", CLI_NUMBER_TEXT},
    {"continuous", CLI_NUMBER_TEXT},
    {"constraints", CLI_NUMBER_TEXT},
    {"nonzeros", CLI_NUMBER_TEXT},
    {"status", CLI_WORDS},
    {"seconds", CLI_NUMBER_TEXT},
    {"nodes", CLI_NUMBER_TEXT},
};

static void put_board(struct cli_table *t, const struct cli_study *study,
                      const struct cli_case *one)
{
    const struct cli_study_puzzle *p = &study->puzzles[one->puzzle];
    const pulma_size *size = &one->last.size;
    const int64_t counts[] = {size->binary, size->integer, size->continuous,
                              size->constraints, size->nonzeros};
    cli_table_put(t, "%d", p->side);
    cli_table_put(t, "%d", pulma_puzzle_places(p->puzzle));
    for (int i = 0; i < 5; i++) {
        if (one->last.has_size)
            cli_table_put(t, "%" PRId64, counts[i]);
        else
            cli_table_put(t, "%s", "");
    }
}

/* What one case took: "0.0123", "" if there is no answer. */
static const char *time_text(const struct cli_case *one, char *text, size_t size)
{
    return cli_case_timed(one) ? cli_seconds_text(cli_case_median(one), text, size) : "";
}

static void put_row(struct cli_table *t, const struct cli_study *study,
                    const struct cli_case *one)
{
    char seconds[40];
    cli_table_put(t, "%s%s%s", one->model, one->model[0] ? " by " : "", one->solver);
    cli_table_put(t, "%s", one->model[0] ? one->model : "-");
    cli_table_put(t, "%s", one->solver);
    put_board(t, study, one);
    cli_table_put(t, "%s", cli_outcome_word(one->last.outcome));
    cli_table_put(t, "%s", time_text(one, seconds, sizeof seconds));
    cli_table_put(t, "%" PRId64, one->last.nodes);
}

/* Whether the case is the first of its way: that way's boards follow it here. */
static bool is_first(const struct cli_study *study, int index)
{
    const struct cli_case *one = &study->cases[index];
    for (int i = 0; i < index; i++)
        if (strcmp(study->cases[i].model, one->model) == 0 &&
            strcmp(study->cases[i].solver, one->solver) == 0)
            return false;
    return true;
}

static void put_ways(struct cli_table *t, const struct cli_study *study)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct cli_case *way = &study->cases[i];
        if (!is_first(study, i))
            continue;
        for (int j = i; j < study->case_count; j++) {
            const struct cli_case *one = &study->cases[j];
            if (cli_case_ended(one) && one->last.outcome != CLI_REFUSED &&
                strcmp(one->model, way->model) == 0 &&
                strcmp(one->solver, way->solver) == 0)
                put_row(t, study, one);
        }
    }
}

/* For people: a row for each model and board, with the seconds of each solver beside its size;
 * kernel and rules, which have no model, are told in every row. */
static const char *const solvers[] = {"glpk", "cbc",    "sat",  "highs",
                                      "scip", "kernel", "rules"};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

static const struct cli_column people_columns[] = {
    {"model", CLI_GROUP},
    {"side", CLI_NUMBER_TEXT},
    {"places", CLI_NUMBER_TEXT},
    {"binary", CLI_NUMBER_TEXT},
    {"integer", CLI_NUMBER_TEXT},
    {"continuous", CLI_NUMBER_TEXT},
    {"constraints", CLI_NUMBER_TEXT},
    {"nonzeros", CLI_NUMBER_TEXT},
    {"glpk", CLI_NUMBER_TEXT},
    {"cbc", CLI_NUMBER_TEXT},
    {"sat", CLI_NUMBER_TEXT},
    {"highs", CLI_NUMBER_TEXT},
    {"scip", CLI_NUMBER_TEXT},
    {"kernel", CLI_NUMBER_TEXT},
    {"rules", CLI_NUMBER_TEXT},
};

static void put_times(struct cli_table *t, const struct cli_study *study,
                      const struct cli_case *first)
{
    for (int s = 0; s < SOLVERS; s++) {
        const struct cli_case *found = NULL;
        for (int i = 0; i < study->case_count; i++) {
            const struct cli_case *one = &study->cases[i];
            if (one->puzzle == first->puzzle && strcmp(one->solver, solvers[s]) == 0 &&
                (!one->model[0] || strcmp(one->model, first->model) == 0))
                found = one;
        }
        char seconds[40];
        if (found && cli_case_ended(found) && found->stopped > 0 && !cli_case_timed(found))
            cli_table_put(t, "> %g", study->seconds);
        else if (found && cli_case_ended(found) && found->last.outcome == CLI_BROKEN)
            cli_table_put(t, "failed");
        else
            cli_table_put(t, "%s",
                          found && cli_case_ended(found)
                              ? time_text(found, seconds, sizeof seconds)
                              : "");
    }
}

/* The first case of a puzzle by this model that says something; NULL: none. */
static const struct cli_case *find_told(const struct cli_study *study, int puzzle,
                                        const char *model)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct cli_case *one = &study->cases[i];
        if (one->puzzle == puzzle && strcmp(one->model, model) == 0 &&
            cli_case_ended(one) && one->last.outcome != CLI_REFUSED)
            return one;
    }
    return NULL;
}

static bool is_first_of_model(const struct cli_study *study, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(study->cases[i].model, study->cases[index].model) == 0)
            return false;
    return true;
}

static void put_models(struct cli_table *t, const struct cli_study *study)
{
    bool models = study->case_count > 0 && study->cases[0].model[0];
    for (int i = 0; i < study->case_count; i++) {
        const char *model = study->cases[i].model;
        if ((models && !model[0]) || !is_first_of_model(study, i))
            continue;
        for (int p = 0; p < study->puzzle_count; p++) {
            const struct cli_case *one = find_told(study, p, model);
            if (!one)
                continue;
            cli_table_put(t, "%s", models ? model : "without a model");
            put_board(t, study, one);
            put_times(t, study, one);
        }
    }
}

static void growth_table(const struct cli_study *study, enum cli_table_format format)
{
    struct cli_table t;
    bool people = format != CLI_TABLE_JSON && format != CLI_TABLE_CSV;
    if (people)
        cli_table_open(&t, "Growth: sizes, and CPU seconds by solver", people_columns,
                       sizeof people_columns / sizeof *people_columns);
    else
        cli_table_open(&t, "Growth", growth_columns,
                       sizeof growth_columns / sizeof *growth_columns);
    (people ? put_models : put_ways)(&t, study);
    cli_table_print(&t, format, stdout);
    cli_table_close(&t);
}

/* ---- Exponents ---- */

/* Sums for a straight line through points. */
struct fit {
    int n;
    double x, y, xx, xy;
};

static void fit_add(struct fit *f, double side, double count)
{
    if (count <= 0)
        return;
    double x = log(side), y = log(count);
    f->n++;
    f->x += x;
    f->y += y;
    f->xx += x * x;
    f->xy += x * y;
}

static void put_slope(struct cli_table *t, const struct fit *f)
{
    double spread = f->n * f->xx - f->x * f->x;
    if (f->n > 1 && spread > 1e-12)
        cli_table_put(t, "%.2f", (f->n * f->xy - f->x * f->y) / spread);
    else
        cli_table_put(t, "%s", "");
}

/* The exponents of one model.  A board's size is the same for all solvers, so the solver of the
 * first case stands for all. */
static void put_fits(struct cli_table *t, const struct cli_study *study,
                     const struct cli_case *way)
{
    struct fit fits[3] = {{0}};
    for (int i = 0; i < study->case_count; i++) {
        const struct cli_case *one = &study->cases[i];
        double side = study->puzzles[one->puzzle].side;
        if (!one->last.has_size || strcmp(one->model, way->model) != 0 ||
            strcmp(one->solver, way->solver) != 0)
            continue;
        fit_add(&fits[0], side, one->last.size.variables);
        fit_add(&fits[1], side, one->last.size.constraints);
        fit_add(&fits[2], side, (double)one->last.size.nonzeros);
    }
    if (fits[0].n == 0)
        return;
    cli_table_put(t, "%s", way->model);
    cli_table_put(t, "%d", fits[0].n);
    for (int i = 0; i < 3; i++)
        put_slope(t, &fits[i]);
}

static void exponent_table(const struct cli_study *study, enum cli_table_format format)
{
    static const struct cli_column columns[] = {
        {"model", CLI_WORDS},           {"boards", CLI_NUMBER_TEXT},
        {"variables", CLI_NUMBER_TEXT}, {"constraints", CLI_NUMBER_TEXT},
        {"nonzeros", CLI_NUMBER_TEXT},
    };
    struct cli_table t;
    cli_table_open(&t, "Exponents of the side, fitted", columns,
                   sizeof columns / sizeof *columns);
    for (int i = 0; i < study->case_count; i++)
        if (study->cases[i].model[0] && is_first_of_model(study, i))
            put_fits(&t, study, &study->cases[i]);
    if (t.cell_count > 0) {
        if (format == CLI_TABLE_CSV)
            fputc('\n', stdout); /* two tables in one file */
        cli_table_print(&t, format, stdout);
    }
    cli_table_close(&t);
}

/* ---- The study ---- */

int cli_compare_sizes(const struct cli_call *call, enum cli_table_format format)
{
    int from, to;
    struct cli_study study;
    if (!read_range(call->text[CLI_SIZES], &from, &to))
        return cli_usage(call, "--sizes wants a range like 2..8, found '%.60s'",
                         call->text[CLI_SIZES]);
    if (!cli_given(call, CLI_KIND))
        return cli_usage(call, "--sizes wants --kind KIND");
    int kind = cli_kind(call, call->text[CLI_KIND]);
    if (kind < 0)
        return CLI_BAD;
    if (!pulma_kind_can_generate(kind))
        return cli_usage(call, "pulma cannot make puzzles of the kind '%s'",
                         pulma_kind_name(kind));
    cli_study_open(&study, call);
    for (int side = from; side <= to && !cli_interrupted(); side++)
        add_board(&study, kind, side);
    if (study.puzzle_count == 0)
        study.status = cli_worse(study.status, cli_interrupted() ? CLI_STOPPED : CLI_BAD);
    else if (cli_study_prepare(&study)) {
        cli_study_run(&study);
        cli_tables_begin(format, "Growth with the size", stdout);
        growth_table(&study, format);
        exponent_table(&study, format);
        cli_study_say_limits(&study, format);
        cli_tables_end(format, stdout);
        cli_study_finish(&study);
    }
    int status = study.status;
    cli_study_close(&study);
    return status;
}
