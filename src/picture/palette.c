/* What inks look like.
 *
 * The 24 colours were spread by a small optimisation over the distances in CIELAB of every
 * pair, as seen by normal eyes and by eyes without the red or the green cones, early
 * colours weighing more since small boards use only those; then toned down by hand for
 * print.  Each has a contrast of at least 4.5 : 1 to black or to white letters. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "picture/items.h"

static const struct {
    struct pm_rgb rgb;
    unsigned char area; /* of the 256 colours, seen on black and on white terminals alike */
    unsigned char line; /* and for lines and letters: six of the 256 can be read on both */
} inks[PM_INKS] = {
    [PM_NO_INK] = {{0xFF, 0xFF, 0xFF}, 231, 243},
    [PM_PAPER] = {{0xFF, 0xFF, 0xFF}, 231, 243},
    [PM_INK] = {{0x1A, 0x1A, 0x1A}, 16, 243},
    [PM_FAINT] = {{0xA3, 0xA8, 0xAE}, 244, 243},
    [PM_SHADE] = {{0xE3, 0xE5, 0xE8}, 249, 243},
    [PM_DARK] = {{0x3B, 0x40, 0x48}, 241, 243},
    [PM_ANSWER] = {{0x1F, 0x62, 0xB5}, 32, 63},
    [PM_ACCENT] = {{0xC8, 0x44, 0x2E}, 166, 131},
    [PM_TINT] = {{0xFB, 0xE6, 0xD6}, 223, 131},
    [PM_PRINTED] = {{0x1A, 0x1A, 0x1A}, 241, 243},
    [PM_COLOUR + 0] = {{0xB5, 0x33, 0x1A}, 124, 131},
    [PM_COLOUR + 1] = {{0x1F, 0x8F, 0xE6}, 32, 63},
    [PM_COLOUR + 2] = {{0xF7, 0xDC, 0x3C}, 220, 131},
    [PM_COLOUR + 3] = {{0x12, 0xAD, 0x60}, 35, 29},
    [PM_COLOUR + 4] = {{0x5A, 0x3E, 0xA6}, 62, 98},
    [PM_COLOUR + 5] = {{0xEC, 0x9C, 0x25}, 172, 131},
    [PM_COLOUR + 6] = {{0x7C, 0xE0, 0xF2}, 116, 29},
    [PM_COLOUR + 7] = {{0xF5, 0x82, 0xB4}, 211, 163},
    [PM_COLOUR + 8] = {{0x55, 0x34, 0x14}, 95, 131},
    [PM_COLOUR + 9] = {{0xB9, 0xE2, 0x6C}, 149, 131},
    [PM_COLOUR + 10] = {{0x12, 0x2B, 0x68}, 25, 63},
    [PM_COLOUR + 11] = {{0xB5, 0xA6, 0xF3}, 147, 98},
    [PM_COLOUR + 12] = {{0x0A, 0x6C, 0x70}, 23, 29},
    [PM_COLOUR + 13] = {{0xFA, 0xE2, 0xA6}, 223, 131},
    [PM_COLOUR + 14] = {{0x6E, 0x0F, 0x40}, 89, 163},
    [PM_COLOUR + 15] = {{0x8A, 0x84, 0x74}, 102, 243},
    [PM_COLOUR + 16] = {{0xF8, 0xA6, 0x94}, 217, 131},
    [PM_COLOUR + 17] = {{0x2D, 0x70, 0x18}, 22, 29},
    [PM_COLOUR + 18] = {{0x9C, 0xEB, 0xC6}, 158, 29},
    [PM_COLOUR + 19] = {{0xCC, 0x55, 0xB8}, 169, 163},
    [PM_COLOUR + 20] = {{0x0D, 0x58, 0x80}, 24, 29},
    [PM_COLOUR + 21] = {{0x95, 0x8A, 0x14}, 100, 131},
    [PM_COLOUR + 22] = {{0x9E, 0x33, 0x42}, 131, 131},
    [PM_COLOUR + 23] = {{0x9C, 0xCB, 0xF5}, 153, 63},
};

/* What other themes do not share with the light one.  In print, colours become greys that letters can
 * be read on. */
static const struct pm_rgb dark[PM_COLOUR] = {
    [PM_NO_INK] = {0x15, 0x18, 0x1D}, [PM_PAPER] = {0x15, 0x18, 0x1D},
    [PM_INK] = {0xEC, 0xEE, 0xF0},    [PM_FAINT] = {0x62, 0x6A, 0x75},
    [PM_SHADE] = {0x33, 0x38, 0x41},  [PM_DARK] = {0xB4, 0xBB, 0xC5},
    [PM_ANSWER] = {0x74, 0xB2, 0xFF}, [PM_ACCENT] = {0xFF, 0x86, 0x6B},
    [PM_TINT] = {0x4D, 0x33, 0x28},   [PM_PRINTED] = {0xEC, 0xEE, 0xF0}};
static const struct pm_rgb print[PM_COLOUR] = {
    [PM_NO_INK] = {0xFF, 0xFF, 0xFF}, [PM_PAPER] = {0xFF, 0xFF, 0xFF},
    [PM_INK] = {0x00, 0x00, 0x00},    [PM_FAINT] = {0x8C, 0x8C, 0x8C},
    [PM_SHADE] = {0xE8, 0xE8, 0xE8},  [PM_DARK] = {0xB0, 0xB0, 0xB0},
    [PM_ANSWER] = {0x30, 0x30, 0x30}, [PM_ACCENT] = {0x00, 0x00, 0x00},
    [PM_TINT] = {0xF2, 0xF2, 0xF2},   [PM_PRINTED] = {0x00, 0x00, 0x00}};

/* ---- Contrast ---- */

static double linear(unsigned char channel)
{
    double v = channel / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* Relative luminance and contrast as WCAG 2 defines them. */
static double luminance(struct pm_rgb c)
{
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double pm_contrast(struct pm_rgb one, struct pm_rgb other)
{
    double a = luminance(one) + 0.05, b = luminance(other) + 0.05;
    return a > b ? a / b : b / a;
}

/* ---- Themes ---- */

static struct pm_rgb grey_of(struct pm_rgb c)
{
    unsigned char v = (unsigned char)(0x98 + (0xF4 - 0x98) * sqrt(luminance(c)));
    return (struct pm_rgb){v, v, v};
}

struct pm_rgb pm_ink_rgb(enum pm_theme theme, int ink)
{
    assert(0 <= ink && ink < PM_INKS && theme < PM_THEMES);
    if (theme == PM_THEME_LIGHT)
        return inks[ink].rgb;
    if (ink < PM_COLOUR)
        return (theme == PM_THEME_DARK ? dark : print)[ink];
    return theme == PM_THEME_DARK ? inks[ink].rgb : grey_of(inks[ink].rgb);
}

int pm_ink_on(enum pm_theme theme, int ink, int fill)
{
    const struct pm_rgb on = pm_ink_rgb(theme, fill);
    double wanted = ink == PM_INK || ink == PM_PAPER || ink == PM_PRINTED ? 4.5 : 3;
    if (pm_contrast(pm_ink_rgb(theme, ink), on) >= wanted)
        return ink;
    const bool black = pm_contrast(pm_ink_rgb(theme, PM_INK), on) >=
                       pm_contrast(pm_ink_rgb(theme, PM_PAPER), on);
    return !black ? PM_PAPER : ink == PM_PRINTED ? PM_PRINTED : PM_INK;
}

/* ---- Terminals ---- */

int pm_ink_area(int ink)
{
    assert(0 <= ink && ink < PM_INKS);
    return inks[ink].area;
}

int pm_ink_line(int ink)
{
    assert(0 <= ink && ink < PM_INKS);
    return inks[ink].line;
}

static unsigned char mixed(unsigned char channel, double white)
{
    return (unsigned char)lround(white >= 0 ? channel + white * (255 - channel)
                                            : channel * (1 + white));
}

/* The hue stays; it becomes darker or paler until black and white are equally far. */
struct pm_rgb pm_ink_line_rgb(int ink)
{
    const struct pm_rgb c = inks[ink].rgb, black = {0, 0, 0}, white = {255, 255, 255};
    double from = -1, to = 1; /* all black to all white */
    struct pm_rgb best = c;
    for (int round = 0; round < 12; round++) {
        double middle = (from + to) / 2;
        best = (struct pm_rgb){mixed(c.red, middle), mixed(c.green, middle),
                               mixed(c.blue, middle)};
        if (pm_contrast(best, black) < pm_contrast(best, white))
            from = middle;
        else
            to = middle;
    }
    return best;
}

struct pm_rgb pm_xterm_rgb(int xterm)
{
    static const unsigned char level[] = {0, 95, 135, 175, 215, 255};
    assert(16 <= xterm && xterm <= 255);
    if (xterm >= 232) {
        unsigned char grey = (unsigned char)(8 + 10 * (xterm - 232));
        return (struct pm_rgb){grey, grey, grey};
    }
    return (struct pm_rgb){level[(xterm - 16) / 36], level[(xterm - 16) / 6 % 6],
                           level[(xterm - 16) % 6]};
}

int pm_letter_on(int xterm)
{
    enum { BLACK = 16, WHITE = 231 };
    const struct pm_rgb on = pm_xterm_rgb(xterm);
    return pm_contrast(pm_xterm_rgb(BLACK), on) >= pm_contrast(pm_xterm_rgb(WHITE), on)
               ? BLACK
               : WHITE;
}

/* ---- Names ---- */

/* red, blue, yellow, green, purple, orange, cyan, magenta, brown, lime, black (the palette's darkest
 * blue) and violet, in the order of the palette. */
static const char letters[] = "rbygpocmnlkv";

/* The ink whose letter the name begins with, or PM_NO_INK. */
static int ink_of_letter(const char *name)
{
    char letter = name[0] >= 'A' && name[0] <= 'Z' ? (char)(name[0] - 'A' + 'a') : name[0];
    const char *at = letter ? strchr(letters, letter) : NULL;
    if (letter == 'w')
        return PM_SHADE;
    return at ? PM_COLOUR + (int)(at - letters) : PM_NO_INK;
}

void pm_inks_for(int count, const char *const *names, int *result)
{
    bool taken[PM_INKS] = {false};
    for (int i = 0; i < count; i++) {
        int ink = ink_of_letter(names[i]);
        result[i] = taken[ink] ? PM_NO_INK : ink;
        taken[ink] = ink != PM_NO_INK;
    }
    for (int i = 0, next = 0; i < count; i++) {
        while (next < PM_COLOURS && taken[PM_COLOUR + next])
            next++;
        if (result[i] == PM_NO_INK) /* with more than 24 names some share an ink */
            result[i] = PM_COLOUR + (next < PM_COLOURS ? next++ : i % PM_COLOURS);
    }
}
