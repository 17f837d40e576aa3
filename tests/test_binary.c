/* What is special about binary sudokus: the published board, known counts, notations, the
 * referee's words, bad input, and the kernel against the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"
#include "handle.h"
#include "kernels/halves/small.h"
#include "ratings.h"

enum { TEXT = 2000, LIMIT = 200 }; /* of a text; of counting, where two must agree */

static const char figure[] = "binary\n"
                             ".0.....1\n0.0.1...\n.....11.\n00..1...\n"
                             "0.1...10\n...1..0.\n....1.0.\n1..1...0\n";

static void the_published_answer_is_the_only_one(void **state)
{
    (void)state;
    char text[TEXT], count[64];
    for (int different = 0; different < 2; different++) {
        snprintf(text, sizeof text, "binary\ndifferent: %s\n%s", different ? "yes" : "no",
                 figure + 7);
        pulma_puzzle *p = puzzle_of(NULL, text);
        census(p, "kernel", count, sizeof count);
        assert_string_equal(count, "1 at 0");
        census(p, "rules", count, sizeof count);
        assert_string_equal(count, "1 at 0");
        assert_judged(p,
                      "10100101 01011010 10010110 00101101 "
                      "01101010 10010101 01101001 11010010",
                      PULMA_RIGHT, "");
        pulma_puzzle_free(p);
    }
}

/* The published size; the givens are constraints there. */
static void the_models_have_the_published_size(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, figure);
    char *json = NULL;
    pulma_error err = {.message = ""};
    if (pulma_model_size(p, "hartmann", false, 0, NULL, &json, &err))
        fail_msg("%s", err.message);
    assert_non_null(strstr(json, "\"variables\": 120"));
    assert_non_null(strstr(json, "\"constraints\": 245"));
    pulma_free(json);
    pulma_puzzle_free(p);
}

static void empty_board(int rows, int columns, bool different, char *text)
{
    int n = snprintf(text, TEXT, "binary\ndifferent: %s\n", different ? "yes" : "no");
    for (int i = 0; i < rows * columns; i++)
        n += snprintf(text + n, (size_t)(TEXT - n), ".%s",
                      i % columns == columns - 1 ? "\n" : "");
}

/* Six different lines of four cells exist, and fourteen of six. */
static void lines_that_cannot_all_differ_are_seen(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        bool possible;
    } cases[] = {{4, 2, false},  {8, 4, false}, {4, 8, false},
                 {16, 6, false}, {6, 4, true},  {4, 6, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT];
        empty_board(cases[i].rows, cases[i].columns, true, text);
        assert_int_equal(assert_census_agrees(text, "kernel"), cases[i].possible);
    }
}

static void numbers_of_boards_are_known(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        bool different;
        const char *count;
    } cases[] = {{2, 2, false, "2 at 0"},     {2, 2, true, "2 at 0"},
                 {4, 4, false, "90 at 0"},    {4, 4, true, "72 at 0"},
                 {6, 6, false, "11222 at 0"}, {6, 6, true, "4140 at 0"},
                 {6, 4, true, "96 at 0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT], count[64];
        empty_board(cases[i].rows, cases[i].columns, cases[i].different, text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        census(p, "kernel", count, sizeof count);
        assert_string_equal(count, cases[i].count);
        pulma_puzzle_free(p);
    }
}

static void other_notations_say_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *text, *notation, *pulma;
    } cases[] = {
        {"6x6u:CACEceAIaf", "unruly",
         "binary\ndifferent: yes\n..11..\n1....1\n..0...\n.01...\n.....1\n0.....\n"},
        {"6x6udn:CACEceAIaf\n", "unruly",
         "binary\ndifferent: yes\n..11..\n1....1\n..0...\n.01...\n.....1\n0.....\n"},
        {"4x2:Aze", NULL, NULL}, /* z skips 25 cells: too many */
        {"2 4\n1 - 2 -\n- - - 1\n", "puzzlekit", "binary\ndifferent: no\n0.1.\n...0\n"},
        {"4x2:aAg", "unruly", "binary\ndifferent: no\n01..\n....\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!cases[i].pulma) {
            assert_refused("binary", cases[i].text, 1, 6, "expected the end");
            continue;
        }
        pulma_puzzle *p = puzzle_of("binary", cases[i].text);
        assert_written(p, "pulma", cases[i].pulma);
        pulma_puzzle_free(p);
    }
}

/* Runs of open cells that need the letter z. */
static void game_ids_skip_long_ways(void **state)
{
    (void)state;
    for (int given = 20; given < 36; given++) {
        char text[TEXT];
        empty_board(6, 6, false, text);
        char *grid = strstr(text, "no\n") + 3;
        grid[given / 6 * 7 + given % 6] = '1';
        pulma_puzzle *p = puzzle_of(NULL, text), *again = NULL;
        char *id = NULL, *back = NULL;
        assert_int_equal(pulma_puzzle_write(p, "unruly", &id, NULL), PULMA_OK);
        again = puzzle_of(NULL, id); /* a capital letter tells the game */
        assert_int_equal(pulma_puzzle_write(again, "pulma", &back, NULL), PULMA_OK);
        assert_string_equal(back, text);
        pulma_free(id);
        pulma_free(back);
        pulma_puzzle_free(p);
        pulma_puzzle_free(again);
    }
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "binary\n.1..\n....\n....\n....\n");
    static const struct {
        const char *answer, *words;
        pulma_verdict verdict;
    } cases[] = {
        {"0110 1001 0011 1100", "", PULMA_RIGHT},
        {"0110 1001 0011 110.", "1 place is", PULMA_UNFINISHED},
        {"0... .... .... ....", "", PULMA_UNFINISHED},
        {"00.. .... .... ....", "row 1, column 2 is given as 1", PULMA_WRONG},
        {".... 0001 .... ....", "row 2 has three 0s in succession", PULMA_WRONG},
        {".... ..1. ..1. ..1.", "column 3 has three 1s in succession", PULMA_WRONG},
        {".... .... 11.1 ....", "row 3 has 3 1s, more than half", PULMA_WRONG},
        {"0... 0... .... 0...", "column 1 has 3 0s, more than half", PULMA_WRONG},
        {"0110 1001 0110 1001", "row 1 and row 3 are equal", PULMA_WRONG},
        {"01.. 10.. 10.. 01..", "", PULMA_UNFINISHED},
        {"0101 1010 0011 1100", "", PULMA_RIGHT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_judged(p, cases[i].answer, cases[i].verdict, cases[i].words);
    assert_answer_refused(p, "0112", 1, 4, "row 1, column 4");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "binary\ndifferent: no\n....\n....\n....\n....\n");
    assert_judged(p, "0110 1001 0110 1001", PULMA_RIGHT, "");
    pulma_puzzle_free(p);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"binary\n", 1, 1, "grid"},
        {"binary\n...\n...\n", 2, 1, "even"},
        {"binary\n..\n..\n..\n", 2, 1, "even"},
        {"binary\n..\n.\n", 3, 1, "2 columns"},
        {"binary\n..\n.2\n", 3, 2, "0, 1 or '.'"},
        {"binary\ndifferent: maybe\n..\n..\n", 2, 12, "yes"},
        {"binary\nsize: 2\n..\n..\n", 2, 1, "size"},
        {"6x6u:CACEceAIa", 1, 15, "letter"},
        {"6x6u:CACEceAIafa", 1, 16, ""},
        {"6x6u:CACEceAIay", 1, 15, "expected the end"},
        {"6x6u:CA1EceAIaf", 1, 8, "letter"},
        {"6x5u:CACEceAIaf", 1, 1, "even"},
        {"6x6dz:CACEceAIaf", 1, 5, "difficulty"},
        {"6x6u#123", 1, 5, "generator"},
        {"2 2\n1 3\n- -\n", 2, 3, "1, 2 or -"},
        {"{\"kind\": \"binary\", \"grid\": [\"..\", \".z\"]}", 1, 37, "0, 1"},
    };
    ASSERT_ALL_REFUSED("binary", cases);
}

/* ---- Kernel and rules ----------------------------------------------------------------- */

/* Givens by chance: few, so that there are many answers, or so many that there is often none. */
static void random_board(struct pm_rng *rng, char *text)
{
    int rows = 2 + 2 * pm_rng_below(rng, 4), columns = 2 + 2 * pm_rng_below(rng, 4);
    int share = rows * columns <= 24   ? 1 + pm_rng_below(rng, 10)
                : rows * columns <= 36 ? 3 + pm_rng_below(rng, 2)
                                       : 3;
    int n = snprintf(text, TEXT, "binary\ndifferent: %s\n",
                     pm_rng_below(rng, 2) ? "yes" : "no");
    for (int i = 0; i < rows * columns; i++) {
        char digit = (char)('0' + pm_rng_below(rng, 2));
        n += snprintf(text + n, (size_t)(TEXT - n), "%c%s",
                      pm_rng_below(rng, share) == 0 ? digit : '.',
                      i % columns == columns - 1 ? "\n" : "");
    }
}

static void kernel_and_rules_agree(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 8);
    int solvable = 0;
    for (int i = 0; i < 600; i++) {
        char text[TEXT];
        random_board(&rng, text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        solvable += assert_counts_agree(p, LIMIT) > 0;
        pulma_puzzle_free(p);
    }
    assert_in_range(solvable, 100, 500); /* both sorts are tried */
}

/* A hard board of the generator, one given taken away or turned over: few answers or none. */
static void kernel_and_rules_agree_on_damaged_boards(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 9);
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("binary"));
    pulma_wish_set_difficulty(wish, PULMA_HARD, NULL);
    for (int i = 0; i < 60; i++) {
        int side = 8 + 2 * (i % 5);
        pulma_puzzle *p = NULL;
        char *id = NULL;
        pulma_wish_set_size(wish, side, side, NULL);
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_write(p, "pulma", &id, NULL), PULMA_OK);
        pulma_puzzle_free(p);
        char *grid = strchr(strchr(id, '\n') + 1, '\n') + 1;
        for (int damaged = 0; damaged < 2;) {
            char *cell = grid + pm_rng_below(&rng, (side + 1) * side);
            if (*cell != '0' && *cell != '1')
                continue;
            *cell = pm_rng_below(&rng, 3) ? '.' : (char)('0' + '1' - *cell);
            damaged++;
        }
        p = puzzle_of(NULL, id);
        assert_counts_agree(p, LIMIT);
        pulma_free(id);
        pulma_puzzle_free(p);
    }
    pulma_wish_free(wish);
}

/* ---- Inventions ------------------------------------------------------------------------ */

/* What the kernel says of the grid: how many answers up to two, and in how many branchings. */
static int answers_of(const char *text, int64_t *nodes)
{
    pulma_puzzle *p = puzzle_of(NULL, text);
    pulma_job *job = pulma_job_new(p);
    assert_int_equal(pulma_job_set_method(job, "kernel", NULL), PULMA_OK);
    assert_int_equal(pulma_job_count(job, 2, NULL), PULMA_OK);
    int count = pulma_job_count_text(job)[0] - '0';
    *nodes = pulma_job_nodes(job);
    pulma_job_free(job);
    pulma_puzzle_free(p);
    return count;
}

/* Easy and medium boards need no trying, easy ones have two fifths of their cells; nothing more
 * can be taken away from a medium one without trying, from a hard one at all. */
static void inventions_are_as_thin_as_their_level_wants(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        pulma_difficulty difficulty = (pulma_difficulty)(i % 3);
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("binary"));
        pulma_puzzle *p = NULL;
        char *text = NULL;
        int64_t nodes;
        int givens = 0;
        pulma_wish_set_seed(wish, (uint64_t)i);
        pulma_wish_set_size(wish, 8, 10, NULL);
        pulma_wish_set_difficulty(wish, difficulty, NULL);
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_write(p, "pulma", &text, NULL), PULMA_OK);
        assert_int_equal(answers_of(text, &nodes), 1);
        assert_true(nodes == 0 || difficulty == PULMA_HARD);
        for (char *c = strchr(strchr(text, '\n') + 1, '\n'); *c; c++) {
            char digit = *c;
            if (digit != '0' && digit != '1')
                continue;
            givens++;
            *c = '.';
            bool needed =
                answers_of(text, &nodes) != 1 || (difficulty == PULMA_MEDIUM && nodes > 0);
            if (difficulty != PULMA_EASY && !needed)
                fail_msg("seed %d: a given is not needed: %s", i, text);
            *c = digit;
        }
        assert_true(difficulty != PULMA_EASY || givens >= 32);
        pulma_free(text);
        pulma_puzzle_free(p);
        pulma_wish_free(wish);
    }
}

static pulma_puzzle *invented(int seed, int rows, int columns, bool different, int level)
{
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("binary"));
    pulma_puzzle *p = NULL;
    pulma_wish_set_seed(wish, (uint64_t)seed);
    pulma_wish_set_size(wish, columns, rows, NULL);
    pulma_wish_set_option(wish, "different", different ? "yes" : "no", NULL);
    pulma_wish_set_level(wish, (pulma_level)level, NULL);
    assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
    pulma_wish_free(wish);
    return p;
}

/* All but the hardest levels are aimed at by rules that are rated at once. */
static void levels_are_met_and_rated_as_explained(void **state)
{
    (void)state;
    for (int i = 0; i < 120; i++) {
        bool different = i % 2;
        int level = i / 2 % 3, side = 6 + 2 * (i / 6 % 5);
        pulma_puzzle *p = invented(i, side, side, different, level);
        pulma_level met = PULMA_LEVEL_EXPERT;
        assert_true(is_rated_as_explained(p, &met));
        if ((int)met != level)
            fail_msg("level %d instead of %d: %s", (int)met, level, pulma_puzzle_title(p));
        pulma_puzzle_free(p);
    }
}

/* Boards that were thinned out as far as single rules and pairs of them do, with equal lines allowed: where
 * these are not, the order of steps counts. */
static void the_order_of_steps_is_that_of_explanations(void **state)
{
    (void)state;
    int soon = 0;
    for (int i = 0; i < 600; i++) {
        pulma_puzzle *p = invented(i, 6 + 2 * (i % 3), 6 + 2 * (i / 3 % 3), false,
                                   i < 300 ? PULMA_LEVEL_MEDIUM : PULMA_LEVEL_HARD);
        char *text = NULL;
        int64_t nodes;
        assert_int_equal(pulma_puzzle_write(p, "pulma", &text, NULL), PULMA_OK);
        pulma_puzzle_free(p);
        memcpy(strstr(text, "different: no\n"), "             \n", 14);
        p = puzzle_of(NULL, text);
        soon += answers_of(text, &nodes) == 1 && is_rated_as_explained(p, NULL);
        pulma_free(text);
        pulma_puzzle_free(p);
    }
    assert_in_range(soon, 100, 600);
}

/* ---- The two searches ------------------------------------------------------------------ */

/* What a search found: how many answers, and a sum over them that tells sets apart. */
struct finds {
    int count, limit, cells;
    uint64_t sum;
    int first[PM_HALVES_SIDE * PM_HALVES_SIDE];
};

static bool note_find(struct pm_search *search, const int *answer)
{
    struct finds *f = search->context;
    uint64_t mix = 0;
    for (int i = 0; i < f->cells; i++)
        mix = (mix ^ (uint64_t)answer[i]) * UINT64_C(0x9E3779B97F4A7C15) + (mix >> 29);
    if (f->count++ == 0)
        memcpy(f->first, answer, (size_t)f->cells * sizeof *answer);
    f->sum += mix;
    return f->count < f->limit;
}

static struct finds find_all(const struct pm_halves *board, int limit,
                             pulma_status (*method)(const struct pm_halves *,
                                                    struct pm_search *))
{
    struct finds finds = {.limit = limit, .cells = board->rows * board->columns};
    struct pm_search search = {
        .effort = &(struct pm_effort){0}, .found = note_find, .context = &finds};
    assert_int_equal(method(board, &search), PULMA_OK);
    return finds;
}

/* A board that has an answer, from an empty one with a few digits by chance.  Where no two lines
 * can be equal there may be none, as on 2 x 16 cells: then lines may be equal. */
static void fill_board(struct pm_rng *rng, struct pm_halves *board, signed char *given)
{
    int n = board->rows * board->columns;
    struct finds finds = {0};
    for (int tries = 0; finds.count == 0; tries++) {
        board->different &= tries < 10;
        memset(given, -1, (size_t)n);
        for (int i = 0; i < n / 12; i++)
            given[pm_rng_below(rng, n)] = (signed char)pm_rng_below(rng, 2);
        finds = find_all(board, 1, pm_halves_search_small);
    }
    for (int i = 0; i < n; i++)
        given[i] = (signed char)finds.first[i];
}

/* Boards of all small sizes with some of their cells, now and then one turned over. */
static void both_searches_find_the_same(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 17);
    int none = 0, one = 0, many = 0;
    for (int i = 0; i < 1500; i++) {
        signed char given[PM_HALVES_SMALL_SIDE * PM_HALVES_SMALL_SIDE];
        int rows = 2 + 2 * pm_rng_below(&rng, 8), columns = 2 + 2 * pm_rng_below(&rng, 8);
        /* As few as four rows of 16 cannot all differ. */
        bool can_differ = rows >= columns / 2 && columns >= rows / 2 && rows + columns > 4;
        struct pm_halves board = {rows, columns, can_differ && pm_rng_below(&rng, 2),
                                  given};
        fill_board(&rng, &board, given);
        int share = 20 + pm_rng_below(&rng, 40), n = rows * columns;
        for (int cell = 0; cell < n; cell++)
            if (pm_rng_below(&rng, 100) >= share)
                given[cell] = -1;
        int turned = pm_rng_below(&rng, n);
        if (given[turned] >= 0 && pm_rng_below(&rng, 2))
            given[turned] = !given[turned];
        struct finds small = find_all(&board, LIMIT, pm_halves_search_small);
        struct finds large = find_all(&board, LIMIT, pm_halves_search_large);
        assert_int_equal(small.count, large.count);
        if (small.count < LIMIT)
            assert_true(small.sum == large.sum);
        none += small.count == 0;
        one += small.count == 1;
        many += small.count > 1;
    }
    assert_true(none > 50 && one > 50 && many > 50); /* all sorts are tried */
}

/* ---- The referee against a plain one ----------------------------------------------------- */

static int at(const struct pm_halves *board, const int *answer, bool turned, int line,
              int i)
{
    return turned ? answer[i * board->columns + line] : answer[line * board->columns + i];
}

static bool line_is_wrong(const struct pm_halves *board, const int *answer, bool turned,
                          int line)
{
    int n = turned ? board->rows : board->columns, count[2] = {0, 0}, succession = 0;
    for (int i = 0; i < n; i++) {
        int digit = at(board, answer, turned, line, i);
        bool again = i > 0 && digit == at(board, answer, turned, line, i - 1);
        succession = digit == PULMA_EMPTY ? 0 : again ? succession + 1 : 1;
        if (succession == 3)
            return true;
        if (digit != PULMA_EMPTY && ++count[digit] > n / 2)
            return true;
    }
    for (int other = 0; other < line && board->different; other++) {
        int i = 0;
        while (i < n && at(board, answer, turned, line, i) != PULMA_EMPTY &&
               at(board, answer, turned, line, i) == at(board, answer, turned, other, i))
            i++;
        if (i == n)
            return true;
    }
    return false;
}

static pulma_verdict plain_verdict(const struct pm_halves *board, const int *answer)
{
    for (int turned = 0; turned < 2; turned++)
        for (int line = 0; line < (turned ? board->columns : board->rows); line++)
            if (line_is_wrong(board, answer, turned, line))
                return PULMA_WRONG;
    for (int i = 0; i < board->rows * board->columns; i++)
        if (answer[i] == PULMA_EMPTY)
            return PULMA_UNFINISHED;
    return PULMA_RIGHT;
}

/* Damages an answer a little: some cells empty, two beside each other change places. */
static void damage(struct pm_rng *rng, int n, int *answer)
{
    for (int i = pm_rng_below(rng, 2) * pm_rng_below(rng, n); i > 0; i--)
        answer[pm_rng_below(rng, n)] = PULMA_EMPTY;
    for (int i = pm_rng_below(rng, 3); i > 0; i--) {
        int cell = pm_rng_below(rng, n - 1), digit = answer[cell];
        answer[cell] = answer[cell + 1];
        answer[cell + 1] = digit;
    }
}

static void the_referee_is_right_on_all_sizes(void **state)
{
    (void)state;
    enum { MOST = PM_HALVES_SIDE };
    static char text[MOST * (MOST + 1) + 100];
    static int answer[MOST * MOST];
    static signed char given[MOST * MOST];
    struct pm_rng rng;
    pm_rng_init(&rng, 18);
    int verdicts[3] = {0};
    for (int i = 0; i < 400; i++) {
        int rows = 2 + 2 * pm_rng_below(&rng, i % 8 ? 12 : 32);
        int columns = rows > 4 && pm_rng_below(&rng, 2) ? rows - 2 : rows,
            n = rows * columns;
        struct pm_halves board = {rows, columns, pm_rng_below(&rng, 2), given};
        memset(given, -1, sizeof given);
        struct finds finds = find_all(&board, 1, pm_halves_search_large);
        assert_int_equal(finds.count, 1);
        int len = snprintf(text, sizeof text, "binary\ndifferent: %s\n",
                           board.different ? "yes" : "no");
        for (int cell = 0; cell < n; cell++) {
            answer[cell] = finds.first[cell];
            len += snprintf(text + len, sizeof text - (size_t)len, ".%s",
                            cell % columns == columns - 1 ? "\n" : "");
        }
        damage(&rng, n, answer);
        pulma_puzzle *p = puzzle_of(NULL, text);
        pulma_verdict verdict = pulma_check(p, answer, NULL);
        assert_int_equal(verdict, plain_verdict(&board, answer));
        verdicts[verdict]++;
        pulma_puzzle_free(p);
    }
    for (int v = 0; v < 3; v++)
        assert_true(verdicts[v] > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_answer_is_the_only_one),
        cmocka_unit_test(the_models_have_the_published_size),
        cmocka_unit_test(lines_that_cannot_all_differ_are_seen),
        cmocka_unit_test(numbers_of_boards_are_known),
        cmocka_unit_test(other_notations_say_the_same),
        cmocka_unit_test(game_ids_skip_long_ways),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(kernel_and_rules_agree),
        cmocka_unit_test(kernel_and_rules_agree_on_damaged_boards),
        cmocka_unit_test(inventions_are_as_thin_as_their_level_wants),
        cmocka_unit_test(levels_are_met_and_rated_as_explained),
        cmocka_unit_test(the_order_of_steps_is_that_of_explanations),
        cmocka_unit_test(both_searches_find_the_same),
        cmocka_unit_test(the_referee_is_right_on_all_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
