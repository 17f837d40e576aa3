/* Depth-first search over one set of cells for each digit.
 *
 * The cells in which a digit may still stand are a plane: a set of up to 128 bits.  Adding up
 * the planes bit by bit shows all cells with one candidate, or with none, at once; a house
 * that meets a plane in one cell shows where the digit goes; where a digit's places in one house
 * all lie in a second one, it has no other places there.  These rules run until nothing
 * changes; then a guess is made in a cell with two candidates, else for a digit with two places
 * in a house, else in a cell with the fewest candidates.
 *
 * Invariants of a position: `open` has the cells that are not settled; a settled cell has one
 * candidate, and the cells that share a house with it have lost that digit.  A guess copies the
 * position; what is left when it is refuted goes on in the old one. */
#include "kernels/houses/planes.h"

#include <assert.h>

#include "core/invariant.h"

enum { MAX_HOUSES = 64, MAX_CROSSINGS = 512, MAX_DEPTH = PM_PLANES_MAX_CELLS + 1 };

struct set {
    uint64_t word[2];
};

struct position {
    struct set plane[PM_PLANES_MAX_DIGITS];
    struct set looked[PM_PLANES_MAX_DIGITS]; /* the planes as the houses last saw them */
    uint64_t wanting[PM_PLANES_MAX_DIGITS];  /* houses in which the digit is not settled */
    struct set open;
    int guess_cell, guess_digit;
};

struct search {
    struct pm_search *search;
    int digits, cells, house_count;
    struct set all;
    struct set house[MAX_HOUSES];
    int crossing_count;
    struct crossing {
        struct set mine, other; /* the cells of either house that the other one has not */
    } crossing[MAX_CROSSINGS];
    struct set peers[PM_PLANES_MAX_CELLS]; /* other cells in its houses */
    uint64_t in[PM_PLANES_MAX_CELLS];      /* its houses */
    struct position *at;                   /* the deepest position */
    struct position position[MAX_DEPTH];
};

/* ---- Sets ----------------------------------------------------------------------------- */

static bool is_empty(const struct set *s)
{
    return (s->word[0] | s->word[1]) == 0;
}

static bool has(const struct set *s, int cell)
{
    return s->word[cell / 64] >> cell % 64 & 1;
}

static void add(struct set *s, int cell)
{
    s->word[cell / 64] |= UINT64_C(1) << cell % 64;
}

static void drop(struct set *s, int cell)
{
    s->word[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

static void subtract(struct set *s, const struct set *other)
{
    s->word[0] &= ~other->word[0];
    s->word[1] &= ~other->word[1];
}

static struct set common(const struct set *a, const struct set *b)
{
    return (struct set){{a->word[0] & b->word[0], a->word[1] & b->word[1]}};
}

static int first(const struct set *s)
{
    return s->word[0] ? __builtin_ctzll(s->word[0]) : 64 + __builtin_ctzll(s->word[1]);
}

/* Whether there is more than one cell; without branches, which would be hard to foresee. */
static bool has_two(const struct set *s)
{
    uint64_t low = s->word[0] & (s->word[0] - 1), high = s->word[1] & (s->word[1] - 1);
    return (low | high) != 0 || (s->word[0] != 0 && s->word[1] != 0);
}

/* ---- Rules ---------------------------------------------------------------------------- */

static void settle(const struct search *s, struct position *p, int digit, int cell)
{
    for (int d = 0; d < s->digits; d++)
        if (d != digit)
            drop(&p->plane[d], cell);
    subtract(&p->plane[digit], &s->peers[cell]);
    p->wanting[digit] &= ~s->in[cell];
    drop(&p->open, cell);
}

/* The cells with at least one, two, three candidates. */
struct sums {
    struct set one, two, three;
};

static struct sums sum_up(const struct search *s, const struct position *p)
{
    struct sums sums = {0};
    for (int d = 0; d < s->digits; d++)
        for (int w = 0; w < 2; w++) {
            uint64_t plane = p->plane[d].word[w];
            sums.three.word[w] |= sums.two.word[w] & plane;
            sums.two.word[w] |= sums.one.word[w] & plane;
            sums.one.word[w] |= plane;
        }
    return sums;
}

/* Settles cells with one candidate until there are none; false: a cell has none left. */
static bool settle_cells(const struct search *s, struct position *p)
{
    for (;;) {
        struct sums sums = sum_up(s, p);
        struct set empty = s->all, single = common(&p->open, &sums.one);
        subtract(&empty, &sums.one);
        subtract(&single, &sums.two);
        if (!is_empty(&empty))
            return false;
        if (is_empty(&single))
            return true;
        for (int d = 0; d < s->digits; d++) {
            struct set mine = common(&single, &p->plane[d]);
            subtract(&single, &mine);
            for (; !is_empty(&mine); drop(&mine, first(&mine))) {
                int cell = first(&mine);
                if ((p->wanting[d] & s->in[cell]) != s->in[cell])
                    return false; /* the digit stands in one of its houses */
                subtract(&p->plane[d], &s->peers[cell]);
                p->wanting[d] &= ~s->in[cell];
                drop(&p->open, cell);
            }
        }
    }
}

/* Settles the places of a digit that are the only ones in a house; false: a house has none. */
static bool settle_places(const struct search *s, struct position *p, int digit)
{
    p->looked[digit] = p->plane[digit];
    for (uint64_t left = p->wanting[digit]; left; left &= left - 1) {
        struct set places = common(&p->plane[digit], &s->house[__builtin_ctzll(left)]);
        if (has_two(&places))
            continue;
        if (is_empty(&places))
            return false;
        if (has(&p->open, first(&places)))
            settle(s, p, digit, first(&places));
        left &= p->wanting[digit] | (left & (~left + 1));
    }
    return true;
}

/* Where all places of a digit in one house lie in another, too, the rest of that has none. */
static bool cross_houses(const struct search *s, struct position *p)
{
    bool changed = false;
    for (int d = 0; d < s->digits; d++)
        for (int i = 0; i < s->crossing_count; i++) {
            const struct crossing *c = &s->crossing[i];
            struct set mine = common(&p->plane[d], &c->mine);
            struct set other = common(&p->plane[d], &c->other);
            if (is_empty(&mine) == is_empty(&other))
                continue;
            subtract(&p->plane[d], is_empty(&mine) ? &other : &mine);
            changed = true;
        }
    return changed;
}

static bool settle_all(const struct search *s, struct position *p)
{
    bool changed = true;
    while (changed) {
        if (!settle_cells(s, p))
            return false;
        changed = false;
        for (int d = 0; d < s->digits; d++) {
            if (p->looked[d].word[0] == p->plane[d].word[0] &&
                p->looked[d].word[1] == p->plane[d].word[1])
                continue;
            changed = true;
            if (!settle_places(s, p, d))
                return false;
        }
    }
    return true;
}

/* A settled cell has one candidate, which its peers have lost; an open one has several. */
static bool position_is_sound(const struct search *s)
{
    for (int cell = 0; cell < s->cells; cell++) {
        int count = 0;
        for (int d = 0; d < s->digits; d++) {
            struct set lost = common(&s->at->plane[d], &s->peers[cell]);
            bool may = has(&s->at->plane[d], cell);
            count += may;
            if (may && !has(&s->at->open, cell) && !is_empty(&lost))
                return false;
        }
        if (has(&s->at->open, cell) ? count < 2 : count != 1)
            return false;
    }
    return true;
}

static bool propagate(struct search *s)
{
    struct position *p = s->at;
    do
        if (!settle_all(s, p))
            return false;
    while (!is_empty(&p->open) && cross_houses(s, p));
    PM_ASSERT_SLOW(position_is_sound(s));
    return true;
}

/* ---- Guesses -------------------------------------------------------------------------- */

static int lowest_digit(const struct search *s, const struct position *p, int cell)
{
    int d = 0;
    while (d < s->digits - 1 && !has(&p->plane[d], cell))
        d++;
    return d;
}

static bool choose_place(const struct search *s, struct position *p)
{
    for (int h = 0; h < s->house_count; h++)
        for (int d = 0; d < s->digits; d++) {
            struct set places = common(&p->plane[d], &s->house[h]);
            int cell = is_empty(&places) ? 0 : first(&places);
            drop(&places, cell);
            if (is_empty(&places) || has_two(&places))
                continue;
            p->guess_cell = cell;
            p->guess_digit = d;
            return true;
        }
    return false;
}

static int narrowest_cell(const struct search *s, const struct position *p)
{
    int best = -1, fewest = s->digits + 1;
    for (int cell = 0; cell < s->cells; cell++) {
        int n = 0;
        for (int d = 0; d < s->digits; d++)
            n += has(&p->plane[d], cell);
        if (n > 1 && n < fewest) {
            fewest = n;
            best = cell;
        }
    }
    return best;
}

/* Where to guess, and what; false: no cell is open. */
static bool choose(struct search *s)
{
    struct position *p = s->at;
    if (is_empty(&p->open))
        return false;
    struct sums sums = sum_up(s, p);
    struct set pairs = sums.two;
    subtract(&pairs, &sums.three);
    if (is_empty(&pairs) && choose_place(s, p))
        return true;
    p->guess_cell = is_empty(&pairs) ? narrowest_cell(s, p) : first(&pairs);
    p->guess_digit = lowest_digit(s, p, p->guess_cell);
    return true;
}

static bool report(struct search *s)
{
    int answer[PM_PLANES_MAX_CELLS];
    for (int cell = 0; cell < s->cells; cell++)
        answer[cell] = lowest_digit(s, s->at, cell) + 1;
    return pm_search_found(s->search, answer);
}

/* Every guess settles an open cell for good as long as it holds, so the depth is bounded by the
 * cells. */
static bool guess(struct search *s)
{
    const struct position *p = s->at++;
    assert(has(&p->open, p->guess_cell) && has(&p->plane[p->guess_digit], p->guess_cell));
    assert(s->at < s->position + MAX_DEPTH);
    *s->at = *p;
    settle(s, s->at, p->guess_digit, p->guess_cell);
    return true;
}

/* The last guess is refuted or exhausted. */
static bool go_back(struct search *s)
{
    if (s->at == s->position)
        return false;
    struct position *p = --s->at;
    drop(&p->plane[p->guess_digit], p->guess_cell);
    return true;
}

#include "kernels/depth_first.h"

/* Pairs of houses that share more than one cell. */
static void find_crossings(struct search *s)
{
    s->crossing_count = 0;
    for (int a = 0; a < s->house_count; a++)
        for (int b = 0; b < a && s->crossing_count < MAX_CROSSINGS; b++) {
            struct set both = common(&s->house[a], &s->house[b]);
            if (!has_two(&both))
                continue;
            struct crossing *c = &s->crossing[s->crossing_count++];
            c->mine = s->house[a];
            c->other = s->house[b];
            subtract(&c->mine, &both);
            subtract(&c->other, &both);
        }
}

static void set_up(struct search *s, const struct pm_houses *board)
{
    struct position *p = s->at = &s->position[0];
    *p = (struct position){.guess_cell = 0};
    s->all = (struct set){{0, 0}};
    for (int cell = 0; cell < board->cells; cell++) {
        s->peers[cell] = (struct set){{0, 0}};
        s->in[cell] = 0;
        add(&s->all, cell);
        for (int d = 0; d < board->digits; d++)
            if (board->allowed[cell] >> (d + 1) & 1)
                add(&p->plane[d], cell);
    }
    p->open = s->all;
    for (int h = 0; h < board->house_count; h++) {
        const int *cells = board->houses + h * board->digits;
        s->house[h] = (struct set){{0, 0}};
        for (int i = 0; i < board->digits; i++)
            add(&s->house[h], cells[i]);
        for (int i = 0; i < board->digits; i++) {
            s->in[cells[i]] |= UINT64_C(1) << h;
            s->peers[cells[i]].word[0] |= s->house[h].word[0];
            s->peers[cells[i]].word[1] |= s->house[h].word[1];
        }
    }
    for (int cell = 0; cell < board->cells; cell++)
        drop(&s->peers[cell], cell);
    for (int d = 0; d < board->digits; d++)
        p->wanting[d] = ~UINT64_C(0) >> (64 - board->house_count);
    find_crossings(s);
}

pulma_status pm_planes_search(const struct pm_houses *board, struct pm_search *search)
{
    assert(1 <= board->digits && board->digits <= PM_PLANES_MAX_DIGITS);
    assert(board->cells <= PM_PLANES_MAX_CELLS && board->house_count <= MAX_HOUSES);
    assert(!search->rng);
    struct search s; /* large, and filled as far as it is used */
    s.search = search;
    s.digits = board->digits;
    s.cells = board->cells;
    s.house_count = board->house_count;
    set_up(&s, board);
    return depth_first(&s);
}
