/* Nonograms as lists of clues: input files of picross-solver, and data for MiniZinc models.
 *
 *     GRID A cross          rows = 3; row_rule_len = 1;
 *     ROWS                  row_rules = array2d(1..rows, 1..row_rule_len, [1, 3, 1]);
 *     [ 1 ]                 cols = 3; col_rule_len = 1;
 *     [ 3 ]                 col_rules = [| 1 | 3 | 1 |];
 *     [ 1 ]
 *     COLUMNS ...           zeros fill up the rows of such a table
 */
#include "puzzles/nonogram/formats.h"

#include <string.h>

enum { MAX_SIDE = PM_NONOGRAM_MAX_SIDE };

/* The clues of the rows or of the columns, as texts of numbers with blanks between them. */
struct list {
    int n;
    struct pm_text clue[MAX_SIDE];
};

static pulma_status add_clue(struct list *list, struct pm_text clue, pulma_error *err)
{
    if (list->n == MAX_SIDE)
        return pm_fail(err, PULMA_BAD_TEXT, &clue, "expected at most %d lines of clues",
                       MAX_SIDE);
    list->clue[list->n++] = clue;
    return PULMA_OK;
}

static pulma_status make_board(const struct list lists[2], const struct pm_text *at,
                               struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    if (lists[0].n == 0 || lists[1].n == 0)
        return pm_fail(err, PULMA_BAD_TEXT, at, "expected clues of %s, found none",
                       lists[0].n ? "columns" : "rows");
    struct pm_nonogram *board = pm_nonogram_new(lists[0].n, lists[1].n, arena);
    pulma_status status = board ? PULMA_OK : pm_fail_memory(err);
    for (int columns = 0, line = 0; columns < 2; columns++)
        for (int i = 0; i < lists[columns].n && !status; i++, line++) {
            struct pm_text clue = lists[columns].clue[i];
            status = pm_clue_read(&clue, ',', board, line, arena, &board->clues[line], err);
        }
    *puzzle = board;
    return status;
}

/* Two lists are too much for a stack. */
static struct list *new_lists(struct pm_arena *arena)
{
    return pm_new(arena, 2, struct list);
}

/* ---- picross-solver ----------------------------------------------------------------------- */

static bool takes_word(struct pm_text *line, const char *word)
{
    struct pm_text t = *line;
    if (!pm_text_word(&t, word) || (!pm_text_ended(&t) && pm_text_peek(&t) > ' '))
        return false;
    *line = t;
    return true;
}

/* The next line that is no comment; false: the end. */
static bool next_line(struct pm_text *t, struct pm_text *line)
{
    do {
        if (pm_text_ended(t))
            return false;
        *line = pm_text_trim(pm_text_line(t));
    } while (pm_text_ended(line) || pm_text_peek(line) == '#');
    return true;
}

int pm_nonogram_sniff_picross(const struct pm_text *t)
{
    struct pm_text rest = *t, line;
    return next_line(&rest, &line) && takes_word(&line, "GRID") &&
                   next_line(&rest, &line) &&
                   (pm_text_is(&line, "ROWS") || pm_text_is(&line, "COLUMNS"))
               ? 3
               : 0;
}

/* "[ 1 2 ]" */
static pulma_status bracketed(struct pm_text *line, pulma_error *err)
{
    if (!pm_text_word(line, "["))
        return pm_fail_expected(err, line, "ROWS, COLUMNS, GRID or a clue as [ 1 2 ]");
    if (pm_text_ended(line) || line->end[-1] != ']')
        return pm_fail_expected(err, line, "numbers and ']'");
    line->end--;
    *line = pm_text_trim(*line);
    return PULMA_OK;
}

pulma_status pm_nonogram_read_picross(struct pm_text *t, struct pm_arena *arena,
                                      void **puzzle, const char **title, pulma_error *err)
{
    struct list *lists = new_lists(arena);
    struct pm_text line, before;
    int list = -1; /* that the clues belong to */
    const struct pm_text start = *t;
    if (!lists)
        return pm_fail_memory(err);
    if (!next_line(t, &line) || !takes_word(&line, "GRID"))
        return pm_fail_expected(err, &start, "GRID and a title");
    *title = pm_nonogram_title(line, arena);
    if (!*title)
        return pm_fail_memory(err);
    while (before = *t, next_line(t, &line)) {
        pulma_status status = PULMA_OK;
        struct pm_text word = line;
        if (takes_word(&word, "GRID") || pm_text_starts(&line, "===")) {
            *t = before;
            break;
        }
        if (pm_text_is(&line, "ROWS") || pm_text_is(&line, "COLUMNS"))
            list = pm_text_is(&line, "COLUMNS");
        else if (list < 0)
            status = pm_fail_expected(err, &line, "ROWS or COLUMNS");
        else if (!(status = bracketed(&line, err)))
            status = add_clue(&lists[list], line, err);
        if (status)
            return status;
    }
    return make_board(lists, &start, arena, puzzle, err);
}

/* ---- MiniZinc ------------------------------------------------------------------------------ */

static bool is_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (c >= '0' && c <= '9');
}

/* White space, and comments up to the end of their line. */
static void skip_space(struct pm_text *t)
{
    for (pm_text_space(t); pm_text_peek(t) == '%'; pm_text_space(t))
        pm_text_line(t);
}

static struct pm_text take_name(struct pm_text *t)
{
    struct pm_text name = *t;
    while (is_name(pm_text_peek(t)))
        pm_text_take(t);
    name.end = t->at;
    return name;
}

/* "NAME = VALUE;": false if there is none at the cursor, which then stays. */
static bool take_assignment(struct pm_text *t, struct pm_text *name, struct pm_text *value)
{
    struct pm_text at = *t;
    skip_space(&at);
    *name = take_name(&at);
    skip_space(&at);
    if (pm_text_ended(name) || !pm_text_word(&at, "="))
        return false;
    *value = at;
    while (!pm_text_ended(&at) && pm_text_peek(&at) != ';') {
        if (pm_text_peek(&at) == '%')
            pm_text_line(&at);
        else
            pm_text_take(&at);
    }
    value->end = at.at;
    if (!pm_text_word(&at, ";"))
        return false;
    *t = at;
    return true;
}

/* What a name is the clues of: 0 rows, 1 columns, -1 nothing. */
static int table_of(const struct pm_text *name, const struct pm_text *value)
{
    static const struct {
        const char *name;
        int columns;
    } names[] = {{"row_rules", 0}, {"row_clues", 0}, {"rows", 0},    {"col_rules", 1},
                 {"col_clues", 1}, {"cols", 1},      {"columns", 1}, {"column_rules", 1}};
    if (!memchr(value->at, '[', pm_text_len(value)))
        return -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (pm_text_is(name, names[i].name))
            return names[i].columns;
    return -1;
}

/* A number, or the name of one that the data has. */
static bool number_of(struct pm_text data, struct pm_text word, int *number)
{
    struct pm_text name, value;
    if (pm_text_int(&word, 1, 1 << 20, number, NULL) == PULMA_OK)
        return true;
    const struct pm_text wanted = take_name(&word);
    while (take_assignment(&data, &name, &value))
        if (pm_text_len(&name) == pm_text_len(&wanted) &&
            memcmp(name.at, wanted.at, pm_text_len(&name)) == 0) {
            skip_space(&value);
            return pm_text_int(&value, 1, 1 << 20, number, NULL) == PULMA_OK;
        }
    return false;
}

/* The numbers of a table up to the end of its row, without the zeros: a clue. */
struct table {
    struct pm_text rest;
    int width; /* numbers a row; 0: rows end with '|' */
};

static pulma_status next_clue(struct table *table, struct pm_arena *arena, bool *ended,
                              struct pm_text *clue, pulma_error *err)
{
    struct pm_text *t = &table->rest;
    struct pm_out numbers = {0};
    pulma_status status = PULMA_OK;
    int n = 0;
    *clue = *t;
    while (!status) {
        skip_space(t);
        pm_text_word(t, ",");
        skip_space(t);
        *ended = pm_text_ended(t) || pm_text_peek(t) == ']';
        if (*ended || pm_text_word(t, "|") || (table->width && n == table->width))
            break;
        int number;
        status = pm_text_int(t, 0, MAX_SIDE, &number, err);
        if (!status && number > 0)
            pm_out_f(&numbers, "%d ", number);
        n++;
    }
    *ended &= n == 0;
    clue->at = status || numbers.failed
                   ? NULL
                   : pm_copy(arena, numbers.data ? numbers.data : "", numbers.len);
    clue->end = clue->at ? clue->at + numbers.len : NULL;
    pm_out_free(&numbers);
    return status ? status : clue->at ? PULMA_OK : pm_fail_memory(err);
}

/* "array2d(1..rows, 1..5, [...])": how many numbers a row has; 0: it is no such table. */
static int table_width(const struct pm_text *data, struct pm_text value)
{
    int width = 0;
    skip_space(&value);
    if (!pm_text_word(&value, "array2d"))
        return 0;
    for (int range = 0; range < 2; range++) {
        while (!pm_text_ended(&value) && !pm_text_starts(&value, ".."))
            pm_text_take(&value);
        pm_text_word(&value, "..");
        skip_space(&value);
        if (!number_of(*data, value, &width))
            return 0;
    }
    return width;
}

static pulma_status read_table(const struct pm_text *data, struct pm_text value,
                               struct pm_arena *arena, struct list *list, pulma_error *err)
{
    struct table table = {.width = table_width(data, value)};
    while (pm_text_peek(&value) != '[')
        pm_text_take(&value);
    pm_text_word(&value, "[");
    bool bars = pm_text_word(&value, "|"), ended = false;
    if (!bars && table.width == 0)
        return pm_fail_expected(err, &value,
                                "a table as array2d(1..rows, 1..n, [...]) or "
                                "[| ... | ... |]");
    table.rest = value;
    while (!ended) {
        struct pm_text clue;
        pulma_status status = next_clue(&table, arena, &ended, &clue, err);
        if (!status && !ended)
            status = add_clue(list, clue, err);
        if (status)
            return status;
    }
    return PULMA_OK;
}

int pm_nonogram_sniff_dzn(const struct pm_text *t)
{
    struct pm_text rest = *t, name, value;
    bool found[2] = {false, false};
    while (take_assignment(&rest, &name, &value)) {
        int columns = table_of(&name, &value);
        if (columns >= 0)
            found[columns] = true;
    }
    return found[0] && found[1] ? 2 : 0;
}

pulma_status pm_nonogram_read_dzn(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                                  const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    struct list *lists = new_lists(arena);
    struct pm_text name, value;
    (void)title;
    if (!lists)
        return pm_fail_memory(err);
    while (take_assignment(t, &name, &value)) {
        int columns = table_of(&name, &value);
        pulma_status status = PULMA_OK;
        if (columns >= 0 && lists[columns].n > 0)
            break; /* the next puzzle */
        if (columns >= 0)
            status = read_table(&start, value, arena, &lists[columns], err);
        if (status)
            return status;
    }
    return make_board(lists, &start, arena, puzzle, err);
}
