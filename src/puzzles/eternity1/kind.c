/* Eternity: polydrafters that fill a board.
 *
 * Rules.  Cover the board with all pieces, each used once.  Pieces may be turned by sixths and
 * flipped over.  Board and pieces are made of triangles with angles of 30, 60 and 90 degrees,
 * six of which are one triangle of the usual triangular lattice; pieces lie in this lattice.
 *
 * Notation.  A shape is told by the walk around it.  A to L are steps in twelve directions,
 * 30 degrees apart, against the clock, A to the right: A, C, E, G, I, K go half a side of the
 * lattice, B, D, F, H, J, L from a corner of the lattice to the middle of a triangle, and small
 * letters half as far as the large ones.  A walk follows the sides of triangles (large and small
 * steps in one direction may come in any order) and begins at a corner of the lattice.  `board` has
 * the board's walk; `pieces` has a line for each piece, its number and its walk.  `goal` may ask
 * for as many pieces as possible instead of a cover: pieces (cover).  `hints` has pieces that are
 * laid already, as in an answer.
 *
 *     eternity1
 *     board: AACCGGII
 *     pieces:
 *     1 AAEEII
 *     2 AAEEII
 *
 * An answer has a line for each piece: its number, the way it lies (0 to 5 turns by a sixth
 * against the clock; 6 to 11 the same after a flip) and how far it is moved in the two directions
 * of the lattice from the corner of the board's box.  A piece not yet laid has a dot; with the goal
 * pieces, one that is left out has a dash.
 *
 * Origin: Christopher Monckton's puzzle of 1999 with 209 pieces; Section 4.3 of Lampainen's
 * thesis, whose integer program is in models/eternity1. */
#include "puzzles/eternity1/eternity1.h"
#include "puzzles/words.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cover/cover.h"

/* ---- Places -------------------------------------------------------------------------------- */

static int places(const void *puzzle)
{
    return ((const struct pm_eternity1 *)puzzle)->piece_count;
}

/* With the goal pieces, the last value leaves the piece out; else a piece that fits nowhere has one
 * value, which is never right. */
static struct pm_range values(const void *puzzle, int place)
{
    const struct pm_eternity1 *e = puzzle;
    int n = e->pieces[place].count;
    return (struct pm_range){0, n > 0 && !e->most ? n - 1 : n};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    snprintf(name, size, "piece %d",
             ((const struct pm_eternity1 *)puzzle)->pieces[place].number);
}

/* "at (3, 4) turned twice and flipped" */
static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    const struct pm_eternity1 *e = puzzle;
    const struct pm_drafters *piece = &e->pieces[place];
    if (value >= piece->count) {
        snprintf(name, size, e->most ? "left out" : "nowhere");
        return;
    }
    int placement = piece->first + value, turns = e->way[placement] % 6;
    struct pm_point at = e->offset[placement];
    char turned[40] = "";
    if (turns > 0)
        snprintf(turned, sizeof turned, " turned by %d/6", turns);
    snprintf(name, size, "at (%d, %d)%s%s", at.a, at.b, turned,
             e->way[placement] >= 6 ? turns ? " and flipped" : " flipped" : "");
}

/* ---- Truth --------------------------------------------------------------------------------- */

/* Whether the triangles that a placement covers are the piece, turned and moved.  Written with
 * a table of turns, without lay(). */
static bool shows_piece(const struct pm_eternity1 *e, int placement)
{
    static const int turns[6][4] = {{1, 0, 0, 1},   {0, -1, 1, 1},  {-1, -1, 1, 0},
                                    {-1, 0, 0, -1}, {0, 1, -1, -1}, {1, 1, -1, 0}};
    const struct pm_shape *shape = &e->pieces[e->piece_of[placement]].shape;
    const int *m = turns[e->way[placement] % 6], *cells = e->cell + e->first[placement];
    int n = shape->count;
    struct pm_point names[PM_ETERNITY1_PIECE_CELLS];
    for (int i = 0; i < n; i++) {
        struct pm_point p = shape->cells[i].name;
        int a = e->way[placement] >= 6 ? p.b : p.a, b = e->way[placement] >= 6 ? p.a : p.b;
        names[i] = (struct pm_point){m[0] * a + m[1] * b, m[2] * a + m[3] * b};
    }
    qsort(names, (size_t)n, sizeof *names, pm_eternity1_by_name);
    /* Cells are numbered in the order of names, so the two lists go side by side. */
    struct pm_point move = {e->board.cells[cells[0]].name.a - names[0].a,
                            e->board.cells[cells[0]].name.b - names[0].b};
    for (int i = 0; i < n; i++)
        if (e->board.cells[cells[i]].name.a != names[i].a + move.a ||
            e->board.cells[cells[i]].name.b != names[i].b + move.b)
            return false;
    return move.a % PM_ETERNITY1_STEP == 0 && move.b % PM_ETERNITY1_STEP == 0;
}

/* Lays one piece on the board; `over` tells which piece, counted from 1, is on each cell. */
static pulma_verdict check_piece(const struct pm_eternity1 *e, const int *answer, int piece,
                                 int *over, pulma_finding *found)
{
    int p = pm_eternity1_laid(e, answer, piece);
    if (p < 0)
        return pm_found(found, 1, &piece, "piece %d fits nowhere", e->pieces[piece].number);
    if (!shows_piece(e, p))
        return pm_found(found, 1, &piece, "piece %d does not have its shape",
                        e->pieces[piece].number);
    for (int k = e->first[p]; k < e->first[p + 1]; k++) {
        int other = over[e->cell[k]] - 1;
        if (other >= 0)
            return pm_found(found, 2, (int[]){piece, other}, "pieces %d and %d overlap",
                            e->pieces[other].number, e->pieces[piece].number);
        over[e->cell[k]] = piece + 1;
    }
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_eternity1 *e = puzzle;
    int *over = calloc((size_t)e->board.count, sizeof *over);
    if (!over)
        return pm_found(found, 0, NULL, "out of memory");
    pulma_verdict verdict = PULMA_RIGHT;
    int bare = e->board.count, waiting = 0;
    for (int i = 0; i < e->piece_count && verdict == PULMA_RIGHT; i++) {
        bool left_out = e->most && answer[i] == e->pieces[i].count;
        bool moved = e->pieces[i].hint != PULMA_EMPTY && answer[i] != e->pieces[i].hint;
        if (answer[i] != PULMA_EMPTY && moved)
            verdict = pm_found(found, 1, &i, "piece %d is a hint and was moved",
                               e->pieces[i].number);
        else if (answer[i] != PULMA_EMPTY && !left_out)
            verdict = check_piece(e, answer, i, over, found);
        waiting += answer[i] == PULMA_EMPTY ? e->pieces[i].shape.count : 0;
    }
    for (int c = 0; c < e->board.count; c++)
        bare -= over[c] > 0;
    free(over);
    if (verdict == PULMA_RIGHT && waiting != bare && !e->most)
        return pm_found(found, 1, &(int){0},
                        "%d triangles of the board are uncovered, and the pieces "
                        "that are left have %d",
                        bare, waiting);
    return verdict ? verdict : pm_found_nothing(e->piece_count, answer, found);
}

static bool has_objective(const void *puzzle)
{
    return ((const struct pm_eternity1 *)puzzle)->most;
}

/* Pieces left out. */
static int64_t cost(const void *puzzle, const int *answer)
{
    const struct pm_eternity1 *e = puzzle;
    int64_t n = 0;
    for (int i = 0; i < e->piece_count; i++)
        n += answer[i] == e->pieces[i].count;
    return e->most ? n : 0;
}

static void cost_text(const void *puzzle, int64_t left_out, char *text, size_t size)
{
    const struct pm_eternity1 *e = puzzle;
    snprintf(text, size, "%lld of %d pieces are placed",
             (long long)(e->piece_count - left_out), e->piece_count);
}

/* ---- Rules --------------------------------------------------------------------------------- */

/* The placements over each cell: `begin` has board.count + 1 numbers.  false: no memory. */
static bool by_cell(const struct pm_eternity1 *e, int **begin, int **over)
{
    int n = e->first[e->placement_count];
    *begin = calloc((size_t)e->board.count + 2, sizeof **begin);
    *over = calloc((size_t)n + 1, sizeof **over);
    if (!*begin || !*over)
        return false;
    for (int k = 0; k < n; k++)
        (*begin)[e->cell[k] + 2]++;
    for (int c = 0; c < e->board.count; c++)
        (*begin)[c + 2] += (*begin)[c + 1];
    for (int p = 0; p < e->placement_count; p++)
        for (int k = e->first[p]; k < e->first[p + 1]; k++)
            (*over)[(*begin)[e->cell[k] + 1]++] = p;
    return true;
}

/* As few pieces left out as possible. */
static void state_goal(const struct pm_eternity1 *e, struct pm_rules *r, pm_lit *lits)
{
    int weights[PM_ETERNITY1_PIECES];
    for (int i = 0; i < e->piece_count; i++) {
        lits[i] = pm_is(r, i, e->pieces[i].count);
        weights[i] = 1;
    }
    pm_minimise(r, e->piece_count, lits, weights, 0);
}

/* Too many triangles or too few is what one would count first. */
static void state_area(const struct pm_eternity1 *e, struct pm_rules *r)
{
    int area = 0;
    for (int i = 0; i < e->piece_count; i++)
        area += e->pieces[i].shape.count;
    if (e->most || area == e->board.count)
        return;
    pm_reason(r, "the board has %d triangles, the pieces %d", e->board.count, area);
    pm_clause(r, 0, NULL);
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_eternity1 *e = puzzle;
    int *begin = NULL, *over = NULL;
    pm_lit *lits = calloc((size_t)(e->placement_count + e->piece_count) + 1, sizeof *lits);
    if (!by_cell(e, &begin, &over) || !lits)
        pm_rules_fail(r);
    state_area(e, r);
    for (int i = 0; i < e->piece_count; i++)
        if (e->pieces[i].count == 0 && !e->most) {
            pm_reason(r, "piece %d fits nowhere", e->pieces[i].number);
            pm_reason_place(r, i);
            pm_clause(r, 0, NULL);
        }
    for (int i = 0; i < e->piece_count; i++)
        if (e->pieces[i].hint != PULMA_EMPTY) {
            pm_reason(r, "piece %d is a hint", e->pieces[i].number);
            pm_reason_place(r, i);
            pm_fix(r, i, e->pieces[i].hint);
        }
    for (int c = 0; c < e->board.count && begin && over && lits; c++) {
        int n = 0;
        for (int k = begin[c]; k < begin[c + 1]; k++) {
            int piece = e->piece_of[over[k]];
            lits[n++] = pm_is(r, piece, over[k] - e->pieces[piece].first);
        }
        pm_reason(r, "triangle %d of the board is covered %s", c + 1,
                  e->most ? "at most once" : "once");
        pm_reason_family(r, "every triangle is covered once");
        pm_count(r, n, lits, e->most ? PM_AT_MOST : PM_EQUAL, 1);
    }
    if (e->most && lits)
        state_goal(e, r, lits);
    free(begin);
    free(over);
    free(lits);
}

/* ---- Kernel -------------------------------------------------------------------------------- */

struct covering {
    const struct pm_eternity1 *e;
    struct pm_search *search;
    int *once, *beside, *answer;
    int laid;  /* in `answer` */
    int bound; /* so many at most */
    /* With hints, the placements that are left beside them, and for each its cells and its
     * piece; NULL without. */
    int option_count;
    int *placement, *first, *cell, *piece_of;
};

static void lay(struct covering *c, int option)
{
    int placement = c->placement ? c->placement[option] : option;
    int piece = c->e->piece_of[placement];
    c->answer[piece] = placement - c->e->pieces[piece].first;
}

static void lay_hints(struct covering *c)
{
    for (int i = 0; i < c->e->piece_count; i++)
        if (c->e->pieces[i].hint != PULMA_EMPTY)
            c->answer[i] = c->e->pieces[i].hint;
}

static bool report(struct pm_search *part, const int *options)
{
    struct covering *c = part->context;
    for (; *options != PM_COVER_END; options++)
        lay(c, *options);
    return pm_search_found(c->search, c->answer);
}

/* How many pieces the board's area allows at most. */
static int most_pieces(const struct pm_eternity1 *e)
{
    int with_size[PM_ETERNITY1_PIECE_CELLS + 1] = {0}, count = 0, area = e->board.count;
    for (int i = 0; i < e->piece_count; i++)
        with_size[e->pieces[i].shape.count]++;
    for (int size = 1; size <= PM_ETERNITY1_PIECE_CELLS; size++)
        for (; with_size[size] > 0 && area >= size; area -= size, count++)
            with_size[size]--;
    return count;
}

/* More pieces than before: goes on until no more can lie. */
static bool report_better(struct pm_search *part, const int *options)
{
    struct covering *c = part->context;
    for (int i = 0; i < c->e->piece_count; i++)
        c->answer[i] = c->e->pieces[i].count;
    for (c->laid = 0; options[c->laid] != PM_COVER_END; c->laid++)
        lay(c, options[c->laid]);
    lay_hints(c);
    c->laid += pm_eternity1_hints(c->e);
    pm_search_better(c->search, c->answer);
    return c->laid < c->bound;
}

static pulma_status pack(struct covering *c, const struct pm_cover *cover)
{
    struct pm_search part = pm_search_part(c->search, report_better, c);
    const struct pm_eternity1 *e = c->e;
    const int hints = pm_eternity1_hints(e);
    if (c->search->start) {
        memcpy(c->answer, c->search->start, (size_t)e->piece_count * sizeof *c->answer);
        c->laid = e->piece_count - (int)cost(e, c->answer);
    }
    c->bound = most_pieces(e);
    pulma_status status =
        c->laid < c->bound
            ? pm_cover_pack(cover, c->laid > hints ? c->laid - hints : 0, &part)
            : PULMA_OK;
    bool some = c->laid > 0 && (status == PULMA_OK || status == PULMA_LIMIT);
    c->search->unproved = status == PULMA_LIMIT;
    bool more = some && pm_search_found(c->search, c->answer);
    /* Other answers may be as good. */
    return status == PULMA_OK && more ? PULMA_LIMIT : status;
}

/* Whether a placement is a hint, or neither moves one nor lies over one: `hinted` tells which
 * cells hints cover.  Hints are no options where as many pieces as possible are packed. */
static bool is_left(const struct pm_eternity1 *e, int placement, const bool *hinted)
{
    const struct pm_drafters *piece = &e->pieces[e->piece_of[placement]];
    if (piece->hint != PULMA_EMPTY)
        return placement == piece->first + piece->hint && !e->most;
    for (int k = e->first[placement]; k < e->first[placement + 1]; k++)
        if (hinted[e->cell[k]])
            return false;
    return true;
}

static void list_options(struct covering *c, bool *hinted)
{
    const struct pm_eternity1 *e = c->e;
    for (int i = 0; i < e->piece_count; i++) {
        int p = pm_eternity1_placement(e, i, e->pieces[i].hint);
        for (int k = p < 0 ? 0 : e->first[p]; k < (p < 0 ? 0 : e->first[p + 1]); k++)
            hinted[e->cell[k]] = true;
    }
    c->first[0] = 0;
    for (int p = 0; p < e->placement_count; p++) {
        if (!is_left(e, p, hinted))
            continue;
        int n = e->first[p + 1] - e->first[p], at = c->first[c->option_count];
        memcpy(c->cell + at, e->cell + e->first[p], (size_t)n * sizeof *c->cell);
        c->piece_of[c->option_count] = e->piece_of[p];
        c->placement[c->option_count++] = p;
        c->first[c->option_count] = at + n;
    }
}

static bool find_options(struct covering *c)
{
    const struct pm_eternity1 *e = c->e;
    size_t n = (size_t)e->placement_count + 1, cells = (size_t)e->first[n - 1] + 1;
    bool *hinted = calloc((size_t)e->board.count, sizeof *hinted);
    c->placement = malloc(n * sizeof *c->placement);
    c->piece_of = malloc(n * sizeof *c->piece_of);
    c->first = malloc(n * sizeof *c->first);
    c->cell = malloc(cells * sizeof *c->cell);
    bool made = hinted && c->placement && c->piece_of && c->first && c->cell;
    if (made)
        list_options(c, hinted);
    free(hinted);
    return made;
}

static bool covering_init(struct covering *c)
{
    size_t pieces = (size_t)c->e->piece_count + 1, cells = (size_t)c->e->board.count;
    c->once = malloc(pieces * sizeof *c->once);
    c->answer = malloc(pieces * sizeof *c->answer);
    c->beside = malloc(4 * cells * sizeof *c->beside);
    if (!c->once || !c->answer || !c->beside ||
        (pm_eternity1_hints(c->e) > 0 && !find_options(c)))
        return false;
    for (int i = 0; i < c->e->piece_count; i++)
        c->once[i] = 1;
    for (int k = 0; k < 4 * c->e->board.count; k++)
        c->beside[k] =
            k % 4 == 3 ? -1
                       : pm_eternity1_cell(
                             c->e, pm_eternity1_across(&c->e->board.cells[k / 4], k % 4));
    return true;
}

/* With the goal pieces, small boards are left to the rules, which prove what is best. */
enum { LARGE = 16 };

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_eternity1 *e = puzzle;
    if (e->most && e->piece_count < LARGE)
        return PULMA_UNAVAILABLE;
    struct covering c = {.e = e, .search = search};
    struct pm_search part = pm_search_part(search, report, &c);
    pulma_status status = covering_init(&c) ? PULMA_OK : PULMA_NO_MEMORY;
    struct pm_cover cover = {.items = e->board.count,
                             .options = c.placement ? c.option_count : e->placement_count,
                             .kinds = e->piece_count,
                             .first = c.placement ? c.first : e->first,
                             .item = c.placement ? c.cell : e->cell,
                             .kind = c.placement ? c.piece_of : e->piece_of,
                             .least = c.once,
                             .most = c.once,
                             .beside = c.beside};
    if (!status)
        status = e->most ? pack(&c, &cover) : pm_cover_search(&cover, &part);
    free(c.once);
    free(c.answer);
    free(c.beside);
    free(c.placement);
    free(c.piece_of);
    free(c.first);
    free(c.cell);
    return status;
}

/* ---- Data for the model ---------------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_eternity1 *e = puzzle;
    int *begin = NULL, *over = NULL;
    pm_out_f(out,
             "data;\nparam T := %d;\nparam N := %d;\nparam goal := %d;\nparam number :=",
             e->piece_count, e->board.count, e->most);
    for (int i = 0; i < e->piece_count; i++)
        pm_out_f(out, " %d %d", i + 1, e->pieces[i].number);
    pm_out_text(out, ";\nset X :=");
    for (int p = 0; p < e->placement_count; p++)
        pm_out_f(out, " (%d,%d,%d,%d)", e->piece_of[p] + 1, e->way[p], e->offset[p].a,
                 e->offset[p].b);
    pm_out_text(out, ";\nset G :=");
    for (int i = 0; i < e->piece_count; i++) {
        int p = pm_eternity1_placement(e, i, e->pieces[i].hint);
        if (p >= 0)
            pm_out_f(out, " (%d,%d,%d,%d)", i + 1, e->way[p], e->offset[p].a,
                     e->offset[p].b);
    }
    pm_out_text(out, ";\n");
    out->failed |= !by_cell(e, &begin, &over);
    for (int c = 0; c < e->board.count && begin && over; c++) {
        pm_out_f(out, "set A[%d] :=", c + 1);
        for (int k = begin[c]; k < begin[c + 1]; k++)
            pm_out_f(out, " (%d,%d,%d,%d)", e->piece_of[over[k]] + 1, e->way[over[k]],
                     e->offset[over[k]].a, e->offset[over[k]].b);
        pm_out_text(out, ";\n");
    }
    pm_out_text(out, "end;\n");
    free(begin);
    free(over);
}

/* ---- Playing ----------------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    return ((const struct pm_eternity1 *)puzzle)->pieces[place].hint;
}

/* A piece that is left out is no hint. */
static void give(void *puzzle, int place, int value)
{
    struct pm_eternity1 *e = puzzle;
    e->pieces[place].hint = value == e->pieces[place].count ? PULMA_EMPTY : value;
}

/* ---- Drawing ----------------------------------------------------------------------------------- */

/* A lattice side is three units long. */
static double x_of(struct pm_point p)
{
    return (p.a + p.b / 2.0) / 2;
}

static double y_of(struct pm_point p)
{
    return -p.b * 0.8660254037844386 / 2;
}

static void draw_triangle(struct pm_picture *p, const struct pm_triangle *t, int fill)
{
    const double xy[6] = {x_of(t->vertex), y_of(t->vertex), x_of(t->middle),
                          y_of(t->middle), x_of(t->centre), y_of(t->centre)};
    pm_picture_polygon(p, 3, xy, fill, fill == PM_PAPER ? PM_FAINT : PM_NO_INK, PM_THIN);
}

static void draw_rims(const struct pm_eternity1 *e, const int *over, struct pm_picture *p)
{
    for (int c = 0; c < e->board.count; c++)
        for (int side = 0; side < 3; side++) {
            const struct pm_triangle *t = &e->board.cells[c];
            int other = pm_eternity1_cell(e, pm_eternity1_across(t, side));
            if (other >= 0 && (other < c || over[other] == over[c]))
                continue;
            struct pm_point from = side == 0 ? t->middle : t->vertex;
            struct pm_point to = side == 2 ? t->middle : t->centre;
            pm_picture_line(p, x_of(from), y_of(from), x_of(to), y_of(to), PM_THICK,
                            PM_INK);
        }
}

/* How a piece is drawn: as the answer has it, or as the hint says. */
static int drawn(const struct pm_eternity1 *e, const int *answer, int piece)
{
    int hint = e->pieces[piece].hint;
    return pm_eternity1_placement(e, piece,
                                  hint != PULMA_EMPTY ? hint
                                  : answer            ? answer[piece]
                                                      : PULMA_EMPTY);
}

/* How far a point is from a line between two others. */
static double distance(struct pm_point point, struct pm_point from, struct pm_point to)
{
    double x = x_of(point) - x_of(from), y = y_of(point) - y_of(from);
    double along_x = x_of(to) - x_of(from), along_y = y_of(to) - y_of(from);
    double at = (x * along_x + y * along_y) / (along_x * along_x + along_y * along_y);
    at = fmax(0, fmin(1, at));
    return hypot(x - at * along_x, y - at * along_y);
}

static bool covers(const struct pm_eternity1 *e, int placement, int cell)
{
    for (int i = e->first[placement]; i < e->first[placement + 1]; i++)
        if (e->cell[i] == cell)
            return true;
    return false;
}

/* How far a point of a piece is from its rim. */
static double room_at(const struct pm_eternity1 *e, int placement, struct pm_point point)
{
    double room = 1e9;
    for (int i = e->first[placement]; i < e->first[placement + 1]; i++) {
        const struct pm_triangle *t = &e->board.cells[e->cell[i]];
        for (int side = 0; side < 3; side++)
            if (!covers(e, placement, pm_eternity1_cell(e, pm_eternity1_across(t, side))))
                room = fmin(room, distance(point, side == 0 ? t->middle : t->vertex,
                                           side == 2 ? t->middle : t->centre));
    }
    return room;
}

/* The number of a piece where it has most room around it, on a corner of one of its triangles. */
static void draw_number(const struct pm_eternity1 *e, int placement, struct pm_picture *p)
{
    double most = 0;
    struct pm_point best = {0};
    for (int i = e->first[placement]; i < e->first[placement + 1]; i++) {
        const struct pm_triangle *t = &e->board.cells[e->cell[i]];
        const struct pm_point corners[] = {t->vertex, t->middle, t->centre};
        for (int k = 0; k < 3; k++) {
            double room = room_at(e, placement, corners[k]);
            if (room > most + 1e-6) {
                most = room;
                best = corners[k];
            }
        }
    }
    if (most == 0) { /* too thin for a corner inside: the middle of a triangle */
        struct pm_point name = e->board.cells[e->cell[e->first[placement]]].name;
        best = (struct pm_point){name.a / 3, name.b / 3};
        most = 0.3;
    }
    char text[16];
    snprintf(text, sizeof text, "%d", e->pieces[e->piece_of[placement]].number);
    pm_picture_text(p, x_of(best), y_of(best), fmin(1.1, 1.5 * most), PM_CENTRE, PM_INK,
                    text);
}

/* The lattice corner of a shape's box, and how wide and high the box is, in units. */
struct box {
    double x, y, wide, high;
};

static struct box box_of(const struct pm_shape *shape)
{
    double low_x = 1e9, low_y = 1e9, high_x = -1e9, high_y = -1e9;
    for (int i = 0; i < shape->count; i++) {
        const struct pm_point corner[] = {shape->cells[i].vertex, shape->cells[i].middle,
                                          shape->cells[i].centre};
        for (int k = 0; k < 3; k++) {
            low_x = fmin(low_x, x_of(corner[k]));
            low_y = fmin(low_y, y_of(corner[k]));
            high_x = fmax(high_x, x_of(corner[k]));
            high_y = fmax(high_y, y_of(corner[k]));
        }
    }
    return (struct box){low_x, low_y, high_x - low_x, high_y - low_y};
}

static bool laid(const void *puzzle, int place, int value, pulma_laid *laid)
{
    const struct pm_eternity1 *e = puzzle;
    const struct pm_drafters *piece = &e->pieces[place];
    if (value >= piece->count)
        return false;
    int placement = piece->first + value;
    struct pm_triangle cells[PM_ETERNITY1_PIECE_CELLS];
    for (int i = 0; i < piece->shape.count; i++)
        cells[i] = e->board.cells[e->cell[e->first[placement] + i]];
    struct box box =
        box_of(&(struct pm_shape){.count = piece->shape.count, .cells = cells});
    *laid = (pulma_laid){.piece = place,
                         .copies = 1,
                         .way = e->way[placement],
                         .x = box.x + box.wide / 2,
                         .y = box.y + box.high / 2};
    snprintf(laid->name, sizeof laid->name, "%d", piece->number);
    return true;
}

static void draw_piece(const struct pm_drafters *piece, double x, double y,
                       struct pm_picture *p)
{
    for (int i = 0; i < piece->shape.count; i++) {
        const struct pm_triangle *t = &piece->shape.cells[i];
        const double xy[6] = {x + x_of(t->vertex), y + y_of(t->vertex),
                              x + x_of(t->middle), y + y_of(t->middle),
                              x + x_of(t->centre), y + y_of(t->centre)};
        pm_picture_polygon(p, 3, xy, PM_SHADE, PM_FAINT, PM_THIN);
    }
}

/* The pieces that are not laid, in rows below the board. */
static void draw_rest(const struct pm_eternity1 *e, const int *answer, struct pm_picture *p)
{
    const struct box board = box_of(&e->board);
    double x = board.x, y = board.y + board.high + 2, tall = 0;
    for (int i = 0; i < e->piece_count; i++) {
        if (drawn(e, answer, i) >= 0)
            continue;
        const struct box box = box_of(&e->pieces[i].shape);
        if (x > board.x && x + box.wide > board.x + fmax(board.wide, 40)) {
            x = board.x;
            y += tall + 3;
            tall = 0;
        }
        char text[16];
        snprintf(text, sizeof text, "%d", e->pieces[i].number);
        pm_picture_text(p, x, y, 1.1, PM_LEFT, PM_INK, text);
        draw_piece(&e->pieces[i], x - box.x, y + 1 - box.y, p);
        x += fmax(box.wide, 2) + 1;
        tall = fmax(tall, box.high);
    }
}

/* The fill of a triangle under a piece, -1: none.  Hints are grey. */
static int fill_of(const struct pm_eternity1 *e, int piece)
{
    return piece < 0                              ? PM_PAPER
           : e->pieces[piece].hint != PULMA_EMPTY ? PM_SHADE
                                                  : PM_COLOUR + piece % 24;
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct pm_eternity1 *e = puzzle;
    int *over = calloc((size_t)e->board.count, sizeof *over);
    if (!over)
        return;
    for (int i = 0; i < e->piece_count; i++) {
        int laid = drawn(e, answer, i);
        for (int k = laid < 0 ? 0 : e->first[laid]; k < (laid < 0 ? 0 : e->first[laid + 1]);
             k++)
            over[e->cell[k]] = i + 1;
    }
    for (int c = 0; c < e->board.count; c++) {
        pm_picture_place(p, over[c] - 1);
        draw_triangle(p, &e->board.cells[c], fill_of(e, over[c] - 1));
    }
    pm_picture_place(p, -1);
    draw_rims(e, over, p);
    for (int i = 0; i < e->piece_count; i++)
        if (drawn(e, answer, i) >= 0)
            draw_number(e, drawn(e, answer, i), p);
    pm_picture_place(p, PM_BESIDE);
    draw_rest(e, answer, p);
    free(over);
}

/* ---- In words ------------------------------------------------------------------------ */

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_eternity1 *e = puzzle;
    if (e->most)
        pm_out_text(out, "As many pieces as possible.\n");
    pm_out_f(out, "The walk around the board: %s.\n", e->board.word);
    for (int i = 0; i < e->piece_count; i++) {
        const struct pm_drafters *piece = &e->pieces[i];
        int value = piece->hint != PULMA_EMPTY ? piece->hint
                    : answer                   ? answer[i]
                                               : PULMA_EMPTY;
        char where[100] = "";
        if (value != PULMA_EMPTY)
            value_name(e, i, value, where, sizeof where);
        pm_out_f(out, "Piece %d: around it %s%s%s%s.\n", piece->number, piece->shape.word,
                 *where ? ", it is " : "", where,
                 *where && piece->hint != PULMA_EMPTY ? " as a hint" : "");
    }
}

/* ---- The kind ------------------------------------------------------------------------------------ */

const struct pm_kind pm_kind_eternity1 = {
    .name = "eternity1",
    .title = "Eternity",
    .rules = "Cover the board with all pieces, each used once.\n"
             "Pieces may be turned by sixths and flipped over.\n"
             "Board and pieces are made of triangles with angles of 30, 60 and 90 degrees, "
             "and pieces lie in the lattice of the board.\n"
             "Pieces that are hints lie already.\n",
    .read = pm_eternity1_read,
    .write = pm_eternity1_write,
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 1.2, 1.5, 2.3},
    .write_answer = pm_eternity1_write_answer,
    .read_answer = pm_eternity1_read_answer,
    .check = check,
    .cost = cost,
    .cost_text = cost_text,
    .has_objective = has_objective,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_LAY,
    .laid = laid,
    .given = given,
    .give = give,
    .invent = pm_eternity1_invent,
    .options = pm_eternity1_options,
    .kernel = kernel,
};
