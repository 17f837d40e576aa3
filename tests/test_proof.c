/* Facts about proofs: what the engine leaves behind when there is no answer, and the checker that
 * does not trust it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/statement.h"
#include "scenes.h"

static const struct pm_limits no_limits = {0};

#define SEED(seed) ((unsigned long long)(seed))

static char *read_whole(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 24);
    assert_non_null(text);
    *len = fread(text, 1, 1 << 24, file);
    assert_true(*len < 1 << 24);
    fclose(file);
    return text;
}

/* The files of one test. */
struct proof {
    char path[64], formula_path[72];
    char *formula, *steps;
    size_t formula_len, steps_len;
};

static pulma_status prove(struct proof *p, const struct pm_statement *statement,
                          int64_t *conflicts)
{
    strcpy(p->path, "/tmp/pulma-proof-XXXXXX");
    int file = mkstemp(p->path);
    assert_true(file >= 0);
    close(file);
    snprintf(p->formula_path, sizeof p->formula_path, "%s.cnf", p->path);
    pulma_error err = {0};
    pulma_status status = pm_statement_prove(statement, p->path, conflicts, &err);
    if (status == PULMA_OK) {
        p->formula = read_whole(p->formula_path, &p->formula_len);
        p->steps = read_whole(p->path, &p->steps_len);
    } else {
        assert_int_not_equal(access(p->formula_path, F_OK), 0);
    }
    remove(p->path);
    remove(p->formula_path);
    return status;
}

static void proof_end(struct proof *p)
{
    free(p->formula);
    free(p->steps);
}

static const struct pm_limits no_limits;

static pulma_status verify(const struct proof *p, pulma_error *err)
{
    return pm_proof_verify(p->formula, p->formula_len, p->steps, p->steps_len, &no_limits,
                           err);
}

enum { MOST_ANSWERS = 200 };

/* A statement about a random board that is true: all answers (all cheapest ones) are told. */
static int make_statement(const struct board *b, bool costs, struct pm_statement *statement,
                          int *answers)
{
    *statement =
        (struct pm_statement){.question = question_of_board(b, costs), .answers = answers};
    struct pm_rules *r = rules_of_board(b, false, costs);
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    int n = 0, places = statement->question.places;
    while (n < MOST_ANSWERS && pm_engine_next(e, answers + n * places, NULL) == PULMA_OK)
        n++;
    statement->answer_count = n;
    statement->bounded = costs && n > 0;
    statement->most = statement->bounded ? cost_of(b, answers) : 0;
    pm_engine_free(e);
    pm_rules_free(r);
    return n;
}

static void true_statements_are_proved(void **state)
{
    (void)state;
    int statements = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 1 + pm_rng_below(&rng, 4), &rng);
        struct pm_statement statement;
        static int answers[MOST_ANSWERS * MAX_PLACES];
        if (make_statement(&b, seed % 3 == 0, &statement, answers) == MOST_ANSWERS)
            continue;
        struct proof p;
        int64_t conflicts = 0;
        assert_int_equal(prove(&p, &statement, &conflicts), PULMA_OK);
        pulma_error err = {0};
        if (verify(&p, &err) || pm_statement_verify(&statement, p.steps, p.steps_len, &err))
            fail_msg("seed %llu: line %d: %s", SEED(seed), err.line, err.message);
        /* Nothing is proved by nothing, however easy it is. */
        assert_int_equal(pm_statement_verify(&statement, "", 0, &err), PULMA_NONE);
        assert_int_equal(pm_statement_verify(&statement, "c nothing\n", 10, &err),
                         PULMA_NONE);
        proof_end(&p);
        statements++;
    }
    assert_true(statements > 100);
}

static void false_statements_are_not(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 1 + pm_rng_below(&rng, 4), &rng);
        struct pm_statement statement;
        static int answers[MOST_ANSWERS * MAX_PLACES];
        int n = make_statement(&b, seed % 3 == 0, &statement, answers);
        if (n == 0 || n == MOST_ANSWERS)
            continue;
        struct proof p;
        int64_t conflicts = 0;
        assert_int_equal(prove(&p, &statement, &conflicts), PULMA_OK);
        pulma_error err = {0};
        statement.answer_count--; /* the last answer is not told */
        assert_int_equal(pm_statement_verify(&statement, p.steps, p.steps_len, &err),
                         PULMA_NONE);
        proof_end(&p);
        assert_int_equal(prove(&p, &statement, &conflicts), PULMA_NONE);
    }
}

/* A refutation that takes some hundred conflicts, with all of CaDiCaL's inprocessing. */
static void make_hard_proof(struct proof *p)
{
    static const int pigeons_and_holes[2] = {8, 7};
    struct pm_statement statement = {.question = question_of_pigeons(pigeons_and_holes)};
    int64_t conflicts = 0;
    assert_int_equal(prove(p, &statement, &conflicts), PULMA_OK);
    assert_true(conflicts > 500);
}

static void damaged_proofs_are_refused(void **state)
{
    (void)state;
    struct proof p;
    make_hard_proof(&p);
    pulma_error err;
    assert_int_equal(verify(&p, &err), PULMA_OK);
    struct pm_rng rng;
    pm_rng_init(&rng, 1);
    for (int i = 0; i < 20; i++) { /* bytes that mean nothing: never a crash */
        size_t at = (size_t)pm_rng_below(&rng, (int)p.steps_len);
        char byte = p.steps[at];
        p.steps[at] = (char)pm_rng_below(&rng, 256);
        verify(&p, &err);
        p.steps[at] = byte;
    }
    struct proof part = p;
    part.steps_len = p.steps_len / 2;
    while (part.steps[part.steps_len - 1] != '\n')
        part.steps_len--;
    assert_int_equal(verify(&part, &err), PULMA_NONE); /* it ends too early */
    part.steps = (char *)(uintptr_t) "0\n";
    part.steps_len = 2;
    assert_int_equal(verify(&part, &err), PULMA_NONE); /* too large a step */
    assert_int_equal(err.line, 1);
    proof_end(&p);
}

static void the_checker_reads_with_care(void **state)
{
    (void)state;
    static const char square[] = "p cnf 2 4\n1 2 0 -1 2 0\n1 -2 0\n-1 -2 0\n";
    static const struct {
        const char *formula, *proof;
        pulma_status status;
    } cases[] = {
        {square, "1 0\n0\n", PULMA_OK},
        {square, "c a comment\n2 0 0", PULMA_OK},
        {square, "1 0", PULMA_NONE},
        {square, "", PULMA_NONE},
        {square, "0", PULMA_NONE},
        {square, "d 1 2 0\n1 0\n", PULMA_NONE},
        {square, "d 2 1 0\n-1 0\n2 0\n", PULMA_NONE},
        {square, "d 1 -1 0\nd 7 0\n1 0\n", PULMA_BAD_TEXT},
        {square, "1 -1 0\n1 1 0\n0\n", PULMA_OK},
        {square, "3 0\n", PULMA_BAD_TEXT},
        {square, "x 1 0\n", PULMA_BAD_TEXT},
        {square, "1", PULMA_BAD_TEXT},
        {square, "1x 0", PULMA_BAD_TEXT},
        {square, "-0 0", PULMA_BAD_TEXT},
        {"p cnf 0 1\n0\n", "", PULMA_NONE},
        {"p cnf 0 1\n0\n", "0\n", PULMA_OK},
        {"p cnf 0 1\n-1 0\n", "0\n", PULMA_BAD_TEXT},
        {"p cnf 0 1\n0\n", "d -1 0\n0\n", PULMA_BAD_TEXT},
        {"p cnf 0 0\n", "", PULMA_NONE},
        {"p cnf 1 2\n1 0 -1 0", "", PULMA_NONE},
        {"p cnf 1 2\n1 0 -1 0", "0", PULMA_OK},
        {"p cnf 1 2\n1 0 -1", "", PULMA_BAD_TEXT},
        {"p cnf 1 1\n1 0 -1 0", "", PULMA_BAD_TEXT},
        {"p cnf 1 3\n1 0 -1 0", "", PULMA_BAD_TEXT},
        {"p cnf 999999999999 1\n1 0", "", PULMA_BAD_TEXT},
        {"p dnf 1 1\n1 0", "", PULMA_BAD_TEXT},
        {"1 0", "", PULMA_BAD_TEXT},
        {"", "", PULMA_BAD_TEXT},
        /* Only satisfiability is kept by this step, the formula does not imply it. */
        {"p cnf 3 1\n1 2 0\n", "3 0\n", PULMA_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_error err = {0};
        pulma_status status =
            pm_proof_verify(cases[i].formula, strlen(cases[i].formula), cases[i].proof,
                            strlen(cases[i].proof), &no_limits, &err);
        if (status != cases[i].status)
            fail_msg("case %zu: status %d, %s", i, (int)status, err.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_statements_are_proved),
        cmocka_unit_test(false_statements_are_not),
        cmocka_unit_test(damaged_proofs_are_refused),
        cmocka_unit_test(the_checker_reads_with_care),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
