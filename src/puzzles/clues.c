/* What is left of a clue, for kinds whose clues are sums. */
#include "puzzles/kind.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "notations/grid.h"

enum { MAX_DIGITS = 25, WORDS = (MAX_DIGITS * (MAX_DIGITS + 1) / 2) / 64 + 1 };

/* Which sums can be had: bit s of all the words. */
struct sums {
    uint64_t word[WORDS];
};

/* `to` has all sums of `from` with `digit` added, too. */
static void add_digit(const struct sums *from, int digit, struct sums *to)
{
    for (int i = 0; i < WORDS; i++) {
        to->word[i] |= from->word[i] << digit;
        if (i > 0)
            to->word[i] |= from->word[i - 1] >> (64 - digit);
    }
}

/* Whether `cells` of the digits in `free` without `without` add up to `sum`: of each one, or of each
 * as many as one likes. */
static bool can_add_up(unsigned free, int without, bool repeats, int cells, int sum)
{
    struct sums reach[MAX_DIGITS + 1];
    memset(reach, 0, sizeof reach);
    if (sum < 0 || sum >= 64 * WORDS || cells > MAX_DIGITS)
        return false;
    reach[0].word[0] = 1;
    for (int digit = 1; digit <= MAX_DIGITS; digit++) {
        if (!(free >> digit & 1) || (!repeats && digit == without))
            continue;
        for (int i = 0; i < cells; i++) { /* upwards a digit comes again, downwards not */
            int n = repeats ? i : cells - 1 - i;
            add_digit(&reach[n], digit, &reach[n + 1]);
        }
    }
    return reach[cells].word[sum / 64] >> (sum % 64) & 1;
}

void pm_clue_left(pulma_clue *clue, int sum, int digits, bool repeats, const int *answer)
{
    assert(digits <= MAX_DIGITS);
    unsigned free = (2u << digits) - 2;
    int len = 0;
    clue->is_sum = true;
    clue->left = sum;
    clue->open = 0;
    for (int i = 0; i < clue->place_count; i++) {
        int digit = answer[clue->places[i]];
        clue->open += digit == PULMA_EMPTY;
        clue->left -= digit == PULMA_EMPTY ? 0 : digit;
        if (digit != PULMA_EMPTY && !repeats)
            free &= ~(1u << digit);
    }
    clue->met = clue->open == 0 && clue->left == 0;
    for (int digit = 1; digit <= digits && clue->open > 0; digit++)
        if (free >> digit & 1 &&
            can_add_up(free, digit, repeats, clue->open - 1, clue->left - digit))
            clue->digits[len++] = pm_digit(digit);
    clue->digits[len] = '\0';
}
