/* How the time grows with the board: five sizes of every kind, made with fixed seeds.
 *
 *     growth [--quick] [FOLDER]
 *
 * Prints a table in Markdown: CPU time for each size (the median of the boards), the exponent e
 * of the line "time = c places^e" through them, and the peak memory of the largest size.  With
 * FOLDER it draws growth-1.svg and so on there.  Boards come from the generator, those of the knight
 * are empty.
 *
 * Each size is solved in a process of its own, so that its peak memory is its own, too, and a
 * board that is beyond the limit harms nothing. */
#define _DEFAULT_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "boards.h"
#include "pulma/pulma.h"
#include "study/chart.h"

enum { SIZES = 5, BOARDS = 5, KINDS_A_CHART = 6 };

static const double limit = 20; /* seconds, of a board */

struct kind_sizes {
    const char *kind;
    enum shape shape;
    enum question question;
    const char *paths[SIZES]; /* COLUMNSxROWS */
};

/* What one size gave. */
struct point {
    bool known;
    double places; /* on the average of its boards */
    double seconds;
    long kilobytes; /* peak memory of its process */
};

static const struct kind_sizes kinds[] = {
    {"sudoku", MADE, UNIQUE, {"4x4", "6x6", "9x9", "16x16", "25x25"}},
    {"kakuro", MADE, UNIQUE, {"5x5", "7x7", "9x9", "12x12", "14x14"}},
    {"binary", MADE, UNIQUE, {"6x6", "8x8", "10x10", "14x14", "20x20"}},
    {"starbattle", MADE, UNIQUE, {"5x5", "8x8", "10x10", "12x12", "14x14"}},
    {"nonogram", MADE, UNIQUE, {"5x5", "10x10", "20x20", "30x30", "50x50"}},
    {"thermometers", MADE, UNIQUE, {"4x4", "6x6", "8x8", "10x10", "12x12"}},
    {"flowfree", MADE, UNIQUE, {"5x5", "7x7", "10x10", "14x14", "20x20"}},
    {"infinityloop", MADE, UNIQUE, {"10x10", "32x32", "100x100", "200x200", "300x300"}},
    {"slider", MADE, UNIQUE, {"8x8", "16x16", "32x32", "64x64", "100x100"}},
    {"knight", OPEN, FIRST, {"6x6", "20x20", "64x64", "200x200", "1000x1000"}},
    {"monodot", MADE, UNIQUE, {"3x3", "4x4", "5x5", "6x6", "8x8"}},
    {"v3ck", MADE, UNIQUE, {"4x4", "6x6", "8x8", "12x12", "16x16"}},
    {"tiling", MADE, UNIQUE, {"4x4", "5x5", "6x6", "8x8", "9x9"}},
    {"edgematch", MADE, UNIQUE, {"2x2", "3x3", "4x4", "5x5", "6x6"}},
    {"eternity1", MADE, FIRST, {"2x2", "3x3", "4x4", "5x5", "6x6"}},
    {"match22", MADE, UNIQUE, {"5x5", "8x8", "12x12", "20x20", "40x40"}},
    {"circuit", MADE, UNIQUE, {"5x5", "10x10", "20x20", "40x40", "80x80"}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- One size ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* CPU seconds of one question; negative: the limit came first. */
static double ask(const pulma_puzzle *puzzle, enum question question)
{
    pulma_job *job = pulma_job_new(puzzle);
    pulma_job_set_seconds(job, limit);
    int *answer = calloc((size_t)pulma_puzzle_places(puzzle) + 1, sizeof *answer);
    pulma_status status = question == FIRST || pulma_puzzle_has_objective(puzzle)
                              ? pulma_job_next(job, answer, NULL)
                              : pulma_job_count(job, 2, NULL);
    double seconds = status == PULMA_OK ? pulma_job_seconds(job) : -1;
    free(answer);
    pulma_job_free(job);
    return seconds;
}

/* The least of several times, as long as they are short: the first one warms the caches. */
static double ask_often(const pulma_puzzle *puzzle, enum question question)
{
    double least = ask(puzzle, question);
    for (int i = 0; i < 4 && least >= 0 && least < 0.05; i++)
        least = fmin(least, ask(puzzle, question));
    return least;
}

static struct point solve_size(const struct kind_sizes *k, const struct boards *b)
{
    struct point point = {.known = b->n > 0};
    double seconds[BOARDS];
    for (int i = 0; i < b->n && point.known; i++) {
        pulma_puzzle *puzzle = NULL;
        if (pulma_puzzle_read(k->kind, b->all[i].text, b->all[i].len, &puzzle, NULL))
            exit(1);
        point.places += (double)pulma_puzzle_places(puzzle) / b->n;
        seconds[i] = ask_often(puzzle, k->question);
        point.known = seconds[i] >= 0;
        pulma_puzzle_free(puzzle);
    }
    if (point.known) {
        qsort(seconds, (size_t)b->n, sizeof *seconds, by_size);
        point.seconds = seconds[b->n / 2];
    }
    return point;
}

static struct boards make_size(const struct kind_sizes *k, const char *path, int count)
{
    struct set set = {.name = k->kind, .path = path, .shape = k->shape, .quick = count};
    return load_boards(&set, "");
}

/* In a child: makes the boards, solves them in a child of its own and tells the parent. */
static void work(const struct kind_sizes *k, const char *path, int count, int to_parent)
{
    struct boards b = make_size(k, path, count);
    int ends[2];
    struct point point = {0};
    if (pipe(ends) != 0)
        exit(1);
    pid_t child = fork();
    if (child == 0) {
        point = solve_size(k, &b);
        exit(write(ends[1], &point, sizeof point) != sizeof point);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], &point, sizeof point);
    struct rusage usage;
    wait4(child, NULL, 0, &usage);
    point.kilobytes = usage.ru_maxrss;
    if (got == sizeof point && write(to_parent, &point, sizeof point) == sizeof point)
        exit(0);
    exit(1);
}

static struct point measure_size(const struct kind_sizes *k, const char *path, int count)
{
    struct point point = {0};
    int ends[2];
    if (pipe(ends) != 0)
        return point;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        work(k, path, count, ends[1]);
    close(ends[1]);
    if (read(ends[0], &point, sizeof point) != sizeof point)
        point = (struct point){0};
    close(ends[0]);
    waitpid(child, NULL, 0);
    return point;
}

/* ---- The table ---- */

/* The exponent of the power law nearest to the points, in logarithms; NAN: too few. */
static double exponent(const struct point *points)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < SIZES; i++) {
        if (!points[i].known)
            continue;
        double u = log(points[i].places), v = log(points[i].seconds);
        n++;
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
    }
    double spread = n * xx - x * x;
    return n >= 2 && spread > 0 ? (n * xy - x * y) / spread : NAN;
}

static void print_seconds(double seconds)
{
    if (seconds < 1e-3)
        printf(" %.3g µs |", 1e6 * seconds);
    else if (seconds < 1)
        printf(" %.3g ms |", 1e3 * seconds);
    else
        printf(" %.3g s |", seconds);
}

static void print_kind(const struct kind_sizes *k, const struct point *points)
{
    printf("| %s |", k->kind);
    const struct point *largest = NULL;
    for (int i = 0; i < SIZES; i++) {
        printf(" %s:", k->paths[i]);
        if (points[i].known)
            print_seconds(points[i].seconds);
        else
            printf(" – |");
        largest = points[i].known ? &points[i] : largest;
    }
    printf(" %.1f | %.1f MB |\n", exponent(points),
           largest ? (double)largest->kilobytes / 1024 : 0);
    fflush(stdout);
}

/* ---- The charts ---- */

static void set_ranges(struct panel *p, struct point (*points)[SIZES], int count)
{
    p->x_min = p->y_min = INFINITY;
    p->x_max = p->y_max = -INFINITY;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < SIZES; i++) {
            if (!points[k][i].known)
                continue;
            double x = log10(points[k][i].places), y = log10(points[k][i].seconds);
            p->x_min = fmin(p->x_min, x);
            p->x_max = fmax(p->x_max, x);
            p->y_min = fmin(p->y_min, y);
            p->y_max = fmax(p->y_max, y);
        }
    }
    chart_widen(&p->x_min, &p->x_max);
    p->y_min = floor(p->y_min);
    p->y_max = fmax(ceil(p->y_max), p->y_min + 1);
}

static void draw_series(const struct panel *p, int series, const char *name,
                        const struct point *points)
{
    double at[SIZES][2];
    int n = 0;
    for (int i = 0; i < SIZES; i++) {
        if (!points[i].known)
            continue;
        at[n][0] = log10(points[i].places);
        at[n++][1] = log10(points[i].seconds);
    }
    panel_mean_line(p, series, at, n, INFINITY);
    for (int i = 0; i < n; i++)
        chart_mark(p->out, series, panel_x(p, at[i][0]), panel_y(p, at[i][1]));
    char label[80];
    snprintf(label, sizeof label, "%s, exponent %.1f", name, exponent(points));
    chart_name(p->out, series, label, 660, 60 + 22 * series);
}

static bool draw(const char *folder, int number, const struct kind_sizes *first,
                 struct point (*points)[SIZES], int count)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/growth-%d.svg", folder, number);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    struct pm_out out = {0};
    struct panel p = {&out, 95, 50, 545, 360, 0, 0, 0, 0};
    set_ranges(&p, points, count);
    chart_begin(&out, "Time against size", 480);
    panel_frame(&p, "Time against size", "places to fill in");
    panel_seconds(&p);
    panel_log_axis(&p);
    for (int i = 0; i < count; i++)
        draw_series(&p, i, first[i].kind, points[i]);
    chart_end(&out);
    bool good = !out.failed && fwrite(out.data, 1, out.len, file) == out.len;
    pm_out_free(&out);
    return fclose(file) == 0 && good;
}

int main(int argc, char **argv)
{
    static struct point points[KINDS][SIZES];
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    const char *folder = argc > 1 + quick ? argv[1 + quick] : NULL;
    printf("| kind | 1 | 2 | 3 | 4 | 5 | exponent | peak memory |\n"
           "|---|---|---|---|---|---|---|---|\n");
    for (int k = 0; k < KINDS; k++) {
        for (int i = 0; i < SIZES - quick; i++)
            points[k][i] = measure_size(&kinds[k], kinds[k].paths[i], quick ? 1 : BOARDS);
        print_kind(&kinds[k], points[k]);
    }
    bool good = true;
    for (int k = 0; folder && k < KINDS; k += KINDS_A_CHART) {
        int count = KINDS - k < KINDS_A_CHART ? KINDS - k : KINDS_A_CHART;
        good &= draw(folder, 1 + k / KINDS_A_CHART, &kinds[k], &points[k], count);
    }
    if (!good)
        fprintf(stderr, "growth: cannot write into %s\n", folder);
    return good ? 0 : 1;
}
