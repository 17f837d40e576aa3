/* Looks at one black and white line of at most 62 cells whose lengths are all told.  They find what
 * the looks of lines.c find; in sets of one word, with what all blocks share made once, they take a
 * third of the time.  For those who look at many lines for little each: making boards, grading them. */
#ifndef PM_LINES_SHORT_H
#define PM_LINES_SHORT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PM_SHORT_CELLS = 62,
    PM_SHORT_BLOCKS = (PM_SHORT_CELLS + 1) / 2,
    PM_SHORT_POWERS = 6
};

struct pm_short_line {
    int n, count; /* cells, blocks */
    unsigned char length[PM_SHORT_BLOCKS];
};

/* What is known of a line: sets of cells, bit i is cell i. */
struct pm_short_known {
    uint64_t painted, white;
};

static inline uint64_t pm_short_all(const struct pm_short_line *line)
{
    return (UINT64_C(1) << line->n) - 1;
}

/* How many powers of 2 there are up to the length of a line, at least four: so many cells in succession
 * are looked for, and together they reach through it. */
static inline int pm_short_powers(int n)
{
    return n < 16 ? 4 : n < 32 ? 5 : PM_SHORT_POWERS;
}

/* runs[j]: where 2^j cells in succession are in the set, from this one on. */
static inline void pm_short_runs(uint64_t set, uint64_t *runs, const int powers)
{
    runs[0] = set;
    for (int j = 1; j < powers; j++)
        runs[j] = runs[j - 1] & runs[j - 1] >> (1 << (j - 1));
}

/* Where n cells in succession are in the set. */
static inline uint64_t pm_short_room(const uint64_t *runs, int n)
{
    int j = 31 - __builtin_clz((unsigned)n);
    return runs[j] & runs[j] >> (n - (1 << j));
}

/* The cells that n cells in succession cover from one of these on. */
static inline uint64_t pm_short_cover(uint64_t from, int n)
{
    int have = 1;
    for (; 2 * have <= n; have *= 2)
        from |= from << have;
    return from | from << (n - have);
}

/* The cells of `through` that can be reached from `from` within it: going up, by the carry of an
 * addition, and going down. */
static inline uint64_t pm_short_up(uint64_t from, uint64_t through)
{
    uint64_t seeds = from & through;
    return (((through + seeds) ^ through) | seeds) & through;
}
static inline uint64_t pm_short_down(uint64_t from, const uint64_t *runs, const int powers)
{
    from &= runs[0];
    for (int j = 0; j < powers; j++)
        from |= runs[j] & from >> (1 << j);
    return from;
}

/* Whether the blocks have room beside what is known.  `starts` (of each block) and `gaps` (before each
 * block, and after the last) get where they can be if nothing comes after them. */
static inline bool pm_short_pass(const struct pm_short_line *line, const uint64_t *rooms,
                                 uint64_t blank, uint64_t *starts, uint64_t *gaps)
{
    uint64_t ended = 0, behind = 1;
    gaps[0] = pm_short_up(1, blank);
    behind |= gaps[0] << 1;
    for (int k = 0; k < line->count; k++) {
        starts[k] = behind & pm_short_room(rooms, line->length[k]);
        ended = starts[k] << line->length[k];
        gaps[k + 1] = pm_short_up(ended, blank);
        behind = gaps[k + 1] << 1;
    }
    return ((behind | ended) >> line->n & 1) != 0;
}

static inline bool pm_short_fits(const struct pm_short_line *line,
                                 struct pm_short_known known)
{
    uint64_t starts[PM_SHORT_BLOCKS], gaps[PM_SHORT_BLOCKS + 1], rooms[PM_SHORT_POWERS];
    uint64_t all = pm_short_all(line);
    pm_short_runs(all & ~known.white, rooms, pm_short_powers(line->n));
    return pm_short_pass(line, rooms, all & ~known.painted, starts, gaps);
}

/* All that follows in the line from what is known, for which there must be a way. */
static inline struct pm_short_known pm_short_look_by(const struct pm_short_line *line,
                                                     struct pm_short_known known,
                                                     const int powers)
{
    uint64_t starts[PM_SHORT_BLOCKS], gaps[PM_SHORT_BLOCKS + 1];
    uint64_t rooms[PM_SHORT_POWERS], blanks[PM_SHORT_POWERS], all = pm_short_all(line);
    pm_short_runs(all & ~known.white, rooms, powers);
    pm_short_runs(all & ~known.painted, blanks, powers);
    pm_short_pass(line, rooms, blanks[0], starts, gaps);
    /* From the right: the cells from which a gap reaches to the end, or to the next block. */
    uint64_t gap = pm_short_down(UINT64_C(1) << (line->n - 1), blanks, powers);
    /* Before which of these the block may end. */
    uint64_t end = UINT64_C(1) << line->n, ends = gap | end;
    uint64_t painted = 0, white = gaps[line->count] & gap;
    for (int k = line->count - 1; k >= 0; k--) {
        uint64_t from = starts[k] & ends >> line->length[k];
        painted |= pm_short_cover(from, line->length[k]);
        ends = gap = pm_short_down(from >> 1, blanks, powers);
        white |= gaps[k] & gap;
    }
    return (struct pm_short_known){all & ~white, all & ~painted};
}

/* The same: loops of a fixed number of rounds are unrolled. */
static inline struct pm_short_known pm_short_look(const struct pm_short_line *line,
                                                  struct pm_short_known known)
{
    switch (pm_short_powers(line->n)) {
    case 4:
        return pm_short_look_by(line, known, 4);
    case 5:
        return pm_short_look_by(line, known, 5);
    default:
        return pm_short_look_by(line, known, PM_SHORT_POWERS);
    }
}

#endif
