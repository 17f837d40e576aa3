/* Published experiments, done again.
 *
 * The tables of a publication are data (published.h).  Each puzzle of theirs is solved once by
 * each of its models and our solvers, each size is translated, and every published row is told
 * with ours beside it.
 *
 * The publications' solvers are mostly not free, so others stand in for them; and what is not
 * linear there is linearised here, since our solvers take linear programs only. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "study/inside.h"
#include "study/published.h"

/* What we have for a published row. */
struct row {
    int puzzle; /* of the study; -1: none */
    bool measured;
    pulma_size size;
    char remark[100]; /* why it is not known */
};

/* The puzzles of a publication, by the names in its tables: each is read once. */
struct board {
    const char *name;
    int puzzle;
};

struct study_paper {
    struct pm_arena arena;
    struct published published;
    struct row **rows; /* by table */
    struct board *boards;
    int board_count;
    const char *folder;
};

void study_paper_free(struct study_paper *paper)
{
    if (paper)
        pm_arena_free(&paper->arena);
    free(paper);
}

const char *study_paper_name(int index)
{
    for (int i = 0; i < index; i++)
        if (!published_files[i].name)
            return NULL;
    return published_files[index].name;
}

/* Whether the wish has the model of this row. */
static bool is_wanted(const struct study *study, const struct published_table *t, int row)
{
    return study_lists(study->wish.models, published_cell(t, row, "model"));
}

static bool has_wanted_row(const struct study *study, const struct published_table *t)
{
    for (int i = 0; i < t->row_count; i++)
        if (is_wanted(study, t, i))
            return true;
    return false;
}

/* Whether the table tells times, so that its puzzles are solved. */
static bool has_times(const struct published_table *t)
{
    for (int c = 0; c < t->column_count; c++)
        if (published_is_solver(t->columns[c]))
            return true;
    return false;
}

static bool has_sizes(const struct published_table *t)
{
    return published_column(t, "variables") >= 0 || published_column(t, "binary") >= 0;
}

/* ---- Planning ---- */

static bool is_published(const struct published *published, const char *model)
{
    for (int t = 0; t < published->table_count; t++)
        for (int i = 0; i < published->tables[t].row_count; i++)
            if (strcmp(published_cell(&published->tables[t], i, "model"), model) == 0)
                return true;
    return false;
}

/* A model that the experiments do not know is the caller's mistake. */
static pulma_status check_models(const struct study *study, const char *paper,
                                 pulma_error *err)
{
    const char *list = study->wish.models;
    char name[64];
    if (!list || strcmp(list, "all") == 0)
        return PULMA_OK;
    while ((list = study_next_word(list, name, sizeof name)))
        if (!is_published(&study->paper->published, name))
            return pm_fail(err, PULMA_BAD_CALL, NULL,
                           "the experiments of %s have no model '%s'", paper, name);
    return PULMA_OK;
}

/* "made SIDE COLOURS". */
static bool is_made(const char *board, int *side, int *colours)
{
    struct pm_text t = pm_text_of(board, strlen(board));
    if (!pm_text_word(&t, "made "))
        return false;
    bool good = pm_text_int(&t, 1, 100, side, NULL) == PULMA_OK;
    pm_text_blanks(&t);
    return good && pm_text_int(&t, 1, 100, colours, NULL) == PULMA_OK;
}

static int read_board(struct study *study, const char *name)
{
    const struct study_host *host = &study->host;
    char path[4400];
    size_t len = 0;
    pulma_error err = {.message = "cannot be read"};
    pulma_puzzle *puzzle = NULL;
    const char *file = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    snprintf(path, sizeof path, "%s/%s.txt", study->paper->folder, name);
    char *text = host->read ? host->read(host->context, path, &len, &err) : NULL;
    int number = -1;
    if (text && pulma_puzzle_read(NULL, text, len, &puzzle, &err) == PULMA_OK &&
        study_add(study, puzzle, file, 1, &err) == PULMA_OK)
        number = study->puzzle_count - 1;
    if (number < 0)
        study_say(study, "skips %s: %s", file, err.message);
    pulma_puzzle_free(puzzle);
    free(text);
    return number;
}

/* The number of the puzzle; reads it if that has not been tried.  -1: there is none. */
static int find_board(struct study *study, const char *name)
{
    struct study_paper *paper = study->paper;
    int side, colours;
    if (!*name || is_made(name, &side, &colours))
        return -1;
    for (int i = 0; i < paper->board_count; i++)
        if (strcmp(paper->boards[i].name, name) == 0)
            return paper->boards[i].puzzle;
    int puzzle = read_board(study, name);
    paper->boards[paper->board_count++] = (struct board){name, puzzle};
    return puzzle;
}

/* Room for what belongs to the rows, and their puzzles. */
static pulma_status find_boards(struct study *study, pulma_error *err)
{
    struct study_paper *paper = study->paper;
    const struct published *published = &paper->published;
    size_t all = 0;
    for (int t = 0; t < published->table_count; t++)
        all += (size_t)published->tables[t].row_count;
    paper->rows = pm_new(&paper->arena, (size_t)published->table_count, struct row *);
    paper->boards = pm_new(&paper->arena, all, struct board);
    struct row *rows = pm_new(&paper->arena, all, struct row);
    if (!paper->rows || !paper->boards || !rows)
        return pm_fail_memory(err);
    for (int t = 0; t < published->table_count; t++) {
        const struct published_table *table = &published->tables[t];
        paper->rows[t] = rows;
        for (int i = 0; i < table->row_count; i++)
            rows[i].puzzle = is_wanted(study, table, i)
                                 ? find_board(study, published_cell(table, i, "board"))
                                 : -1;
        rows += table->row_count;
    }
    return PULMA_OK;
}

/* The cases of a puzzle must stand together, so puzzle by puzzle. */
static pulma_status plan(struct study *study, pulma_error *err)
{
    const struct published *published = &study->paper->published;
    pulma_status status = PULMA_OK;
    for (int p = 0; p < study->puzzle_count; p++)
        for (int t = 0; t < published->table_count; t++) {
            const struct published_table *table = &published->tables[t];
            for (int i = 0; has_times(table) && i < table->row_count; i++) {
                if (study->paper->rows[t][i].puzzle != p || status != PULMA_OK)
                    continue;
                status = study_add_model(study, p, published_cell(table, i, "model"), err);
                if (status == PULMA_OK)
                    status = study_add_model(study, p, "", err);
            }
        }
    return status;
}

pulma_status study_add_paper(struct study *study, const char *paper, const char *examples,
                             pulma_error *err)
{
    const struct published_file *file = published_files;
    while (file->name && strcmp(file->name, paper) != 0)
        file++;
    if (!file->name)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "no publication '%s' is known", paper);
    study->paper = calloc(1, sizeof *study->paper);
    if (!study->paper)
        return pm_fail_memory(err);
    pm_arena_init(&study->paper->arena, 0);
    study->paper->folder = examples;
    pulma_status status = published_read(file->text, file->len, &study->paper->arena,
                                         &study->paper->published, err);
    if (status == PULMA_OK)
        status = check_models(study, paper, err);
    if (status == PULMA_OK)
        status = study_check_solvers(study, err);
    if (status == PULMA_OK)
        status = find_boards(study, err);
    if (status == PULMA_OK && study->puzzle_count == 0)
        status = pm_fail(err, PULMA_BAD_CALL, NULL,
                         "none of the puzzles of %s can be read in %s", paper, examples);
    return status == PULMA_OK ? plan(study, err) : status;
}

/* ---- Sizes ---- */

/* A board of edge matching whose pieces fit as they stand; NULL: no memory. */
static pulma_puzzle *make_board(int side, int colours)
{
    struct pm_out text = {0};
    pulma_puzzle *puzzle = NULL;
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            /* The lines above and below, and those at the right and left. */
            int above = row > 0 ? (3 * row + column) % colours + 1 : 0;
            int below = row < side - 1 ? (3 * row + 3 + column) % colours + 1 : 0;
            int left = column > 0 ? (row + 3 * column) % colours + 1 : 0;
            int right = column < side - 1 ? (row + 3 * column + 3) % colours + 1 : 0;
            pm_out_f(&text, "%d %d %d %d\n", above, right, below, left);
        }
    if (!text.failed)
        pulma_puzzle_read("edgematch", text.data, text.len, &puzzle, NULL);
    pm_out_free(&text);
    return puzzle;
}

static bool is_count(const char *text, int *count)
{
    struct pm_text t = pm_text_of(text, strlen(text));
    return pm_text_int(&t, 0, 1000, count, NULL) == PULMA_OK && pm_text_ended(&t);
}

static void measure(const struct study *study, const struct published_table *t, int i,
                    struct row *row)
{
    pulma_error err = {.message = ""};
    int side, colours;
    pulma_puzzle *made = is_made(published_cell(t, i, "board"), &side, &colours)
                             ? make_board(side, colours)
                             : NULL;
    const pulma_puzzle *puzzle =
        row->puzzle < 0 ? made : study->puzzles[row->puzzle].puzzle;
    bool linearised = published_cell(t, i, "form")[0];
    row->measured =
        puzzle && pulma_model_size(puzzle, published_cell(t, i, "model"), linearised,
                                   STUDY_PATIENCE * study->wish.seconds, &row->size, NULL,
                                   &err) == PULMA_OK;
    pulma_puzzle_free(made);
    if (puzzle && !row->measured && err.status == PULMA_LIMIT)
        snprintf(row->remark, sizeof row->remark, "not translated within %g s, see --time",
                 study->wish.seconds);
    else if (!row->measured)
        snprintf(row->remark, sizeof row->remark, "%.90s", err.message);
}

/* Whether the formula of a column gives our size of a measured row. */
static bool formula_holds(const struct published_table *t, int formula, int i,
                          const char *column, int ours)
{
    int n, p;
    int64_t value;
    return is_count(published_cell(t, i, "n"), &n) &&
           is_count(published_cell(t, i, "p"), &p) &&
           published_evaluate(published_cell(t, formula, column), n, p, &value) &&
           value == ours;
}

/* The row of formulas: for which boards it gives the sizes that we found. */
static void check_formulas(const struct published_table *t, int formula, struct row *rows)
{
    struct row *row = &rows[formula];
    int len = snprintf(row->remark, sizeof row->remark, "our sizes are those for n =");
    bool any = false;
    for (int i = 0; i < t->row_count; i++) {
        if (!rows[i].measured)
            continue;
        bool holds = formula_holds(t, formula, i, "variables", rows[i].size.variables) &&
                     formula_holds(t, formula, i, "constraints", rows[i].size.constraints);
        len += snprintf(row->remark + len, sizeof row->remark - (size_t)len, "%s %s%s",
                        any ? "," : "", published_cell(t, i, "n"), holds ? "" : " (NOT)");
        any = true;
        if (len > 80)
            break;
    }
    if (!any)
        row->remark[0] = '\0';
}

void study_paper_measure(struct study *study)
{
    const struct published *published = &study->paper->published;
    struct study_progress progress = {
        .what = "translating", .puzzle = "", .model = "", .solver = ""};
    for (int t = 0; t < published->table_count; t++) {
        const struct published_table *table = &published->tables[t];
        for (int i = 0; has_sizes(table) && i < table->row_count; i++) {
            if (study_stopped(study))
                return;
            if (study->host.progress)
                study->host.progress(study->host.context, &progress);
            if (is_wanted(study, table, i))
                measure(study, table, i, &study->paper->rows[t][i]);
            progress.done++;
        }
        for (int i = 0; i < table->row_count; i++)
            if (strcmp(published_cell(table, i, "n"), "n") == 0)
                check_formulas(table, i, study->paper->rows[t]);
    }
}

/* ---- Tables ---- */

/* A column of ours: which one of theirs it is, or whose size or seconds it shows. */
struct shown {
    const char *theirs; /* NULL: not a published column */
    const char *size;   /* "variables": of our size */
    int solver;         /* of the study */
};

enum { MOST_SHOWN = 2 * STUDY_MOST_COLUMNS + STUDY_MOST_SOLVERS };

/* Theirs as they stand, with the prefix, each size followed by ours; then our solvers. */
static int choose_columns(const struct study *study, const struct published_table *t,
                          struct shown *shown, struct study_column *columns,
                          struct pm_arena *arena)
{
    int n = 0;
    for (int c = 0; c < t->column_count; c++) {
        const char *name = t->columns[c];
        bool words = strcmp(name, "experiment") == 0, type = strcmp(name, "class") == 0;
        bool solver = published_is_solver(name), hidden = strcmp(name, "parameters") == 0;
        if (!published_is_shown(name))
            continue;
        char prefixed[80];
        snprintf(prefixed, sizeof prefixed, "%s%.60s", words ? "" : "their_", name);
        const char *copy = pm_copy(arena, prefixed, strlen(prefixed));
        shown[n] = (struct shown){.theirs = name};
        columns[n++] = (struct study_column){copy ? copy : name,
                                             words || type ? STUDY_WORDS : STUDY_NUMBER};
        if (words || solver || hidden)
            continue;
        shown[n] = (struct shown){.size = name};
        columns[n++] = (struct study_column){name, type ? STUDY_WORDS : STUDY_NUMBER};
    }
    for (int s = 0; has_times(t) && s < study->solver_count; s++) {
        shown[n] = (struct shown){.solver = s};
        columns[n++] = (struct study_column){study->solvers[s], STUDY_NUMBER};
    }
    columns[n] = (struct study_column){"remark", STUDY_WORDS};
    return n + 1;
}

static void put_size(struct study_table *t, const struct row *row, const char *what)
{
    const pulma_size *size = &row->size;
    if (!row->measured)
        study_table_skip(t, 1);
    else if (strcmp(what, "class") == 0)
        study_table_put(t, "%s", size->class_name);
    else
        study_table_put(t, "%d",
                        strcmp(what, "variables") == 0 ? size->variables
                        : strcmp(what, "binary") == 0  ? size->binary
                                                       : size->constraints);
}

static void write_table(const struct study *study, const struct published_table *table,
                        const struct row *rows, struct study_sheet *sheet)
{
    struct shown shown[MOST_SHOWN + 1];
    struct study_column columns[MOST_SHOWN + 1];
    struct pm_arena arena;
    struct study_table t;
    pm_arena_init(&arena, 0);
    int count = choose_columns(study, table, shown, columns, &arena);
    study_table_open(&t, columns, count);
    for (int i = 0; i < table->row_count; i++) {
        if (!is_wanted(study, table, i))
            continue;
        for (int c = 0; c < count - 1; c++) {
            if (shown[c].theirs)
                study_table_put(&t, "%s", published_cell(table, i, shown[c].theirs));
            else if (shown[c].size)
                put_size(&t, &rows[i], shown[c].size);
            else
                study_put_seconds(&t, study,
                                  study_find_case(study, rows[i].puzzle,
                                                  published_cell(table, i, "model"),
                                                  study->solvers[shown[c].solver]));
        }
        const char *remark = published_cell(table, i, "remark");
        study_table_put(&t, "%s", rows[i].remark[0] ? rows[i].remark : remark);
    }
    study_sheet_table(sheet, table->title, &t);
    if (table->note[0])
        study_sheet_say(sheet, "%s", table->note);
    pm_arena_free(&arena);
}

void study_paper_tables(const struct study *study, struct study_sheet *sheet)
{
    const struct study_paper *paper = study->paper;
    const struct published *published = &paper->published;
    for (int t = 0; t < published->table_count; t++)
        if (has_wanted_row(study, &published->tables[t]))
            write_table(study, &published->tables[t], paper->rows[t], sheet);
    study_sheet_say(sheet, "%s", published->title);
    study_sheet_say(sheet, "%s", published->note);
    study_sheet_say(sheet,
                    "Ours are CPU seconds of pulma %s; kernel and rules solve the puzzle "
                    "without an integer program.",
                    pulma_version());
    study_say_limits(study, sheet);
}
