/* Nonograms for the kernel for lines. */
#include "puzzles/nonogram/nonogram.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/lines/lines.h"

enum { MAX_SIDE = PM_NONOGRAM_MAX_SIDE };

/* The board as the kernel sees it; the blocks are the caller's to free.  False: no memory. */
static bool lines_of(const struct pm_nonogram *board, int *first, struct pm_lines *lines)
{
    int count = board->rows + board->columns, n = 0;
    for (int line = 0; line < count; line++) {
        first[line] = n;
        n += board->clues[line].n;
    }
    first[count] = n;
    struct pm_lines_block *blocks = malloc(((size_t)n + 1) * sizeof *blocks);
    for (int line = 0; blocks && line < count; line++)
        for (int k = 0; k < board->clues[line].n; k++) {
            const struct pm_block *b = &board->clues[line].blocks[k];
            blocks[first[line] + k] = (struct pm_lines_block){b->length, b->paint};
        }
    *lines = (struct pm_lines){board->rows, board->columns, board->paints,
                               blocks,      first,          board->given};
    return blocks != NULL;
}

pulma_status pm_nonogram_kernel(const void *puzzle, struct pm_search *search)
{
    int first[2 * MAX_SIDE + 1];
    struct pm_lines lines;
    if (!lines_of(puzzle, first, &lines))
        return PULMA_NO_MEMORY;
    pulma_status status = pm_lines_list(&lines, search);
    free((void *)lines.blocks);
    return status;
}

/* What pm_nonogram_answers collects. */
struct collector {
    int found, limit;
    size_t size;
    const int *known;
    int *other;
};

static bool collect(struct pm_search *search, const int *answer)
{
    struct collector *c = search->context;
    bool wanted = c->known ? memcmp(answer, c->known, c->size) != 0 : c->found == 0;
    c->found++;
    if (wanted && c->other)
        memcpy(c->other, answer, c->size);
    return c->found < c->limit;
}

int pm_nonogram_answers(const struct pm_nonogram *board, int limit, const int *known,
                        int *other)
{
    enum {
        PATIENCE = 15000000
    }; /* cells looked at, some seconds: invention has no rules */
    int first[2 * MAX_SIDE + 1];
    struct pm_lines lines;
    struct pm_lines_insight insight = {0};
    struct collector c = {.limit = limit, .known = known, .other = other};
    c.size = (size_t)(board->rows * board->columns) * sizeof(int);
    if (!lines_of(board, first, &lines))
        return -1;
    struct pm_effort effort = {0};
    struct pm_search search = {.effort = &effort,
                               .patience = pm_lines_looks(&lines, PATIENCE),
                               .found = collect,
                               .context = &c};
    pulma_status status = pm_lines_search(&lines, &search, &insight);
    free((void *)lines.blocks);
    return status ? -1 : c.found;
}
