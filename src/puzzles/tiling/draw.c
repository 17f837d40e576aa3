/* Drawing of tilings: the board with its pieces in colours, thick lines between them, a letter on
 * each; below it the pieces and how often they are used. */
#include "puzzles/tiling/tiling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drawing {
    const struct pm_tiling *t;
    struct pm_picture *p;
    int *over;   /* of a cell: the placement over it, -1: none */
    int *colour; /* of a cell: the colour of its piece */
};

static int spot_cell(const struct pm_tiling *t, int row, int column)
{
    bool inside = row >= 0 && row < t->rows && column >= 0 && column < t->columns;
    return inside ? t->cell_at[row * t->columns + column] : -1;
}

static void find_placements(struct drawing *d, const int *answer)
{
    const struct pm_tiling *t = d->t;
    for (int cell = 0; cell < t->cell_count; cell++) {
        d->over[cell] = answer ? pm_tiling_over(t, answer, cell) : -1;
        d->colour[cell] = -1;
    }
}

/* The colours that touch a placement already, as bits. */
static unsigned touching_colours(const struct drawing *d, int placement)
{
    const struct pm_tiling *t = d->t;
    unsigned colours = 0;
    for (int k = t->first[placement]; k < t->first[placement + 1]; k++)
        for (int side = 0; side < 4; side++) {
            int other = pm_tiling_neighbour(t, t->cell[k], side);
            if (other >= 0 && d->colour[other] >= 0)
                colours |= 1u << d->colour[other];
        }
    return colours;
}

/* A piece has its own colour if that is free, else the next one that no neighbour has. */
static void choose_colours(struct drawing *d)
{
    for (int cell = 0; cell < d->t->cell_count; cell++) {
        int p = d->over[cell];
        if (p < 0 || d->colour[cell] >= 0)
            continue;
        unsigned taken = touching_colours(d, p);
        int colour = d->t->piece_of[p] % 24;
        for (int tries = 0; tries < 24 && (taken >> colour & 1); tries++)
            colour = (colour + 1) % 24;
        for (int k = d->t->first[p]; k < d->t->first[p + 1]; k++)
            if (d->over[d->t->cell[k]] == p)
                d->colour[d->t->cell[k]] = colour;
    }
}

static void draw_cells(const struct drawing *d)
{
    for (int cell = 0; cell < d->t->cell_count; cell++) {
        int spot = d->t->spot_of[cell];
        pm_picture_place(d->p, cell);
        pm_picture_box(d->p, spot % d->t->columns, spot / d->t->columns, 1, 1,
                       d->colour[cell] < 0 ? PM_PAPER : PM_COLOUR + d->colour[cell],
                       d->colour[cell] < 0 ? PM_FAINT : PM_NO_INK, PM_THIN);
    }
    pm_picture_place(d->p, -1);
}

/* One side of a spot: thick at the rim of the board and between pieces. */
static void draw_side(const struct drawing *d, int row, int column, bool below)
{
    int a = spot_cell(d->t, row, column);
    int b = spot_cell(d->t, row + below, column + !below);
    if (a < 0 && b < 0)
        return;
    bool rim = a < 0 || b < 0 || d->over[a] != d->over[b];
    if (!rim)
        return;
    double x = below ? column : column + 1, y = below ? row + 1 : row;
    pm_picture_line(d->p, x, y, below ? x + 1 : x, below ? y : y + 1, PM_THICK, PM_INK);
}

static void draw_rims(const struct drawing *d)
{
    for (int row = -1; row < d->t->rows; row++)
        for (int column = -1; column < d->t->columns; column++) {
            if (column >= 0)
                draw_side(d, row, column, true);
            if (row >= 0)
                draw_side(d, row, column, false);
        }
}

/* The cell of a placement that is nearest to its middle. */
static int middle_cell(const struct pm_tiling *t, int placement)
{
    int n = t->first[placement + 1] - t->first[placement], rows = 0, columns = 0;
    const int *cells = t->cell + t->first[placement];
    for (int i = 0; i < n; i++) {
        rows += t->spot_of[cells[i]] / t->columns;
        columns += t->spot_of[cells[i]] % t->columns;
    }
    int best = cells[0], least = -1;
    for (int i = 0; i < n; i++) {
        int dy = t->spot_of[cells[i]] / t->columns * n - rows;
        int dx = t->spot_of[cells[i]] % t->columns * n - columns;
        if (least < 0 || dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = cells[i];
        }
    }
    return best;
}

static void draw_names(const struct drawing *d)
{
    for (int cell = 0; cell < d->t->cell_count; cell++) {
        int p = d->over[cell];
        if (p < 0 || middle_cell(d->t, p) != cell)
            continue;
        const char *name = d->t->pieces[d->t->piece_of[p]].name;
        int spot = d->t->spot_of[cell];
        pm_picture_place(d->p, cell);
        pm_picture_text(d->p, spot % d->t->columns + 0.5, spot / d->t->columns + 0.5,
                        strlen(name) > 2 ? 0.3 : 0.5, PM_CENTRE, PM_INK, name);
    }
    pm_picture_place(d->p, -1);
}

/* ---- The box of pieces ------------------------------------------------------------------ */

static void piece_label(const struct pm_piece *piece, char *label, size_t size)
{
    if (piece->most == PM_TILING_FREELY)
        snprintf(label, size, "%s *", piece->name);
    else if (piece->least != piece->most)
        snprintf(label, size, "%s %d-%d", piece->name, piece->least, piece->most);
    else if (piece->most != 1)
        snprintf(label, size, "%s %d", piece->name, piece->most);
    else
        snprintf(label, size, "%s", piece->name);
}

static bool has_cell(const struct pm_piece *piece, int row, int column)
{
    for (int i = 0; i < piece->size; i++)
        if (piece->cells[i].row == row && piece->cells[i].column == column)
            return true;
    return false;
}

static void draw_piece(struct pm_picture *p, const struct pm_piece *piece, int number,
                       double x, double y)
{
    for (int i = 0; i < piece->size; i++)
        pm_picture_box(p, x + piece->cells[i].column, y + piece->cells[i].row, 1, 1,
                       PM_COLOUR + number % 24, PM_FAINT, PM_THIN);
    for (int i = 0; i < piece->size; i++) {
        int row = piece->cells[i].row, column = piece->cells[i].column;
        double left = x + column, top = y + row;
        if (!has_cell(piece, row - 1, column))
            pm_picture_line(p, left, top, left + 1, top, PM_THICK, PM_INK);
        if (!has_cell(piece, row + 1, column))
            pm_picture_line(p, left, top + 1, left + 1, top + 1, PM_THICK, PM_INK);
        if (!has_cell(piece, row, column - 1))
            pm_picture_line(p, left, top, left, top + 1, PM_THICK, PM_INK);
        if (!has_cell(piece, row, column + 1))
            pm_picture_line(p, left + 1, top, left + 1, top + 1, PM_THICK, PM_INK);
    }
}

/* Rows of pieces below the board, as wide as the board but wide enough for some pieces.  On a
 * board with an answer those that are used once are seen already. */
static void draw_pieces(const struct pm_tiling *t, bool answered, struct pm_picture *p)
{
    int wide = t->columns > 16 ? t->columns : 16;
    double x = 0, y = t->rows + 1, tall = 0;
    for (int i = 0; i < t->piece_count; i++) {
        const struct pm_piece *piece = &t->pieces[i];
        int rows = 0, columns = 0;
        if (answered && piece->least == 1 && piece->most == 1)
            continue;
        for (int k = 0; k < piece->size; k++) {
            rows = piece->cells[k].row >= rows ? piece->cells[k].row + 1 : rows;
            columns =
                piece->cells[k].column >= columns ? piece->cells[k].column + 1 : columns;
        }
        char label[PM_TILING_NAME + 32];
        piece_label(piece, label, sizeof label);
        int room = (int)(strlen(label) + 3) / 3; /* of the label, in units */
        room = room > columns ? room : columns;
        if (x > 0 && x + room > wide) {
            x = 0;
            y += tall + 1;
            tall = 0;
        }
        draw_piece(p, piece, i, x, y + 1);
        pm_picture_text(p, x + 0.1, y + 0.5, 0.5, PM_LEFT, PM_INK, label);
        x += room + 1;
        tall = rows + 1 > tall ? rows + 1 : tall;
    }
}

void pm_tiling_draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct pm_tiling *t = puzzle;
    struct drawing d = {.t = t, .p = p};
    d.over = calloc((size_t)t->cell_count, sizeof *d.over);
    d.colour = calloc((size_t)t->cell_count, sizeof *d.colour);
    if (d.over && d.colour) {
        find_placements(&d, answer);
        choose_colours(&d);
        draw_cells(&d);
        draw_rims(&d);
        draw_names(&d);
        draw_pieces(t, answer != NULL, p);
    }
    free(d.over);
    free(d.colour);
}
