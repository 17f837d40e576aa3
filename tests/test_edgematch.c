/* What is special about edge matching: the published numbers of answers and sizes of the models,
 * the notations of others, the referee's words, bad input, and the kernel against the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"
#include "kernels/edges/best.h"

#define FRAMED_2 "0 1 2 0\n0 3 1 0\n0 4 3 0\n0 2 4 0\n"
#define FRAMED_3                                                                           \
    "2 4 1 2\n3 0 0 3\n0 4 2 4\n0 3 2 0\n4 0 0 1\n0 1 2 3\n4 1 0 0\n2 4 1 0\n3 1 3 0\n"
#define FRAMED_4                                                                           \
    "0 1 3 0\n1 1 4 3\n2 1 1 4\n2 2 1 0\n4 2 0 0\n3 4 1 0\n2 1 1 2\n0 2 3 0\n"             \
    "4 4 0 3\n2 2 4 0\n2 0 3 1\n2 4 0 4\n3 1 3 4\n3 0 0 3\n0 4 3 3\n1 4 2 0\n"
#define FRAMED_5                                                                           \
    "1 2 2 4\n3 4 3 4\n0 1 2 0\n1 2 3 0\n1 2 1 4\n3 2 3 0\n4 0 3 3\n1 2 3 2\n0 2 3 1\n"    \
    "0 4 2 0\n0 3 2 1\n4 1 0 0\n4 0 3 3\n1 2 4 1\n1 4 1 3\n3 2 0 3\n3 0 0 4\n3 4 2 4\n"    \
    "1 1 4 0\n1 1 0 1\n1 4 4 2\n2 1 2 3\n2 2 3 0\n2 4 3 0\n0 4 4 4\n"
#define OPEN_2 "border: no\n2 1 3 1\n4 3 4 1\n1 3 2 4\n3 2 2 4\n"
#define OPEN_4                                                                             \
    "border: no\n2 1 3 1\n1 1 4 3\n2 1 1 4\n2 2 1 3\n4 2 2 2\n3 4 1 4\n2 1 1 2\n4 2 3 1\n" \
    "4 4 3 3\n2 2 4 3\n2 3 3 1\n2 4 2 4\n3 1 3 4\n3 4 1 3\n1 4 3 3\n1 4 2 4\n"
#define SIGNED_4                                                                           \
    "border: no\n+1 +1 -2 +2\n-1 -1 +1 +2\n+2 +1 +2 +2\n-1 -2 +1 -2\n-2 +1 +1 -1\n"        \
    "+2 +2 +2 -1\n-2 +2 -2 -2\n-1 -1 -1 +2\n+2 -1 +1 -1\n-1 -2 -2 +1\n+1 +2 -1 -2\n"       \
    "+2 +1 -1 -2\n-1 +2 -2 +1\n-2 -1 +1 +1\n+1 +2 -1 +1\n-2 +2 +2 -1\n"                    \
    "hints:\n1/0 . . .\n. . . .\n. . . .\n. . . 2/1\n"
#define TRIANGLE_2 "shape: triangle\n0 0 2\n0 0 3\n0 0 1\n2 3 1\n"

/* Numbers of (piece, turn) choices, and of boards up to turns and equal pieces. */
static void numbers_of_answers_are_as_published(void **state)
{
    (void)state;
    static const struct {
        const char *text, *count, *looks;
    } cases[] = {
        {"edgematch\n" FRAMED_2, "4", "1"},
        {"edgematch\n" FRAMED_3, "4", "1"},
        {"edgematch\n" FRAMED_4, "4", "1"},
        {"edgematch\n" FRAMED_5, "96", "3"},
        {"edgematch\n" OPEN_2, "20", "5"},
        {"edgematch\n" OPEN_4, "148546720", "18568340"},
        {"edgematch\n" TRIANGLE_2, "3", "1"},
        {"edgematch\n" SIGNED_4, "226540", "226540"}, /* by halves and by listing */
        /* every colour alike: all orders of the pieces, and all their turns */
        {"edgematch\nborder: no\nrows: 2\ncolumns: 3\n1 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n"
         "1 1 1 1\n1 1 1 1\n",
         "2949120", "1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].text);
        pulma_job *job = pulma_job_new(p);
        pulma_error err = {.message = ""};
        assert_int_equal(pulma_job_count(job, 0, &err), PULMA_OK);
        assert_true(pulma_job_count_exact(job));
        assert_string_equal(pulma_job_count_text(job), cases[i].count);
        assert_string_equal(pulma_job_looks_text(job), cases[i].looks);
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
}

/* Halves are found so often that nobody would look at the limits between them. */
static void counting_by_halves_can_be_stopped(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "edgematch\n" OPEN_4);
    pulma_job *job = pulma_job_new(p);
    pulma_job_set_conflicts(job, 20000000);
    assert_int_equal(pulma_job_count(job, 0, NULL), PULMA_LIMIT);
    assert_false(pulma_job_count_exact(job));
    assert_true(pulma_job_nodes(job) < 21000000);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

static void counting_stops_at_its_limit(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "edgematch\n" OPEN_4);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_count(job, 1000, NULL), PULMA_OK);
    assert_string_equal(pulma_job_count_text(job), "1000");
    assert_false(pulma_job_count_exact(job));
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

/* ---- Sizes ----------------------------------------------------------------------- */

static int number_in(const char *json, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(json, key);
    return at ? atoi(at + strlen(key)) : -1;
}

/* n x n pieces in which each of the colours occurs; there need be no answer. */
static pulma_puzzle *any_board(int n, int colours)
{
    char *text = calloc((size_t)(n * n) * 16 + 32, 1), *end = text;
    end += sprintf(end, "edgematch\n");
    for (int i = 0; i < n * n; i++)
        end += sprintf(end, "0 %d %d 0\n", i % colours + 1, (i + 1) % colours + 1);
    pulma_puzzle *p = puzzle_of(NULL, text);
    free(text);
    return p;
}

static void assert_size(const pulma_puzzle *p, const char *model, bool linearise,
                        int variables, int constraints)
{
    char *json = NULL;
    pulma_error err = {.message = ""};
    if (pulma_model_size(p, model, linearise, 0, NULL, &json, &err))
        fail_msg("%s: %s", model, err.message);
    assert_int_equal(number_in(json, "variables"), variables);
    assert_int_equal(number_in(json, "constraints"), constraints);
    pulma_free(json);
}

/* Tables 1, 2, 3 and 6 of the thesis, and the sizes of its piece classes. */
static void sizes_are_as_published(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        int n, colours, variables, constraints, linear_variables, linear_constraints;
    } cases[] = {
        {"way1", 2, 4, 68, 48, 68, 48},
        {"way1", 4, 4, 1048, 240, 1048, 240},
        {"way1", 10, 4, 40180, 1680, 40180, 1680},
        {"way2", 2, 4, 44, 92, 92, 188},
        {"way2", 4, 4, 368, 1136, 6128, 12656},
        {"way2-nonsmooth", 2, 4, 44, 68, 92, 188},
        {"way2-nonsmooth", 4, 4, 368, 656, 6128, 12656},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = any_board(cases[i].n, cases[i].colours);
        assert_size(p, cases[i].model, false, cases[i].variables, cases[i].constraints);
        assert_size(p, cases[i].model, true, cases[i].linear_variables,
                    cases[i].linear_constraints);
        pulma_puzzle_free(p);
    }
    pulma_puzzle *p = puzzle_of(NULL, "edgematch\n" OPEN_2);
    assert_size(p, "way2", false, 44, 76);
    assert_size(p, "way2", true, 92, 172);
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\n" FRAMED_4);
    assert_size(p, "way2-classes", false, 368, 1152);
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\n" TRIANGLE_2);
    assert_size(p, "triangle", false, 36, 108);
    assert_size(p, "triangle", true, 72, 180);
    assert_size(p, "triangle-classes", false, 36, 112);
    pulma_puzzle_free(p);
}

/* ---- Words ----------------------------------------------------------------------- */

static void wrong_answers_are_told_in_words(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "edgematch\n" FRAMED_2 "hints:\n1/0 .\n. .\n");
    assert_judged(p, "1/0 2/1\n4/3 3/2\n", PULMA_RIGHT, "");
    assert_judged(p, "1/0 2/1\n4/3 .\n", PULMA_UNFINISHED, "");
    assert_judged(p, "2/0 . . .\n", PULMA_WRONG, "row 1, column 1 is a hint");
    assert_judged(p, "1/0 2/1 4/3 2/1\n", PULMA_WRONG, "piece 2 lies twice");
    assert_judged(p, ". 2/0 . .\n", PULMA_WRONG, "row 1, column 2 shows 3 at the rim");
    assert_judged(p, "1/0 3/1 . .\n", PULMA_WRONG,
                  "row 1, column 1 shows 1 on its right side, where its neighbour shows 3");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\nrows: 1\ncolumns: 2\n0 +1 0 0\n0 0 0 -1\n");
    assert_judged(p, "1/0 2/0\n", PULMA_RIGHT, "");
    assert_judged(p, "2/2 1/2\n", PULMA_RIGHT, "");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\nrows: 1\ncolumns: 2\n0 +1 0 0\n0 0 0 +1\n");
    assert_judged(
        p, "1/0 2/0\n", PULMA_WRONG,
        "row 1, column 1 shows +1 on its right side, where its neighbour shows +1");
    assert_judged(p, "1/3 .\n", PULMA_WRONG, "row 1, column 1 shows +1 at the rim");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\n" TRIANGLE_2);
    assert_judged(p, "1/1\n3/0 4/0 2/2\n", PULMA_RIGHT, "");
    assert_judged(
        p, "1/1\n. 4/1 .\n", PULMA_WRONG,
        "row 1, column 1 shows 2 on its bottom side, where its neighbour shows 1");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\ngoal: pieces\n" FRAMED_2);
    assert_judged(p, "1/0 -\n- 3/2\n", PULMA_RIGHT, "");
    assert_judged(p, "1/0 -\n- 3/1\n", PULMA_WRONG, "at the rim");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\ngoal: edges\n" FRAMED_2);
    assert_judged(p, "1/0 3/1\n4/3 2/2\n", PULMA_RIGHT,
                  ""); /* four joins fail, but all lie */
    pulma_puzzle_free(p);
}

static void bad_answers_are_refused(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "edgematch\n" FRAMED_2);
    assert_answer_refused(p, "1/0 2/1\n4/3\n", 3, 1, "4 cells, of which 3");
    assert_answer_refused(p, "1/0 2/4\n4/3 3/2\n", 1, 7, "0 to 3");
    assert_answer_refused(p, "1/0 5/1\n", 1, 5, "1 to 4");
    assert_answer_refused(p, "1/0 2\n", 1, 6, "'/'");
    assert_answer_refused(p, "1/0 -\n", 1, 5, "PIECE/TURN or '.'");
    pulma_puzzle_free(p);
}

static void bad_input_is_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"edgematch\n0 1 2\n", 2, 6, "0 to 250"},
        {"edgematch\n0 1 2 0 4\n", 2, 9, "the end of a piece with 4 sides"},
        {"edgematch\n0 1 251 0\n", 2, 5, "0 to 250"},
        {"edgematch\n0 +1 2 0\n", 2, 6, "a colour with a sign"},
        {"edgematch\n0 1 -2 0\n", 2, 5, "a colour without a sign"},
        {"edgematch\n0 +1 -126 0\n", 2, 7, "1 to 125"},
        {"edgematch\n-0 +1 -1 0\n", 2, 2, "1 to 125"},
        {"edgematch\n0 + 1 -1 0\n", 2, 4, "1 to 125"},
        {"edgematch\nabcA\n", 2, 4, "4 letters"},
        {"edgematch\n0 0 0 0\n0 0 0 0\n", 2, 1, "or a square number"},
        {"edgematch\nrows: 2\ncolumns: 2\n0 0 0 0\n", 4, 1, "expected 4 pieces"},
        {"edgematch\nrows: 0\n0 0 0 0\n", 2, 7, "1 to 400"},
        {"edgematch\nshape: hexagon\n0 0 0 0\n", 2, 8, "'square' or 'triangle'"},
        {"edgematch\ngoal: some\n0 0 0 0\n", 2, 7, "'match', 'edges' or 'pieces'"},
        {"edgematch\nshape: triangle\ncolumns: 1\n0 0 0\n", 3, 1, "columns"},
        {"edgematch\n" FRAMED_2 "hints:\n1/0 .\n.\n", 8, 1, "expected 4 cells"},
        {"edgematch\n" FRAMED_2 "hints:\n1/0 .\n. 1/2\n", 8, 3, "piece 1 again"},
        {"edgematch\n" FRAMED_2 "hints:\n1/0 .\n. . .\n", 8, 5, "no more than 4"},
        {"edgematch\n" FRAMED_2 "hints:\n1/0 -\n. .\n", 7, 5, "PIECE/TURN or '.'"},
    };
    ASSERT_ALL_REFUSED(NULL, cases);
}

/* ---- Notations of others --------------------------------------------------------- */

static void assert_translated(const char *kind, const char *text, const char *notation,
                              const char *wanted)
{
    pulma_puzzle *p = puzzle_of(kind, text);
    assert_written(p, notation, wanted);
    pulma_puzzle_free(p);
}

static void piece_lists_are_read(void **state)
{
    (void)state;
    assert_translated("edgematch", "# comment\n" FRAMED_2, "pieces", "2 2\n" FRAMED_2);
    assert_translated("edgematch", "2 2\n" FRAMED_2 "hint 3 1 2\n", "pieces",
                      "2 2\n" FRAMED_2 "hint 3 1 2\n");
    /* the size from the number of grey sides: one row of three */
    assert_translated("edgematch", "0 1 0 0\n0 2 0 1\n0 0 0 2\n", "pieces",
                      "3 1\n0 1 0 0\n0 2 0 1\n0 0 0 2\n");
    assert_refused("edgematch", "0 1 0 0\n0 2 0 1\n", 1, 1, "columns and rows");
    assert_refused("edgematch", "2 2\n" FRAMED_2 "hint 4 1 2\n", 6, 6, "0 to 3");
    assert_refused("edgematch", "2 2\n0 1 2 0\n0 1 2\n", 3, 6, "0 to 250");
    assert_refused("edgematch", "2 2\n0 1 2 0\n0 +1 2 0\n", 3, 3, "without a sign");
}

#define LINK                                                                               \
    "https://e2.bucas.name/#puzzle=tiny&board_w=3&board_h=3&board_edges="                  \
    "abbaacebaaccbebaeeeecabebcaaecacbaac"

static void links_show_boards(void **state)
{
    (void)state;
    assert_translated(NULL, LINK, "bucas",
                      LINK "&board_pieces=001002003004005006007008009\n");
    char found[64];
    pulma_puzzle *p = puzzle_of(NULL, LINK);
    census(p, "auto", found, sizeof found);
    assert_string_equal(found, "1 at 0");
    pulma_puzzle_free(p);
    /* one letter changed: a board with a join that fails */
    p = puzzle_of(NULL, "https://e2.bucas.name/#board_w=2&board_h=2&board_edges="
                        "abcaaadbcdaadaaf");
    assert_true(pulma_puzzle_has_objective(p));
    census(p, "auto", found, sizeof found);
    assert_string_equal(found, "1 at 1");
    pulma_puzzle_free(p);
    assert_refused(NULL, "https://e2.bucas.name/#board_w=1&board_h=2&board_edges=abbaaaaa",
                   1, 60, "row 2, column 1 is empty");
    assert_refused(NULL, "https://e2.bucas.name/#board_w=1&board_h=2&board_edges=abba", 1,
                   60, "8 letters");
}

/* ---- Kernel against rules -------------------------------------------------------- */

/* The colours of a piece, with their signs if they have any. */
static char *put_piece(char *end, int sides, const int *colour, bool signs)
{
    for (int side = 0; side < sides; side++)
        end += sprintf(end, signs && colour[side] ? "%+d " : "%d ", colour[side]);
    return end + sprintf(end, "\n");
}

/* A board that was painted and cut, or pieces at random; a border, hints, or neither. */
static pulma_puzzle *random_board(struct pm_rng *rng, bool signs)
{
    const int opposite = signs ? -1 : 1;
    bool triangle = pm_rng_below(rng, 3) == 0, border = pm_rng_below(rng, 2);
    int rows = 2 + pm_rng_below(rng, 2), columns = 2 + pm_rng_below(rng, 2);
    int colours = 2 + pm_rng_below(rng, 3), n = triangle ? 4 : rows * columns;
    char text[1024], *end = text;
    end += sprintf(end, "edgematch\nborder: %s\n", border ? "yes" : "no");
    if (triangle)
        end += sprintf(end, "shape: triangle\n");
    else
        end += sprintf(end, "rows: %d\ncolumns: %d\n", rows, columns);
    int right[9], below[9]; /* colours of the joins of each cell */
    for (int i = 0; i < 9; i++) {
        right[i] = 1 + pm_rng_below(rng, colours);
        below[i] = 1 + pm_rng_below(rng, colours);
        if (signs && pm_rng_below(rng, 2))
            right[i] = -right[i];
        if (signs && pm_rng_below(rng, 2))
            below[i] = -below[i];
    }
    for (int i = 0; i < n; i++) {
        int row = i / columns, column = i % columns, turn = pm_rng_below(rng, 4), side[4];
        side[0] = row > 0 ? opposite * below[i - columns] : border ? 0 : 1;
        side[1] = column < columns - 1 || !border ? right[i] : 0;
        side[2] = row < rows - 1 || !border ? below[i] : 0;
        side[3] = column > 0 ? opposite * right[i - 1] : border ? 0 : 2;
        const int corner[] = {border && i < 3 ? 0 : right[i],
                              border && i < 3 ? 0 : below[i],
                              i < 3 ? 1 + i % colours : opposite * (1 + i % colours)};
        const int square[] = {side[turn], side[(turn + 1) % 4], side[(turn + 2) % 4],
                              side[(turn + 3) % 4]};
        end = put_piece(end, triangle ? 3 : 4, triangle ? corner : square, signs);
    }
    if (pm_rng_below(rng, 3) == 0) {
        int hint = pm_rng_below(rng, n);
        end += sprintf(end, "hints:\n");
        for (int i = 0; i < n; i++)
            end += i == hint ? sprintf(end, "%d/%d\n", 1 + pm_rng_below(rng, n),
                                       pm_rng_below(rng, triangle ? 3 : 4))
                             : sprintf(end, ".\n");
    }
    return puzzle_of(NULL, text);
}

static void kernel_and_rules_agree(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 20);
    int solvable = 0;
    for (int i = 0; i < 400; i++) {
        pulma_puzzle *p = random_board(&rng, i >= 300);
        solvable += assert_counts_agree(p, 300) > 0;
        pulma_puzzle_free(p);
    }
    assert_true(solvable > 50 && solvable < 400);
}

/* Counting merges equal pieces and turned boards; listing meets each answer. */
static void listing_and_counting_agree(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 21);
    for (int i = 0; i < 400; i++) {
        pulma_puzzle *p = random_board(&rng, i >= 300);
        pulma_job *job = pulma_job_new(p);
        int answer[9], listed = 0;
        assert_int_equal(pulma_job_count(job, 2000, NULL), PULMA_OK);
        if (pulma_job_count_exact(job)) {
            while (pulma_job_next(job, answer, NULL) == PULMA_OK)
                listed++;
            assert_int_equal(listed, atoi(pulma_job_count_text(job)));
        }
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
}

static char *looks_by(const pulma_puzzle *p, const char *method, bool *exact)
{
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_method(job, method, NULL), PULMA_OK);
    assert_int_equal(pulma_job_count(job, 400, NULL), PULMA_OK);
    *exact = pulma_job_count_exact(job);
    char *looks = strdup(pulma_job_looks_text(job));
    pulma_job_free(job);
    return looks;
}

/* Boards that are turns of each other: the kernel finds one of them or counts those that are
 * turned onto themselves, listing compares images. */
static void turns_are_counted_alike(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 28);
    int compared = 0;
    for (int i = 0; i < 200; i++) {
        pulma_puzzle *p = random_board(&rng, i % 4 == 0);
        bool exact, exact_too;
        char *kernel = looks_by(p, "kernel", &exact),
             *rules = looks_by(p, "rules", &exact_too);
        assert_int_equal(exact, exact_too);
        if (exact)
            assert_string_equal(kernel, rules);
        compared += exact && strcmp(kernel, "0") != 0;
        free(kernel);
        free(rules);
        pulma_puzzle_free(p);
    }
    assert_true(compared > 30);
    static const struct {
        const char *text, *looks;
    } cases[] = {
        {"border: no\n1 1 1 1\n1 1 1 1\n1 1 1 1\n1 1 1 1\n", "1"},
        /* 28 boards, four of which half a turn leaves as they are: (28 + 4) / 4 */
        {"border: no\n0 0 0 0\n0 0 0 0\n0 1 0 0\n0 1 0 0\n", "8"},
        {"rows: 1\ncolumns: 3\n0 1 0 0\n0 1 0 1\n0 1 0 0\n", "1"},
        /* 13 boards, one of which both turns leave as it is: (13 + 1 + 1) / 3 */
        {"shape: triangle\nborder: no\n1 1 2\n1 1 2\n1 1 2\n2 2 2\n", "5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        bool exact;
        snprintf(text, sizeof text, "edgematch\n%s", cases[i].text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        char *looks = looks_by(p, "kernel", &exact);
        assert_string_equal(looks, cases[i].looks);
        free(looks);
        pulma_puzzle_free(p);
    }
}

/* Whichever thread is first, each answer comes once. */
static void threads_find_the_same_answers(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 27);
    for (int i = 0; i < 60; i++) {
        pulma_puzzle *p = random_board(&rng, i % 2);
        int listed[2] = {0, 0};
        int64_t sum[2] = {0, 0}; /* over all answers, in any order */
        for (int threads = 1; threads <= 2; threads++) {
            pulma_job *job = pulma_job_new(p);
            int answer[9];
            pulma_job_set_threads(job, 2 * threads - 1);
            while (listed[threads - 1] < 500 &&
                   pulma_job_next(job, answer, NULL) == PULMA_OK) {
                int64_t hash = 17;
                for (int j = 0; j < pulma_puzzle_places(p); j++)
                    hash = (hash * 37 + answer[j]) % 1000003;
                sum[threads - 1] += hash * hash;
                listed[threads - 1]++;
            }
            pulma_job_free(job);
        }
        assert_int_equal(listed[0], listed[1]);
        if (listed[0] < 500)
            assert_int_equal(sum[0], sum[1]);
        pulma_puzzle_free(p);
    }
}

/* ---- Boards that are not finished ------------------------------------------------ */

/* n x n pieces cut from a painted board with a border. */
static pulma_puzzle *framed_board(struct pm_rng *rng, int n, int colours, const char *goal)
{
    int right[100], below[100];
    char *text = calloc((size_t)(n * n) * 16 + 64, 1), *end = text;
    end += sprintf(end, "edgematch\ngoal: %s\n", goal);
    for (int i = 0; i < n * n; i++) {
        right[i] = i % n < n - 1 ? 1 + pm_rng_below(rng, colours) : 0;
        below[i] = i / n < n - 1 ? 1 + pm_rng_below(rng, colours) : 0;
    }
    for (int i = 0; i < n * n; i++) {
        int turn = pm_rng_below(rng, 4);
        int side[] = {i < n ? 0 : below[i - n], right[i], below[i],
                      i % n ? right[i - 1] : 0};
        end += sprintf(end, "%d %d %d %d\n", side[turn], side[(turn + 1) % 4],
                       side[(turn + 2) % 4], side[(turn + 3) % 4]);
    }
    pulma_puzzle *p = puzzle_of(NULL, text);
    free(text);
    return p;
}

/* With a limit there is a full board, its rim grey, on which few of the joins fail; and more
 * work does not make it worse. */
static void the_best_board_so_far_is_full(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 22);
    for (int n = 7; n <= 10; n++) {
        pulma_puzzle *p = framed_board(&rng, n, n, "edges");
        int64_t before = 2 * n * (n - 1) / 3; /* a third of the joins */
        for (int64_t nodes = 100000; nodes <= 1600000; nodes *= 4) {
            int answer[100];
            pulma_job *job = pulma_job_new(p);
            pulma_job_set_conflicts(job, nodes);
            pulma_status status = pulma_job_next(job, answer, NULL);
            assert_true(status == PULMA_LIMIT || status == PULMA_OK);
            assert_int_equal(pulma_check(p, answer, NULL), PULMA_RIGHT);
            assert_true(pulma_cost(p, answer) <= before);
            assert_int_equal(status == PULMA_OK, pulma_cost(p, answer) == 0);
            before = pulma_cost(p, answer);
            pulma_job_free(job);
        }
        pulma_puzzle_free(p);
    }
}

/* A small board of squares with pieces at random: of the right sorts for the rim, but there need
 * be no full match. */
struct small {
    int rows, columns, beside[48], given[12], order[12];
    uint8_t colour[48];
    struct pm_edges e;
};

static void make_small(struct small *b, struct pm_rng *rng)
{
    b->rows = 2 + pm_rng_below(rng, 2);
    b->columns = 2 + pm_rng_below(rng, b->rows == 2 ? 3 : 2);
    int n = b->rows * b->columns, colours = 1 + pm_rng_below(rng, 4);
    bool border = n > 4 || pm_rng_below(rng, 2);
    for (int cell = 0; cell < n; cell++) {
        int row = cell / b->columns, column = cell % b->columns;
        const int beside[] = {row > 0 ? cell - b->columns : PM_EDGES_RIM,
                              column < b->columns - 1 ? cell + 1 : PM_EDGES_RIM,
                              row < b->rows - 1 ? cell + b->columns : PM_EDGES_RIM,
                              column > 0 ? cell - 1 : PM_EDGES_RIM};
        b->given[cell] = PM_EDGES_FREE;
        for (int side = 0; side < 4; side++) {
            b->beside[4 * cell + side] = beside[side];
            b->colour[4 * cell + side] = border && beside[side] == PM_EDGES_RIM
                                             ? 0
                                             : (uint8_t)(1 + pm_rng_below(rng, colours));
        }
    }
    if (pm_rng_below(rng, 2)) /* a hint: the first piece where it was made for */
        b->given[0] = 0;
    pm_edges_best_order(b->rows, b->columns, b->order);
    b->e = (struct pm_edges){.sides = 4,
                             .cells = n,
                             .colour = b->colour,
                             .beside = b->beside,
                             .border = border,
                             .given = b->given,
                             .order = b->order};
}

/* The joins of a cell with those before it that fail; 100 if its rim is not grey. */
static int failing_at(const struct small *b, const int *choices, int cell)
{
    int failing = 0;
    for (int side = 0; side < 4; side++) {
        int other = b->beside[4 * cell + side], choice = choices[cell];
        int colour = b->colour[choice / 4 * 4 + (side - choice % 4 + 4) % 4];
        if (b->e.border && (other == PM_EDGES_RIM) != (colour == 0))
            return 100;
        if (other == PM_EDGES_RIM || other > cell)
            continue;
        int there = choices[other];
        failing += colour != b->colour[there / 4 * 4 + ((side ^ 2) - there % 4 + 4) % 4];
    }
    return failing;
}

/* The fewest joins that can fail, by trying everything; `best` is what is known. */
static int fewest(const struct small *b, int *choices, int cell, int failed, int best)
{
    if (cell == b->e.cells)
        return failed;
    for (int choice = 0; choice < 4 * b->e.cells; choice++) {
        bool lies = b->given[cell] != PM_EDGES_FREE && choice != b->given[cell];
        for (int i = 0; i < b->e.cells; i++)
            lies |=
                (i < cell && choices[i] / 4 == choice / 4) ||
                (i > cell && b->given[i] != PM_EDGES_FREE && b->given[i] / 4 == choice / 4);
        choices[cell] = choice;
        int failing = lies ? 100 : failing_at(b, choices, cell);
        if (failed + failing < best)
            best = fewest(b, choices, cell + 1, failed + failing, best);
    }
    return best;
}

static void the_best_of_small_boards_is_proved(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 24);
    int failing = 0;
    for (int i = 0; i < 300; i++) {
        struct small b;
        int choices[12], tried[12];
        struct pm_limits limits = {.seed = (uint64_t)i};
        struct pm_search search = {
            .limits = &limits, .effort = &(struct pm_effort){0}, .threads = 1 + i % 2};
        int failures;
        make_small(&b, &rng);
        assert_int_equal(pm_edges_best(&b.e, &search, choices, &failures), PULMA_OK);
        int least = fewest(&b, tried, 0, 0, 100);
        if (failures != least)
            fail_msg("board %d: %d joins fail, %d need to", i, failures, least);
        failing += least > 0;
    }
    assert_true(failing > 50);
}

/* A search for a full match fills it line by line. */
static void fill_by_lines(struct small *b)
{
    for (int i = 0; i < b->e.cells; i++)
        b->order[i] = i;
}

/* Searches that race each other find a full match exactly if there is one. */
static void races_agree_with_exhaustion(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 28);
    int matched = 0;
    for (int i = 0; i < 200; i++) {
        struct small b;
        struct pm_arena arena;
        struct pm_search search = {.effort = &(struct pm_effort){0}};
        int choices[12], tried[12], reversed[12], failing = 0;
        make_small(&b, &rng);
        fill_by_lines(&b);
        struct pm_edges others[] = {b.e, b.e};
        for (int j = 0; j < b.e.cells; j++)
            reversed[j] = b.order[b.e.cells - 1 - j];
        others[1].order = reversed;
        pm_arena_init(&arena, 0);
        struct pm_edges_search *s = pm_edges_start(&b.e, false, &arena);
        pulma_status status = pm_edges_race(s, others, 2, &search, choices);
        bool possible = fewest(&b, tried, 0, 0, 1) == 0;
        assert_int_equal(status, possible ? PULMA_OK : PULMA_NONE);
        for (int cell = 0; possible && cell < b.e.cells; cell++)
            failing += failing_at(&b, choices, cell);
        assert_int_equal(failing, 0);
        matched += possible;
        pm_arena_free(&arena);
    }
    assert_true(matched > 20 && matched < 200);
}

/* The boards that a search finds; `trace` tells after how many nodes each was found. */
static uint64_t boards_for(const struct pm_edges *e, bool turned, bool ahead,
                           uint64_t *trace)
{
    struct pm_arena arena;
    struct pm_search search = {.effort = &(struct pm_effort){0}};
    uint64_t found = 0, boards = 0;
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(e, turned, &arena);
    struct pm_edges_narrow *n = ahead ? pm_edges_narrow_start(s, NULL, &arena) : NULL;
    while ((n ? pm_edges_narrow_go(n, &search) : pm_edges_go(s, 1, &search, &found)) ==
           PULMA_OK) {
        *trace = *trace * 31 + (uint64_t)search.effort->nodes;
        boards++;
    }
    assert_int_equal(found, ahead ? 0 : boards);
    pm_arena_free(&arena);
    return boards;
}

static uint64_t boards_of(const struct pm_edges *e, bool turned, bool ahead)
{
    return boards_for(e, turned, ahead, &(uint64_t){0});
}

/* Looks ahead with so many threads. */
static pulma_status race_ahead(const struct pm_edges *e, int threads, int *choices)
{
    struct pm_arena arena;
    struct pm_edges_share share = {0};
    struct pm_search search = {.effort = &(struct pm_effort){0}, .threads = threads};
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(e, true, &arena);
    struct pm_edges_narrow *n = pm_edges_narrow_start(s, &share, &arena);
    pulma_status status = pm_edges_narrow_race(s, n, &share, &search, choices);
    pm_arena_free(&arena);
    return status;
}

/* The search that looks ahead finds as many boards as the one that fills line by line: with and
 * without turns, hints, a border and equal pieces; alone, and with others that share its tree. */
static void looking_ahead_finds_the_same_boards(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 29);
    int matched = 0;
    for (int i = 0; i < 300; i++) {
        struct small b;
        int choices[12], failing = 0;
        make_small(&b, &rng);
        fill_by_lines(&b);
        b.e.turns_alike = b.rows == b.columns ? 1 : 2;
        for (int turned = 0; turned < 2; turned++) {
            uint64_t plain = boards_of(&b.e, turned, false);
            uint64_t ahead = boards_of(&b.e, turned, true);
            if (plain != ahead)
                fail_msg("board %d: %d and %d found", i, (int)plain, (int)ahead);
            matched += plain > 0;
        }
        pulma_status status = race_ahead(&b.e, 1 + i % 3, choices);
        assert_int_equal(status, boards_of(&b.e, true, false) ? PULMA_OK : PULMA_NONE);
        for (int cell = 0; status == PULMA_OK && cell < b.e.cells; cell++)
            failing += failing_at(&b, choices, cell);
        assert_int_equal(failing, 0);
    }
    assert_true(matched > 50 && matched < 500);
}

/* A painted board with a border, cut and shuffled; a board of 6 x 6 with five colours mostly has
 * equal pieces. */
struct painted {
    int beside[256], given[64], order[64];
    int place[64]; /* the piece that was cut from each cell */
    uint8_t colour[256];
    struct pm_edges e;
};

static void make_painted(struct painted *b, struct pm_rng *rng, int size, int colours)
{
    int right[64], below[64], *place = b->place, cells = size * size;
    for (int i = 0; i < cells; i++) {
        right[i] = i % size < size - 1 ? 1 + pm_rng_below(rng, colours) : 0;
        below[i] = i / size < size - 1 ? 1 + pm_rng_below(rng, colours) : 0;
        place[i] = b->order[i] = i;
        b->given[i] = PM_EDGES_FREE;
    }
    pm_rng_shuffle(rng, place, cells);
    for (int i = 0; i < cells; i++) {
        const int beside[] = {
            i < size ? PM_EDGES_RIM : i - size, i % size < size - 1 ? i + 1 : PM_EDGES_RIM,
            i / size < size - 1 ? i + size : PM_EDGES_RIM, i % size ? i - 1 : PM_EDGES_RIM};
        const int shown[] = {i < size ? 0 : below[i - size], right[i], below[i],
                             i % size ? right[i - 1] : 0};
        for (int side = 0; side < 4; side++) {
            b->beside[4 * i + side] = beside[side];
            b->colour[4 * place[i] + side] = (uint8_t)shown[side];
        }
    }
    b->e = (struct pm_edges){.sides = 4,
                             .cells = cells,
                             .colour = b->colour,
                             .beside = b->beside,
                             .border = true,
                             .given = b->given,
                             .order = b->order,
                             .turns_alike = 1};
}

/* Searches of many looks, which leave pieces that lie out of their lists and take them up again,
 * and are shared by two.  On every processor they go the same way. */
static void long_searches_lose_no_board(void **state)
{
    (void)state;
    struct pm_rng rng;
    uint64_t trace = 0;
    pm_rng_init(&rng, 31);
    for (int i = 0; i < 60; i++) {
        struct painted b;
        make_painted(&b, &rng, 6, i < 20 ? 5 : 6);
        uint64_t plain = boards_for(&b.e, false, false, &trace);
        uint64_t ahead = boards_of(&b.e, false, true);
        if (plain != ahead || plain == 0)
            fail_msg("board %d: %d and %d found", i, (int)plain, (int)ahead);
    }
    assert_int_equal(trace, 0xff5a5e3d717b7424);
}

/* Paints the joins along the frame with two colours of their own. */
static void paint_frame(struct painted *b, struct pm_rng *rng, int size, int colours)
{
    const int last = size - 1;
    for (int i = 0; i < 4 * last; i++) { /* from corner to corner, clockwise */
        const int along = i % last, side = i / last, step[] = {1, size, -1, -size};
        const int corner[] = {0, last, size * size - 1, size * last};
        const int cell = corner[side] + along * step[side], next = cell + step[side];
        const uint8_t colour = (uint8_t)(colours + 1 + pm_rng_below(rng, 2));
        b->colour[4 * b->place[cell] + (side + 1) % 4] = colour;
        b->colour[4 * b->place[next] + (side + 3) % 4] = colour;
    }
}

static bool judges_frames(const struct pm_edges *e)
{
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(e, false, &arena);
    const bool judges = pm_edges_narrow_judges(pm_edges_narrow_start(s, NULL, &arena));
    pm_arena_free(&arena);
    return judges;
}

/* The inside of a frame is judged as a whole on boards of 5 x 5 to 8 x 8.  Here most of the frame is
 * given: what is left of it can be laid in some ways, and no board may be lost; every other frame has
 * colours of its own, which do not count among those inside.  On every processor as many nodes are
 * counted; they would be others without that judgement. */
static void frames_lose_no_board(void **state)
{
    (void)state;
    struct pm_rng rng;
    uint64_t trace = 0;
    int several = 0;
    pm_rng_init(&rng, 33);
    for (int i = 0; i < 60; i++) {
        struct painted b;
        const int size = 5 + i % 4, last = size - 1;
        make_painted(&b, &rng, size, size - 1);
        if (i / 4 % 2 == 1)
            paint_frame(&b, &rng, size, size - 1);
        for (int cell = 0; cell < b.e.cells; cell++) {
            int row = cell / size, column = cell % size;
            if (row < last && (row == 0 || column == 0 || column == last))
                b.given[cell] = b.place[cell] * 4;
        }
        uint64_t plain = boards_of(&b.e, false, false);
        uint64_t ahead = boards_for(&b.e, false, true, &trace);
        assert_true(judges_frames(&b.e));
        if (plain != ahead || plain == 0)
            fail_msg("board %d: %d and %d found", i, (int)plain, (int)ahead);
        several += plain > 1;
    }
    assert_true(several >= 5);
    assert_int_equal(trace, 0x46620c9aa8562bdb);
}

/* Searches with a common share in turn, at random, each begun when its turn comes first; returns
 * how many boards they find together. */
static uint64_t boards_shared(const struct pm_edges *e, struct pm_rng *rng)
{
    struct pm_edges_share share = {0};
    struct pm_arena arena;
    struct pm_effort effort = {0};
    struct pm_edges_narrow *n[2] = {NULL, NULL};
    uint64_t found = 0;
    bool ended[2] = {false, false};
    pm_arena_init(&arena, 0);
    while (!ended[0] || !ended[1]) {
        int j = pm_rng_below(rng, 2);
        struct pm_search search = {.effort = &effort, .patience = 10000};
        if (!n[j])
            n[j] = pm_edges_narrow_start(pm_edges_start(e, false, &arena), &share, &arena);
        pulma_status status = ended[j] ? PULMA_LIMIT : pm_edges_narrow_go(n[j], &search);
        found += status == PULMA_OK;
        ended[j] |= status == PULMA_NONE;
    }
    pm_arena_free(&arena);
    return found;
}

/* Shared branches: threads meet each board once together, whenever they begin. */
static void shared_trees_are_searched_once(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 30);
    for (int i = 0; i < 100; i++) {
        struct small b;
        make_small(&b, &rng);
        fill_by_lines(&b);
        assert_int_equal(boards_shared(&b.e, &rng), boards_of(&b.e, false, true));
    }
    for (int i = 0; i < 2; i++) {
        struct painted b;
        make_painted(&b, &rng, 6, 5);
        assert_int_equal(boards_shared(&b.e, &rng), boards_of(&b.e, false, true));
    }
}

/* What a job tells while it works. */
struct telling {
    pulma_job *job;
    const pulma_puzzle *puzzle;
    int calls;
    int64_t last;
    int answer[100];
};

static void hear(void *context, const int *answer)
{
    struct telling *t = context;
    assert_int_equal(pulma_check(t->puzzle, answer, NULL), PULMA_RIGHT);
    assert_int_equal(pulma_cost(t->puzzle, answer), pulma_job_objective(t->job));
    assert_true(t->calls == 0 || pulma_cost(t->puzzle, answer) < t->last);
    assert_true(pulma_job_nodes(t->job) >= 0);
    t->last = pulma_cost(t->puzzle, answer);
    memcpy(t->answer, answer, sizeof(int) * (size_t)pulma_puzzle_places(t->puzzle));
    t->calls++;
}

/* Each better board is told; a job that begins with the last one does not get worse, whatever
 * its method, its threads and its limit. */
static void better_boards_are_told_and_gone_on_from(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 25);
    pulma_puzzle *p = framed_board(&rng, 10, 9, "edges");
    struct telling t = {.puzzle = p};
    int answer[100];
    for (int round = 0; round < 4; round++) {
        pulma_error err = {.message = ""};
        int64_t before = t.last;
        int told = t.calls;
        t.job = pulma_job_new(p);
        pulma_job_set_conflicts(t.job, round == 3 ? 1 : 500000);
        pulma_job_set_seed(t.job, (uint64_t)round);
        pulma_job_set_threads(t.job, 1 + round % 2);
        pulma_job_set_better(t.job, hear, &t);
        if (round == 3)
            assert_int_equal(pulma_job_set_method(t.job, "rules", NULL), PULMA_OK);
        if (round > 0)
            assert_int_equal(pulma_job_set_start(t.job, t.answer, &err), PULMA_OK);
        pulma_status status = pulma_job_next(t.job, answer, &err);
        assert_true(status == PULMA_LIMIT || status == PULMA_OK);
        assert_int_equal(pulma_check(p, answer, NULL), PULMA_RIGHT);
        assert_int_equal(pulma_cost(p, answer), pulma_job_objective(t.job));
        assert_true(round > 0 ? pulma_cost(p, answer) <= before : t.calls > told);
        pulma_job_free(t.job);
    }
    pulma_puzzle_free(p);
}

static void only_right_answers_are_begun_with(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "edgematch\n" FRAMED_2);
    pulma_job *job = pulma_job_new(p);
    pulma_error err = {.message = ""};
    assert_int_equal(pulma_job_set_start(job, (int[]){0, 5, 14, 11}, &err), PULMA_BAD_CALL);
    pulma_job_free(job);
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "edgematch\ngoal: edges\n" FRAMED_2);
    job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_start(job, (int[]){0, 0, 0, 0}, &err), PULMA_BAD_CALL);
    assert_int_equal(pulma_job_set_start(job, (int[]){0, -1, -1, -1}, &err),
                     PULMA_BAD_CALL);
    assert_int_equal(pulma_job_set_start(job, (int[]){0, 5, 15, 10}, &err), PULMA_OK);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

/* A board with an answer as its hints goes through a link and costs the same. */
static void boards_come_back_from_links(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 26);
    for (int n = 7; n <= 9; n++) {
        pulma_puzzle *p = framed_board(&rng, n, 12, "edges"), *filled = NULL;
        pulma_job *job = pulma_job_new(p);
        int answer[100], again[100];
        char *link = NULL, *second = NULL;
        pulma_job_set_conflicts(job, 100000);
        pulma_job_next(job, answer, NULL);
        assert_int_equal(pulma_puzzle_fill(p, answer, &filled, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_write(filled, "bucas", &link, NULL), PULMA_OK);
        pulma_puzzle *back = puzzle_of(NULL, link);
        pulma_job *known = pulma_job_new(back);
        assert_int_equal(pulma_job_next(known, again, NULL), PULMA_OK);
        assert_int_equal(pulma_cost(back, again), pulma_cost(p, answer));
        assert_int_equal(pulma_puzzle_write(back, "bucas", &second, NULL), PULMA_OK);
        assert_memory_equal(link, second, (size_t)(strstr(link, "&board_pieces") - link));
        pulma_free(link);
        pulma_free(second);
        pulma_job_free(known);
        pulma_job_free(job);
        pulma_puzzle_free(back);
        pulma_puzzle_free(filled);
        pulma_puzzle_free(p);
    }
}

/* The same puzzle as a full match, found by search or by the rules after it gave up. */
static void framed_boards_are_finished(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 23);
    for (int i = 0; i < 20; i++) {
        pulma_puzzle *p = framed_board(&rng, 3 + i % 3, 4, "match");
        int answer[100];
        pulma_job *job = pulma_job_new(p);
        assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
}

/* The models maximise the pieces that lie, which is the same as leaving few cells empty. */
static void a_model_proves_the_most_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *text, *model;
        int empty;
    } cases[] = {
        {"edgematch\ngoal: pieces\n" FRAMED_2, "way2", 0},
        {"edgematch\ngoal: pieces\n0 1 2 0\n0 3 1 0\n0 4 3 0\n0 5 6 0\n", "way2", 1},
        {"edgematch\ngoal: pieces\n" TRIANGLE_2, "triangle", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].text);
        pulma_job *job = pulma_job_new(p);
        int answer[4];
        assert_int_equal(pulma_job_set_model(job, cases[i].model, "sat", NULL), PULMA_OK);
        assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
        assert_int_equal(pulma_cost(p, answer), cases[i].empty);
        assert_true(pulma_job_optimal(job));
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_answers_are_as_published),
        cmocka_unit_test(counting_by_halves_can_be_stopped),
        cmocka_unit_test(counting_stops_at_its_limit),
        cmocka_unit_test(sizes_are_as_published),
        cmocka_unit_test(wrong_answers_are_told_in_words),
        cmocka_unit_test(bad_answers_are_refused),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(piece_lists_are_read),
        cmocka_unit_test(links_show_boards),
        cmocka_unit_test(kernel_and_rules_agree),
        cmocka_unit_test(turns_are_counted_alike),
        cmocka_unit_test(listing_and_counting_agree),
        cmocka_unit_test(threads_find_the_same_answers),
        cmocka_unit_test(the_best_board_so_far_is_full),
        cmocka_unit_test(framed_boards_are_finished),
        cmocka_unit_test(the_best_of_small_boards_is_proved),
        cmocka_unit_test(races_agree_with_exhaustion),
        cmocka_unit_test(looking_ahead_finds_the_same_boards),
        cmocka_unit_test(long_searches_lose_no_board),
        cmocka_unit_test(frames_lose_no_board),
        cmocka_unit_test(shared_trees_are_searched_once),
        cmocka_unit_test(better_boards_are_told_and_gone_on_from),
        cmocka_unit_test(only_right_answers_are_begun_with),
        cmocka_unit_test(boards_come_back_from_links),
        cmocka_unit_test(a_model_proves_the_most_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
