/* Eternity as text: walks around shapes, the placements that follow from them, puzzles and
 * answers. */
#include "puzzles/eternity1/eternity1.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int pm_eternity1_by_name(const void *x, const void *y)
{
    const struct pm_point *p = x, *q = y; /* a triangle begins with its name */
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

struct pm_point pm_eternity1_step(int letter)
{
    static const struct pm_point steps[12] = {{6, 0},  {4, 4},  {0, 6},  {-4, 8},
                                              {-6, 6}, {-8, 4}, {-6, 0}, {-4, -4},
                                              {0, -6}, {4, -8}, {6, -6}, {8, -4}};
    bool small = letter >= 'a';
    struct pm_point s = steps[letter - (small ? 'a' : 'A')];
    int part = small ? 4 : 2;
    return (struct pm_point){s.a / part, s.b / part};
}

/* What a point is: a corner of the lattice 1, the middle of a side 2, of a triangle 3, none 0. */
static int sort_of_point(struct pm_point p)
{
    int a = p.a - 6 * floor_of(p.a, 6), b = p.b - 6 * floor_of(p.b, 6);
    if (a == 0 && b == 0)
        return 1;
    if ((a == 3 || a == 0) && (b == 3 || b == 0))
        return 2;
    return (a == 2 && b == 2) || (a == 4 && b == 4) ? 3 : 0;
}

/* Takes a step if it follows the side of a triangle. */
static bool follow(int letter, struct pm_point *at)
{
    struct pm_point s = pm_eternity1_step(letter), to = {at->a + s.a, at->b + s.b};
    if (sort_of_point(to) == 0 || sort_of_point(to) == sort_of_point(*at))
        return false;
    *at = to;
    return true;
}

/* Steps in the same direction one after another: large and small ones may come in any order, as
 * only one order follows the sides of triangles. */
static pulma_status walk_straight(struct pm_text *word, struct pm_point *points, int *count,
                                  struct pm_point *at, pulma_error *err)
{
    const struct pm_text start = *word;
    int c = pm_text_peek(word), large = c >= 'a' ? c - 'a' + 'A' : c, left[2] = {0, 0};
    if (large < 'A' || large > 'L' || c > 'l')
        return pm_fail_expected(err, word, "a step, A to L or a to l");
    while (pm_text_peek(word) == large || pm_text_peek(word) == large - 'A' + 'a')
        left[pm_text_take(word) >= 'a']++;
    while (left[0] + left[1] > 0) {
        if (*count == PM_ETERNITY1_WORD)
            return pm_fail(err, PULMA_BAD_TEXT, &start, "expected at most %d steps",
                           PM_ETERNITY1_WORD);
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
static pulma_status walk(struct pm_text word, struct pm_point *points, int *count,
                         pulma_error *err)
{
    const struct pm_text start = word;
    struct pm_point at = {0, 0};
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
static bool inside(const struct pm_point *points, int n, struct pm_point name)
{
    bool in = false;
    for (int i = 0; i < n; i++) {
        struct pm_point p = points[i], q = points[(i + 1) % n];
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
struct pm_triangle pm_eternity1_triangle(int a, int b, bool head, int k)
{
    struct pm_point corner[3] = {{6 * a + 6, 6 * b}, {6 * a, 6 * b + 6}, {6 * a, 6 * b}};
    if (head)
        corner[2] = (struct pm_point){6 * a + 6, 6 * b + 6};
    struct pm_point v = corner[k / 2], w = corner[(k / 2 + 1 + k % 2) % 3];
    struct pm_triangle t = {.vertex = v,
                            .middle = {(v.a + w.a) / 2, (v.b + w.b) / 2},
                            .centre = {(corner[0].a + corner[1].a + corner[2].a) / 3,
                                       (corner[0].b + corner[1].b + corner[2].b) / 3}};
    t.name =
        (struct pm_point){v.a + t.middle.a + t.centre.a, v.b + t.middle.b + t.centre.b};
    return t;
}

struct pm_point pm_eternity1_across(const struct pm_triangle *t, int side)
{
    struct pm_point v = t->vertex, m = t->middle, c = t->centre;
    switch (side) {
    case 0: /* the side from the middle of a lattice side to the centre */
        v = (struct pm_point){2 * m.a - v.a, 2 * m.b - v.b};
        break;
    case 1: /* from the corner to the centre */
        m = (struct pm_point){(v.a + 3 * c.a - 2 * m.a) / 2, (v.b + 3 * c.b - 2 * m.b) / 2};
        break;
    default: /* half a lattice side */
        c = (struct pm_point){2 * m.a - c.a, 2 * m.b - c.b};
    }
    return (struct pm_point){v.a + m.a + c.a, v.b + m.b + c.b};
}

static void box_of(const struct pm_point *points, int n, struct pm_point *low,
                   struct pm_point *high)
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
static int64_t area_of(const struct pm_point *points, int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        struct pm_point p = points[i], q = points[(i + 1) % n];
        sum += (int64_t)p.a * q.b - (int64_t)q.a * p.b;
    }
    return sum < 0 ? -sum : sum;
}

static pulma_status read_shape(struct pm_text word, int most, struct pm_shape *shape,
                               struct pm_arena *arena, pulma_error *err)
{
    struct pm_point points[PM_ETERNITY1_WORD], low, high;
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
    shape->cells = pm_new(arena, (size_t)cells, struct pm_triangle);
    if (!shape->word || !shape->cells)
        return pm_fail_memory(err);
    box_of(points, n, &low, &high);
    for (int a = floor_of(low.a, 6); 6 * a < high.a; a++)
        for (int b = floor_of(low.b, 6); 6 * b < high.b; b++)
            for (int k = 0; k < 12; k++) {
                struct pm_triangle t = pm_eternity1_triangle(a, b, k >= 6, k % 6);
                if (!inside(points, n, t.name))
                    continue;
                if (shape->count < cells)
                    shape->cells[shape->count] = t;
                shape->count++;
            }
    if (shape->count != cells)
        return pm_fail(err, PULMA_BAD_TEXT, &word,
                       "expected a walk that does not cross itself");
    qsort(shape->cells, (size_t)shape->count, sizeof *shape->cells, pm_eternity1_by_name);
    return PULMA_OK;
}

/* ---- Placements -------------------------------------------------------------------------- */

/* A name after `way`: a flip that exchanges the two directions, then turns by a sixth. */
static struct pm_point turn(struct pm_point p, int way)
{
    if (way >= 6)
        p = (struct pm_point){p.b, p.a};
    for (int k = way % 6; k > 0; k--)
        p = (struct pm_point){-p.b, p.a + p.b};
    return p;
}

/* The names of a shape laid that way, in the corner of the lattice, sorted. */
static void lay(const struct pm_shape *shape, int way, struct pm_point *names)
{
    struct pm_point low = {INT32_MAX, INT32_MAX};
    for (int i = 0; i < shape->count; i++) {
        names[i] = turn(shape->cells[i].name, way);
        low.a = names[i].a < low.a ? names[i].a : low.a;
        low.b = names[i].b < low.b ? names[i].b : low.b;
    }
    for (int i = 0; i < shape->count; i++) {
        names[i].a -= PM_ETERNITY1_STEP * floor_of(low.a, PM_ETERNITY1_STEP);
        names[i].b -= PM_ETERNITY1_STEP * floor_of(low.b, PM_ETERNITY1_STEP);
    }
    qsort(names, (size_t)shape->count, sizeof *names, pm_eternity1_by_name);
}

int pm_eternity1_cell(const struct pm_eternity1 *e, struct pm_point name)
{
    int a = name.a - e->low.a, b = name.b - e->low.b;
    bool in = a >= 0 && a < e->span_a && b >= 0 && b < e->span_b;
    return in ? e->cell_at[a * e->span_b + b] : -1;
}

/* The cells of names moved by lattice steps from the board's box; false: some are outside. */
static bool cells_of(const struct pm_eternity1 *e, const struct pm_point *names, int n,
                     struct pm_point offset, int *cells)
{
    for (int i = 0; i < n; i++) {
        struct pm_point at = {names[i].a + e->low.a + PM_ETERNITY1_STEP * offset.a,
                              names[i].b + e->low.b + PM_ETERNITY1_STEP * offset.b};
        cells[i] = pm_eternity1_cell(e, at);
        if (cells[i] < 0)
            return false;
    }
    return true;
}

static pulma_status make_board(struct pm_eternity1 *e, struct pm_arena *arena,
                               pulma_error *err)
{
    struct pm_point low = e->board.cells[0].name, high = low;
    for (int i = 0; i < e->board.count; i++) {
        struct pm_point p = e->board.cells[i].name;
        low.a = p.a < low.a ? p.a : low.a;
        low.b = p.b < low.b ? p.b : low.b;
        high.a = p.a > high.a ? p.a : high.a;
        high.b = p.b > high.b ? p.b : high.b;
    }
    e->low = (struct pm_point){PM_ETERNITY1_STEP * floor_of(low.a, PM_ETERNITY1_STEP),
                               PM_ETERNITY1_STEP * floor_of(low.b, PM_ETERNITY1_STEP)};
    e->span_a = high.a - e->low.a + 1;
    e->span_b = high.b - e->low.b + 1;
    size_t n = (size_t)e->span_a * (size_t)e->span_b;
    e->cell_at = pm_new(arena, n, int);
    if (!e->cell_at)
        return pm_fail_memory(err);
    memset(e->cell_at, -1, n * sizeof *e->cell_at);
    for (int i = 0; i < e->board.count; i++) {
        struct pm_point p = e->board.cells[i].name;
        e->cell_at[(p.a - e->low.a) * e->span_b + p.b - e->low.b] = i;
    }
    return PULMA_OK;
}

/* Room for what is found: grows by doubling, and is copied into the arena at the end. */
struct found {
    int *way, *piece_of, *cell;
    struct pm_point *offset;
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
        struct pm_point *offset = realloc(f->offset, f->room * sizeof *offset);
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

static void place_everywhere(const struct pm_eternity1 *e, int piece, int way,
                             const struct pm_point *names, struct found *f)
{
    int n = e->pieces[piece].shape.count, cells[PM_ETERNITY1_PIECE_CELLS];
    for (int a = 0; PM_ETERNITY1_STEP * a < e->span_a; a++)
        for (int b = 0; PM_ETERNITY1_STEP * b < e->span_b; b++) {
            if (f->failed || !cells_of(e, names, n, (struct pm_point){a, b}, cells))
                continue;
            grow(f, n);
            if (f->failed)
                return;
            qsort(cells, (size_t)n, sizeof *cells, by_number);
            memcpy(f->cell + f->cells, cells, (size_t)n * sizeof *cells);
            f->way[f->count] = way;
            f->piece_of[f->count] = piece;
            f->offset[f->count++] = (struct pm_point){a, b};
            f->cells += (size_t)n;
        }
}

/* All ways that look different, all offsets. */
static void place_piece(const struct pm_eternity1 *e, int piece, struct found *f)
{
    struct pm_point names[PM_ETERNITY1_WAYS][PM_ETERNITY1_PIECE_CELLS];
    const struct pm_shape *shape = &e->pieces[piece].shape;
    size_t size = (size_t)shape->count * sizeof names[0][0];
    for (int way = 0; way < PM_ETERNITY1_WAYS; way++) {
        lay(shape, way, names[way]);
        bool seen = false;
        for (int k = 0; k < way; k++)
            seen |= memcmp(names[k], names[way], size) == 0;
        if (!seen)
            place_everywhere(e, piece, way, names[way], f);
    }
}

static bool keep(struct pm_eternity1 *e, const struct found *f, struct pm_arena *arena)
{
    e->placement_count = (int)f->count;
    e->way = pm_new(arena, f->count, int);
    e->piece_of = pm_new(arena, f->count, int);
    e->offset = pm_new(arena, f->count, struct pm_point);
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
        struct pm_drafters *piece = &e->pieces[e->piece_of[p]];
        e->first[p + 1] = e->first[p] + piece->shape.count;
        if (piece->count++ == 0)
            piece->first = p;
    }
    return true;
}

static pulma_status find_placements(struct pm_eternity1 *e, struct pm_arena *arena,
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

static pulma_status shape_of(const char *word, int most, struct pm_shape *shape,
                             struct pm_arena *arena, pulma_error *err)
{
    return read_shape(pm_text_of(word, strlen(word)), most, shape, arena, err);
}

pulma_status pm_eternity1_make(const char *board, int n, char *const *pieces,
                               struct pm_arena *arena, struct pm_eternity1 **puzzle,
                               pulma_error *err)
{
    struct pm_eternity1 *e = pm_new(arena, 1, struct pm_eternity1);
    if (!e || !(e->pieces = pm_new(arena, (size_t)n, struct pm_drafters)))
        return pm_fail_memory(err);
    pulma_status status = shape_of(board, PM_ETERNITY1_CELLS, &e->board, arena, err);
    if (!status)
        status = make_board(e, arena, err);
    for (int i = 0; i < n && !status; i++) {
        struct pm_drafters *piece = &e->pieces[e->piece_count++];
        piece->number = i + 1;
        piece->hint = PULMA_EMPTY;
        status = shape_of(pieces[i], PM_ETERNITY1_PIECE_CELLS, &piece->shape, arena, err);
    }
    *puzzle = e;
    return status ? status : find_placements(e, arena, err);
}

/* ---- Text: puzzles ------------------------------------------------------------------------ */

static pulma_status read_piece(struct pm_eternity1 *e, struct pm_text line,
                               struct pm_arena *arena, pulma_error *err)
{
    struct pm_drafters *piece = &e->pieces[e->piece_count];
    struct pm_text number = pm_text_token(&line), word = pm_text_token(&line);
    const struct pm_text start = number;
    piece->hint = PULMA_EMPTY;
    pulma_status status = pm_text_int(&number, 0, 9999, &piece->number, err);
    if (!status)
        status = pm_text_done(&number, err);
    for (int i = 0; i < e->piece_count && !status; i++)
        if (e->pieces[i].number == piece->number)
            status =
                pm_fail(err, PULMA_BAD_TEXT, &start,
                        "expected another number, found a second piece %d", piece->number);
    if (!status)
        status = read_shape(word, PM_ETERNITY1_PIECE_CELLS, &piece->shape, arena, err);
    if (!status)
        status = pm_text_done(&line, err);
    e->piece_count++;
    return status;
}

static pulma_status read_goal(struct pm_form *form, struct pm_eternity1 *e,
                              pulma_error *err)
{
    struct pm_text goal;
    if (!pm_form_value(form, "goal", &goal))
        return PULMA_OK;
    goal = pm_text_trim(goal);
    e->most = pm_text_is(&goal, "pieces");
    return e->most || pm_text_is(&goal, "cover")
               ? PULMA_OK
               : pm_fail_expected(err, &goal, "'cover' or 'pieces'");
}

int pm_eternity1_placement(const struct pm_eternity1 *e, int piece, int value)
{
    bool laid = value != PULMA_EMPTY && value < e->pieces[piece].count;
    return laid ? e->pieces[piece].first + value : -1;
}

int pm_eternity1_laid(const struct pm_eternity1 *e, const int *answer, int piece)
{
    return pm_eternity1_placement(e, piece, answer[piece]);
}

/* A piece, and its value: PULMA_EMPTY for a dot. */
static pulma_status read_value(const struct pm_eternity1 *e, struct pm_text *line,
                               int *piece, int *value, pulma_error *err)
{
    const struct pm_text start = *line;
    int number, way, a, b;
    pulma_status status = pm_text_int(line, 0, 9999, &number, err);
    *value = PULMA_EMPTY;
    *piece = 0;
    if (status)
        return status;
    while (*piece < e->piece_count && e->pieces[*piece].number != number)
        ++*piece;
    if (*piece == e->piece_count)
        return pm_fail_expected(err, &start, "the number of a piece");
    pm_text_blanks(line);
    if (pm_text_word(line, "."))
        return PULMA_OK;
    const struct pm_drafters *drafters = &e->pieces[*piece];
    if (e->most && pm_text_word(line, "-")) {
        *value = drafters->count;
        return PULMA_OK;
    }
    status = pm_text_int(line, 0, PM_ETERNITY1_WAYS - 1, &way, err);
    pm_text_blanks(line);
    if (!status)
        status = pm_text_int(line, 0, 9999, &a, err);
    pm_text_blanks(line);
    if (!status)
        status = pm_text_int(line, 0, 9999, &b, err);
    if (status)
        return status;
    for (int k = 0; k < drafters->count; k++) {
        int p = drafters->first + k;
        if (e->way[p] == way && e->offset[p].a == a && e->offset[p].b == b) {
            *value = k;
            return PULMA_OK;
        }
    }
    return pm_fail(err, PULMA_BAD_TEXT, &start,
                   "piece %d does not fit on the board like that", number);
}

/* The same as a whole line. */
static pulma_status read_line(const struct pm_eternity1 *e, struct pm_text line, int *piece,
                              int *value, pulma_error *err)
{
    pulma_status status = read_value(e, &line, piece, value, err);
    return status ? status : pm_text_done(&line, err);
}

/* One piece as in an answer; it must lie clear of the hints before. */
static pulma_status read_hint(struct pm_eternity1 *e, struct pm_text line, pulma_error *err)
{
    int piece, value;
    pulma_status status = read_line(e, line, &piece, &value, err);
    if (status)
        return status;
    int laid = pm_eternity1_placement(e, piece, value);
    if (laid < 0)
        return pm_fail_expected(err, &line, "NUMBER WAY A B, a piece that is laid");
    if (e->pieces[piece].hint != PULMA_EMPTY)
        return pm_fail(err, PULMA_BAD_TEXT, &line,
                       "expected each piece once, found piece %d again",
                       e->pieces[piece].number);
    for (int i = 0; i < e->piece_count; i++) {
        int other = pm_eternity1_placement(e, i, e->pieces[i].hint);
        for (int k = other < 0 ? 0 : e->first[other];
             k < (other < 0 ? 0 : e->first[other + 1]); k++)
            if (bsearch(&e->cell[k], e->cell + e->first[laid],
                        (size_t)e->pieces[piece].shape.count, sizeof *e->cell, by_number))
                return pm_fail(err, PULMA_BAD_TEXT, &line,
                               "expected hints that do not overlap, found pieces %d and %d",
                               e->pieces[i].number, e->pieces[piece].number);
    }
    e->pieces[piece].hint = value;
    return PULMA_OK;
}

pulma_status pm_eternity1_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                               pulma_error *err)
{
    struct pm_eternity1 *e = pm_new(arena, 1, struct pm_eternity1);
    const struct pm_field *pieces, *hints = pm_form_field(form, "hints");
    struct pm_text board;
    if (!e)
        return pm_fail_memory(err);
    if (!pm_form_value(form, "board", &board))
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected the field 'board' with the walk around the board");
    pulma_status status =
        read_shape(pm_text_trim(board), PM_ETERNITY1_CELLS, &e->board, arena, err);
    if (!status)
        status = read_goal(form, e, err);
    if (!status)
        status = make_board(e, arena, err);
    if (!status)
        status = pm_form_block(form, "pieces", &pieces, err);
    if (status)
        return status;
    if (pieces->line_count > PM_ETERNITY1_PIECES)
        return pm_fail(err, PULMA_BAD_TEXT, &pieces->lines[PM_ETERNITY1_PIECES],
                       "expected at most %d pieces", PM_ETERNITY1_PIECES);
    e->pieces = pm_new(arena, (size_t)pieces->line_count, struct pm_drafters);
    if (!e->pieces)
        return pm_fail_memory(err);
    for (int i = 0; i < pieces->line_count && !status; i++)
        status = read_piece(e, pieces->lines[i], arena, err);
    *puzzle = e;
    if (!status)
        status = find_placements(e, arena, err);
    for (int i = 0; hints && i < hints->line_count && !status; i++)
        status = read_hint(e, pm_text_trim(hints->lines[i]), err);
    return status;
}

int pm_eternity1_hints(const struct pm_eternity1 *e)
{
    int n = 0;
    for (int i = 0; i < e->piece_count; i++)
        n += e->pieces[i].hint != PULMA_EMPTY;
    return n;
}

static void write_hints(const struct pm_eternity1 *e, struct pm_form_out *form)
{
    pm_form_open(form, "hints");
    for (int i = 0; i < e->piece_count; i++) {
        char line[64];
        int p = pm_eternity1_placement(e, i, e->pieces[i].hint);
        if (p < 0)
            continue;
        snprintf(line, sizeof line, "%d %d %d %d", e->pieces[i].number, e->way[p],
                 e->offset[p].a, e->offset[p].b);
        pm_form_line(form, line);
    }
}

void pm_eternity1_write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_eternity1 *e = puzzle;
    pm_form_put(form, "board", "%s", e->board.word);
    if (e->most)
        pm_form_put(form, "goal", "pieces");
    pm_form_open(form, "pieces");
    for (int i = 0; i < e->piece_count; i++) {
        char line[PM_ETERNITY1_WORD + 16];
        snprintf(line, sizeof line, "%d %s", e->pieces[i].number, e->pieces[i].shape.word);
        pm_form_line(form, line);
    }
    if (pm_eternity1_hints(e) > 0)
        write_hints(e, form);
}

/* ---- Answers ------------------------------------------------------------------------------- */

void pm_eternity1_write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_eternity1 *e = puzzle;
    for (int i = 0; i < e->piece_count; i++) {
        int p = pm_eternity1_laid(e, answer, i);
        if (p < 0 && e->most && answer[i] != PULMA_EMPTY)
            pm_out_f(out, "%d -\n", e->pieces[i].number);
        else if (p < 0)
            pm_out_f(out, "%d .\n", e->pieces[i].number);
        else
            pm_out_f(out, "%d %d %d %d\n", e->pieces[i].number, e->way[p], e->offset[p].a,
                     e->offset[p].b);
    }
}

pulma_status pm_eternity1_read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                      pulma_error *err)
{
    const struct pm_eternity1 *e = puzzle;
    for (int i = 0; i < e->piece_count; i++)
        answer[i] = PULMA_EMPTY;
    for (int i = 0; i < e->piece_count; i++) {
        pm_text_space(t);
        if (pm_text_ended(t))
            return pm_fail_expected(err, t, "a line for each of the %d pieces",
                                    e->piece_count);
        int piece, value;
        pulma_status status = read_line(e, pm_text_line(t), &piece, &value, err);
        if (status)
            return status;
        if (value != PULMA_EMPTY)
            answer[piece] = value;
    }
    return PULMA_OK;
}
