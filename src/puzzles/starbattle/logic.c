/* What follows soon on a square board without givens, for the generator: which cells simple
 * conclusions settle, up to about a size as explanations count it (docs/explaining.md).  Explaining
 * a board takes long, and a generator that aims at a level asks this of thousands of boards.
 *
 * A house is a row, a column or an island.  The conclusions: a house is full, or has just as many
 * cells open as it needs (one rule); a star here would leave no room in a house, or no star here
 * would (the house and the squares of two by two that say so); islands packed in as many lines, or
 * lines in islands (each is a rule).  All are sound, so a board that they settle has one answer. */
#include "puzzles/starbattle/logic.h"

#include <assert.h>
#include <string.h>

enum {
    PITCH = 16, /* bits of a row in a set */
    WORDS = PITCH * PM_STAR_LOGIC_SIDE / 64 + 1,
    HOUSES = 3 * PM_STAR_LOGIC_SIDE
};

/* Cells, by row * PITCH + column. */
struct set {
    uint64_t words[WORDS];
};

struct logic {
    int side, size;
    struct set open, stars;
    struct set house[HOUSES]; /* rows, columns, islands */
    int need[HOUSES];         /* stars that are not found yet */
    int64_t looked;           /* houses that were looked at, for limits */
    struct set around[PITCH * PM_STAR_LOGIC_SIDE]; /* a cell and what touches it */
};

static void add(struct set *s, int cell)
{
    s->words[cell / 64] |= UINT64_C(1) << cell % 64;
}

static void drop(struct set *s, int cell)
{
    s->words[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

static bool has(const struct set *s, int cell)
{
    return s->words[cell / 64] >> cell % 64 & 1;
}

static struct set both(const struct set *a, const struct set *b)
{
    struct set s;
    for (int i = 0; i < WORDS; i++)
        s.words[i] = a->words[i] & b->words[i];
    return s;
}

static struct set without(const struct set *a, const struct set *b)
{
    struct set s;
    for (int i = 0; i < WORDS; i++)
        s.words[i] = a->words[i] & ~b->words[i];
    return s;
}

static void join(struct set *a, const struct set *b)
{
    for (int i = 0; i < WORDS; i++)
        a->words[i] |= b->words[i];
}

static int count(const struct set *s)
{
    int n = 0;
    for (int i = 0; i < WORDS; i++)
        n += __builtin_popcountll(s->words[i]);
    return n;
}

static bool is_empty(const struct set *s)
{
    uint64_t any = 0;
    for (int i = 0; i < WORDS; i++)
        any |= s->words[i];
    return any == 0;
}

/* The first cell from here on, -1: none. */
static int next_cell(const struct set *s, int from)
{
    for (int i = from / 64; i < WORDS; i++) {
        uint64_t word =
            s->words[i] & (i == from / 64 ? ~UINT64_C(0) << from % 64 : ~UINT64_C(0));
        if (word)
            return 64 * i + __builtin_ctzll(word);
    }
    return -1;
}

/* A square of cells from its corner on, as far as it lies on the board. */
static struct set square(const struct logic *l, int row, int column, int width)
{
    struct set s = {{0}};
    for (int y = row < 0 ? 0 : row; y < row + width && y < l->side; y++)
        for (int x = column < 0 ? 0 : column; x < column + width && x < l->side; x++)
            add(&s, y * PITCH + x);
    return s;
}

/* ---- Room ------------------------------------------------------------------------------- */

/* Whether n stars fit into these cells without touching. */
static bool fit(const struct logic *l, struct set cells, int n)
{
    if (n <= 1)
        return n <= 0 || !is_empty(&cells);
    for (int cell = next_cell(&cells, 0); cell >= 0; cell = next_cell(&cells, cell)) {
        struct set rest = without(&cells, &l->around[cell]);
        if (fit(l, rest, n - 1))
            return true;
        drop(&cells, cell); /* in none of what follows */
    }
    return false;
}

/* How many squares of two by two it takes, about, to say that these cells hold few stars. */
static int squares_over(const struct logic *l, struct set cells)
{
    int n = 0;
    for (int cell = next_cell(&cells, 0); cell >= 0; cell = next_cell(&cells, cell)) {
        struct set best = {{0}};
        for (int x = -1; x <= 0; x++) {
            struct set s = square(l, cell / PITCH, cell % PITCH + x, 2);
            s = both(&s, &cells);
            best = count(&s) > count(&best) ? s : best;
        }
        n += count(&best) > 1;
        cells = without(&cells, &best);
    }
    return n;
}

/* How many squares it takes to say that a star here leaves these cells, which it touches, empty. */
static int squares_beside(const struct logic *l, int cell, struct set cells)
{
    int n = 0;
    drop(&cells, cell);
    while (!is_empty(&cells)) {
        struct set best = {{0}};
        for (int i = 0; i < 4; i++) {
            struct set s = square(l, cell / PITCH - i / 2, cell % PITCH - i % 2, 2);
            s = both(&s, &cells);
            best = count(&s) > count(&best) ? s : best;
        }
        cells = without(&cells, &best);
        n++;
    }
    return n;
}

static void settle_star(struct logic *l, int cell)
{
    l->open = without(&l->open, &l->around[cell]);
    add(&l->stars, cell);
    for (int h = 0; h < 3 * l->side; h++)
        l->need[h] -= has(&l->house[h], cell);
}

/* A star in the cell would leave the house too little room. */
static bool is_too_near(const struct logic *l, const struct set *cells, int need, int cell)
{
    struct set gone = both(cells, &l->around[cell]);
    struct set rest = without(cells, &l->around[cell]);
    need -= has(cells, cell);
    return !fit(l, rest, need) &&
           1 + squares_beside(l, cell, gone) + squares_over(l, rest) <= l->size;
}

/* The house has no room without the cell. */
static bool is_needed(const struct logic *l, struct set cells, int need, int cell)
{
    drop(&cells, cell);
    return !fit(l, cells, need) && 1 + squares_over(l, cells) <= l->size;
}

/* Whether there is room in any case: of cells that lie anyhow, each fourth can have a star; of a line each
 * second. */
static bool has_much_room(const struct logic *l, int house, int cells)
{
    bool line = house < 2 * l->side;
    return cells - (line ? 3 : 9) > (line ? 2 : 4) * (l->need[house] - 1);
}

static bool look_for_room(struct logic *l, int house)
{
    struct set cells = both(&l->house[house], &l->open), near = cells;
    int need = l->need[house];
    if (need == 0 || l->size < 2 || has_much_room(l, house, count(&cells)))
        return false;
    for (int c = next_cell(&cells, 0); c >= 0; c = next_cell(&cells, c + 1)) {
        if (is_needed(l, cells, need, c)) {
            settle_star(l, c);
            return true;
        }
        join(&near, &l->around[c]);
    }
    near = both(&near, &l->open);
    bool found = false;
    for (int c = next_cell(&near, 0); c >= 0; c = next_cell(&near, c + 1))
        if (is_too_near(l, &cells, need, c)) {
            drop(&l->open, c);
            found = true;
            if (has(&cells, c))
                return true;
        }
    return found;
}

/* ---- Houses ----------------------------------------------------------------------------- */

static bool look_at_house(struct logic *l, int house)
{
    struct set cells = both(&l->house[house], &l->open);
    int n = count(&cells);
    l->looked++;
    if (n == 0 || (l->need[house] > 0 && n > l->need[house]))
        return false;
    if (l->need[house] == 0) {
        l->open = without(&l->open, &cells);
        return true;
    }
    for (int cell = next_cell(&cells, 0); cell >= 0; cell = next_cell(&cells, cell + 1))
        settle_star(l, cell);
    return true;
}

/* Lines side by side against the islands that lie in them, and those that they lie in. */
static bool look_at_lines(struct logic *l, int first, int n)
{
    struct set lines = {{0}}, inside = {{0}}, touched = {{0}};
    int need = 0, need_inside = 0, need_touched = 0, rules = 0, within = 0, across = 0;
    for (int h = first; h < first + n; h++) {
        join(&lines, &l->house[h]);
        need += l->need[h];
        rules += l->need[h] > 0;
    }
    l->looked++;
    for (int h = 2 * l->side; h < 3 * l->side; h++) {
        struct set cells = both(&l->house[h], &l->open), in = both(&cells, &lines);
        if (l->need[h] == 0 || is_empty(&in))
            continue;
        across++;
        need_touched += l->need[h];
        join(&touched, &cells);
        struct set out = without(&cells, &lines);
        if (!is_empty(&out))
            continue;
        within++;
        need_inside += l->need[h];
        join(&inside, &cells);
    }
    struct set gone = {{0}};
    lines = both(&lines, &l->open);
    if (need > 0 && need_inside == need && rules + within <= l->size)
        gone = without(&lines, &inside);
    if (need > 0 && need_touched == need && rules + across <= l->size) {
        struct set more = without(&touched, &lines);
        join(&gone, &more);
    }
    l->open = without(&l->open, &gone);
    return !is_empty(&gone);
}

/* One round; the dearer looks only where the cheaper ones find nothing. */
static bool look(struct logic *l)
{
    bool found = false;
    for (int h = 0; h < 3 * l->side; h++)
        found |= look_at_house(l, h);
    for (int h = 0; h < 3 * l->side && !found; h++)
        found = look_for_room(l, h);
    for (int n = 1; 2 * n <= l->size && n < l->side && !found; n++)
        for (int first = 0; first < 2 * l->side && !found; first++)
            if (first % l->side + n <= l->side)
                found = look_at_lines(l, first, n);
    return found;
}

int pm_starbattle_settle(int side, int stars, const signed char *island, int size,
                         signed char *known, int64_t *looked)
{
    assert(side <= PM_STAR_LOGIC_SIDE);
    struct logic l = {.side = side, .size = size};
    for (int cell = 0; cell < side * side; cell++) {
        int row = cell / side, column = cell % side, bit = row * PITCH + column;
        l.around[bit] = square(&l, row - 1, column - 1, 3);
        add(&l.open, bit);
        add(&l.house[row], bit);
        add(&l.house[side + column], bit);
        add(&l.house[2 * side + island[cell]], bit);
    }
    for (int h = 0; h < 3 * side; h++)
        l.need[h] = stars;
    while (look(&l))
        ;
    for (int cell = 0; cell < side * side; cell++) {
        int bit = cell / side * PITCH + cell % side;
        known[cell] = has(&l.stars, bit) ? 1 : has(&l.open, bit) ? PULMA_EMPTY : 0;
    }
    *looked += l.looked;
    return count(&l.open);
}
