/* pulma compare --paper: published experiments, done again.
 *
 * Hartmann, "Solving smartphone puzzle apps by mathematical programming" of 2018, tells the
 * solve times of six models; Lampainen's thesis of 2024 tells times and sizes in its tables 1
 * to 3 and 5 to 10.  What they printed stands in the two lists below, with the file of the
 * puzzle and the name of our model.  Each puzzle is solved once by each of its models and our
 * solvers, and every published row is printed beside that.
 *
 * The publications' solvers are mostly not free, so others stand in for them; and what is not
 * linear there is linearised here, since our solvers take linear programs only. */
#include "cli/study.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A published time. */
struct published_time {
    const char *paper, *table;
    const char *what;    /* in the publication's words */
    const char *file;    /* of examples/seeds, without ".txt" */
    const char *model;   /* ours */
    const char *solver;  /* theirs */
    const char *seconds; /* as printed; "": no result within their limit */
};

/* A published size. */
struct published_size {
    const char *paper, *table, *what, *file, *model;
    bool linearised;
    int variables, constraints;
    const char *class_name; /* "": not told */
    int side, colours;      /* file NULL: of a board that is made for the count */
};

#define HARTMANN  "hartmann2018"
#define LAMPAINEN "lampainen2024"

#define HARTMANN_TIMES "Solve times, Sections 6 and 7"
#define TABLE_5        "Table 5: all models, small puzzles"
#define TABLE_7        "Table 7: Eternity models, nonlinear"
#define TABLE_8        "Table 8: Eternity II, way 2"
#define TABLE_9        "Table 9: Eternity II, 4x4, by colours"
#define TABLE_10       "Table 10: sudokus of medium difficulty"
#define CLASSES        "Section 8.2: with classes of pieces, 4x4"

static const struct published_time times[] = {
    {HARTMANN, HARTMANN_TIMES, "Thermometers (1)-(4)", "thermometer-hartmann-fig1",
     "hartmann", "GLPK", "< 0.5"},
    {HARTMANN, HARTMANN_TIMES, "Kakuro (5)-(8)", "kakuro-hartmann-fig2", "hartmann", "GLPK",
     "4.5"},
    {HARTMANN, HARTMANN_TIMES, "Match 22 (9)-(13)", "match22-hartmann-fig3", "hartmann",
     "GLPK", "< 0.5"},
    {HARTMANN, HARTMANN_TIMES, "Slider (18)-(21)", "slider-hartmann-figD1", "hartmann",
     "GLPK", "< 0.5"},
    {HARTMANN, HARTMANN_TIMES, "Flow Free, first (22)-(31)", "flowfree-hartmann-fig6",
     "hartmann1", "GLPK", "324.7"},
    {HARTMANN, HARTMANN_TIMES, "Flow Free, second (32)-(44)", "flowfree-hartmann-fig6",
     "hartmann2", "GLPK", "0.4"},
#define FIVE(what, file, model, scip, lindo, local, name)                                  \
    {LAMPAINEN, TABLE_5, what, file, model, "SCIP", scip},                                 \
        {LAMPAINEN, TABLE_5, what, file, model, "LINDOGlobal", lindo},                     \
    {                                                                                      \
        LAMPAINEN, TABLE_5, what, file, model, name, local                                 \
    }
    FIVE("simple tiling", "tiling-lampainen-simple", "simple", "0.092", "0.031", "0.028",
         "CPLEX"),
    FIVE("general tiling", "tiling-lampainen-general", "general", "0.092", "0.031", "0.029",
         "CPLEX"),
    FIVE("Eternity II way 2 nonlinear", "eternity2-lampainen-2x2", "way2", "0.109", "0.079",
         "0.061", "DICOPT"),
    FIVE("Eternity II way 2 linear", "eternity2-lampainen-2x2", "way2", "0.102", "0.069",
         "0.037", "CPLEX"),
    FIVE("no-edge Eternity nonlinear", "eternity-noedge-lampainen-2x2", "way2", "0.119",
         "0.19", "0.127 (not optimal)", "DICOPT"),
    FIVE("no-edge Eternity linear", "eternity-noedge-lampainen-2x2", "way2", "0.154",
         "0.25", "0.035", "CPLEX"),
    FIVE("triangle Eternity nonlinear", "eternity-triangle-lampainen-2x2", "triangle",
         "0.11", "0.045", "0.086", "DICOPT"),
    FIVE("triangle Eternity linear", "eternity-triangle-lampainen-2x2", "triangle", "0.14",
         "0.104", "0.031", "CPLEX"),
    FIVE("sudoku way 1", "sudoku-lampainen-fig19", "way1", "0.109", "0.058", "0.038",
         "CPLEX"),
    FIVE("sudoku way 2", "sudoku-lampainen-fig19", "way2", "0.098", "0.037", "0.031",
         "CPLEX"),
    FIVE("sudoku way 3", "sudoku-lampainen-fig19", "way3-linear", "0.191", "0.12", "0.082",
         "CPLEX"),
    FIVE("sudoku-x", "sudokux-lampainen-fig20", "x", "0.115", "0.114", "0.044", "CPLEX"),
    FIVE("odd-even sudoku", "oddeven-lampainen-fig21", "odd-even", "0.124", "1.057", "0.04",
         "CPLEX"),
    FIVE("killer sudoku", "killer-lampainen-fig22", "killer", "0.842", "1.139", "0.625",
         "CPLEX"),
    FIVE("kakuro", "kakuro-lampainen-fig23", "lampainen", "0.226", "0.082", "0.04",
         "CPLEX"),
#undef FIVE
    {LAMPAINEN, TABLE_7, "Eternity II way 2, 2x2", "eternity2-lampainen-2x2", "way2",
     "SCIP", "0.109"},
    {LAMPAINEN, TABLE_7, "Eternity II way 2, 3x3", "eternity2-lampainen-3x3", "way2",
     "SCIP", "0.686"},
    {LAMPAINEN, TABLE_7, "Eternity II way 2, 4x4", "eternity2-lampainen-4x4", "way2",
     "SCIP", "12.957"},
    {LAMPAINEN, TABLE_7, "Eternity II way 2, 2x2", "eternity2-lampainen-2x2", "way2",
     "LINDOGlobal", "0.079"},
    {LAMPAINEN, TABLE_7, "Eternity II way 2, 3x3", "eternity2-lampainen-3x3", "way2",
     "LINDOGlobal", "0.879"},
    {LAMPAINEN, TABLE_7, "Eternity II way 2, 4x4", "eternity2-lampainen-4x4", "way2",
     "LINDOGlobal", "199.204"},
    {LAMPAINEN, TABLE_7, "no-edge Eternity, 2x2", "eternity-noedge-lampainen-2x2", "way2",
     "SCIP", "0.119"},
    {LAMPAINEN, TABLE_7, "no-edge Eternity, 3x3", "eternity-noedge-lampainen-3x3", "way2",
     "SCIP", "2.216"},
    {LAMPAINEN, TABLE_7, "no-edge Eternity, 4x4", "eternity-noedge-lampainen-4x4", "way2",
     "SCIP", "22.193"},
    {LAMPAINEN, TABLE_7, "no-edge Eternity, 2x2", "eternity-noedge-lampainen-2x2", "way2",
     "LINDOGlobal", "0.19"},
    {LAMPAINEN, TABLE_7, "no-edge Eternity, 3x3", "eternity-noedge-lampainen-3x3", "way2",
     "LINDOGlobal", "20.993"},
    {LAMPAINEN, TABLE_7, "no-edge Eternity, 4x4", "eternity-noedge-lampainen-4x4", "way2",
     "LINDOGlobal", "5494.167"},
    {LAMPAINEN, TABLE_7, "triangle Eternity, 2x2", "eternity-triangle-lampainen-2x2",
     "triangle", "SCIP", "0.11"},
    {LAMPAINEN, TABLE_7, "triangle Eternity, 3x3", "eternity-triangle-lampainen-3x3",
     "triangle", "SCIP", "1.073"},
    {LAMPAINEN, TABLE_7, "triangle Eternity, 4x4", "eternity-triangle-lampainen-4x4",
     "triangle", "SCIP", "11.716"},
    {LAMPAINEN, TABLE_7, "triangle Eternity, 2x2", "eternity-triangle-lampainen-2x2",
     "triangle", "LINDOGlobal", "0.045"},
    {LAMPAINEN, TABLE_7, "triangle Eternity, 3x3", "eternity-triangle-lampainen-3x3",
     "triangle", "LINDOGlobal", "2.128"},
    {LAMPAINEN, TABLE_7, "triangle Eternity, 4x4", "eternity-triangle-lampainen-4x4",
     "triangle", "LINDOGlobal", "295.42"},
#define EIGHT(what, solver, two, three, four, five)                                          \
    {LAMPAINEN, TABLE_8, what ", 2x2", "eternity2-lampainen-2x2", "way2", solver, two},      \
        {LAMPAINEN, TABLE_8, what ", 3x3", "eternity2-lampainen-3x3",                        \
         "way2",    solver,  three},                                                         \
        {LAMPAINEN, TABLE_8, what ", 4x4", "eternity2-lampainen-4x4", "way2", solver, four}, \
    {                                                                                        \
        LAMPAINEN, TABLE_8, what ", 5x5", "eternity2-lampainen-5x5", "way2", solver, five    \
    }
    EIGHT("nonlinear", "SCIP", "0.109", "0.686", "12.957", "2830.214"),
    EIGHT("nonlinear", "LINDOGlobal", "0.079", "0.879", "199.204", ""),
    EIGHT("linear", "SCIP", "0.102", "0.71", "13.265", "3803.484"),
    EIGHT("linear", "LINDOGlobal", "0.069", "2.339", "404.116", ""),
    EIGHT("linear", "CPLEX", "0.037", "0.139", "1.235", "479.62"),
#undef EIGHT
    {LAMPAINEN, TABLE_9, "4 colours", "eternity2-lampainen-4x4", "way2", "SCIP", "12.957"},
    {LAMPAINEN, TABLE_9, "6 colours (puzzle not published)", NULL, "way2", "SCIP",
     "13.806"},
    {LAMPAINEN, TABLE_9, "8 colours (puzzle not published)", NULL, "way2", "SCIP",
     "17.769"},
    {LAMPAINEN, CLASSES, "Eternity II way 2, without", "eternity2-lampainen-4x4", "way2",
     "SCIP", "12.957"},
    {LAMPAINEN, CLASSES, "Eternity II way 2, with", "eternity2-lampainen-4x4",
     "way2-classes", "SCIP", "1.708"},
    {LAMPAINEN, CLASSES, "triangle Eternity, without", "eternity-triangle-lampainen-4x4",
     "triangle", "SCIP", "11.716"},
    {LAMPAINEN, CLASSES, "triangle Eternity, with", "eternity-triangle-lampainen-4x4",
     "triangle-classes", "SCIP", "0.835"},
#define TEN(what, file, model, scip, cplex)                                                \
    {LAMPAINEN, TABLE_10, what, file, model, "SCIP", scip},                                \
    {                                                                                      \
        LAMPAINEN, TABLE_10, what, file, model, "CPLEX", cplex                             \
    }
    TEN("sudoku way 1", "sudoku-lampainen-fig19", "way1", "0.109", "0.038"),
    TEN("sudoku way 2", "sudoku-lampainen-fig19", "way2", "0.098", "0.031"),
    TEN("sudoku way 3", "sudoku-lampainen-fig19", "way3-linear", "0.191", "0.082"),
    TEN("sudoku-x", "sudokux-lampainen-fig20", "x", "0.115", "0.044"),
    TEN("odd-even sudoku", "oddeven-lampainen-fig21", "odd-even", "0.124", "0.04"),
    TEN("killer sudoku", "killer-lampainen-fig22", "killer", "0.842", "0.625"),
#undef TEN
};

#define TABLE_1 "Table 1: size of Eternity II, way 1"
#define TABLE_2 "Table 2: size of Eternity II, way 2, nonlinear"
#define TABLE_3 "Table 3: size of Eternity II, way 2, linearised"
#define TABLE_6 "Table 6: size of all models"

/* The larger puzzles of tables 1 to 3 are not published, and their sizes depend on the numbers of
 * cells and colours only: any board will do.  way2 on 16x16 has 31 million products, too many to
 * be translated. */
#define MADE(table, what, model, linearised, variables, constraints, side, colours)        \
    {                                                                                      \
        LAMPAINEN, table, what, NULL, model, linearised, variables, constraints, "", side, \
            colours                                                                        \
    }
enum { LARGEST_WAY_2 = 12 };
static const struct published_size sizes[] = {
    {LAMPAINEN, TABLE_1, "2x2", "eternity2-lampainen-2x2", "way1", false, 68, 48, "", 0, 0},
    {LAMPAINEN, TABLE_1, "4x4", "eternity2-lampainen-4x4", "way1", false, 1048, 240, "", 0,
     0},
    MADE(TABLE_1, "10x10", "way1", false, 40180, 1680, 10, 4),
    MADE(TABLE_1, "16x16", "way1", false, 262624, 4416, 16, 4),
    MADE(TABLE_1, "16x16, 22 colours", "way1", false, 262624, 21696, 16, 22),
    {LAMPAINEN, TABLE_2, "2x2", "eternity2-lampainen-2x2", "way2", false, 44, 92, "", 0, 0},
    {LAMPAINEN, TABLE_2, "4x4", "eternity2-lampainen-4x4", "way2", false, 368, 1136, "", 0,
     0},
    MADE(TABLE_2, "10x10", "way2", false, 10700, 40700, 10, 4),
    MADE(TABLE_2, "16x16", "way2", false, 67328, 263936, 16, 4),
    {LAMPAINEN, TABLE_3, "2x2", "eternity2-lampainen-2x2", "way2", true, 92, 188, "", 0, 0},
    {LAMPAINEN, TABLE_3, "4x4", "eternity2-lampainen-4x4", "way2", true, 6128, 12656, "", 0,
     0},
    MADE(TABLE_3, "10x10", "way2", true, 1792700, 3604700, 10, 4),
    MADE(TABLE_3, "16x16", "way2", true, 31401728, 62932736, 16, 4),
    {LAMPAINEN, TABLE_6, "simple tiling", "tiling-lampainen-simple", "simple", false, 26,
     11, "BLP", 0, 0},
    {LAMPAINEN, TABLE_6, "general tiling", "tiling-lampainen-general", "general", false, 34,
     12, "BLP", 0, 0},
    {LAMPAINEN, TABLE_6, "Eternity II way 2 nonlinear", "eternity2-lampainen-2x2", "way2",
     false, 44, 92, "MINLP", 0, 0},
    {LAMPAINEN, TABLE_6, "Eternity II way 2 linear", "eternity2-lampainen-2x2", "way2",
     true, 92, 188, "MILP", 0, 0},
    {LAMPAINEN, TABLE_6, "no-edge Eternity nonlinear", "eternity-noedge-lampainen-2x2",
     "way2", false, 44, 76, "MINLP", 0, 0},
    {LAMPAINEN, TABLE_6, "no-edge Eternity linear", "eternity-noedge-lampainen-2x2", "way2",
     true, 92, 172, "MILP", 0, 0},
    {LAMPAINEN, TABLE_6, "triangle Eternity nonlinear", "eternity-triangle-lampainen-2x2",
     "triangle", false, 36, 108, "MINLP", 0, 0},
    {LAMPAINEN, TABLE_6, "triangle Eternity linear", "eternity-triangle-lampainen-2x2",
     "triangle", true, 72, 180, "MILP", 0, 0},
    {LAMPAINEN, TABLE_6, "sudoku way 1", "sudoku-lampainen-fig19", "way1", false, 729, 324,
     "BLP", 0, 0},
    {LAMPAINEN, TABLE_6, "sudoku way 2", "sudoku-lampainen-fig19", "way2", false, 729, 324,
     "BLP", 0, 0},
    {LAMPAINEN, TABLE_6, "sudoku way 3", "sudoku-lampainen-fig19", "way3-linear", false,
     1215, 1701, "MILP", 0, 0},
    {LAMPAINEN, TABLE_6, "sudoku-x", "sudokux-lampainen-fig20", "x", false, 729, 342, "BLP",
     0, 0},
    {LAMPAINEN, TABLE_6, "odd-even sudoku", "oddeven-lampainen-fig21", "odd-even", false,
     729, 486, "BLP", 0, 0},
    {LAMPAINEN, TABLE_6, "killer sudoku", "killer-lampainen-fig22", "killer", false, 729,
     594, "BLP", 0, 0},
    {LAMPAINEN, TABLE_6, "kakuro", "kakuro-lampainen-fig23", "lampainen", false, 360, 360,
     "BLP", 0, 0},
};

#undef MADE

enum { TIMES = sizeof times / sizeof *times, SIZES = sizeof sizes / sizeof *sizes };

/* ---- Finding the puzzles ---- */

static bool is_folder(const char *path)
{
    return access(path, R_OK | X_OK) == 0;
}

/* The folder of the puzzles: as the call says, else beside the program as it was built or
 * installed. */
static bool find_examples(const struct cli_call *call, char *folder, size_t size)
{
    static const char *const places[] = {"../examples/seeds",
                                         "../share/pulma/examples/seeds"};
    char self[4096];
    if (cli_given(call, CLI_EXAMPLES)) {
        snprintf(folder, size, "%s", call->text[CLI_EXAMPLES]);
        return is_folder(folder);
    }
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    while (len > 0 && self[len - 1] != '/')
        len--;
    self[len > 0 ? len : 0] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places && self[0]; i++) {
        int needed = snprintf(folder, size, "%s%s", self, places[i]);
        if (needed > 0 && (size_t)needed < size && is_folder(folder))
            return true;
    }
    snprintf(folder, size, "%s", PULMA_EXAMPLES);
    return is_folder(folder);
}

/* What came out of translating for a row of `sizes`. */
struct measured {
    bool known;
    pulma_size size;
    char remark[100]; /* why it is not known */
};

struct book {
    struct cli_study study;
    const char *paper;
    char folder[4200];
    const char *tried[64]; /* files, by name */
    int puzzle[64];
    int tried_count;
    struct measured measured[SIZES];
};

/* Whether a published row is of this paper and of a model that the call wants. */
static bool is_wanted(const struct book *book, const char *paper, const char *model)
{
    return strcmp(paper, book->paper) == 0 &&
           cli_lists(book->study.call->text[CLI_MODELS_LIST], model);
}

/* Whether the experiments of the paper know this model. */
static bool is_published(const char *paper, const char *model)
{
    bool known = false;
    for (int i = 0; i < TIMES; i++)
        known |= strcmp(times[i].paper, paper) == 0 && strcmp(times[i].model, model) == 0;
    for (int i = 0; i < SIZES; i++)
        known |= strcmp(sizes[i].paper, paper) == 0 && strcmp(sizes[i].model, model) == 0;
    return known;
}

/* A model that the experiments do not know is the caller's mistake. */
static bool check_models(struct book *book)
{
    const char *list = book->study.call->text[CLI_MODELS_LIST];
    if (!list || strcmp(list, "all") == 0)
        return true;
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',') {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(p, ","), p);
        if (!is_published(book->paper, name)) {
            book->study.status =
                cli_usage(book->study.call, "the experiments of %s have no model '%s'",
                          book->paper, name);
            return false;
        }
    }
    return true;
}

static int read_puzzle(struct book *book, const char *name)
{
    char path[4400];
    size_t len = 0;
    pulma_error err = {.message = ""};
    pulma_puzzle *puzzle = NULL;
    snprintf(path, sizeof path, "%s/%s.txt", book->folder, name);
    char *text = cli_read_file(path, &len, &err);
    int number = -1;
    if (text && pulma_puzzle_read(NULL, text, len, &puzzle, &err) == PULMA_OK &&
        cli_study_add(&book->study, puzzle, name, 1, 0))
        number = book->study.puzzle_count - 1;
    if (number < 0)
        fprintf(stderr, "pulma compare: skips %s: %s\n", name, err.message);
    pulma_puzzle_free(puzzle);
    free(text);
    return number;
}

/* The number of the puzzle in this file; reads it if that has not been tried.  -1: it cannot be
 * read, which has been told. */
static int find_puzzle(struct book *book, const char *name)
{
    for (int i = 0; i < book->tried_count; i++)
        if (strcmp(book->tried[i], name) == 0)
            return book->puzzle[i];
    if (book->tried_count == 64)
        return -1;
    int i = book->tried_count++;
    book->tried[i] = name;
    book->puzzle[i] = read_puzzle(book, name);
    return book->puzzle[i];
}

static bool has_model(const struct book *book, int puzzle, const char *model)
{
    int kind = pulma_puzzle_kind(book->study.puzzles[puzzle].puzzle);
    for (int i = 0; i < pulma_model_count(kind); i++)
        if (strcmp(pulma_model_name(kind, i), model) == 0)
            return true;
    return false;
}

/* ---- Runs ---- */

static const struct cli_case *find_case(const struct cli_study *study, int puzzle,
                                        const char *model, const char *solver)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct cli_case *one = &study->cases[i];
        if (one->puzzle == puzzle && strcmp(one->model, model) == 0 &&
            strcmp(one->solver, solver) == 0)
            return one;
    }
    return NULL;
}

/* Our columns. */
static const char *const ours[] = {"glpk", "cbc",    "sat",  "highs",
                                   "scip", "kernel", "rules"};

enum { OURS = 7, PROGRAM_SOLVERS = 5 };

static void add_runs(struct book *book, int puzzle, const char *model)
{
    struct cli_study *study = &book->study;
    for (int s = 0; s < OURS; s++) {
        const char *by = s < PROGRAM_SOLVERS ? model : "";
        if (cli_study_wants(study, ours[s]) && !find_case(study, puzzle, by, ours[s]))
            cli_study_add_case(study, puzzle, by, ours[s]);
    }
}

/* The cases of a puzzle must stand together, so puzzle by puzzle. */
static void plan(struct book *book)
{
    for (int i = 0; i < TIMES; i++)
        if (is_wanted(book, times[i].paper, times[i].model) && times[i].file)
            find_puzzle(book, times[i].file);
    for (int p = 0; p < book->study.puzzle_count; p++)
        for (int i = 0; i < TIMES; i++)
            if (is_wanted(book, times[i].paper, times[i].model) && times[i].file &&
                find_puzzle(book, times[i].file) == p && has_model(book, p, times[i].model))
                add_runs(book, p, times[i].model);
}

/* ---- Sizes ---- */

/* A board of edge matching whose pieces fit as they stand; NULL: no memory. */
static pulma_puzzle *make_board(int side, int colours)
{
    char *text = NULL;
    size_t len = 0;
    pulma_puzzle *puzzle = NULL;
    FILE *out = open_memstream(&text, &len);
    if (!out)
        return NULL;
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            /* The lines above and below, and those at the right and left. */
            int above = row > 0 ? (3 * row + column) % colours + 1 : 0;
            int below = row < side - 1 ? (3 * row + 3 + column) % colours + 1 : 0;
            int left = column > 0 ? (row + 3 * column) % colours + 1 : 0;
            int right = column < side - 1 ? (row + 3 * column + 3) % colours + 1 : 0;
            fprintf(out, "%d %d %d %d\n", above, right, below, left);
        }
    if (fclose(out) == 0)
        pulma_puzzle_read("edgematch", text, len, &puzzle, NULL);
    free(text);
    return puzzle;
}

static void measure(struct book *book, const struct published_size *row,
                    struct measured *measured)
{
    pulma_error err = {.message = ""};
    pulma_puzzle *made = NULL;
    int number = row->file ? find_puzzle(book, row->file) : -1;
    bool too_large =
        !row->file && strcmp(row->model, "way2") == 0 && row->side > LARGEST_WAY_2;
    if (!row->file && !too_large)
        made = make_board(row->side, row->colours);
    const pulma_puzzle *puzzle = number < 0 ? made : book->study.puzzles[number].puzzle;
    measured->known = puzzle && pulma_model_measure(puzzle, row->model, row->linearised,
                                                    book->study.seconds, &measured->size,
                                                    &err) == PULMA_OK;
    pulma_puzzle_free(made);
    if (too_large)
        snprintf(measured->remark, sizeof measured->remark,
                 "left out: 31 million products are too many to translate");
    else if (!measured->known && err.status == PULMA_LIMIT)
        snprintf(measured->remark, sizeof measured->remark,
                 "not translated within %g s: see --time", book->study.seconds);
    else if (!measured->known)
        snprintf(measured->remark, sizeof measured->remark, "%.90s", err.message);
}

/* All sizes of the paper, before anything is solved. */
static void measure_all(struct book *book)
{
    struct cli_progress progress;
    cli_progress_start(&progress, "translating");
    for (int i = 0; i < SIZES && !cli_interrupted(); i++)
        if (is_wanted(book, sizes[i].paper, sizes[i].model)) {
            cli_progress_show(&progress);
            measure(book, &sizes[i], &book->measured[i]);
            progress.done++;
        }
    cli_progress_hide(&progress);
}

/* ---- Tables ---- */

static void put_ours(struct cli_table *t, struct book *book,
                     const struct published_time *row, int s)
{
    int puzzle = row->file ? find_puzzle(book, row->file) : -1;
    const struct cli_case *one =
        puzzle < 0 ? NULL
                   : find_case(&book->study, puzzle, s < PROGRAM_SOLVERS ? row->model : "",
                               ours[s]);
    char text[40];
    if (!one || !cli_case_ended(one) || one->last.outcome == CLI_REFUSED)
        cli_table_put(t, "%s", "");
    else if (one->stopped > 0 && !cli_case_timed(one))
        cli_table_put(t, "> %g", book->study.seconds);
    else if (one->last.outcome == CLI_BROKEN)
        cli_table_put(t, "failed");
    else
        cli_table_put(t, "%s", cli_seconds_text(cli_case_median(one), text, sizeof text));
}

static const struct cli_column time_columns[] = {
    {"experiment", CLI_WORDS},        {"their_GLPK", CLI_NUMBER_TEXT},
    {"their_SCIP", CLI_NUMBER_TEXT},  {"their_LINDOGlobal", CLI_NUMBER_TEXT},
    {"their_CPLEX", CLI_NUMBER_TEXT}, {"their_DICOPT", CLI_NUMBER_TEXT},
    {"glpk", CLI_NUMBER_TEXT},        {"cbc", CLI_NUMBER_TEXT},
    {"sat", CLI_NUMBER_TEXT},         {"highs", CLI_NUMBER_TEXT},
    {"scip", CLI_NUMBER_TEXT},        {"kernel", CLI_NUMBER_TEXT},
    {"rules", CLI_NUMBER_TEXT},
};

enum { THEIRS = 5 };

/* Whether two published times belong to one row: the same experiment by two solvers. */
static bool same_row(const struct published_time *a, const struct published_time *b)
{
    return strcmp(a->table, b->table) == 0 && strcmp(a->what, b->what) == 0;
}

static void put_theirs(struct cli_table *t, const struct published_time *row, int column)
{
    const char *solver = time_columns[column].name + strlen("their_");
    for (int i = 0; i < TIMES; i++)
        if (same_row(&times[i], row) && strcmp(times[i].solver, solver) == 0) {
            cli_table_put(t, "%s", times[i].seconds[0] ? times[i].seconds : "> 8 hours");
            return;
        }
    cli_table_put(t, "%s", "");
}

/* The rows from `first` on that belong to one table; returns the row behind them. */
static int time_table(struct book *book, int first, enum cli_table_format format)
{
    struct cli_table t;
    int i = first;
    cli_table_open(&t, times[first].table, time_columns,
                   sizeof time_columns / sizeof *time_columns);
    for (; i < TIMES && strcmp(times[i].table, times[first].table) == 0; i++) {
        bool told = false;
        for (int before = first; before < i; before++)
            told |= same_row(&times[before], &times[i]);
        if (told || !is_wanted(book, times[i].paper, times[i].model))
            continue;
        cli_table_put(&t, "%s", times[i].what);
        for (int c = 1; c <= THEIRS; c++)
            put_theirs(&t, &times[i], c);
        for (int s = 0; s < OURS; s++)
            put_ours(&t, book, &times[i], s);
    }
    cli_table_print(&t, format, stdout);
    cli_table_close(&t);
    return i;
}

static const struct cli_column size_columns[] = {
    {"experiment", CLI_WORDS},
    {"their_variables", CLI_NUMBER_TEXT},
    {"variables", CLI_NUMBER_TEXT},
    {"their_constraints", CLI_NUMBER_TEXT},
    {"constraints", CLI_NUMBER_TEXT},
    {"their_class", CLI_WORDS},
    {"class", CLI_WORDS},
    {"remark", CLI_WORDS},
};

static void put_size(struct cli_table *t, const struct published_size *row,
                     const struct measured *measured)
{
    bool known = measured->known;
    const pulma_size *size = &measured->size;
    cli_table_put(t, "%s", row->what);
    const int theirs[] = {row->variables, row->constraints};
    for (int i = 0; i < 2; i++) {
        cli_table_put(t, "%d", theirs[i]);
        if (known)
            cli_table_put(t, "%d", i ? size->constraints : size->variables);
        else
            cli_table_put(t, "%s", "");
    }
    cli_table_put(t, "%s", row->class_name);
    cli_table_put(t, "%s", known ? size->class_name : "");
    cli_table_put(t, "%s", measured->remark);
}

static int size_table(struct book *book, int first, enum cli_table_format format)
{
    struct cli_table t;
    int i = first;
    cli_table_open(&t, sizes[first].table, size_columns,
                   sizeof size_columns / sizeof *size_columns);
    for (; i < SIZES && strcmp(sizes[i].table, sizes[first].table) == 0; i++)
        if (is_wanted(book, sizes[i].paper, sizes[i].model))
            put_size(&t, &sizes[i], &book->measured[i]);
    cli_table_print(&t, format, stdout);
    cli_table_close(&t);
    return i;
}

static void print_tables(struct book *book, enum cli_table_format format)
{
    bool first = true;
    const char *paper = book->paper;
    cli_tables_begin(format, paper, stdout);
    for (int i = 0; i < SIZES;) {
        if (!is_wanted(book, sizes[i].paper, sizes[i].model)) {
            i++;
            continue;
        }
        if (!first && format == CLI_TABLE_CSV)
            fputc('\n', stdout);
        first = false;
        i = size_table(book, i, format);
    }
    for (int i = 0; i < TIMES;) {
        if (!is_wanted(book, times[i].paper, times[i].model)) {
            i++;
            continue;
        }
        if (!first && format == CLI_TABLE_CSV)
            fputc('\n', stdout);
        first = false;
        i = time_table(book, i, format);
    }
    bool hartmann = strcmp(paper, HARTMANN) == 0;
    char words[600];
    snprintf(words, sizeof words, "Theirs: %s.",
             hartmann ? "GLPK on an Intel i5 at 3.0 GHz"
                      : "GAMS 45.7 on the NEOS server, machine not told");
    cli_tables_say(format, stdout, words);
    snprintf(words, sizeof words,
             "Ours: CPU seconds of pulma %s, each run at most %g s of them. %s "
             "kernel and rules solve the puzzle without an integer program.",
             pulma_version(), book->study.seconds,
             hartmann
                 ? "glpk stands for their GLPK; cbc and sat are others."
                 : "glpk, cbc and sat stand in for SCIP, LINDOGlobal, CPLEX and DICOPT; "
                   "what is nonlinear there is linearised here, so both get one time.");
    cli_tables_say(format, stdout, words);
    if (!hartmann)
        cli_tables_say(
            format, stdout,
            "Boards of 10x10 and 16x16 are not published: the sizes are those of "
            "boards made for the count, each translated.");
    cli_tables_end(format, stdout);
}

int cli_compare_paper(const struct cli_call *call, enum cli_table_format format)
{
    const char *paper = call->text[CLI_PAPER];
    struct book *book = calloc(1, sizeof *book);
    if (!book)
        return cli_usage(call, "%s", pulma_status_text(PULMA_NO_MEMORY));
    if (!find_examples(call, book->folder, sizeof book->folder)) {
        free(book);
        return cli_usage(call, "does not find the puzzles: --examples FOLDER tells where "
                               "the files of examples/seeds are");
    }
    cli_study_open(&book->study, call);
    book->paper = paper;
    bool sensible = check_models(book) && cli_study_check_solvers(&book->study);
    if (sensible)
        plan(book);
    if (!sensible || book->study.puzzle_count == 0)
        book->study.status = CLI_BAD;
    else if (!cli_given(call, CLI_RESUME) ||
             cli_record_open(&book->study, call->text[CLI_RESUME])) {
        measure_all(book);
        cli_study_run(&book->study);
        print_tables(book, format);
        cli_study_finish(&book->study);
    }
    int status = book->study.status;
    cli_study_close(&book->study);
    free(book);
    return status;
}
