/* Flow Free as text: pulma's own notation and those of other programs.
 *
 * All readers first bring the board into one shape, a sheet: a text per cell, empty for an
 * open cell, "#" for a hole, else the name of a dot.  pm_flow_make() then numbers the colours
 * in reading order and complains of dots without a partner.  Notations differ in what they
 * leave unsaid: Numberlink pages do not ask that all cells are covered, Flow grids do; only
 * PuzzleKit's boards are meant with lines that do not run beside themselves. */
#include "puzzles/flowfree/flowfree.h"

#include <string.h>

#include "notations/link.h"

/* ---- Boards ------------------------------------------------------------------------ */

struct pm_flow *pm_flow_new(struct pm_arena *arena, int rows, int columns)
{
    struct pm_flow *f = pm_new(arena, 1, struct pm_flow);
    if (!f)
        return NULL;
    const size_t cells = (size_t)rows * (size_t)columns;
    *f = (struct pm_flow){.rows = rows, .columns = columns, .cover = true, .touch = true};
    f->cells = rows * columns;
    f->given = pm_new(arena, cells, int);
    f->edge = pm_alloc(arena, cells, sizeof *f->edge);
    f->ends = pm_alloc(arena, 2 * cells, sizeof *f->ends);
    f->name = pm_new(arena, cells + 1, const char *);
    f->dot = pm_alloc(arena, cells + 1, sizeof *f->dot);
    f->reversed = pm_new(arena, cells + 1, bool);
    return f->given && f->edge && f->ends && f->name && f->dot && f->reversed ? f : NULL;
}

static void add_edge(struct pm_flow *f, int cell, int other, int direction)
{
    if (f->given[cell] == PM_FLOW_HOLE || f->given[other] == PM_FLOW_HOLE)
        return;
    f->edge[cell][direction] = f->edge[other][direction ^ 2] = f->cells + f->edges;
    f->ends[f->edges][0] = cell;
    f->ends[f->edges++][1] = other;
}

void pm_flow_finish(struct pm_flow *f)
{
    for (int cell = 0; cell < f->cells; cell++)
        for (int d = 0; d < 4; d++)
            f->edge[cell][d] = -1;
    f->edges = 0;
    for (int cell = 0; cell < f->cells; cell++)
        if ((cell + 1) % f->columns)
            add_edge(f, cell, cell + 1, PM_RIGHT_OF);
    for (int cell = 0; cell + f->columns < f->cells; cell++)
        add_edge(f, cell, cell + f->columns, PM_BELOW);
    for (int cell = f->cells - 1; cell >= 0; cell--)
        if (f->given[cell] > 0) {
            int *dot = f->dot[f->given[cell]];
            dot[1] = dot[0];
            dot[0] = cell;
        }
}

/* ---- Sheets ------------------------------------------------------------------------ */

static bool is_name_char(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_letter(int c)
{
    return is_name_char(c) && !(c >= '0' && c <= '9');
}

pulma_status pm_flow_sheet_new(struct pm_arena *arena, int rows, int columns,
                               struct pm_flow_sheet *s, pulma_error *err)
{
    *s = (struct pm_flow_sheet){rows, columns, NULL};
    s->cell = pm_new(arena, (size_t)rows * (size_t)columns, struct pm_text);
    return s->cell ? PULMA_OK : pm_fail_memory(err);
}

/* The number of this colour, a new one if the name is new. */
static pulma_status colour_of(struct pm_flow *f, struct pm_arena *arena,
                              const struct pm_text *name, int *colour, pulma_error *err)
{
    for (*colour = 1; *colour <= f->colours; ++*colour)
        if (pm_text_is(name, f->name[*colour]))
            return PULMA_OK;
    size_t len = pm_text_len(name);
    for (const char *c = name->at; c < name->end; c++)
        if (!is_name_char((unsigned char)*c) || len > PM_FLOW_MAX_NAME)
            return pm_fail_expected(err, name,
                                    "'.', '#' or a dot (up to %d letters or digits)",
                                    PM_FLOW_MAX_NAME);
    if ((int64_t)f->cells * (*colour + 1) > PM_FLOW_MAX_CHOICES)
        return pm_fail(err, PULMA_BAD_TEXT, name,
                       "%d colours are too many for a board of %d cells", *colour,
                       f->cells);
    f->name[*colour] = pm_copy(arena, name->at, len);
    f->colours = *colour;
    return f->name[*colour] ? PULMA_OK : pm_fail_memory(err);
}

/* A board of one column cannot be written with names of several characters. */
static pulma_status shorten_names(struct pm_flow *f, struct pm_arena *arena,
                                  pulma_error *err)
{
    if (f->columns > 1 || pm_flow_name_width(f) == 1)
        return PULMA_OK;
    if (f->colours > 61)
        return pm_fail(err, PULMA_BAD_TEXT, NULL,
                       "a board of one column can have at most 61 colours, found %d",
                       f->colours);
    for (int q = 1; q <= f->colours; q++) {
        char letter = pm_digit(q);
        if (!(f->name[q] = pm_copy(arena, &letter, 1)))
            return pm_fail_memory(err);
    }
    return PULMA_OK;
}

pulma_status pm_flow_make(const struct pm_flow_sheet *s, struct pm_arena *arena, bool cover,
                          bool touch, void **puzzle, pulma_error *err)
{
    struct pm_flow *f = pm_flow_new(arena, s->rows, s->columns);
    int *dots = f ? pm_new(arena, (size_t)f->cells + 1, int) : NULL;
    if (!dots)
        return pm_fail_memory(err);
    f->cover = cover;
    f->touch = touch;
    for (int cell = 0; cell < f->cells; cell++) {
        const struct pm_text *text = &s->cell[cell];
        if (pm_text_is(text, "#"))
            f->given[cell] = PM_FLOW_HOLE;
        if (pm_text_ended(text) || pm_text_is(text, "#"))
            continue;
        pulma_status status = colour_of(f, arena, text, &f->given[cell], err);
        if (status)
            return status;
        if (++dots[f->given[cell]] == 3)
            return pm_fail(err, PULMA_BAD_TEXT, text, "expected two dots %s, found a third",
                           f->name[f->given[cell]]);
    }
    if (f->colours == 0)
        return pm_fail(err, PULMA_BAD_TEXT, &s->cell[0],
                       "expected at least one pair of dots, found none");
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] > 0 && dots[f->given[cell]] == 1)
            return pm_fail(err, PULMA_BAD_TEXT, &s->cell[cell],
                           "expected two dots %s, found one", f->name[f->given[cell]]);
    pm_flow_finish(f);
    *puzzle = f;
    return shorten_names(f, arena, err);
}

/* ---- Rows of cells ----------------------------------------------------------------- */

/* The words of a line; a control character is a word of its own. */
static struct pm_text next_word(struct pm_text *line)
{
    struct pm_text word = pm_text_token(line);
    if (pm_text_ended(&word) && !pm_text_ended(line)) {
        pm_text_take(line);
        word.end = line->at;
    }
    return word;
}

static int count_words(struct pm_text line)
{
    int n = 0;
    while (pm_text_blanks(&line), !pm_text_ended(&line)) {
        next_word(&line);
        n++;
    }
    return n;
}

/* Cells are the characters of a line, or its words where blanks separate them. */
static struct pm_text next_cell(struct pm_text *line, bool words)
{
    pm_text_blanks(line);
    if (words)
        return next_word(line);
    struct pm_text cell = *line;
    if (!pm_text_ended(line))
        pm_text_take(line);
    cell.end = line->at;
    return cell;
}

static int count_cells(const struct pm_text *line, bool words)
{
    return words ? count_words(*line) : (int)pm_text_len(line);
}

/* One row; cells that are any of `open` are open. */
static pulma_status read_row(struct pm_text line, bool words, const char *open,
                             const struct pm_flow_sheet *s, int row, pulma_error *err)
{
    line = pm_text_trim(line);
    if (count_cells(&line, words) != s->columns)
        return pm_fail(err, PULMA_BAD_TEXT, &line, "expected %d cells in row %d, found %d",
                       s->columns, row + 1, count_cells(&line, words));
    for (int column = 0; column < s->columns; column++) {
        struct pm_text cell = next_cell(&line, words);
        if (pm_text_len(&cell) == 1 && strchr(open, *cell.at))
            cell.end = cell.at;
        s->cell[row * s->columns + column] = cell;
    }
    return PULMA_OK;
}

/* "reversed: 6 B": colours whose line starts, for a model with directed lines, at the dot that
 * comes second in reading order. */
static pulma_status read_reversed(const struct pm_field *names, struct pm_flow *f,
                                  pulma_error *err)
{
    for (int i = 0; names && i < names->line_count; i++) {
        struct pm_text line = pm_text_trim(names->lines[i]);
        while (!pm_text_ended(&line)) {
            struct pm_text name = next_word(&line);
            int q = 1;
            while (q <= f->colours && !pm_text_is(&name, f->name[q]))
                q++;
            if (q > f->colours)
                return pm_fail_expected(err, &name, "a colour of the board");
            if (f->reversed[q])
                return pm_fail(err, PULMA_BAD_TEXT, &name, "colour %s is reversed twice",
                               f->name[q]);
            f->reversed[q] = true;
            pm_text_blanks(&line);
        }
    }
    return PULMA_OK;
}

static void write_reversed(const struct pm_flow *f, struct pm_form_out *form)
{
    struct pm_out names = {0};
    for (int q = 1; q <= f->colours; q++)
        if (f->reversed[q])
            pm_out_f(&names, "%s%s", names.len ? " " : "", f->name[q]);
    if (names.len)
        pm_form_put(form, "reversed", "%s", names.failed ? "" : names.data);
    form->out->failed |= names.failed;
    pm_out_free(&names);
}

pulma_status pm_flow_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                          pulma_error *err)
{
    bool cover = true, touch = true, words = false;
    const struct pm_field *grid;
    pulma_status status = pm_form_bool(form, "cover", &cover, err);
    if (!status)
        status = pm_form_bool(form, "touch", &touch, err);
    const struct pm_field *reversed = pm_form_field(form, "reversed");
    if (!status)
        status = pm_form_block(form, "grid", &grid, err);
    if (status)
        return status;
    for (int i = 0; i < grid->line_count && i < PM_FLOW_MAX_SIDE; i++)
        words |= count_words(grid->lines[i]) > 1;
    struct pm_text first = pm_text_trim(grid->lines[0]);
    int columns = count_cells(&first, words);
    if (columns < 1 || columns > PM_FLOW_MAX_SIDE || grid->line_count > PM_FLOW_MAX_SIDE)
        return pm_fail(err, PULMA_BAD_TEXT, &first,
                       "expected a board of 1x1 to %dx%d cells, found %dx%d",
                       PM_FLOW_MAX_SIDE, PM_FLOW_MAX_SIDE, grid->line_count, columns);
    struct pm_flow_sheet s;
    status = pm_flow_sheet_new(arena, grid->line_count, columns, &s, err);
    for (int row = 0; row < s.rows && !status; row++)
        status = read_row(grid->lines[row], words, "._-*", &s, row, err);
    if (!status)
        status = pm_flow_make(&s, arena, cover, touch, puzzle, err);
    return status ? status : read_reversed(reversed, *puzzle, err);
}

int pm_flow_name_width(const struct pm_flow *f)
{
    size_t width = 1;
    for (int q = 1; q <= f->colours; q++)
        width = strlen(f->name[q]) > width ? strlen(f->name[q]) : width;
    return (int)width;
}

static const char *cell_text(const struct pm_flow *f, int cell)
{
    int given = f->given[cell];
    return given == PM_FLOW_HOLE ? "#" : given ? f->name[given] : ".";
}

void pm_flow_write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_flow *f = puzzle;
    pm_form_put_bool(form, "cover", f->cover);
    pm_form_put_bool(form, "touch", f->touch);
    write_reversed(f, form);
    pm_form_open(form, "grid");
    const int width = pm_flow_name_width(f);
    for (int row = 0; row < f->rows; row++) {
        struct pm_out line = {0};
        for (int column = 0; column < f->columns; column++) {
            const char *text = cell_text(f, row * f->columns + column);
            pm_out_text(&line, text);
            if (width > 1 && column + 1 < f->columns)
                pm_out_repeat(&line, ' ', width + 1 - (int)strlen(text));
        }
        pm_form_line(form, line.failed ? "" : line.data);
        form->out->failed |= line.failed;
        pm_out_free(&line);
    }
}

/* ---- puzz.link ---------------------------------------------------------------------- */

static const char *const link_names[] = {"numlin", "numberlink", "arukone"};

static const char *link_name(const struct pm_text *t)
{
    for (size_t i = 0; i < sizeof link_names / sizeof *link_names; i++)
        if (pm_link_sniff(t, link_names[i]))
            return link_names[i];
    return NULL;
}

static int link_sniff(const struct pm_text *t)
{
    return link_name(t) ? 3 : 0;
}

/* What the page shows for a number: arukone has letters, A = 1. */
static void link_label(bool letters, int number, struct pm_out *label)
{
    if (letters && number >= 1 && number <= 52)
        pm_out_char(label, (char)(number <= 26 ? 'A' + number - 1 : 'a' + number - 27));
    else
        pm_out_f(label, "%d", number);
}

static pulma_status link_cells(struct pm_text *body, bool letters, struct pm_arena *arena,
                               struct pm_flow_sheet *s, pulma_error *err)
{
    const int cells = s->rows * s->columns;
    for (int cell = 0; cell < cells; cell++)
        s->cell[cell] = (struct pm_text){body->at, body->at, body->line, body->column, 0};
    for (int cell = 0; !pm_text_ended(body); cell++) {
        const struct pm_text before = *body;
        int skip, value;
        pulma_status status = pm_link_number(body, &skip, &value, err);
        if (status)
            return status;
        if (skip > cells - cell || (value != -1 && skip == cells - cell))
            return pm_fail(err, PULMA_BAD_TEXT, &before, "the link has more than %d cells",
                           cells);
        if (value == -1)
            break;
        if (value == -2)
            return pm_fail_expected(err, &before,
                                    "a number (dots without one have no partner)");
        cell += skip;
        struct pm_out label = {0};
        link_label(letters, value, &label);
        const char *text = label.failed ? NULL : pm_copy(arena, label.data, label.len);
        if (!text)
            status = pm_fail_memory(err);
        else
            s->cell[cell] =
                (struct pm_text){text, text + label.len, before.line, before.column, 0};
        pm_out_free(&label);
        if (status)
            return status;
    }
    return PULMA_OK;
}

static pulma_status link_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    const char *name = link_name(t);
    int rows, columns;
    struct pm_text flags, body;
    pulma_status status =
        pm_link_head(t, name ? name : "numlin", PM_FLOW_MAX_SIDE, PM_FLOW_MAX_SIDE, &rows,
                     &columns, &flags, &body, err);
    if (status)
        return status;
    bool arukone = strcmp(name, "arukone") == 0;
    bool free_cells = pm_text_is(&flags, "e") || pm_text_is(&flags, "e/");
    if (!pm_text_ended(&flags) && !(arukone && free_cells))
        return pm_fail_expected(err, &flags, "the number of columns%s",
                                arukone ? " or 'e'" : "");
    struct pm_flow_sheet s;
    status = pm_flow_sheet_new(arena, rows, columns, &s, err);
    if (!status)
        status = link_cells(&body, arukone, arena, &s, err);
    return status ? status
                  : pm_flow_make(&s, arena, arukone && !free_cells, true, puzzle, err);
}

/* The names as numbers, if all of them are (1..9999, without leading zeros); else the
 * letters' places in the alphabet, if all are letters; else the colours' own numbers. */
static int link_number(const struct pm_flow *f, int colour, bool numeric, bool letters)
{
    const char *name = f->name[colour];
    if (numeric) {
        struct pm_text t = pm_text_of(name, strlen(name));
        int number = 0;
        pm_text_int(&t, 1, 9999, &number, NULL);
        return number;
    }
    if (letters)
        return name[0] >= 'a' ? name[0] - 'a' + 27 : name[0] - 'A' + 1;
    return colour;
}

static bool all_numeric(const struct pm_flow *f)
{
    for (int q = 1; q <= f->colours; q++) {
        const char *name = f->name[q];
        if (strlen(name) > 4 || name[0] == '0' ||
            strspn(name, "0123456789") != strlen(name))
            return false;
    }
    return true;
}

static bool all_letters(const struct pm_flow *f)
{
    for (int q = 1; q <= f->colours; q++)
        if (!is_letter((unsigned char)f->name[q][0]) || f->name[q][1])
            return false;
    return true;
}

/* No other notation has holes; each has one rule about lines beside themselves. */
static pulma_status only_plain_boards(const struct pm_flow *f, bool touch,
                                      const char *notation, pulma_error *err)
{
    for (int cell = 0; cell < f->cells; cell++)
        if (f->given[cell] == PM_FLOW_HOLE)
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "%s cannot express that a board has holes", notation);
    if (f->touch != touch)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "%s cannot express that a line may %srun beside itself", notation,
                       touch ? "not " : "");
    return PULMA_OK;
}

static pulma_status link_write(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct pm_flow *f = puzzle;
    pulma_status status = only_plain_boards(f, true, "puzz.link", err);
    if (status)
        return status;
    const bool numeric = all_numeric(f), letters = all_letters(f);
    pm_out_f(out, "https://puzz.link/p?%s/%d/%d/", f->cover ? "arukone" : "numlin",
             f->columns, f->rows);
    int skip = 0;
    for (int cell = 0; cell < f->cells; cell++) {
        if (f->given[cell]) {
            pm_link_put_number(out, skip, link_number(f, f->given[cell], numeric, letters));
            skip = -1;
        }
        skip++;
    }
    for (; skip > 0; skip -= 20)
        pm_out_char(out, (char)('f' + (skip < 20 ? skip : 20)));
    pm_out_char(out, '\n');
    return PULMA_OK;
}

/* ---- Letter grids ------------------------------------------------------------------- */

static bool blank_line(const struct pm_text *line)
{
    struct pm_text t = pm_text_trim(*line);
    return pm_text_ended(&t);
}

/* Rows of letters for dots, anything else for open cells, up to a blank line. */
static pulma_status grid_size(struct pm_text t, int *rows, int *columns, pulma_error *err)
{
    *rows = 0;
    while (!pm_text_ended(&t)) {
        struct pm_text line = pm_text_line(&t);
        if (blank_line(&line))
            break;
        line = pm_text_trim(line);
        if (*rows == 0)
            *columns = pm_text_columns(&line);
        if (pm_text_columns(&line) != (int)pm_text_len(&line) ||
            pm_text_columns(&line) != *columns || *columns > PM_FLOW_MAX_SIDE ||
            ++*rows > PM_FLOW_MAX_SIDE)
            return pm_fail(
                err, PULMA_BAD_TEXT, &line,
                "expected a row of %d characters like the first (sides up to %d)", *columns,
                PM_FLOW_MAX_SIDE);
    }
    return *rows ? PULMA_OK : pm_fail_expected(err, &t, "rows of letters");
}

/* Whether every character but '.' occurs exactly twice. */
static int sniff_pairs(struct pm_text t, int rows)
{
    int count[128] = {0}, dots = 0;
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_trim(pm_text_line(&t));
        for (; line.at < line.end; line.at++)
            if (is_letter((unsigned char)*line.at))
                count[(unsigned char)*line.at]++;
            else if (*line.at == '.')
                dots++;
            else
                return 0;
    }
    bool paired = dots > 0, any = false;
    for (int c = 0; c < 128; c++) {
        paired &= count[c] == 0 || count[c] == 2;
        any |= count[c] > 0;
    }
    return !any ? 0 : paired ? 2 : 1;
}

static int flow_sniff(const struct pm_text *t)
{
    int rows, columns;
    return grid_size(*t, &rows, &columns, NULL) || rows < 2 || columns < 2
               ? 0
               : sniff_pairs(*t, rows);
}

static pulma_status flow_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    (void)title;
    int rows, columns = 0;
    struct pm_flow_sheet s;
    pulma_status status = grid_size(*t, &rows, &columns, err);
    if (!status)
        status = pm_flow_sheet_new(arena, rows, columns, &s, err);
    if (status)
        return status;
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_trim(pm_text_line(t));
        for (int column = 0; column < columns; column++) {
            struct pm_text cell = next_cell(&line, false);
            if (!is_letter((unsigned char)*cell.at))
                cell.end = cell.at;
            s.cell[row * columns + column] = cell;
        }
    }
    return pm_flow_make(&s, arena, true, true, puzzle, err);
}

/* A letter for each colour: its own name if all names are letters, else A, B, C ... */
static char letter_of(int colour)
{
    return (char)(colour <= 26 ? 'A' + colour - 1 : 'a' + colour - 27);
}

static pulma_status only_covered(const struct pm_flow *f, bool touch, const char *notation,
                                 pulma_error *err)
{
    if (!f->cover)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "%s cannot express that cells may stay free", notation);
    return only_plain_boards(f, touch, notation, err);
}

static void write_letters(const struct pm_flow *f, bool keep, struct pm_out *out)
{
    for (int cell = 0; cell < f->cells; cell++) {
        int given = f->given[cell];
        pm_out_char(out, given == 0 ? '.' : keep ? f->name[given][0] : letter_of(given));
        if ((cell + 1) % f->columns == 0)
            pm_out_char(out, '\n');
    }
}

static pulma_status flow_write(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    (void)title;
    const struct pm_flow *f = puzzle;
    pulma_status status = only_covered(f, true, "a Flow grid", err);
    if (!status && f->colours > 52)
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL,
                         "a Flow grid can have at most 52 colours, this board has %d",
                         f->colours);
    if (!status)
        write_letters(f, all_letters(f), out);
    return status;
}

/* ---- Grids with a size line ---------------------------------------------------------- */

/* "A B" alone on a line. */
static pulma_status size_line(struct pm_text *t, int *a, int *b, pulma_error *err)
{
    pm_text_space(t);
    struct pm_text line = pm_text_trim(pm_text_line(t));
    pulma_status status = pm_text_int(&line, 1, PM_FLOW_MAX_SIDE, a, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, PM_FLOW_MAX_SIDE, b, err);
    return status ? status : pm_text_done(&line, err);
}

static pulma_status sized_rows(struct pm_text *t, bool words, const char *open,
                               struct pm_flow_sheet *s, pulma_error *err)
{
    for (int row = 0; row < s->rows; row++) {
        struct pm_text line = pm_text_line(t);
        pulma_status status = read_row(line, words, open, s, row, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

static int sized_sniff(const struct pm_text *t)
{
    struct pm_text body = *t;
    int columns, rows;
    if (size_line(&body, &columns, &rows, NULL) || columns < 2)
        return 0;
    bool dots = false;
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_trim(pm_text_line(&body));
        if ((int)pm_text_len(&line) != columns)
            return 0;
        for (; line.at < line.end; line.at++) {
            if (!is_name_char((unsigned char)*line.at) && *line.at != '.')
                return 0;
            dots |= *line.at == '.';
        }
    }
    return dots ? 2 : 1;
}

static pulma_status sized_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                               const char **title, pulma_error *err)
{
    (void)title;
    struct pm_flow_sheet s = {0};
    pulma_status status = size_line(t, &s.columns, &s.rows, err);
    if (!status)
        status = pm_flow_sheet_new(arena, s.rows, s.columns, &s, err);
    if (!status)
        status = sized_rows(t, false, ".", &s, err);
    return status ? status : pm_flow_make(&s, arena, true, true, puzzle, err);
}

static pulma_status sized_write(const void *puzzle, const char *title, struct pm_out *out,
                                pulma_error *err)
{
    (void)title;
    const struct pm_flow *f = puzzle;
    const bool keep = pm_flow_name_width(f) == 1;
    pulma_status status = only_covered(f, true, "a letter grid", err);
    if (!status && !keep && f->colours > 52)
        status = pm_fail(err, PULMA_UNAVAILABLE, NULL,
                         "a letter grid can have at most 62 colours, this board has %d",
                         f->colours);
    if (status)
        return status;
    pm_out_f(out, "%d %d\n", f->columns, f->rows);
    write_letters(f, keep, out);
    return PULMA_OK;
}

/* ---- PuzzleKit ------------------------------------------------------------------------ */

/* Numbers and '-' only, every number twice: other kinds of PuzzleKit look otherwise, and killers
 * have as many rows again.  Some collections write a cell without a dot as 0. */
static int kit_sniff(const struct pm_text *t)
{
    enum { MOST = 1000 };
    unsigned char count[MOST] = {0};
    struct pm_text body = *t;
    int rows, columns;
    if (size_line(&body, &rows, &columns, NULL) || columns < 2)
        return 0;
    for (int row = 0; row < rows; row++) {
        struct pm_text line = pm_text_line(&body);
        if (count_words(line) != columns)
            return 0;
        for (int column = 0; column < columns; column++) {
            struct pm_text token = next_word(&line);
            int number;
            if (pm_text_is(&token, "-") || pm_text_is(&token, "0"))
                continue;
            if (pm_text_int(&token, 1, MOST - 1, &number, NULL) || !pm_text_ended(&token))
                return 0;
            count[number] = (unsigned char)(count[number] < 3 ? count[number] + 1 : 3);
        }
    }
    const struct pm_text after = pm_text_line(&body);
    if (rows > 2 && count_words(after) == columns)
        return 0;
    bool paired = true, any = false;
    for (int i = 0; i < MOST; i++) {
        paired &= count[i] == 0 || count[i] == 2;
        any |= count[i] > 0;
    }
    return !any ? 0 : paired ? 2 : 1;
}

static pulma_status kit_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                             const char **title, pulma_error *err)
{
    (void)title;
    struct pm_flow_sheet s = {0};
    pulma_status status = size_line(t, &s.rows, &s.columns, err);
    if (!status)
        status = pm_flow_sheet_new(arena, s.rows, s.columns, &s, err);
    if (!status)
        status = sized_rows(t, true, "-0", &s, err);
    return status ? status : pm_flow_make(&s, arena, true, false, puzzle, err);
}

static pulma_status kit_write(const void *puzzle, const char *title, struct pm_out *out,
                              pulma_error *err)
{
    (void)title;
    const struct pm_flow *f = puzzle;
    pulma_status status = only_covered(f, false, "PuzzleKit's text", err);
    if (status)
        return status;
    const bool keep = all_numeric(f);
    pm_out_f(out, "%d %d\n", f->rows, f->columns);
    for (int cell = 0; cell < f->cells; cell++) {
        int given = f->given[cell];
        if (given == 0)
            pm_out_char(out, '-');
        else if (keep)
            pm_out_text(out, f->name[given]);
        else
            pm_out_f(out, "%d", given);
        pm_out_char(out, (cell + 1) % f->columns ? ' ' : '\n');
    }
    return PULMA_OK;
}

const struct pm_notation pm_flow_notations[] = {
    {"puzz.link",
     "puzz.link and pzv.jp: numlin (cells may stay free), arukone (all covered)",
     link_sniff, link_read, link_write},
    {"flow", "rows of letters, as Flow Free solvers read them", flow_sniff, flow_read,
     flow_write},
    {"numberlink", "rows of letters and digits after a line \"WIDTH HEIGHT\"", sized_sniff,
     sized_read, sized_write},
    {"pack", "a level of the app's packs, with the lines of its answer", pm_flow_pack_sniff,
     pm_flow_pack_read, NULL},
    {"puzzlekit", "PuzzleKit's NumberLink: \"ROWS COLUMNS\", then numbers and '-' or 0",
     kit_sniff, kit_read, kit_write},
    {0}};
