/* A canvas of characters: what a terminal shows, before it is turned into text.
 *
 * Every character cell remembers more than one glyph: the four arms of the lines that meet
 * in it, the dots of slanted lines, the colour behind it.  So lines drawn one by one join
 * to the right box drawing characters, whatever their order. */
#ifndef PM_CANVAS_H
#define PM_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/out.h"
#include "picture/picture.h"

enum pm_weight { PM_NO_LINE, PM_LIGHT, PM_HEAVY, PM_HOLLOW };
enum pm_direction { PM_NORTH, PM_EAST, PM_SOUTH, PM_WEST };

struct pm_stroke {
    enum pm_weight weight;
    int ink;
    bool pipe, dashed;
};

struct pm_cell {
    uint32_t glyph; /* a character that hides the lines, 0: none */
    uint8_t glyph_ink;
    uint8_t arms[4]; /* enum pm_weight, by enum pm_direction */
    uint8_t line_ink;
    uint8_t dots;  /* of the braille character */
    uint8_t back;  /* the ink of the area behind, PM_NO_INK: nothing was laid here */
    bool pipe : 1; /* the arms belong to a pipe, which hides thin lines */
    bool dashed : 1;
    bool text : 1; /* the glyph belongs to a text */
    bool disc : 1; /* the area behind is a disc, not a box */
    char slant;    /* ASCII stand-in for the dots */
};

struct pm_canvas {
    int rows, columns;
    struct pm_cell *cells; /* row by row */
    enum pm_medium medium;
    bool ansi, ascii; /* whether the medium has colours; whether it has only ASCII */
    int collisions;   /* texts that hide or touch each other */
};

/* False: no memory. */
bool pm_canvas_init(struct pm_canvas *c, int rows, int columns, enum pm_medium medium);
void pm_canvas_free(struct pm_canvas *c);

/* The cell, or NULL outside the canvas. */
struct pm_cell *pm_canvas_at(const struct pm_canvas *c, int row, int column);
/* An area of ink covers what was there. */
void pm_canvas_fill(struct pm_canvas *c, int row, int column, int ink);
/* Adds an arm.  Pipes hide thin lines and thin lines hide dashes, whichever comes first. */
void pm_canvas_arm(struct pm_canvas *c, int row, int column, enum pm_direction direction,
                   struct pm_stroke s);
void pm_canvas_glyph(struct pm_canvas *c, int row, int column, uint32_t glyph, int ink);
/* A slanted line between two points, in characters from the middle of the first one. */
void pm_canvas_slant(struct pm_canvas *c, double row1, double column1, double row2,
                     double column2, int ink);

/* The canvas as text, without its empty margins and without trailing blanks. */
void pm_canvas_write(struct pm_canvas *c, struct pm_out *out);

#endif
