/* Edge matching as text: pulma's own fields, answers, piece lists and links to board viewers. */
#include "puzzles/edgematch/edgematch.h"

#include <stdio.h>
#include <string.h>

/* ---- Pieces --------------------------------------------------------------------------- */

/* Whether the colours of a puzzle have signs: all do, grey apart, or none. */
enum signs { NO_SIGNS, SIGNS, SIGNS_UNKNOWN };

/* A number, with a sign or without: signs are known from the first colour on. */
static pulma_status read_colour(struct pm_text *t, enum signs *signs, int *colour,
                                pulma_error *err)
{
    const struct pm_text start = *t;
    bool minus = pm_text_word(t, "-"), has_sign = minus || pm_text_word(t, "+");
    int number,
        most = has_sign || *signs == SIGNS ? PM_EDGEMATCH_SIGNED : PM_EDGEMATCH_COLOURS;
    pulma_status status = pm_text_int(t, has_sign, most, &number, err);
    if (status)
        return status;
    if (number > 0 && *signs == SIGNS_UNKNOWN)
        *signs = has_sign ? SIGNS : NO_SIGNS;
    if (number > 0 && has_sign != (*signs == SIGNS))
        return pm_fail_expected(err, &start, "a colour %s a sign, as those before",
                                has_sign ? "without" : "with");
    *colour = has_sign ? 2 * number - !minus : number;
    return PULMA_OK;
}

/* One piece: numbers with blanks between, or letters without, of which a is 0. */
static pulma_status read_piece(struct pm_text line, int sides, enum signs *signs,
                               uint8_t *colour, pulma_error *err)
{
    struct pm_text t = pm_text_trim(line);
    bool letters = pm_text_peek(&t) >= 'a' && pm_text_peek(&t) <= 'z';
    for (int side = 0; side < sides; side++) {
        int value = pm_text_peek(&t) - 'a';
        if (letters && (value < 0 || value >= 26))
            return pm_fail_expected(err, &t, "a piece of %d letters from a to z", sides);
        if (letters) {
            pm_text_take(&t);
        } else {
            pm_text_blanks(&t);
            pulma_status status = read_colour(&t, signs, &value, err);
            if (status)
                return status;
        }
        colour[side] = (uint8_t)value;
    }
    pm_text_blanks(&t);
    if (!pm_text_ended(&t))
        return pm_fail_expected(err, &t, "the end of a piece with %d sides", sides);
    return PULMA_OK;
}

static int root(int n)
{
    int r = 0;
    while ((r + 1) * (r + 1) <= n)
        r++;
    return r;
}

/* ---- Tokens of a board ------------------------------------------------------------------ */

/* PIECE/TURN, '.' for an empty place, '-' for a cell that stays empty. */
static pulma_status read_token(const struct pm_edgematch *p, struct pm_text token,
                               int *value, pulma_error *err)
{
    int piece, turn;
    *value = PULMA_EMPTY;
    if (pm_text_len(&token) == 1 && pm_grid_is_open(pm_text_peek(&token), "-0"))
        return PULMA_OK;
    if (p->goal == PM_MATCH_PIECES && pm_text_is(&token, "-")) {
        *value = pm_edgematch_nothing(p);
        return PULMA_OK;
    }
    const char *empty = p->goal == PM_MATCH_PIECES ? ", '-'" : "";
    int c = pm_text_peek(&token);
    if (c < '0' || c > '9')
        return pm_fail_expected(err, &token, "PIECE/TURN%s or '.'", empty);
    pulma_status status = pm_text_int(&token, 1, p->cells, &piece, err);
    if (status)
        return status;
    if (!pm_text_word(&token, "/"))
        return pm_fail_expected(err, &token, "'/' and the turns of piece %d", piece);
    status = pm_text_int(&token, 0, p->sides - 1, &turn, err);
    if (status)
        return status;
    if (!pm_text_ended(&token))
        return pm_fail_expected(err, &token, "a blank after piece %d", piece);
    *value = (piece - 1) * p->sides + turn;
    return PULMA_OK;
}

static int digits(int n)
{
    return n < 10 ? 1 : n < 100 ? 2 : 3;
}

/* The tokens of one row in columns of equal width, without blanks at the end. */
static void write_row(const struct pm_edgematch *p, const int *values, int first, int n,
                      struct pm_out *out)
{
    int width = digits(p->cells) + 2;
    for (int i = 0; i < n; i++) {
        char token[32] = ".";
        int value = values[first + i];
        if (value == pm_edgematch_nothing(p))
            snprintf(token, sizeof token, "-");
        else if (value != PULMA_EMPTY)
            snprintf(token, sizeof token, "%d/%d", value / p->sides + 1, value % p->sides);
        pm_out_repeat(out, ' ', width - (int)strlen(token) + (i > 0));
        pm_out_text(out, token);
    }
}

void pm_edgematch_write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_edgematch *p = puzzle;
    for (int row = 0, first = 0; row < p->rows; row++) {
        int n = pm_edgematch_row_length(p, row);
        if (p->sides == 3)
            pm_out_repeat(out, ' ', (p->rows - 1 - row) * (digits(p->cells) + 3));
        write_row(p, answer, first, n, out);
        pm_out_char(out, '\n');
        first += n;
    }
}

pulma_status pm_edgematch_read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                      pulma_error *err)
{
    const struct pm_edgematch *p = puzzle;
    for (int cell = 0; cell < p->cells; cell++) {
        pm_text_space(t);
        struct pm_text token = pm_text_token(t);
        if (pm_text_ended(&token))
            return pm_fail_expected(err, t, "%d cells, of which %d are there", p->cells,
                                    cell);
        pulma_status status = read_token(p, token, &answer[cell], err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

/* ---- The form ------------------------------------------------------------------------------ */

/* One of a few words; *choice keeps its default if the field is absent. */
static pulma_status read_choice(struct pm_form *form, const char *name, int n,
                                const char *const *words, const char *expected, int *choice,
                                pulma_error *err)
{
    struct pm_text value;
    if (!pm_form_value(form, name, &value))
        return PULMA_OK;
    for (int i = 0; i < n; i++)
        if (pm_text_is(&value, words[i])) {
            *choice = i;
            return PULMA_OK;
        }
    return pm_fail_expected(err, &value, "%s", expected);
}

static const char *const shapes[] = {"square", "triangle"};
static const char *const goals[] = {
    [PM_MATCH_ALL] = "match", [PM_MATCH_EDGES] = "edges", [PM_MATCH_PIECES] = "pieces"};

/* Rows and columns, as far as they are told, from the number of pieces. */
static pulma_status read_size(struct pm_form *form, bool triangle,
                              const struct pm_field *grid, int *rows, int *columns,
                              pulma_error *err)
{
    int n = grid->line_count;
    *rows = *columns = 0;
    if (n > PM_EDGEMATCH_MAX)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0],
                       "expected at most %d pieces, found %d", PM_EDGEMATCH_MAX, n);
    pulma_status status = pm_form_int(form, "rows", 1, PM_EDGEMATCH_MAX, rows, err);
    if (!status && !triangle)
        status = pm_form_int(form, "columns", 1, PM_EDGEMATCH_MAX, columns, err);
    if (status)
        return status;
    if (triangle)
        *columns = *rows;
    if (*rows == 0 && *columns == 0) {
        *rows = *columns = root(n);
        if (*rows * *rows != n)
            return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0],
                           "expected %s, found %d pieces",
                           triangle ? "1, 4, 9, 16 ... pieces for a triangle"
                                    : "the fields rows and columns, or a square number",
                           n);
    }
    *rows = *rows ? *rows : n / *columns;
    *columns = *columns ? *columns : n / *rows;
    if (*rows * *columns != n)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[0],
                       "expected %d pieces for %d rows, found %d", *rows * *columns, *rows,
                       n);
    if (triangle)
        *columns = 2 * *rows - 1;
    return PULMA_OK;
}

static pulma_status read_hint(struct pm_edgematch *p, int cell, struct pm_text token,
                              pulma_error *err)
{
    pulma_status status = read_token(p, token, &p->hint[cell], err);
    if (status || p->hint[cell] == PULMA_EMPTY)
        return status;
    if (p->hint[cell] == pm_edgematch_nothing(p))
        return pm_fail_expected(err, &token, "PIECE/TURN or '.'");
    for (int other = 0; other < cell; other++)
        if (p->hint[other] != PULMA_EMPTY &&
            p->hint[other] / p->sides == p->hint[cell] / p->sides)
            return pm_fail(err, PULMA_BAD_TEXT, &token,
                           "expected each piece once, found piece %d again",
                           p->hint[cell] / p->sides + 1);
    return PULMA_OK;
}

static pulma_status read_hints(struct pm_edgematch *p, const struct pm_field *block,
                               pulma_error *err)
{
    int cell = 0;
    for (int i = 0; i < block->line_count; i++) {
        struct pm_text line = block->lines[i];
        for (;;) {
            pm_text_blanks(&line);
            struct pm_text token = pm_text_token(&line);
            if (pm_text_ended(&token))
                break;
            if (cell == p->cells)
                return pm_fail_expected(err, &token, "no more than %d cells", p->cells);
            pulma_status status = read_hint(p, cell++, token, err);
            if (status)
                return status;
        }
    }
    if (cell < p->cells)
        return pm_fail(err, PULMA_BAD_TEXT, &block->lines[block->line_count - 1],
                       "expected %d cells in the hints, found %d", p->cells, cell);
    return PULMA_OK;
}

pulma_status pm_edgematch_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                               pulma_error *err)
{
    const struct pm_field *grid, *hints = pm_form_field(form, "hints");
    int triangle = 0, rows, columns, goal = PM_MATCH_ALL;
    pulma_status status = pm_form_block(form, "grid", &grid, err);
    if (!status)
        status =
            read_choice(form, "shape", 2, shapes, "'square' or 'triangle'", &triangle, err);
    if (!status)
        status =
            read_choice(form, "goal", 3, goals, "'match', 'edges' or 'pieces'", &goal, err);
    if (!status)
        status = read_size(form, triangle, grid, &rows, &columns, err);
    if (status)
        return status;
    struct pm_edgematch *p = pm_edgematch_new(triangle, rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    *puzzle = p;
    p->goal = (enum pm_edgematch_goal)goal;
    enum signs signs = SIGNS_UNKNOWN;
    for (int i = 0; i < p->cells && !status; i++)
        status =
            read_piece(grid->lines[i], p->sides, &signs, &p->colour[i * p->sides], err);
    p->has_signs = signs == SIGNS;
    if (!status)
        status = pm_form_bool(form, "border", &p->border, err);
    if (!status && hints)
        status = read_hints(p, hints, err);
    return status;
}

bool pm_edgematch_has_hints(const struct pm_edgematch *p)
{
    for (int cell = 0; cell < p->cells; cell++)
        if (p->hint[cell] != PULMA_EMPTY)
            return true;
    return false;
}

/* The colours of a piece, as lists have them. */
static void write_piece(const struct pm_edgematch *p, int piece, char *line, size_t size)
{
    size_t len = 0;
    for (int side = 0; side < p->sides; side++)
        len += (size_t)snprintf(
            line + len, size - len, "%s%s", side ? " " : "",
            pm_edgematch_colour(p, p->colour[piece * p->sides + side]).text);
}

static void write_hints(const struct pm_edgematch *p, struct pm_form_out *form)
{
    pm_form_open(form, "hints");
    for (int row = 0, first = 0; row < p->rows; row++) {
        struct pm_out line = {0};
        int n = pm_edgematch_row_length(p, row);
        write_row(p, p->hint, first, n, &line);
        if (line.failed)
            form->out->failed = true;
        else
            pm_form_line(form, line.data);
        pm_out_free(&line);
        first += n;
    }
}

void pm_edgematch_write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_edgematch *p = puzzle;
    if (p->sides == 3)
        pm_form_put(form, "shape", "triangle");
    if (p->sides == 4 && p->rows != p->columns) {
        pm_form_put_int(form, "rows", p->rows);
        pm_form_put_int(form, "columns", p->columns);
    }
    if (!p->border)
        pm_form_put_bool(form, "border", false);
    if (p->goal != PM_MATCH_ALL)
        pm_form_put(form, "goal", "%s", goals[p->goal]);
    pm_form_open(form, "grid");
    for (int piece = 0; piece < p->cells; piece++) {
        char line[32];
        write_piece(p, piece, line, sizeof line);
        pm_form_line(form, line);
    }
    if (pm_edgematch_has_hints(p))
        write_hints(p, form);
}

/* ---- Piece lists ------------------------------------------------------------------------------ */

/* How many numbers a line holds; -1 if it holds anything else. */
static int numbers_in(struct pm_text line)
{
    for (int n = 0;; n++) {
        int value;
        pm_text_blanks(&line);
        if (pm_text_ended(&line))
            return n;
        if (pm_text_int(&line, 0, 100000, &value, NULL))
            return -1;
    }
}

/* The next line that is neither blank nor a comment; false at the end. */
static bool next_line(struct pm_text *t, struct pm_text *line)
{
    while (!pm_text_ended(t)) {
        *line = pm_text_trim(pm_text_line(t));
        int c = pm_text_peek(line);
        if (c >= 0 && c != '#' && c != '%')
            return true;
    }
    return false;
}

/* A few lines of four numbers, the first perhaps of two. */
static int list_sniff(const struct pm_text *start)
{
    struct pm_text t = *start, line;
    bool any = next_line(&t, &line);
    if (any && numbers_in(line) == 2)
        any = next_line(&t, &line);
    return any && numbers_in(line) == 4;
}

bool pm_edgematch_guess_size(int n, int grey, int *rows, int *columns)
{
    for (int r = root(n); r >= 1; r--)
        if (n % r == 0 && (grey == 0 ? r * r == n : 2 * (r + n / r) == grey)) {
            *rows = r;
            *columns = n / r;
            return true;
        }
    return false;
}

static pulma_status list_pieces(struct pm_text *t, uint8_t *colour, int *count,
                                pulma_error *err)
{
    for (*count = 0;;) {
        struct pm_text before = *t, line;
        if (!next_line(t, &line) || pm_text_starts(&line, "hint")) {
            *t = before;
            return PULMA_OK;
        }
        if (*count == PM_EDGEMATCH_MAX)
            return pm_fail_expected(err, &line, "at most %d pieces", PM_EDGEMATCH_MAX);
        enum signs signs = NO_SIGNS;
        pulma_status status = read_piece(line, 4, &signs, &colour[4 * *count], err);
        if (status)
            return status;
        ++*count;
    }
}

/* "hint CELL PIECE TURN", the cell counted from 0 in reading order. */
static pulma_status list_hints(struct pm_text *t, struct pm_edgematch *p, pulma_error *err)
{
    struct pm_text line;
    while (next_line(t, &line)) {
        int cell, piece, turn;
        if (!pm_text_word(&line, "hint"))
            return pm_fail_expected(err, &line, "hint CELL PIECE TURN");
        pm_text_blanks(&line);
        pulma_status status = pm_text_int(&line, 0, p->cells - 1, &cell, err);
        pm_text_blanks(&line);
        if (!status)
            status = pm_text_int(&line, 1, p->cells, &piece, err);
        pm_text_blanks(&line);
        if (!status)
            status = pm_text_int(&line, 0, 3, &turn, err);
        if (!status)
            status = pm_text_done(&line, err);
        if (status)
            return status;
        for (int other = 0; other < p->cells; other++)
            if (p->hint[other] != PULMA_EMPTY &&
                (other == cell || p->hint[other] / 4 == piece - 1))
                return pm_fail(err, PULMA_BAD_TEXT, &line,
                               "expected each cell and piece once, found %s again",
                               other == cell ? "this cell" : "this piece");
        p->hint[cell] = (piece - 1) * 4 + turn;
    }
    return PULMA_OK;
}

static pulma_status list_size(struct pm_text *t, int *rows, int *columns, pulma_error *err)
{
    struct pm_text after = *t, line;
    *rows = *columns = 0;
    if (!next_line(&after, &line) || numbers_in(line) != 2)
        return PULMA_OK;
    *t = after;
    pulma_status status = pm_text_int(&line, 1, PM_EDGEMATCH_MAX, columns, err);
    pm_text_blanks(&line);
    return status ? status : pm_text_int(&line, 1, PM_EDGEMATCH_MAX, rows, err);
}

static pulma_status list_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    uint8_t colour[4 * PM_EDGEMATCH_MAX];
    struct pm_text start = *t;
    int rows, columns, count, grey = 0;
    (void)title;
    pulma_status status = list_size(t, &rows, &columns, err);
    if (!status)
        status = list_pieces(t, colour, &count, err);
    if (status)
        return status;
    for (int i = 0; i < 4 * count; i++)
        grey += colour[i] == 0;
    if (rows == 0 && !pm_edgematch_guess_size(count, grey, &rows, &columns))
        return pm_fail(
            err, PULMA_BAD_TEXT, &start,
            "expected a first line with columns and rows: %d pieces with %d grey "
            "sides fit no board",
            count, grey);
    if (count == 0 || rows * columns != count)
        return pm_fail(err, PULMA_BAD_TEXT, &start, "expected %d pieces, found %d",
                       rows * columns, count);
    struct pm_edgematch *p = pm_edgematch_new(false, rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    memcpy(p->colour, colour, 4 * (size_t)count);
    p->border = grey > 0;
    *puzzle = p;
    return list_hints(t, p, err);
}

static pulma_status list_write(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    const struct pm_edgematch *p = puzzle;
    bool grey = memchr(p->colour, 0, (size_t)(p->cells * p->sides)) != NULL;
    if (p->sides != 4 || p->goal != PM_MATCH_ALL || grey != p->border || p->has_signs)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "a piece list has squares, colours without signs, the goal match, "
                       "and a border just if a piece has a grey side");
    (void)title;
    pm_out_f(out, "%d %d\n", p->columns, p->rows);
    for (int piece = 0; piece < p->cells; piece++) {
        char line[32];
        write_piece(p, piece, line, sizeof line);
        pm_out_f(out, "%s\n", line);
    }
    for (int cell = 0; cell < p->cells; cell++)
        if (p->hint[cell] != PULMA_EMPTY)
            pm_out_f(out, "hint %d %d %d\n", cell, p->hint[cell] / 4 + 1,
                     p->hint[cell] % 4);
    return PULMA_OK;
}

/* ---- Links to board viewers ---------------------------------------------------------------------- */

/* The letters of colours 0 to 22 under a `motifs_order`; the first is the usual one. */
static const struct {
    const char *order, *letters;
} motifs[] = {{"", "abcdefghijklmnopqrstuvwxyz"},
              {"jblackwood", "abjrfncksgodlthpemuiqvw"},
              {"marie", "abjrfncksgodlthpemuiqvw"},
              {"jef", "aiqwemhpvdlgouckfntbjsr"}};

/* The value of a field of the link; false if it is not there. */
static bool link_field(const struct pm_text *link, const char *name, struct pm_text *value)
{
    struct pm_text t = *link;
    while (!pm_text_ended(&t)) {
        int c = pm_text_take(&t);
        struct pm_text field = t;
        if ((c != '#' && c != '?' && c != '&') || !pm_text_word(&field, name) ||
            !pm_text_word(&field, "="))
            continue;
        struct pm_text end = field;
        while (!pm_text_ended(&end) && pm_text_peek(&end) != '&')
            pm_text_take(&end);
        *value = field;
        value->end = end.at;
        return true;
    }
    return false;
}

static int link_sniff(const struct pm_text *start)
{
    struct pm_text t = *start, line = pm_text_line(&t), value;
    return pm_text_starts(&line, "http") && link_field(&line, "board_edges", &value) ? 3
                                                                                     : 0;
}

static pulma_status link_number(const struct pm_text *link, const char *name, int *value,
                                pulma_error *err)
{
    struct pm_text text;
    if (!link_field(link, name, &text))
        return pm_fail_expected(err, link, "a link with %s", name);
    pulma_status status = pm_text_int(&text, 1, PM_EDGEMATCH_MAX, value, err);
    return status ? status : pm_text_done(&text, err);
}

static pulma_status link_letters(const struct pm_text *link, const char **letters,
                                 pulma_error *err)
{
    struct pm_text order;
    *letters = motifs[0].letters;
    if (!link_field(link, "motifs_order", &order))
        return PULMA_OK;
    for (size_t i = 1; i < sizeof motifs / sizeof *motifs; i++)
        if (pm_text_is(&order, motifs[i].order)) {
            *letters = motifs[i].letters;
            return PULMA_OK;
        }
    return pm_fail_expected(err, &order, "'jblackwood', 'marie' or 'jef'");
}

/* Whether all joins of the hints match; a link shows boards where they do not. */
static bool hints_match(const struct pm_edgematch *p)
{
    for (int cell = 0; cell < p->cells; cell++)
        for (int side = 0; side < p->sides; side++) {
            int other = p->beside[cell * p->sides + side];
            if (other >= 0 &&
                pm_edgematch_shows(p, p->hint[cell], side) !=
                    pm_edgematch_shows(p, p->hint[other], pm_edges_facing(p->sides, side)))
                return false;
        }
    return true;
}

static pulma_status link_edges(struct pm_text edges, const char *letters,
                               struct pm_edgematch *p, pulma_error *err)
{
    struct pm_text cell = edges;
    for (int i = 0; i < 4 * p->cells; i++) {
        int c = pm_text_peek(&edges);
        cell = i % 4 == 0 ? edges : cell;
        const char *letter = c > 0 ? strchr(letters, c) : NULL;
        if (!letter)
            return pm_fail_expected(err, &edges, "%d letters of a board, number %d",
                                    4 * p->cells, i + 1);
        p->colour[i] = (uint8_t)(letter - letters);
        if (i % 4 == 3 && p->cells > 1 && memcmp(&p->colour[i - 3], "\0\0\0", 4) == 0)
            return pm_fail(err, PULMA_BAD_TEXT, &cell,
                           "expected a full board, but row %d, column %d is empty",
                           i / 4 / p->columns + 1, i / 4 % p->columns + 1);
        p->border |= p->colour[i] == 0;
        pm_text_take(&edges);
    }
    return pm_text_done(&edges, err);
}

/* A full board becomes a puzzle whose pieces lie as they are. */
static pulma_status link_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                              const char **title, pulma_error *err)
{
    struct pm_text link = pm_text_trim(pm_text_line(t)), edges, name;
    const char *letters;
    int rows, columns;
    pulma_status status = link_number(&link, "board_w", &columns, err);
    if (!status)
        status = link_number(&link, "board_h", &rows, err);
    if (!status)
        status = link_letters(&link, &letters, err);
    if (status)
        return status;
    if (!link_field(&link, "board_edges", &edges))
        return pm_fail_expected(err, &link, "a link with board_edges");
    if (rows * columns > PM_EDGEMATCH_MAX)
        return pm_fail(err, PULMA_BAD_TEXT, &link, "expected at most %d pieces, found %d",
                       PM_EDGEMATCH_MAX, rows * columns);
    struct pm_edgematch *p = pm_edgematch_new(false, rows, columns, arena);
    if (!p)
        return pm_fail_memory(err);
    *puzzle = p;
    p->border = false;
    status = link_edges(edges, letters, p, err);
    if (status)
        return status;
    for (int cell = 0; cell < p->cells; cell++)
        p->hint[cell] = 4 * cell;
    p->goal = hints_match(p) ? PM_MATCH_ALL : PM_MATCH_EDGES;
    if (link_field(&link, "puzzle", &name))
        *title = pm_copy(arena, name.at, pm_text_len(&name));
    return PULMA_OK;
}

static pulma_status link_write(const void *puzzle, const char *title, struct pm_out *out,
                               pulma_error *err)
{
    const struct pm_edgematch *p = puzzle;
    bool full = p->sides == 4 && !p->has_signs;
    for (int cell = 0; cell < p->cells; cell++)
        full = full && p->hint[cell] != PULMA_EMPTY;
    for (int i = 0; i < p->cells * p->sides; i++)
        full = full && p->colour[i] < 26;
    if (!full)
        return pm_fail(
            err, PULMA_UNAVAILABLE, NULL,
            "a link shows a board of squares with at most 26 colours without signs, all of "
            "whose cells have hints");
    pm_out_text(out, "https://e2.bucas.name/#puzzle=");
    for (const char *c = title && title[0] ? title : "pulma"; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9');
        pm_out_char(out, plain ? *c : '_');
    }
    pm_out_f(out, "&board_w=%d&board_h=%d&board_edges=", p->columns, p->rows);
    for (int cell = 0; cell < p->cells; cell++)
        for (int side = 0; side < 4; side++)
            pm_out_char(out, (char)('a' + pm_edgematch_shows(p, p->hint[cell], side)));
    pm_out_text(out, "&board_pieces=");
    for (int cell = 0; cell < p->cells; cell++)
        pm_out_f(out, "%03d", p->hint[cell] / 4 + 1);
    pm_out_char(out, '\n');
    return PULMA_OK;
}

const struct pm_notation pm_edgematch_notations[] = {
    {"pieces", "a piece list: top right bottom left, one line a piece", list_sniff,
     list_read, list_write},
    {"tile", "\"p tile COLUMNS ROWS\" and a piece list, as solvers by SAT read it",
     pm_edgematch_sniff_tile, pm_edgematch_read_tile, NULL},
    {"json-pieces", "JSON with a list of pieces, without the name of a kind",
     pm_edgematch_sniff_json, pm_edgematch_read_json, NULL},
    {"bucas", "a link to the board viewer e2.bucas.name", link_sniff, link_read,
     link_write},
    {NULL, NULL, NULL, NULL, NULL}};
