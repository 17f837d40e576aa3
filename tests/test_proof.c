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
    char path[64], formula_path[64];
    char *formula, *steps;
    size_t formula_len, steps_len;
};

static void proof_begin(struct proof *p, struct pm_engine *e)
{
    strcpy(p->path, "/tmp/pulma-proof-XXXXXX");
    int file = mkstemp(p->path);
    assert_true(file >= 0);
    fclose(fdopen(file, "w"));
    snprintf(p->formula_path, sizeof p->formula_path, "%s.cnf", p->path);
    assert_int_equal(pm_engine_prove(e, p->path, NULL), PULMA_OK);
}

static void proof_read(struct proof *p)
{
    p->formula = read_whole(p->formula_path, &p->formula_len);
    p->steps = read_whole(p->path, &p->steps_len);
    remove(p->path);
    remove(p->formula_path);
}

static void proof_end(struct proof *p)
{
    free(p->formula);
    free(p->steps);
}

static pulma_status verify(const struct proof *p, pulma_error *err)
{
    return pm_proof_verify(p->formula, p->formula_len, p->steps, p->steps_len, err);
}

static void proofs_are_accepted(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct board b;
        make_board(&b, 1 + pm_rng_below(&rng, 4), &rng);
        struct pm_rules *r = rules_of_board(&b, seed % 2, seed % 3 == 0);
        struct pm_engine *e = pm_engine_new(r, &no_limits);
        struct proof p;
        proof_begin(&p, e);
        int answer[MAX_PLACES], supposed = 0;
        if (seed % 5 == 0) {
            int value = b.rules[0].ranges[0].min;
            pm_engine_suppose(e, 1, &supposed, &value);
        }
        pulma_status status;
        while ((status = pm_engine_next(e, answer, NULL)) == PULMA_OK)
            continue;
        assert_int_equal(status, PULMA_NONE);
        proof_read(&p);
        pulma_error err = {0};
        if (verify(&p, &err) != PULMA_OK)
            fail_msg("seed %llu: line %d: %s", SEED(seed), err.line, err.message);
        proof_end(&p);
        pm_engine_free(e);
        pm_rules_free(r);
    }
}

/* A refutation that takes some hundred conflicts, with all of CaDiCaL's inprocessing. */
static void make_hard_proof(struct proof *p)
{
    struct pm_rules *r = pigeons(8, 7, false);
    struct pm_engine *e = pm_engine_new(r, &no_limits);
    proof_begin(p, e);
    int answer[8];
    assert_int_equal(pm_engine_next(e, answer, NULL), PULMA_NONE);
    assert_true(pm_engine_conflicts(e) > 500);
    proof_read(p);
    pm_engine_free(e);
    pm_rules_free(r);
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
        {square, "1 0", PULMA_OK},
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
        {"p cnf 0 1\n0\n", "", PULMA_OK},
        {"p cnf 0 0\n", "", PULMA_NONE},
        {"p cnf 1 2\n1 0 -1 0", "", PULMA_OK},
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
        pulma_status status = pm_proof_verify(cases[i].formula, strlen(cases[i].formula),
                                              cases[i].proof, strlen(cases[i].proof), &err);
        if (status != cases[i].status)
            fail_msg("case %zu: status %d, %s", i, (int)status, err.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_accepted),
        cmocka_unit_test(damaged_proofs_are_refused),
        cmocka_unit_test(the_checker_reads_with_care),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
