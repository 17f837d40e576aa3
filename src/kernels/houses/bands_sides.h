/* Both sides of a guess, one after the other: settle() for paths whose vectors hold one board. */

/* The cell is put in by a comparison: the load after a store of its lane would wait. */
TARGET static inline __attribute__((always_inline)) bool
settle_either(const union pm_bands_board *board, unsigned cell, uint16_t candidates,
              bool diagonals, bool deep, union pm_bands_board *side)
{
    LANES r[9];
    for (int k = 0; k < 9; k++) {
        const LANES here = (LANES)(lane_numbers + SPLAT(16 * k) == SPLAT(cell));
        r[k] = (board->vector[k] & ~here) | (SPLAT(candidates) & here);
    }
    bool sound = settle_lanes(r, diagonals, deep) & 1;
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
    return settle_either(board, cell, candidates, false, deep, side);
}

TARGET static __attribute__((noinline)) bool
settle_crossed(const union pm_bands_board *board, unsigned cell, uint16_t candidates,
               bool deep, union pm_bands_board *side)
{
    return settle_either(board, cell, candidates, true, deep, side);
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
