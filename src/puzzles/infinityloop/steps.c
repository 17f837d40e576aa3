/* Words for explanations: how tiles lie, and the names of steps. */
#include "puzzles/infinityloop/infinityloop.h"

#include <stdio.h>

const char *const pm_loop_side_words[] = {[PM_LOOP_RIGHT] = "to the right",
                                          [PM_LOOP_UP] = "up",
                                          [PM_LOOP_LEFT] = "to the left",
                                          [PM_LOOP_DOWN] = "down"};

/* "open up and to the right" */
void pm_loop_value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    static const int by_the_clock[] = {PM_LOOP_UP, PM_LOOP_RIGHT, PM_LOOP_DOWN,
                                       PM_LOOP_LEFT};
    const struct pm_loop *p = puzzle;
    int sides = pm_loop_turned(p->sides[p->cell_of[place]], value), n = 0, told = 0;
    for (int side = 0; side < 4; side++)
        n += sides >> side & 1;
    if (n == 0 || n == 4) {
        snprintf(name, size, n == 0 ? "closed" : "open on all sides");
        return;
    }
    size_t at = (size_t)snprintf(name, size, "open");
    for (int i = 0; i < 4 && at < size; i++) {
        int side = by_the_clock[i];
        if ((sides >> side & 1) == 0)
            continue;
        const char *joint = told == 0 ? " " : told + 1 < n ? ", " : " and ";
        at +=
            (size_t)snprintf(name + at, size - at, "%s%s", joint, pm_loop_side_words[side]);
        told++;
    }
}

const char *pm_loop_technique(const void *puzzle, const struct pm_step *step)
{
    (void)puzzle;
    int walls = pm_step_count(step, PM_LOOP_WALL);
    int joints = pm_step_count(step, PM_LOOP_JOINT);
    if (walls + joints == step->reason_count)
        return joints == 0 ? "wall" : "forced sides";
    if (pm_step_count(step, PM_LOOP_NETWORK))
        return "nothing stays apart";
    return pm_step_count(step, PM_LOOP_NO_LOOP) ? "no loop" : NULL;
}
