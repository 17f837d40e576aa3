/* Tables in five formats.
 *
 * A table is a list of texts, row after row; what the columns mean is said once.  So every
 * command that makes tables gets all formats, and they cannot tell different things. */
#include "cli/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

void cli_table_open(struct cli_table *table, const char *title,
                    const struct cli_column *columns, int column_count)
{
    *table = (struct cli_table){
        .title = title, .columns = columns, .column_count = column_count};
}

void cli_table_put(struct cli_table *table, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (table->cell_count == table->room) {
        size_t room = table->room ? 2 * table->room : 256;
        char **more = realloc(table->cells, room * sizeof *more);
        if (!more) {
            table->failed = true;
            return;
        }
        table->cells = more;
        table->room = room;
    }
    char *copy = strdup(text);
    if (copy)
        table->cells[table->cell_count++] = copy;
    else
        table->failed = true;
}

void cli_table_set(struct cli_table *table, size_t cell, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char *copy = strdup(text);
    if (!copy) {
        table->failed = true;
        return;
    }
    free(table->cells[cell]);
    table->cells[cell] = copy;
}

void cli_table_close(struct cli_table *table)
{
    for (size_t i = 0; i < table->cell_count; i++)
        free(table->cells[i]);
    free(table->cells);
    *table = (struct cli_table){0};
}

static size_t row_count(const struct cli_table *t)
{
    return t->cell_count / (size_t)t->column_count;
}

static const char *cell(const struct cli_table *t, size_t row, int column)
{
    return t->cells[row * (size_t)t->column_count + (size_t)column];
}

/* Whether the column says anything: some cell is neither empty nor 0. */
static bool is_shown(const struct cli_table *t, int column)
{
    for (size_t row = 0; row < row_count(t); row++) {
        const char *text = cell(t, row, column);
        if (text[0] && strcmp(text, "0") != 0)
            return true;
    }
    return false;
}

static bool has_group(const struct cli_table *t)
{
    return t->columns[0].type == CLI_GROUP;
}

/* Whether this row begins a group. */
static bool begins_group(const struct cli_table *t, size_t row)
{
    return has_group(t) && (row == 0 || strcmp(cell(t, row, 0), cell(t, row - 1, 0)) != 0);
}

/* ---- Plain text ---- */

/* Characters, not bytes. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

static int column_width(const struct cli_table *t, int column)
{
    int widest = width_of(t->columns[column].name);
    for (size_t row = 0; row < row_count(t); row++) {
        int width = width_of(cell(t, row, column));
        if (width > widest)
            widest = width;
    }
    return widest;
}

/* One line.  Blanks stand only before a text, so that no line ends in them. */
static void text_row(const struct cli_table *t, const int *widths, long row, FILE *out)
{
    int blanks = 0;
    bool first = true;
    for (int c = has_group(t); c < t->column_count; c++) {
        if (widths[c] == 0)
            continue;
        const char *text = row < 0 ? t->columns[c].name : cell(t, (size_t)row, c);
        int missing = widths[c] - width_of(text);
        bool right = t->columns[c].type == CLI_NUMBER_TEXT;
        blanks += (first ? 0 : 2) + (right ? missing : 0);
        first = false;
        if (*text) {
            fprintf(out, "%*s", blanks, "");
            cli_print_clean(out, text);
            blanks = 0;
        }
        blanks += right ? 0 : missing;
    }
    fputc('\n', out);
}

static void print_text(const struct cli_table *t, FILE *out)
{
    int *widths = calloc((size_t)t->column_count, sizeof *widths);
    if (!widths)
        return;
    for (int c = 0; c < t->column_count; c++)
        widths[c] = is_shown(t, c) ? column_width(t, c) : 0;
    if (t->title)
        fprintf(out, "%s\n\n", t->title);
    if (!has_group(t))
        text_row(t, widths, -1, out);
    for (size_t row = 0; row < row_count(t); row++) {
        if (begins_group(t, row)) {
            if (row > 0)
                fputc('\n', out);
            cli_print_clean(out, cell(t, row, 0));
            fputc('\n', out);
            text_row(t, widths, -1, out);
        }
        text_row(t, widths, (long)row, out);
    }
    fputc('\n', out);
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

static void print_json(const struct cli_table *t, FILE *out)
{
    for (size_t row = 0; row < row_count(t); row++) {
        fputc('{', out);
        if (t->title) {
            fputs("\"table\":", out);
            cli_json_text(out, t->title);
            fputc(',', out);
        }
        for (int c = 0; c < t->column_count; c++) {
            const char *text = cell(t, row, c);
            fprintf(out, "%s\"%s\":", c ? "," : "", t->columns[c].name);
            if (!text[0])
                fputs("null", out);
            else if (t->columns[c].type == CLI_NUMBER_TEXT && is_number(text))
                fputs(text, out);
            else
                cli_json_text(out, text);
        }
        fputs("}\n", out);
    }
}

static void csv_cell(const char *text, FILE *out)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

static void print_csv(const struct cli_table *t, FILE *out)
{
    for (int c = 0; c < t->column_count; c++)
        fprintf(out, "%s%s", c ? "," : "", t->columns[c].name);
    fputc('\n', out);
    for (size_t row = 0; row < row_count(t); row++) {
        for (int c = 0; c < t->column_count; c++) {
            fputs(c ? "," : "", out);
            csv_cell(cell(t, row, c), out);
        }
        fputc('\n', out);
    }
}

/* ---- Papers and pages ---- */

static void latex_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("&%$#_{}", *text))
            fprintf(out, "\\%c", *text);
        else if (*text == '\\')
            fputs("\\textbackslash{}", out);
        else if (*text == '~' || *text == '^')
            fprintf(out, "\\%c{}", *text);
        else if (*text == '<' || *text == '>')
            fprintf(out, "$%c$", *text);
        else if ((unsigned char)*text >= 0x20)
            fputc(*text, out);
    }
}

static int shown_columns(const struct cli_table *t)
{
    int n = 0;
    for (int c = has_group(t); c < t->column_count; c++)
        n += is_shown(t, c);
    return n;
}

static void latex_row(const struct cli_table *t, long row, FILE *out)
{
    bool first = true;
    for (int c = has_group(t); c < t->column_count; c++) {
        if (!is_shown(t, c))
            continue;
        fputs(first ? "" : " & ", out);
        latex_text(row < 0 ? t->columns[c].name : cell(t, (size_t)row, c), out);
        first = false;
    }
    fputs(" \\\\\n", out);
}

static void print_latex(const struct cli_table *t, FILE *out)
{
    if (t->title) {
        fputs("\\subsection*{", out);
        latex_text(t->title, out);
        fputs("}\n", out);
    }
    fputs("\\begin{longtable}{", out);
    for (int c = has_group(t); c < t->column_count; c++)
        if (is_shown(t, c))
            fputc(t->columns[c].type == CLI_NUMBER_TEXT ? 'r' : 'l', out);
    fputs("}\n\\toprule\n", out);
    latex_row(t, -1, out);
    fputs("\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n", out);
    for (size_t row = 0; row < row_count(t); row++) {
        if (begins_group(t, row)) {
            /* A box without width: a long title shall not widen the last column. */
            fprintf(out, "%s\\multicolumn{%d}{l}{\\makebox[0pt][l]{", row ? "\\midrule\n" : "",
                    shown_columns(t));
            latex_text(cell(t, row, 0), out);
            fputs("}} \\\\\n", out);
        }
        latex_row(t, (long)row, out);
    }
    fputs("\\end{longtable}\n", out);
}

static void html_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if ((unsigned char)*text >= 0x20)
            fputc(*text, out);
    }
}

static void html_row(const struct cli_table *t, long row, FILE *out)
{
    const char *tag = row < 0 ? "th" : "td";
    fputs("<tr>", out);
    for (int c = has_group(t); c < t->column_count; c++) {
        if (!is_shown(t, c))
            continue;
        bool right = t->columns[c].type == CLI_NUMBER_TEXT;
        fprintf(out, "<%s%s>", tag, right ? " class=\"n\"" : "");
        html_text(row < 0 ? t->columns[c].name : cell(t, (size_t)row, c), out);
        fprintf(out, "</%s>", tag);
    }
    fputs("</tr>\n", out);
}

static void print_html(const struct cli_table *t, FILE *out)
{
    if (t->title) {
        fputs("<h2>", out);
        html_text(t->title, out);
        fputs("</h2>\n", out);
    }
    fputs("<table>\n<thead>\n", out);
    html_row(t, -1, out);
    fputs("</thead>\n<tbody>\n", out);
    for (size_t row = 0; row < row_count(t); row++) {
        if (begins_group(t, row)) {
            fprintf(out, "<tr><th class=\"g\" colspan=\"%d\">", shown_columns(t));
            html_text(cell(t, row, 0), out);
            fputs("</th></tr>\n", out);
        }
        html_row(t, (long)row, out);
    }
    fputs("</tbody>\n</table>\n", out);
}

/* ---- All of them ---- */

void cli_table_print(const struct cli_table *table, enum cli_table_format format, FILE *out)
{
    static void (*const printers[])(const struct cli_table *, FILE *) = {
        [CLI_TABLE_TEXT] = print_text, [CLI_TABLE_JSON] = print_json,
        [CLI_TABLE_CSV] = print_csv,   [CLI_TABLE_LATEX] = print_latex,
        [CLI_TABLE_HTML] = print_html,
    };
    printers[format](table, out);
}

void cli_tables_begin(enum cli_table_format format, const char *title, FILE *out)
{
    if (format == CLI_TABLE_LATEX)
        fputs("% wants \\usepackage{booktabs,longtable}\n", out);
    if (format != CLI_TABLE_HTML)
        return;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
          out);
    html_text(title, out);
    fputs("</title>\n<style>\n"
          "body { font: 16px/1.4 serif; margin: 2em; }\n"
          "table { border-collapse: collapse; border-top: 2px solid; border-bottom: 2px "
          "solid; margin-bottom: 2em; }\n"
          "th, td { padding: 0.1em 0.6em; text-align: left; font-weight: normal; }\n"
          "thead th { border-bottom: 1px solid; }\n"
          "th.g { border-top: 1px solid; font-weight: bold; padding-top: 0.5em; }\n"
          "td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }\n"
          "</style>\n</head>\n<body>\n<h1>",
          out);
    html_text(title, out);
    fputs("</h1>\n", out);
}

void cli_tables_end(enum cli_table_format format, FILE *out)
{
    if (format == CLI_TABLE_HTML)
        fputs("</body>\n</html>\n", out);
}

void cli_tables_say(enum cli_table_format format, FILE *out, const char *words)
{
    switch (format) {
    case CLI_TABLE_TEXT:
        fprintf(out, "%s\n\n", words);
        break;
    case CLI_TABLE_LATEX:
        latex_text(words, out);
        fputs("\n\n", out);
        break;
    case CLI_TABLE_HTML:
        fputs("<p>", out);
        html_text(words, out);
        fputs("</p>\n", out);
        break;
    default: /* documents and spreadsheets hold rows only */
        break;
    }
}
