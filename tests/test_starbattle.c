/* What is special about star battles: known counts, notations, the referee's words, bad input,
 * and the kernel against the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"
#include "kernels/stars.h"
#include "puzzles/starbattle/logic.h"

enum { TEXT = 1000, LIMIT = 200 }; /* of a text; of counting, where two must agree */

/* Where the islands are the rows, answers are counted by rows and columns alone. */
static void stripes(int side, int stars, char *text)
{
    int n = snprintf(text, TEXT, "starbattle\nstars: %d\n", stars);
    for (int i = 0; i < side * side; i++)
        n += snprintf(text + n, (size_t)(TEXT - n), "%c%s", 'A' + i / side,
                      i % side == side - 1 ? "\n" : "");
}

static void ways_to_place_stars_are_known(void **state)
{
    (void)state;
    /* One star: permutations without neighbouring values in succession (Hertzsprung). */
    static const struct {
        int side, stars;
        const char *count;
    } cases[] = {{2, 1, "0 at -1"},   {3, 1, "0 at -1"}, {4, 1, "2 at 0"},
                 {5, 1, "14 at 0"},   {6, 1, "90 at 0"}, {7, 1, "646 at 0"},
                 {8, 1, "5242 at 0"}, {8, 2, "2 at 0"},  {9, 2, "664 at 0"},
                 {7, 2, "0 at -1"},   {1, 1, "1 at 0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT], found[64];
        stripes(cases[i].side, cases[i].stars, text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        census(p, "kernel", found, sizeof found);
        assert_string_equal(found, cases[i].count);
        pulma_puzzle_free(p);
    }
}

static const char five[] = "ABBAA\nAAAAA\nAACCD\nEEEED\nEEEED\n";

static void other_notations_say_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "https://puzz.link/p?starbattle/5/5/1/k18hc7u0",
        "starbattle/5/5/1/k18hc7u0/",
        "5 1 ABBAAAAAAAAACCDEEEEDEEEED",
        "5 5 1\n0 1 1 0 0\n0 0 0 0 0\n0 0 2 2 3\n4 4 4 4 3\n4 4 4 4 3\n",
    };
    char wanted[TEXT];
    snprintf(wanted, sizeof wanted, "starbattle\nstars: 1\n%s", five);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pulma_puzzle *p = puzzle_of(NULL, texts[i]); /* each is recognised */
        assert_written(p, "pulma", wanted);
        assert_judged(p, "--*-- *---- ---*- -*--- ----*", PULMA_RIGHT, "");
        pulma_puzzle_free(p);
    }
}

static void notations_refuse_what_they_cannot_say(void **state)
{
    (void)state;
    assert_cannot_say("starbattle\nAB\nCA\n", "puzz.link", "several pieces");
    assert_cannot_say("starbattle\nAB\n#A\n", "puzz.link", "holes");
    assert_cannot_say("starbattle\nAB\ngiven:\n.*\n", "puzz.link", "givens");
    assert_cannot_say("starbattle\nAB\ngiven:\n.*\n", "puzzlekit", "givens");
    assert_cannot_say("starbattle\nABC\nABC\n", "line", "square");
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    char text[TEXT];
    snprintf(text, sizeof text, "starbattle\n%sgiven:\n..*..\n.....\n.-...\n.....\n.....\n",
             five);
    pulma_puzzle *p = puzzle_of(NULL, text);
    static const struct {
        const char *answer, *words;
        pulma_verdict verdict;
    } cases[] = {
        {"--*-- *---- ---*- -*--- ----*", "", PULMA_RIGHT},
        {"--*-- *---- ---*- -*--- -----", "row 5 has 0 stars, not 1", PULMA_WRONG},
        {"--*-- *---- ---*- -*--- *---*", "touch", PULMA_WRONG},
        {"--*-- *---* ..... ..... .....", "row 2 has 2 stars, not 1", PULMA_WRONG},
        {"..... *.... ..... *.... .....", "column 1 has 2 stars, not 1", PULMA_WRONG},
        {"*.... ..... ..... ..... .....", "", PULMA_UNFINISHED},
        {"..... *.... ..... ..... ...*.", "", PULMA_UNFINISHED},
        {"..... ..... ..... ..*.. *....", "island E has 2 stars, not 1", PULMA_WRONG},
        {"..... ..... ..--. ..... .....", "island C has 0 stars, not 1", PULMA_WRONG},
        {"..-.. ..... ..... ..... .....", "row 1, column 3 is given as a star",
         PULMA_WRONG},
        {"..... ..... .*... ..... .....", "row 3, column 2 is given without", PULMA_WRONG},
        {"..... ..... ....* ...*. .....", "row 3, column 5 and row 4, column 4 touch",
         PULMA_WRONG},
        {"..... ..... ...*. ....* .....", "row 3, column 4 and row 4, column 5 touch",
         PULMA_WRONG},
        {"..... ..... ..... ..... .....", "25 places", PULMA_UNFINISHED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_judged(p, cases[i].answer, cases[i].verdict, cases[i].words);
    assert_answer_refused(p, "--*-- x----", 1, 7, "* or - for row 2, column 1");
    assert_answer_refused(p, "--*", 1, 4, "row 1, column 4");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "starbattle\nA#\n");
    assert_answer_refused(p, "**", 1, 2, "# for row 1, column 2");
    assert_judged(p, "*#", PULMA_RIGHT, ""); /* a column of holes asks for nothing */
    pulma_puzzle_free(p);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"starbattle\n", 1, 1, "grid"},
        {"starbattle\nAB\nA\n", 3, 1, "2 columns"},
        {"starbattle\nAB\nA!\n", 3, 2, "letter of an island"},
        {"starbattle\nA\xC3\xA4\nAA\n", 2, 2, "letter of an island"},
        {"starbattle\n##\n", 2, 1, "only holes"},
        {"starbattle\nstars: 0\nAB\n", 2, 8, "1 to 31"},
        {"starbattle\nstars: two\nAB\n", 2, 8, "1 to 31"},
        {"starbattle\nislands: 2\nAB\n", 2, 1, "islands"},
        {"starbattle\nAB\nAB\ngiven:\n.*\n", 5, 1, "2 x 2 givens"},
        {"starbattle\nAB\nAB\ngiven:\n.*\n.x\n", 6, 2, "*, - or ."},
        {"starbattle\nA#\nAB\ngiven:\n.*\n..\n", 5, 2, "at a hole"},
        {"starbattle/5/5/1/k18hc7u", 1, 25, "five walls"},
        {"starbattle/5/5/1/k18hc7w0", 1, 24, "five walls"},
        {"starbattle/5/5/1/k18hc7u00", 1, 26, ""},
        {"starbattle/5/5/0/k18hc7u0", 1, 16, "1 to 31"},
        {"starbattle/5/5/1k18hc7u0", 1, 17, "walls"},
        {"starbattle/99/5/1/k18hc7u0", 1, 12, ""},
        {"5 1 ABBAAAAAAAAACCDEEEEDEEEE", 1, 5, "25 letters"},
        {"5 1 ABBAAAAAAAAA?CDEEEEDEEEED", 1, 17, "letter of an island"},
        {"2 2 1\n1 1\n2\n", 3, 2, "island for row 2, column 2"},
        {"2 2 1\n1 1 1\n2 2\n", 2, 5, ""},
        {"{\"kind\": \"starbattle\", \"grid\": [\"AB\", \"A?\"]}", 1, 41, "letter"},
    };
    ASSERT_ALL_REFUSED("starbattle", cases);
}

/* ---- Kernel and rules ----------------------------------------------------------------- */

/* Islands grown from random cells until the board is full, with some holes and givens. */
static void random_board(struct pm_rng *rng, int side, int stars, char *text)
{
    char island[200];
    int cells = side * side;
    for (int i = 0; i < cells; i++)
        island[i] = pm_rng_below(rng, 40) ? '.' : '#';
    for (int k = 0; k < side; k++)
        island[pm_rng_below(rng, cells)] = (char)('A' + k);
    for (int round = 0; round < 40 * cells; round++) {
        static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        int cell = pm_rng_below(rng, cells), way = pm_rng_below(rng, 4);
        int row = cell / side + steps[way][0], column = cell % side + steps[way][1];
        if (island[cell] == '.' && row >= 0 && row < side && column >= 0 && column < side &&
            island[row * side + column] != '#')
            island[cell] = island[row * side + column];
    }
    int n = snprintf(text, TEXT, "starbattle\nstars: %d\n", stars);
    for (int i = 0; i < cells; i++) {
        char c = island[i] == '.' ? '#' : island[i];
        n += snprintf(text + n, (size_t)(TEXT - n), "%c%s", c,
                      i % side == side - 1 ? "\n" : "");
    }
    if (pm_rng_below(rng, 3))
        return;
    n += snprintf(text + n, (size_t)(TEXT - n), "given:\n");
    for (int i = 0; i < cells; i++) {
        bool hole = island[i] == '.' || island[i] == '#';
        int chance = pm_rng_below(rng, 60);
        n += snprintf(text + n, (size_t)(TEXT - n), "%c%s",
                      hole          ? '#'
                      : chance == 0 ? '*'
                      : chance < 4  ? '-'
                                    : '.',
                      i % side == side - 1 ? "\n" : "");
    }
}

static void kernel_and_rules_agree(void **state)
{
    (void)state;
    static const struct {
        int side, stars, boards;
    } cases[] = {{4, 1, 100}, {5, 1, 150}, {6, 1, 100}, {8, 1, 60},
                 {9, 1, 40},  {10, 1, 20}, {8, 2, 60},  {9, 2, 60},
                 {10, 2, 60}, {12, 3, 40}, {13, 3, 30}};
    struct pm_rng rng;
    pm_rng_init(&rng, 5);
    int solvable = 0, boards = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < cases[i].boards; k++) {
            char text[TEXT];
            random_board(&rng, cases[i].side, cases[i].stars, text);
            if (!strchr(strchr(text, '\n'), 'A'))
                continue; /* all of an island was overgrown */
            pulma_puzzle *p = puzzle_of(NULL, text);
            solvable += assert_counts_agree(p, LIMIT) > 0;
            boards++;
            pulma_puzzle_free(p);
        }
    assert_true(boards > 400);
    assert_in_range(solvable, 50, boards - 50); /* both sorts are tried */
}

/* Made by changing islands for the most branchings: 1,683, after the first 300 of which the search
 * stays at groups until they are filled. */
static void a_long_search_is_complete(void **state)
{
    (void)state;
    static const char line[] = "14 3 "
                               "AAABBBBDCCCECAAAAABBBDCCDEEC"
                               "AABBBBBDCDDCEEAABBCBDDDCCCCE"
                               "EFFGCCCCCCCCCEFGGGGGCGCCHHCE"
                               "FGIGICCGGHHHHEFIIIIGGJGHJHHH"
                               "FIKIIGGJJHHJJHKKIIIILIJJJJMM"
                               "KKKIKLLLLJJMMMKKKKKLLMLLMMMM"
                               "KKKLLLNMNMMMMMKKLLLLNNNNNMMM";
    pulma_puzzle *p = puzzle_of("starbattle", line);
    assert_int_equal(assert_counts_agree(p, LIMIT), 1);
    pulma_puzzle_free(p);
}

/* Sums up what was found, order included. */
static bool note_answer(struct pm_search *search, const int *answer)
{
    uint64_t *sum = search->context;
    for (int i = 0; i < 100; i++)
        *sum = 31 * *sum + (uint64_t)answer[i];
    return true;
}

/* The same answers in the same order after as many branchings, whatever code runs. */
static void all_processors_search_alike(void **state)
{
    (void)state;
    signed char island[100], given[100];
    struct pm_rng rng;
    pm_rng_init(&rng, 9);
    memset(given, PULMA_EMPTY, sizeof given);
    int64_t branchings = 0;
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < 100; i++)
            island[i] = (signed char)(i / 10);
        for (int k = 0; k < 12; k++) { /* a cell joins the island above */
            int cell = 10 + pm_rng_below(&rng, 90);
            island[cell] = island[cell - 10];
        }
        struct pm_stars board = {10, 10, 10, 2, island, given};
        struct pm_effort effort[PM_CPUS] = {{0}};
        uint64_t sum[PM_CPUS] = {0};
        for (enum pm_cpu cpu = 0; cpu < PM_CPUS; cpu++) {
            struct pm_limits limits = {.conflicts = 2000};
            struct pm_search search = {.limits = &limits,
                                       .effort = &effort[cpu],
                                       .found = note_answer,
                                       .context = &sum[cpu]};
            if (!pm_cpu_can(cpu))
                continue;
            pm_stars_search_by(cpu, &board, &search);
            assert_int_equal(effort[cpu].nodes, effort[0].nodes);
            assert_true(sum[cpu] == sum[0]);
        }
        branchings += effort[0].nodes;
    }
    assert_true(branchings > 1000);
}

/* Boards with stars in every line are rare by chance where there are several: the generator's
 * are taken, and damaged by a few cells that change their island. */
static void kernel_and_rules_agree_on_damaged_boards(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 6);
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("starbattle"));
    int solvable = 0, boards = 0;
    for (int i = 0; i < 24; i++) {
        int side = 9 + i % 2;
        pulma_wish_set_size(wish, side, side, NULL);
        pulma_puzzle *p = NULL;
        char *line = NULL;
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_write(p, "line", &line, NULL), PULMA_OK);
        pulma_puzzle_free(p);
        for (int k = 0; k < 8; k++) {
            char *cells = strrchr(line, ' ') + 1;
            cells[pm_rng_below(&rng, side * side)] = (char)('A' + pm_rng_below(&rng, side));
            p = puzzle_of("starbattle", line);
            solvable += assert_counts_agree(p, LIMIT) > 0;
            boards++;
            pulma_puzzle_free(p);
        }
        pulma_free(line);
    }
    pulma_wish_free(wish);
    assert_in_range(solvable, 20, boards - 20);
}

static void wishes_are_kept_or_refused(void **state)
{
    (void)state;
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("starbattle"));
    pulma_puzzle *p = NULL;
    pulma_error err = {.message = ""};
    pulma_wish_set_size(wish, 9, 8, NULL);
    assert_int_equal(pulma_wish_next(wish, &p, &err), PULMA_BAD_CALL);
    pulma_wish_set_size(wish, 8, 8, NULL);
    pulma_wish_set_option(wish, "stars", "3", NULL);
    assert_int_equal(pulma_wish_next(wish, &p, &err), PULMA_BAD_CALL);
    assert_non_null(strstr(err.message, "at least 12 for 3 stars"));
    pulma_wish_set_size(wish, 12, 12, NULL);
    assert_int_equal(pulma_wish_next(wish, &p, &err), PULMA_OK);
    char *text = NULL, count[64];
    assert_int_equal(pulma_puzzle_write(p, "line", &text, NULL), PULMA_OK);
    assert_int_equal(strncmp(text, "12 3 ", 5), 0);
    census(p, "rules", count, sizeof count);
    assert_string_equal(count, "1 at 0");
    pulma_free(text);
    pulma_puzzle_free(p);
    pulma_wish_free(wish);
}

/* ---- Simple conclusions ----------------------------------------------------------------- */

static int settle_line(const char *line, int side, int stars, int size, signed char *known)
{
    signed char island[200];
    int64_t looked = 0;
    const char *cells = strrchr(line, ' ') + 1;
    for (int i = 0; i < side * side; i++)
        island[i] = (signed char)(cells[i] - 'A');
    return pm_starbattle_settle(side, stars, island, size, known, &looked);
}

/* What the conclusions of the generator settle is so in the answer, and larger ones leave no more open; a
 * board that was made for a level is settled by them. */
static void conclusions_are_true(void **state)
{
    (void)state;
    static const struct {
        int side, stars, size; /* an easy board is settled by conclusions of this size */
    } cases[] = {{8, 1, 2}, {10, 2, 3}, {14, 3, 3}};
    for (int i = 0; i < 9; i++) {
        int side = cases[i / 3].side, stars = cases[i / 3].stars;
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("starbattle"));
        pulma_wish_set_size(wish, side, side, NULL);
        pulma_wish_set_seed(wish, (uint64_t)i);
        pulma_wish_set_level(wish, (pulma_level)(i % 3), NULL);
        pulma_puzzle *p = NULL;
        char *line = NULL;
        int answer[200];
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_write(p, "line", &line, NULL), PULMA_OK);
        pulma_job *job = pulma_job_new(p);
        assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_OK);
        int before = side * side + 1;
        for (int size = 1; size <= 12; size++) {
            signed char known[200];
            int open = settle_line(line, side, stars, size, known);
            assert_true(open <= before);
            for (int cell = 0; cell < side * side; cell++)
                if (known[cell] != PULMA_EMPTY && known[cell] != answer[cell])
                    fail_msg("%s: cell %d, conclusions up to %d", line, cell, size);
            if (i % 3 == PULMA_LEVEL_EASY && size == cases[i / 3].size)
                assert_int_equal(open, 0);
            before = open;
        }
        pulma_job_free(job);
        pulma_free(line);
        pulma_puzzle_free(p);
        pulma_wish_free(wish);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_to_place_stars_are_known),
        cmocka_unit_test(other_notations_say_the_same),
        cmocka_unit_test(notations_refuse_what_they_cannot_say),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(kernel_and_rules_agree),
        cmocka_unit_test(a_long_search_is_complete),
        cmocka_unit_test(all_processors_search_alike),
        cmocka_unit_test(conclusions_are_true),
        cmocka_unit_test(kernel_and_rules_agree_on_damaged_boards),
        cmocka_unit_test(wishes_are_kept_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
