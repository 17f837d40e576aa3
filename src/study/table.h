/* Tables for people, spreadsheets, papers, pages and programs: the same cells in each format. */
#ifndef STUDY_TABLE_H
#define STUDY_TABLE_H

#include "core/arena.h"
#include "core/out.h"
#include "study/study.h"

/* What a column holds.  Rows with the same value in the STUDY_GROUP column, which is the first
 * one if there is any, stand together under it where people read. */
enum study_column_type { STUDY_GROUP, STUDY_WORDS, STUDY_NUMBER };

struct study_column {
    const char *name; /* "constraints": also the key in documents */
    enum study_column_type type;
};

struct study_table {
    const struct study_column *columns;
    int column_count;
    char **cells; /* row after row; "" is an empty cell */
    size_t cell_count, room;
    struct pm_arena arena; /* of the cells */
    bool failed;           /* no memory: the table is not complete */
};

/* The columns must live as long as the table. */
void study_table_open(struct study_table *table, const struct study_column *columns,
                      int column_count);
/* The next cell of the row; a row is full when it has as many cells as there are columns. */
void study_table_put(struct study_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void study_table_skip(struct study_table *table, int cells); /* empty ones */
/* Another content for a cell that there is. */
void study_table_set(struct study_table *table, size_t cell, const char *text);
void study_table_close(struct study_table *table);

/* Where tables and paragraphs are written, one after another. */
struct study_sheet {
    enum study_format format;
    struct pm_out out;
    bool people;    /* the format is for people: what goes without saying is left out */
    bool has_table; /* there was one before */
};

void study_sheet_begin(struct study_sheet *sheet, enum study_format format,
                       const char *title);
/* Writes a table and closes it.  Columns without content are left out where people read. */
void study_sheet_table(struct study_sheet *sheet, const char *title,
                       struct study_table *table);
/* A paragraph between tables; documents and spreadsheets have no place for it. */
void study_sheet_say(struct study_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void study_sheet_end(struct study_sheet *sheet);

/* A text where markup has its place: for HTML and SVG. */
void study_put_xml(struct pm_out *out, const char *text);

#endif
