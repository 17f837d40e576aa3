/* Both sides of a guess, one after the other: settle() for paths whose vectors hold one board. */

TARGET static bool settle_side(const union pm_bands_board *board, unsigned cell,
                               uint16_t candidates, bool diagonals, bool deep,
                               union pm_bands_board *side)
{
    LANES r[9];
    *side = *board;
    side->cell[cell >> 4][cell & 15] = candidates;
    for (int k = 0; k < 9; k++)
        r[k] = side->vector[k];
    bool sound = settle_lanes(r, diagonals, deep) & 1;
    for (int k = 0; k < 9; k++)
        side->vector[k] = r[k];
    return sound;
}

TARGET static unsigned settle(const union pm_bands_board *board,
                              const struct pm_bands_guess *guess, bool diagonals, bool deep,
                              union pm_bands_board *low, union pm_bands_board *rest)
{
    const union pm_bands_board from = *board; /* may be one of the others */
    unsigned sound = settle_side(&from, guess->cell, guess->low, diagonals, deep, low);
    if (guess->low != guess->rest &&
        settle_side(&from, guess->cell, guess->rest, diagonals, deep, rest))
        sound |= 2;
    return sound;
}
