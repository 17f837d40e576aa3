/* What must hold for every kind of puzzle.  Called with the name of a kind; the roll-call
 * decides which there are, so nobody edits this file to add one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "core/random.h"
#include "handle.h"
#include "pulma/pulma.h"

static const char *kind_name;
static struct board *boards;
static int board_count;

enum {
    LISTED = 2000,        /* boards with more answers are not listed in these tests */
    BRUTE_NODES = 200000, /* fills that brute force may try */
    EFFORT = 20000        /* conflicts for boards that chance has made */
};

static bool same(const pulma_puzzle *puzzle, const int *a, const int *b)
{
    return memcmp(a, b, (size_t)pulma_puzzle_places(puzzle) * sizeof *a) == 0;
}

#define ASSERT_OK(status, err, board)                                                      \
    do {                                                                                   \
        if ((status) != PULMA_OK)                                                          \
            fail_msg("%s: %s: %s", (board), pulma_status_text(status), (err).message);     \
    } while (0)

/* ---- Company --------------------------------------------------------------------- */

static void the_kind_has_a_page(void **state)
{
    (void)state;
    char path[600];
    size_t len;
    snprintf(path, sizeof path, CORPUS "/../../docs/kinds/%s.md", kind_name);
    char *page = read_whole_file(path, &len);
    if (!page || strncmp(page, "# ", 2) != 0)
        fail_msg("there is no page docs/kinds/%s.md with a title", kind_name);
    free(page);
}

/* All puzzles in the files of examples/<kind> are read, and are of the kind. */
static void the_kind_has_examples(void **state)
{
    (void)state;
    char folder[400], path[700];
    int puzzles = 0;
    snprintf(folder, sizeof folder, CORPUS "/../../examples/%s", kind_name);
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        size_t len;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        char *text = entry->d_name[0] == '.' ? NULL : read_whole_file(path, &len);
        pulma_reader *reader = text ? pulma_reader_new(text, len, NULL, NULL) : NULL;
        pulma_puzzle *puzzle = NULL;
        pulma_error err = {.message = ""};
        pulma_status status = PULMA_OK;
        while (reader && (status = pulma_reader_next(reader, &puzzle, &err)) == PULMA_OK) {
            assert_int_equal(pulma_puzzle_kind(puzzle), pulma_kind_find(kind_name));
            pulma_puzzle_free(puzzle);
            puzzles++;
        }
        if (reader && status != PULMA_NONE)
            fail_msg("%s:%d:%d: %s", path, err.line, err.column, err.message);
        pulma_reader_free(reader);
        free(text);
    }
    if (dir)
        closedir(dir);
    if (puzzles == 0)
        fail_msg("there are no examples in examples/%s", kind_name);
}

/* ---- Text ------------------------------------------------------------------------ */

/* What a notation writes, it reads, and it is the same puzzle. */
static void round_trip(const struct board *board, const char *notation)
{
    char *text = puzzle_text(board->puzzle, notation);
    if (!text)
        return; /* this notation cannot say this puzzle */
    pulma_error err = {.message = ""};
    pulma_reader *reader = pulma_reader_new(text, strlen(text), kind_name, notation);
    pulma_puzzle *again = NULL;
    pulma_status status = pulma_reader_next(reader, &again, &err);
    if (status)
        print_message("%s", text);
    ASSERT_OK(status, err, board->name);
    char *before = puzzle_text(board->puzzle, notation),
         *after = puzzle_text(again, notation);
    assert_string_equal(before, after);
    assert_int_equal(pulma_puzzle_places(board->puzzle), pulma_puzzle_places(again));
    if (board->answer)
        assert_int_equal(pulma_check(again, board->answer, NULL),
                         pulma_check(board->puzzle, board->answer, NULL));
    free(before);
    free(after);
    free(text);
    pulma_puzzle_free(again);
    pulma_reader_free(reader);
}

/* A text that comes in pieces of odd lengths. */
struct pieces {
    const char *at, *end;
    size_t piece;
};

static pulma_status next_piece(void *context, char *buffer, size_t size, size_t *got,
                               pulma_error *err)
{
    struct pieces *pieces = context;
    (void)err;
    size_t left = (size_t)(pieces->end - pieces->at);
    pieces->piece = pieces->piece * 7 % 60013 + 1;
    *got = pieces->piece < size ? pieces->piece : size;
    *got = *got < left ? *got : left;
    memcpy(buffer, pieces->at, *got);
    pieces->at += *got;
    return PULMA_OK;
}

/* All boards again and again, until they fill some windows of the reader. */
static char *long_text(size_t *len)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, len);
    for (long size = 0; size < 600000; size = ftell(out))
        for (int i = 0; i < board_count; i++) {
            char *one = puzzle_text(boards[i].puzzle, i % 2 ? "json" : "pulma");
            fprintf(out, "%s\n", one);
            free(one);
        }
    fclose(out);
    return text;
}

static void streams_are_read_as_whole_texts(void **state)
{
    (void)state;
    size_t len;
    char *text = long_text(&len);
    struct pieces pieces = {text, text + len, 1};
    pulma_reader *whole = pulma_reader_new(text, len, NULL, NULL);
    pulma_reader *stream = pulma_reader_new_stream(next_piece, &pieces, NULL, NULL);
    pulma_status status = PULMA_OK;
    while (status == PULMA_OK) {
        pulma_puzzle *a = NULL, *b = NULL;
        pulma_error err = {.message = ""};
        status = pulma_reader_next(whole, &a, &err);
        assert_int_equal(pulma_reader_next(stream, &b, &err), status);
        if (status == PULMA_OK) {
            char *one = puzzle_text(a, "pulma"), *other = puzzle_text(b, "pulma");
            assert_string_equal(one, other);
            assert_int_equal(pulma_puzzle_line(a), pulma_puzzle_line(b));
            free(one);
            free(other);
        }
        pulma_puzzle_free(a);
        pulma_puzzle_free(b);
    }
    assert_int_equal(status, PULMA_NONE);
    pulma_reader_free(whole);
    pulma_reader_free(stream);
    free(text);
}

/* All boards that a notation can say, again and again, and something wrong at the end; NULL: it
 * can say none. */
static char *long_list(const char *notation, const char *wrong, size_t *len)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, len);
    long before = -1;
    for (long size = 0; size < 200000 && size > before; before = size, size = ftell(out))
        for (int i = 0; i < board_count; i++) {
            char *one = puzzle_text(boards[i].puzzle, notation);
            if (one)
                fprintf(out, "%s%s", one,
                        i % 3                  ? "\n"
                        : strchr(one, '\n')[1] ? "\n\n"
                                               : "");
            free(one);
        }
    bool some = ftell(out) > 0;
    fprintf(out, "%s", wrong);
    fclose(out);
    if (some)
        return text;
    free(text);
    return NULL;
}

/* The next puzzle of lots of different sizes. */
static pulma_status next_of_lots(pulma_reader *reader, pulma_lot **lot, int *at, int *most,
                                 pulma_puzzle **puzzle, pulma_error *err)
{
    if (*lot && *at == pulma_lot_count(*lot)) {
        pulma_lot_free(*lot);
        *lot = NULL;
    }
    if (!*lot) {
        pulma_status status = pulma_reader_next_lot(reader, *most, lot, err);
        if (status)
            return status;
        assert_in_range(pulma_lot_count(*lot), 1, *most);
        *most = *most * 3 % 67 + 1;
        *at = 0;
    }
    return pulma_lot_take(*lot, (*at)++, puzzle, err);
}

static void assert_same_puzzle(const pulma_puzzle *a, const pulma_puzzle *b)
{
    char *one = puzzle_text(a, "pulma"), *other = puzzle_text(b, "pulma");
    assert_string_equal(one, other);
    assert_int_equal(pulma_puzzle_line(a), pulma_puzzle_line(b));
    assert_int_equal(pulma_puzzle_kind(a), pulma_puzzle_kind(b));
    free(one);
    free(other);
}

static void assert_lots_alike(const char *text, size_t len, const char *notation)
{
    struct pieces pieces = {text, text + len, 1};
    pulma_reader *whole = pulma_reader_new(text, len, kind_name, notation);
    pulma_reader *stream =
        pulma_reader_new_stream(next_piece, &pieces, kind_name, notation);
    pulma_lot *lot = NULL;
    int at = 0, most = 1;
    pulma_status status = PULMA_OK;
    while (status == PULMA_OK) {
        pulma_puzzle *a = NULL, *b = NULL;
        pulma_error one = {.message = ""}, other = {.message = ""};
        status = pulma_reader_next(whole, &a, &one);
        assert_int_equal(next_of_lots(stream, &lot, &at, &most, &b, &other), status);
        if (status == PULMA_OK)
            assert_same_puzzle(a, b);
        assert_string_equal(one.message, other.message);
        assert_int_equal(one.line, other.line);
        assert_int_equal(one.column, other.column);
        pulma_puzzle_free(a);
        pulma_puzzle_free(b);
    }
    pulma_lot_free(lot);
    pulma_reader_free(whole);
    pulma_reader_free(stream);
}

/* In every notation, and with every sort of end. */
static void lots_have_the_puzzles_of_the_reader(void **state)
{
    (void)state;
    static const char *const ends[] = {"", "!\n", "p?/1/1/\n", "blank\n"};
    int kind = pulma_kind_find(kind_name), n = pulma_notation_count(kind);
    for (int i = -1; i < n; i++) {
        const char *notation = i < 0 ? "pulma" : pulma_notation_name(kind, i);
        size_t len = 0;
        char *text = i >= 0 && !pulma_notation_can_write(kind, i)
                         ? NULL
                         : long_list(notation, ends[(i + 1) % 4], &len);
        if (!text)
            continue;
        assert_lots_alike(text, len, NULL);
        assert_lots_alike(text, len, notation);
        /* The last line loses its end. */
        assert_lots_alike(text, len - 1, notation);
        free(text);
    }
}

static void what_is_written_can_be_read(void **state)
{
    (void)state;
    int kind = pulma_kind_find(kind_name);
    for (int i = 0; i < board_count; i++) {
        round_trip(&boards[i], "pulma");
        round_trip(&boards[i], "json");
        for (int j = 0; j < pulma_notation_count(kind); j++)
            if (pulma_notation_can_write(kind, j))
                round_trip(&boards[i], pulma_notation_name(kind, j));
    }
}

static void answers_survive_being_written(void **state)
{
    (void)state;
    for (int i = 0; i < board_count; i++) {
        if (!boards[i].answer)
            continue;
        char *text = NULL;
        pulma_error err = {.message = ""};
        int *again = new_answer(boards[i].puzzle);
        assert_int_equal(
            pulma_answer_write(boards[i].puzzle, boards[i].answer, &text, &err), PULMA_OK);
        pulma_status status =
            pulma_answer_read(boards[i].puzzle, text, strlen(text), again, &err);
        ASSERT_OK(status, err, boards[i].name);
        assert_true(same(boards[i].puzzle, boards[i].answer, again));
        free(text);
        free(again);
    }
}

/* ---- Truth ----------------------------------------------------------------------- */

static void the_referee_accepts_the_known_answers(void **state)
{
    (void)state;
    for (int i = 0; i < board_count; i++) {
        pulma_finding finding;
        if (boards[i].answer &&
            pulma_check(boards[i].puzzle, boards[i].answer, &finding) != PULMA_RIGHT)
            fail_msg("%s: %s", boards[i].name, finding.text);
    }
}

/* Whatever else a place may hold, and however the referee looks for it. */
static void values_out_of_range_are_refused(void **state)
{
    (void)state;
    const struct pm_kind *kind = pm_kinds[pulma_kind_find(kind_name)];
    for (int k = 0; k < board_count; k++) {
        const pulma_puzzle *puzzle = boards[k].puzzle;
        int *answer = new_answer(puzzle), n = pulma_puzzle_places(puzzle), first[2],
            range[2];
        for (int i = 0; i < n; i += 1 + n / 200) {
            pulma_puzzle_range(puzzle, 0, &first[0], &first[1]);
            pulma_puzzle_range(puzzle, i, &range[0], &range[1]);
            if (kind->values_alike)
                assert_memory_equal(range, first, sizeof range);
            for (int side = 0; side < 2; side++) {
                pulma_finding finding;
                answer[i] = side ? range[1] + 1 : range[0] - 1;
                if (answer[i] == PULMA_EMPTY)
                    continue;
                assert_int_equal(pulma_check(puzzle, answer, &finding), PULMA_WRONG);
                assert_int_equal(finding.place_count, 1);
                assert_int_equal(finding.places[0], i);
            }
            answer[i] = PULMA_EMPTY;
        }
        free(answer);
    }
}

/* Where the answer is the only one, every other value anywhere is wrong (or, with an objective,
 * right but dearer); an emptied place is unfinished. */
static void the_referee_refuses_what_is_changed(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 7);
    for (int i = 0; i < board_count; i++) {
        const struct board *board = &boards[i];
        int places = pulma_puzzle_places(board->puzzle);
        if (!board->answer || strcmp(board->count, "1") != 0 || places == 0)
            continue;
        int *changed = new_answer(board->puzzle);
        for (int round = 0; round < 200; round++) {
            memcpy(changed, board->answer, (size_t)places * sizeof *changed);
            int place = pm_rng_below(&rng, places), min, max;
            pulma_puzzle_range(board->puzzle, place, &min, &max);
            changed[place] = PULMA_EMPTY;
            pulma_verdict verdict = pulma_check(board->puzzle, changed, NULL);
            if (verdict != PULMA_UNFINISHED)
                fail_msg("%s: place %d emptied is not unfinished", board->name, place);
            changed[place] = min + pm_rng_below(&rng, max - min + 1);
            if (changed[place] == board->answer[place])
                continue;
            pulma_finding finding = {.text = ""};
            verdict = pulma_check(board->puzzle, changed, &finding);
            bool dearer = verdict == PULMA_RIGHT &&
                          pulma_puzzle_has_objective(board->puzzle) &&
                          pulma_cost(board->puzzle, changed) >
                              pulma_cost(board->puzzle, board->answer);
            if (verdict != PULMA_WRONG && !dearer)
                fail_msg("%s: place %d changed to %d is not refused", board->name, place,
                         changed[place]);
            if (verdict == PULMA_WRONG && (!finding.text[0] || finding.place_count < 1))
                fail_msg("%s: refused without a word or a place", board->name);
        }
        free(changed);
    }
}

/* ---- Solving --------------------------------------------------------------------- */

static void answers_are_found(void **state)
{
    (void)state;
    static const char *const methods[] = {"auto", "kernel", "rules"};
    for (int i = 0; i < board_count; i++)
        for (size_t m = 0; m < 3; m++) {
            const struct board *board = &boards[i];
            pulma_job *job = job_for(board->puzzle, methods[m]);
            if (!job)
                continue;
            int *answer = new_answer(board->puzzle);
            pulma_error err = {.message = ""};
            pulma_status status = pulma_job_next(job, answer, &err);
            if (status == PULMA_UNAVAILABLE && m == 1) {
                free(answer);
                pulma_job_free(job);
                continue; /* the kernel leaves this board to the rules */
            }
            if (strcmp(board->count, "0") == 0) {
                assert_int_equal(status, PULMA_NONE);
                assert_int_equal(pulma_job_checked(job), 0);
            } else {
                ASSERT_OK(status, err, board->name);
                assert_int_equal(pulma_check(board->puzzle, answer, NULL), PULMA_RIGHT);
                assert_int_equal(pulma_job_checked(job), 1);
                if (pulma_puzzle_has_objective(board->puzzle)) {
                    assert_true(pulma_job_optimal(job));
                    if (board->answer)
                        assert_int_equal(pulma_cost(board->puzzle, answer),
                                         pulma_cost(board->puzzle, board->answer));
                } else if (board->answer && strcmp(board->count, "1") == 0) {
                    if (!same(board->puzzle, answer, board->answer))
                        fail_msg("%s by %s: not the known answer", board->name, methods[m]);
                }
            }
            free(answer);
            pulma_job_free(job);
        }
}

static void the_number_of_answers_is_known(void **state)
{
    (void)state;
    static const char *const methods[] = {"auto", "kernel", "rules"};
    for (int i = 0; i < board_count; i++)
        for (size_t m = 0; m < 3; m++) {
            if (m == 2 && strtoull(boards[i].count, NULL, 10) > LISTED)
                continue;
            pulma_job *job = job_for(boards[i].puzzle, methods[m]);
            if (!job)
                continue;
            pulma_error err = {.message = ""};
            pulma_status status = pulma_job_count(job, 0, &err);
            if (status != PULMA_UNAVAILABLE || m != 1) {
                ASSERT_OK(status, err, boards[i].name);
                assert_true(pulma_job_count_exact(job));
                if (strcmp(pulma_job_count_text(job), boards[i].count) != 0)
                    fail_msg("%s by %s: %s answers, not %s", boards[i].name, methods[m],
                             pulma_job_count_text(job), boards[i].count);
                if (boards[i].looks[0])
                    assert_string_equal(pulma_job_looks_text(job), boards[i].looks);
            }
            pulma_job_free(job);
        }
}

static void all_answers_agree_on_what_is_forced(void **state)
{
    (void)state;
    for (int i = 0; i < board_count; i++) {
        pulma_job *job = job_for(boards[i].puzzle, "rules");
        if (!job || pulma_puzzle_has_objective(boards[i].puzzle) ||
            strcmp(boards[i].count, "1") != 0 || !boards[i].answer) {
            pulma_job_free(job);
            continue;
        }
        int *answer = new_answer(boards[i].puzzle);
        pulma_error err = {.message = ""};
        pulma_status status = pulma_job_forced(job, answer, &err);
        ASSERT_OK(status, err, boards[i].name);
        assert_true(same(boards[i].puzzle, answer, boards[i].answer));
        free(answer);
        pulma_job_free(job);
    }
}

static void contradictions_are_told_in_words(void **state)
{
    (void)state;
    for (int i = 0; i < board_count; i++) {
        pulma_job *job = job_for(boards[i].puzzle, "rules");
        if (!job)
            continue;
        pulma_error err = {.message = ""};
        pulma_status status = pulma_job_why(job, NULL, &err);
        if (strcmp(boards[i].count, "0") == 0) {
            ASSERT_OK(status, err, boards[i].name);
            assert_true(pulma_job_reason_count(job) > 0);
            for (int j = 0; j < pulma_job_reason_count(job); j++)
                assert_true(strlen(pulma_job_reason_text(job, j)) > 0);
        } else {
            assert_int_equal(status, PULMA_NONE);
        }
        pulma_job_free(job);
    }
}

/* ---- Brute force ----------------------------------------------------------------- */

struct brute {
    const pulma_puzzle *puzzle;
    int *answer, places;
    int64_t nodes, count, best;
};

/* Fills place after place, going back as soon as the referee sees a broken rule. */
static void fill_from(struct brute *b, int place)
{
    if (++b->nodes > BRUTE_NODES)
        return;
    pulma_verdict verdict = pulma_check(b->puzzle, b->answer, NULL);
    if (verdict == PULMA_WRONG)
        return;
    if (place == b->places) {
        if (verdict != PULMA_RIGHT)
            fail_msg("a full board is neither right nor wrong");
        int64_t cost = pulma_cost(b->puzzle, b->answer);
        if (b->count == 0 || cost < b->best) {
            b->count = 0;
            b->best = cost;
        }
        b->count += cost == b->best;
        return;
    }
    int min, max;
    pulma_puzzle_range(b->puzzle, place, &min, &max);
    for (int value = min; value <= max; value++) {
        b->answer[place] = value;
        fill_from(b, place + 1);
    }
    b->answer[place] = PULMA_EMPTY;
}

static void compare_with_brute_force(const char *name, const pulma_puzzle *puzzle,
                                     int *compared)
{
    struct brute b = {.puzzle = puzzle, .places = pulma_puzzle_places(puzzle)};
    if (b.places > 60)
        return;
    b.answer = new_answer(puzzle);
    fill_from(&b, 0);
    free(b.answer);
    if (b.nodes > BRUTE_NODES || b.count > LISTED)
        return;
    char expected[32];
    snprintf(expected, sizeof expected, "%lld", (long long)b.count);
    static const char *const methods[] = {"kernel", "rules"};
    for (size_t m = 0; m < 2; m++) {
        pulma_job *job = job_for(puzzle, methods[m]);
        if (!job)
            continue;
        pulma_error err = {.message = ""};
        pulma_status status = pulma_job_count(job, 0, &err);
        if (status != PULMA_UNAVAILABLE || m == 1) {
            ASSERT_OK(status, err, name);
            if (strcmp(pulma_job_count_text(job), expected) != 0) {
                char *text = puzzle_text(puzzle, "pulma");
                fail_msg("%s by %s: %s answers, by brute force %s\n%s", name, methods[m],
                         pulma_job_count_text(job), expected, text);
            }
            ++*compared;
        }
        pulma_job_free(job);
    }
}

static void brute_force_agrees(void **state)
{
    (void)state;
    int compared = 0;
    for (int i = 0; i < board_count; i++)
        compare_with_brute_force(boards[i].name, boards[i].puzzle, &compared);
    if (compared == 0)
        fail_msg("no board of the corpus is small enough for brute force");
}

/* ---- Damaged text ---------------------------------------------------------------- */

static void damage(struct pm_rng *rng, char *text, size_t *len)
{
    static const char likely[] = "0123456789.#-xABab:,/ \n\\";
    for (int n = 1 + pm_rng_below(rng, 3); n > 0 && *len > 1; n--) {
        size_t at = (size_t)pm_rng_below(rng, (int)*len);
        switch (pm_rng_below(rng, 5)) {
        case 0:
            text[at] = (char)pm_rng_below(rng, 256);
            break;
        case 1:
            memmove(text + at, text + at + 1, *len - at - 1);
            --*len;
            break;
        case 2:
            *len = at + 1;
            break;
        default:
            text[at] = likely[pm_rng_below(rng, (int)sizeof likely - 1)];
        }
    }
}

/* Whatever was accepted must stand everything that follows. */
static void use(const pulma_puzzle *puzzle, const char *text, size_t len)
{
    char *bytes = NULL;
    size_t size;
    pulma_error err = {.message = ""};
    int *answer = new_answer(puzzle);
    pulma_job *job = pulma_job_new(puzzle);
    pulma_job_set_conflicts(job, EFFORT);
    pulma_job_set_seconds(job, 5);
    pulma_status status = pulma_job_next(job, answer, &err);
    if (status != PULMA_OK && status != PULMA_NONE && status != PULMA_LIMIT)
        fail_msg("%s: %.*s", err.message, (int)len, text);
    pulma_check(puzzle, answer, NULL);
    assert_int_equal(pulma_draw(puzzle, answer, PULMA_ASCII, &bytes, &size, &err),
                     PULMA_OK);
    pulma_free(bytes);
    assert_int_equal(pulma_draw(puzzle, NULL, PULMA_SVG, &bytes, &size, &err), PULMA_OK);
    pulma_free(bytes);
    char *again = puzzle_text(puzzle, "pulma");
    pulma_puzzle *copy = NULL;
    if (pulma_puzzle_read(NULL, again, strlen(again), &copy, &err))
        fail_msg("written, but not read again: %s\n%s\nfrom\n%.*s", err.message, again,
                 (int)len, text);
    pulma_puzzle_free(copy);
    free(again);
    pulma_job_free(job);
    free(answer);
}

static void damaged_text_is_refused_or_understood(void **state)
{
    (void)state;
    int kind = pulma_kind_find(kind_name), refused = 0;
    struct pm_rng rng;
    pm_rng_init(&rng, 11);
    for (int round = 0; round < 400; round++) {
        const struct board *board = &boards[pm_rng_below(&rng, board_count)];
        int notation = pm_rng_below(&rng, pulma_notation_count(kind) + 2);
        const char *name = notation == 0   ? "pulma"
                           : notation == 1 ? "json"
                                           : pulma_notation_name(kind, notation - 2);
        char *text = puzzle_text(board->puzzle, name);
        if (!text)
            continue;
        size_t len = strlen(text);
        damage(&rng, text, &len);
        pulma_error err = {.message = ""};
        pulma_puzzle *puzzle = NULL;
        pulma_status status = pulma_puzzle_read(kind_name, text, len, &puzzle, &err);
        if (status == PULMA_OK) {
            if (pulma_puzzle_places(puzzle) <= 2000)
                use(puzzle, text, len);
        } else {
            refused++;
            assert_int_equal(status, PULMA_BAD_TEXT);
            if (!err.message[0] || err.line < 1 || err.column < 1)
                fail_msg("refused without a word or a position: '%s' %d:%d\n%.*s",
                         err.message, err.line, err.column, (int)len, text);
        }
        pulma_puzzle_free(puzzle);
        free(text);
    }
    assert_true(refused > 0);
}

static void damaged_answers_are_refused_or_understood(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 13);
    for (int round = 0; round < 300; round++) {
        const struct board *board = &boards[pm_rng_below(&rng, board_count)];
        char *text = NULL;
        pulma_error err = {.message = ""};
        if (!board->answer || pulma_answer_write(board->puzzle, board->answer, &text, &err))
            continue;
        size_t len = strlen(text);
        int *answer = new_answer(board->puzzle);
        damage(&rng, text, &len);
        if (pulma_answer_read(board->puzzle, text, len, answer, &err) == PULMA_OK)
            pulma_check(board->puzzle, answer, NULL);
        else
            assert_true(err.message[0] && err.line >= 1);
        free(answer);
        pulma_free(text);
    }
}

/* ---- Pictures -------------------------------------------------------------------- */

/* Whether `place` lies in a line that tells nothing about the puzzle but how it is called, numbered or
 * painted. */
static bool is_no_clue(const char *text, size_t place)
{
    static const char *const starts[] = {"title:", "% ", "reversed:", "colours:"};
    size_t start = place;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
        if (strncmp(text + start, starts[k], strlen(starts[k])) == 0)
            return true;
    return false;
}

enum { SEEN_IN = 5 };
static const pulma_picture_format seen_in[SEEN_IN] = {
    PULMA_ASCII, PULMA_MONO, PULMA_TERMINAL, PULMA_SVG, PULMA_WORDS};

struct picture {
    char *bytes;
    size_t len;
};

static struct picture draw(const pulma_puzzle *puzzle, pulma_picture_format format)
{
    struct picture picture;
    pulma_error err = {.message = ""};
    assert_int_equal(pulma_draw(puzzle, NULL, format, &picture.bytes, &picture.len, &err),
                     PULMA_OK);
    return picture;
}

/* Changes one character, and if that is another puzzle, it looks different from the pictures of the
 * board.  Returns whether it was. */
static bool change_is_seen(const struct board *board, const struct picture *pictures,
                           char *text, size_t place, char to)
{
    char before = text[place];
    pulma_puzzle *other = NULL;
    text[place] = to;
    bool read =
        pulma_puzzle_read(kind_name, text, board->text_len, &other, NULL) == PULMA_OK;
    char *a = read ? puzzle_text(board->puzzle, "pulma") : NULL;
    char *b = read ? puzzle_text(other, "pulma") : NULL;
    bool differs = read && strcmp(a, b) != 0;
    for (int k = 0; k < SEEN_IN && differs; k++) {
        struct picture seen = draw(other, seen_in[k]);
        if (seen.len == pictures[k].len &&
            memcmp(seen.bytes, pictures[k].bytes, seen.len) == 0)
            fail_msg("%s: in format %d this looks like\n%sbut is\n%s", board->name,
                     (int)seen_in[k], a, b);
        pulma_free(seen.bytes);
    }
    free(a);
    free(b);
    pulma_puzzle_free(other);
    text[place] = before;
    return differs;
}

/* How many of its characters, some of a long text, can be changed into those of other puzzles. */
static int changes_of(const struct board *board)
{
    static const char signs[] = "0123456789?.#-_ABCabrxyno";
    struct picture pictures[SEEN_IN];
    int changes = 0;
    char *text = malloc(board->text_len + 1);
    memcpy(text, board->text, board->text_len + 1);
    for (int k = 0; k < SEEN_IN; k++)
        pictures[k] = draw(board->puzzle, seen_in[k]);
    for (size_t place = 0; place < board->text_len; place += board->text_len / 60 + 1)
        for (const char *sign = signs; *sign; sign++)
            if (text[place] > ' ' && text[place] != *sign && !is_no_clue(text, place))
                changes += change_is_seen(board, pictures, text, place, *sign);
    for (int k = 0; k < SEEN_IN; k++)
        pulma_free(pictures[k].bytes);
    free(text);
    return changes;
}

static void every_clue_is_seen(void **state)
{
    (void)state;
    int changes = 0;
    for (int i = 0; i < board_count; i++)
        if (boards[i].text_len <= 3000)
            changes += changes_of(&boards[i]);
    assert_true(changes > 10);
}

static void every_picture_can_be_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < board_count; i++)
        for (int format = PULMA_TERMINAL; format <= PULMA_SVG; format++)
            for (int solved = 0; solved < 2; solved++) {
                char *bytes = NULL;
                size_t len = 0;
                pulma_error err = {.message = ""};
                pulma_status status =
                    pulma_draw(boards[i].puzzle, solved ? boards[i].answer : NULL,
                               (pulma_picture_format)format, &bytes, &len, &err);
                ASSERT_OK(status, err, boards[i].name);
                assert_true(len > 10);
                for (size_t j = 0; format == PULMA_ASCII && j < len; j++)
                    assert_in_range((unsigned char)bytes[j], '\n', 126);
                pulma_free(bytes);
            }
}

/* What no rule of a test can tell: that the right thing stands in the right place. */
static void pictures_are_as_approved(void **state)
{
    (void)state;
    int pictures = 0;
    for (int i = 0; i < board_count; i++) {
        char *bytes = NULL;
        size_t len;
        pulma_error err = {.message = ""};
        if (!boards[i].picture)
            continue;
        ASSERT_OK(
            pulma_draw(boards[i].puzzle, boards[i].answer, PULMA_ASCII, &bytes, &len, &err),
            err, boards[i].name);
        if (strcmp(bytes, boards[i].picture) != 0)
            fail_msg("%s is drawn as\n%sbut its .picture is\n%s", boards[i].name, bytes,
                     boards[i].picture);
        pulma_free(bytes);
        pictures++;
    }
    if (pictures == 0)
        fail_msg("no board of %s has a picture that somebody looked at:\n"
                 "pulma draw --ascii --answer=NAME.answer NAME.txt >NAME.picture",
                 kind_name);
}

/* ---- Invention ------------------------------------------------------------------- */

static pulma_puzzle *invent(uint64_t seed, int number, pulma_difficulty difficulty)
{
    pulma_wish *wish = pulma_wish_new(pulma_kind_find(kind_name));
    pulma_wish_set_seed(wish, seed);
    pulma_wish_set_difficulty(wish, difficulty, NULL);
    pulma_puzzle *puzzle = NULL;
    for (int i = 0; i <= number; i++) {
        pulma_puzzle_free(puzzle);
        pulma_error err = {.message = ""};
        pulma_status status = pulma_wish_next(wish, &puzzle, &err);
        if (status)
            fail_msg("seed %llu: %s", (unsigned long long)seed, err.message);
    }
    pulma_wish_free(wish);
    return puzzle;
}

static void inventions_have_one_answer_and_are_repeatable(void **state)
{
    (void)state;
    if (!pulma_kind_can_generate(pulma_kind_find(kind_name)))
        return;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        pulma_difficulty difficulty = (pulma_difficulty)(seed % 3);
        pulma_puzzle *puzzle = invent(seed, seed % 2, difficulty);
        pulma_puzzle *again = invent(seed, seed % 2, difficulty);
        char *text = puzzle_text(puzzle, "pulma"), *same_text = puzzle_text(again, "pulma");
        assert_string_equal(text, same_text);
        struct board made = {.puzzle = puzzle};
        snprintf(made.name, sizeof made.name, "%s, seed %d", kind_name, (int)seed);
        round_trip(&made, "pulma");
        pulma_job *job = pulma_job_new(puzzle);
        pulma_error err = {.message = ""};
        ASSERT_OK(pulma_job_count(job, 2, &err), err, made.name);
        bool one = strcmp(pulma_job_count_text(job), "1") == 0;
        bool some = strcmp(pulma_job_count_text(job), "0") != 0;
        if (!(pulma_puzzle_has_objective(puzzle) ? some : one))
            fail_msg("seed %d: %s answers\n%s", (int)seed, pulma_job_count_text(job), text);
        pulma_job_free(job);
        free(text);
        free(same_text);
        pulma_puzzle_free(puzzle);
        pulma_puzzle_free(again);
    }
}

/* ---- Rules one by one ------------------------------------------------------------ */

/* The referee refuses the board, and of the rules none is broken but the one that was left out. */
static void assert_breaks_only(const struct board *board, pulma_rulebook *book, int rule,
                               const int *wrong)
{
    if (pulma_check(board->puzzle, wrong, NULL) != PULMA_WRONG)
        fail_msg("%s without '%s': the referee has nothing against it", board->name,
                 pulma_rulebook_text(book, rule));
    for (int other = 0; other < pulma_rulebook_count(book); other++)
        if (other != rule && pulma_rulebook_broken(book, other, wrong))
            fail_msg("%s without '%s' breaks '%s'", board->name,
                     pulma_rulebook_text(book, rule), pulma_rulebook_text(book, other));
}

static void a_rule_that_is_left_out_is_broken_alone(void **state)
{
    (void)state;
    int broken = 0;
    for (int i = 0; i < board_count; i++) {
        const struct board *board = &boards[i];
        pulma_rulebook *book;
        if (pulma_puzzle_places(board->puzzle) > 150 ||
            pulma_rulebook_new(board->puzzle, &book, NULL) == PULMA_UNAVAILABLE)
            continue;
        int *wrong = new_answer(board->puzzle), count = pulma_rulebook_count(book);
        assert_true(count > 0);
        for (int rule = 0; rule < count; rule++) {
            assert_true(pulma_rulebook_text(book, rule)[0] != '\0');
            bool cost = pulma_puzzle_has_objective(board->puzzle) && rule == count - 1;
            if (pulma_rulebook_break(book, rule, 3000, wrong, NULL) != PULMA_OK || cost)
                continue;
            assert_breaks_only(board, book, rule, wrong);
            broken++;
        }
        assert_null(pulma_rulebook_text(book, count));
        assert_int_equal(pulma_rulebook_break(book, count, 0, wrong, NULL), PULMA_BAD_CALL);
        free(wrong);
        pulma_rulebook_free(book);
    }
    assert_true(broken > 0);
}

int main(int argc, char **argv)
{
    if (argc != 2 || pulma_kind_find(argv[1]) < 0) {
        fprintf(stderr, "usage: test_kinds KIND\n");
        return 2;
    }
    kind_name = argv[1];
    board_count = boards_of(kind_name, &boards);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kind_has_a_page),
        cmocka_unit_test(the_kind_has_examples),
        cmocka_unit_test(what_is_written_can_be_read),
        cmocka_unit_test(streams_are_read_as_whole_texts),
        cmocka_unit_test(lots_have_the_puzzles_of_the_reader),
        cmocka_unit_test(answers_survive_being_written),
        cmocka_unit_test(the_referee_accepts_the_known_answers),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(the_referee_refuses_what_is_changed),
        cmocka_unit_test(answers_are_found),
        cmocka_unit_test(the_number_of_answers_is_known),
        cmocka_unit_test(all_answers_agree_on_what_is_forced),
        cmocka_unit_test(contradictions_are_told_in_words),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(damaged_text_is_refused_or_understood),
        cmocka_unit_test(damaged_answers_are_refused_or_understood),
        cmocka_unit_test(every_picture_can_be_drawn),
        cmocka_unit_test(every_clue_is_seen),
        cmocka_unit_test(pictures_are_as_approved),
        cmocka_unit_test(inventions_have_one_answer_and_are_repeatable),
        cmocka_unit_test(a_rule_that_is_left_out_is_broken_alone),
    };
    int failed = cmocka_run_group_tests_name(kind_name, tests, NULL, NULL);
    boards_free(boards, board_count);
    return failed;
}
