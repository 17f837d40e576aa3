/* New Eternity boards.
 *
 * Pieces grow one after another, triangle by triangle, each beside those before; the board is what
 * they cover together.  A board of such a ragged shape has no symmetry, so it often has one
 * answer; if not, it is thrown away.  Proving that takes too long for many pieces: such boards are
 * only known to have an answer. */
#include "puzzles/eternity1/eternity1.h"

#include <stdlib.h>
#include <string.h>

const char pm_eternity1_options[] =
    "pieces=2..60  how many pieces (default 8); from 25 on there may be several answers\n"
    "drafters=6..36  triangles of each piece (default: by difficulty)\n";

enum { PROVED = 24, TRIES = 60, GROWTHS = 200, SIDE = 40, FREE = -1 };

struct invention {
    struct pm_rng *rng;
    int piece_count, piece_size;
    int side, cell_count;      /* of the field in which the pieces grow: side x side x 12 */
    struct pm_triangle *cells; /* sorted by name */
    int middle;                /* the cell where the first piece begins */
    int (*beside)[3];          /* -1: none */
    int *piece;                /* of a cell; FREE */
    int *list;                 /* of cells */
    struct pm_point (*rim)[2]; /* sides of triangles around a shape */
    char **words;              /* of the pieces, and then of the board */
};

/* ---- The field ------------------------------------------------------------------------- */

static int cell_named(const struct invention *v, struct pm_point name)
{
    const struct pm_triangle *at = bsearch(&name, v->cells, (size_t)v->cell_count,
                                           sizeof *v->cells, pm_eternity1_by_name);
    return at ? (int)(at - v->cells) : -1;
}

static bool make_field(struct invention *v, struct pm_arena *arena)
{
    int drafters = v->piece_count * v->piece_size;
    for (v->side = 4; v->side < SIDE && 3 * v->side * v->side < drafters; v->side++)
        continue; /* four times as much as is needed */
    size_t n = 12 * (size_t)(v->side * v->side), words = (size_t)v->piece_count + 1;
    v->cells = pm_new(arena, n, struct pm_triangle);
    v->beside = pm_alloc(arena, n, sizeof *v->beside);
    v->piece = pm_new(arena, n, int);
    v->list = pm_new(arena, 3 * n, int);
    v->rim = pm_alloc(arena, 3 * n, sizeof *v->rim);
    v->words = pm_new(arena, words, char *);
    if (!v->cells || !v->beside || !v->piece || !v->list || !v->rim || !v->words)
        return false;
    for (size_t i = 0; i < words; i++)
        if (!(v->words[i] = pm_new(arena, PM_ETERNITY1_WORD + 1, char)))
            return false;
    for (int a = 0; a < v->side; a++)
        for (int b = 0; b < v->side; b++)
            for (int k = 0; k < 12; k++)
                v->cells[v->cell_count++] = pm_eternity1_triangle(a, b, k >= 6, k % 6);
    qsort(v->cells, n, sizeof *v->cells, pm_eternity1_by_name);
    for (int c = 0; c < v->cell_count; c++)
        for (int side = 0; side < 3; side++)
            v->beside[c][side] = cell_named(v, pm_eternity1_across(&v->cells[c], side));
    v->middle =
        cell_named(v, pm_eternity1_triangle(v->side / 2, v->side / 2, false, 0).name);
    return true;
}

/* ---- Walks ------------------------------------------------------------------------------- */

/* A shape is one piece, or all of them. */
enum { ALL = -2 };

static bool belongs(const struct invention *v, int cell, int shape)
{
    return cell >= 0 && (shape == ALL ? v->piece[cell] != FREE : v->piece[cell] == shape);
}

/* The sides at the rim of a shape, with the shape to the left; returns how many. */
static int list_rim(const struct invention *v, int shape)
{
    int n = 0;
    for (int c = 0; c < v->cell_count; c++) {
        if (!belongs(v, c, shape))
            continue;
        const struct pm_triangle *t = &v->cells[c];
        struct pm_point p = t->vertex, q = t->middle, r = t->centre;
        bool left = (q.a - p.a) * (r.b - p.b) > (q.b - p.b) * (r.a - p.a);
        const struct pm_point from[3] = {q, r, p}, to[3] = {r, p, q};
        for (int side = 0; side < 3; side++) {
            if (belongs(v, v->beside[c][side], shape))
                continue;
            v->rim[n][0] = left ? from[side] : to[side];
            v->rim[n++][1] = left ? to[side] : from[side];
        }
    }
    return n;
}

static bool same(struct pm_point p, struct pm_point q)
{
    return p.a == q.a && p.b == q.b;
}

static char letter_between(struct pm_point from, struct pm_point to)
{
    static const char letters[] = "ABCDEFGHIJKLabcdefghijkl";
    for (const char *l = letters; *l; l++) {
        struct pm_point s = pm_eternity1_step(*l);
        if (s.a == to.a - from.a && s.b == to.b - from.b)
            return *l;
    }
    return '?';
}

/* The side that begins at a point: -1 if there is none, or more than one. */
static int side_from(const struct invention *v, int n, struct pm_point at)
{
    int found = -1;
    for (int i = 0; i < n; i++) {
        if (!same(v->rim[i][0], at))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* The walk around a shape, from a corner of the lattice; false: it touches itself, has a hole, or
 * meets no corner. */
static bool walk_around(const struct invention *v, int shape, char *word)
{
    int n = list_rim(v, shape), start = -1;
    if (n > PM_ETERNITY1_WORD)
        return false;
    for (int i = 0; i < n && start < 0; i++)
        if (v->rim[i][0].a % 6 == 0 && v->rim[i][0].b % 6 == 0)
            start = i;
    for (int i = 0, side = start; i < n; i++) {
        if (side < 0 || (i > 0 && side == start))
            return false;
        *word++ = letter_between(v->rim[side][0], v->rim[side][1]);
        side = side_from(v, n, v->rim[side][1]);
    }
    *word = '\0';
    return start >= 0;
}

/* ---- Growing ------------------------------------------------------------------------------ */

static int used_around(const struct invention *v, int cell)
{
    int n = 0;
    for (int side = 0; side < 3; side++)
        n += belongs(v, v->beside[cell][side], ALL);
    return n;
}

/* How far a cell is from the middle of the field, squared. */
static int away(const struct invention *v, int cell)
{
    const struct pm_point middle = v->cells[v->middle].name, at = v->cells[cell].name;
    int a = at.a - middle.a, b = at.b - middle.b;
    return a * a + a * b + b * b;
}

/* A free cell beside a shape.  A piece grows where it is enclosed, the board near its middle, so
 * that both become round rather than long. */
static int cell_beside(const struct invention *v, int shape)
{
    int n = 0, best = -1;
    for (int c = 0; c < v->cell_count; c++)
        for (int side = 0; side < 3 && belongs(v, c, shape); side++) {
            int other = v->beside[c][side];
            if (other >= 0 && v->piece[other] == FREE)
                v->list[n++] = other;
        }
    for (int tries = 0; n > 0 && tries < (shape == ALL ? 12 : 4); tries++) {
        int cell = v->list[pm_rng_below(v->rng, n)];
        bool better =
            best < 0 || (shape == ALL ? away(v, cell) < away(v, best)
                                      : used_around(v, cell) > used_around(v, best));
        best = better ? cell : best;
    }
    return best;
}

static void give_back(const struct invention *v, int piece)
{
    for (int c = 0; c < v->cell_count; c++)
        if (v->piece[c] == piece)
            v->piece[c] = FREE;
}

/* One piece beside the others, whose walk and that around all of them are good. */
static bool grow_piece(struct invention *v, int piece)
{
    int cell = piece == 0 ? v->middle : cell_beside(v, ALL);
    for (int size = 0; size < v->piece_size && cell >= 0; size++) {
        v->piece[cell] = piece;
        cell = size + 1 < v->piece_size ? cell_beside(v, piece) : 0;
    }
    if (cell >= 0 && walk_around(v, piece, v->words[piece]) &&
        walk_around(v, ALL, v->words[v->piece_count]))
        return true;
    give_back(v, piece);
    return false;
}

static bool grow_board(struct invention *v)
{
    int piece = 0;
    for (int c = 0; c < v->cell_count; c++)
        v->piece[c] = FREE;
    for (int tries = 0; tries < GROWTHS * v->piece_count && piece < v->piece_count; tries++)
        piece += grow_piece(v, piece);
    return piece == v->piece_count;
}

/* ---- Puzzles ------------------------------------------------------------------------------- */

static pulma_status read_wish(const struct pm_wish *wish, struct invention *v,
                              pulma_error *err)
{
    static const int sizes[] = {[PULMA_EASY] = 12, [PULMA_MEDIUM] = 18, [PULMA_HARD] = 24};
    v->piece_count = wish->rows ? wish->rows * wish->columns : 8;
    v->piece_size = sizes[wish->difficulty];
    if (wish->rows > 60 || wish->columns > 60 || v->piece_count < 2 || v->piece_count > 60)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a size of 2 to 60 pieces, as rows x columns");
    pulma_status status = pm_wish_int(wish, "pieces", 2, 60, &v->piece_count, err);
    return status ? status : pm_wish_int(wish, "drafters", 6, 36, &v->piece_size, err);
}

pulma_status pm_eternity1_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                 struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct invention v = {.rng = rng};
    pulma_status status = read_wish(wish, &v, err);
    if (status)
        return status;
    if (!make_field(&v, arena))
        return pm_fail_memory(err);
    for (int tries = 0; tries < TRIES; tries++) {
        struct pm_eternity1 *e;
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        if (!grow_board(&v))
            continue;
        status = pm_eternity1_make(v.words[v.piece_count], v.piece_count, v.words, arena,
                                   &e, err);
        if (status)
            return status;
        *puzzle = e;
        if (v.piece_count > PROVED || wish->answers(wish, e, 2, NULL) == 1)
            return PULMA_OK;
    }
    return pm_fail(err, PULMA_LIMIT, NULL,
                   "no board with one answer was found in %d tries; larger pieces may help",
                   TRIES);
}
