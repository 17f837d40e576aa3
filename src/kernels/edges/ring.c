/* Whether the pieces inside can fill a square board once its frame lies.  Those next to the frame
 * form a ring.  Its upper and its lower side, corners included, are between colours that are known,
 * so there are few ways to lay them; those that leave each other their pieces are put together with
 * what fits between them on the left, and then on the right.  Each side of what is enclosed needs a
 * strip of pieces, too, and there is hardly ever one for all four.  So a frame is done with after a
 * few thousand cheap steps, where laying the ring piece by piece takes far more.
 *
 * All strips as long as the board less four pieces are listed at the start, by the colours around
 * them.  Whoever walks clockwise along a side sees a piece with an outer and an inner side, one behind
 * and one ahead.  So all sides are alike, and strips of colours have their first one in the lowest
 * bits.
 *
 * Sets of pieces are words, and are united by addition: a piece without its like is a bit; pieces
 * that are alike are counted by several bits, the highest of which is set where there are too many. */
#include <string.h>

#include "core/cpu.h"
#include "kernels/edges/inside.h"

enum {
    COLOURS = 16,
    MOST_LENGTH = 4, /* of strips */
    MOST_SIZE = MOST_LENGTH + 2,
    MOST_ROWS = 1 << 12,
    MOST_KEY_BITS = 20,
    MOST_STRIPS = 1 << 21,
    MOST_ALIKE = 1 << 10, /* strips with the same colours around them: a step stays cheap */
    MOST_STEPS = 1 << 21, /* for one frame */
    MOST_PARTS = MOST_ROWS, /* at least as many as lower sides, and two lists of strips */
    WIDTH = 16,             /* sets that are looked at together */
    AT_ONCE = 3, /* parts that are put behind others whether there are as many or not */
};

/* A piece with a turn. */
struct laid {
    uint64_t piece;
    uint8_t outer, behind, ahead, inner;
};

/* The ways to lay a side of the ring, corners included. */
struct rows {
    uint64_t key; /* the colours around them; 0: there is nothing yet */
    int count;
    uint64_t pieces[MOST_ROWS];
    uint32_t inner[MOST_ROWS];
};

/* Rings, or parts of them, that have their upper side in common.  What one shows on its inside is a
 * word: a strip for each other side that lies, and the colours at the ends of the lower one. */
enum { BOTTOM = 0, LEFT = 16, RIGHT = 32, LAST = 48, FIRST = 56 };
struct parts {
    int count;
    uint64_t pieces[MOST_PARTS + AT_ONCE], shows[MOST_PARTS + AT_ONCE];
};

struct pm_edges_ring {
    int length, size;      /* of a strip, and of what is inside the frame: 2 more */
    int colours, bits;     /* that are seen inside, from 0 on; bits of a colour */
    uint8_t number[256];   /* of each colour among these */
    uint64_t single, over; /* pieces without their like; the highest bits of the others */
    uint64_t none;         /* no pieces, to begin with */
    struct laid *laid;     /* by the outer colour and the one behind */
    int from[COLOURS * COLOURS + 1];
    uint64_t suits[COLOURS * COLOURS]; /* pieces, or highest bits, by the same */
    uint32_t *first; /* strips: by the colours outside, behind and ahead */
    uint64_t *pieces;
    uint16_t *inner;
    int strips;
    struct rows rows[4];
    struct parts lower, two, three, four; /* lower sides alone, then with so many sides */
    uint8_t frame[4][MOST_SIZE];          /* what it shows, clockwise */
    int64_t steps;
};

/* ---- Sets and colours -------------------------------------------------------------------- */

INNER uint32_t colour_at(const struct pm_edges_ring *r, uint32_t colours, int i)
{
    return colours >> (r->bits * i) & ((1u << r->bits) - 1);
}

INNER uint32_t key_of(const struct pm_edges_ring *r, uint32_t outer, uint32_t behind,
                      uint32_t ahead)
{
    return (outer << r->bits | behind) << r->bits | ahead;
}

INNER bool clash(const struct pm_edges_ring *r, uint64_t a, uint64_t b)
{
    return ((a & b & r->single) | ((a + b) & r->over)) != 0;
}

/* Which of up to WIDTH sets have no piece that the others need: a bit for each. */
INNER unsigned fitting(const struct pm_edges_ring *r, const uint64_t *sets, uint32_t count,
                       uint64_t others)
{
    typedef uint64_t anywhere __attribute__((vector_size(32), aligned(8), may_alias));
    const uint64_t single = others & r->single, over = r->over;
    quad bit = {1, 2, 4, 8}, all = {0};
    for (int i = 0; i < WIDTH; i += 4, bit <<= 4) {
        const quad b = *(const anywhere *)(sets + i);
        all |= (quad)(((b & single) | ((b + others) & over)) == 0) & bit;
    }
    const unsigned fit = (unsigned)pm_edges_union(&all);
    return count < WIDTH ? fit & ((1u << count) - 1) : fit;
}

INNER bool has_strip(const struct pm_edges_ring *r, uint32_t key, uint64_t others)
{
    for (uint32_t i = r->first[key]; i < r->first[key + 1]; i += WIDTH)
        if (fitting(r, r->pieces + i, r->first[key + 1] - i, others))
            return true;
    return false;
}

/* Whether a piece is left for a corner of what is enclosed, or one that has its like suits.  A
 * number, so that two corners can be asked for without a branch between them. */
INNER unsigned has_corner(const struct pm_edges_ring *r, uint32_t outer, uint32_t behind,
                          uint64_t others)
{
    return (r->suits[outer * COLOURS + behind] & ~others) != 0;
}

/* Counts a step; true: a frame has taken too many, and may fit for all that is known. */
INNER bool takes_long(struct pm_edges_ring *r)
{
    return ++r->steps > MOST_STEPS;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

/* All strips between two corners; false: there are too many. */
INNER bool list_between(struct pm_edges_ring *r, struct rows *rows, uint32_t outer,
                        const struct laid *a, const struct laid *z)
{
    uint32_t key = key_of(r, outer, a->ahead, z->behind);
    uint64_t corners = a->piece + z->piece;
    if (clash(r, a->piece, z->piece))
        return true;
    r->steps += 1 + (r->first[key + 1] - r->first[key]) / WIDTH;
    for (uint32_t i = r->first[key]; i < r->first[key + 1]; i++) {
        if (clash(r, corners, r->pieces[i]))
            continue;
        if (rows->count == MOST_ROWS)
            return false;
        rows->pieces[rows->count] = corners + r->pieces[i];
        rows->inner[rows->count++] = a->inner | (uint32_t)r->inner[i] << r->bits |
                                     (uint32_t)z->inner << (r->bits * (r->size - 1));
    }
    return true;
}

/* Lists the ways to lay a side of the ring. */
static bool list_rows(struct pm_edges_ring *r, struct rows *rows, const uint8_t *outer,
                      int behind, int ahead)
{
    const int first = outer[0] * COLOURS + behind, last = outer[r->size - 1] * COLOURS;
    uint64_t key = (uint64_t)(COLOURS * COLOURS | behind * COLOURS | ahead);
    uint32_t between = 0;
    for (int i = 0; i < r->size; i++)
        key = key * COLOURS + outer[i];
    for (int i = r->length; i >= 1; i--)
        between = between << r->bits | outer[i];
    if (rows->key == key)
        return true;
    rows->key = 0;
    rows->count = 0;
    for (int j = r->from[last]; j < r->from[last + COLOURS]; j++)
        for (int i = r->from[first]; i < r->from[first + 1]; i++)
            if (r->laid[j].ahead == ahead &&
                !list_between(r, rows, between, &r->laid[i], &r->laid[j]))
                return false;
    rows->key = key;
    return true;
}

/* ---- Putting together -------------------------------------------------------------------- */

/* What the ring shows on its inside. */
struct inside {
    uint32_t top, right, bottom, left; /* strips */
};

static uint32_t reversed(const struct pm_edges_ring *r, uint32_t colours)
{
    uint32_t back = 0;
    for (int i = 0; i < r->length; i++)
        back = back << r->bits | colour_at(r, colours, i);
    return back;
}

/* A line of what a ring encloses: the strips that are yet to be tried are those of `fit`, from `from`
 * on, and what follows in the list. */
struct line {
    uint32_t from, end;
    unsigned fit;
    uint64_t pieces; /* that lie before */
};

INNER struct line open_line(const struct pm_edges_ring *r, const struct inside *in,
                            int number, uint32_t above, uint64_t pieces)
{
    const uint32_t left = colour_at(r, in->left, r->length - 1 - number);
    const uint32_t key = key_of(r, above, left, colour_at(r, in->right, number));
    const uint32_t from = r->first[key], end = r->first[key + 1];
    const unsigned fit = fitting(r, r->pieces + from, end - from, pieces);
    return (struct line){from, end, fit, pieces};
}

/* Whether what the ring encloses can be filled, line by line; true, too, where that takes too
 * long. */
INNER bool fill(struct pm_edges_ring *r, const struct inside *in, uint64_t pieces)
{
    struct line lines[MOST_LENGTH];
    const uint32_t below = reversed(r, in->bottom);
    int at = 0;
    lines[0] = open_line(r, in, 0, in->top, pieces);
    while (at >= 0) {
        struct line *l = &lines[at];
        if (takes_long(r))
            return true;
        if (l->fit == 0) {
            l->from += WIDTH;
            if (l->from < l->end)
                l->fit = fitting(r, r->pieces + l->from, l->end - l->from, l->pieces);
            else
                at--;
            continue;
        }
        const uint32_t i = l->from + (uint32_t)__builtin_ctz(l->fit);
        l->fit &= l->fit - 1;
        if (at == r->length - 1 && r->inner[i] == below)
            return true;
        if (at < r->length - 1) {
            at++;
            lines[at] = open_line(r, in, at, r->inner[i], l->pieces + r->pieces[i]);
        }
    }
    return false;
}

/* ---- Rings ---------------------------------------------------------------------------------- */

/* Parts of rings come in lists, each of which is made from the one before it with hardly a branch:
 * no processor can guess which of them fit. */

INNER uint32_t strip_at(uint64_t shows, int side)
{
    return (uint16_t)(shows >> side);
}

INNER uint32_t first_of(const struct pm_edges_ring *r, uint32_t strip)
{
    return colour_at(r, strip, 0);
}

INNER uint32_t last_of(const struct pm_edges_ring *r, uint32_t strip)
{
    return colour_at(r, strip, r->length - 1);
}

/* Whether there are strips for the sides of what a ring encloses, besides the upper one, and all of
 * it can be filled. */
INNER bool can_enclose(struct pm_edges_ring *r, uint32_t top, uint64_t shows,
                       uint64_t pieces)
{
    const struct inside in = {top, strip_at(shows, RIGHT), strip_at(shows, BOTTOM),
                              strip_at(shows, LEFT)};
    const uint32_t bottom =
        key_of(r, in.bottom, last_of(r, in.right), first_of(r, in.left));
    const uint32_t right = key_of(r, in.right, last_of(r, top), first_of(r, in.bottom));
    const uint32_t left = key_of(r, in.left, last_of(r, in.bottom), first_of(r, top));
    return has_strip(r, bottom, pieces) && has_strip(r, right, pieces) &&
           has_strip(r, left, pieces) && fill(r, &in, pieces);
}

/* Keeps those of the parts that leave pieces for two corners of what is enclosed, on one side: the
 * upper corner meets this colour. */
INNER void keep_with_corners(struct pm_edges_ring *r, struct parts *p, int side,
                             uint32_t above)
{
    int n = 0;
    for (int i = 0; i < p->count; i++) {
        const uint64_t pieces = p->pieces[i], shows = p->shows[i];
        const uint32_t strip = strip_at(shows, side), bottom = strip_at(shows, BOTTOM);
        const uint32_t first = first_of(r, strip), last = last_of(r, strip);
        const unsigned left = has_corner(r, above, last, pieces) &
                              has_corner(r, first, last_of(r, bottom), pieces);
        const unsigned right = has_corner(r, first, above, pieces) &
                               has_corner(r, first_of(r, bottom), last, pieces);
        p->pieces[n] = pieces;
        p->shows[n] = shows;
        n += (int)(side == LEFT ? left : right);
    }
    r->steps += p->count;
    p->count = n;
}

/* Keeps the rings that leave a strip for the upper side of what is enclosed. */
INNER void keep_with_strip(const struct pm_edges_ring *r, struct parts *p, uint32_t top)
{
    int n = 0;
    for (int i = 0; i < p->count; i++) {
        const uint64_t pieces = p->pieces[i], shows = p->shows[i];
        const uint32_t key = key_of(r, top, last_of(r, strip_at(shows, LEFT)),
                                    first_of(r, strip_at(shows, RIGHT)));
        p->pieces[n] = pieces;
        p->shows[n] = shows;
        n += has_strip(r, key, pieces);
    }
    p->count = n;
}

/* Whether one of the rings can be filled; then the list is empty. */
INNER bool try_rings(struct pm_edges_ring *r, uint32_t top)
{
    const uint32_t strip = top >> r->bits & ((1u << (r->bits * r->length)) - 1);
    struct parts *p = &r->four;
    keep_with_corners(r, p, RIGHT, last_of(r, strip));
    keep_with_strip(r, p, strip);
    for (int i = 0; i < p->count; i++)
        if (can_enclose(r, strip, p->shows[i], p->pieces[i]))
            return true;
    p->count = 0;
    return r->steps > MOST_STEPS;
}

/* Puts what a part becomes with each strip of a list that fits behind others. */
INNER void add_strips(const struct pm_edges_ring *r, uint64_t pieces, uint64_t shows,
                      uint32_t key, int side, struct parts *to)
{
    const uint32_t end = r->first[key + 1];
    for (uint32_t from = r->first[key]; from < end; from += WIDTH) {
        unsigned fit = fitting(r, r->pieces + from, end - from, pieces);
        int n = to->count;
        to->count += __builtin_popcount(fit);
        do
            for (int i = 0; i < AT_ONCE; i++, n++, fit &= fit - 1) {
                const uint32_t at = from + (uint32_t)__builtin_ctz(fit | 1u << WIDTH);
                to->pieces[n] = pieces + r->pieces[at];
                to->shows[n] = shows | (uint64_t)r->inner[at] << side;
            }
        while (fit);
    }
}

/* Completes what lacks its right side; `right`: the first key of what fits there. */
INNER bool try_threes(struct pm_edges_ring *r, uint32_t top, uint32_t right)
{
    struct parts *p = &r->three;
    const uint32_t end = colour_at(r, top, r->size - 1);
    keep_with_corners(r, p, LEFT, colour_at(r, top, 1));
    for (int i = 0; i < p->count; i++) {
        const uint32_t key = right + (end << r->bits | (uint8_t)(p->shows[i] >> FIRST));
        add_strips(r, p->pieces[i], p->shows[i], key, RIGHT, &r->four);
        if (r->four.count > MOST_PARTS - MOST_ALIKE && try_rings(r, top))
            return true;
    }
    p->count = 0;
    return try_rings(r, top);
}

/* Completes what consists of an upper and a lower side. */
INNER bool try_twos(struct pm_edges_ring *r, uint32_t top, uint32_t left, uint32_t right)
{
    const struct parts *p = &r->two;
    const uint32_t begin = colour_at(r, top, 0);
    for (int i = 0; i < p->count; i++) {
        const uint32_t last = (uint8_t)(p->shows[i] >> LAST);
        add_strips(r, p->pieces[i], p->shows[i], left + (last << r->bits | begin), LEFT,
                   &r->three);
        if (r->three.count > MOST_PARTS - MOST_ALIKE && try_threes(r, top, right))
            return true;
    }
    return try_threes(r, top, right);
}

/* Lists the lower sides that leave an upper one its pieces. */
INNER void list_twos(struct pm_edges_ring *r, uint64_t pieces)
{
    const struct parts *lower = &r->lower;
    int n = 0;
    for (int i = 0; i < lower->count; i++) {
        r->two.pieces[n] = pieces + lower->pieces[i];
        r->two.shows[n] = lower->shows[i];
        n += !clash(r, pieces, lower->pieces[i]);
    }
    r->two.count = n;
    r->steps += n + lower->count / WIDTH;
}

static void list_lower(struct pm_edges_ring *r, const struct rows *rows)
{
    const uint32_t strip = (1u << (r->bits * r->length)) - 1;
    r->lower.count = rows->count;
    for (int i = 0; i < rows->count; i++) {
        const uint64_t bottom = rows->inner[i] >> r->bits & strip;
        const uint64_t first = colour_at(r, rows->inner[i], 0);
        const uint64_t last = colour_at(r, rows->inner[i], r->size - 1);
        r->lower.pieces[i] = rows->pieces[i];
        r->lower.shows[i] = bottom << BOTTOM | first << FIRST | last << LAST;
    }
}

/* Whether there is a ring that can be filled, or that takes too long; `up`: the side of the board
 * that is the upper one here. */
INNER bool join(struct pm_edges_ring *r, int up)
{
    const struct rows *rows = &r->rows[up];
    uint32_t left = 0, right = 0;
    for (int i = r->length; i >= 1; i--) {
        right = right << r->bits | r->frame[up + 1][i];
        left = left << r->bits | r->frame[(up + 3) % 4][i];
    }
    r->three.count = r->four.count = 0;
    list_lower(r, &r->rows[up + 2]);
    for (int i = 0; i < rows->count; i++) {
        list_twos(r, r->none + rows->pieces[i]);
        if (try_twos(r, rows->inner[i], key_of(r, left, 0, 0), key_of(r, right, 0, 0)))
            return true;
    }
    return false;
}

#ifdef __x86_64__
__attribute__((target("avx512f,avx512dq,avx512vl,bmi,bmi2,popcnt"))) static bool
join_avx512(struct pm_edges_ring *r, int up)
{
    return join(r, up);
}

__attribute__((target("avx2,bmi,bmi2,popcnt"))) static bool
join_avx2(struct pm_edges_ring *r, int up)
{
    return join(r, up);
}
#endif

static bool join_anywhere(struct pm_edges_ring *r, int up)
{
    return join(r, up);
}

static bool join_best(struct pm_edges_ring *r, int up)
{
#ifdef __x86_64__
    if (pm_cpu_may(PM_CPU_AVX512) && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return join_avx512(r, up);
    if (pm_cpu_may(PM_CPU_AVX2) && pm_cpu_can(PM_CPU_AVX2))
        return join_avx2(r, up);
#endif
    return join_anywhere(r, up);
}

bool pm_edges_ring_may_fit(struct pm_edges_ring *r, int64_t *steps)
{
    const int last = r->size - 1;
    int64_t pairs[2] = {1, 1};
    bool listed = true;
    r->steps = 0;
    for (int side = 0; side < 4 && listed; side++) {
        const uint8_t *before = r->frame[(side + 3) % 4], *next = r->frame[(side + 1) % 4];
        listed = list_rows(r, &r->rows[side], r->frame[side], before[last], next[0]);
        pairs[side % 2] *= r->rows[side].count;
    }
    bool may = !listed || join_best(r, pairs[1] < pairs[0]);
    *steps = r->steps;
    return may;
}

void pm_edges_ring_lay(struct pm_edges_ring *r, int cell, const uint8_t *colours)
{
    const int side = r->size + 2, x = cell % side - 1, y = cell / side - 1,
              last = r->size - 1;
    const bool across = 0 <= x && x <= last, down = 0 <= y && y <= last;
    if (across && y < 0)
        r->frame[0][x] = r->number[colours[2]];
    else if (down && x > last)
        r->frame[1][y] = r->number[colours[3]];
    else if (across && y > last)
        r->frame[2][last - x] = r->number[colours[0]];
    else if (down && x < 0)
        r->frame[3][last - y] = r->number[colours[1]];
}

/* ---- Preparations ---------------------------------------------------------------------- */

/* Numbers the colours of inner pieces and those that a frame shows inwards: a frame may have colours
 * of its own. */
static void number_colours(struct pm_edges_ring *r, const struct pm_edges_search *s)
{
    bool inside[256] = {false};
    for (int type = 0; type < s->types; type++) {
        int grey = 0, inner = 0;
        for (int side = 0; side < 4; side++)
            if (paint_of(s, s->first_of[type], 0, side) == 0) {
                grey++;
                inner = side ^ 2;
            }
        for (int side = 0; side < 4; side++)
            if (grey == 0 || (grey == 1 && side == inner))
                inside[paint_of(s, s->first_of[type], 0, side)] = true;
    }
    for (int colour = 1; colour < s->colours; colour++)
        if (inside[colour])
            r->number[colour] = (uint8_t)r->colours++;
    r->bits = r->colours <= 8 ? 3 : 4;
}

/* Gives each type without grey its bits in sets; false: there are too many. */
static bool number_pieces(struct pm_edges_ring *r, const struct pm_edges_search *s,
                          uint64_t *piece, uint64_t *highest)
{
    int bits = 0;
    for (int type = 0; type < s->types; type++) {
        int count = s->free_count[type], width = 1;
        for (int side = 0; side < 4; side++)
            if (paint_of(s, s->first_of[type], 0, side) == 0)
                count = 0;
        while (count > 1 && count >= 1 << (width - 1))
            width++;
        if (count == 0)
            continue;
        if (bits + width > 64)
            return false;
        piece[type] = (uint64_t)1 << bits;
        highest[type] = piece[type] << (width - 1);
        if (count == 1) {
            r->single |= piece[type];
        } else {
            r->over |= highest[type];
            r->none += highest[type] - (uint64_t)(count + 1) * piece[type];
        }
        bits += width;
    }
    return true;
}

static bool list_pieces(struct pm_edges_ring *r, const struct pm_edges_search *s,
                        struct pm_arena *arena)
{
    uint64_t piece[PM_EDGES_MAX] = {0}, highest[PM_EDGES_MAX];
    r->laid = pm_new(arena, (size_t)s->types * 4, struct laid);
    if (!r->laid || !number_pieces(r, s, piece, highest))
        return false;
    int count = 0;
    for (int key = 0; key < COLOURS * COLOURS; key++) {
        r->from[key] = count;
        for (int type = 0; type < s->types; type++)
            for (int turn = 0; piece[type] && turn < s->period[type]; turn++) {
                struct laid l = {.piece = piece[type]};
                uint8_t *const shows[] = {&l.outer, &l.ahead, &l.inner, &l.behind};
                for (int side = 0; side < 4; side++)
                    *shows[side] = r->number[paint_of(s, s->first_of[type], turn, side)];
                if (l.outer * COLOURS + l.behind != key)
                    continue;
                r->laid[count++] = l;
                r->suits[key] |= highest[type];
            }
    }
    r->from[COLOURS * COLOURS] = count;
    return true;
}

/* A strip that grows. */
struct growing {
    int length;
    uint32_t begin, behind, outer, inner;
    uint64_t pieces;
};

/* All strips that a shorter one grows to: counts them in `next`, by key, or enters them there.
 * False: there are too many. */
static bool grow(struct pm_edges_ring *r, const struct growing *g, uint32_t *next)
{
    for (int outer = 0; outer < r->colours; outer++) {
        const int key = outer * COLOURS + (int)g->behind, shift = r->bits * g->length;
        for (int i = r->from[key]; i < r->from[key + 1]; i++) {
            const struct laid *l = &r->laid[i];
            if (clash(r, g->pieces, l->piece))
                continue;
            struct growing more = {g->length + 1,
                                   g->begin,
                                   l->ahead,
                                   g->outer | (uint32_t)outer << shift,
                                   g->inner | (uint32_t)l->inner << shift,
                                   g->pieces + l->piece};
            if (more.length < r->length) {
                if (!grow(r, &more, next))
                    return false;
                continue;
            }
            uint32_t at = next[key_of(r, more.outer, g->begin, l->ahead)]++;
            if (r->pieces) {
                r->pieces[at] = more.pieces;
                r->inner[at] = (uint16_t)more.inner;
            } else if (++r->strips > MOST_STRIPS || at >= MOST_ALIKE) {
                return false;
            }
        }
    }
    return true;
}

static bool grow_all(struct pm_edges_ring *r, uint32_t *next)
{
    for (uint32_t colour = 0; colour < (uint32_t)r->colours; colour++)
        if (!grow(r, &(struct growing){.begin = colour, .behind = colour}, next))
            return false;
    return true;
}

static bool list_strips(struct pm_edges_ring *r, struct pm_arena *arena)
{
    const size_t keys = (size_t)1 << (r->bits * r->size);
    uint32_t sum = 0;
    r->first = pm_new(arena, keys + 1, uint32_t);
    if (!r->first || !grow_all(r, r->first + 1))
        return false;
    for (size_t key = 0; key <= keys; key++) { /* first[key + 1]: where `key` begins */
        uint32_t count = r->first[key];
        r->first[key] = sum;
        sum += count;
    }
    r->inner = pm_new(arena, (size_t)sum + WIDTH + 1, uint16_t);
    r->pieces = pm_new(arena, (size_t)sum + WIDTH + 1, uint64_t);
    return r->inner && r->pieces && grow_all(r, r->first + 1); /* now where it ends */
}

/* Whether the board is a square of that size, all grey belongs at the rim, and nothing is given
 * inside. */
static bool is_open_square(const struct pm_edges_search *s, int size)
{
    const struct pm_edges *e = s->e;
    if (e->sides != 4 || e->cells != size * size || !s->tight || !e->border || e->partner)
        return false;
    for (int cell = 0; cell < e->cells; cell++) {
        const int x = cell % size, y = cell / size, rim = PM_EDGES_RIM;
        const int beside[] = {y ? cell - size : rim, x < size - 1 ? cell + 1 : rim,
                              y < size - 1 ? cell + size : rim, x ? cell - 1 : rim};
        const bool inside = x && y && x < size - 1 && y < size - 1;
        if (memcmp(beside, e->beside + 4 * cell, sizeof beside) != 0 ||
            (inside && e->given[cell] != PM_EDGES_FREE))
            return false;
    }
    return true;
}

struct pm_edges_ring *pm_edges_ring_new(const struct pm_edges_search *s,
                                        struct pm_arena *arena)
{
    int size = 5;
    while (size * size < s->e->cells)
        size++;
    if (size - 4 > MOST_LENGTH || !is_open_square(s, size))
        return NULL;
    struct pm_edges_ring *r = pm_new(arena, 1, struct pm_edges_ring);
    if (!r)
        return NULL;
    r->length = size - 4;
    r->size = size - 2;
    number_colours(r, s);
    if (r->colours > COLOURS || r->bits * r->size > MOST_KEY_BITS ||
        !list_pieces(r, s, arena) || !list_strips(r, arena))
        return NULL;
    for (int cell = 0; cell < s->e->cells; cell++) {
        int given = s->e->given[cell];
        uint8_t shows[4] = {0};
        for (int side = 0; side < 4 && given != PM_EDGES_FREE; side++)
            shows[side] = (uint8_t)paint_of(s, given / 4, given % 4, side);
        pm_edges_ring_lay(r, cell, shows);
    }
    return r;
}
