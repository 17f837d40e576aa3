/* Pages of a PDF as text: what libpulma tells its helper pulma-paint, page by page, so that neither
 * needs more memory for a thousand pages than for one.
 *
 *     pulma-pages 1
 *     title Puzzles for Monday
 *     theme 0
 *     page 595 842 3
 *     name p12
 *     link a12
 *     text 56 70 9 0 1 120 12
 *     line 56 400 539 400 0.5 3
 *     picture 56 82 17 0
 *     pulma-picture 2
 *     ...
 *     end
 *     outline 0 p12 Sudoku
 *     end of pages
 *
 * Positions are points from the top left corner.  `name` makes the next text a place that links lead
 * to, `link` makes it a link.  The version changes whenever the form does. */
#ifndef PM_PAGES_H
#define PM_PAGES_H

#include "picture/picture.h"

#define PM_PAGES_HEAD "pulma-pages 1"
#define PM_PAGES_END  "end of pages"

/* A text on a page.  Its middle line is at y, as in pictures; it is set smaller if it would be wider
 * than `most`. */
struct pm_label {
    double x, y, size;
    enum pm_align align;
    bool bold, upside_down;
    double most;
    const char *name, *link; /* NULL: none */
};

void pm_pages_begin(const char *title, enum pm_theme theme, struct pm_out *out);
void pm_pages_end(struct pm_out *out);
/* A new page, with its number as viewers show it; "": none. */
void pm_page_begin(double width, double height, const char *number, struct pm_out *out);
void pm_page_text(const struct pm_label *label, const char *words, struct pm_out *out);
void pm_page_line(double x1, double y1, double x2, double y2, double width, enum pm_ink ink,
                  struct pm_out *out);
/* A picture whose bounds begin at (x, y), `scale` points a unit, perhaps turned by half about its
 * middle.  `list` is what pm_list_write() made of it. */
void pm_page_picture(double x, double y, double scale, bool upside_down, const char *list,
                     size_t len, struct pm_out *out);
/* A bookmark that leads to a named text; level 1 lies beneath the last one of level 0. */
void pm_page_bookmark(int level, const char *name, const char *words, struct pm_out *out);

/* A document of one page, as large as its picture. */
void pm_pages_single(const struct pm_picture *p, const char *title, struct pm_out *out);
/* How many points a unit has on a page that is as large as the picture: a centimetre, less if an A4
 * sheet asks for it, or as the picture's look wants it. */
double pm_page_scale(const struct pm_picture *p);

#endif
