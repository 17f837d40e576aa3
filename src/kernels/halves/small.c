/* Binary sudoku on boards of at most 16 x 16, all lines at once.
 *
 * A board is two planes of bits, the places of the 0s and of the 1s.  A row is a lane of 16
 * bits, and a plane two vectors: row 2 k is lane k of the first one, row 2 k + 1 lane k of the
 * second.  So the places beside a place are a shift within lanes, and those above and below it
 * the other vector, as it is or moved by one lane.  For what regards rows as a whole a board is
 * turned over (rows become columns), which takes some forty operations.
 *
 * Reasons come in stages, cheap ones first; what a stage finds goes back to the first one.
 * THIRDS: two equal digits beside or around a place decide it.  COUNTS: a digit that has its
 * half leaves the rest of the line to the other one.  WAYS: only what stands in some way to fill
 * the whole line remains.  UNLIKE: a line with two open places may not become equal to a finished
 * one.  When nothing follows any more, the search branches on a place with as many decided
 * neighbours as can be.
 *
 * WAYS goes along all lines side by side, from one end to the other and back.  What tells ways
 * apart is the digit that they end in, whether it stands there once or twice, and how many 1s
 * there were: by the first two a vector is chosen, by the third one a lane of it, and its bits
 * are the lines for which there is such a way. */
#include "kernels/halves/small.h"

#include <assert.h>
#include <string.h>

#include "core/invariant.h"

enum { SIDE = PM_HALVES_SMALL_SIDE, LANES = 8, MOST_PLACES = SIDE * SIDE };

typedef uint16_t lanes __attribute__((vector_size(16)));
typedef uint32_t pairs __attribute__((vector_size(16))); /* of lanes */
typedef uint64_t fours __attribute__((vector_size(16)));

#ifdef __clang__
#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define PICK(a, b, ...) __builtin_shuffle(a, b, (lanes){__VA_ARGS__})
#endif

struct plane {
    lanes half[2];
};

struct board {
    struct plane at[2]; /* by digit: the places that hold it */
    uint16_t
        finished[2]; /* rows, columns that UNLIKE has seen finished and all different */
};

/* A board to come back to, and the place and digit to be set then. */
struct frame {
    struct board board;
    int row, column, digit;
};

struct search {
    int rows, columns;
    bool different;
    struct plane places; /* all that there are */
    struct plane turned; /* the same of the board turned over */
    struct board now;
    struct pm_search *search;
    int row, column; /* where to branch */
    int depth;
    struct frame frames[MOST_PLACES];
};

/* ---- Lanes ------------------------------------------------------------------------------- */

/* Each lane gets what the one before, the one after it had; the first, the last one 0. */
static inline lanes from_before(lanes x)
{
    return PICK((lanes){0}, x, 7, 8, 9, 10, 11, 12, 13, 14);
}

static inline lanes from_behind(lanes x)
{
    return PICK(x, (lanes){0}, 1, 2, 3, 4, 5, 6, 7, 8);
}

static inline lanes all_lanes(uint16_t x)
{
    return (lanes){0} + x;
}

/* The first four lanes of both, the last four lanes of both. */
static inline lanes first_fours(lanes a, lanes b)
{
    return (lanes)(fours){((fours)a)[0], ((fours)b)[0]};
}

static inline lanes last_fours(lanes a, lanes b)
{
    return (lanes)(fours){((fours)a)[1], ((fours)b)[1]};
}

static inline bool is_any(lanes x)
{
    return (((fours)x)[0] | ((fours)x)[1]) != 0;
}

static inline uint16_t row_of(const struct plane *p, int row)
{
    return p->half[row % 2][row / 2];
}

static inline void set_row(struct plane *p, int row, uint16_t x)
{
    p->half[row % 2][row / 2] = x;
}

/* Rows become columns: for each power of two, where one row number and one column number differ
 * by it, the two bits change places. */
static inline struct plane turn(struct plane p)
{
    const lanes one = (p.half[0] >> 1 ^ p.half[1]) & 0x5555;
    p.half[0] ^= one << 1;
    p.half[1] ^= one;
    for (int h = 0; h < 2; h++) {
        pairs two = (pairs)p.half[h], change = (two >> 14 ^ two) & 0x0000CCCC;
        fours four = (fours)(two ^ change ^ change << 14);
        fours more = (four >> 28 ^ four) & UINT64_C(0x00000000F0F0F0F0);
        p.half[h] = (lanes)(four ^ more ^ more << 28);
    }
    lanes low = first_fours(p.half[0], p.half[1]), high = last_fours(p.half[0], p.half[1]);
    const lanes eight = (low >> 8 ^ high) & 0x00FF;
    low ^= eight << 8;
    high ^= eight;
    return (struct plane){{first_fours(low, high), last_fours(low, high)}};
}

/* ---- What stages do to a board ----------------------------------------------------------- */

/* Adds places to a plane; which of them are new, whichever half they are in. */
static inline lanes add_places(struct plane *p, const struct plane *places)
{
    lanes new = {0};
    for (int h = 0; h < 2; h++) {
        new |= places->half[h] & ~p->half[h];
        p->half[h] |= places->half[h];
    }
    return new;
}

/* Sets digits at places; whether that says something new.  Places that hold the other digit
 * get both, which clashes() finds. */
static inline bool set_both(struct board *b, const struct plane places[2])
{
    const lanes zeros = add_places(&b->at[0], &places[0]);
    return is_any(zeros | add_places(&b->at[1], &places[1]));
}

static inline bool clashes(const struct board *b)
{
    return is_any((b->at[0].half[0] & b->at[1].half[0]) |
                  (b->at[0].half[1] & b->at[1].half[1]));
}

static inline struct plane open_places(const struct board *b, const struct plane *places)
{
    struct plane open;
    for (int h = 0; h < 2; h++)
        open.half[h] = places->half[h] & ~(b->at[0].half[h] | b->at[1].half[h]);
    return open;
}

static inline bool is_full(const struct search *s)
{
    const struct plane open = open_places(&s->now, &s->places);
    return !is_any(open.half[0] | open.half[1]);
}

/* ---- THIRDS ------------------------------------------------------------------------------ */

/* Two before, two after, or one at each side. */
static inline lanes third(lanes before, lanes two_before, lanes behind, lanes two_behind)
{
    return (before & (two_before | behind)) | (behind & two_behind);
}

/* Places that would make three in succession with these. */
static inline struct plane third_places(const struct search *s, const struct plane *p)
{
    const lanes even = p->half[0], odd = p->half[1];
    const lanes odd_before = from_before(odd), even_behind = from_behind(even);
    struct plane down = {{third(odd_before, from_before(even), odd, even_behind),
                          third(even, odd_before, even_behind, from_behind(odd))}};
    for (int h = 0; h < 2; h++) {
        const lanes x = p->half[h];
        const lanes across = third(x << 1, x << 2, x >> 1, x >> 2);
        down.half[h] = (down.half[h] | across) & s->places.half[h];
    }
    return down;
}

static void settle_thirds(struct search *s)
{
    struct plane *zeros = &s->now.at[0], *all_ones = &s->now.at[1];
    lanes new;
    do {
        const struct plane no_one = third_places(s, all_ones);
        new = add_places(zeros, &no_one);
        const struct plane no_zero = third_places(s, zeros);
        new |= add_places(all_ones, &no_zero);
    } while (is_any(new));
}

/* ---- COUNTS ------------------------------------------------------------------------------ */

/* How many bits each lane has. */
static inline lanes bit_counts(lanes x)
{
    x -= x >> 1 & 0x5555;
    x = (x & 0x3333) + (x >> 2 & 0x3333);
    x = (x + (x >> 4)) & 0x0F0F;
    return (x + (x >> 8)) & 0x1F;
}

/* Numbers of up to five bits, as many as there are bits in a vector: number[k] has bit k of
 * all of them.  Adds two numbers of `size` bits each. */
static inline void add_numbers(lanes *number, const lanes *other, int size)
{
    lanes carry = {0};
    for (int k = 0; k < size; k++) {
        const lanes differ = number[k] ^ other[k], both = number[k] & other[k];
        number[k] = differ ^ carry;
        carry = both | (differ & carry);
    }
    number[size] = carry;
}

/* The columns in which a digit stands `half` times: for 0 in the lowest lane, for 1 in lane 4. */
static inline fours full_columns(const struct board *b, int half)
{
    lanes sum[2][2], n[5], other[5];
    for (int digit = 0; digit < 2; digit++) {
        const struct plane *p = &b->at[digit];
        sum[digit][0] = p->half[0] ^ p->half[1];
        sum[digit][1] = p->half[0] & p->half[1];
    }
    for (int k = 0; k < 2; k++) {
        n[k] = first_fours(sum[0][k], sum[1][k]);
        other[k] = last_fours(sum[0][k], sum[1][k]);
    }
    add_numbers(n, other, 2);
    for (int k = 0; k < 3; k++)
        other[k] = (lanes)((fours)n[k] >> 32);
    add_numbers(n, other, 3);
    for (int k = 0; k < 4; k++)
        other[k] = (lanes)((fours)n[k] >> 16);
    add_numbers(n, other, 4);
    lanes differ = {0};
    for (int k = 0; k < 5; k++)
        differ |= n[k] ^ all_lanes((uint16_t) - (half >> k & 1));
    return (fours)~differ;
}

/* Fills the lines in which a digit has its half; true if that says something new.  `*right`
 * becomes whether all lines have their half of the 1s. */
static bool settle_counts(struct search *s, bool *right)
{
    struct board *b = &s->now;
    const fours columns = full_columns(b, s->rows / 2);
    struct plane rest[2];
    lanes wrong = {0};
    for (int digit = 0; digit < 2; digit++) {
        const lanes in_columns = all_lanes((uint16_t)columns[digit]);
        for (int h = 0; h < 2; h++) {
            const lanes x = b->at[digit].half[h], all = s->places.half[h];
            const lanes full = (lanes)(bit_counts(x) == (uint16_t)(s->columns / 2));
            rest[!digit].half[h] = (full | in_columns) & all & ~x;
            wrong = digit == 1 ? wrong | (all & ~(full & in_columns)) : wrong;
        }
    }
    *right = !is_any(wrong);
    return set_both(b, rest);
}

/* ---- WAYS -------------------------------------------------------------------------------- */

/* By digit: the ways that end in one and in two of it.  The lane is by how much the 1s are more
 * than half of the places so far (rounded down), and the fifth if they are not; in 16 places
 * without three in succession there are at most 11 of a digit, so it never leaves the vector. */
struct ends {
    lanes one[2], two[2];
};

static const lanes balanced = {0, 0, 0, 0, 0xFFFF, 0, 0, 0};

/* Goes one place on.  At the first place of two a 1 is one more than half of them, at the second
 * one a 0 one less. */
static inline struct ends step_on(const struct ends *e, lanes may0, lanes may1, bool second)
{
    lanes to0 = e->one[1] | e->two[1], again0 = e->one[0];
    lanes to1 = e->one[0] | e->two[0], again1 = e->one[1];
    if (second) {
        to0 = from_behind(to0);
        again0 = from_behind(again0);
    } else {
        to1 = from_before(to1);
        again1 = from_before(again1);
    }
    return (struct ends){.one = {to0 & may0, to1 & may1},
                         .two = {again0 & may0, again1 & may1}};
}

/* From the ends at a place that lead to a filled line to those at the place before. */
static inline struct ends step_back(const struct ends *e, lanes may0, lanes may1,
                                    bool second)
{
    lanes to0 = e->one[0] & may0, again0 = e->two[0] & may0;
    lanes to1 = e->one[1] & may1, again1 = e->two[1] & may1;
    if (second) {
        to0 = from_before(to0);
        again0 = from_before(again0);
    } else {
        to1 = from_behind(to1);
        again1 = from_behind(again1);
    }
    return (struct ends){.one = {to1 | again0, to0 | again1}, .two = {to1, to0}};
}

/* From eight vectors one: lane k has what the lanes of vector k have together. */
static inline lanes gather(const lanes v[LANES])
{
    pairs quarter[2];
    for (int k = 0; k < 2; k++) {
        const pairs a = (pairs)(first_fours(v[k], v[k + 2]) | last_fours(v[k], v[k + 2]));
        const pairs b =
            (pairs)(first_fours(v[k + 4], v[k + 6]) | last_fours(v[k + 4], v[k + 6]));
        quarter[k] = (pairs){a[0], a[2], b[0], b[2]} | (pairs){a[1], a[3], b[1], b[3]};
    }
    return (lanes)(((quarter[0] | quarter[0] >> 16) & 0x0000FFFF) |
                   ((quarter[1] | quarter[1] << 16) & 0xFFFF0000));
}

/* The ends at a place, what may stand there, and for which columns it does in some way. */
struct stop {
    struct ends ends;
    lanes may[2];
};

static inline void pass(struct stop *stop, const struct ends *before, uint16_t zeros,
                        uint16_t ones, bool second)
{
    stop->may[0] = all_lanes((uint16_t)~ones);
    stop->may[1] = all_lanes((uint16_t)~zeros);
    stop->ends = step_on(before, stop->may[0], stop->may[1], second);
}

static inline lanes joined(const struct stop *stop, const struct ends *rest, int digit)
{
    return (stop->ends.one[digit] & rest->one[digit]) |
           (stop->ends.two[digit] & rest->two[digit]);
}

/* For the columns of a board with n rows: the places where a digit stands in some way to fill
 * the column.  Rows are taken by two, as they lie in lanes. */
static void find_ways(const struct board *b, int n, struct plane some[2])
{
    struct stop stops[LANES][2];
    lanes seen[2][2][LANES]; /* by digit and half */
    struct ends e = {.two = {balanced, balanced}};
    const struct ends *last = &e;
    const struct plane *zeros = &b->at[0], *ones = &b->at[1];
    for (int k = 0; k < n / 2; k++) {
        pass(&stops[k][0], last, zeros->half[0][k], ones->half[0][k], false);
        pass(&stops[k][1], &stops[k][0].ends, zeros->half[1][k], ones->half[1][k], true);
        last = &stops[k][1].ends;
    }
    for (int k = n / 2; k < LANES; k++)
        seen[0][0][k] = seen[0][1][k] = seen[1][0][k] = seen[1][1][k] = (lanes){0};
    e = (struct ends){{balanced, balanced}, {balanced, balanced}};
    for (int k = n / 2; k-- > 0;) {
        const struct stop *first = &stops[k][0], *second = &stops[k][1];
        seen[0][1][k] = joined(second, &e, 0);
        seen[1][1][k] = joined(second, &e, 1);
        e = step_back(&e, second->may[0], second->may[1], true);
        seen[0][0][k] = joined(first, &e, 0);
        seen[1][0][k] = joined(first, &e, 1);
        e = step_back(&e, first->may[0], first->may[1], false);
    }
    for (int digit = 0; digit < 2; digit++)
        for (int h = 0; h < 2; h++)
            some[digit].half[h] = gather(seen[digit][h]);
}

/* Places where a digit stands in no way get the other one. */
static inline struct plane places_without(const struct plane *places,
                                          const struct plane *some)
{
    return (struct plane){
        {places->half[0] & ~some->half[0], places->half[1] & ~some->half[1]}};
}

static bool settle_ways(struct search *s)
{
    struct board *b = &s->now;
    struct plane some[2], rest[2];
    find_ways(b, s->rows, some);
    for (int digit = 0; digit < 2; digit++)
        rest[digit] = places_without(&s->places, &some[!digit]);
    if (set_both(b, rest))
        return true;
    const struct board turned = {.at = {turn(b->at[0]), turn(b->at[1])}};
    find_ways(&turned, s->columns, some);
    for (int digit = 0; digit < 2; digit++)
        rest[digit] = turn(places_without(&s->turned, &some[!digit]));
    return set_both(b, rest);
}

/* ---- UNLIKE ------------------------------------------------------------------------------ */

static const struct plane row_numbers = {
    {{0, 2, 4, 6, 8, 10, 12, 14}, {1, 3, 5, 7, 9, 11, 13, 15}}};

/* Bit r: the lane of row r has all bits; the others have none. */
static inline unsigned rows_of(const struct plane *mask)
{
    static const struct plane bits = {
        {{1 << 0, 1 << 2, 1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14},
         {1 << 1, 1 << 3, 1 << 5, 1 << 7, 1 << 9, 1 << 11, 1 << 13, 1 << 15}}};
    const fours some =
        (fours)((mask->half[0] & bits.half[0]) | (mask->half[1] & bits.half[1]));
    uint64_t word = some[0] | some[1];
    word |= word >> 32;
    return (unsigned)((word | word >> 16) & 0xFFFF);
}

/* Row r against the finished ones: `apart` gets, by digit, the open places where it must stand
 * for the row to differ from them.  A finished row that is equal to another one gets both digits
 * everywhere. */
static inline void tell_apart(const struct board *b, const struct plane *finished,
                              uint16_t open, int r, struct plane apart[2])
{
    struct plane like;
    for (int h = 0; h < 2; h++) {
        lanes differ = (b->at[1].half[h] ^ row_of(&b->at[1], r)) & (uint16_t)~open;
        like.half[h] = (lanes)(differ == 0) & finished->half[h] &
                       (lanes)(row_numbers.half[h] != (uint16_t)r);
    }
    if (!is_any(like.half[0] | like.half[1]))
        return;
    for (unsigned rows = rows_of(&like); rows; rows &= rows - 1)
        for (int digit = 0; digit < 2; digit++) {
            const uint16_t there = row_of(&b->at[!digit], __builtin_ctz(rows));
            set_row(&apart[digit], r,
                    row_of(&apart[digit], r) | (open ? there & open : 0xFFFF));
        }
}

/* All rows that are finished, or have two open places; `*known` are those that have been found
 * finished and different before. */
static void tell_all_apart(const struct board *b, const struct plane *places,
                           uint16_t *known, struct plane apart[2])
{
    const struct plane open = open_places(b, places);
    struct plane finished, near;
    for (int h = 0; h < 2; h++) {
        const lanes real = (lanes)(places->half[h] != 0), x = open.half[h];
        const lanes less = x & (x - 1);
        finished.half[h] = real & (lanes)(x == 0);
        near.half[h] = real & (lanes)((less & (less - 1)) == 0);
    }
    const unsigned all_finished = rows_of(&finished);
    if (!all_finished)
        return;
    for (unsigned rows = rows_of(&near) & ~(unsigned)*known; rows; rows &= rows - 1) {
        const int r = __builtin_ctz(rows);
        tell_apart(b, &finished, row_of(&open, r), r, apart);
    }
    *known = (uint16_t)all_finished;
}

static bool settle_unlike(struct search *s)
{
    struct board *b = &s->now;
    const struct board turned = {.at = {turn(b->at[0]), turn(b->at[1])}};
    struct plane apart[2] = {0}, apart_turned[2] = {0};
    tell_all_apart(b, &s->places, &b->finished[0], apart);
    tell_all_apart(&turned, &s->turned, &b->finished[1], apart_turned);
    for (int digit = 0; digit < 2; digit++) {
        const struct plane back = turn(apart_turned[digit]);
        apart[digit].half[0] |= back.half[0];
        apart[digit].half[1] |= back.half[1];
    }
    return set_both(b, apart);
}

/* ---- Search ------------------------------------------------------------------------------ */

/* No place outside the board, none with both digits; finished lines are. */
static bool board_is_sound(const struct search *s)
{
    const struct plane open = open_places(&s->now, &s->places);
    lanes outside = {0};
    for (int h = 0; h < 2; h++)
        outside |= (s->now.at[0].half[h] | s->now.at[1].half[h]) & ~s->places.half[h];
    for (int row = 0; row < s->rows; row++)
        if (s->now.finished[0] >> row & 1 && row_of(&open, row) != 0)
            return false;
    return !is_any(outside) && !clashes(&s->now);
}

/* Draws all conclusions; false: there is no answer. */
static bool propagate(struct search *s)
{
    for (;;) {
        bool right;
        settle_thirds(s);
        if (clashes(&s->now))
            return false;
        if (settle_counts(s, &right))
            continue;
        if (is_full(s)) {
            if (!right)
                return false;
        } else if (settle_ways(s)) {
            continue;
        }
        if (!s->different || !settle_unlike(s)) {
            PM_ASSERT_SLOW(board_is_sound(s));
            return true;
        }
    }
}

/* Of these places those with the most neighbours in `known`. */
static struct plane most_neighbours(const struct plane *places, const struct plane *known)
{
    struct plane most[4]; /* with all four, with three, two, one of them at least */
    const lanes above[2] = {from_before(known->half[1]), known->half[0]};
    const lanes below[2] = {known->half[1], from_behind(known->half[0])};
    for (int h = 0; h < 2; h++) {
        const lanes left = known->half[h] << 1, right = known->half[h] >> 1;
        const lanes one = above[h] ^ below[h], both = above[h] & below[h];
        const lanes one_beside = left ^ right, both_beside = left & right;
        const lanes at[4] = {
            both & both_beside, (both & (both_beside | one_beside)) | (one & both_beside),
            both | both_beside | (one & one_beside), both | both_beside | one | one_beside};
        for (int k = 0; k < 4; k++)
            most[k].half[h] = at[k] & places->half[h];
    }
    for (int k = 0; k < 4; k++)
        if (is_any(most[k].half[0] | most[k].half[1]))
            return most[k];
    return *places;
}

/* An open place beside as many decided ones as can be, where a digit is most likely to have
 * consequences, and of these one whose lines have the fewest open places; false: there is none. */
static bool choose(struct search *s)
{
    const struct plane open = open_places(&s->now, &s->places), turned = turn(open);
    const struct plane known = {
        {s->places.half[0] & ~open.half[0], s->places.half[1] & ~open.half[1]}};
    const struct plane best = most_neighbours(&open, &known);
    const struct plane in_rows = {{bit_counts(open.half[0]), bit_counts(open.half[1])}};
    const struct plane in_columns = {
        {bit_counts(turned.half[0]), bit_counts(turned.half[1])}};
    int fewest = 2 * SIDE + 1;
    for (int r = 0; r < s->rows; r++)
        for (unsigned places = row_of(&best, r); places; places &= places - 1) {
            const int c = __builtin_ctz(places);
            const int n = row_of(&in_rows, r) + row_of(&in_columns, c);
            if (n >= fewest)
                continue;
            fewest = n;
            s->row = r;
            s->column = c;
        }
    return fewest <= 2 * SIDE;
}

static void set_place(struct search *s, int row, int column, int digit)
{
    struct plane *p = &s->now.at[digit];
    assert(row_of(&s->places, row) >> column & 1);
    set_row(p, row, (uint16_t)(row_of(p, row) | 1u << column));
}

static bool report(struct search *s)
{
    uint64_t rows[SIDE];
    for (int row = 0; row < s->rows; row++)
        rows[row] = row_of(&s->now.at[1], row);
    return pm_halves_found(s->search, s->rows, s->columns, rows);
}

/* The digit to be tried first: as if by chance, so that lines do not come out alike where
 * little is given. */
static int first_digit(int row, int column)
{
    const uint32_t x = (uint32_t)(SIDE * row + column + 1) * 2654435761u;
    return (int)(x >> 28 & 1);
}

static bool guess(struct search *s)
{
    const int digit = first_digit(s->row, s->column);
    assert(s->depth < MOST_PLACES);
    s->frames[s->depth++] = (struct frame){s->now, s->row, s->column, !digit};
    set_place(s, s->row, s->column, digit);
    return true;
}

static bool go_back(struct search *s)
{
    if (s->depth == 0)
        return false;
    const struct frame *back = &s->frames[--s->depth];
    s->now = back->board;
    set_place(s, back->row, back->column, back->digit);
    return true;
}

#include "kernels/depth_first.h"

static struct plane all_places(int rows, int columns)
{
    struct plane p = {0};
    for (int row = 0; row < rows; row++)
        set_row(&p, row, (uint16_t)(0xFFFF >> (SIDE - columns)));
    return p;
}

pulma_status pm_halves_search_small(const struct pm_halves *board, struct pm_search *search)
{
    /* Lanes are taken together as longer words, the first lane lowest. */
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        return pm_halves_search_large(board, search);
    assert(board->rows >= 2 && board->rows <= SIDE && board->rows % 2 == 0);
    assert(board->columns >= 2 && board->columns <= SIDE && board->columns % 2 == 0);
    struct search s; /* its frames are set when they are used */
    s.rows = board->rows;
    s.columns = board->columns;
    s.different = board->different;
    s.places = all_places(s.rows, s.columns);
    s.turned = all_places(s.columns, s.rows);
    s.search = search;
    s.depth = 0;
    memset(&s.now, 0, sizeof s.now);
    for (int row = 0; row < s.rows; row++) {
        uint64_t zeros, ones;
        pm_halves_givens(board, row, &zeros, &ones);
        set_row(&s.now.at[0], row, (uint16_t)zeros);
        set_row(&s.now.at[1], row, (uint16_t)ones);
    }
    return depth_first(&s);
}
