/* Nothing gets lost between the parts of a kind.  Called with the name of a kind, for every one
 * of the roll-call.
 *
 * A text says the same puzzle after it was read and written, a picture shows every clue and
 * every value, the referee and the rules mean the same answers.  The tests know no kind: they
 * change a character of a board's text, and where that is still a board whose rules are other
 * ones, it is a board of its own, with a picture of its own.  So a side of clues that a writer,
 * a drawing or a referee forgets is missed here. */
/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "core/random.h"
#include "engine/engine.h"
#include "job/job.h"
#include "pulma/pulma.h"

static const char *kind_name;
static struct board *boards;
static int board_count;

enum {
    HANDY_PLACES = 150,   /* larger boards say nothing new here, and take long */
    HANDY_BYTES = 300000, /* of their rules as clauses */
    VARIATIONS = 160,     /* boards that chance makes of those of the corpus */
    ATTEMPTS = 4000,      /* to make them */
    BRUTE_PLACES = 60,
    BRUTE_NODES = 4000, /* fills that brute force may try */
    LISTED = 400        /* boards with more answers are not listed */
};

/* A board of the corpus, or the same with one character changed, so that its rules are others. */
struct variation {
    const struct board *board;
    pulma_puzzle *puzzle;
    char *rules; /* as stated() */
    bool clue;   /* the board is different; no: only a field that chooses the rules */
};
static struct variation variations[VARIATIONS];
static int variation_count;

/* ---- What a puzzle says ------------------------------------------------------------------ */

/* The rules of a puzzle as they are stated to the engine, as clauses. */
static char *stated(const pulma_puzzle *puzzle)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    struct pm_arena arena;
    struct pm_out out = {0};
    pm_arena_init(&arena, 0);
    struct pm_range *ranges = pm_puzzle_ranges(puzzle, &arena);
    struct pm_rules *rules = pm_rules_new(pulma_puzzle_places(puzzle), ranges, false, NULL);
    assert_non_null(rules);
    if (kind->state)
        kind->state(puzzle->data, rules);
    pm_rules_dimacs(rules, &out);
    assert_false(out.failed);
    pm_rules_free(rules);
    pm_arena_free(&arena);
    return out.data;
}

/* The puzzle as data for the models. */
static char *data_of(const pulma_puzzle *puzzle)
{
    struct pm_out out = {0};
    pm_out_text(&out, "");
    if (pm_kind_of(puzzle)->data)
        pm_kind_of(puzzle)->data(puzzle->data, &out);
    assert_false(out.failed);
    return out.data;
}

static bool equal_and_freed(char *a, char *b)
{
    bool equal = strcmp(a, b) == 0;
    free(a);
    free(b);
    return equal;
}

static bool same_data(const pulma_puzzle *a, const pulma_puzzle *b)
{
    return equal_and_freed(data_of(a), data_of(b));
}

static char *picture(const pulma_puzzle *puzzle, const int *answer,
                     pulma_picture_format format)
{
    char *bytes = NULL;
    size_t len;
    pulma_error err = {.message = ""};
    if (pulma_draw(puzzle, answer, format, &bytes, &len, &err))
        fail_msg("%s", err.message);
    return bytes;
}

static const struct {
    pulma_picture_format format;
    const char *name;
} drawings[] = {{PULMA_SVG, "SVG"}, {PULMA_TERMINAL, "terminal"}};
enum { DRAWINGS = sizeof drawings / sizeof *drawings };

/* The drawing in which the two are alike; NULL: they differ in all. */
static const char *alike(const pulma_puzzle *a, const int *answer_a, const pulma_puzzle *b,
                         const int *answer_b)
{
    for (int i = 0; i < DRAWINGS; i++)
        if (equal_and_freed(picture(a, answer_a, drawings[i].format),
                            picture(b, answer_b, drawings[i].format)))
            return drawings[i].name;
    return NULL;
}

/* ---- Boards that chance makes ------------------------------------------------------------- */

static char *line_of(char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return text + at;
}

/* "stars: 2" and the like: a name and one word. */
static bool chooses_rules(const char *line)
{
    size_t name = strcspn(line, ": \n");
    if (strncmp(line + name, ": ", 2) != 0)
        return false;
    size_t word = strcspn(line + name + 2, " \n");
    return line[name + 2 + word] != ' ' && word < 10;
}

/* A character that stands near: of the same row, or of the rows above and below. */
static char neighbour(struct pm_rng *rng, const char *text, size_t at)
{
    enum { NEAR = 12 };
    size_t low = at > NEAR ? at - NEAR : 0, high = strlen(text);
    high = high < at + NEAR ? high : at + NEAR;
    return text[low + (size_t)pm_rng_below(rng, (int)(high - low))];
}

/* One character becomes another one that is likely to mean something, or a line is left out.
 * False: in a field that chooses the rules. */
static bool change(struct pm_rng *rng, char *text)
{
    static const char likely[] = "0123456789.#?-xABab";
    size_t len = strlen(text), at = (size_t)pm_rng_below(rng, (int)len);
    int how = pm_rng_below(rng, 12);
    char *line = line_of(text, at);
    bool clue = !chooses_rules(line), digit = text[at] >= '1' && text[at] <= '8';
    if (how == 0) {
        char *end = strchr(line, '\n');
        end = end ? end + 1 : text + len;
        memmove(line, end, strlen(end) + 1);
    } else if (text[at] != '\n') {
        text[at] = digit && how < 5 ? (char)(text[at] + (how % 2 ? 1 : -1))
                   : how < 9        ? neighbour(rng, text, at)
                   : how < 10       ? '?'
                                    : likely[pm_rng_below(rng, (int)sizeof likely - 1)];
    }
    return clue;
}

/* Small enough to be looked at in many variations: these boards are the first of them. */
static bool handy(const struct board *board)
{
    for (int i = 0; i < variation_count; i++)
        if (variations[i].puzzle == board->puzzle)
            return true;
    return false;
}

static void vary(const struct variation *original, struct pm_rng *rng)
{
    char *text = puzzle_text(original->puzzle, "pulma"), *rules = NULL;
    pulma_puzzle *other = NULL;
    bool clue = change(rng, text);
    if (pulma_puzzle_read(kind_name, text, strlen(text), &other, NULL) == PULMA_OK)
        rules = stated(other);
    free(text);
    if (rules && strcmp(rules, original->rules) != 0) {
        variations[variation_count++] =
            (struct variation){original->board, other, rules, clue};
        return;
    }
    free(rules);
    pulma_puzzle_free(other);
}

static int make_variations(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 17);
    for (int i = 0; i < board_count; i++) {
        bool few = pulma_puzzle_places(boards[i].puzzle) <= HANDY_PLACES;
        char *rules = few ? stated(boards[i].puzzle) : NULL;
        if (few && strlen(rules) < HANDY_BYTES)
            variations[variation_count++] =
                (struct variation){&boards[i], boards[i].puzzle, rules, true};
        else
            free(rules);
    }
    const int n = variation_count;
    assert_true(n > 0 && n < VARIATIONS / 2);
    for (int i = 0; i < ATTEMPTS && variation_count < VARIATIONS; i++)
        vary(&variations[i % n], &rng);
    return 0;
}

static int forget_variations(void **state)
{
    (void)state;
    for (int i = 0; i < variation_count; i++) {
        if (variations[i].puzzle != variations[i].board->puzzle)
            pulma_puzzle_free(variations[i].puzzle);
        free(variations[i].rules);
    }
    return 0;
}

/* What tells of a puzzle tells apart any two variations of a board whose rules are different; or
 * at least the board of the corpus from each of its variations. */
static void assert_told_apart(char *(*tell)(const struct variation *), const char *what,
                              bool only_clues, bool any_two)
{
    char *told[VARIATIONS];
    for (int i = 0; i < variation_count; i++)
        told[i] = tell(&variations[i]);
    for (int i = 0; i < variation_count; i++)
        for (int j = 0; j < i; j++) {
            const struct variation *a = &variations[i], *b = &variations[j];
            if (!any_two && b->puzzle != b->board->puzzle)
                continue;
            if (a->board != b->board || strcmp(a->rules, b->rules) == 0 ||
                strcmp(told[i], told[j]) != 0 || (only_clues && !(a->clue && b->clue)))
                continue;
            char *one = puzzle_text(a->puzzle, "pulma");
            char *other = puzzle_text(b->puzzle, "pulma");
            fail_msg("%s have the same %s:\n%sand\n%s", a->board->name, what, one, other);
        }
    for (int i = 0; i < variation_count; i++)
        free(told[i]);
}

/* ---- Places --------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void places_have_names_of_their_own(void **state)
{
    (void)state;
    enum { ROOM = 200 };
    for (int k = 0; k < board_count; k++) {
        int n = pulma_puzzle_places(boards[k].puzzle);
        char(*names)[ROOM] = calloc((size_t)n + 1, sizeof *names);
        for (int i = 0; i < n; i++) {
            pulma_place_name(boards[k].puzzle, i, names[i], ROOM);
            if (!names[i][0])
                fail_msg("%s: place %d has no name", boards[k].name, i);
        }
        qsort(names, (size_t)n, sizeof *names, by_text);
        for (int i = 1; i < n; i++)
            if (strcmp(names[i - 1], names[i]) == 0)
                fail_msg("%s: two places are called %s", boards[k].name, names[i]);
        free(names);
    }
}

/* ---- Text ----------------------------------------------------------------------------------- */

/* A notation either says the whole puzzle or says that it cannot.  Others' notations may give
 * other names to colours and pieces, which stand in the data. */
static void assert_survives(const pulma_puzzle *puzzle, const char *rules,
                            const char *notation, bool names)
{
    char *text = puzzle_text(puzzle, notation);
    if (!text)
        return;
    pulma_error err = {.message = ""};
    pulma_puzzle *again = NULL;
    pulma_reader *reader = pulma_reader_new(text, strlen(text), kind_name, notation);
    if (pulma_reader_next(reader, &again, &err))
        fail_msg("%s\nwritten as %s cannot be read: %s", text, notation, err.message);
    if (names)
        assert_string_equal(pulma_puzzle_title(puzzle), pulma_puzzle_title(again));
    char *rules_again = stated(again);
    if (strcmp(rules, rules_again) != 0 || (names && !same_data(puzzle, again)) ||
        pulma_puzzle_has_objective(puzzle) != pulma_puzzle_has_objective(again)) {
        char *original = puzzle_text(puzzle, "json");
        fail_msg("%s\nis another puzzle than\n%s", text, original);
    }
    pulma_puzzle_free(again);
    pulma_reader_free(reader);
    free(rules_again);
    free(text);
}

static void assert_survives_all(const pulma_puzzle *puzzle)
{
    int kind = pulma_kind_find(kind_name);
    char *rules = stated(puzzle);
    assert_survives(puzzle, rules, "pulma", true);
    assert_survives(puzzle, rules, "json", true);
    for (int j = 0; j < pulma_notation_count(kind); j++)
        if (pulma_notation_can_write(kind, j))
            assert_survives(puzzle, rules, pulma_notation_name(kind, j), false);
    free(rules);
}

static void texts_say_the_whole_puzzle(void **state)
{
    (void)state;
    for (int i = 0; i < board_count; i++)
        assert_survives_all(boards[i].puzzle);
    for (int i = 0; i < variation_count; i++)
        assert_survives_all(variations[i].puzzle);
}

static void assert_refused_text(const char *board, const char *text)
{
    pulma_puzzle *puzzle = NULL;
    if (pulma_puzzle_read(kind_name, text, strlen(text), &puzzle, NULL) != PULMA_BAD_TEXT)
        fail_msg("%s was read from\n%s", board, text);
}

/* A field that stands twice, and one that the kind does not have. */
static void texts_that_say_too_much_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < board_count; i++) {
        char *text = puzzle_text(boards[i].puzzle, "pulma");
        size_t size = 2 * strlen(text) + 100;
        char *more = malloc(size), *line = strchr(text, '\n') + 1;
        int head = (int)(line - text);
        snprintf(more, size, "%.*snonsense: 1\n%s", head, text, line);
        assert_refused_text(boards[i].name, more);
        for (const char *colon; (colon = strstr(line, ": "));
             line = strchr(line, '\n') + 1) {
            int len = (int)(strchr(line, '\n') + 1 - line);
            if (colon > line + len)
                break;
            snprintf(more, size, "%.*s%.*s%s", head, text, len, line, text + head);
            assert_refused_text(boards[i].name, more);
        }
        free(more);
        free(text);
    }
}

/* An unfinished answer may be known in more places, or in fewer, when it is read again (a piece
 * whose one cell is filled, a way with a gap), but not to be another one. */
static void texts_of_unfinished_answers_say_nothing_else(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 19);
    for (int k = 0; k < board_count; k++) {
        const pulma_puzzle *puzzle = boards[k].puzzle;
        const int *answer = boards[k].answer;
        int n = pulma_puzzle_places(puzzle), *part = new_answer(puzzle);
        int *again = new_answer(puzzle);
        for (int round = 0; answer && round < 20; round++) {
            char *text = NULL;
            pulma_error err = {.message = ""};
            for (int i = 0; i < n; i++)
                part[i] = pm_rng_below(&rng, 20) < round ? answer[i] : PULMA_EMPTY;
            assert_int_equal(pulma_answer_write(puzzle, part, &text, &err), PULMA_OK);
            if (pulma_answer_read(puzzle, text, strlen(text), again, &err))
                fail_msg("%s: %s\n%s", boards[k].name, err.message, text);
            for (int i = 0; i < n; i++)
                if (again[i] != PULMA_EMPTY && again[i] != answer[i])
                    fail_msg("%s: place %d was %d and is %d when it is read:\n%s",
                             boards[k].name, i, part[i], again[i], text);
            pulma_free(text);
        }
        free(part);
        free(again);
    }
}

static char *data_of_variation(const struct variation *v)
{
    return data_of(v->puzzle);
}

/* What the rules tell apart, the models must be told, too. */
static void data_say_the_whole_puzzle(void **state)
{
    (void)state;
    if (!pm_kinds[pulma_kind_find(kind_name)]->data)
        skip();
    assert_told_apart(data_of_variation, "data", false, true);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static char *svg_of(const struct variation *v)
{
    return picture(v->puzzle, NULL, PULMA_SVG);
}

static char *terminal_of(const struct variation *v)
{
    return picture(v->puzzle, NULL, PULMA_TERMINAL);
}

/* With the answer to the board of the corpus, where that is not right any more. */
static char *solved_of(const struct variation *v)
{
    const int *answer = v->board->answer;
    int n = pulma_puzzle_places(v->puzzle);
    bool fits = answer && n == pulma_puzzle_places(v->board->puzzle);
    for (int i = 0; fits && i < n; i++) {
        int min, max;
        pulma_puzzle_range(v->puzzle, i, &min, &max);
        fits = min <= answer[i] && answer[i] <= max;
    }
    if (v->puzzle != v->board->puzzle)
        fits = fits && pulma_check(v->puzzle, answer, NULL) == PULMA_WRONG;
    return picture(v->puzzle, fits ? answer : NULL, PULMA_TERMINAL);
}

static void pictures_show_every_clue(void **state)
{
    (void)state;
    assert_told_apart(svg_of, "SVG picture", true, true);
    /* A terminal is too coarse for some lines that chance has laid. */
    assert_told_apart(terminal_of, "terminal picture", true, false);
    assert_told_apart(solved_of, "terminal picture with an answer", true, false);
}

/* Whether two answers must not look alike. */
static bool look_different(const pulma_puzzle *puzzle, const int *a, const int *b)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    int n = pulma_puzzle_places(puzzle);
    if (!kind->look)
        return memcmp(a, b, (size_t)n * sizeof *a) != 0;
    int *image[2] = {new_answer(puzzle), new_answer(puzzle)};
    kind->look(puzzle->data, a, image[0]);
    kind->look(puzzle->data, b, image[1]);
    bool differ = memcmp(image[0], image[1], (size_t)n * sizeof *a) != 0;
    free(image[0]);
    free(image[1]);
    return differ;
}

/* Whether the referee allows a value in a place of the empty board. */
static bool allowed(const pulma_puzzle *puzzle, int place, int value)
{
    int *answer = new_answer(puzzle);
    answer[place] = value;
    bool wrong = pulma_check(puzzle, answer, NULL) == PULMA_WRONG;
    free(answer);
    return !wrong;
}

/* A value that a place of the empty board may have looks like no other one.  (Nothing in a place
 * may look like no value yet.) */
static int assert_values_are_shown(const struct board *board)
{
    const pulma_puzzle *puzzle = board->puzzle;
    int *before = new_answer(puzzle), *now = new_answer(puzzle), compared = 0;
    for (int i = 0; i < pulma_puzzle_places(puzzle); i++) {
        int min, max;
        pulma_puzzle_range(puzzle, i, &min, &max);
        for (now[i] = min; now[i] <= max && now[i] < min + 12; now[i]++) {
            if (!allowed(puzzle, i, now[i]))
                continue;
            if (before[i] != PULMA_EMPTY && look_different(puzzle, before, now)) {
                const char *drawing = alike(puzzle, before, puzzle, now);
                if (drawing)
                    fail_msg("%s: the %s picture with %d in place %d is that with %d",
                             board->name, drawing, now[i], i, before[i]);
                compared++;
            }
            before[i] = now[i];
        }
        before[i] = now[i] = PULMA_EMPTY;
    }
    free(before);
    free(now);
    return compared;
}

static void pictures_show_every_value(void **state)
{
    (void)state;
    int compared = 0;
    for (int k = 0; k < board_count; k++)
        if (pulma_puzzle_places(boards[k].puzzle) <= BRUTE_PLACES && handy(&boards[k]))
            compared += assert_values_are_shown(&boards[k]);
    assert_true(compared > 0);
}

/* Different answers have different pictures, unless they look alike. */
static void pictures_show_the_answer(void **state)
{
    (void)state;
    for (int k = 0; k < board_count; k++) {
        const pulma_puzzle *puzzle = boards[k].puzzle;
        if (!handy(&boards[k]) || pulma_puzzle_places(puzzle) == 0)
            continue;
        int *before = new_answer(puzzle), *now = new_answer(puzzle);
        size_t size = (size_t)pulma_puzzle_places(puzzle) * sizeof *now;
        pulma_job *job = pulma_job_new(puzzle);
        for (int i = 0; i < 20 && pulma_job_next(job, now, NULL) == PULMA_OK; i++) {
            bool differ = i == 0 || look_different(puzzle, before, now);
            if (differ && alike(puzzle, i ? before : NULL, puzzle, now))
                fail_msg("%s: answer %d does not change the picture", boards[k].name,
                         i + 1);
            memcpy(before, now, size);
        }
        pulma_job_free(job);
        free(before);
        free(now);
    }
}

/* ---- Truth ---------------------------------------------------------------------------------------- */

/* A right answer is never wrong on the way to it. */
static void assert_never_wrong(const char *name, const pulma_puzzle *puzzle,
                               const int *answer, struct pm_rng *rng)
{
    int n = pulma_puzzle_places(puzzle), *order = new_answer(puzzle),
        *part = new_answer(puzzle);
    for (int i = 0; i < n; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, n);
    for (int filled = 0; filled <= n; filled++) {
        pulma_finding found = {.text = ""};
        pulma_verdict verdict = pulma_check(puzzle, part, &found);
        if (verdict != (filled < n ? PULMA_UNFINISHED : PULMA_RIGHT)) {
            char *text = puzzle_text(puzzle, "pulma"), *so_far = NULL;
            pulma_answer_write(puzzle, part, &so_far, NULL);
            fail_msg("%s: a right answer with %d of %d places filled is judged %d: "
                     "%s\n%s\n%s",
                     name, filled, n, (int)verdict, found.text, text, so_far);
        }
        if (filled < n)
            part[order[filled]] = answer[order[filled]];
    }
    free(order);
    free(part);
}

static void unfinished_is_not_wrong(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 31);
    for (int k = 0; k < board_count; k++) {
        if (pulma_puzzle_places(boards[k].puzzle) > 2 * HANDY_PLACES || !boards[k].answer)
            continue;
        for (int round = 0; round < 20; round++)
            assert_never_wrong(boards[k].name, boards[k].puzzle, boards[k].answer, &rng);
    }
}

/* The part of a board that the one rule speaks of which it breaks; false: it is not one. */
static bool broken_part(const pulma_puzzle *puzzle, const int *wrong, int *part,
                        char *reason, size_t size)
{
    pulma_job *job = job_for(puzzle, "rules");
    bool one = job && pulma_job_why(job, wrong, NULL) == PULMA_OK &&
               pulma_job_reason_count(job) == 1;
    const int *places;
    int n = one ? pulma_job_reason_places(job, 0, &places) : 0;
    memset(part, PULMA_EMPTY, (size_t)pulma_puzzle_places(puzzle) * sizeof *part);
    for (int i = 0; i < n; i++)
        part[places[i]] = wrong[places[i]];
    if (one)
        snprintf(reason, size, "%s", pulma_job_reason_text(job, 0));
    pulma_job_free(job);
    return n > 0;
}

/* What a rule forbids, the referee sees as soon as the places that it speaks of are filled,
 * however empty the rest of the board. */
static void assert_seen_at_once(const struct board *board, const int *wrong)
{
    char reason[300];
    int *part = new_answer(board->puzzle), *again = new_answer(board->puzzle);
    if (broken_part(board->puzzle, wrong, part, reason, sizeof reason) &&
        broken_part(board->puzzle, part, again, reason, sizeof reason) &&
        pulma_check(board->puzzle, part, NULL) != PULMA_WRONG) {
        char *text = NULL;
        pulma_answer_write(board->puzzle, part, &text, NULL);
        fail_msg("%s: the referee does not see what is broken: %s\n%s", board->name, reason,
                 text);
    }
    free(part);
    free(again);
}

static void broken_rules_are_seen_at_once(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 37);
    for (int round = 0; round < 200; round++) {
        const struct board *board = &boards[round % board_count];
        int n = pulma_puzzle_places(board->puzzle), min, max;
        if (n == 0 || !board->answer || !handy(board))
            continue;
        int *wrong = new_answer(board->puzzle), place = pm_rng_below(&rng, n);
        pulma_puzzle_range(board->puzzle, place, &min, &max);
        memcpy(wrong, board->answer, (size_t)n * sizeof *wrong);
        wrong[place] = min + pm_rng_below(&rng, max - min + 1);
        assert_seen_at_once(board, wrong);
        free(wrong);
    }
}

/* ---- Brute force ---------------------------------------------------------------------------------- */

/* Answers in a list, all of `places` values. */
struct answers {
    int places, count;
    int *values;
    int64_t nodes, best;
};

static void add_answer(struct answers *list, const int *answer)
{
    size_t n = (size_t)list->places, used = (size_t)list->count++ * n;
    list->values = realloc(list->values, (used + n + 1) * sizeof *list->values);
    memcpy(list->values + used, answer, n * sizeof *answer);
}

/* Tries all values in all places, with no rule but the referee's. */
static void try_from(const pulma_puzzle *puzzle, struct answers *list, int *answer,
                     int place)
{
    if (++list->nodes > BRUTE_NODES || list->count > LISTED)
        return;
    pulma_verdict verdict = pulma_check(puzzle, answer, NULL);
    if (verdict == PULMA_WRONG)
        return;
    if (place == list->places) {
        assert_int_equal(verdict, PULMA_RIGHT);
        int64_t cost = pulma_cost(puzzle, answer);
        if (list->count == 0 || cost < list->best) {
            list->count = 0;
            list->best = cost;
        }
        if (cost == list->best)
            add_answer(list, answer);
        return;
    }
    int min, max;
    pulma_puzzle_range(puzzle, place, &min, &max);
    for (int value = min; value <= max; value++) {
        answer[place] = value;
        try_from(puzzle, list, answer, place + 1);
    }
    answer[place] = PULMA_EMPTY;
}

static bool all_answers(const pulma_puzzle *puzzle, struct answers *list)
{
    *list = (struct answers){.places = pulma_puzzle_places(puzzle)};
    if (list->places > BRUTE_PLACES)
        return false;
    int *answer = new_answer(puzzle);
    try_from(puzzle, list, answer, 0);
    free(answer);
    return list->nodes <= BRUTE_NODES && list->count <= LISTED;
}

static bool contains(const struct answers *list, const int *answer)
{
    size_t n = (size_t)list->places;
    for (int i = 0; i < list->count; i++)
        if (memcmp(list->values + (size_t)i * n, answer, n * sizeof *answer) == 0)
            return true;
    return false;
}

/* A method finds these answers, all of them and no other. */
static bool assert_found(const char *name, const pulma_puzzle *puzzle,
                         const struct answers *list, const char *method)
{
    pulma_job *job = job_for(puzzle, method);
    if (!job)
        return false;
    int *answer = new_answer(puzzle), found = 0;
    pulma_error err = {.message = ""};
    pulma_status status;
    while ((status = pulma_job_next(job, answer, &err)) == PULMA_OK) {
        found++;
        if (!contains(list, answer))
            break;
    }
    bool available = status != PULMA_UNAVAILABLE;
    if (available && (status != PULMA_NONE || found != list->count)) {
        char *text = puzzle_text(puzzle, "pulma"), *last = NULL;
        pulma_answer_write(puzzle, answer, &last, NULL);
        fail_msg("%s by %s: %d answers, by brute force %d; %s\n%s\n%s", name, method, found,
                 list->count, err.message, text, last);
    }
    free(answer);
    pulma_job_free(job);
    return available;
}

static int count_of(const pulma_puzzle *puzzle)
{
    pulma_job *job = pulma_job_new(puzzle);
    assert_int_equal(pulma_job_count(job, 2, NULL), PULMA_OK);
    int count = atoi(pulma_job_count_text(job));
    pulma_job_free(job);
    return count;
}

/* Whether the board was small enough. */
static bool compare_with_brute_force(const char *name, const pulma_puzzle *puzzle,
                                     struct pm_rng *rng)
{
    struct answers list;
    bool small = all_answers(puzzle, &list);
    if (small) {
        assert_found(name, puzzle, &list, "rules");
        assert_found(name, puzzle, &list, "kernel");
        for (int i = 0; i < list.count && i < 5; i++)
            assert_never_wrong(name, puzzle, list.values + i * list.places, rng);
    }
    free(list.values);
    return small;
}

static void referee_and_rules_mean_the_same(void **state)
{
    (void)state;
    struct pm_rng rng;
    int compared = 0;
    pm_rng_init(&rng, 41);
    for (int k = 0; k < board_count; k++)
        compared += compare_with_brute_force(boards[k].name, boards[k].puzzle, &rng);
    for (int i = 0; i < variation_count; i++)
        compared +=
            compare_with_brute_force(variations[i].board->name, variations[i].puzzle, &rng);
    if (compared == 0)
        fail_msg("no board of the corpus is small enough for brute force");
}

/* As small as they come, and what chance makes of them; `option` may be NULL. */
static void invent_and_compare(const char *option, const char *value, uint64_t boards_made)
{
    static const int sizes[][2] = {{2, 2}, {3, 3}, {4, 4}, {3, 5}};
    struct pm_rng rng;
    pm_rng_init(&rng, 43);
    for (uint64_t i = 0; i < boards_made; i++) {
        struct board made = {.name = "invented"};
        pulma_wish *wish = pulma_wish_new(pulma_kind_find(kind_name));
        pulma_wish_set_seed(wish, i);
        pulma_wish_set_size(wish, sizes[i % 4][1], sizes[i % 4][0], NULL);
        pulma_wish_set_difficulty(wish, (pulma_difficulty)(i % 3), NULL);
        if (option)
            assert_int_equal(pulma_wish_set_option(wish, option, value, NULL), PULMA_OK);
        if (pulma_wish_next(wish, &made.puzzle, NULL) == PULMA_OK) {
            compare_with_brute_force(made.name, made.puzzle, &rng);
            assert_survives_all(made.puzzle);
        }
        pulma_wish_free(wish);
        pulma_puzzle_free(made.puzzle);
    }
}

/* The options that have a few values, "name=this|that  ...", with each of them. */
static void on_invented_boards_too(void **state)
{
    (void)state;
    int kind = pulma_kind_find(kind_name);
    if (!pulma_kind_can_generate(kind))
        skip();
    invent_and_compare(NULL, NULL, 12);
    for (const char *line = pulma_kind_options(kind); line && *line;) {
        char text[100];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line, " \n"), line);
        char *rest = NULL, *name = strtok_r(text, "=", &rest);
        bool few = strchr(rest, '|') && !strchr(rest, '@');
        for (char *value; few && (value = strtok_r(NULL, "|", &rest));)
            invent_and_compare(name, value, 8);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

/* ---- The gate ------------------------------------------------------------------------------- */

static const int *lie; /* what the lying kernel reports */

static pulma_status report_lie(const void *puzzle, struct pm_search *search)
{
    (void)puzzle;
    search->found(search, lie);
    return PULMA_OK;
}

static void state_nothing(const void *puzzle, struct pm_rules *r)
{
    (void)puzzle, (void)r;
}

/* A job whose kernel reports a wrong answer and whose rules are forgotten. */
static pulma_job *lying_job(const pulma_puzzle *puzzle, struct pm_kind *liar,
                            const char *method)
{
    pulma_job *job = pulma_job_new(puzzle);
    *liar = *pm_kind_of(puzzle);
    liar->kernel = report_lie;
    liar->tally = NULL;
    liar->state = state_nothing;
    job->kind = liar;
    assert_int_equal(pulma_job_set_method(job, method, NULL), PULMA_OK);
    return job;
}

static bool note_call(void *context, const int *answer)
{
    (void)answer;
    ++*(int *)context;
    return true;
}

/* No question lets a wrong answer out: whatever is asked, the solver is said to have failed. */
static void assert_found_out(const struct board *board, const char *method)
{
    struct pm_kind liar;
    int *answer = new_answer(board->puzzle), calls = 0;
    pulma_job *job = lying_job(board->puzzle, &liar, method);
    assert_int_equal(pulma_job_next(job, answer, NULL), PULMA_SOLVER);
    for (int i = 0; i < pulma_puzzle_places(board->puzzle); i++)
        assert_int_equal(answer[i], PULMA_EMPTY);
    assert_int_equal(pulma_job_checked(job), 0);
    pulma_job_free(job);
    job = lying_job(board->puzzle, &liar, method);
    assert_int_equal(pulma_job_each(job, note_call, &calls, NULL), PULMA_SOLVER);
    assert_int_equal(calls, 0);
    pulma_job_free(job);
    job = lying_job(board->puzzle, &liar, method);
    assert_int_equal(pulma_job_count(job, 0, NULL), PULMA_SOLVER);
    pulma_job_free(job);
    free(answer);
}

/* Without rules any answer will do for the engine: it is right by chance, or found out. */
static void assert_right_or_found_out(const struct board *board)
{
    struct pm_kind liar;
    int *answer = new_answer(board->puzzle);
    pulma_job *job = lying_job(board->puzzle, &liar, "rules");
    pulma_status status = pulma_job_next(job, answer, NULL);
    if (status == PULMA_OK)
        assert_int_equal(pulma_check(board->puzzle, answer, NULL), PULMA_RIGHT);
    else
        assert_int_equal(status, PULMA_SOLVER);
    pulma_job_free(job);
    free(answer);
}

static void the_gate_keeps_wrong_answers_in(void **state)
{
    (void)state;
    for (int k = 0; k < board_count; k++) {
        int n = pulma_puzzle_places(boards[k].puzzle), min, max;
        int *wrong = new_answer(boards[k].puzzle);
        for (int i = 0; i < n; i++) { /* the first answer of all */
            pulma_puzzle_range(boards[k].puzzle, i, &min, &max);
            wrong[i] = min;
        }
        lie = wrong;
        if (pulma_check(boards[k].puzzle, wrong, NULL) == PULMA_WRONG)
            assert_found_out(&boards[k], "kernel");
        assert_right_or_found_out(&boards[k]);
        free(wrong);
    }
}

/* Tells of one right answer and then leaves the puzzle to the rules. */
static pulma_status give_up_early(const void *puzzle, struct pm_search *search)
{
    (void)puzzle;
    return search->found(search, lie) ? PULMA_UNAVAILABLE : PULMA_OK;
}

/* What a kernel has given before it gave up, the rules do not give again. */
static void answers_are_given_once(void **state)
{
    (void)state;
    for (int k = 0; k < board_count; k++) {
        struct pm_kind quitter = *pm_kind_of(boards[k].puzzle);
        int calls = 0, count = atoi(boards[k].count);
        if (!boards[k].answer || count > LISTED || strlen(boards[k].count) > 4 ||
            pulma_puzzle_has_objective(boards[k].puzzle))
            continue;
        pulma_job *job = pulma_job_new(boards[k].puzzle);
        lie = boards[k].answer;
        quitter.kernel = give_up_early;
        quitter.tally = NULL;
        job->kind = &quitter;
        pulma_error err = {.message = ""};
        if (pulma_job_each(job, note_call, &calls, &err) != PULMA_NONE)
            fail_msg("%s: %s", boards[k].name, err.message);
        if (calls != count)
            fail_msg("%s: %d answers instead of %d", boards[k].name, calls, count);
        pulma_job_free(job);
    }
}

/* A board with an answer as its givens has that answer; with a part of it, at least that. */
static void filled_boards_keep_their_answer(void **state)
{
    (void)state;
    for (int k = 0; k < board_count; k++) {
        pulma_puzzle *puzzle = boards[k].puzzle, *filled = NULL;
        const int *answer = boards[k].answer;
        if (!pm_kind_of(puzzle)->give || !answer)
            continue;
        int n = pulma_puzzle_places(puzzle), *part = new_answer(puzzle);
        const int steps = 40; /* large boards are not tried with every part of the answer */
        for (int known = 0; known <= n; known++) {
            if (n > steps && known < n && known % (n / steps) != 0) {
                part[known] = answer[known];
                continue;
            }
            assert_int_equal(pulma_puzzle_fill(puzzle, part, &filled, NULL), PULMA_OK);
            assert_int_equal(pulma_check(filled, answer, NULL), PULMA_RIGHT);
            char *rules = stated(filled);
            assert_survives(filled, rules, "pulma", true);
            assert_survives(filled, rules, "json", true);
            free(rules);
            if (known < n)
                part[known] = answer[known];
            else
                assert_int_equal(count_of(filled), 1);
            pulma_puzzle_free(filled);
        }
        free(part);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || pulma_kind_find(argv[1]) < 0) {
        fprintf(stderr, "usage: test_losses KIND\n");
        return 2;
    }
    kind_name = argv[1];
    board_count = boards_of(kind_name, &boards);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_have_names_of_their_own),
        cmocka_unit_test(texts_say_the_whole_puzzle),
        cmocka_unit_test(texts_that_say_too_much_are_refused),
        cmocka_unit_test(texts_of_unfinished_answers_say_nothing_else),
        cmocka_unit_test(data_say_the_whole_puzzle),
        cmocka_unit_test(pictures_show_every_clue),
        cmocka_unit_test(pictures_show_every_value),
        cmocka_unit_test(pictures_show_the_answer),
        cmocka_unit_test(unfinished_is_not_wrong),
        cmocka_unit_test(broken_rules_are_seen_at_once),
        cmocka_unit_test(referee_and_rules_mean_the_same),
        cmocka_unit_test(on_invented_boards_too),
        cmocka_unit_test(filled_boards_keep_their_answer),
        cmocka_unit_test(the_gate_keeps_wrong_answers_in),
        cmocka_unit_test(answers_are_given_once),
    };
    int failed =
        cmocka_run_group_tests_name(kind_name, tests, make_variations, forget_variations);
    boards_free(boards, board_count);
    return failed;
}
