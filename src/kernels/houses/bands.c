/* Sudoku by vectors: depth-first search in which both sides of a guess may be worked out together.
 *
 * The board lies in nine vectors (bands_lanes.h), on which every rule is a handful of
 * instructions for all boxes and digits at once (bands_settle.h).  There are no queues and no
 * cases: the rules run over the whole board until it is at rest, two to eight times.  A
 * guess makes two boards, one with the digit and one without it; the one without waits.  Where
 * vectors hold two boards, both are settled in one go, and one that is not sound does not wait;
 * elsewhere, and where answers seem to be many, a board is settled when its turn comes, which it never
 * does if the search has enough answers by then.
 *
 * Invariants: for each board that waits a further cell was fixed on the way to the board of the
 * moment, so there are never more of them than cells.  What is tried, and in which order, depends on
 * the board alone, not on the path; so a board that waits keeps how deep its rules go. */
#include "kernels/houses/bands.h"

#include <assert.h>

#include "kernels/houses/bands_lanes.h"

/* A board that needs guesses though it has many givens mostly has several answers, and then any
 * guess is good.  If it proves harder than that, care is taken: deep rules, well chosen
 * guesses.  (Measured: sudokus with several answers take 6 instead of 8 us, others the same.) */
enum { MANY_GIVENS = 28, CARELESS_GUESSES = 12 };
enum { MAX_WAITING = 82 };

struct search {
    const struct pm_bands_moves *moves;
    struct pm_search *search;
    bool diagonals;
    bool careful; /* from the beginning */
    union pm_bands_board now;
    int waiting_count;
    struct pm_bands_waiting waiting[MAX_WAITING];
};

static bool report(struct search *s, const union pm_bands_board *board)
{
    int answer[81];
    s->moves->digits(board, answer);
    return pm_search_found(s->search, answer);
}

static bool is_careful(const struct search *s)
{
    return s->careful || pm_search_in_vain(s->search) > CARELESS_GUESSES;
}

/* Goes on without care as far as limits, which are looked at now and then, allow at once. */
static bool dive(struct search *s, const union pm_bands_board *board,
                 const struct pm_bands_guess *guess)
{
    struct pm_search *search = s->search;
    const int64_t before_look = search->look - search->effort->nodes - 1;
    const int careless = CARELESS_GUESSES - (int)pm_search_in_vain(search);
    int guesses = before_look < careless ? (int)before_look : careless;
    if (guesses < 0)
        guesses = 0;
    if (guesses > MAX_WAITING - s->waiting_count)
        guesses = MAX_WAITING - s->waiting_count;
    const bool sound =
        s->moves->dive(board, guess, &guesses, &s->waiting[s->waiting_count], &s->now);
    search->effort->nodes += guesses;
    s->waiting_count += guesses;
    return sound;
}

/* One side of a guess, to `now`. */
static bool settle_one(struct search *s, const union pm_bands_board *board,
                       const struct pm_bands_guess *side, bool deep)
{
    return deep || s->diagonals
               ? s->moves->settle(board, side, s->diagonals, deep, &s->now, &s->now)
               : dive(s, board, side);
}

/* The last board that waits and turns out sound, or NULL. */
static const union pm_bands_board *go_back(struct search *s)
{
    while (s->waiting_count > 0) {
        struct pm_bands_waiting *w = &s->waiting[--s->waiting_count];
        if (w->settled)
            return &w->board;
        if (settle_one(s, &w->board, &w->side, w->deep))
            return &s->now;
    }
    return NULL;
}

/* Settles the side of a guess with its digit and lets the other one wait as it is. */
static const union pm_bands_board *settle_first(struct search *s,
                                                const union pm_bands_board *board,
                                                const struct pm_bands_guess *guess)
{
    const struct pm_bands_guess low = {guess->cell, guess->low, guess->low};
    struct pm_bands_waiting *w = &s->waiting[s->waiting_count++];
    for (int k = 0; k < 9; k++) /* for the whole union compilers take a slow instruction */
        w->board.vector[k] = board->vector[k];
    w->side = (struct pm_bands_guess){guess->cell, guess->rest, guess->rest};
    w->settled = false;
    w->deep = is_careful(s);
    const bool sound = w->deep || s->diagonals ? s->moves->settle(board, &low, s->diagonals,
                                                                  w->deep, &s->now, &s->now)
                                               : dive(s, board, &low);
    return sound ? &s->now : go_back(s);
}

/* Puts both sides of a guess in their places, `now` and the first free one among those that
 * wait; returns the board to go on with, or NULL. */
static const union pm_bands_board *settle_both(struct search *s,
                                               const union pm_bands_board *board,
                                               const struct pm_bands_guess *guess)
{
    struct pm_bands_waiting *w = &s->waiting[s->waiting_count];
    w->settled = true;
    switch (
        s->moves->settle(board, guess, s->diagonals, is_careful(s), &s->now, &w->board)) {
    case 0:
        return go_back(s);
    case 1:
        return &s->now;
    case 2:
        return &w->board;
    default:
        s->waiting_count++;
        return &s->now;
    }
}

static pulma_status depth_first(struct search *s)
{
    unsigned first = s->now.cell[0][0];
    struct pm_bands_guess guess = {0, (uint16_t)first, (uint16_t)first}; /* nothing new */
    const union pm_bands_board *board = settle_both(s, &s->now, &guess);
    while (board) {
        unsigned cell = s->moves->choose(board, is_careful(s));
        if (cell == PM_BANDS_SOLVED) {
            if (!report(s, board))
                return PULMA_OK;
            board = go_back(s);
            continue;
        }
        pulma_status status = pm_search_node(s->search);
        if (status)
            return status;
        unsigned set = board->cell[cell >> 4][cell & 15];
        assert((set & (set - 1)) != 0); /* there is something to guess */
        assert(s->waiting_count < MAX_WAITING);
        guess.cell = cell;
        guess.low = (uint16_t)(set & (~set + 1));
        guess.rest = (uint16_t)(set & (set - 1));
        board = s->moves->at_once && is_careful(s) ? settle_both(s, board, &guess)
                                                   : settle_first(s, board, &guess);
    }
    return PULMA_OK;
}

/* ---- Paths ---------------------------------------------------------------------------- */

/* `given` is NULL, or the board and its sets are not looked at. */
static pulma_status search_by(enum pm_cpu path, const int *given,
                              const struct pm_bands *board, bool diagonals,
                              struct pm_search *search)
{
    static const struct pm_bands_moves *const moves[] = {
        [PM_CPU_PLAIN] = &pm_bands_portable,
        [PM_CPU_AVX2] = &pm_bands_avx2,
        [PM_CPU_AVX512] = &pm_bands_avx512};
    assert(!search->rng && pm_cpu_can(path));
    struct search s; /* large, and filled as far as it is used */
    s.moves = moves[path];
    s.search = search;
    s.diagonals = diagonals;
    s.waiting_count = 0;
    const int givens =
        given ? s.moves->load_digits(given, &s.now) : s.moves->load(board->allowed, &s.now);
    s.careful = givens < MANY_GIVENS;
    return depth_first(&s);
}

pulma_status pm_bands_search_by(enum pm_cpu path, const struct pm_bands *board,
                                struct pm_search *search)
{
    return search_by(path, NULL, board, board->diagonals, search);
}

pulma_status pm_bands_search(const struct pm_bands *board, struct pm_search *search)
{
    return pm_bands_search_by(pm_cpu_best(), board, search);
}

pulma_status pm_bands_search_digits_by(enum pm_cpu path, const int *given, bool diagonals,
                                       struct pm_search *search)
{
    return search_by(path, given, NULL, diagonals, search);
}

pulma_status pm_bands_search_digits(const int *given, bool diagonals,
                                    struct pm_search *search)
{
    return pm_bands_search_digits_by(pm_cpu_best(), given, diagonals, search);
}
