/* A picture: what a kind's draw() describes once, in board units, and what is then shown in
 * the terminal, as SVG, PNG or PDF.
 *
 * One unit is the side of a cell.  x grows to the right, y downwards; the board's top left
 * corner is usually (0, 0), and things may stand outside it (clues at the rim): the picture
 * is as large as what it holds, with a margin.  Later items lie over earlier ones. */
#ifndef PM_PICTURE_H
#define PM_PICTURE_H

#include <stdbool.h>

#include "core/limits.h"
#include "core/out.h"
#include "pulma/pulma.h"

/* Inks say what a thing is; each renderer knows how that looks on its medium.
 * PM_COLOUR + k is the k-th of 24 colours (k modulo 24), distinguishable in black and white, too
 * only by the letters drawn over them: never let colour alone carry the meaning. */
enum pm_ink {
    PM_NO_INK, /* no fill, or no outline */
    PM_PAPER,  /* the background */
    PM_INK,    /* black: frames, givens, clues */
    PM_FAINT,  /* thin lines between cells */
    PM_SHADE,  /* a light grey area */
    PM_DARK,   /* a dark area: walls, filled cells */
    PM_ANSWER, /* what the solver filled in */
    PM_ACCENT, /* what catches the eye: start, target, stars */
    PM_TINT,   /* a pale tint of the accent, for areas */
    PM_PRINTED, /* letters that are given where others are answers: told apart without colours */
    PM_COLOUR
};

/* The inks of things that have names: a name that begins with the letter of a colour gets it (red,
 * green, blue, yellow, orange, purple, cyan, magenta, white, ...; of two the first), the others take
 * what the palette has left, in its order. */
void pm_inks_for(int count, const char *const *names, int *inks);

/* How a picture looks on paper and on screens that show pixels. */
enum pm_theme {
    PM_THEME_LIGHT, /* colours on white */
    PM_THEME_DARK,  /* colours on near black */
    PM_THEME_PRINT, /* greys on white, without large dark areas */
    PM_THEMES
};

struct pm_look {
    enum pm_theme theme;
    double scale; /* how much larger than usual; 0: 1 */
    int width;    /* in pixels, on paper in points; 0: by the scale */
};

enum pm_align { PM_LEFT, PM_CENTRE, PM_RIGHT };

/* Line widths in units, for a common look. */
#define PM_THIN  0.03
#define PM_THICK 0.08
#define PM_PIPE  0.32

struct pm_picture;

struct pm_picture *pm_picture_new(void); /* NULL: no memory */
void pm_picture_free(struct pm_picture *picture);
/* It cannot be described: there is no memory. */
void pm_picture_fail(struct pm_picture *p);
/* How it is to look, as far as a medium can do that. */
void pm_picture_look(struct pm_picture *p, struct pm_look look);
/* Describing and rendering look at these limits from now on. */
void pm_picture_bound(struct pm_picture *p, const struct pm_limits *limits);

/* Items that follow belong to this place (for clicking and tests); -1: to none; PM_BESIDE: they lie
 * beside the board, pieces that are left, and are left out by who shows these in another way. */
enum { PM_BESIDE = -2 };
void pm_picture_place(struct pm_picture *p, int place);

/* A line; thick ones have round ends. */
void pm_picture_line(struct pm_picture *p, double x1, double y1, double x2, double y2,
                     double width, int ink);
/* A thin dashed line (the cages of a killer sudoku). */
void pm_picture_dashes(struct pm_picture *p, double x1, double y1, double x2, double y2,
                       double width, int ink);
/* Without fill and outline, but with a place: a spot to be clicked that is not seen. */
void pm_picture_box(struct pm_picture *p, double x, double y, double width, double height,
                    int fill, int outline, double line_width);
void pm_picture_polygon(struct pm_picture *p, int n, const double *xy, int fill,
                        int outline, double line_width);
/* A filled polygon whose corners from the second on lie on a circle of this radius, in the sense of
 * the clock and on less than half of it: a medium that has arcs draws one. */
void pm_picture_sector(struct pm_picture *p, int n, const double *xy, double radius,
                       int fill);
void pm_picture_circle(struct pm_picture *p, double x, double y, double radius, int fill,
                       int outline, double line_width);
/* A text whose middle line is at y; `size` is the height of a capital letter's em, in
 * units.  UTF-8, no line ends.  Over a fill (or a pipe) on which the ink could not be read
 * it becomes black or white: so draw letters over colours in PM_INK. */
void pm_picture_text(struct pm_picture *p, double x, double y, double size,
                     enum pm_align align, int ink, const char *text);
/* A star for star battles and a heavy cross for crossed-out cells, centred. */
void pm_picture_star(struct pm_picture *p, double x, double y, double radius, int ink);
void pm_picture_cross(struct pm_picture *p, double x, double y, double radius, int ink);
/* Grid lines of rows x columns cells with the corner at (x, y), thin, and a thick frame. */
void pm_picture_grid(struct pm_picture *p, double x, double y, int rows, int columns);

/* The box around all items of a place: left, top, right, bottom.  False: it has none. */
bool pm_picture_where(const struct pm_picture *p, int place, double box[4]);
/* The same, but about as large as a cell at least: where to mark the place. */
bool pm_picture_place_box(const struct pm_picture *p, int place, double box[4]);

/* ---- Renderers ---- */

/* Terminal text.  A unit is 4 columns and 2 rows; if texts would run into each other that
 * way, 8 and 4.  So a text of up to three characters in the middle of a cell is safe, and so
 * is small print whose rows are at least half a unit apart. */
enum pm_medium {
    PM_ASCII_TEXT,  /* without box drawing characters */
    PM_PLAIN_TEXT,  /* with them */
    PM_COLOUR_TEXT, /* and 256 colours */
    PM_TRUE_TEXT    /* and 24 bits a colour */
};
void pm_picture_terminal(const struct pm_picture *p, enum pm_medium medium,
                         struct pm_out *out);
void pm_picture_svg(const struct pm_picture *p, const char *title, struct pm_out *out);
/* PNG, and a PDF of one page, made by the helper program pulma-paint (cairo). */
pulma_status pm_picture_png(const struct pm_picture *p, struct pm_out *out,
                            pulma_error *err);
pulma_status pm_picture_pdf(const struct pm_picture *p, const char *title,
                            struct pm_out *out, pulma_error *err);
/* A PDF out of pages as picture/pages.h describes them.  They are pulled bit by bit (0: no more), and
 * the file is put bit by bit (false: it cannot be written). */
struct pm_pages_flow {
    size_t (*pull)(void *context, char *bytes, size_t size);
    bool (*put)(void *context, const char *bytes, size_t len);
    void *context;
    const struct pm_limits *limits; /* NULL: none */
};
pulma_status pm_pages_paint(const struct pm_pages_flow *flow, pulma_error *err);

/* The pixels of a PNG file of at most PM_MAX_PIXELS a side, as PPM (P6), read by the same
 * helper.  PULMA_BAD_TEXT if it is no such file. */
enum { PM_MAX_PIXELS = 4096 };
pulma_status pm_png_read(const char *png, size_t len, struct pm_out *ppm, pulma_error *err);

#endif
