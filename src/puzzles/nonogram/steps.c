/* How steps make a level; and the names that players have for them, known from what a step concludes
 * in its line and from which cells. */
#include "puzzles/nonogram/nonogram.h"

#include <math.h>

/* The longer the lines, the fewer steps follow from one fact: their share falls with the side to the
 * power of 3/4 (boards of 10 to 40 cells a side), and the levels with it. */
struct pm_scale pm_nonogram_scale(const void *puzzle)
{
    const struct pm_nonogram *board = puzzle;
    double side = (board->rows + board->columns) / 2.0, tens = side > 10 ? side / 10 : 1;
    double falls = sqrt(tens * sqrt(tens));
    return (struct pm_scale){PM_LARGEST_SHARE, 2 - 0.88 / falls, 2 - 0.75 / falls, 4};
}

/* What the facts say of a line. */
struct view {
    int n;           /* cells */
    int painted;     /* cells that are known to be painted, */
    int white;       /* and to be white */
    int first, last; /* painted ones */
    int total;       /* cells of all blocks; -1: not told */
    int nearest;     /* painted cell: how far from the conclusion */
};

static bool is_painted(const pulma_fact *fact)
{
    return fact->holds ? fact->value > 0 : fact->value == 0;
}

static int position(const struct pm_step_reason *line, int place)
{
    int i = 0;
    while (i < line->place_count && line->places[i] != place)
        i++;
    return i;
}

static struct view view_of(const struct pm_nonogram *board, const struct pm_step *step,
                           int at)
{
    const struct pm_step_reason *line = &step->reasons[0];
    const struct pm_clue *clue = &board->clues[line->number - 1];
    struct view view = {.n = line->place_count,
                        .first = line->place_count,
                        .last = -1,
                        .nearest = line->place_count};
    for (int i = 0; i < step->fact_count; i++) {
        int where = position(line, step->facts[i].place);
        int far = where < at ? at - where : where - at;
        if (!is_painted(&step->facts[i])) {
            view.white++;
            continue;
        }
        view.painted++;
        view.first = where < view.first ? where : view.first;
        view.last = where > view.last ? where : view.last;
        view.nearest = far < view.nearest ? far : view.nearest;
    }
    for (int k = 0; k < clue->n && view.total >= 0; k++)
        view.total = clue->blocks[k].length ? view.total + clue->blocks[k].length : -1;
    return view;
}

/* A cell is painted: blocks overlap with themselves in all their places, a block goes on from an
 * edge, or two known cells belong to one block. */
static const char *name_painted(const struct view *view, int at)
{
    if (view->painted == 0)
        return "overlap";
    return view->first < at && at < view->last ? "joined blocks" : "edge";
}

static const char *name_white(const struct view *view)
{
    if (view->painted == view->total)
        return "finished line";
    if (view->painted == 0)
        return view->white > 0 ? "too long for the gap" : NULL;
    return view->nearest == 1 ? "finished block" : "out of reach";
}

const char *pm_nonogram_technique(const void *puzzle, const struct pm_step *step)
{
    if (step->reason_count != 1 || step->reasons[0].number == 0)
        return NULL;
    const pulma_fact *conclusion = &step->conclusions[0];
    for (int i = 0; i < step->conclusion_count && !is_painted(conclusion); i++)
        conclusion = &step->conclusions[i];
    int at = position(&step->reasons[0], conclusion->place);
    struct view view = view_of(puzzle, step, at);
    return is_painted(conclusion) ? name_painted(&view, at) : name_white(&view);
}
