/* Killer sudoku by vectors.
 *
 * The board lies in nine vectors as in bands.c, whose moves do all that follows from rows,
 * columns and boxes in a tenth of a microsecond.  The rules about sums are looked at one by one
 * (fit.h), the cells of each gathered from the board and put back; as soon as one of them
 * takes something away, the houses have their turn again, since they are so cheap.  A digit that
 * some cells of a rule cannot do without leaves all cells that see each of its places there.
 * A fifth of the looks or more would be at sums whose cells have most digits left, and hardly one
 * in fifty of these finds anything: from the first guess on such sums are left alone until their
 * cells lose more.
 *
 * When nothing follows any more, the search guesses in a cell that has few digits left for the
 * blame that it has collected.  Each contradiction is blamed on the last guess, on the cells of
 * the rule that found it, or on what surrounds a cell without any digit, and counts a little more
 * than the one before.  How blame is shared decides how many guesses a hard board takes, by
 * factors of two and three; the shares below were found by trial, on the
 * killers that docs/kinds/sudoku.md lists.
 *
 * Invariants: a board that waits has gone through the houses, and `woken` has all rules with
 * cells that changed since they were looked at or left alone; none is left alone whose cells are
 * fixed.  For each board that waits a further cell was fixed on the way to the board of the moment,
 * so there are never more of them than cells.  What is tried, and in which order, depends on the
 * board alone, not on the path. */
#include "kernels/sums/cages.h"

#include <assert.h>
#include <string.h>

#include "kernels/houses/bands_lanes.h"
#include "kernels/sums/fit.h"

enum {
    CELLS = 81,
    HOUSES = 29, /* rows, columns, boxes, diagonals */
    WORDS = PM_CAGES_MAX_RULES / 64,
    MAX_WAITING = CELLS + 2,
    ALL = PM_BANDS_ALL,
    /* Twice the digits for each cell, on average, beyond which guesses do without a look. */
    ONE_PART = 14,
    SEVERAL_PARTS = 11,
};

/* What a contradiction adds to the blame of the last guess, of all cells of the rule together,
 * and of a cell without digits and each that sees it; how much more the next one counts; and
 * where all numbers are made smaller again. */
static const float GUESS_BLAME = 2, RULE_BLAME = 1, EMPTY_BLAME = 1;
static const float GROWTH = 1.002F, TOO_LARGE = 1e12F, LEAST = 1e-6F;

struct rule {
    int most; /* digits that its cells may hold, together, if a look is to pay */
    struct pm_sums_view view;
};

/* The rules of some cells of a box, one word of them: for each set of its first four positions,
 * and of the other five.  (To go through changed cells one by one takes three times as long.) */
struct waker {
    uint64_t first[16], others[32];
};

struct waiting {
    union pm_bands_board board;
    uint64_t woken[WORDS]; /* rules that have to be looked at */
    int guessed;           /* the cell of the last guess */
};

struct search {
    const struct pm_bands_moves *moves;
    const struct pm_sums_fits *fits;
    struct pm_search *search;
    bool diagonals;
    bool guessing; /* there was a guess */
    int words;     /* of sets of rules that are in use */
    struct rule rules[PM_CAGES_MAX_RULES];
    uint8_t cell[PM_CAGES_MAX_LISTED], at[PM_CAGES_MAX_LISTED]; /* numbers, and places */
    uint8_t size[PM_CAGES_MAX_LISTED];                          /* of parts */
    uint8_t place[CELLS];
    uint8_t number[PM_SUMS_CELL_BITS]; /* the cell of each bit of a set */
    union pm_sums_cells apart[CELLS];  /* those that have another digit than this one */
    union pm_bands_board
        unseen[CELLS]; /* all bits where the digit of this one may stand as well */
    struct waker wakers[WORDS][9]; /* of each box */
    float blame[CELLS], weight;    /* of cells, and of the next contradiction */
    struct pm_sums_tables tables;
    int waiting_count;
    struct waiting waiting[MAX_WAITING];
    union pm_bands_board settled; /* what the houses leave of the board of the moment */
};

static uint16_t *sets_of(union pm_bands_board *board)
{
    return &board->cell[0][0];
}

/* ---- What follows --------------------------------------------------------------------- */

static inline void let_sleep(struct waiting *w, int rule)
{
    w->woken[rule / 64] &= ~(UINT64_C(1) << rule % 64);
}

/* Wakes the rules of some cells. */
static inline void wake(const struct search *s, struct waiting *w,
                        const union pm_sums_cells *cells)
{
    for (int i = 0; i < s->words; i++) {
        uint64_t woken = 0;
#pragma GCC unroll 9
        for (int box = 0; box < 9; box++) {
            const struct waker *waker = &s->wakers[i][box];
            unsigned changed = cells->lane[box / 3 * 4 + box % 3];
            woken |= waker->first[changed % 16] | waker->others[changed / 16];
        }
        w->woken[i] |= woken;
    }
}

/* Makes a board that waits like another one and wakes the rules of cells that differ from what
 * they were before. */
static void renew(const struct search *s, struct waiting *w,
                  const union pm_bands_board *before, const union pm_bands_board *like)
{
    union pm_sums_cells changed;
    s->fits->renew(&w->board, before, like, &changed);
    wake(s, w, &changed);
}

/* Blames what surrounds the cells without a digit. */
static void blame_empty(struct search *s, const union pm_bands_board *board)
{
    for (int i = 0; i < CELLS; i++) {
        if ((&board->cell[0][0])[s->place[i]])
            continue;
        s->blame[i] += EMPTY_BLAME * s->weight;
        for (int w = 0; w < PM_SUMS_CELL_WORDS; w++)
            for (uint64_t left = s->apart[i].word[w]; left; left &= left - 1)
                s->blame[s->number[64 * w + __builtin_ctzll(left)]] +=
                    EMPTY_BLAME * s->weight;
    }
}

static void blame_rule(struct search *s, const struct pm_sums_view *v)
{
    float share = RULE_BLAME * s->weight / (float)v->total.cells;
    for (int i = 0; i < v->total.cells; i++)
        s->blame[v->cell[i]] += share;
}

/* Whether a rule's cells differ on two boards. */
static bool differ(const struct pm_sums_view *v, const union pm_bands_board *a,
                   const union pm_bands_board *b)
{
    unsigned differing = 0;
    for (int i = 0; i < v->total.cells; i++)
        differing |= (&a->cell[0][0])[v->at[i]] ^ (&b->cell[0][0])[v->at[i]];
    return differing != 0;
}

/* The houses; false: a contradiction. */
static bool settle(struct search *s, const union pm_bands_board *board)
{
    union pm_bands_board unused;
    uint16_t first = board->cell[0][0];
    const struct pm_bands_guess nothing = {0, first, first};
    if (s->moves->settle(board, &nothing, s->diagonals, true, &s->settled, &unused) & 1)
        return true;
    blame_empty(s, &s->settled);
    return false;
}

/* Looks at a rule and lets the houses have their turn; false: a contradiction. */
static bool look(struct search *s, struct waiting *w, int rule)
{
    const struct pm_sums_view *v = &s->rules[rule].view;
    union pm_bands_board after;
    let_sleep(w, rule);
    switch (s->fits->look(&s->tables, v, s->guessing ? s->rules[rule].most : INT32_MAX,
                          &w->board, &after)) {
    case PM_SUMS_NOTHING:
        return true;
    case PM_SUMS_CONTRADICTION:
        blame_rule(s, v);
        return false;
    case PM_SUMS_SOMETHING:
        break;
    }
    if (!settle(s, &after))
        return false;
    renew(s, w, &w->board, &s->settled);
    if (!differ(v, &after, &s->settled))
        let_sleep(w, rule); /* it would find nothing new */
    return true;
}

/* The first rule that waits to be looked at, or -1. */
static int next_woken(const struct search *s, const struct waiting *w)
{
    for (int i = 0; i < s->words; i++)
        if (w->woken[i])
            return 64 * i + __builtin_ctzll(w->woken[i]);
    return -1;
}

static void blame_guess(struct search *s, int cell)
{
    s->blame[cell] += GUESS_BLAME * s->weight;
    s->weight *= GROWTH;
    if (s->weight < TOO_LARGE)
        return;
    for (int i = 0; i < CELLS; i++)
        s->blame[i] = s->blame[i] / TOO_LARGE + LEAST; /* never nothing: see choose() */
    s->weight /= TOO_LARGE;
}

/* Draws all conclusions; false: a contradiction. */
static bool conclude(struct search *s, struct waiting *w)
{
    int rule;
    while ((rule = next_woken(s, w)) >= 0)
        if (!look(s, w, rule))
            return false;
    return true;
}

/* ---- Search --------------------------------------------------------------------------- */

/* The open cell with the fewest digits for its blame, which every cell has some of; -1: none is
 * open. */
static int choose(const struct search *s, const union pm_bands_board *board)
{
    static const float share[] = {0,       0,       1 / 2.F, 1 / 3.F, 1 / 4.F,
                                  1 / 5.F, 1 / 6.F, 1 / 7.F, 1 / 8.F, 1 / 9.F};
    const uint16_t *sets = &board->cell[0][0];
    float most = 0;
    int best = -1;
    for (int i = 0; i < CELLS; i++) {
        float score = s->blame[i] * share[s->tables.size[sets[s->place[i]]]];
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

static bool report(struct search *s, const union pm_bands_board *board)
{
    int answer[CELLS];
    for (int i = 0; i < CELLS; i++)
        answer[i] = lowest_digit((&board->cell[0][0])[s->place[i]]);
    return pm_search_found(s->search, answer);
}

/* Puts the lowest digit into a cell of the last board that waits, which goes on without it, and
 * lets the board with it wait behind; none of them if they contradict the houses. */
static void guess(struct search *s, int cell)
{
    struct waiting *rest = &s->waiting[s->waiting_count - 1], *low = rest + 1;
    unsigned place = s->place[cell], set = sets_of(&rest->board)[place];
    const struct pm_bands_guess g = {place, (uint16_t)lowest(set),
                                     (uint16_t)(set & (set - 1))};
    assert(s->waiting_count < MAX_WAITING);
    unsigned sound =
        s->moves->settle(&rest->board, &g, s->diagonals, true, &low->board, &s->settled);
    memset(low->woken, 0, sizeof low->woken);
    low->guessed = rest->guessed = cell;
    if (sound & 1)
        renew(s, low, &rest->board, &low->board);
    if (sound & 2)
        renew(s, rest, &rest->board, &s->settled);
    s->blame[cell] += GUESS_BLAME * s->weight * (float)(2 - __builtin_popcount(sound));
    if (sound == 1)
        *rest = *low;
    s->waiting_count += __builtin_popcount(sound) - 1;
    assert(0 <= s->waiting_count && s->waiting_count <= MAX_WAITING);
}

static pulma_status run(struct search *s)
{
    while (s->waiting_count > 0) {
        struct waiting *w = &s->waiting[s->waiting_count - 1];
        if (!conclude(s, w)) {
            blame_guess(s, w->guessed);
            s->waiting_count--;
            continue;
        }
        int cell = choose(s, &w->board);
        if (cell < 0) {
            if (!report(s, &w->board))
                return PULMA_OK;
            s->waiting_count--;
            continue;
        }
        s->guessing = true;
        pulma_status status = pm_search_node(s->search);
        if (status)
            return status;
        guess(s, cell);
    }
    return PULMA_OK;
}

/* ---- The beginning -------------------------------------------------------------------- */

/* The cell that stands at a place of the vectors comes into a set, and leaves it. */
static void add(union pm_sums_cells *cells, unsigned place)
{
    cells->lane[place % PM_BANDS_LANES] |= (uint16_t)(1 << place / PM_BANDS_LANES);
}

static void take(union pm_sums_cells *cells, unsigned place)
{
    cells->lane[place % PM_BANDS_LANES] &= (uint16_t) ~(1 << place / PM_BANDS_LANES);
}

/* The houses of a cell: row, column, box, and diagonals that it lies on. */
static int houses_of(int cell, bool diagonals, int houses[5])
{
    int row = cell / 9, column = cell % 9, n = 0;
    houses[n++] = row;
    houses[n++] = 9 + column;
    houses[n++] = 18 + row / 3 * 3 + column / 3;
    if (diagonals && row == column)
        houses[n++] = 27;
    if (diagonals && row + column == 8)
        houses[n++] = 28;
    return n;
}

static void set_houses(struct search *s)
{
    union pm_sums_cells house[HOUSES] = {{{0}}};
    int houses[5];
    for (int i = 0; i < CELLS; i++)
        for (int k = houses_of(i, s->diagonals, houses); k-- > 0;)
            add(&house[houses[k]], s->place[i]);
    for (int i = 0; i < CELLS; i++) {
        s->apart[i].vector = (pm_lanes){0};
        for (int k = houses_of(i, s->diagonals, houses); k-- > 0;)
            s->apart[i].vector |= house[houses[k]].vector;
        take(&s->apart[i], s->place[i]);
    }
}

static void add_waker(struct search *s, int rule, int cell)
{
    struct waker *waker = &s->wakers[rule / 64][cell / 27 * 3 + cell % 9 / 3];
    int position = s->place[cell] / PM_BANDS_LANES;
    uint64_t *rules =
        position < 4 ? &waker->first[1 << position] : &waker->others[1 << (position - 4)];
    *rules |= UINT64_C(1) << rule % 64;
}

/* From sets of one cell to all others. */
static void fill(uint64_t *rules, int count)
{
    for (int some = 1; some < count; some++)
        rules[some] = rules[some & (some - 1)] | rules[some & -some];
}

static void fill_wakers(struct search *s)
{
    for (int i = 0; i < s->words; i++)
        for (int box = 0; box < 9; box++) {
            fill(s->wakers[i][box].first, 16);
            fill(s->wakers[i][box].others, 32);
        }
}

static void add_part(struct search *s, int rule, const int *cells, int n, int *listed)
{
    union pm_sums_cells part = {{0}};
    for (int i = 0; i < n; i++) {
        s->cell[*listed] = (uint8_t)cells[i];
        s->at[(*listed)++] = s->place[cells[i]];
        add(&part, s->place[cells[i]]);
        add_waker(s, rule, cells[i]);
    }
    s->rules[rule].view.own.vector |= part.vector;
    for (int i = 0; i < n; i++) {
        s->apart[cells[i]].vector |= part.vector;
        take(&s->apart[cells[i]], s->place[cells[i]]);
    }
}

static void add_rule(struct search *s, const struct pm_sums *b, int rule, int *listed,
                     int *parts)
{
    const struct pm_sums_rule *from = &b->rules[rule];
    struct rule *r = &s->rules[rule];
    int first = *listed, minus = 0;
    *r = (struct rule){
        .view = {.total = {.sum = from->sum, .parts = from->n, .size = s->size + *parts},
                 .cell = s->cell + first,
                 .at = s->at + first,
                 .unseen = s->unseen}};
    for (int p = from->first; p < from->first + from->n; p++) {
        const struct pm_sums_part *part = &b->parts[p];
        assert(part->minus || !minus);
        s->size[(*parts)++] = (uint8_t)part->n;
        minus += part->minus ? part->n : 0;
        add_part(s, rule, b->list + part->first, part->n, listed);
    }
    assert(*listed <= PM_CAGES_MAX_LISTED && *parts <= PM_CAGES_MAX_LISTED);
    int n = *listed - first;
    r->most = n * (from->n == 1 ? ONE_PART : SEVERAL_PARTS) / 2;
    r->view.total.cells = n;
    r->view.total.minus = n - minus;
}

static void set_unseen(struct search *s)
{
    for (int i = 0; i < CELLS; i++)
        for (int k = 0; k < 9; k++)
            s->unseen[i].vector[k] = (s->apart[i].vector >> k & 1) - 1;
}

static void set_cells(struct search *s, const struct pm_sums *b)
{
    struct waiting *w = &s->waiting[0];
    for (int k = 0; k < 9; k++)
        w->board.vector[k] = (pm_lanes){0} + (uint16_t)ALL;
    for (int i = 0; i < CELLS; i++) {
        s->place[i] =
            (uint8_t)(PM_BANDS_LANES * (i / 9 % 3 * 3 + i % 3) + i / 27 * 4 + i % 9 / 3);
        union pm_sums_cells this = {{0}};
        add(&this, s->place[i]);
        for (int k = 0; k < PM_SUMS_CELL_WORDS; k++)
            if (this.word[k])
                s->number[64 * k + __builtin_ctzll(this.word[k])] = (uint8_t)i;
        s->blame[i] = 1;
        sets_of(&w->board)[s->place[i]] = b->allowed[i] >> 1 & ALL;
    }
}

static pulma_status search(struct search *s, const struct pm_sums *b)
{
    int listed = 0, parts = 0;
    struct waiting *w = &s->waiting[0];
    set_cells(s, b);
    set_houses(s);
    s->words = (b->rule_count + 63) / 64;
    memset(s->wakers, 0, (size_t)s->words * sizeof *s->wakers);
    memset(w->woken, 0, sizeof w->woken);
    for (int i = 0; i < b->rule_count; i++) {
        add_rule(s, b, i, &listed, &parts);
        w->woken[i / 64] |= UINT64_C(1) << i % 64;
    }
    fill_wakers(s);
    set_unseen(s);
    w->guessed = 0;
    if (!settle(s, &w->board))
        return PULMA_OK;
    w->board = s->settled;
    s->waiting_count = 1;
    return run(s);
}

pulma_status pm_cages_search_by(enum pm_cpu path, const struct pm_sums *board,
                                bool diagonals, struct pm_search *asked)
{
    static const struct pm_bands_moves *const moves[] = {
        [PM_CPU_PLAIN] = &pm_bands_portable,
        [PM_CPU_AVX2] = &pm_bands_avx2,
        [PM_CPU_AVX512] = &pm_bands_avx512};
    assert(board->cells == CELLS && board->digits == 9);
    assert(board->rule_count <= PM_CAGES_MAX_RULES);
    struct search s; /* large, and filled as far as it is used */
    s.moves = moves[path];
    s.fits = pm_sums_fits_by(path);
    s.search = asked;
    s.diagonals = diagonals;
    s.guessing = false;
    s.waiting_count = 0;
    s.weight = 1;
    pm_sums_make_tables(&s.tables);
    return search(&s, board);
}

pulma_status pm_cages_search(const struct pm_sums *board, bool diagonals,
                             struct pm_search *asked)
{
    return pm_cages_search_by(pm_cpu_best(), board, diagonals, asked);
}
