/* Inventing thermometer boards.
 *
 * Thermometers that cover the board, levels of mercury in them; the numbers at the rim follow.
 * Then the board is mended where the numbers leave cells open: the level of a thermometer there
 * is changed as long as not more cells stay open.  What does not mend soon is thrown away.
 *
 * Which cells are open the rules tell, which takes milliseconds.  For all levels below expert single lines
 * tell it in microseconds: boards that these do not settle would be too hard. */
#include "puzzles/thermometers/thermometers.h"

#include <assert.h>
#include <string.h>

enum {
    NOWHERE = -1,
    MAX_INVENTED = 20,
    BOARDS = 12,           /* coverings tried */
    MENDINGS = 600,        /* of one covering */
    QUICK_MENDINGS = 6000, /* by single lines */
    LARGE = 100,           /* cells from which on the rules take long */
    EFFORT = 500,          /* conflicts of a question; what takes more is too open */
};

/* What inventing works with; the arrays are for each cell or place. */
struct draft {
    struct pm_thermometers *board;
    struct pm_rng *rng;
    bool bent;
    bool simple;        /* single lines shall settle it */
    bool stays_simple;  /* even when numbers are hidden */
    int longest;        /* thermometer, as a rule */
    int *before, *next; /* neighbours of a cell in its chain, or NOWHERE */
    int *order;         /* the cells, shuffled */
    int *filled, *best; /* levels being tried, and the best ones, as answers */
    int *forced;
    int open_count; /* places that the best levels leave open */
    int *open;
};

/* The cell one step away in the direction 0..3, or NOWHERE. */
static int neighbour(const struct pm_thermometers *p, int cell, int direction)
{
    static const int down[] = {0, 0, 1, -1}, right[] = {1, -1, 0, 0};
    int row = cell / p->columns + down[direction],
        column = cell % p->columns + right[direction];
    bool inside = row >= 0 && row < p->rows && column >= 0 && column < p->columns;
    return inside ? row * p->columns + column : NOWHERE;
}

static void join(struct draft *d, int first, int second)
{
    d->next[first] = second;
    d->before[second] = first;
}

static bool is_single(const struct draft *d, int cell)
{
    return d->before[cell] == NOWHERE && d->next[cell] == NOWHERE;
}

/* Lays a chain that begins at a cell, over cells that are single yet. */
static void lay_chain(struct draft *d, int cell)
{
    int length = 2 + pm_rng_below(d->rng, d->longest - 1),
        direction = pm_rng_below(d->rng, 4);
    for (int turns = 0; length > 1 && turns < 4;) {
        int next = neighbour(d->board, cell, direction);
        if (next != NOWHERE && is_single(d, next) && d->before[cell] != next) {
            join(d, cell, next);
            cell = next;
            length--;
            turns = 0;
        } else if (!d->bent && d->before[cell] != NOWHERE) {
            return;
        } else {
            direction = (direction + 1) % 4;
            turns++;
        }
        if (d->bent && pm_rng_below(d->rng, 4) == 0)
            direction = pm_rng_below(d->rng, 4);
    }
}

static int chain_part(int cell, const int *link)
{
    int n = 0;
    for (int at = link[cell]; at != NOWHERE; at = link[at])
        n++;
    return n;
}

/* A chain may go on from `end` to a new cell, if it need not be straight or stays so. */
static bool goes_on(const struct draft *d, int end, int inner, int cell)
{
    return d->bent || inner == NOWHERE || end - inner == cell - end;
}

/* Takes a cell that was left single into a chain beside it, or a cell of such a chain to it;
 * false if neither can be done. */
static bool adopt(struct draft *d, int cell)
{
    int turn = pm_rng_below(d->rng, 4);
    for (int i = 0; i < 4; i++) {
        int other = neighbour(d->board, cell, (turn + i) % 4);
        if (other == NOWHERE)
            continue;
        if (d->next[other] == NOWHERE && goes_on(d, other, d->before[other], cell)) {
            join(d, other, cell);
            return true;
        }
        if (d->before[other] == NOWHERE && goes_on(d, other, d->next[other], cell)) {
            join(d, cell, other);
            return true;
        }
    }
    for (int i = 0; i < 4; i++) {
        int other = neighbour(d->board, cell, (turn + i) % 4);
        if (other == NOWHERE || chain_part(other, d->before) == 1 ||
            chain_part(other, d->next) == 1)
            continue;
        if (d->before[other] != NOWHERE)
            d->next[d->before[other]] = NOWHERE;
        if (d->next[other] != NOWHERE)
            d->before[d->next[other]] = NOWHERE;
        d->before[other] = d->next[other] = NOWHERE;
        join(d, cell, other);
        return true;
    }
    return false;
}

/* Covers the board with thermometers of two cells or more; false if chance left one alone. */
static bool lay_thermometers(struct draft *d)
{
    struct pm_thermometers *p = d->board;
    int n = p->rows * p->columns;
    for (int i = 0; i < n; i++) {
        d->order[i] = i;
        d->before[i] = d->next[i] = NOWHERE;
    }
    pm_rng_shuffle(d->rng, d->order, n);
    for (int i = 0; i < n; i++)
        if (is_single(d, d->order[i]))
            lay_chain(d, d->order[i]);
    for (int i = 0; i < n; i++)
        if (is_single(d, d->order[i]) && !adopt(d, d->order[i]))
            return false;
    for (int cell = 0; cell < n; cell++) {
        int before = d->before[cell];
        p->sign[cell] = (char)(before == NOWHERE    ? 'o'
                               : before == cell - 1 ? '>'
                               : before == cell + 1 ? '<'
                               : before < cell      ? 'v'
                                                    : '^');
    }
    return true;
}

/* Fills a thermometer up to a random height. */
static void pour(struct draft *d, int bulb)
{
    int length = 1;
    for (int at = d->board->after[bulb]; at != NOWHERE; at = d->board->after[at])
        length++;
    int height = pm_rng_below(d->rng, length + 1);
    for (int at = bulb; at != NOWHERE; at = d->board->after[at])
        d->filled[at] = height-- > 0;
}

/* The numbers at the rim for these levels, all of them told. */
static void count_filled(struct draft *d)
{
    struct pm_thermometers *p = d->board;
    memset(p->row_count, 0, (size_t)p->rows * sizeof *p->row_count);
    memset(p->column_count, 0, (size_t)p->columns * sizeof *p->column_count);
    for (int place = 0; place < p->place_count; place++) {
        p->row_count[p->cell_of[place] / p->columns] += d->filled[place];
        p->column_count[p->cell_of[place] % p->columns] += d->filled[place];
    }
}

/* ---- What single lines tell ------------------------------------------------------------- */

/* A cell holds the value, and so do those before it (filled) or behind it (empty). */
static void settle_cell(struct draft *d, int cell, int value)
{
    const int *link = value ? d->before : d->next;
    for (; cell != NOWHERE && d->forced[cell] == PULMA_EMPTY; cell = link[cell])
        d->forced[cell] = value;
}

/* How many open cells of the line hold the value if this one does. */
static int follow(const struct draft *d, int cell, int value, int line)
{
    const struct pm_thermometers *p = d->board;
    const int *link = value ? d->before : d->next;
    int n = 0;
    for (; cell != NOWHERE && d->forced[cell] == PULMA_EMPTY; cell = link[cell])
        n += line < p->rows ? cell / p->columns == line
                            : cell % p->columns == line - p->rows;
    return n;
}

static bool look_at_line(struct draft *d, int line)
{
    const struct pm_thermometers *p = d->board;
    bool row = line < p->rows, found = false;
    int count = row ? p->row_count[line] : p->column_count[line - p->rows];
    int first = row ? line * p->columns : line - p->rows, step = row ? 1 : p->columns;
    int end = first + step * (row ? p->columns : p->rows), filled = 0, open = 0;
    for (int cell = first; cell < end; cell += step) {
        filled += d->forced[cell] == 1;
        open += d->forced[cell] == PULMA_EMPTY;
    }
    if (count == PM_UNKNOWN || open == 0)
        return false;
    for (int cell = first; cell < end && !found; cell += step) {
        if (d->forced[cell] != PULMA_EMPTY)
            continue;
        bool too_much = filled + follow(d, cell, 1, line) > count;
        found = too_much || filled + open - follow(d, cell, 0, line) < count;
        if (found)
            settle_cell(d, cell, !too_much);
    }
    return found;
}

/* Which cells the numbers settle line by line; the others are empty in `forced`. */
static void settle_lines(struct draft *d)
{
    const struct pm_thermometers *p = d->board;
    for (int cell = 0; cell < p->place_count; cell++)
        d->forced[cell] = PULMA_EMPTY;
    for (bool found = true; found;) {
        found = false;
        for (int line = 0; line < p->rows + p->columns; line++)
            while (look_at_line(d, line))
                found = true;
    }
}

static bool lines_settle_all(struct draft *d)
{
    int place = 0;
    settle_lines(d);
    while (place < d->board->place_count && d->forced[place] != PULMA_EMPTY)
        place++;
    return place == d->board->place_count;
}

/* ---- Levels of mercury ------------------------------------------------------------------ */

/* What the rules leave open; all of it, if that takes too long. */
static pulma_status ask_rules(struct draft *d)
{
    struct pm_question question = pm_question_of(&pm_kind_thermometers, d->board);
    question.limits = &(const struct pm_limits){.conflicts = EFFORT};
    pulma_status status = pm_question_forced(&question, d->forced, NULL);
    return status == PULMA_LIMIT ? PULMA_OK : status;
}

/* Tries the levels; keeps them as the best ones if they leave no more places open. */
static pulma_status try_levels(struct draft *d)
{
    int n = 0, count = d->board->place_count;
    pulma_status status = PULMA_OK;
    count_filled(d);
    if (d->simple)
        settle_lines(d);
    else
        status = ask_rules(d);
    if (status)
        return status;
    for (int place = 0; place < count; place++)
        n += d->forced[place] == PULMA_EMPTY;
    if (n > d->open_count)
        return PULMA_OK;
    d->open_count = 0;
    for (int place = 0; place < count; place++) {
        d->best[place] = d->filled[place];
        if (d->forced[place] == PULMA_EMPTY)
            d->open[d->open_count++] = place;
    }
    return PULMA_OK;
}

/* Levels whose numbers leave nothing open.  PULMA_NONE: chance led nowhere. */
static pulma_status make_levels(struct draft *d, const struct pm_wish *wish,
                                pulma_error *err)
{
    const struct pm_thermometers *p = d->board;
    for (int place = 0; place < p->place_count; place++)
        if (p->bulb[place] == place)
            pour(d, place);
    d->open_count = p->place_count;
    for (int step = 0; step < (d->simple ? QUICK_MENDINGS : MENDINGS); step++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        pulma_status status = try_levels(d);
        if (status)
            return status == PULMA_NO_MEMORY ? pm_fail_memory(err) : PULMA_NONE;
        if (d->open_count == 0)
            return wish->answers(wish, p, 2, NULL) == 1 ? PULMA_OK : PULMA_NONE;
        memcpy(d->filled, d->best, (size_t)p->place_count * sizeof *d->filled);
        for (int changes = 1 + d->open_count / 16; changes > 0; changes--)
            pour(d, p->bulb[d->open[pm_rng_below(d->rng, d->open_count)]]);
    }
    return PULMA_NONE;
}

/* Takes numbers away, in random order, as long as the answer stays the only one (or the lines
 * settle all, which is judged once more at the end). */
static pulma_status hide_counts(struct draft *d, const struct pm_wish *wish,
                                pulma_error *err)
{
    struct pm_thermometers *p = d->board;
    int n = p->rows + p->columns;
    for (int i = 0; i < n; i++)
        d->order[i] = i;
    pm_rng_shuffle(d->rng, d->order, n);
    for (int i = 0; i < n; i++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        int line = d->order[i];
        int *count =
            line < p->rows ? &p->row_count[line] : &p->column_count[line - p->rows];
        int told = *count;
        *count = PM_UNKNOWN;
        if (d->stays_simple ? !lines_settle_all(d) : wish->answers(wish, p, 2, NULL) != 1)
            *count = told;
    }
    return !d->stays_simple || wish->answers(wish, p, 2, NULL) == 1 ? PULMA_OK : PULMA_NONE;
}

static pulma_status new_draft(struct draft *d, int rows, int columns,
                              struct pm_arena *arena, pulma_error *err)
{
    size_t n = (size_t)rows * (size_t)columns;
    d->board = pm_thermometers_new(rows, columns, arena);
    d->before = pm_new(arena, n, int);
    d->next = pm_new(arena, n, int);
    d->order = pm_new(arena, n, int);
    d->filled = pm_new(arena, n, int);
    d->best = pm_new(arena, n, int);
    d->forced = pm_new(arena, n, int);
    d->open = pm_new(arena, n, int);
    bool complete = d->board && d->before && d->next && d->order && d->filled && d->best &&
                    d->forced && d->open;
    return complete ? PULMA_OK : pm_fail_memory(err);
}

const char pm_thermometers_options[] =
    "clues=all|needed  show every number at the rim, or only those that are needed\n"
    "bent=yes|no  thermometers may go around corners\n";

static pulma_status read_wish(const struct pm_wish *wish, struct draft *d, bool *needed,
                              pulma_error *err)
{
    const char *clues = pm_wish_option(wish, "clues");
    if (clues && strcmp(clues, "all") != 0 && strcmp(clues, "needed") != 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected clues=all or clues=needed, found %s", clues);
    *needed = clues ? clues[0] == 'n' : wish->difficulty == PULMA_HARD;
    d->simple =
        wish->rated ? wish->level < PULMA_LEVEL_EXPERT : wish->rows * wish->columns > LARGE;
    d->stays_simple = d->simple && !clues;
    d->longest = wish->difficulty == PULMA_EASY     ? 4
                 : wish->difficulty == PULMA_MEDIUM ? 5
                 : d->stays_simple                  ? 8
                                                    : 6;
    return pm_wish_bool(wish, "bent", &d->bent, err);
}

pulma_status pm_thermometers_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                    struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    int rows = wish->rows ? wish->rows : 8, columns = wish->columns ? wish->columns : 8;
    struct draft d = {.rng = rng};
    bool needed = false;
    if (rows < 2 || columns < 2 || rows > MAX_INVENTED || columns > MAX_INVENTED)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 2x2 to %dx%d",
                       MAX_INVENTED, MAX_INVENTED);
    pulma_status status = read_wish(wish, &d, &needed, err);
    if (!status)
        status = new_draft(&d, rows, columns, arena, err);
    if (status)
        return status;
    *puzzle = d.board;
    for (int i = 0; i < BOARDS; i++) {
        if (!lay_thermometers(&d))
            continue;
        struct pm_fault fault = pm_thermometers_join(d.board);
        assert(!fault.words);
        status = make_levels(&d, wish, err);
        if (!status && needed)
            status = hide_counts(&d, wish, err);
        if (status != PULMA_NONE)
            return status;
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "found no %dx%d board with exactly one answer",
                   rows, columns);
}
