/* Both sides of a guess, one after the other: settle() for paths whose vectors hold one board. */

/* The cell is put in as a whole vector: the load after the store of a single lane would wait. */
TARGET static inline void take_side(const union pm_bands_board *board, unsigned cell,
                                    uint16_t candidates, LANES *r)
{
    for (int k = 0; k < 9; k++)
        r[k] = board->vector[k];
    const LANES here = (LANES)(lane_numbers == SPLAT(cell & 15));
    r[cell >> 4] = (r[cell >> 4] & ~here) | (SPLAT(candidates) & here);
}

TARGET static inline bool settle_side(LANES *r, bool diagonals, bool deep,
                                      union pm_bands_board *side)
{
    bool sound = settle_lanes(r, diagonals, deep) & 1;
    for (int k = 0; k < 9; k++)
        side->vector[k] = r[k];
    return sound;
}

TARGET static unsigned settle(const union pm_bands_board *board,
                              const struct pm_bands_guess *guess, bool diagonals, bool deep,
                              union pm_bands_board *low, union pm_bands_board *rest)
{
    LANES r_low[9], r_rest[9]; /* both taken first: `low` or `rest` may be the board */
    take_side(board, guess->cell, guess->low, r_low);
    if (guess->low == guess->rest)
        return settle_side(r_low, diagonals, deep, low);
    take_side(board, guess->cell, guess->rest, r_rest);
    unsigned sound = settle_side(r_low, diagonals, deep, low);
    if (settle_side(r_rest, diagonals, deep, rest))
        sound |= 2;
    return sound;
}
