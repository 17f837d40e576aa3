/* Pictures of a comparison: time against size, and how many puzzles are solved in which time.
 *
 * Both go into one SVG file, the first above the second, with the names of the series at the
 * right.  Everything is black on white: series differ by their dashes and by the shape of their
 * marks, so a copier harms nothing.  Puzzles of one kind give a series for each model and
 * solver; puzzles of several kinds, which share no models, give one for each solver, and there
 * the fastest model counts. */
#define _DEFAULT_SOURCE /* open_memstream with older C libraries */
#include "cli/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SERIES = 60, SHAPES = 6, DASHES = 5, NAME_SIZE = 80 };

/* The drawing area of a panel, in the picture's units, and what its edges mean. */
struct panel {
    FILE *out;
    double left, top, width, height;
    double x_min, x_max, y_min, y_max; /* on log axes: logarithms to base 10 */
};

struct plot {
    const struct cli_study *study;
    char names[MOST_SERIES][NAME_SIZE];
    int series_count;
    int *series;   /* of each case; -1: not drawn */
    int left_out;  /* series beyond MOST_SERIES */
    bool by_model; /* the puzzles are of one kind: series are models by solvers */
};

static const double least_seconds = 1e-5; /* what the clock can tell */

/* ---- Series ---- */

static bool one_kind(const struct cli_study *study)
{
    for (int i = 1; i < study->puzzle_count; i++)
        if (pulma_puzzle_kind(study->puzzles[i].puzzle) !=
            pulma_puzzle_kind(study->puzzles[0].puzzle))
            return false;
    return true;
}

static bool is_solved(const struct cli_case *one)
{
    return cli_case_timed(one);
}

static bool is_drawn(const struct cli_case *one)
{
    return is_solved(one) || one->stopped > 0;
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

static bool make_series(struct plot *plot, const struct cli_study *study)
{
    bool by_model = one_kind(study);
    *plot = (struct plot){.study = study, .by_model = by_model};
    plot->series = calloc((size_t)study->case_count + 1, sizeof *plot->series);
    for (int i = 0; plot->series && i < study->case_count; i++) {
        const struct cli_case *one = &study->cases[i];
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "%.50s%s%s", by_model ? one->model : "",
                 by_model && one->model[0] ? ", " : "", one->solver);
        plot->series[i] = is_drawn(one) ? find_series(plot, name) : -1;
    }
    return plot->series != NULL;
}

/* ---- Ink ---- */

static void put_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if ((unsigned char)*text >= 0x20)
            fputc(*text, out);
    }
}

static void label(FILE *out, double x, double y, const char *anchor, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    put_text(out, text);
    fputs("</text>\n", out);
}

static void line(FILE *out, double x1, double y1, double x2, double y2, const char *style)
{
    fprintf(out, "<path d=\"M%.1f %.1fL%.1f %.1f\" %s/>\n", x1, y1, x2, y2, style);
}

/* The mark of a series, hollow or full.  Six shapes, the second half of the series hollow. */
static void mark(FILE *out, int series, double x, double y)
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
    fprintf(out,
            "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\" "
            "stroke=\"black\"/>\n",
            x, y, shapes[series % SHAPES], hollow ? "white" : "black");
}

static const char *dashes_of(int series)
{
    static const char *const dashes[DASHES] = {
        "", "stroke-dasharray=\"6 3\"", "stroke-dasharray=\"2 2\"",
        "stroke-dasharray=\"8 3 2 3\"", "stroke-dasharray=\"12 4\""};
    return dashes[series % DASHES];
}

static double at_x(const struct panel *p, double x)
{
    double range = p->x_max - p->x_min;
    return p->left + p->width * (range > 0 ? (x - p->x_min) / range : 0.5);
}

static double at_y(const struct panel *p, double y)
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
static void widen(double *min, double *max)
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

static void frame(const struct panel *p, const char *title, const char *x_words)
{
    FILE *out = p->out;
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
            "stroke=\"black\"/>\n",
            p->left, p->top, p->width, p->height);
    fputs("<g font-weight=\"bold\">\n", out);
    label(out, p->left, p->top - 12, "start", title);
    fputs("</g>\n", out);
    label(out, p->left + p->width / 2, p->top + p->height + 40, "middle", x_words);
    fprintf(out, "<g transform=\"translate(%.1f %.1f) rotate(-90)\">\n", p->left - 68,
            p->top + p->height / 2);
    label(out, 0, 0, "middle", "seconds of CPU time");
    fputs("</g>\n", out);
}

static void seconds_axis(const struct panel *p)
{
    static const char *const fine = "stroke=\"#bbb\" stroke-width=\"0.5\"";
    for (int e = (int)ceil(p->y_min - 1e-9); e <= (int)floor(p->y_max + 1e-9); e++) {
        char text[40];
        double y = at_y(p, e);
        snprintf(text, sizeof text, "%.*f", e < 0 ? -e : 0, pow(10, e));
        line(p->out, p->left, y, p->left + p->width, y, fine);
        label(p->out, p->left - 8, y + 4, "end", text);
    }
}

static void log_x_axis(const struct panel *p)
{
    int first = (int)floor(p->x_min) * 3;
    bool crowded = p->x_max - p->x_min > 3; /* then powers of ten only */
    for (int n = first; log10(round_number(n)) <= p->x_max + 1e-9; n++) {
        char text[40];
        double x = log10(round_number(n));
        if (x < p->x_min - 1e-9 || (crowded && n % 3 != 0))
            continue;
        snprintf(text, sizeof text, "%g", round_number(n));
        line(p->out, at_x(p, x), p->top + p->height, at_x(p, x), p->top + p->height + 5,
             "stroke=\"black\"");
        label(p->out, at_x(p, x), p->top + p->height + 20, "middle", text);
    }
}

static void count_axis(const struct panel *p)
{
    int n = 0;
    while (p->x_max / round_number(n) > 8)
        n++;
    for (double x = 0; x <= p->x_max + 1e-9; x += round_number(n)) {
        char text[40];
        snprintf(text, sizeof text, "%g", x);
        line(p->out, at_x(p, x), p->top + p->height, at_x(p, x), p->top + p->height + 5,
             "stroke=\"black\"");
        label(p->out, at_x(p, x), p->top + p->height + 20, "middle", text);
    }
}

/* ---- Time against size ---- */

static double size_of(const struct cli_study *study, const struct cli_case *one)
{
    int places = pulma_puzzle_places(study->puzzles[one->puzzle].puzzle);
    return log10(places > 0 ? places : 1);
}

/* What was stopped stands at its limit. */
static double time_of(const struct cli_study *study, const struct cli_case *one)
{
    double seconds = is_solved(one) ? cli_case_median(one) : study->seconds;
    return log10(seconds > least_seconds ? seconds : least_seconds);
}

static void set_ranges(const struct plot *plot, struct panel *p)
{
    const struct cli_study *study = plot->study;
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
    widen(&p->x_min, &p->x_max);
    p->y_min = floor(p->y_min);
    bool stopped = p->y_max >= log10(study->seconds) - 1e-9;
    /* Room above the limit for its name, else up to a power of ten. */
    p->y_max = stopped ? p->y_max + 0.3 : fmax(ceil(p->y_max), p->y_min + 1);
}

static int by_x(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (p[0] > q[0]) - (p[0] < q[0]);
}

/* A line through the geometric means of the times at each size.  It breaks off where all is
 * stopped at the limit. */
static void mean_line(const struct panel *p, int series, double (*points)[2], int count,
                      double limit)
{
    bool started = false, was_stopped = false;
    qsort(points, (size_t)count, sizeof *points, by_x);
    for (int i = 0, j; i < count; i = j) {
        double sum = 0;
        for (j = i; j < count && points[j][0] <= points[i][0]; j++)
            sum += points[j][1];
        bool stopped = sum / (j - i) >= limit;
        fprintf(p->out, "%s%.1f %.1f",
                !started                 ? "<path d=\"M"
                : was_stopped && stopped ? "M"
                                         : "L",
                at_x(p, points[i][0]), at_y(p, sum / (j - i)));
        started = true;
        was_stopped = stopped;
    }
    if (started)
        fprintf(p->out, "\" fill=\"none\" stroke=\"black\" stroke-width=\"0.8\" %s/>\n",
                dashes_of(series));
}

/* What is stopped lies on one line: there the marks of the series stand side by side. */
static double beside(const struct plot *plot, int series, bool stopped)
{
    double step = plot->series_count > 1 ? fmin(9, 60.0 / (plot->series_count - 1)) : 0;
    return stopped ? step * (series - (plot->series_count - 1) / 2.0) : 0;
}

static void draw_sizes(const struct plot *plot, struct panel *p, double (*points)[2])
{
    const struct cli_study *study = plot->study;
    double limit = log10(study->seconds) - 1e-9;
    set_ranges(plot, p);
    frame(p, "Time against size", "places to fill in");
    seconds_axis(p);
    log_x_axis(p);
    for (int s = 0; s < plot->series_count; s++) {
        int n = 0;
        for (int i = 0; i < study->case_count; i++) {
            if (plot->series[i] != s)
                continue;
            points[n][0] = size_of(study, &study->cases[i]);
            points[n++][1] = time_of(study, &study->cases[i]);
        }
        if (plot->by_model) /* sizes of different kinds cannot be compared */
            mean_line(p, s, points, n, limit);
        for (int i = 0; i < n; i++)
            mark(p->out, s, at_x(p, points[i][0]) + beside(plot, s, points[i][1] >= limit),
                 at_y(p, points[i][1]));
    }
    double y = at_y(p, limit);
    if (y < p->top || y > p->top + p->height)
        return;
    line(p->out, p->left, y, p->left + p->width, y,
         "stroke=\"black\" stroke-width=\"0.5\"");
    label(p->out, p->left + 6, y - 6, "start", "stopped at the limit");
}

/* ---- How many in which time ---- */

/* The times of a series, a puzzle each: where several models belong to it, the fastest one. */
static int solved_times(const struct plot *plot, int series, double (*points)[2])
{
    const struct cli_study *study = plot->study;
    int n = 0, last = -1;
    for (int i = 0; i < study->case_count; i++) {
        const struct cli_case *one = &study->cases[i];
        if (plot->series[i] != series || !is_solved(one))
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
    frame(p, "How many are solved, each within so many seconds", "puzzles solved");
    seconds_axis(p);
    count_axis(p);
    for (int s = 0; s < plot->series_count; s++) {
        int n = solved_times(plot, s, points);
        qsort(points, (size_t)n, sizeof *points, by_x);
        for (int i = 0; i < n; i++) {
            fprintf(p->out, "%s%.1f %.1f", i ? "L" : "<path d=\"M", at_x(p, i + 1),
                    at_y(p, points[i][0]));
            if (i == n - 1)
                fprintf(p->out, "\" fill=\"none\" stroke=\"black\" %s/>\n", dashes_of(s));
        }
        int every = n / 12 + 1; /* marks where they do not hide the line */
        for (int i = n - 1; i >= 0; i -= every)
            mark(p->out, s, at_x(p, i + 1), at_y(p, points[i][0]));
    }
}

/* ---- The picture ---- */

static void legend(const struct plot *plot, FILE *out, double left, double top)
{
    for (int s = 0; s < plot->series_count; s++) {
        double y = top + 20 * s;
        char style[80];
        snprintf(style, sizeof style, "stroke=\"black\" %s", dashes_of(s));
        line(out, left, y, left + 40, y, style);
        mark(out, s, left + 20, y);
        label(out, left + 48, y + 4, "start", plot->names[s]);
    }
    if (plot->left_out > 0)
        label(out, left, top + 20 * plot->series_count, "start", "and others, left out");
}

static void draw(const struct plot *plot, FILE *out, double (*points)[2])
{
    bool cactus = plot->study->puzzle_count > 1 && most_solved(plot, points) > 1;
    struct panel p = {out, 95, 50, 545, 360, 0, 0, 0, 0};
    double height = cactus ? 940 : 480;
    double names = 80 + 20 * plot->series_count;
    if (names > height)
        height = names;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"%.0f\" "
            "viewBox=\"0 0 900 %.0f\" font-family=\"sans-serif\" font-size=\"13\">\n"
            "<title>Comparison</title>\n"
            "<rect width=\"900\" height=\"%.0f\" fill=\"white\"/>\n",
            height, height, height);
    draw_sizes(plot, &p, points);
    if (cactus) {
        p.top = 520;
        draw_cactus(plot, &p, points);
    }
    legend(plot, out, 660, 60);
    fputs("</svg>\n", out);
}

bool cli_study_plot(const struct cli_study *study, const char *path, pulma_error *err)
{
    struct plot plot;
    char *bytes = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&bytes, &len);
    double(*points)[2] = calloc((size_t)study->case_count + 1, sizeof *points);
    bool good = make_series(&plot, study) && out && points;
    if (good && plot.series_count > 0)
        draw(&plot, out, points);
    if (out)
        good &= fclose(out) == 0;
    if (!good || plot.series_count == 0)
        snprintf(err->message, sizeof err->message,
                 good ? "there is nothing to draw" : "out of memory");
    good = good && plot.series_count > 0 && cli_write_file(path, bytes, len, err);
    free(points);
    free(plot.series);
    free(bytes);
    return good;
}
