/* What inks look like.
 *
 * The 24 colours were spread by a small optimisation over the distances in CIELAB of every
 * pair, as seen by normal eyes and by eyes without the red or the green cones, early
 * colours weighing more since small boards use only those; then toned down by hand for
 * print.  Each has a contrast of at least 4.5 : 1 to black or to white letters. */
#include <assert.h>
#include <math.h>

#include "picture/items.h"

static const struct {
    struct pm_rgb rgb;
    unsigned char xterm; /* seen on black and on white terminals alike */
} inks[PM_INKS] = {
    [PM_NO_INK] = {{0xFF, 0xFF, 0xFF}, 231},
    [PM_PAPER] = {{0xFF, 0xFF, 0xFF}, 231},
    [PM_INK] = {{0x1A, 0x1A, 0x1A}, 16},
    [PM_FAINT] = {{0xA3, 0xA8, 0xAE}, 244},
    [PM_SHADE] = {{0xE3, 0xE5, 0xE8}, 249},
    [PM_DARK] = {{0x3B, 0x40, 0x48}, 241},
    [PM_ANSWER] = {{0x1F, 0x62, 0xB5}, 32},
    [PM_ACCENT] = {{0xC8, 0x44, 0x2E}, 166},
    [PM_TINT] = {{0xFB, 0xE6, 0xD6}, 223},
    [PM_COLOUR + 0] = {{0xB5, 0x33, 0x1A}, 124},
    [PM_COLOUR + 1] = {{0x1F, 0x8F, 0xE6}, 32},
    [PM_COLOUR + 2] = {{0xF7, 0xDC, 0x3C}, 220},
    [PM_COLOUR + 3] = {{0x12, 0xAD, 0x60}, 35},
    [PM_COLOUR + 4] = {{0x5A, 0x3E, 0xA6}, 62},
    [PM_COLOUR + 5] = {{0xEC, 0x9C, 0x25}, 172},
    [PM_COLOUR + 6] = {{0x7C, 0xE0, 0xF2}, 116},
    [PM_COLOUR + 7] = {{0xF5, 0x82, 0xB4}, 211},
    [PM_COLOUR + 8] = {{0x55, 0x34, 0x14}, 95},
    [PM_COLOUR + 9] = {{0xB9, 0xE2, 0x6C}, 149},
    [PM_COLOUR + 10] = {{0x12, 0x2B, 0x68}, 25},
    [PM_COLOUR + 11] = {{0xB5, 0xA6, 0xF3}, 147},
    [PM_COLOUR + 12] = {{0x0A, 0x6C, 0x70}, 23},
    [PM_COLOUR + 13] = {{0xFA, 0xE2, 0xA6}, 223},
    [PM_COLOUR + 14] = {{0x6E, 0x0F, 0x40}, 89},
    [PM_COLOUR + 15] = {{0x8A, 0x84, 0x74}, 102},
    [PM_COLOUR + 16] = {{0xF8, 0xA6, 0x94}, 217},
    [PM_COLOUR + 17] = {{0x2D, 0x70, 0x18}, 22},
    [PM_COLOUR + 18] = {{0x9C, 0xEB, 0xC6}, 158},
    [PM_COLOUR + 19] = {{0xCC, 0x55, 0xB8}, 169},
    [PM_COLOUR + 20] = {{0x0D, 0x58, 0x80}, 24},
    [PM_COLOUR + 21] = {{0x95, 0x8A, 0x14}, 100},
    [PM_COLOUR + 22] = {{0x9E, 0x33, 0x42}, 131},
    [PM_COLOUR + 23] = {{0x9C, 0xCB, 0xF5}, 153},
};

struct pm_rgb pm_ink_rgb(int ink)
{
    assert(0 <= ink && ink < PM_INKS);
    return inks[ink].rgb;
}

int pm_ink_xterm(int ink)
{
    assert(0 <= ink && ink < PM_INKS);
    return inks[ink].xterm;
}

static double linear(unsigned char channel)
{
    double v = channel / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* Relative luminance and contrast as WCAG 2 defines them. */
static double luminance(int ink)
{
    struct pm_rgb c = pm_ink_rgb(ink);
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

static double contrast(int ink, int fill)
{
    double a = luminance(ink) + 0.05, b = luminance(fill) + 0.05;
    return a > b ? a / b : b / a;
}

int pm_ink_on(int ink, int fill)
{
    if (contrast(ink, fill) >= (ink == PM_INK || ink == PM_PAPER ? 4.5 : 3))
        return ink;
    return contrast(PM_INK, fill) >= contrast(PM_PAPER, fill) ? PM_INK : PM_PAPER;
}
