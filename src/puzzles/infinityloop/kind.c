/* Infinity Loop, with the rules of Net and Pipes as fields.
 *
 * Rules.  A tile has connections on some of its sides.  Tiles can be turned, always to the left
 * by a quarter, until no connection is open: where one tile has a connection its neighbour has
 * one too, and none leads out of the board, to a hole or against a wall.
 *
 * Notation.  A tile is a hexadecimal digit, the sum of its connections as it lies: right 1, up 2,
 * left 4, down 8.  So 3 is a bend from the right upwards, 5 lies flat, 0 is empty.  # is a hole.
 * A tile can also be typed as one sees it, ╴ for 4: see text.c.
 *
 *     infinityloop
 *     connected: yes
 *     4#4
 *     eab
 *     8#8
 *
 * Fields, all of them yes or no:
 *   connected   all tiles with a connection form one network (no)
 *   loops       loops may be closed (yes)
 *   wrap        the board goes on at its other side (no)
 *   minimise    turn as seldom as possible (no)
 * `connected: yes` with `loops: no` is the puzzle Net.  A block `walls` has a v where a wall is at
 * the right side of a cell, an h where one is below it, + for both and . for none.
 *
 * An answer has the digits of the tiles as they lie in the end.
 *
 *     8#8
 *     b5e
 *     2#2
 *
 * Its values are the turns.  A tile that looks the same after half a turn is turned once at
 * most, so that answers that look the same are the same.
 *
 * Origin: the app Infinity Loop, in Hartmann (2018), whose integer program is in
 * models/infinityloop; Net, as in Simon Tatham's collection, after FreeNet by Pavils Jurjans. */
#include "puzzles/infinityloop/infinityloop.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types ------------------------------------------------------------------------- */

enum {
    MAX_SIDE = PM_LOOP_MAX_SIDE,
    NOWHERE = PM_LOOP_NOWHERE,
    RIGHT = PM_LOOP_RIGHT,
    UP = PM_LOOP_UP,
    LEFT = PM_LOOP_LEFT,
    DOWN = PM_LOOP_DOWN,
};

struct pm_loop *pm_loop_new(int rows, int columns, struct pm_arena *arena)
{
    struct pm_loop *p = pm_new(arena, 1, struct pm_loop);
    size_t n = (size_t)rows * (size_t)columns;
    if (!p)
        return NULL;
    *p = (struct pm_loop){.rows = rows, .columns = columns, .loops = true};
    p->sides = pm_new(arena, n, uint8_t);
    p->walls = pm_new(arena, n, uint8_t);
    p->cell_of = pm_new(arena, n, int);
    p->tile_at = pm_new(arena, n, int);
    for (size_t cell = 0; p->tile_at && cell < n; cell++)
        p->tile_at[cell] = NOWHERE;
    return p->sides && p->walls && p->cell_of && p->tile_at ? p : NULL;
}

void pm_loop_add(struct pm_loop *p, int cell, int sides)
{
    p->sides[cell] = (uint8_t)sides;
    p->tile_at[cell] = p->tile_count;
    p->cell_of[p->tile_count++] = cell;
}

/* The cell beside a cell, whatever is there; NOWHERE outside the board. */
static int step(const struct pm_loop *p, int cell, int side)
{
    int columns = p->columns, n = p->rows * columns;
    bool ends = side == RIGHT  ? cell % columns == columns - 1
                : side == LEFT ? cell % columns == 0
                : side == UP   ? cell < columns
                               : cell >= n - columns;
    if (ends && !p->wrap)
        return NOWHERE;
    switch (side) {
    case RIGHT:
        return ends ? cell - columns + 1 : cell + 1;
    case LEFT:
        return ends ? cell + columns - 1 : cell - 1;
    case UP:
        return ends ? cell + n - columns : cell - columns;
    default:
        return ends ? cell - n + columns : cell + columns;
    }
}

int pm_loop_beside(const struct pm_loop *p, int cell, int side)
{
    int other = step(p, cell, side);
    if (other == NOWHERE || p->tile_at[other] == NOWHERE)
        return NOWHERE;
    bool own = side == RIGHT || side == DOWN; /* then the wall is noted here */
    int wall = own ? p->walls[cell] >> side & 1 : p->walls[other] >> (side ^ 2) & 1;
    return wall ? NOWHERE : other;
}

int pm_loop_turned(int sides, int turns)
{
    return (sides << turns | sides >> (4 - turns)) & 15;
}

int pm_loop_ways(int sides)
{
    return sides == 0 || sides == 15 ? 1 : sides == 5 || sides == 10 ? 2 : 4;
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct pm_loop *)puzzle)->tile_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    const struct pm_loop *p = puzzle;
    return (struct pm_range){0, pm_loop_ways(p->sides[p->cell_of[place]]) - 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_loop *p = puzzle;
    pm_grid_place_name(p->columns, p->cell_of[place], name, size);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_loop *p = puzzle;
    for (int row = 0; row < p->rows; row++) {
        char line[MAX_SIDE + 2];
        for (int column = 0; column < p->columns; column++) {
            int cell = row * p->columns + column, tile = p->tile_at[cell];
            int turns = tile == NOWHERE ? 0 : answer[tile];
            line[column] = tile == NOWHERE ? '#'
                           : turns == PULMA_EMPTY
                               ? '.'
                               : "0123456789abcdef"[pm_loop_turned(p->sides[cell], turns)];
        }
        line[p->columns] = '\n';
        pm_out_bytes(out, line, (size_t)p->columns + 1);
    }
}

/* The turns that make a tile look like this, or -1. */
static int turns_to(int sides, int wanted)
{
    for (int turns = 0; turns < pm_loop_ways(sides); turns++)
        if (pm_loop_turned(sides, turns) == wanted)
            return turns;
    return -1;
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_loop *p = puzzle;
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        if (cell % p->columns == 0)
            pm_text_space(t);
        else
            pm_text_blanks(t);
        int row = cell / p->columns + 1, column = cell % p->columns + 1;
        int tile = p->tile_at[cell];
        const struct pm_text before = *t;
        bool open = pm_text_word(t, ".");
        int lies = open ? -1 : pm_loop_take(t);
        if (lies != 0 && !open && tile != NOWHERE && p->sides[cell] == 0) {
            answer[tile] = 0; /* left blank, as in a drawing */
            *t = before;
            continue;
        }
        if (tile == NOWHERE && lies != PM_LOOP_HOLE)
            return pm_fail_expected(err, &before, "'#': row %d, column %d is a hole", row,
                                    column);
        int turns = tile == NOWHERE ? 0 : turns_to(p->sides[cell], lies);
        if (turns < 0 && !open)
            return pm_fail_expected(err, &before,
                                    "the tile %c of row %d, column %d, turned",
                                    pm_loop_sign(p, cell), row, column);
        if (tile != NOWHERE)
            answer[tile] = open ? PULMA_EMPTY : turns;
    }
    return PULMA_OK;
}

/* ---- Truth ------------------------------------------------------------------------- */

/* The connections of the tile on a cell once it is turned; -1: it is not filled in. */
static int lies(const struct pm_loop *p, const int *answer, int cell)
{
    int turns = answer[p->tile_at[cell]];
    return turns == PULMA_EMPTY ? -1 : pm_loop_turned(p->sides[cell], turns);
}

static pulma_verdict check_tile(const struct pm_loop *p, const int *answer, int cell,
                                pulma_finding *found)
{
    int sides = lies(p, answer, cell), tile = p->tile_at[cell];
    if (sides < 0)
        return PULMA_RIGHT;
    for (int side = 0; side < 4; side++) {
        int other = pm_loop_beside(p, cell, side), open = sides >> side & 1;
        int row = cell / p->columns + 1, column = cell % p->columns + 1;
        if (other == NOWHERE && open)
            return pm_found(
                found, 1, &tile,
                "row %d, column %d has an open connection %s, where nothing can answer",
                row, column, pm_loop_side_words[side]);
        if (other == NOWHERE || lies(p, answer, other) < 0)
            continue;
        if (open != (lies(p, answer, other) >> (side ^ 2) & 1) && (open || other > cell))
            return pm_found(found, 2, (int[]){tile, p->tile_at[other]},
                            open ? "row %d, column %d has an open connection %s"
                                 : "row %d, column %d does not answer the connection that "
                                   "comes from %s",
                            row, column,
                            open            ? pm_loop_side_words[side]
                            : side == RIGHT ? "the right"
                            : side == LEFT  ? "the left"
                            : side == UP    ? "above"
                                            : "below");
    }
    return PULMA_RIGHT;
}

static int root(int *parent, int cell)
{
    while (parent[cell] != cell) {
        parent[cell] = parent[parent[cell]];
        cell = parent[cell];
    }
    return cell;
}

/* Joins tiles that are connected.  A connection inside what is one piece already closes a
 * loop. */
static pulma_verdict check_loops(const struct pm_loop *p, const int *answer, int *parent,
                                 pulma_finding *found)
{
    for (int cell = 0; cell < p->rows * p->columns; cell++)
        parent[cell] = cell;
    for (int tile = 0; tile < p->tile_count; tile++)
        for (int down = 0; down < 2; down++) {
            int cell = p->cell_of[tile], side = down ? DOWN : RIGHT;
            int other = pm_loop_beside(p, cell, side);
            if (other == NOWHERE || lies(p, answer, cell) < 0 ||
                lies(p, answer, other) < 0 || !(lies(p, answer, cell) >> side & 1))
                continue;
            int a = root(parent, cell), b = root(parent, other);
            if (a == b && !p->loops)
                return pm_found(found, 2, (int[]){tile, p->tile_at[other]},
                                "a loop goes through row %d, column %d and the tile %s it",
                                cell / p->columns + 1, cell % p->columns + 1,
                                down ? "below" : "right of");
            parent[a] = b;
        }
    return PULMA_RIGHT;
}

/* A piece that can grow no more must hold every tile with a connection.  `parent` joins the
 * tiles of a piece. */
static pulma_verdict check_connected(const struct pm_loop *p, const int *answer,
                                     int *parent, int *size, pulma_finding *found)
{
    int n = p->rows * p->columns, all = 0;
    for (int cell = 0; cell < n; cell++)
        size[cell] = 0;
    for (int tile = 0; tile < p->tile_count; tile++) {
        int cell = p->cell_of[tile], sides = lies(p, answer, cell);
        if (p->sides[cell] == 0)
            continue;
        all++;
        size[root(parent, cell)]++;
        bool grows = sides < 0;
        for (int side = 0; side < 4 && !grows; side++)
            grows = sides >> side & 1 && lies(p, answer, pm_loop_beside(p, cell, side)) < 0;
        if (grows) /* no finished piece is as large as this */
            size[root(parent, cell)] = n;
    }
    for (int cell = 0; cell < n; cell++)
        if (size[cell] > 0 && size[cell] < all)
            return pm_found(
                found, 1, &p->tile_at[cell],
                "the piece with row %d, column %d is complete, but only %d of %d "
                "tiles are in it",
                cell / p->columns + 1, cell % p->columns + 1, size[cell], all);
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_loop *p = puzzle;
    for (int tile = 0; tile < p->tile_count; tile++)
        if (check_tile(p, answer, p->cell_of[tile], found))
            return PULMA_WRONG;
    pulma_verdict verdict = PULMA_RIGHT;
    if (p->connected || !p->loops) {
        size_t n = (size_t)p->rows * (size_t)p->columns;
        int *parent = malloc(n * sizeof *parent), *size = malloc(n * sizeof *size);
        if (!parent || !size)
            verdict = pm_found(found, 0, NULL, "no memory to judge the connections");
        if (!verdict)
            verdict = check_loops(p, answer, parent, found);
        if (!verdict && p->connected)
            verdict = check_connected(p, answer, parent, size, found);
        free(parent);
        free(size);
    }
    return verdict ? verdict : pm_found_nothing(p->tile_count, answer, found);
}

static int64_t cost(const void *puzzle, const int *answer)
{
    const struct pm_loop *p = puzzle;
    int64_t sum = 0;
    for (int tile = 0; tile < p->tile_count; tile++)
        sum += answer[tile];
    return sum;
}

static bool has_objective(const void *puzzle)
{
    return ((const struct pm_loop *)puzzle)->minimise;
}

/* ---- Rules ------------------------------------------------------------------------- */

/* Whether a tile shows a connection on a side. */
static pm_lit connection(const struct pm_loop *p, struct pm_rules *r, int cell, int side)
{
    pm_lit lits[4];
    int n = 0, sides = p->sides[cell];
    for (int turns = 0; turns < pm_loop_ways(sides); turns++)
        if (sides >> ((side - turns) & 3) & 1)
            lits[n++] = pm_is(r, p->tile_at[cell], turns);
    return pm_or(r, n, lits);
}

/* What the candidate of a lazy rule looks like, walked through by breadth. */
struct walk {
    int *cells;     /* in the order in which they were reached */
    int *piece;     /* per cell: the number of its piece, or NOWHERE */
    int *came_from; /* per cell: the side that leads back; NOWHERE for the first one */
    int *depth;
};

static bool walk_new(struct walk *w, int n)
{
    int *all = malloc(4 * (size_t)n * sizeof *all);
    *w = (struct walk){all, all + n, all + 2 * n, all + 3 * n};
    for (int cell = 0; all && cell < n; cell++)
        w->piece[cell] = NOWHERE;
    return all != NULL;
}

/* Whether the candidate's tile shows a connection on a side. */
static bool shows(const struct pm_loop *p, const int *answer, int cell, int side)
{
    return p->sides[cell] >> ((side - answer[p->tile_at[cell]]) & 3) & 1;
}

/* The piece of `start` gets a number; returns how many tiles it has, from cells[0] on.  Where
 * other rules are switched off a connection may have no answer; `answered` passes over these. */
static int walk_piece(const struct pm_loop *p, const int *answer, struct walk *w, int start,
                      int number, bool answered)
{
    int n = 0;
    w->cells[n++] = start;
    w->piece[start] = number;
    w->came_from[start] = NOWHERE;
    w->depth[start] = 0;
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 4; side++) {
            int cell = w->cells[i], other = pm_loop_beside(p, cell, side);
            if (!shows(p, answer, cell, side) || other == NOWHERE ||
                w->piece[other] != NOWHERE ||
                (answered && !shows(p, answer, other, side ^ 2)))
                continue;
            w->piece[other] = number;
            w->came_from[other] = side ^ 2;
            w->depth[other] = w->depth[cell] + 1;
            w->cells[n++] = other;
        }
    return n;
}

/* A clause that grows while it is collected. */
struct clause {
    pm_lit *lits;
    int n;
};

/* Some connection leads out of the piece of the n cells. */
static void state_growth(const struct pm_loop *p, struct pm_rules *r, const struct walk *w,
                         int n, struct clause *c)
{
    c->n = 0;
    for (int i = 0; i < n; i++) {
        int cell = w->cells[i], sides = p->sides[cell], ways_out = 0;
        for (int side = 0; side < 4; side++) {
            int other = pm_loop_beside(p, cell, side);
            if (other != NOWHERE && w->piece[other] != w->piece[cell])
                ways_out |= 1 << side;
        }
        for (int turns = 0; turns < pm_loop_ways(sides); turns++)
            if (pm_loop_turned(sides, turns) & ways_out)
                c->lits[c->n++] = pm_is(r, p->tile_at[cell], turns);
    }
    pm_clause(r, c->n, c->lits);
}

static int nothing_is_apart(struct pm_rules *r, const int *answer, const void *context)
{
    const struct pm_loop *p = context;
    int n = p->rows * p->columns, all = 0, broken = 0;
    struct walk w;
    struct clause c = {malloc(4 * (size_t)n * sizeof *c.lits), 0};
    if (c.lits && walk_new(&w, n)) {
        for (int cell = 0; cell < n; cell++)
            all += p->sides[cell] != 0;
        for (int cell = 0; cell < n; cell++) {
            if (p->sides[cell] == 0 || w.piece[cell] != NOWHERE)
                continue;
            int size = walk_piece(p, answer, &w, cell, cell, false);
            if (size == all)
                break;
            state_growth(p, r, &w, size, &c);
            broken++;
        }
        free(w.cells);
    }
    free(c.lits);
    return broken;
}

/* Not all tiles of a loop show both of the sides by which it passes through them. */
static void use_side(const struct pm_loop *p, struct pm_rules *r, int cell, int sides_used,
                     struct clause *c)
{
    int sides = p->sides[cell];
    for (int turns = 0; turns < pm_loop_ways(sides); turns++)
        if ((pm_loop_turned(sides, turns) & sides_used) != sides_used)
            c->lits[c->n++] = pm_is(r, p->tile_at[cell], turns);
}

/* The loop that the connection of `cell` on `side` closes: both ends are followed back to where
 * the walk came from, until they meet. */
static void state_no_loop(const struct pm_loop *p, struct pm_rules *r, const struct walk *w,
                          int cell, int side, struct clause *c)
{
    int a = cell, b = pm_loop_beside(p, cell, side);
    int used_a = 1 << side, used_b = 1 << (side ^ 2);
    c->n = 0;
    while (a != b) {
        int *deeper = w->depth[a] >= w->depth[b] ? &a : &b;
        int *used = deeper == &a ? &used_a : &used_b;
        int back = w->came_from[*deeper];
        use_side(p, r, *deeper, *used | 1 << back, c);
        *deeper = pm_loop_beside(p, *deeper, back);
        *used = 1 << (back ^ 2);
    }
    use_side(p, r, a, used_a | used_b, c);
    pm_clause(r, c->n, c->lits);
}

static int nothing_is_a_loop(struct pm_rules *r, const int *answer, const void *context)
{
    const struct pm_loop *p = context;
    int n = p->rows * p->columns, broken = 0;
    struct walk w;
    struct clause c = {malloc(4 * (size_t)n * sizeof *c.lits), 0};
    if (c.lits && walk_new(&w, n)) {
        for (int cell = 0; cell < n; cell++)
            if (p->sides[cell] != 0 && w.piece[cell] == NOWHERE)
                walk_piece(p, answer, &w, cell, cell, true);
        for (int cell = 0; cell < n; cell++)
            for (int side = RIGHT; side <= DOWN; side += DOWN - RIGHT) {
                int other = pm_loop_beside(p, cell, side);
                if (p->tile_at[cell] == NOWHERE || other == NOWHERE ||
                    !shows(p, answer, cell, side) || !shows(p, answer, other, side ^ 2))
                    continue;
                bool walked = w.came_from[cell] == side || w.came_from[other] == (side ^ 2);
                if (walked)
                    continue;
                state_no_loop(p, r, &w, cell, side, &c);
                broken++;
            }
        free(w.cells);
    }
    free(c.lits);
    return broken;
}

static void state_tile(const struct pm_loop *p, struct pm_rules *r, int cell)
{
    for (int side = 0; side < 4; side++) {
        int other = pm_loop_beside(p, cell, side), row = cell / p->columns + 1;
        int column = cell % p->columns + 1;
        if (other == NOWHERE) {
            pm_reason(r, "row %d, column %d is not open %s, where it has no neighbour", row,
                      column, pm_loop_side_words[side]);
            pm_reason_family(r, "no connection leads nowhere");
            pm_reason_number(r, PM_LOOP_WALL);
            pm_reason_place(r, p->tile_at[cell]);
            PM_CLAUSE(r, -connection(p, r, cell, side));
        } else if (side == RIGHT || side == DOWN) {
            pm_reason(r,
                      "row %d, column %d is open %s exactly if its neighbour is open to it",
                      row, column, pm_loop_side_words[side]);
            pm_reason_family(r, side == DOWN
                                    ? "tiles answer each other from above and below"
                                    : "tiles answer each other from left and right");
            pm_reason_number(r, PM_LOOP_JOINT);
            pm_reason_places(r, 2, (int[]){p->tile_at[cell], p->tile_at[other]});
            pm_equivalent(r, connection(p, r, cell, side),
                          connection(p, r, other, side ^ 2));
        }
    }
}

static void state_cost(const struct pm_loop *p, struct pm_rules *r)
{
    size_t room = 3 * (size_t)p->tile_count;
    pm_lit *lits = malloc(room * sizeof *lits);
    int *weights = malloc(room * sizeof *weights), n = 0;
    for (int tile = 0; lits && weights && tile < p->tile_count; tile++)
        for (int turns = 1; turns < pm_loop_ways(p->sides[p->cell_of[tile]]); turns++) {
            lits[n] = pm_is(r, tile, turns);
            weights[n++] = turns;
        }
    if (lits && weights)
        pm_minimise(r, n, lits, weights, 0);
    free(lits);
    free(weights);
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_loop *p = puzzle;
    for (int tile = 0; tile < p->tile_count; tile++)
        state_tile(p, r, p->cell_of[tile]);
    pm_reason(r, "all tiles that are open somewhere form one network");
    pm_reason_number(r, PM_LOOP_NETWORK);
    if (p->connected) {
        pm_reason_family(r, "all open tiles form one network");
        pm_lazy(r, nothing_is_apart, p);
    }
    pm_reason(r, "no loop is closed");
    pm_reason_number(r, PM_LOOP_NO_LOOP);
    if (!p->loops) {
        pm_reason_family(r, "no loop is closed");
        pm_lazy(r, nothing_is_a_loop, p);
    }
    if (p->minimise)
        state_cost(p, r);
}

/* ---- Data for the models ------------------------------------------------------------- */

static void data_rim(const struct pm_loop *p, struct pm_out *out, const char *name,
                     int side)
{
    pm_out_f(out, ";\nset %s :=", name);
    for (int tile = 0; tile < p->tile_count; tile++)
        if (pm_loop_beside(p, p->cell_of[tile], side) == NOWHERE)
            pm_out_f(out, " %d", tile + 1);
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_loop *p = puzzle;
    pm_out_f(out, "data;\nparam rows := %d;\nparam columns := %d;\nparam n := %d;\n",
             p->rows, p->columns, p->tile_count);
    pm_out_f(out, "param connected := %d;\nparam loops := %d;\nparam tile :=", p->connected,
             p->loops);
    for (int tile = 0; tile < p->tile_count; tile++)
        pm_out_f(out, "\n  [%d,%d] %d", p->cell_of[tile] / p->columns + 1,
                 p->cell_of[tile] % p->columns + 1, tile + 1);
    pm_out_text(out, ";\nparam d : 0 1 2 3 :="); /* top, left, bottom, right */
    for (int tile = 0; tile < p->tile_count; tile++) {
        int sides = p->sides[p->cell_of[tile]];
        pm_out_f(out, "\n  %d %d %d %d %d", tile + 1, sides >> UP & 1, sides >> LEFT & 1,
                 sides >> DOWN & 1, sides >> RIGHT & 1);
    }
    for (int side = RIGHT; side <= DOWN; side += DOWN - RIGHT) {
        pm_out_text(out, side == RIGHT ? ";\nset H :=" : ";\nset V :=");
        for (int tile = 0; tile < p->tile_count; tile++) {
            int other = pm_loop_beside(p, p->cell_of[tile], side);
            if (other != NOWHERE)
                pm_out_f(out, " (%d,%d)", tile + 1, p->tile_at[other] + 1);
        }
    }
    data_rim(p, out, "Btop", UP);
    data_rim(p, out, "Bleft", LEFT);
    data_rim(p, out, "Bbottom", DOWN);
    data_rim(p, out, "Bright", RIGHT);
    pm_out_text(out, ";\nend;\n");
}

/* ---- Kernel ---------------------------------------------------------------------------- */

bool pm_loop_turns(const struct pm_loop *p, struct pm_turns *turns)
{
    size_t n = (size_t)p->rows * (size_t)p->columns;
    struct pm_turning_tile *tiles = calloc(n, sizeof *tiles);
    if (!tiles)
        return false;
    static const int side_of[4] = {UP, LEFT, DOWN,
                                   RIGHT}; /* the kernel counts from the top */
    for (int tile = 0; tile < p->tile_count; tile++) {
        int cell = p->cell_of[tile];
        struct pm_turning_tile *to = &tiles[cell];
        to->turns = (uint8_t)pm_loop_ways(p->sides[cell]);
        for (int h = 0; h < 4; h++) {
            bool ends = pm_loop_beside(p, cell, side_of[h]) == NOWHERE;
            to->colour[h] = p->sides[cell] >> side_of[h] & 1;
            to->joined |= (uint8_t)(!ends << h);
            to->closed |= (uint8_t)(ends << h);
        }
    }
    *turns = (struct pm_turns){
        {p->rows, p->columns, tiles}, p->tile_count, p->cell_of, p->minimise};
    return true;
}

/* Listing answers of the plain rules and keeping those that form a network pays off while they
 * are few. */
enum { SIFTED = 2000 };

struct sieve {
    struct pm_search search; /* first, so that found() can come back to the sieve */
    struct pm_search *whole;
    const struct pm_loop *p;
    int seen;
    bool enough;
};

static bool sift(struct pm_search *search, const int *answer)
{
    struct sieve *s = (struct sieve *)search;
    pulma_finding found;
    if (check(s->p, answer, &found) == PULMA_RIGHT)
        s->enough = !s->whole->found(s->whole, answer);
    return !s->enough && ++s->seen < SIFTED;
}

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_loop *p = puzzle;
    struct pm_turns turns;
    bool plain = !p->connected && p->loops;
    if (!plain && p->minimise)
        return PULMA_UNAVAILABLE; /* the cheapest answers need not be among them */
    if (!pm_loop_turns(p, &turns))
        return PULMA_NO_MEMORY;
    struct sieve s = {
        .search = pm_search_part(search, sift, NULL), .whole = search, .p = p};
    pulma_status status = pm_turns_kernel(&turns, plain ? search : &s.search);
    free((void *)turns.board.tiles);
    return !status && s.seen == SIFTED && !s.enough ? PULMA_UNAVAILABLE : status;
}

static pulma_status tally(const void *puzzle, uint64_t limit, struct pm_search *search,
                          struct pm_tally *tally_out)
{
    const struct pm_loop *p = puzzle;
    struct pm_turns turns;
    if (p->connected || !p->loops)
        return PULMA_UNAVAILABLE;
    if (!pm_loop_turns(p, &turns))
        return PULMA_NO_MEMORY;
    pulma_status status = pm_turns_tally(&turns, limit, search, tally_out);
    free((void *)turns.board.tiles);
    return status;
}

/* ---- Drawing ------------------------------------------------------------------------- */

/* `beyond`: sides on which a connection leads around the rim. */
static void draw_tile(struct pm_picture *picture, double x, double y, int sides, int beyond,
                      int ink)
{
    static const double away[4][2] = {
        [RIGHT] = {1, 0}, [UP] = {0, -1}, [LEFT] = {-1, 0}, [DOWN] = {0, 1}};
    for (int side = 0; side < 4; side++) {
        double length = beyond >> side & 1 ? 0.75 : 0.5;
        if (sides >> side & 1)
            pm_picture_line(picture, x, y, x + length * away[side][0],
                            y + length * away[side][1], PM_PIPE / 2, ink);
    }
    if (sides == 1 || sides == 2 || sides == 4 || sides == 8) /* an end is a lamp */
        pm_picture_circle(picture, x, y, 0.2, PM_PAPER, ink, PM_PIPE / 2);
}

/* A board that goes on at its other side has no firm frame. */
static void draw_frame(const struct pm_loop *p, struct pm_picture *picture)
{
    if (!p->wrap) {
        pm_picture_grid(picture, 0, 0, p->rows, p->columns);
        return;
    }
    for (int row = 0; row <= p->rows; row++)
        pm_picture_line(picture, 0, row, p->columns, row, PM_THIN, PM_FAINT);
    for (int column = 0; column <= p->columns; column++)
        pm_picture_line(picture, column, 0, column, p->rows, PM_THIN, PM_FAINT);
}

/* The sides of a cell that lie at the rim of a board which wraps. */
static int rim_sides(const struct pm_loop *p, int cell)
{
    int row = cell / p->columns, column = cell % p->columns;
    return p->wrap ? (column == p->columns - 1) << RIGHT | (row == 0) << UP |
                         (column == 0) << LEFT | (row == p->rows - 1) << DOWN
                   : 0;
}

static void draw_walls(const struct pm_loop *p, struct pm_picture *picture)
{
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        double x = cell % p->columns, y = cell / p->columns;
        if (p->walls[cell] >> RIGHT & 1)
            pm_picture_line(picture, x + 1, y, x + 1, y + 1, PM_THICK, PM_ACCENT);
        if (p->walls[cell] >> DOWN & 1)
            pm_picture_line(picture, x, y + 1, x + 1, y + 1, PM_THICK, PM_ACCENT);
    }
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *picture)
{
    const struct pm_loop *p = puzzle;
    draw_frame(p, picture);
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        double x = cell % p->columns + 0.5, y = cell / p->columns + 0.5;
        int tile = p->tile_at[cell];
        if (tile == NOWHERE) {
            pm_picture_box(picture, x - 0.5, y - 0.5, 1, 1, PM_SHADE, PM_NO_INK, 0);
            continue;
        }
        int turns = answer ? answer[tile] : PULMA_EMPTY;
        pm_picture_place(picture, tile);
        pm_picture_box(picture, x - 0.5, y - 0.5, 1, 1, PM_NO_INK, PM_NO_INK, 0);
        draw_tile(picture, x, y, pm_loop_turned(p->sides[cell], turns > 0 ? turns : 0),
                  rim_sides(p, cell), turns == PULMA_EMPTY ? PM_DARK : PM_ANSWER);
        pm_picture_place(picture, -1);
    }
    draw_walls(p, picture);
    double y = p->rows + 0.5;
    if (p->minimise)
        pm_draw_note(picture, p->columns, y, "as few turns as possible");
    y += 0.5 * p->minimise;
    if (p->connected)
        pm_draw_note(picture, p->columns, y, "all tiles in one net");
    if (!p->loops)
        pm_draw_note(picture, p->columns, y + 0.5 * p->connected, "no loops");
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_loop *p = puzzle;
    int tile = p->tile_at[row * p->columns + column];
    if (tile == NOWHERE)
        snprintf(text, size, "hole");
    else
        pm_loop_value_name(p, tile, answer && answer[tile] > 0 ? answer[tile] : 0, text,
                           size);
}

static void tell_walls(const struct pm_loop *p, int side, const char *where,
                       struct pm_out *out)
{
    int n = 0, *cells = calloc((size_t)p->rows * (size_t)p->columns, sizeof *cells);
    out->failed |= !cells;
    for (int cell = 0; cells && cell < p->rows * p->columns; cell++)
        if (p->walls[cell] >> side & 1)
            cells[n++] = cell;
    if (n > 0) {
        pm_out_f(out, "Walls %s ", where);
        pm_words_cells(p->columns, n, cells, out);
        pm_out_text(out, ".\n");
    }
    free(cells);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_loop *p = puzzle;
    pm_words_size(p->rows, p->columns, out);
    if (p->minimise)
        pm_out_text(out, "As few turns as possible.\n");
    if (p->connected)
        pm_out_text(out, "All tiles are in one net.\n");
    if (!p->loops)
        pm_out_text(out, "There are no loops.\n");
    if (p->wrap)
        pm_out_text(out, "The board goes on at its other side.\n");
    tell_walls(p, RIGHT, "at the right of", out);
    tell_walls(p, DOWN, "below", out);
    pm_words_rows(p, answer, p->rows, p->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

const struct pm_kind pm_kind_infinityloop = {
    .name = "infinityloop",
    .title = "Infinity Loop",
    .rules =
        "Turn the tiles, each time to the left by a quarter.\n"
        "No connection stays open: neighbouring tiles answer each other, and none leads "
        "out of the board.\n"
        "If the board says so: all tiles form one network, no loop is closed, the board "
        "goes on at its other side, or the turns are as few as possible.\n",
    .read = pm_loop_read,
    .write = pm_loop_write,
    .notations = pm_loop_notations,
    .line_notations = (const char *const[]){"net", NULL},
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = pm_loop_value_name,
    .technique = pm_loop_technique,
    .levels = {PM_LARGEST_SHARE, 1.08, 1.11, 2},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .cost = cost,
    .cost_unit = "turns",
    .has_objective = has_objective,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_TURN,
    .invent = pm_loop_invent,
    .options = pm_loop_options,
    .kernel = kernel,
    .tally = tally,
};
