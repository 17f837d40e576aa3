/* Binary sudoku by search with reasoning on whole lines; boards that fit go to small.c.
 *
 * The board is kept twice, as words for the rows and for the columns: for each line and digit,
 * the places that hold the digit.  So a line is looked at with a handful of word operations,
 * whatever its length, and what holds for rows holds for columns by taking the other view.
 *
 * Reasons come in stages, cheap ones first.  PLAIN: two equal digits beside or around a place
 * decide it, and a digit that has its half already leaves the rest to the other one.  TIGHT:
 * where all that is left of a digit is needed to keep the other one from standing three times
 * in succession, it can stand only where it serves that.  UNLIKE: a line with two open places
 * may not become equal to a finished one.  A line goes through the stages, and begins again
 * when a digit is set in it.  When nothing follows any more, the search branches on a place of
 * the line with the fewest open ones.
 *
 * Invariant: the two views agree, and no place holds both digits unless `broken` is set. */
#include "kernels/halves/halves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"
#include "kernels/halves/small.h"

enum { SIDE = PM_HALVES_SIDE, ROWS = 0, COLUMNS = 1 };

enum stage { PLAIN, TIGHT, UNLIKE, STAGES };

/* What changes along a path of the search; copied at each branching. */
struct position {
    uint64_t at[2][SIDE][2];      /* by view, line and digit: the places that hold it */
    signed char left[2][SIDE][2]; /* how many more of it the line gets */
    uint64_t waiting[STAGES][2];  /* by view: lines that wait for a stage */
    bool broken;                  /* no answer this way */
};

struct search {
    int lines[2];     /* rows, columns */
    uint64_t full[2]; /* by view: all places of a line */
    bool different;
    struct position now;
    struct frame *frames; /* to come back to */
    int frame_count, frame_room;
    int row, column; /* where to branch */
    struct pm_search *search;
    bool found_some;
    int64_t restart_at; /* the number of nodes at which it begins anew */
    int starts;         /* how often it has begun */
};

/* A position to come back to, and the place and digit to be set then. */
struct frame {
    struct position position;
    int row, column, digit;
};

static inline int lowest(uint64_t x)
{
    return __builtin_ctzll(x);
}

static inline uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

static inline uint64_t open_places(const struct search *s, int view, int line)
{
    const uint64_t *at = s->now.at[view][line];
    return s->full[view] & ~(at[0] | at[1]);
}

/* Digits were set in places of a line: what the counts and the other view have to know.  One
 * loop for both digits, because each loop ends in a surprise for the processor. */
static inline void tell(struct position *p, int view, int line, uint64_t zeros,
                        uint64_t ones)
{
    uint64_t places = zeros | ones;
    int broken = 0;
    p->waiting[PLAIN][!view] |= places;
    for (; places; places &= places - 1) {
        int i = lowest(places), digit = ones >> i & 1;
        p->at[!view][i][digit] |= bit(line);
        broken |= --p->left[!view][i][digit] | --p->left[view][line][digit];
    }
    p->broken |= broken < 0;
}

/* Sets a digit in places of a line. */
static void set(struct search *s, int view, int line, int digit, uint64_t places)
{
    struct position *p = &s->now;
    uint64_t *at = p->at[view][line];
    places &= ~at[digit];
    if (!places)
        return;
    p->broken |= (places & at[!digit]) != 0;
    at[digit] |= places;
    p->waiting[PLAIN][view] |= bit(line);
    tell(p, view, line, digit ? 0 : places, digit ? places : 0);
}

/* ---- PLAIN ------------------------------------------------------------------------------- */

/* Places that would make three in succession with these. */
static inline uint64_t third_places(uint64_t x)
{
    uint64_t pairs = x & x << 1;
    return pairs << 1 | pairs >> 2 | (x << 1 & x >> 1);
}

/* All places if none is left. */
static inline uint64_t none_left(int left)
{
    return -(uint64_t)(left == 0);
}

/* Until nothing more follows in this line. */
static inline void plain_reason(struct search *s, int view, int line)
{
    struct position *p = &s->now;
    uint64_t *at = p->at[view][line], zeros = at[0], all_ones = at[1];
    const signed char *left = p->left[view][line];
    for (;;) {
        uint64_t open = s->full[view] & ~(zeros | all_ones);
        uint64_t no_zero = third_places(zeros) | (open & none_left(left[0]));
        uint64_t no_one = third_places(all_ones) | (open & none_left(left[1]));
        uint64_t new_zeros = no_one & open, new_ones = no_zero & open;
        if ((no_zero & (zeros | new_zeros)) | (no_one & all_ones)) {
            p->broken = true;
            return;
        }
        if (!(new_zeros | new_ones))
            return;
        at[0] = zeros |= new_zeros;
        at[1] = all_ones |= new_ones;
        tell(p, view, line, new_zeros, new_ones);
    }
}

/* ---- TIGHT ------------------------------------------------------------------------------- */

/* Which places a digit needs at least, so that the other one (which may stand at `others`) does
 * not stand three times in succession: from the lower end on, each as high as it can be.  One
 * that is to break three in succession must be among `open`; false if none is.  `at_most`
 * bounds how many are looked for. */
static bool latest_breaks(uint64_t others, uint64_t open, int at_most, int *count,
                          uint64_t *breaks)
{
    uint64_t three;
    int n = 0;
    while ((three = others & others >> 1 & others >> 2) != 0 && n <= at_most) {
        uint64_t first = three & -three, places = open & (first | first << 1 | first << 2);
        if (!places)
            return false;
        uint64_t last = places & first << 2   ? first << 2
                        : places & first << 1 ? first << 1
                                              : first;
        others &= ~last;
        breaks[n++] = last;
    }
    *count = n;
    return true;
}

/* The same from the upper end on, each as low as it can be; `n` of them, the highest first. */
static void earliest_breaks(uint64_t others, uint64_t open, int n, uint64_t *breaks)
{
    for (int i = 0; i < n; i++) {
        uint64_t three = others & others << 1 & others << 2;
        uint64_t last = bit(63 - __builtin_clzll(three));
        uint64_t places = open & (last | last >> 1 | last >> 2);
        breaks[i] = places & last >> 2 ? last >> 2 : places & last >> 1 ? last >> 1 : last;
        others &= ~breaks[i];
    }
}

/* The last one of a digit must be part of all threes that the other one could make. */
static void place_last(struct search *s, int view, int line, int digit, uint64_t open)
{
    uint64_t others = s->now.at[view][line][!digit] | open;
    uint64_t three = others & others >> 1 & others >> 2;
    if (!three)
        return;
    uint64_t first = three & -three, last = bit(63 - __builtin_clzll(three));
    uint64_t may = open & (first << 2 | ((first << 2) - 1)) & ~(last - 1);
    s->now.broken |= may == 0;
    set(s, view, line, !digit, open & ~may);
}

/* Where all that is left of a digit is needed as breaks, the k-th of them lies between the
 * earliest and the latest place for it, and elsewhere is the other digit. */
static void place_breaks(struct search *s, int view, int line, int digit, uint64_t open)
{
    struct position *p = &s->now;
    const int left = p->left[view][line][digit];
    uint64_t others = p->at[view][line][!digit] | open;
    uint64_t latest[SIDE], earliest[SIDE], may = 0, must = 0;
    int n;
    if (!latest_breaks(others, open, left, &n, latest) || n > left)
        p->broken = true;
    if (p->broken || n < left)
        return;
    earliest_breaks(others, open, n, earliest);
    for (int k = 0; k < n; k++) {
        uint64_t from = earliest[n - 1 - k], to = latest[k];
        may |= (to | (to - from)) & open;
        must |= from & to;
    }
    set(s, view, line, !digit, open & ~may);
    set(s, view, line, digit, must);
}

/* Whether it may be that all that is left of a digit is needed to break threes.  A break serves
 * three places, so where there are more than this, some are to spare. */
static inline bool is_few(const struct search *s, int view, int left)
{
    return (unsigned)left - 1 < (unsigned)s->lines[!view] / 4;
}

static void tight_reason(struct search *s, int view, int line)
{
    const struct position *p = &s->now;
    for (int digit = 0; digit < 2 && !p->broken; digit++) {
        int left = p->left[view][line][digit];
        if (!is_few(s, view, left))
            continue;
        uint64_t open = open_places(s, view, line);
        if (left == 1)
            place_last(s, view, line, digit, open);
        else
            place_breaks(s, view, line, digit, open);
    }
}

/* ---- UNLIKE ------------------------------------------------------------------------------ */

/* One 0 and one 1 are left in a line that may become equal to a finished one: the other way
 * round than there. */
static void turn_round(struct search *s, int view, int done, int line)
{
    const uint64_t *like = s->now.at[view][done];
    uint64_t open = open_places(s, view, line);
    set(s, view, line, 0, like[1] & open);
    set(s, view, line, 1, like[0] & open);
}

static bool unlike(const uint64_t *a, const uint64_t *b)
{
    return ((a[0] & b[1]) | (a[1] & b[0])) != 0;
}

static int open_count(const struct position *p, int view, int line)
{
    return p->left[view][line][0] + p->left[view][line][1];
}

/* A line that is finished, or has two open places, against all others. */
static void unlike_reason(struct search *s, int view, int line)
{
    struct position *p = &s->now;
    const int open = open_count(p, view, line);
    if (open > 2)
        return;
    for (int other = 0; other < s->lines[view] && !p->broken; other++) {
        if (unlike(p->at[view][line], p->at[view][other]) || other == line)
            continue;
        int open_there = open_count(p, view, other);
        p->broken |= open == 0 && open_there == 0;
        if (open == 0 && open_there == 2)
            turn_round(s, view, line, other);
        if (open == 2 && open_there == 0) {
            turn_round(s, view, other, line);
            return; /* now it is finished, and will come again */
        }
    }
}

/* ---- Search ------------------------------------------------------------------------------ */

/* All lines that wait for PLAIN, until none does. */
static void plain_reasons(struct search *s)
{
    struct position *p = &s->now;
    while ((p->waiting[PLAIN][ROWS] | p->waiting[PLAIN][COLUMNS]) && !p->broken) {
        int view = p->waiting[PLAIN][ROWS] ? ROWS : COLUMNS;
        uint64_t lines = p->waiting[PLAIN][view];
        p->waiting[PLAIN][view] = 0;
        p->waiting[TIGHT][view] |= lines;
        p->waiting[UNLIKE][view] |= s->different ? lines : 0;
        for (; lines && !p->broken; lines &= lines - 1)
            plain_reason(s, view, lowest(lines));
    }
}

/* The lines that wait for a later stage, until something comes of it. */
static void later_reasons(struct search *s, enum stage stage, int view)
{
    struct position *p = &s->now;
    uint64_t *waiting = &p->waiting[stage][view];
    while (*waiting && !p->broken &&
           !(p->waiting[PLAIN][ROWS] | p->waiting[PLAIN][COLUMNS])) {
        int line = lowest(*waiting);
        *waiting &= *waiting - 1;
        if (stage == TIGHT)
            tight_reason(s, view, line);
        else
            unlike_reason(s, view, line);
    }
}

/* The views agree, no place holds both digits, and lines know what they still get. */
static bool position_is_sound(const struct search *s)
{
    for (int view = ROWS; view <= COLUMNS; view++)
        for (int line = 0; line < s->lines[view]; line++)
            for (int digit = 0; digit < 2; digit++) {
                const uint64_t at = s->now.at[view][line][digit];
                const int count = __builtin_popcountll(at);
                if (at & (s->now.at[view][line][!digit] | ~s->full[view]) ||
                    count + s->now.left[view][line][digit] != s->lines[!view] / 2)
                    return false;
                for (int i = 0; i < s->lines[!view]; i++)
                    if ((at >> i & 1) != (s->now.at[!view][i][digit] >> line & 1))
                        return false;
            }
    return true;
}

/* Draws all conclusions; false: there is no answer. */
static bool propagate(struct search *s)
{
    const struct position *p = &s->now;
    for (;;) {
        plain_reasons(s);
        if (p->broken)
            return false;
        enum stage stage = TIGHT;
        while (stage < STAGES && !(p->waiting[stage][ROWS] | p->waiting[stage][COLUMNS]))
            stage++;
        if (stage == STAGES) {
            PM_ASSERT_SLOW(position_is_sound(s));
            return true;
        }
        later_reasons(s, stage, p->waiting[stage][ROWS] ? ROWS : COLUMNS);
    }
}

/* A place of the line with the fewest open ones; false: the board is full. */
static bool choose(struct search *s)
{
    int best = SIDE + 1;
    for (int view = ROWS; view <= COLUMNS; view++)
        for (int line = 0; line < s->lines[view]; line++) {
            int n = open_count(&s->now, view, line);
            if (n == 0 || n >= best)
                continue;
            uint64_t open = open_places(s, view, line);
            best = n;
            s->row = view == ROWS ? line : lowest(open);
            s->column = view == ROWS ? lowest(open) : line;
        }
    return best <= SIDE;
}

/* Four cells at a time.  What is written past the end of a row is overwritten by the next
 * one, and for the last one there is room. */
enum { AT_ONCE = 4 };

bool pm_halves_found(struct pm_search *search, int rows, int columns, const uint64_t *ones)
{
    static const int digits[1 << AT_ONCE][AT_ONCE] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0},
        {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
        {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
    int answer[SIDE * SIDE + AT_ONCE];
    assert(rows <= SIDE && columns <= SIDE);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column += AT_ONCE)
            memcpy(answer + row * columns + column, digits[ones[row] >> column & 15],
                   sizeof digits[0]);
    return pm_search_found(search, answer);
}

static bool report(struct search *s)
{
    uint64_t rows[SIDE];
    for (int row = 0; row < s->lines[ROWS]; row++)
        rows[row] = s->now.at[ROWS][row][1];
    s->found_some = true;
    return pm_halves_found(s->search, s->lines[ROWS], s->lines[COLUMNS], rows);
}

/* The digit to be tried first: as if by chance, so that lines do not come out alike where
 * little is given. */
static int first_digit(const struct search *s, int row, int column)
{
    uint32_t x = (uint32_t)(SIDE * row + column + 1) * 2654435761u;
    return (int)((x ^ x >> 15) * ((uint32_t)s->starts * 2246822518u + 1) >> 28 & 1);
}

/* Measured on empty boards of 18x18 to 64x64: a third of the nodes that it takes without. */
enum { FIRST_RESTART = 2000 };

/* On a large board with few givens an early digit may have left a corner without an answer,
 * and going back step by step takes ages to come to it.  As long as nothing was found, the
 * search begins anew with other digits tried first, each time after twice as many nodes; so it
 * stays complete. */
static bool restart(struct search *s)
{
    if (s->found_some || s->search->effort->nodes < s->restart_at)
        return false;
    assert(s->frame_count > 0 && !s->frames[0].position.broken);
    s->now = s->frames[0].position;
    s->frame_count = 0;
    s->starts++;
    s->restart_at = s->search->effort->nodes +
                    ((int64_t)FIRST_RESTART << (s->starts < 40 ? s->starts : 40));
    return true;
}

static bool push(struct search *s, int row, int column, int digit)
{
    if (s->frame_count == s->frame_room) {
        int more = s->frame_room ? 2 * s->frame_room : 16;
        struct frame *frames = realloc(s->frames, (size_t)more * sizeof *frames);
        if (!frames)
            return false;
        s->frames = frames;
        s->frame_room = more;
    }
    s->frames[s->frame_count++] = (struct frame){s->now, row, column, digit};
    return true;
}

static bool guess(struct search *s)
{
    int digit = first_digit(s, s->row, s->column);
    assert(open_places(s, ROWS, s->row) >> s->column & 1);
    if (!push(s, s->row, s->column, !digit))
        return false;
    set(s, ROWS, s->row, digit, bit(s->column));
    return true;
}

static bool go_back(struct search *s)
{
    if (s->frame_count == 0)
        return false;
    if (restart(s))
        return true;
    const struct frame *back = &s->frames[--s->frame_count];
    s->now = back->position;
    set(s, ROWS, back->row, back->digit, bit(back->column));
    return true;
}

#include "kernels/depth_first.h"

static void set_board(struct search *s, const struct pm_halves *board)
{
    s->lines[ROWS] = board->rows;
    s->lines[COLUMNS] = board->columns;
    s->different = board->different;
    memset(&s->now, 0, sizeof s->now);
    for (int view = ROWS; view <= COLUMNS; view++) {
        s->full[view] = ~(uint64_t)0 >> (64 - s->lines[!view]);
        s->now.waiting[PLAIN][view] = ~(uint64_t)0 >> (64 - s->lines[view]);
        memset(s->now.left[view], s->lines[!view] / 2, sizeof s->now.left[view]);
    }
    for (int row = 0; row < board->rows; row++) {
        uint64_t zeros, all_ones;
        pm_halves_givens(board, row, &zeros, &all_ones);
        s->now.at[ROWS][row][0] = zeros;
        s->now.at[ROWS][row][1] = all_ones;
        tell(&s->now, ROWS, row, zeros, all_ones);
    }
}

pulma_status pm_halves_search_large(const struct pm_halves *board, struct pm_search *search)
{
    assert(board->rows >= 2 && board->rows <= SIDE && board->rows % 2 == 0);
    assert(board->columns >= 2 && board->columns <= SIDE && board->columns % 2 == 0);
    struct search s; /* set_board() sets the rest, all that the board needs of it */
    s.search = search;
    s.found_some = false;
    s.restart_at = search->effort->nodes + FIRST_RESTART;
    s.starts = 1;
    s.frames = NULL;
    s.frame_count = s.frame_room = 0;
    set_board(&s, board);
    pulma_status status = depth_first(&s);
    free(s.frames);
    return status;
}

pulma_status pm_halves_search(const struct pm_halves *board, struct pm_search *search)
{
    const bool small =
        board->rows <= PM_HALVES_SMALL_SIDE && board->columns <= PM_HALVES_SMALL_SIDE;
    return small ? pm_halves_search_small(board, search)
                 : pm_halves_search_large(board, search);
}
