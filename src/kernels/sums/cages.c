/* Killer sudoku by vectors.
 *
 * The board lies in nine vectors as in bands.c, whose moves do all that follows from rows,
 * columns and boxes in a fifth of a microsecond.  The rules about sums are looked at one by one
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

#include "core/invariant.h"
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
    int first; /* its cells, from cell[first] and at[first] on */
    int most;  /* digits that they may hold, together, if a look is to pay */
    struct pm_sums_total total; /* one part: only `cells` and `sum` count */
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
    uint64_t wakes[CELLS][WORDS];      /* the rules of each cell */
    float blame[CELLS], weight;        /* of cells, and of the next contradiction */
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

static inline void wake(const struct search *s, struct waiting *w, int cell)
{
    for (int i = 0; i < s->words; i++)
        w->woken[i] |= s->wakes[cell][i];
}

static inline void let_sleep(struct waiting *w, int rule)
{
    w->woken[rule / 64] &= ~(UINT64_C(1) << rule % 64);
}

/* Makes a board that waits like another one and wakes the rules of cells that differ from what
 * they were before. */
static void renew(const struct search *s, struct waiting *w,
                  const union pm_bands_board *before, const union pm_bands_board *like)
{
    union pm_sums_cells changed;
    s->fits->renew(&w->board, before, like, &changed);
    for (int i = 0; i < PM_SUMS_CELL_WORDS; i++)
        for (uint64_t left = changed.word[i]; left; left &= left - 1)
            wake(s, w, s->number[64 * i + __builtin_ctzll(left)]);
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

/* The houses; false: a contradiction. */
static bool settle(struct search *s, struct waiting *w)
{
    union pm_bands_board unused;
    uint16_t first = w->board.cell[0][0];
    const struct pm_bands_guess nothing = {0, first, first};
    if (s->moves->settle(&w->board, &nothing, s->diagonals, true, &s->settled, &unused) &
        1) {
        renew(s, w, &w->board, &s->settled);
        return true;
    }
    blame_empty(s, &s->settled);
    return false;
}

/* Takes a digit from all cells that see each of its places in the rule; false: one of them has
 * nothing else. */
static bool take_elsewhere(const struct search *s, struct waiting *w, const struct rule *r,
                           const pm_sums_set *set, unsigned digit, bool *changed)
{
    union pm_sums_cells holding;
    uint64_t seeing[PM_SUMS_CELL_WORDS];
    uint16_t *sets = sets_of(&w->board);
    memset(seeing, 0xFF, sizeof seeing);
    for (int i = 0; i < r->total.cells; i++) {
        const union pm_sums_cells *apart = &s->apart[s->cell[r->first + i]];
        uint64_t elsewhere = set[i] & digit ? 0 : ~UINT64_C(0);
        for (int k = 0; k < PM_SUMS_CELL_WORDS; k++)
            seeing[k] &= apart->word[k] | elsewhere;
    }
    s->fits->holding(&w->board, digit, &holding);
    for (int k = 0; k < PM_SUMS_CELL_WORDS; k++)
        for (uint64_t left = seeing[k] & holding.word[k]; left; left &= left - 1) {
            int cell = s->number[64 * k + __builtin_ctzll(left)], at = s->place[cell];
            sets[at] &= (uint16_t)~digit;
            if (!sets[at])
                return false;
            wake(s, w, cell);
            *changed = true;
        }
    return true;
}

/* Digits that the cells need and that have several places there. */
static bool look_beyond(const struct search *s, struct waiting *w, const struct rule *r,
                        const pm_sums_set *set, unsigned needed, bool *changed)
{
    unsigned once = 0, twice = 0;
    for (int i = 0; i < r->total.cells; i++) {
        twice |= once & set[i];
        once |= set[i];
    }
    for (needed &= twice; needed; needed &= needed - 1)
        if (!take_elsewhere(s, w, r, set, lowest(needed), changed))
            return false;
    return true;
}

/* Looks at a rule; false: a contradiction. */
static bool look(struct search *s, struct waiting *w, int rule, bool *changed)
{
    const struct rule *r = &s->rules[rule];
    const uint8_t *at = s->at + r->first;
    uint16_t *sets = sets_of(&w->board);
    pm_sums_set set[CELLS];
    unsigned needed = 0;
    int digits = 0;
    for (int i = 0; i < r->total.cells; i++) {
        set[i] = sets[at[i]];
        digits += s->tables.size[set[i]];
    }
    if (digits > r->most && s->guessing) {
        let_sleep(w, rule);
        return true;
    }
    if (!(r->total.parts == 1
              ? s->fits->part(&s->tables, set, r->total.cells, r->total.sum, &needed)
              : s->fits->total(&s->tables, &r->total, set)))
        return false;
    for (int i = 0; i < r->total.cells; i++)
        if (set[i] != sets[at[i]]) {
            PM_ASSERT_SLOW((set[i] & ~sets[at[i]]) == 0);
            sets[at[i]] = set[i];
            wake(s, w, s->cell[r->first + i]);
            *changed = true;
        }
    let_sleep(w, rule); /* it would find nothing new */
    return !needed || look_beyond(s, w, r, set, needed, changed);
}

/* The first rule that waits to be looked at, or -1. */
static int next_woken(const struct search *s, const struct waiting *w)
{
    for (int i = 0; i < s->words; i++)
        if (w->woken[i])
            return 64 * i + __builtin_ctzll(w->woken[i]);
    return -1;
}

static void blame_rule(struct search *s, const struct rule *r)
{
    float share = RULE_BLAME * s->weight / (float)r->total.cells;
    for (int i = 0; i < r->total.cells; i++)
        s->blame[s->cell[r->first + i]] += share;
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
    while ((rule = next_woken(s, w)) >= 0) {
        bool changed = false;
        if (!look(s, w, rule, &changed)) {
            blame_rule(s, &s->rules[rule]);
            return false;
        }
        if (changed && !settle(s, w))
            return false;
    }
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

/* The cell that stands at a place of the vectors, as a set. */
static union pm_sums_cells only(unsigned place)
{
    union pm_sums_cells cells = {{0}};
    cells.lane[place % PM_BANDS_LANES] = (uint16_t)(1 << place / PM_BANDS_LANES);
    return cells;
}

static void set_apart(struct search *s, int a, int b)
{
    if (a != b)
        s->apart[a].vector |= only(s->place[b]).vector;
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
            house[houses[k]].vector |= only(s->place[i]).vector;
    for (int i = 0; i < CELLS; i++) {
        s->apart[i].vector = (pm_lanes){0};
        for (int k = houses_of(i, s->diagonals, houses); k-- > 0;)
            s->apart[i].vector |= house[houses[k]].vector;
        s->apart[i].vector &= ~only(s->place[i]).vector;
    }
}

static void add_rule(struct search *s, const struct pm_sums *b, int rule, int *listed,
                     int *parts)
{
    const struct pm_sums_rule *from = &b->rules[rule];
    struct rule *r = &s->rules[rule];
    *r = (struct rule){
        *listed, 0, {.sum = from->sum, .parts = from->n, .size = s->size + *parts}};
    int minus = 0;
    for (int p = from->first; p < from->first + from->n; p++) {
        const struct pm_sums_part *part = &b->parts[p];
        const int *cells = b->list + part->first;
        assert(part->minus || !minus);
        s->size[(*parts)++] = (uint8_t)part->n;
        minus += part->minus ? part->n : 0;
        for (int i = 0; i < part->n; i++) {
            for (int k = 0; k < part->n; k++)
                set_apart(s, cells[i], cells[k]);
            s->cell[*listed] = (uint8_t)cells[i];
            s->at[(*listed)++] = s->place[cells[i]];
            s->wakes[cells[i]][rule / 64] |= UINT64_C(1) << rule % 64;
        }
    }
    assert(*listed <= PM_CAGES_MAX_LISTED && *parts <= PM_CAGES_MAX_LISTED);
    r->total.cells = *listed - r->first;
    r->most = r->total.cells * (from->n == 1 ? ONE_PART : SEVERAL_PARTS) / 2;
    r->total.minus = r->total.cells - minus;
}

static void set_cells(struct search *s, const struct pm_sums *b)
{
    struct waiting *w = &s->waiting[0];
    for (int k = 0; k < 9; k++)
        w->board.vector[k] = (pm_lanes){0} + (uint16_t)ALL;
    for (int i = 0; i < CELLS; i++) {
        s->place[i] =
            (uint8_t)(PM_BANDS_LANES * (i / 9 % 3 * 3 + i % 3) + i / 27 * 4 + i % 9 / 3);
        const union pm_sums_cells this = only(s->place[i]);
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
    memset(s->wakes, 0, sizeof s->wakes);
    memset(w->woken, 0, sizeof w->woken);
    for (int i = 0; i < b->rule_count; i++) {
        add_rule(s, b, i, &listed, &parts);
        w->woken[i / 64] |= UINT64_C(1) << i % 64;
    }
    w->guessed = 0;
    if (!settle(s, w))
        return PULMA_OK;
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
