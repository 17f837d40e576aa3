/* What few reasons together fill, which rates most boards at once, as the explainer would.
 *
 * A reason is that a cell holds one digit, or that a house holds a digit once.  Sets of them conclude
 * something together only if they hang together in a ring (explain/shape.c).  Two such are about one
 * digit in two houses that share cells; three are about one digit in three houses.  Of sets of four
 * the usual ones are looked for: pairs, naked and hidden, and wings of one digit.  So a board that needs no
 * more has the rating of the largest set that was needed; other boards have to be explained, and the
 * explainer is told what sets may conclude. */
#include "puzzles/sudoku/sudoku.h"

#include <string.h>

enum { HOUSES = 3 * PM_SUDOKU_MAX + 2, HOMES = 5 };

/* ---- Single reasons ---- */

/* A board on which reasons fill cells and strike candidates out. */
struct board {
    int n, open; /* `open`: cells to be filled */
    struct pm_sudoku_houses houses;
    uint32_t can[PM_SUDOKU_CELLS]; /* bit d: digit d may stand there */
    bool filled[PM_SUDOKU_CELLS];
    int homes[PM_SUDOKU_CELLS][HOMES]; /* the houses of each cell, and how many */
    int home_count[PM_SUDOKU_CELLS];
    /* Bit i: cell i of the first house is in the second one; valid if `compared`. */
    uint32_t common[HOUSES][HOUSES];
    bool compared;
    /* Bit i: the digit may stand in cell i of the house, when this was last listed. */
    uint32_t at[HOUSES][PM_SUDOKU_MAX + 1];
    uint64_t *marks; /* by cell: digits marked, not struck out; NULL: struck out */
};

static void fill(struct board *b, int cell, uint32_t digit)
{
    b->open--;
    b->filled[cell] = true;
    for (int i = 0; i < b->home_count[cell]; i++) {
        const int *house = b->houses.cells + b->homes[cell][i] * b->n;
        for (int j = 0; j < b->n; j++)
            b->can[house[j]] &= ~digit;
    }
    b->can[cell] = digit;
}

/* Fills a cell with a digit that fits nowhere else in one of these houses. */
static bool fill_in_house(struct board *b, int first, int last)
{
    for (int h = first; h < last; h++) {
        const int *house = b->houses.cells + h * b->n;
        uint32_t once = 0, twice = 0;
        for (int i = 0; i < b->n; i++) {
            twice |= once & b->can[house[i]];
            once |= b->can[house[i]];
        }
        for (int i = 0; i < b->n; i++) {
            uint32_t only = b->can[house[i]] & once & ~twice;
            if (b->filled[house[i]] || only == 0)
                continue;
            fill(b, house[i], only & (~only + 1));
            return true;
        }
    }
    return false;
}

/* Fills a cell that has one candidate. */
static bool fill_cell(struct board *b)
{
    for (int i = 0; i < b->n * b->n; i++)
        if (!b->filled[i] && b->can[i] && (b->can[i] & (b->can[i] - 1)) == 0) {
            fill(b, i, b->can[i]);
            return true;
        }
    return false;
}

/* The grade of the easiest reason that fills a cell, or -1. */
static int fill_easiest(struct board *b)
{
    if (fill_in_house(b, 2 * b->n, 3 * b->n))
        return 0;
    if (fill_in_house(b, 0, 2 * b->n) || fill_in_house(b, 3 * b->n, b->houses.count))
        return PM_SUDOKU_GRADE_LINE;
    return fill_cell(b) ? PM_SUDOKU_GRADE_CELL : -1;
}

static void begin(const struct pm_sudoku *s, struct board *b)
{
    int cells = s->size * s->size;
    b->n = s->size;
    b->compared = false;
    b->marks = NULL;
    b->open = cells;
    pm_sudoku_list_houses(s, &b->houses);
    for (int i = 0; i < cells; i++) {
        b->can[i] = b->houses.allowed[i] & ((UINT32_C(2) << s->size) - 2);
        b->filled[i] = false;
        b->home_count[i] = 0;
    }
    for (int i = 0; i < b->houses.count * s->size; i++) {
        int cell = b->houses.cells[i];
        b->homes[cell][b->home_count[cell]++] = i / s->size;
    }
    for (int i = 0; i < cells; i++)
        if (s->given[i])
            fill(b, i, UINT32_C(1) << s->given[i]);
}

/* ---- Several reasons ---- */

static int cell_of(const struct board *b, int house, int i)
{
    return b->houses.cells[house * b->n + i];
}

/* Which cells houses share. */
static void compare_houses(struct board *b)
{
    memset(b->common, 0, sizeof b->common);
    for (int other = 0; other < b->houses.count; other++) {
        bool in[PM_SUDOKU_CELLS] = {false};
        for (int i = 0; i < b->n; i++)
            in[cell_of(b, other, i)] = true;
        for (int house = 0; house < b->houses.count; house++)
            for (int i = 0; i < b->n; i++)
                b->common[house][other] |= (uint32_t)in[cell_of(b, house, i)] << i;
    }
    b->compared = true;
}

static void list_places(struct board *b)
{
    memset(b->at, 0, sizeof b->at);
    for (int house = 0; house < b->houses.count; house++)
        for (int i = 0; i < b->n; i++)
            for (uint32_t can = b->can[cell_of(b, house, i)]; can; can &= can - 1)
                b->at[house][__builtin_ctz(can)] |= UINT32_C(1) << i;
}

/* Whether the digit has several places in the house. */
static bool is_open(const struct board *b, int house, int digit)
{
    return b->at[house][digit] & (b->at[house][digit] - 1);
}

/* Strikes digits out in these cells of a house; whether there were any.  If they are only marked, false:
 * there may be more. */
static bool strike(struct board *b, int house, uint32_t cells, uint32_t digits)
{
    bool any = false;
    for (cells &= (UINT32_C(1) << b->n) - 1; cells; cells &= cells - 1) {
        int cell = cell_of(b, house, __builtin_ctz(cells));
        if (b->marks) {
            b->marks[cell] |= b->can[cell] & digits;
            continue;
        }
        any |= b->can[cell] & digits;
        b->can[cell] &= ~digits;
    }
    return any;
}

/* Two reasons: a digit stands in a house where another one is, so nowhere else in that one. */
static bool strike_by_two(struct board *b, int house, int digit)
{
    uint32_t at = b->at[house][digit];
    for (int other = 0; other < b->houses.count; other++)
        if (other != house && !(at & ~b->common[house][other]) &&
            strike(b, other, ~b->common[other][house], UINT32_C(1) << digit))
            return true;
    return false;
}

/* Three reasons: a digit stands in a house where one of two others is, so not where these meet. */
static bool strike_by_three(struct board *b, int house, int digit)
{
    uint32_t at = b->at[house][digit];
    for (int one = 0; one < b->houses.count; one++)
        for (int other = 0; other < one && (at & b->common[house][one]); other++)
            if (one != house && other != house &&
                !(at & ~(b->common[house][one] | b->common[house][other])) &&
                strike(b, one, b->common[one][other] & ~b->common[one][house],
                       UINT32_C(1) << digit))
                return true;
    return false;
}

/* Four reasons: two cells of a house with the same two digits, or two digits in the same two cells. */
static bool strike_by_pair(struct board *b, int house, int digit)
{
    uint32_t at = b->at[house][digit];
    for (int other = digit + 1; __builtin_popcount(at) == 2 && other <= b->n; other++)
        if (b->at[house][other] == at &&
            strike(b, house, at, ~(UINT32_C(1) << digit | UINT32_C(1) << other)))
            return true;
    for (uint32_t first = at; first; first &= first - 1) {
        uint32_t can = b->can[cell_of(b, house, __builtin_ctz(first))];
        for (uint32_t rest = first & (first - 1); __builtin_popcount(can) == 2 && rest;
             rest &= rest - 1)
            if (b->can[cell_of(b, house, __builtin_ctz(rest))] == can &&
                strike(b, house, ~(first & (~first + 1)) & ~(rest & (~rest + 1)), can))
                return true;
    }
    return false;
}

/* Whether the digit stands in one of two others wherever it can in a house. */
static bool is_within(const struct board *b, int house, int digit, int one, int other)
{
    return !(b->at[house][digit] & ~(b->common[house][one] | b->common[house][other]));
}

/* Four reasons: if the digit stands in `there`, but in none of two houses which have it there or in a
 * fourth one, then that one holds it twice. */
static bool strike_beside(struct board *b, const int houses[2], int fourth, int there,
                          int digit)
{
    uint32_t both = b->at[houses[0]][digit] & b->common[houses[0]][houses[1]];
    uint32_t beside = ~(b->common[there][houses[0]] | b->common[there][houses[1]] |
                        b->common[there][fourth]);
    return !(both & ~b->common[houses[0]][there]) &&
           strike(b, there, beside, UINT32_C(1) << digit);
}

/* The same for a house and any three others. */
static bool strike_by_wing(struct board *b, int house, int digit)
{
    uint32_t at = b->at[house][digit];
    for (int one = 0; one < b->houses.count; one++)
        for (int other = 0; other < one && (at & b->common[house][one]); other++) {
            if (one == house || other == house || !is_within(b, house, digit, one, other))
                continue;
            for (int next = house + 1; next < b->houses.count; next++)
                if (next != one && next != other && is_open(b, next, digit) &&
                    is_within(b, next, digit, one, other) &&
                    (strike_beside(b, (int[]){house, next}, one, other, digit) ||
                     strike_beside(b, (int[]){house, next}, other, one, digit)))
                    return true;
        }
    return false;
}

static bool strike_by(struct board *b, bool (*way)(struct board *, int, int))
{
    for (int house = 0; house < b->houses.count; house++)
        for (int digit = 1; digit <= b->n; digit++)
            if (is_open(b, house, digit) && way(b, house, digit))
                return true;
    return false;
}

/* The size of the smallest set that strikes something out, of those that are looked for; 0: none. */
static int strike_easiest(struct board *b)
{
    if (!b->compared)
        compare_houses(b);
    list_places(b);
    if (strike_by(b, strike_by_two))
        return 2;
    if (strike_by(b, strike_by_three))
        return 3;
    return strike_by(b, strike_by_pair) || strike_by(b, strike_by_wing) ? 4 : 0;
}

/* ---- Rating ---- */

/* Below 4 x 4 one fact may do, which steps do not count. */
bool pm_sudoku_rate_soon(const void *puzzle, double *rating)
{
    const struct pm_sudoku *s = puzzle;
    if (s->size < 4 || pm_sudoku_cages(s) > 0)
        return false;
    struct board b;
    begin(s, &b);
    int hardest = -1, largest = 1, size = 1;
    while (b.open > 0 && size > 0) {
        int grade = fill_easiest(&b);
        hardest = grade > hardest ? grade : hardest;
        size = grade >= 0 ? 1 : strike_easiest(&b);
        largest = size > largest ? size : largest;
    }
    *rating = largest > 1 ? largest : pm_single_rating(hardest);
    return b.open == 0 && hardest >= 0;
}

/* ---- What sets may conclude ----
 *
 * Every reason says "exactly one of these candidates".  Let v be a candidate that few of them refute
 * where fewer refute nothing.  Those that have v strike out the rest of their candidates; the others
 * then contradict each other.  One does if nothing is left of it, two never do, and three in two ways:
 * two of them have all that is left in the third, and nothing in common; or each has what is left in
 * the other two, and nothing in both.  So
 *
 *   with 2 to 4 reasons v is struck out where all places of its digit in some house see it,
 *   with 4 reasons by pairs, or by houses of its digit that strike_by_wing() and mark_rings() go through:
 *   reasons about cells have too little in common with the others for more.
 *
 * A candidate that few reasons confirm is the last of each of them that has it: each of its other
 * candidates w is refuted by the same set, in which w = true strikes it out. */

/* Marks the digit in all cells that see all its places in the house, which are four reasons or fewer, but
 * for cells on diagonals perhaps more. */
static bool mark_seen(struct board *b, int house, int digit)
{
    const uint32_t at = b->at[house][digit];
    const int first = cell_of(b, house, __builtin_ctz(at));
    for (int i = 0; i < b->home_count[first]; i++)
        for (int j = 0; j < b->n && b->homes[first][i] != house; j++) {
            int cell = cell_of(b, b->homes[first][i], j);
            uint32_t seen = 0, in = 0;
            for (int k = 0; k < b->home_count[cell]; k++) {
                seen |= b->common[house][b->homes[cell][k]];
                in |= b->homes[cell][k] == house;
            }
            if (!in && !(at & ~seen))
                b->marks[cell] |= b->can[cell] & UINT32_C(1) << digit;
        }
    return false;
}

/* Marks the digit in houses that hold, of each of three others, all places that are not in exactly one
 * of the other two. */
static void mark_by_ring(struct board *b, const int ring[3], int digit)
{
    for (int there = 0; there < b->houses.count; there++) {
        uint32_t beside = 0, left = 0;
        for (int i = 0; i < 3; i++) {
            int house = ring[i], one = ring[(i + 1) % 3], other = ring[(i + 2) % 3];
            beside |= b->common[there][house];
            left |= b->at[house][digit] &
                    ~(b->common[house][one] ^ b->common[house][other]) &
                    ~b->common[house][there];
        }
        if (!left)
            strike(b, there, ~beside, UINT32_C(1) << digit);
    }
}

static bool share(const struct board *b, int one, int other, int digit)
{
    return b->at[one][digit] & b->common[one][other];
}

/* For a house and any two that come after it. */
static bool mark_rings(struct board *b, int house, int digit)
{
    for (int one = house + 1; one < b->houses.count; one++)
        for (int other = one + 1; share(b, house, one, digit) && other < b->houses.count;
             other++)
            if (share(b, house, other, digit) && share(b, one, other, digit))
                mark_by_ring(b, (int[]){house, one, other}, digit);
    return false;
}

/* Of the candidates of a cell: those that are left if the marked ones go, where that is one at most. */
static uint32_t confirmed(uint32_t can, uint32_t marked)
{
    uint32_t left = can & ~marked;
    return left & (left - 1) ? 0 : left ? left : can;
}

/* What is left in a reason if what is marked goes. */
static void confirm(const struct board *b, struct pm_outlook *outlook)
{
    for (int i = 0; i < b->n * b->n; i++)
        outlook->in[i] |= confirmed(b->can[i], (uint32_t)outlook->out[i]);
    for (int house = 0; house < b->houses.count; house++)
        for (int digit = 1; digit <= b->n; digit++) {
            uint32_t marked = 0;
            for (int i = 0; i < b->n; i++)
                marked |= (uint32_t)(outlook->out[cell_of(b, house, i)] >> digit & 1) << i;
            for (uint32_t in = confirmed(b->at[house][digit], marked); in; in &= in - 1)
                outlook->in[cell_of(b, house, __builtin_ctz(in))] |= UINT64_C(1) << digit;
        }
}

bool pm_sudoku_foresee(const void *puzzle, struct pm_outlook *outlook)
{
    const struct pm_sudoku *s = puzzle;
    if (s->size < 4 || pm_sudoku_cages(s) > 0)
        return false;
    struct board b;
    begin(s, &b);
    for (int i = 0; i < s->size * s->size; i++)
        b.can[i] = (uint32_t)outlook->open[i];
    compare_houses(&b);
    list_places(&b);
    b.marks = outlook->out;
    strike_by(&b, mark_seen);
    if (outlook->size == 4) {
        strike_by(&b, strike_by_pair);
        strike_by(&b, strike_by_wing);
        strike_by(&b, mark_rings);
    }
    confirm(&b, outlook);
    return true;
}
