/* Line solving on bit sets, probing, and a search on top of them.
 *
 * For every line and paint there is a set `can` of the cells that may still have this paint:
 * bit i is cell i.  A look at a line goes through its blocks once from each end with sets of
 * positions: `starts`, where a block can begin if all before it are placed, and `gaps`, the
 * cells that can be empty once that many blocks are placed.  Whatever lies on a way from one end
 * to the other stays, everything else is impossible.  A set moves along a run of allowed
 * cells by one addition, whose carry does the walking; so a block costs a few dozen
 * instructions however many positions it has, and the result is all that a line can tell.
 *
 * When lines alone say no more, each open cell is tried with each of its paints (a probe): a
 * paint that contradicts is impossible, and so is what no paint leaves possible.  Then the
 * cell whose probes told most is guessed.
 *
 * Sets have 1, 2, 4, 8 or 16 words; functions that take the number of words `w` are inlined
 * with a constant.  A set of n cells or n + 1 positions needs n < 64 w. */
#include "kernels/lines/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"

#define INLINE static inline __attribute__((always_inline))

enum { CACHE_BITS = 14, CACHE_WORDS = 4 }; /* lines with more words are not remembered */
enum { MAX_WORDS = 16, MAX_PARTS = (2 * PM_LINES_MAX_SIDE + 63) / 64 };

typedef uint64_t set[MAX_WORDS];

/* A state of the board. */
struct position {
    uint64_t *dirty; /* lines that have changed since they were looked at */
    uint64_t *fresh; /* lines that have changed since their cells were probed */
    uint64_t *can;   /* for each line and paint, `words` words */
    uint64_t all[];  /* the three of them */
};

struct searcher {
    const struct pm_lines *board;
    struct pm_search *search;
    struct pm_lines_insight *insight;
    int64_t looks; /* at lines */
    bool guessed, stopped;
    int lines, paints, words; /* paints with the background */
    int parts;                /* words of a set of lines */
    size_t can_words, size;   /* of a position; size: bytes of `all` */
    bool (*propagate)(struct searcher *s, struct position *at);
    struct position **stack; /* by depth; made when needed */
    int depth, room;
    struct position *trial, *joint;
    int64_t since; /* looks at the last answer, or the last fact found without a guess */
    int guess_cell, guess_paint;
    int *answer;
    uint64_t *cache; /* what looks gave, once there are probes; see remembered_look() */
    /* Sets of the line that is looked at, from the left and from the right: */
    uint64_t *starts[2], *gaps[2]; /* of block k, and after k blocks */
};

/* ---- Sets ---------------------------------------------------------------------------- */

INLINE void shift_up(int w, const uint64_t *x, int n, uint64_t *to)
{
    int words = w == 1 ? 0 : n >> 6, bits = n & 63;
    for (int i = w - 1; i >= 0; i--) {
        uint64_t high = i >= words ? x[i - words] : 0;
        uint64_t low = i > words ? x[i - words - 1] : 0;
        to[i] = bits ? high << bits | low >> (64 - bits) : high;
    }
}

INLINE void shift_down(int w, const uint64_t *x, int n, uint64_t *to)
{
    int words = w == 1 ? 0 : n >> 6, bits = n & 63;
    for (int i = 0; i < w; i++) {
        uint64_t low = i + words < w ? x[i + words] : 0;
        uint64_t high = i + words + 1 < w ? x[i + words + 1] : 0;
        to[i] = bits ? low >> bits | high << (64 - bits) : low;
    }
}

INLINE uint64_t reverse_word(uint64_t x)
{
    x = __builtin_bswap64(x);
    x = (x >> 4 & UINT64_C(0x0F0F0F0F0F0F0F0F)) | (x & UINT64_C(0x0F0F0F0F0F0F0F0F)) << 4;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    return (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555))
                                                         << 1;
}

/* The set with its n elements in the opposite order. */
INLINE void reverse(int w, const uint64_t *x, int n, uint64_t *to)
{
    set turned;
    for (int i = 0; i < w; i++)
        turned[i] = reverse_word(x[w - 1 - i]);
    shift_down(w, turned, 64 * w - n, to);
}

/* The cells of `through` that can be reached from `from` going up within `through`.  In the sum
 * a carry starts at each such cell and runs to the end of the run, changing all it passes,
 * except other cells of `from`, which are added back. */
INLINE void flood(int w, const uint64_t *from, const uint64_t *through, uint64_t *to)
{
    uint64_t carry = 0;
    for (int i = 0; i < w; i++) {
        uint64_t seeds = from[i] & through[i], sum;
        bool over = __builtin_add_overflow(through[i], seeds, &sum);
        over |= __builtin_add_overflow(sum, carry, &sum);
        carry = over;
        to[i] = ((sum ^ through[i]) | seeds) & through[i];
    }
}

/* The positions from which n cells in succession are in the set. */
INLINE void windows(int w, const uint64_t *cells, int n, uint64_t *to)
{
    set shifted;
    int have = 1;
    for (int i = 0; i < w; i++)
        to[i] = cells[i];
    while (have < n) {
        int step = 2 * have <= n ? have : n - have;
        shift_down(w, to, step, shifted);
        for (int i = 0; i < w; i++)
            to[i] &= shifted[i];
        have += step;
    }
}

/* The cells that n cells in succession cover from one of these positions. */
INLINE void cover(int w, uint64_t *x, int n)
{
    set shifted;
    int have = 1;
    while (have < n) {
        int step = 2 * have <= n ? have : n - have;
        shift_up(w, x, step, shifted);
        for (int i = 0; i < w; i++)
            x[i] |= shifted[i];
        have += step;
    }
}

/* ---- A look at a line ---------------------------------------------------------------- */

/* From one end to the other.  `blocks` points at the first one, the next is `step` further.
 * starts[k]: where block k can begin (with a known length: and has room); gaps[k]: cells that
 * can be empty after k blocks.  False: there is no way through. */
INLINE bool pass(int w, int n, int count, const struct pm_lines_block *blocks, int step,
                 const uint64_t *can, uint64_t *starts, uint64_t *gaps)
{
    const int last = w == 1 ? 0 : n >> 6;
    set behind_gap, ended = {0}, room;
    flood(w, (const set){1}, can, gaps);
    shift_up(w, gaps, 1, behind_gap);
    behind_gap[0] |= 1;
    for (int k = 0; k < count; k++, blocks += step, starts += w) {
        const uint64_t *mine = can + blocks->paint * w;
        bool touches = k > 0 && blocks[-step].paint != blocks->paint;
        uint64_t any = 0;
        if (blocks->length)
            windows(w, mine, blocks->length, room);
        for (int i = 0; i < w; i++) {
            uint64_t from = behind_gap[i] | (touches ? ended[i] : 0);
            starts[i] = blocks->length ? from & room[i] : from;
        }
        if (blocks->length) {
            shift_up(w, starts, blocks->length, ended);
        } else {
            flood(w, starts, mine, room);
            shift_up(w, room, 1, ended);
        }
        gaps += w;
        flood(w, ended, can, gaps);
        shift_up(w, gaps, 1, behind_gap);
        for (int i = 0; i < w; i++)
            any |= ended[i];
        if (!any)
            return false;
    }
    return ((behind_gap[last] | ended[last]) >> (n & 63) & 1) != 0;
}

/* Where block k of `count` can lie, as cells. */
INLINE void cells_of_block(const struct searcher *s, int w, int n, int k, int count,
                           const struct pm_lines_block *block, const uint64_t *can,
                           const uint64_t *mirrored, uint64_t *cells)
{
    const uint64_t *from = s->starts[0] + k * w, *to = s->starts[1] + (count - 1 - k) * w;
    set other;
    if (block->length) {
        /* From the right a block "starts" after its last cell.  These starts have room for
         * the block already, as those from the left have. */
        reverse(w, to, n + 1, other);
        shift_down(w, other, block->length, other);
        for (int i = 0; i < w; i++)
            cells[i] = from[i] & other[i];
        cover(w, cells, block->length);
        return;
    }
    set reached;
    flood(w, from, can + block->paint * w, cells);
    flood(w, to, mirrored + block->paint * w, reached);
    reverse(w, reached, n, other);
    for (int i = 0; i < w; i++)
        cells[i] &= other[i];
}

/* What the line leaves possible; false: nothing. */
INLINE bool look(struct searcher *s, int w, int paints, int line, const uint64_t *can,
                 uint64_t *left)
{
    const struct pm_lines *board = s->board;
    int n = pm_lines_length(board, line);
    const struct pm_lines_block *blocks = board->blocks + board->first[line];
    int count = board->first[line + 1] - board->first[line];
    uint64_t mirrored[(PM_LINES_MAX_PAINTS + 1) * MAX_WORDS];
    if (!pass(w, n, count, blocks, 1, can, s->starts[0], s->gaps[0]))
        return false;
    for (int p = 0; p < paints; p++)
        reverse(w, can + p * w, n, mirrored + p * w);
    if (!pass(w, n, count, blocks + count - 1, -1, mirrored, s->starts[1], s->gaps[1]))
        return false;
    for (int i = 0; i < paints * w; i++)
        left[i] = 0;
    for (int k = 0; k <= count; k++) {
        set other;
        reverse(w, s->gaps[1] + (count - k) * w, n, other);
        for (int i = 0; i < w; i++)
            left[i] |= s->gaps[0][k * w + i] & other[i];
    }
    for (int k = 0; k < count; k++) {
        set cells;
        cells_of_block(s, w, n, k, count, blocks + k, can, mirrored, cells);
        for (int i = 0; i < w; i++)
            left[blocks[k].paint * w + i] |= cells[i];
    }
    return true;
}

/* Probes see the same lines again and again: three looks of four are spared.  An entry is a
 * tag (the line and whether anything is possible), what could be, and what is left. */
INLINE bool remembered_look(struct searcher *s, int w, int paints, int line,
                            const uint64_t *can, uint64_t *left)
{
    const uint64_t multiplier = UINT64_C(0x9E3779B97F4A7C15);
    int words = paints * w;
    if (!s->cache || words > CACHE_WORDS)
        return look(s, w, paints, line, can, left);
    uint64_t tag = 2 * ((uint64_t)line + 1), hash = tag;
    for (int i = 0; i < words; i++) {
        hash = (hash ^ can[i]) * multiplier;
        hash ^= hash >> 32;
    }
    uint64_t *entry =
        s->cache + (hash * multiplier >> (64 - CACHE_BITS)) * (2 * (uint64_t)words + 1);
    bool same = (entry[0] | 1) == (tag | 1);
    for (int i = 0; i < words; i++)
        same &= entry[1 + i] == can[i];
    if (!same) {
        entry[0] = tag | look(s, w, paints, line, can, left);
        for (int i = 0; i < words; i++)
            entry[1 + i] = can[i];
        for (int i = 0; i < words && entry[0] & 1; i++)
            entry[1 + words + i] = left[i];
        return entry[0] & 1;
    }
    for (int i = 0; i < words; i++)
        left[i] = entry[1 + words + i];
    return entry[0] & 1;
}

/* Tells the crossing lines what this line has lost. */
INLINE void tell(struct searcher *s, struct position *at, int w, int paints, int line,
                 uint64_t *can, const uint64_t *left)
{
    int rows = s->board->rows;
    bool is_row = line < rows;
    int own = is_row ? line : line - rows, first = is_row ? rows : 0;
    uint64_t any = 0;
    for (int p = 0; p < paints; p++)
        for (int i = 0; i < w; i++) {
            uint64_t lost = can[p * w + i] & ~left[p * w + i];
            PM_ASSERT_SLOW((left[p * w + i] & ~can[p * w + i]) == 0);
            can[p * w + i] ^= lost;
            any |= lost;
            for (; lost; lost &= lost - 1) {
                int other = first + 64 * i + __builtin_ctzll(lost);
                at->can[(other * paints + p) * w + (own >> 6)] &=
                    ~(UINT64_C(1) << (own & 63));
                at->dirty[other >> 6] |= UINT64_C(1) << (other & 63);
                at->fresh[other >> 6] |= UINT64_C(1) << (other & 63);
            }
        }
    if (any)
        at->fresh[line >> 6] |= UINT64_C(1) << (line & 63);
}

/* In very wide boards it takes a second and more until nothing changes.  Once stopped, what is
 * impossible is so, but what is left may contradict. */
INLINE bool should_stop(struct searcher *s, int w)
{
    enum { OFTEN = 64 }; /* looks */
    if (w >= 8 && s->looks % OFTEN == 0 && pm_search_stopped(s->search))
        s->stopped = true;
    return s->stopped;
}

/* Looks at dirty lines until there are none, or until it should stop; false: a contradiction. */
INLINE bool propagate(struct searcher *s, struct position *at, int w, int paints)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int part = 0; part < s->parts; part++)
            while (at->dirty[part] && !should_stop(s, w)) {
                int line = 64 * part + __builtin_ctzll(at->dirty[part]);
                uint64_t *can = at->can + line * paints * w;
                uint64_t left[(PM_LINES_MAX_PAINTS + 1) * MAX_WORDS];
                at->dirty[part] &= at->dirty[part] - 1;
                s->looks++;
                if (!remembered_look(s, w, paints, line, can, left))
                    return false;
                tell(s, at, w, paints, line, can, left);
                changed = true;
            }
    }
    return true;
}

static bool propagate_black(struct searcher *s, struct position *at)
{
    return propagate(s, at, 1, 2);
}

static bool propagate_wide_black(struct searcher *s, struct position *at)
{
    return propagate(s, at, 2, 2);
}

static bool propagate_colours(struct searcher *s, struct position *at)
{
    return propagate(s, at, 1, s->paints);
}

static bool propagate_wide(struct searcher *s, struct position *at)
{
    return propagate(s, at, 2, s->paints);
}

static bool propagate_wider(struct searcher *s, struct position *at)
{
    return propagate(s, at, 4, s->paints);
}

static bool propagate_very_wide(struct searcher *s, struct position *at)
{
    return propagate(s, at, 8, s->paints);
}

static bool propagate_widest(struct searcher *s, struct position *at)
{
    return propagate(s, at, MAX_WORDS, s->paints);
}

/* ---- Cells --------------------------------------------------------------------------- */

static void set_changed(struct position *at, int line)
{
    at->dirty[line >> 6] |= UINT64_C(1) << (line & 63);
    at->fresh[line >> 6] |= UINT64_C(1) << (line & 63);
}

static bool possible(const struct searcher *s, const struct position *at, int cell,
                     int paint)
{
    int row = cell / s->board->columns, column = cell % s->board->columns;
    const uint64_t *can = at->can + (row * s->paints + paint) * s->words;
    return can[column >> 6] >> (column & 63) & 1;
}

static void exclude(const struct searcher *s, struct position *at, int cell, int paint)
{
    int row = cell / s->board->columns, column = cell % s->board->columns;
    int down = s->board->rows + column;
    at->can[(row * s->paints + paint) * s->words + (column >> 6)] &=
        ~(UINT64_C(1) << (column & 63));
    at->can[(down * s->paints + paint) * s->words + (row >> 6)] &=
        ~(UINT64_C(1) << (row & 63));
    set_changed(at, row);
    set_changed(at, down);
}

static void assign(const struct searcher *s, struct position *at, int cell, int paint)
{
    for (int p = 0; p < s->paints; p++)
        if (p != paint && possible(s, at, cell, p))
            exclude(s, at, cell, p);
}

/* The cells of a row that have two paints or more, one word of them. */
static uint64_t open_cells(const struct searcher *s, const struct position *at, int row,
                           int word)
{
    const uint64_t *can = at->can + row * s->paints * s->words + word;
    uint64_t once = 0, twice = 0;
    for (int p = 0; p < s->paints; p++) {
        twice |= once & can[p * s->words];
        once |= can[p * s->words];
    }
    return twice;
}

static bool is_complete(const struct searcher *s, const struct position *at)
{
    for (int row = 0; row < s->board->rows; row++)
        for (int word = 0; word < s->words; word++)
            if (open_cells(s, at, row, word))
                return false;
    return true;
}

/* ---- Probes -------------------------------------------------------------------------- */

enum outcome { IMPOSSIBLE, COMPLETE, OPEN, STOPPED, GIVEN_UP };

/* How much less is possible here than there, in bits of the rows. */
static int gain(const struct searcher *s, const struct position *here,
                const struct position *there)
{
    int sum = 0;
    for (size_t i = 0; i < (size_t)s->board->rows * (size_t)(s->paints * s->words); i++)
        sum += __builtin_popcountll(there->can[i] & ~here->can[i]);
    return sum;
}

/* What is impossible in the joint outcome of all probes of a cell is impossible. */
static bool take_joint(struct searcher *s, struct position *at)
{
    bool changed = false;
    int width = s->paints * s->words;
    for (int line = 0; line < s->lines; line++)
        for (int i = 0; i < width; i++) {
            size_t word = (size_t)(line * width + i);
            if (at->can[word] == s->joint->can[word])
                continue;
            at->can[word] = s->joint->can[word];
            set_changed(at, line);
            changed = true;
        }
    return changed;
}

/* Tries a cell with each of its paints.  IMPOSSIBLE, or OPEN; *score is how much the probes
 * told, 0 if they changed the position. */
static enum outcome probe(struct searcher *s, struct position *at, int cell, int64_t *score,
                          int *best_paint)
{
    bool any = false, changed = false;
    int least = -1;
    *score = 1;
    for (int p = 0; p < s->paints; p++) {
        if (!possible(s, at, cell, p))
            continue;
        memcpy(s->trial->all, at->all, s->size);
        assign(s, s->trial, cell, p);
        if (!s->propagate(s, s->trial)) {
            exclude(s, at, cell, p);
            changed = true;
            continue;
        }
        for (size_t i = 0; i < s->can_words; i++)
            s->joint->can[i] = (any ? s->joint->can[i] : 0) | s->trial->can[i];
        any = true;
        int told = gain(s, s->trial, at);
        *score *= told;
        if (told > least) {
            least = told;
            *best_paint = p;
        }
    }
    if (!any)
        return IMPOSSIBLE;
    changed |= take_joint(s, at);
    if (changed)
        *score = 0;
    return !changed || s->propagate(s, at) ? OPEN : IMPOSSIBLE;
}

static bool out_of_patience(const struct searcher *s)
{
    return s->search->patience > 0 && s->looks - s->since > s->search->patience;
}

/* The columns of one word that have changed. */
static uint64_t fresh_columns(const struct searcher *s, const uint64_t *fresh, int word)
{
    int first = s->board->rows + 64 * word, part = first >> 6, bits = first & 63;
    uint64_t high = part + 1 < s->parts ? fresh[part + 1] : 0;
    if (part >= s->parts)
        return 0;
    return bits ? fresh[part] >> bits | high << (64 - bits) : fresh[part];
}

/* Probes the open cells of a row that are in a fresh line, and keeps the best guess. */
static enum outcome probe_row(struct searcher *s, struct position *at,
                              const uint64_t *fresh, int row, int64_t *best)
{
    for (int word = 0; word < s->words; word++) {
        bool all = fresh[row >> 6] >> (row & 63) & 1;
        uint64_t todo = all ? ~UINT64_C(0) : fresh_columns(s, fresh, word), open;
        while ((open = open_cells(s, at, row, word) & todo)) {
            if (out_of_patience(s) || pm_search_stopped(s->search))
                return STOPPED;
            int bit = __builtin_ctzll(open), paint = 0;
            int cell = row * s->board->columns + 64 * word + bit;
            int64_t score;
            todo &= ~(UINT64_C(2) * (UINT64_C(1) << bit) - 1);
            if (probe(s, at, cell, &score, &paint) == IMPOSSIBLE)
                return IMPOSSIBLE;
            if (s->stopped)
                return STOPPED;
            if (score == 0 && !s->guessed)
                s->since = s->looks;
            if (score > *best) {
                *best = score;
                s->guess_cell = cell;
                s->guess_paint = paint;
            }
        }
    }
    return OPEN;
}

static bool is_open(const struct searcher *s, const struct position *at, int cell)
{
    int column = cell % s->board->columns;
    return open_cells(s, at, cell / s->board->columns, column >> 6) >> (column & 63) & 1;
}

/* Of a cell with three paints or more, the one to be guessed may be gone while it stays open. */
static bool can_guess(const struct searcher *s, const struct position *at)
{
    return is_open(s, at, s->guess_cell) && possible(s, at, s->guess_cell, s->guess_paint);
}

/* Probes until that changes nothing more, each time only what has changed since; leaves the
 * guess to be made. */
static enum outcome probe_all(struct searcher *s, struct position *at)
{
    int64_t best = 0;
    for (bool complete = false; !complete;) {
        const size_t bytes = (size_t)s->parts * sizeof(uint64_t);
        uint64_t fresh[MAX_PARTS], any = 0;
        memcpy(fresh, at->fresh, bytes);
        memset(at->fresh, 0, bytes);
        for (int row = 0; row < s->board->rows; row++) {
            enum outcome outcome = probe_row(s, at, fresh, row, &best);
            if (outcome != OPEN)
                return outcome;
        }
        if (best > 0 && !can_guess(s, at))
            best = 0;
        for (int i = 0; i < s->parts; i++)
            any |= at->fresh[i];
        if (any)
            continue;
        complete = best > 0 || is_complete(s, at);
        if (!complete)
            memset(at->fresh, 255, bytes); /* no guess yet: all cells once more */
    }
    return best > 0 ? OPEN : COMPLETE;
}

/* ---- Search -------------------------------------------------------------------------- */

/* Rows and columns know the same of each cell. */
static bool is_sound(const struct searcher *s, const struct position *at)
{
    for (int cell = 0; cell < s->board->rows * s->board->columns; cell++) {
        const int row = cell / s->board->columns, column = cell % s->board->columns;
        for (int p = 0; p < s->paints; p++) {
            const uint64_t *down =
                at->can + ((s->board->rows + column) * s->paints + p) * s->words;
            if (possible(s, at, cell, p) != (down[row >> 6] >> (row & 63) & 1))
                return false;
        }
    }
    return true;
}

static bool gives_up(const struct searcher *s, enum pm_lines_level level)
{
    return s->insight->give_up && s->insight->give_up <= level;
}

static enum outcome settle(struct searcher *s, struct position *at)
{
    PM_ASSERT_SLOW(is_sound(s, at));
    if (!s->propagate(s, at))
        return IMPOSSIBLE;
    if (s->stopped)
        return STOPPED;
    if (!s->guessed)
        s->since = s->looks;
    if (is_complete(s, at))
        return COMPLETE;
    if (gives_up(s, PM_LINES_PROBES))
        return GIVEN_UP;
    if (s->insight->level < PM_LINES_PROBES) {
        s->insight->level = PM_LINES_PROBES;
        size_t entry = 2 * (size_t)(s->paints * s->words) + 1;
        if (!s->cache && s->paints * s->words <= CACHE_WORDS)
            s->cache = calloc(entry << CACHE_BITS, sizeof *s->cache); /* or without */
    }
    enum outcome outcome = probe_all(s, at);
    return outcome == OPEN && gives_up(s, PM_LINES_GUESSES) ? GIVEN_UP : outcome;
}

static bool report(struct searcher *s, const struct position *at)
{
    int columns = s->board->columns;
    for (int row = 0; row < s->board->rows; row++)
        for (int p = 0; p < s->paints; p++)
            for (int word = 0; word < s->words; word++) {
                uint64_t cells = at->can[(row * s->paints + p) * s->words + word];
                for (; cells; cells &= cells - 1)
                    s->answer[row * columns + 64 * word + __builtin_ctzll(cells)] = p;
            }
    s->since = s->looks;
    return pm_search_found(s->search, s->answer);
}

/* Leaves for the caller what is known without a guess. */
static void note_facts(const struct searcher *s, const struct position *at)
{
    int columns = s->board->columns;
    for (int cell = 0; s->insight->facts && cell < s->board->rows * columns; cell++) {
        int n = 0, paint = -1;
        for (int p = 0; p < s->paints; p++)
            if (possible(s, at, cell, p)) {
                paint = p;
                n++;
            }
        s->insight->facts[cell] = (signed char)(n == 1 ? paint : -1);
    }
}

static struct position *new_position(const struct searcher *s)
{
    struct position *p = malloc(sizeof *p + s->size);
    if (!p)
        return NULL;
    p->dirty = p->all;
    p->fresh = p->dirty + s->parts;
    p->can = p->fresh + s->parts;
    return p;
}

/* The position at this depth; NULL: no memory. */
static struct position *position_at(struct searcher *s, int depth)
{
    if (depth >= s->room) {
        int room = s->room ? 2 * s->room : 16;
        struct position **more = realloc(s->stack, (size_t)room * sizeof *more);
        if (!more)
            return NULL;
        memset(more + s->room, 0, (size_t)(room - s->room) * sizeof *more);
        s->stack = more;
        s->room = room;
    }
    if (!s->stack[depth])
        s->stack[depth] = new_position(s);
    return s->stack[depth];
}

/* Goes on in a copy with the guess; the old position loses it and waits. */
static bool guess(struct searcher *s)
{
    struct position *deeper = position_at(s, s->depth + 1);
    if (!deeper)
        return false;
    struct position *at = s->stack[s->depth];
    assert(can_guess(s, at));
    if (!s->guessed)
        note_facts(s, at);
    memcpy(deeper->all, at->all, s->size);
    assign(s, deeper, s->guess_cell, s->guess_paint);
    exclude(s, at, s->guess_cell, s->guess_paint);
    s->depth++;
    s->guessed = true;
    s->insight->level = PM_LINES_GUESSES;
    return true;
}

static pulma_status search(struct searcher *s)
{
    pulma_status status;
    while (s->depth >= 0) {
        struct position *at = s->stack[s->depth];
        switch (settle(s, at)) {
        case IMPOSSIBLE:
            s->depth--;
            break;
        case COMPLETE:
            if (!report(s, at))
                return PULMA_OK;
            s->depth--;
            break;
        case OPEN:
            status = pm_search_node(s->search);
            if (status)
                return status;
            if (!guess(s))
                return PULMA_NO_MEMORY;
            break;
        case STOPPED:
            if (!s->guessed)
                note_facts(s, at);
            return out_of_patience(s) ? PULMA_UNAVAILABLE : PULMA_LIMIT;
        case GIVEN_UP:
            note_facts(s, at);
            return PULMA_UNAVAILABLE;
        }
    }
    assert(s->depth == -1);
    return PULMA_OK;
}

/* Everything is possible, except what is given otherwise. */
static void begin(struct searcher *s)
{
    struct position *at = s->stack[0];
    const struct pm_lines *board = s->board;
    memset(at->all, 0, s->size);
    for (int line = 0; line < s->lines; line++) {
        int n = pm_lines_length(board, line);
        set_changed(at, line);
        for (int p = 0; p < s->paints; p++) {
            uint64_t *can = at->can + (line * s->paints + p) * s->words;
            for (int i = 0; i < n; i++)
                can[i >> 6] |= UINT64_C(1) << (i & 63);
        }
    }
    for (int cell = 0; cell < board->rows * board->columns; cell++)
        if (board->given[cell] >= 0) {
            assert(board->given[cell] < s->paints);
            assign(s, at, cell, board->given[cell]);
        }
}

static void choose_width(struct searcher *s)
{
    int side = s->board->rows > s->board->columns ? s->board->rows : s->board->columns;
    s->words = side < 64 ? 1 : side < 128 ? 2 : side < 256 ? 4 : side < 512 ? 8 : MAX_WORDS;
    switch (s->words) {
    case 1:
        s->propagate = s->paints == 2 ? propagate_black : propagate_colours;
        break;
    case 2:
        s->propagate = s->paints == 2 ? propagate_wide_black : propagate_wide;
        break;
    case 4:
        s->propagate = propagate_wider;
        break;
    case 8:
        s->propagate = propagate_very_wide;
        break;
    default:
        s->propagate = propagate_widest;
    }
}

/* Memory for the longest clue; false: there is none. */
static bool allocate(struct searcher *s)
{
    int longest = 0;
    for (int line = 0; line < s->lines; line++) {
        int count = s->board->first[line + 1] - s->board->first[line];
        assert(count >= 0);
        longest = count > longest ? count : longest;
    }
    for (int side = 0; side < 2; side++) {
        size_t bytes = (size_t)(longest + 1) * (size_t)s->words * sizeof(uint64_t);
        s->starts[side] = malloc(bytes);
        s->gaps[side] = malloc(bytes);
        if (!s->starts[side] || !s->gaps[side])
            return false;
    }
    s->answer = malloc((size_t)s->board->rows * (size_t)s->board->columns * sizeof(int));
    s->trial = new_position(s);
    s->joint = new_position(s);
    return s->answer && s->trial && s->joint && position_at(s, 0);
}

static void release(struct searcher *s)
{
    for (int side = 0; side < 2; side++) {
        free(s->starts[side]);
        free(s->gaps[side]);
    }
    for (int i = 0; i < s->room; i++)
        free(s->stack[i]);
    free(s->stack);
    free(s->answer);
    free(s->cache);
    free(s->trial);
    free(s->joint);
}

pulma_status pm_lines_search(const struct pm_lines *board, struct pm_search *asked,
                             struct pm_lines_insight *insight)
{
    assert(board->paints >= 1 && board->paints <= PM_LINES_MAX_PAINTS);
    if (board->rows > PM_LINES_MAX_SIDE || board->columns > PM_LINES_MAX_SIDE)
        return PULMA_UNAVAILABLE;
    struct searcher s = {.board = board, .search = asked, .insight = insight};
    insight->level = PM_LINES_ALONE;
    s.lines = board->rows + board->columns;
    s.parts = (s.lines + 63) / 64;
    s.paints = board->paints + 1;
    choose_width(&s);
    s.can_words = (size_t)(s.lines * s.paints * s.words);
    s.size = (2 * (size_t)s.parts + s.can_words) * sizeof(uint64_t);
    pulma_status status = PULMA_NO_MEMORY;
    if (allocate(&s)) {
        begin(&s);
        status = search(&s);
    }
    release(&s);
    return status;
}
