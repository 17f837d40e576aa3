/* The sudoku board: making one from parts, and reading cells however people type them.
 *
 * Two ideas carry the reading.  A line that holds only frame characters may be a frame or a
 * row of empty cells written as dashes; both readings are tried, and the one that gives a
 * square board wins.  And a line may hold characters or, for digits beyond 9, numbers with
 * blanks between them: it is numbers if every line has as many of them as there are lines. */
#include "puzzles/sudoku/sudoku.h"

#include <assert.h>
#include <string.h>

#include "kernels/houses/bands.h"
#include "kernels/houses/planes.h"

/* ---- Boards ---------------------------------------------------------------------- */

struct pm_sudoku *pm_sudoku_new(struct pm_arena *arena, int size)
{
    assert(1 <= size && size <= PM_SUDOKU_MAX);
    size_t n = (size_t)size * (size_t)size;
    struct pm_sudoku *s = pm_new(arena, 1, struct pm_sudoku);
    int *all = pm_new(arena, 5 * n, int);
    if (!s || !all)
        return NULL;
    *s = (struct pm_sudoku){.size = size,
                            .given = all,
                            .region = all + n,
                            .parity = all + 2 * n,
                            .cage = all + 3 * n,
                            .sum = all + 4 * n};
    for (size_t i = 0; i < n; i++)
        s->cage[i] = -1;
    return s;
}

struct pm_sudoku *pm_sudoku_new_usual(struct pm_arena *arena)
{
#define BAND(a, b, c) ROW(a, b, c), ROW(a, b, c), ROW(a, b, c)
#define ROW(a, b, c)  a, a, a, b, b, b, c, c, c
    static const int boxes[81] = {BAND(0, 1, 2), BAND(3, 4, 5), BAND(6, 7, 8)};
    static const int no_cage[81] = {BAND(-1, -1, -1), BAND(-1, -1, -1), BAND(-1, -1, -1)};
    static const int nothing[81] = {0};
#undef ROW
#undef BAND
    struct pm_sudoku *s = pm_new(arena, 1, struct pm_sudoku);
    int *given = pm_new(arena, 81, int);
    if (!s || !given)
        return NULL;
    *s = (struct pm_sudoku){.size = 9,
                            .box_rows = 3,
                            .box_columns = 3,
                            .given = given,
                            .region = (int *)boxes,
                            .parity = (int *)nothing,
                            .cage = (int *)no_cage,
                            .sum = (int *)nothing};
    return s;
}

bool pm_sudoku_usual_boxes(int size, int *rows, int *columns)
{
    int side = 1;
    while ((side + 1) * (side + 1) <= size)
        side++;
    while (size % side != 0)
        side--;
    *rows = side;
    *columns = size / side;
    return side > 1 || size == 1;
}

void pm_sudoku_set_boxes(struct pm_sudoku *s, int rows, int columns)
{
    assert(rows * columns == s->size);
    s->box_rows = rows;
    s->box_columns = columns;
    const int n = s->size;
    /* The first row of each band cell by cell, the others as that one: lists are long. */
    for (int row = 0; row < n; row++) {
        int *region = s->region + row * n;
        if (row % rows) {
            memcpy(region, region - n, (size_t)n * sizeof *region);
            continue;
        }
        for (int box = row; box < row + rows; box++)
            for (int column = 0; column < columns; column++)
                *region++ = box;
    }
}

pulma_status pm_sudoku_default_boxes(struct pm_sudoku *s, const struct pm_text *at,
                                     pulma_error *err)
{
    int rows, columns;
    if (!pm_sudoku_usual_boxes(s->size, &rows, &columns))
        return pm_fail(
            err, PULMA_BAD_TEXT, at,
            "a board of %d x %d cells has no usual boxes: expected 'regions:', or "
            "'boxes: 1x%d' for none",
            s->size, s->size, s->size);
    pm_sudoku_set_boxes(s, rows, columns);
    return PULMA_OK;
}

bool pm_sudoku_has_usual_boxes(const struct pm_sudoku *s)
{
    int rows, columns;
    return s->box_rows > 0 && pm_sudoku_usual_boxes(s->size, &rows, &columns) &&
           rows == s->box_rows && columns == s->box_columns;
}

bool pm_sudoku_has_givens(const struct pm_sudoku *s)
{
    for (int i = 0; i < s->size * s->size; i++)
        if (s->given[i])
            return true;
    return false;
}

bool pm_sudoku_has_parity(const struct pm_sudoku *s)
{
    for (int i = 0; i < s->size * s->size; i++)
        if (s->parity[i] != PM_ANY_PARITY)
            return true;
    return false;
}

/* Marks the cells that hang together with `start` and have the same cage. */
static void spread(const struct pm_sudoku *s, int start, bool *seen)
{
    int queue[PM_SUDOKU_CELLS], head = 0, tail = 0, n = s->size;
    queue[tail++] = start;
    seen[start] = true;
    while (head < tail) {
        int i = queue[head++];
        const int next[4] = {i >= n ? i - n : -1, i % n ? i - 1 : -1,
                             i % n < n - 1 ? i + 1 : -1, i < n * (n - 1) ? i + n : -1};
        for (int k = 0; k < 4; k++)
            if (next[k] >= 0 && !seen[next[k]] && s->cage[next[k]] == s->cage[start]) {
                seen[next[k]] = true;
                queue[tail++] = next[k];
            }
    }
}

bool pm_sudoku_cages_connected(const struct pm_sudoku *s)
{
    bool seen[PM_SUDOKU_CELLS] = {false};
    int parts = 0;
    for (int i = 0; i < s->size * s->size; i++)
        if (s->cage[i] >= 0 && !seen[i]) {
            spread(s, i, seen);
            parts++;
        }
    return parts == s->cage_count;
}

int pm_sudoku_split_cages(struct pm_sudoku *s)
{
    bool seen[PM_SUDOKU_CELLS] = {false}, before[PM_SUDOKU_CELLS] = {false};
    int part[PM_SUDOKU_CELLS], parts = 0, n = s->size * s->size;
    for (int i = 0; i < n; i++) {
        if (s->cage[i] < 0 || seen[i])
            continue;
        spread(s, i, seen);
        for (int k = i; k < n; k++)
            if (seen[k] && !before[k]) {
                before[k] = true;
                part[k] = parts;
            }
        parts++;
    }
    for (int i = 0; i < n; i++)
        if (s->cage[i] >= 0)
            s->cage[i] = part[i];
    return parts;
}

void pm_sudoku_sums(const struct pm_sudoku *s, int n, int *min, int *max)
{
    *min = s->repeats ? n : n * (n + 1) / 2;
    *max = s->repeats ? n * s->size : n * (2 * s->size - n + 1) / 2;
}

static pulma_status number_regions(struct pm_sudoku *s, const struct pm_text *at,
                                   pulma_error *err)
{
    int label[PM_SUDOKU_MAX], cells[PM_SUDOKU_MAX] = {0}, count = 0, k = 0;
    for (int i = 0; i < s->size * s->size; i++) {
        if (k >= count || label[k] != s->region[i]) /* most often that of the cell before */
            for (k = 0; k < count && label[k] != s->region[i];)
                k++;
        if (k == s->size)
            return pm_fail(err, PULMA_BAD_TEXT, at, "expected %d regions, found more",
                           s->size);
        if (k == count)
            label[count++] = s->region[i];
        if (++cells[k] > s->size)
            return pm_fail(
                err, PULMA_BAD_TEXT, at,
                "expected %d cells in every region, found more in the one of row "
                "%d, column %d",
                s->size, i / s->size + 1, i % s->size + 1);
        s->region[i] = k;
    }
    return PULMA_OK; /* none is larger than it may be, so none is smaller */
}

/* Gives the cages that share no cell their numbers, by first cells. */
static void number_cages(struct pm_sudoku *s)
{
    int n = s->size * s->size, sum[PM_SUDOKU_CELLS], number[PM_SUDOKU_CELLS];
    for (int i = 0; i < n; i++)
        number[i] = -1;
    s->cage_count = 0;
    for (int i = 0; i < n; i++) {
        int label = s->cage[i];
        assert(label < n);
        if (label < 0)
            continue;
        if (number[label] < 0) {
            sum[s->cage_count] = s->sum[label];
            number[label] = s->cage_count++;
        }
        s->cage[i] = number[label];
    }
    memcpy(s->sum, sum, (size_t)s->cage_count * sizeof *sum);
}

/* Whether a cage over others has exactly the cells of one before it. */
static bool is_double(const struct pm_sudoku *s, int cage)
{
    int mine[PM_SUDOKU_CELLS], other[PM_SUDOKU_CELLS],
        n = pm_sudoku_cage_cells(s, cage, mine);
    bool same = false;
    for (int k = 0; k < cage && cage >= s->cage_count && !same; k++)
        same = pm_sudoku_cage_cells(s, k, other) == n &&
               memcmp(mine, other, (size_t)n * sizeof *mine) == 0;
    return same;
}

/* Whether digits can have the sum of a cage, and no other has its cells. */
static pulma_status check_cage(const struct pm_sudoku *s, int cage,
                               const struct pm_text *at, pulma_error *err)
{
    int cells[PM_SUDOKU_CELLS], n = pm_sudoku_cage_cells(s, cage, cells), min, max;
    int row = cells[0] / s->size + 1, column = cells[0] % s->size + 1;
    if (n > s->size && !s->repeats)
        return pm_fail(err, PULMA_BAD_TEXT, at,
                       "the cage at row %d, column %d has %d cells, but there are only %d "
                       "different digits",
                       row, column, n, s->size);
    if (is_double(s, cage))
        return pm_fail(err, PULMA_BAD_TEXT, at,
                       "two cages at row %d, column %d have the same cells", row, column);
    pm_sudoku_sums(s, n, &min, &max);
    const int sum = pm_sudoku_cage_sum(s, cage);
    if (sum < min || sum > max)
        return pm_fail(err, PULMA_BAD_TEXT, at,
                       "the cage at row %d, column %d has %d cell%s: expected a sum from "
                       "%d to %d, found %d",
                       row, column, n, n == 1 ? "" : "s", min, max, sum);
    return PULMA_OK;
}

static pulma_status add_over(struct pm_sudoku *s, const struct pm_sudoku_cage *cage,
                             const bool *in, struct pm_arena *arena, pulma_error *err)
{
    const size_t n = (size_t)s->size * (size_t)s->size;
    int *cells = pm_new(arena, (size_t)cage->count, int), count = 0;
    if (!s->over)
        s->over = pm_new(arena, n, struct pm_sudoku_cage);
    if (!cells || !s->over)
        return pm_fail_memory(err);
    for (int i = 0; i < (int)n; i++)
        if (in[i])
            cells[count++] = i;
    s->over[s->over_count++] = (struct pm_sudoku_cage){cage->sum, count, cells};
    return PULMA_OK;
}

pulma_status pm_sudoku_add_cage(struct pm_sudoku *s, const struct pm_sudoku_cage *cage,
                                const struct pm_text *at, struct pm_arena *arena,
                                pulma_error *err)
{
    bool in[PM_SUDOKU_CELLS] = {false}, over = false;
    for (int i = 0; i < cage->count; i++) {
        const int cell = cage->cells[i];
        if (in[cell])
            return pm_fail(err, PULMA_BAD_TEXT, at, "this cage has row %d, column %d twice",
                           cell / s->size + 1, cell % s->size + 1);
        in[cell] = true;
        over |= s->cage[cell] >= 0;
    }
    if (over && s->over_count == s->size * s->size)
        return pm_fail(err, PULMA_BAD_TEXT, at, "there are more cages than cells");
    if (over)
        return add_over(s, cage, in, arena, err);
    for (int i = 0; i < cage->count; i++)
        s->cage[cage->cells[i]] = cage->cells[0];
    s->sum[cage->cells[0]] = cage->sum;
    return PULMA_OK;
}

int pm_sudoku_cages(const struct pm_sudoku *s)
{
    return s->cage_count + s->over_count;
}

int pm_sudoku_cage_sum(const struct pm_sudoku *s, int cage)
{
    return cage < s->cage_count ? s->sum[cage] : s->over[cage - s->cage_count].sum;
}

int pm_sudoku_cage_cells(const struct pm_sudoku *s, int cage, int *cells)
{
    int n = 0;
    if (cage >= s->cage_count) {
        const struct pm_sudoku_cage *over = &s->over[cage - s->cage_count];
        memcpy(cells, over->cells, (size_t)over->count * sizeof *cells);
        return over->count;
    }
    for (int i = 0; i < s->size * s->size; i++)
        if (s->cage[i] == cage)
            cells[n++] = i;
    assert(n > 0);
    return n;
}

pulma_status pm_sudoku_finish(struct pm_sudoku *s, const struct pm_text *at,
                              pulma_error *err)
{
    pulma_status status = number_regions(s, at, err);
    number_cages(s);
    for (int cage = 0; cage < pm_sudoku_cages(s) && !status; cage++)
        status = check_cage(s, cage, at, err);
    return status;
}

/* ---- Search ---------------------------------------------------------------------- */

/* Bit d: digit d may stand there, as far as the cell itself tells.  Without a branch: where the givens
 * stand cannot be predicted. */
static uint32_t allowed_at(const struct pm_sudoku *s, int cell)
{
    static const uint32_t parity[] = {
        [PM_ANY_PARITY] = UINT32_MAX, [PM_ODD] = 0xAAAAAAAA, [PM_EVEN] = 0x55555555};
    uint32_t any = (uint32_t)(s->given[cell] != 0) - 1; /* all digits, or none */
    return (UINT32_C(1) << s->given[cell] | any) & parity[s->parity[cell]];
}

void pm_sudoku_list_houses(const struct pm_sudoku *s, struct pm_sudoku_houses *houses)
{
    int n = s->size, in[PM_SUDOKU_MAX] = {0}, *cells = houses->cells;
    for (int i = 0; i < n * n; i++) {
        int row = i / n, column = i % n;
        cells[row * n + column] = i;
        cells[(n + column) * n + row] = i;
        cells[(2 * n + s->region[i]) * n + in[s->region[i]]++] = i;
        if (row == column)
            cells[3 * n * n + row] = i;
        if (row + column == n - 1)
            cells[(3 * n + 1) * n + row] = i;
        houses->allowed[i] = allowed_at(s, i);
    }
    houses->count = 3 * n + (s->diagonals ? 2 : 0);
}

/* The board as houses, by one of the searches for them. */
static pulma_status search_houses(const struct pm_sudoku *s, struct pm_search *search,
                                  pulma_status (*method)(const struct pm_houses *,
                                                         struct pm_search *))
{
    struct pm_sudoku_houses houses;
    pm_sudoku_list_houses(s, &houses);
    int n = s->size;
    struct pm_houses board = {n, n * n, houses.count, houses.cells, houses.allowed};
    return method(&board, search);
}

pulma_status pm_sudoku_search_houses(const struct pm_sudoku *s, struct pm_search *search)
{
    return search_houses(s, search, pm_houses_search);
}

pulma_status pm_sudoku_search(const struct pm_sudoku *s, struct pm_search *search)
{
    if (s->size > PM_PLANES_MAX_DIGITS || search->rng)
        return search_houses(s, search, pm_houses_search);
    if (s->size != 9 || s->box_rows != 3)
        return search_houses(s, search, pm_planes_search);
    int marks = 0;
    for (int i = 0; i < 81; i++)
        marks |= s->parity[i];
    if (!marks)
        return pm_bands_search_digits(s->given, s->diagonals, search);
    struct pm_bands board;
    board.diagonals = s->diagonals;
    for (int i = 0; i < 81; i++)
        board.allowed[i] = (uint16_t)(allowed_at(s, i) & 0x3FE);
    return pm_bands_search(&board, search);
}

/* ---- Cells ----------------------------------------------------------------------- */

char pm_sudoku_char(int value)
{
    return value == 0 ? '.' : pm_digit(value);
}

int pm_sudoku_side(int count)
{
    for (int side = 1; side <= PM_SUDOKU_MAX; side++)
        if (side * side == count)
            return side;
    return 0;
}

/* What a character can be in a line of cells. */
enum look {
    OTHER,
    SKIP, /* blanks, bars, frames */
    CELL, /* a digit or an empty cell */
    DOUBT /* a dash or a star: a frame where it stands among its like, else an empty cell */
};

/* A table, because lists of a million boards are read through it. */
#define EVERY_LETTER(X)                                                                    \
    X('A')                                                                                 \
    X('B')                                                                                 \
    X('C')                                                                                 \
    X('D')                                                                                 \
    X('E') X('F') X('G') X('H') X('I') X('J') X('K') X('L') X('M') X('N') X('O') X('P')
static const unsigned char looks[256] = {
#define LETTER(c) [c] = CELL, [c - 'A' + 'a'] = CELL,
    EVERY_LETTER(LETTER)
#undef LETTER
        ['0'] = CELL,
    ['1'] = CELL,
    ['2'] = CELL,
    ['3'] = CELL,
    ['4'] = CELL,
    ['5'] = CELL,
    ['6'] = CELL,
    ['7'] = CELL,
    ['8'] = CELL,
    ['9'] = CELL,
    ['.'] = CELL,
    ['_'] = CELL,
    ['?'] = CELL,
    ['x'] = CELL,
    ['X'] = CELL,
    [' '] = SKIP,
    ['\t'] = SKIP,
    ['\r'] = SKIP,
    ['|'] = SKIP,
    ['+'] = SKIP,
    ['='] = SKIP,
    ['!'] = SKIP,
    [':'] = SKIP,
    [','] = SKIP,
    [';'] = SKIP,
    ['-'] = DOUBT,
    ['*'] = DOUBT};

static bool is_empty_mark(int c)
{
    return c == '.' || c == '0' || c == '_' || c == '?' || c == 'x' || c == 'X' ||
           c == '-' || c == '*';
}

static enum look look_at(const struct pm_text *t)
{
    int c = pm_text_peek(t);
    if (c == 0xE2 && pm_text_len(t) >= 3 &&
        ((unsigned char)t->at[1] == 0x94 || (unsigned char)t->at[1] == 0x95))
        return SKIP; /* U+2500 to U+257F: box drawing */
    return c < 0 ? OTHER : (enum look)looks[c];
}

static void step(struct pm_text *t)
{
    bool wide = pm_text_peek(t) == 0xE2;
    pm_text_take(t);
    for (int i = 0; wide && i < 2 && !pm_text_ended(t); i++)
        pm_text_take(t);
}

static int char_value(int c)
{
    if (is_empty_mark(c))
        return 0;
    return c <= '9' ? c - '0' : (c >= 'a' ? c - 'a' : c - 'A') + 10;
}

/* A line of frame characters: surely a frame, perhaps one, surely none. */
enum frame { NO_FRAME, MAYBE_FRAME, FRAME };

static enum frame frame_line(struct pm_text line)
{
    bool doubt = false, run = false, cross = false;
    int before = 0;
    for (; !pm_text_ended(&line); step(&line)) {
        enum look look = look_at(&line);
        int c = pm_text_peek(&line);
        if (look == CELL || look == OTHER)
            return NO_FRAME;
        doubt |= look == DOUBT;
        run |= look == DOUBT && (before == '-' || before == '*');
        cross |= c == '+' || c == '=';
        before = c;
    }
    if (!doubt || (cross && run))
        return FRAME;
    return run ? MAYBE_FRAME : NO_FRAME;
}

static pulma_status add_cell(struct pm_sudoku_cells *cells, const struct pm_text *at,
                             int value, pulma_error *err)
{
    if (cells->count == PM_SUDOKU_CELLS)
        return pm_fail(err, PULMA_BAD_TEXT, at, "expected at most %d x %d cells",
                       PM_SUDOKU_MAX, PM_SUDOKU_MAX);
    cells->at[cells->count] = *at;
    cells->value[cells->count++] = value;
    return PULMA_OK;
}

/* One character a cell; lines that may be frames are taken as such, or not. */
static pulma_status read_chars(const struct pm_text *lines, int line_count, bool frames,
                               struct pm_sudoku_cells *cells, pulma_error *err)
{
    int rows = 0, width = -1;
    bool even = true;
    cells->count = 0;
    for (int i = 0; i < line_count; i++) {
        struct pm_text line = lines[i];
        enum frame frame = frame_line(line);
        if (frame == FRAME || (frame == MAYBE_FRAME && frames))
            continue;
        int before = cells->count;
        for (; !pm_text_ended(&line); step(&line)) {
            enum look look = look_at(&line);
            if (look == OTHER)
                return pm_fail_expected(err, &line, "a digit or '.' for an empty cell");
            pulma_status status =
                look == SKIP ? PULMA_OK
                             : add_cell(cells, &line, char_value(pm_text_peek(&line)), err);
            if (status)
                return status;
        }
        if (rows++ > 0)
            even &= cells->count - before == width;
        width = cells->count - before;
    }
    cells->square = rows == 1 || (even && rows == width);
    return PULMA_OK;
}

/* The next word of a line of numbers; bars count as blanks. */
static struct pm_text next_word(struct pm_text *line)
{
    while (!pm_text_ended(line) && look_at(line) == SKIP)
        step(line);
    struct pm_text word = *line;
    while (!pm_text_ended(line) && look_at(line) != SKIP)
        step(line);
    word.end = line->at;
    return word;
}

/* Whether every line that is no frame has as many words as there are such lines, and some
 * word is longer than a character. */
static bool are_numbers(const struct pm_text *lines, int line_count)
{
    int rows = 0, words = -1;
    bool has_long = false;
    for (int i = 0; i < line_count; i++) {
        struct pm_text line = lines[i], word;
        if (frame_line(line) != NO_FRAME)
            continue;
        int n = 0;
        while (word = next_word(&line), word.at != word.end) {
            has_long |= pm_text_len(&word) > 1;
            n++;
        }
        if (rows++ > 0 && n != words)
            return false;
        words = n;
    }
    return has_long && rows > 1 && rows == words;
}

static pulma_status read_numbers(const struct pm_text *lines, int line_count,
                                 struct pm_sudoku_cells *cells, pulma_error *err)
{
    cells->count = 0;
    cells->square = true;
    for (int i = 0; i < line_count; i++) {
        struct pm_text line = lines[i], word;
        if (frame_line(line) != NO_FRAME)
            continue;
        while (word = next_word(&line), word.at != word.end) {
            const struct pm_text at = word;
            int value = 0;
            pulma_status status = PULMA_OK;
            enum look look = look_at(&word);
            if (pm_text_len(&word) == 1 && look != OTHER) {
                value = char_value(pm_text_peek(&word));
            } else if (!(status = pm_text_int(&word, 1, PM_SUDOKU_MAX, &value, err))) {
                status = pm_text_done(&word, err);
            }
            if (status || (status = add_cell(cells, &at, value, err)))
                return status;
        }
    }
    return PULMA_OK;
}

/* The next cell of a row of a table, "5,3,,,7": what stands up to a comma. */
static struct pm_text next_field(struct pm_text *line)
{
    struct pm_text field = *line;
    while (!pm_text_ended(line) && pm_text_peek(line) != ',')
        pm_text_take(line);
    field.end = line->at;
    if (!pm_text_ended(line))
        pm_text_take(line);
    return pm_text_trim(field);
}

/* Whether the lines are rows of a table that leaves empty cells out. */
static bool are_fields(const struct pm_text *lines, int line_count)
{
    bool left_out = false;
    for (int i = 0; i < line_count; i++) {
        int commas = 0;
        for (const char *c = lines[i].at; c < lines[i].end; c++)
            commas += *c == ',';
        if (commas != line_count - 1)
            return false;
        struct pm_text line = lines[i];
        for (int k = 0; k < line_count; k++) {
            const struct pm_text field = next_field(&line);
            left_out |= pm_text_ended(&field);
        }
    }
    return left_out && line_count > 1 && line_count <= PM_SUDOKU_MAX;
}

static pulma_status read_field(struct pm_text field, int *value, pulma_error *err)
{
    *value = 0;
    if (pm_text_ended(&field))
        return PULMA_OK;
    if (pm_text_len(&field) == 1 && look_at(&field) == CELL) {
        *value = char_value(pm_text_peek(&field));
        return PULMA_OK;
    }
    pulma_status status = pm_text_int(&field, 1, PM_SUDOKU_MAX, value, err);
    return status ? status : pm_text_done(&field, err);
}

static pulma_status read_fields(const struct pm_text *lines, int line_count,
                                struct pm_sudoku_cells *cells, pulma_error *err)
{
    struct pm_text comma = lines[0]; /* what stands for a cell that is left out */
    while (pm_text_peek(&comma) != ',')
        pm_text_take(&comma);
    cells->count = 0;
    cells->square = true;
    for (int row = 0; row < line_count; row++) {
        struct pm_text line = lines[row];
        for (int column = 0; column < line_count; column++) {
            const struct pm_text field = next_field(&line);
            int value;
            pulma_status status = read_field(field, &value, err);
            if (!status)
                status =
                    add_cell(cells, pm_text_ended(&field) ? &comma : &field, value, err);
            if (status)
                return status;
        }
    }
    return PULMA_OK;
}

/* A single line of digits and blanks only, where the blanks are the empty cells. */
static bool blanks_are_cells(const struct pm_text *line, struct pm_sudoku_cells *cells)
{
    int count = (int)(pm_text_len(line) > PM_SUDOKU_CELLS ? 0 : pm_text_len(line));
    if (pm_sudoku_side(count) < 4)
        return false;
    cells->count = 0;
    for (struct pm_text t = *line; !pm_text_ended(&t); pm_text_take(&t)) {
        int c = pm_text_peek(&t);
        if (c != ' ' && !(c >= '1' && c <= '9'))
            return false;
        cells->at[cells->count] = t;
        cells->value[cells->count++] = c == ' ' ? 0 : c - '0';
    }
    cells->square = true;
    return true;
}

/* A line of cells and nothing else: by far the most frequent. */
static bool only_cells(const struct pm_text *line, struct pm_sudoku_cells *cells)
{
    size_t count = pm_text_len(line);
    if (count > PM_SUDOKU_CELLS)
        return false;
    for (size_t i = 0; i < count; i++) {
        int c = (unsigned char)line->at[i];
        if (looks[c] != CELL)
            return false;
        cells->at[i] =
            (struct pm_text){line->at + i, line->end, line->line, line->column + (int)i, 0};
        cells->value[i] = char_value(c);
    }
    cells->count = (int)count;
    cells->square = true;
    return true;
}

pulma_status pm_sudoku_read_cells(const struct pm_text *lines, int line_count,
                                  struct pm_sudoku_cells *cells, pulma_error *err)
{
    if (line_count == 1 && only_cells(&lines[0], cells))
        return PULMA_OK;
    if (are_fields(lines, line_count))
        return read_fields(lines, line_count, cells, err);
    if (are_numbers(lines, line_count))
        return read_numbers(lines, line_count, cells, err);
    /* Where all lines together make a square, none of them is a frame. */
    if (line_count > 1 && line_count <= PM_SUDOKU_MAX &&
        read_chars(lines, line_count, false, cells, NULL) == PULMA_OK && cells->square &&
        cells->count == line_count * line_count)
        return PULMA_OK;
    pulma_status status = read_chars(lines, line_count, true, cells, err);
    if (status || (cells->square && pm_sudoku_side(cells->count)))
        return status;
    status = read_chars(lines, line_count, false, cells, NULL);
    if (!status && cells->square && pm_sudoku_side(cells->count))
        return PULMA_OK;
    if (line_count == 1 && blanks_are_cells(&lines[0], cells))
        return PULMA_OK;
    return read_chars(lines, line_count, true, cells, err);
}

pulma_status pm_sudoku_give(struct pm_sudoku *s, const struct pm_sudoku_cells *cells,
                            pulma_error *err)
{
    assert(cells->count == s->size * s->size);
    for (int i = 0; i < cells->count; i++) {
        if (cells->value[i] > s->size)
            return pm_fail_expected(err, &cells->at[i], "a digit up to %c",
                                    pm_sudoku_char(s->size));
        s->given[i] = cells->value[i];
    }
    return PULMA_OK;
}
