/* How steps make a level; and their names, known from the rules that a step needs. */
#include "puzzles/starbattle/starbattle.h"

/* With several stars steps need more rules: about as many published boards of 10x10 with two stars, and
 * of 14x14 with three, fall into each level. */
struct pm_scale pm_starbattle_scale(const void *puzzle)
{
    const struct pm_starbattle *p = puzzle;
    return p->stars > 1 ? (struct pm_scale){PM_LARGEST_SHARE, 4.5, 7, 13}
                        : (struct pm_scale){PM_LARGEST_SHARE, 2.35, 3.4, 4.5};
}

static bool finds_stars(const struct pm_step *step)
{
    return step->conclusions[0].holds == (step->conclusions[0].value == 1);
}

static const char *single(const struct pm_step *step)
{
    bool stars = finds_stars(step);
    switch (step->reasons[0].number) {
    case PM_STAR_TOUCH:
        return "touching";
    case PM_STAR_ROW:
        return stars ? "last cells of a row" : "full row";
    case PM_STAR_COLUMN:
        return stars ? "last cells of a column" : "full column";
    case PM_STAR_ISLAND:
        return stars ? "last cells of an island" : "full island";
    default:
        return NULL;
    }
}

/* As many lines side by side as islands: what the ones need leaves nothing to the others. */
static const char *packed(const struct pm_step *step, bool rows)
{
    bool in_island = false;
    for (int i = 0; i < step->reason_count; i++)
        if (step->reasons[i].number == PM_STAR_ISLAND)
            in_island |= pm_reason_mentions(&step->reasons[i], step->conclusions[0].place);
    if (in_island)
        return rows ? "rows packed in islands" : "columns packed in islands";
    return rows ? "islands packed in rows" : "islands packed in columns";
}

const char *pm_starbattle_technique(const void *puzzle, const struct pm_step *step)
{
    (void)puzzle;
    int rows = pm_step_count(step, PM_STAR_ROW);
    int columns = pm_step_count(step, PM_STAR_COLUMN);
    int islands = pm_step_count(step, PM_STAR_ISLAND);
    int touching = pm_step_count(step, PM_STAR_TOUCH);
    if (rows + columns + islands + touching < step->reason_count)
        return NULL;
    if (step->reason_count == 1)
        return single(step);
    if (touching == 0 && islands > 0 && rows + columns == islands && rows * columns == 0)
        return packed(step, rows > 0);
    if (touching > 0 && rows + columns + islands == 1)
        return finds_stars(step) ? "no room without it" : "no room beside it";
    return NULL;
}
