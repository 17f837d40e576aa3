/* A drawing is text of some lines: the grid (its type, columns, rows), its margins, modes, what is
 * drawn as the puzzle, what as its answer, and settings.  What is drawn is an object of layers
 * (numbers, symbols, lines along edges, ...), with frequent names abbreviated: "number" is zN.
 *
 * A drawing does not say which puzzle it is.  So it is read as a sudoku only if it looks like one:
 * a square board with digits and nothing else, on a sudoku grid, or parted by lines into as many
 * regions as it has rows. */
#include "notations/penpa.h"

#include <string.h>

#include "core/arena.h"
#include "notations/drawn.h"
#include "notations/inflate.h"
#include "notations/json.h"

enum { MOST_BYTES = 4 << 20, MOST_SIDE = PM_DRAWN_SIDE, RIM = 2, BETWEEN = 4 };

struct drawing {
    bool sudoku_grid;
    int columns, rows;            /* with margins */
    int top, bottom, left, right; /* the margins */
    struct pm_drawn board;        /* which is square */
    bool wall_below[MOST_SIDE][MOST_SIDE], wall_right[MOST_SIDE][MOST_SIDE];
};

/* ---- Unpacking ------------------------------------------------------------------------ */

static int base64_value(int c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == ' ' ? 62 /* a blank is a '+' that a mail program read */
           : c == '/'             ? 63
                                  : -1;
}

static pulma_status damaged(const struct pm_text *data, pulma_error *err)
{
    return pm_fail(err, PULMA_BAD_TEXT, data,
                   "this link of penpa-edit is damaged or not complete");
}

static pulma_status unpack(struct pm_text data, struct pm_out *text, pulma_error *err)
{
    struct pm_out bytes = {0};
    struct pm_text t = data;
    unsigned bits = 0;
    int held = 0, value = 0;
    while (!pm_text_ended(&t) && (value = base64_value(pm_text_peek(&t))) >= 0) {
        pm_text_take(&t);
        bits = bits << 6 | (unsigned)value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            pm_out_char(&bytes, (char)(bits >> held & 0xff));
        }
    }
    bool good = !bytes.failed && bytes.len > 0 &&
                pm_inflate((const unsigned char *)bytes.data, bytes.len, MOST_BYTES, text);
    bool memory = bytes.failed || text->failed;
    pm_out_free(&bytes);
    return good ? PULMA_OK : memory ? pm_fail_memory(err) : damaged(&data, err);
}

/* Puts the names back that are abbreviated. */
static void put_names(struct pm_text line, struct pm_out *out)
{
    static const char *const names[] = {"9\"qa\"",
                                        "Q\"pu_q\"",
                                        "A\"pu_a\"",
                                        "G\"grid\"",
                                        "M\"edit_mode\"",
                                        "S\"surface\"",
                                        "L\"line\"",
                                        "E\"lineE\"",
                                        "W\"wall\"",
                                        "C\"cage\"",
                                        "N\"number\"",
                                        "Y\"symbol\"",
                                        "P\"special\"",
                                        "B\"board\"",
                                        "R\"command_redo\"",
                                        "U\"command_undo\"",
                                        "8\"command_replay\"",
                                        "1\"numberS\"",
                                        "F\"freeline\"",
                                        "2\"freelineE\"",
                                        "T\"thermo\"",
                                        "3\"arrows\"",
                                        "D\"direction\"",
                                        "0\"squareframe\"",
                                        "5\"polygon\"",
                                        "4\"deletelineE\"",
                                        "6\"killercages\"",
                                        "7\"nobulbthermo\"",
                                        "_\"__a\"",
                                        "Onull",
                                        "Zz"};
    while (!pm_text_ended(&line)) {
        int c = pm_text_take(&line);
        size_t i = 0;
        const size_t n = sizeof names / sizeof *names;
        if (c == 'z' && !pm_text_ended(&line))
            while (i < n && names[i][0] != pm_text_peek(&line))
                i++;
        else
            i = n;
        if (i < n) {
            pm_text_take(&line);
            pm_out_text(out, names[i] + 1);
        } else {
            pm_out_char(out, (char)c);
        }
    }
}

/* ---- What is drawn -------------------------------------------------------------------- */

static pulma_status refuse(const struct pm_text *data, const char *what, pulma_error *err)
{
    return pm_fail(
        err, PULMA_BAD_TEXT, data,
        "of drawings of penpa-edit only sudokus are read, and this one has %s: export "
        "it there as a link of puzz.link, or copy its grid",
        what);
}

static bool read_head(struct pm_text *t, struct drawing *d)
{
    struct pm_text line = pm_text_line(t);
    d->sudoku_grid = pm_text_word(&line, "sudoku,");
    if (!d->sudoku_grid && !pm_text_word(&line, "square,"))
        return false;
    int *const margins[] = {&d->top, &d->bottom, &d->left, &d->right};
    if (pm_text_int(&line, 1, 1000, &d->columns, NULL) || !pm_text_word(&line, ",") ||
        pm_text_int(&line, 1, 1000, &d->rows, NULL))
        return false;
    line = pm_text_line(t);
    for (int i = 0; i < 4; i++)
        if (!pm_text_word(&line, i ? "," : "[") ||
            pm_text_int(&line, 0, 1000, margins[i], NULL))
            return false;
    d->board.side = d->columns - d->left - d->right;
    return d->board.side == d->rows - d->top - d->bottom;
}

/* The cell, or the corner at the lower right of a cell, of an index: 0 is the first of the board, -1
 * the one before it.  False: neither. */
static bool find_spot(const struct drawing *d, int index, bool corner, int *row,
                      int *column)
{
    int across = d->columns + BETWEEN, layer = across * (d->rows + BETWEEN);
    index -= corner ? layer : 0;
    if (index < 0 || index >= layer)
        return false;
    *row = index / across - RIM - d->top;
    *column = index % across - RIM - d->left;
    int least = corner ? -1 : 0;
    return *row >= least && *column >= least && *row < d->board.side &&
           *column < d->board.side;
}

/* "index": [text, colour, kind] */
static bool read_numbers(const struct pm_json *numbers, struct drawing *d)
{
    for (int i = 0; i < numbers->count; i++) {
        struct pm_text name = pm_json_name(numbers, i)->text;
        const struct pm_json *value = pm_json_value(numbers, i);
        int index, row, column, digit;
        if (value->type != PM_JSON_LIST || value->count < 1 ||
            pm_text_int(&name, 0, 1 << 20, &index, NULL) ||
            !find_spot(d, index, false, &row, &column))
            return false;
        struct pm_text text = pm_text_trim(value->items[0].text);
        if (pm_text_int(&text, 1, d->board.side, &digit, NULL) || !pm_text_ended(&text))
            return false;
        d->board.given[row][column] = pm_drawn_digit(digit);
    }
    return true;
}

/* "corner,corner": style.  Lines part cells; those around the board part nothing. */
static bool read_walls(const struct pm_json *lines, struct drawing *d)
{
    for (int i = 0; i < lines->count; i++) {
        struct pm_text name = pm_json_name(lines, i)->text;
        int one, two, row, column, row2, column2;
        if (pm_text_int(&name, 0, 1 << 20, &one, NULL) || !pm_text_word(&name, ",") ||
            pm_text_int(&name, 0, 1 << 20, &two, NULL) ||
            !find_spot(d, one, true, &row, &column) ||
            !find_spot(d, two, true, &row2, &column2))
            return false;
        if (row == row2 &&
            column2 == column + 1) { /* below the cell of the second corner */
            if (row >= 0)
                d->wall_below[row][column2] = true;
        } else if (column == column2 && row2 == row + 1) {
            if (column >= 0)
                d->wall_right[row2][column] = true;
        } else {
            return false;
        }
    }
    return true;
}

/* Reads the layers; NULL: all of it is a sudoku's, otherwise what is not. */
static const char *read_layers(const struct pm_json *all, struct drawing *d)
{
    static const struct {
        const char *name, *words;
    } others[] = {{"surface", "coloured cells"},
                  {"symbol", "symbols"},
                  {"line", "lines from cell to cell"},
                  {"wall", "walls"},
                  {"cage", "cages"},
                  {"killercages", "cages"},
                  {"numberS", "small numbers"},
                  {"thermo", "thermometers"},
                  {"nobulbthermo", "thermometers"},
                  {"arrows", "arrows"},
                  {"direction", "arrows"},
                  {"freeline", "free lines"},
                  {"freelineE", "free lines"},
                  {"squareframe", "frames"},
                  {"polygon", "polygons"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct pm_json *layer = pm_json_find(all, others[i].name);
        if (layer && layer->count > 0)
            return others[i].words;
    }
    const struct pm_json *numbers = pm_json_find(all, "number");
    const struct pm_json *lines = pm_json_find(all, "lineE");
    if (numbers && numbers->type == PM_JSON_OBJECT && !read_numbers(numbers, d))
        return "texts that are no digits of its board";
    if (lines && lines->type == PM_JSON_OBJECT && !read_walls(lines, d))
        return "lines that are no borders of cells";
    return NULL;
}

/* ---- Regions -------------------------------------------------------------------------- */

/* Gives the cells that no wall parts from one the same number; how many. */
static int flood(struct drawing *d, int row, int column, int number)
{
    int stack[MOST_SIDE * MOST_SIDE], n = 0, cells = 0;
    stack[n++] = row * MOST_SIDE + column;
    d->board.region[row][column] = number;
    while (n > 0) {
        int r = stack[--n] / MOST_SIDE, c = stack[n] % MOST_SIDE;
        cells++;
        const bool open[] = {r > 0 && !d->wall_below[r - 1][c],
                             c < d->board.side - 1 && !d->wall_right[r][c],
                             r < d->board.side - 1 && !d->wall_below[r][c],
                             c > 0 && !d->wall_right[r][c - 1]};
        for (int i = 0; i < 4; i++) {
            int y = r + (i == 2) - (i == 0), x = c + (i == 1) - (i == 3);
            if (open[i] && d->board.region[y][x] == 0) {
                d->board.region[y][x] = number;
                stack[n++] = y * MOST_SIDE + x;
            }
        }
    }
    return cells;
}

/* Numbers the regions from 1; 0: they have not all as many cells as the board has rows. */
static int find_regions(struct drawing *d)
{
    int count = 0;
    bool equal = true;
    for (int row = 0; row < d->board.side; row++)
        for (int column = 0; column < d->board.side; column++)
            if (d->board.region[row][column] == 0)
                equal &= flood(d, row, column, ++count) == d->board.side;
    return equal || count == 1 ? count : 0;
}

static pulma_status read_drawing(const struct pm_text *data, struct pm_text text,
                                 struct pm_arena *arena, struct pm_out *form,
                                 pulma_error *err)
{
    struct drawing *d = pm_new(arena, 1, struct drawing);
    struct pm_json *all = pm_new(arena, 1, struct pm_json);
    if (!d || !all)
        return pm_fail_memory(err);
    memset(d->board.given, '.', sizeof d->board.given);
    if (!read_head(&text, d))
        return refuse(data, "another grid than a square one", err);
    if (d->board.side < 2 || d->board.side > MOST_SIDE)
        return refuse(data, "a board of another size", err);
    pm_text_line(&text);
    struct pm_out layers = {0};
    put_names(pm_text_line(&text), &layers);
    struct pm_text t = pm_text_of(layers.data ? layers.data : "", layers.len);
    pulma_status status = layers.failed ? pm_fail_memory(err)
                          : pm_json_read(&t, arena, all, NULL) != PULMA_OK
                              ? damaged(data, err)
                              : PULMA_OK;
    const char *other = status ? NULL : read_layers(all, d);
    int regions = status ? 0 : find_regions(d);
    if (!status && (other || regions == 0 || (regions == 1 && !d->sudoku_grid)))
        status = refuse(data, other ? other : "no regions of equal size", err);
    if (!status && regions == 1) /* no lines but those of the sudoku grid */
        d->board.region[0][0] = 0;
    if (!status)
        pm_drawn_put(&d->board, form);
    pm_out_free(&layers);
    return status;
}

pulma_status pm_penpa_read(struct pm_text data, struct pm_out *form, pulma_error *err)
{
    struct pm_out text = {0};
    struct pm_arena arena;
    pulma_status status = unpack(data, &text, err);
    pm_arena_init(&arena, 0);
    if (!status)
        status = read_drawing(&data, pm_text_of(text.data ? text.data : "", text.len),
                              &arena, form, err);
    pm_arena_free(&arena);
    pm_out_free(&text);
    return status;
}
