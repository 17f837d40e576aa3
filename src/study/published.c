#include "study/published.h"

#include <string.h>

#include "core/out.h"
#include "core/text.h"

static bool is_among(const char *const *words, const char *word)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

bool published_is_shown(const char *column)
{
    static const char *const working[] = {"board", "model",  "form", "n",
                                          "p",     "remark", NULL};
    return !is_among(working, column);
}

bool published_is_solver(const char *column)
{
    static const char *const others[] = {"experiment", "variables", "binary", "constraints",
                                         "parameters", "class",     NULL};
    return published_is_shown(column) && !is_among(others, column);
}

int published_column(const struct published_table *table, const char *name)
{
    for (int c = 0; c < table->column_count; c++)
        if (strcmp(table->columns[c], name) == 0)
            return c;
    return -1;
}

const char *published_cell(const struct published_table *table, int row, const char *column)
{
    int c = published_column(table, column);
    return c < 0 ? "" : table->cells[row * table->column_count + c];
}

/* ---- Formulas ---- */

static bool read_sum(struct pm_text *t, const int *values, int depth, int64_t *sum);

/* A number, n, p or a sum in parentheses, and perhaps its power. */
static bool read_factor(struct pm_text *t, const int *values, int depth, int64_t *factor)
{
    int number = 1, power = 1;
    if (pm_text_word(t, "("))
        return depth < 8 && read_sum(t, values, depth + 1, factor) && pm_text_word(t, ")");
    if (pm_text_word(t, "n"))
        number = values[0];
    else if (pm_text_word(t, "p"))
        number = values[1];
    else if (pm_text_int(t, 0, 1000, &number, NULL) != PULMA_OK)
        return false;
    if (pm_text_word(t, "^") && pm_text_int(t, 1, 6, &power, NULL) != PULMA_OK)
        return false;
    for (*factor = 1; power > 0; power--)
        *factor *= number;
    return true;
}

static bool read_product(struct pm_text *t, const int *values, int depth, int64_t *product)
{
    *product = 1;
    do {
        int64_t factor;
        if (!read_factor(t, values, depth, &factor) ||
            __builtin_mul_overflow(*product, factor, product))
            return false;
        pm_text_blanks(t);
    } while (!pm_text_ended(t) && !strchr("+-)", pm_text_peek(t)));
    return true;
}

static bool read_sum(struct pm_text *t, const int *values, int depth, int64_t *sum)
{
    bool minus = false, more = true;
    for (*sum = 0; more;) {
        int64_t product;
        pm_text_blanks(t);
        if (!read_product(t, values, depth, &product) ||
            __builtin_add_overflow(*sum, minus ? -product : product, sum))
            return false;
        minus = pm_text_word(t, "-");
        more = minus || pm_text_word(t, "+");
    }
    return true;
}

bool published_evaluate(const char *formula, int n, int p, int64_t *value)
{
    struct pm_text t = pm_text_of(formula, strlen(formula));
    const int values[] = {n, p};
    /* Beyond these a power could overflow. */
    return n >= 0 && n <= 1000 && p >= 0 && p <= 1000 && read_sum(&t, values, 0, value) &&
           pm_text_ended(&t);
}

/* ---- Reading ---- */

/* The next cell of a line, without its tab. */
static struct pm_text next_cell(struct pm_text *line)
{
    struct pm_text cell = *line;
    while (!pm_text_ended(line) && pm_text_peek(line) != '\t')
        pm_text_take(line);
    cell.end = line->at;
    if (!pm_text_ended(line))
        pm_text_take(line);
    return cell;
}

static bool is_blank(struct pm_text line)
{
    pm_text_blanks(&line);
    return pm_text_ended(&line);
}

/* The comment lines at the head of a part. */
static pulma_status read_head(struct pm_text *t, struct pm_arena *arena, const char **title,
                              const char **where, const char **note, pulma_error *err)
{
    struct pm_out rest = {0};
    *title = *where = "";
    if (pm_text_peek(t) != '#')
        return pm_fail_expected(err, t, "'#' and the title of a part");
    while (pm_text_peek(t) == '#') {
        pm_text_take(t);
        struct pm_text line = pm_text_trim(pm_text_line(t));
        const char **to = !**title ? title : pm_text_word(&line, "Where: ") ? where : NULL;
        if (to)
            *to = pm_copy(arena, line.at, pm_text_len(&line));
        else
            pm_out_f(&rest, "%s%.*s", rest.len ? " " : "", (int)pm_text_len(&line),
                     line.at);
        if (to && !*to)
            break;
    }
    *note = rest.len ? pm_copy(arena, rest.data, rest.len) : "";
    bool good = !rest.failed && *title && *where && *note;
    pm_out_free(&rest);
    return good ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status read_columns(struct pm_text *t, struct pm_arena *arena,
                                 struct published_table *table, pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    do {
        struct pm_text cell = next_cell(&line);
        if (table->column_count == STUDY_MOST_COLUMNS || pm_text_len(&cell) == 0)
            return pm_fail_expected(err, &cell, "the names of at most %d columns",
                                    STUDY_MOST_COLUMNS);
        const char *name = pm_copy(arena, cell.at, pm_text_len(&cell));
        if (!name)
            return pm_fail_memory(err);
        if (published_column(table, name) >= 0)
            return pm_fail(err, PULMA_BAD_TEXT, &cell, "two columns are named '%s'", name);
        table->columns[table->column_count++] = name;
    } while (!pm_text_ended(&line));
    if (published_column(table, "experiment") != 0)
        return pm_fail(err, PULMA_BAD_TEXT, &line, "expected 'experiment' as first column");
    return PULMA_OK;
}

static pulma_status read_row(struct pm_text line, struct pm_arena *arena,
                             const struct published_table *table, const char **cells,
                             pulma_error *err)
{
    for (int c = 0; c < table->column_count; c++) {
        struct pm_text cell = next_cell(&line);
        if (pm_text_len(&cell) == 0)
            return pm_fail_expected(err, &cell, "'%s', or '-' for none", table->columns[c]);
        cells[c] =
            pm_text_is(&cell, "-") ? "" : pm_copy(arena, cell.at, pm_text_len(&cell));
        if (!cells[c])
            return pm_fail_memory(err);
    }
    return pm_text_ended(&line) ? PULMA_OK
                                : pm_fail_expected(err, &line, "the end of the row");
}

/* How many lines follow before a blank one. */
static int count_rows(struct pm_text t)
{
    int n = 0;
    while (!pm_text_ended(&t) && !is_blank(pm_text_line(&t)))
        n++;
    return n;
}

static pulma_status read_table(struct pm_text *t, struct pm_arena *arena,
                               struct published_table *table, pulma_error *err)
{
    pulma_status status =
        read_head(t, arena, &table->title, &table->where, &table->note, err);
    if (status == PULMA_OK)
        status = read_columns(t, arena, table, err);
    if (status != PULMA_OK)
        return status;
    int rows = count_rows(*t);
    if (rows == 0)
        return pm_fail_expected(err, t, "a row");
    table->cells = pm_new(arena, (size_t)rows * (size_t)table->column_count, const char *);
    if (!table->cells)
        return pm_fail_memory(err);
    for (; table->row_count < rows && status == PULMA_OK; table->row_count++)
        status = read_row(pm_text_line(t), arena, table,
                          table->cells + table->row_count * table->column_count, err);
    return status;
}

pulma_status published_read(const char *text, size_t len, struct pm_arena *arena,
                            struct published *published, pulma_error *err)
{
    struct pm_text t = pm_text_of(text, len);
    const char *where;
    *published = (struct published){0};
    pulma_status status =
        read_head(&t, arena, &published->title, &where, &published->note, err);
    enum { MOST_TABLES = 64 };
    published->tables = pm_new(arena, MOST_TABLES, struct published_table);
    if (!published->tables)
        return pm_fail_memory(err);
    for (pm_text_space(&t); status == PULMA_OK && !pm_text_ended(&t); pm_text_space(&t)) {
        if (published->table_count == MOST_TABLES)
            return pm_fail(err, PULMA_BAD_TEXT, &t, "expected at most %d tables",
                           MOST_TABLES);
        status = read_table(&t, arena, &published->tables[published->table_count++], err);
    }
    return status;
}
