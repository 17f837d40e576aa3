/* The display list as the renderers see it: plain data, nothing left to compute about the
 * puzzle.  All numbers are finite and at most PM_FAR from zero, all inks are in range, all
 * texts are UTF-8 without control characters: renderers need not look. */
#ifndef PM_ITEMS_H
#define PM_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "picture/picture.h"

#define PM_FAR 1e6

/* Where the middle of capital letters and digits lies above the baseline, in em: about the
 * same in all usual sans serif fonts.  The length of dashes, in units.  How far the bars of
 * a cross reach to each side, in its radius. */
#define PM_MIDDLE      0.36
#define PM_DASH        0.09
#define PM_CROSS_REACH 0.8

enum { PM_COLOURS = 24, PM_INKS = PM_COLOUR + PM_COLOURS };

enum pm_shape {
    PM_LINE,
    PM_DASHES,
    PM_BOX,
    PM_POLYGON,
    PM_CIRCLE,
    PM_TEXT,
    PM_STAR,
    PM_CROSS
};

struct pm_item {
    enum pm_shape shape;
    int place;     /* -1: none; PM_BESIDE */
    int fill;      /* of areas */
    int ink;       /* of lines, outlines, texts, stars */
    int beneath;   /* texts: the fill on which they stand, PM_PAPER where there is none */
    double x, y;   /* start, corner or centre */
    double x2, y2; /* lines: the other end; boxes: the opposite corner */
    double size;   /* width of lines and outlines, size of texts */
    double radius; /* circles, stars, crosses; sectors, which are polygons, else 0 */
    enum pm_align align;
    size_t
        first; /* polygons: where their coordinates begin; texts: where their bytes begin */
    int count; /* polygons: how many corners; texts: how many characters */
};

/* Where filled things lie, so that a text finds out what it stands on without asking all of
 * them: a chain of items for every unit square (hashed), and one for large items. */
enum { PM_BUCKETS = 1 << 14 };

struct pm_link {
    int item, next; /* next link, -1: the last */
};

struct pm_picture {
    struct pm_item *items;
    int item_count, item_room;
    double *points; /* x, y of all polygons' corners */
    size_t point_count, point_room;
    struct pm_out texts; /* all texts, each with its NUL */
    struct pm_link *links;
    int link_count, link_room;
    int chains[PM_BUCKETS + 1]; /* first link, -1: none; the last chain holds large items */
    int place;
    struct pm_look look;
    const struct pm_limits *limits; /* NULL: none */
    bool failed;  /* what is there is not the whole picture: memory ran out, or ... */
    bool stopped; /* ... a limit came */
};

/* Begins a rendering to `out`.  True: the picture is not whole, and `out` says so. */
bool pm_picture_failed(const struct pm_picture *p, struct pm_out *out);

struct pm_bounds {
    double left, top, right, bottom;
};

/* What the picture covers, with a margin, in quarters of a unit so that cells fall on whole
 * pixels; an empty picture is all margin. */
struct pm_bounds pm_picture_bounds(const struct pm_picture *p);
/* How much larger than usual, for something as wide as this. */
double pm_look_factor(const struct pm_look *look, double width);
const char *pm_item_text(const struct pm_picture *p, const struct pm_item *item);
/* The ten corners of a star, x and y in turn. */
void pm_star_corners(double x, double y, double radius, double xy[20]);

/* ---- Colours ---- */

struct pm_rgb {
    unsigned char red, green, blue;
};

struct pm_rgb pm_ink_rgb(enum pm_theme theme, int ink);
/* The ink that can be read on this fill: the wanted one, or else black or white. */
int pm_ink_on(enum pm_theme theme, int ink, int fill);
/* Contrast as WCAG 2 defines it, 1 to 21. */
double pm_contrast(struct pm_rgb a, struct pm_rgb b);

/* Terminals.  An area of ink as one of the 256 colours.  Lines and letters where nothing is behind
 * them: nobody knows whether that is black or white, so these can be read on both (contrast at least
 * 4.5), as one of the 256 colours or exactly. */
int pm_ink_area(int ink);
int pm_ink_line(int ink);
struct pm_rgb pm_ink_line_rgb(int ink);
/* Black or white, whichever can be read on one of the 256 colours. */
int pm_letter_on(int xterm);
struct pm_rgb pm_xterm_rgb(int xterm);

#endif
