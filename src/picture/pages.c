/* Writing pages.  Texts come from anywhere, so control characters become blanks here: a line of the
 * description is a line. */
#include "picture/pages.h"

#include <math.h>
#include <string.h>

#include "core/text.h"
#include "picture/items.h"
#include "picture/list.h"

#define POINTS     28.35 /* a centimetre */
#define MAX_WIDTH  482.0
#define MAX_HEIGHT 728.0

static void put_words(const char *words, struct pm_out *out)
{
    for (size_t left = strlen(words), n; left > 0; words += n, left -= n) {
        uint32_t code = 0;
        n = pm_utf8(words, left, &code);
        if (n == 0)
            pm_out_char(out, '?');
        else if (code < 0x20 || (0x7F <= code && code < 0xA0))
            pm_out_char(out, ' ');
        else
            pm_out_bytes(out, words, n);
        n = n ? n : 1;
    }
    pm_out_char(out, '\n');
}

static void put_numbers(int n, const double *values, struct pm_out *out)
{
    for (int k = 0; k < n; k++) {
        pm_out_char(out, ' ');
        pm_out_number(out, values[k], 3);
    }
}

void pm_pages_begin(const char *title, enum pm_theme theme, struct pm_out *out)
{
    pm_out_text(out, PM_PAGES_HEAD "\ntitle ");
    put_words(title, out);
    pm_out_f(out, "theme %d\n", (int)theme);
}

void pm_pages_end(struct pm_out *out)
{
    pm_out_text(out, PM_PAGES_END "\n");
}

void pm_page_begin(double width, double height, const char *number, struct pm_out *out)
{
    pm_out_text(out, "page");
    put_numbers(2, (double[]){width, height}, out);
    pm_out_char(out, ' ');
    put_words(number, out);
}

void pm_page_text(const struct pm_label *label, const char *words, struct pm_out *out)
{
    if (label->name)
        pm_out_f(out, "name %s\n", label->name);
    if (label->link)
        pm_out_f(out, "link %s\n", label->link);
    pm_out_text(out, "text");
    put_numbers(3, (double[]){label->x, label->y, label->size}, out);
    pm_out_f(out, " %d %d", (int)label->align, label->bold + 2 * label->upside_down);
    put_numbers(1, &label->most, out);
    pm_out_char(out, ' ');
    put_words(words, out);
}

void pm_page_line(double x1, double y1, double x2, double y2, double width, enum pm_ink ink,
                  struct pm_out *out)
{
    pm_out_text(out, "line");
    put_numbers(5, (double[]){x1, y1, x2, y2, width}, out);
    pm_out_f(out, " %d\n", (int)ink);
}

void pm_page_picture(double x, double y, double scale, bool upside_down, const char *list,
                     size_t len, struct pm_out *out)
{
    pm_out_text(out, "picture");
    put_numbers(3, (double[]){x, y, scale}, out);
    pm_out_f(out, " %d\n", (int)upside_down);
    pm_out_bytes(out, list, len);
}

void pm_page_bookmark(int level, const char *name, const char *words, struct pm_out *out)
{
    pm_out_f(out, "outline %d %s ", level, name);
    put_words(words, out);
}

double pm_page_scale(const struct pm_picture *p)
{
    struct pm_bounds b = pm_picture_bounds(p);
    double width = b.right - b.left, height = b.bottom - b.top;
    double usual = fmin(POINTS, fmin(MAX_WIDTH / width, MAX_HEIGHT / height));
    return usual * pm_look_factor(&p->look, usual * width);
}

void pm_pages_single(const struct pm_picture *p, const char *title, struct pm_out *out)
{
    struct pm_bounds b = pm_picture_bounds(p);
    struct pm_out list = {0};
    double scale = pm_page_scale(p);
    pm_list_write(p, &list);
    out->limits = list.limits;
    out->failed = out->failed || list.failed;
    out->stopped = out->stopped || list.stopped;
    pm_pages_begin(title, p->look.theme, out);
    pm_page_begin(scale * (b.right - b.left), scale * (b.bottom - b.top), "", out);
    pm_page_picture(0, 0, scale, false, list.data ? list.data : "", list.len, out);
    pm_pages_end(out);
    pm_out_free(&list);
}
