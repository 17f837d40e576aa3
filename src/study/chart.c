/* Charts as SVG: a frame with axes, marks, lines and the names of the series.
 *
 * Everything is black on white: series differ by their dashes and by the shape of their marks,
 * so a copier harms nothing. */
#include "study/chart.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "study/table.h"

enum { SHAPES = 6, DASHES = 5 };

/* ---- Ink ---- */

void chart_label(struct pm_out *out, double x, double y, const char *anchor,
                 const char *text)
{
    pm_out_f(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    study_put_xml(out, text);
    pm_out_text(out, "</text>\n");
}

void chart_line(struct pm_out *out, double x1, double y1, double x2, double y2,
                const char *style)
{
    pm_out_f(out, "<path d=\"M%.1f %.1fL%.1f %.1f\" %s/>\n", x1, y1, x2, y2, style);
}

/* The mark of a series, hollow or full.  Six shapes, the second half of the series hollow. */
void chart_mark(struct pm_out *out, int series, double x, double y)
{
    static const char *const shapes[SHAPES] = {
        "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", /* disk */
        "M-3.5 -3.5h7v7h-7z",                  /* square */
        "M0 -4.6L4.2 3H-4.2z",                 /* triangle */
        "M0 -5L5 0L0 5L-5 0z",                 /* diamond */
        "M0 4.6L4.2 -3H-4.2z",                 /* triangle upside down */
        "M-4 -4L4 4M4 -4L-4 4",                /* cross */
    };
    bool hollow = series / SHAPES % 2 == 1 || series % SHAPES == 5;
    pm_out_f(out,
             "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\" "
             "stroke=\"black\"/>\n",
             x, y, shapes[series % SHAPES], hollow ? "white" : "black");
}

const char *chart_dashes(int series)
{
    static const char *const dashes[DASHES] = {
        "", "stroke-dasharray=\"6 3\"", "stroke-dasharray=\"2 2\"",
        "stroke-dasharray=\"8 3 2 3\"", "stroke-dasharray=\"12 4\""};
    return dashes[series % DASHES];
}

double panel_x(const struct panel *p, double x)
{
    double range = p->x_max - p->x_min;
    return p->left + p->width * (range > 0 ? (x - p->x_min) / range : 0.5);
}

double panel_y(const struct panel *p, double y)
{
    double range = p->y_max - p->y_min;
    return p->top + p->height * (1 - (range > 0 ? (y - p->y_min) / range : 0.5));
}

/* ---- Axes ---- */

/* 1, 2 or 5 times a power of ten, the `n`th of them. */
static double round_number(int n)
{
    static const double digits[] = {1, 2, 5};
    return digits[((n % 3) + 3) % 3] * pow(10, floor((double)n / 3));
}

/* Widens a range of logarithms to round numbers. */
void chart_widen(double *min, double *max)
{
    int low = (int)floor(*min) * 3, high = (int)ceil(*max) * 3 + 1;
    while (log10(round_number(low + 1)) <= *min + 1e-9)
        low++;
    while (log10(round_number(high - 1)) >= *max - 1e-9)
        high--;
    if (low >= high)
        high = low + 1;
    *min = log10(round_number(low));
    *max = log10(round_number(high));
}

void panel_frame(const struct panel *p, const char *title, const char *x_words)
{
    struct pm_out *out = p->out;
    pm_out_f(out,
             "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
             "stroke=\"black\"/>\n",
             p->left, p->top, p->width, p->height);
    pm_out_text(out, "<g font-weight=\"bold\">\n");
    chart_label(out, p->left, p->top - 12, "start", title);
    pm_out_text(out, "</g>\n");
    chart_label(out, p->left + p->width / 2, p->top + p->height + 40, "middle", x_words);
    pm_out_f(out, "<g transform=\"translate(%.1f %.1f) rotate(-90)\">\n", p->left - 68,
             p->top + p->height / 2);
    chart_label(out, 0, 0, "middle", "seconds of CPU time");
    pm_out_text(out, "</g>\n");
}

void panel_seconds(const struct panel *p)
{
    static const char *const fine = "stroke=\"#bbb\" stroke-width=\"0.5\"";
    for (int e = (int)ceil(p->y_min - 1e-9); e <= (int)floor(p->y_max + 1e-9); e++) {
        char text[40];
        double y = panel_y(p, e);
        snprintf(text, sizeof text, "%.*f", e < 0 ? -e : 0, pow(10, e));
        chart_line(p->out, p->left, y, p->left + p->width, y, fine);
        chart_label(p->out, p->left - 8, y + 4, "end", text);
    }
}

void panel_log_axis(const struct panel *p)
{
    int first = (int)floor(p->x_min) * 3;
    bool crowded = p->x_max - p->x_min > 3; /* then powers of ten only */
    for (int n = first; log10(round_number(n)) <= p->x_max + 1e-9; n++) {
        char text[40];
        double x = log10(round_number(n));
        if (x < p->x_min - 1e-9 || (crowded && n % 3 != 0))
            continue;
        snprintf(text, sizeof text, n < 0 ? "%g" : "%.0f", round_number(n));
        chart_line(p->out, panel_x(p, x), p->top + p->height, panel_x(p, x),
                   p->top + p->height + 5, "stroke=\"black\"");
        chart_label(p->out, panel_x(p, x), p->top + p->height + 20, "middle", text);
    }
}

void panel_count_axis(const struct panel *p)
{
    int n = 0;
    while (p->x_max / round_number(n) > 8)
        n++;
    for (double x = 0; x <= p->x_max + 1e-9; x += round_number(n)) {
        char text[40];
        snprintf(text, sizeof text, "%g", x);
        chart_line(p->out, panel_x(p, x), p->top + p->height, panel_x(p, x),
                   p->top + p->height + 5, "stroke=\"black\"");
        chart_label(p->out, panel_x(p, x), p->top + p->height + 20, "middle", text);
    }
}

int chart_by_x(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (p[0] > q[0]) - (p[0] < q[0]);
}

/* A line through the geometric means of the times at each size.  It breaks off where all is
 * stopped at the limit. */
void panel_mean_line(const struct panel *p, int series, double (*points)[2], int count,
                     double limit)
{
    bool started = false, was_stopped = false;
    qsort(points, (size_t)count, sizeof *points, chart_by_x);
    for (int i = 0, j; i < count; i = j) {
        double sum = 0;
        for (j = i; j < count && points[j][0] <= points[i][0]; j++)
            sum += points[j][1];
        bool stopped = sum / (j - i) >= limit;
        pm_out_f(p->out, "%s%.1f %.1f",
                 !started                 ? "<path d=\"M"
                 : was_stopped && stopped ? "M"
                                          : "L",
                 panel_x(p, points[i][0]), panel_y(p, sum / (j - i)));
        started = true;
        was_stopped = stopped;
    }
    if (started)
        pm_out_f(p->out, "\" fill=\"none\" stroke=\"black\" stroke-width=\"0.8\" %s/>\n",
                 chart_dashes(series));
}

/* ---- The picture ---- */

void chart_begin(struct pm_out *out, const char *title, double height)
{
    pm_out_f(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"%.0f\" "
             "viewBox=\"0 0 900 %.0f\" font-family=\"sans-serif\" font-size=\"13\">\n"
             "<title>",
             height, height);
    study_put_xml(out, title);
    pm_out_f(out, "</title>\n<rect width=\"900\" height=\"%.0f\" fill=\"white\"/>\n",
             height);
}

void chart_name(struct pm_out *out, int series, const char *name, double left, double y)
{
    char style[80];
    snprintf(style, sizeof style, "stroke=\"black\" %s", chart_dashes(series));
    chart_line(out, left, y, left + 40, y, style);
    chart_mark(out, series, left + 20, y);
    chart_label(out, left + 48, y + 4, "start", name);
}

void chart_end(struct pm_out *out)
{
    pm_out_text(out, "</svg>\n");
}
