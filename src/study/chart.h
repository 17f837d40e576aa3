/* Charts as SVG, black on white. */
#ifndef STUDY_CHART_H
#define STUDY_CHART_H

#include "core/out.h"

/* The drawing area of a panel, in the picture's units, and what its edges mean. */
struct panel {
    struct pm_out *out;
    double left, top, width, height;
    double x_min, x_max, y_min, y_max; /* on log axes: logarithms to base 10 */
};

/* ---- The picture, 900 units wide ---- */

void chart_begin(struct pm_out *out, const char *title, double height);
void chart_end(struct pm_out *out);
void chart_label(struct pm_out *out, double x, double y, const char *anchor,
                 const char *text);
void chart_line(struct pm_out *out, double x1, double y1, double x2, double y2,
                const char *style);
/* The mark of a series, hollow or full, and the dashes of its line. */
void chart_mark(struct pm_out *out, int series, double x, double y);
const char *chart_dashes(int series);
/* A line of the list of series. */
void chart_name(struct pm_out *out, int series, const char *name, double left, double y);

/* ---- A panel ---- */

/* Where a value lies in the picture. */
double panel_x(const struct panel *p, double x);
double panel_y(const struct panel *p, double y);
/* Widens a range of logarithms to round numbers. */
void chart_widen(double *min, double *max);
void panel_frame(const struct panel *p, const char *title, const char *x_words);
/* The axes: seconds (logarithms) at the left; logarithms or counts below. */
void panel_seconds(const struct panel *p);
void panel_log_axis(const struct panel *p);
void panel_count_axis(const struct panel *p);
/* Orders points by x, for qsort(). */
int chart_by_x(const void *a, const void *b);
/* A line through the geometric means of the times at each size; sorts the points.  It breaks
 * off where all is stopped at the limit (a logarithm; INFINITY: there is none). */
void panel_mean_line(const struct panel *p, int series, double (*points)[2], int count,
                     double limit);

#endif
