/* Nonograms of the user's pictures: the clues, and the fewest given cells without which they have
 * several answers. */
#include "puzzles/nonogram/formats.h"

#include <stdio.h>

enum {
    MAX_SIDE = PM_NONOGRAM_INVENT_SIDE,
    MAX_COLOURS = PM_NONOGRAM_INVENT_PAINTS,
    ROUNDS = 200, /* of the search for the fewest givens */
    MAX_RIVALS = 4000,
    MAX_DOUBTS = 10 /* questions without an answer while givens are taken away */
};

/* ---- The fewest givens ----------------------------------------------------------------- */

/* Other answers to the clues of a picture: each as the set of cells where it differs.  Givens
 * make the picture the only answer exactly if they hit every such set.  Not all are known;
 * so the fewest cells that hit the known ones are no more than needed, and if they hit
 * all others too they are what is looked for. */
struct rivals {
    const struct pm_nonogram *board;
    const int *picture;
    int *other;
    int n;
    pm_lit *cells[MAX_RIVALS]; /* each ends with 0; here still cell + 1 */
    struct pm_arena *arena;
};

/* Adds an answer that the present givens allow.  How many answers they allow, or -1. */
static int add_rival(struct rivals *r)
{
    int answers = pm_nonogram_answers(r->board, 2, r->picture, r->other);
    int n = r->board->rows * r->board->columns, count = 0;
    if (answers < 2)
        return answers;
    for (int cell = 0; cell < n; cell++)
        count += r->picture[cell] != r->other[cell];
    int *cells = pm_new(r->arena, (size_t)count + 1, int);
    if (!cells || r->n == MAX_RIVALS)
        return -1;
    r->cells[r->n++] = cells;
    for (int cell = 0; cell < n; cell++)
        if (r->picture[cell] != r->other[cell])
            *cells++ = cell + 1;
    return answers;
}

static struct pm_range given_or_not(const void *rivals, int cell)
{
    (void)rivals;
    (void)cell;
    return (struct pm_range){0, 1};
}

/* The givens hit all known rivals, and are as few as possible. */
static void state_givens(const void *rivals, struct pm_rules *rules)
{
    const struct rivals *r = rivals;
    pm_lit given[MAX_SIDE * MAX_SIDE], clause[MAX_SIDE * MAX_SIDE];
    int weights[MAX_SIDE * MAX_SIDE], n = r->board->rows * r->board->columns;
    for (int i = 0; i < n; i++) {
        given[i] = pm_is(rules, i, 1);
        weights[i] = 1;
    }
    for (int i = 0; i < r->n; i++) {
        int size = 0;
        for (const int *cell = r->cells[i]; *cell; cell++)
            clause[size++] = given[*cell - 1];
        pm_clause(rules, size, clause);
    }
    pm_minimise(rules, n, given, weights, 0);
}

/* The fewest cells that hit all known rivals become the givens. */
static pulma_status hit_rivals(const struct rivals *r, pulma_error *err)
{
    int n = r->board->rows * r->board->columns;
    int *chosen = pm_new(r->arena, (size_t)n, int);
    if (!chosen)
        return pm_fail_memory(err);
    pulma_status status = pm_question_answer(
        &(struct pm_question){.places = n,
                              .values = given_or_not,
                              .state = state_givens,
                              .puzzle = r,
                              .limits = &(struct pm_limits){.conflicts = 200000}},
        chosen, err);
    for (int i = 0; i < n && !status; i++)
        r->board->given[i] = (signed char)(chosen[i] ? r->picture[i] : PULMA_EMPTY);
    return status;
}

static bool give_cell(const struct rivals *r, int cell)
{
    bool new = r->board->given[cell] == PULMA_EMPTY;
    r->board->given[cell] = (signed char)r->picture[cell];
    return new;
}

/* The fewest givens.  PULMA_LIMIT: not found, but there are some already. */
static pulma_status give_fewest(const struct pm_wish *wish, struct rivals *r,
                                struct pm_rng *rng, pulma_error *err)
{
    for (int round = 0; round < ROUNDS && !wish->stop(wish); round++) {
        int before = r->n, answers;
        /* Several rivals for each search of the fewest: give one cell of each for now. */
        while ((answers = add_rival(r)) > 1) {
            const int *cells = r->cells[r->n - 1];
            int size = 0;
            while (cells[size])
                size++;
            give_cell(r, cells[pm_rng_below(rng, size)] - 1);
        }
        if (answers == 1 && r->n == before)
            return PULMA_OK;
        pulma_status status = answers == 1 ? hit_rivals(r, err) : PULMA_LIMIT;
        if (status)
            return status;
    }
    return PULMA_LIMIT;
}

/* Enough givens, where the fewest are out of reach: more and more, then without those that
 * turn out to be needless.  None can be left out in the end, as far as that was tried. */
static pulma_status give_enough(const struct pm_wish *wish, struct rivals *r,
                                struct pm_rng *rng, pulma_error *err)
{
    int n = r->board->rows * r->board->columns, answers, doubts = 0;
    int *order = pm_new(r->arena, (size_t)n, int);
    if (!order)
        return pm_fail_memory(err);
    for (int i = 0; i < n; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, n);
    while ((answers = pm_nonogram_answers(r->board, 2, r->picture, r->other)) != 1) {
        int more = answers > 1 ? 1 : n / 20 + 1; /* many if it could not even be told */
        for (int i = 0; i < n && more > 0; i++)
            if (answers < 0 || r->picture[order[i]] != r->other[order[i]])
                more -= give_cell(r, order[i]);
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
    }
    for (int i = 0; i < n && doubts < MAX_DOUBTS && !wish->stop(wish); i++) {
        if (r->board->given[order[i]] == PULMA_EMPTY)
            continue;
        r->board->given[order[i]] = PULMA_EMPTY;
        answers = pm_nonogram_answers(r->board, 2, NULL, NULL);
        if (answers != 1)
            give_cell(r, order[i]);
        doubts += answers < 0;
    }
    return PULMA_OK;
}

/* Givens that leave the picture as the only answer, and a note about them. */
static pulma_status give_cells(const struct pm_wish *wish, struct pm_nonogram *board,
                               const int *picture, struct pm_rng *rng,
                               struct pm_arena *arena, pulma_error *err)
{
    int n = board->rows * board->columns, givens = 0;
    struct rivals *r = pm_new(arena, 1, struct rivals);
    int *other = pm_new(arena, (size_t)n, int);
    if (!r || !other)
        return pm_fail_memory(err);
    *r =
        (struct rivals){.board = board, .picture = picture, .other = other, .arena = arena};
    pulma_status status = give_fewest(wish, r, rng, err);
    bool fewest = !status;
    if (status == PULMA_LIMIT)
        status = give_enough(wish, r, rng, err);
    for (int i = 0; i < n; i++)
        givens += board->given[i] != PULMA_EMPTY;
    char note[200];
    snprintf(note, sizeof note,
             "the clues of this picture have several answers: %d given cell%s%s make%s it "
             "the only one",
             givens, givens == 1 ? "" : "s",
             fewest ? ", the fewest that do," : " (perhaps fewer would do)",
             givens == 1 ? "s" : "");
    if (!status && givens > 0)
        wish->note(wish, note);
    return status;
}

/* ---- The user's picture ---------------------------------------------------------------- */

/* Rows of # and - (or .), parted by '/' or line ends. */
static pulma_status read_rows(struct pm_text t, struct pm_arena *arena,
                              struct pm_nonogram **board, int **picture, pulma_error *err)
{
    int rows = 0, columns = 0, n = 0;
    size_t len = pm_text_len(&t);
    *picture = pm_new(arena, len + 1, int);
    if (!*picture)
        return pm_fail_memory(err);
    while (!pm_text_ended(&t)) {
        int width = 0;
        while (!pm_text_ended(&t) && pm_text_peek(&t) != '/' && pm_text_peek(&t) != '\n') {
            int c = pm_text_take(&t);
            if (c == '\r')
                continue;
            if (c != '#' && c != '-' && c != '.')
                return pm_fail(err, PULMA_BAD_CALL, NULL,
                               "expected picture=ROWS of # and -, parted by /, or a PNG, "
                               "PPM or PBM (a file "
                               "is named as picture=@FILE)");
            (*picture)[n++] = c == '#';
            width++;
        }
        if (!pm_text_ended(&t))
            pm_text_take(&t);
        if (rows == 0)
            columns = width;
        rows++;
        if (width == 0 || width != columns || rows > MAX_SIDE || columns > MAX_SIDE)
            return pm_fail(err, PULMA_BAD_CALL, NULL,
                           "expected rows of equal length, parted by /, and at most %dx%d "
                           "cells in the picture (a file is named as picture=@FILE)",
                           MAX_SIDE, MAX_SIDE);
    }
    if (rows == 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a picture");
    *board = pm_nonogram_new(rows, columns, arena);
    return *board ? pm_nonogram_derive(*board, *picture, arena, err) : pm_fail_memory(err);
}

/* The board of an image: as it is, or with as many cells and colours as wished. */
static pulma_status read_image(const struct pm_wish *wish, struct pm_text *t,
                               struct pm_arena *arena, struct pm_nonogram **board,
                               int **picture, pulma_error *err)
{
    struct pm_image image;
    int paints = 0; /* as many as there are */
    pulma_status status = pm_wish_int(wish, "colours", 1, MAX_COLOURS, &paints, err);
    if (!status)
        status = pm_image_read(t, PM_MAX_PIXELS, arena, &image, err);
    if (status)
        return status;
    int rows = wish->rows ? wish->rows : image.rows;
    int columns = wish->columns ? wish->columns : image.columns;
    if (rows > MAX_SIDE || columns > MAX_SIDE)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a picture of at most %dx%d cells, found %dx%d: give "
                       "a smaller --size",
                       MAX_SIDE, MAX_SIDE, columns, rows);
    if (rows > image.rows || columns > image.columns)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a size of at most that of the picture, %dx%d, found %dx%d",
                       image.columns, image.rows, columns, rows);
    if (!pm_image_shrink(&image, rows, columns, arena))
        return pm_fail_memory(err);
    return pm_nonogram_of_image(&image, paints, arena, board, picture, err);
}

pulma_status pm_nonogram_of_picture(const struct pm_wish *wish, struct pm_text t,
                                    struct pm_rng *rng, struct pm_arena *arena,
                                    void **puzzle, pulma_error *err)
{
    struct pm_nonogram *board = NULL;
    int *picture, c = pm_text_peek(&t);
    pulma_status status = c == 'P' || pm_nonogram_sniff_png(&t)
                              ? read_image(wish, &t, arena, &board, &picture, err)
                              : read_rows(t, arena, &board, &picture, err);
    if (status == PULMA_BAD_TEXT) { /* the wish is wrong, not a puzzle */
        status = PULMA_BAD_CALL;
        if (err)
            err->status = status;
    }
    if (!status)
        status = give_cells(wish, board, picture, rng, arena, err);
    *puzzle = board;
    return status;
}
