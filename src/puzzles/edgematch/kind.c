/* Edge matching: Eternity II and its kin.
 *
 * Rules.  Square pieces with a colour on each of their four sides fill a rectangular board; each
 * piece is used once and may be turned.  Sides that meet have the same colour, and the sides at the
 * rim of the board are grey.  On a triangular board the pieces are triangles.  Where colours have
 * signs, sides that meet have the same colour and opposite signs.
 *
 * Notation.  One line a piece: the colours of its top, right, bottom and left side as numbers, 0 for
 * grey (or as letters without blanks, a for grey).  Triangles: bottom, left, right of the piece as
 * it stands upright; it is laid into an inverted cell upside down, with its first side on top.
 * Colours with signs are written +1 and -1, all but grey.
 *
 *     edgematch
 *     border: yes
 *     0 1 2 0
 *     0 3 1 0
 *     0 4 3 0
 *     0 2 4 0
 *     hints:
 *     1/0 .
 *     .   .
 *
 * Fields:
 *   shape     square, or triangle: rows of 1, 3, 5 ... cells (square)
 *   rows, columns   of a square board (as many rows as columns)
 *   border    no: any colour may lie at the rim (yes)
 *   goal      match: all joins match; edges: all pieces lie, and as few joins as possible do not
 *             match; pieces: all joins match, and as few cells as possible stay empty (match)
 *   hints     a block with all cells of the board, in the form of an answer
 *
 * An answer has PIECE/TURN for each cell: the piece's line, counted from 1, and how many turns
 * clockwise (by a quarter; a triangle by a third).  With the goal pieces - is a cell that stays empty.
 *
 *     1/0 2/1
 *     4/3 3/2
 *
 * Origin: MacMahon's coloured squares and triangles (1921); Eternity II by Christopher Monckton
 * (2007); the boards and integer programs of Lampainen (2024). */
#include "puzzles/edgematch/edgematch.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/edges/best.h"

/* ---- Types ------------------------------------------------------------------------- */

int pm_edgematch_row(const struct pm_edgematch *p, int cell)
{
    if (p->sides == 4)
        return cell / p->columns;
    int row = 0;
    while ((row + 1) * (row + 1) <= cell) /* row r begins at cell r * r */
        row++;
    return row;
}

int pm_edgematch_column(const struct pm_edgematch *p, int cell)
{
    int row = pm_edgematch_row(p, cell);
    return p->sides == 4 ? cell % p->columns : cell - row * row;
}

int pm_edgematch_row_length(const struct pm_edgematch *p, int row)
{
    return p->sides == 4 ? p->columns : 2 * row + 1;
}

static bool inverted(const struct pm_edgematch *p, int cell)
{
    return p->sides == 3 && pm_edgematch_column(p, cell) % 2 == 1;
}

static int beside_square(const struct pm_edgematch *p, int cell, int side)
{
    int row = cell / p->columns, column = cell % p->columns;
    switch (side) {
    case 0:
        return row > 0 ? cell - p->columns : PM_EDGES_RIM;
    case 1:
        return column < p->columns - 1 ? cell + 1 : PM_EDGES_RIM;
    case 2:
        return row < p->rows - 1 ? cell + p->columns : PM_EDGES_RIM;
    default:
        return column > 0 ? cell - 1 : PM_EDGES_RIM;
    }
}

static int beside_triangle(const struct pm_edgematch *p, int cell, int side)
{
    int row = pm_edgematch_row(p, cell), column = cell - row * row;
    if (column % 2 == 1) /* inverted: no side at the rim */
        return side == 0   ? (row - 1) * (row - 1) + column - 1
               : side == 1 ? cell + 1
                           : cell - 1;
    switch (side) {
    case 0:
        return row < p->rows - 1 ? (row + 1) * (row + 1) + column + 1 : PM_EDGES_RIM;
    case 1:
        return column > 0 ? cell - 1 : PM_EDGES_RIM;
    default:
        return column < 2 * row ? cell + 1 : PM_EDGES_RIM;
    }
}

struct pm_edgematch *pm_edgematch_new(bool triangle, int rows, int columns,
                                      struct pm_arena *arena)
{
    struct pm_edgematch *p = pm_new(arena, 1, struct pm_edgematch);
    int sides = triangle ? 3 : 4, cells = triangle ? rows * rows : rows * columns;
    if (!p)
        return NULL;
    *p = (struct pm_edgematch){
        .sides = sides, .rows = rows, .columns = columns, .cells = cells, .border = true};
    p->colour = pm_new(arena, (size_t)(cells * sides), uint8_t);
    p->beside = pm_new(arena, (size_t)(cells * sides), int);
    p->hint = pm_new(arena, (size_t)cells, int);
    if (!p->colour || !p->beside || !p->hint)
        return NULL;
    for (int cell = 0; cell < cells; cell++) {
        p->hint[cell] = PULMA_EMPTY;
        for (int side = 0; side < sides; side++)
            p->beside[cell * sides + side] =
                triangle ? beside_triangle(p, cell, side) : beside_square(p, cell, side);
    }
    return p;
}

int pm_edgematch_shows(const struct pm_edgematch *p, int value, int side)
{
    int piece = value / p->sides, turn = value % p->sides;
    return p->colour[piece * p->sides + (side - turn + p->sides) % p->sides];
}

int pm_edgematch_number(const struct pm_edgematch *p, int colour)
{
    return p->has_signs ? (colour + 1) / 2 : colour;
}

static bool is_negative(const struct pm_edgematch *p, int colour)
{
    return p->has_signs && colour > 0 && colour % 2 == 0;
}

struct pm_edgematch_word pm_edgematch_colour(const struct pm_edgematch *p, int colour)
{
    struct pm_edgematch_word word;
    const char *sign = !p->has_signs || colour == 0 ? ""
                       : is_negative(p, colour)     ? "-"
                                                    : "+";
    snprintf(word.text, sizeof word.text, "%s%d", sign, pm_edgematch_number(p, colour));
    return word;
}

int pm_edgematch_partner(const struct pm_edgematch *p, int colour)
{
    return p->has_signs && colour > 0 ? ((colour - 1) ^ 1) + 1 : colour;
}

int pm_edgematch_nothing(const struct pm_edgematch *p)
{
    return p->cells * p->sides;
}

static const char *side_word(const struct pm_edgematch *p, int cell, int side)
{
    static const char *const square[] = {"top", "right", "bottom", "left"};
    static const char *const upright[] = {"bottom", "left", "right"};
    static const char *const turned_over[] = {"top", "right", "left"};
    return p->sides == 4       ? square[side]
           : inverted(p, cell) ? turned_over[side]
                               : upright[side];
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct pm_edgematch *)puzzle)->cells;
}

static struct pm_range values(const void *puzzle, int place)
{
    const struct pm_edgematch *p = puzzle;
    (void)place;
    return (struct pm_range){0, pm_edgematch_nothing(p) - (p->goal != PM_MATCH_PIECES)};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_edgematch *p = puzzle;
    snprintf(name, size, "row %d, column %d", pm_edgematch_row(p, place) + 1,
             pm_edgematch_column(p, place) + 1);
}

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    static const char *const turns[] = {"", " turned once", " turned twice",
                                        " turned three times"};
    const struct pm_edgematch *p = puzzle;
    (void)place;
    if (value == pm_edgematch_nothing(p))
        snprintf(name, size, "empty");
    else
        snprintf(name, size, "piece %d%s", value / p->sides + 1, turns[value % p->sides]);
}

/* ---- Truth ------------------------------------------------------------------------- */

static bool holds_piece(const struct pm_edgematch *p, const int *answer, int cell)
{
    return answer[cell] != PULMA_EMPTY && answer[cell] != pm_edgematch_nothing(p);
}

static pulma_verdict check_pieces(const struct pm_edgematch *p, const int *answer,
                                  pulma_finding *found)
{
    int where[PM_EDGEMATCH_MAX];
    memset(where, -1, sizeof where);
    for (int cell = 0; cell < p->cells; cell++) {
        if (p->hint[cell] != PULMA_EMPTY && answer[cell] != PULMA_EMPTY &&
            answer[cell] != p->hint[cell])
            return pm_found(found, 1, &cell, "row %d, column %d is a hint and was changed",
                            pm_edgematch_row(p, cell) + 1,
                            pm_edgematch_column(p, cell) + 1);
        if (!holds_piece(p, answer, cell))
            continue;
        int piece = answer[cell] / p->sides;
        if (where[piece] >= 0)
            return pm_found(found, 2, (int[]){where[piece], cell}, "piece %d lies twice",
                            piece + 1);
        where[piece] = cell;
    }
    return PULMA_RIGHT;
}

/* Whether two sides may meet: one colour and, where there are signs, both of them. */
static bool may_meet(const struct pm_edgematch *p, int a, int b)
{
    return pm_edgematch_number(p, a) == pm_edgematch_number(p, b) &&
           (!p->has_signs || a == 0 || is_negative(p, a) != is_negative(p, b));
}

/* One side of a piece that lies: grey at the rim, else as its neighbour's. */
static pulma_verdict check_side(const struct pm_edgematch *p, const int *answer, int cell,
                                int side, pulma_finding *found)
{
    int other = p->beside[cell * p->sides + side];
    int colour = pm_edgematch_shows(p, answer[cell], side);
    int row = pm_edgematch_row(p, cell) + 1, column = pm_edgematch_column(p, cell) + 1;
    if (other < 0) {
        if (!p->border || colour == 0)
            return PULMA_RIGHT;
        return pm_found(found, 1, &cell, "row %d, column %d shows %s at the rim, not grey",
                        row, column, pm_edgematch_colour(p, colour).text);
    }
    if (other < cell || p->goal == PM_MATCH_EDGES || !holds_piece(p, answer, other))
        return PULMA_RIGHT;
    int facing =
        pm_edgematch_shows(p, answer[other], p->sides == 4 ? (side + 2) % 4 : side);
    if (may_meet(p, colour, facing))
        return PULMA_RIGHT;
    return pm_found(
        found, 2, (int[]){cell, other},
        "row %d, column %d shows %s on its %s side, where its neighbour shows %s", row,
        column, pm_edgematch_colour(p, colour).text, side_word(p, cell, side),
        pm_edgematch_colour(p, facing).text);
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_edgematch *p = puzzle;
    if (check_pieces(p, answer, found))
        return PULMA_WRONG;
    for (int cell = 0; cell < p->cells; cell++)
        for (int side = 0; side < p->sides && holds_piece(p, answer, cell); side++)
            if (check_side(p, answer, cell, side, found))
                return PULMA_WRONG;
    return pm_found_nothing(p->cells, answer, found);
}

static bool has_objective(const void *puzzle)
{
    return ((const struct pm_edgematch *)puzzle)->goal != PM_MATCH_ALL;
}

/* Joins that do not match, or cells that stay empty. */
static int64_t cost(const void *puzzle, const int *answer)
{
    const struct pm_edgematch *p = puzzle;
    int bad = 0, empty = 0;
    for (int cell = 0; cell < p->cells; cell++) {
        empty += answer[cell] == pm_edgematch_nothing(p);
        for (int side = 0; side < p->sides && p->goal == PM_MATCH_EDGES; side++) {
            int other = p->beside[cell * p->sides + side];
            if (other > cell)
                bad += !may_meet(
                    p, pm_edgematch_shows(p, answer[cell], side),
                    pm_edgematch_shows(p, answer[other], p->sides == 4 ? side ^ 2 : side));
        }
    }
    return p->goal == PM_MATCH_EDGES ? bad : empty;
}

static void cost_text(const void *puzzle, int64_t cost_of, char *text, size_t size)
{
    const struct pm_edgematch *p = puzzle;
    int joins = 0;
    for (int i = 0; i < p->cells * p->sides; i++)
        joins += p->beside[i] > i / p->sides;
    if (p->goal == PM_MATCH_EDGES)
        snprintf(text, size, "%lld of %d joins match", (long long)(joins - cost_of), joins);
    else
        snprintf(text, size, "%lld of %d pieces are placed",
                 (long long)(p->cells - cost_of), p->cells);
}

/* ---- Rules ------------------------------------------------------------------------- */

/* "Cell shows the colour on that side" for each side that meets another, in one array. */
struct shown {
    int colours; /* the largest number of a colour, and 1 */
    pm_lit *lits;
    pm_lit *scratch;
};

static pm_lit *shown_on(const struct pm_edgematch *p, const struct shown *s, int cell,
                        int side)
{
    return &s->lits[(size_t)(cell * p->sides + side) * (size_t)s->colours];
}

static void define_shown(const struct pm_edgematch *p, struct pm_rules *r, struct shown *s)
{
    for (int cell = 0; cell < p->cells; cell++)
        for (int side = 0; side < p->sides; side++) {
            if (p->beside[cell * p->sides + side] < 0)
                continue;
            for (int colour = 0; colour < s->colours; colour++) {
                int n = 0;
                for (int value = 0; value < p->cells * p->sides; value++)
                    if (pm_edgematch_shows(p, value, side) == colour)
                        s->scratch[n++] = pm_is(r, cell, value);
                shown_on(p, s, cell, side)[colour] = n ? pm_or(r, n, s->scratch) : PM_FALSE;
            }
        }
}

static void state_rim(const struct pm_edgematch *p, struct pm_rules *r, int cell)
{
    for (int side = 0; side < p->sides; side++) {
        if (p->beside[cell * p->sides + side] >= 0)
            continue;
        pm_reason(r, "row %d, column %d is grey on its %s side, at the rim",
                  pm_edgematch_row(p, cell) + 1, pm_edgematch_column(p, cell) + 1,
                  side_word(p, cell, side));
        pm_reason_family(r, "the rim is grey");
        pm_reason_place(r, cell);
        for (int value = 0; value < p->cells * p->sides; value++)
            if (pm_edgematch_shows(p, value, side) != 0)
                PM_CLAUSE(r, -pm_is(r, cell, value));
    }
}

/* The join of a cell with a later one; `fails` may excuse it. */
static void state_join(const struct pm_edgematch *p, struct pm_rules *r,
                       const struct shown *s, int cell, int side, pm_lit fails)
{
    int other = p->beside[cell * p->sides + side], nothing = pm_edgematch_nothing(p);
    const pm_lit *here = shown_on(p, s, cell, side);
    const pm_lit *there = shown_on(p, s, other, pm_edges_facing(p->sides, side));
    pm_reason(r,
              "row %d, column %d and its neighbour on the %s side show the same colour%s",
              pm_edgematch_row(p, cell) + 1, pm_edgematch_column(p, cell) + 1,
              side_word(p, cell, side), p->has_signs ? " with opposite signs" : "");
    pm_reason_family(r, "neighbours show the same colour");
    pm_reason_places(r, 2, (int[]){cell, other});
    for (int colour = 0; colour < s->colours; colour++) {
        int partner = pm_edgematch_partner(p, colour);
        PM_CLAUSE(r, fails, -here[colour], there[partner], pm_is(r, other, nothing));
        PM_CLAUSE(r, fails, -there[partner], here[colour], pm_is(r, cell, nothing));
    }
}

static void state_joins(const struct pm_edgematch *p, struct pm_rules *r, struct shown *s)
{
    int failing = 0;
    for (int cell = 0; cell < p->cells; cell++)
        for (int side = 0; side < p->sides; side++) {
            if (p->beside[cell * p->sides + side] < cell)
                continue;
            pm_lit fails = p->goal == PM_MATCH_EDGES ? pm_new_lit(r) : PM_FALSE;
            state_join(p, r, s, cell, side, fails);
            s->scratch[failing++] = fails;
        }
    if (p->goal == PM_MATCH_ALL)
        return;
    for (int cell = 0; p->goal == PM_MATCH_PIECES && cell < p->cells; cell++)
        s->scratch[cell] = pm_is(r, cell, pm_edgematch_nothing(p));
    int n = p->goal == PM_MATCH_PIECES ? p->cells : failing;
    int weights[PM_EDGEMATCH_MAX * 2];
    for (int i = 0; i < n; i++)
        weights[i] = 1;
    pm_minimise(r, n, s->scratch, weights, 0);
}

static void state_pieces(const struct pm_edgematch *p, struct pm_rules *r, pm_lit *scratch)
{
    for (int piece = 0; piece < p->cells; piece++) {
        int n = 0;
        for (int cell = 0; cell < p->cells; cell++)
            for (int turn = 0; turn < p->sides; turn++)
                scratch[n++] = pm_is(r, cell, piece * p->sides + turn);
        pm_reason(r, "piece %d is used %sonce", piece + 1,
                  p->goal == PM_MATCH_PIECES ? "at most " : "");
        pm_reason_family(r, "every piece is used once");
        pm_count(r, n, scratch, p->goal == PM_MATCH_PIECES ? PM_AT_MOST : PM_EQUAL, 1);
    }
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_edgematch *p = puzzle;
    struct shown s = {.colours = 1};
    for (int i = 0; i < p->cells * p->sides; i++) {
        int partner = pm_edgematch_partner(p, p->colour[i]);
        int larger = partner > p->colour[i] ? partner : p->colour[i];
        s.colours = larger >= s.colours ? larger + 1 : s.colours;
    }
    size_t sides = (size_t)(p->cells * p->sides);
    s.lits = malloc(sides * (size_t)s.colours * sizeof *s.lits);
    s.scratch = malloc(sides * sizeof *s.scratch);
    if (s.lits && s.scratch) {
        define_shown(p, r, &s);
        for (int cell = 0; cell < p->cells; cell++) {
            if (p->hint[cell] != PULMA_EMPTY) {
                pm_reason(r, "row %d, column %d is a hint", pm_edgematch_row(p, cell) + 1,
                          pm_edgematch_column(p, cell) + 1);
                pm_reason_family(r, "hints are kept");
                pm_reason_place(r, cell);
                pm_fix(r, cell, p->hint[cell]);
            }
            if (p->border)
                state_rim(p, r, cell);
        }
        state_pieces(p, r, s.scratch);
        state_joins(p, r, &s);
    } else {
        pm_rules_fail(r);
    }
    free(s.lits);
    free(s.scratch);
}

/* ---- Data for the models ------------------------------------------------------------- */

/* The models have the sides in the order of the thesis: left, top, right, bottom of a square. */
static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_edgematch *p = puzzle;
    pm_out_f(out, "data;\nparam rows := %d;\nparam columns := %d;\nparam sides := %d;\n",
             p->rows, p->columns, p->sides);
    pm_out_f(out, "param border := %d;\nparam goal := %d;\n", p->border, p->goal);
    if (p->has_signs)
        pm_out_text(out, "param signs := 1;\n");
    pm_out_text(out, "param c :\n   ");
    for (int side = 0; side < p->sides; side++)
        pm_out_f(out, " %d", side + 1);
    pm_out_text(out, " :=\n");
    for (int piece = 0; piece < p->cells; piece++) {
        pm_out_f(out, "%3d", piece + 1);
        for (int side = 0; side < p->sides; side++) {
            int colour =
                p->colour[piece * p->sides + (p->sides == 4 ? (side + 3) % 4 : side)];
            int number = pm_edgematch_number(p, colour);
            pm_out_f(out, " %d", is_negative(p, colour) ? -number : number);
        }
        pm_out_text(out, piece + 1 < p->cells ? "\n" : ";\n");
    }
    pm_out_text(out, "set G :=");
    for (int cell = 0; cell < p->cells; cell++) {
        if (p->hint[cell] == PULMA_EMPTY)
            continue;
        int row = pm_edgematch_row(p, cell), column = pm_edgematch_column(p, cell);
        if (p->sides == 3)
            column += p->rows - 1 - row;
        pm_out_f(out, " (%d,%d,%d,%d)", row + 1, column + 1, p->hint[cell] / p->sides + 1,
                 p->hint[cell] % p->sides);
    }
    pm_out_text(out, ";\nend;\n");
}

/* ---- Kernel ---------------------------------------------------------------------------- */

/* The board turns onto itself by so many turns of a piece. */
static int turns_alike(const struct pm_edgematch *p)
{
    return p->sides == 3 || p->rows == p->columns ? 1 : 2;
}

/* Where a cell comes to lie when the board is turned clockwise by the least such turn.  In a
 * triangle each cell has a distance from the left, the right and the bottom side; what was at the
 * bottom comes to the left, what was on the left to the right. */
static int turned_cell(const struct pm_edgematch *p, int cell)
{
    int row = pm_edgematch_row(p, cell), column = pm_edgematch_column(p, cell);
    if (p->sides == 4)
        return turns_alike(p) == 2 ? p->cells - 1 - cell
                                   : column * p->columns + p->columns - 1 - row;
    int over = column % 2, left = column / 2, bottom = p->rows - 1 - row;
    int right = row - over - left, new_row = p->rows - 1 - right;
    return new_row * new_row + 2 * bottom + over;
}

/* Boards are filled line by line along their shorter side. */
static int cell_in_order(const struct pm_edgematch *p, int i)
{
    const bool upright = p->sides == 4 && p->columns > p->rows;
    return upright ? i % p->rows * p->columns + i / p->rows : i;
}

/* Framed boards are counted by a search that looks ahead, and has no order. */
static int split_at(const void *puzzle, const int *fixed)
{
    const struct pm_edgematch *p = puzzle;
    int i = 0;
    while (i < p->cells && fixed[cell_in_order(p, i)] != PULMA_EMPTY)
        i++;
    return p->border || i == p->cells ? -1 : cell_in_order(p, i);
}

/* The board for the kernel. */
static bool kernel_board(const struct pm_edgematch *p, struct pm_edges *e,
                         struct pm_arena *arena)
{
    int *order = pm_new(arena, (size_t)p->cells, int);
    int *turned = pm_new(arena, (size_t)p->cells, int);
    uint8_t *partner = pm_new(arena, 256, uint8_t);
    if (!order || !turned || !partner)
        return false;
    for (int cell = 0; cell < p->cells; cell++)
        turned[cell] = turned_cell(p, cell);
    for (int colour = 0; p->has_signs && colour <= PM_EDGEMATCH_COLOURS; colour++)
        partner[colour] = (uint8_t)pm_edgematch_partner(p, colour);
    for (int i = 0; i < p->cells; i++)
        order[i] = cell_in_order(p, i);
    static_assert((int)PM_EDGES_FREE == (int)PULMA_EMPTY, "hints are the kernel's givens");
    *e = (struct pm_edges){.sides = p->sides,
                           .cells = p->cells,
                           .colour = p->colour,
                           .beside = p->beside,
                           .border = p->border,
                           .given = p->hint,
                           .order = order,
                           .turns_alike = turns_alike(p),
                           .turned = turned,
                           .partner = p->has_signs ? partner : NULL};
    return true;
}

/* Answers on their way from the kernel to whoever asked. */
struct delivery {
    struct pm_search *search;
    const int *known; /* an answer that was delivered before */
    int cells;
};

static bool deliver(struct pm_search *search, const int *choices)
{
    const struct delivery *d = search->context;
    if (memcmp(choices, d->known, (size_t)d->cells * sizeof *choices) == 0)
        return true;
    return pm_search_found(d->search, choices);
}

/* Some boards that keep a search busy for hours are easy for the rules, which learn.  So the
 * engine gets a short try.  PULMA_OK: `answer` is one; PULMA_NONE: there is none. */
static pulma_status try_rules(const struct pm_edgematch *p, const struct pm_limits *limits,
                              int *answer)
{
    enum { CONFLICTS = 3000, MAX_CELLS = 150 };
    if (p->cells > MAX_CELLS)
        return PULMA_LIMIT;
    struct pm_limits short_limits = *limits;
    short_limits.conflicts = CONFLICTS;
    struct pm_question question = pm_question_of(&pm_kind_edgematch, p);
    question.limits = &short_limits;
    pulma_status status = pm_question_answer(&question, answer, NULL);
    return status == PULMA_OK || status == PULMA_NONE ? status : PULMA_LIMIT;
}

/* The order in which a further search fills the board: along the other side, from the end, or
 * both. */
static void other_order(const struct pm_edgematch *p, int number, const int *usual,
                        int *order)
{
    bool across = p->sides == 4 && number % 2 == 1;
    for (int i = 0; i < p->cells; i++) {
        int cell = usual[i];
        if (across && p->columns > p->rows) /* the usual order is by columns */
            cell = i;
        else if (across)
            cell = i % p->rows * p->columns + i / p->rows;
        order[(number + 1) / 2 % 2 ? p->cells - 1 - i : i] = cell;
    }
}

/* Searches in different orders at once. */
static pulma_status race_orders(const struct pm_edgematch *p, const struct pm_edges *e,
                                struct pm_edges_search *s, struct pm_search *search,
                                struct pm_arena *arena, int *answer)
{
    enum { MOST_THREADS = 16 };
    struct pm_edges others[MOST_THREADS];
    int n = (search->threads < MOST_THREADS ? search->threads : MOST_THREADS) - 1;
    for (int i = 0; i < n; i++) {
        int *order = pm_new(arena, (size_t)p->cells, int);
        if (!order)
            return PULMA_NO_MEMORY;
        other_order(p, i + 1, e->order, order);
        others[i] = *e;
        others[i].order = order;
    }
    return pm_edges_race(s, others, n, search, answer);
}

/* A search that looks ahead and can be gone on with, by several threads, too. */
struct ahead {
    struct pm_edges_search *s;
    struct pm_edges_narrow *n;
    struct pm_edges_share share;
    int *answer, cells;
};

static bool keep_answer(struct pm_search *part, const int *answer)
{
    const struct ahead *a = part->context;
    memcpy(a->answer, answer, (size_t)a->cells * sizeof *answer);
    return false; /* one is enough */
}

static pulma_status look_ahead(struct ahead *a, int64_t patience, struct pm_search *search)
{
    struct pm_search part = pm_search_part(search, keep_answer, a);
    part.patience = patience;
    pulma_status status = pm_edges_narrow_go(a->n, &part);
    if (status == PULMA_OK)
        pm_edges_answers(a->s, &part);
    return status;
}

/* Nodes for short searches. */
struct patience {
    int64_t ahead, plain, further;
};

/* Where frames are judged, looking ahead is hardly ever beaten, and little is tried besides.  Other
 * boards are less sure; for them this was tuned on 6x6 and 7x7, before frames were judged: with a
 * quarter of the first they took twice as long, and without the last the hardest up to three times
 * as long. */
static const struct patience with_judging = {(1 << 21) - 1, (1 << 23) - 1, 0},
                             without_judging = {(1 << 22) - 1, (1 << 24) - 1,
                                                (1 << 24) - 1};

/* Short searches, each of which is the best for some boards: looking ahead, plain without boards
 * that are turns of each other, looking further ahead.  That is left out with several threads,
 * which can do it at once a little later.  PULMA_UNAVAILABLE: all in vain. */
static pulma_status find_shortly(struct ahead *a, const struct patience *patience,
                                 struct pm_edges_search *s, struct pm_search *search)
{
    pulma_status status = PULMA_UNAVAILABLE;
    if (a->n)
        status = look_ahead(a, patience->ahead, search);
    if (status == PULMA_UNAVAILABLE) {
        struct pm_search plain = pm_search_part(search, NULL, NULL);
        plain.patience = patience->plain;
        status = pm_edges_race(s, NULL, 0, &plain, a->answer);
    }
    if (status == PULMA_UNAVAILABLE && a->n && search->threads <= 1 &&
        patience->further > 0)
        status = look_ahead(a, patience->further, search);
    return status;
}

/* Any answer where the first short search was in vain.  Further short ones and, where no frames are
 * judged, the rules' try; then all threads look ahead or, where the board does not suit that, fill
 * it in different orders. */
static pulma_status find_hard(const struct pm_edgematch *p, const struct pm_edges *e,
                              struct pm_search *search, struct pm_arena *arena, int *answer)
{
    struct pm_edges_search *s = pm_edges_start(e, true, arena);
    if (!s)
        return PULMA_NO_MEMORY;
    const bool suits = pm_edges_narrow_suits(s);
    struct ahead a = {.answer = answer, .cells = p->cells};
    if (suits) {
        a.s = pm_edges_start(e, true, arena);
        a.n = a.s ? pm_edges_narrow_start(a.s, &a.share, arena) : NULL;
        if (!a.n)
            return PULMA_NO_MEMORY;
    }
    const bool judges = a.n && pm_edges_narrow_judges(a.n);
    pulma_status status =
        find_shortly(&a, judges ? &with_judging : &without_judging, s, search);
    if (status != PULMA_UNAVAILABLE)
        return status;
    status = judges ? PULMA_LIMIT : try_rules(p, search->limits, answer);
    if (status != PULMA_LIMIT)
        return status;
    if (!suits)
        return race_orders(p, e, s, search, arena, answer);
    return pm_edges_narrow_race(a.s, a.n, &a.share, search, answer);
}

/* Answers where a first one was hard to find, from another search than that which found it. */
static pulma_status list_hard(const struct pm_edgematch *p, const struct pm_edges *e,
                              struct pm_search *search, struct pm_arena *arena)
{
    int first[PM_EDGEMATCH_MAX];
    pulma_status status = find_hard(p, e, search, arena, first);
    if (status || !pm_search_found(search, first))
        return status;
    struct delivery d = {search, first, p->cells};
    struct pm_search listing = pm_search_part(search, deliver, &d);
    struct pm_edges_search *s = pm_edges_start(e, false, arena);
    const bool ahead = s && pm_edges_narrow_suits(s);
    struct pm_edges_narrow *n = ahead ? pm_edges_narrow_start(s, NULL, arena) : NULL;
    uint64_t found = 0;
    if (!s || (ahead && !n))
        return PULMA_NO_MEMORY;
    do
        status = n ? pm_edges_narrow_go(n, &listing) : pm_edges_go(s, 1, &listing, &found);
    while (status == PULMA_OK && pm_edges_answers(s, &listing));
    return status;
}

/* All answers.  A board on which a short search finds one is easy, and the search goes on. */
static pulma_status list_answers(const struct pm_edgematch *p, const struct pm_edges *e,
                                 struct pm_search *search, struct pm_arena *arena)
{
    struct pm_search shortly = pm_search_part(search, NULL, NULL);
    struct pm_edges_search *s = pm_edges_start(e, false, arena);
    uint64_t found = 0;
    shortly.patience = (1 << 20) - 1;
    pulma_status status = s ? pm_edges_go(s, 1, &shortly, &found) : PULMA_NO_MEMORY;
    while (status == PULMA_OK && pm_edges_answers(s, search))
        status = pm_edges_go(s, 1, search, &found);
    if (status == PULMA_UNAVAILABLE)
        status = list_hard(p, e, search, arena);
    return status == PULMA_NONE ? PULMA_OK : status;
}

/* For large boards and the goal edges: the best board that can be found before a limit.  Small
 * boards are better left to the rules, which prove what is best. */
static pulma_status find_best(const struct pm_edgematch *p, struct pm_edges *e,
                              struct pm_search *search)
{
    enum { LARGE = 37 };
    int best[PM_EDGEMATCH_MAX], order[PM_EDGEMATCH_MAX], failures;
    if (p->goal != PM_MATCH_EDGES || p->cells < LARGE)
        return PULMA_UNAVAILABLE;
    if (p->sides == 4) {
        pm_edges_best_order(p->rows, p->columns, order);
        e->order = order;
    }
    pulma_status status = pm_edges_best(e, search, best, &failures);
    if (status != PULMA_OK && status != PULMA_LIMIT)
        return status;
    search->unproved = status == PULMA_LIMIT;
    bool more = pm_search_found(search, best);
    return status == PULMA_OK && more ? PULMA_LIMIT
                                      : status; /* there may be others as good */
}

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_edgematch *p = puzzle;
    struct pm_edges e;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    if (p->goal != PM_MATCH_ALL) {
        pulma_status best =
            kernel_board(p, &e, &arena) ? find_best(p, &e, search) : PULMA_NO_MEMORY;
        pm_arena_free(&arena);
        return best;
    }
    pulma_status status =
        kernel_board(p, &e, &arena) ? list_answers(p, &e, search, &arena) : PULMA_NO_MEMORY;
    pm_arena_free(&arena);
    return status;
}

/* A piece of a count: what is fixed is given besides the hints; a piece that lies twice, or where
 * another one is given, has no answers.  A board with hints of its own is not turned. */
static bool give_fixed(const struct pm_edgematch *p, const int *fixed, struct pm_edges *e,
                       struct pm_arena *arena, bool *possible)
{
    int *given = pm_new(arena, (size_t)p->cells, int);
    bool used[PM_EDGEMATCH_MAX] = {false};
    *possible = true;
    for (int cell = 0; given && cell < p->cells; cell++) {
        const int hint = p->hint[cell];
        given[cell] = hint != PULMA_EMPTY ? hint : fixed[cell];
        *possible &= fixed[cell] == PULMA_EMPTY || given[cell] == fixed[cell];
        if (given[cell] == PULMA_EMPTY)
            continue;
        *possible &= !used[given[cell] / p->sides];
        used[given[cell] / p->sides] = true;
    }
    e->given = given;
    e->piece = true;
    e->turns_alike = pm_edgematch_has_hints(p) ? 0 : e->turns_alike;
    return given != NULL;
}

static pulma_status tally(const void *puzzle, uint64_t limit, struct pm_search *search,
                          struct pm_tally *out)
{
    bool possible = true;
    const struct pm_edgematch *p = puzzle;
    struct pm_edges e;
    struct pm_arena arena;
    struct pm_edges_total total = {0};
    if (p->goal != PM_MATCH_ALL)
        return PULMA_UNAVAILABLE;
    pm_arena_init(&arena, 0);
    pulma_status status = PULMA_NO_MEMORY;
    out->exact = false;
    bool good = kernel_board(p, &e, &arena);
    if (good && search->shares && search->fixed)
        good = give_fixed(p, search->fixed, &e, &arena, &possible);
    if (good && possible)
        status = pm_edges_count(&e, limit, search, &total);
    else if (good) {
        status = PULMA_OK;
        total.exact = true;
    }
    out->exact = total.exact;
    if (limit > 0 && pm_big_compare(&total.answers, limit) > 0) {
        out->exact = false;
        pm_big_set(&total.answers, limit);
        total.boards = total.boards < limit ? total.boards : limit;
    }
    pm_big_write(&total.answers, &out->count);
    if (total.boards_known)
        pm_out_count(&out->looks, total.boards);
    if (total.answers.failed)
        status = PULMA_NO_MEMORY;
    pm_big_free(&total.answers);
    pm_arena_free(&arena);
    return status;
}

/* All colours that a value shows, turned so often, in one number. */
static int colours_of(const struct pm_edgematch *p, int value, int turns)
{
    uint32_t colours = 0;
    for (int side = 0; side < p->sides; side++)
        colours = colours << 8 | (uint32_t)pm_edgematch_shows(
                                     p, value, (side - turns + p->sides) % p->sides);
    return (int)colours;
}

/* Boards look alike where all sides show the same colours, perhaps after a turn of the board: of
 * all turns the image is that which comes first. */
static void look(const void *puzzle, const int *answer, int *image)
{
    const struct pm_edgematch *p = puzzle;
    int to[PM_EDGEMATCH_MAX], turned[PM_EDGEMATCH_MAX];
    size_t bytes = (size_t)p->cells * sizeof *image;
    for (int cell = 0; cell < p->cells; cell++)
        to[cell] = cell;
    for (int turns = 0; turns < p->sides; turns += turns_alike(p)) {
        for (int cell = 0; cell < p->cells; cell++) {
            turned[to[cell]] = holds_piece(p, answer, cell)
                                   ? colours_of(p, answer[cell], turns)
                                   : PULMA_EMPTY;
            to[cell] = turned_cell(p, to[cell]);
        }
        if (turns == 0 || memcmp(turned, image, bytes) < 0)
            memcpy(image, turned, bytes);
        if (pm_edgematch_has_hints(p)) /* they lie where they lie */
            break;
    }
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct pm_edgematch *p = puzzle;
    return p->hint[place];
}

/* A cell that stays empty is no hint. */
static void give(void *puzzle, int place, int value)
{
    struct pm_edgematch *p = puzzle;
    p->hint[place] = value == pm_edgematch_nothing(p) ? PULMA_EMPTY : value;
}

/* ---- Drawing --------------------------------------------------------------------------- */

#define TRIANGLE_SIDE 2.4 /* room for the numbers */

struct point {
    double x, y;
};

/* The corners of a piece in the order in which its sides begin. */
static void corners(const struct pm_edgematch *p, double x, double y, bool upside_down,
                    struct point *corner)
{
    const double a = TRIANGLE_SIDE, h = TRIANGLE_SIDE * 0.8660254;
    if (p->sides == 4) {
        const struct point square[] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
        memcpy(corner, square, sizeof square);
    } else if (upside_down) {
        const struct point triangle[] = {{x, y}, {x + a, y}, {x + a / 2, y + h}};
        memcpy(corner, triangle, sizeof triangle);
    } else {
        const struct point triangle[] = {{x + a, y + h}, {x, y + h}, {x + a / 2, y}};
        memcpy(corner, triangle, sizeof triangle);
    }
}

/* Where a cell of the board is drawn. */
static void cell_corners(const struct pm_edgematch *p, int cell, struct point *corner)
{
    int row = pm_edgematch_row(p, cell), column = pm_edgematch_column(p, cell);
    if (p->sides == 4)
        corners(p, column, row, false, corner);
    else
        corners(p, (p->rows - 1 - row + column) * TRIANGLE_SIDE / 2,
                row * TRIANGLE_SIDE * 0.8660254, column % 2 == 1, corner);
}

static struct point middle(const struct pm_edgematch *p, const struct point *corner)
{
    struct point m = {0, 0};
    for (int i = 0; i < p->sides; i++) {
        m.x += corner[i].x / p->sides;
        m.y += corner[i].y / p->sides;
    }
    return m;
}

/* A triangle that stands on its head looks different from one that does not. */
static bool laid(const void *puzzle, int place, int value, pulma_laid *laid)
{
    const struct pm_edgematch *p = puzzle;
    if (value == pm_edgematch_nothing(p))
        return false;
    struct point corner[4];
    cell_corners(p, place, corner);
    const struct point m = middle(p, corner);
    *laid = (pulma_laid){.piece = value / p->sides,
                         .copies = 1,
                         .way = value % p->sides + (inverted(p, place) ? p->sides : 0),
                         .x = m.x,
                         .y = m.y};
    snprintf(laid->name, sizeof laid->name, "%d", value / p->sides + 1);
    return true;
}

static void draw_outline(const struct pm_edgematch *p, const struct point *corner, int fill,
                         int ink, struct pm_picture *picture)
{
    double xy[8];
    for (int i = 0; i < p->sides; i++) {
        xy[2 * i] = corner[i].x;
        xy[2 * i + 1] = corner[i].y;
    }
    pm_picture_polygon(picture, p->sides, xy, fill, ink, PM_THIN);
}

/* A piece: a coloured wedge with its number on each side, the piece's own in the middle. */
static void draw_piece(const struct pm_edgematch *p, int value, const struct point *corner,
                       int ink, struct pm_picture *picture)
{
    struct point m = middle(p, corner);
    char text[16];
    double part = p->sides == 4 ? 0.36 : 0.42;
    for (int side = 0; side < p->sides; side++) {
        struct point a = corner[side], b = corner[(side + 1) % p->sides];
        int colour = pm_edgematch_shows(p, value, side);
        const double wedge[] = {a.x, a.y, b.x, b.y, m.x, m.y};
        int number = pm_edgematch_number(p, colour);
        pm_picture_polygon(picture, 3, wedge, colour ? PM_COLOUR + number - 1 : PM_SHADE,
                           PM_FAINT, PM_THIN / 2);
        if (colour > 0 || !p->border)
            pm_picture_text(picture, (a.x + b.x) / 2 * (1 - part) + m.x * part,
                            (a.y + b.y) / 2 * (1 - part) + m.y * part, 0.2, PM_CENTRE,
                            PM_INK, pm_edgematch_colour(p, colour).text);
    }
    draw_outline(p, corner, PM_NO_INK, PM_INK, picture);
    pm_picture_circle(picture, m.x, m.y, 0.15, PM_PAPER, ink, PM_THIN);
    snprintf(text, sizeof text, "%d", value / p->sides + 1);
    pm_picture_text(picture, m.x, m.y, 0.15, PM_CENTRE, ink, text);
}

/* The pieces that do not lie, as they are in the list, below the board. */
static void draw_supply(const struct pm_edgematch *p, const int *answer,
                        struct pm_picture *picture)
{
    const double size = p->sides == 4 ? 1 : TRIANGLE_SIDE, gap = 0.25;
    double width = p->sides == 4 ? p->columns : p->rows * size;
    double top = p->sides == 4 ? p->rows : p->rows * size * 0.8660254;
    int per_line = (int)((width + gap) / (size + gap)), n = 0;
    bool fixed[PM_EDGEMATCH_MAX] = {false};
    for (int cell = 0; cell < p->cells; cell++) {
        if (p->hint[cell] != PULMA_EMPTY)
            fixed[p->hint[cell] / p->sides] = true;
        if (answer && holds_piece(p, answer, cell))
            fixed[answer[cell] / p->sides] = true;
    }
    per_line = per_line < 1 ? 1 : per_line;
    for (int piece = 0; piece < p->cells; piece++) {
        struct point corner[4];
        if (fixed[piece])
            continue;
        corners(p, n % per_line * (size + gap), top + 0.6 + n / per_line * (size + gap),
                false, corner);
        draw_piece(p, piece * p->sides, corner, PM_INK, picture);
        n++;
    }
}

/* Joins that do not match, where an answer may have some. */
static void draw_failures(const struct pm_edgematch *p, const int *answer,
                          struct pm_picture *picture)
{
    for (int cell = 0; cell < p->cells; cell++)
        for (int side = 0; side < p->sides; side++) {
            int other = p->beside[cell * p->sides + side];
            struct point corner[4];
            if (other < cell || !holds_piece(p, answer, cell) ||
                !holds_piece(p, answer, other) ||
                may_meet(
                    p, pm_edgematch_shows(p, answer[cell], side),
                    pm_edgematch_shows(p, answer[other], pm_edges_facing(p->sides, side))))
                continue;
            cell_corners(p, cell, corner);
            struct point a = corner[side], b = corner[(side + 1) % p->sides];
            pm_picture_line(picture, a.x, a.y, b.x, b.y, PM_THICK, PM_ACCENT);
        }
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *picture)
{
    const struct pm_edgematch *p = puzzle;
    for (int cell = 0; cell < p->cells; cell++) {
        struct point corner[4];
        bool hint = p->hint[cell] != PULMA_EMPTY;
        int value = hint ? p->hint[cell] : answer ? answer[cell] : PULMA_EMPTY;
        cell_corners(p, cell, corner);
        pm_picture_place(picture, cell);
        if (value == PULMA_EMPTY || value == pm_edgematch_nothing(p))
            draw_outline(p, corner, PM_PAPER, PM_FAINT, picture);
        else
            draw_piece(p, value, corner, hint ? PM_PRINTED : PM_ANSWER, picture);
    }
    pm_picture_place(picture, -1);
    if (answer)
        draw_failures(p, answer, picture);
    pm_picture_place(picture, PM_BESIDE);
    draw_supply(p, answer, picture);
    pm_picture_place(picture, -1);
    if (!p->border && p->sides == 4)
        pm_draw_note(picture, p->columns, -0.5, "any colour at the rim");
}

/* ---- In words ------------------------------------------------------------------------ */

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_edgematch *p = puzzle;
    int cell = column;
    for (int before = 0; before < row; before++)
        cell += pm_edgematch_row_length(p, before);
    if (column >= pm_edgematch_row_length(p, row))
        return;
    int given = p->hint[cell];
    int value = given != PULMA_EMPTY ? given : answer ? answer[cell] : PULMA_EMPTY;
    char name[60] = "";
    if (value != PULMA_EMPTY)
        value_name(p, cell, value, name, sizeof name);
    pm_words_entry(answer, given, value, name, text, size);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_edgematch *p = puzzle;
    if (p->sides == 4)
        pm_words_size(p->rows, p->columns, out);
    else
        pm_out_f(out, "A triangle of %d rows.\n", p->rows);
    pm_out_f(out, "Sides at the rim are %s.\n", p->border ? "grey, colour 0" : "free");
    if (p->goal != PM_MATCH_ALL)
        pm_out_f(out, "As few %s as possible.\n",
                 p->goal == PM_MATCH_EDGES ? "joins that do not match" : "empty cells");
    pm_out_f(out, "The colours of the pieces, %s:\n",
             p->sides == 4 ? "at the top, right, bottom and left"
                           : "at the bottom, left and right");
    for (int piece = 0; piece < p->cells; piece++) {
        pm_out_f(out, "Piece %d", piece + 1);
        for (int side = 0; side < p->sides; side++)
            pm_out_f(out, "%s%s", side ? ", " : ": ",
                     pm_edgematch_colour(p, p->colour[piece * p->sides + side]).text);
        pm_out_text(out, ".\n");
    }
    pm_words_rows(p, answer, p->rows, p->columns, cell_words, out);
}

/* ---- The kind --------------------------------------------------------------------------- */

const struct pm_kind pm_kind_edgematch = {
    .name = "edgematch",
    .title = "Edge matching (Eternity II)",
    .rules = "Lay every piece onto the board, turned as you like.\n"
             "Sides that meet have the same colour; if colours have signs, opposite ones.\n"
             "Sides at the rim are grey.\n",
    .read = pm_edgematch_read,
    .write = pm_edgematch_write,
    .notations = pm_edgematch_notations,
    .line_notations = (const char *const[]){"bucas", NULL},
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 1.8, 2.7, 3.5},
    .write_answer = pm_edgematch_write_answer,
    .read_answer = pm_edgematch_read_answer,
    .check = check,
    .cost = cost,
    .has_objective = has_objective,
    .cost_text = cost_text,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_LAY,
    .laid = laid,
    .given = given,
    .give = give,
    .invent = pm_edgematch_invent,
    .options = "colours=N  how many colours besides grey (usual: by size and difficulty)\n"
               "border=yes|no  whether the rim is grey\n"
               "shape=square|triangle  of pieces and board\n"
               "signs=yes|no  colours have signs, and opposite ones meet (no)\n",
    .kernel = kernel,
    .tally = tally,
    .shares = true,
    .split_at = split_at,
    .look = look,
    .looks_name = "up to turns and equal pieces",
};
