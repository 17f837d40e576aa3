/* The names that sudoku players have for steps, known from the rules that a step needs and from what
 * it concludes.  A shape without a name stays without one. */
#include "puzzles/sudoku/sudoku.h"

#include <stdio.h>
#include <string.h>

#include "puzzles/words.h"

void pm_sudoku_value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    (void)puzzle, (void)place;
    snprintf(name, size, "%c", pm_sudoku_char(value));
}

/* Squares add up, so larger killers have more. */
struct pm_scale pm_sudoku_scale(const void *puzzle)
{
    const struct pm_sudoku *s = puzzle;
    return s->cage_count > 0 ? (struct pm_scale){PM_LARGEST_STEPS, 1.048, 2, 2.055}
                             : (struct pm_scale){PM_LARGEST, 1.2, 2, 7};
}

/* ---- Names ---- */

/* What a step needs, by sort of rule. */
struct shape {
    const struct pm_sudoku *sudoku;
    const struct pm_step *step;
    int count[PM_SUDOKU_OUTIES + 1]; /* of the rules of each sort; 0: others */
    int lines;                       /* rows and columns */
    bool one_digit;                  /* all are about one digit */
    bool sums;                       /* some are about sums */
};

static enum pm_sudoku_rule rule_of(const struct pm_step_reason *reason)
{
    return (enum pm_sudoku_rule)(reason->number >> 24);
}

static int digit_of(const struct pm_step_reason *reason)
{
    return reason->number & 255;
}

static struct shape shape_of(const struct pm_sudoku *s, const struct pm_step *step)
{
    struct shape shape = {.sudoku = s, .step = step, .one_digit = true};
    const struct pm_step_reason *first = NULL;
    for (int i = 0; i < step->reason_count; i++) {
        const struct pm_step_reason *reason = &step->reasons[i];
        shape.count[rule_of(reason)]++;
        shape.sums |= rule_of(reason) >= PM_SUDOKU_CAGE;
        if (digit_of(reason) == 0 || rule_of(reason) >= PM_SUDOKU_CAGE)
            continue;
        first = first ? first : reason;
        shape.one_digit &= digit_of(reason) == digit_of(first);
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

static const char *single(const struct shape *shape)
{
    const struct pm_step *step = shape->step;
    if (shape->count[PM_SUDOKU_CAGE])
        return "cage sum";
    if (shape->count[PM_SUDOKU_INNIES])
        return "rule of 45, innies";
    if (shape->count[PM_SUDOKU_OUTIES])
        return "rule of 45, outies";
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
    return pm_reason_mentions(region, step->conclusions[0].place) ? "claiming" : "pointing";
}

/* Whether a rule about a digit speaks of the cells of all rules about cells. */
static bool spans_cells(const struct pm_step *step, const struct pm_step_reason *house)
{
    for (int i = 0; i < step->reason_count; i++)
        if (rule_of(&step->reasons[i]) == PM_SUDOKU_CELL &&
            !pm_reason_mentions(house, step->reasons[i].places[0]))
            return false;
    return true;
}

/* As many digits as cells that share a house, or two: the digits leave the other cells, or other
 * digits these. */
static const char *subset(const struct shape *shape)
{
    static const char *const naked[] = {"naked pair", "naked triple", "naked quad"};
    static const char *const hidden[] = {"hidden pair", "hidden triple", "hidden quad"};
    const struct pm_step *step = shape->step;
    int cells = shape->count[PM_SUDOKU_CELL];
    bool is_hidden = false;
    if (cells < 2 || cells > 4 || step->reason_count != 2 * cells)
        return NULL;
    for (int i = 0; i < step->reason_count; i++) {
        const struct pm_step_reason *reason = &step->reasons[i];
        if (rule_of(reason) == PM_SUDOKU_CELL)
            is_hidden |= pm_reason_mentions(reason, step->conclusions[0].place);
        else if (!spans_cells(step, reason))
            return NULL;
    }
    return is_hidden ? hidden[cells - 2] : naked[cells - 2];
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

static bool is_out(const struct pm_step *step, int place, int digit)
{
    for (int i = 0; i < step->fact_count; i++)
        if (step->facts[i].place == place && step->facts[i].value == digit &&
            !step->facts[i].holds)
            return true;
    return false;
}

/* The digits that the facts leave to the cell of a rule, as a set. */
static uint64_t candidates(const struct shape *shape, const struct pm_step_reason *cell)
{
    uint64_t set = 0;
    for (int digit = 1; digit <= shape->sudoku->size; digit++)
        if (!is_out(shape->step, cell->places[0], digit))
            set |= UINT64_C(1) << digit;
    return set;
}

/* Whether a rule would be used up by the opposite of the conclusion. */
static bool is_end(const struct pm_step *step, const struct pm_step_reason *house)
{
    return digit_of(house) == step->conclusions[0].value &&
           pm_reason_mentions(house, step->conclusions[0].place);
}

/* The cells that are left to the digit of a rule, were the conclusion wrong. */
static int cells_left(const struct shape *shape, const struct pm_step_reason *house)
{
    const struct pm_step *step = shape->step;
    int n = 0;
    for (int i = 0; i < house->place_count; i++) {
        bool out = is_out(step, house->places[i], digit_of(house));
        for (int k = 0; k < step->reason_count && !out; k++)
            out = digit_of(house) == digit_of(&step->reasons[k]) &&
                  is_end(step, &step->reasons[k]) &&
                  pm_reason_mentions(&step->reasons[k], house->places[i]);
        n += !out;
    }
    return n;
}

/* Cells with two digits each, and what links them: the rules about the digit that is out, others,
 * and those of the latter that have two cells left. */
struct links {
    int twos, threes, about_it, others, strong;
    bool same; /* all cells have the same digits */
};

static struct links links_of(const struct shape *shape)
{
    const struct pm_step *step = shape->step;
    struct links links = {.same = true};
    uint64_t first = 0;
    for (int i = 0; i < step->reason_count; i++) {
        const struct pm_step_reason *reason = &step->reasons[i];
        if (rule_of(reason) == PM_SUDOKU_CELL) {
            uint64_t set = candidates(shape, reason);
            int n = __builtin_popcountll(set);
            links.twos += n == 2;
            links.threes += n == 3;
            first = first ? first : set;
            links.same &= set == first;
        } else if (digit_of(reason) == step->conclusions[0].value) {
            links.about_it++;
        } else {
            links.others++;
            links.strong += cells_left(shape, reason) == 2;
        }
    }
    return links;
}

/* Cells of two digits, or one of three among them: whichever is where, one of them holds the digit
 * that is out. */
static const char *wing(const struct shape *shape)
{
    int cells = shape->count[PM_SUDOKU_CELL];
    if (cells < 2 || cells > 12 || places_a_digit(shape->step))
        return NULL;
    struct links links = links_of(shape);
    bool all = links.twos == cells;
    if (links.about_it < 1 || links.about_it > 3)
        return NULL;
    if (cells == 2 && all && links.same && links.strong >= 1 && links.others == 3)
        return "W-wing";
    if (links.others != cells - 1)
        return NULL;
    if (cells == 3)
        return all ? "XY-wing" : links.twos == 2 && links.threes == 1 ? "XYZ-wing" : NULL;
    return all ? "XY-chain" : NULL;
}

/* One digit, and houses that have two cells left for it; those that reach the cell of the
 * conclusion then have one.  The shapes of five houses have names of their own. */
static const char *chain(const struct shape *shape)
{
    const struct pm_step *step = shape->step;
    int n = step->reason_count, links = 0, ends[PM_SUDOKU_OUTIES + 1] = {0};
    if (!shape->one_digit || shape->count[PM_SUDOKU_CELL] || n < 5)
        return NULL;
    for (int i = 0; i < n; i++) {
        int left = cells_left(shape, &step->reasons[i]);
        links += left == 2;
        ends[rule_of(&step->reasons[i])] += left == 1;
    }
    int rows = ends[PM_SUDOKU_ROW], columns = ends[PM_SUDOKU_COLUMN];
    if (n == 5)
        return rows == 2 || columns == 2        ? "skyscraper"
               : rows == 1 && columns == 1      ? "two-string kite"
               : shape->count[PM_SUDOKU_REGION] ? "empty rectangle"
                                                : NULL;
    return 2 * (links + rows + columns + ends[PM_SUDOKU_REGION]) + 1 >= n
               ? "simple colouring"
               : NULL;
}

const char *pm_sudoku_technique(const void *puzzle, const struct pm_step *step)
{
    static const char *(*const names[])(const struct shape *) = {subset, fish, wing, chain};
    struct shape shape = shape_of(puzzle, step);
    if (shape.count[0] > 0)
        return NULL;
    if (step->reason_count == 1)
        return single(&shape);
    if (shape.sums)
        return NULL;
    if (step->reason_count == 2)
        return intersection(&shape);
    const char *name = NULL;
    for (size_t i = 0; !name && i < sizeof names / sizeof *names; i++)
        name = names[i](&shape);
    return name;
}

/* ---- Words --------------------------------------------------------------------------- */

/* "column 4": a rule about a digit begins with its house. */
static void put_house(const struct pm_step_reason *reason, struct pm_out *out)
{
    const char *end = strstr(reason->text, " holds one ");
    pm_out_bytes(out, reason->text, end ? (size_t)(end - reason->text) : 0);
}

static void put_facts(const struct shape *shape, int n, const pulma_fact *facts,
                      struct pm_out *out)
{
    pm_words_facts(&pm_kind_sudoku, shape->sudoku, n, facts, out);
}

static void put_conclusions(const struct shape *shape, struct pm_out *out)
{
    put_facts(shape, shape->step->conclusion_count, shape->step->conclusions, out);
    pm_out_char(out, '.');
}

/* "1, 4 and 7": the digits of the rules, each once. */
static void put_digits(const struct shape *shape, struct pm_out *out)
{
    int digits[PM_SUDOKU_MAX], n = 0;
    for (int digit = 1; digit <= shape->sudoku->size; digit++) {
        bool is_there = false;
        for (int i = 0; i < shape->step->reason_count; i++)
            is_there |= digit_of(&shape->step->reasons[i]) == digit;
        if (is_there)
            digits[n++] = digit;
    }
    for (int i = 0; i < n; i++)
        pm_out_f(out, "%s%c",
                 i == 0      ? ""
                 : i + 1 < n ? ", "
                             : " and ",
                 pm_sudoku_char(digits[i]));
}

static void tell_single(const struct shape *shape, struct pm_out *out)
{
    const struct pm_step *step = shape->step;
    const pulma_fact *fact = step->conclusions;
    while (!fact->holds)
        fact++;
    put_facts(shape, 1, fact, out);
    if (rule_of(step->reasons) == PM_SUDOKU_CELL) {
        pm_out_text(out, ": no other digit is left for this cell.");
        return;
    }
    pm_out_text(out, ": ");
    put_house(step->reasons, out);
    pm_out_text(out, " has no other place for it.");
}

/* "In row 6 the digit 9 fits only the box at row 4, column 4, so ..." */
static void tell_intersection(const struct shape *shape, struct pm_out *out)
{
    const struct pm_step *step = shape->step;
    bool swap = pm_reason_mentions(&step->reasons[0], step->conclusions[0].place);
    pm_out_text(out, "in ");
    put_house(&step->reasons[swap], out);
    pm_out_f(out, " the digit %c fits only ", pm_sudoku_char(step->conclusions[0].value));
    put_house(&step->reasons[!swap], out);
    pm_out_text(out, ", so ");
    put_conclusions(shape, out);
}

static void put_subset_cells(const struct shape *shape, struct pm_out *out)
{
    int cells[4], n = 0;
    for (int i = 0; i < shape->step->reason_count && n < 4; i++)
        if (rule_of(&shape->step->reasons[i]) == PM_SUDOKU_CELL)
            cells[n++] = shape->step->reasons[i].places[0];
    pm_words_places(&pm_kind_sudoku, shape->sudoku, n, cells, out);
}

static void tell_naked(const struct shape *shape, struct pm_out *out)
{
    put_subset_cells(shape, out);
    pm_out_text(out, " take ");
    put_digits(shape, out);
    pm_out_text(out, ", so ");
    put_conclusions(shape, out);
}

static void tell_hidden(const struct shape *shape, struct pm_out *out)
{
    const struct pm_step_reason *house = shape->step->reasons;
    while (rule_of(house) == PM_SUDOKU_CELL)
        house++;
    pm_out_text(out, "in ");
    put_house(house, out);
    pm_out_text(out, " the digits ");
    put_digits(shape, out);
    pm_out_text(out, " fit only ");
    put_subset_cells(shape, out);
    pm_out_text(out, ", so ");
    put_conclusions(shape, out);
}

/* "rows 3 and 7", of the lines of one sort. */
static void put_lines(const struct shape *shape, enum pm_sudoku_rule rule,
                      struct pm_out *out)
{
    int n = shape->count[rule], told = 0;
    pm_out_text(out, rule == PM_SUDOKU_ROW ? "rows " : "columns ");
    for (int line = 0; line < shape->sudoku->size; line++)
        for (int i = 0; i < shape->step->reason_count; i++)
            if ((shape->step->reasons[i].number >> 8) == ((int)rule << 16 | line)) {
                pm_out_f(out, "%s%d",
                         told == 0      ? ""
                         : told + 1 < n ? ", "
                                        : " and ",
                         line + 1);
                told++;
            }
}

static void tell_fish(const struct shape *shape, struct pm_out *out)
{
    const struct pm_step *step = shape->step;
    bool by_rows = true;
    for (int i = 0; i < step->reason_count; i++)
        if (rule_of(&step->reasons[i]) == PM_SUDOKU_ROW &&
            pm_reason_mentions(&step->reasons[i], step->conclusions[0].place))
            by_rows = false;
    pm_out_text(out, "in ");
    put_lines(shape, by_rows ? PM_SUDOKU_ROW : PM_SUDOKU_COLUMN, out);
    pm_out_f(out, " the digit %c fits only ", pm_sudoku_char(step->conclusions[0].value));
    put_lines(shape, by_rows ? PM_SUDOKU_COLUMN : PM_SUDOKU_ROW, out);
    pm_out_text(out, ", so ");
    put_conclusions(shape, out);
}

/* The simplest shapes have words of their own; rules and facts are named for all others. */
bool pm_sudoku_tell(const void *puzzle, const struct pm_step *step, struct pm_out *out)
{
    static const struct {
        const char *start; /* of the technique's name */
        void (*tell)(const struct shape *shape, struct pm_out *out);
    } words[] = {{"naked single", tell_single},   {"hidden single", tell_single},
                 {"pointing", tell_intersection}, {"claiming", tell_intersection},
                 {"naked", tell_naked},           {"hidden", tell_hidden},
                 {"X-wing", tell_fish},           {"swordfish", tell_fish},
                 {"jellyfish", tell_fish}};
    const char *name = pm_sudoku_technique(puzzle, step);
    struct shape shape = shape_of(puzzle, step);
    for (size_t i = 0; name && i < sizeof words / sizeof *words; i++)
        if (strncmp(name, words[i].start, strlen(words[i].start)) == 0) {
            words[i].tell(&shape, out);
            return true;
        }
    return false;
}
