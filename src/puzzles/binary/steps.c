/* What single rules and pairs of them fill, in the order of the explainer, which rates most boards at
 * once; and the names of steps.
 *
 * The explainer takes the easiest step.  Rules about three digits come first, and fill a cell each;
 * then rules that a digit has its half, of shorter lines first and then of those with fewer open
 * cells, and these fill all that is open in the line.  So the order of the first does not matter, and
 * that of the second is known.
 *
 * Where single rules tell nothing more, it looks for a pair for each open cell, and keeps it: later it may
 * be told by an easier one, but that is not looked for.  So it is noted for each cell which pair was
 * found, and at which of these stages. */
#include "puzzles/binary/binary.h"

#include <stdlib.h>

enum { MAX_SIDE = PM_HALVES_SIDE };

/* ---- A board that is being filled ---- */

enum { ROW, COLUMN };

/* A half and three cells in a line of an open cell, which together tell what is in it. */
struct pair {
    short stage; /* at which it was found; 0: none was; below: another one, at that stage */
    signed char way, digit; /* the line lacks this digit once */
    signed char first;      /* of the three cells */
    signed char facts;      /* known ones that it takes, when it was found */
};

struct board {
    int lines[2], length[2];      /* rows and columns: how many, and of how many cells */
    uint64_t has[2][MAX_SIDE][2]; /* by line and digit: the cells that hold it */
    int count[2][MAX_SIDE][2];    /* and how many they are */
    uint64_t stirred[2];          /* lines in which something was learnt */
    uint64_t full[2];             /* lines in which a digit has its half */
    int open;                     /* cells */
    struct pm_binary_course course;
    bool different;     /* no two lines are equal */
    struct pair *pairs; /* by cell */
    short stage;        /* how often they were looked for */
};

static int cell_at(const struct board *b, int way, int line, int at)
{
    return way == ROW ? line * b->length[ROW] + at : at * b->length[ROW] + line;
}

static uint64_t open_in(const struct board *b, int way, int line)
{
    const uint64_t *has = b->has[way][line];
    return ~(has[0] | has[1]) & ~(uint64_t)0 >> (64 - b->length[way]);
}

/* Fills cells of a line with a digit. */
static void fill(struct board *b, int way, int line, uint64_t cells, int digit)
{
    b->has[way][line][digit] |= cells;
    b->stirred[way] |= (uint64_t)1 << line;
    b->stirred[!way] |= cells;
    for (; cells; cells &= cells - 1) {
        int across = __builtin_ctzll(cells);
        b->has[!way][across][digit] |= (uint64_t)1 << line;
        if (++b->count[!way][across][digit] == b->length[!way] / 2)
            b->full[!way] |= (uint64_t)1 << across;
        b->count[way][line][digit]++;
        b->open--;
    }
    if (b->count[way][line][digit] == b->length[way] / 2)
        b->full[way] |= (uint64_t)1 << line;
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
    const int before = b->open;
    while (b->stirred[ROW] | b->stirred[COLUMN]) {
        int way = b->stirred[ROW] ? ROW : COLUMN, line = __builtin_ctzll(b->stirred[way]);
        b->stirred[way] &= b->stirred[way] - 1;
        uint64_t open = open_in(b, way, line);
        for (int digit = 0; open && digit < 2; digit++) {
            uint64_t cells = beside_two(b->has[way][line][digit]) & open;
            if (cells)
                fill(b, way, line, cells, !digit);
            open &= ~cells;
        }
    }
    b->course.steps += before - b->open;
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
        for (uint64_t lines = b->full[way]; lines; lines &= lines - 1) {
            int line = __builtin_ctzll(lines), half = b->length[way] / 2;
            const int *count = b->count[way][line];
            int digit = count[1] == half;
            if (count[!digit] == half)
                continue;
            int at = cell_at(b, way, line, __builtin_ctzll(open_in(b, way, line)));
            struct full_line full = {way, line, digit, half, half - count[!digit], at};
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

/* ---- Pairs of rules ----
 *
 * Where a digit is left once in a line, it stands among any three cells that do not hold it yet: all
 * others hold the other one.  Of the threes that tell this of a cell the explainer finds the first. */

static uint64_t three_of(const struct pair *pair)
{
    return UINT64_C(7) << pair->first;
}

/* The line of a pair that tells what is in this cell. */
static int line_of(const struct board *b, const struct pair *pair, int cell)
{
    return pair->way == ROW ? cell / b->length[ROW] : cell % b->length[ROW];
}

static int open_of_three(const struct board *b, const struct pair *pair, int line)
{
    uint64_t open = (open_in(b, pair->way, line) & three_of(pair)) >> pair->first;
    return (int)((open & 1) + (open >> 1 & 1) + (open >> 2));
}

/* Notes the pair of an open cell.  It stays the one, whatever is learnt; but which of two comes first is
 * not known. */
static void note_pair(struct board *b, int way, int line, int at, int digit, int first)
{
    struct pair *pair = &b->pairs[cell_at(b, way, line, at)];
    b->course.doubtful |= pair->stage == b->stage;
    if (pair->stage != 0)
        return;
    *pair = (struct pair){b->stage, (signed char)way, (signed char)digit,
                          (signed char)first, 0};
    pair->facts = (signed char)(b->length[way] / 2 + 2 - open_of_three(b, pair, line));
}

/* Finds the pairs of a line for all its open cells: the first three that the cell is not in. */
static void find_pairs(struct board *b, int way, int line, int digit)
{
    if (b->count[way][line][digit] + 1 != b->length[way] / 2)
        return;
    uint64_t may = ~b->has[way][line][digit] & ~(uint64_t)0 >> (64 - b->length[way]);
    uint64_t threes = may & may >> 1 & may >> 2;
    for (uint64_t open = threes ? open_in(b, way, line) : 0; open; open &= open - 1) {
        int at = __builtin_ctzll(open);
        uint64_t without = threes & ~(UINT64_C(7) << at >> 2);
        if (without)
            note_pair(b, way, line, at, digit, __builtin_ctzll(without));
    }
}

/* What there is to look through for a pair. */
static int open_for(const struct board *b, const struct pair *pair, int cell)
{
    int line = line_of(b, pair, cell);
    const int *count = b->count[pair->way][line];
    return b->length[pair->way] - count[0] - count[1] + open_of_three(b, pair, line);
}

/* Whether the pair of the first cell is easier; of equal ones that of the cell that comes first. */
static bool is_easier(const struct board *b, int cell, int other)
{
    const struct pair *p = &b->pairs[cell], *q = &b->pairs[other];
    return p->facts != q->facts ? p->facts < q->facts
                                : open_for(b, p, cell) < open_for(b, q, other);
}

/* ---- Lines that differ ----
 *
 * Together with another rule this tells something of a line only where a full one is equal to it as far
 * as it is filled.  If two cells are open, near each other, rules about three digits do: that is easier to see
 * than a half.  If a digit is left once, the half does, which takes more facts than other pairs. */

/* Notes that the explainer has found such a pair for a cell, after which it looks for no other. */
static void note_dear(struct board *b, int way, int line, int full)
{
    for (int digit = 0; digit < 2; digit++) {
        uint64_t at = b->has[way][full][digit] & open_in(b, way, line);
        if (b->count[way][line][digit] + 1 != b->length[way] / 2 || !at)
            continue;
        struct pair *pair = &b->pairs[cell_at(b, way, line, __builtin_ctzll(at))];
        bool now = pair->stage == b->stage;
        b->course.doubtful |= now && pair->way != way; /* which one did it find? */
        if (now || pair->stage == 0)
            pair->stage = (short)-b->stage;
    }
}

/* Of two open cells the first that is told, -1: none.  They may not hold what they hold in the full line,
 * and a rule about three digits rules out that both hold what is beside them. */
static int told_of_two(const struct board *b, int way, int line, int full)
{
    uint64_t open = open_in(b, way, line), zero = b->has[way][full][0] & open;
    int low = __builtin_ctzll(open), high = __builtin_ctzll(open & (open - 1)), told = -1;
    for (int first = high - 2; first <= low; first++) {
        uint64_t third = first < 0 ? 0 : UINT64_C(7) << first & ~open;
        if (first < 0 || first + 3 > b->length[way])
            continue;
        int at = __builtin_ctzll(b->has[way][line][0] & third ? zero : open & ~zero);
        int stage = b->pairs[cell_at(b, way, line, at)].stage;
        /* Otherwise it stays at what it found before. */
        if (stage == 0 || abs(stage) == b->stage)
            told = told < 0 || at < told ? at : told;
    }
    return told;
}

/* Where a line is equal to a full one so far; what is told of two cells is noted as a step. */
struct told {
    int way, line, at, digit, count;
};

static void look_at_equal(struct board *b, int way, int line, int full, struct told *told)
{
    const uint64_t *p = b->has[way][line], *q = b->has[way][full];
    const int *count = b->count[way][line];
    if ((p[0] & q[1]) | (p[1] & q[0]) || count[0] + count[1] == b->length[way])
        return;
    note_dear(b, way, line, full);
    int at =
        count[0] + count[1] + 2 == b->length[way] ? told_of_two(b, way, line, full) : -1;
    if (at >= 0)
        *told = (struct told){way, line, at, q[0] >> at & 1, told->count + 1};
}

/* Fills a cell as its line would be equal to another one. */
static bool fill_unequal(struct board *b)
{
    struct told told = {0};
    for (int way = ROW; way <= COLUMN && b->different; way++)
        for (uint64_t lines = b->full[way]; lines; lines &= lines - 1) {
            int full = __builtin_ctzll(lines);
            for (int line = 0; line < b->lines[way] && !open_in(b, way, full); line++)
                look_at_equal(b, way, line, full, &told);
        }
    b->course.doubtful |= told.count > 1;
    if (told.count > 0)
        fill(b, told.way, told.line, (uint64_t)1 << told.at, told.digit);
    return told.count > 0;
}

static void find_all_pairs(struct board *b)
{
    b->stage++;
    for (int way = ROW; way <= COLUMN; way++)
        for (int line = 0; line < b->lines[way]; line++) {
            find_pairs(b, way, line, 0);
            find_pairs(b, way, line, 1);
        }
}

/* The open cell with the easiest pair; -1: none has one. */
static int easiest_pair(const struct board *b)
{
    int best = -1;
    for (int row = 0; row < b->lines[ROW]; row++)
        for (uint64_t open = open_in(b, ROW, row); open; open &= open - 1) {
            int cell = row * b->length[ROW] + __builtin_ctzll(open);
            if (b->pairs[cell].stage > 0 && (best < 0 || is_easier(b, cell, best)))
                best = cell;
        }
    return best;
}

/* Fills all that the easiest half and three cells tell. */
static bool fill_half(struct board *b)
{
    int cell = easiest_pair(b);
    if (cell < 0)
        return false;
    const struct pair *pair = &b->pairs[cell];
    int line = line_of(b, pair, cell);
    fill(b, pair->way, line, open_in(b, pair->way, line) & ~three_of(pair), !pair->digit);
    return true;
}

/* What two rules tell together that do not tell it alone, in the easiest step. */
static bool fill_pairs(struct board *b)
{
    find_all_pairs(b);
    bool any = fill_unequal(b) || fill_half(b);
    b->course.pairs += any;
    return any;
}

static void begin(const struct pm_binary *puzzle, struct board *b)
{
    const int rows = puzzle->rows, columns = puzzle->columns;
    *b = (struct board){.lines = {rows, columns},
                        .length = {columns, rows},
                        .open = rows * columns,
                        .different = puzzle->different};
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
    struct pair found[MAX_SIDE * MAX_SIDE];
    begin(puzzle, &b);
    b.pairs = found;
    for (int i = 0; i < puzzle->rows * puzzle->columns; i++)
        found[i].stage = 0;
    bool any = true;
    while (any) {
        fill_triples(&b);
        any = b.open > 0 && (fill_line(&b) || (pairs && fill_pairs(&b)));
        if (pairs && b.different && b.course.doubtful)
            break; /* its rating would not be told */
    }
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

/* Below 4 cells in a line one fact may do, which steps do not count. */
bool pm_binary_rate(const struct pm_binary *b, const struct pm_binary_course *course,
                    double *rating)
{
    if (b->rows < 4 || b->columns < 4 || !course->solved ||
        course->steps + course->pairs == 0 || (b->different && course->doubtful))
        return false;
    *rating = b->different        ? course->steps + 2 * course->pairs
              : course->pairs > 0 ? 2
              : course->several   ? 1.5
                                  : 1;
    return true;
}

bool pm_binary_rate_soon(const void *puzzle, double *rating)
{
    struct pm_binary_course course = pm_binary_follow(puzzle, true);
    return pm_binary_rate(puzzle, &course, rating);
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
