/* Depth-first search over candidate sets.
 *
 * Each cell has a set of digits that may still stand there, a bit mask.  Between guesses two
 * rules run until nothing changes: a cell with one candidate takes it and the cells that share
 * a house lose it; a digit with one possible cell in a house goes there.  A guess is made
 * where it splits best: a cell with two candidates, else a digit with two places in a house,
 * else a cell with the fewest candidates.
 *
 * Invariants of a position: bit 31 (DONE) marks cells whose single candidate has been taken
 * from its houses; `stale` has the houses that lost a candidate since they were last looked at.
 * Positions lie in one block of memory, one for each depth; a guess copies the position, and
 * its refutation goes on in the old one without the guessed candidate.  So the depth is the number
 * of guesses that hold at once, at most the number of cells. */
#include "kernels/houses/houses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"

#define DONE (UINT32_C(1) << 31)

enum { MAX_CELLS = PM_HOUSES_MAX_DIGITS * PM_HOUSES_MAX_DIGITS, MAX_HOUSES = 128 };

struct search {
    struct pm_search *search;
    int digits, cells, house_count;
    uint32_t all;    /* the bits of all digits */
    uint16_t *house; /* cells of each house */
    uint16_t *in;    /* houses of each cell, PM_HOUSES_MAX_PER_CELL for each */
    uint8_t in_count[MAX_CELLS];
    uint64_t touches[MAX_CELLS][2]; /* the same as a set */
    uint64_t stale[2];
    uint16_t queue[MAX_CELLS]; /* cells to be taken */
    int queued;
    uint32_t *positions; /* depth times cells */
    uint32_t *at;        /* the deepest of them */
    struct guess {
        int cell;
        uint32_t bit;
    } * guesses, next;
    int depth;
    int answer[MAX_CELLS];
};

/* ---- Propagation ------------------------------------------------------------------- */

static bool single(uint32_t set)
{
    return (set & (set - 1)) == 0;
}

/* Removes a candidate; false if none is left. */
static bool drop(struct search *s, uint32_t *at, int cell, uint32_t bit)
{
    assert(!(at[cell] & DONE)); /* its houses have lost the digit that it took */
    at[cell] &= ~bit;
    if (at[cell] == 0)
        return false;
    s->stale[0] |= s->touches[cell][0];
    s->stale[1] |= s->touches[cell][1];
    PM_ASSERT_SLOW(s->queued < s->cells);
    if (single(at[cell]))
        s->queue[s->queued++] = (uint16_t)cell;
    return true;
}

/* Takes the single candidates that wait in the queue.  A cell is queued once: when it becomes
 * single, which happens once on the way down, so the queue never overflows. */
static bool take_singles(struct search *s, uint32_t *at)
{
    while (s->queued > 0) {
        int cell = s->queue[--s->queued];
        uint32_t bit = at[cell];
        if (bit & DONE)
            continue;
        at[cell] = bit | DONE;
        for (int k = 0; k < s->in_count[cell]; k++) {
            int house = s->in[cell * PM_HOUSES_MAX_PER_CELL + k];
            const uint16_t *cells = s->house + house * s->digits;
            for (int i = 0; i < s->digits; i++)
                if (at[cells[i]] & bit && cells[i] != cell && !drop(s, at, cells[i], bit))
                    return false;
        }
    }
    return true;
}

/* Looks for digits with a single place in a house, and for digits with none. */
static bool look_at_house(struct search *s, uint32_t *at, int house)
{
    const uint16_t *cells = s->house + house * s->digits;
    uint32_t once = 0, twice = 0, done = 0;
    for (int i = 0; i < s->digits; i++) {
        uint32_t set = at[cells[i]];
        if (set & DONE)
            done |= set;
        twice |= once & set;
        once |= set;
    }
    if ((once & s->all) != s->all)
        return false;
    uint32_t hidden = once & ~twice & ~done & s->all;
    for (int i = 0; hidden && i < s->digits; i++) {
        uint32_t bit = at[cells[i]] & hidden;
        if (!bit)
            continue;
        if (!single(bit))
            return false; /* two digits want this cell alone */
        hidden &= ~bit;
        if (at[cells[i]] != bit && !drop(s, at, cells[i], at[cells[i]] & ~bit))
            return false;
    }
    return true;
}

/* Cells that are done have one candidate, which their houses have lost; the others have more. */
static bool position_is_sound(const struct search *s)
{
    for (int house = 0; house < s->house_count; house++) {
        const uint16_t *cells = s->house + house * s->digits;
        for (int i = 0; i < s->digits; i++) {
            uint32_t set = s->at[cells[i]] & s->all;
            if (!(s->at[cells[i]] & DONE) != !single(set))
                return false;
            for (int k = 0; k < s->digits && single(set); k++)
                if (k != i && s->at[cells[k]] & set)
                    return false;
        }
    }
    return s->queued == 0 && !(s->stale[0] | s->stale[1]);
}

/* Runs both rules until nothing changes; false: a contradiction. */
static bool propagate(struct search *s)
{
    uint32_t *at = s->at;
    bool sound = take_singles(s, at);
    while (sound && (s->stale[0] | s->stale[1])) {
        int half = s->stale[0] ? 0 : 1;
        int house = 64 * half + __builtin_ctzll(s->stale[half]);
        s->stale[half] &= s->stale[half] - 1;
        sound = look_at_house(s, at, house) && take_singles(s, at);
    }
    if (!sound)
        s->queued = 0, s->stale[0] = s->stale[1] = 0;
    PM_ASSERT_SLOW(!sound || position_is_sound(s));
    return sound;
}

/* ---- Guesses ----------------------------------------------------------------------- */

/* The k-th bit of a set. */
static uint32_t bit_at(uint32_t set, int k)
{
    for (; k > 0; k--)
        set &= set - 1;
    return set & (~set + 1);
}

/* A cell with the fewest candidates; -1: all are taken.  With chance, any of these. */
static int narrowest_cell(const struct search *s, const uint32_t *at, int *fewest)
{
    int best = -1, equal = 0;
    *fewest = INT32_MAX;
    for (int cell = 0; cell < s->cells; cell++) {
        if (at[cell] & DONE)
            continue;
        int n = __builtin_popcount(at[cell]);
        if (n < *fewest) {
            *fewest = n;
            best = cell;
            equal = 1;
            if (n == 2 && !s->search->rng)
                break;
        } else if (n == *fewest && s->search->rng &&
                   pm_rng_below(s->search->rng, ++equal) == 0) {
            best = cell;
        }
    }
    return best;
}

/* A digit that has two places in some house: the first of them. */
static bool digit_with_two_places(const struct search *s, const uint32_t *at, int *cell,
                                  uint32_t *bit)
{
    for (int house = 0; house < s->house_count; house++) {
        const uint16_t *cells = s->house + house * s->digits;
        uint32_t once = 0, twice = 0, more = 0;
        for (int i = 0; i < s->digits; i++) {
            uint32_t set = at[cells[i]];
            more |= twice & set;
            twice |= once & set;
            once |= set;
        }
        uint32_t pairs = twice & ~more & s->all;
        if (!pairs)
            continue;
        *bit = pairs & (~pairs + 1);
        for (int i = 0; i < s->digits; i++)
            if (at[cells[i]] & *bit) {
                *cell = cells[i];
                return true;
            }
    }
    return false;
}

/* Where to guess, and what; false: every cell is taken. */
static bool choose(struct search *s)
{
    struct guess *next = &s->next;
    int fewest;
    next->cell = narrowest_cell(s, s->at, &fewest);
    if (next->cell < 0)
        return false;
    if (s->search->rng) {
        next->bit = bit_at(s->at[next->cell], pm_rng_below(s->search->rng, fewest));
        return true;
    }
    next->bit = bit_at(s->at[next->cell], 0);
    if (fewest > 2)
        digit_with_two_places(s, s->at, &next->cell, &next->bit);
    return true;
}

static bool report(struct search *s)
{
    for (int cell = 0; cell < s->cells; cell++)
        s->answer[cell] = __builtin_ctz(s->at[cell]);
    return pm_search_found(s->search, s->answer);
}

static bool guess(struct search *s)
{
    assert(s->depth < s->cells);
    assert(s->at[s->next.cell] & s->next.bit);
    memcpy(s->at + s->cells, s->at, (size_t)s->cells * sizeof *s->at);
    s->at += s->cells;
    s->guesses[s->depth++] = s->next;
    bool left = drop(s, s->at, s->next.cell, s->at[s->next.cell] & ~s->next.bit);
    assert(left);
    return true;
}

/* The last guess that leaves something else to try is refuted or exhausted. */
static bool go_back(struct search *s)
{
    while (s->depth > 0) {
        const struct guess *last = &s->guesses[--s->depth];
        s->at -= s->cells;
        if (drop(s, s->at, last->cell, last->bit))
            return true;
    }
    return false;
}

#include "kernels/depth_first.h"

/* ---- The beginning ------------------------------------------------------------------ */

static void set_up(struct search *s, const struct pm_houses *board)
{
    for (int house = 0; house < board->house_count; house++)
        for (int i = 0; i < board->digits; i++) {
            int cell = board->houses[house * board->digits + i];
            assert(0 <= cell && cell < board->cells);
            assert(s->in_count[cell] < PM_HOUSES_MAX_PER_CELL);
            s->house[house * board->digits + i] = (uint16_t)cell;
            s->in[cell * PM_HOUSES_MAX_PER_CELL + s->in_count[cell]++] = (uint16_t)house;
            s->touches[cell][house / 64] |= UINT64_C(1) << house % 64;
        }
    for (int cell = 0; cell < board->cells; cell++) {
        s->positions[cell] = board->allowed[cell] & s->all;
        if (s->positions[cell] && single(s->positions[cell]))
            s->queue[s->queued++] = (uint16_t)cell;
    }
    for (int house = 0; house < board->house_count; house++)
        s->stale[house / 64] |= UINT64_C(1) << house % 64;
}

pulma_status pm_houses_search(const struct pm_houses *board, struct pm_search *search)
{
    assert(1 <= board->digits && board->digits <= PM_HOUSES_MAX_DIGITS);
    assert(board->cells <= MAX_CELLS && board->house_count <= MAX_HOUSES);
    struct search s = {.search = search,
                       .digits = board->digits,
                       .cells = board->cells,
                       .house_count = board->house_count,
                       .all = (UINT32_C(2) << board->digits) - 2};
    size_t cells = (size_t)board->cells;
    s.house = malloc((size_t)(board->house_count * board->digits + 1) * sizeof *s.house);
    s.in = malloc((cells + 1) * PM_HOUSES_MAX_PER_CELL * sizeof *s.in);
    s.positions = malloc((cells + 1) * (cells + 1) * sizeof *s.positions);
    s.guesses = malloc((cells + 1) * sizeof *s.guesses);
    pulma_status status = PULMA_NO_MEMORY;
    if (s.house && s.in && s.positions && s.guesses) {
        s.at = s.positions;
        set_up(&s, board);
        status = PULMA_OK;
        for (size_t cell = 0; cell < cells; cell++)
            if (s.positions[cell] == 0)
                status = PULMA_NONE; /* nothing may stand there: no answer */
        status = status == PULMA_NONE ? PULMA_OK : depth_first(&s);
    }
    free(s.house);
    free(s.in);
    free(s.positions);
    free(s.guesses);
    return status;
}
