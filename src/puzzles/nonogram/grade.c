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
 * explainer's net propagates them; so both are done here in the same order.  test_nonogram.c
 * holds the outcome against the explainer. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/lines/short.h"
#include "puzzles/nonogram/nonogram.h"

enum { MAX_SIDE = PM_SHORT_CELLS, MAX_BLOCKS = PM_SHORT_BLOCKS, MAX_UNITS = 4 };

/* A variable of a line's rules: that a cell is painted, or that a block starts so many cells or
 * more after the earliest place that the clue allows. */
struct variable {
    uint64_t facts;      /* that made it what it is: cells of the line */
    signed char value;   /* 1, -1, or 0: open */
    signed char noticed; /* the same, as far as the net has come to it */
    signed char block;   /* -1 if it is a cell's */
    signed char offset;  /* of the block, or the cell */
};

struct line {
    struct pm_short_line blocks;
    int slack; /* places of each block, less one */
    signed char
        first[MAX_BLOCKS + 1]; /* earliest place of each block, and after the last */
    struct pm_short_known known, follows, alone; /* alone: from the clue */
    bool changed;                                /* it has to be looked at */
    int open;                                    /* terms of the rules with open cells */
    uint64_t fixed;                              /* cells that the clue alone tells */
    /* Blocks from -1 to count, each with offsets 0 to slack + 1, then the cells.  Block -1 has not
     * reached anything, block `count` everything, all have reached 0 and none slack + 1: with
     * these constants all rules have the same shape everywhere. */
    struct variable *variables;
    struct variable *block[MAX_BLOCKS + 1], *cell; /* of each block, of the cells */
    /* What a cell settles by itself if it is white, or painted, in the order of the rules: a
     * variable, negative if it becomes false, and a 0 behind the last. */
    short units[2][MAX_SIDE][MAX_UNITS + 1];
    unsigned char unit_count[2][MAX_SIDE];
    unsigned char terms[MAX_SIDE]; /* of each cell: rules that speak of it */
    uint64_t has_units[2];         /* cells */
};

static uint64_t set_of(struct pm_short_known known)
{
    return known.painted | known.white;
}

/* ---- The rules of a line ---- */

static int index_of(const struct line *l, int block, int offset)
{
    int most = l->slack + 1;
    return (block + 1) * (most + 1) + offset;
}

static struct variable *cell_of(const struct line *l, int cell)
{
    return l->cell + cell;
}

static void add_unit(struct line *l, bool painted, int cell, int variable, int value)
{
    int n = l->unit_count[painted][cell]++;
    assert(n < MAX_UNITS);
    l->units[painted][cell][n] = (short)(value * variable);
    l->units[painted][cell][n + 1] = 0;
    l->has_units[painted] |= UINT64_C(1) << cell;
}

/* A white cell that a block at its latest or earliest place would cover. */
static void add_white_units(struct line *l, int block)
{
    int length = l->blocks.length[block], first = l->first[block], slack = l->slack;
    for (int i = 0; i < length; i++) {
        int past = slack + 1 + i - length;
        if (past > 0)
            add_unit(l, false, first + slack + i, index_of(l, block, past), -1);
    }
    for (int i = 0; i < length; i++) {
        if (i < slack)
            add_unit(l, false, first + i, index_of(l, block, i + 1), 1);
        else
            l->fixed |= UINT64_C(1) << (first + i);
    }
}

/* A painted cell that would be in the gap before a block (or after the last), if the one before were
 * at its earliest place or this one at its latest. */
static void add_painted_units(struct line *l, int block)
{
    int first = l->first[block], slack = l->slack, count = l->blocks.count;
    if (count == 0)
        l->fixed = pm_short_all(&l->blocks);
    else if (block == 0)
        for (int i = 0; i < slack; i++)
            add_unit(l, true, i, index_of(l, 0, i + 1), -1);
    else if (block == count)
        for (int i = 0; i < slack; i++)
            add_unit(l, true, first - 1 + i, index_of(l, count - 1, i + 1), 1);
    else if (slack == 0)
        l->fixed |= UINT64_C(1) << (first - 1);
    else {
        add_unit(l, true, first - 1, index_of(l, block - 1, 1), 1);
        add_unit(l, true, first + slack - 1, index_of(l, block, slack), -1);
    }
}

/* Clauses that speak of a cell: it is in a block or beside it, it is in a gap or beside that. */
static void count_terms(struct line *l)
{
    int count = l->blocks.count;
    for (int block = 0; block <= count; block++) {
        int first = l->first[block], from = block > 0 ? first - 1 : 0;
        int to = block < count ? first + l->slack : l->blocks.n;
        for (int i = from; i < to; i++)
            l->terms[i]++;
        to = block < count ? first + l->slack + l->blocks.length[block] : first;
        for (int i = first; i < to; i++)
            l->terms[i]++;
    }
    for (int i = 0; i < l->blocks.n; i++)
        l->open += l->terms[i];
}

static struct variable constant(int value, int block, int offset)
{
    return (struct variable){0, (signed char)value, (signed char)value, (signed char)block,
                             (signed char)offset};
}

static void begin_variables(struct line *l)
{
    int count = l->blocks.count, most = l->slack + 1;
    struct variable *v = l->variables;
    for (int block = -1; block <= count; block++, v += most + 1) {
        if (block >= 0)
            l->block[block] = v;
        bool inside = block >= 0 && block < count;
        for (int offset = 0; offset <= most; offset++)
            v[offset] = constant(inside ? 0 : block < 0 ? -1 : 1, block, offset);
        v[0] = inside ? constant(1, block, 0) : v[0];
        v[most] = inside ? constant(-1, block, most) : v[most];
    }
    l->cell = v;
    for (int i = 0; i < l->blocks.n; i++)
        *v++ = constant(0, -1, i);
}

/* ---- Refutations ---- */

/* Variables that were set, in this order. */
struct trail {
    const struct line *line;
    struct variable *set[(MAX_BLOCKS + 3) * MAX_SIDE];
    int count, done;
    uint64_t facts; /* of the refutation */
};

static void set(struct trail *t, struct variable *v, int value, uint64_t facts)
{
    v->value = (signed char)value;
    v->facts = facts;
    t->set[t->count++] = v;
}

/* A clause one of whose literals is false because of `facts`; these are the others.  False: it is
 * broken, and the net has noticed that. */
static inline bool look(struct trail *t, uint64_t facts, struct variable *a, int a_value,
                        struct variable *b, int b_value)
{
    bool not_a = a->noticed == -a_value, not_b = b->noticed == -b_value;
    if (!(not_a | not_b)) /* mostly */
        return true;
    if (not_a & not_b)
        t->facts = facts | a->facts | b->facts;
    else if (not_b && a->value == 0)
        set(t, a, a_value, facts | b->facts);
    else if (not_a && b->value == 0)
        set(t, b, b_value, facts | a->facts);
    return !(not_a & not_b);
}

/* The same with one other literal. */
static inline bool look_at_two(struct trail *t, uint64_t facts, struct variable *a,
                               int value)
{
    if (a->value == 0)
        set(t, a, value, facts);
    else if (a->noticed == -value) {
        t->facts = facts | a->facts;
        return false;
    }
    return true;
}

/* A block is this far or farther (1): its end, the gap before it, the next block, and less far.  Or it
 * is not (-1): the gap after it, its start, the block before, and farther. */
static inline bool spread_reach(struct trail *t, struct variable *v, const int is)
{
    const struct line *l = t->line;
    int length = l->blocks.length[v->block], stride = l->slack + 2;
    int most = is > 0 ? l->slack + 1 - v->offset : v->offset;
    struct variable *cell = cell_of(l, l->first[v->block] + v->offset - 1);
    struct variable *past = v + is * (length < most ? length : most);
    struct variable *other = v - is * (stride - 1);
    uint64_t facts = v->facts;
    return look(t, facts, is > 0 ? past : other, is, cell + length, is) &&
           look(t, facts, is > 0 ? other : past, is, cell, -is) &&
           look_at_two(t, facts, v + is * stride, is) && look_at_two(t, facts, v - is, is);
}

/* A painted cell is in no gap. */
static bool spread_painted(struct trail *t, const struct variable *v)
{
    const struct line *l = t->line;
    int block = l->blocks.count, next = v->offset + 1;
    while (l->first[block] > next)
        block--;
    for (; block >= 0 && l->first[block] >= next - l->slack; block--) {
        struct variable *gap = l->block[block] + next - l->first[block];
        if (!look(t, v->facts, gap - l->slack - 1, 1, gap, -1))
            return false;
    }
    return true;
}

/* A white cell is in no block. */
static bool spread_white(struct trail *t, const struct variable *v)
{
    const struct line *l = t->line;
    int block = l->blocks.count - 1, next = v->offset + 1;
    while (block >= 0 && l->first[block] >= next)
        block--;
    for (; block >= 0; block--) {
        int offset = next - l->first[block], past = offset - l->blocks.length[block];
        if (past > l->slack)
            break;
        struct variable *to = l->block[block] + (offset > l->slack ? l->slack + 1 : offset);
        struct variable *from = l->block[block] + (past < 0 ? 0 : past);
        if (!look(t, v->facts, to, 1, from, -1))
            return false;
    }
    return true;
}

/* False: a contradiction. */
static bool propagate(struct trail *t)
{
    bool ok = true;
    while (ok && t->done < t->count) {
        struct variable *v = t->set[t->done++];
        v->noticed = v->value;
        if (v->block >= 0)
            ok = v->value > 0 ? spread_reach(t, v, 1) : spread_reach(t, v, -1);
        else
            ok = v->value > 0 ? spread_painted(t, v) : spread_white(t, v);
    }
    return ok;
}

/* What single cells settle that are painted or white, or that the clue tells, from the first on. */
static void set_units(struct trail *t, uint64_t painted, uint64_t white)
{
    const struct line *l = t->line;
    uint64_t units[] = {white & l->has_units[false], painted & l->has_units[true]};
    uint64_t fixed = l->fixed & ~(painted | white);
    for (uint64_t cells = units[0] | units[1] | fixed; cells; cells &= cells - 1) {
        int i = __builtin_ctzll(cells);
        struct variable *cell = cell_of(l, i);
        if (fixed >> i & 1) {
            set(t, cell, l->follows.painted >> i & 1 ? 1 : -1, 0);
            continue;
        }
        for (const short *unit = l->units[units[1] >> i & 1][i]; *unit; unit++) {
            struct variable *v = &l->variables[abs(*unit)];
            if (v->value == 0)
                set(t, v, *unit < 0 ? -1 : 1, cell->facts);
        }
    }
}

/* Leaves cells open, or makes them again what is known. */
static void open_cells(const struct line *l, uint64_t cells, bool open)
{
    for (; cells; cells &= cells - 1) {
        int i = __builtin_ctzll(cells);
        int value = l->known.painted >> i & 1 ? 1 : -1;
        *cell_of(l, i) = constant(open ? 0 : value, -1, i);
        cell_of(l, i)->facts = cells & -cells;
    }
}

/* The facts by which propagation refutes the opposite of what follows for a cell from those that are
 * known.  From known cells on all clauses have at most one literal of each sign, so it always does. */
static uint64_t refute(const struct line *l, int cell, uint64_t known, struct trail *t)
{
    uint64_t bit = UINT64_C(1) << cell, later = set_of(l->known) & ~known;
    bool white = l->follows.painted & bit; /* to the contrary */
    t->line = l;
    t->count = 0;
    t->facts = 0;
    open_cells(l, later, true);
    set(t, cell_of(l, cell), white ? -1 : 1, 0);
    t->set[0]->noticed = t->set[0]->value;
    t->done = 1;
    set_units(t, (l->known.painted & known) | (white ? 0 : bit),
              (l->known.white & known) | (white ? bit : 0));
    bool refuted = !propagate(t);
    assert(refuted);
    (void)refuted;
    for (int i = 0; i < t->count; i++)
        t->set[i]->value = t->set[i]->noticed = 0;
    open_cells(l, later, false);
    return t->facts;
}

/* ---- Steps ---- */

/* A place that follows from a line, and how its opposite is refuted by what was known when that was
 * found.  One fact is needed at least unless the clue is enough; whether it takes more is found out when
 * the candidate may be the next step. */
struct candidate {
    int line, cell, fact_count; /* cell: of the line */
    int next;                   /* place with as many facts; -1: none */
    bool counted;
    uint64_t facts, known; /* the facts of the refutation; all of the line */
};

enum { OPEN = -2, LISTED = -1 }; /* not learnt yet; LISTED: but a candidate */

struct grading {
    int rows, columns, lines, words; /* words: of a set of places */
    struct line *line;
    int changed[2 * MAX_SIDE], changed_count; /* lines to be looked at */
    uint64_t fresh[2 * MAX_SIDE]; /* what follows in these that did not before */
    struct variable *variables;   /* of all lines */
    struct candidate *candidates; /* by place */
    uint64_t few[2][MAX_SIDE * MAX_SIDE / 64 + 1]; /* places that take no fact, or one */
    int first[MAX_SIDE + 1]; /* others, by number of facts; -1: none */
    int *learnt;             /* by place: when, or the below */
    int learnt_count, steps, plain;
    struct trail trail;
};

/* How many variables it takes. */
static int read_line(const struct pm_short_line *blocks, struct line *l)
{
    int at = 0;
    l->blocks = *blocks;
    for (int k = 0; k < blocks->count; k++) {
        l->first[k] = (signed char)at;
        at += blocks->length[k] + 1;
    }
    l->first[blocks->count] = (signed char)at;
    l->slack = blocks->count > 0 ? blocks->n + 1 - at : blocks->n;
    return (blocks->count + 2) * (l->slack + 2) + blocks->n;
}

static void begin_line(struct line *l, struct variable *variables)
{
    l->known = l->follows = (struct pm_short_known){0};
    l->changed = false;
    l->open = 0;
    l->fixed = l->has_units[false] = l->has_units[true] = 0;
    l->variables = variables;
    memset(l->terms, 0, sizeof l->terms);
    memset(l->unit_count, 0, sizeof l->unit_count);
    begin_variables(l);
    count_terms(l);
    for (int k = 0; k < l->blocks.count; k++)
        add_white_units(l, k);
    for (int k = 0; k <= l->blocks.count; k++)
        add_painted_units(l, k);
}

static void change_line(struct grading *g, int line)
{
    if (!g->line[line].changed)
        g->changed[g->changed_count++] = line;
    g->line[line].changed = true;
}

static bool begin_lines(const struct pm_short_line *lines, struct grading *g)
{
    size_t count = 0, at[2 * MAX_SIDE];
    for (int i = 0; i < g->lines; i++) {
        at[i] = count;
        count += (size_t)read_line(&lines[i], &g->line[i]);
    }
    g->variables = malloc(count * sizeof *g->variables);
    for (int i = 0; i < g->lines && g->variables; i++) {
        begin_line(&g->line[i], g->variables + at[i]);
        change_line(g, i);
    }
    return g->variables != NULL;
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
    g->variables = NULL;
    g->line = malloc((size_t)g->lines * sizeof *g->line);
    g->candidates = malloc(cells * sizeof *g->candidates);
    g->learnt = malloc(cells * sizeof *g->learnt);
    for (size_t i = 0; i < cells && g->learnt; i++)
        g->learnt[i] = OPEN;
    for (int i = 0; i <= MAX_SIDE; i++)
        g->first[i] = -1;
    return g->line && g->candidates && g->learnt && begin_lines(lines, g);
}

static void end(struct grading *g)
{
    free(g->line);
    free(g->variables);
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
    c->facts = refute(l, c->cell, known, &g->trail);
    c->fact_count = 0;
    for (uint64_t left = c->facts; left; left &= left - 1) /* mostly few */
        c->fact_count++;
    c->counted = true;
}

static struct pm_short_known look_at_facts(const struct line *l, uint64_t facts)
{
    return pm_short_look(&l->blocks, (struct pm_short_known){facts & l->known.painted,
                                                             facts & l->known.white});
}

static void list_candidate(struct grading *g, int place, int line, int cell)
{
    uint64_t known = set_of(g->line[line].known);
    int fact_count = known != 0;
    bool counted = (known & (known - 1)) == 0;
    g->candidates[place] =
        (struct candidate){line, cell, fact_count, -1, counted, known, known};
    g->few[fact_count][place / 64] |= UINT64_C(1) << place % 64;
    g->learnt[place] = LISTED;
}

/* Looks at the lines that have changed and lists what follows.  From the clues alone a row and a column may
 * tell the same: the row comes first.  Later they do not, as a step changes lines of one direction. */
static void list_candidates(struct grading *g)
{
    for (int i = 0; i < g->changed_count; i++) {
        struct line *l = &g->line[g->changed[i]];
        struct pm_short_known was = l->follows, now = pm_short_look(&l->blocks, l->known);
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

/* Of candidates with as many facts, more than one. */
static bool is_easier(const struct grading *g, int place, int other)
{
    const struct candidate *a = &g->candidates[place], *b = &g->candidates[other];
    int more = g->line[a->line].open - g->line[b->line].open;
    return more != 0 ? more < 0 : place < other;
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
        g->first[c->fact_count] = place;
    }
    return place;
}

/* Drops what is known by now; -1: there is none. */
static int easiest(struct grading *g)
{
    int best = first_of(g, g->few[0]);
    best = best < 0 ? first_of_one(g) : best;
    for (int n = 2; n <= MAX_SIDE && best < 0; n++)
        for (int *link = &g->first[n]; *link >= 0;) {
            int place = *link;
            if (g->learnt[place] >= 0) {
                *link = g->candidates[place].next;
                continue;
            }
            best = best < 0 || is_easier(g, place, best) ? place : best;
            link = &g->candidates[place].next;
        }
    return best;
}

static void learn_in(struct grading *g, int line, int i, bool painted)
{
    struct line *l = &g->line[line];
    uint64_t bit = UINT64_C(1) << i;
    struct variable *cell = cell_of(l, i);
    *(painted ? &l->known.painted : &l->known.white) |= bit;
    l->open -= l->terms[i];
    cell->value = cell->noticed = painted ? 1 : -1;
    cell->facts = bit;
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
    for (uint64_t left = facts; left; left &= left - 1) {
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
        facts = pm_short_fits(&l->blocks, known) ? facts : fewer;
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
