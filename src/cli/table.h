/* Tables for people, spreadsheets, papers, pages and programs: the same cells in five formats. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdbool.h>
#include <stdio.h>

enum cli_table_format {
    CLI_TABLE_TEXT,
    CLI_TABLE_JSON,
    CLI_TABLE_CSV,
    CLI_TABLE_LATEX,
    CLI_TABLE_HTML
};

/* What a column holds.  Rows with the same value in the CLI_GROUP column, which is the first
 * one if there is any, stand together under it where people read. */
enum cli_column_type { CLI_GROUP, CLI_WORDS, CLI_NUMBER_TEXT };

struct cli_column {
    const char *name; /* "constraints": also the key in documents */
    enum cli_column_type type;
};

struct cli_table {
    const char *title; /* above it; NULL: none */
    const struct cli_column *columns;
    int column_count;
    char **cells; /* row after row; "" is an empty cell */
    size_t cell_count, room;
    bool failed; /* no memory: the table is not complete */
};

void cli_table_open(struct cli_table *table, const char *title,
                    const struct cli_column *columns, int column_count);
/* The next cell of the row; a row is full when it has as many cells as there are columns. */
void cli_table_put(struct cli_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Another content for a cell that there is. */
void cli_table_set(struct cli_table *table, size_t cell, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Prints it.  Columns without any content are left out where people read. */
void cli_table_print(const struct cli_table *table, enum cli_table_format format,
                     FILE *out);
void cli_table_close(struct cli_table *table);

/* What stands before the first and behind the last table of a call. */
void cli_tables_begin(enum cli_table_format format, const char *title, FILE *out);
void cli_tables_end(enum cli_table_format format, FILE *out);
/* A paragraph between tables: plain, or as a comment where the format has no place for it. */
void cli_tables_say(enum cli_table_format format, FILE *out, const char *words);

#endif
