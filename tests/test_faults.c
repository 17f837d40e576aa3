/* What a model gets wrong is told as a fault of the model, never as a fact about the puzzle.  The
 * models here are small and hold their own boards: two cells of a line, each 0 or 1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "facts.h"
#include "pulma/pulma.h"

/* An island each of row 1, row 2 and so on; the model of the kind with something changed. */
static const char board[] = "starbattle\nstars: 1\nAAAA\nBBBB\nCCCC\nDDDD\n";
static const char none[] = "starbattle\nstars: 1\nAAA\nBBB\nCCC\n"; /* has no answer */
static const char path[] = "test_faults.mod";

#define HEAD                                                                               \
    "param m; param n; param S; param K; set A{1..K}, dimen 2; param g{1..m,1..n}, "       \
    "default -1;\nvar x{1..m,1..n}, binary;\n"
#define ROWS    "s.t. row{i in 1..m}: sum{j in 1..n} x[i,j] = S;\n"
#define COLUMNS "s.t. column{j in 1..n}: sum{i in 1..m} x[i,j] = S;\n"
#define APART                                                                              \
    "s.t. apart{i in 1..m-1, j in 1..n-1}: sum{k in i..i+1, l in j..j+1} x[k,l] <= 1;\n"
#define PRINT                                                                              \
    "solve;\nfor {i in 1..m} { for {j in 1..n} printf \"%s\", if x[i,j] = 1 then \"*\" "   \
    "else \"-\"; printf \"\\n\"; }\nend;\n"

struct outcome {
    pulma_status status;
    pulma_fault fault;
    bool has_board;
    pulma_error err;
    char rows[200];
};

static struct outcome ask(const char *puzzle, const char *model, const char *solver)
{
    struct outcome o = {.has_board = false};
    pulma_puzzle *p = puzzle_of(NULL, puzzle);
    int *answer = calloc((size_t)pulma_puzzle_places(p) + 1, sizeof *answer);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(model, file);
    fclose(file);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_model(job, "./test_faults.mod", solver, &o.err),
                     PULMA_OK);
    o.status = pulma_job_next(job, answer, &o.err);
    o.fault = pulma_job_fault(job);
    o.has_board = pulma_job_refused(job) != NULL;
    assert_int_equal(o.has_board, pulma_job_finding(job) != NULL);
    assert_int_equal(o.status == PULMA_MODEL_FAULT, o.fault != PULMA_FAULT_NONE);
    for (int i = 0; i < pulma_job_reason_count(job); i++) {
        strncat(o.rows, pulma_job_reason_text(job, i), 20);
        strncat(o.rows, " ", 2);
    }
    if (o.status != PULMA_OK)
        assert_int_equal(answer[0], PULMA_EMPTY);
    pulma_job_free(job);
    pulma_puzzle_free(p);
    free(answer);
    unlink(path);
    return o;
}

static void faults_are_the_models(void **state)
{
    (void)state;
    static const struct {
        const char *puzzle, *model;
        pulma_status status;
        pulma_fault fault;
        bool has_board;
        const char *words;
    } cases[] = {
        {board, HEAD ROWS COLUMNS APART PRINT, PULMA_OK, PULMA_FAULT_NONE, false, ""},
        {board, HEAD ROWS COLUMNS APART "s.t. full: x[1,1] = 1;\n" PRINT, PULMA_MODEL_FAULT,
         PULMA_FAULT_INFEASIBLE, false, "so the model is too strict"},
        {board, HEAD ROWS COLUMNS PRINT, PULMA_MODEL_FAULT, PULMA_FAULT_WRONG_ANSWER, true,
         "the model allows this board: "},
        {board,
         HEAD ROWS COLUMNS APART "solve;\nprintf \"....\\n....\\n....\\n....\\n\";\nend;\n",
         PULMA_MODEL_FAULT, PULMA_FAULT_UNFINISHED, true, "16 of 16 places"},
        {board, HEAD ROWS COLUMNS APART "solve;\nend;\n", PULMA_MODEL_FAULT,
         PULMA_FAULT_UNFINISHED, false, "printed no answer"},
        /* Here the model is right, and pulma's own methods say so. */
        {none, HEAD ROWS COLUMNS APART PRINT, PULMA_NONE, PULMA_FAULT_NONE, false, ""},
    };
    static const char *const solvers[] = {"glpk", "sat"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int s = 0; s < 2; s++) {
            struct outcome o = ask(cases[i].puzzle, cases[i].model, solvers[s]);
            if (o.status != cases[i].status || o.fault != cases[i].fault ||
                o.has_board != cases[i].has_board || !strstr(o.err.message, cases[i].words))
                fail_msg("case %d by %s: status %d, fault %d: %s", (int)i, solvers[s],
                         (int)o.status, (int)o.fault, o.err.message);
        }
}

/* ---- Rows to blame ---- */

/* Two answers.  Lines run either way and in any of the colours, so that no column tells what a place
 * has; with the big M of 5, six cells of a line must not lie beside each other. */
static const char lines[] = "flowfree\nA..BC\nD.A..\nE.D..\n.E...\n...BC\n";

static char *with_small_m(int m)
{
    static const char old[] = "card(V) * (1";
    const char *text = pulma_model_text(pulma_kind_find("flowfree"), 0);
    for (int i = 0; strcmp(pulma_model_name(pulma_kind_find("flowfree"), i), "hartmann1");)
        text = pulma_model_text(pulma_kind_find("flowfree"), ++i);
    const char *at = strstr(text, old);
    char *model = malloc(strlen(text) + 20);
    assert_true(at && model);
    sprintf(model, "%.*s%d * (1%s", (int)(at - text), text, m, at + sizeof old - 1);
    return model;
}

static void one_family_is_to_blame(const char *puzzle, const char *model,
                                   const char *family, pulma_fault fault)
{
    pulma_error err = {.message = ""};
    pulma_puzzle *p = puzzle_of(NULL, puzzle);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_model(job, model, "glpk", &err), PULMA_OK);
    assert_int_equal(pulma_job_count(job, 0, &err), PULMA_MODEL_FAULT);
    assert_int_equal(pulma_job_fault(job), fault);
    if (pulma_job_blamed_count(job) == 0)
        fail_msg("no row is to blame: %s", err.message);
    for (int i = 0; i < pulma_job_blamed_count(job); i++)
        if (strncmp(pulma_job_blamed_text(job, i), family, strlen(family)) != 0)
            fail_msg("not %s: %s", family, err.message);
    assert_string_equal(pulma_job_blamed_text(job, pulma_job_blamed_count(job)), "");
    assert_int_equal(pulma_check(p, pulma_job_lost(job), NULL), PULMA_RIGHT);
    assert_non_null(strstr(err.message, family));
    pulma_job_set_blame(job, false);
    assert_int_equal(pulma_job_count(job, 0, &err), PULMA_MODEL_FAULT);
    assert_int_equal(pulma_job_blamed_count(job), 0);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

static void rows_that_exclude_an_answer_are_to_blame(void **state)
{
    (void)state;
    char *strict = with_small_m(5), *stricter = with_small_m(3);
    one_family_is_to_blame(lines, strict, "order[", PULMA_FAULT_TOO_STRICT);
    one_family_is_to_blame(lines, stricter, "order[", PULMA_FAULT_INFEASIBLE);
    one_family_is_to_blame(
        board, HEAD ROWS COLUMNS APART "s.t. more{i in 2..2}: x[i,4] + x[i,1] = 0;\n" PRINT,
        "more[2]", PULMA_FAULT_INFEASIBLE);
    free(strict);
    free(stricter);
}

static void rows_that_contradict_are_named(void **state)
{
    (void)state;
    struct outcome o =
        ask(board, HEAD ROWS COLUMNS APART "s.t. more: sum{j in 1..n} x[2,j] >= 2;\n" PRINT,
            "sat");
    assert_int_equal(o.fault, PULMA_FAULT_INFEASIBLE);
    assert_string_equal(o.rows, "row[2] more ");
    assert_non_null(strstr(o.err.message, "row[2] and more contradict each other"));
}

/* The number of turns, to be minimised; a model with the opposite goal. */
static void a_dearer_answer_is_not_the_cheapest(void **state)
{
    (void)state;
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("match22"));
    pulma_puzzle *p = NULL;
    int kind = pulma_kind_find("match22");
    pulma_wish_set_size(wish, 3, 3, NULL);
    pulma_wish_set_seed(wish, 4);
    assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
    int *answer = calloc((size_t)pulma_puzzle_places(p) + 1, sizeof *answer);
    const char *right = pulma_model_text(kind, 1);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_model(job, pulma_model_name(kind, 1), "glpk", NULL),
                     PULMA_OK);
    assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
    assert_true(pulma_job_optimal(job));
    assert_true(pulma_job_cheapest_by_model(job));
    pulma_job_free(job);
    char *wrong = strdup(right), *goal = strstr(wrong, "minimize");
    assert_non_null(goal);
    memcpy(goal, "maximize", 8);
    FILE *file = fopen(path, "w");
    fputs(wrong, file);
    fclose(file);
    job = pulma_job_new(p);
    pulma_error err;
    assert_int_equal(pulma_job_set_model(job, "./test_faults.mod", "glpk", NULL), PULMA_OK);
    assert_int_equal(pulma_job_next(job, answer, &err), PULMA_MODEL_FAULT);
    assert_int_equal(pulma_job_fault(job), PULMA_FAULT_NOT_CHEAPEST);
    assert_non_null(pulma_job_refused(job));
    assert_non_null(strstr(err.message, "there is one of cost"));
    pulma_job_free(job);
    unlink(path);
    free(wrong);
    free(answer);
    pulma_puzzle_free(p);
    pulma_wish_free(wish);
}

/* ---- Lists of answers ---- */

struct census {
    pulma_status status;
    pulma_fault fault;
    char count[20];
    bool exact, by_model, has_lost;
    pulma_error err;
};

static struct census count(const char *model, const char *solver)
{
    struct census c = {.exact = false};
    pulma_puzzle *p = puzzle_of(NULL, board);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(model, file);
    fclose(file);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_model(job, "./test_faults.mod", solver, &c.err),
                     PULMA_OK);
    c.status = pulma_job_count(job, 0, &c.err);
    c.fault = pulma_job_fault(job);
    snprintf(c.count, sizeof c.count, "%s", pulma_job_count_text(job));
    c.exact = pulma_job_count_exact(job);
    c.by_model = pulma_job_complete_by_model(job);
    const int *lost = pulma_job_lost(job);
    c.has_lost = lost && pulma_check(p, lost, NULL) == PULMA_RIGHT;
    pulma_job_free(job);
    pulma_puzzle_free(p);
    unlink(path);
    return c;
}

#define WIDE                                                                               \
    "var a{1..m, 1..n}, integer, >= 3, <= 9;\nvar c{1..m, 1..n}, >= 0, <= 1;\n"            \
    "s.t. as{i in 1..m, j in 1..n}: a[i,j] = 3 + 5*x[i,j];\n"
#define PRINT_WIDE                                                                         \
    "solve;\nfor {i in 1..m} { for {j in 1..n} printf \"%s\", if a[i,j] = 8 then \"*\" "   \
    "else \"-\"; printf \"\\n\"; }\nend;\n"

/* The board has two answers.  A model may have variables that it does not print, numbers that it
 * prints, a goal that the puzzle does not have. */
static void models_list_their_answers(void **state)
{
    (void)state;
    static const struct {
        const char *model, *count;
        pulma_status status;
        pulma_fault fault;
        bool exact;
    } cases[] = {
        {HEAD ROWS COLUMNS APART PRINT, "2", PULMA_OK, PULMA_FAULT_NONE, true},
        {HEAD "var idle{1..9}, binary;\n" ROWS COLUMNS APART PRINT, "2", PULMA_OK,
         PULMA_FAULT_NONE, true},
        {HEAD WIDE ROWS COLUMNS APART PRINT_WIDE, "2", PULMA_OK, PULMA_FAULT_NONE, true},
        {HEAD ROWS COLUMNS APART "minimize goal: x[1,2];\n" PRINT, "2", PULMA_OK,
         PULMA_FAULT_NONE, true},
        {HEAD ROWS COLUMNS APART "s.t. more: x[1,2] = 1;\n" PRINT, "1", PULMA_MODEL_FAULT,
         PULMA_FAULT_TOO_STRICT, true},
        {HEAD ROWS COLUMNS APART "solve; printf \"-*--\\n---*\\n*---\\n--*-\\n\"; end;\n",
         "1", PULMA_MODEL_FAULT, PULMA_FAULT_TOO_STRICT, true},
        {HEAD ROWS COLUMNS PRINT, NULL, PULMA_MODEL_FAULT, PULMA_FAULT_WRONG_ANSWER, false},
    };
    static const char *const solvers[] = {"glpk", "sat", "cbc"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int s = 0; s < 3; s++) {
            struct census c = count(cases[i].model, solvers[s]);
            if (c.status != cases[i].status || c.fault != cases[i].fault ||
                c.exact != cases[i].exact || c.by_model ||
                c.has_lost != (c.fault == PULMA_FAULT_TOO_STRICT) ||
                (cases[i].count && strcmp(c.count, cases[i].count) != 0))
                fail_msg("case %d by %s: status %d, fault %d, %s: %s", (int)i, solvers[s],
                         (int)c.status, (int)c.fault, c.count, c.err.message);
        }
}

/* Nothing is called complete that may not be: a variable that may be anything, and one without
 * bounds. */
static void lists_that_may_go_on_are_not_exact(void **state)
{
    (void)state;
    static const char *const models[] = {
        HEAD
        "var c, >= 0, <= 1;\ns.t. some: c + x[1,1] <= 2;\n" ROWS COLUMNS APART
        "solve; printf \"-*--\\n---*\\n*---\\n--*-\\n\"; printf{{0}: c = 7} \"x\"; end;\n",
        HEAD
        "var c, integer;\ns.t. some: c + x[1,1] <= 2;\n" ROWS COLUMNS APART
        "solve; printf \"-*--\\n---*\\n*---\\n--*-\\n\"; printf{{0}: c = 7} \"x\"; end;\n",
    };
    for (int i = 0; i < 2; i++) {
        struct census c = count(models[i], "glpk");
        assert_int_equal(c.status, PULMA_LIMIT);
        assert_false(c.exact);
        assert_string_equal(c.count, "1");
        assert_non_null(strstr(c.err.message, "whether the model has further answers"));
    }
}

/* ---- Models that are printed with an error ---- */

/* A board for each of them that shows it. */
static const struct {
    const char *kind, *model, *board;
    pulma_fault fault;
} printed[] = {
    {"edgematch", "triangle-classes-printed",
     "edgematch\nshape: triangle\n1 0 0\n2 0 1\n2 1 3\n0 0 1\n2 3 0\n0 3 3\n0 2 0\n1 2 "
     "3\n2 3 1\n",
     PULMA_FAULT_UNFINISHED},
    {"flowfree", "hartmann2-printed", "flowfree\nA.....\n......\n.....A\n",
     PULMA_FAULT_INFEASIBLE},
    {"slider", "hartmann-printed", "slider\n#T.\nS..\n", PULMA_FAULT_WRONG_ANSWER},
    {"tiling", "general-printed", "tiling\n.....\npieces:\nA * xxxxx\nB * xx\n",
     PULMA_FAULT_UNFINISHED},
};

static pulma_fault fault_of(const char *text, const char *model)
{
    pulma_error err = {.message = ""};
    pulma_puzzle *p = puzzle_of(NULL, text);
    int *answer = calloc((size_t)pulma_puzzle_places(p) + 1, sizeof *answer);
    pulma_job *job = pulma_job_new(p);
    if (pulma_job_set_model(job, model, "sat", &err) ||
        pulma_job_next(job, answer, &err) != PULMA_MODEL_FAULT)
        print_message("%s: %s\n", model, err.message);
    pulma_fault fault = pulma_job_fault(job);
    pulma_job_free(job);
    pulma_puzzle_free(p);
    free(answer);
    return fault;
}

static void printed_errors_are_found(void **state)
{
    (void)state;
    int faulty = 0;
    for (int kind = 0; kind < pulma_kind_count(); kind++)
        faulty += pulma_model_faulty_count(kind);
    assert_int_equal(faulty, sizeof printed / sizeof *printed);
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        const int kind = pulma_kind_find(printed[i].kind);
        const int first = pulma_model_count(kind);
        assert_int_equal(pulma_model_faulty_count(kind), 1);
        assert_string_equal(pulma_model_name(kind, first), printed[i].model);
        assert_null(pulma_model_name(kind, first + 1));
        assert_true(pulma_model_title(kind, first)[0]);
        if (fault_of(printed[i].board, printed[i].model) != printed[i].fault)
            fail_msg("%s: another fault", printed[i].model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_the_models),
        cmocka_unit_test(rows_that_contradict_are_named),
        cmocka_unit_test(rows_that_exclude_an_answer_are_to_blame),
        cmocka_unit_test(a_dearer_answer_is_not_the_cheapest),
        cmocka_unit_test(models_list_their_answers),
        cmocka_unit_test(lists_that_may_go_on_are_not_exact),
        cmocka_unit_test(printed_errors_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
