/* What is special about tilings: published counts, the referee's words, bad input, and the kernel
 * against the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"

#define PENTOMINOES                                                                        \
    "pieces:\nF .xx/xx./.x.\nI xxxxx\nL xxxx/x\nN xx../.xxx\nP xxx/xx\nT xxx/.x./.x.\n"    \
    "U x.x/xxx\nV x../x../xxx\nW x../xx./.xx\nX .x./xxx/.x.\nY xxxx/.x..\nZ xx./.x./.xx\n"

static void assert_count(const char *text, const char *count, const char *looks)
{
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_count(job, 0, NULL), PULMA_OK);
    assert_true(pulma_job_count_exact(job));
    assert_string_equal(pulma_job_count_text(job), count);
    if (looks)
        assert_string_equal(pulma_job_looks_text(job), looks);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

/* A rectangle of cells and the pieces behind it. */
static void rectangle(int rows, int columns, const char *pieces, char *text)
{
    text += sprintf(text, "tiling\n");
    for (int row = 0; row < rows; row++) {
        memset(text, '.', (size_t)columns);
        text += columns;
        *text++ = '\n';
    }
    strcpy(text, pieces);
}

static void the_published_counts_come_out(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        const char *pieces, *count, *looks;
    } cases[] = {
        {2, 4, "pieces:\nA xxx\nB xx\nC x/xx\n", "4", "1"},
        {3, 4, "pieces:\nI * xxx\nL * x/xx\n", "23", NULL},
        {3, 4, "pieces:\nI 4 xxx\nL 0 x/xx\n", "3", NULL},
        {3, 4, "pieces:\nI 2 xxx\nL 2 x/xx\n", "16", NULL},
        {3, 4, "pieces:\nI 0 xxx\nL 4 x/xx\n", "4", NULL},
        {3, 4, "pieces:\nI 0-2 xxx\nL 0-2 x/xx\n", "16", NULL},
        {3, 4, "pieces:\nI xxx\nL x/xx\n", "0", NULL},
        {3, 20, PENTOMINOES, "8", "2"},
        {4, 15, PENTOMINOES, "1472", "368"},
        {5, 12, PENTOMINOES, "4040", "1010"},
        {6, 10, PENTOMINOES, "9356", "2339"},
        {8, 8, "pieces:\nD * xx\n", "12988816", NULL},
        {8, 8, "pieces:\nD 32 xx\n", "12988816", NULL},
        {12, 12, "pieces:\nD * xx\n", "53060477521960000", NULL},
        {14, 14, "pieces:\nD * xx\n", "112202208776036178000000", NULL},
        {5, 5, "pieces:\nD * xx\n", "0", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        rectangle(cases[i].rows, cases[i].columns, cases[i].pieces, text);
        assert_count(text, cases[i].count, cases[i].looks);
    }
    assert_count(
        "tiling\n........\n........\n........\n...##...\n...##...\n........\n........\n"
        "........\n" PENTOMINOES,
        "520", "65");
}

static void turns_and_flips_matter(void **state)
{
    (void)state;
    assert_count("tiling\n...\n...\npieces:\nD * xx\n", "3", NULL);
    assert_count("tiling\nturns: no\n...\n...\npieces:\nD * xx\n", "0", NULL);
    assert_count("tiling\nturns: no\nflips: no\n..\n..\n..\npieces:\nL x./x./xx\nP xx\n",
                 "0", NULL);
    assert_count("tiling\nflips: no\n.#\n.#\n..\npieces:\nL x./x./xx\n", "1", NULL);
    assert_count("tiling\nflips: no\n#.\n#.\n..\npieces:\nL x./x./xx\n", "0", NULL);
    assert_count("tiling\nflips: yes\nturns: no\n#.\n#.\n..\npieces:\nL x./x./xx\n", "1",
                 NULL);
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "tiling\n....\n....\npieces:\nA xxx\nB xx\nC x/xx\n");
    assert_judged(p, "AAAC\nBBCC", PULMA_RIGHT, "");
    assert_judged(p, "ZZZy\nqqyy", PULMA_RIGHT, "");
    assert_judged(p, "AAA.\nBB..", PULMA_UNFINISHED, "3 places");
    assert_judged(p, "A A A .\n. . . .", PULMA_UNFINISHED, "5 places");
    assert_judged(p, "AA..\nBB..", PULMA_WRONG, "piece B is used 2 times, not 1");
    assert_judged(p, "AAAB\nCCCB", PULMA_WRONG, "piece A is used 2 times, not 1");
    pulma_puzzle_free(p);
}

static void bad_text_is_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"tiling\n....\n", 1, 1, "pieces"},
        {"tiling\npieces:\nA xx\n", 1, 1, "grid"},
        {"tiling\n..a.\npieces:\nA xx\n", 2, 3, "'.' for a cell"},
        {"tiling\n##\npieces:\nA xx\n", 2, 1, "only holes"},
        {"tiling\n..\npieces:\nA\n", 4, 2, "how often"},
        {"tiling\n..\npieces:\nA1 xx\n", 4, 1, "1 to 8 letters"},
        {"tiling\n..\npieces:\nA x.x\n", 4, 3, "are connected"},
        {"tiling\n..\npieces:\nA ...\n", 4, 3, "are connected"},
        {"tiling\n..\npieces:\nA 1 xy\n", 4, 6, "x, . or /"},
        {"tiling\n..\npieces:\nA two xx\n", 4, 3, "how often it is used"},
        {"tiling\n..\npieces:\nA 3-2 xx\n", 4, 5, "3 to 10000"},
        {"tiling\n..\npieces:\nA 1 xx xx\n", 4, 8, "end of the line"},
        {"tiling\n..\npieces:\nA xx\nA xxx\n", 5, 1, "second piece A"},
        {"tiling\n..\npieces:\nA xx\nB x/x\n", 5, 3, "found A again"},
        {"tiling\nturns: perhaps\n..\npieces:\nA xx\n", 2, 8, "yes"},
        {"tiling\ncolour: red\n..\npieces:\nA xx\n", 2, 1, "colour"},
    };
    ASSERT_ALL_REFUSED(NULL, cases);
    pulma_puzzle *p = puzzle_of(NULL, "tiling\n..#\n...\npieces:\nA 0-9 xx\nB * x\n");
    assert_answer_refused(p, "AA#\nAAA\n", 1, 1, "5 cells marked 'A'");
    assert_answer_refused(p, "AA#\n", 2, 1, "2 rows");
    assert_answer_refused(p, "AAB\nAAA\n", 1, 3, "hole at row 1, column 3");
    assert_answer_refused(p, "A#B\nAAA\n", 1, 2, "a mark for row 1, column 2");
    pulma_puzzle_free(p);
}

/* A small board by chance with one to four pieces and all sorts of bounds. */
static void random_board(struct pm_rng *rng, char *text)
{
    static const char *const shapes[] = {"x",     "xx",     "xxx",  "x/xx",   "xx/xx",
                                         "xxx/x", "xx/.xx", "xxxx", "xxx/.x."};
    static const char *const uses[] = {"*", "*", "1", "0-2", "1-3", "0-9"};
    int rows = 1 + pm_rng_below(rng, 3), columns = 2 + pm_rng_below(rng, 3);
    text +=
        sprintf(text, "tiling\nturns: %s\nflips: %s\n", pm_rng_below(rng, 4) ? "yes" : "no",
                pm_rng_below(rng, 2) ? "yes" : "no");
    for (int i = 0; i < rows * columns; i++)
        text += sprintf(text, "%s%s", i && pm_rng_below(rng, 8) == 0 ? "#" : ".",
                        i % columns == columns - 1 ? "\n" : "");
    text += sprintf(text, "pieces:\n");
    int order[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, n = 1 + pm_rng_below(rng, 4);
    pm_rng_shuffle(rng, order, 9);
    for (int i = 0; i < n; i++)
        text += sprintf(text, "%c %s %s\n", 'A' + i, uses[pm_rng_below(rng, 6)],
                        shapes[order[i]]);
}

/* How many answers are listed by next(). */
static int listed(const pulma_puzzle *p, const char *method)
{
    int answer[64], n = 0;
    assert_in_range(pulma_puzzle_places(p), 0, 64);
    pulma_job *job = pulma_job_new(p);
    pulma_job_set_method(job, method, NULL);
    while (pulma_job_next(job, answer, NULL) == PULMA_OK)
        n++;
    pulma_job_free(job);
    return n;
}

static void impossible_boards_have_their_reasons(void **state)
{
    (void)state;
    assert_contradiction("tiling\n...\npieces:\nA xx\n",
                         "the board has 3 cells, the pieces 2");
    assert_contradiction("tiling\n...\npieces:\nA 2-3 xx\n",
                         "the board has 3 cells, the pieces at least 4");
    assert_contradiction("tiling\n......\npieces:\nA 0-1 xx\nB 1 x\n",
                         "the board has 6 cells, the pieces at most 3");
    assert_contradiction("tiling\n.#..\npieces:\nA xxx\n",
                         "no piece fits over row 1, column 1");
    assert_contradiction("tiling\n...\npieces:\nA * xx\n",
                         "every cell is covered, and each A lies on the board as a whole");
}

static void kernel_and_rules_agree(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 5);
    int solvable = 0;
    for (int i = 0; i < 400; i++) {
        char text[400], by_kernel[64], by_rules[64];
        random_board(&rng, text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        census(p, "kernel", by_kernel, sizeof by_kernel); /* by positions */
        census(p, "rules", by_rules, sizeof by_rules);
        if (strcmp(by_kernel, by_rules) != 0)
            fail_msg("%skernel: %s, rules: %s", text, by_kernel, by_rules);
        if (listed(p, "kernel") != atoi(by_rules)) /* by search */
            fail_msg("%skernel lists %d, rules: %s", text, listed(p, "kernel"), by_rules);
        solvable += atoi(by_rules) > 0;
        pulma_puzzle_free(p);
    }
    assert_in_range(solvable, 60, 340); /* both sorts are tried */
}

/* A rectangle and pieces that are used once and have as many cells as it together; false: the
 * chosen ones do not. */
static bool random_rectangle(struct pm_rng *rng, char *text)
{
    static const struct {
        const char *shape;
        int size;
    } all[] = {{"x", 1},       {"xx", 2},     {"xxx", 3},      {"x/xx", 3}, {"xx/xx", 4},
               {"xxx/x", 4},   {"xx/.xx", 4}, {"xxx/.x.", 4},  {"xxxx", 4}, {"xxx/xx", 5},
               {"x.x/xxx", 5}, {"xxxx/x", 5}, {"xx../.xxx", 5}};
    int order[13], rows = 2 + pm_rng_below(rng, 3), columns = 2 + pm_rng_below(rng, 4);
    int left = rows * columns;
    char pieces[400], *end = pieces + sprintf(pieces, "pieces:\n");
    for (int i = 0; i < 13; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, 13);
    for (int i = 0; i < 13; i++) {
        if (all[order[i]].size > left)
            continue;
        left -= all[order[i]].size;
        end += sprintf(end, "%c 1 %s\n", 'A' + i, all[order[i]].shape);
    }
    rectangle(rows, columns, pieces, text);
    return left == 0;
}

/* Filling lays one piece in one of its symmetric places only; the rules know of no symmetry. */
static void symmetry_loses_no_answer(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 8);
    int solvable = 0;
    for (int i = 0; i < 150;) {
        char text[500], by_kernel[64], by_rules[64];
        if (!random_rectangle(&rng, text))
            continue;
        i++;
        pulma_puzzle *p = puzzle_of(NULL, text);
        census(p, "kernel", by_kernel, sizeof by_kernel);
        census(p, "rules", by_rules, sizeof by_rules);
        if (strcmp(by_kernel, by_rules) != 0)
            fail_msg("%skernel: %s, rules: %s", text, by_kernel, by_rules);
        if (listed(p, "kernel") != atoi(by_rules))
            fail_msg("%skernel lists %d, rules: %s", text, listed(p, "kernel"), by_rules);
        solvable += atoi(by_rules) > 0;
        pulma_puzzle_free(p);
    }
    assert_in_range(solvable, 40, 140);
}

static int by_cells(const void *a, const void *b)
{
    return memcmp(a, b, 60 * sizeof(int));
}

static void all_tilings_are_listed_once(void **state)
{
    (void)state;
    enum { COUNT = 9356 };
    static int answers[COUNT + 1][60];
    char text[1000];
    rectangle(6, 10, PENTOMINOES, text);
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    int n = 0;
    while (n <= COUNT && pulma_job_next(job, answers[n], NULL) == PULMA_OK)
        n++;
    assert_int_equal(n, COUNT);
    qsort(answers, COUNT, sizeof answers[0], by_cells);
    for (int i = 1; i < COUNT; i++)
        assert_true(by_cells(answers[i - 1], answers[i]) != 0);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

static void a_count_stops_at_its_limit(void **state)
{
    (void)state;
    char text[1000];
    rectangle(6, 10, PENTOMINOES, text);
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_count(job, 9356, NULL), PULMA_OK);
    assert_false(pulma_job_count_exact(job));
    assert_string_equal(pulma_job_count_text(job), "9356");
    assert_int_equal(pulma_job_count(job, 9357, NULL), PULMA_OK);
    assert_true(pulma_job_count_exact(job));
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

static void sizes_are_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        const char *text, *model, *variables, *constraints;
    } cases[] = {
        {"tiling\n....\n....\npieces:\nA xxx\nB xx\nC x/xx\n", "simple", "26", "11"},
        {"tiling\n....\n....\npieces:\nA xxx\nB xx\nC x/xx\n", "simple-equations", "26",
         "11"},
        {"tiling\n....\n....\n....\npieces:\nI * xxx\nL * x/xx\n", "general", "34", "12"},
        {"tiling\n....\n....\n....\npieces:\nI * xxx\nL * x/xx\n", "general-area", "34",
         "12"},
        {"tiling\n....\n....\n....\npieces:\nI * xxx\nL * x/xx\n", "general-equations",
         "34", "12"},
        {"tiling\n....\n....\n....\npieces:\nI 0-2 xxx\nL 0-2 x/xx\n", "general", "34",
         "14"},
        {"tiling\n....\n....\n....\npieces:\nI 2 xxx\nL 2 x/xx\n", "general", "34", "14"},
        {"tiling\n....\n....\n....\npieces:\nI 1 xxx\nL 1 x/xx\n", "general", "34", "14"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].text);
        char *json = NULL, variables[40], constraints[40];
        pulma_error err = {.message = ""};
        if (pulma_model_size(p, cases[i].model, false, 0, NULL, &json, &err))
            fail_msg("%s", err.message);
        snprintf(variables, sizeof variables, "\"variables\": %s,", cases[i].variables);
        snprintf(constraints, sizeof constraints, "\"constraints\": %s,",
                 cases[i].constraints);
        if (!strstr(json, variables) || !strstr(json, constraints))
            fail_msg("%s: %s", cases[i].model, json);
        pulma_free(json);
        pulma_puzzle_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_counts_come_out),
        cmocka_unit_test(turns_and_flips_matter),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(impossible_boards_have_their_reasons),
        cmocka_unit_test(kernel_and_rules_agree),
        cmocka_unit_test(symmetry_loses_no_answer),
        cmocka_unit_test(all_tilings_are_listed_once),
        cmocka_unit_test(a_count_stops_at_its_limit),
        cmocka_unit_test(sizes_are_the_published_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
