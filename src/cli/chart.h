/* Charts as SVG, black on white. */
#ifndef CLI_CHART_H
#define CLI_CHART_H

#include <stdio.h>

/* The drawing area of a panel, in the picture's units, and what its edges mean. */
struct cli_panel {
    FILE *out;
    double left, top, width, height;
    double x_min, x_max, y_min, y_max; /* on log axes: logarithms to base 10 */
};

/* ---- The picture, 900 units wide ---- */

void cli_chart_begin(FILE *out, const char *title, double height);
void cli_chart_end(FILE *out);
void cli_chart_label(FILE *out, double x, double y, const char *anchor, const char *text);
void cli_chart_line(FILE *out, double x1, double y1, double x2, double y2,
                    const char *style);
/* The mark of a series, hollow or full, and the dashes of its line. */
void cli_chart_mark(FILE *out, int series, double x, double y);
const char *cli_chart_dashes(int series);
/* A line of the list of series. */
void cli_chart_name(FILE *out, int series, const char *name, double left, double y);

/* ---- A panel ---- */

/* Where a value lies in the picture. */
double cli_panel_x(const struct cli_panel *p, double x);
double cli_panel_y(const struct cli_panel *p, double y);
/* Widens a range of logarithms to round numbers. */
void cli_chart_widen(double *min, double *max);
void cli_panel_frame(const struct cli_panel *p, const char *title, const char *x_words);
/* The axes: seconds (logarithms) at the left; logarithms or counts below. */
void cli_panel_seconds(const struct cli_panel *p);
void cli_panel_log_axis(const struct cli_panel *p);
void cli_panel_count_axis(const struct cli_panel *p);
/* Orders points by x, for qsort(). */
int cli_chart_by_x(const void *a, const void *b);
/* A line through the geometric means of the times at each size; sorts the points.  It breaks
 * off where all is stopped at the limit (a logarithm; INFINITY: there is none). */
void cli_panel_mean_line(const struct cli_panel *p, int series, double (*points)[2],
                         int count, double limit);

#endif
