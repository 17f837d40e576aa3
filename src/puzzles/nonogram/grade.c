/* What the explainer would make of a board that single lines solve: how many steps, and how many of
 * them need more than one fact.
 *
 * All steps have one rule then, so what the explainer does comes down to this.  Whatever follows from
 * a line is a candidate; as soon as it does, the facts are counted that a refutation of its
 * opposite uses.  The candidate with the fewest is the next step; of equal ones that whose line has
 * the fewest open terms, then the first.  Of the facts of its refutation those are left out, one by
 * one, that it can do without, and all that follows from the line and the rest is learnt.
 *
 * Whether something follows is asked of the line as a whole (kernels/lines/short.h).  Which facts a
 * refutation uses depends on the rules as they are stated (rules.c) and on the order in which the
 * explainer's net propagates them (refute.c).  test_nonogram.c holds the outcome against the explainer. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/lines/short.h"
#include "puzzles/nonogram/nonogram.h"
#include "puzzles/nonogram/refute.h"

enum { MAX_SIDE = PM_SHORT_CELLS };

struct line {
    struct pm_refute_line rules;
    struct pm_short_known known, follows, alone; /* alone: from the clue */
    bool changed;                                /* it has to be looked at */
    unsigned char terms[MAX_SIDE];               /* of each cell: rules that speak of it */
};

static uint64_t set_of(struct pm_short_known known)
{
    return known.painted | known.white;
}

/* Clauses that speak of a cell: it is in a block or beside it, it is in a gap or beside that.  How many
 * there are. */
static int count_terms(struct line *l)
{
    int count = l->rules.blocks.count, sum = 0;
    for (int block = 0; block <= count; block++) {
        int first = l->rules.first[block], from = block > 0 ? first - 1 : 0;
        int to = block < count ? first + l->rules.slack : l->rules.blocks.n;
        for (int i = from; i < to; i++)
            l->terms[i]++;
        to = block < count ? first + l->rules.slack + l->rules.blocks.length[block] : first;
        for (int i = first; i < to; i++)
            l->terms[i]++;
    }
    for (int i = 0; i < l->rules.blocks.n; i++)
        sum += l->terms[i];
    return sum;
}

/* ---- Steps ---- */

/* A place that follows from a line, and how its opposite is refuted by what was known when that was
 * found.  One fact is needed at least unless the clue is enough; whether it takes more is found out when
 * the candidate may be the next step. */
struct candidate {
    unsigned char line, cell, fact_count; /* cell: of the line */
    bool counted, all_needed;
    short next;            /* place with as many facts; -1: none */
    uint64_t facts, known; /* the facts of the refutation; all of the line */
};

enum { OPEN = -2, LISTED = -1 }; /* not learnt yet; LISTED: but a candidate */

struct grading {
    int rows, columns, lines, words; /* words: of a set of places */
    struct line *line;
    int open[2 * MAX_SIDE]; /* of each line: terms of its rules with open cells */
    int changed[2 * MAX_SIDE], changed_count; /* lines to be looked at */
    uint64_t fresh[2 * MAX_SIDE]; /* what follows in these that did not before */
    struct candidate *candidates; /* by place */
    uint64_t few[2][MAX_SIDE * MAX_SIDE / 64 + 1]; /* places that take no fact, or one */
    short first[MAX_SIDE + 1]; /* others, by number of facts; -1: none */
    int *learnt;               /* by place: when, or the below */
    int learnt_count, steps, plain;
    struct pm_refutation refutation;
};

static int begin_line(const struct pm_short_line *blocks, struct line *l)
{
    l->known = l->follows = (struct pm_short_known){0};
    l->changed = false;
    memset(l->terms, 0, sizeof l->terms);
    pm_refute_begin(blocks, &l->rules);
    return count_terms(l);
}

static void change_line(struct grading *g, int line)
{
    if (!g->line[line].changed)
        g->changed[g->changed_count++] = line;
    g->line[line].changed = true;
}

static bool begin(int rows, int columns, const struct pm_short_line *lines,
                  struct grading *g)
{
    size_t cells = (size_t)rows * (size_t)columns;
    g->rows = rows;
    g->columns = columns;
    g->lines = rows + columns;
    g->words = (int)(cells + 63) / 64;
    memset(g->few, 0, sizeof g->few);
    g->learnt_count = g->steps = g->plain = g->changed_count = 0;
    g->line = malloc((size_t)g->lines * sizeof *g->line);
    g->candidates = malloc(cells * sizeof *g->candidates);
    g->learnt = malloc(cells * sizeof *g->learnt);
    for (size_t i = 0; i < cells && g->learnt; i++)
        g->learnt[i] = OPEN;
    for (int i = 0; i <= MAX_SIDE; i++)
        g->first[i] = -1;
    for (int i = 0; i < g->lines && g->line; i++) {
        g->open[i] = begin_line(&lines[i], &g->line[i]);
        change_line(g, i);
    }
    return g->line && g->candidates && g->learnt;
}

static void end(struct grading *g)
{
    free(g->line);
    free(g->candidates);
    free(g->learnt);
}

static int place_of(const struct grading *g, int line, int i)
{
    return line < g->rows ? line * g->columns + i : i * g->columns + line - g->rows;
}

static bool follows(const struct line *l, int i)
{
    return set_of(l->follows) >> i & 1;
}

static void refute_in(struct grading *g, uint64_t known, struct candidate *c)
{
    const struct line *l = &g->line[c->line];
    struct pm_short_known cells = {known & l->known.painted, known & l->known.white};
    bool white = l->follows.painted >> c->cell & 1; /* to the contrary */
    c->facts = pm_refute(&l->rules, cells, c->cell, !white, &g->refutation);
    c->all_needed = g->refutation.all_needed;
    c->fact_count = 0;
    for (uint64_t left = c->facts; left; left &= left - 1) /* mostly few */
        c->fact_count++;
    c->counted = true;
}

static struct pm_short_known look_at_facts(const struct line *l, uint64_t facts)
{
    return pm_short_look(&l->rules.blocks, (struct pm_short_known){facts & l->known.painted,
                                                                   facts & l->known.white});
}

static void list_candidate(struct grading *g, int place, int line, int cell)
{
    uint64_t known = set_of(g->line[line].known);
    int fact_count = known != 0;
    bool counted = (known & (known - 1)) == 0;
    g->candidates[place] = (struct candidate){(unsigned char)line,
                                              (unsigned char)cell,
                                              (unsigned char)fact_count,
                                              counted,
                                              counted,
                                              -1,
                                              known,
                                              known};
    g->few[fact_count][place / 64] |= UINT64_C(1) << place % 64;
    g->learnt[place] = LISTED;
}

/* Looks at the lines that have changed and lists what follows.  From the clues alone a row and a column may
 * tell the same: the row comes first.  Later they do not, as a step changes lines of one direction. */
static void list_candidates(struct grading *g)
{
    for (int i = 0; i < g->changed_count; i++) {
        struct line *l = &g->line[g->changed[i]];
        struct pm_short_known was = l->follows,
                              now = pm_short_look(&l->rules.blocks, l->known);
        l->changed = false;
        l->follows = now;
        if (set_of(l->known) == 0)
            l->alone = now;
        g->fresh[i] = (now.painted ^ was.painted) | (now.white ^ was.white);
    }
    for (int i = 0; i < g->changed_count; i++)
        for (uint64_t left = g->fresh[i]; left; left &= left - 1) {
            int line = g->changed[i], cell = __builtin_ctzll(left);
            int place = place_of(g, line, cell);
            if (g->learnt[place] == OPEN)
                list_candidate(g, place, line, cell);
        }
    g->changed_count = 0;
}

/* By which candidates with as many facts, more than one, come one after another. */
static int order_of(const struct grading *g, int place)
{
    return g->open[g->candidates[place].line] * MAX_SIDE * MAX_SIDE + place;
}

/* The first place of a set; -1: none. */
static int first_of(const struct grading *g, const uint64_t *set)
{
    for (int i = 0; i < g->words; i++)
        if (set[i])
            return 64 * i + __builtin_ctzll(set[i]);
    return -1;
}

/* The first place that takes one fact; counts those of others before it. */
static int first_of_one(struct grading *g)
{
    int place;
    while ((place = first_of(g, g->few[1])) >= 0) {
        struct candidate *c = &g->candidates[place];
        if (!c->counted)
            refute_in(g, c->known, c);
        if (c->fact_count == 1)
            break;
        g->few[1][place / 64] &= ~(UINT64_C(1) << place % 64);
        c->next = g->first[c->fact_count];
        g->first[c->fact_count] = (short)place;
    }
    return place;
}

/* The next of those that take so many facts; drops what is known by now.  -1: there is none. */
static int first_of_more(struct grading *g, int fact_count)
{
    int best = -1, least = INT_MAX;
    for (short *link = &g->first[fact_count]; *link >= 0;) {
        int place = *link, order = order_of(g, place);
        struct candidate *c = &g->candidates[place];
        if (g->learnt[place] >= 0) {
            *link = c->next;
            continue;
        }
        best = order < least ? place : best;
        least = order < least ? order : least;
        link = &c->next;
    }
    return best;
}

/* -1: there is none. */
static int easiest(struct grading *g)
{
    int best = first_of(g, g->few[0]);
    best = best < 0 ? first_of_one(g) : best;
    for (int n = 2; n <= MAX_SIDE && best < 0; n++)
        best = first_of_more(g, n);
    return best;
}

static void learn_in(struct grading *g, int line, int i, bool painted)
{
    struct line *l = &g->line[line];
    uint64_t bit = UINT64_C(1) << i;
    *(painted ? &l->known.painted : &l->known.white) |= bit;
    g->open[line] -= l->terms[i];
    if (!follows(l, i))
        change_line(g, line);
}

static void learn(struct grading *g, int line, int cell, bool painted)
{
    int place = place_of(g, line, cell);
    g->learnt[place] = g->learnt_count++;
    g->few[0][place / 64] &= ~(UINT64_C(1) << place % 64);
    g->few[1][place / 64] &= ~(UINT64_C(1) << place % 64);
    learn_in(g, line, cell, painted);
    learn_in(g, line < g->rows ? g->rows + cell : cell,
             line < g->rows ? line : line - g->rows, painted);
}

/* Of the facts, what was learnt first first, leaves out those without which it still follows. */
static uint64_t needed_facts(const struct grading *g, const struct candidate *c)
{
    const struct line *l = &g->line[c->line];
    int list[MAX_SIDE], n = 0;
    uint64_t bit = UINT64_C(1) << c->cell, facts = c->facts;
    for (uint64_t left = c->all_needed ? 0 : facts; left; left &= left - 1) {
        int cell = __builtin_ctzll(left), at = n++;
        int when = g->learnt[place_of(g, c->line, cell)];
        for (; at > 0 && g->learnt[place_of(g, c->line, list[at - 1])] > when; at--)
            list[at] = list[at - 1];
        list[at] = cell;
    }
    for (int i = 0; i < n && n > 1; i++) {
        uint64_t fewer = facts & ~(UINT64_C(1) << list[i]);
        struct pm_short_known known = {fewer & l->known.painted, fewer & l->known.white};
        *(l->follows.painted & bit ? &known.white : &known.painted) |= bit;
        facts = pm_short_fits(&l->rules.blocks, known) ? facts : fewer;
    }
    return facts;
}

static void take_step(struct grading *g, int place)
{
    struct candidate *c = &g->candidates[place];
    const struct line *l = &g->line[c->line];
    uint64_t known = set_of(l->known), facts = 0;
    struct pm_short_known follow = l->alone;
    if (c->fact_count > 0) {
        if (c->known != known)
            refute_in(g, known, c);
        facts = needed_facts(g, c);
        follow = facts == known ? l->follows : look_at_facts(l, facts);
    }
    uint64_t told = (follow.painted | follow.white) & ~known;
    uint64_t bit = UINT64_C(1) << c->cell;
    assert(told & bit);
    g->steps++;
    g->plain += (facts & (facts - 1)) != 0;
    learn(g, c->line, c->cell, (follow.painted & bit) != 0);
    for (told &= ~bit; told; told &= told - 1) {
        int i = __builtin_ctzll(told);
        learn(g, c->line, i, follow.painted >> i & 1);
    }
}

bool pm_nonogram_grade(int rows, int columns, const struct pm_short_line *lines,
                       double *rating)
{
    struct grading *g = malloc(sizeof *g);
    bool ok = g && begin(rows, columns, lines, g);
    while (ok && g->learnt_count < rows * columns) {
        list_candidates(g);
        int next = easiest(g);
        ok = next >= 0;
        if (ok)
            take_step(g, next);
    }
    if (ok)
        *rating = pm_share_rating(1, g->plain, g->steps);
    if (g)
        end(g);
    free(g);
    return ok;
}

/* False: a length is not told. */
static bool read_clue(const struct pm_nonogram *board, int index,
                      struct pm_short_line *line)
{
    const struct pm_clue *clue = &board->clues[index];
    bool told = true;
    line->n = pm_line_cells(board, index);
    line->count = clue->n;
    for (int k = 0; k < clue->n; k++) {
        line->length[k] = (unsigned char)clue->blocks[k].length;
        told &= clue->blocks[k].length > 0;
    }
    return told;
}

/* Lines of one cell could be clues that count as known; those of more than a word are rare. */
bool pm_nonogram_rate_soon(const void *puzzle, double *rating)
{
    const struct pm_nonogram *board = puzzle;
    struct pm_short_line lines[2 * MAX_SIDE];
    bool ok = board->paints == 1 && board->rows >= 2 && board->columns >= 2 &&
              board->rows <= MAX_SIDE && board->columns <= MAX_SIDE;
    *rating = board->rating;
    if (board->rating > 0)
        return true;
    for (int i = 0; ok && i < board->rows * board->columns; i++)
        ok = board->given[i] == PULMA_EMPTY;
    for (int i = 0; ok && i < board->rows + board->columns; i++)
        ok = read_clue(board, i, &lines[i]);
    return ok && pm_nonogram_grade(board->rows, board->columns, lines, rating);
}
