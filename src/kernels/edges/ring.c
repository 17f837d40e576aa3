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
    uint64_t pieces[MOST_ROWS + BLOCK];
    uint32_t inner[MOST_ROWS];
};

struct pm_edges_ring {
    int length, size;      /* of a strip, and of what is inside the frame: 2 more */
    int colours, bits;     /* without grey, from 0 on; bits of a colour */
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
    uint8_t frame[4][MOST_SIZE]; /* what it shows, clockwise */
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

/* Which of up to eight sets have no piece that the others need: a bit for each. */
INNER unsigned fitting(const struct pm_edges_ring *r, const uint64_t *sets, uint32_t count,
                       uint64_t others)
{
    const block bit = {1, 2, 4, 8, 16, 32, 64, 128};
    block b;
    memcpy(&b, sets, sizeof b);
    b = (block)(((b & (others & r->single)) | ((b + others) & r->over)) == 0) & bit;
    unsigned fit = (unsigned)pm_edges_union(&b);
    return count < BLOCK ? fit & ((1u << count) - 1) : fit;
}

INNER bool has_strip(const struct pm_edges_ring *r, uint32_t key, uint64_t others)
{
    for (uint32_t i = r->first[key]; i < r->first[key + 1]; i += BLOCK)
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

/* Fills what the ring encloses from a line on; `above`: what the line before shows. */
static bool fill(struct pm_edges_ring *r, const struct inside *in, int line, uint32_t above,
                 uint64_t pieces)
{
    const int last = r->length - 1;
    if (line > last)
        return above == reversed(r, in->bottom);
    const uint32_t key = key_of(r, above, colour_at(r, in->left, last - line),
                                colour_at(r, in->right, line));
    for (uint32_t i = r->first[key]; i < r->first[key + 1]; i++) {
        if (takes_long(r) || (!clash(r, pieces, r->pieces[i]) &&
                              fill(r, in, line + 1, r->inner[i], pieces + r->pieces[i])))
            return true;
    }
    return false;
}

/* Whether what a ring encloses can be filled. */
INNER bool can_enclose(struct pm_edges_ring *r, const struct inside *in, uint64_t pieces)
{
    const int last = r->length - 1;
    const uint32_t top = colour_at(r, in->top, last), right = colour_at(r, in->right, last);
    const uint32_t bottom = colour_at(r, in->bottom, last);
    const uint32_t left = colour_at(r, in->left, last);
    const uint32_t begin = (1u << r->bits) - 1;
    return (has_corner(r, in->right & begin, top, pieces) &
            has_corner(r, in->bottom & begin, right, pieces)) &&
           has_strip(r, key_of(r, in->top, left, in->right & begin), pieces) &&
           has_strip(r, key_of(r, in->bottom, right, in->left & begin), pieces) &&
           has_strip(r, key_of(r, in->right, top, in->bottom & begin), pieces) &&
           has_strip(r, key_of(r, in->left, bottom, in->top & begin), pieces) &&
           fill(r, in, 0, in->top, pieces);
}

/* Completes a ring without its right side. */
INNER bool add_right(struct pm_edges_ring *r, struct inside *in, uint32_t key,
                     uint64_t pieces)
{
    const uint32_t end = r->first[key + 1];
    for (uint32_t from = r->first[key]; from < end; from += BLOCK)
        for (unsigned fit = fitting(r, r->pieces + from, end - from, pieces); fit;
             fit &= fit - 1) {
            uint32_t i = from + (uint32_t)__builtin_ctz(fit);
            in->right = r->inner[i];
            if (takes_long(r) || can_enclose(r, in, pieces + r->pieces[i]))
                return true;
        }
    return false;
}

/* Completes a ring that consists of its upper and lower side. */
INNER bool add_left(struct pm_edges_ring *r, struct inside *in, uint32_t left,
                    uint32_t right, uint64_t pieces)
{
    const uint32_t end = r->first[left + 1], begin = (1u << r->bits) - 1;
    const uint32_t bottom = colour_at(r, in->bottom, r->length - 1), top = in->top & begin;
    for (uint32_t from = r->first[left]; from < end; from += BLOCK)
        for (unsigned fit = fitting(r, r->pieces + from, end - from, pieces); fit;
             fit &= fit - 1) {
            uint32_t i = from + (uint32_t)__builtin_ctz(fit);
            uint64_t three = pieces + r->pieces[i];
            in->left = r->inner[i];
            if (takes_long(r) ||
                ((has_corner(r, top, colour_at(r, in->left, r->length - 1), three) &
                  has_corner(r, in->left & begin, bottom, three)) &&
                 add_right(r, in, right, three)))
                return true;
        }
    return false;
}

/* Tries an upper side with all lower ones; true, too, where that takes too long. */
INNER bool add_bottom(struct pm_edges_ring *r, const struct rows *rows, uint32_t top,
                      uint64_t pieces, uint32_t left, uint32_t right)
{
    const uint32_t strip = (1u << (r->bits * r->length)) - 1;
    struct inside in = {.top = top >> r->bits & strip};
    for (int from = 0; from < rows->count; from += BLOCK)
        for (unsigned fit =
                 fitting(r, rows->pieces + from, (uint32_t)(rows->count - from), pieces);
             fit; fit &= fit - 1) {
            int i = from + __builtin_ctz(fit);
            uint32_t bottom = rows->inner[i];
            in.bottom = bottom >> r->bits & strip;
            const uint32_t on_left =
                key_of(r, left, colour_at(r, bottom, r->size - 1), colour_at(r, top, 0));
            const uint32_t on_right =
                key_of(r, right, colour_at(r, top, r->size - 1), colour_at(r, bottom, 0));
            if (takes_long(r) ||
                (has_strip(r, on_right, pieces + rows->pieces[i]) &&
                 add_left(r, &in, on_left, on_right, pieces + rows->pieces[i])))
                return true;
        }
    return false;
}

/* Whether there is a ring that can be filled; `up`: the side of the board that is the upper one
 * here. */
INNER bool join(struct pm_edges_ring *r, int up)
{
    const struct rows *rows = &r->rows[up], *opposite = &r->rows[up + 2];
    uint32_t left = 0, right = 0;
    for (int i = r->length; i >= 1; i--) {
        right = right << r->bits | r->frame[up + 1][i];
        left = left << r->bits | r->frame[(up + 3) % 4][i];
    }
    for (int i = 0; i < rows->count; i++)
        if (add_bottom(r, opposite, rows->inner[i], r->none + rows->pieces[i], left, right))
            return true;
    return false;
}

#ifdef __x86_64__
__attribute__((target("avx512f,avx512dq,avx512vl,bmi"))) static bool
join_avx512(struct pm_edges_ring *r, int up)
{
    return join(r, up);
}

__attribute__((target("avx2,bmi"))) static bool join_avx2(struct pm_edges_ring *r, int up)
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
    for (int side = 0; side < 4 && listed; side++) {
        const uint8_t *before = r->frame[(side + 3) % 4], *next = r->frame[(side + 1) % 4];
        listed = list_rows(r, &r->rows[side], r->frame[side], before[last], next[0]);
        pairs[side % 2] *= r->rows[side].count;
    }
    r->steps = 0;
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
        r->frame[0][x] = (uint8_t)(colours[2] - 1);
    else if (down && x > last)
        r->frame[1][y] = (uint8_t)(colours[3] - 1);
    else if (across && y > last)
        r->frame[2][last - x] = (uint8_t)(colours[0] - 1);
    else if (down && x < 0)
        r->frame[3][last - y] = (uint8_t)(colours[1] - 1);
}

/* ---- Preparations ---------------------------------------------------------------------- */

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
                    *shows[side] =
                        (uint8_t)(paint_of(s, s->first_of[type], turn, side) - 1);
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
    r->inner = pm_new(arena, (size_t)sum + 1, uint16_t);
    r->pieces = pm_new(arena, (size_t)sum + BLOCK, uint64_t);
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
    const int bits = s->colours - 1 <= 8 ? 3 : 4;
    if (size - 4 > MOST_LENGTH || s->colours > COLOURS ||
        bits * (size - 2) > MOST_KEY_BITS || !is_open_square(s, size))
        return NULL;
    struct pm_edges_ring *r = pm_new(arena, 1, struct pm_edges_ring);
    if (!r)
        return NULL;
    r->length = size - 4;
    r->size = size - 2;
    r->colours = s->colours - 1;
    r->bits = bits;
    if (!list_pieces(r, s, arena) || !list_strips(r, arena))
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
