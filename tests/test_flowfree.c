/* What is special about Flow Free: the published counts and sizes, notations of other
 * programs, the referee's words, letters without lines, and the kernel against the rules and
 * against plain enumeration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "engine/engine.h"
#include "facts.h"
#include "kernels/paths/inside.h"
#include "kernels/paths/router.h"
#include "puzzles/flowfree/flowfree.h"

static const char figure[] = "flowfree\n"
                             "........\n"
                             "121.342.\n"
                             "........\n"
                             "........\n"
                             "..3.4...\n"
                             ".5.....5\n"
                             ".......6\n"
                             "6...7..7\n";

static void the_published_counts_are_found(void **state)
{
    (void)state;
    static const char *const methods[] = {"kernel", "rules"};
    pulma_puzzle *p = puzzle_of(NULL, figure);
    for (size_t i = 0; i < 2; i++) {
        pulma_job *job = pulma_job_new(p);
        assert_int_equal(pulma_job_set_method(job, methods[i], NULL), PULMA_OK);
        assert_int_equal(pulma_job_count(job, 0, NULL), PULMA_OK);
        assert_string_equal(pulma_job_count_text(job), "17");
        assert_string_equal(pulma_job_looks_text(job), "15");
        assert_string_equal(pulma_job_looks_name(job), "colourings");
        pulma_job_free(job);
    }
    pulma_puzzle_free(p);
}

/* Which dot is the source is no part of the puzzle, but of a model's data. */
static void a_line_can_be_reversed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sources, *targets;
    } cases[] = {{"flowfree\nA.B\nB.A\n", "set S := (1,1) (1,3);", "set T := (2,1) (2,3);"},
                 {"flowfree\nreversed: B\nA.B\nB.A\n", "set S := (1,1) (2,1);",
                  "set T := (1,3) (2,3);"},
                 {"flowfree\nreversed: B A\nA.B\nB.A\n", "set S := (2,1) (2,3);",
                  "set T := (1,1) (1,3);"},
                 {"{\"kind\": \"flowfree\", \"reversed\": [\"10\", \"3\"], \"grid\": [\"10 "
                  ". 3\", \"3 . 10\"]}",
                  "set S := (2,1) (2,3);", "set T := (1,1) (1,3);"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].text);
        char *data = NULL;
        assert_int_equal(pulma_model_export(p, "hartmann1", "dat", false, &data, NULL),
                         PULMA_OK);
        if (!strstr(data, cases[i].sources) || !strstr(data, cases[i].targets))
            fail_msg("%s gave %s", cases[i].text, data);
        pulma_free(data);
        pulma_puzzle_free(p);
    }
}

static void models_have_the_published_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        int binary, continuous, constraints;
    } cases[] = {{"hartmann1", 1568, 64, 416}, {"hartmann2", 224, 288, 864}};
    pulma_puzzle *p = puzzle_of(NULL, figure);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *json = NULL, wanted[80];
        pulma_error err = {.message = ""};
        if (pulma_model_size(p, cases[i].model, false, 0, NULL, &json, &err))
            fail_msg("%s: %s", cases[i].model, err.message);
        snprintf(wanted, sizeof wanted, "\"binary\": %d,", cases[i].binary);
        assert_non_null(strstr(json, wanted));
        snprintf(wanted, sizeof wanted, "\"continuous\": %d,", cases[i].continuous);
        assert_non_null(strstr(json, wanted));
        snprintf(wanted, sizeof wanted, "\"constraints\": %d,", cases[i].constraints);
        assert_non_null(strstr(json, wanted));
        pulma_free(json);
    }
    pulma_puzzle_free(p);
}

/* ---- Text -------------------------------------------------------------------------------- */

static void other_programs_boards_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *text, *written;
    } cases[] = {
        {NULL, "https://puzz.link/p?numlin/5/5/3i42g4g1h1g3o2",
         "flowfree\ncover: no\ntouch: yes\n3...4\n2.4.1\n..1.3\n.....\n....2\n"},
        {NULL, "numberlink/3/2/1i1g", "flowfree\ncover: no\ntouch: yes\n1..\n.1.\n"},
        {NULL, "http://pzv.jp/p.html?arukone/3/2/1i1g",
         "flowfree\ncover: yes\ntouch: yes\nA..\n.A.\n"},
        {NULL, "arukone/e/3/2/1i1g/", "flowfree\ncover: no\ntouch: yes\nA..\n.A.\n"},
        {NULL, "numlin/3/1/-1fg-1f", "flowfree\ncover: no\ntouch: yes\n31 .  31\n"},
        {NULL, "Y.M\nm.Y\nMm.\n", "flowfree\ncover: yes\ntouch: yes\nY.M\nm.Y\nMm.\n"},
        {NULL, "5 4\r\nC...B\r\nA.BA.\r\n...C.\r\n.....\r\n",
         "flowfree\ncover: yes\ntouch: yes\nC...B\nA.BA.\n...C.\n.....\n"},
        {NULL, "2 3\n7 - 12\n12 - 7\n",
         "flowfree\ncover: yes\ntouch: no\n7  .  12\n12 .  7\n"},
        {NULL, "2 3\n7 0 12\n12 - 7\n",
         "flowfree\ncover: yes\ntouch: no\n7  .  12\n12 .  7\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(cases[i].kind, cases[i].text);
        assert_written(p, "pulma", cases[i].written);
        pulma_puzzle_free(p);
    }
}

static void boards_are_written_for_others(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "flowfree\nB..\nA.B\n..A\n");
    assert_written(p, "puzz.link", "https://puzz.link/p?arukone/3/3/2h1g2h1\n");
    assert_written(p, "flow", "B..\nA.B\n..A\n");
    assert_written(p, "numberlink", "3 3\nB..\nA.B\n..A\n");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "flowfree\ntouch: no\nB..\nA.B\n..A\n");
    assert_written(p, "puzzlekit", "3 3\n1 - -\n2 - 1\n- - 2\n");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "flowfree\ncover: no\n10 . 7\n7 . 10\n");
    assert_written(p, "puzz.link", "https://puzz.link/p?numlin/3/2/ag77ga\n");
    pulma_puzzle_free(p);
}

static void what_others_cannot_say_is_not_written(void **state)
{
    (void)state;
    static const struct {
        const char *text, *notation, *words;
    } cases[] = {
        {"flowfree\nA#A\n...\n", "puzz.link", "holes"},
        {"flowfree\ntouch: no\nA.A\n", "flow", "beside itself"},
        {"flowfree\ncover: no\nA.A\n", "flow", "stay free"},
        {"flowfree\ncover: no\nA.A\n", "numberlink", "stay free"},
        {"flowfree\ncover: no\nA.A\n", "puzzlekit", "stay free"},
        {"flowfree\nA.A\n", "puzzlekit", "may run beside itself"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_cannot_say(cases[i].text, cases[i].notation, cases[i].words);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"flowfree\n", 1, 1, "grid"},
        {"flowfree\n...\n", 2, 1, "at least one pair"},
        {"flowfree\nA..\n", 2, 1, "two dots A, found one"},
        {"flowfree\nA.A\n.A.\n", 3, 2, "two dots A, found a third"},
        {"flowfree\nA.A\n..\n", 3, 1, "expected 3 cells in row 2, found 2"},
        {"flowfree\nA.A\n.?.\n", 3, 2, "'.', '#' or a dot"},
        {"flowfree\nA . A\n. too-long .\n", 3, 3, "'.', '#' or a dot"},
        {"flowfree\n. abcdefghijklm\n", 2, 3, "up to 12 letters"},
        {"flowfree\ncover: maybe\nA.A\n", 2, 8, "yes or no"},
        {"flowfree\nreversed: A C\nA.A\n", 2, 13, "a colour of the board"},
        {"flowfree\nreversed: A A\nA.A\n", 2, 13, "colour A is reversed twice"},
        {"flowfree\nbridges: yes\nA.A\n", 2, 1, "no field 'bridges'"},
        {"numlin/3/2/1i1h", 1, 15, "more than 6 cells"},
        {"numlin/3/2/1.i", 1, 13, "a number"},
        {"numlin/x/3/2/1i1g", 1, 8, "the number of columns"},
        {"numlin/300/2/1i1g", 1, 8, "250"},
    };
    ASSERT_ALL_REFUSED("flowfree", cases);
}

/* ---- Answers ------------------------------------------------------------------------------ */

static void letters_alone_are_enough(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, figure);
    assert_judged(p,
                  "11122222\n12123422\n22223444\n22233444\n"
                  "22334455\n55555555\n55566666\n66667777\n",
                  PULMA_RIGHT, "");
    assert_judged(p,
                  "11122222\n12123422\n22223444\n22233444\n"
                  "22334455\n55555555\n55566666\n66677777\n",
                  PULMA_WRONG, "");
    assert_judged(p,
                  "1112222.\n12123422\n22223444\n22233444\n"
                  "22334455\n55555555\n55566666\n66667777\n",
                  PULMA_UNFINISHED, "");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "flowfree\n10 . 10\n7  . 7\n");
    assert_judged(p, "10 10 10\n7 7 7\n", PULMA_RIGHT, "");
    assert_judged(p, "10-10-10\n\n7--7--7\n", PULMA_RIGHT, "");
    pulma_puzzle_free(p);
}

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *puzzle, *answer, *words;
    } cases[] = {
        {"flowfree\nA.A\n...\n", "A-A-A\n\nA-A-A\n",
         "the line of colour A ends at row 2, column 1"},
        {"flowfree\nA.A\n...\n", "A A-A\n\nA-A-A\n",
         "the dot A at row 1, column 1 is not joined"},
        {"flowfree\nA.A\n...\n", "A-A-A\n|\nA-A-A\n",
         "passes through its dot at row 1, column 1"},
        {"flowfree\nA.A\n...\n", "A-A-A\n  |\nA-A-A\n", "3 lines meet at row 1, column 2"},
        {"flowfree\nA.A\n...\n", "A-A-A\n\nA A A\n",
         "row 2, column 1 has the colour A, but no line runs there"},
        {"flowfree\nA.A\n...\n...\n", "A-A-A\n\nA-A A\n| |\nA-A A\n",
         "row 2, column 3 has the colour A"},
        {"flowfree\nA.A\n...\n...\n", "A-A-A\n\nA-A-A\n|   |\nA-A-A\n",
         "a line of colour A through row 2, column 1 is a closed loop"},
        {"flowfree\ncover: no\nA.A\n...\n...\n", "A-A-A\n\nA-A _\n| |\nA-A _\n",
         "a line of colour A through row 2, column 1 is a closed loop"},
        {"flowfree\ncover: no\nA.A\n", "A-_-A\n",
         "runs into row 1, column 2, which stays free"},
        {"flowfree\nA.B\nA.B\n", "A-A B\n|   |\nA-B B\n",
         "between row 2, column 1 and row 2, column 2 joins the colours A and B"},
        {"flowfree\nA.B\nA.B\n", "A-.-B\n| . |\nA-.-B\n", "passes through its dot"},
        {"flowfree\nA.B\nA.B\n", "A-.-B\n. . .\nA...B\n",
         "a line joins the dot A at row 1, column 1 to the dot B at row 1, column 3"},
        {"flowfree\ntouch: no\nAA.\n...\n", "A A-A\n|   |\nA-A-A\n",
         "the line of colour A runs beside itself at row 1, column 1 and row 1, column 2"},
        {"flowfree\nA.B\nA.B\n", "A B B\n. . .\nA . B\n", "ends at row 1, column 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].puzzle);
        assert_judged(p, cases[i].answer, PULMA_WRONG, cases[i].words);
        pulma_puzzle_free(p);
    }
}

static void bad_answers_are_refused(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, "flowfree\nA#.\n.BA\n..B\n");
    assert_answer_refused(p, "AAA\n", 1, 1, "5 lines of a drawing or 3 rows of letters");
    assert_answer_refused(p, "AAA\nABA\nAAB\n", 1, 2, "'#' at row 1, column 2");
    assert_answer_refused(p, "A#A\nAAA\nAAB\n", 2, 2, "the dot B at row 2, column 2");
    assert_answer_refused(p, "A#C\nABA\nAAB\n", 1, 3, "the colour of row 1, column 3");
    assert_answer_refused(p, "A#_\nABA\nAAB\n", 1, 3, "the colour of row 1, column 3");
    assert_answer_refused(p, "A # A\n| x |\nA B A\n\nA A B\n", 2, 3, "a blank");
    assert_answer_refused(p, "A # A\n-   |\nA B A\n\nA A B\n", 2, 1, "'|' or a blank");
    pulma_puzzle_free(p);
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* A board of chance: some holes, one or two pairs of dots, any rules. */
static pulma_puzzle *random_board(struct pm_rng *rng, int rows, int columns)
{
    char text[400] = "", grid[64];
    int order[64], cells = rows * columns, at = 0;
    for (int i = 0; i < cells; i++) {
        order[i] = i;
        grid[i] = '.';
    }
    pm_rng_shuffle(rng, order, cells);
    for (int holes = pm_rng_below(rng, 3) == 0; holes > 0; holes--)
        grid[order[at++]] = '#';
    for (int pair = 1 + pm_rng_below(rng, 3); pair > 0 && at + 2 <= cells; pair--) {
        grid[order[at++]] = (char)('A' + pair);
        grid[order[at++]] = (char)('A' + pair);
    }
    int len =
        snprintf(text, sizeof text, "flowfree\ncover: %s\ntouch: %s\n",
                 pm_rng_below(rng, 2) ? "yes" : "no", pm_rng_below(rng, 2) ? "yes" : "no");
    for (int row = 0; row < rows; row++)
        len += snprintf(text + len, sizeof text - (size_t)len, "%.*s\n", columns,
                        grid + row * columns);
    return puzzle_of(NULL, text);
}

static void assert_count(const pulma_puzzle *p, const char *method, const char *wanted)
{
    char counted[64], *text = NULL;
    census(p, method, counted, sizeof counted);
    if (strtoull(counted, NULL, 10) == strtoull(wanted, NULL, 10))
        return;
    pulma_puzzle_write(p, "pulma", &text, NULL);
    fail_msg("%s counts %s, not %s:\n%s", method, counted, wanted, text);
}

static void kernel_and_rules_count_alike(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 49);
    for (int i = 0; i < 300; i++) {
        pulma_puzzle *p =
            random_board(&rng, 2 + pm_rng_below(&rng, 3), 2 + pm_rng_below(&rng, 3));
        char counted[64];
        census(p, "rules", counted, sizeof counted);
        assert_count(p, "kernel", counted);
        pulma_puzzle_free(p);
    }
}

/* All sets of edges of a tiny board, with all ways to colour its cells:
 * a way to count that shares nothing with the search. */
static int right_drawings(const pulma_puzzle *p, int cells)
{
    int places = pulma_puzzle_places(p), edges = places - cells, count = 0;
    int answer[64], min, max;
    for (unsigned set = 0; set < 1u << edges; set++) {
        for (int e = 0; e < edges; e++)
            answer[cells + e] = set >> e & 1;
        for (int code = 0, codes = 1; code < codes; code++) {
            /* Cells without a fixed value take all colours in turn. */
            codes = 1;
            for (int cell = 0; cell < cells; cell++) {
                pulma_puzzle_range(p, cell, &min, &max);
                answer[cell] = min + code / codes % (max - min + 1);
                codes *= max - min + 1;
            }
            count += pulma_check(p, answer, NULL) == PULMA_RIGHT;
        }
    }
    return count;
}

static void enumeration_counts_alike(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 6);
    for (int i = 0; i < 150; i++) {
        pulma_puzzle *p = random_board(&rng, 2, 3);
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%d", right_drawings(p, 6));
        assert_count(p, "kernel", wanted);
        assert_count(p, "rules", wanted);
        pulma_puzzle_free(p);
    }
}

/* Lines of chance through all cells, whose ends are the dots: there is an answer, at least as
 * long as lines may touch themselves.  A cell left alone becomes a hole. */
static void random_cover(struct pm_rng *rng, int rows, int columns, char *grid)
{
    static const int down[4] = {0, 1, 0, -1}, right[4] = {1, 0, -1, 0};
    const int longest = 3 + pm_rng_below(rng, rows * columns);
    char name = 'A';
    memset(grid, 0, (size_t)(rows * columns));
    for (int start = 0; start < rows * columns; start++) {
        int last = start, length = 1;
        if (grid[start])
            continue;
        grid[start] = '.';
        for (int tries = 0; tries < 8 && length < longest; tries++) {
            const int d = pm_rng_below(rng, 4);
            const int row = last / columns + down[d], column = last % columns + right[d];
            if (row < 0 || row >= rows || column < 0 || column >= columns ||
                grid[row * columns + column])
                continue;
            last = row * columns + column;
            grid[last] = '.';
            length++;
        }
        grid[start] = length > 1 ? name : '#';
        if (length > 1)
            grid[last] = name++;
    }
}

static void covers_count_alike(void **state)
{
    (void)state;
    struct pm_rng rng;
    int answered = 0;
    pm_rng_init(&rng, 250);
    for (int i = 0; i < 400; i++) {
        const bool touch = i % 4 == 0, cover = i % 8 != 3;
        const int most = touch || !cover ? 4 : 6;
        const int rows = 2 + pm_rng_below(&rng, most - 1),
                  columns = 2 + pm_rng_below(&rng, most - 1);
        char grid[64], text[200], counted[64];
        random_cover(&rng, rows, columns, grid);
        int len = snprintf(text, sizeof text, "flowfree\ncover: %s\ntouch: %s\n",
                           cover ? "yes" : "no", touch ? "yes" : "no");
        for (int row = 0; row < rows; row++)
            len += snprintf(text + len, sizeof text - (size_t)len, "%.*s\n", columns,
                            grid + row * columns);
        pulma_puzzle *p = puzzle_of(NULL, text);
        census(p, "rules", counted, sizeof counted);
        assert_count(p, "kernel", counted);
        answered += counted[0] != '0';
        pulma_puzzle_free(p);
    }
    assert_true(answered > 200);
}

/* ---- The engine's form, which boards of this size do not need ---------------------------------- */

static struct pm_flow *flow_of(struct pm_arena *arena, int rows, int columns,
                               const char *grid, bool touch)
{
    struct pm_flow *f = pm_flow_new(arena, rows, columns);
    f->touch = touch;
    for (int i = 0; i < rows * columns; i++) {
        f->given[i] = grid[i] == '#'   ? PM_FLOW_HOLE
                      : grid[i] == '.' ? 0
                                       : grid[i] - 'A' + 1;
        if (f->given[i] > f->colours)
            f->colours = f->given[i];
    }
    for (int q = 1; q <= f->colours; q++)
        f->name[q] = "x";
    pm_flow_finish(f);
    return f;
}

/* Answers as bits, an edge each. */
struct answers {
    const struct pm_flow *f;
    uint64_t bits[1 << 14];
    int n;
};

static void keep(struct answers *all, const int *lines)
{
    uint64_t bits = 0;
    assert_true(all->f->edges <= 64);
    for (int e = 0; e < all->f->edges; e++)
        bits |= (uint64_t)lines[e] << e;
    assert_true(all->n < (int)(sizeof all->bits / sizeof *all->bits));
    all->bits[all->n++] = bits;
}

static void answers_of_form(struct answers *all)
{
    const struct pm_flow *f = all->f;
    const struct pm_limits limits = {0};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    const struct pm_paths board = pm_flow_paths(f);
    struct pm_rules *rules = pm_paths_edge_rules(&board, f->touch, PM_PATHS_LOOSE, &arena);
    struct pm_engine *engine = pm_engine_new(rules, &limits);
    int *answer = calloc((size_t)f->edges + 1, sizeof *answer);
    while (pm_engine_next(engine, answer, NULL) == PULMA_OK)
        keep(all, answer);
    free(answer);
    pm_engine_free(engine);
    pm_rules_free(rules);
    pm_arena_free(&arena);
}

static bool keep_answer(struct pm_search *search, const int *answer)
{
    struct answers *all = search->context;
    keep(all, answer + all->f->cells);
    return true;
}

static void answers_of_search(struct answers *all)
{
    const struct pm_limits limits = {0};
    struct pm_effort effort = {0};
    struct pm_search search = {
        .limits = &limits, .effort = &effort, .found = keep_answer, .context = all};
    const struct pm_paths board = pm_flow_paths(all->f);
    assert_int_equal(pm_paths_search(&board, &search), PULMA_OK);
}

static bool keep_lines(struct pm_search *search, const int *lines)
{
    keep(search->context, lines);
    return true;
}

/* What learning from conflicts finds. */
static void answers_of_pieces(struct answers *all, int corner)
{
    const struct pm_limits limits = {0};
    struct pm_effort effort = {0};
    struct pm_search search = {
        .limits = &limits, .effort = &effort, .found = keep_lines, .context = all};
    const struct pm_paths board = pm_flow_paths(all->f);
    double reach;
    assert_int_equal(pm_paths_pieces_search(&board, corner, &search, &reach), PULMA_OK);
}

/* The settled answers, and those that settle to them. */
static void answers_of_rings(struct answers *all)
{
    const struct pm_limits limits = {0};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    const struct pm_paths board = pm_flow_paths(all->f);
    struct pm_paths_rings *rings = pm_paths_rings_new(&board, &arena);
    struct pm_rules *rules = pm_paths_edge_rules(&board, true, PM_PATHS_LOOSE, &arena);
    pm_paths_rings_state(rings, rules);
    struct pm_engine *engine = pm_engine_new(rules, &limits);
    int *lines = calloc((size_t)all->f->edges + 1, sizeof *lines);
    struct pm_effort effort = {0};
    struct pm_search walk = {.effort = &effort, .found = keep_lines, .context = all};
    while (pm_engine_next(engine, lines, NULL) == PULMA_OK)
        assert_int_equal(pm_paths_rings_walk(rings, lines, &walk), PULMA_OK);
    free(lines);
    pm_engine_free(engine);
    pm_rules_free(rules);
    pm_arena_free(&arena);
}

/* What is found among tight answers; whether it is said that these are all. */
static bool answers_of_tight(struct answers *all)
{
    const struct pm_limits limits = {0};
    struct pm_effort effort = {0};
    struct pm_search search = {
        .limits = &limits, .effort = &effort, .found = keep_lines, .context = all};
    const struct pm_paths board = pm_flow_paths(all->f);
    return pm_paths_tight_covers(&board, &search) == PULMA_NONE;
}

static int by_bits(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Two ways find the same answers, each once. */
static void assert_same(struct answers *a, struct answers *b, const char *grid)
{
    const struct pm_flow *f = a->f;
    if (a->n != b->n)
        fail_msg("%dx%d %.*s: %d and %d answers", f->rows, f->columns, f->cells, grid, a->n,
                 b->n);
    const size_t n = (size_t)a->n;
    qsort(a->bits, n, sizeof *a->bits, by_bits);
    qsort(b->bits, n, sizeof *b->bits, by_bits);
    if (memcmp(a->bits, b->bits, n * sizeof *a->bits) != 0)
        fail_msg("%dx%d %.*s: other answers", f->rows, f->columns, f->cells, grid);
}

/* All ways do.  How many answers there are. */
static int assert_same_answers(const struct pm_flow *f, const char *grid)
{
    static struct answers by_form, others;
    by_form.f = others.f = f;
    by_form.n = others.n = 0;
    answers_of_form(&by_form);
    answers_of_search(&others);
    assert_same(&by_form, &others, grid);
    if (f->cover && f->touch) {
        others.n = 0;
        answers_of_rings(&others);
        assert_same(&by_form, &others, grid);
    }
    for (int corner = 0; corner < PM_PATHS_CORNERS && f->cover && !f->touch; corner++) {
        others.n = 0;
        answers_of_pieces(&others, corner);
        assert_same(&by_form, &others, grid);
    }
    return by_form.n;
}

/* One line of chance through all cells, cut into few: boards with many answers.  Again and again
 * the end of the line is joined to a neighbour, and the loop that this makes is opened behind
 * it. */
static void long_lines(struct pm_rng *rng, int rows, int columns, char *grid)
{
    const int cells = rows * columns,
              pieces = 1 + pm_rng_below(rng, cells / 2 < 5 ? cells / 2 : 5);
    int line[64];
    for (int i = 0; i < cells; i++) {
        grid[i] = '.';
        const int row = i / columns, column = i % columns;
        line[i] = row * columns + (row % 2 ? columns - 1 - column : column);
    }
    for (int turns = 0; turns < 4 * cells; turns++) {
        const int end = line[cells - 1], at = pm_rng_below(rng, cells - 1);
        const int down = abs(line[at] / columns - end / columns);
        const int right = abs(line[at] % columns - end % columns);
        const bool back = pm_rng_below(rng, 8) == 0;
        for (int i = back ? 0 : at + 1, k = cells - 1; i < k && (back || down + right == 1);
             i++, k--) {
            const int swap = line[i];
            line[i] = line[k];
            line[k] = swap;
        }
    }
    for (int i = 0; i < pieces; i++)
        grid[line[i * cells / pieces]] = grid[line[(i + 1) * cells / pieces - 1]] =
            (char)('A' + i);
}

static void the_form_of_edges_answers_alike(void **state)
{
    (void)state;
    struct pm_rng rng;
    int several = 0;
    pm_rng_init(&rng, 60);
    for (int i = 0; i < 400; i++) {
        const int rows = 2 + pm_rng_below(&rng, 5), columns = 2 + pm_rng_below(&rng, 5);
        const bool touch = i % 4 < 3;
        char grid[64];
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        if (i % 4 < 2)
            long_lines(&rng, rows, columns, grid);
        else
            random_cover(&rng, rows, columns, grid);
        const struct pm_flow *f = flow_of(&arena, rows, columns, grid, touch);
        several += assert_same_answers(f, grid) > 10;
        pm_arena_free(&arena);
    }
    assert_true(several > 20);
}

static void swap_cells(struct pm_rng *rng, int cells, char *grid)
{
    const int a = pm_rng_below(rng, cells), b = pm_rng_below(rng, cells);
    const char swap = grid[a];
    grid[a] = grid[b];
    grid[b] = swap;
}

static void boards_without_contacts_answer_alike(void **state)
{
    (void)state;
    struct pm_rng rng;
    int found[2] = {0};
    pm_rng_init(&rng, 77);
    for (int i = 0; i < 600; i++) {
        const int rows = 2 + pm_rng_below(&rng, 5), columns = 2 + pm_rng_below(&rng, 5);
        char grid[64];
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        random_cover(&rng, rows, columns, grid);
        if (i % 3 == 0)
            swap_cells(&rng, rows * columns, grid);
        for (int holes = i % 3 == 1 ? 1 + i % 8 : 0; holes > 0; holes--) {
            const int cell = pm_rng_below(&rng, rows * columns);
            if (grid[cell] == '.')
                grid[cell] = '#';
        }
        const int n =
            assert_same_answers(flow_of(&arena, rows, columns, grid, false), grid);
        found[n > 0]++;
        pm_arena_free(&arena);
    }
    assert_true(found[0] > 50 && found[1] > 50);
}

/* A would have to walk around B and come back beside itself. */
static void no_line_walks_around_and_touches_itself(void **state)
{
    (void)state;
    const char grid[] = "A..."
                        "ABB."
                        "....";
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    assert_int_equal(assert_same_answers(flow_of(&arena, 3, 4, grid, false), grid), 0);
    assert_int_equal(assert_same_answers(flow_of(&arena, 3, 4, grid, true), grid), 1);
    pm_arena_free(&arena);
}

static void boards_with_free_cells_answer_alike(void **state)
{
    (void)state;
    struct pm_rng rng;
    int found[3] = {0};
    pm_rng_init(&rng, 7);
    for (int i = 0; i < 500; i++) {
        const int rows = 2 + pm_rng_below(&rng, 3), columns = 2 + pm_rng_below(&rng, 3);
        char grid[64];
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        random_cover(&rng, rows, columns, grid);
        if (i % 2 == 0) /* there may be no answer then */
            swap_cells(&rng, rows * columns, grid);
        struct pm_flow *f = flow_of(&arena, rows, columns, grid, i % 3 > 0);
        f->cover = false;
        const int n = assert_same_answers(f, grid);
        found[n < 2 ? n : 2]++;
        pm_arena_free(&arena);
    }
    assert_true(found[0] > 50 && found[1] > 50 && found[2] > 50);
}

/* Lines turn around dots, holes, and lines that turn there themselves. */
static void turns_are_held(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        const char *grid;
    } boards[] = {
        {4, 5, "............C..ABCBA"}, {4, 5, "ABCBA..C............"},
        {5, 4, "A...B...CC..B...A..."}, {5, 4, "...A...B..CC...B...A"},
        {4, 5, "............#..AB#BA"}, {4, 5, "AB#BA..#............"},
    };
    static struct answers tight;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        tight.f = flow_of(&arena, boards[i].rows, boards[i].columns, boards[i].grid, true);
        tight.n = 0;
        assert_true(answers_of_tight(&tight));
        assert_int_equal(tight.n, 1);
        pm_arena_free(&arena);
    }
}

/* Whether any answer leaves a cell free, if that were allowed. */
static bool a_cell_can_stay_free(const struct pm_paths *given)
{
    const struct pm_limits limits = {0};
    struct pm_paths board = *given;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    board.cover = false;
    struct pm_rules *rules = pm_paths_edge_rules(&board, true, PM_PATHS_LOOSE, &arena);
    struct pm_engine *engine = pm_engine_new(rules, &limits);
    int *lines = calloc((size_t)board.edges + 1, sizeof *lines), left = 0;
    while (left == 0 && pm_engine_next(engine, lines, NULL) == PULMA_OK) {
        left = board.cells - board.colours;
        for (int cell = 0; cell < board.cells; cell++)
            left -= board.given[cell] < 0;
        for (int e = 0; e < board.edges; e++)
            left -= lines[e];
    }
    free(lines);
    pm_engine_free(engine);
    pm_rules_free(rules);
    pm_arena_free(&arena);
    return left > 0;
}

static bool any_will_do(struct pm_search *search, const int *lines)
{
    (void)search;
    (void)lines;
    return true;
}

/* If there is an answer with free cells, there is one among those that are looked at. */
static void free_cells_are_noticed(void **state)
{
    (void)state;
    const struct pm_limits limits = {0};
    struct pm_rng rng;
    int found[2] = {0};
    pm_rng_init(&rng, 9);
    for (int i = 0; i < 400; i++) {
        const int rows = 4 + pm_rng_below(&rng, 4), columns = 4 + pm_rng_below(&rng, 4);
        char grid[64];
        struct pm_arena arena;
        struct pm_effort effort = {0};
        struct pm_search search = {
            .limits = &limits, .effort = &effort, .found = any_will_do};
        pm_arena_init(&arena, 0);
        random_cover(&rng, rows, columns, grid);
        for (int holes = i % 3; holes > 0; holes--) {
            const int cell = pm_rng_below(&rng, rows * columns);
            if (grid[cell] == '.')
                grid[cell] = '#';
        }
        const struct pm_paths board =
            pm_flow_paths(flow_of(&arena, rows, columns, grid, true));
        const bool free_cells = pm_paths_tight_covers(&board, &search) == PULMA_OK;
        if (free_cells != a_cell_can_stay_free(&board))
            fail_msg("%dx%d %.*s", rows, columns, board.cells, grid);
        found[free_cells]++;
        pm_arena_free(&arena);
    }
    assert_true(found[0] > 50 && found[1] > 50);
}

/* The answers are all there if no tight one leaves cells free. */
static void tight_answers_can_be_all(void **state)
{
    (void)state;
    static struct answers by_form, tight;
    struct pm_rng rng;
    int all[2] = {0}, open = 0;
    pm_rng_init(&rng, 8);
    for (int i = 0; i < 400; i++) {
        const int rows = 2 + pm_rng_below(&rng, 5), columns = 2 + pm_rng_below(&rng, 5);
        char grid[64];
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        if (i % 2)
            random_cover(&rng, rows, columns, grid);
        else
            long_lines(&rng, rows, columns, grid);
        if (i % 4 == 0) /* there may be no answer then */
            swap_cells(&rng, rows * columns, grid);
        by_form.f = tight.f = flow_of(&arena, rows, columns, grid, true);
        by_form.n = tight.n = 0;
        answers_of_form(&by_form);
        if (answers_of_tight(&tight)) {
            assert_same(&by_form, &tight, grid);
            all[tight.n > 0]++;
        } else {
            open++;
        }
        pm_arena_free(&arena);
    }
    assert_true(all[0] > 20 && all[1] > 50 && open > 50);
}

/* ---- The router ------------------------------------------------------------------------------ */

/* Each dot has one neighbour of its colour, and every other cell of a line two. */
static bool are_lines(const struct pm_flow *f, const int *colour)
{
    for (int cell = 0; cell < f->cells; cell++) {
        int n = 0;
        for (int d = 0; d < 4; d++)
            n += f->edge[cell][d] >= 0 &&
                 colour[pm_paths_beyond(f->columns, cell, d)] == colour[cell];
        if ((f->given[cell] > 0 && colour[cell] != f->given[cell]) ||
            (f->given[cell] < 0 && colour[cell] != 0) ||
            (colour[cell] > 0 && n != (f->given[cell] > 0 ? 1 : 2)))
            return false;
    }
    return true;
}

static void the_router_draws_lines(void **state)
{
    (void)state;
    const struct pm_search search = {0};
    struct pm_rng rng;
    int drawn = 0;
    pm_rng_init(&rng, 1995);
    for (int i = 0; i < 200; i++) {
        const int rows = 2 + pm_rng_below(&rng, 6), columns = 2 + pm_rng_below(&rng, 7);
        char grid[64];
        int colour[64];
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        random_cover(&rng, rows, columns, grid);
        const struct pm_flow *f = flow_of(&arena, rows, columns, grid, true);
        const struct pm_paths board = pm_flow_paths(f);
        struct pm_router *router = pm_router_new(&board, (uint64_t)i);
        const pulma_status status = pm_router_run(router, 20000, &search, colour);
        assert_true(status == PULMA_OK || status == PULMA_UNAVAILABLE);
        if (status == PULMA_OK && !are_lines(f, colour))
            fail_msg("%dx%d %.*s: no lines", rows, columns, f->cells, grid);
        drawn += status == PULMA_OK;
        pm_router_free(router);
        pm_arena_free(&arena);
    }
    assert_true(drawn > 100);
}

static void the_router_sees_dots_that_are_shut_in(void **state)
{
    (void)state;
    const struct pm_search search = {0};
    const int given[6] = {1, -1, 0, 0, -1, 1};
    const struct pm_paths board = {
        .rows = 2, .columns = 3, .cells = 6, .colours = 1, .given = given};
    int colour[6];
    struct pm_router *router = pm_router_new(&board, 0);
    assert_int_equal(pm_router_run(router, 1000, &search, colour), PULMA_NONE);
    pm_router_free(router);
}

/* ---- Generation ------------------------------------------------------------------------------ */

static void new_boards_have_the_wanted_number_of_colours(void **state)
{
    (void)state;
    static const char *const wanted[] = {"3", "5", "7"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("flowfree"));
        pulma_puzzle *p = NULL;
        pulma_error err = {.message = ""};
        char *data = NULL, line[40];
        pulma_wish_set_size(wish, 6, 6, NULL);
        pulma_wish_set_option(wish, "touch", "no", NULL);
        pulma_wish_set_option(wish, "colours", wanted[i], NULL);
        if (pulma_wish_next(wish, &p, &err))
            fail_msg("%s colours: %s", wanted[i], err.message);
        assert_count(p, "auto", "1");
        assert_int_equal(pulma_model_export(p, "hartmann1", "dat", false, &data, &err),
                         PULMA_OK);
        snprintf(line, sizeof line, "param Q := %s;", wanted[i]);
        assert_non_null(strstr(data, line));
        pulma_free(data);
        pulma_puzzle_free(p);
        pulma_wish_free(wish);
    }
}

static void new_boards_are_unique_under_both_rules(void **state)
{
    (void)state;
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("flowfree"));
    pulma_wish_set_size(wish, 8, 7, NULL);
    pulma_wish_set_option(wish, "holes", "3", NULL);
    for (int i = 0; i < 5; i++) {
        pulma_puzzle *p = NULL;
        char *text = NULL, *rule;
        pulma_error err = {.message = ""};
        if (pulma_wish_next(wish, &p, &err))
            fail_msg("%s", err.message);
        assert_int_equal(pulma_puzzle_write(p, "pulma", &text, &err), PULMA_OK);
        assert_non_null(rule = strstr(text, "touch: yes"));
        assert_count(p, "auto", "1");
        memcpy(rule, "touch: no ", 10);
        pulma_puzzle *stricter = puzzle_of(NULL, text);
        assert_count(stricter, "auto", "1");
        pulma_puzzle_free(stricter);
        pulma_puzzle_free(p);
        pulma_free(text);
    }
    pulma_wish_free(wish);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_counts_are_found),
        cmocka_unit_test(a_line_can_be_reversed),
        cmocka_unit_test(models_have_the_published_sizes),
        cmocka_unit_test(other_programs_boards_are_read),
        cmocka_unit_test(boards_are_written_for_others),
        cmocka_unit_test(what_others_cannot_say_is_not_written),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(letters_alone_are_enough),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_answers_are_refused),
        cmocka_unit_test(kernel_and_rules_count_alike),
        cmocka_unit_test(enumeration_counts_alike),
        cmocka_unit_test(covers_count_alike),
        cmocka_unit_test(the_form_of_edges_answers_alike),
        cmocka_unit_test(boards_without_contacts_answer_alike),
        cmocka_unit_test(no_line_walks_around_and_touches_itself),
        cmocka_unit_test(boards_with_free_cells_answer_alike),
        cmocka_unit_test(turns_are_held),
        cmocka_unit_test(free_cells_are_noticed),
        cmocka_unit_test(tight_answers_can_be_all),
        cmocka_unit_test(the_router_draws_lines),
        cmocka_unit_test(the_router_sees_dots_that_are_shut_in),
        cmocka_unit_test(new_boards_have_the_wanted_number_of_colours),
        cmocka_unit_test(new_boards_are_unique_under_both_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
