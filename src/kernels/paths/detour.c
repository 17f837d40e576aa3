/* Detours: how an answer turns into others where cells may stay free and lines may
 * run beside themselves.
 *
 * Where two cells of a line lie beside the same patch of free cells, the line can run through the
 * patch instead, and the cells between the two become free.  That gives another answer.  The other
 * way round: an answer whose lines are not pulled tight becomes a tight one by steps that
 * shorten a line or lift a corner, each of which a detour takes back.  So if there is one tight
 * answer only and no line of it has a detour, there is one answer. */
#include <assert.h>

#include "kernels/paths/inside.h"

enum { NOWHERE = -1 };

struct patches {
    const struct pm_paths *board;
    int *answer;
    int *patch;      /* per cell: the number of its patch, 0 if it has none */
    int *queue;      /* cells of the patch at hand */
    int *from;       /* per cell: the one before on the detour */
    int (*first)[2]; /* per colour: the last patch that it touched, and where first */
};

static bool new_patches(struct patches *p, struct pm_arena *arena)
{
    const size_t cells = (size_t)p->board->cells;
    p->patch = pm_new(arena, cells, int);
    p->queue = pm_new(arena, cells, int);
    p->from = pm_new(arena, cells, int);
    p->first = pm_alloc(arena, (size_t)p->board->colours + 1, sizeof *p->first);
    return p->patch && p->queue && p->from && p->first;
}

/* Notes that a line touches a patch; true if it has done so with another cell, which is left in
 * `ends` with this one. */
static bool touches_twice(struct patches *p, int number, int cell, int ends[static 2])
{
    int *first = p->first[p->answer[cell]];
    if (first[0] == number && first[1] != cell) {
        ends[0] = first[1];
        ends[1] = cell;
        return true;
    }
    first[0] = number;
    first[1] = cell;
    return false;
}

/* The patch around a free cell, as far as it must be known to find two cells of a line beside
 * it; false: there are none. */
static bool spread(struct patches *p, int start, int number, int ends[static 2])
{
    const struct pm_paths *board = p->board;
    int n = 0;
    p->patch[start] = number;
    p->queue[n++] = start;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++) {
            if (board->edge[p->queue[i]][d] < 0)
                continue;
            const int next = pm_paths_beyond(board->columns, p->queue[i], d);
            if (p->answer[next] > 0) {
                if (touches_twice(p, number, next, ends))
                    return true;
            } else if (p->patch[next] == 0) {
                p->patch[next] = number;
                p->queue[n++] = next;
            }
        }
    return false;
}

/* Finds a way through the patch from one cell beside it to the other, backwards in `from`. */
static void find_way(struct patches *p, int number, const int ends[static 2])
{
    const struct pm_paths *board = p->board;
    int n = 0;
    for (int cell = 0; cell < board->cells; cell++)
        p->from[cell] = NOWHERE;
    p->queue[n++] = ends[0];
    for (int i = 0; i < n && p->from[ends[1]] == NOWHERE; i++)
        for (int d = 0; d < 4; d++) {
            if (board->edge[p->queue[i]][d] < 0)
                continue;
            const int next = pm_paths_beyond(board->columns, p->queue[i], d);
            const bool arrives = next == ends[1] && i > 0;
            if (p->from[next] != NOWHERE || (p->patch[next] != number && !arrives))
                continue;
            p->from[next] = p->queue[i];
            p->queue[n++] = next;
        }
}

/* Walks along a line from a cell in a direction; true if it comes to another cell.  `line` is the
 * value that the edges on the way get: 1, as they have it, or 0. */
static bool walk(struct patches *p, int cell, int d, int goal, int line)
{
    const struct pm_paths *board = p->board;
    while (d < 4 && cell != goal) {
        p->answer[board->edge[cell][d]] = line;
        cell = pm_paths_beyond(board->columns, cell, d);
        const int came = d ^ 2;
        for (d = 0; d < 4; d++)
            if (d != came && board->edge[cell][d] >= 0 &&
                p->answer[board->edge[cell][d]] == 1)
                break;
    }
    return cell == goal;
}

/* Takes the line between two of its cells out, and lets it take the detour. */
static void reroute(struct patches *p, const int ends[static 2])
{
    const struct pm_paths *board = p->board;
    assert(p->answer[ends[0]] == p->answer[ends[1]] && p->from[ends[1]] != NOWHERE);
    for (int d = 0; d < 4; d++)
        if (board->edge[ends[0]][d] >= 0 && p->answer[board->edge[ends[0]][d]] == 1 &&
            walk(p, ends[0], d, ends[1], 1)) {
            walk(p, ends[0], d, ends[1], 0);
            break;
        }
    for (int cell = ends[1]; cell != ends[0]; cell = p->from[cell])
        for (int d = 0; d < 4; d++)
            if (board->edge[cell][d] >= 0 &&
                pm_paths_beyond(board->columns, cell, d) == p->from[cell])
                p->answer[board->edge[cell][d]] = 1;
}

pulma_status pm_paths_detour(const struct pm_paths *board, int *answer)
{
    struct patches p = {.board = board, .answer = answer};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    pulma_status status = new_patches(&p, &arena) ? PULMA_NONE : PULMA_NO_MEMORY;
    int number = 0, ends[2];
    for (int cell = 0; cell < board->cells && status == PULMA_NONE; cell++)
        if (answer[cell] == 0 && board->given[cell] == 0 && p.patch[cell] == 0 &&
            spread(&p, cell, ++number, ends)) {
            find_way(&p, number, ends);
            reroute(&p, ends);
            status = PULMA_OK;
        }
    pm_arena_free(&arena);
    return status;
}
