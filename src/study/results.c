/* What a study of given puzzles tells: a row for each case, and a sentence that sums up. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "study/inside.h"

static const struct study_column columns[] = {
    {"puzzle", STUDY_GROUP},      {"kind", STUDY_WORDS},         {"model", STUDY_WORDS},
    {"solver", STUDY_WORDS},      {"binary", STUDY_NUMBER},      {"integer", STUDY_NUMBER},
    {"continuous", STUDY_NUMBER}, {"constraints", STUDY_NUMBER}, {"nonzeros", STUDY_NUMBER},
    {"class", STUDY_WORDS},       {"relaxation", STUDY_NUMBER},  {"gap", STUDY_NUMBER},
    {"status", STUDY_WORDS},      {"seconds", STUDY_NUMBER},     {"fastest", STUDY_NUMBER},
    {"slowest", STUDY_NUMBER},    {"runs", STUDY_NUMBER},        {"nodes", STUDY_NUMBER},
    {"cost", STUDY_NUMBER},       {"agrees", STUDY_WORDS},       {"remark", STUDY_WORDS},
};

enum {
    COLUMNS = sizeof columns / sizeof *columns,
    KIND = 1,
    SOLVER = 3,
    SECONDS = 13,
    SLOWEST = 15,
    AGREES = 19
};

/* ---- Cells ---- */

/* "0.0123": seconds with three digits that count, to a microsecond at most. */
static void put_time(struct study_table *t, double seconds)
{
    int digits = seconds < 0.001  ? 6
                 : seconds < 0.01 ? 5
                 : seconds < 0.1  ? 4
                 : seconds < 1    ? 3
                 : seconds < 10   ? 2
                                  : 1;
    study_table_put(t, "%.*f", digits, seconds);
}

void study_put_seconds(struct study_table *t, const struct study *study,
                       const struct study_case *one)
{
    if (!one || one->done == 0 || one->last.outcome == STUDY_REFUSED)
        study_table_skip(t, 1);
    else if (one->last.outcome >= STUDY_FAULT)
        study_table_put(t, "%s", study_outcome_word(one->last.outcome));
    else if (study_case_timed(one))
        put_time(t, study_case_median(one));
    else
        study_table_put(t, "> %g", study->wish.seconds);
}

const struct study_case *study_find_case(const struct study *study, int puzzle,
                                         const char *model, const char *solver)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *one = &study->cases[i];
        if (one->puzzle == puzzle && strcmp(one->solver, solver) == 0 &&
            (study_is_engine(solver) || strcmp(one->model, model) == 0))
            return one;
    }
    return NULL;
}

/* The value of the relaxation, and how far it is from the optimum, in percent of that. */
static void put_relaxation(struct study_table *t, const struct study_run *run)
{
    const double nothing = 1e-9; /* what rounding leaves */
    double distance = fabs(run->optimum - run->relaxation), whole = fabs(run->optimum);
    if (!run->has_relaxation)
        study_table_skip(t, 1);
    else if (isinf(run->relaxation))
        study_table_put(t, "infeasible");
    else
        study_table_put(t, "%.6g", fabs(run->relaxation) < nothing ? 0 : run->relaxation);
    if (!run->has_relaxation || !run->has_optimum || isinf(distance))
        study_table_skip(t, 1);
    else if (distance <= nothing * (1 + whole))
        study_table_put(t, "0.0");
    else if (whole > nothing)
        study_table_put(t, "%.1f", 100 * distance / whole);
    else
        study_table_skip(t, 1);
}

static void put_size(struct study_table *t, const struct study_run *run)
{
    if (!run->has_size) {
        study_table_skip(t, 8);
        return;
    }
    study_table_put(t, "%d", run->size.binary);
    study_table_put(t, "%d", run->size.integer);
    study_table_put(t, "%d", run->size.continuous);
    study_table_put(t, "%d", run->size.constraints);
    study_table_put(t, "%" PRId64, run->size.nonzeros);
    study_table_put(t, "%s", run->size.class_name);
    put_relaxation(t, run);
}

/* Median, fastest, slowest and how many. */
static void put_times(struct study_table *t, const struct study_case *one)
{
    double (*const kinds[])(const struct study_case *) = {
        study_case_median, study_case_fastest, study_case_slowest};
    for (int i = 0; i < 3; i++) {
        bool told = study_case_timed(one) && (i == 0 || one->done > 1) &&
                    (i < 2 || one->stopped == 0);
        if (told)
            put_time(t, kinds[i](one));
        else
            study_table_skip(t, 1);
    }
    if (one->done > 1)
        study_table_put(t, "%d", one->done);
    else
        study_table_skip(t, 1);
}

static void put_case(struct study_table *t, const struct study *study,
                     const struct study_case *one)
{
    const struct study_puzzle *p = &study->puzzles[one->puzzle];
    const struct study_run *run = &one->last;
    study_table_put(t, "%s", p->name);
    study_table_put(t, "%s", pulma_kind_name(pulma_puzzle_kind(p->puzzle)));
    study_table_put(t, "%s", one->model[0] ? one->model : "-");
    study_table_put(t, "%s", one->solver);
    put_size(t, run);
    study_table_put(t, "%s", study_outcome_word(run->outcome));
    put_times(t, one);
    if (run->outcome != STUDY_REFUSED)
        study_table_put(t, "%" PRId64, run->nodes);
    else
        study_table_skip(t, 1);
    if (run->has_cost)
        study_table_put(t, "%" PRId64, run->cost);
    else
        study_table_skip(t, 1);
    study_table_put(t, "%s",
                    one->contradicted         ? "NO"
                    : study_gives_result(run) ? "yes"
                                              : "");
    study_table_put(t, "%s", run->outcome >= STUDY_FAULT ? run->message : "");
}

/* ---- For people ---- */

/* A group's heading tells the kind, and that all agree goes without saying. */
static void word_for_people(struct study_table *t)
{
    bool all_agree = true;
    for (size_t i = AGREES; i < t->cell_count; i += COLUMNS)
        all_agree &= strcmp(t->cells[i], "NO") != 0;
    for (size_t i = 0; i < t->cell_count; i += COLUMNS) {
        study_table_set(t, i + KIND, "");
        if (all_agree)
            study_table_set(t, i + AGREES, "");
    }
}

/* The case of a model that refuses the puzzle whatever the solver is: one row tells that. */
static bool is_refused_by_all(const struct study *study, int index)
{
    const struct study_case *one = &study->cases[index];
    if (!one->model[0])
        return false;
    while (index > 0 && study->cases[index - 1].puzzle == one->puzzle)
        index--;
    for (; index < study->case_count && study->cases[index].puzzle == one->puzzle;
         index++) {
        const struct study_case *other = &study->cases[index];
        if (strcmp(other->model, one->model) == 0 &&
            !(other->done > 0 && other->last.outcome == STUDY_REFUSED))
            return false;
    }
    return true;
}

/* Puts the rows; for people those of a model that refuses the puzzle as a single one. */
static void put_cases(struct study_table *t, const struct study *study, bool people)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *one = &study->cases[i];
        bool single = people && is_refused_by_all(study, i);
        bool same = i > 0 && one[-1].puzzle == one->puzzle &&
                    strcmp(one[-1].model, one->model) == 0;
        if (one->done == 0 || (single && same))
            continue;
        put_case(t, study, one);
        size_t row = t->cell_count - COLUMNS;
        if (people && one->stopped > 0) { /* it took longer than its limit */
            char limit[40];
            snprintf(limit, sizeof limit, "> %g", study->wish.seconds);
            study_table_set(t, row + (study_case_timed(one) ? SLOWEST : SECONDS), limit);
        }
        if (single)
            study_table_set(t, row + SOLVER, "-");
    }
}

void study_say_limits(const struct study *study, struct study_sheet *sheet)
{
    int starved = 0;
    for (int i = 0; i < study->case_count; i++)
        starved +=
            study->cases[i].done > 0 && study_is_starved(study, &study->cases[i].last);
    study_sheet_say(sheet, "Seconds are CPU time%s; each run had a limit of %g s of it.",
                    study->wish.repeat > 1 ? ", the median of the runs" : "",
                    study->wish.seconds);
    if (starved > 0)
        study_sheet_say(sheet,
                        "The machine was busy: %d of those at the limit had less CPU time "
                        "than that, although tried again with longer on the clock.",
                        starved);
}

static void sum_up(const struct study *study, struct study_sheet *sheet)
{
    char words[300];
    int counts[STUDY_OUTCOMES] = {0}, contradicted = 0, len = 0, ended = 0;
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *one = &study->cases[i];
        if (one->done == 0)
            continue;
        ended++;
        counts[one->last.outcome]++;
        contradicted += one->contradicted;
    }
    len = snprintf(words, sizeof words, "%d puzzle%s, %d case%s:", study->puzzle_count,
                   study->puzzle_count == 1 ? "" : "s", ended, ended == 1 ? "" : "s");
    for (int i = 0; i < STUDY_OUTCOMES; i++)
        if (counts[i] > 0)
            len += snprintf(words + len, sizeof words - (size_t)len, " %d %s,", counts[i],
                            study_outcome_word((enum study_outcome)i));
    if (contradicted)
        snprintf(words + len, sizeof words - (size_t)len, " %d WRONG.", contradicted);
    else
        snprintf(words + len, sizeof words - (size_t)len, " all agree.");
    study_sheet_say(sheet, "%s", words);
    study_say_limits(study, sheet);
}

void study_results(const struct study *study, struct study_sheet *sheet)
{
    struct study_table table;
    study_table_open(&table, columns, COLUMNS);
    put_cases(&table, study, sheet->people);
    if (sheet->people)
        word_for_people(&table);
    study_sheet_table(sheet, NULL, &table);
    sum_up(study, sheet);
}

/* ---- All reports ---- */

pulma_status study_write(const struct study *study, enum study_format format, char **text,
                         size_t *len, pulma_error *err)
{
    struct study_sheet sheet = {.format = format};
    pulma_status status = PULMA_OK;
    bool growth = study->puzzle_count > 0 && study->puzzles[0].side > 0;
    if (format == STUDY_SVG) {
        status = study_plot(study, &sheet.out, err);
    } else {
        study_sheet_begin(&sheet, format,
                          study->paper ? "Published experiments, done again"
                          : growth     ? "Growth with the size"
                                       : "Comparison");
        if (study->paper)
            study_paper_tables(study, &sheet);
        else if (growth)
            study_growth(study, &sheet);
        else
            study_results(study, &sheet);
        study_sheet_end(&sheet);
    }
    if (status == PULMA_OK)
        status = pm_out_give(&sheet.out, text, len, err);
    pm_out_free(&sheet.out);
    return status;
}
