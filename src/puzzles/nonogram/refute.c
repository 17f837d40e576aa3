/* Which facts a refutation uses, as the explainer's net has it.
 *
 * The net sets what a clause tells as soon as it has noticed that all other literals are false, and
 * notices what it has set in the same order, until a clause is broken.  Each literal keeps the facts of
 * the clause that set it first.  Doing that literal by literal costs a few jumps each that no processor
 * foresees; so it is done in rounds first, with sets of literals: what the net notices in a round is
 * what clauses tell in the round before, and only the order within a round is lost.  Going
 * back from the clauses that are broken tells which literals and facts can have had a part.  Mostly it is one
 * fact, or each of them is needed, and nothing else has to be known.  Otherwise the net is followed
 * in its order, with these literals only.
 *
 * There are four kinds of clauses (rules.c).  A white cell is in no block: that is farther, or not
 * so far that it would reach the cell.  A painted cell is in no gap: the block before it is farther, or
 * the one after it not so far.  A block that is so far is also less far, and so far is the next block. */
#include "puzzles/nonogram/refute.h"

#include <assert.h>
#include <string.h>

enum { CELLS = PM_REFUTE_CELLS };

static uint64_t up_to(int n) /* the first bits */
{
    return (UINT64_C(1) << n) - 1;
}

/* The row of a block, the one before the first and the one after the last being blocks too. */
static int row_of(int block)
{
    return block + 2;
}

void pm_refute_begin(const struct pm_short_line *blocks, struct pm_refute_line *line)
{
    int at = 0;
    line->blocks = *blocks;
    for (int k = 0; k < blocks->count; k++) {
        line->first[k] = (signed char)at;
        at += blocks->length[k] + 1;
    }
    line->first[blocks->count] = (signed char)at;
    line->slack = blocks->count > 0 ? blocks->n + 1 - at : blocks->n;
}

/* ---- In rounds ---- */

/* Constants, and cells. */
static void begin_stage(const struct pm_refute_line *l, struct pm_short_known cells,
                        struct pm_refute_stage *s)
{
    int last = row_of(l->blocks.count);
    for (int row = row_of(0); row < last; row++) {
        s->is[1][row] = 1;
        s->is[0][row] = ~up_to(l->slack + 1);
    }
    s->is[1][row_of(-1)] = 0;
    s->is[0][row_of(-1)] = UINT64_MAX;
    s->is[1][last] = up_to(l->slack + 1);
    s->is[0][last] = 0;
    s->is[1][CELLS] = cells.painted << 1;
    s->is[0][CELLS] = cells.white << 1;
}

/* A round: adds all that clauses tell.  False: one is broken. */
static bool next_stage(const struct pm_refute_line *l, const struct pm_refute_stage *s,
                       struct pm_refute_stage *next)
{
    const uint64_t inside = up_to(l->slack + 1) & ~UINT64_C(1);
    uint64_t painted = 0, white = 0, broken = 0;
    uint64_t left = s->is[1][row_of(-1)], late = s->is[0][row_of(-1)] >> 1, reached = 0;
    for (int k = 0, row = row_of(0);; k++, row++) {
        int first = l->first[k];
        uint64_t is = s->is[1][row], is_not = s->is[0][row];
        uint64_t filled = s->is[1][CELLS] >> first, blank = s->is[0][CELLS] >> first;
        white |= (is & late) << first;
        /* The gap before this block tells the block before. */
        next->is[1][row - 1] = reached | ((is & filled) << 1 & inside);
        if (k == l->blocks.count) {
            next->is[1][row] = is;
            next->is[0][row] = is_not;
            break;
        }
        int length = l->blocks.length[k];
        uint64_t from = is << length | up_to(length), farther = (left | is >> 1) & inside;
        painted |= (from & is_not) << first;
        broken |= farther & is_not;
        next->is[0][row] =
            is_not | (inside & ((is_not & blank) >> length | (late & filled) |
                                s->is[0][row + 1] | is_not << 1));
        reached = is | farther | (from & blank & inside);
        left = is;
        late = is_not >> 1;
    }
    white &= pm_short_all(&l->blocks) << 1;
    next->is[1][row_of(-1)] = 0;
    next->is[0][row_of(-1)] = UINT64_MAX;
    next->is[1][CELLS] = s->is[1][CELLS] | painted;
    next->is[0][CELLS] = s->is[0][CELLS] | white;
    return !(broken | (painted & s->is[0][CELLS]) | (white & s->is[1][CELLS]));
}

/* The literals of all clauses that are broken. */
static void begin_used(const struct pm_refute_line *l, const struct pm_refute_stage *s,
                       struct pm_refute_stage *used)
{
    const uint64_t inside = up_to(l->slack + 1) & ~UINT64_C(1);
    int count = l->blocks.count;
    for (int row = 0; row <= row_of(count); row++)
        used->is[0][row] = used->is[1][row] = 0;
    for (int k = 0, row = row_of(0); k <= count; k++, row++) {
        int first = l->first[k];
        uint64_t is = s->is[1][row], is_not = s->is[0][row];
        uint64_t gap = is & s->is[0][row - 1] >> 1 & s->is[1][CELLS] >> first;
        used->is[1][row] |= gap;
        used->is[0][row - 1] |= gap << 1;
        used->is[1][CELLS] |= gap << first;
        if (k == count)
            break;
        int length = l->blocks.length[k];
        uint64_t hole = (is << length | up_to(length)) & is_not & s->is[0][CELLS] >> first;
        uint64_t left = s->is[1][row - 1] & is_not & inside,
                 less = is >> 1 & is_not & inside;
        used->is[1][row - 1] |= left;
        used->is[1][row] |= hole >> length | less << 1;
        used->is[0][row] |= hole | left | less;
        used->is[0][CELLS] |= hole << first;
    }
}

/* Adds those that tell, in a stage, what is used and new in the next one. */
static void add_used(const struct pm_refute_line *l, const struct pm_refute_stage *s,
                     const struct pm_refute_stage *next, struct pm_refute_stage *used)
{
    const uint64_t inside = up_to(l->slack + 1) & ~UINT64_C(1);
    uint64_t painted = used->is[1][CELLS] & next->is[1][CELLS] & ~s->is[1][CELLS];
    uint64_t white = used->is[0][CELLS] & next->is[0][CELLS] & ~s->is[0][CELLS];
    uint64_t new_left = 0;
    for (int k = 0, row = row_of(0);; k++, row++) {
        int first = l->first[k];
        uint64_t is = s->is[1][row], is_not = s->is[0][row], late = s->is[0][row - 1] >> 1;
        uint64_t filled = s->is[1][CELLS] >> first, blank = s->is[0][CELLS] >> first;
        uint64_t new_is = used->is[1][row] & next->is[1][row] & ~is & inside;
        uint64_t new_not = used->is[0][row] & next->is[0][row] & ~is_not & inside;
        uint64_t before = new_left >> 1 & is & filled, after = new_not & late & filled;
        uint64_t gap = white >> first & is & late;
        used->is[1][row] |= before | gap;
        used->is[0][row - 1] |= (after | gap) << 1;
        used->is[1][CELLS] |= (before | after) << first;
        new_left = new_is;
        if (k == l->blocks.count)
            break;
        int length = l->blocks.length[k];
        uint64_t from = is << length | up_to(length),
                 block = painted >> first & from & is_not;
        uint64_t to = new_is & from & blank, past = new_not << length & is_not & blank;
        used->is[1][row - 1] |= new_is & s->is[1][row - 1];
        used->is[1][row] |= (to | block) >> length | (new_is << 1 & is);
        used->is[0][row] |= past | block | (new_not >> 1 & is_not);
        used->is[0][row + 1] |= new_not & s->is[0][row + 1];
        used->is[0][CELLS] |= (to | past) << first;
    }
}

/* The literals that can have had a part: all, if it takes too many rounds. */
static void find_used(struct pm_refutation *r, struct pm_short_known cells)
{
    int n = 0;
    begin_stage(r->line, cells, &r->stage[0]);
    while (n + 1 < PM_REFUTE_STAGES && next_stage(r->line, &r->stage[n], &r->stage[n + 1]))
        n++;
    if (n + 1 == PM_REFUTE_STAGES) {
        memset(&r->used, UINT8_MAX, sizeof r->used);
        return;
    }
    begin_used(r->line, &r->stage[n], &r->used);
    for (; n > 0; n--)
        add_used(r->line, &r->stage[n - 1], &r->stage[n], &r->used);
}

/* ---- In order ---- */

struct literal {
    int row, bit;
    bool value;
};

static bool has(const struct pm_refute_stage *s, struct literal a)
{
    return s->is[a.value][a.row] >> a.bit & 1;
}

static bool is_false(const struct pm_refutation *r, struct literal a)
{
    return r->noticed.is[!a.value][a.row] >> a.bit & 1;
}

/* 0 for constants, and for the cell that is tried. */
static uint64_t facts_of(const struct pm_refutation *r, struct literal a)
{
    a.value = !a.value;
    if (!has(&r->stage[0], a))
        return r->facts[a.row][a.bit];
    return a.row == CELLS ? UINT64_C(1) << (a.bit - 1) & r->cells : 0;
}

static void set(struct pm_refutation *r, struct literal a, uint64_t facts)
{
    bool is_set = (r->set.is[0][a.row] | r->set.is[1][a.row]) >> a.bit & 1;
    if (is_set || !has(&r->used, a))
        return;
    r->set.is[a.value][a.row] |= UINT64_C(1) << a.bit;
    r->facts[a.row][a.bit] = facts;
    r->trail[r->count++] = (short)(a.row * 64 + a.bit);
}

/* A clause one of whose literals is false because of `facts`; these are the others.  False: it is
 * broken. */
static inline bool look(struct pm_refutation *r, uint64_t *facts, struct literal a,
                        struct literal b)
{
    bool not_a = is_false(r, a), not_b = is_false(r, b);
    if (not_a && not_b)
        *facts |= facts_of(r, a) | facts_of(r, b);
    else if (not_b)
        set(r, a, *facts | facts_of(r, b));
    else if (not_a)
        set(r, b, *facts | facts_of(r, a));
    return !(not_a && not_b);
}

/* The same with one other literal. */
static inline bool look_at_two(struct pm_refutation *r, uint64_t *facts, struct literal a)
{
    bool broken = is_false(r, a);
    if (broken)
        *facts |= facts_of(r, a);
    else
        set(r, a, *facts);
    return !broken;
}

/* A block is this far or farther: its end, the gap before it, the next block, and less far. */
static bool spread_far(struct pm_refutation *r, int row, int offset, uint64_t *facts)
{
    const struct pm_refute_line *l = r->line;
    int at = l->first[row - row_of(0)] + offset;
    int length = l->blocks.length[row - row_of(0)], most = l->slack + 1;
    int past = offset + length < most ? offset + length : most;
    return look(r, facts, (struct literal){row, past, true},
                (struct literal){CELLS, at + length, true}) &&
           look(r, facts, (struct literal){row - 1, offset + 1, true},
                (struct literal){CELLS, at, false}) &&
           look_at_two(r, facts, (struct literal){row + 1, offset, true}) &&
           look_at_two(r, facts, (struct literal){row, offset - 1, true});
}

/* It is not: the gap after it, its start, the block before, and farther. */
static bool spread_near(struct pm_refutation *r, int row, int offset, uint64_t *facts)
{
    const struct pm_refute_line *l = r->line;
    int at = l->first[row - row_of(0)] + offset;
    int length = l->blocks.length[row - row_of(0)];
    int past = offset > length ? offset - length : 0;
    return look(r, facts, (struct literal){row + 1, offset - 1, false},
                (struct literal){CELLS, at + length, false}) &&
           look(r, facts, (struct literal){row, past, false},
                (struct literal){CELLS, at, true}) &&
           look_at_two(r, facts, (struct literal){row - 1, offset, false}) &&
           look_at_two(r, facts, (struct literal){row, offset + 1, false});
}

/* A painted cell is not in the gap before this block, a white one not in the block. */
static bool spread_into(struct pm_refutation *r, int block, int bit, bool painted,
                        uint64_t *facts)
{
    const struct pm_refute_line *l = r->line;
    int row = row_of(block), offset = bit - l->first[block], most = l->slack + 1;
    if (painted)
        return offset < 0 || offset >= most ||
               look(r, facts, (struct literal){row - 1, offset + 1, true},
                    (struct literal){row, offset, false});
    int past = block < l->blocks.count ? offset - l->blocks.length[block] : most;
    return offset <= 0 || past >= most ||
           look(r, facts, (struct literal){row, offset < most ? offset : most, true},
                (struct literal){row, past < 0 ? 0 : past, false});
}

static bool spread_cell(struct pm_refutation *r, int bit, bool painted, uint64_t *facts)
{
    bool ok = true;
    for (int block = r->line->blocks.count; ok && block >= 0; block--)
        ok = spread_into(r, block, bit, painted, facts);
    return ok;
}

/* What single cells settle that are known or tried, or that the clue tells, from the first on. */
static void set_units(struct pm_refutation *r)
{
    uint64_t known = r->stage[0].is[0][CELLS] | r->stage[0].is[1][CELLS];
    uint64_t told = r->stage[1].is[0][CELLS] | r->stage[1].is[1][CELLS];
    uint64_t used = r->used.is[0][CELLS] | r->used.is[1][CELLS];
    for (uint64_t left = told & used; left; left &= left - 1) {
        int bit = __builtin_ctzll(left);
        bool painted = r->stage[1].is[1][CELLS] >> bit & 1;
        uint64_t facts = UINT64_C(1) << (bit - 1) & r->cells;
        if (known >> bit & 1)
            for (int block = 0; block <= r->line->blocks.count; block++)
                spread_into(r, block, bit, painted, &facts);
        else
            set(r, (struct literal){CELLS, bit, painted}, 0);
    }
}

static void copy_stage(const struct pm_refutation *r, const struct pm_refute_stage *from,
                       struct pm_refute_stage *to)
{
    size_t rows = (size_t)row_of(r->line->blocks.count) + 1; /* mostly few of all */
    for (int value = 0; value < 2; value++)
        memcpy(to->is[value], from->is[value], rows * sizeof **to->is);
}

static uint64_t follow(struct pm_refutation *r)
{
    copy_stage(r, &r->stage[0], &r->set);
    copy_stage(r, &r->stage[0], &r->noticed);
    r->count = 0;
    set_units(r);
    bool ok = true;
    uint64_t facts = 0;
    for (int i = 0; ok; i++) {
        assert(i < r->count);
        int row = r->trail[i] / 64, bit = r->trail[i] % 64;
        bool value = r->set.is[1][row] >> bit & 1;
        r->noticed.is[value][row] |= UINT64_C(1) << bit;
        facts = r->facts[row][bit];
        ok = row == CELLS ? spread_cell(r, bit, value, &facts)
             : value      ? spread_far(r, row, bit, &facts)
                          : spread_near(r, row, bit, &facts);
    }
    return facts;
}

/* ---- Both ---- */

static bool are_needed(const struct pm_refute_line *l, struct pm_short_known cells,
                       uint64_t facts, uint64_t cell)
{
    bool needed = true;
    for (uint64_t left = facts; needed && left; left &= left - 1) {
        uint64_t rest = (facts & ~(left & -left)) | cell;
        struct pm_short_known fewer = {cells.painted & rest, cells.white & rest};
        needed = pm_short_fits(&l->blocks, fewer);
    }
    return needed;
}

uint64_t pm_refute(const struct pm_refute_line *line, struct pm_short_known known, int cell,
                   bool painted, struct pm_refutation *r)
{
    uint64_t bit = UINT64_C(1) << cell, facts;
    r->line = line;
    r->cells = known.painted | known.white;
    *(painted ? &known.painted : &known.white) |= bit;
    find_used(r, known);
    facts = (r->used.is[0][CELLS] | r->used.is[1][CELLS]) >> 1 & r->cells;
    r->all_needed = (facts & (facts - 1)) == 0 || are_needed(line, known, facts, bit);
    return r->all_needed ? facts : follow(r);
}
