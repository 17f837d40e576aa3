/* Binary sudoku by search with reasoning on whole lines.
 *
 * The board is kept twice, as words for the rows and for the columns: for each line and digit,
 * the places that hold the digit.  So a line is looked at with a handful of word operations,
 * whatever its length, and what holds for rows holds for columns by taking the other view.
 *
 * Reasons come in stages, cheap ones first.  PLAIN: two equal digits beside or around a place
 * decide it, and a digit that has its half already leaves the rest to the other one.  TIGHT:
 * where all that is left of a digit is needed to keep the other one from standing three times
 * in succession, the line is solved exactly, by dynamic programming over (how many 1s so far,
 * last digit, once or twice).  UNLIKE: a line with two open places may not become equal to a
 * finished one.  A line goes through the stages, and begins again when a digit is set in it.
 * When nothing follows any more, the search branches on a place of the line with the fewest
 * open ones.
 *
 * Invariant: the two views agree, and no place holds both digits unless `broken` is set. */
#include "kernels/halves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = PM_HALVES_SIDE, ROWS = 0, COLUMNS = 1 };

enum stage { PLAIN, TIGHT, UNLIKE, STAGES };

/* What changes along a path of the search; copied at each branching. */
struct position {
    uint64_t at[2][SIDE][2];     /* by view, line and digit: the places that hold it */
    uint64_t waiting[STAGES][2]; /* by view: lines that wait for a stage */
    bool broken;                 /* no answer this way */
};

struct search {
    int lines[2];     /* rows, columns */
    uint64_t full[2]; /* by view: all places of a line */
    bool different;
    struct position now;
    struct frame *frames;
    int frame_count, frame_room;
    struct pm_halves_task *task;
    int64_t last_found; /* the number of nodes when the last answer was found */
};

/* A position to come back to, and the place to be set otherwise then. */
struct frame {
    struct position position;
    int row, column;
};

static inline int ones(uint64_t x)
{
#ifdef __POPCNT__
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

static inline uint64_t open_places(const struct search *s, int view, int line)
{
    const uint64_t *at = s->now.at[view][line];
    return s->full[view] & ~(at[0] | at[1]);
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
    p->waiting[PLAIN][!view] |= places;
    for (; places; places &= places - 1)
        p->at[!view][lowest(places)][digit] |= bit(line);
}

/* ---- PLAIN ------------------------------------------------------------------------------- */

/* Places that would make three in succession with these. */
static inline uint64_t third_places(uint64_t x)
{
    return (x << 1 & x << 2) | (x >> 1 & x >> 2) | (x << 1 & x >> 1);
}

static void plain_reason(struct search *s, int view, int line)
{
    struct position *p = &s->now;
    const int half = s->lines[!view] / 2;
    const uint64_t *at = p->at[view][line];
    uint64_t zeros = at[0], all_ones = at[1], before;
    do {
        before = zeros | all_ones;
        uint64_t open = s->full[view] & ~before;
        uint64_t no_zero = third_places(zeros), no_one = third_places(all_ones);
        int zero_count = ones(zeros), one_count = ones(all_ones);
        if (zero_count == half)
            no_zero |= open;
        if (one_count == half)
            no_one |= open;
        p->broken |=
            zero_count > half || one_count > half ||
            ((no_zero & zeros) | (no_one & all_ones) | (no_zero & no_one & open)) != 0;
        all_ones |= no_zero & open;
        zeros |= no_one & open;
    } while ((zeros | all_ones) != before && !p->broken);
    if (p->broken || before == (at[0] | at[1]))
        return;
    set(s, view, line, 0, zeros);
    set(s, view, line, 1, all_ones);
    p->waiting[PLAIN][view] &= ~bit(line);
}

/* ---- TIGHT ------------------------------------------------------------------------------- */

/* How many more of a digit are needed at least, so that the other one (at `others` already,
 * and anywhere at `open`) does not stand three times in succession. */
static int least_needed(uint64_t others, uint64_t open)
{
    uint64_t x = others | open, three;
    int n = 0;
    while ((three = x & x >> 1 & x >> 2) != 0) {
        int i = lowest(three);
        /* The last open one of the first three serves longest. */
        uint64_t places = open & (uint64_t)7 << i;
        if (!places)
            return SIDE; /* three in succession already */
        uint64_t last = places >> 2 & bit(i)   ? bit(i + 2)
                        : places >> 1 & bit(i) ? bit(i + 1)
                                               : bit(i);
        x &= ~last;
        n++;
    }
    return n;
}

/* The ways through a line, place by place.  A state is the last digit and whether it stood
 * once or twice; a word tells with which numbers of 1s so far. */
struct ways {
    uint64_t once[2], twice[2];
};

/* One place further with a digit allowed or not. */
static inline struct ways step(struct ways w, bool zero, bool one)
{
    struct ways next = {{0, 0}, {0, 0}};
    if (zero) {
        next.once[0] = w.once[1] | w.twice[1];
        next.twice[0] = w.once[0];
    }
    if (one) {
        next.once[1] = (w.once[0] | w.twice[0]) << 1;
        next.twice[1] = w.once[1] << 1;
    }
    return next;
}

/* One place back: from which states the states behind it can be reached. */
static inline struct ways step_back(struct ways w, bool zero, bool one)
{
    uint64_t zero_once = zero ? w.once[0] : 0, zero_twice = zero ? w.twice[0] : 0;
    uint64_t one_once = one ? w.once[1] >> 1 : 0, one_twice = one ? w.twice[1] >> 1 : 0;
    return (struct ways){{zero_twice | one_once, one_twice | zero_once},
                         {one_once, zero_once}};
}

/* Solves a line alone: sets what is the same in all its fillings. */
static void solve_line(struct search *s, int view, int line)
{
    const int n = s->lines[!view];
    const uint64_t zeros = s->now.at[view][line][0], all_ones = s->now.at[view][line][1];
    struct ways back[SIDE + 1];
    back[n] = (struct ways){{bit(n / 2), bit(n / 2)}, {bit(n / 2), bit(n / 2)}};
    for (int i = n; i > 0; i--)
        back[i - 1] =
            step_back(back[i], !(all_ones >> (i - 1) & 1), !(zeros >> (i - 1) & 1));
    /* Before the first place both digits may follow: as if each had stood once long ago. */
    uint64_t can[2] = {0, 0};
    struct ways w = {{0, 0}, {0, 0}};
    for (int i = 0; i < n; i++) {
        bool zero = !(all_ones >> i & 1), one = !(zeros >> i & 1);
        struct ways next = step(w, zero, one);
        if (i == 0) {
            next.once[0] = zero;
            next.once[1] = (uint64_t)one << 1;
        }
        for (int digit = 0; digit < 2; digit++) {
            next.once[digit] &= back[i + 1].once[digit];
            next.twice[digit] &= back[i + 1].twice[digit];
            if (next.once[digit] | next.twice[digit])
                can[digit] |= bit(i);
        }
        w = next;
    }
    if ((can[0] | can[1]) != s->full[view]) {
        s->now.broken = true;
        return;
    }
    set(s, view, line, 0, can[0] & ~can[1]);
    set(s, view, line, 1, can[1] & ~can[0]);
}

static void tight_reason(struct search *s, int view, int line)
{
    const uint64_t *at = s->now.at[view][line];
    uint64_t open = open_places(s, view, line);
    for (int digit = 0; digit < 2 && open; digit++) {
        int left = s->lines[!view] / 2 - ones(at[digit]);
        int least = least_needed(at[!digit], open);
        if (least > left) {
            s->now.broken = true;
            return;
        }
        if (least == left) {
            solve_line(s, view, line);
            return;
        }
    }
}

/* ---- UNLIKE ------------------------------------------------------------------------------ */

/* The finished line `done` may not be equal to this one. */
static void keep_apart(struct search *s, int view, int done, int line)
{
    struct position *p = &s->now;
    const uint64_t *a = p->at[view][done], *b = p->at[view][line];
    if ((a[0] & b[1]) | (a[1] & b[0]))
        return; /* they differ already */
    uint64_t open = open_places(s, view, line);
    int n = ones(open);
    if (n == 0)
        p->broken = true;
    if (n != 2)
        return;
    /* One 0 and one 1 are left: the other way round than in the finished line. */
    set(s, view, line, 0, a[1] & open);
    set(s, view, line, 1, a[0] & open);
}

static void unlike_reason(struct search *s, int view, int line)
{
    struct position *p = &s->now;
    int n = ones(open_places(s, view, line));
    if (n > 2)
        return;
    for (int other = 0; other < s->lines[view] && !p->broken; other++) {
        if (other == line)
            continue;
        if (n == 0)
            keep_apart(s, view, line, other);
        else if (open_places(s, view, other) == 0)
            keep_apart(s, view, other, line);
        if (n > 0 && open_places(s, view, line) == 0)
            return; /* now it is finished, and will come again */
    }
}

/* ---- Search ------------------------------------------------------------------------------ */

static void reason(struct search *s, enum stage stage, int view, int line)
{
    if (stage == PLAIN)
        plain_reason(s, view, line);
    else if (stage == TIGHT)
        tight_reason(s, view, line);
    else if (s->different)
        unlike_reason(s, view, line);
}

/* Draws all conclusions; false: there is no answer. */
static bool conclude(struct search *s)
{
    struct position *p = &s->now;
    while (!p->broken) {
        int stage = PLAIN;
        while (stage < STAGES && !(p->waiting[stage][ROWS] | p->waiting[stage][COLUMNS]))
            stage++;
        if (stage == STAGES)
            return true;
        int view = p->waiting[stage][ROWS] ? ROWS : COLUMNS;
        int line = lowest(p->waiting[stage][view]);
        p->waiting[stage][view] &= p->waiting[stage][view] - 1;
        reason(s, (enum stage)stage, view, line);
        if (stage + 1 < STAGES)
            p->waiting[stage + 1][view] |= bit(line);
    }
    return false;
}

/* A place of the line with the fewest open ones; false: the board is full. */
static bool choose(const struct search *s, int *row, int *column)
{
    int best = SIDE + 1;
    for (int view = ROWS; view <= COLUMNS; view++)
        for (int line = 0; line < s->lines[view]; line++) {
            uint64_t open = open_places(s, view, line);
            int n = ones(open);
            if (n == 0 || n >= best)
                continue;
            best = n;
            *row = view == ROWS ? line : lowest(open);
            *column = view == ROWS ? lowest(open) : line;
        }
    return best <= SIDE;
}

static bool report(struct search *s)
{
    uint64_t rows[SIDE];
    for (int row = 0; row < s->lines[ROWS]; row++)
        rows[row] = s->now.at[ROWS][row][1];
    s->last_found = s->task->nodes;
    return s->task->found(s->task->context, rows);
}

static bool push(struct search *s, int row, int column)
{
    if (s->frame_count == s->frame_room) {
        int more = s->frame_room ? 2 * s->frame_room : 16;
        struct frame *frames = realloc(s->frames, (size_t)more * sizeof *frames);
        if (!frames)
            return false;
        s->frames = frames;
        s->frame_room = more;
    }
    s->frames[s->frame_count++] = (struct frame){s->now, row, column};
    return true;
}

static pulma_status look_at_limits(const struct search *s)
{
    const struct pm_halves_task *task = s->task;
    if (task->limits && task->limits->conflicts > 0 &&
        task->nodes > task->limits->conflicts)
        return PULMA_LIMIT;
    if (task->patience > 0 && task->nodes - s->last_found > task->patience)
        return PULMA_UNAVAILABLE;
    return task->limits && task->nodes % 1024 == 0 && pm_stop(task->limits) ? PULMA_LIMIT
                                                                            : PULMA_OK;
}

static pulma_status run(struct search *s)
{
    for (;;) {
        int row, column;
        bool going = conclude(s);
        if (going && !choose(s, &row, &column)) {
            if (!report(s))
                return PULMA_OK;
            going = false;
        }
        if (going) {
            s->task->nodes++;
            pulma_status status = look_at_limits(s);
            if (status)
                return status;
            if (!push(s, row, column))
                return PULMA_NO_MEMORY;
            set(s, ROWS, row, 0, bit(column));
            continue;
        }
        if (s->frame_count == 0)
            return PULMA_OK;
        const struct frame *back = &s->frames[--s->frame_count];
        s->now = back->position;
        set(s, ROWS, back->row, 1, bit(back->column));
    }
}

static void set_board(struct search *s, const struct pm_halves *board)
{
    s->lines[ROWS] = board->rows;
    s->lines[COLUMNS] = board->columns;
    s->different = board->different;
    memset(&s->now, 0, sizeof s->now);
    for (int view = ROWS; view <= COLUMNS; view++) {
        s->full[view] = ~(uint64_t)0 >> (64 - s->lines[!view]);
        s->now.waiting[PLAIN][view] = ~(uint64_t)0 >> (64 - s->lines[view]);
    }
    for (int row = 0, cell = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++, cell++)
            if (board->given[cell] >= 0) {
                int digit = board->given[cell];
                s->now.at[ROWS][row][digit] |= bit(column);
                s->now.at[COLUMNS][column][digit] |= bit(row);
            }
}

pulma_status pm_halves_search(const struct pm_halves *board, struct pm_halves_task *task)
{
    assert(board->rows >= 2 && board->rows <= SIDE && board->rows % 2 == 0);
    assert(board->columns >= 2 && board->columns <= SIDE && board->columns % 2 == 0);
    struct search s; /* set_board() sets the rest, all that the board needs of it */
    s.task = task;
    s.last_found = task->nodes;
    s.frames = NULL;
    s.frame_count = s.frame_room = 0;
    set_board(&s, board);
    pulma_status status = run(&s);
    free(s.frames);
    return status;
}
