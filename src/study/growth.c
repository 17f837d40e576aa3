/* What a study of boards of growing size tells: how each formulation grows with them.
 *
 * The counts of variables and constraints are close to powers of the side, so their exponents
 * are the slopes of straight lines through the logarithms, by least squares. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "study/inside.h"

/* ---- Boards ---- */

/* For programs: a row for each way and board. */
static const struct study_column growth_columns[] = {
    {"way", STUDY_GROUP},       {"model", STUDY_WORDS},       {"solver", STUDY_WORDS},
    {"side", STUDY_NUMBER},     {"places", STUDY_NUMBER},     {"binary", STUDY_NUMBER},
    {"integer", STUDY_NUMBER},  {"continuous", STUDY_NUMBER}, {"constraints", STUDY_NUMBER},
    {"nonzeros", STUDY_NUMBER}, {"status", STUDY_WORDS},      {"seconds", STUDY_NUMBER},
    {"nodes", STUDY_NUMBER},
};

static void put_board(struct study_table *t, const struct study *study,
                      const struct study_case *one)
{
    const struct study_puzzle *p = &study->puzzles[one->puzzle];
    const pulma_size *size = &one->last.size;
    const int64_t counts[] = {size->binary, size->integer, size->continuous,
                              size->constraints, size->nonzeros};
    study_table_put(t, "%d", p->side);
    study_table_put(t, "%d", pulma_puzzle_places(p->puzzle));
    for (int i = 0; i < 5; i++) {
        if (one->last.has_size)
            study_table_put(t, "%" PRId64, counts[i]);
        else
            study_table_skip(t, 1);
    }
}

static void put_row(struct study_table *t, const struct study *study,
                    const struct study_case *one)
{
    study_table_put(t, "%s%s%s", one->model, one->model[0] ? " by " : "", one->solver);
    study_table_put(t, "%s", one->model[0] ? one->model : "-");
    study_table_put(t, "%s", one->solver);
    put_board(t, study, one);
    study_table_put(t, "%s", study_outcome_word(one->last.outcome));
    study_put_seconds(t, study, study_case_timed(one) ? one : NULL);
    study_table_put(t, "%" PRId64, one->last.nodes);
}

/* Whether the case is the first of its way: that way's boards follow it here. */
static bool is_first(const struct study *study, int index)
{
    const struct study_case *one = &study->cases[index];
    for (int i = 0; i < index; i++)
        if (strcmp(study->cases[i].model, one->model) == 0 &&
            strcmp(study->cases[i].solver, one->solver) == 0)
            return false;
    return true;
}

static void put_ways(struct study_table *t, const struct study *study)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *way = &study->cases[i];
        if (!is_first(study, i))
            continue;
        for (int j = i; j < study->case_count; j++) {
            const struct study_case *one = &study->cases[j];
            if (one->done > 0 && one->last.outcome != STUDY_REFUSED &&
                strcmp(one->model, way->model) == 0 &&
                strcmp(one->solver, way->solver) == 0)
                put_row(t, study, one);
        }
    }
}

/* For people: a row for each model and board, with the seconds of each solver beside its size;
 * kernel and rules, which have no model, are told in every row. */
static const struct study_column people_columns[] = {
    {"model", STUDY_GROUP},        {"side", STUDY_NUMBER},     {"places", STUDY_NUMBER},
    {"binary", STUDY_NUMBER},      {"integer", STUDY_NUMBER},  {"continuous", STUDY_NUMBER},
    {"constraints", STUDY_NUMBER}, {"nonzeros", STUDY_NUMBER},
};
enum { PEOPLE_COLUMNS = sizeof people_columns / sizeof *people_columns };

/* The first case of a puzzle by this model that says something; NULL: none. */
static const struct study_case *find_told(const struct study *study, int puzzle,
                                          const char *model)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *one = &study->cases[i];
        if (one->puzzle == puzzle && strcmp(one->model, model) == 0 && one->done > 0 &&
            one->last.outcome != STUDY_REFUSED)
            return one;
    }
    return NULL;
}

static bool is_first_of_model(const struct study *study, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(study->cases[i].model, study->cases[index].model) == 0)
            return false;
    return true;
}

static void put_models(struct study_table *t, const struct study *study)
{
    bool models = study->case_count > 0 && study->cases[0].model[0];
    for (int i = 0; i < study->case_count; i++) {
        const char *model = study->cases[i].model;
        if ((models && !model[0]) || !is_first_of_model(study, i))
            continue;
        for (int p = 0; p < study->puzzle_count; p++) {
            const struct study_case *one = find_told(study, p, model);
            if (!one)
                continue;
            study_table_put(t, "%s", models ? model : "without a model");
            put_board(t, study, one);
            for (int s = 0; s < study->solver_count; s++)
                study_put_seconds(t, study,
                                  study_find_case(study, p, model, study->solvers[s]));
        }
    }
}

static void growth_table(const struct study *study, struct study_sheet *sheet)
{
    struct study_table t;
    if (sheet->people) {
        study_table_open(&t, people_columns,
                         sizeof people_columns / sizeof *people_columns);
        put_models(&t, study);
        study_sheet_table(sheet, "Growth: sizes, and CPU seconds by solver", &t);
    } else {
        study_table_open(&t, growth_columns,
                         sizeof growth_columns / sizeof *growth_columns);
        put_ways(&t, study);
        study_sheet_table(sheet, "Growth", &t);
    }
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

static void put_slope(struct study_table *t, const struct fit *f)
{
    double spread = f->n * f->xx - f->x * f->x;
    if (f->n > 1 && spread > 1e-12)
        study_table_put(t, "%.2f", (f->n * f->xy - f->x * f->y) / spread);
    else
        study_table_skip(t, 1);
}

/* The exponents of one model.  A board's size is the same for all solvers, so the solver of the
 * first case stands for all. */
static void put_fits(struct study_table *t, const struct study *study,
                     const struct study_case *way)
{
    struct fit fits[3] = {{0}};
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *one = &study->cases[i];
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
    study_table_put(t, "%s", way->model);
    study_table_put(t, "%d", fits[0].n);
    for (int i = 0; i < 3; i++)
        put_slope(t, &fits[i]);
}

static void exponent_table(const struct study *study, struct study_sheet *sheet)
{
    static const struct study_column columns[] = {
        {"model", STUDY_WORDS},      {"boards", STUDY_NUMBER},
        {"variables", STUDY_NUMBER}, {"constraints", STUDY_NUMBER},
        {"nonzeros", STUDY_NUMBER},
    };
    struct study_table t;
    study_table_open(&t, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < study->case_count; i++)
        if (study->cases[i].model[0] && is_first_of_model(study, i))
            put_fits(&t, study, &study->cases[i]);
    if (t.cell_count > 0)
        study_sheet_table(sheet, "Exponents of the side, fitted", &t);
    else
        study_table_close(&t);
}

void study_growth(const struct study *study, struct study_sheet *sheet)
{
    growth_table(study, sheet);
    exponent_table(study, sheet);
    study_say_limits(study, sheet);
}
