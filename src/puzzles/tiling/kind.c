/* Tiling: polyominoes that fill a board.
 *
 * Rules.  Cover every cell of the board with the given pieces.  Pieces do not overlap and do not
 * reach over the rim or over a hole.  Each piece is used as often as is told: once, a given
 * number of times, or freely.  Pieces may be turned and flipped over, unless told otherwise.
 *
 * Notation.  The grid has . for a cell and # for a hole.  The block `pieces` has one line for
 * each piece: its name (letters), how often it is used, and its rows from top to bottom with a
 * slash between them, x for a cell and . for none.  How often is a number, a range (0-2), or *
 * for freely; left out, it is 1.  `turns` and `flips` say whether pieces may be turned by
 * quarters and flipped from left to right; both are yes if left out.
 *
 *     tiling
 *     turns: yes
 *     flips: yes
 *     ....
 *     ....
 *     pieces:
 *     A 1 xxx
 *     B 1 xx
 *     C 1 x./xx
 *
 * An answer is the grid with a mark for each cell: the name of the piece, with a number where it
 * may be used several times (then the cells stand apart, as in "A1 A1 A2").  When an answer
 * is read, any marks will do: cells with the same mark that hang together are one piece.
 *
 * Origin: Golomb's polyominoes, 1953; the simple and the general tiling problem of Lampainen's
 * thesis, whose integer programs are in models/tiling. */
#include "puzzles/tiling/tiling.h"

#include <stdio.h>
#include <stdlib.h>

#include "puzzles/words.h"

enum { FREELY = PM_TILING_FREELY };

/* ---- Places ---------------------------------------------------------------------------- */

static int places(const void *puzzle)
{
    return ((const struct pm_tiling *)puzzle)->cell_count;
}

/* A cell over which nothing fits has one value, which is never right. */
static struct pm_range values(const void *puzzle, int place)
{
    const struct pm_tiling *t = puzzle;
    int n = t->choice_first[place + 1] - t->choice_first[place];
    return (struct pm_range){0, n > 0 ? n - 1 : 0};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_tiling *t = puzzle;
    pm_grid_place_name(t->columns, t->spot_of[place], name, size);
}

/* "in A with rows 1 and 2, columns 3 to 5" */
static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    const struct pm_tiling *t = puzzle;
    int first = t->choice_first[place];
    if (first == t->choice_first[place + 1]) {
        snprintf(name, size, "covered by nothing");
        return;
    }
    int placement = t->choice[first + value];
    const int *cells = t->cell + t->first[placement];
    struct pm_out words = {0};
    pm_words_places(&pm_kind_tiling, t, t->first[placement + 1] - t->first[placement],
                    cells, &words);
    snprintf(name, size, "in %s on %s", t->pieces[t->piece_of[placement]].name,
             words.data && !words.failed ? words.data : "some cells");
    pm_out_free(&words);
}

/* ---- Truth ----------------------------------------------------------------------------- */

/* Whether the cells that a placement covers show its piece, seen in a way that is allowed.
 * Written without the turns of pieces.c: each way is a table of how row and column
 * follow from row and column. */
static bool shows_piece(const struct pm_tiling *t, int placement)
{
    static const struct {
        int rr, rc, cr,
            cc; /* row = rr * row + rc * column, column = cr * row + cc * column */
        bool turned, flipped;
    } ways[8] = {{1, 0, 0, 1, false, false},  {0, 1, -1, 0, true, false},
                 {-1, 0, 0, -1, true, false}, {0, -1, 1, 0, true, false},
                 {1, 0, 0, -1, false, true},  {0, 1, 1, 0, true, true},
                 {-1, 0, 0, 1, true, true},   {0, -1, -1, 0, true, true}};
    const struct pm_piece *piece = &t->pieces[t->piece_of[placement]];
    const int *cells = t->cell + t->first[placement];
    if (t->first[placement + 1] - t->first[placement] != piece->size)
        return false;
    for (int w = 0; w < 8; w++) {
        if ((ways[w].turned && !t->turns) || (ways[w].flipped && !t->flips))
            continue;
        /* Every cell of the piece, moved so that its first one falls on cell k, is covered. */
        for (int k = 0; k < piece->size; k++) {
            int hits = 0, spot = t->spot_of[cells[k]];
            for (int i = 0; i < piece->size; i++) {
                int row = piece->cells[i].row - piece->cells[0].row;
                int column = piece->cells[i].column - piece->cells[0].column;
                int r = spot / t->columns + ways[w].rr * row + ways[w].rc * column;
                int c = spot % t->columns + ways[w].cr * row + ways[w].cc * column;
                for (int j = 0; j < piece->size; j++)
                    hits += t->spot_of[cells[j]] / t->columns == r &&
                            t->spot_of[cells[j]] % t->columns == c;
            }
            if (hits == piece->size)
                return true;
        }
    }
    return false;
}

static pulma_verdict found_at(const struct pm_tiling *t, pulma_finding *found, int cell,
                              int other, const char *what)
{
    int row = t->spot_of[cell] / t->columns + 1, column = t->spot_of[cell] % t->columns + 1;
    if (other < 0)
        return pm_found(found, 1, &cell, "row %d, column %d: %s", row, column, what);
    return pm_found(found, 2, (int[]){cell, other},
                    "the %s at row %d, column %d reaches over row %d, column %d, which "
                    "another piece covers",
                    what, row, column, t->spot_of[other] / t->columns + 1,
                    t->spot_of[other] % t->columns + 1);
}

/* The piece over one cell; `*counted` tells whether it was seen at an earlier cell. */
static pulma_verdict check_cell(const struct pm_tiling *t, const int *answer, int cell,
                                bool *counted, pulma_finding *found)
{
    int p = pm_tiling_over(t, answer, cell);
    if (p < 0)
        return found_at(t, found, cell, -1, "no piece fits here");
    *counted = false;
    for (int k = t->first[p]; k < t->first[p + 1]; k++) {
        int other = t->cell[k];
        if (answer[other] == PULMA_EMPTY)
            continue;
        if (pm_tiling_over(t, answer, other) != p)
            return found_at(t, found, cell, other, t->pieces[t->piece_of[p]].name);
        *counted |= other < cell;
    }
    if (!*counted && !shows_piece(t, p))
        return found_at(t, found, cell, -1, "the piece does not have its shape");
    return PULMA_RIGHT;
}

static pulma_verdict check_uses(const struct pm_tiling *t, const int *used, int open,
                                pulma_finding *found)
{
    for (int i = 0; i < t->piece_count; i++) {
        const struct pm_piece *p = &t->pieces[i];
        if (used[i] > p->most)
            return pm_found(found, 1, &(int){0}, "piece %s is used %d times, not %s%d",
                            p->name, used[i], p->least < p->most ? "at most " : "",
                            p->most);
        if (used[i] + open / p->size < p->least)
            return pm_found(found, 1, &(int){0}, "piece %s is used %d times, not %s%d",
                            p->name, used[i], p->least < p->most ? "at least " : "",
                            p->least);
    }
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_tiling *t = puzzle;
    int used[PM_TILING_PIECES] = {0}, open = 0;
    for (int cell = 0; cell < t->cell_count; cell++) {
        bool counted = false;
        open += answer[cell] == PULMA_EMPTY;
        if (answer[cell] == PULMA_EMPTY)
            continue;
        if (check_cell(t, answer, cell, &counted, found))
            return PULMA_WRONG;
        if (!counted)
            used[t->piece_of[pm_tiling_over(t, answer, cell)]]++;
    }
    if (check_uses(t, used, open, found))
        return PULMA_WRONG;
    return pm_found_nothing(t->cell_count, answer, found);
}

/* ---- Rules ----------------------------------------------------------------------------- */

static pm_lit lies(const struct pm_tiling *t, struct pm_rules *r, int incidence)
{
    return pm_is(r, t->cell[incidence], t->value[incidence]);
}

/* All cells of a placement say the same. */
static void state_whole(const struct pm_tiling *t, struct pm_rules *r, int piece)
{
    pm_reason(r, "every cell is covered, and each %s lies on the board as a whole",
              t->pieces[piece].name);
    pm_reason_family(r, "every cell is covered by a piece that lies there as a whole");
    for (int p = 0; p < t->placement_count; p++) {
        if (t->piece_of[p] != piece)
            continue;
        pm_lit head = lies(t, r, t->first[p]);
        for (int k = t->first[p] + 1; k < t->first[p + 1]; k++)
            pm_equivalent(r, head, lies(t, r, k));
    }
}

static void state_uses(const struct pm_tiling *t, struct pm_rules *r, int piece)
{
    const struct pm_piece *of = &t->pieces[piece];
    pm_lit *lits = calloc((size_t)t->placement_count + 1, sizeof *lits);
    int n = 0;
    if (!lits) {
        pm_rules_fail(r);
        return;
    }
    for (int p = 0; p < t->placement_count; p++)
        if (t->piece_of[p] == piece)
            lits[n++] = lies(t, r, t->first[p]);
    if (of->least == of->most) {
        if (of->most == 1)
            pm_reason(r, "piece %s is used once", of->name);
        else
            pm_reason(r, "piece %s is used %d times", of->name, of->most);
        pm_reason_family(r, "every piece is used as often as its number says");
        pm_count(r, n, lits, PM_EQUAL, of->most);
    } else {
        pm_reason(r, "piece %s is used %d to %d times", of->name, of->least, of->most);
        pm_reason_family(r, "every piece is used as often as its number says");
        pm_count(r, n, lits, PM_AT_LEAST, of->least);
        pm_count(r, n, lits, PM_AT_MOST, of->most);
    }
    free(lits);
}

/* Too many cells or too few is what one would count first. */
static void state_area(const struct pm_tiling *t, struct pm_rules *r)
{
    int64_t least = 0, most = 0;
    for (int i = 0; i < t->piece_count; i++) {
        least += (int64_t)t->pieces[i].least * t->pieces[i].size;
        most += t->pieces[i].most == FREELY
                    ? t->cell_count
                    : (int64_t)t->pieces[i].most * t->pieces[i].size;
    }
    if (least <= t->cell_count && t->cell_count <= most)
        return;
    bool many = least > t->cell_count;
    pm_reason(r, "the board has %d cells, the pieces %s%lld", t->cell_count,
              least == most ? ""
              : many        ? "at least "
                            : "at most ",
              (long long)(many ? least : most));
    pm_clause(r, 0, NULL);
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_tiling *t = puzzle;
    state_area(t, r);
    for (int cell = 0; cell < t->cell_count; cell++)
        if (t->choice_first[cell + 1] == t->choice_first[cell]) {
            pm_reason(r, "no piece fits over row %d, column %d",
                      t->spot_of[cell] / t->columns + 1, t->spot_of[cell] % t->columns + 1);
            pm_reason_place(r, cell);
            pm_clause(r, 0, NULL);
        }
    for (int piece = 0; piece < t->piece_count; piece++) {
        state_whole(t, r, piece);
        if (t->pieces[piece].most != FREELY)
            state_uses(t, r, piece);
    }
}

/* ---- Data for the models ------------------------------------------------------------------ */

static void data_pieces(const struct pm_tiling *t, struct pm_out *out)
{
    pm_out_text(out, "param name :=");
    for (int i = 0; i < t->piece_count; i++)
        pm_out_f(out, " %d '%s'", i + 1, t->pieces[i].name);
    pm_out_text(out, ";\nparam a :=");
    for (int i = 0; i < t->piece_count; i++)
        pm_out_f(out, " %d %d", i + 1, t->pieces[i].size);
    pm_out_text(out, ";\nparam least :=");
    for (int i = 0; i < t->piece_count; i++)
        pm_out_f(out, " %d %d", i + 1, t->pieces[i].least);
    pm_out_text(out, ";\nparam most :=");
    for (int i = 0; i < t->piece_count; i++)
        if (t->pieces[i].most != FREELY)
            pm_out_f(out, " %d %d", i + 1, t->pieces[i].most);
    pm_out_text(out, ";\nparam q :=");
    for (int i = 0, p = 0; i < t->piece_count; i++) {
        int n = 0;
        for (; p < t->placement_count && t->piece_of[p] == i; p++)
            n++;
        pm_out_f(out, " %d %d", i + 1, n);
    }
    pm_out_text(out, ";\n");
}

/* For each cell the placements over it, as pairs of place and piece. */
static void data_cells(const struct pm_tiling *t, struct pm_out *out)
{
    int *place = calloc((size_t)t->placement_count + 1, sizeof *place);
    out->failed |= !place;
    for (int p = 0; place && p < t->placement_count; p++)
        place[p] = p > 0 && t->piece_of[p] == t->piece_of[p - 1] ? place[p - 1] + 1 : 1;
    for (int cell = 0; place && cell < t->cell_count; cell++) {
        pm_out_f(out, "set A[%d,%d] :=", t->spot_of[cell] / t->columns + 1,
                 t->spot_of[cell] % t->columns + 1);
        for (int k = t->choice_first[cell]; k < t->choice_first[cell + 1]; k++)
            pm_out_f(out, " (%d,%d)", place[t->choice[k]], t->piece_of[t->choice[k]] + 1);
        pm_out_text(out, ";\n");
    }
    free(place);
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_tiling *t = puzzle;
    pm_out_f(out,
             "data;\nparam m := %d;\nparam n := %d;\nparam K := %d;\nparam width := %d;\n",
             t->rows, t->columns, t->piece_count, pm_tiling_mark_width(t));
    data_pieces(t, out);
    pm_out_text(out, "set V :=");
    for (int cell = 0; cell < t->cell_count; cell++)
        pm_out_f(out, " (%d,%d)", t->spot_of[cell] / t->columns + 1,
                 t->spot_of[cell] % t->columns + 1);
    pm_out_text(out, ";\n");
    data_cells(t, out);
    pm_out_text(out, "end;\n");
}

/* ---- Playing ----------------------------------------------------------------------------- */

static void take_away(const struct pm_tiling *t, int *answer, int cell)
{
    int placement = pm_tiling_over(t, answer, cell);
    for (int k = placement < 0 ? 0 : t->first[placement];
         k < (placement < 0 ? 0 : t->first[placement + 1]); k++)
        answer[t->cell[k]] = PULMA_EMPTY;
}

/* A piece comes to lie, and what it would overlap is taken away. */
static bool move(const void *puzzle, int *answer, int from, int place, int value)
{
    const struct pm_tiling *t = puzzle;
    (void)from;
    take_away(t, answer, place);
    if (value == PULMA_EMPTY || t->choice_first[place] == t->choice_first[place + 1])
        return true;
    int laid = t->choice[t->choice_first[place] + value];
    for (int k = t->first[laid]; k < t->first[laid + 1]; k++)
        take_away(t, answer, t->cell[k]);
    for (int k = t->first[laid]; k < t->first[laid + 1]; k++)
        answer[t->cell[k]] = t->value[k];
    return true;
}

/* The first of the eight ways in which the piece covers these cells. */
static int way_of(const struct pm_tiling *t, int placement, struct pm_cell corner)
{
    const struct pm_piece *piece = &t->pieces[t->piece_of[placement]];
    struct pm_cell turned[PM_TILING_PIECE_CELLS];
    for (int way = 0; way < 8; way++) {
        int same = 0;
        pm_tiling_turn(piece->cells, piece->size, way, turned);
        while (same < piece->size && t->spot_of[t->cell[t->first[placement] + same]] ==
                                         (corner.row + turned[same].row) * t->columns +
                                             corner.column + turned[same].column)
            same++;
        if (same == piece->size)
            return way;
    }
    return 0;
}

static bool laid(const void *puzzle, int place, int value, pulma_laid *laid)
{
    const struct pm_tiling *t = puzzle;
    if (t->choice_first[place] == t->choice_first[place + 1])
        return false;
    int placement = t->choice[t->choice_first[place] + value];
    if (t->cell[t->first[placement]] != place)
        return false;
    const struct pm_piece *piece = &t->pieces[t->piece_of[placement]];
    struct pm_cell low = {t->rows, t->columns}, high = {0, 0};
    for (int k = t->first[placement]; k < t->first[placement + 1]; k++) {
        int row = t->spot_of[t->cell[k]] / t->columns,
            column = t->spot_of[t->cell[k]] % t->columns;
        low.row = row < low.row ? row : low.row;
        low.column = column < low.column ? column : low.column;
        high.row = row > high.row ? row : high.row;
        high.column = column > high.column ? column : high.column;
    }
    *laid = (pulma_laid){.piece = t->piece_of[placement],
                         .copies = piece->most,
                         .way = way_of(t, placement, low),
                         .x = (low.column + high.column + 1) / 2.0,
                         .y = (low.row + high.row + 1) / 2.0};
    snprintf(laid->name, sizeof laid->name, "%s", piece->name);
    return true;
}

/* ---- In words --------------------------------------------------------------------------------- */

/* The placement over a cell, -1: none is known. */
static int placement_at(const struct pm_tiling *t, const int *answer, int cell)
{
    int first = t->choice_first[cell];
    bool known = answer && answer[cell] != PULMA_EMPTY && first < t->choice_first[cell + 1];
    return known ? t->choice[first + answer[cell]] : -1;
}

/* Which copy of its piece a placement is, in reading order of their first cells. */
static int copy_of(const struct pm_tiling *t, const int *answer, int placement)
{
    int copy = 1, first = t->cell[t->first[placement]];
    for (int cell = 0; cell < first; cell++) {
        int other = placement_at(t, answer, cell);
        copy += other >= 0 && t->cell[t->first[other]] == cell &&
                t->piece_of[other] == t->piece_of[placement];
    }
    return copy;
}

static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_tiling *t = puzzle;
    int cell = t->cell_at[row * t->columns + column];
    int placement = cell >= 0 ? placement_at(t, answer, cell) : -1;
    if (placement < 0) {
        snprintf(text, size, cell < 0 ? "hole" : "empty");
        return;
    }
    const struct pm_piece *piece = &t->pieces[t->piece_of[placement]];
    if (piece->most > 1)
        snprintf(text, size, "%s %d", piece->name, copy_of(t, answer, placement));
    else
        snprintf(text, size, "%s", piece->name);
}

static void tell_piece(const struct pm_tiling *t, const struct pm_piece *piece,
                       struct pm_out *out)
{
    int *cells = calloc((size_t)piece->size, sizeof *cells), columns = 1;
    out->failed |= !cells;
    for (int i = 0; i < piece->size; i++)
        columns = piece->cells[i].column >= columns ? piece->cells[i].column + 1 : columns;
    for (int i = 0; cells && i < piece->size; i++)
        cells[i] = piece->cells[i].row * columns + piece->cells[i].column;
    pm_out_f(out, "Piece %s", piece->name);
    if (piece->least == 1 && piece->most == 1)
        pm_out_text(out, ", once: ");
    else if (piece->least == piece->most)
        pm_out_f(out, ", %d times: ", piece->least);
    else if (piece->most >= t->cell_count)
        pm_out_f(out, ", %d times or more: ", piece->least);
    else
        pm_out_f(out, ", %d to %d times: ", piece->least, piece->most);
    if (cells)
        pm_words_cells(columns, piece->size, cells, out);
    pm_out_text(out, ".\n");
    free(cells);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_tiling *t = puzzle;
    pm_words_size(t->rows, t->columns, out);
    if (!t->turns)
        pm_out_text(out, "Pieces are not turned.\n");
    if (!t->flips)
        pm_out_text(out, "Pieces are not flipped over.\n");
    for (int i = 0; i < t->piece_count; i++)
        tell_piece(t, &t->pieces[i], out);
    pm_words_rows(t, answer, t->rows, t->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------------ */

const struct pm_kind pm_kind_tiling = {
    .name = "tiling",
    .title = "Tiling",
    .rules = "Cover every cell of the board with the given pieces.\n"
             "Pieces do not overlap and do not reach over the rim or over a hole.\n"
             "Each piece is used as often as stated: once, a number of times, or freely.\n"
             "Pieces may be turned and flipped over, unless stated otherwise.\n",
    .read = pm_tiling_read,
    .write = pm_tiling_write,
    .places = places,
    .values = values,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 2.1, 2.45, 3.4},
    .write_answer = pm_tiling_write_answer,
    .read_answer = pm_tiling_read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = pm_tiling_draw,
    .words = words,
    .play = PULMA_PLAY_LAY,
    .move = move,
    .laid = laid,
    .invent = pm_tiling_invent,
    .options = pm_tiling_options,
    .kernel = pm_tiling_kernel,
    .tally = pm_tiling_tally,
    .keeps_fixed = true,
    .shares = true,
    .split_at = pm_tiling_split_at,
    .look = pm_tiling_look,
    .looks_name = "up to symmetry",
};
