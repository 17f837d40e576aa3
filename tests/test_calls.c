/* What holds for every function of pulma.h: a status other than PULMA_OK has its sentence, a
 * position says which text it is in, a limit which one it was, and bad calls are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "pulma/pulma.h"

static const char four[] = "binary\n....\n....\n....\n....\n";
static const char sixteen[] = "sudoku\n"
                              "................\n................\n................\n"
                              "................\n................\n................\n"
                              "................\n................\n................\n"
                              "................\n................\n................\n"
                              "................\n................\n................\n"
                              "................\n";

/* What a careless caller has on the stack. */
static pulma_error rubbish(void)
{
    pulma_error err;
    memset(&err, 'x', sizeof err);
    return err;
}

static void assert_empty(const pulma_error *err)
{
    static const pulma_error empty;
    assert_int_equal(err->status, PULMA_OK);
    assert_int_equal(err->text, PULMA_TEXT_NONE);
    assert_int_equal(err->limit, PULMA_LIMIT_NONE);
    assert_int_equal(err->line, 0);
    assert_string_equal(err->message, "");
    assert_memory_equal(err->reserved, empty.reserved, sizeof empty.reserved);
}

static void assert_failed(pulma_status got, pulma_status wanted, const pulma_error *err)
{
    if (got != wanted || err->status != wanted || !err->message[0] ||
        strlen(err->message) >= sizeof err->message)
        fail_msg("status %d instead of %d: %.100s", (int)got, (int)wanted, err->message);
}

static pulma_status pull_status(void *context, char *buffer, size_t size, size_t *got,
                                pulma_error *err)
{
    (void)buffer, (void)size, (void)err;
    *got = 0;
    return *(const pulma_status *)context;
}

/* A caller's own pull() may forget the sentence: the frame does not. */
static void every_status_has_a_sentence(void **state)
{
    (void)state;
#define NUMBER(number, name, words) number,
    static const pulma_status all[] = {PULMA_STATUS_LIST(NUMBER)};
#undef NUMBER
    for (size_t i = 1; i < sizeof all / sizeof *all; i++) {
        pulma_status status = all[i];
        pulma_error err = rubbish();
        pulma_puzzle *puzzle;
        pulma_reader *reader = pulma_reader_new_stream(pull_status, &status, NULL, NULL);
        assert_failed(pulma_reader_next(reader, &puzzle, &err), status, &err);
        assert_string_equal(err.message, pulma_status_text(status));
        assert_null(puzzle);
        pulma_reader_free(reader);
    }
    assert_string_equal(pulma_status_text((pulma_status)99), "unknown status");
}

static void success_is_empty(void **state)
{
    (void)state;
    pulma_puzzle *p = NULL;
    int answer[16];
    pulma_error err = rubbish();
    assert_int_equal(pulma_puzzle_read(NULL, four, strlen(four), &p, &err), PULMA_OK);
    assert_empty(&err);
    pulma_job *job = pulma_job_new(p);
    err = rubbish();
    assert_int_equal(pulma_job_next(job, answer, &err), PULMA_OK);
    assert_empty(&err);
    err = rubbish();
    assert_int_equal(pulma_job_count(job, 0, &err), PULMA_OK);
    assert_empty(&err);
    assert_string_equal(pulma_job_count_text(job), "72");
    char *text;
    err = rubbish();
    assert_int_equal(pulma_answer_write(p, answer, &text, &err), PULMA_OK);
    assert_empty(&err);
    err = rubbish();
    assert_int_equal(pulma_answer_read(p, text, strlen(text), answer, &err), PULMA_OK);
    assert_empty(&err);
    pulma_free(text);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

static void positions_say_in_which_text(void **state)
{
    (void)state;
    pulma_puzzle *p = NULL;
    int answer[16];
    pulma_error err = rubbish();
    assert_failed(pulma_puzzle_read(NULL, "binary\n..x\n", 11, &p, &err), PULMA_BAD_TEXT,
                  &err);
    assert_int_equal(err.text, PULMA_TEXT_PUZZLE);
    p = puzzle_of(NULL, four);
    err = rubbish();
    assert_failed(pulma_answer_read(p, "01?0", 4, answer, &err), PULMA_BAD_TEXT, &err);
    assert_int_equal(err.text, PULMA_TEXT_ANSWER);
    err = rubbish();
    assert_failed(pulma_verify_proof("p cnf 1 1\n1 x\n", 14, "0\n", 2, NULL, NULL, &err),
                  PULMA_BAD_TEXT, &err);
    assert_int_equal(err.text, PULMA_TEXT_FORMULA);
    assert_int_equal(err.line, 2);
    err = rubbish();
    assert_failed(pulma_verify_proof("p cnf 1 1\n1 0\n", 14, "x\n", 2, NULL, NULL, &err),
                  PULMA_BAD_TEXT, &err);
    assert_int_equal(err.text, PULMA_TEXT_PROOF);
    err = rubbish();
    assert_failed(pulma_verify_proof("p cnf 1 1\n1 0\n", 14, "0\n", 2, NULL, NULL, &err),
                  PULMA_NONE, &err);
    pulma_puzzle_free(p);
}

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

static void checking_a_proof_can_be_stopped(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, four);
    pulma_error err = rubbish();
    assert_failed(pulma_verify_proof("p cnf 1 2\n1 0\n-1 0\n", 19, "0\n", 2, stop_at_once,
                                     NULL, &err),
                  PULMA_LIMIT, &err);
    err = rubbish();
    assert_failed(pulma_verify(p, NULL, 0, "0\n", 2, stop_at_once, NULL, &err), PULMA_LIMIT,
                  &err);
    pulma_puzzle_free(p);
}

struct watched {
    pulma_job *job;
    int64_t seen;
};

static bool look_at_nodes(void *context)
{
    struct watched *w = context;
    int64_t nodes = pulma_job_nodes(w->job);
    w->seen = nodes > w->seen ? nodes : w->seen;
    return w->seen > 5000;
}

static void limits_are_named(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, sixteen);
    static const char *const methods[] = {"kernel", "rules"};
    for (int m = 0; m < 2; m++) {
        pulma_error err = rubbish();
        pulma_job *job = pulma_job_new(p);
        pulma_job_set_method(job, methods[m], NULL);
        pulma_job_set_stop(job, stop_at_once, NULL);
        assert_failed(pulma_job_count(job, 0, &err), PULMA_LIMIT, &err);
        assert_int_equal(err.limit, PULMA_LIMIT_STOPPED);
        pulma_job_free(job);

        job = pulma_job_new(p);
        pulma_job_set_method(job, methods[m], NULL);
        pulma_job_set_seconds(job, 1e-6);
        assert_failed(pulma_job_count(job, 0, &err), PULMA_LIMIT, &err);
        assert_int_equal(err.limit, PULMA_LIMIT_TIME);
        pulma_job_free(job);

        job = pulma_job_new(p);
        pulma_job_set_method(job, methods[m], NULL);
        pulma_job_set_conflicts(job, 1);
        assert_failed(pulma_job_count(job, 0, &err), PULMA_LIMIT, &err);
        assert_int_equal(err.limit, PULMA_LIMIT_CONFLICTS);
        assert_failed(pulma_job_count(job, 0, &err), PULMA_LIMIT, &err);
        assert_int_equal(err.limit, PULMA_LIMIT_CONFLICTS);
        pulma_job_free(job);
    }
    pulma_puzzle_free(p);
}

/* Whoever wants to stop may ask how far a count is. */
static void nodes_are_told_while_counting(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, sixteen);
    struct watched w = {pulma_job_new(p), 0};
    pulma_job_set_stop(w.job, look_at_nodes, &w);
    assert_int_equal(pulma_job_count(w.job, 0, NULL), PULMA_LIMIT);
    assert_true(w.seen > 5000);
    pulma_job_free(w.job);
    pulma_puzzle_free(p);
}

/* Pictures and exports of a job end at its limits; nothing is half given. */
static void drawing_and_exporting_look_at_limits(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, sixteen);
    for (int bounded = 0; bounded < 2; bounded++) {
        pulma_job *job = pulma_job_new(p);
        if (bounded)
            pulma_job_set_stop(job, stop_at_once, NULL);
        for (int format = PULMA_TERMINAL; format <= PULMA_SVG; format++) {
            pulma_error err = rubbish();
            char *bytes = NULL;
            size_t len = 1;
            pulma_status status = pulma_job_draw(
                job, NULL, NULL, 0, (pulma_picture_format)format, &bytes, &len, &err);
            assert_int_equal(bytes != NULL && len > 0, !bounded);
            bounded ? assert_failed(status, PULMA_LIMIT, &err) : assert_empty(&err);
            assert_int_equal(err.limit, bounded ? PULMA_LIMIT_STOPPED : PULMA_LIMIT_NONE);
            pulma_free(bytes);
        }
        pulma_error err = rubbish();
        char *text = NULL;
        pulma_status status = pulma_job_export(job, "complete", "dat", false, &text, &err);
        assert_int_equal(text != NULL, !bounded);
        bounded ? assert_failed(status, PULMA_LIMIT, &err) : assert_empty(&err);
        pulma_free(text);
        pulma_job_free(job);
    }
    pulma_puzzle_free(p);
}

static void bad_numbers_are_refused(void **state)
{
    (void)state;
    static const int bad[] = {-1, 999, INT_MAX, INT_MIN};
    char how[100];
    for (int i = 0; i < 4; i++) {
        int n = bad[i];
        assert_null(pulma_kind_name(n));
        assert_null(pulma_kind_title(n));
        assert_null(pulma_kind_rules(n));
        assert_string_equal(pulma_kind_options(n), "");
        assert_false(pulma_kind_can_generate(n));
        assert_false(pulma_kind_has_objective(n));
        assert_int_equal(pulma_notation_count(n), 0);
        assert_null(pulma_notation_name(n, 0));
        assert_null(pulma_notation_name(0, n));
        assert_null(pulma_notation_title(0, n));
        assert_false(pulma_notation_can_write(0, n));
        assert_int_equal(pulma_model_count(n), 0);
        assert_null(pulma_model_name(n, 0));
        assert_null(pulma_model_name(0, n));
        assert_null(pulma_model_title(0, n));
        assert_null(pulma_model_source(0, n));
        assert_null(pulma_model_teaches(0, n));
        assert_null(pulma_model_text(0, n));
        assert_null(pulma_solver_name(n));
        assert_null(pulma_solver_title(n));
        assert_false(pulma_solver_available(n, how, sizeof how));
        assert_null(pulma_wish_new(n));
    }
    assert_int_equal(pulma_kind_find(NULL), -1);
}

static void bad_places_are_refused(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, four);
    static const int bad[] = {-1, 16, INT_MAX, INT_MIN};
    for (int i = 0; i < 4; i++) {
        char name[20] = "x";
        int min, max;
        const int *places;
        pulma_place_name(p, bad[i], name, sizeof name);
        assert_string_equal(name, "");
        pulma_puzzle_range(p, bad[i], &min, &max);
        assert_true(min > max);
        pulma_job *job = pulma_job_new(p);
        assert_string_equal(pulma_job_reason_text(job, bad[i]), "");
        assert_int_equal(pulma_job_reason_places(job, bad[i], &places), 0);
        assert_null(places);
        pulma_job_free(job);
    }
    pulma_puzzle_free(p);
}

static void missing_handles_are_refused(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, four), *other;
    pulma_error err;
    pulma_lot *lot;
    int answer[16] = {0};
    char *text;
    size_t len;
    pulma_job *job = pulma_job_new(p);
    assert_null(pulma_job_new(NULL));
#define REFUSED(call) (err = rubbish(), assert_failed((call), PULMA_BAD_CALL, &err))
    REFUSED(pulma_job_next(NULL, answer, &err));
    REFUSED(pulma_job_next(job, NULL, &err));
    REFUSED(pulma_job_each(job, NULL, NULL, &err));
    REFUSED(pulma_job_count(NULL, 0, &err));
    REFUSED(pulma_job_forced(NULL, answer, &err));
    REFUSED(pulma_job_forced(job, NULL, &err));
    REFUSED(pulma_job_why(NULL, NULL, &err));
    REFUSED(pulma_job_set_method(job, NULL, &err));
    REFUSED(pulma_job_set_method(job, "magic", &err));
    REFUSED(pulma_job_set_model(job, NULL, NULL, &err));
    REFUSED(pulma_job_set_model(job, "nobody", NULL, &err));
    REFUSED(pulma_job_set_model(job, "hartmann", "nobody", &err));
    REFUSED(pulma_job_prove(NULL, NULL, 0, "x", &err));
    REFUSED(pulma_verify(NULL, NULL, 0, "0", 1, NULL, NULL, &err));
    REFUSED(pulma_job_set_start(job, answer, &err));
    REFUSED(pulma_reader_next(NULL, &other, &err));
    REFUSED(pulma_reader_next_lot(NULL, 1, &lot, &err));
    REFUSED(pulma_lot_take(NULL, 0, &other, &err));
    REFUSED(pulma_puzzle_read(NULL, NULL, 0, &other, &err));
    REFUSED(pulma_puzzle_write(NULL, "pulma", &text, &err));
    REFUSED(pulma_puzzle_write(p, NULL, &text, &err));
    REFUSED(pulma_puzzle_write(p, "smoke", &text, &err));
    REFUSED(pulma_puzzle_fill(NULL, answer, &other, &err));
    REFUSED(pulma_answer_read(NULL, "", 0, answer, &err));
    REFUSED(pulma_answer_write(p, NULL, &text, &err));
    REFUSED(pulma_draw(NULL, NULL, PULMA_SVG, &text, &len, &err));
    REFUSED(pulma_draw(p, NULL, (pulma_picture_format)77, &text, &len, &err));
    REFUSED(pulma_model_export(p, NULL, "lp", false, &text, &err));
    REFUSED(pulma_model_export(p, "hartmann", NULL, false, &text, &err));
    REFUSED(pulma_model_size(NULL, "hartmann", false, 0, NULL, NULL, &err));
    REFUSED(pulma_model_latex(NULL, 0, &text, &err));
    REFUSED(pulma_verify_proof(NULL, 0, NULL, 0, NULL, NULL, &err));
    REFUSED(pulma_wish_next(NULL, &other, &err));
    pulma_wish *wish = pulma_wish_new(0);
    REFUSED(pulma_wish_set_size(wish, -1, 4, &err));
    REFUSED(pulma_wish_set_size(wish, 4, 1000000, &err));
    REFUSED(pulma_wish_set_difficulty(wish, (pulma_difficulty)7, &err));
    REFUSED(pulma_wish_set_level(wish, (pulma_level)4, &err));
    REFUSED(pulma_wish_set_level(NULL, PULMA_LEVEL_EASY, &err));
    REFUSED(pulma_wish_set_option(wish, "nonsense", "yes", &err));
    REFUSED(pulma_wish_set_option(wish, NULL, "yes", &err));
    REFUSED(pulma_wish_set_option(NULL, "x", "yes", &err));
    assert_int_equal(pulma_puzzle_kind(NULL), -1);
    assert_int_equal(pulma_puzzle_places(NULL), 0);
    assert_string_equal(pulma_puzzle_title(NULL), "");
    pulma_wish_free(wish);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

/* A board in play is from outside, too. */
static void explanations_keep_to_the_frame(void **state)
{
    (void)state;
    pulma_error err = rubbish();
    pulma_puzzle *p;
    const pulma_step *step;
    char *picture;
    size_t len;
    bool wrong[16];
    int board[16] = {0}, count;
    assert_int_equal(pulma_puzzle_read(NULL, four, strlen(four), &p, &err), PULMA_OK);
    pulma_explainer *e = pulma_explainer_new(p);
    err = rubbish();
    assert_failed(pulma_explainer_next(e, &step, &err), PULMA_BAD_CALL, &err);
    err = rubbish();
    assert_failed(pulma_explainer_draw(e, PULMA_SVG, &picture, &len, &err), PULMA_BAD_CALL,
                  &err);
    err = rubbish(); /* all of them 0 */
    assert_failed(pulma_explainer_start(e, board, &err), PULMA_NONE, &err);
    err = rubbish();
    assert_int_equal(pulma_explainer_mistakes(e, board, wrong, &count, &err), PULMA_OK);
    assert_empty(&err);
    err = rubbish();
    assert_int_equal(pulma_explainer_start(e, NULL, &err), PULMA_OK);
    assert_empty(&err);
    err = rubbish(); /* many answers, which share nothing */
    assert_failed(pulma_explainer_next(e, &step, &err), PULMA_NONE, &err);
    err = rubbish();
    assert_failed(pulma_explainer_start(NULL, board, &err), PULMA_BAD_CALL, &err);
    pulma_explainer_free(e);
    pulma_puzzle_free(p);
    assert_null(pulma_explainer_new(NULL));
}

/* The 1 of the first row is given, so there is a step; what lies beyond it is nothing. */
static void steps_have_an_end(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of("sudoku", "1234\n3412\n2143\n432.\n");
    const pulma_step *step;
    const int *places;
    const pulma_fact *facts;
    pulma_explainer *e = pulma_explainer_new(p);
    assert_int_equal(pulma_explainer_start(e, NULL, NULL), PULMA_OK);
    assert_int_equal(pulma_explainer_next(e, &step, NULL), PULMA_OK);
    int beyond[] = {-1, pulma_step_reason_count(step), INT_MAX};
    for (int i = 0; i < 6; i++) {
        const pulma_step *which = i < 3 ? step : NULL;
        assert_string_equal(pulma_step_reason_text(which, beyond[i % 3]), "");
        assert_int_equal(pulma_step_reason_rule(which, beyond[i % 3]), 0);
        assert_int_equal(pulma_step_reason_places(which, beyond[i % 3], &places), 0);
    }
    assert_int_equal(pulma_step_size(NULL), 0);
    assert_int_equal(pulma_step_reason_count(NULL), 0);
    assert_int_equal(pulma_step_reason_price(NULL, 0), 0);
    assert_int_equal(pulma_step_facts(NULL, &facts), 0);
    assert_int_equal(pulma_step_conclusions(NULL, &facts), 0);
    assert_null(pulma_step_technique(NULL));
    assert_string_equal(pulma_step_text(NULL), "");
    assert_int_equal(pulma_explainer_known(e, 16, 1), 0);
    assert_int_equal(pulma_explainer_known(e, -1, 1), 0);
    assert_int_equal(pulma_explainer_known(NULL, 0, 1), 0);
    assert_int_equal(pulma_explainer_steps(NULL, 0), 0);
    assert_int_equal(pulma_explainer_hardest(NULL), 0);
    assert_true(pulma_explainer_rating(NULL) <= 0);
    assert_null(pulma_level_name((pulma_level)9));
    char text[9] = "x";
    pulma_fact_text(p, (pulma_fact){16, 1, true}, text, sizeof text);
    assert_string_equal(text, "");
    pulma_explainer_set_seconds(NULL, 1);
    pulma_explainer_set_effort(NULL, 1);
    pulma_explainer_set_memory(NULL, 1);
    pulma_explainer_set_stop(NULL, NULL, NULL);
    pulma_explainer_board(NULL, NULL);
    pulma_explainer_free(e);
    pulma_puzzle_free(p);
}

static bool stop_once(void *context)
{
    return (*(int *)context)++ == 0;
}

/* The kernel may find the answer where the rules could not be stated. */
static void explanations_need_all_rules(void **state)
{
    (void)state;
    int looks = 0;
    pulma_error err = rubbish();
    pulma_puzzle *p = puzzle_of("sudoku", "1234\n3412\n2143\n432.\n");
    pulma_explainer *e = pulma_explainer_new(p);
    pulma_explainer_set_stop(e, stop_once, &looks);
    assert_failed(pulma_explainer_start(e, NULL, &err), PULMA_LIMIT, &err);
    assert_true(looks > 1);
    pulma_explainer_free(e);
    pulma_puzzle_free(p);
}

static void bad_moves_are_refused(void **state)
{
    (void)state;
    pulma_error err = rubbish();
    pulma_puzzle *puzzle;
    int board[16];
    bool fixed[16];
    assert_int_equal(pulma_puzzle_read(NULL, four, strlen(four), &puzzle, &err), PULMA_OK);
    pulma_play_begin(puzzle, board, fixed);
    assert_int_equal(board[0], PULMA_EMPTY);
    assert_false(fixed[0]);
    assert_failed(pulma_play_move(puzzle, board, -1, 16, 0, &err), PULMA_BAD_CALL, &err);
    assert_failed(pulma_play_move(puzzle, board, -1, 0, 2, &err), PULMA_BAD_CALL, &err);
    assert_failed(pulma_play_move(puzzle, board, 16, 0, 1, &err), PULMA_BAD_CALL, &err);
    assert_failed(pulma_play_move(NULL, board, -1, 0, 1, &err), PULMA_BAD_CALL, &err);
    board[5] = 7;
    assert_failed(pulma_play_move(puzzle, board, -1, 0, 1, &err), PULMA_BAD_CALL, &err);
    board[5] = PULMA_EMPTY;
    assert_int_equal(pulma_play_move(puzzle, board, -1, 0, 1, &err), PULMA_OK);
    assert_empty(&err);
    assert_int_equal(board[0], 1);
    char name[8] = "x";
    pulma_value_name(puzzle, 0, 2, name, sizeof name);
    assert_string_equal(name, "");
    assert_int_equal(pulma_kind_play(99), PULMA_PLAY_WRITE);
    pulma_puzzle_free(puzzle);
}

static void sizes_are_width_by_height(void **state)
{
    (void)state;
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("infinityloop"));
    pulma_puzzle *p = NULL;
    char *text = NULL;
    assert_int_equal(pulma_wish_set_size(wish, 5, 3, NULL), PULMA_OK);
    assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
    char *name = malloc(80);
    pulma_place_name(p, pulma_puzzle_places(p) - 1, name, 80);
    int row = 0, column = 0;
    assert_int_equal(sscanf(name, "row %d, column %d", &row, &column), 2);
    assert_in_range(row, 1, 3);
    assert_in_range(column, 4, 5);
    free(name);
    pulma_free(text);
    pulma_puzzle_free(p);
    pulma_wish_free(wish);
}

static void the_version_is_one(void **state)
{
    (void)state;
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", PULMA_VERSION_MAJOR, PULMA_VERSION_MINOR,
             PULMA_VERSION_PATCH);
    assert_string_equal(version, pulma_version());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_sentence),
        cmocka_unit_test(success_is_empty),
        cmocka_unit_test(positions_say_in_which_text),
        cmocka_unit_test(checking_a_proof_can_be_stopped),
        cmocka_unit_test(limits_are_named),
        cmocka_unit_test(nodes_are_told_while_counting),
        cmocka_unit_test(drawing_and_exporting_look_at_limits),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(bad_places_are_refused),
        cmocka_unit_test(missing_handles_are_refused),
        cmocka_unit_test(steps_have_an_end),
        cmocka_unit_test(explanations_need_all_rules),
        cmocka_unit_test(explanations_keep_to_the_frame),
        cmocka_unit_test(bad_moves_are_refused),
        cmocka_unit_test(sizes_are_width_by_height),
        cmocka_unit_test(the_version_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
