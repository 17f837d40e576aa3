/* Page layout: pictures of puzzles on sheets of paper.
 *
 * A page is filled from the top: blocks of text over its whole width, and rows of boxes.  A box
 * holds a picture, what stands above and below it, and perhaps the answer.  All pictures of a
 * page have the same size of cells: as large as what was put on it allows, never smaller than
 * wished; only a row that does not fit otherwise has smaller ones.  So a page is laid out when
 * it is full, and then written and forgotten; what is kept for the end (answers) lies in a
 * file. */
#ifndef PM_SHEET_H
#define PM_SHEET_H

#include <stdio.h>

#include "core/out.h"
#include "picture/picture.h"

enum pm_answers { PM_ANSWERS_END, PM_ANSWERS_BELOW, PM_ANSWERS_BESIDE, PM_ANSWERS_NONE };

#define PM_MILLIMETRE 2.8346 /* in points */

/* What the user wishes; lengths are in points. */
struct pm_sheet_wish {
    double width, height; /* of the paper; 0: of each picture */
    double margin;
    int columns, rows;    /* boxes a page; 0: as many as fit */
    double least, most;   /* size of a cell */
    double text, heading; /* sizes of letters */
    enum pm_answers answers;
    bool rules, marks, cover;
    enum pm_theme theme;
    char title[400];
};

/* A picture as it is kept: its display list and how large it is, in units. */
struct pm_plate {
    struct pm_out list;
    double width, height;
};
/* From a picture, or from a list that somebody else kept. */
pulma_status pm_plate_of(const struct pm_picture *picture, struct pm_plate *plate,
                         pulma_error *err);
pulma_status pm_plate_read(const char *list, size_t len, struct pm_plate *plate,
                           pulma_error *err);
void pm_plate_free(struct pm_plate *plate);

/* One puzzle.  What is taken over belongs to the layout. */
struct pm_box {
    long number;                    /* of the puzzle, from 1 on; 0: it has none */
    char title[200], caption[400];  /* above beside the number; below */
    struct pm_plate puzzle, answer; /* no list: there is none */
    bool small;  /* it is an answer at the end, which links to its puzzle */
    bool linked; /* its answer stands at the end */
};

/* ---- Filling pages (layout.c) ---- */

struct pm_layout;

/* Pages go to `out`, page by page.  NULL: no memory. */
struct pm_layout *pm_layout_new(const struct pm_sheet_wish *wish, int first_page,
                                FILE *out);
void pm_layout_free(struct pm_layout *layout);
/* Ends the page if a heading, this text and the box do not fit on it together. */
void pm_layout_make_room(struct pm_layout *layout, const char *text,
                         const struct pm_box *box);
/* Each of these may end a page.  Afterwards: whether all went well. */
void pm_layout_heading(struct pm_layout *layout, const char *words, const char *name);
/* Lines of text under a heading, each broken where it grows too long. */
void pm_layout_text(struct pm_layout *layout, const char *lines);
void pm_layout_box(struct pm_layout *layout, struct pm_box *box);
/* From now on with smaller cells, in a document that goes on: answers. */
void pm_layout_shrink(struct pm_layout *layout);
void pm_layout_bookmark(struct pm_layout *layout, int level, const char *name,
                        const char *words);
void pm_layout_end_page(struct pm_layout *layout);
/* The page that is being filled, from 1 on. */
int pm_layout_page(const struct pm_layout *layout);
bool pm_layout_was_tight(const struct pm_layout *layout);
/* PULMA_OK; or no memory, or no room for the file. */
pulma_status pm_layout_status(const struct pm_layout *layout, pulma_error *err);

/* ---- Texts (words.c) ---- */

/* How wide a text is at most, in its size: letters as wide as in the widest of the usual fonts. */
double pm_text_breadth(const char *text, size_t len);
/* How many bytes of the text fit into this width, broken between words where possible. */
size_t pm_text_fit(const char *text, double most);

/* ---- The cover (cover.c) ---- */

enum { PM_MAX_ENTRIES = 200 };

struct pm_contents {
    struct pm_contents_entry {
        char words[200];
        char name[32];
        int page;
    } entries[PM_MAX_ENTRIES];
    int count;
    long puzzles;
};

/* Title page and contents, as pages without numbers; how many. */
int pm_cover_write(const struct pm_sheet_wish *wish, const struct pm_contents *contents,
                   struct pm_out *out);

#endif
