/* Pictures and nonograms.  A PBM, PGM, PPM or PNG becomes the puzzle of its clues; the only
 * answer of a puzzle becomes a PBM or PPM.
 *
 * All are read into one form, a colour for each cell; a PNG by way of the helper that knows
 * the format.  Then the colours become few: dark and light, or groups of like colours, the
 * lightest of which is the background. */
#include "puzzles/nonogram/formats.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_GROUPS = 9,  /* the background and eight paints, as many as the generator has */
    GROUP_ROUNDS = 8 /* of moving the groups' colours to the means of their cells */
};

/* ---- PBM, PGM, PPM --------------------------------------------------------------------- */

/* "P1" to "P6": bits, greys, colours; as text, then as bytes. */
struct netpbm {
    int samples; /* numbers a cell: 1 or 3 */
    bool bits, packed;
    int max; /* the largest number */
};

static bool is_netpbm(const struct pm_text *t, const char *digits)
{
    if (pm_text_len(t) < 3 || t->at[0] != 'P' || !strchr(digits, t->at[1]) || !t->at[1])
        return false;
    return strchr(" \t\r\n#", t->at[2]) && t->at[2];
}

/* White space and comments. */
static void skip_space(struct pm_text *t)
{
    for (pm_text_space(t); pm_text_peek(t) == '#'; pm_text_space(t))
        pm_text_line(t);
}

static pulma_status take_number(struct pm_text *t, int min, int max, int *value,
                                pulma_error *err)
{
    skip_space(t);
    return pm_text_int(t, min, max, value, err);
}

/* One number of a picture that is not packed into bits. */
static pulma_status take_sample(struct pm_text *t, const struct netpbm *format, int *value,
                                pulma_error *err)
{
    if (format->packed) {
        *value = pm_text_take(t);
        return *value <= format->max
                   ? PULMA_OK
                   : pm_fail(err, PULMA_BAD_TEXT, t, "expected at most %d, found %d",
                             format->max, *value);
    }
    if (!format->bits)
        return pm_text_int(t, 0, format->max, value, err);
    if (pm_text_peek(t) != '0' && pm_text_peek(t) != '1')
        return pm_fail_expected(err, t, "0 or 1");
    *value = '1' - pm_text_take(t); /* 1 is black */
    return PULMA_OK;
}

static pulma_status take_cell(struct pm_text *t, const struct netpbm *format, int left,
                              unsigned *rgb, pulma_error *err)
{
    int value = 0;
    *rgb = 0;
    for (int k = 0; k < 3; k++) {
        if (k < format->samples) {
            if (!format->packed)
                skip_space(t);
            if (pm_text_ended(t))
                return pm_fail_expected(err, t, "the rest of the picture (%d cells)", left);
            pulma_status status = take_sample(t, format, &value, err);
            if (status)
                return status;
        }
        *rgb = *rgb << 8 | (unsigned)(value * 255 / format->max);
    }
    return PULMA_OK;
}

/* Eight cells a byte; a row begins with a new one. */
static pulma_status take_bits(struct pm_text *t, struct pm_image *image, pulma_error *err)
{
    int byte = 0;
    for (int i = 0; i < image->rows * image->columns; i++) {
        int column = i % image->columns;
        if (column % 8 == 0) {
            if (pm_text_ended(t))
                return pm_fail_expected(err, t, "the rest of the picture (%d cells)",
                                        image->rows * image->columns - i);
            byte = pm_text_take(t);
        }
        image->rgb[i] = byte >> (7 - column % 8) & 1 ? 0 : 0xFFFFFF;
    }
    return PULMA_OK;
}

static pulma_status read_netpbm(struct pm_text *t, int max_side, struct pm_arena *arena,
                                struct pm_image *image, pulma_error *err)
{
    if (!is_netpbm(t, "123456"))
        return pm_fail_expected(err, t, "a picture: P1 to P6, or a PNG file");
    int number = t->at[1] - '0';
    struct netpbm format = {number % 3 == 0 ? 3 : 1, number % 3 == 1, number > 3, 1};
    pm_text_take(t);
    pm_text_take(t);
    pulma_status status = take_number(t, 1, max_side, &image->columns, err);
    if (!status)
        status = take_number(t, 1, max_side, &image->rows, err);
    if (!status && !format.bits)
        status = take_number(t, 1, 255, &format.max, err);
    if (status)
        return status;
    if (format.packed && !pm_text_ended(t))
        pm_text_take(t); /* one blank, then bytes */
    int n = image->rows * image->columns;
    if ((size_t)n > 8 * pm_text_len(t)) /* before there is memory for it */
        return pm_fail_expected(err, t, "the rest of the picture (%d cells)", n);
    image->rgb = pm_new(arena, (size_t)n, unsigned);
    if (!image->rgb)
        return pm_fail_memory(err);
    if (format.bits && format.packed)
        return take_bits(t, image, err);
    for (int i = 0; i < n && !status; i++)
        status = take_cell(t, &format, n - i, &image->rgb[i], err);
    return status;
}

/* ---- PNG ------------------------------------------------------------------------------- */

static const char signature[] = "\x89PNG\r\n\x1a\n";
enum { SIGNATURE = 8, CHUNK = 12 /* bytes of a chunk besides its data */ };

static unsigned long big_endian(const char *bytes)
{
    unsigned long value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* How long the file is, by its chunks; 0: it ends too early. */
static size_t png_length(const struct pm_text *t)
{
    size_t len = pm_text_len(t), at = SIGNATURE;
    while (len - at >= CHUNK) {
        size_t data = big_endian(t->at + at);
        bool last = memcmp(t->at + at + 4, "IEND", 4) == 0;
        if (data > len - at - CHUNK)
            return 0;
        at += CHUNK + data;
        if (last)
            return at;
    }
    return 0;
}

static pulma_status read_png(struct pm_text *t, int max_side, struct pm_arena *arena,
                             struct pm_image *image, pulma_error *err)
{
    const struct pm_text start = *t;
    size_t len = png_length(t);
    if (!len)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a whole PNG file, found only its beginning");
    /* Without this chunk the file may end before the place of its size. */
    if (big_endian(t->at + SIGNATURE) != 13 ||
        memcmp(t->at + SIGNATURE + 4, "IHDR", 4) != 0)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a PNG file that begins with the picture's size");
    unsigned long width = big_endian(t->at + 16), height = big_endian(t->at + 20);
    if (width > (unsigned long)max_side || height > (unsigned long)max_side)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a picture of at most %dx%d cells, found %lux%lu", max_side,
                       max_side, width, height);
    struct pm_out ppm = {0};
    pulma_status status = pm_png_read(t->at, len, &ppm, err);
    if (status == PULMA_BAD_TEXT && err) {
        err->line = start.line;
        err->column = start.column;
    }
    if (!status) {
        struct pm_text pixels = pm_text_of(ppm.data, ppm.len);
        status = read_netpbm(&pixels, max_side, arena, image, err);
    }
    pm_out_free(&ppm);
    while (t->at < start.at + len)
        pm_text_take(t);
    return status;
}

pulma_status pm_image_read(struct pm_text *t, int max_side, struct pm_arena *arena,
                           struct pm_image *image, pulma_error *err)
{
    return (pm_text_starts(t, signature) ? read_png : read_netpbm)(t, max_side, arena,
                                                                   image, err);
}

/* ---- Fewer cells ----------------------------------------------------------------------- */

/* The mean colour of the cells in a rectangle. */
static unsigned mean(const struct pm_image *image, int top, int bottom, int left, int right)
{
    unsigned long sum[3] = {0},
                  n = (unsigned long)(bottom - top) * (unsigned)(right - left);
    for (int row = top; row < bottom; row++)
        for (int column = left; column < right; column++)
            for (int k = 0; k < 3; k++)
                sum[k] += image->rgb[row * image->columns + column] >> 8 * k & 255;
    unsigned rgb = 0;
    for (int k = 0; k < 3; k++)
        rgb |= (unsigned)((sum[k] + n / 2) / n) << 8 * k;
    return rgb;
}

bool pm_image_shrink(struct pm_image *image, int rows, int columns, struct pm_arena *arena)
{
    unsigned *rgb = pm_new(arena, (size_t)rows * (size_t)columns, unsigned);
    for (int row = 0; rgb && row < rows; row++)
        for (int column = 0; column < columns; column++)
            rgb[row * columns + column] = mean(
                image, row * image->rows / rows, (row + 1) * image->rows / rows,
                column * image->columns / columns, (column + 1) * image->columns / columns);
    if (rgb)
        *image = (struct pm_image){rows, columns, rgb};
    return rgb != NULL;
}

/* ---- Fewer colours --------------------------------------------------------------------- */

/* From 0 for black to 255000 for white, as bright as people see it. */
static int lightness(unsigned rgb)
{
    return (int)(299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255));
}

static int lightest(const struct pm_image *image)
{
    int best = 0;
    for (int i = 1; i < image->rows * image->columns; i++)
        if (lightness(image->rgb[i]) > lightness(image->rgb[best]))
            best = i;
    return best;
}

/* Painted is what is darker than the middle between the darkest and the lightest cell. */
static void paint_dark(const struct pm_image *image, int *picture)
{
    int n = image->rows * image->columns, low = 255000, high = 0;
    for (int i = 0; i < n; i++) {
        int light = lightness(image->rgb[i]);
        low = light < low ? light : low;
        high = light > high ? light : high;
    }
    int middle = low < high ? (low + high + 1) / 2 : 127500;
    for (int i = 0; i < n; i++)
        picture[i] = lightness(image->rgb[i]) < middle;
}

/* Like colours together.  Group 0 is the background. */
struct groups {
    int n;
    unsigned rgb[MAX_GROUPS];
};

static int nearest(const struct groups *g, unsigned rgb)
{
    int best = 0;
    for (int k = 1; k < g->n; k++)
        if (pm_rgb_distance(rgb, g->rgb[k]) < pm_rgb_distance(rgb, g->rgb[best]))
            best = k;
    return best;
}

/* The lightest colour, then again and again the one that is farthest from all groups; fewer
 * groups if there are no more colours. */
static struct groups choose_groups(const struct pm_image *image, int most)
{
    struct groups g = {1, {image->rgb[lightest(image)]}};
    while (g.n < most) {
        int far = 0;
        unsigned found = 0;
        for (int i = 0; i < image->rows * image->columns; i++) {
            int d = pm_rgb_distance(image->rgb[i], g.rgb[nearest(&g, image->rgb[i])]);
            if (d > far) {
                far = d;
                found = image->rgb[i];
            }
        }
        if (!far)
            break;
        g.rgb[g.n++] = found;
    }
    return g;
}

/* Every group takes the mean colour of its cells. */
static void move_groups(const struct pm_image *image, struct groups *g)
{
    unsigned long sum[MAX_GROUPS][3] = {{0}}, count[MAX_GROUPS] = {0};
    for (int i = 0; i < image->rows * image->columns; i++) {
        int k = nearest(g, image->rgb[i]);
        count[k]++;
        for (int c = 0; c < 3; c++)
            sum[k][c] += image->rgb[i] >> 8 * c & 255;
    }
    for (int k = 0; k < g->n; k++) {
        if (!count[k])
            continue;
        g->rgb[k] = 0;
        for (int c = 0; c < 3; c++)
            g->rgb[k] |= (unsigned)((sum[k][c] + count[k] / 2) / count[k]) << 8 * c;
    }
}

static bool is_grey(unsigned rgb)
{
    return (rgb >> 16 & 255) == (rgb & 255) && (rgb >> 8 & 255) == (rgb & 255);
}

/* How many paints, where the user did not say: the colours of a picture that has few, and is
 * not just lighter and darker. */
static int usual_paints(const struct pm_image *image)
{
    struct groups g = choose_groups(image, MAX_GROUPS);
    bool grey = true, few = true;
    for (int k = 0; k < g.n; k++)
        grey &= is_grey(g.rgb[k]);
    for (int i = 0; i < image->rows * image->columns && few; i++)
        few = g.rgb[nearest(&g, image->rgb[i])] == image->rgb[i];
    return grey || !few || g.n < 3 ? 1 : g.n - 1;
}

static pulma_status add_paints(struct pm_nonogram *board, const struct groups *g,
                               pulma_error *err)
{
    board->paint[1].letter = '#'; /* gives way to the first paint */
    pulma_status status = PULMA_OK;
    for (int k = 1; k < g->n && !status; k++) {
        const char *name = pm_nonogram_near_name(g->rgb[k]);
        struct pm_text word = pm_text_of(name, strlen(name));
        status = pm_nonogram_add_paint(board, pm_nonogram_free_letter(board, 0, &word),
                                       g->rgb[k], NULL, err);
    }
    return status;
}

pulma_status pm_nonogram_of_image(const struct pm_image *image, int paints,
                                  struct pm_arena *arena, struct pm_nonogram **board,
                                  int **picture, pulma_error *err)
{
    int n = image->rows * image->columns;
    *board = pm_nonogram_new(image->rows, image->columns, arena);
    *picture = pm_new(arena, (size_t)n, int);
    if (!*board || !*picture)
        return pm_fail_memory(err);
    if (!paints)
        paints = usual_paints(image);
    struct groups g = choose_groups(image, paints + 1);
    if (paints == 1 || g.n < 3) {
        paint_dark(image, *picture);
        return pm_nonogram_derive(*board, *picture, arena, err);
    }
    for (int round = 0; round < GROUP_ROUNDS; round++)
        move_groups(image, &g);
    for (int i = 0; i < n; i++)
        (*picture)[i] = nearest(&g, image->rgb[i]);
    pulma_status status = add_paints(*board, &g, err);
    return status ? status : pm_nonogram_derive(*board, *picture, arena, err);
}

/* ---- The notations --------------------------------------------------------------------- */

int pm_nonogram_sniff_pbm(const struct pm_text *t)
{
    return is_netpbm(t, "14") ? 3 : 0;
}

int pm_nonogram_sniff_ppm(const struct pm_text *t)
{
    return is_netpbm(t, "2356") ? 3 : 0;
}

int pm_nonogram_sniff_png(const struct pm_text *t)
{
    return pm_text_starts(t, signature) ? 3 : 0;
}

pulma_status pm_nonogram_read_picture(struct pm_text *t, struct pm_arena *arena,
                                      void **puzzle, const char **title, pulma_error *err)
{
    (void)title;
    struct pm_image image;
    struct pm_nonogram *board = NULL;
    int *picture;
    pulma_status status = pm_image_read(t, PM_NONOGRAM_MAX_SIDE, arena, &image, err);
    if (!status)
        status = pm_nonogram_of_image(&image, 0, arena, &board, &picture, err);
    *puzzle = board;
    return status;
}

/* The only answer, which the caller frees. */
static pulma_status only_answer(const struct pm_nonogram *board, const char *notation,
                                int **picture, pulma_error *err)
{
    pulma_status status = pm_nonogram_plain(board, true, false, false, notation, err);
    if (status)
        return status;
    *picture = malloc((size_t)board->rows * (size_t)board->columns * sizeof **picture);
    if (!*picture)
        return pm_fail_memory(err);
    int answers = pm_nonogram_answers(board, 2, NULL, *picture);
    if (answers == 1)
        return PULMA_OK;
    free(*picture);
    return pm_fail(err, PULMA_UNAVAILABLE, NULL, "a picture is the only answer; %s",
                   answers > 1    ? "this puzzle has several"
                   : answers == 0 ? "this puzzle has none"
                                  : "that of this puzzle was not found in time");
}

pulma_status pm_nonogram_write_pbm(const void *puzzle, const char *title,
                                   struct pm_out *out, pulma_error *err)
{
    (void)title;
    const struct pm_nonogram *board = puzzle;
    int *picture;
    if (board->coloured)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the notation pbm has no colours; ppm has");
    pulma_status status = only_answer(board, "pbm", &picture, err);
    if (status)
        return status;
    pm_out_f(out, "P1\n%d %d\n", board->columns, board->rows);
    for (int i = 0; i < board->rows * board->columns; i++)
        pm_out_f(out, "%d%c", picture[i], (i + 1) % board->columns ? ' ' : '\n');
    free(picture);
    return PULMA_OK;
}

pulma_status pm_nonogram_write_ppm(const void *puzzle, const char *title,
                                   struct pm_out *out, pulma_error *err)
{
    (void)title;
    const struct pm_nonogram *board = puzzle;
    int *picture;
    pulma_status status = only_answer(board, "ppm", &picture, err);
    if (status)
        return status;
    pm_out_f(out, "P3\n%d %d\n255\n", board->columns, board->rows);
    for (int i = 0; i < board->rows * board->columns; i++) {
        unsigned rgb = picture[i] ? board->paint[picture[i]].rgb : 0xFFFFFF;
        pm_out_f(out, "%u %u %u%s", rgb >> 16, rgb >> 8 & 255, rgb & 255,
                 (i + 1) % board->columns ? "  " : "\n");
    }
    free(picture);
    return PULMA_OK;
}
