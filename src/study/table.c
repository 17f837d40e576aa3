/* Tables in every format.
 *
 * A table is a list of texts, row after row; what the columns mean is said once.  So every
 * report gets all formats, and they cannot tell different things. */
#include "study/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "notations/json.h"

void study_table_open(struct study_table *table, const struct study_column *columns,
                      int column_count)
{
    *table = (struct study_table){.columns = columns, .column_count = column_count};
    pm_arena_init(&table->arena, 0);
}

void study_table_close(struct study_table *table)
{
    pm_arena_free(&table->arena);
    free(table->cells);
    *table = (struct study_table){0};
}

static bool has_room(struct study_table *table)
{
    if (table->cell_count < table->room)
        return true;
    size_t room = table->room ? 2 * table->room : 256;
    char **more = realloc(table->cells, room * sizeof *more);
    if (more) {
        table->cells = more;
        table->room = room;
    }
    return more != NULL;
}

void study_table_put(struct study_table *table, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char *copy = has_room(table) ? pm_copy(&table->arena, text, strlen(text)) : NULL;
    if (copy)
        table->cells[table->cell_count++] = copy;
    else
        table->failed = true;
}

void study_table_skip(struct study_table *table, int cells)
{
    for (int i = 0; i < cells; i++)
        study_table_put(table, "%s", "");
}

void study_table_set(struct study_table *table, size_t cell, const char *text)
{
    char *copy = pm_copy(&table->arena, text, strlen(text));
    if (copy && cell < table->cell_count)
        table->cells[cell] = copy;
    else
        table->failed = true;
}

static size_t row_count(const struct study_table *t)
{
    return t->cell_count / (size_t)t->column_count;
}

/* Row -1 holds the names of the columns. */
static const char *cell(const struct study_table *t, long row, int column)
{
    return row < 0 ? t->columns[column].name
                   : t->cells[(size_t)row * (size_t)t->column_count + (size_t)column];
}

/* Whether the column says anything: some cell is neither empty nor 0. */
static bool is_shown(const struct study_table *t, int column)
{
    for (size_t row = 0; row < row_count(t); row++) {
        const char *text = cell(t, (long)row, column);
        if (text[0] && strcmp(text, "0") != 0)
            return true;
    }
    return false;
}

static bool is_right(const struct study_table *t, int column)
{
    return t->columns[column].type == STUDY_NUMBER;
}

static bool has_group(const struct study_table *t)
{
    return t->columns[0].type == STUDY_GROUP;
}

/* Whether this row begins a group. */
static bool begins_group(const struct study_table *t, size_t row)
{
    return has_group(t) &&
           (row == 0 || strcmp(cell(t, (long)row, 0), cell(t, (long)row - 1, 0)) != 0);
}

/* ---- Plain text ---- */

/* Characters, not bytes. */
static int width_of(const char *text)
{
    struct pm_text t = pm_text_of(text, strlen(text));
    return pm_text_columns(&t);
}

static int column_width(const struct study_table *t, int column)
{
    int widest = 0;
    for (long row = -1; row < (long)row_count(t); row++) {
        int width = width_of(cell(t, row, column));
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Nothing in the text can command a terminal: no control characters (those of ASCII, and
 * U+0080 to U+009F), nothing that is not UTF-8. */
static void put_clean(struct pm_out *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code = 0;
        size_t n = pm_utf8(text, left, &code);
        if (n == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0))
            pm_out_char(out, '?');
        else
            pm_out_bytes(out, text, n);
        text += n ? n : 1;
        left -= n ? n : 1;
    }
}

/* One line.  Blanks stand only before a text, so that no line ends in them. */
static void text_row(const struct study_table *t, const int *widths, long row,
                     struct pm_out *out)
{
    int blanks = 0;
    bool first = true;
    for (int c = has_group(t); c < t->column_count; c++) {
        if (widths[c] == 0)
            continue;
        const char *text = cell(t, row, c);
        int missing = widths[c] - width_of(text);
        blanks += (first ? 0 : 2) + (is_right(t, c) ? missing : 0);
        first = false;
        if (*text) {
            pm_out_repeat(out, ' ', blanks);
            put_clean(out, text);
            blanks = 0;
        }
        blanks += is_right(t, c) ? 0 : missing;
    }
    pm_out_char(out, '\n');
}

static void write_text(const struct study_table *t, const char *title, struct pm_out *out)
{
    int *widths = calloc((size_t)t->column_count, sizeof *widths);
    if (!widths) {
        out->failed = true;
        return;
    }
    for (int c = 0; c < t->column_count; c++)
        widths[c] = is_shown(t, c) ? column_width(t, c) : 0;
    if (title)
        pm_out_f(out, "%s\n\n", title);
    for (size_t row = 0; row < row_count(t); row++) {
        if (begins_group(t, row)) {
            pm_out_text(out, row > 0 ? "\n" : "");
            put_clean(out, cell(t, (long)row, 0));
            pm_out_char(out, '\n');
        }
        if (row == 0 || begins_group(t, row))
            text_row(t, widths, -1, out);
        text_row(t, widths, (long)row, out);
    }
    pm_out_char(out, '\n');
    free(widths);
}

/* ---- Documents and spreadsheets ---- */

/* Whether JSON takes the text for a number. */
static bool is_number(const char *text)
{
    const char *p = text + (*text == '-');
    if (*p < '0' || *p > '9' || (*p == '0' && p[1] >= '0' && p[1] <= '9'))
        return false;
    p += strspn(p, "0123456789");
    if (*p == '.' && p[1] >= '0' && p[1] <= '9')
        p += 1 + strspn(p + 1, "0123456789");
    return *p == '\0';
}

static void write_json(const struct study_table *t, const char *title, struct pm_out *out)
{
    for (size_t row = 0; row < row_count(t); row++) {
        pm_out_char(out, '{');
        if (title) {
            pm_out_text(out, "\"table\":");
            pm_json_put(out, title, strlen(title));
            pm_out_char(out, ',');
        }
        for (int c = 0; c < t->column_count; c++) {
            const char *text = cell(t, (long)row, c);
            pm_out_f(out, "%s\"%s\":", c ? "," : "", t->columns[c].name);
            if (!text[0])
                pm_out_text(out, "null");
            else if (is_right(t, c) && is_number(text))
                pm_out_text(out, text);
            else
                pm_json_put(out, text, strlen(text));
        }
        pm_out_text(out, "}\n");
    }
}

static void csv_cell(const char *text, struct pm_out *out)
{
    if (!strpbrk(text, ",\"\r\n")) {
        pm_out_text(out, text);
        return;
    }
    pm_out_char(out, '"');
    for (; *text; text++)
        pm_out_f(out, *text == '"' ? "\"\"" : "%c", *text);
    pm_out_char(out, '"');
}

static void write_csv(const struct study_table *t, const char *title, struct pm_out *out)
{
    (void)title;
    for (long row = -1; row < (long)row_count(t); row++)
        for (int c = 0; c < t->column_count; c++) {
            csv_cell(cell(t, row, c), out);
            pm_out_char(out, c + 1 < t->column_count ? ',' : '\n');
        }
}

/* ---- Markup ---- */

/* A text with some characters replaced: "&" by "&amp;" and so on.  Others below the blank are
 * left out. */
struct replacement {
    char from;
    const char *to;
};

static void put_replaced(struct pm_out *out, const char *text,
                         const struct replacement *replacements)
{
    for (; *text; text++) {
        const struct replacement *r = replacements;
        while (r->from && r->from != *text)
            r++;
        if (r->from)
            pm_out_text(out, r->to);
        else if ((unsigned char)*text >= 0x20)
            pm_out_char(out, *text);
    }
}

void study_put_xml(struct pm_out *out, const char *text)
{
    static const struct replacement replacements[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {0, 0}};
    put_replaced(out, text, replacements);
}

static void put_latex(struct pm_out *out, const char *text)
{
    static const struct replacement replacements[] = {
        {'&', "\\&"}, {'%', "\\%"}, {'$', "\\$"},   {'#', "\\#"},
        {'_', "\\_"}, {'{', "\\{"}, {'}', "\\}"},   {'\\', "\\textbackslash{}"},
        {'<', "$<$"}, {'>', "$>$"}, {'~', "\\~{}"}, {'^', "\\^{}"},
        {0, 0}};
    put_replaced(out, text, replacements);
}

static void put_markdown(struct pm_out *out, const char *text)
{
    static const struct replacement replacements[] = {
        {'|', "\\|"}, {'\\', "\\\\"}, {'*', "\\*"}, {'<', "&lt;"}, {'&', "&amp;"}, {0, 0}};
    put_replaced(out, text, replacements);
}

/* How a markup language writes tables. */
struct markup {
    void (*put)(struct pm_out *out, const char *text);
    const char *title_begin, *title_end;
    const char *row_begin, *row_end, *between;
    /* Around the cells that are no numbers and those that are: names, then contents. */
    const char *before[2][2], *after[2];
};

static const struct markup latex = {put_latex, "\\subsection*{",     "}\n",   "", " \\\\\n",
                                    " & ",     {{"", ""}, {"", ""}}, {"", ""}};
static const struct markup html = {
    study_put_xml,
    "<h2>",
    "</h2>\n",
    "<tr>",
    "</tr>\n",
    "",
    {{"<th>", "<th class=\"n\">"}, {"<td>", "<td class=\"n\">"}},
    {"</th>", "</td>"}};
static const struct markup markdown = {
    put_markdown, "### ", "\n\n", "| ", " |\n", " | ", {{"", ""}, {"", ""}}, {"", ""}};

static void markup_title(const struct markup *m, const char *title, struct pm_out *out)
{
    if (!title)
        return;
    pm_out_text(out, m->title_begin);
    m->put(out, title);
    pm_out_text(out, m->title_end);
}

static void markup_row(const struct markup *m, const struct study_table *t, long row,
                       struct pm_out *out)
{
    bool first = true;
    int body = row >= 0;
    pm_out_text(out, m->row_begin);
    for (int c = has_group(t); c < t->column_count; c++) {
        if (!is_shown(t, c))
            continue;
        pm_out_text(out, first ? "" : m->between);
        pm_out_text(out, m->before[body][is_right(t, c)]);
        m->put(out, cell(t, row, c));
        pm_out_text(out, m->after[body]);
        first = false;
    }
    pm_out_text(out, m->row_end);
}

static int shown_columns(const struct study_table *t)
{
    int n = 0;
    for (int c = has_group(t); c < t->column_count; c++)
        n += is_shown(t, c);
    return n;
}

static void write_latex(const struct study_table *t, const char *title, struct pm_out *out)
{
    markup_title(&latex, title, out);
    pm_out_text(out, "\\begin{longtable}{");
    for (int c = has_group(t); c < t->column_count; c++)
        if (is_shown(t, c))
            pm_out_char(out, is_right(t, c) ? 'r' : 'l');
    pm_out_text(out, "}\n\\toprule\n");
    markup_row(&latex, t, -1, out);
    pm_out_text(out, "\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n");
    for (size_t row = 0; row < row_count(t); row++) {
        if (begins_group(t, row)) {
            /* A box without width: a long title shall not widen the last column. */
            pm_out_f(out, "%s\\multicolumn{%d}{l}{\\makebox[0pt][l]{",
                     row ? "\\midrule\n" : "", shown_columns(t));
            put_latex(out, cell(t, (long)row, 0));
            pm_out_text(out, "}} \\\\\n");
        }
        markup_row(&latex, t, (long)row, out);
    }
    pm_out_text(out, "\\end{longtable}\n");
}

static void write_html(const struct study_table *t, const char *title, struct pm_out *out)
{
    markup_title(&html, title, out);
    pm_out_text(out, "<table>\n<thead>\n");
    markup_row(&html, t, -1, out);
    pm_out_text(out, "</thead>\n<tbody>\n");
    for (size_t row = 0; row < row_count(t); row++) {
        if (begins_group(t, row)) {
            pm_out_f(out, "<tr><th class=\"g\" colspan=\"%d\">", shown_columns(t));
            study_put_xml(out, cell(t, (long)row, 0));
            pm_out_text(out, "</th></tr>\n");
        }
        markup_row(&html, t, (long)row, out);
    }
    pm_out_text(out, "</tbody>\n</table>\n");
}

static void write_markdown(const struct study_table *t, const char *title,
                           struct pm_out *out)
{
    markup_title(&markdown, title, out);
    for (size_t row = 0; row < row_count(t); row++) {
        if (begins_group(t, row)) {
            pm_out_text(out, row ? "\n**" : "**");
            put_markdown(out, cell(t, (long)row, 0));
            pm_out_text(out, "**\n\n");
        }
        if (row == 0 || begins_group(t, row)) {
            markup_row(&markdown, t, -1, out);
            pm_out_char(out, '|');
            for (int c = has_group(t); c < t->column_count; c++)
                if (is_shown(t, c))
                    pm_out_text(out, is_right(t, c) ? "--:|" : "---|");
            pm_out_char(out, '\n');
        }
        markup_row(&markdown, t, (long)row, out);
    }
    pm_out_char(out, '\n');
}

/* ---- Sheets ---- */

static const char page_style[] =
    "</title>\n<style>\n"
    "body { font: 16px/1.4 serif; margin: 2em; }\n"
    "table { border-collapse: collapse; border-top: 2px solid; border-bottom: 2px solid; "
    "margin-bottom: 2em; }\n"
    "th, td { padding: 0.1em 0.6em; text-align: left; font-weight: normal; }\n"
    "thead th { border-bottom: 1px solid; }\n"
    "th.g { border-top: 1px solid; font-weight: bold; padding-top: 0.5em; }\n"
    "td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }\n"
    "</style>\n</head>\n<body>\n<h1>";

void study_sheet_begin(struct study_sheet *sheet, enum study_format format,
                       const char *title)
{
    *sheet = (struct study_sheet){.format = format,
                                  .people = format != STUDY_JSON && format != STUDY_CSV};
    if (format == STUDY_LATEX)
        pm_out_text(&sheet->out, "% wants \\usepackage{booktabs,longtable}\n");
    if (format != STUDY_HTML)
        return;
    pm_out_text(&sheet->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                             "<meta charset=\"utf-8\">\n<title>");
    study_put_xml(&sheet->out, title);
    pm_out_text(&sheet->out, page_style);
    study_put_xml(&sheet->out, title);
    pm_out_text(&sheet->out, "</h1>\n");
}

void study_sheet_end(struct study_sheet *sheet)
{
    if (sheet->format == STUDY_HTML)
        pm_out_text(&sheet->out, "</body>\n</html>\n");
}

void study_sheet_table(struct study_sheet *sheet, const char *title,
                       struct study_table *table)
{
    static void (*const writers[])(const struct study_table *, const char *,
                                   struct pm_out *) = {
        [STUDY_TEXT] = write_text,         [STUDY_JSON] = write_json,
        [STUDY_CSV] = write_csv,           [STUDY_LATEX] = write_latex,
        [STUDY_MARKDOWN] = write_markdown, [STUDY_HTML] = write_html,
    };
    if (sheet->has_table && sheet->format == STUDY_CSV)
        pm_out_char(&sheet->out, '\n'); /* two tables in one file */
    sheet->has_table = true;
    sheet->out.failed |= table->failed;
    if (!table->failed)
        writers[sheet->format](table, title, &sheet->out);
    study_table_close(table);
}

void study_sheet_say(struct study_sheet *sheet, const char *format, ...)
{
    char words[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    switch (sheet->format) {
    case STUDY_TEXT:
        pm_out_f(&sheet->out, "%s\n\n", words);
        break;
    case STUDY_MARKDOWN:
        put_markdown(&sheet->out, words);
        pm_out_text(&sheet->out, "\n\n");
        break;
    case STUDY_LATEX:
        put_latex(&sheet->out, words);
        pm_out_text(&sheet->out, "\n\n");
        break;
    case STUDY_HTML:
        pm_out_text(&sheet->out, "<p>");
        study_put_xml(&sheet->out, words);
        pm_out_text(&sheet->out, "</p>\n");
        break;
    default: /* documents and spreadsheets hold rows only */
        break;
    }
}
