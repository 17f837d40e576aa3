/* The rules of a puzzle one by one, and boards that break just one of them.
 *
 * These boards are no answers, and are never shown as such: they are what a model that forgets a
 * rule could print.  Whether they break a rule is the referee's word, not the engine's. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "engine/engine.h"
#include "handle.h"

/* Right answers that are passed over on the way to a board that breaks a rule. */
enum { MOST_ANSWERS = 64 };

static const char cheapest[] = "the answer is the cheapest";

struct pulma_rulebook {
    const pulma_puzzle *puzzle;
    struct pm_arena arena;
    struct pm_range *ranges;
    int places, count;
    const char **texts; /* families of the rules, then perhaps `cheapest` */
    bool costs;
};

/* ---- Rules as they are stated for one question ---- */

static pulma_status state(const pulma_rulebook *book, const struct pm_limits *limits,
                          struct pm_rules **rules, pulma_error *err)
{
    const struct pm_kind *kind = pm_kind_of(book->puzzle);
    *rules = pm_rules_new(book->places, book->ranges, PM_REASONS, limits);
    if (!*rules)
        return pm_fail_memory(err);
    kind->state(book->puzzle->data, *rules);
    return PULMA_OK;
}

static pulma_status list_texts(pulma_rulebook *book, pulma_error *err)
{
    struct pm_rules *rules;
    pulma_status status = state(book, NULL, &rules, err);
    int n = status ? 0 : pm_rules_family_count(rules);
    book->texts = pm_new(&book->arena, (size_t)n + 1, const char *);
    for (int i = 0; i < n && book->texts; i++) {
        const char *text = pm_rules_family(rules, i);
        book->texts[i] = pm_copy(&book->arena, text, strlen(text));
        if (!book->texts[i])
            book->texts = NULL;
    }
    pm_rules_free(rules);
    if (status || !book->texts)
        return status ? status : pm_fail_memory(err);
    book->count = n;
    if (book->costs)
        book->texts[book->count++] = cheapest;
    return PULMA_OK;
}

pulma_status pulma_rulebook_new(const pulma_puzzle *puzzle, pulma_rulebook **result,
                                pulma_error *err)
{
    *result = NULL;
    pm_error_clear(err);
    if (!puzzle)
        return pm_fail_null(err, "the puzzle");
    const struct pm_kind *kind = pm_kind_of(puzzle);
    if (!kind->state)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s does not state its rules",
                       kind->name);
    pulma_rulebook *book = calloc(1, sizeof *book);
    if (!book)
        return pm_fail_memory(err);
    book->puzzle = puzzle;
    book->places = pulma_puzzle_places(puzzle);
    book->costs = pulma_puzzle_has_objective(puzzle);
    pm_arena_init(&book->arena, 0);
    book->ranges = pm_puzzle_ranges(puzzle, &book->arena);
    pulma_status status = book->ranges ? list_texts(book, err) : pm_fail_memory(err);
    if (status)
        pulma_rulebook_free(book);
    else
        *result = book;
    return pm_done(err, status, PULMA_TEXT_NONE);
}

void pulma_rulebook_free(pulma_rulebook *book)
{
    if (book)
        pm_arena_free(&book->arena);
    free(book);
}

int pulma_rulebook_count(const pulma_rulebook *book)
{
    return book ? book->count : 0;
}

const char *pulma_rulebook_text(const pulma_rulebook *book, int rule)
{
    return book && 0 <= rule && rule < book->count ? book->texts[rule] : NULL;
}

/* ---- Boards ---- */

static bool is_cheapest(const pulma_rulebook *book, int rule)
{
    return book->costs && rule == book->count - 1;
}

/* Goes through what keeps the other rules until the referee refuses one, or, where the rule is
 * that the answer is the cheapest, until one costs more than `least`. */
static pulma_status find_broken(const pulma_rulebook *book, struct pm_engine *engine,
                                bool cost, int64_t least, int *board, pulma_error *err)
{
    for (int i = 0; i < MOST_ANSWERS; i++) {
        pulma_status status = pm_engine_next(engine, board, err);
        if (status)
            return status;
        bool right = pulma_check(book->puzzle, board, NULL) == PULMA_RIGHT;
        if (cost ? right && pulma_cost(book->puzzle, board) > least : !right)
            return PULMA_OK;
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "the first %d boards are all right",
                   MOST_ANSWERS);
}

static pulma_status least_cost(const pulma_rulebook *book, int64_t conflicts,
                               int64_t *least, pulma_error *err)
{
    pulma_job *job = pulma_job_new(book->puzzle);
    int *answer = calloc((size_t)book->places + 1, sizeof *answer);
    pulma_status status = job && answer ? PULMA_OK : pm_fail_memory(err);
    if (!status) {
        pulma_job_set_conflicts(job, conflicts);
        status = pulma_job_next(job, answer, err);
    }
    if (!status)
        *least = pulma_cost(book->puzzle, answer);
    free(answer);
    pulma_job_free(job);
    return status;
}

pulma_status pulma_rulebook_break(pulma_rulebook *book, int rule, int64_t conflicts,
                                  int *board, pulma_error *err)
{
    pm_error_clear(err);
    if (!pulma_rulebook_text(book, rule))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no rule %d", rule);
    struct pm_limits limits = {.conflicts = conflicts > 0 ? conflicts : 0};
    struct pm_rules *rules = NULL;
    struct pm_engine *engine = NULL;
    int64_t least = 0;
    bool cost = is_cheapest(book, rule);
    pulma_status status = cost ? least_cost(book, conflicts, &least, err) : PULMA_OK;
    if (!status)
        status = state(book, &limits, &rules, err);
    if (!status) {
        if (cost)
            pm_rules_forget_cost(rules);
        else
            pm_rules_leave_out(rules, rule);
        engine = pm_engine_new(rules, &limits);
        status = engine ? find_broken(book, engine, cost, least, board, err)
                        : pm_fail_memory(err);
    }
    pm_engine_free(engine);
    pm_rules_free(rules);
    for (int i = 0; status && i < book->places; i++)
        board[i] = PULMA_EMPTY;
    return pm_done(err, status, PULMA_TEXT_NONE);
}

bool pulma_rulebook_broken(pulma_rulebook *book, int rule, const int *board)
{
    struct pm_limits limits = {.conflicts = 0};
    struct pm_rules *rules;
    bool broken = false;
    if (!pulma_rulebook_text(book, rule) || is_cheapest(book, rule) ||
        state(book, &limits, &rules, NULL))
        return false;
    int *places = pm_new(&book->arena, (size_t)book->places, int);
    int *answer = pm_new(&book->arena, (size_t)book->places, int);
    pm_rules_only(rules, rule);
    pm_rules_forget_cost(rules);
    struct pm_engine *engine = pm_engine_new(rules, &limits);
    if (engine && places && answer) {
        for (int i = 0; i < book->places; i++)
            places[i] = i;
        pm_engine_suppose(engine, book->places, places, board);
        broken = pm_engine_next(engine, answer, NULL) == PULMA_NONE;
    }
    pm_engine_free(engine);
    pm_rules_free(rules);
    return broken;
}
