#include "kernels/slide.h"

#include <assert.h>

static int step_of(const struct pm_ice *ice, enum pm_direction direction)
{
    const int steps[] = {-ice->columns, 1, ice->columns, -1};
    return steps[direction];
}

/* How many cells lie between this one and the rim. */
static int room(const struct pm_ice *ice, int cell, enum pm_direction direction)
{
    int row = cell / ice->columns, column = cell % ice->columns;
    const int rooms[] = {row, ice->columns - 1 - column, ice->rows - 1 - row, column};
    return rooms[direction];
}

int pm_slide(const struct pm_ice *ice, int cell, enum pm_direction direction)
{
    int step = step_of(ice, direction);
    for (int n = room(ice, cell, direction); n > 0 && !ice->wall[cell + step]; n--) {
        cell += step;
        if (ice->stops && cell == ice->target)
            break;
    }
    return cell;
}

/* Where slides in one direction end, for all cells: that of the next cell, unless it is a
 * wall or outside.  The cells are swept from the far end. */
static void sweep(const struct pm_ice *ice, enum pm_direction direction, int *stop)
{
    int n = ice->rows * ice->columns, step = step_of(ice, direction);
    bool forward = direction == PM_EAST || direction == PM_SOUTH;
    for (int i = 0; i < n; i++) {
        int cell = forward ? n - 1 - i : i, next = cell + step;
        if (room(ice, cell, direction) == 0 || ice->wall[next])
            stop[cell] = cell;
        else
            stop[cell] = ice->stops && next == ice->target ? next : stop[next];
    }
}

pulma_status pm_slide_distances(const struct pm_ice *ice, int start,
                                const struct pm_limits *limits, struct pm_arena *arena,
                                int *distance)
{
    size_t n = (size_t)ice->rows * (size_t)ice->columns;
    int *stop[4], *queue = pm_new(arena, n, int);
    for (int d = 0; d < 4; d++)
        if (!(stop[d] = pm_new(arena, n, int)))
            return PULMA_NO_MEMORY;
    if (!queue)
        return PULMA_NO_MEMORY;
    for (int d = 0; d < 4; d++)
        sweep(ice, (enum pm_direction)d, stop[d]);
    for (size_t i = 0; i < n; i++)
        distance[i] = -1;
    int first = 0, last = 0;
    distance[start] = 0;
    queue[last++] = start;
    while (first < last) {
        int cell = queue[first++];
        if ((first & 0xFFFF) == 0 && pm_stop(limits))
            return PULMA_LIMIT;
        for (int d = 0; d < 4 && cell != ice->target; d++) {
            int end = stop[d][cell];
            if (distance[end] >= 0)
                continue;
            distance[end] = distance[cell] + 1;
            queue[last++] = end;
        }
    }
    return PULMA_OK;
}
