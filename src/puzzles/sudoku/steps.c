/* The names that sudoku players have for steps, known from the rules that a step needs and from what
 * it concludes.  A shape without a name stays without one. */
#include "puzzles/sudoku/sudoku.h"

#include <stdio.h>

void pm_sudoku_value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    (void)puzzle, (void)place;
    snprintf(name, size, "%c", pm_sudoku_char(value));
}

struct pm_scale pm_sudoku_scale(const void *puzzle)
{
    const struct pm_sudoku *s = puzzle;
    return s->cage_count > 0 ? (struct pm_scale){PM_SQUARES, 20, 120, 400}
                             : (struct pm_scale){PM_LARGEST, 2, 4, 7};
}

/* What a step needs, by sort of rule. */
struct shape {
    const struct pm_sudoku *sudoku;
    const struct pm_step *step;
    int count[PM_SUDOKU_REST + 1]; /* of the rules of each sort; 0: others */
    int lines;                     /* rows and columns */
    bool one_digit;                /* all are about one digit */
    bool one_house;                /* those about digits belong to one house */
};

static enum pm_sudoku_rule rule_of(const struct pm_step_reason *reason)
{
    return (enum pm_sudoku_rule)(reason->number >> 24);
}

static int house_of(const struct pm_step_reason *reason)
{
    return reason->number >> 8;
}

static int digit_of(const struct pm_step_reason *reason)
{
    return reason->number & 255;
}

static struct shape shape_of(const struct pm_sudoku *s, const struct pm_step *step)
{
    struct shape shape = {.sudoku = s, .step = step, .one_digit = true, .one_house = true};
    const struct pm_step_reason *first = NULL;
    for (int i = 0; i < step->reason_count; i++) {
        const struct pm_step_reason *reason = &step->reasons[i];
        shape.count[rule_of(reason)]++;
        if (digit_of(reason) == 0 || rule_of(reason) == PM_SUDOKU_REST)
            continue;
        first = first ? first : reason;
        shape.one_digit &= digit_of(reason) == digit_of(first);
        shape.one_house &= house_of(reason) == house_of(first);
    }
    shape.lines = shape.count[PM_SUDOKU_ROW] + shape.count[PM_SUDOKU_COLUMN];
    return shape;
}

static bool places_a_digit(const struct pm_step *step)
{
    for (int i = 0; i < step->conclusion_count; i++)
        if (step->conclusions[i].holds)
            return true;
    return false;
}

static bool speaks_of(const struct pm_step_reason *reason, int place)
{
    for (int i = 0; i < reason->place_count; i++)
        if (reason->places[i] == place)
            return true;
    return false;
}

static const char *single(const struct shape *shape)
{
    const struct pm_step *step = shape->step;
    if (shape->count[PM_SUDOKU_CAGE])
        return "cage sum";
    if (shape->count[PM_SUDOKU_REST])
        return "rule of 45";
    if (!places_a_digit(step) || step->fact_count <= 1)
        return NULL;
    return shape->count[PM_SUDOKU_CELL] ? "naked single" : "hidden single";
}

/* A region and a line, one digit: it leaves the rest of the line, or of the region. */
static const char *intersection(const struct shape *shape)
{
    const struct pm_step *step = shape->step;
    if (!shape->one_digit || shape->count[PM_SUDOKU_REGION] != 1 || shape->lines != 1 ||
        places_a_digit(step))
        return NULL;
    const struct pm_step_reason *region =
        &step->reasons[rule_of(&step->reasons[0]) == PM_SUDOKU_REGION ? 0 : 1];
    return speaks_of(region, step->conclusions[0].place) ? "claiming" : "pointing";
}

/* As many cells as digits of one house: the digits leave the other cells, or other digits
 * these. */
static const char *subset(const struct shape *shape)
{
    static const char *const naked[] = {"naked pair", "naked triple", "naked quad"};
    static const char *const hidden[] = {"hidden pair", "hidden triple", "hidden quad"};
    const struct pm_step *step = shape->step;
    int cells = shape->count[PM_SUDOKU_CELL];
    if (cells < 2 || cells > 4 || step->reason_count != 2 * cells || !shape->one_house ||
        shape->count[PM_SUDOKU_CAGE] || shape->count[PM_SUDOKU_REST])
        return NULL;
    for (int i = 0; i < step->reason_count; i++)
        if (rule_of(&step->reasons[i]) == PM_SUDOKU_CELL &&
            speaks_of(&step->reasons[i], step->conclusions[0].place))
            return hidden[cells - 2];
    return naked[cells - 2];
}

/* One digit in as many rows as columns. */
static const char *fish(const struct shape *shape)
{
    static const char *const names[] = {"X-wing", "swordfish", "jellyfish"};
    int rows = shape->count[PM_SUDOKU_ROW];
    if (!shape->one_digit || rows != shape->count[PM_SUDOKU_COLUMN] || rows < 2 ||
        rows > 4 || shape->step->reason_count != 2 * rows)
        return NULL;
    return names[rows - 2];
}

/* How many digits the facts leave to the cell of a rule. */
static int candidates(const struct shape *shape, const struct pm_step_reason *cell)
{
    int left = shape->sudoku->size;
    for (int i = 0; i < shape->step->fact_count; i++)
        left -= shape->step->facts[i].place == cell->places[0];
    return left;
}

/* Three cells; the digit that is out stands in one of them, whatever the first one holds. */
static const char *wing(const struct shape *shape)
{
    const struct pm_step *step = shape->step;
    int houses = step->reason_count - 3, twos = 0, threes = 0, about_it = 0;
    if (shape->count[PM_SUDOKU_CELL] != 3 || houses < 3 || houses > 5)
        return NULL;
    for (int i = 0; i < step->reason_count; i++) {
        const struct pm_step_reason *reason = &step->reasons[i];
        if (rule_of(reason) == PM_SUDOKU_CELL) {
            twos += candidates(shape, reason) == 2;
            threes += candidates(shape, reason) == 3;
        } else {
            about_it += digit_of(reason) == step->conclusions[0].value;
        }
    }
    if (houses - about_it != 2 || places_a_digit(step))
        return NULL;
    return twos == 3 ? "XY-wing" : twos == 2 && threes == 1 ? "XYZ-wing" : NULL;
}

/* One digit along houses that have two places for it. */
static const char *chain(const struct shape *shape)
{
    int rows = shape->count[PM_SUDOKU_ROW], columns = shape->count[PM_SUDOKU_COLUMN];
    int n = shape->step->reason_count;
    if (!shape->one_digit || shape->count[PM_SUDOKU_CELL] || n < 5 ||
        rows + columns + shape->count[PM_SUDOKU_REGION] != n)
        return NULL;
    bool parallel = (rows == 2 && columns == 1) || (rows == 1 && columns == 2);
    return n == 5 && parallel ? "skyscraper" : "simple colouring";
}

const char *pm_sudoku_technique(const void *puzzle, const struct pm_step *step)
{
    static const char *(*const names[])(const struct shape *) = {subset, fish, wing, chain};
    struct shape shape = shape_of(puzzle, step);
    if (shape.count[0] > 0)
        return NULL;
    if (step->reason_count == 1)
        return single(&shape);
    if (step->reason_count == 2)
        return intersection(&shape);
    const char *name = NULL;
    for (size_t i = 0; !name && i < sizeof names / sizeof *names; i++)
        name = names[i](&shape);
    return name;
}
