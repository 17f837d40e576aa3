/* Grading: exercises are refused where they are wrong, boards depend on the seed alone, reports quote
 * what comes from submissions, and no hostile model passes.  With "hostile" as its argument all of
 * these are tried, otherwise every tenth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/inside.h"
#include "grade/put.h"
#include "hostile_models.h"

static bool all_hostile;

/* Where a sanitizer wants terabytes of addresses, helpers have no limit of memory. */
#if defined(__SANITIZE_ADDRESS__)
enum { MEMORY_IS_LIMITED = 0 };
#else
enum { MEMORY_IS_LIMITED = 1 };
#endif

/* ---- Exercises ---- */

static const struct {
    const char *text;
    int line, column;
    const char *words;
} bad_exercises[] = {
    {"", 1, 1, "'kind'"},
    {"kind: nonsense\n", 1, 7, "kind of puzzle"},
    {"exercise: A\nkind: starbattle\nask: some answers\n", 3, 6, "any answer"},
    {"kind: starbattle\nmake: 5 of sise 6x6\n", 2, 9, "of size"},
    {"kind: starbattle\nmake: 0\n", 2, 7, "1 to 100"},
    {"kind: starbattle\nmake: 2 of size 6\n", 2, 18, "height"},
    {"kind: starbattle\nkind: sudoku\n", 2, 1, "twice"},
    {"kind: starbattle\ncolour: red\n", 2, 1, "colour"},
    {"kind: starbattle\nno field\n", 2, 1, "name: value"},
    {"kind: starbattle\nmake: 1\nmemory: 5T\n", 3, 10, "M or G"},
    {"kind: starbattle\nmake: 1\npoints: make 3, luck 2\n", 3, 17, "board, make"},
    {"kind: starbattle\nmake: 1\nlinear: perhaps\n", 3, 9, "yes or no"},
    {"kind: starbattle\nmake: 1\nsolver: oracle\n", 3, 9, "oracle"},
    {"kind: starbattle\nmake: 1\nsolver: glpk --cuts, oracle\n", 3, 22, "oracle"},
    {"kind: starbattle\nmake: 1\nsolver: glpk, ,cbc\n", 3, 15, "a solver"},
    {"kind: starbattle\nmake: 1\nseed:\n", 3, 6, "value"},
    {"kind: starbattle\n", 2, 1, "boards"},
    {"kind: starbattle\nmake: 1\nask: the cheapest\n", 4, 1, "cheaper"},
};

static void bad_exercises_are_refused_by_line_and_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_exercises / sizeof *bad_exercises; i++) {
        struct grade_exercise *exercise;
        pulma_error err = {0};
        const char *text = bad_exercises[i].text;
        assert_int_equal(grade_exercise_read(text, strlen(text), ".", &exercise, &err),
                         PULMA_BAD_TEXT);
        assert_null(exercise);
        if (err.line != bad_exercises[i].line || err.column != bad_exercises[i].column ||
            !strstr(err.message, bad_exercises[i].words))
            fail_msg("%s%d:%d: %s", text, err.line, err.column, err.message);
    }
}

static char *read_nothing(void *context, const char *path, size_t *len, pulma_error *err)
{
    (void)context;
    *len = 0;
    pm_fail(err, PULMA_BAD_CALL, NULL, "%s cannot be read", path);
    return NULL;
}

static struct grade_exercise *exercise_of(const char *text)
{
    struct grade_exercise *exercise;
    const struct grade_host host = {.read = read_nothing};
    const char *file;
    pulma_error err = {0};
    if (grade_exercise_read(text, strlen(text), ".", &exercise, &err) ||
        grade_boards_make(exercise, &host, &file, &err))
        fail_msg("%d:%d: %s", err.line, err.column, err.message);
    return exercise;
}

static char *boards_of_exercise(const char *text)
{
    struct grade_exercise *exercise = exercise_of(text);
    struct pm_out out = {0};
    grade_boards_write(exercise, &out);
    grade_exercise_free(exercise);
    assert_false(out.failed);
    return out.data;
}

static void boards_depend_on_the_seed_alone(void **state)
{
    (void)state;
    static const char one[] =
        "kind: starbattle\nmake: 1 of size 5x5\ncatch: 1 of size 6x6\n"
        "several: 2 of size 6x6\nseed: 3\n";
    static const char two[] =
        "kind: starbattle\nmake: 1 of size 5x5\ncatch: 1 of size 6x6\n"
        "several: 2 of size 6x6\nseed: 4\n";
    char *first = boards_of_exercise(one), *again = boards_of_exercise(one);
    char *other = boards_of_exercise(two);
    assert_string_equal(first, again);
    assert_string_not_equal(first, other);
    assert_non_null(strstr(first, "catches who forgets: no two stars touch"));
    free(first);
    free(again);
    free(other);
}

/* The generator makes no board of Flow Free that a loop fits on: those are found by changes.  A knight
 * that comes to every square once ends once, whether one says so or not. */
static void every_rule_has_boards_or_follows(void **state)
{
    (void)state;
    char *flow = boards_of_exercise("kind: flowfree\ncatch: 2 of size 5x5\nseed: 12\n");
    char *knight = boards_of_exercise("kind: knight\ncatch: 1 of size 4x4\n");
    assert_non_null(strstr(flow, "catches who forgets: no line is a closed loop"));
    assert_null(strstr(flow, "no board was found"));
    assert_null(strstr(flow, "follows from"));
    assert_non_null(strstr(knight, "boards tried: the tour ends once"));
    free(flow);
    free(knight);
}

/* Its boards can be made, too.  Those of Eternity take some seconds. */
static void every_kind_with_models_has_an_exercise(void **state)
{
    (void)state;
    const struct grade_host host = {.read = read_nothing};
    const char *file;
    for (int kind = 0; kind < pulma_kind_count(); kind++) {
        struct pm_out out = {0};
        struct grade_exercise *exercise = NULL;
        pulma_error err = {0};
        if (!pulma_kind_can_generate(kind) || pulma_model_count(kind) == 0)
            continue;
        assert_int_equal(grade_exercise_new(kind, &out, &err), PULMA_OK);
        if (grade_exercise_read(out.data, out.len, ".", &exercise, &err))
            fail_msg("%s:%d:%d: %s", pulma_kind_name(kind), err.line, err.column,
                     err.message);
        if ((all_hostile || strcmp(pulma_kind_name(kind), "eternity1") != 0) &&
            grade_boards_make(exercise, &host, &file, &err))
            fail_msg("%s:%d:%d: %s", pulma_kind_name(kind), err.line, err.column,
                     err.message);
        grade_exercise_free(exercise);
        pm_out_free(&out);
    }
}

/* ---- Rows ---- */

static void rows_are_found_in_the_text_of_a_model(void **state)
{
    (void)state;
    static const char model[] = "# s.t. row: not here;\n"
                                "var x{1..3}, binary; /* row; \n */\n"
                                "minimize cost: x[1];\n"
                                "s.t. row{i in 1..2}: x[i] <= 1;\n"
                                "subject to\n  last : x[3] = 1;\n"
                                "bare: x[2] = 0;\n"
                                "solve; printf \"row: 1;\"; end;\n";
    static const struct {
        const char *name;
        int line;
    } rows[] = {{"row[1]", 5}, {"last", 7},  {"bare", 8}, {"x[2]", 2},
                {"cost", 4},   {"other", 0}, {"ro", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(grade_line_of(model, strlen(model), rows[i].name), rows[i].line);
}

/* ---- Submissions ---- */

/* A host whose files are the models. */
static char *read_model(void *context, const char *path, size_t *len, pulma_error *err)
{
    (void)context;
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 10000);
    if (!file || !text) {
        pm_fail(err, PULMA_BAD_CALL, NULL, "cannot be read");
        free(text);
        return NULL;
    }
    *len = fread(text, 1, 9999, file);
    fclose(file);
    return text;
}

static void judge_text(const struct grade_exercise *exercise, const char *model,
                       const char *name, struct grade_submission *submission)
{
    static const char path[] = "/tmp/pulma-grade-XXXXXX";
    const struct grade_host host = {.read = read_model};
    pulma_error err = {0};
    char place[sizeof path];
    memcpy(place, path, sizeof path);
    int fd = mkstemp(place);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fputs(model, file);
    fclose(file);
    *submission = (struct grade_submission){.path = place, .name = name};
    pulma_status status = grade_class_run(exercise, submission, 1, 1, NULL, 0, &host, &err);
    remove(place);
    submission->path = "";
    if (status)
        fail_msg("%s: %s", model, err.message);
    assert_true(submission->done);
}

static int first_of(const struct grade_exercise *exercise, enum grade_part part)
{
    int board = 0;
    while (exercise->boards[board].part != part)
        board++;
    return board;
}

/* The row that excludes the answer is found among all others, which do not: on the first board of a
 * part, with the answer; on others that it has no solution is enough. */
static void rows_that_exclude_an_answer_are_named(void **state)
{
    (void)state;
    static const char before[] = "solve;";
    static const struct {
        const char *more, *row;
        enum grade_part part;
        enum grade_outcome outcome;
    } cases[] = {
        {"s.t. corner{(i,j) in C: i = 1 and j = 1}: x[i,j] = 0;\n", "corner[1,1] (line ",
         GRADE_SEVERAL, GRADE_LOSES},
        {"s.t. nowhere{i in 1..1}: sum{(i,j) in C} x[i,j] <= S - 1;\n", "nowhere[1] (line ",
         GRADE_MAKE, GRADE_NO_SOLUTION},
    };
    const char *text = pulma_model_text(pulma_kind_find("starbattle"), 0);
    const char *solve = strstr(text, before);
    struct grade_exercise *exercise =
        exercise_of("kind: starbattle\nask: all answers\nseveral: 1 of size 5x5\n"
                    "make: 2 of size 5x5\n");
    for (int i = 0; i < 2; i++) {
        char model[8000];
        struct grade_submission submission;
        snprintf(model, sizeof model, "%.*s%s%s", (int)(solve - text), text, cases[i].more,
                 solve);
        judge_text(exercise, model, "lost.mod", &submission);
        const struct grade_mark *mark =
            &submission.result->marks[first_of(exercise, cases[i].part)];
        assert_int_equal(mark->outcome, cases[i].outcome);
        assert_int_equal(mark->row_count, 1);
        assert_non_null(strstr(mark->rows[0], cases[i].row));
        assert_non_null(mark->shown);
        if (cases[i].part == GRADE_MAKE) {
            assert_int_equal(mark[1].outcome, GRADE_NO_SOLUTION);
            assert_null(mark[1].shown);
        }
        grade_submission_clear(&submission);
    }
    grade_exercise_free(exercise);
}

/* Three nodes are too few for GLPK without cuts; clauses need no search at all. */
static void the_next_solver_is_tried(void **state)
{
    (void)state;
    static const char first[] = "kind: sudoku\nask: any answer\nmake: 1 of size 6x6\n"
                                "nodes: 3\nsolver: glpk --intopt\n";
    static const char both[] = "kind: sudoku\nask: any answer\nmake: 1 of size 6x6\n"
                               "nodes: 3\nsolver: glpk --intopt, sat\n";
    const int kind = pulma_kind_find("sudoku");
    int model = 0;
    while (strcmp(pulma_model_name(kind, model), "way3-linear") != 0)
        model++;
    for (int i = 0; i < 2; i++) {
        struct grade_exercise *exercise = exercise_of(i ? both : first);
        struct grade_submission submission;
        judge_text(exercise, pulma_model_text(kind, model), "way3.mod", &submission);
        assert_int_equal(submission.verdict, i ? GRADE_RIGHT : GRADE_LIMIT);
        grade_submission_clear(&submission);
        grade_exercise_free(exercise);
    }
}

static void no_hostile_model_passes(void **state)
{
    (void)state;
    if (!MEMORY_IS_LIMITED)
        skip();
    struct grade_exercise *exercise =
        exercise_of("kind: starbattle\nmake: 1 of size 5x5\ntime: 1\nmemory: 200M\n");
    const size_t paths = sizeof hostile_paths / sizeof *hostile_paths;
    const size_t statements = sizeof hostile_statements / sizeof *hostile_statements;
    const size_t models = sizeof hostile_models / sizeof *hostile_models;
    const size_t step = all_hostile ? 1 : 10;
    for (size_t i = 0; i < paths * statements + models; i += step) {
        struct grade_submission submission;
        char model[2000];
        if (i < paths * statements)
            snprintf(model, sizeof model, hostile_statements[i / paths],
                     hostile_paths[i % paths]);
        else
            snprintf(model, sizeof model, "%s", hostile_models[i - paths * statements]);
        judge_text(exercise, model, "hostile.mod", &submission);
        if (submission.verdict == GRADE_RIGHT || submission.points > 0)
            fail_msg("%s passes", model);
        grade_submission_clear(&submission);
    }
    grade_exercise_free(exercise);
}

/* ---- Reports ---- */

static void reports_quote_what_comes_from_submissions(void **state)
{
    (void)state;
    static const char name[] = "=1+1\033[31m<script>\"'&.mod";
    struct grade_exercise *exercise =
        exercise_of("kind: starbattle\nmake: 1 of size 5x5\ntime: 100\n");
    struct grade_submission submission;
    struct pm_out out = {0};
    judge_text(exercise, "var x; s.t. row: x = 1\nsolve; end;\n", name, &submission);
    assert_int_equal(submission.verdict, GRADE_UNREADABLE);
    for (int format = GRADE_TEXT; format <= GRADE_JUNIT; format++) {
        const struct grade_look look = {.format = (enum grade_format)format,
                                        .picture = PULMA_ASCII};
        grade_write_head(&look, &out);
        grade_write_one(exercise, &submission, &look, &out);
        grade_write_tail(&look, &submission, 1, &out);
    }
    assert_null(strchr(out.data, '\033'));
    assert_non_null(strstr(out.data, "\"'=1+1?[31m<script>\"\"'&.mod\""));
    pm_out_free(&out);
    grade_page_overview(exercise, &submission, 1, &out);
    grade_page_one(exercise, &submission, GRADE_FULL, &out);
    assert_null(strstr(out.data, "<script"));
    assert_null(strchr(out.data, '\033'));
    pm_out_free(&out);
    grade_submission_clear(&submission);
    grade_exercise_free(exercise);
}

int main(int argc, char **argv)
{
    all_hostile = argc == 2 && strcmp(argv[1], "hostile") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_exercises_are_refused_by_line_and_column),
        cmocka_unit_test(boards_depend_on_the_seed_alone),
        cmocka_unit_test(every_rule_has_boards_or_follows),
        cmocka_unit_test(every_kind_with_models_has_an_exercise),
        cmocka_unit_test(rows_are_found_in_the_text_of_a_model),
        cmocka_unit_test(rows_that_exclude_an_answer_are_named),
        cmocka_unit_test(the_next_solver_is_tried),
        cmocka_unit_test(no_hostile_model_passes),
        cmocka_unit_test(reports_quote_what_comes_from_submissions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
