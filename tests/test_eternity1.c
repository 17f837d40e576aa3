/* What is special about Eternity: walks, ways to lie, the referee's words, the model's size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"

/* A lattice triangle of two sides: 24 small triangles; four of one side fit into it. */
#define LARGE "AAAAEEEEIIII"
#define SMALL "AAEEII"

#define HINTED "eternity1\nboard: " LARGE "\npieces:\n1 " SMALL "\n2 " SMALL "\nhints:\n"

static void assert_counts(const char *text, const char *count)
{
    static const char *const methods[] = {"kernel", "rules"};
    pulma_puzzle *p = puzzle_of(NULL, text);
    for (size_t m = 0; m < 2; m++) {
        pulma_job *job = pulma_job_new(p);
        assert_int_equal(pulma_job_set_method(job, methods[m], NULL), PULMA_OK);
        assert_int_equal(pulma_job_count(job, 0, NULL), PULMA_OK);
        if (strcmp(pulma_job_count_text(job), count) != 0)
            fail_msg("%s%s: %s answers", text, methods[m], pulma_job_count_text(job));
        pulma_job_free(job);
    }
    pulma_puzzle_free(p);
}

static void small_boards_are_counted(void **state)
{
    (void)state;
    assert_counts("eternity1\nboard: " SMALL "\npieces:\n1 " SMALL "\n", "1");
    /* Four equal pieces are told apart by their numbers: 4! ways. */
    assert_counts("eternity1\nboard: " LARGE "\npieces:\n1 " SMALL "\n2 " SMALL "\n3 " SMALL
                  "\n4 " SMALL "\n",
                  "24");
    assert_counts("eternity1\nboard: " LARGE "\npieces:\n1 " SMALL "\n2 " SMALL "\n3 " SMALL
                  "\n",
                  "0");
    assert_counts("eternity1\nboard: " SMALL "\npieces:\n1 " LARGE "\n", "0");
}

/* A hint is part of every answer, and the referee sees it moved. */
static void hints_stay_where_they_are(void **state)
{
    (void)state;
    static const char four[] = "eternity1\nboard: " LARGE "\npieces:\n1 " SMALL "\n2 " SMALL
                               "\n3 " SMALL "\n4 " SMALL "\nhints:\n3 0 1 0\n";
    assert_counts(four, "6");
    pulma_puzzle *p = puzzle_of(NULL, four);
    assert_judged(p, "1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n", PULMA_RIGHT, "");
    assert_judged(p, "1 0 0 0\n2 1 0 0\n3 .\n4 0 0 1\n", PULMA_UNFINISHED, "");
    assert_judged(p, "1 0 0 0\n2 0 1 0\n3 1 0 0\n4 0 0 1\n", PULMA_WRONG,
                  "piece 3 is a hint and was moved");
    pulma_puzzle_free(p);
    /* where two pieces are left out, it is not the hint */
    p = puzzle_of(NULL, "eternity1\nboard: " LARGE "\ngoal: pieces\npieces:\n1 " LARGE
                        "\n2 " SMALL "\n3 AAAAEEGGII\nhints:\n2 1 0 0\n");
    assert_judged(p, "1 -\n2 1 0 0\n3 -\n", PULMA_RIGHT, "");
    assert_judged(p, "1 0 0 0\n2 -\n3 -\n", PULMA_WRONG, "piece 2 is a hint and was moved");
    char found[64];
    census(p, "auto", found, sizeof found);
    assert_string_equal(found, "1 at 2");
    pulma_puzzle_free(p);
}

/* Sixteen pieces, where a packing is searched for. */
static void hints_are_packed(void **state)
{
    (void)state;
    char text[600], *end = text;
    int answer[16];
    end +=
        sprintf(end, "eternity1\nboard: AAAAAAAAEEEEEEEEIIIIIIII\ngoal: pieces\npieces:\n");
    for (int i = 1; i <= 16; i++)
        end += sprintf(end, "%d " SMALL "\n", i);
    sprintf(end, "hints:\n7 1 1 1\n9 0 0 0\n");
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    pulma_status status = pulma_job_next(job, answer, NULL);
    assert_true(status == PULMA_OK || status == PULMA_LIMIT);
    assert_int_equal(pulma_check(p, answer, NULL), PULMA_RIGHT);
    assert_int_equal(pulma_cost(p, answer), 0);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

static void bad_text_is_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"eternity1\npieces:\n1 AAEEII\n", 1, 1, "board"},
        {"eternity1\nboard: AAEEII\n", 1, 1, "pieces"},
        {"eternity1\nboard: AAEEIX\npieces:\n1 AAEEII\n", 2, 13, "a step, A to L"},
        {"eternity1\nboard: AAEEI\npieces:\n1 AAEEII\n", 2, 8, "ends where it began"},
        {"eternity1\nboard: ACEGIK\npieces:\n1 AAEEII\n", 2, 9,
         "along the sides of triangles"},
        {"eternity1\nboard: aAEEII\npieces:\n1 AAEEII\n", 2, 8,
         "along the sides of triangles"},
        {"eternity1\nboard: AAGG\npieces:\n1 AAEEII\n", 2, 8,
         "1 to 12000 triangles, found 0"},
        {"eternity1\nboard: AAEEII\npieces:\nx AAEEII\n", 4, 1, "0 to 9999"},
        {"eternity1\nboard: AAEEII\npieces:\n1\n", 4, 2, "ends where it began"},
        {"eternity1\nboard: AAEEII\npieces:\n1 AAEEII\n1 AAEEII\n", 5, 1, "second piece 1"},
        {HINTED "3 0 0 0\n", 7, 1, "the number of a piece"},
        {HINTED "1 0 9 9\n", 7, 1, "does not fit on the board"},
        {HINTED "1 .\n", 7, 1, "a piece that is laid"},
        {HINTED "1 0 0 0 0\n", 7, 9, "the end"},
        {HINTED "1 0 0 0\n1 0 1 0\n", 8, 1, "piece 1 again"},
        {HINTED "1 0 0 0\n2 0 0 0\n", 8, 1, "found pieces 1 and 2"},
        {"eternity1\nboard: AAEEII\npieces:\n1 AAEEII x\n", 4, 10, "end of the line"},
        {"eternity1\nboard: AAAAAAGGGGEEII\npieces:\n1 AAEEII\n", 2, 8, "cross itself"},
        {"eternity1\nboard: AAEEIIAAEEII\npieces:\n1 AAEEII\n", 2, 8,
         "does not cross itself"},
    };
    ASSERT_ALL_REFUSED(NULL, cases);
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "eternity1\nboard: " LARGE "\npieces:\n1 " SMALL
                                      "\n2 " SMALL "\n3 " SMALL "\n4 " SMALL "\n");
    assert_judged(p, "1 0 0 0\n2 0 1 0\n3 0 0 1\n4 1 0 0\n", PULMA_RIGHT, "");
    assert_judged(p, "2 0 0 0\n1 0 1 0\n3 0 0 1\n4 .\n", PULMA_UNFINISHED, "1 place");
    assert_judged(p, "1 0 0 0\n2 0 0 0\n3 .\n4 .\n", PULMA_WRONG, "pieces 1 and 2 overlap");
    assert_answer_refused(p, "1 0 0 0\n2 0 1 0\n3 0 0 1\n", 4, 1, "each of the 4 pieces");
    assert_answer_refused(p, "9 0 0 0\n", 1, 1, "the number of a piece");
    assert_answer_refused(p, "1 0 5 5\n", 1, 1, "piece 1 does not fit");
    assert_answer_refused(p, "1 12 0 0\n", 1, 3, "0 to 11");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "eternity1\nboard: " LARGE "\npieces:\n1 " SMALL "\n");
    assert_judged(p, "1 0 0 0\n", PULMA_WRONG, "18 triangles of the board are uncovered");
    pulma_puzzle_free(p);
}

/* Some pieces of one lattice triangle on a larger triangle, as many as possible. */
static void triangles_to_lay(int side, int pieces, const char *goal, char *text)
{
    text += sprintf(text, "eternity1\nboard: ");
    for (const char *step = "AEI"; *step; step++)
        for (int i = 0; i < 2 * side; i++)
            *text++ = *step;
    text += sprintf(text, "\ngoal: %s\npieces:\n", goal);
    for (int i = 1; i <= pieces; i++)
        text += sprintf(text, "%d " SMALL "\n", i);
}

static void pieces_of_another_area_are_the_reason(void **state)
{
    (void)state;
    assert_contradiction("eternity1\nboard: AACCGGII\npieces:\n1 AAEEII\n",
                         "the board has 12 triangles, the pieces 6");
}

static void a_cost_is_told_in_pieces(void **state)
{
    (void)state;
    char text[1000];
    triangles_to_lay(4, 16, "pieces", text);
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_cost_text(p, 3, text, sizeof text);
    assert_string_equal(text, "13 of 16 pieces are placed");
    pulma_puzzle_free(p);
}

static void as_many_pieces_as_possible_are_laid(void **state)
{
    (void)state;
    static const struct {
        int side, pieces, left_out; /* a few by the rules, many by the kernel */
    } cases[] = {{2, 3, 0}, {2, 4, 0}, {2, 6, 2}, {4, 16, 0}, {4, 18, 2}, {5, 20, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        int answer[20];
        triangles_to_lay(cases[i].side, cases[i].pieces, "pieces", text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        assert_true(pulma_puzzle_has_objective(p));
        for (int threads = 1; threads <= 3; threads++) {
            pulma_job *job = pulma_job_new(p);
            pulma_job_set_threads(job, threads);
            assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
            assert_true(pulma_job_optimal(job));
            assert_int_equal(pulma_cost(p, answer), cases[i].left_out);
            pulma_job_free(job);
        }
        pulma_puzzle_free(p);
    }
}

/* What a job begins with is never lost. */
static void a_better_start_is_kept(void **state)
{
    (void)state;
    char text[1000];
    int start[16], answer[16];
    triangles_to_lay(4, 16, "pieces", text);
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_next(job, start, NULL), PULMA_OK);
    pulma_job_free(job);
    job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_start(job, start, NULL), PULMA_OK);
    assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
    assert_memory_equal(start, answer, sizeof answer);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

static void pieces_can_be_left_out(void **state)
{
    (void)state;
    char text[1000];
    triangles_to_lay(2, 3, "pieces", text);
    pulma_puzzle *p = puzzle_of(NULL, text);
    assert_judged(p, "1 0 0 0\n2 -\n3 0 0 1\n", PULMA_RIGHT, "");
    assert_judged(p, "1 0 0 0\n2 -\n3 .\n", PULMA_UNFINISHED, "1 place");
    assert_judged(p, "1 0 0 0\n2 -\n3 0 0 0\n", PULMA_WRONG, "overlap");
    pulma_puzzle_free(p);
    triangles_to_lay(2, 4, "cover", text);
    p = puzzle_of(NULL, text);
    assert_false(pulma_puzzle_has_objective(p));
    assert_answer_refused(p, "1 0 0 0\n2 -\n", 2, 3, "0 to 11");
    pulma_puzzle_free(p);
    assert_refused(NULL, "eternity1\nboard: AAEEII\ngoal: all\npieces:\n1 AAEEII\n", 3, 7,
                   "'cover' or 'pieces'");
}

static void invented_boards_of_many_pieces_are_solved(void **state)
{
    (void)state;
    static const char *const counts[] = {"2", "10", "25", "40", "60"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("eternity1"));
        pulma_puzzle *p = NULL;
        int answer[60];
        pulma_wish_set_seed(wish, 100 + i);
        pulma_wish_set_option(wish, "pieces", counts[i], NULL);
        pulma_wish_set_option(wish, "drafters", "36", NULL);
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_places(p), atoi(counts[i]));
        pulma_job *job = pulma_job_new(p);
        assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
        pulma_job_free(job);
        pulma_puzzle_free(p);
        pulma_wish_free(wish);
    }
}

/* Three places of a whole triangle that points up, one that points down. */
static void the_model_has_the_size_of_the_thesis(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "eternity1\nboard: " LARGE "\npieces:\n1 " SMALL
                                      "\n2 " SMALL "\n3 " SMALL "\n4 " SMALL "\n");
    char *json = NULL;
    pulma_error err = {.message = ""};
    if (pulma_model_size(p, "lampainen", false, 0, NULL, &json, &err))
        fail_msg("%s", err.message);
    if (!strstr(json, "\"variables\": 16,") || !strstr(json, "\"constraints\": 28,"))
        fail_msg("%s", json);
    pulma_free(json);
    pulma_puzzle_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_are_counted),
        cmocka_unit_test(hints_stay_where_they_are),
        cmocka_unit_test(hints_are_packed),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(pieces_of_another_area_are_the_reason),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(a_cost_is_told_in_pieces),
        cmocka_unit_test(as_many_pieces_as_possible_are_laid),
        cmocka_unit_test(a_better_start_is_kept),
        cmocka_unit_test(pieces_can_be_left_out),
        cmocka_unit_test(invented_boards_of_many_pieces_are_solved),
        cmocka_unit_test(the_model_has_the_size_of_the_thesis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
