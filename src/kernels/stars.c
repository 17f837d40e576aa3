/* Star battles by search with strong reasoning.
 *
 * The board is kept twice, as words of open cells for the rows and for the columns, so that
 * everything said about rows holds for columns by taking the other view.  A cell is open as
 * long as it may still get a star; a row, column or island (a group) knows how many stars it
 * still needs.
 *
 * What carries the reasoning is packing.  Of the open cells in a line, no two neighbours get
 * stars, so a run of n cells holds at most (n + 1) / 2 of them.  The same holds for two lines
 * beside each other taken together (a strip): a column of the strip holds one star, and
 * neighbouring columns do not both.  An island cut into strips holds at most the sum of what
 * its strips hold.  Where at least K stars must be in a strip that holds at most K or K + 1, a
 * cell falls out as soon as a star on it would leave too little room (strip_reason).
 *
 * Cheap reasons come first: counting, then packing of lines and islands, then strips, then
 * islands that are confined to as many lines as they fill.  Where those inside a range of lines
 * fill only a part of it, the rest of these lines is as good as an island with what is left to be
 * filled.  Each group climbs through these stages, and begins again when one of its cells falls
 * out.  When nothing more follows, the
 * search branches on a cell of the group with the least choice for its weight: a group at which
 * a contradiction showed gets heavier, so that what is hard is settled near the root (the weighted
 * degree of Boussemart et al. 2004; half the branchings on hard boards of 14x14), and so do the
 * groups that took its cells (two thirds of the branchings that remain at 21x21).  Near the root
 * the search stays at a group until it is filled, once the weights are worth something: they
 * change much between the two ways of such a branching, and to refute a cell here and a cell there
 * settles nothing (half of the branchings on the hardest boards).
 *
 * Invariants: the two views agree; a cell of a group that needs no more stars is not open; an
 * island's `left` is the number of its open cells. */
#include "kernels/stars.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"

enum { SIDE = 64, ROWS = 0, COLUMNS = 1, ISLANDS = 2, NOBODY = 255 };

/* Above so many guesses, and after so many branchings in vain, the search stays at a group until it
 * is filled. */
enum { STEADY = 4, WARM = 300 };

/* The stages of reasoning that a group waits for. */
enum stage { COUNT, PACK, STRIP, STAGES };

/* What changes along a path of the search; copied at each branching. */
struct position {
    uint64_t open[2][SIDE];      /* by rows (bits are columns) and by columns */
    uint64_t waiting[STAGES][3]; /* groups that wait for a stage, bits are their numbers */
    signed char need[3][SIDE];   /* stars that a group still needs */
    int left[SIDE];              /* open cells of an island */
    int placed;                  /* stars on the trail */
    unsigned char group;         /* where the last branching was, to go on there; NOBODY */
    bool broken;                 /* no answer this way */
    bool stirred;                /* a cell fell out since confinement was looked at */
};

struct search {
    int lines[2]; /* rows, columns */
    int islands;
    bool thorough; /* all stages; on the smallest boards counting and trying is faster */
    unsigned char island_at[SIDE * SIDE];    /* by cell_at() */
    uint64_t shape[2][SIDE][SIDE];           /* by view, island, line: the island's cells */
    int first[2][SIDE], last[2][SIDE];       /* by view, island: its first and last line */
    unsigned char trail[SIDE * SIDE / 4][2]; /* row and column of the stars so far */
    unsigned char why[SIDE * SIDE];          /* by cell_at(): the group that took a cell */
    unsigned char actor; /* the group that is looked at, see code_of() */
    struct position now;
    struct position *frames; /* to come back to */
    int frame_count, frame_room;
    int row, column;        /* where to branch */
    double weight[3][SIDE]; /* of groups: how much they had to do with contradictions */
    double blame; /* what the next contradiction adds; it grows, so old ones fade */
    const struct pm_stars *board;
    struct pm_search *search;
};

static inline int groups_of(const struct search *s, int kind)
{
    return kind == ISLANDS ? s->islands : s->lines[kind];
}

static inline int ones(uint64_t x)
{
#if defined STARS_AVX2 || defined __POPCNT__
    return __builtin_popcountll(x);
#else
    /* Without the instruction the compiler would call a function. */
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(x * 0x0101010101010101 >> 56);
#endif
}

static inline int lowest(uint64_t x)
{
    return __builtin_ctzll(x);
}

static inline uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/* A group as a number below NOBODY. */
static inline unsigned char code_of(int kind, int group)
{
    return (unsigned char)(SIDE * kind + group);
}

/* The number of the i-th cell of a line. */
static inline int cell_at(int view, int line, int i)
{
    return view == ROWS ? SIDE * line + i : SIDE * i + line;
}

/* The places i - 1, i and i + 1. */
static inline uint64_t around(int i)
{
    return i ? (uint64_t)7 << (i - 1) : 3;
}

/* ---- Changing the position ------------------------------------------------------------ */

/* Open cells of a line fall out. */
static void drop_open(struct search *s, int view, int line, uint64_t cells)
{
    struct position *p = &s->now;
    p->open[view][line] ^= cells;
    p->waiting[COUNT][view] |= bit(line);
    p->waiting[COUNT][!view] |= cells;
    p->stirred = true;
    for (; cells; cells &= cells - 1) {
        int i = lowest(cells);
        int cell = cell_at(view, line, i), island = s->island_at[cell];
        s->why[cell] = s->actor;
        p->open[!view][i] &= ~bit(line);
        p->waiting[COUNT][ISLANDS] |= bit(island);
        p->left[island]--;
    }
}

/* Those of the cells that are open, mostly none. */
static inline void drop(struct search *s, int view, int line, uint64_t cells)
{
    if (cells & s->now.open[view][line])
        drop_open(s, view, line, cells & s->now.open[view][line]);
}

static void drop_island(struct search *s, int view, int island, int from, int to)
{
    for (int line = from; line <= to; line++)
        drop(s, view, line, s->shape[view][island][line]);
}

/* A star on an open cell. */
static void place(struct search *s, int row, int column)
{
    struct position *p = &s->now;
    const int group[3] = {row, column, s->island_at[cell_at(ROWS, row, column)]};
    assert(p->open[ROWS][row] >> column & 1);
    assert(p->placed < (int)(sizeof s->trail / sizeof *s->trail));
    s->trail[p->placed][0] = (unsigned char)row;
    s->trail[p->placed++][1] = (unsigned char)column;
    if (row > 0)
        drop(s, ROWS, row - 1, around(column));
    drop(s, ROWS, row, around(column));
    if (row + 1 < s->lines[ROWS])
        drop(s, ROWS, row + 1, around(column));
    for (int kind = ROWS; kind <= ISLANDS; kind++) {
        p->waiting[COUNT][kind] |= bit(group[kind]);
        if (--p->need[kind][group[kind]] > 0)
            continue;
        if (kind == ISLANDS)
            drop_island(s, ROWS, group[kind], s->first[ROWS][group[kind]],
                        s->last[ROWS][group[kind]]);
        else
            drop(s, kind, group[kind], ~(uint64_t)0);
    }
}

static void place_in(struct search *s, int view, int line, int i)
{
    if (!(s->now.open[view][line] >> i & 1))
        s->now.broken = true; /* forced stars that touch or are too many */
    else if (view == ROWS)
        place(s, line, i);
    else
        place(s, i, line);
}

/* ---- Packing ---------------------------------------------------------------------------- */

/* The places of stars if each run is filled from its lower end: every other one, as many as
 * can be.  Adding its start to a run makes the run vanish, by carrying; so the runs that start
 * at even places are told from the others.  (Places are below 62, the carry has room.) */
static inline uint64_t pack_up(uint64_t cells)
{
    const uint64_t even = 0x5555555555555555;
    uint64_t starts = cells & ~(cells << 1);
    uint64_t from_even = cells & ~(cells + (starts & even));
    return (from_even & even) | (cells & ~from_even & ~even);
}

/* The same from the upper end, in steps that double: `linked` places have a run up to that step. */
static inline uint64_t pack_down(uint64_t cells)
{
    uint64_t stars = cells & ~(cells >> 1), linked = cells & cells >> 1 & cells >> 2;
    for (int step = 2; step < SIDE; linked &= linked >> step, step *= 2)
        stars |= stars >> step & linked;
    return stars;
}

static inline int room(uint64_t cells)
{
    return ones(pack_up(cells));
}

/* How much room is lost at each place by a star there, which takes that place and those beside
 * it: `one` at least 1, `two` at least 2, never more.  Below the star the run is still filled
 * from its lower end.  Above it, it may now be filled from its upper end, and that is one more
 * where the rest begins with a place of the latter filling but not of the former. */
static inline void losses(uint64_t cells, uint64_t packed, uint64_t *one, uint64_t *two)
{
    uint64_t regained = (pack_down(cells) & ~packed) >> 2;
    uint64_t both_sides = packed << 1 & packed >> 1;
    uint64_t some = packed | packed << 1 | packed >> 1;
    *one = both_sides | (some & ~regained);
    *two = both_sides & ~regained;
}

/* A star beside a strip, on the line next to `near`, takes three places of that line only.  Where
 * `far` has none of them it takes as much as on the strip; if two must be lost, only there. */
static void drop_beside(struct search *s, int view, int line, uint64_t suspects,
                        uint64_t near, uint64_t far, int least, int spare)
{
    if (!(suspects & s->now.open[view][line]))
        return;
    drop(s, view, line, suspects & ~(far | far << 1 | far >> 1));
    if (spare)
        return;
    /* It takes nothing where `far` has all that it takes from `near`. */
    const uint64_t alone = near & ~far;
    suspects &= s->now.open[view][line] & (alone | alone << 1 | alone >> 1);
    for (; suspects; suspects &= suspects - 1) {
        int i = lowest(suspects);
        if (room((near & ~around(i)) | far) < least)
            drop(s, view, line, bit(i));
    }
}

/* Among the cells a of a line and b of the next one there are at least `least` stars; b = 0
 * for a line alone.  What follows for these cells and those around them. */
static void strip_reason(struct search *s, int view, int line, uint64_t a, uint64_t b,
                         int least)
{
    uint64_t both = a | b, one, two;
    if (ones(both) > 2 * (least + 1))
        return; /* half of the places can be filled, so there is more than one to spare */
    uint64_t packed = pack_up(both);
    int spare = ones(packed) - least;
    if (spare < 0)
        s->now.broken = true;
    if (spare < 0 || spare > 1)
        return;
    losses(both, packed, &one, &two);
    /* A star on the strip counts itself, a star beside it only takes room. */
    uint64_t out = spare ? two : one, in = spare ? 0 : two;
    drop(s, view, line, (out & ~a) | (in & a));
    if (line + 1 < s->lines[view])
        drop(s, view, line + 1, (out & ~b) | (in & b));
    if (line > 0)
        drop_beside(s, view, line - 1, out, a, b, least, spare);
    if (b && line + 2 < s->lines[view])
        drop_beside(s, view, line + 2, out, b, a, least, spare);
    if (spare)
        return;
    /* A place without neighbours must be filled; where both lines have it, not yet. */
    for (uint64_t alone = both & ~(both << 1) & ~(both >> 1) & ~(a & b); alone;
         alone &= alone - 1)
        place_in(s, view, line + !(a & alone & -alone), lowest(alone));
}

static uint64_t island_cells(const struct search *s, int view, int island, int line)
{
    if (line < s->first[view][island] || line > s->last[view][island])
        return 0;
    return s->now.open[view][line] & s->shape[view][island][line];
}

/* The cells of lines from..to hold `need` stars at least; around these lines `cells` has none.  They
 * are cut into strips, in both ways. */
static void pack_region(struct search *s, int view, const uint64_t *cells, int from, int to,
                        int need, int most_spare)
{
    struct position *p = &s->now;
    const int placed = p->placed;
    for (int cut = 0; cut < 2 && p->placed == placed && !p->broken; cut++) {
        int spare = -need;
        for (int line = from - cut; line <= to && spare <= most_spare; line += 2)
            spare += room(cells[line] | cells[line + 1]);
        p->broken |= spare < 0;
        if (spare < 0 || spare > most_spare)
            continue;
        /* Each strip holds what it can, but for the spare.  Once a star is placed there is
         * less to be placed, and the turn comes again. */
        for (int line = from - cut; line <= to && p->placed == placed && !p->broken;
             line += 2) {
            uint64_t a = line < from ? 0 : cells[line] & p->open[view][line];
            uint64_t b = line == to ? 0 : cells[line + 1] & p->open[view][line + 1];
            int least = room(a | b) - spare;
            if (least > 0 && a)
                strip_reason(s, view, line, a, b, least);
            else if (least > 0)
                strip_reason(s, view, line + 1, b, 0, least);
        }
    }
}

/* ---- Confinement -------------------------------------------------------------------------- */

/* Where the islands that still need stars lie in a view, for ranges of lines that begin at a line
 * which goes down (begin_at). */
struct layout {
    uint64_t touching[SIDE]; /* by line: the islands with an open cell in it */
    uint64_t starting[SIDE]; /* by line: the islands whose first open cell lies in it */
    int last[SIDE];          /* by island: the line of its last open cell */
    int next[SIDE];          /* by island: the first line of a range that it touches */
    /* What a range gains by its last line, by line: */
    uint64_t ending[SIDE]; /* islands that now are inside */
    int fixed[SIDE];       /* stars that they need */
    int possible[SIDE];    /* stars of islands that it did not touch before */
    int cells[SIDE];       /* open cells outside of islands that are inside */
};

static void lay_out(struct search *s, int view, struct layout *l)
{
    for (int line = 0; line < s->lines[view]; line++) {
        l->touching[line] = l->starting[line] = l->ending[line] = 0;
        l->fixed[line] = l->possible[line] = 0;
        l->cells[line] = ones(s->now.open[view][line]);
    }
    for (int island = 0; island < s->islands; island++) {
        int first = -1;
        if (s->now.need[ISLANDS][island] == 0)
            continue;
        for (int i = s->first[view][island]; i <= s->last[view][island]; i++) {
            if (!(s->now.open[view][i] & s->shape[view][island][i]))
                continue;
            l->touching[i] |= bit(island);
            first = first < 0 ? i : first;
            l->last[island] = i;
        }
        l->next[island] = -1;
        if (first >= 0)
            l->starting[first] |= bit(island);
    }
}

/* Ranges now begin at this line instead of the next. */
static void begin_at(const struct search *s, struct layout *l, int line)
{
    const struct position *p = &s->now;
    for (uint64_t rest = l->touching[line]; rest; rest &= rest - 1) {
        const int island = lowest(rest), need = p->need[ISLANDS][island];
        if (l->next[island] >= 0)
            l->possible[l->next[island]] -= need;
        l->next[island] = line;
        l->possible[line] += need;
    }
    for (uint64_t rest = l->starting[line]; rest; rest &= rest - 1) {
        const int island = lowest(rest), last = l->last[island];
        l->ending[last] |= bit(island);
        l->fixed[last] += p->need[ISLANDS][island];
        l->cells[last] -= p->left[island];
    }
}

/* The islands `inside` fill all that lines from..to need: no other island has a star there. */
static void keep_only(struct search *s, int view, uint64_t inside, int from, int to)
{
    for (int line = from; line <= to; line++) {
        uint64_t keep = 0;
        for (uint64_t rest = inside; rest; rest &= rest - 1)
            keep |= s->shape[view][lowest(rest)][line];
        drop(s, view, line, ~keep);
    }
}

/* The lines from..to take all stars of the islands that touch them: they have none elsewhere. */
static void draw_in(struct search *s, int view, uint64_t touching, int from, int to)
{
    for (; touching; touching &= touching - 1) {
        int island = lowest(touching), last = s->last[view][island];
        drop_island(s, view, island, s->first[view][island],
                    last < from - 1 ? last : from - 1);
        int begin = s->first[view][island] > to + 1 ? s->first[view][island] : to + 1;
        drop_island(s, view, island, begin, last);
    }
}

/* In lines from..to, `stars` lie outside of the islands inside: as if the rest of these lines were an
 * island. */
static void pack_rest(struct search *s, int view, const struct layout *l, uint64_t inside,
                      int from, int to, int stars)
{
    uint64_t store[SIDE], *cells = store + 1;
    for (int line = from; line <= to; line++) {
        cells[line] = s->now.open[view][line];
        for (uint64_t rest = inside & l->touching[line]; rest; rest &= rest - 1)
            cells[line] &= ~s->shape[view][lowest(rest)][line];
    }
    cells[from - 1] = cells[to + 1] = 0;
    pack_region(s, view, cells, from, to, stars, 0);
}

/* A line that is filled has no open cell, so a range with it is the one without it.  Once cells fell
 * out, the same range may give more, and is looked at again. */
static inline bool adds_nothing(const struct position *p, int view, int line)
{
    return p->need[view][line] == 0 && !p->stirred;
}

/* All ranges of lines: the islands inside need no more stars than the lines do (but for the `rest`),
 * the islands that touch no fewer. */
static void confine(struct search *s, int view)
{
    struct position *p = &s->now;
    const int placed = p->placed;
    struct layout l;
    lay_out(s, view, &l);
    for (int from = s->lines[view] - 1; from >= 0; from--) {
        if (adds_nothing(p, view, from))
            continue;
        uint64_t inside = 0, touching = 0;
        int rest = 0, possible = 0, cells = 0;
        begin_at(s, &l, from);
        for (int to = from; to < s->lines[view]; to++) {
            if (adds_nothing(p, view, to))
                continue;
            inside |= l.ending[to];
            touching |= l.touching[to];
            rest += p->need[view][to] - l.fixed[to];
            possible += l.possible[to] - p->need[view][to];
            cells += l.cells[to];
            p->broken = rest < 0 || possible < 0;
            if (inside == touching && !p->broken)
                continue;
            if (rest == 0)
                keep_only(s, view, inside, from, to);
            else if (inside && 2 * cells <= 5 * rest) /* with more there is mostly room */
                pack_rest(s, view, &l, inside, from, to, rest);
            if (possible == 0)
                draw_in(s, view, touching, from, to);
            if (p->broken || p->placed != placed)
                return;
        }
    }
}

/* ---- Stages --------------------------------------------------------------------------------- */

static void count_line(struct search *s, int view, int line)
{
    struct position *p = &s->now;
    uint64_t cells = p->open[view][line];
    int need = p->need[view][line], n = ones(cells);
    p->broken |= n < need;
    if (n > need || p->broken)
        return;
    for (; cells; cells &= cells - 1)
        place_in(s, view, line, lowest(cells));
}

static void count_island(struct search *s, int island)
{
    struct position *p = &s->now;
    int need = p->need[ISLANDS][island];
    p->broken |= p->left[island] < need;
    if (p->left[island] > need || p->broken)
        return;
    for (int row = s->first[ROWS][island]; row <= s->last[ROWS][island]; row++)
        for (uint64_t cells = island_cells(s, ROWS, island, row); cells; cells &= cells - 1)
            place_in(s, ROWS, row, lowest(cells));
}

static void pack_island(struct search *s, int island)
{
    struct position *p = &s->now;
    int need = p->need[ISLANDS][island];
    if (p->left[island] > 4 * (need + 1))
        return; /* a star takes four places of a cut at most */
    for (int view = ROWS; view <= COLUMNS; view++) {
        uint64_t store[SIDE], *cells = store + 1;
        const int from = s->first[view][island], to = s->last[view][island];
        for (int line = from; line <= to; line++)
            cells[line] = p->open[view][line] & s->shape[view][island][line];
        cells[from - 1] = cells[to + 1] = 0;
        if (p->need[ISLANDS][island] == need && !p->broken)
            pack_region(s, view, cells, from, to, need, 1);
    }
}

static void pair_lines(struct search *s, int view, int line)
{
    struct position *p = &s->now;
    for (int i = line - 1; i <= line && !p->broken; i++) {
        if (i < 0 || i + 1 >= s->lines[view])
            continue;
        if (i == line && p->waiting[STRIP][view] >> (line + 1) & 1)
            continue; /* its turn comes next */
        int need = p->need[view][i] + p->need[view][i + 1];
        if (p->need[view][i] && p->need[view][i + 1])
            strip_reason(s, view, i, p->open[view][i], p->open[view][i + 1], need);
    }
}

/* One group at one stage. */
static void reason(struct search *s, enum stage stage, int kind, int group)
{
    const struct position *p = &s->now;
    if (stage == COUNT && kind == ISLANDS)
        count_island(s, group);
    else if (stage == COUNT)
        count_line(s, kind, group);
    else if (stage == PACK && kind == ISLANDS)
        pack_island(s, group);
    else if (stage == PACK)
        strip_reason(s, kind, group, p->open[kind][group], 0, p->need[kind][group]);
    else if (stage == STRIP && kind != ISLANDS)
        pair_lines(s, kind, group);
}

/* The earliest stage that some group waits for; STAGES if there is none. */
static enum stage next_stage(const struct position *p)
{
    int stage = COUNT;
    while (stage < STAGES && !(p->waiting[stage][ROWS] | p->waiting[stage][COLUMNS] |
                               p->waiting[stage][ISLANDS]))
        stage++;
    return (enum stage)stage;
}

/* A contradiction showed at a group: it gets heavier, and so do those that took its cells. */
static void blame(struct search *s, int kind, int group)
{
    const int view = kind == COLUMNS ? COLUMNS : ROWS;
    const int last = kind == ISLANDS ? s->last[ROWS][group] : group;
    uint64_t took[4] = {0}; /* groups by kind; the last bit is NOBODY */
    for (int line = kind == ISLANDS ? s->first[ROWS][group] : group; line <= last; line++) {
        uint64_t cells =
            kind == ISLANDS ? s->shape[ROWS][group][line] : bit(s->lines[!view]) - 1;
        for (cells &= ~s->now.open[view][line]; cells; cells &= cells - 1) {
            int why = s->why[cell_at(view, line, lowest(cells))];
            took[why / SIDE] |= bit(why % SIDE);
        }
    }
    for (int k = ROWS; k <= ISLANDS; k++)
        for (; took[k]; took[k] &= took[k] - 1)
            s->weight[k][lowest(took[k])] += s->blame;
    s->weight[kind][group] += s->blame;
    s->blame *= 1.01; /* tuned on boards of 14x14 to 21x21: those on odd lines */
    if (s->blame < 1e100)
        return;
    s->blame *= 1e-100;
    for (int k = ROWS; k <= ISLANDS; k++)
        for (int i = 0; i < groups_of(s, k); i++)
            s->weight[k][i] *= 1e-100;
}

/* All groups of a kind that wait for a stage.  They go on to the next one. */
static void take_stage(struct search *s, enum stage stage, int kind)
{
    struct position *p = &s->now;
    while (p->waiting[stage][kind] && !p->broken) {
        int group = lowest(p->waiting[stage][kind]);
        p->waiting[stage][kind] &= p->waiting[stage][kind] - 1;
        if (p->need[kind][group] == 0)
            continue; /* nothing of it is open */
        if (s->thorough && stage + 1 < STAGES)
            p->waiting[stage + 1][kind] |= bit(group);
        s->actor = code_of(kind, group);
        reason(s, stage, kind, group);
        if (p->broken && s->thorough)
            blame(s, kind, group);
        if (stage != COUNT && p->waiting[COUNT][ROWS])
            return; /* something fell out: count first */
    }
}

/* The views agree, and groups know their open cells and what they need. */
static bool position_is_sound(const struct search *s)
{
    const struct position *p = &s->now;
    int left[SIDE] = {0}, needed[3] = {0};
    for (int row = 0; row < s->lines[ROWS]; row++)
        for (int column = 0; column < s->lines[COLUMNS]; column++) {
            bool open = p->open[ROWS][row] >> column & 1;
            if (open != (p->open[COLUMNS][column] >> row & 1))
                return false;
            int island = s->island_at[cell_at(ROWS, row, column)];
            if (open && left[island]++ > p->left[island])
                return false;
        }
    for (int kind = ROWS; kind <= ISLANDS; kind++)
        for (int i = 0; i < groups_of(s, kind); i++) {
            needed[kind] += p->need[kind][i];
            if (p->need[kind][i] < 0 || (kind == ISLANDS && left[i] != p->left[i]))
                return false;
        }
    return needed[ROWS] == needed[COLUMNS] && needed[ROWS] == needed[ISLANDS];
}

/* Draws all conclusions; false: there is no answer. */
static bool propagate(struct search *s)
{
    struct position *p = &s->now;
    while (!p->broken) {
        enum stage stage = next_stage(p);
        if (stage < STAGES) {
            int kind = ROWS;
            while (!p->waiting[stage][kind])
                kind++;
            take_stage(s, stage, kind);
        } else if (p->stirred && s->thorough) {
            p->stirred = false;
            s->actor = NOBODY;
            for (int view = ROWS; view <= COLUMNS && !p->broken; view++)
                confine(s, view);
        } else {
            PM_ASSERT_SLOW(position_is_sound(s));
            return true;
        }
    }
    return false;
}

/* ---- Search ------------------------------------------------------------------------------------ */

/* The group with the fewest cells to spare for its weight; NOBODY: all groups are filled. */
static unsigned char least_choice(const struct search *s)
{
    const struct position *p = &s->now;
    /* Without weights nothing beats one star and one cell to spare. */
    const double least = s->thorough ? 0 : 4 + 1;
    double best = INFINITY;
    unsigned char code = NOBODY;
    for (int kind = ROWS; kind <= ISLANDS; kind++)
        for (int i = 0, n = groups_of(s, kind); i < n && best > least; i++) {
            int need = p->need[kind][i];
            if (need == 0)
                continue;
            int cells = kind == ISLANDS ? p->left[i] : ones(p->open[kind][i]);
            double score = (4 * (cells - need) + need) / s->weight[kind][i];
            if (score >= best)
                continue;
            best = score;
            code = code_of(kind, i);
        }
    return code;
}

/* The first open cell of the group with the least choice; false: all groups are filled. */
static bool choose(struct search *s)
{
    struct position *p = &s->now;
    if (p->group == NOBODY || p->need[p->group / SIDE][p->group % SIDE] == 0)
        p->group = least_choice(s);
    if (p->group == NOBODY)
        return false;
    const int kind = p->group / SIDE, group = p->group % SIDE;
    if (kind == COLUMNS) {
        s->column = group;
        s->row = lowest(p->open[COLUMNS][group]);
        return true;
    }
    s->row = kind == ROWS ? group : s->first[ROWS][group];
    uint64_t cells = p->open[ROWS][s->row];
    while (kind == ISLANDS && !(cells = island_cells(s, ROWS, group, s->row)))
        s->row++;
    s->column = lowest(cells);
    return true;
}

static bool report(struct search *s)
{
    int answer[PM_STARS_SIDE * PM_STARS_SIDE], n = 0;
    uint64_t rows[SIDE] = {0};
    for (int i = 0; i < s->now.placed; i++)
        rows[s->trail[i][0]] |= bit(s->trail[i][1]);
    for (int row = 0, cell = 0; row < s->lines[ROWS]; row++)
        for (int column = 0; column < s->lines[COLUMNS]; column++, cell++)
            if (s->board->island[cell] >= 0)
                answer[n++] = rows[row] >> column & 1;
    assert(n == 0 || s->now.placed > 0);
    return pm_search_found(s->search, answer);
}

static bool push(struct search *s)
{
    if (s->frame_count == s->frame_room) {
        int more = s->frame_room ? 2 * s->frame_room : 16;
        struct position *frames = realloc(s->frames, (size_t)more * sizeof *frames);
        if (!frames)
            return false;
        s->frames = frames;
        s->frame_room = more;
    }
    s->frames[s->frame_count++] = s->now;
    return true;
}

/* The star stays on the trail, to be taken back. */
static bool guess(struct search *s)
{
    if (!push(s))
        return false;
    s->now.group = s->actor = NOBODY;
    place(s, s->row, s->column);
    return true;
}

static bool go_back(struct search *s)
{
    if (s->frame_count == 0)
        return false;
    s->now = s->frames[--s->frame_count];
    assert(!s->now.broken);
    if (s->frame_count >= STEADY || pm_search_in_vain(s->search) < WARM)
        s->now.group = NOBODY;
    s->actor = NOBODY;
    drop(s, ROWS, s->trail[s->now.placed][0], bit(s->trail[s->now.placed][1]));
    return true;
}

#include "kernels/depth_first.h"

/* ---- Setting up ----------------------------------------------------------------------------------- */

static inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Cells come row by row. */
static inline void set_cell(struct search *s, int row, int column, int island)
{
    assert(island < s->islands);
    s->island_at[cell_at(ROWS, row, column)] = (unsigned char)island;
    s->now.open[ROWS][row] |= bit(column);
    s->now.open[COLUMNS][column] |= bit(row);
    s->shape[ROWS][island][row] |= bit(column);
    s->shape[COLUMNS][island][column] |= bit(row);
    s->first[ROWS][island] = smaller(s->first[ROWS][island], row);
    s->last[ROWS][island] = row;
    s->first[COLUMNS][island] = smaller(s->first[COLUMNS][island], column);
    s->last[COLUMNS][island] = larger(s->last[COLUMNS][island], column);
    s->now.left[island]++;
}

static void set_board(struct search *s, const struct pm_stars *board)
{
    s->lines[ROWS] = board->rows;
    s->lines[COLUMNS] = board->columns;
    s->islands = board->islands;
    s->thorough = board->rows * board->columns > 64;
    memset(&s->now, 0, sizeof s->now);
    for (int view = ROWS; view <= COLUMNS; view++)
        for (int island = 0; island < s->islands; island++) {
            memset(s->shape[view][island], 0, (size_t)s->lines[view] * sizeof(uint64_t));
            s->first[view][island] = SIDE;
            s->last[view][island] = -1;
        }
    for (int row = 0, cell = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++, cell++)
            if (board->island[cell] >= 0)
                set_cell(s, row, column, board->island[cell]);
}

/* Every star lies in one row, one column and one island, so all three need the same. */
static void set_needs(struct search *s, int stars)
{
    struct position *p = &s->now;
    int sum[3] = {0, 0, 0};
    for (int kind = ROWS; kind <= ISLANDS; kind++)
        for (int i = 0; i < groups_of(s, kind); i++) {
            bool asks = kind == ISLANDS || p->open[kind][i] != 0;
            p->need[kind][i] = (signed char)(asks ? stars : 0);
            p->waiting[COUNT][kind] |= bit(i);
            s->weight[kind][i] = 1;
            sum[kind] += p->need[kind][i];
        }
    p->broken = sum[ROWS] != sum[COLUMNS] || sum[ROWS] != sum[ISLANDS] ||
                sum[ROWS] > (int)(sizeof s->trail / sizeof *s->trail);
    p->stirred = true;
    s->blame = 1;
    p->group = s->actor = NOBODY;
    if (s->thorough) /* holes never fall out */
        memset(s->why, NOBODY, sizeof s->why);
}

static void set_givens(struct search *s, const struct pm_stars *board)
{
    for (int cell = 0; cell < board->rows * board->columns && !s->now.broken; cell++)
        if (board->given[cell] == 0)
            drop(s, ROWS, cell / board->columns, bit(cell % board->columns));
        else if (board->given[cell] == 1)
            place_in(s, ROWS, cell / board->columns, cell % board->columns);
}

static pulma_status search_board(const struct pm_stars *board, struct pm_search *search)
{
    assert(board->rows <= PM_STARS_SIDE && board->columns <= PM_STARS_SIDE);
    assert(board->islands <= PM_STARS_SIDE && board->stars < 128);
    struct search s; /* 75 kB, which malloc would give back to the system for each board */
    s.frames = NULL;
    s.frame_count = s.frame_room = 0;
    s.board = board;
    s.search = search;
    set_board(&s, board);
    set_needs(&s, board->stars);
    set_givens(&s, board);
    pulma_status status = s.now.broken ? PULMA_OK : depth_first(&s);
    free(s.frames);
    return status;
}

#ifdef STARS_AVX2 /* see stars_avx2.c */
pulma_status pm_stars_search_avx2(const struct pm_stars *board, struct pm_search *search)
{
    return search_board(board, search);
}
#else
pulma_status pm_stars_search_by(enum pm_cpu cpu, const struct pm_stars *board,
                                struct pm_search *search)
{
    return cpu >= PM_CPU_AVX2 ? pm_stars_search_avx2(board, search)
                              : search_board(board, search);
}

pulma_status pm_stars_search(const struct pm_stars *board, struct pm_search *search)
{
    return pm_stars_search_by(pm_cpu_best(), board, search);
}
#endif
