/* Questions with fixed places, for every kind: the pieces of a split question have together the
 * answers of the whole, and each answer is in one piece. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"

static const char *kind_name;

enum {
    MOST_PIECES = 24,
    MOST_SHARES = 150,
    MOST_PLACES = 400,
    MOST_ANSWERS = 20000,
    CONFLICTS = 200000
};

/* What the pieces of a question have found so far. */
struct whole {
    const pulma_puzzle *puzzle;
    const char *method;
    uint64_t count;
    int64_t cost; /* with an objective: the least; the count is that of these */
    int pieces;
    bool limited; /* a piece took too long: nothing is known */
    bool shares;  /* only the sum of the counts is asked for */
};

static pulma_job *new_job(const struct whole *whole, const int *fixed)
{
    pulma_job *job = job_for(whole->puzzle, whole->method);
    assert_non_null(job);
    pulma_job_set_conflicts(job, CONFLICTS);
    if (fixed)
        assert_int_equal(pulma_job_set_fixed(job, fixed, NULL), PULMA_OK);
    return job;
}

static void add(struct whole *whole, uint64_t count, int64_t cost)
{
    if (count > 0 && (whole->count == 0 || cost < whole->cost)) {
        whole->cost = cost;
        whole->count = 0;
    }
    whole->count += count > 0 && cost == whole->cost ? count : 0;
}

struct listing {
    const struct whole *whole;
    const int *fixed;
    uint64_t count;
    int64_t cost;
};

static bool take(void *context, const int *answer)
{
    struct listing *l = context;
    for (int i = 0; i < pulma_puzzle_places(l->whole->puzzle); i++)
        assert_true(l->fixed[i] == PULMA_EMPTY || l->fixed[i] == answer[i]);
    l->count++;
    l->cost = pulma_cost(l->whole->puzzle, answer);
    return true;
}

/* A piece is counted, and listed: both say the same. */
static void count_piece(struct whole *whole, const int *fixed)
{
    pulma_job *job = new_job(whole, fixed);
    struct listing l = {whole, fixed, 0, 0};
    pulma_status counted = pulma_job_count(job, 0, NULL);
    uint64_t count = strtoull(pulma_job_count_text(job), NULL, 10);
    pulma_job_free(job);
    job = new_job(whole, fixed);
    pulma_status listed =
        count < MOST_ANSWERS ? pulma_job_each(job, take, &l, NULL) : PULMA_LIMIT;
    pulma_job_free(job);
    assert_true(counted == PULMA_OK || counted == PULMA_LIMIT ||
                counted == PULMA_UNAVAILABLE);
    whole->limited |= counted != PULMA_OK || listed != PULMA_NONE;
    if (counted == PULMA_OK && listed == PULMA_NONE)
        assert_int_equal(count, l.count);
    whole->pieces++;
    add(whole, count, l.cost);
}

static void count_share(struct whole *whole, const int *fixed)
{
    pulma_job *job = new_job(whole, fixed);
    pulma_status counted = pulma_job_count_share(job, 0, NULL);
    whole->limited |= counted != PULMA_OK;
    whole->count += strtoull(pulma_job_count_text(job), NULL, 10);
    whole->pieces++;
    pulma_job_free(job);
}

/* Splits until there are pieces enough, `fixed` is changed and put back. */
static void split(struct whole *whole, int *fixed, int depth)
{
    const int *values;
    int place, count, copy[64];
    pulma_job *job = new_job(whole, fixed);
    pulma_status status = pulma_job_split(job, &place, &values, &count, NULL);
    assert_true(status == PULMA_OK || status == PULMA_NONE);
    bool small = status == PULMA_OK && count <= 64;
    if (small)
        memcpy(copy, values, (size_t)count * sizeof *copy);
    pulma_job_free(job);
    const int most = whole->shares ? MOST_SHARES : MOST_PIECES;
    if (!small || depth == 0 || whole->pieces + count > most) {
        (whole->shares ? count_share : count_piece)(whole, fixed);
        return;
    }
    assert_int_equal(fixed[place], PULMA_EMPTY);
    for (int i = 0; i < count && !whole->limited; i++) {
        fixed[place] = copy[i];
        split(whole, fixed, depth - 1);
    }
    fixed[place] = PULMA_EMPTY;
}

static void pieces_make_the_whole(const struct board *board, const char *method,
                                  bool shares)
{
    struct whole whole = {.puzzle = board->puzzle, .method = method, .shares = shares};
    int *fixed = new_answer(board->puzzle);
    split(&whole, fixed, 3);
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)whole.count);
    if (!whole.limited && strcmp(text, board->count) != 0)
        fail_msg("%s by %s: %d %s have %s answers, the whole %s", board->name, method,
                 whole.pieces, shares ? "shares" : "pieces", text, board->count);
    free(fixed);
}

static void pieces_add_up(void **state)
{
    struct board *boards;
    int n = boards_of(kind_name, &boards);
    static const char *const methods[] = {"auto", "rules"};
    (void)state;
    for (int i = 0; i < n; i++)
        for (int m = 0; m < 2; m++) {
            pulma_job *job = job_for(boards[i].puzzle, methods[m]);
            bool has = job != NULL;
            pulma_job_free(job);
            if (has && pulma_puzzle_places(boards[i].puzzle) <= MOST_PLACES &&
                strlen(boards[i].count) < 5)
                pieces_make_the_whole(&boards[i], methods[m], false);
        }
    boards_free(boards, n);
}

/* What stands for its turns in one piece does so in all of them.  Boards with a cost are listed. */
static void shares_add_up(void **state)
{
    struct board *boards;
    int n = boards_of(kind_name, &boards);
    (void)state;
    for (int i = 0; i < n; i++)
        if (pulma_puzzle_places(boards[i].puzzle) <= MOST_PLACES &&
            !pulma_puzzle_has_objective(boards[i].puzzle) && strlen(boards[i].count) < 7)
            pieces_make_the_whole(&boards[i], "auto", true);
    boards_free(boards, n);
}

/* With the whole answer fixed it is the only one; with one value changed the referee decides. */
static void whole_answers_can_be_fixed(void **state)
{
    struct board *boards;
    int n = boards_of(kind_name, &boards);
    (void)state;
    for (int i = 0; i < n; i++) {
        const int *answer = boards[i].answer;
        if (!answer || pulma_puzzle_places(boards[i].puzzle) > MOST_PLACES)
            continue;
        struct whole whole = {.puzzle = boards[i].puzzle, .method = "auto"};
        pulma_job *job = new_job(&whole, answer);
        pulma_status status = pulma_job_count(job, 0, NULL);
        if (status == PULMA_OK)
            assert_string_equal(pulma_job_count_text(job), "1");
        pulma_job_free(job);
    }
    boards_free(boards, n);
}

static void bad_calls_are_refused(void **state)
{
    struct board *boards;
    int n = boards_of(kind_name, &boards), min, max;
    pulma_job *job = pulma_job_new(boards[0].puzzle);
    int *fixed = new_answer(boards[0].puzzle);
    pulma_error err;
    (void)state;
    pulma_puzzle_range(boards[0].puzzle, 0, &min, &max);
    fixed[0] = max + 1;
    assert_int_equal(pulma_job_set_fixed(job, fixed, &err), PULMA_BAD_CALL);
    assert_true(err.message[0] != '\0');
    assert_int_equal(pulma_job_set_fixed(job, NULL, NULL), PULMA_BAD_CALL);
    assert_int_equal(pulma_job_set_fixed(NULL, fixed, NULL), PULMA_BAD_CALL);
    assert_int_equal(pulma_job_split(NULL, &min, (const int **)&fixed, &max, NULL),
                     PULMA_BAD_CALL);
    fixed[0] = min;
    assert_int_equal(pulma_job_set_fixed(job, fixed, NULL), PULMA_OK);
    assert_int_equal(pulma_job_prove(job, NULL, 0, "never", NULL), PULMA_BAD_CALL);
    free(fixed);
    pulma_job_free(job);
    boards_free(boards, n);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_add_up),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(whole_answers_can_be_fixed),
        cmocka_unit_test(bad_calls_are_refused),
    };
    kind_name = argc > 1 ? argv[1] : "sudoku";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
