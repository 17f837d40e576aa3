/* Pictures of a comparison: time against size, and how many puzzles are solved in which time.
 *
 * Both go into one SVG file, the first above the second, with the names of the series at the
 * right.  Everything is black on white: series differ by their dashes and by the shape of their
 * marks, so a copier harms nothing.  Puzzles of one kind give a series for each model and
 * solver; puzzles of several kinds, which share no models, give one for each solver, and there
 * the fastest model counts. */
#include "study/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "study/chart.h"

enum { MOST_SERIES = 60, NAME_SIZE = 130 };

struct plot {
    const struct study *study;
    char names[MOST_SERIES][NAME_SIZE];
    int series_count;
    int *series;   /* of each case; -1: not drawn */
    int left_out;  /* series beyond MOST_SERIES */
    bool by_model; /* the puzzles are of one kind: series are models by solvers */
};

static const double least_seconds = 1e-5; /* what the clock can tell */

/* ---- Series ---- */

static bool one_kind(const struct study *study)
{
    for (int i = 1; i < study->puzzle_count; i++)
        if (pulma_puzzle_kind(study->puzzles[i].puzzle) !=
            pulma_puzzle_kind(study->puzzles[0].puzzle))
            return false;
    return true;
}

static bool is_drawn(const struct study_case *one)
{
    return study_case_timed(one) || one->stopped > 0;
}

static int find_series(struct plot *plot, const char *name)
{
    for (int i = 0; i < plot->series_count; i++)
        if (strcmp(plot->names[i], name) == 0)
            return i;
    if (plot->series_count == MOST_SERIES) {
        plot->left_out++;
        return -1;
    }
    snprintf(plot->names[plot->series_count], NAME_SIZE, "%s", name);
    return plot->series_count++;
}

static bool make_series(struct plot *plot, const struct study *study)
{
    bool by_model = one_kind(study);
    *plot = (struct plot){.study = study, .by_model = by_model};
    plot->series = calloc((size_t)study->case_count + 1, sizeof *plot->series);
    for (int i = 0; plot->series && i < study->case_count; i++) {
        const struct study_case *one = &study->cases[i];
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "%.50s%s%.70s", by_model ? one->model : "",
                 by_model && one->model[0] ? ", " : "", one->solver);
        plot->series[i] = is_drawn(one) ? find_series(plot, name) : -1;
    }
    return plot->series != NULL;
}

/* ---- Time against size ---- */

static double size_of(const struct study *study, const struct study_case *one)
{
    int places = pulma_puzzle_places(study->puzzles[one->puzzle].puzzle);
    return log10(places > 0 ? places : 1);
}

/* What was stopped stands at its limit. */
static double time_of(const struct study *study, const struct study_case *one)
{
    double seconds = study_case_timed(one) ? study_case_median(one) : study->wish.seconds;
    return log10(seconds > least_seconds ? seconds : least_seconds);
}

static void set_ranges(const struct plot *plot, struct panel *p)
{
    const struct study *study = plot->study;
    p->x_min = p->y_min = INFINITY;
    p->x_max = p->y_max = -INFINITY;
    for (int i = 0; i < study->case_count; i++) {
        if (plot->series[i] < 0)
            continue;
        double x = size_of(study, &study->cases[i]), y = time_of(study, &study->cases[i]);
        p->x_min = fmin(p->x_min, x);
        p->x_max = fmax(p->x_max, x);
        p->y_min = fmin(p->y_min, y);
        p->y_max = fmax(p->y_max, y);
    }
    chart_widen(&p->x_min, &p->x_max);
    p->y_min = floor(p->y_min);
    bool stopped = p->y_max >= log10(study->wish.seconds) - 1e-9;
    /* Room above the limit for its name, else up to a power of ten. */
    p->y_max = stopped ? p->y_max + 0.3 : fmax(ceil(p->y_max), p->y_min + 1);
}

/* What is stopped lies on one line: there the marks of the series stand side by side. */
static double beside(const struct plot *plot, int series, bool stopped)
{
    double step = plot->series_count > 1 ? fmin(9, 60.0 / (plot->series_count - 1)) : 0;
    return stopped ? step * (series - (plot->series_count - 1) / 2.0) : 0;
}

static void draw_sizes(const struct plot *plot, struct panel *p, double (*points)[2])
{
    const struct study *study = plot->study;
    double limit = log10(study->wish.seconds) - 1e-9;
    set_ranges(plot, p);
    panel_frame(p, "Time against size", "places to fill in");
    panel_seconds(p);
    panel_log_axis(p);
    for (int s = 0; s < plot->series_count; s++) {
        int n = 0;
        for (int i = 0; i < study->case_count; i++) {
            if (plot->series[i] != s)
                continue;
            points[n][0] = size_of(study, &study->cases[i]);
            points[n++][1] = time_of(study, &study->cases[i]);
        }
        if (plot->by_model) /* sizes of different kinds cannot be compared */
            panel_mean_line(p, s, points, n, limit);
        for (int i = 0; i < n; i++)
            chart_mark(p->out, s,
                       panel_x(p, points[i][0]) + beside(plot, s, points[i][1] >= limit),
                       panel_y(p, points[i][1]));
    }
    double y = panel_y(p, limit);
    if (y < p->top || y > p->top + p->height)
        return;
    chart_line(p->out, p->left, y, p->left + p->width, y,
               "stroke=\"black\" stroke-width=\"0.5\"");
    /* on the right: at the top of the panel the title stands on the left */
    chart_label(p->out, p->left + p->width - 6, y - 6, "end", "stopped at the limit");
}

/* ---- How many in which time ---- */

/* The times of a series, a puzzle each: where several models belong to it, the fastest one. */
static int solved_times(const struct plot *plot, int series, double (*points)[2])
{
    const struct study *study = plot->study;
    int n = 0, last = -1;
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *one = &study->cases[i];
        if (plot->series[i] != series || !study_case_timed(one))
            continue;
        double seconds = time_of(study, one);
        if (one->puzzle == last)
            points[n - 1][0] = fmin(points[n - 1][0], seconds);
        else
            points[n++][0] = seconds;
        last = one->puzzle;
    }
    return n;
}

static int most_solved(const struct plot *plot, double (*points)[2])
{
    int most = 0;
    for (int s = 0; s < plot->series_count; s++) {
        int n = solved_times(plot, s, points);
        most = n > most ? n : most;
    }
    return most;
}

static void draw_cactus(const struct plot *plot, struct panel *p, double (*points)[2])
{
    p->x_min = 0;
    p->x_max = most_solved(plot, points);
    panel_frame(p, "Puzzles solved, by seconds for each", "puzzles solved");
    panel_seconds(p);
    panel_count_axis(p);
    for (int s = 0; s < plot->series_count; s++) {
        int n = solved_times(plot, s, points);
        qsort(points, (size_t)n, sizeof *points, chart_by_x);
        for (int i = 0; i < n; i++) {
            pm_out_f(p->out, "%s%.1f %.1f", i ? "L" : "<path d=\"M", panel_x(p, i + 1),
                     panel_y(p, points[i][0]));
            if (i == n - 1)
                pm_out_f(p->out, "\" fill=\"none\" stroke=\"black\" %s/>\n",
                         chart_dashes(s));
        }
        int every = n / 12 + 1; /* marks where they do not hide the line */
        for (int i = n - 1; i >= 0; i -= every)
            chart_mark(p->out, s, panel_x(p, i + 1), panel_y(p, points[i][0]));
    }
}

/* ---- The picture ---- */

static void draw(const struct plot *plot, struct pm_out *out, double (*points)[2])
{
    bool cactus = plot->study->puzzle_count > 1 && most_solved(plot, points) > 1;
    struct panel p = {out, 95, 50, 545, 360, 0, 0, 0, 0};
    double height = cactus ? 940 : 480;
    double names = 80 + 20 * plot->series_count;
    if (names > height)
        height = names;
    chart_begin(out, "Comparison", height);
    draw_sizes(plot, &p, points);
    if (cactus) {
        p.top = 520;
        draw_cactus(plot, &p, points);
    }
    for (int i = 0; i < plot->series_count; i++)
        chart_name(out, i, plot->names[i], 660, 60 + 20 * i);
    if (plot->left_out > 0)
        chart_label(out, 660, 60 + 20 * plot->series_count, "start",
                    "and others, not shown");
    chart_end(out);
}

pulma_status study_plot(const struct study *study, struct pm_out *out, pulma_error *err)
{
    struct plot plot;
    double(*points)[2] = calloc((size_t)study->case_count + 1, sizeof *points);
    pulma_status status = PULMA_OK;
    if (!make_series(&plot, study) || !points)
        status = pm_fail_memory(err);
    else if (plot.series_count == 0)
        status = pm_fail(err, PULMA_NONE, NULL, "there is nothing to draw");
    else
        draw(&plot, out, points);
    free(points);
    free(plot.series);
    return status;
}
