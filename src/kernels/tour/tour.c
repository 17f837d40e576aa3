/* Four ways to a knight's tour, tried in this order.
 *
 * Refutation.  A knight changes colour with each move, so the colours must balance; and every
 * square needs ways in and out.
 *
 * Construction, for boards without holes.  The board is cut into blocks of sides 5 to 11, each with
 * an even number of squares, so that a closed tour exists (Schwenk).  If the whole board is odd,
 * one block is odd and gets an open tour from the start.  Then tours that run beside each other are
 * joined: moves a-b and c-d of two tours are replaced by a-c and b-d where those are knight's moves.
 *
 * Merging, for boards with holes: circles of moves through all squares become one, see merge.c.
 * Where there are not even circles there is no tour.
 *
 * Search, for what is left and for the blocks: depth-first, to the square with the fewest ways
 * out, with restarts.  A search that ends without its budget being spent has proved that there is no
 * tour. */
#include "kernels/tour/tour.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/invariant.h"
#include "core/random.h"
#include "kernels/tour/merge.h"

const int pm_knight_down[8] = {-2, -1, 1, 2, 2, 1, -1, -2};
const int pm_knight_right[8] = {1, 2, 2, 1, -1, -2, -2, -1};

static bool is_hole(const struct pm_tour *t, int square)
{
    return t->hole && t->hole[square];
}

/* The square that a move leads to, or -1 off the board and for holes. */
static int after(const struct pm_tour *t, int square, int move)
{
    int row = square / t->columns + pm_knight_down[move];
    int column = square % t->columns + pm_knight_right[move];
    if (row < 0 || row >= t->rows || column < 0 || column >= t->columns)
        return -1;
    int target = row * t->columns + column;
    return is_hole(t, target) ? -1 : target;
}

static bool adjacent(const struct pm_tour *t, int a, int b)
{
    int down = abs(a / t->columns - b / t->columns),
        right = abs(a % t->columns - b % t->columns);
    return down * right == 2;
}

static int colour(const struct pm_tour *t, int square)
{
    return (square / t->columns + square % t->columns) % 2;
}

/* ---- Refutation ------------------------------------------------------------------------ */

static const char *refuted_by_colours(const struct pm_tour *t, int n)
{
    int surplus = 0; /* squares of the start's colour less the others */
    for (int s = 0; s < t->rows * t->columns; s++)
        if (!is_hole(t, s))
            surplus += colour(t, s) == colour(t, t->start) ? 1 : -1;
    if (t->closed && n > 1 && surplus != 0)
        return "a closed tour needs as many light squares as dark ones";
    if (!t->closed && surplus != 0 && surplus != 1)
        return "a tour from this start needs as many squares of its colour as of the "
               "other, or "
               "one more";
    if (t->end >= 0 && n > 1 &&
        (colour(t, t->end) == colour(t, t->start)) != (surplus == 1))
        return "the end has the wrong colour";
    return NULL;
}

const char *pm_tour_refuted(const struct pm_tour *t, int *square)
{
    int n = 0, dead_ends = 0;
    *square = t->start;
    for (int s = 0; s < t->rows * t->columns; s++)
        n += !is_hole(t, s);
    const char *words = refuted_by_colours(t, n);
    if (words || n == 1)
        return words;
    for (int s = 0; s < t->rows * t->columns; s++) {
        int ways = 0;
        for (int move = 0; move < 8; move++)
            ways += !is_hole(t, s) && after(t, s, move) >= 0;
        if (is_hole(t, s) || ways >= 2)
            continue;
        *square = s;
        if (ways == 0)
            return "no knight can come to this square";
        if (t->closed)
            return "a closed tour needs two ways out of this square";
        dead_ends += s != t->start;
        if (dead_ends > 1 || (s != t->start && t->end >= 0 && s != t->end))
            return "a tour cannot end in this dead end";
    }
    return NULL;
}

/* ---- Search ------------------------------------------------------------------------------ */

/* One frame for each square of the way: its next squares in the order in which they are tried,
 * and the square that must come last because it has one way out only (-1: none yet). */
struct frame {
    int square, last;
    signed char count, tried;
    int choice[8];
};

struct search {
    const struct pm_tour *t;
    struct pm_search *search; /* one attempt */
    struct pm_rng rng;
    struct frame *frames;
    unsigned char *free_ways; /* unvisited squares around each square */
    unsigned char *visited;
    int n, depth;
};

static void enter(struct search *s, int square, int delta)
{
    PM_ASSERT_SLOW(s->visited[square] ==
                   (delta > 0)); /* enters what is free, leaves what is not */
    s->visited[square] = delta < 0;
    for (int move = 0; move < 8; move++) {
        int other = after(s->t, square, move);
        if (other >= 0)
            s->free_ways[other] = (unsigned char)(s->free_ways[other] + delta);
    }
}

/* After the knight has gone on from `left`, the squares around it have one way less.  False if
 * one of them can no longer be passed; `*last` may get the square that must come last. */
static bool passable(const struct search *s, int left, int head, int *last)
{
    if (s->t->closed && s->free_ways[s->t->start] == 0 && s->depth + 1 < s->n)
        return false; /* no way back to the start */
    for (int move = 0; move < 8; move++) {
        int square = after(s->t, left, move);
        if (square < 0 || s->visited[square])
            continue;
        int ways = s->free_ways[square] + adjacent(s->t, square, head);
        if (s->t->closed)
            ways += adjacent(s->t, square, s->t->start) && head != s->t->start;
        if (ways >= 2)
            continue;
        if (ways == 0 || s->t->closed || (*last >= 0 && *last != square))
            return false;
        *last = square;
    }
    return true;
}

/* Lists where the knight may go, fewest ways out first, equal ones in random order. */
static void list_choices(struct search *s, struct frame *f)
{
    int key[8];
    f->count = f->tried = 0;
    for (int move = 0; move < 8; move++) {
        int square = after(s->t, f->square, move);
        if (square < 0 || s->visited[square] || (square == f->last && s->depth + 2 < s->n))
            continue;
        int k = f->count++;
        int order = 16 * s->free_ways[square] + pm_rng_below(&s->rng, 16);
        for (; k > 0 && key[k - 1] > order; k--) {
            key[k] = key[k - 1];
            f->choice[k] = f->choice[k - 1];
        }
        key[k] = order;
        f->choice[k] = square;
    }
}

/* The squares of the way are visited, the others are not, and their ways out are counted. */
static bool way_is_sound(const struct search *s)
{
    int visited = 0;
    for (int i = 0; i < s->t->rows * s->t->columns; i++) {
        int ways = 0;
        for (int move = 0; move < 8; move++) {
            int other = after(s->t, i, move);
            ways += other >= 0 && !s->visited[other];
        }
        visited += s->visited[i];
        if (!is_hole(s->t, i) && s->free_ways[i] != ways)
            return false;
    }
    for (int i = 0; i <= s->depth; i++)
        if (!s->visited[s->frames[i].square] ||
            (i > 0 && !adjacent(s->t, s->frames[i - 1].square, s->frames[i].square)))
            return false;
    return visited == s->depth + 1;
}

static bool complete(const struct search *s)
{
    int last = s->frames[s->depth].square;
    if (s->depth + 1 < s->n)
        return false;
    if (s->t->closed)
        return s->n == 1 || adjacent(s->t, last, s->t->start);
    return s->t->end < 0 || last == s->t->end;
}

static pulma_status descend(struct search *s)
{
    s->depth = 0;
    s->frames[0] = (struct frame){.square = s->t->start, .last = s->t->end};
    enter(s, s->t->start, -1);
    list_choices(s, &s->frames[0]);
    for (;;) {
        struct frame *f = &s->frames[s->depth];
        PM_ASSERT_SLOW(s->depth < s->n);
        if (complete(s)) {
            PM_ASSERT_SLOW(way_is_sound(s));
            return PULMA_OK;
        }
        if (f->tried == f->count) {
            enter(s, f->square, 1);
            if (s->depth-- == 0)
                return PULMA_NONE;
            continue;
        }
        pulma_status status = pm_search_node(s->search);
        if (status)
            return status;
        struct frame *g = &s->frames[s->depth + 1];
        *g = (struct frame){.square = f->choice[(int)f->tried++], .last = f->last};
        enter(s, g->square, -1);
        s->depth++;
        if (passable(s, f->square, g->square, &g->last)) {
            list_choices(s, g);
        } else {
            enter(s, g->square, 1);
            s->depth--;
        }
    }
}

static void reset(struct search *s)
{
    int squares = s->t->rows * s->t->columns;
    memset(s->visited, 0, (size_t)squares);
    for (int square = 0; square < squares; square++) {
        s->free_ways[square] = 0;
        for (int move = 0; move < 8; move++)
            s->free_ways[square] =
                (unsigned char)(s->free_ways[square] +
                                (!is_hole(s->t, square) && after(s->t, square, move) >= 0));
    }
}

/* Many short attempts do better than one long one: luck decides early.  Gives up after that many
 * nodes. */
static pulma_status search_tour(const struct pm_tour *t, const struct pm_search *search,
                                int64_t nodes, uint64_t seed, int *next)
{
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    size_t squares = (size_t)t->rows * (size_t)t->columns;
    struct search s = {.t = t,
                       .frames = pm_new(&arena, squares + 1, struct frame),
                       .free_ways = pm_new(&arena, squares, unsigned char),
                       .visited = pm_new(&arena, squares, unsigned char)};
    pulma_status status = PULMA_NO_MEMORY;
    if (s.frames && s.free_ways && s.visited) {
        for (size_t i = 0; i < squares; i++)
            s.n += !is_hole(t, (int)i);
        pm_rng_init(&s.rng, seed);
        status = PULMA_UNAVAILABLE;
        const int64_t end = search->effort->nodes + nodes;
        for (int64_t length = 4 * s.n + 200;
             status == PULMA_UNAVAILABLE && search->effort->nodes < end;
             length += length / 8) {
            struct pm_search attempt = pm_search_part(search, NULL, NULL);
            const int64_t left = end - search->effort->nodes;
            attempt.patience = length < left ? length : left;
            s.search = &attempt;
            reset(&s);
            status = descend(&s);
        }
    }
    for (size_t i = 0; status == PULMA_OK && i < squares; i++)
        next[i] = -1;
    for (int i = 0; status == PULMA_OK && i < s.n; i++)
        next[s.frames[i].square] = i + 1 < s.n ? s.frames[i + 1].square
                                   : t->closed ? t->start
                                               : -1;
    pm_arena_free(&arena);
    return status;
}

/* ---- Construction --------------------------------------------------------------------------- */

enum { MAX_BLOCK = 11, BLOCK_NODES = 2000000 };

/* Each square's two neighbours in its tour (-1: the end of an open one), and the tours so far as
 * sets of squares (union by the smaller number, with path halving). */
struct weave {
    const struct pm_tour *t;
    int (*link)[2];
    int *set;
    int sets;
};

static int root(struct weave *w, int square)
{
    while (w->set[square] != square)
        square = w->set[square] = w->set[w->set[square]];
    return square;
}

/* Cuts n into pieces; with `even` all of them are even.  The last square of a piece stands in
 * `to`; returns how many, or 0 if it cannot be done. */
static int cut(int n, bool even, int *to)
{
    int pieces = 0, done = 0;
    if (n < 5 || (even && (n < 6 || n % 2)))
        return 0;
    while (n - done >= 12) {
        done += 6;
        to[pieces++] = done;
    }
    to[pieces++] = n;
    return n - (pieces > 1 ? to[pieces - 2] : 0) <= MAX_BLOCK ? pieces : 0;
}

/* Cuts an odd n so that one piece is odd and holds position `at`, all others even. */
static int cut_odd(int n, int at, int *to, int *odd)
{
    for (int side = 5; side <= MAX_BLOCK; side += 2)
        for (int before = 0; before <= at; before += 2) {
            int behind = n - before - side;
            if (at >= before + side || behind < 0 || (before && before < 6) ||
                (behind && behind < 6))
                continue;
            int pieces = before ? cut(before, true, to) : 0;
            *odd = pieces;
            to[pieces++] = before + side;
            int more = behind ? cut(behind, true, to + pieces) : 0;
            for (int i = 0; i < more; i++)
                to[pieces + i] += before + side;
            return pieces + more;
        }
    return 0;
}

/* A tour of a block at (top, left), put into the weave.  Closed tours are remembered by size. */
struct blocks {
    int *closed[MAX_BLOCK + 1][MAX_BLOCK + 1];
    struct pm_arena *arena;
    const struct pm_search *search;
};

static pulma_status block_tour(struct blocks *b, struct pm_tour block, int **next)
{
    int **known = &b->closed[block.rows][block.columns];
    if (block.closed && *known) {
        *next = *known;
        return PULMA_OK;
    }
    *next = pm_new(b->arena, (size_t)(block.rows * block.columns), int);
    if (!*next)
        return PULMA_NO_MEMORY;
    if (block.closed)
        *known = *next;
    return search_tour(&block, b->search, BLOCK_NODES, 1, *next);
}

static void place_block(struct weave *w, const struct pm_tour *block, const int *next,
                        int top, int left)
{
    int first = top * w->t->columns + left;
    assert(top + block->rows <= w->t->rows && left + block->columns <= w->t->columns);
    for (int i = 0; i < block->rows * block->columns; i++) {
        int here = first + i / block->columns * w->t->columns + i % block->columns;
        w->set[here] = first;
        if (next[i] < 0)
            continue;
        int there =
            first + next[i] / block->columns * w->t->columns + next[i] % block->columns;
        w->link[here][1] = there;
        w->link[there][0] = here;
    }
    w->sets++;
}

static void relink(struct weave *w, int square, int from, int to)
{
    assert(w->link[square][0] == from || w->link[square][1] == from);
    w->link[square][w->link[square][1] == from] = to;
}

/* Replaces a-b and c-d by a-c and b-d. */
static void join(struct weave *w, int a, int b, int c, int d)
{
    assert(root(w, a) == root(w, b) && root(w, a) != root(w, c) && w->sets > 1);
    relink(w, a, b, c);
    relink(w, b, a, d);
    relink(w, c, d, a);
    relink(w, d, c, b);
    w->set[root(w, c)] = root(w, a);
    w->sets--;
}

static bool join_at(struct weave *w, int a)
{
    for (int side = 0; side < 2; side++) {
        int b = w->link[a][side];
        for (int move = 0; b >= 0 && move < 8; move++) {
            int c = after(w->t, a, move);
            if (c < 0 || root(w, c) == root(w, a))
                continue;
            for (int k = 0; k < 2; k++) {
                int d = w->link[c][k];
                if (d >= 0 && adjacent(w->t, b, d)) {
                    join(w, a, b, c, d);
                    return true;
                }
            }
        }
    }
    return false;
}

static pulma_status fill_blocks(struct weave *w, struct blocks *b, const int *row_to,
                                int rows, const int *column_to, int columns, int odd_row,
                                int odd_column)
{
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++) {
            int top = i ? row_to[i - 1] : 0, left = k ? column_to[k - 1] : 0;
            bool odd = i == odd_row && k == odd_column;
            struct pm_tour block = {.rows = row_to[i] - top,
                                    .columns = column_to[k] - left,
                                    .end = -1,
                                    .closed = !odd};
            if (odd)
                block.start = (w->t->start / w->t->columns - top) * block.columns +
                              w->t->start % w->t->columns - left;
            int *next;
            pulma_status status = block_tour(b, block, &next);
            if (status)
                return status == PULMA_NONE ? PULMA_UNAVAILABLE : status;
            place_block(w, &block, next, top, left);
        }
    return PULMA_OK;
}

/* From the start along the links; a closed tour is cut open after the last square. */
static void unroll(const struct weave *w, int n, int *next)
{
    int before = -1, at = w->t->start;
    if (w->link[at][0] >= 0)
        before = w->link[at][0];
    for (int i = 0; i < n; i++) {
        int go = w->link[at][w->link[at][0] == before];
        PM_ASSERT_SLOW(go >= 0 || i + 1 == n); /* one tour goes over all squares */
        next[at] = i + 1 < n ? go : w->t->closed ? w->t->start : -1;
        before = at;
        at = go;
    }
}

static pulma_status construct(const struct pm_tour *t, const struct pm_search *search,
                              int *next)
{
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    int n = t->rows * t->columns, odd_row = -1, odd_column = -1, rows = 0, columns = 0;
    int *row_to = pm_new(&arena, (size_t)t->rows + 8, int);
    int *column_to = pm_new(&arena, (size_t)t->columns + 8, int);
    struct blocks b = {.arena = &arena, .search = search};
    struct weave w = {.t = t,
                      .link = pm_alloc(&arena, (size_t)n, sizeof *w.link),
                      .set = pm_new(&arena, (size_t)n, int)};
    pulma_status status = PULMA_NO_MEMORY;
    if (row_to && column_to && w.link && w.set) {
        if (n % 2) {
            rows = cut_odd(t->rows, t->start / t->columns, row_to, &odd_row);
            columns = cut_odd(t->columns, t->start % t->columns, column_to, &odd_column);
        } else if ((rows = cut(t->rows, true, row_to)) > 0) {
            columns = cut(t->columns, false, column_to);
        } else if ((columns = cut(t->columns, true, column_to)) > 0) {
            rows = cut(t->rows, false, row_to);
        }
        memset(w.link, 0xFF, (size_t)n * sizeof *w.link); /* all -1 */
        status = rows && columns ? fill_blocks(&w, &b, row_to, rows, column_to, columns,
                                               odd_row, odd_column)
                                 : PULMA_UNAVAILABLE;
    }
    for (int before = 0; status == PULMA_OK && w.sets > 1 && before != w.sets;) {
        before = w.sets;
        for (int square = 0; square < n && w.sets > 1; square++)
            join_at(&w, square);
        if (pm_search_stopped(search))
            status = PULMA_LIMIT;
    }
    if (status == PULMA_OK && w.sets > 1)
        status = PULMA_UNAVAILABLE;
    if (status == PULMA_OK)
        unroll(&w, n, next);
    pm_arena_free(&arena);
    return status;
}

pulma_status pm_tour_find(const struct pm_tour *t, struct pm_search *search, int *next)
{
    int square, squares = t->rows * t->columns;
    if (pm_tour_refuted(t, &square))
        return PULMA_NONE;
    bool holes = false;
    for (int i = 0; i < squares; i++)
        holes |= is_hole(t, i);
    if (!holes && t->end < 0 && squares > 36) {
        pulma_status status = construct(t, search, next);
        if (status != PULMA_UNAVAILABLE)
            return status;
    }
    enum { EXCHANGES = 2000 }; /* for each square; boards that have a tour took 0.1 to 1 */
    struct pm_search merging = pm_search_part(search, NULL, NULL);
    merging.patience = EXCHANGES * (int64_t)squares;
    pulma_status status = pm_tour_merge(t, &merging, next);
    if (status != PULMA_UNAVAILABLE)
        return status;
    return search_tour(t, search, 200 * (int64_t)squares + 3000000,
                       pm_search_seed(search) + 1, next);
}
