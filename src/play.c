/* Playing: what a person does on a board, as pulma.h tells it.  What is particular to a kind is in
 * its fields play, given, begin, rest_is_zero and move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "handle.h"
#include "puzzles/words.h"

pulma_play pulma_kind_play(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k ? k->play : PULMA_PLAY_WRITE;
}

bool pulma_play_zero_is_mark(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k && k->rest_is_zero;
}

void pulma_value_name(const pulma_puzzle *puzzle, int place, int value, char *name,
                      size_t size)
{
    if (size == 0)
        return;
    name[0] = '\0';
    if (!puzzle || place < 0 || place >= pulma_puzzle_places(puzzle))
        return;
    const struct pm_kind *kind = pm_kind_of(puzzle);
    struct pm_range range = kind->values(puzzle->data, place);
    if (value < range.min || value > range.max)
        return;
    pm_words_value(kind, puzzle->data, place, value, name, size);
}

/* What stands in a place when play begins. */
static int first_value(const pulma_puzzle *puzzle, int place, bool *fixed)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    struct pm_range range = kind->values(puzzle->data, place);
    int given = kind->given ? kind->given(puzzle->data, place) : PULMA_EMPTY;
    *fixed = given != PULMA_EMPTY || range.min == range.max;
    if (*fixed)
        return given != PULMA_EMPTY ? given : range.min;
    if (kind->begin)
        return kind->begin(puzzle->data, place);
    return kind->play == PULMA_PLAY_TURN ? range.min : PULMA_EMPTY;
}

void pulma_play_begin(const pulma_puzzle *puzzle, int *answer, bool *fixed)
{
    int n = puzzle ? pulma_puzzle_places(puzzle) : 0;
    for (int place = 0; place < n; place++) {
        bool stays;
        answer[place] = first_value(puzzle, place, &stays);
        if (fixed)
            fixed[place] = stays;
    }
}

/* Whether a value may stand in a place, right or wrong. */
static bool allows(const pulma_puzzle *puzzle, int place, int value)
{
    struct pm_range range = pm_kind_of(puzzle)->values(puzzle->data, place);
    return value == PULMA_EMPTY || (range.min <= value && value <= range.max);
}

pulma_status pulma_play_move(const pulma_puzzle *puzzle, int *answer, int from, int place,
                             int value, pulma_error *err)
{
    pm_error_clear(err);
    if (!puzzle || !answer)
        return pm_fail_null(err, puzzle ? "the answer" : "the puzzle");
    const struct pm_kind *kind = pm_kind_of(puzzle);
    int n = kind->places(puzzle->data);
    if (place < 0 || place >= n || from < -1 || from >= n)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no such place");
    bool direction = kind->play == PULMA_PLAY_SLIDE && 1 <= value && value <= 4;
    if (!direction && !allows(puzzle, place, value))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "the value %d is not allowed there",
                       value);
    for (int i = 0; i < n; i++)
        if (!allows(puzzle, i, answer[i]))
            return pm_fail(err, PULMA_BAD_CALL, NULL, "the board has values out of range");
    bool fixed;
    first_value(puzzle, place, &fixed);
    if (kind->move) {
        if (!kind->move(puzzle->data, answer, from, place, value))
            return pm_fail(err, PULMA_NONE, NULL, "this move cannot be made");
    } else if (fixed) {
        return pm_fail(err, PULMA_NONE, NULL, "this place is given");
    } else {
        answer[place] = value;
    }
    return PULMA_OK;
}

bool pulma_play_laid(const pulma_puzzle *puzzle, int place, int value, pulma_laid *laid)
{
    if (!puzzle || place < 0 || place >= pulma_puzzle_places(puzzle) || value < 0 ||
        !allows(puzzle, place, value))
        return false;
    const struct pm_kind *kind = pm_kind_of(puzzle);
    return kind->laid && kind->laid(puzzle->data, place, value, laid);
}

/* The answer with 0 in the empty places that allow it; NULL: no memory. */
static int *filled_up(const pulma_puzzle *puzzle, const int *answer)
{
    const struct pm_kind *kind = pm_kind_of(puzzle);
    int n = kind->places(puzzle->data);
    int *full = calloc((size_t)n + 1, sizeof *full);
    for (int place = 0; place < n && full; place++) {
        struct pm_range range = kind->values(puzzle->data, place);
        full[place] = answer[place] == PULMA_EMPTY && range.min == 0 ? 0 : answer[place];
    }
    return full;
}

pulma_verdict pulma_play_check(const pulma_puzzle *puzzle, const int *answer,
                               pulma_finding *finding)
{
    pulma_verdict verdict = pulma_check(puzzle, answer, finding);
    if (verdict != PULMA_UNFINISHED || !pm_kind_of(puzzle)->rest_is_zero)
        return verdict;
    int *full = filled_up(puzzle, answer);
    if (full && pulma_check(puzzle, full, NULL) == PULMA_RIGHT)
        verdict = PULMA_RIGHT;
    free(full);
    return verdict;
}

void pulma_play_clues(const pulma_puzzle *puzzle, const int *answer,
                      void (*report)(void *context, const pulma_clue *clue), void *context)
{
    if (!puzzle || !answer || !report)
        return;
    const struct pm_kind *kind = pm_kind_of(puzzle);
    int n = kind->clues ? kind->places(puzzle->data) : 0;
    int *board = n > 0 ? calloc((size_t)n, sizeof *board) : NULL;
    if (!board)
        return;
    for (int place = 0; place < n; place++) {
        int given = kind->given ? kind->given(puzzle->data, place) : PULMA_EMPTY;
        board[place] = given != PULMA_EMPTY                   ? given
                       : allows(puzzle, place, answer[place]) ? answer[place]
                                                              : PULMA_EMPTY;
    }
    kind->clues(puzzle->data, board, report, context);
    free(board);
}
