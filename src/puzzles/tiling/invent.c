/* New tilings with exactly one answer.
 *
 * A board with some holes at its rim is cut into small pieces.  As long as these can be laid in
 * another way, too, two neighbouring pieces become one.  That must end, for a single piece fits
 * in one way only, once the board has no symmetry that the pieces share; but a board left with
 * few pieces is dull, and is thrown away. */
#include "puzzles/tiling/tiling.h"

#include <stdio.h>
#include <string.h>

const char pm_tiling_options[] =
    "turns=yes|no  pieces may be turned (default yes)\n"
    "flips=yes|no  pieces may be flipped over (default yes)\n"
    "holes=0..20  cells taken from the board's rim (default: some)\n";

enum {
    LARGEST_SIDE = 12,
    TRIES = 300,
    LARGEST_PIECE = 12,
    LETTERS = 26,
    USUAL_CELLS = 25,
    LARGE_CELLS = 40
};

struct invention {
    const struct pm_wish *wish;
    struct pm_rng *rng;
    int rows, columns, holes, piece_size;
    bool turns, flips;
    /* For a level, large boards get many holes, and the largest larger pieces: both leave a piece
     * fewer ways to lie, or nobody could explain them. */
    bool ragged;
    bool hole[LARGEST_SIDE * LARGEST_SIDE];
    int part[LARGEST_SIDE * LARGEST_SIDE]; /* of a spot: the piece, -1: none yet */
    int part_count;
};

static int side_of(const struct invention *v, int spot, int side)
{
    int row = spot / v->columns, column = spot % v->columns;
    switch (side) {
    case 0:
        return row > 0 ? spot - v->columns : -1;
    case 1:
        return row < v->rows - 1 ? spot + v->columns : -1;
    case 2:
        return column > 0 ? spot - 1 : -1;
    default:
        return column < v->columns - 1 ? spot + 1 : -1;
    }
}

/* How many cells hang together with the first one. */
static int reached(const struct invention *v)
{
    bool seen[LARGEST_SIDE * LARGEST_SIDE] = {false};
    int queue[LARGEST_SIDE * LARGEST_SIDE], n = 0;
    for (int spot = 0; spot < v->rows * v->columns && n == 0; spot++)
        if (!v->hole[spot]) {
            seen[spot] = true;
            queue[n++] = spot;
        }
    for (int k = 0; k < n; k++)
        for (int side = 0; side < 4; side++) {
            int other = side_of(v, queue[k], side);
            if (other >= 0 && !seen[other] && !v->hole[other]) {
                seen[other] = true;
                queue[n++] = other;
            }
        }
    return n;
}

/* Takes cells away from the rim (of the board or of what is left), keeping it in one. */
static void make_board(struct invention *v)
{
    int spots = v->rows * v->columns, left = spots;
    memset(v->hole, 0, sizeof v->hole);
    for (int tries = 0; tries < 200 && spots - left < v->holes; tries++) {
        int spot = pm_rng_below(v->rng, spots);
        bool rim = false;
        for (int side = 0; side < 4; side++) {
            int other = side_of(v, spot, side);
            rim |= other < 0 || v->hole[other];
        }
        if (v->hole[spot] || !rim)
            continue;
        v->hole[spot] = true;
        if (reached(v) == left - 1)
            left--;
        else
            v->hole[spot] = false;
    }
}

/* One piece grows from a cell, cell by cell, to at most `size` cells. */
static void grow_part(struct invention *v, int spot, int size)
{
    int number = v->part_count++;
    v->part[spot] = number;
    for (int n = 1; n < size; n++) {
        int rim[4 * LARGEST_SIDE * LARGEST_SIDE], count = 0;
        for (int cell = 0; cell < v->rows * v->columns; cell++)
            for (int side = 0; side < 4 && v->part[cell] == number; side++) {
                int other = side_of(v, cell, side);
                if (other >= 0 && !v->hole[other] && v->part[other] < 0)
                    rim[count++] = other;
            }
        if (count == 0)
            return;
        v->part[rim[pm_rng_below(v->rng, count)]] = number;
    }
}

/* All cells of one piece go to another; the last piece takes over its number. */
static void merge(struct invention *v, int from, int to)
{
    for (int spot = 0; spot < v->rows * v->columns; spot++) {
        if (v->part[spot] == from)
            v->part[spot] = to;
        if (v->part[spot] == v->part_count - 1)
            v->part[spot] = from == v->part_count - 1 ? to : from;
    }
    v->part_count--;
}

static int part_size(const struct invention *v, int part)
{
    int n = 0;
    for (int spot = 0; spot < v->rows * v->columns; spot++)
        n += v->part[spot] == part;
    return n;
}

/* Joins the smallest piece to a neighbour, if that does not make it too large. */
static bool merge_smallest(struct invention *v)
{
    int best = 0, neighbours[4 * LARGEST_SIDE * LARGEST_SIDE], count = 0;
    for (int part = 1; part < v->part_count; part++)
        if (part_size(v, part) < part_size(v, best))
            best = part;
    for (int spot = 0; spot < v->rows * v->columns; spot++)
        for (int side = 0; side < 4 && v->part[spot] == best; side++) {
            int other = side_of(v, spot, side);
            if (other >= 0 && !v->hole[other] && v->part[other] != best)
                neighbours[count++] = v->part[other];
        }
    if (count == 0)
        return false;
    int to = neighbours[pm_rng_below(v->rng, count)];
    if (part_size(v, to) + part_size(v, best) > LARGEST_PIECE)
        return false;
    merge(v, best, to);
    return true;
}

static void cut(struct invention *v)
{
    v->part_count = 0;
    for (int spot = 0; spot < v->rows * v->columns; spot++)
        v->part[spot] = -1;
    for (int spot = 0; spot < v->rows * v->columns; spot++)
        if (!v->hole[spot] && v->part[spot] < 0)
            grow_part(v, spot, v->piece_size - 1 + pm_rng_below(v->rng, 3));
    while (v->part_count > 1) { /* crumbs */
        int smallest = v->piece_size;
        for (int part = 0; part < v->part_count; part++)
            smallest = part_size(v, part) < smallest ? part_size(v, part) : smallest;
        if (smallest >= v->piece_size - 1 || !merge_smallest(v))
            break;
    }
}

/* ---- The puzzle ------------------------------------------------------------------------ */

static void name_piece(struct pm_piece *piece, int number)
{
    int n = 0;
    if (number >= LETTERS)
        piece->name[n++] = (char)('A' + number / LETTERS - 1);
    piece->name[n++] = (char)('A' + number % LETTERS);
    piece->name[n] = '\0';
}

/* One part as a piece, laid as it comes out of the box: turned by chance. */
static bool make_piece(const struct invention *v, struct pm_tiling *t, int part,
                       struct pm_arena *arena)
{
    struct pm_piece *piece = &t->pieces[t->piece_count];
    struct pm_cell cells[LARGEST_SIDE * LARGEST_SIDE];
    int n = 0, way;
    for (int spot = 0; spot < v->rows * v->columns; spot++)
        if (v->part[spot] == part)
            cells[n++] = (struct pm_cell){spot / v->columns, spot % v->columns};
    do
        way = pm_rng_below(v->rng, 8);
    while (!pm_tiling_allows(v->turns, v->flips, way));
    *piece = (struct pm_piece){.least = 1, .most = 1, .size = n};
    piece->cells = pm_new(arena, (size_t)n, struct pm_cell);
    if (!piece->cells)
        return false;
    pm_tiling_turn(cells, n, way, piece->cells);
    for (int i = 0; i < t->piece_count; i++)
        if (pm_tiling_same(t, &t->pieces[i], piece)) {
            t->pieces[i].least = ++t->pieces[i].most;
            return true;
        }
    name_piece(piece, t->piece_count++);
    return true;
}

static struct pm_tiling *make_puzzle(const struct invention *v, struct pm_arena *arena)
{
    struct pm_tiling *t = pm_new(arena, 1, struct pm_tiling);
    if (!t)
        return NULL;
    *t = (struct pm_tiling){
        .rows = v->rows, .columns = v->columns, .turns = v->turns, .flips = v->flips};
    t->pieces = pm_new(arena, (size_t)v->part_count, struct pm_piece);
    if (!t->pieces || !pm_tiling_board(t, v->hole, arena))
        return NULL;
    for (int part = 0; part < v->part_count; part++)
        if (!make_piece(v, t, part, arena))
            return NULL;
    return pm_tiling_complete(t, arena, NULL) ? NULL : t;
}

static pulma_status read_wish(struct invention *v, pulma_error *err)
{
    const struct pm_wish *wish = v->wish;
    static const int sides[] = {[PULMA_EASY] = 5, [PULMA_MEDIUM] = 6, [PULMA_HARD] = 7};
    v->rows = wish->rows ? wish->rows : sides[wish->difficulty];
    v->columns = wish->columns ? wish->columns : sides[wish->difficulty];
    if (v->rows > LARGEST_SIDE || v->columns > LARGEST_SIDE || v->rows * v->columns < 9)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a board of at least 9 cells and at most %dx%d",
                       LARGEST_SIDE, LARGEST_SIDE);
    v->turns = v->flips = true;
    int cells = v->rows * v->columns;
    v->ragged = wish->rated && cells > USUAL_CELLS;
    v->holes = v->ragged ? cells * 2 / 5 - 2 : cells / 10 + 2;
    v->piece_size = (wish->difficulty == PULMA_EASY ? 5 : 4) +
                    (v->ragged && cells > LARGE_CELLS ? 2 : 0);
    pulma_status status = pm_wish_bool(wish, "turns", &v->turns, err);
    if (!status)
        status = pm_wish_bool(wish, "flips", &v->flips, err);
    if (!status)
        status = pm_wish_int(wish, "holes", 0, 20, &v->holes, err);
    return status;
}

/* One board, until its pieces fit in one way only; NULL if it does not come to that. */
static struct pm_tiling *one_answer(struct invention *v, struct pm_arena *arena)
{
    int enough = (v->rows * v->columns - (v->ragged ? v->holes : 0)) / 8 + 1;
    make_board(v);
    for (cut(v); v->part_count >= enough;) {
        struct pm_arena scratch;
        pm_arena_init(&scratch, 0);
        struct pm_rng before = *v->rng;
        struct pm_tiling *t = make_puzzle(v, &scratch);
        int answers = t ? v->wish->answers(v->wish, t, 2, NULL) : -1;
        pm_arena_free(&scratch);
        if (answers == 1) {
            *v->rng = before; /* the same pieces again, to be kept */
            return make_puzzle(v, arena);
        }
        if (v->wish->stop(v->wish) || !merge_smallest(v))
            break;
    }
    return NULL;
}

pulma_status pm_tiling_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct invention v = {.wish = wish, .rng = rng};
    pulma_status status = read_wish(&v, err);
    for (int tries = 0; tries < TRIES && !status; tries++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        struct pm_tiling *t = one_answer(&v, arena);
        if (t) {
            *puzzle = t;
            return PULMA_OK;
        }
    }
    return status ? status
                  : pm_fail(err, PULMA_LIMIT, NULL,
                            "no board with one answer was found in %d tries", TRIES);
}
