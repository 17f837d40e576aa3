/* Writing and reading the display list.  The reader is fed by a program, not by people, yet
 * it takes nothing for granted: whatever arrives gives a picture or a sentence. */
#include "picture/list.h"

#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/text.h"
#include "picture/items.h"

#define HEAD "pulma-picture 2"

static const char *const names[] = {
    [PM_LINE] = "line",       [PM_DASHES] = "dashes", [PM_BOX] = "box",
    [PM_POLYGON] = "polygon", [PM_CIRCLE] = "circle", [PM_TEXT] = "text",
    [PM_STAR] = "star",       [PM_CROSS] = "cross"};

enum { SHAPES = sizeof names / sizeof *names, MAX_CORNERS = 100000 };

/* ---- Writing ---- */

static void numbers(struct pm_out *out, int n, const double *values)
{
    for (int k = 0; k < n; k++) {
        pm_out_char(out, ' ');
        pm_out_number(out, values[k], 6);
    }
}

static void style(struct pm_out *out, const struct pm_item *i)
{
    pm_out_f(out, " %d %d", i->fill, i->ink);
    numbers(out, 1, &i->size);
}

static void item(const struct pm_picture *p, const struct pm_item *i, struct pm_out *out)
{
    pm_out_text(out, names[i->shape]);
    switch (i->shape) {
    case PM_LINE:
    case PM_DASHES:
        numbers(out, 5, (double[]){i->x, i->y, i->x2, i->y2, i->size});
        pm_out_f(out, " %d", i->ink);
        break;
    case PM_BOX:
        numbers(out, 4, (double[]){i->x, i->y, i->x2 - i->x, i->y2 - i->y});
        style(out, i);
        break;
    case PM_POLYGON:
        pm_out_f(out, " %d", i->count);
        numbers(out, 2 * i->count, &p->points[i->first]);
        style(out, i);
        break;
    case PM_CIRCLE:
        numbers(out, 3, (double[]){i->x, i->y, i->radius});
        style(out, i);
        break;
    case PM_TEXT:
        numbers(out, 3, (double[]){i->x, i->y, i->size});
        pm_out_f(out, " %d %d ", (int)i->align, i->ink);
        pm_out_text(out, pm_item_text(p, i));
        break;
    case PM_STAR:
    case PM_CROSS:
        numbers(out, 3, (double[]){i->x, i->y, i->radius});
        pm_out_f(out, " %d", i->ink);
        break;
    }
    pm_out_char(out, '\n');
}

void pm_list_write(const struct pm_picture *p, struct pm_out *out)
{
    if (pm_picture_failed(p, out))
        return;
    pm_out_text(out, HEAD "\nlook");
    pm_out_f(out, " %d", (int)p->look.theme);
    numbers(out, 2, (double[]){p->look.scale, p->look.width});
    pm_out_char(out, '\n');
    for (int k = 0; k < p->item_count && !out->failed; k++)
        item(p, &p->items[k], out);
    pm_out_text(out, "end\n");
}

/* ---- Reading ---- */

pulma_status pm_list_number(struct pm_text *t, double *value, pulma_error *err)
{
    pm_text_blanks(t);
    const struct pm_text start = *t;
    double v = 0, unit = 1;
    int digits = 0;
    bool negative = pm_text_word(t, "-"), fraction = false;
    for (; !pm_text_ended(t); pm_text_take(t)) {
        int c = pm_text_peek(t);
        if (c == '.' && !fraction) {
            fraction = true;
        } else if (c >= '0' && c <= '9') {
            v = 10 * v + (c - '0');
            unit *= fraction ? 10 : 1;
            digits++;
        } else {
            break;
        }
    }
    if (digits == 0 || digits > 20 || v / unit > 2 * PM_FAR) {
        *t = start;
        return pm_fail_expected(err, t, "a number up to %.0f", 2 * PM_FAR);
    }
    *value = negative ? -v / unit : v / unit;
    return PULMA_OK;
}

static pulma_status read_numbers(struct pm_text *t, int n, double *values, pulma_error *err)
{
    for (int k = 0; k < n; k++) {
        pulma_status status = pm_list_number(t, &values[k], err);
        if (status != PULMA_OK)
            return status;
    }
    return PULMA_OK;
}

static pulma_status read_int(struct pm_text *t, int min, int max, int *value,
                             pulma_error *err)
{
    pm_text_blanks(t);
    return pm_text_int(t, min, max, value, err);
}

/* Lines, stars: numbers and an ink. */
static pulma_status read_inked(struct pm_text *t, int n, double *v, int *ink,
                               pulma_error *err)
{
    pulma_status status = read_numbers(t, n, v, err);
    if (status == PULMA_OK)
        status = read_int(t, 0, PM_INKS - 1, ink, err);
    return status == PULMA_OK ? pm_text_done(t, err) : status;
}

/* Areas: numbers, fill, outline, the width of the outline after the other numbers. */
static pulma_status read_area(struct pm_text *t, int n, double *v, int *fill, int *ink,
                              pulma_error *err)
{
    pulma_status status = read_numbers(t, n, v, err);
    if (status == PULMA_OK)
        status = read_int(t, 0, PM_INKS - 1, fill, err);
    if (status == PULMA_OK)
        status = read_int(t, 0, PM_INKS - 1, ink, err);
    if (status == PULMA_OK)
        status = read_numbers(t, 1, v + n, err);
    return status == PULMA_OK ? pm_text_done(t, err) : status;
}

static pulma_status read_polygon(struct pm_text *t, struct pm_picture *p, pulma_error *err)
{
    int n, fill, ink;
    pulma_status status = read_int(t, 2, MAX_CORNERS, &n, err);
    if (status != PULMA_OK)
        return status;
    double *v = calloc(2 * (size_t)n + 1, sizeof *v);
    if (!v)
        return pm_fail_memory(err);
    status = read_area(t, 2 * n, v, &fill, &ink, err);
    if (status == PULMA_OK)
        pm_picture_polygon(p, n, v, fill, ink, v[2 * n]);
    free(v);
    return status;
}

static pulma_status read_text(struct pm_text *t, struct pm_picture *p, pulma_error *err)
{
    double v[3];
    int align = 0, ink = 0;
    pulma_status status = read_numbers(t, 3, v, err);
    if (status == PULMA_OK)
        status = read_int(t, PM_LEFT, PM_RIGHT, &align, err);
    if (status == PULMA_OK)
        status = read_int(t, 0, PM_INKS - 1, &ink, err);
    if (status == PULMA_OK && !pm_text_word(t, " "))
        status = pm_fail_expected(err, t, "a blank and a text");
    if (status != PULMA_OK)
        return status;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    char *words = pm_copy(&arena, t->at, pm_text_len(t));
    if (words)
        pm_picture_text(p, v[0], v[1], v[2], (enum pm_align)align, ink, words);
    pm_arena_free(&arena);
    return words ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status read_item(struct pm_text *t, enum pm_shape shape, struct pm_picture *p,
                              pulma_error *err)
{
    double v[6];
    int fill = 0, ink = 0;
    pulma_status status;
    switch (shape) {
    case PM_LINE:
    case PM_DASHES:
        if ((status = read_inked(t, 5, v, &ink, err)) == PULMA_OK)
            (shape == PM_LINE ? pm_picture_line : pm_picture_dashes)(p, v[0], v[1], v[2],
                                                                     v[3], v[4], ink);
        return status;
    case PM_BOX:
        if ((status = read_area(t, 4, v, &fill, &ink, err)) == PULMA_OK)
            pm_picture_box(p, v[0], v[1], v[2], v[3], fill, ink, v[4]);
        return status;
    case PM_CIRCLE:
        if ((status = read_area(t, 3, v, &fill, &ink, err)) == PULMA_OK)
            pm_picture_circle(p, v[0], v[1], v[2], fill, ink, v[3]);
        return status;
    case PM_STAR:
    case PM_CROSS:
        if ((status = read_inked(t, 3, v, &ink, err)) == PULMA_OK)
            (shape == PM_STAR ? pm_picture_star : pm_picture_cross)(p, v[0], v[1], v[2],
                                                                    ink);
        return status;
    case PM_POLYGON:
        return read_polygon(t, p, err);
    default:
        return read_text(t, p, err);
    }
}

/* Reads up to the line "end". */
static pulma_status read_items(struct pm_text *t, struct pm_picture *p, pulma_error *err)
{
    while (!pm_text_ended(t)) {
        struct pm_text line = pm_text_line(t), start = line, name = line;
        while (!pm_text_ended(&line) && pm_text_peek(&line) > ' ')
            pm_text_take(&line);
        name.end = line.at;
        if (pm_text_is(&start, "end"))
            return p->failed ? pm_fail_memory(err) : PULMA_OK;
        int shape = 0;
        while (shape < SHAPES && !pm_text_is(&name, names[shape]))
            shape++;
        if (shape == SHAPES)
            return pm_fail_expected(err, &start, "the name of an item, or \"end\"");
        pulma_status status = read_item(&line, (enum pm_shape)shape, p, err);
        if (status != PULMA_OK)
            return status;
    }
    return pm_fail_expected(err, t, "\"end\"");
}

/* The line that tells how it is to look. */
static pulma_status read_look(struct pm_text *t, struct pm_picture *p, pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    int theme = 0;
    double v[2] = {0};
    if (!pm_text_word(&line, "look"))
        return pm_fail_expected(err, &line, "\"look\"");
    pulma_status status = read_int(&line, 0, PM_THEMES - 1, &theme, err);
    if (status == PULMA_OK)
        status = read_numbers(&line, 2, v, err);
    if (status == PULMA_OK)
        status = pm_text_done(&line, err);
    p->look = (struct pm_look){(enum pm_theme)theme, v[0], (int)v[1]};
    return status;
}

pulma_status pm_list_read(const char *text, size_t len, struct pm_picture **picture,
                          pulma_error *err)
{
    struct pm_text t = pm_text_of(text, len);
    struct pm_text head = pm_text_line(&t);
    *picture = NULL;
    if (!pm_text_is(&head, HEAD))
        return pm_fail_expected(err, &head, "\"" HEAD "\"");
    struct pm_picture *p = pm_picture_new();
    if (!p)
        return pm_fail_memory(err);
    pulma_status status = read_look(&t, p, err);
    if (status == PULMA_OK)
        status = read_items(&t, p, err);
    if (status == PULMA_OK)
        *picture = p;
    else
        pm_picture_free(p);
    return status;
}
