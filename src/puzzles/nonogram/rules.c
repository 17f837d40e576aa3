/* The rules of nonograms for the engine.
 *
 * Each block has the literals "it starts at cell j or later" and "it ends (the first cell
 * after it) at j or later"; with a known length the second is the first, shifted.  A cell
 * that lies between start and end of a block has its paint; a cell between the end of one
 * block and the start of the next is empty.  These clauses, read backwards, move the blocks
 * when cells become known, so no further ones are needed.  */
#include "puzzles/nonogram/nonogram.h"

#include <assert.h>
#include <stdio.h>

enum { MAX_SIDE = PM_NONOGRAM_MAX_SIDE };

/* "It is j or later", j from min to max; true up to min, false above max. */
struct ladder {
    int min, max;
    pm_lit first; /* of "min + 1 or later"; the others follow */
};

struct block {
    struct ladder start, end;
    int length; /* 0: "?" */
    int paint;
};

static struct ladder new_ladder(struct pm_rules *r, int min, int max)
{
    struct ladder l = {min, max, 0};
    pm_lit before = 0;
    for (int j = min + 1; j <= max; j++) {
        pm_lit lit = pm_new_lit(r);
        if (j == min + 1)
            l.first = lit;
        else
            pm_implies(r, lit, before);
        before = lit;
    }
    return l;
}

static pm_lit reaches(const struct ladder *l, int j)
{
    return j <= l->min ? PM_TRUE : j > l->max ? PM_FALSE : l->first + (j - l->min - 1);
}

static pm_lit ends_from(const struct block *b, int j)
{
    return b->length ? reaches(&b->start, j - b->length) : reaches(&b->end, j);
}

/* Blocks with their earliest and latest starts. */
static void place_blocks(struct pm_rules *r, const struct pm_clue *clue, int n,
                         struct block *blocks)
{
    int slack = n - pm_clue_cells(clue), at = 0;
    for (int k = 0; k < clue->n; k++) {
        int length = clue->blocks[k].length;
        struct block *b = &blocks[k];
        *b = (struct block){.length = length, .paint = clue->blocks[k].paint};
        b->start = new_ladder(r, at, at + slack);
        at += length ? length : 1;
        if (!length) {
            b->end = new_ladder(r, at, at + slack);
            for (int j = at; j <= at + slack; j++) /* at least one cell */
                pm_implies(r, reaches(&b->start, j - 1), ends_from(b, j));
        }
        if (k + 1 < clue->n)
            at += pm_clue_gap(clue, k);
    }
}

static void state_line(const struct pm_nonogram *board, int line, struct pm_rules *r)
{
    const struct pm_clue *clue = &board->clues[line];
    struct block blocks[MAX_SIDE];
    int n = pm_line_cells(board, line), cells[MAX_SIDE];
    char name[40];
    struct pm_out text = {0};
    for (int i = 0; i < n; i++)
        cells[i] = pm_line_place(board, line, i);
    pm_line_name(board, line, name, sizeof name);
    pm_clue_write(board, clue, ' ', &text);
    pm_reason(r, "%s reads %s", name, text.data ? text.data : "");
    pm_reason_family(r, line < board->rows ? "every row reads as its clue says"
                                           : "every column reads as its clue says");
    pm_reason_number(r, line + 1);
    pm_reason_places(r, n, cells);
    pm_out_free(&text);

    place_blocks(r, clue, n, blocks);
    for (int k = 0; k + 1 < clue->n; k++) /* one after the other */
        for (int j = 0; j <= n; j++)
            pm_implies(r, ends_from(&blocks[k], j),
                       reaches(&blocks[k + 1].start, j + pm_clue_gap(clue, k)));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < clue->n; k++)
            PM_CLAUSE(r, reaches(&blocks[k].start, i + 1), -ends_from(&blocks[k], i + 1),
                      pm_is(r, cells[i], blocks[k].paint));
        for (int k = 0; k <= clue->n; k++)
            PM_CLAUSE(r, k > 0 ? ends_from(&blocks[k - 1], i + 1) : PM_FALSE,
                      k < clue->n ? -reaches(&blocks[k].start, i + 1) : PM_FALSE,
                      pm_is(r, cells[i], 0));
    }
}

void pm_nonogram_state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_nonogram *board = puzzle;
    pm_steady(r);
    for (int i = 0; i < board->rows * board->columns; i++) {
        if (board->given[i] == PULMA_EMPTY)
            continue;
        pm_reason(r, "row %d, column %d is given", i / board->columns + 1,
                  i % board->columns + 1);
        pm_reason_family(r, "cells that are given stay");
        pm_reason_place(r, i);
        pm_fix(r, i, board->given[i]);
    }
    for (int line = 0; line < board->rows + board->columns; line++)
        state_line(board, line, r);
}
