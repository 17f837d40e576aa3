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

/* The first cell with two candidates; PM_BANDS_SOLVED: there is none. */
TARGET static inline unsigned first_pair(const LANES *r)
{
#pragma GCC unroll 9
    for (unsigned k = 0; k < 9; k++) {
        const LANES count = IF_TWO(r[k]);
        const unsigned pairs = PAIRS(count);
        if (pairs)
            return 16 * k + (unsigned)__builtin_ctz(pairs);
    }
    return PM_BANDS_SOLVED;
}

/* The board stays in registers from guess to guess.  A round that fills cells of one or two boxes alone is
 * the last before the next: where any guess is good, what else would follow from this one hardly ever matters.
 * (Measured on sudokus with several answers: a third fewer rounds, a fifth more guesses.) */
TARGET static bool dive(const union pm_bands_board *board,
                        const struct pm_bands_guess *guess, int *most,
                        struct pm_bands_waiting *waiting, union pm_bands_board *now)
{
    LANES r[9], s[9];
    for (int k = 0; k < 9; k++) {
        const LANES here = (LANES)(lane_numbers + SPLAT(16 * k) == SPLAT(guess->cell));
        r[k] = (board->vector[k] & ~here) | (SPLAT(guess->low) & here);
        s[k] = OR_SINGLE(SPLAT(0), r[k]);
    }
    LANES sum;
    sum_up(s, &sum);
    for (int guesses = 0;; guesses++, waiting++) {
        unsigned cell, boxes, dead;
        do {
            const LANES before = sum;
            settle_round(r, s, &sum, false, false, false, &dead);
            boxes = dead ? 0 : LANES_THAT_DIFFER(sum, before);
            const unsigned but_one = boxes & (boxes - 1);
            const bool few = (but_one & (but_one - 1)) == 0;
            cell = few ? first_pair(r) : PM_BANDS_SOLVED;
        } while (boxes != 0 && cell == PM_BANDS_SOLVED);
        if (dead || cell == PM_BANDS_SOLVED || guesses == *most) {
            *most = guesses;
#pragma GCC unroll 9
            for (int k = 0; k < 9; k++)
                now->vector[k] = r[k];
            return !(dead | boards_with_empty(r));
        }
#pragma GCC unroll 9
        for (int k = 0; k < 9; k++)
            waiting->board.vector[k] = r[k];
        const unsigned set = waiting->board.cell[cell >> 4][cell & 15];
        const uint16_t rest = (uint16_t)(set & (set - 1));
        waiting->side = (struct pm_bands_guess){cell, rest, rest};
        waiting->settled = waiting->deep = false;
        LANES lows = SPLAT(0); /* taken from the vectors, which need not wait for the set */
        for (int k = 0; k < 9; k++) {
            const LANES here = (LANES)(lane_numbers + SPLAT(16 * k) == SPLAT(cell));
            const LANES low = here & r[k] & ~(r[k] - 1);
            r[k] = (r[k] & ~here) | low;
            s[k] |= low;
            lows |= low;
        }
        sum += lows;
    }
}
