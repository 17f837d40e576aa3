/* How much room texts need.  libpulma knows no fonts, and the helper that does may have any; so these
 * are the widths of the widest usual sans serif font.  A text that is wider all the same is set a
 * little smaller there. */
#include <string.h>

#include "core/text.h"
#include "sheet/sheet.h"

/* Hundredths of the size, from the blank on. */
static const unsigned char widths[95] = {
    32, 40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 36,  32, 34, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63,
    58, 78, 75, 30, 30, 66, 56, 86, 75, 79, 60, 79, 69, 63,  61, 73, 68, 99, 69,
    61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35,  63, 63, 28, 28, 58,
    28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59,  52, 64, 34, 64, 84};

static double breadth_of(uint32_t code)
{
    return code >= ' ' && code < 0x7F ? widths[code - ' '] / 100.0 : 1;
}

double pm_text_breadth(const char *text, size_t len)
{
    double sum = 0;
    for (size_t n; len > 0; text += n, len -= n) {
        uint32_t code = 0;
        n = pm_utf8(text, len, &code);
        n = n ? n : 1;
        sum += breadth_of(code);
    }
    return sum;
}

size_t pm_text_fit(const char *text, double most)
{
    size_t len = strlen(text), at = 0, word = 0;
    double sum = 0;
    for (size_t n; at < len; at += n) {
        uint32_t code = 0;
        n = pm_utf8(text + at, len - at, &code);
        n = n ? n : 1;
        if (text[at] == ' ')
            word = at;
        sum += breadth_of(code);
        if (sum > most && at > 0)
            return word > 0 ? word : at;
    }
    return len;
}
