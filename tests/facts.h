/* Facts about texts, answers and counts in one line each, for the tests of single kinds.
 * To be included behind <cmocka.h>. */
#ifndef FACTS_H
#define FACTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pulma/pulma.h"

static inline pulma_puzzle *puzzle_of(const char *kind, const char *text)
{
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.message = ""};
    if (pulma_puzzle_read(kind, text, strlen(text), &puzzle, &err))
        fail_msg("%s\n%d:%d: %s", text, err.line, err.column, err.message);
    return puzzle;
}

/* The text is refused at this line and column, in words that contain `words`. */
static inline void assert_refused(const char *kind, const char *text, int line, int column,
                                  const char *words)
{
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.message = ""};
    pulma_status status = pulma_puzzle_read(kind, text, strlen(text), &puzzle, &err);
    if (status != PULMA_BAD_TEXT || err.line != line || err.column != column ||
        !strstr(err.message, words))
        fail_msg("%s\ngave status %d, %d:%d: %s", text, (int)status, err.line, err.column,
                 err.message);
    assert_null(puzzle);
}

/* A row of a table of such texts, and the whole table. */
struct refusal {
    const char *text;
    int line, column;
    const char *words;
};

#define ASSERT_ALL_REFUSED(kind, cases)                                                    \
    for (size_t i = 0; i < sizeof(cases) / sizeof *(cases); i++)                           \
    assert_refused(kind, (cases)[i].text, (cases)[i].line, (cases)[i].column,              \
                   (cases)[i].words)

/* The puzzle in this notation is this text. */
static inline void assert_written(const pulma_puzzle *puzzle, const char *notation,
                                  const char *wanted)
{
    char *text = NULL;
    pulma_error err = {.message = ""};
    if (pulma_puzzle_write(puzzle, notation, &text, &err))
        fail_msg("%s: %s", notation, err.message);
    assert_string_equal(text, wanted);
    pulma_free(text);
}

/* The notation has no words for this puzzle, and says why. */
static inline void assert_cannot_say(const char *board, const char *notation,
                                     const char *words)
{
    pulma_puzzle *puzzle = puzzle_of(NULL, board);
    char *text = NULL;
    pulma_error err = {.message = ""};
    assert_int_equal(pulma_puzzle_write(puzzle, notation, &text, &err), PULMA_UNAVAILABLE);
    assert_null(text);
    if (!strstr(err.message, words))
        fail_msg("%s as %s: %s", board, notation, err.message);
    pulma_puzzle_free(puzzle);
}

/* The answer is read and gets this verdict, in words that contain `words`. */
static inline void assert_judged(const pulma_puzzle *puzzle, const char *text,
                                 pulma_verdict wanted, const char *words)
{
    int *answer = calloc((size_t)pulma_puzzle_places(puzzle) + 1, sizeof *answer);
    pulma_error err = {.message = ""};
    pulma_finding found = {.text = ""};
    if (pulma_answer_read(puzzle, text, strlen(text), answer, &err))
        fail_msg("%s\n%d:%d: %s", text, err.line, err.column, err.message);
    pulma_verdict verdict = pulma_check(puzzle, answer, &found);
    if (verdict != wanted || !strstr(found.text, words))
        fail_msg("%s\nwas judged %d: %s", text, (int)verdict, found.text);
    free(answer);
}

static inline void assert_answer_refused(const pulma_puzzle *puzzle, const char *text,
                                         int line, int column, const char *words)
{
    int *answer = calloc((size_t)pulma_puzzle_places(puzzle) + 1, sizeof *answer);
    pulma_error err = {.message = ""};
    pulma_status status = pulma_answer_read(puzzle, text, strlen(text), answer, &err);
    if (status != PULMA_BAD_TEXT || err.line != line || err.column != column ||
        !strstr(err.message, words))
        fail_msg("%s\ngave status %d, %d:%d: %s", text, (int)status, err.line, err.column,
                 err.message);
    free(answer);
}

/* The exact number of (cheapest) answers by a method, and what the first one costs (-1: there
 * is none), as one text: "36 at 12". */
static inline void census(const pulma_puzzle *puzzle, const char *method, char *text,
                          size_t size)
{
    int *answer = calloc((size_t)pulma_puzzle_places(puzzle) + 1, sizeof *answer);
    pulma_error err = {.message = ""};
    pulma_job *job = pulma_job_new(puzzle);
    assert_int_equal(pulma_job_set_method(job, method, &err), PULMA_OK);
    if (pulma_job_count(job, 0, &err) || !pulma_job_count_exact(job))
        fail_msg("%s did not count: %s", method, err.message);
    int used = snprintf(text, size, "%s at ", pulma_job_count_text(job));
    pulma_job_free(job);
    job = pulma_job_new(puzzle);
    assert_int_equal(pulma_job_set_method(job, method, &err), PULMA_OK);
    bool some = pulma_job_next(job, answer, &err) == PULMA_OK;
    snprintf(text + used, size - (size_t)used, "%lld",
             some ? (long long)pulma_cost(puzzle, answer) : -1LL);
    pulma_job_free(job);
    free(answer);
}

/* A method and the rules have the same census of this board; whether there is an answer. */
static inline bool assert_census_agrees(const char *board, const char *method)
{
    char found[64], by_rules[64];
    pulma_puzzle *puzzle = puzzle_of(NULL, board);
    census(puzzle, method, found, sizeof found);
    census(puzzle, "rules", by_rules, sizeof by_rules);
    if (strcmp(found, by_rules) != 0)
        fail_msg("%s%s: %s, rules: %s", board, method, found, by_rules);
    pulma_puzzle_free(puzzle);
    return strncmp(found, "0 ", 2) != 0;
}

/* Kernel and rules count the same, up to a limit; returns how many answers. */
static inline int assert_counts_agree(const pulma_puzzle *puzzle, int limit)
{
    static const char *const methods[] = {"kernel", "rules"};
    int count[2];
    for (int i = 0; i < 2; i++) {
        pulma_error err = {.message = ""};
        pulma_job *job = pulma_job_new(puzzle);
        assert_int_equal(pulma_job_set_method(job, methods[i], &err), PULMA_OK);
        if (pulma_job_count(job, (uint64_t)limit, &err))
            fail_msg("%s did not count: %s", methods[i], err.message);
        count[i] = atoi(pulma_job_count_text(job));
        pulma_job_free(job);
    }
    char *text = NULL;
    if (count[0] != count[1] && !pulma_puzzle_write(puzzle, "pulma", &text, NULL))
        fail_msg("%skernel: %d, rules: %d", text, count[0], count[1]);
    return count[0];
}

/* The one reason why nothing fits, or all of them with "; " between. */
static inline void assert_contradiction(const char *puzzle, const char *reasons)
{
    pulma_puzzle *p = puzzle_of(NULL, puzzle);
    pulma_job *job = pulma_job_new(p);
    char text[1000] = "";
    assert_int_equal(pulma_job_why(job, NULL, NULL), PULMA_OK);
    for (int i = 0; i < pulma_job_reason_count(job); i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i ? "; " : "",
                 pulma_job_reason_text(job, i));
    }
    assert_string_equal(text, reasons);
    pulma_job_free(job);
    pulma_puzzle_free(p);
}

#endif
