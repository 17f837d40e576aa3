/* Forms: pulma's own notation, and JSON, seen as the same thing.
 *
 * A form is the name of a kind and fields.  A field is a single value or a block
 * of lines; the block that needs no name is "grid".  As text:
 *
 *     kakuro                         the kind, alone on a line
 *     title: Monday                  fields, in any order
 *     digits: 9
 *     .    16\  24\                  lines that are no field belong to "grid"
 *     \17  .    .
 *
 *     sudoku                         the next kind begins the next puzzle ("grid:" etc.
 *     regions:                       with nothing after it opens a block by name)
 *     aabb
 *     ...
 *
 * and as JSON: {"kind": "kakuro", "title": "Monday", "digits": 9, "grid": ["...", "..."]}.
 * A list alone, [["...", ...]], is a grid.  Lines that begin with % are comments, and so is "% ..." at the end of a line, with blanks on
 * both sides; titles keep it.  Every value keeps its position, so that an error
 * points at the right line and column in either shape. */
#ifndef PM_FORM_H
#define PM_FORM_H

#include <stdbool.h>

#include "core/arena.h"
#include "core/out.h"
#include "core/text.h"

enum {
    PM_FORM_MAX_FIELDS = 64,
    PM_FORM_MAX_LINES = 1 << 22, /* in one puzzle */
};

struct pm_field {
    struct pm_text name;   /* position of the name, for complaints */
    struct pm_text *lines; /* a single value is one line */
    int line_count;
    bool used;              /* asked for by the kind; the rest is complained of */
    struct pm_arena *arena; /* where the lines are */
};

struct pm_form {
    struct pm_text start; /* where the puzzle began */
    struct pm_text kind;  /* its name; empty: the text does not say */
    struct pm_field *fields;
    int field_count;
    bool json; /* its lines need not be parts of the text */
};

/* Whether the text begins with a JSON list of lists or strings: a grid and nothing else. */
bool pm_form_is_list(const struct pm_text *text);
/* Reads the next form of the text; skips blank and comment lines before it.
 * PULMA_NONE at the end of the text.  `naming` says whether a word names a kind. */
enum pm_naming { PM_NO_NAME, PM_NEARLY_A_NAME /* misspelt */, PM_A_NAME };
pulma_status pm_form_read(struct pm_text *t,
                          enum pm_naming (*naming)(const struct pm_text *word),
                          struct pm_arena *arena, struct pm_form *form, pulma_error *err);

/* The field of this name, or NULL; marks it as used. */
const struct pm_field *pm_form_field(struct pm_form *form, const char *name);
/* A single value: sets `*value` and returns true if the field is there. */
bool pm_form_value(struct pm_form *form, const char *name, struct pm_text *value);
/* A number, a yes/no, a ROWSxCOLUMNS pair; `*value` keeps its default if the field is absent. */
pulma_status pm_form_int(struct pm_form *form, const char *name, int min, int max,
                         int *value, pulma_error *err);
pulma_status pm_form_bool(struct pm_form *form, const char *name, bool *value,
                          pulma_error *err);
/* The block of this name; an error that names the kind's need if it is missing or empty. */
pulma_status pm_form_block(struct pm_form *form, const char *name,
                           const struct pm_field **block, pulma_error *err);
/* Complains of the first field that nobody asked for ("title" is always asked for). */
pulma_status pm_form_done(struct pm_form *form, pulma_error *err);

/* Writing, the same calls for both shapes. */
struct pm_form_out {
    struct pm_out *out;
    bool json;
    bool in_block;    /* a block is open */
    bool first_line;  /* of the open block */
    bool after_block; /* there was a block before: the next one needs its name */
};

void pm_form_begin(struct pm_form_out *w, struct pm_out *out, bool json, const char *kind,
                   const char *title);
void pm_form_put(struct pm_form_out *w, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void pm_form_put_int(struct pm_form_out *w, const char *name, int value);
void pm_form_put_bool(struct pm_form_out *w, const char *name, bool value);
/* Opens a block.  "grid" needs no name where it is the first one. */
void pm_form_open(struct pm_form_out *w, const char *name);
/* One line of the open block; its text may not be blank, begin with % or look like a field. */
void pm_form_line(struct pm_form_out *w, const char *line);
void pm_form_end(struct pm_form_out *w);

#endif
