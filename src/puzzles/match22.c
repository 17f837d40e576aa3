/* Match 22.
 *
 * Rules.  Disks lie on some cells of a grid, each divided into four segments with a colour: at
 * the top, at the right, at the bottom, at the left.  A move turns a disk to the left (against
 * the clock) by a quarter.  In the end the segments of neighbouring disks that touch have the
 * same colour, and the moves are as few as possible.
 *
 * Notation.  A disk is a word of four letters or digits, one for each segment, with the clock:
 * top, right, bottom, left.  A letter is a colour, whichever you like.  # is a cell without a
 * disk.  There is blank space between the cells of a row.
 *
 *     match22
 *     yryo yrro oory
 *     ooyr #    yryr
 *
 * A turn to the left takes the first letter of a word to its end: abcd becomes bcda.
 *
 * Models compare colours as numbers.  They are 1, 2, ... in the order in which the board shows
 * them; a field "colours: yorb" tells another order, for it matters to a solver.
 *
 * An answer has a digit for each disk: how often it is turned to the left, 0 to 3.
 *
 *     021
 *     2#0
 *
 * Origin: the app Match 22: Color Puzzle Game by Zero Logic Games, in Hartmann (2018), whose
 * integer program is in models/match22. */
#include "puzzles/kind.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/turning/turns.h"

/* ---- Types ------------------------------------------------------------------------- */

enum {
    MAX_SIDE = 500,
    MAX_LETTERS = 62,
    NOWHERE = -1,
    TOP = 0,
    RIGHT = 1,
    BOTTOM = 2,
    LEFT = 3
};

struct match22 {
    int rows, columns;
    int disk_count;
    int *cell_of;      /* the cell of each disk */
    int *disk_at;      /* the disk of each cell, or NOWHERE */
    char (*colour)[4]; /* of each disk before any turn: top, right, bottom, left */
    char order[MAX_LETTERS + 1]; /* colours in the order of their numbers, or "" */
};

/* The disk right of, or below, a disk; NOWHERE if there is none. */
static int disk_beside(const struct match22 *p, int disk, bool below)
{
    int cell = p->cell_of[disk];
    if (below)
        return cell / p->columns < p->rows - 1 ? p->disk_at[cell + p->columns] : NOWHERE;
    return cell % p->columns < p->columns - 1 ? p->disk_at[cell + 1] : NOWHERE;
}

static struct match22 *new_board(int rows, int columns, struct pm_arena *arena)
{
    struct match22 *p = pm_new(arena, 1, struct match22);
    size_t n = (size_t)rows * (size_t)columns;
    if (!p)
        return NULL;
    *p = (struct match22){.rows = rows, .columns = columns};
    p->cell_of = pm_new(arena, n, int);
    p->disk_at = pm_new(arena, n, int);
    p->colour = pm_alloc(arena, n, sizeof *p->colour);
    return p->cell_of && p->disk_at && p->colour ? p : NULL;
}

/* Puts a disk on the next cell, or none (word NULL). */
static void add_cell(struct match22 *p, int cell, const char *word)
{
    p->disk_at[cell] = word ? p->disk_count : NOWHERE;
    if (!word)
        return;
    memcpy(p->colour[p->disk_count], word, sizeof *p->colour);
    p->cell_of[p->disk_count++] = cell;
}

/* ---- Text -------------------------------------------------------------------------- */

static bool is_colour(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static pulma_status read_disk(struct pm_text word, pulma_error *err)
{
    const struct pm_text start = word;
    while (is_colour(pm_text_peek(&word)))
        pm_text_take(&word);
    if (!pm_text_ended(&word) || pm_text_len(&start) != 4)
        return pm_fail_expected(
            err, &start, "four letters or digits (top, right, bottom, left), or '#'");
    return PULMA_OK;
}

static pulma_status read_row(struct match22 *p, int row, struct pm_text line,
                             pulma_error *err)
{
    for (int column = 0; column < p->columns; column++) {
        struct pm_text word = pm_text_token(&line);
        bool hole = pm_text_is(&word, "#");
        pulma_status status = hole ? PULMA_OK : read_disk(word, err);
        if (status)
            return status;
        add_cell(p, row * p->columns + column, hole ? NULL : word.at);
    }
    return PULMA_OK;
}

static int count_words(struct pm_text t)
{
    int n = 0;
    for (struct pm_text word; word = pm_text_token(&t), !pm_text_ended(&word);)
        n++;
    return n;
}

static pulma_status read_order(struct pm_form *form, struct match22 *p, pulma_error *err)
{
    struct pm_text value;
    if (!pm_form_value(form, "colours", &value))
        return PULMA_OK;
    for (int n = 0; !pm_text_ended(&value); n++) {
        const struct pm_text at = value;
        int c = pm_text_take(&value);
        if (!is_colour(c))
            return pm_fail_expected(err, &at, "letters or digits");
        if (strchr(p->order, c))
            return pm_fail(err, PULMA_BAD_TEXT, &at, "colour %c is listed twice", c);
        p->order[n] = (char)c;
    }
    return PULMA_OK;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    pulma_status status = pm_form_block(form, "grid", &grid, err);
    if (status)
        return status;
    int rows = grid->line_count, columns = count_words(grid->lines[0]);
    if (rows > MAX_SIDE || columns > MAX_SIDE || columns < 1)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0],
                       "expected 1 to %d rows and columns, found %dx%d", MAX_SIDE, rows,
                       columns);
    struct match22 *p = new_board(rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    status = read_order(form, p, err);
    for (int row = 0; row < rows && !status; row++) {
        int words = count_words(grid->lines[row]);
        if (words != columns)
            return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[row],
                           "expected %d cells as in the first row, found %d", columns,
                           words);
        status = read_row(p, row, grid->lines[row], err);
    }
    if (!status && p->disk_count == 0)
        status =
            pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0], "expected at least one disk");
    *puzzle = p;
    return status;
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct match22 *p = puzzle;
    if (*p->order)
        pm_form_put(form, "colours", "%s", p->order);
    pm_form_open(form, "grid");
    for (int row = 0; row < p->rows; row++) {
        char line[5 * MAX_SIDE + 1];
        int len = 0;
        for (int column = 0; column < p->columns; column++) {
            int disk = p->disk_at[row * p->columns + column];
            bool last = column == p->columns - 1;
            if (disk == NOWHERE)
                len += sprintf(line + len, last ? "#" : "#    ");
            else
                len += sprintf(line + len, last ? "%.4s" : "%.4s ", p->colour[disk]);
        }
        pm_form_line(form, line);
    }
}

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct match22 *)puzzle)->disk_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)puzzle, (void)place;
    return (struct pm_range){0, 3};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct match22 *p = puzzle;
    pm_grid_place_name(p->columns, p->cell_of[place], name, size);
}

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    static const char *const turns[] = {"as it lies", "turned once", "turned twice",
                                        "turned three times"};
    (void)puzzle, (void)place;
    snprintf(name, size, "%s", turns[value]);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct match22 *p = puzzle;
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        int disk = p->disk_at[cell];
        int turns = disk == NOWHERE ? 0 : answer[disk];
        pm_out_char(out, disk == NOWHERE        ? '#'
                         : turns == PULMA_EMPTY ? '.'
                                                : (char)('0' + turns));
        if (cell % p->columns == p->columns - 1)
            pm_out_char(out, '\n');
    }
}

/* "Disk  3: 1 left turn(s)", a line for each disk, and perhaps their total: the publication's
 * form of an answer. */
static pulma_status read_list(const struct match22 *p, struct pm_text *t, int *answer,
                              pulma_error *err)
{
    for (int i = 0; i < p->disk_count; i++)
        answer[i] = PULMA_EMPTY;
    for (pm_text_space(t); pm_text_word(t, "Disk"); pm_text_space(t)) {
        int disk = 0, turns = 0;
        pm_text_blanks(t);
        pulma_status status = pm_text_int(t, 1, p->disk_count, &disk, err);
        if (!status && !pm_text_word(t, ":"))
            status = pm_fail_expected(err, t, "':'");
        pm_text_blanks(t);
        if (!status)
            status = pm_text_int(t, 0, 3, &turns, err);
        if (status)
            return status;
        answer[disk - 1] = turns;
        pm_text_line(t);
    }
    struct pm_text last = *t;
    int total;
    if (!pm_text_int(&last, 0, 3 * p->disk_count, &total, NULL) &&
        pm_text_word(&last, " left turns in total"))
        *t = last;
    return PULMA_OK;
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct match22 *p = puzzle;
    pm_text_space(t);
    if (pm_text_starts(t, "Disk"))
        return read_list(p, t, answer, err);
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        if (cell % p->columns == 0)
            pm_text_space(t);
        else
            pm_text_blanks(t);
        int row = cell / p->columns + 1, column = cell % p->columns + 1;
        int disk = p->disk_at[cell], c = pm_text_peek(t);
        if (disk == NOWHERE && c != '#')
            return pm_fail_expected(err, t, "'#': row %d, column %d has no disk", row,
                                    column);
        if (disk != NOWHERE && c != '.' && (c < '0' || c > '3'))
            return pm_fail_expected(err, t, "0 to 3 turns for row %d, column %d", row,
                                    column);
        if (disk != NOWHERE)
            answer[disk] = c == '.' ? PULMA_EMPTY : c - '0';
        pm_text_take(t);
    }
    return PULMA_OK;
}

/* ---- Truth ------------------------------------------------------------------------- */

/* The word of a disk once it is turned; its first letter is at the top. */
static void turned(const struct match22 *p, int disk, int turns, char word[4])
{
    for (int i = 0; i < 4; i++)
        word[i] = p->colour[disk][(i + turns) % 4];
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct match22 *p = puzzle;
    for (int disk = 0; disk < p->disk_count; disk++)
        for (int below = 0; below < 2; below++) {
            int other = disk_beside(p, disk, below), at = p->cell_of[disk];
            if (other == NOWHERE || answer[disk] == PULMA_EMPTY ||
                answer[other] == PULMA_EMPTY)
                continue;
            char here[4], there[4];
            turned(p, disk, answer[disk], here);
            turned(p, other, answer[other], there);
            char mine = here[below ? BOTTOM : RIGHT], its = there[below ? TOP : LEFT];
            if (mine != its)
                return pm_found(
                    found, 2, (int[]){disk, other},
                    "row %d, column %d shows %c to the disk %s it, which shows %c",
                    at / p->columns + 1, at % p->columns + 1, mine,
                    below ? "below" : "right of", its);
        }
    return pm_found_nothing(p->disk_count, answer, found);
}

static int64_t cost(const void *puzzle, const int *answer)
{
    const struct match22 *p = puzzle;
    int64_t sum = 0;
    for (int disk = 0; disk < p->disk_count; disk++)
        sum += answer[disk];
    return sum;
}

/* ---- Rules ------------------------------------------------------------------------- */

/* Whatever colour one disk turns to the other, the other answers it: for each number of turns
 * of `a`, one of the turns of `b` that show the same colour. */
static void state_answer(const struct match22 *p, struct pm_rules *r, int a, int side_a,
                         int b, int side_b)
{
    for (int turns = 0; turns < 4; turns++) {
        pm_lit lits[5];
        int n = 0;
        lits[n++] = -pm_is(r, a, turns);
        for (int other = 0; other < 4; other++)
            if (p->colour[b][(side_b + other) & 3] == p->colour[a][(side_a + turns) & 3])
                lits[n++] = pm_is(r, b, other);
        pm_clause(r, n, lits);
    }
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct match22 *p = puzzle;
    for (int disk = 0; disk < p->disk_count; disk++)
        for (int below = 0; below < 2; below++) {
            int other = disk_beside(p, disk, below), cell = p->cell_of[disk];
            if (other == NOWHERE)
                continue;
            pm_reason(r,
                      "the disk at row %d, column %d and the one %s it touch with the same "
                      "colour",
                      cell / p->columns + 1, cell % p->columns + 1,
                      below ? "below" : "right of");
            pm_reason_family(r, below ? "disks touch the one below with the same colour"
                                      : "disks touch the one beside with the same colour");
            pm_reason_places(r, 2, (int[]){disk, other});
            state_answer(p, r, disk, below ? BOTTOM : RIGHT, other, below ? TOP : LEFT);
            state_answer(p, r, other, below ? TOP : LEFT, disk, below ? BOTTOM : RIGHT);
        }
    size_t n = 3 * (size_t)p->disk_count;
    pm_lit *lits = malloc(n * sizeof *lits);
    int *weights = malloc(n * sizeof *weights);
    for (size_t i = 0; lits && weights && i < n; i++) {
        weights[i] = (int)(i % 3) + 1;
        lits[i] = pm_is(r, (int)(i / 3), weights[i]);
    }
    if (lits && weights)
        pm_minimise(r, (int)n, lits, weights, 0);
    free(lits);
    free(weights);
}

/* ---- Data for the models ------------------------------------------------------------- */

/* The number of a colour, 1, 2, ...: first those that the puzzle lists, then the others in the
 * order in which the board shows them. */
static void number_colours(const struct match22 *p, int numbers[128])
{
    int n = 0;
    memset(numbers, 0, 128 * sizeof *numbers);
    for (const char *c = p->order; *c; c++)
        numbers[(int)*c] = ++n;
    for (int disk = 0; disk < p->disk_count; disk++)
        for (int i = 0; i < 4; i++)
            if (numbers[(int)p->colour[disk][i]] == 0)
                numbers[(int)p->colour[disk][i]] = ++n;
}

static void data(const void *puzzle, struct pm_out *out)
{
    const struct match22 *p = puzzle;
    int numbers[128];
    number_colours(p, numbers);
    pm_out_f(out, "data;\nparam rows := %d;\nparam columns := %d;\nparam n := %d;\n",
             p->rows, p->columns, p->disk_count);
    pm_out_text(out, "param disk :=");
    for (int disk = 0; disk < p->disk_count; disk++)
        pm_out_f(out, "\n  [%d,%d] %d", p->cell_of[disk] / p->columns + 1,
                 p->cell_of[disk] % p->columns + 1, disk + 1);
    pm_out_text(out, ";\nparam d : 0 1 2 3 :="); /* top, left, bottom, right */
    for (int disk = 0; disk < p->disk_count; disk++) {
        const char *c = p->colour[disk];
        pm_out_f(out, "\n  %d %d %d %d %d", disk + 1, numbers[(int)c[TOP]],
                 numbers[(int)c[LEFT]], numbers[(int)c[BOTTOM]], numbers[(int)c[RIGHT]]);
    }
    for (int below = 0; below < 2; below++) {
        pm_out_text(out, below ? ";\nset V :=" : ";\nset H :=");
        for (int disk = 0; disk < p->disk_count; disk++) {
            int other = disk_beside(p, disk, below);
            if (other != NOWHERE)
                pm_out_f(out, " (%d,%d)", disk + 1, other + 1);
        }
    }
    pm_out_text(out, ";\nend;\n");
}

/* ---- Kernel ---------------------------------------------------------------------------- */

/* The board as the kernel wants it, with sides against the clock; false: no memory.  A disk that
 * looks the same after half a turn is never turned further: that would only cost. */
static bool to_turns(const struct match22 *p, struct pm_turns *turns)
{
    size_t n = (size_t)p->rows * (size_t)p->columns;
    struct pm_turning_tile *tiles = calloc(n, sizeof *tiles);
    if (!tiles)
        return false;
    int numbers[128];
    number_colours(p, numbers);
    static const int clockwise[4] = {TOP, LEFT, BOTTOM, RIGHT};
    for (int disk = 0; disk < p->disk_count; disk++) {
        struct pm_turning_tile *tile = &tiles[p->cell_of[disk]];
        for (int side = 0; side < 4; side++)
            tile->colour[side] = (uint8_t)numbers[(int)p->colour[disk][clockwise[side]]];
        tile->turns = (uint8_t)pm_turns_ways(tile->colour);
        for (int below = 0; below < 2; below++) {
            int other = disk_beside(p, disk, below);
            if (other == NOWHERE)
                continue;
            tile->joined |= below ? 1 << 2 : 1 << 3;
            tiles[p->cell_of[other]].joined |= below ? 1 << 0 : 1 << 1;
        }
    }
    *turns =
        (struct pm_turns){{p->rows, p->columns, tiles}, p->disk_count, p->cell_of, true};
    return true;
}

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    struct pm_turns turns;
    if (!to_turns(puzzle, &turns))
        return PULMA_NO_MEMORY;
    pulma_status status = pm_turns_kernel(&turns, search);
    free((void *)turns.board.tiles);
    return status;
}

static pulma_status tally(const void *puzzle, uint64_t limit, struct pm_search *search,
                          struct pm_tally *tally_out)
{
    struct pm_turns turns;
    if (!to_turns(puzzle, &turns))
        return PULMA_NO_MEMORY;
    pulma_status status = pm_turns_tally(&turns, limit, search, tally_out);
    free((void *)turns.board.tiles);
    return status;
}

/* ---- Invention ----------------------------------------------------------------------- */

static const char colour_letters[] = "yorbgpcmnlkv"; /* the first ones are the app's */

enum { MAX_INVENTED = 100, ROUNDS = 2000, MAX_COLOURS = sizeof colour_letters - 1 };

static char any_colour(struct pm_rng *rng, int colours)
{
    return colour_letters[pm_rng_below(rng, colours)];
}

/* Colours for the sides that are new: where two disks meet, both get the same one. */
static void paint(struct match22 *p, char (*solved)[4], int disk, struct pm_rng *rng,
                  int colours)
{
    for (int side = 0; side < 4; side++)
        solved[disk][side] = any_colour(rng, colours);
    for (int below = 0; below < 2; below++) {
        int other = disk_beside(p, disk, below), cell = p->cell_of[disk];
        int before = below ? (cell >= p->columns ? p->disk_at[cell - p->columns] : NOWHERE)
                           : (cell % p->columns ? p->disk_at[cell - 1] : NOWHERE);
        if (other != NOWHERE)
            solved[other][below ? TOP : LEFT] = solved[disk][below ? BOTTOM : RIGHT];
        if (before != NOWHERE)
            solved[before][below ? BOTTOM : RIGHT] = solved[disk][below ? TOP : LEFT];
    }
}

/* Turns every disk to the right by chance, so that turns to the left solve it. */
static void scramble(struct match22 *p, char (*solved)[4], struct pm_rng *rng)
{
    for (int disk = 0; disk < p->disk_count; disk++) {
        int turns = pm_rng_below(rng, 4);
        for (int side = 0; side < 4; side++)
            p->colour[disk][(side + turns) % 4] = solved[disk][side];
    }
}

/* Paints anew where cheapest answers differ, until there is one. */
static pulma_status make_unique(struct match22 *p, char (*solved)[4], bool *open,
                                const struct pm_wish *wish, struct pm_rng *rng, int colours,
                                pulma_error *err)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct pm_turns turns;
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        scramble(p, solved, rng);
        if (!to_turns(p, &turns))
            return pm_fail_memory(err);
        int n = pm_turns_open(&turns, false, open, NULL);
        free((void *)turns.board.tiles);
        if (n == 0)
            return PULMA_OK;
        for (int disk = 0; disk < p->disk_count; disk++)
            if (n < 0 || (open[p->cell_of[disk]] && pm_rng_below(rng, 2)))
                paint(p, solved, disk, rng, colours);
    }
    return pm_fail(err, PULMA_LIMIT, NULL,
                   "found no board with one cheapest answer; more colours help");
}

static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    static const int usual[] = {[PULMA_EASY] = 5, [PULMA_MEDIUM] = 4, [PULMA_HARD] = 3};
    int rows = wish->rows ? wish->rows : 5, columns = wish->columns ? wish->columns : 5;
    int colours = usual[wish->difficulty], holes = 20;
    pulma_status status = pm_wish_int(wish, "colours", 2, MAX_COLOURS, &colours, err);
    if (!status)
        status = pm_wish_int(wish, "holes", 0, 60, &holes, err);
    if (!status && (rows > MAX_INVENTED || columns > MAX_INVENTED))
        status = pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size of at most %dx%d",
                         MAX_INVENTED, MAX_INVENTED);
    if (status)
        return status;
    size_t n = (size_t)rows * (size_t)columns;
    struct match22 *p = new_board(rows, columns, arena);
    char(*solved)[4] = pm_alloc(arena, n, sizeof *solved);
    bool *open = pm_new(arena, n, bool);
    if (!p || !solved || !open)
        return pm_fail_memory(err);
    for (int cell = 0; cell < rows * columns; cell++) {
        bool hole = cell > 0 && pm_rng_below(rng, 100) < holes;
        add_cell(p, cell, hole ? NULL : "    ");
    }
    for (int disk = 0; disk < p->disk_count; disk++)
        paint(p, solved, disk, rng, colours);
    *puzzle = p;
    return make_unique(p, solved, open, wish, rng, colours, err);
}

/* ---- Drawing ------------------------------------------------------------------------- */

/* The inks of all letters of a board. */
struct inks {
    int of[128];
};

static struct inks find_inks(const struct match22 *m)
{
    struct inks inks = {{0}};
    char letters[128][2];
    const char *names[128];
    int found[128], n = 0;
    bool seen[128] = {false};
    for (int disk = 0; disk < m->disk_count; disk++)
        for (int side = 0; side < 4; side++)
            seen[m->colour[disk][side] & 127] = true;
    for (int c = 1; c < 128; c++)
        if (seen[c]) {
            letters[n][0] = (char)c;
            letters[n][1] = '\0';
            names[n] = letters[n];
            n++;
        }
    pm_inks_for(n, names, found);
    for (int i = 0; i < n; i++)
        inks.of[(int)letters[i][0]] = found[i];
    return inks;
}

static const double away[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

/* A quarter of a disk around the direction of a side. */
static void draw_segment(struct pm_picture *p, double x, double y, int side, int ink)
{
    enum { STEPS = 8 };
    /* Unit circle points from 45 degrees left of a direction to 45 degrees right of it. */
    static const double arc[STEPS + 1][2] = {{-0.7071, -0.7071},
                                             {-0.5556, -0.8315},
                                             {-0.3827, -0.9239},
                                             {-0.1951, -0.9808},
                                             {0, -1},
                                             {0.1951, -0.9808},
                                             {0.3827, -0.9239},
                                             {0.5556, -0.8315},
                                             {0.7071, -0.7071}};
    const double gap = 0.02, radius = 0.44;
    double xy[2 * (STEPS + 2)] = {x + gap * away[side][0], y + gap * away[side][1]};
    for (int i = 0; i <= STEPS; i++) {
        double ax = radius * arc[i][0], ay = radius * arc[i][1] - gap;
        for (int turn = 0; turn < side; turn++) { /* with the clock */
            double old = ax;
            ax = -ay;
            ay = old;
        }
        xy[2 * i + 2] = x + ax;
        xy[2 * i + 3] = y + ay;
    }
    pm_picture_sector(p, STEPS + 2, xy, radius, ink);
}

/* The quarters colour by colour, then the letters: neighbours that are alike become one element of
 * SVG, and boards have many disks. */
static void draw_disk(struct pm_picture *p, const struct inks *inks, double x, double y,
                      const char word[4])
{
    for (int first = 0; first < 4; first++)
        for (int side = 0; side < 4; side++)
            if (word[side] == word[first] && !memchr(word, word[first], (size_t)first))
                draw_segment(p, x, y, side, inks->of[word[side] & 127]);
    for (int side = 0; side < 4; side++)
        pm_picture_text(p, x + 0.28 * away[side][0], y + 0.28 * away[side][1], 0.22,
                        PM_CENTRE, PM_INK, (char[]){word[side], '\0'});
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct match22 *m = puzzle;
    const struct inks inks = find_inks(m);
    pm_draw_spots(p, m->columns, m->disk_count, m->cell_of);
    for (int disk = 0; disk < m->disk_count; disk++) {
        double x = m->cell_of[disk] % m->columns + 0.5;
        double y = m->cell_of[disk] / m->columns + 0.5;
        int turns = answer ? answer[disk] : PULMA_EMPTY;
        char word[4];
        turned(m, disk, turns == PULMA_EMPTY ? 0 : turns, word);
        pm_picture_place(p, disk);
        draw_disk(p, &inks, x, y, word);
        if (turns != PULMA_EMPTY) {
            pm_picture_circle(p, x, y, 0.14, PM_PAPER, PM_NO_INK, 0);
            pm_picture_text(p, x, y, 0.24, PM_CENTRE, PM_ANSWER,
                            (char[]){(char)('0' + turns), '\0'});
        }
    }
    pm_picture_place(p, -1);
}

/* ---- In words ------------------------------------------------------------------------ */

/* "r b y r, turned once" */
static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct match22 *m = puzzle;
    int disk = m->disk_at[row * m->columns + column];
    int turns = disk == NOWHERE || !answer ? PULMA_EMPTY : answer[disk];
    char turned[40] = "";
    if (disk == NOWHERE) {
        snprintf(text, size, "nothing");
        return;
    }
    const char *colour = m->colour[disk];
    int by = turns == PULMA_EMPTY ? 0 : turns;
    if (turns != PULMA_EMPTY)
        value_name(m, disk, turns, turned, sizeof turned);
    snprintf(text, size, "%c %c %c %c%s%s", colour[by], colour[(by + 1) % 4],
             colour[(by + 2) % 4], colour[(by + 3) % 4], *turned ? ", " : "", turned);
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct match22 *m = puzzle;
    pm_words_size(m->rows, m->columns, out);
    pm_out_text(out, "Of each disk: its colours at the top, right, bottom and left.\n");
    pm_words_rows(m, answer, m->rows, m->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

const struct pm_kind pm_kind_match22 = {
    .name = "match22",
    .title = "Match 22",
    .rules = "Turn the disks, each time to the left by a quarter.\n"
             "Segments of neighbouring disks that touch have the same colour.\n"
             "Turn as seldom as possible.\n",
    .read = read,
    .write = write,
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 1.12, 1.2, 2},
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .cost = cost,
    .cost_unit = "turns",
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_TURN,
    .invent = invent,
    .options = "colours=2..12  how many colours; fewer are harder (3 to 5 by difficulty)\n"
               "holes=0..60  percentage of cells without a disk (20)\n",
    .kernel = kernel,
    .tally = tally,
};
