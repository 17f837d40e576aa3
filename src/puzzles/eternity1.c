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
 * the board's walk; `pieces` has a line for each piece, its number and its walk.
 *
 *     eternity1
 *     board: AACCGGII
 *     pieces:
 *     1 AAEEII
 *     2 AAEEII
 *
 * An answer has a line for each piece: its number, the way it lies (0 to 5 turns by a sixth
 * against the clock; 6 to 11 the same after a flip) and how far it is moved in the two directions
 * of the lattice from the corner of the board's box.  A piece not yet laid has a dot.
 *
 * Origin: Christopher Monckton's puzzle of 1999 with 209 pieces; Section 4.3 of Lampainen's
 * thesis, whose integer program is in models/eternity1. */
#include "puzzles/kind.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cover.h"

/* ---- Types ------------------------------------------------------------------------------ */

/* Points have two coordinates, along directions 60 degrees apart, in sixths of a lattice side.  A
 * triangle is named by the sum of its three corners; a step of the lattice adds 18 to that. */
enum {
    MAX_PIECES = 250,
    MAX_WORD = 2000,
    MAX_PIECE_CELLS = 150,
    MAX_CELLS = 12000,
    STEP = 18,
    WAYS = 12
};

struct point {
    int a, b;
};

struct triangle {
    struct point name, vertex, middle, centre; /* corner, middle of a side, middle of all */
};

struct shape {
    const char *word;
    int count;
    struct triangle *cells; /* sorted by name */
};

struct piece {
    struct shape shape;
    int number;
    int first, count; /* its placements */
};

struct eternity {
    struct shape board;
    int piece_count;
    struct piece *pieces;

    struct point low; /* of the board's box, a corner of the lattice, as a name */
    int span_a, span_b;
    int *cell_at; /* by name: the cell, -1: outside */

    int placement_count;
    int *way;             /* of a placement */
    struct point *offset; /* in lattice steps from the board's box */
    int *piece_of;
    int *first; /* where its cells begin, placement_count + 1 */
    int *cell;  /* each placement's in growing order */
};

static int by_name(const void *x, const void *y)
{
    const struct point *p = x, *q = y; /* a triangle begins with its name */
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static int by_number(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

static int floor_of(int value, int step)
{
    return value >= 0 ? value / step : -((step - 1 - value) / step);
}

/* ---- Text: walks ------------------------------------------------------------------------- */

static struct point step_of(int letter)
{
    static const struct point steps[12] = {{6, 0},  {4, 4},  {0, 6},  {-4, 8},
                                           {-6, 6}, {-8, 4}, {-6, 0}, {-4, -4},
                                           {0, -6}, {4, -8}, {6, -6}, {8, -4}};
    bool small = letter >= 'a';
    struct point s = steps[letter - (small ? 'a' : 'A')];
    int part = small ? 4 : 2;
    return (struct point){s.a / part, s.b / part};
}

/* What a point is: a corner of the lattice 1, the middle of a side 2, of a triangle 3, none 0. */
static int sort_of_point(struct point p)
{
    int a = p.a - 6 * floor_of(p.a, 6), b = p.b - 6 * floor_of(p.b, 6);
    if (a == 0 && b == 0)
        return 1;
    if ((a == 3 || a == 0) && (b == 3 || b == 0))
        return 2;
    return (a == 2 && b == 2) || (a == 4 && b == 4) ? 3 : 0;
}

/* Takes a step if it follows the side of a triangle. */
static bool follow(int letter, struct point *at)
{
    struct point s = step_of(letter), to = {at->a + s.a, at->b + s.b};
    if (sort_of_point(to) == 0 || sort_of_point(to) == sort_of_point(*at))
        return false;
    *at = to;
    return true;
}

/* Steps in the same direction one after another: large and small ones may come in any order, as
 * only one order follows the sides of triangles. */
static pulma_status walk_straight(struct pm_text *word, struct point *points, int *count,
                                  struct point *at, pulma_error *err)
{
    const struct pm_text start = *word;
    int c = pm_text_peek(word), large = c >= 'a' ? c - 'a' + 'A' : c, left[2] = {0, 0};
    if (large < 'A' || large > 'L' || c > 'l')
        return pm_fail_expected(err, word, "a step, A to L or a to l");
    while (pm_text_peek(word) == large || pm_text_peek(word) == large - 'A' + 'a')
        left[pm_text_take(word) >= 'a']++;
    while (left[0] + left[1] > 0) {
        if (*count == MAX_WORD)
            return pm_fail(err, PULMA_BAD_TEXT, &start, "expected at most %d steps",
                           MAX_WORD);
        points[(*count)++] = *at;
        if (left[1] > 0 && follow(large - 'A' + 'a', at))
            left[1]--;
        else if (left[0] > 0 && follow(large, at))
            left[0]--;
        else
            return pm_fail_expected(err, &start, "steps along the sides of triangles");
    }
    return PULMA_OK;
}

/* The points of a walk; it must come back to where it began. */
static pulma_status walk(struct pm_text word, struct point *points, int *count,
                         pulma_error *err)
{
    const struct pm_text start = word;
    struct point at = {0, 0};
    *count = 0;
    while (!pm_text_ended(&word)) {
        pulma_status status = walk_straight(&word, points, count, &at, err);
        if (status)
            return status;
    }
    if (*count == 0 || at.a != 0 || at.b != 0)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a walk that ends where it began");
    return PULMA_OK;
}

/* Whether a triangle lies inside the walk, by the sides that a ray from it crosses.  Names are
 * three times the triangle's middle. */
static bool inside(const struct point *points, int n, struct point name)
{
    bool in = false;
    for (int i = 0; i < n; i++) {
        struct point p = points[i], q = points[(i + 1) % n];
        if ((3 * p.b > name.b) == (3 * q.b > name.b))
            continue;
        /* a of the side at the height of the ray, times (q.b - p.b) */
        int64_t side =
            (int64_t)(name.b - 3 * p.b) * (q.a - p.a) + (int64_t)3 * p.a * (q.b - p.b);
        int64_t ray = (int64_t)name.a * (q.b - p.b);
        in ^= q.b > p.b ? ray < side : ray > side;
    }
    return in;
}

/* The k-th of the six triangles of a lattice triangle that stands upright or on its head. */
static struct triangle triangle_of(int a, int b, bool head, int k)
{
    struct point corner[3] = {{6 * a + 6, 6 * b}, {6 * a, 6 * b + 6}, {6 * a, 6 * b}};
    if (head)
        corner[2] = (struct point){6 * a + 6, 6 * b + 6};
    struct point v = corner[k / 2], w = corner[(k / 2 + 1 + k % 2) % 3];
    struct triangle t = {.vertex = v,
                         .middle = {(v.a + w.a) / 2, (v.b + w.b) / 2},
                         .centre = {(corner[0].a + corner[1].a + corner[2].a) / 3,
                                    (corner[0].b + corner[1].b + corner[2].b) / 3}};
    t.name = (struct point){v.a + t.middle.a + t.centre.a, v.b + t.middle.b + t.centre.b};
    return t;
}

static void box_of(const struct point *points, int n, struct point *low, struct point *high)
{
    *low = *high = points[0];
    for (int i = 1; i < n; i++) {
        low->a = points[i].a < low->a ? points[i].a : low->a;
        low->b = points[i].b < low->b ? points[i].b : low->b;
        high->a = points[i].a > high->a ? points[i].a : high->a;
        high->b = points[i].b > high->b ? points[i].b : high->b;
    }
}

/* Twice the area inside a walk; a triangle has 6. */
static int64_t area_of(const struct point *points, int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        struct point p = points[i], q = points[(i + 1) % n];
        sum += (int64_t)p.a * q.b - (int64_t)q.a * p.b;
    }
    return sum < 0 ? -sum : sum;
}

static pulma_status read_shape(struct pm_text word, int most, struct shape *shape,
                               struct pm_arena *arena, pulma_error *err)
{
    struct point points[MAX_WORD], low, high;
    int n;
    pulma_status status = walk(word, points, &n, err);
    if (status)
        return status;
    int64_t cells = area_of(points, n) / 6;
    if (cells < 1 || cells > most)
        return pm_fail(err, PULMA_BAD_TEXT, &word,
                       "expected a walk around 1 to %d triangles, found %lld", most,
                       (long long)cells);
    /* A rim is longest where triangles hang together like a tree; so walks to nowhere and back
     * are refused before a large box is searched. */
    if (n > cells + 2)
        return pm_fail(err, PULMA_BAD_TEXT, &word,
                       "expected a walk that does not cross itself");
    shape->word = pm_copy(arena, word.at, pm_text_len(&word));
    shape->cells = pm_new(arena, (size_t)cells, struct triangle);
    if (!shape->word || !shape->cells)
        return pm_fail_memory(err);
    box_of(points, n, &low, &high);
    for (int a = floor_of(low.a, 6); 6 * a < high.a; a++)
        for (int b = floor_of(low.b, 6); 6 * b < high.b; b++)
            for (int k = 0; k < 12; k++) {
                struct triangle t = triangle_of(a, b, k >= 6, k % 6);
                if (!inside(points, n, t.name))
                    continue;
                if (shape->count < cells)
                    shape->cells[shape->count] = t;
                shape->count++;
            }
    if (shape->count != cells)
        return pm_fail(err, PULMA_BAD_TEXT, &word,
                       "expected a walk that does not cross itself");
    qsort(shape->cells, (size_t)shape->count, sizeof *shape->cells, by_name);
    return PULMA_OK;
}

/* ---- Placements -------------------------------------------------------------------------- */

/* A name after `way`: a flip that exchanges the two directions, then turns by a sixth. */
static struct point turn(struct point p, int way)
{
    if (way >= 6)
        p = (struct point){p.b, p.a};
    for (int k = way % 6; k > 0; k--)
        p = (struct point){-p.b, p.a + p.b};
    return p;
}

/* The names of a shape laid that way, in the corner of the lattice, sorted. */
static void lay(const struct shape *shape, int way, struct point *names)
{
    struct point low = {INT32_MAX, INT32_MAX};
    for (int i = 0; i < shape->count; i++) {
        names[i] = turn(shape->cells[i].name, way);
        low.a = names[i].a < low.a ? names[i].a : low.a;
        low.b = names[i].b < low.b ? names[i].b : low.b;
    }
    for (int i = 0; i < shape->count; i++) {
        names[i].a -= STEP * floor_of(low.a, STEP);
        names[i].b -= STEP * floor_of(low.b, STEP);
    }
    qsort(names, (size_t)shape->count, sizeof *names, by_name);
}

static int cell_named(const struct eternity *e, struct point name)
{
    int a = name.a - e->low.a, b = name.b - e->low.b;
    bool in = a >= 0 && a < e->span_a && b >= 0 && b < e->span_b;
    return in ? e->cell_at[a * e->span_b + b] : -1;
}

/* The cells of names moved by lattice steps from the board's box; false: some are outside. */
static bool cells_of(const struct eternity *e, const struct point *names, int n,
                     struct point offset, int *cells)
{
    for (int i = 0; i < n; i++) {
        struct point at = {names[i].a + e->low.a + STEP * offset.a,
                           names[i].b + e->low.b + STEP * offset.b};
        cells[i] = cell_named(e, at);
        if (cells[i] < 0)
            return false;
    }
    return true;
}

static pulma_status make_board(struct eternity *e, struct pm_arena *arena, pulma_error *err)
{
    struct point low = e->board.cells[0].name, high = low;
    for (int i = 0; i < e->board.count; i++) {
        struct point p = e->board.cells[i].name;
        low.a = p.a < low.a ? p.a : low.a;
        low.b = p.b < low.b ? p.b : low.b;
        high.a = p.a > high.a ? p.a : high.a;
        high.b = p.b > high.b ? p.b : high.b;
    }
    e->low = (struct point){STEP * floor_of(low.a, STEP), STEP * floor_of(low.b, STEP)};
    e->span_a = high.a - e->low.a + 1;
    e->span_b = high.b - e->low.b + 1;
    size_t n = (size_t)e->span_a * (size_t)e->span_b;
    e->cell_at = pm_new(arena, n, int);
    if (!e->cell_at)
        return pm_fail_memory(err);
    memset(e->cell_at, -1, n * sizeof *e->cell_at);
    for (int i = 0; i < e->board.count; i++) {
        struct point p = e->board.cells[i].name;
        e->cell_at[(p.a - e->low.a) * e->span_b + p.b - e->low.b] = i;
    }
    return PULMA_OK;
}

/* Room for what is found: grows by doubling, and is copied into the arena at the end. */
struct found {
    int *way, *piece_of, *cell;
    struct point *offset;
    size_t count, cells, room, cell_room;
    bool failed;
};

static void grow(struct found *f, int cells)
{
    if (f->count == f->room) {
        f->room = f->room ? 2 * f->room : 256;
        int *way = realloc(f->way, f->room * sizeof *way);
        f->way = way ? way : f->way;
        int *piece_of = realloc(f->piece_of, f->room * sizeof *piece_of);
        f->piece_of = piece_of ? piece_of : f->piece_of;
        struct point *offset = realloc(f->offset, f->room * sizeof *offset);
        f->offset = offset ? offset : f->offset;
        f->failed |= !way || !piece_of || !offset;
    }
    if (f->cells + (size_t)cells > f->cell_room) {
        f->cell_room = 2 * f->cell_room + (size_t)cells + 256;
        int *cell = realloc(f->cell, f->cell_room * sizeof *cell);
        f->cell = cell ? cell : f->cell;
        f->failed |= !cell;
    }
}

static void place_everywhere(const struct eternity *e, int piece, int way,
                             const struct point *names, struct found *f)
{
    int n = e->pieces[piece].shape.count, cells[MAX_PIECE_CELLS];
    for (int a = 0; STEP * a < e->span_a; a++)
        for (int b = 0; STEP * b < e->span_b; b++) {
            if (f->failed || !cells_of(e, names, n, (struct point){a, b}, cells))
                continue;
            grow(f, n);
            if (f->failed)
                return;
            qsort(cells, (size_t)n, sizeof *cells, by_number);
            memcpy(f->cell + f->cells, cells, (size_t)n * sizeof *cells);
            f->way[f->count] = way;
            f->piece_of[f->count] = piece;
            f->offset[f->count++] = (struct point){a, b};
            f->cells += (size_t)n;
        }
}

/* All ways that look different, all offsets. */
static void place_piece(const struct eternity *e, int piece, struct found *f)
{
    struct point names[WAYS][MAX_PIECE_CELLS];
    const struct shape *shape = &e->pieces[piece].shape;
    size_t size = (size_t)shape->count * sizeof names[0][0];
    for (int way = 0; way < WAYS; way++) {
        lay(shape, way, names[way]);
        bool seen = false;
        for (int k = 0; k < way; k++)
            seen |= memcmp(names[k], names[way], size) == 0;
        if (!seen)
            place_everywhere(e, piece, way, names[way], f);
    }
}

static bool keep(struct eternity *e, const struct found *f, struct pm_arena *arena)
{
    e->placement_count = (int)f->count;
    e->way = pm_new(arena, f->count, int);
    e->piece_of = pm_new(arena, f->count, int);
    e->offset = pm_new(arena, f->count, struct point);
    e->first = pm_new(arena, f->count + 1, int);
    e->cell = pm_new(arena, f->cells, int);
    if (f->failed || !e->way || !e->piece_of || !e->offset || !e->first || !e->cell)
        return false;
    if (f->count > 0) {
        memcpy(e->way, f->way, f->count * sizeof *e->way);
        memcpy(e->piece_of, f->piece_of, f->count * sizeof *e->piece_of);
        memcpy(e->offset, f->offset, f->count * sizeof *e->offset);
        memcpy(e->cell, f->cell, f->cells * sizeof *e->cell);
    }
    for (int p = 0; p < e->placement_count; p++) {
        struct piece *piece = &e->pieces[e->piece_of[p]];
        e->first[p + 1] = e->first[p] + piece->shape.count;
        if (piece->count++ == 0)
            piece->first = p;
    }
    return true;
}

static pulma_status find_placements(struct eternity *e, struct pm_arena *arena,
                                    pulma_error *err)
{
    struct found f = {0};
    for (int i = 0; i < e->piece_count; i++)
        place_piece(e, i, &f);
    bool kept = keep(e, &f, arena);
    free(f.way);
    free(f.piece_of);
    free(f.offset);
    free(f.cell);
    return kept ? PULMA_OK : pm_fail_memory(err);
}

/* ---- Text: puzzles ------------------------------------------------------------------------ */

static pulma_status read_piece(struct eternity *e, struct pm_text line,
                               struct pm_arena *arena, pulma_error *err)
{
    struct piece *piece = &e->pieces[e->piece_count];
    struct pm_text number = pm_text_token(&line), word = pm_text_token(&line);
    const struct pm_text start = number;
    pulma_status status = pm_text_int(&number, 0, 9999, &piece->number, err);
    if (!status)
        status = pm_text_done(&number, err);
    for (int i = 0; i < e->piece_count && !status; i++)
        if (e->pieces[i].number == piece->number)
            status =
                pm_fail(err, PULMA_BAD_TEXT, &start,
                        "expected another number, found a second piece %d", piece->number);
    if (!status)
        status = read_shape(word, MAX_PIECE_CELLS, &piece->shape, arena, err);
    if (!status)
        status = pm_text_done(&line, err);
    e->piece_count++;
    return status;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    struct eternity *e = pm_new(arena, 1, struct eternity);
    const struct pm_field *pieces;
    struct pm_text board;
    if (!e)
        return pm_fail_memory(err);
    if (!pm_form_value(form, "board", &board))
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected the field 'board' with the walk around the board");
    pulma_status status = read_shape(pm_text_trim(board), MAX_CELLS, &e->board, arena, err);
    if (!status)
        status = make_board(e, arena, err);
    if (!status)
        status = pm_form_block(form, "pieces", &pieces, err);
    if (status)
        return status;
    if (pieces->line_count > MAX_PIECES)
        return pm_fail(err, PULMA_BAD_TEXT, &pieces->lines[MAX_PIECES],
                       "expected at most %d pieces", MAX_PIECES);
    e->pieces = pm_new(arena, (size_t)pieces->line_count, struct piece);
    if (!e->pieces)
        return pm_fail_memory(err);
    for (int i = 0; i < pieces->line_count && !status; i++)
        status = read_piece(e, pieces->lines[i], arena, err);
    *puzzle = e;
    return status ? status : find_placements(e, arena, err);
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct eternity *e = puzzle;
    pm_form_put(form, "board", "%s", e->board.word);
    pm_form_open(form, "pieces");
    for (int i = 0; i < e->piece_count; i++) {
        char line[MAX_WORD + 16];
        snprintf(line, sizeof line, "%d %s", e->pieces[i].number, e->pieces[i].shape.word);
        pm_form_line(form, line);
    }
}

/* ---- Places -------------------------------------------------------------------------------- */

static int places(const void *puzzle)
{
    return ((const struct eternity *)puzzle)->piece_count;
}

/* A piece that fits nowhere has one value, which is never right. */
static struct pm_range values(const void *puzzle, int place)
{
    const struct eternity *e = puzzle;
    int n = e->pieces[place].count;
    return (struct pm_range){0, n > 0 ? n - 1 : 0};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    snprintf(name, size, "piece %d",
             ((const struct eternity *)puzzle)->pieces[place].number);
}

/* The placement of a piece, -1: none. */
static int placement_of(const struct eternity *e, const int *answer, int piece)
{
    bool laid = answer[piece] != PULMA_EMPTY && e->pieces[piece].count > 0;
    return laid ? e->pieces[piece].first + answer[piece] : -1;
}

/* ---- Answers ------------------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct eternity *e = puzzle;
    for (int i = 0; i < e->piece_count; i++) {
        int p = placement_of(e, answer, i);
        if (p < 0)
            pm_out_f(out, "%d .\n", e->pieces[i].number);
        else
            pm_out_f(out, "%d %d %d %d\n", e->pieces[i].number, e->way[p], e->offset[p].a,
                     e->offset[p].b);
    }
}

static pulma_status read_line(const struct eternity *e, struct pm_text *line, int *answer,
                              pulma_error *err)
{
    const struct pm_text start = *line;
    int number, way, a, b, piece = 0;
    pulma_status status = pm_text_int(line, 0, 9999, &number, err);
    while (piece < e->piece_count && e->pieces[piece].number != number)
        piece++;
    if (!status && piece == e->piece_count)
        status = pm_fail_expected(err, &start, "the number of a piece");
    pm_text_blanks(line);
    if (status || pm_text_word(line, "."))
        return status;
    status = pm_text_int(line, 0, WAYS - 1, &way, err);
    pm_text_blanks(line);
    if (!status)
        status = pm_text_int(line, 0, 9999, &a, err);
    pm_text_blanks(line);
    if (!status)
        status = pm_text_int(line, 0, 9999, &b, err);
    if (status)
        return status;
    for (int k = 0; k < e->pieces[piece].count; k++) {
        int p = e->pieces[piece].first + k;
        if (e->way[p] == way && e->offset[p].a == a && e->offset[p].b == b) {
            answer[piece] = k;
            return PULMA_OK;
        }
    }
    return pm_fail(err, PULMA_BAD_TEXT, &start,
                   "piece %d does not fit on the board like that", number);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct eternity *e = puzzle;
    for (int i = 0; i < e->piece_count; i++)
        answer[i] = PULMA_EMPTY;
    for (int i = 0; i < e->piece_count; i++) {
        pm_text_space(t);
        if (pm_text_ended(t))
            return pm_fail_expected(err, t, "a line for each of the %d pieces",
                                    e->piece_count);
        struct pm_text line = pm_text_line(t);
        pulma_status status = read_line(e, &line, answer, err);
        if (!status)
            status = pm_text_done(&line, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

/* ---- Truth --------------------------------------------------------------------------------- */

/* Whether the triangles that a placement covers are the piece, turned and moved.  Written with
 * a table of turns, without lay(). */
static bool shows_piece(const struct eternity *e, int placement)
{
    static const int turns[6][4] = {{1, 0, 0, 1},   {0, -1, 1, 1},  {-1, -1, 1, 0},
                                    {-1, 0, 0, -1}, {0, 1, -1, -1}, {1, 1, -1, 0}};
    const struct shape *shape = &e->pieces[e->piece_of[placement]].shape;
    const int *m = turns[e->way[placement] % 6], *cells = e->cell + e->first[placement];
    int n = shape->count;
    struct point names[MAX_PIECE_CELLS];
    for (int i = 0; i < n; i++) {
        struct point p = shape->cells[i].name;
        int a = e->way[placement] >= 6 ? p.b : p.a, b = e->way[placement] >= 6 ? p.a : p.b;
        names[i] = (struct point){m[0] * a + m[1] * b, m[2] * a + m[3] * b};
    }
    qsort(names, (size_t)n, sizeof *names, by_name);
    /* Cells are numbered in the order of names, so the two lists go side by side. */
    struct point move = {e->board.cells[cells[0]].name.a - names[0].a,
                         e->board.cells[cells[0]].name.b - names[0].b};
    for (int i = 0; i < n; i++)
        if (e->board.cells[cells[i]].name.a != names[i].a + move.a ||
            e->board.cells[cells[i]].name.b != names[i].b + move.b)
            return false;
    return move.a % STEP == 0 && move.b % STEP == 0;
}

/* Lays one piece on the board; `over` tells which piece, counted from 1, is on each cell. */
static pulma_verdict check_piece(const struct eternity *e, const int *answer, int piece,
                                 int *over, pulma_finding *found)
{
    int p = placement_of(e, answer, piece);
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
    const struct eternity *e = puzzle;
    int *over = calloc((size_t)e->board.count, sizeof *over);
    if (!over)
        return pm_found(found, 0, NULL, "out of memory");
    pulma_verdict verdict = PULMA_RIGHT;
    int bare = e->board.count, waiting = 0;
    for (int i = 0; i < e->piece_count && verdict == PULMA_RIGHT; i++) {
        if (answer[i] != PULMA_EMPTY)
            verdict = check_piece(e, answer, i, over, found);
        waiting += answer[i] == PULMA_EMPTY ? e->pieces[i].shape.count : 0;
    }
    for (int c = 0; c < e->board.count; c++)
        bare -= over[c] > 0;
    free(over);
    if (verdict == PULMA_RIGHT && waiting != bare)
        return pm_found(found, 1, &(int){0},
                        "%d triangles of the board are bare, and the pieces "
                        "that are left have %d",
                        bare, waiting);
    return verdict ? verdict : pm_found_nothing(e->piece_count, answer, found);
}

/* ---- Rules --------------------------------------------------------------------------------- */

/* The placements over each cell: `begin` has board.count + 1 numbers.  false: no memory. */
static bool by_cell(const struct eternity *e, int **begin, int **over)
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

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct eternity *e = puzzle;
    int *begin = NULL, *over = NULL;
    pm_lit *lits = calloc((size_t)e->placement_count + 1, sizeof *lits);
    if (!by_cell(e, &begin, &over) || !lits)
        pm_rules_fail(r);
    for (int i = 0; i < e->piece_count; i++)
        if (e->pieces[i].count == 0) {
            pm_reason(r, "piece %d fits nowhere", e->pieces[i].number);
            pm_reason_place(r, i);
            pm_clause(r, 0, NULL);
        }
    for (int c = 0; c < e->board.count && begin && over && lits; c++) {
        int n = 0;
        for (int k = begin[c]; k < begin[c + 1]; k++) {
            int piece = e->piece_of[over[k]];
            lits[n++] = pm_is(r, piece, over[k] - e->pieces[piece].first);
        }
        pm_reason(r, "triangle %d of the board is covered once", c + 1);
        pm_count(r, n, lits, PM_EQUAL, 1);
    }
    free(begin);
    free(over);
    free(lits);
}

/* ---- Kernel -------------------------------------------------------------------------------- */

struct covering {
    const struct eternity *e;
    struct pm_search *search;
    struct pm_cover_task *task;
    int *answer;
};

static bool report(void *context, int n, const int *placements)
{
    struct covering *c = context;
    for (int i = 0; i < n; i++) {
        int piece = c->e->piece_of[placements[i]];
        c->answer[piece] = placements[i] - c->e->pieces[piece].first;
    }
    c->search->nodes = c->task->nodes;
    return c->search->found(c->search, c->answer);
}

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct eternity *e = puzzle;
    int *once = malloc(((size_t)e->piece_count + 1) * sizeof *once);
    int *answer = malloc(((size_t)e->piece_count + 1) * sizeof *answer);
    pulma_status status = once && answer ? PULMA_OK : PULMA_NO_MEMORY;
    for (int i = 0; i < e->piece_count && !status; i++)
        once[i] = 1;
    struct pm_cover cover = {.items = e->board.count,
                             .options = e->placement_count,
                             .kinds = e->piece_count,
                             .first = e->first,
                             .item = e->cell,
                             .kind = e->piece_of,
                             .least = once,
                             .most = once};
    struct pm_cover_task task = {.limits = search->limits, .found = report};
    struct covering context = {e, search, &task, answer};
    task.context = &context;
    if (!status)
        status = pm_cover_search(&cover, &task);
    search->nodes = task.nodes;
    free(once);
    free(answer);
    return status;
}

/* ---- Data for the model ---------------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct eternity *e = puzzle;
    int *begin = NULL, *over = NULL;
    pm_out_f(out, "data;\nparam T := %d;\nparam N := %d;\nparam number :=", e->piece_count,
             e->board.count);
    for (int i = 0; i < e->piece_count; i++)
        pm_out_f(out, " %d %d", i + 1, e->pieces[i].number);
    pm_out_text(out, ";\nset X :=");
    for (int p = 0; p < e->placement_count; p++)
        pm_out_f(out, " (%d,%d,%d,%d)", e->piece_of[p] + 1, e->way[p], e->offset[p].a,
                 e->offset[p].b);
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

/* ---- Drawing ----------------------------------------------------------------------------------- */

/* A lattice side is three units long. */
static double x_of(struct point p)
{
    return (p.a + p.b / 2.0) / 2;
}

static double y_of(struct point p)
{
    return -p.b * 0.8660254037844386 / 2;
}

/* The name of the triangle on the other side of one of the three sides. */
static struct point across(const struct triangle *t, int side)
{
    struct point v = t->vertex, m = t->middle, c = t->centre;
    switch (side) {
    case 0: /* the side from the middle of a lattice side to the centre */
        v = (struct point){2 * m.a - v.a, 2 * m.b - v.b};
        break;
    case 1: /* from the corner to the centre */
        m = (struct point){(v.a + 3 * c.a - 2 * m.a) / 2, (v.b + 3 * c.b - 2 * m.b) / 2};
        break;
    default: /* half a lattice side */
        c = (struct point){2 * m.a - c.a, 2 * m.b - c.b};
    }
    return (struct point){v.a + m.a + c.a, v.b + m.b + c.b};
}

static void draw_triangle(struct pm_picture *p, const struct triangle *t, int fill)
{
    const double xy[6] = {x_of(t->vertex), y_of(t->vertex), x_of(t->middle),
                          y_of(t->middle), x_of(t->centre), y_of(t->centre)};
    pm_picture_polygon(p, 3, xy, fill, fill == PM_PAPER ? PM_FAINT : PM_NO_INK, PM_THIN);
}

static void draw_rims(const struct eternity *e, const int *over, struct pm_picture *p)
{
    for (int c = 0; c < e->board.count; c++)
        for (int side = 0; side < 3; side++) {
            const struct triangle *t = &e->board.cells[c];
            int other = cell_named(e, across(t, side));
            if (other >= 0 && (other < c || over[other] == over[c]))
                continue;
            struct point from = side == 0 ? t->middle : t->vertex;
            struct point to = side == 2 ? t->middle : t->centre;
            pm_picture_line(p, x_of(from), y_of(from), x_of(to), y_of(to), PM_THICK,
                            PM_INK);
        }
}

/* The number of each piece on its triangle that is nearest to the middle of all. */
static void draw_number(const struct eternity *e, int placement, struct pm_picture *p)
{
    double x = 0, y = 0, least = -1;
    int n = e->first[placement + 1] - e->first[placement], best = 0;
    const int *cells = e->cell + e->first[placement];
    for (int i = 0; i < n; i++) {
        x += x_of(e->board.cells[cells[i]].name) / n;
        y += y_of(e->board.cells[cells[i]].name) / n;
    }
    for (int i = 0; i < n; i++) {
        double dx = x_of(e->board.cells[cells[i]].name) - x;
        double dy = y_of(e->board.cells[cells[i]].name) - y;
        if (least < 0 || dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = cells[i];
        }
    }
    char text[16];
    snprintf(text, sizeof text, "%d", e->pieces[e->piece_of[placement]].number);
    pm_picture_text(p, x_of(e->board.cells[best].name) / 3,
                    y_of(e->board.cells[best].name) / 3, 1.1, PM_CENTRE, PM_INK, text);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct eternity *e = puzzle;
    int *over = calloc((size_t)e->board.count, sizeof *over);
    if (!over)
        return;
    for (int i = 0; i < e->piece_count && answer; i++) {
        int laid = placement_of(e, answer, i);
        for (int k = laid < 0 ? 0 : e->first[laid]; k < (laid < 0 ? 0 : e->first[laid + 1]);
             k++)
            over[e->cell[k]] = i + 1;
    }
    for (int c = 0; c < e->board.count; c++) {
        pm_picture_place(p, over[c] - 1);
        draw_triangle(p, &e->board.cells[c],
                      over[c] ? PM_COLOUR + (over[c] - 1) % 24 : PM_PAPER);
    }
    pm_picture_place(p, -1);
    draw_rims(e, over, p);
    for (int i = 0; i < e->piece_count && answer; i++)
        if (placement_of(e, answer, i) >= 0)
            draw_number(e, placement_of(e, answer, i), p);
    free(over);
}

/* ---- The kind ------------------------------------------------------------------------------------ */

const struct pm_kind pm_kind_eternity1 = {
    .name = "eternity1",
    .title = "Eternity",
    .rules =
        "Cover the board with all pieces, each used once.\n"
        "Pieces may be turned by sixths and flipped over.\n"
        "Board and pieces are made of triangles with angles of 30, 60 and 90 degrees, and\n"
        "pieces lie in the lattice of the board.\n",
    .read = read,
    .write = write,
    .places = places,
    .values = values,
    .place_name = place_name,
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .kernel = kernel,
};
