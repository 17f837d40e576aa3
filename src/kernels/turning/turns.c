#include "kernels/turning/turns.h"

#include <stdlib.h>

/* Hands answers over until there are no more or the search has enough. */
static pulma_status hand_over(const struct pm_turns *turns, struct pm_turning *t,
                              uint8_t *cells, int *answer, struct pm_search *search)
{
    pulma_status status;
    while ((status = pm_turning_next(t, cells)) == PULMA_OK) {
        for (int place = 0; place < turns->place_count; place++)
            answer[place] = cells[turns->cell_of[place]];
        if (!pm_search_found(search, answer))
            return PULMA_OK;
    }
    return status == PULMA_NONE ? PULMA_OK : status;
}

pulma_status pm_turns_kernel(const struct pm_turns *turns, struct pm_search *search)
{
    size_t n = (size_t)turns->board.rows * (size_t)turns->board.columns;
    struct pm_turning *t = pm_turning_new(&turns->board, turns->cheapest, search);
    uint8_t *cells = calloc(n, 1);
    int *answer = calloc(n, sizeof *answer);
    pulma_status status = PULMA_NO_MEMORY;
    if (t && cells && answer)
        status = hand_over(turns, t, cells, answer, search);
    pm_turning_free(t);
    free(cells);
    free(answer);
    return status;
}

/* So many answers are listed sooner than all are counted where that is hard. */
enum { FEW = 100 };

pulma_status pm_turns_tally(const struct pm_turns *turns, uint64_t limit,
                            struct pm_search *search, struct pm_tally *tally)
{
    struct pm_turning *t = pm_turning_new(&turns->board, turns->cheapest, search);
    struct pm_big count = {0};
    bool few = limit > 0 && limit <= FEW;
    pulma_status status = t ? pm_turning_count(t, few, &count) : PULMA_NO_MEMORY;
    tally->exact = !status && (limit == 0 || pm_big_compare(&count, limit) <= 0);
    if (!status && !tally->exact)
        pm_big_set(&count, limit);
    if (!status)
        pm_big_write(&count, &tally->count);
    pm_turning_free(t);
    pm_big_free(&count);
    return status;
}

int pm_turns_open(const struct pm_turns *turns, bool at_a_glance, bool *open,
                  int64_t *nodes)
{
    struct pm_effort effort = {0};
    struct pm_search search = {.effort = &effort};
    size_t n = (size_t)turns->board.rows * (size_t)turns->board.columns;
    struct pm_turning *t = pm_turning_new(&turns->board, turns->cheapest, &search);
    uint8_t *cells = calloc(n, 1);
    pulma_status status = !t || !cells  ? PULMA_NO_MEMORY
                          : at_a_glance ? pm_turning_glance(t, cells)
                                        : pm_turning_settled(t, cells);
    int count = status ? -1 : 0;
    for (size_t cell = 0; cell < n && !status; cell++) {
        open[cell] = cells[cell] == PM_TURNING_OPEN;
        count += open[cell];
    }
    if (nodes)
        *nodes = effort.nodes;
    pm_turning_free(t);
    free(cells);
    return count;
}

int pm_turns_ways(const uint8_t side[4])
{
    if (side[0] != side[2] || side[1] != side[3])
        return 4;
    return side[0] == side[1] ? 1 : 2;
}
