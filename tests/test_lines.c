/* The two searches for pictures, by probing and by learning, against brute force and against
 * each other: on clues of pictures, on clues of no picture, with lengths that are not told
 * and with cells that are given. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "kernels/lines/belief.h"
#include "kernels/lines/learn.h"
#include "kernels/lines/lines.h"
#include "kernels/lines/short.h"
#include "kernels/lines/sketch.h"

enum { SIDE = 130, CELLS = 1000, MANY = 3000 };

struct scene {
    struct pm_lines board;
    int paints; /* without the background; 0 is 1 */
    struct pm_lines_block blocks[2 * CELLS];
    int first[2 * SIDE + 1];
    signed char given[CELLS];
    int untold; /* one length of so many is not told, */
    int shown;  /* one cell of so many is given; 0: none */
};

/* What was found, whatever the order. */
struct findings {
    const struct scene *scene;
    int count, limit;
    uint64_t sum; /* of a hash of each answer */
};

static int length_of(const struct pm_lines *b, int line)
{
    return line < b->rows ? b->columns : b->rows;
}

static int cell_of(const struct pm_lines *b, int line, int i)
{
    return line < b->rows ? line * b->columns + i : i * b->columns + line - b->rows;
}

/* The length of the first block from cell i on, which moves to where it begins; 0: none. */
static int next_block(const struct scene *s, const int *picture, int line, int *i)
{
    int n = length_of(&s->board, line), end;
    while (*i < n && picture[cell_of(&s->board, line, *i)] == 0)
        ++*i;
    for (end = *i; end < n; end++)
        if (picture[cell_of(&s->board, line, end)] != picture[cell_of(&s->board, line, *i)])
            break;
    return end - *i;
}

/* Adds the blocks of a line of the picture; some lengths are not told. */
static int add_blocks(struct scene *s, struct pm_rng *rng, const int *picture, int line,
                      int n)
{
    for (int i = 0, length; (length = next_block(s, picture, line, &i)) > 0; i += length) {
        bool told = s->untold == 0 || pm_rng_below(rng, s->untold) > 0;
        short paint = (short)picture[cell_of(&s->board, line, i)];
        s->blocks[n++] = (struct pm_lines_block){(short)(told ? length : 0), paint};
    }
    return n;
}

/* The clues of a random picture, or (one in four) its columns and the rows of another one. */
static void make_scene(struct scene *s, struct pm_rng *rng, int rows, int columns,
                       int filled)
{
    int picture[CELLS], n = 0;
    bool spoiled = pm_rng_below(rng, 4) == 0;
    s->board = (struct pm_lines){.rows = rows,
                                 .columns = columns,
                                 .paints = s->paints ? s->paints : 1,
                                 .blocks = s->blocks,
                                 .first = s->first,
                                 .given = s->given};
    for (int line = 0; line < rows + columns; line++) {
        for (int i = 0; i < rows * columns && (line == 0 || (line == rows && spoiled)); i++)
            picture[i] = pm_rng_below(rng, 100) < filled
                             ? 1 + (s->paints ? pm_rng_below(rng, s->paints) : 0)
                             : 0;
        s->first[line] = n;
        n = add_blocks(s, rng, picture, line, n);
    }
    s->first[rows + columns] = n;
    for (int i = 0; i < rows * columns; i++)
        s->given[i] =
            (signed char)(s->shown && !pm_rng_below(rng, s->shown) ? picture[i] : -1);
}

static bool line_fits(const struct scene *s, int line, const int *picture)
{
    const struct pm_lines_block *block = s->blocks + s->first[line];
    const struct pm_lines_block *end = s->blocks + s->first[line + 1];
    for (int i = 0, length; (length = next_block(s, picture, line, &i)) > 0; i += length) {
        if (block == end || (block->length && block->length != length) ||
            block->paint != picture[cell_of(&s->board, line, i)])
            return false;
        block++;
    }
    return block == end;
}

static bool fits(const struct scene *s, const int *picture)
{
    for (int i = 0; i < s->board.rows * s->board.columns; i++)
        if (s->given[i] >= 0 && s->given[i] != picture[i])
            return false;
    for (int line = 0; line < s->board.rows + s->board.columns; line++)
        if (!line_fits(s, line, picture))
            return false;
    return true;
}

static bool note(void *context, const int *answer)
{
    struct findings *f = context;
    uint64_t hash = UINT64_C(1469598103934665603);
    for (int i = 0; i < f->scene->board.rows * f->scene->board.columns; i++)
        hash = (hash ^ (uint64_t)answer[i]) * UINT64_C(1099511628211);
    assert_true(fits(f->scene, answer));
    f->sum += hash * hash;
    return ++f->count < f->limit;
}

static void brute_force(struct findings *f)
{
    int cells = f->scene->board.rows * f->scene->board.columns, picture[16] = {0}, i;
    assert_true(cells <= 16);
    do {
        if (fits(f->scene, picture))
            note(f, picture);
        for (i = 0; i < cells && picture[i] == f->scene->board.paints; i++)
            picture[i] = 0;
        picture[i < cells ? i : 0] += i < cells;
    } while (i < cells);
}

static bool note_found(struct pm_search *search, const int *answer)
{
    return note(search->context, answer);
}

typedef pulma_status method(const struct pm_lines *board, struct pm_search *search);

static pulma_status probe(const struct pm_lines *board, struct pm_search *search)
{
    struct pm_lines_insight insight = {0};
    return pm_lines_search(board, search, &insight);
}

static struct findings ask(const struct scene *s, method *by)
{
    struct findings f = {.scene = s, .limit = MANY};
    struct pm_effort effort = {0};
    struct pm_search search = {.effort = &effort, .found = note_found, .context = &f};
    assert_int_equal(by(&s->board, &search), PULMA_OK);
    return f;
}

static void assert_same(const struct findings *a, const struct findings *b, int board)
{
    if (a->count != b->count || (a->count < MANY && a->sum != b->sum))
        fail_msg("board %d, %dx%d: %d answers and %d", board, a->scene->board.rows,
                 a->scene->board.columns, a->count, b->count);
}

/* All searches find what brute force finds; whether that is anything. */
static bool all_find_the_same(const struct scene *s, int board)
{
    method *const searches[] = {probe, pm_lines_learn,
                                PM_LINES_LEARN_SIDE > 63 ? pm_lines_learn_wide
                                                         : pm_lines_learn_narrow};
    struct findings brute = {.scene = s, .limit = MANY};
    brute_force(&brute);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        struct findings found = ask(s, searches[i]);
        assert_same(&brute, &found, board);
    }
    return brute.count > 0;
}

static void searches_find_what_brute_force_finds(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 12}, {13, 1}, {2, 5},
                                   {3, 3}, {3, 4},  {4, 3}};
    static struct scene s = {.untold = 15, .shown = 30};
    struct pm_rng rng;
    pm_rng_init(&rng, 3);
    int solvable = 0, boards = 1400;
    for (int i = 0; i < boards; i++) {
        const int *size = sizes[i % 7];
        make_scene(&s, &rng, size[0], size[1], 30 + pm_rng_below(&rng, 50));
        solvable += all_find_the_same(&s, i);
    }
    assert_in_range(solvable, boards / 2, boards - 50); /* both sorts are tried */
}

/* In two and three colours; clues of this size often leave many answers. */
static void learning_finds_all_colours(void **state)
{
    (void)state;
    static const int sizes[][3] = {{1, 1, 3}, {1, 7, 3}, {9, 1, 2}, {2, 4, 2}, {3, 3, 2}};
    static struct scene s = {.shown = 30};
    struct pm_rng rng;
    pm_rng_init(&rng, 8);
    int solvable = 0, boards = 600;
    for (int i = 0; i < boards; i++) {
        const int *size = sizes[i % 5];
        s.paints = size[2];
        make_scene(&s, &rng, size[0], size[1], 40 + pm_rng_below(&rng, 50));
        solvable += all_find_the_same(&s, i);
    }
    assert_in_range(solvable, boards / 2, boards - 50); /* both sorts are tried */
}

static void probing_and_learning_agree_in_colours(void **state)
{
    (void)state;
    static const int shapes[][5] = {
        /* rows, columns, paints, filled, boards */
        {5, 5, 2, 45, 300},  {6, 7, 3, 50, 300},   {8, 8, 4, 60, 200},
        {11, 12, 2, 45, 60}, {3, 63, 2, 75, 20},   {64, 3, 2, 75, 20},
        {5, 90, 3, 75, 20},  {2, 127, 24, 90, 10}, {14, 14, 2, 40, 30},
    };
    static struct scene s = {.shown = 30};
    struct pm_rng rng;
    pm_rng_init(&rng, 9);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int i = 0; i < shapes[k][4]; i++) {
            s.paints = shapes[k][2];
            make_scene(&s, &rng, shapes[k][0], shapes[k][1], shapes[k][3]);
            struct findings probing = ask(&s, probe);
            struct findings learning = ask(&s, pm_lines_learn);
            assert_same(&probing, &learning, i);
        }
}

static void probing_and_learning_agree(void **state)
{
    (void)state;
    static const int shapes[][4] = {
        /* rows, columns, filled, boards */
        {4, 4, 50, 600},  {5, 7, 50, 600},  {8, 8, 45, 500}, {12, 12, 55, 200},
        {3, 62, 70, 40},  {3, 63, 70, 40},  {64, 3, 70, 40}, {5, 90, 75, 30},
        {3, 127, 75, 30}, {16, 16, 52, 60},
    };
    static struct scene s = {.untold = 15, .shown = 30};
    struct pm_rng rng;
    pm_rng_init(&rng, 4);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int i = 0; i < shapes[k][3]; i++) {
            make_scene(&s, &rng, shapes[k][0], shapes[k][1], shapes[k][2]);
            struct findings probing = ask(&s, probe);
            struct findings learning = ask(&s, pm_lines_learn);
            assert_same(&probing, &learning, i);
        }
}

/* Large enough that clauses are thrown away. */
static void learns_and_forgets(struct scene *s, int side, int filled)
{
    struct pm_rng rng;
    pm_rng_init(&rng, 5);
    int64_t conflicts = 0;
    for (int i = 0; i < 60 && conflicts < 4500; i++) {
        make_scene(s, &rng, side, side, filled);
        struct findings f = {.scene = s, .limit = 20};
        struct pm_effort effort = {0};
        struct pm_search search = {
            .effort = &effort, .patience = 6000, .found = note_found, .context = &f};
        pulma_status status = pm_lines_learn(&s->board, &search);
        assert_true(status == PULMA_OK || status == PULMA_UNAVAILABLE);
        if (status == PULMA_UNAVAILABLE)
            assert_true(effort.nodes > 6000);
        conflicts = effort.nodes > conflicts ? effort.nodes : conflicts;
    }
    assert_true(conflicts >= 4500);
}

static void much_is_learned_and_forgotten(void **state)
{
    (void)state;
    static struct scene black, colours = {.paints = 2};
    learns_and_forgets(&black, 31, 45);
    learns_and_forgets(&colours, 31, 36);
}

static void learning_ends_where_it_should(void **state)
{
    (void)state;
    static struct scene s;
    struct pm_limits limits = {.conflicts = 50};
    struct pm_rng rng;
    pm_rng_init(&rng, 6);
    int stopped = 0, enough = 0;
    for (int i = 0; i < 20; i++) {
        make_scene(&s, &rng, 25, 25, i % 2 ? 45 : 52);
        struct findings f = {.scene = &s, .limit = 2};
        struct pm_effort effort = {0};
        struct pm_search search = {
            .limits = &limits, .effort = &effort, .found = note_found, .context = &f};
        pulma_status status = pm_lines_learn(&s.board, &search);
        assert_true(status == PULMA_LIMIT || status == PULMA_OK);
        assert_true(f.count <= 2 && effort.nodes <= 51);
        stopped += status == PULMA_LIMIT;
        enough += f.count == 2;
    }
    assert_true(stopped > 0 && enough > 0);
    s.board.paints = 2; /* and one length is not told */
    s.blocks[0].length = 0;
    struct pm_effort effort = {0};
    struct pm_search search = {.limits = &limits, .effort = &effort};
    assert_int_equal(pm_lines_learn(&s.board, &search), PULMA_UNAVAILABLE);
}

/* A search that may not go so far ends there, and what it knows by then is true. */
static void searches_give_up_at_a_level(void **state)
{
    (void)state;
    static struct scene s;
    struct pm_rng rng;
    pm_rng_init(&rng, 7);
    int seen[3] = {0};
    for (int i = 0; i < 200; i++) {
        signed char facts[CELLS];
        struct findings all = {.scene = &s, .limit = MANY};
        struct pm_effort effort = {0};
        struct pm_search search = {.effort = &effort, .found = note_found, .context = &all};
        struct pm_lines_insight insight = {0};
        make_scene(&s, &rng, 10, 11, 50 + i % 20);
        assert_int_equal(pm_lines_search(&s.board, &search, &insight), PULMA_OK);
        seen[insight.level]++;
        for (int level = PM_LINES_PROBES; level <= PM_LINES_GUESSES; level++) {
            struct pm_lines_insight less = {.give_up = (enum pm_lines_level)level,
                                            .facts = facts};
            struct findings f = {.scene = &s, .limit = MANY};
            search =
                (struct pm_search){.effort = &effort, .found = note_found, .context = &f};
            bool ends = (int)insight.level < level;
            assert_int_equal(pm_lines_search(&s.board, &search, &less),
                             ends ? PULMA_OK : PULMA_UNAVAILABLE);
            struct scene known = s; /* with the facts as givens: the same answers */
            memcpy(known.given, facts, ends ? 0 : 10 * 11);
            known.board.given = known.given;
            struct findings again = ask(&known, probe);
            assert_same(&again, &all, i);
        }
    }
    assert_true(seen[PM_LINES_ALONE] && seen[PM_LINES_PROBES] && seen[PM_LINES_GUESSES]);
}

/* ---- Short lines ---- */

static struct pm_short_line line_of(int n, uint64_t painted)
{
    struct pm_short_line line = {.n = n};
    for (int i = 0; i < n; i++) {
        if (!(painted >> i & 1))
            continue;
        line.count += i == 0 || !(painted >> (i - 1) & 1);
        line.length[line.count - 1]++;
    }
    return line;
}

/* Against all pictures of the line; false: none has room beside what is known. */
static bool follows_from(const struct pm_short_line *line, struct pm_short_known known,
                         struct pm_short_known *all)
{
    bool any = false;
    *all = (struct pm_short_known){pm_short_all(line), pm_short_all(line)};
    for (uint64_t picture = 0; picture <= pm_short_all(line); picture++) {
        struct pm_short_line other = line_of(line->n, picture);
        if ((picture & known.painted) != known.painted || picture & known.white ||
            memcmp(line, &other, sizeof other) != 0)
            continue;
        all->painted &= picture;
        all->white &= ~picture;
        any = true;
    }
    return any;
}

static void looks_at_short_lines_find_all(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 3);
    for (int i = 0; i < 3000; i++) {
        int n = 1 + i % 11;
        uint64_t all = (UINT64_C(1) << n) - 1, picture = pm_rng_next(&rng) & all;
        uint64_t told = pm_rng_next(&rng) & pm_rng_next(&rng) & all;
        struct pm_short_line line = line_of(n, picture);
        struct pm_short_known known = {told & picture, told & ~picture}, right, found;
        assert_true(follows_from(&line, known, &right));
        assert_true(pm_short_fits(&line, known));
        found = pm_short_look(&line, known);
        assert_int_equal(found.painted, right.painted);
        assert_int_equal(found.white, right.white);
        known.painted |= pm_rng_next(&rng) & ~told & all;
        known.white &= ~known.painted;
        assert_int_equal(pm_short_fits(&line, known), follows_from(&line, known, &right));
    }
}

/* As far as a word goes: what is shifted to its end must not come back. */
static void long_short_lines_are_whole(void **state)
{
    (void)state;
    struct pm_short_line line = {PM_SHORT_CELLS, 2, {30, 30}};
    struct pm_short_known found = pm_short_look(&line, (struct pm_short_known){0});
    assert_int_equal(found.painted,
                     ((UINT64_C(1) << 29) - 1) << 1 | ((UINT64_C(1) << 29) - 1) << 32);
    assert_int_equal(found.white, 0);
    line = (struct pm_short_line){PM_SHORT_CELLS, 1, {PM_SHORT_CELLS}};
    assert_int_equal(pm_short_look(&line, (struct pm_short_known){0}).painted,
                     pm_short_all(&line));
}

/* The part of all ways of a line, weighed by what its crossing lines told, that paint cell i; -1:
 * there is no way. */
static double share_of_ways(const struct scene *s, int line, int i, const float *told)
{
    double parts[2] = {0, 0};
    const int n = length_of(&s->board, line);
    for (int fill = 0; fill < 1 << n; fill++) {
        int picture[CELLS] = {0};
        double weight = 1;
        for (int k = 0; k < n; k++) {
            const int cell = cell_of(&s->board, line, k), painted = fill >> k & 1;
            const double yes = (double)told[cell] / (1 + (double)told[cell]);
            picture[cell] = painted;
            if (s->given[cell] >= 0)
                weight *= s->given[cell] == painted;
            else if (k != i)
                weight *= painted ? yes : 1 - yes;
        }
        if (line_fits(s, line, picture))
            parts[fill >> i & 1] += weight;
    }
    return parts[0] + parts[1] > 0 ? parts[1] / (parts[0] + parts[1]) : -1;
}

/* What a line told its open cells is the geometric mean of three parts of the odds of that part and
 * one of what it told `before`; nothing is surer than 1000 to 1. */
static void assert_told(const struct scene *s, int line, const float *heard,
                        const float *told, const float *before)
{
    for (int i = 0; i < length_of(&s->board, line); i++) {
        const int cell = cell_of(&s->board, line, i);
        const double share = share_of_ways(s, line, i, heard);
        if (s->given[cell] >= 0 || share < 0)
            continue;
        double odds = share > 0.999 ? 1000 : share < 0.001 ? 0.001 : share / (1 - share);
        odds = pow(odds, 0.75) * pow((double)before[cell], 0.25);
        assert_true(fabs((double)told[cell] / odds - 1) < 0.002);
    }
}

/* In a round the rows tell first, and the columns have heard them.  When nobody has anything new to
 * say, a row tells what follows from a cell that has been given since then. */
static void beliefs_are_shares_of_ways(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 11);
    for (int board = 0; board < 60; board++) {
        struct scene s = {.untold = board % 2 * 3, .shown = 5};
        make_scene(&s, &rng, 4 + board % 3, 4 + board % 5, 40);
        const int rows = s.board.rows, columns = s.board.columns, cells = rows * columns;
        float before[2 * CELLS], painted[CELLS], even[CELLS];
        for (int cell = 0; cell < cells; cell++)
            even[cell] = 1;
        struct pm_believer *b = pm_believer_new(&s.board, 1000);
        const float *told = pm_believer_told(b);
        pm_believer_talk(b, 1);
        for (int line = 0; line < rows; line++)
            assert_told(&s, line, even, told, even);
        for (int line = rows; line < rows + columns; line++)
            assert_told(&s, line, told, told + cells, even);
        const bool quiet = !pm_believer_talk(b, 200);
        pm_believer_conclude(b, painted);
        const int cell = pm_rng_below(&rng, cells);
        if (quiet && s.given[cell] < 0) {
            s.given[cell] = painted[cell] > 0.5F;
            memcpy(before, told, 2 * (size_t)cells * sizeof *told);
            pm_believer_talk(b, 1);
            assert_told(&s, cell / columns, before + cells, told, before);
            pm_believer_conclude(b, painted);
            assert_true(painted[cell] == (float)s.given[cell]);
        }
        pm_believer_free(b);
    }
}

static void assert_answer(const struct scene *s, const float *painted)
{
    int picture[CELLS];
    for (int cell = 0; cell < s->board.rows * s->board.columns; cell++) {
        picture[cell] = painted[cell] > 0;
        assert_true(painted[cell] == (float)picture[cell]);
        assert_true(s->given[cell] < 0 || s->given[cell] == picture[cell]);
    }
    for (int line = 0; line < s->board.rows + s->board.columns; line++)
        assert_true(line_fits(s, line, picture));
}

/* One board in four or so has no answer; of the others most are found. */
static void sketches_are_answers(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 12);
    int found = 0;
    for (int board = 0; board < 40; board++) {
        struct scene s = {.untold = board % 2 * 9, .shown = board % 3 * 20};
        const struct pm_limits limits = {.conflicts = 5000};
        struct pm_effort effort = {0};
        struct pm_search search = {.limits = &limits, .effort = &effort};
        float painted[CELLS];
        make_scene(&s, &rng, 10 + board % 4, 10 + board % 5, board < 30 ? 65 : 25);
        const pulma_status status = pm_lines_sketch(&s.board, &search, painted);
        if (status == PULMA_OK) {
            assert_answer(&s, painted);
            found++;
        } else {
            assert_int_equal(status, PULMA_LIMIT);
            assert_in_range(effort.nodes, 5001, 5100);
        }
    }
    assert_in_range(found, 20, 39);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beliefs_are_shares_of_ways),
        cmocka_unit_test(sketches_are_answers),
        cmocka_unit_test(searches_find_what_brute_force_finds),
        cmocka_unit_test(learning_finds_all_colours),
        cmocka_unit_test(probing_and_learning_agree),
        cmocka_unit_test(probing_and_learning_agree_in_colours),
        cmocka_unit_test(much_is_learned_and_forgotten),
        cmocka_unit_test(learning_ends_where_it_should),
        cmocka_unit_test(searches_give_up_at_a_level),
        cmocka_unit_test(looks_at_short_lines_find_all),
        cmocka_unit_test(long_short_lines_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
