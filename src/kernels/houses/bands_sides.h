/* Both sides of a guess, one after the other: settle() for paths whose vectors hold one board. */

/* The cell is put in by a comparison: the load after a store of its lane would wait. */
TARGET static inline __attribute__((always_inline)) bool
settle_either(const union pm_bands_board *board, unsigned cell, uint16_t candidates,
              bool diagonals, bool deep, bool may_rest, union pm_bands_board *side)
{
    LANES r[9];
    for (int k = 0; k < 9; k++) {
        const LANES here = (LANES)(lane_numbers + SPLAT(16 * k) == SPLAT(cell));
        r[k] = (board->vector[k] & ~here) | (SPLAT(candidates) & here);
    }
    bool sound = settle_lanes(r, diagonals, deep, may_rest) & 1;
#pragma GCC unroll 9 /* or it becomes one slow instruction */
    for (int k = 0; k < 9; k++)
        side->vector[k] = r[k];
    return sound;
}

/* In functions of their own the rules stand in the program twice, and without diagonals, which are
 * settled in memory, the vectors stay in registers. */
TARGET static __attribute__((noinline)) bool settle_plain(const union pm_bands_board *board,
                                                          unsigned cell,
                                                          uint16_t candidates, bool deep,
                                                          union pm_bands_board *side)
{
    return settle_either(board, cell, candidates, false, deep, false, side);
}

/* Without a guess: for cages.c, whose boards often are at rest. */
TARGET static __attribute__((noinline)) bool settle_again(const union pm_bands_board *board,
                                                          unsigned cell,
                                                          uint16_t candidates,
                                                          union pm_bands_board *side)
{
    return settle_either(board, cell, candidates, false, true, true, side);
}

TARGET static __attribute__((noinline)) bool
settle_crossed(const union pm_bands_board *board, unsigned cell, uint16_t candidates,
               bool deep, union pm_bands_board *side)
{
    return settle_either(board, cell, candidates, true, deep, false, side);
}

TARGET static bool settle_side(const union pm_bands_board *board, unsigned cell,
                               uint16_t candidates, bool diagonals, bool deep,
                               union pm_bands_board *side)
{
    return diagonals ? settle_crossed(board, cell, candidates, deep, side)
                     : settle_plain(board, cell, candidates, deep, side);
}

TARGET static unsigned settle(const union pm_bands_board *board,
                              const struct pm_bands_guess *guess, bool diagonals, bool deep,
                              union pm_bands_board *low, union pm_bands_board *rest)
{
    const unsigned cell = guess->cell;
    const bool guessed = guess->low != (&board->cell[0][0])[cell];
    if (guess->low == guess->rest && deep && !diagonals && !guessed)
        return settle_again(board, cell, guess->low, low);
    if (guess->low == guess->rest)
        return settle_side(board, cell, guess->low, diagonals, deep, low);
    unsigned sound = 0;
    if (low == board) { /* which the other side needs before */
        sound |= (unsigned)settle_side(board, cell, guess->rest, diagonals, deep, rest)
                 << 1;
        sound |= settle_side(board, cell, guess->low, diagonals, deep, low);
    } else {
        sound |= settle_side(board, cell, guess->low, diagonals, deep, low);
        sound |= (unsigned)settle_side(board, cell, guess->rest, diagonals, deep, rest)
                 << 1;
    }
    return sound;
}

/* Takes the lower digit of the first cell with two candidates in the vector k; the board without it waits.
 * False: there is no such cell.  It stands in the program once for each k: the other vectors stay as they
 * are, where a search in all nine would have to go through each of them again. */
TARGET static inline __attribute__((always_inline)) bool
guess_in(LANES *r, LANES *s, LANES *sum, struct pm_bands_waiting *waiting, unsigned k)
{
    const LANES count = IF_TWO(r[k]);
    const unsigned pairs = PAIRS(count);
    if (pairs == 0)
        return false;
#pragma GCC unroll 9
    for (int i = 0; i < 9; i++)
        waiting->board.vector[i] = r[i];
    const unsigned lane = (unsigned)__builtin_ctz(pairs);
    const unsigned set = waiting->board.cell[k][lane];
    const uint16_t rest = (uint16_t)(set & (set - 1));
    waiting->side = (struct pm_bands_guess){16 * k + lane, rest, rest};
    waiting->settled = waiting->deep = false;
    /* taken from the vector, which need not wait for the set */
    const LANES here = (LANES)(lane_numbers == SPLAT(lane));
    const LANES low = here & r[k] & ~(r[k] - 1);
    r[k] = (r[k] & ~here) | low;
    s[k] |= low;
    *sum += low;
    return true;
}

/* The same in the first such cell of all. */
TARGET static inline __attribute__((always_inline)) bool
guess_first(LANES *r, LANES *s, LANES *sum, struct pm_bands_waiting *w)
{
    return guess_in(r, s, sum, w, 0) || guess_in(r, s, sum, w, 1) ||
           guess_in(r, s, sum, w, 2) || guess_in(r, s, sum, w, 3) ||
           guess_in(r, s, sum, w, 4) || guess_in(r, s, sum, w, 5) ||
           guess_in(r, s, sum, w, 6) || guess_in(r, s, sum, w, 7) ||
           guess_in(r, s, sum, w, 8);
}

TARGET static inline bool has_pair(const LANES *r)
{
    unsigned pairs = 0;
    for (int k = 0; k < 9; k++) {
        const LANES count = IF_TWO(r[k]);
        pairs |= PAIRS(count);
    }
    return pairs != 0;
}

/* The board stays in registers from guess to guess.  A round that fills cells of one or two boxes alone is
 * the last before the next: where any guess is good, what else would follow from this one hardly ever matters.
 * (Measured on sudokus with several answers: a third fewer rounds, a fifth more guesses.) */
TARGET static bool dive(const union pm_bands_board *board,
                        const struct pm_bands_guess *guess, int *most,
                        struct pm_bands_waiting *waiting, union pm_bands_board *now)
{
    LANES r[9], s[9], sum;
    for (int k = 0; k < 9; k++) {
        const LANES here = (LANES)(lane_numbers + SPLAT(16 * k) == SPLAT(guess->cell));
        r[k] = (board->vector[k] & ~here) | (SPLAT(guess->low) & here);
        s[k] = OR_SINGLE(SPLAT(0), r[k]);
    }
    sum_up(s, &sum);
    int guesses = 0;
    unsigned boxes, dead;
    do {
        const LANES before = sum;
        settle_round(r, s, &sum, false, false, false, &dead);
        if (dead)
            break;
        boxes = LANES_THAT_DIFFER(sum, before);
        const unsigned but_one = boxes & (boxes - 1);
        const bool few = (but_one & (but_one - 1)) == 0;
        if (few && guesses == *most && has_pair(r))
            break;
        if (few && guesses < *most && guess_first(r, s, &sum, waiting + guesses)) {
            guesses++;
            boxes = 1; /* there is something to settle again */
        }
    } while (boxes != 0);
    *most = guesses;
#pragma GCC unroll 9
    for (int k = 0; k < 9; k++)
        now->vector[k] = r[k];
    return !(dead | boards_with_empty(r));
}
