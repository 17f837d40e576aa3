/* What single rules and pairs of them fill, in the order of the explainer, which rates most boards at
 * once; and the names of steps.
 *
 * The explainer takes the easiest step.  Rules about three digits come first, and fill a cell each;
 * then rules that a digit has its half, of shorter lines first and then of those with fewer open
 * cells, and these fill all that is open in the line.  So the order of the first does not matter, and
 * that of the second is known. */
#include "puzzles/binary/binary.h"

enum { MAX_SIDE = PM_HALVES_SIDE };

/* ---- A board that is being filled ---- */

enum { ROW, COLUMN };

struct board {
    int lines[2], length[2];      /* rows and columns: how many, and of how many cells */
    uint64_t has[2][MAX_SIDE][2]; /* by line and digit: the cells that hold it */
    uint64_t stirred[2];          /* lines in which something was learnt */
    int open;                     /* cells */
    struct pm_binary_course course;
};

static uint64_t open_in(const struct board *b, int way, int line)
{
    const uint64_t *has = b->has[way][line];
    return ~(has[0] | has[1]) & ~(uint64_t)0 >> (64 - b->length[way]);
}

/* Fills cells of a line with a digit. */
static void fill(struct board *b, int way, int line, uint64_t cells, int digit)
{
    b->open -= pm_binary_count(cells);
    b->has[way][line][digit] |= cells;
    b->stirred[way] |= (uint64_t)1 << line;
    b->stirred[!way] |= cells;
    for (; cells; cells &= cells - 1)
        b->has[!way][__builtin_ctzll(cells)][digit] |= (uint64_t)1 << line;
}

/* The cells beside or between two of these. */
static uint64_t beside_two(uint64_t cells)
{
    return (cells << 1 & cells << 2) | (cells >> 1 & cells >> 2) |
           (cells << 1 & cells >> 1);
}

/* All that the rules about three digits fill, in steps of one cell each. */
static void fill_triples(struct board *b)
{
    while (b->stirred[ROW] | b->stirred[COLUMN]) {
        int way = b->stirred[ROW] ? ROW : COLUMN, line = __builtin_ctzll(b->stirred[way]);
        b->stirred[way] &= b->stirred[way] - 1;
        for (int digit = 0; digit < 2; digit++) {
            uint64_t cells = beside_two(b->has[way][line][digit]) & open_in(b, way, line);
            b->course.steps += pm_binary_count(cells);
            if (cells)
                fill(b, way, line, cells, !digit);
        }
    }
}

/* What is compared of two lines with a digit that has its half. */
struct full_line {
    int way, line, digit, facts, open;
    int first; /* open cell, in reading order */
};

/* Below 0: a is easier. */
static int compare(const struct full_line *a, const struct full_line *b)
{
    return a->facts != b->facts ? a->facts - b->facts
           : a->open != b->open ? a->open - b->open
                                : a->first - b->first;
}

/* The easiest of them.  It is doubtful where a row and a column are alike, or where a longer line has
 * its last cell open, as its being different from another one would be easier still. */
static bool find_full_line(const struct board *b, struct full_line *best, bool *doubtful)
{
    bool alike = false, last_cell = false;
    best->open = 0;
    for (int way = ROW; way <= COLUMN; way++)
        for (int line = 0; line < b->lines[way]; line++) {
            uint64_t open = open_in(b, way, line);
            int half = b->length[way] / 2, at = open ? __builtin_ctzll(open) : 0;
            int digit = pm_binary_count(b->has[way][line][1]) == half;
            if (!open || pm_binary_count(b->has[way][line][digit]) != half)
                continue;
            at = way == ROW ? line * b->length[ROW] + at : at * b->length[ROW] + line;
            struct full_line full = {way, line, digit, half, pm_binary_count(open), at};
            int order = best->open == 0 ? -1 : compare(&full, best);
            alike = order == 0 || (order > 0 && alike);
            last_cell |= full.open == 1;
            if (order < 0)
                *best = full;
        }
    *doubtful = best->open > 1 && (alike || last_cell);
    return best->open > 0;
}

/* Fills the line whose half is told most easily, in one step. */
static bool fill_line(struct board *b)
{
    struct full_line full;
    bool doubtful;
    if (!find_full_line(b, &full, &doubtful))
        return false;
    b->course.doubtful |= doubtful;
    b->course.steps++;
    b->course.several |= full.open > 1;
    fill(b, full.way, full.line, open_in(b, full.way, full.line), !full.digit);
    return true;
}

/* Where a digit is left once in a line, it stands among any three cells that do not hold it yet: all
 * others hold the other one. */
static bool fill_around(struct board *b, int way, int line, int digit)
{
    uint64_t *has = b->has[way][line];
    if (pm_binary_count(has[digit]) + 1 != b->length[way] / 2)
        return false;
    uint64_t may = ~has[digit] & ~(uint64_t)0 >> (64 - b->length[way]);
    for (uint64_t three = may & may >> 1 & may >> 2; three; three &= three - 1) {
        uint64_t cells = open_in(b, way, line) & ~(UINT64_C(7) << __builtin_ctzll(three));
        if (cells)
            fill(b, way, line, cells, !digit);
        if (cells)
            return true;
    }
    return false;
}

/* What two rules tell together that do not tell it alone: a half and three digits in a line. */
static bool fill_pairs(struct board *b)
{
    for (int way = ROW; way <= COLUMN; way++)
        for (int line = 0; line < b->lines[way]; line++)
            if (fill_around(b, way, line, 0) || fill_around(b, way, line, 1)) {
                b->course.paired = true;
                return true;
            }
    return false;
}

static void begin(const struct pm_binary *puzzle, struct board *b)
{
    const int rows = puzzle->rows, columns = puzzle->columns;
    *b = (struct board){
        .lines = {rows, columns}, .length = {columns, rows}, .open = rows * columns};
    struct pm_halves halves = {rows, columns, puzzle->different, puzzle->given};
    for (int row = 0; row < rows; row++) {
        uint64_t given[2];
        pm_halves_givens(&halves, row, &given[0], &given[1]);
        for (int digit = 0; digit < 2; digit++)
            fill(b, ROW, row, given[digit], digit);
    }
}

struct pm_binary_course pm_binary_follow(const struct pm_binary *puzzle, bool pairs)
{
    struct board b;
    begin(puzzle, &b);
    do
        fill_triples(&b);
    while (b.open > 0 && (fill_line(&b) || (pairs && fill_pairs(&b))));
    b.course.solved = b.open == 0;
    return b.course;
}

/* ---- Rating ---- */

/* Where lines must differ, long steps are frequent and all steps together tell more; larger boards
 * have more of them. */
struct pm_scale pm_binary_scale(const void *puzzle)
{
    const struct pm_binary *b = puzzle;
    double cells = b->rows * b->columns;
    return b->different
               ? (struct pm_scale){PM_STEPS_TWICE, 0.7 * cells, 0.82 * cells, 0.9 * cells}
               : (struct pm_scale){PM_LARGEST_SEVERAL, 1.5, 2, 3};
}

/* Below 4 cells in a line one fact may do, which steps do not count.  Where lines may be equal, only
 * the largest step counts, so that the order of pairs does not matter. */
bool pm_binary_rate_soon(const void *puzzle, double *rating)
{
    const struct pm_binary *b = puzzle;
    if (b->rows < 4 || b->columns < 4)
        return false;
    struct pm_binary_course course = pm_binary_follow(b, !b->different);
    if (!course.solved || course.steps == 0 || (b->different && course.doubtful))
        return false;
    *rating = b->different ? course.steps : course.paired ? 2 : course.several ? 1.5 : 1;
    return true;
}

/* ---- Names ---- */

/* Whether the rules about three digits lie in the line of another rule. */
static bool triples_in(const struct pm_step *step, const struct pm_step_reason *line)
{
    for (int i = 0; i < step->reason_count; i++)
        if (step->reasons[i].number == PM_BINARY_TRIPLE &&
            !(pm_reason_mentions(line, step->reasons[i].places[0]) &&
              pm_reason_mentions(line, step->reasons[i].places[2])))
            return false;
    return true;
}

const char *pm_binary_technique(const void *puzzle, const struct pm_step *step)
{
    (void)puzzle;
    int n = step->reason_count, halves = pm_step_count(step, PM_BINARY_HALVES);
    int triples = pm_step_count(step, PM_BINARY_TRIPLE),
        different = pm_step_count(step, PM_BINARY_DIFFERENT);
    if (halves + triples + different < n)
        return NULL;
    if (different == 1)
        return "equal lines";
    if (n == 1 && halves)
        return "full line";
    if (n == 1 && step->fact_count == 2) {
        int between = step->facts[0].place + step->facts[1].place;
        return between == 2 * step->conclusions[0].place ? "gap" : "pair";
    }
    for (int i = 0; halves == 1 && triples > 0 && i < n; i++)
        if (step->reasons[i].number == PM_BINARY_HALVES &&
            triples_in(step, &step->reasons[i]))
            return "nearly full line";
    return NULL;
}
