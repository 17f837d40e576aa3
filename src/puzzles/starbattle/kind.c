/* Star battle.
 *
 * Rules.  A grid is divided into islands.  Put stars into cells so that every row, every
 * column and every island has the same number of them: one ("Queens"), two, or more.  Stars
 * do not touch, not even at a corner.
 *
 * Notation.  The grid has a letter or digit for each cell, the same for all cells of an
 * island; # (or @) is a hole, no cell at all.  `stars` says how many there are in every row,
 * column and island; without it, one.  A row or column that is nothing but holes asks for
 * none.  The block `given` may tell stars (*) and cells without one (-).
 *
 *     starbattle
 *     stars: 1
 *     ABBAA
 *     AAAAA
 *     AACCD
 *     EEEED
 *     EEEED
 *     given:
 *     ..*..
 *     .....
 *     .....
 *     .....
 *     .....
 *
 * An answer is the grid with * for a star, - for none, # for a hole.
 *
 * Origin: devised by Hans Eendebak for the World Puzzle Championship 2003; the app Starbattle
 * in Hartmann, More Logic Puzzle Apps Solved by Mathematical Programming, whose integer
 * program is in models/starbattle. */
#include "puzzles/starbattle/starbattle.h"
#include "puzzles/words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/stars.h"
#include "notations/link.h"

/* ---- Types ------------------------------------------------------------------------- */

enum { HOLE = PM_STAR_HOLE, MAX_SIDE = PM_STAR_SIDE, MAX_ISLANDS = PM_STAR_ISLANDS };
static_assert(MAX_ISLANDS <= MAX_SIDE, "rows, columns and islands share tables");

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

char pm_starbattle_letter(int island)
{
    assert(island >= 0 && island < MAX_ISLANDS);
    return letters[island];
}

struct pm_starbattle *pm_starbattle_new(int rows, int columns, struct pm_arena *arena)
{
    struct pm_starbattle *p = pm_new(arena, 1, struct pm_starbattle);
    size_t n = (size_t)rows * (size_t)columns;
    if (!p)
        return NULL;
    *p = (struct pm_starbattle){.rows = rows, .columns = columns, .stars = 1};
    p->island = pm_new(arena, n, signed char);
    p->given = pm_new(arena, n, signed char);
    p->cell_of = pm_new(arena, n, int);
    p->place_at = pm_new(arena, n, int);
    if (!p->island || !p->given || !p->cell_of || !p->place_at)
        return NULL;
    memset(p->given, PULMA_EMPTY, n);
    return p;
}

void pm_starbattle_number(struct pm_starbattle *p)
{
    p->place_count = 0;
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        p->place_at[cell] = p->island[cell] == HOLE ? HOLE : p->place_count;
        if (p->island[cell] != HOLE)
            p->cell_of[p->place_count++] = cell;
    }
}

/* ---- Text -------------------------------------------------------------------------- */

static bool is_hole(int c)
{
    return c == '#' || c == '@';
}

/* The island with this letter, a new one if there is none yet. */
static int island_of_letter(struct pm_starbattle *p, char letter)
{
    for (int i = 0; i < p->island_count; i++)
        if (p->label[i] == letter)
            return i;
    assert(p->island_count < MAX_ISLANDS);
    p->label[p->island_count] = letter;
    return p->island_count++;
}

static pulma_status read_islands(struct pm_starbattle *p, const struct pm_field *grid,
                                 pulma_error *err)
{
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        struct pm_text at = pm_text_trim(grid->lines[cell / p->columns]);
        at.at += cell % p->columns; /* every character so far was a single byte */
        at.column += cell % p->columns * (1 + at.between);
        int c = pm_text_peek(&at);
        if (!is_hole(c) && (c <= 0 || !strchr(letters, c)))
            return pm_fail_expected(err, &at, "the letter of an island, or # for a hole");
        p->island[cell] = (signed char)(is_hole(c) ? HOLE : island_of_letter(p, (char)c));
    }
    if (p->island_count == 0)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0],
                       "expected an island, found only holes");
    return PULMA_OK;
}

static pulma_status read_givens(struct pm_starbattle *p, const struct pm_field *block,
                                pulma_error *err)
{
    int rows, columns;
    pulma_status status = pm_grid_size(block, MAX_SIDE, MAX_SIDE, &rows, &columns, err);
    if (status)
        return status;
    if (rows != p->rows || columns != p->columns)
        return pm_fail(err, PULMA_BAD_TEXT, &block->lines[0],
                       "expected %d x %d givens as in the grid, found %d x %d", p->rows,
                       p->columns, rows, columns);
    for (int cell = 0; cell < rows * columns; cell++) {
        struct pm_text at = pm_text_trim(block->lines[cell / columns]);
        at.at += cell % columns;
        at.column += cell % columns * (1 + at.between);
        int c = pm_text_peek(&at);
        bool hole = p->island[cell] == HOLE, open = pm_grid_is_open(c, "*-x");
        if (!open && !(hole ? is_hole(c) : c == '*' || c == '-'))
            return pm_fail_expected(err, &at, hole ? "# or . at a hole" : "*, - or .");
        if (!hole && !open)
            p->given[cell] = c == '*';
    }
    return PULMA_OK;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid, *givens = pm_form_field(form, "given");
    int rows, columns;
    pulma_status status = pm_grid_block(form, MAX_SIDE, &grid, &rows, &columns, err);
    if (status)
        return status;
    struct pm_starbattle *p = pm_starbattle_new(rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    status = pm_form_int(form, "stars", 1, PM_STAR_STARS, &p->stars, err);
    if (!status)
        status = read_islands(p, grid, err);
    if (!status && givens)
        status = read_givens(p, givens, err);
    pm_starbattle_number(p);
    *puzzle = p;
    return status;
}

static char island_letter(const struct pm_starbattle *p, int cell)
{
    return p->island[cell] == HOLE ? '#' : p->label[p->island[cell]];
}

static char given_sign(const struct pm_starbattle *p, int cell)
{
    return p->island[cell] == HOLE         ? '#'
           : p->given[cell] == PULMA_EMPTY ? '.'
           : p->given[cell]                ? '*'
                                           : '-';
}

static void write_block(const struct pm_starbattle *p, struct pm_form_out *form,
                        const char *name,
                        char (*sign)(const struct pm_starbattle *p, int cell))
{
    pm_form_open(form, name);
    for (int row = 0; row < p->rows; row++) {
        char line[MAX_SIDE + 1] = "";
        for (int column = 0; column < p->columns; column++)
            line[column] = sign(p, row * p->columns + column);
        pm_form_line(form, line);
    }
}

static bool has_givens(const struct pm_starbattle *p)
{
    for (int cell = 0; cell < p->rows * p->columns; cell++)
        if (p->given[cell] != PULMA_EMPTY)
            return true;
    return false;
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_starbattle *p = puzzle;
    pm_form_put_int(form, "stars", p->stars);
    write_block(p, form, "grid", island_letter);
    if (has_givens(p))
        write_block(p, form, "given", given_sign);
}

pulma_status pm_starbattle_from_numbers(int rows, int columns, int stars, const int *number,
                                        int count, const struct pm_text *at,
                                        struct pm_arena *arena, void **puzzle,
                                        pulma_error *err)
{
    if (count < 1 || count > MAX_ISLANDS)
        return pm_fail(err, PULMA_BAD_TEXT, at, "expected 1 to %d islands, found %d",
                       MAX_ISLANDS, count);
    struct pm_starbattle *p = pm_starbattle_new(rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    p->stars = stars;
    p->island_count = count;
    memcpy(p->label, letters, (size_t)count);
    for (int cell = 0; cell < rows * columns; cell++)
        p->island[cell] = (signed char)number[cell];
    pm_starbattle_number(p);
    *puzzle = p;
    return PULMA_OK;
}

/* ---- Text: puzz.link ----------------------------------------------------------------- */

static int sniff_link(const struct pm_text *t)
{
    return pm_link_sniff(t, "starbattle");
}

static pulma_status read_link(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    struct pm_text body;
    int rows, columns, stars, count;
    pulma_status status = pm_link_head(t, "starbattle", MAX_SIDE, MAX_SIDE, &rows, &columns,
                                       NULL, &body, err);
    if (!status)
        status = pm_text_int(&body, 1, PM_STAR_STARS, &stars, err);
    if (!status && !pm_text_word(&body, "/"))
        status = pm_fail_expected(err, &body, "'/' and the walls");
    if (status)
        return status;
    const struct pm_text walls = body;
    int *region = pm_new(arena, (size_t)rows * (size_t)columns, int);
    if (!region)
        return pm_fail_memory(err);
    status = pm_link_regions(&body, rows, columns, region, &count, err);
    if (!status)
        status = pm_text_done(&body, err);
    return status ? status
                  : pm_starbattle_from_numbers(rows, columns, stars, region, count, &walls,
                                               arena, puzzle, err);
}

static pulma_status write_link(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct pm_starbattle *p = puzzle;
    int n = p->rows * p->columns, count = 0;
    if (has_givens(p) || p->place_count < n)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation puzz.link cannot express %s of a star battle",
                       has_givens(p) ? "givens" : "holes");
    int *region = malloc(2 * (size_t)n * sizeof *region);
    if (!region)
        return pm_fail_memory(err);
    for (int cell = 0; cell < n; cell++)
        region[cell] = p->island[cell];
    struct pm_out walls = {0};
    pm_link_put_regions(&walls, p->rows, p->columns, region);
    /* Walls cannot tell that two pieces are one island: read them again and see. */
    struct pm_text again = pm_text_of(walls.data ? walls.data : "", walls.len);
    pulma_status status =
        pm_link_regions(&again, p->rows, p->columns, region + n, &count, err);
    if (!status && count != p->island_count)
        status =
            pm_fail(err, PULMA_UNAVAILABLE, NULL,
                    "the notation puzz.link cannot express an island in several pieces");
    else if (!status)
        pm_out_f(out, "https://puzz.link/p?starbattle/%d/%d/%d/%s\n", p->columns, p->rows,
                 p->stars, walls.data ? walls.data : "");
    out->failed |= walls.failed;
    pm_out_free(&walls);
    free(region);
    return status;
}

/* ---- Text: one line ------------------------------------------------------------------ */

/* "N STARS" and N*N letters after them; false if the line is anything else. */
static bool line_parts(struct pm_text line, int *side, int *stars, struct pm_text *cells)
{
    line = pm_text_trim(line);
    if (pm_text_int(&line, 1, MAX_SIDE, side, NULL) || pm_text_peek(&line) != ' ')
        return false;
    pm_text_blanks(&line);
    if (pm_text_int(&line, 1, PM_STAR_STARS, stars, NULL) || pm_text_peek(&line) != ' ')
        return false;
    pm_text_blanks(&line);
    *cells = line;
    return true;
}

static int sniff_line(const struct pm_text *t)
{
    struct pm_text rest = *t, cells;
    int side, stars;
    if (!line_parts(pm_text_line(&rest), &side, &stars, &cells))
        return 0;
    if (pm_text_len(&cells) < 4)
        return 0; /* three numbers in a line are the head of something else */
    bool right = pm_text_len(&cells) == (size_t)side * (size_t)side;
    for (const char *c = cells.at; c < cells.end && right; c++)
        right = is_hole(*c) || (*c != '\0' && strchr(letters, *c));
    return right ? 2 : 1;
}

static pulma_status read_line(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    const struct pm_text start = *t;
    struct pm_text cells;
    int side, stars;
    if (!line_parts(pm_text_line(t), &side, &stars, &cells))
        return pm_fail_expected(err, &start,
                                "the side, the number of stars and the islands in a line");
    struct pm_starbattle *p = pm_starbattle_new(side, side, arena);
    if (!p)
        return pm_fail_memory(err);
    p->stars = stars;
    if (pm_text_columns(&cells) != side * side)
        return pm_fail(err, PULMA_BAD_TEXT, &cells,
                       "expected %d letters of islands, found %d", side * side,
                       pm_text_columns(&cells));
    for (int cell = 0; cell < side * side; cell++) {
        int c = pm_text_peek(&cells);
        if (!is_hole(c) && (c <= 0 || !strchr(letters, c)))
            return pm_fail_expected(err, &cells, "the letter of an island");
        p->island[cell] = (signed char)(is_hole(c) ? HOLE : island_of_letter(p, (char)c));
        pm_text_take(&cells);
    }
    if (p->island_count == 0)
        return pm_fail(err, PULMA_BAD_TEXT, &start, "expected an island, found only holes");
    pm_starbattle_number(p);
    *puzzle = p;
    return PULMA_OK;
}

static pulma_status write_line(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct pm_starbattle *p = puzzle;
    if (p->rows != p->columns || has_givens(p))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the notation line cannot express %s",
                       has_givens(p) ? "givens" : "boards that are not square");
    pm_out_f(out, "%d %d ", p->rows, p->stars);
    for (int cell = 0; cell < p->rows * p->columns; cell++)
        pm_out_char(out, island_letter(p, cell));
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- Text: PuzzleKit ----------------------------------------------------------------- */

/* Labels of any length, numbered in the order in which they come. */
struct labels {
    struct pm_text seen[MAX_ISLANDS];
    int count;
};

/* The number of a label, HOLE for a hole, or -2 if there are too many. */
static int label_number(struct labels *labels, struct pm_text word)
{
    if (pm_text_len(&word) == 1 && is_hole(*word.at))
        return HOLE;
    for (int i = 0; i < labels->count; i++)
        if (pm_text_len(&labels->seen[i]) == pm_text_len(&word) &&
            memcmp(labels->seen[i].at, word.at, pm_text_len(&word)) == 0)
            return i;
    if (labels->count == MAX_ISLANDS)
        return -2;
    labels->seen[labels->count] = word;
    return labels->count++;
}

static pulma_status read_kit_head(struct pm_text *t, int *rows, int *columns, int *stars,
                                  pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    pm_text_blanks(&line);
    pulma_status status = pm_text_int(&line, 1, MAX_SIDE, rows, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, MAX_SIDE, columns, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, PM_STAR_STARS, stars, err);
    return status ? status : pm_text_done(&line, err);
}

static pulma_status read_kit_cells(struct pm_text *t, int rows, int columns, int *number,
                                   struct labels *labels, pulma_error *err)
{
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_line(t);
        for (int column = 0; column < columns; column++) {
            struct pm_text word = pm_text_token(&line);
            if (pm_text_len(&word) == 0)
                return pm_fail_expected(err, &word, "an island for row %d, column %d",
                                        row + 1, column + 1);
            int island = label_number(labels, word);
            if (island < HOLE)
                return pm_fail(err, PULMA_BAD_TEXT, &word,
                               "expected at most %d islands, found another one",
                               MAX_ISLANDS);
            number[row * columns + column] = island;
        }
        pulma_status status = pm_text_done(&line, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

/* Three numbers in the first line and as many words as they say below it. */
static int sniff_kit(const struct pm_text *t)
{
    struct pm_text rest = *t;
    int rows, columns, stars, number[MAX_SIDE * MAX_SIDE];
    struct labels labels = {.count = 0};
    if (read_kit_head(&rest, &rows, &columns, &stars, NULL))
        return 0;
    if (read_kit_cells(&rest, rows, columns, number, &labels, NULL))
        return 1;
    return labels.count == (rows < columns ? rows : columns) ? 2 : 1;
}

static pulma_status read_kit(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    int rows, columns, stars;
    struct labels labels = {.count = 0};
    pm_text_space(t);
    const struct pm_text start = *t;
    pulma_status status = read_kit_head(t, &rows, &columns, &stars, err);
    if (status)
        return status;
    int *number = pm_new(arena, (size_t)rows * (size_t)columns, int);
    if (!number)
        return pm_fail_memory(err);
    status = read_kit_cells(t, rows, columns, number, &labels, err);
    return status ? status
                  : pm_starbattle_from_numbers(rows, columns, stars, number, labels.count,
                                               &start, arena, puzzle, err);
}

static pulma_status write_kit(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    (void)title;
    const struct pm_starbattle *p = puzzle;
    if (has_givens(p))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation puzzlekit cannot express givens");
    pm_out_f(out, "%d %d %d\n", p->rows, p->columns, p->stars);
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        if (p->island[cell] == HOLE)
            pm_out_char(out, '@');
        else
            pm_out_f(out, "%d", p->island[cell] + 1);
        pm_out_char(out, cell % p->columns == p->columns - 1 ? '\n' : ' ');
    }
    return PULMA_OK;
}

static const struct pm_notation notations[] = {
    {"puzz.link", "a link of puzz.link: starbattle/COLUMNS/ROWS/STARS/walls", sniff_link,
     read_link, write_link},
    {"line", "one line: side, stars, the letters of the islands", sniff_line, read_line,
     write_line},
    {"sbn", "Star Battle Notation, one line: 551W and the walls", pm_starbattle_sniff_sbn,
     pm_starbattle_read_sbn, NULL},
    {"task", "one line of numbers with commas between, as on puzzle-star-battle.com",
     pm_starbattle_sniff_task, pm_starbattle_read_task, NULL},
    {"puzzlekit", "PuzzleKit text: rows, columns, stars, then the islands", sniff_kit,
     read_kit, write_kit},
    {0},
};

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct pm_starbattle *)puzzle)->place_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)puzzle, (void)place;
    return (struct pm_range){0, 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_starbattle *p = puzzle;
    pm_grid_place_name(p->columns, p->cell_of[place], name, size);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_starbattle *p = puzzle;
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        int place = p->place_at[cell];
        pm_out_char(out, place == HOLE                  ? '#'
                         : answer[place] == PULMA_EMPTY ? '.'
                         : answer[place]                ? '*'
                                                        : '-');
        if (cell % p->columns == p->columns - 1)
            pm_out_char(out, '\n');
    }
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct pm_starbattle *p = puzzle;
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        if (cell % p->columns == 0)
            pm_text_space(t);
        else
            pm_text_blanks(t);
        int place = p->place_at[cell], c = pm_text_peek(t);
        if (place == HOLE ? c != '#' : c != '*' && c != '-' && c != '.')
            return pm_fail_expected(err, t, "%s for row %d, column %d",
                                    place == HOLE ? "#" : "* or -", cell / p->columns + 1,
                                    cell % p->columns + 1);
        if (place != HOLE)
            answer[place] = c == '.' ? PULMA_EMPTY : c == '*';
        pm_text_take(t);
    }
    return PULMA_OK;
}

/* ---- Truth ------------------------------------------------------------------------- */

/* Which family of groups a cell's group is taken from. */
enum family { ROWS, COLUMNS, ISLANDS };

/* What a row, column or island holds so far. */
struct holding {
    int stars, open, cells;
};

static void hold(int value, struct holding *h)
{
    h->stars += value == 1;
    h->open += value == PULMA_EMPTY;
    h->cells++;
}

/* Some places of a group, for the finding; how many. */
static int some_places(const struct pm_starbattle *p, enum family family, int number,
                       int places_of[MAX_SIDE])
{
    int n = 0;
    for (int cell = 0; cell < p->rows * p->columns && n < MAX_SIDE; cell++) {
        int group = family == ROWS      ? cell / p->columns
                    : family == COLUMNS ? cell % p->columns
                                        : p->island[cell];
        if (group == number && p->place_at[cell] != HOLE)
            places_of[n++] = p->place_at[cell];
    }
    return n;
}

/* A row or column by its number, an island by its letter. */
static pulma_verdict judge(const struct pm_starbattle *p, const struct holding *h,
                           enum family family, int number, pulma_finding *found)
{
    static const char *const words[] = {"row", "column", "island"};
    if (h->cells == 0 || (h->stars <= p->stars && p->stars <= h->stars + h->open))
        return PULMA_RIGHT;
    int can = h->stars > p->stars ? h->stars : h->stars + h->open, places_of[MAX_SIDE];
    char name[16];
    if (family == ISLANDS)
        snprintf(name, sizeof name, "%c", p->label[number]);
    else
        snprintf(name, sizeof name, "%d", number + 1);
    int n = some_places(p, family, number, places_of);
    return pm_found(found, n, places_of, "%s %s has %s%d star%s, not %d", words[family],
                    name, h->stars > p->stars || h->open == 0 ? "" : "at most ", can,
                    can == 1 ? "" : "s", p->stars);
}

/* All rows, columns and islands, counted in one pass. */
static pulma_verdict check_groups(const struct pm_starbattle *p, const int *answer,
                                  pulma_finding *found)
{
    struct holding of[3][MAX_SIDE];
    const int count[3] = {p->rows, p->columns, p->island_count};
    for (int family = ROWS; family <= ISLANDS; family++)
        memset(of[family], 0, (size_t)count[family] * sizeof of[family][0]);
    for (int row = 0, cell = 0; row < p->rows; row++)
        for (int column = 0; column < p->columns; column++, cell++)
            if (p->place_at[cell] != HOLE) {
                const int value = answer[p->place_at[cell]];
                hold(value, &of[ROWS][row]);
                hold(value, &of[COLUMNS][column]);
                hold(value, &of[ISLANDS][p->island[cell]]);
            }
    for (int family = ROWS; family <= ISLANDS; family++)
        for (int i = 0; i < count[family]; i++)
            if (judge(p, &of[family][i], (enum family)family, i, found))
                return PULMA_WRONG;
    return PULMA_RIGHT;
}

static pulma_verdict check_givens(const struct pm_starbattle *p, const int *answer,
                                  pulma_finding *found)
{
    for (int place = 0; place < p->place_count; place++) {
        int cell = p->cell_of[place], given = p->given[cell];
        if (given != PULMA_EMPTY && answer[place] != PULMA_EMPTY && answer[place] != given)
            return pm_found(found, 1, &place, "row %d, column %d is given %s",
                            cell / p->columns + 1, cell % p->columns + 1,
                            given ? "as a star" : "without a star");
    }
    return PULMA_RIGHT;
}

/* Looks at each star's neighbours that come later in reading order. */
static pulma_verdict check_touching(const struct pm_starbattle *p, const int *answer,
                                    pulma_finding *found)
{
    static const int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    for (int place = 0; place < p->place_count; place++) {
        if (answer[place] != 1)
            continue;
        int row = p->cell_of[place] / p->columns, column = p->cell_of[place] % p->columns;
        for (int i = 0; i < 4; i++) {
            int r = row + steps[i][0], c = column + steps[i][1];
            if (r >= p->rows || c < 0 || c >= p->columns)
                continue;
            int other = p->place_at[r * p->columns + c];
            if (other != HOLE && answer[other] == 1)
                return pm_found(
                    found, 2, (int[]){place, other},
                    "the stars in row %d, column %d and row %d, column %d touch", row + 1,
                    column + 1, r + 1, c + 1);
        }
    }
    return PULMA_RIGHT;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_starbattle *p = puzzle;
    if (check_givens(p, answer, found) || check_touching(p, answer, found) ||
        check_groups(p, answer, found))
        return PULMA_WRONG;
    return pm_found_nothing(p->place_count, answer, found);
}

/* ---- Rules ------------------------------------------------------------------------- */

/* Among these places there are exactly as many stars as everywhere. */
static void state_group(const struct pm_starbattle *p, enum family family, int n,
                        const int *group, const char *name, struct pm_rules *r)
{
    static const char *const rule[] = {[ROWS] = "every row has its stars",
                                       [COLUMNS] = "every column has its stars",
                                       [ISLANDS] = "every island has its stars"};
    static const int numbers[] = {
        [ROWS] = PM_STAR_ROW, [COLUMNS] = PM_STAR_COLUMN, [ISLANDS] = PM_STAR_ISLAND};
    pm_lit stars[MAX_SIDE * MAX_SIDE];
    if (n == 0)
        return;
    for (int i = 0; i < n; i++)
        stars[i] = pm_is(r, group[i], 1);
    pm_reason(r, "%s has %d star%s", name, p->stars, p->stars == 1 ? "" : "s");
    pm_reason_family(r, rule[family]);
    pm_reason_number(r, numbers[family]);
    pm_reason_places(r, n, group);
    pm_count(r, n, stars, PM_EQUAL, p->stars);
}

static void state_family(const struct pm_starbattle *p, enum family family, int count,
                         const char *word, struct pm_rules *r)
{
    for (int k = 0; k < count; k++) {
        int group[MAX_SIDE * MAX_SIDE], n = 0;
        char name[32];
        for (int place = 0; place < p->place_count; place++) {
            int cell = p->cell_of[place];
            int of = family == ROWS      ? cell / p->columns
                     : family == COLUMNS ? cell % p->columns
                                         : p->island[cell];
            if (of == k)
                group[n++] = place;
        }
        if (family == ISLANDS)
            snprintf(name, sizeof name, "%s %c", word, p->label[k]);
        else
            snprintf(name, sizeof name, "%s %d", word, k + 1);
        state_group(p, family, n, group, name, r);
    }
}

static void name_square(const struct pm_starbattle *p, int row, int column,
                        struct pm_rules *r)
{
    bool rows = row + 1 < p->rows, columns = column + 1 < p->columns;
    char more_rows[20] = "", more_columns[20] = "";
    if (!pm_explaining(r))
        return;
    if (rows)
        snprintf(more_rows, sizeof more_rows, " and %d", row + 2);
    if (columns)
        snprintf(more_columns, sizeof more_columns, " and %d", column + 2);
    pm_reason(r, "stars do not touch: at most one in row%s %d%s, column%s %d%s",
              rows ? "s" : "", row + 1, more_rows, columns ? "s" : "", column + 1,
              more_columns);
}

/* Two cells touch if and only if they lie in a common square of two by two. */
static void state_square(const struct pm_starbattle *p, int row, int column,
                         struct pm_rules *r)
{
    int group[4], n = 0;
    pm_lit stars[4];
    for (int i = 0; i < 4; i++) {
        int y = row + i / 2, x = column + i % 2;
        if (y < p->rows && x < p->columns && p->place_at[y * p->columns + x] != HOLE)
            group[n++] = p->place_at[y * p->columns + x];
    }
    if (n < 2)
        return;
    for (int i = 0; i < n; i++)
        stars[i] = pm_is(r, group[i], 1);
    name_square(p, row, column, r);
    pm_reason_family(r, "no two stars touch");
    pm_reason_number(r, PM_STAR_TOUCH);
    pm_reason_places(r, n, group);
    pm_count(r, n, stars, PM_AT_MOST, 1);
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_starbattle *p = puzzle;
    for (int place = 0; place < p->place_count; place++) {
        int cell = p->cell_of[place];
        if (p->given[cell] == PULMA_EMPTY)
            continue;
        pm_reason(r, "row %d, column %d is given %s", cell / p->columns + 1,
                  cell % p->columns + 1, p->given[cell] ? "as a star" : "without a star");
        pm_reason_family(r, "cells that are given stay");
        pm_reason_place(r, place);
        pm_fix(r, place, p->given[cell]);
    }
    state_family(p, ROWS, p->rows, "row", r);
    state_family(p, COLUMNS, p->columns, "column", r);
    state_family(p, ISLANDS, p->island_count, "island", r);
    /* A board of a single row or column has no whole squares, but halves of them. */
    for (int row = 0; row == 0 || row < p->rows - 1; row++)
        for (int column = 0; column == 0 || column < p->columns - 1; column++)
            state_square(p, row, column, r);
}

/* ---- Kernel -------------------------------------------------------------------------- */

/* Nodes in vain after which the engine, which learns from its failures, takes over: some
 * seconds, a hundred times more than any real board has needed. */
enum { PATIENCE = 100000 };

static pulma_status kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_starbattle *p = puzzle;
    struct pm_stars board = {p->rows,  p->columns, p->island_count,
                             p->stars, p->island,  p->given};
    search->patience = PATIENCE;
    return pm_stars_search(&board, search);
}

/* ---- Data for the models ------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    const struct pm_starbattle *p = puzzle;
    pm_out_f(out,
             "data;\n\nparam m := %d;\nparam n := %d;\nparam S := %d;\nparam K := %d;\n",
             p->rows, p->columns, p->stars, p->island_count);
    for (int island = 0; island < p->island_count; island++) {
        pm_out_f(out, "set A[%d] :=", island + 1);
        for (int place = 0; place < p->place_count; place++)
            if (p->island[p->cell_of[place]] == island)
                pm_out_f(out, " (%d,%d)", p->cell_of[place] / p->columns + 1,
                         p->cell_of[place] % p->columns + 1);
        pm_out_text(out, ";\n");
    }
    pm_out_text(out, "param g :=");
    for (int place = 0; place < p->place_count; place++) {
        int cell = p->cell_of[place];
        if (p->given[cell] != PULMA_EMPTY)
            pm_out_f(out, " [%d,%d] %d", cell / p->columns + 1, cell % p->columns + 1,
                     p->given[cell]);
    }
    pm_out_text(out, ";\n\nend;\n");
}

/* ---- Playing ------------------------------------------------------------------------- */

static int given(const void *puzzle, int place)
{
    const struct pm_starbattle *p = puzzle;
    return p->given[p->cell_of[place]];
}

static void give(void *puzzle, int place, int value)
{
    struct pm_starbattle *p = puzzle;
    p->given[p->cell_of[place]] = (signed char)value;
}

/* ---- Drawing ------------------------------------------------------------------------- */

static int island_at(const struct pm_starbattle *p, int row, int column)
{
    if (row < 0 || row >= p->rows || column < 0 || column >= p->columns)
        return HOLE;
    return p->island[row * p->columns + column];
}

/* The line between two cells: thick where an island ends, thin inside it, none at holes. */
static void draw_border(struct pm_picture *picture, int one, int other, double x1,
                        double y1, double x2, double y2, bool thick)
{
    if (one == HOLE && other == HOLE)
        return;
    if ((one != other) == thick)
        pm_picture_line(picture, x1, y1, x2, y2, thick ? PM_THICK : PM_THIN,
                        thick ? PM_INK : PM_FAINT);
}

static void draw_borders(const struct pm_starbattle *p, struct pm_picture *picture,
                         bool thick)
{
    for (int row = 0; row <= p->rows; row++)
        for (int column = 0; column <= p->columns; column++) {
            int here = island_at(p, row, column);
            if (column < p->columns)
                draw_border(picture, here, island_at(p, row - 1, column), column, row,
                            column + 1, row, thick);
            if (row < p->rows)
                draw_border(picture, here, island_at(p, row, column - 1), column, row,
                            column, row + 1, thick);
        }
}

/* Whether an island does not hang together: borders alone would not tell which cells it has. */
static bool in_pieces(const struct pm_starbattle *p, int island)
{
    int queue[PM_STAR_SIDE * PM_STAR_SIDE] = {0}, reached = 0, size = 0;
    bool seen[PM_STAR_SIDE * PM_STAR_SIDE] = {false};
    for (int cell = p->rows * p->columns - 1; cell >= 0; cell--)
        if (p->island[cell] == island) {
            queue[0] = cell; /* in the end the first cell */
            size++;
        }
    seen[queue[0]] = true;
    for (int next = 0, end = 1; next < end; next++, reached++)
        for (int side = 0; side < 4; side++) {
            int row = queue[next] / p->columns + (side - 1) % 2;
            int column = queue[next] % p->columns + (side - 2) % 2;
            int cell = row * p->columns + column;
            if (island_at(p, row, column) == island && !seen[cell]) {
                seen[cell] = true;
                queue[end++] = cell;
            }
        }
    return reached < size;
}

static void draw_labels(const struct pm_starbattle *p, struct pm_picture *picture)
{
    for (int island = 0; island < p->island_count; island++) {
        bool apart = in_pieces(p, island);
        for (int cell = 0; apart && cell < p->rows * p->columns; cell++)
            if (p->island[cell] == island)
                pm_picture_text(picture, cell % p->columns + 0.06, cell / p->columns + 0.28,
                                0.24, PM_LEFT, PM_FAINT, (char[]){p->label[island], '\0'});
    }
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *picture)
{
    const struct pm_starbattle *p = puzzle;
    const bool partial = pm_is_partial(p->place_count, answer);
    for (int cell = 0; cell < p->rows * p->columns; cell++) {
        double x = cell % p->columns, y = cell / p->columns;
        pm_picture_place(picture, p->place_at[cell] == HOLE ? -1 : p->place_at[cell]);
        pm_picture_box(picture, x, y, 1, 1, p->island[cell] == HOLE ? PM_SHADE : PM_PAPER,
                       PM_NO_INK, 0);
    }
    pm_picture_place(picture, -1);
    draw_borders(p, picture, false);
    draw_borders(p, picture, true);
    draw_labels(p, picture);
    for (int place = 0; place < p->place_count; place++) {
        int cell = p->cell_of[place];
        double x = cell % p->columns + 0.5, y = cell / p->columns + 0.5;
        bool given = p->given[cell] != PULMA_EMPTY;
        int value = given ? p->given[cell] : answer ? answer[place] : PULMA_EMPTY;
        pm_picture_place(picture, place);
        if (given) /* told apart without colours, too */
            pm_picture_box(picture, x - 0.4, y - 0.4, 0.8, 0.8, PM_SHADE, PM_NO_INK, 0);
        if (value == 1)
            pm_picture_star(picture, x, y, 0.36, given ? PM_INK : PM_ANSWER);
        else if (value == 0 && (given || partial))
            pm_picture_cross(picture, x, y, 0.18, given ? PM_INK : PM_ANSWER);
    }
    if (p->stars != 1)
        pm_draw_note(picture, p->columns, p->rows + 0.5, "%d stars in each line and region",
                     p->stars);
    pm_picture_place(picture, -1);
}

/* ---- In words ------------------------------------------------------------------------ */

/* "A", "star on A", "no star on A given" */
static void cell_words(const void *puzzle, const int *answer, int row, int column,
                       char *text, size_t size)
{
    const struct pm_starbattle *p = puzzle;
    int cell = row * p->columns + column, island = p->island[cell];
    if (island == PM_STAR_HOLE) {
        snprintf(text, size, "hole");
        return;
    }
    int given = p->given[cell];
    int value = given != PULMA_EMPTY ? given : answer ? answer[p->place_at[cell]] : 0;
    snprintf(text, size, "%s%c%s",
             value == 1                           ? "star on "
             : value == 0 && given != PULMA_EMPTY ? "no star on "
             : answer && value == PULMA_EMPTY     ? "open on "
                                                  : "",
             p->label[island], answer && given != PULMA_EMPTY ? " given" : "");
}

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_starbattle *p = puzzle;
    pm_words_size(p->rows, p->columns, out);
    pm_out_f(out, "%d star%s in every row, column and island. Letters name the islands.\n",
             p->stars, p->stars == 1 ? "" : "s");
    pm_words_rows(p, answer, p->rows, p->columns, cell_words, out);
}

/* ---- The kind ------------------------------------------------------------------------ */

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    (void)puzzle, (void)place;
    snprintf(name, size, "%s", value ? "a star" : "empty");
}

const struct pm_kind pm_kind_starbattle = {
    .name = "starbattle",
    .title = "Star battle",
    .rules = "Put the same number of stars into every row, every column and every island.\n"
             "Stars do not touch, not even at a corner.\n",
    .read = read,
    .write = write,
    .notations = notations,
    .line_notations = (const char *const[]){"puzz.link", "line", "sbn", "task", NULL},
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
    .value_name = value_name,
    .technique = pm_starbattle_technique,
    .scale = pm_starbattle_scale,
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_CYCLE,
    .given = given,
    .give = give,
    .rest_is_zero = true,
    .invent = pm_starbattle_invent,
    .options =
        "stars=1..3  in every row, column and island (usual: 1 below 9x9, 3 from 14x14 "
        "on, else 2)",
    .kernel = kernel,
};
